#ifndef AudioToolbox_AudioFile_h
#define AudioToolbox_AudioFile_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFString.h>
#include <stddef.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: File types

/// A kind of file, as four characters.
typedef UInt32 AudioFileTypeID;

/// The kinds of files that have a name. `kAudioFileGlobalInfo_ReadableTypes` and `…_WritableTypes` list those at
/// hand.
CF_ENUM(AudioFileTypeID) {
    kAudioFileAIFFType = 0x41494646,  // 'AIFF'
    kAudioFileAIFCType = 0x41494643,  // 'AIFC'
    kAudioFileWAVEType = 0x57415645,  // 'WAVE'
    kAudioFileRF64Type = 0x52463634,  // 'RF64'
    kAudioFileBW64Type = 0x42573634,  // 'BW64'
    kAudioFileWave64Type = 0x57363466,  // 'W64f'
    kAudioFileSoundDesigner2Type = 0x53643266,  // 'Sd2f'
    kAudioFileNextType = 0x4E655854,  // 'NeXT'
    kAudioFileMP3Type = 0x4D504733,  // 'MPG3'
    kAudioFileMP2Type = 0x4D504732,  // 'MPG2'
    kAudioFileMP1Type = 0x4D504731,  // 'MPG1'
    kAudioFileAC3Type = 0x61632D33,  // 'ac-3'
    kAudioFileAAC_ADTSType = 0x61647473,  // 'adts'
    kAudioFileMPEG4Type = 0x6D703466,  // 'mp4f'
    kAudioFileM4AType = 0x6D346166,  // 'm4af'
    kAudioFileM4BType = 0x6D346266,  // 'm4bf'
    kAudioFileCAFType = 0x63616666,  // 'caff'
    kAudioFile3GPType = 0x33677070,  // '3gpp'
    kAudioFile3GP2Type = 0x33677032,  // '3gp2'
    kAudioFileAMRType = 0x616D7266,  // 'amrf'
    kAudioFileFLACType = 0x666C6163,  // 'flac'
    kAudioFileLATMInLOASType = 0x6C6F6173  // 'loas'
};

// MARK: Status

/// Statuses of the calls below. Calls that reach the system's files also return −34 (disk full), −36 (input or
/// output failed), −48 (the file exists), −50 (a parameter is wrong), −54 (no permission).
CF_ENUM(OSStatus) {
    kAudioFileUnspecifiedError = 0x7768743F,  // 'wht?'
    kAudioFileUnsupportedFileTypeError = 0x7479703F,  // 'typ?'
    kAudioFileUnsupportedDataFormatError = 0x666D743F,  // 'fmt?'
    kAudioFileUnsupportedPropertyError = 0x7074793F,  // 'pty?'
    kAudioFileBadPropertySizeError = 0x2173697A,  // '!siz'
    kAudioFilePermissionsError = 0x70726D3F,  // 'prm?'
    kAudioFileNotOptimizedError = 0x6F70746D,  // 'optm'
    kAudioFileInvalidChunkError = 0x63686B3F,  // 'chk?'
    kAudioFileDoesNotAllow64BitDataSizeError = 0x6F66663F,  // 'off?'
    kAudioFileInvalidPacketOffsetError = 0x70636B3F,  // 'pck?'
    kAudioFileInvalidPacketDependencyError = 0x6465703F,  // 'dep?'
    kAudioFileInvalidFileError = 0x6474613F,  // 'dta?'
    kAudioFileOperationNotSupportedError = 0x6F703F3F,  // 'op??'
    kAudioFileNotOpenError = -38,
    kAudioFileEndOfFileError = -39,
    kAudioFilePositionError = -40,
    kAudioFileFileNotFoundError = -43
};

// MARK: Opening and creating

/// An open file. Calls about one file may come from any thread, one at a time.
typedef struct OpaqueAudioFileID *AudioFileID;

/// Names a property of a file, or a piece of global information.
typedef UInt32 AudioFilePropertyID;

/// How to create a file. Without `EraseFile` an existing file is an error. Audio data begins on a page boundary,
/// behind a filler, unless `DontPageAlignAudioData` is given.
typedef CF_OPTIONS(UInt32, AudioFileFlags) {
    kAudioFileFlags_EraseFile = 1,
    kAudioFileFlags_DontPageAlignAudioData = 2
};

