import AudioCore

/// Microsoft's ADPCM: four bits a sample, which correct one of several predictors from the two samples before.
///
/// A block begins with a byte of each channel, its predictor, then 16 bits of each channel: the step, the second sample and the
/// first one. The nibbles of the rest take the channels in turn, the earlier one in the high half of a byte. FFmpeg rounds
/// predictions to zero and has seven predictors; sox, libsndfile and Microsoft's own codec round them down.
package enum MicrosoftADPCM: WAVEBlockCodec {
    package static let name = "Microsoft ADPCM"
    static let kind = WAVEBlocks.Kind.microsoftADPCM

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        let stated = try cookie(magicCookie, format)
        let complete = try complete(format, magicCookie: magicCookie)
        return WAVEBlockDecoder(
            complete,
            MicrosoftADPCMBlockReader(
                channels: complete.channels, predictors: stated?.coefficients ?? WAVEBlocks.standardCoefficients))
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        try WAVEBlockEncoder<MicrosoftADPCMBlockMaker>(try complete(format, magicCookie: []), kind)
    }
}

/// Where one channel stands; the decoder's and the encoder's advance alike.
private struct MicrosoftADPCMState {
    var step: Int
    /// The last sample and the one before it.
    var last: Int
    var before: Int

    static let smallestStep = 16
    /// A larger one is of no sound, and would overflow in the end.
    private static let largestStep = Int(Int32.max) / 768
    /// What the step is multiplied with after a nibble, in 256ths, by the nibble's size.
    private static let adaptation: InlineArray<9, Int> = [230, 230, 230, 230, 307, 409, 512, 614, 768]

    @inline(__always) func prediction(_ pair: WAVEBlocks.Coefficients) -> Int {
        (last * Int(pair.first) + before * Int(pair.second)) >> 8
    }

    /// - Parameter code: -8…7
    @inline(__always) mutating func advance(_ code: Int, from prediction: Int) {
        before = last
        last = min(max(prediction + code * step, -32_768), 32_767)
        step = min(max((step * Self.adaptation[abs(code)]) >> 8, Self.smallestStep), Self.largestStep)
    }

    /// The code that comes closest to a sample.
    @inline(__always) func code(for sample: Int, from prediction: Int) -> Int {
        let difference = sample - prediction
        let half = difference < 0 ? -(step >> 1) : step >> 1
        return min(max((difference + half) / step, -8), 7)
    }
}

private struct MicrosoftADPCMBlockReader: WAVEBlockReader {
    let channels: Int
    let predictors: [WAVEBlocks.Coefficients]

    func read(
        _ block: UnsafePointer<UInt8>, frames: Int, into samples: UnsafeMutablePointer<Int16>
    ) throws(AudioError) {
        for channel in 0..<channels {
            let predictor = Int(block[channel])
            guard predictor < predictors.count else {
                throw .converterUnspecified.because("a block of ADPCM names a predictor that is not in the table")
            }
            read(block, frames, channel, predictors[predictor], samples + channel)
        }
    }

    private func read(
        _ bytes: UnsafePointer<UInt8>, _ frames: Int, _ channel: Int, _ pair: WAVEBlocks.Coefficients,
        _ samples: UnsafeMutablePointer<Int16>
    ) {
        func number(_ place: Int) -> Int {
            let low = bytes + channels * (1 + 2 * place) + 2 * channel
            return Int(Int16(bitPattern: UInt16(low[0]) | UInt16(low[1]) << 8))
        }
        var state = MicrosoftADPCMState(step: number(0), last: number(1), before: number(2))
        samples[0] = Int16(state.before)
        guard frames > 1 else { return }
        samples[channels] = Int16(state.last)
        let nibbles = bytes + 7 * channels
        var place = channel
        for frame in 2..<max(2, frames) {
            let byte = nibbles[place >> 1]
            let nibble = Int(place & 1 == 0 ? byte >> 4 : byte & 15)
            state.advance((nibble ^ 8) - 8, from: state.prediction(pair))
            samples[frame * channels] = Int16(state.last)
            place += channels
        }
    }
}

/// Makes blocks in which each channel has the predictor that leaves the least error.
private struct MicrosoftADPCMBlockMaker: WAVEBlockMaker {
    private let channels: Int
    private let capacity: Int
    private let predictors = WAVEBlocks.standardCoefficients
    /// The codes of one channel: those tried, and the best so far.
    private var tried: [Int8]
    private var best: [Int8]

    init(channels: Int, capacity: Int) {
        self.channels = channels
        self.capacity = capacity
        tried = [Int8](repeating: 0, count: capacity)
        best = tried
    }

    mutating func make(_ samples: UnsafePointer<Int16>, channel: Int, into bytes: UnsafeMutablePointer<UInt8>) {
        var (leastError, predictor, firstStep) = (Int.max, 0, MicrosoftADPCMState.smallestStep)
        for index in predictors.indices {
            let step = usualStep(samples, predictors[index])
            guard let error = error(samples, predictors[index], step: step, below: leastError) else { continue }
            (leastError, predictor, firstStep) = (error, index, step)
            swap(&tried, &best)
        }
        bytes[channel] = UInt8(predictor)
        for (place, number) in [firstStep, Int(samples[1]), Int(samples[0])].enumerated() {
            let low = bytes + channels * (1 + 2 * place) + 2 * channel
            low[0] = UInt8(truncatingIfNeeded: number)
            low[1] = UInt8(truncatingIfNeeded: number >> 8)
        }
        let nibbles = bytes + 7 * channels
        var place = channel
        for frame in 2..<max(2, capacity) {
            let nibble = UInt8(bitPattern: best[frame]) & 15
            nibbles[place >> 1] |= place & 1 == 0 ? nibble << 4 : nibble
            place += channels
        }
    }

    /// A step with which the errors of a predictor in the first frames are in the middle of the codes.
    private func usualStep(_ samples: UnsafePointer<Int16>, _ pair: WAVEBlocks.Coefficients) -> Int {
        let count = min(capacity, 18)
        guard count > 2 else { return MicrosoftADPCMState.smallestStep }
        var sum = 0
        for frame in 2..<count {
            let state = MicrosoftADPCMState(step: 0, last: Int(samples[frame - 1]), before: Int(samples[frame - 2]))
            sum += abs(Int(samples[frame]) - state.prediction(pair))
        }
        return min(max(sum / (count - 2) / 3, MicrosoftADPCMState.smallestStep), 32_767)
    }

    /// The squared error of a channel; nil where it is not below a bound. Leaves the codes in `tried`.
    private mutating func error(
        _ samples: UnsafePointer<Int16>, _ pair: WAVEBlocks.Coefficients, step: Int, below bound: Int
    ) -> Int? {
        var state = MicrosoftADPCMState(step: step, last: Int(samples[1]), before: Int(samples[0]))
        var sum = 0
        for frame in 2..<max(2, capacity) {
            let prediction = state.prediction(pair)
            let code = state.code(for: Int(samples[frame]), from: prediction)
            state.advance(code, from: prediction)
            tried[frame] = Int8(truncatingIfNeeded: code)
            let difference = Int(samples[frame]) - state.last
            sum += difference * difference
            if sum >= bound { return nil }
        }
        return sum
    }
}
