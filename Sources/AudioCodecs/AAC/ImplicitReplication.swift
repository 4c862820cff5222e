import AudioCore

/// What AAC packets contain beyond their configuration: spectral band replication, in ADTS and in some MPEG-4 files,
/// and parametric stereo, which the older way to signal replication cannot express.
///
/// Both are read from the bit stream, without a library. Parsed from untrusted bytes.
package enum ImplicitReplication {
    /// The highest sample rate at which encoders use replication and decoders look for it.
    private static let highestCoreRate = 24_000
    /// More than one, because the first packet may contain none.
    private static let packetsForReplication = 3
    /// Six seconds at 44.1 kHz: encoders leave parametric stereo out as long as the sound is silence, or is mono.
    private static let packetsForStereo = 128

    /// How many first packets are looked at.
    package static func packetsToLookAt(_ config: AudioSpecificConfig) -> Int {
        config.hasReplication ? packetsForStereo : packetsForReplication
    }

    /// Whether a stream of this configuration may contain replication, or parametric stereo, that the configuration
    /// does not signal.
    ///
    /// False with 960 frames per packet: the decoder supports neither there.
    package static func isPossible(_ config: AudioSpecificConfig) -> Bool {
        guard config.objectType == AudioSpecificConfig.lowComplexity, !config.hasShortFrames else { return false }
        return config.hasReplication
            ? mayHaveStereo(config)
            : config.signalling == .none && config.coreSampleRate <= highestCoreRate
                && (1...2).contains(config.coreChannels)
    }

    private static func mayHaveStereo(_ config: AudioSpecificConfig) -> Bool {
        !config.signalsParametricStereo && config.coreChannels == 1 && config.sampleRate == config.coreSampleRate * 2
    }

    /// The configuration, completed by what the stream's first packets contain; nil if they add nothing.
    ///
    /// A mono stream whose replication is not signalled counts as parametric stereo, as in libavcodec: the stereo may
    /// begin later. If replication is signalled, the packets must contain parametric stereo.
    package static func found(in packets: [[UInt8]], _ config: AudioSpecificConfig) -> AudioSpecificConfig? {
        guard isPossible(config) else { return nil }
        let first = packets.prefix(packetsToLookAt(config))
        let isFound = config.hasReplication ? hasStereo(first, config) : hasReplication(first, config)
        guard isFound else { return nil }
        var completed = config
        if !config.hasReplication { completed.signalling = .compatible }
        completed.sampleRate = config.coreSampleRate * 2
        completed.hasParametricStereo = config.coreChannels == 1
        completed.signalsParametricStereo = true
        return completed
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
