#ifndef AudioToolbox_ExtendedAudioFile_h
#define AudioToolbox_ExtendedAudioFile_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

/// A file that is read and written in the format the program works in, whatever the file's own is.
///
/// Calls about one file may come from any thread, one at a time.
typedef struct OpaqueExtAudioFile *ExtAudioFileRef;

/// What to write as priming or remainder: a number of frames, or one of the values below.
typedef SInt32 ExtAudioFilePacketTableInfoOverride;

/// Keep what the file has, or keep it where it can be right.
CF_ENUM(ExtAudioFilePacketTableInfoOverride) {
    kExtAudioFilePacketTableInfoOverride_UseFileValue = -1,
    kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid = -2
};

/// Names a property of an extended audio file.
typedef UInt32 ExtAudioFilePropertyID;

/// Properties of an extended audio file.
CF_ENUM(ExtAudioFilePropertyID) {
    /// AudioStreamBasicDescription of the file. Read only.
    kExtAudioFileProperty_FileDataFormat = 0x66666D74,  // 'ffmt'
    /// AudioChannelLayout of the file. Can be set while writing.
    kExtAudioFileProperty_FileChannelLayout = 0x66636C6F,  // 'fclo'
    /// AudioStreamBasicDescription of linear PCM, in which the program reads and writes.
    kExtAudioFileProperty_ClientDataFormat = 0x63666D74,  // 'cfmt'
    /// AudioChannelLayout of the client format.
    kExtAudioFileProperty_ClientChannelLayout = 0x63636C6F,  // 'cclo'
    /// UInt32. Set it before the client format, which makes the codec.
    kExtAudioFileProperty_CodecManufacturer = 0x636D616E,  // 'cman'
    /// AudioConverterRef, null where none is needed. Read only. After a change of it set the converter config.
    kExtAudioFileProperty_AudioConverter = 0x61636E76,  // 'acnv'
    /// AudioFileID. Read only.
    kExtAudioFileProperty_AudioFile = 0x6166696C,  // 'afil'
    /// UInt32, bytes. Read only.
    kExtAudioFileProperty_FileMaxPacketSize = 0x666D7073,  // 'fmps'
    /// UInt32, bytes. Read only.
    kExtAudioFileProperty_ClientMaxPacketSize = 0x636D7073,  // 'cmps'
    /// SInt64, frames that sound, in the file's sample rate. Can be set while writing linear PCM.
    kExtAudioFileProperty_FileLengthFrames = 0x2366726D,  // '#frm'
    /// CFPropertyListRef, the settings of the converter, as `kAudioConverterPropertySettings` gives them. The client releases
    /// it. Set it to null after a change of the converter by its own properties: the file then uses the new settings.
    kExtAudioFileProperty_ConverterConfig = 0x61636366,  // 'accf'
    /// UInt32, bytes of the buffer between file and codec.
    kExtAudioFileProperty_IOBufferSizeBytes = 0x696F6273,  // 'iobs'
    /// Not supported here: the buffer is the library's own.
    kExtAudioFileProperty_IOBuffer = 0x696F6266,  // 'iobf'
    /// AudioFilePacketTableInfo, to override what the file says.
    kExtAudioFileProperty_PacketTable = 0x78707469  // 'xpti'
};

/// Statuses of the calls below. Those of AudioFile.h and AudioConverter.h come through too.
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

/// Opens a file for reading. Release it with `ExtAudioFileDispose`.
CF_EXPORT OSStatus ExtAudioFileOpenURL(
    CAURLParameter inURL,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Puts an open file behind an extended one. The file stays the caller's to close, after `ExtAudioFileDispose`.
CF_EXPORT OSStatus ExtAudioFileWrapAudioFileID(
    AudioFileID inFileID,
    Boolean inForWriting,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Creates a file for writing.
///
/// - inStreamDesc: the format of the file. What the program writes is `kExtAudioFileProperty_ClientDataFormat`.
/// - inFlags: `kAudioFileFlags_EraseFile` to replace an existing file.
CF_EXPORT OSStatus ExtAudioFileCreateWithURL(
    CAURLParameter inURL,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inStreamDesc,
    const AudioChannelLayout *_Nullable inChannelLayout,
    UInt32 inFlags,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Finishes writing, closes the file and releases it.
CF_EXPORT OSStatus ExtAudioFileDispose(ExtAudioFileRef inExtAudioFile);

// MARK: Reading and writing

/// Reads up to `ioNumberFrames` frames in the client format. 0 frames and `noErr` mean the end.
CF_EXPORT OSStatus ExtAudioFileRead(
    ExtAudioFileRef inExtAudioFile,
    UInt32 *ioNumberFrames,
    AudioBufferList *ioData);

/// Writes frames in the client format, and waits for the disk.
CF_EXPORT OSStatus ExtAudioFileWrite(
    ExtAudioFileRef inExtAudioFile,
    UInt32 inNumberFrames,
    const AudioBufferList *ioData);

/// Writes frames in the client format through a buffer that a thread of its own empties. Safe on an audio thread,
/// after one call with 0 frames and null, which makes the buffer.
///
/// From the first call on `ExtAudioFileWrite` and changes of properties return
/// `kExtAudioFileError_InvalidOperationOrder`. What the disk refused comes back from a later call, or from
/// `ExtAudioFileDispose`.
CF_EXPORT OSStatus ExtAudioFileWriteAsync(
    ExtAudioFileRef inExtAudioFile,
    UInt32 inNumberFrames,
    const AudioBufferList *_Nullable ioData);

/// Moves to a frame, counted in the file's sample rate from the first one that sounds. For files being read.
CF_EXPORT OSStatus ExtAudioFileSeek(ExtAudioFileRef inExtAudioFile, SInt64 inFrameOffset);

/// The frame that is read or written next, counted in the file's sample rate.
CF_EXPORT OSStatus ExtAudioFileTell(ExtAudioFileRef inExtAudioFile, SInt64 *outFrameOffset);

// MARK: Properties

/// Bytes that a property's value takes now, and whether it can be set.
CF_EXPORT OSStatus ExtAudioFileGetPropertyInfo(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 *_Nullable outSize,
    Boolean *_Nullable outWritable);

/// Reads a property. `ioPropertyDataSize` is the room and comes back as what was written.
CF_EXPORT OSStatus ExtAudioFileGetProperty(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Changes a property.
CF_EXPORT OSStatus ExtAudioFileSetProperty(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 inPropertyDataSize,
    const void *inPropertyData);

// MARK: Files by FSRef, which this system does not have

struct FSRef;

/// Returns `kAudio_UnimplementedError`. Use `ExtAudioFileOpenURL`.
CF_EXPORT OSStatus ExtAudioFileOpen(
    const struct FSRef *inFSRef,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Returns `kAudio_UnimplementedError`. Use `ExtAudioFileCreateWithURL`.
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
