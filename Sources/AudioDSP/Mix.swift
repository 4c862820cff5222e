import AudioCore

/// Adds samples. Real-time safe; planar 32-bit float.
package enum Mix {
    /// Adds `count` samples times `gain` to `output`.
    @_noLocks package static func add(
        _ input: UnsafePointer<Float>, gain: Float = 1, to output: UnsafeMutablePointer<Float>, count: Int
    ) {
        for i in 0..<count { output[i] += input[i] * gain }
    }

    /// Adds with a gain that goes in a straight line from `start` to `end`, as in `Gain.ramp`.
    @_noLocks package static func add(
        _ input: UnsafePointer<Float>, gainFrom start: Float, to end: Float, to output: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        guard count > 0 else { return }
        add(input, gain: start, step: (end - start) / Float(count), to: output, count: count)
    }

    /// Adds with a gain that grows by `step` with each of fewer than 2³¹ samples.
    @_noLocks package static func add(
        _ input: UnsafePointer<Float>, gain start: Float, step: Float, to output: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        // Processors convert 32-bit numbers to Float side by side, and 64-bit ones one by one.
        let end = Int32(truncatingIfNeeded: count)
        var i: Int32 = 0
        while i < end {
            output[Int(i)] += input[Int(i)] * (start + step * Float(i))
            i &+= 1
        }
    }
}

/// Makes each output channel a weighted sum of the input channels.
///
/// Planar 32-bit float. Immutable; any thread.
package final class MatrixMixer: @unchecked Sendable {
    package let inputs: Int
    package let outputs: Int
    private let coefficients: UnsafeMutablePointer<Float>

    /// - Parameter coefficients: for each input its share in every output, `inputs` rows of `outputs`.
    /// - Throws: `parameter` for no channels, more than 1024, or another number of coefficients.
    package init(inputs: Int, outputs: Int, coefficients: [Float]) throws(AudioError) {
        guard (1...1024).contains(inputs), (1...1024).contains(outputs), coefficients.count == inputs * outputs else {
            throw .parameter.because("\(coefficients.count) coefficients do not mix \(inputs) channels to \(outputs)")
        }
        self.inputs = inputs
        self.outputs = outputs
        self.coefficients = .allocate(capacity: coefficients.count)
        self.coefficients.initialize(from: coefficients, count: coefficients.count)
    }

    package convenience init(_ matrix: MixMatrix) throws(AudioError) {
        try self.init(inputs: matrix.inputs, outputs: matrix.outputs, coefficients: matrix.gains)
    }

    deinit { coefficients.deallocate() }

    /// Mixes `frames` frames. Real-time safe. The output must not overlap the input.
    @_noLocks package func mix(
        _ input: UnsafePointer<UnsafePointer<Float>>, _ output: UnsafePointer<UnsafeMutablePointer<Float>>, frames: Int
    ) {
        for out in 0..<outputs {
            var isSilent = true
            for source in 0..<inputs {
                let gain = coefficients[source * outputs + out]
                // Leaving out what is not heard keeps its infinities and NaNs out, too.
                if gain == 0 { continue }
                if isSilent {
                    Gain.apply(gain, input[source], output[out], count: frames)
                } else {
                    Mix.add(input[source], gain: gain, to: output[out], count: frames)
                }
                isSilent = false
            }
            if isSilent { for i in 0..<frames { output[out][i] = 0 } }
        }
    }
}
