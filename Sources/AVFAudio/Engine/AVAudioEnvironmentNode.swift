import AudioCore
import AudioSession
import AudioToolbox
public import Foundation
import Glibc

/// What an environment is played on.
public enum AVAudioEnvironmentOutputType: Int, @unchecked Sendable {
    /// What the route of the session has when the engine starts; `externalSpeakers` in manual rendering.
    case auto = 0
    /// Headphones.
    case headphones = 1
    /// The loudspeakers of the machine.
    case builtInSpeakers = 2
    /// Loudspeakers that are connected.
    case externalSpeakers = 3
}

/// Places its sources around a listener, and adds them up.
///
/// Sources of one channel are placed, others pass channel by channel, unless their `sourceMode` says otherwise. `AVAudioMixing` has what
/// is set for each source. A position counts in metres. A source that is farther from the listener than 10 km counts as 10 km away.
/// Any thread may make any call.
open class AVAudioEnvironmentNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    private struct State {
        var listener = AVAudio3DPoint()
        var orientation = ListenerOrientation.usual
        /// The positions of the sources, by inputs.
        var positions: [Int: AVAudio3DPoint] = [:]
        var outputType = AVAudioEnvironmentOutputType.auto
        /// How often any of it has been set.
        var version: UInt64 = 0
    }

    private let state = LockedValue(State(), .state)
    private let unit: NodeUnit
    private let attenuation = AVAudioEnvironmentDistanceAttenuationParameters(.inverse)
    private let reverb: AVAudioEnvironmentReverbParameters

    /// How the level of the sources falls with their distance.
    open var distanceAttenuationParameters: AVAudioEnvironmentDistanceAttenuationParameters { attenuation }

    /// The room that the sources are heard in.
    open var reverbParameters: AVAudioEnvironmentReverbParameters { reverb }

    /// Creates an environment, to be attached to an engine.
    public init() {
        guard let unit = try? NodeUnit(.system(kAudioUnitType_Mixer, kAudioUnitSubType_SpatialMixer)) else {
            fatalError("there is no room for another audio unit")
        }
        self.unit = unit
        reverb = AVAudioEnvironmentReverbParameters(unit)
        super.init(unit)
        attenuation.environment = self
    }

    override var growsInputs: Bool { true }

    override func engineDidChange(_ change: EngineChange) {
        super.engineDidChange(change)
        if change == .started { followRoute() }
    }

    // MARK: The output

    /// The factor on the sum, from 0 to 1; 1 at first. 0 makes it 120 dB softer.
    ///
    /// Values out of the range become the nearest one in it; what is not a number changes nothing. A change is ramped.
    open var outputVolume: Float {
        get { Self.factor(unit.parameter(kSpatialMixerParam_Gain, kAudioUnitScope_Output)) }
        set {
            guard !newValue.isNaN else { return }
            unit.setParameter(
                kSpatialMixerParam_Gain, kAudioUnitScope_Output, to: Self.decibels(min(max(newValue, 0), 1)))
        }
    }

    private static func decibels(_ factor: Float) -> Float { factor > 1e-6 ? 20 * log10(factor) : -120 }
    private static func factor(_ decibels: Float) -> Float { decibels > -120 ? pow(10, decibels / 20) : 0 }

    /// What the environment is played on, for sources with the algorithm `auto`; `auto` at first.
    open var outputType: AVAudioEnvironmentOutputType {
        get { state.withLock { $0.outputType } }
        set {
            state.withLock { $0.outputType = newValue }
            followRoute()
        }
    }

    /// Sets the type of the output that the unit is played on.
    private func followRoute() {
        let wanted = state.withLock { $0.outputType }
        let type = wanted == .auto ? routeType : wanted
        try? unit.setValue(kAudioUnitProperty_SpatialMixerOutputType, to: UInt32(type.rawValue))
    }

    private var routeType: AVAudioEnvironmentOutputType {
        guard let engine, engine.io.manual == nil, engine.isRunning else { return .externalSpeakers }
        switch engine.session.route.outputs.first?.type {
        case .headphones, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE: return .headphones
        case .builtInSpeaker, .builtInReceiver: return .builtInSpeakers
        default: return .externalSpeakers
        }
    }

    /// The algorithms that do something with the present number of the output's channels: raw values of
    /// `AVAudio3DMixingRenderingAlgorithm`.
    open var applicableRenderingAlgorithms: [NSNumber] {
        let channels = outputFormat(forBus: 0).channelCount
        let heads: [AVAudio3DMixingRenderingAlgorithm] = channels > 1 ? [.sphericalHead, .HRTF, .HRTFHQ] : []
        let field: [AVAudio3DMixingRenderingAlgorithm] = channels > 2 ? [.soundField] : []
        let all = [.equalPowerPanning, .stereoPassThrough, .auto] + heads + field
        return all.map(\.rawValue).sorted().map { NSNumber(value: $0) }
    }

    /// The first input that is not connected. There is always one.
    open var nextAvailableInputBus: AVAudioNodeBus { engine?.firstFreeInput(of: self) ?? 0 }

    // MARK: The listener

    /// Where the listener is, in metres: to the right, up, and back; (0, 0, 0) at first.
    open var listenerPosition: AVAudio3DPoint {
        get { state.withLock { $0.listener } }
        set {
            guard newValue.isFinite else { return }
            let inputs = state.withLock { state in
                state.listener = newValue
                state.version += 1
                return Array(state.positions.keys)
            }
            for input in inputs { place(input) }
        }
    }

    /// Where the listener looks, and where the top of the head is; ahead, (0, 0, -1), and up, (0, 1, 0), at first.
    ///
    /// It is the same orientation as `listenerAngularOrientation`. Directions that are parallel, or have no length, change nothing.
    open var listenerVectorOrientation: AVAudio3DVectorOrientation {
        get { state.withLock { $0.orientation }.vectors }
        set { ListenerOrientation(newValue).map(turn) }
    }

    /// How the listener's head is turned, in degrees: to the right, then up, then tilted to the right; not at all at first.
    ///
    /// It is the same orientation as `listenerVectorOrientation`.
    open var listenerAngularOrientation: AVAudio3DAngularOrientation {
        get { state.withLock { $0.orientation }.angles }
        set { ListenerOrientation(newValue).map(turn) }
    }

    private func turn(_ orientation: ListenerOrientation) {
        state.withLock { state in
            state.orientation = orientation
            state.version += 1
        }
        untilSettled { state in
            let angles = state.orientation.plainAngles
            unit.setParameter(kSpatialMixerParam_HeadYaw, to: angles.yaw)
            unit.setParameter(kSpatialMixerParam_HeadPitch, to: angles.pitch)
            unit.setParameter(kSpatialMixerParam_HeadRoll, to: angles.roll)
        }
    }

    /// Whether the head's turns are to be taken from the headphones; false at first. No headphones report them here.
    open var isListenerHeadTrackingEnabled: Bool {
        get { unit.value(kAudioUnitProperty_SpatialMixerEnableHeadTracking, of: UInt32.self) == 1 }
        set { try? unit.setValue(kAudioUnitProperty_SpatialMixerEnableHeadTracking, to: UInt32(newValue ? 1 : 0)) }
    }

    /// Uses the state again where another thread has changed it since then.
    private func untilSettled(_ body: (State) -> Void) {
        var used = state.withLock { $0 }
        while true {
            body(used)
            let now = state.withLock { $0 }
            guard now.version != used.version else { return }
            used = now
        }
    }

    // MARK: The sources

    /// Gives the unit the place of an input's source as the listener finds it who looks ahead.
    private func place(_ input: Int) {
        untilSettled { state in
            guard let position = state.positions[input] else { return }
            let way = SpaceVector(position) - SpaceVector(state.listener)
            let level = hypot(way.x, way.z)
            // 0 and not -0 where the source is at the listener, who then hears it ahead.
            set(kSpatialMixerParam_Azimuth, input, Float(atan2(way.x, 0 - way.z) * 180 / .pi))
            set(kSpatialMixerParam_Elevation, input, Float(atan2(way.y, level) * 180 / .pi))
            set(kSpatialMixerParam_Distance, input, Float(min(way.length, 10_000)))
        }
    }

    func curveDidChange() { for input in state.withLock({ Array($0.positions.keys) }) { useCurve(input) } }

    private func useCurve(_ input: Int) {
        let curve = attenuation.curve
        let distances = MixerDistanceParams(
            mReferenceDistance: curve.reference, mMaxDistance: curve.maximum, mMaxAttenuation: curve.attenuation)
        setProperty(kAudioUnitProperty_SpatialMixerAttenuationCurve, input, curve.kind)
        setProperty(kAudioUnitProperty_SpatialMixerDistanceParams, input, distances)
        let flags = AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DistanceAttenuation.rawValue
        setProperty(kAudioUnitProperty_SpatialMixerRenderingFlags, input, flags)
    }

    private func set(_ id: AudioUnitParameterID, _ input: Int, _ value: Float) {
        unit.setParameter(id, kAudioUnitScope_Input, inputElement(input), to: value)
    }

    private func setProperty<Value: BitwiseCopyable>(_ id: AudioUnitPropertyID, _ input: Int, _ value: Value) {
        try? unit.setValue(id, kAudioUnitScope_Input, inputElement(input), to: value)
    }
}

