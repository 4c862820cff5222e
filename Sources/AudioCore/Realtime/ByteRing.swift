/// A queue of bytes between one thread that writes and one that reads, without locks: the audio thread writes what the disk
/// thread reads.
///
/// A record is written in parts, and published as a whole.
package struct ByteRing: ~Copyable, @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private let positions: QueuePositions

    /// - Parameter capacity: bytes that must fit at least.
    package init(capacity: Int) {
        positions = QueuePositions(atLeast: max(4096, capacity))
        memory = .allocate(byteCount: positions.capacity, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: positions.capacity)
    }

    deinit { memory.deallocate() }

    package var capacity: Int { @_noLocks get { positions.capacity } }

    /// Bytes that can be written now. For the writing thread.
    package var free: Int { @_noLocks get { positions.room } }

    /// Bytes that can be read now. For the reading thread.
    package var available: Int { @_noLocks get { positions.filled } }

    /// Writes `count` bytes at `offset` behind those published, which must be free. `publish` makes them readable.
    @_noLocks package func stage(_ source: UnsafeRawPointer, count: Int, offset: Int) {
        let at = positions.end + offset
        let first = min(count, positions.run(from: at))
        (memory + positions.place(at)).copyMemory(from: source, byteCount: first)
        if first < count { memory.copyMemory(from: source + first, byteCount: count - first) }
    }

    /// Writes a number, least significant byte first, at `offset` behind those published.
    @_noLocks package func stage(_ value: Int, offset: Int) {
        for i in 0..<MemoryLayout<Int>.size {
            let byte = UInt8(truncatingIfNeeded: value >> (8 * i))
            memory.storeBytes(of: byte, toByteOffset: positions.place(positions.end + offset + i), as: UInt8.self)
        }
    }

    /// Makes `count` staged bytes readable.
    @_noLocks package func publish(_ count: Int) { positions.commit(count) }

    /// Copies `count` bytes, which must be available, and gives their room back.
    @_noLocks package func take(into target: UnsafeMutableRawPointer, count: Int) {
        let at = positions.start
        let first = min(count, positions.run(from: at))
        target.copyMemory(from: memory + positions.place(at), byteCount: first)
        if first < count { (target + first).copyMemory(from: memory, byteCount: count - first) }
        positions.advance(count)
    }
}
