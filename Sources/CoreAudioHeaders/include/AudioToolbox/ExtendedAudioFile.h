#ifndef AudioToolbox_ExtendedAudioFile_h
#define AudioToolbox_ExtendedAudioFile_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Types

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

// MARK: Properties and their names

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

// MARK: Status

/// Statuses of the calls below. Those of AudioFile.h and AudioConverter.h come through too.
CF_ENUM(OSStatus) {
    /// There is no such property, or the file does not have it.
    kExtAudioFileError_InvalidProperty = -66561,
    /// The size is not that of the property's value.
    kExtAudioFileError_InvalidPropertySize = -66562,
    /// The client format has to be linear PCM, and is not, or is not set.
    kExtAudioFileError_NonPCMClientFormat = -66563,
    /// The client layout has another number of channels than the client format.
    kExtAudioFileError_InvalidChannelMap = -66564,
    /// The file is being read where it has to be written, or the other way around; or it is too late for a setting.
    kExtAudioFileError_InvalidOperationOrder = -66565,
    /// The fields of the format contradict each other.
    kExtAudioFileError_InvalidDataFormat = -66566,
    /// The file does not tell the size of its largest packet.
    kExtAudioFileError_MaxPacketSizeUnknown = -66567,
    /// The position is out of bounds, or the file is being written.
    kExtAudioFileError_InvalidSeek = -66568,
    /// The ring does not hold so many frames, even when empty.
    kExtAudioFileError_AsyncWriteTooLarge = -66569,
    /// The disk does not keep up; the frames of this call are lost.
    kExtAudioFileError_AsyncWriteBufferOverflow = -66570,
    /// Not returned by this library.
    kExtAudioFileError_CodecUnavailableInputConsumed = -66559,
    /// Not returned by this library.
    kExtAudioFileError_CodecUnavailableInputNotConsumed = -66560
};

// MARK: Opening and closing

