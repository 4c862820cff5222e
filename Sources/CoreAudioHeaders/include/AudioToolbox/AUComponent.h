#ifndef AudioToolbox_AUComponent_h
#define AudioToolbox_AUComponent_h

/// Which of the versions of these calls the system has, for programs that ask the preprocessor.
#define AUDIO_UNIT_VERSION 1070
/// Whether the system declares the calls by which apps take the sound of one another. On Linux they publish nothing.
#define AU_SUPPORT_INTERAPP_AUDIO 1

// Audio units: what makes, changes and mixes sound, and the functions that every unit has.

#include <AudioToolbox/AudioComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFString.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread, on several threads at the same time, and in listeners. The functions take
// locks and allocate memory, and are not real-time safe. A unit of a component that the program has registered does its work
// on the calling thread.

// MARK: Types

/// An instance of an audio unit.
typedef AudioComponentInstance AudioUnit;

/// Names a property of a unit.
typedef UInt32 AudioUnitPropertyID;
/// A part of a unit: input, output, or the unit as a whole.
typedef UInt32 AudioUnitScope;
/// A bus of the scope.
typedef UInt32 AudioUnitElement;
/// Names a parameter of a unit.
typedef UInt32 AudioUnitParameterID;
/// The value of a parameter.
typedef Float32 AudioUnitParameterValue;

/// Types of units. This library has outputs, format converters, effects and mixers.
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

/// Output units.
CF_ENUM(UInt32) {
    /// GenericOutput: renders when the program asks for it, without a device.
    kAudioUnitSubType_GenericOutput = 0x67656E72,  // 'genr'
    /// VoiceProcessingIO: a device for conversations, without the echo of what it plays.
    kAudioUnitSubType_VoiceProcessingIO = 0x7670696F,  // 'vpio'
    /// RemoteIO: plays on the default output and records from the default input.
    kAudioUnitSubType_RemoteIO = 0x72696F63,  // 'rioc'
    /// HALOutput: plays on a device of choice and records from it.
    kAudioUnitSubType_HALOutput = 0x6168616C,  // 'ahal'
    /// DefaultOutput: plays on the default output.
    kAudioUnitSubType_DefaultOutput = 0x64656620,  // 'def '
    /// SystemOutput: plays on the default output, too.
    kAudioUnitSubType_SystemOutput = 0x73797320  // 'sys '
};

/// The other units of the system. This library has AUConverter, Splitter, MultiSplitter, Merger, MultiChannelMixer,
/// MatrixMixer, SpatialMixer, Sampler, MIDISynth, Varispeed, NewTimePitch, TimePitch, ScheduledSoundPlayer, AudioFilePlayer,
/// LowPassFilter, HighPassFilter, BandPassFilter, HighShelfFilter, LowShelfFilter, ParametricEQ, NBandEQ, GraphicEQ, AUiPodEQ,
/// Delay, SampleDelay, Reverb2, Distortion, PeakLimiter, DynamicsProcessor and MultiBandCompressor.
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

/// Flags of a render.
typedef CF_OPTIONS(UInt32, AudioUnitRenderActionFlags) {
    /// Set in calls of a render notification before the render.
    kAudioUnitRenderAction_PreRender = 4,
    /// Set in calls of a render notification after the render.
    kAudioUnitRenderAction_PostRender = 8,
    /// All frames are silent. A callback that sets it must write zeros too.
    kAudioUnitRenderAction_OutputIsSilence = 16,
    /// Looks at the input before an offline render. No unit of this library uses it.
    kAudioOfflineUnitRenderAction_Preflight = 32,
    /// Renders offline. No unit of this library uses it.
    kAudioOfflineUnitRenderAction_Render = 64,
    /// The offline render has ended. No unit of this library uses it.
    kAudioOfflineUnitRenderAction_Complete = 128,
    /// Set together with `kAudioUnitRenderAction_PostRender` when the render failed.
    kAudioUnitRenderAction_PostRenderError = 256,
    /// Skips the checks of the buffers in `AudioUnitProcess` and `AudioUnitProcessMultiple`.
    kAudioUnitRenderAction_DoNotCheckRenderArgs = 512
};

