/// How long after their times a peer's commands are played, so that those that travel longer are in time.
///
/// The delay is that of the slowest packet of the last ten seconds. It grows at once, and shrinks slowly, so that the order of
/// commands stays.
package struct PlayoutDelay: Sendable {
    /// Where nothing is known of the network.
    package static let initial: UInt64 = 20_000_000
    package static let most: UInt64 = 100_000_000
    private static let least: UInt64 = 1_000_000
    private static let margin: UInt64 = 500_000
    private static let second: UInt64 = 1_000_000_000
    /// Nanoseconds by which it shrinks in a second.
    private static let shrinking: UInt64 = 2_000_000
    private static let memory = 10

    /// The slowest packet of each second.
    private var peaks: [(second: UInt64, lateness: UInt64)] = []
    private var delay = initial
    private var changed: UInt64?

    package init() {}

    /// Notes how long after its time a packet arrived.
    package mutating func add(lateness: Int64, now: UInt64) {
        let lateness = UInt64(max(0, lateness))
        let second = now / Self.second
        if let last = peaks.last, last.second == second {
            peaks[peaks.count - 1].lateness = max(last.lateness, lateness)
        } else {
            if peaks.count == Self.memory { peaks.removeFirst() }
            peaks.append((second, lateness))
        }
        update(now)
    }

    private mutating func update(_ now: UInt64) {
        let oldest = now / Self.second - min(now / Self.second, UInt64(Self.memory))
        let slowest = peaks.lazy.filter { $0.second >= oldest }.map(\.lateness).max() ?? 0
        let wanted = min(Self.most, max(Self.least, slowest + Self.margin))
        let elapsed = changed.map { now - min(now, $0) } ?? 0
        let shrunk = min(elapsed, 100 * Self.second) * Self.shrinking / Self.second
        delay = max(wanted, delay - min(delay, shrunk))
        changed = now
    }

    /// The delay now, in nanoseconds.
    package mutating func current(_ now: UInt64) -> UInt64 {
        update(now)
        return delay
    }
}
