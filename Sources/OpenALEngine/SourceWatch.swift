import AudioCore
import AudioIO
import COpenALSoft
import CRealtime
import Glibc
import Synchronization

/// Notices what happens to sources, and calls the program's callbacks: `alSourceAddNotification`.
///
/// The audio thread wakes a thread after each cycle, and calls that change a source's state wake it too. It compares each
/// source with what it was before. It is started by the first callback, and sleeps while there is nothing to compare.
package final class SourceWatch: @unchecked Sendable {
    package typealias Callback = @convention(c) (UInt32, UInt32, UnsafeMutableRawPointer?) -> Void

    package static let state = UInt32(SoftConstant.sourceState)
    package static let processed = UInt32(SoftConstant.buffersProcessed)
    package static let looped: UInt32 = 0x9000

    /// One callback, as the program named it.
    package struct Request: Equatable, @unchecked Sendable {
        let source: UInt32
        let notification: UInt32
        let callback: UInt
        let userData: UnsafeMutableRawPointer?

        package init(
            _ source: UInt32, _ notification: UInt32, _ callback: Callback, _ userData: UnsafeMutableRawPointer?
        ) {
            (self.source, self.notification, self.userData) = (source, notification, userData)
            self.callback = unsafeBitCast(callback, to: UInt.self)
        }

        fileprivate func call() { unsafeBitCast(callback, to: Callback.self)(source, notification, userData) }
    }

    private struct Facts {
        var state: Int32
        var processed: Int32
        var offset: Int32
        var loops: Bool
    }

    private struct Source {
        let context: OpaquePointer
        let number: UInt32
        var requests: [Request]
        var facts: Facts?
    }

    private struct State {
        var sources: [Source] = []
        /// What is being called now.
        var current: (context: OpaquePointer, request: Request)?
        var thread: Thread?
        /// `realtime_thread` of it; 0 where there is none.
        var runner: UInt = 0
        /// How many times sources have been compared.
        var rounds = 0
    }

    private let values = WaitableValue(State())
    private let semaphore: UnsafeMutablePointer<sem_t>
    private let isWatching = Atomic<Bool>(false)
    private let isWoken = Atomic<Bool>(false)

    /// For the process, as it is never released.
    package init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    // MARK: Waking

    /// Behind a cycle of a device. Audio thread.
    @_noLocks package func cycleEnded() {
        guard isWatching.load(ordering: .relaxed), !isWoken.exchange(true, ordering: .acquiringAndReleasing) else {
            return
        }
        let semaphore = semaphore
        // Raising a semaphore neither blocks nor allocates.
        realtimeTrusted { _ = sem_post(semaphore) }
    }

    /// Behind a call that may have changed a source.
    package func wake() { cycleEnded() }

    /// Waits until all that has happened by now has been reported. Called in a callback, it returns at once.
    package func settle() {
        guard isWatching.load(ordering: .relaxed) else { return }
        let (runner, rounds) = values.withLockQuietly { ($0.runner, $0.rounds) }
        guard runner != realtime_thread(), !ForkedChild.isHere else { return }
        LockOrder.willWait()
        // The round that runs now may have passed some sources.
        for more in 1...2 {
            sem_post(semaphore)
            _ = values.wait { $0.rounds >= rounds + more ? true : nil }
        }
    }

    // MARK: Requests

    /// - Throws: `invalidOperation` where the same is there already, `outOfMemory` where there is no thread.
    package func add(_ request: Request, in context: OpaquePointer) throws(SpaceError) {
        let facts = facts(of: request.source)
        try values.withLock { state throws(SpaceError) in
            if state.thread == nil {
                guard let thread = try? Thread(name: "openal-notify", { [self] in run() }) else {
                    throw .outOfMemory
                }
                state.thread = thread
            }
            if let index = state.sources.firstIndex(where: { $0.context == context && $0.number == request.source }) {
                guard !state.sources[index].requests.contains(request) else { throw .invalidOperation }
                state.sources[index].requests.append(request)
            } else {
                state.sources.append(
                    Source(context: context, number: request.source, requests: [request], facts: facts))
            }
            isWatching.store(true, ordering: .relaxed)
        }
    }

    /// When this returns, the callback does not run and will not be called, unless it makes the call itself.
    package func remove(_ request: Request, in context: OpaquePointer) {
        edit { sources in
            for index in sources.indices where sources[index].context == context {
                sources[index].requests.removeAll { $0 == request }
            }
        }
        wait { $0 == context && $1 == request }
    }

    /// Waits until no callback runs that fits; not in a callback.
    private func wait(while fits: (OpaquePointer, Request) -> Bool) {
        let runner = values.withLockQuietly { $0.runner }
        guard runner != realtime_thread(), !DeferredWork.isNeeded, !ForkedChild.isHere else { return }
        LockOrder.willWait()
        _ = values.wait { $0.current.map { fits($0.context, $0.request) } ?? false ? nil : true }
    }

    /// Forgets sources that were deleted. As with `remove`, their callbacks do not run when this returns.
    package func forget(_ numbers: [UInt32], in context: OpaquePointer) {
        guard isWatching.load(ordering: .relaxed) else { return }
        edit { $0.removeAll { $0.context == context && numbers.contains($0.number) } }
        wait { $0 == context && numbers.contains($1.source) }
    }

    /// Forgets the sources of a context that is destroyed.
    package func forget(context: OpaquePointer) {
        guard isWatching.load(ordering: .relaxed) else { return }
        edit { $0.removeAll { $0.context == context } }
        wait { one, _ in one == context }
    }

    private func edit(_ body: (inout [Source]) -> Void) {
        values.withLock { state in
            body(&state.sources)
            state.sources.removeAll { $0.requests.isEmpty }
            isWatching.store(!state.sources.isEmpty, ordering: .relaxed)
        }
    }

    // MARK: The thread

    private func run() {
        values.withLock { $0.runner = realtime_thread() }
        while true {
            sem_wait(semaphore)
            isWoken.store(false, ordering: .releasing)
            compare()
            values.withLock { $0.rounds += 1 }
        }
    }

    private func compare() {
        guard let soft else { return }
        for source in values.withLockQuietly({ $0.sources }) {
            guard SoftEnter() != 0 else { return }
            // A context that is gone is refused.
            let isThere = soft.pointee.alcSetThreadContext(source.context) != 0
            let facts = isThere ? facts(of: source.number) : nil
            SoftLeave()
            defer {
                if isThere, SoftEnter() != 0 {
                    _ = soft.pointee.alcSetThreadContext(nil)
                    SoftLeave()
                }
            }
            guard let now = facts else { continue }
            let before = values.withLockQuietly { state -> Facts? in
                guard let index = Self.index(of: source, in: state.sources) else { return nil }
                defer { state.sources[index].facts = now }
                return state.sources[index].facts
            }
            for news in before.map({ Self.news($0, now) }) ?? [] {
                for request in source.requests where request.notification == news { report(request, source) }
            }
        }
    }

    private static func index(of source: Source, in sources: [Source]) -> Int? {
        sources.firstIndex { $0.context == source.context && $0.number == source.number }
    }

    private static func news(_ before: Facts, _ now: Facts) -> [UInt32] {
        var news: [UInt32] = []
        if now.processed > before.processed { news.append(processed) }
        if now.loops, now.state == SoftConstant.playing, before.state == now.state, now.offset < before.offset {
            news.append(looped)
        }
        if now.state != before.state { news.append(state) }
        return news
    }

    /// Calls one callback, unless it has been removed meanwhile.
    private func report(_ request: Request, _ source: Source) {
        let isThere = values.withLockQuietly { state -> Bool in
            guard let index = Self.index(of: source, in: state.sources),
                state.sources[index].requests.contains(request)
            else { return false }
            state.current = (source.context, request)
            return true
        }
        guard isThere else { return }
        LockOrder.willCallClient()
        ProgramEnd.call { request.call() }
        values.withLock { $0.current = nil }
    }

    /// What is known of a source of the context that is current on this thread; nil where there is no such source.
    private func facts(of source: UInt32) -> Facts? {
        guard let soft, soft.pointee.alIsSource(source) != 0 else { return nil }
        let value = { (property: Int32) -> Int32 in
            var value: Int32 = 0
            soft.pointee.alGetSourcei(source, property, &value)
            return value
        }
        return Facts(
            state: value(SoftConstant.sourceState), processed: value(SoftConstant.buffersProcessed),
            offset: value(SoftConstant.sampleOffset), loops: value(SoftConstant.looping) != 0)
    }
}
