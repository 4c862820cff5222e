#ifndef AudioToolbox_AudioFileStream_h
#define AudioToolbox_AudioFileStream_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread. Only one thread at a time may use a parser; its callbacks may use it too.
// It allocates memory, and is not real-time safe.

// MARK: Types and flags

/// Flags that a property listener receives and returns.
typedef CF_OPTIONS(UInt32, AudioFileStreamPropertyFlags) {
    /// When the listener is called: the value is final. Without it the value is an estimate, which changes with later packets.
    kAudioFileStreamPropertyFlag_PropertyIsCached = 1,
    /// When the listener returns: keep the current estimate.
    kAudioFileStreamPropertyFlag_CacheProperty = 2
};

/// Flags for the bytes that are parsed.
typedef CF_OPTIONS(UInt32, AudioFileStreamParseFlags) {
    /// The bytes do not follow the previous ones.
    kAudioFileStreamParseFlag_Discontinuity = 1
};

/// Flags for a byte offset.
typedef CF_OPTIONS(UInt32, AudioFileStreamSeekFlags) {
    /// The offset is an estimate: a packet begins near it.
    kAudioFileStreamSeekFlag_OffsetIsEstimated = 1
};

/// Names a property of a stream.
typedef UInt32 AudioFileStreamPropertyID;

/// A parser for a file whose bytes are still arriving.
///
/// Only one thread at a time may use it. `AudioFileStreamParseBytes` calls the callbacks, which may use the parser.
typedef struct OpaqueAudioFileStreamID *AudioFileStreamID;

// MARK: Callbacks

/// Called for each property that becomes known, before the first packet.
///
/// It may read any property, and close the parser.
///
/// Threads: Called inside `AudioFileStreamParseBytes`, on the thread that calls it. It may block: the parser then takes no more
/// bytes.
///
/// - Parameters:
///   - inClientData: the pointer that the program passed with the callback.
///   - inAudioFileStream: the parser.
///   - inPropertyID: the property. Read it with `AudioFileStreamGetProperty`.
///   - ioFlags: `AudioFileStreamPropertyFlags`: whether the value is final, and on return whether the parser keeps it.
typedef void (*AudioFileStream_PropertyListenerProc)(
    void *inClientData, AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    AudioFileStreamPropertyFlags *ioFlags);

/// Receives complete packets.
///
/// Between packets there may be headers, which the number of bytes includes and no description covers.
///
/// Threads: Called inside `AudioFileStreamParseBytes`, on the thread that calls it. It may block: the parser then takes no more
/// bytes.
///
/// - Parameters:
///   - inClientData: the pointer that the program passed with the callback.
///   - inNumberBytes: the number of bytes at `inInputData`.
///   - inNumberPackets: the number of packets.
///   - inInputData: the packets. They are valid only during the call.
///   - inPacketDescriptions: a description of each packet, with offsets from `inInputData`; null if all packets have the same
///     size. They are valid only during the call.
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
    /// The file stores its packet table after the audio data.
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
    /// An error that no other status describes.
    kAudioFileStreamError_UnspecifiedError = 0x7768743F,  // 'wht?'
    /// The parser cannot find the start of a packet after a gap.
    kAudioFileStreamError_DiscontinuityCantRecover = 0x64736321  // 'dsc!'
};

// MARK: Properties