/// Statuses of audio units and components.
CF_ENUM(OSStatus) {
    /// The unit does not have the property.
    kAudioUnitErr_InvalidProperty = -10879,
    /// The unit does not have the parameter.
    kAudioUnitErr_InvalidParameter = -10878,
    /// The scope does not have the element.
    kAudioUnitErr_InvalidElement = -10877,
    /// The input has no source.
    kAudioUnitErr_NoConnection = -10876,
    /// The unit cannot be initialized: the device or its channels are missing, or a factory function returned null.
    kAudioUnitErr_FailedInitialization = -10875,
    /// More frames were requested than `kAudioUnitProperty_MaximumFramesPerSlice`.
    kAudioUnitErr_TooManyFramesToProcess = -10874,
    /// The file cannot be read. This library does not return it.
    kAudioUnitErr_InvalidFile = -10871,
    /// The type of the file is unknown. This library does not return it.
    kAudioUnitErr_UnknownFileType = -10870,
    /// No file was set. This library does not return it.
    kAudioUnitErr_FileNotSpecified = -10869,
    /// The unit does not take the format, or its formats do not match each other.
    kAudioUnitErr_FormatNotSupported = -10868,
    /// The unit is not initialized.
    kAudioUnitErr_Uninitialized = -10867,
    /// The unit does not have the property or the parameter in the scope.
    kAudioUnitErr_InvalidScope = -10866,
    /// The property cannot be set, or not in the present state of the unit.
    kAudioUnitErr_PropertyNotWritable = -10865,
    /// The unit cannot do this now: the device's sample rate differs from that of its client.
    kAudioUnitErr_CannotDoInCurrentContext = -10863,
    /// The value is out of its range, has another size, or does not fit the unit. A source gave a buffer list that does not
    /// match its format.
    kAudioUnitErr_InvalidPropertyValue = -10851,
    /// The property has no value now.
    kAudioUnitErr_PropertyNotInUse = -10850,
    /// The unit must be uninitialized first.
    kAudioUnitErr_Initialized = -10849,
    /// The unit cannot render offline. This library does not return it.
    kAudioUnitErr_InvalidOfflineRender = -10848,
    /// The unit has no license. This library does not return it.
    kAudioUnitErr_Unauthorized = -10847,
    /// There is no room for more MIDI. This library does not return it.
    kAudioUnitErr_MIDIOutputBufferFull = -66753,
    /// The instance did not answer in time. This library does not return it.
    kAudioComponentErr_InstanceTimedOut = -66754,
    /// The process of the instance ended. This library does not return it.
    kAudioComponentErr_InstanceInvalidated = -66749,
    /// The render did not end in time. This library does not return it.
    kAudioUnitErr_RenderTimeout = -66745,
    /// The extension is missing. This library does not return it.
    kAudioUnitErr_ExtensionNotFound = -66744,
    /// The value of a parameter is infinite or not a number.
    kAudioUnitErr_InvalidParameterValue = -66743,
    /// The path is invalid. This library does not return it.
    kAudioUnitErr_InvalidFilePath = -66742,
    /// A key is missing in a dictionary. This library does not return it.
    kAudioUnitErr_MissingKey = -66741,
    /// A component has the description already. This library does not return it.
    kAudioComponentErr_DuplicateDescription = -66752,
    /// The type of the component is not supported. This library does not return it.
    kAudioComponentErr_UnsupportedType = -66751,
    /// The component allows no more instances. This library does not return it.
    kAudioComponentErr_TooManyInstances = -66750,
    /// The program may not do this: Linux has no app extensions, and no programs that take the sound of others by a component.
    kAudioComponentErr_NotPermitted = -66748,
    /// The component did not start in time. This library does not return it.
    kAudioComponentErr_InitializationTimedOut = -66747,
    /// The format is invalid. This library does not return it.
    kAudioComponentErr_InvalidFormat = -66746,
    /// The instrument is invalid. This library does not return it.
    kAudioUnitErr_IllegalInstrument = -10873,
    /// The type of the instrument is unknown. This library does not return it.
    kAudioUnitErr_InstrumentTypeNotFound = -10872,
    /// The older way to make components is not supported. This library does not return it.
    kAudioUnitErr_ComponentManagerNotSupported = -66740,
    /// Another unit processes the voice. This library does not return it.
    kAudioUnitErr_MultipleVoiceProcessors = -66635
};

/// Ways to schedule a parameter's value.
typedef CF_ENUM(UInt32, AUParameterEventType) {
    /// The value applies from a frame on.
    kParameterEvent_Immediate = 1,
    /// The value changes evenly over frames.
    kParameterEvent_Ramped = 2
};

