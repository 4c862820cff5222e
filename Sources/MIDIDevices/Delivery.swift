internal import AudioCore
internal import CMIDIPackets
import CRealtime
internal import MIDIEvents

/// Calls the receivers of lists. All of it belongs to the thread that delivers.
final class Delivery: @unchecked Sendable {
    /// The streams that are known: forgotten all together when there are many, as ports and endpoints come and go.
    private static let mostStreams = 1024

    private struct Stream: Hashable {
        let target: UInt32
        let stream: UInt32
    }

    private var streams: [Stream: StreamTranslation] = [:]
    private let direct = TranslatedList()
    private let thru = TranslatedList()
    private let bus = TranslatedList()
    /// Whether a list of the bus is being delivered: one that comes back to it by thru connections would go round without an end.
    private var isInBus = false

    func deliver(_ posting: Posting, _ system: MIDISystem) {
        deliver(posting, through: direct, system)
    }

    private func deliver(_ posting: Posting, through translated: TranslatedList, _ system: MIDISystem) {
        let connections = system.state.withLock { $0.objects[posting.target]?.connections ?? [] }
        guard !connections.isEmpty else { return }
        translated.begin(posting.list, posting.form)
        let key = Stream(target: posting.target, stream: posting.stream)
        if streams.count > Self.mostStreams { streams.removeAll() }
        var stream = streams[key] ?? StreamTranslation()
        let thread = realtime_thread()
        for connection in connections {
            switch connection.receiver {
            case .client(let receiver):
                guard let list = translated.list(as: receiver.form, &stream) else { continue }
                guard system.gate.enter(connection, thread: thread) else { continue }
                call(receiver, list, connection.refCon)
                system.gate.leave()
            case .thru(let link):
                guard let list = translated.list(as: .bytes, &stream) else { continue }
                pass(list, link, connection, from: posting.target, system)
            case .transport(let wayOut):
                guard let list = translated.list(as: wayOut.form, &stream) else { continue }
                guard system.gate.enter(connection, thread: thread) else { continue }
                wayOut.send(list)
                system.gate.leave()
            case .bus(let source):
                guard !isInBus else { continue }
                isInBus = true
                let posting = Posting(
                    list: posting.list, form: posting.form, target: source, stream: posting.stream)
                deliver(posting, through: bus, system)
                isInBus = false
            // It has got what was posted already.
            case .process, .direct: continue
            }
        }
        streams[key] = stream
        if translated !== direct, connections.contains(where: \.isFar) { handOver(posting, system) }
    }

    /// Gives a list to other processes that came here by a connection or by the bus.
    private func handOver(_ posting: Posting, _ system: MIDISystem) {
        let size =
            posting.form == .bytes
            ? PacketLists.size(of: posting.list, limit: MIDISystem.mostListBytes)
            : EventLists.size(of: posting.list, limit: MIDISystem.mostListBytes)
        guard let size else { return }
        system.handOver(posting, size: size)
    }

    private func call(_ receiver: MIDIReceiver, _ list: UnsafeRawPointer, _ refCon: UnsafeMutableRawPointer?) {
        LockOrder.willCallClient()
        ProgramEnd.call {
            switch receiver {
            case .bytes(let call): call(list.assumingMemoryBound(to: MIDIPacketList.self), refCon)
            case .words(_, let call): call(list.assumingMemoryBound(to: MIDIEventList.self), refCon)
            }
        }
    }

    /// Passes a list on by a thru connection.
    private func pass(
        _ list: UnsafeRawPointer, _ link: ThruLink, _ connection: Connection, from source: UInt32, _ system: MIDISystem
    ) {
        // A list that comes back to the connection would be overwritten, and go round without an end.
        guard !link.isPassing, link.filter(list, from: source) else { return }
        link.isPassing = true
        defer { link.isPassing = false }
        let destinations = system.state.withLock { state in
            link.destinations.compactMap { state.object(at: $0, .destination)?.reference }
        }
        for destination in destinations {
            deliver(
                Posting(list: link.writer.list, form: .bytes, target: destination, stream: connection.owner),
                through: thru, system)
        }
    }
}

extension MIDIState {
    /// An endpoint of a thru connection, if it is there.
    func object(at place: ThruRules.Place, _ kind: MIDIObject.Kind) -> MIDIObject? {
        let object = objects[place.reference] ?? object(uniqueID: place.uniqueID)
        return object?.kind == kind ? object : nil
    }
}
