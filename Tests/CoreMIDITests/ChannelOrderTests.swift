import AudioCore
import CSystem
import CoreMIDI
import Foundation
import Testing

@testable import MIDIDevices

/// What is sent to another process before an endpoint or a process goes, and where a channel has no room.
@Suite(.serialized) struct ChannelOrderTests {
    private let place: PrivatePlace
    private let server: ThreadServer
    private let one: ClientSystem
    private let two: ClientSystem

    init() throws {
        place = try PrivatePlace()
        server = try ThreadServer(place)
        (one, two) = (place.system(), place.system())
    }

    private func number(_ number: Int) -> [UInt8] { [0xF2, UInt8(number & 0x7F), UInt8(number >> 7)] }

    private func numbers(_ inbox: Inbox) -> [Int] {
        inbox.bytes.flatMap { $0 }.split(separator: 0xF2).map { Int($0.first ?? 0) | Int($0.last ?? 0) << 7 }
    }

    /// A receiver that waits in its first call until the gate opens.
    private func receiver(_ inbox: Inbox, _ gate: WaitableValue<Bool>) -> MIDIReceiver {
        .bytes { list, refCon in
            _ = gate.wait(nanoseconds: 20_000_000_000) { $0 ? true : nil }
            inbox.add(list, refCon)
        }
    }

    /// What ends a sender's messages.
    enum End: CaseIterable { case disposal, exit }

