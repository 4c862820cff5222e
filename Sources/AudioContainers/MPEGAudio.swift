import AudioCore

/// MPEG-1, MPEG-2 and MPEG-2.5 audio, layers I to III, frame after frame, with tags around it. Read only.
///
/// After ISO/IEC 11172-3 and 13818-3; the header frames of Xing and LAME after the "mp3 info tag" specification on
/// gabriel.mp3-tech.org, that of VBRI after what Fraunhofer's encoders write.
///
/// A packet is a frame with its header. A first frame that holds numbers instead of sound (Xing, Info, VBRI) is no packet.
/// Frames of another sample rate, version or layer than the first are passed over.
///
/// The packet table holds, where LAME's numbers are there, the encoder's delay and the 529 frames that every layer III
/// decoder adds as priming; as remainder, the encoder's padding less those 529; as valid frames the sound that was
/// encoded. Where the file lost frames at its end there is no remainder. Without the numbers there is no table.
package enum MPEGAudio: Container {
    package static let signatures: [[Magic]] = []

    package static let types = (1...3).map { layer in
        FileType(
            id: fileType(layer), name: "MPEG Layer \(layer)", extensions: ["mp\(layer)", "mpeg", "mpa"],
            mimeTypes: ["audio/mpeg"] + (layer == 3 ? ["audio/mp3", "audio/mpg", "audio/mpeg3", "audio/x-mp3"] : []),
            utis: [layer == 3 ? "public.mp3" : layer == 2 ? "public.mp2" : "public.mpeg-audio"],
            hfsTypes: layer == 3 ? ["MPG3", "mpg3", "Mp3 ", "MP3 ", "mp3!", "MP3!"] : [fileType(layer)])
    }

    /// What a layer III decoder's filter banks add in front.
    static let decoderDelay = 529

    static func fileType(_ layer: Int) -> FourCC {
        let types: [FourCC] = ["MPG1", "MPG2", "MPG3"]
        return types[layer - 1]
    }

    package static func claim(on head: [UInt8], isWhole: Bool) -> Claim? {
        FrameScanner<Header>.claim(on: head, isWhole: isWhole)
    }

    package static let annotations = FileAnnotations.stream

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        let tags = try StreamTags(source)
        var packets = try Packets(source, tags, findsLost: true)
        var index = FrameIndexBuilder(frames: packets.first.frames)
        while let packet = try packets.next() {
            try index.add(at: packet.offset, size: Int(packet.size), frames: Int(packet.frames))
        }
        var file = try index.description(fileType(packets.first.layer), packets.format)
        packets.describe(&file, tags)
        let count = file.packets.count
        file.packetTable = packets.numbers.flatMap {
            table($0, total: file.packets.totalFrames, isWhole: ($0.frameCount ?? count) == count)
        }
        return file
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        let tags = try StreamTags(source, leadingOnly: true)
        let packets = try Packets(source, tags)
        let frames = packets.first.frames
        var file = FileDescription(
            fileType: fileType(packets.first.layer), format: packets.format,
            packets: PacketIndex(variableSizesWithFrames: frames))
        file.format.framesPerPacket = frames
        file.dataOffset = packets.position
        packets.describe(&file, tags)
        let numbers = packets.numbers
        if let numbers, let count = numbers.frameCount {
            file.packetTable = table(numbers, total: count * Int64(frames), isWhole: true)
        }
        var stream = PacketStream(
            file, packets, upperBound: Header.largest, typical: Double(packets.first.size))
        stream.packetCount = numbers?.frameCount
        if let bytes = numbers?.byteCount, let count = stream.packetCount {
            // The numbers' own frame is counted among the bytes, but not among the frames.
            let size = bytes - Int64(packets.first.size)
            if Header.mayTake(size, frames: count) {
                stream.dataSize = size
                stream.typicalPacketSize = Double(size) / Double(count)
            }
        }
        return stream
    }

    /// Frame after frame, without the one that holds numbers.
    private struct Packets: PacketScanner {
        let first: Header
        let numbers: InfoFrame?
        private var scanner: FrameScanner<Header>
        /// The first frame, until it has been returned.
        private var held: PacketPlace?

        init(_ source: any ByteSource, _ tags: StreamTags, findsLost: Bool = false) throws(AudioError) {
            scanner = FrameScanner(source, from: tags.start, to: tags.end)
            guard let (header, offset) = try scanner.next() else {
                throw .invalidFile.because("there are no MPEG audio frames")
            }
            scanner.findsLost = findsLost
            first = header
            var frame = FrameScanner<Header>.Frame(header: header, offset: offset, size: header.size)
            if let first = try scanner.beginning() { frame = first }
            numbers =
                frame.isLost
                ? nil : InfoFrame(try scanner.bytes(at: frame.offset, atLeast: frame.size), frame.header)
            if numbers == nil { held = Self.place(frame.header, frame.offset, size: frame.size) }
        }

        private static func place(_ header: Header, _ offset: Int64, size: Int) -> PacketPlace {
            PacketPlace(offset: offset, size: Int64(size), frames: UInt32(header.frames))
        }

        var position: Int64 { held?.offset ?? scanner.position }

        mutating func next() throws(AudioError) -> PacketPlace? {
            if let packet = held {
                held = nil
                return packet
            }
            return try scanner.nextFrame().map { Self.place($0.header, $0.offset, size: $0.size) }
        }

        mutating func resume(at position: Int64, isExact: Bool) {
            held = nil
            scanner.resume(at: position)
        }

        mutating func finish(at end: Int64) { scanner.finish(at: end) }

        var format: StreamFormat {
            StreamFormat(
                sampleRate: Double(first.base.sampleRate), formatID: MPEGAudioHeader.formatIDs[first.layer - 1],
                channels: first.base.channels)
        }

        func describe(_ file: inout FileDescription, _ tags: StreamTags) {
            file.take(tags)
            file.alignsAudioData = false
            if let encoder = numbers?.encoder, file.info["source encoder"] == nil {
                file.info["source encoder"] = encoder
            }
        }
    }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        throw .operationNotSupported.because("MPEG audio files are only read")
    }

    /// - Parameter isWhole: whether the file contains all frames that the numbers state.
    private static func table(_ numbers: InfoFrame, total: Int64, isWhole: Bool) -> PacketTableInfo? {
        guard let delay = numbers.delay, let padding = numbers.padding else { return nil }
        let priming = min(total, Int64(delay + decoderDelay))
        let remainder = isWhole ? min(total - priming, Int64(max(0, padding - decoderDelay))) : 0
        return PacketTableInfo(
            validFrames: total - priming - remainder, primingFrames: Int32(priming), remainderFrames: Int32(remainder))
    }

    /// The header of a frame, and where the next one is.
    struct Header: FrameHeader {
        static let firstByte: UInt8 = 0xFF

        let base: MPEGAudioHeader
        let size: Int
        let freeSize: Int

        /// Bytes of the smallest frame of layer III, and the smallest that is looked for in free format.
        static let smallest = 24
        private static let largestFreeFrame = 4608
        /// Bytes of the largest frame: free format may exceed what the table of bit rates gives.
        static let largest = largestFreeFrame + 4

        /// Whether frames of layer III may take so many bytes. They cannot where the head of a file lies of their number.
        static func mayTake(_ bytes: Int64, frames: Int64) -> Bool {
            frames > 0 && bytes / frames >= Int64(smallest) && bytes / frames <= Int64(largest)
        }

        static func lookahead(_ bytes: UnsafeBufferPointer<UInt8>, freeSize: Int) -> Int {
            let mayBeFree = freeSize == 0 && bytes.count >= 3 && bytes[0] == 0xFF && bytes[2] >> 4 == 0
            return mayBeFree ? 2 * largest + 4 : 4
        }

        init?(_ bytes: UnsafeBufferPointer<UInt8>, freeSize known: Int) {
            guard bytes.count >= 4, let base = MPEGAudioHeader(bytes[0], bytes[1], bytes[2], bytes[3]) else {
                return nil
            }
            self.base = base
            if let stated = base.size {
                size = stated
                freeSize = -1
                return
            }
            // Looking for the next header takes long, so it is done only where a stream may begin.
            guard known >= 0, let found = known > 0 ? known + base.padding : Self.freeFrame(bytes, base) else {
                return nil
            }
            size = found
            freeSize = found - base.padding
        }

        /// Bytes of a frame of free format: up to the next header like its own, if another follows at the same distance.
        private static func freeFrame(_ bytes: UnsafeBufferPointer<UInt8>, _ base: MPEGAudioHeader) -> Int? {
            let perSlot = base.layer == 1 ? 4 : 1
            func isAlike(_ at: Int) -> Bool {
                bytes[at] == 0xFF && bytes[at + 1] == bytes[1] && bytes[at + 2] & 0xFC == bytes[2] & 0xFC
            }
            let last = min(bytes.count - 4, largestFreeFrame)
            guard last >= smallest else { return nil }
            for distance in smallest...last where isAlike(distance) {
                let next = distance * 2 - base.padding + (bytes[distance + 2] & 2 == 0 ? 0 : perSlot)
                if next == bytes.count || next + 4 <= bytes.count && isAlike(next) { return distance }
            }
            return nil
        }

        var layer: Int { base.layer }
        var frames: Int { base.frames }

        func agrees(with other: Header) -> Bool {
            base.version == other.base.version && layer == other.layer && base.sampleRate == other.base.sampleRate
                && (base.bitRate == nil) == (other.base.bitRate == nil) && base.channels == other.base.channels
        }
    }

    /// A first frame whose sound is silence and whose place for it holds numbers.
    struct InfoFrame {
        /// Frames of the file without this one.
        var frameCount: Int64?
        /// Bytes of all frames, this one included.
        var byteCount: Int64?
        /// Frames of silence that the encoder put before the sound, and behind it.
        var delay: Int?
        var padding: Int?
        var encoder: String?
        /// Whether it says that the bit rate varies.
        private(set) var isVariable = false

        init?(_ bytes: UnsafeBufferPointer<UInt8>, _ header: Header) {
            guard header.layer == 3, header.size <= bytes.count else { return nil }
            let frame = Array(bytes[..<header.size])
            let sideInfo = header.base.sideInfoSize
            for start in [4 + sideInfo, 6 + sideInfo] where start + 8 <= frame.count {
                let mark = frame[start..<start + 4]
                guard mark.elementsEqual("Xing".utf8) || mark.elementsEqual("Info".utf8) else { continue }
                isVariable = mark.elementsEqual("Xing".utf8)
                readXing(ByteReader(frame[(start + 4)...]))
                return
            }
            guard frame.count >= 36 + 18, frame[36..<40].elementsEqual("VBRI".utf8) else { return nil }
            isVariable = true
            var reader = ByteReader(frame[46...])
            // Unlike Xing's, these do not count their own frame.
            if let count = try? reader.big(UInt32.self), count > 0 { byteCount = Int64(count) + Int64(header.size) }
            if let count = try? reader.big(UInt32.self), count > 0 { frameCount = Int64(count) }
        }

        private mutating func readXing(_ input: ByteReader) {
            var input = input
            guard let flags = try? input.big(UInt32.self) else { return }
            if flags & 1 != 0, let count = try? input.big(UInt32.self), count > 0 { frameCount = Int64(count) }
            if flags & 2 != 0, let count = try? input.big(UInt32.self), count > 0 { byteCount = Int64(count) }
            let skipped = (flags & 4 != 0 ? 100 : 0) + (flags & 8 != 0 ? 4 : 0)
            guard (try? input.skip(skipped)) != nil, let name = try? input.take(9),
                ["LAME", "Lavf", "Lavc", "GOGO", "L3.9"].contains(where: { name.starts(with: $0.utf8) })
            else { return }
            encoder = String(decoding: name.prefix { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
            guard (try? input.skip(12)) != nil, let numbers = try? input.take(3) else { return }
            let value = numbers.reduce(0) { $0 << 8 | Int($1) }
            delay = value >> 12
            padding = value & 0xFFF
        }
    }
}