/// Selectors of a unit's functions.
enum {
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

// MARK: Notifications

#ifndef __swift__
/// CFStringRef, the name of the notification that is posted when the set of components changes: after
/// `AudioComponentRegister`. It is posted to Foundation's `NotificationCenter.default`, without an object, on the thread that
/// makes the call, before the call returns. CoreFoundation has no notifications on Linux.
#define kAudioComponentRegistrationsChangedNotification __extension__ CFSTR("kAudioComponentRegistrationsChangedNotification")
/// CFStringRef, the name of the notification that the process of an instance has ended. Instances are in the program's own
/// process, so that it is not posted.
#define kAudioComponentInstanceInvalidationNotification __extension__ CFSTR("kAudioComponentInstanceInvalidationNotification")
#endif

// MARK: Events and addresses

/// A parameter's value at a frame of the cycle, or a ramp to another value.
struct AudioUnitParameterEvent {
    /// The parameter's scope.
    AudioUnitScope scope;
    /// The parameter's element.
    AudioUnitElement element;
    /// The parameter.
    AudioUnitParameterID parameter;
    /// The part of `eventValues` that is valid.
    AUParameterEventType eventType;
    /// The value or the ramp, as `eventType` says.
    union {
        /// A ramp, for `kParameterEvent_Ramped`.
        struct {
            /// The frame of the cycle at which the ramp starts; negative for a ramp that started in an earlier cycle.
            SInt32 startBufferOffset;
            /// The length of the ramp in frames.
            UInt32 durationInFrames;
            /// The value at the ramp's first frame.
            AudioUnitParameterValue startValue;
            /// The value after the ramp's last frame.
            AudioUnitParameterValue endValue;
        } ramp;
        /// A value, for `kParameterEvent_Immediate`.
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

/// Fills the buffers of an input, reads what a device has recorded, or observes a render.
///
/// As the source of an input, set with `kAudioUnitProperty_SetRenderCallback`, it writes frames to the buffers, or sets their
/// pointers to its own memory. The memory must stay valid until the render ends.
///
/// As an input callback, set with `kAudioOutputUnitProperty_SetInputCallback`, it gets null instead of buffers. It calls
/// `AudioUnitRender` with the same time stamp and element 1 to get the recorded frames.
///
/// As a render notification, added with `AudioUnitAddRenderNotify`, it is called before and after each render.
///
/// Threads: Called on the thread that renders, usually an audio thread: it must not block, allocate memory or take a lock.
///
/// - Parameters:
///   - inRefCon: the pointer that the program passed with the function.
///   - ioActionFlags: the flags of the render. A source sets `kAudioUnitRenderAction_OutputIsSilence` after it wrote zeros. A
///     notification gets a copy.
///   - inTimeStamp: the time of the first frame. Valid only during the call.
///   - inBusNumber: the input element that needs frames, or the output element that is rendered.
///   - inNumberFrames: the number of frames.
///   - ioData: the buffers, in the format of the element; null for an input callback.
/// - Returns: 0, or any other status, which ends the render and becomes its status. Statuses of input callbacks and
///   notifications are ignored.
typedef OSStatus (*AURenderCallback)(
    void *inRefCon, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp, UInt32 inBusNumber,
    UInt32 inNumberFrames, AudioBufferList *_Nullable ioData);

/// Called when a property has changed.
///
/// Threads: Called on the thread that makes the change, before the call returns. `kAudioOutputUnitProperty_IsRunning` may
/// also change on a thread of the device, and `kAudioUnitProperty_LastRenderError` on the thread that renders. No lock is
/// held: it may call all functions of the unit.
///
/// - Parameters:
///   - inRefCon: the pointer that the program passed with the function.
///   - inUnit: the unit.
///   - inID: the property. Read it with `AudioUnitGetProperty`.
///   - inScope: the scope that has changed.
///   - inElement: the element that has changed.
typedef void (*AudioUnitPropertyListenerProc)(
    void *inRefCon, AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement);

/// Receives which input frames make an output frame.
///
/// Threads: The units of this library do not call it.
///
/// - Parameters:
///   - inRefCon: the pointer that the program passed with the function.
///   - inOutputTimeStamp: the time of the output frame.
///   - inInputSample: the sample time of the first input frame.
///   - inNumberInputSamples: the number of input frames.
typedef void (*AUInputSamplesInOutputCallback)(
    void *inRefCon, const AudioTimeStamp *inOutputTimeStamp, Float64 inInputSample, Float64 inNumberInputSamples);

/// Prepares an instance to render.
///
/// The function of a registered component for `AudioUnitInitialize`.
///
/// Threads: Called on the thread that calls `AudioUnitInitialize`.
///
/// - Parameter self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitInitializeProc)(void *self);

/// Frees what an instance needs to render.
///
/// The function of a registered component for `AudioUnitUninitialize`.
///
/// Threads: Called on the thread that calls `AudioUnitUninitialize`.
///
/// - Parameter self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitUninitializeProc)(void *self);

/// Reports the size of a property, and whether it can be set.
///
/// The function of a registered component for `AudioUnitGetPropertyInfo`.
///
/// Threads: Called on the thread that calls `AudioUnitGetPropertyInfo`.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - prop: the property.
///   - scope: the scope.
///   - elem: the element.
///   - outDataSize: on return, the size of the value in bytes; may be null.
///   - outWritable: on return, whether the property can be set; may be null.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitGetPropertyInfoProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitScope scope, AudioUnitElement elem, UInt32 *_Nullable outDataSize,
    Boolean *_Nullable outWritable);

/// Reads a property.
///
/// The function of a registered component for `AudioUnitGetProperty`.
///
/// Threads: Called on the thread that calls `AudioUnitGetProperty`.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - inID: the property.
///   - inScope: the scope.
///   - inElement: the element.
///   - outData: room for the value; null to get only the size.
///   - ioDataSize: the size of `outData` in bytes, and on return the size of the value.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitGetPropertyProc)(
    void *self, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement, void *outData,
    UInt32 *ioDataSize);

/// Sets a property.
///
/// The function of a registered component for `AudioUnitSetProperty`.
///
/// Threads: Called on the thread that calls `AudioUnitSetProperty`.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - inID: the property.
///   - inScope: the scope.
///   - inElement: the element.
///   - inData: the value; null to remove it.
///   - inDataSize: the size of the value in bytes.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitSetPropertyProc)(
    void *self, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement, const void *inData,
    UInt32 inDataSize);

/// Adds a listener of a property.
///
/// The function of a registered component for `AudioUnitAddPropertyListener`.
///
/// Threads: Called on the thread that calls `AudioUnitAddPropertyListener`.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - prop: the property.
///   - proc: the function.
///   - userData: the pointer to pass to the function.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitAddPropertyListenerProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc, void *userData);

