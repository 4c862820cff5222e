public import Foundation

/// A remote command that has come.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
    /// Which one.
    public let command: MPRemoteCommand
    /// When it came, in seconds since the machine was started.
    public let timestamp: TimeInterval

    init(_ command: MPRemoteCommand) {
        self.command = command
        timestamp = ProcessInfo.processInfo.systemUptime
        super.init()
    }
}

/// Skip some seconds.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// How many.
    public let interval: TimeInterval

    init(_ command: MPRemoteCommand, interval: TimeInterval) {
        self.interval = interval
        super.init(command)
    }
}

/// Whether a seek begins or ends.
public enum MPSeekCommandEventType: UInt, @unchecked Sendable {
    /// A key goes down.
    case beginSeeking = 0
    /// It goes up.
    case endSeeking = 1
}

/// Play fast, forward or backward, as long as a key is down.
open class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Whether the seek begins or ends.
    public let type: MPSeekCommandEventType

    init(_ command: MPRemoteCommand, type: MPSeekCommandEventType) {
        self.type = type
        super.init(command)
    }
}

/// What the user thinks of the item.
open class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The rating, from the command's lowest to its highest.
    public let rating: Float

    init(_ command: MPRemoteCommand, rating: Float) {
        self.rating = rating
        super.init(command)
    }
}

/// Play at a rate.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The rate, which is one of those that the command supports.
    public let playbackRate: Float

    init(_ command: MPRemoteCommand, rate: Float) {
        playbackRate = rate
        super.init(command)
    }
}

/// What the user thinks of the item, or no longer thinks.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Whether the user takes it back.
    public let isNegative: Bool

    init(_ command: MPRemoteCommand, isNegative: Bool) {
        self.isNegative = isNegative
        super.init(command)
    }
}

/// How long a language is chosen for.
public enum MPChangeLanguageOptionSetting: Int, @unchecked Sendable {
    /// The user has not said it.
    case none = 0
    /// The choice holds for the item that plays.
    case nowPlayingItemOnly = 1
    /// The choice holds for all items that follow.
    case permanent = 2
}

/// Choose a language, or choose it no longer.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Which one.
    public let languageOption: MPNowPlayingInfoLanguageOption
    /// For how long.
    public let setting: MPChangeLanguageOptionSetting

    init(_ command: MPRemoteCommand, _ option: MPNowPlayingInfoLanguageOption, _ setting: MPChangeLanguageOptionSetting)
    {
        (languageOption, self.setting) = (option, setting)
        super.init(command)
    }
}

/// Move within the item.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// To where, in seconds.
    public let positionTime: TimeInterval

    init(_ command: MPRemoteCommand, position: TimeInterval) {
        positionTime = position
        super.init(command)
    }
}

/// Play in an order by chance, or do not.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// What is wanted.
    public let shuffleType: MPShuffleType
    /// Whether it holds after the program has ended, too.
    public let preservesShuffleMode: Bool

    init(_ command: MPRemoteCommand, type: MPShuffleType) {
        (shuffleType, preservesShuffleMode) = (type, false)
        super.init(command)
    }
}

/// Repeat items, or do not.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// What is wanted.
    public let repeatType: MPRepeatType
    /// Whether it holds after the program has ended, too.
    public let preservesRepeatMode: Bool

    init(_ command: MPRemoteCommand, type: MPRepeatType) {
        (repeatType, preservesRepeatMode) = (type, false)
        super.init(command)
    }
}
