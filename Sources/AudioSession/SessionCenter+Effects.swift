import AudioCore
import AudioDevices
import AudioIO

// Carrying out what the session says.
extension SessionCenter {
    // MARK: Others

    /// Lets other programs know the session from now on, and them have their effects on it.
    func becomeKnown() {
        connect()
        listen()
        guard state.withLock({ !$0.session.isKnown }) else { return }
        change { $0.session.becomeKnown() }
    }

    /// Has news delivered from now on.
    private func listen() {
        let isFirst = state.withLock { state in
            defer { state.isListening = true }
            return !state.isListening
        }
        if isFirst { surroundings.begin { [weak self] news in self?.hear(news) } }
    }

    /// Makes sure that the programs are known that were there before.
    func askOthers() {
        listen()
        if !DeferredWork.isNeeded { surroundings.catchUp() }
    }

    /// Takes news of the surroundings, on their thread.
    private func hear(_ news: SessionNews) {
        change { state in surroundings.isOvertaken(news) ? [] : Self.take(news, &state.session) }
    }

    private static func take(_ news: SessionNews, _ session: inout Session) -> [Session.Effect] {
        switch news {
        case .peerActive(let peer, let setting): session.peerDidActivate(peer, setting)
        case .peerInactive(let peer, let notifiesOthers):
            session.peerDidDeactivate(peer, notifiesOthers: notifiesOthers)
        case .peerEnded(let peer): session.peerDidEnd(peer)
        case .callBegan: session.callDidBegin()
        case .callEnded: session.callDidEnd()
        case .screenLocked(let isLocked): session.screenDidLock(isLocked)
        case .silentSwitch(let isOn): session.silentSwitchDidMove(isOn: isOn)
        case .sleeping(true): session.machineWillSleep()
        case .sleeping(false): session.machineDidWake()
        }
    }

    // MARK: Changes

    /// Changes the session, and carries out what it says in order.
    ///
    /// - Parameter isRunning: whether a participant runs; nil asks them.
    func change<Failure: Error>(
        isRunning: Bool? = nil, _ body: (inout State) throws(Failure) -> [Session.Effect]
    ) throws(Failure) {
        let participants = participants
        // The last references may be these.
        defer { withExtendedLifetime(participants) {} }
        try state.withLock { state throws(Failure) in
            // Asked under the lock, so that an older answer does not replace a newer one.
            state.session.isRunning = isRunning ?? participants.contains { $0.isRunning }
            state.session.isPlayerRunning = participants.contains { $0.isPlayer && $0.isRunning }
            let (route, facts, wasRecording) = (state.route, SessionFacts(state), state.isRecording)
            let effects = try body(&state)
            state.route = state.presentRoute
            for effect in effects { carryOut(effect, &state, previous: route) }
            for news in SessionFacts(state).news(since: facts) { tell(news) }
            if !wasRecording, state.isRecording, state.isInputMuted { tell(.inputMuteChanged(true)) }
            noteAwake(&state)
            if state.detour != nil, !state.session.isOverriddenToSpeaker {
                work.perform { [weak self] in self?.endDetour() }
            }
        }
    }

    /// Under the lock, so that the surroundings hear everything in order.
    private func carryOut(_ effect: Session.Effect, _ state: inout State, previous: SessionRoute) {
        switch effect {
        case .gain: state.link?.connection.setSessionGain(state.gain)
        case .interruptionBegan(let reason):
            state.stops += 1
            tell(.interruptionBegan(reason)) { $0.sessionWasInterrupted() }
        case .interruptionEnded(let shouldResume):
            tell(.interruptionEnded(shouldResume: shouldResume)) { $0.sessionMayResume(shouldResume) }
        case .routeChanged(let reason):
            let isLoss =
                state.session.isKnown && reason == .oldDeviceUnavailable && previous.outputs != state.route.outputs
            tell(.routeChanged(reason, previous: previous)) { if isLoss { $0.routeWasLost() } }
        case .secondaryAudioHint(let silence): tell(.secondaryAudioHint(silence: silence))
        case .announceActive(let setting):
            surroundings.announceActive(setting)
            guard state.mayPauseOthers, setting.category.hasOutput, !setting.isMixable, !state.hasPausedOthers else {
                return
            }
            (state.pausesOthers, state.hasPausedOthers) = (true, true)
            surroundings.setPausesOtherPlayers(true)
        case .announceInactive(let notifiesOthers):
            state.hasPausedOthers = false
            surroundings.announceInactive(notifiesOthers: notifiesOthers)
        }
    }

    /// Lets the players of other vendors that the session has paused go on.
    func letOthersGoOn(_ state: inout State) {
        guard state.pausesOthers else { return }
        state.pausesOthers = false
        surroundings.setPausesOtherPlayers(false)
    }

    /// What plays or records on while the screen is locked keeps the machine awake.
    private func noteAwake(_ state: inout State) {
        let session = state.session
        let keeps = session.isActive && session.isRunning && !session.setting.category.isSilenceable
        guard session.isKnown, keeps != state.keepsAwake else { return }
        state.keepsAwake = keeps
        surroundings.setKeepsAwake(keeps)
    }

    /// Stops participants that have begun to run while the session became inactive: they had found it active before.
    func stopLatecomers() {
        let participants = participants
        // The last references may be these.
        defer { withExtendedLifetime(participants) {} }
        let isInterrupted = state.withLock { state -> Bool? in
            guard state.session.isKnown, !state.session.isActive, state.stops == 0,
                participants.contains(where: \.isRunning)
            else { return nil }
            state.stops += 1
            return state.session.isInterrupted
        }
        guard let isInterrupted else { return }
        for participant in participants where participant.isRunning {
            if isInterrupted { participant.sessionWasInterrupted() } else { participant.sessionWillDeactivate() }
        }
        state.withLock { $0.stops -= 1 }
    }

    // MARK: Notifications

    /// Lets each participant do what comes before a notification, and then notifies the program. Does not wait.
    func tell(
        _ news: SessionNotification, first prepare: @escaping @Sendable (any SessionParticipant) -> Void = { _ in }
    ) {
        work.perform { [weak self] in
            guard let self else { return }
            for participant in participants { prepare(participant) }
            if case .interruptionBegan = news { state.withLock { $0.stops -= 1 } }
            LockOrder.willCallClient()
            ProgramEnd.call { for observer in audience.withLock({ $0.observers }) { observer.body(news) } }
        }
    }
}
