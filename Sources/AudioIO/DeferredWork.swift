import AudioCore
import CRealtime

/// Work of one object that a client's callback asked for and must not wait for.
///
/// A callback in a cycle or in a tap may stop, start or change what calls it. The part of such a call that waits for the
/// callback's end, or for the sound server, runs here: in the order of the calls, on a thread that lives as long as
/// there is work. An error there reaches only the listeners of the properties that it changes.
package final class DeferredWork: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var hasThread = false
    }

    private let state = LockedValue(State())

    package init() {}

    /// Whether the caller is a client's callback in a cycle or in a tap.
    package static var isNeeded: Bool { realtime_must_return() != 0 }

    /// Takes `work` over from a callback that must not wait. Returns false where the caller does it itself.
    package func takesOver(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard Self.isNeeded else { return false }
        perform(work)
        return true
    }

    /// Does `work` after all work so far, on the thread. Does not wait.
    func perform(_ work: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.work.append(work)
            // If the system has no thread left, the next call tries again.
            if !state.hasThread, let thread = try? Thread(name: "audio-deferred", { [self] in run() }) {
                thread.detach()
                state.hasThread = true
            }
        }
    }

    private func run() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.work.isEmpty else { return state.work.removeFirst() }
            state.hasThread = false
            return nil
        }
    }
}
