#ifndef CoreAudioTypes_CoreAudioBaseTypes_h
#define CoreAudioTypes_CoreAudioBaseTypes_h

// The CoreFoundation headers ask for this where the compiler does not say it, as GCC does not.
#if defined(__BYTE_ORDER__) && !defined(__LITTLE_ENDIAN__) && !defined(__BIG_ENDIAN__)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define __LITTLE_ENDIAN__ 1
#else
#define __BIG_ENDIAN__ 1
#endif
#endif

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFURL.h>

// The types and versions of the system, which are installed for C and C++. The Swift modules do not use them.
#if !defined(__swift__) && __has_include(<MacTypes.h>)
#include <MacTypes.h>
#endif

#if !defined(__swift__) && __has_include(<dispatch/dispatch.h>)
// Beside the Swift package, this is the toolchain's, which was built for Linux.
#if __has_include(<CoreFoundation/AsOnLinux.h>)
#include <CoreFoundation/AsOnLinux.h>
#include <dispatch/dispatch.h>
#include <CoreFoundation/AsOnMac.h>
#else
#include <dispatch/dispatch.h>
#endif
#endif
#if defined(__BLOCKS__) && !defined(__swift__) && __has_include(<Block.h>)
#include <Block.h>
#endif

/// The version of the declarations below, a date.
#define COREAUDIOTYPES_VERSION 20211130

// A callback parameter with this mark may be called on any thread: Swift then does not tie a closure written in the
// call to the thread or actor of the caller.
#if defined(__clang__)
/// A mark on a callback that may be called on any thread. It says nothing to C.
#define CA_SENDABLE __attribute__((swift_attr("@Sendable")))
/// A mark on what Swift programs see in a form of their own. It says nothing to C.
#define CA_REFINED_FOR_SWIFT __attribute__((swift_private))
#else
#define CA_SENDABLE
#define CA_REFINED_FOR_SWIFT
#endif

// CoreFoundation objects as parameters. Swift implements these functions and cannot spell a class in a C signature,
// so it sees a pointer to an opaque struct; C and C++ see the CoreFoundation type. Both are one pointer.
#ifdef __swift__
struct CAOpaqueURL;
struct CAOpaqueString;
struct CAOpaqueDictionary;
struct CAOpaqueRunLoop;
struct CAOpaqueRunLoopSource;
struct CAOpaqueDispatchQueue;
typedef const struct CAOpaqueURL *CAURLParameter;
typedef const struct CAOpaqueString *CAStringParameter;
typedef const struct CAOpaqueDictionary *CADictionaryParameter;
typedef const struct CAOpaqueArray *CAArrayParameter;
typedef struct CAOpaqueRunLoop *CARunLoopParameter;
typedef struct CAOpaqueRunLoopSource *CARunLoopSourceParameter;
typedef struct CAOpaqueDispatchQueue *CADispatchQueueParameter;
#else
/// A CFURL as a parameter; pass a `CFURLRef`, or in Swift a `CFURL`.
typedef CFURLRef CAURLParameter;
/// A CFString as a parameter; pass a `CFStringRef`, or in Swift a `CFString`.
typedef CFStringRef CAStringParameter;
/// A CFDictionary as a parameter; pass a `CFDictionaryRef`, or in Swift a `CFDictionary`.
typedef CFDictionaryRef CADictionaryParameter;
/// A CFArray as a parameter; pass a `CFArrayRef`, or in Swift a `CFArray`.
typedef CFArrayRef CAArrayParameter;
/// A run loop as a parameter; pass a `CFRunLoopRef`, or in Swift a `CFRunLoop`.
typedef CFRunLoopRef CARunLoopParameter;
/// A source of a run loop as a parameter; pass a `CFRunLoopSourceRef`, or in Swift a `CFRunLoopSource`.
typedef CFRunLoopSourceRef CARunLoopSourceParameter;
/// A dispatch queue as a parameter; pass a `dispatch_queue_t`, or in Swift a `DispatchQueue`.
typedef struct dispatch_queue_s *CADispatchQueueParameter;
#endif

// A block as a parameter. It may be on the caller's stack: Swift sees a pointer, and copies the block itself.
// A compiler without blocks, such as GCC, has types for them that a program can pass on.
struct CAOpaqueBlock;
#ifdef __swift__
#define CA_BLOCK_PARAMETER(type) const struct CAOpaqueBlock *
#else
/// A parameter that takes a block.
#define CA_BLOCK_PARAMETER(type) type
#endif

#include <CoreAudioTypes/MacNames.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Status

/// Status of calls that belong to no API of their own.
CF_ENUM(OSStatus) {
    /// The library does not do this.
    kAudio_UnimplementedError = -4,
    /// There is no such file.
    kAudio_FileNotFoundError = -43,
    /// The system does not permit it.
    kAudio_FilePermissionError = -54,
    /// The program has as many files open as it may.
    kAudio_TooManyFilesOpenError = -42,
    /// The path is invalid.
    kAudio_BadFilePathError = 0x21707468,  // '!pth'
    /// A pointer is null, or a value is out of its range.
    kAudio_ParamError = -50,
    /// There is not memory enough.
    kAudio_MemFullError = -108,
    /// No error.
    kAudio_NoError = 0
};

// MARK: Ranges and translations

/// All values from a least to a greatest one, both included.
struct AudioValueRange {
    /// The least value.
    Float64 mMinimum;
    /// The greatest value.
    Float64 mMaximum;
};
typedef struct AudioValueRange AudioValueRange;

/// Two buffers: what a property is to translate, and where it writes the result. Sizes are in bytes.
struct AudioValueTranslation {
    /// What is to be translated, given by the caller.
    void *mInputData;
    /// Bytes at `mInputData`.
    UInt32 mInputDataSize;
    /// Where the result is written.
    void *mOutputData;
    /// Bytes at `mOutputData`.
    UInt32 mOutputDataSize;
};
typedef struct AudioValueTranslation AudioValueTranslation;

// MARK: Buffers

/// Samples of one or several channels in memory.
struct AudioBuffer {
    /// Channels that are interleaved in the buffer; 1 where each channel has a buffer of its own.
    UInt32 mNumberChannels;
    /// Bytes at `mData`. Calls that write into the buffer read the room here, and leave how much they wrote.
    UInt32 mDataByteSize;
    /// May be null if a call is to supply the memory.
    void *_Nullable mData;
};
typedef struct AudioBuffer AudioBuffer;

/// A list of buffers, which really has `mNumberBuffers` of them: allocate it with room for all.
struct AudioBufferList {
    /// 1 for interleaved sound, else one a channel.
    UInt32 mNumberBuffers;
    /// The first buffer. The others follow it.
    AudioBuffer mBuffers[1];
};
typedef struct AudioBufferList AudioBufferList;

// MARK: Canonical samples

#ifndef CA_PREFER_FIXED_POINT
/// Whether the canonical sample types are fixed point (1, the default here) or 32-bit float (0).
///
/// A program that wants the float variant defines this as 0 before it includes the header.
#define CA_PREFER_FIXED_POINT 1
#endif

#if CA_PREFER_FIXED_POINT
/// The sample type of `kAudioFormatFlagsCanonical`. Superseded: name the format you want instead.
typedef SInt16 AudioSampleType;
/// The sample type of `kAudioFormatFlagsAudioUnitCanonical`, 8.24 fixed point. Superseded likewise.
typedef SInt32 AudioUnitSampleType;
/// Bits after the binary point of an `AudioUnitSampleType`.
#define kAudioUnitSampleFractionBits 24
#else
typedef Float32 AudioSampleType;
typedef Float32 AudioUnitSampleType;
#endif

// MARK: Stream format

/// How the sound is coded: `kAudioFormatLinearPCM` and its kin, as four characters.
typedef UInt32 AudioFormatID;

/// Details of a format. What a bit means depends on the format.
typedef UInt32 AudioFormatFlags;

