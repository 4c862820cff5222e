#ifndef CoreMIDI_MIDICapabilityInquiry_h
#define CoreMIDI_MIDICapabilityInquiry_h

// What a device states of itself in messages of MIDI Capability Inquiry. The sessions themselves are classes of Swift.

#include <CoreMIDI/MIDIServices.h>
#include <CoreMIDI/MIDIUMPCI.h>

// MARK: Devices

/// The maker, family, model and version of a device, as in its discovery messages.
struct MIDICIDeviceIdentification {
    /// The three bytes of the maker's number in system exclusive messages.
    uint8_t manufacturer[3];
    /// The family of the device, the low 7 bits first.
    uint8_t family[2];
    /// The model in the family, the low 7 bits first.
    uint8_t modelNumber[2];
    /// The version, four bytes that the maker defines.
    uint8_t revisionLevel[4];
    /// Always 0.
    uint8_t reserved[5];
};
typedef struct MIDICIDeviceIdentification MIDICIDeviceIdentification;

#endif
