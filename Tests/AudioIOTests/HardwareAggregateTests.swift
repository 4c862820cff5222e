import AudioCore
import AudioDevices
import CCoreAudio
import TestSupport
import Testing

@testable import AudioIO

/// Aggregate devices, as programs build and use them.
@Suite struct HardwareAggregateTests {
    private let server = ManualServer()

    private static func device(_ id: String, _ direction: DeviceDirection, isDefault: Bool = false) -> DeviceDescription
    {
        var device = DeviceDescription(id: id, name: id, direction: direction, isDefault: isDefault)
        device.rates = [44_100, 48_000]
        return device
    }

    private func system() throws -> HardwareSystem {
        let server = self.server
        server.setDevices([
            Self.device("out", .output, isDefault: true), Self.device("other", .output),
            Self.device("in", .input, isDefault: true),
        ])
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        _ = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        return system
    }

    private func streams(_ system: HardwareSystem, _ device: AudioObjectID) throws -> [AudioObjectID] {
        try numbers(system.value(device, HardwareRequest(.init(kAudioDevicePropertyStreams))))
    }

    @Test func changesOfAllListsAreNotified() throws {
        let system = try system()
        let news = [try HardwareNews(system, 1), try HardwareNews(system, system.plugIn.id)]
        let both = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["out", "in"]))
        #expect(try owned(system, 1, of: [kAudioAggregateDeviceClassID]) == [both])
        #expect(try owned(system, 1, of: [kAudioDeviceClassID]).contains(both))
        for news in news { #expect(eventually { news.count(kAudioObjectPropertyOwnedObjects) == 1 }) }
        #expect(
            eventually { news[0].has(kAudioHardwarePropertyDevices) && news[1].has(kAudioPlugInPropertyDeviceList) })
        try system.destroyAggregate(both)
        #expect(try owned(system, 1, of: [kAudioAggregateDeviceClassID]).isEmpty)
        for news in news { #expect(eventually { news.count(kAudioObjectPropertyOwnedObjects) == 2 }) }
    }

    /// Each direction is as late as the part that has it, and listeners of the aggregate hear of changes.
    @Test func itsLatencyIsThatOfItsParts() throws {
        let system = try system()
        let both = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["in", "other", "out"]))
        let news = try HardwareNews(system, both)
        var devices = server.devices
        for index in devices.indices { devices[index].latency = 100 * (index + 1) }
        server.setDevices(devices)
        let scopes = [kAudioObjectPropertyScopeOutput, kAudioObjectPropertyScopeInput]
        #expect(eventually { news.has(kAudioDevicePropertyLatency) })
        // "other" is the second device of the server and the aggregate's first output, "in" the third.
        #expect(try scopes.map { try number(system, both, kAudioDevicePropertyLatency, $0) } == [200, 300])
        #expect(try scopes.map { try number(system, both, kAudioDevicePropertySafetyOffset, $0) } == [0, 0])
        #expect(try streams(system, both).map { try number(system, $0, kAudioStreamPropertyLatency) } == [0, 0])
        let parts = try owned(system, both, of: [kAudioSubDeviceClassID])
        #expect(try parts.map { try number(system, $0, kAudioDevicePropertyLatency) } == [300, 200, 100])
    }

    /// The IDs of the aggregate and of its objects become invalid. Its listeners are notified that it died, and are
    /// removed.
    @Test func aDestroyedOneIsNoObject() throws {
        let system = try system()
        let both = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["out", "in"]))
        let parts = try owned(system, both)
        #expect(parts.count == 4)
        let proc = try system.createProc(both) { _, _, _, _, _ in }
        let news = try HardwareNews(system, both)
        try system.destroyAggregate(both)
        #expect(eventually { news.has(kAudioDevicePropertyDeviceIsAlive) })
        for object in [both] + parts {
            #expect(!system.has(object, .init(kAudioObjectPropertyClass)))
            #expect(throws: AudioError.badObject) { try number(system, object, kAudioObjectPropertyClass) }
            #expect(throws: AudioError.badObject) { try system.isSettable(object, .init(kAudioObjectPropertyClass)) }
            #expect(throws: AudioError.badObject) { _ = try HardwareNews(system, object) }
        }
        #expect(throws: AudioError.badObject) {
            try set(system, both, kAudioDevicePropertyBufferFrameSize, to: UInt32(64))
        }
        #expect(throws: AudioError.noDevice) { try system.start(both, proc) }
        #expect(throws: AudioError.noDevice) { try system.destroyProc(both, proc) }
        #expect(throws: AudioError.noDevice) { try system.createProc(both) { _, _, _, _, _ in } }
        #expect(throws: AudioError.noDevice) { try system.currentTime(both) }
        #expect(throws: AudioError.noDevice) { try system.destroyAggregate(both) }
        #expect(throws: AudioError.noDevice) { try set(system, 1, kAudioHardwarePropertyDefaultOutputDevice, to: both) }
    }

    /// An aggregate is the default of this process; the server's default is the part that plays. Another choice on the
    /// server takes effect.
    @Test func anAggregateBecomesTheDefault() throws {
        let system = try system()
        let output = { try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice) }
        let both = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["other", "in"]))
        let scope = kAudioObjectPropertyScopeOutput
        #expect(try number(system, both, kAudioDevicePropertyDeviceCanBeDefaultDevice, scope) == 1)
        let news = try HardwareNews(system, 1)
        try set(system, 1, kAudioHardwarePropertyDefaultOutputDevice, to: both)
        #expect(try output() == both)
        #expect(eventually { news.has(kAudioHardwarePropertyDefaultOutputDevice) })
        #expect(server.devices.first { $0.isDefault && $0.direction == .output }?.id == "other")
        let out = try #require(system.device(uid: "out")).id
        try set(system, 1, kAudioHardwarePropertyDefaultOutputDevice, to: out)
        #expect(try output() == out)
        try set(system, 1, kAudioHardwarePropertyDefaultOutputDevice, to: both)
        try system.destroyAggregate(both)
        #expect(try output() == system.device(uid: "other")?.id)
        let playsOnly = try system.createAggregate(.init(uid: "plays", name: "Plays", parts: ["out"]))
        #expect(throws: AudioError.illegalOperation) {
            try set(system, 1, kAudioHardwarePropertyDefaultInputDevice, to: playsOnly)
        }
    }

    /// As most programs do it: creates an aggregate without parts through the plug-in, then sets the parts, the main
    /// one, and the drift compensation.
    @Test func partsAreSetAfterwards() throws {
        let system = try system()
        let plugIn = try number(system, 1, kAudioHardwarePropertyPlugInList)
        #expect(system.has(plugIn, .init(kAudioPlugInCreateAggregateDevice)))
        let client = ClientObjects(
            text: { _ in "out" }, texts: { _ in ["out", "in"] }, composition: { _ in .init(uid: "both", name: "Both") })
        func answer(_ selector: some BinaryInteger, _ input: UnsafeRawBufferPointer) throws -> AudioObjectID {
            try withReference { reference in
                let request = HardwareRequest(.init(selector), qualifier: reference, input: input, objects: client)
                return try numbers(system.value(plugIn, request))[0]
            }
        }
        let both = try withUnsafeBytes(of: UInt32(0)) { try answer(kAudioPlugInCreateAggregateDevice, $0) }
        #expect(try streams(system, both).isEmpty)
        let news = try HardwareNews(system, both)
        for selector in [
            Int(kAudioAggregateDevicePropertyFullSubDeviceList), Int(kAudioAggregateDevicePropertyMainSubDevice),
        ] {
            #expect(try system.isSettable(both, .init(selector)))
            try withReference { try system.set(both, HardwareRequest(.init(selector), input: $0, objects: client)) }
        }
        #expect(try streams(system, both).count == 2)
        #expect(eventually { news.has(kAudioDevicePropertyStreams) && news.has(kAudioObjectPropertyOwnedObjects) })
        #expect(try text(system, both, kAudioAggregateDevicePropertyMainSubDevice) == "out")
        guard
            case .list(let list) = try system.value(
                both, HardwareRequest(.init(kAudioAggregateDevicePropertyFullSubDeviceList)))
        else { throw AudioError.unspecified }
        #expect(list.count == 2)
        let parts = try owned(system, both, of: [kAudioSubDeviceClassID])
        #expect(try parts.map { try text(system, $0, kAudioDevicePropertyDeviceUID) } == ["out", "in"])
        try set(system, parts[1], kAudioSubDevicePropertyDriftCompensation, to: UInt32(1))
        #expect(try parts.map { try number(system, $0, kAudioSubDevicePropertyDriftCompensation) } == [0, 1])
        let gone = try withUnsafeBytes(of: both) { try answer(kAudioPlugInDestroyAggregateDevice, $0) }
        #expect(gone == both && system.device(uid: "both") == nil)
    }

    /// A running aggregate continues with the remaining parts when parts are removed, and when a device disappears.
    @Test func aRunningOneGoesOnWithOtherParts() throws {
        let system = try system()
        let both = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["out", "in"]))
        let proc = try system.createProc(both) { _, _, _, _, _ in }
        try system.start(both, proc)
        #expect(eventually { server.runningStreams == 2 })
        let client = ClientObjects(texts: { _ in ["other"] })
        try withReference {
            try system.set(
                both,
                HardwareRequest(.init(kAudioAggregateDevicePropertyFullSubDeviceList), input: $0, objects: client))
        }
        #expect(eventually { server.runningStreams == 1 })
        #expect(try number(system, both, kAudioDevicePropertyDeviceIsRunning) == 1)
        try set(system, both, kAudioDevicePropertyNominalSampleRate, to: 44_100.0)
        #expect(try number(system, both, kAudioDevicePropertyNominalSampleRate, as: Double.self) == 44_100)
        let news = try HardwareNews(system, both)
        server.setDevices([Self.device("out", .output, isDefault: true)])
        #expect(eventually { news.has(kAudioDevicePropertyStreams) })
        #expect(try streams(system, both).isEmpty)
        try system.stop(both, proc)
    }

    /// A running aggregate whose last part goes has stopped, of which listeners hear, and goes on when the part is back.
    @Test func aRunningOneStandsStillWithoutParts() throws {
        let system = try system()
        let one = try system.createAggregate(.init(uid: "one", name: "One", parts: ["other"]))
        let proc = try system.createProc(one) { _, _, _, _, _ in }
        try system.start(one, proc)
        #expect(eventually { server.runningStreams == 1 })
        let news = try HardwareNews(system, one)
        let devices = server.devices
        func isRunning() throws -> Bool {
            try number(system, one, kAudioDevicePropertyDeviceIsRunning, as: UInt32.self) == 1
        }
        func activeParts() throws -> Int {
            try numbers(
                system.value(one, HardwareRequest(.init(kAudioAggregateDevicePropertyActiveSubDeviceList)))
            ).count
        }
        #expect(try isRunning())
        server.setDevices(devices.filter { $0.id != "other" })
        #expect(
            eventually {
                [
                    Int(kAudioDevicePropertyIOStoppedAbnormally), Int(kAudioDevicePropertyDeviceIsRunning),
                    Int(kAudioAggregateDevicePropertyActiveSubDeviceList),
                ].allSatisfy { news.has($0) }
            })
        #expect(try !isRunning())
        #expect(try activeParts() == 0)
        server.setDevices(devices)
        #expect(
            eventually {
                news.count(kAudioDevicePropertyDeviceIsRunning) == 2
                    && news.count(kAudioAggregateDevicePropertyActiveSubDeviceList) == 2
            })
        #expect(eventually { server.runningStreams == 1 })
        #expect(try isRunning())
        #expect(try activeParts() == 1)
        #expect(news.count(kAudioDevicePropertyIOStoppedAbnormally) == 1)
        try system.stop(one, proc)
        #expect(try !isRunning())
    }
}
