import AudioCore
import CSystem
import CoreMIDI
import Foundation
import MIDIEvents
import Testing

@testable import MIDIDevices
@testable import MIDITransports

/// What is shared with other processes and what is not, and servers that end while others begin.
@Suite(.serialized) struct ServerLimitTests {
    private let place: PrivatePlace
    private let server: ThreadServer
    private let one: ClientSystem
    private let two: ClientSystem

    init() throws {
        place = try PrivatePlace()
        server = try ThreadServer(place)
        (one, two) = (place.system(), place.system())
    }

    @Test func aDeviceOfAProgramIsItsOwn() throws {
        let (first, second) = (try one.client("one"), try two.client("two"))
        let inbox = Inbox()
        let device = one.system.createDevice("Network", "", "", isExternal: false)
        let entity = try one.system.addEntity(
            to: device, "session", protocolID: 1, isEmbedded: false, sources: 1, destinations: 1)
        let destination = try #require(one.system.parts(of: entity, .destination).first)
        try one.system.set("name", of: destination, to: .string("net"))
        try one.system.setReceiver(inbox.receiver, of: destination)
        try one.system.addToSetup(device, isExternal: false)
        // Parts that are added later are its own, too.
        try one.system.setEndpoints(of: entity, sources: 2, destinations: 1)
        let port = try one.system.createOutputPort(first, "p")
        try withPackets([(0, [0xFA])]) { try one.system.send($0, by: port, to: destination) }
        #expect(inbox.wait(for: 1).map(\.bytes) == [[0xFA]])
        // Who sees what was made afterwards has been told of all that was made before.
        _ = try one.system.createSource(first, "marker", protocolID: 1)
        #expect(eventually { two.source("marker") != nil })
        #expect(two.system.all(.device).count == 1 && two.destination("net") == nil)

        _ = try two.system.createDestination(second, "gone", Inbox().receiver)
        #expect(eventually { one.destination("gone") != nil })
        server.end()
        two.system.leave()
        let next = try ThreadServer(place)
        defer { next.end() }
        // What the last server had and the next one has not is forgotten.
        #expect(eventually { one.destination("gone") == nil && one.system.all(.device).count == 2 })
        #expect(one.destination("net") == destination)
        try withPackets([(0, [0xFB])]) { try one.system.send($0, by: port, to: destination) }
        #expect(inbox.wait(for: 2).map(\.bytes) == [[0xFA], [0xFB]])
    }

    @Test func devicesGoWithTheProcessThatHasThem() throws {
        defer { server.end() }
        _ = try two.client("two")
        let peer = try RawPeer(place)
        try peer.send(.object(peer.object(5, .device, name: "box")))
        #expect(eventually { two.system.all(.device).contains { two.name(of: $0) == "box" } })
        peer.end()
        #expect(eventually { !two.system.all(.device).contains { two.name(of: $0) == "box" } })
    }

    @Test func onlyObjectsThatAreThereCount() throws {
        defer { server.end() }
        _ = try two.client("two")
        let peer = try RawPeer(place)
        defer { peer.end() }
        for number in 1...UInt32(SharingLimits.mostObjects + 100) {
            try peer.send(.object(peer.object(number, .source, name: "s")))
            try peer.send(.removed(SharedObject.id(peer.number, number)))
        }
        try peer.send(.object(peer.object(100_000, .source, name: "last")))
        #expect(eventually { two.source("last") != nil })
    }

    @Test func aUniqueIDOfAnotherObjectRemovesNone() throws {
        defer { server.end() }
        let first = try one.client("one")
        _ = try two.client("two")
        let sources = try ["a", "b"].map { try one.system.createSource(first, $0, protocolID: 1) }
        let mirrors = try ["a", "b"].map { name in try #require(awaited { two.source(name) }) }
        let id = try one.id(of: sources[1])
        let shared = try #require(two.system.state.withLock { $0.objects[mirrors[0]]?.shared?.id })
        two.system.link?.apply(.property(shared, name: "uniqueID", value: .integer(id)), two.system)
        #expect(try two.id(of: mirrors[0]) == id && two.id(of: mirrors[1]) != id)
        #expect(two.source("a") == mirrors[0] && two.source("b") == mirrors[1])
    }

    @Test func aProgramThatMeetsAnEndingServerFindsTheNextOne() throws {
        server.end()
        let listener = system_listen(place.place.socketPath)
        try #require(listener >= 0)
        let isMet = WaitableValue(false)
        let thread = try AudioCore.Thread(name: "meet") { [one] in
            _ = try? one.client("one")
            isMet.withLock { $0 = true }
        }
        let socket = try #require(
            awaited { () -> Int32? in
                let socket = system_accept(listener)
                return socket >= 0 ? socket : nil
            })
        close(listener)
        #expect(unlink(place.place.socketPath) == 0)
        let next = try ThreadServer(place)
        defer { next.end() }
        close(socket)
        thread.join()
        #expect(isMet.withLock { $0 } && one.system.hasServer)
    }

    @Test func aServerWaitsForTheOneThatEnds() throws {
        server.end()
        let file = open(place.place.lockPath, O_RDWR | O_CLOEXEC)
        try #require(file >= 0)
        // The descriptor that was locked is still open, but locks nothing.
        #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
        let end = HostTime.now() + 1_500_000_000
        let thread = try AudioCore.Thread(name: "ending") {
            AudioCore.Thread.sleep(until: end)
            close(file)
        }
        #expect(MIDIServer(place.place, file: nil, linger: 0) != nil)
        #expect(HostTime.now() >= end)
        thread.join()
    }

    @Test func connectionsThatEndAtOnceAreNotMadeAgainAtOnce() {
        server.end()
        #expect(MIDITransports.pause(after: 0) == 100_000_000)
        #expect(MIDITransports.pause(after: 1_000_000_000) == 0)
    }
}

/// A process that speaks to the server message by message.
private final class RawPeer {
    private let socket: Int32
    let number: UInt32
    private let memory = ReceivingMemory()

    init(_ place: PrivatePlace) throws {
        let socket = system_connect(place.place.socketPath)
        try #require(socket >= 0)
        self.socket = socket
        let hello = WireMessage.hello(version: WireMessage.version, name: "x").bytes
        #expect(hello.withUnsafeBytes { system_send(socket, $0.baseAddress, $0.count, nil, 0) } == 1)
        let memory = memory
        number = try #require(
            awaited { () -> UInt32? in
                guard case .message(let bytes) = memory.receive(socket),
                    case .welcome(_, let number)? = try? WireMessage(parsing: Array(bytes)[...])
                else { return nil }
                return number
            })
    }

    func object(_ reference: UInt32, _ kind: MIDIObject.Kind, name: String) -> WireObject {
        WireObject(
            id: SharedObject.id(number, reference), owner: 0, kind: kind, isExternal: false, key: "k",
            properties: [("name", .string(name)), ("uniqueID", .integer(0x1234_5678))])
    }

    /// Waits for room, and reads what there is.
    func send(_ message: WireMessage) throws {
        let bytes = message.bytes
        let isSent = eventually {
            while case .message = memory.receive(socket) {}
            return bytes.withUnsafeBytes { system_send(socket, $0.baseAddress, $0.count, nil, 0) } == 1
        }
        try #require(isSent)
    }

    func end() { close(socket) }
}
