import Foundation
import TestSupport
import Testing

/// C programs that play, record and change devices through audio units, on private servers.
@Suite(.serialized, .needsCompiler) struct UnitServerTests {
    private let compiler = Compiler.all.first

    /// Numbers as samples, which two channels have with both signs. No two neighbours are equal, and none is silent.
    private enum Numbers {
        static let period = 65_000

        static func sample(_ frame: Int) -> Float { Float(frame % period + 1) / 65_536 }

        /// Stereo frames for a minute.
        static let bytes: Data = {
            let samples = (0..<60 * 48_000).flatMap { frame -> [Float] in [sample(frame), -sample(frame)] }
            return samples.withUnsafeBytes { Data($0) }
        }()

        /// How many frames from the first one on are numbers that follow one another.
        static func unbroken(_ heard: [Float], areSidesExchanged: Bool) -> Int {
            let (one, other) = areSidesExchanged ? (1, 0) : (0, 1)
            let frames = heard.count / 2
            guard frames > 0, heard[one] > 0 else { return 0 }
            let first = Int(heard[one] * 65_536) - 1
            return (0..<frames).prefix { frame in
                let wanted = sample(first + frame)
                return heard[2 * frame + one] == wanted && heard[2 * frame + other] == -wanted
            }.count
        }
    }

    /// The microphone hears the numbers, which another program plays on the headphones; the client plays them on the speakers.
    @Test(
        .needs(.pipewire),
        arguments: [
            ("pass-through", ["callback"], false), ("pass-through", ["connection"], false),
            ("two-devices", ["microphone", "speakers"], true),
        ])
    func whatIsHeardIsPlayed(client: String, arguments: [String], exchangesSides: Bool) throws {
        let compiler = try #require(compiler)
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        // A recording stream of older servers loses frames where cycles become shorter.
        server.run("pw-metadata", ["-n", "settings", "0", "clock.force-quantum", "512"])
        server.linkMicrophone(to: "headphones")
        let file = server.directory.appending(path: "numbers.raw")
        try Numbers.bytes.write(to: file)
        let other = try #require(server.play(file.path, on: "headphones"))
        defer { other.interrupt() }
        #expect(try #require(Recorder(server, sink: "headphones")).finish(frames: 512).count >= 1024)
        // A busy machine may drop a cycle: that is tried again.
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let run = try compiler.buildAndRun(
                "units/\(client).c", arguments + ["36000"], environment: ["COREAUDIO_BACKEND": "pipewire"])
            #expect(run == .success)
            let heard = recorder.finish(frames: 24_000)
            let same = Numbers.unbroken(heard, areSidesExchanged: exchangesSides)
            if same < 24_000, attempts.another() {
                print("\(client) \(arguments): \(same) frames equal; again")
                continue
            }
            #expect(same >= 24_000)
            break
        }
    }

    /// One mode of each of four compilers.
    private static let compilers =
        Compiler.modes("clang", "c", ["c99"]) + Compiler.modes("gcc", "c", ["gnu17"])
        + Compiler.modes("clang++", "c++", ["c++11"]) + Compiler.modes("g++", "c++", ["c++17"])

    /// The programs that run on the null device, unchanged: a callback, listeners and stops, units that are connected, a file in a
    /// mixer, edits of a graph, chosen devices with channel maps, and RemoteIO.
    @Test(.needs(.pipewire), arguments: compilers)
    func programsOfEachCompilerRun(compiler: Compiler) throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let programs: [(name: String, arguments: [String])] = [
            ("output", []), ("connected", []), ("players", ["@/sound.caf"]), ("graph", []), ("late", []),
            ("two-devices", ["microphone", "speakers", "9600"]), ("pass-through", ["callback", "9600"]),
            ("switching", ["speakers", "headphones"]),
        ]
        for (name, arguments) in programs {
            let run = try compiler.buildAndRun(
                "units/\(name).c", arguments, environment: ["COREAUDIO_BACKEND": "pipewire"])
            #expect(run == .success, "\(name)")
        }
    }

    /// Every number is heard once, on the device that the unit had when it rendered the number.
    ///
    /// On PipeWire: PulseAudio drops the frames that it has not played when a stream stops.
    @Test(.needs(.pipewire)) func aChangeOfTheDeviceLosesNoFrame() throws {
        let kind = PrivateServer.Kind.pipewire
        let compiler = try #require(compiler)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let attempts = Attempts()
        while true {
            let recorders = try ["speakers", "headphones"].map { try #require(Recorder(server, sink: $0)) }
            let run = try compiler.buildAndRun(
                "units/switching.c", ["speakers", "headphones"], environment: ["COREAUDIO_BACKEND": kind.backend])
            #expect(run == .success)
            // The last numbers come more than a second behind the first.
            let (first, second) = (recorders[0].finish(frames: 48_000), recorders[1].finish(frames: 48_000))
            let (ones, others) = (runs(first), runs(second))
            let all = (ones + others).sorted { $0.lowerBound < $1.lowerBound }
            let isWhole = zip(all, all.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound }
            if ones.count != 2 || others.count != 2 || !isWhole, attempts.another() {
                print("speakers: \(ones), headphones: \(others); again")
                continue
            }
            #expect(ones.count == 2 && others.count == 2 && isWhole, "speakers: \(ones), headphones: \(others)")
            // What is played last may be lost when the process ends.
            #expect(all.first?.lowerBound == 1 && all.dropLast().allSatisfy { $0.count >= 9600 })
            #expect(all.first == ones.first && all.last == others.last)
            break
        }
    }

    /// The numbers that follow one another in a recording.
    private func runs(_ samples: [Float]) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        var isSilent = true
        for frame in stride(from: 0, to: samples.count - 1, by: 2) {
            let number = Int(samples[frame])
            if number > 0, !isSilent, let last = runs.last, number == last.upperBound + 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else if number > 0 {
                runs.append(number...number)
            }
            isSilent = number == 0
        }
        return runs
    }

    /// A graph plays a file, of which the monitor has every sample; on PulseAudio all but those that the server drops when the
    /// graph stops.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func aGraphPlaysAFileExactly(kind: PrivateServer.Kind) throws {
        let compiler = try #require(compiler)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let wanted = (0..<20_000).flatMap { frame -> [Float] in
            let sample = Float(frame + 1) / 48_000
            return [sample, sample]
        }
        let least = wanted.count - (kind == .pulse ? 2 * 4096 : 0)
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let run = try compiler.buildAndRun(
                "units/players.c", ["@/sound.caf"], environment: ["COREAUDIO_BACKEND": kind.backend])
            #expect(run == .success)
            let same = zip(recorder.finish(frames: 20_000), wanted).prefix { $0 == $1 }.count
            if same < least, attempts.another() {
                print("\(kind): \(same) of \(wanted.count) samples equal; again")
                continue
            }
            #expect(same >= least)
            break
        }
    }
}
