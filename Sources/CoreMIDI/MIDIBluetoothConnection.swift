import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIEvents

// CoreMIDI/MIDIBluetoothConnection.h. BlueZ connects devices, and shows them by the ALSA sequencer.

@c @implementation
public func MIDIBluetoothDriverActivateAllConnections() -> OSStatus { status { throw AudioError.midiNotPermitted } }

@c @implementation
public func MIDIBluetoothDriverDisconnect(_ uuid: CAStringParameter) -> OSStatus {
    status {
        _ = try nonnull(uuid)
        throw AudioError.midiObject
    }
}

/// Disconnects a Bluetooth device. Not supported.
@discardableResult
public func MIDIBluetoothDriverDisconnect(_ uuid: CFString) -> OSStatus {
    withReference(to: uuid) { MIDIBluetoothDriverDisconnect($0) }
}
