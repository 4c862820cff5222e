import AudioCore
import CSystem
import CoreMIDI
import Foundation
import MIDIEvents
import Testing

@testable import MIDIDevices

/// Processes that do not speak to the server as ours do.
@Suite(.serialized) struct HostilePeerTests {
    private let place: PrivatePlace
    private let server: ThreadServer
    private let one: ClientSystem
    private let two: ClientSystem
    private let inbox = Inbox()
    private let port: UInt32
    private let destination: UInt32

    init() throws {
        place = try PrivatePlace()
        server = try ThreadServer(place)
        (one, two) = (place.system(), place.system())
        _ = try one.system.createDestination(try one.client("one"), "d", inbox.receiver)
        port = try two.system.createOutputPort(try two.client("two"), "p")
        let two = two
        destination = try #require(awaited { two.destination("d") })
    }

    /// Whether messages still pass.
    private func works() throws -> Bool {
        let count = inbox.packets.count
        try withPackets([(0, [0xFA])]) { try two.system.send($0, by: port, to: destination) }
        return inbox.wait(for: count + 1).count > count
    }

    private func connect() throws -> Int32 {
        let socket = system_connect(place.place.socketPath)
        try #require(socket >= 0)
        return socket
    }

    private func send(_ bytes: [UInt8], _ socket: Int32) -> Bool {
        bytes.withUnsafeBytes { system_send(socket, $0.baseAddress, $0.count, nil, 0) } == 1
    }

