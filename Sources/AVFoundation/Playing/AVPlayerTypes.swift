extension AVPlayer {
    /// Whether a player can play.
    public enum Status: Int, @unchecked Sendable {
        /// No item was ready so far.
        case unknown = 0
        /// It can.
        case readyToPlay = 1
        /// It cannot. Players do not fail; items do.
        case failed = 2
    }

    /// Whether a player plays.
    public enum TimeControlStatus: Int, @unchecked Sendable {
        /// It does not, as its rate is 0.
        case paused = 0
        /// It will, when there is something to play: `reasonForWaitingToPlay` says what it waits for.
        case waitingToPlayAtSpecifiedRate = 1
        /// It does.
        case playing = 2
    }

    /// What a player does at the end of an item.
    public enum ActionAtItemEnd: Int, @unchecked Sendable {
        /// It plays the next item of its queue.
        case advance = 0
        /// It pauses.
        case pause = 1
        /// It does nothing: its rate stays.
        case none = 2
    }

    /// What a player waits for.
    public struct WaitingReason: RawRepresentable, Hashable, @unchecked Sendable {
        /// The text.
        public let rawValue: String

        /// Makes a reason of a text.
        ///
        /// - Parameter rawValue: the text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// More of a stream, so that it does not stall soon.
        public static let toMinimizeStalls = Self(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// An item that is being opened.
        public static let evaluatingBufferingRate = Self(rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
        /// An item that can be played.
        public static let noItemToPlay = Self(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
        /// Other players.
        ///
        /// Players wait for none.
        public static let waitingForCoordinatedPlayback = Self(rawValue: "AVPlayerWaitingForCoordinatedPlaybackReason")
    }

    /// Why the rate of a player has changed.
    public struct RateDidChangeReason: RawRepresentable, Hashable, @unchecked Sendable {
        /// The text.
        public let rawValue: String

        /// Makes a reason of a text.
        ///
        /// - Parameter rawValue: the text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It has been set, or the item has ended.
        public static let setRateCalled = Self(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
        /// It could not be played at: the device does not open, or there was nothing to play.
        public static let setRateFailed = Self(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
        /// The session has paused the player.
        public static let audioSessionInterrupted = Self(rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
        /// The program is in the background.
        ///
        /// It is never the reason.
        public static let appBackgrounded = Self(rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
    }
}

/// What a player does with films while its program is in the background.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, @unchecked Sendable {
    /// The system decides.
    case automatic = 1
    /// It pauses.
    case pauses = 2
    /// It plays on.
    case continuesIfPossible = 3
}
