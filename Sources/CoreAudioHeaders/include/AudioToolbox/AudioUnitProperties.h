#ifndef AudioToolbox_AudioUnitProperties_h
#define AudioToolbox_AudioUnitProperties_h

// Properties of audio units, and their values.

#include <AudioToolbox/AUComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFURL.h>
#include <stdint.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Scopes, properties and their values

/// Scopes. The units of this library have the first three.
CF_ENUM(AudioUnitScope) {
    kAudioUnitScope_Global = 0,
    kAudioUnitScope_Input = 1,
    kAudioUnitScope_Output = 2,
    kAudioUnitScope_Group = 3,
    kAudioUnitScope_Part = 4,
    kAudioUnitScope_Note = 5,
    kAudioUnitScope_Layer = 6,
    kAudioUnitScope_LayerItem = 7
};

/// Properties of units.
CF_ENUM(AudioUnitPropertyID) {
    /// CFDictionaryRef, the state of the unit: its parameters, with the keys `kAUPreset…Key`. The caller releases it. Global
    /// scope. Read and write.
    kAudioUnitProperty_ClassInfo = 0,
    /// AudioUnitConnection, the output of another unit as the source of an input. The input takes that output's format. A
    /// null unit, or no value, disconnects. Input scope. Write only.
    kAudioUnitProperty_MakeConnection = 1,
    /// Float64, the sample rate of the element's format. Input, output and global scope. Read and write.
    kAudioUnitProperty_SampleRate = 2,
    /// Array of AudioUnitParameterID, the parameters of the scope. Any scope. Read only.
    kAudioUnitProperty_ParameterList = 3,
    /// AudioUnitParameterInfo of the parameter whose number is passed as the element. The caller releases `cfNameString`. Any
    /// scope. Read only.
    kAudioUnitProperty_ParameterInfo = 4,
    /// Float64, the part of the time that the unit's renders have taken of late: 1 if a render takes as long as its frames
    /// last. The time that its sources take is part of it. Global scope. Read only.
    kAudioUnitProperty_CPULoad = 6,
    /// AudioStreamBasicDescription of the element. The global scope has the format of output 0. Effects, splitters and the
    /// merger take Float32 without interleaving, and no other format while they are initialized. Input, output and global
    /// scope. Read and write, and read only on the device's side of an output unit.
    kAudioUnitProperty_StreamFormat = 8,
    /// UInt32, the number of elements of the scope. MultiChannelMixer's inputs, MultiSplitter's outputs, and both of
    /// MatrixMixer can be set, 1 to 1,024, while the unit is uninitialized. Input, output and global scope.
    kAudioUnitProperty_ElementCount = 11,
    /// Float64, the delay between input and output in seconds. PeakLimiter's is its attack time, those of the other units of
    /// this library are 0. Global scope. Read only.
    kAudioUnitProperty_Latency = 12,
    /// Array of AUChannelInfo, the numbers of channels that the unit takes. MatrixMixer has it. Global scope. Read only.
    kAudioUnitProperty_SupportedNumChannels = 13,
    /// UInt32, the most frames of one render: 1 to 1,048,576; default 1,156. It can be set while the unit is uninitialized.
    /// Any scope. Read and write.
    kAudioUnitProperty_MaximumFramesPerSlice = 14,
    /// CFArrayRef of CFStringRef, the names of a parameter's values. The parameter is passed as the element. The caller
    /// releases the array. The types of filters and the number of bands of AUGraphicEQ have names. Any scope. Read only.
    kAudioUnitProperty_ParameterValueStrings = 16,
    /// AudioChannelLayout of the element, with as many channels as its format. A new format removes it. SpatialMixer places the
    /// channels of a bed by that of the input, and plays on the loudspeakers of that of the output. Its output refuses to
    /// have the layout removed. Input, output and global scope. Read and write.
    kAudioUnitProperty_AudioChannelLayout = 19,
    /// Float64, the seconds for which the unit sounds after its input ends. Delay, SampleDelay, Reverb2 and Distortion have
    /// one, by their parameters; it is 0 for the other units of this library. Global scope. Read only.
    kAudioUnitProperty_TailTime = 20,
    /// UInt32, 1 to pass the input through unchanged; default 0. Effects, Varispeed and the time-pitch units have it. A change
    /// to 0 resets an effect; the others continue where the sound is. Global scope. Read and write.
    kAudioUnitProperty_BypassEffect = 21,
    /// OSStatus, the first error of a render since the property was read last. Reading it sets it to 0. Listeners are called
    /// on the thread that renders. Global scope. Read only.
    kAudioUnitProperty_LastRenderError = 22,
    /// AURenderCallbackStruct, the callback that fills an input. It replaces a connection. A null function, or no value,
    /// removes it. Input and global scope, and (output, 0) of output units. Write only.
    kAudioUnitProperty_SetRenderCallback = 23,
    /// CFArrayRef of pointers to AUPreset. The caller releases the array. Distortion, Reverb2 and AUiPodEQ have it. Global
    /// scope. Read only.
    kAudioUnitProperty_FactoryPresets = 24,
    /// UInt32, 0 to 127, `kRenderQuality_…`; default 127. AUConverter and the output units have it. Any scope. Read and write.
    kAudioUnitProperty_RenderQuality = 26,
    /// HostCallbackInfo, the host's functions. The units of this library keep them and do not call them. Global scope. Write
    /// only.
    kAudioUnitProperty_HostCallbacks = 27,
    /// UInt32, 1 if the unit can process in the memory of its input. Effects have it, and return 1. Setting it has no effect.
    /// Global scope. Read and write.
    kAudioUnitProperty_InPlaceProcessing = 29,
    /// CFStringRef, the name of an element. The caller releases it. No value removes it. Input, output and global scope. Read
    /// and write.
    kAudioUnitProperty_ElementName = 30,
    /// Array of AudioChannelLayoutTag, the layouts that an element takes. Input and output scope. Read only. Not supported by
    /// the units of this library yet.
    kAudioUnitProperty_SupportedChannelLayoutTags = 32,
    /// AUPreset, the preset that was chosen last. The caller releases its name. A number less than 0 with a name names the
    /// present state. Global scope. Read and write.
    kAudioUnitProperty_PresentPreset = 36,
    /// Array of AUDependentParameter, the parameters that change with the one that is passed as the element. Any scope. Read
    /// only. Not supported by the units of this library yet.
    kAudioUnitProperty_DependentParameters = 45,
    /// AUInputSamplesInOutputCallbackStruct, a function that receives which input makes which output. Global scope. Read and
    /// write. Not supported by the units of this library yet.
    kAudioUnitProperty_InputSamplesInOutput = 49,
    /// UInt32, 0 if a callback gets a list without memory and supplies its own; default 1. It can be set while the unit is
    /// uninitialized. Input, output and global scope. Read and write.
    kAudioUnitProperty_ShouldAllocateBuffer = 51,
    /// Array of at most `kNumberOfResponseFrequencies` AudioUnitFrequencyResponseBin. Fill in the frequencies before you get
    /// it; a negative frequency ends them. The unit fills in the magnitudes, from the parameters that are set. Filters and
    /// equalizers have it. Global, input and output scope. Read only.
    kAudioUnitProperty_FrequencyResponse = 52,
    /// AudioUnitParameterHistoryInfo of the parameter that is passed as the element. Any scope. Read only. Not supported by
    /// the units of this library yet.
    kAudioUnitProperty_ParameterHistoryInfo = 53,
    /// CFStringRef, a name for the instance. The caller releases it. No value removes it. Global scope. Read and write.
    kAudioUnitProperty_NickName = 54,
    /// UInt32, 1 if the host renders faster or slower than real time; default 0. The units of this library keep it and render
    /// the same. Global scope. Read and write.
    kAudioUnitProperty_OfflineRender = 37,
    /// AudioUnitParameterNameInfo, a short name of a parameter. The caller releases it. Any scope. Read only.
    kAudioUnitProperty_ParameterIDName = 34,
    /// AudioUnitParameterStringFromValue, the text of a parameter's value. The caller releases it. Any scope. Read only.
    kAudioUnitProperty_ParameterStringFromValue = 33,
    /// AudioUnitParameterNameInfo, the name of a group of parameters. The caller releases it. Any scope. Read only. Not
    /// supported by the units of this library yet.
    kAudioUnitProperty_ParameterClumpName = 35,
    /// AudioUnitParameterValueFromString, the value of a text. Any scope. Read only.
    kAudioUnitProperty_ParameterValueFromString = 38,
    /// CFStringRef, the name of the unit's place in the host, for example of a track. The caller releases it. No value
    /// removes it. Global scope. Read and write.
    kAudioUnitProperty_ContextName = 25,
    /// Float64, the seconds between a bus and the listener. The units of this library ignore it. Input and output scope.
    /// Write only.
    kAudioUnitProperty_PresentationLatency = 40,
    /// CFDictionaryRef, the state of the unit from a document. Global scope. Write only. Not supported by the units of this
    /// library yet.
    kAudioUnitProperty_ClassInfoFromDocument = 50,
    /// A block that receives the unit's view controller. Global scope. Write only. Not supported by the units of this library
    /// yet.
    kAudioUnitProperty_RequestViewController = 56,
    /// Array of AudioUnitParameterID, the most important parameters. Global scope. Read only. Not supported by the units of
    /// this library yet.
    kAudioUnitProperty_ParametersForOverview = 57,
    /// UInt32, 1 if the unit takes MIDI polyphonic expression. Global scope. Read only. Not supported by the units of this
    /// library yet.
    kAudioUnitProperty_SupportsMPE = 58,
    /// A block that receives the workgroup of the render thread. Global scope. Read only. Not supported by the units of this
    /// library yet.
    kAudioUnitProperty_RenderContextObserver = 60,
    /// Float64, the sample time of the last render. Global scope. Read only.
    kAudioUnitProperty_LastRenderSampleTime = 61,
    /// UInt32, 1 if the unit runs in another process. Global scope. Read only. Not supported by the units of this library
    /// yet.
    kAudioUnitProperty_LoadedOutOfProcess = 62,
    /// CFArrayRef of CFStringRef, the names of the MIDI outputs. Global scope. Read only. For units of version 3 with such
    /// outputs.
    kAudioUnitProperty_MIDIOutputCallbackInfo = 47,
    /// AUMIDIOutputCallbackStruct, the function that receives MIDI. Global scope. Write only. For units of version 3 with
    /// MIDI outputs.
    kAudioUnitProperty_MIDIOutputCallback = 48,
    /// A block that receives MIDI in event lists. Global scope. Write only. Not supported by the units of this library yet.
    kAudioUnitProperty_MIDIOutputEventListCallback = 63,
    /// SInt32, the version of MIDI that the unit takes. Global scope. Read only. Not supported by the units of this library
    /// yet.
    kAudioUnitProperty_AudioUnitMIDIProtocol = 64,
    /// SInt32, the version of MIDI that the host takes. Global scope. Write only. Not supported by the units of this library
    /// yet.
    kAudioUnitProperty_HostMIDIProtocol = 65,
    /// UInt32, the greatest size of an event list in a cycle. Global scope. Read only. Not supported by the units of this
    /// library yet.
    kAudioUnitProperty_MIDIOutputBufferSizeHint = 66,
    /// A block that receives commands of a remote control. Global scope. Write only. Not supported by the units of this
    /// library yet.
    kAudioUnitProperty_RemoteControlEventListener = 100,
    /// UInt32, 1 while another program is connected. Global scope. Read only. Not supported by the units of this library yet.
    kAudioUnitProperty_IsInterAppConnected = 101,
    /// CFURLRef, the address of the connected program. Global scope. Read only. Not supported by the units of this library
    /// yet.
    kAudioUnitProperty_PeerURL = 102,
    /// UInt32, `kAudioUnitSampleRateConverterComplexity_…`; default Normal. AUConverter and GenericOutput have it. Any scope.
    /// Read and write.
    kAudioUnitProperty_SampleRateConverterComplexity = 3014,
    /// UInt32, 1 to measure the levels of an element; default 0. MultiChannelMixer, StereoMixer and 3DMixer have it in the
    /// input and output scope, and in the global scope for all elements. MatrixMixer has it in these scopes, too: in the global
    /// one for all channels and crosspoints. Read and write.
    kAudioUnitProperty_MeteringMode = 3007,
    /// Array of Float32. MultiChannelMixer has it for an input: for each channel of the input the gains to the channels of the
    /// output. They hold until the input's pan is set. MatrixMixer has it in the global scope: for each input channel the
    /// gains of its crosspoints, then its volume; at last the volumes of the output channels, then that of the whole mixer.
    /// Global and input scope. Read and write.
    kAudioUnitProperty_MatrixLevels = 3006,
    /// Two UInt32, the numbers of input and output channels. MatrixMixer has it. Global scope. Read only.
    kAudioUnitProperty_MatrixDimensions = 3009,
    /// AudioUnitMeterClipping of an element. Input and output scope. Read only. Not supported by the units of this library
    /// yet.
    kAudioUnitProperty_MeterClipping = 3011,
    /// AudioTimeStamp, where the time line of an input begins. Input scope. Read and write. Not supported by the units of
    /// this library yet.
    kAudioUnitProperty_InputAnchorTimeStamp = 3016,
    /// UInt32, `kReverbRoomType_…`. Reverb2 has it: to set a room is to choose the factory preset of the same number. In
    /// SpatialMixer it is the room of the mixer's own reverb. Global scope. Read and write.
    kAudioUnitProperty_ReverbRoomType = 10,
    /// UInt32, 1 to use the mixer's own reverb; default 0. SpatialMixer has it. Global scope. Read and write.
    kAudioUnitProperty_UsesInternalReverb = 1005,
    /// UInt32, `kSpatializationAlgorithm_…`: EqualPowerPanning, SphericalHead, HRTF, HRTFHQ, SoundField, StereoPassThrough or
    /// UseOutputType. HRTF and HRTFHQ are the same here, and need libmysofa: without it, setting them returns
    /// `kAudioUnitErr_InvalidPropertyValue`, and where they take too much memory, `kAudioUnitErr_FailedInitialization`.
    /// Input scope. Read and write.
    kAudioUnitProperty_SpatializationAlgorithm = 3000,
    /// UInt32, `kSpatialMixerRenderingFlags_…`. Input scope. Read and write.
    kAudioUnitProperty_SpatialMixerRenderingFlags = 3003,
    /// UInt32, `kSpatialMixerSourceMode_…`. Input scope. Read and write.
    kAudioUnitProperty_SpatialMixerSourceMode = 3005,
    /// MixerDistanceParams of an input. Input scope. Read and write.
    kAudioUnitProperty_SpatialMixerDistanceParams = 3010,
    /// UInt32, `kSpatialMixerAttenuationCurve_…`. Input scope. Read and write.
    kAudioUnitProperty_SpatialMixerAttenuationCurve = 3013,
    /// UInt32, `kSpatialMixerOutputType_…`; default ExternalSpeakers. Inputs whose algorithm is UseOutputType go by it: for
    /// headphones they are heard as with HRTFHQ, or with SphericalHead without libmysofa; for speakers as with SoundField
    /// where there are more than two, else with EqualPowerPanning. Global scope. Read and write.
    kAudioUnitProperty_SpatialMixerOutputType = 3100,
    /// UInt32, `kSpatialMixerPointSourceInHeadMode_…`; default Mono. With Bypass a point source that is nearer than the ears
    /// passes channel by channel. Input scope. Read and write.
    kAudioUnitProperty_SpatialMixerPointSourceInHeadMode = 3103,
    /// UInt32, 1 to follow the listener's head. Global scope. Read and write. It has no effect here: no headphones report how the
    /// head is turned. The parameters `kSpatialMixerParam_HeadYaw`, HeadPitch and HeadRoll turn it.
    kAudioUnitProperty_SpatialMixerEnableHeadTracking = 3111,
    /// UInt32, `kSpatialMixerPersonalizedHRTFMode_…`. Global scope. Read and write. It has no effect here: all listeners have
    /// the same head.
    kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode = 3113,
    /// UInt32, 1 while an input is heard by the listener's own head. Global scope. Read only. It is 0 here.
    kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF = 3116,
    /// MixerDistanceParams of an input of the older mixer. Input scope. Read and write.
    kAudioUnitProperty_3DMixerDistanceParams = 3010,
    /// UInt32, `k3DMixerAttenuationCurve_…`. Input scope. Read and write.
    kAudioUnitProperty_3DMixerAttenuationCurve = 3013,
    /// UInt32, 1 to change the pitch of a moving source; default 0. SpatialMixer and 3DMixer have it, for placed inputs. It
    /// does the same as `k3DMixerRenderingFlags_DopplerShift`: one of them is enough. Input scope. Read and write.
    kAudioUnitProperty_DopplerShift = 3002,
    /// UInt32, `k3DMixerRenderingFlags_…`: InterAuralDelay, DopplerShift and DistanceAttenuation. Others are refused with
    /// `kAudioUnitErr_InvalidPropertyValue`. Input scope. Read and write.
    kAudioUnitProperty_3DMixerRenderingFlags = 3003,
    /// Float32, the attenuation by distance. Input scope. Read and write. Not supported by the units of this library yet.
    kAudioUnitProperty_3DMixerDistanceAtten = 3004,
    /// UInt32, the preset of the mixer's reverb: the room of this number in `kReverbRoomType_…`. SpatialMixer has it. Global
    /// scope. Write only.
    kAudioUnitProperty_ReverbPreset = 3012,
    /// ScheduledAudioSlice to play. Global scope. Write only. The unit keeps the address: neither move nor free the slice
    /// and its buffers until it is complete. Set in the ScheduledSoundPlayer at any time; at most 4096 slices are
    /// incomplete at once.
    kAudioUnitProperty_ScheduleAudioSlice = 3300,
    /// AudioTimeStamp, when the time line begins: a sample time of the render, -1 for the next cycle; else a host time, 0
    /// for the next cycle. Global scope. Read and write. Set in an initialized player; Reset and Uninitialize end it.
    kAudioUnitProperty_ScheduleStartTimeStamp = 3301,
    /// AudioTimeStamp, whose sample time is the position on the time line in frames; -1 before the start. Global scope.
    /// Read only.
    kAudioUnitProperty_CurrentPlayTime = 3302,
    /// Array of AudioFileID, the files to play from. Global scope. Read and write. Keep the files open while regions of
    /// them are scheduled.
    kAudioUnitProperty_ScheduledFileIDs = 3310,
    /// ScheduledAudioFileRegion to play, which the AudioFilePlayer copies. Global scope. Write only.
    kAudioUnitProperty_ScheduledFileRegion = 3311,
    /// UInt32, the frames to read before the start; 0 for a default. Global scope. Write only. The call returns when the
    /// buffers are full or all regions are read, whatever the number. Set in an initialized player.
    kAudioUnitProperty_ScheduledFilePrime = 3312,
    /// UInt32, the frames of a buffer, 8192 at first. Global scope. Read and write. Set while uninitialized.
    kAudioUnitProperty_ScheduledFileBufferSizeFrames = 3313,
    /// UInt32, the number of buffers, 4 at first and at least 2. Global scope. Read and write. Set while uninitialized.
    kAudioUnitProperty_ScheduledFileNumberBuffers = 3314,
    /// UInt32, the frames of one render of the input. Global scope. Read and write. Not supported by the units of this
    /// library yet.
    kAudioUnitProperty_DeferredRendererPullSize = 3320,
    /// UInt32, the frames of additional delay. Global scope. Read and write. Not supported by the units of this library yet.
    kAudioUnitProperty_DeferredRendererExtraLatency = 3321,
    /// UInt32, the frames to wait for the input. Global scope. Read and write. Not supported by the units of this library
    /// yet.
    kAudioUnitProperty_DeferredRendererWaitFrames = 3322,
    /// Address of the function that does the work of the selector which is passed as the element:
    /// `kAudioUnitGetParameterSelect`, `kAudioUnitSetParameterSelect` or `kAudioUnitRenderSelect`; -10877 for others. Its type is
    /// AudioUnitGetParameterProc, AudioUnitSetParameterProc or AudioUnitRenderProc. Call it with the unit as `inComponentStorage`
    /// for the units of this library. Global scope. Read only. A registered component may give functions of its own, which take
    /// the data of the instance.
    kAudioUnitProperty_FastDispatch = 5,
    /// AudioUnitExternalBuffer, the host's memory for the unit. Global scope. Write only. Not supported by the units of this
    /// library yet.
    kAudioUnitProperty_SetExternalBuffer = 15,
    /// Array of descriptions of components, the views of the unit. Global scope. Read only. Not supported by the units of
    /// this library yet.
    kAudioUnitProperty_GetUIComponentList = 18,
    /// AudioUnitCocoaViewInfo, the views of the unit. Global scope. Read only. Not supported by the units of this library
    /// yet.
    kAudioUnitProperty_CocoaUI = 31,
    /// CFURLRef of a picture of the unit. Global scope. Read only. Not supported by the units of this library yet.
    kAudioUnitProperty_IconLocation = 39,
    /// AUHostVersionIdentifier, the host. Global scope. Write only. Not supported by the units of this library yet.
    kAudioUnitProperty_AUHostIdentifier = 46,
    /// Array of AUParameterMIDIMapping, all mappings. Global scope. Read and write. Not supported by the units of this
    /// library yet.
    kAudioUnitProperty_AllParameterMIDIMappings = 41,
    /// Array of AUParameterMIDIMapping to add. Global scope. Write only. Not supported by the units of this library yet.
    kAudioUnitProperty_AddParameterMIDIMapping = 42,
    /// Array of AUParameterMIDIMapping to remove. Global scope. Write only. Not supported by the units of this library yet.
    kAudioUnitProperty_RemoveParameterMIDIMapping = 43,
    /// AUParameterMIDIMapping whose message is the next one that arrives. Global scope. Read and write. Not supported by the
    /// units of this library yet.
    kAudioUnitProperty_HotMapParameterMIDIMapping = 44,
    /// The attenuation of a source by its distance. Input scope. Read and write. Not supported by the units of this library
    /// yet.
    kAudioUnitProperty_DistanceAttenuationData = 3600,
    /// UInt32, `kAudioUnitSRCAlgorithm_…`. Global scope. Read and write. `kAudioUnitProperty_SampleRateConverterComplexity`
    /// replaces it. Not supported by the units of this library yet.
    kAudioUnitProperty_SRCAlgorithm = 9,
    /// Array of AudioUnitMIDIControlMapping. Global scope. Read only. Not supported by the units of this library yet.
    kAudioUnitProperty_MIDIControlMapping = 17,
    /// AUPreset, the same as `kAudioUnitProperty_PresentPreset`, but for older programs. Global scope. Read and write.
    kAudioUnitProperty_CurrentPreset = 28,
    /// AudioUnitParameterValueName, the older name of `kAudioUnitProperty_ParameterStringFromValue`. Any scope. Read only.
    kAudioUnitProperty_ParameterValueName = 33,
    /// UInt32, the older name of `kAudioUnitProperty_ElementCount`. Input, output and global scope.
    kAudioUnitProperty_BusCount = 11,
    /// UInt32, the way in which the older mixer places a source. Input scope. Read and write. Not supported by the units of
    /// this library yet.
    kAudioUnitProperty_PannerMode = 3008,
    /// UInt32, `kSpeakerConfiguration_…`. Global scope. Read and write. Not supported by the units of this library yet.
    kAudioUnitProperty_SpeakerConfiguration = 3001
};

