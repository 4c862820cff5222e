#ifndef AudioToolbox_AudioQueue_h
#define AudioToolbox_AudioQueue_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFString.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Types

/// Names a property of a queue.
typedef UInt32 AudioQueuePropertyID;

/// Names a parameter of a playing queue.
typedef UInt32 AudioQueueParameterID;

/// A parameter's value.
typedef Float32 AudioQueueParameterValue;

/// Plays buffers that a program fills, or fills buffers with what it records.
typedef struct OpaqueAudioQueue *AudioQueueRef;

/// Watches a queue's time line for gaps.
typedef struct OpaqueAudioQueueTimeline *AudioQueueTimelineRef;

/// What a processing tap is known by.
typedef struct OpaqueAudioQueueProcessingTap *AudioQueueProcessingTapRef;

/// Statuses of the calls below.
CF_ENUM(OSStatus) {
    /// The buffer is not one of this queue, or a description leads out of it.
    kAudioQueueErr_InvalidBuffer = -66687,
    /// There is nothing in the buffer to play.
    kAudioQueueErr_BufferEmpty = -66686,
    /// The queue is being disposed of.
    kAudioQueueErr_DisposalPending = -66685,
    /// There is no such property, or this queue does not have it.
    kAudioQueueErr_InvalidProperty = -66684,
    /// The size is not that of the property's value.
    kAudioQueueErr_InvalidPropertySize = -66683,
    /// There is no such parameter.
    kAudioQueueErr_InvalidParameter = -66682,
    /// The device cannot be opened.
    kAudioQueueErr_CannotStart = -66681,
    /// The device that the queue names cannot be opened.
    kAudioQueueErr_InvalidDevice = -66680,
    /// The buffer is enqueued.
    kAudioQueueErr_BufferInQueue = -66679,
    /// The queue runs where it has to be stopped, or the other way around.
    kAudioQueueErr_InvalidRunState = -66678,
    /// The call is for a queue of the other kind: one plays, one records.
    kAudioQueueErr_InvalidQueueType = -66677,
    /// Not returned by this library.
    kAudioQueueErr_Permissions = -66676,
    /// The value is out of its range.
    kAudioQueueErr_InvalidPropertyValue = -66675,
    /// Not returned by this library.
    kAudioQueueErr_PrimeTimedOut = -66674,
    /// There is no codec for the format.
    kAudioQueueErr_CodecNotFound = -66673,
    /// Not returned by this library.
    kAudioQueueErr_InvalidCodecAccess = -66672,
    /// The queue is gone, or is being disposed of.
    kAudioQueueErr_QueueInvalidated = -66671,
    /// The queue has a tap already.
    kAudioQueueErr_TooManyTaps = -66670,
    /// The call is for the tap's callback alone.
    kAudioQueueErr_InvalidTapContext = -66669,
    /// There was no buffer to record into.
    kAudioQueueErr_RecordUnderrun = -66668,
    /// The flags say neither before nor after the effects, or both.
    kAudioQueueErr_InvalidTapType = -66667,
    /// The buffer is enqueued already.
    kAudioQueueErr_BufferEnqueuedTwice = -66666,
    /// Not returned by this library.
    kAudioQueueErr_CannotStartYet = -66665,
    /// The queue is being reset.
    kAudioQueueErr_EnqueueDuringReset = -66632,
    /// No format was set with `AudioQueueSetOfflineRenderFormat`.
    kAudioQueueErr_InvalidOfflineMode = -66626
};

