import AudioCore

/// How much one sender may cost: some messages at once, and some a second.
package struct BusBudget {
    package static let atOnce = 16
    /// Nanoseconds after which one more message is paid for.
    package static let interval = HostTime.ticksPerSecond / 20

    /// When all is as if there had been no message yet.
    private var restedAt: UInt64 = 0

    package init() {}

    /// Pays for a message.
    ///
    /// - Returns: false where the sender has had its share: the message is to be left unread.
    package mutating func take(at now: UInt64) -> Bool {
        guard nextTime <= now else { return false }
        restedAt = max(restedAt, now) + Self.interval
        return true
    }

    /// Host time from which on a message is paid for again.
    package var nextTime: UInt64 {
        let share = UInt64(Self.atOnce - 1) * Self.interval
        return restedAt > share ? restedAt - share : 0
    }

    /// Whether it is as if there had been no message yet.
    package func isRested(at now: UInt64) -> Bool { restedAt <= now }
}
