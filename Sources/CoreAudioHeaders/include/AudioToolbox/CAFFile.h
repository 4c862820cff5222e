#ifndef AudioToolbox_CAFFile_h
#define AudioToolbox_CAFFile_h

// The structures of a Core Audio Format file as stored: big-endian, without padding. AudioFile.h reads and writes such
// files; this header is for programs that parse them.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Names

/// The signature of the file format, and its version.
CF_ENUM(UInt32) {
    kCAF_FileType = 0x63616666,  // 'caff'
    kCAF_FileVersion_Initial = 1
};

/// Names of chunks.
CF_ENUM(UInt32) {
    kCAF_StreamDescriptionChunkID = 0x64657363,  // 'desc'
    kCAF_AudioDataChunkID = 0x64617461,  // 'data'
    kCAF_ChannelLayoutChunkID = 0x6368616E,  // 'chan'
    kCAF_FillerChunkID = 0x66726565,  // 'free'
    kCAF_MarkerChunkID = 0x6D61726B,  // 'mark'
    kCAF_RegionChunkID = 0x7265676E,  // 'regn'
    kCAF_InstrumentChunkID = 0x696E7374,  // 'inst'
    kCAF_MagicCookieID = 0x6B756B69,  // 'kuki'
    kCAF_InfoStringsChunkID = 0x696E666F,  // 'info'
    kCAF_EditCommentsChunkID = 0x65646374,  // 'edct'
    kCAF_PacketTableChunkID = 0x70616B74,  // 'pakt'
    kCAF_StringsChunkID = 0x73747267,  // 'strg'
    kCAF_UUIDChunkID = 0x75756964,  // 'uuid'
    kCAF_PeakChunkID = 0x7065616B,  // 'peak'
    kCAF_OverviewChunkID = 0x6F767677,  // 'ovvw'
    kCAF_MIDIChunkID = 0x6D696469,  // 'midi'
    kCAF_UMIDChunkID = 0x756D6964,  // 'umid'
    kCAF_FormatListID = 0x6C647363,  // 'ldsc'
    kCAF_iXMLChunkID = 0x69584D4C  // 'iXML'
};

/// Details of linear PCM in `CAFAudioDescription`. Big-endian integers have no flag, unlike in AudioStreamBasicDescription.
typedef CF_OPTIONS(UInt32, CAFFormatFlags) {
    kCAFLinearPCMFormatFlagIsFloat = 1,
    kCAFLinearPCMFormatFlagIsLittleEndian = 2
};

/// Kinds of markers.
CF_ENUM(UInt32) {
    kCAFMarkerType_Generic = 0,
    kCAFMarkerType_ProgramStart = 0x70626567,  // 'pbeg'
    kCAFMarkerType_ProgramEnd = 0x70656E64,  // 'pend'
    kCAFMarkerType_TrackStart = 0x74626567,  // 'tbeg'
    kCAFMarkerType_TrackEnd = 0x74656E64,  // 'tend'
    kCAFMarkerType_Index = 0x696E6478,  // 'indx'
    kCAFMarkerType_RegionStart = 0x72626567,  // 'rbeg'
    kCAFMarkerType_RegionEnd = 0x72656E64,  // 'rend'
    kCAFMarkerType_RegionSyncPoint = 0x72737963,  // 'rsyc'
    kCAFMarkerType_SelectionStart = 0x73626567,  // 'sbeg'
    kCAFMarkerType_SelectionEnd = 0x73656E64,  // 'send'
    kCAFMarkerType_EditSourceBegin = 0x63626567,  // 'cbeg'
    kCAFMarkerType_EditSourceEnd = 0x63656E64,  // 'cend'
    kCAFMarkerType_EditDestinationBegin = 0x64626567,  // 'dbeg'
    kCAFMarkerType_EditDestinationEnd = 0x64656E64,  // 'dend'
    kCAFMarkerType_SustainLoopStart = 0x736C6267,  // 'slbg'
    kCAFMarkerType_SustainLoopEnd = 0x736C656E,  // 'slen'
    kCAFMarkerType_ReleaseLoopStart = 0x726C6267,  // 'rlbg'
    kCAFMarkerType_ReleaseLoopEnd = 0x726C656E,  // 'rlen'
    kCAFMarkerType_SavedPlayPosition = 0x73706C79,  // 'sply'
    kCAFMarkerType_Tempo = 0x746D706F,  // 'tmpo'
    kCAFMarkerType_TimeSignature = 0x74736967,  // 'tsig'
    kCAFMarkerType_KeySignature = 0x6B736967  // 'ksig'
};

/// Kinds of SMPTE times.
CF_ENUM(UInt32) {
    kCAF_SMPTE_TimeTypeNone = 0,
    kCAF_SMPTE_TimeType24 = 1,
    kCAF_SMPTE_TimeType25 = 2,
    kCAF_SMPTE_TimeType30Drop = 3,
    kCAF_SMPTE_TimeType30 = 4,
    kCAF_SMPTE_TimeType2997 = 5,
    kCAF_SMPTE_TimeType2997Drop = 6,
    kCAF_SMPTE_TimeType60 = 7,
    kCAF_SMPTE_TimeType5994 = 8,
    kCAF_SMPTE_TimeType60Drop = 9,
    kCAF_SMPTE_TimeType5994Drop = 10,
    kCAF_SMPTE_TimeType50 = 11,
    kCAF_SMPTE_TimeType2398 = 12
};

/// How to play a region.
typedef CF_OPTIONS(UInt32, CAFRegionFlags) {
    kCAFRegionFlag_LoopEnable = 1,
    kCAFRegionFlag_PlayForward = 2,
    kCAFRegionFlag_PlayBackward = 4
};

