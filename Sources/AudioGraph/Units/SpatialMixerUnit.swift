import AudioCore
import CAudioToolbox

/// SpatialMixer: places its inputs around the listener by direction and distance, and adds them up.
///
/// An input of one channel is placed; others pass channel by channel, unless they are made point sources. An input
/// without a source, or disabled, is silent.
final class SpatialMixerUnit: Unit, @unchecked Sendable {
    static let mixer = UnitBlueprint("aumx", "3dem", "Apple: AUSpatialMixer") { SpatialMixerUnit($0) }
        .with {
            ($0.inputs, $0.mayChangeInputs) = (64, true)
            $0.parameters =
                inputParameters + [
                    ParameterSpec(3, "Gain", .decibels, -120...20, 0, scope: kAudioUnitScope_Output),
                    ParameterSpec(19, "Head Yaw", .degrees, -180...180, 0),
                    ParameterSpec(20, "Head Pitch", .degrees, -90...90, 0),
                    ParameterSpec(21, "Head Roll", .degrees, -180...180, 0),
                ]
        }

    /// 3DMixer, as the mixer was called at first: parameters and properties have the same numbers.
    static let first = UnitBlueprint("aumx", "3dmx", "Apple: AUMixer3D") { SpatialMixerUnit($0) }
        .with { ($0.inputs, $0.mayChangeInputs, $0.parameters) = (64, true, mixer.parameters) }

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
            spec(10, "Occlusion Attenuation", .decibels, -100...0, 0),
            spec(11, "Obstruction Attenuation", .decibels, -100...0, 0),
        ]
    }()

    private let settings = LockedValue<[UInt32: SpatialSettings]>([:])

    override var convertsFormats: Bool { true }
    override var convertsOutputForms: Bool { true }

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let output = state.outputs[0].format
        // What may fail comes before memory is taken.
        var parts: [SpatialInput.Parts] = []
        for (index, input) in state.inputs.enumerated() {
            parts.append(
                try SpatialInput.Parts(
                    input.format, rate: output.sampleRate, settings(UInt32(index)), UInt32(index), parameters))
        }
        let inputs = parts.map { SpatialInput($0, outputs: output.channels, maximumFrames: state.maximumFrames) }
        return SpatialKernel(inputs, parameters)
    }

    /// Each input has its frames twice, and their sum.
    override func kernelMemory(_ state: UnitState) -> Int {
        let frames = state.inputs.reduce(0.0) { $0 + Double(2 * $1.format.channels + 1) * Double(state.maximumFrames) }
        return Int(min(4 * frames, 1e15))
    }

    // MARK: Settings of inputs

    private func settings(_ input: UInt32) -> SpatialSettings {
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
        kAudioUnitProperty_SpatialMixerAttenuationCurve,
    ]

    private func owner(_ request: UnitRequest) throws(AudioError) -> SpatialSettings {
        guard request.scope == kAudioUnitScope_Input else { throw .unitScope }
        _ = try element(request.scope, request.element)
        return settings(request.element)
    }

    override func isOwnWritable(_ request: UnitRequest) -> Bool? { Self.ids.contains(request.id) ? true : nil }

    override func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        guard Self.ids.contains(request.id) else { return nil }
        let owner = try owner(request)
        switch request.id {
        case kAudioUnitProperty_SpatializationAlgorithm: return .one(UInt32(owner.algorithm.read()))
        case kAudioUnitProperty_SpatialMixerRenderingFlags: return .one(UInt32(owner.flags.read()))
        case kAudioUnitProperty_SpatialMixerSourceMode: return .one(UInt32(owner.mode.read()))
        case kAudioUnitProperty_SpatialMixerAttenuationCurve: return .one(UInt32(owner.curve.read()))
        default: return .many([owner.reference.read(), owner.maximum.read(), owner.attenuation.read()])
        }
    }

    /// A measured head needs its responses, which the kernel is made with.
    private func set(_ algorithm: SpatialAlgorithm, of owner: SpatialSettings) throws(AudioError) {
        let before = owner.algorithm.exchange(Float(algorithm.rawValue))
        guard algorithm.usesResponses else { return owner.responses.withLock { $0 = nil } }
        guard before != Float(algorithm.rawValue) else { return }
        do throws(AudioError) {
            let responses = try HeadResponses.at(try element(kAudioUnitScope_Output, 0).format.sampleRate)
            owner.responses.withLock { $0 = responses }
            try rebuild()
        } catch {
            owner.algorithm.write(before)
            throw error
        }
    }

    override func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        guard Self.ids.contains(request.id) else { return false }
        let owner = try owner(request)
        switch request.id {
        case kAudioUnitProperty_SpatializationAlgorithm:
            let value = try request.load(UInt32.self)
            guard let algorithm = SpatialAlgorithm(rawValue: value) else { throw .unitValue }
            try set(algorithm, of: owner)
        case kAudioUnitProperty_SpatialMixerRenderingFlags:
            let value = try request.load(UInt32.self)
            guard value & ~SpatialSettings.knownFlags == 0 else { throw .unitValue }
            owner.flags.write(Float(value))
        case kAudioUnitProperty_SpatialMixerSourceMode:
            let value = try request.load(UInt32.self)
            guard value <= SpatialSettings.pointSource else { throw .unitValue }
            owner.mode.write(Float(value))
        case kAudioUnitProperty_SpatialMixerAttenuationCurve:
            let value = try request.load(UInt32.self)
            guard DistanceModel.Curve(rawValue: value) != nil else { throw .unitValue }
            owner.curve.write(Float(value))
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

/// The properties of an input, which clients set and the audio thread reads. Small numbers, as floating point.
final class SpatialSettings: Sendable {
    /// InterAuralDelay and DistanceAttenuation.
    static let knownFlags: UInt32 = 1 | 4
    /// `kSpatialMixerSourceMode_PointSource`.
    static let pointSource: UInt32 = 2

    let algorithm = Latest(0)
    /// Those that the next kernel needs, which take long to read.
    let responses = LockedValue<HeadResponses?>(nil)
    let flags = Latest(0)
    let mode = Latest(0)
    let curve = Latest(2)
    let reference = Latest(1)
    let maximum = Latest(100_000)
    let attenuation = Latest(100)

    var model: DistanceModel {
        DistanceModel(
            curve: DistanceModel.Curve(rawValue: UInt32(curve.read())) ?? .inverse, reference: reference.read(),
            maximum: maximum.read(), attenuation: attenuation.read())
    }
}
