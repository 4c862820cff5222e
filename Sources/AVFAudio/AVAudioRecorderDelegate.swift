public import Foundation

/// Is notified of what a recorder does, on the main queue. All methods may be left out.
public protocol AVAudioRecorderDelegate: NSObjectProtocol {
    /// The recording was stopped or has come to its duration, and its file is complete.
    ///
    /// - Parameters:
    ///   - recorder: the recorder that has ended.
    ///   - flag: false if the file could not be written to its end.
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)

    /// What comes cannot be encoded or written. The recording is over.
    ///
    /// - Parameters:
    ///   - recorder: the recorder that has failed.
    ///   - error: an error of `NSOSStatusErrorDomain`, such as -34 for a full disk.
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)

    /// The session was interrupted, which has paused the recorder. The program is notified by the session afterwards.
    ///
    /// - Parameter recorder: the recorder, which is paused.
    @available(*, deprecated, message: "Use the notifications of AVAudioSession.")
    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)

    /// The interruption is over. The recorder stays paused.
    ///
    /// - Parameters:
    ///   - recorder: the recorder that was interrupted.
    ///   - flags: 1 where the program may call `record`: the session is active again then; 0 if it may not.
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
