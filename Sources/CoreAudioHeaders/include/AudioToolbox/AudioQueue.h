#ifndef AudioToolbox_AudioQueue_h
#define AudioToolbox_AudioQueue_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFString.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, on several threads at the same time, and in callbacks and taps. It takes locks and allocates memory, and is not real-time safe.

// MARK: Types

/// Names a property of a queue.
typedef UInt32 AudioQueuePropertyID;

/// Names a parameter of a playing queue.
typedef UInt32 AudioQueueParameterID;

/// A parameter's value.
typedef Float32 AudioQueueParameterValue;

/// An audio queue, which plays or records buffers.
typedef struct OpaqueAudioQueue *AudioQueueRef;

/// A time line of a queue, which detects gaps.
typedef struct OpaqueAudioQueueTimeline *AudioQueueTimelineRef;

/// A processing tap of a queue.
typedef struct OpaqueAudioQueueProcessingTap *AudioQueueProcessingTapRef;

/// Statuses of the calls below.
CF_ENUM(OSStatus) {
    /// The buffer does not belong to the queue, or a description refers to bytes outside it.
    kAudioQueueErr_InvalidBuffer = -66687,
    /// The buffer contains no sound.
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
    /// The queue is running but must be stopped, or is stopped but must be running.
    kAudioQueueErr_InvalidRunState = -66678,
    /// A playback queue is required but this is a recording queue, or the other way around.
    kAudioQueueErr_InvalidQueueType = -66677,
    /// This library does not return it.
    kAudioQueueErr_Permissions = -66676,
    /// The value is out of its range.
    kAudioQueueErr_InvalidPropertyValue = -66675,
    /// This library does not return it.
    kAudioQueueErr_PrimeTimedOut = -66674,
    /// There is no codec for the format.
    kAudioQueueErr_CodecNotFound = -66673,
    /// This library does not return it.
    kAudioQueueErr_InvalidCodecAccess = -66672,
    /// The queue is gone, or is being disposed of.
    kAudioQueueErr_QueueInvalidated = -66671,
    /// The queue has a tap already.
    kAudioQueueErr_TooManyTaps = -66670,
    /// The function can be called only in the tap's callback.
    kAudioQueueErr_InvalidTapContext = -66669,
    /// There was no buffer to record into.
    kAudioQueueErr_RecordUnderrun = -66668,
    /// The flags contain neither before nor after the effects, or both.
    kAudioQueueErr_InvalidTapType = -66667,
    /// The buffer is enqueued already.
    kAudioQueueErr_BufferEnqueuedTwice = -66666,
    /// This library does not return it.
    kAudioQueueErr_CannotStartYet = -66665,
    /// The queue is being reset.
    kAudioQueueErr_EnqueueDuringReset = -66632,
    /// No format was set with `AudioQueueSetOfflineRenderFormat`.
    kAudioQueueErr_InvalidOfflineMode = -66626
};