/// Properties of output units. HALOutput, DefaultOutput, SystemOutput, RemoteIO and VoiceProcessingIO pass a selector of the
/// hardware layer, such as `kAudioDevicePropertyBufferFrameSize`, to their device.
CF_ENUM(AudioUnitPropertyID) {
    /// AudioDeviceID of the unit. HALOutput takes any device, and 0 for the default device. DefaultOutput and SystemOutput
    /// only return theirs. An initialized unit refuses a device on which it cannot run, and continues on the one that it has. Any
    /// scope. Read and write.
    kAudioOutputUnitProperty_CurrentDevice = 2000,
    /// UInt32, 1 while the unit runs. Listeners are called when the unit starts, when it stops, and when its device is lost.
    /// Any scope. Read only.
    kAudioOutputUnitProperty_IsRunning = 2001,
    /// Array of SInt32. Element 0 has an entry for each channel of the device: a channel of the client, or -1 for silence.
    /// Element 1 has an entry for each channel of the client: a channel of the device, or -1. AUConverter and GenericOutput
    /// have an entry for each output channel: an input channel, or -1. No value restores the usual order: the channel of the same
    /// number, and -1 where there is none. RemoteIO and VoiceProcessingIO play a client's only channel on the first two channels
    /// of the device. Units of devices ignore the bytes of a channel layout, which some programs set. Any scope. Read and write.
    kAudioOutputUnitProperty_ChannelMap = 2002,
    /// UInt32, 1 to use a direction. (Output, 0) plays and has 1 by default. (Input, 1) records and has 0 by default.
    /// HALOutput, RemoteIO and VoiceProcessingIO have it. It can be set while the unit is uninitialized. Output and input scope.
    /// Read and write.
    kAudioOutputUnitProperty_EnableIO = 2003,
    /// AudioOutputUnitStartAtTimeParams, when the next start takes effect. Output units have it. It reads as zeros. A
    /// time stamp of which nothing is valid takes back the time that was set. Any scope. Read and write.
    kAudioOutputUnitProperty_StartTime = 2004,
    /// AURenderCallbackStruct, the function that the unit calls when the device has recorded. HALOutput, RemoteIO and
    /// VoiceProcessingIO have it. It reads as zeros. Any scope. Read and write.
    kAudioOutputUnitProperty_SetInputCallback = 2005,
    /// UInt32, 1 if the device plays, or records for element 1. Output units have it. Any scope. Read only.
    kAudioOutputUnitProperty_HasIO = 2006,
    /// UInt32, 1 if sample times begin at 0 when the unit starts; default 1. With 0 they are the device's. Output units have
    /// it. AUConverter and GenericOutput keep it without an effect: the client gives the times of their renders, and their input
    /// gets these. A unit that several converters share therefore renders once for each time. Any scope. Read and write.
    kAudioOutputUnitProperty_StartTimestampsAtZero = 2007,
    /// The workgroup of the device's audio thread. Global scope. Read only. Not supported by the units of this library yet.
    kAudioOutputUnitProperty_OSWorkgroup = 2015,
    /// AudioOutputUnitMIDICallbacks, the functions that receive MIDI. Global scope. Read and write. Not supported by the
    /// units of this library yet.
    kAudioOutputUnitProperty_MIDICallbacks = 2010,
    /// UInt32, 1 if the host receives commands of a remote control. Global scope. Read only. Not supported by the units of
    /// this library yet.
    kAudioOutputUnitProperty_HostReceivesRemoteControlEvents = 2011,
    /// UInt32, a command for the host. Global scope. Write only. Not supported by the units of this library yet.
    kAudioOutputUnitProperty_RemoteControlToHost = 2012,
    /// UInt32, 1 when the host's transport has changed. Global scope. Read only. Not supported by the units of this library
    /// yet.
    kAudioOutputUnitProperty_HostTransportState = 2013,
    /// AudioComponentDescription of the published unit. Global scope. Read only. Not supported by the units of this library
    /// yet.
    kAudioOutputUnitProperty_NodeComponentDescription = 2014,
    /// UInt32, 1 to get what the device records without processing, and without the latency of that; default 0.
    /// VoiceProcessingIO has it. Any scope. Read and write.
    kAUVoiceIOProperty_BypassVoiceProcessing = 2100,
    /// UInt32, 1 to bring the voice to one level; default 1. VoiceProcessingIO has it. Any scope. Read and write.
    kAUVoiceIOProperty_VoiceProcessingEnableAGC = 2101,
    /// UInt32, 1 to get silence instead of the voice; default 0. VoiceProcessingIO has it. Any scope. Read and write.
    kAUVoiceIOProperty_MuteOutput = 2104,
    /// AUVoiceIOMutedSpeechActivityEventListener, a block that is called when a muted speaker begins to speak and when the
    /// speech has ended. VoiceProcessingIO calls it on a thread of its own, while it runs and is not bypassed. Any scope. Write
    /// only.
    kAUVoiceIOProperty_MutedSpeechActivityEventListener = 2106,
    /// UInt32, 1 to duck other sound of the program while VoiceProcessingIO runs; default 1. Any scope. Read and write.
    kAUVoiceIOProperty_DuckNonVoiceAudio = 2102,
    /// UInt32, the quality of the processing: 0 to 127; default 127. VoiceProcessingIO keeps it, without an effect. Any scope.
    /// Read and write.
    kAUVoiceIOProperty_VoiceProcessingQuality = 2103,
    /// The way in which the system is to place the sound. Global scope. Read and write. Not supported by the units of this
    /// library yet.
    kAudioOutputUnitProperty_IntendedSpatialExperience = 2016,
    /// AUVoiceIOOtherAudioDuckingConfiguration, of zeros by default. VoiceProcessingIO has it: it ducks other sound of the
    /// program, but for sounds that accompany what people do. Any scope. Read and write.
    kAUVoiceIOProperty_OtherAudioDuckingConfiguration = 2108
};

