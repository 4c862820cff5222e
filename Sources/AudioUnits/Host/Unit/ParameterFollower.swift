import AudioCore
import CAudioToolbox
import Glibc
import Synchronization

/// Follows the values that clients set in a unit, on audio threads among others, and has a thread of its own report them.
package final class ParameterFollower: @unchecked Sendable {
    private let line = UnitEventLine(capacity: 4096)
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private let isClosed = Atomic<Bool>(false)
    /// One thread at a time takes values out of the line, and reports them before another one takes more.
    private let turn = LockedValue((), .observers)

    /// - Parameter news: called on a thread of the follower's where values have been set. It takes them with `takeAll`.
    package init(_ news: @escaping @Sendable () -> Void) throws(AudioError) {
        sem_init(semaphore, 0, 0)
        let thread = try Thread(name: "audio-follower") { [self] in
            repeat {
                sem_wait(semaphore)
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
    fileprivate func note(_ event: UnitEvent) {
        guard line.write(event) else { return }
        sem_post(semaphore)
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
    private final class List {
        let all: [ParameterFollower]

        init(_ all: [ParameterFollower]) { self.all = all }
    }

    private let known = LockedValue<[ParameterFollower]>([], .observers)
    private let published = Published()
    private let gate = RenderGate()

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
    /// - Parameter own: the follower of whoever has set it, which does not hear of it.
    func tell(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: Float,
        leavingOut own: ParameterFollower?
    ) {
        guard published.raw != nil else { return }
        gate.enter()
        defer { gate.leave() }
        guard let raw = published.raw else { return }
        var event = UnitEvent(kind: UnitEvent.Kind.parameter, time: Int64(bitPattern: HostTime.now()))
        (event.address, event.scope, event.value) = (UnitEvent.parameter(id, element: element), scope, value)
        Unmanaged<List>.fromOpaque(raw)._withUnsafeGuaranteedRef { list in
            for follower in list.all where follower !== own { follower.note(event) }
        }
    }
}
