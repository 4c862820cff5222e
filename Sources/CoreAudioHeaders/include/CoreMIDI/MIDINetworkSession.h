#ifndef CoreMIDI_MIDINetworkSession_h
#define CoreMIDI_MIDINetworkSession_h

// The numbers of MIDI sessions on the network. The sessions themselves are classes of Swift.

#include <CoreFoundation/CFBase.h>

// MARK: Policies

/// Whose invitations a session accepts.
typedef CF_ENUM(unsigned long, MIDINetworkConnectionPolicy) {
    /// Nobody's.
    MIDINetworkConnectionPolicy_NoOne = 0,
    /// Those of the hosts in the contact list.
    MIDINetworkConnectionPolicy_HostsInContactList = 1,
    /// Anyone's.
    MIDINetworkConnectionPolicy_Anyone = 2
};

#endif
