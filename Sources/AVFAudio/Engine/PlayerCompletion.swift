import AudioCore
import AudioUnits
import Dispatch

/// Calls a completion handler of a player node's, once.
final class PlayerCompletion: @unchecked Sendable {
    typealias Handler = @Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void

    private let type: AVAudioPlayerNodeCompletionCallbackType
    private let queue: DispatchQueue
    /// Nil once it is called. For the player's thread alone.
    private var handler: Handler?

    init(_ type: AVAudioPlayerNodeCompletionCallbackType, on queue: DispatchQueue, _ handler: Handler?) {
        (self.type, self.queue, self.handler) = (type, queue, handler)
    }

    /// A handler that is called without the type.
    static func handler(_ function: (@Sendable () -> Void)?) -> Handler? {
        guard let function else { return nil }
        return { _ in function() }
    }

    func take(_ report: PlayerReport) {
        guard let handler, report.isLast || isWaitedFor(report) else { return }
        self.handler = nil
        queue.async { [type] in ProgramEnd.call { handler(type) } }
    }

    private func isWaitedFor(_ report: PlayerReport) -> Bool {
        switch (type, report) {
        case (.dataConsumed, .consumed), (.dataRendered, .rendered): true
        default: false
        }
    }
}
