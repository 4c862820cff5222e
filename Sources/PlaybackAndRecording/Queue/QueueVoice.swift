import AudioCore
import AudioDSP
import AudioIO
import CAudioToolbox
import CRealtime
import Synchronization

/// The audio thread's half of a playing queue: plays a ring of decoded frames, each at its time and at its volume.
///
/// The control half writes the ring and the marks, and sets the atomics below. Frames and clocks here are the device's.
final class QueueVoice: @unchecked Sendable {
    /// What the control half wants.
    enum Mode {
        static var idle: Int { 0 }
        static var running: Int { 1 }
        static var paused: Int { 2 }
    }
    /// What a start waits for.
    enum Start {
        static var now: Int { 0 }
        static var hostTime: Int { 1 }
        static var sampleTime: Int { 2 }
    }

    let ring: Ring
    /// Keeps the audio thread from frames of the ring that another thread replaces.
    let ringHold = RingHold()
    /// The frames on their way from the thread that decodes to the audio thread.
    let marks = EventQueue<QueueMark>(capacity: 1024)
    let channels: Int
    let outputs: Int
    let sampleRate: Double

    let mode = Atomic<Int>(Mode.idle)
    let startKind = Atomic<Int>(Start.now)
    let startValue = Atomic<UInt64>(0)
    /// The output's frame at which the queue began; -1 as long as it has not.
    let startedAt = Atomic<Int>(-1)
    /// The output's frame at which it ended; -1 as long as it has not.
    let endedAt = Atomic<Int>(-1)
    /// Frames since the start, silence included, pauses not.
    let clock = Atomic<Int>(0)
    /// The output's frame at which the clock showed 0, pauses left out.
    let base = Atomic<Int>(0)
    /// Frames that were due and not there.
    let starvedFrames = Atomic<Int>(0)
    /// Whether `base` is that of the present run: it is not between a start, also one after a pause, and the first frame.
    let isCounting = Atomic<Bool>(false)
    /// Whether a cycle has come since the time line began.
    let hasCycles = Atomic<Bool>(false)

    let volume = Latest(1)
    /// Seconds over which a change of the volume is spread.
    let rampTime = Latest(0)
    let pan = Latest(0)
    let isMetering = Atomic<Bool>(false)
    let meters: LevelMeters

    private let scratch: UnsafeMutablePointer<Float>
    private let matrix: UnsafeMutablePointer<Float>
    private let isStraight: Bool
    private let own = UnsafeMutablePointer<Own>.allocate(capacity: 1)
    // The same objects, to be used without counting references.
    private let ringLink: Unmanaged<Ring>
    private let holdLink: Unmanaged<RingHold>
    private let meterLink: Unmanaged<LevelMeters>
    private let volumeLink: Unmanaged<Latest>
    private let rampLink: Unmanaged<Latest>
    private let panLink: Unmanaged<Latest>

    /// What only the audio thread touches.
    private struct Own {
        var hasBegun = false
        /// The output's frame at which the queue's clock showed 0.
        var base = 0
        var clock = 0
        /// The first frame of the ring that the cycle may not read.
        var limit = Int.max
        var volume = GainRamp(1)
        var knownVolume: Float = 1
        var knownPan: Float = 0
        var pan: Float = 0
    }

    /// Frames worked on at a time.
    private let block = 512

    /// - Parameters:
    ///   - gains: for each of the queue's channels, a factor for each of the output's.
    ///   - frames: that the ring holds at least.
    init(channels: Int, outputs: Int, gains: [Float], sampleRate: Double, frames: Int) {
        self.channels = channels
        self.outputs = outputs
        self.sampleRate = sampleRate
        ring = Ring(frames: frames, channels: channels)
        meters = LevelMeters(channels: channels)
        scratch = .allocate(capacity: block * channels)
        matrix = .allocate(capacity: channels * outputs)
        matrix.initialize(from: gains, count: channels * outputs)
        isStraight =
            channels == outputs
            && (0..<channels).allSatisfy { row in
                (0..<outputs).allSatisfy { gains[row * outputs + $0] == (row == $0 ? 1 : 0) }
            }
        own.initialize(to: Own())
        ringLink = .passUnretained(ring)
        holdLink = .passUnretained(ringHold)
        meterLink = .passUnretained(meters)
        volumeLink = .passUnretained(volume)
        rampLink = .passUnretained(rampTime)
        panLink = .passUnretained(pan)
    }

