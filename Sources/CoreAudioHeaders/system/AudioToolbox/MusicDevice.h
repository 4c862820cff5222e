#ifndef AudioToolbox_MusicDevice_h
#define AudioToolbox_MusicDevice_h

// Types and constants of instrument units.

#include <AudioToolbox/AUComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef UInt32 MusicDeviceInstrumentID;
typedef UInt32 MusicDeviceGroupID;
typedef UInt32 NoteInstanceID;
typedef AudioComponentInstance MusicDeviceComponent;

struct MusicDeviceStdNoteParams {
    UInt32 argCount;
    Float32 mPitch;
    Float32 mVelocity;
};
typedef struct MusicDeviceStdNoteParams MusicDeviceStdNoteParams;

struct NoteParamsControlValue {
    AudioUnitParameterID mID;
    AudioUnitParameterValue mValue;
};
typedef struct NoteParamsControlValue NoteParamsControlValue;

struct MusicDeviceNoteParams {
    UInt32 argCount;
    Float32 mPitch;
    Float32 mVelocity;
    NoteParamsControlValue mControls[1];
};
typedef struct MusicDeviceNoteParams MusicDeviceNoteParams;

/// Special values of a note.
CF_ENUM(UInt32) {
    kMusicNoteEvent_UseGroupInstrument = 0xFFFFFFFFU,
    kMusicNoteEvent_Unused = 0xFFFFFFFFU
};

/// Selectors of an instrument's functions.
CF_ENUM(UInt32) {
    kMusicDeviceRange = 256,
    kMusicDeviceMIDIEventSelect = 257,
    kMusicDeviceSysExSelect = 258,
    kMusicDevicePrepareInstrumentSelect = 259,
    kMusicDeviceReleaseInstrumentSelect = 260,
    kMusicDeviceStartNoteSelect = 261,
    kMusicDeviceStopNoteSelect = 262,
    kMusicDeviceMIDIEventListSelect = 263
};

typedef OSStatus (*MusicDeviceMIDIEventProc)(
    void *self, UInt32 inStatus, UInt32 inData1, UInt32 inData2, UInt32 inOffsetSampleFrame);
typedef OSStatus (*MusicDeviceSysExProc)(void *self, const UInt8 *inData, UInt32 inLength);
typedef OSStatus (*MusicDeviceStartNoteProc)(
    void *self, MusicDeviceInstrumentID inInstrument, MusicDeviceGroupID inGroupID, NoteInstanceID *outNoteInstanceID,
    UInt32 inOffsetSampleFrame, const MusicDeviceNoteParams *inParams);
typedef OSStatus (*MusicDeviceStopNoteProc)(
    void *self, MusicDeviceGroupID inGroupID, NoteInstanceID inNoteInstanceID, UInt32 inOffsetSampleFrame);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
