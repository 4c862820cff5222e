/// Chooses the scale and the samples of a start state.
final class ILBCStartStateSearch {
    private static let order = ILBCMode.order
    private static let capacity = 2 * 58 + ILBCMode.order
    private let averaged = UnsafeMutablePointer<Float>.zeros(capacity)
    private let filtered = UnsafeMutablePointer<Float>.zeros(capacity)
    private let weighted = UnsafeMutablePointer<Float>.zeros(capacity)
    private let predicted = UnsafeMutablePointer<Float>.zeros(capacity)

    deinit { for memory in [averaged, filtered, weighted, predicted] { memory.deallocate() } }

    /// Describes residual samples.
    ///
    /// - Parameters:
    ///   - predictor: that of the first subframe, Q12.
    ///   - filters: the weighting filters of both subframes.
    ///   - border: samples of the first subframe.
    /// - Returns: the scale's index.
    func encode(
        _ residual: UnsafePointer<Float>, length: Int, predictor: UnsafePointer<Int16>,
        filters: UnsafePointer<Float>, border: Int, into indices: UnsafeMutablePointer<Int16>
    ) -> Int {
        flatten(residual, length, predictor)
        let samples = filtered + Self.order
        var peak: Float = 0
        for index in 0..<length { peak = max(peak, abs(samples[index])) }
        // Samples inside are half of those outside, which the scales are for.
        let scale = Self.nearestScale(2 * peak)
        let factor = 2 / Self.scale(scale)
        for index in 0..<length { samples[index] *= factor }
        let (wanted, made) = (weighted + Self.order, predicted + Self.order)
        weighted.update(repeating: 0, count: Self.order)
        predicted.update(repeating: 0, count: Self.order)
        SIMDMath.synthesize(samples, filters, into: wanted, border)
        SIMDMath.synthesize(samples + border, filters + ILBCMode.filterLength, into: wanted + border, length - border)
        for index in 0..<length {
            let filter = index < border ? filters : filters + ILBCMode.filterLength
            var prediction: Float = 0
            for tap in 1...Self.order { prediction -= filter[tap] * made[index - tap] }
            indices[index] = Self.nearestSample(wanted[index] - prediction)
            made[index] = prediction + Float(ILBCTables.stateSamples[Int(indices[index])]) / 8192
        }
        return scale
    }

    /// Sends the samples through the all-pass filter, ends joined.
    private func flatten(_ residual: UnsafePointer<Float>, _ length: Int, _ predictor: UnsafePointer<Int16>) {
        let order = Self.order
        averaged.update(repeating: 0, count: 2 * length)
        for index in 0..<length + order {
            var sum: Float = 0
            for tap in max(0, index - length + 1)...min(order, index) {
                sum += Float(predictor[order - tap]) * residual[index - tap]
            }
            averaged[index] = sum / 4096
        }
        filtered.update(repeating: 0, count: order)
        let output = filtered + order
        for index in 0..<2 * length {
            var sum = averaged[index]
            for tap in 1...order { sum -= Float(predictor[tap]) / 4096 * output[index - tap] }
            output[index] = sum
        }
        for index in 0..<length { output[index] += output[length + index] }
    }

    /// What the samples of a start state are multiplied by.
    private static func scale(_ index: Int) -> Float {
        Float(ILBCTables.stateScales[index]) / (index < 37 ? 256 : index < 59 ? 32 : 8)
    }

    /// The scale whose largest sample is nearest, as a ratio.
    private static func nearestScale(_ peak: Float) -> Int {
        var index = 0
        // Between two scales lies their geometric mean.
        while index < 63, peak * peak > 4.5 * 4.5 * scale(index) * scale(index + 1) { index += 1 }
        return index
    }

    private static func nearestSample(_ value: Float) -> Int16 {
        var index = 0
        while index < 7 {
            let border =
                Float(Int32(ILBCTables.stateSamples[index]) + Int32(ILBCTables.stateSamples[index + 1])) / 16_384
            guard value > border else { break }
            index += 1
        }
        return Int16(index)
    }
}
