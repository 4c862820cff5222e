#ifndef CoreMIDI_MIDIMessages_h
#define CoreMIDI_MIDIMessages_h

// Universal MIDI Packets: their fields, and functions that compose them.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreMIDI/MIDIPackets.h>
#include <stdbool.h>
#include <stddef.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread. It is real-time safe.

// MARK: Fields

/// The type of a Universal MIDI Packet, its upper four bits.
typedef CF_ENUM(unsigned int, MIDIMessageType) {
    /// Times, and nothing.
    kMIDIMessageTypeUtility = 0,
    /// Common and real-time messages of the system.
    kMIDIMessageTypeSystem = 1,
    /// Channel messages of MIDI 1.0.
    kMIDIMessageTypeChannelVoice1 = 2,
    /// System exclusive messages of 7-bit data.
    kMIDIMessageTypeSysEx = 3,
    /// Channel messages of MIDI 2.0.
    kMIDIMessageTypeChannelVoice2 = 4,
    /// System exclusive messages of 8-bit data.
    kMIDIMessageTypeData128 = 5,
    /// Flexible data, such as tempos and texts.
    kMIDIMessageTypeFlexData = 0xD,
    /// An older name of `kMIDIMessageTypeStream`.
    kMIDIMessageTypeUnknownF = 0xF,
    /// Messages about the stream itself.
    kMIDIMessageTypeStream = kMIDIMessageTypeUnknownF,
    /// No type.
    kMIDIMessageTypeInvalid = 0xFF
};

/// The kind of a channel message.
typedef CF_ENUM(unsigned int, MIDICVStatus) {
    /// A note ends.
    kMIDICVStatusNoteOff = 8,
    /// A note begins.
    kMIDICVStatusNoteOn = 9,
    /// The pressure of one key.
    kMIDICVStatusPolyPressure = 0xA,
    /// A control.
    kMIDICVStatusControlChange = 0xB,
    /// A program.
    kMIDICVStatusProgramChange = 0xC,
    /// The pressure of the channel.
    kMIDICVStatusChannelPressure = 0xD,
    /// The pitch of the channel.
    kMIDICVStatusPitchBend = 0xE,
    /// A registered controller of one note, in MIDI 2.0.
    kMIDICVStatusRegisteredPNC = 0,
    /// An assignable controller of one note, in MIDI 2.0.
    kMIDICVStatusAssignablePNC = 1,
    /// A registered controller, in MIDI 2.0.
    kMIDICVStatusRegisteredControl = 2,
    /// An assignable controller, in MIDI 2.0.
    kMIDICVStatusAssignableControl = 3,
    /// A change of a registered controller, in MIDI 2.0.
    kMIDICVStatusRelRegisteredControl = 4,
    /// A change of an assignable controller, in MIDI 2.0.
    kMIDICVStatusRelAssignableControl = 5,
    /// The pitch of one note, in MIDI 2.0.
    kMIDICVStatusPerNotePitchBend = 6,
    /// What controllers of one note apply to, in MIDI 2.0.
    kMIDICVStatusPerNoteMgmt = 0xF
};

/// The kind of a system message: its status byte.
typedef CF_ENUM(unsigned int, MIDISystemStatus) {
    /// A system exclusive message begins.
    kMIDIStatusStartOfExclusive = 0xF0,
    /// A system exclusive message ends.
    kMIDIStatusEndOfExclusive = 0xF7,
    /// A quarter of a frame of time code.
    kMIDIStatusMTC = 0xF1,
    /// A place in the song.
    kMIDIStatusSongPosPointer = 0xF2,
    /// A song.
    kMIDIStatusSongSelect = 0xF3,
    /// Oscillators are to be tuned.
    kMIDIStatusTuneRequest = 0xF6,
    /// A tick, 24 in a quarter note.
    kMIDIStatusTimingClock = 0xF8,
    /// The song begins.
    kMIDIStatusStart = 0xFA,
    /// The song continues.
    kMIDIStatusContinue = 0xFB,
    /// The song stops.
    kMIDIStatusStop = 0xFC,
    /// An older name of `kMIDIStatusActiveSensing`.
    kMIDIStatusActiveSending = 0xFE,
    /// The sender is still there.
    kMIDIStatusActiveSensing = kMIDIStatusActiveSending,
    /// All devices return to what they are when switched on.
    kMIDIStatusSystemReset = 0xFF
};

/// Which part of a system exclusive message a packet has.
typedef CF_ENUM(unsigned int, MIDISysExStatus) {
    /// All of it.
    kMIDISysExStatusComplete = 0,
    /// Its first bytes.
    kMIDISysExStatusStart = 1,
    /// Bytes in its middle.
    kMIDISysExStatusContinue = 2,
    /// Its last bytes.
    kMIDISysExStatusEnd = 3,
    /// The header of mixed data.
    kMIDISysExStatusMixedDataSetHeader = 8,
    /// Bytes of mixed data.
    kMIDISysExStatusMixedDataSetPayload = 9
};

/// The kind of a utility message.
typedef CF_ENUM(unsigned int, MIDIUtilityStatus) {
    /// Nothing.
    kMIDIUtilityStatusNOOP = 0,
    /// The time of the sender.
    kMIDIUtilityStatusJitterReductionClock = 1,
    /// The time of the message that follows.
    kMIDIUtilityStatusJitterReductionTimestamp = 2,
    /// The resolution of the times in a clip.
    kMIDIUtilityStatusDeltaClockstampTicksPerQuarterNote = 3,
    /// The time from the event before in a clip.
    kMIDIUtilityStatusTicksSinceLastEvent = 4
};

