import AudioCore
public import Foundation

/// A timeline that a program controls: it stops, runs at a rate and jumps, driven by a clock or by another timebase.
///
/// Any thread may use it. Timers of timebases are not supported.
public final class CMTimebase: @unchecked Sendable {
    // The first property: Core Foundation reads it.
    private let information = CFClass.timebase.information
    enum Source {
        case clock(CMClock)
        case timebase(CMTimebase)

        var time: CMTime {
            switch self {
            case .clock(let clock): clock.time
            case .timebase(let timebase): timebase.time
            }
        }
    }

    struct State {
        var source: Source
        var rate = 0.0
        /// The time at a moment, and the source's at the same.
        var anchor = CMTime.zero
        var sourceAnchor: CMTime

        func time(at source: CMTime) -> CMTime {
            guard rate != 0, source.isNumeric, sourceAnchor.isNumeric else { return anchor }
            let passed = source - sourceAnchor
            return anchor + (rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: rate))
        }
    }

    private let state: LockedValue<State>

    private init(_ source: Source) { state = LockedValue(State(source: source, sourceAnchor: source.time)) }

    /// Makes a timebase that a clock drives. It stands at 0.
    ///
    /// - Parameter sourceClock: the clock.
    /// - Throws: nothing.
    public convenience init(sourceClock: CMClock) throws { self.init(.clock(sourceClock)) }

    /// Makes a timebase that another drives. It stands at 0.
    ///
    /// - Parameter sourceTimebase: the other.
    /// - Throws: nothing.
    public convenience init(sourceTimebase: CMTimebase) throws { self.init(.timebase(sourceTimebase)) }

    /// Makes a timebase that a clock drives, as `init(sourceClock:)`.
    ///
    /// - Parameter masterClock: the clock.
    /// - Throws: nothing.
    public convenience init(masterClock: CMClock) throws { self.init(.clock(masterClock)) }

    /// Makes a timebase that another drives, as `init(sourceTimebase:)`.
    ///
    /// - Parameter masterTimebase: the other.
    /// - Throws: nothing.
    public convenience init(masterTimebase: CMTimebase) throws { self.init(.timebase(masterTimebase)) }

    // MARK: Time

    /// The time now.
    public var time: CMTime { timeAndRate.time }

    /// The time now, and how many times faster than its source the timebase runs.
    public var timeAndRate: (time: CMTime, rate: Double) {
        // The source has a lock of its own, so it is asked outside this one.
        let state = self.state.withLock { $0 }
        return (state.time(at: state.source.time), state.rate)
    }

    /// How many times faster than its source the timebase runs; 0 while it stands.
    public var rate: Double { state.withLock { $0.rate } }

    /// How many times faster than its ultimate source clock the timebase runs.
    public var effectiveRate: Double {
        let (rate, source) = state.withLock { ($0.rate, $0.source) }
        guard case .timebase(let timebase) = source else { return rate }
        return rate * timebase.effectiveRate
    }

    /// The time now in a timescale.
    ///
    /// - Parameters:
    ///   - timescale: how many units a second has.
    ///   - rounding: how to round.
    /// - Returns: the time.
    public func time(withTimescale timescale: CMTimeScale, rounding: CMTimeRoundingMethod = .default) -> CMTime {
        CMTimeConvertScale(time, timescale: timescale, method: rounding)
    }

    /// Jumps to a time, and posts `timeJumped`.
    ///
    /// - Parameter time: the time.
    /// - Throws: `invalidParameter` for a time that is not a number.
    public func setTime(_ time: CMTime) throws {
        try change(isJump: true) { state, now in (state.anchor, state.sourceAnchor) = (time, now) }
    }

    /// Sets the time at a moment of the source, and posts `timeJumped`.
    ///
    /// - Parameters:
    ///   - anchorTime: the time at that moment.
    ///   - referenceTime: the moment, as a time of the source.
    /// - Throws: `invalidParameter` for a time that is not a number.
    public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
        try change(isJump: true) { state, _ in (state.anchor, state.sourceAnchor) = (anchorTime, referenceTime) }
    }

    /// Sets how many times faster than its source the timebase runs from now on, and posts `effectiveRateChanged`.
    ///
    /// - Parameter rate: the rate; 0 to stand, less than 0 to run backwards.
    /// - Throws: `invalidParameter` for a rate that is not a number.
    public func setRate(_ rate: Double) throws {
        try change(isJump: false) { state, now in
            (state.anchor, state.sourceAnchor) = (state.time(at: now), now)
            state.rate = rate
        }
    }

    /// Sets how many times faster than its source the timebase runs, and the time at a moment of the source.
    ///
    /// - Parameters:
    ///   - rate: the rate; 0 to stand.
    ///   - anchorTime: the time at that moment.
    ///   - referenceTime: the moment, as a time of the source.
    /// - Throws: `invalidParameter` for a rate or a time that is not a number.
    public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
        try change(isJump: true) { state, _ in
            (state.rate, state.anchor, state.sourceAnchor) = (rate, anchorTime, referenceTime)
        }
    }

    private func change(isJump: Bool, _ body: (inout State, CMTime) -> Void) throws {
        let source = state.withLock { $0.source }
        let now = source.time
        let isOtherRate = try state.withLock { state in
            var new = state
            body(&new, now)
            guard new.rate.isFinite, new.anchor.isNumeric, new.sourceAnchor.isNumeric else {
                throw Error.invalidParameter
            }
            defer { state = new }
            return new.rate != state.rate
        }
        if isOtherRate { NotificationCenter.default.post(name: Self.effectiveRateChanged, object: self) }
        if isJump { NotificationCenter.default.post(name: Self.timeJumped, object: self) }
    }

    // MARK: Sources

    /// What drives the timebase.
    public var source: any CMSyncProtocol {
        switch state.withLock({ $0.source }) {
        case .clock(let clock): clock
        case .timebase(let timebase): timebase
        }
    }

    /// The clock that drives the timebase; nil where another timebase does.
    public var sourceClock: CMClock? { source as? CMClock }
    /// The timebase that drives this one; nil where a clock does.
    public var sourceTimebase: CMTimebase? { source as? CMTimebase }
    /// The ultimate source clock.
    public var ultimateSourceClock: CMClock {
        switch state.withLock({ $0.source }) {
        case .clock(let clock): clock
        case .timebase(let timebase): timebase.ultimateSourceClock
        }
    }
    /// What drives the timebase, as `source`.
    public var master: any CMSyncProtocol { source }
    /// As `sourceClock`.
    public var masterClock: CMClock? { sourceClock }
    /// As `sourceTimebase`.
    public var masterTimebase: CMTimebase? { sourceTimebase }
    /// As `ultimateSourceClock`.
    public var ultimateMasterClock: CMClock { ultimateSourceClock }

    /// Held while a timebase gets another source: two threads would have two timebases drive each other.
    private static let sources = NSLock()

    /// Has another source drive the timebase from now on. The time does not jump.
    func drive(by source: Source) -> OSStatus {
        Self.sources.lock()
        defer { Self.sources.unlock() }
        // Not by itself, even through others.
        var next = source
        while case .timebase(let timebase) = next {
            if timebase === self { return kCMTimebaseError_InvalidParameter }
            next = timebase.state.withLock { $0.source }
        }
        let (time, now) = (self.time, source.time)
        state.withLock { state in (state.source, state.anchor, state.sourceAnchor) = (source, time, now) }
        return 0
    }

    /// The time at a moment of the ultimate source clock.
    func time(atClock clock: CMTime) -> CMTime {
        let state = self.state.withLock { $0 }
        guard case .timebase(let timebase) = state.source else { return state.time(at: clock) }
        return state.time(at: timebase.time(atClock: clock))
    }

    /// The moment of the ultimate source clock at which it is a time; invalid while the timebase stands.
    func clockTime(at time: CMTime) -> CMTime {
        let state = self.state.withLock { $0 }
        guard state.rate != 0 else { return .invalid }
        let passed = CMTimeMultiplyByFloat64(time - state.anchor, multiplier: 1 / state.rate)
        let moment = state.sourceAnchor + (state.rate == 1 ? time - state.anchor : passed)
        guard case .timebase(let timebase) = state.source else { return moment }
        return timebase.clockTime(at: moment)
    }

    // MARK: Notifications and errors

    /// Posted when the rate of a timebase, the object of the notification, has changed.
    public static let effectiveRateChanged = Notification.Name("kCMTimebaseNotification_EffectiveRateChanged")
    /// Posted when the time of a timebase, the object of the notification, has jumped.
    public static let timeJumped = Notification.Name("kCMTimebaseNotification_TimeJumped")

    /// Returns at once: notifications are posted before the call that causes them returns.
    ///
    /// - Throws: nothing.
    public func notificationBarrier() throws {}

    /// The errors of timebases, of the domain `NSOSStatusErrorDomain`.
    public struct Error {
        /// A parameter is missing.
        public static var missingRequiredParameter: NSError { failure(kCMTimebaseError_MissingRequiredParameter) }
        /// A parameter is wrong.
        public static var invalidParameter: NSError { failure(kCMTimebaseError_InvalidParameter) }
        /// There is no memory.
        public static var allocationFailed: NSError { failure(kCMTimebaseError_AllocationFailed) }
        /// The timebase cannot be changed.
        public static var readOnly: NSError { failure(kCMTimebaseError_ReadOnly) }
    }
}
