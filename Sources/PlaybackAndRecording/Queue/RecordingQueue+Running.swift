import AudioCore
import AudioIO
import CAudioToolbox

// Starting and stopping, and the thread that fills buffers.
extension RecordingQueue {
    // MARK: Starting

    package func start(at time: AudioTimeStamp?) throws(AudioError) {
        let start = try QueueVoice.start(at: time)
        try ForkedChild.refuse(with: .queueCannotStart)
        guard !defers({ [self] in try? self.start(at: time) }) else { return }
        try joinSession(recording: true)
        try beginWork()
        // Holds the pipeline's lock throughout, so that a concurrent stop or pause finds the start either complete or not
        // begun.
        let old = try pipelineState.withLock { pipelineState throws(AudioError) -> Input? in
            let run = state.withLock { $0.run }
            guard run != .running else { return nil }
            // What continues after a pause keeps its input.
            let old = run == .stopped ? try connect(&pipelineState) : nil
            guard let capture = pipelineState.capture, let sink = pipelineState.sink else { throw .queueCannotStart }
            if run == .stopped {
                capture.discard()
                pipelineState.packing?.reset()
            } else {
                pipelineState.packing?.resume()
            }
            capture.startValue.store(start.value, ordering: .releasing)
            capture.startKind.store(start.kind, ordering: .releasing)
            capture.isWaiting.store(true, ordering: .releasing)
            capture.isRunning.store(true, ordering: .releasing)
            state.withLock { state in
                state.run = .running
                state.isStopping = false
                state.wakes += 1
            }
            pipelineState.input?.add(sink)
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Makes sure that a thread fills buffers.
    private func beginWork() throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            guard state.worker == nil, !state.isEnding else { return }
            state.worker = try Thread(name: "audio-record") { [self] in work() }
        }
    }

    package func pause() throws(AudioError) {
        guard !defers({ [self] in try? pause() }) else { return }
        pipelineState.withLock { pipelineState in
            guard state.withLock({ $0.run }) == .running else { return }
            pipelineState.capture?.isRunning.store(false, ordering: .releasing)
            if let sink = pipelineState.sink { pipelineState.input?.remove(sink) }
            state.withLock { $0.run = .paused }
        }
        session.participantDidChange()
    }

    // MARK: Stopping

    /// Everything recorded so far is in the ring already, and the worker takes it out as it comes.
    package func flush() throws(AudioError) { state.withLock { $0.wakes += 1 } }

    package func stop(immediately: Bool) throws(AudioError) {
        guard !defers({ [self] in try? stop(immediately: immediately) }) else { return }
        guard !immediately else { return finish(waiting: true) }
        pipelineState.withLock { pipelineState in
            guard state.withLock({ $0.run }) != .stopped else { return }
            halt(pipelineState)
            askForStop()
        }
    }

    /// Ends recording. Under the pipeline's lock.
    private func halt(_ pipelineState: PipelineState) {
        pipelineState.capture?.isRunning.store(false, ordering: .releasing)
        if let sink = pipelineState.sink { pipelineState.input?.remove(sink) }
    }

    /// Lets the worker read what has been recorded, and stop.
    private func askForStop(disposing: Bool = false) {
        state.withLock { state in
            state.isStopping = true
            state.disposesAtEnd = state.disposesAtEnd || disposing
            state.wakes += 1
        }
    }

    /// Ends recording, reads what is left in the ring and the encoder, and returns every buffer.
    ///
    /// - Parameter waiting: whether to wait for the client's callbacks. The worker does not wait, and finishes only a
    ///   stop that is still requested.
    private func finish(waiting: Bool) {
        // The line is taken under the pipeline's lock: the worker fills its next buffer as soon as it has that.
        let (isMeant, input) = pipelineState.withLock { pipelineState -> (Bool, Input?) in
            guard state.withLock({ $0.run != .stopped && (waiting || $0.isStopping) }) else { return (false, nil) }
            // A start may have run since the stop was requested.
            halt(pipelineState)
            pipelineState.packing?.end()
            drain(&pipelineState)
            let left = pipelineState.takeFilling()
            // The encoder keeps its final cookie and priming until the next start.
            pipelineState.capture?.discard()
            pipelineState.capture?.meters.reset()
            let line = takeLine { state in
                state.run = .stopped
                state.isStopping = false
            }
            if let left { deliver(left) }
            giveBackEmpty(line)
            sound.withLock { $0.input = nil }
            return (true, pipelineState.takeInput())
        }
        // The last reference may be this: the stream ends.
        withExtendedLifetime(input) {}
        guard isMeant else { return }
        endGivingBack(waiting: waiting)
        setRunning(false, waiting: waiting)
        // After the callbacks for the last recorded buffers.
        if state.withLock({ $0.disposesAtEnd }) { caller.perform { [self] in end() } }
    }

