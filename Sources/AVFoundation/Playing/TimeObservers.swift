import Foundation

/// Which observers of a player's time are due: a value, without threads.
struct TimeObservers {
    typealias ID = Int

    private enum Kind {
        /// Seconds between two calls, and the interval in which the last one was.
        case periodic(Double, last: Double)
        /// In order.
        case boundary([Double])
    }

    private var kinds: [ID: Kind] = [:]
    private var lastID = 0
    /// The time up to which the observers are called.
    private(set) var time = 0.0

    var isEmpty: Bool { kinds.isEmpty }

    mutating func add(every interval: Double) -> ID {
        add(.periodic(max(interval, Self.shortest), last: Self.slot(time, max(interval, Self.shortest))))
    }

    mutating func add(at times: [Double]) -> ID { add(.boundary(times.filter(\.isFinite).sorted())) }

    private mutating func add(_ kind: Kind) -> ID {
        lastID += 1
        kinds[lastID] = kind
        return lastID
    }

    mutating func remove(_ id: ID) -> Bool { kinds.removeValue(forKey: id) != nil }

    /// An observer is called no more often.
    static let shortest = 0.01

    /// Times are of frames, which are a little before a time that a program names.
    private static func slot(_ time: Double, _ interval: Double) -> Double { ((time + 1e-9) / interval).rounded(.down) }

    /// Playback has gone on to another time.
    ///
    /// - Returns: the observers to be called, in the order in which they were added.
    mutating func move(to new: Double) -> [ID] {
        guard new > time else { return [] }
        var due: [ID] = []
        for id in kinds.keys.sorted() {
            switch kinds[id]! {
            case .periodic(let interval, let last):
                let slot = Self.slot(new, interval)
                guard slot != last else { continue }
                kinds[id] = .periodic(interval, last: slot)
                due.append(id)
            case .boundary(let times):
                if times.contains(where: { $0 > time + 1e-9 && $0 <= new + 1e-9 }) { due.append(id) }
            }
        }
        time = new
        return due
    }

    /// Playback has started, stopped, or gone to another time at once.
    ///
    /// - Returns: the observers to be called: the periodic ones.
    mutating func jump(to new: Double) -> [ID] {
        time = new
        var due: [ID] = []
        for id in kinds.keys.sorted() {
            guard case .periodic(let interval, _) = kinds[id]! else { continue }
            kinds[id] = .periodic(interval, last: Self.slot(new, interval))
            due.append(id)
        }
        return due
    }

    /// The next time at which an observer is due; nil for none.
    var next: Double? {
        kinds.values.compactMap { kind in
            switch kind {
            case .periodic(let interval, let last): (last + 1) * interval
            case .boundary(let times): times.first { $0 > time + 1e-9 }
            }
        }.min()
    }
}
