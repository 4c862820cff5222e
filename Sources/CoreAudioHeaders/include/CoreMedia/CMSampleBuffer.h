#ifndef CoreMedia_CMSampleBuffer_h
#define CoreMedia_CMSampleBuffer_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreMedia/CMAttachment.h>
#include <CoreMedia/CMBase.h>
#include <CoreMedia/CMBlockBuffer.h>
#include <CoreMedia/CMFormatDescription.h>
#include <CoreMedia/CMTime.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread.

/// Samples of one format, such as frames of sound, with their times, their sizes and attachments: an object of Core Foundation.
typedef struct opaqueCMSampleBuffer *CMSampleBufferRef;

/// The times of a sample.
typedef struct CMSampleTimingInfo {
    /// How long it is.
    CMTime duration;
    /// When it is heard or seen.
    CMTime presentationTimeStamp;
    /// When it is decoded; invalid where that is when it is heard.
    CMTime decodeTimeStamp;
} CMSampleTimingInfo;

/// Makes the data of a sample buffer ready.
///
/// Threads: Called on the thread that asks for the data.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - makeDataReadyRefcon: what the program gave with the callback.
/// - Returns: 0, or why it cannot.
typedef OSStatus (*CMSampleBufferMakeDataReadyCallback)(CMSampleBufferRef sbuf, void *_Nullable makeDataReadyRefcon);
/// Reports that a sample buffer is invalidated.
///
/// Threads: Called once, on the thread that invalidates it.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - invalidateRefCon: what the program gave with the callback.
typedef void (*CMSampleBufferInvalidateCallback)(CMSampleBufferRef sbuf, uint64_t invalidateRefCon);

/// Statuses.
CF_ENUM(OSStatus) {
    /// There is no memory.
    kCMSampleBufferError_AllocationFailed = -12730,
    /// A parameter or the data is missing.
    kCMSampleBufferError_RequiredParameterMissing = -12731,
    /// The buffer has data.
    kCMSampleBufferError_AlreadyHasDataBuffer = -12732,
    /// The data is not there so far.
    kCMSampleBufferError_BufferNotReady = -12733,
    /// There is no such sample.
    kCMSampleBufferError_SampleIndexOutOfRange = -12734,
    /// The buffer has no sizes of samples.
    kCMSampleBufferError_BufferHasNoSampleSizes = -12735,
    /// The buffer has no times of samples.
    kCMSampleBufferError_BufferHasNoSampleTimingInfo = -12736,
    /// There is not enough room.
    kCMSampleBufferError_ArrayTooSmall = -12737,
    /// A number of entries is wrong.
    kCMSampleBufferError_InvalidEntryCount = -12738,
    /// The samples cannot be told apart.
    kCMSampleBufferError_CannotSubdivide = -12739,
    /// The times of the samples are not valid.
    kCMSampleBufferError_SampleTimingInfoInvalid = -12740,
    /// The samples are of another kind of media.
    kCMSampleBufferError_InvalidMediaTypeForOperation = -12741,
    /// The data does not fit the samples.
    kCMSampleBufferError_InvalidSampleData = -12742,
    /// The format does not fit.
    kCMSampleBufferError_InvalidMediaFormat = -12743,
    /// The buffer is not valid any more.
    kCMSampleBufferError_Invalidated = -12744,
    /// The data will not be there.
    kCMSampleBufferError_DataFailed = -16750,
    /// The data was cancelled.
    kCMSampleBufferError_DataCanceled = -16751
};

/// Versions.
CF_ENUM(UInt32) {
    /// A buffer list's memory begins at a multiple of 16 bytes.
    kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment = 1
};

