import AudioCore
import AudioDevices
import CCoreAudio
import CRealtime
import TestSupport
import Testing

@testable import AudioIO

/// Which listeners are called, how often, and what they may call.
@Suite struct HardwareListenerTests {
    private let server = ManualServer()
    private let volume = AudioObjectPropertyAddress(kAudioDevicePropertyVolumeScalar, kAudioObjectPropertyScopeOutput)
    private let mute = AudioObjectPropertyAddress(kAudioDevicePropertyMute, kAudioObjectPropertyScopeOutput)
    private let source = AudioObjectPropertyAddress(kAudioDevicePropertyDataSource, kAudioObjectPropertyScopeOutput)

    private func system() throws -> (HardwareSystem, AudioObjectID) {
        let server = self.server
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        return (system, try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice))
    }

    private final class Notifications: Sendable {
        private let counts = LockedValue<[UInt32: Int]>([:])
        func add(_ addresses: [AudioObjectPropertyAddress]) {
            counts.withLock { counts in for address in addresses { counts[address.mSelector, default: 0] += 1 } }
        }
        func count(_ address: AudioObjectPropertyAddress) -> Int { counts.withLock { $0[address.mSelector] ?? 0 } }
        var total: Int { counts.withLock { $0.values.reduce(0, +) } }
    }

    /// Changes each property that the tests listen to once, in one update.
    private func changeAll() {
        var devices = server.devices
        for index in devices.indices where devices[index].direction == .output {
            devices[index].volume = devices[index].volume.map { $0 / 2 }
            devices[index].isMuted?.toggle()
            devices[index].port = devices[index].port == "front" ? "back" : "front"
        }
        server.setDevices(devices)
    }

    /// One procedure with the same data at three addresses is called once per property, and no more for a removed
    /// address.
    @Test func oneProcedureHearsEachPropertyOnce() throws {
        let (system, device) = try system()
        let notifications = Notifications()
        for address in [volume, mute, source, mute] {
            try system.addListener(device, address, key: [1, 2], isOnlyOne: true) { _, addresses in
                notifications.add(addresses)
            }
        }
        changeAll()
        #expect(eventually { [volume, mute, source].allSatisfy { notifications.count($0) > 0 } })
        try system.removeListener(device, mute, key: [1, 2])
        changeAll()
        #expect(eventually { notifications.count(source) == 2 })
        #expect(notifications.count(volume) == 2 && notifications.count(mute) == 1)
    }

    /// A new rate is a new format of the streams, for listeners of the stream and for those of the device.
    @Test func aNewRateIsANewFormat() throws {
        let (system, device) = try system()
        let format = AudioObjectPropertyAddress(kAudioStreamPropertyVirtualFormat)
        let stream = try #require(owned(system, device, of: [kAudioStreamClassID]).first)
        let (ofStream, ofDevice) = (Notifications(), Notifications())
        try system.addListener(stream, format, key: [1]) { _, addresses in ofStream.add(addresses) }
        let outputs = AudioObjectPropertyAddress(kAudioStreamPropertyVirtualFormat, kAudioObjectPropertyScopeOutput)
        try system.addListener(device, outputs, key: [1]) { _, addresses in ofDevice.add(addresses) }
        let rate = try number(system, device, kAudioDevicePropertyNominalSampleRate, as: Double.self)
        let other = rate == 44_100 ? 48_000.0 : 44_100
        try set(system, device, kAudioDevicePropertyNominalSampleRate, to: other)
        #expect(eventually { ofStream.count(format) == 1 && ofDevice.count(format) == 1 })
        let formats = try system.value(stream, HardwareRequest(format))
        #expect(try numbers(formats, as: AudioStreamBasicDescription.self).first?.mSampleRate == other)
    }

    /// A listener with a wildcard is called once per property, besides a listener for the exact address.
    @Test func wildcardsHearEachPropertyOnce() throws {
        let (system, device) = try system()
        let (all, outputs, named) = (Notifications(), Notifications(), Notifications())
        let any = UInt32(kAudioObjectPropertySelectorWildcard)
        try system.addListener(device, .init(any, any, .max), key: [1]) { _, addresses in all.add(addresses) }
        let scope = kAudioObjectPropertyScopeOutput
        try system.addListener(device, .init(any, scope, 0), key: [1]) { _, addresses in outputs.add(addresses) }
        try system.addListener(device, mute, key: [1]) { _, addresses in named.add(addresses) }
        changeAll()
        #expect(eventually { named.count(mute) == 1 })
        #expect(all.count(mute) == 1 && outputs.count(mute) == 1)
        // The volume of two channels and of both.
        #expect(all.count(volume) == 3 && outputs.count(volume) == 1)
    }

    /// A property of the whole device has one value in all scopes, and a listener at one side hears of it under that scope.
    @Test func theWholeDeviceIsHeardAtEachSide() throws {
        let (system, device) = try system()
        let frames = kAudioDevicePropertyBufferFrameSize
        let addresses: [AudioObjectPropertyAddress] = [
            .init(frames), .init(frames, kAudioObjectPropertyScopeOutput),
            .init(frames, kAudioObjectPropertyScopeInput),
            .init(frames, kAudioObjectPropertyScopeOutput, .max), .init(frames, kAudioObjectPropertyScopeWildcard),
            .init(frames, kAudioObjectPropertyScopePlayThrough), .init(frames, kAudioObjectPropertyScopeOutput, 1),
        ]
        let heard = LockedValue<[[UInt32]]>(Array(repeating: [], count: addresses.count))
        for (index, address) in addresses.enumerated() {
            try system.addListener(device, address, key: [UInt(index)]) { _, changed in
                heard.withLock { $0[index] += changed.map(\.mScope) }
            }
        }
        let marks = Notifications()
        try system.addListener(device, mute, key: [100]) { _, changed in marks.add(changed) }
        try set(system, device, frames, to: UInt32(333))
        // What changes next is delivered after it.
        changeAll()
        #expect(eventually { marks.count(mute) == 1 })
        let (whole, output, input) = (
            kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyScopeOutput, kAudioObjectPropertyScopeInput
        )
        #expect(
            heard.withLock { $0 }
                == [[whole], [output], [input], [output], [whole], [], []].map { $0.map { UInt32($0) } })
    }

    /// One call for each property, of which the list of owned objects is the first: what libraries take for a change of the devices.
    @Test func aWildcardHearsOnePropertyInEachCall() throws {
        let all = AudioObjectPropertyAddress(
            kAudioObjectPropertySelectorWildcard, kAudioObjectPropertyScopeWildcard, .max)
        for isPlugIn in [false, true] {
            // A system of its own for each: one that has changed before may still have calls to make.
            let (system, _) = try system()
            let object: AudioObjectID = try isPlugIn ? number(system, 1, kAudioHardwarePropertyPlugInList) : 1
            let calls = LockedValue<[[UInt32]]>([])
            try system.addListener(object, all, key: [1]) { _, addresses in
                calls.withLock { $0.append(addresses.map(\.mSelector)) }
            }
            let list = object == 1 ? UInt32(kAudioHardwarePropertyDevices) : UInt32(kAudioPlugInPropertyDeviceList)
            server.setDevices(server.devices + [DeviceDescription(id: "\(object)", name: "", direction: .output)])
            #expect(eventually { calls.withLock { $0.count == 2 } })
            #expect(calls.withLock { $0 } == [[UInt32(kAudioObjectPropertyOwnedObjects)], [list]])
            try system.removeListener(object, all, key: [1])
        }
    }

    /// The second of two properties that changed at once.
    @Test func aWildcardThatRemovesItselfHearsNoMore() throws {
        let (system, _) = try system()
        let (calls, marks) = (LockedValue(0), Notifications())
        let all = AudioObjectPropertyAddress(
            kAudioObjectPropertySelectorWildcard, kAudioObjectPropertyScopeWildcard, .max)
        try system.addListener(1, all, key: [1]) { [weak system] _, _ in
            calls.withLock { $0 += 1 }
            try? system?.removeListener(1, all, key: [1])
        }
        // Called after the first listener, for all that it is called for.
        try system.addListener(1, all, key: [2]) { _, addresses in marks.add(addresses) }
        server.setDevices(server.devices + [DeviceDescription(id: "new", name: "", direction: .output)])
        #expect(eventually { marks.total == 2 })
        #expect(calls.withLock { $0 } == 1)
    }

    /// Listeners that remove themselves and each other, and set and get the property.
    @Test func aListenerMayCallAnything() throws {
        let (system, device) = try system()
        let (notifications, last) = (Notifications(), Notifications())
        let address = mute
        for key in UInt(1)...50 {
            try system.addListener(device, mute, key: [key]) { [weak system] object, addresses in
                guard let system else { return }
                notifications.add(addresses)
                for other in [key, key % 50 + 1] { try? system.removeListener(object, address, key: [other]) }
                _ = try? number(system, object, kAudioDevicePropertyMute, kAudioObjectPropertyScopeOutput)
                try? set(
                    system, object, kAudioDevicePropertyVolumeScalar, kAudioObjectPropertyScopeOutput,
                    to: Float32(key) / 100)
            }
        }
        try system.addListener(device, mute, key: [99]) { _, addresses in last.add(addresses) }
        changeAll()
        #expect(eventually { last.count(mute) == 1 })
        // Each removed its neighbour before that was called.
        #expect(notifications.count(mute) == 25)
        changeAll()
        #expect(eventually { last.count(mute) == 2 })
        #expect(notifications.count(mute) == 25)
    }

    /// A listener that does not return delays only calls that wait for its removal.
    @Test func removingOthersDoesNotWait() throws {
        let (system, device) = try system()
        let gate = WaitableValue((isIn: false, isOpen: false))
        try system.addListener(device, mute, key: [1]) { _, _ in
            gate.withLock { $0.isIn = true }
            _ = gate.wait { $0.isOpen ? true : nil }
        }
        try system.addListener(device, mute, key: [2]) { _, _ in }
        changeAll()
        _ = gate.wait { $0.isIn ? true : nil }
        try system.removeListener(device, mute, key: [2])
        for _ in 0..<2000 { changeAll() }
        try set(system, device, kAudioDevicePropertyMute, kAudioObjectPropertyScopeOutput, to: UInt32(1))
        #expect(try number(system, device, kAudioDevicePropertyMute, kAudioObjectPropertyScopeOutput) == 1)
        gate.withLock { $0.isOpen = true }
        try system.removeListener(device, mute, key: [1])
    }

    /// As where a listener stops a queue at once, which waits for the queue's callbacks.
    @Test func aQueuesCallbackRemovesAListenerThatWaitsForIt() throws {
        let (system, device) = try system()
        let mute = self.mute
        let gate = WaitableValue((isIn: false, isRemoved: false, gaveUp: false))
        try system.addListener(device, mute, key: [1]) { _, _ in
            gate.withLock { $0.isIn = true }
            let isRemoved = gate.wait(nanoseconds: 10 * HostTime.ticksPerSecond) { $0.isRemoved ? true : nil }
            if isRemoved == nil { gate.withLock { $0.gaveUp = true } }
        }
        changeAll()
        _ = gate.wait { $0.isIn ? true : nil }
        let callback = try Thread(name: "test-callback") {
            realtime_mark_callback_thread()
            try? system.removeListener(device, mute, key: [1])
            gate.withLock { $0.isRemoved = true }
        }
        callback.join()
        #expect(gate.withLock { !$0.gaveUp })
    }

    /// What a listener holds: the test counts those that are released.
    private final class Held: Sendable {
        let released: LockedValue<Int>
        init(_ released: LockedValue<Int>) { self.released = released }
        deinit { released.withLock { $0 += 1 } }
    }

    /// Adds a listener to each object.
    ///
    /// - Returns: how many of the listeners have been released.
    private func listen(_ system: HardwareSystem, _ objects: [AudioObjectID]) throws -> LockedValue<Int> {
        let released = LockedValue(0)
        for object in objects {
            let held = Held(released)
            try system.addListener(object, mute, key: [1]) { _, _ in _ = held }
        }
        return released
    }

    /// The listeners of an aggregate, of its streams and of its parts are released when it is destroyed.
    @Test func anAggregatesListenersEndWithIt() throws {
        let (system, _) = try system()
        let aggregate = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["manual"]))
        let objects = try [aggregate] + owned(system, aggregate)
        #expect(objects.count == 4)
        let released = try listen(system, objects)
        try system.destroyAggregate(aggregate)
        #expect(eventually { released.withLock { $0 } == 4 })
    }

    /// A device that has disappeared keeps its listeners as long as its ID is valid.
    @Test func aForgottenDevicesListenersEnd() throws {
        let (system, device) = try system()
        let released = try listen(system, [device] + owned(system, device))
        let count = try owned(system, device).count + 1
        let last = DeviceDescription(id: "last", name: "Last", direction: .output)
        server.setDevices(
            server.devices + (0..<64).map { DeviceDescription(id: "\($0)", name: "\($0)", direction: .output) })
        #expect(eventually { system.device(uid: "63") != nil })
        server.setDevices([last])
        #expect(eventually { released.withLock { $0 } == count })
        #expect(!system.has(device, .init(kAudioObjectPropertyClass)))
    }

    /// A control of a setting that a device no longer has.
    @Test func aControlsListenersEndWithIt() throws {
        let (system, device) = try system()
        let released = try listen(system, owned(system, device, of: [kAudioMuteControlClassID]))
        var devices = server.devices
        for index in devices.indices { devices[index].isMuted = nil }
        server.setDevices(devices)
        #expect(eventually { released.withLock { $0 } == 2 })
    }

    /// A block on a stack is removed by its own address or by its copy's; where an older one had the address, the newer.
    @Test func aListenerHasTwoKeys() throws {
        let (system, device) = try system()
        let (older, newer, last) = (Notifications(), Notifications(), Notifications())
        try system.addListener(device, mute, key: [1], alias: [9]) { _, addresses in older.add(addresses) }
        try system.addListener(device, mute, key: [2], alias: [9]) { _, addresses in newer.add(addresses) }
        try system.addListener(device, mute, key: [3]) { _, addresses in last.add(addresses) }
        try system.removeListener(device, mute, key: [9])
        changeAll()
        #expect(eventually { last.count(mute) == 1 })
        #expect(older.count(mute) == 1 && newer.count(mute) == 0)
        try system.removeListener(device, mute, key: [1])
        changeAll()
        #expect(eventually { last.count(mute) == 2 })
        #expect(older.count(mute) == 1)
    }

    @Test func thousandsOfRegistrationsComeAndGo() throws {
        let (system, device) = try system()
        let notifications = Notifications()
        for key in UInt(0)..<3000 {
            try system.addListener(device, mute, key: [key]) { _, addresses in notifications.add(addresses) }
        }
        changeAll()
        // A build that is not optimised and is watched by ThreadSanitizer needs its time.
        #expect(eventually(seconds: 60) { notifications.count(mute) == 3000 })
        for key in UInt(0)..<3000 { try system.removeListener(device, mute, key: [key]) }
        let last = Notifications()
        try system.addListener(device, mute, key: [1]) { _, addresses in last.add(addresses) }
        changeAll()
        #expect(eventually { last.count(mute) == 1 })
        #expect(notifications.count(mute) == 3000)
    }
}
