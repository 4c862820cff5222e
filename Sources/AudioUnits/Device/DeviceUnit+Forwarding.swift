import AudioCore
import AudioIO
import CAudioToolbox
import CCoreAudio

/// What a unit has registered at the hardware layer for its clients.
struct Forwarding {
    private(set) var device: AudioObjectID = 0
    /// The registration for each property, by a number that no other has: threads may add and remove theirs in any order.
    private(set) var numbers: [AudioUnitPropertyID: UInt] = [:]
    private var last: UInt = 0

    struct Registration {
        let device: AudioObjectID
        let id: AudioUnitPropertyID
        let number: UInt
    }

    var ids: [AudioUnitPropertyID] { Array(numbers.keys) }

    func has(_ one: Registration) -> Bool { device == one.device && numbers[one.id] == one.number }

    /// Replaces what is registered.
    ///
    /// - Returns: what is to be removed at the hardware layer, and what is to be added.
    mutating func change(
        to ids: Set<AudioUnitPropertyID>, of device: AudioObjectID
    ) -> (removed: [Registration], added: [Registration]) {
        let removed = numbers.filter { self.device != device || !ids.contains($0.key) }
        let old = removed.map { Registration(device: self.device, id: $0.key, number: $0.value) }
        for id in removed.keys { numbers[id] = nil }
        self.device = device
        let added = ids.filter { numbers[$0] == nil }.map { id -> Registration in
            last += 1
            numbers[id] = last
            return Registration(device: device, id: id, number: last)
        }
        return (old, added)
    }
}

extension DeviceUnit {
    /// Listens to what the unit's clients want to know of its present device.
    func forward() {
        var device = deviceToHear
        while true {
            let (removed, added) = forwarded.withLock { forwarded in
                forwarded.change(to: device == 0 ? [] : idsToHear, of: device)
            }
            for one in removed { stopForwarding(one) }
            for one in added { start(one) }
            // Another thread may have chosen another device meanwhile.
            let present = deviceToHear
            guard present != device else { return }
            device = present
        }
    }

    private var idsToHear: Set<AudioUnitPropertyID> { Set(listeners.ids.filter(isHardwareSelector)) }

    /// 0 where no client wants to know of a device.
    private var deviceToHear: AudioObjectID {
        guard !idsToHear.isEmpty else { return 0 }
        let plays = settings.withLock { $0.plays }
        return device(isInput: !plays) ?? 0
    }

    private func start(_ one: Forwarding.Registration) {
        try? system.addListener(one.device, any(one.id), key: key(of: one)) { [weak self] _, all in
            for address in all { self?.forward(address) }
        }
        // Another thread may have removed it before it was there.
        if !forwarded.withLock({ $0.has(one) }) { stopForwarding(one) }
    }

    func stopForwarding() {
        for one in forwarded.withLock({ $0.change(to: [], of: 0) }).removed { stopForwarding(one) }
    }

    private func stopForwarding(_ one: Forwarding.Registration) {
        try? system.removeListener(one.device, any(one.id), key: key(of: one))
    }

    private func key(of one: Forwarding.Registration) -> [UInt] { listenerKey + [1, one.number] }

    /// Notifies listeners of a device's property. One of the whole device is notified for each enabled side of the unit, too:
    /// programs wait for the side with which they set it, the input scope to play and the output scope of element 1 to record.
    private func forward(_ address: AudioObjectPropertyAddress) {
        let scope = Self.unitScope(address.mScope)
        notify(address.mSelector, scope, 0)
        guard scope == kAudioUnitScope_Global else { return }
        let (plays, records) = settings.withLock { ($0.plays, $0.records) }
        if plays { notify(address.mSelector, kAudioUnitScope_Input, 0) }
        if records { notify(address.mSelector, kAudioUnitScope_Output, 1) }
    }

    private func any(_ id: AudioUnitPropertyID) -> AudioObjectPropertyAddress {
        AudioObjectPropertyAddress(
            mSelector: id, mScope: AudioObjectPropertyScope(kAudioObjectPropertyScopeWildcard),
            mElement: AudioObjectPropertyElement(kAudioObjectPropertyElementWildcard))
    }

    private static func unitScope(_ scope: AudioObjectPropertyScope) -> AudioUnitScope {
        switch Int(scope) {
        case Int(kAudioObjectPropertyScopeInput): kAudioUnitScope_Input
        case Int(kAudioObjectPropertyScopeOutput): kAudioUnitScope_Output
        default: kAudioUnitScope_Global
        }
    }
}
