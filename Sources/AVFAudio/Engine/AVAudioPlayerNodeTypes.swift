/// Is called when a player node has consumed what was scheduled, or was stopped.
public typealias AVAudioNodeCompletionHandler = () -> Void

/// Is called when what was scheduled has come as far as the callback type says, or the player node was stopped.
public typealias AVAudioPlayerNodeCompletionHandler = (AVAudioPlayerNodeCompletionCallbackType) -> Void

/// How a buffer takes its turn in a player node.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, @unchecked Sendable {
    public let rawValue: UInt

    /// Creates options from their bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Plays the buffer again and again, until another interrupts it or the player stops.
    public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1)
    /// The buffer takes the place of what was scheduled before: at its time, or at once if it has none.
    public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 2)
    /// The buffer takes that place where a pass of a loop ends.
    public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 4)
}

/// How far what was scheduled has come when a completion handler is called.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, @unchecked Sendable {
    /// The player has taken the last frame. It may be heard later.
    case dataConsumed = 0
    /// The last frame has been rendered.
    case dataRendered = 1
    /// The last frame has been heard. In manual rendering, which nobody hears, it is the same as `dataRendered`.
    case dataPlayedBack = 2
}