    package func reset() throws(AudioError) {
        guard !defers({ [self] in try? reset() }) else { return }
        pipelineState.withLock { pipelineState in
            if let sink = pipelineState.sink { pipelineState.input?.remove(sink) }
            pipelineState.capture?.discard()
            pipelineState.packing?.reset()
            if state.withLock({ $0.run }) == .running, let sink = pipelineState.sink { pipelineState.input?.add(sink) }
            giveBackEmpty([pipelineState.takeFilling()?.buffer].compactMap { $0 } + takeLine())
        }
        endGivingBack(waiting: true)
    }

    /// The buffers that wait, which do so no longer.
    private func takeLine(_ change: (inout State) -> Void = { _ in }) -> [QueueBuffer] {
        state.withLock { state in
            change(&state)
            defer { state.line = [] }
            return state.line
        }
    }

    /// Gives buffers back without anything in them; the client can enqueue nothing until `endGivingBack`.
    ///
    /// Under the pipeline's lock, so that a disposal, which takes the lock first, waits for these callbacks too.
    private func giveBackEmpty(_ line: [QueueBuffer]) {
        registration.withLock { $0.resets += 1 }
        for buffer in line { deliver(Filling(buffer: buffer)) }
    }

    /// The worker does not wait for the client, which may be waiting for the worker's end.
    private func endGivingBack(waiting: Bool) {
        let end: @Sendable () -> Void = { [self] in registration.withLock { $0.resets -= 1 } }
        if waiting { caller.performAndWait(end) } else { caller.perform(end) }
    }

    package func dispose(immediately: Bool) throws(AudioError) {
        if immediately { silenceIfInCallback() }
        guard !defers({ [self] in try? dispose(immediately: immediately) }) else { return }
        let waits = pipelineState.withLock { pipelineState in
            guard !immediately, state.withLock({ $0.run }) != .stopped else { return false }
            registration.withLock { $0.isDisposing = true }
            halt(pipelineState)
            askForStop(disposing: true)
            return true
        }
        guard !waits else { return }
        try stop(immediately: true)
        end()
    }

    private func end() {
        giveBackLast()
        // Another call ends the queue: what that has to call is over when this returns.
        guard let reference = forget() else { return caller.performAndWait {} }
        let worker = pipelineState.withLock { pipelineState in
            // A start may have run since the queue was stopped.
            halt(pipelineState)
            return state.withLock { state in
                state.run = .stopped
                state.isEnding = true
                defer { state.worker = nil }
                return state.worker
            }
        }
        if let worker { if worker.isCurrent { worker.detach() } else { worker.join() } }
        discardPipeline()
        caller.end()
        remove(reference)
    }

    /// Takes no more buffers, and gives back those that were enqueued since the stop.
    private func giveBackLast() {
        let isNeeded = pipelineState.withLock { _ in
            let line = takeLine { $0.isEnding = true }
            guard !line.isEmpty else { return false }
            giveBackEmpty(line)
            return true
        }
        if isNeeded { endGivingBack(waiting: true) }
    }

    // MARK: The thread that fills buffers

    private func work() {
        var seen = 0
        while true {
            let isPaced = pump()
            let next = state.wait(nanoseconds: isPaced ? Self.delays.longest : delay()) { state -> Bool? in
                if state.isEnding { return false }
                guard state.wakes != seen, !isPaced || state.isStopping else { return nil }
                seen = state.wakes
                return true
            }
            if next == false { return }
        }
    }

    private static let delays: (shortest: UInt64, longest: UInt64) = (2_000_000, 20_000_000)

