#ifndef AudioToolbox_AUComponent_h
#define AudioToolbox_AUComponent_h

/// Which of the versions of these calls the system has, for programs that ask the preprocessor.
#define AUDIO_UNIT_VERSION 1070

// Audio units: what makes, changes and mixes sound, and the functions that every unit has.

#include <AudioToolbox/AudioComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Types

/// An instance of an audio unit.
typedef AudioComponentInstance AudioUnit;

/// Names a property of a unit.
typedef UInt32 AudioUnitPropertyID;
/// Input, output, or the unit as a whole.
typedef UInt32 AudioUnitScope;
/// A bus of the scope.
typedef UInt32 AudioUnitElement;
/// Names a parameter of a unit.
typedef UInt32 AudioUnitParameterID;
/// The value of a parameter.
typedef Float32 AudioUnitParameterValue;

/// Types of units.
CF_ENUM(UInt32) {
    kAudioUnitType_Output = 0x61756F75,  // 'auou'
    kAudioUnitType_MusicDevice = 0x61756D75,  // 'aumu'
    kAudioUnitType_MusicEffect = 0x61756D66,  // 'aumf'
    kAudioUnitType_FormatConverter = 0x61756663,  // 'aufc'
    kAudioUnitType_Effect = 0x61756678,  // 'aufx'
    kAudioUnitType_Mixer = 0x61756D78,  // 'aumx'
    kAudioUnitType_Panner = 0x6175706E,  // 'aupn'
    kAudioUnitType_Generator = 0x6175676E,  // 'augn'
    kAudioUnitType_OfflineEffect = 0x61756F6C,  // 'auol'
    kAudioUnitType_MIDIProcessor = 0x61756D69,  // 'aumi'
    kAudioUnitType_SpeechSynthesizer = 0x61757370,  // 'ausp'
    kAudioUnitType_RemoteEffect = 0x61757278,  // 'aurx'
    kAudioUnitType_RemoteGenerator = 0x61757267,  // 'aurg'
    kAudioUnitType_RemoteInstrument = 0x61757269,  // 'auri'
    kAudioUnitType_RemoteMusicEffect = 0x6175726D  // 'aurm'
};

/// Manufacturers of units.
CF_ENUM(UInt32) {
    kAudioUnitManufacturer_Apple = 0x6170706C  // 'appl'
};

/// Units that play and record.
CF_ENUM(UInt32) {
    kAudioUnitSubType_GenericOutput = 0x67656E72,  // 'genr'
    kAudioUnitSubType_VoiceProcessingIO = 0x7670696F,  // 'vpio'
    kAudioUnitSubType_RemoteIO = 0x72696F63,  // 'rioc'
    kAudioUnitSubType_HALOutput = 0x6168616C,  // 'ahal'
    kAudioUnitSubType_DefaultOutput = 0x64656620,  // 'def '
    kAudioUnitSubType_SystemOutput = 0x73797320  // 'sys '
};