/// The name of the notification that data has become ready.
CF_EXPORT const CFStringRef kCMSampleBufferNotification_DataBecameReady;
/// The name of the notification that data will not be there.
CF_EXPORT const CFStringRef kCMSampleBufferNotification_DataFailed;
/// Under which the notification of failed data has the reason, a number.
CF_EXPORT const CFStringRef kCMSampleBufferNotificationParameter_OSStatus;
/// Decoding cannot begin with the sample.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_NotSync;
/// Decoding can begin with the sample, but for pictures before it.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_PartialSync;
/// The sample says again what others say.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HasRedundantCoding;
/// Others need the sample to be decoded.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_IsDependedOnByOthers;
/// The sample needs others to be decoded.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_DependsOnOthers;
/// Samples that follow may be shown before it.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_EarlierDisplayTimesAllowed;
/// The sample is shown at once.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_DisplayImmediately;
/// The sample is decoded, but not shown.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_DoNotDisplay;
/// The decoder is reset before it decodes the buffer.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding;
/// What the decoder holds back comes out after the buffer.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_DrainAfterDecoding;
/// A notification is posted when the buffer has been used.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed;
/// Output that was held back resumes with the buffer.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_ResumeOutput;
/// The temporal level of HEVC.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HEVCTemporalLevelInfo;
/// The sample is an access point of a temporal layer of HEVC.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess;
/// The sample is a stepwise access point of a temporal layer of HEVC.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess;
/// The type of unit with which decoding of HEVC begins.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType;
/// How many packets of sound are decoded before the output is right.
CF_EXPORT const CFStringRef kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount;
/// The number of a part of a stream.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_TransitionID;
/// How much is left out at the start: a time as a dictionary.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_TrimDurationAtStart;
/// How much is left out at the end: a time as a dictionary.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_TrimDurationAtEnd;
/// How many times faster the buffer is heard or shown.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_SpeedMultiplier;
/// The buffer is heard or shown backwards.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_Reverse;
/// Gaps of sound before the buffer are silence.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence;
/// The buffer stands for a time without media.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_EmptyMedia;
/// The buffer stands for a time without media, after which none follow.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_PermanentEmptyMedia;
/// A time without media begins at once.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately;
/// The sample before ends with the buffer.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration;
/// The URL of the file that has the samples.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_SampleReferenceURL;
/// Where in that file they begin.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_SampleReferenceByteOffset;
/// How many samples it takes until the decoder gives whole pictures.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_GradualDecoderRefresh;
/// Why a picture was left out.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_DroppedFrameReason;
/// More on why a picture was left out.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo;
/// Whether the lens was held still.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo;
/// The matrix of the camera.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix;
/// The encoder makes a key frame of the buffer.
CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_ForceKeyFrame;

// MARK: Functions

/// Returns the type of these objects for Core Foundation.
///
/// - Returns: the type.
CF_EXPORT CFTypeID CMSampleBufferGetTypeID(void);

/// Makes a buffer of samples.
///
/// - Parameters:
///   - allocator: ignored.
///   - dataBuffer: the data; NULL for data that comes later, or for none.
///   - dataReady: whether the data is there.
///   - makeDataReadyCallback: makes the data ready; NULL for none.
///   - makeDataReadyRefcon: what the callback gets beside the buffer.
///   - formatDescription: the format; NULL for none.
///   - numSamples: how many samples there are; for linear PCM, frames.
///   - numSampleTimingEntries: how many times follow: 0, 1 or one for each sample.
///   - sampleTimingArray: the times, which are copied. One entry stands for all samples, each of which follows the one before it.
///   - numSampleSizeEntries: how many sizes follow: 0, 1 or one for each sample.
///   - sampleSizeArray: the sizes in bytes, which are copied. One entry stands for all samples.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_InvalidEntryCount`: other numbers of entries;
///   `kCMSampleBufferError_RequiredParameterMissing`: a pointer that is NULL; `kCMSampleBufferError_InvalidSampleData` where the
///   sizes are more than the data has, or negative.
CF_EXPORT OSStatus CMSampleBufferCreate(
    CFAllocatorRef _Nullable allocator, CMBlockBufferRef _Nullable dataBuffer, Boolean dataReady,
    CMSampleBufferMakeDataReadyCallback _Nullable makeDataReadyCallback, void *_Nullable makeDataReadyRefcon,
    CMFormatDescriptionRef _Nullable formatDescription, CMItemCount numSamples, CMItemCount numSampleTimingEntries,
    const CMSampleTimingInfo *_Nullable sampleTimingArray, CMItemCount numSampleSizeEntries,
    const size_t *_Nullable sampleSizeArray, CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut
);

