import CAudioToolbox
import CoreAudioTypes

// Structs of AudioUnitProperties.h as Swift programs know them: with references to our CFString, which is NSString, and
// with functions that may be written as closures.

extension AURenderCallbackStruct {
    /// The function; nil for none.
    public var inputProc: AURenderCallback? {
        get { __inputProc }
        set { __inputProc = newValue }
    }

    /// Creates a callback.
    ///
    /// - Parameters:
    ///   - inputProc: the function, which is called on the audio thread; nil for none.
    ///   - inputProcRefCon: a pointer that is passed to the function.
    @preconcurrency
    public init(
        inputProc: (
            @Sendable @convention(c) (
                UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>,
                UnsafePointer<AudioTimeStamp>, UInt32, UInt32, UnsafeMutablePointer<AudioBufferList>?
            ) -> OSStatus
        )?, inputProcRefCon: UnsafeMutableRawPointer?
    ) {
        self.init()
        self.inputProc = inputProc
        self.inputProcRefCon = inputProcRefCon
    }
}

extension AUPreset {
    /// The name of the preset.
    public var presetName: Unmanaged<CFString>? {
        get { __presetName.map { Unmanaged.fromOpaque($0.toOpaque()) } }
        set { __presetName = newValue.map { Unmanaged.fromOpaque($0.toOpaque()) } }
    }

    /// Creates a preset.
    ///
    /// - Parameters:
    ///   - presetNumber: the number of a factory preset, or a number less than 0.
    ///   - presetName: the name. The preset does not retain it.
    public init(presetNumber: Int32, presetName: Unmanaged<CFString>?) {
        self.init()
        self.presetNumber = presetNumber
        self.presetName = presetName
    }
}

extension AudioUnitParameterInfo {
    /// The name of the unit of measure, for `kAudioUnitParameterUnit_CustomUnit`.
    public var unitName: Unmanaged<CFString>? {
        get { __unitName.map { Unmanaged.fromOpaque($0.toOpaque()) } }
        set { __unitName = newValue.map { Unmanaged.fromOpaque($0.toOpaque()) } }
    }

    /// The name of the parameter.
    public var cfNameString: Unmanaged<CFString>? {
        get { __cfNameString.map { Unmanaged.fromOpaque($0.toOpaque()) } }
        set { __cfNameString = newValue.map { Unmanaged.fromOpaque($0.toOpaque()) } }
    }

    /// Creates a description of a parameter, as a unit gives it.
    ///
    /// - Parameters:
    ///   - name: the name in UTF-8, with a zero at its end.
    ///   - unitName: the name of the unit of measure, for `kAudioUnitParameterUnit_CustomUnit`. The struct does not retain it.
    ///   - clumpID: the group that the parameter is shown in, with `kAudioUnitParameterFlag_HasClump`.
    ///   - cfNameString: the name, with `kAudioUnitParameterFlag_HasCFNameString`. The struct does not retain it.
    ///   - unit: the unit of measure.
    ///   - minValue: the least value.
    ///   - maxValue: the greatest value.
    ///   - defaultValue: the value of a new instance.
    ///   - flags: what can be done with the parameter.
    public init(
        name: (
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar,
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar,
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar,
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar
        ), unitName: Unmanaged<CFString>?, clumpID: UInt32, cfNameString: Unmanaged<CFString>?,
        unit: AudioUnitParameterUnit, minValue: AudioUnitParameterValue, maxValue: AudioUnitParameterValue,
        defaultValue: AudioUnitParameterValue, flags: AudioUnitParameterOptions
    ) {
        self.init()
        self.name = name
        self.unitName = unitName
        self.clumpID = clumpID
        self.cfNameString = cfNameString
        self.unit = unit
        self.minValue = minValue
        self.maxValue = maxValue
        self.defaultValue = defaultValue
        self.flags = flags
    }
}

extension AudioUnitParameterNameInfo {
    /// The name. The caller releases it.
    public var outName: Unmanaged<CFString>? {
        get { __outName.map { Unmanaged.fromOpaque($0.toOpaque()) } }
        set { __outName = newValue.map { Unmanaged.fromOpaque($0.toOpaque()) } }
    }

    /// Creates a request for a name.
    ///
    /// - Parameters:
    ///   - inID: the parameter, or a clump of parameters.
    ///   - inDesiredLength: the length that the program wishes, or `kAudioUnitParameterName_Full`.
    ///   - outName: nil; the answer has the name.
    public init(inID: AudioUnitParameterID, inDesiredLength: Int32, outName: Unmanaged<CFString>?) {
        self.init()
        self.inID = inID
        self.inDesiredLength = inDesiredLength
        self.outName = outName
    }
}

extension AudioUnitParameterStringFromValue {
    /// The text. The caller releases it.
    public var outString: Unmanaged<CFString>? {
        get { __outString.map { Unmanaged.fromOpaque($0.toOpaque()) } }
        set { __outString = newValue.map { Unmanaged.fromOpaque($0.toOpaque()) } }
    }

    /// Creates a request for the text of a value.
    ///
    /// - Parameters:
    ///   - inParamID: the parameter.
    ///   - inValue: the value.
    ///   - outString: nil; the answer has the text.
    public init(
        inParamID: AudioUnitParameterID, inValue: UnsafePointer<AudioUnitParameterValue>,
        outString: Unmanaged<CFString>?
    ) {
        self.init(
            inParamID: inParamID, inValue: inValue, __outString: outString.map { Unmanaged.fromOpaque($0.toOpaque()) })
    }
}

/// The type of a value of `kAUVoiceIOProperty_MutedSpeechActivityEventListener`, which the C header documents.
@_documentation(visibility: internal)
public typealias AUVoiceIOMutedSpeechActivityEventListener = @convention(block) (AUVoiceIOSpeechActivityEvent) -> Void

/// A closure that receives a new value of a parameter: `AUListenerCreateWithDispatchQueue(_:_:_:_:)`. The C header documents it.
@_documentation(visibility: internal)
public typealias AUParameterListenerBlock = (
    UnsafeMutableRawPointer?, UnsafePointer<AudioUnitParameter>, AudioUnitParameterValue
) -> Void

/// A closure that receives an event: `AUEventListenerCreateWithDispatchQueue(_:_:_:_:_:)`. The C header documents it.
@_documentation(visibility: internal)
public typealias AUEventListenerBlock = (
    UnsafeMutableRawPointer?, UnsafePointer<AudioUnitEvent>, UInt64, AudioUnitParameterValue
) -> Void

/// The name of the notification that `NotificationCenter.default` posts when the set of components changes, on the thread
/// that registers one.
public var kAudioComponentRegistrationsChangedNotification: CFString {
    "kAudioComponentRegistrationsChangedNotification"
}

/// The name of the notification that the process of an instance has ended, which is not posted: instances are in the program's
/// own process.
public var kAudioComponentInstanceInvalidationNotification: CFString {
    "kAudioComponentInstanceInvalidationNotification"
}
