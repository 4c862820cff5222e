#ifndef AudioToolbox_AudioFileStream_h
#define AudioToolbox_AudioFileStream_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Types and flags

/// What a property listener receives, and can ask for.
typedef CF_OPTIONS(UInt32, AudioFileStreamPropertyFlags) {
    /// On the way in: the value stays as it is. Without it the value is a guess, which changes with the packets that come.
    kAudioFileStreamPropertyFlag_PropertyIsCached = 1,
    /// On the way out: keep a guess as it is now.
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

// MARK: Callbacks

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

// MARK: Status

/// Statuses of the calls below.
CF_ENUM(OSStatus) {
    /// The bytes are of no kind of stream known here.
    kAudioFileStreamError_UnsupportedFileType = 0x7479703F,  // 'typ?'
    /// The kind is known, what is in the stream is not.
    kAudioFileStreamError_UnsupportedDataFormat = 0x666D743F,  // 'fmt?'
    /// There is no such property, or this stream does not have it.
    kAudioFileStreamError_UnsupportedProperty = 0x7074793F,  // 'pty?'
    /// The size is not that of the property's value.
    kAudioFileStreamError_BadPropertySize = 0x2173697A,  // '!siz'
    /// What the packets need stands behind them in the file.
    kAudioFileStreamError_NotOptimized = 0x6F70746D,  // 'optm'
    /// The stream has no such packet.
    kAudioFileStreamError_InvalidPacketOffset = 0x70636B3F,  // 'pck?'
    /// The bytes contradict themselves.
    kAudioFileStreamError_InvalidFile = 0x6474613F,  // 'dta?'
    /// The file does not state this before its audio data.
    kAudioFileStreamError_ValueUnknown = 0x756E6B3F,  // 'unk?'
    /// Not enough of the file has been parsed.
    kAudioFileStreamError_DataUnavailable = 0x6D6F7265,  // 'more'
    /// The call came from a callback of the parser, or at the wrong place.
    kAudioFileStreamError_IllegalOperation = 0x6E6F7065,  // 'nope'
    /// None of the others fits.
    kAudioFileStreamError_UnspecifiedError = 0x7768743F,  // 'wht?'
    /// After a gap no packet's beginning can be found.
    kAudioFileStreamError_DiscontinuityCantRecover = 0x64736321  // 'dsc!'
};

// MARK: Properties

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

// MARK: Parsing

/// Makes a parser for a file whose bytes are still arriving.
///
/// Close it with `AudioFileStreamClose`. Nothing is parsed yet: the callbacks run inside `AudioFileStreamParseBytes`, on the
/// thread that makes that call.
///
/// - Parameters:
///   - inClientData: a pointer that each callback gets; may be null.
///   - inPropertyListenerProc: is called for each property that becomes known.
///   - inPacketsProc: gets the packets.
///   - inFileTypeHint: the kind of file, such as `kAudioFileAAC_ADTSType`, for bytes that do not tell, as in the middle of a
///     broadcast; 0 where it is not known.
///   - outAudioFileStream: the parser, or null where the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a callback or `outAudioFileStream` is null
CF_EXPORT OSStatus AudioFileStreamOpen(
    void *_Nullable inClientData, AudioFileStream_PropertyListenerProc inPropertyListenerProc CA_SENDABLE,
    AudioFileStream_PacketsProc inPacketsProc CA_SENDABLE, AudioFileTypeID inFileTypeHint,
    AudioFileStreamID _Nullable *_Nonnull outAudioFileStream);

/// Takes the next bytes of the file, and calls back with the properties and packets that they complete.
///
/// It makes no difference how the bytes are cut up. Those of a packet that is not whole are copied and kept; packets that are
/// whole are handed on where they are. After an error of the file every later call returns the same error.
///
/// - Parameters:
///   - inAudioFileStream: a parser.
///   - inDataByteSize: how many bytes; 0 says that the file has ended, and hands out the last packet of some formats.
///   - inData: the bytes; null with 0. They are not needed after the call.
///   - inFlags: `kAudioFileStreamParseFlag_Discontinuity` where the bytes do not follow those before them: after a seek they
///     stand where `AudioFileStreamSeek` said, else at an unknown place.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none, or there are bytes to parse and the pointer is null
///   - `kAudioFileStreamError_UnsupportedFileType`: the first bytes are of no kind known here
///   - `kAudioFileStreamError_UnsupportedDataFormat`: the kind is known, what is in it is not
///   - `kAudioFileStreamError_InvalidFile`: the bytes contradict themselves
///   - `kAudioFileStreamError_NotOptimized`: what the packets need stands behind them, as in many M4A files: such a file can
///     only be read once it is whole
///   - `kAudioFileStreamError_DataUnavailable`: the file ended before its head did
///   - `kAudioFileStreamError_DiscontinuityCantRecover`: after a gap no packet's beginning can be found
///   - `kAudioFileStreamError_IllegalOperation`: the call came from a callback of this parser
CF_EXPORT OSStatus AudioFileStreamParseBytes(
    AudioFileStreamID inAudioFileStream, UInt32 inDataByteSize, const void *_Nullable inData,
    AudioFileStreamParseFlags inFlags);

/// Tells at which byte a packet begins.
///
/// Get the file's bytes from there on, and parse them next, with `kAudioFileStreamParseFlag_Discontinuity`.
///
/// - Parameters:
///   - inAudioFileStream: a parser that knows the data format.
///   - inPacketOffset: a packet, counted from 0.
///   - outDataByteOffset: bytes from the first of the audio data. Add `kAudioFileStreamProperty_DataOffset` for a place in
///     the file.
///   - ioFlags: on return `kAudioFileStreamSeekFlag_OffsetIsEstimated` where a packet begins only near that byte: where
///     packets differ in size and the file does not list them.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none, or a pointer is null
///   - `kAudioFileStreamError_DataUnavailable`: the head has not been parsed
///   - `kAudioFileStreamError_InvalidPacketOffset`: the file has no such packet
///   - `kAudioFileStreamError_IllegalOperation`: the bytes there do not mark where a packet begins
CF_EXPORT OSStatus AudioFileStreamSeek(
    AudioFileStreamID inAudioFileStream, SInt64 inPacketOffset, SInt64 *outDataByteOffset,
    AudioFileStreamSeekFlags *ioFlags);

// MARK: Reading properties

/// Tells how many bytes a property's value takes now.
///
/// - Parameters:
///   - inAudioFileStream: a parser.
///   - inPropertyID: a property.
///   - outPropertyDataSize: bytes; null where the program does not need it.
///   - outWritable: false, as no property can be set; null where the program does not need it.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none
///   - `kAudioFileStreamError_UnsupportedProperty`: there is no such property
///   - `kAudioFileStreamError_DataUnavailable`: it is not known yet
///   - `kAudioFileStreamError_ValueUnknown`: the file does not state it before its audio data
CF_EXPORT OSStatus AudioFileStreamGetPropertyInfo(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    UInt32 *_Nullable outPropertyDataSize, Boolean *_Nullable outWritable);

/// Reads a property of a file that is being parsed.
///
/// - Parameters:
///   - inAudioFileStream: a parser.
///   - inPropertyID: a property.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value. Translations read their question from it first. The caller releases a dictionary.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none, or a pointer is null
///   - `kAudioFileStreamError_BadPropertySize`: the buffer is too small; nothing was written
///   - `kAudioFileStreamError_InvalidPacketOffset`: a translation asks for what is not in the file
///   - the statuses of `AudioFileStreamGetPropertyInfo`
CF_EXPORT OSStatus AudioFileStreamGetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID, UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Fails: all properties come from the file, and none can be set.
///
/// - Parameters:
///   - inAudioFileStream: a parser.
///   - inPropertyID: a property.
///   - inPropertyDataSize: is not looked at.
///   - inPropertyData: is not looked at.
/// - Returns: `kAudioFileStreamError_IllegalOperation`; `kAudioFileStreamError_UnsupportedProperty` where there is no such
///   property; `kAudio_ParamError` where the reference is none.
CF_EXPORT OSStatus AudioFileStreamSetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID, UInt32 inPropertyDataSize,
    const void *inPropertyData);

// MARK: Closing

/// Releases a parser.
///
/// A callback may make this call: none comes afterwards. What was parsed before is lost, a packet that is not whole too.
///
/// - Parameter inAudioFileStream: a parser. The reference is invalid afterwards.
/// - Returns: 0, or `kAudio_ParamError`: the reference is none.
CF_EXPORT OSStatus AudioFileStreamClose(AudioFileStreamID inAudioFileStream);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
