import AudioCore

/// AC-3 and Enhanced AC-3, frame after frame.
///
/// After ETSI TS 102 366 (ATSC A/52). A packet of AC-3 is one synchronisation frame. One of Enhanced AC-3 is a frame of the
/// first independent substream together with all frames up to the next one: further programs, and dependent substreams
/// with more channels. There is no packet table: the format tells no priming.
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

    package static func claims(_ head: [UInt8]) -> Bool { FrameScanner<Header>.claims(head) }

    package static let annotations = FileAnnotations.stream

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        let tags = try StreamTags(source)
        var scanner = FrameScanner<Header>(source, from: tags.start, to: tags.end)
        guard let (first, start) = try scanner.next() else { throw .invalidFile.because("there are no AC-3 frames") }
        var index = FrameIndexBuilder(frames: first.frames)
        var places = first.places
        var packet = (offset: start, size: first.size, frames: first.frames)
        while let (header, offset) = try scanner.next() {
            if !header.beginsPacket, offset == packet.offset + Int64(packet.size) {
                packet.size += header.size
                if index.packets.count == 0, header.stream == .dependent { places |= header.places }
                guard packet.size <= maximumPacket else { throw .invalidFile.because("a packet has too many frames") }
            } else if header.beginsPacket {
                try index.add(at: packet.offset, size: packet.size, frames: packet.frames)
                packet = (offset, header.size, header.frames)
            }
        }
        try index.add(at: packet.offset, size: packet.size, frames: packet.frames)
        let format = StreamFormat(
            sampleRate: first.sampleRate, formatID: first.isEnhanced ? "ec-3" : "ac-3",
            channels: Places.channels(places, isDualMono: first.mode == 0))
        var file = try index.description(first.isEnhanced ? "ec-3" : "ac-3", format)
        file.layout = Places.layout(places, isDualMono: first.mode == 0)
        file.take(tags)
        return file
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
        guard let header = Header(packet.bindMemory(to: UInt8.self), freeSize: -1),
            header.isEnhanced == (file.format.formatID == "ec-3"), header.beginsPacket
        else { throw .unsupportedDataFormat.because("the packet is not of '\(file.format.formatID)'") }
        return []
    }

    /// Eight independent substreams with eight dependent ones each, of the largest frames.
    private static let maximumPacket = 72 * 4096

    struct Header: FrameHeader {
        static let firstByte: UInt8 = 0x0B

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

        var beginsPacket: Bool { !isEnhanced || stream == .independent && substream == 0 }

        func agrees(with other: Header) -> Bool {
            isEnhanced == other.isEnhanced && sampleRate == other.sampleRate
                && (isEnhanced || mode == other.mode && places == other.places)
        }
    }

    /// Loudspeakers as bits of a channel map, the first place highest; some stand for a pair.
    private enum Places {
        private static let left: UInt16 = 0x8000
        private static let centre: UInt16 = 0x4000
        private static let right: UInt16 = 0x2000
        private static let leftSurround: UInt16 = 0x1000
        private static let rightSurround: UInt16 = 0x0800
        private static let rearCentre: UInt16 = 0x0100
        private static let lowFrequency: UInt16 = 0x0001
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