/// Properties of instruments.
CF_ENUM(AudioUnitPropertyID) {
    /// CFStringRef, the name of the instrument whose number is passed as the element. MIDISynth has it. The caller releases it.
    /// Global scope. Read only.
    kMusicDeviceProperty_InstrumentName = 1001,
    /// UInt32, the number of the instrument whose index is passed as the element: the upper and the lower part of its bank's
    /// number and its program, one byte each. MIDISynth has it. Global scope. Read only.
    kMusicDeviceProperty_InstrumentNumber = 1004,
    /// UInt32, the number of instruments: 1 of Sampler, all of the bank of MIDISynth. Global scope. Read only.
    kMusicDeviceProperty_InstrumentCount = 1000,
    /// CFStringRef, the name of the sound bank. Global scope. Read only. Not supported by the units of this library yet.
    kMusicDeviceProperty_BankName = 1007,
    /// CFURLRef of the sound bank. MIDISynth has it. Setting it reads files: not on an audio thread. Global scope. Read and
    /// write.
    kMusicDeviceProperty_SoundBankURL = 1100,
    /// UInt32, 1 while program changes load instruments in advance, on the thread that sends them; default 0. MIDISynth has it.
    /// Global scope. Write only.
    kAUMIDISynthProperty_EnablePreload = 4119,
    /// AUSamplerInstrumentData, the instrument to load. Sampler has it: a sound bank of SoundFont 2 or 3 or DLS is one by its
    /// content, whatever the kind says, and gives its first preset for another kind. Sounding notes fade away. Setting it reads
    /// files: not on an audio thread. Global scope. Write only.
    kAUSamplerProperty_LoadInstrument = 4102,
    /// CFArrayRef of CFURLRef, the sound files to load. Sampler has it. Global scope. Write only.
    kAUSamplerProperty_LoadAudioFiles = 4101,
    /// AUSamplerBankPresetData, the preset to load. Sampler has it. Global scope. Write only.
    kAUSamplerProperty_LoadPresetFromBank = 4100,
    /// AUSamplerBankPresetData, the older name of `kAUSamplerProperty_LoadPresetFromBank`. Global scope. Write only.
    kAUSamplerProperty_BankAndPreset = 4100,
    /// CFURLRef of a document with the names of notes and controllers. Global scope. Read only. Not supported by the units of
    /// this library yet.
    kMusicDeviceProperty_MIDIXMLNames = 1006,
    /// UInt32, the group of a part. Part scope. Read and write. Not supported by the units of this library yet.
    kMusicDeviceProperty_PartGroup = 1010,
    /// UInt32, 1 if the host passes notes in two ways. Global scope. Read and write. Not supported by the units of this
    /// library yet.
    kMusicDeviceProperty_DualSchedulingMode = 1013,
    /// UInt32, 1 if the unit takes notes without MIDI, as Sampler and MIDISynth do. Global scope. Read only.
    kMusicDeviceProperty_SupportsStartStopNote = 1014,
    /// UInt32, 1 to use the instrument's own reverb. Global scope. Read and write. Not supported by the units of this library
    /// yet.
    kMusicDeviceProperty_UsesInternalReverb = 1005,
    /// The memory of a sound bank. Global scope. Write only. Not supported by the units of this library yet.
    kMusicDeviceProperty_SoundBankData = 1008,
    /// UInt32, 1 to read samples while they play. Global scope. Read and write. Not supported by the units of this library
    /// yet.
    kMusicDeviceProperty_StreamFromDisk = 1011,
    /// An FSRef of the sound bank, for older programs. Global scope. Write only. Not supported by the units of this library
    /// yet.
    kMusicDeviceProperty_SoundBankFSRef = 1012,
    /// UInt32, the output of a group. Group scope. Read and write. Not supported by the units of this library yet.
    kMusicDeviceProperty_GroupOutputBus = 1002,
    /// An FSSpec of the sound bank, for older programs. Global scope. Write only. Not supported by the units of this library
    /// yet.
    kMusicDeviceProperty_SoundBankFSSpec = 1003
};

