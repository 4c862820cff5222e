import AVFAudio
import CoreMedia

/// What a running session captures from: a microphone for one output, or a camera for all of them.
protocol CaptureSource: AnyObject, Sendable {
    func start() throws
    /// Ends it. When this returns, nothing is being delivered by it and nothing will be.
    func stop()
}

/// What happens to a source without the session's doing.
enum CaptureEvent: Sendable {
    case failed(AVError)
    case interrupted
    /// The interruption is over; whether the source has gone on by itself.
    case resumed(Bool)
}
