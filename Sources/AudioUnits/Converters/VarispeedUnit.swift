import AudioCore
import AudioDSP
import CAudioToolbox
import CRealtime
import Glibc

/// What pulls its input with another number of frames than it renders: Varispeed and the time-pitch units.
package class SpeedUnit: Unit, @unchecked Sendable {
    /// 1 to pass the input through unchanged, else 0.
    let bypass = Latest(0)

    override package func check(_ state: UnitState) throws(AudioError) {
        guard state.inputs[0].format == state.outputs[0].format else {
            throw .unitFormat.because("the input and the output have different formats")
        }
    }

    /// An output whose format no client has set has the input's.
    override package func adopt(_ scope: AudioUnitScope, _ element: AudioUnitElement, _ state: inout UnitState) {
        guard scope == kAudioUnitScope_Input, !state.outputs[0].isFormatSet else { return }
        state.outputs[0].format = state.inputs[0].format
    }

    override package func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        guard request.id == kAudioUnitProperty_BypassEffect else { return nil }
        try expectGlobal(request)
        return .flag(bypass.read() != 0)
    }

    override package func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        guard request.id == kAudioUnitProperty_BypassEffect else { return false }
        try expectGlobal(request)
        let isOn = try request.flag()
        let wasOn = bypass.exchange(isOn ? 1 : 0) != 0
        if wasOn != isOn { notify(request.id) }
        return true
    }
}

/// The input of a unit that has a time line of its own: it advances by the frames that were pulled.
struct PulledInput: BitwiseCopyable {
    /// Not a number before the first frame, which has the time of the output's.
    private var next = Double.nan
    /// Whether the input said that the last frames are silent.
    private(set) var isSilent = false

    @_noLocks init() {}

    @_noLocks mutating func beginCycle() { isSilent = true }

    /// Pulls up to as many frames as are wanted and a cycle may have, which are then in the plan's first input.
    @_noLocks mutating func pull(
        _ plan: RenderAccess, at time: UnsafePointer<AudioTimeStamp>, _ wanted: Int, got frames: inout Int
    ) -> Int32 {
        var stamp = time.pointee
        if next.isNaN { next = stamp.mSampleTime }
        stamp.mSampleTime = next
        frames = min(wanted, plan.maximumFrames)
        let status = plan.pull(0, at: &stamp, frames: frames)
        guard status == 0 else { return status }
        next += Double(frames)
        isSilent = isSilent && plan.inputs.pointee.isSilent
        return 0
    }

    /// Copies frames from the input to the output, and pulls as many as there have to be.
    @_noLocks mutating func pass(
        _ plan: RenderAccess, at time: UnsafePointer<AudioTimeStamp>, from first: Int, to last: Int
    ) -> Int32 {
        var (frame, count) = (first, 0)
        while frame < last {
            let status = pull(plan, at: time, last - frame, got: &count)
            guard status == 0 else { return status }
            for channel in 0..<plan.outputs.pointee.bufferCount {
                guard let samples = plan.inputs.pointee.list.samples(channel) else { continue }
                _ = realtime_copy(plan.outputs.pointee.samples(channel) + frame, samples, count * 4)
            }
            frame += count
        }
        return 0
    }
}

/// Varispeed: plays its input faster or slower, as a tape does: the pitch follows.
///
/// At a rate of 1 the input passes unchanged, until the rate is changed. From then on a rate of 1 and a bypass keep the phase that the
/// sound has, between two frames of the input, so that nothing jumps. A rate above 1 takes away what would fold back. The two
/// parameters are the same quantity; the one that is set last counts.
final class VarispeedUnit: SpeedUnit, @unchecked Sendable {
    static let varispeed = UnitBlueprint("aufc", "vari", "Apple: AUVarispeed") { VarispeedUnit($0) }
        .with {
            $0.parameters = [
                ParameterSpec(0, "Playback Rate", .rate, 0.25...4, 1),
                // A ramp is one of the rate.
                ParameterSpec(
                    1, "Playback Pitch", .cents, -2400...2400, 0, flags: [.flag_OmitFromPresets], canRamp: false),
            ]
        }

    override func didSetParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: Float
    ) {
        let other: UInt32 = id == 0 ? 1 : 0
        let (least, most): (Float, Float) = other == 0 ? (0.25, 4) : (-2400, 2400)
        let same = other == 0 ? exp2(value / 1200) : 1200 * log2(value)
        let key = ParameterStore.Key(scope: kAudioUnitScope_Global, element: 0, id: other)
        parameters.cell(key, initial: 1 - Float(other)).write(min(max(same, least), most))
    }

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let format = state.outputs[0].format
        let resampler = try Resampler(
            inputRate: format.sampleRate, outputRate: format.sampleRate, channels: format.channels,
            quality: kRenderQuality_High,
            variable: true)
        return VarispeedKernel(
            resampler, bypass, rate: parameters.index(scope: kAudioUnitScope_Global, element: 0, id: 0) ?? 0,
            maximumFrames: state.maximumFrames)
    }

    /// The frames that are filtered.
    override func kernelMemory(_ state: UnitState) -> Int {
        min(state.outputs[0].format.channels, 1 << 20) * state.maximumFrames * MemoryLayout<Float>.size
    }
}

