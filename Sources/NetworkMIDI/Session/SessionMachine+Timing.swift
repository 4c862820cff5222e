// What a session does by the clock: invitations, exchanges of clocks, reports, and the end of peers that have gone.
extension SessionMachine {
    private static let second: UInt64 = 1_000_000_000
    private static let invitationPause = second
    private static let mostInvitations = 12
    /// How long a peer that does not answer is left alone.
    static let retryPause = 20 * second
    /// How long a peer that has been accepted takes for its second invitation, at most.
    static let acceptancePatience = 15 * second
    /// How often one that waits to replace another looks whether that one has gone, and for how long it waits at most.
    static let replacementPause = second
    private static let replacementPatience = silence + 10 * second
    /// The pauses between exchanges of clocks: short ones for the first.
    private static let exchangePauses = [1_500_000_000, 10 * second]
    private static let firstExchanges = 6
    /// How long a peer may be silent.
    static let silence = 60 * second
    static let reportDelay: UInt64 = 50_000_000

    /// When `tick` has something to do next; nil for never.
    package var deadline: UInt64? { peers.lazy.map(\.deadline).min() }

    /// Does what is due.
    package mutating func tick(now: UInt64) {
        for id in peers.map(\.id) {
            guard let index = peers.firstIndex(where: { $0.id == id }) else { continue }
            if peers[index].phase == .connected { stream(index, now) }
            if peers[index].due <= now { step(index, now) }
        }
    }

    /// Takes a step of a peer's phase that is due.
    private mutating func step(_ index: Int, _ now: UInt64) {
        switch peers[index].phase {
        case .inviting(let port): invite(index, port, now)
        case .accepted: remove(index, now)
        case .replacing:
            guard hasConnected(at: peers[index].address) else {
                return replaceOthers(by: index, peers[index].dataAddress, now)
            }
            guard now < peers[index].heard + Self.replacementPatience else { return remove(index, now) }
            peers[index].due = now + Self.replacementPause
        case .pausing:
            peers[index].invite(newSender(), now: now)
            step(index, now)
        case .connected:
            guard now - min(now, peers[index].heard) < Self.silence else { return lose(index, now) }
            guard peers[index].isInvited else {
                peers[index].due = peers[index].heard + Self.silence
                return
            }
            let ticks = peers[index].sender.ticks(now)
            let message = ClockMessage(source: source, step: 0, times: [ticks])
            peers[index].exchange = (now, ticks)
            peers[index].exchanges += 1
            peers[index].due = now + Self.exchangePauses[peers[index].exchanges < Self.firstExchanges ? 0 : 1]
            send(.clock(message), to: peers[index].dataAddress, .data)
        }
    }

    private mutating func invite(_ index: Int, _ port: SessionPort, _ now: UInt64) {
        guard peers[index].attempts < Self.mostInvitations else {
            peers[index].phase = .pausing
            peers[index].due = now + Self.retryPause
            outputs.append(.changed)
            return
        }
        peers[index].attempts += 1
        peers[index].due = now + Self.invitationPause
        send(
            .invitation(token: peers[index].token, source: source, name: name),
            to: port == .control ? peers[index].address : peers[index].dataAddress, port)
    }

    /// The peer is silent. It is invited again where this side has invited it before.
    private mutating func lose(_ index: Int, _ now: UInt64) {
        sendEnd(index)
        guard peers[index].isInvited else { return remove(index, now) }
        reinvite(index, now)
    }

    /// Begins a connection that this side has invited to anew.
    mutating func reinvite(_ index: Int, _ now: UInt64) {
        silence(index, now)
        peers[index].dataAddress = peers[index].address.next
        peers[index].invite(newSender(), now: now)
        outputs.append(.changed)
    }

    /// Plays what has waited, reports what has arrived, and repeats journals.
    private mutating func stream(_ index: Int, _ now: UInt64) {
        if let deadline = peers[index].receiver.deadline, deadline <= now { play(index, now) }
        if let due = peers[index].reportDue, due <= now {
            peers[index].reportDue = nil
            if let sequence = peers[index].receiver.unreported {
                peers[index].receiver.noteReported()
                send(.feedback(source: source, sequence: UInt32(sequence) << 16), to: peers[index].address, .control)
            }
        }
        if let packet = peers[index].sender.guardPacket(now: now) {
            outputs.append(.datagram(packet, to: peers[index].dataAddress, by: .data))
        }
    }

    // MARK: Clocks

    /// Takes a message of the exchange of clocks, and answers it.
    mutating func exchange(_ message: ClockMessage, _ address: NetworkAddress, _ now: UInt64) {
        guard let index = peerOfClock(message.source, address) else { return }
        if peers[index].phase == .connected { peers[index].heard = now }
        noteLateness(of: message.times[Int(message.step)], index, now)
        var answer = message
        answer.source = source
        answer.step += 1
        switch message.step {
        case 0:
            answer.times[1] = peers[index].sender.ticks(now)
            peers[index].exchange = (now, answer.times[1])
        case 1:
            guard let begun = peers[index].exchange, begun.ticks == message.times[0] else { return }
            peers[index].clock.add(sent: begun.time, answered: message.times[1], now: now)
            peers[index].exchange = nil
            answer.times[2] = peers[index].sender.ticks(now)
        default:
            guard let begun = peers[index].exchange, begun.ticks == message.times[1] else { return }
            peers[index].clock.add(sent: begun.time, answered: message.times[2], now: now)
            peers[index].exchange = nil
            // Nobody can give back the time of this side who has not got it at the address.
            if peers[index].phase == .replacing { replaceOthers(by: index, peers[index].dataAddress, now) }
            return
        }
        send(.clock(answer), to: address, .data)
    }

    /// The peer whose clock is compared: the one that is about to replace another of its number, or is connected.
    private func peerOfClock(_ source: UInt32, _ address: NetworkAddress) -> Int? {
        let waiting = peers.firstIndex { $0.phase == .replacing && isPeer($0, source, address) }
        guard let index = waiting ?? peer(source, address) else { return nil }
        return [.replacing, .connected].contains(peers[index].phase) ? index : nil
    }

    /// A message of the exchange travels as packets of MIDI do.
    private mutating func noteLateness(of sent: UInt64, _ index: Int, _ now: UInt64) {
        guard let time = peers[index].clock.hostTime(sent, now: now), time < 1 << 62 else { return }
        peers[index].receiver.note(lateness: Int64(now) - Int64(time), now: now)
    }
}
