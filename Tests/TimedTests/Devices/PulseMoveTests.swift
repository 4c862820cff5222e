import Foundation
import TestSupport
import Testing

@testable import AudioDevices

/// What PulseAudio's streams ask for on a device that the server has moved them to.
@Suite(.serialized) struct PulseMoveTests {
    /// A sink of the same server, as if over a network: its latency is more than the buffer that our stream has elsewhere.
    @Test(.needs(.pulse)) func goesOnOnADeviceOfLongerLatency() throws {
        let attempts = Attempts()
        while true {
            let missed = try missedBehindTheMove()
            // With the former device's buffer, it is found empty in each of the sink's own cycles, some fifty times.
            if missed >= 10, attempts.another() { continue }
            #expect(missed < 10)
            break
        }
    }

    /// How many times the buffer is empty in two seconds behind the move.
    private func missedBehindTheMove() throws -> Int {
        let server = try PrivateServer(.pulse)
        defer { server.stop() }
        let socket = server.directory.appending(path: "run/native").path
        let arguments = [
            "load-module", "module-tunnel-sink", "server=unix:\(socket)", "sink=headphones", "sink_name=far",
            "latency_msec=100",
        ]
        #expect(server.run("pactl", arguments) == 0)
        let backend = try PulseAudio { _ in }
        defer { backend.close() }
        let counter = RenderCounter()
        let stream = try backend.open(StreamRequest(), render: counter.call)
        defer { stream.close() }
        try stream.start()
        #expect(counter.waitForCycles(40))
        server.setDefault("far")
        #expect(eventually { stream.device == "far" })
        let before = stream.xruns
        #expect(counter.waitForCycles(counter.cycles.count + 200))
        return stream.xruns - before
    }
}