/// What the attribute of a note of MIDI 2.0 is.
typedef CF_ENUM(UInt8, MIDINoteAttribute) {
    /// There is none.
    kMIDINoteAttributeNone = 0,
    /// Something of the maker of the device.
    kMIDINoteAttributeManufacturerSpecific = 1,
    /// Something of a profile.
    kMIDINoteAttributeProfileSpecific = 2,
    /// The pitch: 7 bits of semitones and 9 bits of a fraction.
    kMIDINoteAttributePitch = 3
};

/// Flags of a program change of MIDI 2.0.
typedef CF_OPTIONS(UInt8, MIDIProgramChangeOptions) {
    /// The bank counts.
    kMIDIProgramChangeBankValid = 1
};

/// Flags of the management of one note of MIDI 2.0.
typedef CF_OPTIONS(UInt8, MIDIPerNoteManagementOptions) {
    /// The controllers return to their defaults.
    kMIDIPerNoteManagementReset = 1,
    /// Notes that sound keep their controllers.
    kMIDIPerNoteManagementDetach = 2
};

/// The kind of a message about the stream.
typedef CF_ENUM(unsigned int, UMPStreamMessageStatus) {
    /// Asks what an endpoint is.
    kUMPStreamMessageStatusEndpointDiscovery = 0,
    /// What an endpoint can do.
    kUMPStreamMessageStatusEndpointInfoNotification = 1,
    /// The device of an endpoint.
    kUMPStreamMessageStatusDeviceIdentityNotification = 2,
    /// The name of an endpoint.
    kUMPStreamMessageStatusEndpointNameNotification = 3,
    /// The serial number of an endpoint.
    kUMPStreamMessageStatusProductInstanceIDNotification = 4,
    /// Asks for a protocol.
    kUMPStreamMessageStatusStreamConfigurationRequest = 5,
    /// The protocol in use.
    kUMPStreamMessageStatusStreamConfigurationNotification = 6,
    /// Asks for function blocks.
    kUMPStreamMessageStatusFunctionBlockDiscovery = 0x10,
    /// What a function block does.
    kUMPStreamMessageStatusFunctionBlockInfoNotification = 0x11,
    /// The name of a function block.
    kUMPStreamMessageStatusFunctionBlockNameNotification = 0x12,
    /// A clip begins.
    kUMPStreamMessageStatusStartOfClip = 0x20,
    /// A clip ends.
    kUMPStreamMessageStatusEndOfClip = 0x21
};

/// Which part of a message about the stream a packet has.
typedef CF_ENUM(UInt8, UMPStreamMessageFormat) {
    /// All of it.
    kUMPStreamMessageFormatComplete = 0,
    /// Its first part.
    kUMPStreamMessageFormatStart = 1,
    /// A part in its middle.
    kUMPStreamMessageFormatContinuing = 2,
    /// Its last part.
    kUMPStreamMessageFormatEnd = 3
};

/// Whether a function block is MIDI 1.0.
typedef CF_ENUM(SInt32, MIDIUMPFunctionBlockMIDI1Info) {
    /// It is not.
    kMIDIUMPFunctionBlockMIDI1InfoNotMIDI1 = 0,
    /// It is, at any speed.
    kMIDIUMPFunctionBlockMIDI1InfoUnrestrictedBandwidth = 1,
    /// It is, at the speed of a MIDI cable.
    kMIDIUMPFunctionBlockMIDI1InfoRestrictedBandwidth = 2
};

/// How to show a function block.
typedef CF_ENUM(SInt32, MIDIUMPFunctionBlockUIHint) {
    /// It does not say.
    kMIDIUMPFunctionBlockUIHintUnknown = 0,
    /// As one that takes messages.
    kMIDIUMPFunctionBlockUIHintReceiver = 1,
    /// As one that sends messages.
    kMIDIUMPFunctionBlockUIHintSender = 2,
    /// As one that does both.
    kMIDIUMPFunctionBlockUIHintSenderReceiver = 3
};

/// Whether a function block takes or sends messages.
typedef CF_ENUM(SInt32, MIDIUMPFunctionBlockDirection) {
    /// It does not say.
    kMIDIUMPFunctionBlockDirectionUnknown = 0,
    /// It takes messages.
    kMIDIUMPFunctionBlockDirectionInput = 1,
    /// It sends messages.
    kMIDIUMPFunctionBlockDirectionOutput = 2,
    /// It does both.
    kMIDIUMPFunctionBlockDirectionBidirectional = 3
};

// MARK: Numbers of few bits

/// A number of 2 bits.
typedef UInt8 MIDIUInteger2;
/// A number of 4 bits.
typedef UInt8 MIDIUInteger4;
/// A number of 7 bits.
typedef UInt8 MIDIUInteger7;
/// A number of 14 bits.
typedef UInt16 MIDIUInteger14;
/// A number of 28 bits.
typedef UInt32 MIDIUInteger28;
/// A group of Universal MIDI Packets, 0 to 15.
typedef MIDIUInteger4 MIDIUMPGroupNumber;
/// A channel, 0 to 15.
typedef MIDIUInteger4 MIDIChannelNumber;
/// What a message of MIDI-CI is for: a channel, a group or a function block.
typedef MIDIUInteger7 MIDICIDeviceID;
/// A number that identifies a device of MIDI-CI.
typedef MIDIUInteger28 MIDICIMUID;

/// The greatest number of 2 bits, 3.
CF_EXPORT const MIDIUInteger2 kMIDIUInteger2Max;
/// The greatest number of 4 bits, 15.
CF_EXPORT const MIDIUInteger4 kMIDIUInteger4Max;
/// The greatest number of 7 bits, 127.
CF_EXPORT const MIDIUInteger7 kMIDIUInteger7Max;
/// The greatest number of 14 bits, 16383.
CF_EXPORT const MIDIUInteger14 kMIDIUInteger14Max;
/// The greatest number of 28 bits, 268435455.
CF_EXPORT const MIDIUInteger28 kMIDIUInteger28Max;
/// The device of MIDI-CI that is a group, 0x7E.
CF_EXPORT const MIDICIDeviceID kMIDIDeviceIDUMPGroup;
/// The device of MIDI-CI that is a function block, 0x7F.
CF_EXPORT const MIDICIDeviceID kMIDIDeviceIDFunctionBlock;
/// How many bytes of a system exclusive message a packet of MIDI 1.0 has at most, 6.
CF_EXPORT const UInt8 kMIDI1UPMaxSysexSize;

