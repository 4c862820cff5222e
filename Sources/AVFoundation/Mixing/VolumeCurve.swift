import CoreMedia

/// A volume over time: 1 at first, then the ramps, each of which holds its end until the next one.
struct VolumeCurve {
    struct Ramp {
        let start: Float
        let end: Float
        let range: CMTimeRange
    }

    /// In the order of their starts; they do not overlap.
    private(set) var ramps: [Ramp] = []

    /// Adds a ramp, in place of one of no length at the same time.
    ///
    /// - Returns: false for one that overlaps another, or whose times are no numbers.
    @discardableResult
    mutating func add(_ ramp: Ramp) -> Bool {
        guard ramp.range.start.isNumeric, ramp.range.duration.isNumeric, ramp.range.duration >= .zero else {
            return false
        }
        let isPoint = ramp.range.duration == .zero
        if isPoint { ramps.removeAll { $0.range.duration == .zero && $0.range.start == ramp.range.start } }
        for other in ramps where !isPoint && other.range.duration > .zero {
            guard other.range.end <= ramp.range.start || ramp.range.end <= other.range.start else { return false }
        }
        let index = ramps.firstIndex { $0.range.start > ramp.range.start } ?? ramps.count
        ramps.insert(ramp, at: index)
        return true
    }

    /// The ramp that holds at a time; what is between two of them is one that does not change.
    func ramp(at time: CMTime) -> Ramp? {
        guard let last = ramps.last, time.isNumeric, time < max(last.range.end, last.range.start) || isPoint(last, time)
        else { return nil }
        guard let index = ramps.lastIndex(where: { $0.range.start <= time }) else {
            let until = ramps[0].range.start
            return Ramp(start: 1, end: 1, range: CMTimeRange(start: .zero, end: until))
        }
        let ramp = ramps[index]
        if time < ramp.range.end { return ramp }
        guard index + 1 < ramps.count else { return ramp }
        return Ramp(
            start: ramp.end, end: ramp.end, range: CMTimeRange(start: ramp.range.end, end: ramps[index + 1].range.start)
        )
    }

    private func isPoint(_ ramp: Ramp, _ time: CMTime) -> Bool {
        ramp.range.duration == .zero && time == ramp.range.start
    }

    /// The volume at a time in seconds.
    func volume(at seconds: Double) -> Float {
        guard let ramp = ramps.last(where: { $0.range.start.seconds <= seconds }) else { return 1 }
        let (start, length) = (ramp.range.start.seconds, ramp.range.duration.seconds)
        guard length > 0, seconds < start + length else { return ramp.end }
        return ramp.start + (ramp.end - ramp.start) * Float((seconds - start) / length)
    }
}
