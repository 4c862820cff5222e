import AudioCore
import CKernels

/// A gain that changes evenly, from sample to sample.
package struct MixRamp: BitwiseCopyable {
    package let start: Float
    package let step: Float

    @_noLocks package init(start: Float, step: Float) { (self.start, self.step) = (start, step) }

    /// A gain that has reached `end` behind the last of `count` samples.
    @_noLocks package init(from start: Float, to end: Float, over count: Int) {
        self.init(start: start, step: (end - start) / Float(max(1, count)))
    }

    /// Whether nothing is heard.
    package var isSilent: Bool { @_noLocks get { start == 0 && step == 0 } }

    @_noLocks package func value(_ sample: Int) -> Float { start + step * Float(sample) }

    /// Adds fewer than 2³¹ samples times the gain. Real-time safe.
    @_noLocks package func add(_ samples: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int) {
        Mix.add(samples, gain: start, step: step, to: target, count: count)
    }
}

/// Adds samples to two channels at once. Real-time safe; planar 32-bit float.
package struct MixPair: @unchecked Sendable {
    private let loops: UnsafePointer<CKKernels>

    package init(kernels: Kernels = .best) { loops = kernels.table }

    /// Adds fewer than 2³¹ samples to two outputs, each with a gain of its own, as two calls of `MixRamp.add` do. An output whose
    /// gain is silent is left alone. The outputs and the samples must not overlap.
    @_noLocks package func add(
        _ samples: UnsafePointer<Float>, _ one: MixRamp, to first: UnsafeMutablePointer<Float>, _ other: MixRamp,
        to second: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        guard !one.isSilent, !other.isSilent else {
            if !one.isSilent { one.add(samples, to: first, count) }
            if !other.isSilent { other.add(samples, to: second, count) }
            return
        }
        let loop = loops.pointee.addToTwo
        let (one, other) = (
            CKRamp(start: one.start, step: one.step), CKRamp(start: other.start, step: other.step)
        )
        // A loop of our own in C, which neither blocks nor allocates.
        realtimeTrusted { loop(samples, first, second, count, one, other) }
    }
}
