public import AudioToolbox
public import Foundation

/// Memory for audio of a format. See `AVAudioPCMBuffer` and `AVAudioCompressedBuffer`.
open class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying {
    private let bufferFormat: AVAudioFormat
    let memory: BufferMemory

    init(format: AVAudioFormat, memory: BufferMemory) {
        bufferFormat = format
        self.memory = memory
        super.init()
    }

    /// What the memory holds.
    open var format: AVAudioFormat { bufferFormat }

    /// The memory as the C functions take it. The sizes are those of what the buffer holds now.
    open var audioBufferList: UnsafePointer<AudioBufferList> { UnsafePointer(memory.filled.list) }

    /// The memory as C functions that write take it. Each time this is asked for, the sizes are those of the whole memory.
    /// After writing less, set `frameLength`, or `byteLength` and `packetCount`.
    open var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
        memory.describeRoom()
        return memory.room.list
    }

    /// A buffer with memory of its own that holds the same.
    ///
    /// - Parameter zone: has no effect.
    /// - Returns: a buffer of the same class.
    open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

    /// The same as `copy(with:)`: all buffers can be changed.
    ///
    /// - Parameter zone: has no effect.
    /// - Returns: a buffer of the same class.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { duplicate() }

    func duplicate() -> AVAudioBuffer { fatalError("the buffer's class does not copy") }
}
