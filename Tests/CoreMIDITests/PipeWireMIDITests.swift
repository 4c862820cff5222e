import AudioCore
import CoreMIDI
import Foundation
import MIDIDevices
import TestServers
import Testing

@testable import MIDITransports

/// MIDI ports of a real PipeWire server, between two connections of ours and with PipeWire's own programs.
@Suite(.serialized, .needs(.pipewire)) struct PipeWireMIDITests {
    /// A system with a client that is connected to the server, as a program is.
    private final class Program {
        let system = MIDISystem(clock: { HostTime.now() }, hasThread: true)
        let client: UInt32
        let output: UInt32
        let connection: PipeWireMIDI
        let notices = WaitableValue<[MIDINotice]>([])

        init(_ name: String, sendsWords: Bool? = nil) throws {
            let notices = notices
            let channel = NoticeChannel(schedule: { $0() }, call: { notice in notices.withLock { $0.append(notice) } })
            client = try system.createClient(name, notices: channel)
            output = try system.createOutputPort(client, "out")
            connection = try #require(PipeWireMIDI(system, sendsWords: sendsWords))
        }

        deinit { connection.close() }

        /// The endpoint of this name, once it is there.
        func endpoint(_ kind: MIDISystem.Kind, _ name: String) throws -> UInt32 {
            var found: UInt32?
            _ = eventually {
                found = system.all(kind).first { (try? system.string("name", of: $0)) == name && !isVirtual($0) }
                return found != nil
            }
            return try #require(found, "there is no \(name)")
        }

        func isVirtual(_ endpoint: UInt32) -> Bool { (try? system.entity(of: endpoint)) == nil }

        func listens(to source: UInt32, _ receiver: MIDIReceiver) throws {
            try system.connect(try system.createInputPort(client, "in", receiver), to: source, refCon: nil)
        }
    }

    private func withServer(_ body: (PrivateServer) throws -> Void) throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        try body(server)
    }

    /// Sends from a virtual source until its port runs: what it sends before nobody hears.
    private func sendUntilHeard(_ program: Program, from source: UInt32, _ inbox: Inbox) -> Bool {
        eventually {
            try? withPackets([(0, [0xFE])]) { try program.system.receive($0, from: source) }
            return !inbox.packets.isEmpty
        }
    }

    @Test func aPortOfAnotherProgramIsADeviceWhileItIsThere() throws {
        try withServer { _ in
            let (one, other) = (try Program("one"), try Program("other"))
            let source = try other.system.createSource(other.client, "out of other", protocolID: 1)
            let destination = try other.system.createDestination(other.client, "into other", Inbox().receiver)
            let seen = try one.endpoint(.source, "out of other")
            let device = try one.system.device(of: one.system.entity(of: seen))
            #expect(
                try one.system.string("name", of: device) == "other"
                    && one.system.string("driver", of: device) == "PipeWire")
            _ = try one.endpoint(.destination, "into other")
            // Our own are not listed twice.
            #expect(
                !other.system.all(.source).contains {
                    (try? other.system.string("name", of: $0)) == "out of other" && $0 != source
                })
            let before = try one.system.integer("uniqueID", of: seen)
            try other.system.disposeEndpoint(source)
            #expect(eventually { !one.system.all(.source).contains(seen) })
            #expect(
                one.notices.withLockQuietly { $0 }.contains(
                    .removed(parent: 0, parentType: -1, child: device, childType: 0)))
            _ = try other.system.createSource(other.client, "out of other", protocolID: 1)
            let again = try one.endpoint(.source, "out of other")
            #expect(try one.system.integer("uniqueID", of: again) == before && again != seen)
            try other.system.set("name", of: destination, to: .string("renamed"))
            _ = try one.endpoint(.destination, "renamed")
        }
    }

    @Test func messagesOfAVirtualSourceKeepTheirTimes() throws {
        try withServer { _ in
            let (one, other) = (try Program("one"), try Program("other"))
            let source = try other.system.createSource(other.client, "keys", protocolID: 1)
            let inbox = Inbox()
            try one.listens(to: try one.endpoint(.source, "keys"), inbox.receiver)
            #expect(sendUntilHeard(other, from: source, inbox))
            let begin = HostTime.now() + 20_000_000
            let times = (0..<40).map { begin + UInt64($0) * 1_234_567 }
            try withPackets(times.enumerated().map { ($0.element, [0x90, UInt8($0.offset), 64]) }) {
                try other.system.receive($0, from: source)
            }
            let long: [UInt8] = [0xF0] + (0..<3000).map { UInt8($0 & 0x7F) } + [0xF7]
            try withPackets([(times[39] + 1, long)]) { try other.system.receive($0, from: source) }
            #expect(eventually { inbox.bytes.flatMap { $0 }.filter { $0 != 0xFE }.count >= 120 + long.count })
            let notes = inbox.packets.filter { $0.bytes.first == 0x90 }
            #expect(notes.map { $0.bytes[1] } == Array(0..<40))
            // Two conversions into frames, of 20.8 µs each. A busy machine begins some cycles late, and their messages are less exact.
            let errors = zip(notes, times).map { abs(Int64($0.time) - Int64($1)) }.sorted()
            #expect(errors.count == 40 && errors[20] < 50_000, "\(errors)")
            #expect(inbox.bytes.filter { $0.first != 0x90 && $0.first != 0xFE }.flatMap { $0 } == long)
        }
    }

    @Test func messagesToADestinationArriveInOrderFromTheFirstOn() throws {
        try withServer { _ in
            let (one, other) = (try Program("one"), try Program("other"))
            let inbox = Inbox()
            _ = try other.system.createDestination(other.client, "synth", inbox.receiver)
            let destination = try one.endpoint(.destination, "synth")
            for note in 0..<100 {
                try withPackets([(0, [0x90, UInt8(note), 1, 0xB0, 7, UInt8(note)])]) {
                    try one.system.send($0, by: one.output, to: destination)
                }
            }
            let got = inbox.wait(for: 200).map(\.bytes)
            let sent: [[UInt8]] = (UInt8(0)..<100).flatMap { note -> [[UInt8]] in [[0x90, note, 1], [0xB0, 7, note]] }
            #expect(got == sent)
            withExtendedLifetime(other) {}
        }
    }

    @Test func burstsOfSeveralProgramsArriveWhole() throws {
        try withServer { _ in
            let programs = try (0..<3).map { try Program("p\($0)") }
            let other = try Program("other")
            let inbox = Inbox()
            _ = try other.system.createDestination(other.client, "synth", inbox.receiver)
            let destinations = try programs.map { try $0.endpoint(.destination, "synth") }
            for (program, destination) in zip(programs, destinations) {
                try withPackets([(0, [0xFE])]) { try program.system.send($0, by: program.output, to: destination) }
            }
            #expect(inbox.wait(for: 3).count == 3)
            // Each fills its part of the same cycles.
            let count = 2000
            for (index, program) in programs.enumerated() {
                for number in 0..<count {
                    try withPackets([(0, [0xE0 | UInt8(index), UInt8(number & 0x7F), UInt8(number >> 7)])]) {
                        try program.system.send($0, by: program.output, to: destinations[index])
                    }
                }
            }
            let got = inbox.wait(for: 3 + 3 * count).dropFirst(3).map(\.bytes)
            for index in programs.indices {
                let numbers = got.filter { $0[0] == 0xE0 | UInt8(index) }.map { Int($0[1]) | Int($0[2]) << 7 }
                #expect(numbers == Array(0..<count), "\(index): \(numbers.count)")
            }
        }
    }

    @Test func aLongExclusiveMessageArrivesWhole() throws {
        try withServer { _ in
            let (one, other) = (try Program("one"), try Program("other"))
            let inbox = Inbox()
            _ = try other.system.createDestination(other.client, "synth", inbox.receiver)
            let destination = try one.endpoint(.destination, "synth")
            // A list of packets has at most 64 KB.
            let long: [UInt8] = [0xF0] + (0..<60_000).map { UInt8($0 % 127) } + [0xF7]
            try withPackets([(0, long)]) { try one.system.send($0, by: one.output, to: destination) }
            #expect(eventually { inbox.packets.reduce(0) { $0 + $1.bytes.count } >= long.count })
            #expect(inbox.bytes.flatMap { $0 } == long)
            withExtendedLifetime(other) {}
        }
    }

    @Test func wordsPassUnchanged() throws {
        try withServer { _ in
            let (one, other) = (try Program("one", sendsWords: true), try Program("other", sendsWords: true))
            let source = try other.system.createSource(other.client, "words", protocolID: 2)
            let inbox = Inbox()
            try one.listens(to: try one.endpoint(.source, "words"), inbox.receiver(2))
            #expect(sendUntilHeard(other, from: source, inbox))
            let words: [[UInt32]] = [
                [0x4090_3C03, 0x1234_5678], [0x4060_3C00, 0xDEAD_BEEF], [0x5006_0102, 0x0304_0506, 0, 0],
            ]
            try withEvents(._2_0, words.map { (0, $0) }) { try other.system.receive($0, from: source) }
            let got = { inbox.words.flatMap { $0 }.filter { $0 != 0x10FE_0000 } }
            #expect(eventually { got().count >= 8 } && got() == words.flatMap { $0 })
        }
    }

    @Test func aSourceIsLinkedOnlyWhileSomebodyListens() throws {
        try withServer { server in
            let (one, other) = (try Program("one"), try Program("other"))
            let source = try other.system.createSource(other.client, "keys", protocolID: 1)
            let seen = try one.endpoint(.source, "keys")
            let links = { server.output(of: "pw-link", ["-l"]).contains("keys") }
            #expect(!links())
            let inbox = Inbox()
            let port = try one.system.createInputPort(one.client, "in", inbox.receiver)
            try one.system.connect(port, to: seen, refCon: nil)
            #expect(sendUntilHeard(other, from: source, inbox) && links())
            try one.system.disconnect(port, from: seen)
            #expect(eventually { !links() })
            // The node that was linked is no device of other programs, and goes with the link.
            #expect(!other.system.all(.destination).contains { (try? other.system.string("name", of: $0)) == "keys" })
            #expect(eventually { !server.output(of: "pw-cli", ["ls", "Node"]).contains("coreaudio-midi-link") })
        }
    }

    @Test(.needs("pw-mididump", "pw-link")) func anotherProgramReadsAVirtualSource() throws {
        try withServer { server in
            let program = try Program("one")
            let source = try program.system.createSource(program.client, "melody", protocolID: 1)
            let file = server.directory.appending(path: "dump").path
            let dump = try #require(server.launch("stdbuf", ["-oL", "pw-mididump"], output: file))
            defer { dump.interrupt() }
            #expect(eventually { server.run("pw-link", ["one melody:melody", "midi-dump:input"]) == 0 })
            let text = { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
            #expect(
                eventually {
                    try? withPackets([(0, [0x93, 61, 77])]) { try program.system.receive($0, from: source) }
                    return text().contains("Note On")
                })
            #expect(
                text().contains("channel  4") && text().contains("C#4") && text().contains("velocity  77"), "\(text())")
        }
    }

    @Test(.needs("pw-midiplay", "pw-link")) func aVirtualDestinationHearsAnotherProgram() throws {
        try withServer { server in
            let program = try Program("one")
            let inbox = Inbox()
            _ = try program.system.createDestination(program.client, "listener", inbox.receiver)
            let file = server.directory.appending(path: "notes.mid")
            // One track of 96 ticks for a quarter note: eight notes, one every half second at the usual tempo, after a beat.
            let notes: [UInt8] = (60..<68).flatMap { key -> [UInt8] in [0x18, 0x90, key, 100, 0x18, 0x80, key, 0] }
            let track: [UInt8] = [0x60, 0xC0, 5] + notes + [0x60, 0xFF, 0x2F, 0]
            let header: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
            try Data(header + [0, 0, 0, UInt8(track.count)] + track).write(to: file)
            let player = try #require(server.launch("pw-midiplay", ["--target", "0", file.path]))
            defer { player.interrupt() }
            let link = "pw-link $(pw-link -o | grep midiplay | head -1) 'one listener:listener'"
            #expect(eventually { server.run("sh", ["-c", link]) == 0 })
            let got = { inbox.packets.filter { $0.bytes.first == 0x90 || $0.bytes.first == 0x80 } }
            #expect(eventually { got().count >= 16 })
            let keys: [UInt8] = got().map { $0.bytes[1] }
            #expect(keys == [60, 60, 61, 61, 62, 62, 63, 63, 64, 64, 65, 65, 66, 66, 67, 67])
            // A quarter of a beat is 125 ms. The player does not advance in cycles that it misses, of 256 frames.
            let cycle = 256e9 / 48_000
            let errors = zip(got().dropFirst(), got()).map { later, earlier in
                let missed = (Double(later.time - earlier.time) - 125e6) / cycle
                return missed < -0.5 ? .infinity : abs(missed - missed.rounded()) * cycle
            }
            #expect(errors.allSatisfy { $0 < 50_000 }, "\(errors)")
        }
    }

    @Test func portsComeBackWithTheServer() throws {
        try withServer { server in
            let system = MIDISystem(clock: { HostTime.now() }, hasThread: true)
            let client = try system.createClient("lasting", notices: nil)
            _ = try system.createSource(client, "lasting source", protocolID: 1)
            MIDITransports.start(system)
            let isListed = { server.output(of: "pw-link", ["-o"]).contains("lasting source") }
            #expect(eventually(isListed))
            let other = try Program("other")
            _ = try other.system.createSource(other.client, "of other", protocolID: 1)
            let isSeen = { system.all(.source).contains { (try? system.string("name", of: $0)) == "of other" } }
            #expect(eventually(isSeen))
            server.crash()
            #expect(eventually { !isSeen() })
            server.revive()
            #expect(eventually(isListed))
        }
    }
}
