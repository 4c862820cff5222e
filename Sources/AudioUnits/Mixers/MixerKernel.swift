import AudioCore
import AudioDSP
import CAudioToolbox
import CRealtime
import Glibc

/// The levels of one bus of a mixer, which the audio thread writes and clients read.
final class MeterCell: @unchecked Sendable {
    /// The most channels of a bus of MultiChannelMixer that have meters.
    static let usualChannels = 8

    private let switchCell: Latest
    private let switchLink: Unmanaged<Latest>
    private let channels: Int
    /// Averages and peaks before the volume, then after it: four of each channel.
    private let levels: [Latest]
    private let links: UnsafeMutablePointer<Unmanaged<Latest>>

    init(channels: Int = MeterCell.usualChannels) {
        self.channels = channels
        switchCell = Latest(0)
        switchLink = .passUnretained(switchCell)
        levels = (0..<4 * channels).map { _ in Latest(0) }
        links = .allocate(capacity: levels.count)
        for (index, level) in levels.enumerated() { (links + index).initialize(to: .passUnretained(level)) }
    }

    deinit { links.deallocate() }

    var isOn: Bool {
        @_noLocks get { switchLink._withUnsafeGuaranteedRef { $0.read() } != 0 }
        set { switchCell.write(newValue ? 1 : 0) }
    }

    /// A level in decibels; the floor where the meter is off.
    func decibels(_ kind: Int, _ channel: Int, floor: Float) -> Float {
        let level = isOn ? linear(kind, channel) : 0
        return level > 0 ? max(floor, 20 * log10(level)) : floor
    }

    /// A level as a gain, also where the meter is off.
    func linear(_ kind: Int, _ channel: Int) -> Float {
        guard (0..<4).contains(kind), (0..<channels).contains(channel) else { return 0 }
        let level = levels[kind * channels + channel].read()
        // Averages are kept as squares.
        return kind % 2 == 0 ? level.squareRoot() : level
    }

    /// Notes a cycle without sound. Audio thread.
    @_noLocks func noteSilence() {
        for place in 0..<4 * channels { links[place]._withUnsafeGuaranteedRef { $0.write(0) } }
    }

    /// Notes a channel's samples. Audio thread.
    ///
    /// - Parameter kind: 0 before the volume, 2 after it.
    @_noLocks func note(_ samples: UnsafePointer<Float>, _ frames: Int, kind: Int, _ channel: Int) {
        guard channel < channels, frames > 0 else { return }
        var level = MixerLevel()
        level.add(samples, from: 0, to: frames, gain: 1, step: 0)
        note(level, frames, kind: kind, channel)
    }

    @_noLocks func note(_ level: MixerLevel, _ frames: Int, kind: Int, _ channel: Int) {
        guard channel < channels, frames > 0 else { return }
        let (meanSquare, peak) = (level.sum / Float(frames), level.peak)
        links[kind * channels + channel]._withUnsafeGuaranteedRef { $0.write(meanSquare) }
        links[(kind + 1) * channels + channel]._withUnsafeGuaranteedRef { $0.write(peak) }
    }
}

/// What a meter adds up in a cycle.
struct MixerLevel: BitwiseCopyable {
    var sum: Float = 0
    var peak: Float = 0

    @_noLocks init() {}

    /// Adds samples with a gain that changes from frame to frame.
    @_noLocks mutating func add(
        _ samples: UnsafePointer<Float>, from first: Int, to last: Int, gain: Float, step: Float
    ) {
        for frame in first..<last {
            let sample = samples[frame] * (gain + step * Float(frame - first))
            // A sample that is no number, or whose square is infinite, would hide the rest of the cycle.
            let heard = sample.magnitude <= 1e15 ? sample : 0
            sum += heard * heard
            peak = max(peak, heard.magnitude)
        }
    }
}

/// One input of a mixer on the audio thread.
struct MixerBus {
    /// Has the memory.
    let input: MixerInput
    let converterLink: Unmanaged<PullConverter>
    let bus: RenderBus
    let groupLink: Unmanaged<MixerGroup>?
    let meter: MeterCell
    let meterLink: Unmanaged<MeterCell>
    let volume: Int?
    let enable: Int?
    let pan: Int?
    let matrixLink: Unmanaged<MixerMatrix>
    let gains: UnsafeMutablePointer<Float>
    let levels: UnsafeMutablePointer<MixerLevel>
    let samples: UnsafeMutablePointer<UnsafePointer<Float>>
    /// Whether the source's frames can be mixed where they are.
    let takesLoans: Bool
    /// Whether the bus has frames of this cycle, and whether its levels are wanted.
    var isGathered = false
    var isMetered = false
    /// Whether the bus had no source in the last cycle: what comes next is heard at its own volume from its first frame on.
    var isBeginning = false

