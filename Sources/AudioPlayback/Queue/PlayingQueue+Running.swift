import AudioCore
import AudioIO
import CAudioToolbox

// Starting and stopping.
extension PlayingQueue {
    // MARK: Starting

    /// - Throws: `queueRunState` in a callback that must not wait.
    package func prime(frames: Int) throws(AudioError) -> Int {
        guard !DeferredWork.isNeeded else { throw .queueRunState }
        defer { callBack() }
        return try pipelineState.withLock { pipelineState throws(AudioError) in
            try connect(&pipelineState)
            guard let voice = pipelineState.voice, let pipeline = pipelineState.pipeline else { return 0 }
            if state.withLock({ $0.run }) == .stopped {
                let wanted = Int(Double(frames) * voice.sampleRate / format.sampleRate)
                decode(pipeline, upTo: frames > 0 ? min(wanted, voice.ring.capacity) : readAhead(voice))
            }
            return Int(Double(voice.ring.waitingFrames) * format.sampleRate / voice.sampleRate)
        }
    }

    @discardableResult
    func decode(_ pipeline: QueuePipeline, upTo frames: Int) -> QueuePipeline.Pause {
        let pause = pipeline.fill(upTo: frames)
        if let damage = pipeline.decoder.takeDamage() { noteConverterError(damage) }
        return pause
    }

    package func start(at time: AudioTimeStamp?) throws(AudioError) {
        let start = try QueueVoice.start(at: time)
        guard !defers({ [self] in try? self.start(at: time) }) else { return }
        if state.withLock({ $0.offlineFormat == nil }) {
            try joinSession(recording: false)
            try beginWork()
        }
        let isOffline: Bool
        do throws(AudioError) {
            isOffline = try pipelineState.withLock { pipelineState throws(AudioError) in
                try begin(&pipelineState, start)
                return pipelineState.offline != nil
            }
        } catch {
            // A stop during the start has nothing to wait for.
            if state.withLock({ $0.run == .stopped && $0.isDraining }) { halt() }
            throw error
        }
        if isOffline { return setRunning(true) }
        state.withLock { $0.job }?.wake()
    }

    /// Starts the voice. Under the pipeline's lock, so that a concurrent stop or pause finds the start either complete or
    /// not begun.
    private func begin(_ pipelineState: inout PipelineState, _ start: (kind: Int, value: UInt64)) throws(AudioError) {
        let before = state.withLock { $0.run }
        guard before != .running else { return }
        state.withLock { $0.run = .starting }
        do throws(AudioError) { try connect(&pipelineState) } catch {
            state.withLock { $0.run = before }
            throw error
        }
        if let voice = pipelineState.voice, let pipeline = pipelineState.pipeline {
            if pipelineState.offline == nil, voice.ring.waitingFrames == 0 { decode(pipeline, upTo: readAhead(voice)) }
            voice.startValue.store(startValue(start), ordering: .releasing)
            voice.startKind.store(start.kind, ordering: .releasing)
            voice.mode.store(QueueVoice.Mode.running, ordering: .releasing)
        }
        state.withLock { $0.run = .running }
        if let source = pipelineState.source { pipelineState.output?.add(source) }
    }

    /// What a start waits for in the voice's time: a client's sample times are the device's.
    private func startValue(_ start: (kind: Int, value: UInt64)) -> UInt64 {
        let (output, device) = sound.withLock { ($0.output, $0.device) }
        guard start.kind == QueueVoice.Start.sampleTime, let output, let device else { return start.value }
        return UInt64(bitPattern: output.frame(with: Int64(bitPattern: start.value), of: device))
    }

    /// Makes sure that a thread decodes.
    private func beginWork() throws(AudioError) {
        let (job, isLight) = state.withLock { state in
            let isShort = Double(state.readAhead ?? 0) <= format.sampleRate / 2
            let stretches = state.timePitch.isEnabled && state.timePitch.algorithm != QueueTimePitch.Algorithm.varispeed
            return (state.job, isShort && format.isPCM && !stretches && state.tap == nil)
        }
        // Work that takes long, or calls the client, gets its own thread, so that it does not delay other queues.
        if let job, (job.worker === QueueWorker.shared) == isLight { return }
        let worker = isLight ? QueueWorker.shared : QueueWorker()
        let new = try worker.add { [self] in work() }
        let unneeded = state.withLock { state in
            if state.isEnded { return new as QueueWorker.Job? }
            defer { state.job = new }
            return state.job
        }
        unneeded?.remove()
    }

