/// The arithmetic of a decoder in fixed point: 16-bit samples, 32-bit sums that wrap around, nothing that can trap.
///
/// "Q12" names numbers with twelve bits behind the binary point.
enum FixedPoint {
    /// The low 16 bits.
    @inline(__always) static func narrow(_ value: Int32) -> Int16 { Int16(truncatingIfNeeded: value) }

    /// Bits of the number without leading zeros.
    @inline(__always) static func width(_ value: Int32) -> Int {
        32 - UInt32(bitPattern: value).leadingZeroBitCount
    }

    /// How far the number can be shifted up and keep its sign; 0 for 0.
    @inline(__always) static func headroom(_ value: Int32) -> Int {
        value == 0 ? 0 : (value < 0 ? ~value : value).leadingZeroBitCount - 1
    }

    /// The magnitude, the largest one for the smallest number.
    @inline(__always) static func magnitude(_ value: Int32) -> Int32 { value == .min ? .max : abs(value) }

    /// The quotient, rounded to zero; the largest number where the divisor is 0.
    @inline(__always) static func quotient(_ dividend: Int32, _ divisor: Int16) -> Int32 {
        divisor == 0 ? .max : dividend.dividedReportingOverflow(by: Int32(divisor)).partialValue
    }

    /// The whole part of the square root; 0 for what is below 0.
    static func root(_ value: Int32) -> Int32 {
        guard value > 0 else { return 0 }
        // Exact: a Double holds the number, and its root is rounded by less than the distance to the next square.
        return Int32(Double(value).squareRoot())
    }

    /// The largest magnitude among samples, at most 32,767.
    static func peak(_ samples: UnsafePointer<Int16>, _ count: Int) -> Int32 {
        var peak: Int32 = 0
        for index in 0..<count { peak = max(peak, abs(Int32(samples[index]))) }
        return min(peak, 32_767)
    }

    /// The sum of the products, each shifted down first.
    static func dot(
        _ first: UnsafePointer<Int16>, _ second: UnsafePointer<Int16>, _ count: Int, shift: Int
    ) -> Int32 {
        var sum: Int32 = 0
        let shift = Int32(shift)
        for index in 0..<count { sum &+= (Int32(first[index]) &* Int32(second[index])) &>> shift }
        return sum
    }

    /// By how much products of samples up to these peaks must be shifted down, for `count` of them to be added.
    static func productShift(_ first: Int32, _ second: Int32, _ count: Int) -> Int {
        max(0, 33 - (Int64(first + 1) * Int64(second + 1) * Int64(count)).leadingZeroBitCount)
    }

    /// A Q12 sum of products as a sample: rounded, and limited to what fits.
    @inline(__always) static func sample(q12 sum: Int64) -> Int16 {
        Int16(truncatingIfNeeded: (min(max(sum, -134_217_728), 134_215_679) + 2048) >> 12)
    }

    /// A moving average: `output[i]` is the sum of `taps[j] * input[i - j]`, taps in Q12.
    ///
    /// Output may be a place of the input that no later sum reads.
    static func average(
        _ input: UnsafePointer<Int16>, _ taps: UnsafePointer<Int16>, _ tapCount: Int,
        into output: UnsafeMutablePointer<Int16>, _ count: Int
    ) {
        for index in 0..<count {
            var sum: Int64 = 0
            for tap in 0..<tapCount { sum &+= Int64(Int32(taps[tap]) &* Int32(input[index &- tap])) }
            output[index] = sample(q12: sum)
        }
    }

    /// The all-pole filter of a linear predictor in Q12. The ten samples before `output` are its memory.
    ///
    /// Output may be the input.
    static func synthesize(
        _ input: UnsafePointer<Int16>, _ predictor: UnsafePointer<Int16>, into output: UnsafeMutablePointer<Int16>,
        _ count: Int
    ) {
        for index in 0..<count {
            var sum = Int64(predictor[0]) * Int64(input[index])
            for tap in 1...ILBCMode.order { sum &-= Int64(Int32(predictor[tap]) &* Int32(output[index &- tap])) }
            output[index] = sample(q12: sum)
        }
    }
}

extension UnsafeMutablePointer where Pointee == Int16 {
    /// Memory for so many samples, all 0.
    static func zeros(_ count: Int) -> Self {
        let memory = allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        return memory
    }
}
