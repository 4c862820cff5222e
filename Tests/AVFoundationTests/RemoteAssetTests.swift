import AudioCore
import AudioToolbox
import CoreMedia
import Foundation
import RemoteMedia
import TestSupport
import Testing

@testable import AVFoundation

/// Assets of files on servers: equal to those of this machine, and errors for servers that do not do what they should.
@Suite struct RemoteAssetTests {
    typealias Answer = ScriptedServer.Answer

    static let fixtures = [
        "MPEG4/aac-stereo.m4a", "MPEG4/aac-fragments.m4a", "MPEG4/ac3-stereo.mp4", "MPEG4/alac-mono.m4a",
        "CAF/alac-stereo.caf", "WAVE/s24-stereo.wav", "MPEGAudio/vbr-stereo.mp3", "ADTS/aac-stereo.aac",
        "AC3/ac3-stereo.ac3", "Ogg/vorbis-stereo.ogg", "Ogg/opus-stereo.opus",
    ]

    /// An environment without pauses between two connections.
    static var environment: RemoteEnvironment {
        var environment = RemoteEnvironment()
        environment.patience = 60
        environment.pause = { _ in }
        return environment
    }

    static func bytes(_ fixture: String) throws -> [UInt8] { try Fixture.named(fixture).bytes() }

    static func asset(_ server: ScriptedServer, _ path: String = "sound") throws -> AVURLAsset {
        AVURLAsset(try #require(URL(string: server.address(path))), environment)
    }

    /// All that a reader gives of an asset, as 16 bits.
    static func samples(_ asset: AVAsset) async throws -> [Int16] {
        let tracks = try await asset.load(.tracks)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: try #require(tracks.first), outputSettings: AssetStage.settings)
        reader.add(output)
        #expect(reader.startReading())
        var samples: [Int16] = []
        while let buffer = output.copyNextSampleBuffer() {
            let bytes = try #require(buffer.dataBuffer).dataBytes()
            samples += bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        }
        if let error = reader.error { throw error }
        #expect(reader.status == .completed)
        return samples
    }

    private static func expectEqual(_ remote: AVURLAsset, _ fixture: String) async throws {
        let local = AssetStage.asset(fixture)
        let (duration, metadata) = try await remote.load(.duration, .metadata)
        #expect(duration == local.duration && metadata.count == local.metadata.count)
        #expect(metadata.map(\.stringValue) == local.metadata.map(\.stringValue))
        #expect(remote.tracks.count == 1 && remote.isReadable && remote.isPlayable)
        #expect(remote.tracks[0].totalSampleDataLength == local.tracks[0].totalSampleDataLength)
        #expect(try await samples(remote) == samples(local))
    }

    @Test(arguments: fixtures) func aFileReadByRangesEqualsTheLocalOne(fixture: String) async throws {
        let content = try Self.bytes(fixture)
        let server = try ScriptedServer { _, request in .part(of: content, request, "ETag: \"1\"\r\n") }
        defer { server.stop() }
        try await Self.expectEqual(Self.asset(server, "a." + fixture.split(separator: ".").last!), fixture)
    }

    @Test(arguments: fixtures) func aFileOfAServerWithoutRangesEqualsTheLocalOne(fixture: String) async throws {
        let content = try Self.bytes(fixture)
        let server = try ScriptedServer { _, _ in .whole(content) }
        defer { server.stop() }
        try await Self.expectEqual(Self.asset(server), fixture)
        #expect(server.requests.count == 2)
    }

    @Test func packetsAndExportsAreThoseOfTheLocalFile() async throws {
        let content = try Self.bytes("MPEG4/aac-stereo.m4a")
        let server = try ScriptedServer { _, request in .part(of: content, request) }
        defer { server.stop() }
        let asset = try Self.asset(server)
        try await AssetStage.temporary("a.m4a") { url in
            let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
            (session.outputURL, session.outputFileType) = (url, .m4a)
            await session.export()
            #expect(session.status == .completed)
            #expect(
                try await Self.samples(AVURLAsset(url: url)) == Self.samples(AssetStage.asset("MPEG4/aac-stereo.m4a")))
        }
    }

    @Test func redirectsHeadersAndPasswordsAreSent() async throws {
        let content = try Self.bytes("WAVE/s24-stereo.wav")
        let server = try ScriptedServer { number, request in
            number == 0
                ? Answer("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n")
                : .part(of: content, request)
        }
        defer { server.stop() }
        let address = server.address("sound").replacingOccurrences(of: "http://", with: "http://user:pass%20word@")
        let options: [String: Any] = [
            "AVURLAssetHTTPHeaderFieldsKey": ["X-Token": "abc", "X-Bad": "a\r\nX-Injected: 1"],
            AVURLAssetHTTPUserAgentKey: "Player/1",
        ]
        let asset = AVURLAsset(url: try #require(URL(string: address)), options: options)
        #expect(try await asset.load(.duration) == AssetStage.asset("WAVE/s24-stereo.wav").duration)
        #expect(server.requests.count == 2)
        for request in server.requests {
            #expect(request.contains("X-Token: abc\r\n") && request.contains("User-Agent: Player/1\r\n"))
            #expect(!request.contains("X-Injected") && request.contains("Authorization: Basic dXNlcjpwYXNzIHdvcmQ="))
        }
    }

    // MARK: Servers that do not do what they should

    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: AVError.Code
        let answer: @Sendable (Int, String) -> Answer?
    }

