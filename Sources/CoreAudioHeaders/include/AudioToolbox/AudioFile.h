#ifndef AudioToolbox_AudioFile_h
#define AudioToolbox_AudioFile_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFString.h>
#include <stddef.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: File types

typedef UInt32 AudioFileTypeID;

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

typedef struct OpaqueAudioFileID *AudioFileID;

typedef UInt32 AudioFilePropertyID;

typedef CF_OPTIONS(UInt32, AudioFileFlags) {
    kAudioFileFlags_EraseFile = 1,
    kAudioFileFlags_DontPageAlignAudioData = 2
};

typedef CF_ENUM(SInt8, AudioFilePermissions) {
    kAudioFileReadPermission = 1,
    kAudioFileWritePermission = 2,
    kAudioFileReadWritePermission = 3
};

// MARK: Markers and regions

CF_ENUM(UInt32) {
    kAudioFileLoopDirection_NoLooping = 0,
    kAudioFileLoopDirection_Forward = 1,
    kAudioFileLoopDirection_ForwardAndBackward = 2,
    kAudioFileLoopDirection_Backward = 3
};

struct AudioFile_SMPTE_Time {
    SInt8 mHours;
    UInt8 mMinutes;
    UInt8 mSeconds;
    UInt8 mFrames;
    UInt32 mSubFrameSampleOffset;
};
typedef struct AudioFile_SMPTE_Time AudioFile_SMPTE_Time;

CF_ENUM(UInt32) {
    kAudioFileMarkerType_Generic = 0
};

struct AudioFileMarker {
    Float64 mFramePosition;
    CFStringRef _Nullable mName CA_REFINED_FOR_SWIFT;
    SInt32 mMarkerID;
    AudioFile_SMPTE_Time mSMPTETime;
    UInt32 mType;
    UInt16 mReserved;
    UInt16 mChannel;
};
typedef struct AudioFileMarker AudioFileMarker;

struct AudioFileMarkerList {
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberMarkers;
    AudioFileMarker mMarkers[1];
};
typedef struct AudioFileMarkerList AudioFileMarkerList;

CF_INLINE size_t NumBytesToNumAudioFileMarkers(
    size_t inNumBytes) {
    const size_t head = offsetof(AudioFileMarkerList, mMarkers);
    return inNumBytes < head ? 0 : (inNumBytes - head) / sizeof(AudioFileMarker);
}

CF_INLINE size_t NumAudioFileMarkersToNumBytes(
    size_t inNumMarkers) {
    return offsetof(AudioFileMarkerList, mMarkers) + inNumMarkers * sizeof(AudioFileMarker);
}

typedef CF_OPTIONS(UInt32, AudioFileRegionFlags) {
    kAudioFileRegionFlag_LoopEnable = 1,
    kAudioFileRegionFlag_PlayForward = 2,
    kAudioFileRegionFlag_PlayBackward = 4
};

struct AudioFileRegion {
    UInt32 mRegionID;
    CFStringRef mName CA_REFINED_FOR_SWIFT;
    AudioFileRegionFlags mFlags;
    UInt32 mNumberMarkers;
    AudioFileMarker mMarkers[1];
};
typedef struct AudioFileRegion AudioFileRegion;

struct AudioFileRegionList {
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberRegions;
    AudioFileRegion mRegions[1];
};
typedef struct AudioFileRegionList AudioFileRegionList;

CF_INLINE AudioFileRegion *NextAudioFileRegion(
    const AudioFileRegion *inAFRegionPtr) {
    return (AudioFileRegion *)((const char *)inAFRegionPtr + offsetof(AudioFileRegion, mMarkers)
        + inAFRegionPtr->mNumberMarkers * sizeof(AudioFileMarker));
}

// MARK: Values of properties

struct AudioFramePacketTranslation {
    SInt64 mFrame;
    SInt64 mPacket;
    UInt32 mFrameOffsetInPacket;
};
typedef struct AudioFramePacketTranslation AudioFramePacketTranslation;

typedef CF_OPTIONS(UInt32, AudioBytePacketTranslationFlags) {
    kBytePacketTranslationFlag_IsEstimate = 1
};

