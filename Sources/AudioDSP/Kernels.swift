import CKernels

/// One set of the inner loops written in C: those for AVX2 and FMA, or those for every machine.
///
/// Which set runs is chosen at run time. Both give the same numbers for conversions; sums of products differ in their
/// last bits, since AVX2's fused multiply and add rounds once.
package struct Kernels: @unchecked Sendable, CustomStringConvertible {
    package let description: String
    let table: UnsafePointer<CKKernels>

    /// The sets that this machine can run, best first.
    package static let available: [Kernels] = {
        var sets: [Kernels] = []
        if let wide = CKAVX2() { sets.append(Kernels(description: "AVX2", table: wide)) }
        sets.append(baseline)
        return sets
    }()

    package static let baseline = Kernels(description: "baseline", table: CKBaseline())
    package static var best: Kernels { available[0] }
}