    init(
        _ input: MixerInput, _ style: MixerStyle, _ parameters: RenderParameters, _ element: UInt32, _ meter: MeterCell
    ) {
        self.input = input
        converterLink = .passUnretained(input.converter)
        bus = input.bus
        groupLink = input.group.map { .passUnretained($0) }
        self.meter = meter
        meterLink = .passUnretained(meter)
        func place(_ id: UInt32) -> Int? {
            parameters.index(scope: kAudioUnitScope_Input, element: element, id: id)
        }
        (volume, enable, pan) = (place(0), style.enable.flatMap(place), place(style.pan))
        matrixLink = .passUnretained(input.matrix)
        (gains, levels, samples) = (input.gains, input.levels, input.samples)
        takesLoans = input.converter.passesThrough
    }
}

/// Sums the inputs of a mixer.
final class MixerKernel: Kernel, @unchecked Sendable {
    /// What a kernel that takes the place of this one continues with.
    let memory: MixerMemory
    private let buses: UnsafeMutablePointer<MixerBus>
    private let count: Int
    private let groups: UnsafeMutablePointer<Unmanaged<MixerGroup>>
    private let groupCount: Int
    private let style: MixerStyle
    private let channels: Int
    /// Whether the output is one channel with the mean of both sides.
    private let isMean: Bool
    /// Whether an input has a place between two sides.
    private let hasPlaces: Bool
    private let master: Int?
    private let isOn: Int?
    private let meter: MeterCell
    private let meterLink: Unmanaged<MeterCell>
    private let lastMaster: UnsafeMutablePointer<Float>
    private let pair = MixPair()

    override var processStatus: Int32 { groupCount == 0 ? 0 : AudioError.unitFormat.status }

    /// - Parameter meter: the meter of an element of a scope.
    init(
        _ memory: MixerMemory, _ style: MixerStyle, _ parameters: RenderParameters,
        meter: (_ scope: UInt32, _ element: UInt32) -> MeterCell
    ) {
        (self.memory, self.style) = (memory, style)
        (count, groupCount, channels) = (memory.inputs.count, memory.groups.count, memory.output.channels)
        let isMean = style.hasFaders && memory.output.channels == 1
        (self.isMean, hasPlaces) = (isMean, isMean || memory.output.channels == 2)
        groups = .allocate(capacity: max(1, memory.groups.count))
        for (index, group) in memory.groups.enumerated() { (groups + index).initialize(to: .passUnretained(group)) }
        buses = .allocate(capacity: max(1, memory.inputs.count))
        for (index, input) in memory.inputs.enumerated() {
            let element = UInt32(index)
            (buses + index).initialize(
                to: MixerBus(input, style, parameters, element, meter(kAudioUnitScope_Input, element)))
        }
        func place(_ id: UInt32) -> Int? { parameters.index(scope: kAudioUnitScope_Output, element: 0, id: id) }
        (master, isOn) = (place(0), style.enable.flatMap(place))
        lastMaster = memory.master.gain
        let outputMeter = meter(kAudioUnitScope_Output, 0)
        self.meter = outputMeter
        meterLink = .passUnretained(outputMeter)
    }

    @available(*, unavailable) override init() { fatalError("a mixer has buses") }

