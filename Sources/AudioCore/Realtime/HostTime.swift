import CRealtime

/// The clock that device time stamps are in: nanoseconds of `CLOCK_MONOTONIC`.
package enum HostTime {
    package static let ticksPerSecond: UInt64 = 1_000_000_000

    /// The time now. Real-time safe.
    @_noLocks package static func now() -> UInt64 { realtime_now() }

    /// How long `frames` last at `sampleRate`, rounded to the nearest nanosecond and clamped to the range of `UInt64`.
    /// Real-time safe.
    ///
    /// Whole seconds are taken out first, so that the result stays exact after days of frames.
    @_noLocks package static func duration(of frames: Int64, at sampleRate: Double) -> UInt64 {
        // With a rate below 1e9 the nanoseconds of a second's frames fit.
        let rate = sampleRate >= 1 && sampleRate < 1e9 ? UInt64(sampleRate) : 0
        guard frames > 0, rate > 0, Double(rate) == sampleRate else {
            return duration(ofFractional: Double(frames), at: sampleRate)
        }
        let seconds = UInt64(frames) / rate
        let rest = UInt64(frames) % rate
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: ticksPerSecond)
        let (sum, isTooLongWithRest) = whole.addingReportingOverflow((rest * ticksPerSecond + rate / 2) / rate)
        return isTooLong || isTooLongWithRest ? .max : sum
    }

    /// The same for a number of frames with a fraction; 0 for what is not a positive number of frames. Real-time safe.
    @_noLocks package static func duration(ofFractional frames: Double, at sampleRate: Double) -> UInt64 {
        guard frames > 0, sampleRate >= 1 else { return 0 }
        let ticks = frames * Double(ticksPerSecond) / sampleRate + 0.5
        return ticks < 0x1p64 ? UInt64(ticks) : .max
    }
}