/// Makes a buffer of samples whose data is there.
///
/// - Parameters:
///   - allocator: ignored.
///   - dataBuffer: the data; NULL for none.
///   - formatDescription: the format; NULL for none.
///   - numSamples: how many samples there are; for linear PCM, frames.
///   - numSampleTimingEntries: how many times follow: 0, 1 or one for each sample.
///   - sampleTimingArray: the times, which are copied.
///   - numSampleSizeEntries: how many sizes follow: 0, 1 or one for each sample.
///   - sampleSizeArray: the sizes in bytes, which are copied.
///   - sampleBufferOut: receives the buffer.
/// - Returns: as `CMSampleBufferCreate`: `kCMSampleBufferError_InvalidEntryCount`: other numbers of entries.
CF_EXPORT OSStatus CMSampleBufferCreateReady(
    CFAllocatorRef _Nullable allocator, CMBlockBufferRef _Nullable dataBuffer,
    CMFormatDescriptionRef _Nullable formatDescription, CMItemCount numSamples, CMItemCount numSampleTimingEntries,
    const CMSampleTimingInfo *_Nullable sampleTimingArray, CMItemCount numSampleSizeEntries,
    const size_t *_Nullable sampleSizeArray, CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut
);

/// Makes a buffer of sound, whose times and sizes come from its format.
///
/// - Parameters:
///   - allocator: ignored.
///   - dataBuffer: the data; NULL for data that comes later.
///   - dataReady: whether the data is there.
///   - makeDataReadyCallback: makes the data ready; NULL for none.
///   - makeDataReadyRefcon: what the callback gets beside the buffer.
///   - formatDescription: the format, of sound.
///   - numSamples: how many frames of linear PCM, or packets.
///   - presentationTimeStamp: when the first of them is heard.
///   - packetDescriptions: a description of each packet, which are copied; NULL for packets of one size.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_InvalidMediaFormat`: a format that is not of sound;
///   `kCMSampleBufferError_RequiredParameterMissing`: without descriptions of packets whose sizes differ;
///   `kCMSampleBufferError_InvalidEntryCount`: no samples; `kCMSampleBufferError_InvalidSampleData` where the data has fewer bytes.
CF_EXPORT OSStatus CMAudioSampleBufferCreateWithPacketDescriptions(
    CFAllocatorRef _Nullable allocator, CMBlockBufferRef _Nullable dataBuffer, Boolean dataReady,
    CMSampleBufferMakeDataReadyCallback _Nullable makeDataReadyCallback, void *_Nullable makeDataReadyRefcon,
    CMFormatDescriptionRef formatDescription, CMItemCount numSamples, CMTime presentationTimeStamp,
    const AudioStreamPacketDescription *_Nullable packetDescriptions, CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut
);

/// Makes a buffer of sound whose data is there.
///
/// - Parameters:
///   - allocator: ignored.
///   - dataBuffer: the data.
///   - formatDescription: the format, of sound.
///   - numSamples: how many frames of linear PCM, or packets.
///   - presentationTimeStamp: when the first of them is heard.
///   - packetDescriptions: a description of each packet, which are copied; NULL for packets of one size.
///   - sampleBufferOut: receives the buffer.
/// - Returns: as `CMAudioSampleBufferCreateWithPacketDescriptions`: `kCMSampleBufferError_InvalidSampleData` where the data has fewer
///   bytes.
CF_EXPORT OSStatus CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    CFAllocatorRef _Nullable allocator, CMBlockBufferRef dataBuffer, CMFormatDescriptionRef formatDescription,
    CMItemCount numSamples, CMTime presentationTimeStamp,
    const AudioStreamPacketDescription *_Nullable packetDescriptions, CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut
);

/// Makes a buffer with the samples of another. It shares the data, and takes the attachments that propagate.
///
/// - Parameters:
///   - allocator: ignored.
///   - sbuf: the other.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated`: a buffer that is not valid any more.
CF_EXPORT OSStatus CMSampleBufferCreateCopy(
    CFAllocatorRef _Nullable allocator, CMSampleBufferRef sbuf, CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut
);

