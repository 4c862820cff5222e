#ifndef CoreMIDI_MIDIBluetoothConnection_h
#define CoreMIDI_MIDIBluetoothConnection_h

// MIDI devices at Bluetooth. BlueZ connects them, and shows each as a client of the ALSA sequencer: its ports are endpoints here like
// those of other devices. The library neither connects nor disconnects them itself.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFString.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread. It returns at once.

// MARK: Connections

/// Connects all Bluetooth devices that are known. Not supported: the desktop's Bluetooth settings connect them.
///
/// - Returns: 0, or
///   - `kMIDINotPermitted`: always: BlueZ connects devices
CF_EXPORT OSStatus MIDIBluetoothDriverActivateAllConnections(void);

/// Disconnects a Bluetooth device. Not supported: the desktop's Bluetooth settings disconnect them.
///
/// - Parameter uuid: the identifier of the device.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer is null
///   - `kMIDIObjectNotFound`: always otherwise: no device has been connected here
CF_EXPORT OSStatus MIDIBluetoothDriverDisconnect(CAStringParameter uuid);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
