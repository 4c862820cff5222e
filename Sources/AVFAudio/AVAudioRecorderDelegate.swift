public import Foundation

/// Is notified of what a recorder does, on the main queue. All methods may be left out.
public protocol AVAudioRecorderDelegate: NSObjectProtocol {
    /// The recording was stopped or has come to its duration, and its file is complete; `flag` is false where it could not be
    /// written to its end.
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)

    /// What comes cannot be encoded or written. The recording is over.
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)

    /// The session was interrupted, which has paused the recorder. The program is notified by the session afterwards.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)

    /// The interruption is over. `flags` is 1 where the program may go on: the session is active again then. The recorder stays
    /// paused.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int)
}

extension AVAudioRecorderDelegate {
    /// Does nothing.
    public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {}
    /// Does nothing.
    public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
    /// Does nothing.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    public func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {}
    /// Does nothing.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {}
}
