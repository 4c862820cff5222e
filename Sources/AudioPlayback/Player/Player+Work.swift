import AudioCore
import AudioIO

// The thread that decodes, and notices what the audio thread has played.
extension Player {
    /// While another thread has the works.
    private static let retry = QueueWorker.Nap(earliest: 1_000_000, latest: 2_000_000)

    /// Decodes, and tells of the end.
    ///
    /// - Returns: when to run again; nil: when the player is started or changed.
    func work() -> QueueWorker.Nap? {
        let look = works.withLockIfFree { works in
            var events: [Event] = []
            return (self.look(&works, &events), events)
        }
        guard let (nap, events) = look else { return Self.retry }
        LockOrder.willCallClient()
        for event in events { handler(event) }
        return nap
    }

    private func look(_ works: inout Works, _ events: inout [Event]) -> QueueWorker.Nap? {
        guard let voice = works.voice, let output = works.output else { return nil }
        guard state.withLock({ $0.run }) == .playing else { return rest(&works, output) }
        applySpeed(&works)
        fill(&works)
        if let failure = works.reader.failure, !works.hasToldFailure {
            works.hasToldFailure = true
            events.append(.failed(failure))
        }
        // While the server or the device is gone nothing is heard. Its return wakes the job.
        guard !output.standsStill else { return nil }
        clock.note(latency: output.latency)
        let position = output.renderedFrames
        let end = voice.endedAt.load(ordering: .acquiring)
        if end >= 0, position >= end + output.latency {
            events.append(.finished(successfully: works.reader.failure == nil))
            finish(&works)
            return rest(&works, output)
        }
        works.fruitless = position == works.lastPosition ? works.fruitless + 1 : 0
        works.lastPosition = position
        return nap(works, voice, output, position)
    }

    /// How long there is nothing to do: until the ring wants more, or until the moment of a start or of the end.
    private func nap(_ works: Works, _ voice: QueueVoice, _ output: Output, _ position: Int) -> QueueWorker.Nap {
        func duration(_ frames: Int) -> UInt64 { HostTime.duration(of: Int64(frames), at: voice.sampleRate) }
        let waiting = voice.ring.waitingFrames
        let longest = QueueWorker.Nap.longestWatch
        let end = voice.endedAt.load(ordering: .acquiring)
        if end >= 0 {
            return QueueWorker.Nap(until: duration(end + output.latency - position), works.fruitless, most: longest)
        }
        if voice.startedAt.load(ordering: .acquiring) < 0 {
            let value = voice.startValue.load(ordering: .acquiring)
            let now = output.now
            let isTimed = voice.startKind.load(ordering: .acquiring) == QueueVoice.Start.hostTime
            let most = works.hasEnded ? longest : duration(waiting / 2)
            return QueueWorker.Nap(until: isTimed && value > now ? value - now : 0, works.fruitless, most: most)
        }
        if works.hasEnded {
            return QueueWorker.Nap(until: duration(waiting), works.fruitless, most: longest)
        }
        let latest = max(QueueWorker.Nap.shortest, duration(waiting / 2))
        return QueueWorker.Nap(earliest: max(QueueWorker.Nap.shortest, latest / 2), latest: latest)
    }

    /// Goes back to the start, ready to play again.
    private func finish(_ works: inout Works) {
        let loops = state.withLock { state in
            state.run = .stopped
            state.position = 0
            return state.loops
        }
        timeline.leave()
        works.voice?.meters.reset()
        // What cannot be read now is read, or reported, at the next start.
        try? spool(&works, from: 0, passes: loops)
        stayWarm(&works)
    }

    /// Lets the output run on for a while, so that a start is heard with the next cycle.
    func stayWarm(_ works: inout Works) {
        guard let output = works.output else { return }
        works.warmEnd = output.now + Self.warmTime
        mix(&works)
    }

    /// Nothing plays: takes the source out of the mix in time.
    private func rest(_ works: inout Works, _ output: Output) -> QueueWorker.Nap? {
        guard let end = works.warmEnd else { return nil }
        let now = output.now
        guard now >= end else { return QueueWorker.Nap(earliest: end - now, latest: end - now) }
        works.warmEnd = nil
        unmix(&works)
        return nil
    }
}
