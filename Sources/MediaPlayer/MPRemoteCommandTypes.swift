import AudioCore
public import Foundation

/// Whether items repeat.
public enum MPRepeatType: Int, @unchecked Sendable {
    /// They do not.
    case off = 0
    /// The item that plays.
    case one = 1
    /// All of the queue.
    case all = 2
}

/// Whether items play in an order by chance.
public enum MPShuffleType: Int, @unchecked Sendable {
    /// They do not.
    case off = 0
    /// Each item.
    case items = 1
    /// Albums and the like, which stay whole.
    case collections = 2
}

/// Skips some seconds.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
    private let intervals = LockedValue<[Double]>([10])

    /// The seconds that are offered; 10 at first.
    ///
    /// A desktop may ask for any number. Where ``MPRemoteCommandCenter/changePlaybackPositionCommand`` has a target, too, that command
    /// gets those that are not here.
    open var preferredIntervals: [NSNumber] {
        get { intervals.withLock { $0.map { NSNumber(value: $0) } } }
        set { intervals.withLock { $0 = newValue.map(\.doubleValue) } }
    }
}

/// Says what the user thinks of the item: likes it, does not, wants to keep the place.
open class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
    private let state = LockedValue((isActive: false, title: "", short: ""))

    /// Whether the user has said so already.
    open var isActive: Bool {
        get { state.withLock(\.isActive) }
        set { state.withLock { $0.isActive = newValue } }
    }

    /// What people read.
    open var localizedTitle: String {
        get { state.withLock(\.title) }
        set { state.withLock { $0.title = newValue } }
    }

    /// What people read where there is little room.
    open var localizedShortTitle: String {
        get { state.withLock(\.short) }
        set { state.withLock { $0.short = newValue } }
    }
}

/// Rates the item.
open class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
    private let range = LockedValue((minimum: Float(0), maximum: Float(1)))

    /// The lowest rating; 0 at first.
    open var minimumRating: Float {
        get { range.withLock(\.minimum) }
        set { range.withLock { $0.minimum = newValue } }
    }

    /// The highest rating; 1 at first.
    open var maximumRating: Float {
        get { range.withLock(\.maximum) }
        set { range.withLock { $0.maximum = newValue } }
    }
}

/// Changes how fast the item plays.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
    private let rates = LockedValue<[Float]>([])

    /// The rates that the program can play at. Others are taken for the nearest of these.
    open var supportedPlaybackRates: [NSNumber] {
        get { rates.withLock { $0.map { NSNumber(value: $0) } } }
        set {
            rates.withLock { $0 = newValue.map(\.floatValue).filter { $0.isFinite } }
            changed()
        }
    }

    var supported: [Float] { rates.withLock { $0 } }
}

/// Moves within the item.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// Changes whether items repeat.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
    private let type = LockedValue(MPRepeatType.off)

    /// Whether items repeat now, as the program says.
    open var currentRepeatType: MPRepeatType {
        get { type.withLock { $0 } }
        set {
            type.withLock { $0 = newValue }
            changed()
        }
    }
}

/// Changes whether items play in an order by chance.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
    private let type = LockedValue(MPShuffleType.off)

    /// Whether they do now, as the program says.
    open var currentShuffleType: MPShuffleType {
        get { type.withLock { $0 } }
        set {
            type.withLock { $0 = newValue }
            changed()
        }
    }
}