/// Properties of units that send and receive sound.
CF_ENUM(AudioUnitPropertyID) {
    /// CFStringRef, the name of the sending computer. Global scope. Read and write. Not supported by the units of this
    /// library yet.
    kAUNetReceiveProperty_Hostname = 3511,
    /// CFStringRef, the password for the sender. Global scope. Read and write. Not supported by the units of this library
    /// yet.
    kAUNetReceiveProperty_Password = 3512,
    /// UInt32, the port. Global scope. Read and write. Not supported by the units of this library yet.
    kAUNetSendProperty_PortNum = 3513,
    /// AudioStreamBasicDescription of what is sent. Global scope. Read and write. Not supported by the units of this library
    /// yet.
    kAUNetSendProperty_TransmissionFormat = 3514,
    /// UInt32, `kAUNetSendPresetFormat_…`. Global scope. Read and write. Not supported by the units of this library yet.
    kAUNetSendProperty_TransmissionFormatIndex = 3515,
    /// CFStringRef, the name under which receivers find the sender. Global scope. Read and write. Not supported by the units
    /// of this library yet.
    kAUNetSendProperty_ServiceName = 3516,
    /// UInt32, 1 to disconnect, 0 to connect. Global scope. Read and write. Not supported by the units of this library yet.
    kAUNetSendProperty_Disconnect = 3517,
    /// CFStringRef, the password for receivers. Global scope. Read and write. Not supported by the units of this library yet.
    kAUNetSendProperty_Password = 3518
};

/// Properties of units that work offline.
CF_ENUM(AudioUnitPropertyID) {
    /// UInt64, the frames of the input. Global scope. Read and write. Not supported by the units of this library yet.
    kAudioUnitOfflineProperty_InputSize = 3020,
    /// UInt64, the frames of the output. Global scope. Read only. Not supported by the units of this library yet.
    kAudioUnitOfflineProperty_OutputSize = 3021,
    /// UInt64, the first frame of the input. Global scope. Read and write. Not supported by the units of this library yet.
    kAudioUnitOfflineProperty_StartOffset = 3022,
    /// UInt32, `kOfflinePreflight_…`. Global scope. Read only. Not supported by the units of this library yet.
    kAudioUnitOfflineProperty_PreflightRequirements = 3023,
    /// CFStringRef, what the unit does before it renders. Global scope. Read only. Not supported by the units of this library
    /// yet.
    kAudioUnitOfflineProperty_PreflightName = 3024,
    /// CFArrayRef, the plug-ins whose state the unit takes. Global scope. Read only. Not supported by the units of this
    /// library yet.
    kAudioUnitMigrateProperty_FromPlugin = 4000,
    /// A value of another plug-in's parameter as the unit's own. Global scope. Read only. Not supported by the units of this
    /// library yet.
    kAudioUnitMigrateProperty_OldAutomation = 4001,
    /// UInt64, the older name of `kAudioUnitOfflineProperty_InputSize`. Global scope. Read and write. Not supported by the
    /// units of this library yet.
    kAudioOfflineUnitProperty_InputSize = 3020,
    /// UInt64, the older name of `kAudioUnitOfflineProperty_OutputSize`. Global scope. Read only. Not supported by the units
    /// of this library yet.
    kAudioOfflineUnitProperty_OutputSize = 3021
};

/// Properties of single units.
CF_ENUM(AudioUnitPropertyID) {
    /// UInt32, the number of bands. Global scope. Read and write. Not supported by the units of this library yet.
    kAUNBandEQProperty_NumberOfBands = 2200,
    /// UInt32, the greatest number of bands. Global scope. Read only. Not supported by the units of this library yet.
    kAUNBandEQProperty_MaxNumberOfBands = 2201,
    /// Array of Float64, the coefficients of the bands' filters. Global scope. Read only. Not supported by the units of this
    /// library yet.
    kAUNBandEQProperty_BiquadCoefficients = 2203,
    /// CFDataRef, the metadata of the recording. Global scope. Read and write. Not supported by the units of this library
    /// yet.
    kAUAudioMixProperty_SpatialAudioMixMetadata = 5000,
    /// UInt32, 1 to place the output around the listener. Global scope. Read and write. Not supported by the units of this
    /// library yet.
    kAUAudioMixProperty_EnableSpatialization = 5001
};

/// Whether an offline unit needs all input before it renders.
enum {
    kOfflinePreflight_NotRequired = 0,
    kOfflinePreflight_Optional = 1,
    kOfflinePreflight_Required = 2
};

/// Kinds of instruments, and numbers of banks.
enum {
    kInstrumentType_DLSPreset = 1,
    kInstrumentType_SF2Preset = 1,
    kInstrumentType_AUPreset = 2,
    kInstrumentType_Audiofile = 3,
    kInstrumentType_EXS24 = 4,
    kAUSampler_DefaultPercussionBankMSB = 120,
    kAUSampler_DefaultMelodicBankMSB = 121,
    kAUSampler_DefaultBankLSB = 0
};

/// Formats in which a unit sends sound to a network.
CF_ENUM(AudioUnitPropertyID) {
    kAUNetSendPresetFormat_PCMFloat32 = 0,
    kAUNetSendPresetFormat_PCMInt24 = 1,
    kAUNetSendPresetFormat_PCMInt16 = 2,
    kAUNetSendPresetFormat_Lossless24 = 3,
    kAUNetSendPresetFormat_Lossless16 = 4,
    kAUNetSendPresetFormat_ULaw = 5,
    kAUNetSendPresetFormat_IMA4 = 6,
    kAUNetSendPresetFormat_AAC_128kbpspc = 7,
    kAUNetSendPresetFormat_AAC_96kbpspc = 8,
    kAUNetSendPresetFormat_AAC_80kbpspc = 9,
    kAUNetSendPresetFormat_AAC_64kbpspc = 10,
    kAUNetSendPresetFormat_AAC_48kbpspc = 11,
    kAUNetSendPresetFormat_AAC_40kbpspc = 12,
    kAUNetSendPresetFormat_AAC_32kbpspc = 13,
    kAUNetSendPresetFormat_AAC_LD_64kbpspc = 14,
    kAUNetSendPresetFormat_AAC_LD_48kbpspc = 15,
    kAUNetSendPresetFormat_AAC_LD_40kbpspc = 16,
    kAUNetSendPresetFormat_AAC_LD_32kbpspc = 17,
    kAUNetSendNumPresetFormats = 18
};

/// Kinds of plug-ins whose state a unit takes.
CF_ENUM(UInt32) {
    kOtherPluginFormat_Undefined = 0,
    kOtherPluginFormat_kMAS = 1,
    kOtherPluginFormat_kVST = 2,
    kOtherPluginFormat_AU = 3
};

/// Values of `kAudioUnitProperty_RenderQuality`.
enum {
    kRenderQuality_Max = 127,
    kRenderQuality_High = 96,
    kRenderQuality_Medium = 64,
    kRenderQuality_Low = 32,
    kRenderQuality_Min = 0
};

/// Older flags of a parameter.
enum {
    kAudioUnitParameterFlag_Global = 1,
    kAudioUnitParameterFlag_Input = 2,
    kAudioUnitParameterFlag_Output = 4,
    kAudioUnitParameterFlag_Group = 8,
    kAudioUnitParameterFlag_HasName = 2097152
};