/// What the file is opened for.
typedef CF_ENUM(SInt8, AudioFilePermissions) {
    kAudioFileReadPermission = 1,
    kAudioFileWritePermission = 2,
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

/// A time of film and video, where hours may be negative.
struct AudioFile_SMPTE_Time {
    SInt8 mHours;
    UInt8 mMinutes;
    UInt8 mSeconds;
    UInt8 mFrames;
    /// Sample frames since the start of the video frame.
    UInt32 mSubFrameSampleOffset;
};
typedef struct AudioFile_SMPTE_Time AudioFile_SMPTE_Time;

/// A marker that only marks.
CF_ENUM(UInt32) {
    kAudioFileMarkerType_Generic = 0
};

/// A named place in a file.
struct AudioFileMarker {
    /// Frames from the start of the sound.
    Float64 mFramePosition;
    /// Who gets the marker from a file releases the name. May be null.
    CFStringRef _Nullable mName CA_REFINED_FOR_SWIFT;
    SInt32 mMarkerID;
    AudioFile_SMPTE_Time mSMPTETime;
    /// `kAudioFileMarkerType_Generic`, or a type of the file's own.
    UInt32 mType;
    /// 0.
    UInt16 mReserved;
    /// The channel it belongs to, counted from 1; 0 for all.
    UInt16 mChannel;
};
typedef struct AudioFileMarker AudioFileMarker;

/// The value of `kAudioFilePropertyMarkerList`. It really has `mNumberMarkers` markers.
struct AudioFileMarkerList {
    /// What the times of the markers count in; 0 where they have none.
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberMarkers;
    AudioFileMarker mMarkers[1];
};
typedef struct AudioFileMarkerList AudioFileMarkerList;

/// How many markers a list of so many bytes holds.
CF_INLINE size_t NumBytesToNumAudioFileMarkers(
    size_t inNumBytes) {
    const size_t head = offsetof(AudioFileMarkerList, mMarkers);
    return inNumBytes < head ? 0 : (inNumBytes - head) / sizeof(AudioFileMarker);
}

/// How many bytes a list of so many markers takes.
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

/// A part of a file, from its first marker to its last. It really has `mNumberMarkers` markers.
struct AudioFileRegion {
    UInt32 mRegionID;
    /// Who gets the region from a file releases the name.
    CFStringRef mName CA_REFINED_FOR_SWIFT;
    AudioFileRegionFlags mFlags;
    UInt32 mNumberMarkers;
    AudioFileMarker mMarkers[1];
};
typedef struct AudioFileRegion AudioFileRegion;

/// The value of `kAudioFilePropertyRegionList`. Regions differ in size: step with `NextAudioFileRegion`.
struct AudioFileRegionList {
    /// What the times of the markers count in; 0 where they have none.
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberRegions;
    AudioFileRegion mRegions[1];
};
typedef struct AudioFileRegionList AudioFileRegionList;

/// Where the region after this one would stand. Ask only as often as the list has regions.
CF_INLINE AudioFileRegion *NextAudioFileRegion(
    const AudioFileRegion *inAFRegionPtr) {
    return (AudioFileRegion *)((const char *)inAFRegionPtr + offsetof(AudioFileRegion, mMarkers)
        + inAFRegionPtr->mNumberMarkers * sizeof(AudioFileMarker));
}

// MARK: Values of properties

/// A frame, and the packet that holds it. One is given, the others are found.
struct AudioFramePacketTranslation {
    SInt64 mFrame;
    SInt64 mPacket;
    /// Frames between the packet's start and the frame.
    UInt32 mFrameOffsetInPacket;
};
typedef struct AudioFramePacketTranslation AudioFramePacketTranslation;

/// Whether a translation is exact.
typedef CF_OPTIONS(UInt32, AudioBytePacketTranslationFlags) {
    kBytePacketTranslationFlag_IsEstimate = 1
};

/// A byte of the audio data, and the packet that holds it. One is given, the others are found.
struct AudioBytePacketTranslation {
    SInt64 mByte;
    SInt64 mPacket;
    UInt32 mByteOffsetInPacket;
    /// `kBytePacketTranslationFlag_IsEstimate` on the way in allows a guess; on the way out it says that it is one.
    AudioBytePacketTranslationFlags mFlags;
};
typedef struct AudioBytePacketTranslation AudioBytePacketTranslation;

/// How many of the frames that all packets decode to are sound. May be set only so that the sum of the three stays
/// the same.
struct AudioFilePacketTableInfo {
    SInt64 mNumberValidFrames;
    /// Frames before the sound, which the codec needed to get going.
    SInt32 mPrimingFrames;
    /// Frames after the sound, which fill the last packet.
    SInt32 mRemainderFrames;
};
typedef struct AudioFilePacketTableInfo AudioFilePacketTableInfo;

/// Some packets in a row, and a number of bytes that they do not exceed.
struct AudioPacketRangeByteCountTranslation {
    SInt64 mPacket;
    SInt64 mPacketCount;
    SInt64 mByteCountUpperBound;
};
typedef struct AudioPacketRangeByteCountTranslation AudioPacketRangeByteCountTranslation;

/// A packet, and how many packets before (negative) or after it are to be decoded for correct sound.
struct AudioPacketRollDistanceTranslation {
    SInt64 mPacket;
    SInt64 mRollDistance;
};
typedef struct AudioPacketRollDistanceTranslation AudioPacketRollDistanceTranslation;

/// A packet, and the nearest one that can be decoded by itself.
struct AudioIndependentPacketTranslation {
    SInt64 mPacket;
    SInt64 mIndependentlyDecodablePacket;
};
typedef struct AudioIndependentPacketTranslation AudioIndependentPacketTranslation;

/// A packet, whether it can be decoded by itself, and how many packets to decode before it.
struct AudioPacketDependencyInfoTranslation {
    SInt64 mPacket;
    UInt32 mIsIndependentlyDecodable;
    UInt32 mNumberPrerollPackets;
};
typedef struct AudioPacketDependencyInfoTranslation AudioPacketDependencyInfoTranslation;

// MARK: Info dictionary

/// Keys of the dictionary that `kAudioFilePropertyInfoDictionary` hands out. The values are strings. C programs
/// write `CFSTR(kAFInfoDictionary_Title)`.
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

/// Creates a file, or empties an existing one where `inFlags` has `kAudioFileFlags_EraseFile`.
///
/// - inFormat: a format that the kind of file can hold; `kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat`
///   lists them.
/// - Returns −48 where the file exists, `kAudioFileUnsupportedFileTypeError`,
///   `kAudioFileUnsupportedDataFormatError`, and what the system says against creating it.
CF_EXPORT OSStatus AudioFileCreateWithURL(
    CAURLParameter inFileRef,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags,
    AudioFileID _Nullable *_Nonnull outAudioFile);

/// Opens a file. What it holds decides its kind; the hint, 0 for none, is for files that do not say.
///
/// - Returns `kAudioFileFileNotFoundError`, `kAudioFileUnsupportedFileTypeError`, `kAudioFileInvalidFileError`, and
///   what the system says against opening it.
CF_EXPORT OSStatus AudioFileOpenURL(
    CAURLParameter inFileRef,
    AudioFilePermissions inPermissions,
    AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);

// MARK: Files by callbacks

/// Reads up to `requestCount` bytes at `inPosition` into `buffer` and reports how many. Fewer mean the end.
typedef OSStatus (*AudioFile_ReadProc)(
    void *inClientData,
    SInt64 inPosition,
    UInt32 requestCount,
    void *buffer,
    UInt32 *actualCount);

/// Writes `requestCount` bytes at `inPosition` and reports how many.
typedef OSStatus (*AudioFile_WriteProc)(
    void *inClientData,
    SInt64 inPosition,
    UInt32 requestCount,
    const void *buffer,
    UInt32 *actualCount);

/// Returns the size in bytes.
typedef SInt64 (*AudioFile_GetSizeProc)(void *inClientData);

/// Makes the data longer or shorter.
typedef OSStatus (*AudioFile_SetSizeProc)(void *inClientData, SInt64 inSize);

/// Lays out a new file in whatever the callbacks read and write. What was there is lost.
///
/// The callbacks run inside the calls about this file, on the thread that makes them; what they return other than
/// `noErr` comes back from the call.
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

/// Opens a file in whatever the callbacks read and write. Without a write or set-size callback it is open for
/// reading only.
CF_EXPORT OSStatus AudioFileOpenWithCallbacks(
    void *inClientData,
    AudioFile_ReadProc inReadFunc CA_SENDABLE,
    AudioFile_WriteProc _Nullable inWriteFunc CA_SENDABLE,
    AudioFile_GetSizeProc inGetSizeFunc CA_SENDABLE,
    AudioFile_SetSizeProc _Nullable inSetSizeFunc CA_SENDABLE,
    AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);

// MARK: Closing, reading and writing

/// Writes what is still to be written and closes the file. The reference is then invalid, also where an error is
/// returned.
CF_EXPORT OSStatus AudioFileClose(AudioFileID inAudioFile);

/// Moves what stands behind the audio data before it, so that more can be appended. May copy the whole file.
CF_EXPORT OSStatus AudioFileOptimize(AudioFileID inAudioFile);

/// Reads bytes of the audio data, counted from its start.
///
/// - inUseCache: a hint without effect.
/// - Returns `kAudioFileEndOfFileError` where fewer bytes were left; `ioNumBytes` states how many were read.
CF_EXPORT OSStatus AudioFileReadBytes(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    SInt64 inStartingByte,
    UInt32 *ioNumBytes,
    void *outBuffer);

/// Writes bytes of the audio data, counted from its start. For formats of constant packet size only.
CF_EXPORT OSStatus AudioFileWriteBytes(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    SInt64 inStartingByte,
    UInt32 *ioNumBytes,
    const void *inBuffer);

/// Reads packets into `outBuffer`, as many as fit both its `ioNumBytes` bytes and `ioNumPackets`.
///
/// Both counts come back as what was read: 0 packets and `noErr` at the end.
/// - outPacketDescriptions: room for `ioNumPackets`; needed where packets differ in size. Offsets count from
///   `outBuffer`.
CF_EXPORT OSStatus AudioFileReadPacketData(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    UInt32 *ioNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    SInt64 inStartingPacket,
    UInt32 *ioNumPackets,
    void *_Nullable outBuffer);

/// As `AudioFileReadPacketData`, for a buffer that has room for `ioNumPackets` of the largest size. Superseded by
/// it.
CF_EXPORT OSStatus AudioFileReadPackets(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    UInt32 *outNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    SInt64 inStartingPacket,
    UInt32 *ioNumPackets,
    void *_Nullable outBuffer);

/// Writes packets at a packet number, which may be anywhere up to the end where packets have one size, else only
/// the end.
///
/// - inPacketDescriptions: needed where packets differ in size. Offsets count from `inBuffer`.
/// - ioNumPackets: on return, how many were written.
CF_EXPORT OSStatus AudioFileWritePackets(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    UInt32 inNumBytes,
    const AudioStreamPacketDescription *_Nullable inPacketDescriptions,
    SInt64 inStartingPacket,
    UInt32 *ioNumPackets,
    const void *inBuffer);

/// As `AudioFileWritePackets`, with what packets need of others. No format here has packets that depend on others:
/// one that says so is refused with `kAudioFileInvalidPacketDependencyError`.
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

/// How many chunks of this name the file has.
CF_EXPORT OSStatus AudioFileCountUserData(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 *outNumberItems);

/// Bytes of one chunk, without its header. `kAudioFileInvalidChunkError` where there is no such chunk.
CF_EXPORT OSStatus AudioFileGetUserDataSize(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 inIndex,
    UInt32 *outUserDataSize);

/// As `AudioFileGetUserDataSize`, for chunks of 4 GiB and more.
CF_EXPORT OSStatus AudioFileGetUserDataSize64(
    AudioFileID inAudioFile,
    UInt32 inUserDataId,
    UInt32 inIndex,
    UInt64 *outUserDataSize);

/// Reads one chunk, without its header, as far as there is room.
CF_EXPORT OSStatus AudioFileGetUserData(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 inIndex,
    UInt32 *ioUserDataSize,
    void *outUserData);

/// Reads a part of one chunk, from so many bytes behind its header.
CF_EXPORT OSStatus AudioFileGetUserDataAtOffset(
    AudioFileID inAudioFile,
    UInt32 inUserDataId,
    UInt32 inIndex,
    SInt64 inOffset,
    UInt32 *ioUserDataSize,
    void *outUserData);

/// Writes one chunk, without its header. An index equal to the count adds a chunk.
CF_EXPORT OSStatus AudioFileSetUserData(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 inIndex,
    UInt32 inUserDataSize,
    const void *inUserData);

/// Removes one chunk.
CF_EXPORT OSStatus AudioFileRemoveUserData(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex);

// MARK: Properties

/// Properties of an open file. Some take part of their value on the way in: the translations.
CF_ENUM(AudioFilePropertyID) {
    /// AudioFileTypeID.
    kAudioFilePropertyFileFormat = 0x66666D74,  // 'ffmt'
    /// AudioStreamBasicDescription of the audio data. Can be set before the first packet is written.
    kAudioFilePropertyDataFormat = 0x64666D74,  // 'dfmt'
    /// UInt32: 1 where nothing stands behind the audio data.
    kAudioFilePropertyIsOptimized = 0x6F70746D,  // 'optm'
    /// Bytes that the codec needs, as they stand in the file. Set it before the first packet is written.
    kAudioFilePropertyMagicCookieData = 0x6D676963,  // 'mgic'
    /// UInt64, bytes of audio data.
    kAudioFilePropertyAudioDataByteCount = 0x62636E74,  // 'bcnt'
    /// UInt64, packets of audio data.
    kAudioFilePropertyAudioDataPacketCount = 0x70636E74,  // 'pcnt'
    /// UInt32, bytes of the largest packet. May have to read the whole file.
    kAudioFilePropertyMaximumPacketSize = 0x70737A65,  // 'psze'
    /// SInt64, bytes from the file's start to the audio data.
    kAudioFilePropertyDataOffset = 0x646F6666,  // 'doff'
    /// AudioChannelLayout.
    kAudioFilePropertyChannelLayout = 0x636D6170,  // 'cmap'
    /// UInt32: 1, the default, writes sizes when the file is closed; 0 after each write.
    kAudioFilePropertyDeferSizeUpdates = 0x64737A75,  // 'dszu'
    /// Not supported here: use `kAudioFormatProperty_FormatName`.
    kAudioFilePropertyDataFormatName = 0x666E6D65,  // 'fnme'
    /// AudioFileMarkerList.
    kAudioFilePropertyMarkerList = 0x6D6B6C73,  // 'mkls'
    /// AudioFileRegionList.
    kAudioFilePropertyRegionList = 0x72676C73,  // 'rgls'
    /// AudioFramePacketTranslation; mPacket is given.
    kAudioFilePropertyPacketToFrame = 0x706B6672,  // 'pkfr'
    /// AudioFramePacketTranslation; mFrame is given.
    kAudioFilePropertyFrameToPacket = 0x6672706B,  // 'frpk'
    /// UInt32: 1 where packets depend on each other.
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
    /// AudioFilePacketTableInfo.
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
    /// Float64, seconds.
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
    /// UInt32.
    kAudioFilePropertyAudioTrackCount = 0x61746374,  // 'atct'
    /// UInt32, the track to read, counted from 0. Can only be set.
    kAudioFilePropertyUseAudioTrack = 0x7561746B  // 'uatk'
};

/// Bytes that a property's value takes now, and whether (1) or not (0) it can be set.
CF_EXPORT OSStatus AudioFileGetPropertyInfo(
    AudioFileID inAudioFile,
    AudioFilePropertyID inPropertyID,
    UInt32 *_Nullable outDataSize,
    UInt32 *_Nullable isWritable);

/// Reads a property. `ioDataSize` is the room and comes back as what was written. Objects are the caller's to
/// release.
///
/// Returns `kAudioFileUnsupportedPropertyError` where the file has no such property,
/// `kAudioFileBadPropertySizeError` where the room is wrong.
CF_EXPORT OSStatus AudioFileGetProperty(
    AudioFileID inAudioFile,
    AudioFilePropertyID inPropertyID,
    UInt32 *ioDataSize,
    void *outPropertyData);

/// Changes a property. Objects are not kept.
CF_EXPORT OSStatus AudioFileSetProperty(
    AudioFileID inAudioFile,
    AudioFilePropertyID inPropertyID,
    UInt32 inDataSize,
    const void *inPropertyData);

// MARK: What the library can do

/// What `AudioFileGetGlobalInfo` reports, and the specifier of each property.
CF_ENUM(AudioFilePropertyID) {
    /// Array of AudioFileTypeID. No specifier.
    kAudioFileGlobalInfo_ReadableTypes = 0x61667266,  // 'afrf'
    /// Array of AudioFileTypeID. No specifier.
    kAudioFileGlobalInfo_WritableTypes = 0x61667766,  // 'afwf'
    /// CFString. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_FileTypeName = 0x66746E6D,  // 'ftnm'
    /// Array of AudioStreamBasicDescription. Specifier: AudioFileTypeAndFormatID.
    kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat = 0x73646964,  // 'sdid'
    /// Array of AudioFormatID. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_AvailableFormatIDs = 0x666D6964,  // 'fmid'
    /// CFArray of CFString, without dots. No specifier.
    kAudioFileGlobalInfo_AllExtensions = 0x616C7874,  // 'alxt'
    /// Array of UInt32. No specifier.
    kAudioFileGlobalInfo_AllHFSTypeCodes = 0x61686673,  // 'ahfs'
    /// CFArray of CFString. No specifier.
    kAudioFileGlobalInfo_AllUTIs = 0x61757469,  // 'auti'
    /// CFArray of CFString. No specifier.
    kAudioFileGlobalInfo_AllMIMETypes = 0x616D696D,  // 'amim'
    /// CFArray of CFString, without dots. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_ExtensionsForType = 0x66657874,  // 'fext'
    /// Array of UInt32. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_HFSTypeCodesForType = 0x66686673,  // 'fhfs'
    /// CFArray of CFString. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_UTIsForType = 0x66757469,  // 'futi'
    /// CFArray of CFString. Specifier: AudioFileTypeID.
    kAudioFileGlobalInfo_MIMETypesForType = 0x666D696D,  // 'fmim'
    /// Array of AudioFileTypeID. Specifier: CFString.
    kAudioFileGlobalInfo_TypesForMIMEType = 0x746D696D,  // 'tmim'
    /// Array of AudioFileTypeID. Specifier: CFString.
    kAudioFileGlobalInfo_TypesForUTI = 0x74757469,  // 'tuti'
    /// Array of AudioFileTypeID. Specifier: UInt32.
    kAudioFileGlobalInfo_TypesForHFSTypeCode = 0x74686673,  // 'thfs'
    /// Array of AudioFileTypeID. Specifier: CFString, without a dot.
    kAudioFileGlobalInfo_TypesForExtension = 0x74657874  // 'text'
};

/// Which format in which kind of file: a specifier.
struct AudioFileTypeAndFormatID {
    AudioFileTypeID mFileType;
    UInt32 mFormatID;
};
typedef struct AudioFileTypeAndFormatID AudioFileTypeAndFormatID;

/// Bytes that a piece of global information takes.
CF_EXPORT OSStatus AudioFileGetGlobalInfoSize(
    AudioFilePropertyID inPropertyID,
    UInt32 inSpecifierSize,
    void *_Nullable inSpecifier,
    UInt32 *outDataSize);

/// What the library can do, without a file. Objects are the caller's to release.
CF_EXPORT OSStatus AudioFileGetGlobalInfo(
    AudioFilePropertyID inPropertyID,
    UInt32 inSpecifierSize,
    void *_Nullable inSpecifier,
    UInt32 *ioDataSize,
    void *outPropertyData);

// MARK: Files by FSRef, which this system does not have

struct FSRef;

/// Returns `kAudio_UnimplementedError`. Use `AudioFileCreateWithURL`.
CF_EXPORT OSStatus AudioFileCreate(
    const struct FSRef *inParentRef,
    CAStringParameter inFileName,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags,
    struct FSRef *outNewFileRef,
    AudioFileID _Nullable *_Nonnull outAudioFile);

/// Returns `kAudio_UnimplementedError`. Use `AudioFileCreateWithURL`.
CF_EXPORT OSStatus AudioFileInitialize(
    const struct FSRef *inFileRef,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags,
    AudioFileID _Nullable *_Nonnull outAudioFile);

/// Returns `kAudio_UnimplementedError`. Use `AudioFileOpenURL`.
CF_EXPORT OSStatus AudioFileOpen(
    const struct FSRef *inFileRef,
    AudioFilePermissions inPermissions,
    AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