/// Removes a listener of a property, whatever its pointer is.
///
/// The function of a registered component for `AudioUnitRemovePropertyListener`.
///
/// Threads: Called on the thread that calls `AudioUnitRemovePropertyListener`.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - prop: the property.
///   - proc: the function.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitRemovePropertyListenerProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc);

/// Removes a listener of a property.
///
/// The function of a registered component for `AudioUnitRemovePropertyListenerWithUserData`.
///
/// Threads: Called on the thread that calls `AudioUnitRemovePropertyListenerWithUserData`.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - prop: the property.
///   - proc: the function.
///   - userData: the pointer that was passed with the function.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitRemovePropertyListenerWithUserDataProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc, void *_Nullable userData);

/// Adds a render notification.
///
/// The function of a registered component for `AudioUnitAddRenderNotify`.
///
/// Threads: Called on the thread that calls `AudioUnitAddRenderNotify`.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - proc: the function.
///   - userData: the pointer to pass to the function.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitAddRenderNotifyProc)(void *self, AURenderCallback proc, void *_Nullable userData);

/// Removes a render notification.
///
/// The function of a registered component for `AudioUnitRemoveRenderNotify`.
///
/// Threads: Called on the thread that calls `AudioUnitRemoveRenderNotify`.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - proc: the function.
///   - userData: the pointer that was passed with the function.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitRemoveRenderNotifyProc)(void *self, AURenderCallback proc, void *_Nullable userData);

/// Schedules values of parameters.
///
/// The function of a registered component for `AudioUnitScheduleParameters`.
///
/// Threads: Called on the thread that calls `AudioUnitScheduleParameters`.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - events: the events.
///   - numEvents: the number of events.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitScheduleParametersProc)(
    void *self, const AudioUnitParameterEvent *events, UInt32 numEvents);

/// Discards the sound that an instance holds.
///
/// The function of a registered component for `AudioUnitReset`.
///
/// Threads: Called on the thread that calls `AudioUnitReset`.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - inScope: the scope.
///   - inElement: the element.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitResetProc)(void *self, AudioUnitScope inScope, AudioUnitElement inElement);

/// Renders packets of an encoded format.
///
/// The function of a component for `kAudioUnitComplexRenderSelect`.
///
/// Threads: This library does not call functions of this type.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - ioActionFlags: the flags of the render; may be null.
///   - inTimeStamp: the time of the first frame.
///   - inOutputBusNumber: the output element.
///   - inNumberOfPackets: the number of packets.
///   - outNumberOfPackets: on return, the number of packets in the buffers.
///   - outPacketDescriptions: on return, the descriptions of the packets.
///   - ioData: the buffers.
///   - outMetadata: on return, data about the packets.
///   - outMetadataByteSize: on return, the size of that data in bytes.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitComplexRenderProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber, UInt32 inNumberOfPackets, UInt32 *outNumberOfPackets,
    AudioStreamPacketDescription *outPacketDescriptions, AudioBufferList *ioData, void *outMetadata,
    UInt32 *outMetadataByteSize);

/// Renders from frames to frames in the same buffers.
///
/// The function of a registered component for `AudioUnitProcess`.
///
/// Threads: Called on the thread that calls `AudioUnitProcess`, usually an audio thread: it must not block, allocate memory
/// or take a lock.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - ioActionFlags: the flags of the render; may be null.
///   - inTimeStamp: the time of the first frame.
///   - inNumberFrames: the number of frames.
///   - ioData: the buffers.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitProcessProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames, AudioBufferList *ioData);

/// Renders from several inputs to several outputs.
///
/// The function of a registered component for `AudioUnitProcessMultiple`.
///
/// Threads: Called on the thread that calls `AudioUnitProcessMultiple`, usually an audio thread: it must not block, allocate
/// memory or take a lock.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - ioActionFlags: the flags of the render; may be null.
///   - inTimeStamp: the time of the first frame.
///   - inNumberFrames: the number of frames.
///   - inNumberInputBufferLists: the number of inputs.
///   - inInputBufferLists: the frames of each input.
///   - inNumberOutputBufferLists: the number of outputs.
///   - ioOutputBufferLists: the buffers of each output.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitProcessMultipleProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames, UInt32 inNumberInputBufferLists,
    const AudioBufferList *_Nonnull *_Nonnull inInputBufferLists, UInt32 inNumberOutputBufferLists,
    AudioBufferList *_Nonnull *_Nonnull ioOutputBufferLists);

/// Reads a parameter.
///
/// The function of a registered component for `AudioUnitGetParameter`.
///
/// Threads: Called on the thread that calls `AudioUnitGetParameter`.
///
/// - Parameters:
///   - inComponentStorage: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - inID: the parameter.
///   - inScope: the scope.
///   - inElement: the element.
///   - outValue: on return, the value.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitGetParameterProc)(
    void *inComponentStorage, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue *outValue);

