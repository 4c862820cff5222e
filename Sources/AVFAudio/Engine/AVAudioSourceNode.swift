import AudioCore
public import AudioToolbox
import AudioUnits
public import Foundation

/// Renders frames: whether they are silence, the time of the first, their number, and the buffers to fill.
public typealias AVAudioSourceNodeRenderBlock = (
    UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
    UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// Renders what a block of the program's generates.
open class AVAudioSourceNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    private let source: BlockSource

    /// Creates a node whose block renders in the format of the node's output.
    ///
    /// - Parameter block: fills the buffers of a cycle, on the audio thread. It neither waits nor allocates. A status other than 0 makes
    ///   the cycle silent; `isSilence` says that the frames, which are 0, are silence.
    public convenience init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        self.init(nil, block)
    }

    /// Creates a node whose block renders in a format, which the node converts to that of its output.
    ///
    /// - Parameters:
    ///   - format: linear PCM.
    ///   - block: as above.
    public convenience init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        require(format.isUsable && format.engineFormat.isPCM, "IsFormatSampleRateAndChannelCountValid(format): \(format)")
        self.init(format, block)
    }

    private init(_ format: AVAudioFormat?, _ block: @escaping AVAudioSourceNodeRenderBlock) {
        guard let unit = try? NodeUnit(ConverterUnit.converter) else {
            fatalError("there is no room for another audio unit")
        }
        source = BlockSource(block)
        blockFormat = format
        super.init(unit)
        do throws(AudioError) {
            try unit.unit?.setSource(source.callback, 0)
            guard let format else { return }
            try unit.setFormat(format.engineFormat, kAudioUnitScope_Input, 0)
            try setFormat(format, kAudioUnitScope_Output, 0)
        } catch { require(false, "error \(error.status): \(error.reason)") }
    }

    private let blockFormat: AVAudioFormat?
    open override var numberOfInputs: Int { 0 }

    override func setFormat(_ format: AVAudioFormat, _ scope: AudioUnitScope, _ bus: Int) throws(AudioError) {
        try super.setFormat(format, scope, bus)
        if blockFormat == nil { try nodeUnit?.setFormat(format.engineFormat, kAudioUnitScope_Input, 0) }
    }
}

/// A block as the audio thread calls it.
private final class BlockSource: @unchecked Sendable {
    private let block: AVAudioSourceNodeRenderBlock

    init(_ block: @escaping AVAudioSourceNodeRenderBlock) { self.block = block }

    var callback: InputSource { InputSource(Self.function, Unmanaged.passUnretained(self).toOpaque(), keeping: self) }

    private static let function: RenderCallback = { context, flags, time, bus, frames, list in
        guard let context, let list else { return 0 }
        return Unmanaged<BlockSource>.fromOpaque(context)._withUnsafeGuaranteedRef { source in
            var isSilence = ObjCBool(false)
            let status = source.block(&isSilence, time, frames, list)
            if isSilence.boolValue { flags.pointee |= AudioUnitRenderActionFlags.unitRenderAction_OutputIsSilence.rawValue }
            return status
        }
    }
}
