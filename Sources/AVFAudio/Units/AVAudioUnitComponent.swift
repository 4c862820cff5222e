import AudioCore
public import AudioToolbox
import AudioUnits
public import Foundation

/// A kind of audio unit that is there, of which instances can be made.
///
/// Two objects for the same component are equal. The icon that Apple's class has is left out: there is no class for it here.
open class AVAudioUnitComponent: NSObject, @unchecked Sendable {
    /// The component, for the functions of AudioComponent.h.
    open var audioComponent: AudioComponent { reference }

    /// The type, the subtype, the manufacturer and the flags of the component.
    open var audioComponentDescription: AudioComponentDescription { identity }

    private let reference: AudioComponent
    private let identity: AudioComponentDescription
    private let fullName: ComponentName
    /// Whether the unit has passed its checks, where they have been made.
    private let hasPassed = LockedValue<Bool?>(nil)

    /// - Returns: nil where there is no such component.
    init?(_ component: AudioComponent) {
        var (description, text) = (AudioComponentDescription(), Unmanaged<CFString>?.none)
        guard AudioComponentGetDescription(component, &description) == noErr else { return nil }
        AudioComponentCopyName(component, &text)
        let name = text.map { String(describing: $0.takeRetainedValue()) } ?? ""
        (reference, identity, fullName) = (component, description, ComponentName(name))
        super.init()
    }

    /// Whether another object stands for the same component.
    ///
    /// - Parameter object: an object to compare with.
    /// - Returns: true if they are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioUnitComponent)?.audioComponent == audioComponent
    }

    /// Equal objects have equal hashes.
    open override var hash: Int { audioComponent.hashValue }

    /// The name, without that of the manufacturer.
    open var name: String { fullName.name }

    /// The manufacturer's name; empty if the component does not say it.
    open var manufacturerName: String { fullName.manufacturer }

    /// The type: one of the constants `AVAudioUnitType…`, or the four characters of a type that has none.
    open var typeName: String {
        switch audioComponentDescription.componentType {
        case kAudioUnitType_Output: AVAudioUnitTypeOutput
        case kAudioUnitType_MusicDevice: AVAudioUnitTypeMusicDevice
        case kAudioUnitType_MusicEffect: AVAudioUnitTypeMusicEffect
        case kAudioUnitType_FormatConverter: AVAudioUnitTypeFormatConverter
        case kAudioUnitType_Effect: AVAudioUnitTypeEffect
        case kAudioUnitType_Mixer: AVAudioUnitTypeMixer
        case kAudioUnitType_Panner: AVAudioUnitTypePanner
        case kAudioUnitType_Generator: AVAudioUnitTypeGenerator
        case kAudioUnitType_OfflineEffect: AVAudioUnitTypeOfflineEffect
        case kAudioUnitType_MIDIProcessor: AVAudioUnitTypeMIDIProcessor
        default: FourCC(audioComponentDescription.componentType).description
        }
    }

    /// The same as `typeName`: there are no translations here.
    open var localizedTypeName: String { typeName }

    /// The version, 0xMMMMmmdd: major, minor, dot.
    open var version: Int {
        var version: UInt32 = 0
        return AudioComponentGetVersion(audioComponent, &version) == noErr ? Int(version) : 0
    }

    /// The version as text, such as "1.0.0".
    open var versionString: String { "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)" }

    /// Whether the unit says that it works in a sandbox.
    open var isSandboxSafe: Bool {
        audioComponentDescription.componentFlags & AudioComponentFlags.sandboxSafe.rawValue != 0
    }

    /// Whether the unit takes MIDI, by its type.
    open var hasMIDIInput: Bool {
        let types = [kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect, kAudioUnitType_MIDIProcessor]
        return types.contains(audioComponentDescription.componentType)
    }

    /// Whether the unit gives MIDI: a MIDI processor, or an instrument or effect with the property for it, of which an instance is made.
    open var hasMIDIOutput: Bool {
        if audioComponentDescription.componentType == kAudioUnitType_MIDIProcessor { return true }
        var made: AudioComponentInstance?
        guard hasMIDIInput, AudioComponentInstanceNew(audioComponent, &made) == noErr, let made else { return false }
        defer { AudioComponentInstanceDispose(made) }
        return AudioUnitGetPropertyInfo(
            made, kAudioUnitProperty_MIDIOutputCallbackInfo, kAudioUnitScope_Global, 0, nil, nil) == noErr
    }

    /// What the unit is for, such as "Reverb"; empty for a unit of a program's own.
    open var allTagNames: [String] { UnitTags.tags(of: audioComponentDescription) }

    /// Whether the unit passes the checks of `AudioComponentValidate`. They are made at the first call, which may take seconds.
    open var passesAUVal: Bool {
        if let known = hasPassed.withLock({ $0 }) { return known }
        var result = AudioComponentValidationResult.unknown
        let status = AudioComponentValidate(audioComponent, nil as CFDictionary?, &result)
        let passes = status == noErr && result == .passed
        hasPassed.withLock { $0 = passes }
        return passes
    }

    /// What `AudioComponentCopyConfigurationInfo` says about the unit; empty if no instance can be made.
    open var configurationDictionary: [String: Any] {
        var info: Unmanaged<CFDictionary>?
        guard AudioComponentCopyConfigurationInfo(audioComponent, &info) == noErr,
            let dictionary = info?.takeRetainedValue()
        else { return [:] }
        var result: [String: Any] = [:]
        for (key, value) in dictionary { if let key = key as? String { result[key] = value } }
        return result
    }
}

/// What the units of the system are for.
enum UnitTags {
    private static let tags: [OSType: String] = [
        kAudioUnitSubType_Delay: "Delay", kAudioUnitSubType_SampleDelay: "Delay",
        kAudioUnitSubType_Distortion: "Distortion", kAudioUnitSubType_PeakLimiter: "Dynamics Processor",
        kAudioUnitSubType_DynamicsProcessor: "Dynamics Processor",
        kAudioUnitSubType_MultiBandCompressor: "Dynamics Processor", kAudioUnitSubType_NBandEQ: "Equalizer",
        kAudioUnitSubType_GraphicEQ: "Equalizer", kAudioUnitSubType_AUiPodEQ: "Equalizer",
        kAudioUnitSubType_ParametricEQ: "Equalizer", kAudioUnitSubType_LowPassFilter: "Filter",
        kAudioUnitSubType_HighPassFilter: "Filter", kAudioUnitSubType_BandPassFilter: "Filter",
        kAudioUnitSubType_HighShelfFilter: "Filter", kAudioUnitSubType_LowShelfFilter: "Filter",
        kAudioUnitSubType_NewTimePitch: "Pitch", kAudioUnitSubType_Pitch: "Pitch",
        kAudioUnitSubType_Varispeed: "Pitch", kAudioUnitSubType_Reverb2: "Reverb",
        kAudioUnitSubType_SpatialMixer: "Imaging",
    ]

    /// All of them, in the order of the alphabet.
    static let all: [String] = Set(tags.values).sorted()

    static func tags(of description: AudioComponentDescription) -> [String] {
        guard description.componentManufacturer == kAudioUnitManufacturer_Apple else { return [] }
        return tags[description.componentSubType].map { [$0] } ?? []
    }
}
