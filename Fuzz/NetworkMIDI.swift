import AudioCore
import NetworkMIDI

/// Reads the input as a packet of RTP-MIDI, which is written and read again, and hands it to a session as datagrams of a peer.
func fuzz(rtp input: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(input)
    if let packet = try? RTPPacket(parsing: bytes[...]) {
        let size = packet.commands.reduce(0) { $0 + $1.bytes.count }
        precondition(packet.commands.count <= bytes.count, "more commands than bytes")
        // Running status may be shorter than what it stands for.
        if size + 5 * packet.commands.count <= RTPPacket.mostListBytes {
            let again = try? RTPPacket(parsing: packet.bytes[...])
            precondition(again?.commands.map(\.bytes) == packet.commands.map(\.bytes), "the commands have changed")
        }
        if let journal = packet.journal {
            var state = ReceivedState()
            _ = state.recover(journal)
            let left = state.recover(journal)
            precondition(left.count <= 16 * 700, "a journal has more commands than there can be")
        }
    }
    feed(bytes)
}

/// Hands pieces of the input to a session that has a peer.
private func feed(_ bytes: [UInt8]) {
    var number: UInt32 = 0
    var session = SessionMachine(name: "session") { 1 }
    session.policy = .anyone
    let peer = NetworkAddress(host: .init(version4: 0x7F00_0001), port: 5004)
    let invitation = SessionCommand.invitation(token: 9, source: 2, name: "peer").bytes
    session.receive(invitation[...], from: peer, at: .control, now: 1_000_000_000)
    session.receive(invitation[...], from: peer.next, at: .data, now: 1_000_000_000)
    var now: UInt64 = 1_100_000_000
    var rest = bytes[...]
    while let length = rest.popFirst(), number < 64 {
        let datagram = Array(rest.prefix(Int(length)))
        rest = rest.dropFirst(Int(length))
        let isControl = datagram.first == 0xFF
        session.receive(datagram[...], from: isControl ? peer : peer.next, at: isControl ? .control : .data, now: now)
        now += 5_000_000
        session.tick(now: now)
        _ = session.takeOutputs()
        number += 1
    }
    precondition(session.peers.count <= SessionMachine.mostPeers, "more peers than there can be")
}

/// Reads the input as a message of multicast DNS, which is written and read again.
func fuzz(dns input: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(input)
    if let message = try? DNSMessage(parsing: bytes) {
        let again = try? DNSMessage(parsing: message.bytes)
        precondition(again?.answers.count == message.answers.count, "the records have changed")
    }
    var directory = MulticastDirectory(host: "host")
    directory.browse(now: 1)
    directory.publish("name", port: 1, now: 1)
    directory.receive(bytes, now: 2)
    directory.tick(now: 1_000_000_000)
    _ = directory.takeMessages()
    precondition(directory.services.count <= 256, "more services than there can be")
}