/// What a stream of sound consists of.
///
/// A frame is one sample of each channel; a packet is the smallest piece that can be read by itself, of one frame
/// in linear PCM. A field is 0 where the value is unknown or varies from packet to packet.
struct AudioStreamBasicDescription {
    /// Frames per second of the sound when it is decoded.
    Float64 mSampleRate;
    /// The data format, such as `kAudioFormatLinearPCM`.
    AudioFormatID mFormatID;
    /// Details of the format: `AudioFormatFlags` that its identifier defines.
    AudioFormatFlags mFormatFlags;
    /// 0 where packets differ in size; they then need an `AudioStreamPacketDescription` each.
    UInt32 mBytesPerPacket;
    /// 1 in linear PCM; 0 if packets differ in frames.
    UInt32 mFramesPerPacket;
    /// For one channel if the format is not interleaved; 0 in compressed formats.
    UInt32 mBytesPerFrame;
    /// The number of channels.
    UInt32 mChannelsPerFrame;
    /// Significant bits of a sample; 0 in compressed formats.
    UInt32 mBitsPerChannel;
    /// Padding; 0.
    UInt32 mReserved;
};
typedef struct AudioStreamBasicDescription AudioStreamBasicDescription;

/// A sample rate that stands for all rates, in lists of formats that are available: 0.
CF_EXPORT const Float64 kAudioStreamAnyRate;

/// The codings of sound that have a name. Having a name does not mean that a decoder or encoder is at hand:
/// `kAudioFormatProperty_DecodeFormatIDs` and `kAudioFormatProperty_EncodeFormatIDs` list those that are.
CF_ENUM(AudioFormatID) {
    /// Linear PCM: uncompressed samples, whose width and byte order the flags state.
    kAudioFormatLinearPCM = 0x6C70636D,  // 'lpcm'
    /// AC-3, which is Dolby Digital.
    kAudioFormatAC3 = 0x61632D33,  // 'ac-3'
    /// AC-3 in the frames of IEC 60958, as digital outputs send it.
    kAudioFormat60958AC3 = 0x63616333,  // 'cac3'
    /// IMA4: ADPCM of 4 bits a sample, in packets of 64 frames.
    kAudioFormatAppleIMA4 = 0x696D6134,  // 'ima4'
    /// AAC of low complexity (AAC-LC), in packets of 1024 frames.
    kAudioFormatMPEG4AAC = 0x61616320,  // 'aac '
    /// CELP of MPEG-4, for speech.
    kAudioFormatMPEG4CELP = 0x63656C70,  // 'celp'
    /// HVXC of MPEG-4, for speech at low bit rates.
    kAudioFormatMPEG4HVXC = 0x68767863,  // 'hvxc'
    /// TwinVQ of MPEG-4.
    kAudioFormatMPEG4TwinVQ = 0x74777671,  // 'twvq'
    /// MACE, which compresses 3 to 1. Older.
    kAudioFormatMACE3 = 0x4D414333,  // 'MAC3'
    /// MACE, which compresses 6 to 1. Older.
    kAudioFormatMACE6 = 0x4D414336,  // 'MAC6'
    /// µ-law of G.711: 8 bits a sample, for telephones in North America and Japan.
    kAudioFormatULaw = 0x756C6177,  // 'ulaw'
    /// A-law of G.711: 8 bits a sample, for telephones elsewhere.
    kAudioFormatALaw = 0x616C6177,  // 'alaw'
    /// QDesign Music. Older.
    kAudioFormatQDesign = 0x51444D43,  // 'QDMC'
    /// QDesign Music 2. Older.
    kAudioFormatQDesign2 = 0x51444D32,  // 'QDM2'
    /// QUALCOMM PureVoice, for speech.
    kAudioFormatQUALCOMM = 0x51636C70,  // 'Qclp'
    /// MPEG audio, layer 1.
    kAudioFormatMPEGLayer1 = 0x2E6D7031,  // '.mp1'
    /// MPEG audio, layer 2 (MP2).
    kAudioFormatMPEGLayer2 = 0x2E6D7032,  // '.mp2'
    /// MPEG audio, layer 3 (MP3).
    kAudioFormatMPEGLayer3 = 0x2E6D7033,  // '.mp3'
    /// A stream of time codes, not of sound.
    kAudioFormatTimeCode = 0x74696D65,  // 'time'
    /// A stream of MIDI messages, not of sound.
    kAudioFormatMIDIStream = 0x6D696469,  // 'midi'
    /// A stream of values of a parameter, such as a volume, at the rate of the sound.
    kAudioFormatParameterValueStream = 0x61707673,  // 'apvs'
    /// Apple Lossless (ALAC), in packets of 4096 frames by default.
    kAudioFormatAppleLossless = 0x616C6163,  // 'alac'
    /// High-efficiency AAC (HE-AAC): AAC-LC and spectral band replication.
    kAudioFormatMPEG4AAC_HE = 0x61616368,  // 'aach'
    /// AAC with low delay (AAC-LD), for conversations.
    kAudioFormatMPEG4AAC_LD = 0x6161636C,  // 'aacl'
    /// AAC with enhanced low delay (AAC-ELD), for conversations.
    kAudioFormatMPEG4AAC_ELD = 0x61616365,  // 'aace'
    /// AAC-ELD with spectral band replication.
    kAudioFormatMPEG4AAC_ELD_SBR = 0x61616366,  // 'aacf'
    /// AAC-ELD version 2, which codes stereo by parameters.
    kAudioFormatMPEG4AAC_ELD_V2 = 0x61616367,  // 'aacg'
    /// HE-AAC version 2, which codes stereo by parameters.
    kAudioFormatMPEG4AAC_HE_V2 = 0x61616370,  // 'aacp'
    /// AAC with MPEG Surround, which codes further channels by parameters.
    kAudioFormatMPEG4AAC_Spatial = 0x61616373,  // 'aacs'
    /// Unified speech and audio coding (USAC, xHE-AAC) of MPEG-D.
    kAudioFormatMPEGD_USAC = 0x75736163,  // 'usac'
    /// AMR narrowband, for speech at 8 kHz.
    kAudioFormatAMR = 0x73616D72,  // 'samr'
    /// AMR wideband, for speech at 16 kHz.
    kAudioFormatAMR_WB = 0x73617762,  // 'sawb'
    /// The format of Audible audiobooks.
    kAudioFormatAudible = 0x41554442,  // 'AUDB'
    /// iLBC, for speech at 8 kHz over the internet.
    kAudioFormatiLBC = 0x696C6263,  // 'ilbc'
    /// DVI or Intel IMA ADPCM of 4 bits a sample, as WAVE files have it.
    kAudioFormatDVIIntelIMA = 0x6D730011,  // 'ms' and the WAVE tag
    /// GSM 6.10 in the form of WAVE files: packets of 320 frames in 65 bytes.
    kAudioFormatMicrosoftGSM = 0x6D730031,  // 'ms' and the WAVE tag
    /// The frames of AES3 digital connections, as AES3-2003 and SMPTE 302M define them.
    kAudioFormatAES3 = 0x61657333,  // 'aes3'
    /// E-AC-3, which is Dolby Digital Plus.
    kAudioFormatEnhancedAC3 = 0x65632D33,  // 'ec-3'
    /// FLAC, the free lossless audio codec.
    kAudioFormatFLAC = 0x666C6163,  // 'flac'
    /// Opus, for speech and music.
    kAudioFormatOpus = 0x6F707573,  // 'opus'
    /// Apple Positional Audio Codec, for spatial sound.
    kAudioFormatAPAC = 0x61706163  // 'apac'
};

