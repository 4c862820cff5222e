import AudioCore
import CSystem
import CoreMIDI
import Foundation
import MIDIEvents
import Testing

@testable import MIDIDevices

/// Lists that go from one process to another without the server.
@Suite(.serialized) struct ChannelTests {
    private let place: PrivatePlace
    private let server: ThreadServer
    private let one: ClientSystem
    private let two: ClientSystem

    init() throws {
        place = try PrivatePlace()
        server = try ThreadServer(place)
        (one, two) = (place.system(), place.system())
    }

    /// A destination of one and a port of two that sends to it.
    private func makeWay(_ inbox: Inbox) throws -> (port: UInt32, destination: UInt32, own: UInt32) {
        let own = try one.system.createDestination(try one.client("one"), "d", inbox.receiver)
        let port = try two.system.createOutputPort(try two.client("two"), "p")
        return (port, try #require(awaited { two.destination("d") }), own)
    }

    private func number(_ number: Int) -> [UInt8] { [0xF2, UInt8(number & 0x7F), UInt8(number >> 7)] }

    private func numbers(_ inbox: Inbox) -> [Int] {
        inbox.bytes.flatMap { $0 }.split(separator: 0xF2).map { Int($0.first ?? 0) | Int($0.last ?? 0) << 7 }
    }

    @Test func theFirstListBringsAChannel() throws {
        defer { server.end() }
        let inbox = Inbox()
        let (port, destination, _) = try makeWay(inbox)
        #expect(!two.system.sendsDirectly(to: destination))
        try withPackets([(0, [0xFA])]) { try two.system.send($0, by: port, to: destination) }
        #expect(eventually { two.system.sendsDirectly(to: destination) })
        try withPackets([(0, [0xFB])]) { try two.system.send($0, by: port, to: destination) }
        #expect(inbox.wait(for: 2).map(\.bytes) == [[0xFA], [0xFB]])
        // Another destination of the same process is reached by the same channel at once.
        let second = Inbox()
        _ = try one.system.createDestination(try one.client("more"), "e", second.receiver)
        let other = try #require(awaited { two.destination("e") })
        #expect(two.system.sendsDirectly(to: other) && two.system.channelCount == 1)
        try withPackets([(0, [0xFC])]) { try two.system.send($0, by: port, to: other) }
        #expect(second.wait(for: 1).map(\.bytes) == [[0xFC]])
    }

    @Test(arguments: [false, true]) func noMessageIsLostOrOvertakenAtTheChange(fromSource: Bool) throws {
        server.end()
        let count = 4000
        for _ in 0..<6 {
            let place = try PrivatePlace()
            let server = try ThreadServer(place)
            defer { server.end() }
            let (one, two) = (place.system(), place.system())
            let inbox = Inbox()
            let (first, second) = (try one.client("one"), try two.client("two"))
            if fromSource {
                let source = try two.system.createSource(second, "s", protocolID: 1)
                let input = try one.system.createInputPort(first, "i", inbox.receiver)
                let mirror = try #require(awaited { one.source("s") })
                try one.system.connect(input, to: mirror, refCon: nil)
                for index in 0..<count {
                    try withPackets([(0, number(index))]) { try two.system.receive($0, from: source) }
                    AudioCore.Thread.sleep(until: HostTime.now() + 20_000)
                }
            } else {
                _ = try one.system.createDestination(first, "d", inbox.receiver)
                let port = try two.system.createOutputPort(second, "p")
                let destination = try #require(awaited { two.destination("d") })
                for index in 0..<count {
                    try withPackets([(0, number(index))]) { try two.system.send($0, by: port, to: destination) }
                }
                #expect(eventually { two.system.sendsDirectly(to: destination) })
            }
            #expect(eventually { numbers(inbox).last == count - 1 })
            let got = numbers(inbox)
            // A source is heard from the time on at which its process knows of the connection.
            #expect(got == Array((got.first ?? 0)..<count) && (fromSource || got.first == 0))
        }
    }

    @Test func aSourceThatOnlyAChannelHearsNeedsNoServer() throws {
        defer { server.end() }
        let inbox = Inbox()
        let source = try one.system.createSource(try one.client("one"), "s", protocolID: 1)
        let input = try two.system.createInputPort(try two.client("two"), "i", inbox.receiver)
        let mirror = try #require(awaited { two.source("s") })
        try two.system.connect(input, to: mirror, refCon: nil)
        #expect(eventually { one.system.ways(of: source) == [true] })
        try withPackets([(0, [0xFA])]) { try one.system.receive($0, from: source) }
        #expect(inbox.wait(for: 1).map(\.bytes) == [[0xFA]])
        // A third process hears it by a channel of its own.
        let (three, second) = (place.system(), Inbox())
        let port = try three.system.createInputPort(try three.client("three"), "i", second.receiver)
        try three.system.connect(port, to: try #require(awaited { three.source("s") }), refCon: nil)
        #expect(eventually { one.system.ways(of: source) == [true, true] })
        try withPackets([(0, [0xFB])]) { try one.system.receive($0, from: source) }
        #expect(second.wait(for: 1).map(\.bytes) == [[0xFB]])
        #expect(inbox.wait(for: 2).map(\.bytes) == [[0xFA], [0xFB]])
        try two.system.disconnect(input, from: mirror)
        #expect(eventually { one.system.ways(of: source) == [true] })
        // Again, by the channel that is there.
        try two.system.connect(input, to: mirror, refCon: nil)
        #expect(eventually { one.system.ways(of: source) == [true, true] } && two.system.channelCount == 1)
        try withPackets([(0, [0xFC])]) { try one.system.receive($0, from: source) }
        #expect(inbox.wait(for: 3).map(\.bytes) == [[0xFA], [0xFB], [0xFC]])
    }

    @Test func theEndOfAProcessEndsItsChannels() throws {
        defer { server.end() }
        let inbox = Inbox()
        let (port, destination, _) = try makeWay(inbox)
        try withPackets([(0, [0xFA])]) { try two.system.send($0, by: port, to: destination) }
        #expect(eventually { two.system.sendsDirectly(to: destination) })
        #expect(inbox.wait(for: 1).count == 1)
        one.system.leave()
        #expect(eventually { two.system.channelCount == 0 && two.destination("d") == nil })
        // And the other end.
        let (three, second) = (place.system(), Inbox())
        _ = try three.system.createDestination(try three.client("three"), "e", second.receiver)
        let other = try #require(awaited { two.destination("e") })
        try withPackets([(0, [0xFB])]) { try two.system.send($0, by: port, to: other) }
        #expect(eventually { two.system.sendsDirectly(to: other) } && second.wait(for: 1).count == 1)
        two.system.leave()
        #expect(eventually { three.system.channelCount == 0 })
    }

    @Test func whatWasSentBeforeAnEndpointGoesArrives() throws {
        defer { server.end() }
        let inbox = Inbox()
        let client = try one.client("one")
        let input = try two.system.createInputPort(try two.client("two"), "i", inbox.receiver)
        for index in 0..<50 {
            let source = try one.system.createSource(client, "s\(index)", protocolID: 1)
            try two.system.connect(input, to: try #require(awaited { two.source("s\(index)") }), refCon: nil)
            #expect(eventually { one.system.ways(of: source) == [true] })
            try withPackets([(0, number(index))]) { try one.system.receive($0, from: source) }
            try one.system.disposeEndpoint(source)
            #expect(eventually { two.source("s\(index)") == nil })
        }
        #expect(numbers(inbox) == Array(0..<50))
    }

    @Test func flushingTakesTheWayOfTheLists() throws {
        defer { server.end() }
        let inbox = Inbox()
        let (port, destination, _) = try makeWay(inbox)
        try withPackets([(0, [0xFE])]) { try two.system.send($0, by: port, to: destination) }
        #expect(eventually { two.system.sendsDirectly(to: destination) } && inbox.wait(for: 1).count == 1)
        for isForAll in [true, false] {
            let before = inbox.packets.count
            let later = HostTime.now() + 300_000_000
            for round in 0..<20 {
                try withPackets([(later, [0xF3, UInt8(round)])]) { try two.system.send($0, by: port, to: destination) }
                try two.system.flush(isForAll ? nil : destination)
            }
            try withPackets([(later, [0xFC])]) { try two.system.send($0, by: port, to: destination) }
            #expect(inbox.wait(for: before + 1).dropFirst(before).map(\.bytes) == [[0xFC]])
        }
    }

    @Test func aNewServerGivesNewChannels() throws {
        let inbox = Inbox()
        let (port, destination, own) = try makeWay(inbox)
        try withPackets([(0, [0xFA])]) { try two.system.send($0, by: port, to: destination) }
        #expect(eventually { two.system.sendsDirectly(to: destination) } && inbox.wait(for: 1).count == 1)
        server.end()
        let next = try ThreadServer(place)
        defer { next.end() }
        #expect(eventually { two.system.channelCount == 0 && one.system.channelCount == 0 })
        #expect(
            try eventually {
                try withPackets([(0, [0xFB])]) { try two.system.send($0, by: port, to: destination) }
                return inbox.packets.count > 1 && two.system.sendsDirectly(to: destination)
            })
        withExtendedLifetime(own) {}
    }

    // MARK: Processes that do not do as ours

    @Test func whoSendsNonsenseLosesTheChannelAlone() throws {
        defer { server.end() }
        let inbox = Inbox()
        let (port, destination, _) = try makeWay(inbox)
        var random = randomNumbers()
        for turn in 0..<12 {
            let peer = try ChannelPeer(place)
            try peer.add("x\(turn)")
            let target = try #require(awaited { two.destination("x\(turn)") })
            try withPackets([(0, [0xFA])]) { try two.system.send($0, by: port, to: target) }
            let channel = try #require(peer.channel())
            #expect(eventually { two.system.sendsDirectly(to: target) })
            peer.send(.direct(peer.partner))
            var bytes = (0..<Int.random(in: 1...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            switch turn % 4 {
            case 0: break
            // A list that says that it is longer than it is.
            case 1:
                bytes = withUnsafeBytes(of: WireList(form: .bytes, target: 1, stream: 0)) { Array($0) } + [9, 0, 0, 0]
            case 2: bytes = WireMessage.removed(1).bytes
            default: bytes = WireMessage.channel(3).bytes
            }
            #expect(bytes.withUnsafeBytes { system_send(channel, $0.baseAddress, $0.count, nil, 0) } == 1)
            // Its lists come by the server again.
            #expect(eventually { two.system.channelCount == 0 } && !two.system.sendsDirectly(to: target))
            try withPackets([(0, [0xF3, UInt8(turn)])]) { try two.system.send($0, by: port, to: target) }
            #expect(peer.getsList(ending: [0xF3, UInt8(turn)]))
            close(channel)
        }
        try withPackets([(0, [0xFB])]) { try two.system.send($0, by: port, to: destination) }
        #expect(inbox.wait(for: 1).map(\.bytes) == [[0xFB]])
    }

    @Test func nobodySpeaksForAnother() throws {
        defer { server.end() }
        let (inbox, heard) = (Inbox(), Inbox())
        let (port, _, own) = try makeWay(inbox)
        let source = try one.system.createSource(try one.client("c"), "s", protocolID: 1)
        let input = try two.system.createInputPort(try two.client("c"), "i", heard.receiver)
        let mirror = try #require(awaited { two.source("s") })
        try two.system.connect(input, to: mirror, refCon: nil)
        let peer = try ChannelPeer(place)
        try peer.add("x")
        let target = try #require(awaited { two.destination("x") })
        try withPackets([(0, [0xFA])]) { try two.system.send($0, by: port, to: target) }
        let channel = try #require(peer.channel())
        defer { close(channel) }
        peer.send(.direct(peer.partner))
        let foreign = try #require(two.system.state.withLock { $0.objects[mirror]?.shared?.id })
        let (second, mine) = (Inbox(), try two.client("more"))
        let allowed = try two.system.createDestination(mine, "own", second.receiver)
        let good = try #require(awaited { two.system.state.withLock { $0.objects[allowed]?.shared?.id } })
        func list(_ target: UInt64, _ byte: UInt8) -> [UInt8] {
            withUnsafeBytes(of: WireList(form: .bytes, target: target, stream: 0)) { Array($0) } + [1, 0, 0, 0]
                + [UInt8](repeating: 0, count: 8) + [1, 0, byte]
        }
        for bytes in [list(foreign, 0xFB), list(12345, 0xFB), list(good, 0xFC)] {
            #expect(bytes.withUnsafeBytes { system_send(channel, $0.baseAddress, $0.count, nil, 0) } == 1)
        }
        // The last one arrives, and those before it do not.
        #expect(second.wait(for: 1).map(\.bytes) == [[0xFC]] && heard.packets.isEmpty && two.system.channelCount > 0)
        withExtendedLifetime((source, own)) {}
    }

    @Test func whoFloodsDelaysNobodyElse() throws {
        defer { server.end() }
        let inbox = Inbox()
        let (_, _, own) = try makeWay(inbox)
        let three = place.system()
        let (port, destination) = (
            try three.system.createOutputPort(try three.client("three"), "p"),
            try #require(awaited { three.destination("d") })
        )
        let id = try #require(one.system.state.withLock { $0.objects[own]?.shared?.id })
        let (second, sink) = (Inbox(), try one.client("sink"))
        let ignored = try one.system.createDestination(sink, "ignored", .bytes { _, _ in })
        let flooded = try #require(awaited { one.system.state.withLock { $0.objects[ignored]?.shared?.id } })
        let peer = try ChannelPeer(place)
        let bytes =
            withUnsafeBytes(of: WireList(form: .bytes, target: flooded, stream: 0)) { Array($0) } + [1, 0, 0, 0]
            + [UInt8](repeating: 0, count: 8) + [0, 2] + [UInt8](repeating: 0xFE, count: 512)
        // The server gives a channel to who sends.
        peer.send(bytes)
        let channel = try #require(peer.channel())
        peer.send(.direct(peer.partner))
        let isOver = LockedValue(false)
        let flood = try AudioCore.Thread(name: "flood") {
            while !isOver.withLock({ $0 }) {
                for _ in 0..<100 {
                    _ = bytes.withUnsafeBytes { system_send(channel, $0.baseAddress, $0.count, nil, 0) }
                }
            }
        }
        var times: [UInt64] = []
        for index in 0..<100 {
            let begin = HostTime.now()
            try withPackets([(0, [0xFA])]) { try three.system.send($0, by: port, to: destination) }
            #expect(inbox.wait(for: index + 1).count == index + 1)
            times.append(HostTime.now() - begin)
        }
        isOver.withLock { $0 = true }
        flood.join()
        close(channel)
        #expect(times.sorted()[50] < 50_000_000, "\(times.sorted())")
        withExtendedLifetime((id, second)) {}
    }

    @Test func whoDoesNotReadTheChannelLosesListsAlone() throws {
        defer { server.end() }
        let inbox = Inbox()
        let (port, destination, _) = try makeWay(inbox)
        let peer = try ChannelPeer(place)
        try peer.add("x")
        let target = try #require(awaited { two.destination("x") })
        try withPackets([(0, [0xFA])]) { try two.system.send($0, by: port, to: target) }
        let channel = try #require(peer.channel())
        defer { close(channel) }
        #expect(eventually { two.system.sendsDirectly(to: target) })
        let long = [0xF0] + [UInt8](repeating: 1, count: 400) + [0xF7]
        withPackets([(0, long)]) { list in
            for _ in 0..<10_000 { try? two.system.send(list, by: port, to: target) }
        }
        #expect(eventually { two.system.lostLists + server.lostLists(to: peer.number) > 0 })
        try withPackets([(0, [0xFB])]) { try two.system.send($0, by: port, to: destination) }
        #expect(inbox.wait(for: 1).map(\.bytes) == [[0xFB]])
    }

    @Test func aChannelThatIsNoneIsGivenBack() throws {
        server.end()
        let other = try PrivatePlace()
        let listener = system_listen(other.place.socketPath)
        try #require(listener >= 0)
        defer { close(listener) }
        let answers = WaitableValue<[UInt32]>([])
        let fake = try AudioCore.Thread(name: "fake") {
            let socket = awaited { () -> Int32? in
                let socket = system_accept(listener)
                return socket >= 0 ? socket : nil
            }
            guard let socket else { return }
            defer { close(socket) }
            let memory = ReceivingMemory()
            func send(_ message: WireMessage, _ descriptor: Int32? = nil) {
                message.bytes.withUnsafeBytes { bytes in
                    _ =
                        descriptor.map { system_send_descriptor(socket, bytes.baseAddress, bytes.count, $0) }
                        ?? system_send(socket, bytes.baseAddress, bytes.count, nil, 0)
                }
            }
            send(.welcome(version: WireMessage.version, number: 7))
            send(.complete)
            send(.channel(8))
            let file = open("/dev/null", O_RDWR | O_CLOEXEC)
            send(.channel(9), file)
            close(file)
            // For a channel that was never there, nothing happens.
            send(.direct(10))
            send(.noChannel(11))
            send(.listener(SharedObject.id(7, 1), number: 8, true))
            _ = eventually {
                if case .message(let bytes) = memory.receive(socket),
                    case .noChannel(let number)? = try? WireMessage(parsing: Array(bytes)[...])
                {
                    answers.withLock { $0.append(number) }
                }
                return answers.withLockQuietly { $0.count } == 2
            }
        }
        let client = other.system()
        _ = try client.client("c")
        #expect(answers.wait(nanoseconds: 10_000_000_000) { $0.count == 2 ? $0 : nil } == [8, 9])
        client.system.leave()
        fake.join()
    }

    @Test func oneProcessDoesNotTakeAllRoomForLater() throws {
        server.end()
        let queue = DeliveryQueue()
        func post(_ stream: UInt32, _ time: UInt64 = 1_000) -> Bool {
            let data = [UInt8](repeating: 0xFE, count: 1 << 15)
            let list: [UInt8] = [1, 0, 0, 0] + withUnsafeBytes(of: time) { Array($0) } + [0, 0x80] + data
            return list.withUnsafeBytes { list in
                guard let start = list.baseAddress else { return false }
                let posting = Posting(list: start, form: .bytes, target: 1, stream: stream)
                return (try? queue.post(posting, size: list.count, now: 1, holds: true, isForSource: false)) != nil
            }
        }
        let (one, two) = (StreamOrigin.stream(5, of: 1), StreamOrigin.stream(5, of: 2))
        var count = 0
        while post(one) { count += 1 }
        #expect(count == DeliveryQueue.roomForLaterOfProcess / (1 << 15 + 14))
        #expect(!post(StreamOrigin.stream(6, of: 1)) && post(two) && post(7))
        queue.flush(nil) { StreamOrigin.isSame($0, one) }
        #expect(post(one, 500))
        var delivered: [UInt32] = []
        #expect(queue.deliver(now: 500) { delivered.append($0.stream) } == 1_000 && delivered == [one])
        for _ in 0..<count { #expect(post(one)) }
        #expect(!post(one))
        #expect(queue.deliver(now: 1_000) { _ in } == nil && post(one))
    }

    @Test func aProgramHasSoManyChannels() {
        var channels = ServedChannels()
        let connections = (0...UInt32(ServedChannels.most) + 1).map { number in
            let connection = PeerConnection(-1, wakeUp: nil)
            connection.number = number + 1
            channels.add(connection)
            return connection
        }
        for connection in connections.dropFirst().prefix(ServedChannels.most) {
            #expect(channels.canBegin(1, connection.number))
            channels.begin(1, connection.number)
            #expect(!channels.canBegin(connection.number, 1))
            channels.answered(by: 1, about: connection.number)
        }
        let last = connections.last?.number ?? 0
        #expect(!channels.canBegin(1, last) && channels.canBegin(2, last) && !channels.canBegin(2, 2))
        // One that has ended is not given again; one that has gone makes room.
        channels.becomeDirect(from: 2, to: 1)
        #expect(channels.isDirect(from: 2, to: 1) && !channels.isDirect(from: 1, to: 2))
        channels.end(1, 2)
        #expect(!channels.isThere(1, 2) && !channels.isDirect(from: 2, to: 1) && !channels.canBegin(1, 2))
        #expect(channels.remove(2).map(\.number) == [1] && channels.canBegin(1, last) && !channels.canBegin(1, 2))
    }
}