/// Makes a buffer with the samples of another at other times.
///
/// - Parameters:
///   - allocator: ignored.
///   - originalSBuf: the other.
///   - numSampleTimingEntries: how many times follow: 0, 1 or one for each sample.
///   - sampleTimingArray: the times, which are copied.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_InvalidEntryCount`: another number of entries;
///   `kCMSampleBufferError_RequiredParameterMissing`: no pointer to them; `kCMSampleBufferError_Invalidated`: a buffer that is
///   not valid any more.
CF_EXPORT OSStatus CMSampleBufferCreateCopyWithNewTiming(
    CFAllocatorRef _Nullable allocator, CMSampleBufferRef originalSBuf, CMItemCount numSampleTimingEntries,
    const CMSampleTimingInfo *_Nullable sampleTimingArray, CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut
);

/// Makes a buffer with some of the samples of another. It shares the data, but for linear PCM with a buffer for each channel.
///
/// - Parameters:
///   - allocator: ignored.
///   - sbuf: the other. Its data is there.
///   - sampleRange: the numbers of the samples.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_SampleIndexOutOfRange`: samples that are not there;
///   `kCMSampleBufferError_BufferHasNoSampleSizes` where it is not known which bytes are theirs; `kCMSampleBufferError_CannotSubdivide`
///   where the data has fewer; `kCMSampleBufferError_BufferNotReady` and `kCMSampleBufferError_Invalidated`.
CF_EXPORT OSStatus CMSampleBufferCopySampleBufferForRange(
    CFAllocatorRef _Nullable allocator, CMSampleBufferRef sbuf, CFRange sampleRange,
    CMSampleBufferRef _Nullable *_Nonnull sampleBufferOut
);

/// Sets the data of a buffer that has none. It is ready once that is said.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - dataBuffer: the data.
/// - Returns: 0; `kCMSampleBufferError_AlreadyHasDataBuffer`: a buffer with data; `kCMSampleBufferError_Invalidated`: one that is
///   not valid any more.
CF_EXPORT OSStatus CMSampleBufferSetDataBuffer(CMSampleBufferRef sbuf, CMBlockBufferRef dataBuffer);

/// The data of a buffer.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the data; NULL where it has not come so far, and for a buffer that is not valid any more.
CF_EXPORT CMBlockBufferRef _Nullable CMSampleBufferGetDataBuffer(CMSampleBufferRef sbuf);

/// Sets the data of a buffer that has none: a copy of what is in a list of audio buffers. The data is ready then.
///
/// - Parameters:
///   - sbuf: the buffer, of sound.
///   - blockBufferStructureAllocator: ignored.
///   - blockBufferBlockAllocator: ignored.
///   - flags: `kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment` or 0.
///   - bufferList: the audio buffers. For linear PCM there are as many as the format has, each with the frames of the buffer; for
///     other formats there is one.
/// - Returns: 0; `kCMSampleBufferError_AlreadyHasDataBuffer`; `kCMSampleBufferError_InvalidMediaTypeForOperation`: what is not sound;
///   `kCMSampleBufferError_RequiredParameterMissing`: audio buffers without memory; `kCMSampleBufferError_InvalidSampleData` for
///   another number of audio buffers or too few bytes; `kCMSampleBufferError_Invalidated`: a buffer that is not valid any more.
CF_EXPORT OSStatus CMSampleBufferSetDataBufferFromAudioBufferList(
    CMSampleBufferRef sbuf, CFAllocatorRef _Nullable blockBufferStructureAllocator,
    CFAllocatorRef _Nullable blockBufferBlockAllocator, uint32_t flags, const AudioBufferList *bufferList
);

/// Gives the data of a buffer as a list of audio buffers, which point into a block buffer.
///
/// - Parameters:
///   - sbuf: the buffer, of sound. Its data is there.
///   - bufferListSizeNeededOut: receives the size of the list in bytes; NULL to ignore it.
///   - bufferListOut: the list to fill; NULL to ask for its size alone.
///   - bufferListSize: the size of the list in bytes.
///   - blockBufferStructureAllocator: ignored.
///   - blockBufferBlockAllocator: what allocates memory for data that is copied, since it lies in several pieces or not at a multiple
///     of 16 bytes; NULL for the default one.
///   - flags: `kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment` or 0.
///   - blockBufferOut: receives the block buffer, as long as which the memory stays.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall`: a list that is too small;
///   `kCMSampleBufferError_InvalidMediaTypeForOperation`: what is not sound; `kCMSampleBufferError_BufferNotReady`,
///   `kCMSampleBufferError_DataFailed` or `kCMSampleBufferError_RequiredParameterMissing` where there is no data;
///   `kCMSampleBufferError_Invalidated`: a buffer that is not valid any more.
CF_EXPORT OSStatus CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    CMSampleBufferRef sbuf, size_t *_Nullable bufferListSizeNeededOut, AudioBufferList *_Nullable bufferListOut,
    size_t bufferListSize, CFAllocatorRef _Nullable blockBufferStructureAllocator,
    CFAllocatorRef _Nullable blockBufferBlockAllocator, uint32_t flags,
    CMBlockBufferRef _Nullable *_Nullable blockBufferOut
);

