package import AudioCore
internal import MIDIEvents

// Devices that drivers make.
extension MIDISystem {
    /// Disposes of a device of this process that is not in the setup.
    package func disposeDevice(_ reference: UInt32) throws(AudioError) {
        try change { state throws(AudioError) in
            let device = try state.object(reference, .device, else: .midiObject)
            guard !state.devices.contains(reference), !state.externalDevices.contains(reference) else {
                throw .midiNotPermitted.because("the device is in the setup")
            }
            return (state.remove(device), [])
        }
    }

    /// Whether a device exists, in the setup or not.
    package func isDevice(_ reference: UInt32) -> Bool { state.withLock { $0.objects[reference]?.kind == .device } }

    /// The endpoints of all entities of a device.
    package func endpoints(of device: UInt32, _ kind: Kind) -> [UInt32] {
        parts(of: device, .entity).flatMap { parts(of: $0, kind) }
    }
}
