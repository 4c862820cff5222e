#ifndef CoreMedia_CMTime_h
#define CoreMedia_CMTime_h

#include <CoreMedia/CMBase.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFString.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread.

/// The numerator of a time.
typedef int64_t CMTimeValue;
/// The denominator of a time: how many units one second has.
typedef int32_t CMTimeScale;
/// The number of a timeline. Times of different epochs can be compared, but not added.
typedef int64_t CMTimeEpoch;

/// What kind of time a time is.
typedef CF_OPTIONS(uint32_t, CMTimeFlags) {
    /// The time is valid. Without this flag the others have no meaning.
    kCMTimeFlags_Valid = 1,
    /// A calculation that led to the time has been rounded.
    kCMTimeFlags_HasBeenRounded = 2,
    /// The time is later than any other.
    kCMTimeFlags_PositiveInfinity = 4,
    /// The time is earlier than any other.
    kCMTimeFlags_NegativeInfinity = 8,
    /// The time is not known, as the duration of a live stream.
    kCMTimeFlags_Indefinite = 16,
    /// The flags of a time that has no number.
    kCMTimeFlags_ImpliedValueFlagsMask = 28
};

/// How CMTimeConvertScale rounds.
typedef CF_ENUM(uint32_t, CMTimeRoundingMethod) {
    /// To the nearest, and half a unit away from zero.
    kCMTimeRoundingMethod_RoundHalfAwayFromZero = 1,
    /// Toward zero.
    kCMTimeRoundingMethod_RoundTowardZero = 2,
    /// Away from zero.
    kCMTimeRoundingMethod_RoundAwayFromZero = 3,
    /// Toward zero where a second has fewer units than before, away from zero where it has more.
    kCMTimeRoundingMethod_QuickTime = 4,
    /// Toward positive infinity.
    kCMTimeRoundingMethod_RoundTowardPositiveInfinity = 5,
    /// Toward negative infinity.
    kCMTimeRoundingMethod_RoundTowardNegativeInfinity = 6,
    /// Half away from zero.
    kCMTimeRoundingMethod_Default = kCMTimeRoundingMethod_RoundHalfAwayFromZero
};

/// A time or a duration as a fraction: `value` units, of which a second has `timescale`.
typedef struct CMTime {
    /// How many units.
    CMTimeValue value;
    /// How many units a second has.
    CMTimeScale timescale;
    /// What kind of time it is.
    CMTimeFlags flags;
    /// The number of the timeline.
    CMTimeEpoch epoch;
} CMTime;

/// A time that is invalid.
CF_EXPORT const CMTime kCMTimeInvalid;
/// A time that is not known.
CF_EXPORT const CMTime kCMTimeIndefinite;
/// A time that is later than any other.
CF_EXPORT const CMTime kCMTimePositiveInfinity;
/// A time that is earlier than any other.
CF_EXPORT const CMTime kCMTimeNegativeInfinity;
/// Time 0.
CF_EXPORT const CMTime kCMTimeZero;

/// Whether a time is valid.
#define CMTIME_IS_VALID(time) ((Boolean)(((time).flags & kCMTimeFlags_Valid) != 0))
/// Whether a time is not valid.
#define CMTIME_IS_INVALID(time) (!CMTIME_IS_VALID(time))
/// Whether a time is later than any other.
#define CMTIME_IS_POSITIVE_INFINITY(time) \
    ((Boolean)(CMTIME_IS_VALID(time) && (((time).flags & kCMTimeFlags_PositiveInfinity) != 0)))
/// Whether a time is earlier than any other.
#define CMTIME_IS_NEGATIVE_INFINITY(time) \
    ((Boolean)(CMTIME_IS_VALID(time) && (((time).flags & kCMTimeFlags_NegativeInfinity) != 0)))
/// Whether a time is not known.
#define CMTIME_IS_INDEFINITE(time) \
    ((Boolean)(CMTIME_IS_VALID(time) && (((time).flags & kCMTimeFlags_Indefinite) != 0)))
/// Whether a time is a number.
#define CMTIME_IS_NUMERIC(time) \
    ((Boolean)(((time).flags & (kCMTimeFlags_Valid | kCMTimeFlags_ImpliedValueFlagsMask)) == kCMTimeFlags_Valid))
/// Whether a time was rounded.
#define CMTIME_HAS_BEEN_ROUNDED(time) \
    ((Boolean)(CMTIME_IS_NUMERIC(time) && (((time).flags & kCMTimeFlags_HasBeenRounded) != 0)))
/// Compares two times, as in CMTIME_COMPARE_INLINE(time1, <=, time2).
#define CMTIME_COMPARE_INLINE(time1, comparator, time2) ((Boolean)(CMTimeCompare(time1, time2) comparator 0))

// MARK: Functions

/// Makes a time of a number of units. It is invalid if `timescale` is not positive.
///
/// - Parameters:
///   - value: how many units the time has.
///   - timescale: how many units a second has.
/// - Returns: the time, of epoch 0.
CF_EXPORT CMTime CMTimeMake(int64_t value, int32_t timescale);

/// Makes a time of a number of units in a timeline. It is invalid if `timescale` is not positive.
///
/// - Parameters:
///   - value: how many units the time has.
///   - timescale: how many units a second has.
///   - epoch: the number of the timeline.
/// - Returns: the time.
CF_EXPORT CMTime CMTimeMakeWithEpoch(int64_t value, int32_t timescale, int64_t epoch);

