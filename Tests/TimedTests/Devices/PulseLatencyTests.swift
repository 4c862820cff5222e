import Foundation
import TestSupport
import Testing

@testable import AudioDevices

/// Which latency PulseAudio's devices are said to have.
@Suite(.serialized) struct PulseLatencyTests {
    /// A null sink has as much queued as it may, since no stream asks for less. A program that waited for that when it stops, or took
    /// it from the time of its stream, would be wrong by it.
    @Test(.needs(.pulse)) func whatIsQueuedIsNotTheDevices() throws {
        let server = try PrivateServer(.pulse)
        defer { server.stop() }
        // Without a limit of its own for the queue, unlike the server's other sinks.
        #expect(server.run("pactl", ["load-module", "module-null-sink", "rate=48000", "sink_name=lazy"]) == 0)
        let backend = try PulseAudio { _ in }
        defer { backend.close() }
        let devices = try backend.devices()
        #expect(devices.contains { $0.id == "lazy" })
        for device in devices { #expect(device.latency == 0, "\(device.id)") }
    }

    /// A device that does not follow its streams has a latency of its own: here a sink's on a server elsewhere.
    @Test(.needs(.pulse)) func aDeviceThatFollowsNoStreamHasItsOwn() throws {
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
        var request = StreamRequest()
        request.device = "far"
        let counter = RenderCounter()
        let stream = try backend.open(request, render: counter.call)
        defer { stream.close() }
        try stream.start()
        #expect(counter.waitForCycles(40))
        let latency = { (try? backend.devices())?.first { $0.id == "far" }?.latency ?? 0 }
        #expect(eventually { latency() > 2_400 }, "\(latency())")
    }
}
