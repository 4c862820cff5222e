import AudioCore
import CAudioToolbox

/// What a mixer keeps from cycle to cycle.
///
/// A kernel that takes the place of another one, because a format has changed, keeps what does not depend on the format: the
/// other inputs are heard without a gap. The plans of the two kernels take turns.
final class MixerMemory: @unchecked Sendable {
    let output: StreamFormat
    let inputs: [MixerInput]
    /// Those of the inputs.
    let groups: [MixerGroup]
    let master: MixerMaster
    private let maximumFrames: Int

    /// - Parameters:
    ///   - former: the memory of the kernel before.
    ///   - matrix: the gains of an input, by its channels and those of the output.
    /// - Throws: `unitFormat` where an input cannot be converted.
    init(
        _ state: UnitState, _ former: MixerMemory?,
        matrix: (_ element: UInt32, _ inputs: Int, _ outputs: Int) -> MixerMatrix
    ) throws(AudioError) {
        let (output, most) = (state.outputs[0].format, state.maximumFrames)
        let known = former?.output == output && former?.maximumFrames == most ? former : nil
        let matrices = state.inputs.enumerated().map { index, input in
            matrix(UInt32(index), input.format.channels, output.channels)
        }
        var inputs: [MixerInput?] = state.inputs.indices.map { index -> MixerInput? in
            guard let known, index < known.inputs.count else { return nil }
            let input = known.inputs[index]
            return input.format == state.inputs[index].format && input.matrix === matrices[index] ? input : nil
        }
        var groups: [MixerGroup] = []
        for group in inputs.compactMap({ $0?.group }) where !groups.contains(where: { $0 === group }) {
            groups.append(group)
        }
        for (index, input) in state.inputs.enumerated() where inputs[index] == nil {
            let rate = input.format.sampleRate
            var group = groups.first { $0.sampleRate == rate }
            if group == nil, rate != output.sampleRate {
                let new = try MixerGroup(sampleRate: rate, output: output, maximumFrames: most)
                groups.append(new)
                group = new
            }
            inputs[index] = try MixerInput(
                input.format, group, matrices[index], maximumFrames: group?.maximumFrames ?? most)
        }
        (self.output, self.groups, maximumFrames) = (output, groups, most)
        self.inputs = inputs.compactMap { $0 }
        master = known?.master ?? MixerMaster()
    }
}

/// What a mixer keeps of an input.
final class MixerInput: @unchecked Sendable {
    /// As the client has set it.
    let format: StreamFormat
    let converter: PullConverter
    /// The frames of a cycle, as Float32.
    let bus: RenderBus
    /// The group with which the input is summed; none where its rate is the output's.
    let group: MixerGroup?
    let matrix: MixerMatrix
    /// The gains at the end of the last slice, from each channel to each of the output; not numbers before the first.
    let gains: UnsafeMutablePointer<Float>
    /// What the meters after the volume add up, for each channel.
    let levels: UnsafeMutablePointer<MixerLevel>
    /// The samples of a cycle, for each channel: those of `bus`, or those that the source has lent.
    let samples: UnsafeMutablePointer<UnsafePointer<Float>>

    /// - Throws: `unitFormat` where the format cannot be converted.
    init(
        _ format: StreamFormat, _ group: MixerGroup?, _ matrix: MixerMatrix, maximumFrames: Int
    ) throws(AudioError) {
        // Two channels of the mixer take one or two of the input; each further one takes its own.
        let form = StreamFormat.float32(
            sampleRate: format.sampleRate, channels: format.channels, interleaved: false)
        // First: where it cannot be made, no memory has been taken.
        converter = try PullConverter(from: format, to: form)
        (self.format, self.group, self.matrix) = (format, group, matrix)
        bus = RenderBus(form, maximumFrames: maximumFrames)
        let count = max(1, matrix.inputs * matrix.outputs)
        gains = .allocate(capacity: count)
        gains.initialize(repeating: .nan, count: count)
        let channels = max(1, bus.bufferCount)
        levels = .allocate(capacity: channels)
        levels.initialize(repeating: MixerLevel(), count: channels)
        samples = .allocate(capacity: channels)
        samples.initialize(repeating: UnsafePointer(bus.samples(0)), count: channels)
    }

    deinit {
        bus.deallocate()
        gains.deallocate()
        levels.deallocate()
        samples.deallocate()
    }
}

/// What a mixer keeps of its output.
final class MixerMaster: @unchecked Sendable {
    /// The gain at the end of the last slice; not a number before the first.
    let gain: UnsafeMutablePointer<Float>

    init() {
        gain = .allocate(capacity: 1)
        gain.initialize(to: .nan)
    }

    deinit { gain.deallocate() }
}
