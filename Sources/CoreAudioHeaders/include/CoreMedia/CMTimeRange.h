#ifndef CoreMedia_CMTimeRange_h
#define CoreMedia_CMTimeRange_h

#include <CoreMedia/CMTime.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread.

/// A part of a timeline, from its start up to, but not including, its end.
typedef struct CMTimeRange {
    /// The first time.
    CMTime start;
    /// How long the range is.
    CMTime duration;
} CMTimeRange;

/// A part of a source, and the part of a timeline that it is put in.
typedef struct CMTimeMapping {
    /// The part of the source.
    CMTimeRange source;
    /// The part of the timeline.
    CMTimeRange target;
} CMTimeMapping;

/// A range of no length at time 0.
CF_EXPORT const CMTimeRange kCMTimeRangeZero;
/// A range that is invalid.
CF_EXPORT const CMTimeRange kCMTimeRangeInvalid;
/// A mapping that is invalid.
CF_EXPORT const CMTimeMapping kCMTimeMappingInvalid;

/// Whether a range is valid.
#define CMTIMERANGE_IS_VALID(range) \
    ((Boolean)(CMTIME_IS_VALID((range).start) && CMTIME_IS_VALID((range).duration) && \
               (range).duration.epoch == 0 && (range).duration.value >= 0))
/// Whether a range is not valid.
#define CMTIMERANGE_IS_INVALID(range) (!CMTIMERANGE_IS_VALID(range))
/// Whether the start or the duration of a range is not known.
#define CMTIMERANGE_IS_INDEFINITE(range) \
    ((Boolean)(CMTIMERANGE_IS_VALID(range) && \
               (CMTIME_IS_INDEFINITE((range).start) || CMTIME_IS_INDEFINITE((range).duration))))
/// Whether a range has no length.
#define CMTIMERANGE_IS_EMPTY(range) \
    ((Boolean)(CMTIMERANGE_IS_VALID(range) && CMTIME_COMPARE_INLINE((range).duration, ==, kCMTimeZero)))

// MARK: Functions

/// Makes a range of its start and its length.
///
/// - Parameters:
///   - start: the first time that the range contains.
///   - duration: how long it is.
/// - Returns: the range.
CF_EXPORT CMTimeRange CMTimeRangeMake(CMTime start, CMTime duration);

/// The shortest range that contains two.
///
/// - Parameters:
///   - range: a range.
///   - otherRange: another.
/// - Returns: the range. It is invalid if one of the two is.
CF_EXPORT CMTimeRange CMTimeRangeGetUnion(CMTimeRange range, CMTimeRange otherRange);

/// What two ranges have in common.
///
/// - Parameters:
///   - range: a range.
///   - otherRange: another.
/// - Returns: the common part. It is `CMTimeRange.zero` where there is none.
CF_EXPORT CMTimeRange CMTimeRangeGetIntersection(CMTimeRange range, CMTimeRange otherRange);

/// Whether two ranges have the same start and duration.
///
/// - Parameters:
///   - range1: a range.
///   - range2: another.
/// - Returns: true if they are equal.
CF_EXPORT Boolean CMTimeRangeEqual(CMTimeRange range1, CMTimeRange range2);

/// Whether a time is in a range.
///
/// - Parameters:
///   - range: the range.
///   - time: the time.
/// - Returns: true from the start on and before the end.
CF_EXPORT Boolean CMTimeRangeContainsTime(CMTimeRange range, CMTime time);

/// Whether a range is in another.
///
/// - Parameters:
///   - range: a range.
///   - otherRange: what may be in it.
/// - Returns: true if the other begins and ends in the first.
CF_EXPORT Boolean CMTimeRangeContainsTimeRange(CMTimeRange range, CMTimeRange otherRange);

/// The first time after a range.
///
/// - Parameter range: the range.
/// - Returns: its end.
CF_EXPORT CMTime CMTimeRangeGetEnd(CMTimeRange range);

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
CF_EXPORT CMTime CMTimeMapTimeFromRangeToRange(CMTime t, CMTimeRange fromRange, CMTimeRange toRange);

