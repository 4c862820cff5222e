/// The start state: the stretch of the excitation that a packet describes sample by sample.
///
/// The samples are sent through an all-pass filter, which makes them look like noise, so that a few steps suffice for
/// each. The decoder runs them through the same filter backwards in time; ends meet, as in a ring.
final class ILBCStartState {
    private static let order = ILBCMode.order
    /// The samples in reverse with the filter's memory before them and as many zeros behind them.
    private let reversed = UnsafeMutablePointer<Int16>.zeros(2 * 58 + ILBCMode.order)
    private let averaged = UnsafeMutablePointer<Int16>.zeros(2 * 58 + ILBCMode.order)

    deinit {
        reversed.deallocate()
        averaged.deallocate()
    }

    /// The excitation that indices stand for.
    ///
    /// - Parameters:
    ///   - indices: `length` of them, 0…7, the last sample's first.
    ///   - predictor: that of the first subframe, Q12.
    func decode(
        scale: Int, _ indices: UnsafePointer<Int16>, length: Int, predictor: UnsafePointer<Int16>,
        into output: UnsafeMutablePointer<Int16>
    ) {
        let order = Self.order
        let samples = reversed + order
        let largest = Int32(ILBCTables.stateScales[scale])
        let shift: Int32 = scale < 37 ? 22 : scale < 59 ? 19 : 17
        for index in 0..<length {
            let sample = largest &* Int32(ILBCTables.stateSamples[Int(indices[length - 1 - index])])
            samples[index] = FixedPoint.narrow((sample &+ 1 << (shift - 1)) >> shift)
        }
        (samples + length).update(repeating: 0, count: length)
        reversed.update(repeating: 0, count: order)
        var taps = InlineArray<11, Int16>(repeating: 0)
        for index in 0...order { taps[index] = predictor[order - index] }
        taps.span.withUnsafeBufferPointer { taps in
            FixedPoint.average(samples, taps.baseAddress!, taps.count, into: averaged, length + order)
        }
        (averaged + length + order).update(repeating: 0, count: length - order)
        FixedPoint.synthesize(averaged, predictor, into: samples, 2 * length)
        for index in 0..<length {
            output[index] = samples[length - 1 - index] &+ samples[2 * length - 1 - index]
        }
    }
}
