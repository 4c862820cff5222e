import AudioCore
import CAudioToolbox
import CRealtime

/// The audio half of a sampler: renders the voices, and obeys each event at its frame.
final class SamplerKernel: Kernel, @unchecked Sendable {
    private let engine: SamplerEngine
    private let engineLink: Unmanaged<SamplerEngine>
    private let holder: SamplerRackHolder
    private let holderLink: Unmanaged<SamplerRackHolder>
    private let agenda: EventAgenda
    private let agendaLink: Unmanaged<EventAgenda>
    /// The right channel of an output that has one.
    private let spare: UnsafeMutablePointer<Float>
    private let isMono: Bool
    /// The places of the parameters: the gain, the tunings and the pan; nil for a unit without them.
    private let hasParameters: Bool
    /// The gains at the end of the last part.
    private var gains: (left: Float, right: Float) = (1, 1)
    private var hasBegun = false
    /// What the gains stand for.
    private var known = (decibels: Float.nan, pan: Float.nan)
    private var aims: (left: Float, right: Float) = (1, 1)

    init(
        _ engine: SamplerEngine, _ holder: SamplerRackHolder, _ line: UnitEventLine, channels: Int,
        maximumFrames: Int, hasParameters: Bool
    ) {
        (self.engine, self.holder, self.hasParameters) = (engine, holder, hasParameters)
        agenda = EventAgenda(line)
        engineLink = .passUnretained(engine)
        holderLink = .passUnretained(holder)
        agendaLink = .passUnretained(agenda)
        isMono = channels == 1
        spare = .allocate(capacity: maximumFrames)
        spare.initialize(repeating: 0, count: maximumFrames)
    }

    @available(*, unavailable) override init() { fatalError("a sampler has an engine") }

    deinit {
        spare.deallocate()
        engine.reset()
        holder.didEndVoices()
    }

    override var processStatus: Int32 { AudioError.unitUnimplemented.status }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let (frames, output) = (pass.pointee.frames, plan.outputs)
        let left = output.pointee.samples(0)
        let right = isMono ? spare : output.pointee.samples(1)
        _ = realtime_fill(left, 0, frames * MemoryLayout<Float>.size)
        _ = realtime_fill(right, 0, frames * MemoryLayout<Float>.size)
        // The cycle of a kernel that was replaced may not be over: the new one is silent until then.
        guard holderLink._withUnsafeGuaranteedRef({ $0.enter() }) else { return 0 }
        let rack = holderLink._withUnsafeGuaranteedRef { $0.take() }
        engineLink._withUnsafeGuaranteedRef { $0.begin(with: rack) }
        let time = pass.pointee.time
        let isOwn = agendaLink._withUnsafeGuaranteedRef { $0.begin(time, bus: 0, frames: frames) }
        let sampleTime = time.pointee.mSampleTime
        let start = sampleTime.isFinite && sampleTime.magnitude < 9e15 ? Int64(sampleTime) : 0
        var event = isOwn ? agendaLink._withUnsafeGuaranteedRef { $0.first } : nil
        var first = 0
        repeat {
            let last = frames > 0 ? plan.slice(from: first, frames: frames) : 0
            if hasParameters { takeTuning(plan.values) }
            var (frame, finished) = (first, first)
            while let next = event, Int(next.pointee.head.eventSampleTime - start) < last {
                let place = max(Int(next.pointee.head.eventSampleTime - start), frame)
                play(left, right, from: frame, to: place)
                frame = place
                let volume = engineLink._withUnsafeGuaranteedRef { $0.masterGain }
                obey(next)
                if volume != engineLink._withUnsafeGuaranteedRef({ $0.masterGain }) {
                    finish(left, right, from: finished, to: place, plan.values, volume)
                    finished = place
                }
                event = next.pointee.head.next.map { UnsafePointer($0) }
            }
            play(left, right, from: frame, to: last)
            let volume = engineLink._withUnsafeGuaranteedRef { $0.masterGain }
            finish(left, right, from: finished, to: last, plan.values, volume)
            first = last
        } while first < frames
        if isOwn { agendaLink._withUnsafeGuaranteedRef { $0.end() } }
        holderLink._withUnsafeGuaranteedRef { $0.leave() }
        return 0
    }

    @_noLocks private func play(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, from first: Int, to last: Int
    ) {
        guard first < last else { return }
        engineLink._withUnsafeGuaranteedRef { $0.render(left, right, from: first, to: last) }
    }

    /// Obeys a message of MIDI, of any length.
    @_noLocks private func obey(_ event: UnsafePointer<AURenderEvent>) {
        let bytes = UnsafeRawPointer(event)
        let kind = bytes.load(fromByteOffset: 16, as: UInt8.self)
        guard kind == UnitEvent.Kind.midi || kind == UnitEvent.Kind.sysEx else { return }
        let length = Int(bytes.load(fromByteOffset: 18, as: UInt16.self))
        engineLink._withUnsafeGuaranteedRef { $0.take(bytes + 21, length) }
    }

    // MARK: Parameters

    @_noLocks private func takeTuning(_ values: UnsafeMutablePointer<RenderParameter>) {
        let cents = Double(values[1].start) * 100 + Double(values[2].start)
        engineLink._withUnsafeGuaranteedRef { $0.tuning = cents }
    }

    /// Frames over which gains go to values that were set.
    private let glide = 64

    /// Applies the gains of the whole to frames, which glide to those of the end.
    @_noLocks private func finish(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>, _ master: Float
    ) {
        guard first < last else { return }
        var length = min(glide, last - first)
        if hasParameters {
            setAims(decibels: values[0].end, pan: values[3].end)
            // A ramp lasts until the end of the part.
            if values[0].start != values[0].end || values[3].start != values[3].end { length = last - first }
        }
        let aim = (left: aims.left * master, right: aims.right * master)
        if !hasBegun { (gains, hasBegun) = (aim, true) }
        let part = 1 / Float(length)
        let steps = (left: (aim.left - gains.left) * part, right: (aim.right - gains.right) * part)
        for index in 0..<last - first {
            let passed = Float(Int32(truncatingIfNeeded: min(index &+ 1, length)))
            left[first + index] *= gains.left + steps.left * passed
            right[first + index] *= gains.right + steps.right * passed
        }
        gains = aim
        guard isMono else { return }
        for index in first..<last { left[index] = (left[index] + right[index]) * 0.707_106_77 }
    }

    @_noLocks private func setAims(decibels: Float, pan: Float) {
        let before = known
        guard decibels != before.decibels || pan != before.pan else { return }
        known = (decibels, pan)
        let gain = SamplerUnits.gain(decibels)
        let sides = SamplerPan.sides(pan * 500, isStereo: true)
        aims = pan == 0 ? (gain, gain) : (sides.left * gain, sides.right * gain)
    }

    @_noLocks override func reset() { engineLink._withUnsafeGuaranteedRef { $0.reset() } }
}
