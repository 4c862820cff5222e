import CRealtime
import CSystem
import Glibc

/// A thread of our own, with a name that a debugger shows.
package final class Thread: @unchecked Sendable {
    private let handle: pthread_t
    /// Whether it was started by the child of a fork.
    private let wasForked: Bool

    /// Starts `body` on a new thread.
    ///
    /// - Parameter name: at most 15 bytes, which is what the kernel keeps.
    package init(name: String, _ body: @escaping @Sendable () -> Void) throws(AudioError) {
        ProgramEnd.watch()
        wasForked = ForkedChild.isHere
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var handle = pthread_t()
        let status = pthread_create(
            &handle, nil,
            { argument in
                let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                realtime_mark_own_thread()
                realtime_name_thread(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard status == 0 else {
            start.release()
            throw .memoryFull.because("no thread could be started: \(String(cString: strerror(status)))")
        }
        self.handle = handle
    }

    /// Waits until the body has returned. To be called once, and not on the thread itself. The child of a fork does not have the
    /// threads of its parent, and does not wait for them.
    package func join() {
        if wasForked || !ForkedChild.isHere { pthread_join(handle, nil) }
    }

    /// Lets the thread free itself when its body has returned. Instead of `join`.
    package func detach() { pthread_detach(handle) }

    /// Whether the caller runs on this thread.
    package var isCurrent: Bool { pthread_equal(pthread_self(), handle) != 0 }

    /// The kernel's number of the calling thread, by which other processes know it.
    package static var kernelID: UInt64 { system_thread() }

    /// Asks the system for real-time scheduling for the calling thread, below the sound server's own. Threads that have a part in
    /// playing or recording use `RealtimeService`, which asks others where the system refuses.
    ///
    /// - Parameter isHelper: below the audio threads, too, which then need not wait for work that is done ahead.
    /// - Returns: false where the system refuses, which an ordinary user's system may: the thread then runs as it is.
    @discardableResult
    package static func requestRealtime(isHelper: Bool = false) -> Bool {
        realtime_request_priority(realtimePriority(isHelper: isHelper)) != 0
    }

    /// The real-time priority that a thread wants.
    package static func realtimePriority(isHelper: Bool) -> Int32 { isHelper ? 60 : 70 }

    /// Sleeps until a host time, which does not drift however often it is called.
    package static func sleep(until time: UInt64) {
        var until = timespec(
            tv_sec: Int(time / HostTime.ticksPerSecond), tv_nsec: Int(time % HostTime.ticksPerSecond))
        while clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &until, nil) == EINTR {}
    }

    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