/// The units of the system.
CF_ENUM(UInt32) {
    kAudioUnitSubType_Sampler = 0x73616D70,  // 'samp'
    kAudioUnitSubType_MIDISynth = 0x6D73796E,  // 'msyn'
    kAudioUnitSubType_AUConverter = 0x636F6E76,  // 'conv'
    kAudioUnitSubType_Varispeed = 0x76617269,  // 'vari'
    kAudioUnitSubType_DeferredRenderer = 0x64656672,  // 'defr'
    kAudioUnitSubType_Splitter = 0x73706C74,  // 'splt'
    kAudioUnitSubType_MultiSplitter = 0x6D73706C,  // 'mspl'
    kAudioUnitSubType_Merger = 0x6D657267,  // 'merg'
    kAudioUnitSubType_NewTimePitch = 0x6E757470,  // 'nutp'
    kAudioUnitSubType_AUiPodTimeOther = 0x6970746F,  // 'ipto'
    kAudioUnitSubType_RoundTripAAC = 0x72616163,  // 'raac'
    kAudioUnitSubType_TimePitch = 0x746D7074,  // 'tmpt'
    kAudioUnitSubType_AUiPodTime = 0x6970746D,  // 'iptm'
    kAudioUnitSubType_PeakLimiter = 0x6C6D7472,  // 'lmtr'
    kAudioUnitSubType_DynamicsProcessor = 0x64636D70,  // 'dcmp'
    kAudioUnitSubType_LowPassFilter = 0x6C706173,  // 'lpas'
    kAudioUnitSubType_HighPassFilter = 0x68706173,  // 'hpas'
    kAudioUnitSubType_BandPassFilter = 0x62706173,  // 'bpas'
    kAudioUnitSubType_HighShelfFilter = 0x68736866,  // 'hshf'
    kAudioUnitSubType_LowShelfFilter = 0x6C736866,  // 'lshf'
    kAudioUnitSubType_ParametricEQ = 0x706D6571,  // 'pmeq'
    kAudioUnitSubType_Distortion = 0x64697374,  // 'dist'
    kAudioUnitSubType_Delay = 0x64656C79,  // 'dely'
    kAudioUnitSubType_SampleDelay = 0x73646C79,  // 'sdly'
    kAudioUnitSubType_NBandEQ = 0x6E626571,  // 'nbeq'
    kAudioUnitSubType_Reverb2 = 0x72766232,  // 'rvb2'
    kAudioUnitSubType_AUSoundIsolation = 0x766F6973,  // 'vois'
    kAudioUnitSubType_AUiPodEQ = 0x69706571,  // 'ipeq'
    kAudioUnitSubType_MultiChannelMixer = 0x6D636D78,  // 'mcmx'
    kAudioUnitSubType_MatrixMixer = 0x6D786D78,  // 'mxmx'
    kAudioUnitSubType_SpatialMixer = 0x3364656D,  // '3dem'
    kAudioUnitSubType_AU3DMixerEmbedded = 0x3364656D,  // '3dem'
    kAudioUnitSubType_ScheduledSoundPlayer = 0x7373706C,  // 'sspl'
    kAudioUnitSubType_AudioFilePlayer = 0x6166706C,  // 'afpl'
    kAudioUnitSubType_AUAudioMix = 0x616D6978,  // 'amix'
    kAudioUnitSubType_DLSSynth = 0x646C7320,  // 'dls '
    kAudioUnitSubType_GraphicEQ = 0x67726571,  // 'greq'
    kAudioUnitSubType_MultiBandCompressor = 0x6D636D70,  // 'mcmp'
    kAudioUnitSubType_MatrixReverb = 0x6D726576,  // 'mrev'
    kAudioUnitSubType_Pitch = 0x746D7074,  // 'tmpt'
    kAudioUnitSubType_AUFilter = 0x66696C74,  // 'filt'
    kAudioUnitSubType_NetSend = 0x6E736E64,  // 'nsnd'
    kAudioUnitSubType_RogerBeep = 0x726F6772,  // 'rogr'
    kAudioUnitSubType_StereoMixer = 0x736D7872,  // 'smxr'
    kAudioUnitSubType_3DMixer = 0x33646D78,  // '3dmx'
    kAudioUnitSubType_SphericalHeadPanner = 0x73706872,  // 'sphr'
    kAudioUnitSubType_VectorPanner = 0x76626173,  // 'vbas'
    kAudioUnitSubType_SoundFieldPanner = 0x616D6269,  // 'ambi'
    kAudioUnitSubType_HRTFPanner = 0x68727466,  // 'hrtf'
    kAudioUnitSubType_NetReceive = 0x6E726376  // 'nrcv'
};

/// Actions in a render cycle.
typedef CF_OPTIONS(UInt32, AudioUnitRenderActionFlags) {
    kAudioUnitRenderAction_PreRender = 4,
    kAudioUnitRenderAction_PostRender = 8,
    kAudioUnitRenderAction_OutputIsSilence = 16,
    kAudioOfflineUnitRenderAction_Preflight = 32,
    kAudioOfflineUnitRenderAction_Render = 64,
    kAudioOfflineUnitRenderAction_Complete = 128,
    kAudioUnitRenderAction_PostRenderError = 256,
    kAudioUnitRenderAction_DoNotCheckRenderArgs = 512
};

