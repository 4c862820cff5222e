import AudioCore

/// AAC multiplexed by LATM, in the frames of LOAS. Read only.
///
/// After ISO/IEC 14496-3, section 1.7: AudioSyncStream, whose AudioMuxElements have their configurations in band. A packet is a
/// payload, which may begin at any bit. The magic cookie is the ES descriptor made from the first configuration; frames
/// before it, and those of a sound with another one, are left out. Streams of one program with one layer are read. They
/// state no priming and no remainder.
package enum LOAS: Container {
    package static let signatures: [[Magic]] = []

    package static let types = [
        FileType(
            id: "loas", name: "LATM/LOAS", extensions: ["loas", "latm", "xhe"], mimeTypes: ["audio/mp4a-latm"],
            hfsTypes: ["loas"])
    ]

    package static let annotations = FileAnnotations.stream
    package static let writtenAnnotations: FileAnnotations = []

    package static func claim(on head: [UInt8], isWhole: Bool) -> Claim? {
        FrameScanner<Header>.claim(on: head, isWhole: isWhole)
    }

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        let tags = try StreamTags(source)
        var packets = try Packets(source, tags)
        var index = FrameIndexBuilder(frames: packets.mux.config.framesPerPacket)
        var pages = PagedData()
        while let packet = try packets.next() {
            let start = try pages.append(packet.allPieces)
            try index.add(at: start, size: Int(packet.size), frames: packets.mux.config.framesPerPacket)
        }
        var file = try index.description("loas", try packets.format())
        file.pages = pages
        packets.describe(&file, tags)
        return file
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        let tags = try StreamTags(source, leadingOnly: true)
        let packets = try Packets(source, tags)
        let frames = packets.mux.config.framesPerPacket
        var file = FileDescription(
            fileType: "loas", format: try packets.format(), packets: PacketIndex(variableSizesWithFrames: frames))
        packets.describe(&file, tags)
        return PacketStream(file, packets, upperBound: Header.maximumSize, typical: Double(packets.firstSize))
    }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        throw .operationNotSupported.because("LOAS files are only read")
    }

    /// Payloads, one after another.
    private struct Packets: PacketScanner {
        /// The configuration of the sound, and where its first frame begins.
        let mux: LATMConfig
        let start: Int64
        let firstSize: Int
        private var scanner: FrameScanner<Header>
        /// Of the frame read last.
        private var current: LATMConfig?
        /// Payloads of that frame that have not been returned, the last first, and where it begins.
        private var payloads: [PacketPlace] = []
        private var frame: Int64

        init(_ source: any ByteSource, _ tags: StreamTags) throws(AudioError) {
            scanner = FrameScanner(source, from: tags.start, to: tags.end)
            while let (header, offset) = try scanner.next() {
                var config: LATMConfig?
                let bytes = try scanner.bytes(at: offset, atLeast: header.size)
                let places = LATMFrame.payloads(UnsafeBufferPointer(rebasing: bytes[..<header.size]), offset, &config)
                guard let config, !places.isEmpty else { continue }
                (mux, start, frame, firstSize) = (config, offset, offset, header.size)
                (current, payloads) = (config, places.reversed())
                return
            }
            throw .invalidFile.because("there are no LOAS frames with a configuration")
        }

        var position: Int64 { payloads.isEmpty ? scanner.position : frame }

        mutating func next() throws(AudioError) -> PacketPlace? {
            while payloads.isEmpty {
                guard let (header, offset) = try scanner.next() else { return nil }
                let bytes = try scanner.bytes(at: offset, atLeast: header.size)
                let places = LATMFrame.payloads(
                    UnsafeBufferPointer(rebasing: bytes[..<header.size]), offset, &current)
                frame = offset
                if current?.cookie == mux.cookie { payloads = places.reversed() }
            }
            return payloads.popLast()
        }

        mutating func resume(at position: Int64, isExact: Bool) {
            payloads = []
            // Frames behind the gap may rely on what was said before it.
            current = mux
            scanner.resume(at: position)
        }

        mutating func finish(at end: Int64) { scanner.finish(at: end) }

        func format() throws(AudioError) -> StreamFormat {
            do throws(AudioError) { return try mux.config.format() } catch {
                throw .unsupportedDataFormat.because(error.reason)
            }
        }

        func describe(_ file: inout FileDescription, _ tags: StreamTags) {
            file.dataOffset = start
            file.magicCookie = ESDescriptor(specificInfo: mux.cookie).bytes
            file.layout = mux.config.layout
            file.take(tags)
            file.alignsAudioData = false
        }
    }

    /// Of AudioSyncStream: a sync word of 11 bits, and a size of 13.
    struct Header: FrameHeader {
        static let firstByte: UInt8 = 0x56
        static let headSize = 3
        static let maximumSize = headSize + 0x1FFF

        /// The head, and the first fields of a configuration.
        static func lookahead(_ bytes: UnsafeBufferPointer<UInt8>, freeSize: Int) -> Int { headSize + 3 }

        let size: Int

        init?(_ bytes: UnsafeBufferPointer<UInt8>, freeSize: Int) {
            guard bytes.count >= Self.headSize + 3, bytes[0] == 0x56, bytes[1] & 0xE0 == 0xE0 else { return nil }
            size = Self.headSize + (Int(bytes[1] & 0x1F) << 8 | Int(bytes[2]))
            guard size > Self.headSize + 2 else { return nil }
            // A configuration of the first version: one framing of all streams, one program, one layer.
            var bits = HeaderBits(UnsafeBufferPointer(rebasing: bytes[Self.headSize...]))
            guard bits.read(1) == 0, bits.read(1) == 0 else { return }
            guard bits.read(1) == 1 else { return nil }
            bits.skip(6)
            guard bits.read(4 + 3) == 0 else { return nil }
        }

        func agrees(with other: Header) -> Bool { true }
    }
}
