internal import AudioCore
import CSystem
import Glibc
internal import MIDIEvents

/// A channel to another process, by which the lists for it go without the server.
final class LinkChannel: @unchecked Sendable {
    /// The number under which the server knows the process.
    let number: UInt32
    let connection: PeerConnection
    // Those of the thread that delivers.
    /// How often the process has said by the server that lists take the channel from then on, and how often by the channel. The first
    /// time, it says it by the server alone.
    var beginnings = 0
    var marks = 0
    /// Whether the other end is closed, and everything has been read.
    var hasEnded = false
    /// Whether what comes next in the channel may be read: everything has come that the process has sent by the server before.
    var isReady: Bool { beginnings > marks && !hasEnded }
    /// Messages, and bytes of them, that may be taken until the thread waits again. They belong to the thread that delivers.
    var messagesLeft = 0
    var bytesLeft = 0

    init(_ number: UInt32, _ connection: PeerConnection) {
        self.number = number
        self.connection = connection
    }
}

// Channels, which belong to the thread that delivers. Any thread sends by them.
extension ServerLink {
    /// Messages that are taken from one channel before it is another one's turn: more than a socket holds.
    private static let mostMessages = 512
    /// Bytes that are taken from all channels before they are delivered: half of what may wait for that.
    private static let mostBytes = DeliveryQueue.room / 2

    /// More bytes than the mark in a channel has.
    private static let mostMarkBytes = 16
    /// Messages that are taken from a channel before what follows them by the server: more than a socket holds.
    private static let mostDrained = 4096

    // MARK: Waiting

    /// Adds what is to be waited for to the descriptors. Returns the channels, one for each.
    func appendChannels(to events: inout [pollfd]) -> [LinkChannel] {
        guard !channels.isEmpty else { return [] }
        for channel in channels {
            (channel.messagesLeft, channel.bytesLeft) = (Self.mostMessages, Self.mostBytes / channels.count)
        }
        var waited: [LinkChannel] = []
        for channel in channels {
            let isWaiting = channel.connection.isWaiting
            // One that is not read yet is waited for only where it is written.
            guard channel.isReady || isWaiting else { continue }
            let wanted = (channel.isReady ? POLLIN : 0) | (isWaiting ? POLLOUT : 0)
            events.append(pollfd(fd: channel.connection.socket, events: Int16(wanted), revents: 0))
            waited.append(channel)
        }
        return waited
    }

    func serveChannels(_ waited: [LinkChannel], _ found: [Int16], _ system: MIDISystem) {
        for (channel, events) in zip(waited, found) where events != 0 {
            if Int32(events) & (POLLHUP | POLLERR) != 0 { channel.connection.stopSending() }
            if Int32(events) & POLLOUT != 0 { channel.connection.flush() }
            if channel.isReady { receive(from: channel, system) }
        }
    }

    // MARK: Receiving

    /// Takes what the other process has sent, as much as is its share.
    func receive(from channel: LinkChannel, _ system: MIDISystem) {
        while channel.isReady, channel.messagesLeft > 0, channel.bytesLeft > 0 {
            guard let count = receiveOne(from: channel, system) else { return }
            channel.messagesLeft -= 1
            channel.bytesLeft -= count
        }
    }

    /// Takes everything that a process has sent by its channel, if it may be read.
    func drain(_ number: UInt32, _ system: MIDISystem) {
        if let channel = channels.first(where: { $0.number == number }), channel.isReady { drain(channel, system) }
    }

    /// Takes everything that is in a channel, and delivers it where it needs more room than there is.
    ///
    /// - Parameter atEnd: whether nothing else comes, so that there is nothing to wait for.
    private func drain(_ channel: LinkChannel, atEnd: Bool = false, _ system: MIDISystem) {
        var bytes = 0
        for _ in 0..<Self.mostDrained where channel.isReady || atEnd {
            guard let count = receiveOne(from: channel, system) else { return }
            bytes += count
            guard bytes > Self.mostBytes / 2 else { continue }
            _ = system.deliverLists()
            bytes = 0
        }
    }

    /// Takes a message of a channel. Returns its size; nil where none is there, or the channel has ended.
    private func receiveOne(from channel: LinkChannel, _ system: MIDISystem) -> Int? {
        switch channelMemory.receive(channel.connection.socket) {
        case .nothing: return nil
        case .ended:
            // The rest may come by the server, which says then that the channel has ended.
            channel.hasEnded = true
            channel.connection.stopSending()
            return nil
        case .message(let bytes):
            if bytes.count < Self.mostMarkBytes, case .direct? = try? WireMessage(parsing: Array(bytes)[...]) {
                channel.marks += 1
                return bytes.count
            }
            if take(bytes, from: channel.number, system) { return bytes.count }
            endChannel(channel, system)
            return nil
        }
    }

    /// Takes a message that another process's channel had no room for. What is in the channel was sent before, up to the mark, if there
    /// is one already.
    func receive(_ message: UnsafeRawBufferPointer, relayedFrom number: UInt32, _ system: MIDISystem) {
        let channel = channels.first { $0.number == number }
        if let channel, channel.isReady { drain(channel, system) }
        if !take(message, from: number, system), let channel { endChannel(channel, system) }
    }

