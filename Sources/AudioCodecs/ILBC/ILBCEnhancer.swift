/// Smooths decoded excitation along its pitch: each block of 80 frames becomes more like its neighbours a period away.
///
/// It needs to look ahead and holds back 40 frames in packets of 20 ms, 80 in those of 30 ms. Source: RFC 3951,
/// section 4.6.
final class ILBCEnhancer {
    private let mode: ILBCMode
    /// Eight blocks of excitation, and three zeros that the low-pass filter reads.
    private let history = UnsafeMutablePointer<Int16>.zeros(ILBCEnhancer.historyLength + 3)
    private var periods = InlineArray<8, UInt>(repeating: 160)
    private let decimated = UnsafeMutablePointer<Int16>.zeros(180)
    private let bridge: ILBCBridge
    private let around = UnsafeMutablePointer<Int16>.zeros(ILBCEnhancer.block)
    private let segment = UnsafeMutablePointer<Int16>.zeros(ILBCEnhancer.block + 6)

    static let historyLength = 640
    /// Frames that are enhanced at a time.
    static let block = 80
    private static let blocks = 8
    /// Periods looked at on either side.
    private static let reach = 3
    /// Frames kept free at the history's ends.
    private static let overhang = 2
    /// How far from where a period should begin it is looked for.
    private static let slack = 2

    init(_ mode: ILBCMode) {
        self.mode = mode
        bridge = ILBCBridge(mode)
    }

    deinit {
        history.deallocate()
        decimated.deallocate()
        around.deallocate()
        segment.deallocate()
    }

    func reset() {
        history.update(repeating: 0, count: Self.historyLength + 3)
        periods = InlineArray(repeating: 160)
    }

    /// Takes a packet's excitation and gives as much, enhanced and late.
    ///
    /// - Parameter afterLoss: whether the packet before was lost: what replaced it is joined to this one softly.
    /// - Returns: the period at the end, in frames.
    func enhance(
        _ excitation: UnsafePointer<Int16>, afterLoss: Bool, into output: UnsafeMutablePointer<Int16>
    ) -> Int {
        let kept = Self.historyLength - mode.frames
        history.update(from: history + mode.frames, count: kept)
        (history + kept).update(from: excitation, count: mode.frames)
        let newBlocks = mode.frames / Self.block
        for index in 0..<Self.blocks - newBlocks { periods[index] = periods[index + newBlocks] }
        decimate()
        var lag = 0
        var joiningLag = 20
        for block in 0..<newBlocks {
            lag = ILBCPitch.period(decimated + 60 + block * Self.block / 2)
            periods[Self.blocks - newBlocks + block] = UInt(lag) * 8
            if afterLoss && block == 0 { joiningLag = 2 * lag }
        }
        lag *= 2
        if afterLoss { lag = bridge.join(history + kept, near: joiningLag) }
        for block in 0..<newBlocks {
            let start = Self.historyLength - mode.delay - (newBlocks - block) * Self.block
            around.update(repeating: 0, count: Self.block)
            collectNeighbors(of: start)
            ILBCSmoothing.smooth(history + start, around, into: output + block * Self.block)
        }
        return lag
    }

    /// Halves the rate of what the pitch is looked for in: the packet and 120 frames before it.
    private func decimate() {
        let count = (mode.frames + 120) / 2
        let input = history + Self.historyLength - 2 * count
        for index in 0..<count {
            var sum: Int32 = 2048
            for tap in 0..<7 {
                sum &+= Int32(ILBCTables.decimation[tap]) &* Int32(input[3 + 2 * index - tap])
            }
            decimated[index] = Int16(clamping: sum >> 12)
        }
    }

    /// The middle of a block of the history, in quarters of a frame.
    private static func middle(_ block: Int) -> UInt { UInt(160 + 320 * block) }

