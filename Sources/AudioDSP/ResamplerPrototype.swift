import AudioCore

/// A design's impulse response, from which tables of filters are cut.
struct ResamplerPrototype {
    let taps: Int
    let leadingFrames: Int
    private let response: (Double) -> Double

    init(design: ResamplerDesign, taps: Int, stretch: Double, leadingFrames: Int) {
        self.taps = taps
        self.leadingFrames = leadingFrames
        let length = Double(taps)
        let bandwidth = design.cutoff / stretch
        guard design.shape == .minimumPhase else {
            response = { design.value(at: $0, length: length, bandwidth: bandwidth) }
            return
        }
        // The response is known at points only, of which there are enough for cubics in between.
        let density = max(8, Int((Self.minimumPhaseDensity / stretch).rounded(.up)))
        let points = (0..<taps * density).map {
            design.value(at: Double($0) / Double(density) - length / 2, length: length, bandwidth: bandwidth)
        }
        let moved = MinimumPhase.response(of: points)
        response = { time in Self.interpolated(moved, at: time * Double(density)) }
    }

    /// Points per input frame at which a minimum-phase response is worked out.
    private static let minimumPhaseDensity = 128.0

    /// The cubic through the four points around `place`; zero outside.
    private static func interpolated(_ points: [Double], at place: Double) -> Double {
        let start = place.rounded(.down)
        guard start >= -1, start < Double(points.count) else { return 0 }
        let (i, u) = (Int(start), place - start)
        let nodes = (-1...2).map { points.indices.contains(i + $0) ? points[i + $0] : 0 }
        let (a, b, c, d) = (nodes[0], nodes[1], nodes[2], nodes[3])
        let square = a / 2 - b + c / 2 + u * ((d - a) / 6 + (b - c) / 2)
        return b + u * (-a / 3 - b / 2 + c - d / 6 + u * square)
    }

    /// The filter for an output that stands `fraction` past an input frame, with a gain of one for what is constant.
    private func filter(at fraction: Double) -> [Double] {
        var values: [Double] = []
        values.reserveCapacity(taps)
        for tap in 0..<taps { values.append(response(fraction + Double(leadingFrames - tap))) }
        let sum = values.reduce(0, +)
        return values.map { $0 / sum }
    }

    /// Memory of a table, in whole lines of the cache: each load of eight numbers is from one line.
    private static func memory(_ count: Int) -> UnsafeMutablePointer<Float> {
        UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Float>.stride, alignment: 64)
            .bindMemory(to: Float.self, capacity: count)
    }

    /// The filter of each output frame before the positions repeat, laid out as `CKFilterRun` says.
    func exactTable(_ ratio: ResamplerRatio, _ layout: ResamplerRows) -> UnsafeMutablePointer<Float> {
        let count = Int(ratio.denominator) * layout.rowTaps
        let table = Self.memory(count)
        table.initialize(repeating: 0, count: count)
        for row in 0..<Int(ratio.denominator) {
            let part = ratio.position(of: Int64(row)).part
            let values = filter(at: Double(part) / Double(ratio.denominator))
            let start = table + row * layout.rowTaps + layout.shift(ofRow: Int64(row), ratio)
            for tap in 0..<taps { start[tap] = Float(values[tap]) }
        }
        return table
    }

    /// For each of `segments` parts of the way between two input frames the lines that are nearest to the filters in it,
    /// laid out as `CKFilterRun` says.
    ///
    /// Nearest by the largest error: the chord is off by up to an eighth of the curve's second difference, all to one side, the
    /// line half as far beside it by a sixteenth. That difference is the middle of those at both ends.
    func lineTable(segments: Int) -> UnsafeMutablePointer<Float> {
        let table = Self.memory(segments * taps * 2)
        var filters = (-1...2).map { filter(at: Double($0) / Double(segments)) }
        for segment in 0..<segments {
            let (before, here, next, after) = (filters[0], filters[1], filters[2], filters[3])
            for tap in 0..<taps {
                let bend = (before[tap] - here[tap] - next[tap] + after[tap]) / 2
                let place = segment * taps * 2 + tap / 8 * 16 + tap % 8
                table[place] = Float(here[tap] - bend / 16)
                table[place + 8] = Float(next[tap] - here[tap])
            }
            filters.removeFirst()
            filters.append(filter(at: Double(segment + 3) / Double(segments)))
        }
        return table
    }

    /// For each of `segments` parts of the way between two input frames the cubics through the filters around it, laid
    /// out as `CKFilterRun` says.
    func cubicTable(segments: Int) -> UnsafeMutablePointer<Float> {
        let table = Self.memory(segments * taps * 4)
        let filters = (-1...segments + 1).map { filter(at: Double($0) / Double(segments)) }
        for segment in 0..<segments {
            let (before, here, next, after) = (
                filters[segment], filters[segment + 1], filters[segment + 2], filters[segment + 3]
            )
            for tap in 0..<taps {
                let (a, b, c, d) = (before[tap], here[tap], next[tap], after[tap])
                let place = segment * taps * 4 + tap / 8 * 32 + tap % 8
                table[place] = Float(b)
                table[place + 8] = Float(-a / 3 - b / 2 + c - d / 6)
                table[place + 16] = Float(a / 2 - b + c / 2)
                table[place + 24] = Float((d - a) / 6 + (b - c) / 2)
            }
        }
        return table
    }
}
