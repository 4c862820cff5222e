import AudioCore

/// The messages of one receiver that wait for the queue of MIDI-CI, on which functions of programs are called, too.
///
/// Messages beyond the most that may wait are dropped, so that a sender cannot fill the memory. Any thread may call.
final class WaitingMessages: Sendable {
    private static let most = 1024
    private let count = LockedValue(0)

    /// Calls a function on the queue, or does nothing where too many wait.
    func perform(_ body: @escaping @Sendable () -> Void) {
        let hasRoom = count.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
        guard hasRoom else { return }
        InquiryPort.perform { [self] in
            count.withLock { $0 -= 1 }
            body()
        }
    }
}
