/// Mixes planar channels by a matrix of gains.
final class ChannelMix {
    /// The gains of one output channel that are not zero.
    private struct Part {
        var input: Int
        var gain: Float
    }

    private let parts: [[Part]]

    /// - Parameter gains: all outputs of input 0, then those of input 1, and so on.
    init(_ gains: [Float], inputs: Int, outputs: Int) {
        parts = (0..<outputs).map { output in
            (0..<inputs).compactMap { input in
                let gain = gains[input * outputs + output]
                return gain == 0 ? nil : Part(input: input, gain: gain)
            }
        }
    }

    func mix(
        _ source: UnsafePointer<UnsafeRawPointer>, into destination: UnsafePointer<UnsafeMutableRawPointer>, frames: Int
    ) {
        for output in parts.indices {
            let target = destination[output].assumingMemoryBound(to: Float.self)
            target.update(repeating: 0, count: frames)
            for part in parts[output] {
                let samples = source[part.input].assumingMemoryBound(to: Float.self)
                let gain = part.gain
                for frame in 0..<frames { target[frame] += samples[frame] * gain }
            }
        }
    }
}