/// Properties of a queue. Some can be set only while the queue is stopped, as they say; a paused queue is not stopped.
CF_ENUM(AudioQueuePropertyID) {
    /// UInt32, not 0 while the device runs for the queue. Read only. It changes when the device has really started and
    /// stopped, and notifies listeners.
    kAudioQueueProperty_IsRunning = 0x6171726E,  // 'aqrn'
    /// Float64, frames per second of the device. Read only.
    kAudioQueueDeviceProperty_SampleRate = 0x61717372,  // 'aqsr'
    /// UInt32, the number of channels of the device. Read only.
    kAudioQueueDeviceProperty_NumberChannels = 0x61716463,  // 'aqdc'
    /// CFStringRef, the device's UID. Set while stopped.
    kAudioQueueProperty_CurrentDevice = 0x61716364,  // 'aqcd'
    /// Bytes, the magic cookie of the encoded format. Set it before you enqueue the first buffer. A recording queue only
    /// returns it.
    kAudioQueueProperty_MagicCookie = 0x61716D63,  // 'aqmc'
    /// UInt32, the largest size in bytes of a packet that a recording queue makes. Read only.
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

/// Algorithms that change time and pitch.
CF_ENUM(UInt32) {
    /// The best quality for music. On Linux both names select overlap-add with a search frame by frame.
    kAudioQueueTimePitchAlgorithm_Spectral = 0x73706563,  // 'spec'
    kAudioQueueTimePitchAlgorithm_TimeDomain = 0x7469646F,  // 'tido'
    /// Rate and pitch change together, as on a tape. Frequencies that would be above half the sample rate are taken away.
    kAudioQueueTimePitchAlgorithm_Varispeed = 0x76737064,  // 'vspd'
    /// The fastest: overlap-add with a coarse search.
    kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency = 0x6C717A6C  // 'lqzl'
};

/// Policies for hardware codecs. On Linux all codecs are software.
CF_ENUM(UInt32) {
    kAudioQueueHardwareCodecPolicy_Default = 0,
    kAudioQueueHardwareCodecPolicy_UseSoftwareOnly = 1,
    kAudioQueueHardwareCodecPolicy_UseHardwareOnly = 2,
    kAudioQueueHardwareCodecPolicy_PreferSoftware = 3,
    kAudioQueueHardwareCodecPolicy_PreferHardware = 4
};

/// Parameters of a playing queue.
CF_ENUM(AudioQueueParameterID) {
    /// Float32, 0 to 1: a factor for the samples.
    kAudioQueueParam_Volume = 1,
    /// Float32, 0.5 to 2: the playback rate. Requires `kAudioQueueProperty_EnableTimePitch`.
    kAudioQueueParam_PlayRate = 2,
    /// Float32, -2400 to 2400: a change of pitch in cents. Requires `kAudioQueueProperty_EnableTimePitch`.
    kAudioQueueParam_Pitch = 3,
    /// Float32, the seconds over which later changes of the volume take place; 0 for none.
    kAudioQueueParam_VolumeRampTime = 4,
    /// Float32, -1 left to 1 right: the pan.
    kAudioQueueParam_Pan = 13
};

/// Flags that describe a processing tap and its calls.
typedef CF_OPTIONS(UInt32, AudioQueueProcessingTapFlags) {
    /// The tap gets the sound before time and pitch are changed.
    kAudioQueueProcessingTap_PreEffects = 1,
    /// The tap gets the sound after time and pitch are changed.
    kAudioQueueProcessingTap_PostEffects = 2,
    /// The tap reads the samples, and must not change them.
    kAudioQueueProcessingTap_Siphon = 4,
    /// The frames are the first after a start or a jump.
    kAudioQueueProcessingTap_StartOfStream = 256,
    /// The frames are the last before a stop.
    kAudioQueueProcessingTap_EndOfStream = 512
};

/// A buffer that belongs to a queue.
typedef struct AudioQueueBuffer {
    /// The capacity of the buffer in bytes. Set when the buffer is allocated.
    const UInt32 mAudioDataBytesCapacity;
    /// The memory. The program fills it for playback; the queue fills it for recording.
    void *const mAudioData;
    /// The number of valid bytes. The program sets it for playback; the queue sets it for recording.
    UInt32 mAudioDataByteSize;
    /// A pointer for the program's own use.
    void *_Nullable mUserData;
    /// The capacity of `mPacketDescriptions`; 0 if the buffer has none.
    const UInt32 mPacketDescriptionCapacity;
    /// Room for descriptions of the packets in the buffer.
    AudioStreamPacketDescription *const _Nullable mPacketDescriptions;
    /// The number of valid descriptions. The program sets it for playback; the queue sets it for recording.
    UInt32 mPacketDescriptionCount;
} AudioQueueBuffer;

/// A buffer of a queue, made by `AudioQueueAllocateBuffer`.
typedef AudioQueueBuffer *AudioQueueBufferRef;

/// A change of a parameter at the first frame of a buffer.
struct AudioQueueParameterEvent {
    /// The parameter, such as `kAudioQueueParam_Volume`.
    AudioQueueParameterID mID;
    /// Its new value.
    AudioQueueParameterValue mValue;
};
typedef struct AudioQueueParameterEvent AudioQueueParameterEvent;

/// The level of a channel.
struct AudioQueueLevelMeterState {
    /// The root mean square of the samples.
    Float32 mAveragePower;
    /// The largest absolute value of the samples.
    Float32 mPeakPower;
};
typedef struct AudioQueueLevelMeterState AudioQueueLevelMeterState;

/// Which of a device's channels a channel of the queue goes to.
struct AudioQueueChannelAssignment {
    /// The name of the device, from `kAudioDevicePropertyDeviceUID`.
    CFStringRef mDeviceUID CA_REFINED_FOR_SWIFT;
    /// The channel of the device, from 1; 0 for none.
    UInt32 mChannelNumber;
};
typedef struct AudioQueueChannelAssignment AudioQueueChannelAssignment;

// MARK: Callbacks

/// Receives a buffer that has been played, or that will not be played.
///
/// Fill the buffer and enqueue it again, or free it. Buffers also come back when the queue stops or is reset.
///
/// Threads: Called in the run loop that the program passed, or on a thread of the queue if it passed none: never on an audio
/// thread, so that it may block and allocate memory. Calls of one queue never overlap. While it blocks, the queue gives no
/// other buffer back, and may run out of sound.
///
/// - Parameters:
///   - inUserData: the pointer that the program passed with the callback.
///   - inAQ: the queue.
///   - inBuffer: the buffer. It belongs to the program until the program enqueues it again.
typedef void (*AudioQueueOutputCallback)(
    void *_Nullable inUserData,
    AudioQueueRef inAQ,
    AudioQueueBufferRef inBuffer);

/// Receives a buffer that has been filled.
///
/// Use the sound and enqueue the buffer again. When the queue stops, buffers without sound come back too.
///
/// Threads: Called in the run loop that the program passed, or on a thread of the queue if it passed none: never on an audio
/// thread, so that it may block and allocate memory. Calls of one queue never overlap. While it blocks, the queue gives no
/// other buffer back, and may run out of sound.
///
/// - Parameters:
///   - inUserData: the pointer that the program passed with the callback.
///   - inAQ: the queue.
///   - inBuffer: the buffer. It belongs to the program until the program enqueues it again.
///   - inStartTime: the time at which the first frame was recorded. Valid only during the call.
///   - inNumberPacketDescriptions: the number of packets in the buffer, for every format.
///   - inPacketDescs: a description of each packet; null if all packets have the same size. They are valid only during the
///     call.
typedef void (*AudioQueueInputCallback)(
    void *_Nullable inUserData,
    AudioQueueRef inAQ,
    AudioQueueBufferRef inBuffer,
    const AudioTimeStamp *inStartTime,
    UInt32 inNumberPacketDescriptions,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);

/// Called when a property has changed.
///
/// Threads: Called where the queue calls its callback: in the run loop or on the dispatch queue that the program passed, or on
/// a thread of the queue. It may block.
///
/// - Parameters:
///   - inUserData: the pointer that the program passed with the callback.
///   - inAQ: the queue.
///   - inID: the property. Read it with `AudioQueueGetProperty`.
typedef void (*AudioQueuePropertyListenerProc)(
    void *_Nullable inUserData,
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID);

/// Processes or reads a queue's sound.
///
/// A tap that is not a siphon gets the sound with `AudioQueueProcessingTapGetSourceAudio` and changes it in place.
///
/// Threads: Called on a thread that decodes ahead of what is heard: not an audio thread. It may allocate memory. It must not
/// block for long, because the queue then runs out of sound. For offline rendering it is called inside
/// `AudioQueueOfflineRender`.
///
/// - Parameters:
///   - inClientData: the pointer that the program passed with the callback.
///   - inAQTap: the tap. It is valid for `AudioQueueProcessingTapGetSourceAudio` only during the call.
///   - inNumberFrames: the number of frames to provide.
///   - ioTimeStamp: the sample time of the first frame.
///   - ioFlags: whether the sound starts or ends with these frames. Set it to the value that
///     `AudioQueueProcessingTapGetSourceAudio` returns.
///   - outNumberFrames: on return, the number of frames in `ioData`.
///   - ioData: a buffer of 32-bit float samples for each channel. A siphon reads the samples here; another tap writes its
///     result here. Valid only during the call.
typedef void (*AudioQueueProcessingTapCallback)(
    void *inClientData,
    AudioQueueProcessingTapRef inAQTap,
    UInt32 inNumberFrames,
    AudioTimeStamp *ioTimeStamp,
    AudioQueueProcessingTapFlags *ioFlags,
    UInt32 *outNumberFrames,
    AudioBufferList *ioData);

#if defined(__BLOCKS__)
/// Receives a buffer that has been played, or that will not be played.
///
/// Fill the buffer and enqueue it again, or free it.
///
/// Threads: Called on the dispatch queue that the program passed. It may block and allocate memory. Calls of one queue never
/// overlap. While it blocks, the queue gives no other buffer back, and may run out of sound.
///
/// - Parameters:
///   - inAQ: the queue.
///   - inBuffer: the buffer. It belongs to the program until the program enqueues it again.
typedef void (^AudioQueueOutputCallbackBlock)(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);
#else
typedef struct CAOpaqueBlock *AudioQueueOutputCallbackBlock;
#endif

#if defined(__BLOCKS__)
/// Receives a buffer that has been filled.
///
/// Use the sound and enqueue the buffer again.
///
/// Threads: Called on the dispatch queue that the program passed. It may block and allocate memory. Calls of one queue never
/// overlap. While it blocks, the queue gives no other buffer back, and may run out of sound.
///
/// - Parameters:
///   - inAQ: the queue.
///   - inBuffer: the buffer. It belongs to the program until the program enqueues it again.
///   - inStartTime: the time at which the first frame was recorded. Valid only during the call.
///   - inNumberPacketDescriptions: the number of packets in the buffer, for every format.
///   - inPacketDescs: a description of each packet; null if all packets have the same size. They are valid only during the
///     call.
typedef void (^AudioQueueInputCallbackBlock)(
    AudioQueueRef inAQ,
    AudioQueueBufferRef inBuffer,
    const AudioTimeStamp *inStartTime,
    UInt32 inNumberPacketDescriptions,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);
#else
typedef struct CAOpaqueBlock *AudioQueueInputCallbackBlock;
#endif

// MARK: Making and disposing

/// Creates a playback queue.
///
/// The device opens when the queue is primed or started. Release the queue with `AudioQueueDispose`.
///
/// The library copies the format and retains the run loop. The client data must stay valid until the queue has been disposed of
/// and its last callback has returned.
///
/// This example plays a tone. The callback fills each buffer and enqueues it again:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
/// #include <math.h>
///
/// void fill(void *context, AudioQueueRef queue, AudioQueueBufferRef buffer) {
///     double *phase = context;
///     float *samples = buffer->mAudioData;
///     for (UInt32 frame = 0; frame < buffer->mAudioDataBytesCapacity / sizeof(float); frame++) {
///         samples[frame] = (float)(0.2 * sin(*phase));
///         *phase += 2 * 3.14159265 * 440 / 48000;
///     }
///     buffer->mAudioDataByteSize = buffer->mAudioDataBytesCapacity;
///     AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
/// }
///
/// // The phase has to stay valid as long as the queue.
/// OSStatus play(double *phase, AudioQueueRef *queue) {
///     AudioStreamBasicDescription format = {
///         .mSampleRate = 48000, .mFormatID = kAudioFormatLinearPCM,
///         .mFormatFlags = kAudioFormatFlagsNativeFloatPacked,
///         .mBytesPerPacket = 4, .mFramesPerPacket = 1, .mBytesPerFrame = 4,
///         .mChannelsPerFrame = 1, .mBitsPerChannel = 32};
///     OSStatus status = AudioQueueNewOutput(&format, fill, phase, NULL, NULL, 0, queue);
///     for (int index = 0; status == noErr && index < 3; index++) {
///         AudioQueueBufferRef buffer;
///         status = AudioQueueAllocateBuffer(*queue, 8192, &buffer);
///         if (status == noErr) fill(phase, *queue, buffer);
///     }
///     return status != noErr ? status : AudioQueueStart(*queue, NULL);
/// }
/// ```
///
/// - Parameters:
///   - inFormat: the format of the buffers: interleaved linear PCM, or a format that is decoded here.
///   - inCallbackProc: called for each buffer that has been played, or that will not be played.
///   - inUserData: a pointer that the library passes to the function; may be null. The library does not use what it points to.
///   - inCallbackRunLoop: the run loop in which the function is called; null for a thread of the queue.
///   - inCallbackRunLoopMode: the mode of the run loop; null for the common modes.
///   - inFlags: 0.
///   - outAQ: the queue, or null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer, the function or the block is null
///   - `kAudioConverterErr_FormatNotSupported`, `'fmt?'`: linear PCM is not interleaved, or the sample rate is not 1 to 768,000
///     Hz, or there are not 1 to 64 channels
///   - `kAudioQueueErr_CodecNotFound`: there is no codec for the format
CF_EXPORT OSStatus AudioQueueNewOutput(
    const AudioStreamBasicDescription *inFormat,
    AudioQueueOutputCallback inCallbackProc CA_SENDABLE,
    void *_Nullable inUserData,
    CARunLoopParameter _Nullable inCallbackRunLoop,
    CAStringParameter _Nullable inCallbackRunLoopMode,
    UInt32 inFlags,
    AudioQueueRef _Nullable *_Nonnull outAQ) CA_REFINED_FOR_SWIFT;

/// Creates a recording queue.
///
/// The device opens when the queue is primed or started. Release the queue with `AudioQueueDispose`.
///
/// The library copies the format and retains the run loop. The client data must stay valid until the queue has been disposed of
/// and its last callback has returned.
///
/// On Linux no permission of the user is required.
///
/// This example writes recorded packets to a file:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
///
/// struct Recording { AudioFileID file; SInt64 packets; };
///
/// void save(void *context, AudioQueueRef queue, AudioQueueBufferRef buffer, const AudioTimeStamp *start,
///           UInt32 packets, const AudioStreamPacketDescription *descriptions) {
///     (void)start;
///     struct Recording *recording = context;
///     if (packets > 0) {
///         AudioFileWritePackets(recording->file, false, buffer->mAudioDataByteSize, descriptions,
///                               recording->packets, &packets, buffer->mAudioData);
///         recording->packets += packets;
///     }
///     // Fails while the queue stops, which is not an error.
///     AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
/// }
///
/// // Then allocate and enqueue buffers, and start the queue.
/// OSStatus record(const AudioStreamBasicDescription *format, struct Recording *recording, AudioQueueRef *queue) {
///     return AudioQueueNewInput(format, save, recording, NULL, NULL, 0, queue);
/// }
/// ```
///
/// - Parameters:
///   - inFormat: the format of the buffers: interleaved linear PCM, or a format that is encoded here.
///   - inCallbackProc: called for each buffer that has been filled.
///   - inUserData: a pointer that the library passes to the function; may be null. The library does not use what it points to.
///   - inCallbackRunLoop: the run loop in which the function is called; null for a thread of the queue.
///   - inCallbackRunLoopMode: the mode of the run loop; null for the common modes.
///   - inFlags: 0.
///   - outAQ: the queue, or null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer, the function or the block is null
///   - `kAudioConverterErr_FormatNotSupported`, `'fmt?'`: linear PCM is not interleaved, or the sample rate is not 1 to 768,000
///     Hz, or there are not 1 to 64 channels
///   - `kAudioQueueErr_CodecNotFound`: there is no codec for the format
CF_EXPORT OSStatus AudioQueueNewInput(
    const AudioStreamBasicDescription *inFormat,
    AudioQueueInputCallback inCallbackProc CA_SENDABLE,
    void *_Nullable inUserData,
    CARunLoopParameter _Nullable inCallbackRunLoop,
    CAStringParameter _Nullable inCallbackRunLoopMode,
    UInt32 inFlags,
    AudioQueueRef _Nullable *_Nonnull outAQ) CA_REFINED_FOR_SWIFT;

/// Creates a playback queue that calls back on a dispatch queue.
///
/// The device opens when the queue is primed or started. Release the queue with `AudioQueueDispose`.
///
/// The library copies the format and the block, and retains the dispatch queue.
///
/// - Parameters:
///   - outAQ: the queue, or null if the call fails.
///   - inFormat: the format of the buffers: interleaved linear PCM, or a format that is decoded here.
///   - inFlags: 0.
///   - inCallbackDispatchQueue: the dispatch queue on which the block is called.
///   - inCallbackBlock: called for each buffer that has been played, or that will not be played.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer, the function or the block is null
///   - `kAudioConverterErr_FormatNotSupported`, `'fmt?'`: linear PCM is not interleaved, or the sample rate is not 1 to 768,000
///     Hz, or there are not 1 to 64 channels
///   - `kAudioQueueErr_CodecNotFound`: there is no codec for the format
CF_EXPORT OSStatus AudioQueueNewOutputWithDispatchQueue(
    AudioQueueRef _Nullable *_Nonnull outAQ,
    const AudioStreamBasicDescription *inFormat,
    UInt32 inFlags,
    CADispatchQueueParameter inCallbackDispatchQueue,
    CA_BLOCK_PARAMETER(AudioQueueOutputCallbackBlock) inCallbackBlock) CA_REFINED_FOR_SWIFT;

/// Creates a recording queue that calls back on a dispatch queue.
///
/// The device opens when the queue is primed or started. Release the queue with `AudioQueueDispose`.
///
/// The library copies the format and the block, and retains the dispatch queue.
///
/// - Parameters:
///   - outAQ: the queue, or null if the call fails.
///   - inFormat: the format of the buffers: interleaved linear PCM, or a format that is encoded here.
///   - inFlags: 0.
///   - inCallbackDispatchQueue: the dispatch queue on which the block is called.
///   - inCallbackBlock: called for each buffer that has been filled.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer, the function or the block is null
///   - `kAudioConverterErr_FormatNotSupported`, `'fmt?'`: linear PCM is not interleaved, or the sample rate is not 1 to 768,000
///     Hz, or there are not 1 to 64 channels
///   - `kAudioQueueErr_CodecNotFound`: there is no codec for the format
CF_EXPORT OSStatus AudioQueueNewInputWithDispatchQueue(
    AudioQueueRef _Nullable *_Nonnull outAQ,
    const AudioStreamBasicDescription *inFormat,
    UInt32 inFlags,
    CADispatchQueueParameter inCallbackDispatchQueue,
    CA_BLOCK_PARAMETER(AudioQueueInputCallbackBlock) inCallbackBlock) CA_REFINED_FOR_SWIFT;

/// Disposes of a queue and its buffers.
///
/// Buffers that are enqueued for playing come back through callbacks before. An immediate disposal in a callback of a queue, a
/// tap or a device cannot wait for that: no other callback of the queue begins after it, and what is still enqueued does not
/// come back.
///
/// Threads: Call this function on any thread, in callbacks and in taps. It takes locks, and is not real-time safe. If
/// `inImmediate` is true, it waits for callbacks as `AudioQueueStop` does.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inImmediate: true to end at once and wait for it; false to end once all that is enqueued has been played or recorded.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
CF_EXPORT OSStatus AudioQueueDispose(AudioQueueRef inAQ, Boolean inImmediate);

// MARK: Buffers

/// Creates a buffer.
///
/// The queue owns the buffer, and frees it when the queue is disposed of.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inBufferByteSize: bytes: 1 to 2^30.
///   - outBuffer: the buffer, or null if the call fails.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: the size is out of its range, or the pointer is null
CF_EXPORT OSStatus AudioQueueAllocateBuffer(
    AudioQueueRef inAQ,
    UInt32 inBufferByteSize,
    AudioQueueBufferRef _Nullable *_Nonnull outBuffer);

/// Creates a buffer with room for packet descriptions.
///
/// The queue owns the buffer, and frees it when the queue is disposed of.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inBufferByteSize: bytes: 1 to 2^30.
///   - inNumberPacketDescriptions: the number of descriptions: up to 2^24.
///   - outBuffer: the buffer, or null if the call fails.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
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
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudioQueueErr_InvalidBuffer`: the buffer does not belong to the queue
///   - `kAudioQueueErr_BufferInQueue`: the buffer is enqueued
CF_EXPORT OSStatus AudioQueueFreeBuffer(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// Enqueues a buffer, to be played or filled.
///
/// The queue does not copy the buffer. Do not change it until your callback receives it again.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inBuffer: a buffer of this queue. To play it, set `mAudioDataByteSize`.
///   - inNumPacketDescs: the number of descriptions; 0 if the buffer contains them, or if none are needed.
///   - inPacketDescs: a description of each packet if packets differ in size, else null. The queue copies them.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudioQueueErr_InvalidBuffer`: the buffer does not belong to the queue, or a description refers to bytes outside it
///   - `kAudioQueueErr_BufferEnqueuedTwice`: the buffer is enqueued already
///   - `kAudioQueueErr_BufferEmpty`: there is nothing in the buffer to play
///   - `kAudioQueueErr_EnqueueDuringReset`: the queue is being reset
///   - `kAudioConverterErr_RequiresPacketDescriptionsError`: packets differ in size, and there are no descriptions
///   - `kAudio_ParamError`: a recording queue got descriptions, or a buffer too small for one packet
CF_EXPORT OSStatus AudioQueueEnqueueBuffer(
    AudioQueueRef inAQ,
    AudioQueueBufferRef inBuffer,
    UInt32 inNumPacketDescs,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);

/// Enqueues a buffer with a start time, trimmed ends or parameter changes.
///
/// The queue's time line does not include trimmed frames. The queue does not copy the buffer: do not change it until your
/// callback receives it again.
///
/// - Parameters:
///   - inAQ: a playback queue.
///   - inBuffer: a buffer of this queue.
///   - inNumPacketDescs: the number of descriptions; 0 if the buffer contains them, or if none are needed.
///   - inPacketDescs: a description of each packet if packets differ in size, else null. The queue copies them.
///   - inTrimFramesAtStart: decoded frames to leave out at the start.
///   - inTrimFramesAtEnd: decoded frames to leave out at the end.
///   - inNumParamValues: the number of parameters.
///   - inParamValues: parameters that apply from the buffer's first frame. The queue copies them; may be null.
///   - inStartTime: a sample time on the queue's own time line; null to play it after the previous buffer.
///   - outActualStartTime: on return, when the buffer will start, as far as it is known; may be null.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidBuffer`: the buffer does not belong to the queue, or a description refers to bytes outside it
///   - `kAudioQueueErr_BufferEnqueuedTwice`: the buffer is enqueued already
///   - `kAudioQueueErr_BufferEmpty`: there is nothing in the buffer to play
///   - `kAudioQueueErr_EnqueueDuringReset`: the queue is being reset
///   - `kAudioConverterErr_RequiresPacketDescriptionsError`: packets differ in size, and there are no descriptions
///   - `kAudio_ParamError`: the start time has no valid sample time
///   - `kAudioQueueErr_InvalidParameter`, `kAudioQueueErr_InvalidPropertyValue`: there is no such parameter, or it does not
///     allow the value
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

/// Starts a queue, or resumes it after a pause.
///
/// `kAudioQueueProperty_IsRunning` changes when the device has started.
///
/// Threads: Call this function on any thread, in callbacks and in taps. It takes locks, and is not real-time safe. It blocks
/// until the device is open. On the audio thread and in a tap it returns immediately, and the queue starts soon after; if it
/// cannot start then, `kAudioQueueProperty_IsRunning` stays 0.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inStartTime: a sample time of the device or a host time; null for as soon as possible.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: the start time is not a number
///   - `kAudioQueueErr_CannotStart`: there is no device to open
///   - `kAudioQueueErr_InvalidDevice`: the device that the queue names cannot be opened
CF_EXPORT OSStatus AudioQueueStart(AudioQueueRef inAQ, const AudioTimeStamp *_Nullable inStartTime);

/// Decodes frames in advance, so that the queue can start immediately.
///
/// It opens the device. If the queue is running, the call decodes nothing, and returns the number of frames that are decoded
/// already. The queue calls its tap on the caller's thread.
///
/// Threads: Call this function on any thread and in callbacks of queues, not in a tap or on an audio thread. It blocks until
/// the device is open and the frames are decoded. It is not real-time safe.
///
/// - Parameters:
///   - inAQ: a playback queue.
///   - inNumberOfFramesToPrepare: frames; 0 for as many as the queue decodes ahead by itself.
///   - outNumberOfFramesPrepared: on return, the number of decoded frames; may be null.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidRunState`: the call came from a tap or an audio thread
///   - `kAudioQueueErr_CannotStart`, `kAudioQueueErr_InvalidDevice`: the device cannot be opened
CF_EXPORT OSStatus AudioQueuePrime(
    AudioQueueRef inAQ,
    UInt32 inNumberOfFramesToPrepare,
    UInt32 *_Nullable outNumberOfFramesPrepared);

/// Stops a queue.
///
/// Threads: Call this function on any thread, in callbacks and in taps. It takes locks, and is not real-time safe. If
/// `inImmediate` is false it returns immediately. If it is true it waits until the queue has stopped and, for a queue with its
/// own callback thread, until the callbacks of all buffers have returned. For a queue that calls back in a run loop, it calls
/// these callbacks itself if you call it in that run loop; otherwise, and for a queue that calls back on a dispatch queue, the
/// callbacks may follow after it returns. In a callback of a queue, in a tap and on an audio thread it does not wait.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inImmediate: true to stop immediately and return all buffers to the program; false to stop after all enqueued buffers
///     have been played, or filled.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
CF_EXPORT OSStatus AudioQueueStop(AudioQueueRef inAQ, Boolean inImmediate);

/// Pauses a queue, which keeps its buffers and its time line.
///
/// `AudioQueueStart` resumes it.
///
/// Threads: Call this function on any thread, in callbacks and in taps. It takes locks, and is not real-time safe. It may wait
/// for the end of the packet that is being decoded. On the audio thread and in a tap it returns immediately, and takes effect
/// soon after.
///
/// - Parameter inAQ: a queue.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
CF_EXPORT OSStatus AudioQueuePause(AudioQueueRef inAQ);

/// Marks the end of a sound: the queue plays all frames that its decoder holds before the next buffer.
///
/// Call it before you enqueue a buffer with a start time after other buffers, and before the end of offline rendering.
///
/// - Parameter inAQ: a queue.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
CF_EXPORT OSStatus AudioQueueFlush(AudioQueueRef inAQ);

/// Discards all enqueued sound, and returns the buffers to the program.
///
/// Threads: Call this function on any thread, in callbacks and in taps. It takes locks, and is not real-time safe. It waits for
/// the callbacks of the buffers as an immediate `AudioQueueStop` does.
///
/// - Parameter inAQ: a queue.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
CF_EXPORT OSStatus AudioQueueReset(AudioQueueRef inAQ);

// MARK: Parameters and properties

/// Reads a parameter of a playback queue.
///
/// - Parameters:
///   - inAQ: a playback queue.
///   - inParamID: a parameter, such as `kAudioQueueParam_Volume`.
///   - outValue: on return, the value.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidParameter`: there is no such parameter
CF_EXPORT OSStatus AudioQueueGetParameter(
    AudioQueueRef inAQ,
    AudioQueueParameterID inParamID,
    AudioQueueParameterValue *outValue);

/// Changes a parameter of a playback queue, while it plays too.
///
/// Volumes go from 0 to 1, pans from -1 to 1, rates from 0.5 to 2, pitches from -2400 to 2400 cents, and ramps of the volume
/// last up to 86,400 seconds.
///
/// - Parameters:
///   - inAQ: a playback queue.
///   - inParamID: a parameter, such as `kAudioQueueParam_Volume`.
///   - inValue: the value, in the range that the parameter has.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
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
/// Release the objects that you get. Properties of AudioConverter.h are those of the converter in the queue.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inID: a property, such as `kAudioQueueProperty_IsRunning`.
///   - outData: room for the value.
///   - ioDataSize: the size of `outData` in bytes, and on return the size of the value. For `kAudioQueueProperty_IsRunning`, 0
///     stands for the 4 bytes of the value.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioQueueErr_InvalidProperty`: there is no such property, or this queue does not have it
///   - `kAudioQueueErr_InvalidPropertySize`: the buffer is too small
///   - `kAudioQueueErr_InvalidDevice`: the property is that of the device, and there is no device
CF_EXPORT OSStatus AudioQueueGetProperty(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    void *outData,
    UInt32 *ioDataSize);

/// Changes a property of a queue.
///
/// The queue copies the value, and does not retain objects.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inID: a property, such as `kAudioQueueProperty_IsRunning`.
///   - inData: the value.
///   - inDataSize: the size of `inData` in bytes.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioQueueErr_InvalidProperty`: there is no such property, or it can only be read
///   - `kAudioQueueErr_InvalidPropertySize`: the size is not that of the value
///   - `kAudioQueueErr_InvalidPropertyValue`: the property does not allow the value
///   - `kAudioQueueErr_InvalidRunState`: the queue is not stopped, and this property needs that
CF_EXPORT OSStatus AudioQueueSetProperty(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    const void *inData,
    UInt32 inDataSize);

/// Returns the size of a property's value.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inID: a property, such as `kAudioQueueProperty_IsRunning`.
///   - outDataSize: on return, the size of the value in bytes.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
///   - `kAudioQueueErr_InvalidProperty`: there is no such property, or this queue does not have it
CF_EXPORT OSStatus AudioQueueGetPropertySize(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    UInt32 *outDataSize);

/// Adds a function that is called whenever a property has changed.
///
/// The queue calls it where it calls its callback.
///
/// The client data must stay valid until the listener is removed, or the queue has been disposed of.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inID: a property, such as `kAudioQueueProperty_IsRunning`.
///   - inProc: the function.
///   - inUserData: a pointer that the library passes to the function; may be null. The library does not use what it points to.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: the function is null
CF_EXPORT OSStatus AudioQueueAddPropertyListener(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    AudioQueuePropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inUserData);

/// Removes a function that was added with the same values.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inID: a property, such as `kAudioQueueProperty_IsRunning`.
///   - inProc: the function.
///   - inUserData: a pointer that the library passes to the function; may be null. The library does not use what it points to.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: the function was not added with these values
CF_EXPORT OSStatus AudioQueueRemovePropertyListener(
    AudioQueueRef inAQ,
    AudioQueuePropertyID inID,
    AudioQueuePropertyListenerProc inProc CA_SENDABLE,
    void *_Nullable inUserData);

// MARK: Time

/// Creates a time line, which reports gaps in a queue's sound.
///
/// - Parameters:
///   - inAQ: a queue.
///   - outTimeline: the time line, or null if the call fails. Release it with `AudioQueueDisposeTimeline`.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus AudioQueueCreateTimeline(
    AudioQueueRef inAQ,
    AudioQueueTimelineRef _Nullable *_Nonnull outTimeline);