/// Sets a parameter.
///
/// The function of a registered component for `AudioUnitSetParameter`.
///
/// Threads: Called on the thread that calls `AudioUnitSetParameter`.
///
/// - Parameters:
///   - inComponentStorage: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - inID: the parameter.
///   - inScope: the scope.
///   - inElement: the element.
///   - inValue: the value.
///   - inBufferOffsetInFrames: the frame of the cycle from which the value applies.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitSetParameterProc)(
    void *inComponentStorage, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue inValue, UInt32 inBufferOffsetInFrames);

/// Renders an output.
///
/// The function of a registered component for `AudioUnitRender`.
///
/// Threads: Called on the thread that calls `AudioUnitRender` or renders a connected unit, usually an audio thread: it must
/// not block, allocate memory or take a lock.
///
/// - Parameters:
///   - inComponentStorage: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - ioActionFlags: the flags of the render; may be null.
///   - inTimeStamp: the time of the first frame.
///   - inOutputBusNumber: the output element.
///   - inNumberFrames: the number of frames.
///   - ioData: the buffers.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioUnitRenderProc)(
    void *inComponentStorage, AudioUnitRenderActionFlags *_Nullable ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber, UInt32 inNumberFrames, AudioBufferList *ioData);

// MARK: Life

/// Prepares a unit to render.
///
/// The unit allocates the memory for a cycle. Most of its formats and sizes are fixed until it is uninitialized. The call has
/// no effect on an initialized unit.
///
/// - Parameter inUnit: a unit.
/// - Returns: 0, or
///   - `kAudioUnitErr_FormatNotSupported`: the formats of the inputs and outputs do not match
///   - `kAudioUnitErr_FailedInitialization`: an output unit has no device, or the device has no channels for an enabled
///     direction
///   - `kAudioUnitErr_InvalidPropertyValue`: neither direction of an output unit is enabled
///   - `kAudio_ParamError`: there is no such unit
CF_EXPORT OSStatus AudioUnitInitialize(AudioUnit inUnit);

/// Frees what `AudioUnitInitialize` allocated.
///
/// Properties and parameters keep their values. An output unit stops first. A render that is in progress on another thread
/// ends as usual.
///
/// - Parameter inUnit: a unit.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such unit
CF_EXPORT OSStatus AudioUnitUninitialize(AudioUnit inUnit);

/// Discards the sound that a unit holds, for example in a delay, a filter or a converter.
///
/// Parameters and properties keep their values. The next render makes new frames, also for the time of the last one.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inScope: `kAudioUnitScope_Global`. The units of this library ignore it.
///   - inElement: 0. The units of this library ignore it.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such unit
CF_EXPORT OSStatus AudioUnitReset(AudioUnit inUnit, AudioUnitScope inScope, AudioUnitElement inElement);

// MARK: Properties

/// Reports the size of a property's value, and whether it can be set.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inID: the property.
///   - inScope: the scope.
///   - inElement: the element.
///   - outDataSize: on return, the size in bytes; may be null.
///   - outWritable: on return, whether the property can be set; may be null.
/// - Returns: 0, or
///   - `kAudioUnitErr_InvalidProperty`: the unit does not have the property
///   - `kAudioUnitErr_InvalidScope`, `kAudioUnitErr_InvalidElement`: the unit has the property, but not in this scope or for
///     this element
///   - `kAudioUnitErr_PropertyNotInUse`: the property has no value now
///   - `kAudioUnitErr_InvalidParameter`: the property is about a parameter that the unit does not have
///   - `kAudio_ParamError`: there is no such unit
CF_EXPORT OSStatus AudioUnitGetPropertyInfo(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitScope inScope,
    AudioUnitElement inElement,
    UInt32 *_Nullable outDataSize,
    Boolean *_Nullable outWritable);

/// Reads a property.
///
/// The caller releases the Core Foundation objects in the value.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inID: the property.
///   - inScope: the scope.
///   - inElement: the element.
///   - outData: room for the value; null to get only the size.
///   - ioDataSize: the size of `outData` in bytes, and on return the size of the value. A value of plain bytes is cut off
///     where there is less room. It is 0 after an error.
/// - Returns: 0, or
///   - `kAudioUnitErr_InvalidProperty`: the unit does not have the property
///   - `kAudioUnitErr_InvalidScope`, `kAudioUnitErr_InvalidElement`: the unit has the property, but not in this scope or for
///     this element
///   - `kAudioUnitErr_PropertyNotInUse`: the property has no value now
///   - `kAudioUnitErr_InvalidParameter`: the property is about a parameter that the unit does not have
///   - `kAudioUnitErr_InvalidPropertyValue`: there is no room for an object or a struct, or the value that was passed in is
///     invalid
///   - `kAudio_ParamError`: there is no such unit, the size is null, or there is room for 0 bytes
CF_EXPORT OSStatus AudioUnitGetProperty(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitScope inScope,
    AudioUnitElement inElement,
    void *outData,
    UInt32 *ioDataSize);

