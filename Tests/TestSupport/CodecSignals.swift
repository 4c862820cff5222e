import Foundation

/// Signals for tests of codecs and converters; the same on every run.
package enum CodecSignals {
    /// A small generator with a good spread (xorshift64*), seeded.
    package struct Random: RandomNumberGenerator {
        private var state: UInt64
        package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

        package mutating func next() -> UInt64 {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 0x2545_F491_4F6C_DD1D
        }
    }

    /// White noise over the whole range.
    package static func noise(_ count: Int, seed: UInt64 = 1) -> [Int16] {
        var random = Random(seed: seed)
        return (0..<count).map { _ in Int16(truncatingIfNeeded: random.next()) }
    }

    /// A sine per channel, interleaved; channel n has n + 1 times the frequency.
    package static func sine(
        frames: Int, channels: Int, frequency: Double = 440, rate: Double = 44_100, amplitude: Double = 0.5
    ) -> [Float] {
        (0..<frames * channels).map { position in
            let (frame, channel) = position.quotientAndRemainder(dividingBy: channels)
            return Float(amplitude * sin(2 * .pi * frequency * Double(channel + 1) * Double(frame) / rate))
        }
    }

    /// Something like music: a few decaying partials with noise, loud and soft by turns.
    package static func music(frames: Int, channels: Int, seed: UInt64 = 7) -> [Int16] {
        var random = Random(seed: seed)
        return (0..<frames * channels).map { position in
            let (frame, channel) = position.quotientAndRemainder(dividingBy: channels)
            let time = Double(frame) / 44_100
            let envelope = exp(-3 * time.truncatingRemainder(dividingBy: 0.5)) * (0.3 + 0.7 * abs(sin(time)))
            let tone = sin(2 * .pi * 220 * time) + 0.5 * sin(2 * .pi * Double(331 + 7 * channel) * time + 1)
            let hiss = Double(Int16(truncatingIfNeeded: random.next())) / 32_768
            return Int16(max(-32_768, min(32_767, 18_000 * envelope * tone + 900 * hiss)))
        }
    }
}
