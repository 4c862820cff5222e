import AudioCore
import AudioDevices
import CCoreAudio

/// One direction of a device: all of its channels, interleaved.
final class HardwareStream: HardwareObject, @unchecked Sendable {
    let id: AudioObjectID
    let isInput: Bool
    private let device: AudioObjectID
    private let facts: Monitor<HardwareDevice.Facts>

    init(_ id: AudioObjectID, device: AudioObjectID, isInput: Bool, _ facts: Monitor<HardwareDevice.Facts>) {
        self.id = id
        self.isInput = isInput
        self.device = device
        self.facts = facts
    }

    static func format(_ side: DeviceDescription, rate: Double? = nil) -> AudioStreamBasicDescription {
        let bytes = UInt32(side.channels * MemoryLayout<Float>.size)
        return AudioStreamBasicDescription(
            mSampleRate: rate ?? side.sampleRate, mFormatID: UInt32(kAudioFormatLinearPCM),
            mFormatFlags: UInt32(kAudioFormatFlagIsFloat) | UInt32(kAudioFormatFlagIsPacked), mBytesPerPacket: bytes,
            mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: UInt32(side.channels), mBitsPerChannel: 32,
            mReserved: 0)
    }

    static func formats(_ side: DeviceDescription) -> [AudioStreamRangedDescription] {
        side.rates.map {
            AudioStreamRangedDescription(
                mFormat: format(side, rate: $0), mSampleRateRange: AudioValueRange(mMinimum: $0, mMaximum: $0))
        }
    }

    /// Channels in the order of a WAVE file, by the tag where there is one.
    static func layout(_ side: DeviceDescription) -> AudioChannelLayout {
        let tag: UInt32 =
            switch side.channels {
            case 1: UInt32(kAudioChannelLayoutTag_Mono)
            case 2: UInt32(kAudioChannelLayoutTag_Stereo)
            case 4: UInt32(kAudioChannelLayoutTag_Quadraphonic)
            case 6: UInt32(kAudioChannelLayoutTag_MPEG_5_1_A)
            default: UInt32(kAudioChannelLayoutTag_DiscreteInOrder) | UInt32(side.channels)
            }
        return AudioChannelLayout(
            mChannelLayoutTag: tag, mChannelBitmap: [], mNumberChannelDescriptions: 0,
            mChannelDescriptions: AudioChannelDescription())
    }

    func value(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        guard let side = facts.withLock({ $0.side(isInput) }) else { throw .badObject }
        switch Int(request.selector) {
        case Int(kAudioObjectPropertyBaseClass): return .one(UInt32(kAudioObjectClassID))
        case Int(kAudioObjectPropertyClass): return .one(UInt32(kAudioStreamClassID))
        case Int(kAudioObjectPropertyOwner): return .one(device)
        case Int(kAudioObjectPropertyName): return .text(side.name)
        case Int(kAudioObjectPropertyOwnedObjects): return .many([AudioObjectID]())
        case Int(kAudioStreamPropertyIsActive): return .flag(true)
        case Int(kAudioStreamPropertyDirection): return .flag(isInput)
        case Int(kAudioStreamPropertyTerminalType):
            return .one(UInt32(isInput ? kAudioStreamTerminalTypeMicrophone : kAudioStreamTerminalTypeSpeaker))
        case Int(kAudioStreamPropertyStartingChannel): return .one(UInt32(1))
        case Int(kAudioStreamPropertyLatency): return .one(UInt32(0))
        case Int(kAudioStreamPropertyVirtualFormat), Int(kAudioStreamPropertyPhysicalFormat):
            return .one(Self.format(side))
        case Int(kAudioStreamPropertyAvailableVirtualFormats), Int(kAudioStreamPropertyAvailablePhysicalFormats):
            return .many(Self.formats(side))
        default: throw .unknownProperty
        }
    }

    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool { isFormat(address) }

    /// A stream takes the format that it has. Another rate is set at the device.
    func set(_ request: HardwareRequest) throws(AudioError) {
        guard isFormat(request.address) else { throw .unsupportedOperation }
        guard let side = facts.withLock({ $0.side(isInput) }) else { throw .badObject }
        let wanted = try request.load(AudioStreamBasicDescription.self)
        let own = Self.format(side)
        guard wanted.mSampleRate == own.mSampleRate, wanted.mFormatID == own.mFormatID,
            wanted.mFormatFlags == own.mFormatFlags, wanted.mChannelsPerFrame == own.mChannelsPerFrame,
            wanted.mBitsPerChannel == own.mBitsPerChannel
        else { throw .deviceFormat }
    }

    private func isFormat(_ address: AudioObjectPropertyAddress) -> Bool {
        [Int(kAudioStreamPropertyVirtualFormat), Int(kAudioStreamPropertyPhysicalFormat)]
            .contains(Int(address.mSelector))
    }
}

/// One setting of a device as an object of its own. Its value is the device's property.
final class HardwareControl: HardwareObject, @unchecked Sendable {
    enum Kind { case volume, mute, source }

    let id: AudioObjectID
    private let device: AudioObjectID
    private let kind: Kind
    private let isInput: Bool
    weak var owner: HardwareDevice?

    init(_ id: AudioObjectID, device: AudioObjectID, _ kind: Kind, isInput: Bool) {
        self.id = id
        self.device = device
        self.kind = kind
        self.isInput = isInput
    }

    private var scope: UInt32 {
        UInt32(isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput)
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

    private func forwarded(_ request: HardwareRequest) -> HardwareRequest? {
        guard let selector = deviceSelector(request.selector) else { return nil }
        var request = request
        request.address = AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: 0)
        return request
    }

    func value(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        guard let owner else { throw .badObject }
        if let forwarded = forwarded(request) { return try owner.value(forwarded) }
        switch Int(request.selector) {
        case Int(kAudioObjectPropertyBaseClass):
            return switch kind {
            case .volume: .one(UInt32(kAudioLevelControlClassID))
            case .mute: .one(UInt32(kAudioBooleanControlClassID))
            case .source: .one(UInt32(kAudioSelectorControlClassID))
            }
        case Int(kAudioObjectPropertyClass):
            return switch kind {
            case .volume: .one(UInt32(kAudioVolumeControlClassID))
            case .mute: .one(UInt32(kAudioMuteControlClassID))
            case .source: .one(UInt32(kAudioDataSourceControlClassID))
            }
        case Int(kAudioObjectPropertyOwner): return .one(device)
        case Int(kAudioControlPropertyScope): return .one(scope)
        case Int(kAudioControlPropertyElement): return .one(UInt32(0))
        default: throw .unknownProperty
        }
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
