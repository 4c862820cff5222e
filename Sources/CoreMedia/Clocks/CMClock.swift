import AudioCore
public import Foundation

/// A source of time that runs at a constant rate. The one there is counts the nanoseconds since the machine was started.
public final class CMClock: @unchecked Sendable {
    // The first property: Core Foundation reads it.
    private let information = CFClass.clock.information
    let now: @Sendable () -> CMTime

    init(now: @escaping @Sendable () -> CMTime) { self.now = now }

    /// The clock of host times, such as those of `mach_absolute_time`.
    public static let hostTimeClock = CMClock { CMClock.convertSystemUnitsToHostTime(HostTime.now()) }

    /// The time now.
    public var time: CMTime { now() }

    /// A time of the host's clock in its units.
    ///
    /// - Parameter hostTime: the time.
    /// - Returns: nanoseconds; 0 for a time before 0 and for one that is not a number.
    public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
        let nanoseconds = CMTimeConvertScale(hostTime, timescale: 1_000_000_000, method: .default)
        return nanoseconds.isNumeric ? UInt64(max(0, nanoseconds.value)) : 0
    }

    /// A time in the units of the host's clock as a time.
    ///
    /// - Parameter systemUnits: nanoseconds.
    /// - Returns: the time.
    public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
        CMTime(value: Int64(clamping: systemUnits), timescale: 1_000_000_000)
    }

    /// The time now, and that of the clock that this one is measured by.
    ///
    /// - Returns: the time now, twice: the host's clock is measured by itself.
    /// - Throws: nothing.
    public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
        let time = time
        return (time, time)
    }

    /// Whether the clock may run at another rate than another.
    ///
    /// - Parameter otherClock: the other.
    /// - Returns: false for one clock and itself.
    public func mightDrift(relativeTo otherClock: CMClock) -> Bool { otherClock !== self }

    /// Does nothing: the host's clock runs on.
    public func invalidate() {}

    /// The errors of clocks, of the domain `NSOSStatusErrorDomain`.
    public struct Error {
        /// A parameter is missing.
        public static var missingRequiredParameter: NSError { failure(kCMClockError_MissingRequiredParameter) }
        /// A parameter is wrong.
        public static var invalidParameter: NSError { failure(kCMClockError_InvalidParameter) }
        /// There is no memory.
        public static var allocationFailed: NSError { failure(kCMClockError_AllocationFailed) }
        /// The clock cannot do that.
        public static var unsupportedOperation: NSError { failure(kCMClockError_UnsupportedOperation) }
    }
}

/// A parameter is missing.
public var kCMClockError_MissingRequiredParameter: OSStatus { -12745 }
/// A parameter is wrong.
public var kCMClockError_InvalidParameter: OSStatus { -12746 }
/// There is no memory.
public var kCMClockError_AllocationFailed: OSStatus { -12747 }
/// The clock cannot do that.
public var kCMClockError_UnsupportedOperation: OSStatus { -12756 }

/// The clock of host times.
///
/// - Returns: the clock.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// A time of the host's clock in its units.
///
/// - Parameter hostTime: the time.
/// - Returns: nanoseconds; 0 for a time before 0 and for one that is not a number.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    CMClock.convertHostTimeToSystemUnits(hostTime)
}

/// A time in the units of the host's clock as a time.
///
/// - Parameter hostTime: nanoseconds.
/// - Returns: the time.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMClock.convertSystemUnitsToHostTime(hostTime)
}

/// The time of a clock.
///
/// - Parameter clock: the clock.
/// - Returns: the time now.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// The time of a clock, and that of the clock it is measured by.
///
/// - Parameters:
///   - clock: the clock.
///   - clockTimeOut: receives its time.
///   - referenceClockTimeOut: receives the other's at the same moment.
/// - Returns: 0.
@discardableResult
public func CMClockGetAnchorTime(
    _ clock: CMClock, clockTimeOut: UnsafeMutablePointer<CMTime>, referenceClockTimeOut: UnsafeMutablePointer<CMTime>
) -> OSStatus {
    let time = clock.time
    (clockTimeOut.pointee, referenceClockTimeOut.pointee) = (time, time)
    return 0
}

/// Whether two clocks may run at different rates.
///
/// - Parameters:
///   - clock: a clock.
///   - otherClock: another.
/// - Returns: false for one clock and itself.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool { clock !== otherClock }

/// Does nothing: the host's clock runs on.
///
/// - Parameter clock: the clock.
public func CMClockInvalidate(_ clock: CMClock) {}
