import CRealtime
import Synchronization

/// A queue of interleaved Float32 frames between one thread that writes and one that reads, without locks.
///
/// Either side may be the audio thread. Positions count frames from the beginning and never wrap; each stands on a cache
/// line of its own, with the writer's or reader's memory of the other side's, so that the two do not disturb each other.
package final class Ring: @unchecked Sendable {
    package let channels: Int
    /// Frames that fit, a power of two.
    package let capacity: Int
    private let samples: UnsafeMutablePointer<Float>
    private let memory: UnsafeMutableRawPointer
    private let written: UnsafeMutablePointer<Atomic<Int>>
    private let read: UnsafeMutablePointer<Atomic<Int>>
    /// The writer's memory of `read`, and the reader's of `written`.
    private let knownRead: UnsafeMutablePointer<Int>
    private let knownWritten: UnsafeMutablePointer<Int>

    /// Two lines of today's processors, which fetch lines in pairs.
    private static let line = 128

    /// - Parameter frames: how many must fit at least.
    package init(frames: Int, channels: Int) {
        precondition(frames > 0 && channels > 0)
        self.channels = channels
        var capacity = 1
        while capacity < frames { capacity *= 2 }
        self.capacity = capacity
        samples = .allocate(capacity: capacity * channels)
        samples.initialize(repeating: 0, count: capacity * channels)
        memory = .allocate(byteCount: 4 * Self.line, alignment: Self.line)
        written = memory.bindMemory(to: Atomic<Int>.self, capacity: 1)
        knownRead = (memory + Self.line).bindMemory(to: Int.self, capacity: 1)
        read = (memory + 2 * Self.line).bindMemory(to: Atomic<Int>.self, capacity: 1)
        knownWritten = (memory + 3 * Self.line).bindMemory(to: Int.self, capacity: 1)
        written.initialize(to: Atomic(0))
        read.initialize(to: Atomic(0))
        knownRead.initialize(to: 0)
        knownWritten.initialize(to: 0)
    }

    deinit {
        samples.deallocate()
        memory.deallocate()
    }

    /// Frames written so far. For any thread.
    package var writtenFrames: Int { @_noLocks get { written.pointee.load(ordering: .acquiring) } }
    /// Frames read so far. For any thread.
    package var readFrames: Int { @_noLocks get { read.pointee.load(ordering: .acquiring) } }

    /// Frames written and not yet read. May be called on any thread. Out of date at once if a reader or a writer is
    /// active.
    package var waitingFrames: Int {
        // Loads the reader's position first, so that the difference is never negative.
        let read = readFrames
        return min(capacity, writtenFrames - read)
    }

    /// Frames that the writer can write now. For the writer alone.
    @_noLocks package func room() -> Int {
        knownRead.pointee = read.pointee.load(ordering: .acquiring)
        return capacity - (written.pointee.load(ordering: .relaxed) - knownRead.pointee)
    }

    /// Frames that the reader can read now. For the reader alone.
    @_noLocks package func filled() -> Int {
        knownWritten.pointee = written.pointee.load(ordering: .acquiring)
        return knownWritten.pointee - read.pointee.load(ordering: .relaxed)
    }

    /// Copies as many of `frames` as there is room for, and says how many that were. For the writer alone.
    @_noLocks package func write(_ source: UnsafePointer<Float>, frames: Int) -> Int {
        let at = written.pointee.load(ordering: .relaxed)
        if capacity - (at - knownRead.pointee) < frames { knownRead.pointee = read.pointee.load(ordering: .acquiring) }
        let count = min(frames, capacity - (at - knownRead.pointee))
        guard count > 0 else { return 0 }
        let first = min(count, capacity - at & (capacity - 1))
        copy(samples + (at & (capacity - 1)) * channels, source, first)
        copy(samples, source + first * channels, count - first)
        written.pointee.store(at + count, ordering: .releasing)
        return count
    }

    /// Copies as many of `frames` as there are, and says how many that were. For the reader alone.
    @_noLocks package func read(_ target: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        let at = read.pointee.load(ordering: .relaxed)
        if knownWritten.pointee - at < frames { knownWritten.pointee = written.pointee.load(ordering: .acquiring) }
        let count = min(frames, knownWritten.pointee - at)
        guard count > 0 else { return 0 }
        let first = min(count, capacity - at & (capacity - 1))
        copy(target, samples + (at & (capacity - 1)) * channels, first)
        copy(target + first * channels, samples, count - first)
        read.pointee.store(at + count, ordering: .releasing)
        return count
    }

    /// The place to write to and how many frames it takes before the end of the memory; `commit` hands them over. For the
    /// writer alone.
    package func writableRun() -> (samples: UnsafeMutablePointer<Float>, frames: Int) {
        let at = written.pointee.load(ordering: .relaxed)
        return (samples + (at & (capacity - 1)) * channels, min(room(), capacity - at & (capacity - 1)))
    }

    /// Hands over frames that were written in place. For the writer alone.
    package func commit(_ frames: Int) { written.pointee.wrappingAdd(frames, ordering: .releasing) }

    /// Where a frame stands that has been written, and how many follow it before the end of the memory. For the writer alone,
    /// which may replace what the reader does not come to meanwhile.
    package func writtenRun(at frame: Int) -> (samples: UnsafeMutablePointer<Float>, frames: Int) {
        (samples + (frame & (capacity - 1)) * channels, capacity - frame & (capacity - 1))
    }

    @_noLocks private func copy(
        _ target: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>, _ frames: Int
    ) {
        if frames > 0 { _ = realtime_copy(target, source, frames * channels * MemoryLayout<Float>.stride) }
    }
}
