import AudioCore
import CAudioToolbox

// Starting and stopping, and the thread that decodes.
extension PlayingQueue {
    // MARK: Starting

    package func prime(frames: Int) throws(AudioError) -> Int {
        let run = state.withLock { $0.run }
        return try works.withLock { works throws(AudioError) in
            if works.offline == nil { try connect(&works) }
            guard let voice = works.voice ?? works.offline?.voice,
                let pipeline = works.pipeline ?? works.offline?.pipeline
            else { return 0 }
            if run == .stopped {
                let wanted = Int(Double(frames) * voice.sampleRate / format.sampleRate)
                decode(pipeline, upTo: frames > 0 ? min(wanted, voice.ring.capacity) : readAhead(voice))
            }
            return Int(Double(voice.ring.filled()) * format.sampleRate / voice.sampleRate)
        }
    }

    @discardableResult
    private func decode(_ pipeline: QueuePipeline, upTo frames: Int) -> QueuePipeline.Pause {
        let pause = pipeline.fill(upTo: frames)
        if let damage = pipeline.decoder.takeDamage() { noteConverterError(damage) }
        return pause
    }

    package func start(at time: AudioTimeStamp?) throws(AudioError) {
        let run = state.withLock { $0.run }
        guard run != .running else { return }
        let isOffline = try works.withLock { works throws(AudioError) in
            if let offline = works.offline {
                offline.voice.mode.store(QueueVoice.Mode.running, ordering: .releasing)
                return true
            }
            try connect(&works)
            guard let voice = works.voice, let pipeline = works.pipeline, let source = works.source else {
                throw .queueCannotStart
            }
            if voice.ring.filled() == 0 { decode(pipeline, upTo: readAhead(voice)) }
            let (kind, value) = try QueueVoice.start(at: time)
            voice.startValue.store(value, ordering: .releasing)
            voice.startKind.store(kind, ordering: .releasing)
            voice.mode.store(QueueVoice.Mode.running, ordering: .releasing)
            works.output?.add(source)
            return false
        }
        if isOffline {
            state.withLock { $0.run = .running }
            setRunning(true)
        } else {
            try beginWork()
        }
    }

    private func beginWork() throws(AudioError) {
        let (job, isLight) = state.withLock { state in
            state.run = .running
            let isShort = Double(state.readAhead ?? 0) <= format.sampleRate / 2
            return (state.job, isShort && format.isPCM && !state.timePitch.isEnabled && state.tap == nil)
        }
        // What takes long, or calls the client, keeps nobody waiting on a thread of its own.
        let shares = job.map { $0.worker === QueueWorker.shared }
        if let job, shares == isLight { return job.wake() }
        job?.remove()
        let worker = isLight ? QueueWorker.shared : QueueWorker()
        let new = try worker.add { [self] in work() }
        state.withLock { $0.job = new }
    }

    // MARK: Pausing and stopping

    package func pause() throws(AudioError) {
        guard state.withLock({ $0.run }) == .running else { return }
        works.withLock { works in
            let voice = works.voice ?? works.offline?.voice
            voice?.mode.store(QueueVoice.Mode.paused, ordering: .releasing)
            if let source = works.source { works.output?.remove(source) }
            voice?.hold()
        }
        state.withLock { $0.run = .paused }
    }

    package func flush() throws(AudioError) { append(QueueEntry(kind: .flush)) }

    private func append(_ entry: QueueEntry) {
        let job = state.withLock { state in
            state.line.append(entry)
            return state.job
        }
        job?.wake()
    }

    package func stop(immediately: Bool) throws(AudioError) {
        if immediately { return halt() }
        let mustDrain = state.withLock { state in
            guard state.run != .stopped, !state.isDraining else { return false }
            state.isDraining = true
            return true
        }
        if mustDrain { append(QueueEntry(kind: .end)) }
    }

