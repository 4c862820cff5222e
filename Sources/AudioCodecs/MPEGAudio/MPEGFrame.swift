import AudioCore

/// What the header of a packet of MPEG audio states, after ISO/IEC 11172-3 and 13818-3.
struct MPEGFrame {
    let layer: Int
    /// Whether it is of MPEG-2 or 2.5, which have the lower sample rates.
    let isLow: Bool
    let sampleRate: Int
    let channels: Int
    /// Bytes of the whole frame; nil for free format, in which only the packet has a size.
    let size: Int?
    let hasPadding: Bool
    /// Bytes before the side information: the header, and the check sum where there is one.
    let headSize: Int

    private static let rates = [44_100, 48_000, 32_000]
    /// In kbit/s by index: MPEG-1 layers I, II, III, then layer I of the lower rates, then their layers II and III.
    private static let bitRates = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// Nil where the bytes do not begin with a header.
    init?(_ packet: UnsafeRawBufferPointer) {
        guard packet.count >= 4, packet[0] == 0xFF, packet[1] & 0xE0 == 0xE0 else { return nil }
        let (version, bitRateIndex) = (packet[1] >> 3 & 3, Int(packet[2] >> 4))
        let (layer, rateIndex) = (4 - Int(packet[1] >> 1 & 3), Int(packet[2] >> 2 & 3))
        guard version != 1, layer < 4, rateIndex < 3, bitRateIndex < 15 else { return nil }
        self.layer = layer
        isLow = version != 3
        sampleRate = Self.rates[rateIndex] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        channels = packet[3] >> 6 == 3 ? 1 : 2
        hasPadding = packet[2] & 2 != 0
        headSize = packet[1] & 1 == 0 ? 6 : 4
        guard bitRateIndex > 0 else {
            size = nil
            return
        }
        let bitRate = Self.bitRates[!isLow ? layer - 1 : layer == 1 ? 3 : 4][bitRateIndex] * 1000
        let slots = (layer == 1 ? 12 : layer == 3 && isLow ? 72 : 144) * bitRate / sampleRate + (hasPadding ? 1 : 0)
        size = layer == 1 ? slots * 4 : slots
    }

    /// The sound of a frame.
    var frames: Int { layer == 1 ? 384 : layer == 3 && isLow ? 576 : 1152 }

    /// Bytes of layer III's side information; 0 in the other layers.
    var sideInfoSize: Int { layer < 3 ? 0 : isLow ? (channels == 1 ? 9 : 17) : (channels == 1 ? 17 : 32) }

    /// The most bytes before the frame in which its own may begin.
    var reservoir: Int { isLow ? MPEGAudioMemory.lowReservoir : MPEGAudioMemory.reservoir }

    /// A frame of silence, without anything of its own in layer III's reservoir but zeros; nil for a rate that no frame has.
    static func silence(layer: Int, sampleRate: Int, channels: Int) -> [UInt8]? {
        let versions: [(number: UInt8, shift: Int)] = [(3, 0), (2, 1), (0, 2)]
        for (version, shift) in versions {
            guard let rateIndex = rates.firstIndex(where: { $0 >> shift == sampleRate }) else { continue }
            // A bit rate at which there is room for the allocation, or the side information, of two channels.
            let bitRateIndex: UInt8 = layer == 3 ? 1 : 4
            let header: [UInt8] = [
                0xFF, 0xE1 | version << 3 | UInt8(4 - layer) << 1, bitRateIndex << 4 | UInt8(rateIndex) << 2,
                channels == 1 ? 0xC0 : 0,
            ]
            guard let size = header.withUnsafeBytes({ MPEGFrame($0)?.size }) else { return nil }
            return header + [UInt8](repeating: 0, count: size - 4)
        }
        return nil
    }
}

/// What a decoder has to know of layer III's side information before the frame is decoded.
struct MPEGSideInfo {
    /// Bytes before the frame in which its main data begins.
    let mainDataBegin: Int
    /// Bits of all its main data.
    private(set) var mainBits = 0
    /// Whether its first granule has short blocks, and its last one.
    private(set) var beginsInShortBlocks = false
    private(set) var endsInShortBlocks = false
    /// Whether it has short blocks with long ones below them.
    private(set) var hasMixedBlocks = false
    /// Whether each window is one that there is.
    private(set) var isValid = true

    init(_ bytes: UnsafeRawBufferPointer, of frame: MPEGFrame) {
        var bits = BitReader(bytes)
        mainDataBegin = Int(bits.read(frame.isLow ? 8 : 9))
        // Private bits, and which scale factors are those of the granule before.
        bits.position += frame.isLow ? frame.channels : frame.channels == 1 ? 5 + 4 : 3 + 8
        for granule in 0..<(frame.isLow ? 1 : 2) {
            endsInShortBlocks = false
            for _ in 0..<frame.channels {
                mainBits += Int(bits.read(12))
                // How many values are in pairs, the gain, how scale factors are stored.
                bits.position += 9 + 8 + (frame.isLow ? 9 : 4)
                let hasWindow = bits.readFlag()
                let kind = bits.read(2)
                let isMixed = bits.readFlag()
                bits.position += 19 + (frame.isLow ? 2 : 3)
                if hasWindow, kind == 0 { isValid = false }
                guard hasWindow, kind == 2 else { continue }
                endsInShortBlocks = true
                if granule == 0 { beginsInShortBlocks = true }
                if isMixed { hasMixedBlocks = true }
            }
        }
    }
}
