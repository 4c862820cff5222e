import AudioCore
import CoreMIDI
import MIDIDevices
import MIDIEvents
import Testing

/// What arrives where and when, by a clock that the test sets.
struct RouterTests {
    private func error(_ body: () throws -> Void) -> Int32 {
        do {
            try body()
            return 0
        } catch { return (error as? AudioError)?.status ?? 1 }
    }

    @Test func sendingDeliversInTheOrderOfTimes() throws {
        let manual = try ManualSystem()
        let (system, inbox) = (manual.system, Inbox())
        let destination = try system.createDestination(manual.client, "d", inbox.receiver)
        let ports = try [0, 1].map { try system.createOutputPort(manual.client, "p\($0)") }
        try withPackets([(500, [0x90, 1, 1]), (3000, [0x90, 2, 1]), (3000, [0xF0, 1, 0xF7]), (5000, [0x90, 5, 1])]) {
            try system.send($0, by: ports[0], to: destination)
        }
        try withPackets([(0, [0x90, 6, 1]), (2000, [0x90, 3, 1]), (3000, [0x90, 4, 1])]) {
            try system.send($0, by: ports[1], to: destination)
        }
        #expect(manual.deliver() == 2000 && inbox.bytes == [[0x90, 1, 1], [0x90, 6, 1]])
        #expect(manual.advance(to: 2500) == 3000 && inbox.bytes.last == [0x90, 3, 1])
        #expect(manual.advance(to: 4000) == 5000)
        #expect(inbox.bytes.suffix(3) == [[0x90, 2, 1], [0xF0, 1, 0xF7], [0x90, 4, 1]])
        #expect(manual.advance(to: 5000) == nil && inbox.packets.map(\.time) == [500, 0, 2000, 3000, 3000, 3000, 5000])
    }

    @Test func flushDropsWhatIsForLater() throws {
        let manual = try ManualSystem()
        let (system, inbox, heard) = (manual.system, Inbox(), Inbox())
        let destinations = try [0, 1].map { _ in try system.createDestination(manual.client, "d", inbox.receiver) }
        let source = try system.createSource(manual.client, "s", protocolID: 1)
        let input = try system.createInputPort(manual.client, "i", heard.receiver)
        try system.connect(input, to: source, refCon: nil)
        let port = try system.createOutputPort(manual.client, "p")
        for (index, destination) in destinations.enumerated() {
            try withPackets([(2000, [0x90, UInt8(index), 1])]) { try system.send($0, by: port, to: destination) }
        }
        try withPackets([(2000, [0x90, 9, 1])]) { try system.receive($0, from: source) }
        try system.flush(destinations[0])
        manual.advance(to: 2000)
        #expect(inbox.bytes == [[0x90, 1, 1]] && heard.bytes == [[0x90, 9, 1]])
        try withPackets([(3000, [0x90, 1, 1])]) { try system.send($0, by: port, to: destinations[1]) }
        try withPackets([(3000, [0x90, 9, 1])]) { try system.receive($0, from: source) }
        try system.flush(nil)
        #expect(manual.advance(to: 3000) == nil && inbox.packets.count == 1 && heard.packets.count == 2)
        #expect(error { try system.flush(source) } == -10832 && error { try system.flush(77) } == -10834)
    }

    @Test func aDestinationThatSchedulesItselfGetsAllAtOnce() throws {
        let manual = try ManualSystem()
        let (system, inbox) = (manual.system, Inbox())
        let destination = try system.createDestination(manual.client, "d", inbox.receiver)
        try system.set("scheduleAheadMuSec", of: destination, to: .integer(1000))
        let port = try system.createOutputPort(manual.client, "p")
        try withPackets([(9_000, [0x90, 1, 1]), (10_000, [0x90, 2, 1])]) {
            try system.send($0, by: port, to: destination)
        }
        manual.deliver()
        #expect(inbox.packets.map(\.time) == [9_000, 10_000])
    }