/// Sets a property, or removes its value.
///
/// Listeners of the property are called before the call returns.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inID: the property.
///   - inScope: the scope.
///   - inElement: the element.
///   - inData: the value; null with a size of 0 to remove it.
///   - inDataSize: the size of the value in bytes.
/// - Returns: 0, or
///   - `kAudioUnitErr_InvalidProperty`: the unit does not have the property
///   - `kAudioUnitErr_InvalidScope`, `kAudioUnitErr_InvalidElement`: the unit has the property, but not in this scope or for
///     this element
///   - `kAudioUnitErr_PropertyNotInUse`: the property has no value now
///   - `kAudioUnitErr_PropertyNotWritable`: the property can only be read, or cannot be set in the present state of the unit
///   - `kAudioUnitErr_Initialized`: the unit must be uninitialized first
///   - `kAudioUnitErr_InvalidPropertyValue`: the value has another size, is out of its range, or cannot be removed
///   - `kAudioUnitErr_FormatNotSupported`: the unit does not take the format
///   - `kAudio_ParamError`: there is no such unit, or only one of data and size is given
CF_EXPORT OSStatus AudioUnitSetProperty(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitScope inScope,
    AudioUnitElement inElement,
    const void *_Nullable inData,
    UInt32 inDataSize);

/// Adds a function that is called when a property changes.
///
/// It is called for all scopes and elements.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inID: the property.
///   - inProc: the function.
///   - inProcUserData: a pointer that is passed to the function.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such unit, or the function is null
CF_EXPORT OSStatus AudioUnitAddPropertyListener(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitPropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inProcUserData);

/// Removes a function that `AudioUnitAddPropertyListener` added.
///
/// The call also succeeds for a function that was not added. A call that is in progress on another thread ends as usual.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inID: the property.
///   - inProc: the function.
///   - inProcUserData: the pointer that was passed with the function.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such unit, or the function is null
CF_EXPORT OSStatus AudioUnitRemovePropertyListenerWithUserData(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitPropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inProcUserData);

/// Removes a function that `AudioUnitAddPropertyListener` added, whatever pointers it was added with.
///
/// For old programs; `AudioUnitRemovePropertyListenerWithUserData` replaces it. The call also succeeds for a function that was not
/// added.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inID: the property.
///   - inProc: the function.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such unit, or the function is null
///   - `kAudio_UnimplementedError`: the unit is a registered component that does not have the function
CF_EXPORT OSStatus AudioUnitRemovePropertyListener(
    AudioUnit inUnit,
    AudioUnitPropertyID inID,
    AudioUnitPropertyListenerProc inProc CA_SENDABLE);

// MARK: Parameters

/// Reads a parameter.
///
/// Threads: Call this function on any thread, in listeners and in render callbacks. It takes locks that other threads hold
/// only for a short time.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inID: the parameter.
///   - inScope: the scope.
///   - inElement: the element.
///   - outValue: on return, the value.
/// - Returns: 0, or
///   - `kAudioUnitErr_InvalidParameter`: the unit does not have the parameter in this scope
///   - `kAudioUnitErr_InvalidScope`, `kAudioUnitErr_InvalidElement`: the unit does not have parameters in this scope, or does
///     not have this element
///   - `kAudio_ParamError`: there is no such unit, or the pointer is null
CF_EXPORT OSStatus AudioUnitGetParameter(
    AudioUnit inUnit,
    AudioUnitParameterID inID,
    AudioUnitScope inScope,
    AudioUnitElement inElement,
    AudioUnitParameterValue *outValue);

/// Sets a parameter at once.
///
/// A value outside the parameter's range becomes the nearest value in the range. A meter ignores the call. Parameter
/// listeners are not called: `AUParameterSet` sets a value and calls them. Before the unit is initialized it also keeps
/// values of parameters that it does not have.
///
/// Threads: Call this function on any thread, in listeners and in render callbacks. It takes locks that other threads hold
/// only for a short time. The first call for a parameter allocates memory.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inID: the parameter.
///   - inScope: the scope.
///   - inElement: the element.
///   - inValue: the value.
///   - inBufferOffsetInFrames: the units of this library ignore it. `AudioUnitScheduleParameters` sets a value at a frame.
/// - Returns: 0, or
///   - `kAudioUnitErr_InvalidParameterValue`: the value is infinite or not a number
///   - `kAudioUnitErr_InvalidParameter`: an initialized unit does not have the parameter in this scope
///   - `kAudioUnitErr_InvalidScope`, `kAudioUnitErr_InvalidElement`: the unit does not have parameters in this scope, or does
///     not have this element
///   - `kAudio_ParamError`: there is no such unit
CF_EXPORT OSStatus AudioUnitSetParameter(
    AudioUnit inUnit,
    AudioUnitParameterID inID,
    AudioUnitScope inScope,
    AudioUnitElement inElement,
    AudioUnitParameterValue inValue,
    UInt32 inBufferOffsetInFrames);

/// Schedules values and ramps of parameters for frames of the present cycle.
///
/// Schedule a ramp that takes several cycles again in each of them. The unit discards events that the cycle does not use, and
/// ramps of parameters without `kAudioUnitParameterFlag_CanRamp`.
///
/// Threads: Call this function on the thread that renders the unit: in a render notification, or right before the render. It
/// takes locks that other threads hold only for a short time.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inParameterEvent: the events.
///   - inNumParamEvents: the number of events.
/// - Returns: 0, or
///   - `kAudioUnitErr_Uninitialized`: the unit is not initialized
///   - `kAudioUnitErr_InvalidParameter`, `kAudioUnitErr_InvalidElement`: the unit does not have the parameter of an event
///   - `kAudioUnitErr_InvalidParameterValue`: a value is infinite or not a number
///   - `kAudio_ParamError`: there is no such unit, the pointer is null, an event has another type, or there are more events
///     than the unit holds
CF_EXPORT OSStatus AudioUnitScheduleParameters(
    AudioUnit inUnit,
    const AudioUnitParameterEvent *inParameterEvent,
    UInt32 inNumParamEvents);