/// Units of measure of parameters.
typedef CF_ENUM(UInt32, AudioUnitParameterUnit) {
    kAudioUnitParameterUnit_Generic = 0,
    kAudioUnitParameterUnit_Indexed = 1,
    kAudioUnitParameterUnit_Boolean = 2,
    kAudioUnitParameterUnit_Percent = 3,
    kAudioUnitParameterUnit_Seconds = 4,
    kAudioUnitParameterUnit_SampleFrames = 5,
    kAudioUnitParameterUnit_Phase = 6,
    kAudioUnitParameterUnit_Rate = 7,
    kAudioUnitParameterUnit_Hertz = 8,
    kAudioUnitParameterUnit_Cents = 9,
    kAudioUnitParameterUnit_RelativeSemiTones = 10,
    kAudioUnitParameterUnit_MIDINoteNumber = 11,
    kAudioUnitParameterUnit_MIDIController = 12,
    kAudioUnitParameterUnit_Decibels = 13,
    kAudioUnitParameterUnit_LinearGain = 14,
    kAudioUnitParameterUnit_Degrees = 15,
    kAudioUnitParameterUnit_EqualPowerCrossfade = 16,
    kAudioUnitParameterUnit_MixerFaderCurve1 = 17,
    kAudioUnitParameterUnit_Pan = 18,
    kAudioUnitParameterUnit_Meters = 19,
    kAudioUnitParameterUnit_AbsoluteCents = 20,
    kAudioUnitParameterUnit_Octaves = 21,
    kAudioUnitParameterUnit_BPM = 22,
    kAudioUnitParameterUnit_Beats = 23,
    kAudioUnitParameterUnit_Milliseconds = 24,
    kAudioUnitParameterUnit_Ratio = 25,
    kAudioUnitParameterUnit_CustomUnit = 26,
    kAudioUnitParameterUnit_MIDI2Controller = 27
};

/// What can be done with a parameter, and how it is shown.
typedef CF_OPTIONS(UInt32, AudioUnitParameterOptions) {
    kAudioUnitParameterFlag_CFNameRelease = 16,
    kAudioUnitParameterFlag_OmitFromPresets = 8192,
    kAudioUnitParameterFlag_PlotHistory = 16384,
    kAudioUnitParameterFlag_MeterReadOnly = 32768,
    kAudioUnitParameterFlag_DisplayMask = 4653056,
    kAudioUnitParameterFlag_DisplaySquareRoot = 65536,
    kAudioUnitParameterFlag_DisplaySquared = 131072,
    kAudioUnitParameterFlag_DisplayCubed = 196608,
    kAudioUnitParameterFlag_DisplayCubeRoot = 262144,
    kAudioUnitParameterFlag_DisplayExponential = 327680,
    kAudioUnitParameterFlag_HasClump = 1048576,
    kAudioUnitParameterFlag_ValuesHaveStrings = 2097152,
    kAudioUnitParameterFlag_DisplayLogarithmic = 4194304,
    kAudioUnitParameterFlag_IsHighResolution = 8388608,
    kAudioUnitParameterFlag_NonRealTime = 16777216,
    kAudioUnitParameterFlag_CanRamp = 33554432,
    kAudioUnitParameterFlag_ExpertMode = 67108864,
    kAudioUnitParameterFlag_HasCFNameString = 134217728,
    kAudioUnitParameterFlag_IsGlobalMeta = 268435456,
    kAudioUnitParameterFlag_IsElementMeta = 536870912,
    kAudioUnitParameterFlag_IsReadable = 1073741824,
    kAudioUnitParameterFlag_IsWritable = 0x80000000U
};

/// Gets how a parameter is shown from its flags.
///
/// - Parameter flags: the flags of a parameter.
/// - Returns: a flag such as `kAudioUnitParameterFlag_DisplayLogarithmic`; 0 for a linear control.
static __inline__ AudioUnitParameterOptions GetAudioUnitParameterDisplayType(AudioUnitParameterOptions flags) {
    return (AudioUnitParameterOptions)(flags & kAudioUnitParameterFlag_DisplayMask);
}

/// Sets how a parameter is shown in its flags.
///
/// - Parameters:
///   - flags: the flags of a parameter.
///   - displayType: a flag such as `kAudioUnitParameterFlag_DisplayLogarithmic`; 0 for a linear control.
/// - Returns: the flags with it.
static __inline__ AudioUnitParameterOptions SetAudioUnitParameterDisplayType(
    AudioUnitParameterOptions flags, AudioUnitParameterOptions displayType) {
    return (AudioUnitParameterOptions)((flags & ~(UInt32)kAudioUnitParameterFlag_DisplayMask) | displayType);
}

/// Returns whether a control shows a parameter by its square root.
///
/// - Parameter flags: the flags of the parameter.
static __inline__ Boolean AudioUnitDisplayTypeIsSquareRoot(AudioUnitParameterOptions flags) {
    return GetAudioUnitParameterDisplayType(flags) == kAudioUnitParameterFlag_DisplaySquareRoot;
}

/// Returns whether a control shows a parameter squared.
///
/// - Parameter flags: the flags of the parameter.
static __inline__ Boolean AudioUnitDisplayTypeIsSquared(AudioUnitParameterOptions flags) {
    return GetAudioUnitParameterDisplayType(flags) == kAudioUnitParameterFlag_DisplaySquared;
}

/// Returns whether a control shows a parameter cubed.
///
/// - Parameter flags: the flags of the parameter.
static __inline__ Boolean AudioUnitDisplayTypeIsCubed(AudioUnitParameterOptions flags) {
    return GetAudioUnitParameterDisplayType(flags) == kAudioUnitParameterFlag_DisplayCubed;
}

/// Returns whether a control shows a parameter by its cube root.
///
/// - Parameter flags: the flags of the parameter.
static __inline__ Boolean AudioUnitDisplayTypeIsCubeRoot(AudioUnitParameterOptions flags) {
    return GetAudioUnitParameterDisplayType(flags) == kAudioUnitParameterFlag_DisplayCubeRoot;
}

/// Returns whether a control shows a parameter by its exponential.
///
/// - Parameter flags: the flags of the parameter.
static __inline__ Boolean AudioUnitDisplayTypeIsExponential(AudioUnitParameterOptions flags) {
    return GetAudioUnitParameterDisplayType(flags) == kAudioUnitParameterFlag_DisplayExponential;
}

/// Returns whether a control shows a parameter by its logarithm.
///
/// - Parameter flags: the flags of the parameter.
static __inline__ Boolean AudioUnitDisplayTypeIsLogarithmic(AudioUnitParameterOptions flags) {
    return GetAudioUnitParameterDisplayType(flags) == kAudioUnitParameterFlag_DisplayLogarithmic;
}

/// Commands of a remote control.
typedef CF_ENUM(UInt32, AudioUnitRemoteControlEvent) {
    kAudioUnitRemoteControlEvent_TogglePlayPause = 1,
    kAudioUnitRemoteControlEvent_ToggleRecord = 2,
    kAudioUnitRemoteControlEvent_Rewind = 3
};

/// Changes in the speech of a muted speaker.
typedef CF_ENUM(UInt32, AUVoiceIOSpeechActivityEvent) {
    kAUVoiceIOSpeechActivityHasStarted = 0,
    kAUVoiceIOSpeechActivityHasEnded = 1
};

#ifndef __swift__
#if defined(__BLOCKS__)
/// Hears of the speech of a muted speaker.
///
/// Threads: Called on a thread of the unit, never on an audio thread. It may block.
///
/// - Parameters:
///   - event: what has changed.
typedef void (^AUVoiceIOMutedSpeechActivityEventListener)(AUVoiceIOSpeechActivityEvent event);
#else
typedef struct CAOpaqueBlock *AUVoiceIOMutedSpeechActivityEventListener;
#endif
#endif

/// Ways to place a source around the listener.
typedef CF_ENUM(UInt32, AUSpatializationAlgorithm) {
    kSpatializationAlgorithm_EqualPowerPanning = 0,
    kSpatializationAlgorithm_SphericalHead = 1,
    kSpatializationAlgorithm_HRTF = 2,
    kSpatializationAlgorithm_SoundField = 3,
    kSpatializationAlgorithm_VectorBasedPanning = 4,
    kSpatializationAlgorithm_StereoPassThrough = 5,
    kSpatializationAlgorithm_HRTFHQ = 6,
    kSpatializationAlgorithm_UseOutputType = 7
};

/// Ways to use a source's channels.
typedef CF_ENUM(UInt32, AUSpatialMixerSourceMode) {
    kSpatialMixerSourceMode_SpatializeIfMono = 0,
    kSpatialMixerSourceMode_Bypass = 1,
    kSpatialMixerSourceMode_PointSource = 2,
    kSpatialMixerSourceMode_AmbienceBed = 3
};

/// Rooms of a reverb.
typedef CF_ENUM(UInt32, AUReverbRoomType) {
    kReverbRoomType_SmallRoom = 0,
    kReverbRoomType_MediumRoom = 1,
    kReverbRoomType_LargeRoom = 2,
    kReverbRoomType_MediumHall = 3,
    kReverbRoomType_LargeHall = 4,
    kReverbRoomType_Plate = 5,
    kReverbRoomType_MediumChamber = 6,
    kReverbRoomType_LargeChamber = 7,
    kReverbRoomType_Cathedral = 8,
    kReverbRoomType_LargeRoom2 = 9,
    kReverbRoomType_MediumHall2 = 10,
    kReverbRoomType_MediumHall3 = 11,
    kReverbRoomType_LargeHall2 = 12
};

/// How gain falls with distance.
typedef CF_ENUM(UInt32, AUSpatialMixerAttenuationCurve) {
    kSpatialMixerAttenuationCurve_Power = 0,
    kSpatialMixerAttenuationCurve_Exponential = 1,
    kSpatialMixerAttenuationCurve_Inverse = 2,
    kSpatialMixerAttenuationCurve_Linear = 3
};

/// Effects of a source's position.
typedef CF_OPTIONS(UInt32, AUSpatialMixerRenderingFlags) {
    kSpatialMixerRenderingFlags_InterAuralDelay = 1,
    kSpatialMixerRenderingFlags_DistanceAttenuation = 4
};

