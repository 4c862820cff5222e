#ifndef AudioToolbox_AudioFile_h
#define AudioToolbox_AudioFile_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFString.h>
// As on the Mac, programs in C find <assert.h>, <math.h> and <string.h> here.
#ifndef __swift__
#include <CoreFoundation/CoreFoundation.h>
#endif
#include <stddef.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread. Several threads may read one file at the same time; while a thread changes a
// file, no other thread may use it. It blocks while it reads or writes, and is not real-time safe.

// MARK: File types

/// A file type, as four characters.
typedef UInt32 AudioFileTypeID;

/// The file types that have a name. `kAudioFileGlobalInfo_ReadableTypes` and `…_WritableTypes` list those that are available.
CF_ENUM(AudioFileTypeID) {
    /// AIFF.
    kAudioFileAIFFType = 0x41494646,  // 'AIFF'
    /// AIFF-C, which is AIFF with compressed sound too.
    kAudioFileAIFCType = 0x41494643,  // 'AIFC'
    /// WAVE.
    kAudioFileWAVEType = 0x57415645,  // 'WAVE'
    /// RF64: WAVE with sizes of 64 bits.
    kAudioFileRF64Type = 0x52463634,  // 'RF64'
    /// BW64: WAVE with sizes of 64 bits and broadcast metadata.
    kAudioFileBW64Type = 0x42573634,  // 'BW64'
    /// Sony's Wave64.
    kAudioFileWave64Type = 0x57363466,  // 'W64f'
    /// Sound Designer II. This library neither reads nor writes it.
    kAudioFileSoundDesigner2Type = 0x53643266,  // 'Sd2f'
    /// NeXT and Sun, `.au` and `.snd`.
    kAudioFileNextType = 0x4E655854,  // 'NeXT'
    /// MPEG audio, layer 3 (MP3).
    kAudioFileMP3Type = 0x4D504733,  // 'MPG3'
    /// MPEG audio, layer 2.
    kAudioFileMP2Type = 0x4D504732,  // 'MPG2'
    /// MPEG audio, layer 1.
    kAudioFileMP1Type = 0x4D504731,  // 'MPG1'
    /// AC-3, which is Dolby Digital.
    kAudioFileAC3Type = 0x61632D33,  // 'ac-3'
    /// AAC in ADTS frames, `.aac`.
    kAudioFileAAC_ADTSType = 0x61647473,  // 'adts'
    /// MPEG-4, `.mp4`.
    kAudioFileMPEG4Type = 0x6D703466,  // 'mp4f'
    /// MPEG-4 with sound alone, `.m4a`.
    kAudioFileM4AType = 0x6D346166,  // 'm4af'
    /// MPEG-4 audiobooks, `.m4b`.
    kAudioFileM4BType = 0x6D346266,  // 'm4bf'
    /// Core Audio Format.
    kAudioFileCAFType = 0x63616666,  // 'caff'
    /// 3GPP, `.3gp`.
    kAudioFile3GPType = 0x33677070,  // '3gpp'
    /// 3GPP2, `.3g2`.
    kAudioFile3GP2Type = 0x33677032,  // '3gp2'
    /// AMR, `.amr`.
    kAudioFileAMRType = 0x616D7266,  // 'amrf'
    /// FLAC.
    kAudioFileFLACType = 0x666C6163,  // 'flac'
    /// AAC in LATM, in LOAS frames.
    kAudioFileLATMInLOASType = 0x6C6F6173  // 'loas'
};

// MARK: Status

/// Statuses of the calls below. Calls that reach the system's files also return −34 (disk full), −36 (input or
/// output failed), −48 (the file exists), −50 (a parameter is wrong), −54 (no permission).
CF_ENUM(OSStatus) {
    /// An error that no other status describes. For example, the path is a folder or a device.
    kAudioFileUnspecifiedError = 0x7768743F,  // 'wht?'
    /// The library does not recognize the file's format. Often the file is a web page, a playlist or empty, under the name of a
    /// sound. The name does not matter: look at the first bytes.
    kAudioFileUnsupportedFileTypeError = 0x7479703F,  // 'typ?'
    /// This file type cannot hold the format; or the file type is known, and what is in the file is not.
    kAudioFileUnsupportedDataFormatError = 0x666D743F,  // 'fmt?'
    /// There is no such property, or this file does not have it.
    kAudioFileUnsupportedPropertyError = 0x7074793F,  // 'pty?'
    /// The size is not that of the property's value.
    kAudioFileBadPropertySizeError = 0x2173697A,  // '!siz'
    /// The file is open only for reading, or only for writing.
    kAudioFilePermissionsError = 0x70726D3F,  // 'prm?'
    /// Other chunks follow the audio data. Call `AudioFileOptimize` first.
    kAudioFileNotOptimizedError = 0x6F70746D,  // 'optm'
    /// There is no such chunk.
    kAudioFileInvalidChunkError = 0x63686B3F,  // 'chk?'
    /// This file type cannot store such a large size. CAF, RF64 and Wave64 can.
    kAudioFileDoesNotAllow64BitDataSizeError = 0x6F66663F,  // 'off?'
    /// The packet is not in the file, would leave a gap, or cannot be replaced.
    kAudioFileInvalidPacketOffsetError = 0x70636B3F,  // 'pck?'
    /// A packet depends on another, which the file cannot store.
    kAudioFileInvalidPacketDependencyError = 0x6465703F,  // 'dep?'
    /// The file type is known, but the bytes are inconsistent, or end too soon.
    kAudioFileInvalidFileError = 0x6474613F,  // 'dta?'
    /// This file type, or this property, does not allow the operation.
    kAudioFileOperationNotSupportedError = 0x6F703F3F,  // 'op??'
    /// The file is closed, or the reference is invalid.
    kAudioFileNotOpenError = -38,
    /// The audio data ends before all is read.
    kAudioFileEndOfFileError = -39,
    /// The position is negative, or behind the end.
    kAudioFilePositionError = -40,
    /// There is no such file.
    kAudioFileFileNotFoundError = -43
};

// MARK: Opening and creating

/// An open file. Several threads may read one file at the same time. While a thread changes it, no other thread may use it.
typedef struct OpaqueAudioFileID *AudioFileID;

/// Names a property of a file, or a piece of global information.
typedef UInt32 AudioFilePropertyID;

/// How to create a file. Without `EraseFile` an existing file is an error. Audio data begins on a page boundary,
/// behind a filler, unless `DontPageAlignAudioData` is given.
typedef CF_OPTIONS(UInt32, AudioFileFlags) {
    /// Replaces a file that exists. Without it that is an error.
    kAudioFileFlags_EraseFile = 1,
    /// Audio data begins right after the header. Without it, on a page boundary, after a filler.
    kAudioFileFlags_DontPageAlignAudioData = 2
};

/// What the file is opened for.
typedef CF_ENUM(SInt8, AudioFilePermissions) {
    /// To read.
    kAudioFileReadPermission = 1,
    /// To write.
    kAudioFileWritePermission = 2,
    /// To read and write.
    kAudioFileReadWritePermission = 3
};

// MARK: Markers and regions

/// How a region is repeated.
CF_ENUM(UInt32) {
    kAudioFileLoopDirection_NoLooping = 0,
    kAudioFileLoopDirection_Forward = 1,
    kAudioFileLoopDirection_ForwardAndBackward = 2,
    kAudioFileLoopDirection_Backward = 3
};