struct AudioBytePacketTranslation {
    SInt64 mByte;
    SInt64 mPacket;
    UInt32 mByteOffsetInPacket;
    AudioBytePacketTranslationFlags mFlags;
};
typedef struct AudioBytePacketTranslation AudioBytePacketTranslation;

struct AudioFilePacketTableInfo {
    SInt64 mNumberValidFrames;
    SInt32 mPrimingFrames;
    SInt32 mRemainderFrames;
};
typedef struct AudioFilePacketTableInfo AudioFilePacketTableInfo;

struct AudioPacketRangeByteCountTranslation {
    SInt64 mPacket;
    SInt64 mPacketCount;
    SInt64 mByteCountUpperBound;
};
typedef struct AudioPacketRangeByteCountTranslation AudioPacketRangeByteCountTranslation;

struct AudioPacketRollDistanceTranslation {
    SInt64 mPacket;
    SInt64 mRollDistance;
};
typedef struct AudioPacketRollDistanceTranslation AudioPacketRollDistanceTranslation;

struct AudioIndependentPacketTranslation {
    SInt64 mPacket;
    SInt64 mIndependentlyDecodablePacket;
};
typedef struct AudioIndependentPacketTranslation AudioIndependentPacketTranslation;

struct AudioPacketDependencyInfoTranslation {
    SInt64 mPacket;
    UInt32 mIsIndependentlyDecodable;
    UInt32 mNumberPrerollPackets;
};
typedef struct AudioPacketDependencyInfoTranslation AudioPacketDependencyInfoTranslation;

// MARK: Info dictionary

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

CF_EXPORT OSStatus AudioFileCreateWithURL(
    CAURLParameter inFileRef,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags,
    AudioFileID _Nullable *_Nonnull outAudioFile);

CF_EXPORT OSStatus AudioFileOpenURL(
    CAURLParameter inFileRef,
    AudioFilePermissions inPermissions,
    AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);

// MARK: Files by callbacks

typedef OSStatus (*AudioFile_ReadProc)(
    void *inClientData,
    SInt64 inPosition,
    UInt32 requestCount,
    void *buffer,
    UInt32 *actualCount);

typedef OSStatus (*AudioFile_WriteProc)(
    void *inClientData,
    SInt64 inPosition,
    UInt32 requestCount,
    const void *buffer,
    UInt32 *actualCount);

typedef SInt64 (*AudioFile_GetSizeProc)(void *inClientData);

typedef OSStatus (*AudioFile_SetSizeProc)(void *inClientData, SInt64 inSize);

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

CF_EXPORT OSStatus AudioFileOpenWithCallbacks(
    void *inClientData,
    AudioFile_ReadProc inReadFunc CA_SENDABLE,
    AudioFile_WriteProc _Nullable inWriteFunc CA_SENDABLE,
    AudioFile_GetSizeProc inGetSizeFunc CA_SENDABLE,
    AudioFile_SetSizeProc _Nullable inSetSizeFunc CA_SENDABLE,
    AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);

// MARK: Closing, reading and writing

CF_EXPORT OSStatus AudioFileClose(AudioFileID inAudioFile);

CF_EXPORT OSStatus AudioFileOptimize(AudioFileID inAudioFile);

CF_EXPORT OSStatus AudioFileReadBytes(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    SInt64 inStartingByte,
    UInt32 *ioNumBytes,
    void *outBuffer);

CF_EXPORT OSStatus AudioFileWriteBytes(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    SInt64 inStartingByte,
    UInt32 *ioNumBytes,
    const void *inBuffer);

CF_EXPORT OSStatus AudioFileReadPacketData(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    UInt32 *ioNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    SInt64 inStartingPacket,
    UInt32 *ioNumPackets,
    void *_Nullable outBuffer);

CF_EXPORT OSStatus AudioFileReadPackets(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    UInt32 *outNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    SInt64 inStartingPacket,
    UInt32 *ioNumPackets,
    void *_Nullable outBuffer);

CF_EXPORT OSStatus AudioFileWritePackets(
    AudioFileID inAudioFile,
    Boolean inUseCache,
    UInt32 inNumBytes,
    const AudioStreamPacketDescription *_Nullable inPacketDescriptions,
    SInt64 inStartingPacket,
    UInt32 *ioNumPackets,
    const void *inBuffer);

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

