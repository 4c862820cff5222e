import AudioCore
import Glibc
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

    /// Some servers report nothing of a sink that has never run. It has what is set all the same, also when it runs.
    @Test func aSinkThatHasNotRunKeepsItsVolume() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let backend = try PipeWire { _ in }
        defer { backend.close() }
        let speakers = { (try? backend.devices())?.first { $0.id == "speakers" && $0.direction == .output } }
        let isAt = { (left: Float, right: Float) -> Bool in
            guard let sink = speakers(), sink.isMuted == true, sink.volume.count == 2 else { return false }
            return abs(sink.volume[0] - left) < 0.001 && abs(sink.volume[1] - right) < 0.001
        }
        try backend.apply(.muted(true), to: "speakers", .output)
        for volume in [Float(0.25), 0.5, 0.75] {
            try backend.apply(.volume([volume, 1 - volume]), to: "speakers", .output)
            #expect(isAt(volume, 1 - volume))
        }
        let counter = RenderCounter()
        let stream = try backend.open(request("speakers"), render: counter.call)
        try stream.start()
        #expect(counter.waitForCycles(3))
        #expect(isAt(0.75, 0.25))
        stream.close()
    }

    /// A program that may read a device and not write to it, as in a sandbox, gets an error, and the device's own volume.
    @Test func aVolumeThatTheServerRefusesIsAnError() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let backend = try PipeWire { _ in }
        defer { backend.close() }
        let volume = { (try? backend.devices())?.first { $0.id == "speakers" && $0.direction == .output }?.volume }
        let before = try #require(volume())
        // 320 is the permission to read and to call. Tests before this one may have left a client of the same process.
        let script = #"""
            clients=$(pw-cli ls Client | awk '/id [0-9]+,/ { sub(",", "", $2); id = $2 } /sec.pid = "\#(getpid())"/ { print id }')
            sink=$(pw-cli ls Node | awk '/id [0-9]+,/ { sub(",", "", $2); id = $2 } /node.name = "speakers"/ { print id }')
            for client in $clients; do pw-cli permissions $client $sink 320; done
            """#
        #expect(server.run("sh", ["-c", script]) == 0)
        let error = #expect(throws: AudioError.self) {
            try backend.apply(.volume([0.25, 0.5]), to: "speakers", .output)
        }
        #expect(error?.status == AudioError.unsupportedChange.status)
        #expect(volume() == before)
    }

    /// A program that may not write to the session manager's metadata gets an error at once, not that of a server that does not
    /// answer.
    @Test func aDefaultThatTheServerRefusesIsAnError() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let backend = try PipeWire { _ in }
        defer { backend.close() }
        let usual = { (try? backend.devices())?.first { $0.isDefault && $0.direction == .output }?.id }
        let before = try #require(usual())
        // 320 is the permission to read and to call. Tests before this one may have left a client of the same process.
        let script = #"""
            clients=$(pw-cli ls Client | awk '/id [0-9]+,/ { sub(",", "", $2); id = $2 } /sec.pid = "\#(getpid())"/ { print id }')
            kept=$(pw-cli ls Metadata | awk '/id [0-9]+,/ { sub(",", "", $2); id = $2 } /metadata.name = "default"/ { print id }')
            for client in $clients; do pw-cli permissions $client $kept 320; done
            """#
        #expect(server.run("sh", ["-c", script]) == 0)
        let other = before == "speakers" ? "headphones" : "speakers"
        let error = #expect(throws: AudioError.self) { try backend.apply(.becomeDefault, to: other, .output) }
        #expect(error?.status == AudioError.unsupportedChange.status)
        #expect(usual() == before)
    }

    /// The device's rate is that of a running stream's cycles, whatever format the server's node has.
    @Test func aRunningDevicesRateIsTheCycles() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        server.run("pw-metadata", ["-n", "settings", "0", "clock.allowed-rates", "[ 44100 48000 ]"])
        let backend = try PipeWire { _ in }
        defer { backend.close() }
        let speakers = { (try? backend.devices())?.first { $0.id == "speakers" && $0.direction == .output } }
        #expect(eventually { speakers()?.rates == [44_100, 48_000] })
        let counter = RenderCounter()
        let stream = try backend.open(request("speakers"), render: counter.call)
        try stream.start()
        #expect(counter.waitForCycles(3))
        for rate in [44_100.0, 48_000, 44_100] {
            try backend.apply(.sampleRate(rate), to: "speakers", .output)
            #expect(speakers()?.sampleRate == rate)
        }
        stream.close()
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
