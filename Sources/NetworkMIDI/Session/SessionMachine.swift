/// A session: its peers, and what is sent to them and comes from them.
///
/// It has no sockets and no clock. Whoever owns it hands in datagrams with the time, and carries out what `takeOutputs` says.
package struct SessionMachine: Sendable {
    /// Whose invitations are accepted. The numbers are those of `MIDINetworkConnectionPolicy`.
    package enum Policy: UInt, Sendable {
        case noOne, contacts, anyone
    }

    package enum Output: Equatable, Sendable {
        case datagram([UInt8], to: NetworkAddress, by: SessionPort)
        /// Commands of the peers, each with the time at which it is to be played.
        case commands([TimedCommand])
        /// Peers have come, gone or got another phase.
        case changed
    }

    /// Peers at most, those that are invited among them. One that is about to replace another is not counted.
    package static let mostPeers = 32

    /// The name that peers see.
    package var name: String
    package var policy = Policy.noOne
    /// The machines of the contacts.
    package var contacts: Set<NetworkAddress.Host> = []
    /// The number of the session, which peers know it by.
    package let source: UInt32

    package internal(set) var peers: [Peer] = []
    var outputs: [Output] = []
    private var lastID = 0
    private let random: @Sendable () -> UInt32

    /// - Parameter random: gives numbers that nobody can guess.
    package init(name: String, random: @escaping @Sendable () -> UInt32) {
        self.name = name
        self.random = random
        source = random()
    }

    /// What is to be carried out, in order.
    package mutating func takeOutputs() -> [Output] {
        defer { outputs = [] }
        return outputs
    }

    // MARK: Peers

    /// Invites a peer, again and again until it answers.
    ///
    /// - Returns: the number of the connection; nil where there are too many.
    package mutating func invite(_ address: NetworkAddress, name: String, now: UInt64) -> Int? {
        if let present = peers.first(where: { $0.address == address }) { return present.id }
        guard peers.count < Self.mostPeers else { return nil }
        peers.append(newPeer(.inviting(.control), address, name, isInvited: true, token: random(), now))
        outputs.append(.changed)
        tick(now: now)
        return lastID
    }

    private mutating func newPeer(
        _ phase: Peer.Phase, _ address: NetworkAddress, _ name: String, isInvited: Bool, token: UInt32, _ now: UInt64
    ) -> Peer {
        lastID += 1
        return Peer(
            id: lastID, phase: phase, address, name: name, isInvited: isInvited, token: token, now: now,
            sender: newSender())
    }

    func newSender() -> StreamSender {
        StreamSender(source: source, sequence: UInt16(truncatingIfNeeded: random()), clockOrigin: UInt64(random()))
    }

    /// Ends the connection to a peer, and notifies the peer.
    package mutating func end(_ id: Int, now: UInt64) {
        guard let index = peers.firstIndex(where: { $0.id == id }) else { return }
        sendEnd(index)
        remove(index, now)
    }

    /// Notifies a peer of the end, on both ports: some wait for both.
    mutating func sendEnd(_ index: Int) {
        let command = SessionCommand.end(token: peers[index].token, source: source)
        if peers[index].phase != .pausing { send(command, to: peers[index].address, .control) }
        if peers[index].phase == .connected { send(command, to: peers[index].dataAddress, .data) }
    }

    /// Ends all connections.
    package mutating func endAll(now: UInt64) { for peer in peers { end(peer.id, now: now) } }

    mutating func remove(_ index: Int, _ now: UInt64) {
        silence(index, now)
        peers.remove(at: index)
        outputs.append(.changed)
    }

    /// Ends the notes that a peer has begun.
    mutating func silence(_ index: Int, _ now: UInt64) {
        let commands = peers[index].receiver.end(now: now)
        if !commands.isEmpty { outputs.append(.commands(commands)) }
    }

    mutating func send(_ command: SessionCommand, to address: NetworkAddress, _ port: SessionPort) {
        outputs.append(.datagram(command.bytes, to: address, by: port))
    }

    // MARK: MIDI

    /// Sends commands to all peers. They are in the order of their times.
    package mutating func send(_ commands: [TimedCommand], now: UInt64) {
        for index in peers.indices where peers[index].phase == .connected {
            for packet in peers[index].sender.packets(commands, now: now) {
                outputs.append(.datagram(packet, to: peers[index].dataAddress, by: .data))
            }
        }
    }

    /// Whether anybody gets what is sent.
    package var isHeard: Bool { peers.contains { $0.phase == .connected } }

    // MARK: Datagrams

    /// Takes a datagram that has arrived at a port. What is malformed, or from no peer, is ignored.
    package mutating func receive(
        _ bytes: ArraySlice<UInt8>, from address: NetworkAddress, at port: SessionPort, now: UInt64
    ) {
        if SessionCommand.begins(bytes) {
            if let command = try? SessionCommand(parsing: bytes) {
                receive(command, from: address, port, now)
            } else if let token = SessionCommand.tokenOfOtherVersion(bytes) {
                send(.refusal(token: token, source: source), to: address, port)
            }
        } else if port == .data, let packet = try? RTPPacket(parsing: bytes) {
            guard let index = peer(packet.source, address), peers[index].phase == .connected else { return }
            peers[index].heard = now
            peers[index].receiver.receive(packet, now: now, clock: peers[index].clock)
            play(index, now)
        }
    }

    /// Hands on what can be played of a peer's packets.
    mutating func play(_ index: Int, _ now: UInt64) {
        let commands = peers[index].receiver.release(now: now)
        if !commands.isEmpty { outputs.append(.commands(commands)) }
        if peers[index].receiver.unreported != nil, peers[index].reportDue == nil {
            peers[index].reportDue = now + Self.reportDelay
        }
    }

    /// The peer with a number that sends from an address.
    func peer(_ source: UInt32, _ address: NetworkAddress) -> Int? {
        peers.firstIndex { isPeer($0, source, address) }
    }

    func isPeer(_ peer: Peer, _ source: UInt32, _ address: NetworkAddress) -> Bool {
        (peer.source == source || peer.controlSource == source)
            && (peer.address == address || peer.dataAddress == address)
    }

    private mutating func receive(
        _ command: SessionCommand, from address: NetworkAddress, _ port: SessionPort, _ now: UInt64
    ) {
        switch command {
        case .invitation(let token, let source, let name):
            if port == .control {
                invited(token, source, name, address, now)
            } else {
                invitedForData(token, source, address, now)
            }
        case .acceptance(let token, let source, let name): accepted(token, source, name, address, port, now)
        case .refusal(let token, _):
            guard let index = invited(token, address), peers[index].phase != .connected else { return }
            remove(index, now)
        case .end(let token, let source):
            // A peer that is about to replace another may have the number of that one.
            let named = peers.firstIndex { $0.token == token && isPeer($0, source, address) }
            guard let index = named ?? peer(source, address) else { return }
            // The one of the other port may come after the invitation that follows the end.
            guard port == .control || peers[index].token == token else { return }
            remove(index, now)
        case .clock(let message): exchange(message, address, now)
        case .feedback(let source, let sequence):
            // Some peers give their own number, some that of the stream which they report on.
            let reporter =
                source == self.source
                ? peers.firstIndex { $0.phase == .connected && ($0.address == address || $0.dataAddress == address) }
                : peer(source, address)
            guard let index = reporter else { return }
            peers[index].heard = now
            peers[index].sender.acknowledge(sequence)
        }
    }

    /// The peer that this side has invited with a token.
    private func invited(_ token: UInt32, _ address: NetworkAddress) -> Int? {
        peers.firstIndex {
            $0.isInvited && $0.token == token && ($0.address == address || $0.dataAddress == address)
        }
    }

    private mutating func invited(
        _ token: UInt32, _ source: UInt32, _ name: String, _ address: NetworkAddress, _ now: UInt64
    ) {
        let acceptance = SessionCommand.acceptance(token: token, source: self.source, name: self.name)
        let isKnown = peers.contains {
            !$0.isInvited && $0.address == address && $0.controlSource == source && $0.token == token
        }
        if isKnown { return send(acceptance, to: address, .control) }
        let ours = peers.first { $0.isInvited && $0.address == address }
        let isAccepted =
            switch policy {
            case .noOne: false
            case .contacts: contacts.contains(address.host)
            case .anyone: true
            }
        guard isAccepted || ours != nil, source != self.source,
            peers.count(where: { $0.address != address }) < Self.mostPeers
        else { return send(.refusal(token: token, source: self.source), to: address, .control) }
        // Two sides that invite each other need one connection: the side with the larger number ignores the invitation, and the other accepts. Another program than the one that had accepted is accepted in any case.
        if let ours, self.source > source, ours.phase != .pausing {
            guard ours.phase == .connected, ours.controlSource != source else { return }
        }
        // Anybody can send an invitation from this address: a connection lasts until the new one has shown that it is there.
        while let index = peers.firstIndex(where: { $0.address == address && $0.phase != .connected }) {
            remove(index, now)
        }
        var peer = newPeer(.accepted, address, name, isInvited: false, token: token, now)
        (peer.source, peer.controlSource) = (source, source)
        peer.due = now + Self.acceptancePatience
        peers.append(peer)
        send(acceptance, to: address, .control)
    }

    private mutating func invitedForData(
        _ token: UInt32, _ source: UInt32, _ address: NetworkAddress, _ now: UInt64
    ) {
        guard let index = inviting(token, source, address.host), source != self.source else {
            return send(.refusal(token: token, source: self.source), to: address, .data)
        }
        if peers[index].phase == .accepted {
            peers[index].source = source
            if hasConnected(at: peers[index].address) {
                (peers[index].phase, peers[index].dataAddress) = (.replacing, address)
                (peers[index].heard, peers[index].due) = (now, now + Self.replacementPause)
            } else {
                replaceOthers(by: index, address, now)
            }
        }
        send(.acceptance(token: token, source: self.source, name: name), to: address, .data)
    }

    /// The peer that has invited this side with a token. Its number may be another one on the port of MIDI, but nobody takes the place of one that is connected.
    private func inviting(_ token: UInt32, _ source: UInt32, _ host: NetworkAddress.Host) -> Int? {
        let those = peers.indices.filter {
            peers[$0].token == token && !peers[$0].isInvited && peers[$0].address.host == host
        }
        return those.first { peers[$0].source == source || peers[$0].controlSource == source }
            ?? those.first { peers[$0].phase == .accepted }
    }

    func hasConnected(at address: NetworkAddress) -> Bool {
        peers.contains { $0.address == address && $0.phase == .connected }
    }

    /// Ends the connections that a peer replaces: those with its address.
    ///
    /// - Returns: where the peer is then.
    private mutating func removeOthers(than index: Int, _ now: UInt64) -> Int {
        var place = index
        for other in peers.indices.reversed() where other != index && peers[other].address == peers[place].address {
            remove(other, now)
            if other < place { place -= 1 }
        }
        return place
    }

    private mutating func accepted(
        _ token: UInt32, _ source: UInt32, _ name: String, _ address: NetworkAddress, _ port: SessionPort,
        _ now: UInt64
    ) {
        guard let index = invited(token, address), peers[index].phase == .inviting(port) else { return }
        peers[index].heard = now
        if port == .data {
            peers[index].source = source
            return connected(index, address, now)
        }
        (peers[index].source, peers[index].controlSource) = (source, source)
        if !name.isEmpty { peers[index].name = name }
        peers[index].phase = .inviting(.data)
        (peers[index].attempts, peers[index].due) = (0, now)
        tick(now: now)
    }

    /// Connects a peer in the place of those with its address.
    mutating func replaceOthers(by index: Int, _ address: NetworkAddress, _ now: UInt64) {
        connected(removeOthers(than: index, now), address, now)
    }

    private mutating func connected(_ index: Int, _ address: NetworkAddress, _ now: UInt64) {
        peers[index].phase = .connected
        peers[index].dataAddress = address
        (peers[index].heard, peers[index].due, peers[index].exchanges) = (now, now, 0)
        outputs.append(.changed)
        tick(now: now)
    }
}