CF_EXPORT OSStatus AudioFileCountUserData(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 *outNumberItems);

CF_EXPORT OSStatus AudioFileGetUserDataSize(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 inIndex,
    UInt32 *outUserDataSize);

CF_EXPORT OSStatus AudioFileGetUserDataSize64(
    AudioFileID inAudioFile,
    UInt32 inUserDataId,
    UInt32 inIndex,
    UInt64 *outUserDataSize);

CF_EXPORT OSStatus AudioFileGetUserData(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 inIndex,
    UInt32 *ioUserDataSize,
    void *outUserData);

CF_EXPORT OSStatus AudioFileGetUserDataAtOffset(
    AudioFileID inAudioFile,
    UInt32 inUserDataId,
    UInt32 inIndex,
    SInt64 inOffset,
    UInt32 *ioUserDataSize,
    void *outUserData);

CF_EXPORT OSStatus AudioFileSetUserData(
    AudioFileID inAudioFile,
    UInt32 inUserDataID,
    UInt32 inIndex,
    UInt32 inUserDataSize,
    const void *inUserData);

CF_EXPORT OSStatus AudioFileRemoveUserData(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex);

// MARK: Properties

CF_ENUM(AudioFilePropertyID) {
    kAudioFilePropertyFileFormat = 0x66666D74,  // 'ffmt'
    kAudioFilePropertyDataFormat = 0x64666D74,  // 'dfmt'
    kAudioFilePropertyIsOptimized = 0x6F70746D,  // 'optm'
    kAudioFilePropertyMagicCookieData = 0x6D676963,  // 'mgic'
    kAudioFilePropertyAudioDataByteCount = 0x62636E74,  // 'bcnt'
    kAudioFilePropertyAudioDataPacketCount = 0x70636E74,  // 'pcnt'
    kAudioFilePropertyMaximumPacketSize = 0x70737A65,  // 'psze'
    kAudioFilePropertyDataOffset = 0x646F6666,  // 'doff'
    kAudioFilePropertyChannelLayout = 0x636D6170,  // 'cmap'
    kAudioFilePropertyDeferSizeUpdates = 0x64737A75,  // 'dszu'
    kAudioFilePropertyDataFormatName = 0x666E6D65,  // 'fnme'
    kAudioFilePropertyMarkerList = 0x6D6B6C73,  // 'mkls'
    kAudioFilePropertyRegionList = 0x72676C73,  // 'rgls'
    kAudioFilePropertyPacketToFrame = 0x706B6672,  // 'pkfr'
    kAudioFilePropertyFrameToPacket = 0x6672706B,  // 'frpk'
    kAudioFilePropertyRestrictsRandomAccess = 0x72726170,  // 'rrap'
    kAudioFilePropertyPacketToRollDistance = 0x706B726C,  // 'pkrl'
    kAudioFilePropertyPreviousIndependentPacket = 0x70696E64,  // 'pind'
    kAudioFilePropertyNextIndependentPacket = 0x6E696E64,  // 'nind'
    kAudioFilePropertyPacketToDependencyInfo = 0x706B6470,  // 'pkdp'
    kAudioFilePropertyPacketToByte = 0x706B6279,  // 'pkby'
    kAudioFilePropertyByteToPacket = 0x6279706B,  // 'bypk'
    kAudioFilePropertyChunkIDs = 0x63686964,  // 'chid'
    kAudioFilePropertyInfoDictionary = 0x696E666F,  // 'info'
    kAudioFilePropertyPacketTableInfo = 0x706E666F,  // 'pnfo'
    kAudioFilePropertyFormatList = 0x666C7374,  // 'flst'
    kAudioFilePropertyPacketSizeUpperBound = 0x706B7562,  // 'pkub'
    kAudioFilePropertyPacketRangeByteCountUpperBound = 0x70727562,  // 'prub'
    kAudioFilePropertyReserveDuration = 0x72737276,  // 'rsrv'
    kAudioFilePropertyEstimatedDuration = 0x65647572,  // 'edur'
    kAudioFilePropertyBitRate = 0x62726174,  // 'brat'
    kAudioFilePropertyID3Tag = 0x69643374,  // 'id3t'
    kAudioFilePropertyID3TagOffset = 0x6964336F,  // 'id3o'
    kAudioFilePropertySourceBitDepth = 0x73627464,  // 'sbtd'
    kAudioFilePropertyAlbumArtwork = 0x61617274,  // 'aart'
    kAudioFilePropertyAudioTrackCount = 0x61746374,  // 'atct'
    kAudioFilePropertyUseAudioTrack = 0x7561746B  // 'uatk'
};

