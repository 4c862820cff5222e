import AudioCore
import AudioDevices
import CCoreAudio

/// The composition of an aggregate: devices by their UIDs.
package struct AggregateComposition: Sendable, Equatable {
    package var uid: String
    package var name: String
    package var parts: [String]
    /// The part whose clock the aggregate uses.
    package var main: String?
    package var isPrivate: Bool
    package var isStacked: Bool
    /// The parts with drift compensation.
    package var driftCompensated: Set<String>

    package init(
        uid: String, name: String, parts: [String] = [], main: String? = nil, isPrivate: Bool = false,
        isStacked: Bool = false, driftCompensated: Set<String> = []
    ) {
        self.uid = uid
        self.name = name
        self.parts = parts
        self.main = main
        self.isPrivate = isPrivate
        self.isStacked = isStacked
        self.driftCompensated = driftCompensated
    }

    /// The order in which the parts provide an output and an input: the main one first.
    var order: [String] {
        var order: [String] = []
        for part in [main].compactMap({ $0 }) + parts where !order.contains(part) { order.append(part) }
        return order
    }

    /// The same as the dictionary that describes an aggregate.
    var value: HardwareValue {
        let parts = self.parts.map { part in
            HardwareValue.dictionary([
                (kAudioSubDeviceUIDKey, .text(part)),
                (kAudioSubDeviceDriftCompensationKey, .number(driftCompensated.contains(part) ? 1 : 0)),
            ])
        }
        return .dictionary([
            (kAudioAggregateDeviceUIDKey, .text(uid)), (kAudioAggregateDeviceNameKey, .text(name)),
            (kAudioAggregateDeviceSubDeviceListKey, .list(parts)),
            (kAudioAggregateDeviceMainSubDeviceKey, .text(main ?? self.parts.first ?? "")),
            (kAudioAggregateDeviceIsPrivateKey, .number(isPrivate ? 1 : 0)),
            (kAudioAggregateDeviceIsStackedKey, .number(isStacked ? 1 : 0)),
        ])
    }
}

/// A part of an aggregate as an object of the aggregate's own.
final class HardwareSubDevice: HardwareObject, @unchecked Sendable {
    let id: AudioObjectID
    let uid: String
    private unowned let system: HardwareSystem
    private weak var owner: HardwareDevice?

    init(_ uid: String, of owner: HardwareDevice) {
        self.uid = uid
        self.owner = owner
        system = owner.system
        id = system.newID()
    }

    var classes: [AudioClassID] {
        [AudioClassID(kAudioSubDeviceClassID), AudioClassID(kAudioDeviceClassID), AudioClassID(kAudioObjectClassID)]
    }
    var ownerID: AudioObjectID { owner?.id ?? AudioObjectID(kAudioObjectUnknown) }

    func ownValue(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        guard let composition = owner?.facts.withLock({ $0.composition }) else { throw .badObject }
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyDeviceUID): return .text(uid)
        case Int(kAudioSubDevicePropertyDriftCompensation): return .flag(composition.driftCompensated.contains(uid))
        // Other properties are those of the device, while that exists.
        default:
            guard let device = system.device(uid: uid) else { throw .unknownProperty }
            return try device.ownValue(request)
        }
    }

    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool {
        address.mSelector == AudioObjectPropertySelector(kAudioSubDevicePropertyDriftCompensation)
    }

    /// Stores whether drift is compensated. The sound server decides how it synchronises its devices.
    func set(_ request: HardwareRequest) throws(AudioError) {
        guard isSettable(request.address) else { throw .unsupportedOperation }
        let isOn = try request.load(UInt32.self) != 0
        // Not while another thread changes the parts, which replaces the whole composition.
        system.refreshing.withLock { _ in
            owner?.facts.withLock { facts in
                if isOn {
                    facts.composition?.driftCompensated.insert(uid)
                } else {
                    facts.composition?.driftCompensated.remove(uid)
                }
            }
        }
        system.notify(id, [.init(request.selector)])
    }
}

// MARK: What an aggregate answers beyond a device

extension HardwareDevice {
    func aggregateValue(_ request: HardwareRequest, _ composition: AggregateComposition) -> HardwareValue? {
        switch Int(request.selector) {
        case Int(kAudioAggregateDevicePropertyFullSubDeviceList): .list(composition.parts.map { .text($0) })
        case Int(kAudioAggregateDevicePropertyActiveSubDeviceList):
            .many(system.activeParts(of: composition))
        case Int(kAudioAggregateDevicePropertyMainSubDevice):
            .text(composition.main ?? composition.parts.first ?? "")
        case Int(kAudioAggregateDevicePropertyComposition): composition.value
        default: nil
        }
    }

    static func isOfAggregates(_ selector: AudioObjectPropertySelector) -> Bool {
        [kAudioAggregateDevicePropertyFullSubDeviceList, kAudioAggregateDevicePropertyMainSubDevice]
            .contains { AudioObjectPropertySelector($0) == selector }
    }