    /// False where a process sends what it must not send.
    func take(_ bytes: UnsafeRawBufferPointer, from number: UInt32, _ system: MIDISystem) -> Bool {
        if let head = WireList(bytes) {
            guard let form = ListForm(rawValue: head.form), let list = WireList.list(in: bytes, form) else {
                return false
            }
            guard maySend(number, to: head.target, system) else { return true }
            // The same as by the server.
            let stream = StreamOrigin.stream(head.stream, of: number)
            post(head, form, list, stream: stream, size: bytes.count - WireList.size, system)
            return true
        }
        guard case .flush(let id, _)? = try? WireMessage(parsing: Array(bytes)[...]) else { return false }
        apply(.flush(id, stream: StreamOrigin.stream(0, of: number)), system)
        return true
    }

    /// Whether a process may send to an endpoint: from a source of its own, or to a destination of this process.
    private func maySend(_ number: UInt32, to target: UInt64, _ system: MIDISystem) -> Bool {
        system.state.withLock { state in
            guard let object = objects.object(target, state), let shared = object.shared, state.isVirtual(object) else {
                return false
            }
            return object.kind == .source ? shared.number == number : shared.home == nil
        }
    }

    // MARK: Beginning

    /// Takes a channel that the server has given. What the other process sends by it is read, and nothing is sent until that process has
    /// taken its end.
    func beginChannel(_ number: UInt32, _ socket: Int32, _ system: MIDISystem) {
        guard socket >= 0 else { return refuseChannel(number, system) }
        guard let connection, system_peer_user(socket) == Int64(geteuid()),
            !channels.contains(where: { $0.number == number })
        else {
            close(socket)
            return refuseChannel(number, system)
        }
        let relay = PeerConnection.Relay(server: connection, number: number)
        channels.append(LinkChannel(number, PeerConnection(socket, wakeUp: waker.event, relay: relay)))
        system.state.withLock { _ in objects.connection?.send(.accepted(number)) }
    }

    /// Has lists for the other process go by the server.
    private func refuseChannel(_ number: UInt32, _ system: MIDISystem) {
        system.state.withLock { _ in objects.connection?.send(.noChannel(number)) }
    }

    /// Has lists for the destinations of a process take its channel, or go by the server where there is none.
    private func setWays(to number: UInt32, _ state: MIDIState) {
        guard let way = objects.channels[number]?.connection ?? objects.connection else { return }
        for (id, reference) in objects.references where UInt32(truncatingIfNeeded: id >> 32) == number {
            guard let object = state.objects[reference], object.kind == .destination, object.owner == 0,
                object.shared?.home != nil
            else { continue }
            object.connections = [Connection(.process(way, id), owner: reference)]
        }
    }

    private func connect(_ channel: LinkChannel, to id: UInt64, _ state: MIDIState) {
        guard let source = objects.object(id, state), source.kind == .source, source.shared?.home == nil else { return }
        source.connect(to: channel.connection, id)
    }

    /// Begins to send by a channel, whose other end the other process has taken.
    func beginSending(_ number: UInt32, _ system: MIDISystem) {
        guard let channel = channels.first(where: { $0.number == number }) else { return }
        // What was sent before has gone to the server, and what is sent from now on takes the channel.
        system.sends.withNone {
            system.state.withLock { state in
                guard objects.channels[number] == nil else { return }
                objects.channels[number] = channel
                for (id, numbers) in objects.listeners where numbers.contains(number) {
                    connect(channel, to: id, state)
                }
                setWays(to: number, state)
                objects.connection?.send(.direct(number))
            }
        }
    }

    // MARK: What the server says. Under the system's lock.

    /// Everything has come that a process has sent by the server: what follows is in the channel.
    func beginReading(_ number: UInt32) {
        channels.first { $0.number == number }?.beginnings += 1
    }

    func setListener(_ number: UInt32, of id: UInt64, _ isHeard: Bool, _ state: MIDIState) {
        guard let source = objects.object(id, state), source.kind == .source, source.shared?.home == nil else { return }
        if isHeard {
            objects.listeners[id, default: []].insert(number)
        } else {
            objects.listeners[id]?.remove(number)
        }
        guard let channel = objects.channels[number] else { return }
        source.disconnect(from: channel.connection)
        if isHeard { source.connect(to: channel.connection, id) }
    }

    // MARK: Ending

    func endChannel(_ number: UInt32, _ system: MIDISystem) {
        guard let channel = channels.first(where: { $0.number == number }) else { return }
        // What it still has comes first.
        drain(channel, atEnd: true, system)
        endChannel(channel, system)
    }

    /// Has lists go by the server again.
    func endChannel(_ channel: LinkChannel, _ system: MIDISystem) {
        guard let index = channels.firstIndex(where: { $0 === channel }) else { return }
        channels.remove(at: index)
        system.state.withLock { state in
            objects.channels[channel.number] = nil
            for source in state.objects.values where source.kind == .source {
                source.disconnect(from: channel.connection)
            }
            for id in objects.listeners.keys { objects.listeners[id]?.remove(channel.number) }
            setWays(to: channel.number, state)
            objects.connection?.send(.noChannel(channel.number))
        }
        channel.connection.close()
    }
}