CF_EXPORT OSStatus AudioFileGetPropertyInfo(
    AudioFileID inAudioFile,
    AudioFilePropertyID inPropertyID,
    UInt32 *_Nullable outDataSize,
    UInt32 *_Nullable isWritable);

CF_EXPORT OSStatus AudioFileGetProperty(
    AudioFileID inAudioFile,
    AudioFilePropertyID inPropertyID,
    UInt32 *ioDataSize,
    void *outPropertyData);

CF_EXPORT OSStatus AudioFileSetProperty(
    AudioFileID inAudioFile,
    AudioFilePropertyID inPropertyID,
    UInt32 inDataSize,
    const void *inPropertyData);

// MARK: What the library can do

CF_ENUM(AudioFilePropertyID) {
    kAudioFileGlobalInfo_ReadableTypes = 0x61667266,  // 'afrf'
    kAudioFileGlobalInfo_WritableTypes = 0x61667766,  // 'afwf'
    kAudioFileGlobalInfo_FileTypeName = 0x66746E6D,  // 'ftnm'
    kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat = 0x73646964,  // 'sdid'
    kAudioFileGlobalInfo_AvailableFormatIDs = 0x666D6964,  // 'fmid'
    kAudioFileGlobalInfo_AllExtensions = 0x616C7874,  // 'alxt'
    kAudioFileGlobalInfo_AllHFSTypeCodes = 0x61686673,  // 'ahfs'
    kAudioFileGlobalInfo_AllUTIs = 0x61757469,  // 'auti'
    kAudioFileGlobalInfo_AllMIMETypes = 0x616D696D,  // 'amim'
    kAudioFileGlobalInfo_ExtensionsForType = 0x66657874,  // 'fext'
    kAudioFileGlobalInfo_HFSTypeCodesForType = 0x66686673,  // 'fhfs'
    kAudioFileGlobalInfo_UTIsForType = 0x66757469,  // 'futi'
    kAudioFileGlobalInfo_MIMETypesForType = 0x666D696D,  // 'fmim'
    kAudioFileGlobalInfo_TypesForMIMEType = 0x746D696D,  // 'tmim'
    kAudioFileGlobalInfo_TypesForUTI = 0x74757469,  // 'tuti'
    kAudioFileGlobalInfo_TypesForHFSTypeCode = 0x74686673,  // 'thfs'
    kAudioFileGlobalInfo_TypesForExtension = 0x74657874  // 'text'
};

struct AudioFileTypeAndFormatID {
    AudioFileTypeID mFileType;
    UInt32 mFormatID;
};
typedef struct AudioFileTypeAndFormatID AudioFileTypeAndFormatID;

CF_EXPORT OSStatus AudioFileGetGlobalInfoSize(
    AudioFilePropertyID inPropertyID,
    UInt32 inSpecifierSize,
    void *_Nullable inSpecifier,
    UInt32 *outDataSize);

CF_EXPORT OSStatus AudioFileGetGlobalInfo(
    AudioFilePropertyID inPropertyID,
    UInt32 inSpecifierSize,
    void *_Nullable inSpecifier,
    UInt32 *ioDataSize,
    void *outPropertyData);

// MARK: Files by FSRef, which this system does not have

struct FSRef;

CF_EXPORT OSStatus AudioFileCreate(
    const struct FSRef *inParentRef,
    CAStringParameter inFileName,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags,
    struct FSRef *outNewFileRef,
    AudioFileID _Nullable *_Nonnull outAudioFile);

CF_EXPORT OSStatus AudioFileInitialize(
    const struct FSRef *inFileRef,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags,
    AudioFileID _Nullable *_Nonnull outAudioFile);

CF_EXPORT OSStatus AudioFileOpen(
    const struct FSRef *inFileRef,
    AudioFilePermissions inPermissions,
    AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
