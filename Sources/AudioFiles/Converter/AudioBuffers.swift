import CAudioToolbox

/// The buffers of an `AudioBufferList`, whose C array Swift sees only the first of.
package struct AudioBuffers {
    package let list: UnsafeMutablePointer<AudioBufferList>

    package init(_ list: UnsafeMutablePointer<AudioBufferList>) { self.list = list }

    private static let headSize = MemoryLayout<AudioBufferList>.size - MemoryLayout<AudioBuffer>.size

    /// A list of `count` empty buffers; to be freed with `deallocate`.
    package static func allocate(count: Int) -> AudioBuffers {
        let size = headSize + max(count, 1) * MemoryLayout<AudioBuffer>.stride
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size, alignment: MemoryLayout<AudioBufferList>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let buffers = AudioBuffers(memory.assumingMemoryBound(to: AudioBufferList.self))
        buffers.list.pointee.mNumberBuffers = UInt32(count)
        return buffers
    }

    package func deallocate() { UnsafeMutableRawPointer(list).deallocate() }

    var count: Int { Int(list.pointee.mNumberBuffers) }

    package subscript(index: Int) -> AudioBuffer {
        get { first[index] }
        nonmutating set { first[index] = newValue }
    }

    func setSize(_ bytes: Int, of index: Int) { first[index].mDataByteSize = UInt32(bytes) }

    private var first: UnsafeMutablePointer<AudioBuffer> {
        (UnsafeMutableRawPointer(list) + Self.headSize).assumingMemoryBound(to: AudioBuffer.self)
    }
}
