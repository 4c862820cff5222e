#ifndef CoreMIDI_CoreMIDI_h
#define CoreMIDI_CoreMIDI_h

#include <CoreMIDI/MIDIBluetoothConnection.h>
#include <CoreMIDI/MIDICapabilityInquiry.h>
#include <CoreMIDI/MIDIDriver.h>
#include <CoreMIDI/MIDIMessages.h>
#include <CoreMIDI/MIDINetworkSession.h>
#include <CoreMIDI/MIDIPackets.h>
#include <CoreMIDI/MIDIServices.h>
#include <CoreMIDI/MIDISetup.h>
#include <CoreMIDI/MIDIThruConnection.h>
#include <CoreMIDI/MIDIUMPCI.h>
#include <CoreMIDI/MIDIUMPEndpoint.h>

#endif
