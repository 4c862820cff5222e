import AudioCore

extension MPEGAudioHeader {
    /// Nil where a packet does not begin with a header.
    init?(_ packet: UnsafeRawBufferPointer) {
        guard packet.count >= 4 else { return nil }
        self.init(packet[0], packet[1], packet[2], packet[3])
    }

    /// The most bytes before the frame in which its own may begin.
    var reservoir: Int { isLow ? MPEGAudioMemory.lowReservoir : MPEGAudioMemory.reservoir }

    /// A frame of silence, without anything of its own in layer III's reservoir but zeros; nil for a rate that no frame has.
    static func silence(layer: Int, sampleRate: Int, channels: Int) -> [UInt8]? {
        // A bit rate at which there is room for the allocation, or the side information, of two channels.
        guard let middle = Self.bytes(layer: layer, sampleRate: sampleRate, bitRateIndex: layer == 3 ? 1 : 4) else {
            return nil
        }
        let head: [UInt8] = [0xFF, middle.second, middle.third, channels == 1 ? 0xC0 : 0]
        guard let size = MPEGAudioHeader(head[0], head[1], head[2], head[3])?.size else { return nil }
        return head + [UInt8](repeating: 0, count: size - 4)
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

    init(_ bytes: UnsafeRawBufferPointer, of frame: MPEGAudioHeader) {
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