// MARK: Messages

/// A message of one word.
typedef UInt32 MIDIMessage_32;

/// A message of two words.
struct MIDIMessage_64 {
    /// The first word.
    UInt32 word0;
    /// The second word.
    UInt32 word1;
};
typedef struct MIDIMessage_64 MIDIMessage_64;

/// A message of three words.
struct MIDIMessage_96 {
    /// The first word.
    UInt32 word0;
    /// The second word.
    UInt32 word1;
    /// The third word.
    UInt32 word2;
};
typedef struct MIDIMessage_96 MIDIMessage_96;

/// A message of four words.
struct MIDIMessage_128 {
    /// The first word.
    UInt32 word0;
    /// The second word.
    UInt32 word1;
    /// The third word.
    UInt32 word2;
    /// The fourth word.
    UInt32 word3;
};
typedef struct MIDIMessage_128 MIDIMessage_128;

/// A message with its fields. Which of them count depends on `type`, and within them on a status.
struct MIDIUniversalMessage {
    /// The type of the message.
    MIDIMessageType type;
    /// The group, 0 to 15.
    UInt8 group;
    /// Always 0.
    UInt8 reserved[3];
    union {
        /// For `kMIDIMessageTypeUtility`.
        struct {
            /// Which of the fields counts.
            MIDIUtilityStatus status;
            union {
                /// The time of the sender.
                UInt16 jitterReductionClock;
                /// The time of the message that follows.
                UInt16 jitterReductionTimestamp;
            };
        } utility;
        /// For `kMIDIMessageTypeSystem`.
        struct {
            /// Which of the fields counts.
            MIDISystemStatus status;
            union {
                /// The data byte of `kMIDIStatusMTC`.
                UInt8 timeCode;
                /// The 14 bits of `kMIDIStatusSongPosPointer`.
                UInt16 songPositionPointer;
                /// The song of `kMIDIStatusSongSelect`.
                UInt8 songSelect;
            };
        } system;
        /// For `kMIDIMessageTypeChannelVoice1`.
        struct {
            /// Which of the fields counts.
            MIDICVStatus status;
            /// The channel, 0 to 15.
            UInt8 channel;
            /// Always 0.
            UInt8 reserved[3];
            union {
                /// A note that begins or ends.
                struct {
                    /// The note, 0 to 127.
                    UInt8 number;
                    /// The velocity, 0 to 127.
                    UInt8 velocity;
                } note;
                /// The pressure of one key.
                struct {
                    /// The note, 0 to 127.
                    UInt8 noteNumber;
                    /// The pressure, 0 to 127.
                    UInt8 pressure;
                } polyPressure;
                /// A control.
                struct {
                    /// The control, 0 to 127.
                    UInt8 index;
                    /// The value, 0 to 127.
                    UInt8 data;
                } controlChange;
                /// The program, 0 to 127.
                UInt8 program;
                /// The pressure, 0 to 127.
                UInt8 channelPressure;
                /// The bend in 14 bits; 8192 is the middle.
                UInt16 pitchBend;
            };
        } channelVoice1;
        /// For `kMIDIMessageTypeSysEx`.
        struct {
            /// Which part of the message it is.
            MIDISysExStatus status;
            /// How many bytes count, 0 to 6.
            UInt8 channel;
            /// The bytes.
            UInt8 data[6];
            /// Always 0.
            UInt8 reserved;
        } sysEx;
        /// For `kMIDIMessageTypeChannelVoice2`.
        struct {
            /// Which of the fields counts.
            MIDICVStatus status;
            /// The channel, 0 to 15.
            UInt8 channel;
            /// Always 0.
            UInt8 reserved[3];
            union {
                /// A note that begins or ends.
                struct {
                    /// The note, 0 to 127.
                    UInt8 number;
                    /// What the attribute is.
                    MIDINoteAttribute attributeType;
                    /// The velocity, 0 to 65535.
                    UInt16 velocity;
                    /// The attribute.
                    UInt16 attribute;
                } note;
                /// The pressure of one key.
                struct {
                    /// The note, 0 to 127.
                    UInt8 noteNumber;
                    /// Always 0.
                    UInt8 reserved;
                    /// The pressure.
                    UInt32 pressure;
                } polyPressure;
                /// A control.
                struct {
                    /// The control, 0 to 127.
                    UInt8 index;
                    /// Always 0.
                    UInt8 reserved;
                    /// The value.
                    UInt32 data;
                } controlChange;
                /// A program.
                struct {
                    /// Whether the bank counts.
                    MIDIProgramChangeOptions options;
                    /// The program, 0 to 127.
                    UInt8 program;
                    /// Always 0.
                    UInt8 reserved[2];
                    /// The bank in 14 bits.
                    UInt16 bank;
                } programChange;
                /// The pressure of the channel.
                struct {
                    /// The pressure.
                    UInt32 data;
                    /// Always 0.
                    UInt8 reserved[2];
                } channelPressure;
                /// The pitch of the channel.
                struct {
                    /// The bend; 0x80000000 is the middle.
                    UInt32 data;
                    /// Always 0.
                    UInt8 reserved[2];
                } pitchBend;
                /// A controller of one note.
                struct {
                    /// The note, 0 to 127.
                    UInt8 noteNumber;
                    /// The controller.
                    UInt8 index;
                    /// The value.
                    UInt32 data;
                } perNoteController;
                /// A registered or an assignable controller, or a change of one.
                struct {
                    /// The bank, 0 to 127.
                    UInt8 bank;
                    /// The controller, 0 to 127.
                    UInt8 index;
                    /// The value.
                    UInt32 data;
                } controller;
                /// The pitch of one note.
                struct {
                    /// The note, 0 to 127.
                    UInt8 noteNumber;
                    /// Always 0.
                    UInt8 reserved;
                    /// The bend; 0x80000000 is the middle.
                    UInt32 bend;
                } perNotePitchBend;
                /// What controllers of one note apply to.
                struct {
                    /// The note, 0 to 127.
                    UInt8 note;
                    /// What is to be done.
                    MIDIPerNoteManagementOptions options;
                    /// Always 0.
                    UInt8 reserved[4];
                } perNoteManagement;
            };
        } channelVoice2;
        /// For `kMIDIMessageTypeData128`.
        struct {
            /// Which part of the message it is.
            MIDISysExStatus status;
            union {
                /// A system exclusive message of 8-bit data.
                struct {
                    /// How many bytes count, that of the stream included: 1 to 14.
                    UInt8 byteCount;
                    /// The number of the stream.
                    UInt8 streamID;
                    /// The bytes.
                    UInt8 data[13];
                    /// Always 0.
                    UInt8 reserved;
                } sysex8;
                /// Mixed data.
                struct {
                    /// The number of the set.
                    UInt8 mdsID;
                    /// The bytes.
                    UInt8 data[14];
                    /// Always 0.
                    UInt8 reserved;
                } mixedDataSet;
            };
        } data128;
        /// For all other types.
        struct {
            /// The words of the message.
            UInt32 words[4];
        } unknown;
    };
};
typedef struct MIDIUniversalMessage MIDIUniversalMessage;

