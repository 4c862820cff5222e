import AudioCore

/// The time that the players of an output share, in seconds.
///
/// It runs from when it is first read, or the first start, and is 0 again once no player plays or is paused.
package final class PlayerTimeline: Sendable {
    package static let shared = PlayerTimeline()

    private struct State {
        /// The host time of 0; nil while the time stands at 0.
        var origin: UInt64?
        /// Players that play or are paused.
        var users = 0
    }

    private let state = LockedValue(State())

    package init() {}

    /// The time at a host time. Lets it run.
    package func seconds(at hostTime: UInt64) -> Double {
        let origin = origin(now: hostTime)
        return hostTime > origin ? Double(hostTime - origin) / Double(HostTime.ticksPerSecond) : 0
    }

    /// The host time of a time; the present for one that is past. Lets the time run.
    package func hostTime(of seconds: Double, now: UInt64) -> UInt64 {
        let ticks = (seconds * Double(HostTime.ticksPerSecond)).rounded()
        // Centuries are as good as for ever.
        guard ticks > 0 else { return now }
        return max(now, origin(now: now) + UInt64(min(ticks, 0x1p62)))
    }

    private func origin(now: UInt64) -> UInt64 {
        state.withLock { state in
            let origin = state.origin ?? now
            state.origin = origin
            return origin
        }
    }

    func enter(_ now: UInt64) {
        state.withLock { state in
            state.origin = state.origin ?? now
            state.users += 1
        }
    }

    func leave() {
        state.withLock { state in
            state.users -= 1
            if state.users == 0 { state.origin = nil }
        }
    }
}
