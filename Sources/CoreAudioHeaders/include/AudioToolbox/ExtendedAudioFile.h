#ifndef AudioToolbox_ExtendedAudioFile_h
#define AudioToolbox_ExtendedAudioFile_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread. Only one thread at a time may use a file. It blocks while it
// reads or writes, and is not real-time safe.

// MARK: Types

/// An audio file that is read and written in a format that the program chooses.
///
/// Only one thread at a time may use it.
typedef struct OpaqueExtAudioFile *ExtAudioFileRef;

/// What to write as priming or remainder: a number of frames, or one of the values below.
typedef SInt32 ExtAudioFilePacketTableInfoOverride;

/// Use the value of the file, or use it only if it is valid.
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
    /// UInt32, the manufacturer of the codec. Set it before the client format, which creates the codec.
    kExtAudioFileProperty_CodecManufacturer = 0x636D616E,  // 'cman'
    /// AudioConverterRef, null if none is needed. Read only. After you change its properties, set
    /// `kExtAudioFileProperty_ConverterConfig`.
    kExtAudioFileProperty_AudioConverter = 0x61636E76,  // 'acnv'
    /// AudioFileID of the audio file. Read only. It belongs to the extended file: do not close it.
    kExtAudioFileProperty_AudioFile = 0x6166696C,  // 'afil'
    /// UInt32, the largest size of a packet in the file in bytes. Read only.
    kExtAudioFileProperty_FileMaxPacketSize = 0x666D7073,  // 'fmps'
    /// UInt32, the largest size of a packet in the client format in bytes. Read only.
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
    /// The client format must be linear PCM, but is not, or is not set.
    kExtAudioFileError_NonPCMClientFormat = -66563,
    /// The client layout has another number of channels than the client format.
    kExtAudioFileError_InvalidChannelMap = -66564,
    /// The file is open for reading but must be open for writing, or the other way around; or it is too late for a setting.
    kExtAudioFileError_InvalidOperationOrder = -66565,
    /// The fields of the format contradict each other.
    kExtAudioFileError_InvalidDataFormat = -66566,
    /// The file does not state the size of its largest packet.
    kExtAudioFileError_MaxPacketSizeUnknown = -66567,
    /// The position is out of bounds, or the file is being written.
    kExtAudioFileError_InvalidSeek = -66568,
    /// The ring buffer cannot hold so many frames, even when empty.
    kExtAudioFileError_AsyncWriteTooLarge = -66569,
    /// The disk does not keep up; the frames of this call are lost.
    kExtAudioFileError_AsyncWriteBufferOverflow = -66570,
    /// This library does not return it.
    kExtAudioFileError_CodecUnavailableInputConsumed = -66559,
    /// This library does not return it.
    kExtAudioFileError_CodecUnavailableInputNotConsumed = -66560
};

// MARK: Opening and closing

