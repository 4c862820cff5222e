#ifndef AudioToolbox_AudioConverter_h
#define AudioToolbox_AudioConverter_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread. Only one thread at a time may use a converter. It allocates
// memory, and is not real-time safe.

// MARK: Types

/// A converter between two formats. Only one thread at a time may use it.
typedef struct OpaqueAudioConverter *AudioConverterRef;

/// Names a property of a converter.
typedef UInt32 AudioConverterPropertyID;

// MARK: Properties and their names

/// Properties of a converter. Properties of codecs exist only if a format is encoded, properties of the rate conversion only if
/// the sample rate changes.
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
    /// Bytes, the magic cookie that the decoder needs.
    kAudioConverterDecompressionMagicCookie = 0x646D6763,  // 'dmgc'
    /// Bytes, the magic cookie for the decoder. Read it after you have set the encoder up, and again at the end. Read only.
    kAudioConverterCompressionMagicCookie = 0x636D6763,  // 'cmgc'
    /// UInt32, bits per second over all channels; at a constant quality, the rate that the quality usually gives.
    ///
    /// `kAudioCodecPropertyBitRateControlMode` selects how AAC keeps to the rate: constant fills packets so that their
    /// sizes add up to the rate; long-term average, the default, lets packets differ; variable constrained takes at most a
    /// tenth more than the rate over 20 seconds, and less for sounds that have no use for it, such as silence, single
    /// clicks and steady tones; variable uses the quality of `kAudioCodecPropertySoundQualityForVBR`, where 0, 64 and 127
    /// give about 40, 128 and 320 kbit/s for stereo.
    kAudioConverterEncodeBitRate = 0x62726174,  // 'brat'
    /// Float64: an encoder whose output rate was given as 0 takes it from here.
    kAudioConverterEncodeAdjustableSampleRate = 0x616A7372,  // 'ajsr'
    /// AudioChannelLayout of the input. The default is the channel order of the decoder.
    kAudioConverterInputChannelLayout = 0x69636C20,  // 'icl '
    /// AudioChannelLayout of the output. The default is the channel order of the encoder.
    kAudioConverterOutputChannelLayout = 0x6F636C20,  // 'ocl '
    /// Array of AudioValueRange, single values in ascending order, for the settings as they are. Read only.
    kAudioConverterApplicableEncodeBitRates = 0x61656272,  // 'aebr'
    /// Array of AudioValueRange, for any settings. Read only.
    kAudioConverterAvailableEncodeBitRates = 0x76656272,  // 'vebr'
    /// Array of AudioValueRange, for the settings as they are. Read only.
    kAudioConverterApplicableEncodeSampleRates = 0x61657372,  // 'aesr'
    /// Array of AudioValueRange, for any settings. Read only.
    kAudioConverterAvailableEncodeSampleRates = 0x76657372,  // 'vesr'
    /// Array of AudioChannelLayoutTag, the layouts that the encoder takes. Read only.
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
    /// Frames of input wanted before the first frame.
    UInt32 leadingFrames;
    /// Frames of input wanted after the last frame, which may be zeros at the end of the sound.
    UInt32 trailingFrames;
};
typedef struct AudioConverterPrimeInfo AudioConverterPrimeInfo;

// MARK: Status

