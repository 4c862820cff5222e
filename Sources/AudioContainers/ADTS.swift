import AudioCore

/// AAC frame after frame, each behind a header of seven or nine bytes, with tags around it.
///
/// After ISO/IEC 13818-7 and 14496-3. A packet is a raw data block without the header: packet offsets point behind it, and
/// the magic cookie is the ES descriptor made from the first header. A frame with a CRC states where its blocks stand, and
/// each block is a packet; a frame of several blocks without a CRC is one packet of as many times 1024 frames.
///
/// The header says nothing of priming and remainder, nor of an extension by spectral band replication: there is no packet
/// table, and the sample rate is that of the core.
package enum ADTS: Container {
    package static let signatures: [[Magic]] = []

    package static let types = [
        FileType(
            id: "adts", name: "AAC ADTS", extensions: ["aac", "adts"],
            mimeTypes: ["audio/aac", "audio/x-aac", "audio/aacp"], utis: ["public.aac-audio"], hfsTypes: ["adts"],
            formats: [.encoded(.aac), .encoded("aach"), .encoded("aacp")])
    ]

    static let blockFrames = 1024

    package static func claim(on head: [UInt8], isWhole: Bool) -> Claim? {
        FrameScanner<Header>.claim(on: head, isWhole: isWhole)
    }

    package static let annotations = FileAnnotations.stream
    package static let writtenAnnotations = FileAnnotations.magicCookie

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        let tags = try StreamTags(source)
        var packets = try Packets(source, tags, findsLost: true)
        let start = packets.position
        var index = FrameIndexBuilder(frames: blockFrames)
        while let packet = try packets.next() {
            let header = index.start == nil ? Int(packet.offset - start) : 0
            try index.add(
                at: packet.offset - Int64(header), size: Int(packet.size) + header, header: header,
                frames: packet.frames == 0 ? blockFrames : Int(packet.frames))
        }
        var file = try index.description("adts", packets.config.format)
        packets.config.describe(&file, tags)
        return file
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        let tags = try StreamTags(source, leadingOnly: true)
        let packets = try Packets(source, tags)
        var file = FileDescription(
            fileType: "adts", format: packets.config.format, packets: PacketIndex(variableSizesWithFrames: blockFrames))
        file.format.framesPerPacket = blockFrames
        file.dataOffset = packets.position
        packets.config.describe(&file, tags)
        return PacketStream(
            file, packets, upperBound: maximumFrame, typical: Double(packets.firstSize))
    }

    /// Raw data blocks, one after another.
    private struct Packets: PacketScanner {
        let config: Config
        /// Bytes of the first frame.
        let firstSize: Int
        private var scanner: FrameScanner<Header>
        /// Blocks of the last frame that have not been returned, the last first, and where that frame begins.
        private var blocks: [PacketPlace] = []
        private var frame: Int64
        /// The last frame's blocks, and the mean size of a block so far.
        private var usual = (blocks: 1, size: 0.0)

        init(_ source: any ByteSource, _ tags: StreamTags, findsLost: Bool = false) throws(AudioError) {
            scanner = FrameScanner(source, from: tags.start, to: tags.end)
            guard let (header, offset) = try scanner.next() else {
                throw .invalidFile.because("there are no ADTS frames")
            }
            scanner.findsLost = findsLost
            let bytes = try scanner.bytes(at: offset, atLeast: header.size)
            config = try Config(header, UnsafeBufferPointer(rebasing: bytes[..<header.size]))
            firstSize = header.size
            frame = offset
            usual = (header.blockCount, Double(header.size) / Double(header.blockCount))
            if let first = try scanner.beginning() {
                frame = first.offset
                blocks = try places(first)
            } else {
                blocks = Self.places(header, try scanner.bytes(at: offset, atLeast: header.size), at: offset)
            }
        }

        /// The blocks of a frame, the last first.
        private func places(_ found: FrameScanner<Header>.Frame) throws(AudioError) -> [PacketPlace] {
            let (header, offset) = (found.header, found.offset)
            guard !found.isLost else {
                let frames = header.blockCount == 1 ? 0 : UInt32(header.blockCount * blockFrames)
                return [PacketPlace(offset: offset, size: Int64(found.size), frames: frames)]
            }
            guard header.blockCount > 1 else {
                return [
                    PacketPlace(offset: offset + Int64(header.headSize), size: Int64(header.size - header.headSize))
                ]
            }
            return Self.places(header, try scanner.bytes(at: offset, atLeast: header.size), at: offset)
        }

        /// How many blocks a frame has. Where neither the frames around it have so many, nor is its size right for them, the
        /// number in its header is damaged.
        private mutating func count(of header: Header) throws(AudioError) -> Int {
            let size = Double(header.size) / Double(header.blockCount) / usual.size
            if scanner.findsLost, header.blockCount != usual.blocks, !(0.7...1.4).contains(size),
                let next = try scanner.following(), next.blockCount == usual.blocks
            {
                return usual.blocks
            }
            usual.blocks = header.blockCount
            usual.size += (Double(header.size) / Double(header.blockCount) - usual.size) / 8
            return header.blockCount
        }

        private static func places(
            _ header: Header, _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64
        ) -> [PacketPlace] {
            var place = offset
            return header.blocks(bytes).map { block in
                defer { place += Int64(block.header + block.size + block.footer) }
                return PacketPlace(
                    offset: place + Int64(block.header), size: Int64(block.size),
                    frames: block.count == 1 ? 0 : UInt32(block.count * blockFrames))
            }.reversed()
        }

        var position: Int64 { blocks.isEmpty ? scanner.position : frame }

        mutating func next() throws(AudioError) -> PacketPlace? {
            if let block = blocks.popLast() { return block }
            guard var found = try scanner.nextFrame() else { return nil }
            if !found.isLost { found.header.blockCount = try count(of: found.header) }
            frame = found.offset
            blocks = try places(found)
            return blocks.popLast()
        }

        mutating func resume(at position: Int64, isExact: Bool) {
            blocks = []
            scanner.resume(at: position)
        }

        mutating func finish(at end: Int64) { scanner.finish(at: end) }
    }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        guard dataOffset ?? 0 == 0 else {
            throw .operationNotSupported.because("tags before an ADTS stream are not written")
        }
        _ = try config(of: file)
        return Enclosure(head: [])
    }

    /// Bytes of the largest frame, header included: its size has 13 bits.
    static let maximumFrame = 8191

    /// Makes a header for one raw data block, without a CRC. With spectral band replication it describes the core.
    package static func packetHeader(
        _ packet: UnsafeRawBufferPointer, in file: inout FileDescription
    ) throws(AudioError) -> [UInt8] {
        guard !file.magicCookie.isEmpty || file.format.formatID == .aac else {
            throw .unsupportedDataFormat.because("the magic cookie, which states the core's rate, is not set")
        }
        let config = try config(of: file)
        let size = packet.count + 7
        guard size <= maximumFrame, let rate = AudioSpecificConfig.rates.firstIndex(of: config.coreSampleRate) else {
            throw .unsupportedDataFormat.because("a packet of \(packet.count) bytes has no place in ADTS")
        }
        let channels = config.channelConfiguration
        // MPEG-4, no CRC; a buffer fullness that says that the bit rate varies.
        return [
            0xFF, 0xF1, UInt8((config.objectType - 1) << 6 | rate << 2 | channels >> 2),
            UInt8((channels & 3) << 6 | size >> 11), UInt8(size >> 3 & 0xFF), UInt8((size & 7) << 5 | 0x1F), 0xFC,
        ]
    }

    /// The configuration in the magic cookie, or plain AAC-LC where none is set.
    ///
    /// - Throws: `unsupportedDataFormat` for a configuration that the few bits of the header cannot express.
    private static func config(of file: FileDescription) throws(AudioError) -> AudioSpecificConfig {
        let cookie = file.magicCookie
        let config =
            cookie.isEmpty
            ? AudioSpecificConfig.lowComplexity(sampleRate: file.format.sampleRate, channels: file.format.channels)
            : try? AudioSpecificConfig(magicCookie: cookie)
        guard let config, (1...4).contains(config.objectType), (1...7).contains(config.channelConfiguration),
            !config.hasShortFrames, AudioSpecificConfig.rates.contains(config.coreSampleRate)
        else { throw .unsupportedDataFormat.because("ADTS has no header for this AAC") }
        return config
    }

    struct Header: FrameHeader {
        static let firstByte: UInt8 = 0xFF

        static func lookahead(_ bytes: UnsafeBufferPointer<UInt8>, freeSize: Int) -> Int { 7 }

        let profile: Int
        let rateIndex: Int
        let channelConfig: Int
        let hasCRC: Bool
        let size: Int
        /// Raw data blocks in the frame, 1 to 4.
        fileprivate(set) var blockCount: Int

        init?(_ bytes: UnsafeBufferPointer<UInt8>, freeSize: Int) {
            guard bytes.count >= 7, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return nil }
            hasCRC = bytes[1] & 1 == 0
            profile = Int(bytes[2] >> 6)
            rateIndex = Int(bytes[2] >> 2 & 0xF)
            channelConfig = Int(bytes[2] & 1) << 2 | Int(bytes[3] >> 6)
            size = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
            blockCount = Int(bytes[6] & 3) + 1
            guard rateIndex < AudioSpecificConfig.rates.count, size > headSize else { return nil }
        }

        /// Bytes before the first raw data block: the header, where each of several blocks begins, the CRC.
        var headSize: Int { 7 + (hasCRC ? blockCount * 2 : 0) }

        func agrees(with other: Header) -> Bool {
            profile == other.profile && rateIndex == other.rateIndex && channelConfig == other.channelConfig
        }

        struct Block {
            /// Bytes before it since the block before, its own, those of its CRC, and how many blocks it really is.
            var header: Int
            var size: Int
            var footer = 0
            var count = 1
        }

        /// The blocks of the frame `bytes` holds.
        func blocks(_ bytes: UnsafeBufferPointer<UInt8>) -> [Block] {
            let whole = [Block(header: headSize, size: size - headSize, count: blockCount)]
            guard blockCount > 1, hasCRC else { return whole }
            // Positions count from the first block; each block is followed by a CRC of two bytes.
            var starts = [0] + (0..<blockCount - 1).map { Int(bytes[7 + 2 * $0]) << 8 | Int(bytes[8 + 2 * $0]) }
            starts.append(size - headSize)
            guard zip(starts, starts.dropFirst()).allSatisfy({ $1 - $0 > 2 }) else { return whole }
            return (0..<blockCount).map {
                Block(header: $0 == 0 ? headSize : 0, size: starts[$0 + 1] - starts[$0] - 2, footer: 2)
            }
        }
    }

    /// What all frames have in common.
    struct Config {
        var sampleRate: Double
        var channels: Int
        var layout: ChannelLayout?
        var cookie: [UInt8]

        /// Bytes a decoder must be able to hold for two channels.
        private static let decoderBuffer: UInt32 = 6144

        var format: StreamFormat { StreamFormat(sampleRate: sampleRate, formatID: .aac, channels: channels) }

        func describe(_ file: inout FileDescription, _ tags: StreamTags) {
            file.magicCookie = cookie
            file.layout = layout
            file.take(tags)
            file.alignsAudioData = false
        }

        init(_ header: Header, _ frame: UnsafeBufferPointer<UInt8>) throws(AudioError) {
            var config = AudioSpecificConfig(
                objectType: header.profile + 1, sampleRate: AudioSpecificConfig.rates[header.rateIndex],
                channelConfiguration: header.channelConfig)
            if header.channelConfig == 0 {
                guard let program = try? AudioProgramConfig(rawDataBlock: Array(frame[header.headSize...])),
                    program.channels > 0
                else { throw .unsupportedDataFormat.because("the first frame states no channels") }
                config.program = program
            }
            sampleRate = Double(config.sampleRate)
            channels = config.channels
            layout = header.channelConfig == 0 ? nil : config.layout
            var descriptor = ESDescriptor(specificInfo: config.bytes)
            descriptor.bufferSize = Self.decoderBuffer
            cookie = descriptor.bytes
        }
    }
}
