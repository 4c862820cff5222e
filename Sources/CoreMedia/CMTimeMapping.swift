/// A part of a source that fills a part of a timeline, which may be longer or shorter.
@frozen
public struct CMTimeMapping: Sendable {
    /// The part of the source. A start that has no number says that nothing fills the target.
    public var source: CMTimeRange
    /// The part of the timeline.
    public var target: CMTimeRange

    /// Makes an invalid mapping.
    public init() { (source, target) = (.invalid, .invalid) }

    /// Makes a mapping of two ranges.
    ///
    /// - Parameters:
    ///   - source: the part of the source.
    ///   - target: the part of the timeline.
    public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

    /// An invalid mapping.
    public static let invalid = CMTimeMapping()
}

/// Makes a mapping of two ranges.
///
/// - Parameters:
///   - source: the part of the source.
///   - target: the part of the timeline.
/// - Returns: the mapping.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: source, target: target)
}

/// Makes a mapping whose target nothing fills: its source is invalid.
///
/// - Parameter target: the part of the timeline.
/// - Returns: the mapping.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
}

// MARK: Times from range to range

/// Finds the time of a range that has the same place as a time of another: starts go to starts, ends to ends.
///
/// The result is `(t - fromRange.start) * toRange.duration / fromRange.duration + toRange.start`, exact where a timescale can express
/// it. Two endless ranges move the time from one start to the other.
///
/// - Parameters:
///   - t: a time, also outside of the range, in the epoch of its start.
///   - fromRange: the range of the time.
///   - toRange: the other range.
/// - Returns: the time. It is invalid for another epoch, for a time without a number, and for a range that is empty, indefinite or
///   invalid, or that is the only endless one.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard t.isNumeric, t.epoch == fromRange.start.epoch else { return .invalid }
    return (t - fromRange.start).mapped(from: fromRange, to: toRange) + toRange.start
}

/// Scales a duration by the proportion of two ranges.
///
/// - Parameters:
///   - dur: the duration, of epoch 0.
///   - fromRange: the range of the duration.
///   - toRange: the other range.
/// - Returns: `dur * toRange.duration / fromRange.duration`, exact where a timescale can express it, and `dur` between two endless
///   ranges. It is invalid for another epoch, for a duration without a number, and for a range that is empty, indefinite or invalid,
///   or that is the only endless one.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard dur.epoch == 0 else { return .invalid }
    return dur.mapped(from: fromRange, to: toRange)
}

/// Finds the time in a range that repeats without end at which a time falls.
///
/// The result is `(time - foldRange.start) mod foldRange.duration + foldRange.start`, never before the start. In an endless range
/// a time from its start on stays as it is.
///
/// - Parameters:
///   - time: the time, in the epoch of the range's start.
///   - foldRange: the range.
/// - Returns: the time. It is invalid for another epoch, for a time without a number, for a range that is empty, indefinite or invalid,
///   and for a time before an endless range.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    let (start, duration) = (foldRange.start, foldRange.duration)
    guard foldRange.isMappable, time.isNumeric, time.epoch == start.epoch else { return .invalid }
    if duration.isPositiveInfinity { return time < start ? .invalid : time }
    let folded = start + (time - start).remainder(of: duration)
    // A remainder that was rounded may reach the end.
    return folded.isNumeric && folded >= foldRange.end ? start : folded
}
