import Synchronization

/// Keeps the audio thread from the frames of a ring that another thread replaces in place. No side waits.
///
/// Each cycle states up to which frame it may read, and then asks from which frame on frames are held. The other thread states from
/// which frame on it holds them, and then asks how far a cycle reads. So one of them learns of the other: either the cycle ends at
/// the held frames, or the other thread finds that it came too late.
final class RingHold: Sendable {
    /// Up to which frame the cycle may read that is going on, or the last one has read.
    private let reach = Atomic<Int>(0)
    /// The first frame that is held; `Int.max` for none.
    private let held = Atomic<Int>(.max)

    // MARK: Audio thread

    /// Begins a cycle that may read up to a frame.
    ///
    /// - Returns: the first frame that it may not read; `Int.max` where none is held.
    @_noLocks func beginCycle(reach frame: Int) -> Int {
        reach.store(frame, ordering: .sequentiallyConsistent)
        return held.load(ordering: .sequentiallyConsistent)
    }

    /// Ends a cycle: it has read up to a frame, which is an earlier one where the ring had no more.
    @_noLocks func endCycle(at frame: Int) { reach.store(frame, ordering: .releasing) }

    // MARK: The thread that writes the ring

    /// Holds the frames from one on, until `release`.
    ///
    /// - Returns: false where a cycle may be reading them. They are not held then.
    func hold(from frame: Int) -> Bool {
        held.store(frame, ordering: .sequentiallyConsistent)
        guard reach.load(ordering: .sequentiallyConsistent) > frame else { return true }
        release()
        return false
    }

    /// Hands the held frames over to cycles that begin from now on, as they are now.
    func release() { held.store(.max, ordering: .sequentiallyConsistent) }
}
