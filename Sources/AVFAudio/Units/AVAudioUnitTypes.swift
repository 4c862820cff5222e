public import Foundation

// Names of types of units, and constants about the classes.

/// What `AVAudioUnitComponent.typeName` is for a unit that plays or records.
public let AVAudioUnitTypeOutput = "Output"
/// What `AVAudioUnitComponent.typeName` is for an instrument.
public let AVAudioUnitTypeMusicDevice = "Music Device"
/// What `AVAudioUnitComponent.typeName` is for an effect that takes MIDI.
public let AVAudioUnitTypeMusicEffect = "Music Effect"
/// What `AVAudioUnitComponent.typeName` is for a unit that converts formats or the time.
public let AVAudioUnitTypeFormatConverter = "Format Converter"
/// What `AVAudioUnitComponent.typeName` is for an effect.
public let AVAudioUnitTypeEffect = "Effect"
/// What `AVAudioUnitComponent.typeName` is for a mixer.
public let AVAudioUnitTypeMixer = "Mixer"
/// What `AVAudioUnitComponent.typeName` is for a panner.
public let AVAudioUnitTypePanner = "Panner"
/// What `AVAudioUnitComponent.typeName` is for a generator.
public let AVAudioUnitTypeGenerator = "Generator"
/// What `AVAudioUnitComponent.typeName` is for an effect that does not work in real time.
public let AVAudioUnitTypeOfflineEffect = "Offline Effect"
/// What `AVAudioUnitComponent.typeName` is for a unit that changes MIDI.
public let AVAudioUnitTypeMIDIProcessor = "MIDI Processor"

/// The manufacturer of the units of the system.
public let AVAudioUnitManufacturerNameApple = "Apple"

/// That `AVAudioUnitComponent` has an `audioComponent`.
public var AVAUDIOUNITCOMPONENT_HAVE_AUDIOCOMPONENT: Int32 { 1 }
/// That `AVAudioUnit` has an `audioUnit`.
public var AVAUDIOUNIT_HAVE_AUDIOUNIT: Int32 { 1 }
/// That `AVAudioIONode` has an `audioUnit`.
public var AVAUDIOIONODE_HAVE_AUDIOUNIT: Int32 { 1 }

extension NSNotification.Name {
    /// The tags of a component have changed. It is not posted: tags do not change here.
    public static let AVAudioUnitComponentTagsDidChange = NSNotification.Name(
        "AVAudioUnitComponentTagsDidChangeNotification")
}