// MARK: Reading messages

/// Returns the type of the message that begins with a word.
///
/// - Parameter word: the first word of a message.
/// - Returns: the type.
CF_INLINE MIDIMessageType MIDIMessageTypeForUPWord(const UInt32 word) {
    return (MIDIMessageType)(word >> 28);
}

/// Receives a message of an event list.
///
/// Threads: Called on the thread that calls `MIDIEventListForEachEvent`.
///
/// - Parameters:
///   - context: the pointer that was passed with the function.
///   - timeStamp: when the message counts.
///   - message: the message.
typedef void (*MIDIEventVisitor)(void *_Nullable context, MIDITimeStamp timeStamp, MIDIUniversalMessage message);

/// Calls a function with each message of an event list.
///
/// A message that its packet does not have whole is left out.
///
/// - Parameters:
///   - evtlist: the list.
///   - visitor: called with each message.
///   - visitorContext: a pointer for the function.
CF_EXPORT void MIDIEventListForEachEvent(
    const MIDIEventList *_Null_unspecified evtlist,
    MIDIEventVisitor _Null_unspecified visitor,
    void *_Null_unspecified visitorContext);

// MARK: Messages of MIDI 1.0

/// Returns a channel message of MIDI 1.0.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - status: the kind, a `MIDICVStatus`.
///   - channel: the channel, 0 to 15.
///   - data1: the first data byte.
///   - data2: the second data byte; 0 if there is none.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDI1UPChannelVoiceMessage(UInt8 group, UInt8 status, UInt8 channel, UInt8 data1, UInt8 data2) {
    return ((UInt32)kMIDIMessageTypeChannelVoice1 << 28) | ((group & 0xFU) << 24) | ((status & 0xFU) << 20) | ((channel & 0xFU) << 16) |
        ((data1 & 0x7FU) << 8) | (data2 & 0x7FU);
}

/// Returns a note off.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - noteNumber: the note, 0 to 127.
///   - velocity: the velocity, 0 to 127.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDI1UPNoteOff(UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 velocity) {
    return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusNoteOff, channel, noteNumber, velocity);
}

/// Returns a note on.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - noteNumber: the note, 0 to 127.
///   - velocity: the velocity, 0 to 127.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDI1UPNoteOn(UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 velocity) {
    return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusNoteOn, channel, noteNumber, velocity);
}

/// Returns the pressure of one key.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - noteNumber: the note, 0 to 127.
///   - pressure: the pressure, 0 to 127.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDI1UPPolyPressure(UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 pressure) {
    return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusPolyPressure, channel, noteNumber, pressure);
}

/// Returns a control change.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - index: the control, 0 to 127.
///   - data: the value, 0 to 127.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDI1UPControlChange(UInt8 group, UInt8 channel, UInt8 index, UInt8 data) {
    return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusControlChange, channel, index, data);
}

/// Returns a program change.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - program: the program, 0 to 127.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDI1UPProgramChange(UInt8 group, UInt8 channel, UInt8 program) {
    return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusProgramChange, channel, program, 0);
}

/// Returns the pressure of a channel.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - value: the pressure, 0 to 127.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDI1UPChannelPressure(UInt8 group, UInt8 channel, UInt8 value) {
    return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusChannelPressure, channel, value, 0);
}

/// Returns a pitch bend.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - lsb: the lower seven bits.
///   - msb: the upper seven bits; 64 with `lsb` 0 is the middle.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDI1UPPitchBend(UInt8 group, UInt8 channel, UInt8 lsb, UInt8 msb) {
    return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusPitchBend, channel, lsb, msb);
}

/// Returns a system message.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - status: the kind, a `MIDISystemStatus`.
///   - byte1: the first data byte; 0 if there is none.
///   - byte2: the second data byte; 0 if there is none.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDI1UPSystemCommon(UInt8 group, UInt8 status, UInt8 byte1, UInt8 byte2) {
    return ((UInt32)kMIDIMessageTypeSystem << 28) | ((group & 0xFU) << 24) | ((UInt32)status << 16) | ((byte1 & 0x7FU) << 8) | (byte2 & 0x7FU);
}