    deinit {
        scratch.deallocate()
        matrix.deallocate()
        own.deallocate()
    }

    // MARK: While no cycle runs

    /// Throws away what waits in the ring. Only while the audio thread does not call.
    func discard() {
        while ring.read(scratch, frames: block) > 0 {}
        var mark = QueueMark()
        while marks.next(&mark) { marks.advance() }
        endedAt.store(-1, ordering: .releasing)
    }

    /// Begins a new time line. Only while the audio thread does not call.
    func rewind() {
        startedAt.store(-1, ordering: .releasing)
        endedAt.store(-1, ordering: .releasing)
        clock.store(0, ordering: .releasing)
        hasCycles.store(false, ordering: .releasing)
        isCounting.store(false, ordering: .releasing)
        own.pointee.hasBegun = false
        own.pointee.clock = 0
    }

    /// Stops the clock until the next cycle. Only while the audio thread does not call.
    func hold() {
        isCounting.store(false, ordering: .releasing)
        own.pointee.hasBegun = false
    }

    // MARK: Audio thread

    /// Where a cycle's sound goes: to `samples` or, where there is a sum, to that, times `gain`.
    private struct Target {
        let samples: UnsafeMutablePointer<Float>
        var sum: UnsafeMutablePointer<Float>?
        var gain: Float = 1
    }

    /// Renders one cycle; returns how far sound reaches. Real-time safe.
    @_noLocks func render(_ cycle: RenderCycle) -> Int32 { render(cycle, Target(samples: cycle.samples)) }

    /// Adds one cycle times `gain` to a sum: the same bits as `render` and then the sum. Real-time safe.
    @_noLocks func add(_ cycle: RenderCycle, to sum: UnsafeMutablePointer<Float>, gain: Float) -> Int32 {
        render(cycle, Target(samples: cycle.samples, sum: sum, gain: gain))
    }

    @_noLocks private func render(_ cycle: RenderCycle, _ target: Target) -> Int32 {
        guard mode.load(ordering: .acquiring) == Mode.running, endedAt.load(ordering: .relaxed) < 0 else { return 0 }
        let now = Int(cycle.sampleTime)
        let frames = Int(cycle.frames)
        hasCycles.store(true, ordering: .releasing)
        var frame = 0
        // Without a ramp a step would click: it is spread over the cycle, unless there is no sound before it.
        var stepFrames = frames
        if !own.pointee.hasBegun {
            frame = firstFrame(of: cycle)
            guard frame < frames else { return 0 }
            begin(at: now + frame)
            silence(target, from: 0, upTo: frame)
            stepFrames = 0
        }
        takeParameters(stepFrames: stepFrames)
        let reach = ringLink._withUnsafeGuaranteedRef { $0.readFrames } + frames - frame
        own.pointee.limit = holdLink._withUnsafeGuaranteedRef { $0.beginCycle(reach: reach) }
        frame = play(target, from: frame, upTo: frames, now)
        let read = ringLink._withUnsafeGuaranteedRef { $0.readFrames }
        holdLink._withUnsafeGuaranteedRef { $0.endCycle(at: read) }
        own.pointee.clock = now + frames - own.pointee.base
        clock.store(own.pointee.clock, ordering: .releasing)
        return Int32(frame)
    }

    /// The frame of this cycle at which the queue is to begin; past its end where it is not.
    @_noLocks private func firstFrame(of cycle: RenderCycle) -> Int {
        framesBeforeStart(
            startKind.load(ordering: .acquiring), startValue.load(ordering: .acquiring), cycle, sampleRate: sampleRate)
    }

