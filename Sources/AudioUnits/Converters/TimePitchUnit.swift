import AudioCore
import AudioDSP
import CAudioToolbox
import CRealtime

/// NewTimePitch and TimePitch: change how fast their input is played, and its pitch, each by itself.
///
/// At a rate of 1 and a pitch of 0 the input passes unchanged until one of them is changed. A change from there and a bypass fade from
/// one sound to the other: neither clicks.
final class TimePitchUnit: SpeedUnit, @unchecked Sendable {
    private static let rateAndPitch = [
        ParameterSpec(0, "Rate", .rate, 1 / 32...32, 1), ParameterSpec(1, "Pitch", .cents, -2400...2400, 0),
    ]

    static let newTimePitch = UnitBlueprint("aufc", "nutp", "Apple: AUNewTimePitch") { TimePitchUnit($0) }
        .with {
            $0.parameters =
                rateAndPitch + [
                    ParameterSpec(4, "Overlap", .generic, 3...32, 8, canRamp: false),
                    ParameterSpec(6, "Enable Peak Locking", .boolean, 0...1, 1, canRamp: false),
                ]
        }
    static let timePitch = UnitBlueprint("aufc", "tmpt", "Apple: AUTimePitch") { TimePitchUnit($0) }
        .with { $0.parameters = rateAndPitch }
    /// The names that iOS has for it.
    static let iPodTime = UnitBlueprint("aufc", "iptm", "Apple: AUiPodTime") { TimePitchUnit($0) }
        .with { $0.parameters = rateAndPitch }
    static let iPodTimeOther = UnitBlueprint("aufc", "ipto", "Apple: AUiPodTimeOther") { TimePitchUnit($0) }
        .with { $0.parameters = rateAndPitch }

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let format = state.outputs[0].format
        let engine = try TimePitch(
            channels: format.channels, sampleRate: format.sampleRate, algorithm: TimePitch.Algorithm.spectral,
            maximumRate: 32)
        func place(_ id: UInt32) -> Int? { parameters.index(scope: kAudioUnitScope_Global, element: 0, id: id) }
        let places = TimePitchKernel.Places(
            rate: place(0) ?? 0, pitch: place(1) ?? 1, overlap: place(4), locking: place(6))
        return TimePitchKernel(engine, bypass, format, frames: state.maximumFrames, places)
    }

    /// The stretched sound at 32 times the rate and the lowest pitch needs the most of its input.
    override func kernelMemory(_ state: UnitState) -> Int {
        let format = state.outputs[0].format
        let seconds = 0.03 * 32 * 4 + 0.1
        let frames = min(format.sampleRate * seconds, 1e9)
        let line = TimePitchKernel.lineFrames(format.sampleRate, state.maximumFrames)
        return (Int(frames) + line) * min(format.channels, 1 << 20) * MemoryLayout<Float>.size
    }
}

/// How closely an engine looks for the place of a piece of sound, by the parameters of NewTimePitch; 0 for not at all. Real-time safe.
@_noLocks func timePitchSearchStep(overlap: Float, locking: Float) -> Int {
    locking == 0 ? 0 : overlap >= 8 ? 1 : overlap >= 5 ? 2 : 4
}

/// Gives the input as it is, or changed by an engine. It fades from one to the other, and both are at the same place of the input
/// then.
private final class TimePitchKernel: Kernel, @unchecked Sendable {
    /// Where the parameters are among those of the unit.
    struct Places {
        let rate: Int
        let pitch: Int
        let overlap: Int?
        let locking: Int?
    }

    private let engine: TimePitch
    private let bypass: Latest
    private let bypassLink: Unmanaged<Latest>
    private let channels: Int
    private let places: Places
    /// Interleaved frames of the changed sound.
    private let changed: UnsafeMutablePointer<Float>
    private var input = PulledInput()
    /// The last frames of the input, interleaved, at places that go round.
    private let line: UnsafeMutablePointer<Float>
    private let mask: Int
    /// The frames of input so far, and those that the engine and the unchanged sound take next.
    private var (written, taken, passed) = (0, 0, 0)
    /// The frame of the input with which the engine has begun.
    private var beginning = 0
    /// Whether the engine works, and the share of its sound.
    private var isChanging = false
    private var share: Float = 0
    /// By how much the share changes from frame to frame of a fade.
    private let step: Float
    /// Why the input gave no frames.
    private var status: Int32 = 0

