import AudioCore
import AudioIO

// The thread that decodes, and notices what the audio thread has played.
extension PlayingQueue {
    /// While another thread has the pipeline.
    private static let retry = QueueWorker.Delay(earliest: 1_000_000, latest: 2_000_000)

    /// The result of one pass of the worker.
    private enum Pass {
        /// Run again after the delay; if nil, when the client enqueues a buffer or changes the queue.
        case again(QueueWorker.Delay?)
        /// All sound has been heard, and the stop that waited for it is done.
        case finished(disposes: Bool)
    }

    /// Decodes, and notifies the client of what the audio thread has played.
    ///
    /// - Returns: when to run again; nil if the worker waits until the client enqueues a buffer or changes the queue.
    func work() -> QueueWorker.Delay? {
        // Skips a queue whose pipeline another thread uses, so that the other queues of this worker do not wait.
        guard let outcome = pipelineState.withLockIfFree({ pass(&$0) }) else { return Self.retry }
        switch outcome {
        case .again(let delay): return delay
        case .finished(let disposes):
            if disposes { caller.perform { [self] in end() } }
            return nil
        }
    }

    /// Decodes until the ring is full enough. A stop uses the pipeline first, too, so that its notifications follow those
    /// of this pass.
    private func pass(_ pipelineState: inout PipelineState) -> Pass {
        guard state.withLock({ $0.run }) == .running, let pipeline = pipelineState.pipeline,
            let voice = pipelineState.voice,
            let output = pipelineState.output
        else { return .again(nil) }
        applyTimePitch(pipeline)
        noteStall(&pipelineState, voice)
        let pause = decode(pipeline, upTo: readAhead(voice))
        if pipelineState.startsDecoded {
            pipelineState.startsDecoded = false
            beginSound(pipelineState)
        }
        // Read first: what has ended has started before, however short it is.
        let end = voice.endedAt.load(ordering: .acquiring)
        let hasStarted = voice.startedAt.load(ordering: .acquiring) >= 0
        if hasStarted { setRunning(true) }
        guard !output.standsStill else { return standStill(&pipelineState, voice) }
        pipelineState.deadline = nil
        clock.note(latency: output.latency)
        let position = output.renderedFrames
        if end >= 0, position >= end + output.latency { return .finished(disposes: finishStop(&pipelineState)) }
        pipelineState.unchangedPasses = position == pipelineState.lastPosition ? pipelineState.unchangedPasses + 1 : 0
        pipelineState.lastPosition = position
        return .again(delay(after: pause, hasStarted: hasStarted, pipelineState, voice, output))
    }

    /// How long a queue that is to stop after its sound waits for a server that is gone, in nanoseconds, if its sound takes less.
    private static let patience: UInt64 = 3_000_000_000

    /// While the server or the device is gone, nothing is heard and there is nothing to do. Its return wakes the job.
    ///
    /// A queue that is to stop after its sound stops without it once that would have been heard: the server may never
    /// return.
    private func standStill(_ pipelineState: inout PipelineState, _ voice: QueueVoice) -> Pass {
        guard state.withLock({ $0.isDraining }) else {
            pipelineState.deadline = nil
            return .again(nil)
        }
        let now = hostTime()
        let deadline = pipelineState.deadline ?? now + max(Self.patience, timeLeft(voice))
        pipelineState.deadline = deadline
        guard now < deadline else { return .finished(disposes: giveUp(&pipelineState)) }
        return .again(QueueWorker.Delay(earliest: deadline - now, latest: deadline - now))
    }

    /// How long what is enqueued would sound from now on, in nanoseconds.
    private func timeLeft(_ voice: QueueVoice) -> UInt64 {
        let end = state.withLock { $0.enqueuedFrames } / format.sampleRate
        let seconds = end - Double(voice.clock.load(ordering: .acquiring)) / voice.sampleRate
        return UInt64(max(0, min(seconds, 1e9)) * 1e9)
    }

    /// Stops without what was not heard, whose buffers go back; returns whether the queue ends with it. What was enqueued
    /// after the stop stays for the next start.
    private func giveUp(_ pipelineState: inout PipelineState) -> Bool {
        endPlayback(&pipelineState)
        let current = pipelineState.pipeline?.reset()
        pipelineState.deadline = nil
        let (disposes, line) = state.withLock { state in
            state.endPlayback()
            let end = state.line.firstIndex { if case .end = $0.kind { true } else { false } }
            let line = state.disposesAtEnd ? state.line : Array(state.line.prefix(end.map { $0 + 1 } ?? 0))
            state.line.removeFirst(line.count)
            return (state.disposesAtEnd, line)
        }
        if let current { giveBack(current) }
        for entry in line { if case .buffer(let buffer) = entry.kind { giveBack(buffer) } }
        setRunning(false)
        return disposes
    }

