import AudioCore
import AudioToolbox
import Foundation
import PlaybackAndRecording
import RemoteMedia
import TestSupport
import Testing

@testable import AVFoundation

/// Radio stations and HTTP Live Streams: their samples equal those of what they were made of.
@Suite struct StreamTests {
    typealias Answer = ScriptedServer.Answer

    /// Reads all frames of a source, or as many as are wanted.
    static func read(_ source: StreamSource, frames: Int = .max) throws -> [Float] {
        let channels = source.format.channels
        var samples: [Float] = []
        var room = [Float](repeating: 0, count: 1000 * channels)
        while samples.count < frames {
            let count = try room.withUnsafeMutableBufferPointer { try source.read($0.baseAddress!, frames: 1000) }
            guard count > 0 else { break }
            samples += room[..<(count * channels)]
        }
        return Array(samples.prefix(frames))
    }

    /// All frames of a file, as Float32.
    static func samples(of bytes: [UInt8], _ hint: FourCC) throws -> [Float] {
        let packets = try StreamPackets(bytes, hint: hint)
        let waiting = LockedValue<StreamPackets?>(packets)
        let decoder = StreamDecoder(sampleRate: packets.format.sampleRate, channels: packets.format.channels) {
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
        }
        var samples: [Float] = []
        var room = [Float](repeating: 0, count: 4096 * packets.format.channels)
        while true {
            let count = try room.withUnsafeMutableBufferPointer { try decoder.read($0.baseAddress!, frames: 4096) }
            guard count > 0 else { return samples }
            samples += room[..<(count * packets.format.channels)]
        }
    }

    /// Two seconds and a half of sound, made by ffmpeg into a folder.
    static func make(_ folder: TemporaryFolder, _ arguments: [String]) throws {
        let sound = "aevalsrc=0.4*sin(600*t)|0.3*sin(900*t*t):s=48000:d=2.5"
        try run(folder, ["-f", "lavfi", "-i", sound] + arguments)
    }

    static func run(_ folder: TemporaryFolder, _ arguments: [String]) throws {
        let result = try folder.run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
        try #require(result.status == 0, "\(result.errors)")
    }

