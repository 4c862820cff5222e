#ifndef AudioToolbox_AudioConverter_h
#define AudioToolbox_AudioConverter_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

/// Turns sound of one format into another. Calls about one converter may come from any thread, one at a time.
typedef struct OpaqueAudioConverter *AudioConverterRef;

/// Names a property of a converter.
typedef UInt32 AudioConverterPropertyID;

/// Properties of a converter. Those about codecs exist where one side is compressed, those about the sample rate
/// where it changes.
CF_ENUM(AudioConverterPropertyID) {
    /// UInt32, bytes of the smallest input that gives output. Read only.
    kAudioConverterPropertyMinimumInputBufferSize = 0x6D696273,  // 'mibs'
    /// UInt32, bytes of the smallest output. Read only.
    kAudioConverterPropertyMinimumOutputBufferSize = 0x6D6F6273,  // 'mobs'
    /// UInt32, bytes that no packet of the input exceeds. Read only.
    kAudioConverterPropertyMaximumInputPacketSize = 0x78697073,  // 'xips'
    /// UInt32, bytes that no packet of the output exceeds. Read only.
    kAudioConverterPropertyMaximumOutputPacketSize = 0x786F7073,  // 'xops'
    /// UInt32: bytes of output on the way in, of input for it on the way out.
    kAudioConverterPropertyCalculateInputBufferSize = 0x63696273,  // 'cibs'
    /// UInt32: bytes of input on the way in, of output from it on the way out.
    kAudioConverterPropertyCalculateOutputBufferSize = 0x636F6273,  // 'cobs'
    /// Settings of the decoder, as it defines them. Not supported here.
    kAudioConverterPropertyInputCodecParameters = 0x69636470,  // 'icdp'
    /// Settings of the encoder, as it defines them. Not supported here.
    kAudioConverterPropertyOutputCodecParameters = 0x6F636470,  // 'ocdp'
    /// UInt32, `kAudioConverterSampleRateConverterComplexity_…`.
    kAudioConverterSampleRateConverterComplexity = 0x73726361,  // 'srca'
    /// UInt32, `kAudioConverterQuality_…`.
    kAudioConverterSampleRateConverterQuality = 0x73726371,  // 'srcq'
    /// Float64 in 0…1: which part of a frame the output starts with. Not supported here.
    kAudioConverterSampleRateConverterInitialPhase = 0x73726370,  // 'srcp'
    /// UInt32, `kAudioConverterQuality_…`.
    kAudioConverterCodecQuality = 0x63647175,  // 'cdqu'
    /// UInt32, `kConverterPrimeMethod_…`. An AAC encoder has 2112 leading frames, as programs expect: the 1024 of
    /// libavcodec's encoder and 1088 frames of silence. With `kConverterPrimeMethod_None` it has only the 1024.
    kAudioConverterPrimeMethod = 0x70726D6D,  // 'prmm'
    /// AudioConverterPrimeInfo. For an encoder: the frames in its packets before the first and after the last input
    /// frame; the latter are known once the stream has ended. For a decoder: the frames to drop.
    kAudioConverterPrimeInfo = 0x7072696D,  // 'prim'
    /// Array of SInt32, one an output channel: the input channel it gets, from 0; −1 for silence. By default each
    /// gets the input channel of its own number, so that mono sounds on the left of two.
    kAudioConverterChannelMap = 0x63686D70,  // 'chmp'
    /// Bytes that the decoder needs.
    kAudioConverterDecompressionMagicCookie = 0x646D6763,  // 'dmgc'
    /// Bytes for who decodes later. Ask after the settings, and again at the end. Read only.
    kAudioConverterCompressionMagicCookie = 0x636D6763,  // 'cmgc'
    /// UInt32, bits per second over all channels; at a constant quality, the rate that the quality usually gives.
    ///
    /// `kAudioCodecPropertyBitRateControlMode` selects how AAC keeps to the rate: constant fills packets so that their
    /// sizes add up to the rate; long-term average, the default, lets packets differ; variable constrained encodes at
    /// the constant quality that usually gives the rate for music; variable uses the quality of
    /// `kAudioCodecPropertySoundQualityForVBR`, where 0, 64 and 127 give about 40, 128 and 320 kbit/s for stereo.
    kAudioConverterEncodeBitRate = 0x62726174,  // 'brat'
    /// Float64: an encoder whose output rate was given as 0 takes it from here.
    kAudioConverterEncodeAdjustableSampleRate = 0x616A7372,  // 'ajsr'
    /// AudioChannelLayout. If none is set, the order of the decoder's or encoder's channels. The same applies to the
    /// output.
    kAudioConverterInputChannelLayout = 0x69636C20,  // 'icl '
    /// AudioChannelLayout.
    kAudioConverterOutputChannelLayout = 0x6F636C20,  // 'ocl '
    /// Array of AudioValueRange, single values in ascending order, for the settings as they are. Read only.
    kAudioConverterApplicableEncodeBitRates = 0x61656272,  // 'aebr'
    /// Array of AudioValueRange, for any settings. Read only.
    kAudioConverterAvailableEncodeBitRates = 0x76656272,  // 'vebr'
    /// Array of AudioValueRange, for the settings as they are. Read only.
    kAudioConverterApplicableEncodeSampleRates = 0x61657372,  // 'aesr'
    /// Array of AudioValueRange, for any settings. Read only.
    kAudioConverterAvailableEncodeSampleRates = 0x76657372,  // 'vesr'
    /// Array of AudioChannelLayoutTag. Read only.
    kAudioConverterAvailableEncodeChannelLayoutTags = 0x6165636C,  // 'aecl'
    /// AudioStreamBasicDescription, complete. Read only.
    kAudioConverterCurrentOutputStreamDescription = 0x61636F64,  // 'acod'
    /// AudioStreamBasicDescription, complete. Read only.
    kAudioConverterCurrentInputStreamDescription = 0x61636964,  // 'acid'
    /// CFArrayRef, the settings of the rate conversion, of dithering and of the encoder, as dictionaries with the keys of
    /// AudioCodec.h. The client releases it. A list that was got can be set: a converter takes all of it, or refuses it.
    kAudioConverterPropertySettings = 0x61637073,  // 'acps'
    /// SInt32, bits of the source, for an encoder that keeps them all.
    kAudioConverterPropertyBitDepthHint = 0x61636264,  // 'acbd'
    /// Array of AudioFormatListItem that the encoder's output can be read as. Read only.
    kAudioConverterPropertyFormatList = 0x666C7374,  // 'flst'
    /// UInt32, bytes. Superseded, not supported here.
    kAudioConverterPropertyMaximumInputBufferSize = 0x78696273,  // 'xibs'
    /// UInt32. Superseded by the quality, not supported here.
    kAudioConverterSampleRateConverterAlgorithm = 0x73726369,  // 'srci'
    /// UInt32. Not supported here: there is no hardware codec to lose.
    kAudioConverterPropertyCanResumeFromInterruption = 0x63726669,  // 'crfi'
    /// UInt32: 1 to mix channels down by their layouts.
    kAudioConverterPropertyPerformDownmix = 0x646D6978,  // 'dmix'
    /// Array of Float32: the gains of the first input channel in each output channel, then those of the second, and
    /// so on. Exists while `kAudioConverterPropertyPerformDownmix` is 1.
    kAudioConverterPropertyChannelMixMap = 0x6D6D6170,  // 'mmap'
    /// UInt32, `kDitherAlgorithm_…`.
    kAudioConverterPropertyDithering = 0x64697468,  // 'dith'
    /// UInt32, bits to which the noise fits.
    kAudioConverterPropertyDitherBitDepth = 0x64626974  // 'dbit'
};

