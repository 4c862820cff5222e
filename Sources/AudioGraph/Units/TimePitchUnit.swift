import AudioCore
import AudioDSP
import CAudioToolbox
import CRealtime

/// NewTimePitch and TimePitch: change how fast their input is played, and its pitch, each by itself.
///
/// At a rate of 1 and a pitch of 0 the input passes unchanged until one of them is changed.
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

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let format = state.outputs[0].format
        let engine = try TimePitch(
            channels: format.channels, sampleRate: format.sampleRate, algorithm: TimePitch.Algorithm.spectral,
            maximumRate: 32)
        func place(_ id: UInt32) -> Int? { parameters.index(scope: kAudioUnitScope_Global, element: 0, id: id) }
        return TimePitchKernel(
            engine, bypass, channels: format.channels, frames: state.maximumFrames, rate: place(0) ?? 0,
            pitch: place(1) ?? 1, overlap: place(4), locking: place(6))
    }

    /// The stretched sound at 32 times the rate and the lowest pitch needs the most of its input.
    override func kernelMemory(_ state: UnitState) -> Int {
        let format = state.outputs[0].format
        let seconds = 0.03 * 32 * 4 + 0.1
        let frames = min(format.sampleRate * seconds, 1e9)
        return Int(frames) * format.channels * MemoryLayout<Float>.size
    }
}

private final class TimePitchKernel: Kernel, @unchecked Sendable {
    private let engine: TimePitch
    private let bypass: Latest
    private let bypassLink: Unmanaged<Latest>
    private let channels: Int
    private let rate: Int
    private let pitch: Int
    private let overlap: Int?
    private let locking: Int?
    /// Interleaved frames of the output.
    private let samples: UnsafeMutablePointer<Float>
    private var input = PulledInput()
    /// Why the input gave no frames.
    private var status: Int32 = 0

    init(
        _ engine: TimePitch, _ bypass: Latest, channels: Int, frames: Int, rate: Int, pitch: Int, overlap: Int?,
        locking: Int?
    ) {
        (self.engine, self.bypass, self.channels) = (engine, bypass, channels)
        (self.rate, self.pitch, self.overlap, self.locking) = (rate, pitch, overlap, locking)
        bypassLink = .passUnretained(bypass)
        samples = .allocate(capacity: max(1, channels * frames))
    }

    @available(*, unavailable) override init() { fatalError("a time pitch has an engine") }

    deinit { samples.deallocate() }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let (time, frames) = (pass.pointee.time, pass.pointee.frames)
        let isBypassed = bypassLink._withUnsafeGuaranteedRef { $0.read() } != 0
        if pass.pointee.isGiven, !isBypassed, !keepsFrames(plan, frames) { return -10863 }
        var first = 0
        plan.outputs.pointee.isSilent = false
        while first < frames {
            let last = plan.slice(from: first, frames: frames)
            let start = first
            var result: Int32 = 0
            if isBypassed {
                result = input.pass(plan, at: time, from: start, to: last)
            } else {
                let own = Unmanaged.passUnretained(self)
                // The engine has allocated what it needs. It works on this thread, and takes no lock.
                realtimeTrusted {
                    result = own._withUnsafeGuaranteedRef { $0.stretch(plan, time, from: start, to: last) }
                }
            }
            guard result == 0 else { return result }
            first = last
        }
        return 0
    }

    /// Whether all slices of a cycle pass unchanged.
    @_noLocks private func keepsFrames(_ plan: RenderAccess, _ frames: Int) -> Bool {
        var hasBegun = false
        let own = Unmanaged.passUnretained(self)
        // A look at a flag.
        realtimeTrusted { hasBegun = own._withUnsafeGuaranteedRef { $0.engine.hasBegun } }
        guard !hasBegun else { return false }
        var first = 0
        while first < frames {
            first = plan.slice(from: first, frames: frames)
            let (rate, pitch) = (plan.values + rate, plan.values + pitch)
            guard rate.pointee.start == 1, rate.pointee.end == 1, pitch.pointee.start == 0, pitch.pointee.end == 0
            else { return false }
        }
        return true
    }

    private func stretch(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, from first: Int, to last: Int
    ) -> Int32 {
        setParameters(plan.values)
        status = 0
        var done = 0
        while done < last - first {
            let count = engine.read(samples + done * channels, frames: last - first - done) { target, wanted in
                pull(plan, time, wanted, into: target)
            }
            guard count > 0 else { return status == 0 ? AudioError.unitContext.status : status }
            done += count
        }
        for channel in 0..<channels {
            let output = plan.outputs.pointee.samples(channel) + first
            for frame in 0..<done { output[frame] = samples[frame * channels + channel] }
        }
        return 0
    }

    private func setParameters(_ values: UnsafeMutablePointer<RenderParameter>) {
        // A ramp goes from slice to slice.
        let (rate, pitch) = (values[rate], values[pitch])
        let (newRate, newPitch) = (Double(rate.start + rate.end) / 2, Double(pitch.start + pitch.end) / 2)
        if engine.rate != newRate { engine.rate = newRate }
        if engine.pitch != newPitch { engine.pitch = newPitch }
        guard let overlap, let locking else { return }
        let overlaps = values[overlap].end
        engine.searchStep = values[locking].end == 0 ? 0 : overlaps >= 8 ? 1 : overlaps >= 5 ? 2 : 4
    }

    /// Gives the engine interleaved frames of the input.
    private func pull(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ wanted: Int,
        into target: UnsafeMutablePointer<Float>
    ) -> Int {
        var count = 0
        status = input.pull(plan, at: time, wanted, got: &count)
        guard status == 0 else { return -1 }
        for channel in 0..<channels {
            guard let source = plan.inputs.pointee.list.samples(channel) else { continue }
            for frame in 0..<count { target[frame * channels + channel] = source[frame] }
        }
        return count
    }

    @_noLocks override func reset() {
        input = PulledInput()
        let own = Unmanaged.passUnretained(self)
        // As above.
        realtimeTrusted { own._withUnsafeGuaranteedRef { $0.engine.reset() } }
    }
}
