#ifndef CoreMIDI_CoreMIDI_h
#define CoreMIDI_CoreMIDI_h

#include <CoreMIDI/MIDIMessages.h>
#include <CoreMIDI/MIDIPackets.h>
#include <CoreMIDI/MIDIServices.h>
#include <CoreMIDI/MIDISetup.h>
#include <CoreMIDI/MIDIThruConnection.h>
#include <CoreMIDI/MIDIUMPCI.h>
#include <CoreMIDI/MIDIUMPEndpoint.h>

#endif
