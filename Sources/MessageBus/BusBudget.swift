import AudioCore

/// How much one sender may cost: some messages at once, and some a second.
package struct BusBudget {
    package static let atOnce = 16
    /// Nanoseconds after which one more message is paid for.
    package static let interval = HostTime.ticksPerSecond / 20

    private let atOnce: Int
    private let interval: UInt64
    /// When all is as if there had been no message yet.
    private var restedAt: UInt64 = 0

    /// - Parameters:
    ///   - atOnce: how many messages a rested sender may send.
    ///   - interval: nanoseconds after which one more is paid for.
    package init(atOnce: Int = Self.atOnce, interval: UInt64 = Self.interval) {
        (self.atOnce, self.interval) = (atOnce, interval)
    }

    /// Pays for a message, or for one that costs as much as several.
    ///
    /// - Returns: false where the sender has had its share: the message is to be left unread.
    package mutating func take(_ count: Int = 1, at now: UInt64) -> Bool {
        let count = max(1, min(count, atOnce))
        guard time(of: count) <= now else { return false }
        restedAt = max(restedAt, now) + UInt64(count) * interval
        return true
    }

    /// Host time from which on a message is paid for again.
    package var nextTime: UInt64 { time(of: 1) }

    private func time(of count: Int) -> UInt64 {
        let share = UInt64(atOnce - count) * interval
        return restedAt > share ? restedAt - share : 0
    }

    /// Whether it is as if there had been no message yet.
    package func isRested(at now: UInt64) -> Bool { restedAt <= now }
}

/// The budgets of senders that nothing is known of: so many of them that are not rested, and no more.
package struct BusCrowd {
    private let most: Int
    private let rested: BusBudget
    private var budgets: [String: BusBudget] = [:]

    /// - Parameters:
    ///   - most: how many of them may be at it.
    ///   - atOnce, interval: the budget of each.
    package init(most: Int = 256, atOnce: Int = BusBudget.atOnce, interval: UInt64 = BusBudget.interval) {
        self.most = most
        rested = BusBudget(atOnce: atOnce, interval: interval)
    }

    /// Pays for a message of one of them.
    ///
    /// - Parameter count: how many messages it costs as much as.
    /// - Returns: false where the sender has had its share, or where it is new and there are too many others.
    package mutating func take(_ sender: String, _ count: Int = 1, at now: UInt64) -> Bool {
        if budgets[sender] == nil, budgets.count >= most {
            budgets = budgets.filter { !$0.value.isRested(at: now) }
            if budgets.count >= most { return false }
        }
        return budgets[sender, default: rested].take(count, at: now)
    }
}
