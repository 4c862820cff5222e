import AudioCore

/// What AAC's packets have beyond what their configuration tells: spectral band replication, as all of ADTS and some MPEG-4
/// files have it, and parametric stereo, for which the older way to tell of replication has no word.
///
/// Both are read from the bit stream, without a library. Parsed from untrusted bytes.
package enum ImplicitReplication {
    /// Above it, encoders do not use it, and decoders do not look for it.
    private static let highestCoreRate = 24_000
    /// A first packet may be without it.
    package static let packetsToLookAt = 3

    /// Whether a stream of this configuration may have replication, or parametric stereo, that it does not tell of.
    ///
    /// Not with 960 frames a packet: there the decoder knows of none.
    package static func isPossible(_ config: AudioSpecificConfig) -> Bool {
        guard config.objectType == AudioSpecificConfig.lowComplexity, !config.hasShortFrames else { return false }
        return config.hasReplication
            ? mayHaveStereo(config)
            : config.signalling == .none && config.coreSampleRate <= highestCoreRate
                && (1...2).contains(config.coreChannels)
    }

    private static func mayHaveStereo(_ config: AudioSpecificConfig) -> Bool {
        !config.tellsParametricStereo && config.coreChannels == 1 && config.sampleRate == config.coreSampleRate * 2
    }

    /// The configuration with what the stream's first packets have beyond it; nil where they have nothing.
    ///
    /// One channel whose replication was not told counts as parametric stereo, which may begin later, as libavcodec has it;
    /// where replication was told, parametric stereo must stand in the packets.
    package static func found(in packets: [[UInt8]], _ config: AudioSpecificConfig) -> AudioSpecificConfig? {
        guard isPossible(config) else { return nil }
        let first = packets.prefix(packetsToLookAt)
        let isFound = config.hasReplication ? hasStereo(first, config) : hasReplication(first, config)
        guard isFound else { return nil }
        var told = config
        if !config.hasReplication { told.signalling = .compatible }
        told.sampleRate = config.coreSampleRate * 2
        told.hasParametricStereo = config.coreChannels == 1
        told.tellsParametricStereo = true
        return told
    }

    private static func hasReplication(_ packets: ArraySlice<[UInt8]>, _ config: AudioSpecificConfig) -> Bool {
        packets.contains { packet in
            packet.withUnsafeBytes { AACBlock.replication(in: $0, config)?.map { _ in true } ?? false }
        }
    }

    private static func hasStereo(_ packets: ArraySlice<[UInt8]>, _ config: AudioSpecificConfig) -> Bool {
        var header: ReplicationHeader?
        return packets.contains { packet in
            packet.withUnsafeBytes { bytes in
                guard case .some(.some(let place)) = AACBlock.replication(in: bytes, config), place.isMono else {
                    return false
                }
                var payload = ReplicationPayload(bytes, place, sampleRate: config.sampleRate)
                return payload.hasParametricStereo(&header)
            }
        }
    }
}