    /// Adds up the periods before and behind a block, weighted.
    private func collectNeighbors(of start: Int) {
        var middles = InlineArray<8, UInt>(repeating: 0)
        for block in 0..<Self.blocks { middles[block] = Self.middle(block) }
        let nearest = Self.nearest(middles, to: UInt(2 * (2 * start + Self.block - 1)))
        var (position, lagBlock) = (UInt(4 * start), nearest)
        for distance in 1...Self.reach {
            let period = periods[lagBlock]
            guard position >= period + UInt(4 * Self.overhang) else { break }
            position -= period
            let middle = position + UInt(2 * Self.block)
            lagBlock = Self.nearest(middles, to: middle > period ? middle - period : 0)
            position = addPeriod(at: position, center: start, weight: Self.reach - distance)
        }
        // Blocks that begin sooner than one period from the start wrap around to the far end: they are never nearest.
        for block in 0..<Self.blocks { middles[block] = middles[block] &- periods[block] }
        position = UInt(4 * start)
        for distance in 1...Self.reach {
            position += periods[Self.nearest(middles, to: position + UInt(2 * Self.block))]
            guard position + UInt(4 * (Self.block + Self.overhang)) < UInt(4 * Self.historyLength) else { break }
            position = addPeriod(at: position, center: start, weight: Self.reach - distance)
        }
    }

    private static func nearest(_ places: InlineArray<8, UInt>, to wanted: UInt) -> Int {
        var (nearest, smallest) = (0, UInt.max)
        for index in 0..<blocks {
            let distance = places[index] < wanted ? wanted - places[index] : places[index] - wanted
            if distance < smallest { (nearest, smallest) = (index, distance) }
        }
        return nearest
    }

    /// Finds the stretch most like the block around a place, to a quarter of a frame, and adds it.
    ///
    /// - Parameters:
    ///   - place: where it should begin, in quarters of a frame.
    ///   - center: where the block begins.
    /// - Returns: where it begins, in quarters of a frame.
    private func addPeriod(at place: UInt, center: Int, weight: Int) -> UInt {
        let rounded = (Int(place) - 2) >> 2
        let first = max(0, rounded - Self.slack)
        let last = min(rounded + Self.slack, Self.historyLength - Self.block - 1)
        let best = bestQuarter(first, last - first + 1, center: center)
        let whole = (best + 3) >> 2
        copySegment(from: first + whole - 3)
        let taps = ILBCTables.quarterSteps + 7 * (4 * whole - best)
        let factor = Int32(ILBCTables.neighborWeights[weight])
        for index in 0..<Self.block {
            var sum: Int32 = 0
            for tap in 0..<7 { sum &+= Int32(taps[tap]) &* Int32(segment[index + tap]) }
            let sample = Int32(FixedPoint.sample(q12: Int64(sum)))
            around[index] = around[index] &+ FixedPoint.narrow((sample &* factor &+ 32_768) >> 16)
        }
        return UInt(4 * first + best + 4)
    }

    /// The quarter of a frame after `first` at which up to five correlations, interpolated, are highest.
    private func bestQuarter(_ first: Int, _ count: Int, center: Int) -> Int {
        let (stretch, block) = (history + first, history + center)
        let shift = FixedPoint.productShift(
            FixedPoint.peak(stretch, count + Self.block - 1), FixedPoint.peak(block, Self.block), Self.block)
        var sums = InlineArray<5, Int32>(repeating: 0)
        var peak: Int32 = 0
        for index in 0..<count {
            sums[index] = FixedPoint.dot(block, stretch + index, Self.block, shift: shift)
            peak = max(peak, FixedPoint.magnitude(sums[index]))
        }
        let excess = Int32(max(0, FixedPoint.width(peak) - 15))
        for index in 0..<count { sums[index] = Int32(FixedPoint.narrow(sums[index] >> excess)) }
        var (best, highest) = (0, Int32.min)
        for quarter in 0..<4 * count {
            var sum: Int32 = 0
            for tap in 1...5 {
                let index = quarter >> 2 + 3 - tap
                guard sums.indices.contains(index) else { continue }
                sum &+= sums[index] &* Int32(ILBCTables.quarterSteps[7 * (quarter & 3) + tap])
            }
            if sum > highest { (best, highest) = (quarter, sum) }
        }
        return best
    }

    /// Copies a block and three frames on either side, zeros where the history ends.
    private func copySegment(from first: Int) {
        for index in 0..<Self.block + 6 {
            let place = first + index
            segment[index] = (0..<Self.historyLength).contains(place) ? history[place] : 0
        }
    }
}
