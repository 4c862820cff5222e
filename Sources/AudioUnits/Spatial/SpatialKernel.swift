import AudioCore
import AudioDSP
import CAudioToolbox
import Glibc

/// Adds up the inputs of a spatial mixer, and what comes out of its room.
///
/// A kernel that takes the place of another one, because a format has changed, keeps the inputs and the room that do not depend on the
/// format: they are heard without a gap. The plans of the two kernels take turns.
final class SpatialKernel: Kernel, @unchecked Sendable {
    let inputs: [SpatialInput]
    let reverb: SpatialReverb
    /// What the inputs and the room were made for.
    private let format: StreamFormat
    private let maximumFrames: Int
    /// Where the parameters are: those of each input, and those of the room.
    private let places: UnsafeMutablePointer<SpatialPlaces>
    private let reverbPlaces: SpatialReverbPlaces
    /// The layouts that the kernel was made with.
    let firstLayouts: SpatialSetLayouts
    /// The loudspeakers.
    private let output = Published()
    private let outputs: Int
    private let meter: MeterCell?
    /// The same, without counting references.
    private let links: UnsafeMutablePointer<Unmanaged<SpatialInput>>
    private let reverbLink: Unmanaged<SpatialReverb>
    private let meterLink: Unmanaged<MeterCell>?
    private let count: Int
    private let head: (yaw: Int, pitch: Int, roll: Int)
    private let master: Int
    private let limits: DecibelLimits
    private var lastMaster = Float.nan

    override var processStatus: Int32 {
        inputs.allSatisfy(\.keepsFrames) ? 0 : AudioError.unitFormat.status
    }

    init(
        _ inputs: [SpatialInput], _ reverb: SpatialReverb, _ meter: MeterCell?, _ parameters: RenderParameters,
        _ layouts: SpatialSetLayouts, _ format: StreamFormat, maximumFrames: Int, _ gate: RenderGate
    ) {
        (self.inputs, self.reverb, self.meter, count) = (inputs, reverb, meter, inputs.count)
        (firstLayouts, outputs, self.format, self.maximumFrames) = (layouts, format.channels, format, maximumFrames)
        places = .allocate(capacity: max(1, inputs.count))
        for index in inputs.indices { (places + index).initialize(to: SpatialPlaces(UInt32(index), parameters)) }
        reverbPlaces = SpatialReverbPlaces(parameters)
        links = .allocate(capacity: max(1, inputs.count))
        for (index, input) in inputs.enumerated() { (links + index).initialize(to: .passUnretained(input)) }
        reverbLink = .passUnretained(reverb)
        meterLink = meter.map { .passUnretained($0) }
        func place(_ id: UInt32, _ scope: UInt32) -> Int { parameters.index(scope: scope, element: 0, id: id) ?? 0 }
        head = (
            place(19, kAudioUnitScope_Global), place(20, kAudioUnitScope_Global), place(21, kAudioUnitScope_Global)
        )
        master = place(3, kAudioUnitScope_Output)
        limits = DecibelLimits(kAudioUnitScope_Output, 0, parameters)
        super.init()
        setLayouts(layouts, of: nil, gate)
    }

    @available(*, unavailable) override init() { fatalError("a mixer has inputs") }

    /// Sets layouts while it renders.
    ///
    /// - Parameter input: the input whose layout has changed; nil for that of the output, on which all inputs depend.
    func setLayouts(_ layouts: SpatialSetLayouts, of input: Int?, _ gate: RenderGate) {
        let output = SpatialOutput(layouts.output, channels: outputs)
        if input == nil { self.output.publish(output, gate) }
        for (index, layout) in layouts.inputs.enumerated() where index < count && (input == nil || input == index) {
            inputs[index].setLayouts(layout, output, gate)
        }
    }

    /// Whether the kernel has brought a measured head for an input.
    func hasHead(_ input: Int) -> Bool { input < count && inputs[input].hasHead }

    /// Whether inputs and a room for an output are those of this kernel.
    func fits(_ format: StreamFormat, maximumFrames: Int) -> Bool {
        format == self.format && maximumFrames == self.maximumFrames
    }

