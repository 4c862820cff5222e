#ifndef AudioToolbox_AUAudioUnit_h
#define AudioToolbox_AUAudioUnit_h

// Audio units of version 3: what C programs share with the Swift classes, for the code that renders.

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AUParameters.h>
#include <AudioToolbox/AudioUnitProperties.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreMIDI/MIDIPackets.h>
#include <stdbool.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

/// The status of a render.
typedef OSStatus AUAudioUnitStatus;
/// A number of channels.
typedef uint32_t AUAudioChannelCount;
/// A MIDI channel: 0 to 15, or 0x7F for all.
typedef uint8_t MIDIChannelNumber;

/// Times of events.
CF_ENUM(AUEventSampleTime) {
    /// The next cycle that the unit renders. With a number less than 4096 added, that many frames after its beginning.
    AUEventSampleTimeImmediate = (AUEventSampleTime)0xFFFFFFFF00000000LL
};

/// The sides of a unit.
typedef CF_ENUM(long, AUAudioUnitBusType) {
    /// What the unit takes.
    AUAudioUnitBusTypeInput = 1,
    /// What the unit gives.
    AUAudioUnitBusTypeOutput = 2
};

/// What the transport of a host does.
typedef CF_OPTIONS(unsigned long, AUHostTransportStateFlags) {
    /// The state has changed, or the position has jumped, since the unit asked last.
    AUHostTransportStateChanged = 1,
    /// The transport moves.
    AUHostTransportStateMoving = 2,
    /// The host records, or will when the transport moves.
    AUHostTransportStateRecording = 4,
    /// The host loops.
    AUHostTransportStateCycling = 8
};

#if !defined(__swift__) && defined(__BLOCKS__)
/// Gives a unit the frames of an input: fills the buffers of the list, or has them point at its own.
///
/// Threads: Called on the audio thread: it must not block, allocate memory or take a lock.
///
/// - Parameters:
///   - actionFlags: the flags of the cycle, in which the callee sets `kAudioUnitRenderAction_OutputIsSilence`.
///   - timestamp: the time of the first frame.
///   - frameCount: the number of frames.
///   - inputBusNumber: the input.
///   - inputData: the buffers.
/// - Returns: 0, or a status: the render failed.
typedef AUAudioUnitStatus (^AURenderPullInputBlock)(
    AudioUnitRenderActionFlags *actionFlags, const AudioTimeStamp *timestamp, AUAudioFrameCount frameCount,
    long inputBusNumber, AudioBufferList *inputData);

/// Renders an output of a unit.
///
/// Threads: Called on the audio thread: it must not block, allocate memory or take a lock.
///
/// - Parameters:
///   - actionFlags: the flags of the cycle, in which the callee sets `kAudioUnitRenderAction_OutputIsSilence`.
///   - timestamp: the time of the first frame.
///   - frameCount: the number of frames.
///   - outputBusNumber: the output.
///   - outputData: the buffers. Where one has no memory, the unit lends its own.
///   - pullInputBlock: gives the inputs; null for a unit without any.
/// - Returns: 0, or a status: the render failed.
typedef AUAudioUnitStatus (^AURenderBlock)(
    AudioUnitRenderActionFlags *actionFlags, const AudioTimeStamp *timestamp, AUAudioFrameCount frameCount,
    long outputBusNumber, AudioBufferList *outputData, AURenderPullInputBlock _Nullable pullInputBlock);

/// Sets a parameter at a frame.
///
/// Threads: The unit's own block, which a program calls on any thread, audio threads among them.
///
/// - Parameters:
///   - eventSampleTime: the frame, or `AUEventSampleTimeImmediate`.
///   - rampDurationSampleFrames: how many frames the way to the value takes; 0 for none.
///   - parameterAddress: the parameter.
///   - value: the value.
typedef void (^AUScheduleParameterBlock)(
    AUEventSampleTime eventSampleTime, AUAudioFrameCount rampDurationSampleFrames, AUParameterAddress parameterAddress,
    AUValue value);

/// Sends a MIDI message to a unit at a frame.
///
/// Threads: The unit's own block, which a program calls on any thread, audio threads among them.
///
/// - Parameters:
///   - eventSampleTime: the frame, or `AUEventSampleTimeImmediate`.
///   - cable: the virtual cable.
///   - length: the number of bytes.
///   - midiBytes: the bytes of one message.
typedef void (^AUScheduleMIDIEventBlock)(
    AUEventSampleTime eventSampleTime, uint8_t cable, long length, const uint8_t *midiBytes);

/// Receives a MIDI message of a unit.
///
/// Threads: Called on the audio thread: it must not block, allocate memory or take a lock.
///
/// - Parameters:
///   - eventSampleTime: the frame.
///   - cable: the virtual cable.
///   - length: the number of bytes.
///   - midiBytes: the bytes of one message. Valid only during the call.
/// - Returns: 0, or a status: the host does not take the message.
typedef OSStatus (^AUMIDIOutputEventBlock)(
    AUEventSampleTime eventSampleTime, uint8_t cable, long length, const uint8_t *midiBytes);

/// Takes MIDI messages as Universal MIDI Packets.
///
/// Threads: Called on the audio thread: it must not block, allocate memory or take a lock.
///
/// - Parameters:
///   - eventSampleTime: the frame, or `AUEventSampleTimeImmediate`.
///   - cable: the virtual cable.
///   - eventList: the messages. Valid only during the call.
/// - Returns: 0, or `kAudio_MemFullError`: too many events wait.
typedef OSStatus (^AUMIDIEventListBlock)(
    AUEventSampleTime eventSampleTime, uint8_t cable, const struct MIDIEventList *eventList);

/// Supplies the tempo and the position in the music of a host.
///
/// Threads: Called on the audio thread: it must not block, allocate memory or take a lock.
///
/// - Parameters:
///   - currentTempo: on return, the beats in a minute; may be null.
///   - timeSignatureNumerator: on return, the upper number of the time signature; may be null.
///   - timeSignatureDenominator: on return, the lower number of the time signature; may be null.
///   - currentBeatPosition: on return, the beat at the start of the cycle; may be null.
///   - sampleOffsetToNextBeat: on return, the frames until the next beat; may be null.
///   - currentMeasureDownbeatPosition: on return, the first beat of the measure; may be null.
/// - Returns: whether the host knows.
typedef bool (^AUHostMusicalContextBlock)(
    double *_Nullable currentTempo, double *_Nullable timeSignatureNumerator,
    long *_Nullable timeSignatureDenominator, double *_Nullable currentBeatPosition,
    long *_Nullable sampleOffsetToNextBeat, double *_Nullable currentMeasureDownbeatPosition);

/// Supplies the state of a host's transport.
///
/// Threads: Called on the audio thread: it must not block, allocate memory or take a lock.
///
/// - Parameters:
///   - transportStateFlags: on return, what the transport does; may be null.
///   - currentSamplePosition: on return, the frame on the host's time line; may be null.
///   - cycleStartBeatPosition: on return, the first beat of the loop; may be null.
///   - cycleEndBeatPosition: on return, the last beat of the loop; may be null.
/// - Returns: whether the host knows.
typedef bool (^AUHostTransportStateBlock)(
    AUHostTransportStateFlags *_Nullable transportStateFlags, double *_Nullable currentSamplePosition,
    double *_Nullable cycleStartBeatPosition, double *_Nullable cycleEndBeatPosition);
#endif

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
