import AudioCore
import Synchronization

/// The thread that passes on what receivers have got.
final class PipeWireArrivals: Sendable {
    private let waiting = WaitingThreads()
    /// How often something has arrived.
    private let count = Atomic<Int>(0)
    private let isEnding = Atomic<Bool>(false)
    private let receivers = LockedValue<[PipeWireReceiver]>([])
    private let thread = LockedValue<Thread?>(nil)
    private let begin: @Sendable () -> Void

    /// - Parameter begin: called first on the thread.
    init(_ begin: @escaping @Sendable () -> Void) { self.begin = begin }

    /// Adds a receiver. Starts the thread with the first one.
    func add(_ receiver: PipeWireReceiver) {
        receivers.withLock { $0.append(receiver) }
        thread.withLock { thread in
            if thread == nil { thread = try? Thread(name: "midi-pipewire") { [self] in run() } }
        }
    }

    func remove(_ receiver: PipeWireReceiver) {
        receivers.withLock { $0.removeAll { $0 === receiver } }
    }

    /// Notes that something has arrived. Real-time safe.
    @_noLocks func signal() {
        count.wrappingAdd(1, ordering: .sequentiallyConsistent)
        waiting.wake()
    }

    /// Ends the thread, and waits for that.
    func end() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        signal()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    private func run() {
        begin()
        while !isEnding.load(ordering: .sequentiallyConsistent) {
            let seen = count.load(ordering: .sequentiallyConsistent)
            for receiver in receivers.withLock({ $0 }) { receiver.handOverAll() }
            waiting.wait { count.load(ordering: .sequentiallyConsistent) != seen }
        }
    }
}
