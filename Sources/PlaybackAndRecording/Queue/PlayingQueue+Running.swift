import AudioCore
import AudioDSP
import AudioIO
import CAudioToolbox

// Starting and stopping.
extension PlayingQueue {
    // MARK: Starting

    /// Decodes on the caller's thread, and calls the tap there. While another thread calls the tap, decodes nothing.
    ///
    /// - Returns: the frames that are decoded and wait to be played.
    /// - Throws: `queueRunState` in a callback that must not wait.
    package func prime(frames: Int) throws(AudioError) -> Int {
        guard !DeferredWork.isNeeded else { throw .queueRunState }
        try refuseIfForked()
        defer { callBack() }
        let waiting = try pipelineState.withLockUnlessCalling { pipelineState throws(AudioError) in
            try connect(&pipelineState)
            guard let voice = pipelineState.voice, let pipeline = pipelineState.pipeline else { return 0 }
            if state.withLock({ $0.run }) == .stopped {
                let wanted = Int(Double(frames) * voice.sampleRate / format.sampleRate)
                decode(pipeline, upTo: frames > 0 ? min(wanted, voice.ring.capacity) : readAhead(voice))
            }
            return waitingFrames(voice)
        }
        if let waiting { return waiting }
        return sound.withLock { $0.voice }.map { waitingFrames($0) } ?? 0
    }

    /// The child of a fork may render offline.
    private func refuseIfForked() throws(AudioError) {
        if state.withLock({ $0.offlineFormat == nil }) { try ForkedChild.refuse(with: .queueCannotStart) }
    }

    private func waitingFrames(_ voice: QueueVoice) -> Int {
        Int(Double(voice.ring.waitingFrames) * format.sampleRate / voice.sampleRate)
    }

    @discardableResult
    func decode(_ pipeline: QueuePipeline, upTo frames: Int) -> QueuePipeline.Pause {
        let pause = pipeline.fill(upTo: frames)
        if let damage = pipeline.decoder.takeDamage() { noteConverterError(damage) }
        return pause
    }

    package func start(at time: AudioTimeStamp?) throws(AudioError) {
        let start = try QueueVoice.start(at: time)
        try refuseIfForked()
        let later: @Sendable () -> Void = { [self] in try? self.start(at: time) }
        guard !leaves(later) else { return }
        if state.withLock({ $0.offlineFormat == nil }) {
            try joinSession(recording: false)
            try beginWork()
        }
        let isOffline: Bool?
        do throws(AudioError) {
            isOffline = try usePipeline(orLater: later) { pipelineState throws(AudioError) in
                try begin(&pipelineState, start)
                return pipelineState.offline != nil
            }
        } catch {
            // A stop during the start has nothing to wait for.
            if state.withLock({ $0.run == .stopped && $0.isDraining }) { halt(waiting: false) }
            throw error
        }
        guard let isOffline else { return }
        if isOffline { return setRunning(true) }
        state.withLock { $0.job }?.wake()
    }

    /// Starts the voice. With the pipeline, so that a concurrent stop or pause finds the start either complete or not
    /// begun.
    ///
    /// What a tap is to change is decoded on the thread of the queue alone, and starts when there is some: a client may hold
    /// a lock around this call which its tap takes.
    private func begin(_ pipelineState: inout PipelineState, _ start: (kind: Int, value: UInt64)) throws(AudioError) {
        let before = state.withLock { $0.run }
        guard before != .running else { return }
        state.withLock { $0.run = .starting }
        do throws(AudioError) { try connect(&pipelineState) } catch {
            state.withLock { $0.run = before }
            throw error
        }
        if let voice = pipelineState.voice, let pipeline = pipelineState.pipeline {
            let needsFrames = pipelineState.offline == nil && voice.ring.waitingFrames == 0
            pipelineState.startsDecoded = needsFrames && pipeline.callsClient
            if needsFrames, !pipelineState.startsDecoded { decode(pipeline, upTo: readAhead(voice)) }
            voice.startValue.store(startValue(start), ordering: .releasing)
            voice.startKind.store(start.kind, ordering: .releasing)
        }
        state.withLock { $0.run = .running }
        if !pipelineState.startsDecoded { beginSound(pipelineState) }
    }

    /// Has the next cycles play the voice.
    func beginSound(_ pipelineState: PipelineState) {
        pipelineState.voice?.mode.store(QueueVoice.Mode.running, ordering: .releasing)
        if let source = pipelineState.source { pipelineState.output?.add(source) }
    }

    /// What a start waits for in the voice's time: a client's sample times are the device's.
    private func startValue(_ start: (kind: Int, value: UInt64)) -> UInt64 {
        let (output, device) = sound.withLock { ($0.output, $0.device) }
        guard start.kind == QueueVoice.Start.sampleTime, let output, let device else { return start.value }
        return UInt64(bitPattern: output.frame(with: Int64(bitPattern: start.value), of: device))
    }

