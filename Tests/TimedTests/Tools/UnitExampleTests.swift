import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The programs in Examples that use audio units and OpenAL.
@Suite(.serialized) struct UnitExampleTests {
    private static let rack = Products.folder + "/effect-rack"
    private static let scope = Products.folder + "/duplex-scope"
    private static let flight = Products.folder + "/moving-source"

    // MARK: Effects

    private static let frames = 10_000

    /// Samples in 16 bits, of which neighbours differ in each channel.
    private static let numbers: [Int16] = (0..<frames).flatMap { frame -> [Int16] in
        let (left, right) = (frame * 7 % 30_000 - 15_000, 3 - frame * 5 % 20_000)
        return [Int16(left), Int16(right)]
    }

    private static let input = numbers.map { Float($0) / 32_768 }

    /// Four bits, and each fourth frame.
    private static let crushed = (0..<frames * 2).map { index -> Float in
        let held: Float = input[index / 8 * 8 + index % 2]
        return (held * 8).rounded() / 8
    }

    private func makeInput(_ folder: TemporaryFolder) throws {
        let url = URL(fileURLWithPath: folder.path + "/in.wav") as CFURL
        try PublicFile.create(
            url, kAudioFileWAVEType, .int(16, rate: 48_000, channels: 2), littleEndianBytes(Self.numbers))
    }

    /// The samples of a file of floats, in the order of this machine or the other one.
    private func samples(_ folder: TemporaryFolder, _ name: String) throws -> [Float] {
        try PublicFile.with(URL(fileURLWithPath: folder.path + "/" + name) as CFURL) { file in
            let format = try PublicFile.property(
                file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            #expect(format.mBitsPerChannel == 32 && format.mFormatFlags & kAudioFormatFlagIsFloat != 0)
            #expect(format.mSampleRate == 48_000 && format.mChannelsPerFrame == 2)
            let isBig = format.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
            let bytes = try PublicFile.data(file)
            return bytes.withUnsafeBytes { bytes in
                (0..<bytes.count / 4).map {
                    let bits = bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)
                    return Float(bitPattern: isBig ? bits.bigEndian : bits.littleEndian)
                }
            }
        }
    }