    deinit {
        buses.deinitialize(count: count)
        buses.deallocate()
        groups.deallocate()
    }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let (time, frames) = (pass.pointee.time, pass.pointee.frames)
        let output = plan.outputs
        output.pointee.fillWithSilence(frames: frames)
        output.pointee.isSilent = true
        for index in 0..<groupCount {
            groups[index]._withUnsafeGuaranteedRef { $0.beginCycle(at: time, frames: frames) }
        }
        let hasSlices = plan.slice(from: 0, frames: frames) < frames
        let status = hasSlices ? mixSlices(plan, time, frames) : mixWhole(plan, time, frames)
        guard status == 0 else { return status }
        for index in 0..<groupCount {
            let isHeard = groups[index]._withUnsafeGuaranteedRef { $0.finish(output, frames: frames) }
            if isHeard { output.pointee.isSilent = false }
        }
        noteInputs(frames)
        finish(plan, frames)
        return 0
    }

    /// Mixes a cycle of one slice: each input right after its source's call, where what a source lends is still there.
    @_noLocks private func mixWhole(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int
    ) -> Int32 {
        for index in 0..<count {
            let status = gather(index, plan, time, frames, lends: true)
            guard status == 0 else { return status }
            guard frames > 0, (buses + index).pointee.isGathered else { continue }
            mix(index, plan, from: 0, to: frames, of: frames)
        }
        return 0
    }

    /// Asks each input once for a cycle, and mixes all of them slice by slice.
    @_noLocks private func mixSlices(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int
    ) -> Int32 {
        for index in 0..<count {
            let status = gather(index, plan, time, frames, lends: false)
            guard status == 0 else { return status }
        }
        var first = 0
        while first < frames {
            let last = plan.slice(from: first, frames: frames)
            // A source that has come since the inputs were asked is heard from the next cycle on.
            for index in 0..<count {
                guard (buses + index).pointee.isGathered, isEnabled(index, plan) else { continue }
                mix(index, plan, from: first, to: last, of: frames)
            }
            first = last
        }
        return 0
    }

    /// Adds a slice of an input to the output, or to the sum of its group.
    @_noLocks private func mix(_ index: Int, _ plan: RenderAccess, from first: Int, to last: Int, of frames: Int) {
        let bus = buses + index
        var (start, end, target) = (first, last, plan.outputs)
        if let group = bus.pointee.groupLink {
            start = group._withUnsafeGuaranteedRef { $0.place(of: first, of: frames) }
            end = group._withUnsafeGuaranteedRef { $0.place(of: last, of: frames) }
            target = group._withUnsafeGuaranteedRef { $0.sum }
        }
        if bus.pointee.isMetered { measure(index, plan.values, from: start, to: end) }
        add(index, to: target, plan.values, from: start, to: end)
    }

    /// Applies the volume of the output to a cycle, between what its meters show.
    @_noLocks private func finish(_ plan: RenderAccess, _ frames: Int) {
        let output = plan.outputs
        let isMetered = meterLink._withUnsafeGuaranteedRef { $0.isOn }
        if isMetered { note(output, frames, kind: 0) }
        var first = 0
        while first < frames {
            let last = plan.slice(from: first, frames: frames)
            finish(output, plan.values, from: first, to: last)
            first = last
        }
        if isMetered { note(output, frames, kind: 2) }
    }

    /// Notes the output, before its volume or after it.
    @_noLocks private func note(_ output: UnsafeMutablePointer<RenderBus>, _ frames: Int, kind: Int) {
        for channel in 0..<channels {
            let samples = output.pointee.samples(channel)
            meterLink._withUnsafeGuaranteedRef { $0.note(samples, frames, kind: kind, channel) }
        }
    }

    /// Notes the inputs after their volumes.
    @_noLocks private func noteInputs(_ frames: Int) {
        for index in 0..<count {
            let bus = buses + index
            guard bus.pointee.isGathered, bus.pointee.isMetered else { continue }
            let count = bus.pointee.groupLink?._withUnsafeGuaranteedRef { $0.frames } ?? frames
            for channel in 0..<bus.pointee.bus.bufferCount {
                let level = bus.pointee.levels[channel]
                bus.pointee.meterLink._withUnsafeGuaranteedRef { $0.note(level, count, kind: 2, channel) }
            }
        }
    }

    /// Adds a slice of an input to what its meters after the volume show.
    @_noLocks private func measure(
        _ index: Int, _ values: UnsafeMutablePointer<RenderParameter>, from first: Int, to last: Int
    ) {
        let bus = buses + index
        let (start, end) = gains(bus.pointee.volume, values)
        let step = (end - start) / Float(max(1, last - first))
        for channel in 0..<bus.pointee.bus.bufferCount {
            let samples = bus.pointee.samples[channel]
            bus.pointee.levels[channel].add(samples, from: first, to: last, gain: start, step: step)
        }
    }

    /// The gains of a volume at both ends of a slice.
    @_noLocks private func gains(
        _ volume: Int?, _ values: UnsafeMutablePointer<RenderParameter>
    ) -> (start: Float, end: Float) {
        guard let volume else { return (1, 1) }
        return (style.gain(values[volume].start), style.gain(values[volume].end))
    }

    @_noLocks private func isEnabled(_ index: Int, _ plan: RenderAccess) -> Bool {
        guard let enable = buses[index].enable else { return true }
        return plan.values[enable].start != 0
    }

    /// Gets the frames of an input that is heard.
    ///
    /// - Parameter lends: whether they are mixed before another input is asked.
    @_noLocks private func gather(
        _ index: Int, _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, lends: Bool
    ) -> Int32 {
        let bus = buses + index
        bus.pointee.isGathered = false
        guard isEnabled(index, plan), plan.hasSource(index) else {
            if !plan.hasSource(index) { bus.pointee.isBeginning = true }
            bus.pointee.meterLink._withUnsafeGuaranteedRef { if $0.isOn { $0.noteSilence() } }
            return 0
        }
        let status = pull(index, plan, time, frames, lends: lends)
        guard status == 0 else { return status }
        bus.pointee.isGathered = true
        let isSilent = plan.inputs[index].isSilent
        if let group = bus.pointee.groupLink {
            group._withUnsafeGuaranteedRef { $0.take(isSilent: isSilent) }
        } else if !isSilent {
            plan.outputs.pointee.isSilent = false
        }
        bus.pointee.isMetered = bus.pointee.meterLink._withUnsafeGuaranteedRef { $0.isOn }
        guard bus.pointee.isMetered else { return 0 }
        let count = bus.pointee.groupLink?._withUnsafeGuaranteedRef { $0.frames } ?? frames
        for channel in 0..<bus.pointee.bus.bufferCount {
            bus.pointee.levels[channel] = MixerLevel()
            let samples = bus.pointee.samples[channel]
            bus.pointee.meterLink._withUnsafeGuaranteedRef { $0.note(samples, count, kind: 0, channel) }
        }
        return 0
    }

    /// Gets the frames of a cycle, at the input's rate: where the source lends them, or in the memory of the bus.
    @_noLocks private func pull(
        _ index: Int, _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, lends: Bool
    ) -> Int32 {
        let bus = buses + index
        var (stamp, wanted) = (time.pointee, frames)
        if let group = bus.pointee.groupLink {
            stamp.mSampleTime = group._withUnsafeGuaranteedRef { $0.time }
            wanted = group._withUnsafeGuaranteedRef { $0.frames }
        }
        if lends, bus.pointee.takesLoans, wanted > 0, wanted <= plan.maximumFrames {
            let status = plan.pull(index, at: &stamp, frames: wanted)
            guard status == 0 else { return status }
            let loan = plan.inputs[index].list
            return borrow(bus, loan) ? 0 : copy(bus, loan, frames: wanted)
        }
        for channel in 0..<bus.pointee.bus.bufferCount {
            bus.pointee.samples[channel] = UnsafePointer(bus.pointee.bus.samples(channel))
        }
        return fill(index, plan, &stamp, wanted)
    }

    /// Has the bus use a source's samples.
    ///
    /// - Returns: false where they are not where samples can be.
    @_noLocks private func borrow(_ bus: UnsafeMutablePointer<MixerBus>, _ loan: BufferList) -> Bool {
        for channel in 0..<bus.pointee.bus.bufferCount {
            guard let samples = loan.samples(channel), UInt(bitPattern: samples) % 4 == 0 else { return false }
            bus.pointee.samples[channel] = UnsafePointer(samples)
        }
        return true
    }

    @_noLocks private func copy(
        _ bus: UnsafeMutablePointer<MixerBus>, _ source: BufferList, frames: Int
    ) -> Int32 {
        for channel in 0..<bus.pointee.bus.bufferCount {
            guard let data = source.buffers[channel].mData else { return kAudioUnitErr_InvalidPropertyValue }
            _ = realtime_copy(bus.pointee.bus.place(channel), data, frames * 4)
            bus.pointee.samples[channel] = UnsafePointer(bus.pointee.bus.samples(channel))
        }
        return 0
    }

    /// Gets frames into the memory of the bus: as many at a time as a source gives.
    @_noLocks private func fill(
        _ index: Int, _ plan: RenderAccess, _ stamp: UnsafeMutablePointer<AudioTimeStamp>, _ wanted: Int
    ) -> Int32 {
        let bus = buses + index
        let (list, converter) = (bus.pointee.bus.list, bus.pointee.converterLink)
        var done = 0
        while done < wanted {
            let part = min(wanted - done, plan.maximumFrames)
            bus.pointee.bus.prepare(frames: part, withMemory: true)
            for channel in 0..<list.count { list.buffers[channel].mData = list.place(channel, done * 4) }
            let status = converter._withUnsafeGuaranteedRef {
                $0.render(plan, index, at: stamp, frames: part, into: list)
            }
            guard status == 0 else { return status }
            stamp.pointee.mSampleTime += Double(part)
            done += part
        }
        return 0
    }

    /// Adds a slice of an input to the output, with the gains of its matrix or those of its place.
    @_noLocks private func add(
        _ index: Int, to output: UnsafeMutablePointer<RenderBus>, _ values: UnsafeMutablePointer<RenderParameter>,
        from first: Int, to last: Int
    ) {
        let bus = buses + index
        var volume = gains(bus.pointee.volume, values)
        if bus.pointee.isBeginning {
            volume.start = volume.end
            for place in 0..<bus.pointee.bus.bufferCount * channels { bus.pointee.gains[place] = .nan }
            bus.pointee.isBeginning = false
        }
        let frames = last - first
        var pan: Float = 0
        if let place = bus.pointee.pan, hasPlaces { pan = style.place(values[place].end) }
        for source in 0..<bus.pointee.bus.bufferCount {
            let samples = bus.pointee.samples[source] + first
            var channel = 0
            while channel + 1 < channels {
                let one = ramp(bus, source, channel, volume, pan, frames)
                let other = ramp(bus, source, channel + 1, volume, pan, frames)
                let (left, right) = (output.pointee.samples(channel), output.pointee.samples(channel + 1))
                pair.add(samples, one, to: left + first, other, to: right + first, frames)
                channel += 2
            }
            guard channel < channels else { continue }
            let one = ramp(bus, source, channel, volume, pan, frames)
            if !one.isSilent { one.add(samples, to: output.pointee.samples(channel) + first, frames) }
        }
    }

    /// The gain from a channel of an input to one of the output in a slice.
    @_noLocks private func ramp(
        _ bus: UnsafeMutablePointer<MixerBus>, _ source: Int, _ channel: Int, _ volume: (start: Float, end: Float),
        _ pan: Float, _ frames: Int
    ) -> MixRamp {
        let place = source * channels + channel
        let isMean = self.isMean
        let level = bus.pointee.matrixLink._withUnsafeGuaranteedRef {
            isMean ? $0.meanLevel(source, pan: pan) : $0.level(source, channel, pan: pan)
        }
        let known = bus.pointee.gains[place]
        let from = volume.start != volume.end || known.isNaN ? volume.start * level : known
        let to = volume.end * level
        bus.pointee.gains[place] = to
        return MixRamp(from: from, to: to, over: frames)
    }

    /// Applies the volume of the output to a slice.
    @_noLocks private func finish(
        _ output: UnsafeMutablePointer<RenderBus>, _ values: UnsafeMutablePointer<RenderParameter>, from first: Int,
        to last: Int
    ) {
        var (start, end) = gains(master, values)
        if let isOn, values[isOn].start == 0 { (start, end) = (0, 0) }
        let known = lastMaster.pointee
        let from = start != end || known.isNaN ? start : known
        lastMaster.pointee = end
        guard from != 1 || end != 1 else { return }
        let step = (end - from) / Float(max(1, last - first))
        for channel in 0..<channels {
            let samples = output.pointee.samples(channel)
            for frame in first..<last { samples[frame] *= from + step * Float(frame - first) }
        }
    }

    @_noLocks override func reset() {
        lastMaster.pointee = .nan
        for index in 0..<count {
            for place in 0..<buses[index].bus.bufferCount * channels { buses[index].gains[place] = .nan }
            let link = buses[index].converterLink
            // Nothing is allocated.
            realtimeTrusted { link._withUnsafeGuaranteedRef { $0.reset() } }
        }
        for index in 0..<groupCount { groups[index]._withUnsafeGuaranteedRef { $0.reset() } }
    }
}