/// Statuses.
CF_ENUM(OSStatus) {
    kAudioUnitErr_InvalidProperty = -10879,
    kAudioUnitErr_InvalidParameter = -10878,
    kAudioUnitErr_InvalidElement = -10877,
    kAudioUnitErr_NoConnection = -10876,
    kAudioUnitErr_FailedInitialization = -10875,
    kAudioUnitErr_TooManyFramesToProcess = -10874,
    kAudioUnitErr_InvalidFile = -10871,
    kAudioUnitErr_UnknownFileType = -10870,
    kAudioUnitErr_FileNotSpecified = -10869,
    kAudioUnitErr_FormatNotSupported = -10868,
    kAudioUnitErr_Uninitialized = -10867,
    kAudioUnitErr_InvalidScope = -10866,
    kAudioUnitErr_PropertyNotWritable = -10865,
    kAudioUnitErr_CannotDoInCurrentContext = -10863,
    kAudioUnitErr_InvalidPropertyValue = -10851,
    kAudioUnitErr_PropertyNotInUse = -10850,
    kAudioUnitErr_Initialized = -10849,
    kAudioUnitErr_InvalidOfflineRender = -10848,
    kAudioUnitErr_Unauthorized = -10847,
    kAudioUnitErr_MIDIOutputBufferFull = -66753,
    kAudioComponentErr_InstanceTimedOut = -66754,
    kAudioComponentErr_InstanceInvalidated = -66749,
    kAudioUnitErr_RenderTimeout = -66745,
    kAudioUnitErr_ExtensionNotFound = -66744,
    kAudioUnitErr_InvalidParameterValue = -66743,
    kAudioUnitErr_InvalidFilePath = -66742,
    kAudioUnitErr_MissingKey = -66741,
    kAudioComponentErr_DuplicateDescription = -66752,
    kAudioComponentErr_UnsupportedType = -66751,
    kAudioComponentErr_TooManyInstances = -66750,
    kAudioComponentErr_NotPermitted = -66748,
    kAudioComponentErr_InitializationTimedOut = -66747,
    kAudioComponentErr_InvalidFormat = -66746,
    kAudioUnitErr_IllegalInstrument = -10873,
    kAudioUnitErr_InstrumentTypeNotFound = -10872,
    kAudioUnitErr_ComponentManagerNotSupported = -66740,
    kAudioUnitErr_MultipleVoiceProcessors = -66635
};

/// How a parameter changes to its value.
typedef CF_ENUM(UInt32, AUParameterEventType) {
    kParameterEvent_Immediate = 1,
    kParameterEvent_Ramped = 2
};

/// Selectors of a unit's functions.
CF_ENUM(UInt32) {
    kAudioUnitRange = 0,
    kAudioUnitInitializeSelect = 1,
    kAudioUnitUninitializeSelect = 2,
    kAudioUnitGetPropertyInfoSelect = 3,
    kAudioUnitGetPropertySelect = 4,
    kAudioUnitSetPropertySelect = 5,
    kAudioUnitAddPropertyListenerSelect = 10,
    kAudioUnitRemovePropertyListenerSelect = 11,
    kAudioUnitRemovePropertyListenerWithUserDataSelect = 18,
    kAudioUnitAddRenderNotifySelect = 15,
    kAudioUnitRemoveRenderNotifySelect = 16,
    kAudioUnitGetParameterSelect = 6,
    kAudioUnitSetParameterSelect = 7,
    kAudioUnitScheduleParametersSelect = 17,
    kAudioUnitRenderSelect = 14,
    kAudioUnitResetSelect = 9,
    kAudioUnitComplexRenderSelect = 19,
    kAudioUnitProcessSelect = 20,
    kAudioUnitProcessMultipleSelect = 21
};

/// A parameter's value at a frame of the cycle, or a ramp to another value.
struct AudioUnitParameterEvent {
    /// The parameter's scope.
    AudioUnitScope scope;
    /// The parameter's element.
    AudioUnitElement element;
    /// The parameter.
    AudioUnitParameterID parameter;
    /// Which part of `eventValues` holds.
    AUParameterEventType eventType;
    union {
        struct {
            /// The frame of the cycle at which the ramp starts; negative for a ramp that started in an earlier cycle.
            SInt32 startBufferOffset;
            /// How long the ramp takes, in frames.
            UInt32 durationInFrames;
            /// The value at the ramp's first frame.
            AudioUnitParameterValue startValue;
            /// The value behind the ramp's last frame.
            AudioUnitParameterValue endValue;
        } ramp;
        struct {
            /// The frame of the cycle from which the value holds.
            UInt32 bufferOffset;
            /// The value.
            AudioUnitParameterValue value;
        } immediate;
    } eventValues;
};
typedef struct AudioUnitParameterEvent AudioUnitParameterEvent;

