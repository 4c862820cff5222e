import AudioCore
import CAudioToolbox

// The properties of a spatial mixer as a whole: its room, what its output is for, its meters, what it knows of the listener's head.
extension SpatialMixerUnit {
    func isMixerProperty(_ id: AudioUnitPropertyID) -> Bool {
        switch id {
        case kAudioUnitProperty_UsesInternalReverb, kAudioUnitProperty_ReverbRoomType,
            kAudioUnitProperty_SpatialMixerOutputType, kAudioUnitProperty_SpatialMixerEnableHeadTracking,
            kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode,
            kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF:
            true
        case kAudioUnitProperty_MeteringMode: hasMeters
        default: false
        }
    }

    func mixerValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        guard isMixerProperty(request.id) else { return nil }
        if request.id == kAudioUnitProperty_MeteringMode { return .flag(try meters.isOn(request, of: self)) }
        try expectGlobal(request)
        switch request.id {
        case kAudioUnitProperty_UsesInternalReverb: return .one(UInt32(mixerSettings.usesReverb.read()))
        case kAudioUnitProperty_ReverbRoomType: return .one(UInt32(mixerSettings.room.read()))
        case kAudioUnitProperty_SpatialMixerEnableHeadTracking: return .one(UInt32(mixerSettings.tracksHead.read()))
        case kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode:
            return .one(UInt32(mixerSettings.personalMode.read()))
        case kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF: return .one(UInt32(0))
        default: return .one(UInt32(mixerSettings.outputType.read()))
        }
    }

    /// - Returns: false where the property is none of the mixer.
    func setMixer(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAudioUnitProperty_MeteringMode:
            guard hasMeters else { return false }
            try meters.setMode(request, of: self)
        case kAudioUnitProperty_UsesInternalReverb:
            try expectGlobal(request)
            mixerSettings.usesReverb.write(try request.flag() ? 1 : 0)
            notify(kAudioUnitProperty_TailTime)
        case kAudioUnitProperty_ReverbRoomType, kAudioUnitProperty_ReverbPreset:
            try expectGlobal(request)
            try setRoom(request.load(UInt32.self))
            return true
        case kAudioUnitProperty_SpatialMixerEnableHeadTracking:
            try expectGlobal(request)
            mixerSettings.tracksHead.write(try request.flag() ? 1 : 0)
        case kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode:
            try expectGlobal(request)
            let value = try request.load(UInt32.self)
            guard value <= SpatialMixerSettings.automaticHead else { throw .unitValue }
            mixerSettings.personalMode.write(Float(value))
        case kAudioUnitProperty_SpatialMixerOutputType:
            try expectGlobal(request)
            let value = try request.load(UInt32.self)
            guard SpatialMixerSettings.headphones...SpatialMixerSettings.externalSpeakers ~= value else {
                throw .unitValue
            }
            mixerSettings.outputType.write(Float(value))
            giveHeads()
        default: return false
        }
        notify(request.id, request.scope, request.element)
        return true
    }

    /// A preset of the mixer's reverb is a room.
    private func setRoom(_ room: UInt32) throws(AudioError) {
        guard Int(room) < ReverbUnit.rooms.count else { throw .unitValue.because("there is no room \(room)") }
        mixerSettings.room.write(Float(room))
        notify(kAudioUnitProperty_ReverbRoomType)
        notify(kAudioUnitProperty_TailTime)
    }

    // MARK: Factory presets

    /// The presets, by their names on Apple's systems. Each sets what the output is for; all else stays.
    static let playbackPresets = [
        UnitPreset(number: 0, name: "Built-In Speaker Media Playback"),
        UnitPreset(number: 1, name: "Headphone Media Playback Default"),
        UnitPreset(number: 2, name: "Headphone Media Playback Movie"),
    ]

    func applyPlayback(_ preset: UnitPreset) {
        let type = preset.number == 0 ? SpatialMixerSettings.builtInSpeakers : SpatialMixerSettings.headphones
        mixerSettings.outputType.write(Float(type))
        giveHeads()
        notify(kAudioUnitProperty_SpatialMixerOutputType)
    }
}
