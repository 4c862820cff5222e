#ifndef AudioToolbox_AudioUnitProperties_h
#define AudioToolbox_AudioUnitProperties_h

// Properties of audio units, and their values.

#include <AudioToolbox/AUComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
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

typedef CF_ENUM(UInt32, AudioUnitRemoteControlEvent) {
    kAudioUnitRemoteControlEvent_TogglePlayPause = 1,
    kAudioUnitRemoteControlEvent_ToggleRecord = 2,
    kAudioUnitRemoteControlEvent_Rewind = 3
};

typedef CF_ENUM(UInt32, AUVoiceIOSpeechActivityEvent) {
    kAUVoiceIOSpeechActivityHasStarted = 0,
    kAUVoiceIOSpeechActivityHasEnded = 1
};

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

typedef CF_ENUM(UInt32, AUSpatialMixerSourceMode) {
    kSpatialMixerSourceMode_SpatializeIfMono = 0,
    kSpatialMixerSourceMode_Bypass = 1,
    kSpatialMixerSourceMode_PointSource = 2,
    kSpatialMixerSourceMode_AmbienceBed = 3
};

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

typedef CF_ENUM(UInt32, AUSpatialMixerAttenuationCurve) {
    kSpatialMixerAttenuationCurve_Power = 0,
    kSpatialMixerAttenuationCurve_Exponential = 1,
    kSpatialMixerAttenuationCurve_Inverse = 2,
    kSpatialMixerAttenuationCurve_Linear = 3
};

typedef CF_OPTIONS(UInt32, AUSpatialMixerRenderingFlags) {
    kSpatialMixerRenderingFlags_InterAuralDelay = 1,
    kSpatialMixerRenderingFlags_DistanceAttenuation = 4
};

typedef CF_ENUM(UInt32, AUSpatialMixerPersonalizedHRTFMode) {
    kSpatialMixerPersonalizedHRTFMode_Off = 0,
    kSpatialMixerPersonalizedHRTFMode_On = 1,
    kSpatialMixerPersonalizedHRTFMode_Auto = 2
};

typedef CF_ENUM(UInt32, AUSpatialMixerOutputType) {
    kSpatialMixerOutputType_Headphones = 1,
    kSpatialMixerOutputType_BuiltInSpeakers = 2,
    kSpatialMixerOutputType_ExternalSpeakers = 3
};

typedef CF_ENUM(UInt32, AUSpatialMixerPointSourceInHeadMode) {
    kSpatialMixerPointSourceInHeadMode_Mono = 0,
    kSpatialMixerPointSourceInHeadMode_Bypass = 1
};

typedef CF_OPTIONS(UInt32, AU3DMixerRenderingFlags) {
    k3DMixerRenderingFlags_InterAuralDelay = 1,
    k3DMixerRenderingFlags_DopplerShift = 2,
    k3DMixerRenderingFlags_DistanceAttenuation = 4,
    k3DMixerRenderingFlags_DistanceFilter = 8,
    k3DMixerRenderingFlags_DistanceDiffusion = 16,
    k3DMixerRenderingFlags_LinearDistanceAttenuation = 32,
    k3DMixerRenderingFlags_ConstantReverbBlend = 64
};

typedef CF_ENUM(UInt32, AU3DMixerAttenuationCurve) {
    k3DMixerAttenuationCurve_Power = 0,
    k3DMixerAttenuationCurve_Exponential = 1,
    k3DMixerAttenuationCurve_Inverse = 2,
    k3DMixerAttenuationCurve_Linear = 3
};

typedef CF_OPTIONS(UInt32, AUScheduledAudioSliceFlags) {
    kScheduledAudioSliceFlag_Complete = 1,
    kScheduledAudioSliceFlag_BeganToRender = 2,
    kScheduledAudioSliceFlag_BeganToRenderLate = 4,
    kScheduledAudioSliceFlag_Loop = 8,
    kScheduledAudioSliceFlag_Interrupt = 16,
    kScheduledAudioSliceFlag_InterruptAtLoop = 32
};

typedef CF_ENUM(UInt32, AUVoiceIOOtherAudioDuckingLevel) {
    kAUVoiceIOOtherAudioDuckingLevelDefault = 0,
    kAUVoiceIOOtherAudioDuckingLevelMin = 10,
    kAUVoiceIOOtherAudioDuckingLevelMid = 20,
    kAUVoiceIOOtherAudioDuckingLevelMax = 30
};

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

typedef OSStatus (*HostCallback_GetBeatAndTempo)(
    void *_Nullable inHostUserData, Float64 *_Nullable outCurrentBeat, Float64 *_Nullable outCurrentTempo);
typedef OSStatus (*HostCallback_GetMusicalTimeLocation)(
    void *_Nullable inHostUserData, UInt32 *_Nullable outDeltaSampleOffsetToNextBeat,
    Float32 *_Nullable outTimeSig_Numerator, UInt32 *_Nullable outTimeSig_Denominator,
    Float64 *_Nullable outCurrentMeasureDownBeat);
