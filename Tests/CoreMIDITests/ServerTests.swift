import AudioCore
import CoreMIDI
import Foundation
import MIDIDevices
import MIDIEvents
import Testing

/// Systems that share their objects by way of a server, each of them as in a process of its own.
@Suite(.serialized) struct ServerTests {
    private let place: PrivatePlace
    private let server: ThreadServer
    private let one: ClientSystem
    private let two: ClientSystem

    init() throws {
        place = try PrivatePlace()
        server = try ThreadServer(place)
        (one, two) = (place.system(), place.system())
    }

    @Test func endpointsOfAnotherProcessAreListed() throws {
        defer { server.end() }
        let (first, second) = (try one.client("one"), try two.client("two"))
        let source = try one.system.createSource(first, "s", protocolID: 2)
        #expect(one.source("s") == source)
        let mirror = try #require(awaited { two.source("s") })
        #expect(try two.system.integer("protocol ID", of: mirror) == 2 && two.id(of: mirror) == one.id(of: source))
        #expect(two.isNotified { $0 == .added(parent: 0, parentType: -1, child: mirror, childType: 2) })
        #expect(throws: AudioError.midiNotPermitted) { try two.system.disposeEndpoint(mirror) }
        try one.system.disposeEndpoint(source)
        #expect(two.isNotified { $0 == .removed(parent: 0, parentType: -1, child: mirror, childType: 2) })
        #expect(two.source("s") == nil)
        // A process that comes later learns what there is.
        _ = try two.system.createDestination(second, "d", Inbox().receiver)
        #expect(awaited { place.system().destination("d") } != nil)
        // One that goes takes its endpoints along.
        two.system.leave()
        #expect(eventually { one.destination("d") == nil })
    }

    @Test func listsReachDestinationsInTheirForms() throws {
        defer { server.end() }
        let (bytes, words) = (Inbox(), Inbox())
        let (first, second) = (try one.client("one"), try two.client("two"))
        _ = try one.system.createDestination(first, "bytes", bytes.receiver)
        _ = try one.system.createDestination(first, "words", words.receiver(2))
        let port = try two.system.createOutputPort(second, "p")
        let toBytes = try #require(awaited { two.destination("bytes") })
        let toWords = try #require(awaited { two.destination("words") })
        try withPackets([(0, [0x90, 60, 100]), (0, [0xF0, 1, 2, 0xF7])]) {
            try two.system.send($0, by: port, to: toBytes)
            try two.system.send($0, by: port, to: toWords)
        }
        try withEvents(._2_0, [(0, [0x4090_3C00, 0xFFFF_0000])]) { try two.system.send($0, by: port, to: toBytes) }
        #expect(bytes.wait(for: 3).map(\.bytes) == [[0x90, 60, 100], [0xF0, 1, 2, 0xF7], [0x90, 60, 127]])
        #expect(words.wait(for: 2).flatMap(\.words).first == 0x4090_3C00)
    }

