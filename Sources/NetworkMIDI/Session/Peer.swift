/// The other side of a connection of a session, and how far the connection has got.
package struct Peer: Sendable {
    package enum Phase: Equatable, Sendable {
        /// Invited, on the port of commands of the session and then on that of MIDI.
        case inviting(SessionPort)
        /// Has been accepted, and is still to invite on the port of MIDI.
        case accepted
        /// Has invited on both ports from where another peer is connected, and replaces that one once an answer to what this side sends
        /// has shown that it is there.
        case replacing
        case connected
        /// Does not answer, and is invited again later.
        case pausing
    }

    package let id: Int
    package internal(set) var phase: Phase
    /// That of the port of commands of the session.
    package internal(set) var address: NetworkAddress
    var dataAddress: NetworkAddress
    package internal(set) var name: String
    /// Whether this side has invited.
    package let isInvited: Bool
    let token: UInt32
    /// The peer's number in packets of MIDI; 0 while it is not known.
    var source: UInt32 = 0
    /// Its number on the port of commands of the session: another one with some implementations.
    var controlSource: UInt32 = 0

    /// When the phase has something to do next.
    var due: UInt64
    var attempts = 0
    /// When the peer was last heard.
    var heard: UInt64
    /// When to report to the peer what has arrived.
    var reportDue: UInt64?

    var clock = ClockEstimate()
    /// When the last message of an exchange of clocks was sent, and what it said.
    var exchange: (time: UInt64, ticks: UInt64)?
    var exchanges = 0

    var sender: StreamSender
    var receiver = StreamReceiver()

    /// What has happened to the packets that came from the peer.
    package var statistics: StreamReceiver.Statistics { receiver.statistics }
    /// Whether the clocks have been compared.
    package var isSynchronised: Bool { !clock.isEmpty }

    init(
        id: Int, phase: Phase, _ address: NetworkAddress, name: String, isInvited: Bool, token: UInt32, now: UInt64,
        sender: StreamSender
    ) {
        self.id = id
        self.phase = phase
        self.address = address
        dataAddress = address.next
        self.name = name
        self.isInvited = isInvited
        self.token = token
        self.sender = sender
        due = now
        heard = now
    }

    /// Begins anew, after the peer has gone.
    mutating func invite(_ sender: StreamSender, now: UInt64) {
        phase = .inviting(.control)
        (source, controlSource, attempts, exchanges, due, heard, reportDue) = (0, 0, 0, 0, now, now, nil)
        (clock, exchange, receiver) = (ClockEstimate(), nil, StreamReceiver())
        self.sender = sender
    }

    /// When something is due next.
    var deadline: UInt64 {
        var deadline = due
        if phase == .connected {
            for time in [receiver.deadline, sender.deadline, reportDue] { deadline = min(deadline, time ?? .max) }
        }
        return deadline
    }
}

/// The two ports of a session.
package enum SessionPort: Hashable, Sendable {
    /// For commands of the session.
    case control
    /// For MIDI and the exchange of clocks.
    case data
}
