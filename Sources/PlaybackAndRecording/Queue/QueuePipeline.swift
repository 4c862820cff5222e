import AudioCore
import AudioDSP
import AudioFiles
import CAudioToolbox

/// Brings the buffers in a queue's line to the ring that the audio thread plays: decoding, taps, time and pitch, sample rate.
///
/// Pulled from the end, on the thread that decodes or, offline, on the client's. One thread at a time.
final class QueuePipeline {
    /// Why no more frames come.
    enum Pause {
        /// The ring holds as much as it should.
        case full
        /// The line is empty.
        case starved
        /// The end that was asked for has been reached; it stands in the marks.
        case ended
    }

    /// The next entry of the line without taking it; taking it; and giving a buffer back.
    struct Line {
        let peek: () -> QueueEntry?
        let take: () -> Void
        let giveBack: (QueueBuffer) -> Void
    }

    let decoder: QueueDecoder
    let timePitch: TimePitch?
    private let tap: QueueTap?
    /// Whether decoding calls the client.
    var callsClient: Bool { tap != nil }
    private let rate: PCMPipeline?
    private let voice: QueueVoice
    private let line: Line
    private let channels: Int
    /// Device frames per frame of the buffers.
    private let ratio: Double
    private let scratch: UnsafeMutablePointer<Float>

    /// The buffer being decoded.
    private var current: QueueBuffer?
    /// The next entry must not join what came before: everything before it comes out first.
    private var isAtBarrier = false
    /// The end of the resampler's input has been passed to it.
    private var isFinishing = false
    /// Frames of the buffers decoded, and of the ring written, since the last barrier.
    private var segmentFrames = 0
    private var segmentStart = 0
    /// Whether anything has been decoded since the last start or barrier.
    private var isFresh = true
    /// Whether the next buffer waits for room for its marks.
    private var isCrowded = false
    /// Whether a tap has given nothing, though there was something for it to work on.
    private var isHeldUp = false
    /// The end that was asked for stands in the marks: what is enqueued after it waits for the next start.
    private var hasEnded = false
    /// Where on the voice's time line the last buffer with a time of its own begins.
    private(set) var lastStart = 0

    private static let block = 2048
    /// The most marks that an entry needs: a time and three parameters.
    private static let marksPerEntry = 4

    init(
        _ format: StreamFormat, cookie: [UInt8], voice: QueueVoice, rate options: RateStage.Options,
        timePitch: TimePitch?, tap: QueueTap?, line: Line
    ) throws(AudioError) {
        decoder = try QueueDecoder(format, magicCookie: cookie)
        self.voice = voice
        self.timePitch = timePitch
        self.tap = tap
        self.line = line
        channels = format.channels
        ratio = voice.sampleRate / format.sampleRate
        if voice.sampleRate == format.sampleRate {
            rate = nil
        } else {
            rate = try PCMPipeline(
                decoder.output, .float32(sampleRate: voice.sampleRate, channels: channels),
                PCMPipeline.Options(rate: options))
        }
        scratch = .allocate(capacity: Self.block * channels)
    }

    deinit { scratch.deallocate() }

    /// Forgets everything, as before the first buffer. What is being decoded is returned.
    func reset() -> QueueBuffer? {
        decoder.reset()
        restartStages()
        isFresh = true
        hasEnded = false
        lastStart = 0
        defer { current = nil }
        return current
    }

    /// Lets what was enqueued after the end be decoded.
    func passEnd() {
        hasEnded = false
        lastStart = 0
    }

    private func restartStages() {
        timePitch?.reset()
        tap?.restart()
        rate?.reset()
        (isAtBarrier, isFinishing) = (false, false)
        segmentFrames = 0
        segmentStart = voice.ring.writtenFrames
    }

    /// Writes the ring until it holds `limit` frames, or there is nothing to write. Where decoding is no faster than playing, what
    /// has been heard meanwhile is left for the next pass, so that a stop gets the lock.
    func fill(upTo limit: Int) -> Pause {
        (isCrowded, isHeldUp) = (false, false)
        guard !hasEnded else { return .ended }
        var left = limit
        while true {
            let (samples, run) = voice.ring.writableRun()
            let room = min(run, left, limit - (voice.ring.capacity - voice.ring.room()))
            guard room > 0, voice.marks.room >= Self.marksPerEntry else { return .full }
            let count = render(samples, frames: room)
            if count > 0 {
                voice.ring.commit(count)
                left -= count
                continue
            }
            // A tap is asked again soon: it may have been without its source for a moment.
            guard isAtBarrier else { return isCrowded || isHeldUp ? .full : .starved }
            if passBarrier() { return .ended }
        }
    }

    /// The next frames at the device's rate; 0 where there are none before the barrier, or none at all.
    private func render(_ samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        guard let rate else { return max(0, effects(samples, frames)) }
        while true {
            let needed = isFinishing ? 0 : min(Self.block, rate.inputFrames(for: frames))
            var count = 0
            if needed > 0 {
                count = effects(scratch, needed)
                if count <= 0 {
                    guard isAtBarrier else { return 0 }
                    isFinishing = true
                    rate.finish()
                    count = 0
                }
            }
            var source = UnsafeRawPointer(scratch)
            var target = UnsafeMutableRawPointer(samples)
            let produced = rate.process(&source, frames: count, &target, room: frames).produced
            if produced > 0 || isFinishing { return produced }
        }
    }