    deinit {
        links.deallocate()
        places.deallocate()
    }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let (time, frames, isGiven) = (pass.pointee.time, pass.pointee.frames, pass.pointee.isGiven)
        let output = plan.outputs
        output.pointee.fillWithSilence(frames: frames)
        output.pointee.isSilent = true
        var status: Int32 = 0
        let own = Unmanaged.passUnretained(self)
        // Arithmetic in memory that was allocated before. The sources have promised real-time safety.
        realtimeTrusted { status = own._withUnsafeGuaranteedRef { $0.mix(plan, time, frames, isGiven) } }
        return status
    }

    private func mix(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, _ isGiven: Bool
    ) -> Int32 {
        for index in 0..<count {
            let own = places[index]
            links[index]._withUnsafeGuaranteedRef { $0.use(own) }
        }
        if isGiven {
            for index in 0..<count {
                let resamples = links[index]._withUnsafeGuaranteedRef { $0.resamples(plan.values) }
                if resamples { return kAudioUnitErr_CannotDoInCurrentContext }
            }
        }
        beginRoom(frames)
        // A cycle without events is one slice.
        let status =
            plan.hasEvents || frames == 0 ? mixSlices(plan, time, frames) : mixWhole(plan, time, frames)
        guard status == 0 else { return status }
        for index in 0..<count { links[index]._withUnsafeGuaranteedRef { $0.finish(frames) } }
        finish(plan, frames)
        return 0
    }

    private func beginRoom(_ frames: Int) {
        guard let raw = output.raw else { return }
        // None is freed while a render is in progress.
        let speakers = Unmanaged<SpatialOutput>.fromOpaque(raw)._withUnsafeGuaranteedRef { $0.speakers }
        let places = reverbPlaces
        reverbLink._withUnsafeGuaranteedRef {
            $0.use(places)
            $0.beginCycle(frames, speakers)
        }
    }

    /// Mixes a cycle of one slice: each input right after its source's call, where what a source lends is still there.
    private func mixWhole(_ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int) -> Int32 {
        let slice = slice(plan, from: 0, to: frames)
        var isFed = false
        for index in 0..<count {
            let status = gather(index, plan, time, frames, lends: true)
            guard status == 0 else { return status }
            if links[index]._withUnsafeGuaranteedRef({ $0.add(to: slice, plan) }) { isFed = true }
        }
        addRoom(plan, from: 0, to: frames, isFed: isFed)
        return 0
    }

    /// Asks each input once for a cycle, and mixes all of them slice by slice.
    private func mixSlices(_ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int) -> Int32 {
        for index in 0..<count {
            let status = gather(index, plan, time, frames, lends: false)
            guard status == 0 else { return status }
        }
        var first = 0
        while first < frames {
            let last = plan.slice(from: first, frames: frames)
            let slice = slice(plan, from: first, to: last)
            var isFed = false
            for index in 0..<count {
                if links[index]._withUnsafeGuaranteedRef({ $0.add(to: slice, plan) }) { isFed = true }
            }
            addRoom(plan, from: first, to: last, isFed: isFed)
            first = last
        }
        return 0
    }

    /// Gets the frames of an input for a cycle.
    private func gather(
        _ index: Int, _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, lends: Bool
    ) -> Int32 {
        var isHeard = false
        let status = links[index]._withUnsafeGuaranteedRef { input -> Int32 in
            let status = input.gather(plan, time, frames, lends: lends)
            isHeard = input.isGathered && !input.isSilent
            return status
        }
        if status == 0, isHeard { plan.outputs.pointee.isSilent = false }
        return status
    }

    private func slice(_ plan: RenderAccess, from first: Int, to last: Int) -> SpatialSlice {
        let values = plan.values
        return SpatialSlice(
            output: plan.outputs, room: reverbLink._withUnsafeGuaranteedRef { $0.entrance },
            hasRoom: reverbLink._withUnsafeGuaranteedRef { $0.isOn }, yaw: values[head.yaw].end,
            pitch: values[head.pitch].end, roll: values[head.roll].end, first: first, frames: last - first)
    }

    /// Adds a slice of the room.
    private func addRoom(_ plan: RenderAccess, from first: Int, to last: Int, isFed: Bool) {
        let isHeard = reverbLink._withUnsafeGuaranteedRef {
            $0.add(to: plan.outputs, plan.values, from: first, to: last, isFed: isFed)
        }
        if isHeard { plan.outputs.pointee.isSilent = false }
    }

    /// Applies the volume of the output to a cycle, between what its meters show.
    private func finish(_ plan: RenderAccess, _ frames: Int) {
        let isMetered = meterLink?._withUnsafeGuaranteedRef { $0.isOn } ?? false
        if isMetered { note(plan.outputs, frames, kind: 0) }
        var first = 0
        while first < frames {
            let last = plan.slice(from: first, frames: frames)
            finish(plan, from: first, to: last)
            first = last
        }
        if isMetered { note(plan.outputs, frames, kind: 2) }
    }

    /// Notes the output, before its volume or after it.
    private func note(_ output: UnsafeMutablePointer<RenderBus>, _ frames: Int, kind: Int) {
        for channel in 0..<output.pointee.bufferCount {
            let samples = output.pointee.samples(channel)
            meterLink?._withUnsafeGuaranteedRef { $0.note(samples, frames, kind: kind, channel) }
        }
    }

    private func finish(_ plan: RenderAccess, from first: Int, to last: Int) {
        let wanted = limits.limited(pow(10, plan.values[master].end / 20), plan.values)
        let start = lastMaster.isNaN ? wanted : lastMaster
        lastMaster = wanted
        guard start != 1 || wanted != 1 else { return }
        for channel in 0..<plan.outputs.pointee.bufferCount {
            let samples = plan.outputs.pointee.samples(channel)
            let ramp = MixRamp(from: start, to: wanted, over: last - first)
            for frame in first..<last { samples[frame] *= ramp.value(frame - first) }
        }
    }

    @_noLocks override func reset() {
        let own = Unmanaged.passUnretained(self)
        // As above.
        realtimeTrusted { own._withUnsafeGuaranteedRef { $0.resetAll() } }
    }

    private func resetAll() {
        lastMaster = .nan
        for index in 0..<count { links[index]._withUnsafeGuaranteedRef { $0.reset() } }
        reverbLink._withUnsafeGuaranteedRef { $0.reset() }
    }
}