    /// What a client's start time means: a kind, and its value.
    static func start(at time: AudioTimeStamp?) throws(AudioError) -> (kind: Int, value: UInt64) {
        if let time, time.mFlags.contains(.sampleTimeValid) {
            guard time.mSampleTime.isFinite, abs(time.mSampleTime) < 1e15 else { throw .parameter }
            return (Start.sampleTime, UInt64(bitPattern: Int64(time.mSampleTime.rounded())))
        }
        if let time, time.mFlags.contains(.hostTimeValid) { return (Start.hostTime, time.mHostTime) }
        return (Start.now, 0)
    }

    @_noLocks private func begin(at sample: Int) {
        own.pointee.hasBegun = true
        own.pointee.base = sample - own.pointee.clock
        base.store(own.pointee.base, ordering: .releasing)
        isCounting.store(true, ordering: .releasing)
        if startedAt.load(ordering: .relaxed) < 0 { startedAt.store(sample, ordering: .releasing) }
    }

    /// Plays up to frame `frames` of the cycle; returns how far sound, or silence that was asked for, reaches.
    @_noLocks private func play(_ target: Target, from first: Int, upTo frames: Int, _ now: Int) -> Int {
        var frame = first
        while frame < frames {
            var count = min(frames - frame, block)
            if let place = marks.places.oldest {
                let mark = marks.elements[place]
                let distance = mark.frame - ringLink._withUnsafeGuaranteedRef { $0.readFrames }
                if distance <= 0 {
                    let pause = act(on: mark, at: now + frame)
                    if endedAt.load(ordering: .relaxed) >= 0 { return frame }
                    let silent = min(pause, frames - frame)
                    silence(target, from: frame, upTo: frame + silent)
                    frame += silent
                    continue
                }
                count = min(count, distance)
            }
            // Frames that are being replaced are missing.
            let allowed = own.pointee.limit - ringLink._withUnsafeGuaranteedRef { $0.readFrames }
            let played = allowed > 0 ? play(target, at: frame, min(count, allowed)) : 0
            frame += played
            guard played == count else {
                let missing = frames - frame
                let rate = sampleRate
                starvedFrames.wrappingAdd(missing, ordering: .relaxed)
                if isMetering.load(ordering: .relaxed) {
                    meterLink._withUnsafeGuaranteedRef { $0.takeSilence(frames: missing, at: rate) }
                }
                return frame
            }
        }
        return frame
    }

    /// Does what a mark says, at a frame of the output's clock; returns frames of silence that it wants first.
    @_noLocks private func act(on mark: QueueMark, at sample: Int) -> Int {
        switch mark.action {
        case .wait:
            let missing = Int(mark.value) - (sample - own.pointee.base)
            if missing > 0 { return missing }
        case .volume: setVolume(Float(mark.value), stepFrames: 0)
        case .ramp: rampLink._withUnsafeGuaranteedRef { $0.write(Float(mark.value)) }
        case .pan: own.pointee.pan = Float(mark.value)
        case .end: endedAt.store(sample, ordering: .releasing)
        }
        marks.places.advance()
        return 0
    }

    @_noLocks private func silence(_ target: Target, from first: Int, upTo end: Int) {
        guard end > first, target.sum == nil else { return }
        _ = realtime_fill(target.samples + first * outputs, 0, (end - first) * outputs * MemoryLayout<Float>.stride)
    }

    // MARK: Volume and pan

    /// Takes up what the control half has set since the last cycle.
    @_noLocks private func takeParameters(stepFrames: Int) {
        let volume = volumeLink._withUnsafeGuaranteedRef { $0.read() }
        if volume != own.pointee.knownVolume {
            own.pointee.knownVolume = volume
            setVolume(volume, stepFrames: stepFrames)
        }
        let pan = panLink._withUnsafeGuaranteedRef { $0.read() }
        if pan != own.pointee.knownPan {
            own.pointee.knownPan = pan
            own.pointee.pan = pan
        }
    }

    @_noLocks private func setVolume(_ volume: Float, stepFrames: Int) {
        let seconds = rampLink._withUnsafeGuaranteedRef { $0.read() }
        own.pointee.volume.move(to: volume, over: seconds > 0 ? Int(Double(seconds) * sampleRate) : stepFrames)
    }