/// Returns up to six bytes of a system exclusive message of 7-bit data.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - status: a `MIDISysExStatus`: the whole message, its start, a part or its end.
///   - bytesUsed: how many of the bytes count.
///   - byte1: data byte 1.
///   - byte2: data byte 2.
///   - byte3: data byte 3.
///   - byte4: data byte 4.
///   - byte5: data byte 5.
///   - byte6: data byte 6.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI1UPSysEx(
    UInt8 group, UInt8 status, UInt8 bytesUsed, UInt8 byte1, UInt8 byte2, UInt8 byte3, UInt8 byte4, UInt8 byte5, UInt8 byte6) {
    MIDIMessage_64 message;
    message.word0 = ((UInt32)kMIDIMessageTypeSysEx << 28) | ((group & 0xFU) << 24) | ((status & 0xFU) << 20) | ((bytesUsed & 0xFU) << 16) |
        ((byte1 & 0x7FU) << 8) | (byte2 & 0x7FU);
    message.word1 = ((byte3 & 0x7FU) << 24) | ((byte4 & 0x7FU) << 16) | ((byte5 & 0x7FU) << 8) | (byte6 & 0x7FU);
    return message;
}

/// Returns the first bytes of a run as a part of a system exclusive message of 7-bit data.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - status: a `MIDISysExStatus`: the whole message, its start, a part or its end.
///   - begin: the first byte.
///   - end: the place after the last byte; six bytes are used at most.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI1UPSysExArray(UInt8 group, UInt8 status, const Byte *_Nonnull begin, const Byte *_Nonnull end) {
    Byte bytes[6] = {0, 0, 0, 0, 0, 0};
    UInt8 count = 0;
    while (begin != end && count < 6) bytes[count++] = *begin++;
    return MIDI1UPSysEx(group, status, count, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]);
}

// MARK: Messages of MIDI 2.0

/// Returns a channel message of MIDI 2.0.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - status: the kind, a `MIDICVStatus`.
///   - channel: the channel, 0 to 15.
///   - index: the sixteen bits after the channel.
///   - value: the second word.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2ChannelVoiceMessage(UInt8 group, UInt8 status, UInt8 channel, UInt16 index, UInt32 value) {
    MIDIMessage_64 message;
    message.word0 = ((UInt32)kMIDIMessageTypeChannelVoice2 << 28) | ((group & 0xFU) << 24) | ((status & 0xFU) << 20) |
        ((channel & 0xFU) << 16) | index;
    message.word1 = value;
    return message;
}

/// Returns a note on.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - noteNumber: the note, 0 to 127.
///   - attributeType: what the attribute is, a `MIDINoteAttribute`.
///   - attributeData: the attribute.
///   - velocity: the velocity, 0 to 65535.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2NoteOn(
    UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 attributeType, UInt16 attributeData, UInt16 velocity) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusNoteOn, channel, (UInt16)(((noteNumber & 0x7FU) << 8) | attributeType), ((UInt32)velocity << 16) | attributeData);
}

/// Returns a note off.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - noteNumber: the note, 0 to 127.
///   - attributeType: what the attribute is, a `MIDINoteAttribute`.
///   - attributeData: the attribute.
///   - velocity: the velocity, 0 to 65535.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2NoteOff(
    UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 attributeType, UInt16 attributeData, UInt16 velocity) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusNoteOff, channel, (UInt16)(((noteNumber & 0x7FU) << 8) | attributeType), ((UInt32)velocity << 16) | attributeData);
}

/// Returns the pressure of one key.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - noteNumber: the note, 0 to 127.
///   - value: the value, in all 32 bits.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2PolyPressure(UInt8 group, UInt8 channel, UInt8 noteNumber, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusPolyPressure, channel, (UInt16)(((noteNumber & 0x7FU) << 8) | 0U), value);
}

/// Returns a registered controller of one note.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - noteNumber: the note, 0 to 127.
///   - index: the controller.
///   - value: the value, in all 32 bits.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2RegisteredPNC(UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 index, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusRegisteredPNC, channel, (UInt16)(((noteNumber & 0x7FU) << 8) | index), value);
}

/// Returns an assignable controller of one note.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - noteNumber: the note, 0 to 127.
///   - index: the controller.
///   - value: the value, in all 32 bits.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2AssignablePNC(UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 index, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusAssignablePNC, channel, (UInt16)(((noteNumber & 0x7FU) << 8) | index), value);
}

/// Returns a message that changes what controllers of one note apply to.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - noteNumber: the note, 0 to 127.
///   - detachPNCs: whether notes that sound keep their controllers from now on.
///   - resetPNCsToDefault: whether the controllers return to their defaults.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2PerNoteManagment(UInt8 group, UInt8 channel, UInt8 noteNumber, bool detachPNCs, bool resetPNCsToDefault) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusPerNoteMgmt, channel, (UInt16)(((noteNumber & 0x7FU) << 8) | ((detachPNCs ? 2U : 0U) | (resetPNCsToDefault ? 1U : 0U))), 0);
}

/// Returns a control change.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - index: the control, 0 to 127.
///   - value: the value, in all 32 bits.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2ControlChange(UInt8 group, UInt8 channel, UInt8 index, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusControlChange, channel, (UInt16)(((index & 0x7FU) << 8) | 0U), value);
}

/// Returns a registered controller, which MIDI 1.0 calls RPN.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - bank: the bank, 0 to 127.
///   - index: the controller, 0 to 127.
///   - value: the value, in all 32 bits.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2RegisteredControl(UInt8 group, UInt8 channel, UInt8 bank, UInt8 index, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusRegisteredControl, channel, (UInt16)(((bank & 0x7FU) << 8) | (index & 0x7FU)), value);
}