/// Whether the mixer uses a model of the listener's own ears.
typedef CF_ENUM(UInt32, AUSpatialMixerPersonalizedHRTFMode) {
    kSpatialMixerPersonalizedHRTFMode_Off = 0,
    kSpatialMixerPersonalizedHRTFMode_On = 1,
    kSpatialMixerPersonalizedHRTFMode_Auto = 2
};

/// Kinds of devices that play the mix.
typedef CF_ENUM(UInt32, AUSpatialMixerOutputType) {
    kSpatialMixerOutputType_Headphones = 1,
    kSpatialMixerOutputType_BuiltInSpeakers = 2,
    kSpatialMixerOutputType_ExternalSpeakers = 3
};

/// Ways to play a source inside the listener's head.
typedef CF_ENUM(UInt32, AUSpatialMixerPointSourceInHeadMode) {
    kSpatialMixerPointSourceInHeadMode_Mono = 0,
    kSpatialMixerPointSourceInHeadMode_Bypass = 1
};

/// Effects of a source's position, in the older mixer.
typedef CF_OPTIONS(UInt32, AU3DMixerRenderingFlags) {
    k3DMixerRenderingFlags_InterAuralDelay = 1,
    /// A source that comes nearer plays faster, by c / (c - v), where v is the speed at which its distance falls and c that of
    /// sound.
    k3DMixerRenderingFlags_DopplerShift = 2,
    k3DMixerRenderingFlags_DistanceAttenuation = 4,
    k3DMixerRenderingFlags_DistanceFilter = 8,
    k3DMixerRenderingFlags_DistanceDiffusion = 16,
    k3DMixerRenderingFlags_LinearDistanceAttenuation = 32,
    k3DMixerRenderingFlags_ConstantReverbBlend = 64
};

/// How gain falls with distance, in the older mixer.
typedef CF_ENUM(UInt32, AU3DMixerAttenuationCurve) {
    k3DMixerAttenuationCurve_Power = 0,
    k3DMixerAttenuationCurve_Exponential = 1,
    k3DMixerAttenuationCurve_Inverse = 2,
    k3DMixerAttenuationCurve_Linear = 3
};

/// The state of a slice, and options for it.
typedef CF_OPTIONS(UInt32, AUScheduledAudioSliceFlags) {
    kScheduledAudioSliceFlag_Complete = 1,
    kScheduledAudioSliceFlag_BeganToRender = 2,
    kScheduledAudioSliceFlag_BeganToRenderLate = 4,
    kScheduledAudioSliceFlag_Loop = 8,
    kScheduledAudioSliceFlag_Interrupt = 16,
    kScheduledAudioSliceFlag_InterruptAtLoop = 32
};

/// By how much other audio is ducked.
typedef CF_ENUM(UInt32, AUVoiceIOOtherAudioDuckingLevel) {
    /// By 12 dB.
    kAUVoiceIOOtherAudioDuckingLevelDefault = 0,
    /// By 6 dB.
    kAUVoiceIOOtherAudioDuckingLevelMin = 10,
    /// By 18 dB.
    kAUVoiceIOOtherAudioDuckingLevelMid = 20,
    /// By 30 dB.
    kAUVoiceIOOtherAudioDuckingLevelMax = 30
};

/// Options of a MIDI mapping.
typedef CF_OPTIONS(UInt32, AUParameterMIDIMappingFlags) {
    kAUParameterMIDIMapping_AnyChannelFlag = 1,
    kAUParameterMIDIMapping_AnyNoteFlag = 2,
    kAUParameterMIDIMapping_SubRange = 4,
    kAUParameterMIDIMapping_Toggle = 8,
    kAUParameterMIDIMapping_Bipolar = 16,
    kAUParameterMIDIMapping_Bipolar_On = 32
};

/// A status of voice processing.
CF_ENUM(OSStatus) {
    /// The device has an unexpected number of input channels. This library does not return it.
    kAUVoiceIOErr_UnexpectedNumberOfInputChannels = -66784
};

/// Values of `kAudioUnitProperty_SampleRateConverterComplexity` and `kAudioUnitProperty_SRCAlgorithm`.
CF_ENUM(UInt32) {
    kAudioUnitSampleRateConverterComplexity_Linear = 0x6C696E65,  // 'line'
    kAudioUnitSampleRateConverterComplexity_Normal = 0x6E6F726D,  // 'norm'
    kAudioUnitSampleRateConverterComplexity_Mastering = 0x62617473,  // 'bats'
    kAudioUnitSRCAlgorithm_Polyphase = 0x706F6C79,  // 'poly'
    kAudioUnitSRCAlgorithm_MediumQuality = 0x63737263  // 'csrc'
};

/// The length of a parameter's whole name.
enum {
    kAudioUnitParameterName_Full = -1
};

/// Other values of properties.
enum {
    kNumberOfResponseFrequencies = 1024,
    kAudioUnitClumpID_System = 0,
    kMusicDeviceSampleFrameMask_SampleOffset = 16777215,
    kMusicDeviceSampleFrameMask_IsScheduled = 16777216,
    kSpeakerConfiguration_HeadPhones = 0,
    kSpeakerConfiguration_Stereo = 1,
    kSpeakerConfiguration_Quad = 2,
    kSpeakerConfiguration_5_0 = 3,
    kSpeakerConfiguration_5_1 = 3
};

/// Keys of a preset's dictionary, and of what describes a component.
#define kAUPresetVersionKey "version"
#define kAUPresetTypeKey "type"
#define kAUPresetSubtypeKey "subtype"
#define kAUPresetManufacturerKey "manufacturer"
#define kAUPresetDataKey "data"
#define kAUPresetNameKey "name"
#define kAUPresetNumberKey "preset-number"
#define kAUPresetRenderQualityKey "render-quality"
#define kAUPresetCPULoadKey "cpu-load"
#define kAUPresetElementNameKey "element-name"
#define kAUPresetExternalFileRefs "file-references"
#define kAUPresetPartKey "part"
#define kAudioUnitConfigurationInfo_HasCustomView "HasCustomView"
#define kAudioUnitConfigurationInfo_ChannelConfigurations "ChannelConfigurations"
#define kAudioUnitConfigurationInfo_InitialInputs "InitialInputs"
#define kAudioUnitConfigurationInfo_InitialOutputs "InitialOutputs"
#define kAudioUnitConfigurationInfo_IconURL "IconURL"
#define kAudioUnitConfigurationInfo_BusCountWritable "BusCountWritable"
#define kAudioUnitConfigurationInfo_SupportedChannelLayoutTags "SupportedChannelLayoutTags"
#define kAudioUnitConfigurationInfo_MIDIProtocol "MIDIProtocol"
#define kAudioUnitConfigurationInfo_MigrateFromPlugin "MigrateFromPlugin"
#define kAUPresetVSTDataKey "vstdata"
#define kAUPresetVSTPresetKey "vstpreset"
#define kAUPresetMASDataKey "masdata"

// MARK: Callbacks

struct MIDIPacketList;

/// Supplies the beat and the tempo of the host to a unit.
///
/// Threads: The units of this library do not call it. A unit that the program has registered may call it on its render
/// thread: it must not block.
///
/// - Parameters:
///   - inHostUserData: the pointer that the host passed with the function.
///   - outCurrentBeat: on return, the beat at the start of the cycle; may be null.
///   - outCurrentTempo: on return, the beats in a minute; may be null.
/// - Returns: 0, or a status of the host such as `kAudio_ParamError`: the host does not have the value.
typedef OSStatus (*HostCallback_GetBeatAndTempo)(
    void *_Nullable inHostUserData, Float64 *_Nullable outCurrentBeat, Float64 *_Nullable outCurrentTempo);

/// Supplies the position in the measure of the host to a unit.
///
/// Threads: The units of this library do not call it. A unit that the program has registered may call it on its render
/// thread: it must not block.
///
/// - Parameters:
///   - inHostUserData: the pointer that the host passed with the function.
///   - outDeltaSampleOffsetToNextBeat: on return, the frames until the next beat; may be null.
///   - outTimeSig_Numerator: on return, the upper number of the time signature; may be null.
///   - outTimeSig_Denominator: on return, the lower number of the time signature; may be null.
///   - outCurrentMeasureDownBeat: on return, the first beat of the measure; may be null.
/// - Returns: 0, or a status of the host such as `kAudio_ParamError`: the host does not have the value.
typedef OSStatus (*HostCallback_GetMusicalTimeLocation)(
    void *_Nullable inHostUserData, UInt32 *_Nullable outDeltaSampleOffsetToNextBeat,
    Float32 *_Nullable outTimeSig_Numerator, UInt32 *_Nullable outTimeSig_Denominator,
    Float64 *_Nullable outCurrentMeasureDownBeat);

/// Supplies the state of the host's transport to a unit.
///
/// Threads: The units of this library do not call it. A unit that the program has registered may call it on its render
/// thread: it must not block.
///
/// - Parameters:
///   - inHostUserData: the pointer that the host passed with the function.
///   - outIsPlaying: on return, whether the host plays; may be null.
///   - outTransportStateChanged: on return, whether the state has changed since the last cycle; may be null.
///   - outCurrentSampleInTimeLine: on return, the frame on the host's time line; may be null.
///   - outIsCycling: on return, whether the host loops; may be null.
///   - outCycleStartBeat: on return, the first beat of the loop; may be null.
///   - outCycleEndBeat: on return, the last beat of the loop; may be null.
/// - Returns: 0, or a status of the host such as `kAudio_ParamError`: the host does not have the value.
typedef OSStatus (*HostCallback_GetTransportState)(
    void *_Nullable inHostUserData, Boolean *_Nullable outIsPlaying, Boolean *_Nullable outTransportStateChanged,
    Float64 *_Nullable outCurrentSampleInTimeLine, Boolean *_Nullable outIsCycling,
    Float64 *_Nullable outCycleStartBeat, Float64 *_Nullable outCycleEndBeat);

