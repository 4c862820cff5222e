import Foundation
import TestSupport
import Testing

/// midiplay in Examples, which plays to midimonitor or by a synthesizer, and midisynth, which is one.
@Suite(.serialized) struct MIDIExampleTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A number in seven bits a byte, as a file has it.
    private static func variable(_ number: Int) -> [UInt8] {
        var bytes = [UInt8(number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F | 0x80), at: 0)
            rest >>= 7
        }
        return bytes
    }

    /// A file with tracks of events, each with the ticks since the one before it. A quarter note has 96.
    private static func file(format: UInt8, _ tracks: [[(Int, [UInt8])]]) -> [UInt8] {
        var bytes = Array("MThd".utf8)
        bytes += [0, 0, 0, 6, 0, format, 0, UInt8(tracks.count), 0, 96]
        for track in tracks {
            var events: [UInt8] = []
            for (ticks, event) in track { events += variable(ticks) + event }
            events += [0, 0xFF, 0x2F, 0]
            bytes += Array("MTrk".utf8)
            bytes += [0, 0, UInt8(events.count >> 8), UInt8(events.count & 0xFF)]
            bytes += events
        }
        return bytes
    }

    /// Runs a command in the folder, with a MIDI server of its own that ends with it. `$0` is the folder of programs.
    private func run(_ command: String) throws -> (status: Int32, output: String) {
        let around = """
            export XDG_RUNTIME_DIR="$PWD/run" XDG_STATE_HOME="$PWD/state" COREAUDIO_BACKEND=null
            mkdir -p -m 700 run
            trap 'kill $(tr -dc 0-9 <run/coreaudio-midi.lock)' EXIT
            """
        let result = try folder.run("/bin/sh", "-c", around + "\n" + command, Products.folder)
        return (result.status, result.output)
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }

    /// The second track's tempo counts for the first. What is sent has the times of the file, to the millisecond.
    @Test func theMIDIPlayerPlaysToADestination() throws {
        let melody: [(Int, [UInt8])] = [
            (0, [0xFF, 3, 4] + "Tune".utf8), (0, [0xC0, 5]), (0, [0x90, 60, 100]), (96, [60, 0]),
            (0, [0xF0, 5, 0x7E, 0x7F, 9, 1, 0xF7]), (96, [0x80, 60, 64]), (192, [0xB0, 7, 90]),
        ]
        let tempos: [(Int, [UInt8])] = [(0, [0xFF, 0x51, 3, 3, 0xD0, 0x90]), (192, [0xFF, 0x51, 3, 1, 0xE8, 0x48])]
        try write(Self.file(format: 1, [melody, tempos]), "song.mid")
        let result = try run(
            """
            "$0/midimonitor" --virtual box --count 6 >heard &
            for i in $(seq 400); do "$0/midiplay" --list | grep -qx box && break; sleep 0.05; done
            "$0/midiplay" --destination box song.mid || exit 1
            wait $! && cat heard
            """)
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "Tune, 0:01")
        let heard = lines.dropFirst().map { $0.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true) }
        #expect(
            heard.map { String($0.last ?? "") } == [
                " box  channel 1  program 5", " box  channel 1  note on C4 (60), velocity 100",
                " box  channel 1  note off C4 (60), as a note on with velocity 0",
                " box  system exclusive, General MIDI on, 6 bytes: F0 7E 7F 09 01 F7",
                " box  channel 1  note off C4 (60), velocity 64", " box  channel 1  control 7 (volume), 90",
            ])
        let times = heard.compactMap { Double($0.first ?? "") }
        // Quarter notes of 250 ms, and of 125 ms from the third on.
        #expect(zip(times.map { $0 - times[0] }, [0, 0, 0.25, 0.25, 0.5, 0.75]).allSatisfy { abs($0 - $1) < 0.0011 })
    }

    /// Eight notes of a scale, each at its exact frame, of its frequency, and silence after it.
    @Test func theInstrumentPlaysEachNoteAtItsFrame() throws {
        #expect(try run("\"$0/midisynth\" --offline scale.wav").status == 0)
        let file = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/scale.wav"))
        let start = try #require(file.range(of: Data("data".utf8))).upperBound + 4
        let samples = file[start...].withUnsafeBytes { bytes in
            // The left channel of two.
            stride(from: 0, to: bytes.count - 7, by: 8).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
        }
        #expect(samples.count == 96_000)
        for (index, note) in [60, 62, 64, 65, 67, 69, 71, 72].enumerated() {
            let sound = samples[12_000 * index..<12_000 * (index + 1)]
            // Its first sample is the zero at which a sine begins.
            #expect(sound.firstIndex { $0 != 0 } == 12_000 * index + 1)
            #expect(sound.dropFirst(7_000).allSatisfy { $0 == 0 } && (sound.max() ?? 0) > 0.1)
            let steady = sound.dropFirst(1_000).prefix(4_800)
            let rises = zip(steady, steady.dropFirst()).filter { $0 <= 0 && $1 > 0 }.count
            let frequency = 440 * pow(2, (Double(note) - 69) / 12)
            #expect(abs(Double(rises) - frequency / 10) <= 1.5)
        }
    }

    @Test func theInstrumentSaysThatThereAreNoSources() throws {
        let result = try run(
            """
            mkfifo keys
            sleep 20 >keys & holder=$!
            "$0/midisynth" <keys >heard & synth=$!
            for i in $(seq 400); do grep -q playing heard && break; sleep 0.05; done
            kill $holder; wait $synth; cat heard
            """)
        #expect(result.output.contains("playing nothing: there are no sources"))
        #expect(try run("\"$0/midisynth\" nobody").status == 1)
        #expect(try run("\"$0/midisynth\" --other").status == 1)
        #expect(try run("\"$0/midisynth\" --offline").status == 1)
    }

    @Test func theMIDIPlayerRefusesWhatIsNoSong() throws {
        try write(Self.file(format: 0, [[(0, [0x90, 60, 100])]]), "song.mid")
        try write(Array("RIFF, and no song".utf8), "other.mid")
        try write(Array(Self.file(format: 0, [[(0, [0x90, 60, 100]), (9, [0x80, 60, 0])]]).dropLast(5)), "short.mid")
        #expect(try run("\"$0/midiplay\" --destination nobody song.mid").status == 1)
        #expect(try run("\"$0/midiplay\" --bank /nonexistent song.mid").status == 1)
        for words in ["other.mid", "missing.mid", "short.mid", "", "--list song.mid", "--other song.mid", "--bank"] {
            #expect(try run("\"$0/midiplay\" \(words)").status == 1, "\(words)")
        }
    }
}
