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
    kAudioQueueErr_InvalidBuffer = -66687,
    kAudioQueueErr_BufferEmpty = -66686,
    kAudioQueueErr_DisposalPending = -66685,
    kAudioQueueErr_InvalidProperty = -66684,
    kAudioQueueErr_InvalidPropertySize = -66683,
    kAudioQueueErr_InvalidParameter = -66682,
    kAudioQueueErr_CannotStart = -66681,
    kAudioQueueErr_InvalidDevice = -66680,
    kAudioQueueErr_BufferInQueue = -66679,
    kAudioQueueErr_InvalidRunState = -66678,
    kAudioQueueErr_InvalidQueueType = -66677,
    kAudioQueueErr_Permissions = -66676,
    kAudioQueueErr_InvalidPropertyValue = -66675,
    kAudioQueueErr_PrimeTimedOut = -66674,
    kAudioQueueErr_CodecNotFound = -66673,
    kAudioQueueErr_InvalidCodecAccess = -66672,
    kAudioQueueErr_QueueInvalidated = -66671,
    kAudioQueueErr_TooManyTaps = -66670,
    kAudioQueueErr_InvalidTapContext = -66669,
    kAudioQueueErr_RecordUnderrun = -66668,
    kAudioQueueErr_InvalidTapType = -66667,
    kAudioQueueErr_BufferEnqueuedTwice = -66666,
    kAudioQueueErr_CannotStartYet = -66665,
    kAudioQueueErr_EnqueueDuringReset = -66632,
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
    const UInt32 mAudioDataBytesCapacity;
    void *const mAudioData;
    /// How much of it counts: set by the program when it plays, by the queue when it records.
    UInt32 mAudioDataByteSize;
    /// The program's own.
    void *_Nullable mUserData;
    const UInt32 mPacketDescriptionCapacity;
    /// Room for descriptions of the packets in the buffer.
    AudioStreamPacketDescription *const _Nullable mPacketDescriptions;
    UInt32 mPacketDescriptionCount;
} AudioQueueBuffer;

typedef AudioQueueBuffer *AudioQueueBufferRef;

/// A parameter's value from the first frame of a buffer on.
struct AudioQueueParameterEvent {
    AudioQueueParameterID mID;
    AudioQueueParameterValue mValue;
};
typedef struct AudioQueueParameterEvent AudioQueueParameterEvent;

/// How loud a channel is.
struct AudioQueueLevelMeterState {
    /// Root of the mean square.
    Float32 mAveragePower;
    Float32 mPeakPower;
};
typedef struct AudioQueueLevelMeterState AudioQueueLevelMeterState;

