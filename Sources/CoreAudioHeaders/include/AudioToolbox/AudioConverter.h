#ifndef AudioToolbox_AudioConverter_h
#define AudioToolbox_AudioConverter_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct OpaqueAudioConverter *AudioConverterRef;

typedef UInt32 AudioConverterPropertyID;

CF_ENUM(AudioConverterPropertyID) {
    kAudioConverterPropertyMinimumInputBufferSize = 0x6D696273,  // 'mibs'
    kAudioConverterPropertyMinimumOutputBufferSize = 0x6D6F6273,  // 'mobs'
    kAudioConverterPropertyMaximumInputPacketSize = 0x78697073,  // 'xips'
    kAudioConverterPropertyMaximumOutputPacketSize = 0x786F7073,  // 'xops'
    kAudioConverterPropertyCalculateInputBufferSize = 0x63696273,  // 'cibs'
    kAudioConverterPropertyCalculateOutputBufferSize = 0x636F6273,  // 'cobs'
    kAudioConverterPropertyInputCodecParameters = 0x69636470,  // 'icdp'
    kAudioConverterPropertyOutputCodecParameters = 0x6F636470,  // 'ocdp'
    kAudioConverterSampleRateConverterComplexity = 0x73726361,  // 'srca'
    kAudioConverterSampleRateConverterQuality = 0x73726371,  // 'srcq'
    kAudioConverterSampleRateConverterInitialPhase = 0x73726370,  // 'srcp'
    kAudioConverterCodecQuality = 0x63647175,  // 'cdqu'
    kAudioConverterPrimeMethod = 0x70726D6D,  // 'prmm'
    kAudioConverterPrimeInfo = 0x7072696D,  // 'prim'
    kAudioConverterChannelMap = 0x63686D70,  // 'chmp'
    kAudioConverterDecompressionMagicCookie = 0x646D6763,  // 'dmgc'
    kAudioConverterCompressionMagicCookie = 0x636D6763,  // 'cmgc'
    kAudioConverterEncodeBitRate = 0x62726174,  // 'brat'
    kAudioConverterEncodeAdjustableSampleRate = 0x616A7372,  // 'ajsr'
    kAudioConverterInputChannelLayout = 0x69636C20,  // 'icl '
    kAudioConverterOutputChannelLayout = 0x6F636C20,  // 'ocl '
    kAudioConverterApplicableEncodeBitRates = 0x61656272,  // 'aebr'
    kAudioConverterAvailableEncodeBitRates = 0x76656272,  // 'vebr'
    kAudioConverterApplicableEncodeSampleRates = 0x61657372,  // 'aesr'
    kAudioConverterAvailableEncodeSampleRates = 0x76657372,  // 'vesr'
    kAudioConverterAvailableEncodeChannelLayoutTags = 0x6165636C,  // 'aecl'
    kAudioConverterCurrentOutputStreamDescription = 0x61636F64,  // 'acod'
    kAudioConverterCurrentInputStreamDescription = 0x61636964,  // 'acid'
    kAudioConverterPropertySettings = 0x61637073,  // 'acps'
    kAudioConverterPropertyBitDepthHint = 0x61636264,  // 'acbd'
    kAudioConverterPropertyFormatList = 0x666C7374,  // 'flst'
    kAudioConverterPropertyMaximumInputBufferSize = 0x78696273,  // 'xibs'
    kAudioConverterSampleRateConverterAlgorithm = 0x73726369,  // 'srci'
    kAudioConverterPropertyCanResumeFromInterruption = 0x63726669,  // 'crfi'
    kAudioConverterPropertyPerformDownmix = 0x646D6978,  // 'dmix'
    kAudioConverterPropertyChannelMixMap = 0x6D6D6170,  // 'mmap'
    kAudioConverterPropertyDithering = 0x64697468,  // 'dith'
    kAudioConverterPropertyDitherBitDepth = 0x64626974  // 'dbit'
};

// MARK: Values of properties

CF_ENUM(UInt32) {
    kDitherAlgorithm_TPDF = 1,
    kDitherAlgorithm_NoiseShaping = 2
};

CF_ENUM(UInt32) {
    kAudioConverterQuality_Max = 127,
    kAudioConverterQuality_High = 96,
    kAudioConverterQuality_Medium = 64,
    kAudioConverterQuality_Low = 32,
    kAudioConverterQuality_Min = 0
};

CF_ENUM(UInt32) {
    kAudioConverterSampleRateConverterComplexity_Linear = 0x6C696E65,  // 'line'
    kAudioConverterSampleRateConverterComplexity_Normal = 0x6E6F726D,  // 'norm'
    kAudioConverterSampleRateConverterComplexity_Mastering = 0x62617473,  // 'bats'
    kAudioConverterSampleRateConverterComplexity_MinimumPhase = 0x6D696E70  // 'minp'
};

CF_ENUM(UInt32) {
    kConverterPrimeMethod_Pre = 0,
    kConverterPrimeMethod_Normal = 1,
    kConverterPrimeMethod_None = 2
};