    @Test func portsHearSourcesOfAnotherProcess() throws {
        defer { server.end() }
        let (own, heard) = (Inbox(), Inbox())
        let (first, second) = (try one.client("one"), try two.client("two"))
        let source = try one.system.createSource(first, "s", protocolID: 1)
        let ownPort = try one.system.createInputPort(first, "p", own.receiver)
        try one.system.connect(ownPort, to: source, refCon: nil)
        let port = try two.system.createInputPort(second, "p", heard.receiver)
        let mirror = try #require(awaited { two.source("s") })
        try two.system.connect(port, to: mirror, refCon: UnsafeMutableRawPointer(bitPattern: 7))
        // The source's process learns of the connection a moment later.
        #expect(
            try eventually {
                try withPackets([(0, [0xFA])]) { try one.system.receive($0, from: source) }
                return !heard.packets.isEmpty
            })
        #expect(heard.packets.first?.refCon == 7 && own.wait(for: 1).first?.bytes == [0xFA])
        try two.system.disconnect(port, from: mirror)
        let marker = Inbox()
        _ = try two.system.createDestination(second, "marker", marker.receiver)
        let output = try one.system.createOutputPort(first, "o")
        let destination = try #require(awaited { one.destination("marker") })
        // What is sent after this has come back is not heard any longer: the server does one thing after the other.
        try withPackets([(0, [0xFE])]) { try one.system.send($0, by: output, to: destination) }
        #expect(marker.wait(for: 1).count == 1)
        let count = heard.packets.count
        try withPackets([(0, [0xFB])]) { try one.system.receive($0, from: source) }
        try withPackets([(0, [0xFE])]) { try one.system.send($0, by: output, to: destination) }
        #expect(marker.wait(for: 2).count == 2 && heard.packets.count == count)
    }

    @Test func longListsArriveWhole() throws {
        defer { server.end() }
        let inbox = Inbox()
        _ = try one.system.createDestination(try one.client("one"), "d", inbox.receiver)
        let port = try two.system.createOutputPort(try two.client("two"), "p")
        let destination = try #require(awaited { two.destination("d") })
        // A single packet of the greatest length, and more than one message of the socket takes.
        let long = [0xF0] + [UInt8](repeating: 0x55, count: 60_000) + [0xF7]
        try withLongList([long, long, [0xF0, 1, 0xF7], long]) { try two.system.send($0, by: port, to: destination) }
        #expect(inbox.wait(for: 4).map(\.bytes) == [long, long, [0xF0, 1, 0xF7], long])
    }

    @Test func propertiesAreThoseOfAllProcesses() throws {
        defer { server.end() }
        let source = try one.system.createSource(try one.client("one"), "s", protocolID: 1)
        _ = try two.client("two")
        let mirror = try #require(awaited { two.source("s") })
        try one.system.set("model", of: source, to: .string("m"))
        #expect(two.isNotified { $0 == .propertyChanged(object: mirror, type: 2, name: "model") })
        #expect(try two.system.string("model", of: mirror) == "m")
        for name in ["a", "b", "c"] { try two.system.set("name", of: mirror, to: .string(name)) }
        #expect(try two.system.string("name", of: mirror) == "c")
        #expect(try eventually { try one.system.string("name", of: source) == "c" })
        #expect(try two.system.string("name", of: mirror) == "c")
        try two.system.set("nameConfiguration", of: mirror, to: .dictionary([1, 2]))
        try two.system.set("x", of: mirror, to: .data([UInt8](repeating: 9, count: 100_000)))
        #expect(eventually { (try? one.system.data("x", of: source))?.count == 100_000 })
        #expect(try one.system.dictionary("nameConfiguration", of: source) == [1, 2])
        // Large properties reach those who come later, too.
        let late = place.system()
        let third = try #require(awaited { late.source("c") })
        #expect(try late.system.data("x", of: third).count == 100_000)
        try one.system.removeProperty("x", of: source)
        #expect(eventually { (try? two.system.data("x", of: mirror)) == nil })
        try two.system.set("private", of: mirror, to: .integer(1))
        #expect(eventually { one.source("c") == nil })
    }

    @Test func uniqueIDsLast() throws {
        let first = try one.client("program")
        let source = try one.system.createSource(first, "s", protocolID: 1)
        let second = try one.system.createSource(first, "s", protocolID: 1)
        let ids = [try one.id(of: source), try one.id(of: second)]
        #expect(ids[0] != ids[1])
        try one.system.set("uniqueID", of: second, to: .integer(4711))
        #expect(throws: AudioError.midiIDNotUnique) { try one.system.set("uniqueID", of: source, to: .integer(4711)) }
        let mirror = try #require(awaited { (try? two.system.find(uniqueID: 4711))?.reference })
        #expect(throws: AudioError.midiIDNotUnique) { try two.system.set("uniqueID", of: mirror, to: .integer(ids[0])) }
        one.system.leave()
        #expect(eventually { two.source("s") == nil })
        // The program runs again, and so does the server.
        server.end()
        let server = try ThreadServer(place)
        defer { server.end() }
        let again = place.system()
        let client = try again.client("program")
        let made = try (0..<2).map { _ in try again.system.createSource(client, "s", protocolID: 1) }
        #expect(try made.map(again.id) == [ids[0], 4711])
        let other = try again.system.createSource(try again.client("other"), "s", protocolID: 1)
        #expect(try again.id(of: other) != ids[0])
    }

    @Test func thePropertiesOfDevicesLast() throws {
        let bus = try #require(one.system.all(.device).first)
        #expect(try one.system.string("name", of: bus) == "IAC Driver")
        try one.system.set("offline", of: bus, to: .integer(0))
        try one.system.set("image", of: bus, to: .string("/i"))
        let device = one.system.createDevice("synth", "maker", "model", isExternal: true)
        let entity = try one.system.addEntity(
            to: device, "port", protocolID: 1, isEmbedded: false, sources: 1, destinations: 2)
        try one.system.addToSetup(device, isExternal: true)
        let mirror = try #require(awaited { two.system.all(.externalDevice).first })
        #expect(try two.id(of: mirror) == one.id(of: device))
        let part = try #require(awaited { two.system.parts(of: mirror, .entity).first })
        #expect(eventually { two.system.parts(of: part, .destination).count == 2 })
        try two.system.set("model", of: mirror, to: .string("other"))
        #expect(try eventually { try one.system.string("model", of: device) == "other" })
        #expect(eventually { (try? two.system.integer("offline", of: two.system.all(.device)[0])) == 0 })
        let ids = try [device, entity].map(one.id)
        for client in [one, two] { client.system.leave() }
        server.end()
        let server = try ThreadServer(place)
        defer { server.end() }
        let again = place.system()
        let found = try #require(again.system.all(.externalDevice).first)
        #expect(try again.system.string("model", of: found) == "other")
        let kept = try #require(again.system.parts(of: found, .entity).first)
        #expect(try [found, kept].map(again.id) == ids && again.system.parts(of: kept, .destination).count == 2)
        #expect(try again.system.string("image", of: again.system.all(.device)[0]) == "/i")
        try again.system.removeFromSetup(found, isExternal: true)
        #expect(eventually { place.system().system.all(.externalDevice).isEmpty })
    }

    @Test func theBusConnectsProcesses() throws {
        defer { server.end() }
        let bus = try #require(one.system.all(.device).first)
        try one.system.set("offline", of: bus, to: .integer(0))
        let (inbox, second) = (Inbox(), try two.client("two"))
        let source = try #require(awaited { two.source("Bus 1") })
        let input = try two.system.createInputPort(second, "p", inbox.receiver)
        try two.system.connect(input, to: source, refCon: nil)
        let output = try one.system.createOutputPort(try one.client("one"), "o")
        let destination = try #require(one.destination("Bus 1"))
        #expect(
            try eventually {
                try withPackets([(0, [0xFA])]) { try one.system.send($0, by: output, to: destination) }
                return !inbox.packets.isEmpty
            })
    }

    @Test func persistentConnectionsAreTheServers() throws {
        let (first, second) = (try one.client("one"), try two.client("two"))
        let source = try one.system.createSource(first, "s", protocolID: 1)
        let inbox = Inbox()
        _ = try two.system.createDestination(second, "d", inbox.receiver)
        var rules = ThruRules()
        rules.sources = [.init(reference: source, uniqueID: 0)]
        rules.destinations = [.init(reference: try #require(awaited { one.destination("d") }), uniqueID: 0)]
        let thru = try one.system.createThru(rules, owner: "owner")
        #expect(two.isNotified { $0 == .thruConnectionsChanged })
        let mirror = try #require(awaited { two.system.thrus(of: "owner").first })
        #expect(try two.system.rules(of: mirror).destinations.first?.reference == two.destination("d"))
        func passes(_ sender: ClientSystem, _ source: UInt32, _ status: UInt8) throws -> Bool {
            try eventually {
                try withPackets([(0, [status])]) { try sender.system.receive($0, from: source) }
                return inbox.bytes.contains([status])
            }
        }
        #expect(try passes(one, source, 0xFA))
        // The program that has made it ends, and so does the server; both come again.
        one.system.leave()
        #expect(eventually { two.source("s") == nil })
        server.end()
        let server = try ThreadServer(place)
        defer { server.end() }
        let again = place.system()
        #expect(again.system.thrus(of: "owner").count == 1)
        let made = try again.system.createSource(try again.client("one"), "s", protocolID: 1)
        #expect(awaited { again.destination("d") } != nil)
        #expect(try passes(again, made, 0xFB))
        try again.system.disposeThru(again.system.thrus(of: "owner")[0])
        #expect(eventually { two.system.thrus(of: "owner").isEmpty })
        withExtendedLifetime(thru) {}
    }

    @Test func flushingDropsWhatThisProcessHasSent() throws {
        defer { server.end() }
        let inbox = Inbox()
        let first = try one.client("one")
        let own = try one.system.createDestination(first, "d", inbox.receiver)
        let (local, port) = (
            try one.system.createOutputPort(first, "p"), try two.system.createOutputPort(try two.client("two"), "p")
        )
        let destination = try #require(awaited { two.destination("d") })
        let later = HostTime.now() + 400_000_000
        try withPackets([(later, [0xFA])]) { try one.system.send($0, by: local, to: own) }
        try withPackets([(later, [0xFB])]) { try two.system.send($0, by: port, to: destination) }
        try two.system.flush(nil)
        try withPackets([(later + 1, [0xFC])]) { try two.system.send($0, by: port, to: destination) }
        #expect(inbox.wait(for: 2).map(\.bytes) == [[0xFA], [0xFC]])
    }

    @Test func twoHundredClients() throws {
        defer { server.end() }
        let systems = (0..<200).map { _ in place.system() }
        let inbox = Inbox()
        for (index, client) in systems.enumerated() {
            _ = try client.system.createDestination(try client.client("c\(index)"), "d\(index)", inbox.receiver)
        }
        #expect(eventually { systems.allSatisfy { $0.system.all(.destination).count == 200 } })
        // Each sends to the next one.
        for (index, client) in systems.enumerated() {
            let port = try client.system.createOutputPort(try client.client("p"), "p")
            let destination = try #require(client.destination("d\((index + 1) % 200)"))
            try withPackets([(0, [0xF2, UInt8(index & 0x7F), UInt8(index >> 7)])]) {
                try client.system.send($0, by: port, to: destination)
            }
        }
        #expect(inbox.wait(for: 200).count == 200 && Set(inbox.bytes).count == 200)
    }

    @Test func aSystemWithoutServerIsOnItsOwn() throws {
        server.end()
        let alone = ClientSystem(ServerPlace(folder: place.folder + "/none/there", program: nil))
        let inbox = Inbox()
        let client = try alone.client("c")
        let destination = try alone.system.createDestination(client, "d", inbox.receiver)
        let port = try alone.system.createOutputPort(client, "p")
        try withPackets([(0, [0xFA])]) { try alone.system.send($0, by: port, to: destination) }
        #expect(inbox.wait(for: 1).count == 1 && alone.system.all(.device).count == 1)
    }

    @Test func theServerEndsWithoutClients() throws {
        server.end()
        let short = try ThreadServer(place, linger: 50_000_000)
        let client = place.system()
        _ = try client.client("c")
        client.system.leave()
        short.wait()
        #expect(!FileManager.default.fileExists(atPath: place.place.socketPath))
    }

    @Test func clientsFindAnotherServer() throws {
        let (inbox, echoes) = (Inbox(), Inbox())
        let (first, second) = (try one.client("one"), try two.client("two"))
        let own = try one.system.createDestination(first, "d", inbox.receiver)
        let source = try one.system.createSource(first, "s", protocolID: 1)
        let (port, input) = (
            try two.system.createOutputPort(second, "p"), try two.system.createInputPort(second, "i", echoes.receiver)
        )
        let destination = try #require(awaited { two.destination("d") })
        let mirror = try #require(awaited { two.source("s") })
        try two.system.connect(input, to: mirror, refCon: nil)
        let ids = (try one.id(of: own), try two.id(of: destination))
        server.end()
        let server = try ThreadServer(place)
        defer { server.end() }
        // The objects are the same, and so are the connections.
        #expect(
            try eventually {
                try withPackets([(0, [0xFA])]) { try two.system.send($0, by: port, to: destination) }
                try withPackets([(0, [0xFB])]) { try one.system.receive($0, from: source) }
                return !inbox.packets.isEmpty && !echoes.packets.isEmpty
            })
        #expect(two.destination("d") == destination && two.source("s") == mirror)
        #expect(try ids == (one.id(of: own), two.id(of: destination)))
        #expect(eventually { place.system().system.all(.destination).count == 1 })
    }
}

/// Calls `body` with a list of packets, each of any length.
private func withLongList(_ packets: [[UInt8]], _ body: (UnsafePointer<MIDIPacketList>) throws -> Void) rethrows {
    var bytes: [UInt8] = withUnsafeBytes(of: UInt32(packets.count)) { Array($0) }
    for packet in packets {
        #if arch(arm64)
            while bytes.count % 4 != 0 { bytes.append(0) }
        #endif
        bytes += [UInt8](repeating: 0, count: 8)
        withUnsafeBytes(of: UInt16(packet.count)) { bytes += $0 }
        bytes += packet
    }
    try bytes.withUnsafeBytes { try body($0.baseAddress!.assumingMemoryBound(to: MIDIPacketList.self)) }
}