    /// Stops now and gives everything back.
    private func halt() {
        let left = works.withLock { works in
            // Before the works are free again: the thread that decodes finds a queue that does not run.
            state.withLock { $0.run = .stopped }
            rest(works)
            works.offline?.rewind()
            return (works.pipeline ?? works.offline?.pipeline)?.reset()
        }
        let line = state.withLock { state in
            state.isDraining = false
            state.enqueuedFrames = 0
            defer { state.line = [] }
            return state.line
        }
        giveBack(left, line)
        setRunning(false, waiting: true)
    }

    package func reset() throws(AudioError) {
        let left = works.withLock { works in
            let voice = works.voice ?? works.offline?.voice
            if let source = works.source { works.output?.remove(source) }
            voice?.discard()
            let left = (works.pipeline ?? works.offline?.pipeline)?.reset()
            if state.withLock({ $0.run == .running }), let source = works.source { works.output?.add(source) }
            return left
        }
        let line = state.withLock { state in
            state.isDraining = false
            defer { state.line = [] }
            return state.line
        }
        giveBack(left, line)
    }

    /// Gives back what was dropped, in the order in which it came; the client can enqueue nothing meanwhile.
    private func giveBack(_ first: QueueBuffer?, _ line: [QueueEntry]) {
        books.withLock { $0.isResetting = true }
        if let first { giveBack(first) }
        for entry in line { if case .buffer(let buffer) = entry.kind { giveBack(buffer) } }
        let end: @Sendable () -> Void = { [self] in books.withLock { $0.isResetting = false } }
        caller.performAndWait(end)
    }

    package func dispose(immediately: Bool) throws(AudioError) {
        let isStopped = state.withLock { $0.run == .stopped }
        if immediately || isStopped {
            halt()
            end()
            return
        }
        books.withLock { $0.isDisposing = true }
        state.withLock { $0.disposesAtEnd = true }
        try stop(immediately: false)
    }

    /// Ends for good; the queue is stopped.
    private func end() {
        guard let reference = forget() else { return }
        let job = state.withLock { state in
            defer { state.job = nil }
            return state.job
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

    /// What a look at the works has led to.
    private enum Look {
        /// Come again then; nil: when something is enqueued or changed.
        case again(QueueWorker.Nap?)
        /// Everything was heard: the stop that waited for it is done.
        case finished(disposes: Bool)
    }

    /// Decodes, and tells what the audio thread has done; says when to come again, nil: when something is enqueued or
    /// changed.
    private func work() -> QueueWorker.Nap? {
        // Somebody who starts or stops this queue is not to keep the others waiting.
        guard let look = works.withLockIfFree({ look(at: $0) }) else { return Self.watch }
        switch look {
        case .again(let nap): return nap
        case .finished(let disposes):
            if disposes { caller.performLast { [self] in end() } }
            return nil
        }
    }

    /// Decodes until the ring is full enough. What it tells the client stands in line before what a stop tells, which needs
    /// the works first.
    private func look(at works: Works) -> Look {
        guard state.withLock({ $0.run }) == .running, let pipeline = works.pipeline, let voice = works.voice,
            let output = works.output
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
            return .finished(disposes: finishStop(works))
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

    /// Stops, now that everything was heard; tells whether the queue ends with it. Under the works' lock.
    private func finishStop(_ works: Works) -> Bool {
        rest(works)
        let disposes = state.withLock { state in
            state.run = .stopped
            state.isDraining = false
            state.enqueuedFrames = 0
            return state.disposesAtEnd
        }
        setRunning(false)
        return disposes
    }

    /// Has nothing more played, and what is played next begin at the start of the time line. Under the works' lock.
    private func rest(_ works: Works) {
        let voice = works.voice ?? works.offline?.voice
        voice?.mode.store(QueueVoice.Mode.idle, ordering: .releasing)
        if let source = works.source { works.output?.remove(source) }
        voice?.discard()
        voice?.rewind()
        voice?.meters.reset()
    }
}
