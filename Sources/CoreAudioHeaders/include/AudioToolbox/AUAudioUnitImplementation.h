#ifndef AudioToolbox_AUAudioUnitImplementation_h
#define AudioToolbox_AUAudioUnitImplementation_h

// What the code of an audio unit of version 3 gets while it renders: events in the order of their times.

#include <AudioToolbox/AUAudioUnit.h>
#include <AudioToolbox/AUParameters.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreMIDI/MIDIPackets.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

union AURenderEvent;

/// Kinds of events.
typedef CF_ENUM(uint8_t, AURenderEventType) {
    /// A parameter gets a value.
    AURenderEventParameter = 1,
    /// A parameter begins to move to a value.
    AURenderEventParameterRamp = 2,
    /// A MIDI message of at most three bytes.
    AURenderEventMIDI = 8,
    /// A system exclusive MIDI message.
    AURenderEventMIDISysEx = 9,
    /// MIDI messages as Universal MIDI Packets.
    AURenderEventMIDIEventList = 10
};

#pragma pack(push, 4)

/// What all events begin with.
struct AURenderEventHeader {
    /// The next event; null after the last one.
    union AURenderEvent *_Nullable next;
    /// The frame at which the event counts.
    AUEventSampleTime eventSampleTime;
    /// The kind of the event.
    AURenderEventType eventType;
    /// Reserved: 0.
    uint8_t reserved;
};
typedef struct AURenderEventHeader AURenderEventHeader;

/// A parameter gets a value, or begins to move to one.
struct AUParameterEvent {
    /// The next event; null after the last one.
    union AURenderEvent *_Nullable next;
    /// The frame at which the event counts.
    AUEventSampleTime eventSampleTime;
    /// `AURenderEventParameter` or `AURenderEventParameterRamp`.
    AURenderEventType eventType;
    /// Reserved: 0.
    uint8_t reserved[3];
    /// How many frames the way to the value takes.
    AUAudioFrameCount rampDurationSampleFrames;
    /// The parameter.
    AUParameterAddress parameterAddress;
    /// The value, after a ramp the last one.
    AUValue value;
};
typedef struct AUParameterEvent AUParameterEvent;

/// A MIDI message.
struct AUMIDIEvent {
    /// The next event; null after the last one.
    union AURenderEvent *_Nullable next;
    /// The frame at which the event counts.
    AUEventSampleTime eventSampleTime;
    /// `AURenderEventMIDI` or `AURenderEventMIDISysEx`.
    AURenderEventType eventType;
    /// Reserved: 0.
    uint8_t reserved;
    /// How many bytes the message has.
    uint16_t length;
    /// The virtual cable.
    uint8_t cable;
    /// The bytes. A system exclusive message may have more than the struct.
    uint8_t data[3];
};
typedef struct AUMIDIEvent AUMIDIEvent;

/// MIDI messages as Universal MIDI Packets.
struct AUMIDIEventList {
    /// The next event; null after the last one.
    union AURenderEvent *_Nullable next;
    /// The frame at which the event counts.
    AUEventSampleTime eventSampleTime;
    /// `AURenderEventMIDIEventList`.
    AURenderEventType eventType;
    /// Reserved: 0.
    uint8_t reserved;
    /// The virtual cable.
    uint8_t cable;
    /// The messages. The list may be longer than the struct.
    MIDIEventList eventList;
};
typedef struct AUMIDIEventList AUMIDIEventList;

/// An event of any kind: `head.eventType` says of which.
typedef union AURenderEvent {
    /// What all events begin with.
    AURenderEventHeader head;
    /// For `AURenderEventParameter` and `AURenderEventParameterRamp`.
    AUParameterEvent parameter;
    /// For `AURenderEventMIDI` and `AURenderEventMIDISysEx`.
    AUMIDIEvent MIDI;
    /// For `AURenderEventMIDIEventList`.
    AUMIDIEventList MIDIEventsList;
} AURenderEvent;

#pragma pack(pop)

#if !defined(__swift__) && defined(__BLOCKS__)
/// Renders an output of a unit, with the events of the cycle.
///
/// Threads: Called on the audio thread: it must not block, allocate memory or take a lock.
///
/// - Parameters:
///   - actionFlags: the flags of the cycle, in which the callee sets `kAudioUnitRenderAction_OutputIsSilence`.
///   - timestamp: the time of the first frame.
///   - frameCount: the number of frames.
///   - outputBusNumber: the output.
///   - outputData: the buffers. Where one has no memory, the unit lends its own.
///   - realtimeEventListHead: the first event of the cycle; null for none. Valid only during the call.
///   - pullInputBlock: gives the inputs; null for a unit without any.
/// - Returns: 0, or a status: the render failed.
typedef AUAudioUnitStatus (^AUInternalRenderBlock)(
    AudioUnitRenderActionFlags *actionFlags, const AudioTimeStamp *timestamp, AUAudioFrameCount frameCount,
    long outputBusNumber, AudioBufferList *outputData, const AURenderEvent *_Nullable realtimeEventListHead,
    AURenderPullInputBlock _Nullable pullInputBlock);
#endif

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
