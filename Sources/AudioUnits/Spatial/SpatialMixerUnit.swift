import AudioCore
import CAudioToolbox

/// SpatialMixer: places its inputs around the listener by direction and distance, and adds them up.
///
/// An input of one channel is placed; others pass channel by channel, unless they are made point sources or a bed. An input
/// without a source, or disabled, is silent. Placed inputs may be heard in a room, too: each gives it its part by the reverb blend.
final class SpatialMixerUnit: Unit, @unchecked Sendable {
    static let mixer = UnitBlueprint("aumx", "3dem", "Apple: AUSpatialMixer") { SpatialMixerUnit($0) }
        .with {
            ($0.inputs, $0.mayChangeInputs) = (64, true)
            $0.presets = playbackPresets
            $0.parameters =
                inputParameters + [
                    ParameterSpec(3, "Gain", .decibels, -120...20, 0, scope: kAudioUnitScope_Output),
                    ParameterSpec(19, "Head Yaw", .degrees, -180...180, 0),
                    ParameterSpec(20, "Head Pitch", .degrees, -90...90, 0),
                    ParameterSpec(21, "Head Roll", .degrees, -180...180, 0),
                ] + reverbParameters
        }

    /// 3DMixer, as the mixer was called at first: parameters and properties have the same numbers. It alone has meters, limits of
    /// gains in decibels, and second numbers of some parameters.
    static let first = UnitBlueprint("aumx", "3dmx", "Apple: AUMixer3D") { SpatialMixerUnit($0) }
        .with { ($0.inputs, $0.mayChangeInputs, $0.parameters) = (64, true, mixer.parameters + decibelLimits) }

    private static let inputParameters: [ParameterSpec] = {
        func spec(
            _ id: UInt32, _ name: String, _ unit: AudioUnitParameterUnit, _ range: ClosedRange<Float>, _ initial: Float,
            canRamp: Bool = true
        ) -> ParameterSpec {
            ParameterSpec(id, name, unit, range, initial, scope: kAudioUnitScope_Input, canRamp: canRamp)
        }
        return [
            spec(0, "Azimuth", .degrees, -180...180, 0), spec(1, "Elevation", .degrees, -90...90, 0),
            spec(2, "Distance", .meters, 0...10_000, 0), spec(3, "Gain", .decibels, -120...20, 0),
            spec(4, "Playback Rate", .rate, 0.5...2, 1), spec(5, "Enable", .boolean, 0...1, 1, canRamp: false),
            spec(6, "Min Gain", .linearGain, 0...10, 0), spec(7, "Max Gain", .linearGain, 0...10, 10),
            spec(8, "Reverb Blend", .equalPowerCrossfade, 0...100, 30),
            spec(10, "Occlusion Attenuation", .decibels, -100...0, 0),
            spec(11, "Obstruction Attenuation", .decibels, -100...0, 0),
        ]
    }()

    /// Apple's header states a default of 0 for each limit, which would hold all sources at one level. These limit nothing at first.
    private static let decibelLimits: [ParameterSpec] = {
        func spec(_ id: UInt32, _ name: String, _ initial: Float, _ scope: UInt32) -> ParameterSpec {
            ParameterSpec(id, name, .decibels, DecibelLimits.range, initial, scope: scope)
        }
        let (least, most) = (DecibelLimits.range.lowerBound, DecibelLimits.range.upperBound)
        return [
            spec(DecibelLimits.leastID, "Min Gain in Decibels", least, kAudioUnitScope_Input),
            spec(DecibelLimits.mostID, "Max Gain in Decibels", most, kAudioUnitScope_Input),
            spec(DecibelLimits.leastID, "Min Gain in Decibels", least, kAudioUnitScope_Output),
            spec(DecibelLimits.mostID, "Max Gain in Decibels", most, kAudioUnitScope_Output),
        ]
    }()

    private static let reverbParameters: [ParameterSpec] = {
        var kind = ParameterSpec(17, "Reverb Filter Type", .indexed, 0...10, 0, canRamp: false)
        kind.valueNames = BandEqualizerUnit.kinds
        return [
            ParameterSpec(9, "Global Reverb Gain", .decibels, -40...40, 0),
            .frequency(14, "Reverb Filter Frequency", from: 10, 800, upTo: 20_000),
            ParameterSpec(15, "Reverb Filter Bandwidth", .octaves, 0.05...4, 3),
            ParameterSpec(16, "Reverb Filter Gain", .decibels, -18...18, 0), kind,
            ParameterSpec(18, "Reverb Filter Enable", .boolean, 0...1, 1, canRamp: false),
        ]
    }()

