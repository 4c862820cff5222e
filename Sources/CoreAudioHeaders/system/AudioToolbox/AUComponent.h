#ifndef AudioToolbox_AUComponent_h
#define AudioToolbox_AUComponent_h

// Types and constants of audio units. There are no units yet, and no functions that create them.

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
    AudioUnitScope scope;
    AudioUnitElement element;
    AudioUnitParameterID parameter;
    AUParameterEventType eventType;
    union {
        struct {
            SInt32 startBufferOffset;
            UInt32 durationInFrames;
            AudioUnitParameterValue startValue;
            AudioUnitParameterValue endValue;
        } ramp;
        struct {
            UInt32 bufferOffset;
            AudioUnitParameterValue value;
        } immediate;
    } eventValues;
};
typedef struct AudioUnitParameterEvent AudioUnitParameterEvent;

/// A parameter of a unit.
struct AudioUnitParameter {
    AudioUnit mAudioUnit;
    AudioUnitParameterID mParameterID;
    AudioUnitScope mScope;
    AudioUnitElement mElement;
};
typedef struct AudioUnitParameter AudioUnitParameter;

/// A property of a unit.
struct AudioUnitProperty {
    AudioUnit mAudioUnit;
    AudioUnitPropertyID mPropertyID;
    AudioUnitScope mScope;
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

typedef void (*AUInputSamplesInOutputCallback)(
    void *inRefCon, const AudioTimeStamp *inOutputTimeStamp, Float64 inInputSample, Float64 inNumberInputSamples);
typedef OSStatus (*AudioUnitInitializeProc)(void *self);
typedef OSStatus (*AudioUnitUninitializeProc)(void *self);
typedef OSStatus (*AudioUnitGetPropertyInfoProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitScope scope, AudioUnitElement elem, UInt32 *_Nullable outDataSize,
    Boolean *_Nullable outWritable);
typedef OSStatus (*AudioUnitGetPropertyProc)(
    void *self, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement, void *outData,
    UInt32 *ioDataSize);
typedef OSStatus (*AudioUnitSetPropertyProc)(
    void *self, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement, const void *inData,
    UInt32 inDataSize);
typedef OSStatus (*AudioUnitAddPropertyListenerProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc, void *userData);
typedef OSStatus (*AudioUnitRemovePropertyListenerProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc);
typedef OSStatus (*AudioUnitRemovePropertyListenerWithUserDataProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc, void *_Nullable userData);
typedef OSStatus (*AudioUnitAddRenderNotifyProc)(void *self, AURenderCallback proc, void *_Nullable userData);
typedef OSStatus (*AudioUnitRemoveRenderNotifyProc)(void *self, AURenderCallback proc, void *_Nullable userData);
typedef OSStatus (*AudioUnitScheduleParametersProc)(
    void *self, const AudioUnitParameterEvent *events, UInt32 numEvents);
typedef OSStatus (*AudioUnitResetProc)(void *self, AudioUnitScope inScope, AudioUnitElement inElement);
typedef OSStatus (*AudioUnitComplexRenderProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber, UInt32 inNumberOfPackets, UInt32 *outNumberOfPackets,
    AudioStreamPacketDescription *outPacketDescriptions, AudioBufferList *ioData, void *outMetadata,
    UInt32 *outMetadataByteSize);
typedef OSStatus (*AudioUnitProcessProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames, AudioBufferList *ioData);
typedef OSStatus (*AudioUnitProcessMultipleProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames, UInt32 inNumberInputBufferLists,
    const AudioBufferList *_Nonnull *_Nonnull inInputBufferLists, UInt32 inNumberOutputBufferLists,
    AudioBufferList *_Nonnull *_Nonnull ioOutputBufferLists);
typedef OSStatus (*AudioUnitGetParameterProc)(
    void *inComponentStorage, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue *outValue);
typedef OSStatus (*AudioUnitSetParameterProc)(
    void *inComponentStorage, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue inValue, UInt32 inBufferOffsetInFrames);
typedef OSStatus (*AudioUnitRenderProc)(
    void *inComponentStorage, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber, UInt32 inNumberFrames, AudioBufferList *ioData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
