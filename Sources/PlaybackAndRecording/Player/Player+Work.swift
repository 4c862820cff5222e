import AudioCore
import AudioIO

// The thread that decodes, and notices what the audio thread has played.
extension Player {
    /// While another thread has the pipeline.
    private static let retry = QueueWorker.Delay(earliest: 1_000_000, latest: 2_000_000)

    /// Decodes, and reports the end.
    ///
    /// - Returns: when to run again; nil: when the player is started or changed.
    func work() -> QueueWorker.Delay? {
        let pass = pipeline.withLockIfFree { pipeline in
            var events: [Event] = []
            let delay = self.pass(&pipeline, &events)
            return (delay, events, self.unneededJob(pipeline, delay))
        }
        guard let (delay, events, unneeded) = pass else { return Self.retry }
        unneeded?.abandon()
        LockOrder.willCallClient()
        for event in events { handler(event) }
        if events.contains(where: \.isOfSession) { session.participantDidChange() }
        return delay
    }

    /// The job, taken from the player, where nothing is to be done before the next start: that makes another one.
    private func unneededJob(_ pipeline: Pipeline, _ delay: QueueWorker.Delay?) -> QueueWorker.Job? {
        guard delay == nil, pipeline.voice == nil || !pipeline.isMixed else { return nil }
        return state.withLock { state in
            guard state.run != .playing else { return nil }
            defer { state.job = nil }
            return state.job
        }
    }

    private func pass(_ pipeline: inout Pipeline, _ events: inout [Event]) -> QueueWorker.Delay? {
        guard let voice = pipeline.voice, let output = pipeline.output else { return nil }
        guard state.withLock({ $0.run }) == .playing else { return waitIdle(&pipeline, output) }
        applySpeed(&pipeline)
        fill(&pipeline)
        if let failure = pipeline.reader.failure, !pipeline.hasReportedFailure {
            pipeline.hasReportedFailure = true
            events.append(.failed(failure))
        }
        // While the server or the device is gone nothing is heard. Its return wakes the job.
        guard !output.standsStill else { return nil }
        clock.note(latency: output.latency)
        noteEndAhead(&pipeline, voice, &events)
        noteRunningDry(&pipeline, voice, &events)
        let position = output.renderedFrames
        let end = voice.endedAt.load(ordering: .acquiring)
        if end >= 0, position >= end + output.latency {
            events.append(.finished(successfully: pipeline.reader.failure == nil))
            finish(&pipeline)
            return waitIdle(&pipeline, output)
        }
        pipeline.fruitless = position == pipeline.lastPosition ? pipeline.fruitless + 1 : 0
        pipeline.lastPosition = position
        return delay(pipeline, voice, output, position)
    }

    /// How long there is nothing to do: until the ring wants more, or until the moment of a start or of the end.
    private func delay(
        _ pipeline: Pipeline, _ voice: QueueVoice, _ output: Output, _ position: Int
    ) -> QueueWorker.Delay {
        func duration(_ frames: Int) -> UInt64 { HostTime.duration(of: Int64(frames), at: voice.sampleRate) }
        let waiting = voice.ring.waitingFrames
        let longest = QueueWorker.Delay.longestPoll
        let end = voice.endedAt.load(ordering: .acquiring)
        if end >= 0 {
            let left = duration(end + output.latency - position)
            return QueueWorker.Delay(until: left, pipeline.fruitless, most: longest)
        }
        if voice.startedAt.load(ordering: .acquiring) < 0 {
            let most = pipeline.hasEnded ? longest : duration(waiting / 2)
            return QueueWorker.Delay(until: timeToStart(voice, output), pipeline.fruitless, most: most)
        }
        if pipeline.hasEnded {
            // After a pause the end is known with the first cycle.
            guard pipeline.hasKnownEnd || pipeline.reader.failure != nil else {
                return QueueWorker.Delay(until: timeToStart(voice, output), pipeline.fruitless, most: longest)
            }
            return QueueWorker.Delay(until: duration(waiting), pipeline.fruitless, most: longest)
        }
        // The source wakes the job when it has more.
        if pipeline.reader.isWaiting { return QueueWorker.Delay(earliest: 10_000_000, latest: 20_000_000) }
        let latest = max(QueueWorker.Delay.shortest, duration(waiting / 2))
        return QueueWorker.Delay(earliest: max(QueueWorker.Delay.shortest, latest / 2), latest: latest)
    }

    /// How long it takes until a start, as far as that is known; 0 where it is not.
    private func timeToStart(_ voice: QueueVoice, _ output: Output) -> UInt64 {
        let value = voice.startValue.load(ordering: .acquiring)
        switch voice.startKind.load(ordering: .acquiring) {
        case QueueVoice.Start.hostTime:
            let now = output.now
            return value > now ? value - now : 0
        case QueueVoice.Start.sampleTime:
            let left = Int64(bitPattern: value) - Int64(output.renderedFrames)
            return left > 0 ? HostTime.duration(of: left, at: voice.sampleRate) : 0
        default: return 0
        }
    }

    /// Goes back to the start, ready to play again.
    private func finish(_ pipeline: inout Pipeline) {
        let end = Double(pipeline.reader.length)
        let loops = state.withLock { state in
            state.run = .stopped
            state.position = state.staysAtEnd ? end : 0
            return state.loops
        }
        timeline.leave()
        pipeline.voice?.meters.reset()
        // What cannot be read now is read, or reported, at the next start.
        try? spool(&pipeline, from: 0, passes: loops)
        if pipeline.reader.failure != nil { pipeline.isSpooled = false }
        keepRunning(&pipeline)
    }

    /// Lets the output run on for a while, so that a start is heard with the next cycle.
    func keepRunning(_ pipeline: inout Pipeline) {
        guard let output = pipeline.output else { return }
        pipeline.runsUntil = output.now + Self.idleTime
        mix(&pipeline)
    }

    /// Nothing plays: takes the source out of the mix in time.
    private func waitIdle(_ pipeline: inout Pipeline, _ output: Output) -> QueueWorker.Delay? {
        guard let end = pipeline.runsUntil else { return nil }
        let now = output.now
        guard now >= end else { return QueueWorker.Delay(earliest: end - now, latest: end - now) }
        pipeline.runsUntil = nil
        unmix(&pipeline)
        return nil
    }
}