/// Flags of linear PCM, of Apple Lossless, and combinations that are often wanted.
///
/// Linear PCM is unsigned unless a flag says signed or float, little-endian unless it says big-endian, interleaved
/// unless it says otherwise. Packed means that the bits fill the bytes; where they do not, they stand low unless
/// aligned high. Bits 7 to 12 count the bits after the binary point. The flag of Apple Lossless states the width of
/// the source.
CF_ENUM(AudioFormatFlags) {
    /// Samples are floating point; otherwise integers.
    kAudioFormatFlagIsFloat = 1,
    /// The most significant byte of a sample comes first; otherwise the least significant.
    kAudioFormatFlagIsBigEndian = 2,
    /// Integers are signed; otherwise unsigned. Not with floating point.
    kAudioFormatFlagIsSignedInteger = 4,
    /// The bits of a sample fill its bytes.
    kAudioFormatFlagIsPacked = 8,
    /// Samples that do not fill their bytes are in the high bits; otherwise in the low ones.
    kAudioFormatFlagIsAlignedHigh = 16,
    /// Each channel has a buffer of its own; otherwise the samples of all channels alternate in one.
    kAudioFormatFlagIsNonInterleaved = 32,
    /// The stream cannot be mixed with others. For formats of devices.
    kAudioFormatFlagIsNonMixable = 64,
    /// No flag is set, in place of 0 where 0 means that any flags will do.
    kAudioFormatFlagsAreAllClear = (1U << 31),
    /// The same as `kAudioFormatFlagIsFloat`.
    kLinearPCMFormatFlagIsFloat = 1,
    /// The same as `kAudioFormatFlagIsBigEndian`.
    kLinearPCMFormatFlagIsBigEndian = 2,
    /// The same as `kAudioFormatFlagIsSignedInteger`.
    kLinearPCMFormatFlagIsSignedInteger = 4,
    /// The same as `kAudioFormatFlagIsPacked`.
    kLinearPCMFormatFlagIsPacked = 8,
    /// The same as `kAudioFormatFlagIsAlignedHigh`.
    kLinearPCMFormatFlagIsAlignedHigh = 16,
    /// The same as `kAudioFormatFlagIsNonInterleaved`.
    kLinearPCMFormatFlagIsNonInterleaved = 32,
    /// The same as `kAudioFormatFlagIsNonMixable`.
    kLinearPCMFormatFlagIsNonMixable = 64,
    /// The lowest of the bits that count the bits after the binary point.
    kLinearPCMFormatFlagsSampleFractionShift = 7,
    /// The bits that count the bits of an integer after its binary point, 7 to 12.
    kLinearPCMFormatFlagsSampleFractionMask = 8064,
    /// The same as `kAudioFormatFlagsAreAllClear`.
    kLinearPCMFormatFlagsAreAllClear = (1U << 31),
    /// Apple Lossless that was made from samples of 16 bits.
    kAppleLosslessFormatFlag_16BitSourceData = 1,
    /// Apple Lossless that was made from samples of 20 bits.
    kAppleLosslessFormatFlag_20BitSourceData = 2,
    /// Apple Lossless that was made from samples of 24 bits.
    kAppleLosslessFormatFlag_24BitSourceData = 3,
    /// Apple Lossless that was made from samples of 32 bits.
    kAppleLosslessFormatFlag_32BitSourceData = 4,
    /// The byte order of the machine: 0 on processors whose least significant byte comes first.
    kAudioFormatFlagsNativeEndian = 0,
#if CA_PREFER_FIXED_POINT
    /// Packed native signed 16-bit integers: the format of `AudioSampleType`.
    kAudioFormatFlagsCanonical = 12,
    /// Native signed 8.24 fixed point, one buffer a channel: the format of `AudioUnitSampleType`.
    kAudioFormatFlagsAudioUnitCanonical = 3116,
#else
    kAudioFormatFlagsCanonical = 9,
    kAudioFormatFlagsAudioUnitCanonical = 41,
#endif
    /// Packed 32-bit floating point in the byte order of the machine, interleaved.
    kAudioFormatFlagsNativeFloatPacked = 9
};

/// Where one packet of a buffer stands, in formats whose packets differ in size.
struct AudioStreamPacketDescription {
    /// Bytes from the start of the buffer.
    SInt64 mStartOffset;
    /// Frames in this packet where that varies, else 0.
    UInt32 mVariableFramesInPacket;
    /// Bytes in the packet.
    UInt32 mDataByteSize;
};
typedef struct AudioStreamPacketDescription AudioStreamPacketDescription;

/// Whether a packet can be decoded by itself, and how many packets to decode before it for correct sound.
struct AudioStreamPacketDependencyDescription {
    /// 1 if the packet needs no other packet before it, else 0.
    UInt32 mIsIndependentlyDecodable;
    /// Packets to decode and drop before this one.
    UInt32 mPreRollCount;
    /// Always 0.
    UInt32 mFlags;
    /// Always 0.
    UInt32 mReserved;
};
typedef struct AudioStreamPacketDependencyDescription AudioStreamPacketDependencyDescription;

// MARK: Time

/// How an SMPTE time counts: frames per second, and whether it drops numbers.
typedef CF_ENUM(UInt32, SMPTETimeType) {
    kSMPTETimeType24 = 0,
    kSMPTETimeType25 = 1,
    kSMPTETimeType30Drop = 2,
    kSMPTETimeType30 = 3,
    kSMPTETimeType2997 = 4,
    kSMPTETimeType2997Drop = 5,
    kSMPTETimeType60 = 6,
    kSMPTETimeType5994 = 7,
    kSMPTETimeType60Drop = 8,
    kSMPTETimeType5994Drop = 9,
    kSMPTETimeType50 = 10,
    kSMPTETimeType2398 = 11
};

/// What an SMPTE time says about itself.
typedef CF_OPTIONS(UInt32, SMPTETimeFlags) {
    kSMPTETimeUnknown = 0,
    kSMPTETimeValid = 1,
    kSMPTETimeRunning = 2
};

/// A time of film and video: hours, minutes, seconds, frames, and parts of a frame.
struct SMPTETime {
    /// Parts of a frame that have passed, of `mSubframeDivisor` in all.
    SInt16 mSubframes;
    /// Parts that a frame is counted in.
    SInt16 mSubframeDivisor;
    /// Messages received of a time code that comes in pieces.
    UInt32 mCounter;
    /// How many frames a second has, and whether numbers are dropped.
    SMPTETimeType mType;
    /// Whether the time counts, and whether it is running.
    SMPTETimeFlags mFlags;
    /// Hours of the time.
    SInt16 mHours;
    /// Minutes, 0 to 59.
    SInt16 mMinutes;
    /// Seconds, 0 to 59.
    SInt16 mSeconds;
    /// Video frames, from 0.
    SInt16 mFrames;
};
typedef struct SMPTETime SMPTETime;

/// Which fields of an `AudioTimeStamp` count.
typedef CF_OPTIONS(UInt32, AudioTimeStampFlags) {
    /// No field counts.
    kAudioTimeStampNothingValid = 0,
    /// `mSampleTime` counts.
    kAudioTimeStampSampleTimeValid = 1,
    /// `mHostTime` counts.
    kAudioTimeStampHostTimeValid = 2,
    /// `mRateScalar` counts.
    kAudioTimeStampRateScalarValid = 4,
    /// `mWordClockTime` counts.
    kAudioTimeStampWordClockTimeValid = 8,
    /// `mSMPTETime` counts.
    kAudioTimeStampSMPTETimeValid = 16,
    /// `mSampleTime` and `mHostTime` count.
    kAudioTimeStampSampleHostTimeValid = 3
};

/// One moment, on as many clocks as are known. Read a field only where `mFlags` says that it counts.
struct AudioTimeStamp {
    /// Frames, on the device's or stream's own count. May have a fraction.
    Float64 mSampleTime;
    /// Nanoseconds of the system's monotonic clock.
    UInt64 mHostTime;
    /// Ratio of measured to nominal duration of a frame.
    Float64 mRateScalar;
    /// Ticks of a shared word clock.
    UInt64 mWordClockTime;
    /// A time of film.
    SMPTETime mSMPTETime;
    /// Which of the fields count.
    AudioTimeStampFlags mFlags;
    /// Padding; 0.
    UInt32 mReserved;
};
typedef struct AudioTimeStamp AudioTimeStamp;