    /// Sets the list of parts, or the main one.
    func setComposition(_ request: HardwareRequest) throws(AudioError) {
        if Int(request.selector) == Int(kAudioAggregateDevicePropertyMainSubDevice) {
            let main = try request.object(in: request.input, request.objects.text)
            try system.compose(self) { $0.main = main }
        } else {
            let parts = try request.object(in: request.input, request.objects.texts)
            try system.compose(self) { composition in
                composition.parts = parts
                if let main = composition.main, !parts.contains(main) { composition.main = nil }
            }
        }
    }
}

extension HardwareSystem {
    /// Makes one device of several. Looks the parts up now; a missing part is an error.
    package func createAggregate(_ composition: AggregateComposition) throws(AudioError) -> AudioObjectID {
        _ = try object(id)
        // No other thread may take the UID before this device has it.
        let aggregate = try refreshing.withLock { (_) throws(AudioError) in
            guard !composition.uid.isEmpty, device(uid: composition.uid) == nil else { throw .illegalOperation }
            let (output, input) = try sides(of: composition)
            let aggregate = HardwareDevice(self, uid: composition.uid, output, input, composition)
            noteActiveParts(of: aggregate)
            add(aggregate: aggregate)
            return aggregate
        }
        notifyOfDevices()
        return aggregate.id
    }

    package func destroyAggregate(_ id: AudioObjectID) throws(AudioError) {
        let device = try device(id)
        guard device.isAggregate else { throw .illegalOperation }
        try remove(aggregate: device)
    }

    /// Changes the parts of an aggregate. A running aggregate continues with the new parts.
    func compose(_ device: HardwareDevice, _ change: (inout AggregateComposition) -> Void) throws(AudioError) {
        let isRestarted = try refreshing.withLock { (_) throws(AudioError) in
            guard has(aggregate: device), var composition = device.facts.withLock({ $0.composition }) else {
                throw .noDevice
            }
            change(&composition)
            let (output, input) = try sides(of: composition)
            device.facts.withLock { $0.composition = composition }
            noteActiveParts(of: device)
            return rebuild(device, output, input)
        }
        if isRestarted { device.io.restart() }
        notify(
            device.id,
            [
                .init(kAudioAggregateDevicePropertyFullSubDeviceList),
                .init(kAudioAggregateDevicePropertyActiveSubDeviceList),
                .init(kAudioAggregateDevicePropertyMainSubDevice),
            ])
    }

    private func sides(
        of composition: AggregateComposition
    ) throws(AudioError) -> (output: DeviceDescription?, input: DeviceDescription?) {
        for part in composition.order {
            guard let member = device(uid: part), !member.isAggregate else { throw .noDevice }
        }
        return presentSides(of: composition)
    }

    /// The output and the input of the first parts that have them now.
    func presentSides(of composition: AggregateComposition) -> (output: DeviceDescription?, input: DeviceDescription?) {
        let members = composition.order.compactMap { device(uid: $0) }.filter { !$0.isAggregate }
        return (
            members.lazy.compactMap { $0.facts.withLock { $0.output } }.first,
            members.lazy.compactMap { $0.facts.withLock { $0.input } }.first
        )
    }

    /// The parts that are there now.
    func activeParts(of composition: AggregateComposition) -> [AudioObjectID] {
        composition.parts.compactMap { device(uid: $0)?.id }
    }

    /// Notes which parts of an aggregate are there now. Under `refreshing`.
    ///
    /// - Returns: whether they have changed since they were last noted.
    @discardableResult func noteActiveParts(of device: HardwareDevice) -> Bool {
        guard let composition = device.facts.withLock({ $0.composition }) else { return false }
        let parts = activeParts(of: composition)
        return device.facts.withLock { facts in
            defer { facts.activeParts = parts }
            return facts.activeParts != parts
        }
    }

    /// Updates an aggregate to the parts that are there now. Under `refreshing`.
    ///
    /// - Returns: whether its callbacks must restart, which the caller does without a lock.
    func follow(_ device: HardwareDevice) -> Bool {
        guard let composition = device.facts.withLock({ $0.composition }) else { return false }
        let wasRunning = device.isRunning
        let (output, input) = presentSides(of: composition)
        let isRestarted = rebuild(device, output, input)
        if noteActiveParts(of: device) {
            notify(device.id, [.init(kAudioAggregateDevicePropertyActiveSubDeviceList)])
        }
        if wasRunning, output == nil, input == nil {
            notify(device.id, [.init(kAudioDevicePropertyIOStoppedAbnormally)])
        }
        return isRestarted
    }

    /// Updates an aggregate to the sides that its parts have now, and its streams. Under `refreshing`.
    ///
    /// - Returns: whether its callbacks must restart, which the caller does without a lock.
    func rebuild(_ device: HardwareDevice, _ output: DeviceDescription?, _ input: DeviceDescription?) -> Bool {
        let before = device.facts.withLock { ($0.output, $0.input) }
        let wasRunning = device.isRunning
        var changed = change(device, output, input)
        if wasRunning != device.isRunning {
            changed += [
                .init(kAudioDevicePropertyDeviceIsRunning), .init(kAudioDevicePropertyDeviceIsRunningSomewhere),
            ]
        }
        let isSame = { (one: DeviceDescription?, other: DeviceDescription?) in
            one?.id == other?.id && one?.sampleRate == other?.sampleRate && one?.channels == other?.channels
        }
        notify(device, changed)
        return !isSame(before.0, output) || !isSame(before.1, input)
    }
}