/// The time of a range that is nearest to a time.
///
/// - Parameters:
///   - time: the time.
///   - range: the range.
/// - Returns: the time where it is in the range, else the range's start or end. It is invalid for a range without length.
CF_EXPORT CMTime CMTimeClampToRange(CMTime time, CMTimeRange range);

/// Scales a duration by the proportion of two ranges.
///
/// - Parameters:
///   - dur: the duration, of epoch 0.
///   - fromRange: the range of the duration.
///   - toRange: the other range.
/// - Returns: `dur * toRange.duration / fromRange.duration`, exact where a timescale can express it, and `dur` between two endless
///   ranges. It is invalid for another epoch, for a duration without a number, and for a range that is empty, indefinite or invalid,
///   or that is the only endless one.
CF_EXPORT CMTime CMTimeMapDurationFromRangeToRange(CMTime dur, CMTimeRange fromRange, CMTimeRange toRange);

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
CF_EXPORT CMTime CMTimeFoldIntoRange(CMTime time, CMTimeRange foldRange);

/// Makes the range between two times.
///
/// - Parameters:
///   - start: the first time that the range contains.
///   - end: the first time after it.
/// - Returns: the range.
CF_EXPORT CMTimeRange CMTimeRangeFromTimeToTime(CMTime start, CMTime end);

/// A range as a dictionary.
///
/// - Parameters:
///   - range: the range.
///   - allocator: NULL.
/// - Returns: the dictionaries of its start and its duration.
CF_EXPORT CFDictionaryRef _Nullable CMTimeRangeCopyAsDictionary(CMTimeRange range, CFAllocatorRef _Nullable allocator);

/// Makes a range of what `CMTimeRangeCopyAsDictionary` returns.
///
/// - Parameter dictionaryRepresentation: the dictionary.
/// - Returns: the range. It is invalid if a time is missing or invalid.
CF_EXPORT CMTimeRange CMTimeRangeMakeFromDictionary(CFDictionaryRef dictionaryRepresentation);

/// A range in words: its start and its duration.
///
/// - Parameters:
///   - allocator: NULL.
///   - range: the range.
/// - Returns: the text, such as "{{0/1 = 0.000}, {1/2 = 0.500}}".
CF_EXPORT CFStringRef _Nullable CMTimeRangeCopyDescription(CFAllocatorRef _Nullable allocator, CMTimeRange range);

/// Prints a range to standard error.
///
/// - Parameter range: the range.
CF_EXPORT void CMTimeRangeShow(CMTimeRange range);

/// Makes a mapping of two ranges.
///
/// - Parameters:
///   - source: the part of the source.
///   - target: the part of the timeline.
/// - Returns: the mapping.
CF_EXPORT CMTimeMapping CMTimeMappingMake(CMTimeRange source, CMTimeRange target);

/// Makes a mapping whose target nothing fills: its source is invalid.
///
/// - Parameter target: the part of the timeline.
/// - Returns: the mapping.
CF_EXPORT CMTimeMapping CMTimeMappingMakeEmpty(CMTimeRange target);

/// A mapping as a dictionary.
///
/// - Parameters:
///   - mapping: the mapping.
///   - allocator: NULL.
/// - Returns: the dictionaries of its source and its target.
CF_EXPORT CFDictionaryRef _Nullable CMTimeMappingCopyAsDictionary(
    CMTimeMapping mapping, CFAllocatorRef _Nullable allocator
);

/// Makes a mapping of what `CMTimeMappingCopyAsDictionary` returns.
///
/// - Parameter dictionaryRepresentation: the dictionary.
/// - Returns: the mapping. It is invalid if a range is missing or invalid.
CF_EXPORT CMTimeMapping CMTimeMappingMakeFromDictionary(CFDictionaryRef dictionaryRepresentation);

/// A mapping in words: its source and its target.
///
/// - Parameters:
///   - allocator: NULL.
///   - mapping: the mapping.
/// - Returns: the text.
CF_EXPORT CFStringRef _Nullable CMTimeMappingCopyDescription(CFAllocatorRef _Nullable allocator, CMTimeMapping mapping);

/// Prints a mapping to standard error.
///
/// - Parameter mapping: the mapping.
CF_EXPORT void CMTimeMappingShow(CMTimeMapping mapping);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