/// A parameter of a unit.
struct AudioUnitParameter {
    /// The unit.
    AudioUnit mAudioUnit;
    /// The parameter, or `kAUParameterListener_AnyParameter`.
    AudioUnitParameterID mParameterID;
    /// The parameter's scope.
    AudioUnitScope mScope;
    /// The parameter's element.
    AudioUnitElement mElement;
};
typedef struct AudioUnitParameter AudioUnitParameter;

/// A property of a unit.
struct AudioUnitProperty {
    /// The unit.
    AudioUnit mAudioUnit;
    /// The property.
    AudioUnitPropertyID mPropertyID;
    /// The property's scope.
    AudioUnitScope mScope;
    /// The property's element.
    AudioUnitElement mElement;
};
typedef struct AudioUnitProperty AudioUnitProperty;

// MARK: Callbacks

/// Fills buffers, or looks at them.
typedef OSStatus (*AURenderCallback)(
    void *inRefCon, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp, UInt32 inBusNumber,
    UInt32 inNumberFrames, AudioBufferList *_Nullable ioData);

/// Called when a property has changed.
typedef void (*AudioUnitPropertyListenerProc)(
    void *inRefCon, AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement);

/// Told which input frames make an output frame.
typedef void (*AUInputSamplesInOutputCallback)(
    void *inRefCon, const AudioTimeStamp *inOutputTimeStamp, Float64 inInputSample, Float64 inNumberInputSamples);
/// The function of a component for `AudioUnitInitialize`.
typedef OSStatus (*AudioUnitInitializeProc)(void *self);
/// The function of a component for `AudioUnitUninitialize`.
typedef OSStatus (*AudioUnitUninitializeProc)(void *self);
/// The function of a component for `AudioUnitGetPropertyInfo`.
typedef OSStatus (*AudioUnitGetPropertyInfoProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitScope scope, AudioUnitElement elem, UInt32 *_Nullable outDataSize,
    Boolean *_Nullable outWritable);
/// The function of a component for `AudioUnitGetProperty`.
typedef OSStatus (*AudioUnitGetPropertyProc)(
    void *self, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement, void *outData,
    UInt32 *ioDataSize);
/// The function of a component for `AudioUnitSetProperty`.
typedef OSStatus (*AudioUnitSetPropertyProc)(
    void *self, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement, const void *inData,
    UInt32 inDataSize);
/// The function of a component for `AudioUnitAddPropertyListener`.
typedef OSStatus (*AudioUnitAddPropertyListenerProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc, void *userData);
/// The function of a component for `AudioUnitRemovePropertyListener`.
typedef OSStatus (*AudioUnitRemovePropertyListenerProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc);
/// The function of a component for `AudioUnitRemovePropertyListenerWithUserData`.
typedef OSStatus (*AudioUnitRemovePropertyListenerWithUserDataProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc, void *_Nullable userData);
/// The function of a component for `AudioUnitAddRenderNotify`.
typedef OSStatus (*AudioUnitAddRenderNotifyProc)(void *self, AURenderCallback proc, void *_Nullable userData);
/// The function of a component for `AudioUnitRemoveRenderNotify`.
typedef OSStatus (*AudioUnitRemoveRenderNotifyProc)(void *self, AURenderCallback proc, void *_Nullable userData);
/// The function of a component for `AudioUnitScheduleParameters`.
typedef OSStatus (*AudioUnitScheduleParametersProc)(
    void *self, const AudioUnitParameterEvent *events, UInt32 numEvents);
/// The function of a component for `AudioUnitReset`.
typedef OSStatus (*AudioUnitResetProc)(void *self, AudioUnitScope inScope, AudioUnitElement inElement);
/// The function of a component for `AudioUnitComplexRender`.
typedef OSStatus (*AudioUnitComplexRenderProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber, UInt32 inNumberOfPackets, UInt32 *outNumberOfPackets,
    AudioStreamPacketDescription *outPacketDescriptions, AudioBufferList *ioData, void *outMetadata,
    UInt32 *outMetadataByteSize);
