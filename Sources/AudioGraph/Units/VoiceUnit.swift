import AudioCore
import AudioDSP
import AudioIO
import CAudioToolbox
import Synchronization

/// VoiceProcessingIO: RemoteIO for conversations. What it records is without the echo of what the process plays, and without
/// steady noise, at one level.
package final class VoiceUnit: DeviceUnit, @unchecked Sendable {
    package static let voice = UnitBlueprint("auou", "vpio", "Apple: AUVoiceProcessingIO") { VoiceUnit($0) }
        .with { ($0.inputs, $0.outputs) = (2, 2) }

    private struct Stored {
        var ducksOthers: UInt32 = 1
        var quality: UInt32 = 127
        /// The bytes of an `AUVoiceIOOtherAudioDuckingConfiguration`; those between its fields are 0.
        var ducking = [UInt8](repeating: 0, count: MemoryLayout<AUVoiceIOOtherAudioDuckingConfiguration>.size)
    }

    private let controls = VoiceControls()
    /// What is kept, and has no effect.
    private let stored = LockedValue(Stored(), .state)

    package init(_ blueprint: UnitBlueprint, system: HardwareSystem = .shared) {
        super.init(blueprint, Kind(choosesDevice: false, convertsInput: true, hasVolume: false), system: system)
    }

    override func makeVoice(_ format: StreamFormat, hearsOutput: Bool, capacity: Int) -> VoiceStage? {
        VoiceStage(format, hearsOutput: hearsOutput, controls, capacity: capacity)
    }

    /// That of what is recorded.
    override package var latency: Double {
        let rate = hardwareFormat(isInput: true).sampleRate
        guard settings.withLock({ $0.records }), rate > 0 else { return 0 }
        return Double(VoiceProcessor.latency(rate)) / rate
    }

    // MARK: Properties

    override package func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        switch request.id {
        case kAUVoiceIOProperty_BypassVoiceProcessing: .flag(controls.isBypassed.load(ordering: .relaxed))
        case kAUVoiceIOProperty_VoiceProcessingEnableAGC: .flag(controls.levelsVoice.load(ordering: .relaxed))
        case kAUVoiceIOProperty_MuteOutput: .flag(controls.isMuted.load(ordering: .relaxed))
        case kAUVoiceIOProperty_DuckNonVoiceAudio: .one(stored.withLock { $0.ducksOthers })
        case kAUVoiceIOProperty_VoiceProcessingQuality: .one(stored.withLock { $0.quality })
        case kAUVoiceIOProperty_OtherAudioDuckingConfiguration: .bytes(stored.withLock { $0.ducking })
        default: try super.ownValue(request)
        }
    }

    override package func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAUVoiceIOProperty_BypassVoiceProcessing:
            controls.isBypassed.store(try request.flag(), ordering: .relaxed)
        case kAUVoiceIOProperty_VoiceProcessingEnableAGC:
            controls.levelsVoice.store(try request.flag(), ordering: .relaxed)
        case kAUVoiceIOProperty_MuteOutput: controls.isMuted.store(try request.flag(), ordering: .relaxed)
        case kAUVoiceIOProperty_DuckNonVoiceAudio:
            let ducks: UInt32 = try request.flag() ? 1 : 0
            stored.withLock { $0.ducksOthers = ducks }
        case kAUVoiceIOProperty_VoiceProcessingQuality:
            let quality = try request.load(UInt32.self)
            guard quality <= 127 else { throw .unitValue }
            stored.withLock { $0.quality = quality }
        case kAUVoiceIOProperty_OtherAudioDuckingConfiguration: try setDucking(request)
        default: return try super.setOwn(request)
        }
        notify(request.id, request.scope, request.element)
        return true
    }

    private func setDucking(_ request: UnitRequest) throws(AudioError) {
        let size = MemoryLayout<AUVoiceIOOtherAudioDuckingConfiguration>.size
        guard request.input.baseAddress != nil, request.input.count >= size else { throw .unitValue }
        let level = request.input.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        guard [0, 10, 20, 30].contains(level) else { throw .unitValue }
        // The byte of a client's flag may be any number.
        let isAdvanced: UInt8 = request.input.load(as: UInt8.self) != 0 ? 1 : 0
        let bytes = [isAdvanced, 0, 0, 0] + withUnsafeBytes(of: level) { Array($0) }
        stored.withLock { $0.ducking = bytes }
    }
}