    static func bytes(_ folder: TemporaryFolder, _ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)))
    }

    /// A server of a folder's files.
    static func serve(_ folder: TemporaryFolder, _ fields: String = "") throws -> ScriptedServer {
        let path = folder.path
        return try ScriptedServer { _, request in
            guard let name = request.firstMatch(of: /^GET \/([A-Za-z0-9._-]+)/)?.1,
                let data = try? Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
            else { return Answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n") }
            return .part(of: Array(data), request, fields)
        }
    }

    static func source(_ asset: AVURLAsset) throws -> StreamSource {
        guard case .stream(let media) = try asset.inspection.contents().media else {
            throw AVError(.operationNotSupportedForAsset)
        }
        return try StreamSource(media)
    }

    // MARK: HTTP Live Streams

    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let codec: [String]
        var copy: [String] = []
        let segments: [String]
        let file: (name: String, type: FourCC)
    }

    static let forms = [
        Form(
            testDescription: "AAC in a transport stream", codec: ["-c:a", "aac"], segments: [],
            file: ("all.aac", "adts")),
        Form(
            testDescription: "MP3 in a transport stream", codec: ["-c:a", "libmp3lame"],
            copy: ["-write_xing", "0", "-id3v2_version", "0"], segments: [],
            file: ("all.mp3", "MPG3")),
        Form(
            testDescription: "AC-3 in a transport stream", codec: ["-c:a", "ac3"], segments: [],
            file: ("all.ac3", "ac-3")),
        Form(
            testDescription: "encrypted", codec: ["-c:a", "aac"],
            segments: ["-hls_key_info_file", "keys"], file: ("all.aac", "adts")),
        Form(
            testDescription: "ranges of one file", codec: ["-c:a", "aac"], segments: ["-hls_flags", "single_file"],
            file: ("all.aac", "adts")),
        Form(
            testDescription: "fragments", codec: ["-c:a", "aac"], segments: ["-hls_segment_type", "fmp4"],
            file: ("all.aac", "adts")),
    ]

    @Test(.needs("ffmpeg"), arguments: forms) func aStreamEqualsItsSource(form: Form) throws {
        let folder = try TemporaryFolder()
        try Data((1...16).map { UInt8($0) }).write(to: URL(fileURLWithPath: folder.path + "/key"))
        try Data("key\n\(folder.path)/key\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/keys"))
        // Both have the packets of one encoder.
        try Self.make(folder, form.codec + ["all.nut"])
        try Self.run(folder, ["-i", "all.nut", "-c", "copy"] + form.copy + [form.file.name])
        let hls = ["-f", "hls", "-hls_time", "0.5", "-hls_playlist_type", "vod"] + form.segments + ["list.m3u8"]
        try Self.run(folder, ["-i", "all.nut", "-c", "copy"] + hls)
        let expected = try Self.samples(of: Self.bytes(folder, form.file.name), form.file.type)
        let server = try Self.serve(folder)
        defer { server.stop() }
        let asset = try RemoteAssetTests.asset(server, "list.m3u8")
        #expect(abs(asset.duration.seconds - 2.5) < 0.1 && asset.isPlayable && !asset.isReadable)
        #expect(asset.tracks.count == 1)
        #expect(throws: AVError(.operationNotSupportedForAsset)) { _ = try AVAssetReader(asset: asset) }
        let source = try Self.source(asset)
        #expect(source.format.channels == 2 && source.format.sampleRate == 48_000)
        let found = try Self.read(source)
        // What fragments say of priming is dropped at the start.
        let isPrimed = form.testDescription == "fragments" && found.first != expected.first
        let lead = isPrimed ? 1024 * 2 : 0
        #expect(found.count >= 2 * 110_000)
        #expect(found == Array(expected.dropFirst(lead).prefix(found.count)))
        #expect(abs(found.count - (expected.count - lead)) <= 2 * 1024)
        for frame in [30_000, 71_117, 23_552, 0, 100_000] {
            try source.seek(to: Int64(frame))
            let part = try Self.read(source, frames: 2 * 6000)
            // The noise that decoders of AAC and AC-3 fill gaps with depends on where they began.
            let differences = zip(part, found[(2 * frame)..<(2 * frame + 12_000)]).map { abs($0 - $1) }
            #expect(differences.count == 12_000 && differences.allSatisfy { $0 < 1e-4 }, "\(frame)")
        }
        source.interrupt()
        #expect(throws: AudioError.self) { _ = try Self.read(source) }
    }

    /// A live playlist has the last segments; the stream begins three target durations before its end, and goes on until its end.
    @Test(.needs("ffmpeg")) func aLiveStreamIsFollowed() throws {
        let folder = try TemporaryFolder()
        try Self.make(folder, ["-c:a", "aac", "-f", "hls", "-hls_time", "0.25", "-hls_list_size", "0", "list.m3u8"])
        let list = String(decoding: try Self.bytes(folder, "list.m3u8"), as: UTF8.self)
        let rows = list.split(separator: "\n").filter { $0.hasPrefix("#EXTINF") || $0.hasSuffix(".ts") }
        let count = rows.count / 2
        try #require(count >= 8)
        let path = folder.path
        let version = LockedValue(0)
        let server = try ScriptedServer { _, request in
            guard request.hasPrefix("GET /live.m3u8") else {
                let name = request.firstMatch(of: /^GET \/([A-Za-z0-9._-]+)/)?.1 ?? ""
                let data = (try? Data(contentsOf: URL(fileURLWithPath: path + "/" + name))) ?? Data()
                return .part(of: Array(data), request)
            }
            // Each version has five segments, and one more than the one before.
            let first = version.withLock { version in
                defer { version += 1 }
                return min(version, count - 5)
            }
            let lines = rows[(2 * first)..<(2 * first + 10)].joined(separator: "\n")
            let end = first == count - 5 ? "\n#EXT-X-ENDLIST\n" : "\n"
            let head = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
            return .whole(Array((head + lines + end).utf8))
        }
        defer { server.stop() }
        let asset = try RemoteAssetTests.asset(server, "live.m3u8")
        #expect(asset.duration.isIndefinite && asset.isPlayable)
        let source = try Self.source(asset)
        #expect(source.length == FrameLength.unknown)
        let found = try Self.read(source)
        var all: [UInt8] = []
        for number in 0..<count { all += TransportStream(parsing: try Self.bytes(folder, "list\(number).ts")).sound }
        let expected = try Self.samples(of: all, "adts")
        #expect(found.count == expected.count && found == expected)
        #expect(abs(source.length - Int64(found.count / 2)) <= 1024)
    }

    @Test(arguments: [
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nmissing.ts\n#EXT-X-ENDLIST\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-ENDLIST\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXTINF:1,\nlist.m3u8\n",
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlist.m3u8\n",
    ])
    func aStreamWithoutASoundIsAnError(list: String) throws {
        let folder = try TemporaryFolder()
        try Data(list.utf8).write(to: URL(fileURLWithPath: folder.path + "/list.m3u8"))
        let server = try Self.serve(folder)
        defer { server.stop() }
        let asset = try RemoteAssetTests.asset(server, "list.m3u8")
        #expect(asset.duration == .zero && !asset.isPlayable)
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .failed)
    }

    /// Buffers are sized by the sample rate, of which a header may state any.
    @Test func aSampleRateThatNothingPlaysIsAnError() async throws {
        var sound = try Fixture.named("WAVE/s24-stereo.wav").bytes()
        let header = try #require(sound.firstRange(of: Array("fmt ".utf8)))
        sound.replaceSubrange(header.upperBound + 8..<header.upperBound + 12, with: [0, 0x28, 0x6B, 0xEE])
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:86400\n#EXTINF:86400,\nsound.wav\n#EXT-X-ENDLIST\n"
        let server = try ScriptedServer { [sound] _, request in
            if request.hasPrefix("GET /list") { return .whole(Array(list.utf8)) }
            if request.hasPrefix("GET /sound") { return .part(of: sound, request) }
            return Answer("HTTP/1.0 200 OK\r\nContent-Type: audio/wav\r\nicy-name: A station\r\n", sound)
        }
        defer { server.stop() }
        for name in ["list.m3u8", "radio"] {
            let asset = try RemoteAssetTests.asset(server, name)
            let error = await #expect(throws: AVError.self) { _ = try await asset.load(.duration) }
            let reason = error?.userInfo[NSLocalizedFailureReasonErrorKey] as? String
            #expect(reason == "a stream has a sample rate from 1 to 768,000 Hz")
        }
    }

    @Test func aLiveStreamHasTheMagicCookieOfItsSegments() async throws {
        let sound = try Fixture.named("MPEG4/alac-mono.m4a").bytes()
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1,\nsound.m4a\n#EXT-X-ENDLIST\n"
        let server = try ScriptedServer { _, request in
            request.hasPrefix("GET /list") ? .whole(Array(list.utf8)) : .part(of: sound, request)
        }
        defer { server.stop() }
        let tracks = try await RemoteAssetTests.asset(server, "list.m3u8").load(.tracks)
        let expected = try await AssetStage.asset("MPEG4/alac-mono.m4a").load(.tracks)[0].load(.formatDescriptions)
        let found = try await #require(tracks.first).load(.formatDescriptions)
        let cookies = [expected, found].map { $0.first?.magicCookie.map { Array($0) } }
        #expect(cookies[0] != nil && cookies[0] == cookies[1])
    }

    // MARK: Radio

    /// The sound with a text after every 500 bytes.
    private static func interleaved(_ sound: [UInt8], _ titles: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        var titles = titles[...]
        for start in stride(from: 0, to: sound.count, by: 500) {
            let piece = sound[start..<min(start + 500, sound.count)]
            bytes += piece
            guard piece.count == 500 else { break }
            let text = titles.popFirst().map { Array("StreamTitle='\($0)';".utf8) } ?? []
            let blocks = (text.count + 15) / 16
            bytes += [UInt8(blocks)] + text + [UInt8](repeating: 0, count: 16 * blocks - text.count)
        }
        return bytes
    }

    @Test(arguments: [
        ("MPEGAudio/vbr-stereo.mp3", "audio/mpeg", FourCC("MPG3")), ("ADTS/aac-stereo.aac", "audio/aac", "adts"),
    ])
    func aStationIsDecodedWithItsTitles(fixture: String, type: String, hint: FourCC) throws {
        let sound = try Fixture.named(fixture).bytes()
        let body = Self.interleaved(sound, ["One", "Two"])
        let server = try ScriptedServer { _, _ in
            Answer(
                "HTTP/1.0 200 OK\r\nContent-Type: \(type)\r\nicy-name: A station\r\nicy-metaint: 500\r\n", body)
        }
        defer { server.stop() }
        let asset = try RemoteAssetTests.asset(server)
        #expect(asset.duration.isIndefinite && asset.isPlayable && !asset.isReadable)
        #expect(asset.metadata.first?.stringValue == "A station")
        let source = try Self.source(asset)
        let titles = LockedValue<[String]>([])
        source.observe { notice in
            guard case .metadata(let group) = notice, let title = group.items.first?.stringValue else { return }
            titles.withLock { $0.append(title) }
        }
        #expect(source.length == FrameLength.unknown && source.seekableRanges.isEmpty)
        let expected = try Self.samples(of: sound, hint)
        let found = try Self.read(source, frames: expected.count * 3 / 4)
        #expect(found.count > 4000 && found == Array(expected.prefix(found.count)))
        #expect(eventually { titles.withLock { $0.prefix(2) } == ["One", "Two"] })
    }

    /// A playlist leads to the first entry that has a sound: a station, a file, or a stream.
    @Test func aPlaylistLeadsToASound() async throws {
        let sound = try Fixture.named("WAVE/s24-stereo.wav").bytes()
        let server = try ScriptedServer { _, request in
            if request.hasPrefix("GET /list") {
                return Answer(
                    "HTTP/1.1 200 OK\r\nContent-Type: audio/x-scpls\r\n",
                    Array("[playlist]\nFile1=/missing\nFile2=/sound\n".utf8))
            }
            if request.hasPrefix("GET /missing") { return Answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n") }
            return .part(of: sound, request)
        }
        defer { server.stop() }
        let asset = try RemoteAssetTests.asset(server, "list.pls")
        #expect(try await asset.load(.duration) == AssetStage.asset("WAVE/s24-stereo.wav").duration)
        let endless = try ScriptedServer { _, _ in .whole(Array("#EXTM3U\n/again.m3u\n".utf8)) }
        defer { endless.stop() }
        let loop = try RemoteAssetTests.asset(endless, "again.m3u")
        await #expect(throws: AVError.self) { _ = try await loop.load(.duration) }
    }

    /// A quarter as many addresses are tried of each playlist that another one leads to.
    @Test func playlistsOfPlaylistsAreBounded() async throws {
        let list = "#EXTM3U\n" + (0..<64).map { "/list\($0).m3u\n" }.joined()
        let server = try ScriptedServer { _, _ in .whole(Array(list.utf8)) }
        defer { server.stop() }
        let asset = try RemoteAssetTests.asset(server, "list.m3u")
        await #expect(throws: AVError.self) { _ = try await asset.load(.duration) }
        // The first, its 16, four of each of these, and for each of those two more that follow.
        #expect(server.requests.count == 209)
    }
}