    /// Makes sure that a thread decodes.
    ///
    /// Does not wait for a job that is not needed any more: that may be in the client's tap, which may want a lock that the caller
    /// holds. Two jobs share a queue for that time, of which the one without the pipeline tries again.
    private func beginWork() throws(AudioError) {
        let (job, isLight) = state.withLock { state in
            let isShort = Double(state.readAhead ?? 0) <= format.sampleRate / 2
            let stretches = state.timePitch.isEnabled && state.timePitch.algorithm != TimePitch.Algorithm.varispeed
            return (state.job, isShort && format.isPCM && !stretches && state.tap == nil)
        }
        // Work that takes long, or calls the client, gets its own thread, so that it does not delay other queues.
        if let job, (job.worker === QueueWorker.shared) == isLight { return }
        let worker = isLight ? QueueWorker.shared : QueueWorker()
        let new = try worker.add { [self] in work() }
        let unneeded = state.withLock { state in
            if state.isEnded { return new as QueueWorker.Job? }
            // Another start was faster.
            if let job = state.job, (job.worker === QueueWorker.shared) == isLight { return new }
            defer { state.job = new }
            return state.job
        }
        unneeded?.abandon()
    }

    // MARK: Pausing and stopping

    package func pause() throws(AudioError) {
        let later: @Sendable () -> Void = { [self] in try? pause() }
        guard !leaves(later) else { return }
        let isDone: Void? = usePipeline(orLater: later) { pipelineState in
            let pauses = state.withLock { state in
                // A queue that plays out before it ends would never end. A disposal from now on finds the queue paused.
                guard state.run == .running, !state.disposesAtEnd else { return false }
                state.run = .paused
                return true
            }
            guard pauses else { return }
            pipelineState.startsDecoded = false
            pipelineState.voice?.mode.store(QueueVoice.Mode.paused, ordering: .releasing)
            if let source = pipelineState.source { pipelineState.output?.remove(source) }
            pipelineState.voice?.hold()
        }
        guard isDone != nil else { return }
        session.participantDidChange()
    }

    package func flush() throws(AudioError) {
        let job = state.withLock { state in
            state.append(QueueEntry(kind: .flush))
            return state.job
        }
        job?.wake()
    }

    package func stop(immediately: Bool) throws(AudioError) {
        if immediately { return halt() }
        guard !deferred.takesOverInTurn(waiting: false, { [self] in try? stop(immediately: false) }) else { return }
        let job = state.withLock { state in
            if state.run != .stopped { state.drain() }
            return state.job
        }
        job?.wake()
    }

    /// Stops now and gives everything back.
    ///
    /// - Parameter waiting: whether the caller waits for the end of a tap that is being called. A callback never does: a call of
    ///   the client that waits for it may hold a lock that the tap waits for.
    /// - Parameter entry: the last entry that is dropped; nil for the last one now.
    func halt(waiting: Bool = true, upTo entry: Int? = nil) {
        let waits = waiting && !isCallbackThread
        let last = entry ?? state.withLock { $0.entries }
        state.withLock { $0.tap }?.endIfCalling()
        let later: @Sendable () -> Void = { [self] in halt(upTo: last) }
        guard waits ? !defers(later) : !leaves(later) else { return }
        let result =
            waits ? pipelineState.withLock { halt(&$0, last) } : usePipeline(orLater: later) { halt(&$0, last) }
        guard let (disposes, isOffline) = result else { return }
        endGivingBack()
        setRunning(false, waiting: true)
        guard disposes else { return }
        // The callbacks of the last buffers come before the end, also where this call cannot wait for them.
        if isOffline || caller.waitsHere { end() } else { caller.perform { [self] in end() } }
    }

    /// - Returns: whether the queue is to end after this stop, and whether it is rendered offline.
    private func halt(_ pipelineState: inout PipelineState, _ last: Int) -> (disposes: Bool, isOffline: Bool) {
        endPlayback(&pipelineState)
        pipelineState.offline?.rewind()
        let left = pipelineState.pipeline?.reset()
        let (line, disposes) = state.withLock { state in
            state.endPlayback()
            return (state.takeLine(upTo: state.disposesAtEnd ? .max : last), state.disposesAtEnd)
        }
        giveBack(left, line)
        return (disposes, state.withLock { $0.offlineFormat != nil })
    }

    package func reset() throws(AudioError) { reset(upTo: state.withLock { $0.entries }) }