/// An SMPTE time.
struct AudioFile_SMPTE_Time {
    /// Hours. May be negative.
    SInt8 mHours;
    /// Minutes, 0 to 59.
    UInt8 mMinutes;
    /// Seconds, 0 to 59.
    UInt8 mSeconds;
    /// Video frames, from 0. The type of SMPTE time states the number of frames in a second.
    UInt8 mFrames;
    /// The number of sample frames since the start of the video frame.
    UInt32 mSubFrameSampleOffset;
};
typedef struct AudioFile_SMPTE_Time AudioFile_SMPTE_Time;

/// Types of markers.
CF_ENUM(UInt32) {
    kAudioFileMarkerType_Generic = 0
};

/// A named position in a file.
struct AudioFileMarker {
    /// The position in frames from the start of the sound.
    Float64 mFramePosition;
    /// The name. Release it in a marker that you get from a file. May be null.
    CFStringRef _Nullable mName CA_REFINED_FOR_SWIFT;
    /// A number that identifies the marker in its file.
    SInt32 mMarkerID;
    /// The same position as an SMPTE time. Valid only if the list states a type of SMPTE time.
    AudioFile_SMPTE_Time mSMPTETime;
    /// `kAudioFileMarkerType_Generic`, or a type of the file's own.
    UInt32 mType;
    /// Always 0.
    UInt16 mReserved;
    /// The channel, from 1; 0 for all channels.
    UInt16 mChannel;
};
typedef struct AudioFileMarker AudioFileMarker;

/// The value of `kAudioFilePropertyMarkerList`. The list has `mNumberMarkers` markers.
struct AudioFileMarkerList {
    /// The type of SMPTE time of the markers; 0 if they have none.
    UInt32 mSMPTE_TimeType;
    /// The number of markers in `mMarkers`.
    UInt32 mNumberMarkers;
    /// The markers.
    AudioFileMarker mMarkers[1];
};
typedef struct AudioFileMarkerList AudioFileMarkerList;

/// Returns how many markers a marker list of a number of bytes holds.
///
/// Threads: Call this function on any thread. It is real-time safe.
///
/// - Parameter inNumBytes: the size of an `AudioFileMarkerList` in bytes, as `AudioFileGetPropertyInfo` reports it.
/// - Returns: the number of whole markers; 0 for a size below that of a list's head.
CF_INLINE size_t NumBytesToNumAudioFileMarkers(
    size_t inNumBytes) {
    const size_t head = offsetof(AudioFileMarkerList, mMarkers);
    return inNumBytes < head ? 0 : (inNumBytes - head) / sizeof(AudioFileMarker);
}

/// Returns how many bytes a marker list of a number of markers takes.
///
/// Threads: Call this function on any thread. It is real-time safe.
///
/// - Parameter inNumMarkers: a number of markers.
/// - Returns: the size of an `AudioFileMarkerList` with that many markers, in bytes.
CF_INLINE size_t NumAudioFileMarkersToNumBytes(
    size_t inNumMarkers) {
    return offsetof(AudioFileMarkerList, mMarkers) + inNumMarkers * sizeof(AudioFileMarker);
}

/// How a region is played.
typedef CF_OPTIONS(UInt32, AudioFileRegionFlags) {
    kAudioFileRegionFlag_LoopEnable = 1,
    kAudioFileRegionFlag_PlayForward = 2,
    kAudioFileRegionFlag_PlayBackward = 4
};

/// A part of a file, from its first marker to its last. The list has `mNumberMarkers` markers.
struct AudioFileRegion {
    /// A number that identifies the region in its file.
    UInt32 mRegionID;
    /// The name. Release it in a region that you get from a file.
    CFStringRef mName CA_REFINED_FOR_SWIFT;
    /// How to play the region: in a loop, forward, backward.
    AudioFileRegionFlags mFlags;
    /// The number of markers in `mMarkers`.
    UInt32 mNumberMarkers;
    /// The markers, in their order.
    AudioFileMarker mMarkers[1];
};
typedef struct AudioFileRegion AudioFileRegion;

/// The value of `kAudioFilePropertyRegionList`. Regions differ in size: step with `NextAudioFileRegion`.
struct AudioFileRegionList {
    /// The type of SMPTE time of the markers; 0 if they have none.
    UInt32 mSMPTE_TimeType;
    /// The number of regions in `mRegions`.
    UInt32 mNumberRegions;
    /// The first region. The next ones follow at distances that depend on their markers.
    AudioFileRegion mRegions[1];
};
typedef struct AudioFileRegionList AudioFileRegionList;

/// Returns the region behind a region in a list.
///
/// Regions differ in size, so that a list cannot be indexed. Call this at most as often as `mNumberRegions` says: the function
/// does not know where the list ends.
///
/// Threads: Call this function on any thread. It is real-time safe.
///
/// - Parameter inAFRegionPtr: a region of an `AudioFileRegionList`.
/// - Returns: a pointer to the byte after the region's last marker.
CF_INLINE AudioFileRegion *NextAudioFileRegion(
    const AudioFileRegion *inAFRegionPtr) {
    return (AudioFileRegion *)((const char *)inAFRegionPtr + offsetof(AudioFileRegion, mMarkers)
        + inAFRegionPtr->mNumberMarkers * sizeof(AudioFileMarker));
}

// MARK: Values of properties

/// A frame, and the packet that holds it. The library computes the other values from one.
struct AudioFramePacketTranslation {
    /// The frame, counted from the first packet's first one.
    SInt64 mFrame;
    /// The packet that holds it, from 0.
    SInt64 mPacket;
    /// The number of frames from the start of the packet to the frame.
    UInt32 mFrameOffsetInPacket;
};
typedef struct AudioFramePacketTranslation AudioFramePacketTranslation;

/// Whether a translation is exact.
typedef CF_OPTIONS(UInt32, AudioBytePacketTranslationFlags) {
    kBytePacketTranslationFlag_IsEstimate = 1
};

/// A byte of the audio data, and the packet that holds it. The library computes the other values from one.
struct AudioBytePacketTranslation {
    /// The byte, counted from the start of the audio data.
    SInt64 mByte;
    /// The packet that holds it, from 0.
    SInt64 mPacket;
    /// The number of bytes from the start of the packet to the byte.
    UInt32 mByteOffsetInPacket;
    /// Set `kBytePacketTranslationFlag_IsEstimate` to allow an estimate. On return it states whether the values are an
    /// estimate.
    AudioBytePacketTranslationFlags mFlags;
};
typedef struct AudioBytePacketTranslation AudioBytePacketTranslation;

/// How the frames of a file divide into priming frames, sound and remainder frames. The sum of the three numbers cannot be
/// changed.
struct AudioFilePacketTableInfo {
    /// The number of frames of sound, without priming and remainder frames.
    SInt64 mNumberValidFrames;
    /// The number of frames before the sound, which the codec needs to start.
    SInt32 mPrimingFrames;
    /// The number of frames after the sound, which fill the last packet.
    SInt32 mRemainderFrames;
};
typedef struct AudioFilePacketTableInfo AudioFilePacketTableInfo;

