/// Chooses vectors of the codebook and their gains, three times for each block: the next describes what is left over.
///
/// Everything is compared behind the weighting filter. Source: RFC 3951, section 3.6.
final class ILBCCodebookSearch {
    private static let order = ILBCMode.order
    private static let subframe = ILBCMode.subframe
    private static let margin = ILBCCodebook.margin
    /// The packet's residual.
    let residual = UnsafeMutablePointer<Float>.zeros(ILBCMode.maximumFrames)
    /// Weighting filters of the subframes.
    let filters = UnsafeMutablePointer<Float>.zeros(ILBCMode.maximumSubframes * ILBCMode.filterLength)
    private let layout: ILBCLayout
    private let plain = UnsafeMutablePointer<Float>.zeros(ILBCMode.order + ILBCCodebook.memory + ILBCMode.subframe)
    private let filtered = UnsafeMutablePointer<Float>.zeros(ILBCCodebook.memory)
    private let input = UnsafeMutablePointer<Float>.zeros(ILBCCodebook.memory)
    private let target = UnsafeMutablePointer<Float>.zeros(ILBCMode.order + ILBCMode.subframe)
    private let wanted = UnsafeMutablePointer<Float>.zeros(ILBCMode.subframe)
    private let vectors = UnsafeMutablePointer<Float>.zeros(256 * ILBCMode.subframe)
    private let energies = UnsafeMutablePointer<Float>.zeros(256)

    init(_ mode: ILBCMode) { layout = .of(mode) }

    deinit {
        for memory in [residual, filters, plain, filtered, input, target, wanted, vectors, energies] {
            memory.deallocate()
        }
    }

    /// Where a block stands, and what is known before it is made.
    struct Block {
        let number: Int
        /// The frame that its first sample is for, and whether the next one is for the frame before.
        let frame: Int
        let isMirrored: Bool
        let length: Int
        let memory: Int
        /// One behind the codebook's memory.
        let memoryEnd: UnsafePointer<Int16>
    }

    /// Writes a block's indices and gains among a packet's numbers.
    func choose(_ block: Block, into numbers: UnsafeMutablePointer<Int16>) {
        weigh(block)
        collectVectors(block)
        let (length, count) = (block.length, ILBCCodebook.size(memory: block.memory, length: block.length))
        let (indices, gains) = (numbers + layout.vector(block.number), numbers + layout.gain(block.number))
        let goal = target + Self.order
        wanted.update(from: goal, count: length)
        var (previous, first): (Int16, Float) = (16_384, 0)
        for stage in 0..<ILBCMode.stages {
            // Half as many for the first whole block: see where the indices are widened.
            let isShort = block.number == 1 && stage > 0
            let choice = best(among: isShort ? 128 : count, isShort: isShort, length, Gains(stage, previous))
            let index = isShort ? Int(ILBCExcitation.widen(Int16(choice.index))) : choice.index
            indices[stage] = Int16(choice.index)
            gains[stage] = choice.gain
            previous = ILBCCodebook.gain(choice.gain, stage: stage, previous: previous)
            let factor = Float(previous) / 16_384
            if stage == 0 { first = factor }
            let vector = vectors + index * Self.subframe
            for index in 0..<length { goal[index] -= factor * vector[index] }
        }
        gains[0] = matchEnergy(gains[0], first, length)
    }

    /// Sends memory and target through the weighting filter.
    private func weigh(_ block: Block) {
        let filter = filters + block.frame / Self.subframe * ILBCMode.filterLength
        let start = block.memoryEnd - block.memory
        for index in 0..<block.memory { input[index] = Float(start[index]) }
        let memory = plain + Self.order
        plain.update(repeating: 0, count: Self.order)
        SIMDMath.synthesize(input, filter, into: memory, block.memory)
        target.update(from: memory + block.memory - Self.order, count: Self.order)
        let step = block.isMirrored ? -1 : 1
        for index in 0..<block.length { input[index] = residual[block.frame + step * index] }
        SIMDMath.synthesize(input, filter, into: target + Self.order, block.length)
        for index in 0..<block.memory {
            var sum: Float = 0
            for tap in 0..<8 {
                let place = index + Self.margin - tap
                guard place >= 0, place < block.memory else { continue }
                sum += Float(ILBCTables.codebookFilter[tap]) * memory[place]
            }
            filtered[index] = sum / 4096
        }
    }

