import AudioCore
import AudioSession
import CAudioToolbox
import Foundation

// The properties of AudioSession.h: what each is, and which of the engine's values it stands for.

/// A property's value.
enum SessionValue: @unchecked Sendable {
    case float64(Double)
    case float32(Float)
    case uint32(UInt32)
    case object(NSObject)

    static func flag(_ isOn: Bool) -> SessionValue { .uint32(isOn ? 1 : 0) }

    var size: UInt32 {
        switch self {
        case .float64, .object: 8
        case .float32, .uint32: 4
        }
    }

    /// Writes the value, of an object a reference that the client releases.
    func write(to data: UnsafeMutableRawPointer) {
        switch self {
        case .float64(let value): data.storeBytes(of: value, as: Double.self)
        case .float32(let value): data.storeBytes(of: value, as: Float.self)
        case .uint32(let value): data.storeBytes(of: value, as: UInt32.self)
        case .object(let object):
            data.storeBytes(
                of: UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque()), as: UnsafeRawPointer.self)
        }
    }

    /// Calls `body` with what a listener gets: a pointer to a number, or an object itself.
    func withData(_ body: (UnsafeRawPointer) -> Void) {
        switch self {
        case .float64(let value): withUnsafeBytes(of: value) { $0.baseAddress.map(body) }
        case .float32(let value): withUnsafeBytes(of: value) { $0.baseAddress.map(body) }
        case .uint32(let value): withUnsafeBytes(of: value) { $0.baseAddress.map(body) }
        case .object(let object):
            withExtendedLifetime(object) { body(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())) }
        }
    }
}

/// One property: how many bytes it takes, and what can be done with it.
struct SessionProperty: Sendable {
    let size: UInt32
    private(set) var get: (@Sendable (SessionCenter) throws -> SessionValue)?
    private(set) var set: (@Sendable (SessionCenter, UnsafeRawPointer) throws -> Void)?
    private(set) var isListenable = false

    /// A number that can be read.
    private static func number(
        _ size: UInt32, _ get: @escaping @Sendable (SessionCenter) throws -> SessionValue
    ) -> SessionProperty { SessionProperty(size: size, get: get) }

    /// 1 for true.
    private static func flag(_ get: @escaping @Sendable (SessionCenter) -> Bool) -> SessionProperty {
        number(4) { .flag(get($0)) }
    }

    /// An object that can be read.
    private static func object(
        _ get: @escaping @Sendable (SessionCenter) throws -> NSObject
    ) -> SessionProperty { SessionProperty(size: 8, get: { .object(try get($0)) }) }

    /// Whether the category mixes, ducks and the like, which can be set where the category takes it.
    private static func option(_ options: SessionOptions) -> SessionProperty {
        flag { $0.setting.options.isSuperset(of: options) }.settable(as: UInt32.self) { center, value in
            try center.set(options, value != 0)
        }
    }

    /// The same property, which can be set as well. What the engine does not take is refused as `refusal`.
    private func settable<Value: BitwiseCopyable>(
        as type: Value.Type, refusal: AudioError = .sessionIncompatible,
        _ set: @escaping @Sendable (SessionCenter, Value) throws -> Void
    ) -> SessionProperty {
        var property = self
        property.set = { center, data in
            do {
                try set(center, data.loadUnaligned(as: type))
            } catch let error as AudioError where error.status == AudioError.parameter.status {
                throw refusal
            }
        }
        return property
    }

    /// The same property, which notifies listeners as well.
    private var listenable: SessionProperty {
        var property = self
        property.isListenable = true
        return property
    }

    /// - Throws: `unsupportedProperty` for one that is not known.
    static func named(_ id: AudioSessionPropertyID) throws(AudioError) -> SessionProperty {
        guard let property = all[id] else { throw .unsupportedProperty }
        return property
    }

    private static let all = settings.merging(hardware) { first, _ in first }.merging(routes) { first, _ in first }

