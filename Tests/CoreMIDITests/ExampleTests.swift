import Foundation
import Testing

/// The programs midimonitor, midithru, midikeys and midibridge in Examples, beside other programs.
@Suite(.serialized) struct ExampleTests {
    private let place: PrivatePlace
    private let player: MIDIProgram

    init() throws {
        place = try PrivatePlace()
        player = try MIDIProgram(place, name: "player")
    }

    /// The next message that a monitor prints, without its time.
    private func message(_ monitor: MIDIProgram, of source: String) -> String? {
        let line = monitor.next { $0.contains("  \(source)  ") }
        return line.flatMap { line in line.range(of: "  \(source)  ").map { String(line[$0.upperBound...]) } }
    }

    @Test func theMonitorPrintsWhatASourceSends() throws {
        let monitor = try MIDIProgram(place, program: "midimonitor", [])
        try player.tell("source s", expecting: "made s 0")
        #expect(monitor.reports("listening to s"))
        let messages = [
            ("90 3c 64", "channel 1  note on C4 (60), velocity 100"),
            ("9f 3c 00", "channel 16  note off C4 (60), as a note on with velocity 0"),
            ("81 3d 40", "channel 2  note off C#4 (61), velocity 64"),
            ("a0 00 7f", "channel 1  pressure 127 on C-1 (0)"),
            ("b0 07 64", "channel 1  control 7 (volume), 100"), ("b0 14 01", "channel 1  control 20, 1"),
            ("b0 7b 00", "channel 1  all notes off"), ("c2 05", "channel 3  program 5"),
            ("d0 07", "channel 1  pressure 7"),
            ("e0 00 40", "channel 1  pitch bend 0"), ("e0 7f 7f", "channel 1  pitch bend +8191"),
            ("e0 00 00", "channel 1  pitch bend -8192"),
            ("f1 35", "time code, part 3: 5"), ("f2 10 01", "song position 144 sixteenths"), ("f3 02", "song 2"),
            ("f6", "tune request"),
            ("fa", "start"), ("fb", "continue"), ("fc", "stop"), ("ff", "reset"),
            ("f0 7e 7f 06 01 f7", "system exclusive, identity request, 6 bytes: F0 7E 7F 06 01 F7"),
        ]
        for (bytes, text) in messages {
            // Clocks are left out.
            try player.tell("from s f8", expecting: "sent 0")
            try player.tell("from s \(bytes)", expecting: "sent 0")
            #expect(message(monitor, of: "s") == text)
        }
        try player.tell("dispose s", expecting: "disposed 0")
        #expect(monitor.reports("s is gone"))
    }

    /// A long message comes in several packets, and a clock may stand in it.
    @Test func theMonitorPutsLongMessagesTogether() throws {
        let monitor = try MIDIProgram(place, program: "midimonitor", ["--virtual", "box", "--clock", "--count", "3"])
        #expect(sees(player, "box"))
        let data = (0..<100).map { String(format: "%02x", $0) }.joined(separator: " ")
        try player.tell("send box 0 f0 \(data)", expecting: "sent 0")
        try player.tell("send box 0 f8", expecting: "sent 0")
        try player.tell("send box 0 01 f7", expecting: "sent 0")
        try player.tell("send box 0 90 3c 40", expecting: "sent 0")
        #expect(message(monitor, of: "box") == "clock")
        let first = (0..<63).map { String(format: "%02X", $0) }.joined(separator: " ")
        #expect(message(monitor, of: "box") == "system exclusive, 103 bytes: F0 \(first) ...")
        #expect(message(monitor, of: "box") == "channel 1  note on C4 (60), velocity 64")
        #expect(monitor.end() == 0)
    }