/// Disposes of a time line.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inTimeline: a time line.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such time line
CF_EXPORT OSStatus AudioQueueDisposeTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline);

/// Returns the current time of a queue: the number of the frame that is heard now.
///
/// The time advances between the device's cycles, and never decreases while the queue runs. It stops while the sound server or
/// the device is unavailable.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inTimeline: a time line of the queue, or null.
///   - outTimeStamp: the sample time, in the queue's sample rate, less than 0 before the start, and the host time; may be null.
///   - outTimelineDiscontinuity: on return, whether there was a gap since the last call with this time line; may be null. Not
///     changed if `inTimeline` is null.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudioQueueErr_InvalidRunState`: the queue is stopped
///   - `kAudio_ParamError`: there is no such time line
CF_EXPORT OSStatus AudioQueueGetCurrentTime(
    AudioQueueRef inAQ,
    AudioQueueTimelineRef _Nullable inTimeline,
    AudioTimeStamp *_Nullable outTimeStamp,
    Boolean *_Nullable outTimelineDiscontinuity);

/// Returns the current time of the device's clock.
///
/// - Parameters:
///   - inAQ: a queue.
///   - outTimeStamp: sample time and host time; only the host time is valid while the device is stopped.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus AudioQueueDeviceGetCurrentTime(AudioQueueRef inAQ, AudioTimeStamp *outTimeStamp);