typedef OSStatus (*HostCallback_GetTransportState)(
    void *_Nullable inHostUserData, Boolean *_Nullable outIsPlaying, Boolean *_Nullable outTransportStateChanged,
    Float64 *_Nullable outCurrentSampleInTimeLine, Boolean *_Nullable outIsCycling,
    Float64 *_Nullable outCycleStartBeat, Float64 *_Nullable outCycleEndBeat);
typedef OSStatus (*HostCallback_GetTransportState2)(
    void *_Nullable inHostUserData, Boolean *_Nullable outIsPlaying, Boolean *_Nullable outIsRecording,
    Boolean *_Nullable outTransportStateChanged, Float64 *_Nullable outCurrentSampleInTimeLine,
    Boolean *_Nullable outIsCycling, Float64 *_Nullable outCycleStartBeat, Float64 *_Nullable outCycleEndBeat);
typedef int64_t AUEventSampleTime;
typedef OSStatus (*AUMIDIOutputCallback)(
    void *_Nullable userData, const AudioTimeStamp *timeStamp, UInt32 midiOutNum, const struct MIDIPacketList *pktlist);

struct ScheduledAudioSlice;
typedef struct ScheduledAudioSlice ScheduledAudioSlice;
struct ScheduledAudioFileRegion;
typedef struct ScheduledAudioFileRegion ScheduledAudioFileRegion;
typedef void (*ScheduledAudioSliceCompletionProc)(void *_Nullable userData, ScheduledAudioSlice *bufferList);
typedef void (*ScheduledAudioFileRegionCompletionProc)(
    void *_Nullable userData, ScheduledAudioFileRegion *fileRegion, OSStatus result);

// MARK: Structures

struct AudioUnitConnection {
    AudioUnit _Nullable sourceAudioUnit;
    UInt32 sourceOutputNumber;
    UInt32 destInputNumber;
};
typedef struct AudioUnitConnection AudioUnitConnection;

struct AUChannelInfo {
    SInt16 inChannels;
    SInt16 outChannels;
};
typedef struct AUChannelInfo AUChannelInfo;

struct AudioUnitExternalBuffer {
    Byte *buffer;
    UInt32 size;
};
typedef struct AudioUnitExternalBuffer AudioUnitExternalBuffer;

struct AURenderCallbackStruct {
    AURenderCallback _Nullable inputProc;
    void *_Nullable inputProcRefCon;
};
typedef struct AURenderCallbackStruct AURenderCallbackStruct;

struct AUPreset {
    SInt32 presetNumber;
    CFStringRef _Nullable presetName;
};
typedef struct AUPreset AUPreset;

struct AudioUnitFrequencyResponseBin {
    Float64 mFrequency;
    Float64 mMagnitude;
};
typedef struct AudioUnitFrequencyResponseBin AudioUnitFrequencyResponseBin;

struct HostCallbackInfo {
    void *_Nullable hostUserData;
    HostCallback_GetBeatAndTempo _Nullable beatAndTempoProc;
    HostCallback_GetMusicalTimeLocation _Nullable musicalTimeLocationProc;
    HostCallback_GetTransportState _Nullable transportStateProc;
    HostCallback_GetTransportState2 _Nullable transportStateProc2;
};
typedef struct HostCallbackInfo HostCallbackInfo;

struct AUDependentParameter {
    AudioUnitScope mScope;
    AudioUnitParameterID mParameterID;
};
typedef struct AUDependentParameter AUDependentParameter;

struct AUMIDIOutputCallbackStruct {
    AUMIDIOutputCallback midiOutputCallback;
    void *_Nullable userData;
};
typedef struct AUMIDIOutputCallbackStruct AUMIDIOutputCallbackStruct;

struct AUInputSamplesInOutputCallbackStruct {
    AUInputSamplesInOutputCallback inputToOutputCallback;
    void *_Nullable userData;
};
typedef struct AUInputSamplesInOutputCallbackStruct AUInputSamplesInOutputCallbackStruct;

struct AudioUnitParameterHistoryInfo {
    Float32 updatesPerSecond;
    Float32 historyDurationInSeconds;
};
typedef struct AudioUnitParameterHistoryInfo AudioUnitParameterHistoryInfo;

struct AudioUnitParameterInfo {
    char name[52];
    CFStringRef _Nullable unitName;
    UInt32 clumpID;
    CFStringRef _Nullable cfNameString;
    AudioUnitParameterUnit unit;
    AudioUnitParameterValue minValue;
    AudioUnitParameterValue maxValue;
    AudioUnitParameterValue defaultValue;
    AudioUnitParameterOptions flags;
};
typedef struct AudioUnitParameterInfo AudioUnitParameterInfo;

struct AudioUnitParameterNameInfo {
    AudioUnitParameterID inID;
    SInt32 inDesiredLength;
    CFStringRef _Nullable outName;
};
typedef struct AudioUnitParameterNameInfo AudioUnitParameterNameInfo;

struct AudioUnitParameterStringFromValue {
    AudioUnitParameterID inParamID;
    const AudioUnitParameterValue *inValue;
    CFStringRef _Nullable outString;
};
typedef struct AudioUnitParameterStringFromValue AudioUnitParameterStringFromValue;