/// Opens an audio file of any format for reading linear PCM.
///
/// Set `kExtAudioFileProperty_ClientDataFormat` next: without it a file of linear PCM is read in its own format, and reading
/// other files fails.
///
/// The library does not retain the URL.
///
/// - Parameters:
///   - inURL: the URL of a file.
///   - outExtAudioFile: the open file, or null if the call fails. Release it with `ExtAudioFileDispose`.
/// - Returns: 0, or
///   - `kAudioFileFileNotFoundError`: there is no such file
///   - `kAudioFileUnsupportedFileTypeError`, `'typ?'`: the library does not recognize the file's format
///   - the other statuses of `AudioFileOpenURL`
CF_EXPORT OSStatus ExtAudioFileOpenURL(
    CAURLParameter inURL,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Creates an extended audio file for an open audio file.
///
/// The library does not take ownership of the file. Do not use the file until `ExtAudioFileDispose`, and close it afterwards.
///
/// - Parameters:
///   - inFileID: an open file.
///   - inForWriting: true to write, false to read. The file must be open for that.
///   - outExtAudioFile: the extended file, or null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null
///   - `kAudioFileNotOpenError`: the file is closed, or the reference is invalid
///   - `kAudioFilePermissionsError`: the file is not open for this
CF_EXPORT OSStatus ExtAudioFileWrapAudioFileID(
    AudioFileID inFileID,
    Boolean inForWriting,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Creates an audio file for writing linear PCM, which the library encodes into the file's format.
///
/// Set `kExtAudioFileProperty_ClientDataFormat` next. Without it you write linear PCM in the file's format, and writing to
/// other files fails. For an encoded format, `mFormatID`, `mSampleRate` and `mChannelsPerFrame` suffice. A sample rate of 0
/// means that of the client format.
///
/// The library copies the formats and the layout, and does not retain the URL.
///
/// - Parameters:
///   - inURL: the URL of a file. Its folder must exist.
///   - inFileType: the file type, such as `kAudioFileM4AType`.
///   - inStreamDesc: the format of the file.
///   - inChannelLayout: which channel is which loudspeaker, or null. If the encoder uses another order, the library reorders
///     the channels.
///   - inFlags: `kAudioFileFlags_EraseFile` replaces an existing file.
///   - outExtAudioFile: the new file, or null if the call fails. `ExtAudioFileDispose` finishes it.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or the layout has another number of channels than the format
///   - `kAudioFileOperationNotSupportedError`: this file type cannot store the layout
///   - the statuses of `AudioFileCreateWithURL`
CF_EXPORT OSStatus ExtAudioFileCreateWithURL(
    CAURLParameter inURL,
    AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inStreamDesc,
    const AudioChannelLayout *_Nullable inChannelLayout,
    UInt32 inFlags,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Finishes writing, and closes the file.
///
/// The call encodes the last frames, and writes the frames that `ExtAudioFileWriteAsync` has taken. It blocks until they are on
/// the disk. Check the status of this call: it reports a full disk. The reference is invalid afterwards, even if the call
/// fails. A file from `ExtAudioFileWrapAudioFileID` stays open.
///
/// - Parameter inExtAudioFile: an extended file.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid
///   - the first error of all writes
CF_EXPORT OSStatus ExtAudioFileDispose(ExtAudioFileRef inExtAudioFile);

// MARK: Reading and writing

/// Reads frames in the client format.
///
/// The library removes the codec's priming and remainder frames. Your buffers are filled before the call returns; the library
/// does not keep them.
///
/// A damaged packet becomes as many frames of silence as it should have: lengths and positions stay those of a whole file.
///
/// This example reads a file to its end as interleaved Float32 samples with two channels:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
///
/// OSStatus readAll(ExtAudioFileRef file, void (*use)(const float *samples, UInt32 frames)) {
///     AudioStreamBasicDescription client = {
///         .mSampleRate = 48000, .mFormatID = kAudioFormatLinearPCM,
///         .mFormatFlags = kAudioFormatFlagsNativeFloatPacked, .mBytesPerPacket = 8, .mFramesPerPacket = 1,
///         .mBytesPerFrame = 8, .mChannelsPerFrame = 2, .mBitsPerChannel = 32};
///     OSStatus status = ExtAudioFileSetProperty(
///         file, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client);
///     float samples[2 * 1024];
///     while (status == noErr) {
///         AudioBufferList list = {1, {{2, sizeof samples, samples}}};
///         UInt32 frames = 1024;
///         status = ExtAudioFileRead(file, &frames, &list);
///         if (status != noErr || frames == 0) break;
///         use(samples, frames);
///     }
///     return status;
/// }
/// ```
///
/// - Parameters:
///   - inExtAudioFile: a file that is being read.
///   - ioNumberFrames: the number of frames to read, in the rate of the client format, and on return the number read. 0 is the
///     end.
///   - ioData: a buffer for each channel, or one for all channels if the client format is interleaved. `mDataByteSize` is the
///     size of the buffer in bytes, and on return the number of bytes read.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, a pointer is null, or the buffers do not fit the client format
///   - `kExtAudioFileError_InvalidOperationOrder`: the file is being written
///   - `kExtAudioFileError_NonPCMClientFormat`: the file is encoded, and no client format was set
///   - `kAudioConverterErr_UnspecifiedError`: no packet of the file can be decoded
///   - `kAudioFileInvalidFileError`: the file has audio data, but no whole frame of sound
///   - the statuses of `AudioFileReadPacketData`
CF_EXPORT OSStatus ExtAudioFileRead(
    ExtAudioFileRef inExtAudioFile,
    UInt32 *ioNumberFrames,
    AudioBufferList *ioData);

/// Writes frames in the client format.
///
/// The call first writes the frames that `ExtAudioFileWriteAsync` has taken, and blocks until all frames are written.
/// Once the encoder or the disk has failed, nothing more is written: each further call, and `ExtAudioFileDispose`, returns the same
/// status, and `ExtAudioFileTell` gives the number of frames that are in the file.
///
/// - Parameters:
///   - inExtAudioFile: a file that is being written.
///   - inNumberFrames: the number of frames, in the rate of the client format.
///   - ioData: a buffer for each channel, or one for all channels if the client format is interleaved. The library does not
///     keep them. If `mDataByteSize` of one is less than the frames have, only the frames that all of them hold are written.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, a pointer is null, or a buffer does not hold a frame
///   - `kExtAudioFileError_InvalidOperationOrder`: the file is being read
///   - `kExtAudioFileError_NonPCMClientFormat`: the file is encoded, and no client format was set
///   - the statuses of `AudioFileWritePackets`, and those of an earlier write that failed, an asynchronous one too
CF_EXPORT OSStatus ExtAudioFileWrite(
    ExtAudioFileRef inExtAudioFile,
    UInt32 inNumberFrames,
    const AudioBufferList *ioData);

/// Copies frames in the client format into a ring buffer, from which the library writes them to the file.
///
/// Threads: Real-time safe after a first call with 0 frames and null, which allocates the ring buffer and starts a thread. Make
/// that call on another thread. The library's thread writes the frames to the disk.
///
/// This example writes from the callback of a device:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
///
/// // On another thread, before the device starts.
/// OSStatus prepare(ExtAudioFileRef file) { return ExtAudioFileWriteAsync(file, 0, NULL); }
///
/// // On the audio thread. The file's client format is that of the device.
/// void writeCycle(ExtAudioFileRef file, const AudioBufferList *input) {
///     UInt32 frames = input->mBuffers[0].mDataByteSize / (sizeof(float) * input->mBuffers[0].mNumberChannels);
///     ExtAudioFileWriteAsync(file, frames, input);
/// }
/// ```
///
/// - Parameters:
///   - inExtAudioFile: a file that is being written.
///   - inNumberFrames: the number of frames, in the rate of the client format.
///   - ioData: a buffer for each channel, or one for all channels if the client format is interleaved; null with 0 frames. They
///     are copied. As in `ExtAudioFileWrite`, the smallest `mDataByteSize` limits the frames.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or there are frames without buffers
///   - `kExtAudioFileError_InvalidOperationOrder`: the file is being read
///   - `kExtAudioFileError_NonPCMClientFormat`: the file is encoded, and no client format was set
///   - `kExtAudioFileError_AsyncWriteTooLarge`: the ring buffer cannot hold so many frames, even when empty
///   - `kExtAudioFileError_AsyncWriteBufferOverflow`: the disk does not keep up; the frames of this call are lost
///   - the status with which writing the frames of an earlier call failed; `ExtAudioFileDispose` returns it too
CF_EXPORT OSStatus ExtAudioFileWriteAsync(
    ExtAudioFileRef inExtAudioFile,
    UInt32 inNumberFrames,
    const AudioBufferList *_Nullable ioData);

/// Seeks to a frame of a file that is being read.
///
/// The next read begins exactly at that frame in every format. The library decodes earlier packets if the codec needs them.
///
/// - Parameters:
///   - inExtAudioFile: a file that is being read.
///   - inFrameOffset: frames from the first of the sound, in the rate of the file: 0 to
///     `kExtAudioFileProperty_FileLengthFrames`.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid
///   - `kExtAudioFileError_InvalidSeek`: the position is out of bounds, or the file is being written
///   - `kExtAudioFileError_NonPCMClientFormat`: the file is encoded, and no client format was set
CF_EXPORT OSStatus ExtAudioFileSeek(ExtAudioFileRef inExtAudioFile, SInt64 inFrameOffset);

/// Returns the position of the next frame that is read or written.
///
/// - Parameters:
///   - inExtAudioFile: an extended file.
///   - outFrameOffset: frames from the first of the sound, in the rate of the file.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or the pointer is null
///   - `kExtAudioFileError_NonPCMClientFormat`: the file is encoded, and no client format was set
CF_EXPORT OSStatus ExtAudioFileTell(ExtAudioFileRef inExtAudioFile, SInt64 *outFrameOffset);

// MARK: Properties

/// Returns the size of a property's value, and whether the property can be set.
///
/// - Parameters:
///   - inExtAudioFile: an extended file.
///   - inPropertyID: a property, such as `kExtAudioFileProperty_FileLengthFrames`.
///   - outSize: on return, the size of the value in bytes; may be null.
///   - outWritable: on return, whether the property of this file can be set now; may be null.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid
///   - `kExtAudioFileError_InvalidProperty`: there is no such property, or it has no value now
CF_EXPORT OSStatus ExtAudioFileGetPropertyInfo(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 *_Nullable outSize,
    Boolean *_Nullable outWritable);

/// Reads a property of an extended file.
///
/// Release the objects that you get, except the file and the converter, which belong to the extended file.
///
/// - Parameters:
///   - inExtAudioFile: an extended file.
///   - inPropertyID: a property, such as `kExtAudioFileProperty_FileDataFormat`.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, or a pointer is null
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
/// The library copies the value, and does not retain objects.
///
/// - Parameters:
///   - inExtAudioFile: an extended file.
///   - inPropertyID: a property. `ExtAudioFileGetPropertyInfo` says which can be set.
///   - inPropertyDataSize: the size of `inPropertyData` in bytes.
///   - inPropertyData: the value.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the reference is invalid, a pointer is null, or the value is out of its range
///   - `kExtAudioFileError_InvalidProperty`: there is no such property, or it can only be read
///   - `kExtAudioFileError_InvalidPropertySize`: the size is not that of the value
///   - `kExtAudioFileError_NonPCMClientFormat`: the client format is not linear PCM
///   - `kExtAudioFileError_InvalidDataFormat`: the fields of the client format contradict each other
///   - `kExtAudioFileError_InvalidChannelMap`: the client layout has another number of channels than the client format
///   - `kExtAudioFileError_InvalidOperationOrder`: it is too late: frames were written, or the codec is chosen
///   - `kAudioFileOperationNotSupportedError`: this file type cannot store the value
///   - the statuses of `AudioConverterNew`: nothing converts between the client format and the file's
CF_EXPORT OSStatus ExtAudioFileSetProperty(
    ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID,
    UInt32 inPropertyDataSize,
    const void *inPropertyData);

// MARK: Files by FSRef

struct FSRef;

/// Opens a file for reading. `ExtAudioFileOpenURL` does the same with a URL.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - inFSRef: the file.
///   - outExtAudioFile: on return, the open file; null if the call fails.
/// - Returns: 0, a status of `ExtAudioFileOpenURL`, or
///   - `kAudio_FileNotFoundError`: no function made the reference
CF_EXPORT OSStatus ExtAudioFileOpen(
    const struct FSRef *inFSRef,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Creates a file in a folder, and does not replace one that exists. `ExtAudioFileCreateWithURL` does the same with a URL.
///
/// Threads: Call this function on any thread.
///
/// - Parameters:
///   - inParentDir: the folder.
///   - inFileName: the name of the file, without a slash.
///   - inFileType: `kAudioFile…Type`
///   - inStreamDesc: what the file will hold.
///   - inChannelLayout: which loudspeakers its channels are for, or null.
///   - outExtAudioFile: on return, the open file; null if the call fails.
/// - Returns: 0, a status of `ExtAudioFileCreateWithURL`, or
///   - `kAudio_FileNotFoundError`: no function made the reference
///   - `kAudio_BadFilePathError`: the name is empty or has a slash
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
