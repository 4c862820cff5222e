import AudioCore

/// Skips the replication of one channel (ISO/IEC 14496-3, 4.4.2.8) to see whether parametric stereo follows it.
struct ReplicationPayload {
    private var bits: BitReader
    private let end: Int
    private let sampleRate: Int

    /// - Parameters:
    ///   - packet: the packet in which `place` was found.
    ///   - sampleRate: with replication.
    init(_ packet: UnsafeRawBufferPointer, _ place: AACBlock.Replication, sampleRate: Int) {
        bits = BitReader(packet)
        bits.position = place.start + (place.hasChecksum ? 10 : 0)
        end = place.end
        self.sampleRate = sampleRate
    }

    /// Bits that have not been read yet.
    var bitsLeft: Int { end - bits.position }

    /// Whether there is parametric stereo.
    ///
    /// - Parameter header: the last one in the packets before; after the call, the last one including this packet.
    mutating func hasParametricStereo(_ header: inout ReplicationHeader?) -> Bool {
        if bits.readFlag() { header = ReplicationHeader(&bits) }
        guard let header, let bands = header.bands(sampleRate: sampleRate) else { return false }
        // Reserved bits.
        if bits.readFlag() { bits.position += 4 }
        guard let grid = Grid(&bits) else { return false }
        passEnvelopes(grid, bands, isCoarse: header.isCoarse && !grid.isWholeFrame)
        if bits.readFlag() { bits.position += bands.high }
        return bitsLeft > 0 && hasStereoExtension()
    }

    /// Whether a channel's packet has a header of its own and, if wanted, one of parametric stereo.
    mutating func hasHeader(withStereo: Bool) -> Bool {
        var header: ReplicationHeader?
        let hasStereo = hasParametricStereo(&header)
        // Parametric stereo begins with whether its header follows.
        return header != nil && (!withStereo || hasStereo && bits.readFlag())
    }

    /// Whether the packet has a header of its own, and its envelopes begin and end where the packet does.
    ///
    /// - Parameter isMono: whether the replication is that of one channel, not of a pair.
    mutating func isSelfContained(isMono: Bool) -> Bool {
        guard bits.readFlag() else { return false }
        _ = ReplicationHeader(&bits)
        if bits.readFlag() { bits.position += isMono ? 4 : 8 }
        // Channels that are coupled share a grid.
        let isCoupled = isMono || bits.readFlag()
        for _ in 0..<(isCoupled ? 1 : 2) {
            guard let grid = Grid(&bits), !grid.hasOverhang else { return false }
        }
        return bitsLeft > 0
    }

    /// sbr_grid of one channel: how many envelopes, and of what resolution.
    private struct Grid {
        /// Whether each envelope has the high resolution.
        var resolutions: [Bool] = []
        /// One envelope for all of the frame has fine steps.
        var isWholeFrame = false
        /// Whether the first envelope begins, or the last one ends, after the packet's border.
        var hasOverhang = false

        init?(_ bits: inout BitReader) {
            func number(_ count: Int) -> Int { Int(bits.read(count)) }
            let frameClass = number(2)
            if frameClass == 0 {
                let count = 1 << number(2)
                guard count <= 4 else { return nil }
                isWholeFrame = count == 1
                resolutions = Array(repeating: bits.readFlag(), count: count)
                return
            }
            // Borders that vary at the end, at the start, or at both.
            let varies = frameClass == 3 ? 2 : 1
            for _ in 0..<varies where number(2) != 0 { hasOverhang = true }
            var borders = 0
            for _ in 0..<varies { borders += number(2) }
            let count = borders + 1
            guard count <= 5 else { return nil }
            bits.position += 2 * borders
            bits.position += Int.bitWidth - count.leadingZeroBitCount
            for _ in 0..<count { resolutions.append(bits.readFlag()) }
            if frameClass == 1 { resolutions.reverse() }
        }
    }

    /// sbr_dtdf, sbr_invf, sbr_envelope and sbr_noise.
    private mutating func passEnvelopes(_ grid: Grid, _ bands: ReplicationHeader.Bands, isCoarse: Bool) {
        let noises = grid.resolutions.count > 1 ? 2 : 1
        let areInTime = grid.resolutions.map { _ in bits.readFlag() }
        let noisesInTime = (0..<noises).map { _ in bits.readFlag() }
        bits.position += bands.noise * 2
        let inTime = isCoarse ? AACCodes.coarseEnvelopeInTime : AACCodes.fineEnvelopeInTime
        let inFrequency = isCoarse ? AACCodes.coarseEnvelopeInFrequency : AACCodes.fineEnvelopeInFrequency
        for (isInTime, isHigh) in zip(areInTime, grid.resolutions) {
            let count = isHigh ? bands.high : bands.low
            pass(count, isInTime, startBits: isCoarse ? 6 : 7, inTime, inFrequency)
        }
        for isInTime in noisesInTime {
            pass(bands.noise, isInTime, startBits: 5, AACCodes.noiseInTime, AACCodes.coarseEnvelopeInFrequency)
        }
    }

    private mutating func pass(
        _ count: Int, _ isInTime: Bool, startBits: Int, _ inTime: PrefixCode, _ inFrequency: PrefixCode
    ) {
        if isInTime {
            for _ in 0..<count { _ = inTime.pass(&bits) }
        } else {
            bits.position += startBits
            for _ in 1..<count { _ = inFrequency.pass(&bits) }
        }
    }

    /// Whether there is an extension for parametric stereo, the only kind that is defined.
    private mutating func hasStereoExtension() -> Bool {
        guard bits.readFlag() else { return false }
        var size = Int(bits.read(4))
        if size == 15 { size += Int(bits.read(8)) }
        guard size > 0, size * 8 <= bitsLeft else { return false }
        return bits.read(2) == 2
    }
}
