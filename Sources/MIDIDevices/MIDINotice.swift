internal import AudioCore
import Synchronization

/// What a client is notified of. The raw numbers of types are those of `MIDIObjectType`.
package enum MIDINotice: Sendable, Equatable {
    case setupChanged
    case added(parent: UInt32, parentType: Int32, child: UInt32, childType: Int32)
    case removed(parent: UInt32, parentType: Int32, child: UInt32, childType: Int32)
    case propertyChanged(object: UInt32, type: Int32, name: String)
    case thruConnectionsChanged
}

/// Where a client's notices go: to a run loop, or to a thread of ours.
///
/// A run loop that does not run keeps notices: beyond `most` they are dropped.
package final class NoticeChannel: Sendable {
    package static let most = 4096

    private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let call: @Sendable (MIDINotice) -> Void
    private let waiting = Atomic<Int>(0)
    private let isOpen = Atomic<Bool>(true)

    /// - Parameters:
    ///   - schedule: calls a function later, in order. It calls no client at once.
    ///   - call: calls the client.
    package init(
        schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        call: @escaping @Sendable (MIDINotice) -> Void
    ) {
        self.schedule = schedule
        self.call = call
    }

    /// Has the client notified later.
    func post(_ notice: MIDINotice) {
        guard isOpen.load(ordering: .acquiring) else { return }
        guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.most else {
            waiting.wrappingSubtract(1, ordering: .relaxed)
            return
        }
        schedule { [self] in
            waiting.wrappingSubtract(1, ordering: .relaxed)
            if isOpen.load(ordering: .acquiring) { call(notice) }
        }
    }

    /// No call begins from now on.
    func close() { isOpen.store(false, ordering: .releasing) }
}

/// Calls functions one after the other on a thread of its own, which starts with the first one.
package final class SerialCaller: Sendable {
    private struct State {
        var bodies: [@Sendable () -> Void] = []
        var hasThread = false
    }

    private let name: String
    private let state = WaitableValue(State())

    package init(name: String) { self.name = name }

    package func perform(_ body: @escaping @Sendable () -> Void) {
        let startsThread = state.withLock { state in
            state.bodies.append(body)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        guard startsThread else { return }
        do throws(AudioError) { try Thread(name: name) { [self] in run() }.detach() } catch {
            state.withLock { $0 = State() }
        }
    }

    private func run() {
        while true {
            let bodies = state.wait { state in
                defer { state.bodies = [] }
                return state.bodies.isEmpty ? nil : state.bodies
            }
            for body in bodies ?? [] { ProgramEnd.call(body) }
        }
    }
}