// MARK: Values of properties

/// Noise that is added before samples are shortened: flat with a triangular distribution, or shaped to where it is
/// heard least.
CF_ENUM(UInt32) {
    kDitherAlgorithm_TPDF = 1,
    kDitherAlgorithm_NoiseShaping = 2
};

/// How much work a change of the sample rate, or a codec, may be. Any number in between is allowed.
CF_ENUM(UInt32) {
    kAudioConverterQuality_Max = 127,
    kAudioConverterQuality_High = 96,
    kAudioConverterQuality_Medium = 64,
    kAudioConverterQuality_Low = 32,
    kAudioConverterQuality_Min = 0
};

/// How the sample rate is changed: by straight lines, by a filter, by a longer one, or by one without ringing
/// before a sound.
CF_ENUM(UInt32) {
    kAudioConverterSampleRateConverterComplexity_Linear = 0x6C696E65,  // 'line'
    kAudioConverterSampleRateConverterComplexity_Normal = 0x6E6F726D,  // 'norm'
    kAudioConverterSampleRateConverterComplexity_Mastering = 0x62617473,  // 'bats'
    kAudioConverterSampleRateConverterComplexity_MinimumPhase = 0x6D696E70  // 'minp'
};

/// How a filter that looks ahead and back gets its first input: reading before and after, only after, or neither.
CF_ENUM(UInt32) {
    kConverterPrimeMethod_Pre = 0,
    kConverterPrimeMethod_Normal = 1,
    kConverterPrimeMethod_None = 2
};

/// Frames of input that a filter wants before the first frame and after the last one.
struct AudioConverterPrimeInfo {
    UInt32 leadingFrames;
    UInt32 trailingFrames;
};
typedef struct AudioConverterPrimeInfo AudioConverterPrimeInfo;

// MARK: Status

/// Statuses of the calls below.
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

/// How to make a converter. Unbuffered: it keeps no input between calls.
typedef CF_OPTIONS(UInt32, AudioConverterOptions) {
    kAudioConverterOption_Unbuffered = 65536
};

#if defined(__BLOCKS__)
#ifndef __swift__
/// Called with the status when the preparation ends.
typedef void (^CAPreparationBlock)(OSStatus);
#endif

