import Foundation
import TestSupport
import Testing

/// afplay with what arrives: standard input, files over HTTP, radio stations.
@Suite(.serialized, .needsInstallation) struct AfplayStreamTests {
    private static let tool = Installed.tool("afplay")

    private func play(_ server: ScriptedServer, _ options: String...) throws -> ProgramResult {
        let folder = try TemporaryFolder()
        return try folder.run("/usr/bin/timeout", ["20", Self.tool, "--debug"] + options + [server.address()])
    }

    // MARK: What is heard

    @Test(.needsServer, arguments: PrivateServer.Kind.installed, ["standard input", "an address"])
    func theMonitorHearsWhatArrives(kind: PrivateServer.Kind, way: String) throws {
        let sound = try PrivateServer(kind)
        defer { sound.stop() }
        let folder = try TemporaryFolder()
        let frames = 48_000
        let file = RenderCounter.wave(frames: frames)
        try Data(file).write(to: URL(fileURLWithPath: folder.path + "/a.wav"))
        let server = try ScriptedServer { _, _ in .whole(file) }
        defer { server.stop() }
        let command =
            way == "an address" ? "\(Self.tool) \(server.address())" : "cat \(folder.path)/a.wav | \(Self.tool) -"
        // A busy machine may drop a cycle: that shows, and is tried again.
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(sound))
            #expect(sound.run("/bin/sh", ["-c", command]) == 0)
            let heard = recorder.finish(frames: frames)
            let same = (0..<min(frames * 2, heard.count)).prefix { heard[$0] == RenderCounter.sample(Int64($0)) }.count
            if same < frames * 2, attempts.another() {
                print("\(kind), \(way): \(same) of \(frames * 2) samples equal; again")
                continue
            }
            #expect(same == frames * 2)
            break
        }
    }

    @Test(arguments: ["MPEGAudio/cbr-mono.mp3", "ADTS/aac-stereo.aac", "FLAC/s16-stereo.flac", "AC3/ac3-stereo.ac3"])
    func compressedFormatsArriveToo(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.copy(name, as: "a")
        let result = try folder.run("/bin/sh", "-c", "afplay --debug - < a")
        #expect(result.status == 0)
        #expect(result.errors.contains("frames received: ") && !result.errors.contains("frames received: 0"))
    }

    // MARK: Files over the network

    @Test(arguments: [true, false]) func aFileThatBreaksOffGoesOn(hasRanges: Bool) throws {
        let file = RenderCounter.wave(frames: 12_000)
        let half = file.count / 2 + 3
        let server = try ScriptedServer { number, request in
            guard number > 0 else {
                return .init("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\n", Array(file[..<half]))
            }
            guard hasRanges, request.contains("Range: bytes=\(half)-") else { return .whole(file) }
            let range = "Content-Range: bytes \(half)-\(file.count - 1)/\(file.count)\r\n"
            let rest = Array(file[half...])
            return .init("HTTP/1.1 206 Partial Content\r\nContent-Length: \(rest.count)\r\n\(range)", rest)
        }
        defer { server.stop() }
        let result = try play(server)
        #expect(result.status == 0)
        #expect(result.errors.contains("Connecting again: "))
        #expect(result.errors.contains("frames received: 12000\n"))
        #expect(server.requests.count == 2)
    }

    /// The rest that a server sends is not that of the file that broke off.
    @Test(arguments: [
        ("Content-Range: bytes 3-95/96\r\n", "the server sends another part of the file than was requested"),
        ("ETag: \"2\"\r\n", "the file on the server has changed"),
    ])
    func anotherRestIsRefused(fields: String, reason: String) throws {
        let file = RenderCounter.wave(frames: 12_000)
        let server = try ScriptedServer { number, request in
            guard number > 0 else {
                let head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(file.count)\r\n"
                return .init(head, Array(file[..<(file.count / 2)]))
            }
            return .init("HTTP/1.1 206 Partial Content\r\nContent-Length: 93\r\n\(fields)", Array(file[3..<96]))
        }
        defer { server.stop() }
        let result = try play(server)
        #expect(result.status == 1)
        #expect(result.errors.hasSuffix("Error: \(server.address()): \(reason)\n"), "\(result.errors)")
    }

    @Test func redirectsAreFollowedToTheNetworkAlone() throws {
        let file = RenderCounter.wave(frames: 4800)
        let server = try ScriptedServer { number, _ in
            number == 0 ? .init("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n") : .whole(file)
        }
        defer { server.stop() }
        let result = try play(server)
        #expect(result.status == 0 && result.errors.contains("frames received: 4800\n"))
        let outside = try ScriptedServer { _, _ in
            .init("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n")
        }
        defer { outside.stop() }
        #expect(try play(outside).status == 1)
    }

    // MARK: Radio stations

    /// MPEG frames for about `seconds` seconds.
    private static func frames(seconds: Int) throws -> [UInt8] {
        let fixture = try Fixture.named("MPEGAudio/cbr-mono.mp3").bytes()
        return Array(repeatElement(fixture, count: seconds * 2).joined())
    }

    /// Sound with a text every `interval` bytes: a title first, then none.
    private static func station(_ sound: [UInt8], interval: Int, text: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = sound[...]
        var text = Array("StreamTitle='\(text)';".utf8)
        while rest.count >= interval {
            result += rest.prefix(interval)
            rest = rest.dropFirst(interval)
            result.append(UInt8((text.count + 15) / 16))
            result += text + [UInt8](repeating: 0, count: (16 - text.count % 16) % 16)
            text = []
        }
        return result
    }

    /// A connection brings a second of sound; the player wants one and a half.
    @Test(arguments: ["HTTP/1.0 200 OK", "ICY 200 OK"]) func aStationIsTakenUpAgain(status: String) throws {
        let sound = try Self.frames(seconds: 3)
        let server = try ScriptedServer { number, _ in
            let title = number == 0 ? "One: caf\u{E9}" : "Two\u{1B}[31m"
            return .init(
                "\(status)\r\nContent-Type: audio/mpeg\r\nicy-name: Test\r\nicy-metaint: 1000\r\n",
                Self.station(sound, interval: 1000, text: title))
        }
        defer { server.stop() }
        let result = try play(server, "-t", "1.5")
        #expect(result.status == 0)
        #expect(result.errors.contains("Title: One: café\n"))
        #expect(server.requests.allSatisfy { $0.contains("Icy-MetaData: 1") })
        #expect(server.requests.count > 1)
        #expect(result.errors.contains("Connecting again: the server ended the broadcast\n"))
        #expect(result.errors.contains("Title: Two[31m\n"))
    }

    /// Each title of a station in Ogg is a stream of its own, and each connection brings nine of a ninth of a second.
    @Test(arguments: ["Ogg/vorbis-stereo.ogg", "Ogg/opus-stereo.opus"])
    func anOggStationIsPlayedOverItsTitles(name: String) throws {
        let title = try Fixture.named(name).bytes()
        let sound = Array(repeatElement(title, count: 9).joined())
        let station = try ScriptedServer { _, _ in
            .init("HTTP/1.0 200 OK\r\nContent-Type: application/ogg\r\nicy-name: Test\r\n", sound)
        }
        defer { station.stop() }
        let result = try play(station, "-t", "1.5")
        #expect(result.status == 0, "\(result.errors)")
        #expect(station.requests.count > 1)
        #expect(result.errors.contains("Connecting again: the server ended the broadcast\n"))
        let file = try ScriptedServer { _, _ in .whole(sound) }
        defer { file.stop() }
        let whole = try play(file)
        let frames = whole.errors.firstMatch(of: /frames received: ([0-9]+)/).flatMap { Int($0.1) } ?? 0
        // At least the frames of the sound, and less than another stream's.
        let one = Fixture.named(name).frames
        #expect(whole.status == 0 && (9 * one..<10 * one).contains(frames), "\(frames)")
    }

    /// An answer that is no sound is named, with its address.
    @Test(arguments: [
        ("<!DOCTYPE html><html>Not found</html>", "a page of HTML, and no sound"), ("{\"a\":1}", "text, and no sound"),
        ("%PDF-1.7\n", "a PDF document, and no sound"),
        (String(repeating: "\0", count: 9000), "nothing but zeros, and no sound"),
    ])
    func whatIsNoSoundIsNamed(body: String, kind: String) throws {
        for type in ["audio/mpeg", "text/html", "audio/wav"] {
            let server = try ScriptedServer { _, _ in .whole(Array(body.utf8), "Content-Type: \(type)\r\n") }
            defer { server.stop() }
            let result = try play(server)
            #expect(result.status == 1)
            #expect(result.errors.hasSuffix("): \(server.address()): \(kind)\n"), "\(type): \(result.errors)")
        }
    }

    @Test func anAnswerOfNothingIsNamed() throws {
        let server = try ScriptedServer { _, _ in .whole([]) }
        defer { server.stop() }
        let result = try play(server)
        #expect(result.status == 1)
        #expect(result.errors.contains("Error: \(server.address()): the server sent nothing\n"), "\(result.errors)")
    }

    @Test(arguments: ["0", "-5", "many", "99999999999999999999", "5000"])
    func aWrongIntervalSpoilsTheSoundAlone(interval: String) throws {
        // Texts at other places than the header gives, or none at all.
        let sound = try Self.frames(seconds: 2)
        let server = try ScriptedServer { _, _ in .whole(sound, "icy-metaint: \(interval)\r\n") }
        defer { server.stop() }
        let result = try play(server, "-t", "0.5")
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.errors.contains("Error: "), "\(result.errors)")
    }

    // MARK: Playlists

    /// Answers by path: `/list` with the list, in which HOST stands for this server, `/sound` with a sound.
    private static func listing(_ list: String, _ type: String) throws -> ScriptedServer {
        let sound = RenderCounter.wave(frames: 4800)
        return try ScriptedServer { _, request in
            let path = request.split(separator: " ").dropFirst().first ?? ""
            let host = request.firstMatch(of: /Host: ([0-9.:]+)/).map { "http://\($0.1)" } ?? ""
            if path.hasSuffix("/sound") { return .whole(sound) }
            if path.hasPrefix("/list") || path == "/" {
                let text = list.replacingOccurrences(of: "HOST", with: host)
                return .whole(Array(text.utf8), type.isEmpty ? "" : "Content-Type: \(type)\r\n")
            }
            if path.hasPrefix("/moved") {
                return .init("HTTP/1.1 302 Found\r\nLocation: /lists/list.m3u\r\nContent-Length: 0\r\n")
            }
            if path == "/noise" { return .whole(Array("<html></html>".utf8)) }
            return .init("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n")
        }
    }

    private func play(list: String, _ type: String, at path: String = "list") throws -> ProgramResult {
        let server = try Self.listing(list, type)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        return try folder.run("/usr/bin/timeout", "20", Self.tool, "--debug", server.address(path))
    }

    @Test func aPlaylistPlaysItsFirstEntryThatSounds() throws {
        let lists = [
            ("HOST/sound\n", "audio/x-mpegurl", "list"),
            ("\u{FEFF}#EXTM3U\r\n#EXTINF:-1,Radio\r\n  HOST/sound \r\n", "audio/mpegurl; charset=utf-8", "list"),
            ("HOST/gone\nHOST/noise\nfile:///etc/passwd\nHOST/sound\nHOST/gone\n", "application/x-mpegurl", "list"),
            (
                "[playlist]\nNumberOfEntries=2\nTitle1=Radio\nFile2=HOST/gone\nFile1=HOST/sound\n", "audio/x-scpls",
                "list"
            ),
            ("[Playlist]\nfile1=HOST/sound\n", "", "list.PLS"),
            ("sound\n", "text/plain", "list.m3u?station=1"),
            ("sound\n", "audio/x-mpegurl", "moved"),
        ]
        for (list, type, path) in lists {
            let result = try play(list: list, type, at: path)
            #expect(result.status == 0, "\(list): \(result.errors)")
            #expect(result.errors.contains("frames received: 4800\n"), "\(list)")
        }
        // In the folder that the request was sent on to.
        #expect(try play(list: "elsewhere/../sound\n", "audio/x-mpegurl", at: "moved").status == 0)
    }

    @Test func aPlaylistWithoutASoundIsRefused() throws {
        let long = String(repeating: "# a line that says nothing\n", count: 4000)
        let many = (0..<200).map { "HOST/gone\($0)\n" }.joined()
        for (list, reason) in [
            ("", "Error: "), ("#EXTM3U\n", "the playlist has no address"), (long, "the playlist is too long"),
            ("file:///etc/passwd\n", "the playlist has no address"), ("HOST/list\n", "the playlist leads to no sound"),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\nHOST/sound\n", "HTTP Live Streaming is not played"),
            ("HOST/gone\n", "404"), (many, "404"), ("[playlist]\nFile1\nFileX=HOST/sound\n", "no address"),
        ] {
            let result = try play(list: list, "audio/x-mpegurl")
            #expect(result.status == 1, "\(list.prefix(100))")
            #expect(result.errors.contains(reason), "\(list.prefix(100)): \(result.errors)")
        }
        // Each answer is a playlist of ever new addresses.
        let server = try ScriptedServer { number, _ in
            .whole(Array("/list\(number).m3u\n".utf8), "Content-Type: audio/x-mpegurl\r\n")
        }
        defer { server.stop() }
        #expect(try play(server).status == 1)
        #expect(server.requests.count == 16)
    }

    // MARK: Over TLS

    /// A server with a certificate that it has signed itself.
    @Test(.needs("openssl")) func certificatesAreJudged() throws {
        let folder = try TemporaryFolder()
        try Data(RenderCounter.wave(frames: 4800)).write(to: URL(fileURLWithPath: folder.path + "/sound"))
        let made = try folder.run(
            "/usr/bin/env", "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-keyout", "key", "-out", "certificate", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
            "subjectAltName=IP:127.0.0.1")
        try #require(made.status == 0)
        let output = folder.path + "/server"
        let server = try #require(
            ChildProcess(
                "/bin/sh",
                [
                    "-c",
                    "cd \(folder.path) && exec openssl s_server -accept 127.0.0.1:0 -cert certificate -key key -WWW",
                ], output: output))
        defer { _ = server.end(SIGKILL) }
        var port: Substring?
        #expect(
            eventually {
                let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
                port = text.firstMatch(of: /ACCEPT [0-9.]*:([0-9]+)/)?.1
                return port != nil
            })
        let address = "https://127.0.0.1:\(try #require(port))/sound"
        let unset = ["-u", "CURL_CA_BUNDLE", "-u", "SSL_CERT_FILE"]
        for variable in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] {
            let result = try folder.run(
                "/usr/bin/env", unset + ["\(variable)=certificate", "afplay", "--debug", address])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("frames received: 4800\n"))
        }
        let result = try folder.run("/usr/bin/env", unset + ["afplay", "--debug", address])
        #expect(result.status == 1)
        #expect(result.errors.contains("certificate"), "\(result.errors)")
    }

    // MARK: Hostile servers

    @Test func aHeadWithoutEndIsRefused() throws {
        let server = try ScriptedServer { _, _ in
            .init("HTTP/1.1 200 OK", endless: Array("X-Filler: \(String(repeating: "a", count: 200))\r\n".utf8))
        }
        defer { server.stop() }
        let result = try play(server)
        #expect(result.status == 1 && result.errors.hasPrefix("Error: "))
    }

    @Test func aLineWithoutEndIsRefused() throws {
        let server = try ScriptedServer { _, _ in
            .init("HTTP/1.1 200 OK", endless: [UInt8](repeating: 0x61, count: 4096))
        }
        defer { server.stop() }
        let result = try play(server)
        #expect(result.status == 1 && result.errors.hasPrefix("Error: "))
    }

    @Test func whatIsNoSoundIsRefused() throws {
        for answer in [
            .whole(Array("<html></html>".utf8), "Content-Type: audio/mpeg\r\n"), .whole([]),
            .init("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n"),
        ] as [ScriptedServer.Answer] {
            let server = try ScriptedServer { _, _ in answer }
            defer { server.stop() }
            let result = try play(server)
            #expect(result.status == 1 && result.errors.contains("Error: "))
        }
        let noise = try ScriptedServer { _, _ in
            .init("HTTP/1.1 200 OK\r\n", endless: [UInt8](repeating: 0x20, count: 4096))
        }
        defer { noise.stop() }
        #expect(try play(noise).status == 1)
    }

    /// A server that stalls before its answer, or within the sound: the progress line shows for how long, and the
    /// limit.
    @Test(arguments: [0, 12_000]) func theWaitForAStalledServerIsReported(frames: Int) throws {
        let file = RenderCounter.wave(frames: 24_000)
        let held = DispatchSemaphore(value: 0)
        defer { held.signal() }
        let server = try ScriptedServer { _, _ in
            if frames == 0 { held.wait() }
            var answer = ScriptedServer.Answer("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\n")
            answer.body = Array(file.prefix(frames * 8))
            if frames > 0 { answer.last = { held.wait() } }
            return answer
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let result = try folder.run("/usr/bin/timeout", "3", Self.tool, "--meter", server.address())
        #expect(result.status == 124)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix("  waiting for the server: 1 of 15 s") }, "\(result.errors)")
        #expect(lines.contains { $0.hasSuffix("  waiting for the server: 2 of 15 s") } || frames > 0)
    }

    @Test func aServerThatSaysNothingIsGivenUp() throws {
        let server = try ScriptedServer { _, _ in nil }
        defer { server.stop() }
        #expect(try play(server).status == 1)
        server.stop()
        #expect(try play(server).status == 1)
    }

    @Test func limitsOfWhatArrivesAreReported() throws {
        let folder = try TemporaryFolder()
        #expect(try folder.run(Self.tool, "-r", "3", "http://127.0.0.1:1/").status == 1)
        #expect(try folder.run("/bin/sh", "-c", "echo no sound | afplay -").status == 1)
        #expect(try folder.run("/bin/sh", "-c", "afplay - < /dev/null").status == 1)
    }
}
