/// Makes a block more like the sum of the periods around it, but changes it no more than a twentieth of its energy.
enum ILBCSmoothing {
    private static let count = ILBCEnhancer.block
    /// The share of the block's energy that the change may have, Q14.
    private static let limit: Int32 = 819
    /// Half of that share, Q30.
    private static let halfLimit: Int32 = 26_843_546
    /// The share less a quarter of its square, Q34.
    private static let reducedLimit: Int32 = 848_256_041

    static func smooth(
        _ block: UnsafePointer<Int16>, _ around: UnsafePointer<Int16>, into output: UnsafeMutablePointer<Int16>
    ) {
        let peak = max(FixedPoint.peak(block, count), FixedPoint.peak(around, count))
        let shift = FixedPoint.productShift(peak, peak, count)
        let energies = Energies(
            block: FixedPoint.dot(block, block, count, shift: shift),
            around: FixedPoint.dot(around, around, count, shift: shift),
            both: FixedPoint.dot(around, block, count, shift: shift))
        let (factor, allowed) = energies.matching(shift: shift)
        // All of it from around, as loud as the block.
        var change: Int32 = 0
        for index in 0..<count {
            output[index] = FixedPoint.narrow((factor &* Int32(around[index]) &+ 1024) >> 11)
            let difference = (Int32(block[index]) &- Int32(output[index])) >> 3
            let narrow = Int32(FixedPoint.narrow(difference))
            change &+= narrow &* narrow
        }
        guard change > allowed else { return }
        let (aroundShare, blockShare) = energies.shares()
        for index in 0..<count {
            let first = FixedPoint.narrow((aroundShare &* Int32(around[index])) >> 9)
            output[index] = first &+ FixedPoint.narrow((blockShare &* Int32(block[index])) >> 14)
        }
    }

    /// The energies of the block and of what is around it, and the product of both.
    private struct Energies {
        let block: Int32
        let around: Int32
        let both: Int32

        private var blockWidth: Int { FixedPoint.width(block) }
        private var aroundWidth: Int { FixedPoint.width(around) }

        /// The factor that makes what is around as loud as the block, Q11, and how much energy the change may have.
        func matching(shift: Int) -> (factor: Int32, allowed: Int32) {
            let aroundShift = min(15 - aroundWidth, 31 - blockWidth - 16)
            let blockShift = aroundShift + 16
            let scaledBlock = block << blockShift
            let scaledAround = FixedPoint.narrow(around << aroundShift)
            let ratio = FixedPoint.quotient(scaledBlock, scaledAround) << 6
            let factor = scaledAround > 64 ? Int32(FixedPoint.narrow(FixedPoint.root(ratio))) : 1
            let total = 6 - shift + blockShift
            return (factor, total > 31 ? 0 : (limit &* (scaledBlock >> 14)) >> total)
        }

        /// What of the sum comes from around, Q9, and what from the block, Q14, for the largest change allowed.
        func shares() -> (around: Int32, block: Int32) {
            let none: (Int32, Int32) = (0, 16_384)
            let unlike = unlikeness()
            guard unlike > 7 else { return none }
            let excess = max(0, FixedPoint.width(unlike) - 15)
            let ratio = FixedPoint.quotient(reducedLimit >> Int32(excess), FixedPoint.narrow(unlike >> Int32(excess)))
            let share = FixedPoint.narrow(FixedPoint.root(ratio))
            let bothShift = 31 - FixedPoint.width(FixedPoint.magnitude(both))
            var scaledBoth = both << bothShift
            var scaledBlock = max(block, 1) >> (21 - bothShift)
            let over = blockWidth - (21 - bothShift) - 15
            if over > 0 { (scaledBoth, scaledBlock) = (scaledBoth >> over, scaledBlock >> over) }
            guard scaledBlock > 0, scaledBoth > 0 else { return none }
            let likeness = FixedPoint.quotient(scaledBoth, FixedPoint.narrow(scaledBlock))
            guard FixedPoint.width(likeness) + FixedPoint.width(Int32(share)) <= 31 else { return (Int32(share), 0) }
            let rest = 1 << 30 &- halfLimit &- Int32(share) &* likeness
            return (Int32(share), Int32(FixedPoint.narrow(rest >> 16)))
        }

        /// What is left of the energy around when what is like the block is taken away, in terms of the block's, Q16.
        private func unlikeness() -> Int32 {
            let shift = max(blockWidth, aroundWidth) - 15
            func scaled(_ value: Int32) -> Int32 { Int32(FixedPoint.narrow(value >> shift)) }
            let square = scaled(max(block, 1)) &* scaled(max(block, 1))
            guard square > 65_536 else { return 65_536 }
            let rest = scaled(around) &* scaled(max(block, 1)) &- scaled(both) &* scaled(both)
            return FixedPoint.quotient(max(0, rest), FixedPoint.narrow(square >> 16))
        }
    }
}
