/// What makes sound of an excitation: the filters of the spectral envelope, then a high-pass filter.
final class ILBCSynthesis {
    private static let order = ILBCMode.order
    /// The last sound's ten samples, and the packet's behind them.
    private let storage = UnsafeMutablePointer<Int16>.zeros(ILBCMode.order + ILBCMode.maximumFrames)
    private var highPass = ILBCHighPass()

    deinit { storage.deallocate() }

    func reset() {
        storage.update(repeating: 0, count: Self.order)
        highPass = ILBCHighPass()
    }

    /// Turns excitation into sound.
    ///
    /// - Parameters:
    ///   - predictors: one for every 40 frames.
    func synthesize(
        _ excitation: UnsafePointer<Int16>, predictors: UnsafePointer<Int16>, frames: Int,
        into output: UnsafeMutablePointer<Int16>
    ) {
        let sound = storage + Self.order
        for start in stride(from: 0, to: frames, by: ILBCMode.subframe) {
            FixedPoint.synthesize(
                excitation + start, predictors + start / ILBCMode.subframe * ILBCMode.filterLength,
                into: sound + start, ILBCMode.subframe)
        }
        for frame in 0..<frames { output[frame] = highPass.filter(sound[frame]) }
        storage.update(from: sound + frames - Self.order, count: Self.order)
    }
}

/// A high-pass filter that takes away what lies below 65 Hz, and doubles: the samples within have one bit less.
struct ILBCHighPass {
    private var inputs: (Int32, Int32) = (0, 0)
    /// The last two outputs, each in two parts of 16 and 15 bits.
    private var highs: (Int32, Int32) = (0, 0)
    private var lows: (Int32, Int32) = (0, 0)

    mutating func filter(_ sample: Int16) -> Int16 {
        let taps = ILBCTables.highPassOutput
        let poles = (Int32(taps[3]), Int32(taps[4]))
        var sum = (lows.0 &* poles.0 &+ lows.1 &* poles.1) >> 15
        sum = (sum &+ highs.0 &* poles.0 &+ highs.1 &* poles.1) &* 2
        let input = Int32(sample)
        sum = sum &+ input &* Int32(taps[0]) &+ inputs.0 &* Int32(taps[1]) &+ inputs.1 &* Int32(taps[2])
        inputs = (input, inputs.0)
        let state = sum > 268_435_455 ? Int32.max : sum < -268_435_456 ? .min : sum &* 8
        (highs.1, lows.1) = (highs.0, lows.0)
        (highs.0, lows.0) = (state >> 16, (state & 0xFFFF) >> 1)
        return FixedPoint.narrow(min(max(sum &+ 1024, -67_108_864), 67_108_863) >> 11)
    }
}