/// Opens an audio file for reading linear PCM, whatever it holds.
///
/// Set `kExtAudioFileProperty_ClientDataFormat` next: without it a file of linear PCM is read as it is, and reading another
/// fails.
///
/// - Parameters:
///   - inURL: the URL of a file.
///   - outExtAudioFile: the open file, or null where the call fails. Release it with `ExtAudioFileDispose`.
/// - Returns: 0, or the statuses of `AudioFileOpenURL`.
CF_EXPORT OSStatus ExtAudioFileOpenURL(
    CAURLParameter inURL,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Puts a converter in front of a file that is open already.
///
/// The file stays the caller's: close it after `ExtAudioFileDispose`, and leave it alone until then.
///
/// - Parameters:
///   - inFileID: an open file.
///   - inForWriting: true to write, false to read. The file must be open for that.
///   - outExtAudioFile: the extended file, or null where the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is none
///   - `kAudioFilePermissionsError`: the file is not open for this
CF_EXPORT OSStatus ExtAudioFileWrapAudioFileID(
    AudioFileID inFileID,
    Boolean inForWriting,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Creates an audio file for writing linear PCM, which is encoded where the file's format is not linear PCM.
///
/// Set `kExtAudioFileProperty_ClientDataFormat` next. Without it a file of linear PCM takes what it holds, and writing to
/// another fails. Of a format that is encoded, `mFormatID`, `mSampleRate` and `mChannelsPerFrame` suffice. A sample rate of 0
/// is that of the client format.
///
/// - Parameters:
///   - inURL: the URL of a file. Its folder must exist.
///   - inFileType: the kind of file, such as `kAudioFileM4AType`.
///   - inStreamDesc: the format of the file.
///   - inChannelLayout: which channel is which loudspeaker, or null. An encoder may put them in another order, and the
///     frames are moved to that.
///   - inFlags: `kAudioFileFlags_EraseFile` replaces an existing file.
///   - outExtAudioFile: the new file, or null where the call fails. `ExtAudioFileDispose` finishes it.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or the layout has another number of channels than the format
///   - `kAudioFileOperationNotSupportedError`: this kind of file does not keep the layout
///   - the statuses of `AudioFileCreateWithURL`
CF_EXPORT OSStatus ExtAudioFileCreateWithURL(
    CAURLParameter inURL,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inStreamDesc,
    const AudioChannelLayout *_Nullable inChannelLayout,
    UInt32 inFlags,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Finishes writing, closes the file and releases it.
///
/// The last frames are encoded here, and what `ExtAudioFileWriteAsync` has taken is written, so that the call waits for the
/// disk. A program that does not look at its status can miss that the disk was full. The reference is invalid afterwards,
/// also where the call fails. A file that was wrapped stays open.
///
/// - Parameter inExtAudioFile: an extended file.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none
///   - the first error of everything that was still to be done
CF_EXPORT OSStatus ExtAudioFileDispose(ExtAudioFileRef inExtAudioFile);

// MARK: Reading and writing

/// Reads frames in the client format.
///
/// The codec's priming and remainder are no part of the sound, and never come. Not for an audio thread: it waits for the disk.
///
/// - Parameters:
///   - inExtAudioFile: a file that is being read.
///   - ioNumberFrames: how many frames to read, in the rate of the client format, and on return how many were read. 0 is
///     the end.
///   - ioData: a buffer for each channel, or one for all where the client format is interleaved. `mDataByteSize` is the room,
///     and on return what was read.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none, a pointer is null, or the buffers do not fit the client format
///   - `kExtAudioFileError_InvalidOperationOrder`: the file is being written
///   - `kExtAudioFileError_NonPCMClientFormat`: the file is encoded, and no client format was set
///   - the statuses of `AudioFileReadPacketData`, and those of a decoder that cannot go on
CF_EXPORT OSStatus ExtAudioFileRead(
    ExtAudioFileRef inExtAudioFile,
    UInt32 *ioNumberFrames,
    AudioBufferList *ioData);

/// Writes frames in the client format, and waits for the disk.
///
/// The frames go behind those that `ExtAudioFileWriteAsync` has taken: these are written first.
///
/// - Parameters:
///   - inExtAudioFile: a file that is being written.
///   - inNumberFrames: how many frames, in the rate of the client format.
///   - ioData: a buffer for each channel, or one for all where the client format is interleaved. They are not needed after
///     the call.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none, a pointer is null, or a buffer is smaller than the frames
///   - `kExtAudioFileError_InvalidOperationOrder`: the file is being read
///   - `kExtAudioFileError_NonPCMClientFormat`: the file is encoded, and no client format was set
///   - the statuses of `AudioFileWritePackets`, and those of a failed asynchronous write before
CF_EXPORT OSStatus ExtAudioFileWrite(
    ExtAudioFileRef inExtAudioFile,
    UInt32 inNumberFrames,
    const AudioBufferList *ioData);

/// Copies frames in the client format into a ring, from which a thread of the library writes them.
///
/// Safe on an audio thread, after one call with 0 frames and null, which makes the ring. While it is there no property can be
/// set; `ExtAudioFileWrite` takes it away.
///
/// - Parameters:
///   - inExtAudioFile: a file that is being written.
///   - inNumberFrames: how many frames, in the rate of the client format.
///   - ioData: a buffer for each channel, or one for all where the client format is interleaved; null with 0 frames. They are
///     copied.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none, or there are frames without buffers
///   - `kExtAudioFileError_InvalidOperationOrder`: the file is being read
///   - `kExtAudioFileError_NonPCMClientFormat`: the file is encoded, and no client format was set
///   - `kExtAudioFileError_AsyncWriteTooLarge`: the ring does not hold so many frames, even when empty
///   - `kExtAudioFileError_AsyncWriteBufferOverflow`: the disk does not keep up; the frames of this call are lost
///   - what writing an earlier call's frames failed with; `ExtAudioFileDispose` returns it too
CF_EXPORT OSStatus ExtAudioFileWriteAsync(
    ExtAudioFileRef inExtAudioFile,
    UInt32 inNumberFrames,
    const AudioBufferList *_Nullable ioData);

/// Moves to a frame of a file that is being read.
///
/// The next read begins at that very frame, in every format: packets before it are decoded where a codec needs them.
///
/// - Parameters:
///   - inExtAudioFile: a file that is being read.
///   - inFrameOffset: frames from the first of the sound, in the rate of the file: 0 to
///     `kExtAudioFileProperty_FileLengthFrames`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none
///   - `kExtAudioFileError_InvalidSeek`: the position is out of bounds, or the file is being written
///   - `kExtAudioFileError_NonPCMClientFormat`: the file is encoded, and no client format was set
CF_EXPORT OSStatus ExtAudioFileSeek(ExtAudioFileRef inExtAudioFile, SInt64 inFrameOffset);

/// Tells which frame is read or written next.
///
/// - Parameters:
///   - inExtAudioFile: an extended file.
///   - outFrameOffset: frames from the first of the sound, in the rate of the file.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none, or the pointer is null
///   - `kExtAudioFileError_NonPCMClientFormat`: the file is encoded, and no client format was set
CF_EXPORT OSStatus ExtAudioFileTell(ExtAudioFileRef inExtAudioFile, SInt64 *outFrameOffset);

// MARK: Properties

/// Tells how many bytes a property's value takes now, and whether it can be set.
///
/// - Parameters:
///   - inExtAudioFile: an extended file.
///   - inPropertyID: a property, such as `kExtAudioFileProperty_FileLengthFrames`.
///   - outSize: bytes; null where the program does not need it.
///   - outWritable: whether this file, as it is now, takes a value that fits it; null where the program does not need it.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none
///   - `kExtAudioFileError_InvalidProperty`: there is no such property, or it has no value now
CF_EXPORT OSStatus ExtAudioFileGetPropertyInfo(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 *_Nullable outSize,
    Boolean *_Nullable outWritable);

/// Reads a property of an extended file.
///
/// Objects are the caller's to release. The file and the converter are not: they end with the extended file.
///
/// - Parameters:
///   - inExtAudioFile: an extended file.
///   - inPropertyID: a property, such as `kExtAudioFileProperty_FileDataFormat`.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none, or a pointer is null
///   - `kExtAudioFileError_InvalidProperty`: there is no such property, or it has no value now
///   - `kExtAudioFileError_InvalidPropertySize`: the buffer is too small; nothing was written
///   - `kExtAudioFileError_MaxPacketSizeUnknown`: the largest packet of a file that has none is asked for
CF_EXPORT OSStatus ExtAudioFileGetProperty(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Changes a property of an extended file.
///
/// - Parameters:
///   - inExtAudioFile: an extended file.
///   - inPropertyID: a property. `ExtAudioFileGetPropertyInfo` says which can be set.
///   - inPropertyDataSize: the size of `inPropertyData` in bytes.
///   - inPropertyData: the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is none, a pointer is null, or the value is out of its range
///   - `kExtAudioFileError_InvalidProperty`: there is no such property, or it can only be read
///   - `kExtAudioFileError_InvalidPropertySize`: the size is not that of the value
///   - `kExtAudioFileError_NonPCMClientFormat`: the client format is not linear PCM
///   - `kExtAudioFileError_InvalidDataFormat`: the fields of the client format contradict each other
///   - `kExtAudioFileError_InvalidChannelMap`: the client layout has another number of channels than the client format
///   - `kExtAudioFileError_InvalidOperationOrder`: it is too late: frames were written, or the codec is chosen
///   - `kAudioFileOperationNotSupportedError`: this kind of file does not keep the value
///   - the statuses of `AudioConverterNew`: nothing converts between the client format and the file's
CF_EXPORT OSStatus ExtAudioFileSetProperty(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 inPropertyDataSize,
    const void *inPropertyData);

// MARK: Files by FSRef, which this system does not have

struct FSRef;

/// Fails: this system has no FSRef. Use `ExtAudioFileOpenURL`.
///
/// - Parameters:
///   - inFSRef: is not looked at.
///   - outExtAudioFile: null on return.
/// - Returns: `kAudio_UnimplementedError`, or `kAudio_ParamError` where `outExtAudioFile` is null.
CF_EXPORT OSStatus ExtAudioFileOpen(
    const struct FSRef *inFSRef,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Fails: this system has no FSRef. Use `ExtAudioFileCreateWithURL`.
///
/// - Parameters:
///   - inParentDir: is not looked at.
///   - inFileName: is not looked at.
///   - inFileType: is not looked at.
///   - inStreamDesc: is not looked at.
///   - inChannelLayout: is not looked at.
///   - outExtAudioFile: null on return.
/// - Returns: `kAudio_UnimplementedError`, or `kAudio_ParamError` where `outExtAudioFile` is null.
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
