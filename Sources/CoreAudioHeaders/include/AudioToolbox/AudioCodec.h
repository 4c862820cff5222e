#ifndef AudioToolbox_AudioCodec_h
#define AudioToolbox_AudioCodec_h

// Codecs by themselves: a program hands packets in, and asks for packets. Converters and queues use the properties and their values,
// too, and most programs use codecs through AudioConverter.h.

#include <AudioToolbox/AudioComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Types

/// An instance of a codec.
typedef AudioComponentInstance AudioCodec;

/// Names a property of a codec.
typedef UInt32 AudioCodecPropertyID;

/// The location of a magic cookie.
struct AudioCodecMagicCookieInfo {
    /// Bytes at `mMagicCookie`.
    UInt32 mMagicCookieSize;
    /// The bytes, which stay their owner's. May be null if there are none.
    const void *_Nullable mMagicCookie;
};
typedef struct AudioCodecMagicCookieInfo AudioCodecMagicCookieInfo;

/// An older name.
typedef struct AudioCodecMagicCookieInfo MagicCookieInfo;

/// Frames that a codec adds before and after the sound. The value of `kAudioConverterPrimeInfo` has the same form.
struct AudioCodecPrimeInfo {
    /// Frames of the decoded sound to leave out at its start.
    UInt32 leadingFrames;
    /// Frames of the decoded sound to leave out at its end.
    UInt32 trailingFrames;
};
typedef struct AudioCodecPrimeInfo AudioCodecPrimeInfo;

// MARK: Constants

/// How a program may show a setting of a codec.
typedef CF_OPTIONS(UInt32, AudioSettingsFlags) {
    kAudioSettingsFlags_ExpertParameter = 1,
    kAudioSettingsFlags_InvisibleParameter = 2,
    kAudioSettingsFlags_MetaParameter = 4,
    kAudioSettingsFlags_UserInterfaceParameter = 8
};

/// Quality. Less is faster.
CF_ENUM(UInt32) {
    kAudioCodecQuality_Max = 127,
    kAudioCodecQuality_High = 96,
    kAudioCodecQuality_Medium = 64,
    kAudioCodecQuality_Low = 32,
    kAudioCodecQuality_Min = 0
};

/// How the frames before the first one are added.
CF_ENUM(UInt32) {
    kAudioCodecPrimeMethod_Pre = 0,
    kAudioCodecPrimeMethod_Normal = 1,
    kAudioCodecPrimeMethod_None = 2
};

/// How bits are distributed: constant, on average, within a limit, or as the sound needs. In the last mode, set the
/// quality instead of the bit rate.
CF_ENUM(UInt32) {
    kAudioCodecBitRateControlMode_Constant = 0,
    kAudioCodecBitRateControlMode_LongTermAverage = 1,
    kAudioCodecBitRateControlMode_VariableConstrained = 2,
    kAudioCodecBitRateControlMode_Variable = 3,
    kAudioCodecBitRateFormat_CBR = 0,
    kAudioCodecBitRateFormat_ABR = 1,
    kAudioCodecBitRateFormat_VBR = 2
};

/// The delay that an encoder may add.
CF_ENUM(UInt32) {
    kAudioCodecDelayMode_Compatibility = 0,
    kAudioCodecDelayMode_Minimum = 1,
    kAudioCodecDelayMode_Optimal = 2
};

/// The source of the sound.
CF_ENUM(SInt32) {
    kAudioCodecContentSource_Unspecified = -1,
    kAudioCodecContentSource_Reserved = 0,
    kAudioCodecContentSource_AppleCapture_Traditional = 1,
    kAudioCodecContentSource_AppleCapture_Spatial = 2,
    kAudioCodecContentSource_AppleCapture_Spatial_Enhanced = 3,
    kAudioCodecContentSource_AppleMusic_Traditional = 4,
    kAudioCodecContentSource_AppleMusic_Spatial = 5,
    kAudioCodecContentSource_AppleAV_Traditional_Offline = 6,
    kAudioCodecContentSource_AppleAV_Spatial_Offline = 7,
    kAudioCodecContentSource_AppleAV_Traditional_Live = 8,
    kAudioCodecContentSource_AppleAV_Spatial_Live = 9,
    kAudioCodecContentSource_ApplePassthrough = 10,
    kAudioCodecContentSource_Capture_Traditional = 33,
    kAudioCodecContentSource_Capture_Spatial = 34,
    kAudioCodecContentSource_Capture_Spatial_Enhanced = 35,
    kAudioCodecContentSource_Music_Traditional = 36,
    kAudioCodecContentSource_Music_Spatial = 37,
    kAudioCodecContentSource_AV_Traditional_Offline = 38,
    kAudioCodecContentSource_AV_Spatial_Offline = 39,
    kAudioCodecContentSource_AV_Traditional_Live = 40,
    kAudioCodecContentSource_AV_Spatial_Live = 41,
    kAudioCodecContentSource_Passthrough = 42
};

