import AudioCore
import AudioIO

// Brings the file's frames to the ring that the audio thread plays.
extension Player {
    /// Has the ring begin with a frame of the file. Nothing plays after it.
    func spool(_ pipeline: inout Pipeline, from position: Double, passes: Int) throws(AudioError) {
        guard let voice = pipeline.voice else { return }
        unmix(&pipeline)
        voice.mode.store(QueueVoice.Mode.idle, ordering: .releasing)
        pipeline.timePitch?.reset()
        (pipeline.hasEnded, pipeline.hasReportedFailure, pipeline.isSpooled) = (false, false, true)
        (pipeline.hasNearedEnd, pipeline.hasKnownEnd) = (false, false)
        let reader = pipeline.reader
        // Before a seek that may fail, so that the old sound is not heard again.
        clock.restart {
            voice.discard()
            voice.rewind()
        }
        let frame = min(Int64(position.rounded()), reader.length)
        let start = voice.ring.writtenFrames
        pipeline.map = PlayerMap(ring: start, media: Double(frame), step: step(pipeline, speed: 1))
        noteSpeed(&pipeline, behind: start)
        reader.passesLeft = passes
        sound.withLock { sound in
            sound.ringStart = start
            sound.starvedBefore = voice.starvedFrames.load(ordering: .relaxed)
        }
        publish(pipeline)
        do throws(AudioError) { try reader.seek(to: frame) } catch {
            pipeline.isSpooled = false
            state.withLock { $0.position = Double(frame) }
            throw error
        }
        applySpeed(&pipeline)
        fill(&pipeline)
    }

    /// Has the sound end with what is in the ring.
    func end(_ pipeline: inout Pipeline, failure: AudioError) {
        pipeline.reader.end(failure)
        pipeline.isSpooled = true
        fill(&pipeline)
    }

    /// Lets calls that do not wait know where the ring's frames are in the file.
    func publish(_ pipeline: Pipeline) {
        sound.withLock { sound in
            (sound.map, sound.length) = (pipeline.map, pipeline.reader.length)
            // Its end is known before the reader has come to it, which the device may do first.
            sound.passesEnded = pipeline.reader.passesEnded
            sound.isLastPass = pipeline.hasEnded || pipeline.reader.passesLeft == 0
        }
    }

    /// Decodes until the ring holds as much as it should, or the sound ends. Where decoding is no faster than playing, what has
    /// been heard meanwhile is left for the next pass, so that a stop gets the lock.
    func fill(_ pipeline: inout Pipeline) {
        guard pipeline.isSpooled, !pipeline.hasEnded, let voice = pipeline.voice, let output = pipeline.output else {
            return
        }
        let limit = readAhead(voice, output)
        var left = limit
        let reader = pipeline.reader
        while true {
            let (samples, run) = voice.ring.writableRun()
            let room = min(run, left, limit - (voice.ring.capacity - voice.ring.room()))
            guard room > 0 else { break }
            let count =
                pipeline.timePitch?.read(samples, frames: room) { reader.read($0, frames: $1) }
                ?? reader.read(samples, frames: room)
            // More comes later.
            guard count >= 0 else { break }
            guard count > 0 else {
                noteEnd(&pipeline, voice, at: voice.ring.writtenFrames)
                break
            }
            voice.ring.commit(count)
            left -= count
        }
        publish(pipeline)
    }

    /// Has the sound end at a frame of the ring, and the position reach the place where the reader is with this frame: the time
    /// stretch gives up to a piece more or fewer frames than the speed says.
    func noteEnd(_ pipeline: inout Pipeline, _ voice: QueueVoice, at frame: Int) {
        voice.marks.write(QueueMark(frame: frame, action: .end))
        (pipeline.hasEnded, pipeline.ringEnd) = (true, frame)
        guard let unit = pipeline.timePitch, !unit.isNeutral else { return }
        pipeline.map.end(at: frame, media: pipeline.reader.media, from: voice.ring.readFrames)
    }

    /// Frames to decode ahead of the audio thread: 200 ms, or 100 where the speed may change, which is heard after them.
    private func readAhead(_ voice: QueueVoice, _ output: Output) -> Int {
        let seconds = state.withLock { $0.changesRate } ? 0.1 : 0.2
        return min(voice.ring.capacity, max(Int(seconds * voice.sampleRate), output.burst, 64) + output.lead)
    }

    // MARK: Positions

    /// The file's frame after the last one that the device has got.
    func handedOver(_ pipeline: Pipeline) -> Double {
        guard pipeline.isSpooled, let voice = pipeline.voice else { return state.withLock { $0.position } }
        return pipeline.map.media(at: Double(voice.ring.readFrames))
    }

    /// How many passes of those that were decoded since the last seek the device has got whole.
    func passesHandedOver(_ pipeline: Pipeline) -> Int {
        let length = Double(pipeline.reader.length)
        return length > 0 ? Int(min(handedOver(pipeline) / length, 1e15)) : 0
    }

    /// The file's frame that is heard now, from 0 to its length. Does not wait for decoding.
    package var position: Double {
        let (sound, run) = (sound.withLock { $0 }, state.withLock { $0.run })
        guard let voice = sound.voice, run != .stopped else { return state.withLock { $0.position } }
        let now = sound.output?.now ?? HostTime.now()
        let start = Double(sound.ringStart)
        let frame = clock.frame(of: voice, on: sound.output, at: now, isPaused: run == .paused)
        // The voice's time continues where the ring has run empty, the file's does not.
        let missing = voice.starvedFrames.load(ordering: .relaxed) - sound.starvedBefore
        return sound.place(of: sound.map.media(at: start + max(0, (frame ?? 0) - Double(missing))))
    }
}

extension Player.Sound {
    /// The file's frame at a frame that counts on through the passes. The end of the last pass is the file's.
    fileprivate func place(of media: Double) -> Double {
        let length = Double(length)
        guard length > 0 else { return 0 }
        let last = Double(passesEnded) * length
        return isLastPass && media >= last ? min(media - last, length) : media.truncatingRemainder(dividingBy: length)
    }
}
