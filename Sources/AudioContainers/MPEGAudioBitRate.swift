import AudioCore

extension MPEGAudio {
    /// The bit rates that headers name, in kbit/s.
    private static let namedRates = [
        8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 288, 320, 352, 384, 416, 448,
    ]

    /// Bits per second of a stream of one bit rate: packets differ by the slot that pads some of them, and what the bytes of
    /// a short stream come to is not the rate that it was made with. Nil where the sizes are of no one rate.
    ///
    /// - Parameter sizes: those of the smallest and the largest packet.
    package static func constantBitRate(_ format: StreamFormat, sizes: ClosedRange<Int>) -> Int? {
        let layers: [FourCC] = [".mp1", ".mp2", ".mp3"]
        guard let layer = layers.firstIndex(of: format.formatID), format.sampleRate >= 1, sizes.lowerBound > 0 else {
            return nil
        }
        let slot = layer == 0 ? 4 : 1
        let slotsPerBit = format.framesPerPacket / 8 / slot
        return namedRates.lazy.map { $0 * 1000 }.first { rate in
            let size = slotsPerBit * rate / Int(format.sampleRate) * slot
            return size <= sizes.lowerBound && sizes.upperBound <= size + slot
        }
    }
}