/// Supplies the state of the host's transport to a unit, with recording.
///
/// Threads: The units of this library do not call it. A unit that the program has registered may call it on its render
/// thread: it must not block.
///
/// - Parameters:
///   - inHostUserData: the pointer that the host passed with the function.
///   - outIsPlaying: on return, whether the host plays; may be null.
///   - outIsRecording: on return, whether the host records; may be null.
///   - outTransportStateChanged: on return, whether the state has changed since the last cycle; may be null.
///   - outCurrentSampleInTimeLine: on return, the frame on the host's time line; may be null.
///   - outIsCycling: on return, whether the host loops; may be null.
///   - outCycleStartBeat: on return, the first beat of the loop; may be null.
///   - outCycleEndBeat: on return, the last beat of the loop; may be null.
/// - Returns: 0, or a status of the host such as `kAudio_ParamError`: the host does not have the value.
typedef OSStatus (*HostCallback_GetTransportState2)(
    void *_Nullable inHostUserData, Boolean *_Nullable outIsPlaying, Boolean *_Nullable outIsRecording,
    Boolean *_Nullable outTransportStateChanged, Float64 *_Nullable outCurrentSampleInTimeLine,
    Boolean *_Nullable outIsCycling, Float64 *_Nullable outCycleStartBeat, Float64 *_Nullable outCycleEndBeat);

/// A number of frames.
typedef uint32_t AUAudioFrameCount;
/// A device of the hardware layer, as units of version 3 name it.
typedef UInt32 AUAudioObjectID;

/// A time in frames.
typedef int64_t AUEventSampleTime;

/// Receives MIDI from a unit.
///
/// Threads: The units of this library do not call it. A unit that the program has registered may call it on its render
/// thread: it must not block.
///
/// - Parameters:
///   - userData: the pointer that the host passed with the function.
///   - timeStamp: the time of the cycle.
///   - midiOutNum: the number of the MIDI output.
///   - pktlist: the messages. They are valid only during the call.
/// - Returns: 0, or a status of the host: the call failed.
typedef OSStatus (*AUMIDIOutputCallback)(
    void *_Nullable userData, const AudioTimeStamp *timeStamp, UInt32 midiOutNum, const struct MIDIPacketList *pktlist);

struct ScheduledAudioSlice;
typedef struct ScheduledAudioSlice ScheduledAudioSlice;
struct ScheduledAudioFileRegion;
typedef struct ScheduledAudioFileRegion ScheduledAudioFileRegion;

/// Receives a slice that is complete: played, interrupted, or returned by a reset.
///
/// The function may call any function, and schedule or free the slice.
///
/// Threads: Called on a thread of the player. A call that disposes of the player returns when the function has been called for
/// all slices.
///
/// - Parameters:
///   - userData: the pointer in the slice.
///   - bufferList: the slice.
typedef void (*ScheduledAudioSliceCompletionProc)(void *_Nullable userData, ScheduledAudioSlice *bufferList);

/// Receives a region that has been read to its end and scheduled, or that could not be.
///
/// It is called once for each region, with `kAudioUnitErr_CannotDoInCurrentContext` if the region has lost frames by then because
/// they were read too late, or because the region before was still played. A region that a reset returns before it is read to its
/// end has the same status. On a Mac, the function is called a second time for frames that are late. The function may call any
/// function.
///
/// Threads: Called on a thread of the player. A call that disposes of the player returns when the function has been called for
/// all regions.
///
/// - Parameters:
///   - userData: the pointer in the region.
///   - fileRegion: the player's copy of the region. It is valid only during the call.
///   - result: 0, the status of the file, or that of lost frames.
typedef void (*ScheduledAudioFileRegionCompletionProc)(
    void *_Nullable userData, ScheduledAudioFileRegion *fileRegion, OSStatus result);

// MARK: Structures

/// A unit's output as the input of another unit.
struct AudioUnitConnection {
    /// The unit whose output is taken; null to end the connection.
    AudioUnit _Nullable sourceAudioUnit;
    /// The output element of that unit.
    UInt32 sourceOutputNumber;
    /// The input element of the unit whose property is set.
    UInt32 destInputNumber;
};
typedef struct AudioUnitConnection AudioUnitConnection;

/// A pair of numbers of channels that a unit takes.
struct AUChannelInfo {
    /// Channels of the input; -1 and -2 for any number.
    SInt16 inChannels;
    /// Channels of the output; -1 and -2 for any number.
    SInt16 outChannels;
};
typedef struct AUChannelInfo AUChannelInfo;

/// Memory of the host for a unit.
struct AudioUnitExternalBuffer {
    /// The memory.
    Byte *buffer;
    /// Its size in bytes.
    UInt32 size;
};
typedef struct AudioUnitExternalBuffer AudioUnitExternalBuffer;

/// A function that gives a unit its input, and what it is called with.
struct AURenderCallbackStruct {
    /// The function; null for none.
    AURenderCallback _Nullable inputProc CA_REFINED_FOR_SWIFT;
    /// What the function is called with.
    void *_Nullable inputProcRefCon;
};
typedef struct AURenderCallbackStruct AURenderCallbackStruct;

/// A preset: its number and its name.
struct AUPreset {
    /// The number of a factory preset; less than 0 for a preset of the user.
    SInt32 presetNumber;
    /// The name of the preset.
    CFStringRef _Nullable presetName CA_REFINED_FOR_SWIFT;
};
typedef struct AUPreset AUPreset;

/// The gain at a frequency.
struct AudioUnitFrequencyResponseBin {
    /// The frequency in hertz.
    Float64 mFrequency;
    /// The gain at the frequency, linear.
    Float64 mMagnitude;
};
typedef struct AudioUnitFrequencyResponseBin AudioUnitFrequencyResponseBin;

/// Functions that supply the host's musical time to a unit.
struct HostCallbackInfo {
    /// What the functions are called with.
    void *_Nullable hostUserData;
    /// Supplies the beat and the tempo.
    HostCallback_GetBeatAndTempo _Nullable beatAndTempoProc;
    /// Supplies the position in the measure.
    HostCallback_GetMusicalTimeLocation _Nullable musicalTimeLocationProc;
    /// Supplies the state of the transport.
    HostCallback_GetTransportState _Nullable transportStateProc;
    /// Supplies the state of the transport, with recording.
    HostCallback_GetTransportState2 _Nullable transportStateProc2;
};
typedef struct HostCallbackInfo HostCallbackInfo;

/// A parameter that changes with another one.
struct AUDependentParameter {
    /// The scope of the parameter that depends on another one.
    AudioUnitScope mScope;
    /// The parameter that depends on another one.
    AudioUnitParameterID mParameterID;
};
typedef struct AUDependentParameter AUDependentParameter;

/// A function that takes a unit's MIDI, and what it is called with.
struct AUMIDIOutputCallbackStruct {
    /// The function.
    AUMIDIOutputCallback midiOutputCallback;
    /// What the function is called with.
    void *_Nullable userData;
};
typedef struct AUMIDIOutputCallbackStruct AUMIDIOutputCallbackStruct;

/// A function that receives which input makes which output, and its user data.
struct AUInputSamplesInOutputCallbackStruct {
    /// The function.
    AUInputSamplesInOutputCallback inputToOutputCallback;
    /// What the function is called with.
    void *_Nullable userData;
};
typedef struct AUInputSamplesInOutputCallbackStruct AUInputSamplesInOutputCallbackStruct;

/// How much of a parameter's past is shown.
struct AudioUnitParameterHistoryInfo {
    /// How often the value is kept in a second.
    Float32 updatesPerSecond;
    /// How many seconds are kept.
    Float32 historyDurationInSeconds;
};
typedef struct AudioUnitParameterHistoryInfo AudioUnitParameterHistoryInfo;

/// What a parameter is.
struct AudioUnitParameterInfo {
    /// The name in UTF-8, with a zero at its end.
    char name[52];
    /// The name of the unit of measure, for `kAudioUnitParameterUnit_CustomUnit`.
    CFStringRef _Nullable unitName CA_REFINED_FOR_SWIFT;
    /// The group that the parameter is shown in, with `kAudioUnitParameterFlag_HasClump`.
    UInt32 clumpID;
    /// The name, with `kAudioUnitParameterFlag_HasCFNameString`.
    CFStringRef _Nullable cfNameString CA_REFINED_FOR_SWIFT;
    /// The unit of measure.
    AudioUnitParameterUnit unit;
    /// The least value.
    AudioUnitParameterValue minValue;
    /// The greatest value.
    AudioUnitParameterValue maxValue;
    /// The value of a new instance.
    AudioUnitParameterValue defaultValue;
    /// What can be done with the parameter.
    AudioUnitParameterOptions flags;
};
typedef struct AudioUnitParameterInfo AudioUnitParameterInfo;

/// A request for a short name.
struct AudioUnitParameterNameInfo {
    /// The parameter, or the group.
    AudioUnitParameterID inID;
    /// How many characters the name may have; `kAudioUnitParameterName_Full` for any number.
    SInt32 inDesiredLength;
    /// The name. The caller releases it.
    CFStringRef _Nullable outName CA_REFINED_FOR_SWIFT;
};
typedef struct AudioUnitParameterNameInfo AudioUnitParameterNameInfo;

/// A request for the text of a value.
struct AudioUnitParameterStringFromValue {
    /// The parameter.
    AudioUnitParameterID inParamID;
    /// The value; null for the present one.
    const AudioUnitParameterValue *inValue;
    /// The text. The caller releases it.
    CFStringRef _Nullable outString CA_REFINED_FOR_SWIFT;
};
typedef struct AudioUnitParameterStringFromValue AudioUnitParameterStringFromValue;

/// A request for the value of a text.
struct AudioUnitParameterValueFromString {
    /// The parameter.
    AudioUnitParameterID inParamID;
    /// The text.
    CFStringRef inString CA_REFINED_FOR_SWIFT;
    /// The value.
    AudioUnitParameterValue outValue;
};
typedef struct AudioUnitParameterValueFromString AudioUnitParameterValueFromString;

/// Functions that give a unit MIDI.
struct AudioOutputUnitMIDICallbacks {
    /// What the functions are called with.
    void *_Nullable userData;
    /// Called for a message.
    void (*MIDIEventProc)(void *_Nullable, UInt32, UInt32, UInt32, UInt32);
    /// Called for a system exclusive message.
    void (*MIDISysExProc)(void *_Nullable, const UInt8 *, UInt32);
};
typedef struct AudioOutputUnitMIDICallbacks AudioOutputUnitMIDICallbacks;

