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
    /// `kCAF_FileType`.
    UInt32 mFileType;
    /// `kCAF_FileVersion_Initial`.
    UInt16 mFileVersion;
    /// Always 0.
    UInt16 mFileFlags;
};
typedef struct CAFFileHeader CAFFileHeader;

/// The first bytes of a chunk.
struct CAFChunkHeader {
    /// What the chunk is, such as `kCAF_AudioDataChunkID`.
    UInt32 mChunkType;
    /// Bytes after this header. In the last chunk, of sound, −1 stands for all up to the end of the file.
    SInt64 mChunkSize;
};
typedef struct CAFChunkHeader CAFChunkHeader;

/// The first bytes of a chunk that a program has named for itself.
struct CAF_UUID_ChunkHeader {
    /// Its type is `kCAF_UUIDChunkID`; its size includes `mUUID`.
    CAFChunkHeader mHeader;
    /// The program's own name for the kind of chunk.
    UInt8 mUUID[16];
};
typedef struct CAF_UUID_ChunkHeader CAF_UUID_ChunkHeader;

/// The chunk `'desc'`: the format of the sound.
struct CAFAudioDescription {
    /// Frames per second of the sound when it is decoded.
    Float64 mSampleRate;
    /// The data format, as in AudioStreamBasicDescription.
    UInt32 mFormatID;
    /// Of linear PCM `CAFFormatFlags`; of other formats what these define.
    CAFFormatFlags mFormatFlags;
    /// Bytes in a packet; 0 if that varies.
    UInt32 mBytesPerPacket;
    /// Frames in a packet; 0 if that varies.
    UInt32 mFramesPerPacket;
    /// The number of channels.
    UInt32 mChannelsPerFrame;
    /// Bits of a sample; 0 in compressed formats.
    UInt32 mBitsPerChannel;
};
typedef struct CAFAudioDescription CAFAudioDescription;

/// One of the formats in the chunk `'ldsc'`.
struct CAFAudioFormatListItem {
    /// The format.
    CAFAudioDescription mFormat;
    /// Which channel is where in it.
    UInt32 mChannelLayoutTag;
};
typedef struct CAFAudioFormatListItem CAFAudioFormatListItem;

/// The chunk `'pakt'`: the number of packets and frames there are. The sizes of packets follow.
struct CAFPacketTableHeader {
    /// How many packets follow; 0 if all have one size.
    SInt64 mNumberPackets;
    /// The number of frames of sound, without priming and remainder frames.
    SInt64 mNumberValidFrames;
    /// The number of frames before the sound, which the codec needs to start.
    SInt32 mPrimingFrames;
    /// The number of frames after the sound, which fill the last packet.
    SInt32 mRemainderFrames;
    /// Of each packet its size where that varies, then its frames where these vary: seven bits a byte.
    UInt8 mPacketDescriptions[1];
};
typedef struct CAFPacketTableHeader CAFPacketTableHeader;

/// The chunk `'data'`.
struct CAFDataChunk {
    /// Grows with each change of the sound; what was computed of it states which count it belongs to.
    UInt32 mEditCount;
    /// The packets, one after the other.
    UInt8 mData[1];
};
typedef struct CAFDataChunk CAFDataChunk;

/// A SMPTE time.
struct CAF_SMPTE_Time {
    /// Hours. May be negative.
    SInt8 mHours;
    /// Minutes, 0 to 59.
    SInt8 mMinutes;
    /// Seconds, 0 to 59.
    SInt8 mSeconds;
    /// Video frames, from 0.
    SInt8 mFrames;
    /// The number of sample frames since the start of the video frame.
    UInt32 mSubFrameSampleOffset;
};
typedef struct CAF_SMPTE_Time CAF_SMPTE_Time;

/// A position in the sound.
struct CAFMarker {
    /// What the marker is for, such as `kCAFMarkerType_Generic`.
    UInt32 mType;
    /// The position in frames from the start of the sound.
    Float64 mFramePosition;
    /// Names the marker; its text is in the chunk `'strg'` under the same number.
    UInt32 mMarkerID;
    /// The same place as a time of film, where the chunk states a type of it.
    CAF_SMPTE_Time mSMPTETime;
    /// The channel, from 1; 0 for all channels.
    UInt32 mChannel;
};
typedef struct CAFMarker CAFMarker;

/// The chunk `'mark'`.
struct CAFMarkerChunk {
    /// The type of SMPTE time of the markers; 0 if they have none.
    UInt32 mSMPTE_TimeType;
    /// The number of markers in `mMarkers`.
    UInt32 mNumberMarkers;
    /// The markers.
    CAFMarker mMarkers[1];
};
typedef struct CAFMarkerChunk CAFMarkerChunk;