    init(_ engine: TimePitch, _ bypass: Latest, _ format: StreamFormat, frames: Int, _ places: Places) {
        (self.engine, self.bypass, self.places) = (engine, bypass, places)
        channels = format.channels
        bypassLink = .passUnretained(bypass)
        step = Float(1 / max(1, format.sampleRate * 0.015))
        changed = .allocate(capacity: max(1, channels * frames))
        let lineFrames = Self.lineFrames(format.sampleRate, frames)
        mask = lineFrames - 1
        line = .allocate(capacity: max(1, channels * lineFrames))
    }

    @available(*, unavailable) override init() { fatalError("a time pitch has an engine") }

    deinit {
        changed.deallocate()
        line.deallocate()
    }

    /// Frames that are rendered at a time.
    private static let mostFrames = 4096

    /// Frames of the input that are kept, a power of two: as many as the engine may be ahead of the unchanged sound by the end of a
    /// fade, at 32 times the rate and the lowest pitch.
    static func lineFrames(_ sampleRate: Double, _ maximumFrames: Int) -> Int {
        let wanted = min(sampleRate * 2.5, 1e9) + Double(min(maximumFrames, mostFrames)) * 32 + 8192
        var frames = 8192
        while Double(frames) < wanted { frames *= 2 }
        return frames
    }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let (time, frames) = (pass.pointee.time, pass.pointee.frames)
        let isBypassed = bypassLink._withUnsafeGuaranteedRef { $0.read() } != 0
        if pass.pointee.isGiven {
            guard keepsFrames(plan, frames, isBypassed) else { return kAudioUnitErr_CannotDoInCurrentContext }
            // All of the input has to become output: what was pulled ahead is left out.
            (isChanging, share, passed) = (false, 0, written)
        }
        plan.outputs.pointee.isSilent = false
        var (first, slice) = (0, 0)
        while first < frames {
            // No more at a time than the line of the input has room for.
            if first == slice { slice = plan.slice(from: first, frames: frames) }
            let (start, last) = (first, min(slice, first + Self.mostFrames))
            var result: Int32 = 0
            let own = Unmanaged.passUnretained(self)
            // The engine has allocated what it needs. It works on this thread, and takes no lock.
            realtimeTrusted {
                result = own._withUnsafeGuaranteedRef { $0.render(plan, time, from: start, to: last, isBypassed) }
            }
            guard result == 0 else { return result }
            first = last
        }
        return 0
    }

    /// Whether all slices of a cycle pass unchanged.
    @_noLocks private func keepsFrames(_ plan: RenderAccess, _ frames: Int, _ isBypassed: Bool) -> Bool {
        if isBypassed { return true }
        guard !isChanging else { return false }
        var first = 0
        while first < frames {
            first = plan.slice(from: first, frames: frames)
            if changes(plan.values) { return false }
        }
        return true
    }

    /// Whether the parameters of a slice change the sound.
    @_noLocks private func changes(_ values: UnsafeMutablePointer<RenderParameter>) -> Bool {
        let (rate, pitch) = (values + places.rate, values + places.pitch)
        return rate.pointee.start != 1 || rate.pointee.end != 1 || pitch.pointee.start != 0 || pitch.pointee.end != 0
    }

    /// Renders a slice.
    private func render(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, from first: Int, to last: Int, _ isBypassed: Bool
    ) -> Int32 {
        let isWanted = !isBypassed && (isChanging || changes(plan.values))
        if isWanted, !isChanging { begin() }
        // The unchanged sound continues where the changed one is.
        if !isWanted, isChanging, share == 1 { passed = min(heard, written) }
        let count = last - first
        if isChanging {
            setParameters(plan.values)
            guard change(plan, time, count) else { return status == 0 ? AudioError.unitContext.status : status }
        }
        let slope: Float = isChanging ? (isWanted ? step : -step) : 0
        // Where a fade is over, the unchanged sound stops.
        let passes = !(isWanted && share == 1)
        if passes {
            while written < passed + count {
                guard pull(plan, time, passed + count - written) else { return status }
            }
            passed = max(passed, written - mask - 1)
        }
        for channel in 0..<channels {
            mix(plan.outputs.pointee.samples(channel) + first, channel, count, slope, passes: passes)
        }
        share = min(1, max(0, share + slope * Float(count)))
        if passes { passed += count }
        if share == 0 { isChanging = false }
        return 0
    }

    /// Lets the engine begin where the unchanged sound is.
    private func begin() {
        engine.reset()
        (taken, beginning, isChanging) = (passed, passed, true)
        // At the start of all sound there is nothing to fade from.
        share = written == 0 ? 1 : 0
    }

    /// The frame of the input that is heard next of the changed sound.
    private var heard: Int { engine.hasBegun ? beginning + Int(engine.place.rounded()) : taken }

    /// Gets frames of the changed sound; false where the input gives none.
    private func change(_ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int) -> Bool {
        status = 0
        var done = 0
        while done < frames {
            // Until then it takes each frame as it is.
            if !engine.hasBegun { beginning = taken }
            let count = engine.read(changed + done * channels, frames: frames - done) { target, wanted in
                take(plan, time, wanted, into: target)
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Writes a slice of a channel, each sound with its share.
    private func mix(
        _ output: UnsafeMutablePointer<Float>, _ channel: Int, _ count: Int, _ slope: Float, passes: Bool
    ) {
        guard isChanging else {
            for frame in 0..<count { output[frame] = line[(passed + frame) & mask * channels + channel] }
            return
        }
        for frame in 0..<count {
            let sound = changed[frame * channels + channel]
            guard passes else {
                output[frame] = sound
                continue
            }
            let share = min(1, max(0, share + slope * Float(frame)))
            let plain = line[(passed + frame) & mask * channels + channel]
            output[frame] = plain + (sound - plain) * share
        }
    }

    private func setParameters(_ values: UnsafeMutablePointer<RenderParameter>) {
        // A ramp goes from slice to slice.
        let (rate, pitch) = (values[places.rate], values[places.pitch])
        let (newRate, newPitch) = (Double(rate.start + rate.end) / 2, Double(pitch.start + pitch.end) / 2)
        if engine.rate != newRate { engine.rate = newRate }
        if engine.pitch != newPitch { engine.pitch = newPitch }
        guard let overlap = places.overlap, let locking = places.locking else { return }
        engine.searchStep = timePitchSearchStep(overlap: values[overlap].end, locking: values[locking].end)
    }

    /// Gives the engine interleaved frames of the input; -1 where there are none.
    private func take(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ wanted: Int,
        into target: UnsafeMutablePointer<Float>
    ) -> Int {
        if taken == written {
            guard pull(plan, time, wanted) else { return -1 }
        }
        let count = min(wanted, written - taken)
        for frame in 0..<count {
            let place = (taken + frame) & mask * channels
            for channel in 0..<channels { target[frame * channels + channel] = line[place + channel] }
        }
        taken += count
        return count
    }

    /// Pulls as many frames as are wanted and a cycle may have; false with the status where that fails.
    private func pull(_ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ wanted: Int) -> Bool {
        var count = 0
        status = input.pull(plan, at: time, wanted, got: &count)
        guard status == 0 else { return false }
        for channel in 0..<channels {
            let source = plan.inputs.pointee.list.samples(channel)
            for frame in 0..<count { line[(written + frame) & mask * channels + channel] = source?[frame] ?? 0 }
        }
        written += count
        return true
    }

    @_noLocks override func reset() {
        input = PulledInput()
        (written, taken, passed, beginning) = (0, 0, 0, 0)
        (isChanging, share) = (false, 0)
        let own = Unmanaged.passUnretained(self)
        // As above.
        realtimeTrusted { own._withUnsafeGuaranteedRef { $0.engine.reset() } }
    }
}