/// Some packets in a row, and a number of bytes that they do not exceed.
struct AudioPacketRangeByteCountTranslation {
    /// The first packet, from 0; given by the caller.
    SInt64 mPacket;
    /// How many packets; given by the caller.
    SInt64 mPacketCount;
    /// The found number of bytes, which the packets do not exceed.
    SInt64 mByteCountUpperBound;
};
typedef struct AudioPacketRangeByteCountTranslation AudioPacketRangeByteCountTranslation;

/// A packet, and how many packets before (negative) or after it are to be decoded for correct sound.
struct AudioPacketRollDistanceTranslation {
    /// The packet, from 0; given by the caller.
    SInt64 mPacket;
    /// The found distance, in packets.
    SInt64 mRollDistance;
};
typedef struct AudioPacketRollDistanceTranslation AudioPacketRollDistanceTranslation;

/// A packet, and the nearest one that can be decoded by itself.
struct AudioIndependentPacketTranslation {
    /// The packet, from 0; given by the caller.
    SInt64 mPacket;
    /// The packet that was found, from 0.
    SInt64 mIndependentlyDecodablePacket;
};
typedef struct AudioIndependentPacketTranslation AudioIndependentPacketTranslation;

/// A packet, whether it can be decoded by itself, and how many packets to decode before it.
struct AudioPacketDependencyInfoTranslation {
    /// The packet, from 0; given by the caller.
    SInt64 mPacket;
    /// 1 if the packet can be decoded by itself, else 0.
    UInt32 mIsIndependentlyDecodable;
    /// Packets to decode before it for correct sound, where it can be decoded by itself.
    UInt32 mNumberPrerollPackets;
};
typedef struct AudioPacketDependencyInfoTranslation AudioPacketDependencyInfoTranslation;

// MARK: Info dictionary

/// Keys of the dictionary that `kAudioFilePropertyInfoDictionary` returns. The values are strings. C programs
/// write `CFSTR(kAFInfoDictionary_Title)`. Several values of a key, two artists for instance, are one string with `"; "` between
/// them.
#define kAFInfoDictionary_Album "album"
#define kAFInfoDictionary_ApproximateDurationInSeconds "approximate duration in seconds"
#define kAFInfoDictionary_Artist "artist"
#define kAFInfoDictionary_ChannelLayout "channel layout"
#define kAFInfoDictionary_Comments "comments"
#define kAFInfoDictionary_Composer "composer"
#define kAFInfoDictionary_Copyright "copyright"
#define kAFInfoDictionary_EncodingApplication "encoding application"
#define kAFInfoDictionary_Genre "genre"
#define kAFInfoDictionary_ISRC "ISRC"
#define kAFInfoDictionary_KeySignature "key signature"
#define kAFInfoDictionary_Lyricist "lyricist"
#define kAFInfoDictionary_NominalBitRate "nominal bit rate"
#define kAFInfoDictionary_RecordedDate "recorded date"
#define kAFInfoDictionary_SourceBitDepth "source bit depth"
#define kAFInfoDictionary_SourceEncoder "source encoder"
#define kAFInfoDictionary_SubTitle "subtitle"
#define kAFInfoDictionary_Tempo "tempo"
#define kAFInfoDictionary_TimeSignature "time signature"
#define kAFInfoDictionary_Title "title"
#define kAFInfoDictionary_TrackNumber "track number"
#define kAFInfoDictionary_Year "year"

// MARK: Files by URL

/// Creates an audio file, or replaces one, and opens it for reading and writing.
///
/// The file exists with its header when the call returns. The call checks the format first: if it refuses the format, nothing
/// on the disk has changed.
///
/// The library copies the format, and does not retain the URL.
///
/// - Parameters:
///   - inFileRef: the URL of a file. Its folder must exist.
///   - inFileType: the file type, such as `kAudioFileCAFType`. The call ignores the file name extension.
///   - inFormat: the format of the packets to be written: a sample rate above 0, 1 to 1024 channels.
///     `kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat` lists what a file type can hold.
///   - inFlags: `kAudioFileFlags_EraseFile` replaces an existing file. `kAudioFileFlags_DontPageAlignAudioData` puts the audio
///     data right after the header instead of at byte 4096.
///   - outAudioFile: the open file, or null if the call fails. Close it with `AudioFileClose`, which writes its sizes.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or the URL is not that of a file
///   - -48: the file exists, and `inFlags` does not say to replace it
///   - `kAudioFileUnsupportedFileTypeError`: the file type is unknown, or can only be read
///   - `kAudioFileUnsupportedDataFormatError`: this file type cannot hold the format, or its fields are inconsistent
///   - `kAudioFileFileNotFoundError`: the folder does not exist
///   - -54: the system does not permit it
///   - -34: the disk is full
///   - -36: another error of the file system
CF_EXPORT OSStatus AudioFileCreateWithURL(
    CAURLParameter inFileRef,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags,
    AudioFileID _Nullable *_Nonnull outAudioFile);

/// Opens an audio file.
///
/// The first bytes of the file determine its type. If they match several types or none, the hint decides, or else the file name
/// extension. Opening reads the header; if a long file has no table of packets, the library counts them when they are first
/// needed.
///
/// The library does not retain the URL.
///
/// - Parameters:
///   - inFileRef: the URL of a file. URLs of a network are refused: see `AudioFileStreamOpen`.
///   - inPermissions: whether to open the file for reading, writing or both. A file opened for writing does not change until
///     something is written.
///   - inFileTypeHint: the file type that is expected, such as `kAudioFileMP3Type`, or 0.
///   - outAudioFile: the open file, or null if the call fails. Close it with `AudioFileClose`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, the URL is not that of a file, or the permissions are not read, write or read-write
///   - `kAudioFileFileNotFoundError`: there is no such file
///   - `kAudioFileUnsupportedFileTypeError`, `'typ?'`: the library does not recognize the bytes. Web pages and
///     playlists with the name of a sound, and empty files, are common causes.
///   - `kAudioFileInvalidFileError`, `'dta?'`: the file type is known, but the bytes are inconsistent, or end too soon
///   - `kAudioFileUnsupportedDataFormatError`: the file type is known, but not the data format
///   - `kAudioFileUnspecifiedError`: the path is a folder or a device
///   - -54: the system does not permit it
///   - -36: another error of the file system
CF_EXPORT OSStatus AudioFileOpenURL(
    CAURLParameter inFileRef,
    AudioFilePermissions inPermissions,
    AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);

// MARK: Files by callbacks

/// Reads bytes for a file that a program opened with callbacks.
///
/// Threads: Called inside functions that use the file, on the thread that calls them. It may block.
///
/// - Parameters:
///   - inClientData: the pointer that the program passed with the callback.
///   - inPosition: the position of the first byte, from 0.
///   - requestCount: the number of bytes to read.
///   - buffer: room for `requestCount` bytes.
///   - actualCount: on return, the number of bytes read. Fewer than `requestCount` means the end of the data.
/// - Returns: 0, or
///   - `kAudioFileEndOfFileError`: there are fewer bytes, which is not an error
///   - any other status, which the function that uses the file returns
typedef OSStatus (*AudioFile_ReadProc)(
    void *inClientData,
    SInt64 inPosition,
    UInt32 requestCount,
    void *buffer,
    UInt32 *actualCount);

