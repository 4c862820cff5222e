public import Foundation

/// Is notified of what a player does, on the main queue. All methods may be left out.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The sound was heard to its end, or to where it could not be read any more. Not called after `stop`.
    ///
    /// - Parameters:
    ///   - player: the player that has ended.
    ///   - flag: true for the end of the sound, after the last pass of a loop; false if it could not be read to its end.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

    /// The rest of the sound cannot be read. What came before it is heard; then the end is notified, with false.
    ///
    /// - Parameters:
    ///   - player: the player whose sound is damaged.
    ///   - error: an error of `NSOSStatusErrorDomain`, as the initializers throw it.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)

    /// The session was interrupted, which has paused the player. The program is notified by the session afterwards.
    ///
    /// - Parameter player: the player, which is paused.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer)

    /// The interruption is over. The player stays paused.
    ///
    /// - Parameters:
    ///   - player: the player that was interrupted.
    ///   - flags: 1 where the program may call `play`: the session is active again then; 0 if it may not.
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