// MARK: Rendering

/// Renders one cycle of an output.
///
/// The unit gets frames from the sources of its inputs: callbacks and connected units. A second call with the same sample
/// time returns the same frames, and calls no source.
///
/// The call cuts `mDataByteSize` of each buffer to the size of the frames before it renders.
///
/// Threads: Call this function on any thread, and in input callbacks. It is real-time safe if the callbacks are. Only one
/// thread at a time may render a unit.
///
/// - Parameters:
///   - inUnit: a unit.
///   - ioActionFlags: the flags of the render; may be null. On return, `kAudioUnitRenderAction_OutputIsSilence` if all frames
///     are silent.
///   - inTimeStamp: the time of the first frame. A new `mSampleTime` begins a new cycle.
///   - inOutputBusNumber: the output element.
///   - inNumberFrames: the number of frames.
///   - ioData: a buffer for each stream of the output's format. If `mData` is null, the unit lends its own memory, which is
///     valid until the next cycle.
/// - Returns: 0, or
///   - `kAudioUnitErr_Uninitialized`: the unit is not initialized
///   - `kAudioUnitErr_TooManyFramesToProcess`: there are more frames than `kAudioUnitProperty_MaximumFramesPerSlice`
///   - `kAudioUnitErr_InvalidElement`: there is no such output
///   - `kAudioUnitErr_NoConnection`: an input has no source
///   - `kAudioUnitErr_InvalidPropertyValue`: a source gave a buffer list that does not match its format
///   - `kAudioUnitErr_CannotDoInCurrentContext`: HALOutput records, and the client's sample rate is not the device's
///   - `kAudio_MemFullError`: more than 512 units would render one within the other
///   - `kAudio_ParamError`: there is no such unit, the time stamp or the list is null, the list has another number of
///     buffers, or a buffer is too small
///   - a status of a callback or of a connected unit
CF_EXPORT OSStatus AudioUnitRender(
    AudioUnit inUnit,
    AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp,
    UInt32 inOutputBusNumber,
    UInt32 inNumberFrames,
    AudioBufferList *ioData);

/// Renders one cycle of a unit from frames to frames in the same buffers.
///
/// Effects support it, and AUConverter where its sample rates are equal. The sources of the inputs are not called. A second
/// call with the same sample time returns the same frames.
///
/// Threads: Call this function on any thread. It is real-time safe. Only one thread at a time may render a unit.
///
/// - Parameters:
///   - inUnit: a unit.
///   - ioActionFlags: the flags of the render; may be null. On return, `kAudioUnitRenderAction_OutputIsSilence` if all frames
///     are silent. `kAudioUnitRenderAction_DoNotCheckRenderArgs` skips the checks of the buffers.
///   - inTimeStamp: the time of the first frame. A new `mSampleTime` begins a new cycle.
///   - inNumberFrames: the number of frames.
///   - ioData: the input, and on return the output.
/// - Returns: 0, or
///   - `kAudioUnitErr_Uninitialized`: the unit is not initialized
///   - `kAudioUnitErr_TooManyFramesToProcess`: there are more frames than `kAudioUnitProperty_MaximumFramesPerSlice`
///   - `kAudioUnitErr_FormatNotSupported`: the sample rate of an input is not that of the output
///   - `kAudioUnitErr_CannotDoInCurrentContext`: the unit changes the speed or the pitch, so that it takes another number of
///     frames than it gives; or another render of the unit is in progress
///   - `kAudio_UnimplementedError`: the unit does not support the call
///   - `kAudio_ParamError`: there is no such unit, a pointer is null, the unit has several inputs, or the buffers do not
///     match the format
CF_EXPORT OSStatus AudioUnitProcess(
    AudioUnit inUnit,
    AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp,
    UInt32 inNumberFrames,
    AudioBufferList *ioData);