/// Writes bytes for a file that a program opened with callbacks.
///
/// Threads: Called inside functions that use the file, on the thread that calls them. It may block.
///
/// - Parameters:
///   - inClientData: the pointer that the program passed with the callback.
///   - inPosition: the position of the first byte, from 0 to the end of the data.
///   - requestCount: the number of bytes to write.
///   - buffer: the bytes. They are valid only during the call.
///   - actualCount: on return, the number of bytes written. Fewer than `requestCount` is an error: the function that uses the
///     file returns -36.
/// - Returns: 0, or
///   - any other status, which the function that uses the file returns
typedef OSStatus (*AudioFile_WriteProc)(
    void *inClientData,
    SInt64 inPosition,
    UInt32 requestCount,
    const void *buffer,
    UInt32 *actualCount);

/// Returns the size of the data of a file that a program opened with callbacks.
///
/// Threads: Called inside functions that use the file, on the thread that calls them. It may block.
///
/// - Parameter inClientData: the pointer that the program passed with the callback.
/// - Returns: the size in bytes.
typedef SInt64 (*AudioFile_GetSizeProc)(void *inClientData);

/// Truncates or extends the data of a file that a program opened with callbacks.
///
/// Threads: Called inside functions that use the file, on the thread that calls them. It may block.
///
/// - Parameters:
///   - inClientData: the pointer that the program passed with the callback.
///   - inSize: the new size in bytes.
/// - Returns: 0, or
///   - any other status, which the function that uses the file returns
typedef OSStatus (*AudioFile_SetSizeProc)(void *inClientData, SInt64 inSize);

/// Creates an audio file in whatever the callbacks read and write.
///
/// The call discards the previous contents: it sets the size to 0 first. The functions that use the file call the callbacks, on
/// their own thread. If a callback returns a status other than 0, the function returns it.
///
/// - Parameters:
///   - inClientData: a pointer that the library passes to each callback. It must stay valid until `AudioFileClose` has
///     returned.
///   - inReadFunc: reads bytes. Writers need it too, to move bytes.
///   - inWriteFunc: writes bytes, at the end too.
///   - inGetSizeFunc: returns the size in bytes.
///   - inSetSizeFunc: truncates or extends the data.
///   - inFileType: the file type, such as `kAudioFileCAFType`.
///   - inFormat: the format of the packets to be written: a sample rate above 0, 1 to 1024 channels.
///   - inFlags: `kAudioFileFlags_DontPageAlignAudioData`, or 0. `kAudioFileFlags_EraseFile` has no effect.
///   - outAudioFile: the open file, or null if the call fails. Close it with `AudioFileClose`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a callback or pointer is null
///   - `kAudioFileUnsupportedFileTypeError`: the file type is unknown, or can only be read
///   - `kAudioFileUnsupportedDataFormatError`: this file type cannot hold the format
///   - -36: a callback reported less than it was asked to write
///   - any status that a callback returns
CF_EXPORT OSStatus AudioFileInitializeWithCallbacks(
    void *inClientData,
    AudioFile_ReadProc inReadFunc CA_SENDABLE,
    AudioFile_WriteProc inWriteFunc CA_SENDABLE,
    AudioFile_GetSizeProc inGetSizeFunc CA_SENDABLE,
    AudioFile_SetSizeProc inSetSizeFunc CA_SENDABLE,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags,
    AudioFileID _Nullable *_Nonnull outAudioFile);

/// Opens an audio file in whatever the callbacks read and write.
///
/// The functions that use the file call the callbacks, on their own thread. If a callback returns a status other than 0, the
/// function returns it. `kAudioFileEndOfFileError` from the read callback is not an error: it reports the end of the data.
///
/// This example opens a file in memory for reading:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
/// #include <string.h>
///
/// struct Memory { const char *bytes; SInt64 size; };
///
/// OSStatus readBytes(void *context, SInt64 position, UInt32 count, void *buffer, UInt32 *actual) {
///     struct Memory *memory = context;
///     SInt64 left = position < memory->size ? memory->size - position : 0;
///     *actual = left < count ? (UInt32)left : count;
///     if (*actual > 0) memcpy(buffer, memory->bytes + position, *actual);
///     return noErr;
/// }
///
/// SInt64 getSize(void *context) { return ((struct Memory *)context)->size; }
///
/// // The memory must stay valid until AudioFileClose returns.
/// OSStatus openMemory(struct Memory *memory, AudioFileID *file) {
///     return AudioFileOpenWithCallbacks(memory, readBytes, NULL, getSize, NULL, 0, file);
/// }
/// ```
///
/// - Parameters:
///   - inClientData: a pointer that the library passes to each callback. It must stay valid until `AudioFileClose` has
///     returned.
///   - inReadFunc: reads bytes.
///   - inWriteFunc: writes bytes, or null. The file is open only for reading unless this and `inSetSizeFunc` are both set.
///   - inGetSizeFunc: returns the size in bytes.
///   - inSetSizeFunc: truncates or extends the data; or null.
///   - inFileTypeHint: the file type that is expected, or 0.
///   - outAudioFile: the open file, or null if the call fails. Close it with `AudioFileClose`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the read or size callback or `outAudioFile` is null
///   - `kAudioFileUnsupportedFileTypeError`: the library does not recognize the bytes
///   - `kAudioFileInvalidFileError`: the file type is known, but the bytes are inconsistent
///   - -36: the read callback reported more bytes than it was asked for
///   - any other status that a callback returns
CF_EXPORT OSStatus AudioFileOpenWithCallbacks(
    void *inClientData,
    AudioFile_ReadProc inReadFunc CA_SENDABLE,
    AudioFile_WriteProc _Nullable inWriteFunc CA_SENDABLE,
    AudioFile_GetSizeProc inGetSizeFunc CA_SENDABLE,
    AudioFile_SetSizeProc _Nullable inSetSizeFunc CA_SENDABLE,
    AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);

// MARK: Closing, reading and writing

/// Writes pending data, and closes the file.
///
/// The reference is invalid afterwards, even if the call fails. Check the status of this call: it reports a full disk.
///
/// - Parameter inAudioFile: an open file.
/// - Returns: 0, or
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - -34: the disk is full
///   - -36, or any status that a callback returns: the sizes could not be written
CF_EXPORT OSStatus AudioFileClose(AudioFileID inAudioFile);

/// Rearranges a file so that all other chunks come before the audio data.
///
/// Afterwards the file can be streamed, and audio data can be appended. The call copies a file on disk, and replaces it when
/// the copy is complete: this takes as much disk space as the file. In a file with callbacks it moves the bytes in place.
///
/// - Parameter inAudioFile: a file that is open for writing.
/// - Returns: 0, or
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFilePermissionsError`: the file is open only for reading
///   - `kAudioFileOperationNotSupportedError`: a chunk is larger than 16 MiB, or all are larger than 48 MiB
///   - -34, -36, -54: the copy could not be written
CF_EXPORT OSStatus AudioFileOptimize(AudioFileID inAudioFile);

/// Reads bytes of the audio data.
///
/// - Parameters:
///   - inAudioFile: a file that is open for reading.
///   - inUseCache: has no effect on Linux: the system keeps what was read in memory.
///   - inStartingByte: where to begin, in bytes from the first of the audio data; at least 0.
///   - ioNumBytes: the number of bytes to read, and on return the number read.
///   - outBuffer: room for that many bytes.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFilePermissionsError`: the file is open only for writing
///   - `kAudioFilePositionError`: the position is negative
///   - `kAudioFileEndOfFileError`: the audio data ends before all is read; `ioNumBytes` states how many bytes came
///   - -36: the disk failed
CF_EXPORT OSStatus AudioFileReadBytes(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    SInt64 inStartingByte,
    UInt32 *ioNumBytes,
    void *outBuffer);

