import AudioCore
import CFFmpeg

/// Spectral band replication that only the packets tell of, as all of ADTS and some MPEG-4 files have it.
package enum ImplicitReplication {
    /// Above it, encoders do not use it, and decoders do not look for it.
    private static let highestCoreRate = 24_000
    /// A first packet may be without it.
    package static let packetsToLookAt = 3

    /// Whether a stream of this configuration may have replication that it does not tell of.
    package static func isPossible(_ config: AudioSpecificConfig) -> Bool {
        config.objectType == AudioSpecificConfig.lowComplexity && config.signalling == .none
            && config.coreSampleRate <= highestCoreRate && (1...2).contains(config.coreChannels)
    }

    /// The configuration with what the stream's first packets have beyond it; nil where they have nothing, or where
    /// libavcodec is not there to look. One channel with replication counts as parametric stereo, which may begin later.
    package static func found(in packets: [[UInt8]], _ config: AudioSpecificConfig) -> AudioSpecificConfig? {
        guard isPossible(config), !packets.isEmpty, FFmpegLibrary.isAvailable else { return nil }
        let ffmpeg = FFmpegConfig(name: "aac", sampleRate: config.coreSampleRate, configuration: config.bytes)
        for packet in packets.prefix(packetsToLookAt) {
            guard let sound = firstSound(of: packet, ffmpeg), sound.sampleRate == config.coreSampleRate * 2 else {
                continue
            }
            var told = config
            told.signalling = .compatible
            told.sampleRate = sound.sampleRate
            told.hasParametricStereo = config.coreChannels == 1 && sound.channels == 2
            return told
        }
        return nil
    }

    /// Each packet is looked at as a stream's first: later ones the library does not believe.
    private static func firstSound(
        of packet: [UInt8], _ config: FFmpegConfig
    ) -> (sampleRate: Int, channels: Int)? {
        guard !packet.isEmpty, let decoder = config.withC({ FFDecoderOpen($0) }) else { return nil }
        defer { FFDecoderClose(decoder) }
        var frame = FFFrame()
        guard FFDecoderSend(decoder, packet, packet.count) == 0, FFDecoderReceive(decoder, &frame) > 0 else {
            return nil
        }
        return (Int(frame.sampleRate), Int(frame.channels))
    }
}
