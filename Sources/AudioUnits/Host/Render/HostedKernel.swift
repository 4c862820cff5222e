import AudioCore
import CAudioToolbox
import CRealtime

/// The audio half of a hosted unit: calls the object's render block, which asks for the inputs.
final class HostedKernel: Kernel, @unchecked Sendable {
    private let call: HostedRender
    private let inputs: HostedInputs
    private let inputsLink: Unmanaged<HostedInputs>
    private let pull: HostedPull?
    private let hasOneOutput: Bool

    /// An object renders its outputs one by one.
    override var rendersAllOutputs: Bool { hasOneOutput }

    init(_ render: @escaping HostedRender, inputs count: Int, outputs: Int) {
        call = render
        let inputs = HostedInputs()
        self.inputs = inputs
        inputsLink = .passUnretained(inputs)
        // Made once, so that a cycle makes no closure. A unit without inputs has nothing to ask for.
        let pull: HostedPull = { flags, time, frames, bus, list in
            inputs.pull(flags, time, Int(frames), bus, BufferList(list))
        }
        self.pull = count > 0 ? pull : nil
        hasOneOutput = outputs <= 1
    }

    @available(*, unavailable) override init() { fatalError("a kernel of an object has its code") }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let (bus, frames, time) = (pass.pointee.bus, pass.pointee.frames, pass.pointee.time)
        let output = plan.outputs + bus
        output.pointee.prepare(frames: frames, withMemory: true)
        let list = output.pointee.list
        var flags = AudioUnitRenderActionFlags(rawValue: 0)
        var status: Int32 = 0
        inputsLink._withUnsafeGuaranteedRef { $0.plan = plan }
        let own = Unmanaged.passUnretained(self)
        LockOrder.willCallClient(under: .cycle)
        // The client has promised real-time safety. The closures are not made here, and counting references takes no lock.
        realtimeTrusted {
            own._withUnsafeGuaranteedRef {
                status = $0.call(&flags, time, UInt32(frames), bus, list.list, $0.pull)
            }
        }
        inputsLink._withUnsafeGuaranteedRef { $0.plan = nil }
        guard status == 0 else { return status }
        output.pointee.isSilent = flags.rawValue & RenderFlags.isSilence != 0
        return collect(output, frames)
    }

    /// Copies what the object has left in memory of its own.
    @_noLocks private func collect(_ output: UnsafeMutablePointer<RenderBus>, _ frames: Int) -> Int32 {
        let list = output.pointee.list
        guard list.count == output.pointee.bufferCount else { return kAudioUnitErr_InvalidPropertyValue }
        let size = frames * output.pointee.bytesPerFrame
        for index in 0..<list.count {
            let place = output.pointee.place(index)
            guard let data = list.buffers[index].mData else {
                _ = realtime_fill(place, 0, size)
                continue
            }
            let got = min(size, Int(list.buffers[index].mDataByteSize))
            if data != place { _ = realtime_copy(place, data, got) }
            if got < size { _ = realtime_fill(place + got, 0, size - got) }
        }
        return 0
    }
}

/// The inputs of a hosted unit, which its object asks for in a cycle.
private final class HostedInputs: @unchecked Sendable {
    /// The plan that renders; nil between cycles.
    var plan: RenderAccess?

    /// Gives the frames of an input in a client's list. Audio thread.
    @_noLocks func pull(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frames: Int, _ bus: Int, _ list: BufferList
    ) -> Int32 {
        guard let plan else { return kAudioUnitErr_CannotDoInCurrentContext }
        guard bus >= 0, bus < plan.inputCount else { return kAudioUnitErr_InvalidElement }
        guard frames <= plan.maximumFrames else { return kAudioUnitErr_TooManyFramesToProcess }
        let status = plan.pull(bus, at: time, frames: frames)
        guard status == 0 else { return status }
        let input = plan.inputs + bus
        guard list.count == input.pointee.bufferCount else { return kAudioUnitErr_FormatNotSupported }
        let size = frames * input.pointee.bytesPerFrame
        for index in 0..<list.count {
            guard let data = input.pointee.list.buffers[index].mData else { continue }
            if let target = list.buffers[index].mData {
                guard list.buffers[index].mDataByteSize >= UInt32(size) else { return kAudio_ParamError }
                if target != data { _ = realtime_copy(target, data, size) }
            } else {
                list.buffers[index].mData = data
            }
            list.buffers[index].mDataByteSize = UInt32(size)
        }
        let silence = RenderFlags.isSilence
        flags.pointee = AudioUnitRenderActionFlags(
            rawValue: input.pointee.isSilent ? flags.pointee.rawValue | silence : flags.pointee.rawValue & ~silence)
        return 0
    }
}
