import AudioCore
import AudioIO
import CAudioToolbox

// Starting and stopping, and the thread that decodes.
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
    private func decode(_ pipeline: QueuePipeline, upTo frames: Int) -> QueuePipeline.Pause {
        let pause = pipeline.fill(upTo: frames)
        if let damage = pipeline.decoder.takeDamage() { noteConverterError(damage) }
        return pause
    }

    package func start(at time: AudioTimeStamp?) throws(AudioError) {
        let start = try QueueVoice.start(at: time)
        guard !deferred.takesOver({ [self] in try? self.start(at: time) }) else { return }
        if state.withLock({ $0.offlineFormat == nil }) { try beginWork() }
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
            voice.startValue.store(start.value, ordering: .releasing)
            voice.startKind.store(start.kind, ordering: .releasing)
            voice.mode.store(QueueVoice.Mode.running, ordering: .releasing)
        }
        state.withLock { $0.run = .running }
        if let source = pipelineState.source { pipelineState.output?.add(source) }
    }

    /// Makes sure that a thread decodes.
    private func beginWork() throws(AudioError) {
        let (job, isLight) = state.withLock { state in
            let isShort = Double(state.readAhead ?? 0) <= format.sampleRate / 2
            return (state.job, isShort && format.isPCM && !state.timePitch.isEnabled && state.tap == nil)
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
        guard !deferred.takesOver({ [self] in try? pause() }) else { return }
        pipelineState.withLock { pipelineState in
            // A queue that plays out before it ends would never end.
            guard state.withLock({ $0.run == .running && !$0.disposesAtEnd }) else { return }
            pipelineState.voice?.mode.store(QueueVoice.Mode.paused, ordering: .releasing)
            if let source = pipelineState.source { pipelineState.output?.remove(source) }
            pipelineState.voice?.hold()
            state.withLock { $0.run = .paused }
        }
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
        let job = state.withLock { state in
            if state.run != .stopped { state.drain() }
            return state.job
        }
        job?.wake()
    }

    /// Stops now and gives everything back.
    func halt() {
        state.withLock { $0.tap }?.endIfCalling()
        guard !deferred.takesOver({ [self] in halt() }) else { return }
        let (left, line, disposes) = pipelineState.withLock { pipelineState in
            rest(pipelineState)
            pipelineState.offline?.rewind()
            let left = pipelineState.pipeline?.reset()
            return state.withLock { state in
                defer { state.line = [] }
                state.rest()
                return (left, state.line, state.disposesAtEnd)
            }
        }
        giveBack(left, line)
        setRunning(false, waiting: true)
        if disposes { end() }
    }

    package func reset() throws(AudioError) {
        guard !deferred.takesOver({ [self] in try? reset() }) else { return }
        let (left, line) = pipelineState.withLock { pipelineState in
            if let source = pipelineState.source { pipelineState.output?.remove(source) }
            pipelineState.voice?.discard()
            let left = pipelineState.pipeline?.reset()
            if state.withLock({ $0.run == .running }), let source = pipelineState.source {
                pipelineState.output?.add(source)
            }
            return state.withLock { state in
                let line = state.line
                state.line = []
                // Ends a stop that waits for the enqueued buffers.
                if state.isDraining { state.line = [QueueEntry(kind: .end)] }
                return (left, line)
            }
        }
        giveBack(left, line)
        state.withLock { $0.job }?.wake()
    }

    /// Gives back what was dropped, in the order in which it came; the client can enqueue nothing meanwhile.
    private func giveBack(_ first: QueueBuffer?, _ line: [QueueEntry]) {
        registration.withLock { $0.resets += 1 }
        if let first { giveBack(first) }
        for entry in line { if case .buffer(let buffer) = entry.kind { giveBack(buffer) } }
        let end: @Sendable () -> Void = { [self] in registration.withLock { $0.resets -= 1 } }
        guard state.withLock({ $0.offlineFormat == nil }) else {
            callBack()
            return end()
        }
        caller.performAndWait(end)
    }

    package func dispose(immediately: Bool) throws(AudioError) {
        let (waits, job) = state.withLock { state in
            // A queue that is paused, or rendered by the client, would never reach its end.
            let plays = (state.run == .running || state.run == .starting) && state.offlineFormat == nil
            guard plays, !immediately else { return (false, state.job) }
            state.disposesAtEnd = true
            state.drain()
            return (true, state.job)
        }
        guard waits else {
            if DeferredWork.isNeeded { registration.withLock { $0.isDisposing = true } }
            halt()
            guard !deferred.takesOver({ [self] in end() }) else { return }
            return end()
        }
        registration.withLock { $0.isDisposing = true }
        job?.wake()
    }

    /// Ends the queue permanently.
    private func end() {
        guard let reference = forget() else { return }
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
        discardWorks()
        caller.end()
        remove(reference)
    }

    // MARK: The thread that decodes

    /// While the audio thread may begin or end the sound at any moment.
    private static let watch = QueueWorker.Nap(earliest: 1_000_000, latest: 2_000_000)
    private static let shortest: UInt64 = 1_000_000

    /// The result of one pass of the worker.
    private enum Look {
        /// Run again after the nap; if nil, when the client enqueues a buffer or changes the queue.
        case again(QueueWorker.Nap?)
        /// All sound has been heard, and the stop that waited for it is done.
        case finished(disposes: Bool)
    }

    /// Decodes, and notifies the client of what the audio thread has played.
    ///
    /// - Returns: when to run again; nil if the worker waits until the client enqueues a buffer or changes the queue.
    private func work() -> QueueWorker.Nap? {
        // Skips a queue whose lock another thread holds, so that the other queues of this worker do not wait.
        guard let look = pipelineState.withLockIfFree({ look(at: $0) }) else { return Self.watch }
        switch look {
        case .again(let nap): return nap
        case .finished(let disposes):
            if disposes { caller.perform { [self] in end() } }
            return nil
        }
    }

    /// Decodes until the ring is full enough. A stop takes the same lock first, so that its notifications follow those of
    /// this pass.
    private func look(at pipelineState: PipelineState) -> Look {
        guard state.withLock({ $0.run }) == .running, let pipeline = pipelineState.pipeline,
            let voice = pipelineState.voice,
            let output = pipelineState.output
        else { return .again(nil) }
        applyTimePitch(pipeline)
        let pause = decode(pipeline, upTo: readAhead(voice))
        let hasStarted = voice.startedAt.load(ordering: .acquiring) >= 0
        if hasStarted { setRunning(true) }
        let end = voice.endedAt.load(ordering: .acquiring)
        if end >= 0 {
            guard output.backendName != nil, output.renderedFrames >= end + output.latency else {
                return .again(Self.watch)
            }
            return .finished(disposes: finishStop(pipelineState))
        }
        guard hasStarted else { return .again(Self.watch) }
        guard pause == .full else { return .again(state.withLock { $0.isDraining } ? Self.watch : nil) }
        let spare = voice.ring.writtenFrames - voice.ring.readFrames - readAhead(voice) / 2
        let latest = HostTime.duration(of: Int64(max(0, spare)), at: voice.sampleRate)
        return .again(
            QueueWorker.Nap(earliest: max(Self.shortest, latest / 2), latest: max(Self.shortest, latest)))
    }

    /// Takes up what the client has set since.
    func applyTimePitch(_ pipeline: QueuePipeline) {
        guard let unit = pipeline.timePitch else { return }
        let (parameters, isBypassed) = state.withLock { ($0.parameters, $0.timePitch.isBypassed) }
        if unit.rate != Double(parameters.rate) { unit.rate = Double(parameters.rate) }
        if unit.pitch != Double(parameters.pitch) { unit.pitch = Double(parameters.pitch) }
        unit.isBypassed = isBypassed
    }

    /// Stops, now that everything was heard; tells whether the queue ends with it. Under the pipeline's lock.
    private func finishStop(_ pipelineState: PipelineState) -> Bool {
        rest(pipelineState)
        let disposes = state.withLock { state in
            state.rest()
            return state.disposesAtEnd
        }
        setRunning(false)
        return disposes
    }

    /// Has nothing more played, and what is played next begin at the start of the time line. Under the pipeline's lock.
    private func rest(_ pipelineState: PipelineState) {
        pipelineState.voice?.mode.store(QueueVoice.Mode.idle, ordering: .releasing)
        if let source = pipelineState.source { pipelineState.output?.remove(source) }
        pipelineState.voice?.discard()
        pipelineState.voice?.rewind()
        pipelineState.voice?.meters.reset()
    }
}
