public import Foundation

/// Is notified of what a player does, on the main queue. All methods may be left out.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The sound was heard to its end, or to where it could not be read any more: then `flag` is false. Not after `stop`.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

    /// The rest of the sound cannot be read. What came before it is heard first.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)

    /// Not called: nothing interrupts players here.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer)

    /// Not called: nothing interrupts players here.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
}

extension AVAudioPlayerDelegate {
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {}
}
