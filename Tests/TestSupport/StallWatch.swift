import AudioCore
import Glibc

/// Notes when the machine did not run what had to run: a host may hold up a virtual machine for longer than a cycle of
/// audio lasts.
///
/// A thread on each processor, above all others, sleeps for a millisecond at a time and notes when it wakes late. Where what is tested
/// depends on a thread without priority, such as the loop that hears of the server's news, a thread of that kind does the same.
package final class StallWatch: Sendable {
    /// Host times between which a processor ran nothing of what waited for it.
    package typealias Stall = ClosedRange<UInt64>

    private struct State {
        var stalls: [Stall] = []
        var isEnding = false
    }

    private let state: LockedValue<State>
    private let threads: [Thread]
    private static let interval: UInt64 = 1_000_000
    private static let priority: Int32 = 95

    /// - Parameters:
    ///   - shortest: Nanoseconds of the shortest stall of interest.
    ///   - ordinary: Nanoseconds that a thread without priority may wait for a processor; nil where such a wait is no stall.
    /// - Returns: nil where the system grants no threads with priority.
    package init?(shortest: UInt64, ordinary: UInt64? = nil) {
        let state = LockedValue(State())
        let answers = WaitableValue<[Bool]>([])
        let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        var threads = (0..<processors).compactMap { processor in
            try? Thread(name: "stall-watch") {
                let isGranted = Self.claim(processor)
                answers.withLock { $0.append(isGranted) }
                if isGranted { Self.watch(state, shortest) }
            }
        }
        let count = threads.count
        if let ordinary, let thread = try? Thread(name: "stall-watch", { Self.watch(state, ordinary) }) {
            threads.append(thread)
        }
        self.state = state
        self.threads = threads
        _ = answers.wait { $0.count == count ? true : nil }
        guard count == processors, answers.withLock({ !$0.contains(false) }) else {
            _ = stop()
            return nil
        }
    }

    /// Ends a watch that nobody has asked for an answer.
    deinit {
        let isRunning = state.withLock { state in
            defer { state.isEnding = true }
            return !state.isEnding
        }
        if isRunning { for thread in threads { thread.detach() } }
    }

    /// Ends the watch.
    package func stop() -> [Stall] {
        state.withLock { $0.isEnding = true }
        for thread in threads { thread.join() }
        return state.withLock { $0.stalls.unshared }
    }

    /// Makes the calling thread the first of a processor.
    private static func claim(_ processor: Int) -> Bool {
        typealias SetAffinity = @convention(c) (pid_t, Int, UnsafeRawPointer) -> Int32
        // Glibc's module does not have the function.
        guard processor < 1024, let symbol = dlsym(nil, "sched_setaffinity") else { return false }
        var set = [UInt8](repeating: 0, count: 128)
        set[processor / 8] = 1 << UInt8(processor % 8)
        guard unsafeBitCast(symbol, to: SetAffinity.self)(0, set.count, set) == 0 else { return false }
        var parameters = sched_param(sched_priority: priority)
        return sched_setscheduler(0, SCHED_FIFO, &parameters) == 0
    }

    private static func watch(_ state: LockedValue<State>, _ shortest: UInt64) {
        var due = HostTime.now()
        while !state.withLock({ $0.isEnding }) {
            due += interval
            Thread.sleep(until: due)
            let now = HostTime.now()
            if now > due + shortest { state.withLock { [due] in $0.stalls.append(due...now) } }
            due = max(due, now)
        }
    }
}
