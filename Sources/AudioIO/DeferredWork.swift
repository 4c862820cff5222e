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
        /// How many functions were taken over, and how many have returned.
        var given = 0
        var done = 0
        var hasThread = false
        /// `realtime_thread` of the thread; 0 where there is none.
        var runner: UInt = 0
    }

    private let state = WaitableValue(State())

    package init() {}

    /// Whether the caller is a client's callback in a cycle or in a tap.
    package static var isNeeded: Bool { realtime_must_return() != 0 }

    /// Whether the caller is work that this object's thread does.
    package var isCurrent: Bool { state.withLockQuietly { $0.runner == realtime_thread() } }

    /// Takes `work` over from a callback that must not wait. Returns false where the caller does it itself.
    package func takesOver(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard Self.isNeeded else { return false }
        perform(work)
        return true
    }

    /// Keeps a call from overtaking work that was taken over before it: a stop would come before the start that it ends.
    ///
    /// A client's callback does not wait, and leaves `work` to the thread. Any other caller waits until the thread has done
    /// all work so far.
    /// - Parameter waits: false for what returns at once on any thread: the thread does `work` then.
    /// - Returns: false where the caller does `work` itself.
    package func takesOverInTurn(waiting waits: Bool = true, _ work: @escaping @Sendable () -> Void) -> Bool {
        let pending = state.withLockQuietly { state -> Int? in
            // What a thread of the parent had yet to do when the process was forked is not done in the child.
            guard state.done < state.given, state.runner != realtime_thread(), !ForkedChild.isHere else { return nil }
            makeThread(&state)
            return state.hasThread ? state.given : nil
        }
        guard let pending else { return false }
        guard waits, !Self.isNeeded, realtime_is_callback_thread() == 0 else {
            perform(work)
            return true
        }
        LockOrder.willWait()
        _ = state.wait { $0.done >= pending ? true : nil }
        return false
    }

    /// Takes `work` over from a callback. Any other caller first waits for the work that callbacks have left.
    ///
    /// Use it only for work that waits for nothing that a direct call would not wait for.
    /// - Parameter waits: false for callers that must not wait for the work either: the thread does theirs then.
    /// - Returns: false where the caller does `work` itself.
    package func takesOverInOrder(waiting waits: Bool = true, _ work: @escaping @Sendable () -> Void) -> Bool {
        takesOver(work) || takesOverInTurn(waiting: waits, work)
    }

    /// Waits until all work is done, that too which the work itself leaves. Called by the work, it returns at once.
    package func waitUntilDone() {
        guard !Self.isNeeded, !ForkedChild.isHere,
            state.withLockQuietly({ $0.done < $0.given && $0.runner != realtime_thread() })
        else { return }
        LockOrder.willWait()
        _ = state.wait { $0.done == $0.given || !$0.hasThread ? true : nil }
    }

    /// Waits until all work so far is done, for so many nanoseconds at most. In a client's callback, and called by the work, it
    /// returns at once.
    package func waitForWorkSoFar(nanoseconds: UInt64) {
        let pending = state.withLockQuietly { state in
            state.done < state.given && state.runner != realtime_thread() ? state.given : nil
        }
        guard let pending, !Self.isNeeded, realtime_is_callback_thread() == 0 else { return }
        LockOrder.willWait()
        _ = state.wait(nanoseconds: nanoseconds) { $0.done >= pending ? true : nil }
    }

    /// Does `work` after all work so far, on the thread. Does not wait.
    package func perform(_ work: @escaping @Sendable () -> Void) {
        state.withLockQuietly { state in
            state.work.append(work)
            state.given += 1
            makeThread(&state)
        }
    }

    /// If the system has no thread left, the next call tries again.
    private func makeThread(_ state: inout State) {
        guard !state.hasThread, let thread = try? Thread(name: "audio-deferred", { [self] in run() }) else { return }
        thread.detach()
        state.hasThread = true
    }

    private func run() {
        while let work = next() {
            work()
            state.withLock { $0.done += 1 }
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLockQuietly { state in
            guard state.work.isEmpty else {
                state.runner = realtime_thread()
                return state.work.removeFirst()
            }
            state.hasThread = false
            state.runner = 0
            return nil
        }
    }
}