/// How a decoder compresses the dynamic range.
CF_ENUM(UInt32) {
    kDynamicRangeControlMode_None = 0,
    kDynamicRangeControlMode_Light = 1,
    kDynamicRangeControlMode_Heavy = 2,
    kDynamicRangeCompressionProfile_None = 0,
    kDynamicRangeCompressionProfile_LateNight = 1,
    kDynamicRangeCompressionProfile_NoisyEnvironment = 2,
    kDynamicRangeCompressionProfile_LimitedPlaybackRange = 3,
    kDynamicRangeCompressionProfile_GeneralCompression = 6,
    kAudioCodecDynamicRangeControlConfiguration_None = 0,
    kAudioCodecDynamicRangeControlConfiguration_Music = 1,
    kAudioCodecDynamicRangeControlConfiguration_Speech = 2,
    kAudioCodecDynamicRangeControlConfiguration_Movie = 3,
    kAudioCodecDynamicRangeControlConfiguration_Capture = 4
};

/// The loudness that a decoder aims at.
CF_ENUM(UInt32) {
    kProgramTargetLevel_None = 0,
    kProgramTargetLevel_Minus31dB = 1,
    kProgramTargetLevel_Minus23dB = 2,
    kProgramTargetLevel_Minus20dB = 3
};

/// Whether a sound may be processed in parts.
CF_ENUM(UInt32) {
    kHintBasic = 0,
    kHintAdvanced = 1,
    kHintHidden = 2
};

/// Results of a request for packets.
CF_ENUM(UInt32) {
    kAudioCodecProduceOutputPacketFailure = 1,
    kAudioCodecProduceOutputPacketSuccess = 2,
    kAudioCodecProduceOutputPacketSuccessHasMore = 3,
    kAudioCodecProduceOutputPacketNeedsMoreInputData = 4,
    kAudioCodecProduceOutputPacketAtEOF = 5,
    kAudioCodecProduceOutputPacketSuccessConcealed = 6
};

/// Numbers of a codec's functions.
CF_ENUM(UInt32) {
    kAudioCodecGetPropertyInfoSelect = 1,
    kAudioCodecGetPropertySelect = 2,
    kAudioCodecSetPropertySelect = 3,
    kAudioCodecInitializeSelect = 4,
    kAudioCodecUninitializeSelect = 5,
    kAudioCodecAppendInputDataSelect = 6,
    kAudioCodecProduceOutputDataSelect = 7,
    kAudioCodecResetSelect = 8,
    kAudioCodecAppendInputBufferListSelect = 9,
    kAudioCodecProduceOutputBufferListSelect = 10
};

/// Statuses.
CF_ENUM(OSStatus) {
    /// No error.
    kAudioCodecNoError = 0,
    /// An error that no other status describes.
    kAudioCodecUnspecifiedError = 0x77686174,  // 'what'
    /// There is no such property.
    kAudioCodecUnknownPropertyError = 0x77686F3F,  // 'who?'
    /// The size is not that of the property's value.
    kAudioCodecBadPropertySizeError = 0x2173697A,  // '!siz'
    /// The property can only be read, or the call comes too early.
    kAudioCodecIllegalOperationError = 0x6E6F7065,  // 'nope'
    /// The codec does not convert between the formats.
    kAudioCodecUnsupportedFormatError = 0x21646174,  // '!dat'
    /// The codec is not set up, or is set up already.
    kAudioCodecStateError = 0x21737474,  // '!stt'
    /// There is not room for a packet.
    kAudioCodecNotEnoughBufferSpaceError = 0x21627566,  // '!buf'
    /// The packet cannot be decoded.
    kAudioCodecBadDataError = 0x62616461  // 'bada'
};

/// Types of components that are codecs.
CF_ENUM(UInt32) {
    kAudioUnityCodecComponentType = 0x61636463  // 'acdc'
};

/// What an encoder keeps if it cannot keep both.
CF_ENUM(UInt32) {
    kAudioCodecOutputPrecedenceNone = 0,
    kAudioCodecOutputPrecedenceBitRate = 1,
    kAudioCodecOutputPrecedenceSampleRate = 2
};

