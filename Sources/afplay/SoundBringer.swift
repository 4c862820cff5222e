import ToolSupport

/// What brings a sound to its player.
protocol SoundBringer: Sendable {
    /// Makes the player that packets are brought to. The head start in seconds is how much must be there before it plays.
    typealias MakePlayer = (_ sound: QueuePlayer.Sound, _ headStart: Double) throws(ToolError) -> QueuePlayer

    /// Seconds of sound, where that is known beforehand.
    var duration: Double? { get }

    /// What the sound waits for, as text for the progress line; nil if it does not wait.
    var waiting: String? { get }

    /// What is played, where that is known beforehand.
    var title: String? { get }

    /// What the sound's sender says that it plays now, such as a radio station.
    var announcedTitle: String? { get }

    /// Whether it can be brought again, from any place.
    var canSeek: Bool { get }

    /// Brings everything, on a thread of its own. What the player has when this returns, or throws, is played to its end.
    ///
    /// - Parameter start: seconds of sound that are left out; 0 unless it can seek.
    func bring(from start: Double, _ makePlayer: @escaping MakePlayer) throws

    /// Makes what waits for a network give up soon, until it is asked to wait again. Any thread.
    func setInterrupted(_ isInterrupted: Bool)
}

extension SoundBringer {
    var waiting: String? { nil }
    var title: String? { nil }
    var announcedTitle: String? { nil }
    var canSeek: Bool { false }
    func setInterrupted(_ isInterrupted: Bool) {}
}
