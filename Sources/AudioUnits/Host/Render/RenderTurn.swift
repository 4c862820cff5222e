import Synchronization

/// Whose turn it is to render which outputs of a unit, and whether the sound so far is to be discarded before.
///
/// Each plan has one. A plan whose kernel continues with the sound of the one before has the same one, so that two threads never
/// change that sound at once, whichever of the plans they render.
final class RenderTurn: Sendable {
    /// Whether the next cycle discards the sound so far.
    private let isResetDue = Atomic<Bool>(false)
    /// A bit for each output that is being rendered.
    private let busy = Atomic<UInt64>(0)

    /// Makes the next cycle discard the sound so far. Any thread.
    func requestReset() { isResetDue.store(true, ordering: .releasing) }

    /// Whether this cycle is to discard the sound so far. Real-time safe.
    @_noLocks func takeReset() -> Bool { isResetDue.exchange(false, ordering: .acquiringAndReleasing) }

    /// Claims outputs. Real-time safe.
    ///
    /// - Returns: false where one of them is claimed.
    @_noLocks func claim(_ bits: UInt64) -> Bool {
        busy.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue & bits == 0
    }

    /// Claims outputs where none is claimed. Real-time safe.
    @_noLocks func claimAlone(_ bits: UInt64) -> Bool {
        busy.compareExchange(expected: 0, desired: bits, ordering: .acquiringAndReleasing).exchanged
    }

    @_noLocks func release(_ bits: UInt64) { busy.bitwiseAnd(~bits, ordering: .releasing) }
}