// MARK: Codecs

/// A codec by type (`kAudioDecoderComponentType` or `kAudioEncoderComponentType`), format and maker.
struct AudioClassDescription {
    /// `kAudioDecoderComponentType` or `kAudioEncoderComponentType`.
    OSType mType;
    /// The data format that it decodes or encodes, such as `kAudioFormatMPEG4AAC`.
    OSType mSubType;
    /// Who made the codec.
    OSType mManufacturer;
};
typedef struct AudioClassDescription AudioClassDescription;

// MARK: Channel layout

/// Which loudspeaker or role a channel is for: `kAudioChannelLabel_…`.
typedef UInt32 AudioChannelLabel;

/// A layout with a name: the number of channels in the low 16 bits, which layout in the high ones.
typedef UInt32 AudioChannelLayoutTag;

/// The roles a channel can have. Those from `Discrete_0` on are numbered channels, those from `HOA_ACN_0` on
/// components of ambisonic sound. Several names of top channels are older names for the same label.
CF_ENUM(AudioChannelLabel) {
    /// The role of the channel is not known.
    kAudioChannelLabel_Unknown = 0xFFFFFFFFU,
    /// The channel is not used.
    kAudioChannelLabel_Unused = 0,
    /// The channel is where its coordinates say.
    kAudioChannelLabel_UseCoordinates = 100,
    kAudioChannelLabel_Left = 1,
    kAudioChannelLabel_Right = 2,
    kAudioChannelLabel_Center = 3,
    kAudioChannelLabel_LFEScreen = 4,
    kAudioChannelLabel_LeftSurround = 5,
    kAudioChannelLabel_RightSurround = 6,
    kAudioChannelLabel_LeftCenter = 7,
    kAudioChannelLabel_RightCenter = 8,
    kAudioChannelLabel_CenterSurround = 9,
    kAudioChannelLabel_LeftSurroundDirect = 10,
    kAudioChannelLabel_RightSurroundDirect = 11,
    kAudioChannelLabel_TopCenterSurround = 12,
    kAudioChannelLabel_VerticalHeightLeft = 13,
    kAudioChannelLabel_VerticalHeightCenter = 14,
    kAudioChannelLabel_VerticalHeightRight = 15,
    kAudioChannelLabel_TopBackLeft = 16,
    kAudioChannelLabel_TopBackCenter = 17,
    kAudioChannelLabel_TopBackRight = 18,
    kAudioChannelLabel_RearSurroundLeft = 33,
    kAudioChannelLabel_RearSurroundRight = 34,
    kAudioChannelLabel_LeftWide = 35,
    kAudioChannelLabel_RightWide = 36,
    kAudioChannelLabel_LFE2 = 37,
    kAudioChannelLabel_LeftTotal = 38,
    kAudioChannelLabel_RightTotal = 39,
    kAudioChannelLabel_HearingImpaired = 40,
    kAudioChannelLabel_Narration = 41,
    kAudioChannelLabel_Mono = 42,
    kAudioChannelLabel_DialogCentricMix = 43,
    kAudioChannelLabel_CenterSurroundDirect = 44,
    kAudioChannelLabel_Haptic = 45,
    kAudioChannelLabel_LeftTopFront = 13,
    kAudioChannelLabel_CenterTopFront = 14,
    kAudioChannelLabel_RightTopFront = 15,
    kAudioChannelLabel_LeftTopMiddle = 49,
    kAudioChannelLabel_CenterTopMiddle = 12,
    kAudioChannelLabel_RightTopMiddle = 51,
    kAudioChannelLabel_LeftTopRear = 52,
    kAudioChannelLabel_CenterTopRear = 53,
    kAudioChannelLabel_RightTopRear = 54,
    kAudioChannelLabel_LeftSideSurround = 55,
    kAudioChannelLabel_RightSideSurround = 56,
    kAudioChannelLabel_LeftBottom = 57,
    kAudioChannelLabel_RightBottom = 58,
    kAudioChannelLabel_CenterBottom = 59,
    kAudioChannelLabel_LeftTopSurround = 60,
    kAudioChannelLabel_RightTopSurround = 61,
    kAudioChannelLabel_LFE3 = 62,
    kAudioChannelLabel_LeftBackSurround = 63,
    kAudioChannelLabel_RightBackSurround = 64,
    kAudioChannelLabel_LeftEdgeOfScreen = 65,
    kAudioChannelLabel_RightEdgeOfScreen = 66,
    kAudioChannelLabel_Ambisonic_W = 200,
    kAudioChannelLabel_Ambisonic_X = 201,
    kAudioChannelLabel_Ambisonic_Y = 202,
    kAudioChannelLabel_Ambisonic_Z = 203,
    kAudioChannelLabel_MS_Mid = 204,
    kAudioChannelLabel_MS_Side = 205,
    kAudioChannelLabel_XY_X = 206,
    kAudioChannelLabel_XY_Y = 207,
    kAudioChannelLabel_BinauralLeft = 208,
    kAudioChannelLabel_BinauralRight = 209,
    kAudioChannelLabel_HeadphonesLeft = 301,
    kAudioChannelLabel_HeadphonesRight = 302,
    kAudioChannelLabel_ClickTrack = 304,
    kAudioChannelLabel_ForeignLanguage = 305,
    /// A channel without a place in the room, and without a number.
    kAudioChannelLabel_Discrete = 400,
    kAudioChannelLabel_Discrete_0 = 0x00010000,
    kAudioChannelLabel_Discrete_1 = 0x00010001,
    kAudioChannelLabel_Discrete_2 = 0x00010002,
    kAudioChannelLabel_Discrete_3 = 0x00010003,
    kAudioChannelLabel_Discrete_4 = 0x00010004,
    kAudioChannelLabel_Discrete_5 = 0x00010005,
    kAudioChannelLabel_Discrete_6 = 0x00010006,
    kAudioChannelLabel_Discrete_7 = 0x00010007,
    kAudioChannelLabel_Discrete_8 = 0x00010008,
    kAudioChannelLabel_Discrete_9 = 0x00010009,
    kAudioChannelLabel_Discrete_10 = 0x0001000A,
    kAudioChannelLabel_Discrete_11 = 0x0001000B,
    kAudioChannelLabel_Discrete_12 = 0x0001000C,
    kAudioChannelLabel_Discrete_13 = 0x0001000D,
    kAudioChannelLabel_Discrete_14 = 0x0001000E,
    kAudioChannelLabel_Discrete_15 = 0x0001000F,
    kAudioChannelLabel_Discrete_65535 = 0x0001FFFF,
    /// A component of ambisonic sound, without a number.
    kAudioChannelLabel_HOA_ACN = 500,
    kAudioChannelLabel_HOA_ACN_0 = 0x00020000,
    kAudioChannelLabel_HOA_ACN_1 = 0x00020001,
    kAudioChannelLabel_HOA_ACN_2 = 0x00020002,
    kAudioChannelLabel_HOA_ACN_3 = 0x00020003,
    kAudioChannelLabel_HOA_ACN_4 = 0x00020004,
    kAudioChannelLabel_HOA_ACN_5 = 0x00020005,
    kAudioChannelLabel_HOA_ACN_6 = 0x00020006,
    kAudioChannelLabel_HOA_ACN_7 = 0x00020007,
    kAudioChannelLabel_HOA_ACN_8 = 0x00020008,
    kAudioChannelLabel_HOA_ACN_9 = 0x00020009,
    kAudioChannelLabel_HOA_ACN_10 = 0x0002000A,
    kAudioChannelLabel_HOA_ACN_11 = 0x0002000B,
    kAudioChannelLabel_HOA_ACN_12 = 0x0002000C,
    kAudioChannelLabel_HOA_ACN_13 = 0x0002000D,
    kAudioChannelLabel_HOA_ACN_14 = 0x0002000E,
    kAudioChannelLabel_HOA_ACN_15 = 0x0002000F,
    kAudioChannelLabel_HOA_ACN_65024 = 0x0002FE00,
    /// The first component of ambisonic sound that is normalized by SN3D: add the ACN number of another one.
    kAudioChannelLabel_HOA_SN3D = 0x00020000,
    /// The first component of ambisonic sound that is normalized by N3D: add the ACN number of another one.
    kAudioChannelLabel_HOA_N3D = 0x00030000,
    /// The first object of a sound that consists of objects: add the number of another one.
    kAudioChannelLabel_Object = 0x00040000,
    /// The first label that is reserved.
    kAudioChannelLabel_BeginReserved = 0xF0000000U,
    /// The last label that is reserved.
    kAudioChannelLabel_EndReserved = 0xFFFFFFFEU
};