/// Properties of a queue. What can be set only while it is stopped says so; paused is not stopped.
CF_ENUM(AudioQueuePropertyID) {
    /// UInt32, not 0 while the device runs for the queue. Read only. It changes when the device has really started and
    /// stopped, and notifies listeners.
    kAudioQueueProperty_IsRunning = 0x6171726E,  // 'aqrn'
    /// Float64, frames per second of the device. Read only.
    kAudioQueueDeviceProperty_SampleRate = 0x61717372,  // 'aqsr'
    /// UInt32. Read only.
    kAudioQueueDeviceProperty_NumberChannels = 0x61716463,  // 'aqdc'
    /// CFStringRef, the device's UID. Set while stopped.
    kAudioQueueProperty_CurrentDevice = 0x61716364,  // 'aqcd'
    /// Bytes. Set before the first buffer is enqueued; read from a recording queue.
    kAudioQueueProperty_MagicCookie = 0x61716D63,  // 'aqmc'
    /// UInt32, bytes of the largest packet that a recording queue makes. Read only.
    kAudioQueueProperty_MaximumOutputPacketSize = 0x786F7073,  // 'xops'
    /// AudioStreamBasicDescription of what is recorded, complete. Read only.
    kAudioQueueProperty_StreamDescription = 0x61716674,  // 'aqft'
    /// AudioChannelLayout of the buffers. Set while stopped.
    kAudioQueueProperty_ChannelLayout = 0x6171636C,  // 'aqcl'
    /// UInt32, not 0 to measure levels.
    kAudioQueueProperty_EnableLevelMetering = 0x61716D65,  // 'aqme'
    /// An AudioQueueLevelMeterState per channel, 0 to 1. Read only.
    kAudioQueueProperty_CurrentLevelMeter = 0x61716D76,  // 'aqmv'
    /// An AudioQueueLevelMeterState per channel, in decibels, 0 at full level. Read only.
    kAudioQueueProperty_CurrentLevelMeterDB = 0x61716D64,  // 'aqmd'
    /// UInt32, frames to decode ahead.
    kAudioQueueProperty_DecodeBufferSizeFrames = 0x64636266,  // 'dcbf'
    /// UInt32, the status of the packet that could not be decoded or encoded last. Read only; notifies listeners.
    kAudioQueueProperty_ConverterError = 0x71637665,  // 'qcve'
    /// UInt32, not 0 to let rate and pitch be changed. Set while stopped.
    kAudioQueueProperty_EnableTimePitch = 0x715F7470,  // 'q_tp'
    /// UInt32, `kAudioQueueTimePitchAlgorithm_…`. Set while stopped.
    kAudioQueueProperty_TimePitchAlgorithm = 0x71747061,  // 'qtpa'
    /// UInt32, 1 to pass the sound around the time-pitch unit. Set while rate and pitch are changeable.
    kAudioQueueProperty_TimePitchBypass = 0x71747062,  // 'qtpb'
    /// UInt32, `kAudioQueueHardwareCodecPolicy_…`. Set while stopped.
    kAudioQueueProperty_HardwareCodecPolicy = 0x61716370,  // 'aqcp'
    /// An array of AudioQueueChannelAssignment, one a channel. Set while stopped.
    kAudioQueueProperty_ChannelAssignments = 0x61716361,  // 'aqca'
    /// Whether the queue's sound is placed around the listener. Not supported here.
    kAudioQueueProperty_IntendedSpatialExperience = 0x6973656F  // 'iseo'
};

/// How time and pitch are changed.
CF_ENUM(UInt32) {
    /// The best for mixed sound. Here both names stand for overlap-add with a search frame by frame.
    kAudioQueueTimePitchAlgorithm_Spectral = 0x73706563,  // 'spec'
    kAudioQueueTimePitchAlgorithm_TimeDomain = 0x7469646F,  // 'tido'
    /// As a tape does it: rate and pitch together.
    kAudioQueueTimePitchAlgorithm_Varispeed = 0x76737064,  // 'vspd'
    /// The cheapest: overlap-add with a rough search.
    kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency = 0x6C717A6C  // 'lqzl'
};

/// Which codecs a queue may use. Here all are software.
CF_ENUM(UInt32) {
    kAudioQueueHardwareCodecPolicy_Default = 0,
    kAudioQueueHardwareCodecPolicy_UseSoftwareOnly = 1,
    kAudioQueueHardwareCodecPolicy_UseHardwareOnly = 2,
    kAudioQueueHardwareCodecPolicy_PreferSoftware = 3,
    kAudioQueueHardwareCodecPolicy_PreferHardware = 4
};

/// Parameters of a playing queue.
CF_ENUM(AudioQueueParameterID) {
    /// A factor, 0 to 1.
    kAudioQueueParam_Volume = 1,
    /// 0.5 to 2; needs `kAudioQueueProperty_EnableTimePitch`.
    kAudioQueueParam_PlayRate = 2,
    /// Cents, -2400 to 2400; needs `kAudioQueueProperty_EnableTimePitch`.
    kAudioQueueParam_Pitch = 3,
    /// Seconds over which the next change of the volume is spread.
    kAudioQueueParam_VolumeRampTime = 4,
    /// -1, left, to 1, right.
    kAudioQueueParam_Pan = 13
};

/// Flags that describe a processing tap and its calls.
typedef CF_OPTIONS(UInt32, AudioQueueProcessingTapFlags) {
    /// Before time and pitch are changed.
    kAudioQueueProcessingTap_PreEffects = 1,
    /// After that.
    kAudioQueueProcessingTap_PostEffects = 2,
    /// Looks on: gets the samples and must not change them.
    kAudioQueueProcessingTap_Siphon = 4,
    /// The first frames after a start or a jump.
    kAudioQueueProcessingTap_StartOfStream = 256,
    /// The last frames before a stop.
    kAudioQueueProcessingTap_EndOfStream = 512
};

/// A piece of memory that belongs to a queue.
typedef struct AudioQueueBuffer {
    /// Bytes that fit into the buffer. Set when it is allocated.
    const UInt32 mAudioDataBytesCapacity;
    /// The memory. The program fills it when the queue plays, the queue when it records.
    void *const mAudioData;
    /// How much of it counts: set by the program when it plays, by the queue when it records.
    UInt32 mAudioDataByteSize;
    /// The program's own.
    void *_Nullable mUserData;
    /// How many descriptions fit at `mPacketDescriptions`; 0 for a buffer without.
    const UInt32 mPacketDescriptionCapacity;
    /// Room for descriptions of the packets in the buffer.
    AudioStreamPacketDescription *const _Nullable mPacketDescriptions;
    /// How many of them count: set by the program when it plays, by the queue when it records.
    UInt32 mPacketDescriptionCount;
} AudioQueueBuffer;

