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
        let needsWorker = state.withLock { state in
            state.run = .running
            state.wakes += 1
            return state.worker == nil
        }
        guard needsWorker else { return }
        let thread = try Thread(name: "audio-queue") { [self] in work() }
        state.withLock { $0.worker = thread }
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
        state.withLock { state in
            state.line.append(entry)
            state.wakes += 1
        }
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
            let voice = works.voice ?? works.offline?.voice
            voice?.mode.store(QueueVoice.Mode.idle, ordering: .releasing)
            if let source = works.source { works.output?.remove(source) }
            voice?.discard()
            voice?.rewind()
            voice?.meters.reset()
            works.offline?.rewind()
            return (works.pipeline ?? works.offline?.pipeline)?.reset()
        }
        let line = state.withLock { state in
            state.run = .stopped
            state.isDraining = false
            state.enqueuedFrames = 0
            state.wakes += 1
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
        let worker = state.withLock { state in
            state.isEnding = true
            defer { state.worker = nil }
            return state.worker
        }
        if let worker { if worker.isCurrent { worker.detach() } else { worker.join() } }
        discardWorks()
        caller.end()
        remove(reference)
    }

    // MARK: The thread that decodes

    private enum Nap { case ending, on }

    private func work() {
        Thread.requestRealtime()
        var seen = 0
        while true {
            let pause = pump()
            let nap = notice(pause)
            let next = state.wait(nanoseconds: nap) { state -> Nap? in
                if state.isEnding { return .ending }
                guard state.wakes != seen else { return nil }
                seen = state.wakes
                return .on
            }
            if next == .ending { return }
        }
    }

    private func pump() -> QueuePipeline.Pause {
        works.withLock { works in
            guard state.withLock({ $0.run }) == .running, let pipeline = works.pipeline, let voice = works.voice else {
                return .starved
            }
            applyTimePitch(pipeline)
            return decode(pipeline, upTo: readAhead(voice))
        }
    }

    /// Takes up what the client has set since.
    func applyTimePitch(_ pipeline: QueuePipeline) {
        guard let unit = pipeline.timePitch else { return }
        let (parameters, isBypassed) = state.withLock { ($0.parameters, $0.timePitch.isBypassed) }
        if unit.rate != Double(parameters.rate) { unit.rate = Double(parameters.rate) }
        if unit.pitch != Double(parameters.pitch) { unit.pitch = Double(parameters.pitch) }
        unit.isBypassed = isBypassed
    }

    /// While the audio thread may begin or end the sound at any moment.
    private static let watchTime: UInt64 = 2_000_000
    private static let shortest: UInt64 = 1_000_000

    /// Tells what the audio thread has done, and says how long to sleep; nil: until something is enqueued or changed.
    private func notice(_ pause: QueuePipeline.Pause) -> UInt64? {
        let (run, isDraining) = state.withLock { ($0.run, $0.isDraining) }
        guard run == .running else { return nil }
        let (voice, output) = works.withLock { ($0.voice, $0.output) }
        guard let voice, let output else { return nil }
        let hasStarted = voice.startedAt.load(ordering: .acquiring) >= 0
        if hasStarted { setRunning(true) }
        let end = voice.endedAt.load(ordering: .acquiring)
        if end >= 0 {
            if output.backendName != nil, output.renderedFrames >= end + output.latency { finishStop() }
            return Self.watchTime
        }
        guard hasStarted else { return Self.watchTime }
        switch pause {
        case .full:
            let filled = works.withLock { $0.voice?.ring.writtenFrames ?? 0 } - voice.ring.readFrames
            let spare = filled - readAhead(voice) / 2
            return max(Self.shortest, HostTime.duration(of: Int64(max(0, spare)), at: voice.sampleRate))
        case .starved, .ended: return isDraining ? Self.watchTime : nil
        }
    }

    /// Everything was heard: the stop that waited for it is done.
    private func finishStop() {
        works.withLock { works in
            works.voice?.mode.store(QueueVoice.Mode.idle, ordering: .releasing)
            if let source = works.source { works.output?.remove(source) }
            works.voice?.discard()
            works.voice?.rewind()
            works.voice?.meters.reset()
        }
        let disposes = state.withLock { state in
            state.run = .stopped
            state.isDraining = false
            state.enqueuedFrames = 0
            return state.disposesAtEnd
        }
        setRunning(false)
        if disposes { end() }
    }
}
