import AudioCore
import AudioIO
import CRealtime

// Starting, stopping and changing.
extension Player {
    // MARK: Starting

    /// Opens the device, decodes the first frames, and lets the output run for ten seconds, so that a start in that time is
    /// heard with the next cycle. False where the device does not open or the file cannot be read.
    package func prepare() -> Bool {
        guard !ForkedChild.isHere else { return false }
        guard !deferred.takesOverInOrder({ [self] in _ = prepare() }) else { return true }
        guard joinSession() else { return false }
        let isReady = pipeline.withLock { pipeline in
            do throws(AudioError) {
                guard state.withLock({ $0.run }) != .playing else { return true }
                try makeReady(&pipeline)
                try beginWork()
                keepRunning(&pipeline)
                return true
            } catch { return false }
        }
        state.withLock { $0.job }?.wake()
        return isReady
    }

    private func makeReady(_ pipeline: inout Pipeline) throws(AudioError) {
        try connect(&pipeline)
        guard !pipeline.isSpooled else { return }
        let (position, loops) = state.withLock { ($0.position, $0.loops) }
        try spool(&pipeline, from: position, passes: loops)
    }

    /// Plays, from where it stands: with the next cycle, or so that the first frame is heard at a host time.
    ///
    /// - Returns: false where the device does not open or the file cannot be read.
    package func play(at hostTime: UInt64? = nil) -> Bool { play(from: hostTime.map { .hostTime($0) } ?? .now) }

    /// When a start is heard.
    enum Moment: Sendable {
        case now
        case hostTime(UInt64)
        /// With a frame of an output, which may be of another rate.
        case frame(Int, of: Output)
    }

    func play(from moment: Moment) -> Bool {
        guard !ForkedChild.isHere else { return false }
        guard !deferred.takesOverInOrder({ [self] in _ = play(from: moment) }) else { return true }
        guard joinSession() else { return false }
        let isPlaying = pipeline.withLock { pipeline in
            do throws(AudioError) {
                guard state.withLock({ $0.run }) != .playing else { return true }
                try makeReady(&pipeline)
                renewSpeed(&pipeline)
                try beginWork()
                start(&pipeline, from: moment)
                return true
            } catch { return false }
        }
        state.withLock { $0.job }?.wake()
        session.participantDidChange()
        return isPlaying
    }

    private func start(_ pipeline: inout Pipeline, from moment: Moment) {
        guard let voice = pipeline.voice, let output = pipeline.output else { return }
        renewSource(&pipeline, voice)
        let (kind, value) =
            switch moment {
            case .now: (QueueVoice.Start.now, 0 as UInt64)
            case .hostTime(let time): (QueueVoice.Start.hostTime, time)
            case .frame(let frame, let other):
                (QueueVoice.Start.sampleTime, UInt64(bitPattern: output.frame(with: Int64(frame), of: other)))
            }
        voice.startValue.store(value, ordering: .releasing)
        voice.startKind.store(kind, ordering: .releasing)
        (pipeline.hasNearedEnd, pipeline.hasKnownEnd) = (false, false)
        let wasStopped = state.withLock { state in
            defer { (state.run, state.isInterrupted) = (.playing, false) }
            return state.run == .stopped
        }
        if wasStopped { timeline.enter(output.now) }
        go(&pipeline)
    }

    /// Lets the voice sound.
    private func go(_ pipeline: inout Pipeline) {
        pipeline.runsUntil = nil
        pipeline.voice?.mode.store(QueueVoice.Mode.running, ordering: .releasing)
        mix(&pipeline)
    }

    /// A volume that was set while nothing played counts from the first frame on, not from the end of a cycle.
    private func renewSource(_ pipeline: inout Pipeline, _ voice: QueueVoice) {
        let volume = state.withLock { state -> Float? in
            defer { state.hasNewVolume = false }
            return state.hasNewVolume ? state.volume : nil
        }
        guard let volume else { return }
        unmix(&pipeline)
        pipeline.source = source(of: voice, volume, on: pipeline.output)
        sound.withLock { $0.source = pipeline.source }
    }

    // MARK: Stopping

    /// Pauses; the next start continues with the next frame.
    package func pause() {
        guard !deferred.takesOverInOrder({ [self] in pause() }) else { return }
        pipeline.withLock { pipeline in
            guard state.withLock({ $0.run }) == .playing, let voice = pipeline.voice else { return }
            state.withLock { $0.run = .paused }
            voice.mode.store(QueueVoice.Mode.paused, ordering: .releasing)
            unmix(&pipeline)
            voice.hold()
            keepRunning(&pipeline)
        }
        state.withLock { $0.job }?.wake()
        session.participantDidChange()
    }

