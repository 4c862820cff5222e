import AudioCore
import CFFmpeg

/// A packet of AAC-LC that is noise and nothing else: one band of noise substitution in each channel.
struct FFmpegNoise: Sendable {
    let packet: [UInt8]

    /// Source: ISO/IEC 14496-3, 4.4.2: a single or a pair of channels, long windows.
    /// - Returns: nil for other than one and two channels.
    init?(channels: Int) {
        guard channels == 1 || channels == 2 else { return nil }
        packet = [UInt8](unsafeUninitializedCapacity: 64) { bytes, count in
            var writer = BitWriter(UnsafeMutableRawPointer(bytes.baseAddress!))
            writer.write(UInt64(channels - 1), 3)
            // Its number; for a pair, that the channels have windows of their own.
            writer.write(0, channels == 1 ? 4 : 5)
            for _ in 0..<channels { Self.writeChannel(&writer) }
            writer.write(Self.end, 3)
            count = writer.byteCount
        }
    }

    private static let end: UInt64 = 7
    private static let noiseBook: UInt64 = 13
    /// Loud enough to be told from silence: what of it and of the bias below goes to the noise is well above zero.
    private static let gain: UInt64 = 150
    private static let energyBias: UInt64 = 256

    private static func writeChannel(_ writer: inout BitWriter) {
        writer.write(gain, 8)
        // Long windows of the sine's shape, one band, no prediction.
        writer.write(0, 4)
        writer.write(1, 6)
        writer.write(0, 1)
        // A section of one band.
        writer.write(noiseBook, 4)
        writer.write(1, 5)
        writer.write(energyBias, 9)
        // Neither pulses nor noise shaping nor gain control.
        writer.write(0, 3)
    }
}

/// Tells whether a decoder has drawn from the noise that libavcodec keeps for noise substitution.
///
/// That noise runs through the whole stream. A twin of the decoder gets packets of noise, and so does the decoder behind
/// the packets in question; as long as the two make the same of them, none of those packets had noise. The decoder must be
/// as new when it is first vouched for, but for the packets in question.
final class FFmpegNoiseWitness {
    private let twin: OpaquePointer
    private let noise: FFmpegNoise

    /// - Returns: nil where the library gives no second decoder.
    init?(_ config: FFmpegConfig, _ noise: FFmpegNoise) {
        guard let twin = config.withC({ FFDecoderOpen($0) }) else { return nil }
        self.twin = twin
        self.noise = noise
    }

    deinit { FFDecoderClose(twin) }

    /// Whether the decoder has drawn only what it was made to draw here. It must be flushed before it goes on.
    func vouches(for decoder: OpaquePointer) -> Bool {
        guard let drawn = draw(from: decoder), let expected = draw(from: twin), drawn.frames == expected.frames,
            drawn.channels == expected.channels, let planes = drawn.planes, let others = expected.planes
        else { return false }
        let count = Int(drawn.frames)
        for channel in 0..<Int(drawn.channels) {
            let samples = UnsafeRawPointer(planes[channel]).assumingMemoryBound(to: UInt32.self)
            let wanted = UnsafeRawPointer(others[channel]).assumingMemoryBound(to: UInt32.self)
            var isSilent = true
            for frame in 0..<count {
                if samples[frame] != wanted[frame] { return false }
                if wanted[frame] << 1 != 0 { isSilent = false }
            }
            // Silence would prove nothing.
            if isSilent { return false }
        }
        return true
    }

    /// What the second of two packets of noise decodes to: the first one fades in over the window of whatever came before.
    private func draw(from decoder: OpaquePointer) -> FFFrame? {
        FFDecoderFlush(decoder)
        var frame = FFFrame()
        for _ in 0..<2 {
            guard FFDecoderSend(decoder, noise.packet, noise.packet.count) == 0, FFDecoderReceive(decoder, &frame) == 1,
                frame.isPlanar != 0, frame.sampleFormat == FFSampleFloat
            else { return nil }
        }
        return frame
    }
}
