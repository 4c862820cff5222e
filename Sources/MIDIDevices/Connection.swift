internal import AudioCore
package import CMIDIPackets
internal import MIDIEvents

/// What a client receives with, and in which form.
package enum MIDIReceiver: Sendable {
    case bytes(@Sendable (UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?) -> Void)
    /// In a protocol, 1 or 2.
    case words(Int32, @Sendable (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void)

    var form: ListForm {
        switch self {
        case .bytes: .bytes
        case .words(let number, _): number == 2 ? .words2 : .words1
        }
    }
}

/// The form of a list of messages.
package enum ListForm: UInt32, Sendable {
    /// `MIDIPacketList`.
    case bytes = 0
    /// `MIDIEventList` of MIDI 1.0.
    case words1 = 1
    /// `MIDIEventList` of MIDI 2.0.
    case words2 = 2

    /// That of an event list.
    init(_ list: UnsafeRawPointer) { self = EventLists.protocolID(list) == 2 ? .words2 : .words1 }

    var header: Int { self == .bytes ? PacketLists.header : EventLists.header }
}

/// A way from an endpoint to a receiver: of a source to a port or a thru connection, or of a virtual destination to its client.
final class Connection: @unchecked Sendable {
    enum Receiver {
        case client(MIDIReceiver)
        case thru(ThruLink)
        /// What takes the lists of a transport's destination.
        case transport(any MIDIWayOut)
        /// The source of a bus, which sends what its destination gets.
        case bus(source: UInt32)
        /// Another process, which knows the endpoint by this number.
        case process(PeerConnection, UInt64)
        /// Another process, which gets the lists of a source from the source's process by their channel.
        case direct(PeerConnection)
    }

    let receiver: Receiver
    /// The port or the thru connection; the endpoint itself for a destination.
    let owner: UInt32
    let refCon: UnsafeMutableRawPointer?
    /// Guarded by the gate.
    var isOpen = true

    init(_ receiver: Receiver, owner: UInt32, refCon: UnsafeMutableRawPointer? = nil) {
        self.receiver = receiver
        self.owner = owner
        self.refCon = refCon
    }

    /// Whether it leads to another process.
    var isFar: Bool {
        if case .process = receiver { true } else { false }
    }

    /// Whether its lists do not come by here.
    var isDirect: Bool {
        if case .direct = receiver { true } else { false }
    }

    /// Gives a list to the other process.
    func handOver(_ posting: Posting, size: Int) {
        guard case .process(let peer, let target) = receiver else { return }
        peer.send(posting.list, posting.form, size: size, to: target, stream: posting.stream)
    }
}

/// The way through a thru connection. What it knows of its messages belongs to the thread that delivers them.
final class ThruLink: @unchecked Sendable {
    let destinations: [ThruRules.Place]
    /// By source.
    private var filters: [UInt32: ThruFilter] = [:]
    private let rules: ThruRules
    let writer = PacketListWriter()
    /// Whether what `writer` has is being delivered.
    var isPassing = false

    init(_ rules: ThruRules) {
        self.rules = rules
        destinations = rules.destinations
    }

    /// Writes what is left of a packet list of a source. False where nothing is.
    func filter(_ list: UnsafeRawPointer, from source: UInt32) -> Bool {
        writer.begin()
        filters[source, default: ThruFilter(rules)].apply(list, to: writer)
        return !writer.isEmpty
    }
}

/// Which connection's receiver is being called. A connection that has been closed is not called again, and who closes it waits for a
/// call that is in progress.
final class DeliveryGate: Sendable {
    /// How long to wait at most, in nanoseconds: the receiver may itself wait for who closes it.
    private static let patience = HostTime.ticksPerSecond

    private struct State {
        var current: Connection?
        /// The thread that calls it.
        var thread: UInt = 0
    }

    private let state = WaitableValue(State())

    /// Whether the connection may be called. Followed by `leave` where it may.
    func enter(_ connection: Connection, thread: UInt) -> Bool {
        state.withLockQuietly { state in
            guard connection.isOpen else { return false }
            state = State(current: connection, thread: thread)
            return true
        }
    }

    func leave() { state.withLock { $0 = State() } }

    /// Closes connections. On another thread than the one that calls receivers, waits for a call of one of them.
    func close(_ connections: [Connection], thread: UInt) {
        guard !connections.isEmpty else { return }
        state.withLockQuietly { _ in for connection in connections { connection.isOpen = false } }
        LockOrder.willWait()
        state.wait(nanoseconds: Self.patience) { state -> Void? in
            let isCalled = state.current.map { current in connections.contains { $0 === current } } ?? false
            return isCalled && state.thread != thread ? nil : ()
        }
    }
}
