import AudioToolbox
import AudioUnits
import Glibc

/// What an effect gets that nothing is connected to: silence, where a unit without a source would fail.
enum SilentInput {
    private static let callback: RenderCallback = { _, flags, _, _, _, list in
        guard let list else { return 0 }
        let buffers = BufferList(list)
        for index in 0..<buffers.count {
            if let data = buffers.buffers[index].mData { memset(data, 0, Int(buffers.buffers[index].mDataByteSize)) }
        }
        flags.pointee |= AudioUnitRenderActionFlags.unitRenderAction_OutputIsSilence.rawValue
        return 0
    }

    /// The address of an `AURenderCallback`, which needs no context.
    static var function: UInt { unsafeBitCast(callback, to: UInt.self) }

    /// Gives silence to the input of a unit that nothing is connected to.
    static func connect(to unit: NodeUnit) {
        try? unit.setValue(
            kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, to: (function: function, context: UInt(0)))
    }
}
