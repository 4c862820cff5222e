import AudioCore
import AudioFiles
import AudioToolbox

/// A buffer as the output of a conversion.
struct BufferTransfer {
    private let buffer: AVAudioBuffer
    let list: UnsafeMutablePointer<AudioBufferList>
    let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    /// Frames of linear PCM, or packets.
    let packetCapacity: UInt32

    /// - Returns: nil for a buffer of another format than the converter's, or without room.
    init?(_ buffer: AVAudioBuffer, format: AVAudioFormat) {
        guard buffer.format.hasSameForm(as: format) else { return nil }
        self.buffer = buffer
        switch buffer {
        case let pcm as AVAudioPCMBuffer:
            packetCapacity = pcm.frameCapacity
            descriptions = nil
        case let compressed as AVAudioCompressedBuffer:
            packetCapacity = compressed.packetCapacity
            descriptions = compressed.packetDescriptions
        default: return nil
        }
        guard packetCapacity > 0 else { return nil }
        list = buffer.mutableAudioBufferList
    }

    /// Sets how much is in the buffer.
    func setLength(packets: UInt32) {
        if let pcm = buffer as? AVAudioPCMBuffer {
            pcm.frameLength = packets
        } else if let compressed = buffer as? AVAudioCompressedBuffer {
            compressed.packetCount = packets
            compressed.byteLength = packets == 0 ? 0 : list.pointee.mBuffers.mDataByteSize
        }
    }

    /// Frames or packets that a buffer holds.
    static func packets(of buffer: AVAudioBuffer) -> UInt32 {
        (buffer as? AVAudioPCMBuffer)?.frameLength ?? (buffer as? AVAudioCompressedBuffer)?.packetCount ?? 0
    }

    /// Points a converter's input list at what a buffer holds.
    static func point(_ list: UnsafeMutablePointer<AudioBufferList>, at buffer: AVAudioBuffer) {
        let target = AudioBuffers(list)
        for index in 0..<buffer.memory.count { target[index] = buffer.memory.filled[index] }
    }
}