/// Copies the descriptions of a buffer's packets.
///
/// - Parameters:
///   - sbuf: the buffer, of sound.
///   - packetDescriptionsSize: the size of the memory in bytes.
///   - packetDescriptionsOut: the memory; NULL to ask for its size alone.
///   - packetDescriptionsSizeNeededOut: receives the size in bytes, which is 0 where the packets have no descriptions; NULL to ignore it.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall`: too little memory; `kCMSampleBufferError_InvalidMediaTypeForOperation` for
///   what is not sound.
CF_EXPORT OSStatus CMSampleBufferGetAudioStreamPacketDescriptions(
    CMSampleBufferRef sbuf, size_t packetDescriptionsSize,
    AudioStreamPacketDescription *_Nullable packetDescriptionsOut, size_t *_Nullable packetDescriptionsSizeNeededOut
);

/// Gives the descriptions of a buffer's packets.
///
/// - Parameters:
///   - sbuf: the buffer, of sound.
///   - packetDescriptionsPointerOut: receives where they are, as long as the buffer; NULL where the packets have none.
///   - packetDescriptionsSizeOut: receives their size in bytes; NULL to ignore it.
/// - Returns: 0, or `kCMSampleBufferError_InvalidMediaTypeForOperation`: what is not sound.
CF_EXPORT OSStatus CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
    CMSampleBufferRef sbuf, const AudioStreamPacketDescription *_Nullable *_Nullable packetDescriptionsPointerOut,
    size_t *_Nullable packetDescriptionsSizeOut
);

/// Copies frames of linear PCM into a list of audio buffers.
///
/// - Parameters:
///   - sbuf: the buffer, of linear PCM. Its data is there.
///   - frameOffset: the number of the first frame.
///   - numFrames: how many frames to copy.
///   - bufferList: the audio buffers, as many as the format has. Each has memory for the frames.
/// - Returns: 0; `kCMSampleBufferError_InvalidMediaTypeForOperation`: what is not linear PCM;
///   `kCMSampleBufferError_SampleIndexOutOfRange`: frames that are not there; `kCMSampleBufferError_RequiredParameterMissing` for
///   another number of audio buffers, or one without memory; `kCMSampleBufferError_ArrayTooSmall`: one with too little;
///   `kCMSampleBufferError_BufferNotReady`, `kCMSampleBufferError_DataFailed` and `kCMSampleBufferError_Invalidated`.
CF_EXPORT OSStatus CMSampleBufferCopyPCMDataIntoAudioBufferList(
    CMSampleBufferRef sbuf, int32_t frameOffset, int32_t numFrames, AudioBufferList *bufferList
);

/// Says that the data of a buffer is there, and posts `CMSampleBuffer.dataBecameReady`.
///
/// - Parameter sbuf: the buffer.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated`: a buffer that is not valid any more.
CF_EXPORT OSStatus CMSampleBufferSetDataReady(CMSampleBufferRef sbuf);

/// Whether the data of a buffer is there.
///
/// - Parameter sbuf: the buffer.
/// - Returns: true if it is.
CF_EXPORT Boolean CMSampleBufferDataIsReady(CMSampleBufferRef sbuf);

/// Says that the data of a buffer will not be there, and posts `CMSampleBuffer.dataFailed`.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - status: the reason.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated`: a buffer that is not valid any more.
CF_EXPORT OSStatus CMSampleBufferSetDataFailed(CMSampleBufferRef sbuf, OSStatus status);

