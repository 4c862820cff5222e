internal import AudioCore
import CSystem
import Glibc
internal import MIDIEvents

/// A client's way to the server: shows the objects of other processes in the system, and the system's own objects to them.
///
/// The thread that delivers the system's messages waits for the server's messages, too, so that a list has one thread less to wake.
package final class ServerLink: @unchecked Sendable {
    /// For how long objects of a server that has ended are kept, until they are described again, in nanoseconds.
    private static let patience = 3 * HostTime.ticksPerSecond
    /// Messages that are taken before lists are delivered.
    private static let mostMessages = 256
    /// How long what waits for the server may take to be sent when the program leaves, in nanoseconds.
    private static let lastPatience = HostTime.ticksPerSecond
    private static let pauses: ClosedRange<UInt64> = 20_000_000...5_000_000_000

    let place: ServerPlace
    let waker: PollWaker
    /// Guarded by the system's lock.
    var objects = LinkedObjects()
    private let outside = LockedValue(Outside())

    // Those of the thread that delivers.
    private let memory = ReceivingMemory()
    let channelMemory = ReceivingMemory()
    private(set) var connection: PeerConnection?
    /// The channels to other processes.
    var channels: [LinkChannel] = []
    private var forgetsAt: UInt64?

    private struct Outside {
        /// The connection to the server that replaces one that has ended, until the link begins to use it.
        var meeting: ServerMeeting?
        var isOver = false
    }

    init?(_ place: ServerPlace) {
        guard let waker = PollWaker() else { return nil }
        self.place = place
        self.waker = waker
    }

    var isOver: Bool { outside.withLock { $0.isOver } }

    /// Finds the server, and learns its objects. False where there is none: the system then keeps its objects to itself.
    func join(_ system: MIDISystem) -> Bool {
        guard let meeting = place.meet(waker: waker) else { return false }
        begin(meeting, system)
        // The child of a fork that executes no other program keeps the socket open, so that the server would not notice the end.
        ProgramEnd.add { [weak system] in system?.leave() }
        return true
    }

    /// Leaves the server, and ends the thread that delivers.
    func leave(_ system: MIDISystem) {
        outside.withLock { $0.isOver = true }
        // Without the lock: the server reads what comes, but a program may have stopped it.
        system.state.withLock { _ in objects.connection }?.finishSending(within: Self.lastPatience)
        system.state.withLock { _ in
            objects.connection?.close()
            for channel in objects.channels.values { channel.connection.close() }
        }
        waker.event.signal()
    }

    // MARK: The thread that delivers

    /// Waits until there is something to deliver, or until a time, and does what the server says.
    func wait(until time: UInt64?, _ system: MIDISystem) {
        if let meeting = outside.withLock({ $0.meeting.take() }) { begin(meeting, system) }
        waker.begin()
        let now = system.clock()
        let next = [time, forgetsAt].compactMap { $0 }.min()
        let timeout = system.queue.hasNews ? 0 : next.map { Int64(clamping: $0 > now ? $0 - now : 0) } ?? -1
        var events = [waker.event.poll]
        if let connection {
            let isWaiting = connection.isWaiting
            events.append(
                pollfd(fd: connection.socket, events: Int16(isWaiting ? POLLIN | POLLOUT : POLLIN), revents: 0))
        }
        let first = events.count
        let waited = appendChannels(to: &events)
        _ = system_wait(&events, events.count, timeout)
        waker.end()
        if events[0].revents != 0 { waker.event.clear() }
        serveChannels(waited, events[first...].map(\.revents), system)
        if let connection, events[1].revents != 0 || !connection.isOpen {
            if Int32(events[1].revents) & POLLOUT != 0 { connection.flush() }
            receive(connection, system)
        }
        if let time = forgetsAt, system.clock() >= time {
            forgetsAt = nil
            forgetUnseen(system)
        }
    }

    private func receive(_ connection: PeerConnection, _ system: MIDISystem) {
        for _ in 0..<Self.mostMessages {
            switch memory.receive(passingFrom: connection.socket) {
            case .nothing:
                if !connection.isOpen { lose(connection, system) }
                return
            case .ended: return lose(connection, system)
            case .message(let bytes):
                if let head = WireList(bytes) {
                    receive(head, bytes, system)
                } else if let (number, relayed) = WireRelay.parse(bytes) {
                    receive(relayed, relayedFrom: number, system)
                } else if let message = try? WireMessage(parsing: Array(bytes)[...]) {
                    if case .channel(let number) = message {
                        beginChannel(number, memory.takeDescriptor(), system)
                        continue
                    }
                    // What a process has sent before comes before, and reaches receivers before its source goes.
                    if let author = message.author { drain(author, system) }
                    if case .removed = message { _ = system.deliverLists() }
                    apply(message, system)
                } else {
                    return lose(connection, system)
                }
            }
        }
    }

    /// Takes a list for an endpoint: what is for later waits here.
    func receive(_ head: WireList, _ bytes: UnsafeRawBufferPointer, _ system: MIDISystem) {
        guard let form = ListForm(rawValue: head.form), let list = WireList.list(in: bytes, form) else { return }
        post(head, form, list, stream: StreamOrigin.elsewhere(head.stream), size: bytes.count - WireList.size, system)
    }

    func post(
        _ head: WireList, _ form: ListForm, _ list: UnsafeRawPointer, stream: UInt32, size: Int, _ system: MIDISystem
    ) {
        let found = system.state.withLock { state -> (reference: UInt32, isSource: Bool, holds: Bool)? in
            guard let object = objects.object(head.target, state), object.isEndpoint else { return nil }
            let isSource = object.kind == .source
            let wantsAll = !isSource && state.integer(MIDIKey.scheduleAhead, of: object) ?? 0 > 0
            return (object.reference, isSource, !wantsAll)
        }
        guard let found else { return }
        let posting = Posting(list: list, form: form, target: found.reference, stream: stream)
        // Where there is no room, the list is lost: nobody waits for an answer.
        try? system.queue.post(
            posting, size: size, now: system.clock(), holds: found.holds, isForSource: found.isSource)
    }

    // MARK: Servers come and go

    /// Takes the objects of a server in the place of those of the last one, and describes the system's own to it.
    func begin(_ meeting: ServerMeeting, _ system: MIDISystem) {
        connection = meeting.connection
        system.state.withLock { state in
            state.sharing = self
            objects.begin(meeting)
        }
        for message in meeting.messages { apply(message, system) }
        system.state.withLock { publish(&$0) }
    }

    private func lose(_ connection: PeerConnection, _ system: MIDISystem) {
        for channel in channels { endChannel(channel.number, system) }
        connection.close()
        self.connection = nil
        system.state.withLock { _ in objects.end() }
        guard !isOver else { return }
        forgetsAt = system.clock() + Self.patience
        seek()
    }

    /// Looks for a server until there is one, on a thread of its own: a program may have to be started.
    private func seek() {
        let thread = try? Thread(name: "midi-server") { [self] in
            var pause = Self.pauses.lowerBound
            while !isOver {
                if let meeting = place.meet(waker: waker) {
                    outside.withLock { $0.meeting = meeting }
                    return waker.event.signal()
                }
                Thread.sleep(until: HostTime.now() + pause)
                pause = min(2 * pause, Self.pauses.upperBound)
            }
        }
        thread?.detach()
    }

    // MARK: Flushing

    /// Drops what this process has sent for later to destinations of other processes.
    func flush(_ destination: UInt32?, _ system: MIDISystem) {
        system.state.withLock { state in
            guard let connection = objects.connection else { return }
            guard let destination else {
                for channel in objects.channels.values { channel.connection.send(.flush(0, stream: 0)) }
                return connection.send(.flush(0, stream: 0))
            }
            guard let object = state.objects[destination], let shared = object.shared, shared.home != nil else {
                return
            }
            // It takes the way of the lists before it.
            if case .process(let peer, let id)? = object.connections.first?.receiver {
                peer.send(.flush(id, stream: 0))
            } else {
                connection.send(.flush(shared.id, stream: 0))
            }
        }
    }
}

