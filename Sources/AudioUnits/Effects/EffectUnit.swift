import AudioCore
import CAudioToolbox
import CRealtime

/// A unit that changes sound: as many channels come out as go in, at the same rate.
package class EffectUnit: Unit, @unchecked Sendable {
    /// 1 to pass the input through unchanged, else 0.
    let bypass = Latest(0)

    /// The part of the audio half that differs between effects.
    func makeProcessor(_ format: StreamFormat, _ parameters: RenderParameters) throws(AudioError) -> Processor {
        throw .unitFailedInitialization
    }

    /// The filters that the sound passes one after the other, and the gain with them; nil where the effect is something else.
    var filters: (list: [Biquad], gain: Double)? { nil }

    override package func check(_ state: UnitState) throws(AudioError) {
        let (input, output) = (state.inputs[0].format, state.outputs[0].format)
        guard input.channels == output.channels else {
            throw .unitFormat.because("the input has \(input.channels) channels and the output \(output.channels)")
        }
        guard input.sampleRate == output.sampleRate else {
            throw .unitFormat.because("the input and the output have different rates")
        }
    }

    /// An output whose format no client has set has the input's.
    override package func adopt(_ scope: AudioUnitScope, _ element: AudioUnitElement, _ state: inout UnitState) {
        guard scope == kAudioUnitScope_Input, !state.outputs[0].isFormatSet else { return }
        state.outputs[0].format = state.inputs[0].format
    }

    override package func makeKernel(
        _ state: UnitState, _ parameters: RenderParameters
    ) throws(AudioError) -> Kernel {
        EffectKernel(try makeProcessor(state.outputs[0].format, parameters), bypass)
    }

    override package func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        switch request.id {
        case kAudioUnitProperty_BypassEffect:
            try expectGlobal(request)
            return .flag(bypass.read() != 0)
        case kAudioUnitProperty_InPlaceProcessing:
            try expectGlobal(request)
            return .flag(true)
        case kAudioUnitProperty_FrequencyResponse: return try frequencyResponse(request)
        default: return nil
        }
    }

    override package func isOwnWritable(_ request: UnitRequest) -> Bool? {
        request.id == kAudioUnitProperty_FrequencyResponse ? false : nil
    }

    override package func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAudioUnitProperty_BypassEffect:
            try expectGlobal(request)
            let isOn = try request.flag()
            let wasOn = bypass.exchange(isOn ? 1 : 0) != 0
            // Behind a bypass the sound begins anew.
            if wasOn, !isOn { reset() }
            if wasOn != isOn { notify(request.id) }
        case kAudioUnitProperty_InPlaceProcessing:
            try expectGlobal(request)
            _ = try request.flag()
        default: return false
        }
        return true
    }
}

/// What an effect does to channels of Float32. Its functions run on the audio thread, one at a time.
class Processor: @unchecked Sendable {
    /// Changes frames in place, with the parameters of the slice. An override is `@_noLocks` too.
    ///
    /// - Parameter output: whose memory has the input of all channels.
    @_noLocks func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {}

    /// Takes frames that are to pass unchanged. An override is `@_noLocks` too, and may fade to them.
    ///
    /// - Returns: whether they are as they were.
    @_noLocks func bypass(_ output: UnsafeMutablePointer<RenderBus>, frames: Int) -> Bool { true }

    /// Discards the sound so far. An override is `@_noLocks` too.
    @_noLocks func reset() {}
}

private final class EffectKernel: Kernel, @unchecked Sendable {
    private let processor: Processor
    private let processorLink: Unmanaged<Processor>
    private let bypass: Latest
    private let bypassLink: Unmanaged<Latest>

    init(_ processor: Processor, _ bypass: Latest) {
        (self.processor, self.bypass) = (processor, bypass)
        processorLink = .passUnretained(processor)
        bypassLink = .passUnretained(bypass)
    }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let frames = pass.pointee.frames
        let status = plan.pull(0, at: pass.pointee.time, frames: frames)
        guard status == 0 else { return status }
        let (input, output) = (plan.inputs, plan.outputs)
        for index in 0..<output.pointee.bufferCount {
            guard let data = input.pointee.list.buffers[index].mData else { continue }
            _ = realtime_copy(output.pointee.place(index), data, frames * MemoryLayout<Float>.size)
        }
        let processor = processorLink
        if bypassLink._withUnsafeGuaranteedRef({ $0.read() }) != 0 {
            var isUnchanged = false
            // The overrides of this function are checked where they are written.
            realtimeTrusted {
                isUnchanged = processor._withUnsafeGuaranteedRef { $0.bypass(output, frames: frames) }
            }
            output.pointee.isSilent = isUnchanged && input.pointee.isSilent
            return 0
        }
        let values = plan.values
        var first = 0
        while first < frames {
            let last = plan.slice(from: first, frames: frames)
            let start = first
            // As above.
            realtimeTrusted {
                processor._withUnsafeGuaranteedRef { $0.process(output, from: start, to: last, values) }
            }
            first = last
        }
        return 0
    }

    @_noLocks override func reset() {
        let processor = processorLink
        // As above.
        realtimeTrusted { processor._withUnsafeGuaranteedRef { $0.reset() } }
    }
}