struct AudioConverterPrimeInfo {
    UInt32 leadingFrames;
    UInt32 trailingFrames;
};
typedef struct AudioConverterPrimeInfo AudioConverterPrimeInfo;

// MARK: Status

CF_ENUM(OSStatus) {
    kAudioConverterErr_FormatNotSupported = 0x666D743F,  // 'fmt?'
    kAudioConverterErr_OperationNotSupported = 0x6F703F3F,  // 'op??'
    kAudioConverterErr_PropertyNotSupported = 0x70726F70,  // 'prop'
    kAudioConverterErr_InvalidInputSize = 0x696E737A,  // 'insz'
    kAudioConverterErr_InvalidOutputSize = 0x6F74737A,  // 'otsz'
    kAudioConverterErr_UnspecifiedError = 0x77686174,  // 'what'
    kAudioConverterErr_BadPropertySizeError = 0x2173697A,  // '!siz'
    kAudioConverterErr_RequiresPacketDescriptionsError = 0x21706B64,  // '!pkd'
    kAudioConverterErr_InputSampleRateOutOfRange = 0x21697372,  // '!isr'
    kAudioConverterErr_OutputSampleRateOutOfRange = 0x216F7372,  // '!osr'
    kAudioConverterErr_HardwareInUse = 0x68776975,  // 'hwiu'
    kAudioConverterErr_NoHardwarePermission = 0x7065726D  // 'perm'
};

// MARK: Life

typedef CF_OPTIONS(UInt32, AudioConverterOptions) {
    kAudioConverterOption_Unbuffered = 65536
};

#if defined(__BLOCKS__)
CF_EXPORT void AudioConverterPrepare(
    UInt32 inFlags,
    void *_Nullable ioReserved,
    void (^_Nullable inCompletionBlock)(OSStatus) CA_SENDABLE);
#endif

CF_EXPORT OSStatus AudioConverterNew(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

CF_EXPORT OSStatus AudioConverterNewSpecific(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    UInt32 inNumberClassDescriptions,
    const AudioClassDescription *inClassDescriptions,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

CF_EXPORT OSStatus AudioConverterNewWithOptions(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterOptions inOptions,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

CF_EXPORT OSStatus AudioConverterDispose(AudioConverterRef inAudioConverter);

CF_EXPORT OSStatus AudioConverterReset(AudioConverterRef inAudioConverter);

// MARK: Properties

CF_EXPORT OSStatus AudioConverterGetPropertyInfo(
    AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID,
    UInt32 *_Nullable outSize,
    Boolean *_Nullable outWritable);

CF_EXPORT OSStatus AudioConverterGetProperty(
    AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize,
    void *outPropertyData);

CF_EXPORT OSStatus AudioConverterSetProperty(
    AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID,
    UInt32 inPropertyDataSize,
    const void *inPropertyData);

// MARK: Converting

typedef OSStatus (*AudioConverterInputDataProc)(
    AudioConverterRef inAudioConverter,
    UInt32 *ioDataSize,
    void *_Nonnull *_Nonnull outData,
    void *_Nullable inUserData);

CF_EXPORT OSStatus AudioConverterFillBuffer(
    AudioConverterRef inAudioConverter,
    AudioConverterInputDataProc inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataSize,
    void *outOutputData);

CF_EXPORT OSStatus AudioConverterConvertBuffer(
    AudioConverterRef inAudioConverter,
    UInt32 inInputDataSize,
    const void *inInputData,
    UInt32 *ioOutputDataSize,
    void *outOutputData);

typedef OSStatus (*AudioConverterComplexInputDataProc)(
    AudioConverterRef inAudioConverter,
    UInt32 *ioNumberDataPackets,
    AudioBufferList *ioData,
    AudioStreamPacketDescription *_Nullable *_Nullable outDataPacketDescription,
    void *_Nullable inUserData);

typedef OSStatus (*AudioConverterComplexInputDataProcRealtimeSafe)(
    AudioConverterRef inAudioConverter,
    UInt32 *ioNumberDataPackets,
    AudioBufferList *ioData,
    AudioStreamPacketDescription *_Nullable *_Nullable outDataPacketDescription,
    void *_Nullable inUserData);

CF_EXPORT OSStatus AudioConverterFillComplexBuffer(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProc inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData,
    AudioStreamPacketDescription *_Nullable outPacketDescription);

CF_EXPORT OSStatus AudioConverterFillComplexBufferRealtimeSafe(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProcRealtimeSafe inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData,
    AudioStreamPacketDescription *_Nullable outPacketDescription);

CF_EXPORT OSStatus AudioConverterFillComplexBufferWithPacketDependencies(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProc inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    AudioStreamPacketDependencyDescription *outPacketDependencies);

CF_EXPORT OSStatus AudioConverterConvertComplexBuffer(
    AudioConverterRef inAudioConverter,
    UInt32 inNumberPCMFrames,
    const AudioBufferList *inInputData,
    AudioBufferList *outOutputData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
