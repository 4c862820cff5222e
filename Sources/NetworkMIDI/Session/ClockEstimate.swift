/// How a peer's clock relates to the host time, from exchanges of clocks.
package struct ClockEstimate: Sendable {
    /// Nanoseconds of a tick of the protocol's clocks.
    package static let tick: UInt64 = 100_000
    /// Clocks that show more than this lie: 200 years.
    private static let mostTicks: UInt64 = 1 << 46
    private static let mostSamples = 12
    /// How far the clocks drift apart, in nanoseconds a second: an old exchange says less than a new one.
    private static let drift: UInt64 = 50_000

    private struct Sample: Sendable {
        /// Host time less the peer's time, in nanoseconds.
        var offset: Int64
        var roundTrip: UInt64
        var time: UInt64
    }

    private var samples: [Sample] = []

    package init() {}

    /// Ticks of a host time.
    package static func ticks(_ time: UInt64) -> UInt64 { time / tick }

    /// Nanoseconds of a peer's time; nil for one that cannot be. Ticks are rounded down, by half a tick on average.
    private static func nanoseconds(_ ticks: UInt64) -> Int64? {
        ticks < mostTicks ? Int64(ticks * tick + tick / 2) : nil
    }

    /// Notes an exchange.
    ///
    /// - Parameters:
    ///   - sent: when this side sent its message.
    ///   - answered: what the peer's clock showed in its answer, in ticks.
    ///   - now: when the answer arrived.
    package mutating func add(sent: UInt64, answered: UInt64, now: UInt64) {
        guard let remote = Self.nanoseconds(answered), sent <= now, now < 1 << 62 else { return }
        if samples.count == Self.mostSamples { samples.removeFirst() }
        samples.append(Sample(offset: Int64(sent + (now - sent) / 2) - remote, roundTrip: now - sent, time: now))
    }

    package var isEmpty: Bool { samples.isEmpty }

    /// Host time less the peer's time. The exchange that says it best is the fastest one, unless it is old.
    private func offset(_ now: UInt64) -> Int64? {
        func error(_ sample: Sample) -> UInt64 {
            sample.roundTrip / 2 + (now - min(now, sample.time)) / 1_000_000_000 * Self.drift
        }
        return samples.min { error($0) < error($1) }?.offset
    }

    /// The host time of a peer's time; nil while nothing is known of the peer's clock.
    package func hostTime(_ ticks: UInt64, now: UInt64) -> UInt64? {
        guard let remote = Self.nanoseconds(ticks), let offset = offset(now) else { return nil }
        let (time, isTooLarge) = remote.addingReportingOverflow(offset)
        return isTooLarge || time < 0 ? nil : UInt64(time)
    }

    /// The host time of a time stamp, of which there are the lowest 32 bits.
    package func hostTime(stamp: UInt32, now: UInt64) -> UInt64? {
        guard let offset = offset(now), now < 1 << 62 else { return nil }
        let (remote, isTooLarge) = Int64(now).subtractingReportingOverflow(offset)
        guard !isTooLarge, remote >= 0 else { return nil }
        let ticks = UInt64(remote) / Self.tick
        let difference = Int64(Int32(bitPattern: stamp &- UInt32(truncatingIfNeeded: ticks)))
        let whole = Int64(ticks) + difference
        return whole < 0 ? nil : hostTime(UInt64(whole), now: now)
    }
}
