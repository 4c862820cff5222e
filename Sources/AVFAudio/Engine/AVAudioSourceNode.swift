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
    public init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        let (unit, source) = Self.makeUnit(block)
        (self.source, blockFormat) = (source, nil)
        super.init(unit)
    }

    /// Creates a node whose block renders in a format, which the node converts to that of its output.
    ///
    /// - Parameters:
    ///   - format: linear PCM.
    ///   - block: as above.
    public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        require(
            format.isUsable && format.engineFormat.isPCM, "IsFormatSampleRateAndChannelCountValid(format): \(format)")
        let (unit, source) = Self.makeUnit(block)
        (self.source, blockFormat) = (source, format)
        super.init(unit)
        do throws(AudioError) {
            try unit.setFormat(format.engineFormat, kAudioUnitScope_Input, 0)
            try setFormat(format, kAudioUnitScope_Output, 0)
        } catch { require(false, "error \(error.status): \(error.reason)") }
    }

    private static func makeUnit(_ block: @escaping AVAudioSourceNodeRenderBlock) -> (NodeUnit, BlockSource) {
        let source = BlockSource(block)
        guard let unit = try? NodeUnit(ConverterUnit.converter), (try? unit.unit?.setSource(source.callback, 0)) != nil
        else { fatalError("there is no room for another audio unit") }
        return (unit, source)
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
            if isSilence.boolValue {
                flags.pointee |= AudioUnitRenderActionFlags.unitRenderAction_OutputIsSilence.rawValue
            }
            return status
        }
    }
}
