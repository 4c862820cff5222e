import AudioCore
import CAudioToolbox
import CRealtime

/// Splitter and MultiSplitter: each output has the frames of the one input, which is asked once for each time.
///
/// The outputs have the format of the input.
final class SplitterUnit: Unit, @unchecked Sendable {
    static let splitter = UnitBlueprint("aufc", "splt", "Apple: AUSplitter") { SplitterUnit($0) }
        .with { $0.outputs = 2 }
    static let multiSplitter = UnitBlueprint("aufc", "mspl", "Apple: AUMultiSplitter") { SplitterUnit($0) }
        .with { ($0.outputs, $0.mayChangeOutputs) = (2, true) }

    /// All elements have the one format.
    override func adopt(_ scope: AudioUnitScope, _ element: AudioUnitElement, _ state: inout UnitState) {
        let format = (scope == kAudioUnitScope_Input ? state.inputs[0] : state.outputs[Int(element)]).format
        guard scope == kAudioUnitScope_Input || state.inputs[0].source?.unit == nil else { return }
        state.inputs[0].format = format
        for index in state.outputs.indices { state.outputs[index].format = format }
    }

    override func check(_ state: UnitState) throws(AudioError) {
        guard state.outputs.allSatisfy({ $0.format == state.inputs[0].format }) else { throw .unitFormat }
    }

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        SplitterKernel()
    }
}

private final class SplitterKernel: Kernel, @unchecked Sendable {
    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let frames = pass.pointee.frames
        let status = plan.pull(0, at: pass.pointee.time, frames: frames)
        guard status == 0 else { return status }
        let input = plan.inputs
        for output in 0..<plan.outputCount {
            plan.outputs[output].isSilent = input.pointee.isSilent
            for index in 0..<input.pointee.bufferCount {
                guard let data = input.pointee.list.buffers[index].mData else { continue }
                _ = realtime_copy(plan.outputs[output].place(index), data, frames * input.pointee.bytesPerFrame)
            }
        }
        return 0
    }
}

/// Merger: the channels of the first input, then those of the second.
///
/// An input without a source is silent.
final class MergerUnit: Unit, @unchecked Sendable {
    static let merger = UnitBlueprint("aufc", "merg", "Apple: AUMerger") { MergerUnit($0) }.with { $0.inputs = 2 }

    override func check(_ state: UnitState) throws(AudioError) {
        let rate = state.outputs[0].format.sampleRate
        guard state.inputs.allSatisfy({ $0.format.sampleRate == rate }) else {
            throw .unitFormat.because("an input has another rate than the output")
        }
    }

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        MergerKernel()
    }
}

private final class MergerKernel: Kernel, @unchecked Sendable {
    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let frames = pass.pointee.frames
        let output = plan.outputs
        output.pointee.fillWithSilence(frames: frames)
        var channel = 0
        var isSilent = true
        for index in 0..<plan.inputCount {
            let input = plan.inputs + index
            let first = channel
            channel += input.pointee.bufferCount
            guard plan.hasSource(index) else { continue }
            let status = plan.pull(index, at: pass.pointee.time, frames: frames)
            guard status == 0 else { return status }
            isSilent = isSilent && input.pointee.isSilent
            for buffer in 0..<input.pointee.bufferCount where first + buffer < output.pointee.bufferCount {
                guard let data = input.pointee.list.buffers[buffer].mData else { continue }
                _ = realtime_copy(output.pointee.place(first + buffer), data, frames * MemoryLayout<Float>.size)
            }
        }
        output.pointee.isSilent = isSilent
        return 0
    }
}
