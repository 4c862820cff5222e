package import AudioCore

// Destinations of devices, which a driver receives for.
extension MIDISystem {
    /// Has what is sent to a destination of a device handed to a receiver, on the thread that delivers. It must not wait.
    package func setReceiver(_ receiver: MIDIReceiver, of destination: UInt32) throws(AudioError) {
        try change { state throws(AudioError) in
            let destination = try state.endpoint(destination, .destination)
            guard !state.isVirtual(destination) else { throw .midiNotPermitted }
            let ended = destination.connections
            destination.connections = [Connection(.client(receiver), owner: destination.reference)]
            return (ended, [])
        }
    }
}