/// A buffer of a queue, made by `AudioQueueAllocateBuffer`.
typedef AudioQueueBuffer *AudioQueueBufferRef;

/// A parameter's value from the first frame of a buffer on.
struct AudioQueueParameterEvent {
    /// The parameter, such as `kAudioQueueParam_Volume`.
    AudioQueueParameterID mID;
    /// Its new value.
    AudioQueueParameterValue mValue;
};
typedef struct AudioQueueParameterEvent AudioQueueParameterEvent;

/// How loud a channel is.
struct AudioQueueLevelMeterState {
    /// Root of the mean square.
    Float32 mAveragePower;
    /// The greatest sample, without its sign.
    Float32 mPeakPower;
};
typedef struct AudioQueueLevelMeterState AudioQueueLevelMeterState;

/// Which of a device's channels a channel of the queue goes to.
struct AudioQueueChannelAssignment {
    /// The name of the device, from `kAudioDevicePropertyDeviceUID`.
    CFStringRef mDeviceUID CA_REFINED_FOR_SWIFT;
    /// Counted from 1; 0 for none.
    UInt32 mChannelNumber;
};
typedef struct AudioQueueChannelAssignment AudioQueueChannelAssignment;

// MARK: Callbacks

/// Gets a buffer back that has been played, or will not be.
typedef void (*AudioQueueOutputCallback)(
    void *_Nullable inUserData,
    AudioQueueRef inAQ,
    AudioQueueBufferRef inBuffer);

/// Receives a filled buffer. `inStartTime` is the time at which its first frame was recorded. The number of packets is
/// given for every format. The descriptions are null if packets have a constant size.
typedef void (*AudioQueueInputCallback)(
    void *_Nullable inUserData,
    AudioQueueRef inAQ,
    AudioQueueBufferRef inBuffer,
    const AudioTimeStamp *inStartTime,
    UInt32 inNumberPacketDescriptions,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);

/// Called when a property has changed.
typedef void (*AudioQueuePropertyListenerProc)(
    void *_Nullable inUserData,
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID);

/// Works on a queue's sound: asks for it with `AudioQueueProcessingTapGetSourceAudio` and changes it in place.
typedef void (*AudioQueueProcessingTapCallback)(
    void *inClientData,
    AudioQueueProcessingTapRef inAQTap,
    UInt32 inNumberFrames,
    AudioTimeStamp *ioTimeStamp,
    AudioQueueProcessingTapFlags *ioFlags,
    UInt32 *outNumberFrames,
    AudioBufferList *ioData);

