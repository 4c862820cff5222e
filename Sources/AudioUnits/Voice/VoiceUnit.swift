import AudioCore
import AudioDSP
import AudioIO
import CAudioToolbox
import Synchronization

/// VoiceProcessingIO: RemoteIO for conversations. What it records is without the echo of what the process plays, and without
/// steady noise, at one level. While it runs, other sound of the process is lowered.
package final class VoiceUnit: DeviceUnit, @unchecked Sendable {
    package static let voice = UnitBlueprint("auou", "vpio", "Apple: AUVoiceProcessingIO") { VoiceUnit($0) }
        .with { ($0.inputs, $0.outputs) = (2, 2) }

    private struct Stored {
        var ducksOthers = true
        /// Kept, and without an effect.
        var quality = UInt32(kRenderQuality_Max)
        /// The fields of an `AUVoiceIOOtherAudioDuckingConfiguration`.
        var ducksInSpeech = false
        var duckingLevel: UInt32 = 0
        var listener: UnitRequest.SpeechListener?
        /// Whether the listener has been set and not been called.
        var isListenerNew = false
    }

    private let controls = VoiceControls()
    private let stored = LockedValue(Stored(), .state)
    /// Calls the listener, and lowers other sound.
    let attendant: ScheduleThread
    private let activity: VoiceActivity
    /// What the attendant has done last; its thread's own.
    private var hasToldOfSpeech = false
    private var ducked: (gain: Float, sound: DuckedSound)?

    package init(_ blueprint: UnitBlueprint, system: HardwareSystem = .shared) {
        attendant = ScheduleThread(name: "audio-voice")
        activity = VoiceActivity(attendant)
        super.init(blueprint, Kind(choosesDevice: false, convertsInput: true, hasVolume: false), system: system)
    }

    deinit { attendant.close() }

    override func dispose() {
        super.dispose()
        attendant.close()
    }

    override var isVoice: Bool { true }

    override func makeVoice(_ format: StreamFormat, hearsOutput: Bool, capacity: Int) -> VoiceStage? {
        // A unit that only records hears what others play on the default device.
        let playedRate = hearsOutput ? format.sampleRate : hardwareFormat(isInput: false).sampleRate
        return VoiceStage(format, playedRate: playedRate, controls, activity, capacity: capacity)
    }

    /// That of what is recorded.
    override package var latency: Double {
        let rate = hardwareFormat(isInput: true).sampleRate
        let isBypassed = controls.isBypassed.load(ordering: .relaxed)
        guard !isBypassed, settings.withLock({ $0.records }), rate > 0 else { return super.latency }
        return Double(VoiceProcessor.latency(rate)) / rate
    }

    // MARK: Speech, and other sound

    override func runningDidChange() {
        super.runningDidChange()
        // Without a thread no one is notified of speech, and other sound stays as loud as it is.
        if running.withLock({ $0.isOn }) { try? attendant.start { [weak self] in self?.attend() } }
        attendant.wake()
    }

    /// Does what the state of the unit asks for. On the attendant's thread, without a lock.
    private func attend() {
        let isOn = running.withLock { $0.isOn }
        if !isOn { activity.forget() }
        let isSpeaking = isOn && activity.isSpeaking
        duck(isOn ? duckingGain(isSpeaking) : 1)
        tell(ofSpeech: isSpeaking && controls.isMuted.load(ordering: .relaxed))
    }

    /// The factors on other sound by the levels of `AUVoiceIOOtherAudioDuckingLevel`: -12, -6, -18 and -30 dB.
    private static let duckingGains: [UInt32: Float] = [0: 0.251189, 10: 0.501187, 20: 0.125893, 30: 0.0316228]

    private func duckingGain(_ isSpeaking: Bool) -> Float {
        let stored = self.stored.withLock { $0 }
        guard stored.ducksOthers, isSpeaking || !stored.ducksInSpeech else { return 1 }
        return Self.duckingGains[stored.duckingLevel] ?? 1
    }

    private func duck(_ gain: Float) {
        guard gain != ducked?.gain ?? 1 else { return }
        // The old factor ends after the new one: other sound goes from one level to the other.
        let old = ducked
        ducked = nil
        if gain != 1, let sound = try? system.duckOthers(to: gain) { ducked = (gain, sound) }
        withExtendedLifetime(old) {}
    }

    private func tell(ofSpeech isSpeech: Bool) {
        let (listener, isNew) = stored.withLock { stored in
            defer { stored.isListenerNew = false }
            return (stored.listener, stored.isListenerNew)
        }
        if isNew { hasToldOfSpeech = false }
        guard isSpeech != hasToldOfSpeech else { return }
        hasToldOfSpeech = isSpeech
        guard let listener else { return }
        LockOrder.willCallClient()
        let event: AUVoiceIOSpeechActivityEvent = isSpeech ? .hasStarted : .hasEnded
        listener(event.rawValue)
    }

    // MARK: Properties

    override package func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        switch request.id {
        case kAUVoiceIOProperty_BypassVoiceProcessing: .flag(controls.isBypassed.load(ordering: .relaxed))
        case kAUVoiceIOProperty_VoiceProcessingEnableAGC: .flag(controls.levelsVoice.load(ordering: .relaxed))
        case kAUVoiceIOProperty_MuteOutput: .flag(controls.isMuted.load(ordering: .relaxed))
        case kAUVoiceIOProperty_DuckNonVoiceAudio: .flag(stored.withLock { $0.ducksOthers })
        case kAUVoiceIOProperty_VoiceProcessingQuality: .one(stored.withLock { $0.quality })
        case kAUVoiceIOProperty_OtherAudioDuckingConfiguration: .bytes(ducking)
        default: try super.ownValue(request)
        }
    }

    override package func ownWriteOnlySize(_ id: AudioUnitPropertyID) -> Int? {
        id == kAUVoiceIOProperty_MutedSpeechActivityEventListener ? MemoryLayout<UnsafeRawPointer>.size : nil
    }

    override package func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAUVoiceIOProperty_BypassVoiceProcessing: try setBypass(request.flag())
        case kAUVoiceIOProperty_VoiceProcessingEnableAGC:
            controls.levelsVoice.store(try request.flag(), ordering: .relaxed)
        case kAUVoiceIOProperty_MuteOutput: controls.isMuted.store(try request.flag(), ordering: .relaxed)
        case kAUVoiceIOProperty_DuckNonVoiceAudio:
            let ducks = try request.flag()
            stored.withLock { $0.ducksOthers = ducks }
        case kAUVoiceIOProperty_VoiceProcessingQuality:
            let quality = try request.load(UInt32.self)
            guard quality <= kRenderQuality_Max else { throw .unitValue }
            stored.withLock { $0.quality = quality }
        case kAUVoiceIOProperty_OtherAudioDuckingConfiguration: try setDucking(request)
        case kAUVoiceIOProperty_MutedSpeechActivityEventListener: try setListener(request)
        default: return try super.setOwn(request)
        }
        attendant.wake()
        notify(request.id, request.scope, request.element)
        return true
    }

    private func setBypass(_ isOn: Bool) {
        let wasOn = controls.isBypassed.exchange(isOn, ordering: .relaxed)
        if wasOn != isOn, settings.withLock({ $0.records }) { notify(kAudioUnitProperty_Latency) }
    }

    private func setListener(_ request: UnitRequest) throws(AudioError) {
        var listener: UnitRequest.SpeechListener?
        if !request.isRemoval {
            guard let start = request.input.baseAddress, request.input.count >= MemoryLayout<UnsafeRawPointer>.size
            else { throw .unitValue }
            listener = request.speechListener(start)
        }
        let new = listener
        // Returned, so that a block of a client is released without the lock.
        let old = stored.withLock { stored in
            defer { (stored.listener, stored.isListenerNew) = (new, true) }
            return stored.listener
        }
        withExtendedLifetime(old) {}
    }

    /// The bytes of an `AUVoiceIOOtherAudioDuckingConfiguration`; those between its fields are 0.
    private var ducking: [UInt8] {
        let (isAdvanced, level) = stored.withLock { ($0.ducksInSpeech, $0.duckingLevel) }
        return [isAdvanced ? 1 : 0, 0, 0, 0] + withUnsafeBytes(of: level) { Array($0) }
    }

    private func setDucking(_ request: UnitRequest) throws(AudioError) {
        let size = MemoryLayout<AUVoiceIOOtherAudioDuckingConfiguration>.size
        guard request.input.baseAddress != nil, request.input.count >= size else { throw .unitValue }
        let level = request.input.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        guard [0, 10, 20, 30].contains(level) else { throw .unitValue }
        // The byte of a client's flag may be any number.
        let isAdvanced = request.input.load(as: UInt8.self) != 0
        stored.withLock { ($0.ducksInSpeech, $0.duckingLevel) = (isAdvanced, level) }
    }
}
