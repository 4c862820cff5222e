internal import AudioCore

/// The sends to other processes that are in progress.
///
/// A send finds out under the system's lock where its list goes, and hands the list over without that lock. Where lists take another way from
/// then on, no list may still be on its way to the old one: new sends are held then until those in progress have ended.
final class SendsInProgress: Sendable {
    private struct State {
        var count = 0
        var isHeld = false
    }

    private let state = WaitableValue(State())

    /// Begins a send. Waits while sends are held, which is while those of other threads end.
    func begin() {
        let hasBegun = state.withLockQuietly { state -> Bool in
            if !state.isHeld { state.count += 1 }
            return !state.isHeld
        }
        guard !hasBegun else { return }
        LockOrder.willWait()
        state.wait { state -> Void? in
            guard !state.isHeld else { return nil }
            state.count += 1
            return ()
        }
    }

    func end() {
        let isLast = state.withLockQuietly { state -> Bool in
            state.count -= 1
            return state.isHeld && state.count == 0
        }
        if isLast { state.withLock { _ in } }
    }

    /// Calls `body` while no send is in progress. On one thread, which holds no lock and is not sending.
    func withNone(_ body: () -> Void) {
        state.withLockQuietly { $0.isHeld = true }
        state.wait { $0.count == 0 ? () : nil }
        body()
        state.withLock { $0.isHeld = false }
    }
}
