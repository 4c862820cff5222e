#ifndef CoreMIDI_MIDIPackets_h
#define CoreMIDI_MIDIPackets_h

// The forms of MIDI messages: packets of bytes, and packets of words (Universal MIDI Packet). Audio units and MIDIServices.h share them.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

/// A host time; 0 for now.
typedef UInt64 MIDITimeStamp;

/// A MIDI protocol.
typedef CF_ENUM(SInt32, MIDIProtocolID) {
    /// MIDI 1.0.
    kMIDIProtocol_1_0 = 1,
    /// MIDI 2.0.
    kMIDIProtocol_2_0 = 2
};

#pragma pack(push, 4)

/// Bytes of MIDI with one time: whole messages, or a part of a system exclusive one.
struct MIDIPacket {
    /// When the messages count.
    MIDITimeStamp timeStamp;
    /// How many bytes there are.
    UInt16 length;
    /// The bytes. There may be more than 256: the packet is then longer than the struct.
    Byte data[256];
};
typedef struct MIDIPacket MIDIPacket;

/// Packets, one after the other in memory.
struct MIDIPacketList {
    /// How many packets there are.
    UInt32 numPackets;
    /// The first one. The next one begins after its last byte, or at the next multiple of 4 bytes on ARM.
    MIDIPacket packet[1];
};
typedef struct MIDIPacketList MIDIPacketList;

/// Words of Universal MIDI Packets with one time.
struct MIDIEventPacket {
    /// When the messages count.
    MIDITimeStamp timeStamp;
    /// How many words there are: 1 to 64.
    UInt32 wordCount;
    /// The words. The packet ends after its last word.
    UInt32 words[64];
};
typedef struct MIDIEventPacket MIDIEventPacket;

/// Packets of words, one after the other in memory.
struct MIDIEventList {
    /// The protocol of the messages.
    MIDIProtocolID protocol;
    /// How many packets there are.
    UInt32 numPackets;
    /// The first one. The next one begins after its last word.
    MIDIEventPacket packet[1];
};
typedef struct MIDIEventList MIDIEventList;

#pragma pack(pop)

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