/// Whether the data of a buffer will not be there.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - statusOut: receives the reason; NULL to ignore it.
/// - Returns: true if that has been said.
CF_EXPORT Boolean CMSampleBufferHasDataFailed(CMSampleBufferRef sbuf, OSStatus *_Nullable statusOut);

/// Has a buffer's own function make its data ready. A buffer that tracks another has the other's do it.
///
/// - Parameter sbuf: the buffer.
/// - Returns: 0; what the function returns, which then is the reason why the data has failed; `kCMSampleBufferError_BufferNotReady`
///   without a function; `kCMSampleBufferError_Invalidated`: a buffer that is not valid any more.
CF_EXPORT OSStatus CMSampleBufferMakeDataReady(CMSampleBufferRef sbuf);

/// Has a buffer be ready when another is.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - sampleBufferToTrack: the other.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated`: a buffer that is not valid any more.
CF_EXPORT OSStatus CMSampleBufferTrackDataReadiness(CMSampleBufferRef sbuf, CMSampleBufferRef sampleBufferToTrack);

/// Makes a buffer invalid: its function for that is called, and its data goes away.
///
/// - Parameter sbuf: the buffer.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated`: a buffer that is not valid any more.
CF_EXPORT OSStatus CMSampleBufferInvalidate(CMSampleBufferRef sbuf);

/// Sets what is called when a buffer is invalidated, in place of what was set before.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - invalidateCallback: called once with the buffer and `invalidateRefCon`, on the thread that invalidates it.
///   - invalidateRefCon: a number of the program's.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated`: a buffer that is not valid any more.
CF_EXPORT OSStatus CMSampleBufferSetInvalidateCallback(
    CMSampleBufferRef sbuf, CMSampleBufferInvalidateCallback invalidateCallback, uint64_t invalidateRefCon
);

/// Whether a buffer has not been invalidated.
///
/// - Parameter sbuf: the buffer.
/// - Returns: true until `CMSampleBufferInvalidate`.
CF_EXPORT Boolean CMSampleBufferIsValid(CMSampleBufferRef sbuf);

/// How many samples a buffer has.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the number of samples; of linear PCM, frames.
CF_EXPORT CMItemCount CMSampleBufferGetNumSamples(CMSampleBufferRef sbuf);

/// How long the samples of a buffer last.
///
/// - Parameter sbuf: the buffer.
/// - Returns: from the earliest presentation time to the end of the last sample; invalid without times.
CF_EXPORT CMTime CMSampleBufferGetDuration(CMSampleBufferRef sbuf);

/// When the samples of a buffer begin to be heard or shown.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the earliest presentation time; invalid without times.
CF_EXPORT CMTime CMSampleBufferGetPresentationTimeStamp(CMSampleBufferRef sbuf);

/// When the first sample of a buffer is decoded.
///
/// - Parameter sbuf: the buffer.
/// - Returns: its decode time; invalid where that is in the order of presentation.
CF_EXPORT CMTime CMSampleBufferGetDecodeTimeStamp(CMSampleBufferRef sbuf);

/// How long a buffer lasts without what is trimmed, at its speed.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the duration less the attachments `TrimDurationAtStart` and `TrimDurationAtEnd`, divided by the speed of
///   `SpeedMultiplier`.
CF_EXPORT CMTime CMSampleBufferGetOutputDuration(CMSampleBufferRef sbuf);

/// When a buffer without what is trimmed begins to be heard or shown.
///
/// - Parameter sbuf: the buffer.
/// - Returns: what was set by `CMSampleBufferSetOutputPresentationTimeStamp`; else the presentation time and what is trimmed at the
///   start, or of a buffer with the attachment `Reverse` at the end.
CF_EXPORT CMTime CMSampleBufferGetOutputPresentationTimeStamp(CMSampleBufferRef sbuf);

/// Sets when a buffer without what is trimmed begins to be heard or shown.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - outputPresentationTimeStamp: the time; invalid for what follows from the other times.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMSampleBufferSetOutputPresentationTimeStamp(
    CMSampleBufferRef sbuf, CMTime outputPresentationTimeStamp
);

