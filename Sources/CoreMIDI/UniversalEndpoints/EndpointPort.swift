import AudioCore
import CCoreMIDI
import Foundation
import MIDIDevices
import MIDIEvents

/// The stream messages of a list of words, and lists of them.
enum StreamMessages {
    /// Calls `body` with the 16 bytes of each stream message of a list.
    static func forEach(_ list: UnsafeRawPointer, _ body: ([UInt8]) -> Void) {
        EventLists.forEach(list) { packet in
            EventLists.forEachMessage(packet) { index, count in
                guard count == 4, EventLists.word(packet, index) >> 28 == 0xF else { return }
                body(
                    (0..<4).flatMap { place in
                        withUnsafeBytes(of: EventLists.word(packet, index + place).bigEndian) { Array($0) }
                    })
            }
        }
    }

    /// Calls `body` with a list of messages.
    static func withList(
        _ messages: [[UInt8]], _ protocolID: Int32, _ body: (UnsafePointer<MIDIEventList>) throws(AudioError) -> Void
    ) throws(AudioError) {
        let writer = EventListWriter()
        writer.begin(protocolID)
        for message in messages {
            let words = stride(from: 0, to: 16, by: 4).map { place in
                message[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            words.withUnsafeBufferPointer { writer.append(0, $0, from: 0, 4) }
        }
        try body(writer.list.assumingMemoryBound(to: MIDIEventList.self))
    }
}

/// A pair of virtual endpoints that states what it is to whoever asks.
final class EndpointPort: @unchecked Sendable {
    private let system: MIDISystem
    private let describe: @Sendable () -> EndpointDescription
    private let waiting = WaitingMessages()
    private let client: UInt32
    let source: UInt32
    private(set) var destination: UInt32 = 0

    /// - Parameters:
    ///   - describe: returns what the endpoint states now. It is called on the queue of MIDI-CI.
    ///   - receive: gets all that comes, on the thread that delivers.
    init(
        _ system: MIDISystem, _ name: String, protocolID: Int32,
        describe: @escaping @Sendable () -> EndpointDescription,
        receive: @escaping @Sendable (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void
    ) throws(AudioError) {
        self.system = system
        self.describe = describe
        client = try system.createClient(name, notices: nil)
        source = try system.createSource(client, name, protocolID: protocolID)
        let receiver = MIDIReceiver.words(protocolID) { [weak self] list, context in
            self?.take(list)
            receive(list, context)
        }
        destination = try system.createDestination(client, name, receiver)
        for (endpoint, other) in [(source, destination), (destination, source)] {
            let id = try system.integer("uniqueID", of: other)
            try system.set("associated endpoint", of: endpoint, to: .integer(id))
        }
    }

    deinit { try? system.disposeClient(client) }

    private func take(_ list: UnsafePointer<MIDIEventList>) {
        StreamMessages.forEach(list) { message in
            guard message[0] & 0xF == 0, [0x00, 0x05, 0x10].contains(message[1]) else { return }
            waiting.perform { [weak self] in self?.answer(message) }
        }
    }

    private func answer(_ message: [UInt8]) {
        switch message[1] {
        case 0x00: send(describe().answers(message[7]))
        // The protocol is the endpoint's own, and stays.
        case 0x05: send([describe().configuration])
        default: send(describe().blockAnswers(message[2], message[3]))
        }
    }

    /// Sends messages from the source.
    func send(_ messages: [[UInt8]]) {
        guard !messages.isEmpty else { return }
        try? StreamMessages.withList(messages, Int32(describe().protocolID)) { list throws(AudioError) in
            try system.receive(list, from: source)
        }
    }

    func rename(_ name: String) throws(AudioError) {
        for endpoint in [source, destination] { try system.set("name", of: endpoint, to: .string(name)) }
    }
}
