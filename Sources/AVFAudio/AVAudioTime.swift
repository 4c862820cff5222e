public import AudioToolbox
public import Foundation

/// A moment, as a host time, as a sample time at a rate, or as both. It does not change.
open class AVAudioTime: NSObject, @unchecked Sendable {
    private let stamp: AudioTimeStamp
    private let rate: Double

    // MARK: Making a time

    /// No moment, as neither time is valid: a placeholder for another one.
    public override init() {
        (stamp, rate) = (AudioTimeStamp(), 0)
        super.init()
    }

    /// The moment of a time stamp, whose flags say which of its times are valid.
    ///
    /// - Parameters:
    ///   - ts: the time stamp, which is copied.
    ///   - sampleRate: frames per second of the sample time; 0 if that is not valid.
    public init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
        stamp = ts.pointee
        rate = sampleRate
        super.init()
    }

    /// A host time, in the units of `AudioGetCurrentHostTime`.
    ///
    /// - Parameter hostTime: a time of `AudioGetCurrentHostTime`.
    public init(hostTime: UInt64) {
        stamp = Self.stamp(hostTime: hostTime, sampleTime: nil)
        rate = 0
        super.init()
    }

    /// A position in frames at a rate.
    ///
    /// - Parameters:
    ///   - sampleTime: the position in frames.
    ///   - sampleRate: frames per second.
    public init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        stamp = Self.stamp(hostTime: nil, sampleTime: sampleTime)
        rate = sampleRate
        super.init()
    }

    /// A host time and the position in frames at that time.
    ///
    /// - Parameters:
    ///   - hostTime: a time of `AudioGetCurrentHostTime`.
    ///   - sampleTime: the position in frames.
    ///   - sampleRate: frames per second.
    public init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        stamp = Self.stamp(hostTime: hostTime, sampleTime: sampleTime)
        rate = sampleRate
        super.init()
    }

    private static func stamp(hostTime: UInt64?, sampleTime: AVAudioFramePosition?) -> AudioTimeStamp {
        var stamp = AudioTimeStamp()
        if let hostTime {
            stamp.mHostTime = hostTime
            stamp.mFlags.insert(.hostTimeValid)
        }
        if let sampleTime {
            stamp.mSampleTime = Double(sampleTime)
            stamp.mFlags.insert(.sampleTimeValid)
        }
        return stamp
    }

    // MARK: Reading the times

    /// Whether the host time is valid.
    open var isHostTimeValid: Bool { stamp.mFlags.contains(.hostTimeValid) }

    /// The host time, in the units of `AudioGetCurrentHostTime`; 0 if it is not valid.
    open var hostTime: UInt64 { stamp.mHostTime }

    /// Whether the sample time and the sample rate are valid.
    open var isSampleTimeValid: Bool { stamp.mFlags.contains(.sampleTimeValid) }

    /// The position in frames; a fraction is dropped.
    open var sampleTime: AVAudioFramePosition { frames(stamp.mSampleTime) }

    /// Frames per second; 0 for a host time alone.
    open var sampleRate: Double { rate }

    /// The moment as the C functions take it.
    open var audioTimeStamp: AudioTimeStamp { stamp }

    /// The moment in words, for a log: the seconds of its host time, and its frames and their rate.
    open override var description: String {
        var parts: [String] = []
        if isHostTimeValid {
            parts.append(String(format: "%.6f s host", Self.seconds(forHostTime: hostTime)))
        }
        if isSampleTimeValid { parts.append("\(sampleTime) samples @ \(String(format: "%g", rate)) Hz") }
        return "<AVAudioTime \(address(of: self)): \(parts.isEmpty ? "not valid" : parts.joined(separator: ", "))>"
    }

    // MARK: Converting

    /// Host time units that so many seconds last; 0 for less than none.
    ///
    /// - Parameter seconds: a length of time in seconds.
    /// - Returns: host time units.
    open class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
        let nanoseconds = seconds * 1e9
        guard nanoseconds > 0 else { return 0 }
        return AudioConvertNanosToHostTime(nanoseconds < 0x1p64 ? UInt64(nanoseconds) : .max)
    }

    /// Seconds that so many host time units last.
    ///
    /// - Parameter hostTime: how many host time units.
    /// - Returns: seconds.
    open class func seconds(forHostTime hostTime: UInt64) -> TimeInterval {
        Double(AudioConvertHostTimeToNanos(hostTime)) / 1e9
    }

    /// The same moment with both times, of which the missing one follows from the distance to an anchor.
    ///
    /// - Parameter anchorTime: a moment with both times.
    /// - Returns: nil unless the anchor has both times and this has a sample rate and one of the times.
    open func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
        guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, anchorTime.rate > 0, rate > 0,
            isHostTimeValid || isSampleTimeValid
        else { return nil }
        var full = stamp
        // The sample time of the anchor at this time's rate.
        let anchorSample = anchorTime.stamp.mSampleTime * (rate / anchorTime.rate)
        if !isHostTimeValid {
            let seconds = (stamp.mSampleTime - anchorSample) / rate
            let distance = Self.hostTime(forSeconds: abs(seconds))
            let (sum, isTooFar) =
                seconds < 0
                ? anchorTime.hostTime.subtractingReportingOverflow(distance)
                : anchorTime.hostTime.addingReportingOverflow(distance)
            full.mHostTime = isTooFar ? (seconds < 0 ? 0 : .max) : sum
        }
        if !isSampleTimeValid {
            let isLater = hostTime >= anchorTime.hostTime
            let distance = isLater ? hostTime - anchorTime.hostTime : anchorTime.hostTime - hostTime
            let seconds = Self.seconds(forHostTime: distance)
            full.mSampleTime = (anchorSample + (isLater ? seconds : -seconds) * rate).rounded()
        }
        full.mFlags.formUnion([.hostTimeValid, .sampleTimeValid])
        return AVAudioTime(audioTimeStamp: &full, sampleRate: rate)
    }

    private func frames(_ time: Double) -> AVAudioFramePosition {
        guard time > -0x1p63 else { return .min }
        return time < 0x1p63 ? AVAudioFramePosition(time) : .max
    }
}
