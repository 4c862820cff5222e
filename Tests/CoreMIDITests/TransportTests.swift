import AudioCore
import CoreMIDI
import MIDIDevices
import MIDIEvents
import Testing

/// Devices that transports describe, and what passes between them and the system's clients.
struct TransportTests {
    /// Notes what a destination gets.
    final class Output: MIDIWayOut {
        let form: ListForm
        private let state = LockedValue<(packets: [[UInt8]], words: [[UInt32]], flushes: Int)>(([], [], 0))

        init(_ form: ListForm) { self.form = form }

        var bytes: [[UInt8]] { state.withLock { $0.packets } }
        var words: [[UInt32]] { state.withLock { $0.words } }
        var flushes: Int { state.withLock { $0.flushes } }

        func send(_ list: UnsafeRawPointer) {
            if form == .bytes {
                PacketLists.forEach(list) { packet in
                    let bytes = Array(PacketLists.data(packet))
                    state.withLock { $0.packets.append(bytes) }
                }
            } else {
                EventLists.forEach(list) { packet in
                    let words = (0..<EventLists.wordCount(packet)).map { EventLists.word(packet, $0) }
                    state.withLock { $0.words.append(words) }
                }
            }
        }

        func flush() { state.withLock { $0.flushes += 1 } }
    }

    final class Input: MIDIWayIn {
        private let calls = LockedValue(0)
        var count: Int { calls.withLock { $0 } }
        func listenersDidChange() { calls.withLock { $0 += 1 } }
    }

    private func device(
        _ key: String = "box", _ name: String = "Box", output: Output? = nil, input: Input? = nil,
        more: [MIDITransportEntity] = []
    ) -> MIDITransportDevice {
        let entity = MIDITransportEntity(
            key: "1", properties: ["name": .string("Port")], sources: [.init(key: "", wayIn: input)],
            destinations: [.init(key: "", wayOut: output)])
        return MIDITransportDevice(
            key: key, properties: ["name": .string(name), "driver": .string("test")], entities: [entity] + more)
    }