/// What a link knows of objects. Guarded by the system's lock.
struct LinkedObjects {
    /// A property of an object.
    struct Place: Hashable {
        var id: UInt64
        var name: String
    }

    var connection: PeerConnection?
    /// The number under which the server knows this process.
    private(set) var number: UInt32 = 0
    /// Counts connections.
    private(set) var session = 0
    /// The references of shared objects.
    var references: [UInt64: UInt32] = [:]
    /// How many values of properties have been sent that the server has not taken yet: those of others are older.
    var pending: [Place: Int] = [:]
    var identifiers: [String: Int32] = [:]
    /// The channels to other processes, by the numbers of these.
    var channels: [UInt32: LinkChannel] = [:]
    /// The processes that hear sources of this one and that there are or will be channels to.
    var listeners: [UInt64: Set<UInt32>] = [:]
    /// Whether the link applies a message of the server, which knows the change.
    var isApplying = false

    mutating func begin(_ meeting: ServerMeeting) {
        connection = meeting.connection
        number = meeting.number
        session += 1
        forget()
    }

    mutating func end() {
        connection = nil
        forget()
    }

    private mutating func forget() {
        references = [:]
        pending = [:]
        channels = [:]
        listeners = [:]
    }

    func object(_ id: UInt64, _ state: MIDIState) -> MIDIObject? { references[id].flatMap { state.objects[$0] } }

    /// Whether the server knows an object by this connection.
    func isSeen(_ object: MIDIObject) -> Bool { object.shared?.session == session && connection != nil }
}

extension MIDISystem {
    /// Leaves the server, and ends the thread that delivers. At the end of the program, and for tests.
    package func leave() { link?.leave(self) }
}
