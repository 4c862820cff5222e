import AudioCore

/// How much of a stream of MPEG audio a packet leans on.
enum MPEGAudioMemory {
    /// The most bytes before a frame in which its own may begin.
    static let reservoir = 511
    static let lowReservoir = 255

    /// The last packets of `run` that must be decoded for the packet behind it to come out exactly.
    ///
    /// The filter banks remember the last 512 frames of a channel at the lower layers, a granule at layer III. There a
    /// frame before whose end the sound overlaps needs its own main data, which may begin in frames before it.
    static func packets(of run: PacketRun, layer: Int) -> Int {
        guard layer == 3 else { return 2 }
        guard run.count > 0 else { return 4 }
        var needed = 0
        var bytes = 0
        var limit = reservoir
        var overlapping = 1
        for index in (0..<run.count).reversed() {
            needed += 1
            let packet = run[index]
            guard packet.count >= 4 else { continue }
            let start = packet.startIndex
            let isLow = packet[start + 1] & 8 == 0
            (limit, overlapping) = isLow ? (lowReservoir, 2) : (reservoir, 1)
            guard needed > overlapping else { continue }
            let isMono = packet[start + 3] >> 6 == 3
            let sideInfo = isLow ? (isMono ? 9 : 17) : (isMono ? 17 : 32)
            let checksum = packet[start + 1] & 1 == 0 ? 2 : 0
            bytes += max(0, packet.count - 4 - checksum - sideInfo)
            if bytes >= limit { break }
        }
        return needed
    }
}