#if defined(__BLOCKS__)
/// Called with a buffer that has been played, on the queue's dispatch queue: fill it and enqueue it again.
typedef void (^AudioQueueOutputCallbackBlock)(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// Called with a buffer that has been recorded, on the queue's dispatch queue: take the sound and enqueue it again.
typedef void (^AudioQueueInputCallbackBlock)(
    AudioQueueRef inAQ,
    AudioQueueBufferRef inBuffer,
    const AudioTimeStamp *inStartTime,
    UInt32 inNumberPacketDescriptions,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);
#endif

// MARK: Making and disposing

/// Makes a queue that plays.
///
/// The device opens when the queue is primed or started. Release the queue with `AudioQueueDispose`.
///
/// - Parameters:
///   - inFormat: of the buffers: interleaved linear PCM, or a format that is decoded here.
///   - inCallbackProc: gets each buffer back that has been played, or will not be.
///   - inUserData: a pointer that the function gets; may be null.
///   - inCallbackRunLoop: the run loop in which the function is called; null for a thread of the queue.
///   - inCallbackRunLoopMode: the mode of the run loop; null for the common modes.
///   - inFlags: 0.
///   - outAQ: the queue, or null where the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer, the function or the block is null
///   - `kAudioConverterErr_FormatNotSupported`, `'fmt?'`: linear PCM is not interleaved, or the sample rate is not 1 to
///     768,000 Hz, or there are not 1 to 64 channels
///   - `kAudioQueueErr_CodecNotFound`: there is no codec for the format
CF_EXPORT OSStatus AudioQueueNewOutput(
    const AudioStreamBasicDescription *inFormat,
    AudioQueueOutputCallback inCallbackProc CA_SENDABLE,
    void *_Nullable inUserData,
    CARunLoopParameter _Nullable inCallbackRunLoop,
    CAStringParameter _Nullable inCallbackRunLoopMode,
    UInt32 inFlags,
    AudioQueueRef _Nullable *_Nonnull outAQ) CA_REFINED_FOR_SWIFT;

/// Makes a queue that records.
///
/// The device opens when the queue is primed or started. Release the queue with `AudioQueueDispose`.
///
/// - Parameters:
///   - inFormat: of the buffers: interleaved linear PCM, or a format that is encoded here.
///   - inCallbackProc: gets each buffer that has been filled.
///   - inUserData: a pointer that the function gets; may be null.
///   - inCallbackRunLoop: the run loop in which the function is called; null for a thread of the queue.
///   - inCallbackRunLoopMode: the mode of the run loop; null for the common modes.
///   - inFlags: 0.
///   - outAQ: the queue, or null where the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer, the function or the block is null
///   - `kAudioConverterErr_FormatNotSupported`, `'fmt?'`: linear PCM is not interleaved, or the sample rate is not 1 to
///     768,000 Hz, or there are not 1 to 64 channels
///   - `kAudioQueueErr_CodecNotFound`: there is no codec for the format
CF_EXPORT OSStatus AudioQueueNewInput(
    const AudioStreamBasicDescription *inFormat,
    AudioQueueInputCallback inCallbackProc CA_SENDABLE,
    void *_Nullable inUserData,
    CARunLoopParameter _Nullable inCallbackRunLoop,
    CAStringParameter _Nullable inCallbackRunLoopMode,
    UInt32 inFlags,
    AudioQueueRef _Nullable *_Nonnull outAQ) CA_REFINED_FOR_SWIFT;

#if defined(__BLOCKS__)
/// Makes a queue that plays, and calls back on a dispatch queue.
///
/// The device opens when the queue is primed or started. Release the queue with `AudioQueueDispose`.
///
/// - Parameters:
///   - outAQ: the queue, or null where the call fails.
///   - inFormat: of the buffers: interleaved linear PCM, or a format that is decoded here.
///   - inFlags: 0.
///   - inCallbackDispatchQueue: where the block is called.
///   - inCallbackBlock: gets each buffer back that has been played, or will not be.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer, the function or the block is null
///   - `kAudioConverterErr_FormatNotSupported`, `'fmt?'`: linear PCM is not interleaved, or the sample rate is not 1 to
///     768,000 Hz, or there are not 1 to 64 channels
///   - `kAudioQueueErr_CodecNotFound`: there is no codec for the format
CF_EXPORT OSStatus AudioQueueNewOutputWithDispatchQueue(
    AudioQueueRef _Nullable *_Nonnull outAQ,
    const AudioStreamBasicDescription *inFormat,
    UInt32 inFlags,
    CADispatchQueueParameter inCallbackDispatchQueue,
    CA_BLOCK_PARAMETER(AudioQueueOutputCallbackBlock) inCallbackBlock) CA_REFINED_FOR_SWIFT;

/// Makes a queue that records, and calls back on a dispatch queue.
///
/// The device opens when the queue is primed or started. Release the queue with `AudioQueueDispose`.
///
/// - Parameters:
///   - outAQ: the queue, or null where the call fails.
///   - inFormat: of the buffers: interleaved linear PCM, or a format that is encoded here.
///   - inFlags: 0.
///   - inCallbackDispatchQueue: where the block is called.
///   - inCallbackBlock: gets each buffer that has been filled.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer, the function or the block is null
///   - `kAudioConverterErr_FormatNotSupported`, `'fmt?'`: linear PCM is not interleaved, or the sample rate is not 1 to
///     768,000 Hz, or there are not 1 to 64 channels
///   - `kAudioQueueErr_CodecNotFound`: there is no codec for the format
CF_EXPORT OSStatus AudioQueueNewInputWithDispatchQueue(
    AudioQueueRef _Nullable *_Nonnull outAQ,
    const AudioStreamBasicDescription *inFormat,
    UInt32 inFlags,
    CADispatchQueueParameter inCallbackDispatchQueue,
    CA_BLOCK_PARAMETER(AudioQueueInputCallbackBlock) inCallbackBlock) CA_REFINED_FOR_SWIFT;
#endif

/// Ends a queue and frees its buffers.
///
/// Buffers that are enqueued for playing come back through callbacks before. An immediate disposal in a callback of a queue,
/// a
/// tap or a device cannot wait for that: no other callback of the queue begins after it, and what is still enqueued does not
/// come back.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inImmediate: true to end at once and wait for it; false to end once all that is enqueued has been played or recorded.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
CF_EXPORT OSStatus AudioQueueDispose(AudioQueueRef inAQ, Boolean inImmediate);

// MARK: Buffers

/// Makes a buffer.
///
/// The queue owns it, and frees it when it is disposed of.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inBufferByteSize: bytes: 1 to 2^30.
///   - outBuffer: the buffer, or null where the call fails.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: the size is out of its range, or the pointer is null
CF_EXPORT OSStatus AudioQueueAllocateBuffer(
    AudioQueueRef inAQ,
    UInt32 inBufferByteSize,
    AudioQueueBufferRef _Nullable *_Nonnull outBuffer);

/// Makes a buffer with room for packet descriptions.
///
/// The queue owns it, and frees it when it is disposed of.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inBufferByteSize: bytes: 1 to 2^30.
///   - inNumberPacketDescriptions: how many descriptions: up to 2^24.
///   - outBuffer: the buffer, or null where the call fails.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: a size is out of its range, or the pointer is null
CF_EXPORT OSStatus AudioQueueAllocateBufferWithPacketDescriptions(
    AudioQueueRef inAQ,
    UInt32 inBufferByteSize,
    UInt32 inNumberPacketDescriptions,
    AudioQueueBufferRef _Nullable *_Nonnull outBuffer);

/// Frees a buffer that is not enqueued.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inBuffer: a buffer of this queue. Its memory is gone afterwards.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudioQueueErr_InvalidBuffer`: the buffer is not one of this queue
///   - `kAudioQueueErr_BufferInQueue`: the buffer is enqueued
CF_EXPORT OSStatus AudioQueueFreeBuffer(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// Hands a buffer over, to be played or to be filled.
///
/// It is the queue's until the callback returns it: a program that writes to it meanwhile changes what is heard. The call
/// does not
/// wait for the device, but it takes a lock and allocates memory: do not call it on an audio thread.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inBuffer: a buffer of this queue. Of one to be played `mAudioDataByteSize` is set.
///   - inNumPacketDescs: how many descriptions; 0 where the buffer has its own, or none are needed.
///   - inPacketDescs: a description of each packet, of packets that differ in size; else null. They are copied.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudioQueueErr_InvalidBuffer`: the buffer is not one of this queue, or a description leads out of it
///   - `kAudioQueueErr_BufferEnqueuedTwice`: the buffer is enqueued already
///   - `kAudioQueueErr_BufferEmpty`: there is nothing in the buffer to play
///   - `kAudioQueueErr_EnqueueDuringReset`: the queue is being reset
///   - `kAudioConverterErr_RequiresPacketDescriptionsError`: packets differ in size, and there are no descriptions
///   - `kAudio_ParamError`: a queue that records got descriptions, or a buffer too small for one packet
CF_EXPORT OSStatus AudioQueueEnqueueBuffer(
    AudioQueueRef inAQ,
    AudioQueueBufferRef inBuffer,
    UInt32 inNumPacketDescs,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);

/// Hands a buffer over, with what is to happen when it plays.
///
/// Trimmed frames do not count in the time line of the queue.
///
/// - Parameters:
///   - inAQ: a queue that plays.
///   - inBuffer: a buffer of this queue.
///   - inNumPacketDescs: how many descriptions; 0 where the buffer has its own, or none are needed.
///   - inPacketDescs: a description of each packet, of packets that differ in size; else null. They are copied.
///   - inTrimFramesAtStart: decoded frames to leave out at the start.
///   - inTrimFramesAtEnd: decoded frames to leave out at the end.
///   - inNumParamValues: how many parameters are set.
///   - inParamValues: parameters that are in force from the buffer's first frame on; may be null.
///   - inStartTime: a sample time on the queue's own time line; null to play it behind the buffer before.
///   - outActualStartTime: when the buffer will start, as far as is known; may be null.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidBuffer`: the buffer is not one of this queue, or a description leads out of it
///   - `kAudioQueueErr_BufferEnqueuedTwice`: the buffer is enqueued already
///   - `kAudioQueueErr_BufferEmpty`: there is nothing in the buffer to play
///   - `kAudioQueueErr_EnqueueDuringReset`: the queue is being reset
///   - `kAudioConverterErr_RequiresPacketDescriptionsError`: packets differ in size, and there are no descriptions
///   - `kAudio_ParamError`: the start time has no valid sample time
///   - `kAudioQueueErr_InvalidParameter`, `kAudioQueueErr_InvalidPropertyValue`: there is no such parameter, or it does not
///     take the value
CF_EXPORT OSStatus AudioQueueEnqueueBufferWithParameters(
    AudioQueueRef inAQ,
    AudioQueueBufferRef inBuffer,
    UInt32 inNumPacketDescs,
    const AudioStreamPacketDescription *_Nullable inPacketDescs,
    UInt32 inTrimFramesAtStart,
    UInt32 inTrimFramesAtEnd,
    UInt32 inNumParamValues,
    const AudioQueueParameterEvent *_Nullable inParamValues,
    const AudioTimeStamp *_Nullable inStartTime,
    AudioTimeStamp *_Nullable outActualStartTime);

// MARK: Running

/// Starts a queue, or lets it go on after a pause.
///
/// `kAudioQueueProperty_IsRunning` changes when the device has started. In a tap or on an audio thread, which cannot wait for
/// the
/// device, the queue starts after the call; where it cannot start then, the property stays 0.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inStartTime: a sample time of the device or a host time; null for as soon as possible.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: the start time is no number
///   - `kAudioQueueErr_CannotStart`: there is no device to open
///   - `kAudioQueueErr_InvalidDevice`: the device that the queue names cannot be opened
CF_EXPORT OSStatus AudioQueueStart(AudioQueueRef inAQ, const AudioTimeStamp *_Nullable inStartTime);

/// Decodes ahead, so that a start is immediate.
///
/// It opens the device. In a queue that runs nothing more is decoded, and the call returns what is. The queue's tap is called on
/// the caller's thread.
///
/// - Parameters:
///   - inAQ: a queue that plays.
///   - inNumberOfFramesToPrepare: frames; 0 for as many as the queue decodes ahead by itself.
///   - outNumberOfFramesPrepared: how many frames are decoded now; may be null.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidRunState`: the call came from a tap or an audio thread
///   - `kAudioQueueErr_CannotStart`, `kAudioQueueErr_InvalidDevice`: the device cannot be opened
CF_EXPORT OSStatus AudioQueuePrime(
    AudioQueueRef inAQ,
    UInt32 inNumberOfFramesToPrepare,
    UInt32 *_Nullable outNumberOfFramesPrepared);

/// Stops a queue.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inImmediate: true to stop at once, with all buffers given back before the call returns; false to stop once everything
///     that is enqueued has been played.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
CF_EXPORT OSStatus AudioQueueStop(AudioQueueRef inAQ, Boolean inImmediate);

/// Lets a queue stand still, with its buffers and its time line.
///
/// `AudioQueueStart` lets it go on.
///
/// - Parameter inAQ: a queue.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
CF_EXPORT OSStatus AudioQueuePause(AudioQueueRef inAQ);

/// Lets everything that is enqueued come out of decoders and converters before what is enqueued next.
///
/// Call it before a buffer with a start time is enqueued behind others, and before the stop of offline rendering.
///
/// - Parameter inAQ: a queue.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
CF_EXPORT OSStatus AudioQueueFlush(AudioQueueRef inAQ);

/// Drops everything that is enqueued, and gives the buffers back.
///
/// - Parameter inAQ: a queue.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
CF_EXPORT OSStatus AudioQueueReset(AudioQueueRef inAQ);

// MARK: Parameters and properties

/// Reads a parameter of a queue that plays.
///
/// - Parameters:
///   - inAQ: a queue that plays.
///   - inParamID: a parameter, such as `kAudioQueueParam_Volume`.
///   - outValue: the value.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidParameter`: there is no such parameter
CF_EXPORT OSStatus AudioQueueGetParameter(
    AudioQueueRef inAQ,
    AudioQueueParameterID inParamID,
    AudioQueueParameterValue *outValue);

/// Changes a parameter of a queue that plays, while it plays too.
///
/// Volumes go from 0 to 1, pans from -1 to 1, rates from 0.5 to 2, pitches from -2400 to 2400 cents, and ramps of the volume
/// last up to 86,400 seconds.
///
/// - Parameters:
///   - inAQ: a queue that plays.
///   - inParamID: a parameter, such as `kAudioQueueParam_Volume`.
///   - inValue: the value, in the range that the parameter has.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidParameter`: there is no such parameter
///   - `kAudioQueueErr_InvalidPropertyValue`: the value is out of its range
///   - `kAudioQueueErr_InvalidRunState`: rate and pitch need `kAudioQueueProperty_EnableTimePitch`
CF_EXPORT OSStatus AudioQueueSetParameter(
    AudioQueueRef inAQ,
    AudioQueueParameterID inParamID,
    AudioQueueParameterValue inValue);

/// Reads a property of a queue.
///
/// The caller releases objects. Properties of AudioConverter.h are those of the converter in the queue.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inID: a property, such as `kAudioQueueProperty_IsRunning`.
///   - outData: room for the value.
///   - ioDataSize: the size of `outData` in bytes, and on return the size of the value.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioQueueErr_InvalidProperty`: there is no such property, or this queue does not have it
///   - `kAudioQueueErr_InvalidPropertySize`: the buffer is too small
///   - `kAudioQueueErr_InvalidDevice`: the device is asked for, and there is none
CF_EXPORT OSStatus AudioQueueGetProperty(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    void *outData,
    UInt32 *ioDataSize);

/// Changes a property of a queue.
///
/// Objects are read, and not kept.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inID: a property, such as `kAudioQueueProperty_IsRunning`.
///   - inData: the value.
///   - inDataSize: the size of `inData` in bytes.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioQueueErr_InvalidProperty`: there is no such property, or it can only be read
///   - `kAudioQueueErr_InvalidPropertySize`: the size is not that of the value
///   - `kAudioQueueErr_InvalidPropertyValue`: the property does not take the value
///   - `kAudioQueueErr_InvalidRunState`: the queue is not stopped, and this property needs that
CF_EXPORT OSStatus AudioQueueSetProperty(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    const void *inData,
    UInt32 inDataSize);

/// Tells how many bytes a property's value takes.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inID: a property, such as `kAudioQueueProperty_IsRunning`.
///   - outDataSize: bytes.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioQueueErr_InvalidProperty`: there is no such property, or this queue does not have it
CF_EXPORT OSStatus AudioQueueGetPropertySize(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    UInt32 *outDataSize);

/// Has a function called whenever a property has changed.
///
/// It is called where the queue's callback is.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inID: a property, such as `kAudioQueueProperty_IsRunning`.
///   - inProc: the function.
///   - inUserData: a pointer that the function gets; may be null.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: the function is null
CF_EXPORT OSStatus AudioQueueAddPropertyListener(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    AudioQueuePropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inUserData);

/// Has a function called no more that was added with the same values.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inID: a property, such as `kAudioQueueProperty_IsRunning`.
///   - inProc: the function.
///   - inUserData: a pointer that the function gets; may be null.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: no such function was added
CF_EXPORT OSStatus AudioQueueRemovePropertyListener(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    AudioQueuePropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inUserData);

// MARK: Time

/// Makes a time line, which tells whether frames were left out or added.
///
/// - Parameters:
///   - inAQ: a queue.
///   - outTimeline: the time line, or null where the call fails. Release it with `AudioQueueDisposeTimeline`.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus AudioQueueCreateTimeline(
    AudioQueueRef inAQ,
    AudioQueueTimelineRef _Nullable *_Nonnull outTimeline);

/// Releases a time line.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inTimeline: a time line.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such time line
CF_EXPORT OSStatus AudioQueueDisposeTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline);

