import CRealtime
import Glibc

/// The program's end by `exit` or a return from `main`.
///
/// From then on no function of a client's is called on a thread of the library: what it uses may be gone, such as variables of
/// `main`. A function that a client calls for, as the input of a conversion on its own thread, is called as always.
package enum ProgramEnd {
    private typealias Work = @Sendable () -> Void

    private static let works = LockedValue<[Work]>([])
    private static let isWatched: Bool = {
        // The child of a fork has none of the threads that are waited for.
        realtime_watch_fork()
        return atexit { ProgramEnd.begin() } == 0
    }()
    /// How long the exit waits for calls that are in progress, in nanoseconds. One that waits for the thread that exits never returns.
    private static let patience = HostTime.ticksPerSecond / 10

    /// Has the end noticed. For whatever makes threads that call clients: not all of these may allocate.
    package static func watch() { _ = isWatched }

    /// Has `work` done at the end, when no client is called any more: what was added last first. Not in the child of a fork.
    package static func add(_ work: @escaping @Sendable () -> Void) {
        watch()
        works.withLock { $0.append(work) }
    }

    private static func begin() {
        guard !ForkedChild.isHere else { return }
        realtime_refuse_client_calls()
        let deadline = HostTime.now() + patience
        while realtime_other_client_calls() > 0, HostTime.now() < deadline {
            Thread.sleep(until: HostTime.now() + 100_000)
        }
        for work in works.withLock({ Array($0.reversed()) }) { work() }
    }

    /// Makes a call of a client's function that no client waits for, unless the program ends.
    package static func call(_ body: () -> Void) {
        guard realtime_begin_client_call() != 0 else { return }
        defer { realtime_end_client_call() }
        body()
    }

    /// Makes a call of a client's function. On a thread of the library, only unless the program ends.
    package static func callIfOwn(_ body: () -> Void) {
        if realtime_is_own_thread() != 0 { call(body) } else { body() }
    }
}

/// The child of a fork that has not become another program.
///
/// It has the memory of its parent, and none of the threads: what its parent has opened neither plays nor records in it.
package enum ForkedChild {
    /// Has children know that they are. For whatever starts threads that live on.
    package static func watch() { realtime_watch_fork() }

    /// Whether this process is the child of one that had such threads.
    package static var isHere: Bool { realtime_is_forked() != 0 }

    /// Throws in such a child. To be called before anything waits, or takes a lock that a thread of the parent may have held.
    package static func refuse(with error: AudioError) throws(AudioError) {
        if isHere { throw error.because("the child of a fork has none of its parent's threads") }
    }
}
