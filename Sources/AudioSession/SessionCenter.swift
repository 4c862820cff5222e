import AudioCore
import AudioDevices
import AudioIO

/// The audio session of a process: owns its state (`Session`), and carries out what that says.
///
/// All methods may be called from any thread and any callback, from notifications too. No lock is held while a program's or a
/// participant's code runs, but for `SessionParticipant.isRunning`. A program that only plays and records has a session too, which
/// nobody else knows of: until a call of this class changes something, no other program is notified, and none has an effect on it.
package final class SessionCenter: Sendable {
    package typealias Observation = SessionObservation

    struct State {
        var session = Session(isKnown: false)
        /// Whether news of other programs are delivered.
        var isListening = false
        var link: SessionLink?
        var devices = SessionDevices()
        var route = SessionRoute()
        var wishes = SessionWishes()
        /// What the user has chosen to play on; nil for the default output.
        var choice: SessionChoice?
        /// The volume that was asked for and that the server does not have yet; nil for none.
        var wantedVolume: Float?
        /// How the output was sent to the loudspeaker; nil where it was not, or was there already.
        var detour: SessionDetour?
        var isInputMuted = false
        /// What the user has answered; nil before.
        var mayRecord: Bool?
        /// Who waits for the user's answer.
        var permissionAnswers: [@Sendable (Bool) -> Void] = []
        /// Whether players of other vendors are paused where the session plays what does not mix.
        var mayPauseOthers = true
        var isOutputMuted = false
        /// Whether there are players of other vendors that are to go on at the end.
        var pausesOthers = false
        /// Whether that has been asked for since the session became active.
        var hasPausedOthers = false
        var keepsAwake = false
        /// How many times participants are being stopped, or are about to be.
        var stops = 0
        /// The number of the last loss that may be a change of profile.
        var loss = 0
        var isLossPending = false
        /// Whether the devices are to be read again, since the server did not answer.
        var readsAgain = false

        /// Whether all that the program records is silence.
        var isInputSilent: Bool { isInputMuted || mayRecord == false }
        var gain: Float { isOutputMuted ? 0 : session.gain }
        var isRecording: Bool { session.isActive && session.setting.category.hasInput }
    }

    /// This process's own.
    package static let shared = SessionCenter(surroundings: DefaultSurroundings.make())

    let state = LockedValue(State(), .session)
    /// Held by who compares the devices with those of before, or asks for others. The holder may wait for the server.
    let routing = LockedValue((), .devices)
    let audience = LockedValue(SessionAudience())
    /// Where participants are stopped and the program is notified.
    let work = DeferredWork()
    /// What callbacks ask of devices. Not `work`, which calls the program: other threads wait for these requests.
    let requests = DeferredWork()
    let surroundings: any SessionSurroundings
    let openConnection: @Sendable () throws(AudioError) -> Connection
    /// Nanoseconds in which a Bluetooth device that disappears may come back with another profile.
    let profileTime: UInt64

    /// - Parameters:
    ///   - surroundings: how other programs are reached.
    ///   - profileTime: nanoseconds in which a Bluetooth device that disappears may come back with another profile.
    ///   - connection: opens the connection to the sound server. The process's own is the usual one.
    package init(
        surroundings: any SessionSurroundings = NullSurroundings(), profileTime: UInt64 = 500_000_000,
        connection: @escaping @Sendable () throws(AudioError) -> Connection = { () throws(AudioError) in try .shared() }
    ) {
        self.surroundings = surroundings
        self.profileTime = profileTime
        openConnection = connection
    }

    // MARK: Setting and activation

    package var setting: SessionSetting { state.withLock { $0.session.setting } }
    package var isActive: Bool { state.withLock { $0.session.isActive } }
    package var isInterrupted: Bool { state.withLock { $0.session.isInterrupted } }
    /// Whether anything of the program plays or records, also while the session is inactive.
    package var isRunning: Bool { participants.contains(where: \.isRunning) }

    /// - Throws: `sessionBusy` where an active session would lose its input or output while that runs.
    package func set(_ setting: SessionSetting) throws(AudioError) {
        becomeKnown()
        var before = setting.mode
        try change { state throws(AudioError) in
            before = state.session.setting.mode
            return try state.session.set(setting)
        }
        if before.isConversation != setting.mode.isConversation { applyWishes() }
    }

    /// Becomes active, once participants have stopped for an interruption before.
    ///
    /// - Throws: `sessionServer`, `sessionResource` for recording without an input, and `sessionPriority` for recording
    ///   during a call.
    package func activate() throws(AudioError) {
        becomeKnown()
        // What the program starts from now on must not be stopped by an earlier interruption.
        if state.withLock({ $0.stops > 0 }) { work.waitForWorkSoFar(nanoseconds: HostTime.ticksPerSecond) }
        try change { state throws(AudioError) in try state.session.activate() }
        applyWishes()
    }

    /// Becomes inactive, in any case; participants that run stop first.
    ///
    /// - Throws: `sessionBusy` where participants were running.
    package func deactivate(notifiesOthers: Bool) throws(AudioError) {
        becomeKnown()
        let running = participants.filter(\.isRunning)
        if isActive {
            for participant in running { participant.sessionWillDeactivate() }
        }
        var error: AudioError?
        change(isRunning: !running.isEmpty) { state in
            let result = state.session.deactivate(notifiesOthers: notifiesOthers)
            error = result.error
            // Also where an interruption came before.
            if notifiesOthers { letOthersGoOn(&state) }
            return result.effects
        }
        // One may have begun meanwhile.
        if participants.contains(where: \.isRunning) { participantDidChange() }
        applyWishes()
        if let error { throw error }
    }

    /// What a player's `play`, a recorder's `record` and the calls that prepare for these do: activates the session for this
    /// process. Other programs are notified where they know the session.
    ///
    /// - Parameter isRecording: whether the caller needs the input.
    /// - Throws: as `activate`; `sessionCategory` for recording where the program has set a category without input;
    ///   `sessionInterrupted` as long as participants have still to stop for an interruption.
    package func activateImplicitly(recording isRecording: Bool = false) throws(AudioError) {
        let (session, isNeeded, isStopping) = state.withLock {
            ($0.session, !$0.session.isActive, $0.stops > 0)
        }
        if session.isKnown, isRecording, !session.setting.category.hasInput { throw .sessionCategory }
        // The caller would be stopped by it, and not learn of its end.
        if isStopping { throw .sessionInterrupted }
        guard isNeeded else { return }
        try change { state throws(AudioError) in try state.session.activate() }
        if session.isKnown { applyWishes() }
    }

    /// Whether another program's session is active. The first call asks the other programs, for 100 ms at most.
    package var isOtherAudioPlaying: Bool {
        askOthers()
        return state.withLock { $0.session.isOtherAudioPlaying }
    }

    /// Whether another program plays what does not mix. The first call asks the other programs, for 100 ms at most.
    package var shouldSilenceSecondaryAudio: Bool {
        askOthers()
        return state.withLock { $0.session.shouldSilenceSecondaryAudio }
    }

    /// Whether the loss of the output in use interrupts the session while it is now playing.
    package var prefersInterruptionOnRouteDisconnect: Bool {
        get { state.withLock { $0.session.prefersInterruptionOnRouteDisconnect } }
        set {
            becomeKnown()
            state.withLock { $0.session.prefersInterruptionOnRouteDisconnect = newValue }
        }
    }

    /// Whether players of other vendors pause when the session becomes active and does not mix. True unless set. Those that are
    /// paused go on as they would.
    package var pausesOtherPlayers: Bool {
        get { state.withLock { $0.mayPauseOthers } }
        set { state.withLock { $0.mayPauseOthers = newValue } }
    }

    // MARK: Audience

    /// Calls `body` with each notification from now on, until the result is released.
    package func observe(_ body: @escaping @Sendable (SessionNotification) -> Void) -> Observation {
        let id = audience.withLock { $0.add(body) }
        connect()
        return Observation { [weak self] in
            let removed = self?.audience.withLock { $0.removeObserver(id) }
            // What its closure keeps is freed without the lock.
            withExtendedLifetime(removed) {}
        }
    }

    /// Stops a participant from now on when the session is interrupted, as long as it lives.
    package func add(_ participant: any SessionParticipant) {
        let others = audience.withLock { $0.add(participant) }
        withExtendedLifetime(others) {}
    }
    package func remove(_ participant: any SessionParticipant) { audience.withLock { $0.remove(participant) } }
    var participants: [any SessionParticipant] { audience.withLock { $0.participants } }

    /// To be called by a participant that has begun or ceased to run. Does not wait.
    package func participantDidChange() {
        guard state.withLock({ $0.session.isKnown }) else { return }
        work.perform { [weak self] in
            self?.change { _ in [] }
            self?.stopLatecomers()
        }
    }

    /// Waits until participants and observers know everything that has happened by now.
    package func settle() {
        requests.waitUntilDone()
        work.waitUntilDone()
    }
}