    /// The number that the server gives to who introduces themselves.
    private func introduce(_ socket: Int32) throws -> UInt32 {
        #expect(send(WireMessage.hello(version: WireMessage.version, name: "x").bytes, socket))
        let memory = ReceivingMemory()
        return try #require(
            awaited { () -> UInt32? in
                guard case .message(let bytes) = memory.receive(socket),
                    case .welcome(_, let number)? = try? WireMessage(parsing: Array(bytes)[...])
                else { return nil }
                return number
            })
    }

    private func isDropped(_ socket: Int32) -> Bool {
        let memory = ReceivingMemory()
        return eventually {
            while true {
                switch memory.receive(socket) {
                case .message: continue
                case .nothing: return false
                case .ended: return true
                }
            }
        }
    }

    @Test func whoDoesNotIntroduceThemselvesIsDropped() throws {
        defer { server.end() }
        let old = WireMessage.hello(version: 9, name: "x").bytes
        for bytes in [[1], [1, 2, 3, 4, 5], WireMessage.complete.bytes, old] {
            let socket = try connect()
            defer { close(socket) }
            #expect(send(bytes, socket) && isDropped(socket))
        }
        // Those who say nothing are, too.
        let silent = try (0..<20).map { _ in try connect() }
        #expect(try works())
        for socket in silent {
            #expect(isDropped(socket))
            close(socket)
        }
        #expect(try works())
    }

    @Test func randomMessagesChangeNothing() throws {
        defer { server.end() }
        var random = randomNumbers()
        for turn in 0..<300 {
            let socket = try connect()
            defer { close(socket) }
            if turn % 3 != 0 { _ = try introduce(socket) }
            for _ in 0..<8 {
                var bytes = (0..<Int.random(in: 1...200, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                // Half of them have the number of a kind.
                if Bool.random(using: &random), bytes.count > 4 {
                    bytes.replaceSubrange(0..<4, with: [UInt8.random(in: 0...16, using: &random), 0, 0, 0])
                }
                if !send(bytes, socket) { break }
            }
        }
        #expect(try works())
        #expect(eventually { one.system.all(.destination).count == 1 })
    }

    @Test func damagedMessagesChangeNothing() throws {
        defer { server.end() }
        let number = try introduce(try connect())
        let object = WireObject(
            id: SharedObject.id(number, 5), owner: 0, kind: .source, isExternal: false, key: "k",
            properties: [("name", .string("x")), ("uniqueID", .integer(7)), ("d", .data([1, 2, 3]))])
        let messages: [WireMessage] = [
            .object(object), .removed(1), .property(1, name: "n", value: .string("v")), .heard(1, true),
            .flush(0, stream: 0), .thru(1, owner: "o", rules: ThruRules().bytes),
        ]
        for message in messages {
            for length in 0..<message.bytes.count {
                let socket = try connect()
                defer { close(socket) }
                _ = try introduce(socket)
                #expect(length == 0 || send(Array(message.bytes.prefix(length)), socket))
                if length > 0 { #expect(isDropped(socket)) }
            }
        }
        #expect(try works())
        #expect(one.system.all(.source).isEmpty)
    }

    @Test func lyingListsAreRefused() throws {
        defer { server.end() }
        let target = try #require(awaited { two.system.sharedID(of: destination) })
        func head(_ form: UInt32) -> [UInt8] {
            var head = WireList(form: .bytes, target: target, stream: 1)
            head.form = form
            return withUnsafeBytes(of: head) { Array($0) }
        }
        let lies: [[UInt8]] = [
            // One packet that is not there, far too many, and a length beyond the end.
            [1, 0, 0, 0], [255, 255, 255, 255], [1, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [255, 255, 1],
            [1, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [1, 0, 0xFA, 0xFA], [], [0],
        ]
        for form: UInt32 in [0, 1, 2, 3, 99] {
            for lie in lies {
                let socket = try connect()
                defer { close(socket) }
                _ = try introduce(socket)
                #expect(send(head(form) + lie, socket) && isDropped(socket))
            }
        }
        // To a number that nobody has, nothing is sent.
        let socket = try connect()
        defer { close(socket) }
        _ = try introduce(socket)
        let unknown = withUnsafeBytes(of: WireList(form: .bytes, target: 12345, stream: 1)) { Array($0) }
        #expect(send(unknown + [1, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [1, 0, 0xFB], socket))
        #expect(try works() && !inbox.bytes.contains([0xFB]))
    }

    @Test func objectsOfOthersCannotBeTaken() throws {
        defer { server.end() }
        let target = try #require(awaited { two.system.sharedID(of: destination) })
        let socket = try connect()
        defer { close(socket) }
        let number = try introduce(socket)
        #expect(send(WireMessage.removed(target).bytes, socket))
        // One with the unique identifier of another gets a new one.
        let id = try two.id(of: destination)
        let object = WireObject(
            id: SharedObject.id(number, 5), owner: 0, kind: .source, isExternal: false, key: "k",
            properties: [("name", .string("x")), ("uniqueID", .integer(id))])
        #expect(send(WireMessage.object(object).bytes, socket))
        let source = try #require(awaited { two.source("x") })
        #expect(try two.id(of: source) != id)
        #expect(try works())
        // One under another's number ends the connection, and with it go its objects.
        var foreign = object
        foreign.id = SharedObject.id(number + 100, 5)
        #expect(send(WireMessage.object(foreign).bytes, socket) && isDropped(socket))
        #expect(eventually { two.source("x") == nil })
    }

    @Test func whoDoesNotReadDelaysNobody() throws {
        defer { server.end() }
        let socket = try connect()
        defer { close(socket) }
        let number = try introduce(socket)
        let object = WireObject(
            id: SharedObject.id(number, 5), owner: 0, kind: .destination, isExternal: false, key: "k",
            properties: [("name", .string("x")), ("uniqueID", .integer(77))])
        #expect(send(WireMessage.object(object).bytes, socket))
        let stalled = try #require(awaited { two.destination("x") })
        let long = [0xF0] + [UInt8](repeating: 1, count: 400) + [0xF7]
        withPackets([(0, long)]) { list in
            for _ in 0..<20_000 { try? two.system.send(list, by: port, to: stalled) }
        }
        #expect(try works())
        var shortest = UInt64.max
        for _ in 0..<20 {
            let begin = HostTime.now()
            #expect(try works())
            shortest = min(shortest, HostTime.now() - begin)
        }
        #expect(shortest < 50_000_000)
    }

    @Test func aServerThatSaysNothingIsNotWaitedFor() throws {
        server.end()
        let other = try PrivatePlace()
        let listener = system_listen(other.place.socketPath)
        try #require(listener >= 0)
        defer { close(listener) }
        let begin = HostTime.now()
        let alone = other.system()
        let client = try alone.client("c")
        #expect(HostTime.now() - begin < 10_000_000_000)
        let destination = try alone.system.createDestination(client, "d", inbox.receiver)
        let port = try alone.system.createOutputPort(client, "p")
        try withPackets([(0, [0xFA])]) { try alone.system.send($0, by: port, to: destination) }
        #expect(inbox.wait(for: 1).map(\.bytes) == [[0xFA]])
    }

    @Test func foldersOfOthersAreNotUsed() throws {
        server.end()
        let other = try PrivatePlace()
        #expect(chmod(other.folder, 0o777) == 0)
        #expect(MIDIServer(other.place, file: nil, linger: 0) == nil)
        #expect(chmod(other.folder, 0o700) == 0)
        #expect(symlink(other.folder, other.folder + "/link") == 0)
        #expect(MIDIServer(ServerPlace(folder: other.folder + "/link", program: nil), file: nil, linger: 0) == nil)
        #expect(MIDIServer(other.place, file: nil, linger: 0) != nil)
    }

    @Test func messagesAreReadAsTheyAreWritten() throws {
        server.end()
        let object = WireObject(
            id: 1 << 40, owner: 3, kind: .entity, isExternal: true, key: "k\u{0}1",
            properties: [("name", .string("ä")), ("i", .integer(-1)), ("d", .data([])), ("p", .dictionary([1]))])
        let messages: [WireMessage] = [
            .hello(version: 1, name: "n"), .welcome(version: 1, number: 9), .complete, .object(object), .removed(5),
            .property(6, name: "n", value: nil), .property(6, name: "n", value: .integer(1)), .taken(3, name: "x"),
            .heard(4, true), .flush(0, stream: 1), .thru(8, owner: "o", rules: [1, 2]),
            .identifier(key: "k", value: -5), .channel(3), .accepted(6), .direct(4),
            .listener(1 << 33, number: 5, true),
            .noChannel(6),
        ]
        for message in messages {
            #expect(try WireMessage(parsing: message.bytes[...]) == message)
            for length in 0..<message.bytes.count {
                #expect(throws: AudioError.self) { try WireMessage(parsing: message.bytes.prefix(length)) }
            }
            #expect(throws: AudioError.self) { try WireMessage(parsing: (message.bytes + [0])[...]) }
        }
    }
}

extension MIDISystem {
    /// The number by which the server knows an object.
    fileprivate func sharedID(of reference: UInt32) -> UInt64? {
        state.withLock { $0.objects[reference]?.shared?.id }
    }
}
