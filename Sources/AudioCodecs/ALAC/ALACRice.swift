import AudioCore

/// The adaptive Rice code of Apple Lossless: a running mean of the residuals chooses the parameter of the next one.
///
/// A symbol is the residual with its sign in the lowest bit. Up to eight ones stand for multiples of 2^k − 1, then a zero
/// and k bits (k − 1 where they are all zero); nine ones announce the symbol in full. Where the mean is small, the length
/// of the run of zeros that follows is coded, and the symbol behind the run, which cannot be zero, is one less.
struct ALACRice {
    /// The running mean at the start, in units of 1/512.
    let initialMean: UInt32
    /// How fast the mean follows, in units of 1/512.
    let rate: UInt32
    /// The largest parameter.
    let limit: Int

    /// Ones before a symbol in full.
    static let escape = 9
    /// Bits of the length of a run in full.
    static let runBits = 16
    /// A mean below this is followed by a run.
    static let runThreshold: UInt32 = 128
    /// A symbol above this sets the mean to it.
    static let largestSymbol: UInt32 = 0xFFFF

    /// - Parameter factor: quarters of the configured rate, from the packet.
    init(_ config: ALACConfig, factor: Int = 4) {
        initialMean = UInt32(config.initialHistory)
        rate = UInt32(config.historyMultiplier * factor / 4)
        limit = config.riceLimit
    }

    /// The parameter of the next symbol.
    @inline(__always) func parameter(_ mean: UInt32) -> Int {
        min(31 &- ((mean >> 9) &+ 3).leadingZeroBitCount, limit)
    }

    /// The parameter of a run, 2…8.
    @inline(__always) static func runParameter(_ mean: UInt32) -> Int {
        mean.leadingZeroBitCount &- 24 &+ Int((mean &+ 16) >> 6)
    }

    @inline(__always) func next(_ mean: UInt32, _ symbol: UInt32) -> UInt32 {
        mean &+ rate &* symbol &- (rate &* mean) >> 9
    }

    /// Reads one number: `unit` is what a one stands for, `size` the bits of a number in full.
    @inline(__always) private static func number(
        _ reader: inout BitReader, parameter k: Int, unit: UInt32, size: Int
    ) -> UInt32 {
        let bits = reader.window
        let ones = (~bits).leadingZeroBitCount
        guard ones < escape else {
            reader.position &+= escape &+ size
            return UInt32(truncatingIfNeeded: (bits &<< UInt64(escape)) &>> UInt64(64 &- size))
        }
        let rest = UInt32(truncatingIfNeeded: (bits &<< UInt64(ones &+ 1)) &>> UInt64(64 &- k))
        let isShort = rest < 2
        reader.position &+= ones &+ k &+ (isShort ? 0 : 1)
        return UInt32(truncatingIfNeeded: ones) &* unit &+ (isShort ? 0 : rest &- 1)
    }

    /// Reads `count` residuals of `size` bits. False where a run is longer than what is left.
    func decode(_ source: inout BitReader, into output: UnsafeMutablePointer<Int32>, count: Int, size: Int) -> Bool {
        var reader = source
        defer { source = reader }
        var mean = initialMean
        // 1 behind a run: what follows it is not zero.
        var bias: UInt32 = 0
        var index = 0
        while index < count {
            let k = parameter(mean)
            let read = Self.number(&reader, parameter: k, unit: (1 &<< UInt32(k)) &- 1, size: size)
            let symbol = read &+ bias
            output[index] = Int32(bitPattern: symbol >> 1) ^ (0 &- Int32(bitPattern: symbol & 1))
            index &+= 1
            bias = 0
            mean = read > Self.largestSymbol ? Self.largestSymbol : next(mean, symbol)
            guard mean < Self.runThreshold, index < count else { continue }
            let runK = Self.runParameter(mean)
            let unit = ((1 &<< UInt32(runK)) &- 1) & ((1 &<< UInt32(min(limit, 16))) &- 1)
            let run = Self.number(&reader, parameter: runK, unit: unit, size: Self.runBits)
            guard run <= count &- index else { return false }
            (output + index).update(repeating: 0, count: Int(run))
            index &+= Int(run)
            bias = run < 0xFFFF ? 1 : 0
            mean = 0
        }
        return true
    }
}
