#ifndef CoreMIDI_MIDIThruConnection_h
#define CoreMIDI_MIDIThruConnection_h

// Connections that pass messages on by themselves.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreMIDI/MIDIServices.h>
#include <stddef.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, also in callbacks. It takes locks and allocates memory, and is not real-time safe.

// MARK: Rules

/// A reference to a thru connection.
typedef MIDIObjectRef MIDIThruConnectionRef;

/// A table of 128 values. A value of a message is replaced by the one at its place.
struct MIDIValueMap {
    /// The values.
    UInt8 value[128];
};
typedef struct MIDIValueMap MIDIValueMap;

/// What happens to a value.
typedef CF_ENUM(UInt16, MIDITransformType) {
    /// Nothing.
    kMIDITransform_None = 0,
    /// The message is dropped.
    kMIDITransform_FilterOut = 1,
    /// The control becomes another one, `param`.
    kMIDITransform_MapControl = 2,
    /// `param` is added.
    kMIDITransform_Add = 8,
    /// It is multiplied by `param`, which has 12 bits of a fraction.
    kMIDITransform_Scale = 9,
    /// It is at least `param`.
    kMIDITransform_MinValue = 10,
    /// It is at most `param`.
    kMIDITransform_MaxValue = 11,
    /// It is replaced by that of a map, the number of which is `param`.
    kMIDITransform_MapValue = 12
};

/// Limits of a connection.
enum {
    /// How many sources or destinations it has at most.
    kMIDIThruConnection_MaxEndpoints = 8
};

/// How a control is sent.
typedef CF_ENUM(UInt8, MIDITransformControlType) {
    /// A control of 7 bits, 0 to 127.
    kMIDIControlType_7Bit = 0,
    /// A control of 14 bits, 0 to 31, and the one 32 above it.
    kMIDIControlType_14Bit = 1,
    /// A registered parameter of 7 bits.
    kMIDIControlType_7BitRPN = 2,
    /// A registered parameter of 14 bits.
    kMIDIControlType_14BitRPN = 3,
    /// A parameter of a device of 7 bits.
    kMIDIControlType_7BitNRPN = 4,
    /// A parameter of a device of 14 bits.
    kMIDIControlType_14BitNRPN = 5
};

/// What happens to a value of messages.
struct MIDITransform {
    /// What happens.
    MIDITransformType transform;
    /// The number with which it happens.
    SInt16 param;
};
typedef struct MIDITransform MIDITransform;

/// What happens to a control.
struct MIDIControlTransform {
    /// How the control is sent.
    MIDITransformControlType controlType;
    /// How the control that it becomes is sent.
    MIDITransformControlType remappedControlType;
    /// The number of the control.
    UInt16 controlNumber;
    /// What happens to it.
    MIDITransformType transform;
    /// The number with which it happens.
    SInt16 param;
};
typedef struct MIDIControlTransform MIDIControlTransform;

/// A source or destination of a connection.
struct MIDIThruConnectionEndpoint {
    /// The endpoint; 0 to give its unique identifier. 0 on return if it is not there.
    MIDIEndpointRef endpointRef;
    /// Its unique identifier.
    MIDIUniqueID uniqueID;
};
typedef struct MIDIThruConnectionEndpoint MIDIThruConnectionEndpoint;

