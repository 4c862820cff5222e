package import AudioCore

// Destinations of devices, which a driver receives for.
extension MIDISystem {
    /// Has what is sent to a destination of a device handed to a receiver, on the thread that delivers. It must not wait.
    package func setReceiver(_ receiver: MIDIReceiver, of destination: UInt32) throws(AudioError) {
        try setReceivers([.client(receiver)], of: destination)
    }

    /// Lets nobody receive what is sent to a destination of a device. A call of the receiver that runs has ended when this returns.
    package func removeReceiver(of destination: UInt32) throws(AudioError) { try setReceivers([], of: destination) }

    private func setReceivers(_ receivers: [Connection.Receiver], of destination: UInt32) throws(AudioError) {
        try change { state throws(AudioError) in
            let destination = try state.endpoint(destination, .destination)
            guard !state.isVirtual(destination) else { throw .midiNotPermitted }
            let ended = destination.connections
            destination.connections = receivers.map { Connection($0, owner: destination.reference) }
            return (ended, [])
        }
    }
}