    // MARK: Pausing and stopping

    package func pause() throws(AudioError) {
        guard !defers({ [self] in try? pause() }) else { return }
        pipelineState.withLock { pipelineState in
            let pauses = state.withLock { state in
                // A queue that plays out before it ends would never end. A disposal from now on finds the queue paused.
                guard state.run == .running, !state.disposesAtEnd else { return false }
                state.run = .paused
                return true
            }
            guard pauses else { return }
            pipelineState.voice?.mode.store(QueueVoice.Mode.paused, ordering: .releasing)
            if let source = pipelineState.source { pipelineState.output?.remove(source) }
            pipelineState.voice?.hold()
        }
        session.participantDidChange()
    }

    package func flush() throws(AudioError) {
        let job = state.withLock { state in
            state.line.append(QueueEntry(kind: .flush))
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
    func halt() {
        state.withLock { $0.tap }?.endIfCalling()
        guard !defers({ [self] in halt() }) else { return }
        let (disposes, isOffline) = pipelineState.withLock { pipelineState in
            rest(pipelineState)
            pipelineState.offline?.rewind()
            let left = pipelineState.pipeline?.reset()
            let (line, disposes) = state.withLock { state in
                defer { state.line = [] }
                state.rest()
                return (state.line, state.disposesAtEnd)
            }
            giveBack(left, line)
            return (disposes, state.withLock { $0.offlineFormat != nil })
        }
        endGivingBack()
        setRunning(false, waiting: true)
        guard disposes else { return }
        // The callbacks of the last buffers come before the end, also where this call cannot wait for them.
        if isOffline || caller.waitsHere { end() } else { caller.perform { [self] in end() } }
    }

    package func reset() throws(AudioError) {
        guard !defers({ [self] in try? reset() }) else { return }
        pipelineState.withLock { pipelineState in
            if let source = pipelineState.source { pipelineState.output?.remove(source) }
            pipelineState.voice?.discard()
            let left = pipelineState.pipeline?.reset()
            if state.withLock({ $0.run == .running }), let source = pipelineState.source {
                pipelineState.output?.add(source)
            }
            let line = state.withLock { state in
                let line = state.line
                state.line = []
                // Ends a stop that waits for the enqueued buffers.
                if state.isDraining { state.line = [QueueEntry(kind: .end)] }
                return line
            }
            giveBack(left, line)
        }
        endGivingBack()
        state.withLock { $0.job }?.wake()
    }

    /// Gives back what was dropped, in the order in which it came; the client can enqueue nothing until `endGivingBack`.
    ///
    /// Under the pipeline's lock, so that a disposal, which takes the lock first, waits for these callbacks too.
    private func giveBack(_ first: QueueBuffer?, _ line: [QueueEntry]) {
        registration.withLock { $0.resets += 1 }
        if let first { giveBack(first) }
        for entry in line { if case .buffer(let buffer) = entry.kind { giveBack(buffer) } }
    }

    /// Waits for the callbacks of what was given back, where the caller may.
    private func endGivingBack() {
        let end: @Sendable () -> Void = { [self] in registration.withLock { $0.resets -= 1 } }
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
        // It ends behind the callbacks of the last buffers.
        if waits { job?.wake() } else { halt() }
    }

    /// Ends the queue permanently.
    func end() {
        giveBackLast()
        // Another call ends the queue: what that has to call is over when this returns.
        guard let reference = forget() else { return caller.performAndWait {} }
        let job = pipelineState.withLock { pipelineState in
            // A start may have run since the queue was stopped.
            rest(pipelineState)
            return state.withLock { state in
                state.rest()
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

    /// Has nothing more played, and what is played next begin at the start of the time line. Under the pipeline's lock.
    func rest(_ pipelineState: PipelineState) {
        pipelineState.voice?.mode.store(QueueVoice.Mode.idle, ordering: .releasing)
        if let source = pipelineState.source { pipelineState.output?.remove(source) }
        pipelineState.voice?.discard()
        clock.restart { pipelineState.voice?.rewind() }
        pipelineState.voice?.meters.reset()
    }
}