/// Properties of a codec.
CF_ENUM(AudioCodecPropertyID) {
    /// Array of AudioStreamBasicDescription, the formats that the codec takes. Read only.
    kAudioCodecPropertySupportedInputFormats = 0x69666D23,  // 'ifm#'
    /// Array of AudioStreamBasicDescription, the formats that the codec makes. Read only.
    kAudioCodecPropertySupportedOutputFormats = 0x6F666D23,  // 'ofm#'
    /// Array of AudioValueRange, the input sample rates for any settings. Read only.
    kAudioCodecPropertyAvailableInputSampleRates = 0x61697372,  // 'aisr'
    /// Array of AudioValueRange, the output sample rates for any settings. Read only.
    kAudioCodecPropertyAvailableOutputSampleRates = 0x616F7372,  // 'aosr'
    /// Array of AudioValueRange, the bit rates for any settings. Read only.
    kAudioCodecPropertyAvailableBitRateRange = 0x61627274,  // 'abrt'
    /// UInt32, the smallest number of packets that the codec takes at a time. Read only.
    kAudioCodecPropertyMinimumNumberInputPackets = 0x6D6E6970,  // 'mnip'
    /// UInt32, the smallest number of packets that the codec makes at a time. Read only.
    kAudioCodecPropertyMinimumNumberOutputPackets = 0x6D6E6F70,  // 'mnop'
    /// Array of UInt32, the numbers of channels; 0xFFFFFFFF for any. Read only.
    kAudioCodecPropertyAvailableNumberChannels = 0x636D6E63,  // 'cmnc'
    /// UInt32, 1 if the codec can convert the sample rate. Read only.
    kAudioCodecPropertyDoesSampleRateConversion = 0x6C6D7263,  // 'lmrc'
    /// Array of AudioChannelLayoutTag, the input layouts. Read only.
    kAudioCodecPropertyAvailableInputChannelLayoutTags = 0x6169636C,  // 'aicl'
    /// Array of AudioChannelLayoutTag, the output layouts. Read only.
    kAudioCodecPropertyAvailableOutputChannelLayoutTags = 0x616F636C,  // 'aocl'
    /// Array of AudioStreamBasicDescription, the input formats for the output format in the buffer. Read only.
    kAudioCodecPropertyInputFormatsForOutputFormat = 0x6966346F,  // 'if4o'
    /// Array of AudioStreamBasicDescription, the output formats for the input format in the buffer. Read only.
    kAudioCodecPropertyOutputFormatsForInputFormat = 0x6F663469,  // 'of4i'
    /// AudioFormatInfo, which the codec completes. Read only.
    kAudioCodecPropertyFormatInfo = 0x61636669,  // 'acfi'
    /// UInt32, the size of the codec's input buffer in bytes. Can be set.
    kAudioCodecPropertyInputBufferSize = 0x74627566,  // 'tbuf'
    /// UInt32, the number of frames in a packet; 0 if it varies. Can be set.
    kAudioCodecPropertyPacketFrameSize = 0x70616B66,  // 'pakf'
    /// UInt32, 1 if packets differ in size. Read only.
    kAudioCodecPropertyHasVariablePacketByteSizes = 0x76706B3F,  // 'vpk?'
    /// UInt32, 1 if packets depend on others. Read only.
    kAudioCodecPropertyEmploysDependentPackets = 0x64706B3F,  // 'dpk?'
    /// UInt32, the largest size of a packet in bytes. Read only.
    kAudioCodecPropertyMaximumPacketByteSize = 0x70616B62,  // 'pakb'
    /// UInt32, a limit for the size of a packet in bits. Can be set.
    kAudioCodecPropertyPacketSizeLimitForVBR = 0x70616B6C,  // 'pakl'
    /// AudioStreamBasicDescription of the input. Can be set.
    kAudioCodecPropertyCurrentInputFormat = 0x69666D74,  // 'ifmt'
    /// AudioStreamBasicDescription of the output. Can be set.
    kAudioCodecPropertyCurrentOutputFormat = 0x6F666D74,  // 'ofmt'
    /// Bytes, the magic cookie. Can be set for decoders.
    kAudioCodecPropertyMagicCookie = 0x6B756B69,  // 'kuki'
    /// UInt32, the number of bytes in the input buffer. Read only.
    kAudioCodecPropertyUsedInputBufferSize = 0x75627566,  // 'ubuf'
    /// UInt32, 1 if the codec is initialized. Read only.
    kAudioCodecPropertyIsInitialized = 0x696E6974,  // 'init'
    /// UInt32, bits per second. Can be set.
    kAudioCodecPropertyCurrentTargetBitRate = 0x62726174,  // 'brat'
    /// Float64, frames per second of the input. Can be set.
    kAudioCodecPropertyCurrentInputSampleRate = 0x63697372,  // 'cisr'
    /// Float64, frames per second of the output. Can be set.
    kAudioCodecPropertyCurrentOutputSampleRate = 0x636F7372,  // 'cosr'
    /// UInt32, `kAudioCodecQuality_…`. Can be set.
    kAudioCodecPropertyQualitySetting = 0x73726371,  // 'srcq'
    /// Array of AudioValueRange, the bit rates for the current settings. Read only.
    kAudioCodecPropertyApplicableBitRateRange = 0x62727461,  // 'brta'
    /// Array of AudioValueRange, the recommended bit rates. Read only.
    kAudioCodecPropertyRecommendedBitRateRange = 0x62727472,  // 'brtr'
    /// Array of AudioValueRange, the input sample rates for the current settings. Read only.
    kAudioCodecPropertyApplicableInputSampleRates = 0x69737261,  // 'isra'
    /// Array of AudioValueRange, the output sample rates for the current settings. Read only.
    kAudioCodecPropertyApplicableOutputSampleRates = 0x6F737261,  // 'osra'
    /// UInt32, the number of silent frames that the encoder appended to the last packet. Read only.
    kAudioCodecPropertyPaddedZeros = 0x70616430,  // 'pad0'
    /// UInt32, `kAudioCodecPrimeMethod_…`. Can be set.
    kAudioCodecPropertyPrimeMethod = 0x70726D6D,  // 'prmm'
    /// AudioCodecPrimeInfo, the priming and remainder frames. Read only.
    kAudioCodecPropertyPrimeInfo = 0x7072696D,  // 'prim'
    /// AudioChannelLayout of the input. Can be set.
    kAudioCodecPropertyCurrentInputChannelLayout = 0x69636C20,  // 'icl '
    /// AudioChannelLayout of the output. Can be set.
    kAudioCodecPropertyCurrentOutputChannelLayout = 0x6F636C20,  // 'ocl '
    /// CFDictionaryRef, the settings of the codec. Release it. Can be set.
    kAudioCodecPropertySettings = 0x61637320,  // 'acs '
    /// Array of AudioFormatListItem, the formats that a stream can be decoded as, best first. Read only.
    kAudioCodecPropertyFormatList = 0x6163666C,  // 'acfl'
    /// UInt32, `kAudioCodecBitRateControlMode_…`. An AAC encoder of `AudioConverter.h` has it. Can be set.
    kAudioCodecPropertyBitRateControlMode = 0x61636266,  // 'acbf'
    /// UInt32, 0 to 127: the quality in the variable bit rate mode. An AAC encoder of `AudioConverter.h` has it. Can be set.
    kAudioCodecPropertySoundQualityForVBR = 0x76627271,  // 'vbrq'
    /// UInt32, bits per second in the variable bit rate mode. Can be set.
    kAudioCodecPropertyBitRateForVBR = 0x76627262,  // 'vbrb'
    /// UInt32, `kAudioCodecDelayMode_…`. Can be set.
    kAudioCodecPropertyDelayMode = 0x646D6F64,  // 'dmod'
    /// SInt32, -100 to 100: an adjustment of the quality during encoding. Can be set.
    kAudioCodecPropertyAdjustLocalQuality = 0x5E71616C,  // '^qal'
    /// UInt32, `kProgramTargetLevel_…`. Can be set.
    kAudioCodecPropertyProgramTargetLevel = 0x7070746C,  // 'pptl'
    /// UInt32, `kDynamicRangeControlMode_…`. Can be set.
    kAudioCodecPropertyDynamicRangeControlMode = 0x6D647263,  // 'mdrc'
    /// Float32, the target level in decibels. Can be set.
    kAudioCodecPropertyProgramTargetLevelConstant = 0x70746C63,  // 'ptlc'
    /// UInt32, 1 for the smallest delay. Can be set.
    kAudioCodecPropertyMinimumDelayMode = 0x6D64656C,  // 'mdel'
    /// CFStringRef, the name of the codec. Release it. Read only.
    kAudioCodecPropertyNameCFString = 0x6C6E616D,  // 'lnam'
    /// CFStringRef, the manufacturer of the codec. Release it. Read only.
    kAudioCodecPropertyManufacturerCFString = 0x6C6D616B,  // 'lmak'
    /// CFStringRef, the name of the encoded format. Release it. Read only.
    kAudioCodecPropertyFormatCFString = 0x6C666F72,  // 'lfor'
    /// UInt32, 1 if packets need descriptions. Read only.
    kAudioCodecPropertyRequiresPacketDescription = 0x70616B64,  // 'pakd'
    /// Array of UInt32, bits per second. Read only.
    kAudioCodecPropertyAvailableBitRates = 0x62727423,  // 'brt#'
    kAudioCodecExtendFrequencies = 0x61636566,  // 'acef'
    kAudioCodecUseRecommendedSampleRate = 0x75727372,  // 'ursr'
    kAudioCodecOutputPrecedence = 0x6F707072,  // 'oppr'
    kAudioCodecBitRateFormat = 0x61636266,  // 'acbf'
    kAudioCodecDoesSampleRateConversion = 0x6C6D7263,  // 'lmrc'
    kAudioCodecInputFormatsForOutputFormat = 0x6966346F,  // 'if4o'
    kAudioCodecOutputFormatsForInputFormat = 0x6F663469,  // 'of4i'
    /// AudioChannelLayout. The older name of `kAudioCodecPropertyCurrentInputChannelLayout`. Can be set.
    kAudioCodecPropertyInputChannelLayout = 0x69636C20,  // 'icl '
    /// AudioChannelLayout. The older name of `kAudioCodecPropertyCurrentOutputChannelLayout`. Can be set.
    kAudioCodecPropertyOutputChannelLayout = 0x6F636C20,  // 'ocl '
    /// Array of AudioChannelLayoutTag. The older name of `kAudioCodecPropertyAvailableInputChannelLayoutTags`. Read only.
    kAudioCodecPropertyAvailableInputChannelLayouts = 0x6169636C,  // 'aicl'
    /// Array of AudioChannelLayoutTag. The older name of `kAudioCodecPropertyAvailableOutputChannelLayoutTags`. Read only.
    kAudioCodecPropertyAvailableOutputChannelLayouts = 0x616F636C,  // 'aocl'
    /// UInt32. The older name of `kAudioCodecPropertyPaddedZeros`. Read only.
    kAudioCodecPropertyZeroFramesPadded = 0x70616430,  // 'pad0'
    /// UInt32, `kDynamicRangeCompressionProfile_…`. Can be set.
    kAudioCodecPropertyAdjustCompressionProfile = 0x5E70726F,  // '^pro'
    /// Float32, the target level in decibels during decoding. Can be set.
    kAudioCodecPropertyAdjustTargetLevelConstant = 0x5E746C63,  // '^tlc'
    /// UInt32, `kProgramTargetLevel_…` during decoding. Can be set.
    kAudioCodecPropertyAdjustTargetLevel = 0x5E70746C,  // '^ptl'
    /// UInt32, `kAudioCodecDynamicRangeControlConfiguration_…`. Can be set.
    kAudioCodecPropertyDynamicRangeControlConfiguration = 0x63647263,  // 'cdrc'
    /// SInt32, `kAudioCodecContentSource_…`. Can be set.
    kAudioCodecPropertyContentSource = 0x63737263,  // 'csrc'
    /// UInt32, the number of packets between two that can be decoded independently. Can be set.
    kAudioCodecPropertyASPFrequency = 0x61737066  // 'aspf'
};

