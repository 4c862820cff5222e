import AudioCore
public import CoreAudioTypes
import Glibc

// The host's clock by its names of <mach/mach_time.h>, which programs have with every framework on Apple's systems. Its ticks
// are those of `AudioGetCurrentHostTime`, of `mHostTime` in time stamps, and of `AVAudioTime`.

/// The time now in ticks of the host's clock. Real-time safe.
///
/// - Returns: what `AudioGetCurrentHostTime` returns.
public func mach_absolute_time() -> UInt64 { HostTime.now() }

/// Gets the fraction that converts ticks of the host's clock to nanoseconds: 1/1.
///
/// - Parameter info: on return, the fraction.
/// - Returns: `KERN_SUCCESS`.
@discardableResult
public func mach_timebase_info(_ info: mach_timebase_info_t) -> kern_return_t {
    info.pointee = CoreAudioTypes.mach_timebase_info(numer: 1, denom: 1)
    return KERN_SUCCESS
}

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
