#ifndef AudioToolbox_AudioFileStream_h
#define AudioToolbox_AudioFileStream_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

/// What a property listener receives, and can ask for.
typedef CF_OPTIONS(UInt32, AudioFileStreamPropertyFlags) {
    /// On the way in: the value stays as it is. Without it the value is a guess, which changes with the packets that come.
    kAudioFileStreamPropertyFlag_PropertyIsCached = 1,
    /// On the way out: a guess shall be kept as it is now.
    kAudioFileStreamPropertyFlag_CacheProperty = 2
};

/// What is to be known of the bytes that are parsed.
typedef CF_OPTIONS(UInt32, AudioFileStreamParseFlags) {
    /// The bytes do not follow those before them.
    kAudioFileStreamParseFlag_Discontinuity = 1
};

/// What is to be known of a byte offset.
typedef CF_OPTIONS(UInt32, AudioFileStreamSeekFlags) {
    /// The offset is a guess: a packet begins near it.
    kAudioFileStreamSeekFlag_OffsetIsEstimated = 1
};

/// Names a property of a stream.
typedef UInt32 AudioFileStreamPropertyID;

/// A file that is read as its bytes arrive.
///
/// Calls about one stream may come from any thread, one at a time. Its callbacks run inside `AudioFileStreamParseBytes`, on
/// the thread that makes that call, and may make calls about the stream.
typedef struct OpaqueAudioFileStreamID *AudioFileStreamID;

/// Is called for each property that becomes known, before the first packet.
///
/// It may ask for any property, and close the stream.
typedef void (*AudioFileStream_PropertyListenerProc)(
    void *inClientData, AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    AudioFileStreamPropertyFlags *ioFlags);

/// Gets packets that are whole. The data and the descriptions are good only during the call.
///
/// Descriptions are null where all packets have one size; their offsets count from `inInputData`. Between packets there may
/// be headers, which the number of bytes counts and no description covers.
typedef void (*AudioFileStream_PacketsProc)(
    void *inClientData, UInt32 inNumberBytes, UInt32 inNumberPackets, const void *inInputData,
    AudioStreamPacketDescription *_Nullable inPacketDescriptions);

/// Statuses of the calls below.
CF_ENUM(OSStatus) {
    kAudioFileStreamError_UnsupportedFileType = 0x7479703F,  // 'typ?'
    kAudioFileStreamError_UnsupportedDataFormat = 0x666D743F,  // 'fmt?'
    kAudioFileStreamError_UnsupportedProperty = 0x7074793F,  // 'pty?'
    kAudioFileStreamError_BadPropertySize = 0x2173697A,  // '!siz'
    /// What the packets need stands behind them in the file.
    kAudioFileStreamError_NotOptimized = 0x6F70746D,  // 'optm'
    kAudioFileStreamError_InvalidPacketOffset = 0x70636B3F,  // 'pck?'
    kAudioFileStreamError_InvalidFile = 0x6474613F,  // 'dta?'
    /// The file does not state this before its audio data.
    kAudioFileStreamError_ValueUnknown = 0x756E6B3F,  // 'unk?'
    /// Not enough of the file has been parsed.
    kAudioFileStreamError_DataUnavailable = 0x6D6F7265,  // 'more'
    kAudioFileStreamError_IllegalOperation = 0x6E6F7065,  // 'nope'
    kAudioFileStreamError_UnspecifiedError = 0x7768743F,  // 'wht?'
    /// After a gap no packet's beginning can be found.
    kAudioFileStreamError_DiscontinuityCantRecover = 0x64736321  // 'dsc!'
};