// MARK: Codecs
//
// Threads: Call these functions on any thread, for one codec on one thread at a time. They allocate memory, and are not real-time safe.

/// Reports the size of a codec's property, and whether it can be set.
///
/// A codec is an instance of a component of the type `kAudioDecoderComponentType` or `kAudioEncoderComponentType`, with the format as
/// its subtype. `AudioComponentFindNext` finds those that are installed in a search for one of these types.
///
/// - Parameters:
///   - inCodec: a codec.
///   - inPropertyID: the property.
///   - outSize: on return, the size of the value in bytes; may be null.
///   - outWritable: on return, whether the property can be set; may be null.
/// - Returns: 0, or
///   - `kAudioCodecUnknownPropertyError`, `'who?'`: the codec does not have the property
///   - `kAudioCodecStateError`, `'!stt'`: only an initialized codec has it
///   - `kAudio_ParamError`: there is no such codec
CF_EXPORT OSStatus AudioCodecGetPropertyInfo(
    AudioCodec inCodec, AudioCodecPropertyID inPropertyID, UInt32 *_Nullable outSize, Boolean *_Nullable outWritable);

/// Reads a property of a codec.
///
/// - Parameters:
///   - inCodec: a codec.
///   - inPropertyID: the property.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value.
/// - Returns: 0, a status of `AudioCodecGetPropertyInfo`, or `kAudioCodecBadPropertySizeError`, `'!siz'`: the buffer is too small
CF_EXPORT OSStatus AudioCodecGetProperty(
    AudioCodec inCodec, AudioCodecPropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);

