import CoreMIDI
import Foundation

/// Listens to sources, and prints what they send.
///
/// Messages arrive on a thread of the library that nothing may hold up. So they are printed on a queue, which has all that changes.
final class Monitor: @unchecked Sendable {
    private let options: Options
    private let begin = mach_absolute_time()
    private let printing = DispatchQueue(label: "printing")
    private var client = MIDIClientRef()
    private var port = MIDIPortRef()
    /// By the number that messages of a source come with.
    private var readers: [Int: (name: String, reader: MessageReader)] = [:]
    private var connected: [MIDIEndpointRef: Int] = [:]
    private var shown = 0

    init(_ options: Options) { self.options = options }

    func start() {
        check(
            "making a client",
            MIDIClientCreateWithBlock("midimonitor" as CFString, &client) { [self] message in
                // All of the set-up may have changed.
                if message.pointee.messageID == .msgSetupChanged { printing.async { self.follow() } }
            })
        check(
            "making a port",
            MIDIInputPortCreateWithBlock(client, "input" as CFString, &port) { [self] list, connection in
                receive(list, from: Int(bitPattern: connection))
            })
        if let name = options.virtual {
            var destination = MIDIEndpointRef()
            readers[0] = (name, MessageReader())
            check(
                "making a destination",
                MIDIDestinationCreateWithBlock(client, name as CFString, &destination) { [self] list, _ in
                    receive(list, from: 0)
                })
        }
        printing.sync { follow() }
    }

    private func check(_ what: String, _ status: OSStatus) {
        if status != noErr { fail("\(what) failed: \(status)") }
    }

    /// Connects the sources that have come, and forgets those that have gone.
    private func follow() {
        let sources = allSources()
        for (source, number) in connected where !sources.contains(source) {
            connected[source] = nil
            if let gone = readers.removeValue(forKey: number) { say("\(gone.name) is gone") }
        }
        for source in sources where connected[source] == nil {
            let name = name(of: source)
            guard options.sources.isEmpty ? options.virtual == nil : options.sources.contains(name) else { continue }
            // The number of a source that has come anew is another one: what the old one sent may still be on its way.
            numbers += 1
            guard MIDIPortConnectSource(port, source, UnsafeMutableRawPointer(bitPattern: numbers)) == noErr else {
                continue
            }
            connected[source] = numbers
            readers[numbers] = (name, MessageReader())
            say("listening to \(name)")
        }
    }

    private var numbers = 0

    /// Takes the packets on the library's thread.
    private func receive(_ list: UnsafePointer<MIDIPacketList>, from number: Int) {
        let now = mach_absolute_time()
        let packets = list.unsafeSequence().map { packet in
            // A time of 0 is now. Packets are not aligned on every processor.
            let time = UnsafeRawPointer(packet).loadUnaligned(as: MIDITimeStamp.self)
            return (time: time == 0 ? now : time, bytes: Array(packet.sequence()))
        }
        printing.async { [self] in
            for packet in packets { show(packet.bytes, at: packet.time, of: number) }
        }
    }

    private func show(_ bytes: [UInt8], at time: MIDITimeStamp, of number: Int) {
        guard let source = readers[number] else { return }
        source.reader.read(bytes) { message in
            guard options.showsClock || !message.isClock, shown < options.count else { return }
            let seconds = Double(Int64(bitPattern: time &- begin)) / 1e9
            say(String(format: "%10.3f", seconds) + "  \(source.name)  \(message.text)")
            shown += 1
        }
        if shown >= options.count { exit(0) }
    }
}
