import AudioCore
import AudioDevices
import CCoreAudio

/// One setting of a device as an object of its own. Its value is the device's property.
final class HardwareControl: HardwareObject, @unchecked Sendable {
    enum Kind {
        case volume, mute, source

        /// The controls of one side of a device.
        static func of(_ side: DeviceDescription) -> [Kind] {
            var kinds: [Kind] = []
            if !side.volume.isEmpty { kinds.append(.volume) }
            if side.isMuted != nil { kinds.append(.mute) }
            if !side.ports.isEmpty { kinds.append(.source) }
            return kinds
        }

        /// The control's property that is the setting itself.
        var selectors: [AudioObjectPropertySelector] {
            let own =
                switch self {
                case .volume: [kAudioLevelControlPropertyScalarValue, kAudioLevelControlPropertyDecibelValue]
                case .mute: [kAudioBooleanControlPropertyValue]
                case .source: [kAudioSelectorControlPropertyCurrentItem]
                }
            return own.map { AudioObjectPropertySelector($0) }
        }
    }

    let id: AudioObjectID
    let kind: Kind
    let isInput: Bool
    private weak var owner: HardwareDevice?

    init(_ kind: Kind, of owner: HardwareDevice, isInput: Bool) {
        self.kind = kind
        self.isInput = isInput
        self.owner = owner
        id = owner.system.newID()
    }

    var classes: [AudioClassID] {
        let own =
            switch kind {
            case .volume: [kAudioVolumeControlClassID, kAudioLevelControlClassID]
            case .mute: [kAudioMuteControlClassID, kAudioBooleanControlClassID]
            case .source: [kAudioDataSourceControlClassID, kAudioSelectorControlClassID]
            }
        return (own + [kAudioControlClassID, kAudioObjectClassID]).map { AudioClassID($0) }
    }
    var ownerID: AudioObjectID { owner?.id ?? AudioObjectID(kAudioObjectUnknown) }

    var scope: AudioObjectPropertyScope {
        AudioObjectPropertyScope(isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput)
    }

    /// The device's property that one of the control's stands for.
    private func deviceSelector(_ selector: AudioObjectPropertySelector) -> AudioObjectPropertySelector? {
        switch (kind, Int(selector)) {
        case (.volume, Int(kAudioLevelControlPropertyScalarValue)): UInt32(kAudioDevicePropertyVolumeScalar)
        case (.volume, Int(kAudioLevelControlPropertyDecibelValue)): UInt32(kAudioDevicePropertyVolumeDecibels)
        case (.volume, Int(kAudioLevelControlPropertyDecibelRange)): UInt32(kAudioDevicePropertyVolumeRangeDecibels)
        case (.volume, Int(kAudioLevelControlPropertyConvertScalarToDecibels)):
            UInt32(kAudioDevicePropertyVolumeScalarToDecibels)
        case (.volume, Int(kAudioLevelControlPropertyConvertDecibelsToScalar)):
            UInt32(kAudioDevicePropertyVolumeDecibelsToScalar)
        case (.mute, Int(kAudioBooleanControlPropertyValue)): UInt32(kAudioDevicePropertyMute)
        case (.source, Int(kAudioSelectorControlPropertyCurrentItem)): UInt32(kAudioDevicePropertyDataSource)
        case (.source, Int(kAudioSelectorControlPropertyAvailableItems)): UInt32(kAudioDevicePropertyDataSources)
        default: nil
        }
    }

    /// The control's properties that change with those of its device.
    func changes(_ addresses: [AudioObjectPropertyAddress]) -> [AudioObjectPropertyAddress] {
        kind.selectors.filter { selector in
            addresses.contains {
                $0.mSelector == deviceSelector(selector) && $0.mScope == scope && $0.mElement == 0
            }
        }.map { .init($0) }
    }

    private func forwarded(_ request: HardwareRequest) -> HardwareRequest? {
        guard let selector = deviceSelector(request.selector) else { return nil }
        var request = request
        request.address = AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: 0)
        return request
    }

    func ownValue(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        guard let owner else { throw .badObject }
        if let forwarded = forwarded(request) { return try owner.ownValue(forwarded) }
        switch Int(request.selector) {
        case Int(kAudioControlPropertyScope): return .one(scope)
        case Int(kAudioControlPropertyElement): return .one(UInt32(0))
        case Int(kAudioSelectorControlPropertyItemName) where kind == .source:
            return request.isForSize && request.qualifier.isEmpty ? .text("") : .text(try item(request, owner).name)
        case Int(kAudioSelectorControlPropertyItemKind) where kind == .source:
            if request.isForSize, request.qualifier.isEmpty { return .one(UInt32(0)) }
            return .one(HardwareStream.terminal(try item(request, owner), isInput: isInput))
        default: throw .unknownProperty
        }
    }

    /// The item whose number is the qualifier.
    private func item(_ request: HardwareRequest, _ owner: HardwareDevice) throws(AudioError) -> DevicePort {
        guard request.qualifier.count == MemoryLayout<UInt32>.size else { throw .badPropertySize }
        let ports = owner.facts.withLock { $0.side(isInput)?.ports ?? [] }
        let index = Int(request.qualifier.loadUnaligned(as: UInt32.self)) - 1
        guard ports.indices.contains(index) else { throw .parameter }
        return ports[index]
    }

    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool {
        guard let owner, let forwarded = forwarded(HardwareRequest(address)) else { return false }
        return owner.isSettable(forwarded.address)
    }

    func set(_ request: HardwareRequest) throws(AudioError) {
        guard let owner, let forwarded = forwarded(request) else { throw .unsupportedOperation }
        try owner.set(forwarded)
    }
}
