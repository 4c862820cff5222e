import AudioCore
import CoreMIDI
import MIDIDevices
import Testing

/// Devices of the server's transports, as programs use them.
@Suite struct ServedTransportTests {
    private let place: PrivatePlace
    private let server: ThreadServer
    private let client: ClientSystem
    private let output = TransportTests.Output(.bytes)
    private let input = TransportTests.Input()

    init() throws {
        place = try PrivatePlace()
        server = try ThreadServer(place)
        client = place.system()
    }

    private func describe(_ name: String) throws -> MIDITransportObjects {
        let entity = MIDITransportEntity(
            key: "1", properties: ["name": .string(name)], sources: [.init(key: "", wayIn: input)],
            destinations: [.init(key: "", wayOut: output)])
        return try server.system.setDevice(
            .init(key: "box", properties: ["name": .string("Box")], entities: [entity]), of: "t")
    }

    @Test func programsSendToADeviceAndHearIt() throws {
        defer { server.end() }
        let reference = try client.client("one")
        let objects = try describe("Port")
        let destination = try #require(awaited { client.destination("Port") })
        let source = try #require(awaited { client.source("Port") })
        let port = try client.system.createOutputPort(reference, "out")
        try withPackets([(0, [0x90, 60, 64])]) { try client.system.send($0, by: port, to: destination) }
        #expect(eventually { output.bytes == [[0x90, 60, 64]] })
        try client.system.flush(destination)
        #expect(eventually { output.flushes == 1 })

        #expect(input.count == 0)
        let heard = Inbox()
        let listener = try client.system.createInputPort(reference, "in", heard.receiver)
        try client.system.connect(listener, to: source, refCon: nil)
        #expect(eventually { input.count == 1 })
        let own = try #require(objects.entities["1"]?.sources.first)
        #expect(server.system.isHeard(own))
        try [UInt8]([0xB0, 1, 2]).withUnsafeBytes { try server.system.received($0, at: 0, from: own) }
        #expect(heard.wait(for: 1).map(\.bytes) == [[0xB0, 1, 2]])
        try client.system.disconnect(listener, from: source)
        #expect(eventually { input.count == 2 && !server.system.isHeard(own) })
    }

    @Test func programsSeeDevicesChangeAndGo() throws {
        defer { server.end() }
        _ = try client.client("one")
        _ = try describe("Port")
        #expect(eventually { client.destination("Port") != nil })
        _ = try describe("Other port")
        #expect(eventually { client.destination("Other port") != nil && client.destination("Port") == nil })
        server.system.removeDevice("box", of: "t")
        #expect(eventually { client.destination("Other port") == nil && client.source("Other port") == nil })
    }

    @Test func transportsKnowWhichProgramAnEndpointIsOf() throws {
        defer { server.end() }
        let reference = try client.client("one")
        _ = try client.system.createSource(reference, "keys", protocolID: 1)
        #expect(eventually { server.system.virtualEndpoints(.source).map(\.name) == ["keys"] })
        #expect(server.system.virtualEndpoints(.source).first?.client.isEmpty == false)
    }
}
