import AudioCore
import CSystem
import Foundation
import Testing

@testable import MIDIDevices

/// A process that speaks to the server message by message, and gets channels.
final class ChannelPeer {
    private let socket: Int32
    private let memory = ReceivingMemory()
    let number: UInt32
    /// The process at the other end of the channel.
    private(set) var partner: UInt32 = 0
    private var lists: [[UInt8]] = []

    init(_ place: PrivatePlace) throws {
        let socket = system_connect(place.place.socketPath)
        try #require(socket >= 0)
        self.socket = socket
        let hello = WireMessage.hello(version: WireMessage.version, name: "x").bytes
        #expect(hello.withUnsafeBytes { system_send(socket, $0.baseAddress, $0.count, nil, 0) } == 1)
        let memory = memory
        number = try #require(
            awaited { () -> UInt32? in
                guard case .message(let bytes) = memory.receive(socket),
                    case .welcome(_, let number)? = try? WireMessage(parsing: Array(bytes)[...])
                else { return nil }
                return number
            })
    }

    deinit { close(socket) }

    func send(_ bytes: [UInt8]) {
        #expect(bytes.withUnsafeBytes { system_send(socket, $0.baseAddress, $0.count, nil, 0) } == 1)
    }

    func send(_ message: WireMessage) { send(message.bytes) }

    /// Describes a destination.
    func add(_ name: String) throws {
        send(
            .object(
                WireObject(
                    id: SharedObject.id(number, 5), owner: 0, kind: .destination, isExternal: false, key: name,
                    properties: [("name", .string(name)), ("uniqueID", .integer(Int32.random(in: 1...Int32.max)))])))
    }

    private func read(_ isDone: () -> Bool) -> Bool {
        eventually {
            while case .message(let bytes) = memory.receive(passingFrom: socket) {
                if WireList(bytes) != nil {
                    lists.append(Array(bytes))
                } else if case .channel(let number)? = try? WireMessage(parsing: Array(bytes)[...]) {
                    partner = number
                    return isDone()
                }
            }
            return isDone()
        }
    }

    /// Waits for a channel, and takes it unless the test wants to do so later. Returns its socket.
    func channel(accepts: Bool = true) -> Int32? {
        guard read({ partner != 0 }) else { return nil }
        let descriptor = memory.takeDescriptor()
        if accepts { send(.accepted(partner)) }
        return descriptor >= 0 ? descriptor : nil
    }

    func getsList(ending end: [UInt8]) -> Bool { read { lists.contains { $0.suffix(end.count) == end[...] } } }
}

extension MIDISystem {
    /// Whether what is sent to a destination of another process goes by a channel.
    func sendsDirectly(to destination: UInt32) -> Bool {
        state.withLock { state in
            guard let link, let object = state.objects[destination],
                case .process(let peer, _)? = object.connections.first?.receiver
            else { return false }
            return link.objects.channels.values.contains { $0.connection == peer }
        }
    }

    /// The ways to other processes that a source's lists take: whether they are channels.
    func ways(of source: UInt32) -> [Bool] {
        state.withLock { state in
            guard let link, let object = state.objects[source] else { return [] }
            return object.connections.compactMap { connection -> Bool? in
                guard case .process(let peer, _) = connection.receiver else { return nil }
                return link.objects.channels.values.contains { $0.connection == peer }
            }
        }
    }

    /// Whether what is sent to another process goes by the server, as a channel has no room.
    var relays: Bool {
        state.withLock { _ in link?.objects.channels.values.contains { $0.connection.isWaiting } ?? false }
    }

    var channelCount: Int { state.withLock { _ in link?.objects.channels.count ?? 0 } }

    var lostLists: Int {
        state.withLock { _ in link?.objects.channels.values.reduce(0) { $0 + $1.connection.lostLists } ?? 0 }
    }
}
