import AudioFiles
import AudioToolbox
import Foundation

/// The memory of a buffer, and the two lists that describe it.
final class BufferMemory {
    /// With the sizes of what is in the memory.
    let filled: AudioBuffers
    /// With the sizes of the memory.
    let room: AudioBuffers
    let count: Int
    /// Bytes of each buffer.
    let capacity: Int
    private let buffers: [AudioBuffer]
    private let deallocate: () -> Void

    /// Memory of zeros.
    ///
    /// - Parameters:
    ///   - count: of buffers.
    ///   - channels: of each buffer.
    ///   - capacity: bytes of each buffer.
    /// - Returns: nil for more bytes than a buffer list can state, or than there are.
    init?(count: Int, channels: Int, capacity: Int) {
        guard let size = UInt32(exactly: capacity), let (memory, stride) = Self.zeros(count: count, capacity) else {
            return nil
        }
        self.count = count
        self.capacity = capacity
        buffers = (0..<count).map {
            AudioBuffer(mNumberChannels: UInt32(channels), mDataByteSize: size, mData: memory + $0 * stride)
        }
        deallocate = { free(memory) }
        filled = Self.list(buffers, size: 0)
        room = Self.list(buffers, size: size)
    }

    /// The memory of a client's list, which `deallocate` frees.
    init(_ list: [AudioBuffer], deallocate: @escaping () -> Void) {
        buffers = list
        count = list.count
        capacity = Int(list.first?.mDataByteSize ?? 0)
        self.deallocate = deallocate
        filled = Self.list(list, size: 0)
        room = Self.list(list, size: UInt32(capacity))
    }

    deinit {
        deallocate()
        filled.deallocate()
        room.deallocate()
    }

    /// Buffers are 64 bytes or a multiple of that apart.
    private static func zeros(count: Int, _ capacity: Int) -> (UnsafeMutableRawPointer, stride: Int)? {
        let stride = (capacity + 63) / 64 * 64
        let (size, isTooLarge) = max(stride, 64).multipliedReportingOverflow(by: count)
        guard !isTooLarge, let memory = calloc(1, size + 64) else { return nil }
        return (memory, stride)
    }

    private static func list(_ buffers: [AudioBuffer], size: UInt32) -> AudioBuffers {
        let list = AudioBuffers.allocate(count: buffers.count)
        for (index, buffer) in buffers.enumerated() {
            list[index] = buffer
            list[index].mDataByteSize = size
        }
        return list
    }

    /// The first byte of a buffer.
    func data(_ index: Int) -> UnsafeMutableRawPointer { buffers[index].mData! }

    /// Says how many bytes of each buffer hold something.
    func fill(_ bytes: Int) {
        for index in 0..<count { filled[index].mDataByteSize = UInt32(bytes) }
    }

    /// Writes the list of the whole memory anew, which a C function may have changed.
    func describeRoom() {
        room.list.pointee.mNumberBuffers = UInt32(count)
        for index in 0..<count { room[index] = buffers[index] }
    }

    /// Copies the first bytes of each buffer of another memory.
    func copy(_ bytes: Int, from other: BufferMemory) {
        for index in 0..<count { data(index).copyMemory(from: other.data(index), byteCount: bytes) }
    }
}