/// The function of a component for `AudioUnitProcess`.
typedef OSStatus (*AudioUnitProcessProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames, AudioBufferList *ioData);
/// The function of a component for `AudioUnitProcessMultiple`.
typedef OSStatus (*AudioUnitProcessMultipleProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames, UInt32 inNumberInputBufferLists,
    const AudioBufferList *_Nonnull *_Nonnull inInputBufferLists, UInt32 inNumberOutputBufferLists,
    AudioBufferList *_Nonnull *_Nonnull ioOutputBufferLists);
/// The function of a component for `AudioUnitGetParameter`.
typedef OSStatus (*AudioUnitGetParameterProc)(
    void *inComponentStorage, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue *outValue);
/// The function of a component for `AudioUnitSetParameter`.
typedef OSStatus (*AudioUnitSetParameterProc)(
    void *inComponentStorage, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue inValue, UInt32 inBufferOffsetInFrames);
/// The function of a component for `AudioUnitRender`.
typedef OSStatus (*AudioUnitRenderProc)(
    void *inComponentStorage, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber, UInt32 inNumberFrames, AudioBufferList *ioData);

// MARK: Life

/// Prepares a unit to render.
///
/// Allocates everything that a cycle needs. Formats and sizes are fixed until the unit is uninitialised. Does nothing for a
/// unit that is initialised. Not for the audio thread.
///
/// - Parameter inUnit: the unit.
/// - Returns: `noErr`; `kAudioUnitErr_FormatNotSupported` where the formats of the unit do not go together;
/// `kAudioUnitErr_FailedInitialization` where an output unit has no device, or the device no channels in an enabled direction;
/// `kAudioUnitErr_InvalidPropertyValue` where neither direction of an output unit is enabled; `kAudio_ParamError` (-50) without a unit.
CF_EXPORT OSStatus AudioUnitInitialize(AudioUnit inUnit);

/// Frees what `AudioUnitInitialize` allocated.
///
/// Properties and parameters stay. An output unit stops first. A cycle that another thread renders meanwhile ends as usual. Any
/// thread.
///
/// - Parameter inUnit: the unit.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without a unit.
CF_EXPORT OSStatus AudioUnitUninitialize(AudioUnit inUnit);

/// Forgets the sound that a unit has taken in: delays, filters, what a converter holds.
///
/// Parameters and properties stay. The next render is made anew, also for the same time. Any thread.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inScope: `kAudioUnitScope_Global`.
///   - inElement: 0.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without a unit.
CF_EXPORT OSStatus AudioUnitReset(AudioUnit inUnit, AudioUnitScope inScope, AudioUnitElement inElement);

// MARK: Properties

/// Gets the size of a property's value, and whether it can be set.
///
/// Any thread.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inID: the property.
///   - inScope: the scope.
///   - inElement: the element.
///   - outDataSize: gets the size in bytes; may be null.
///   - outWritable: gets whether the property can be set; may be null.
/// - Returns: `noErr`; `kAudioUnitErr_InvalidProperty` where the unit has no such property;
/// `kAudioUnitErr_InvalidScope` and `kAudioUnitErr_InvalidElement` where it has it elsewhere;
/// `kAudioUnitErr_PropertyNotInUse` where it has no value now; `kAudio_ParamError` (-50) without a unit.
CF_EXPORT OSStatus AudioUnitGetPropertyInfo(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitScope inScope,
    AudioUnitElement inElement,
    UInt32 *_Nullable outDataSize,
    Boolean *_Nullable outWritable);

/// Gets the value of a property.
///
/// The caller owns the CoreFoundation objects in it. Any thread.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inID: the property.
///   - inScope: the scope.
///   - inElement: the element.
///   - outData: gets the value; null to get the size alone.
///   - ioDataSize: the room at `outData` in bytes; gets the value's size. A value that is larger than the room is cut off. 0 after an error.
/// - Returns: the statuses of `AudioUnitGetPropertyInfo`; `kAudio_ParamError` (-50) without a size, or with room for 0 bytes.
CF_EXPORT OSStatus AudioUnitGetProperty(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitScope inScope,
    AudioUnitElement inElement,
    void *outData,
    UInt32 *ioDataSize);