/// Sets a property of a codec.
///
/// Formats and the magic cookie can be set before the codec is initialized, and stay when it is uninitialized.
///
/// - Parameters:
///   - inCodec: a codec.
///   - inPropertyID: the property.
///   - inPropertyDataSize: the size of `inPropertyData` in bytes.
///   - inPropertyData: the value.
/// - Returns: 0, or
///   - `kAudioCodecUnknownPropertyError`, `'who?'`: the codec does not have the property
///   - `kAudioCodecIllegalOperationError`, `'nope'`: it can only be read, or not now
///   - `kAudioCodecBadPropertySizeError`, `'!siz'`: the value has another size
///   - `kAudio_ParamError`: there is no such codec, a pointer is null, or the value is out of its range
CF_EXPORT OSStatus AudioCodecSetProperty(
    AudioCodec inCodec, AudioCodecPropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

/// Prepares a codec to convert between its format and interleaved linear PCM of the same rate and channels.
///
/// - Parameters:
///   - inCodec: a codec.
///   - inInputFormat: the format of the input; null for the one that was set.
///   - inOutputFormat: the format of the output; null for the one that was set. If no linear PCM format was set, it has 16 bits.
///   - inMagicCookie: the magic cookie of what is decoded; may be null.
///   - inMagicCookieByteSize: the size of the magic cookie in bytes.
/// - Returns: 0, or
///   - `kAudioCodecUnsupportedFormatError`, `'!dat'`: the codec does not convert between the formats
///   - `kAudioCodecStateError`, `'!stt'`: the codec is initialized already
///   - `kAudio_ParamError`: there is no such codec
CF_EXPORT OSStatus AudioCodecInitialize(
    AudioCodec inCodec, const AudioStreamBasicDescription *_Nullable inInputFormat,
    const AudioStreamBasicDescription *_Nullable inOutputFormat, const void *_Nullable inMagicCookie,
    UInt32 inMagicCookieByteSize);

/// Ends the conversion, and forgets what was taken in. The codec can be initialized again.
///
/// - Parameter inCodec: a codec.
/// - Returns: 0, `kAudioCodecStateError` if it is not initialized, or `kAudio_ParamError`: there is no such codec
CF_EXPORT OSStatus AudioCodecUninitialize(AudioCodec inCodec);

/// Hands packets to a codec, which copies as many as it has room for. No packets are the end of the stream.
///
/// - Parameters:
///   - inCodec: a codec.
///   - inInputData: the packets. For an encoder, packets are frames of linear PCM.
///   - ioInputDataByteSize: their size in bytes, and on return the number of bytes that the codec took.
///   - ioNumberPackets: their number, and on return the number that the codec took.
///   - inPacketDescription: a description of each packet; null if all packets have the same size, or for a single one.
/// - Returns: 0, or
///   - `kAudioCodecStateError`, `'!stt'`: the codec is not initialized, or the stream has ended
///   - `kAudioCodecBadDataError`, `'bada'`: a description points outside of the data, or there is less than a packet
///   - `kAudio_ParamError`: there is no such codec, or a pointer is null
CF_EXPORT OSStatus AudioCodecAppendInputData(
    AudioCodec inCodec, const void *inInputData, UInt32 *ioInputDataByteSize, UInt32 *ioNumberPackets,
    const AudioStreamPacketDescription *_Nullable inPacketDescription);

/// Asks a codec for packets.
///
/// - Parameters:
///   - inCodec: a codec.
///   - outOutputData: room for the packets. For a decoder, packets are frames of linear PCM.
///   - ioOutputDataByteSize: its size in bytes, and on return the number of bytes that were written.
///   - ioNumberPackets: the number of packets that are wanted, and on return the number that were made.
///   - outPacketDescription: room for as many descriptions; may be null.
///   - outStatus: on return, `kAudioCodecProduceOutputPacket…`: packets were made; input is missing; or the stream has ended, and all
///     has been given.
/// - Returns: 0, or
///   - `kAudioCodecNotEnoughBufferSpaceError`, `'!buf'`: there is not room for a packet, see `kAudioCodecPropertyMaximumPacketByteSize`
///   - `kAudioCodecBadDataError`, `'bada'`: a packet cannot be decoded. The next call continues with the packet after it.
///   - `kAudioCodecStateError`, `'!stt'`: the codec is not initialized
///   - `kAudio_ParamError`: there is no such codec, or a pointer is null
CF_EXPORT OSStatus AudioCodecProduceOutputPackets(
    AudioCodec inCodec, void *outOutputData, UInt32 *ioOutputDataByteSize, UInt32 *ioNumberPackets,
    AudioStreamPacketDescription *_Nullable outPacketDescription, UInt32 *outStatus);

/// Does the same as `AudioCodecAppendInputData` with the first buffer of a list.
///
/// - Parameters:
///   - inCodec: a codec.
///   - inBufferList: the packets.
///   - ioNumberPackets: their number, and on return the number that the codec took.
///   - inPacketDescription: a description of each packet; null if all packets have the same size, or for a single one.
///   - outBytesConsumed: on return, the number of bytes that the codec took.
/// - Returns: a status of `AudioCodecAppendInputData`, or `kAudio_ParamError`: the list has no buffer
CF_EXPORT OSStatus AudioCodecAppendInputBufferList(
    AudioCodec inCodec, const AudioBufferList *inBufferList, UInt32 *ioNumberPackets,
    const AudioStreamPacketDescription *_Nullable inPacketDescription, UInt32 *outBytesConsumed);

/// Does the same as `AudioCodecProduceOutputPackets` with the first buffer of a list, whose size is set.
///
/// - Parameters:
///   - inCodec: a codec.
///   - ioBufferList: room for the packets.
///   - ioNumberPackets: the number of packets that are wanted, and on return the number that were made.
///   - outPacketDescription: room for as many descriptions; may be null.
///   - outStatus: on return, `kAudioCodecProduceOutputPacket…`
/// - Returns: a status of `AudioCodecProduceOutputPackets`, or `kAudioCodecNotEnoughBufferSpaceError`: the list has no buffer
CF_EXPORT OSStatus AudioCodecProduceOutputBufferList(
    AudioCodec inCodec, AudioBufferList *ioBufferList, UInt32 *ioNumberPackets,
    AudioStreamPacketDescription *_Nullable outPacketDescription, UInt32 *outStatus);

/// Forgets what was taken in, as before the first packet.
///
/// - Parameter inCodec: a codec.
/// - Returns: 0, `kAudioCodecStateError` if it is not initialized, or `kAudio_ParamError`: there is no such codec
CF_EXPORT OSStatus AudioCodecReset(AudioCodec inCodec);

// MARK: Functions of a codec that was written by a program

/// Reports the size of a codec's property, and whether it can be set.
///
/// Threads: Called on the thread that calls the function of this name, and only for a codec that the program has registered.
///
/// - Parameters:
///   - self: the codec's own data.
///   - inPropertyID: the property.
///   - outSize: on return, the size of the value in bytes; may be null.
///   - outWritable: on return, whether the property can be set; may be null.
/// - Returns: 0, or a status of the codec such as `kAudioCodecUnknownPropertyError`: the codec has no such property.
typedef OSStatus (*AudioCodecGetPropertyInfoProc)(
    void *self, AudioCodecPropertyID inPropertyID, UInt32 *_Nullable outSize, Boolean *_Nullable outWritable);

/// Reads a property of a codec.
///
/// Threads: Called on the thread that calls the function of this name, and only for a codec that the program has registered.
///
/// - Parameters:
///   - self: the codec's own data.
///   - inPropertyID: the property.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value.
/// - Returns: 0, or a status of the codec such as `kAudioCodecBadPropertySizeError`: the buffer is too small.
typedef OSStatus (*AudioCodecGetPropertyProc)(
    void *self, AudioCodecPropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);

/// Sets a property of a codec.
///
/// Threads: Called on the thread that calls the function of this name, and only for a codec that the program has registered.
///
/// - Parameters:
///   - self: the codec's own data.
///   - inPropertyID: the property.
///   - inPropertyDataSize: the size of `inPropertyData` in bytes.
///   - inPropertyData: the value.
/// - Returns: 0, or a status of the codec such as `kAudioCodecIllegalOperationError`: the property cannot be set.
typedef OSStatus (*AudioCodecSetPropertyProc)(
    void *self, AudioCodecPropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

/// Prepares the codec to convert between two formats.
///
/// Threads: Called on the thread that calls the function of this name, and only for a codec that the program has registered.
///
/// - Parameters:
///   - self: the codec's own data.
///   - inInputFormat: the format of the input; null to keep the current one.
///   - inOutputFormat: the format of the output; null to keep the current one.
///   - inMagicCookie: the magic cookie of the encoded format; may be null.
///   - inMagicCookieByteSize: the size of the magic cookie in bytes.
/// - Returns: 0, or a status of the codec such as `kAudioCodecUnsupportedFormatError`: the codec does not convert between the
///   formats.
typedef OSStatus (*AudioCodecInitializeProc)(
    void *self, const AudioStreamBasicDescription *_Nullable inInputFormat,
    const AudioStreamBasicDescription *_Nullable inOutputFormat, const void *_Nullable inMagicCookie,
    UInt32 inMagicCookieByteSize);

/// Ends the conversion. The codec can then be prepared again.
///
/// Threads: Called on the thread that calls the function of this name, and only for a codec that the program has registered.
///
/// - Parameter self: the codec's own data.
/// - Returns: 0, or a status of the codec such as `kAudioCodecUnspecifiedError`: the codec could not end the conversion.
typedef OSStatus (*AudioCodecUninitializeProc)(void *self);

/// Takes as much input as the codec has room for.
///
/// Threads: Called on the thread that calls the function of this name, and only for a codec that the program has registered.
///
/// - Parameters:
///   - self: the codec's own data.
///   - inInputData: the input.
///   - ioInputDataByteSize: the size of the input in bytes, and on return the number of bytes that the codec took.
///   - ioNumberPackets: the number of packets, and on return the number that the codec took.
///   - inPacketDescription: a description of each packet; null if all packets have the same size.
/// - Returns: 0, or a status of the codec such as `kAudioCodecNotEnoughBufferSpaceError`: the codec has no room.
typedef OSStatus (*AudioCodecAppendInputDataProc)(
    void *self, const void *inInputData, UInt32 *ioInputDataByteSize, UInt32 *ioNumberPackets,
    const AudioStreamPacketDescription *_Nullable inPacketDescription);

/// Makes packets from the input taken so far.
///
/// Threads: Called on the thread that calls the function of this name, and only for a codec that the program has registered.
///
/// - Parameters:
///   - self: the codec's own data.
///   - outOutputData: room for the packets.
///   - ioOutputDataByteSize: the size of `outOutputData` in bytes, and on return the number of bytes written.
///   - ioNumberPackets: the number of packets wanted, and on return the number made.
///   - outPacketDescription: room for a description of each packet; null if all packets have the same size.
///   - outStatus: on return, one of `kAudioCodecProduceOutputPacket…`: whether more packets are ready.
/// - Returns: 0, or a status of the codec such as `kAudioCodecNotEnoughBufferSpaceError`: the buffer has no room for a packet.
typedef OSStatus (*AudioCodecProduceOutputPacketsProc)(
    void *self, void *outOutputData, UInt32 *ioOutputDataByteSize, UInt32 *ioNumberPackets,
    AudioStreamPacketDescription *_Nullable outPacketDescription, UInt32 *outStatus);

/// Discards the input taken so far, as before a jump in the sound.
///
/// Threads: Called on the thread that calls the function of this name, and only for a codec that the program has registered.
///
/// - Parameter self: the codec's own data.
/// - Returns: 0, or a status of the codec such as `kAudioCodecUnspecifiedError`: the codec could not be reset.
typedef OSStatus (*AudioCodecResetProc)(void *self);

/// Takes input from several buffers.
///
/// Threads: Called on the thread that calls the function of this name, and only for a codec that the program has registered.
///
/// - Parameters:
///   - self: the codec's own data.
///   - ioBufferList: the input.
///   - inNumberPackets: the number of packets, and on return the number that the codec took.
///   - inPacketDescription: a description of each packet; null if all packets have the same size.
///   - outBytesConsumed: on return, the number of bytes that the codec took.
/// - Returns: 0, or a status of the codec such as `kAudioCodecNotEnoughBufferSpaceError`: the codec has no room.
typedef OSStatus (*AudioCodecAppendInputBufferListProc)(
    void *self, const AudioBufferList *ioBufferList, UInt32 *inNumberPackets,
    const AudioStreamPacketDescription *_Nullable inPacketDescription, UInt32 *outBytesConsumed);

/// Makes packets in several buffers.
///
/// Threads: Called on the thread that calls the function of this name, and only for a codec that the program has registered.
///
/// - Parameters:
///   - self: the codec's own data.
///   - ioBufferList: room for the packets; on return `mDataByteSize` is the number of bytes written.
///   - ioNumberPackets: the number of packets wanted, and on return the number made.
///   - outPacketDescription: room for a description of each packet; null if all packets have the same size.
///   - outStatus: on return, one of `kAudioCodecProduceOutputPacket…`: whether more packets are ready.
/// - Returns: 0, or a status of the codec such as `kAudioCodecNotEnoughBufferSpaceError`: the buffers have no room for a
///   packet.
typedef OSStatus (*AudioCodecProduceOutputBufferListProc)(
    void *self, AudioBufferList *ioBufferList, UInt32 *ioNumberPackets,
    AudioStreamPacketDescription *_Nullable outPacketDescription, UInt32 *outStatus);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