    /// Makes all vectors, in the order of their indices, and sums up their energies.
    private func collectVectors(_ block: Block) {
        let count = ILBCCodebook.size(memory: block.memory, length: block.length)
        collectVectors(block, before: plain + Self.order + block.memory, from: 0)
        collectVectors(block, before: filtered + block.memory, from: count / 2)
        for index in 0..<count {
            let vector = vectors + index * Self.subframe
            energies[index] = SIMDMath.dot(vector, vector, block.length)
        }
    }

    private func collectVectors(_ block: Block, before end: UnsafePointer<Float>, from first: Int) {
        var next = vectors + first * Self.subframe
        for index in 0..<block.memory - block.length + 1 {
            next.update(from: end - index - block.length, count: block.length)
            next += Self.subframe
        }
        guard block.length == Self.subframe else { return }
        for period in Self.subframe / 2..<Self.subframe {
            repeatPeriod(period, before: end, into: next)
            next += Self.subframe
        }
    }

    /// See `ILBCCodebook`.
    private func repeatPeriod(
        _ period: Int, before end: UnsafePointer<Float>, into vector: UnsafeMutablePointer<Float>
    ) {
        let (start, soft) = (end - period, 4)
        vector.update(from: start, count: period)
        for index in 0..<soft {
            let rising = Float(index + 1) / 5
            vector[period - soft + index] = rising * start[index - soft] + (1 - rising) * end[index - soft]
        }
        (vector + period).update(from: start, count: Self.subframe - period)
    }

    /// The vector and the gain that leave the least of the target.
    private func best(among count: Int, isShort: Bool, _ length: Int, _ gains: Gains) -> (index: Int, gain: Int16) {
        let goal = target + Self.order
        var (best, bestGain, most) = (0, gains.smallest, -Float.infinity)
        for index in 0..<count {
            let place = isShort ? Int(ILBCExcitation.widen(Int16(index))) : index
            let energy = energies[place]
            guard energy > 0 else { continue }
            let product = SIMDMath.dot(goal, vectors + place * Self.subframe, length)
            let (gain, factor) = gains.nearest(to: product / energy)
            let taken = factor * (2 * product - factor * energy)
            if taken > most { (best, bestGain, most) = (index, gain, taken) }
        }
        return (best, bestGain)
    }

    /// Raises the first gain, on which the others depend, until the block is as strong as what it stands for.
    private func matchEnergy(_ gain: Int16, _ factor: Float, _ length: Int) -> Int16 {
        let energy = SIMDMath.dot(wanted, wanted, length)
        for index in 0..<length { wanted[index] -= target[Self.order + index] }
        let made = SIMDMath.dot(wanted, wanted, length)
        var result = gain
        for index in gain..<32 {
            let other = Float(ILBCTables.firstGains[Int(index)]) / 16_384
            if made * other * other < energy * factor * factor, other < 2 * factor { result = index }
        }
        return result
    }
}

/// The gains that a stage can choose from.
private struct Gains {
    private let levels: UnsafePointer<Int16>
    private let count: Int
    private let scale: Float
    /// The index of the gain nearest to nothing.
    let smallest: Int16

    /// - Parameter previous: the gain of the stage before, Q14.
    init(_ stage: Int, _ previous: Int16) {
        levels = ILBCCodebook.gains(stage)
        count = 32 >> stage
        scale = Float(max(1638, FixedPoint.magnitude(Int32(previous)))) / 16_384
        smallest = stage == 0 ? 0 : stage == 1 ? 7 : 3
    }

    @inline(__always) func nearest(to gain: Float) -> (index: Int16, factor: Float) {
        let wanted = gain / scale * 16_384
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            // Up where the gain lies beyond the middle between two levels.
            if wanted * 2 > Float(Int32(levels[middle]) + Int32(levels[middle + 1])) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return (Int16(low), Float(levels[low]) * scale / 16_384)
    }
}
