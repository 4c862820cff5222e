import AudioCore
import CAudioToolbox
import CRealtime

/// The buffers of an `AudioBufferList`, whose C array Swift sees only the first of. Real-time safe.
package struct BufferList {
    package let list: UnsafeMutablePointer<AudioBufferList>

    @_noLocks package init(_ list: UnsafeMutablePointer<AudioBufferList>) { self.list = list }

    /// Bytes of an `AudioBufferList` before its first buffer.
    @_noLocks private static func headSize() -> Int { 8 }

    /// A list of empty buffers; to be freed with `deallocate`.
    package static func allocate(count: Int) -> BufferList {
        let size = headSize() + max(count, 1) * MemoryLayout<AudioBuffer>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let list = memory.assumingMemoryBound(to: AudioBufferList.self)
        list.pointee.mNumberBuffers = UInt32(count)
        return BufferList(list)
    }

    package func deallocate() { UnsafeMutableRawPointer(list).deallocate() }

    package var count: Int { @_noLocks get { Int(list.pointee.mNumberBuffers) } }

    package var buffers: UnsafeMutablePointer<AudioBuffer> {
        @_noLocks get {
            (UnsafeMutableRawPointer(list) + Self.headSize()).assumingMemoryBound(to: AudioBuffer.self)
        }
    }

    /// The memory of a buffer as Float32.
    @_noLocks package func samples(_ index: Int) -> UnsafeMutablePointer<Float>? {
        buffers[index].mData?.assumingMemoryBound(to: Float.self)
    }

    /// The memory of a buffer from a byte on; nil where it has none.
    @_noLocks func place(_ index: Int, _ offset: Int) -> UnsafeMutableRawPointer? {
        guard let data = buffers[index].mData else { return nil }
        return data + offset
    }

    /// Sets the size of each buffer.
    @_noLocks package func setSizes(_ bytes: Int) {
        for index in 0..<count { buffers[index].mDataByteSize = UInt32(bytes) }
    }
}

/// One bus of a unit on the audio thread: its form, its memory, and what it held last.
package struct RenderBus {
    /// What the source of an input gave, or what an output renders.
    package let list: BufferList
    package let bufferCount: Int
    package let channelsPerBuffer: Int
    package let bytesPerFrame: Int
    package let format: StreamFormat
    package let sampleRate: Double
    /// The unit's own memory, with `stride` bytes for each buffer.
    let memory: UnsafeMutableRawPointer
    let stride: Int
    /// Whether a callback gets the unit's memory to fill.
    let allocates: Bool
    /// The sample time of what the bus holds; not a number where it holds nothing.
    package var time = Double.nan
    package var frames = 0
    package var isSilent = false
    /// In `AudioUnitProcess`: the client's buffers, which take the place of the source.
    var given: UnsafeMutablePointer<AudioBufferList>?
    /// How many of their frames the kernel has not taken yet, and how many it has.
    var givenFrames = 0
    var givenOffset = 0

    init(_ format: StreamFormat, maximumFrames: Int, allocates: Bool = true) {
        self.format = format
        sampleRate = format.sampleRate
        bufferCount = max(format.bufferCount, 1)
        channelsPerBuffer = format.isInterleaved ? format.channels : 1
        bytesPerFrame = format.bytesPerFrame
        self.allocates = allocates
        stride = (max(maximumFrames, 1) * max(bytesPerFrame, 1) + 63) / 64 * 64
        memory = .allocate(byteCount: stride * bufferCount, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: stride * bufferCount)
        list = .allocate(count: bufferCount)
    }

    func deallocate() {
        list.deallocate()
        memory.deallocate()
    }

    /// The memory of a buffer, which an output's kernel fills. Real-time safe.
    @_noLocks package func place(_ buffer: Int) -> UnsafeMutableRawPointer { memory + buffer * stride }

    /// The same as Float32.
    @_noLocks package func samples(_ buffer: Int) -> UnsafeMutablePointer<Float> {
        place(buffer).assumingMemoryBound(to: Float.self)
    }

    /// Sets the number of frames of the list, in the bus's memory or without memory.
    @_noLocks func prepare(frames: Int, withMemory: Bool) {
        list.list.pointee.mNumberBuffers = UInt32(bufferCount)
        for index in 0..<bufferCount {
            list.buffers[index].mNumberChannels = UInt32(channelsPerBuffer)
            list.buffers[index].mDataByteSize = UInt32(frames * bytesPerFrame)
            list.buffers[index].mData = withMemory ? place(index) : nil
        }
    }

    /// Fills the bus's memory with zeros. Real-time safe.
    @_noLocks package func fillWithSilence(frames: Int) {
        for index in 0..<bufferCount { _ = realtime_fill(place(index), 0, frames * bytesPerFrame) }
    }
}