/// Sets the value of a property.
///
/// Listeners are called on this thread before the call returns. Any thread.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inID: the property.
///   - inScope: the scope.
///   - inElement: the element.
///   - inData: the value; null, with a size of 0, to remove it.
///   - inDataSize: the size of the value in bytes.
/// - Returns: `noErr`; the statuses of `AudioUnitGetPropertyInfo`; `kAudioUnitErr_PropertyNotWritable` where the value can only
/// be read, or not now; `kAudioUnitErr_Initialized` where the unit has to be uninitialised first;
/// `kAudioUnitErr_InvalidPropertyValue` for a value of another size or out of its range;
/// `kAudioUnitErr_FormatNotSupported` for a format that the unit does not take; `kAudio_ParamError` (-50) where only one of data and size is given.
CF_EXPORT OSStatus AudioUnitSetProperty(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitScope inScope,
    AudioUnitElement inElement,
    const void *_Nullable inData,
    UInt32 inDataSize);

/// Adds a function that is called when a property changes.
///
/// It is called for all scopes and elements, on the thread that makes the change. Any thread.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inID: the property.
///   - inProc: the function. It may make any call.
///   - inProcUserData: what the function is called with.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without a unit or function.
CF_EXPORT OSStatus AudioUnitAddPropertyListener(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitPropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inProcUserData);

/// Removes a function that `AudioUnitAddPropertyListener` added.
///
/// Any thread.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inID: the property.
///   - inProc: the function.
///   - inProcUserData: what the function is called with.
/// - Returns: `noErr`, also for a function that was not added; `kAudio_ParamError` (-50) without a unit or function.
CF_EXPORT OSStatus AudioUnitRemovePropertyListenerWithUserData(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitPropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inProcUserData);

// MARK: Parameters

/// Gets the value of a parameter.
///
/// Any thread.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inID: the parameter.
///   - inScope: the scope.
///   - inElement: the element.
///   - outValue: gets the value.
/// - Returns: `noErr`; `kAudioUnitErr_InvalidParameter` where the unit has no such parameter; `kAudioUnitErr_InvalidScope` and
/// `kAudioUnitErr_InvalidElement` where it has it elsewhere; `kAudio_ParamError` (-50) without a unit or place for the value.
CF_EXPORT OSStatus AudioUnitGetParameter(
    AudioUnit inUnit,
    AudioUnitParameterID inID,
    AudioUnitScope inScope,
    AudioUnitElement inElement,
    AudioUnitParameterValue *outValue);

/// Sets the value of a parameter, at once.
///
/// A value outside of the parameter's range becomes the nearest one inside. Parameter listeners are not told: use
/// `AUParameterSet` for that. Any thread, the audio thread too.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inID: the parameter.
///   - inScope: the scope.
///   - inElement: the element.
///   - inValue: the value.
///   - inBufferOffsetInFrames: is ignored; `AudioUnitScheduleParameters` sets a value at a frame.
/// - Returns: `noErr`; `kAudioUnitErr_InvalidParameterValue` for a value that is not finite; `kAudioUnitErr_InvalidParameter` where
/// an initialised unit has no such parameter; `kAudioUnitErr_InvalidScope` and `kAudioUnitErr_InvalidElement`; `kAudio_ParamError` (-50) without a unit.
CF_EXPORT OSStatus AudioUnitSetParameter(
    AudioUnit inUnit,
    AudioUnitParameterID inID,
    AudioUnitScope inScope,
    AudioUnitElement inElement,
    AudioUnitParameterValue inValue,
    UInt32 inBufferOffsetInFrames);

/// Schedules values and ramps of parameters for frames of the present cycle.
///
/// To be called on the thread that renders, from a render notification or right before the render. A ramp that takes several
/// cycles is scheduled again in each of them. What a cycle does not use is dropped.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inParameterEvent: the events.
///   - inNumParamEvents: how many there are.
/// - Returns: `noErr`; `kAudioUnitErr_Uninitialized` before the unit is initialised; `kAudio_ParamError` (-50) for events of another type
/// or more than fit, and without a unit or events.
CF_EXPORT OSStatus AudioUnitScheduleParameters(
    AudioUnit inUnit,
    const AudioUnitParameterEvent *inParameterEvent,
    UInt32 inNumParamEvents);

// MARK: Rendering