    @Test func connectionsCarryTheirPointers() throws {
        let manual = try ManualSystem()
        let (system, inbox) = (manual.system, Inbox())
        let sources = try [0, 1].map { try system.createSource(manual.client, "s\($0)", protocolID: 1) }
        let port = try system.createInputPort(manual.client, "p", inbox.receiver)
        for (index, source) in sources.enumerated() {
            try system.connect(port, to: source, refCon: UnsafeMutableRawPointer(bitPattern: index + 1))
        }
        for source in sources { try withPackets([(0, [0xF8])]) { try system.receive($0, from: source) } }
        manual.deliver()
        #expect(inbox.packets.map(\.refCon) == [1, 2] && inbox.packets.map(\.time) == [0, 0])
        // The second pointer wins; a connection is one all the same.
        try system.connect(port, to: sources[0], refCon: UnsafeMutableRawPointer(bitPattern: 9))
        try withPackets([(0, [0xFA])]) { try system.receive($0, from: sources[0]) }
        manual.deliver()
        #expect(inbox.packets.count == 3 && inbox.packets.last?.refCon == 9)
        try system.disconnect(port, from: sources[0])
        try withPackets([(0, [0xFB])]) { try system.receive($0, from: sources[0]) }
        manual.deliver()
        #expect(inbox.packets.count == 3 && error { try system.disconnect(port, from: sources[0]) } == -10833)
        try system.disposeEndpoint(sources[1])
        #expect(error { try system.disconnect(port, from: sources[1]) } == -10833)
        #expect(error { try withPackets([(0, [0xFB])]) { try system.receive($0, from: sources[1]) } } == -10834)
    }

