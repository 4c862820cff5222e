import AudioCore
import CALSA
import CoreMIDI
import Glibc
import MIDIDevices
import Testing

@testable import MIDITransports

/// The ALSA sequencer: events to and from bytes, and the calls that are made, on a sequencer of the test's.
struct SequencerTests {
    /// Notes what is called, and gives the events that the test puts in.
    private final class FakeSequencer: SequencerCalls, @unchecked Sendable {
        let client: UInt8 = 130
        var others: [SequencerPort] = []
        var own: [UInt8: (name: String, sends: Bool, takes: Bool)] = [:]
        var connections: Set<[UInt8]> = []
        var sent: [(from: UInt8, to: [UInt8], event: ALSAEvent, bytes: [UInt8])] = []
        var events: [(ALSAEvent, [UInt8])] = []
        var wakes = 0
        var isThere = true
        private var last: UInt8 = 0

        func ports() -> [SequencerPort] {
            let ours = own.map {
                SequencerPort(
                    client: client, port: $0, clientName: "us", name: $1.name, sends: $1.sends, takes: $1.takes)
            }
            return others + ours.sorted { $0.port < $1.port }
        }

        func makePort(_ name: String, sends: Bool, takes: Bool) -> UInt8? {
            last += 1
            own[last] = (name, sends, takes)
            return last
        }

        func removePort(_ port: UInt8) { own[port] = nil }

        func connect(_ port: UInt8, from client: UInt8, _ other: UInt8) -> Bool {
            connections.insert([port, client, other]).inserted
        }

        func disconnect(_ port: UInt8, from client: UInt8, _ other: UInt8) {
            connections.remove([port, client, other])
        }

        func send(_ event: ALSAEvent) {
            sent.append(
                (event.source.port, [event.destination.client, event.destination.port], event, Self.bytes(event)))
        }

        static func bytes(_ event: ALSAEvent) -> [UInt8] {
            withUnsafePointer(to: event) { event in
                guard Int(event.pointee.type) == ALSAEventExclusive, let start = ALSAEventBytes(event) else {
                    return []
                }
                return Array(UnsafeRawBufferPointer(start: start, count: Int(ALSAEventSize(event))))
            }
        }

        func receive(_ body: (ALSAEvent, UnsafeRawBufferPointer) -> Void) -> Bool {
            defer { events = [] }
            for (event, bytes) in events { bytes.withUnsafeBytes { body(event, $0) } }
            return isThere
        }

        func wake() { wakes += 1 }

        /// Puts in the event of a message.
        func put(_ message: [UInt8], from place: [UInt8], to port: UInt8) {
            message.withUnsafeBytes { bytes in
                guard var event = SequencerMessages.event(bytes) else { return }
                event.source = ALSAAddress(client: place[0], port: place[1])
                event.destination = ALSAAddress(client: client, port: port)
                events.append((event, Self.bytes(event)))
            }
        }
    }

    private func event(_ bytes: [UInt8]) -> ALSAEvent? { bytes.withUnsafeBytes { SequencerMessages.event($0) } }

    private func messages(_ event: ALSAEvent, _ bytes: [UInt8] = []) -> [[UInt8]] {
        var result: [[UInt8]] = []
        bytes.withUnsafeBytes { SequencerMessages.forEachMessage(event, $0) { result.append(Array($0)) } }
        return result
    }

    @Test func messagesBecomeEventsAndComeBack() throws {
        var all: [[UInt8]] = []
        for channel in UInt8(0)..<16 {
            for status in [0x80, 0x90, 0xA0, 0xB0, 0xE0] as [UInt8] {
                all += [[status | channel, 0, 0], [status | channel, 64, 1], [status | channel, 127, 127]]
            }
            all += [[0xC0 | channel, 5], [0xD0 | channel, 127]]
        }
        all += [
            [0xF1, 0x23], [0xF2, 1, 2], [0xF3, 4], [0xF6], [0xF8], [0xF9], [0xFA], [0xFB], [0xFC], [0xFE], [0xFF],
        ]
        for message in all {
            let made = try #require(event(message))
            #expect(messages(made) == [message])
        }
        for message in [[0xF0, 1, 2, 0xF7], [3, 4], [0xF7]] as [[UInt8]] {
            let made = try #require(event(message))
            #expect(messages(made, message) == [message])
        }
        #expect(event([]) == nil && event([0xF4]) == nil && event([0xFD]) == nil)
    }

