import AudioCore
public import AudioToolbox
import AudioUnits

/// Gets frames: the time of the first, their number, and their buffers.
public typealias AVAudioSinkNodeReceiverBlock = (
    UnsafePointer<AudioTimeStamp>, AVAudioFrameCount, UnsafePointer<AudioBufferList>
) -> OSStatus

/// Passes what is connected to it to a block of the program's, on the audio thread.
///
/// For the input of an engine, in the device's cycles: a sink neither plays nor converts. In manual rendering it gets nothing.
open class AVAudioSinkNode: AVAudioNode, @unchecked Sendable {
    private let block: AVAudioSinkNodeReceiverBlock

    /// Creates a sink.
    ///
    /// - Parameter block: gets the frames of a cycle, on the audio thread. It neither waits nor allocates. The status is ignored.
    public init(receiverBlock block: @escaping AVAudioSinkNodeReceiverBlock) {
        self.block = block
        guard let unit = try? NodeUnit(ConverterUnit.converter) else {
            fatalError("there is no room for another audio unit")
        }
        super.init(unit)
    }

    open override var numberOfOutputs: Int { 0 }

    /// The output of the unit has the format of its input.
    func followInput(_ format: AVAudioFormat) throws(AudioError) {
        try nodeUnit?.setFormat(format.engineFormat, kAudioUnitScope_Output, 0)
    }

    var receiver: RootPuller.Receiver {
        nonisolated(unsafe) let block = self.block
        return { time, frames, list in _ = block(time, frames, list) }
    }
}
