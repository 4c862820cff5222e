import AudioCore
import CAudioToolbox
import CRealtime

/// What a unit needs to render, made when it is initialized: its buses, its kernel, its parameters.
package final class RenderPlan: @unchecked Sendable {
    package let maximumFrames: Int
    package let inputCount: Int
    package let outputCount: Int
    /// In the forms that clients have set.
    let sourced: UnsafeMutablePointer<RenderBus>
    package let outputs: UnsafeMutablePointer<RenderBus>
    /// In the forms that the kernel takes; the same where nothing is converted.
    package let inputs: UnsafeMutablePointer<RenderBus>
    let rendered: UnsafeMutablePointer<RenderBus>
    /// What converts between the two; none where they are the same.
    private let inputForms: FormConverters?
    private let outputForms: FormConverters?
    /// The same, to be used without counting references.
    private let inputLinks: UnsafeMutablePointer<Unmanaged<FormConverter>>?
    private let outputLinks: UnsafeMutablePointer<Unmanaged<FormConverter>>?
    package let parameters: RenderParameters
    private let parametersLink: Unmanaged<RenderParameters>
    let rendersAllOutputs: Bool
    /// What a render of given frames returns; 0 to render them.
    let processStatus: Int32
    private let kernel: Kernel
    package var ownKernel: Kernel { kernel }
    private let kernelLink: Unmanaged<Kernel>
    /// The sources of the inputs, which are replaced while the unit renders.
    private let sources: [Published]
    private let sourceLinks: UnsafeMutablePointer<Unmanaged<Published>>
    let turn: RenderTurn
    private let turnLink: Unmanaged<RenderTurn>

    /// - Parameters:
    ///   - inputForms: what converts the inputs for the kernel.
    ///   - outputForms: what converts the outputs of the kernel.
    ///   - turn: that of the plan before, where the kernel continues with its sound.
    init(
        inputs: [RenderBus], outputs: [RenderBus], _ inputForms: FormConverters?, _ outputForms: FormConverters?,
        maximumFrames: Int, sources: [Published], parameters: RenderParameters, kernel: Kernel,
        turn: RenderTurn
    ) {
        self.maximumFrames = maximumFrames
        (inputCount, outputCount) = (inputs.count, outputs.count)
        (self.inputForms, self.outputForms) = (inputForms, outputForms)
        (inputLinks, outputLinks) = (inputForms?.links, outputForms?.links)
        sourced = .allocate(capacity: max(1, inputs.count))
        sourced.initialize(from: inputs, count: inputs.count)
        self.inputs = inputForms?.buses ?? sourced
        self.outputs = .allocate(capacity: max(1, outputs.count))
        self.outputs.initialize(from: outputs, count: outputs.count)
        rendered = outputForms?.buses ?? self.outputs
        self.parameters = parameters
        parametersLink = .passUnretained(parameters)
        self.kernel = kernel
        kernelLink = .passUnretained(kernel)
        rendersAllOutputs = kernel.rendersAllOutputs
        processStatus = kernel.processStatus
        self.turn = turn
        turnLink = .passUnretained(turn)
        self.sources = sources
        sourceLinks = .allocate(capacity: max(1, sources.count))
        for (index, source) in sources.enumerated() { (sourceLinks + index).initialize(to: .passUnretained(source)) }
    }

    deinit {
        for index in 0..<inputCount { sourced[index].deallocate() }
        for index in 0..<outputCount { outputs[index].deallocate() }
        sourced.deallocate()
        outputs.deallocate()
        sourceLinks.deallocate()
    }

    /// Makes the next cycle discard the sound so far. Any thread.
    func requestReset() { turn.requestReset() }

    /// Claims an output, or all where `bus` is -1, for one render. Real-time safe.
    ///
    /// - Returns: false where a render of it is in progress: on another thread, or further up on this one, because the
    ///   unit is among its own sources.
    @_noLocks func claim(_ bus: Int) -> Bool {
        let bits = self.bits(bus)
        return turnLink._withUnsafeGuaranteedRef { bus < 0 ? $0.claimAlone(bits) : $0.claim(bits) }
    }

    @_noLocks func release(_ bus: Int) {
        let bits = self.bits(bus)
        turnLink._withUnsafeGuaranteedRef { $0.release(bits) }
    }

    @_noLocks private func bits(_ bus: Int) -> UInt64 {
        guard bus >= 0 else { return .max }
        return rendersAllOutputs ? 1 : 1 &<< UInt64(truncatingIfNeeded: bus & 63)
    }

    /// Renders an output into the plan's memory, unless that holds the frames of this time already.
    @_noLocks func renderBus(_ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        if turnLink._withUnsafeGuaranteedRef({ $0.takeReset() }) { reset() }
        let bus = pass.pointee.bus
        let time = pass.pointee.time.pointee.mSampleTime
        if outputs[bus].time == time { return 0 }
        let frames = pass.pointee.frames
        parametersLink._withUnsafeGuaranteedRef { $0.beginCycle(frames: frames) }
        for index in 0..<outputCount where rendersAllOutputs || index == bus { rendered[index].isSilent = false }
        var status: Int32 = 0
        let kernel = kernelLink
        // The overrides of this function are checked where they are written.
        let access = RenderAccess(.passUnretained(self), parametersLink)
        realtimeTrusted { status = kernel._withUnsafeGuaranteedRef { $0.render(access, pass) } }
        parametersLink._withUnsafeGuaranteedRef { $0.endCycle(frames: frames) }
        guard status == 0 else { return status }
        for index in 0..<outputCount where rendersAllOutputs || index == bus {
            status = deliver(index, frames)
            guard status == 0 else { return status }
            // A render of no frames is none.
            outputs[index].time = frames > 0 ? time : .nan
            outputs[index].frames = frames
        }
        return 0
    }

    /// Converts what the kernel has rendered.
    @_noLocks private func deliver(_ index: Int, _ frames: Int) -> Int32 {
        guard let forms = outputLinks else { return 0 }
        let (from, to) = (rendered + index, outputs + index)
        from.pointee.prepare(frames: frames, withMemory: true)
        to.pointee.prepare(frames: frames, withMemory: true)
        to.pointee.isSilent = from.pointee.isSilent
        let (source, target, bytes) = (from.pointee.list, to.pointee.list, from.pointee.bytesPerFrame)
        return forms[index]._withUnsafeGuaranteedRef {
            $0.convert(source, into: target, frames: frames, bytesPerFrame: bytes)
        }
    }

    /// Converts what an input's source gave.
    @_noLocks private func take(_ index: Int, _ frames: Int) -> Int32 {
        guard let forms = inputLinks else { return 0 }
        let (from, to) = (sourced + index, inputs + index)
        to.pointee.prepare(frames: frames, withMemory: true)
        to.pointee.isSilent = from.pointee.isSilent
        let (source, target, bytes) = (from.pointee.list, to.pointee.list, from.pointee.bytesPerFrame)
        return forms[index]._withUnsafeGuaranteedRef {
            $0.convert(source, into: target, frames: frames, bytesPerFrame: bytes)
        }
    }

    @_noLocks private func reset() {
        for index in 0..<outputCount { outputs[index].time = .nan }
        let kernel = kernelLink
        // As above.
        realtimeTrusted { kernel._withUnsafeGuaranteedRef { $0.reset() } }
    }

    /// Whether an input has a source. Real-time safe.
    @_noLocks func hasSource(_ index: Int) -> Bool {
        if sourced[index].given != nil { return true }
        return sourceLinks[index]._withUnsafeGuaranteedRef { $0.raw != nil }
    }

    /// Gets frames from the source of an input, which are then in its list. Real-time safe.
    ///
    /// - Returns: `unitNoConnection` without a source; the source's status; `unitValue` where its list makes no sense.
    @_noLocks func pull(_ index: Int, at time: UnsafePointer<AudioTimeStamp>, frames: Int) -> Int32 {
        let status = pullSource(index, at: time, frames: frames)
        return status == 0 ? take(index, frames) : status
    }

    @_noLocks private func pullSource(_ index: Int, at time: UnsafePointer<AudioTimeStamp>, frames: Int) -> Int32 {
        let bus = sourced + index
        bus.pointee.isSilent = false
        if let given = bus.pointee.given {
            return takeGiven(BufferList(given), bus, frames: frames)
        }
        guard let raw = sourceLinks[index]._withUnsafeGuaranteedRef({ $0.raw }) else {
            return kAudioUnitErr_NoConnection
        }
        let source = Unmanaged<InputSource>.fromOpaque(raw)
        let isOwn = source._withUnsafeGuaranteedRef { $0.isOwnUnit }
        let isCallback = source._withUnsafeGuaranteedRef { $0.isCallback }
        // What a unit of ours would lend is gone when it is rebuilt or disposed of: it fills the memory of the input.
        bus.pointee.prepare(frames: frames, withMemory: isOwn || isCallback && bus.pointee.allocates)
        var flags: UInt32 = 0
        let status = source._withUnsafeGuaranteedRef {
            $0.pull(&flags, time, element: UInt32(index), frames: UInt32(frames), bus.pointee.list.list)
        }
        guard status == 0 else { return status }
        bus.pointee.isSilent = flags & RenderFlags.isSilence != 0
        return check(bus, frames: frames)
    }

    @_noLocks private func takeGiven(
        _ given: BufferList, _ bus: UnsafeMutablePointer<RenderBus>, frames: Int
    ) -> Int32 {
        guard frames <= bus.pointee.givenFrames else { return kAudioUnitErr_InvalidPropertyValue }
        bus.pointee.prepare(frames: frames, withMemory: false)
        let offset = bus.pointee.givenOffset * bus.pointee.bytesPerFrame
        for index in 0..<bus.pointee.bufferCount {
            bus.pointee.list.buffers[index].mData = given.place(index, offset)
        }
        bus.pointee.givenFrames -= frames
        bus.pointee.givenOffset += frames
        return 0
    }

    /// Checks what a source gave. The missing part of a buffer is silent.
    @_noLocks private func check(_ bus: UnsafeMutablePointer<RenderBus>, frames: Int) -> Int32 {
        let list = bus.pointee.list
        let size = frames * bus.pointee.bytesPerFrame
        guard list.count == bus.pointee.bufferCount else { return kAudioUnitErr_InvalidPropertyValue }
        for index in 0..<bus.pointee.bufferCount {
            guard let data = list.buffers[index].mData else { return kAudioUnitErr_InvalidPropertyValue }
            let got = Int(list.buffers[index].mDataByteSize)
            guard got < size else { continue }
            let own = bus.pointee.place(index)
            if own != data { _ = realtime_copy(own, data, got) }
            _ = realtime_fill(own + got, 0, size - got)
            list.buffers[index].mData = own
            list.buffers[index].mDataByteSize = UInt32(size)
        }
        return 0
    }
}
