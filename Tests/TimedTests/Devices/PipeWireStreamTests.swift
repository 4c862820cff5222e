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

    /// A stream of another rate than the graph's is asked for more frames in its first cycle, which the server's
    /// converter keeps. Later frames are as far behind the first one by their times as by their numbers.
    @Test func timesFitTheFramesFromTheFirstOn() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let backend = try PipeWire { _ in }
        defer { backend.close() }
        var wanted = request("speakers")
        wanted.shape.sampleRate = 44_100
        // A busy machine may drop a cycle.
        let attempts = Attempts()
        while true {
            let counter = RenderCounter()
            let stream = try backend.open(wanted, render: counter.call)
            try stream.start()
            #expect(counter.waitForCycles(6))
            stream.close()
            let cycles = counter.cycles.prefix(6)
            let first = try #require(cycles.first)
            // Frames by which each cycle is later than its number. One of the graph is no whole number of them.
            let late = cycles.map { cycle -> Double in
                let nanoseconds = Int64(bitPattern: cycle.hostTime &- first.hostTime)
                let frames = Double(nanoseconds) * 44_100 / 1e9
                return frames - Double(cycle.sampleTime - first.sampleTime)
            }
            let fits = late.allSatisfy { abs($0) < 4 }
            if !fits, attempts.another() { continue }
            #expect(fits, "\(late)")
            break
        }
    }
}
