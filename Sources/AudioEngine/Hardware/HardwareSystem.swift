import AudioCore
import AudioDevices
import CCoreAudio
import Synchronization

/// The system object: the devices of one connection to a sound server, and everything that belongs to them.
///
/// Devices keep their IDs while they are there, through deaths of the server. Control threads only.
package final class HardwareSystem: HardwareObject, @unchecked Sendable {
    /// This process's own, connected at the first question.
    package static let shared = HardwareSystem()

    private struct State {
        var supervisor: StreamSupervisor?
        var devices: [HardwareDevice] = []
        var aggregates: [HardwareDevice] = []
        var objects: [AudioObjectID: any HardwareObject] = [:]
        var defaults: [DeviceDirection: String] = [:]
        /// What is kept for those who ask, and has no effect here.
        var kept: [AudioObjectPropertySelector: UInt32] = [:]
    }

    let id = AudioObjectID(kAudioObjectSystemObject)
    let plugIn: HardwarePlugIn
    let connect: BackendConnect?
    private let state = Monitor(State())
    private let refreshing = Monitor(())
    private let nextID = Atomic<UInt32>(64)
    private let nextProc = Atomic<UInt>(1)
    private let listeners = HardwareListeners()

    /// - Parameter connect: how to reach a server; nil chooses as every program does.
    package init(connect: BackendConnect? = nil) {
        self.connect = connect
        plugIn = HardwarePlugIn(id: 32)
        plugIn.system = self
    }

    func newID() -> AudioObjectID { nextID.wrappingAdd(1, ordering: .relaxed).newValue }

    /// A number for a callback that is no one's address.
    func newProc() -> UInt { nextProc.wrappingAdd(1, ordering: .relaxed).newValue << 4 | 8 }

    // MARK: The connection

    /// Connects where that has not been done, and learns the devices.
    private func connected() -> StreamSupervisor? {
        let (supervisor, isNew) = state.withLock { state -> (StreamSupervisor?, Bool) in
            if let supervisor = state.supervisor { return (supervisor, false) }
            guard let (backend, inbox, reconnect, name) = try? StreamSupervisor.connect(nil, connect) else {
                return (nil, false)
            }
            let policy = StreamPolicy(
                threadName: "audio-system", idleTime: 10_000_000_000, sweepTime: 10_000_000_000,
                silenceIsSubstitute: name == nil)
            state.supervisor = try? StreamSupervisor(
                nil, StreamRequest(), policy, backend, inbox, reconnect: reconnect)
            return (state.supervisor, true)
        }
        if isNew, let supervisor {
            supervisor.observe(for: self) { [weak self] event in self?.handle(event) }
            refresh()
        }
        return supervisor
    }

    private func handle(_ event: StreamEvent) {
        switch event {
        case .lost, .gap: break
        case .resumed:
            refresh()
            notify(id, [.init(kAudioHardwarePropertyServiceRestarted)])
        case .devicesChanged, .deviceChanged, .defaultDeviceChanged: refresh()
        }
    }

    /// The time that cycles are in.
    var now: UInt64 { state.withLock { $0.supervisor }?.backend?.now ?? HostTime.now() }

    func apply(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        guard let backend = connected()?.backend else { throw .serverUnavailable }
        try backend.apply(change, to: device, direction)
        refresh()
    }

    /// Compares what the server has with what we had, and tells the difference.
    private func refresh() {
        refreshing.withLock { _ in
            guard let backend = state.withLock({ $0.supervisor })?.backend, let list = try? backend.devices() else {
                return
            }
            var order: [String] = []
            var sides: [String: [DeviceDirection: DeviceDescription]] = [:]
            for device in list {
                if sides[device.id] == nil { order.append(device.id) }
                sides[device.id, default: [:]][device.direction] = device
            }
            let old = state.withLock { $0.devices }
            var devices: [HardwareDevice] = []
            for uid in order {
                let (output, input) = (sides[uid]?[.output], sides[uid]?[.input])
                if let known = old.first(where: { $0.uid == uid && $0.fits(output, input) }) {
                    devices.append(known)
                    let changed = known.update(output, input)
                    if changed.contains(where: { $0.mSelector == UInt32(kAudioDevicePropertyNominalSampleRate) }) {
                        known.io.restart()
                    }
                    notify(known.id, changed)
                } else {
                    devices.append(HardwareDevice(self, uid: uid, output, input))
                }
            }
            adopt(devices, old, list)
        }
    }

    private func adopt(_ devices: [HardwareDevice], _ old: [HardwareDevice], _ list: [DeviceDescription]) {
        let gone = old.filter { known in !devices.contains { $0 === known } }
        var changed: [AudioObjectPropertyAddress] = []
        state.withLock { state in
            if !gone.isEmpty || devices.count != old.count {
                changed.append(.init(kAudioHardwarePropertyDevices))
            }
            state.devices = devices
            for device in devices { register(device, in: &state) }
            for (direction, selectors) in [
                (
                    DeviceDirection.output,
                    [kAudioHardwarePropertyDefaultOutputDevice, kAudioHardwarePropertyDefaultSystemOutputDevice]
                ),
                (.input, [kAudioHardwarePropertyDefaultInputDevice]),
            ] {
                let uid = list.first { $0.isDefault && $0.direction == direction }?.id
                if state.defaults[direction] != uid { changed += selectors.map { .init($0) } }
                state.defaults[direction] = uid
            }
        }
        for device in gone { device.die() }
        notify(id, changed)
    }

    private func register(_ device: HardwareDevice, in state: inout State) {
        guard state.objects[device.id] == nil else { return }
        state.objects[device.id] = device
        for stream in device.streams { state.objects[stream.id] = stream }
        for control in device.controls { state.objects[control.id] = control }
    }

    // MARK: Objects

    func object(_ id: AudioObjectID) throws(AudioError) -> any HardwareObject {
        _ = connected()
        if id == self.id { return self }
        if id == plugIn.id { return plugIn }
        guard let object = state.withLock({ $0.objects[id] }) else { throw .badObject }
        return object
    }

    func device(_ id: AudioObjectID) throws(AudioError) -> HardwareDevice {
        guard let device = try? object(id) as? HardwareDevice else { throw .noDevice }
        return device
    }

    func device(uid: String) -> HardwareDevice? {
        state.withLock { state in (state.devices + state.aggregates).first { $0.uid == uid } }
    }

    private func defaultDevice(_ direction: DeviceDirection) -> AudioObjectID {
        let uid = state.withLock { $0.defaults[direction] }
        return uid.flatMap { device(uid: $0)?.id } ?? AudioObjectID(kAudioObjectUnknown)
    }

    var allDevices: [HardwareDevice] { state.withLock { $0.devices + $0.aggregates } }

    func value(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        switch Int(request.selector) {
        case Int(kAudioObjectPropertyBaseClass): return .one(UInt32(kAudioObjectClassID))
        case Int(kAudioObjectPropertyClass): return .one(UInt32(kAudioSystemObjectClassID))
        case Int(kAudioObjectPropertyOwner): return .one(UInt32(kAudioObjectUnknown))
        case Int(kAudioObjectPropertyName): return .text("Core Audio")
        case Int(kAudioHardwarePropertyDevices): return .many(allDevices.map(\.id))
        case Int(kAudioObjectPropertyOwnedObjects): return .many([plugIn.id] + allDevices.map(\.id))
        case Int(kAudioHardwarePropertyDefaultInputDevice): return .one(defaultDevice(.input))
        case Int(kAudioHardwarePropertyDefaultOutputDevice), Int(kAudioHardwarePropertyDefaultSystemOutputDevice):
            return .one(defaultDevice(.output))
        case Int(kAudioHardwarePropertyTranslateUIDToDevice):
            return .one(device(uid: try request.text())?.id ?? AudioObjectID(kAudioObjectUnknown))
        case Int(kAudioHardwarePropertyPlugInList): return .many([plugIn.id])
        case Int(kAudioHardwarePropertyTranslateBundleIDToPlugIn):
            return .one(try request.text() == HardwarePlugIn.name ? plugIn.id : AudioObjectID(kAudioObjectUnknown))
        case Int(kAudioHardwarePropertyTransportManagerList), Int(kAudioHardwarePropertyBoxList),
            Int(kAudioHardwarePropertyClockDeviceList):
            return .many([AudioObjectID]())
        case Int(kAudioHardwarePropertyTranslateUIDToBox), Int(kAudioHardwarePropertyTranslateUIDToClockDevice),
            Int(kAudioHardwarePropertyTranslateBundleIDToTransportManager):
            _ = try request.text()
            return .one(AudioObjectID(kAudioObjectUnknown))
        case Int(kAudioHardwarePropertyProcessIsMain), Int(kAudioHardwarePropertyUserSessionIsActiveOrHeadless),
            Int(kAudioHardwarePropertyProcessIsAudible):
            return .flag(true)
        case Int(kAudioHardwarePropertyIsInitingOrExiting), Int(kAudioHardwarePropertyMixStereoToMono),
            Int(kAudioHardwarePropertyHogModeIsAllowed):
            return .flag(false)
        case let selector where Self.keptDefaults[selector] != nil:
            let own = state.withLock { $0.kept[request.selector] }
            return .one(own ?? Self.keptDefaults[selector] ?? 0)
        default: throw .unknownProperty
        }
    }

    private static let keptDefaults: [Int: UInt32] = [
        Int(kAudioHardwarePropertyPowerHint): 0, Int(kAudioHardwarePropertySleepingIsAllowed): 1,
        Int(kAudioHardwarePropertyUnloadingIsAllowed): 1,
    ]

    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool {
        let defaults = [kAudioHardwarePropertyDefaultInputDevice, kAudioHardwarePropertyDefaultOutputDevice]
        return defaults.contains { UInt32($0) == address.mSelector } || Self.keptDefaults[Int(address.mSelector)] != nil
    }

    func set(_ request: HardwareRequest) throws(AudioError) {
        let value = try request.load(UInt32.self)
        switch Int(request.selector) {
        case Int(kAudioHardwarePropertyDefaultInputDevice): try makeDefault(value, .input)
        case Int(kAudioHardwarePropertyDefaultOutputDevice): try makeDefault(value, .output)
        case let selector where Self.keptDefaults[selector] != nil:
            state.withLock { $0.kept[request.selector] = value }
            notify(id, [.init(request.selector)])
        default:
            _ = try self.value(request)
            throw .unsupportedOperation
        }
    }

    private func makeDefault(_ id: AudioObjectID, _ direction: DeviceDirection) throws(AudioError) {
        let device = try device(id)
        guard device.composition == nil else { throw .illegalOperation }
        try device.apply(.becomeDefault, isInput: direction == .input)
    }

    // MARK: Listeners

    func notify(_ object: AudioObjectID, _ addresses: [AudioObjectPropertyAddress]) {
        listeners.tell(object, addresses)
    }

    package func addListener(
        _ object: AudioObjectID, _ address: AudioObjectPropertyAddress, key: [UInt],
        call: @escaping @Sendable (AudioObjectID, [AudioObjectPropertyAddress]) -> Void
    ) throws(AudioError) {
        _ = try self.object(object)
        try listeners.add(object, address, key: key, call: call)
    }

    package func removeListener(
        _ object: AudioObjectID, _ address: AudioObjectPropertyAddress, key: [UInt]
    ) throws(AudioError) {
        _ = try self.object(object)
        listeners.remove(object, address, key: key)
    }

    // MARK: Aggregates and the end

    /// Makes one device of several. Its parts are looked up now; what is missing is an error.
    package func createAggregate(
        uid: String, name: String, parts: [String], main: String?, isPrivate: Bool
    ) throws(AudioError) -> AudioObjectID {
        guard connected() != nil else { throw .serverUnavailable }
        guard !uid.isEmpty, device(uid: uid) == nil else { throw .illegalOperation }
        var members: [HardwareDevice] = []
        for part in [main].compactMap({ $0 }) + parts where !members.contains(where: { $0.uid == part }) {
            guard let member = device(uid: part), member.composition == nil else { throw .noDevice }
            members.append(member)
        }
        let output = members.lazy.compactMap { $0.facts.withLock { $0.output } }.first
        let input = members.lazy.compactMap { $0.facts.withLock { $0.input } }.first
        let composition = HardwareDevice.Composition(name: name, parts: parts, main: main, isPrivate: isPrivate)
        let device = HardwareDevice(self, uid: uid, output, input, composition: composition)
        state.withLock { state in
            state.aggregates.append(device)
            register(device, in: &state)
        }
        notify(id, [.init(kAudioHardwarePropertyDevices)])
        return device.id
    }

    package func destroyAggregate(_ id: AudioObjectID) throws(AudioError) {
        let device = try device(id)
        guard device.composition != nil else { throw .illegalOperation }
        state.withLock { state in state.aggregates.removeAll { $0 === device } }
        device.die()
        notify(self.id, [.init(kAudioHardwarePropertyDevices)])
    }

    /// Stops everything and lets go of the server. The next question connects again.
    package func unload() {
        for device in allDevices { device.io.stopAll() }
        let supervisor = state.withLock { state in
            defer { state.supervisor = nil }
            return state.supervisor
        }
        supervisor?.end()
    }
}