/// Writes bytes of the audio data of a format whose packets all have one size.
///
/// You can replace bytes, or append bytes. `AudioFileClose` updates the sizes in the header, unless
/// `kAudioFilePropertyDeferSizeUpdates` is 0.
///
/// - Parameters:
///   - inAudioFile: a file that is open for writing.
///   - inUseCache: has no effect on Linux.
///   - inStartingByte: where to begin, in bytes from the first of the audio data; 0 to the number there are.
///   - ioNumBytes: the number of bytes to write, and on return the number written: all, or 0 if the call fails.
///   - inBuffer: the bytes. The library does not keep them.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFilePermissionsError`: the file is open only for reading
///   - `kAudioFilePositionError`: the position is negative, or behind the end
///   - `kAudioFileOperationNotSupportedError`: packets of this format differ in size; use `AudioFileWritePackets`
///   - `kAudioFileNotOptimizedError`: the file is not optimized: other chunks follow the audio data
///   - `kAudioFileDoesNotAllow64BitDataSizeError`: this file type cannot store such a large size
///   - -34: the disk is full
CF_EXPORT OSStatus AudioFileWriteBytes(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    SInt64 inStartingByte,
    UInt32 *ioNumBytes,
    const void *inBuffer);

/// Reads whole packets into a buffer.
///
/// The call reads as many packets as you request, the buffer holds and the file contains. At the end of the file it returns 0,
/// with both counts 0.
///
/// This example reads a file to its end, in runs of up to 64 packets:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
/// #include <stdlib.h>
///
/// OSStatus readAll(AudioFileID file, void (*use)(const void *bytes, UInt32 size)) {
///     UInt32 largest = 0, size = sizeof largest;
///     OSStatus status = AudioFileGetProperty(file, kAudioFilePropertyPacketSizeUpperBound, &size, &largest);
///     if (status != noErr) return status;
///     AudioStreamPacketDescription descriptions[64];
///     char *buffer = malloc((size_t)largest * 64);
///     if (buffer == NULL) return kAudio_MemFullError;
///     SInt64 next = 0;
///     for (;;) {
///         UInt32 bytes = largest * 64, packets = 64;
///         status = AudioFileReadPacketData(file, false, &bytes, descriptions, next, &packets, buffer);
///         if (status != noErr || packets == 0) break;
///         use(buffer, bytes);
///         next += packets;
///     }
///     free(buffer);
///     return status;
/// }
/// ```
///
/// - Parameters:
///   - inAudioFile: a file that is open for reading.
///   - inUseCache: has no effect on Linux.
///   - ioNumBytes: the size of `outBuffer` in bytes, and on return the number of bytes that were read.
///   - outPacketDescriptions: room for `ioNumPackets` descriptions; may be null. Offsets count from `outBuffer`. Packets that
///     differ in size cannot be told apart without descriptions.
///   - inStartingPacket: the first packet to read, counted from 0.
///   - ioNumPackets: the number of packets to read, and on return the number read.
///   - outBuffer: room for `ioNumBytes` bytes. `kAudioFilePropertyPacketSizeUpperBound` says how large a packet can be.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer other than that to the descriptions is null
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFilePermissionsError`: the file is open only for writing
///   - `kAudioFilePositionError`: the packet number is negative
///   - `kAudioFileInvalidFileError`: the file has no table of packets, and its packets cannot be told apart
///   - -36: the disk failed
CF_EXPORT OSStatus AudioFileReadPacketData(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    UInt32 *ioNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    SInt64 inStartingPacket,
    UInt32 *ioNumPackets,
    void *_Nullable outBuffer);

/// Reads packets into a buffer whose size is not stated. Use `AudioFileReadPacketData` instead.
///
/// The buffer must have room for `ioNumPackets` packets of the size that `kAudioFilePropertyMaximumPacketSize` states. That
/// property may read the whole file.
///
/// - Parameters:
///   - inAudioFile: a file that is open for reading.
///   - inUseCache: has no effect on Linux.
///   - outNumBytes: on return, the number of bytes that were read.
///   - outPacketDescriptions: room for `ioNumPackets` descriptions; may be null.
///   - inStartingPacket: the first packet to read, counted from 0.
///   - ioNumPackets: the number of packets to read, and on return the number read; 0 at the end.
///   - outBuffer: room for the packets.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer other than that to the descriptions is null
///   - the other statuses of `AudioFileReadPacketData`
CF_EXPORT OSStatus AudioFileReadPackets(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    UInt32 *outNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    SInt64 inStartingPacket,
    UInt32 *ioNumPackets,
    void *_Nullable outBuffer);

/// Writes packets.
///
/// Packets that all have one size may replace earlier ones. Packets that differ in size can only be appended. The call writes
/// the bytes before it returns. `kAudioFilePropertyDeferSizeUpdates` defers only the sizes in the header.
///
/// - Parameters:
///   - inAudioFile: a file that is open for writing.
///   - inUseCache: has no effect on Linux.
///   - inNumBytes: the size of `inBuffer` in bytes. Ignored if all packets have one size.
///   - inPacketDescriptions: a description for each packet. Needed where packets differ in size, otherwise null. Offsets count
///     from `inBuffer`.
///   - inStartingPacket: the number of the first packet, counted from 0: at most the number there are.
///   - ioNumPackets: the number of packets to write, and on return the number written: all, or 0 if the call fails.
///   - inBuffer: the packets. The library does not keep them.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, descriptions are missing, or one leads outside the buffer or lacks the frames of
///     a packet of a format whose packets differ in length
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFilePermissionsError`: the file is open only for reading
///   - `kAudioFilePositionError`: the packet number is negative
///   - `kAudioFileInvalidPacketOffsetError`: the packet number leaves a gap, or names a packet that cannot be replaced
///   - `kAudioFileNotOptimizedError`: the file is not optimized: other chunks follow the audio data
///   - `kAudioFileDoesNotAllow64BitDataSizeError`: this file type cannot store such a large size
///   - `kAudioFileOperationNotSupportedError`: there are more packets than can be counted
///   - -34: the disk is full
CF_EXPORT OSStatus AudioFileWritePackets(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    UInt32 inNumBytes,
    const AudioStreamPacketDescription *_Nullable inPacketDescriptions,
    SInt64 inStartingPacket,
    UInt32 *ioNumPackets,
    const void *inBuffer);

