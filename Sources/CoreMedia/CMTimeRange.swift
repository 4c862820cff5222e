/// A part of a timeline, from its start up to, but not including, its end.
@frozen
public struct CMTimeRange: Hashable, Sendable {
    /// The first time that the range contains.
    public var start: CMTime
    /// How long the range is.
    public var duration: CMTime

    /// Makes an invalid range.
    public init() { (start, duration) = (.invalid, .invalid) }

    /// Makes a range of its start and its length.
    ///
    /// - Parameters:
    ///   - start: the first time that the range contains.
    ///   - duration: how long it is.
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

    /// Makes the range between two times.
    ///
    /// - Parameters:
    ///   - start: the first time that the range contains.
    ///   - end: the first time after it.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// An invalid range.
    public static let invalid = CMTimeRange()
    /// A range of no length at time 0.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)

    /// Whether this is a range: both fields are valid, the duration is known, and it is not negative.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && !duration.isNegativeInfinity
            && (!duration.isNumeric || duration.value >= 0)
    }
    /// Whether the start or the duration is not known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether the range has no length.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// The first time after the range.
    public var end: CMTime { start + duration }

    private var isNumeric: Bool { isValid && !isIndefinite }

    /// What two ranges have in common.
    ///
    /// - Parameter other: another range.
    /// - Returns: the common part. It is `zero` where there is none.
    public func intersection(_ other: CMTimeRange) -> CMTimeRange {
        guard isNumeric, other.isNumeric else { return isValid && other.isValid ? .zero : .invalid }
        let (first, last) = (max(start, other.start), min(end, other.end))
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }

    /// The shortest range that contains two.
    ///
    /// - Parameter other: another range.
    /// - Returns: the range. It is invalid if one of the two is.
    public func union(_ other: CMTimeRange) -> CMTimeRange {
        guard isNumeric, other.isNumeric else { return .invalid }
        return CMTimeRange(start: min(start, other.start), end: max(end, other.end))
    }

    /// Whether a time is in the range.
    ///
    /// - Parameter time: the time.
    /// - Returns: true from the start on and before the end.
    public func containsTime(_ time: CMTime) -> Bool { isNumeric && time.isValid && start <= time && time < end }

    /// Whether another range is in this one.
    ///
    /// - Parameter range: the other range.
    /// - Returns: true if it begins and ends in this one. A range of no length is in this one where its start is.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool {
        guard isNumeric, range.isNumeric else { return false }
        if range.isEmpty { return containsTime(range.start) || self == range }
        return start <= range.start && range.end <= end
    }
}

/// Makes a range of its start and its length.
///
/// - Parameters:
///   - start: the first time that the range contains.
///   - duration: how long it is.
/// - Returns: the range.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// Makes the range between two times.
///
/// - Parameters:
///   - start: the first time that the range contains.
///   - end: the first time after it.
/// - Returns: the range.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }

/// The first time after a range.
///
/// - Parameter range: the range.
/// - Returns: its end.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// The shortest range that contains two.
///
/// - Parameters:
///   - range: a range.
///   - otherRange: another.
/// - Returns: the range. It is invalid if one of the two is.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}

/// What two ranges have in common.
///
/// - Parameters:
///   - range: a range.
///   - otherRange: another.
/// - Returns: the common part. It is `CMTimeRange.zero` where there is none.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.intersection(otherRange)
}

/// Whether two ranges have the same start and duration.
///
/// - Parameters:
///   - range1: a range.
///   - range2: another.
/// - Returns: true if they are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }

/// Whether a time is in a range.
///
/// - Parameters:
///   - range: the range.
///   - time: the time.
/// - Returns: true from the start on and before the end.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }

/// Whether a range is in another.
///
/// - Parameters:
///   - range: a range.
///   - otherRange: what may be in it.
/// - Returns: true if the other begins and ends in the first.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}

/// The time of a range that is nearest to a time.
///
/// - Parameters:
///   - time: the time.
///   - range: the range.
/// - Returns: the time where it is in the range, else the range's start or end. It is invalid for a range without length.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard range.isValid, !range.isIndefinite, !range.isEmpty, time.isValid else { return .invalid }
    return min(max(time, range.start), range.end)
}
