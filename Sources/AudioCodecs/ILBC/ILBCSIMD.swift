/// Sums of products, eight at a time.
enum SIMDMath {
    @inline(__always) static func dot(
        _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, _ count: Int
    ) -> Float {
        var sums = SIMD8<Float>(repeating: 0)
        var index = 0
        while index + 8 <= count {
            let left = UnsafeRawPointer(first + index).loadUnaligned(as: SIMD8<Float>.self)
            let right = UnsafeRawPointer(second + index).loadUnaligned(as: SIMD8<Float>.self)
            sums += left * right
            index += 8
        }
        var sum = sums.sum()
        while index < count {
            sum += first[index] * second[index]
            index += 1
        }
        return sum
    }

    /// The all-pole filter of eleven coefficients, the first 1. The ten samples before `output` are its memory.
    static func synthesize(
        _ input: UnsafePointer<Float>, _ filter: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        for index in 0..<count {
            var sum = input[index]
            for tap in 1...ILBCMode.order { sum -= filter[tap] * output[index - tap] }
            output[index] = sum
        }
    }
}

extension UnsafeMutablePointer where Pointee == Float {
    /// Memory for so many samples, all 0.
    static func zeros(_ count: Int) -> Self {
        let memory = allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        return memory
    }
}