/// Channels as bits, in the order of WAVE files: the lowest bit comes first in the stream.
typedef CF_OPTIONS(UInt32, AudioChannelBitmap) {
    kAudioChannelBit_Left = (1U << 0),
    kAudioChannelBit_Right = (1U << 1),
    kAudioChannelBit_Center = (1U << 2),
    kAudioChannelBit_LFEScreen = (1U << 3),
    kAudioChannelBit_LeftSurround = (1U << 4),
    kAudioChannelBit_RightSurround = (1U << 5),
    kAudioChannelBit_LeftCenter = (1U << 6),
    kAudioChannelBit_RightCenter = (1U << 7),
    kAudioChannelBit_CenterSurround = (1U << 8),
    kAudioChannelBit_LeftSurroundDirect = (1U << 9),
    kAudioChannelBit_RightSurroundDirect = (1U << 10),
    kAudioChannelBit_TopCenterSurround = (1U << 11),
    kAudioChannelBit_VerticalHeightLeft = (1U << 12),
    kAudioChannelBit_VerticalHeightCenter = (1U << 13),
    kAudioChannelBit_VerticalHeightRight = (1U << 14),
    kAudioChannelBit_TopBackLeft = (1U << 15),
    kAudioChannelBit_TopBackCenter = (1U << 16),
    kAudioChannelBit_TopBackRight = (1U << 17),
    kAudioChannelBit_LeftTopFront = (1U << 12),
    kAudioChannelBit_CenterTopFront = (1U << 13),
    kAudioChannelBit_RightTopFront = (1U << 14),
    kAudioChannelBit_LeftTopMiddle = (1U << 21),
    kAudioChannelBit_CenterTopMiddle = (1U << 11),
    kAudioChannelBit_RightTopMiddle = (1U << 23),
    kAudioChannelBit_LeftTopRear = (1U << 24),
    kAudioChannelBit_CenterTopRear = (1U << 25),
    kAudioChannelBit_RightTopRear = (1U << 26)
};

/// How the coordinates of a channel are to be read.
typedef CF_OPTIONS(UInt32, AudioChannelFlags) {
    kAudioChannelFlags_AllOff = 0,
    kAudioChannelFlags_RectangularCoordinates = 1,
    kAudioChannelFlags_SphericalCoordinates = 2,
    kAudioChannelFlags_Meters = 4
};

/// Which of the three coordinates is which: the first names with rectangular coordinates (−1…1, or metres), the
/// others with spherical ones (azimuth and elevation in degrees, distance 0…1 or metres).
typedef CF_ENUM(UInt32, AudioChannelCoordinateIndex) {
    kAudioChannelCoordinates_LeftRight = 0,
    kAudioChannelCoordinates_BackFront = 1,
    kAudioChannelCoordinates_DownUp = 2,
    kAudioChannelCoordinates_Azimuth = 0,
    kAudioChannelCoordinates_Elevation = 1,
    kAudioChannelCoordinates_Distance = 2
};