/// Returns an assignable controller, which MIDI 1.0 calls NRPN.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - bank: the bank, 0 to 127.
///   - index: the controller, 0 to 127.
///   - value: the value, in all 32 bits.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2AssignableControl(UInt8 group, UInt8 channel, UInt8 bank, UInt8 index, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusAssignableControl, channel, (UInt16)(((bank & 0x7FU) << 8) | (index & 0x7FU)), value);
}

/// Returns a change of a registered controller by a signed value.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - bank: the bank, 0 to 127.
///   - index: the controller, 0 to 127.
///   - value: the value, in all 32 bits.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2RelRegisteredControl(UInt8 group, UInt8 channel, UInt8 bank, UInt8 index, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusRelRegisteredControl, channel, (UInt16)(((bank & 0x7FU) << 8) | (index & 0x7FU)), value);
}

/// Returns a change of an assignable controller by a signed value.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - bank: the bank, 0 to 127.
///   - index: the controller, 0 to 127.
///   - value: the value, in all 32 bits.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2RelAssignableControl(UInt8 group, UInt8 channel, UInt8 bank, UInt8 index, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusRelAssignableControl, channel, (UInt16)(((bank & 0x7FU) << 8) | (index & 0x7FU)), value);
}

/// Returns a program change, with or without a bank.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - bankIsValid: whether the bank counts.
///   - program: the program, 0 to 127.
///   - bank_msb: the upper seven bits of the bank.
///   - bank_lsb: the lower seven bits of the bank.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2ProgramChange(UInt8 group, UInt8 channel, bool bankIsValid, UInt8 program, UInt8 bank_msb, UInt8 bank_lsb) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusProgramChange, channel, bankIsValid ? kMIDIProgramChangeBankValid : 0, ((program & 0x7FU) << 24) | (bankIsValid ? ((bank_msb & 0x7FU) << 8) | (bank_lsb & 0x7FU) : 0U));
}

/// Returns the pressure of a channel.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - value: the value, in all 32 bits.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2ChannelPressure(UInt8 group, UInt8 channel, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusChannelPressure, channel, 0, value);
}

/// Returns a pitch bend.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - value: the bend; 0x80000000 is the middle.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2PitchBend(UInt8 group, UInt8 channel, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusPitchBend, channel, 0, value);
}

/// Returns the pitch bend of one note.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - channel: the channel, 0 to 15.
///   - noteNumber: the note, 0 to 127.
///   - value: the bend; 0x80000000 is the middle.
/// - Returns: the message.
CF_INLINE MIDIMessage_64 MIDI2PerNotePitchBend(UInt8 group, UInt8 channel, UInt8 noteNumber, UInt32 value) {
    return MIDI2ChannelVoiceMessage(group, kMIDICVStatusPerNotePitchBend, channel, (UInt16)(((noteNumber & 0x7FU) << 8) | 0U), value);
}

/// Returns a message of flexible data, such as a tempo or a text.
///
/// - Parameters:
///   - group: the group, 0 to 15.
///   - format: whether the message is whole, or a part: 0 to 3.
///   - address: what it is for: 0 a channel, 1 a group.
///   - channel: the channel, 0 to 15.
///   - statusBank: the bank of the status.
///   - status: the status.
///   - data1: the second word.
///   - data2: the third word.
///   - data3: the fourth word.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2FlexDataMessage(
    MIDIUInteger4 group, MIDIUInteger2 format, MIDIUInteger2 address, MIDIUInteger4 channel, UInt8 statusBank, UInt8 status, UInt32
    data1, UInt32 data2, UInt32 data3) {
    MIDIMessage_128 message;
    message.word0 = ((UInt32)kMIDIMessageTypeFlexData << 28) | ((group & 0xFU) << 24) | ((format & 3U) << 22) | ((address & 3U) << 20) |
        ((channel & 0xFU) << 16) | ((UInt32)statusBank << 8) | status;
    message.word1 = data1;
    message.word2 = data2;
    message.word3 = data3;
    return message;
}

// MARK: Utility messages

/// Returns a message that does nothing.
///
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDINoOpMessage(void) {
    return 0;
}

/// Returns the time of the sender.
///
/// - Parameter senderClockTime: the time, in units of 1/31250 s.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDIJitterReductionClockMessage(UInt16 senderClockTime) {
    return ((UInt32)kMIDIUtilityStatusJitterReductionClock << 20) | senderClockTime;
}

/// Returns the time of the message that follows.
///
/// - Parameter senderClockTimestamp: the time, in units of 1/31250 s.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDIJitterReductionTimestampMessage(UInt16 senderClockTimestamp) {
    return ((UInt32)kMIDIUtilityStatusJitterReductionTimestamp << 20) | senderClockTimestamp;
}

/// Returns the resolution of the times in a clip.
///
/// - Parameter ticksPerQuarterNote: ticks in a quarter note.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDIDeltaClockstampTicksPerQuarterNoteMessage(UInt16 ticksPerQuarterNote) {
    return ((UInt32)kMIDIUtilityStatusDeltaClockstampTicksPerQuarterNote << 20) | ticksPerQuarterNote;
}

/// Returns the time from the event before in a clip.
///
/// - Parameter ticksSinceLastEvent: ticks, of which 20 bits count.
/// - Returns: the message.
CF_INLINE MIDIMessage_32 MIDITicksSinceLastEventMessage(UInt32 ticksSinceLastEvent) {
    return ((UInt32)kMIDIUtilityStatusTicksSinceLastEvent << 20) | (ticksSinceLastEvent & 0xFFFFFU);
}

// MARK: Stream messages

/// Returns a message about the stream itself.
///
/// - Parameters:
///   - format: whether the message is whole, or a part.
///   - status: the kind.
///   - data1: the lower sixteen bits of the first word.
///   - data2: the second word.
///   - data3: the third word.
///   - data4: the fourth word.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2StreamMessage(
    UMPStreamMessageFormat format, UMPStreamMessageStatus status, UInt16 data1, UInt32 data2, UInt32 data3, UInt32 data4) {
    MIDIMessage_128 message;
    message.word0 = ((UInt32)kMIDIMessageTypeStream << 28) | ((format & 3U) << 26) | (((UInt32)status & 0x3FFU) << 16) | data1;
    message.word1 = data2;
    message.word2 = data3;
    message.word3 = data4;
    return message;
}