/// Writes packets, and states which of them can be decoded independently.
///
/// No supported format has packets that depend on others: this function does the same as `AudioFileWritePackets`, but refuses a
/// packet that depends on another.
///
/// - Parameters:
///   - inAudioFile: a file that is open for writing.
///   - inUseCache: has no effect on Linux.
///   - inNumBytes: the size of `inBuffer` in bytes.
///   - inPacketDescriptions: a description for each packet. Needed where packets differ in size, otherwise null.
///   - inPacketDependencies: for each packet, whether it can be decoded by itself.
///   - inStartingPacket: the number of the first packet, counted from 0.
///   - ioNumPackets: the number of packets to write, and on return the number written.
///   - inBuffer: the packets. The library does not keep them.
/// - Returns: 0, or
///   - `kAudioFileInvalidPacketDependencyError`: a packet depends on another; nothing was written
///   - the statuses of `AudioFileWritePackets`
CF_EXPORT OSStatus AudioFileWritePacketsWithDependencies(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    UInt32 inNumBytes,
    const AudioStreamPacketDescription *_Nullable inPacketDescriptions,
    AudioStreamPacketDependencyDescription *inPacketDependencies,
    SInt64 inStartingPacket,
    UInt32 *ioNumPackets,
    void *inBuffer);

// MARK: User data

/// Counts the chunks with a name.
///
/// - Parameters:
///   - inAudioFile: an open file.
///   - inUserDataID: the four characters of a chunk's name.
///   - outNumberItems: the number of chunks of that name there are; 0 is no error.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
CF_EXPORT OSStatus AudioFileCountUserData(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 *outNumberItems);

/// Returns the size of a chunk, without its header.
///
/// - Parameters:
///   - inAudioFile: an open file.
///   - inUserDataID: the four characters of a chunk's name.
///   - inIndex: which of the chunks of that name, counted from 0.
///   - outUserDataSize: on return, the size in bytes. 2^32 − 1 if the chunk has 4 GiB or more: use
///     `AudioFileGetUserDataSize64`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFileInvalidChunkError`: there is no such chunk
CF_EXPORT OSStatus AudioFileGetUserDataSize(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 inIndex,
    UInt32 *outUserDataSize);

/// Returns the size of a chunk as a 64-bit number.
///
/// - Parameters:
///   - inAudioFile: an open file.
///   - inUserDataId: the four characters of a chunk's name.
///   - inIndex: which of the chunks of that name, counted from 0.
///   - outUserDataSize: on return, the size in bytes.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFileInvalidChunkError`: there is no such chunk
CF_EXPORT OSStatus AudioFileGetUserDataSize64(
    AudioFileID inAudioFile,
    UInt32 inUserDataId,
    UInt32 inIndex,
    UInt64 *outUserDataSize);

/// Reads a chunk, without its header.
///
/// - Parameters:
///   - inAudioFile: a file that is open for reading.
///   - inUserDataID: the four characters of a chunk's name.
///   - inIndex: which of the chunks of that name, counted from 0.
///   - ioUserDataSize: the size of `outUserData` in bytes, and on return the number of bytes that were read.
///   - outUserData: room for that many bytes.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFilePermissionsError`: the file is open only for writing
///   - `kAudioFileInvalidChunkError`: there is no such chunk
///   - -36: the disk failed
CF_EXPORT OSStatus AudioFileGetUserData(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 inIndex,
    UInt32 *ioUserDataSize,
    void *outUserData);

/// Reads a part of a chunk.
///
/// - Parameters:
///   - inAudioFile: a file that is open for reading.
///   - inUserDataId: the four characters of a chunk's name.
///   - inIndex: which of the chunks of that name, counted from 0.
///   - inOffset: where to begin, in bytes from the end of the chunk's header; at least 0. If it is past the end, the call reads
///     0 bytes.
///   - ioUserDataSize: the size of `outUserData` in bytes, and on return the number of bytes that were read.
///   - outUserData: room for that many bytes.
/// - Returns: 0, or
///   - `kAudioFilePositionError`: the offset is negative
///   - the statuses of `AudioFileGetUserData`
CF_EXPORT OSStatus AudioFileGetUserDataAtOffset(
    AudioFileID inAudioFile,
    UInt32 inUserDataId,
    UInt32 inIndex,
    SInt64 inOffset,
    UInt32 *ioUserDataSize,
    void *outUserData);

/// Replaces a chunk, or adds one.
///
/// The library copies the bytes, and writes them when the file is closed. `AudioFileGetUserData` returns them immediately.
///
/// - Parameters:
///   - inAudioFile: a file that is open for writing.
///   - inUserDataID: the four characters of a chunk's name.
///   - inIndex: which of the chunks of that name, counted from 0. The number of existing chunks adds one.
///   - inUserDataSize: the size of `inUserData` in bytes.
///   - inUserData: the contents of the chunk, without its header.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null, and the size is not 0
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFilePermissionsError`: the file is open only for reading
///   - `kAudioFileInvalidChunkError`: the index is larger than the number of such chunks
///   - `kAudioFileOperationNotSupportedError`: files of this type have no chunks, or all are larger than 48 MiB
CF_EXPORT OSStatus AudioFileSetUserData(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 inIndex,
    UInt32 inUserDataSize,
    const void *inUserData);

/// Removes a chunk.
///
/// - Parameters:
///   - inAudioFile: a file that is open for writing.
///   - inUserDataID: the four characters of a chunk's name.
///   - inIndex: which of the chunks of that name, counted from 0. The numbers of the following chunks decrease by 1.
/// - Returns: 0, or
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFilePermissionsError`: the file is open only for reading
///   - `kAudioFileInvalidChunkError`: there is no such chunk, or it belongs to a property
CF_EXPORT OSStatus AudioFileRemoveUserData(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex);

// MARK: Properties

