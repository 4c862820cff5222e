import AudioCore
import AudioIO

// Sounds that follow one another without a gap.
extension Player {
    /// The place where a sound ends: the frame of an output after its last one.
    package struct End: Sendable {
        let output: Output
        let frame: Int

        /// Whether it is still the same place.
        package func isSame(as other: End?) -> Bool { other.map { output === $0.output && frame == $0.frame } ?? false }
    }

    /// Seconds before the end at which `nearsEnd` comes: enough to open what follows from a slow disk.
    private static let nearness = 5.0

    /// Where the sound ends; nil as long as that is not known: while it does not play, before its last frame is decoded, and before the
    /// first cycle after a start. Nil too for a sound that cannot be read to its end.
    package var end: End? {
        guard !deferred.isCurrent else { return nil }
        return pipeline.withLock { end(of: $0) }
    }

    private func end(of pipeline: Pipeline) -> End? {
        guard state.withLock({ $0.run }) == .playing, pipeline.hasEnded, pipeline.reader.failure == nil,
            let voice = pipeline.voice, let output = pipeline.output, !output.standsStill
        else { return nil }
        let ended = voice.endedAt.load(ordering: .acquiring)
        if ended >= 0 { return End(output: output, frame: ended) }
        guard voice.isCounting.load(ordering: .acquiring) else { return nil }
        let (start, starvedBefore) = sound.withLock { ($0.ringStart, $0.starvedBefore) }
        let missing = voice.starvedFrames.load(ordering: .relaxed) - starvedBefore
        let frames = pipeline.ringEnd - start + missing
        return End(output: output, frame: voice.base.load(ordering: .acquiring) + frames)
    }

    /// Reports that the end is near, and that it is known, once each.
    func noteEndAhead(_ pipeline: inout Pipeline, _ voice: QueueVoice, _ events: inout [Event]) {
        let reader = pipeline.reader
        if !pipeline.hasNearedEnd, reader.failure == nil, reader.passesLeft == 0 {
            let left = Double(reader.length) * Double(reader.passesEnded + 1) - reader.media
            if pipeline.hasEnded || left <= Self.nearness * format.sampleRate {
                pipeline.hasNearedEnd = true
                events.append(.nearsEnd)
            }
        }
        if !pipeline.hasKnownEnd, end(of: pipeline) != nil {
            pipeline.hasKnownEnd = true
            events.append(.endIsKnown)
        }
    }

    /// Plays so that the first frame is heard right after the last one of another sound.
    ///
    /// Where both have one sample rate, no frame lies between them. Else the nearest frame of this one's rate is the first. An end that
    /// is past has it heard with the next cycle.
    ///
    /// - Returns: false where the device does not open or the file cannot be read.
    package func play(after end: End) -> Bool { play(from: .frame(end.frame, of: end.output)) }

    /// Plays with the next cycle, where it waits for the end of another sound.
    package func beginNow() {
        guard !deferred.takesOverInOrder({ [self] in beginNow() }) else { return }
        pipeline.withLock { pipeline in
            guard let voice = pipeline.voice, state.withLock({ $0.run }) == .playing else { return }
            voice.startKind.store(QueueVoice.Start.now, ordering: .releasing)
        }
        state.withLock { $0.job }?.wake()
    }

    /// Whether it is paused after its last frame, which the device has received.
    package var isPlayedOut: Bool {
        guard !deferred.isCurrent else { return false }
        return pipeline.withLock { pipeline in
            guard state.withLock({ $0.run }) == .paused, pipeline.hasEnded, pipeline.reader.failure == nil else {
                return false
            }
            return pipeline.voice.map { $0.ring.readFrames >= pipeline.ringEnd } ?? false
        }
    }

    /// Whether the device has got the first frame since the last start, but for one after a pause.
    package var hasBegun: Bool { (sound.withLock { $0.voice }?.startedAt.load(ordering: .acquiring) ?? -1) >= 0 }
}