extension AVAudioEnvironmentNode: MixingTarget {
    /// An environment has all but a place between two channels for each input.
    func use(_ field: MixingField, of values: MixingValues, input: Int) {
        switch field {
        case .volume:
            set(kSpatialMixerParam_Gain, input, Self.decibels(values.volume))
            // What is placed is not heard at all.
            set(kSpatialMixerParam_MaxGain, input, values.volume > 0 ? 10 : 0)
        case .pan: break
        case .algorithm:
            setProperty(kAudioUnitProperty_SpatializationAlgorithm, input, UInt32(values.algorithm.rawValue))
        case .sourceMode:
            setProperty(kAudioUnitProperty_SpatialMixerSourceMode, input, UInt32(values.sourceMode.rawValue))
        case .inHead:
            setProperty(kAudioUnitProperty_SpatialMixerPointSourceInHeadMode, input, UInt32(values.inHead.rawValue))
        case .rate: set(kSpatialMixerParam_PlaybackRate, input, values.rate)
        case .blend: set(kSpatialMixerParam_ReverbBlend, input, values.blend * 100)
        case .obstruction: set(kSpatialMixerParam_ObstructionAttenuation, input, values.obstruction)
        case .occlusion: set(kSpatialMixerParam_OcclusionAttenuation, input, values.occlusion)
        case .position:
            let isNew = state.withLock { state in
                state.version += 1
                return state.positions.updateValue(values.position, forKey: input) == nil
            }
            if isNew { useCurve(input) }
            place(input)
        }
    }
}
