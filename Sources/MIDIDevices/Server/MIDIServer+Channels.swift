internal import AudioCore
import CSystem

/// The channels between programs, by which they send each other lists without the server. Guarded by the system's lock.
///
/// The server gives a channel to two programs of which one sends to the other. What each says to the server then decides when its lists
/// take that way.
struct ServedChannels {
    /// Channels that a program has at most. Beyond them, lists go by the server.
    static let most = 32

    private struct Pair: Hashable {
        let low: UInt32
        let high: UInt32

        init(_ one: UInt32, _ other: UInt32) { (low, high) = (min(one, other), max(one, other)) }
    }

    private struct Channel {
        /// Those of the two whose lists take it.
        var senders: Set<UInt32> = []
        var isOver = false
    }

    private var connections: [UInt32: PeerConnection] = [:]
    private var channels: [Pair: Channel] = [:]
    private var partners: [UInt32: Set<UInt32>] = [:]
    /// The programs to which a program has been given channels that it has not taken yet, also those that have gone since: the
    /// descriptors may still wait for it.
    private var untaken: [UInt32: Set<UInt32>] = [:]

    mutating func add(_ connection: PeerConnection) { connections[connection.number] = connection }

    func connection(_ number: UInt32) -> PeerConnection? { connections[number] }

    /// Whether two programs may get a channel. They get one once.
    func canBegin(_ one: UInt32, _ other: UInt32) -> Bool {
        one != other && channels[Pair(one, other)] == nil && connections[one] != nil && connections[other] != nil
            && [one, other].allSatisfy {
                (partners[$0]?.count ?? 0) < Self.most && (untaken[$0]?.count ?? 0) < Self.most
            }
    }

    mutating func begin(_ one: UInt32, _ other: UInt32) {
        channels[Pair(one, other)] = Channel()
        partners[one, default: []].insert(other)
        partners[other, default: []].insert(one)
        untaken[one, default: []].insert(other)
        untaken[other, default: []].insert(one)
    }

    /// Notes that a program has taken its end of a channel, or refused it.
    mutating func answered(by number: UInt32, about other: UInt32) { untaken[number]?.remove(other) }

    /// Whether two programs have a channel.
    func isThere(_ one: UInt32, _ other: UInt32) -> Bool { channels[Pair(one, other)].map { !$0.isOver } ?? false }

    /// Whether two programs have or had a channel.
    func wasThere(_ one: UInt32, _ other: UInt32) -> Bool { channels[Pair(one, other)] != nil }

    /// Whether the lists of a program for another take their channel.
    func isDirect(from sender: UInt32, to receiver: UInt32) -> Bool {
        channels[Pair(sender, receiver)]?.senders.contains(sender) ?? false
    }

    mutating func becomeDirect(from sender: UInt32, to receiver: UInt32) {
        channels[Pair(sender, receiver)]?.senders.insert(sender)
    }

    /// Notes that a channel has ended. The two get no other one.
    mutating func end(_ one: UInt32, _ other: UInt32) {
        channels[Pair(one, other)] = Channel(senders: [], isOver: true)
    }

    /// Forgets a program that has gone. Returns those with which it had channels.
    mutating func remove(_ number: UInt32) -> [PeerConnection] {
        connections[number] = nil
        untaken[number] = nil
        let left = partners.removeValue(forKey: number) ?? []
        for other in left {
            channels[Pair(number, other)] = nil
            partners[other]?.remove(number)
        }
        return left.compactMap { connections[$0] }
    }
}

// All of it under the system's lock.
extension MIDIServer {
    /// Gives two programs a channel, where they have had none.
    func offerChannel(_ one: PeerConnection, _ other: PeerConnection, _ state: MIDIState) {
        guard objects.channels.canBegin(one.number, other.number) else { return }
        var sockets: [Int32] = [-1, -1]
        guard system_pair(&sockets) != 0 else { return }
        objects.channels.begin(one.number, other.number)
        for (receiver, sender, socket) in [(one, other, sockets[0]), (other, one, sockets[1])] {
            // Before the channel, so that the program knows whom its sources reach by it.
            for source in sources(of: receiver.number, state) where source.isHeard(by: sender) {
                if let id = source.shared?.id { receiver.send(.listener(id, number: sender.number, true)) }
            }
            receiver.send(.channel(sender.number), passing: PassedDescriptor(socket))
        }
    }

