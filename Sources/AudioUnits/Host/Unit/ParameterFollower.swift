import AudioCore
import CAudioToolbox
import Glibc
import Synchronization

/// Follows the values that clients set in a unit, on audio threads among others, and has a thread of its own report them.
package final class ParameterFollower: @unchecked Sendable {
    private let line: UnitEventLine
    // The same object, to be used without counting references.
    private let lineLink: Unmanaged<UnitEventLine>
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private let isClosed = Atomic<Bool>(false)
    /// Whether the thread has been woken, and has not looked at the line since: more values need no other call of the system.
    private let isWoken = Atomic<Bool>(false)
    /// One thread at a time takes values out of the line, and reports them before another one takes more.
    private let turn = LockedValue((), .observers)

    /// - Parameter news: called on a thread of the follower's where values have been set. It takes them with `takeAll`.
    package init(_ news: @escaping @Sendable () -> Void) throws(AudioError) {
        line = UnitEventLine(capacity: 4096)
        lineLink = .passUnretained(line)
        sem_init(semaphore, 0, 0)
        let thread = try Thread(name: "audio-follower") { [self] in
            repeat {
                sem_wait(semaphore)
                // Before the line is read: a value that is added from here on wakes the thread again.
                isWoken.store(false, ordering: .sequentiallyConsistent)
                news()
            } while !isClosed.load(ordering: .acquiring)
        }
        thread.detach()
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Ends the thread, after a call of `news` that may be in progress. Does not wait for that.
    package func close() {
        isClosed.store(true, ordering: .releasing)
        sem_post(semaphore)
    }

    /// Notes a value. Real-time safe. Where thousands of values wait, it is dropped.
    @_noLocks fileprivate func note(_ event: UnitEvent) {
        guard lineLink._withUnsafeGuaranteedRef({ $0.write(event) }) else { return }
        guard !isWoken.exchange(true, ordering: .sequentiallyConsistent) else { return }
        let semaphore = semaphore
        // Wakes the thread, and waits for nothing.
        realtimeTrusted { _ = sem_post(semaphore) }
    }

    /// How often the thread is still to look at the line. For tests.
    var wakeUps: Int {
        var count: Int32 = 0
        sem_getvalue(semaphore, &count)
        return Int(count)
    }

    /// Takes the values that have been set so far, in their order. Not for audio threads.
    ///
    /// - Parameter body: takes no lock but those that may be taken under one of the rank `observers`, and calls no client.
    package func takeAll(
        _ body: (AudioUnitParameterID, AudioUnitScope, AudioUnitElement, Float, _ hostTime: UInt64) -> Void
    ) {
        turn.withLock { _ in
            while let event = line.oldest() {
                let value = event.pointee
                body(value.id, value.scope, value.element, value.value, UInt64(bitPattern: value.time))
                line.advance()
            }
        }
    }
}

/// Those who follow the parameters of a unit.
package final class ParameterFollowers: @unchecked Sendable {
    /// Memory that threads read without counting references.
    private final class List {
        let all: [ParameterFollower]
        let links: UnsafeMutablePointer<Unmanaged<ParameterFollower>>
        let count: Int

        init(_ all: [ParameterFollower]) {
            (self.all, count) = (all, all.count)
            links = .allocate(capacity: all.count)
            for (index, follower) in all.enumerated() { (links + index).initialize(to: .passUnretained(follower)) }
        }

        deinit { links.deallocate() }

        @_noLocks func note(_ event: UnitEvent, leavingOut own: UnsafeMutableRawPointer?) {
            for index in 0..<count where links[index].toOpaque() != own {
                links[index]._withUnsafeGuaranteedRef { $0.note(event) }
            }
        }
    }

    private let known = LockedValue<[ParameterFollower]>([], .observers)
    private let published: Published
    private let gate: RenderGate
    // The same objects, to be used without counting references.
    private let publishedLink: Unmanaged<Published>
    private let gateLink: Unmanaged<RenderGate>

    package init() {
        (published, gate) = (Published(), RenderGate())
        (publishedLink, gateLink) = (.passUnretained(published), .passUnretained(gate))
    }

    package func add(_ follower: ParameterFollower) { change { $0.append(follower) } }
    package func remove(_ follower: ParameterFollower) { change { all in all.removeAll { $0 === follower } } }

    private func change(_ body: (inout [ParameterFollower]) -> Void) {
        known.withLock { known in
            body(&known)
            published.publish(known.isEmpty ? nil : List(known), gate)
        }
    }

    /// Reports a value that a client has set. Any thread: it neither allocates nor locks.
    ///
    /// - Parameter own: the address of the follower of whoever has set it, which is not told of it.
    @_noLocks func tell(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: Float,
        leavingOut own: UnsafeMutableRawPointer?
    ) {
        guard publishedLink._withUnsafeGuaranteedRef({ $0.raw }) != nil else { return }
        gateLink._withUnsafeGuaranteedRef { $0.enter() }
        if let raw = publishedLink._withUnsafeGuaranteedRef({ $0.raw }) {
            var event = UnitEvent(kind: UnitEvent.Kind.parameter, time: Int64(bitPattern: HostTime.now()))
            event.address = UnitEvent.parameter(id, element: element)
            event.scope = scope
            event.value = value
            Unmanaged<List>.fromOpaque(raw)._withUnsafeGuaranteedRef { $0.note(event, leavingOut: own) }
        }
        gateLink._withUnsafeGuaranteedRef { $0.leave() }
    }
}
