import TestSupport
import Testing

@testable import AudioDevices

/// What a server lists of our streams, by which session managers remember volumes.
@Suite(.serialized) struct ProgramIdentityServerTests {
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func streamsNameTheirProgram(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let type: any Backend.Type = kind == .pipewire ? PipeWire.self : PulseAudio.self
        let backend = try type.init { _ in }
        defer { backend.close() }
        let counter = RenderCounter()
        for direction in [DeviceDirection.output, .input] {
            var request = StreamRequest()
            request.direction = direction
            request.title = "identity of an \(direction)"
            let stream = try backend.open(request, render: counter.call)
            defer { stream.close() }
            let isListed = eventually {
                (try? server.streams(direction))?.contains { $0["media.name"] == request.title } == true
            }
            #expect(isListed)
            let listed = try server.streams(direction).first { $0["media.name"] == request.title } ?? [:]
            for (key, value) in ProgramIdentity.present.properties { #expect(listed[key] == value) }
            // It would come before the identifier.
            #expect(listed["media.role"] == nil)
        }
    }

    /// The first argument does not count: it may be left out, or be the name of a file that is played.
    @Test(.needsServer, .needsInstallation, arguments: PrivateServer.Kind.installed, ["", "/music/a song.wav"])
    func argumentsDoNotNameTheProgram(kind: PrivateServer.Kind, argument: String) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = ScratchFolder()
        // A minute of silence at 8 kHz, in 16 bits.
        let head: [UInt8] = [
            0x2E, 0x73, 0x6E, 0x64, 0, 0, 0, 24, 0, 0x0E, 0xA6, 0, 0, 0, 0, 3, 0, 0, 0x1F, 0x40, 0, 0, 0, 1,
        ]
        _ = folder.write(head + [UInt8](repeating: 0, count: 960_000), "sound.au")
        let script = "exec -a '\(argument)' '\(Installed.tool("afplay"))' '\(folder.file("sound.au"))'"
        let player = try #require(
            server.launch("env", ["COREAUDIO_BACKEND=\(kind.backend)", "bash", "-c", script]))
        defer { player.interrupt() }
        let isListed = eventually {
            (try? server.streams(.output))?.contains { $0["application.process.binary"] == "afconvert" } == true
        }
        #expect(isListed)
        let listed = try server.streams(.output).first { $0["application.process.binary"] == "afconvert" } ?? [:]
        #expect(listed["application.name"] == "afplay")
        #expect(listed["application.id"]?.hasSuffix(".bin.afplay") == true)
    }
}