    /// What programs set.
    private static let settings: [AudioSessionPropertyID: SessionProperty] = [
        kAudioSessionProperty_AudioCategory: number(4) { .uint32(try code(of: $0.setting.category)) }
            .settable(as: UInt32.self) { try $0.set(category($1), options: []) },
        kAudioSessionProperty_Mode: number(4) { .uint32(code(of: $0.setting.mode)) }
            .settable(as: UInt32.self) { try $0.set(mode($1)) },
        kAudioSessionProperty_OtherMixableAudioShouldDuck: option(.duckOthers),
        kAudioSessionProperty_OverrideCategoryMixWithOthers: option(.mixWithOthers),
        kAudioSessionProperty_OverrideCategoryDefaultToSpeaker: option(.defaultToSpeaker),
        kAudioSessionProperty_OverrideCategoryEnableBluetoothInput: option(.allowBluetoothHFP),
        kAudioSessionProperty_OverrideAudioRoute: SessionProperty(size: 4).settable(as: UInt32.self) { center, value in
            guard [kAudioSessionOverrideAudioRoute_None, kAudioSessionOverrideAudioRoute_Speaker].contains(value) else {
                throw AudioError.unsupportedProperty
            }
            try center.override(toSpeaker: value == kAudioSessionOverrideAudioRoute_Speaker)
        },
        kAudioSessionProperty_PreferredHardwareSampleRate: number(8) { .float64($0.preferredSampleRate) }
            .settable(as: Double.self, refusal: .unsupportedProperty) { try $0.setPreferredSampleRate($1) },
        kAudioSessionProperty_PreferredHardwareIOBufferDuration: number(4) {
            .float32(Float($0.preferredIOBufferDuration))
        }
        .settable(as: Float.self, refusal: .unsupportedProperty) { try $0.setPreferredIOBufferDuration(Double($1)) },
        kAudioSessionProperty_InputGainScalar: number(4) { .float32($0.inputGain) }
            .settable(as: Float.self, refusal: .unsupportedProperty) { try $0.setInputGain($1) }.listenable,
    ]

    /// What the devices have.
    private static let hardware: [AudioSessionPropertyID: SessionProperty] = [
        kAudioSessionProperty_CurrentHardwareSampleRate: number(8) { .float64($0.sampleRate) },
        kAudioSessionProperty_CurrentHardwareInputNumberChannels: number(4) { .uint32(UInt32($0.inputChannels)) }
            .listenable,
        kAudioSessionProperty_CurrentHardwareOutputNumberChannels: number(4) { .uint32(UInt32($0.outputChannels)) }
            .listenable,
        kAudioSessionProperty_CurrentHardwareOutputVolume: number(4) { .float32($0.outputVolume) }.listenable,
        kAudioSessionProperty_CurrentHardwareInputLatency: number(4) { .float32(Float($0.inputLatency)) },
        kAudioSessionProperty_CurrentHardwareOutputLatency: number(4) { .float32(Float($0.outputLatency)) },
        kAudioSessionProperty_CurrentHardwareIOBufferDuration: number(4) { .float32(Float($0.ioBufferDuration)) },
        kAudioSessionProperty_OtherAudioIsPlaying: flag { $0.isOtherAudioPlaying },
        kAudioSessionProperty_AudioInputAvailable: flag { $0.isInputAvailable }.listenable,
        kAudioSessionProperty_InputGainAvailable: flag { $0.isInputGainSettable }.listenable,
        kAudioSessionProperty_ServerDied: SessionProperty(size: 4).listenable,
        // Its value is in the call of the listener: SessionClient.
        kAudioSessionProperty_InterruptionType: SessionProperty(size: 4),
    ]

    /// Where the sound goes.
    private static let routes: [AudioSessionPropertyID: SessionProperty] = [
        kAudioSessionProperty_AudioRouteChange: SessionProperty(size: 8).listenable,
        kAudioSessionProperty_AudioRoute: object { $0.route.word.coreFoundation },
        kAudioSessionProperty_AudioRouteDescription: object { $0.route.dictionary },
        kAudioSessionProperty_InputSources: object { ($0.route.inputs.first?.sources ?? []).inputs }.listenable,
        kAudioSessionProperty_OutputDestinations: object { ($0.route.outputs.first?.sources ?? []).outputs }.listenable,
        kAudioSessionProperty_InputSource: object { try selected($0.route.inputs) }
            .settable(as: UnsafeRawPointer?.self, refusal: .unsupportedProperty) {
                try $0.select(sourceID($1), of: $0.route.inputs, .input)
            },
        kAudioSessionProperty_OutputDestination: object { try selected($0.route.outputs) }
            .settable(as: UnsafeRawPointer?.self, refusal: .unsupportedProperty) {
                try $0.select(sourceID($1), of: $0.route.outputs, .output)
            },
    ]
}