/// Returns a message about the stream with up to fourteen bytes.
///
/// - Parameters:
///   - format: whether the message is whole, or a part.
///   - status: the kind.
///   - data: the bytes.
///   - length: how many bytes there are; fourteen are used at most.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2StreamMessageFromData(
    UMPStreamMessageFormat format, UMPStreamMessageStatus status, const Byte *_Nullable data, size_t length) {
    Byte bytes[14] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    size_t i;
    for (i = 0; data && i < length && i < 14; i++) bytes[i] = data[i];
    return MIDI2StreamMessage(
        format, status, (UInt16)((bytes[0] << 8) | bytes[1]),
        ((UInt32)bytes[2] << 24) | ((UInt32)bytes[3] << 16) | ((UInt32)bytes[4] << 8) | bytes[5],
        ((UInt32)bytes[6] << 24) | ((UInt32)bytes[7] << 16) | ((UInt32)bytes[8] << 8) | bytes[9],
        ((UInt32)bytes[10] << 24) | ((UInt32)bytes[11] << 16) | ((UInt32)bytes[12] << 8) | bytes[13]);
}

/// Returns a message that asks an endpoint what it is.
///
/// - Parameters:
///   - versionMajor: the major version of the packet format.
///   - versionMinor: the minor version of the packet format.
///   - endpointInfoRequest: whether to ask for what it can do.
///   - deviceIdentityRequest: whether to ask for its device.
///   - endpointNameRequest: whether to ask for its name.
///   - productInstanceIdRequest: whether to ask for its serial number.
///   - streamConfigurationRequest: whether to ask for its protocol.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2EndpointDiscoveryMessage(
    UInt8 versionMajor, UInt8 versionMinor, bool endpointInfoRequest, bool deviceIdentityRequest, bool endpointNameRequest, bool
    productInstanceIdRequest, bool streamConfigurationRequest) {
    return MIDI2StreamMessage(
        kUMPStreamMessageFormatComplete, kUMPStreamMessageStatusEndpointDiscovery, (UInt16)((versionMajor << 8) | versionMinor),
        (endpointInfoRequest ? 1U : 0U) |
            (deviceIdentityRequest ? 2U : 0U) |
            (endpointNameRequest ? 4U : 0U) |
            (productInstanceIdRequest ? 8U : 0U) |
            (streamConfigurationRequest ? 16U : 0U), 0, 0);
}

/// Returns a message that states what an endpoint can do.
///
/// - Parameters:
///   - versionMajor: the major version of the packet format.
///   - versionMinor: the minor version of the packet format.
///   - staticFunctionBlocks: whether the function blocks never change.
///   - numberOfFunctionBlocks: the number of function blocks.
///   - m1: whether it supports MIDI 1.0.
///   - m2: whether it supports MIDI 2.0.
///   - receiveJrTimestamp: whether it takes times against jitter.
///   - transmitJrTimestamp: whether it sends times against jitter.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2EndpointInfoNotificationMessage(
    UInt8 versionMajor, UInt8 versionMinor, bool staticFunctionBlocks, UInt8 numberOfFunctionBlocks, bool m1, bool m2, bool
    receiveJrTimestamp, bool transmitJrTimestamp) {
    return MIDI2StreamMessage(
        kUMPStreamMessageFormatComplete, kUMPStreamMessageStatusEndpointInfoNotification, (UInt16)((versionMajor << 8) | versionMinor),
        (staticFunctionBlocks ? 0x80000000U : 0U) | ((numberOfFunctionBlocks & 0x7FU) << 24) | (m2 ? 0x200U : 0U) | (m1 ? 0x100U : 0U) |
            (receiveJrTimestamp ? 2U : 0U) | (transmitJrTimestamp ? 1U : 0U), 0, 0);
}

/// Returns a message that states what device an endpoint is of.
///
/// - Parameters:
///   - deviceManufacturer1: byte 1 of the number of its maker.
///   - deviceManufacturer2: byte 2 of the number of its maker.
///   - deviceManufacturer3: byte 3 of the number of its maker.
///   - deviceFamily: the family.
///   - deviceFamilyModel: the model.
///   - revisionLevel: the version.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2EndpointDeviceIdentityNotificationMessage(
    MIDIUInteger7 deviceManufacturer1, MIDIUInteger7 deviceManufacturer2, MIDIUInteger7 deviceManufacturer3, MIDIUInteger14
    deviceFamily, MIDIUInteger14 deviceFamilyModel, MIDIUInteger28 revisionLevel) {
    return MIDI2StreamMessage(
        kUMPStreamMessageFormatComplete, kUMPStreamMessageStatusDeviceIdentityNotification, 0,
        ((deviceManufacturer1 & 0x7FU) << 16) | ((deviceManufacturer2 & 0x7FU) << 8) | (deviceManufacturer3 & 0x7FU), 
        ((deviceFamily & 0x7FU) << 24) | (((deviceFamily >> 7) & 0x7FU) << 16) | ((deviceFamilyModel & 0x7FU) << 8) | ((deviceFamilyModel >> 7) & 0x7FU), 
        ((revisionLevel & 0x7FU) << 24) | (((revisionLevel >> 7) & 0x7FU) << 16) | (((revisionLevel >> 14) & 0x7FU) << 8) | ((revisionLevel >> 21) & 0x7FU));
}