/// Layouts by name. With the first the descriptions count, with the second the bitmap. The tags without channels of
/// their own (`DiscreteInOrder`, `HOA_…`, `Unknown`) are combined with the number of channels:
/// `kAudioChannelLayoutTag_Unknown | 3`.
CF_ENUM(AudioChannelLayoutTag) {
    /// The descriptions of the layout name the channels.
    kAudioChannelLayoutTag_UseChannelDescriptions = (0U << 16) | 0,
    /// The bitmap of the layout names the channels.
    kAudioChannelLayoutTag_UseChannelBitmap = (1U << 16) | 0,
    kAudioChannelLayoutTag_Mono = (100U << 16) | 1,
    kAudioChannelLayoutTag_Stereo = (101U << 16) | 2,
    kAudioChannelLayoutTag_StereoHeadphones = (102U << 16) | 2,
    kAudioChannelLayoutTag_MatrixStereo = (103U << 16) | 2,
    kAudioChannelLayoutTag_MidSide = (104U << 16) | 2,
    kAudioChannelLayoutTag_XY = (105U << 16) | 2,
    kAudioChannelLayoutTag_Binaural = (106U << 16) | 2,
    kAudioChannelLayoutTag_Ambisonic_B_Format = (107U << 16) | 4,
    kAudioChannelLayoutTag_Quadraphonic = (108U << 16) | 4,
    kAudioChannelLayoutTag_Pentagonal = (109U << 16) | 5,
    kAudioChannelLayoutTag_Hexagonal = (110U << 16) | 6,
    kAudioChannelLayoutTag_Octagonal = (111U << 16) | 8,
    kAudioChannelLayoutTag_Cube = (112U << 16) | 8,
    kAudioChannelLayoutTag_MPEG_1_0 = (100U << 16) | 1,
    kAudioChannelLayoutTag_MPEG_2_0 = (101U << 16) | 2,
    kAudioChannelLayoutTag_MPEG_3_0_A = (113U << 16) | 3,
    kAudioChannelLayoutTag_MPEG_3_0_B = (114U << 16) | 3,
    kAudioChannelLayoutTag_MPEG_4_0_A = (115U << 16) | 4,
    kAudioChannelLayoutTag_MPEG_4_0_B = (116U << 16) | 4,
    kAudioChannelLayoutTag_MPEG_5_0_A = (117U << 16) | 5,
    kAudioChannelLayoutTag_MPEG_5_0_B = (118U << 16) | 5,
    kAudioChannelLayoutTag_MPEG_5_0_C = (119U << 16) | 5,
    kAudioChannelLayoutTag_MPEG_5_0_D = (120U << 16) | 5,
    kAudioChannelLayoutTag_MPEG_5_1_A = (121U << 16) | 6,
    kAudioChannelLayoutTag_MPEG_5_1_B = (122U << 16) | 6,
    kAudioChannelLayoutTag_MPEG_5_1_C = (123U << 16) | 6,
    kAudioChannelLayoutTag_MPEG_5_1_D = (124U << 16) | 6,
    kAudioChannelLayoutTag_MPEG_6_1_A = (125U << 16) | 7,
    kAudioChannelLayoutTag_MPEG_7_1_A = (126U << 16) | 8,
    kAudioChannelLayoutTag_MPEG_7_1_B = (127U << 16) | 8,
    kAudioChannelLayoutTag_MPEG_7_1_C = (128U << 16) | 8,
    kAudioChannelLayoutTag_Emagic_Default_7_1 = (129U << 16) | 8,
    kAudioChannelLayoutTag_SMPTE_DTV = (130U << 16) | 8,
    kAudioChannelLayoutTag_ITU_1_0 = (100U << 16) | 1,
    kAudioChannelLayoutTag_ITU_2_0 = (101U << 16) | 2,
    kAudioChannelLayoutTag_ITU_2_1 = (131U << 16) | 3,
    kAudioChannelLayoutTag_ITU_2_2 = (132U << 16) | 4,
    kAudioChannelLayoutTag_ITU_3_0 = (113U << 16) | 3,
    kAudioChannelLayoutTag_ITU_3_1 = (115U << 16) | 4,
    kAudioChannelLayoutTag_ITU_3_2 = (117U << 16) | 5,
    kAudioChannelLayoutTag_ITU_3_2_1 = (121U << 16) | 6,
    kAudioChannelLayoutTag_ITU_3_4_1 = (128U << 16) | 8,
    kAudioChannelLayoutTag_DVD_0 = (100U << 16) | 1,
    kAudioChannelLayoutTag_DVD_1 = (101U << 16) | 2,
    kAudioChannelLayoutTag_DVD_2 = (131U << 16) | 3,
    kAudioChannelLayoutTag_DVD_3 = (132U << 16) | 4,
    kAudioChannelLayoutTag_DVD_4 = (133U << 16) | 3,
    kAudioChannelLayoutTag_DVD_5 = (134U << 16) | 4,
    kAudioChannelLayoutTag_DVD_6 = (135U << 16) | 5,
    kAudioChannelLayoutTag_DVD_7 = (113U << 16) | 3,
    kAudioChannelLayoutTag_DVD_8 = (115U << 16) | 4,
    kAudioChannelLayoutTag_DVD_9 = (117U << 16) | 5,
    kAudioChannelLayoutTag_DVD_10 = (136U << 16) | 4,
    kAudioChannelLayoutTag_DVD_11 = (137U << 16) | 5,
    kAudioChannelLayoutTag_DVD_12 = (121U << 16) | 6,
    kAudioChannelLayoutTag_DVD_13 = (115U << 16) | 4,
    kAudioChannelLayoutTag_DVD_14 = (117U << 16) | 5,
    kAudioChannelLayoutTag_DVD_15 = (136U << 16) | 4,
    kAudioChannelLayoutTag_DVD_16 = (137U << 16) | 5,
    kAudioChannelLayoutTag_DVD_17 = (121U << 16) | 6,
    kAudioChannelLayoutTag_DVD_18 = (138U << 16) | 5,
    kAudioChannelLayoutTag_DVD_19 = (118U << 16) | 5,
    kAudioChannelLayoutTag_DVD_20 = (122U << 16) | 6,
    kAudioChannelLayoutTag_AudioUnit_4 = (108U << 16) | 4,
    kAudioChannelLayoutTag_AudioUnit_5 = (109U << 16) | 5,
    kAudioChannelLayoutTag_AudioUnit_6 = (110U << 16) | 6,
    kAudioChannelLayoutTag_AudioUnit_8 = (111U << 16) | 8,
    kAudioChannelLayoutTag_AudioUnit_5_0 = (118U << 16) | 5,
    kAudioChannelLayoutTag_AudioUnit_6_0 = (139U << 16) | 6,
    kAudioChannelLayoutTag_AudioUnit_7_0 = (140U << 16) | 7,
    kAudioChannelLayoutTag_AudioUnit_7_0_Front = (148U << 16) | 7,
    kAudioChannelLayoutTag_AudioUnit_5_1 = (121U << 16) | 6,
    kAudioChannelLayoutTag_AudioUnit_6_1 = (125U << 16) | 7,
    kAudioChannelLayoutTag_AudioUnit_7_1 = (128U << 16) | 8,
    kAudioChannelLayoutTag_AudioUnit_7_1_Front = (126U << 16) | 8,
    kAudioChannelLayoutTag_AAC_3_0 = (114U << 16) | 3,
    kAudioChannelLayoutTag_AAC_Quadraphonic = (108U << 16) | 4,
    kAudioChannelLayoutTag_AAC_4_0 = (116U << 16) | 4,
    kAudioChannelLayoutTag_AAC_5_0 = (120U << 16) | 5,
    kAudioChannelLayoutTag_AAC_5_1 = (124U << 16) | 6,
    kAudioChannelLayoutTag_AAC_6_0 = (141U << 16) | 6,
    kAudioChannelLayoutTag_AAC_6_1 = (142U << 16) | 7,
    kAudioChannelLayoutTag_AAC_7_0 = (143U << 16) | 7,
    kAudioChannelLayoutTag_AAC_7_1 = (127U << 16) | 8,
    kAudioChannelLayoutTag_AAC_7_1_B = (183U << 16) | 8,
    kAudioChannelLayoutTag_AAC_7_1_C = (184U << 16) | 8,
    kAudioChannelLayoutTag_AAC_Octagonal = (144U << 16) | 8,
    kAudioChannelLayoutTag_TMH_10_2_std = (145U << 16) | 16,
    kAudioChannelLayoutTag_TMH_10_2_full = (146U << 16) | 21,
    kAudioChannelLayoutTag_AC3_1_0_1 = (149U << 16) | 2,
    kAudioChannelLayoutTag_AC3_3_0 = (150U << 16) | 3,
    kAudioChannelLayoutTag_AC3_3_1 = (151U << 16) | 4,
    kAudioChannelLayoutTag_AC3_3_0_1 = (152U << 16) | 4,
    kAudioChannelLayoutTag_AC3_2_1_1 = (153U << 16) | 4,
    kAudioChannelLayoutTag_AC3_3_1_1 = (154U << 16) | 5,
    kAudioChannelLayoutTag_EAC_6_0_A = (155U << 16) | 6,
    kAudioChannelLayoutTag_EAC_7_0_A = (156U << 16) | 7,
    kAudioChannelLayoutTag_EAC3_6_1_A = (157U << 16) | 7,
    kAudioChannelLayoutTag_EAC3_6_1_B = (158U << 16) | 7,
    kAudioChannelLayoutTag_EAC3_6_1_C = (159U << 16) | 7,
    kAudioChannelLayoutTag_EAC3_7_1_A = (160U << 16) | 8,
    kAudioChannelLayoutTag_EAC3_7_1_B = (161U << 16) | 8,
    kAudioChannelLayoutTag_EAC3_7_1_C = (162U << 16) | 8,
    kAudioChannelLayoutTag_EAC3_7_1_D = (163U << 16) | 8,
    kAudioChannelLayoutTag_EAC3_7_1_E = (164U << 16) | 8,
    kAudioChannelLayoutTag_EAC3_7_1_F = (165U << 16) | 8,
    kAudioChannelLayoutTag_EAC3_7_1_G = (166U << 16) | 8,
    kAudioChannelLayoutTag_EAC3_7_1_H = (167U << 16) | 8,
    kAudioChannelLayoutTag_DTS_3_1 = (168U << 16) | 4,
    kAudioChannelLayoutTag_DTS_4_1 = (169U << 16) | 5,
    kAudioChannelLayoutTag_DTS_6_0_A = (170U << 16) | 6,
    kAudioChannelLayoutTag_DTS_6_0_B = (171U << 16) | 6,
    kAudioChannelLayoutTag_DTS_6_0_C = (172U << 16) | 6,
    kAudioChannelLayoutTag_DTS_6_1_A = (173U << 16) | 7,
    kAudioChannelLayoutTag_DTS_6_1_B = (174U << 16) | 7,
    kAudioChannelLayoutTag_DTS_6_1_C = (175U << 16) | 7,
    kAudioChannelLayoutTag_DTS_7_0 = (176U << 16) | 7,
    kAudioChannelLayoutTag_DTS_7_1 = (177U << 16) | 8,
    kAudioChannelLayoutTag_DTS_8_0_A = (178U << 16) | 8,
    kAudioChannelLayoutTag_DTS_8_0_B = (179U << 16) | 8,
    kAudioChannelLayoutTag_DTS_8_1_A = (180U << 16) | 9,
    kAudioChannelLayoutTag_DTS_8_1_B = (181U << 16) | 9,
    kAudioChannelLayoutTag_DTS_6_1_D = (182U << 16) | 7,
    kAudioChannelLayoutTag_WAVE_2_1 = (133U << 16) | 3,
    kAudioChannelLayoutTag_WAVE_3_0 = (113U << 16) | 3,
    kAudioChannelLayoutTag_WAVE_4_0_A = (132U << 16) | 4,
    kAudioChannelLayoutTag_WAVE_4_0_B = (185U << 16) | 4,
    kAudioChannelLayoutTag_WAVE_5_0_A = (117U << 16) | 5,
    kAudioChannelLayoutTag_WAVE_5_0_B = (186U << 16) | 5,
    kAudioChannelLayoutTag_WAVE_5_1_A = (121U << 16) | 6,
    kAudioChannelLayoutTag_WAVE_5_1_B = (187U << 16) | 6,
    kAudioChannelLayoutTag_WAVE_6_1 = (188U << 16) | 7,
    kAudioChannelLayoutTag_WAVE_7_1 = (189U << 16) | 8,
    /// Ambisonic sound in the order ACN, normalized by SN3D. Combine it with the number of channels by `|`.
    kAudioChannelLayoutTag_HOA_ACN_SN3D = (190U << 16) | 0,
    /// Ambisonic sound in the order ACN, normalized by N3D. Combine it with the number of channels by `|`.
    kAudioChannelLayoutTag_HOA_ACN_N3D = (191U << 16) | 0,
    kAudioChannelLayoutTag_Atmos_5_1_2 = (194U << 16) | 8,
    kAudioChannelLayoutTag_Atmos_5_1_4 = (195U << 16) | 10,
    kAudioChannelLayoutTag_Atmos_7_1_2 = (196U << 16) | 10,
    kAudioChannelLayoutTag_Atmos_7_1_4 = (192U << 16) | 12,
    kAudioChannelLayoutTag_Atmos_9_1_6 = (193U << 16) | 16,
    kAudioChannelLayoutTag_Logic_Mono = (100U << 16) | 1,
    kAudioChannelLayoutTag_Logic_Stereo = (101U << 16) | 2,
    kAudioChannelLayoutTag_Logic_Quadraphonic = (108U << 16) | 4,
    kAudioChannelLayoutTag_Logic_4_0_A = (115U << 16) | 4,
    kAudioChannelLayoutTag_Logic_4_0_B = (116U << 16) | 4,
    kAudioChannelLayoutTag_Logic_4_0_C = (197U << 16) | 4,
    kAudioChannelLayoutTag_Logic_5_0_A = (117U << 16) | 5,
    kAudioChannelLayoutTag_Logic_5_0_B = (118U << 16) | 5,
    kAudioChannelLayoutTag_Logic_5_0_C = (119U << 16) | 5,
    kAudioChannelLayoutTag_Logic_5_0_D = (120U << 16) | 5,
    kAudioChannelLayoutTag_Logic_5_1_A = (121U << 16) | 6,
    kAudioChannelLayoutTag_Logic_5_1_B = (122U << 16) | 6,
    kAudioChannelLayoutTag_Logic_5_1_C = (123U << 16) | 6,
    kAudioChannelLayoutTag_Logic_5_1_D = (124U << 16) | 6,
    kAudioChannelLayoutTag_Logic_6_0_A = (141U << 16) | 6,
    kAudioChannelLayoutTag_Logic_6_0_B = (198U << 16) | 6,
    kAudioChannelLayoutTag_Logic_6_0_C = (139U << 16) | 6,
    kAudioChannelLayoutTag_Logic_6_1_A = (142U << 16) | 7,
    kAudioChannelLayoutTag_Logic_6_1_B = (199U << 16) | 7,
    kAudioChannelLayoutTag_Logic_6_1_C = (125U << 16) | 7,
    kAudioChannelLayoutTag_Logic_6_1_D = (200U << 16) | 7,
    kAudioChannelLayoutTag_Logic_7_1_A = (128U << 16) | 8,
    kAudioChannelLayoutTag_Logic_7_1_B = (201U << 16) | 8,
    kAudioChannelLayoutTag_Logic_7_1_C = (128U << 16) | 8,
    kAudioChannelLayoutTag_Logic_7_1_SDDS_A = (126U << 16) | 8,
    kAudioChannelLayoutTag_Logic_7_1_SDDS_B = (127U << 16) | 8,
    kAudioChannelLayoutTag_Logic_7_1_SDDS_C = (129U << 16) | 8,
    kAudioChannelLayoutTag_Logic_Atmos_5_1_2 = (194U << 16) | 8,
    kAudioChannelLayoutTag_Logic_Atmos_5_1_4 = (195U << 16) | 10,
    kAudioChannelLayoutTag_Logic_Atmos_7_1_2 = (196U << 16) | 10,
    kAudioChannelLayoutTag_Logic_Atmos_7_1_4_A = (192U << 16) | 12,
    kAudioChannelLayoutTag_Logic_Atmos_7_1_4_B = (202U << 16) | 12,
    kAudioChannelLayoutTag_Logic_Atmos_7_1_6 = (203U << 16) | 14,
    /// Channels without a place in the room, in the order of their numbers. Combine it with their number by `|`.
    kAudioChannelLayoutTag_DiscreteInOrder = (147U << 16) | 0,
    kAudioChannelLayoutTag_CICP_1 = (100U << 16) | 1,
    kAudioChannelLayoutTag_CICP_2 = (101U << 16) | 2,
    kAudioChannelLayoutTag_CICP_3 = (113U << 16) | 3,
    kAudioChannelLayoutTag_CICP_4 = (115U << 16) | 4,
    kAudioChannelLayoutTag_CICP_5 = (117U << 16) | 5,
    kAudioChannelLayoutTag_CICP_6 = (121U << 16) | 6,
    kAudioChannelLayoutTag_CICP_7 = (127U << 16) | 8,
    kAudioChannelLayoutTag_CICP_9 = (131U << 16) | 3,
    kAudioChannelLayoutTag_CICP_10 = (132U << 16) | 4,
    kAudioChannelLayoutTag_CICP_11 = (125U << 16) | 7,
    kAudioChannelLayoutTag_CICP_12 = (128U << 16) | 8,
    kAudioChannelLayoutTag_CICP_13 = (204U << 16) | 24,
    kAudioChannelLayoutTag_CICP_14 = (205U << 16) | 8,
    kAudioChannelLayoutTag_CICP_15 = (206U << 16) | 12,
    kAudioChannelLayoutTag_CICP_16 = (207U << 16) | 10,
    kAudioChannelLayoutTag_CICP_17 = (208U << 16) | 12,
    kAudioChannelLayoutTag_CICP_18 = (209U << 16) | 14,
    kAudioChannelLayoutTag_CICP_19 = (210U << 16) | 12,
    kAudioChannelLayoutTag_CICP_20 = (211U << 16) | 14,
    /// The first tag that is reserved.
    kAudioChannelLayoutTag_BeginReserved = 0xF0000000U,
    /// The last tag that is reserved.
    kAudioChannelLayoutTag_EndReserved = 0xFFFEFFFFU,
    /// Channels whose roles are not known. Combine it with their number by `|`.
    kAudioChannelLayoutTag_Unknown = 0xFFFF0000U,
    kAudioChannelLayoutTag_Ogg_3_0 = (150U << 16) | 3,
    kAudioChannelLayoutTag_Ogg_4_0 = (185U << 16) | 4,
    kAudioChannelLayoutTag_Ogg_5_0 = (212U << 16) | 5,
    kAudioChannelLayoutTag_Ogg_5_1 = (213U << 16) | 6,
    kAudioChannelLayoutTag_Ogg_6_1 = (214U << 16) | 7,
    kAudioChannelLayoutTag_Ogg_7_1 = (215U << 16) | 8,
    kAudioChannelLayoutTag_MPEG_5_0_E = (216U << 16) | 5,
    kAudioChannelLayoutTag_MPEG_5_1_E = (217U << 16) | 6,
    kAudioChannelLayoutTag_MPEG_6_1_B = (218U << 16) | 7,
    kAudioChannelLayoutTag_MPEG_7_1_D = (219U << 16) | 8
};