    @Test func eventsHaveTheFieldsOfTheSequencer() throws {
        let note = try #require(event([0x93, 60, 100]))
        #expect(Int(note.type) == 6 && note.flags == 0 && note.data.note.channel == 3)
        #expect(note.data.note.note == 60 && note.data.note.velocity == 100)
        let bend = try #require(event([0xE1, 0, 0]))
        #expect(Int(bend.type) == 13 && bend.data.control.value == -8192 && bend.data.control.channel == 1)
        let control = try #require(event([0xB2, 7, 99]))
        #expect(Int(control.type) == 10 && control.data.control.parameter == 7 && control.data.control.value == 99)
        let exclusive = try #require(event([0xF0, 1, 0xF7]))
        #expect(Int(exclusive.type) == 130 && exclusive.flags == 4)
    }

    @Test func wholeParametersBecomeSeveralMessages() {
        func control(_ type: Int, _ parameter: UInt32, _ value: Int32) -> ALSAEvent {
            var event = ALSAEvent()
            event.type = UInt8(type)
            event.data.control = ALSAControl(channel: 2, unused: (0, 0, 0), parameter: parameter, value: value)
            return event
        }
        #expect(messages(control(14, 7, 300)) == [[0xB2, 7, 2], [0xB2, 39, 44]])
        #expect(messages(control(14, 64, 127)) == [[0xB2, 64, 127]])
        #expect(messages(control(16, 130, 300)) == [[0xB2, 101, 1], [0xB2, 100, 2], [0xB2, 6, 2], [0xB2, 38, 44]])
        #expect(messages(control(15, 130, 300)) == [[0xB2, 99, 1], [0xB2, 98, 2], [0xB2, 6, 2], [0xB2, 38, 44]])
        // What lies beyond its range, and what is no message.
        #expect(
            messages(control(13, 0, .max)) == [[0xE2, 0x7F, 0x7F]] && messages(control(13, 0, .min)) == [[0xE2, 0, 0]])
        for type in 0..<256 {
            for message in messages(control(type, .max, .min)) {
                let data = message.dropFirst()
                #expect(message[0] >= 0x80 && data.allSatisfy { $0 < 0x80 }, "\(type)")
            }
        }
        #expect(messages(control(60, 0, 0)).isEmpty && messages(control(130, 0, 0)).isEmpty)
    }

    private func withPorts() throws -> (ManualSystem, FakeSequencer, SequencerTransport) {
        let (manual, fake) = (try ManualSystem(), FakeSequencer())
        fake.others = [
            SequencerPort(client: 0, port: 1, clientName: "System", name: "Announce", sends: true, takes: false),
            SequencerPort(client: 20, port: 0, clientName: "Keys", name: "Keys MIDI 1", sends: true, takes: true),
            SequencerPort(client: 24, port: 0, clientName: "Keys", name: "Keys MIDI 1", sends: true, takes: false),
            SequencerPort(client: 128, port: 0, clientName: "PipeWire-System", name: "input", sends: true, takes: true),
            SequencerPort(client: 129, port: 0, clientName: "coreaudio other", name: "x", sends: true, takes: true),
            SequencerPort(client: 131, port: 3, clientName: "Private", name: "x", sends: false, takes: false),
        ]
        let transport = try #require(SequencerTransport(manual.system, fake))
        transport.refresh()
        return (manual, fake, transport)
    }

    @Test func portsAreDevicesWhileTheyAreThere() throws {
        let (manual, fake, transport) = try withPorts()
        let system = manual.system
        #expect(fake.connections == [[1, 0, 1]])
        #expect(system.all(.source).count == 2 && system.all(.destination).count == 1)
        #expect(try system.all(.device).map { try system.string("name", of: $0) } == ["Keys", "Keys"])
        #expect(try system.string("driver", of: system.all(.source)[0]) == "ALSA")
        let ids = try system.all(.source).map { try system.integer("uniqueID", of: $0) }
        // One goes, which the sequencer announces, and comes again by another number.
        let gone = fake.others.remove(at: 1)
        var announcement = ALSAEvent()
        announcement.type = 61
        fake.events = [(announcement, [])]
        #expect(transport.step() && system.all(.source).count == 1 && system.all(.destination).isEmpty)
        fake.others.append(
            SequencerPort(client: 28, port: 0, clientName: gone.clientName, name: gone.name, sends: true, takes: true))
        announcement.type = 63
        fake.events = [(announcement, [])]
        #expect(transport.step() && system.all(.source).count == 2)
        #expect(try Set(system.all(.source).map { try system.integer("uniqueID", of: $0) }) == Set(ids))
        fake.isThere = false
        transport.run()
        #expect(system.all(.device).isEmpty)
    }

    @Test func messagesPassBothWays() throws {
        let (manual, fake, transport) = try withPorts()
        let (system, inbox) = (manual.system, Inbox())
        let source = system.all(.source)[0]
        let port = try system.createInputPort(manual.client, "in", inbox.receiver)
        try system.connect(port, to: source, refCon: nil)
        #expect(fake.wakes > 0 && transport.step() && fake.connections.contains([1, 20, 0]))
        fake.put([0x90, 60, 100], from: [20, 0], to: 1)
        fake.put([0xF0, 1, 2, 0xF7], from: [20, 0], to: 1)
        // From a port that is not connected.
        fake.put([0x90, 61, 100], from: [99, 0], to: 1)
        #expect(transport.step())
        manual.advance(to: .max)
        #expect(inbox.bytes == [[0x90, 60, 100], [0xF0, 1, 2, 0xF7]] && inbox.packets.allSatisfy { $0.time > 0 })
        try system.disconnect(port, from: source)
        #expect(transport.step() && !fake.connections.contains([1, 20, 0]))

        let output = try system.createOutputPort(manual.client, "out")
        let long: [UInt8] = [0xF0] + [UInt8](repeating: 5, count: 600) + [0xF7]
        try withPackets([(0, [0x80, 60, 0, 0xC0, 3]), (0, long)]) {
            try system.send($0, by: output, to: system.all(.destination)[0])
        }
        manual.deliver()
        #expect(fake.sent.count == 5)
        for sent in fake.sent { #expect(sent.from == 1 && sent.to == [20, 0] && sent.event.queue == 253) }
        let short: [[UInt8]] = fake.sent.prefix(2).flatMap { messages($0.event) }
        #expect(short == [[0x80, 60, 0], [0xC0, 3]])
        #expect(fake.sent.dropFirst(2).map(\.bytes.count) == [256, 256, 90])
    }

    @Test func virtualEndpointsArePorts() throws {
        let (manual, fake, transport) = try withPorts()
        let (system, inbox) = (manual.system, Inbox())
        let source = try system.createSource(manual.client, "melody", protocolID: 1)
        let destination = try system.createDestination(manual.client, "ear", inbox.receiver)
        #expect(transport.step())
        let sending = try #require(fake.own.first { $0.value.name == "melody" })
        let taking = try #require(fake.own.first { $0.value.name == "ear" })
        #expect(sending.value.sends && !sending.value.takes && taking.value.takes && !taking.value.sends)
        try withPackets([(0, [0x90, 1, 2])]) { try system.receive($0, from: source) }
        manual.deliver()
        #expect(fake.sent.count == 1 && fake.sent[0].from == sending.key && fake.sent[0].to == [254, 253])
        fake.put([0x90, 7, 8], from: [20, 0], to: taking.key)
        #expect(transport.step())
        manual.advance(to: .max)
        #expect(inbox.bytes == [[0x90, 7, 8]])
        try system.disposeEndpoint(source)
        try system.set("name", of: destination, to: .string("renamed"))
        #expect(transport.step() && fake.own[sending.key] == nil)
        #expect(Set(fake.own.values.map(\.name)) == ["listener", "renamed"] && fake.own[taking.key] == nil)
        fake.isThere = false
        transport.run()
        #expect(fake.own.count == 1)
    }

    /// Where there is no sequencer, as in a container, opening it fails, and all else goes on.
    @Test func withoutASequencerThereIsNone() {
        let isThere = access("/dev/snd/seq", R_OK | W_OK) == 0
        #expect((ALSASequencer("coreaudio test") != nil) == (isThere && ALSASequencer.isInstalled))
    }
}
