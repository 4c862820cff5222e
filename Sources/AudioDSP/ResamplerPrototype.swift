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
        response = { design.value(at: $0, length: length, bandwidth: bandwidth) }
    }

    /// The filter for an output that stands `fraction` past an input frame, with a gain of one for what is constant.
    private func filter(at fraction: Double) -> [Double] {
        var values: [Double] = []
        values.reserveCapacity(taps)
        for tap in 0..<taps { values.append(response(fraction + Double(leadingFrames - tap))) }
        let sum = values.reduce(0, +)
        return values.map { $0 / sum }
    }

    /// One filter after the other, `phases` of them.
    func exactTable(phases: Int) -> UnsafeMutablePointer<Float> {
        let table = UnsafeMutablePointer<Float>.allocate(capacity: phases * taps)
        for phase in 0..<phases {
            let values = filter(at: Double(phase) / Double(phases))
            for tap in 0..<taps { table[phase * taps + tap] = Float(values[tap]) }
        }
        return table
    }

    /// For each of `segments` parts of the way between two input frames the cubics through the filters around it, laid
    /// out as `CKFilterRun` says.
    func interpolatedTable(segments: Int) -> UnsafeMutablePointer<Float> {
        let table = UnsafeMutablePointer<Float>.allocate(capacity: segments * taps * 4)
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