    /// Stops, and releases the device. The position stays.
    package func stop() {
        guard !deferred.takesOverInOrder({ [self] in stop() }) else { return }
        let (job, old) = pipeline.withLock { pipeline in
            halt()
            let job = state.withLock { state in
                defer { state.job = nil }
                return state.job
            }
            return (job, disconnect(&pipeline))
        }
        // The deferred work does not wait for the player's thread, whose handler may be waiting for the work.
        if deferred.isCurrent { job?.abandon() } else { job?.remove() }
        session.participantDidChange()
        // The last references may be these: the output ends without the lock.
        withExtendedLifetime(old) {}
    }

    /// Notes where it stands, and that it does not play.
    private func halt() {
        let position = position
        let hasRun = state.withLock { state in
            guard state.run != .stopped else { return false }
            (state.run, state.position) = (.stopped, position)
            return true
        }
        if hasRun { timeline.leave() }
    }

    /// Stops for good.
    package func close() {
        guard !deferred.takesOverInOrder({ [self] in close() }) else { return }
        state.withLock { $0.isClosed = true }
        stop()
    }

    // MARK: Changing

    package var isPlaying: Bool { state.withLock { $0.run } == .playing }

    /// Goes to a frame of the file, at once. The end, while it plays, finishes it, or begins the next pass.
    package func seek(to frame: Double) {
        guard !frame.isNaN else { return }
        let frame = min(max(0, frame), Double(sound.withLock { $0.length }))
        guard !deferred.takesOverInOrder({ [self] in seek(to: frame) }) else { return }
        pipeline.withLock { pipeline in
            let run = state.withLock { state in
                state.position = frame
                return state.run
            }
            let passes =
                run == .stopped ? state.withLock { $0.loops } : pipeline.reader.passesLeft(after: pipeline, self)
            if pipeline.isSpooled { respool(&pipeline, from: frame, passes: passes) }
        }
        state.withLock { $0.job }?.wake()
    }

    /// Has what follows decoded anew, and heard with the next cycle.
    func respool(_ pipeline: inout Pipeline, from frame: Double, passes: Int) {
        guard let voice = pipeline.voice else { return }
        let waits = isStartToCome(pipeline)
        let wasMixed = pipeline.isMixed
        let mode = voice.mode.load(ordering: .relaxed)
        do throws(AudioError) { try spool(&pipeline, from: frame, passes: passes) } catch {
            guard state.withLock({ $0.run }) == .playing else { return }
            // Nothing more comes: that is an end as any other that cannot be read.
            end(&pipeline, failure: error)
        }
        // A start that is still to come keeps its time.
        if !waits { voice.startKind.store(QueueVoice.Start.now, ordering: .releasing) }
        voice.mode.store(mode, ordering: .releasing)
        if wasMixed { mix(&pipeline) }
    }

    /// Whether it waits for the time of a start, which may be the first one or one after a pause.
    private func isStartToCome(_ pipeline: Pipeline) -> Bool {
        guard let voice = pipeline.voice, let output = pipeline.output else { return false }
        let value = voice.startValue.load(ordering: .acquiring)
        return switch voice.startKind.load(ordering: .acquiring) {
        case QueueVoice.Start.hostTime: value > output.now
        case QueueVoice.Start.sampleTime: Int64(bitPattern: value) > Int64(output.renderedFrames)
        default: false
        }
    }

    package var loops: Int { state.withLock { $0.loops } }

    /// How many passes follow the present one; less than 0: without end.
    package func setLoops(_ loops: Int) {
        state.withLock { $0.loops = loops }
        guard !deferred.takesOverInOrder({ [self] in applyLoops(loops) }) else { return }
        applyLoops(loops)
    }

    private func applyLoops(_ loops: Int) {
        pipeline.withLock { pipeline in
            guard pipeline.isSpooled else { return }
            let (run, position) = state.withLock { ($0.run, $0.position) }
            guard run != .stopped else { return respool(&pipeline, from: position, passes: loops) }
            let left = pipeline.reader.passesLeft(after: pipeline, self)
            guard left != loops, left >= 0 || loops >= 0 else { return }
            let ahead = pipeline.reader.passesEnded - passesHandedOver(pipeline)
            if ahead <= 0, !pipeline.reader.hasEnded {
                pipeline.reader.passesLeft = loops
                return publish(pipeline)
            }
            // Frames of a pass that will not come, or the end, stand in the ring. What could not be read ends the sound.
            let isOver = hasPlayedAll(pipeline)
            guard pipeline.reader.length > 0, !isOver || pipeline.reader.failure == nil else { return }
            // Behind the last frame of the last pass the next one begins, also while the device has yet to sound that.
            let (frame, passes) =
                isOver || isBehindLastFrame(pipeline)
                ? (0, loops < 0 ? loops : loops - 1) : (continuation(pipeline).frame, loops)
            respool(&pipeline, from: frame, passes: passes)
        }
        state.withLock { $0.job }?.wake()
    }

