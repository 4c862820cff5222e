// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import Foundation
internal import Glibc

/// The time now in seconds, by the clock of `mach_absolute_time`: the monotonic clock of the system. Real-time safe.
///
/// - Returns: the seconds.
public func CACurrentMediaTime() -> CFTimeInterval {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Seconds.
public typealias CFTimeInterval = TimeInterval
