import AudioCore
import TestSupport
import Testing

@testable import AudioDevices

/// The back ends against real servers of their own. One server at a time: the environment names it.
@Suite(.serialized) struct ServerTests {
    final class Events: Sendable {
        private let list = Monitor<[DeviceEvent]>([])
        func add(_ event: DeviceEvent) { list.withLock { $0.append(event) } }
        func has(_ matches: @escaping (DeviceEvent) -> Bool) -> Bool { list.withLock { $0.contains(where: matches) } }
        var hasLoss: Bool {
            has { if case .connectionLost = $0 { true } else { false } }
        }
    }

    private func backend(_ kind: PrivateServer.Kind) -> any Backend.Type {
        switch kind {
        case .pipewire: PipeWire.self
        case .pulse: PulseAudio.self
        }
    }

    /// 48 000 frames of a signal without zeroes, and the recording of the sink's monitor: every sample the same.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed) func playsEverySample(kind: PrivateServer.Kind) throws
    {
        let type = backend(kind)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        // A busy machine may drop a cycle: that is counted, and tried again.
        let attempts = Attempts()
        while true {
            let backend = try type.init { _ in }
            defer { backend.close() }
            let recorder = try #require(Recorder(server))
            let counter = RenderCounter()
            var request = StreamRequest()
            request.shape.framesPerCycle = 1024
            let stream = try backend.open(request, render: counter.call)
            try stream.start()
            let heard = recorder.finish(frames: 48_000)
            let xruns = stream.xruns
            #expect(stream.latency > 0 && stream.latency < 96_000)
            stream.close()
            let same = (0..<min(96_000, heard.count)).prefix { heard[$0] == RenderCounter.sample(Int64($0)) }.count
            if same < 96_000, attempts.another() {
                print("\(type.name): \(same) of 96000 samples equal, \(xruns) xruns; again")
                continue
            }
            #expect(same == 96_000)
            #expect(counter.cycles.allSatisfy { $0.frames <= 1024 })
            break
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed) func listsDevicesAndTellsOfANewDefault(
        kind: PrivateServer.Kind
    ) throws {
        let type = backend(kind)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let events = Events()
        let backend = try type.init { events.add($0) }
        defer { backend.close() }
        let outputs = try backend.devices().filter { $0.direction == .output }
        #expect(Set(outputs.map(\.id)) == ["speakers", "headphones"])
        #expect(outputs.filter(\.isDefault).map(\.id) == ["speakers"])
        #expect(outputs.allSatisfy { $0.sampleRate == 48_000 && $0.channels == 2 })
        var request = StreamRequest()
        request.device = "gramophone"
        #expect(throws: AudioError.noDevice) { _ = try backend.open(request, render: RenderCounter().call) }
        server.setDefault("headphones")
        #expect(eventually { events.has { $0 == .defaultChanged(.output) } })
        #expect(try backend.devices().filter(\.isDefault).contains { $0.id == "headphones" })
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed) func tellsOfTheServersDeathAndConnectsToTheNext(
        kind: PrivateServer.Kind
    ) throws {
        let type = backend(kind)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let events = Events()
        let backend = try type.init { events.add($0) }
        let counter = RenderCounter()
        let stream = try backend.open(StreamRequest(), render: counter.call)
        try stream.start()
        #expect(counter.waitForCycles(5))
        server.crash()
        #expect(eventually { events.hasLoss })
        #expect(throws: AudioError.self) { _ = try backend.devices() }
        stream.close()
        backend.close()
        #expect(throws: AudioError.self) { _ = try type.init { _ in } }
        server.revive()
        let next = try type.init { _ in }
        #expect(try next.devices().contains { $0.id == "speakers" })
        next.close()
    }
}
