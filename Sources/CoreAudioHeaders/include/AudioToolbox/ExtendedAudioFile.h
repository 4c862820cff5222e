#ifndef AudioToolbox_ExtendedAudioFile_h
#define AudioToolbox_ExtendedAudioFile_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct OpaqueExtAudioFile *ExtAudioFileRef;

typedef SInt32 ExtAudioFilePacketTableInfoOverride;

CF_ENUM(ExtAudioFilePacketTableInfoOverride) {
    kExtAudioFilePacketTableInfoOverride_UseFileValue = -1,
    kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid = -2
};

typedef UInt32 ExtAudioFilePropertyID;

CF_ENUM(ExtAudioFilePropertyID) {
    kExtAudioFileProperty_FileDataFormat = 0x66666D74,  // 'ffmt'
    kExtAudioFileProperty_FileChannelLayout = 0x66636C6F,  // 'fclo'
    kExtAudioFileProperty_ClientDataFormat = 0x63666D74,  // 'cfmt'
    kExtAudioFileProperty_ClientChannelLayout = 0x63636C6F,  // 'cclo'
    kExtAudioFileProperty_CodecManufacturer = 0x636D616E,  // 'cman'
    kExtAudioFileProperty_AudioConverter = 0x61636E76,  // 'acnv'
    kExtAudioFileProperty_AudioFile = 0x6166696C,  // 'afil'
    kExtAudioFileProperty_FileMaxPacketSize = 0x666D7073,  // 'fmps'
    kExtAudioFileProperty_ClientMaxPacketSize = 0x636D7073,  // 'cmps'
    kExtAudioFileProperty_FileLengthFrames = 0x2366726D,  // '#frm'
    kExtAudioFileProperty_ConverterConfig = 0x61636366,  // 'accf'
    kExtAudioFileProperty_IOBufferSizeBytes = 0x696F6273,  // 'iobs'
    kExtAudioFileProperty_IOBuffer = 0x696F6266,  // 'iobf'
    kExtAudioFileProperty_PacketTable = 0x78707469  // 'xpti'
};

CF_ENUM(OSStatus) {
    kExtAudioFileError_InvalidProperty = -66561,
    kExtAudioFileError_InvalidPropertySize = -66562,
    kExtAudioFileError_NonPCMClientFormat = -66563,
    kExtAudioFileError_InvalidChannelMap = -66564,
    kExtAudioFileError_InvalidOperationOrder = -66565,
    kExtAudioFileError_InvalidDataFormat = -66566,
    kExtAudioFileError_MaxPacketSizeUnknown = -66567,
    kExtAudioFileError_InvalidSeek = -66568,
    kExtAudioFileError_AsyncWriteTooLarge = -66569,
    kExtAudioFileError_AsyncWriteBufferOverflow = -66570,
    kExtAudioFileError_CodecUnavailableInputConsumed = -66559,
    kExtAudioFileError_CodecUnavailableInputNotConsumed = -66560
};

// MARK: Opening and closing

CF_EXPORT OSStatus ExtAudioFileOpenURL(
    CAURLParameter inURL,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

CF_EXPORT OSStatus ExtAudioFileWrapAudioFileID(
    AudioFileID inFileID,
    Boolean inForWriting,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

CF_EXPORT OSStatus ExtAudioFileCreateWithURL(
    CAURLParameter inURL,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inStreamDesc,
    const AudioChannelLayout *_Nullable inChannelLayout,
    UInt32 inFlags,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

CF_EXPORT OSStatus ExtAudioFileDispose(ExtAudioFileRef inExtAudioFile);

// MARK: Reading and writing

CF_EXPORT OSStatus ExtAudioFileRead(
    ExtAudioFileRef inExtAudioFile,
    UInt32 *ioNumberFrames,
    AudioBufferList *ioData);

CF_EXPORT OSStatus ExtAudioFileWrite(
    ExtAudioFileRef inExtAudioFile,
    UInt32 inNumberFrames,
    const AudioBufferList *ioData);

CF_EXPORT OSStatus ExtAudioFileWriteAsync(
    ExtAudioFileRef inExtAudioFile,
    UInt32 inNumberFrames,
    const AudioBufferList *_Nullable ioData);

CF_EXPORT OSStatus ExtAudioFileSeek(ExtAudioFileRef inExtAudioFile, SInt64 inFrameOffset);

CF_EXPORT OSStatus ExtAudioFileTell(ExtAudioFileRef inExtAudioFile, SInt64 *outFrameOffset);

// MARK: Properties

CF_EXPORT OSStatus ExtAudioFileGetPropertyInfo(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 *_Nullable outSize,
    Boolean *_Nullable outWritable);

CF_EXPORT OSStatus ExtAudioFileGetProperty(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 *ioPropertyDataSize,
    void *outPropertyData);

CF_EXPORT OSStatus ExtAudioFileSetProperty(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 inPropertyDataSize,
    const void *inPropertyData);

// MARK: Files by FSRef, which this system does not have

struct FSRef;

CF_EXPORT OSStatus ExtAudioFileOpen(
    const struct FSRef *inFSRef,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

CF_EXPORT OSStatus ExtAudioFileCreateNew(
    const struct FSRef *inParentDir,
    CAStringParameter inFileName,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inStreamDesc,
    const AudioChannelLayout *_Nullable inChannelLayout,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