/// Makes a time of seconds. What is less than a unit is dropped.
///
/// - Parameters:
///   - seconds: the time in seconds.
///   - preferredTimescale: how many units a second is to have. It is halved until the value fits.
/// - Returns: the time. It is infinite where it does not fit, and invalid if the timescale is not positive.
CF_EXPORT CMTime CMTimeMakeWithSeconds(Float64 seconds, int32_t preferredTimescale);

/// The time in seconds.
///
/// - Parameter time: the time.
/// - Returns: seconds. They are infinite for an infinite time, and NaN for one that is indefinite or invalid.
CF_EXPORT Float64 CMTimeGetSeconds(CMTime time);

/// The same time in another timescale.
///
/// - Parameters:
///   - time: the time.
///   - timescale: how many units a second is to have.
///   - method: how to round.
/// - Returns: the time. It is invalid if the timescale is not positive, and infinite where the value does not fit.
CF_EXPORT CMTime CMTimeConvertScale(CMTime time, int32_t timescale, CMTimeRoundingMethod method);

/// The sum of two times.
///
/// Two timescales give their lowest common multiple, or `kCMTimeMaxTimescale` where that is less. A sum that does not fit gets a
/// coarser timescale; one that fits none is infinite. The sum says that it has been rounded where it or a summand has been.
///
/// - Parameters:
///   - lhs: a time.
///   - rhs: another, of the same epoch or of epoch 0.
/// - Returns: the sum. It is invalid for two epochs, for a time that is invalid, and for opposite infinities.
CF_EXPORT CMTime CMTimeAdd(CMTime lhs, CMTime rhs);

/// The difference of two times. It is rounded as a sum is.
///
/// - Parameters:
///   - lhs: a time.
///   - rhs: what to subtract, of the same epoch or of epoch 0.
/// - Returns: the difference. It is invalid for two epochs, for a time that is invalid, and for the same infinity twice.
CF_EXPORT CMTime CMTimeSubtract(CMTime lhs, CMTime rhs);

/// A time taken so many times.
///
/// - Parameters:
///   - time: the time.
///   - multiplier: how many times.
/// - Returns: the product, in the timescale of the time or, where it does not fit, in a coarser one.
CF_EXPORT CMTime CMTimeMultiply(CMTime time, int32_t multiplier);

/// A time times a number.
///
/// - Parameters:
///   - time: the time.
///   - multiplier: the number.
/// - Returns: the product in nanoseconds, or in the timescale of the time where that is finer.
CF_EXPORT CMTime CMTimeMultiplyByFloat64(CMTime time, Float64 multiplier);

/// A time times a fraction. It stays exact where a timescale can express it.
///
/// - Parameters:
///   - time: the time.
///   - multiplier: the numerator of the fraction.
///   - divisor: its denominator.
/// - Returns: the product. A divisor of 0 gives an infinite time, or an invalid one where the numerator is 0 too.
CF_EXPORT CMTime CMTimeMultiplyByRatio(CMTime time, int32_t multiplier, int32_t divisor);

/// Compares two times.
///
/// Negative infinity is the earliest. Numbers follow by epoch and time, then what is indefinite, positive infinity, and what is
/// invalid.
///
/// - Parameters:
///   - time1: a time.
///   - time2: another.
/// - Returns: -1 where the first is earlier, 1 where it is later, and 0 if both are equal.
CF_EXPORT int32_t CMTimeCompare(CMTime time1, CMTime time2);

/// The earlier of two times.
///
/// - Parameters:
///   - time1: a time.
///   - time2: another.
/// - Returns: the earlier one; the first where they are equal.
CF_EXPORT CMTime CMTimeMinimum(CMTime time1, CMTime time2);

/// The later of two times.
///
/// - Parameters:
///   - time1: a time.
///   - time2: another.
/// - Returns: the later one; the first where they are equal.
CF_EXPORT CMTime CMTimeMaximum(CMTime time1, CMTime time2);

/// A time without its sign.
///
/// - Parameter time: the time.
/// - Returns: the time, or what it is short of zero, in the same epoch.
CF_EXPORT CMTime CMTimeAbsoluteValue(CMTime time);

/// A time as a dictionary.
///
/// - Parameters:
///   - time: the time.
///   - allocator: NULL.
/// - Returns: a dictionary of four numbers.
CF_EXPORT CFDictionaryRef _Nullable CMTimeCopyAsDictionary(CMTime time, CFAllocatorRef _Nullable allocator);

/// Makes a time of what `CMTimeCopyAsDictionary` returns.
///
/// - Parameter dictionaryRepresentation: the dictionary; NULL for an invalid time.
/// - Returns: the time. It is invalid if a key is missing, or a value is not an integer that fits its field.
CF_EXPORT CMTime CMTimeMakeFromDictionary(CFDictionaryRef _Nullable dictionaryRepresentation);

/// A time in words. `CMTime` has no `description`, as on Apple's systems: programs give it one.
///
/// - Parameters:
///   - allocator: NULL.
///   - time: the time.
/// - Returns: the text, such as "{1/2 = 0.500}".
CF_EXPORT CFStringRef _Nullable CMTimeCopyDescription(CFAllocatorRef _Nullable allocator, CMTime time);

/// Prints a time to standard error.
///
/// - Parameter time: the time.
CF_EXPORT void CMTimeShow(CMTime time);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
