public import Foundation

/// Is notified of what a player does, on the main queue. All methods may be left out.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The sound was heard to its end, or to where it could not be read any more: then `flag` is false. Not after `stop`.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

    /// The rest of the sound cannot be read. What came before it is heard first.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)

    /// The session was interrupted, which has paused the player. The program is notified by the session afterwards.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer)

    /// The interruption is over. `flags` is 1 where the program may go on: the session is active again then. The player stays
    /// paused.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
}

extension AVAudioPlayerDelegate {
    /// Does nothing.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    /// Does nothing.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
    /// Does nothing.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
    /// Does nothing.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {}
}