/// One channel of a layout: its role and, where the flags say so, its place in the room.
struct AudioChannelDescription {
    /// What the channel is for, such as `kAudioChannelLabel_Left`.
    AudioChannelLabel mChannelLabel;
    /// How to read `mCoordinates`.
    AudioChannelFlags mChannelFlags;
    /// By `AudioChannelCoordinateIndex`; counts where the label is `kAudioChannelLabel_UseCoordinates`.
    Float32 mCoordinates[3];
};
typedef struct AudioChannelDescription AudioChannelDescription;

/// Which channel is where. It really has `mNumberChannelDescriptions` descriptions: allocate it with room for all.
struct AudioChannelLayout {
    /// States which of the fields are valid.
    AudioChannelLayoutTag mChannelLayoutTag;
    /// The channels, by `AudioChannelBitmap`. Counts where the tag is `kAudioChannelLayoutTag_UseChannelBitmap`.
    AudioChannelBitmap mChannelBitmap;
    /// How many descriptions there are; 0 for a layout by tag or bitmap alone.
    UInt32 mNumberChannelDescriptions;
    /// The first channel's description. The others follow it. They count where the tag is
    /// `kAudioChannelLayoutTag_UseChannelDescriptions`.
    AudioChannelDescription mChannelDescriptions[1];
};
typedef struct AudioChannelLayout AudioChannelLayout;

