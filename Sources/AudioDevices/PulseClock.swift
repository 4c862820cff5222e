import AudioCore

/// When a stream's frames are heard, or were captured, made of a server's reports that jitter.
///
/// A delay-locked loop: each report moves the line through the earlier ones a little. Reports that are far off are left out
/// until several in a row are, which means that the stream has another place in time. Belongs to one thread.
struct PulseClock {
    private let nominalPeriod: Double
    /// Nanoseconds of a frame, as the device has it.
    private var period: Double
    /// A frame and its host time.
    private var frame: Int64 = 0
    private var time = 0.0
    /// Reports since the line began.
    private var reports = 0
    private var strangers = 0

    /// How far off a report is left out, in nanoseconds, and how many in a row begin the line anew.
    private static let limit = (distance: 5e6, reports: 8)
    /// How much of a report's distance the line follows once it is steady.
    private static let gain = 0.01
    /// The most that a device's rate is off.
    private static let tolerance = 0.01

    init(sampleRate: Double) {
        nominalPeriod = 1e9 / sampleRate
        period = nominalPeriod
    }

    /// Begins the line with the next report. Real-time safe.
    @_noLocks mutating func reset() { reports = 0 }

    /// The host time of a frame. Real-time safe.
    ///
    /// - Parameters:
    ///   - frame: not before that of the last call.
    ///   - report: the same as the server tells it; 0 where it does not.
    /// - Returns: 0 where the server has not told since the line began.
    @_noLocks mutating func hostTime(of frame: Int64, reported report: UInt64) -> UInt64 {
        guard reports > 0 else {
            if report > 0 { begin(frame, report) }
            return report
        }
        let frames = Double(frame - self.frame)
        let expected = time + frames * period
        self.frame = frame
        time = expected
        guard report > 0 else { return UInt64(max(0, time)) }
        let distance = Double(report) - expected
        guard abs(distance) < Self.limit.distance else {
            strangers += 1
            if strangers >= Self.limit.reports { begin(frame, report) }
            return UInt64(max(0, time))
        }
        strangers = 0
        reports += 1
        // The mean of the first reports, then ever less of each.
        let gain = max(Self.gain, 1 / Double(reports))
        time += gain * distance
        if gain == Self.gain, frames > 0 {
            let most = nominalPeriod * Self.tolerance
            period += gain * gain / 2 * distance / frames
            period = min(max(period, nominalPeriod - most), nominalPeriod + most)
        }
        return UInt64(max(0, time))
    }

    @_noLocks private mutating func begin(_ frame: Int64, _ report: UInt64) {
        self.frame = frame
        time = Double(report)
        period = nominalPeriod
        reports = 1
        strangers = 0
    }
}
