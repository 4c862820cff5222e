import AudioCore
import TestSupport
import Testing

@testable import AudioDevices

@Suite struct ManualTests {
    private final class Events: Sendable {
        private let list = LockedValue<[DeviceEvent]>([])
        var all: [DeviceEvent] { list.withLock { $0.unshared } }
        func add(_ event: DeviceEvent) { list.withLock { $0.append(event) } }
    }

    private func request(_ shape: StreamShape, device: String? = nil) -> StreamRequest {
        var request = StreamRequest()
        request.shape = shape
        request.device = device
        return request
    }

    @Test func timeIsFramesAndNothingElse() throws {
        let server = ManualServer()
        let backend = try Manual(server: server) { _ in }
        let counter = RenderCounter()
        let shape = StreamShape(sampleRate: 48_000, channels: 2, framesPerCycle: 480)
        let stream = try backend.open(request(shape), render: counter.call)
        #expect(server.advance(100).isEmpty)
        try stream.start()
        let heard = server.advance(1000) + server.advance(10)
        #expect(heard == (0..<2020).map { RenderCounter.sample($0) })
        let cycles = counter.cycles
        #expect(cycles.map(\.frames) == [480, 480, 40, 10])
        #expect(cycles.map(\.sampleTime) == [0, 480, 960, 1000])
        #expect(cycles.map { $0.hostTime - cycles[0].hostTime } == [0, 10_000_000, 20_000_000, 20_833_333])
        stream.stop()
        #expect(server.advance(10).isEmpty)
        stream.close()
        backend.close()
    }

    @Test func crashIsReportedOnceAndRefusesUntilRevived() throws {
        let server = ManualServer()
        let events = Events()
        let backend = try Manual(server: server) { events.add($0) }
        let stream = try backend.open(request(StreamShape()), render: RenderCounter().call)
        try stream.start()
        server.crash()
        server.crash()
        #expect(events.all == [.connectionLost(.serverUnavailable)])
        #expect(server.advance(64).isEmpty)
        #expect(throws: AudioError.serverUnavailable) { _ = try Manual(server: server) { _ in } }
        #expect(throws: AudioError.serverUnavailable) {
            _ = try backend.open(request(StreamShape()), render: RenderCounter().call)
        }
        #expect(throws: AudioError.serverUnavailable) { try backend.apply(.muted(true), to: "manual", .output) }
        server.revive()
        #expect(throws: Never.self) { _ = try Manual(server: server) { _ in } }
    }

    @Test func reportsDevicesAndTheDefault() throws {
        let server = ManualServer()
        let events = Events()
        let backend = try Manual(server: server) { events.add($0) }
        let first = DeviceDescription(id: "a", name: "A", direction: .output, isDefault: true)
        var second = DeviceDescription(id: "b", name: "B", direction: .output)
        server.setDevices([first, second])
        #expect(events.all == [.devicesChanged, .defaultChanged(.output), .defaultChanged(.input)])
        second.name = "B2"
        server.setDevices([first, second])
        #expect(events.all.count == 4 && events.all.last == .devicesChanged)
        #expect(try backend.devices().map(\.id) == ["a", "b"])
        #expect(throws: AudioError.noDevice) {
            _ = try backend.open(request(StreamShape(), device: "c"), render: RenderCounter().call)
        }
    }
}