struct AudioUnitParameterValueFromString {
    AudioUnitParameterID inParamID;
    CFStringRef inString;
    AudioUnitParameterValue outValue;
};
typedef struct AudioUnitParameterValueFromString AudioUnitParameterValueFromString;

struct AudioOutputUnitMIDICallbacks {
    void *_Nullable userData;
    void (*MIDIEventProc)(void *_Nullable, UInt32, UInt32, UInt32, UInt32);
    void (*MIDISysExProc)(void *_Nullable, const UInt8 *, UInt32);
};
typedef struct AudioOutputUnitMIDICallbacks AudioOutputUnitMIDICallbacks;

struct AudioOutputUnitStartAtTimeParams {
    AudioTimeStamp mTimestamp;
    UInt32 mFlags;
};
typedef struct AudioOutputUnitStartAtTimeParams AudioOutputUnitStartAtTimeParams;

struct AudioUnitMeterClipping {
    Float32 peakValueSinceLastCall;
    Boolean sawInfinity;
    Boolean sawNotANumber;
};
typedef struct AudioUnitMeterClipping AudioUnitMeterClipping;

struct MixerDistanceParams {
    Float32 mReferenceDistance;
    Float32 mMaxDistance;
    Float32 mMaxAttenuation;
};
typedef struct MixerDistanceParams MixerDistanceParams;

struct ScheduledAudioSlice {
    AudioTimeStamp mTimeStamp;
    ScheduledAudioSliceCompletionProc _Nullable mCompletionProc;
    void *mCompletionProcUserData;
    AUScheduledAudioSliceFlags mFlags;
    UInt32 mReserved;
    void *_Nullable mReserved2;
    UInt32 mNumberFrames;
    AudioBufferList *mBufferList;
};

struct ScheduledAudioFileRegion {
    AudioTimeStamp mTimeStamp;
    ScheduledAudioFileRegionCompletionProc _Nullable mCompletionProc;
    void *_Nullable mCompletionProcUserData;
    struct OpaqueAudioFileID *mAudioFile;
    UInt32 mLoopCount;
    SInt64 mStartFrame;
    UInt32 mFramesToPlay;
};

struct AUSamplerInstrumentData {
    CFURLRef fileURL;
    UInt8 instrumentType;
    UInt8 bankMSB;
    UInt8 bankLSB;
    UInt8 presetID;
};
typedef struct AUSamplerInstrumentData AUSamplerInstrumentData;

struct AUSamplerBankPresetData {
    CFURLRef bankURL;
    UInt8 bankMSB;
    UInt8 bankLSB;
    UInt8 presetID;
    UInt8 reserved;
};
typedef struct AUSamplerBankPresetData AUSamplerBankPresetData;

struct AUVoiceIOOtherAudioDuckingConfiguration {
    Boolean mEnableAdvancedDucking;
    AUVoiceIOOtherAudioDuckingLevel mDuckingLevel;
};
typedef struct AUVoiceIOOtherAudioDuckingConfiguration AUVoiceIOOtherAudioDuckingConfiguration;

struct AudioUnitCocoaViewInfo {
    CFURLRef mCocoaAUViewBundleLocation;
    CFStringRef _Nonnull mCocoaAUViewClass[1];
};
typedef struct AudioUnitCocoaViewInfo AudioUnitCocoaViewInfo;

struct AUHostVersionIdentifier {
    CFStringRef hostName;
    UInt32 hostVersion;
};
typedef struct AUHostVersionIdentifier AUHostVersionIdentifier;

struct AUParameterMIDIMapping {
    AudioUnitScope mScope;
    AudioUnitElement mElement;
    AudioUnitParameterID mParameterID;
    AUParameterMIDIMappingFlags mFlags;
    AudioUnitParameterValue mSubRangeMin;
    AudioUnitParameterValue mSubRangeMax;
    UInt8 mStatus;
    UInt8 mData1;
    UInt8 reserved1;
    UInt8 reserved2;
    UInt32 reserved3;
};
typedef struct AUParameterMIDIMapping AUParameterMIDIMapping;

struct AUNumVersion {
    UInt8 nonRelRev;
    UInt8 stage;
    UInt8 minorAndBugRev;
    UInt8 majorRev;
};
typedef struct AUNumVersion AUNumVersion;

struct AUHostIdentifier {
    CFStringRef hostName;
    AUNumVersion hostVersion;
};
typedef struct AUHostIdentifier AUHostIdentifier;

struct AudioUnitMIDIControlMapping {
    UInt16 midiNRPN;
    UInt8 midiControl;
    UInt8 scope;
    AudioUnitElement element;
    AudioUnitParameterID parameter;
};
typedef struct AudioUnitMIDIControlMapping AudioUnitMIDIControlMapping;

struct AudioUnitParameterValueName {
    AudioUnitParameterID inParamID;
    const Float32 *inValue;
    CFStringRef outName;
};
typedef struct AudioUnitParameterValueName AudioUnitParameterValueName;

typedef struct AudioUnitParameterNameInfo AudioUnitParameterIDName;

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