    let settings = LockedValue<[UInt32: SpatialSettings]>([:])
    let mixerSettings = SpatialMixerSettings()
    let meters = MixerMeters()
    var hasMeters: Bool { blueprint.subtype == Self.first.subtype }

    override var convertsFormats: Bool { true }
    override var convertsOutputForms: Bool { true }
    override var keepsSound: Bool { true }

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let output = state.outputs[0].format
        let former = state.plan?.ownKernel as? SpatialKernel
        let known = former?.fits(output, maximumFrames: state.maximumFrames) == true ? former : nil
        // What may fail comes before memory is taken.
        var parts: [SpatialInput.Parts?] = []
        for (index, input) in state.inputs.enumerated() {
            let element = UInt32(index)
            if let known, index < known.inputs.count, known.inputs[index].format == input.format,
                known.inputs[index].isComplete
            {
                parts.append(nil)
                continue
            }
            parts.append(
                try SpatialInput.Parts(
                    input.format, rate: output.sampleRate, settings(element), mixerSettings,
                    meter(kAudioUnitScope_Input, element), element, parameters))
        }
        let inputs = parts.enumerated().map { index, parts in
            parts.map { SpatialInput($0, outputs: output.channels, maximumFrames: state.maximumFrames) }
                ?? known!.inputs[index]
        }
        let reverb =
            known?.reverb ?? SpatialReverb(mixerSettings, parameters, output, maximumFrames: state.maximumFrames)
        return SpatialKernel(
            inputs, reverb, meter(kAudioUnitScope_Output, 0), parameters, SpatialSetLayouts(state), output,
            maximumFrames: state.maximumFrames, renderer.gate)
    }

    private func meter(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> MeterCell? {
        hasMeters ? meters.cell(scope, element) : nil
    }

    /// Each input has its frames twice, their sum thrice, a source for each channel of a bed and perhaps heads; and there is a room.
    override func kernelMemory(_ state: UnitState) -> Int { kernelMemory(state, withHead: nil) }

    // MARK: Layouts

    override func check(
        _ layout: ChannelLayout, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ state: UnitState
    ) throws(AudioError) {
        guard scope == kAudioUnitScope_Input else { return }
        try checkBed(layout, UInt32(settings(element).mode.read()))
    }

    override func didChangeLayout(_ scope: AudioUnitScope, _ element: AudioUnitElement) {
        giveLayouts(to: scope == kAudioUnitScope_Input ? Int(element) : nil)
    }

    override func didMakePlan() { giveMissedLayouts() }

    override func willUninitialize() { takeHeads() }

    override var tailTime: Double {
        guard mixerSettings.usesReverb.read() != 0 else { return 0 }
        return ReverbUnit.rooms[Int(mixerSettings.room.read())].tailTime
    }

    override func apply(_ preset: UnitPreset) { applyPlayback(preset) }

    // MARK: Parameters that 3DMixer has besides

    /// The numbers that macOS and iOS have in common, of parameters that have older ones.
    override func mainID(_ id: AudioUnitParameterID, _ scope: AudioUnitScope) -> AudioUnitParameterID {
        guard hasMeters else { return id }
        return switch (scope, id) {
        case (kAudioUnitScope_Input, 20): 5
        case (kAudioUnitScope_Input, 23): 8
        case (kAudioUnitScope_Global, 24): 9
        case (kAudioUnitScope_Input, 25): 10
        case (kAudioUnitScope_Input, 26): 11
        default: id
        }
    }

    override func ownSpec(_ id: AudioUnitParameterID, _ scope: AudioUnitScope) -> ParameterSpec? {
        guard hasMeters else { return nil }
        let main = mainID(id, scope)
        guard main != id else { return MixerMeters.spec(id, scope) }
        var known = blueprint.parameters.first { $0.id == main && $0.scope == scope }
        known?.id = id
        return known
    }

    override func meter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? { meters.decibels(id, scope, element) }

    // MARK: Settings of inputs

    func settings(_ input: UInt32) -> SpatialSettings {
        settings.withLock { settings in
            if let known = settings[input] { return known }
            let made = SpatialSettings()
            settings[input] = made
            return made
        }
    }

    private static let ids: Set<AudioUnitPropertyID> = [
        kAudioUnitProperty_SpatializationAlgorithm, kAudioUnitProperty_SpatialMixerRenderingFlags,
        kAudioUnitProperty_SpatialMixerSourceMode, kAudioUnitProperty_SpatialMixerDistanceParams,
        kAudioUnitProperty_SpatialMixerAttenuationCurve, kAudioUnitProperty_SpatialMixerPointSourceInHeadMode,
        kAudioUnitProperty_DopplerShift,
    ]

    func owner(_ request: UnitRequest) throws(AudioError) -> SpatialSettings {
        guard request.scope == kAudioUnitScope_Input else { throw .unitScope }
        _ = try element(request.scope, request.element)
        return settings(request.element)
    }

    override func isOwnWritable(_ request: UnitRequest) -> Bool? {
        if request.id == kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF { return false }
        return Self.ids.contains(request.id) || isMixerProperty(request.id) ? true : nil
    }

    override func ownWriteOnlySize(_ id: AudioUnitPropertyID) -> Int? {
        id == kAudioUnitProperty_ReverbPreset ? MemoryLayout<UInt32>.size : nil
    }

    override func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        guard Self.ids.contains(request.id) else { return try mixerValue(request) }
        let owner = try owner(request)
        switch request.id {
        case kAudioUnitProperty_SpatializationAlgorithm: return .one(UInt32(owner.algorithm.read()))
        case kAudioUnitProperty_SpatialMixerRenderingFlags: return .one(UInt32(owner.flags.read()))
        case kAudioUnitProperty_DopplerShift: return .flag(owner.doppler.read() != 0)
        case kAudioUnitProperty_SpatialMixerSourceMode: return .one(UInt32(owner.mode.read()))
        case kAudioUnitProperty_SpatialMixerAttenuationCurve: return .one(UInt32(owner.curve.read()))
        case kAudioUnitProperty_SpatialMixerPointSourceInHeadMode: return .one(UInt32(owner.inHead.read()))
        default: return .many([owner.reference.read(), owner.maximum.read(), owner.attenuation.read()])
        }
    }

    override func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        if request.id == kAudioUnitProperty_AudioChannelLayout, request.isRemoval,
            Self.aliased(request.scope, request.element).0 == kAudioUnitScope_Output
        {
            throw .unitValue.because("the output keeps its layout until another one or a format is set")
        }
        guard Self.ids.contains(request.id) else { return try setMixer(request) }
        let owner = try owner(request)
        switch request.id {
        case kAudioUnitProperty_SpatializationAlgorithm:
            let value = try request.load(UInt32.self)
            guard let algorithm = SpatialAlgorithm(rawValue: value) else { throw .unitValue }
            try set(algorithm, of: owner, request.element)
        case kAudioUnitProperty_SpatialMixerRenderingFlags:
            let value = try request.load(UInt32.self)
            guard value & ~SpatialSettings.knownFlags == 0 else { throw .unitValue }
            owner.flags.write(Float(value))
        case kAudioUnitProperty_DopplerShift: owner.doppler.write(try request.flag() ? 1 : 0)
        case kAudioUnitProperty_SpatialMixerSourceMode:
            let value = try request.load(UInt32.self)
            guard value <= SpatialSettings.ambienceBed else { throw .unitValue }
            try setMode(value, of: owner, request.element)
        case kAudioUnitProperty_SpatialMixerAttenuationCurve:
            let value = try request.load(UInt32.self)
            guard DistanceModel.Curve(rawValue: value) != nil else { throw .unitValue }
            owner.curve.write(Float(value))
        case kAudioUnitProperty_SpatialMixerPointSourceInHeadMode:
            let value = try request.load(UInt32.self)
            guard value <= SpatialSettings.bypassInHead else { throw .unitValue }
            owner.inHead.write(Float(value))
        default:
            let (reference, maximum, attenuation) = try request.load((Float, Float, Float).self)
            guard [reference, maximum, attenuation].allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 1e9 }) else {
                throw .unitValue
            }
            owner.reference.write(reference)
            owner.maximum.write(maximum)
            owner.attenuation.write(attenuation)
        }
        notify(request.id, request.scope, request.element)
        return true
    }
}