    @Test func wrongReferencesHaveTheirErrors() throws {
        let manual = try ManualSystem()
        let (system, inbox) = (manual.system, Inbox())
        let source = try system.createSource(manual.client, "s", protocolID: 1)
        let destination = try system.createDestination(manual.client, "d", inbox.receiver)
        let (input, output) = try (
            system.createInputPort(manual.client, "i", inbox.receiver), system.createOutputPort(manual.client, "o")
        )
        func send(_ port: UInt32, _ place: UInt32) -> Int32 {
            error { try withPackets([(0, [0xF8])]) { try system.send($0, by: port, to: place) } }
        }
        #expect(send(input, destination) == -10831 && send(77, destination) == -10831)
        #expect(send(output, source) == -10832 && send(output, 77) == -10834 && send(output, destination) == 0)
        #expect(error { try withPackets([(0, [0xF8])]) { try system.receive($0, from: destination) } } == -10832)
        #expect(error { try system.connect(output, to: source, refCon: nil) } == -10831)
        #expect(error { try system.connect(input, to: destination, refCon: nil) } == -10832)
        #expect(error { try system.connect(input, to: 77, refCon: nil) } == -10834)
        #expect(error { _ = try system.createOutputPort(77, "o") } == -10830)
        #expect(error { _ = try system.createSource(manual.client, "s", protocolID: 3) } == -10845)
        #expect(error { _ = try system.createDestination(manual.client, "s", inbox.receiver(0)) } == -10845)
        #expect(
            error { try system.disposePort(source) } == -10831 && error { try system.disposeEndpoint(input) } == -10834)
        #expect(error { try system.disposeClient(input) } == -10830)
        #expect(error { _ = try system.entity(of: source) } == -10842)
    }

    @Test func aClientTakesItsThingsAlong() throws {
        let manual = try ManualSystem()
        let (system, inbox) = (manual.system, Inbox())
        let other = try system.createClient("other", notices: nil)
        let source = try system.createSource(manual.client, "s", protocolID: 1)
        let port = try system.createInputPort(other, "p", inbox.receiver)
        try system.connect(port, to: source, refCon: nil)
        let thru = try system.createThru(ThruRules(), owner: nil)
        let kept = try system.createThru(ThruRules(), owner: "owner")
        try withPackets([(2000, [0xF8])]) { try system.receive($0, from: source) }
        try system.disposeClient(manual.client)
        manual.advance(to: 3000)
        #expect(inbox.packets.isEmpty && system.all(.source).isEmpty)
        #expect(error { _ = try system.rules(of: thru) } == 0)
        try system.disposeClient(other)
        #expect(error { _ = try system.rules(of: thru) } == -10842 && system.thrus(of: "owner") == [kept])
        #expect(error { try system.disposePort(port) } == -10831)
    }

    /// What functions of clients hold goes away outside the lock: it may call again.
    @Test func functionsGoAwayOutsideTheLock() throws {
        final class Held: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
            deinit { body() }
        }
        let system = try ManualSystem().system
        let count = LockedValue(0)
        func held() -> Held {
            Held {
                let sources = system.all(.source).count
                count.withLock { $0 += 1 + sources }
            }
        }
        let client = try system.createClient(
            "c",
            notices: NoticeChannel(schedule: { _ in }, call: { [held = held()] _ in withExtendedLifetime(held) {} }))
        let port = try system.createInputPort(
            client, "p", .bytes { [held = held()] _, _ in withExtendedLifetime(held) {} })
        try system.disposePort(port)
        #expect(count.withLock { $0 } == 1)
        try system.disposeClient(client)
        #expect(count.withLock { $0 } == 2)
    }

    @Test func memoryIsBounded() throws {
        let manual = try ManualSystem()
        let (system, inbox) = (manual.system, Inbox())
        let destination = try system.createDestination(manual.client, "d", inbox.receiver)
        let port = try system.createOutputPort(manual.client, "p")
        for time: UInt64 in [0, 5000] {
            var sent = 0
            let bytes = [UInt8](repeating: 0xF8, count: 60_000)
            while sent < 1000,
                error({ try withPackets([(time, bytes)]) { try system.send($0, by: port, to: destination) } }) == 0
            {
                sent += 1
            }
            #expect((10..<1000).contains(sent), "\(sent)")
            manual.advance(to: 5000)
        }
        try withPackets([(0, [0xFA])]) { try system.send($0, by: port, to: destination) }
        manual.deliver()
        #expect(inbox.bytes.last == [0xFA])
    }

    @Test func formsAreTranslatedForEachReceiver() throws {
        let manual = try ManualSystem()
        let system = manual.system
        let (bytes, one, two) = (Inbox(), Inbox(), Inbox())
        let source = try system.createSource(manual.client, "s", protocolID: 1)
        for receiver in [bytes.receiver, one.receiver(1), two.receiver(2)] {
            try system.connect(try system.createInputPort(manual.client, "p", receiver), to: source, refCon: nil)
        }
        try withPackets([(7, [0x90, 60, 100]), (7, [0xF0, 1, 2])]) { try system.receive($0, from: source) }
        try withPackets([(8, [3, 4, 5, 6, 7, 0xF7])]) { try system.receive($0, from: source) }
        try withEvents(._2_0, [(9, [0x4090_3C00, 0xFFFF_0000])]) { try system.receive($0, from: source) }
        manual.deliver()
        #expect(bytes.bytes == [[0x90, 60, 100], [0xF0, 1, 2], [3, 4, 5, 6, 7, 0xF7], [0x90, 60, 127]])
        let exclusive: [UInt32] = [0x3016_0102, 0x0304_0506, 0x3031_0700, 0]
        #expect(one.words.flatMap(\.self) == [0x2090_3C64] + exclusive + [0x2090_3C7F])
        #expect(
            two.words.flatMap(\.self) == [0x4090_3C00, Scale.from7to16(100) << 16] + exclusive + [
                0x4090_3C00, 0xFFFF_0000,
            ])
    }

    /// A thru connection of the bus to itself does not go round, and everybody else gets each message once.
    @Test func theBusDoesNotFeedItself() throws {
        let manual = try ManualSystem()
        let (system, heard, passed) = (manual.system, Inbox(), Inbox())
        system.addBus()
        let device = try #require(system.all(.device).first)
        let entity = try #require(system.parts(of: device, .entity).first)
        let source = try #require(system.parts(of: entity, .source).first)
        let destination = try #require(system.parts(of: entity, .destination).first)
        var rules = ThruRules()
        rules.sources = [.init(reference: source, uniqueID: 0)]
        rules.destinations = [
            .init(reference: destination, uniqueID: 0),
            .init(reference: try system.createDestination(manual.client, "d", passed.receiver), uniqueID: 0),
        ]
        _ = try system.createThru(rules, owner: nil)
        let input = try system.createInputPort(manual.client, "i", heard.receiver)
        try system.connect(input, to: source, refCon: nil)
        let port = try system.createOutputPort(manual.client, "o")
        try withPackets([(0, [0x90, 1, 1])]) { try system.send($0, by: port, to: destination) }
        manual.deliver()
        #expect(heard.bytes == [[0x90, 1, 1]] && passed.bytes == [[0x90, 1, 1]])
        // From the source itself, the bus adds one.
        try withPackets([(0, [0x90, 2, 1])]) { try system.receive($0, from: source) }
        manual.deliver()
        #expect(
            heard.bytes.dropFirst() == [[0x90, 2, 1], [0x90, 2, 1]] && passed.bytes.dropFirst() == [[0x90, 2, 1]])
    }

    @Test func streamsOfTwoPortsDoNotMix() throws {
        let manual = try ManualSystem()
        let (system, inbox) = (manual.system, Inbox())
        let destination = try system.createDestination(manual.client, "d", inbox.receiver(1))
        let ports = try [0, 1].map { _ in try system.createOutputPort(manual.client, "p") }
        for piece: [[UInt8]] in [[[0xF0, 1], [0xF0, 2]], [[3, 0xF7], [4, 0xF7]]] {
            for (port, bytes) in zip(ports, piece) {
                try withPackets([(0, bytes)]) { try system.send($0, by: port, to: destination) }
            }
        }
        manual.deliver()
        #expect(inbox.words == [[0x3002_0103, 0], [0x3002_0204, 0]])
    }

    /// Messages without any sense, in all forms, from one seed each.
    @Test(arguments: UInt64(1)...20) func anythingCanBeSent(seed: UInt64) throws {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func random(_ range: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % range
        }
        let manual = try ManualSystem()
        let system = manual.system
        let inboxes = [Inbox(), Inbox(), Inbox(), Inbox()]
        let source = try system.createSource(manual.client, "s", protocolID: 1)
        let receivers = [inboxes[0].receiver, inboxes[1].receiver(1), inboxes[2].receiver(2)]
        for receiver in receivers {
            try system.connect(try system.createInputPort(manual.client, "p", receiver), to: source, refCon: nil)
        }
        var rules = ThruRules()
        rules.sources = [.init(reference: source, uniqueID: 0)]
        rules.destinations = [
            .init(reference: try system.createDestination(manual.client, "d", inboxes[3].receiver), uniqueID: 0)
        ]
        _ = try system.createThru(rules, owner: nil)
        for _ in 0..<200 {
            if random(2) == 0 {
                let bytes = (0..<random(40)).map { _ in
                    UInt8(random(3) == 0 ? random(256) : 0xF0 + random(16) * random(2))
                }
                try withPackets([(UInt64(random(3)), bytes)]) { try system.receive($0, from: source) }
            } else {
                let words = (0..<random(64)).map { _ in UInt32(random(1 << 31)) << 1 | UInt32(random(2)) }
                try withEvents(random(2) == 0 ? ._1_0 : ._2_0, [(UInt64(random(3)), words)]) {
                    try system.receive($0, from: source)
                }
            }
            manual.deliver()
        }
        for inbox in inboxes { #expect(!inbox.packets.isEmpty) }
        #expect(inboxes[1].packets.allSatisfy { (1...64).contains($0.words.count) })
        // What passed the thru connection begins with a status, or is a part of a system exclusive message.
        for bytes in inboxes[3].bytes where bytes[0] >= 0x80 && bytes[0] < 0xF0 {
            #expect(bytes.count >= 2 && bytes[1] < 0x80)
        }
    }

    @Test func longMessagesArePaced() throws {
        let manual = try ManualSystem()
        let (system, inbox) = (manual.system, Inbox())
        let destination = try system.createDestination(manual.client, "d", inbox.receiver)
        try system.set("maxSysExSpeed", of: destination, to: .integer(1000))
        let message = [0xF0] + [UInt8](repeating: 5, count: 98) + [0xF7]
        let sent = LockedValue((place: 0, ended: 0))
        func request(_ bytes: [UInt8]) -> ExclusiveRequest {
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
            memory.copyBytes(from: bytes)
            return ExclusiveRequest(
                isBytes: true, rest: { UnsafeRawBufferPointer(rebasing: memory[sent.withLock { $0.place }...]) },
                advance: { count in sent.withLock { $0.place += count } }, end: { sent.withLock { $0.ended += 1 } })
        }
        try system.send(request(message), to: destination)
        var now = manual.now
        for _ in 0..<20 {
            guard let next = manual.deliver() else { break }
            // 20 bytes every 20 milliseconds.
            #expect(next - now <= 20_000_000)
            now = next
            manual.advance(to: now)
        }
        manual.deliver()
        #expect(inbox.bytes.flatMap(\.self) == message && inbox.bytes.count == 5)
        #expect(now >= 80_000_000 && sent.withLock { $0.ended } == 1)
        #expect(error { try system.send(request([]), to: manual.client) } == -10834)
    }

    /// A message behind another one to the same destination is as slow as that one.
    @Test func messagesInARowArePaced() throws {
        let manual = try ManualSystem()
        let (system, inbox) = (manual.system, Inbox())
        let destination = try system.createDestination(manual.client, "d", inbox.receiver)
        try system.set("maxSysExSpeed", of: destination, to: .integer(1000))
        let ended = LockedValue(0)
        let message = [0xF0] + [UInt8](repeating: 5, count: 98) + [0xF7]
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: message.count, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: message)
        for _ in 0..<2 {
            let place = LockedValue(0)
            let request = ExclusiveRequest(
                isBytes: true, rest: { UnsafeRawBufferPointer(rebasing: memory[place.withLock { $0 }...]) },
                advance: { count in place.withLock { $0 += count } }, end: { ended.withLock { $0 += 1 } })
            try system.send(request, to: destination)
        }
        let start = manual.now
        for _ in 0..<40 {
            guard let next = manual.deliver() else { break }
            manual.advance(to: max(next, manual.now))
        }
        // 20 bytes every 20 milliseconds: the last of ten parts begins after nine of them.
        #expect(inbox.bytes.flatMap(\.self) == message + message && ended.withLock { $0 } == 2)
        #expect(manual.now - start == 180_000_000)
    }
}
