import AudioCore
import AudioSession

// What the session of the program does to queues: it pauses them, with their buffers kept, and says that they do not run.
// The next start continues from there. The loss of the output leaves them alone, as what they play is the program's.

extension AudioQueue {
    /// Activates the session, and lets it stop the queue from now on.
    ///
    /// - Parameter isRecording: whether the queue needs the input.
    /// - Throws: what keeps the session from becoming active.
    func joinSession(recording isRecording: Bool) throws(AudioError) {
        if let queue = self as? any SessionParticipant { session.add(queue) }
        try session.activateImplicitly(recording: isRecording)
    }

    /// Pauses, and notifies the listeners of that.
    private func interrupt(_ queue: any QueueKind & SessionParticipant) {
        guard !defers({ [self] in interrupt(queue) }), queue.isRunning else { return }
        try? queue.pause()
        guard queue.isRunning else { return setRunning(false) }
        // The pause was left to a thread, after a tap that is being called.
        deferred.perform { [self] in
            if !queue.isRunning { setRunning(false) }
        }
    }

    fileprivate func sessionInterrupts() {
        if let queue = self as? any QueueKind & SessionParticipant { interrupt(queue) }
    }
}

extension PlayingQueue: SessionParticipant {
    package var isRunning: Bool { state.withLock { $0.run == .running && $0.offlineFormat == nil } }
    package func sessionWasInterrupted() { sessionInterrupts() }
    package func sessionMayResume(_ shouldResume: Bool) {}
    package func routeWasLost() {}
}

extension RecordingQueue: SessionParticipant {
    package var isRunning: Bool { state.withLock { $0.run } == .running }
    package func sessionWasInterrupted() { sessionInterrupts() }
    package func sessionMayResume(_ shouldResume: Bool) {}
    package func routeWasLost() {}
}