/// When an output unit starts.
struct AudioOutputUnitStartAtTimeParams {
    /// When to start.
    AudioTimeStamp mTimestamp;
    /// Reserved. Set it to 0.
    UInt32 mFlags;
};
typedef struct AudioOutputUnitStartAtTimeParams AudioOutputUnitStartAtTimeParams;

/// What a meter has seen.
struct AudioUnitMeterClipping {
    /// The greatest magnitude since the property was read last.
    Float32 peakValueSinceLastCall;
    /// Whether a sample was infinite.
    Boolean sawInfinity;
    /// Whether a sample was not a number.
    Boolean sawNotANumber;
};
typedef struct AudioUnitMeterClipping AudioUnitMeterClipping;

/// How gain depends on distance.
struct MixerDistanceParams {
    /// The distance at which the gain is 1.
    Float32 mReferenceDistance;
    /// The distance beyond which the gain does not change.
    Float32 mMaxDistance;
    /// The attenuation at the greatest distance, in decibels.
    Float32 mMaxAttenuation;
};
typedef struct MixerDistanceParams MixerDistanceParams;

/// Samples to play at a time.
struct ScheduledAudioSlice {
    /// The frame of the player's time line at which the slice is played, as a sample time; without one, after the slice before
    /// it.
    AudioTimeStamp mTimeStamp;
    /// Called when the slice has been played; null for none.
    ScheduledAudioSliceCompletionProc _Nullable mCompletionProc;
    /// What the function is called with.
    void *mCompletionProcUserData;
    /// What the slice is to do and has done. The player sets Complete, BeganToRender and BeganToRenderLate.
    AUScheduledAudioSliceFlags mFlags;
    /// Reserved. Set it to 0.
    UInt32 mReserved;
    /// Null.
    void *_Nullable mReserved2;
    /// Frames of the slice.
    UInt32 mNumberFrames;
    /// The samples.
    AudioBufferList *mBufferList;
};

/// A part of a file to play at a time.
struct ScheduledAudioFileRegion {
    /// The frame of the player's time line at which the region is played, as a sample time; without one, after the region before
    /// it.
    AudioTimeStamp mTimeStamp;
    /// Called when the region has been scheduled; null for none.
    ScheduledAudioFileRegionCompletionProc _Nullable mCompletionProc;
    /// What the function is called with.
    void *_Nullable mCompletionProcUserData;
    /// The file, one of the unit's scheduled files.
    struct OpaqueAudioFileID *mAudioFile;
    /// How often the region is repeated after it was played once; the greatest number for no end.
    UInt32 mLoopCount;
    /// The first frame, counted at the file's rate.
    SInt64 mStartFrame;
    /// How many frames are played, counted at the file's rate; the greatest number for all up to the file's end.
    UInt32 mFramesToPlay;
};

/// An instrument in a file.
struct AUSamplerInstrumentData {
    /// The file.
    CFURLRef fileURL CA_REFINED_FOR_SWIFT;
    /// The kind of instrument.
    UInt8 instrumentType;
    /// The upper part of the bank's number.
    UInt8 bankMSB;
    /// The lower part of the bank's number.
    UInt8 bankLSB;
    /// The preset in the bank.
    UInt8 presetID;
};
typedef struct AUSamplerInstrumentData AUSamplerInstrumentData;

/// A preset in a bank.
struct AUSamplerBankPresetData {
    /// The file.
    CFURLRef bankURL CA_REFINED_FOR_SWIFT;
    /// The upper part of the bank's number.
    UInt8 bankMSB;
    /// The lower part of the bank's number.
    UInt8 bankLSB;
    /// The preset in the bank.
    UInt8 presetID;
    /// Reserved. Set it to 0.
    UInt8 reserved;
};
typedef struct AUSamplerBankPresetData AUSamplerBankPresetData;

/// How other audio is ducked.
struct AUVoiceIOOtherAudioDuckingConfiguration {
    /// Whether other audio is ducked only while the microphone hears a voice.
    Boolean mEnableAdvancedDucking;
    /// By how much other audio is ducked.
    AUVoiceIOOtherAudioDuckingLevel mDuckingLevel;
};
typedef struct AUVoiceIOOtherAudioDuckingConfiguration AUVoiceIOOtherAudioDuckingConfiguration;

/// The gain of a source at distances, `kAudioUnitProperty_DistanceAttenuationData`.
struct AUDistanceAttenuationData {
    /// How many pairs follow.
    UInt32 inNumberOfPairs;
    struct {
        /// From 0 to 1000.
        Float32 inDistance;
        /// From 0 to 1.
        Float32 outGain;
    }
    /// The pairs, of which memory may have more than one.
    pairs[1];
};
typedef struct AUDistanceAttenuationData AUDistanceAttenuationData;

/// A workgroup of threads that render, `kAudioUnitProperty_RenderContextObserver`.
struct AudioUnitRenderContext {
    /// Null: there are no workgroups on Linux.
    void *_Nullable workgroup;
    /// Reserved. Set them to 0.
    UInt32 reserved[6];
};
typedef struct AudioUnitRenderContext AudioUnitRenderContext;

/// A plug-in of another format than Audio Unit.
struct AudioUnitOtherPluginDesc {
    /// `kOtherPluginFormat_…`.
    UInt32 format;
    /// Which plug-in of the format.
    AudioClassDescription plugin;
};
typedef struct AudioUnitOtherPluginDesc AudioUnitOtherPluginDesc;

/// A parameter's value in another plug-in format, and in the unit.
struct AudioUnitParameterValueTranslation {
    /// The other plug-in.
    AudioUnitOtherPluginDesc otherDesc;
    /// The parameter of the other plug-in.
    UInt32 otherParamID;
    /// The value there.
    Float32 otherValue;
    /// The parameter of the unit.
    AudioUnitParameterID auParamID;
    /// The value here.
    AudioUnitParameterValue auValue;
};
typedef struct AudioUnitParameterValueTranslation AudioUnitParameterValueTranslation;

/// A setting of a plug-in in the format MAS.
struct AudioUnitPresetMAS_SettingData {
    /// Whether it came with the plug-in.
    UInt32 isStockSetting;
    /// Which setting.
    UInt32 settingID;
    /// Bytes of the data.
    UInt32 dataLen;
    /// The data, of which memory may have more bytes than one.
    UInt8 data[1];
};
typedef struct AudioUnitPresetMAS_SettingData AudioUnitPresetMAS_SettingData;

/// The settings of a plug-in in the format MAS, `kAUPresetMASDataKey`.
struct AudioUnitPresetMAS_Settings {
    /// The manufacturer.
    UInt32 manufacturerID;
    /// The plug-in.
    UInt32 effectID;
    /// The variant of the plug-in.
    UInt32 variantID;
    /// The version of the settings.
    UInt32 settingsVersion;
    /// How many settings follow.
    UInt32 numberOfSettings;
    /// The settings, of which memory may have more than one.
    AudioUnitPresetMAS_SettingData settings[1];
};
typedef struct AudioUnitPresetMAS_Settings AudioUnitPresetMAS_Settings;

/// A unit's views.
struct AudioUnitCocoaViewInfo {
    /// The bundle of the views.
    CFURLRef mCocoaAUViewBundleLocation CA_REFINED_FOR_SWIFT;
    /// The names of the classes.
    CFStringRef _Nonnull mCocoaAUViewClass[1] CA_REFINED_FOR_SWIFT;
};
typedef struct AudioUnitCocoaViewInfo AudioUnitCocoaViewInfo;

/// A host and its version.
struct AUHostVersionIdentifier {
    /// The host's name.
    CFStringRef hostName CA_REFINED_FOR_SWIFT;
    /// The host's version.
    UInt32 hostVersion;
};
typedef struct AUHostVersionIdentifier AUHostVersionIdentifier;

/// A MIDI message that sets a parameter.
struct AUParameterMIDIMapping {
    /// The parameter's scope.
    AudioUnitScope mScope;
    /// The parameter's element.
    AudioUnitElement mElement;
    /// The parameter.
    AudioUnitParameterID mParameterID;
    /// How the message's value is taken.
    AUParameterMIDIMappingFlags mFlags;
    /// The least value that the message sets.
    AudioUnitParameterValue mSubRangeMin;
    /// The greatest value that the message sets.
    AudioUnitParameterValue mSubRangeMax;
    /// The first byte of the message.
    UInt8 mStatus;
    /// The second byte of the message.
    UInt8 mData1;
    /// Reserved. Set it to 0.
    UInt8 reserved1;
    /// Reserved. Set it to 0.
    UInt8 reserved2;
    /// Reserved. Set it to 0.
    UInt32 reserved3;
};
typedef struct AUParameterMIDIMapping AUParameterMIDIMapping;

/// A version.
struct AUNumVersion {
    /// The number of the build.
    UInt8 nonRelRev;
    /// The stage of the development.
    UInt8 stage;
    /// The minor version and the correction, four bits each.
    UInt8 minorAndBugRev;
    /// The major version.
    UInt8 majorRev;
};
typedef struct AUNumVersion AUNumVersion;

/// A host and its version.
struct AUHostIdentifier {
    /// The host's name.
    CFStringRef hostName CA_REFINED_FOR_SWIFT;
    /// The host's version.
    AUNumVersion hostVersion;
};
typedef struct AUHostIdentifier AUHostIdentifier;

/// A controller that sets a parameter.
struct AudioUnitMIDIControlMapping {
    /// The number of the parameter in MIDI.
    UInt16 midiNRPN;
    /// The controller in MIDI.
    UInt8 midiControl;
    /// The parameter's scope.
    UInt8 scope;
    /// The parameter's element.
    AudioUnitElement element;
    /// The parameter.
    AudioUnitParameterID parameter;
};
typedef struct AudioUnitMIDIControlMapping AudioUnitMIDIControlMapping;

/// A request for the text of a value, as older programs name it.
struct AudioUnitParameterValueName {
    /// The parameter.
    AudioUnitParameterID inParamID;
    /// The value; null for the present one.
    const Float32 *inValue;
    /// The text. The caller releases it.
    CFStringRef outName CA_REFINED_FOR_SWIFT;
};
typedef struct AudioUnitParameterValueName AudioUnitParameterValueName;

/// A request for a short name, as older programs name it.
typedef struct AudioUnitParameterNameInfo AudioUnitParameterIDName;

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