/// Returns how many channels the tag of a channel layout has.
///
/// Threads: Call this function on any thread. It is real-time safe.
///
/// - Parameter inLayoutTag: a tag, such as `kAudioChannelLayoutTag_Stereo`.
/// - Returns: the number of channels; 0 for the two tags that leave it to the bitmap or the descriptions.
CF_INLINE UInt32 AudioChannelLayoutTag_GetNumberOfChannels(
    AudioChannelLayoutTag inLayoutTag) {
    return (UInt32)(inLayoutTag & 0x0000FFFF);
}

/// One way to see a stream that can be read in several: a format, and the channels that come with it.
struct AudioFormatListItem {
    /// The format.
    AudioStreamBasicDescription mASBD;
    /// Which channel is where in it.
    AudioChannelLayoutTag mChannelLayoutTag;
};
typedef struct AudioFormatListItem AudioFormatListItem;

// MARK: MPEG-4

/// The kinds of sound of MPEG-4.
typedef CF_ENUM(long, MPEG4ObjectID) {
    kMPEG4Object_AAC_Main = 1,
    kMPEG4Object_AAC_LC = 2,
    kMPEG4Object_AAC_SSR = 3,
    kMPEG4Object_AAC_LTP = 4,
    kMPEG4Object_AAC_SBR = 5,
    kMPEG4Object_AAC_Scalable = 6,
    kMPEG4Object_TwinVQ = 7,
    kMPEG4Object_CELP = 8,
    kMPEG4Object_HVXC = 9
};

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#ifdef __cplusplus

// Functions that fill structures, for programs in C++.

/// Combines the flags of linear PCM.
///
/// - Parameters:
///   - inValidBitsPerChannel: the bits of a sample that count.
///   - inTotalBitsPerChannel: the bits that a sample takes.
///   - inIsFloat: whether samples are floating point, else signed integers.
///   - inIsBigEndian: whether the first byte of a sample is the most significant.
///   - inIsNonInterleaved: whether each channel has a buffer of its own.
/// - Returns: the flags. Samples whose bits do not all count are aligned high.
inline AudioFormatFlags CalculateLPCMFlags(
    UInt32 inValidBitsPerChannel, UInt32 inTotalBitsPerChannel, bool inIsFloat, bool inIsBigEndian,
    bool inIsNonInterleaved = false) {
    AudioFormatFlags flags = inIsFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger;
    if (inIsBigEndian) flags |= kAudioFormatFlagIsBigEndian;
    flags |= inValidBitsPerChannel == inTotalBitsPerChannel ? kAudioFormatFlagIsPacked : kAudioFormatFlagIsAlignedHigh;
    if (inIsNonInterleaved) flags |= kAudioFormatFlagIsNonInterleaved;
    return flags;
}

/// Fills the description of a linear PCM format.
///
/// - Parameters:
///   - outASBD: on return, the description.
///   - inSampleRate: frames a second.
///   - inChannelsPerFrame: the number of channels.
///   - inValidBitsPerChannel: the bits of a sample that count.
///   - inTotalBitsPerChannel: the bits that a sample takes, a multiple of 8.
///   - inIsFloat: whether samples are floating point, else signed integers.
///   - inIsBigEndian: whether the first byte of a sample is the most significant.
///   - inIsNonInterleaved: whether each channel has a buffer of its own, so that frames and packets are those of one channel.
inline void FillOutASBDForLPCM(
    AudioStreamBasicDescription &outASBD, Float64 inSampleRate, UInt32 inChannelsPerFrame,
    UInt32 inValidBitsPerChannel, UInt32 inTotalBitsPerChannel, bool inIsFloat, bool inIsBigEndian,
    bool inIsNonInterleaved = false) {
    outASBD = AudioStreamBasicDescription();
    outASBD.mSampleRate = inSampleRate;
    outASBD.mFormatID = kAudioFormatLinearPCM;
    outASBD.mFormatFlags = CalculateLPCMFlags(
        inValidBitsPerChannel, inTotalBitsPerChannel, inIsFloat, inIsBigEndian, inIsNonInterleaved);
    outASBD.mBytesPerFrame = (inIsNonInterleaved ? 1 : inChannelsPerFrame) * (inTotalBitsPerChannel / 8);
    outASBD.mBytesPerPacket = outASBD.mBytesPerFrame;
    outASBD.mFramesPerPacket = 1;
    outASBD.mChannelsPerFrame = inChannelsPerFrame;
    outASBD.mBitsPerChannel = inValidBitsPerChannel;
}

/// Says whether a format is linear PCM in the byte order of the machine.
///
/// - Parameter f: the format.
/// - Returns: false for another byte order, and for what is not linear PCM.
inline bool IsAudioFormatNativeEndian(const AudioStreamBasicDescription &f) {
    return f.mFormatID == kAudioFormatLinearPCM
        && (f.mFormatFlags & kAudioFormatFlagIsBigEndian) == kAudioFormatFlagsNativeEndian;
}

/// Fills a time stamp that has a sample time alone.
///
/// - Parameters:
///   - outATS: on return, the time stamp.
///   - inSampleTime: the sample time in frames.
inline void FillOutAudioTimeStampWithSampleTime(AudioTimeStamp &outATS, Float64 inSampleTime) {
    outATS = AudioTimeStamp();
    outATS.mSampleTime = inSampleTime;
    outATS.mFlags = kAudioTimeStampSampleTimeValid;
}

/// Fills a time stamp that has a host time alone.
///
/// - Parameters:
///   - outATS: on return, the time stamp.
///   - inHostTime: the host time in ticks.
inline void FillOutAudioTimeStampWithHostTime(AudioTimeStamp &outATS, UInt64 inHostTime) {
    outATS = AudioTimeStamp();
    outATS.mHostTime = inHostTime;
    outATS.mFlags = kAudioTimeStampHostTimeValid;
}

/// Fills a time stamp that has a sample time and a host time.
///
/// - Parameters:
///   - outATS: on return, the time stamp.
///   - inSampleTime: the sample time in frames.
///   - inHostTime: the host time in ticks.
inline void FillOutAudioTimeStampWithSampleAndHostTime(
    AudioTimeStamp &outATS, Float64 inSampleTime, UInt64 inHostTime) {
    outATS = AudioTimeStamp();
    outATS.mSampleTime = inSampleTime;
    outATS.mHostTime = inHostTime;
    outATS.mFlags = kAudioTimeStampSampleHostTimeValid;
}

#endif

#endif
