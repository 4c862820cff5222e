import AudioCore
import AudioDSP
import CAudioToolbox

/// Where the parameters of a matrix mixer are among those of its plan. Those of one kind lie side by side.
struct MatrixPlaces {
    /// The first crosspoint; the others follow row by row, and then the volume of the mixer.
    let crosspoints: Int
    let inputVolumes: Int
    let inputSwitches: Int
    let outputVolumes: Int
    let outputSwitches: Int

    init(_ parameters: RenderParameters) throws(AudioError) {
        func place(_ scope: UInt32, _ id: UInt32) throws(AudioError) -> Int {
            guard let place = parameters.index(scope: scope, element: 0, id: id) else {
                throw .unitFailedInitialization
            }
            return place
        }
        crosspoints = try place(kAudioUnitScope_Global, MatrixMixerUnit.volume)
        inputVolumes = try place(kAudioUnitScope_Input, MatrixMixerUnit.volume)
        inputSwitches = try place(kAudioUnitScope_Input, MatrixMixerUnit.enable)
        outputVolumes = try place(kAudioUnitScope_Output, MatrixMixerUnit.volume)
        outputSwitches = try place(kAudioUnitScope_Output, MatrixMixerUnit.enable)
    }
}

/// A channel of a matrix mixer: its bus, its buffer there, and what its meters after the volume add up.
private struct MatrixChannel {
    let bus: Int
    let buffer: Int
    /// The gain at the end of the last slice; not a number before the first.
    var gain = Float.nan
    var level = MixerLevel()
}

/// Sums the channels of a matrix mixer.
final class MatrixMixerKernel: Kernel, @unchecked Sendable {
    private let places: MatrixPlaces
    private let inputs: UnsafeMutablePointer<MatrixChannel>
    private let outputs: UnsafeMutablePointer<MatrixChannel>
    private let inputCount: Int
    private let outputCount: Int
    /// The gains from inputs to outputs at the end of the last slice, row by row; not numbers before the first.
    private let gains: UnsafeMutablePointer<Float>
    /// Whether an input bus has frames of this cycle.
    private let isGathered: UnsafeMutablePointer<Bool>
    private let busCount: Int
    private let meters: (inputs: MeterCell, outputs: MeterCell)
    private let meterLinks: (inputs: Unmanaged<MeterCell>, outputs: Unmanaged<MeterCell>)

    /// - Parameters:
    ///   - inputs: the channels of each input.
    ///   - outputs: those of each output.
    init(
        inputs: [Int], outputs: [Int], _ places: MatrixPlaces, _ inputMeter: MeterCell, _ outputMeter: MeterCell
    ) {
        func channels(_ counts: [Int]) -> UnsafeMutablePointer<MatrixChannel> {
            let list = counts.enumerated().flatMap { bus, count in
                (0..<count).map { MatrixChannel(bus: bus, buffer: $0) }
            }
            let memory = UnsafeMutablePointer<MatrixChannel>.allocate(capacity: max(1, list.count))
            memory.initialize(from: list, count: list.count)
            return memory
        }
        self.places = places
        (self.inputs, self.outputs) = (channels(inputs), channels(outputs))
        (inputCount, outputCount) = (inputs.reduce(0, +), outputs.reduce(0, +))
        gains = .allocate(capacity: max(1, inputCount * outputCount))
        gains.initialize(repeating: .nan, count: inputCount * outputCount)
        busCount = inputs.count
        isGathered = .allocate(capacity: max(1, busCount))
        isGathered.initialize(repeating: false, count: busCount)
        meters = (inputMeter, outputMeter)
        meterLinks = (.passUnretained(inputMeter), .passUnretained(outputMeter))
    }

    @available(*, unavailable) override init() { fatalError("a matrix has channels") }