/// Renders one cycle of a unit from several inputs to several outputs.
///
/// The sources of the inputs are not called. A second call with the same sample time returns the same frames.
///
/// Threads: Call this function on any thread. It is real-time safe. Only one thread at a time may render a unit.
///
/// - Parameters:
///   - inUnit: a unit.
///   - ioActionFlags: the flags of the render; may be null. On return, `kAudioUnitRenderAction_OutputIsSilence` if all frames
///     are silent. `kAudioUnitRenderAction_DoNotCheckRenderArgs` skips the checks of the buffers.
///   - inTimeStamp: the time of the first frame. A new `mSampleTime` begins a new cycle.
///   - inNumberFrames: the number of frames.
///   - inNumberInputBufferLists: the number of inputs, which is that of the unit.
///   - inInputBufferLists: the frames of each input.
///   - inNumberOutputBufferLists: the number of outputs: 1 to that of the unit.
///   - ioOutputBufferLists: on return, the frames of each output.
/// - Returns: 0, or
///   - `kAudioUnitErr_Uninitialized`: the unit is not initialized
///   - `kAudioUnitErr_TooManyFramesToProcess`: there are more frames than `kAudioUnitProperty_MaximumFramesPerSlice`
///   - `kAudioUnitErr_FormatNotSupported`: the sample rate of an input is not that of the output
///   - `kAudioUnitErr_CannotDoInCurrentContext`: the unit changes the speed or the pitch, so that it takes another number of
///     frames than it gives; or another render of the unit is in progress
///   - `kAudio_UnimplementedError`: the unit does not support the call
///   - `kAudio_ParamError`: there is no such unit, a pointer is null, the number of inputs or outputs is wrong, or the
///     buffers do not match the formats
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
/// The flags of the call contain `kAudioUnitRenderAction_PreRender` or `kAudioUnitRenderAction_PostRender`. If a render fails
/// before it begins, the function gets only the second call, with `kAudioUnitRenderAction_PostRenderError`. A function that
/// is added twice with the same pointer is called once.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inProc: the function.
///   - inProcUserData: a pointer that is passed to the function.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such unit, or the function is null
CF_EXPORT OSStatus AudioUnitAddRenderNotify(
    AudioUnit inUnit,
    AURenderCallback inProc CA_SENDABLE,
    void *_Nullable inProcUserData);

/// Removes a function that `AudioUnitAddRenderNotify` added.
///
/// The call also succeeds for a function that was not added. A render that is in progress may still call it.
///
/// - Parameters:
///   - inUnit: a unit.
///   - inProc: the function.
///   - inProcUserData: the pointer that was passed with the function.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such unit, or the function is null
CF_EXPORT OSStatus AudioUnitRemoveRenderNotify(
    AudioUnit inUnit,
    AURenderCallback inProc CA_SENDABLE,
    void *_Nullable inProcUserData);

// MARK: App extensions

/// Sets the components of an app extension. There are no app extensions on Linux; a program registers its own components by
/// `AudioComponentRegister`.
///
/// - Parameters:
///   - extensionIdentifier: the identifier of the extension.
///   - audioComponentInfo: the descriptions of its components, or null for those of its property list.
/// - Returns: `kAudioComponentErr_NotPermitted`: the process is no app extension and contains none
CF_EXPORT OSStatus AudioUnitExtensionSetComponentList(
    CAStringParameter extensionIdentifier,
    CAArrayParameter _Nullable audioComponentInfo);

/// Gets the components of an app extension. There are no app extensions on Linux.
///
/// - Parameter extensionIdentifier: the identifier of the extension.
/// - Returns: null, as there is no such extension.
CF_EXPORT CAArrayParameter _Nullable AudioUnitExtensionCopyComponentList(CAStringParameter extensionIdentifier);

// MARK: Audio between apps

/// Publishes an output unit to other apps. Programs on Linux cannot take the sound of one another in this way.
///
/// The component is not registered, in this process neither. To play into other programs, use a device of the sound server that
/// they record from.
///
/// - Parameters:
///   - inDesc: the description, with one of the types `kAudioUnitType_Remote…`.
///   - inName: the name, for example "Maker: Unit".
///   - inVersion: the version as 0xMMMMmmdd.
///   - inOutputUnit: the unit whose sound other apps would get.
/// - Returns: one of
///   - `kAudioComponentErr_NotPermitted`: no program may publish a unit
///   - `kAudio_ParamError`: there is no such unit, or the description is null
CF_EXPORT OSStatus AudioOutputUnitPublish(
    const AudioComponentDescription *inDesc,
    CAStringParameter inName,
    UInt32 inVersion,
    AudioUnit inOutputUnit);

/// Gets the time at which the app that published a component was last active.
///
/// - Parameter comp: a component.
/// - Returns: 0, as no component is published by another program.
CF_EXPORT CFAbsoluteTime AudioComponentGetLastActiveTime(AudioComponent comp);

/// Copies the icon of a component. Components have none on Linux.
///
/// - Parameter comp: the component.
/// - Returns: null; on iOS an image of UIKit
CF_EXPORT void *_Nullable AudioComponentCopyIcon(AudioComponent comp) CA_REFINED_FOR_SWIFT;

/// Gets the icon of a component in a size. Components have none on Linux.
///
/// - Parameters:
///   - comp: the component.
///   - desiredPointSize: the size, in points.
/// - Returns: null; on iOS an image of UIKit
CF_EXPORT void *_Nullable AudioComponentGetIcon(AudioComponent comp, float desiredPointSize) CA_REFINED_FOR_SWIFT;

/// Gets the icon of the app that takes the sound of a published unit. No unit is published on Linux.
///
/// - Parameters:
///   - au: the unit.
///   - desiredPointSize: the size, in points.
/// - Returns: null; on iOS an image of UIKit
CF_EXPORT void *_Nullable AudioOutputUnitGetHostIcon(AudioUnit au, float desiredPointSize) CA_REFINED_FOR_SWIFT;

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
