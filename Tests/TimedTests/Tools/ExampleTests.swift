import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The programs in Examples: built with the package, and run here.
@Suite(.serialized) struct ExampleTests {
    private let folder = ScratchFolder()

    private static let frames = 48_000

    private func run(_ program: String, _ arguments: [String], backend: String = "null") throws -> Int32 {
        let environment = ProcessInfo.processInfo.environment.merging(["COREAUDIO_BACKEND": backend]) { $1 }
        return try #require(ChildProcess(program, arguments, environment: environment)).wait()
    }

    // MARK: Metronome

    @Test func theMetronomeEndsAfterItsBeats() throws {
        #expect(try run(Products.folder + "/metronome", ["400", "3"]) == 0)
        #expect(try run(Products.folder + "/metronome", ["400", "1"]) == 0)
        #expect(try run(Products.folder + "/metronome", ["1"]) == 1)
        #expect(try run(Products.folder + "/metronome", ["fast"]) == 1)
    }

    /// 180 beats a minute are 16,000 frames apart, on the monitor as well.
    @Test(.needs(.pipewire)) func theMetronomeClicksAtExactFrames() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        // A busy machine may drop a cycle: that is tried again.
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let metronome = try #require(server.launch(Products.folder + "/metronome", ["180", "6"]))
            let heard = recorder.finish(frames: 5 * 16_000 + 960)
            #expect(metronome.wait() == 0)
            let left = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
            var starts: [Int] = []
            for frame in left.indices where left[frame] != 0 && frame - (starts.last ?? -2000) > 1000 {
                starts.append(frame)
            }
            if starts != (0..<6).map({ $0 * 16_000 }), attempts.another() {
                print("clicks at \(starts); again")
                continue
            }
            #expect(starts == (0..<6).map { $0 * 16_000 })
            break
        }
    }

    // MARK: Level recorder

    @Test func theLevelRecorderRecords() throws {
        #expect(try run(Products.folder + "/level-recorder", [folder.file("take.caf"), "0.5"]) == 0)
        let bytes = try PublicFile.data(folder.url("take.caf"))
        #expect(bytes.count >= 4 * 19_000 && bytes.count <= 4 * 48_000)
        #expect(try run(Products.folder + "/level-recorder", []) == 1)
        #expect(try run(Products.folder + "/level-recorder", ["/nonexistent/take.caf", "0.5"]) == 1)
    }

    // MARK: Radio

    /// A station that breaks off, with a title, a text that is none and no content type.
    @Test func theRadioPlaysAndConnectsAgain() throws {
        let sound = Array(repeatElement(try Fixture.named("MPEGAudio/cbr-mono.mp3").bytes(), count: 4).joined())
        let text = Array("StreamTitle='One\u{1B}';".utf8)
        let blocks = (text.count + 15) / 16
        let padding = [UInt8](repeating: 0, count: blocks * 16 - text.count)
        let first: [UInt8] = Array(sound[..<1000]) + [UInt8(blocks)] + text + padding
        let server = try ScriptedServer { number, _ in
            let head = "HTTP/1.0 200 OK\r\nicy-name: Test\r\nicy-metaint: 1000\r\n"
            return number == 0
                ? .init(head, first + Array(sound[1000..<2000]))
                : .init("HTTP/1.0 200 OK\r\nicy-metaint: none\r\n", sound, endless: sound)
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let result = try folder.run(Products.folder + "/radio", server.address(), "3")
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.prefix(3) == ["station: Test", "title: One", "connecting again"])
        #expect(lines.contains("playing"))
        #expect(server.requests.count >= 2)
        #expect(server.requests.allSatisfy { $0.lowercased().contains("icy-metadata: 1") })
    }

    @Test func theRadioRefusesWhatIsNone() throws {
        let folder = try TemporaryFolder()
        #expect(try folder.run(Products.folder + "/radio").status == 2)
        #expect(try folder.run(Products.folder + "/radio", "file:///dev/null").status == 2)
        let missing = try ScriptedServer { _, _ in .init("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n") }
        defer { missing.stop() }
        #expect(try folder.run(Products.folder + "/radio", missing.address(), "5").status == 1)
    }

    // MARK: Queue player

    /// Builds the player as its first lines say, with warnings as errors.
    private func buildPlayer() throws -> String {
        let source = PrivateServer.projectRoot.path + "/Examples/queue-player/queue-player.c"
        let program = folder.file("queue-player")
        let command = "cc -Wall -Wextra -Werror \"$0\" -o \"$1\" $(pkg-config --cflags --libs coreaudio)"
        let packages = ["PKG_CONFIG_PATH=" + (Installed.prefix ?? "") + "/lib/pkgconfig"]
        try #require(try run("/usr/bin/env", packages + ["sh", "-c", command, source, program]) == 0)
        return program
    }

    @Test(.needsInstallation, .needs("cc", "pkg-config")) func theQueuePlayerPlaysFilesOfSeveralKinds() throws {
        let player = try buildPlayer()
        for (name, data) in [("a.wav", "LEI16"), ("a.caf", "ima4"), ("a.m4a", "alac"), ("b.m4a", "aac")] {
            try PublicFile.create(
                folder.url("source.wav"), kAudioFileWAVEType, .int(16), Signal.bytes(30_000, seed: 5))
            let conversion = [folder.file("source.wav"), "-o", folder.file(name), "-d", data]
            #expect(try run(Installed.tool("afconvert"), conversion) == 0)
            #expect(try run(player, [folder.file(name)]) == 0, "\(name)")
        }
        try PublicFile.create(folder.url("empty.wav"), kAudioFileWAVEType, .int(16), [])
        #expect(try run(player, [folder.file("empty.wav")]) == 0)
        #expect(try run(player, ["/nonexistent"]) == 1)
    }

    /// What the player plays is the file, sample for sample.
    @Test(.needsInstallation, .needs("cc", "pkg-config"), .needsServer, arguments: PrivateServer.Kind.installed)
    func theQueuePlayerIsExact(kind: PrivateServer.Kind) throws {
        let player = try buildPlayer()
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let samples = (0..<Self.frames * 2).map { Int16(truncatingIfNeeded: $0 % 30_000 + 1) }
        try PublicFile.create(
            folder.url("tone.wav"), kAudioFileWAVEType, .int(16, rate: 48_000, channels: 2), littleEndianBytes(samples))
        let wanted = samples.map { Float($0) / 32_768 }
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let process = try #require(server.launch(player, [folder.file("tone.wav")]))
            let heard = recorder.finish(frames: Self.frames)
            #expect(process.wait() == 0)
            let same = zip(heard, wanted).prefix { $0 == $1 }.count
            if same < wanted.count, attempts.another() {
                print("\(kind): \(same) of \(wanted.count) samples equal; again")
                continue
            }
            #expect(same == wanted.count)
            break
        }
    }
}
