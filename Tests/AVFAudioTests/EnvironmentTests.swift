import AVFAudio
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// Sources around a listener.
@Suite struct EnvironmentTests {
    /// An engine with an environment that has one source.
    final class Stage {
        let engine: AVAudioEngine
        let source: AVAudioSourceNode
        let environment = AVAudioEnvironmentNode()

        init(
            _ source: AVAudioSourceNode = NodeStage.constant(0.5), format: AVAudioFormat = NodeStage.mono,
            _ prepare: (AVAudioSourceNode, AVAudioEnvironmentNode) -> Void = { _, _ in }
        ) throws {
            engine = try EngineTests.engine()
            self.source = source
            prepare(source, environment)
            engine.attach(source)
            engine.attach(environment)
            engine.connect(source, to: environment, format: format)
            engine.connect(environment, to: engine.mainMixerNode, format: NodeStage.stereo)
        }

        func render(_ counts: [Int]) throws -> [[Float]] {
            if !engine.isRunning { try engine.start() }
            return try EngineTests.render(engine, counts)
        }

        /// The last frame of a cycle, when all ramps have ended.
        func level() throws -> (left: Float, right: Float) {
            let sound = try render([1024, 1024])
            return (sound[0].last!, sound[1].last!)
        }

        func parameter(_ id: AudioUnitParameterID, _ scope: AudioUnitScope = kAudioUnitScope_Input) -> Float? {
            NodeStage.parameter(environment.nodeUnit?.reference, id, scope)
        }

        func property(_ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Input) -> UInt32? {
            NodeStage.property(environment.nodeUnit?.reference, id, scope)
        }
    }

