#ifndef AudioToolbox_MusicDevice_h
#define AudioToolbox_MusicDevice_h

// Instruments and music effects: audio units that take MIDI messages and notes.

#include <AudioToolbox/AUComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Of the system's units, Sampler and MIDISynth take MIDI. The functions are for units of components and of classes that the
// program has registered, too: they do their work in the component's function for the selector, or send the message to the object
// of the class.

// A unit of the system keeps messages for its next render, also while it is not initialized. Notes count at their frame.

// Threads: Call these functions on any thread, in listeners and in render callbacks. They are real-time safe if the component's
// functions are. For an offset in frames to be that of the next render, call them on the thread that renders the unit.

// MARK: Types

/// Names an instrument of a unit.
typedef UInt32 MusicDeviceInstrumentID;
/// A group of notes that share their controls, like a MIDI channel.
typedef UInt32 MusicDeviceGroupID;
/// Names a note that sounds.
typedef UInt32 NoteInstanceID;
/// An instance of a unit that takes MIDI messages or notes.
typedef AudioComponentInstance MusicDeviceComponent;

/// The pitch and the velocity of a note.
struct MusicDeviceStdNoteParams {
    /// The number of values that follow: 2.
    UInt32 argCount;
    /// The pitch as a MIDI note number, with a fraction: 60 is the middle C.
    Float32 mPitch;
    /// The velocity, 0 to 127, with a fraction.
    Float32 mVelocity;
};
typedef struct MusicDeviceStdNoteParams MusicDeviceStdNoteParams;

/// The value that a control has for one note.
struct NoteParamsControlValue {
    /// The parameter.
    AudioUnitParameterID mID;
    /// Its value.
    AudioUnitParameterValue mValue;
};
typedef struct NoteParamsControlValue NoteParamsControlValue;

/// The pitch, the velocity and the controls of a note.
struct MusicDeviceNoteParams {
    /// The number of values that follow: 2, plus the number of controls.
    UInt32 argCount;
    /// The pitch as a MIDI note number, with a fraction: 60 is the middle C.
    Float32 mPitch;
    /// The velocity, 0 to 127, with a fraction.
    Float32 mVelocity;
    /// The controls, `argCount` minus 2 of them.
    NoteParamsControlValue mControls[1];
};
typedef struct MusicDeviceNoteParams MusicDeviceNoteParams;

/// Special values of a note.
CF_ENUM(UInt32) {
    kMusicNoteEvent_UseGroupInstrument = 0xFFFFFFFFU,
    kMusicNoteEvent_Unused = 0xFFFFFFFFU
};

/// Selectors of an instrument's functions.
enum {
    kMusicDeviceRange = 256,
    kMusicDeviceMIDIEventSelect = 257,
    kMusicDeviceSysExSelect = 258,
    kMusicDevicePrepareInstrumentSelect = 259,
    kMusicDeviceReleaseInstrumentSelect = 260,
    kMusicDeviceStartNoteSelect = 261,
    kMusicDeviceStopNoteSelect = 262,
    kMusicDeviceMIDIEventListSelect = 263
};

// MARK: Callbacks

/// Receives a MIDI message.
///
/// The function of a registered component for `MusicDeviceMIDIEvent`.
///
/// Threads: Called on the thread that calls `MusicDeviceMIDIEvent`, which may be an audio thread: it must not block, allocate
/// memory or take a lock.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - inStatus: the status byte.
///   - inData1: the first data byte.
///   - inData2: the second data byte.
///   - inOffsetSampleFrame: the frame of the next render at which the message counts.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*MusicDeviceMIDIEventProc)(
    void *self, UInt32 inStatus, UInt32 inData1, UInt32 inData2, UInt32 inOffsetSampleFrame);

/// Receives a system exclusive message.
///
/// The function of a registered component for `MusicDeviceSysEx`.
///
/// Threads: Called on the thread that calls `MusicDeviceSysEx`, which may be an audio thread: it must not block, allocate memory
/// or take a lock.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - inData: the bytes of the message, from 0xF0 to 0xF7. Valid only during the call.
///   - inLength: the number of bytes.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*MusicDeviceSysExProc)(void *self, const UInt8 *inData, UInt32 inLength);

/// Starts a note.
///
/// The function of a registered component for `MusicDeviceStartNote`.
///
/// Threads: Called on the thread that calls `MusicDeviceStartNote`, which may be an audio thread: it must not block, allocate
/// memory or take a lock.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - inInstrument: the instrument, or `kMusicNoteEvent_UseGroupInstrument`.
///   - inGroupID: the group.
///   - outNoteInstanceID: on return, the name of the note, with which it is stopped.
///   - inOffsetSampleFrame: the frame of the next render at which the note starts.
///   - inParams: the pitch, the velocity and the controls. Valid only during the call.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*MusicDeviceStartNoteProc)(
    void *self, MusicDeviceInstrumentID inInstrument, MusicDeviceGroupID inGroupID, NoteInstanceID *outNoteInstanceID,
    UInt32 inOffsetSampleFrame, const MusicDeviceNoteParams *inParams);

