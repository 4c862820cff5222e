#ifndef CoreMIDI_MIDIUMPEndpoint_h
#define CoreMIDI_MIDIUMPEndpoint_h

// What an endpoint of Universal MIDI Packets states of itself in messages.

#include <CoreMIDI/MIDIMessages.h>

// MARK: Protocols of endpoints

/// The protocols of an endpoint.
typedef CF_OPTIONS(MIDIUInteger4, MIDIUMPProtocolOptions) {
    /// MIDI 1.0.
    kMIDIUMPProtocolOptionsMIDI1 = 1 << 0,
    /// MIDI 2.0.
    kMIDIUMPProtocolOptionsMIDI2 = 1 << 1
};

#endif
