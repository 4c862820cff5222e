import Synchronization

/// Bytes from one thread to one other, without locks: the audio thread writes, the disk thread reads, or the reverse.
///
/// Memory is taken in `init` only. The two positions count bytes ever written and read, so that full and empty differ.
package struct ByteRing: ~Copyable, @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer
    private let mask: Int
    /// A cache line apart, so that the two threads do not pull one line to and fro.
    private let written = Atomic<Int>(0)
    private let padding: (Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0)
    private let read = Atomic<Int>(0)

    /// - Parameter capacity: bytes; rounded up to a power of two.
    package init(capacity: Int) {
        var size = 4096
        while size < capacity { size *= 2 }
        memory = .allocate(byteCount: size, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        mask = size - 1
    }

    deinit { memory.deallocate() }

    package var capacity: Int {
        @_noLocks get { memory.count }
    }

    /// Bytes that can be written now. For the writing thread.
    package var free: Int {
        @_noLocks get { memory.count - (written.load(ordering: .relaxed) - read.load(ordering: .acquiring)) }
    }

    /// Bytes that can be read now. For the reading thread.
    package var available: Int {
        @_noLocks get { written.load(ordering: .acquiring) - read.load(ordering: .relaxed) }
    }

    /// Writes `count` bytes at `offset` behind those published, which must be free. `publish` makes them readable.
    @_noLocks package func stage(_ source: UnsafeRawPointer, count: Int, offset: Int) {
        let position = (written.load(ordering: .relaxed) + offset) & mask
        let first = min(count, memory.count - position)
        let base = memory.baseAddress.unsafelyUnwrapped
        (base + position).copyMemory(from: source, byteCount: first)
        if first < count { base.copyMemory(from: source + first, byteCount: count - first) }
    }

    /// Writes a number, least significant byte first, at `offset` behind those published.
    @_noLocks package func stage(_ value: Int, offset: Int) {
        let position = written.load(ordering: .relaxed) + offset
        let base = memory.baseAddress.unsafelyUnwrapped
        for i in 0..<MemoryLayout<Int>.size {
            base.storeBytes(
                of: UInt8(truncatingIfNeeded: value >> (8 * i)), toByteOffset: (position + i) & mask, as: UInt8.self)
        }
    }

    /// Makes `count` staged bytes readable.
    @_noLocks package func publish(_ count: Int) { written.add(count, ordering: .releasing) }

    /// Copies `count` bytes, which must be available, and gives their room back.
    @_noLocks package func take(into target: UnsafeMutableRawPointer, count: Int) {
        let position = read.load(ordering: .relaxed) & mask
        let first = min(count, memory.count - position)
        let base = memory.baseAddress.unsafelyUnwrapped
        target.copyMemory(from: base + position, byteCount: first)
        if first < count { (target + first).copyMemory(from: base, byteCount: count - first) }
        read.add(count, ordering: .releasing)
    }
}
