import Glibc

/// The least and the greatest gain of an element, in decibels: parameters that 3DMixer alone has. Audio thread.
struct DecibelLimits: BitwiseCopyable {
    static let leastID: UInt32 = 21
    static let mostID: UInt32 = 22
    static let range: ClosedRange<Float> = -120...20

    /// Where the two parameters are; nil where the unit lacks them.
    private let least: Int?
    private let most: Int?

    init(_ scope: UInt32, _ element: UInt32, _ parameters: RenderParameters) {
        least = parameters.index(scope: scope, element: element, id: Self.leastID)
        most = parameters.index(scope: scope, element: element, id: Self.mostID)
    }

    /// The nearest gain within the limits. A limit at the end of its range is none.
    func limited(_ gain: Float, _ values: UnsafeMutablePointer<RenderParameter>) -> Float {
        guard let least, let most else { return gain }
        var limited = gain
        let (lower, upper) = (values[least].end, values[most].end)
        if upper < 20 { limited = min(limited, pow(10, upper / 20)) }
        if lower > -120 { limited = max(limited, pow(10, lower / 20)) }
        return limited
    }
}