    @Test func theMonitorListensToWhatItIsTold() throws {
        try player.tell("source one", expecting: "made one 0")
        try player.tell("source two", expecting: "made two 0")
        let monitor = try MIDIProgram(place, program: "midimonitor", ["two", "--count", "1"])
        #expect(monitor.reports("listening to two"))
        try player.tell("from one 90 3c 01", expecting: "sent 0")
        try player.tell("from two 90 3c 02", expecting: "sent 0")
        #expect(message(monitor, of: "two") == "channel 1  note on C4 (60), velocity 2")
        #expect(monitor.end() == 0)
        let list = try MIDIProgram(place, program: "midimonitor", ["--list"])
        #expect(list.reports("one") && list.reports("two"))
        #expect(list.end() == 0)
        for words in [["--count", "0"], ["--count"], ["--other"]] {
            #expect(try MIDIProgram(place, program: "midimonitor", words).end() == 1)
        }
    }

    @Test func theThruBoxPassesOnAnotherChannelAndKey() throws {
        try player.tell("source keys", expecting: "made keys 0")
        try player.tell("destination synth", expecting: "made synth 0")
        let box = try MIDIProgram(
            place, program: "midithru", ["keys", "synth", "--channel", "3", "--transpose", "12", "--drop-clock"])
        #expect(box.reports("from keys to synth"))
        try player.tell("from keys f8", expecting: "sent 0")
        try player.tell("from keys 90 3c 64", expecting: "sent 0")
        #expect(player.next { $0.hasPrefix("synth ") }?.hasPrefix("synth 92 48 64") == true)
        #expect(try MIDIProgram(place, program: "midithru", ["keys", "nobody"]).end() == 1)
        #expect(try MIDIProgram(place, program: "midithru", ["keys", "synth", "--channel", "17"]).end() == 1)
    }

    @Test func theKeyboardPlaysTheCharactersOfItsInput() throws {
        try player.tell("destination synth", expecting: "made synth 0")
        let keyboard = try MIDIProgram(
            place, program: "midikeys",
            ["--destination", "synth", "--channel", "2", "--length", "0.02", "--velocity", "90"])
        // An octave up, softer, and a key that is none.
        for characters in ["a", "x?w", "cd"] { keyboard.tell(characters) }
        let messages = (0..<6).compactMap { _ in player.next { $0.hasPrefix("synth ") }?.prefix(14) }
        #expect(
            messages == [
                "synth 91 3c 5a", "synth 81 3c 40", "synth 91 49 5a", "synth 81 49 40", "synth 91 4c 50",
                "synth 81 4c 40",
            ])
        keyboard.tell("q")
        #expect(keyboard.end() == 0)
        for words in [
            ["--channel", "0"], ["--velocity"], ["--length", "x"], ["--destination", "nobody"], ["--other"],
        ] {
            #expect(try MIDIProgram(place, program: "midikeys", words).end() == 1)
        }
    }

    /// Two bridges of this machine: what a program sends to one comes out of the other.
    @Test func bridgesConnectProgramsByTheNetwork() throws {
        try player.tell("source keys", expecting: "made keys 0")
        try player.tell("destination synth", expecting: "made synth 0")
        let far = try MIDIProgram(place, program: "midibridge", ["--anyone", "--to", "synth"])
        let line = far.next { $0.contains(" at port ") }
        let port = try #require(line?.split(separator: " ").last)
        let near = try MIDIProgram(
            place, program: "midibridge", ["--connect", "127.0.0.1:\(port)", "--from", "keys"])
        #expect(near.reports("connection with 127.0.0.1:\(port)"))
        #expect(far.next { $0.hasPrefix("connection with ") } != nil)
        #expect(
            eventually {
                player.tell("from keys 90 3c 64")
                return player.next { $0.hasPrefix("synth ") || $0.hasPrefix("sent") }?.hasPrefix("synth 90 3c 64")
                    == true
            })
        for words in [["--connect"], ["--connect", "a:0"], ["--from", "nobody"], ["--to", "nobody"], ["--other"]] {
            #expect(try MIDIProgram(place, program: "midibridge", words).end() == 1)
        }
    }

    /// Has a program see the destination of another one.
    private func sees(_ program: MIDIProgram, _ name: String) -> Bool {
        eventually {
            program.tell("list")
            let words = program.next { $0.hasPrefix("sources ") }?.split(separator: " ") ?? []
            return words.drop { $0 != "destinations" }.contains(Substring(name))
        }
    }
}