/// Properties of a stream. None can be set. Before the listener was called for it, one is not there ('more').
CF_ENUM(AudioFileStreamPropertyID) {
    /// UInt32, 1 once everything is known that comes before packets. The listener is called for it last.
    kAudioFileStreamProperty_ReadyToProducePackets = 0x72656479,  // 'redy'
    /// AudioFileTypeID, the type of the file.
    kAudioFileStreamProperty_FileFormat = 0x66666D74,  // 'ffmt'
    /// AudioStreamBasicDescription of the audio data.
    kAudioFileStreamProperty_DataFormat = 0x64666D74,  // 'dfmt'
    /// Array of AudioFormatListItem, the formats that the data can be decoded as, best first.
    kAudioFileStreamProperty_FormatList = 0x666C7374,  // 'flst'
    /// Bytes, the magic cookie that the decoder needs.
    kAudioFileStreamProperty_MagicCookieData = 0x6D676963,  // 'mgic'
    /// UInt64, the size of the audio data in bytes.
    kAudioFileStreamProperty_AudioDataByteCount = 0x62636E74,  // 'bcnt'
    /// UInt64, the number of packets.
    kAudioFileStreamProperty_AudioDataPacketCount = 0x70636E74,  // 'pcnt'
    /// UInt32, the size of the largest packet in bytes.
    kAudioFileStreamProperty_MaximumPacketSize = 0x70737A65,  // 'psze'
    /// SInt64, bytes from the start of the file.
    kAudioFileStreamProperty_DataOffset = 0x646F6666,  // 'doff'
    /// AudioChannelLayout of the audio data.
    kAudioFileStreamProperty_ChannelLayout = 0x636D6170,  // 'cmap'
    /// AudioFramePacketTranslation: mPacket in, mFrame out.
    kAudioFileStreamProperty_PacketToFrame = 0x706B6672,  // 'pkfr'
    /// AudioFramePacketTranslation: mFrame in, mPacket and mFrameOffsetInPacket out.
    kAudioFileStreamProperty_FrameToPacket = 0x6672706B,  // 'frpk'
    /// UInt32, 1 if packets depend on each other.
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
    /// AudioFilePacketTableInfo, the numbers of valid, priming and remainder frames.
    kAudioFileStreamProperty_PacketTableInfo = 0x706E666F,  // 'pnfo'
    /// UInt32, bytes that no packet exceeds.
    kAudioFileStreamProperty_PacketSizeUpperBound = 0x706B7562,  // 'pkub'
    /// Float64, the average size of a packet in bytes.
    kAudioFileStreamProperty_AverageBytesPerPacket = 0x61627070,  // 'abpp'
    /// UInt32, bits per second.
    kAudioFileStreamProperty_BitRate = 0x62726174,  // 'brat'
    /// CFDictionary of strings by `kAFInfoDictionary_…`. Release it.
    kAudioFileStreamProperty_InfoDictionary = 0x696E666F  // 'info'
};

// MARK: Parsing

/// Creates a parser for a file whose bytes are still arriving.
///
/// Close it with `AudioFileStreamClose`. The call parses nothing. `AudioFileStreamParseBytes` calls the callbacks.
///
/// The client data must stay valid until `AudioFileStreamClose` returns.
///
/// This example prints each property's code and the number of packets:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
/// #include <stdio.h>
///
/// void learned(void *context, AudioFileStreamID parser, AudioFileStreamPropertyID property,
///              AudioFileStreamPropertyFlags *flags) {
///     (void)context, (void)parser, (void)flags;
///     printf("property %08x\n", (unsigned)property);
/// }
///
/// void received(void *context, UInt32 bytes, UInt32 packets, const void *data,
///               AudioStreamPacketDescription *descriptions) {
///     (void)context, (void)data, (void)descriptions;
///     printf("%u packets of %u bytes\n", (unsigned)packets, (unsigned)bytes);
/// }
///
/// OSStatus openParser(AudioFileStreamID *parser) {
///     return AudioFileStreamOpen(NULL, learned, received, kAudioFileMP3Type, parser);
/// }
/// ```
///
/// - Parameters:
///   - inClientData: a pointer that the library passes to each callback; may be null. The library does not use what it points
///     to.
///   - inPropertyListenerProc: called for each property that becomes known.
///   - inPacketsProc: called with complete packets.
///   - inFileTypeHint: the file type, such as `kAudioFileAAC_ADTSType`, for bytes without a header, as in the middle of a
///     broadcast; 0 if it is unknown.
///   - outAudioFileStream: the parser, or null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a callback or `outAudioFileStream` is null
CF_EXPORT OSStatus AudioFileStreamOpen(
    void *_Nullable inClientData, AudioFileStream_PropertyListenerProc inPropertyListenerProc CA_SENDABLE,
    AudioFileStream_PacketsProc inPacketsProc CA_SENDABLE, AudioFileTypeID inFileTypeHint,
    AudioFileStreamID _Nullable *_Nonnull outAudioFileStream);

