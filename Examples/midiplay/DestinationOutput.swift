import CoreMIDI
import Foundation

/// A MIDI destination, which gets each message at its time: the library keeps it until then.
final class DestinationOutput: MIDIOutput {
    private var client = MIDIClientRef()
    private var port = MIDIPortRef()
    private let destination: MIDIEndpointRef

    /// The destinations, and their names as they are shown.
    static func all() -> [(endpoint: MIDIEndpointRef, name: String)] {
        (0..<MIDIGetNumberOfDestinations()).compactMap { index in
            let endpoint = MIDIGetDestination(index)
            var name: Unmanaged<CFString>?
            guard MIDIObjectGetStringProperty(endpoint, kMIDIPropertyDisplayName, &name) == noErr, let name else {
                return nil
            }
            return (endpoint, "\(name.takeRetainedValue())")
        }
    }

    init(_ name: String) throws {
        guard let found = Self.all().first(where: { $0.name == name }) else {
            throw OutputFault(
                description: "there is no destination \(name); midiplay --list prints those that there are")
        }
        destination = found.endpoint
        try check("making a client", MIDIClientCreate("midiplay" as CFString, nil, nil, &client))
        try check("making a port", MIDIOutputPortCreate(client, "output" as CFString, &port))
    }

    private func check(_ what: String, _ status: OSStatus) throws {
        if status != noErr { throw OutputFault(description: "\(what) failed: \(status)") }
    }

    func send(_ bytes: [UInt8], at time: UInt64) throws {
        // A list has one packet more than the bytes of its message.
        let size = bytes.count + 64
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        defer { memory.deallocate() }
        let list = memory.assumingMemoryBound(to: MIDIPacketList.self)
        let first = MIDIPacketListInit(list)
        // A packet has up to 65,535 bytes: what is longer goes out in several, one after the other.
        for start in stride(from: 0, to: bytes.count, by: 32_768) {
            let part = Array(bytes[start..<min(start + 32_768, bytes.count)])
            MIDIPacketListInit(list)
            _ = MIDIPacketListAdd(list, size, first, time, part.count, part)
            try check("sending", MIDISend(port, destination, list))
        }
    }

    func stop() {
        MIDIFlushOutput(destination)
        let now = mach_absolute_time()
        for channel in UInt8(0)..<16 {
            // The pedal, then all notes.
            try? send([0xB0 | channel, 64, 0, 0xB0 | channel, 123, 0], at: now)
        }
        finish()
    }

    /// What is sent is on its way after this.
    func finish() { MIDIClientDispose(client) }
}