    /// Plays on another device; nil: the default one. A device that does not open is not taken.
    package func setDevice(_ device: String?) {
        guard !deferred.takesOverInOrder({ [self] in setDevice(device) }) else { return }
        let old = pipeline.withLock { pipeline -> Pipeline? in
            let before = state.withLock { $0.device }
            state.withLock { $0.device = device }
            guard device != before else { return nil }
            return reconnect(&pipeline) { self.state.withLock { $0.device = before } }
        }
        state.withLock { $0.job }?.wake()
        withExtendedLifetime(old) {}
    }

    /// Sends each channel to one of the device's, from 1 on; empty: as usual.
    package func setAssignments(_ channels: [Int]) {
        guard !deferred.takesOverInOrder({ [self] in setAssignments(channels) }) else { return }
        let old = pipeline.withLock { pipeline -> Pipeline? in
            state.withLock { $0.assignments = channels }
            return reconnect(&pipeline) {}
        }
        state.withLock { $0.job }?.wake()
        withExtendedLifetime(old) {}
    }

    /// Continues from where it is with a new voice.
    ///
    /// - Parameter restore: called where the device does not open, before the old one is opened again.
    private func reconnect(_ pipeline: inout Pipeline, restore: () -> Void) -> Pipeline? {
        guard pipeline.voice != nil else { return nil }
        let (frame, passes) = continuation(pipeline)
        let waits = isStartToCome(pipeline)
        let old = disconnect(&pipeline)
        for attempt in 0..<2 {
            do throws(AudioError) {
                try connect(&pipeline)
                try spool(&pipeline, from: frame, passes: passes)
                goOn(&pipeline, old, waiting: waits)
                return old
            } catch {
                if attempt == 0 { restore() }
            }
        }
        state.withLock { $0.position = frame }
        halt()
        session.participantDidChange()
        return old
    }

    /// Takes over from another voice.
    ///
    /// - Parameter waits: whether the time of its start is still to come.
    private func goOn(_ pipeline: inout Pipeline, _ old: Pipeline, waiting waits: Bool) {
        guard let (voice, before) = pipeline.voice.flatMap({ voice in old.voice.map { (voice, $0) } }) else { return }
        let kind = before.startKind.load(ordering: .acquiring)
        var value = before.startValue.load(ordering: .acquiring)
        if kind == QueueVoice.Start.sampleTime, let output = pipeline.output, let other = old.output {
            value = UInt64(bitPattern: output.frame(with: Int64(bitPattern: value), of: other))
        }
        voice.startValue.store(value, ordering: .releasing)
        voice.startKind.store(waits ? kind : QueueVoice.Start.now, ordering: .releasing)
        switch state.withLock({ $0.run }) {
        case .playing: go(&pipeline)
        case .paused, .stopped:
            voice.mode.store(before.mode.load(ordering: .acquiring), ordering: .releasing)
            // The new device runs for a start that may come, too.
            if old.runsUntil != nil { keepRunning(&pipeline) }
        }
    }
}

// Where a sound continues that is decoded anew.
extension Player {
    /// The file's frame, and how many passes follow its own. Behind the last frame of the last pass that is the file's end.
    func continuation(_ pipeline: Pipeline) -> (frame: Double, passes: Int) {
        let (run, position, loops) = state.withLock { ($0.run, $0.position, $0.loops) }
        guard run != .stopped else { return (position, loops) }
        let length = Double(pipeline.reader.length)
        guard length > 0 else { return (0, 0) }
        guard !isBehindLastFrame(pipeline) else { return (length, 0) }
        let frame = handedOver(pipeline).truncatingRemainder(dividingBy: length)
        return (frame, pipeline.reader.passesLeft(after: pipeline, self))
    }

    /// Whether the device has got all frames of the last pass, and has not come to the end after them.
    private func isBehindLastFrame(_ pipeline: Pipeline) -> Bool {
        passesHandedOver(pipeline) > pipeline.reader.passesEnded
    }

    /// Whether the device has got the sound's last frame, and come to the end after it.
    private func hasPlayedAll(_ pipeline: Pipeline) -> Bool {
        pipeline.voice?.endedAt.load(ordering: .acquiring) ?? -1 >= 0
    }
}

extension PlayerReader {
    /// How many passes follow the one whose frames the device gets now.
    func passesLeft(after pipeline: Player.Pipeline, _ player: Player) -> Int {
        passesLeft < 0 ? passesLeft : passesLeft + max(0, passesEnded - player.passesHandedOver(pipeline))
    }
}
