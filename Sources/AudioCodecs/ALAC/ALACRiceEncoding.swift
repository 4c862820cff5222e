import AudioCore

extension ALACRice {
    /// 2^32 / (2^k − 1), rounded up, to divide by a code's unit.
    ///
    /// Behind a pointer: an array of its own would be copied wherever it is looked at.
    private nonisolated(unsafe) static let reciprocals: UnsafePointer<UInt64> = {
        let table = UnsafeMutablePointer<UInt64>.allocate(capacity: 32)
        table.initialize(repeating: 0, count: 32)
        for k in 1..<32 { table[k] = (1 << 32) / ((1 << UInt64(k)) - 1) + 1 }
        return UnsafePointer(table)
    }()

    @inline(__always) private static func write(
        _ number: UInt32, _ writer: inout BitWriter, parameter k: Int, reciprocal: UInt64, size: Int
    ) {
        let ones = (UInt64(number) &* reciprocal) >> 32
        guard ones < UInt64(escape) else {
            writer.write((1 << UInt64(escape) - 1) &<< UInt64(size) | UInt64(number), escape &+ size)
            return
        }
        let rest = UInt64(number) &- ones &* ((1 &<< UInt64(k)) &- 1)
        let isLong = rest == 0 ? 0 : 1
        let tail = k &+ isLong
        let low = rest &+ UInt64(isLong)
        writer.write(((1 &<< ones) &- 1) &<< UInt64(tail) | low, Int(ones) &+ tail)
    }

    /// Writes `count` residuals of `size` bits, at most 65,534 of them.
    ///
    /// False where decoders do not agree how the code continues: whether, after a run, a symbol of 65,536 counts as large.
    func encode(_ residuals: UnsafePointer<Int32>, _ output: inout BitWriter, count: Int, size: Int) -> Bool {
        var writer = output
        defer { output = writer }
        let reciprocals = Self.reciprocals
        var mean = initialMean
        var bias: UInt32 = 0
        var index = 0
        while index < count {
            let residual = residuals[index]
            let symbol = UInt32(bitPattern: residual &<< 1 ^ residual >> 31)
            let k = parameter(mean)
            Self.write(
                symbol &- bias, &writer, parameter: k, reciprocal: reciprocals[k], size: size)
            index &+= 1
            if symbol > Self.largestSymbol {
                guard bias == 0 || symbol > Self.largestSymbol + 1 else { return false }
                mean = Self.largestSymbol
            } else {
                mean = next(mean, symbol)
            }
            bias = 0
            guard mean < Self.runThreshold, index < count else { continue }
            let start = index
            while index < count, residuals[index] == 0 { index &+= 1 }
            let runK = Self.runParameter(mean)
            Self.write(
                UInt32(truncatingIfNeeded: index &- start), &writer, parameter: runK,
                reciprocal: reciprocals[runK], size: Self.runBits)
            bias = 1
            mean = 0
        }
        return true
    }
}
