internal import AudioCore
import CSystem
import Glibc
internal import MIDIEvents

// Compiled as a part of MIDIDevices, whose server and link it drives without their threads.

/// Hands what programs send to a server, and what a server says to a program.
///
/// An input consists of records: a byte that chooses who sends, two for the size, and the message.
package enum ServerStreams {
    static let folder: String = {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array("\(parent)/fuzz-midi-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { fatalError("there is no folder for temporary files") }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
    private static let messages = 256

    private static func forEachRecord(
        _ input: UnsafeBufferPointer<UInt8>, _ body: (Int, UnsafeRawBufferPointer) -> Bool
    ) {
        var rest = UnsafeRawBufferPointer(input)[...]
        // What a socket receives is in memory with some more after it.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: input.count + 64, alignment: 16)
        defer { memory.deallocate() }
        for _ in 0..<messages where rest.count > 3 {
            let chooser = Int(rest[rest.startIndex])
            let size = min(Int(rest[rest.startIndex + 1]) | Int(rest[rest.startIndex + 2]) << 8, rest.count - 3)
            let message = rest.dropFirst(3).prefix(size)
            rest = rest.dropFirst(3 + size)
            _ = memory.initializeMemory(as: UInt8.self, fromContentsOf: message)
            guard body(chooser, UnsafeRawBufferPointer(rebasing: memory[..<size])) else { return }
        }
    }

    static func makeConnection() -> (PeerConnection, other: Int32) {
        var sockets: [Int32] = [-1, -1]
        guard system_pair(&sockets) != 0 else { fatalError("there are no sockets") }
        return (PeerConnection(sockets[0], wakeUp: nil), sockets[1])
    }

    // MARK: The server

    package static func feed(server input: UnsafeBufferPointer<UInt8>) {
        let place = ServerPlace(folder: folder, program: nil)
        guard let server = MIDIServer(place, file: nil, linger: 0) else { fatalError("there is no server") }
        var others: [Int32] = []
        var peers = (0..<3).map { _ in
            let (connection, other) = makeConnection()
            others.append(other)
            let peer = ServerPeer(connection, since: 0)
            let hello = WireMessage.hello(version: WireMessage.version, name: "x").bytes
            precondition(hello.withUnsafeBytes { server.take($0, from: peer) }, "the greeting is refused")
            return Optional(peer)
        }
        forEachRecord(input) { chooser, message in
            guard let peer = peers[chooser % 3] else { return true }
            if !server.take(message, from: peer) || chooser == 255 {
                server.removeObjects(of: peer)
                peers[chooser % 3] = nil
            }
            _ = server.system.deliverLists()
            return true
        }
        check(server)
        _ = server.system.state.withLock { server.lastingMessages($0) }
        for peer in peers.compactMap(\.self) { server.removeObjects(of: peer) }
        server.system.state.withLock { state in
            precondition(state.virtualEndpoints.isEmpty, "endpoints are left of programs that have gone")
            state.sharing = nil
        }
        for other in others { close(other) }
    }

    private static func check(_ server: MIDIServer) {
        server.system.state.withLock { state in
            let objects = server.objects
            for (id, reference) in objects.references {
                guard let object = state.objects[reference] else { fatalError("an object is known that is not there") }
                precondition(object.shared?.id == id, "an object is known under another number")
            }
            let counted = state.objects.values.reduce(0) { $0 + ($1.shared?.countedBytes ?? 0) }
            precondition(objects.usage.bytes == counted, "what is shared is counted wrongly")
            for object in state.objects.values where object.isPublic {
                guard case .integer(let id)? = object.properties["uniqueID"] else {
                    fatalError("an object has no identifier")
                }
                precondition(state.object(uniqueID: id) === object, "an identifier is that of another object")
                precondition(
                    object.properties.size
                        == object.properties.reduce(0) { $0 + MIDIProperties.size($1.key, $1.value) },
                    "properties are counted wrongly")
            }
        }
    }

    /// Streams of programs as they are, to begin with.
    package static var seeds: [[UInt8]] {
        let (first, second) = (SharedObject.id(1, 5), SharedObject.id(2, 6))
        func object(_ id: UInt64, _ owner: UInt64, _ kind: MIDIObject.Kind, _ unique: Int32, external: Bool = false)
            -> WireMessage
        {
            .object(
                WireObject(
                    id: id, owner: owner, kind: kind, isExternal: external, key: "k\(id)",
                    properties: [("name", .string("n")), ("uniqueID", .integer(unique)), ("d", .data([1, 2]))]))
        }
        func list(_ target: UInt64, _ time: UInt8) -> [UInt8] {
            withUnsafeBytes(of: WireList(form: .bytes, target: target, stream: 3)) { Array($0) } + [1, 0, 0, 0, time]
                + [UInt8](repeating: 0, count: 7) + [3, 0, 0x90, 60, 64]
        }
        func words(_ target: UInt64) -> [UInt8] {
            withUnsafeBytes(of: WireList(form: .words2, target: target, stream: 3)) { Array($0) } + [
                2, 0, 0, 0, 1, 0, 0, 0,
            ]
                + [UInt8](repeating: 0, count: 8) + [2, 0, 0, 0, 0, 60, 0x90, 0x40, 0, 0, 0, 0x80]
        }
        var rules = ThruRules()
        rules.sources = [.init(reference: 0, uniqueID: 11)]
        rules.destinations = [.init(reference: 0, uniqueID: 12)]
        let all: [(UInt8, [UInt8])] = [
            (0, object(first, 0, .source, 11).bytes), (1, object(second, 0, .destination, 12).bytes),
            (1, WireMessage.heard(first, true).bytes), (0, WireMessage.direct(2).bytes), (0, list(first, 0)),
            (0, list(second, 0)), (0, words(second)), (1, WireMessage.direct(1).bytes),
            (2, WireMessage.thru(SharedObject.id(3, 1), owner: "o", rules: rules.bytes).bytes), (0, list(first, 1)),
            (1, WireMessage.property(second, name: "model", value: .string("m")).bytes),
            (1, WireMessage.property(second, name: "uniqueID", value: .integer(13)).bytes),
            (2, object(SharedObject.id(3, 2), 0, .device, 21, external: true).bytes),
            (2, object(SharedObject.id(3, 3), SharedObject.id(3, 2), .entity, 22, external: true).bytes),
            (2, object(SharedObject.id(3, 4), SharedObject.id(3, 3), .source, 23, external: true).bytes),
            (0, WireMessage.flush(0, stream: 0).bytes), (0, WireMessage.noChannel(2).bytes),
            (0, WireMessage.removed(first).bytes), (255, WireMessage.removed(second).bytes),
        ]
        let records = all.map { [$0.0, UInt8($0.1.count & 0xFF), UInt8($0.1.count >> 8)] + $0.1 }
        return [records.flatMap { $0 }] + records
    }

    // MARK: The program

    package static func feed(link input: UnsafeBufferPointer<UInt8>) {
        let system = MIDISystem(clock: { 1000 }, hasThread: false, server: ServerPlace(folder: folder, program: nil))
        guard let link = system.link, let client = try? system.createClient("own", notices: nil) else { return }
        let (connection, other) = makeConnection()
        system.state.withLock { state in
            state.sharing = link
            link.objects.begin(ServerMeeting(connection: connection, number: 1, messages: []))
        }
        _ = try? system.createSource(client, "s", protocolID: 1)
        let destination = try? system.createDestination(client, "d", .words(2) { _, _ in })
        forEachRecord(input) { chooser, message in
            if chooser % 4 == 3 {
                link.receive(message, relayedFrom: 2, system)
            } else if let head = WireList(message) {
                link.receive(head, message, system)
            } else if let message = try? WireMessage(parsing: Array(message)[...]) {
                link.apply(message, system)
            } else {
                return false
            }
            _ = system.deliverLists()
            return true
        }
        link.forgetUnseen(system)
        precondition(
            destination.map { (try? system.integer("uniqueID", of: $0)) != nil } ?? false,
            "an object of our own is gone")
        system.state.withLock { $0.sharing = nil }
        close(other)
    }
}