    /// - Parameter last: the last entry that is dropped.
    private func reset(upTo last: Int) {
        let later: @Sendable () -> Void = { [self] in reset(upTo: last) }
        // It is carried out after the client's call; the client's next buffers are welcome.
        let refuses = !deferred.isCurrent
        guard !leaves(later) else { return }
        let isDone: Void? = usePipeline(orLater: later) { pipelineState in
            if let source = pipelineState.source { pipelineState.output?.remove(source) }
            pipelineState.voice?.discard()
            let left = pipelineState.pipeline?.reset()
            if state.withLock({ $0.run == .running }), !pipelineState.startsDecoded {
                beginSound(pipelineState)
            }
            let line = state.withLock { state in
                let line = state.takeLine(upTo: last)
                // Ends a stop that waits for the enqueued buffers.
                if state.isDraining, !state.line.contains(where: { if case .end = $0.kind { true } else { false } }) {
                    var end = QueueEntry(kind: .end)
                    end.number = last
                    state.line.insert(end, at: 0)
                }
                return line
            }
            giveBack(left, line, refusing: refuses)
        }
        guard isDone != nil else { return }
        endGivingBack(refusing: refuses)
        state.withLock { $0.job }?.wake()
    }

    /// Gives back what was dropped, in the order in which it came; the client can enqueue nothing until `endGivingBack`, if
    /// `refuses` is true.
    ///
    /// With the pipeline, so that a disposal, which uses it first, waits for these callbacks too.
    private func giveBack(_ first: QueueBuffer?, _ line: [QueueEntry], refusing refuses: Bool = true) {
        if refuses { registration.withLock { $0.resets += 1 } }
        if let first { giveBack(first) }
        for entry in line { if case .buffer(let buffer) = entry.kind { giveBack(buffer) } }
    }

    /// Waits for the callbacks of what was given back, where the caller may.
    private func endGivingBack(refusing refuses: Bool = true) {
        let end: @Sendable () -> Void = { [self] in
            if refuses { registration.withLock { $0.resets -= 1 } }
        }
        guard state.withLock({ $0.offlineFormat == nil }) else {
            callBack()
            return end()
        }
        caller.performAndWait(end)
    }

    package func dispose(immediately: Bool) throws(AudioError) {
        guard immediately || !deferred.takesOverInTurn(waiting: false, { [self] in try? dispose(immediately: false) })
        else { return }
        let (waits, job) = state.withLock { state in
            // A queue that is paused, or rendered by the client, would never reach its end.
            let plays = (state.run == .running || state.run == .starting) && state.offlineFormat == nil
            state.disposesAtEnd = state.disposesAtEnd || !immediately
            guard plays, !immediately else { return (false, state.job) }
            state.drain()
            return (true, state.job)
        }
        if immediately {
            silenceIfInCallback()
            halt()
            guard !defers({ [self] in end() }) else { return }
            return end()
        }
        registration.withLock { $0.isDisposing = true }
        // It ends after the callbacks of the last buffers.
        if waits { job?.wake() } else { halt(waiting: false) }
    }

    /// Ends the queue permanently. The thread that calls the client back does not wait for a tap: the client may hold a lock that
    /// the tap waits for around a call that waits for this thread.
    func end() {
        guard !isCallbackThread || isWithoutTap else { return deferred.perform { [self] in end() } }
        giveBackLast()
        // Another call ends the queue: what that has to call is over when this returns.
        guard let reference = forget() else { return caller.performAndWait {} }
        let job = pipelineState.withLock { pipelineState in
            // A start may have run since the queue was stopped.
            endPlayback(&pipelineState)
            return state.withLock { state in
                state.endPlayback()
                state.isEnded = true
                defer { state.job = nil }
                return state.job
            }
        }
        job?.remove()
        discardPipeline()
        caller.end()
        remove(reference)
    }

    /// Whether no tap is called now, and none will be: one that was taken out may be in its last call.
    private var isWithoutTap: Bool {
        guard state.withLock({ $0.tap == nil }) else { return false }
        return pipelineState.withLockUnlessCalling { _ in true } ?? false
    }

    /// Takes no more buffers, and gives back those that a listener has enqueued since the stop.
    private func giveBackLast() {
        let isNeeded = pipelineState.withLock { _ in
            let line = state.withLock { state in
                state.isEnded = true
                defer { state.line = [] }
                return state.line
            }
            guard !line.isEmpty else { return false }
            giveBack(nil, line)
            return true
        }
        if isNeeded { endGivingBack() }
    }

    /// Has nothing more played, and what is played next begin at the start of the time line.
    func endPlayback(_ pipelineState: inout PipelineState) {
        pipelineState.startsDecoded = false
        let voice = pipelineState.voice
        voice?.mode.store(QueueVoice.Mode.idle, ordering: .releasing)
        if let source = pipelineState.source { pipelineState.output?.remove(source) }
        voice?.discard()
        clock.restart { voice?.rewind() }
        voice?.meters.reset()
    }
}