/// Tells which frame is heard now, counted from where the queue started or will start.
///
/// The time goes on between the device's cycles, never goes back while the queue runs, and stands still while the sound
/// server or
/// the device is gone.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inTimeline: a time line of the queue, or null.
///   - outTimeStamp: the sample time, in the queue's sample rate, less than 0 before the start, and the host time; may be
///     null.
///   - outTimelineDiscontinuity: whether frames were left out or added since the time line was last asked. It is written only
///     where `inTimeline` is not null; may be null.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudioQueueErr_InvalidRunState`: the queue is stopped
///   - `kAudio_ParamError`: there is no such time line
CF_EXPORT OSStatus AudioQueueGetCurrentTime(
    AudioQueueRef inAQ,
    AudioQueueTimelineRef _Nullable inTimeline,
    AudioTimeStamp *_Nullable outTimeStamp,
    Boolean *_Nullable outTimelineDiscontinuity);

/// Tells the time of the device's clock.
///
/// - Parameters:
///   - inAQ: a queue.
///   - outTimeStamp: sample time and host time; while the device is stopped the host time alone is valid.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus AudioQueueDeviceGetCurrentTime(AudioQueueRef inAQ, AudioTimeStamp *outTimeStamp);

/// Converts between the device's frames and host time.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inTime: a time whose sample time or host time is valid.
///   - outTime: on the way in its flags say what is wanted, none for everything; on return the time.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null, or `inTime` has no valid time
///   - `kAudioQueueErr_InvalidRunState`: the device is stopped
CF_EXPORT OSStatus AudioQueueDeviceTranslateTime(
    AudioQueueRef inAQ,
    const AudioTimeStamp *inTime,
    AudioTimeStamp *outTime);

