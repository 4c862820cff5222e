internal import AudioCore
import CSystem
import Glibc
internal import MIDIEvents
internal import MessageBus
import Synchronization

/// A connection to another process: the server's to a client, or the client's to the server.
///
/// Any thread may send, and no sending waits: what the system has no room for waits here. There is a limit to that. Beyond it MIDI
/// messages are lost, and the connection ends where anything else is to be sent, as the two sides would no longer agree.
///
/// A channel has a relay: what its socket has no room for goes by the server at once, and so does what follows, until the socket has
/// room again. Nothing waits in it, and what the program says to the server comes after all that it has sent.
final class PeerConnection: @unchecked Sendable {
    /// Bytes of MIDI messages that wait at most.
    static let mostListBytes = 1 << 20
    /// Bytes of everything else that wait at most.
    static let mostBytes = 16 << 20

    private struct Message {
        var bytes: [UInt8]
        var descriptor: PassedDescriptor?
    }

    private struct Waiting {
        var messages: [Message] = []
        /// Of them, those that are sent.
        var first = 0
        var bytes = 0
        var isOpen = true
        /// Whether messages go by the server.
        var isRelaying = false
    }

    /// The way by the server to the process at the other end.
    struct Relay {
        var server: PeerConnection
        var number: UInt32
    }

    let socket: Int32
    /// The number under which the server knows the process at the other end; 0 where the server is there. It is set once, under the
    /// system's lock.
    var number: UInt32 = 0
    private let waiting: LockedValue<Waiting>
    /// Wakes the thread that waits for events of the socket.
    private let wakeUp: WakeUp?
    private let relay: Relay?
    /// What waits for all processes together; nil where this one alone counts.
    private let budget: QueueBudget?
    /// Lists that were lost.
    private let lost = LockedValue(0)

    /// - Parameters:
    ///   - socket: belongs to the connection.
    ///   - wakeUp: what to signal where messages begin to wait, or the connection has ended.
    ///   - relay: where messages go that the socket has no room for; nil where they wait.
    ///   - budget: counts what waits, beside what waits for others.
    init(_ socket: Int32, wakeUp: WakeUp?, relay: Relay? = nil, budget: QueueBudget? = nil) {
        self.socket = socket
        self.wakeUp = wakeUp
        self.relay = relay
        self.budget = budget
        // What goes by the relay takes the lock of the server's connection.
        waiting = LockedValue(Waiting(), relay == nil ? .leaf : .inbox)
    }

    deinit {
        waiting.withLock { forget(&$0) }
        Glibc.close(socket)
    }

    /// Whether messages wait until the socket has room, or go by the server until then.
    var isWaiting: Bool { waiting.withLock { $0.isOpen && ($0.isRelaying || $0.first < $0.messages.count) } }
    var isOpen: Bool { waiting.withLock { $0.isOpen } }
    var lostLists: Int { lost.withLock { $0 } }
    var waitingBytes: Int { waiting.withLock { $0.bytes } }

    func send(_ message: WireMessage) { send(message.bytes) }

    /// Sends a message with a descriptor.
    func send(_ message: WireMessage, passing descriptor: PassedDescriptor) {
        message.bytes.withUnsafeBytes { send($0, .init(start: nil, count: 0), isList: false, passing: descriptor) }
    }

    /// Sends a message that is written already. One that is too long is not sent.
    func send(_ bytes: [UInt8]) {
        guard bytes.count <= WireMessage.mostBytes else { return }
        bytes.withUnsafeBytes { send($0, UnsafeRawBufferPointer(start: nil, count: 0), isList: false) }
    }

    /// Sends a list, which has been checked.
    func send(_ list: UnsafeRawPointer, _ form: ListForm, size: Int, to target: UInt64, stream: UInt32) {
        let head = WireList(form: form, target: target, stream: stream)
        withUnsafeBytes(of: head) { head in
            WireList.forEachPart(of: list, form, size: size) { list, size in
                send(head, UnsafeRawBufferPointer(start: list, count: size), isList: true)
            }
        }
    }

    private func send(
        _ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer, isList: Bool,
        passing descriptor: PassedDescriptor? = nil
    ) {
        guard !ForkedChild.isHere else { return }
        if let relay { return send(head, body, isList: isList, relay) }
        let (isLost, wakes) = waiting.withLock { waiting -> (Bool, Bool) in
            guard waiting.isOpen else { return (isList, false) }
            let isFirst = waiting.first == waiting.messages.count
            if isFirst {
                let result =
                    descriptor.map { system_send_descriptor(socket, head.baseAddress, head.count, $0.descriptor) }
                    ?? system_send(socket, head.baseAddress, head.count, body.baseAddress, body.count)
                switch result {
                case 0: break
                case 1: return (false, false)
                default:
                    waiting.isOpen = false
                    return (isList, true)
                }
            }
            let size = head.count + body.count
            guard waiting.bytes + size <= (isList ? Self.mostListBytes : Self.mostBytes) else {
                if !isList { waiting.isOpen = false }
                return (isList, !isList)
            }
            waiting.messages.append(Message(bytes: Array(head) + Array(body), descriptor: descriptor))
            waiting.bytes += size
            budget?.add(size)
            return (false, isFirst)
        }
        if isLost { lost.withLock { $0 += 1 } }
        if wakes { wakeUp?.signal() }
    }