    // MARK: Stages, each pulling the one before; 0 at a barrier, less than 0 where there is nothing now

    private func effects(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Int {
        let isAfter = tap?.flags.contains(.postEffects) ?? false
        guard let tap, isAfter else { return pitched(samples, frames) }
        return tapped(tap, samples, frames) { self.pitched($0, $1) }
    }

    private func pitched(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Int {
        guard let timePitch else { return original(samples, frames) }
        return timePitch.read(samples, frames: frames) { self.original($0, $1) }
    }

    private func original(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Int {
        guard let tap, tap.flags.contains(.preEffects) else { return decoded(samples, frames) }
        return tapped(tap, samples, frames) { self.decoded($0, $1) }
    }

    private func tapped(
        _ tap: QueueTap, _ samples: UnsafeMutablePointer<Float>, _ frames: Int,
        _ source: @escaping (UnsafeMutablePointer<Float>, Int) -> Int
    ) -> Int {
        guard !tap.hasEnded else { return -1 }
        // A tap is asked only where there is something to work on; after a stretched sound that is its end, too.
        let hasSource = hasMore()
        guard hasSource || isAtBarrier && tap.flags.contains(.postEffects) && timePitch?.hasBegun ?? false else {
            return isAtBarrier ? 0 : -1
        }
        var ran = 0
        let counted = { (samples: UnsafeMutablePointer<Float>, frames: Int) in
            ran = source(samples, frames)
            return max(0, ran)
        }
        let count = tap.read(samples, frames: frames, isEnd: { self.isAtBarrier }, from: counted)
        isHeldUp = hasSource && count == 0 && ran == 0 && !tap.hasEnded
        // Behind the last frame only what is left of the stretched sound counts: what a tap adds itself would never end.
        return count > 0 && (hasSource || ran > 0) ? count : min(ran, 0)
    }

    /// Whether a frame can be decoded now; sees the line's next entries.
    private func hasMore() -> Bool {
        while decoder.isEmpty { if !begin() { return false } }
        return true
    }

    private func decoded(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Int {
        var done = 0
        while done < frames {
            if decoder.isEmpty, !begin() { break }
            let count = decoder.read(samples + done * channels, frames: frames - done)
            if count == 0 { finishBuffer() }
            done += count
            segmentFrames += count
        }
        if done > 0 { return done }
        return isAtBarrier ? 0 : -1
    }

    private func finishBuffer() {
        if let current { line.giveBack(current) }
        current = nil
    }

    /// Takes up the next buffer of the line; false where there is none, or something else comes first.
    private func begin() -> Bool {
        guard !isAtBarrier, let entry = line.peek() else { return false }
        guard case .buffer(let buffer) = entry.kind else {
            isAtBarrier = true
            return false
        }
        if entry.startFrame != nil, !isFresh {
            isAtBarrier = true
            return false
        }
        // A buffer does not begin before its marks are stored, or their changes would be lost.
        guard voice.marks.room >= Self.marksPerEntry else {
            isCrowded = true
            return false
        }
        line.take()
        current = buffer
        decoder.begin(entry, buffer)
        mark(entry)
        isFresh = false
        return true
    }

    /// Puts down where the buffer's first frame will stand in the ring, and what is to happen there.
    private func mark(_ entry: QueueEntry) {
        let pitched = ratio * (timePitch?.ratio ?? 1)
        let frame = segmentStart + Int((Double(segmentFrames) * pitched).rounded())
        if let start = entry.startFrame {
            let time = (start * ratio).rounded()
            voice.marks.write(QueueMark(frame: frame, action: .wait, value: time))
            lastStart = Int(time)
        }
        // All are for the same frame, so the last one of each parameter applies.
        for id in Self.parameters {
            if let event = entry.events.last(where: { $0.mID == id }) { apply(event, at: frame) }
        }
    }

    /// The order in which parameters are applied: a ramp's length must be set before its volume.
    private static let parameters: [UInt32] = [
        kAudioQueueParam_VolumeRampTime, kAudioQueueParam_Volume, kAudioQueueParam_Pan, kAudioQueueParam_PlayRate,
        kAudioQueueParam_Pitch,
    ]

    private func apply(_ event: AudioQueueParameterEvent, at frame: Int) {
        let value = Double(event.mValue)
        switch event.mID {
        case kAudioQueueParam_Volume: voice.marks.write(QueueMark(frame: frame, action: .volume, value: value))
        case kAudioQueueParam_VolumeRampTime:
            voice.marks.write(QueueMark(frame: frame, action: .ramp, value: value))
        case kAudioQueueParam_Pan: voice.marks.write(QueueMark(frame: frame, action: .pan, value: value))
        case kAudioQueueParam_PlayRate: timePitch?.rate = value
        case kAudioQueueParam_Pitch: timePitch?.pitch = value
        default: break
        }
    }

    /// Goes past a flush, an end or a buffer with a time of its own, once everything before it is out. True at an end.
    private func passBarrier() -> Bool {
        guard let entry = line.peek() else {
            isAtBarrier = false
            return false
        }
        // A buffer with a time does not restart the decoding: its packets may continue those before.
        if case .buffer = entry.kind {} else { decoder.restart() }
        restartStages()
        isFresh = true
        switch entry.kind {
        case .buffer: return false
        case .flush:
            line.take()
            return false
        case .end:
            line.take()
            voice.marks.write(QueueMark(frame: voice.ring.writtenFrames, action: .end))
            hasEnded = true
            return true
        }
    }
}
