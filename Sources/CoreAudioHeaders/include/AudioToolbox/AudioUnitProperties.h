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

/// Scopes.
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
    kAudioUnitProperty_ClassInfo = 0,
    kAudioUnitProperty_MakeConnection = 1,
    kAudioUnitProperty_SampleRate = 2,
    kAudioUnitProperty_ParameterList = 3,
    kAudioUnitProperty_ParameterInfo = 4,
    kAudioUnitProperty_CPULoad = 6,
    kAudioUnitProperty_StreamFormat = 8,
    kAudioUnitProperty_ElementCount = 11,
    kAudioUnitProperty_Latency = 12,
    kAudioUnitProperty_SupportedNumChannels = 13,
    kAudioUnitProperty_MaximumFramesPerSlice = 14,
    kAudioUnitProperty_ParameterValueStrings = 16,
    kAudioUnitProperty_AudioChannelLayout = 19,
    kAudioUnitProperty_TailTime = 20,
    kAudioUnitProperty_BypassEffect = 21,
    kAudioUnitProperty_LastRenderError = 22,
    kAudioUnitProperty_SetRenderCallback = 23,
    kAudioUnitProperty_FactoryPresets = 24,
    kAudioUnitProperty_RenderQuality = 26,
    kAudioUnitProperty_HostCallbacks = 27,
    kAudioUnitProperty_InPlaceProcessing = 29,
    kAudioUnitProperty_ElementName = 30,
    kAudioUnitProperty_SupportedChannelLayoutTags = 32,
    kAudioUnitProperty_PresentPreset = 36,
    kAudioUnitProperty_DependentParameters = 45,
    kAudioUnitProperty_InputSamplesInOutput = 49,
    kAudioUnitProperty_ShouldAllocateBuffer = 51,
    kAudioUnitProperty_FrequencyResponse = 52,
    kAudioUnitProperty_ParameterHistoryInfo = 53,
    kAudioUnitProperty_NickName = 54,
    kAudioUnitProperty_OfflineRender = 37,
    kAudioUnitProperty_ParameterIDName = 34,
    kAudioUnitProperty_ParameterStringFromValue = 33,
    kAudioUnitProperty_ParameterClumpName = 35,
    kAudioUnitProperty_ParameterValueFromString = 38,
    kAudioUnitProperty_ContextName = 25,
    kAudioUnitProperty_PresentationLatency = 40,
    kAudioUnitProperty_ClassInfoFromDocument = 50,
    kAudioUnitProperty_RequestViewController = 56,
    kAudioUnitProperty_ParametersForOverview = 57,
    kAudioUnitProperty_SupportsMPE = 58,
    kAudioUnitProperty_RenderContextObserver = 60,
    kAudioUnitProperty_LastRenderSampleTime = 61,
    kAudioUnitProperty_LoadedOutOfProcess = 62,
    kAudioUnitProperty_MIDIOutputCallbackInfo = 47,
    kAudioUnitProperty_MIDIOutputCallback = 48,
    kAudioUnitProperty_MIDIOutputEventListCallback = 63,
    kAudioUnitProperty_AudioUnitMIDIProtocol = 64,
    kAudioUnitProperty_HostMIDIProtocol = 65,
    kAudioUnitProperty_MIDIOutputBufferSizeHint = 66,
    kAudioUnitProperty_RemoteControlEventListener = 100,
    kAudioUnitProperty_IsInterAppConnected = 101,
    kAudioUnitProperty_PeerURL = 102,
    kAudioUnitProperty_SampleRateConverterComplexity = 3014,
    kAudioUnitProperty_MeteringMode = 3007,
    kAudioUnitProperty_MatrixLevels = 3006,
    kAudioUnitProperty_MatrixDimensions = 3009,
    kAudioUnitProperty_MeterClipping = 3011,
    kAudioUnitProperty_InputAnchorTimeStamp = 3016,
    kAudioUnitProperty_ReverbRoomType = 10,
    kAudioUnitProperty_UsesInternalReverb = 1005,
    kAudioUnitProperty_SpatializationAlgorithm = 3000,
    kAudioUnitProperty_SpatialMixerRenderingFlags = 3003,
    kAudioUnitProperty_SpatialMixerSourceMode = 3005,
    kAudioUnitProperty_SpatialMixerDistanceParams = 3010,
    kAudioUnitProperty_SpatialMixerAttenuationCurve = 3013,
    kAudioUnitProperty_SpatialMixerOutputType = 3100,
    kAudioUnitProperty_SpatialMixerPointSourceInHeadMode = 3103,
    kAudioUnitProperty_SpatialMixerEnableHeadTracking = 3111,
    kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode = 3113,
    kAudioUnitProperty_3DMixerDistanceParams = 3010,
    kAudioUnitProperty_3DMixerAttenuationCurve = 3013,
    kAudioUnitProperty_DopplerShift = 3002,
    kAudioUnitProperty_3DMixerRenderingFlags = 3003,
    kAudioUnitProperty_3DMixerDistanceAtten = 3004,
    kAudioUnitProperty_ReverbPreset = 3012,
    kAudioUnitProperty_ScheduleAudioSlice = 3300,
    kAudioUnitProperty_ScheduleStartTimeStamp = 3301,
    kAudioUnitProperty_CurrentPlayTime = 3302,
    kAudioUnitProperty_ScheduledFileIDs = 3310,
    kAudioUnitProperty_ScheduledFileRegion = 3311,
    kAudioUnitProperty_ScheduledFilePrime = 3312,
    kAudioUnitProperty_ScheduledFileBufferSizeFrames = 3313,
    kAudioUnitProperty_ScheduledFileNumberBuffers = 3314,
    kAudioUnitProperty_DeferredRendererPullSize = 3320,
    kAudioUnitProperty_DeferredRendererExtraLatency = 3321,
    kAudioUnitProperty_DeferredRendererWaitFrames = 3322,
    kAudioUnitProperty_FastDispatch = 5,
    kAudioUnitProperty_SetExternalBuffer = 15,
    kAudioUnitProperty_GetUIComponentList = 18,
    kAudioUnitProperty_CocoaUI = 31,
    kAudioUnitProperty_IconLocation = 39,
    kAudioUnitProperty_AUHostIdentifier = 46,
    kAudioUnitProperty_AllParameterMIDIMappings = 41,
    kAudioUnitProperty_AddParameterMIDIMapping = 42,
    kAudioUnitProperty_RemoveParameterMIDIMapping = 43,
    kAudioUnitProperty_HotMapParameterMIDIMapping = 44,
    kAudioUnitProperty_DistanceAttenuationData = 3600,
    kAudioUnitProperty_SRCAlgorithm = 9,
    kAudioUnitProperty_MIDIControlMapping = 17,
    kAudioUnitProperty_CurrentPreset = 28,
    kAudioUnitProperty_ParameterValueName = 33,
    kAudioUnitProperty_BusCount = 11,
    kAudioUnitProperty_PannerMode = 3008,
    kAudioUnitProperty_SpeakerConfiguration = 3001
};

