#ifndef AudioToolbox_AUAudioUnit_h
#define AudioToolbox_AUAudioUnit_h

// Audio units of version 3: what C programs share with the Swift classes, for the code that renders.

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AUParameters.h>
#include <AudioToolbox/AudioUnitProperties.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreMIDI/MIDIMessages.h>
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
typedef AUAudioUnitStatus (^AURenderPullInputBlock)(
    AudioUnitRenderActionFlags *actionFlags, const AudioTimeStamp *timestamp, AUAudioFrameCount frameCount,
    long inputBusNumber, AudioBufferList *inputData);
/// Renders an output of a unit.
typedef AUAudioUnitStatus (^AURenderBlock)(
    AudioUnitRenderActionFlags *actionFlags, const AudioTimeStamp *timestamp, AUAudioFrameCount frameCount,
    long outputBusNumber, AudioBufferList *outputData, AURenderPullInputBlock _Nullable pullInputBlock);
/// Sets a parameter at a frame.
typedef void (^AUScheduleParameterBlock)(
    AUEventSampleTime eventSampleTime, AUAudioFrameCount rampDurationSampleFrames, AUParameterAddress parameterAddress,
    AUValue value);
/// Sends a MIDI message at a frame.
typedef void (^AUScheduleMIDIEventBlock)(
    AUEventSampleTime eventSampleTime, uint8_t cable, long length, const uint8_t *midiBytes);
/// Receives a MIDI message of a unit.
typedef OSStatus (^AUMIDIOutputEventBlock)(
    AUEventSampleTime eventSampleTime, uint8_t cable, long length, const uint8_t *midiBytes);
/// Takes MIDI messages as Universal MIDI Packets.
typedef OSStatus (^AUMIDIEventListBlock)(
    AUEventSampleTime eventSampleTime, uint8_t cable, const struct MIDIEventList *eventList);
/// Supplies the tempo and the position in the music of a host.
typedef bool (^AUHostMusicalContextBlock)(
    double *_Nullable currentTempo, double *_Nullable timeSignatureNumerator,
    long *_Nullable timeSignatureDenominator, double *_Nullable currentBeatPosition,
    long *_Nullable sampleOffsetToNextBeat, double *_Nullable currentMeasureDownbeatPosition);
/// Supplies the state of a host's transport.
typedef bool (^AUHostTransportStateBlock)(
    AUHostTransportStateFlags *_Nullable transportStateFlags, double *_Nullable currentSamplePosition,
    double *_Nullable cycleStartBeatPosition, double *_Nullable cycleEndBeatPosition);
#endif

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
