import AudioCore

/// How much of a stream of MPEG audio a packet leans on.
enum MPEGAudioMemory {
    /// The most bytes before a frame in which its own may begin.
    static let reservoir = 511
    static let lowReservoir = 255

    /// Short blocks follow each other in fewer frames than these. Behind more of one channel than these the decoder starts over.
    private static let mostExactFrames = 16

    /// The last packets of `run` that must be decoded for the packet after it to come out exactly.
    ///
    /// The filter banks remember the last 512 frames of a channel at the lower layers, a granule at layer III. There a
    /// frame before whose end the sound overlaps needs its own main data, which may begin in frames before it.
    ///
    /// In a damaged granule of short blocks libmpg123 lets through what it read of the granule before: so the first frame
    /// that is to come out exactly begins in long blocks. Where a frame has one channel only, the other continues later from the
    /// frame before.
    /// - Parameters:
    ///   - sampleRate: that of the stream, or 0 where it is not known. A decoder refuses frames of another one.
    ///   - channels: those of the stream. A decoder refuses frames of more.
    static func packets(of run: PacketRun, layer: Int, sampleRate: Int, channels: Int) -> Int {
        guard layer == 3 else { return 2 }
        guard run.count > 0 else { return 4 }
        var needed = 0
        var exact = 0
        var complete = 0
        var areExact = true
        var bytes = 0
        for index in (0..<run.count).reversed() {
            needed += 1
            let packet = Packet(run[index], sampleRate: sampleRate, channels: channels)
            if areExact {
                exact += 1
                if packet?.frame.channels ?? channels == channels { complete += 1 }
                let areEnough = complete >= (packet?.frame.isLow ?? true ? 2 : 1)
                let beginsInShortBlocks = packet?.beginsInShortBlocks ?? false
                areExact = (!areEnough || beginsInShortBlocks) && exact < mostExactFrames
            } else if let packet {
                bytes += packet.mainSize
                if bytes >= packet.frame.reservoir { break }
            }
        }
        return needed
    }

    /// What counts of a packet that is a frame of layer III.
    private struct Packet {
        let frame: MPEGAudioHeader
        /// Bytes behind the side information.
        let mainSize: Int
        let beginsInShortBlocks: Bool

        init?(_ packet: ArraySlice<UInt8>, sampleRate: Int, channels: Int) {
            let found = packet.withUnsafeBytes { bytes -> Packet? in
                guard let frame = MPEGAudioHeader(bytes), frame.layer == 3, frame.channels <= channels,
                    sampleRate == 0 || frame.sampleRate == sampleRate
                else { return nil }
                let size = frame.size ?? bytes.count
                let start = frame.headSize + frame.sideInfoSize
                guard min(size, bytes.count) >= start else { return nil }
                let sideInfo = UnsafeRawBufferPointer(rebasing: bytes[frame.headSize..<start])
                return Packet(
                    frame: frame, mainSize: size - start,
                    beginsInShortBlocks: MPEGSideInfo(sideInfo, of: frame).beginsInShortBlocks)
            }
            guard let found else { return nil }
            self = found
        }

        private init(frame: MPEGAudioHeader, mainSize: Int, beginsInShortBlocks: Bool) {
            self.frame = frame
            self.mainSize = mainSize
            self.beginsInShortBlocks = beginsInShortBlocks
        }
    }
}