/// What stands for the sound server among the objects.
final class HardwarePlugIn: HardwareObject, @unchecked Sendable {
    static let name = "org.swift.corelibs.audio"
    let id: AudioObjectID
    weak var system: HardwareSystem?

    init(id: AudioObjectID) { self.id = id }

    func value(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        switch Int(request.selector) {
        case Int(kAudioObjectPropertyBaseClass): return .one(UInt32(kAudioObjectClassID))
        case Int(kAudioObjectPropertyClass): return .one(UInt32(kAudioPlugInClassID))
        case Int(kAudioObjectPropertyOwner): return .one(UInt32(kAudioObjectSystemObject))
        case Int(kAudioObjectPropertyName), Int(kAudioPlugInPropertyBundleID): return .text(Self.name)
        case Int(kAudioPlugInPropertyDeviceList), Int(kAudioObjectPropertyOwnedObjects):
            return .many(system?.allDevices.map(\.id) ?? [])
        case Int(kAudioPlugInPropertyTranslateUIDToDevice):
            return .one(system?.device(uid: try request.text())?.id ?? AudioObjectID(kAudioObjectUnknown))
        case Int(kAudioPlugInPropertyBoxList), Int(kAudioPlugInPropertyClockDeviceList):
            return .many([AudioObjectID]())
        default: throw .unknownProperty
        }
    }
}

extension HardwareDevice {
    /// Whether the directions are those that the device was made with.
    func fits(_ output: DeviceDescription?, _ input: DeviceDescription?) -> Bool {
        (outputStream != nil) == (output != nil) && (inputStream != nil) == (input != nil)
    }

    /// Ends all input and output, and tells that the device is gone.
    func die() {
        let wasRunning = io.stopAll()
        facts.withLock { $0.isAlive = false }
        var changed: [AudioObjectPropertyAddress] = [.init(kAudioDevicePropertyDeviceIsAlive)]
        if wasRunning {
            changed += [.init(kAudioDevicePropertyIOStoppedAbnormally), .init(kAudioDevicePropertyDeviceIsRunning)]
        }
        system.notify(id, changed)
    }
}