/// Which of a device's channels a channel of the queue goes to.
struct AudioQueueChannelAssignment {
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
typedef void (^AudioQueueOutputCallbackBlock)(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

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
/// - inFormat: of the buffers: interleaved linear PCM, or a format there is a decoder for.
/// - inCallbackRunLoop: calls back in this run loop, in the mode (null: the common modes). Null: on a thread of the
///   queue's own.
/// - inFlags: 0.
CF_EXPORT OSStatus AudioQueueNewOutput(
    const AudioStreamBasicDescription *inFormat,
    AudioQueueOutputCallback inCallbackProc CA_SENDABLE,
    void *_Nullable inUserData,
    CARunLoopParameter _Nullable inCallbackRunLoop,
    CAStringParameter _Nullable inCallbackRunLoopMode,
    UInt32 inFlags,
    AudioQueueRef _Nullable *_Nonnull outAQ) CA_REFINED_FOR_SWIFT;

/// Makes a queue that records. Parameters as those of `AudioQueueNewOutput`.
CF_EXPORT OSStatus AudioQueueNewInput(
    const AudioStreamBasicDescription *inFormat,
    AudioQueueInputCallback inCallbackProc CA_SENDABLE,
    void *_Nullable inUserData,
    CARunLoopParameter _Nullable inCallbackRunLoop,
    CAStringParameter _Nullable inCallbackRunLoopMode,
    UInt32 inFlags,
    AudioQueueRef _Nullable *_Nonnull outAQ) CA_REFINED_FOR_SWIFT;

#if defined(__BLOCKS__)
/// Makes a queue that plays and calls back on a dispatch queue.
CF_EXPORT OSStatus AudioQueueNewOutputWithDispatchQueue(
    AudioQueueRef _Nullable *_Nonnull outAQ,
    const AudioStreamBasicDescription *inFormat,
    UInt32 inFlags,
    CADispatchQueueParameter inCallbackDispatchQueue,
    CA_BLOCK_PARAMETER(AudioQueueOutputCallbackBlock) inCallbackBlock) CA_REFINED_FOR_SWIFT;

/// Makes a queue that records and calls back on a dispatch queue.
CF_EXPORT OSStatus AudioQueueNewInputWithDispatchQueue(
    AudioQueueRef _Nullable *_Nonnull outAQ,
    const AudioStreamBasicDescription *inFormat,
    UInt32 inFlags,
    CADispatchQueueParameter inCallbackDispatchQueue,
    CA_BLOCK_PARAMETER(AudioQueueInputCallbackBlock) inCallbackBlock) CA_REFINED_FOR_SWIFT;
#endif

/// Ends a queue and frees its buffers: at once, or once all that is enqueued has been played or recorded.
///
/// What is enqueued for playing comes back through callbacks before. An immediate disposal in a callback of a queue, a tap or a
/// device cannot wait for that: no other callback of the queue begins after it, and what is still enqueued does not come back.
CF_EXPORT OSStatus AudioQueueDispose(AudioQueueRef inAQ, Boolean inImmediate);

// MARK: Buffers

/// Makes a buffer of `inBufferByteSize` bytes.
CF_EXPORT OSStatus AudioQueueAllocateBuffer(
    AudioQueueRef inAQ,
    UInt32 inBufferByteSize,
    AudioQueueBufferRef _Nullable *_Nonnull outBuffer);

/// Makes a buffer with room for packet descriptions.
CF_EXPORT OSStatus AudioQueueAllocateBufferWithPacketDescriptions(
    AudioQueueRef inAQ,
    UInt32 inBufferByteSize,
    UInt32 inNumberPacketDescriptions,
    AudioQueueBufferRef _Nullable *_Nonnull outBuffer);

/// Frees a buffer that is not enqueued. Disposing of the queue frees all.
CF_EXPORT OSStatus AudioQueueFreeBuffer(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// Hands a buffer over, to be played or to be filled.
///
/// - inPacketDescs: of packets that vary in size; null where the buffer has its own, or none are needed.
CF_EXPORT OSStatus AudioQueueEnqueueBuffer(
    AudioQueueRef inAQ,
    AudioQueueBufferRef inBuffer,
    UInt32 inNumPacketDescs,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);

/// Hands a buffer over, with what is to happen when it plays.
///
/// - inTrimFramesAtStart, inTrimFramesAtEnd: decoded frames to leave out.
/// - inParamValues: in force from the buffer's first frame on.
/// - inStartTime: the frame of the queue's own time line to start at, in its sample rate; null: after the buffer before.
/// - outActualStartTime: when the buffer will start, as far as is known.
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

/// Starts, or goes on after a pause.
///
/// In a tap or on the audio thread, which cannot wait for the device, the queue starts after the call; if it cannot start then,
/// `kAudioQueueProperty_IsRunning` stays 0.
///
/// - inStartTime: on the device's clock, sample time or host time; null: as soon as possible.
CF_EXPORT OSStatus AudioQueueStart(AudioQueueRef inAQ, const AudioTimeStamp *_Nullable inStartTime);

/// Decodes ahead, so that a start is immediate.
///
/// - inNumberOfFramesToPrepare: 0 for as many as the queue decodes ahead by itself.
CF_EXPORT OSStatus AudioQueuePrime(
    AudioQueueRef inAQ,
    UInt32 inNumberOfFramesToPrepare,
    UInt32 *_Nullable outNumberOfFramesPrepared);

/// Stops: at once, with all buffers given back before it returns, or once everything enqueued has been played.
CF_EXPORT OSStatus AudioQueueStop(AudioQueueRef inAQ, Boolean inImmediate);

/// Stands still; buffers and the time line stay as they are.
CF_EXPORT OSStatus AudioQueuePause(AudioQueueRef inAQ);

/// Lets everything enqueued come out of decoders and converters before what is enqueued next.
CF_EXPORT OSStatus AudioQueueFlush(AudioQueueRef inAQ);

/// Drops everything enqueued, and gives the buffers back.
CF_EXPORT OSStatus AudioQueueReset(AudioQueueRef inAQ);

// MARK: Parameters and properties

CF_EXPORT OSStatus AudioQueueGetParameter(
    AudioQueueRef inAQ,
    AudioQueueParameterID inParamID,
    AudioQueueParameterValue *outValue);

CF_EXPORT OSStatus AudioQueueSetParameter(
    AudioQueueRef inAQ,
    AudioQueueParameterID inParamID,
    AudioQueueParameterValue inValue);

/// Gets a property. The caller releases objects. The properties of AudioConverter.h are those of the converter in the
/// queue.
CF_EXPORT OSStatus AudioQueueGetProperty(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    void *outData,
    UInt32 *ioDataSize);

CF_EXPORT OSStatus AudioQueueSetProperty(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    const void *inData,
    UInt32 inDataSize);

/// Bytes that a property's value takes.
CF_EXPORT OSStatus AudioQueueGetPropertySize(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    UInt32 *outDataSize);

/// Has a function called, where the queue calls back, whenever the property has changed.
CF_EXPORT OSStatus AudioQueueAddPropertyListener(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    AudioQueuePropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inUserData);

/// Takes a function out that was added with the same parameters.
CF_EXPORT OSStatus AudioQueueRemovePropertyListener(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    AudioQueuePropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inUserData);

// MARK: Time

CF_EXPORT OSStatus AudioQueueCreateTimeline(
    AudioQueueRef inAQ,
    AudioQueueTimelineRef _Nullable *_Nonnull outTimeline);

CF_EXPORT OSStatus AudioQueueDisposeTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline);

/// The frame that is heard now, counted from where the queue started or will start, in the queue's sample rate.
///
/// Goes on between the device's cycles, never goes back while the queue runs, and stands still while the sound server or the device
/// is gone.
///
/// - outTimelineDiscontinuity: whether frames were left out or added since the time line was last asked; written only
///   where `inTimeline` is not null.
CF_EXPORT OSStatus AudioQueueGetCurrentTime(
    AudioQueueRef inAQ,
    AudioQueueTimelineRef _Nullable inTimeline,
    AudioTimeStamp *_Nullable outTimeStamp,
    Boolean *_Nullable outTimelineDiscontinuity);

/// The device's clock. While the device is stopped only the host time is valid.
CF_EXPORT OSStatus AudioQueueDeviceGetCurrentTime(AudioQueueRef inAQ, AudioTimeStamp *outTimeStamp);

/// Between the device's frames and host time: fills in what `outTime.mFlags` asks for.
CF_EXPORT OSStatus AudioQueueDeviceTranslateTime(
    AudioQueueRef inAQ,
    const AudioTimeStamp *inTime,
    AudioTimeStamp *outTime);

/// The next time at which the device can start what is asked for.
CF_EXPORT OSStatus AudioQueueDeviceGetNearestStartTime(
    AudioQueueRef inAQ,
    AudioTimeStamp *ioRequestedStartTime,
    UInt32 inFlags);

// MARK: Offline rendering

/// Renders into memory instead of a device, in interleaved linear PCM; null goes back to the device.
CF_EXPORT OSStatus AudioQueueSetOfflineRenderFormat(
    AudioQueueRef inAQ,
    const AudioStreamBasicDescription *_Nullable inFormat,
    const AudioChannelLayout *_Nullable inLayout);

/// Renders the next frames into a buffer of the queue; fewer if nothing more is enqueued.
///
/// Calls the queue's callback, on this thread, for each buffer that has been read. Buffers that the callback enqueues
/// are rendered in the same call.
CF_EXPORT OSStatus AudioQueueOfflineRender(
    AudioQueueRef inAQ,
    const AudioTimeStamp *inTimestamp,
    AudioQueueBufferRef ioBuffer,
    UInt32 inNumberFrames);

// MARK: Taps

/// Has a function work on the queue's sound. One a queue; set while stopped.
///
/// - outMaxFrames: the most frames of one call.
/// - outProcessingFormat: 32-bit float, a buffer for each channel, in the queue's sample rate.
CF_EXPORT OSStatus AudioQueueProcessingTapNew(
    AudioQueueRef inAQ,
    AudioQueueProcessingTapCallback inCallback CA_SENDABLE,
    void *_Nullable inClientData,
    AudioQueueProcessingTapFlags inFlags,
    UInt32 *outMaxFrames,
    AudioStreamBasicDescription *outProcessingFormat,
    AudioQueueProcessingTapRef _Nullable *_Nonnull outAQTap);

CF_EXPORT OSStatus AudioQueueProcessingTapDispose(AudioQueueProcessingTapRef inAQTap);

/// Gets the sound that the tap works on. Only within the tap's callback.
CF_EXPORT OSStatus AudioQueueProcessingTapGetSourceAudio(
    AudioQueueProcessingTapRef inAQTap,
    UInt32 inNumberFrames,
    AudioTimeStamp *ioTimeStamp,
    AudioQueueProcessingTapFlags *outFlags,
    UInt32 *outNumberFrames,
    AudioBufferList *ioData);

/// The queue's time at the start of the frames being worked on, and how many frames there are. Only within the callback.
CF_EXPORT OSStatus AudioQueueProcessingTapGetQueueTime(
    AudioQueueProcessingTapRef inAQTap,
    Float64 *outQueueSampleTime,
    UInt32 *outQueueFrameCount);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