/// Properties of an open file. Some take part of their value on the way in: the translations.
CF_ENUM(AudioFilePropertyID) {
    /// AudioFileTypeID, the type of the file.
    kAudioFilePropertyFileFormat = 0x66666D74,  // 'ffmt'
    /// AudioStreamBasicDescription of the audio data. Can be set before the first packet is written.
    kAudioFilePropertyDataFormat = 0x64666D74,  // 'dfmt'
    /// UInt32: 1 if no other chunks follow the audio data.
    kAudioFilePropertyIsOptimized = 0x6F70746D,  // 'optm'
    /// Bytes, the magic cookie of the codec as it is stored in the file. Set it before you write the first packet.
    kAudioFilePropertyMagicCookieData = 0x6D676963,  // 'mgic'
    /// UInt64, bytes of audio data.
    kAudioFilePropertyAudioDataByteCount = 0x62636E74,  // 'bcnt'
    /// UInt64, packets of audio data.
    kAudioFilePropertyAudioDataPacketCount = 0x70636E74,  // 'pcnt'
    /// UInt32, bytes of the largest packet. May have to read the whole file.
    kAudioFilePropertyMaximumPacketSize = 0x70737A65,  // 'psze'
    /// SInt64, bytes from the file's start to the audio data.
    kAudioFilePropertyDataOffset = 0x646F6666,  // 'doff'
    /// AudioChannelLayout of the audio data.
    kAudioFilePropertyChannelLayout = 0x636D6170,  // 'cmap'
    /// UInt32: 1, the default, writes sizes when the file is closed; 0 after each write.
    kAudioFilePropertyDeferSizeUpdates = 0x64737A75,  // 'dszu'
    /// Not supported here: use `kAudioFormatProperty_FormatName`.
    kAudioFilePropertyDataFormatName = 0x666E6D65,  // 'fnme'
    /// AudioFileMarkerList, the markers of the file.
    kAudioFilePropertyMarkerList = 0x6D6B6C73,  // 'mkls'
    /// AudioFileRegionList, the regions of the file.
    kAudioFilePropertyRegionList = 0x72676C73,  // 'rgls'
    /// AudioFramePacketTranslation; mPacket is given.
    kAudioFilePropertyPacketToFrame = 0x706B6672,  // 'pkfr'
    /// AudioFramePacketTranslation; mFrame is given.
    kAudioFilePropertyFrameToPacket = 0x6672706B,  // 'frpk'
    /// UInt32, 1 if packets depend on each other.
    kAudioFilePropertyRestrictsRandomAccess = 0x72726170,  // 'rrap'
    /// AudioPacketRollDistanceTranslation; mPacket is given.
    kAudioFilePropertyPacketToRollDistance = 0x706B726C,  // 'pkrl'
    /// AudioIndependentPacketTranslation; mPacket is given.
    kAudioFilePropertyPreviousIndependentPacket = 0x70696E64,  // 'pind'
    /// AudioIndependentPacketTranslation; mPacket is given.
    kAudioFilePropertyNextIndependentPacket = 0x6E696E64,  // 'nind'
    /// AudioPacketDependencyInfoTranslation; mPacket is given.
    kAudioFilePropertyPacketToDependencyInfo = 0x706B6470,  // 'pkdp'
    /// AudioBytePacketTranslation; mPacket is given.
    kAudioFilePropertyPacketToByte = 0x706B6279,  // 'pkby'
    /// AudioBytePacketTranslation; mByte is given.
    kAudioFilePropertyByteToPacket = 0x6279706B,  // 'bypk'
    /// Array of UInt32, the names of the file's chunks.
    kAudioFilePropertyChunkIDs = 0x63686964,  // 'chid'
    /// CFDictionary of strings by `kAFInfoDictionary_…`.
    kAudioFilePropertyInfoDictionary = 0x696E666F,  // 'info'
    /// AudioFilePacketTableInfo, the numbers of valid, priming and remainder frames. Can be set only if they add up to the
    /// current total.
    kAudioFilePropertyPacketTableInfo = 0x706E666F,  // 'pnfo'
    /// Array of AudioFormatListItem, best first.
    kAudioFilePropertyFormatList = 0x666C7374,  // 'flst'
    /// UInt32, bytes that no packet exceeds. Does not read the file.
    kAudioFilePropertyPacketSizeUpperBound = 0x706B7562,  // 'pkub'
    /// AudioPacketRangeByteCountTranslation; mPacket and mPacketCount are given.
    kAudioFilePropertyPacketRangeByteCountUpperBound = 0x70727562,  // 'prub'
    /// Float64, seconds of packets whose table gets room before the audio data, so that the finished file can be
    /// streamed. To be set before the first packet; without effect where packets have one size.
    kAudioFilePropertyReserveDuration = 0x72737276,  // 'rsrv'
    /// Float64, the duration of the audio data in seconds.
    kAudioFilePropertyEstimatedDuration = 0x65647572,  // 'edur'
    /// UInt32, bits per second of the audio data.
    kAudioFilePropertyBitRate = 0x62726174,  // 'brat'
    /// Bytes of the ID3 tag as they stand. Of AIFF and WAVE files version 2 can be set.
    kAudioFilePropertyID3Tag = 0x69643374,  // 'id3t'
    /// SInt64, bytes from the file's start to the ID3 tag.
    kAudioFilePropertyID3TagOffset = 0x6964336F,  // 'id3o'
    /// SInt32, bits of the source before it was encoded; negative for float.
    kAudioFilePropertySourceBitDepth = 0x73627464,  // 'sbtd'
    /// CFData, the bytes of an image file, or null. Can be set where the file has a place for it.
    kAudioFilePropertyAlbumArtwork = 0x61617274,  // 'aart'
    /// UInt32, the number of audio tracks.
    kAudioFilePropertyAudioTrackCount = 0x61746374,  // 'atct'
    /// UInt32, the track to read, counted from 0. Can only be set.
    kAudioFilePropertyUseAudioTrack = 0x7561746B  // 'uatk'
};

/// Returns the size of a property's value, and whether the property can be set.
///
/// - Parameters:
///   - inAudioFile: an open file.
///   - inPropertyID: a property, such as `kAudioFilePropertyMagicCookieData`.
///   - outDataSize: on return, the size of the value in bytes; may be null. 0 for a magic cookie that is missing but can be
///     set.
///   - isWritable: on return, 1 if the property of this file can be set now, else 0; may be null.
/// - Returns: 0, or
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFileUnsupportedPropertyError`: there is no such property, or this file does not have it
CF_EXPORT OSStatus AudioFileGetPropertyInfo(
    AudioFileID inAudioFile,
    AudioFilePropertyID inPropertyID,
    UInt32 *_Nullable outDataSize,
    UInt32 *_Nullable isWritable);

/// Reads a property of an open file.
///
/// Release the objects that you get: dictionaries, data, and the names in markers and regions. Translations read their input
/// from `outPropertyData`.
///
/// - Parameters:
///   - inAudioFile: an open file.
///   - inPropertyID: a property, such as `kAudioFilePropertyDataFormat`.
///   - ioDataSize: the size of `outPropertyData` in bytes, and on return the size of the value. A larger buffer is no error.
///   - outPropertyData: room for the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFileUnsupportedPropertyError`: there is no such property, or this file does not have it
///   - `kAudioFileBadPropertySizeError`: the buffer is too small; nothing was written
///   - `kAudioFileInvalidPacketOffsetError`: a translation asks for a packet, frame or byte that is not in the file
CF_EXPORT OSStatus AudioFileGetProperty(
    AudioFileID inAudioFile,
    AudioFilePropertyID inPropertyID,
    UInt32 *ioDataSize,
    void *outPropertyData);