/// A part of the sound.
struct CAFRegion {
    /// Names the region; its text is in the chunk `'strg'` under the same number.
    UInt32 mRegionID;
    /// How to play the region.
    CAFRegionFlags mFlags;
    /// The number of markers in `mMarkers`.
    UInt32 mNumberMarkers;
    /// The markers, in their order.
    CAFMarker mMarkers[1];
};
typedef struct CAFRegion CAFRegion;

/// The chunk `'regn'`.
struct CAFRegionChunk {
    /// The type of SMPTE time of the markers; 0 if they have none.
    UInt32 mSMPTE_TimeType;
    /// How many regions there are.
    UInt32 mNumberRegions;
    /// The first region. The next ones follow at distances that depend on their markers.
    CAFRegion mRegions[1];
};
typedef struct CAFRegionChunk CAFRegionChunk;

/// The chunk `'inst'`: how a sampler plays the sound.
struct CAFInstrumentChunk {
    /// The MIDI note at which the sound plays unchanged; a fraction is a part of a semitone.
    Float32 mBaseNote;
    /// The lowest MIDI note it is for, 0 to 127.
    UInt8 mMIDILowNote;
    /// The highest MIDI note it is for, 0 to 127.
    UInt8 mMIDIHighNote;
    /// The lowest velocity it is for, 0 to 127.
    UInt8 mMIDILowVelocity;
    /// The highest velocity it is for, 0 to 127.
    UInt8 mMIDIHighVelocity;
    /// Gain when it is played, in decibels.
    Float32 mdBGain;
    /// The region to play first; 0 for none.
    UInt32 mStartRegionID;
    /// The region to repeat while the note is held; 0 for none.
    UInt32 mSustainRegionID;
    /// The region to play after the note; 0 for none.
    UInt32 mReleaseRegionID;
    /// Names the instrument; its text is in the chunk `'strg'` under the same number.
    UInt32 mInstrumentID;
};
typedef struct CAFInstrumentChunk CAFInstrumentChunk;

/// The position of a string.
struct CAFStringID {
    /// The number of the marker, region or instrument.
    UInt32 mStringID;
    /// Bytes from the end of the list to the text, in UTF-8 and ended by a zero.
    SInt64 mStringStartByteOffset;
};
typedef struct CAFStringID CAFStringID;

/// The chunk `'strg'`: names of markers and regions.
struct CAFStrings {
    /// How many strings there are.
    UInt32 mNumEntries;
    /// Where each of them is. The texts follow the list.
    CAFStringID mStringsIDs[1];
};
typedef struct CAFStrings CAFStrings;

/// The chunk `'info'`. Pairs of strings follow, a key and a value each.
struct CAFInfoStrings {
    /// How many pairs follow.
    UInt32 mNumEntries;
};
typedef struct CAFInfoStrings CAFInfoStrings;

/// The loudest sample of a channel, and its frame.
struct CAFPositionPeak {
    /// The sample without its sign, where 1 is full scale.
    Float32 mValue;
    /// The frame, counted from 0.
    UInt64 mFrameNumber;
};
typedef struct CAFPositionPeak CAFPositionPeak;

/// The chunk `'peak'`.
struct CAFPeakChunk {
    /// The count of `CAFDataChunk` that the peaks belong to.
    UInt32 mEditCount;
    /// One for each channel.
    CAFPositionPeak mPeaks[1];
};
typedef struct CAFPeakChunk CAFPeakChunk;

/// The smallest and the greatest sample of a range.
struct CAFOverviewSample {
    /// The smallest sample, as a big-endian 16-bit integer.
    SInt16 mMinValue;
    /// The greatest sample, as a big-endian 16-bit integer.
    SInt16 mMaxValue;
};
typedef struct CAFOverviewSample CAFOverviewSample;

/// The chunk `'ovvw'`: data to draw the waveform.
struct CAFOverviewChunk {
    /// The count of `CAFDataChunk` that the overview belongs to.
    UInt32 mEditCount;
    /// How many frames a pair of samples stands for.
    UInt32 mNumFramesPerOVWSample;
    /// The samples, those of all channels for each range.
    CAFOverviewSample mData[1];
};
typedef struct CAFOverviewChunk CAFOverviewChunk;

/// The chunk `'umid'`: an identifier of the material.
struct CAFUMIDChunk {
    /// The identifier of SMPTE 330M, padded with zeros where it has 32 bytes.
    UInt8 mBytes[64];
};
typedef struct CAFUMIDChunk CAFUMIDChunk;

#pragma pack(pop)

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
