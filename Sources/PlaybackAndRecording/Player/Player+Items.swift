import AudioCore

// What a player of items needs: sounds whose end moves, whose frames come late, and that are changed while they are read.
extension Player {
    /// Whether it does not play, and continues where it was: the program, or its session, has paused it.
    package var isPaused: Bool { state.withLock { $0.run } == .paused }

    /// Whether the position after the end is the end, and not the start: for a player that is moved before it plays again.
    package var staysAtEnd: Bool {
        get { state.withLock { $0.staysAtEnd } }
        set { state.withLock { $0.staysAtEnd = newValue } }
    }

    /// Has the thread that decodes look whether its source has more.
    package func sourceHasMore() { state.withLock { $0.job }?.wake() }

    /// Ends the sound after another frame; nil: at its own end.
    package func setEnd(_ frame: Int64?) {
        guard !deferred.takesOverInOrder({ [self] in setEnd(frame) }) else { return }
        pipeline.withLock { pipeline in
            let (place, passes) = continuation(pipeline)
            pipeline.reader.setEnd(frame)
            let length = pipeline.reader.length
            sound.withLock { $0.length = length }
            if pipeline.isSpooled { respool(&pipeline, from: min(place, Double(length)), passes: passes) }
        }
        sourceHasMore()
    }

    /// Reads again what was read ahead, as its source has it now. The next frame that is heard is the one that would have been.
    package func readAgain() {
        guard !deferred.takesOverInOrder({ [self] in readAgain() }) else { return }
        pipeline.withLock { pipeline in
            guard pipeline.isSpooled else { return }
            let (place, passes) = continuation(pipeline)
            respool(&pipeline, from: place, passes: passes)
        }
        sourceHasMore()
    }

    /// How the sound is stretched where it plays at another rate than its own.
    package var pitchAlgorithm: FourCC {
        get { state.withLock { $0.pitchAlgorithm } }
        set {
            let isNew = state.withLock { state in
                defer { state.pitchAlgorithm = newValue }
                return state.pitchAlgorithm != newValue
            }
            guard isNew else { return }
            guard !deferred.takesOverInOrder({ [self] in stretchAnew() }) else { return }
            stretchAnew()
        }
    }

    private func stretchAnew() {
        pipeline.withLock { pipeline in
            guard pipeline.timePitch != nil else { return }
            let (place, passes) = continuation(pipeline)
            pipeline.timePitch = nil
            if pipeline.isSpooled { respool(&pipeline, from: place, passes: passes) }
        }
        sourceHasMore()
    }

    /// Reports that the sound has run out before its source has more, once until it has.
    func noteRunningDry(_ pipeline: inout Pipeline, _ voice: QueueVoice, _ events: inout [Event]) {
        // A start waits for its first frame.
        let hasPlayed = voice.ring.readFrames > sound.withLock { $0.ringStart }
        guard pipeline.reader.isWaiting, voice.ring.waitingFrames == 0, hasPlayed else {
            pipeline.hasRunDry = false
            return
        }
        guard !pipeline.hasRunDry else { return }
        pipeline.hasRunDry = true
        events.append(.ranDry)
    }
}