    deinit {
        inputs.deallocate()
        outputs.deallocate()
        gains.deallocate()
        isGathered.deallocate()
    }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let frames = pass.pointee.frames
        for output in 0..<plan.outputCount {
            plan.outputs[output].fillWithSilence(frames: frames)
            plan.outputs[output].isSilent = true
        }
        // Each input is asked once for a cycle, and mixed slice by slice.
        for bus in 0..<busCount {
            let status = gather(bus, plan, pass.pointee.time, frames)
            guard status == 0 else { return status }
        }
        noteInputs(plan, frames)
        var first = 0
        while first < frames {
            let last = plan.slice(from: first, frames: frames)
            for input in 0..<inputCount where isHeard(input, plan) { add(input, plan, from: first, to: last) }
            first = last
        }
        noteLevels(frames)
        noteOutputs(plan, frames, kind: 0)
        first = 0
        while first < frames {
            let last = plan.slice(from: first, frames: frames)
            for output in 0..<outputCount { finish(output, plan, from: first, to: last) }
            first = last
        }
        noteOutputs(plan, frames, kind: 2)
        return 0
    }

    /// Gets the frames of an input that is heard.
    @_noLocks private func gather(
        _ bus: Int, _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int
    ) -> Int32 {
        isGathered[bus] = false
        guard plan.values[places.inputSwitches + bus].start != 0, plan.hasSource(bus) else { return 0 }
        let status = plan.pull(bus, at: time, frames: frames)
        guard status == 0 else { return status }
        isGathered[bus] = true
        guard !plan.inputs[bus].isSilent else { return 0 }
        for output in 0..<plan.outputCount { plan.outputs[output].isSilent = false }
        return 0
    }

    @_noLocks private func isHeard(_ input: Int, _ plan: RenderAccess) -> Bool {
        let bus = inputs[input].bus
        guard isGathered[bus] else { return false }
        return plan.values[places.inputSwitches + bus].start != 0
    }

    @_noLocks private func samples(_ input: Int, _ plan: RenderAccess) -> UnsafeMutablePointer<Float>? {
        plan.inputs[inputs[input].bus].list.samples(inputs[input].buffer)
    }

    @_noLocks private func target(_ output: Int, _ plan: RenderAccess) -> UnsafeMutablePointer<Float> {
        plan.outputs[outputs[output].bus].samples(outputs[output].buffer)
    }

    /// Adds a slice of an input channel to all output channels.
    @_noLocks private func add(_ input: Int, _ plan: RenderAccess, from first: Int, to last: Int) {
        guard let samples = samples(input, plan) else { return }
        let volume = plan.values[places.inputVolumes + input]
        let frames = Float(max(1, last - first))
        let known = inputs[input].gain
        let begin = volume.start != volume.end || known.isNaN ? volume.start : known
        inputs[input].gain = volume.end
        inputs[input].level.add(
            samples, from: first, to: last, gain: begin, step: (volume.end - begin) / frames)
        for output in 0..<outputCount {
            let place = input * outputCount + output
            let crosspoint = plan.values[places.crosspoints + place]
            let isRamp = volume.start != volume.end || crosspoint.start != crosspoint.end
            let known = gains[place]
            let from = isRamp || known.isNaN ? volume.start * crosspoint.start : known
            let to = volume.end * crosspoint.end
            gains[place] = to
            guard from != 0 || to != 0 else { continue }
            let target = target(output, plan)
            let step = (to - from) / frames
            Mix.add(samples + first, gain: from, step: step, to: target + first, count: last - first)
        }
    }

    /// Applies the volumes of an output channel and of the mixer to a slice.
    @_noLocks private func finish(_ output: Int, _ plan: RenderAccess, from first: Int, to last: Int) {
        let volume = plan.values[places.outputVolumes + output]
        let master = plan.values[places.crosspoints + inputCount * outputCount]
        let isOn = plan.values[places.outputSwitches + outputs[output].bus].start != 0
        let isRamp = volume.start != volume.end || master.start != master.end
        let known = outputs[output].gain
        let end = isOn ? volume.end * master.end : 0
        let from = isOn && (isRamp || known.isNaN) ? volume.start * master.start : known.isNaN ? 0 : known
        outputs[output].gain = end
        guard from != 1 || end != 1 else { return }
        let target = target(output, plan)
        let step = (end - from) / Float(max(1, last - first))
        for frame in first..<last { target[frame] *= from + step * Float(frame - first) }
    }

    // MARK: Meters

    @_noLocks private func noteInputs(_ plan: RenderAccess, _ frames: Int) {
        for input in 0..<inputCount {
            inputs[input].level = MixerLevel()
            var level = MixerLevel()
            if isGathered[inputs[input].bus], let samples = samples(input, plan) {
                level.add(samples, from: 0, to: frames, gain: 1, step: 0)
            }
            meterLinks.inputs._withUnsafeGuaranteedRef { $0.note(level, frames, kind: 0, input) }
        }
    }

    /// Notes the inputs after their volumes.
    @_noLocks private func noteLevels(_ frames: Int) {
        for input in 0..<inputCount {
            let level = inputs[input].level
            meterLinks.inputs._withUnsafeGuaranteedRef { $0.note(level, frames, kind: 2, input) }
        }
    }

    /// Notes the outputs, before their volumes or after them.
    @_noLocks private func noteOutputs(_ plan: RenderAccess, _ frames: Int, kind: Int) {
        for output in 0..<outputCount {
            let samples = target(output, plan)
            meterLinks.outputs._withUnsafeGuaranteedRef { $0.note(samples, frames, kind: kind, output) }
        }
    }

    @_noLocks override func reset() {
        for place in 0..<inputCount * outputCount { gains[place] = .nan }
        for input in 0..<inputCount { inputs[input].gain = .nan }
        for output in 0..<outputCount { outputs[output].gain = .nan }
    }
}