/// What a connection passes on, and how. Control transforms and maps follow it in memory.
struct MIDIThruConnectionParams {
    /// Always 0.
    UInt32 version;
    /// The number of sources.
    UInt32 numSources;
    /// The sources.
    MIDIThruConnectionEndpoint sources[8];
    /// The number of destinations.
    UInt32 numDestinations;
    /// The destinations.
    MIDIThruConnectionEndpoint destinations[8];
    /// What each channel becomes; 0xFF drops its messages.
    UInt8 channelMap[16];
    /// Notes of less velocity are dropped.
    UInt8 lowVelocity;
    /// Notes of greater velocity are dropped; 0 for no limit.
    UInt8 highVelocity;
    /// Lower notes are dropped.
    UInt8 lowNote;
    /// Higher notes are dropped. If `lowNote` is above it, the notes between are dropped.
    UInt8 highNote;
    /// What happens to notes.
    MIDITransform noteNumber;
    /// What happens to velocities.
    MIDITransform velocity;
    /// What happens to the pressure of keys.
    MIDITransform keyPressure;
    /// What happens to the pressure of channels.
    MIDITransform channelPressure;
    /// What happens to programs.
    MIDITransform programChange;
    /// What happens to the pitch.
    MIDITransform pitchBend;
    /// Not 0 to drop system exclusive messages.
    UInt8 filterOutSysEx;
    /// Not 0 to drop time code.
    UInt8 filterOutMTC;
    /// Not 0 to drop beat clock.
    UInt8 filterOutBeatClock;
    /// Not 0 to drop tune requests.
    UInt8 filterOutTuneRequest;
    /// Always 0.
    UInt8 reserved2[3];
    /// Not 0 to drop all controls.
    UInt8 filterOutAllControls;
    /// The number of `MIDIControlTransform`s that follow.
    UInt16 numControlTransforms;
    /// The number of `MIDIValueMap`s that follow these.
    UInt16 numMaps;
    /// Always 0.
    UInt16 reserved3[4];
};
typedef struct MIDIThruConnectionParams MIDIThruConnectionParams;

/// Returns the size of parameters, with the transforms and maps that follow them.
///
/// - Parameter ptr: the parameters.
/// - Returns: the size in bytes.
CF_INLINE size_t MIDIThruConnectionParamsSize(const MIDIThruConnectionParams *ptr) {
    return sizeof(MIDIThruConnectionParams) + ptr->numControlTransforms * sizeof(MIDIControlTransform) +
        ptr->numMaps * sizeof(MIDIValueMap);
}

/// Sets parameters to those of a connection that passes everything on as it is.
///
/// - Parameter inConnectionParams: the parameters.
CF_EXPORT void MIDIThruConnectionParamsInitialize(MIDIThruConnectionParams *inConnectionParams);

// MARK: Connections

/// Connects sources to destinations without the program having to pass messages on.
///
/// Messages are filtered, then given other channels and numbers, then changed, as messages of MIDI 1.0. Without an owner, the
/// connection ends with the last client of the program. With one, it is listed by `MIDIThruConnectionFind` of every program and lasts,
/// also when the user logs in again, until it is disposed of. In a program that has no server it ends with the program.
///
/// - Parameters:
///   - inPersistentOwnerID: the owner, such as "com.example.program"; null for none.
///   - inConnectionParams: a `MIDIThruConnectionParams` with what follows it.
///   - outConnection: the connection, or 0 if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or the parameters have another version, too many endpoints, or not the size that they
///     state
CF_EXPORT OSStatus MIDIThruConnectionCreate(
    CAStringParameter _Nullable inPersistentOwnerID,
    CADataParameter inConnectionParams,
    MIDIThruConnectionRef *outConnection);

/// Disposes of a connection.
///
/// - Parameter connection: the connection.
/// - Returns: 0, or
///   - `kMIDIObjectNotFound`: there is no such connection
CF_EXPORT OSStatus MIDIThruConnectionDispose(MIDIThruConnectionRef connection);

/// Returns the parameters of a connection.
///
/// - Parameters:
///   - connection: the connection.
///   - outConnectionParams: a `MIDIThruConnectionParams` with what follows it, which the caller releases; null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: there is no such connection
CF_EXPORT OSStatus MIDIThruConnectionGetParams(MIDIThruConnectionRef connection, CADataParameter _Nullable *_Nonnull outConnectionParams);

/// Changes the parameters of a connection.
///
/// - Parameters:
///   - connection: the connection.
///   - inConnectionParams: a `MIDIThruConnectionParams` with what follows it.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null, or the parameters have another version, too many endpoints, or not the size that they
///     state
///   - `kMIDIObjectNotFound`: there is no such connection
CF_EXPORT OSStatus MIDIThruConnectionSetParams(MIDIThruConnectionRef connection, CADataParameter inConnectionParams);

/// Returns the connections of a persistent owner.
///
/// - Parameters:
///   - inPersistentOwnerID: the owner.
///   - outConnectionList: an array of `MIDIThruConnectionRef`, which the caller releases; null if the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
CF_EXPORT OSStatus MIDIThruConnectionFind(CAStringParameter inPersistentOwnerID, CADataParameter _Nullable *_Nonnull outConnectionList);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