    /// Sends by the socket, or by the server where the socket has no room or the other end is closed.
    private func send(
        _ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer, isList: Bool, _ relay: Relay
    ) {
        let wakes = waiting.withLock { waiting -> Bool in
            var wakes = false
            if waiting.isOpen, !waiting.isRelaying {
                let result = system_send(socket, head.baseAddress, head.count, body.baseAddress, body.count)
                guard result != 1 else { return false }
                if result < 0 { waiting.isOpen = false } else { waiting.isRelaying = true }
                wakes = true
            }
            // Under the lock, so that the order stays.
            var bytes = WireRelay.head(relay.number)
            bytes += head
            bytes += body
            if !relay.server.send(relayed: bytes, isList: isList) { lost.withLock { $0 += 1 } }
            return wakes
        }
        if wakes { wakeUp?.signal() }
    }

    /// Sends a message that a process has sent to another by the server. False where it is a list that there is no room for: those that
    /// are relayed take half of the room at most.
    @discardableResult func send(relayed bytes: [UInt8], isList: Bool) -> Bool {
        if isList, waiting.withLock({ $0.bytes + bytes.count > Self.mostListBytes / 2 }) {
            lost.withLock { $0 += 1 }
            return false
        }
        bytes.withUnsafeBytes { send($0, UnsafeRawBufferPointer(start: nil, count: 0), isList: isList) }
        return true
    }

    /// Has messages take the socket again, if it has room. The other process waits there until the server says the same, which comes
    /// after what went that way.
    private func resume(_ relay: Relay) {
        let mark = WireMessage.direct(0).bytes
        waiting.withLock { waiting in
            guard waiting.isOpen, waiting.isRelaying else { return }
            let result = mark.withUnsafeBytes { system_send(socket, $0.baseAddress, $0.count, nil, 0) }
            if result < 0 { waiting.isOpen = false }
            guard result == 1 else { return }
            waiting.isRelaying = false
            relay.server.send(.direct(relay.number))
        }
    }

    /// Sends nothing by the socket any longer: the other end is closed. What is sent goes by the relay, if there is one.
    func stopSending() { waiting.withLock { $0.isOpen = false } }

    /// Waits until everything is sent, for some time at most, in nanoseconds.
    func finishSending(within patience: UInt64) {
        guard !ForkedChild.isHere else { return }
        let deadline = HostTime.now() + patience
        while isWaiting {
            let now = HostTime.now()
            guard now < deadline else { return }
            var event = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
            _ = system_wait(&event, 1, Int64(deadline - now))
            flush()
        }
    }

    /// Sends what waits, as far as there is room.
    func flush() {
        if let relay { return resume(relay) }
        waiting.withLock { waiting in
            while waiting.isOpen, waiting.first < waiting.messages.count {
                let message = waiting.messages[waiting.first]
                let result = message.bytes.withUnsafeBytes { bytes in
                    message.descriptor.map {
                        system_send_descriptor(socket, bytes.baseAddress, bytes.count, $0.descriptor)
                    } ?? system_send(socket, bytes.baseAddress, bytes.count, nil, 0)
                }
                guard result != 0 else { break }
                if result < 0 { waiting.isOpen = false }
                waiting.bytes -= message.bytes.count
                budget?.add(-message.bytes.count)
                waiting.messages[waiting.first] = Message(bytes: [])
                waiting.first += 1
            }
            if !waiting.isOpen { forget(&waiting) }
            guard waiting.first == waiting.messages.count || waiting.first > 1024 else { return }
            waiting.messages.removeFirst(waiting.first)
            waiting.first = 0
        }
    }

    /// Sends nothing any longer, and has the other side learn of it.
    func close() {
        waiting.withLock { waiting in
            waiting.isOpen = false
            forget(&waiting)
        }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Drops what waits.
    private func forget(_ waiting: inout Waiting) {
        budget?.add(-waiting.bytes)
        (waiting.messages, waiting.first, waiting.bytes) = ([], 0, 0)
    }
}

/// How many bytes wait for all programs of a server together.
final class QueueBudget: Sendable {
    private let most: Int
    private let bytes = Atomic<Int>(0)

    init(most: Int) { self.most = most }

    var isExceeded: Bool { bytes.load(ordering: .relaxed) > most }

    func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}

/// A descriptor that is passed to another process, and closed here afterwards.
final class PassedDescriptor: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { Glibc.close(descriptor) }
}

/// The memory into which messages of a socket are received. It belongs to one thread.
final class ReceivingMemory: @unchecked Sendable {
    /// What is readable beyond the largest message.
    private static let slack = 64
    private let memory = UnsafeMutableRawPointer.allocate(
        byteCount: WireMessage.mostBytes + slack, alignment: 16)

    init() { memory.initializeMemory(as: UInt8.self, repeating: 0, count: WireMessage.mostBytes + Self.slack) }

    deinit {
        closeDescriptor()
        memory.deallocate()
    }

    enum Result {
        case message(UnsafeRawBufferPointer)
        case nothing
        case ended
    }

    /// The descriptor that came with the last message of `receive(passingFrom:)`, until it is taken; -1 for none.
    private var descriptor: Int32 = -1

    /// The descriptor that came with the last message; -1 for none. It belongs to the caller.
    func takeDescriptor() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    private func closeDescriptor() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// The next message of a process that may pass descriptors.
    func receive(passingFrom socket: Int32) -> Result {
        closeDescriptor()
        return result(system_receive_descriptor(socket, memory, WireMessage.mostBytes, &descriptor))
    }

    /// The next message, valid until the one after it is received.
    func receive(_ socket: Int32) -> Result {
        result(system_receive(socket, memory, WireMessage.mostBytes))
    }

    private func result(_ count: Int64) -> Result {
        if count == -1 { return .nothing }
        return count > 0 ? .message(UnsafeRawBufferPointer(start: memory, count: Int(count))) : .ended
    }
}
