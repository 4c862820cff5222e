/// Writes MPEG-1 audio of layer I, which no program here encodes: true frames at 44,100 Hz, which depend on nothing but the
/// arguments.
///
/// Nothing is analysed. Each of a few subbands has a wave of its own in samples of a fixed number of bits, with the same
/// allocation in all frames and no checksum.
package enum LayerOne {
    private struct Band {
        let subband: Int
        /// Of a sample, which stands for the numbers from 0 to 2 to the power of `bits`, less 2.
        let bits: Int
        /// Samples of the subband until its wave begins anew.
        let period: Int
    }

    private static let bands = [
        Band(subband: 0, bits: 8, period: 24), Band(subband: 1, bits: 8, period: 7),
        Band(subband: 4, bits: 8, period: 5), Band(subband: 9, bits: 4, period: 3),
    ]

    /// Samples of a subband in a frame of 384.
    private static let samples = 12
    private static let sampleRate = 44_100
    /// Bits per second of a channel.
    private static let bitRate = 64_000

    /// A file of `packets` frames.
    package static func file(packets: Int, channels: Int = 1) -> [UInt8] {
        precondition(channels == 1 || channels == 2)
        var (bytes, rest): ([UInt8], Int) = ([], 0)
        for packet in 0..<packets {
            // The average is no whole number of slots, of four bytes each.
            let slots = 12 * bitRate * channels
            rest += slots % sampleRate
            let isPadded = rest >= sampleRate
            if isPadded { rest -= sampleRate }
            let size = 4 * (slots / sampleRate + (isPadded ? 1 : 0))
            bytes += frame(packet, channels, isPadded: isPadded).bytes(size)
        }
        return bytes
    }

    private static func frame(_ packet: Int, _ channels: Int, isPadded: Bool) -> BitString {
        var frame = BitString()
        // The synchronisation word, MPEG-1, layer I, no checksum.
        frame.add(0xFFFF, 16)
        frame.add(bitRate * channels / 32_000, 4)
        frame.add(0, 2)
        frame.add(isPadded ? 1 : 0, 1)
        frame.add(0, 1)
        // One channel, or two that have nothing to do with each other.
        frame.add(channels == 1 ? 3 : 0, 2)
        frame.add(0, 6)
        for subband in 0..<32 {
            let bits = bands.first { $0.subband == subband }?.bits ?? 1
            for _ in 0..<channels { frame.add(bits - 1, 4) }
        }
        for index in bands.indices {
            for channel in 0..<channels { frame.add(scale(packet, index, channel), 6) }
        }
        for sample in 0..<samples {
            for band in bands {
                for channel in 0..<channels {
                    frame.add(code(packet * samples + sample + 2 * channel, band), band.bits)
                }
            }
        }
        return frame
    }

    /// The scale factor, 2 to the power of 1 - n / 3: from frame to frame another.
    private static func scale(_ packet: Int, _ band: Int, _ channel: Int) -> Int {
        9 + (5 * packet + 2 * channel) % 8 + 2 * band
    }

    /// A sample of a triangle as its code, of which the one in the middle is 0.
    private static func code(_ sample: Int, _ band: Band) -> Int {
        let (middle, phase) = ((1 << (band.bits - 1)) - 1, sample % band.period)
        return middle + middle * (2 * abs(2 * phase - band.period) - band.period) / band.period
    }
}
