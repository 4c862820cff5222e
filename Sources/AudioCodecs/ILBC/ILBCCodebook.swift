/// The adaptive codebook: vectors cut out of excitation that is known already, a second half of them filtered.
///
/// For vectors of 40 samples there are also those that begin less than 40 samples before the end: they repeat what there
/// is, passing over softly from one period to the next.
enum ILBCCodebook {
    /// Samples of memory for a whole subframe.
    static let memory = 147
    /// Samples of memory for the rest of the start state.
    static let startMemory = 85
    /// Zeros that must stand before and behind the memory.
    static let margin = 4
    private static let taps = 8
    /// The vectors that repeat: periods of 20 to 39 samples.
    private static let repeated = 20

    /// Vectors that a codebook has.
    static func size(memory: Int, length: Int) -> Int {
        2 * (memory - length + 1) + (length == ILBCMode.subframe ? 2 * repeated : 0)
    }

    /// A vector of the codebook.
    ///
    /// - Parameters:
    ///   - index: below `size`.
    ///   - end: one behind the last of `memory` samples.
    static func vector(
        _ index: Int, memory: Int, before end: UnsafePointer<Int16>, length: Int,
        into vector: UnsafeMutablePointer<Int16>
    ) {
        let cut = memory - length + 1
        let half = size(memory: memory, length: length) / 2
        if index < cut {
            vector.update(from: end - index - length, count: length)
        } else if index < half {
            repeatPeriod(index - cut + length / 2, before: end, into: vector)
        } else if index - half < cut {
            filter(end - (index - half) - length, into: vector, length)
        } else {
            withUnsafeTemporaryAllocation(of: Int16.self, capacity: ILBCMode.subframe + 5) { recent in
                let count = recent.count
                filter(end - count, into: recent.baseAddress!, count)
                repeatPeriod(index - half - cut + length / 2, before: recent.baseAddress! + count, into: vector)
            }
        }
    }

    /// Filters what begins at `input`, looking four samples ahead.
    static func filter(_ input: UnsafePointer<Int16>, into output: UnsafeMutablePointer<Int16>, _ count: Int) {
        FixedPoint.average(input + margin, ILBCTables.codebookFilter, taps, into: output, count)
    }

    /// The last `period` samples, once and again, with a soft passage of four samples.
    private static func repeatPeriod(
        _ period: Int, before end: UnsafePointer<Int16>, into vector: UnsafeMutablePointer<Int16>
    ) {
        let (start, soft) = (end - period, 4)
        vector.update(from: start, count: period)
        for index in 0..<soft {
            let rising = (Int32(start[index - soft]) &* Int32(ILBCTables.crossfade[index])) >> 15
            let falling = (Int32(end[index - soft]) &* Int32(ILBCTables.crossfade[soft - 1 - index])) >> 15
            vector[period - soft + index] = FixedPoint.narrow(rising &+ falling)
        }
        (vector + period).update(from: start, count: ILBCMode.subframe - period)
    }

    /// The gain an index stands for, Q14: in terms of the stage before, but of a tenth at least.
    static func gain(_ index: Int16, stage: Int, previous: Int16) -> Int16 {
        let scale = max(1638, FixedPoint.magnitude(Int32(previous)))
        return FixedPoint.narrow((scale &* Int32(gains(stage)[Int(index)]) &+ 8192) >> 14)
    }

    /// The factors that a stage can choose from.
    static func gains(_ stage: Int) -> UnsafePointer<Int16> {
        switch stage {
        case 0: ILBCTables.firstGains
        case 1: ILBCTables.secondGains
        default: ILBCTables.thirdGains
        }
    }

    /// The sum of three vectors, each with its gain.
    static func construct(
        _ indices: UnsafePointer<Int16>, _ gains: UnsafePointer<Int16>, memory: Int, before end: UnsafePointer<Int16>,
        length: Int, into output: UnsafeMutablePointer<Int16>
    ) {
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: ILBCMode.subframe) { vector in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: ILBCMode.subframe) { sums in
                sums.initialize(repeating: 8192)
                var factor: Int16 = 16_384
                for stage in 0..<ILBCMode.stages {
                    self.vector(
                        Int(indices[stage]), memory: memory, before: end, length: length, into: vector.baseAddress!)
                    factor = gain(gains[stage], stage: stage, previous: factor)
                    for index in 0..<length { sums[index] &+= Int32(factor) &* Int32(vector[index]) }
                }
                for index in 0..<length { output[index] = FixedPoint.narrow(sums[index] >> 14) }
            }
        }
    }
}