    static let faults = [
        Fault(testDescription: "404", code: .contentIsUnavailable) { _, _ in
            Answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n")
        },
        Fault(testDescription: "401", code: .contentIsUnavailable) { _, _ in
            Answer("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n")
        },
        Fault(testDescription: "500", code: .serverIncorrectlyConfigured) { _, _ in
            Answer("HTTP/1.1 500 Error\r\nContent-Length: 0\r\n")
        },
        Fault(testDescription: "416", code: .fileFailedToParse) { _, _ in
            Answer("HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n")
        },
        Fault(testDescription: "nothing", code: .fileFailedToParse) { _, _ in .whole([]) },
        Fault(testDescription: "closed", code: .unknown) { _, _ in nil },
        Fault(testDescription: "redirected for ever", code: .unknown) { _, _ in
            Answer("HTTP/1.1 302 Found\r\nLocation: /sound\r\nContent-Length: 0\r\n")
        },
        Fault(testDescription: "redirected to a file", code: .unknown) { _, _ in
            Answer("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n")
        },
        Fault(testDescription: "another place", code: .serverIncorrectlyConfigured) { _, _ in
            Answer(
                "HTTP/1.1 206 Partial Content\r\nContent-Length: 4\r\nContent-Range: bytes 9-12/40\r\n", [1, 2, 3, 4])
        },
        Fault(testDescription: "text", code: .fileFormatNotRecognized) { _, _ in
            .whole(Array("<html>There is no sound here, only a text.</html>".utf8))
        },
        Fault(testDescription: "too large", code: .serverIncorrectlyConfigured) { _, _ in
            Answer("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n", [UInt8](repeating: 0, count: 64))
        },
    ]

    @Test(arguments: faults) func aServerThatDoesNotSendAFileIsAnError(fault: Fault) async throws {
        let server = try ScriptedServer(fault.answer)
        defer { server.stop() }
        let asset = try Self.asset(server)
        let error = await #expect(throws: AVError.self) { _ = try await asset.load(.duration) }
        #expect(error?.code == fault.code)
        #expect(asset.duration == .zero && asset.tracks.isEmpty)
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .failed)
    }

    /// A file that ends early is received again from there; where it never comes, that is an error.
    @Test(arguments: [true, false]) func aBrokenAnswerIsTakenUp(comesAtLast: Bool) async throws {
        let content = try Self.bytes("WAVE/s24-stereo.wav")
        let server = try ScriptedServer { number, _ in
            var answer = Answer.whole(content)
            if number < 4 || !comesAtLast { answer.body = Array(content.prefix(60)) }
            return answer
        }
        defer { server.stop() }
        let asset = try Self.asset(server)
        if comesAtLast {
            #expect(try await Self.samples(asset) == Self.samples(AssetStage.asset("WAVE/s24-stereo.wav")))
        } else {
            await #expect(throws: (any Error).self) { _ = try await Self.samples(asset) }
        }
    }

    @Test func aBodyWithoutEndIsBounded() async throws {
        let server = try ScriptedServer { _, _ in
            Answer("HTTP/1.1 200 OK\r\nContent-Type: audio/mp4\r\n", endless: [UInt8](repeating: 0x61, count: 4096))
        }
        defer { server.stop() }
        var environment = Self.environment
        environment.largestDownload = 1 << 20
        let asset = AVURLAsset(try #require(URL(string: server.address())), environment)
        let error = await #expect(throws: AVError.self) { _ = try await asset.load(.duration) }
        #expect(error?.code == .serverIncorrectlyConfigured)
    }

    /// A server that sends nothing is given up, and earlier where the asset does not need it any more.
    @Test(arguments: [true, false]) func aStallEnds(isCancelled: Bool) async throws {
        let (held, asked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try ScriptedServer { _, _ in
            asked.signal()
            held.wait()
            return nil
        }
        defer {
            server.stop()
            for _ in 0..<9 { held.signal() }
        }
        var environment = Self.environment
        environment.patience = isCancelled ? 600 : 1
        let asset = AVURLAsset(try #require(URL(string: server.address())), environment)
        if isCancelled {
            Foundation.Thread.detachNewThread {
                asked.wait()
                asset.cancelLoading()
            }
        }
        let error = await #expect(throws: AVError.self) { _ = try await asset.load(.duration) }
        #expect(error?.code == (isCancelled ? .operationCancelled : .unknown))
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == (isCancelled ? .cancelled : .failed))
    }
}
