import AudioSession

// What the session of the program does to a player. It pauses then, and continues when the program says so.
extension Player: SessionParticipant {
    package var isRunning: Bool { isPlaying }
    package var isPlayer: Bool { true }

    /// Activates the session, and lets it stop the player from now on. False where that does not become active.
    func joinSession() -> Bool {
        session.add(self)
        do { try session.activateImplicitly() } catch { return false }
        return true
    }

    package func sessionWasInterrupted() {
        let isHit = isPlaying
        // The interruption before ended without a notification if the program made the session active itself.
        state.withLock { $0.isInterrupted = isHit }
        guard isHit else { return }
        pause()
        handler(.interruptionBegan)
    }

    /// Makes the session active where it may go on, so that the next start has nothing to wait for.
    package func sessionMayResume(_ shouldResume: Bool) {
        let (wasInterrupted, isStopped) = state.withLock { state in
            defer { state.isInterrupted = false }
            return (state.isInterrupted, state.run == .stopped)
        }
        guard wasInterrupted else { return }
        // A player that the program has stopped since has nothing to continue.
        if shouldResume, !isStopped { try? session.activateImplicitly() }
        handler(.interruptionEnded(shouldResume: shouldResume))
    }

    package func sessionWillDeactivate() { pause() }
    package func routeWasLost() { pause() }
}