    /// Connects a program to a source, or disconnects it.
    func listen(
        _ listener: PeerConnection, to source: MIDIObject, _ id: UInt64, _ isHeard: Bool, _ state: MIDIState
    ) {
        let home = source.shared?.home
        let isDirect = home.map { objects.channels.isDirect(from: $0.number, to: listener.number) } ?? false
        var connections = source.connections.filter { !$0.leads(to: listener) }
        if isHeard {
            let receiver = isDirect ? Connection.Receiver.direct(listener) : .process(listener, id)
            connections.append(Connection(receiver, owner: source.reference))
        }
        if isHeard || connections.count < source.connections.count { source.connections = connections }
        guard let home else { return }
        if objects.channels.isThere(home.number, listener.number) {
            home.send(.listener(id, number: listener.number, isHeard))
        } else if isHeard {
            offerChannel(home, listener, state)
        }
    }

    /// Has a program send by a channel, as the one at the other end has taken it.
    func acceptChannel(_ receiver: PeerConnection, _ number: UInt32) -> Bool {
        objects.channels.answered(by: receiver.number, about: number)
        guard objects.channels.isThere(receiver.number, number), let sender = objects.channels.connection(number) else {
            return number != receiver.number
        }
        sender.send(.accepted(receiver.number))
        return true
    }

    /// Sends on what a channel had no room for. It is the receiver that looks what it is. False where a program sends to itself.
    func relay(_ message: UnsafeRawBufferPointer, from number: UInt32, to other: UInt32) -> Bool {
        let receiver = system.state.withLock { _ in
            objects.channels.wasThere(number, other) ? objects.channels.connection(other) : nil
        }
        guard let receiver else { return number != other }
        receiver.send(relayed: WireRelay.head(number) + message, isList: WireList(message) != nil)
        return true
    }

    /// From now on, a program's lists for another come by their channel. False where there is none that the server knows of.
    func becomeDirect(_ sender: PeerConnection, _ number: UInt32, _ state: MIDIState) -> Bool {
        // It may have ended in the meantime.
        guard objects.channels.isThere(sender.number, number), let receiver = objects.channels.connection(number) else {
            return number != sender.number
        }
        guard !objects.channels.isDirect(from: sender.number, to: number) else {
            // After lists that the channel had no room for.
            receiver.send(.direct(sender.number))
            return true
        }
        objects.channels.becomeDirect(from: sender.number, to: number)
        exchange(from: sender.number, to: receiver, state) { _ in .direct(receiver) }
        receiver.send(.direct(sender.number))
        return true
    }

    /// Has the lists of two programs come by the server again.
    func endChannel(_ one: PeerConnection, _ number: UInt32, _ state: MIDIState) {
        objects.channels.answered(by: one.number, about: number)
        guard objects.channels.isThere(one.number, number), let other = objects.channels.connection(number) else {
            return
        }
        objects.channels.end(one.number, number)
        exchange(from: one.number, to: other, state) { .process(other, $0) }
        exchange(from: other.number, to: one, state) { .process(one, $0) }
        other.send(.noChannel(one.number))
    }

    /// Has others give up their channels to a program that has gone.
    func endChannels(of connection: PeerConnection) {
        for other in objects.channels.remove(connection.number) { other.send(.noChannel(connection.number)) }
    }

    /// Changes how the lists of a program's sources reach another one.
    private func exchange(
        from number: UInt32, to receiver: PeerConnection, _ state: MIDIState, _ way: (UInt64) -> Connection.Receiver
    ) {
        for source in sources(of: number, state) where source.isHeard(by: receiver) {
            guard let id = source.shared?.id else { continue }
            source.connections = source.connections.map {
                $0.leads(to: receiver) ? Connection(way(id), owner: source.reference) : $0
            }
        }
    }

    private func sources(of number: UInt32, _ state: MIDIState) -> [MIDIObject] {
        state.virtualEndpoints.compactMap { state.objects[$0] }.filter {
            $0.kind == .source && $0.shared?.number == number
        }
    }
}

extension Connection {
    /// Whether it leads to a process, by the server or directly.
    func leads(to peer: PeerConnection) -> Bool {
        switch receiver {
        case .process(peer, _), .direct(peer): true
        default: false
        }
    }
}

extension MIDIObject {
    fileprivate func isHeard(by peer: PeerConnection) -> Bool { connections.contains { $0.leads(to: peer) } }
}