    // MARK: The ring

    /// Plays `count` frames, at most a block, of the ring, from a frame of the cycle on.
    @_noLocks private func play(_ target: Target, at frame: Int, _ count: Int) -> Int {
        let samples = target.samples + frame * outputs
        guard let start = target.sum else { return playRun(samples, count) }
        let sum = start + frame * outputs
        let volume = own.pointee.volume
        if isStraight, !volume.isMoving, own.pointee.pan == 0, !isMetering.load(ordering: .relaxed) {
            return addRing(count, volume.gain, target.gain, to: sum)
        }
        let played = playRun(samples, count)
        var gain = GainRamp(target.gain)
        gain.add(samples, played, channels: outputs, to: sum)
        return played
    }

    /// Adds frames times both gains to a sum, from where they stand in the ring.
    @_noLocks private func addRing(
        _ count: Int, _ volume: Float, _ gain: Float, to sum: UnsafeMutablePointer<Float>
    ) -> Int {
        var done = 0
        while done < count {
            let left = count - done
            let (source, frames) = ringLink._withUnsafeGuaranteedRef { $0.readableRun(left) }
            guard frames > 0 else { break }
            let target = sum + done * outputs
            // A loop without a range, which builds without optimization run several times faster.
            let end = frames * outputs
            var i = 0
            while i < end {
                target[i] += source[i] * volume * gain
                i &+= 1
            }
            ringLink._withUnsafeGuaranteedRef { $0.skip(frames) }
            done += frames
        }
        return done
    }

    @_noLocks private func playRun(_ samples: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
        let (volume, pan) = (own.pointee.volume, own.pointee.pan)
        let isPlain = volume.isUnity && pan == 0
        let target = isStraight ? samples : scratch
        let played = readRing(target, count)
        guard played > 0 else { return 0 }
        if isMetering.load(ordering: .relaxed) {
            let rate = sampleRate
            meterLink._withUnsafeGuaranteedRef { $0.take(target, frames: played, at: rate) }
        }
        if isStraight, isPlain { return played }
        if !isStraight { mix(played, into: samples) }
        if !isPlain { applyGain(samples, played) }
        return played
    }

    @_noLocks private func readRing(_ target: UnsafeMutablePointer<Float>, _ frames: Int) -> Int {
        ringLink._withUnsafeGuaranteedRef { $0.read(target, frames: frames) }
    }

    @_noLocks private func mix(_ frames: Int, into samples: UnsafeMutablePointer<Float>) {
        for frame in 0..<frames {
            let source = scratch + frame * channels
            let target = samples + frame * outputs
            for output in 0..<outputs {
                var sum: Float = 0
                for channel in 0..<channels { sum += source[channel] * matrix[channel * outputs + output] }
                target[output] = sum
            }
        }
    }

    @_noLocks private func applyGain(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) {
        let pan = own.pointee.pan
        guard pan != 0, outputs > 1 else {
            own.pointee.volume.apply(samples, frames: frames, channels: outputs)
            return
        }
        let left = min(1, 1 - pan)
        let right = min(1, 1 + pan)
        for frame in 0..<frames {
            let target = samples + frame * outputs
            let volume = own.pointee.volume.next()
            for output in 0..<outputs { target[output] *= volume * (output & 1 == 0 ? left : right) }
        }
    }
}

/// Frames of a cycle to let pass before a start; past its end where that comes later. Real-time safe.
@_noLocks func framesBeforeStart(_ kind: Int, _ value: UInt64, _ cycle: RenderCycle, sampleRate: Double) -> Int {
    var wait = 0.0
    switch kind {
    case QueueVoice.Start.hostTime:
        guard value > cycle.hostTime else { return 0 }
        wait = Double(value - cycle.hostTime) * sampleRate / 1e9 + 0.5
    case QueueVoice.Start.sampleTime:
        let distance = Int64(bitPattern: value) - cycle.sampleTime
        guard distance > 0 else { return 0 }
        wait = Double(distance)
    default: return 0
    }
    return wait < Double(cycle.frames) ? Int(wait) : Int(cycle.frames)
}
