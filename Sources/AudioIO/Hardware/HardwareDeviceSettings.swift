import AudioCore
import AudioDevices
import CCoreAudio
import Glibc

// The settings of a device: volume, mute and port; rate, format and frames per cycle; hog mode.

extension HardwareDevice {
    /// The present value of a setting.
    func setting(_ request: HardwareRequest, _ facts: Facts) throws(AudioError) -> HardwareValue {
        guard !isAggregate, let side = facts.side(of: request.scope) else { throw .unknownProperty }
        if let value = try volume(request, side) { return value }
        if let value = try source(request, side) { return value }
        if Int(request.selector) == Int(kAudioDevicePropertyMute), let muted = side.isMuted, request.element == 0 {
            return .flag(muted)
        }
        throw .unknownProperty
    }

    private func volume(_ request: HardwareRequest, _ side: DeviceDescription) throws(AudioError) -> HardwareValue? {
        guard let volume = HardwareVolume.read(side.volume, element: request.element) else { return nil }
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyVolumeScalar): return .one(volume)
        case Int(kAudioDevicePropertyVolumeDecibels): return .one(HardwareVolume.decibels(volume))
        case Int(kAudioDevicePropertyVolumeRangeDecibels): return .one(HardwareVolume.range)
        case Int(kAudioDevicePropertyVolumeScalarToDecibels):
            return .one(HardwareVolume.decibels(request.isForSize ? 0 : try level(request)))
        case Int(kAudioDevicePropertyVolumeDecibelsToScalar):
            return .one(HardwareVolume.scalar(request.isForSize ? 0 : try level(request)))
        case Int(kAudioDevicePropertyStereoPan) where request.element == 0:
            return HardwareVolume.pan(side.volume).map { .one($0) }
        case Int(kAudioDevicePropertyStereoPanChannels) where request.element == 0 && side.volume.count > 1:
            return .many([UInt32(1), 2])
        default: return nil
        }
    }

    private func source(_ request: HardwareRequest, _ side: DeviceDescription) throws(AudioError) -> HardwareValue? {
        guard !side.ports.isEmpty else { return nil }
        let answer: (DevicePort) -> HardwareValue
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyDataSource):
            return side.ports.firstIndex { $0.id == side.port }.map { .one(UInt32($0 + 1)) }
        case Int(kAudioDevicePropertyDataSources): return .many((1...side.ports.count).map { UInt32($0) })
        case Int(kAudioDevicePropertyDataSourceNameForIDCFString): answer = { .text($0.name) }
        case Int(kAudioDevicePropertyDataSourceNameForID): answer = { .characters($0.name) }
        case Int(kAudioDevicePropertyDataSourceKindForID):
            answer = { .one(HardwareStream.terminal($0, isInput: side.direction == .input)) }
        default: return nil
        }
        guard !request.isForSize else { return .translation(answer(side.ports[0])) }
        let index = Int(try request.question(4).loadUnaligned(as: UInt32.self)) - 1
        guard side.ports.indices.contains(index) else { throw .parameter }
        return .translation(answer(side.ports[index]))
    }

    // MARK: Setting

    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool {
        switch Int(address.mSelector) {
        case Int(kAudioDevicePropertyNominalSampleRate), Int(kAudioDevicePropertyBufferFrameSize),
            Int(kAudioDevicePropertyHogMode):
            return true
        case Int(kAudioDevicePropertyBufferSize), Int(kAudioDevicePropertyPreferredChannelsForStereo),
            Int(kAudioDevicePropertyVolumeScalar), Int(kAudioDevicePropertyVolumeDecibels),
            Int(kAudioDevicePropertyMute),
            Int(kAudioDevicePropertyStereoPan), Int(kAudioDevicePropertyDataSource):
            return (try? value(HardwareRequest(address))) != nil
        default:
            return HardwareStream.isFormat(address.mSelector) || isAggregate && Self.isOfAggregates(address.mSelector)
        }
    }

    func set(_ request: HardwareRequest) throws(AudioError) {
        let facts = self.facts.withLock { $0 }
        guard facts.isAlive else { throw .noDevice }
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyNominalSampleRate): try setRate(try request.load(Float64.self), facts)
        case Int(kAudioDevicePropertyBufferFrameSize):
            try setFrames(Int(try request.load(UInt32.self)), facts) { io.applyFramesSoon() }
        case Int(kAudioDevicePropertyBufferSize):
            let channels = facts.side(of: request.scope)?.channels ?? 1
            try setFrames(Int(try request.load(UInt32.self)) / (4 * channels), facts) { io.applyFramesSoon() }
        case Int(kAudioDevicePropertyHogMode):
            _ = try request.load(pid_t.self)
            try hog.toggle()
            system.notify(id, [.init(kAudioDevicePropertyHogMode)])
        case let selector where HardwareStream.isFormat(UInt32(selector)):
            guard let side = facts.side(of: request.scope) ?? facts.any else { throw .unknownProperty }
            try setFormat(try request.load(AudioStreamBasicDescription.self), side)
        case let selector where Self.isOfAggregates(UInt32(selector)): try setComposition(request)
        default:
            guard let side = facts.side(of: request.scope) else { throw .unknownProperty }
            try set(request, side)
        }
    }

    /// Sets a property of one side.
    private func set(_ request: HardwareRequest, _ side: DeviceDescription) throws(AudioError) {
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyVolumeScalar):
            try setVolume(try level(request), side, element: request.element)
        case Int(kAudioDevicePropertyVolumeDecibels):
            try setVolume(HardwareVolume.scalar(try level(request)), side, element: request.element)
        case Int(kAudioDevicePropertyStereoPan):
            let pan = try request.load(Float32.self)
            guard (0...1).contains(pan) else { throw .parameter }
            // The server may have removed a volume since it reported two.
            guard side.volume.count > 1 else { throw .unknownProperty }
            try apply(.volume(HardwareVolume.pan(side.volume, to: pan)), side)
        case Int(kAudioDevicePropertyPreferredChannelsForStereo): try setStereo(request, side)
        case Int(kAudioDevicePropertyMute): try apply(.muted(try request.load(UInt32.self) != 0), side)
        case Int(kAudioDevicePropertyDataSource):
            let index = Int(try request.load(UInt32.self)) - 1
            guard side.ports.indices.contains(index) else { throw .parameter }
            try apply(.port(side.ports[index].id), side)
        default: throw .unsupportedOperation
        }
    }

    /// Keeps two channels for stereo, in this process: sound servers have no such setting.
    private func setStereo(_ request: HardwareRequest, _ side: DeviceDescription) throws(AudioError) {
        let wanted = try request.load(StereoChannels.self)
        let channels = [wanted.left, wanted.right]
        guard channels.allSatisfy({ (1...side.channels).contains(Int($0)) }) else {
            throw .parameter.because("the device has no such channel")
        }
        facts.withLock { $0.stereo[side.direction] = channels }
        system.notify(id, [.init(kAudioDevicePropertyPreferredChannelsForStereo, request.scope)])
    }

    /// A volume or a level in decibels. Silence has −∞ decibels; what is no number is neither.
    private func level(_ request: HardwareRequest) throws(AudioError) -> Float {
        let level = try request.load(Float32.self)
        guard !level.isNaN else { throw .parameter.because("the level is no number") }
        return level
    }

    private func setVolume(_ volume: Float, _ side: DeviceDescription, element: UInt32) throws(AudioError) {
        guard volume.isFinite else { throw .parameter }
        let all = HardwareVolume.write(max(0, min(1, volume)), side.volume, element: element)
        try apply(.volume(all), side)
    }

    /// For an aggregate: both sides, which may be different devices. Where one refuses, the other keeps its rate.
    private func setRate(_ rate: Double, _ facts: Facts) throws(AudioError) {
        guard rate != facts.sampleRate else { return }
        guard facts.any?.rates.contains(rate) == true else { throw .deviceFormat }
        var changed: [DeviceDescription] = []
        for side in [facts.output, facts.input].compactMap({ $0 })
        where side.direction == .output || side.id != facts.output?.id {
            do throws(AudioError) { try apply(.sampleRate(rate), side) } catch {
                for side in changed { try? apply(.sampleRate(side.sampleRate), side) }
                throw error
            }
            changed.append(side)
        }
    }

    /// Takes the length of cycles that the session wishes for, or the nearest one that the device has.
    func take(wish frames: Int) {
        let facts = self.facts.withLock { $0 }
        guard facts.isAlive else { return }
        try? setFrames(facts.nearest(frames), facts) { io.applyFrames() }
    }

    /// The same for a device that nobody knows yet.
    func begin(wish frames: Int) { facts.withLock { $0.framesPerCycle = $0.nearest(frames) } }

    private func setFrames(_ frames: Int, _ facts: Facts, apply: () -> Void) throws(AudioError) {
        guard facts.cycleRange.contains(frames) else { throw .illegalOperation }
        guard frames != facts.framesPerCycle else { return }
        self.facts.withLock { $0.framesPerCycle = frames }
        apply()
        system.notify(
            id,
            [
                .init(kAudioDevicePropertyBufferFrameSize), .init(kAudioDevicePropertyBufferSize),
            ])
    }

    /// Accepts the format that a side has. A different rate sets the device's rate.
    func setFormat(_ wanted: AudioStreamBasicDescription, _ side: DeviceDescription) throws(AudioError) {
        let own = HardwareStream.format(side)
        guard HardwareStream.isSame(wanted, own) else { throw .deviceFormat }
        guard wanted.mSampleRate != 0, wanted.mSampleRate != own.mSampleRate else { return }
        try setRate(wanted.mSampleRate, facts.withLock { $0 })
    }
}

/// The value of `kAudioDevicePropertyPreferredChannelsForStereo`.
private struct StereoChannels: BitwiseCopyable {
    let left: UInt32
    let right: UInt32
}
