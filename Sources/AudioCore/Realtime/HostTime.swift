import CRealtime

/// The clock that device time stamps are in: nanoseconds of `CLOCK_MONOTONIC`.
package enum HostTime {
    package static let ticksPerSecond: UInt64 = 1_000_000_000

    /// The time now. Real-time safe.
    @_noLocks package static func now() -> UInt64 { realtime_now() }

    /// How long `frames` last at `sampleRate`, rounded to the nearest nanosecond. Real-time safe.
    ///
    /// Whole seconds are taken out first, so that the result stays exact after days of frames.
    @_noLocks package static func duration(of frames: Int64, at sampleRate: Double) -> UInt64 {
        let rate = Int64(sampleRate)
        guard rate > 0, frames > 0 else { return 0 }
        guard Double(rate) == sampleRate else { return UInt64(Double(frames) * 1e9 / sampleRate + 0.5) }
        let seconds = frames / rate
        let rest = frames % rate
        return UInt64(seconds) * ticksPerSecond + UInt64((rest * 1_000_000_000 + rate / 2) / rate)
    }
}
