import AudioCore

/// How much of a stream of AAC with spectral band replication a packet leans on.
///
/// The replicator needs a header, which only some packets contain, usually two a second. Energies and noise levels may be
/// coded as differences from the packet before; sines and smoothing continue from packet to packet. All of that a new decoder
/// has after some packets. The noise comes from a table, though, whose read position runs through the stream with each time
/// slot, and the phase of sines does so too: both are where they were after 16 packets.
///
/// So a stream is cut into segments as plain AAC is, and a new decoder begins with a packet that has a header and whose time
/// slots are those of one packet. It is given this packet so many times more that its positions become those of a decoder that
/// has decoded the stream from the start. After 16 packets, at most, they have the same state, to the bit. This holds for streams
/// with a header in their first packet that does not change; others differ in the noise of the high band alone.
///
/// It does not hold for noise that the core substitutes. libavcodec draws its random numbers from one sequence, which advances
/// with each spectral line of such noise since the decoder was opened: only who decodes all earlier packets knows the position,
/// and no call sets it. In each segment after the first, bands of substituted noise therefore have other noise of the same power
/// than one decoder for the whole stream would give. As it goes by the place in the stream, a seek gives the samples that reading
/// from the start gives.
struct ReplicationMemory: Sendable {
    let config: AudioSpecificConfig
    /// Whether the header of parametric stereo must be there as well.
    let needsStereo: Bool

    /// Packets of a segment, after which a new decoder takes over: 12 seconds at 44.1 kHz.
    static let segmentPackets = 16 * packetsPerCycle
    /// The most packets before a segment in which a header is looked for: 4 seconds at 48 kHz.
    static let mostPackets = 96
    /// Packets from one with a header to the segment.
    private static let settlingPackets = 16
    /// Packets after which the positions are the same again.
    private static let packetsPerCycle = 16

    /// The last packets of `run` to decode before the one behind it; nil where no header is among those looked at. Then all
    /// that comes before counts.
    func packets(of run: PacketRun) -> Int? {
        let most = min(run.count, Self.mostPackets)
        guard most >= Self.settlingPackets else { return nil }
        return (Self.settlingPackets...most).first { isStart(run[run.count - $0]) }
    }

    /// How many times more a decoder is given the first of the packets that it decodes before a segment.
    static func repeats(before lead: Int) -> Int {
        lead == 0 ? 0 : (packetsPerCycle - lead % packetsPerCycle) % packetsPerCycle
    }

    /// Whether a new decoder can begin with a packet.
    private func isStart(_ packet: ArraySlice<UInt8>) -> Bool {
        packet.withUnsafeBytes { bytes in
            let places = AACBlock.replications(in: bytes, config)
            func payload(_ place: AACBlock.Replication) -> ReplicationPayload {
                ReplicationPayload(bytes, place, sampleRate: config.coreSampleRate * 2)
            }
            guard let first = places.first else { return false }
            var stereo = payload(first)
            if needsStereo, !stereo.hasHeader(withStereo: true) { return false }
            return places.allSatisfy { place in
                var payload = payload(place)
                return payload.isSelfContained(isMono: place.isMono)
            }
        }
    }
}
