import AudioCore
import CCoreMIDI
import Foundation
import MIDIDevices
import MIDIEvents

/// Asks pairs of endpoints for what they state of themselves, and keeps what they answer.
final class EndpointFinder: @unchecked Sendable {
    /// A destination and its source.
    struct Place: Hashable, Sendable {
        let destination: UInt32
        let source: UInt32
    }

    enum Event: Sendable {
        case added(Place, EndpointDescription)
        case updated(Place, EndpointDescription)
        case blockUpdated(Place, EndpointDescription, UInt8)
        case removed(Place)
    }

    private struct Known {
        var reader = EndpointReader()
        var isReported = false
    }

    private let system: MIDISystem
    private let handler: @Sendable (Event) -> Void
    private let state = LockedValue<[Place: Known]>([:])
    private let waiting = WaitingMessages()
    private var client: UInt32 = 0
    private var input: UInt32 = 0
    private var output: UInt32 = 0

    /// - Parameter handler: is called on the queue of MIDI-CI.
    init(_ system: MIDISystem, _ handler: @escaping @Sendable (Event) -> Void) throws(AudioError) {
        self.system = system
        self.handler = handler
        let channel = NoticeChannel(
            schedule: { InquiryPort.perform($0) },
            call: { [weak self] in if $0 == .setupChanged { self?.look() } })
        client = try system.createClient("UMP endpoints", notices: channel, isOwn: true)
        output = try system.createOutputPort(client, "UMP endpoints")
        input = try system.createInputPort(
            client, "UMP endpoints",
            .words(2) { [weak self] list, context in
                let source = UInt32(truncatingIfNeeded: UInt(bitPattern: context))
                StreamMessages.forEach(list) { message in
                    self?.waiting.perform { [weak self] in self?.receive(message, source) }
                }
            })
        look()
    }

    deinit { try? system.disposeClient(client) }

    /// Asks the pairs that are new, and forgets those that are gone.
    private func look() {
        let pairs = system.all(.destination).compactMap { destination in
            system.partner(of: destination).map { Place(destination: destination, source: $0) }
        }
        let (new, gone) = state.withLock { known in
            let new = pairs.filter { known[$0] == nil }
            let gone = known.keys.filter { !pairs.contains($0) }
            let reported = gone.filter { known[$0]?.isReported ?? false }
            for place in gone { known[place] = nil }
            for place in new { known[place] = Known() }
            return (new, reported)
        }
        for place in gone { handler(.removed(place)) }
        for place in new {
            try? system.connect(
                input, to: place.source, refCon: UnsafeMutableRawPointer(bitPattern: UInt(place.source)))
            ask(place, [EndpointDescription.question(0x1F)])
        }
    }

    private func ask(_ place: Place, _ messages: [[UInt8]]) {
        let protocolID = (try? system.integer("protocol ID", of: place.destination)) ?? 1
        try? StreamMessages.withList(messages, protocolID) { list throws(AudioError) in
            try system.send(list, by: output, to: place.destination)
        }
    }

    private func receive(_ message: [UInt8], _ source: UInt32) {
        let places = state.withLock { known in known.keys.filter { $0.source == source } }
        for place in places {
            let (event, asksBlocks) = state.withLock { known in
                guard var entry = known[place] else { return (Event?.none, false) }
                let before = entry.reader.parts
                guard let change = entry.reader.take(message) else {
                    known[place] = entry
                    return (nil, false)
                }
                let description = entry.reader.description
                var event: Event?
                if entry.isReported {
                    if case .block(let number) = change {
                        event = .blockUpdated(place, description, number)
                    } else {
                        event = .updated(place, description)
                    }
                } else if entry.reader.isComplete {
                    entry.isReported = true
                    event = .added(place, description)
                }
                known[place] = entry
                return (event, before & 1 == 0 && entry.reader.parts & 1 != 0 && description.blockCount > 0)
            }
            if asksBlocks { ask(place, [EndpointDescription.blockQuestion(EndpointDescription.everyBlock)]) }
            if let event { handler(event) }
        }
    }
}
