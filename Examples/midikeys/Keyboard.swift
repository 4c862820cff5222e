import CoreMIDI
import Foundation

struct KeyboardFault: Error, CustomStringConvertible { let description: String }

/// The keys that are down, and what sends their messages.
final class Keyboard {
    private static let keys = Array("awsedftgyhujkolp;']")

    private let options: Options
    private var client = MIDIClientRef()
    private var source = MIDIEndpointRef()
    private var port = MIDIPortRef()
    private var destination = MIDIEndpointRef()
    private var octave = 5
    private var velocity: UInt8
    /// When the notes that sound end.
    private var ends: [UInt8: DispatchWorkItem] = [:]
    /// What is sent, and `ends`, belong to it.
    private let queue = DispatchQueue(label: "midikeys")

    init(_ options: Options) throws {
        self.options = options
        velocity = options.velocity
        try check("making a client", MIDIClientCreateWithBlock("midikeys" as CFString, &client, nil))
        guard let wanted = options.destination else {
            try check("making a source", MIDISourceCreate(client, options.name as CFString, &source))
            return
        }
        let found = (0..<MIDIGetNumberOfDestinations()).map { MIDIGetDestination($0) }.first {
            displayName(of: $0) == wanted
        }
        guard let found else { throw KeyboardFault(description: "there is no destination \(wanted)") }
        destination = found
        try check("making a port", MIDIOutputPortCreate(client, "midikeys" as CFString, &port))
    }

    private func check(_ what: String, _ status: OSStatus) throws {
        if status != noErr { throw KeyboardFault(description: "\(what) failed: \(status)") }
    }

    /// Does what a key means. False for the one that ends the program.
    func press(_ character: Character) -> Bool {
        switch character {
        case "q", "\u{3}", "\u{4}": return false
        case "z": octave = max(0, octave - 1)
        case "x": octave = min(9, octave + 1)
        case "c": velocity = UInt8(max(1, Int(velocity) - 10))
        case "v": velocity = UInt8(min(127, Int(velocity) + 10))
        case " ": endAll()
        default:
            guard let key = Self.keys.firstIndex(of: character) else { return true }
            let note = 12 * octave + key
            if note < 128 { queue.sync { begin(UInt8(note)) } }
        }
        return true
    }

    /// Begins a note, or has one that sounds last longer.
    private func begin(_ note: UInt8) {
        if let end = ends[note] { end.cancel() } else { send([0x90 | options.channel, note, velocity]) }
        let end = DispatchWorkItem { [weak self] in self?.end(note) }
        ends[note] = end
        queue.asyncAfter(deadline: .now() + options.length, execute: end)
    }

    private func end(_ note: UInt8) {
        ends[note] = nil
        send([0x80 | options.channel, note, 64])
    }

    func endAll() {
        queue.sync {
            for (note, end) in ends.sorted(by: { $0.key < $1.key }) {
                end.cancel()
                self.end(note)
            }
        }
    }

    private func send(_ bytes: [UInt8]) {
        var list = MIDIPacketList()
        let packet = MIDIPacketListInit(&list)
        _ = MIDIPacketListAdd(
            &list, MemoryLayout<MIDIPacketList>.size, packet, mach_absolute_time(), bytes.count, bytes)
        _ = source != 0 ? MIDIReceived(source, &list) : MIDISend(port, destination, &list)
    }
}