/// When a buffer is decoded for its output time.
///
/// - Parameter sbuf: the buffer.
/// - Returns: as far before the output time as the decode time is before the presentation time, at the buffer's speed; invalid without
///   a decode time.
CF_EXPORT CMTime CMSampleBufferGetOutputDecodeTimeStamp(CMSampleBufferRef sbuf);

/// Copies the times of a buffer.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - numSampleTimingEntries: for how many entries there is room.
///   - timingArrayOut: the room; NULL to ask for the number alone.
///   - timingArrayEntriesNeededOut: receives the number of entries; NULL to ignore it.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall`: too little room; `kCMSampleBufferError_BufferHasNoSampleTimingInfo`: no
///   times.
CF_EXPORT OSStatus CMSampleBufferGetSampleTimingInfoArray(
    CMSampleBufferRef sbuf, CMItemCount numSampleTimingEntries, CMSampleTimingInfo *_Nullable timingArrayOut,
    CMItemCount *_Nullable timingArrayEntriesNeededOut
);

/// Copies the times of a buffer at its output time and speed.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - timingArrayEntries: for how many entries there is room.
///   - timingArrayOut: the room; NULL to ask for the number alone.
///   - timingArrayEntriesNeededOut: receives the number of entries; NULL to ignore it.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall`: too little room; `kCMSampleBufferError_BufferHasNoSampleTimingInfo`: no
///   times.
CF_EXPORT OSStatus CMSampleBufferGetOutputSampleTimingInfoArray(
    CMSampleBufferRef sbuf, CMItemCount timingArrayEntries, CMSampleTimingInfo *_Nullable timingArrayOut,
    CMItemCount *_Nullable timingArrayEntriesNeededOut
);

/// The times of a sample.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - sampleIndex: the number of the sample.
///   - timingInfoOut: receives its times.
/// - Returns: 0; `kCMSampleBufferError_SampleIndexOutOfRange`: no such sample; `kCMSampleBufferError_BufferHasNoSampleTimingInfo`
///   for no times.
CF_EXPORT OSStatus CMSampleBufferGetSampleTimingInfo(
    CMSampleBufferRef sbuf, CMItemIndex sampleIndex, CMSampleTimingInfo *timingInfoOut
);

/// Copies the sizes of a buffer's samples.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - sizeArrayEntries: for how many entries there is room.
///   - sizeArrayOut: the room; NULL to ask for the number alone.
///   - sizeArrayEntriesNeededOut: receives the number of entries; NULL to ignore it.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall`: too little room; `kCMSampleBufferError_BufferHasNoSampleSizes`: no sizes.
CF_EXPORT OSStatus CMSampleBufferGetSampleSizeArray(
    CMSampleBufferRef sbuf, CMItemCount sizeArrayEntries, size_t *_Nullable sizeArrayOut,
    CMItemCount *_Nullable sizeArrayEntriesNeededOut
);

/// The size of a sample.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - sampleIndex: the number of the sample.
/// - Returns: its size in bytes; 0 for no such sample, and without sizes.
CF_EXPORT size_t CMSampleBufferGetSampleSize(CMSampleBufferRef sbuf, CMItemIndex sampleIndex);

/// The size of all samples.
///
/// - Parameter sbuf: the buffer.
/// - Returns: their size in bytes; 0 without sizes.
CF_EXPORT size_t CMSampleBufferGetTotalSampleSize(CMSampleBufferRef sbuf);

/// The format of the samples.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the format; NULL for none.
CF_EXPORT CMFormatDescriptionRef _Nullable CMSampleBufferGetFormatDescription(CMSampleBufferRef sbuf);

/// Calls a function with a buffer of each sample, in their order, until it returns something else than 0.
///
/// - Parameters:
///   - sbuf: the buffer. Its data is there.
///   - callback: gets the buffer of a sample, its number and `refcon`.
///   - refcon: a pointer of the program's.
/// - Returns: 0, what the callback returned, or a status of `CMSampleBufferCopySampleBufferForRange`:
///   `kCMSampleBufferError_BufferNotReady` where the data is not there.
CF_EXPORT OSStatus CMSampleBufferCallForEachSample(
    CMSampleBufferRef sbuf, OSStatus (* _Nonnull callback)(CMSampleBufferRef _Nonnull, CMItemCount, void * _Nullable),
    void *_Nullable refcon
);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
