import Glibc

/// The time that the calling thread has computed. Unlike the time of day, it does not pass while tests beside it run.
package enum ThreadClock {
    package static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    package static func measure(_ body: () throws -> Void) rethrows -> Duration {
        let start = now
        try body()
        return now - start
    }
}