    private func point(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint { AVAudio3DPoint(x: x, y: y, z: z) }

    private func isNear(_ one: Float, _ other: Float, _ most: Float = 1e-5) -> Bool { abs(one - other) <= most }

    private func isNear(_ one: AVAudio3DPoint, _ x: Float, _ y: Float, _ z: Float) -> Bool {
        isNear(one.x, x) && isNear(one.y, y) && isNear(one.z, z)
    }

    // MARK: Values

    @Test func anEnvironmentHasItsDefaults() throws {
        let node = AVAudioEnvironmentNode()
        let (distances, reverb) = (node.distanceAttenuationParameters, node.reverbParameters)
        #expect(distances.distanceAttenuationModel == .inverse && distances.rolloffFactor == 1)
        #expect(distances.referenceDistance == 1 && distances.maximumDistance == 100_000)
        #expect(!reverb.enable && reverb.level == 0)
        #expect(node.outputVolume == 1 && node.outputType == .auto && !node.isListenerHeadTrackingEnabled)
        #expect(isNear(node.listenerPosition, 0, 0, 0) && node.nextAvailableInputBus == 0)
        #expect(isNear(node.listenerVectorOrientation.forward, 0, 0, -1))
        #expect(isNear(node.listenerVectorOrientation.up, 0, 1, 0))
        let angles = node.listenerAngularOrientation
        #expect(angles.yaw == 0 && angles.pitch == 0 && angles.roll == 0)
        let stage = try Stage()
        #expect(stage.parameter(kSpatialMixerParam_ReverbBlend) == 0)
        #expect(stage.property(kAudioUnitProperty_SpatialMixerOutputType, kAudioUnitScope_Global) == 3)
    }

    @Test func numbersAreThoseOfApple() {
        #expect(
            [1, 2, 3].map { AVAudioEnvironmentDistanceAttenuationModel(rawValue: $0) } == [
                .exponential, .inverse, .linear,
            ])
        #expect(AVAudioEnvironmentDistanceAttenuationModel(rawValue: 0) == nil)
        #expect(
            (0...4).map { AVAudioEnvironmentOutputType(rawValue: $0) } == [
                .auto, .headphones, .builtInSpeakers, .externalSpeakers, nil,
            ])
    }

    /// Each value of a source is a parameter or a property of the input that it is connected to, whenever it is set.
    @Test(arguments: [false, true]) func aValueIsOneOfTheInput(isSetFirst: Bool) throws {
        func set(_ source: AVAudioSourceNode) {
            (source.volume, source.rate, source.reverbBlend, source.obstruction) = (0.5, 1.5, 0.25, -10)
            (source.occlusion, source.renderingAlgorithm, source.sourceMode) = (-20, .HRTF, .pointSource)
            (source.pointSourceInHeadMode, source.position) = (.bypass, point(3, 0, -4))
        }
        let stage = try Stage { source, _ in if isSetFirst { set(source) } }
        if !isSetFirst { set(stage.source) }
        #expect(isNear(try #require(stage.parameter(kSpatialMixerParam_Gain)), -6.0206))
        #expect(stage.parameter(kSpatialMixerParam_PlaybackRate) == 1.5)
        #expect(stage.parameter(kSpatialMixerParam_ReverbBlend) == 25)
        #expect(stage.parameter(kSpatialMixerParam_ObstructionAttenuation) == -10)
        #expect(stage.parameter(kSpatialMixerParam_OcclusionAttenuation) == -20)
        #expect(stage.property(kAudioUnitProperty_SpatializationAlgorithm) == 2)
        #expect(stage.property(kAudioUnitProperty_SpatialMixerSourceMode) == 2)
        #expect(stage.property(kAudioUnitProperty_SpatialMixerPointSourceInHeadMode) == 1)
        #expect(stage.property(kAudioUnitProperty_SpatialMixerRenderingFlags) == 4)
        #expect(stage.property(kAudioUnitProperty_SpatialMixerAttenuationCurve) == 2)
        #expect(isNear(try #require(stage.parameter(kSpatialMixerParam_Azimuth)), 36.8699))
        #expect(stage.parameter(kSpatialMixerParam_Distance) == 5 && stage.parameter(kSpatialMixerParam_Elevation) == 0)
        // The next source has its own.
        let other = NodeStage.constant(0.5)
        stage.engine.attach(other)
        stage.engine.connect(other, to: stage.environment, fromBus: 0, toBus: 0, format: NodeStage.mono)
        #expect(stage.parameter(kSpatialMixerParam_Gain) == 0 && stage.parameter(kSpatialMixerParam_Distance) == 0)
        #expect(stage.property(kAudioUnitProperty_SpatializationAlgorithm) == 0)
        #expect(stage.environment.nextAvailableInputBus == 1)
    }

    @Test func aDestinationHoldsForOneInput() throws {
        let stage = try Stage()
        stage.engine.connect(
            stage.source,
            to: [
                AVAudioConnectionPoint(node: stage.environment, bus: 0),
                AVAudioConnectionPoint(node: stage.environment, bus: 70),
            ],
            fromBus: 0, format: NodeStage.mono)
        stage.source.destination(forMixer: stage.environment, bus: 70)?.position = point(1, 0, 0)
        let unit = stage.environment.nodeUnit?.reference
        #expect(NodeStage.parameter(unit, kSpatialMixerParam_Azimuth, kAudioUnitScope_Input, 70) == 90)
        #expect(NodeStage.parameter(unit, kSpatialMixerParam_Azimuth, kAudioUnitScope_Input, 0) == 0)
        let level = try stage.level()
        #expect(isNear(level.left, 0.5 * 0.70710678) && isNear(level.right, 0.5 + 0.5 * 0.70710678))
        stage.source.position = point(-1, 0, 0)
        let moved = try stage.level()
        #expect(isNear(moved.left, 1) && isNear(moved.right, 0))
    }

    // MARK: Distance

    struct Model: Sendable {
        let kind: AVAudioEnvironmentDistanceAttenuationModel
        let reference: Float
        let maximum: Float
        let rolloff: Float

        /// As OpenAL's specification has it.
        func gain(_ distance: Double) -> Double {
            let (reference, maximum, rolloff) = (Double(reference), Double(maximum), Double(rolloff))
            guard reference > 0, maximum > reference else { return 1 }
            let distance = min(max(distance, reference), maximum)
            return switch kind {
            case .exponential: pow(distance / reference, -rolloff)
            case .inverse: reference / (reference + rolloff * (distance - reference))
            case .linear: max(0, 1 - rolloff * (distance - reference) / (maximum - reference))
            }
        }
    }

    private static let models: [Model] = [
        .init(kind: .inverse, reference: 1, maximum: 100_000, rolloff: 1),
        .init(kind: .inverse, reference: 2, maximum: 30, rolloff: 0.5),
        .init(kind: .inverse, reference: 0.1, maximum: 10, rolloff: 20),
        .init(kind: .exponential, reference: 1, maximum: 100_000, rolloff: 1),
        .init(kind: .exponential, reference: 3, maximum: 20, rolloff: 2.5),
        .init(kind: .linear, reference: 1, maximum: 11, rolloff: 1),
        .init(kind: .linear, reference: 1, maximum: 11, rolloff: 0.4),
        .init(kind: .linear, reference: 1, maximum: 11, rolloff: 2),
        .init(kind: .linear, reference: 1, maximum: 11, rolloff: 1e30),
        .init(kind: .inverse, reference: 5, maximum: 5, rolloff: 1),
        .init(kind: .exponential, reference: 5, maximum: 2, rolloff: 1),
        .init(kind: .linear, reference: 0, maximum: 10, rolloff: 1),
        .init(kind: .inverse, reference: 1, maximum: 100, rolloff: 0),
    ]

    @Test(arguments: models) func aLevelFallsByTheModel(model: Model) throws {
        let stage = try Stage { _, environment in
            let parameters = environment.distanceAttenuationParameters
            parameters.distanceAttenuationModel = model.kind
            (parameters.referenceDistance, parameters.maximumDistance) = (model.reference, model.maximum)
            parameters.rolloffFactor = model.rolloff
        }
        for distance in [0, 0.05, 0.5, 1, 1.5, 3, 6, 10.9, 11, 40, 999] as [Float] {
            stage.source.position = point(0, 0, -distance)
            let wanted = 0.5 * Float(model.gain(Double(distance))) * 0.70710678
            let level = try stage.level()
            #expect(isNear(level.left, wanted, 1e-6 + wanted * 2e-5) && isNear(level.right, level.left, 1e-6))
        }
    }

    @Test func distancesAreKeptWithinTheirRanges() throws {
        let stage = try Stage { source, _ in source.position = AVAudio3DPoint(x: 0, y: 0, z: -4) }
        let parameters = stage.environment.distanceAttenuationParameters
        for path in [\.referenceDistance, \.maximumDistance, \.rolloffFactor]
            as [ReferenceWritableKeyPath<AVAudioEnvironmentDistanceAttenuationParameters, Float>]
        {
            let known = parameters[keyPath: path]
            parameters[keyPath: path] = .nan
            #expect(parameters[keyPath: path] == known)
            parameters[keyPath: path] = -1
            #expect(parameters[keyPath: path] == 0)
            _ = try stage.level()
            parameters[keyPath: path] = .infinity
            #expect(parameters[keyPath: path] > 1e8)
            _ = try stage.level()
            parameters[keyPath: path] = known
        }
        #expect(isNear(try stage.level().left, 0.125 * 0.70710678))
    }

    // MARK: Direction

    @Test func aPlaceIsHeardBetweenTheSides() throws {
        let stage = try Stage()
        let rows: [(AVAudio3DPoint, Float, Float)] = [
            (point(-1, 0, 0), 0.5, 0), (point(1, 0, 0), 0, 0.5), (point(0, 0, -1), 0.35355339, 0.35355339),
            (point(0, 1, 0), 0.35355339, 0.35355339), (point(2, 0, 0), 0, 0.25),
            (point(0, 0, 1), 0.35355339, 0.35355339),
        ]
        for (place, left, right) in rows {
            stage.source.position = place
            let level = try stage.level()
            #expect(isNear(level.left, left) && isNear(level.right, right))
        }
        // The listener has moved: what counts is the way from there.
        stage.environment.listenerPosition = point(10, 20, 30)
        stage.source.position = point(11, 20, 30)
        let level = try stage.level()
        #expect(isNear(level.left, 0) && isNear(level.right, 0.5))
        for odd in [Float.nan, .infinity] { stage.environment.listenerPosition = point(odd, 0, 0) }
        #expect(isNear(stage.environment.listenerPosition, 10, 20, 30))
    }

    /// A head that turns, by angles and by directions.
    @Test func aHeadTurns() throws {
        let stage = try Stage { source, _ in source.position = AVAudio3DPoint(x: 0, y: 0, z: -1) }
        let environment = stage.environment
        environment.listenerAngularOrientation = AVAudio3DAngularOrientation(yaw: 90, pitch: 0, roll: 0)
        #expect(isNear(environment.listenerVectorOrientation.forward, 1, 0, 0))
        #expect(isNear(environment.listenerVectorOrientation.up, 0, 1, 0))
        var level = try stage.level()
        #expect(isNear(level.left, 0.5) && isNear(level.right, 0))
        environment.listenerVectorOrientation = AVAudio3DVectorOrientation(
            forward: point(-5, 0, 0), up: point(0, 0.1, 0))
        let angles = environment.listenerAngularOrientation
        #expect(isNear(angles.yaw, -90) && isNear(angles.pitch, 0) && isNear(angles.roll, 0))
        level = try stage.level()
        #expect(isNear(level.left, 0) && isNear(level.right, 0.5))
        // The head tilts to the right: what is above is to the left then.
        environment.listenerAngularOrientation = AVAudio3DAngularOrientation(yaw: 0, pitch: 0, roll: 90)
        #expect(isNear(environment.listenerVectorOrientation.up, 1, 0, 0))
        stage.source.position = point(0, 1, 0)
        level = try stage.level()
        #expect(isNear(level.left, 0.5) && isNear(level.right, 0))
    }

    @Test func twoViewsAreOneOrientation() {
        let node = AVAudioEnvironmentNode()
        for (yaw, pitch, roll) in [
            (10, 20, 30), (-170, 80, -100), (179, -45, 179), (0, 89, 10), (45, 0, 0), (0, -90, 30),
        ] as [(Float, Float, Float)] {
            node.listenerAngularOrientation = AVAudio3DAngularOrientation(yaw: yaw, pitch: pitch, roll: roll)
            node.listenerVectorOrientation = node.listenerVectorOrientation
            let back = node.listenerAngularOrientation
            #expect(isNear(back.yaw, yaw, 1e-3) && isNear(back.pitch, pitch, 1e-3) && isNear(back.roll, roll, 1e-3))
        }
        // What was set is given back as it was.
        node.listenerAngularOrientation = AVAudio3DAngularOrientation(yaw: 400, pitch: 0.1, roll: -0.3)
        #expect(node.listenerAngularOrientation.yaw == 400)
        #expect(isNear(NodeStage.parameter(node.nodeUnit?.reference, kSpatialMixerParam_HeadYaw) ?? 0, 40))
        let known = node.listenerVectorOrientation
        for (forward, up) in [
            (point(0, 0, 0), point(0, 1, 0)), (point(0, 0, -1), point(0, 0, 0)), (point(1, 2, 3), point(2, 4, 6)),
            (point(1, 0, 0), point(-1, 0, 0)), (point(.nan, 0, 0), point(0, 1, 0)),
            (point(0, 0, -1), point(0, .infinity, 0)),
        ] {
            node.listenerVectorOrientation = AVAudio3DVectorOrientation(forward: forward, up: up)
            node.listenerAngularOrientation = AVAudio3DAngularOrientation(yaw: .nan, pitch: 0, roll: .infinity)
            let now = node.listenerVectorOrientation
            #expect(isNear(now.forward, known.forward.x, known.forward.y, known.forward.z))
        }
        // Directions need be neither long nor at right angles.
        node.listenerVectorOrientation = AVAudio3DVectorOrientation(forward: point(0, 0, -1e-3), up: point(0, 1, -5))
        #expect(isNear(node.listenerAngularOrientation.pitch, 0) && isNear(node.listenerAngularOrientation.roll, 0))
    }

    // MARK: Which sources are placed

    @Test func onlyMonoIsPlaced() throws {
        let stage = try Stage(
            NodeStage.Feed([[Float](repeating: 0.5, count: 20_000), [Float](repeating: 0.25, count: 20_000)]).node,
            format: NodeStage.stereo)
        stage.source.position = point(-100, 0, 0)
        var level = try stage.level()
        #expect(level == (0.5, 0.25))
        stage.source.sourceMode = .pointSource
        level = try stage.level()
        #expect(level.left > 0.001 && isNear(level.right, 0))
        stage.source.sourceMode = .bypass
        level = try stage.level()
        #expect(level == (0.5, 0.25))
        let mono = try Stage { source, _ in source.position = AVAudio3DPoint(x: -100, y: 0, z: 0) }
        #expect(isNear(try mono.level().left, 0.005))
        mono.source.sourceMode = .bypass
        level = try mono.level()
        #expect(level.left >= 0.35 && level.left == level.right)
        mono.source.sourceMode = .spatializeIfMono
        mono.source.renderingAlgorithm = .stereoPassThrough
        level = try mono.level()
        #expect(level.left >= 0.35 && level.left == level.right)
    }

    @Test func aVolumeIsAFactor() throws {
        let stage = try Stage { source, _ in source.position = AVAudio3DPoint(x: 1, y: 0, z: 0) }
        for (volume, output, wanted) in [(0.5, 1, 0.25), (0, 1, 0), (1, 0.5, 0.25), (2, 0.1, 0.1), (1, 1, 0.5)]
            as [(Float, Float, Float)]
        {
            stage.source.volume = volume
            stage.environment.outputVolume = output
            #expect(isNear(stage.environment.outputVolume, output, 1e-6))
            #expect(isNear(try stage.level().right, wanted, 1e-6))
        }
        stage.source.volume = -1
        #expect(try stage.level().right == 0)
        stage.environment.outputVolume = .nan
        #expect(stage.environment.outputVolume == 1)
        stage.environment.outputVolume = 0
        #expect(stage.environment.outputVolume == 0)
        stage.environment.outputVolume = .infinity
        #expect(stage.environment.outputVolume == 1)
    }

    @Test func aRateChangesThePitch() throws {
        let stage = try Stage(NodeStage.Feed([Signal.sine(0.01, frames: 200_000)]).node)
        (stage.source.rate, stage.source.position) = (2, point(-1, 0, 0))
        let sound = try stage.render([4096, 4096, 4096])[0].suffix(8192)
        #expect(Measure.level(sound, at: 0.02) > 0.4 && Measure.level(sound, at: 0.01) < 0.01)
    }

    // MARK: The room

    @Test func aRoomIsHeardByTheBlend() throws {
        let impulse = Signal.impulse(at: 0, frames: 10)
        func tail(_ prepare: (AVAudioSourceNode, AVAudioEnvironmentNode) -> Void) throws -> Double {
            let stage = try Stage(NodeStage.Feed([impulse]).node) { source, environment in
                source.position = AVAudio3DPoint(x: 0, y: 0, z: -1)
                prepare(source, environment)
            }
            return Measure.rms(try stage.render([4096, 4096, 4096])[0].suffix(10_000))
        }
        #expect(try tail { source, _ in source.reverbBlend = 1 } == 0)
        #expect(try tail { _, environment in environment.reverbParameters.enable = true } == 0)
        let usual = try tail { source, environment in
            (source.reverbBlend, environment.reverbParameters.enable) = (1, true)
        }
        let soft = try tail { source, environment in
            (source.reverbBlend, environment.reverbParameters.enable) = (1, true)
            environment.reverbParameters.level = -20
        }
        let hall = try tail { source, environment in
            (source.reverbBlend, environment.reverbParameters.enable) = (1, true)
            environment.reverbParameters.loadFactoryReverbPreset(.cathedral)
        }
        #expect(usual > 1e-5 && abs(soft / usual - 0.1) < 1e-3 && hall > 2 * usual)
        let less = try tail { source, environment in
            (source.reverbBlend, environment.reverbParameters.enable) = (0.5, true)
        }
        #expect(abs(less / usual - 0.70710678) < 1e-3)
        // The filter behind the room takes most of it away.
        let dull = try tail { source, environment in
            (source.reverbBlend, environment.reverbParameters.enable) = (1, true)
            let filter = environment.reverbParameters.filterParameters
            (filter.filterType, filter.frequency, filter.bypass) = (.lowPass, 40, false)
        }
        #expect(dull < usual / 5)
    }

    @Test func theRoomIsThatOfTheUnit() throws {
        let node = AVAudioEnvironmentNode()
        let (reverb, unit) = (node.reverbParameters, node.nodeUnit?.reference)
        reverb.enable = true
        reverb.level = 100
        #expect(reverb.enable && NodeStage.property(unit, kAudioUnitProperty_UsesInternalReverb) == 1)
        #expect(reverb.level == 40 && NodeStage.parameter(unit, kSpatialMixerParam_GlobalReverbGain) == 40)
        reverb.level = .nan
        #expect(reverb.level == 40)
        for number in 0..<13 {
            reverb.loadFactoryReverbPreset(try #require(AVAudioUnitReverbPreset(rawValue: number)))
            #expect(NodeStage.property(unit, kAudioUnitProperty_ReverbRoomType) == UInt32(number))
        }
        let filter = reverb.filterParameters
        #expect(!filter.bypass && filter.gain == 0 && filter.frequency == 800 && filter.bandwidth == 3)
        (filter.filterType, filter.frequency, filter.bandwidth) = (.highShelf, 5000, 0.01)
        (filter.gain, filter.bypass) = (99, true)
        let values = (14...18).map { NodeStage.parameter(unit, UInt32($0)) }
        #expect(values == [5000, 0.05, 18, 8, 0])
        #expect(filter.bypass && filter.filterType == .highShelf && filter.gain == 18)
        node.isListenerHeadTrackingEnabled = true
        #expect(node.isListenerHeadTrackingEnabled)
        #expect(NodeStage.property(unit, kAudioUnitProperty_SpatialMixerEnableHeadTracking) == 1)
    }

    /// An environment sounds as the unit does that a program sets up through the functions of C.
    @Test(arguments: [AVAudio3DMixingRenderingAlgorithm.equalPowerPanning, .sphericalHead, .HRTF, .HRTFHQ, .auto])
    func anEnvironmentSoundsAsItsUnit(algorithm: AVAudio3DMixingRenderingAlgorithm) throws {
        let noise = [Signal.noise(frames: 9000, seed: 3, amplitude: 0.5)]
        let stage = try Stage(NodeStage.Feed(noise).node) { source, environment in
            (source.renderingAlgorithm, source.position) = (algorithm, AVAudio3DPoint(x: -2, y: 1, z: -1))
            (source.reverbBlend, source.occlusion, source.obstruction, source.volume) = (0.3, -6, -9, 0.8)
            environment.listenerAngularOrientation = AVAudio3DAngularOrientation(yaw: 15, pitch: -5, roll: 10)
            environment.reverbParameters.enable = true
            environment.reverbParameters.loadFactoryReverbPreset(.largeChamber)
            environment.outputType = .headphones
        }
        let model = try ModelUnit(
            kAudioUnitType_Mixer, kAudioUnitSubType_SpatialMixer, noise, NodeStage.mono, output: NodeStage.stereo)
        let input = kAudioUnitScope_Input
        model.set(property: kAudioUnitProperty_SpatialMixerOutputType, UInt32(1))
        model.set(property: kAudioUnitProperty_SpatializationAlgorithm, UInt32(algorithm.rawValue), input)
        model.set(property: kAudioUnitProperty_SpatialMixerRenderingFlags, UInt32(4), input)
        model.set(property: kAudioUnitProperty_UsesInternalReverb, UInt32(1))
        model.set(property: kAudioUnitProperty_ReverbRoomType, UInt32(7))
        for id in [
            kSpatialMixerParam_Azimuth, kSpatialMixerParam_Elevation, kSpatialMixerParam_Distance,
            kSpatialMixerParam_Gain, kSpatialMixerParam_ReverbBlend,
        ] {
            model.set(id, try #require(stage.parameter(id)), input)
        }
        model.set(kSpatialMixerParam_OcclusionAttenuation, -6, input)
        model.set(kSpatialMixerParam_ObstructionAttenuation, -9, input)
        for (id, value) in [
            (kSpatialMixerParam_HeadYaw, 15), (kSpatialMixerParam_HeadPitch, -5), (kSpatialMixerParam_HeadRoll, 10),
        ] as [(UInt32, Float)] { model.set(id, value) }
        let counts = [100, 4096, 1, 3000]
        let (sound, wanted) = (try stage.render(counts), try model.render(counts, NodeStage.stereo))
        #expect(sound == wanted && Measure.rms(sound[0][...]) > 0.001)
    }

    @Test func theOutputSaysWhichAlgorithmsThereAre() throws {
        for (channels, wanted) in [(1, [0, 5, 7]), (2, [0, 1, 2, 5, 6, 7]), (6, [0, 1, 2, 3, 5, 6, 7])] {
            let layout = channels == 6 ? AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A) : nil
            let format =
                layout.map { AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: $0) }
                ?? AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: AVAudioChannelCount(channels))!
            let engine = try EngineTests.engine(format)
            let environment = AVAudioEnvironmentNode()
            engine.attach(environment)
            engine.connect(environment, to: engine.mainMixerNode, format: format)
            #expect(environment.applicableRenderingAlgorithms.map(\.intValue) == wanted)
        }
    }

    @Test func anOutputTypeIsThatOfTheUnit() throws {
        let stage = try Stage()
        for type in [AVAudioEnvironmentOutputType.headphones, .builtInSpeakers, .externalSpeakers, .auto] {
            stage.environment.outputType = type
            let wanted = type == .auto ? 3 : UInt32(type.rawValue)
            #expect(stage.environment.outputType == type)
            #expect(stage.property(kAudioUnitProperty_SpatialMixerOutputType, kAudioUnitScope_Global) == wanted)
            _ = try stage.level()
        }
    }

    /// What one source sounds like does not depend on others that come and go while the engine runs: neither its head nor its room
    /// begins anew.
    @Test(arguments: [AVAudio3DMixingRenderingAlgorithm.equalPowerPanning, .sphericalHead, .HRTF])
    func otherSourcesComeWithoutAClick(algorithm: AVAudio3DMixingRenderingAlgorithm) throws {
        func sound(_ change: (Int, Stage) -> Void) throws -> [[Float]] {
            let stage = try Stage(NodeStage.Feed([Signal.noise(frames: 20_000, seed: 6, amplitude: 0.3)]).node) {
                source, environment in
                (source.renderingAlgorithm, source.position) = (algorithm, AVAudio3DPoint(x: -1, y: 0, z: -1))
                (source.reverbBlend, environment.reverbParameters.enable) = (0.5, true)
            }
            var result: [[Float]] = [[], []]
            for step in 0..<8 {
                for (channel, part) in try stage.render([500]).enumerated() { result[channel] += part }
                change(step, stage)
            }
            return result
        }
        let others = [NodeStage.constant(0), NodeStage.constant(0), NodeStage.constant(0)]
        let slow = AVAudioFormat(standardFormatWithSampleRate: 22_050, channels: 1)!
        let changed = try sound { step, stage in
            let engine = stage.engine
            switch step {
            case 0: for other in others { engine.attach(other) }
            case 1: engine.connect(others[0], to: stage.environment, format: NodeStage.mono)
            case 2: engine.connect(others[1], to: stage.environment, fromBus: 0, toBus: 90, format: slow)
            case 3: engine.disconnectNodeOutput(others[0])
            case 4: engine.connect(others[2], to: stage.environment, format: slow)
            case 5: engine.detach(others[1])
            default: break
            }
        }
        let steady = try sound { _, _ in }
        #expect(changed == steady && Measure.rms(changed[0].suffix(500)) > 0.01)
    }

    // MARK: Threads

    /// A block that the engine calls while it renders may set everything.
    @Test(.mustEnd) func everythingIsSetInACycle() throws {
        let (environment, reverb, mixer) = (AVAudioEnvironmentNode(), AVAudioUnitReverb(), AVAudioMixerNode())
        let (equalizer, pitch) = (AVAudioUnitEQ(numberOfBands: 2), AVAudioUnitTimePitch())
        let cycle = LockedValue(0)
        weak var known: AVAudioSourceNode?
        let source = AVAudioSourceNode { [weak environment] _, _, frames, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                buffer.mData!.assumingMemoryBound(to: Float.self).update(repeating: 0.1, count: Int(frames))
            }
            let turn = cycle.withLock { cycle in
                cycle += 1
                return cycle
            }
            guard let environment, let source = known else { return noErr }
            source.renderingAlgorithm = [.HRTF, .sphericalHead, .auto, .equalPowerPanning][turn % 4]
            (source.sourceMode, source.rate) = (turn % 3 == 0 ? .ambienceBed : .pointSource, 1 + Float(turn % 2) / 2)
            source.position = AVAudio3DPoint(x: Float(turn), y: 0, z: -1)
            source.destination(forMixer: environment, bus: 0)?.volume = 0.5
            environment.outputType = turn % 2 == 0 ? .headphones : .auto
            environment.distanceAttenuationParameters.distanceAttenuationModel = .exponential
            environment.reverbParameters.enable = turn % 5 != 0
            environment.reverbParameters.loadFactoryReverbPreset(turn % 2 == 0 ? .plate : .cathedral)
            environment.listenerAngularOrientation.pitch = Float(turn)
            reverb.loadFactoryPreset(turn % 2 == 0 ? .largeHall : .smallRoom)
            (reverb.bypass, pitch.bypass, pitch.rate) = (turn % 4 == 0, turn % 3 == 0, 1.5)
            (equalizer.bands[0].bypass, equalizer.globalGain) = (turn % 2 == 0, -1)
            (mixer.volume, mixer.pan, environment.outputVolume) = (0.5, 0.1, 0.9)
            _ = AVAudioUnitComponentManager.shared().components(matching: reverb.audioComponentDescription)
            return noErr
        }
        known = source
        let engine = try EngineTests.engine()
        let chain = [source, environment, reverb, equalizer, pitch, mixer]
        for node in chain { engine.attach(node) }
        engine.connect(source, to: environment, format: NodeStage.mono)
        for (one, other) in zip(chain.dropFirst(), chain.dropFirst(2) + [engine.mainMixerNode]) {
            engine.connect(one, to: other, format: NodeStage.stereo)
        }
        try engine.start()
        let sound = try EngineTests.render(engine, Array(repeating: 256, count: 60))
        #expect(sound.allSatisfy { $0.allSatisfy { $0.isFinite } && $0.contains { $0 != 0 } })
        #expect(cycle.withLock { $0 } > 20 && source.destination(forMixer: environment, bus: 0)?.volume == 0.5)
    }

    /// Sources and a listener that move while another thread renders: the unit has the last place in the end.
    @Test func placesChangeWhileItRenders() throws {
        let stage = try Stage()
        stage.environment.reverbParameters.enable = true
        try stage.engine.start()
        let done = WaitableValue(0)
        let (source, environment) = (stage.source, stage.environment)
        for index in 0..<2 {
            DispatchQueue(label: "mover \(index)").async {
                for step in 0..<1000 {
                    let place = AVAudio3DPoint(x: Float(step % 9) - 4, y: Float(index), z: Float(step % 5) - 2)
                    if index == 0 { source.position = place } else { environment.listenerPosition = place }
                    environment.listenerAngularOrientation.yaw = Float(step)
                    (source.reverbBlend, source.rate) = (Float(step % 3) / 2, 1 + Float(step % 2) / 4)
                    environment.distanceAttenuationParameters.rolloffFactor = Float(step % 4)
                    if step % 100 == 0 { source.renderingAlgorithm = step % 200 == 0 ? .sphericalHead : .auto }
                }
                done.withLock { $0 += 1 }
            }
        }
        while done.withLock({ $0 }) < 2 {
            let sound = try stage.render([64])
            #expect(sound.allSatisfy { $0.allSatisfy { $0.isFinite } })
        }
        source.position = point(7, 0, 0)
        environment.listenerPosition = point(3, 0, 0)
        #expect(stage.parameter(kSpatialMixerParam_Distance) == 4 && stage.parameter(kSpatialMixerParam_Azimuth) == 90)
        #expect(source.destination(forMixer: environment, bus: 0)?.rate == source.rate)
    }
}
