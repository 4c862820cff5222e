import AudioCore
import AudioDSP
import AudioIO

// Changes of the speed.
extension Player {
    /// Seconds that the audio thread may play while frames ahead of it are replaced, and those in which the speeds overlap.
    private static let (margin, overlap) = (0.02, 0.005)

    /// Takes up the speed that is wanted: soon, where the ring holds frames for long, or else with the next frame that is
    /// decoded.
    func applySpeed(_ pipeline: inout Pipeline) {
        guard let voice = pipeline.voice else { return }
        let (speed, algorithm) = state.withLock { ($0.speed, $0.pitchAlgorithm) }
        if pipeline.timePitch == nil, speed != 1 {
            // Without memory for it the sound continues as it is.
            pipeline.timePitch = try? TimePitch(
                channels: format.channels, sampleRate: pipeline.reader.sampleRate,
                algorithm: algorithm)
        }
        guard let unit = pipeline.timePitch, unit.rate != speed else { return }
        if !replace(&pipeline, voice, unit, speed) {
            unit.rate = speed
            noteSpeed(&pipeline, behind: voice.ring.writtenFrames)
        }
        publish(pipeline)
    }

    /// A speed that was set while nothing played counts from the first frame on.
    func renewSpeed(_ pipeline: inout Pipeline) {
        let speed = state.withLock { $0.speed }
        guard pipeline.isSpooled, pipeline.reader.length > 0, (pipeline.timePitch?.rate ?? 1) != speed,
            pipeline.voice?.endedAt.load(ordering: .acquiring) ?? 0 < 0
        else { return }
        let (frame, passes) = continuation(pipeline)
        respool(&pipeline, from: frame, passes: passes)
    }

    /// Notes from which frame of the ring on the speed is heard, where all before this one have come out of the time stretch.
    func noteSpeed(_ pipeline: inout Pipeline, behind frame: Int) {
        guard let voice = pipeline.voice, let unit = pipeline.timePitch else { return }
        pipeline.map.setStep(
            step(pipeline, speed: unit.rate), at: frame + (unit.isNeutral ? 0 : unit.framesBeforeChange),
            keepingFrom: Double(voice.ring.readFrames) - voice.sampleRate)
    }

    /// Frames of the file for each of the ring.
    func step(_ pipeline: Pipeline, speed: Double) -> Double { speed * format.sampleRate / pipeline.reader.sampleRate }

    /// Decodes anew what the audio thread does not play soon.
    ///
    /// - Returns: false where the ring holds too little, or the sound's end.
    private func replace(
        _ pipeline: inout Pipeline, _ voice: QueueVoice, _ unit: TimePitch, _ speed: Double
    ) -> Bool {
        let reader = pipeline.reader
        guard let output = pipeline.output, pipeline.isMixed, !pipeline.hasEnded, reader.length > 0, !reader.mayWait
        else {
            return false
        }
        let overlap = Int(Self.overlap * voice.sampleRate)
        let lead = output.burst + output.lead
        let first = voice.ring.readFrames + lead + Int(Self.margin * voice.sampleRate)
        let count = voice.ring.writtenFrames - first
        guard count > 2 * overlap else { return false }
        let media = pipeline.map.media(at: Double(first)).rounded()
        unit.reset()
        unit.rate = speed
        do throws(AudioError) { try reader.goOn(from: Int64(media)) } catch { reader.end(error) }
        var fresh = FreshSound(
            unit, channels: voice.ring.channels, from: media,
            steps: (step(pipeline, speed: 1), step(pipeline, speed: speed))
        ) { reader.read($0, frames: $1) }
        let map = pipeline.map
        let (seam, end) = fresh.replace(in: voice.ring, voice.ringHold, old: map, overlap: overlap) {
            // Decoding may take longer than the margin: the audio thread has gone on meanwhile.
            max(first, voice.ring.readFrames + lead + Int(Self.margin / 2 * voice.sampleRate))
        }
        fresh.note(in: &pipeline.map, from: seam, keepingFrom: Double(voice.ring.readFrames) - voice.sampleRate)
        if fresh.hasEnded { noteEnd(&pipeline, voice, at: end) }
        return true
    }
}