/// Properties of units that play and record.
CF_ENUM(AudioUnitPropertyID) {
    kAudioOutputUnitProperty_CurrentDevice = 2000,
    kAudioOutputUnitProperty_IsRunning = 2001,
    kAudioOutputUnitProperty_ChannelMap = 2002,
    kAudioOutputUnitProperty_EnableIO = 2003,
    kAudioOutputUnitProperty_StartTime = 2004,
    kAudioOutputUnitProperty_SetInputCallback = 2005,
    kAudioOutputUnitProperty_HasIO = 2006,
    kAudioOutputUnitProperty_StartTimestampsAtZero = 2007,
    kAudioOutputUnitProperty_OSWorkgroup = 2015,
    kAudioOutputUnitProperty_MIDICallbacks = 2010,
    kAudioOutputUnitProperty_HostReceivesRemoteControlEvents = 2011,
    kAudioOutputUnitProperty_RemoteControlToHost = 2012,
    kAudioOutputUnitProperty_HostTransportState = 2013,
    kAudioOutputUnitProperty_NodeComponentDescription = 2014,
    kAUVoiceIOProperty_BypassVoiceProcessing = 2100,
    kAUVoiceIOProperty_VoiceProcessingEnableAGC = 2101,
    kAUVoiceIOProperty_MuteOutput = 2104,
    kAUVoiceIOProperty_MutedSpeechActivityEventListener = 2106,
    kAUVoiceIOProperty_DuckNonVoiceAudio = 2102,
    kAUVoiceIOProperty_VoiceProcessingQuality = 2103,
    kAudioOutputUnitProperty_IntendedSpatialExperience = 2016,
    kAUVoiceIOProperty_OtherAudioDuckingConfiguration = 2108
};

