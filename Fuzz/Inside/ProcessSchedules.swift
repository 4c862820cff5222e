internal import AudioCore
internal import CMIDIPackets
import CSystem
import Glibc
internal import MIDIEvents

// Compiled as a part of MIDIDevices, as `ServerStreams` is.

/// Has three programs and a server take their turns in the order that the input says, and expects that no list is lost, doubled or
/// overtaken, whichever way it takes.
///
/// Each byte is a step: what happens, and to whom.
package enum ProcessSchedules {
    private static let mostSteps = 400

    /// A program, whose thread is run step by step.
    private final class Program {
        let system: MIDISystem
        let peer: ServerPeer
        let number: UInt32
        private(set) var destination: UInt32 = 0
        private(set) var source: UInt32 = 0
        private var output: UInt32 = 0
        private(set) var inputs: [UInt32] = []
        /// What has been sent to the destinations of the others, and from the source.
        var sent: [[Int]] = [[], [], []]
        var sentFromSource = 0
        /// What has come to the destination, and by each input.
        private let received = LockedValue<[[Int]]>([[], [], []])
        private let heard = LockedValue<[[Int]]>([[], [], []])

        var arrivals: [[Int]] { received.withLock { $0 } }
        var listened: [[Int]] { heard.withLock { $0 } }

        init?(_ index: Int, _ server: MIDIServer) {
            let place = ServerPlace(folder: ServerStreams.folder, program: nil)
            system = MIDISystem(clock: { 1000 }, hasThread: false, server: place)
            let (connection, other) = ServerStreams.makeConnection()
            peer = ServerPeer(connection, since: 0)
            let hello = WireMessage.hello(version: WireMessage.version, name: "x").bytes
            guard hello.withUnsafeBytes({ [peer] in server.take($0, from: peer) }), let number = peer.number else {
                return nil
            }
            self.number = number
            var meeting = ServerMeeting(
                connection: PeerConnection(other, wakeUp: system.link?.waker.event), number: number, messages: [])
            let memory = ReceivingMemory()
            while case .message(let bytes) = memory.receive(other) {
                if let message = try? WireMessage(parsing: Array(bytes)[...]) { meeting.messages.append(message) }
            }
            system.link?.begin(meeting, system)
            do throws(AudioError) {
                let client = try system.createClient("c", notices: nil)
                let received = received
                // The sender is in the first byte's channel, and the number in the others.
                destination = try system.createDestination(
                    client, "d\(index)",
                    .bytes { list, _ in
                        Self.forEach(list) { sender, number in received.withLock { $0[sender].append(number) } }
                    })
                source = try system.createSource(client, "s\(index)", protocolID: 1)
                output = try system.createOutputPort(client, "o")
                for origin in 0..<3 {
                    let heard = heard
                    inputs.append(
                        try system.createInputPort(
                            client, "i",
                            .bytes { list, _ in
                                Self.forEach(list) { sender, number in
                                    precondition(sender == origin, "a list comes from another source")
                                    heard.withLock { $0[origin].append(number) }
                                }
                            }))
                }
            } catch { return nil }
        }

        private static func forEach(_ list: UnsafePointer<MIDIPacketList>, _ body: (Int, Int) -> Void) {
            PacketLists.forEach(UnsafeRawPointer(list)) { packet in
                let bytes = PacketLists.data(packet)
                for start in stride(from: 0, to: bytes.count - 2, by: 3) {
                    body(Int(bytes[start] & 0xF), Int(bytes[start + 1]) | Int(bytes[start + 2]) << 7)
                }
            }
        }

        static func withList(
            _ sender: Int, _ number: Int, _ body: (UnsafePointer<MIDIPacketList>) throws(AudioError) -> Void
        ) {
            let bytes: [UInt8] =
                [1, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
                + [3, 0, 0xE0 | UInt8(sender), UInt8(number & 0x7F), UInt8(number >> 7)]
            bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                try? body(start.assumingMemoryBound(to: MIDIPacketList.self))
            }
        }

        func find(_ name: String) -> UInt32? {
            system.state.withLock { state in
                state.virtualEndpoints.first { reference in
                    state.objects[reference].flatMap { state.string("name", of: $0) } == name
                }
            }
        }

        /// One turn of the thread that delivers.
        func run() {
            system.link?.wait(until: 0, system)
            _ = system.deliverLists()
        }

        func send(as index: Int, to other: Int) {
            guard index != other, let destination = find("d\(other)") else { return }
            Self.withList(index, sent[other].count) { [output, system] list throws(AudioError) in
                try system.send(list, by: output, to: destination)
            }
            sent[other].append(sent[other].count)
        }

        func sendFromSource(as index: Int) {
            Self.withList(index, sentFromSource) { [source, system] list throws(AudioError) in
                try system.receive(list, from: source)
            }
            sentFromSource += 1
        }

        func listen(to other: Int, _ isWanted: Bool) {
            guard let source = find("s\(other)") else { return }
            if isWanted {
                try? system.connect(inputs[other], to: source, refCon: nil)
            } else {
                try? system.disconnect(inputs[other], from: source)
            }
        }
    }

    /// Schedules in which each step is as likely as any other, and one in which the programs mostly send.
    package static var seeds: [[UInt8]] {
        (0..<16).map { seed in
            var number = UInt32(seed + 1)
            return (0..<300).map { _ in
                number = number &* 1_664_525 &+ 1_013_904_223
                let byte = UInt8(number >> 24)
                return seed % 2 == 0 ? byte : byte & 0xF8 | [0, 2, 4, 4, 5, 5, 6, 7][Int(byte & 7)]
            }
        }
    }

    package static func feed(_ input: UnsafeBufferPointer<UInt8>) {
        guard let server = MIDIServer(ServerPlace(folder: ServerStreams.folder, program: nil), file: nil, linger: 0)
        else { fatalError("there is no server") }
        let programs = (0..<3).compactMap { Program($0, server) }
        precondition(programs.count == 3, "the programs have not met the server")
        let memory = ReceivingMemory()
        var listens = [[Bool]](repeating: [false, false, false], count: 3)

        func serve(_ index: Int, most: Int) {
            let peer = programs[index].peer
            peer.connection.flush()
            for _ in 0..<most {
                guard case .message(let bytes) = memory.receive(peer.connection.socket) else { break }
                precondition(server.take(bytes, from: peer), "the server refuses what a program of ours says")
            }
            _ = server.system.deliverLists()
        }
        func settle() {
            for _ in 0..<12 {
                for index in 0..<3 { serve(index, most: 10_000) }
                for program in programs { program.run() }
            }
        }

        settle()
        for byte in input.prefix(mostSteps) {
            let (index, other) = (Int(byte >> 3) % 3, Int(byte >> 5) % 3)
            switch byte & 7 {
            case 0, 1: programs[index].run()
            case 2: serve(index, most: 1 + other)
            case 3: serve(index, most: 10_000)
            case 4: programs[index].send(as: index, to: other)
            case 5: programs[index].sendFromSource(as: index)
            case 6:
                programs[index].listen(to: other, true)
                listens[index][other] = programs[index].find("s\(other)") != nil
            default:
                programs[index].listen(to: other, false)
                listens[index][other] = false
            }
        }
        settle()
        check(programs, listens, settle)
        for program in programs {
            server.removeObjects(of: program.peer)
            program.system.state.withLock { $0.sharing = nil }
        }
        server.system.state.withLock { $0.sharing = nil }
    }

    /// Expects that everything has arrived, and once more that who listens to a source hears it.
    private static func check(_ programs: [Program], _ listens: [[Bool]], _ settle: () -> Void) {
        for index in 0..<3 {
            for other in 0..<3 where other != index {
                precondition(
                    programs[other].arrivals[index] == programs[index].sent[other],
                    "lists are lost, doubled or overtaken")
            }
            programs[index].sendFromSource(as: index)
        }
        settle()
        for index in 0..<3 {
            for other in 0..<3 {
                let numbers = programs[index].listened[other]
                precondition(
                    zip(numbers, numbers.dropFirst()).allSatisfy(<), "lists of a source are doubled or overtaken")
                let last = programs[other].sentFromSource - 1
                precondition(
                    (numbers.last == last) == listens[index][other], "who listens to a source hears it, and nobody else"
                )
            }
        }
    }
}