    /// Half the shortest buffer, so that each comes back soon after its last frame.
    private func delay() -> UInt64? {
        let (run, shortest) = state.withLock { ($0.run, $0.shortest) }
        guard run == .running else { return nil }
        let half = HostTime.duration(of: Int64(min(shortest, 1 << 30) / 2), at: format.sampleRate)
        return max(Self.delays.shortest, min(Self.delays.longest, half))
    }

    /// Returns whether to wait for the whole delay even if the client enqueues a buffer, because the last one came back empty.
    private func pump() -> Bool {
        if state.withLock({ $0.isStopping }) {
            finish(waiting: false)
            return false
        }
        return pipelineState.withLock { pipelineState in
            guard state.withLock({ $0.run }) != .stopped else { return false }
            let isPaced = drain(&pipelineState)
            let hasStarted = (pipelineState.capture?.startedAt.load(ordering: .acquiring) ?? -1) >= 0
            // Under the pipeline's lock, so that a stop notifies the client after it.
            if hasStarted, state.withLock({ $0.run }) == .running { setRunning(true) }
            return isPaced
        }
    }

    /// Fills buffers with what the ring holds. Under the pipeline's lock.
    ///
    /// - Returns: whether it ended with a buffer that came back empty, because no packet fits or one cannot be made. The
    ///   client may enqueue it again at once.
    @discardableResult private func drain(_ pipelineState: inout PipelineState) -> Bool {
        guard let packing = pipelineState.packing else { return false }
        while var current = pipelineState.takeFilling() ?? nextFilling() {
            let limit = current.buffer.descriptionCapacity > 0 ? current.buffer.descriptionCapacity : Int.max
            let first = packing.packets
            do throws(AudioError) {
                let (bytes, outcome) = try packing.fill(
                    current.buffer.room, at: current.byteCount, limit: limit, &current.packets)
                // Only now is it known when the first frame was.
                if current.byteCount == 0 { current.time = packing.time(ofPacket: first) }
                current.byteCount += bytes
                switch outcome {
                case .full:
                    deliver(current)
                    if current.byteCount == 0 { return true }
                case .more: pipelineState.filling = current
                case .nothingYet, .ended:
                    pipelineState.filling = current
                    return false
                case .gap:
                    noteGap(pipelineState)
                    if current.byteCount > 0 { deliver(current) } else { putBack(current.buffer) }
                    packing.passGap()
                }
            } catch {
                noteConverterError(error)
                deliver(current)
                return current.byteCount == 0
            }
        }
        return false
    }

    private func nextFilling() -> Filling? {
        let buffer = state.withLock { state in state.line.isEmpty ? nil : state.line.removeFirst() }
        return buffer.map { Filling(buffer: $0) }
    }

    /// A buffer into which nothing has been put is the next again.
    private func putBack(_ buffer: QueueBuffer) { state.withLock { $0.line.insert(buffer, at: 0) } }

    private func noteGap(_ pipelineState: PipelineState) {
        registration.withLock { $0.discontinuities += 1 }
        let wasOurs = (pipelineState.capture?.overrun.exchange(0, ordering: .relaxed) ?? 0) > 0
        if wasOurs { noteConverterError(.queueRecordUnderrun) }
    }
}

extension RecordingQueue {
    /// The frame recorded last on the queue's own time line.
    ///
    /// - Throws: `queueRunState` while the queue is stopped.
    package func currentTime() throws(AudioError) -> AudioTimeStamp {
        guard state.withLock({ $0.run }) != .stopped else { throw .queueRunState }
        let (capture, input) = sound.withLock { ($0.capture, $0.input) }
        var time = AudioTimeStamp()
        time.mHostTime = HostTime.now()
        time.mRateScalar = input?.clock?.rateScalar ?? 1
        time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
        guard let capture, let input else { return time }
        let start = capture.startedAt.load(ordering: .acquiring)
        guard start >= 0 else { return time }
        time.mSampleTime = Double(input.capturedFrames - start) * format.sampleRate / capture.sampleRate
        return time
    }

    package var deviceNow: UInt64 { sound.withLock { $0.input }?.now ?? HostTime.now() }

    package var deviceClock: ClockAnchor? {
        guard state.withLock({ $0.run }) == .running else { return nil }
        return sound.withLock { $0.input }?.clock
    }
}