/// Properties of instruments.
CF_ENUM(AudioUnitPropertyID) {
    kMusicDeviceProperty_InstrumentName = 1001,
    kMusicDeviceProperty_InstrumentNumber = 1004,
    kMusicDeviceProperty_InstrumentCount = 1000,
    kMusicDeviceProperty_BankName = 1007,
    kMusicDeviceProperty_SoundBankURL = 1100,
    kAUMIDISynthProperty_EnablePreload = 4119,
    kAUSamplerProperty_LoadInstrument = 4102,
    kAUSamplerProperty_LoadAudioFiles = 4101,
    kAUSamplerProperty_LoadPresetFromBank = 4100,
    kAUSamplerProperty_BankAndPreset = 4100,
    kMusicDeviceProperty_MIDIXMLNames = 1006,
    kMusicDeviceProperty_PartGroup = 1010,
    kMusicDeviceProperty_DualSchedulingMode = 1013,
    kMusicDeviceProperty_SupportsStartStopNote = 1014,
    kMusicDeviceProperty_UsesInternalReverb = 1005,
    kMusicDeviceProperty_SoundBankData = 1008,
    kMusicDeviceProperty_StreamFromDisk = 1011,
    kMusicDeviceProperty_SoundBankFSRef = 1012,
    kMusicDeviceProperty_GroupOutputBus = 1002,
    kMusicDeviceProperty_SoundBankFSSpec = 1003
};

/// Properties of units that send and receive sound.
CF_ENUM(AudioUnitPropertyID) {
    kAUNetReceiveProperty_Hostname = 3511,
    kAUNetReceiveProperty_Password = 3512,
    kAUNetSendProperty_PortNum = 3513,
    kAUNetSendProperty_TransmissionFormat = 3514,
    kAUNetSendProperty_TransmissionFormatIndex = 3515,
    kAUNetSendProperty_ServiceName = 3516,
    kAUNetSendProperty_Disconnect = 3517,
    kAUNetSendProperty_Password = 3518
};

/// Properties of units that work offline.
CF_ENUM(AudioUnitPropertyID) {
    kAudioUnitOfflineProperty_InputSize = 3020,
    kAudioUnitOfflineProperty_OutputSize = 3021,
    kAudioUnitOfflineProperty_StartOffset = 3022,
    kAudioUnitOfflineProperty_PreflightRequirements = 3023,
    kAudioUnitOfflineProperty_PreflightName = 3024,
    kAudioUnitMigrateProperty_FromPlugin = 4000,
    kAudioUnitMigrateProperty_OldAutomation = 4001,
    kAudioOfflineUnitProperty_InputSize = 3020,
    kAudioOfflineUnitProperty_OutputSize = 3021
};

/// Properties of single units.
CF_ENUM(AudioUnitPropertyID) {
    kAUNBandEQProperty_NumberOfBands = 2200,
    kAUNBandEQProperty_MaxNumberOfBands = 2201,
    kAUNBandEQProperty_BiquadCoefficients = 2203,
    kAUAudioMixProperty_SpatialAudioMixMetadata = 5000,
    kAUAudioMixProperty_EnableSpatialization = 5001
};

/// Whether a unit wants to see all input first.
CF_ENUM(UInt32) {
    kOfflinePreflight_NotRequired = 0,
    kOfflinePreflight_Optional = 1,
    kOfflinePreflight_Required = 2
};

/// Kinds of instruments.
CF_ENUM(UInt32) {
    kInstrumentType_DLSPreset = 1,
    kInstrumentType_SF2Preset = 1,
    kInstrumentType_AUPreset = 2,
    kInstrumentType_Audiofile = 3,
    kInstrumentType_EXS24 = 4,
    kAUSampler_DefaultPercussionBankMSB = 120,
    kAUSampler_DefaultMelodicBankMSB = 121,
    kAUSampler_DefaultBankLSB = 0
};

/// Values of properties.
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

/// Values of properties.
CF_ENUM(UInt32) {
    kOtherPluginFormat_Undefined = 0,
    kOtherPluginFormat_kMAS = 1,
    kOtherPluginFormat_kVST = 2,
    kOtherPluginFormat_AU = 3
};

/// Values of properties.
CF_ENUM(UInt32) {
    kRenderQuality_Max = 127,
    kRenderQuality_High = 96,
    kRenderQuality_Medium = 64,
    kRenderQuality_Low = 32,
    kRenderQuality_Min = 0
};