/// Tells the first time, not before the one asked for, at which the device can start.
///
/// - Parameters:
///   - inAQ: a queue.
///   - ioRequestedStartTime: the time asked for, and on return the one that is possible.
///   - inFlags: 0.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: the pointer is null, or the time is not valid
///   - `kAudioQueueErr_InvalidRunState`: the device is stopped
CF_EXPORT OSStatus AudioQueueDeviceGetNearestStartTime(
    AudioQueueRef inAQ,
    AudioTimeStamp *ioRequestedStartTime,
    UInt32 inFlags);

// MARK: Offline rendering

/// Lets a queue render into memory instead of a device.
///
/// Call it while the queue is stopped.
///
/// - Parameters:
///   - inAQ: a queue that plays.
///   - inFormat: interleaved linear PCM; null to go back to the device.
///   - inLayout: which channel is which loudspeaker; may be null.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidRunState`: the queue is not stopped
///   - `kAudioConverterErr_FormatNotSupported`: the format is not linear PCM that is interleaved
///   - `kAudio_ParamError`: the layout has another number of channels than the format
CF_EXPORT OSStatus AudioQueueSetOfflineRenderFormat(
    AudioQueueRef inAQ,
    const AudioStreamBasicDescription *_Nullable inFormat,
    const AudioChannelLayout *_Nullable inLayout);

