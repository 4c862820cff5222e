import AudioCore
import CRealtime
import Synchronization

/// Counts the cycles in which clients took longer than the frames last: the device had to wait for these, or went without.
///
/// The audio thread counts, and the connection's thread takes the count away.
final class OverloadCount: Sendable {
    private let cycles = Atomic<Int>(0)

    /// Counts a cycle whose work has ended, if it took longer than its frames last. Real-time safe.
    ///
    /// - Parameter begin: when the work began.
    @_noLocks func end(_ cycle: RenderCycle, since begin: UInt64, at sampleRate: Double) {
        let spent = realtime_now() &- begin
        guard spent > HostTime.duration(of: Int64(cycle.frames), at: sampleRate) else { return }
        cycles.wrappingAdd(1, ordering: .relaxed)
    }

    /// The event for the cycles since the last call; nothing where there are none.
    func take() -> [StreamEvent] {
        let count = cycles.exchange(0, ordering: .relaxed)
        return count > 0 ? [.overload(cycles: count)] : []
    }
}