/// Renders one cycle of a unit's output.
///
/// The unit asks the units and callbacks at its inputs for what it needs. A second call for the same time gets the same frames,
/// and nothing is asked again. Real-time safe where the callbacks are. One thread at a time renders a unit.
///
/// - Parameters:
///   - inUnit: the unit.
///   - ioActionFlags: actions; gets `kAudioUnitRenderAction_OutputIsSilence` where all frames are 0; may be null.
///   - inTimeStamp: the time of the first frame. Only a new `mSampleTime` makes a new cycle.
///   - inOutputBusNumber: the output element.
///   - inNumberFrames: how many frames to render.
///   - ioData: where they go, one buffer for each stream of the format. A null `mData` gets the unit's own memory, good until the next
///     cycle.
/// - Returns: `noErr`; `kAudioUnitErr_Uninitialized`; `kAudioUnitErr_TooManyFramesToProcess` for more than
/// `kAudioUnitProperty_MaximumFramesPerSlice`; `kAudioUnitErr_InvalidElement` where there is no such output;
/// `kAudioUnitErr_NoConnection` where an input has no source; `kAudioUnitErr_CannotDoInCurrentContext` where an input of a device
/// has another rate than asked for; `kAudio_ParamError` (-50) without a time, for another number of buffers, or for buffers
/// that are too small; what a callback returned.
CF_EXPORT OSStatus AudioUnitRender(
    AudioUnit inUnit,
    AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber,
    UInt32 inNumberFrames,
    AudioBufferList *ioData);

/// Renders one cycle of a unit from samples to samples in the same place.
///
/// For effects. The unit's inputs are not asked. Real-time safe; one thread at a time.
///
/// - Parameters:
///   - inUnit: the unit.
///   - ioActionFlags: actions; may be null. `kAudioUnitRenderAction_DoNotCheckRenderArgs` skips the checks of the other arguments.
///   - inTimeStamp: the time of the first frame.
///   - inNumberFrames: how many frames there are.
///   - ioData: the samples, in the format of the unit's input and output.
/// - Returns: the statuses of `AudioUnitRender`; `kAudio_UnimplementedError` (-4) for a unit that is no effect.
CF_EXPORT OSStatus AudioUnitProcess(
    AudioUnit inUnit,
    AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames,
    AudioBufferList *ioData);

/// Renders one cycle of a unit from several inputs to several outputs.
///
/// The unit's inputs are not asked. Real-time safe; one thread at a time.
///
/// - Parameters:
///   - inUnit: the unit.
///   - ioActionFlags: actions; may be null. `kAudioUnitRenderAction_DoNotCheckRenderArgs` skips the checks of the other arguments.
///   - inTimeStamp: the time of the first frame.
///   - inNumberFrames: how many frames there are.
///   - inNumberInputBufferLists: how many inputs there are: as many as the unit has.
///   - inInputBufferLists: the samples of each input.
///   - inNumberOutputBufferLists: how many outputs there are: at most as many as the unit has.
///   - ioOutputBufferLists: where the samples of each output go.
/// - Returns: the statuses of `AudioUnitRender`; `kAudio_UnimplementedError` (-4) for a unit whose outputs take another number of frames than its
/// inputs.
CF_EXPORT OSStatus AudioUnitProcessMultiple(
    AudioUnit inUnit,
    AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames,
    UInt32 inNumberInputBufferLists,
    const AudioBufferList *_Nonnull *_Nonnull inInputBufferLists,
    UInt32 inNumberOutputBufferLists,
    AudioBufferList *_Nonnull *_Nonnull ioOutputBufferLists);

/// Adds a function that is called before and after each render.
///
/// Its flags say which: `kAudioUnitRenderAction_PreRender` or `kAudioUnitRenderAction_PostRender`. They are a copy. After a
/// render that fails before it begins, only the second call is made, with `kAudioUnitRenderAction_PostRenderError`. Any thread.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inProc: the function. It may make any call.
///   - inProcUserData: what the function is called with. The same function with the same data is called once.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without a unit or function.
CF_EXPORT OSStatus AudioUnitAddRenderNotify(
    AudioUnit inUnit,
    AURenderCallback inProc CA_SENDABLE,
    void *_Nullable inProcUserData);

/// Removes a function that `AudioUnitAddRenderNotify` added.
///
/// Any thread.
///
/// - Parameters:
///   - inUnit: the unit.
///   - inProc: the function.
///   - inProcUserData: what the function is called with.
/// - Returns: `noErr`, also for a function that was not added; `kAudio_ParamError` (-50) without a unit or function.
CF_EXPORT OSStatus AudioUnitRemoveRenderNotify(
    AudioUnit inUnit,
    AURenderCallback inProc CA_SENDABLE,
    void *_Nullable inProcUserData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
