import AudioCore

/// AC-3 and Enhanced AC-3, frame after frame.
///
/// After ETSI TS 102 366 (ATSC A/52). A packet of AC-3 is one synchronisation frame. One of Enhanced AC-3 is a frame of the
/// first independent substream together with all frames up to the next one: further programs, and dependent substreams
/// with more channels. A frame of AC-3 is the first substream where dependent ones follow it. There is no packet table: the
/// format states no priming.
package enum AC3: Container {
    package static let signatures: [[Magic]] = []

    package static let types = [
        FileType(
            id: "ac-3", name: "AC3", extensions: ["ac3"], mimeTypes: ["audio/ac3", "audio/x-ac3"],
            utis: ["public.ac3-audio"], hfsTypes: ["ac-3"],
            formats: [.encoded("ac-3")]),
        FileType(
            id: "ec-3", name: "EC3", extensions: ["ec3", "eac3"], mimeTypes: ["audio/eac3", "audio/x-eac3"],
            utis: ["public.enhanced-ac3-audio"], hfsTypes: ["ec-3"],
            formats: [.encoded("ec-3")]),
    ]

    package static func claim(on head: [UInt8], isWhole: Bool) -> Claim? {
        FrameScanner<Header>.claim(on: head, isWhole: isWhole)
    }

    package static let annotations = FileAnnotations.stream
    package static let writtenAnnotations: FileAnnotations = []

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        let tags = try StreamTags(source)
        var packets = try Packets(source, tags, findsLost: true)
        var index = FrameIndexBuilder(frames: packets.first.frames)
        while let packet = try packets.next() {
            try index.add(at: packet.offset, size: Int(packet.size), frames: Int(packet.frames))
        }
        var file = try index.description(packets.formatID, packets.format)
        packets.describe(&file, tags)
        return file
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        let tags = try StreamTags(source, leadingOnly: true)
        let packets = try Packets(source, tags)
        return PacketStream(
            packets.ahead(tags), packets, upperBound: packets.largest, typical: Double(packets.firstSize))
    }

    package static func preview(_ source: any ByteSource) throws(AudioError) -> FilePreview? {
        guard try source.size() > FilePreview.smallestSize else { return nil }
        let tags = try StreamTags(source)
        let packets = try Packets(source, tags)
        return try FilePreview(packets.ahead(tags), packets, to: tags.end, upperBound: packets.largest)
    }

    /// Synchronisation frames, those of Enhanced AC-3 with the ones that belong to them.
    private struct Packets: PacketScanner {
        let first: Header
        let formatID: FourCC
        private(set) var firstSize = 0
        /// Loudspeakers of the first packet.
        private var places: UInt16
        private var scanner: FrameScanner<Header>
        private var held: PacketPlace?
        /// A packet that may go on.
        private var open: (offset: Int64, size: Int, frames: Int)?

        init(_ source: any ByteSource, _ tags: StreamTags, findsLost: Bool = false) throws(AudioError) {
            scanner = FrameScanner(source, from: tags.start, to: tags.end)
            guard let (header, offset) = try scanner.next() else {
                throw .invalidFile.because("there are no AC-3 frames")
            }
            first = header
            let following = try scanner.following()
            // Lost frames are counted where each is a packet.
            scanner.findsLost = findsLost && following?.beginsPacket ?? false
            formatID = header.isEnhanced || following?.stream == .dependent ? "ec-3" : "ac-3"
            places = header.places
            open = (offset, header.size, header.frames)
            if let frame = try scanner.beginning() { open = (frame.offset, frame.size, frame.header.frames) }
            held = try assemble { $0 |= $1.stream == .dependent ? $1.places : 0 }
            firstSize = Int(held?.size ?? 0)
        }

        private var isEnhanced: Bool { formatID == "ec-3" }

        var position: Int64 { held?.offset ?? open?.offset ?? scanner.position }

        mutating func next() throws(AudioError) -> PacketPlace? {
            if let packet = held {
                held = nil
                return packet
            }
            return try assemble { _, _ in }
        }

        /// The packet that begins with `open`, whole.
        ///
        /// - Parameter note: gets the frames after the first.
        private mutating func assemble(_ note: (inout UInt16, Header) -> Void) throws(AudioError) -> PacketPlace? {
            if open == nil {
                repeat {
                    guard let frame = try scanner.nextFrame() else { return nil }
                    if frame.header.beginsPacket { open = (frame.offset, frame.size, frame.header.frames) }
                } while open == nil
            }
            while isEnhanced, let frame = try scanner.nextFrame() {
                let (header, offset) = (frame.header, frame.offset)
                guard let packet = open else { return nil }
                if header.beginsPacket {
                    open = (offset, frame.size, header.frames)
                    return Self.place(packet)
                }
                guard offset == packet.offset + Int64(packet.size) else { continue }
                // What is lost states the size of another frame.
                let size = packet.size + frame.size
                open = (packet.offset, size, packet.frames)
                note(&places, header)
                guard size <= maximumPacket else {
                    throw .invalidFile.because("a packet has too many frames")
                }
            }
            defer { open = nil }
            return open.map(Self.place)
        }

        private static func place(_ packet: (offset: Int64, size: Int, frames: Int)) -> PacketPlace {
            PacketPlace(offset: packet.offset, size: Int64(packet.size), frames: UInt32(packet.frames))
        }

        mutating func resume(at position: Int64, isExact: Bool) {
            (held, open) = (nil, nil)
            scanner.resume(at: position)
        }

        mutating func finish(at end: Int64) { scanner.finish(at: end) }

        var format: StreamFormat {
            StreamFormat(
                sampleRate: first.sampleRate, formatID: formatID,
                channels: Places.channels(places, isDualMono: first.mode == 0))
        }

        /// Bytes that no packet exceeds.
        var largest: Int { isEnhanced ? maximumPacket : largestFrame }

        /// What is known before the packets are.
        func ahead(_ tags: StreamTags) -> FileDescription {
            var file = FileDescription(
                fileType: formatID, format: format, packets: PacketIndex(variableSizesWithFrames: first.frames))
            file.format.framesPerPacket = first.frames
            file.dataOffset = position
            describe(&file, tags)
            return file
        }

        func describe(_ file: inout FileDescription, _ tags: StreamTags) {
            file.layout = Places.layout(places, isDualMono: first.mode == 0)
            file.take(tags)
            file.alignsAudioData = false
        }
    }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        guard dataOffset ?? 0 == 0 else {
            throw .operationNotSupported.because("tags before an AC-3 stream are not written")
        }
        guard file.fileType == file.format.formatID else { throw .unsupportedDataFormat }
        return Enclosure(head: [])
    }

    package static func packetHeader(
        _ packet: UnsafeRawBufferPointer, in file: inout FileDescription
    ) throws(AudioError) -> [UInt8] {
        guard let header = Header(packet.bindMemory(to: UInt8.self), freeSize: -1), header.beginsPacket,
            formatID(packet.bindMemory(to: UInt8.self), header) == file.format.formatID
        else { throw .unsupportedDataFormat.because("the packet is not of '\(file.format.formatID)'") }
        return []
    }

    /// The format of a packet that begins with `header`: of AC-3 that has dependent substreams behind it, Enhanced AC-3.
    static func formatID(_ packet: UnsafeBufferPointer<UInt8>, _ header: Header) -> FourCC {
        guard !header.isEnhanced, header.size < packet.count else { return header.isEnhanced ? "ec-3" : "ac-3" }
        let next = Header(UnsafeBufferPointer(rebasing: packet[header.size...]), freeSize: -1)
        return next?.stream == .dependent ? "ec-3" : "ac-3"
    }

    /// Eight independent substreams with eight dependent ones each, of the largest frames.
    static let maximumPacket = 72 * 4096
    private static let largestFrame = 3840

    struct Header: FrameHeader {
        static let firstByte: UInt8 = 0x0B

        static func lookahead(_ bytes: UnsafeBufferPointer<UInt8>, freeSize: Int) -> Int { 16 }

        enum Stream { case independent, dependent }

        private(set) var isEnhanced = false
        private(set) var stream = Stream.independent
        private(set) var substream = 0
        private(set) var size = 0
        private(set) var sampleRate = 0.0
        private(set) var frames = 1536
        /// The coding mode: which loudspeakers, 0 for two programs of one channel.
        private(set) var mode = 0
        /// Loudspeakers as the channel map of dependent substreams has them.
        private(set) var places: UInt16 = 0

        /// In kbit/s, each for two size codes.
        private static let bitRates = [
            32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
        ]
        private static let rates: [Double] = [48_000, 44_100, 32_000]

        init?(_ bytes: UnsafeBufferPointer<UInt8>, freeSize: Int) {
            guard bytes.count >= 8, bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
            let identification = Int(bytes[5] >> 3)
            var bits = HeaderBits(bytes)
            bits.skip(16)
            if identification <= 10 {
                guard readPlain(&bits, identification) else { return nil }
            } else if identification <= 16 {
                guard readEnhanced(&bits) else { return nil }
            } else {
                return nil
            }
        }

        private mutating func readPlain(_ bits: inout HeaderBits, _ identification: Int) -> Bool {
            bits.skip(16)
            let rate = bits.read(2)
            let code = bits.read(6)
            guard rate < 3, code < Self.bitRates.count * 2 else { return false }
            bits.skip(5 + 3)
            mode = bits.read(3)
            if mode & 1 != 0, mode != 1 { bits.skip(2) }
            if mode & 4 != 0 { bits.skip(2) }
            if mode == 2 { bits.skip(2) }
            places = Places.of(mode, lowFrequency: bits.read(1) == 1)
            // Identifications 9 and 10 halve and quarter the rate.
            sampleRate = Self.rates[rate] / Double(1 << max(0, identification - 8))
            let bitRate = Self.bitRates[code / 2]
            let words = [bitRate * 2, bitRate * 320 / 147 + code % 2, bitRate * 3]
            size = words[rate] * 2
            return true
        }

        private mutating func readEnhanced(_ bits: inout HeaderBits) -> Bool {
            isEnhanced = true
            let type = bits.read(2)
            guard type < 3 else { return false }
            stream = type == 1 ? .dependent : .independent
            substream = bits.read(3)
            size = (bits.read(11) + 1) * 2
            let rate = bits.read(2)
            let second = bits.read(2)
            guard rate < 3 || second < 3, size >= 8 else { return false }
            let blocks = rate == 3 ? 6 : [1, 2, 3, 6][second]
            sampleRate = rate == 3 ? Self.rates[second] / 2 : Self.rates[rate]
            frames = blocks * 256
            mode = bits.read(3)
            places = Places.of(mode, lowFrequency: bits.read(1) == 1)
            bits.skip(5)
            for _ in 0..<(mode == 0 ? 2 : 1) {
                bits.skip(5)
                if bits.read(1) == 1 { bits.skip(8) }
            }
            if stream == .dependent, bits.read(1) == 1 { places = UInt16(bits.read(16)) }
            return true
        }

        var hasLowFrequency: Bool { places & Places.lowFrequency != 0 }

        var beginsPacket: Bool { !isEnhanced || stream == .independent && substream == 0 }

        func agrees(with other: Header) -> Bool {
            guard sampleRate == other.sampleRate else { return false }
            guard isEnhanced == other.isEnhanced else { return (isEnhanced ? self : other).stream == .dependent }
            return isEnhanced || mode == other.mode && places == other.places
        }
    }

    /// Loudspeakers as bits of a channel map, the first place highest; some stand for a pair.
    enum Places {
        private static let left: UInt16 = 0x8000
        private static let centre: UInt16 = 0x4000
        private static let right: UInt16 = 0x2000
        private static let leftSurround: UInt16 = 0x1000
        private static let rightSurround: UInt16 = 0x0800
        private static let rearCentre: UInt16 = 0x0100
        static let lowFrequency: UInt16 = 0x0001
        private static let pairs: UInt16 = 0x0400 | 0x0200 | 0x0040 | 0x0020 | 0x0010 | 0x0004

        static func of(_ mode: Int, lowFrequency hasLow: Bool) -> UInt16 {
            let fronts = [left | right, centre, left | right, left | centre | right]
            let front = mode < 4 ? fronts[mode] : mode % 2 == 0 ? fronts[2] : fronts[3]
            let back = mode < 4 ? 0 : mode < 6 ? rearCentre : leftSurround | rightSurround
            return front | back | (hasLow ? lowFrequency : 0)
        }

        static func channels(_ places: UInt16, isDualMono: Bool) -> Int {
            max(1, places.nonzeroBitCount + (places & pairs).nonzeroBitCount)
        }

        /// From the nine bits by which MPEG-4 states the channels that dependent substreams add (TS 102 366, annex F).
        static func added(_ locations: Int) -> UInt16 {
            dependents.enumerated().reduce(0) { $0 | (locations >> $1.offset & 1 == 1 ? $1.element : 0) }
        }

        /// The reverse: what five channels do not have.
        static func locations(_ places: UInt16) -> Int {
            dependents.enumerated().reduce(0) { $0 | (places & $1.element != 0 ? 1 << $1.offset : 0) }
        }

        private static let dependents: [UInt16] = [
            0x0400, 0x0200, 0x0100, 0x0080, 0x0040, 0x0020, 0x0010, 0x0008, 0x0002,
        ]

        private static let surround = left | centre | right | leftSurround | rightSurround

        /// Layouts by places, in the order in which the format codes the channels.
        private static let tags: [UInt16: UInt32] = [
            centre: 100, centre | lowFrequency: 149, left | right: 101, left | right | lowFrequency: 133,
            left | centre | right: 150, left | centre | right | lowFrequency: 152,
            left | right | rearCentre: 131, left | right | rearCentre | lowFrequency: 153,
            left | centre | right | rearCentre: 151, left | centre | right | rearCentre | lowFrequency: 154,
            left | right | leftSurround | rightSurround: 132,
            left | right | leftSurround | rightSurround | lowFrequency: 138,
            surround: 119, surround | lowFrequency: 123, surround | lowFrequency | rearCentre: 157,
            surround | lowFrequency | 0x0200: 160, surround | lowFrequency | 0x0400: 161,
        ]

        static func layout(_ places: UInt16, isDualMono: Bool) -> ChannelLayout? {
            guard !isDualMono, let tag = tags[places] else { return nil }
            return ChannelLayout(tag: tag << 16 | UInt32(channels(places, isDualMono: false)))
        }
    }
}
