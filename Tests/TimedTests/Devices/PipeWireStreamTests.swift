import AudioCore
import TestSupport
import Testing

@testable import AudioDevices

/// Streams on devices of their own that come and go.
@Suite(.serialized, .needs(.pipewire)) struct PipeWireStreamTests {
    private func request(_ device: String, _ direction: DeviceDirection = .output) -> StreamRequest {
        var request = StreamRequest()
        request.device = device
        request.direction = direction
        request.title = "pinned"
        return request
    }

    private func isListed(_ device: String, _ direction: DeviceDirection, _ backend: PipeWire) -> Bool {
        ((try? backend.devices()) ?? []).contains { $0.id == device && $0.direction == direction }
    }

    /// A device of the same name is another one.
    @Test func endsWithItsDevice() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let events = ServerTests.Events()
        let backend = try PipeWire { events.add($0) }
        defer { backend.close() }
        server.addSink("plug")
        #expect(eventually { isListed("plug", .output, backend) })
        let counter = RenderCounter()
        let stream = try backend.open(request("plug"), render: counter.call)
        try stream.start()
        #expect(counter.waitForCycles(3))
        server.removeSink("plug")
        server.addSink("plug")
        #expect(eventually { stream.hasEnded })
        #expect(eventually { isListed("plug", .output, backend) })
        #expect(stream.hasEnded)
        stream.close()
        let again = RenderCounter()
        let next = try backend.open(request("plug"), render: again.call)
        try next.start()
        #expect(again.waitForCycles(3))
        #expect(!next.hasEnded)
        // The server announces a stream that it removes.
        #expect(server.removeStreams())
        #expect(eventually { next.hasEnded && events.has { $0 == .streamEnded } })
        next.close()
    }
}