    @Test(arguments: End.allCases) func aBurstOfASourceArrivesBeforeItsEnd(_ end: End) throws {
        defer { server.end() }
        let (inbox, gate) = (Inbox(), WaitableValue(false))
        let source = try one.system.createSource(try one.client("one"), "s", protocolID: 1)
        let input = try two.system.createInputPort(try two.client("two"), "i", receiver(inbox, gate))
        try two.system.connect(input, to: try #require(awaited { two.source("s") }), refCon: nil)
        #expect(eventually { one.system.ways(of: source) == [true] })
        // More than a socket holds, while the receiver is busy.
        for index in 0..<1000 { try withPackets([(0, number(index))]) { try one.system.receive($0, from: source) } }
        switch end {
        case .disposal: try one.system.disposeEndpoint(source)
        case .exit: one.system.leave()
        }
        gate.withLock { $0 = true }
        #expect(eventually { two.source("s") == nil })
        #expect(eventually { inbox.packets.count == 1000 } && numbers(inbox) == Array(0..<1000))
    }

    @Test func aBurstToADestinationArrivesAlthoughItsSenderExits() throws {
        defer { server.end() }
        let (inbox, gate) = (Inbox(), WaitableValue(false))
        let own = try one.system.createDestination(try one.client("one"), "d", receiver(inbox, gate))
        let port = try two.system.createOutputPort(try two.client("two"), "p")
        let destination = try #require(awaited { two.destination("d") })
        try withPackets([(0, number(0))]) { try two.system.send($0, by: port, to: destination) }
        #expect(eventually { two.system.sendsDirectly(to: destination) })
        for index in 1..<1000 {
            try withPackets([(0, number(index))]) { try two.system.send($0, by: port, to: destination) }
        }
        two.system.leave()
        gate.withLock { $0 = true }
        #expect(eventually { inbox.packets.count == 1000 } && numbers(inbox) == Array(0..<1000))
        withExtendedLifetime(own) {}
    }

    @Test func listsThatAChannelHasNoRoomForStayInOrder() throws {
        defer { server.end() }
        var random = randomNumbers()
        let inbox = Inbox()
        let (pauses, closed) = (LockedValue(random), LockedValue(0))
        let slow = MIDIReceiver.bytes { list, refCon in
            // Now and then, the receiver is busy for so long that the channel gets full.
            if pauses.withLock({ Int.random(in: 0..<400, using: &$0) }) == 0 {
                closed.withLock { $0 += 1 }
                AudioCore.Thread.sleep(until: HostTime.now() + 10_000_000)
            }
            inbox.add(list, refCon)
        }
        let own = try one.system.createDestination(try one.client("one"), "d", slow)
        let port = try two.system.createOutputPort(try two.client("two"), "p")
        let destination = try #require(awaited { two.destination("d") })
        for index in 0..<16_000 {
            try withPackets([(0, number(index))]) { try two.system.send($0, by: port, to: destination) }
            if Int.random(in: 0..<20, using: &random) == 0 {
                AudioCore.Thread.sleep(until: HostTime.now() + 200_000)
            }
        }
        #expect(eventually { inbox.packets.count == 16_000 })
        #expect(numbers(inbox) == Array(0..<16_000) && closed.withLock { $0 } > 0)
        // Once there is room, lists take the channel again.
        #expect(eventually { !two.system.relays })
        withExtendedLifetime(own) {}
    }

    @Test func nothingTakesAChannelBeforeTheOtherEndIsTaken() throws {
        defer { server.end() }
        let port = try two.system.createOutputPort(try two.client("two"), "p")
        let peer = try ChannelPeer(place)
        try peer.add("x")
        let target = try #require(awaited { two.destination("x") })
        func send(_ byte: UInt8) throws {
            try withPackets([(0, [0xF3, byte])]) { try two.system.send($0, by: port, to: target) }
        }
        try send(0)
        let channel = try #require(peer.channel(accepts: false))
        defer { close(channel) }
        for byte in 1..<20 {
            try send(UInt8(byte))
            #expect(peer.getsList(ending: [0xF3, UInt8(byte)]) && !two.system.sendsDirectly(to: target))
        }
        peer.send(.accepted(peer.partner))
        #expect(eventually { two.system.sendsDirectly(to: target) })
        try send(20)
        let memory = ReceivingMemory()
        let last = awaited { () -> [UInt8]? in
            guard case .message(let bytes) = memory.receive(channel) else { return nil }
            return Array(bytes.suffix(2))
        }
        #expect(last == [0xF3, 20])
        // Who cannot use it says so, and gets everything by the server.
        peer.send(.noChannel(peer.partner))
        #expect(eventually { !two.system.sendsDirectly(to: target) && two.system.channelCount == 0 })
        try send(21)
        #expect(peer.getsList(ending: [0xF3, 21]))
    }

    @Test func whatAProcessHasSentBeforeItsEndIsTaken() throws {
        defer { server.end() }
        let inbox = Inbox()
        let own = try one.system.createDestination(try one.client("one"), "d", inbox.receiver)
        let id = try #require(awaited { one.system.state.withLock { $0.objects[own]?.shared?.id } })
        let mirror = awaited { two.destination("d") }
        #expect(mirror != nil)
        var peer: ChannelPeer? = try ChannelPeer(place)
        let number = try #require(peer?.number)
        #expect(eventually { server.knows(number) })
        // More than the server takes in one turn. Meanwhile it waits, and then learns of the end before it has read everything.
        server.meets(number) {
            for index in 0..<200 {
                peer?.send(
                    withUnsafeBytes(of: WireList(form: .bytes, target: id, stream: 0)) { Array($0) } + [1, 0, 0, 0]
                        + [UInt8](repeating: 0, count: 8) + [3, 0] + self.number(index))
            }
            peer = nil
        }
        #expect(eventually { inbox.packets.count == 200 } && numbers(inbox) == Array(0..<200))
    }

    // MARK: Sockets

    @Test func aPeerThatClosesWithUnreadMessagesLosesNone() throws {
        server.end()
        var sockets: [Int32] = [-1, -1]
        try #require(system_pair(&sockets) != 0)
        defer { close(sockets[0]) }
        for byte: UInt8 in 1...3 { #expect(system_send(sockets[1], [byte], 1, nil, 0) == 1) }
        #expect(system_send(sockets[0], [9] as [UInt8], 1, nil, 0) == 1)
        close(sockets[1])
        let memory = ReceivingMemory()
        for byte: UInt8 in 1...3 {
            guard case .message(let bytes) = memory.receive(sockets[0]) else {
                Issue.record("message \(byte) is lost")
                return
            }
            #expect(Array(bytes) == [byte])
        }
        guard case .ended = memory.receive(sockets[0]) else {
            Issue.record("the end is not noticed")
            return
        }
    }

    @Test(arguments: 0...3) func oneDescriptorIsTakenAndTheOthersAreClosed(_ count: Int) throws {
        server.end()
        var (sockets, ends): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        try #require(system_pair(&sockets) != 0)
        try #require(system_pair(&ends) != 0)
        defer { for descriptor in sockets + [ends[0]] { close(descriptor) } }
        // The kernel's layout of what carries descriptors.
        var control = withUnsafeBytes(of: UInt64(16 + 4 * count)) { Array($0) }
        for value in [Int32(SOL_SOCKET), 1] + [Int32](repeating: ends[1], count: count) {
            control += withUnsafeBytes(of: value) { Array($0) }
        }
        control += [UInt8](repeating: 0, count: (8 - control.count % 8) % 8)
        var byte: UInt8 = 7
        let sent = withUnsafeMutablePointer(to: &byte) { byte in
            var part = iovec(iov_base: byte, iov_len: 1)
            return withUnsafeMutablePointer(to: &part) { part in
                control.withUnsafeMutableBytes { control in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (part, 1)
                    if count > 0 {
                        (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                    }
                    return sendmsg(sockets[1], &message, 0)
                }
            }
        }
        #expect(sent == 1)
        close(ends[1])
        let memory = ReceivingMemory()
        guard case .message(let bytes) = memory.receive(passingFrom: sockets[0]) else {
            Issue.record("no message")
            return
        }
        #expect(Array(bytes) == [7])
        let taken = memory.takeDescriptor()
        #expect((taken >= 0) == (count > 0))
        // The end that was passed is open exactly as long as a descriptor of it is.
        var event = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&event, 1, 0) == (count > 0 ? 0 : 1))
        if taken >= 0 { close(taken) }
        #expect(poll(&event, 1, 0) == 1 && Int32(event.revents) & POLLHUP != 0)
    }
}
