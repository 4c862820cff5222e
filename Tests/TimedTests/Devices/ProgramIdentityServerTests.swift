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
            let identity = ProgramIdentity.present
            for (key, value) in identity.properties { #expect(listed[key] == value) }
            let icon = identity.icon(of: direction, key: kind == .pipewire ? "icon-name" : "icon_name")
            #expect(listed[icon.0] == icon.1)
            if kind == .pipewire { #expect(listed["node.name"] == identity.name) }
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
        let listed = try #require(stream(of: "afplay", .output, server))
        #expect(listed["application.name"] == "afplay" && listed["application.id"] == "afplay")
        #expect(eventually { stream(of: "afplay", .output, server)?["media.name"] == "sound.au" })
    }

    /// The properties of the stream of a program that was just launched.
    private func stream(of binary: String, _ direction: DeviceDirection, _ server: PrivateServer) -> [String: String]? {
        var found: [String: String]?
        _ = eventually {
            found = (try? server.streams(direction))?.first { $0["application.process.binary"] == binary }
            return found != nil
        }
        return found
    }

    @Test(.needsServer, .needsInstallation, arguments: PrivateServer.Kind.installed)
    func aRecordingHasTheNameOfItsFile(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = ScratchFolder()
        let arguments = ["COREAUDIO_BACKEND=\(kind.backend)", Installed.tool("afrecord"), folder.file("a take.caf")]
        let recorder = try #require(server.launch("env", arguments))
        defer { recorder.interrupt() }
        let listed = try #require(stream(of: "afrecord", .input, server))
        #expect(listed["application.name"] == "afrecord" && listed["application.id"] == "afrecord")
        #expect(eventually { stream(of: "afrecord", .input, server)?["media.name"] == "a take.caf" })
    }
}