    @Test func theRackRendersIntoAFile() throws {
        let folder = try TemporaryFolder()
        try makeInput(folder)
        let result = try folder.run(Self.rack, "in.wav", "-o", "out.caf", "crusher=4")
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output == "Bits 4.0, of 1.0 to 24.0\n")
        #expect(try samples(folder, "out.caf") == Self.crushed)
        // Effects behind each other: the second finds nothing to change.
        #expect(try folder.run(Self.rack, "in.wav", "crusher=4", "crusher=24", "-o", "two.caf").status == 0)
        #expect(try samples(folder, "two.caf") == Self.crushed)
    }

    /// Behind the end of the file the effects sound on. A reverb without reverberation is silent there.
    @Test func theRackRendersTheTail() throws {
        let folder = try TemporaryFolder()
        try makeInput(folder)
        #expect(try folder.run(Self.rack, "in.wav", "crusher=4", "reverb=0", "-o", "out.caf").status == 0)
        let whole = try samples(folder, "out.caf")
        #expect(Array(whole.prefix(Self.crushed.count)) == Self.crushed)
        #expect(whole.count > Self.crushed.count && whole.dropFirst(Self.crushed.count).allSatisfy { $0 == 0 })
    }

    @Test func theRackPlaysAndRefuses() throws {
        let folder = try TemporaryFolder()
        try makeInput(folder)
        #expect(try folder.run(Self.rack, "in.wav").status == 0)
        #expect(try folder.run(Self.rack).status == 1)
        #expect(try folder.run(Self.rack, "in.wav", "echo").status == 1)
        #expect(try folder.run(Self.rack, "in.wav", "crusher=x").status == 1)
        #expect(try folder.run(Self.rack, "none.wav").status == 1)
        #expect(try folder.run(Self.rack, "in.wav", "-o", "none/out.caf").status == 1)
    }

    /// What it plays is what it renders.
    @Test(.needs(.pipewire)) func theRackPlaysWhatItRenders() throws {
        let folder = try TemporaryFolder()
        try makeInput(folder)
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let process = try #require(server.launch(Self.rack, [folder.path + "/in.wav", "crusher=4"]))
            let heard = recorder.finish(frames: Self.frames)
            #expect(process.wait() == 0)
            let same = zip(heard, Self.crushed).prefix { $0 == $1 }.count
            if same < Self.crushed.count, attempts.another() {
                print("\(same) of \(Self.crushed.count) samples equal; again")
                continue
            }
            #expect(same == Self.crushed.count)
            break
        }
    }

    /// Built as its first lines say, with warnings as errors.
    @Test(.needsInstallation, .needs("cc", "pkg-config")) func theRingModulatorMultiplies() throws {
        let folder = try TemporaryFolder()
        try makeInput(folder)
        let source = PrivateServer.projectRoot.path + "/Examples/ring-modulator/ring-modulator.c"
        let text = try String(contentsOfFile: source, encoding: .utf8)
        let command = try #require(text.firstMatch(of: #///     cc (ring-modulator\.c -o .*)/#)).1
        try FileManager.default.copyItem(atPath: source, toPath: folder.path + "/ring-modulator.c")
        let built = try folder.run(
            "/usr/bin/env", "PKG_CONFIG_PATH=" + (Installed.prefix ?? "") + "/lib/pkgconfig", "sh", "-c",
            "cc -Wall -Wextra -Werror " + command)
        try #require(built.status == 0, "\(built.errors)")
        #expect(try folder.run("./ring-modulator", "in.wav", "1000", "out.caf").status == 0)
        let heard = try samples(folder, "out.caf")
        #expect(heard.count == Self.input.count)
        let farthest = zip(heard, Self.input).enumerated().map { index, pair -> Float in
            let turn = Double(index / 2 % 48) / 48
            return abs(pair.0 - pair.1 * Float(cos(2 * .pi * turn)))
        }.max()
        #expect(farthest ?? 1 < 1e-6)
        #expect(try folder.run("./ring-modulator", "in.wav").status == 0)
        #expect(try folder.run("./ring-modulator").status == 1)
        #expect(try folder.run("./ring-modulator", "in.wav", "low").status == 1)
        #expect(try folder.run("./ring-modulator", "none.wav").status == 1)
    }

    // MARK: Scope

    @Test func theScopePrintsLines() throws {
        let folder = try TemporaryFolder()
        let result = try folder.run(Self.scope, "--seconds", "0.6")
        #expect(result.status == 0 && result.errors == "")
        let lines = result.output.split(separator: "\n")
        #expect((1...3).contains(lines.count))
        #expect(lines.allSatisfy { $0.wholeMatch(of: #/ +\d+\.\d\d s  peak -99\.9 dB +no tone/#) != nil })
    }

    @Test(arguments: [["--seconds"], ["--seconds", "-1"], ["--volume", "2"], ["--cutoff", "x"], ["--other", "1"]])
    func theScopeRefuses(arguments: [String]) throws {
        #expect(try TemporaryFolder().run(Self.scope, arguments).status == 1)
    }

    /// Whatever the size of the terminal, nothing is written beyond it; the wave of silence is a line.
    @Test(arguments: [(80, 24), (1, 1), (2, 2), (12, 3), (200, 60)])
    func theScopeFillsTheScreen(columns: Int, rows: Int) throws {
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal([Self.scope], in: folder, columns: columns, rows: rows)
        let line = String(repeating: "━", count: columns)
        #expect(terminal.shows { rows < 2 ? $0.hasOtherScreen : $0.lines[rows / 4] == line })
        if columns >= 80 { #expect(terminal.shows { $0.lines[rows - 1].contains("peak -99.9 dB       no tone") }) }
        terminal.resize(columns: 33, rows: 9)
        #expect(terminal.shows { $0.lines[2] == String(repeating: "━", count: 33) && $0.lines[8].contains("peak") })
        terminal.type("\u{3}")
        #expect(terminal.end() == 0 && terminal.isRestored)
        #expect(terminal.screen.strange == [] && !terminal.screen.isOverfull)
    }

    @Test func theScopeDrawsInASCII() throws {
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal(
            [Self.scope, "--seconds", "0.5"], in: folder, columns: 40, rows: 10, environment: ["LANG": "C"])
        #expect(terminal.shows(String(repeating: "-", count: 40)))
        #expect(terminal.end() == 0 && terminal.isRestored && terminal.screen.foreignBytes == 0)
    }

    /// A tone at the microphone is shown, and played at the volume that was asked for.
    @Test(.needs(.pipewire)) func theScopeHearsATone() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        server.linkMicrophone(to: "headphones")
        let file = server.directory.appending(path: "tone.raw")
        let tone = (0..<20 * 48_000).flatMap { frame -> [Float] in
            let sample = Float(0.5 * sin(2 * .pi * Double(frame % 48) / 48))
            return [sample, sample]
        }
        try tone.withUnsafeBytes { Data($0) }.write(to: file)
        let other = try #require(server.play(file.path, on: "headphones"))
        defer { other.interrupt() }
        #expect(try #require(Recorder(server, sink: "headphones")).finish(frames: 512).count >= 1024)
        let recorder = try #require(Recorder(server))
        let output = server.directory.appending(path: "lines").path
        let words = ["--seconds", "1.5", "--cutoff", "20000", "--volume", "0.5"]
        let scope = try #require(server.launch(Self.scope, words, output: output))
        let heard = recorder.finish(frames: 24_000)
        #expect(scope.wait() == 0)
        let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        let last = try #require(lines.last)
        #expect(last.contains(#/peak  -[56]\.\d dB    1000 Hz/#), "\(last)")
        // The filter passes all but a little of 1 kHz.
        #expect((0.23...0.26).contains(heard.map(abs).max() ?? 0))
    }

    // MARK: Moving source

    @Test(.needs(library: "libopenal.so.1")) func theSourceFlies() throws {
        let folder = try TemporaryFolder()
        let result = try folder.run(Self.flight, "--seconds", "0.6")
        #expect(result.status == 0 && result.errors == "")
        let lines = result.output.split(separator: "\n")
        #expect((1...3).contains(lines.count))
        #expect(lines.first?.contains(#/front +1[67]\.\d m  pitch \+\d\.\d %/#) == true)
        #expect(try folder.run(Self.flight, "--seconds").status == 1)
        #expect(try folder.run(Self.flight, "3").status == 1)
    }

    /// The frequency of the buzz, by the rises through zero of both sides together.
    private func frequency(_ samples: ArraySlice<Float>) -> Double {
        let sums = stride(from: samples.startIndex, to: samples.endIndex - 1, by: 2).map {
            Double(samples[$0] + samples[$0 + 1])
        }
        let rises = sums.indices.dropFirst().filter { sums[$0 - 1] < 0 && sums[$0] >= 0 }.map {
            Double($0) - sums[$0] / (sums[$0] - sums[$0 - 1])
        }
        guard let first = rises.first, let last = rises.last, last > first else { return 0 }
        return Double(rises.count - 1) * 48_000 / (last - first)
    }

    /// It comes from the right with a higher pitch, and goes to the left with a lower one.
    @Test(.needs(library: "libopenal.so.1"), .needs(.pipewire)) func theSourceComesAndGoes() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let recorder = try #require(Recorder(server))
        let flight = try #require(server.launch(Self.flight, ["--seconds", "3.2"]))
        let heard = recorder.finish(frames: 3 * 48_000)
        #expect(flight.wait() == 0)
        try #require(heard.count >= 6 * 48_000)
        // A quarter of a second from 1.5 s on, and one from 2.75 s on, of two channels.
        let (coming, going) = (heard[144_000..<168_000], heard[264_000..<288_000])
        let (rise, fall) = (frequency(coming) / 220.5, frequency(going) / 220.5)
        #expect((1.015...1.035).contains(rise) && (0.965...0.985).contains(fall), "\(rise), \(fall)")
        func peak(_ samples: ArraySlice<Float>, _ side: Int) -> Float {
            stride(from: samples.startIndex + side, to: samples.endIndex, by: 2).map { abs(samples[$0]) }.max() ?? 0
        }
        #expect(peak(coming, 1) > 5 * peak(coming, 0) && peak(going, 0) > 5 * peak(going, 1))
    }
}
