import AudioCore
import AudioDevices
import CCoreAudio
import CRealtime
import Synchronization

/// The system object: the devices of one connection to a sound server, and everything that belongs to them.
///
/// Devices keep their IDs while they are there, through deaths of the server. Control threads only.
package final class HardwareSystem: HardwareObject, @unchecked Sendable {
    /// This process's own, connected at the first question.
    package static let shared = HardwareSystem()

    private final class Token {}

    private struct State {
        var connection: Connection?
        /// Lives as long as the connection is used: its events are for this user of it.
        var token: Token?
        var devices: [HardwareDevice] = []
        var aggregates: [HardwareDevice] = []
        /// Devices that have disappeared, which still answer that they are not alive; the oldest first.
        var gone: [HardwareDevice] = []
        var objects: [AudioObjectID: any HardwareObject] = [:]
        var hasLearned = false
        /// Whether a thread is to connect and to learn the devices, for a callback that asked before that.
        var learnsLater = false
        var defaults: [DeviceDirection: String] = [:]
        /// The default devices that the server named last, and those that stand in for them since they are gone.
        var named: [DeviceDirection: String] = [:]
        var standIns: [DeviceDirection: String] = [:]
        /// The aggregates that this process has made its defaults. The server's defaults are their parts.
        var chosen: [DeviceDirection: HardwareDevice] = [:]
        /// What is kept for those who ask, and has no effect here.
        var kept: [AudioObjectPropertySelector: UInt32] = [:]
    }

    let id = AudioObjectID(kAudioObjectSystemObject)
    let plugIn: HardwarePlugIn
    private let openConnection: @Sendable () throws(AudioError) -> Connection
    private let state = LockedValue(State(), .system)
    /// Held while the system connects, which may take its time: callbacks in a cycle ask for the state meanwhile.
    private let connecting = LockedValue((), .link)
    /// Held while the server lists its devices, and until its list has been taken over, so that no older one follows. The
    /// server may wait for a cycle: callbacks in one never take it.
    let learning = LockedValue((), .devices)
    /// Held while devices change, whether the server or a client changes them. Whoever holds it waits for nothing.
    let refreshing = LockedValue((), .composition)
    private let nextID = Atomic<UInt32>(64)
    private let nextProc = Atomic<UInt>(1)
    private let listeners = HardwareListeners()
    private let deferred = DeferredWork()
    /// Where the server's events are handled, in their order.
    let news = DeferredWork()
    /// The number of disappeared devices to keep.
    private static let memory = 64

    /// - Parameter connection: opens the connection, again after each `unload`. The process's own is the usual one.
    package init(
        connection: @escaping @Sendable () throws(AudioError) -> Connection = { () throws(AudioError) in try .shared() }
    ) {
        openConnection = connection
        plugIn = HardwarePlugIn(id: 32)
        plugIn.system = self
    }

    func newID() -> AudioObjectID { nextID.wrappingAdd(1, ordering: .relaxed).newValue }

    /// A number for a callback that is no one's address.
    func newProc() -> UInt { nextProc.wrappingAdd(1, ordering: .relaxed).newValue << 4 | 8 }

    // MARK: The connection

    /// Connects where that has not been done, and learns the devices. In a cycle, both are done after the call, which finds no
    /// device.
    private func connected() -> Connection? {
        guard !ForkedChild.isHere else { return nil }
        let (known, hasLearned) = state.withLock { ($0.connection, $0.hasLearned) }
        if let known, hasLearned { return known }
        guard realtime_is_in_cycle() == 0 else {
            learnLater()
            return known
        }
        guard let connection = known ?? connect() else { return nil }
        // A call that arrives before the devices are known reads them too.
        refresh()
        return connection
    }

    /// Has a thread connect and learn the devices, unless it is to do so already.
    private func learnLater() {
        let isFirst = state.withLock { state in
            defer { state.learnsLater = true }
            return !state.learnsLater
        }
        guard isFirst else { return }
        deferred.perform { [self] in
            _ = connected()
            state.withLock { $0.learnsLater = false }
        }
    }

    /// Connects, unless another thread has done it meanwhile.
    private func connect() -> Connection? {
        connecting.withLock { _ in
            if let connection = state.withLock({ $0.connection }) { return connection }
            guard let connection = try? openConnection() else { return nil }
            let (token, news) = (Token(), self.news)
            // On a thread of its own: listeners are clients' code, and a device that goes waits for its callbacks.
            connection.observe(for: token) { [weak self] event in
                news.perform { [weak self] in self?.handle(event) }
            }
            state.withLock { state in
                state.connection = connection
                state.token = token
                state.hasLearned = false
            }
            return connection
        }
    }

    /// The connection on which the devices' streams open.
    func connection() throws(AudioError) -> Connection {
        guard let connection = connected() else { throw .serverUnavailable }
        return connection
    }

    private func handle(_ event: StreamEvent) {
        switch event {
        case .lost, .gap, .overload, .streamMoved: break
        case .resumed:
            refresh()
            notify(id, [.init(kAudioHardwarePropertyServiceRestarted)])
        case .devicesChanged, .deviceChanged, .defaultDeviceChanged: refresh()
        case .cyclesWished:
            let (connection, devices) = state.withLock { ($0.connection, $0.devices + $0.aggregates) }
            guard let frames = connection?.wishedFrames else { return }
            for device in devices { device.take(wish: frames) }
        }
    }

    /// The time that cycles are in.
    var now: UInt64 { state.withLock { $0.connection }?.backend?.now ?? HostTime.now() }

    /// For how many nanoseconds the longest of the present cycles and callbacks has lasted.
    var cycleTime: UInt64 {
        let (connection, devices) = state.withLock { ($0.connection, $0.devices + $0.aggregates + $0.gone) }
        return devices.map(\.io.callTime).reduce(connection?.backend?.cycleTime ?? 0, max)
    }

    /// Changes a device, and waits for the server's answer. In a cycle, and where a callback keeps the back end from taking the call,
    /// the change is made after the call.
    func apply(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        guard !deferred.takesOver({ [self] in try? apply(change, to: device, direction) }) else { return }
        _ = try deferred.performSoon(cycleTime: cycleTime) { [self] () throws(AudioError) in
            try send(change, to: device, direction)
            refresh()
        }
    }

    private func send(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        guard let backend = connected()?.backend else { throw .serverUnavailable }
        try backend.apply(change, to: device, direction)
    }

    /// The program with which people set up the server's devices.
    var mixer: String? {
        let name = state.withLock { $0.connection }?.backendName
        return name == PipeWire.name || name == PulseAudio.name ? "org.pulseaudio.pavucontrol" : nil
    }

    /// What is to be done about changed devices without a lock.
    private struct Changes {
        /// The devices that have disappeared.
        var gone: [HardwareDevice] = []
        /// Those whose callbacks restart.
        var restarted: [HardwareDevice] = []
        /// Those that disappeared long ago. Their clients' blocks are released with them.
        var forgotten: [HardwareDevice] = []
    }

    /// Compares the present objects with the previous ones, and notifies listeners of the differences. In a cycle, that is
    /// done after the call.
    func refresh() {
        guard realtime_is_in_cycle() == 0 else { return deferred.perform { [self] in refresh() } }
        let changes = learning.withLock { _ -> Changes in
            let answer = serverDevices()
            return refreshing.withLock { _ -> Changes in
                var changes = Changes()
                if let answer { changes = learn(answer.list, wish: answer.wish) }
                changes.restarted += state.withLock { $0.aggregates }.filter { follow($0) }
                return changes
            }
        }
        // Waits for callbacks to end without holding a lock.
        for device in changes.gone { device.die() }
        for device in changes.restarted { device.io.restart() }
    }

    /// The server's present list, and the frames of a cycle that are wished for; nil where the server does not answer.
    private func serverDevices() -> (list: [DeviceDescription], wish: Int?)? {
        guard let connection = state.withLock({ $0.connection }), let list = try? connection.backend?.devices() else {
            return nil
        }
        return (list, connection.wishedFrames)
    }

    /// Takes the server's list over. Under `refreshing`.
    ///
    /// - Returns: the devices that have disappeared, those that restart because their rate has changed, and those to release.
    private func learn(_ list: [DeviceDescription], wish: Int?) -> Changes {
        var order: [String] = []
        var sides: [String: [DeviceDirection: DeviceDescription]] = [:]
        for device in list {
            if sides[device.id] == nil { order.append(device.id) }
            sides[device.id, default: [:]][device.direction] = device
        }
        let old = state.withLock { $0.devices }
        var (devices, restarted): ([HardwareDevice], [HardwareDevice]) = ([], [])
        for uid in order {
            let (output, input) = (sides[uid]?[.output], sides[uid]?[.input])
            guard let known = old.first(where: { $0.uid == uid && $0.fits(output, input) }) else {
                let new = HardwareDevice(self, uid: uid, output, input)
                if let wish { new.begin(wish: wish) }
                devices.append(new)
                continue
            }
            devices.append(known)
            let changed = change(known, output, input)
            if changed.contains(where: { $0.mSelector == UInt32(kAudioDevicePropertyNominalSampleRate) }) {
                restarted.append(known)
            }
            notify(known, changed)
        }
        let gone = old.filter { known in !devices.contains { $0 === known } }
        let forgotten = adopt(devices, gone, list)
        return Changes(gone: gone, restarted: restarted, forgotten: forgotten)
    }

    /// Updates a device, and the objects that belong to it, to the present state of its sides.
    ///
    /// - Returns: the properties of the device that changed.
    func change(
        _ device: HardwareDevice, _ output: DeviceDescription?, _ input: DeviceDescription?
    ) -> [AudioObjectPropertyAddress] {
        var changed = device.update(output, input)
        let (old, new) = device.rebuildMembers(output, input)
        guard old.map(\.id) != new.map(\.id) else { return changed }
        replace(old, with: new)
        changed += [
            kAudioObjectPropertyOwnedObjects, kAudioObjectPropertyControlList, kAudioDevicePropertyStreams,
            kAudioDevicePropertyStreamConfiguration, kAudioDevicePropertyDeviceHasChanged,
        ].map { .init($0) }
        return changed
    }

    /// - Returns: the devices that disappeared long ago, whose clients' blocks are to be released without a lock.
    private func adopt(
        _ devices: [HardwareDevice], _ gone: [HardwareDevice], _ list: [DeviceDescription]
    ) -> [HardwareDevice] {
        var changed: [AudioObjectPropertyAddress] = []
        let (isOtherList, forgotten) = state.withLock { state in
            let isOtherList = devices.map(\.id) != state.devices.map(\.id)
            state.devices = devices
            state.hasLearned = true
            for device in devices { register(device, in: &state) }
            state.gone += gone
            let forgotten = Array(state.gone.prefix(max(0, state.gone.count - Self.memory)))
            state.gone.removeFirst(forgotten.count)
            for device in forgotten { unregister(device, in: &state) }
            changed = learnDefaults(list, &state)
            return (isOtherList, forgotten)
        }
        if isOtherList { notifyOfDevices() }
        notify(id, changed)
        return forgotten
    }

    /// The server's defaults, or the aggregates that stand for them here.
    private func learnDefaults(_ list: [DeviceDescription], _ state: inout State) -> [AudioObjectPropertyAddress] {
        var changed: [AudioObjectPropertyAddress] = []
        for (direction, selectors) in [
            (
                DeviceDirection.output,
                [kAudioHardwarePropertyDefaultOutputDevice, kAudioHardwarePropertyDefaultSystemOutputDevice]
            ),
            (.input, [kAudioHardwarePropertyDefaultInputDevice]),
        ] {
            var uid = Self.learnDefault(direction, list, &state)
            if let chosen = state.chosen[direction] {
                let part = chosen.facts.withLock { $0.side(direction == .input)?.id }
                if part != nil, part == uid { uid = chosen.uid } else { state.chosen[direction] = nil }
            }
            if state.defaults[direction] != uid { changed += selectors.map { .init($0) } }
            state.defaults[direction] = uid
        }
        return changed
    }

    /// The server's default, or what stands in for it: a server that loses its default may take a moment to name the next one,
    /// and what plays on the default device is to go on.
    private static func learnDefault(
        _ direction: DeviceDirection, _ list: [DeviceDescription], _ state: inout State
    ) -> String? {
        let devices = list.filter { $0.direction == direction }
        if let named = devices.first(where: \.isDefault) {
            (state.named[direction], state.standIns[direction]) = (named.id, nil)
            return named.id
        }
        if let standIn = state.standIns[direction], devices.contains(where: { $0.id == standIn }) { return standIn }
        guard let last = state.standIns[direction] ?? state.named[direction],
            !devices.contains(where: { $0.id == last })
        else { return nil }
        if devices.isEmpty { state.named[direction] = nil }
        state.standIns[direction] = devices.first?.id
        return devices.first?.id
    }

    private func register(_ device: HardwareDevice, in state: inout State) {
        guard state.objects[device.id] == nil else { return }
        state.objects[device.id] = device
        for object in device.owned { state.objects[object.id] = object }
    }

    /// Makes a device's ID and those of its objects invalid. Their listeners are removed.
    private func unregister(_ device: HardwareDevice, in state: inout State) {
        let ids = [device.id] + device.owned.map(\.id)
        for id in ids { state.objects[id] = nil }
        listeners.forget(ids)
    }

    // MARK: Aggregates

    /// Under `refreshing`.
    func add(aggregate device: HardwareDevice) {
        state.withLock { state in
            state.aggregates.append(device)
            register(device, in: &state)
        }
    }

    func remove(aggregate device: HardwareDevice) throws(AudioError) {
        let wasDefault = try refreshing.withLock { (_) throws(AudioError) in
            try state.withLock { state throws(AudioError) in
                guard let index = state.aggregates.firstIndex(where: { $0 === device }) else { throw .noDevice }
                state.aggregates.remove(at: index)
                let wasDefault = state.chosen.values.contains { $0 === device }
                state.chosen = state.chosen.filter { $0.value !== device }
                return wasDefault
            }
        }
        // Waits for callbacks to end without holding a lock.
        device.die()
        state.withLock { unregister(device, in: &$0) }
        notifyOfDevices()
        if wasDefault { refresh() }
    }

    func has(aggregate device: HardwareDevice) -> Bool {
        state.withLock { $0.aggregates.contains { $0 === device } }
    }

    /// Unregisters the objects that a device no longer has, with their listeners, and registers its new ones.
    private func replace(_ old: [any HardwareObject], with new: [any HardwareObject]) {
        let ended = old.map(\.id).filter { id in !new.contains { $0.id == id } }
        state.withLock { state in
            for id in ended { state.objects[id] = nil }
            for object in new { state.objects[object.id] = object }
        }
        listeners.forget(ended)
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

    func defaultDevice(_ direction: DeviceDirection) -> AudioObjectID {
        let uid = state.withLock { $0.defaults[direction] }
        return uid.flatMap { device(uid: $0)?.id } ?? AudioObjectID(kAudioObjectUnknown)
    }

    var allDevices: [HardwareDevice] { state.withLock { $0.devices + $0.aggregates } }

    /// Makes a device the default. An aggregate becomes the default of this process only; the server's default becomes
    /// the part with the direction.
    func makeDefault(_ id: AudioObjectID, _ direction: DeviceDirection) throws(AudioError) {
        let device = try device(id)
        guard let side = device.facts.withLock({ $0.side(direction == .input) }) else { throw .illegalOperation }
        guard !deferred.takesOver({ [self] in try? makeDefault(id, direction) }) else { return }
        _ = try deferred.performSoon(cycleTime: cycleTime) { [self] () throws(AudioError) in
            try send(.becomeDefault, to: side.id, direction)
            // Another thread may have destroyed the aggregate meanwhile.
            state.withLock { state in
                state.chosen[direction] = state.aggregates.contains { $0 === device } ? device : nil
            }
            refresh()
        }
    }

    /// Values that clients set and read back, and that have no effect.
    func kept(_ selector: AudioObjectPropertySelector) -> UInt32? { state.withLock { $0.kept[selector] } }

    func keep(_ selector: AudioObjectPropertySelector, _ value: UInt32) {
        state.withLock { $0.kept[selector] = value }
    }

    // MARK: Listeners

    func notify(_ object: AudioObjectID, _ addresses: [AudioObjectPropertyAddress]) {
        listeners.notify(object, addresses)
    }

    /// Notifies listeners of a device's changed properties, and of the properties of its streams and controls that
    /// change with them.
    func notify(_ device: HardwareDevice, _ addresses: [AudioObjectPropertyAddress]) {
        notify(device.id, addresses)
        for stream in device.streams { notify(stream.id, stream.changes(addresses)) }
        for control in device.controls { notify(control.id, control.changes(addresses)) }
    }

    func notifyOfDevices() {
        notify(id, [.init(kAudioHardwarePropertyDevices), .init(kAudioObjectPropertyOwnedObjects)])
        notify(plugIn.id, [.init(kAudioPlugInPropertyDeviceList), .init(kAudioObjectPropertyOwnedObjects)])
    }

    package func addListener(
        _ object: AudioObjectID, _ address: AudioObjectPropertyAddress, key: [UInt], alias: [UInt]? = nil,
        isOnlyOne: Bool = false, call: @escaping @Sendable (AudioObjectID, [AudioObjectPropertyAddress]) -> Void
    ) throws(AudioError) {
        _ = try self.object(object)
        try listeners.add(object, address, key: key, alias: alias, isOnlyOne: isOnlyOne, call: call)
    }

    package func removeListener(
        _ object: AudioObjectID, _ address: AudioObjectPropertyAddress, key: [UInt]
    ) throws(AudioError) {
        listeners.remove(object, address, key: key)
        _ = try self.object(object)
    }

    // MARK: The end

    /// Stops everything and releases the server. The next question connects again.
    package func unload() {
        guard !deferred.takesOver({ [self] in unload() }) else { return }
        for device in allDevices { device.io.stopAll() }
        // The last one to release a connection ends it, which waits: not under the lock.
        _ = state.withLock { state in
            defer { (state.connection, state.token) = (nil, nil) }
            return state.connection
        }
    }
}
