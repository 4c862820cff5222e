import Foundation
import TestSupport
import Testing

/// afplay with files on a server whose tables are behind the sound, which it reads by ranges.
@Suite(.serialized, .needsInstallation) struct AfplayRangeTests {
    private static let tool = Installed.tool("afplay")

    /// Noise that 24 bits hold, without a zero.
    private static func sample(_ index: Int64) -> Float {
        let bits = (UInt64(bitPattern: index &+ 1) &* 0x9E37_79B9_7F4A_7C15) >> 44
        return Float(Int(bits | 1) - (1 << 19)) / Float(1 << 20)
    }

    /// That noise in ALAC, two channels at 48 kHz, ahead of the movie atom.
    private static func movie(frames: Int) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try Data(RenderCounter.wave(frames: frames, sample)).write(to: URL(fileURLWithPath: folder.path + "/a.wav"))
        let script = "afconvert -f WAVE -d LEI24 a.wav b.wav && afconvert -f m4af -d alac b.wav c.m4a"
        try #require(folder.tool("sh", "-c", script).status == 0)
        return MovieFile.withSoundFirst(
            try Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/c.m4a"))))
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theMonitorHearsTheFile(kind: PrivateServer.Kind) throws {
        let sound = try PrivateServer(kind)
        defer { sound.stop() }
        let frames = 96_000
        let file = try Self.movie(frames: frames)
        // So that it has several blocks.
        #expect(file.count > 300_000)
        let server = try ScriptedServer { _, request in .part(of: file, request, "ETag: \"1\"\r\n") }
        defer { server.stop() }
        // A busy machine may drop a cycle: that shows, and is tried again.
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(sound))
            #expect(sound.run("/bin/sh", ["-c", "\(Self.tool) \(server.address())"]) == 0)
            let heard = recorder.finish(frames: frames)
            let same = (0..<min(frames * 2, heard.count)).prefix { heard[$0] == Self.sample(Int64($0)) }.count
            if same < frames * 2, attempts.another() {
                print("\(kind): \(same) of \(frames * 2) samples equal; again")
                continue
            }
            #expect(same == frames * 2)
            break
        }
        #expect(server.requests.contains { $0.contains("If-Range: \"1\"") })
    }

    private func play(_ address: String, _ options: String...) throws -> ProgramResult {
        let folder = try TemporaryFolder()
        return try folder.run("/usr/bin/timeout", ["20", Self.tool, "--debug"] + options + [address])
    }

    @Test func aServerWithoutRangesIsRefusedInASentence() throws {
        let file = try Self.movie(frames: 4800)
        for answer in [.whole(file), .whole(file, "Accept-Ranges: none\r\n")] as [ScriptedServer.Answer] {
            let server = try ScriptedServer { _, _ in answer }
            defer { server.stop() }
            let result = try play(server.address())
            #expect(result.status == 1)
            #expect(
                result.errors == """
                    Error: AudioFileStreamParseBytes failed ('optm'): \(server.address()): its sound comes before what is \
                    needed to play it as it arrives, and the server does not send parts of files

                    """)
            #expect(server.requests.count == (answer.head.contains("none") ? 1 : 2))
        }
    }

    /// What is requested after the head goes to where the redirect led.
    @Test func aRedirectIsFollowedOnce() throws {
        let file = try Self.movie(frames: 48_000)
        let server = try ScriptedServer { _, request in
            guard request.hasPrefix("GET /radio") else { return .part(of: file, request) }
            return .init("HTTP/1.1 302 Found\r\nLocation: /elsewhere.m4a\r\nContent-Length: 0\r\n")
        }
        defer { server.stop() }
        let result = try play(server.address(), "-t", "0.5")
        #expect(result.status == 0 && result.errors.contains("frames received: 24000\n"), "\(result.errors)")
        #expect(server.requests.filter { $0.hasPrefix("GET /radio") }.count == 1)
        #expect(server.requests.filter { $0.hasPrefix("GET /elsewhere.m4a") }.count > 1)
    }

    @Test func aFileThatChangesIsNotPlayedOn() throws {
        let file = try Self.movie(frames: 96_000)
        let server = try ScriptedServer { number, request in
            .part(of: file, request, "ETag: \"\(number < 3 ? 1 : 2)\"\r\n")
        }
        defer { server.stop() }
        let result = try play(server.address())
        #expect(result.status == 1)
        #expect(result.errors.hasSuffix("Error: \(server.address()): the file on the server has changed\n"))
    }

    @Test func aPlaylistGoesOnBehindAServerWithoutRanges() throws {
        let file = try Self.movie(frames: 4800)
        let whole = try ScriptedServer { _, _ in .whole(file) }
        defer { whole.stop() }
        let parts = try ScriptedServer { _, request in .part(of: file, request) }
        defer { parts.stop() }
        let text = "\(whole.address())\n\(parts.address())\n"
        let list = try ScriptedServer { _, _ in .whole(Array(text.utf8), "Content-Type: audio/x-mpegurl\r\n") }
        defer { list.stop() }
        let result = try play(list.address())
        #expect(result.status == 0 && result.errors.contains("frames received: 4800\n"), "\(result.errors)")
    }

    /// On a terminal: the length, and seeks to both sides, back to the start too.
    @Test func keysSeek() throws {
        let file = try Self.movie(frames: 30 * 48_000)
        let server = try ScriptedServer { _, request in .part(of: file, request) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal(["afplay", server.address("My%20song.m4a")], in: folder)
        #expect(terminal.shows("My song.m4a") && terminal.shows("0:01 / 0:30"))
        terminal.type("\u{1B}[C\u{1B}[C")
        #expect(terminal.shows { $0.text.contains("0:11 / 0:30") || $0.text.contains("0:12 / 0:30") })
        terminal.type("\u{1B}[D\u{1B}[D\u{1B}[D")
        #expect(terminal.shows { $0.text.contains("0:00 / 0:30") || $0.text.contains("0:01 / 0:30") })
        terminal.type("q")
        #expect(terminal.end() == 0 && terminal.isRestored)
    }

    /// While the server sends nothing, a key is obeyed and the wait is shown.
    @Test func aStallIsShownAndLeft() throws {
        let file = try Self.movie(frames: 10 * 48_000)
        let held = DispatchSemaphore(value: 0)
        defer { held.signal() }
        let server = try ScriptedServer { _, request in
            if (ScriptedServer.range(request)?.lowerBound ?? 0) == 4 << 17 { held.wait() }
            return .part(of: file, request)
        }
        defer { server.stop() }
        #expect(file.count > 8 << 17)
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal(["afplay", server.address()], in: folder)
        #expect(terminal.shows("waiting for the server: "))
        terminal.type("q")
        #expect(terminal.end() == 0 && terminal.isRestored)
    }
}