// MARK: Chunks

#pragma pack(push, 1)

/// The first bytes of a file.
struct CAFFileHeader {
    UInt32 mFileType;
    UInt16 mFileVersion;
    UInt16 mFileFlags;
};
typedef struct CAFFileHeader CAFFileHeader;

/// The first bytes of a chunk.
struct CAFChunkHeader {
    UInt32 mChunkType;
    SInt64 mChunkSize;
};
typedef struct CAFChunkHeader CAFChunkHeader;

/// The first bytes of a chunk that a program has named for itself.
struct CAF_UUID_ChunkHeader {
    CAFChunkHeader mHeader;
    UInt8 mUUID[16];
};
typedef struct CAF_UUID_ChunkHeader CAF_UUID_ChunkHeader;

/// The chunk `'desc'`: the format of the sound.
struct CAFAudioDescription {
    Float64 mSampleRate;
    UInt32 mFormatID;
    CAFFormatFlags mFormatFlags;
    UInt32 mBytesPerPacket;
    UInt32 mFramesPerPacket;
    UInt32 mChannelsPerFrame;
    UInt32 mBitsPerChannel;
};
typedef struct CAFAudioDescription CAFAudioDescription;

/// One of the formats in the chunk `'ldsc'`.
struct CAFAudioFormatListItem {
    CAFAudioDescription mFormat;
    UInt32 mChannelLayoutTag;
};
typedef struct CAFAudioFormatListItem CAFAudioFormatListItem;

/// The chunk `'pakt'`: how many packets and frames there are. The sizes of packets follow.
struct CAFPacketTableHeader {
    SInt64 mNumberPackets;
    SInt64 mNumberValidFrames;
    SInt32 mPrimingFrames;
    SInt32 mRemainderFrames;
    UInt8 mPacketDescriptions[1];
};
typedef struct CAFPacketTableHeader CAFPacketTableHeader;

/// The chunk `'data'`.
struct CAFDataChunk {
    UInt32 mEditCount;
    UInt8 mData[1];
};
typedef struct CAFDataChunk CAFDataChunk;

/// A SMPTE time.
struct CAF_SMPTE_Time {
    SInt8 mHours;
    SInt8 mMinutes;
    SInt8 mSeconds;
    SInt8 mFrames;
    UInt32 mSubFrameSampleOffset;
};
typedef struct CAF_SMPTE_Time CAF_SMPTE_Time;

/// A position in the sound.
struct CAFMarker {
    UInt32 mType;
    Float64 mFramePosition;
    UInt32 mMarkerID;
    CAF_SMPTE_Time mSMPTETime;
    UInt32 mChannel;
};
typedef struct CAFMarker CAFMarker;

/// The chunk `'mark'`.
struct CAFMarkerChunk {
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberMarkers;
    CAFMarker mMarkers[1];
};
typedef struct CAFMarkerChunk CAFMarkerChunk;

/// A part of the sound.
struct CAFRegion {
    UInt32 mRegionID;
    CAFRegionFlags mFlags;
    UInt32 mNumberMarkers;
    CAFMarker mMarkers[1];
};
typedef struct CAFRegion CAFRegion;

/// The chunk `'regn'`.
struct CAFRegionChunk {
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberRegions;
    CAFRegion mRegions[1];
};
typedef struct CAFRegionChunk CAFRegionChunk;

/// The chunk `'inst'`: how a sampler plays the sound.
struct CAFInstrumentChunk {
    Float32 mBaseNote;
    UInt8 mMIDILowNote;
    UInt8 mMIDIHighNote;
    UInt8 mMIDILowVelocity;
    UInt8 mMIDIHighVelocity;
    Float32 mdBGain;
    UInt32 mStartRegionID;
    UInt32 mSustainRegionID;
    UInt32 mReleaseRegionID;
    UInt32 mInstrumentID;
};
typedef struct CAFInstrumentChunk CAFInstrumentChunk;

/// The position of a string.
struct CAFStringID {
    UInt32 mStringID;
    SInt64 mStringStartByteOffset;
};
typedef struct CAFStringID CAFStringID;

/// The chunk `'strg'`: names of markers and regions.
struct CAFStrings {
    UInt32 mNumEntries;
    CAFStringID mStringsIDs[1];
};
typedef struct CAFStrings CAFStrings;

/// The chunk `'info'`. Pairs of strings follow, a key and a value each.
struct CAFInfoStrings {
    UInt32 mNumEntries;
};
typedef struct CAFInfoStrings CAFInfoStrings;

/// The loudest sample of a channel, and its frame.
struct CAFPositionPeak {
    Float32 mValue;
    UInt64 mFrameNumber;
};
typedef struct CAFPositionPeak CAFPositionPeak;

/// The chunk `'peak'`.
struct CAFPeakChunk {
    UInt32 mEditCount;
    CAFPositionPeak mPeaks[1];
};
typedef struct CAFPeakChunk CAFPeakChunk;

/// The smallest and the greatest sample of a range.
struct CAFOverviewSample {
    SInt16 mMinValue;
    SInt16 mMaxValue;
};
typedef struct CAFOverviewSample CAFOverviewSample;

/// The chunk `'ovvw'`: data to draw the waveform.
struct CAFOverviewChunk {
    UInt32 mEditCount;
    UInt32 mNumFramesPerOVWSample;
    CAFOverviewSample mData[1];
};
typedef struct CAFOverviewChunk CAFOverviewChunk;

/// The chunk `'umid'`: an identifier of the material.
struct CAFUMIDChunk {
    UInt8 mBytes[64];
};
typedef struct CAFUMIDChunk CAFUMIDChunk;

#pragma pack(pop)

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
