import Foundation

/// The numerator of a `CMTime`.
public typealias CMTimeValue = Int64
/// The denominator of a `CMTime`: how many units one second has.
public typealias CMTimeScale = Int32
/// The number of a timeline. Times of different epochs can be compared, but not added.
public typealias CMTimeEpoch = Int64

/// The greatest number of units that a second can have.
public let kCMTimeMaxTimescale: Int = 0x7fff_ffff

/// What kind of time a `CMTime` is.
@frozen
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes flags of bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time is valid. Without this flag the others have no meaning.
    public static let valid = Self(rawValue: 1)
    /// A calculation that led to the time has been rounded.
    public static let hasBeenRounded = Self(rawValue: 2)
    /// The time is later than any other.
    public static let positiveInfinity = Self(rawValue: 4)
    /// The time is earlier than any other.
    public static let negativeInfinity = Self(rawValue: 8)
    /// The time is not known, as the duration of a live stream.
    public static let indefinite = Self(rawValue: 16)
    /// The flags of a time that has no number.
    public static let impliedValueFlagsMask: Self = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// How `CMTimeConvertScale` rounds.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest, and half a unit away from zero. This is the default.
    case roundHalfAwayFromZero = 1
    /// Toward zero.
    case roundTowardZero = 2
    /// Away from zero.
    case roundAwayFromZero = 3
    /// Toward zero where a second has fewer units than before, away from zero where it has more. A negative time never
    /// becomes zero.
    case quickTime = 4
    /// Toward positive infinity.
    case roundTowardPositiveInfinity = 5
    /// Toward negative infinity.
    case roundTowardNegativeInfinity = 6

    /// `roundHalfAwayFromZero`.
    public static var `default`: Self { .roundHalfAwayFromZero }
}

/// A time or a duration as a fraction: `value` units, of which a second has `timescale`.
///
/// A time may also be infinite, indefinite or invalid. Calculations never trap: what does not fit is rounded, and what
/// cannot be rounded becomes infinite.
@frozen
public struct CMTime: Sendable {
    /// How many units the time has.
    public var value: CMTimeValue
    /// How many units a second has.
    public var timescale: CMTimeScale
    /// The kind of the time.
    public var flags: CMTimeFlags
    /// The number of the timeline; 0 for durations.
    public var epoch: CMTimeEpoch

    /// Makes an invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Makes a time of its four fields.
    ///
    /// - Parameters:
    ///   - value: how many units the time has.
    ///   - timescale: how many units a second has.
    ///   - flags: the kind of the time.
    ///   - epoch: the number of the timeline.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// Makes a time of a number of units. It is invalid if `timescale` is not positive.
    ///
    /// - Parameters:
    ///   - value: how many units the time has.
    ///   - timescale: how many units a second has.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Makes a time of seconds. What is less than a unit is dropped, as on Apple's systems, and the time says that it has been
    /// rounded.
    ///
    /// - Parameters:
    ///   - seconds: the time in seconds. What is infinite gives an infinite time, what is no number an invalid one.
    ///   - preferredTimescale: how many units a second is to have. It is halved until the value fits. The time is invalid if it
    ///     is not positive.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self.init()
            return
        }
        var timescale = preferredTimescale
        while timescale > 1, Int64(exactly: (seconds * Double(timescale)).rounded(.towardZero)) == nil {
            timescale /= 2
        }
        guard let value = Int64(exactly: (seconds * Double(timescale)).rounded(.towardZero)) else {
            self = seconds > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        self.init(value: value, timescale: timescale)
        if Double(value) / Double(timescale) != seconds { flags.insert(.hasBeenRounded) }
    }

    // MARK: Times without a number

    /// An invalid time.
    public static let invalid = CMTime()
    /// A time that is not known.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// A time that is later than any other.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// A time that is earlier than any other.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    /// No time at all: 0 of 1 unit a second.
    public static let zero = CMTime(value: 0, timescale: 1)

    // MARK: Its kind

    /// Whether this is a time.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether this is later than any other.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether this is earlier than any other.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether this is not known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether this has a number: it is valid, finite and known.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether a calculation that led to this has been rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The time in seconds: infinite for an infinite time, and NaN for one that is indefinite or invalid.
    public var seconds: Double {
        if isNumeric { return Double(value) / Double(timescale) }
        if isPositiveInfinity { return .infinity }
        return isNegativeInfinity ? -.infinity : .nan
    }
}

extension CMTime: Comparable, Hashable {
    /// Whether both are the same time, of whatever timescale. All invalid times are the same, and so are numbers whose timescale is
    /// not positive.
    ///
    /// - Parameters:
    ///   - time1: a time.
    ///   - time2: another.
    /// - Returns: true if they are equal.
    public static func == (time1: CMTime, time2: CMTime) -> Bool { time1.order(to: time2) == 0 }

    /// Whether one is earlier: negative infinity, then numbers by epoch and time, then what is indefinite, positive infinity,
    /// and what is invalid.
    ///
    /// - Parameters:
    ///   - time1: a time.
    ///   - time2: another.
    /// - Returns: true if the first is earlier.
    public static func < (time1: CMTime, time2: CMTime) -> Bool { time1.order(to: time2) < 0 }

    /// Equal times have equal hashes.
    ///
    /// - Parameter hasher: what to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard isNumeric, timescale > 0 else { return }
        let divisor = Int128.greatestCommonDivisor(Int128(value), Int128(timescale))
        hasher.combine(epoch)
        hasher.combine(Int128(value) / divisor)
        hasher.combine(Int128(timescale) / divisor)
    }
}