/// Statuses of the calls below.
CF_ENUM(OSStatus) {
    /// There is no conversion between the formats, or no codec for one.
    kAudioConverterErr_FormatNotSupported = 0x666D743F,  // 'fmt?'
    /// The property can only be read, or the converter does not do this with its formats.
    kAudioConverterErr_OperationNotSupported = 0x6F703F3F,  // 'op??'
    /// There is no such property, or this converter does not have it.
    kAudioConverterErr_PropertyNotSupported = 0x70726F70,  // 'prop'
    /// The input is not whole packets, or less than is needed.
    kAudioConverterErr_InvalidInputSize = 0x696E737A,  // 'insz'
    /// There is not room for the output, or for one packet of it.
    kAudioConverterErr_InvalidOutputSize = 0x6F74737A,  // 'otsz'
    /// An error that no other status describes.
    kAudioConverterErr_UnspecifiedError = 0x77686174,  // 'what'
    /// The size is not that of the property's value.
    kAudioConverterErr_BadPropertySizeError = 0x2173697A,  // '!siz'
    /// Packets differ in size, and there are no descriptions.
    kAudioConverterErr_RequiresPacketDescriptionsError = 0x21706B64,  // '!pkd'
    /// The input has a sample rate that is not converted.
    kAudioConverterErr_InputSampleRateOutOfRange = 0x21697372,  // '!isr'
    /// The output has a sample rate that is not made.
    kAudioConverterErr_OutputSampleRateOutOfRange = 0x216F7372,  // '!osr'
    /// This library does not return it.
    kAudioConverterErr_HardwareInUse = 0x68776975,  // 'hwiu'
    /// This library does not return it.
    kAudioConverterErr_NoHardwarePermission = 0x7065726D  // 'perm'
};

// MARK: Life

/// How to make a converter. Unbuffered: it keeps no input between calls.
typedef CF_OPTIONS(UInt32, AudioConverterOptions) {
    kAudioConverterOption_Unbuffered = 65536
};

#ifndef __swift__
#if defined(__BLOCKS__)
/// Called with the status of the preparation when it ends.
///
/// Threads: Called on the thread that calls `AudioConverterPrepare`, before that call returns.
typedef void (^CAPreparationBlock)(OSStatus);
#else
typedef struct CAOpaqueBlock *CAPreparationBlock;
#endif
#endif

/// Loads the libraries and tables that the first converter needs, then calls a block.
///
/// Threads: The call blocks for some tens of milliseconds while it loads libraries, and calls the block on the calling thread
/// before it returns. It is not real-time safe.
///
/// - Parameters:
///   - inFlags: 0.
///   - ioReserved: null.
///   - inCompletionBlock: called with the outcome before this call returns; may be null.
CF_EXPORT void AudioConverterPrepare(
    UInt32 inFlags,
    void *_Nullable ioReserved,
    CA_BLOCK_PARAMETER(CAPreparationBlock) _Nullable inCompletionBlock) CA_REFINED_FOR_SWIFT;