/// Stops a note.
///
/// The function of a registered component for `MusicDeviceStopNote`.
///
/// Threads: Called on the thread that calls `MusicDeviceStopNote`, which may be an audio thread: it must not block, allocate
/// memory or take a lock.
///
/// - Parameters:
///   - self: the data of the instance, which begins with its `AudioComponentPlugInInterface`.
///   - inGroupID: the group.
///   - inNoteInstanceID: the name of the note.
///   - inOffsetSampleFrame: the frame of the next render at which the note stops.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*MusicDeviceStopNoteProc)(
    void *self, MusicDeviceGroupID inGroupID, NoteInstanceID inNoteInstanceID, UInt32 inOffsetSampleFrame);

// MARK: MIDI messages

/// Sends a MIDI message to a unit.
///
/// The bytes are passed on unchanged: the unit checks them.
///
/// - Parameters:
///   - inUnit: an instrument or a music effect.
///   - inStatus: the status byte, with the channel in its low four bits.
///   - inData1: the first data byte; 0 if the message has none.
///   - inData2: the second data byte; 0 if the message has none.
///   - inOffsetSampleFrame: the frame of the next render at which the message counts.
/// - Returns: 0, or
///   - `kAudio_UnimplementedError`: the unit takes no MIDI messages, like effects
///   - `kAudio_MemFullError`: too many messages wait for a render
///   - `kAudio_ParamError`: there is no such unit
///   - a status of the component
CF_EXPORT OSStatus MusicDeviceMIDIEvent(
    MusicDeviceComponent inUnit,
    UInt32 inStatus,
    UInt32 inData1,
    UInt32 inData2,
    UInt32 inOffsetSampleFrame);

/// Sends a system exclusive message to a unit.
///
/// - Parameters:
///   - inUnit: an instrument or a music effect.
///   - inData: the bytes of the message, from 0xF0 to 0xF7. The unit does not keep the pointer.
///   - inLength: the number of bytes.
/// - Returns: 0, or
///   - `kAudio_UnimplementedError`: the unit takes no such messages, like effects
///   - `kAudio_ParamError`: there is no such unit, or the pointer is null
///   - a status of the component
CF_EXPORT OSStatus MusicDeviceSysEx(MusicDeviceComponent inUnit, const UInt8 *inData, UInt32 inLength);

// MARK: Notes

/// Starts a note in a unit.
///
/// - Parameters:
///   - inUnit: an instrument.
///   - inInstrument: the instrument of the unit, or `kMusicNoteEvent_UseGroupInstrument` for that of the group.
///   - inGroupID: the group.
///   - outNoteInstanceID: on return, the name of the note, with which it is stopped.
///   - inOffsetSampleFrame: the frame of the next render at which the note starts.
///   - inParams: the pitch, the velocity and the controls.
/// - Returns: 0, or
///   - `kAudio_UnimplementedError`: the unit takes no notes, like effects
///   - `kAudio_ParamError`: there is no such unit, or a pointer is null
///   - a status of the component
CF_EXPORT OSStatus MusicDeviceStartNote(
    MusicDeviceComponent inUnit,
    MusicDeviceInstrumentID inInstrument,
    MusicDeviceGroupID inGroupID,
    NoteInstanceID *outNoteInstanceID,
    UInt32 inOffsetSampleFrame,
    const MusicDeviceNoteParams *inParams);

/// Stops a note in a unit.
///
/// - Parameters:
///   - inUnit: an instrument.
///   - inGroupID: the group with which the note was started.
///   - inNoteInstanceID: the name of the note.
///   - inOffsetSampleFrame: the frame of the next render at which the note stops.
/// - Returns: 0, or
///   - `kAudio_UnimplementedError`: the unit takes no notes, like effects
///   - `kAudio_ParamError`: there is no such unit
///   - a status of the component
CF_EXPORT OSStatus MusicDeviceStopNote(
    MusicDeviceComponent inUnit,
    MusicDeviceGroupID inGroupID,
    NoteInstanceID inNoteInstanceID,
    UInt32 inOffsetSampleFrame);

// MARK: Instruments

/// Asks a unit to load an instrument, so that its first note starts at once.
///
/// Threads: Call this function on any thread but an audio thread: a unit may read files.
///
/// - Parameters:
///   - inUnit: an instrument.
///   - inInstrument: the instrument of the unit.
/// - Returns: 0, or
///   - `kAudio_UnimplementedError`: the unit has no such function, like the units of this library
///   - `kAudio_ParamError`: there is no such unit
///   - a status of the component
CF_EXPORT OSStatus MusicDevicePrepareInstrument(MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument);

/// Releases an instrument that a unit has loaded.
///
/// Threads: Call this function on any thread but an audio thread: a unit may free memory.
///
/// - Parameters:
///   - inUnit: an instrument.
///   - inInstrument: the instrument of the unit.
/// - Returns: 0, or
///   - `kAudio_UnimplementedError`: the unit has no such function, like the units of this library
///   - `kAudio_ParamError`: there is no such unit
///   - a status of the component
CF_EXPORT OSStatus MusicDeviceReleaseInstrument(MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