/// Properties of a stream. None can be set. Before the listener was called for it, one is not there ('more').
CF_ENUM(AudioFileStreamPropertyID) {
    /// UInt32, 1 once everything is known that comes before packets. The listener is called for it last.
    kAudioFileStreamProperty_ReadyToProducePackets = 0x72656479,  // 'redy'
    /// AudioFileTypeID
    kAudioFileStreamProperty_FileFormat = 0x66666D74,  // 'ffmt'
    /// AudioStreamBasicDescription
    kAudioFileStreamProperty_DataFormat = 0x64666D74,  // 'dfmt'
    /// Array of AudioFormatListItem.
    kAudioFileStreamProperty_FormatList = 0x666C7374,  // 'flst'
    /// Bytes.
    kAudioFileStreamProperty_MagicCookieData = 0x6D676963,  // 'mgic'
    /// UInt64
    kAudioFileStreamProperty_AudioDataByteCount = 0x62636E74,  // 'bcnt'
    /// UInt64
    kAudioFileStreamProperty_AudioDataPacketCount = 0x70636E74,  // 'pcnt'
    /// UInt32, bytes.
    kAudioFileStreamProperty_MaximumPacketSize = 0x70737A65,  // 'psze'
    /// SInt64, bytes from the start of the file.
    kAudioFileStreamProperty_DataOffset = 0x646F6666,  // 'doff'
    /// AudioChannelLayout
    kAudioFileStreamProperty_ChannelLayout = 0x636D6170,  // 'cmap'
    /// AudioFramePacketTranslation: mPacket in, mFrame out.
    kAudioFileStreamProperty_PacketToFrame = 0x706B6672,  // 'pkfr'
    /// AudioFramePacketTranslation: mFrame in, mPacket and mFrameOffsetInPacket out.
    kAudioFileStreamProperty_FrameToPacket = 0x6672706B,  // 'frpk'
    /// UInt32
    kAudioFileStreamProperty_RestrictsRandomAccess = 0x72726170,  // 'rrap'
    /// AudioPacketRollDistanceTranslation: mPacket in, mRollDistance out.
    kAudioFileStreamProperty_PacketToRollDistance = 0x706B726C,  // 'pkrl'
    /// AudioIndependentPacketTranslation: mPacket in, mIndependentlyDecodablePacket out.
    kAudioFileStreamProperty_PreviousIndependentPacket = 0x70696E64,  // 'pind'
    /// AudioIndependentPacketTranslation: mPacket in, mIndependentlyDecodablePacket out.
    kAudioFileStreamProperty_NextIndependentPacket = 0x6E696E64,  // 'nind'
    /// AudioPacketDependencyInfoTranslation: mPacket in, the others out.
    kAudioFileStreamProperty_PacketToDependencyInfo = 0x706B6470,  // 'pkdp'
    /// AudioBytePacketTranslation: mPacket in, mByte and mFlags out.
    kAudioFileStreamProperty_PacketToByte = 0x706B6279,  // 'pkby'
    /// AudioBytePacketTranslation: mByte in, the others out.
    kAudioFileStreamProperty_ByteToPacket = 0x6279706B,  // 'bypk'
    /// AudioFilePacketTableInfo
    kAudioFileStreamProperty_PacketTableInfo = 0x706E666F,  // 'pnfo'
    /// UInt32, bytes that no packet exceeds.
    kAudioFileStreamProperty_PacketSizeUpperBound = 0x706B7562,  // 'pkub'
    /// Float64
    kAudioFileStreamProperty_AverageBytesPerPacket = 0x61627070,  // 'abpp'
    /// UInt32, bits per second.
    kAudioFileStreamProperty_BitRate = 0x62726174,  // 'brat'
    /// CFDictionary, which the caller releases.
    kAudioFileStreamProperty_InfoDictionary = 0x696E666F  // 'info'
};

/// Makes a parser of a file whose bytes are still arriving.
///
/// `inFileTypeHint` applies where the first bytes do not identify the type, as in the middle of a broadcast; 0 where the type
/// is not known. Close the stream with AudioFileStreamClose.
CF_EXPORT OSStatus AudioFileStreamOpen(
    void *_Nullable inClientData, AudioFileStream_PropertyListenerProc inPropertyListenerProc CA_SENDABLE,
    AudioFileStream_PacketsProc inPacketsProc CA_SENDABLE, AudioFileTypeID inFileTypeHint,
    AudioFileStreamID _Nullable *_Nonnull outAudioFileStream);

/// Takes the next bytes of the file, and calls back with the properties and packets they complete.
///
/// No bytes (0 and null) say that the file has ended; the last packet of some formats comes then.
CF_EXPORT OSStatus AudioFileStreamParseBytes(
    AudioFileStreamID inAudioFileStream, UInt32 inDataByteSize, const void *_Nullable inData,
    AudioFileStreamParseFlags inFlags);

/// Reports where in the audio data a packet begins. Parse the bytes from there on next, as discontinuous ones.
///
/// The offset counts from the data offset of the file. It is exact for packets of one size and for files that list their
/// packets, else a guess, and `ioFlags` says so.
CF_EXPORT OSStatus AudioFileStreamSeek(
    AudioFileStreamID inAudioFileStream, SInt64 inPacketOffset, SInt64 *outDataByteOffset,
    AudioFileStreamSeekFlags *ioFlags);

CF_EXPORT OSStatus AudioFileStreamGetPropertyInfo(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    UInt32 *_Nullable outPropertyDataSize, Boolean *_Nullable outWritable);

CF_EXPORT OSStatus AudioFileStreamGetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID, UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Fails: no property can be set.
CF_EXPORT OSStatus AudioFileStreamSetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID, UInt32 inPropertyDataSize,
    const void *inPropertyData);

CF_EXPORT OSStatus AudioFileStreamClose(AudioFileStreamID inAudioFileStream);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
