// swift-format-ignore-file: TypeNamesShouldBeCapitalized

import AudioCore
import Glibc

// The host's clock by its names of <mach/mach_time.h>, which programs have with every framework on Apple's systems. Its ticks
// are those of `AudioGetCurrentHostTime`, of `mHostTime` in time stamps, of MIDI's and of `AVAudioTime`. `mach_timebase_info(_:)` is in
// CoreAudio: a module cannot declare a type and a function of one name.

/// The time now in ticks of the host's clock. Real-time safe.
///
/// - Returns: what `AudioGetCurrentHostTime` returns.
public func mach_absolute_time() -> UInt64 { HostTime.now() }

/// Blocks the thread until a time of the host's clock.
///
/// - Parameter deadline: the time in ticks. One that has passed does not block.
/// - Returns: `KERN_SUCCESS`.
@discardableResult
public func mach_wait_until(_ deadline: UInt64) -> kern_return_t {
    let seconds = Int(deadline / HostTime.ticksPerSecond)
    var until = timespec(tv_sec: seconds, tv_nsec: Int(deadline % HostTime.ticksPerSecond))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nil) == EINTR {}
    return KERN_SUCCESS
}

/// What the calls of the host's clock return: 0 for success.
public typealias kern_return_t = Int32

/// The status of a call that succeeded.
public var KERN_SUCCESS: kern_return_t { 0 }

/// The fraction that converts ticks of the host's clock to nanoseconds.
@frozen
public struct mach_timebase_info: BitwiseCopyable, Sendable {
    /// The numerator.
    public var numer: UInt32
    /// The denominator.
    public var denom: UInt32

    /// Creates a fraction whose parts are 0, which `mach_timebase_info(_:)` fills.
    public init() { (numer, denom) = (0, 0) }

    /// Creates a fraction.
    ///
    /// - Parameters:
    ///   - numer: the numerator.
    ///   - denom: the denominator.
    public init(numer: UInt32, denom: UInt32) { (self.numer, self.denom) = (numer, denom) }
}

/// The same type.
public typealias mach_timebase_info_data_t = mach_timebase_info
/// Where a fraction is stored.
public typealias mach_timebase_info_t = UnsafeMutablePointer<mach_timebase_info>
