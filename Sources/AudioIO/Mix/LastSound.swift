import AudioCore
import Synchronization

/// Keeps a program that exits right after its last stop from losing the end of its sound.
///
/// A server drops what it has not played yet of a connection that ends. So the exit waits until that has been heard, where sources
/// were taken out shortly before. Sources that still play are cut off. Clients' functions are not called any more: those that play in
/// a callback are silent meanwhile.
enum LastSound {
    /// When the last frame of those that were taken out is heard, in host time.
    private static let end = Atomic<UInt64>(0)
    private static let watchesExit = Atomic(false)
    /// The longest wait, in nanoseconds: more than devices have queued. The times are those of cycles that have been, so that a server
    /// which does not respond is not waited for.
    private static let patience = HostTime.ticksPerSecond

    /// Has the exit wait. For each output that opens: not all calls of `note` may allocate.
    static func watchExit() {
        guard !watchesExit.exchange(true, ordering: .relaxed) else { return }
        ProgramEnd.add { LastSound.wait() }
    }

    /// A source was taken out whose last frame is heard at a host time.
    static func note(_ time: UInt64) { _ = end.max(time, ordering: .relaxed) }

    private static func wait() {
        let now = HostTime.now()
        let end = end.load(ordering: .relaxed)
        if end > now { Thread.sleep(until: min(end, now + patience)) }
    }
}
