import AudioCore

extension MPEGAudio {
    /// Bits per second of a stream of one bit rate: packets differ by the slot that pads some of them, and what the bytes of
    /// a short stream come to is not the rate that it was made with. Nil where the sizes are of no one rate.
    ///
    /// - Parameter sizes: those of the smallest and the largest packet.
    package static func constantBitRate(_ format: StreamFormat, sizes: ClosedRange<Int>) -> Int? {
        guard let index = MPEGAudioHeader.formatIDs.firstIndex(of: format.formatID), sizes.lowerBound > 0,
            format.sampleRate >= 1, format.sampleRate <= 48_000
        else { return nil }
        let slot = index == 0 ? 4 : 1
        let slotsPerBit = format.framesPerPacket / 8 / slot
        let rates = MPEGAudioHeader.bitRates(layer: index + 1, isLow: format.sampleRate < 32_000)
        return rates.first { rate in
            let size = slotsPerBit * rate / Int(format.sampleRate) * slot
            return size <= sizes.lowerBound && sizes.upperBound - size <= slot
        }
    }
}