    /// Notes whether the ring has run empty after something that it played, though the queue has not come to its end.
    private func noteStall(_ pipelineState: inout PipelineState, _ voice: QueueVoice) {
        let (starved, played) = (voice.starvedFrames.load(ordering: .relaxed), voice.ring.readFrames)
        guard starved != pipelineState.stall.starved else { return }
        if played != pipelineState.stall.played { state.withLock { $0.stalls += 1 } }
        pipelineState.stall = (starved, played)
    }

    /// How long there is nothing to do: until the ring wants more, or until the moment of a start or an end of which the client
    /// is to be notified. Nil until the client does something.
    ///
    /// - Parameter hasStarted: whether the client has been notified of the start. A start since then is still to be notified.
    private func delay(
        after pause: QueuePipeline.Pause, hasStarted: Bool, _ pipelineState: PipelineState, _ voice: QueueVoice,
        _ output: Output
    ) -> QueueWorker.Delay? {
        let (position, unchangedPasses) = (pipelineState.lastPosition, pipelineState.unchangedPasses)
        let waiting = voice.ring.waitingFrames
        // The queue's time stands at a silence that the client wants before a buffer.
        let silence = max(0, (pipelineState.pipeline?.lastStart ?? 0) - voice.clock.load(ordering: .acquiring))
        // What is read from the ring until half of what was decoded ahead is gone.
        let spare = max(0, waiting - readAhead(voice) / 2)
        func duration(_ frames: Int) -> UInt64 { HostTime.duration(of: Int64(frames), at: voice.sampleRate) }
        if voice.endedAt.load(ordering: .acquiring) >= 0 {
            let left = voice.endedAt.load(ordering: .acquiring) + output.latency - position
            return QueueWorker.Delay(until: duration(left), unchangedPasses, most: QueueWorker.Delay.longestPoll)
        }
        if !hasStarted {
            let most = pause == .ended ? QueueWorker.Delay.longestPoll : duration(spare)
            var delay = QueueWorker.Delay(until: beforeStart(voice, output, position), unchangedPasses, most: most)
            delay.isIdle = pause == .starved
            return delay
        }
        switch pause {
        case .ended:
            return QueueWorker.Delay(
                until: duration(max(waiting, silence)), unchangedPasses, most: QueueWorker.Delay.longestPoll)
        case .starved: return nil
        case .full:
            // The ring may hold only the first few frames after the silence.
            let patience = max(spare, silence - readAhead(voice) / 2)
            // With nothing decoded ahead a tap has given nothing, for a moment or for good.
            let least = waiting == 0 && silence == 0 ? 5 * QueueWorker.Delay.shortest : QueueWorker.Delay.shortest
            let latest = max(least, duration(patience))
            return QueueWorker.Delay(earliest: max(QueueWorker.Delay.shortest, latest / 2), latest: latest)
        }
    }

    /// Nanoseconds until the start that was asked for; 0 where it is due with the next cycle.
    private func beforeStart(_ voice: QueueVoice, _ output: Output, _ position: Int) -> UInt64 {
        let value = voice.startValue.load(ordering: .acquiring)
        switch voice.startKind.load(ordering: .acquiring) {
        case QueueVoice.Start.hostTime:
            let now = output.now
            return value > now ? value - now : 0
        case QueueVoice.Start.sampleTime:
            return HostTime.duration(of: Int64(bitPattern: value) - Int64(position), at: voice.sampleRate)
        default: return 0
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

    /// Stops, now that everything was heard; returns whether the queue ends with it.
    private func finishStop(_ pipelineState: inout PipelineState) -> Bool {
        endPlayback(&pipelineState)
        pipelineState.pipeline?.passEnd()
        let (disposes, line) = state.withLock { state -> (Bool, [QueueEntry]) in
            state.endPlayback()
            guard state.disposesAtEnd else { return (false, []) }
            defer { state.line = [] }
            return (true, state.line)
        }
        // What was enqueued after the end is not played.
        for entry in line { if case .buffer(let buffer) = entry.kind { giveBack(buffer) } }
        setRunning(false)
        return disposes
    }
}
