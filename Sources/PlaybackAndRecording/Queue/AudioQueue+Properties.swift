import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc

// The properties that both kinds of queue have.
extension AudioQueue {
    func sharedProperty(_ id: UInt32) -> PropertyValue? {
        let registration = registration.withLock { $0 }
        switch id {
        case kAudioQueueProperty_IsRunning: return .uint32(registration.isRunning ? 1 : 0)
        case kAudioQueueProperty_CurrentDevice: return .string(registration.device ?? "")
        case kAudioQueueProperty_StreamDescription: return .raw(AudioStreamBasicDescription(format))
        case kAudioQueueProperty_ChannelLayout:
            let layout = registration.layout ?? ChannelLayout.standard(channels: format.channels)
            return layout.map { .bytes($0.bytes) }
        case kAudioQueueProperty_EnableLevelMetering: return .uint32(registration.isMetering ? 1 : 0)
        case kAudioQueueProperty_ConverterError: return .uint32(UInt32(bitPattern: registration.converterError))
        case kAudioQueueProperty_HardwareCodecPolicy: return .uint32(registration.codecPolicy)
        default: return nil
        }
    }

    /// Sets a property of both kinds; false for others.
    func setSharedProperty(_ id: UInt32, _ input: PropertyInput, isStopped: Bool) throws(AudioError) -> Bool {
        switch id {
        case kAudioQueueProperty_EnableLevelMetering:
            let value = try number(input)
            registration.withLock { $0.isMetering = value != 0 }
            return true
        case kAudioQueueProperty_CurrentDevice:
            let device = try input.text()
            guard isStopped else { throw .queueRunState }
            registration.withLock { $0.device = device.isEmpty ? nil : device }
            return true
        case kAudioQueueProperty_ChannelLayout:
            let layout: ChannelLayout
            do throws(AudioError) { layout = try input.layout() } catch { throw .queuePropertySize }
            guard layout.isValid, layout.channelCount == format.channels else { throw .queuePropertyValue }
            guard isStopped else { throw .queueRunState }
            registration.withLock { $0.layout = layout }
            return true
        case kAudioQueueProperty_HardwareCodecPolicy:
            let policy = try number(input)
            guard policy <= kAudioQueueHardwareCodecPolicy_PreferHardware else { throw .queuePropertyValue }
            guard isStopped else { throw .queueRunState }
            guard policy != kAudioQueueHardwareCodecPolicy_UseHardwareOnly || format.isPCM else {
                throw .queueCodec.because("all codecs are software")
            }
            registration.withLock { $0.codecPolicy = policy }
            return true
        case kAudioQueueProperty_IsRunning, kAudioQueueProperty_StreamDescription,
            kAudioQueueProperty_ConverterError, kAudioQueueProperty_CurrentLevelMeter,
            kAudioQueueProperty_CurrentLevelMeterDB, kAudioQueueDeviceProperty_SampleRate,
            kAudioQueueDeviceProperty_NumberChannels:
            throw .queueProperty.because("the property cannot be set")
        default: return false
        }
    }

    func number(_ input: PropertyInput) throws(AudioError) -> UInt32 {
        do throws(AudioError) { return try input.load(UInt32.self) } catch { throw .queuePropertySize }
    }
}

extension AudioQueueLevelMeterState {
    /// The lowest level that is reported: below the quietest sample of 24 bits.
    private static let floor: Float = -160

    /// The same with decibels of full scale.
    var inDecibels: Self {
        Self(mAveragePower: Self.decibels(mAveragePower), mPeakPower: Self.decibels(mPeakPower))
    }

    private static func decibels(_ level: Float) -> Float { level > 0 ? max(floor, 20 * log10(level)) : floor }
}
