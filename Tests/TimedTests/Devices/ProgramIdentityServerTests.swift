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
}