/// Returns a message with the name of an endpoint, or a part of it.
///
/// - Parameters:
///   - format: whether the message is whole, or a part.
///   - data: the text in UTF-8.
///   - length: how many bytes there are; fourteen are used at most.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2EndpointNameNotificationMessage(UMPStreamMessageFormat format, const char *_Nullable data, size_t length) {
    return MIDI2StreamMessageFromData(format, kUMPStreamMessageStatusEndpointNameNotification, (const Byte *)data, length);
}

/// Returns a message with the serial number of an endpoint, or a part of it.
///
/// - Parameters:
///   - format: whether the message is whole, or a part.
///   - data: the text in UTF-8.
///   - length: how many bytes there are; fourteen are used at most.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2EndpointProductInstanceIDNotificationMessage(
    UMPStreamMessageFormat format, const char *_Nullable data, size_t length) {
    return MIDI2StreamMessageFromData(format, kUMPStreamMessageStatusProductInstanceIDNotification, (const Byte *)data, length);
}

/// Returns a message that asks an endpoint to use a protocol.
///
/// - Parameters:
///   - protocol: the protocol, a `MIDIProtocolID`.
///   - receiveJrTimestamp: whether to take times against jitter.
///   - transmitJrTimestamp: whether to send times against jitter.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2StreamConfigurationRequestMessage(UInt8 protocol, bool receiveJrTimestamp, bool transmitJrTimestamp) {
    return MIDI2StreamMessage(
        kUMPStreamMessageFormatComplete, kUMPStreamMessageStatusStreamConfigurationRequest, (UInt16)((protocol << 8) | (receiveJrTimestamp ? 2 : 0) | (transmitJrTimestamp ? 1 : 0)),
        0, 0, 0);
}

/// Returns a message that states which protocol an endpoint uses.
///
/// - Parameters:
///   - protocol: the protocol, a `MIDIProtocolID`.
///   - receiveJrTimestamp: whether to take times against jitter.
///   - transmitJrTimestamp: whether to send times against jitter.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2StreamConfigurationNotificationMessage(UInt8 protocol, bool receiveJrTimestamp, bool transmitJrTimestamp) {
    return MIDI2StreamMessage(
        kUMPStreamMessageFormatComplete, kUMPStreamMessageStatusStreamConfigurationNotification, (UInt16)((protocol << 8) | (receiveJrTimestamp ? 2 : 0) | (transmitJrTimestamp ? 1 : 0)),
        0, 0, 0);
}

/// Returns a message that asks for function blocks.
///
/// - Parameters:
///   - functionBlockNumber: the block; 0xFF for all.
///   - infoRequest: whether to ask what it does.
///   - nameRequest: whether to ask for its name.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2FunctionBlockDiscoveryMessage(UInt8 functionBlockNumber, bool infoRequest, bool nameRequest) {
    return MIDI2StreamMessage(
        kUMPStreamMessageFormatComplete, kUMPStreamMessageStatusFunctionBlockDiscovery, (UInt16)((functionBlockNumber << 8) | (nameRequest ? 2 : 0) | (infoRequest ? 1 : 0)),
        0, 0, 0);
}

/// Returns a message that states what a function block does.
///
/// - Parameters:
///   - active: whether it is in use.
///   - blockNumber: the block.
///   - uiHint: how to show it.
///   - midi1: whether it is MIDI 1.0.
///   - direction: whether it takes or sends messages.
///   - firstGroup: its first group.
///   - numberOfGroupsSpanned: the number of its groups.
///   - ciVersion: the version of MIDI-CI; 0 for none.
///   - maxSysex8Streams: how many system exclusive messages of 8-bit data it takes at a time.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2FunctionBlockInfoNotificationMessage(
    bool active, MIDIUInteger7 blockNumber, MIDIUMPFunctionBlockUIHint uiHint, MIDIUMPFunctionBlockMIDI1Info midi1,
    MIDIUMPFunctionBlockDirection direction, UInt8 firstGroup, UInt8 numberOfGroupsSpanned, UInt8 ciVersion, UInt8 maxSysex8Streams) {
    return MIDI2StreamMessage(
        kUMPStreamMessageFormatComplete, kUMPStreamMessageStatusFunctionBlockInfoNotification, 
        (UInt16)((active ? 0x8000U : 0U) | ((blockNumber & 0x7FU) << 8) | (((UInt32)uiHint & 3U) << 4) | (((UInt32)midi1 & 3U) << 2) |
                 ((UInt32)direction & 3U)),
        ((UInt32)firstGroup << 24) | ((UInt32)numberOfGroupsSpanned << 16) | ((UInt32)ciVersion << 8) | maxSysex8Streams, 0, 0);
}

/// Returns a message with the name of a function block, or a part of it.
///
/// - Parameters:
///   - format: whether the message is whole, or a part.
///   - blockNumber: the block.
///   - data: the text in UTF-8.
///   - length: how many bytes there are; thirteen are used at most.
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2FunctionBlockNameNotificationMessage(
    UMPStreamMessageFormat format, UInt8 blockNumber, const char *_Nullable data, size_t length) {
    Byte bytes[14] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    size_t i;
    bytes[0] = blockNumber;
    for (i = 0; data && i < length && i < 13; i++) bytes[i + 1] = (Byte)data[i];
    return MIDI2StreamMessageFromData(format, kUMPStreamMessageStatusFunctionBlockNameNotification, bytes, 14);
}

/// Returns the message that a clip begins with.
///
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2StartOfClipMessage(void) {
    return MIDI2StreamMessage(
        kUMPStreamMessageFormatComplete, kUMPStreamMessageStatusStartOfClip, 0,
        0, 0, 0);
}

/// Returns the message that a clip ends with.
///
/// - Returns: the message.
CF_INLINE MIDIMessage_128 MIDI2EndOfClipMessage(void) {
    return MIDI2StreamMessage(
        kUMPStreamMessageFormatComplete, kUMPStreamMessageStatusEndOfClip, 0,
        0, 0, 0);
}

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
