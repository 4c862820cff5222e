import CRealtime

/// A queue of interleaved Float32 frames between one thread that writes and one that reads, without locks.
///
/// Either side may be the audio thread.
package final class Ring: @unchecked Sendable {
    package let channels: Int
    private let samples: UnsafeMutablePointer<Float>
    private let positions: QueuePositions

    /// - Parameter frames: how many must fit at least.
    package init(frames: Int, channels: Int) {
        precondition(channels > 0)
        self.channels = channels
        positions = QueuePositions(atLeast: frames)
        samples = .allocate(capacity: positions.capacity * channels)
        samples.initialize(repeating: 0, count: positions.capacity * channels)
    }

    deinit { samples.deallocate() }

    /// Frames that fit, a power of two.
    package var capacity: Int { @_noLocks get { positions.capacity } }
    /// Frames written so far. For any thread.
    package var writtenFrames: Int { @_noLocks get { positions.writtenCount } }
    /// Frames read so far. For any thread.
    package var readFrames: Int { @_noLocks get { positions.readCount } }

    /// Frames written and not yet read. May be called on any thread. Out of date at once if a reader or a writer is
    /// active.
    package var waitingFrames: Int {
        // Loads the reader's position first, so that the difference is never negative.
        let read = readFrames
        return min(capacity, writtenFrames - read)
    }

    /// Frames that the writer can write now. For the writer alone.
    @_noLocks package func room() -> Int { positions.room }

    /// Frames that the reader can read now. For the reader alone.
    @_noLocks package func filled() -> Int { positions.filled }

    /// Copies as many of `frames` as there is room for, and says how many that were. For the writer alone.
    @_noLocks package func write(_ source: UnsafePointer<Float>, frames: Int) -> Int {
        let count = min(frames, positions.room(for: frames))
        guard count > 0 else { return 0 }
        let at = positions.end
        let first = min(count, positions.run(from: at))
        copy(samples + positions.place(at) * channels, source, first)
        copy(samples, source + first * channels, count - first)
        positions.commit(count)
        return count
    }

    /// Copies as many of `frames` as there are, and says how many that were. For the reader alone.
    @_noLocks package func read(_ target: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        let count = min(frames, positions.filled(for: frames))
        guard count > 0 else { return 0 }
        let at = positions.start
        let first = min(count, positions.run(from: at))
        copy(target, samples + positions.place(at) * channels, first)
        copy(target + first * channels, samples, count - first)
        positions.advance(count)
        return count
    }

    /// The place of the frames that come next, and how many of at most `count` can be read before the end of the memory; `skip`
    /// takes them away. For the reader alone.
    @_noLocks package func readableRun(_ count: Int) -> (samples: UnsafePointer<Float>, frames: Int) {
        let at = positions.start
        let frames = min(min(count, positions.filled(for: count)), positions.run(from: at))
        return (UnsafePointer(samples + positions.place(at) * channels), frames)
    }

    /// Takes away frames that were read in place. For the reader alone.
    @_noLocks package func skip(_ frames: Int) { positions.advance(frames) }

    /// The place to write to and how many frames it takes before the end of the memory; `commit` hands them over. For the
    /// writer alone.
    package func writableRun() -> (samples: UnsafeMutablePointer<Float>, frames: Int) {
        let at = positions.end
        return (samples + positions.place(at) * channels, min(room(), positions.run(from: at)))
    }

    /// Publishes frames that were written in place. For the writer alone.
    package func commit(_ frames: Int) { positions.commit(frames) }

    /// Where a frame stands that has been written, and how many follow it before the end of the memory. For the writer alone,
    /// which may replace what the reader does not come to meanwhile.
    package func writtenRun(at frame: Int) -> (samples: UnsafeMutablePointer<Float>, frames: Int) {
        (samples + positions.place(frame) * channels, positions.run(from: frame))
    }

    @_noLocks private func copy(
        _ target: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>, _ frames: Int
    ) {
        if frames > 0 { _ = realtime_copy(target, source, frames * channels * MemoryLayout<Float>.stride) }
    }
}