/// Flags of a parameter.
CF_ENUM(UInt32) {
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

/// Commands of a remote control.
typedef CF_ENUM(UInt32, AudioUnitRemoteControlEvent) {
    kAudioUnitRemoteControlEvent_TogglePlayPause = 1,
    kAudioUnitRemoteControlEvent_ToggleRecord = 2,
    kAudioUnitRemoteControlEvent_Rewind = 3
};

/// What is noticed of a muted speaker.
typedef CF_ENUM(UInt32, AUVoiceIOSpeechActivityEvent) {
    kAUVoiceIOSpeechActivityHasStarted = 0,
    kAUVoiceIOSpeechActivityHasEnded = 1
};

/// Ways to place a source.
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

/// What becomes of a source's channels.
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

/// What is done to a source.
typedef CF_OPTIONS(UInt32, AUSpatialMixerRenderingFlags) {
    kSpatialMixerRenderingFlags_InterAuralDelay = 1,
    kSpatialMixerRenderingFlags_DistanceAttenuation = 4
};

/// Whether a listener's own ears are used.
typedef CF_ENUM(UInt32, AUSpatialMixerPersonalizedHRTFMode) {
    kSpatialMixerPersonalizedHRTFMode_Off = 0,
    kSpatialMixerPersonalizedHRTFMode_On = 1,
    kSpatialMixerPersonalizedHRTFMode_Auto = 2
};

/// What the sound is heard with.
typedef CF_ENUM(UInt32, AUSpatialMixerOutputType) {
    kSpatialMixerOutputType_Headphones = 1,
    kSpatialMixerOutputType_BuiltInSpeakers = 2,
    kSpatialMixerOutputType_ExternalSpeakers = 3
};

/// What becomes of a source inside the listener's head.
typedef CF_ENUM(UInt32, AUSpatialMixerPointSourceInHeadMode) {
    kSpatialMixerPointSourceInHeadMode_Mono = 0,
    kSpatialMixerPointSourceInHeadMode_Bypass = 1
};

/// What is done to a source, in the older mixer.
typedef CF_OPTIONS(UInt32, AU3DMixerRenderingFlags) {
    k3DMixerRenderingFlags_InterAuralDelay = 1,
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

/// What a slice is to do and has done.
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
    kAUVoiceIOOtherAudioDuckingLevelDefault = 0,
    kAUVoiceIOOtherAudioDuckingLevelMin = 10,
    kAUVoiceIOOtherAudioDuckingLevelMid = 20,
    kAUVoiceIOOtherAudioDuckingLevelMax = 30
};

/// How a message's value is taken.
typedef CF_OPTIONS(UInt32, AUParameterMIDIMappingFlags) {
    kAUParameterMIDIMapping_AnyChannelFlag = 1,
    kAUParameterMIDIMapping_AnyNoteFlag = 2,
    kAUParameterMIDIMapping_SubRange = 4,
    kAUParameterMIDIMapping_Toggle = 8,
    kAUParameterMIDIMapping_Bipolar = 16,
    kAUParameterMIDIMapping_Bipolar_On = 32
};

/// Other values of properties.
CF_ENUM(OSStatus) {
    kAUVoiceIOErr_UnexpectedNumberOfInputChannels = -66784
};

/// Other values of properties.
CF_ENUM(UInt32) {
    kAudioUnitSampleRateConverterComplexity_Linear = 0x6C696E65,  // 'line'
    kAudioUnitSampleRateConverterComplexity_Normal = 0x6E6F726D,  // 'norm'
    kAudioUnitSampleRateConverterComplexity_Mastering = 0x62617473,  // 'bats'
    kAudioUnitSRCAlgorithm_Polyphase = 0x706F6C79,  // 'poly'
    kAudioUnitSRCAlgorithm_MediumQuality = 0x63737263  // 'csrc'
};

/// Other values of properties.
CF_ENUM(SInt32) {
    kAudioUnitParameterName_Full = -1
};

/// Other values of properties.
CF_ENUM(UInt32) {
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

/// Tells a unit the beat and the tempo.
typedef OSStatus (*HostCallback_GetBeatAndTempo)(
    void *_Nullable inHostUserData, Float64 *_Nullable outCurrentBeat, Float64 *_Nullable outCurrentTempo);
/// Tells a unit the place in the measure.
typedef OSStatus (*HostCallback_GetMusicalTimeLocation)(
    void *_Nullable inHostUserData, UInt32 *_Nullable outDeltaSampleOffsetToNextBeat,
    Float32 *_Nullable outTimeSig_Numerator, UInt32 *_Nullable outTimeSig_Denominator,
    Float64 *_Nullable outCurrentMeasureDownBeat);
/// Tells a unit whether the host plays.
typedef OSStatus (*HostCallback_GetTransportState)(
    void *_Nullable inHostUserData, Boolean *_Nullable outIsPlaying, Boolean *_Nullable outTransportStateChanged,
    Float64 *_Nullable outCurrentSampleInTimeLine, Boolean *_Nullable outIsCycling,
    Float64 *_Nullable outCycleStartBeat, Float64 *_Nullable outCycleEndBeat);
/// Tells a unit whether the host plays or records.
typedef OSStatus (*HostCallback_GetTransportState2)(
    void *_Nullable inHostUserData, Boolean *_Nullable outIsPlaying, Boolean *_Nullable outIsRecording,
    Boolean *_Nullable outTransportStateChanged, Float64 *_Nullable outCurrentSampleInTimeLine,
    Boolean *_Nullable outIsCycling, Float64 *_Nullable outCycleStartBeat, Float64 *_Nullable outCycleEndBeat);
/// A time in frames.
typedef int64_t AUEventSampleTime;
/// Takes MIDI that a unit makes.
typedef OSStatus (*AUMIDIOutputCallback)(
    void *_Nullable userData, const AudioTimeStamp *timeStamp, UInt32 midiOutNum, const struct MIDIPacketList *pktlist);

struct ScheduledAudioSlice;
typedef struct ScheduledAudioSlice ScheduledAudioSlice;
struct ScheduledAudioFileRegion;
typedef struct ScheduledAudioFileRegion ScheduledAudioFileRegion;
/// Called when a slice has been played.
typedef void (*ScheduledAudioSliceCompletionProc)(void *_Nullable userData, ScheduledAudioSlice *bufferList);
/// Called when a region has been scheduled, or could not be.
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

/// Functions by which a unit asks its host for musical time.
struct HostCallbackInfo {
    /// What the functions are called with.
    void *_Nullable hostUserData;
    /// Tells the beat and the tempo.
    HostCallback_GetBeatAndTempo _Nullable beatAndTempoProc;
    /// Tells the measure.
    HostCallback_GetMusicalTimeLocation _Nullable musicalTimeLocationProc;
    /// Tells whether the host plays.
    HostCallback_GetTransportState _Nullable transportStateProc;
    /// Tells whether the host plays or records.
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

/// A function that is told which input makes which output, and what it is called with.
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
    /// 0.
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
    /// When the slice is played; without flags, after the slice before it.
    AudioTimeStamp mTimeStamp;
    /// Called when the slice has been played; null for none.
    ScheduledAudioSliceCompletionProc _Nullable mCompletionProc;
    /// What the function is called with.
    void *mCompletionProcUserData;
    /// What the slice is to do and has done.
    AUScheduledAudioSliceFlags mFlags;
    /// 0.
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
    /// When the region is played.
    AudioTimeStamp mTimeStamp;
    /// Called when the region has been scheduled; null for none.
    ScheduledAudioFileRegionCompletionProc _Nullable mCompletionProc;
    /// What the function is called with.
    void *_Nullable mCompletionProcUserData;
    /// The file, one of the unit's scheduled files.
    struct OpaqueAudioFileID *mAudioFile;
    /// How often the region is repeated.
    UInt32 mLoopCount;
    /// The first frame in the file.
    SInt64 mStartFrame;
    /// How many frames are played.
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
    /// 0.
    UInt8 reserved;
};
typedef struct AUSamplerBankPresetData AUSamplerBankPresetData;

/// How other audio is ducked.
struct AUVoiceIOOtherAudioDuckingConfiguration {
    /// Whether other audio is ducked only while someone speaks.
    Boolean mEnableAdvancedDucking;
    /// By how much other audio is ducked.
    AUVoiceIOOtherAudioDuckingLevel mDuckingLevel;
};
typedef struct AUVoiceIOOtherAudioDuckingConfiguration AUVoiceIOOtherAudioDuckingConfiguration;

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
    /// 0.
    UInt8 reserved1;
    /// 0.
    UInt8 reserved2;
    /// 0.
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
