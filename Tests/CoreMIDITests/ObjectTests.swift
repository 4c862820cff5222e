import AudioCore
import CoreMIDI
import MIDIDevices
import Testing

@testable import MIDIEvents

/// Objects, their properties, notices of them, and thru connections.
struct ObjectTests {
    private func status(_ body: () throws -> Void) -> Int32 {
        do {
            try body()
            return 0
        } catch { return (error as? AudioError)?.status ?? 1 }
    }

    /// A system with a device of two entities, with two sources and one destination each.
    private func withDevice() throws -> (ManualSystem, device: UInt32, entities: [UInt32]) {
        let manual = try ManualSystem()
        let device = manual.system.createDevice("Box", "Maker", "B1", isExternal: false)
        let entities = try ["A", "B"].map {
            try manual.system.addEntity(to: device, $0, protocolID: 1, isEmbedded: false, sources: 2, destinations: 1)
        }
        try manual.system.addToSetup(device, isExternal: false)
        return (manual, device, entities)
    }

    @Test func propertiesAreInherited() throws {
        let (manual, device, entities) = try withDevice()
        let system = manual.system
        let source = system.parts(of: entities[0], .source)[0]
        #expect(try system.string("manufacturer", of: source) == "Maker" && system.string("name", of: source) == "A")
        try system.set("offset", of: device, to: .integer(7))
        #expect(try system.integer("offset", of: source) == 7)
        try system.set("offset", of: source, to: .integer(8))
        #expect(try system.integer("offset", of: source) == 8 && system.integer("offset", of: entities[0]) == 7)
        try system.removeProperty("offset", of: source)
        #expect(status { try system.removeProperty("offset", of: source) } == -10835)
        #expect(try system.integer("uniqueID", of: source) != system.integer("uniqueID", of: entities[0]))
        #expect(status { _ = try system.string("offset", of: source) } == -10836)
        #expect(status { _ = try system.string("nothing", of: source) } == -10835)
        #expect(status { _ = try system.string("name", of: 77) } == -10842)
        #expect(status { try system.set("name", of: source, to: .integer(1)) } == -10836)
        #expect(status { try system.set("displayName", of: source, to: .string("x")) } == -10844)
        #expect(status { try system.set("protocol ID", of: source, to: .integer(3)) } == -10845)
        #expect(try system.properties(of: device, deep: false).entities == nil)
        let tree = try system.properties(of: device, deep: true)
        #expect(
            tree.entities?.count == 2 && tree.entities?[0].sources?.count == 2
                && tree.entities?[0].destinations?.count == 1)
    }

    @Test func displayNamesAreUnique() throws {
        let (manual, _, entities) = try withDevice()
        let system = manual.system
        let source = system.parts(of: entities[0], .source)[0]
        // Its entity has two of that name.
        #expect(try system.string("displayName", of: source) == "Box A")
        try system.set("name", of: source, to: .string("Only"))
        #expect(try system.string("displayName", of: source) == "Only")
        let virtual = try system.createSource(manual.client, "V", protocolID: 1)
        #expect(try system.string("displayName", of: virtual) == "V")
    }

    @Test func uniqueIDsAreUnique() throws {
        let manual = try ManualSystem()
        let system = manual.system
        let sources = try [0, 1].map { _ in try system.createSource(manual.client, "s", protocolID: 1) }
        let first = try system.integer("uniqueID", of: sources[0])
        let found = try system.find(uniqueID: first)
        #expect(first != 0 && found.reference == sources[0] && found.type == 2)
        #expect(status { try system.set("uniqueID", of: sources[1], to: .integer(first)) } == -10843)
        #expect(status { try system.set("uniqueID", of: sources[1], to: .integer(0)) } == -10843)
        try system.set("uniqueID", of: sources[0], to: .integer(-12345))
        try system.set("uniqueID", of: sources[1], to: .integer(first))
        #expect(
            try system.find(uniqueID: -12345).reference == sources[0]
                && system.find(uniqueID: first).reference == sources[1])
        try system.disposeEndpoint(sources[0])
        #expect(status { _ = try system.find(uniqueID: -12345) } == -10842)
        #expect(status { try system.removeProperty("uniqueID", of: sources[1]) } == -10844)
    }

    @Test func privateAndUnpluggedEndpointsAreHidden() throws {
        let (manual, device, entities) = try withDevice()
        let system = manual.system
        let virtual = try system.createSource(manual.client, "V", protocolID: 1)
        #expect(system.all(.source).count == 5 && system.all(.source).last == virtual)
        try system.set("private", of: virtual, to: .integer(1))
        try system.set("private", of: entities[0], to: .integer(1))
        #expect(system.all(.source) == system.parts(of: entities[1], .source))
        try system.set("offline", of: device, to: .integer(1))
        #expect(system.all(.source).isEmpty && system.all(.device) == [device])
        let external = system.createDevice("E", "M", "X", isExternal: true)
        #expect(status { try system.addToSetup(external, isExternal: false) } == -10842)
        try system.addToSetup(external, isExternal: true)
        let entity = try system.addEntity(
            to: external, "e", protocolID: 2, isEmbedded: true, sources: 1, destinations: 0)
        #expect(system.all(.externalDevice) == [external] && system.all(.source).isEmpty)
        let id = try system.integer("uniqueID", of: system.parts(of: entity, .source)[0])
        #expect(try system.find(uniqueID: id).type == 0x12)
        try system.removeFromSetup(external, isExternal: true)
        #expect(system.all(.externalDevice).isEmpty && status { _ = try system.device(of: entity) } == -10842)
    }

    @Test func endpointsOfAnEntityComeAndGo() throws {
        let (manual, device, entities) = try withDevice()
        let system = manual.system
        let before = system.parts(of: entities[0], .source)
        try system.setEndpoints(of: entities[0], sources: 1, destinations: 3)
        #expect(
            system.parts(of: entities[0], .source) == [before[0]]
                && system.parts(of: entities[0], .destination).count == 3)
        #expect(status { try system.setEndpoints(of: entities[0], sources: -1, destinations: 0) } == -50)
        #expect(status { try system.setEndpoints(of: entities[0], sources: 1 << 40, destinations: 0) } == -50)
        #expect(status { try system.disposeEndpoint(before[0]) } == -10844)
        #expect(try system.device(of: entities[1]) == device && system.entity(of: before[0]) == entities[0])
        try system.removeEntity(entities[0], of: device)
        #expect(
            system.parts(of: device, .entity) == [entities[1]]
                && status { try system.removeEntity(entities[0], of: device) } == -10842)
    }

    @Test func clientsAreNotifiedInOrder() throws {
        let notices = LockedValue<[MIDINotice]>([])
        let later = LockedValue<[@Sendable () -> Void]>([])
        let channel = NoticeChannel(
            schedule: { body in later.withLock { $0.append(body) } },
            call: { notice in notices.withLock { $0.append(notice) } })
        let manual = try ManualSystem(notices: channel)
        let system = manual.system
        func run() -> [MIDINotice] {
            for body in later.withLock({ bodies in
                defer { bodies = [] }
                return bodies
            }) { body() }
            return notices.withLock { notices in
                defer { notices = [] }
                return notices
            }
        }
        let source = try system.createSource(manual.client, "s", protocolID: 1)
        #expect(run() == [.added(parent: 0, parentType: -1, child: source, childType: 2), .setupChanged])
        try system.set("name", of: source, to: .string("t"))
        try system.set("name", of: source, to: .string("t"))
        #expect(run() == [.propertyChanged(object: source, type: 2, name: "name"), .setupChanged])
        let thru = try system.createThru(ThruRules(), owner: "o")
        #expect(run() == [.thruConnectionsChanged, .setupChanged])
        try system.disposeThru(thru)
        _ = run()
        _ = try system.createOutputPort(manual.client, "p")
        #expect(run().isEmpty)
        try system.disposeEndpoint(source)
        #expect(run() == [.removed(parent: 0, parentType: -1, child: source, childType: 2), .setupChanged])
        // A loop that does not run keeps a bounded number.
        for value in 0..<5000 {
            try system.set(
                "x", of: manual.system.createDevice("", "", "", isExternal: true), to: .integer(Int32(value)))
        }
        #expect(run().count == NoticeChannel.most)
        let last = try system.createSource(manual.client, "s", protocolID: 1)
        try system.disposeClient(manual.client)
        #expect(run().isEmpty && status { try system.disposeEndpoint(last) } == -10834)
    }

    // MARK: Thru connections

    @Test func thruParametersAreThoseOfAMac() throws {
        var params = MIDIThruConnectionParams()
        MIDIThruConnectionParamsInitialize(&params)
        let bytes = withUnsafeBytes(of: params) { Array($0) }
        var expected = [UInt8](repeating: 0, count: 204)
        for channel in 0..<16 { expected[140 + channel] = UInt8(channel) }
        expected[159] = 127
        #expect(bytes == expected && MIDIThruConnectionParamsSize(&params) == 204)
        var rules = ThruRules()
        rules.sources = [.init(reference: 1, uniqueID: -2)]
        rules.controls = [.init(type: 1, remappedType: 3, number: 7, transform: .init(kind: .add, parameter: -5))]
        rules.maps = [Array(0..<128)]
        #expect(try rules.bytes.withUnsafeBytes { try ThruRules($0) } == rules && rules.bytes.count == 204 + 8 + 128)
        for length in 0..<rules.bytes.count {
            #expect(throws: AudioError.self) { try rules.bytes[..<length].withUnsafeBytes { try ThruRules($0) } }
        }
        var many = rules.bytes
        many[4] = 9
        #expect(throws: AudioError.self) { try many.withUnsafeBytes { try ThruRules($0) } }
    }

    private func thru(_ change: (inout ThruRules) -> Void, _ packets: [[UInt8]]) -> [[UInt8]] {
        var rules = ThruRules()
        change(&rules)
        var filter = ThruFilter(rules)
        let writer = PacketListWriter()
        writer.begin()
        withPackets(packets.enumerated().map { (UInt64($0.offset), $0.element) }) { filter.apply($0, to: writer) }
        return UnsafePointer(writer.list.assumingMemoryBound(to: MIDIPacketList.self)).unsafeSequence().map {
            Array($0.bytes())
        }
    }

    @Test func thruFiltersAndTransforms() {
        let all: [[UInt8]] = [
            [0x90, 60, 100], [0x80, 60, 0], [0xB0, 7, 1], [0xF0, 1, 0xF7], [0xF1, 1], [0xF8], [0xF6], [0xE0, 0, 64],
        ]
        #expect(thru({ _ in }, all) == all)
        #expect(thru({ $0.channelMap[0] = 5 }, [[0x90, 1, 2], [0x91, 1, 2]]) == [[0x95, 1, 2], [0x91, 1, 2]])
        #expect(thru({ $0.channelMap[0] = 0xFF }, all) == [[0xF0, 1, 0xF7], [0xF1, 1], [0xF8], [0xF6]])
        #expect(
            thru(
                {
                    $0.filters = [true, true, true, true]
                    $0.filtersControls = true
                }, all) == [[0x90, 60, 100], [0x80, 60, 0], [0xE0, 0, 64]])
        #expect(
            thru({ $0.notes = (50, 70) }, [[0x90, 49, 1], [0x90, 50, 1], [0x90, 70, 1], [0x90, 71, 1]]) == [
                [0x90, 50, 1], [0x90, 70, 1],
            ])
        #expect(
            thru({ $0.notes = (70, 50) }, [[0x90, 50, 1], [0x90, 60, 1], [0x90, 70, 1]]) == [
                [0x90, 50, 1], [0x90, 70, 1],
            ])
        #expect(
            thru({ $0.velocities = (10, 20) }, [[0x90, 1, 9], [0x90, 1, 20], [0x90, 1, 21], [0x90, 1, 0]]) == [
                [0x90, 1, 20], [0x90, 1, 0],
            ])
        #expect(
            thru({ $0.transforms[0] = .init(kind: .add, parameter: 12) }, [[0x90, 60, 1], [0x80, 120, 1]]) == [
                [0x90, 72, 1], [0x80, 127, 1],
            ])
        #expect(
            thru({ $0.transforms[1] = .init(kind: .scale, parameter: 2048) }, [[0x90, 60, 100], [0x90, 60, 1]]) == [
                [0x90, 60, 50], [0x90, 60, 1],
            ])
        #expect(
            thru({ $0.transforms[1] = .init(kind: .minimum, parameter: 64) }, [[0x90, 60, 1]]) == [[0x90, 60, 64]])
        #expect(
            thru({ $0.transforms[5] = .init(kind: .maximum, parameter: 100) }, [[0xE0, 0, 64]]) == [[0xE0, 100, 0]])
        #expect(
            thru({ $0.transforms[3] = .init(kind: .filterOut, parameter: 0) }, [[0xD0, 1], [0xC0, 1]]) == [[0xC0, 1]])
        #expect(
            thru(
                {
                    $0.maps = [Array((0..<128).reversed())]
                    $0.transforms[0] = .init(kind: .mapValue, parameter: 0)
                }, [[0x90, 0, 1]]) == [[0x90, 127, 1]])
        #expect(thru({ $0.transforms[0] = .init(kind: .mapValue, parameter: 3) }, [[0x90, 5, 1]]) == [[0x90, 5, 1]])
    }

    @Test func thruTransformsControls() {
        func control(_ type: UInt8, _ remapped: UInt8, _ number: UInt16, _ kind: ThruRules.Kind, _ parameter: Int16)
            -> (inout ThruRules) -> Void
        {
            {
                $0.controls = [
                    .init(
                        type: type, remappedType: remapped, number: number,
                        transform: .init(kind: kind, parameter: parameter))
                ]
            }
        }
        // In 14 bits: ten more is 1280.
        #expect(thru(control(0, 0, 7, .add, 1280), [[0xB0, 7, 5], [0xB0, 8, 5]]) == [[0xB0, 7, 15], [0xB0, 8, 5]])
        #expect(thru(control(0, 0, 7, .mapControl, 11), [[0xB0, 7, 5]]) == [[0xB0, 11, 5]])
        #expect(thru(control(0, 0, 7, .filterOut, 0), [[0xB0, 7, 5]]).isEmpty)
        #expect(
            thru(control(1, 1, 1, .add, 1), [[0xB0, 1, 5], [0xB0, 33, 127]]) == [
                [0xB0, 1, 5, 0xB0, 33, 1], [0xB0, 1, 6, 0xB0, 33, 0],
            ])
        let choose: [[UInt8]] = [[0xB0, 101, 0], [0xB0, 100, 1]]
        #expect(thru(control(2, 2, 1, .add, 256), choose + [[0xB0, 6, 5]]) == choose + [[0xB0, 6, 7]])
        #expect(thru(control(2, 2, 2, .add, 256), choose + [[0xB0, 6, 5]]) == choose + [[0xB0, 6, 5]])
        #expect(
            thru(control(2, 4, 1, .mapControl, 0x81), choose + [[0xB0, 6, 5]]).last == [
                0xB0, 99, 1, 0xB0, 98, 1, 0xB0, 6, 5,
            ])
    }

    @Test func thruConnectsWhatIsThereAndWhatComes() throws {
        let manual = try ManualSystem()
        let (system, inbox) = (manual.system, Inbox())
        let destination = try system.createDestination(manual.client, "d", inbox.receiver)
        let source = try system.createSource(manual.client, "s", protocolID: 2)
        var rules = ThruRules()
        rules.sources = [.init(reference: source, uniqueID: 0), .init(reference: 0, uniqueID: 4711)]
        rules.destinations = [.init(reference: destination, uniqueID: 0), .init(reference: 0, uniqueID: 99)]
        let thru = try system.createThru(rules, owner: "o")
        try withEvents(._2_0, [(5, [0x4090_3C00, 0xFFFF_0000])]) { try system.receive($0, from: source) }
        manual.deliver()
        #expect(inbox.bytes == [[0x90, 60, 127]])
        let kept = try system.rules(of: thru)
        #expect(kept.sources[0].reference == source && kept.sources[0].uniqueID != 0)
        #expect(kept.sources[1] == .init(reference: 0, uniqueID: 4711) && kept.destinations[1].reference == 0)
        let late = try system.createSource(manual.client, "late", protocolID: 1)
        try system.set("uniqueID", of: late, to: .integer(4711))
        try withPackets([(0, [0xF8])]) { try system.receive($0, from: late) }
        manual.deliver()
        #expect(inbox.bytes.last == [0xF8] && inbox.packets.count == 2)
        rules.filters[2] = true
        try system.setRules(rules, of: thru)
        try withPackets([(0, [0xF8])]) { try system.receive($0, from: source) }
        manual.deliver()
        #expect(inbox.packets.count == 2)
        try system.disposeThru(thru)
        #expect(system.thrus(of: "o").isEmpty && status { try system.disposeThru(thru) } == -10842)
    }
}
