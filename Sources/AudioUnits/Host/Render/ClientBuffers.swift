import AudioCore
import CAudioToolbox
import CRealtime

// What a renderer does with a client's buffers: it checks them before a cycle, and fills them after it.

extension RenderPlan {
    /// Checks the arguments of a render, in the order that clients expect.
    @_noLocks func check(_ bus: UInt32, _ frames: UInt32, _ list: BufferList) -> Int32 {
        guard Int(frames) <= maximumFrames else { return kAudioUnitErr_TooManyFramesToProcess }
        guard Int(bus) < outputCount else { return kAudioUnitErr_InvalidElement }
        let output = outputs + Int(bus)
        guard list.count == output.pointee.bufferCount else { return kAudio_ParamError }
        let size = frames * UInt32(output.pointee.bytesPerFrame)
        guard list.buffers[0].mData != nil else { return 0 }
        for index in 0..<list.count {
            guard list.buffers[index].mData != nil, list.buffers[index].mDataByteSize >= size else {
                return kAudio_ParamError
            }
            list.buffers[index].mDataByteSize = size
        }
        return 0
    }

    /// - Parameter isChecked: false where the client has checked its buffers.
    @_noLocks func check(_ frames: UInt32, _ given: UnitRenderer.Given, isChecked: Bool) -> Int32 {
        guard outputCount > 0 else { return kAudio_UnimplementedError }
        guard processStatus == 0 else { return processStatus }
        guard given.inputCount == inputCount, given.outputCount <= outputCount else { return kAudio_ParamError }
        guard Int(frames) <= maximumFrames else { return kAudioUnitErr_TooManyFramesToProcess }
        guard isChecked else { return 0 }
        for index in 0..<given.inputCount {
            let list = BufferList(given.inputs[index])
            guard sourced[index].holds(list, frames, mayBeNull: false) else { return kAudio_ParamError }
        }
        for index in 0..<given.outputCount {
            guard outputs[index].holds(BufferList(given.outputs[index]), frames, mayBeNull: true) else {
                return kAudio_ParamError
            }
        }
        return 0
    }

    @_noLocks func process(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: UnsafePointer<AudioTimeStamp>,
        _ frames: Int, _ given: UnitRenderer.Given
    ) -> Int32 {
        for index in 0..<given.inputCount {
            (sourced[index].given, sourced[index].givenFrames) = (given.inputs[index], frames)
            sourced[index].givenOffset = 0
        }
        var pass = RenderPass(flags?.pointee ?? 0, time, bus: 0, frames: frames, isGiven: true)
        let status = renderBus(&pass)
        for index in 0..<given.inputCount { sourced[index].given = nil }
        guard status == 0 else { return status }
        for index in 0..<given.outputCount {
            outputs[index].hand(to: BufferList(given.outputs[index]), frames, index == 0 ? flags : nil)
        }
        return 0
    }
}

extension RenderBus {
    /// Copies an output to the caller's buffers. Where the first has no memory, all are lent the bus's.
    @_noLocks func hand(to list: BufferList, _ frames: Int, _ flags: UnsafeMutablePointer<UInt32>?) {
        let size = frames * bytesPerFrame
        let valid = min(frames, self.frames) * bytesPerFrame
        // Their sizes have been checked only where the first has memory.
        let isLent = list.buffers[0].mData == nil
        for index in 0..<bufferCount {
            let place = self.place(index)
            if valid < size { _ = realtime_fill(place + valid, 0, size - valid) }
            if !isLent, let data = list.buffers[index].mData {
                if data != place { _ = realtime_copy(data, place, size) }
            } else {
                list.buffers[index].mData = place
            }
            list.buffers[index].mNumberChannels = UInt32(channelsPerBuffer)
            list.buffers[index].mDataByteSize = UInt32(size)
        }
        guard let flags else { return }
        flags.pointee = isSilent ? flags.pointee | RenderFlags.isSilence : flags.pointee & ~RenderFlags.isSilence
    }

    @_noLocks func holds(_ list: BufferList, _ frames: UInt32, mayBeNull: Bool) -> Bool {
        guard list.count == bufferCount else { return false }
        if mayBeNull, list.buffers[0].mData == nil { return true }
        for index in 0..<list.count {
            guard list.buffers[index].mData != nil,
                list.buffers[index].mDataByteSize >= frames * UInt32(bytesPerFrame)
            else { return false }
        }
        return true
    }
}