/// Converts between the device's frames and host time.
///
/// - Parameters:
///   - inAQ: a queue.
///   - inTime: a time whose sample time or host time is valid.
///   - outTime: its flags select the values that you want, none for all; on return the time.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: a pointer is null, or `inTime` has no valid time
///   - `kAudioQueueErr_InvalidRunState`: the device is stopped
CF_EXPORT OSStatus AudioQueueDeviceTranslateTime(
    AudioQueueRef inAQ,
    const AudioTimeStamp *inTime,
    AudioTimeStamp *outTime);

/// Returns the earliest time at or after the requested time at which the device can start.
///
/// - Parameters:
///   - inAQ: a queue.
///   - ioRequestedStartTime: the requested time, and on return the earliest possible time.
///   - inFlags: 0.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: the pointer is null, or the time is not valid
///   - `kAudioQueueErr_InvalidRunState`: the device is stopped
CF_EXPORT OSStatus AudioQueueDeviceGetNearestStartTime(
    AudioQueueRef inAQ,
    AudioTimeStamp *ioRequestedStartTime,
    UInt32 inFlags);

// MARK: Offline rendering

/// Sets the format for rendering into memory instead of to a device.
///
/// Call it while the queue is stopped.
///
/// The queue copies the format and the layout.
///
/// - Parameters:
///   - inAQ: a playback queue.
///   - inFormat: interleaved linear PCM; null to go back to the device.
///   - inLayout: which channel is which loudspeaker; may be null.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
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
/// The call renders on the calling thread, and calls the queue's callback there for each buffer that has been read. It also
/// renders the buffers that the callback enqueues.
///
/// Threads: Call this function on any thread, not in a tap or on an audio thread. It decodes on the calling thread, and is not
/// real-time safe.
///
/// This example renders one second of a queue's sound at 48,000 Hz:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
///
/// OSStatus render(AudioQueueRef queue, const AudioStreamBasicDescription *format, AudioQueueBufferRef result) {
///     OSStatus status = AudioQueueSetOfflineRenderFormat(queue, format, NULL);
///     if (status == noErr) status = AudioQueueStart(queue, NULL);
///     AudioTimeStamp time = {.mSampleTime = 0, .mFlags = kAudioTimeStampSampleTimeValid};
///     // The first call prepares the decoder.
///     if (status == noErr) status = AudioQueueOfflineRender(queue, &time, result, 0);
///     if (status == noErr) status = AudioQueueOfflineRender(queue, &time, result, 48000);
///     return status;
/// }
/// ```
///
/// - Parameters:
///   - inAQ: a playback queue.
///   - inTimestamp: has no effect on Linux: each call renders the next frames.
///   - ioBuffer: a buffer of the queue that is not enqueued. On return `mAudioDataByteSize` is the number of bytes that were
///     rendered: fewer if no more sound is enqueued.
///   - inNumberFrames: the number of frames; 0 the first time.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidOfflineMode`: no format was set with `AudioQueueSetOfflineRenderFormat`
///   - `kAudioQueueErr_InvalidRunState`: the queue is not running, or the call came from a tap or an audio thread
///   - `kAudioQueueErr_InvalidBuffer`, `kAudioQueueErr_BufferInQueue`: the buffer does not belong to the queue, or is enqueued
///   - `kAudio_ParamError`: the buffer does not hold so many frames
CF_EXPORT OSStatus AudioQueueOfflineRender(
    AudioQueueRef inAQ,
    const AudioTimeStamp *inTimestamp,
    AudioQueueBufferRef ioBuffer,
    UInt32 inNumberFrames);