/// Loads what the first converter would have to load, then calls the block, both on the calling thread: call it where that
/// may take some tens of milliseconds. `inFlags` is 0.
CF_EXPORT void AudioConverterPrepare(
    UInt32 inFlags,
    void *_Nullable ioReserved,
    CA_BLOCK_PARAMETER(CAPreparationBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;
#endif

/// Makes a converter. Release it with `AudioConverterDispose`.
///
/// Returns `kAudioConverterErr_FormatNotSupported` where there is no way from one format to the other.
CF_EXPORT OSStatus AudioConverterNew(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Makes a converter with one of the codecs named, the first that is at hand.
CF_EXPORT OSStatus AudioConverterNewSpecific(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    UInt32 inNumberClassDescriptions,
    const AudioClassDescription *inClassDescriptions,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Makes a converter with options.
CF_EXPORT OSStatus AudioConverterNewWithOptions(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterOptions inOptions,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Releases a converter.
CF_EXPORT OSStatus AudioConverterDispose(AudioConverterRef inAudioConverter);

/// Forgets all input so far, so that another stream can begin.
CF_EXPORT OSStatus AudioConverterReset(AudioConverterRef inAudioConverter);

// MARK: Properties

/// Bytes that a property's value takes now, and whether it can be set.
CF_EXPORT OSStatus AudioConverterGetPropertyInfo(
    AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID,
    UInt32 *_Nullable outSize,
    Boolean *_Nullable outWritable);

/// Reads a property. `ioPropertyDataSize` is the room and comes back as what was written.
CF_EXPORT OSStatus AudioConverterGetProperty(
    AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Changes a property.
CF_EXPORT OSStatus AudioConverterSetProperty(
    AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID,
    UInt32 inPropertyDataSize,
    const void *inPropertyData);

// MARK: Converting

/// Hands input to `AudioConverterFillBuffer`: at most `ioDataSize` bytes, which stay valid until the next call; 0
/// at the end.
typedef OSStatus (*AudioConverterInputDataProc)(
    AudioConverterRef inAudioConverter,
    UInt32 *ioDataSize,
    void *_Nonnull *_Nonnull outData,
    void *_Nullable inUserData);

/// Fills a buffer, asking for input as needed. Only between formats of one packet size. Superseded by
/// `AudioConverterFillComplexBuffer`.
CF_EXPORT OSStatus AudioConverterFillBuffer(
    AudioConverterRef inAudioConverter,
    AudioConverterInputDataProc inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataSize,
    void *outOutputData);

/// Converts one buffer to another where both have one packet size and the sample rate does not change.
CF_EXPORT OSStatus AudioConverterConvertBuffer(
    AudioConverterRef inAudioConverter,
    UInt32 inInputDataSize,
    const void *inInputData,
    UInt32 *ioOutputDataSize,
    void *outOutputData);

/// Hands input to a converter: points `ioData` at it and reports how many packets there are, at least
/// `ioNumberDataPackets` where possible.
///
/// The data stays valid until the next call. 0 packets and `noErr` mean the end of the stream; another status, with
/// 0 packets, that there is none for now, and comes back from the call that asked. Where packets differ in size,
/// `outDataPacketDescription` is to point at their descriptions. Called inside the call that converts, on its
/// thread.
typedef OSStatus (*AudioConverterComplexInputDataProc)(
    AudioConverterRef inAudioConverter,
    UInt32 *ioNumberDataPackets,
    AudioBufferList *ioData,
    AudioStreamPacketDescription *_Nullable *_Nullable outDataPacketDescription,
    void *_Nullable inUserData);

/// As `AudioConverterComplexInputDataProc`, by a function that neither waits nor allocates.
typedef OSStatus (*AudioConverterComplexInputDataProcRealtimeSafe)(
    AudioConverterRef inAudioConverter,
    UInt32 *ioNumberDataPackets,
    AudioBufferList *ioData,
    AudioStreamPacketDescription *_Nullable *_Nullable outDataPacketDescription,
    void *_Nullable inUserData);

/// Converts until `ioOutputDataPacketSize` packets are written or the input ends, asking for input as needed.
///
/// - outOutputData: room for the packets; its sizes come back as what was written.
/// - outPacketDescription: room for as many descriptions, where the output's packets differ in size.
/// - Returns what the callback returned, `kAudioConverterErr_InvalidOutputSize` where there is no room for one
///   packet.
CF_EXPORT OSStatus AudioConverterFillComplexBuffer(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProc inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData,
    AudioStreamPacketDescription *_Nullable outPacketDescription);

/// As `AudioConverterFillComplexBuffer`, for an audio thread. Between linear PCM formats of one sample rate only.
CF_EXPORT OSStatus AudioConverterFillComplexBufferRealtimeSafe(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProcRealtimeSafe inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData,
    AudioStreamPacketDescription *_Nullable outPacketDescription);

/// As `AudioConverterFillComplexBuffer`, and reports which packets can be decoded by themselves.
CF_EXPORT OSStatus AudioConverterFillComplexBufferWithPacketDependencies(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProc inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    AudioStreamPacketDependencyDescription *outPacketDependencies);

/// Converts so many frames of linear PCM to linear PCM of the same sample rate, interleaved or not.
CF_EXPORT OSStatus AudioConverterConvertComplexBuffer(
    AudioConverterRef inAudioConverter,
    UInt32 inNumberPCMFrames,
    const AudioBufferList *inInputData,
    AudioBufferList *outOutputData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