/// Creates a converter from one format to another.
///
/// Set the properties of the converter before the first conversion: the magic cookie of a decoder, the bit rate and quality of
/// an encoder. The converter keeps no reference to the arguments.
///
/// On Linux decoders and encoders come from this package and from libraries that it loads on first use. Encoders may be missing
/// on a machine: see `kAudioFormatProperty_EncodeFormatIDs`.
///
/// - Parameters:
///   - inSourceFormat: the format of the input: a sample rate above 0, and all fields for linear PCM. With samples of 0 bits the
///     call succeeds, and the first conversion returns `kAudioConverterErr_FormatNotSupported`.
///   - inDestinationFormat: the format of the output. For an encoded format, `mFormatID`, `mSampleRate` and `mChannelsPerFrame`
///     suffice. A sample rate of 0 uses the input's rate.
///   - outAudioConverter: the converter, or null if the call fails. Release it with `AudioConverterDispose`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioConverterErr_FormatNotSupported`, `'fmt?'`: there is no codec for a format, the codec only decodes, a library
///     that the encoder needs is not installed, the fields of a format contradict each other, or the sample rate of an encoded
///     format is more than 2^32 − 1
///   - `kAudioConverterErr_InputSampleRateOutOfRange`, `kAudioConverterErr_OutputSampleRateOutOfRange`: a rate is no number
///     above 0, or the two are too far apart
CF_EXPORT OSStatus AudioConverterNew(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Creates a converter that uses only the specified codecs.
///
/// The converter keeps no reference to the arguments.
///
/// - Parameters:
///   - inSourceFormat: the format of the input.
///   - inDestinationFormat: the format of the output.
///   - inNumberClassDescriptions: the number of codecs.
///   - inClassDescriptions: the codecs: for each one decoder or encoder, format and manufacturer.
///   - outAudioConverter: the converter, or null if the call fails. Release it with `AudioConverterDispose`.
/// - Returns: 0, or
///   - `kAudioConverterErr_FormatNotSupported`: a format needs a codec, and none of the specified codecs is available
///   - the statuses of `AudioConverterNew`
CF_EXPORT OSStatus AudioConverterNewSpecific(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    UInt32 inNumberClassDescriptions,
    const AudioClassDescription *inClassDescriptions,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Creates a converter with options.
///
/// The converter keeps no reference to the arguments.
///
/// - Parameters:
///   - inSourceFormat: the format of the input.
///   - inDestinationFormat: the format of the output.
///   - inOptions: `kAudioConverterOption_Unbuffered`, or none. It has no effect on Linux: the converter always writes directly
///     into the program's buffers.
///   - outAudioConverter: the converter, or null if the call fails. Release it with `AudioConverterDispose`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or an option is unknown
///   - the statuses of `AudioConverterNew`
CF_EXPORT OSStatus AudioConverterNewWithOptions(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterOptions inOptions,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Disposes of a converter.
///
/// - Parameter inAudioConverter: a converter. The reference is invalid afterwards.
/// - Returns: 0, or `kAudio_ParamError`: the reference is invalid.
CF_EXPORT OSStatus AudioConverterDispose(AudioConverterRef inAudioConverter);

/// Discards all input so far, so that you can convert another sound.
///
/// Properties stay as they are.
///
/// - Parameter inAudioConverter: a converter.
/// - Returns: 0, or `kAudio_ParamError`: the reference is invalid.
CF_EXPORT OSStatus AudioConverterReset(AudioConverterRef inAudioConverter);

// MARK: Properties

/// Returns the size of a property's value, and whether the property can be set.
///
/// - Parameters:
///   - inAudioConverter: a converter.
///   - inPropertyID: a property, such as `kAudioConverterCompressionMagicCookie`.
///   - outSize: on return, the size of the value in bytes; may be null.
///   - outWritable: on return, whether the property can be set; may be null.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid
///   - `kAudioConverterErr_PropertyNotSupported`, `'prop'`: there is no such property, or this converter does not have it
CF_EXPORT OSStatus AudioConverterGetPropertyInfo(
    AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID,
    UInt32 *_Nullable outSize,
    Boolean *_Nullable outWritable);

/// Reads a property of a converter.
///
/// `kAudioConverterPropertyCalculateInputBufferSize` and `kAudioConverterPropertyCalculateOutputBufferSize` read their input
/// from `outPropertyData`.
///
/// - Parameters:
///   - inAudioConverter: a converter.
///   - inPropertyID: a property, such as `kAudioConverterPropertyMaximumOutputPacketSize`.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or a pointer is null
///   - `kAudioConverterErr_PropertyNotSupported`: there is no such property, or this converter does not have it
///   - `kAudioConverterErr_BadPropertySizeError`: the buffer is too small; nothing was written
CF_EXPORT OSStatus AudioConverterGetProperty(
    AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Changes a property of a converter.
///
/// If the value changes, the converter discards the input that it has not converted yet. It copies the value.
///
/// - Parameters:
///   - inAudioConverter: a converter.
///   - inPropertyID: a property.
///   - inPropertyDataSize: the size of `inPropertyData` in bytes.
///   - inPropertyData: the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, a pointer is null, or the value is out of its range
///   - `kAudioConverterErr_OperationNotSupported`: the property can only be read, or follows from the format
///   - `kAudioConverterErr_PropertyNotSupported`: there is no such property, or this converter does not have it
///   - `kAudioConverterErr_BadPropertySizeError`: the size is not that of the value
CF_EXPORT OSStatus AudioConverterSetProperty(
    AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID,
    UInt32 inPropertyDataSize,
    const void *inPropertyData);

// MARK: Converting

/// Supplies input to `AudioConverterFillBuffer`.
///
/// The converter does not copy the data. Keep it valid until the next call of this function for the converter, or until you
/// reset or dispose of the converter: the converter may use the rest of the data in the next call that converts.
///
/// Threads: The converter calls it inside the function that converts, on the thread that called that function.
///
/// - Parameters:
///   - inAudioConverter: the converter.
///   - ioDataSize: the number of bytes that the converter asks for. Set it to the number of bytes at `outData`: more are
///     allowed, and 0 means the end of the input.
///   - outData: on return, a pointer to the input.
///   - inUserData: the pointer that the program passed with the callback.
/// - Returns: 0, or
///   - any other status: no input is available now. `AudioConverterFillBuffer` returns this status.
typedef OSStatus (*AudioConverterInputDataProc)(
    AudioConverterRef inAudioConverter,
    UInt32 *ioDataSize,
    void *_Nonnull *_Nonnull outData,
    void *_Nullable inUserData);

/// Converts into one buffer. Use `AudioConverterFillComplexBuffer` instead.
///
/// Both formats must have packets of one size, and their channels in one buffer.
///
/// - Parameters:
///   - inAudioConverter: a converter.
///   - inInputDataProc: supplies input. The converter calls it inside this function, on the same thread.
///   - inInputDataProcUserData: a pointer that the library passes to the function; may be null. The library does not use what
///     it points to.
///   - ioOutputDataSize: the size of `outOutputData` in bytes, and on return the number of bytes that were written. At the end
///     of the input it is less than the buffer holds.
///   - outOutputData: room for the output.
/// - Returns: 0, or
///   - `kAudioConverterErr_OperationNotSupported`: packets of a format differ in size, or it has several buffers
///   - the statuses of `AudioConverterFillComplexBuffer`
CF_EXPORT OSStatus AudioConverterFillBuffer(
    AudioConverterRef inAudioConverter,
    AudioConverterInputDataProc inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataSize,
    void *outOutputData);

/// Converts one buffer to another, if both formats have packets of one size and the same sample rate.
///
/// The call discards all earlier input. The converter keeps no reference to the buffers.
///
/// - Parameters:
///   - inAudioConverter: a converter.
///   - inInputDataSize: the size of `inInputData` in bytes: whole packets of the input format, which convert to whole packets
///     of the output format.
///   - inInputData: the input.
///   - ioOutputDataSize: the size of `outOutputData` in bytes, and on return the number of bytes that were written.
///   - outOutputData: room for all of the output.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or a pointer is null
///   - `kAudioConverterErr_OperationNotSupported`: packets of a format differ in size, it has several buffers, or the sample
///     rate changes
///   - `kAudioConverterErr_InvalidInputSize`: the input is not whole packets
///   - `kAudioConverterErr_InvalidOutputSize`: there is not room for all of the output
CF_EXPORT OSStatus AudioConverterConvertBuffer(
    AudioConverterRef inAudioConverter,
    UInt32 inInputDataSize,
    const void *inInputData,
    UInt32 *ioOutputDataSize,
    void *outOutputData);

/// Supplies packets to a converter.
///
/// The converter does not copy the data. Keep it valid until the next call of this function for the converter, or until you
/// reset or dispose of the converter: the converter may use the rest of the data in the next call that converts.
///
/// Threads: The converter calls it inside the function that converts, on the thread that called that function. It must not
/// convert with the same converter.
///
/// - Parameters:
///   - inAudioConverter: the converter.
///   - ioNumberDataPackets: the number of packets that the converter asks for. Set it to the number of packets that you supply:
///     more or fewer are allowed, and 0 with the result 0 means the end of the input.
///   - ioData: on return, `mData` and `mDataByteSize` of each buffer state where the packets are. The number of buffers is that
///     of the input format.
///   - outDataPacketDescription: if it is not null and packets differ in size, set it to a description of each packet. The
///     descriptions must stay valid as long as the data.
///   - inUserData: the pointer that the program passed with the callback.
/// - Returns: 0, or
///   - any other status, with 0 packets: no input is available now. The function that converts returns this status; call it
///     again when there is input.
typedef OSStatus (*AudioConverterComplexInputDataProc)(
    AudioConverterRef inAudioConverter,
    UInt32 *ioNumberDataPackets,
    AudioBufferList *ioData,
    AudioStreamPacketDescription *_Nullable *_Nullable outDataPacketDescription,
    void *_Nullable inUserData);

/// Supplies packets to a converter on an audio thread.
///
/// The converter does not copy the data. Keep it valid until the next call of this function for the converter, or until you
/// reset or dispose of the converter: the converter may use the rest of the data in the next call that converts.
///
/// Threads: The converter calls it inside the function that converts, on the thread that called that function. On an audio
/// thread it must not block or allocate memory.
///
/// - Parameters:
///   - inAudioConverter: the converter.
///   - ioNumberDataPackets: the number of packets that the converter asks for. Set it to the number of packets that you supply:
///     more or fewer are allowed, and 0 with the result 0 means the end of the input.
///   - ioData: on return, `mData` and `mDataByteSize` of each buffer state where the packets are. The number of buffers is that
///     of the input format.
///   - outDataPacketDescription: if it is not null and packets differ in size, set it to a description of each packet. The
///     descriptions must stay valid as long as the data.
///   - inUserData: the pointer that the program passed with the callback.
/// - Returns: 0, or
///   - any other status, with 0 packets: no input is available now. The function that converts returns this status; call it
///     again when there is input.
typedef OSStatus (*AudioConverterComplexInputDataProcRealtimeSafe)(
    AudioConverterRef inAudioConverter,
    UInt32 *ioNumberDataPackets,
    AudioBufferList *ioData,
    AudioStreamPacketDescription *_Nullable *_Nullable outDataPacketDescription,
    void *_Nullable inUserData);

/// Converts packets until the requested number is written or the input ends.
///
/// The converter calls your callback whenever it needs input. On an audio thread use
/// `AudioConverterFillComplexBufferRealtimeSafe`.
///
/// A damaged packet is no error: it becomes as many frames of silence as it should have, so that what follows keeps its place.
/// Where packets vary in frames, their descriptions state them. The frames of damaged packets at the start come when the first
/// packet has been decoded. If the input ends before one has been, the function returns
/// `kAudioConverterErr_UnspecifiedError`.
///
/// This example converts Float32 samples in memory to 16-bit samples:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
///
/// struct Input { float *samples; UInt32 frames; };
///
/// // Supplies all frames at once. The second call signals the end of the input.
/// OSStatus supply(AudioConverterRef converter, UInt32 *packets, AudioBufferList *data,
///                 AudioStreamPacketDescription **descriptions, void *context) {
///     (void)converter, (void)descriptions;
///     struct Input *input = context;
///     data->mBuffers[0].mData = input->samples;
///     data->mBuffers[0].mDataByteSize = input->frames * sizeof(float);
///     *packets = input->frames;
///     input->frames = 0;
///     return noErr;
/// }
///
/// // On return, frames is the number of frames in output.
/// OSStatus convert(AudioConverterRef converter, struct Input *input, SInt16 *output, UInt32 *frames) {
///     AudioBufferList list = {1, {{1, *frames * sizeof(SInt16), output}}};
///     return AudioConverterFillComplexBuffer(converter, supply, input, frames, &list, NULL);
/// }
/// ```
///
/// - Parameters:
///   - inAudioConverter: a converter.
///   - inInputDataProc: supplies packets. The converter calls it inside this function, on the same thread, which must not
///     convert with the same converter.
///   - inInputDataProcUserData: a pointer that the library passes to the function; may be null. The library does not use what
///     it points to.
///   - ioOutputDataPacketSize: the number of packets to write, and on return the number written: fewer at the end of the input,
///     if the callback has no input now, or if packets that differ in size do not fit. A packet of linear PCM is a frame.
///   - outOutputData: a buffer for each channel, or one for all channels if the output is interleaved. `mDataByteSize` is the
///     size of the buffer in bytes, and on return the number of bytes written, even if the call fails.
///   - outPacketDescription: room for a description of each packet, or null. Packets that differ in size cannot be told apart
///     without them.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or a pointer is null
///   - `kAudioConverterErr_InvalidOutputSize`: there are too few buffers, or they are too small for the requested frames
///     or, with packets of varying size, for one packet; the call did not ask for input
///   - `kAudioConverterErr_InvalidInputSize`: the callback supplied no data, less than a packet, or a description of bytes outside
///     the data. Where packets have a constant size and the bytes are fewer than the packets that it states, the bytes count
///   - `kAudioConverterErr_RequiresPacketDescriptionsError`: the callback supplied packets that differ in size without
///     descriptions
///   - `kAudioConverterErr_OperationNotSupported`: the callback started another conversion with the same converter
///   - `kAudioConverterErr_FormatNotSupported`: the decoder cannot be made: a library that it needs is not installed
///   - `kAudioConverterErr_UnspecifiedError`: the input has ended, and none of its packets could be decoded
///   - any status other than 0 that the callback returns; output produced before that is kept
CF_EXPORT OSStatus AudioConverterFillComplexBuffer(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProc inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData,
    AudioStreamPacketDescription *_Nullable outPacketDescription);

/// Converts linear PCM on an audio thread.
///
/// Threads: Real-time safe after the converter's first conversion. Create the converter and convert once on another thread,
/// which allocates its memory. The callback must not block or allocate memory.
///
/// - Parameters:
///   - inAudioConverter: a converter between formats of linear PCM, which uses one thread.
///   - inInputDataProc: supplies packets. The converter calls it inside this function, on the same thread.
///   - inInputDataProcUserData: a pointer that the library passes to the function; may be null. The library does not use what
///     it points to.
///   - ioOutputDataPacketSize: the number of frames to write, and on return the number written.
///   - outOutputData: a buffer for each channel, or one for all channels if the output is interleaved.
///   - outPacketDescription: null, or room for a description of each frame.
/// - Returns: 0, or
///   - `kAudioConverterErr_OperationNotSupported`: a format is encoded, or the converter uses several threads
///   - the statuses of `AudioConverterFillComplexBuffer`
CF_EXPORT OSStatus AudioConverterFillComplexBufferRealtimeSafe(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProcRealtimeSafe inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData,
    AudioStreamPacketDescription *_Nullable outPacketDescription);

/// Converts as `AudioConverterFillComplexBuffer` does, and reports which packets can be decoded independently.
///
/// - Parameters:
///   - inAudioConverter: a converter.
///   - inInputDataProc: supplies packets. The converter calls it inside this function, on the same thread.
///   - inInputDataProcUserData: a pointer that the library passes to the function; may be null. The library does not use what
///     it points to.
///   - ioOutputDataPacketSize: the number of packets to write, and on return the number written.
///   - outOutputData: a buffer for each channel, or one for all channels if the output is interleaved.
///   - outPacketDescriptions: room for a description of each packet, or null.
///   - outPacketDependencies: room for the dependencies of each packet.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or a pointer is null
///   - the other statuses of `AudioConverterFillComplexBuffer`
CF_EXPORT OSStatus AudioConverterFillComplexBufferWithPacketDependencies(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProc inInputDataProc CA_SENDABLE,
    void *_Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    AudioStreamPacketDependencyDescription *outPacketDependencies);

/// Converts frames of linear PCM to linear PCM of the same sample rate, interleaved or not.
///
/// Threads: Call this function on any thread. Only one thread at a time may use a converter. It is real-time safe after the
/// converter's first conversion, which allocates memory.
///
/// - Parameters:
///   - inAudioConverter: a converter between formats of linear PCM of one sample rate.
///   - inNumberPCMFrames: the number of frames.
///   - inInputData: buffers that hold at least that many frames.
///   - outOutputData: buffers with room for that many frames. on return `mDataByteSize` is the number of bytes written.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or a pointer is null
///   - `kAudioConverterErr_OperationNotSupported`: a format is encoded, the sample rate changes, or another conversion with
///     this converter is under way
///   - `kAudioConverterErr_InvalidInputSize`: the input does not hold so many frames
///   - `kAudioConverterErr_InvalidOutputSize`: the output has not room for so many frames
CF_EXPORT OSStatus AudioConverterConvertComplexBuffer(
    AudioConverterRef inAudioConverter,
    UInt32 inNumberPCMFrames,
    const AudioBufferList *inInputData,
    AudioBufferList *outOutputData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