// MARK: Taps

/// Adds a function that processes or reads a queue's sound.
///
/// A queue can have one tap. Add it while the queue is stopped. The queue calls it where it decodes, not on an audio
/// thread: on a thread of the queue, in `AudioQueuePrime` or in `AudioQueueOfflineRender`.
///
/// The function may make any call, and may take a lock that another thread holds around calls for the queue. Only an immediate
/// `AudioQueueStop` and an immediate `AudioQueueDispose` wait for its end. Other calls made while it runs return first, and take
/// effect after it.
///
/// The client data must stay valid until `AudioQueueProcessingTapDispose` returns, or the queue has been disposed of.
///
/// This example halves the volume of a queue's sound:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
///
/// void halve(void *context, AudioQueueProcessingTapRef tap, UInt32 frames, AudioTimeStamp *time,
///            AudioQueueProcessingTapFlags *flags, UInt32 *provided, AudioBufferList *data) {
///     (void)context;
///     if (AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, provided, data) != noErr) *provided = 0;
///     for (UInt32 channel = 0; channel < data->mNumberBuffers; channel++)
///         for (UInt32 frame = 0; frame < *provided; frame++) ((float *)data->mBuffers[channel].mData)[frame] *= 0.5f;
/// }
///
/// OSStatus addTap(AudioQueueRef queue, AudioQueueProcessingTapRef *tap) {
///     UInt32 mostFrames;
///     AudioStreamBasicDescription format;
///     return AudioQueueProcessingTapNew(
///         queue, halve, NULL, kAudioQueueProcessingTap_PreEffects, &mostFrames, &format, tap);
/// }
/// ```
///
/// - Parameters:
///   - inAQ: a playback queue.
///   - inCallback: the function. It gets the sound with `AudioQueueProcessingTapGetSourceAudio`.
///   - inClientData: a pointer that the library passes to the function; may be null. The library does not use what it points
///     to.
///   - inFlags: `kAudioQueueProcessingTap_PreEffects` or `kAudioQueueProcessingTap_PostEffects`: before or after rate and pitch
///     are changed.
///   - outMaxFrames: on return, the largest number of frames in one call.
///   - outProcessingFormat: on return, the format of the sound: 32-bit float, a buffer for each channel, at the queue's sample
///     rate.
///   - outAQTap: the tap, or null if the call fails. Release it with `AudioQueueProcessingTapDispose`.
/// - Returns: 0, or
///   - `kAudioQueueErr_QueueInvalidated`, `kAudioQueueErr_DisposalPending`: the queue no longer exists, or is being disposed of
///   - `kAudio_ParamError`: the function or a pointer is null
///   - `kAudioQueueErr_InvalidQueueType`: the queue records
///   - `kAudioQueueErr_InvalidTapType`: the flags contain neither before nor after the effects, or both
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

/// Disposes of a tap.
///
/// - Parameter inAQTap: a tap of a queue that is stopped.
/// - Returns: 0, or
///   - `kAudioQueueErr_InvalidTapContext`: there is no such tap
///   - `kAudioQueueErr_InvalidRunState`: the queue is not stopped
CF_EXPORT OSStatus AudioQueueProcessingTapDispose(AudioQueueProcessingTapRef inAQTap);

/// Gets the sound that a tap processes.
///
/// Call it only inside the tap's callback.
///
/// Threads: Call this function only in the tap's callback, on its thread.
///
/// - Parameters:
///   - inAQTap: the tap.
///   - inNumberFrames: the number of frames.
///   - ioTimeStamp: on return, the sample time of the first frame.
///   - outFlags: on return, whether the sound starts or ends with these frames.
///   - outNumberFrames: on return, the number of frames: fewer at the end.
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

/// Returns the queue's time at the start of the frames that a tap processes.
///
/// Call it only inside the tap's callback.
///
/// Threads: Call this function only in the tap's callback, on its thread.
///
/// - Parameters:
///   - inAQTap: the tap.
///   - outQueueSampleTime: frames on the queue's time line.
///   - outQueueFrameCount: on return, the number of frames.
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