/// Parses the next bytes of the file, and calls back for each property and packet that they complete.
///
/// You can split the bytes anywhere. The parser copies the bytes of an incomplete packet; complete packets are passed to your
/// callback without a copy. After an error in the file every later call returns the same error.
///
/// This example parses what arrives at a file descriptor, such as a socket:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
/// #include <unistd.h>
///
/// OSStatus parse(AudioFileStreamID parser, int descriptor) {
///     char bytes[4096];
///     ssize_t count;
///     OSStatus status = noErr;
///     while (status == noErr && (count = read(descriptor, bytes, sizeof bytes)) > 0)
///         status = AudioFileStreamParseBytes(parser, (UInt32)count, bytes, 0);
///     // The end of the file completes the last packet.
///     return status != noErr ? status : AudioFileStreamParseBytes(parser, 0, NULL, 0);
/// }
/// ```
///
/// - Parameters:
///   - inAudioFileStream: a parser.
///   - inDataByteSize: the number of bytes; 0 signals the end of the file, which completes the last packet of some formats.
///   - inData: the bytes; null with 0. The parser does not keep a reference to them.
///   - inFlags: `kAudioFileStreamParseFlag_Discontinuity` if the bytes do not follow the previous ones. After a seek they begin
///     at the offset from `AudioFileStreamSeek`, otherwise at an unknown position.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or there are bytes to parse and the pointer is null
///   - `kAudioFileStreamError_UnsupportedFileType`: the library does not recognize the format of the first bytes
///   - `kAudioFileStreamError_UnsupportedDataFormat`: the file type is known, but not the data format
///   - `kAudioFileStreamError_InvalidFile`: the bytes are inconsistent
///   - `kAudioFileStreamError_NotOptimized`: the file stores its packet table after the audio data, as many M4A files do. Open
///     such a file with `AudioFileOpenURL` once it is complete
///   - `kAudioFileStreamError_DataUnavailable`: the file ended before the end of its header
///   - `kAudioFileStreamError_DiscontinuityCantRecover`: the parser cannot find the start of a packet after a gap
///   - `kAudioFileStreamError_IllegalOperation`: the call came from a callback of this parser
CF_EXPORT OSStatus AudioFileStreamParseBytes(
    AudioFileStreamID inAudioFileStream, UInt32 inDataByteSize, const void *_Nullable inData,
    AudioFileStreamParseFlags inFlags);

/// Returns the byte at which a packet begins.
///
/// Read the file from there, and pass its bytes to `AudioFileStreamParseBytes` with `kAudioFileStreamParseFlag_Discontinuity`.
///
/// - Parameters:
///   - inAudioFileStream: a parser that knows the data format.
///   - inPacketOffset: a packet, counted from 0.
///   - outDataByteOffset: bytes from the first of the audio data. Add `kAudioFileStreamProperty_DataOffset` for a place in the
///     file.
///   - ioFlags: on return `kAudioFileStreamSeekFlag_OffsetIsEstimated` if the offset is an estimate, because packets differ in
///     size and the file does not list them.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or a pointer is null
///   - `kAudioFileStreamError_DataUnavailable`: the header has not been parsed
///   - `kAudioFileStreamError_InvalidPacketOffset`: the file has no such packet
///   - `kAudioFileStreamError_IllegalOperation`: the parser could not find the start of a packet there
CF_EXPORT OSStatus AudioFileStreamSeek(
    AudioFileStreamID inAudioFileStream, SInt64 inPacketOffset, SInt64 *outDataByteOffset,
    AudioFileStreamSeekFlags *ioFlags);

// MARK: Reading properties

/// Returns the size of a property's value.
///
/// - Parameters:
///   - inAudioFileStream: a parser.
///   - inPropertyID: a property.
///   - outPropertyDataSize: on return, the size of the value in bytes; may be null.
///   - outWritable: false, as no property can be set; may be null.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid
///   - `kAudioFileStreamError_UnsupportedProperty`: there is no such property
///   - `kAudioFileStreamError_DataUnavailable`: its value is not known yet
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
///   - outPropertyData: room for the value. Translations read their question from it first. Release a dictionary.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or a pointer is null
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
///   - inPropertyDataSize: ignored.
///   - inPropertyData: ignored.
/// - Returns: `kAudioFileStreamError_IllegalOperation`; `kAudioFileStreamError_UnsupportedProperty` if there is no such
///   property; `kAudio_ParamError` if the reference is invalid.
CF_EXPORT OSStatus AudioFileStreamSetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID, UInt32 inPropertyDataSize,
    const void *inPropertyData);

// MARK: Closing

/// Disposes of a parser.
///
/// A callback may call this function; the parser then makes no more calls. An incomplete packet is discarded.
///
/// - Parameter inAudioFileStream: a parser. The reference is invalid afterwards.
/// - Returns: 0, or `kAudio_ParamError`: the reference is invalid.
CF_EXPORT OSStatus AudioFileStreamClose(AudioFileStreamID inAudioFileStream);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
