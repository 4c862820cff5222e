import CRealtime
import Glibc

/// The limits of the processor time that a real-time thread of a process may use without waiting: RLIMIT_RTTIME, in microseconds,
/// `.max` where there are none.
///
/// A thread that reaches the soft limit gets SIGXCPU. The system ends the process when a thread reaches the hard limit. Both apply
/// to all threads of the process, and to the programs that it starts.
package struct RealtimeTimeLimit: Sendable {
    private let current: @Sendable () -> rlimit?
    private let change: @Sendable (rlimit) -> Bool

    /// - Parameters:
    ///   - current: returns the limits; nil where they are unknown.
    ///   - change: sets them; returns false where the system refuses.
    package init(current: @escaping @Sendable () -> rlimit?, change: @escaping @Sendable (rlimit) -> Bool) {
        self.current = current
        self.change = change
    }

    /// That of this process.
    package static let process = Self {
        var limit = rlimit()
        return getrlimit(Self.resource, &limit) == 0 ? limit : nil
    } change: { limit in
        var limit = limit
        let isSet = setrlimit(Self.resource, &limit) == 0
        // The thread that reaches the soft limit loses its priority, so that it does not reach the hard one.
        realtime_survive_time_limit()
        return isSet
    }

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(__RLIMIT_RTTIME.rawValue) }

    /// Lowers the hard limit to `most` and the soft one to half of it, where they are larger. Raises neither.
    ///
    /// - Returns: false where a limit stays larger.
    package func lower(to most: UInt) -> Bool {
        guard let limit = current() else { return false }
        let hard = min(limit.rlim_max, most)
        // Linux raises the soft limit whenever a thread reaches it, even above the hard one, with which it cannot be set.
        let soft = min(limit.rlim_cur, most / 2, hard)
        return (soft, hard) == (limit.rlim_cur, limit.rlim_max) || change(rlimit(rlim_cur: soft, rlim_max: hard))
    }
}
