import AudioCore
import AudioDevices
import CCoreAudio

/// One direction of a device: all of its channels, interleaved.
final class HardwareStream: HardwareObject, @unchecked Sendable {
    let id: AudioObjectID
    let isInput: Bool
    private weak var owner: HardwareDevice?

    init(of owner: HardwareDevice, isInput: Bool) {
        self.owner = owner
        self.isInput = isInput
        id = owner.system.newID()
    }

    var classes: [AudioClassID] { [AudioClassID(kAudioStreamClassID), AudioClassID(kAudioObjectClassID)] }
    var ownerID: AudioObjectID { owner?.id ?? AudioObjectID(kAudioObjectUnknown) }

    private func side() throws(AudioError) -> DeviceDescription {
        guard let side = owner?.facts.withLock({ $0.side(isInput) }) else { throw .badObject }
        return side
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

    /// What each channel is for, in the order of a WAVE file: a description of each, as a Mac's devices have it.
    static func layout(_ side: DeviceDescription) -> HardwareValue {
        let known: [Int: [Int]] = [
            1: [Int(kAudioChannelLabel_Mono)], 2: [Int(kAudioChannelLabel_Left), Int(kAudioChannelLabel_Right)],
            4: [
                Int(kAudioChannelLabel_Left), Int(kAudioChannelLabel_Right), Int(kAudioChannelLabel_LeftSurround),
                Int(kAudioChannelLabel_RightSurround),
            ],
            6: [
                Int(kAudioChannelLabel_Left), Int(kAudioChannelLabel_Right), Int(kAudioChannelLabel_Center),
                Int(kAudioChannelLabel_LFEScreen), Int(kAudioChannelLabel_LeftSurround),
                Int(kAudioChannelLabel_RightSurround),
            ],
        ]
        let labels = known[side.channels] ?? (0..<side.channels).map { Int(kAudioChannelLabel_Discrete_0) | $0 }
        var bytes: [UInt8] = []
        func append(_ value: some BitwiseCopyable) { withUnsafeBytes(of: value) { bytes += $0 } }
        for word in [UInt32(kAudioChannelLayoutTag_UseChannelDescriptions), 0, UInt32(labels.count)] { append(word) }
        for label in labels {
            var description = AudioChannelDescription()
            description.mChannelLabel = UInt32(label)
            append(description)
        }
        // Who has room for a single description gets that one, and learns from the head how many there are.
        return .bytes(bytes, element: MemoryLayout<UInt32>.size)
    }

    /// The kind of terminal, by the name of the port.
    static func terminal(_ port: DevicePort?, isInput: Bool) -> UInt32 {
        let words: [(String, Int)] = [
            ("headphone", Int(kAudioStreamTerminalTypeHeadphones)), ("hdmi", Int(kAudioStreamTerminalTypeHDMI)),
            ("displayport", Int(kAudioStreamTerminalTypeDisplayPort)), ("line", Int(kAudioStreamTerminalTypeLine)),
            ("iec958", Int(kAudioStreamTerminalTypeDigitalAudioInterface)),
            ("spdif", Int(kAudioStreamTerminalTypeDigitalAudioInterface)),
            ("headset", Int(isInput ? kAudioStreamTerminalTypeHeadsetMicrophone : kAudioStreamTerminalTypeHeadphones)),
        ]
        let name = port?.id.lowercased() ?? ""
        let usual = isInput ? kAudioStreamTerminalTypeMicrophone : kAudioStreamTerminalTypeSpeaker
        return UInt32(words.first { name.contains($0.0) }?.1 ?? Int(usual))
    }

    func ownValue(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        let side = try side()
        switch Int(request.selector) {
        case Int(kAudioObjectPropertyName): return .text(side.name)
        case Int(kAudioStreamPropertyIsActive): return .flag(true)
        case Int(kAudioStreamPropertyDirection): return .flag(isInput)
        case Int(kAudioStreamPropertyTerminalType):
            return .one(Self.terminal(side.ports.first { $0.id == side.port }, isInput: isInput))
        case Int(kAudioStreamPropertyStartingChannel): return .one(UInt32(1))
        case Int(kAudioStreamPropertyLatency): return .one(UInt32(0))
        default:
            let rate = owner?.facts.withLock { $0.sampleRate }
            guard let value = try Self.format(request, side, rate: rate) else { throw .unknownProperty }
            return value
        }
    }

    /// The value of a property that is a format, of a stream or of its device; nil for other properties.
    ///
    /// - Parameter rate: of the device's callbacks, to which the server converts an aggregate's input of another rate.
    static func format(
        _ request: HardwareRequest, _ side: DeviceDescription, rate: Double?
    ) throws(AudioError) -> HardwareValue? {
        switch Int(request.selector) {
        case Int(kAudioStreamPropertyVirtualFormat): return .one(format(side, rate: rate))
        case Int(kAudioStreamPropertyPhysicalFormat): return .one(format(side))
        case Int(kAudioStreamPropertyAvailableVirtualFormats), Int(kAudioStreamPropertyAvailablePhysicalFormats):
            return .many(formats(side))
        case Int(kAudioDevicePropertyStreamFormats), Int(kAudioStreamPropertyPhysicalFormats):
            return .many(formats(side).map(\.mFormat))
        case Int(kAudioDevicePropertyStreamFormatSupported), Int(kAudioStreamPropertyPhysicalFormatSupported):
            guard !request.isForSize else { return .one(format(side)) }
            let wanted = try request.load(AudioStreamBasicDescription.self)
            let isRate = wanted.mSampleRate == 0 || side.rates.contains(wanted.mSampleRate)
            guard isRate, isSame(wanted, format(side)) else { throw .deviceFormat }
            return .one(wanted)
        case Int(kAudioDevicePropertyStreamFormatMatch), Int(kAudioStreamPropertyPhysicalFormatMatch):
            guard !request.isForSize else { return .one(format(side)) }
            let rate = try request.load(AudioStreamBasicDescription.self).mSampleRate
            return .one(format(side, rate: side.rates.contains(rate) ? rate : nil))
        default: return nil
        }
    }

    /// Whether two formats differ only in the rate, and in fields that follow from the others.
    static func isSame(_ one: AudioStreamBasicDescription, _ other: AudioStreamBasicDescription) -> Bool {
        one.mFormatID == other.mFormatID && one.mFormatFlags == other.mFormatFlags
            && one.mChannelsPerFrame == other.mChannelsPerFrame && one.mBitsPerChannel == other.mBitsPerChannel
    }

    /// The format in use, which can be set.
    static let presentFormats = [kAudioStreamPropertyVirtualFormat, kAudioStreamPropertyPhysicalFormat].map { Int($0) }

    static func isFormat(_ selector: AudioObjectPropertySelector) -> Bool { presentFormats.contains(Int(selector)) }

    /// The stream's properties that change with those of its device.
    func changes(_ addresses: [AudioObjectPropertyAddress]) -> [AudioObjectPropertyAddress] {
        let scope = UInt32(isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput)
        return addresses.filter { Self.isFormat($0.mSelector) && $0.mScope == scope }.map { .init($0.mSelector) }
    }

    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool { Self.isFormat(address.mSelector) }

    func set(_ request: HardwareRequest) throws(AudioError) {
        guard isSettable(request.address), let owner else { throw .unsupportedOperation }
        try owner.setFormat(try request.load(AudioStreamBasicDescription.self), try side())
    }
}
