import AudioCore
import AudioIO

/// Whether the user lets the program record.
package enum SessionPermission: Sendable {
    case undetermined, denied, granted
}

// Where a desktop's portal runs, the user is asked when the program asks, once. Elsewhere nobody is.
extension SessionCenter {
    /// What the user has answered; where the user has not been asked, granted unless a portal runs that would ask. The first call
    /// looks for the portal, for 100 ms at most.
    package var recordPermission: SessionPermission {
        if let mayRecord = state.withLock({ $0.mayRecord }) { return mayRecord ? .granted : .denied }
        askOthers()
        return surroundings.asksBeforeRecording ? .undetermined : .granted
    }

    /// Has the user asked, unless the answer is known.
    ///
    /// Where nobody is to be asked it calls `answer` before it returns. Recordings are silent after a refusal.
    /// - Parameter answer: called without a lock, on any thread.
    package func requestRecordPermission(_ answer: @escaping @Sendable (Bool) -> Void) {
        if let mayRecord = state.withLock({ $0.mayRecord }) { return answer(mayRecord) }
        askOthers()
        // In a callback, which does not wait for it, the portal may not be known yet.
        guard surroundings.asksBeforeRecording || DeferredWork.isNeeded else { return answer(true) }
        // Looked at again: the user may have answered meanwhile.
        let (known, isFirst) = state.withLock { state -> (Bool?, Bool) in
            if let mayRecord = state.mayRecord { return (mayRecord, false) }
            state.permissionAnswers.append(answer)
            return (nil, state.permissionAnswers.count == 1)
        }
        if let known { return answer(known) }
        guard isFirst else { return }
        surroundings.askToRecord { [weak self] consent in self?.settlePermission(consent) }
    }

    private func settlePermission(_ consent: SessionConsent) {
        // A portal that runs and asks nobody leaves it open no longer.
        let isGranted = consent == .given || (consent == .notNeeded && surroundings.asksBeforeRecording)
        let answers = state.withLock { state in
            defer { state.permissionAnswers = [] }
            if isGranted || consent == .refused { state.mayRecord = isGranted }
            return state.permissionAnswers
        }
        work.perform { [weak self] in
            // A recording falls silent before the program is notified of it.
            if consent == .refused { self?.silenceInput() }
            LockOrder.willCallClient()
            ProgramEnd.call { for answer in answers { answer(consent == .given || consent == .notNeeded) } }
        }
    }

    private func silenceInput() {
        connect()
        state.withLock { state in state.link?.connection.setInputMuted(state.isInputSilent) }
    }
}