    @Test func aDescribedDeviceIsListedUntilItIsRemoved() throws {
        let manual = try ManualSystem()
        let system = manual.system
        let objects = try system.setDevice(device(), of: "t")
        let entity = try #require(objects.entities["1"])
        #expect(system.all(.device) == [objects.device] && system.all(.source) == entity.sources)
        #expect(system.all(.destination) == entity.destinations && entity.sources.count == 1)
        #expect(
            try system.string("name", of: entity.sources[0]) == "Port"
                && system.string("driver", of: entity.sources[0]) == "test")
        let ids = try [objects.device, entity.reference, entity.sources[0], entity.destinations[0]].map {
            try system.integer("uniqueID", of: $0)
        }
        #expect(Set(ids).count == 4 && !ids.contains(0))
        system.removeDevices(of: "t")
        #expect(system.all(.device).isEmpty && system.all(.source).isEmpty && system.all(.destination).isEmpty)
        // It comes again with the same identifiers, here and in another process.
        for other in [system, try ManualSystem().system] {
            let again = try other.setDevice(device(), of: "t")
            let entity = try #require(again.entities["1"])
            let now = try [again.device, entity.reference, entity.sources[0], entity.destinations[0]].map {
                try other.integer("uniqueID", of: $0)
            }
            #expect(now == ids)
        }
    }

    @Test func anIdentifierThatIsTakenIsAvoided() throws {
        let manual = try ManualSystem()
        let first = try manual.system.setDevice(device(), of: "t")
        let id = try manual.system.integer("uniqueID", of: first.device)
        manual.system.removeDevices(of: "t")
        let virtual = try manual.system.createSource(manual.client, "v", protocolID: 1)
        try manual.system.set("uniqueID", of: virtual, to: .integer(id))
        let second = try manual.system.setDevice(device(), of: "t")
        #expect(try manual.system.integer("uniqueID", of: second.device) == id &+ 1)
    }

    @Test func clientsAreNotifiedOfWhatChanges() throws {
        let notices = LockedValue<[MIDINotice]>([])
        let channel = NoticeChannel(schedule: { $0() }, call: { notice in notices.withLock { $0.append(notice) } })
        let manual = try ManualSystem(notices: channel)
        let system = manual.system
        func take() -> [MIDINotice] {
            notices.withLock { notices in
                defer { notices = [] }
                return notices.filter { $0 != .setupChanged }
            }
        }
        let objects = try system.setDevice(device(), of: "t")
        #expect(take() == [.added(parent: 0, parentType: -1, child: objects.device, childType: 0)])
        #expect(try system.setDevice(device(), of: "t") == objects && take().isEmpty)
        _ = try system.setDevice(device("box", "Crate"), of: "t")
        #expect(take() == [.propertyChanged(object: objects.device, type: 0, name: "name")])
        let second = MIDITransportEntity(key: "2", properties: [:], destinations: [.init(key: "a")])
        let more = try system.setDevice(device("box", "Crate", more: [second]), of: "t")
        let entity = try #require(more.entities["2"])
        #expect(take().first == .added(parent: objects.device, parentType: 0, child: entity.reference, childType: 1))
        _ = try system.setDevice(device("box", "Crate"), of: "t")
        #expect(take() == [.removed(parent: objects.device, parentType: 0, child: entity.reference, childType: 1)])
        system.removeDevice("box", of: "t")
        #expect(take() == [.removed(parent: 0, parentType: -1, child: objects.device, childType: 0)])
        system.removeDevice("box", of: "t")
        #expect(take().isEmpty)
    }

    @Test func aProgramsNameStaysUntilTheTransportHasAnother() throws {
        let manual = try ManualSystem()
        let system = manual.system
        let objects = try system.setDevice(device(), of: "t")
        try system.set("name", of: objects.device, to: .string("Mine"))
        _ = try system.setDevice(device(), of: "t")
        #expect(try system.string("name", of: objects.device) == "Mine")
        _ = try system.setDevice(device("box", "Crate"), of: "t")
        #expect(try system.string("name", of: objects.device) == "Crate")
    }

    @Test(arguments: [ListForm.bytes, .words1, .words2])
    func aDestinationsMessagesLeaveInItsForm(form: ListForm) throws {
        let manual = try ManualSystem()
        let (system, output) = (manual.system, Output(form))
        let objects = try system.setDevice(device(output: output), of: "t")
        let destination = try #require(objects.entities["1"]?.destinations.first)
        let port = try system.createOutputPort(manual.client, "p")
        try withPackets([(0, [0x90, 60, 64]), (5_000, [0x80, 60, 0])]) {
            try system.send($0, by: port, to: destination)
        }
        manual.deliver()
        #expect(output.bytes.count + output.words.count == 1)
        manual.advance(to: 5_000)
        switch form {
        case .bytes: #expect(output.bytes == [[0x90, 60, 64], [0x80, 60, 0]])
        case .words1: #expect(output.words == [[0x2090_3C40], [0x2080_3C00]])
        case .words2: #expect(output.words == [[0x4090_3C00, 0x8000_0000], [0x4080_3C00, 0]])
        }
        try system.flush(destination)
        try system.flush(nil)
        #expect(output.flushes == 2)
        // Another way out takes the place of this one; without one, messages go nowhere.
        let other = Output(form)
        _ = try system.setDevice(device(output: other), of: "t")
        try withPackets([(0, [0x90, 61, 64])]) { try system.send($0, by: port, to: destination) }
        manual.deliver()
        #expect(output.bytes.count + output.words.count == 2 && other.bytes.count + other.words.count == 1)
        _ = try system.setDevice(device(), of: "t")
        try withPackets([(0, [0x90, 61, 64])]) { try system.send($0, by: port, to: destination) }
        manual.deliver()
        #expect(other.bytes.count + other.words.count == 1)
    }

    @Test func aDestinationThatSchedulesItselfGetsTimesAhead() throws {
        let manual = try ManualSystem()
        let (system, output) = (manual.system, Output(.bytes))
        var description = device(output: output)
        description.entities[0].properties["scheduleAheadMuSec"] = .integer(1)
        let objects = try system.setDevice(description, of: "t")
        let port = try system.createOutputPort(manual.client, "p")
        let destination = try #require(objects.entities["1"]?.destinations.first)
        try withPackets([(900_000, [0x90, 60, 64])]) { try system.send($0, by: port, to: destination) }
        manual.deliver()
        #expect(output.bytes == [[0x90, 60, 64]])
    }

    @Test func whatASourceReceivesIsHeard() throws {
        let manual = try ManualSystem()
        let (system, bytes, words) = (manual.system, Inbox(), Inbox())
        let objects = try system.setDevice(device(), of: "t")
        let source = try #require(objects.entities["1"]?.sources.first)
        let ports = [
            try system.createInputPort(manual.client, "b", bytes.receiver),
            try system.createInputPort(manual.client, "w", words.receiver(2)),
        ]
        for port in ports { try system.connect(port, to: source, refCon: nil) }
        try [UInt8]([0x90, 60, 64]).withUnsafeBytes { try system.received($0, at: 7, from: source) }
        let long: [UInt8] = [0xF0] + (0..<70_000).map { UInt8($0 & 0x7F) } + [0xF7]
        try long.withUnsafeBytes { try system.received($0, at: 8, from: source) }
        try [UInt32]([0x4090_3C00, 0x8000_0000, 0x4090_3C00]).withUnsafeBufferPointer {
            try system.received(words: $0, protocolID: 2, at: 9, from: source)
        }
        manual.deliver()
        #expect(bytes.packets.first == Inbox.Packet(time: 7, bytes: [0x90, 60, 64]))
        let parts = bytes.bytes.dropFirst().dropLast()
        #expect(parts.count == 3 && parts.flatMap { $0 }.elementsEqual(long))
        #expect(bytes.packets.last == Inbox.Packet(time: 9, bytes: [0x90, 60, 64]))
        #expect(words.packets.first == Inbox.Packet(time: 7, words: [0x4090_3C00, 0x8000_0000]))
        #expect(words.packets.last == Inbox.Packet(time: 9, words: [0x4090_3C00, 0x8000_0000]))
        #expect(throws: AudioError.self) {
            try [UInt8]([0xF8]).withUnsafeBytes { try system.received($0, at: 0, from: 77) }
        }
    }

    @Test func aTransportHearsOfListeners() throws {
        let manual = try ManualSystem()
        let (system, input) = (manual.system, Input())
        let objects = try system.setDevice(device(input: input), of: "t")
        let source = try #require(objects.entities["1"]?.sources.first)
        #expect(input.count == 0 && !system.isHeard(source))
        let ports = try [0, 1].map { _ in try system.createInputPort(manual.client, "p", Inbox().receiver) }
        for port in ports { try system.connect(port, to: source, refCon: nil) }
        #expect(input.count == 1 && system.isHeard(source))
        try system.disconnect(ports[0], from: source)
        #expect(input.count == 1)
        try system.disposePort(ports[1])
        #expect(input.count == 2 && !system.isHeard(source))
        // A thru connection listens, too, and connects again to a source that comes again.
        var rules = ThruRules()
        rules.sources = [.init(reference: source, uniqueID: 0)]
        let thru = try system.createThru(rules, owner: "o")
        #expect(input.count == 3)
        system.removeDevice("box", of: "t")
        let again = try system.setDevice(device(input: input), of: "t")
        let returned = try #require(again.entities["1"]?.sources.first)
        #expect(returned != source && system.isHeard(returned) && input.count == 4)
        try system.disposeThru(thru)
        #expect(input.count == 5 && !system.isHeard(returned))
    }

    @Test func virtualEndpointsAreToldWithTheirClients() throws {
        let manual = try ManualSystem()
        let system = manual.system
        _ = try system.setDevice(device(), of: "t")
        let source = try system.createSource(manual.client, "s", protocolID: 2)
        let hidden = try system.createSource(manual.client, "h", protocolID: 1)
        try system.set("private", of: hidden, to: .integer(1))
        #expect(
            system.virtualEndpoints(.source)
                == [MIDIVirtualEndpoint(reference: source, name: "s", client: "test", protocolID: 2)])
        #expect(system.virtualEndpoints(.destination).isEmpty)
    }

    @Test func aTransportsClientKeepsNothingAlive() throws {
        let manual = try ManualSystem()
        _ = try manual.system.createClient("transport", notices: nil, isOwn: true)
        let thru = try manual.system.createThru(ThruRules(), owner: nil)
        try manual.system.disposeClient(manual.client)
        #expect(throws: AudioError.self) { try manual.system.rules(of: thru) }
    }
}
