import AudioCore

/// How much of a stream of AAC with spectral band replication a packet leans on.
///
/// The replicator needs a header, which only some packets contain, usually two a second. Energies and noise levels may be
/// coded as differences from the packet before, sines and smoothing continue from packet to packet, and the noise comes
/// from a table whose read position runs through the stream. So a stream is cut into segments as plain AAC is: a new decoder
/// that has read a header and some packets more soon has the same state as the old one, except the position in the table.
struct ReplicationMemory: Sendable {
    let config: AudioSpecificConfig
    /// Whether the header of parametric stereo must be there as well.
    let needsStereo: Bool

    /// Packets of a segment, after which a new decoder takes over: 12 seconds at 44.1 kHz.
    static let segmentPackets = 256
    /// The most packets before a segment in which a header is looked for: 4 seconds at 48 kHz.
    static let mostPackets = 96
    /// Packets from one with a header to the segment. After eight, differences were below 16 bits.
    private static let settlingPackets = 10

    /// The last packets of `run` to decode before the one behind it; nil where no header is among those looked at. Then all
    /// that comes before counts.
    func packets(of run: PacketRun) -> Int? {
        let most = min(run.count, Self.mostPackets)
        guard most >= Self.settlingPackets else { return nil }
        return (Self.settlingPackets...most).first { hasHeader(run[run.count - $0]) }
    }

    private func hasHeader(_ packet: ArraySlice<UInt8>) -> Bool {
        packet.withUnsafeBytes { bytes in
            guard case .some(.some(let place)) = AACBlock.replication(in: bytes, config) else { return false }
            var payload = ReplicationPayload(bytes, place, sampleRate: config.coreSampleRate * 2)
            return payload.hasHeader(withStereo: needsStereo)
        }
    }
}