private final class VarispeedKernel: Kernel, @unchecked Sendable {
    private let resampler: Resampler
    private let link: Unmanaged<Resampler>
    private let bypass: Latest
    private let bypassLink: Unmanaged<Latest>
    /// The place of the rate among the parameters.
    private let rate: Int
    private let channels: Int
    private let from: UnsafeMutablePointer<UnsafePointer<Float>>
    private let to: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let passed: PassedFrames
    private var input = PulledInput()
    private var isResampling = false
    /// Filters the input before it is read faster, and where the channels of a cycle's filtered frames are.
    private let filter: AliasFilter
    private let filterLink: Unmanaged<AliasFilter>
    private let filtered: UnsafeMutablePointer<Float>
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let maximumFrames: Int
    private var isFiltering = false
    /// Whether a frame has been heard.
    private var hasSounded = false

    init(_ resampler: Resampler, _ bypass: Latest, rate: Int, maximumFrames: Int) {
        (self.resampler, self.bypass, self.rate) = (resampler, bypass, rate)
        self.maximumFrames = maximumFrames
        filter = AliasFilter(channels: resampler.channels)
        filterLink = .passUnretained(filter)
        filtered = .allocate(capacity: max(1, resampler.channels * maximumFrames))
        planes = .allocate(capacity: resampler.channels)
        for channel in 0..<resampler.channels { planes[channel] = filtered + channel * maximumFrames }
        link = .passUnretained(resampler)
        bypassLink = .passUnretained(bypass)
        channels = resampler.channels
        passed = PassedFrames(of: resampler)
        from = .allocate(capacity: channels)
        to = .allocate(capacity: channels)
    }

    @available(*, unavailable) override init() { fatalError("a varispeed has a resampler") }

    deinit {
        from.deallocate()
        to.deallocate()
        passed.deallocate()
        filtered.deallocate()
        planes.deallocate()
    }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let (time, frames) = (pass.pointee.time, pass.pointee.frames)
        let isBypassed = bypassLink._withUnsafeGuaranteedRef { $0.read() } != 0
        if pass.pointee.isGiven, !keepsFrames(plan, frames, isBypassed) {
            return kAudioUnitErr_CannotDoInCurrentContext
        }
        input.beginCycle()
        var first = 0
        while first < frames {
            let last = plan.slice(from: first, frames: frames)
            let value = plan.values + rate
            // A ramp goes from slice to slice.
            let now = Double(value.pointee.start + value.pointee.end) / 2
            let status: Int32
            if passes(isBypassed, now) {
                status = input.pass(plan, at: time, from: first, to: last)
                for channel in 0..<channels {
                    passed.keep(channel, plan.outputs.pointee.samples(channel) + first, frames: last - first)
                }
            } else {
                if !isResampling { passed.begin() }
                isResampling = true
                let speed = isBypassed ? 1 : now
                link._withUnsafeGuaranteedRef { $0.ratio = 1 / speed }
                status = resample(plan, time, from: first, to: last, speed)
            }
            guard status == 0 else { return status }
            hasSounded = true
            first = last
        }
        plan.outputs.pointee.isSilent = isResampling ? false : input.isSilent
        return 0
    }

    /// Whether all slices of a cycle pass unchanged.
    @_noLocks private func keepsFrames(_ plan: RenderAccess, _ frames: Int, _ isBypassed: Bool) -> Bool {
        var first = 0
        while first < frames {
            first = plan.slice(from: first, frames: frames)
            let value = plan.values + rate
            guard passes(isBypassed, Double(value.pointee.start + value.pointee.end) / 2) else { return false }
        }
        return true
    }

    @_noLocks private func passes(_ isBypassed: Bool, _ rate: Double) -> Bool {
        !isResampling && (isBypassed || rate == 1)
    }

    @_noLocks private func resample(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, from first: Int, to last: Int, _ speed: Double
    ) -> Int32 {
        let own = Unmanaged.passUnretained(self)
        var frame = first
        while frame < last {
            let needed = link._withUnsafeGuaranteedRef { $0.inputFramesNeeded(forOutput: last - frame) }
            var count = 0
            if needed > 0 {
                let status = input.pull(plan, at: time, needed, got: &count)
                guard status == 0 else { return status }
            }
            for channel in 0..<channels {
                to[channel] = plan.outputs.pointee.samples(channel) + frame
                let samples = plan.inputs.pointee.list.samples(channel) ?? plan.inputs.pointee.samples(channel)
                from[channel] = UnsafePointer(samples)
            }
            let (given, room, isFiltering) = (count, last - frame, self.isFiltering)
            if speed > 1 || isFiltering {
                // Arithmetic in memory that was allocated before.
                realtimeTrusted { own._withUnsafeGuaranteedRef { $0.takeAway(given, speed) } }
            }
            let (from, to) = (self.from, self.to)
            frame += link._withUnsafeGuaranteedRef {
                $0.process(from, inputFrames: given, to, outputCapacity: room).produced
            }
        }
        return 0
    }

    /// Takes away what would fold back, in copies of the frames in `from`: these may be another unit's.
    private func takeAway(_ frames: Int, _ speed: Double) {
        guard frames > 0 else { return }
        for channel in 0..<channels {
            _ = realtime_copy(planes[channel], from[channel], frames * 4)
            from[channel] = UnsafePointer(planes[channel])
        }
        filter.process(planes: planes, frames: frames, octaves: log2(speed), isOpening: hasSounded)
        isFiltering = filter.isOn
    }

    @_noLocks override func reset() {
        (isResampling, isFiltering, hasSounded) = (false, false, false)
        input = PulledInput()
        passed.clear()
        filterLink._withUnsafeGuaranteedRef { $0.reset() }
    }
}