/// Changes a property of a file.
///
/// The call refuses a value that the file could not store. It copies the value, and does not retain objects.
///
/// - Parameters:
///   - inAudioFile: a file that is open for writing. In a file that is open for reading you can set only
///     `kAudioFilePropertyUseAudioTrack`.
///   - inPropertyID: a property. `AudioFileGetPropertyInfo` says which can be set.
///   - inDataSize: the size of `inPropertyData` in bytes.
///   - inPropertyData: the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or the value contradicts the file: a layout of another number of channels, a
///     packet table of another number of frames
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFilePermissionsError`: the file is open only for reading
///   - `kAudioFileUnsupportedPropertyError`: there is no such property
///   - `kAudioFileBadPropertySizeError`: the size is not that of the value
///   - `kAudioFileOperationNotSupportedError`: the property can only be read, this file type cannot store the value, or it is
///     too late, because audio data has been written
CF_EXPORT OSStatus AudioFileSetProperty(
    AudioFileID inAudioFile,
    AudioFilePropertyID inPropertyID,
    UInt32 inDataSize,
    const void *inPropertyData);

// MARK: What the library can do

/// What `AudioFileGetGlobalInfo` reports, and the specifier of each property.
CF_ENUM(AudioFilePropertyID) {
    /// Array of AudioFileTypeID, the types that can be read. No specifier.
    kAudioFileGlobalInfo_ReadableTypes = 0x61667266,  // 'afrf'
    /// Array of AudioFileTypeID, the types that can be written. No specifier.
    kAudioFileGlobalInfo_WritableTypes = 0x61667766,  // 'afwf'
    /// CFString, the name of a file type. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_FileTypeName = 0x66746E6D,  // 'ftnm'
    /// Array of AudioStreamBasicDescription, the forms of a data format that a file type can hold. Specifier:
    /// AudioFileTypeAndFormatID.
    kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat = 0x73646964,  // 'sdid'
    /// Array of AudioFormatID, the data formats that a file type can hold. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_AvailableFormatIDs = 0x666D6964,  // 'fmid'
    /// CFArray of CFString, the file name extensions of all types, without dots. No specifier.
    kAudioFileGlobalInfo_AllExtensions = 0x616C7874,  // 'alxt'
    /// Array of UInt32, the HFS type codes of all file types. No specifier.
    kAudioFileGlobalInfo_AllHFSTypeCodes = 0x61686673,  // 'ahfs'
    /// CFArray of CFString, the uniform type identifiers of all file types. No specifier.
    kAudioFileGlobalInfo_AllUTIs = 0x61757469,  // 'auti'
    /// CFArray of CFString, the MIME types of all file types. No specifier.
    kAudioFileGlobalInfo_AllMIMETypes = 0x616D696D,  // 'amim'
    /// CFArray of CFString, the file name extensions of a file type, without dots. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_ExtensionsForType = 0x66657874,  // 'fext'
    /// Array of UInt32, the HFS type codes of a file type. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_HFSTypeCodesForType = 0x66686673,  // 'fhfs'
    /// CFArray of CFString, the uniform type identifiers of a file type. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_UTIsForType = 0x66757469,  // 'futi'
    /// CFArray of CFString, the MIME types of a file type. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_MIMETypesForType = 0x666D696D,  // 'fmim'
    /// Array of AudioFileTypeID, the file types with a MIME type. Specifier: CFString.
    kAudioFileGlobalInfo_TypesForMIMEType = 0x746D696D,  // 'tmim'
    /// Array of AudioFileTypeID, the file types with a uniform type identifier. Specifier: CFString.
    kAudioFileGlobalInfo_TypesForUTI = 0x74757469,  // 'tuti'
    /// Array of AudioFileTypeID, the file types with an HFS type code. Specifier: UInt32.
    kAudioFileGlobalInfo_TypesForHFSTypeCode = 0x74686673,  // 'thfs'
    /// Array of AudioFileTypeID, the file types with a file name extension. Specifier: CFString, without a dot.
    kAudioFileGlobalInfo_TypesForExtension = 0x74657874  // 'text'
};

/// Which format in which kind of file: a specifier.
struct AudioFileTypeAndFormatID {
    /// The kind of file, such as `kAudioFileCAFType`.
    AudioFileTypeID mFileType;
    /// The data format, such as `kAudioFormatLinearPCM`.
    UInt32 mFormatID;
};
typedef struct AudioFileTypeAndFormatID AudioFileTypeAndFormatID;

/// Returns the size of a piece of global information.
///
/// Threads: Call this function on any thread, and on several threads at the same time. It allocates memory, and is not
/// real-time safe.
///
/// - Parameters:
///   - inPropertyID: the property, such as `kAudioFileGlobalInfo_ReadableTypes`.
///   - inSpecifierSize: the size of `inSpecifier` in bytes; 0 if there is no specifier.
///   - inSpecifier: the subject of the question, such as a format; null without one. The page of each property says what it
///     takes.
///   - outDataSize: on return, the size of the value in bytes.
/// - Returns: 0, or
///   - `kAudio_ParamError`: `outDataSize` is null, or a specifier that must be a string is not
///   - `kAudioFileUnsupportedPropertyError`: there is no such property
///   - `kAudioFileBadPropertySizeError`: the specifier has the wrong size
///   - `kAudioFileUnsupportedFileTypeError`: the specifier is an unknown file type
///   - `kAudioFileUnsupportedDataFormatError`: the specifier is a format that the file type cannot hold
CF_EXPORT OSStatus AudioFileGetGlobalInfoSize(
    AudioFilePropertyID inPropertyID,
    UInt32 inSpecifierSize,
    void *_Nullable inSpecifier,
    UInt32 *outDataSize);

/// Returns information about the supported file types and formats. No file needs to be open.
///
/// If the value is a string or an array of strings, release it.
///
/// Threads: Call this function on any thread, and on several threads at the same time. It allocates memory, and is not
/// real-time safe.
///
/// - Parameters:
///   - inPropertyID: the property, such as `kAudioFileGlobalInfo_ReadableTypes`.
///   - inSpecifierSize: the size of `inSpecifier` in bytes; 0 if there is no specifier.
///   - inSpecifier: the subject of the question, such as a format; null without one. The page of each property says what it
///     takes.
///   - ioDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value.
/// - Returns: 0, or the statuses of `AudioFileGetGlobalInfoSize`. `kAudioFileBadPropertySizeError` is also returned if the
///   buffer is too small.
CF_EXPORT OSStatus AudioFileGetGlobalInfo(
    AudioFilePropertyID inPropertyID,
    UInt32 inSpecifierSize,
    void *_Nullable inSpecifier,
    UInt32 *ioDataSize,
    void *outPropertyData);

// MARK: Files by FSRef

struct FSRef;

/// Creates a file in a folder. `AudioFileCreateWithURL` does the same with a URL.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - inParentRef: the folder.
///   - inFileName: the name of the file, without a slash.
///   - inFileType: `kAudioFile…Type`
///   - inFormat: what the file will hold.
///   - inFlags: whether a file that exists is replaced, and whether audio data begin at a page.
///   - outNewFileRef: on return, a reference to the file.
///   - outAudioFile: on return, the open file; null if the call fails.
/// - Returns: 0, a status of `AudioFileCreateWithURL`, or
///   - `kAudio_FileNotFoundError`: no function made the reference
///   - `kAudio_BadFilePathError`: the name is empty or has a slash
CF_EXPORT OSStatus AudioFileCreate(
    const struct FSRef *inParentRef,
    CAStringParameter inFileName,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags,
    struct FSRef *outNewFileRef,
    AudioFileID _Nullable *_Nonnull outAudioFile);

/// Makes a file that exists an empty one. `AudioFileCreateWithURL` does the same with a URL.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - inFileRef: the file.
///   - inFileType: `kAudioFile…Type`
///   - inFormat: what the file will hold.
///   - inFlags: whether audio data begin at a page.
///   - outAudioFile: on return, the open file; null if the call fails.
/// - Returns: 0, a status of `AudioFileCreateWithURL`, or
///   - `kAudio_FileNotFoundError`: no function made the reference
CF_EXPORT OSStatus AudioFileInitialize(
    const struct FSRef *inFileRef,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags,
    AudioFileID _Nullable *_Nonnull outAudioFile);

/// Opens a file. `AudioFileOpenURL` does the same with a URL.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - inFileRef: the file.
///   - inPermissions: whether the program reads, writes or does both.
///   - inFileTypeHint: `kAudioFile…Type` for files without a recognizable start; 0 for none.
///   - outAudioFile: on return, the open file; null if the call fails.
/// - Returns: 0, a status of `AudioFileOpenURL`, or
///   - `kAudio_FileNotFoundError`: no function made the reference
CF_EXPORT OSStatus AudioFileOpen(
    const struct FSRef *inFileRef,
    AudioFilePermissions inPermissions,
    AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