/// Renders the next frames into a buffer of the queue.
///
/// The queue's callback is called, on this thread, for each buffer that has been read. Buffers that it enqueues are rendered
/// in the
/// same call.
///
/// - Parameters:
///   - inAQ: a queue that plays.
///   - inTimestamp: has no effect: frames follow each other.
///   - ioBuffer: a buffer of the queue that is not enqueued. `mAudioDataByteSize` is on return what was rendered: less where
///     nothing more is enqueued.
///   - inNumberFrames: how many frames; 0 the first time.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidOfflineMode`: no format was set with `AudioQueueSetOfflineRenderFormat`
///   - `kAudioQueueErr_InvalidRunState`: the queue is not running, or the call came from a callback that cannot wait
///   - `kAudioQueueErr_InvalidBuffer`, `kAudioQueueErr_BufferInQueue`: the buffer is not one of this queue, or is enqueued
///   - `kAudio_ParamError`: the buffer does not hold so many frames
CF_EXPORT OSStatus AudioQueueOfflineRender(
    AudioQueueRef inAQ,
    const AudioTimeStamp *inTimestamp,
    AudioQueueBufferRef ioBuffer,
    UInt32 inNumberFrames);

// MARK: Taps

/// Has a function work on a queue's sound.
///
/// A queue has one tap. It is made while the queue is stopped, and runs where the sound is decoded, not on an audio thread: on a
/// thread of the queue, in `AudioQueuePrime` or in `AudioQueueOfflineRender`.
///
/// The function may make any call, and may take a lock that another thread holds around calls for the queue. Only
/// an immediate `AudioQueueStop` and an immediate `AudioQueueDispose` wait for its end. Other calls that meet it are carried out
/// behind it, and return before.
///
/// - Parameters:
///   - inAQ: a queue that plays.
///   - inCallback: the function. It asks for the sound with `AudioQueueProcessingTapGetSourceAudio`.
///   - inClientData: a pointer that the function gets; may be null.
///   - inFlags: `kAudioQueueProcessingTap_PreEffects` or `kAudioQueueProcessingTap_PostEffects`: before rate and pitch are
///     changed, or behind.
///   - outMaxFrames: the most frames of one call.
///   - outProcessingFormat: 32-bit float, a buffer for each channel, in the queue's sample rate.
///   - outAQTap: the tap, or null where the call fails. Release it with `AudioQueueProcessingTapDispose`.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue is gone, or is being disposed of
///   - `kAudio_ParamError`: the function or a pointer is null
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidTapType`: the flags say neither before nor after the effects, or both
///   - `kAudioQueueErr_TooManyTaps`: the queue has a tap
///   - `kAudioQueueErr_InvalidRunState`: the queue is not stopped
CF_EXPORT OSStatus AudioQueueProcessingTapNew(
    AudioQueueRef inAQ,
    AudioQueueProcessingTapCallback inCallback CA_SENDABLE,
    void *_Nullable inClientData,
    AudioQueueProcessingTapFlags inFlags,
    UInt32 *outMaxFrames,
    AudioStreamBasicDescription *outProcessingFormat,
    AudioQueueProcessingTapRef _Nullable *_Nonnull outAQTap);

/// Releases a tap.
///
/// - Parameter inAQTap: a tap of a queue that is stopped.
/// - Returns: 0, or
///   - `kAudioQueueErr_InvalidTapContext`: there is no such tap
///   - `kAudioQueueErr_InvalidRunState`: the queue is not stopped
CF_EXPORT OSStatus AudioQueueProcessingTapDispose(AudioQueueProcessingTapRef inAQTap);

/// Gets the sound that a tap works on.
///
/// Call it within the tap's callback alone.
///
/// - Parameters:
///   - inAQTap: the tap.
///   - inNumberFrames: how many frames.
///   - ioTimeStamp: the time of the first frame on return.
///   - outFlags: whether the sound begins or ends with these frames.
///   - outNumberFrames: how many frames there are: fewer at the end.
///   - ioData: a buffer for each channel.
/// - Returns: 0, or
///   - `kAudioQueueErr_InvalidTapContext`: the call did not come from the tap's callback, or there is no such tap
///   - `kAudio_ParamError`: a pointer is null, or the buffers do not hold so many frames
CF_EXPORT OSStatus AudioQueueProcessingTapGetSourceAudio(
    AudioQueueProcessingTapRef inAQTap,
    UInt32 inNumberFrames,
    AudioTimeStamp *ioTimeStamp,
    AudioQueueProcessingTapFlags *outFlags,
    UInt32 *outNumberFrames,
    AudioBufferList *ioData);

/// Tells the queue's time at the start of the frames that a tap works on.
///
/// Call it within the tap's callback alone.
///
/// - Parameters:
///   - inAQTap: the tap.
///   - outQueueSampleTime: frames on the queue's time line.
///   - outQueueFrameCount: how many frames there are.
/// - Returns: 0, or
///   - `kAudioQueueErr_InvalidTapContext`: the call did not come from the tap's callback, or there is no such tap
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus AudioQueueProcessingTapGetQueueTime(
    AudioQueueProcessingTapRef inAQTap,
    Float64 *outQueueSampleTime,
    UInt32 *outQueueFrameCount);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
