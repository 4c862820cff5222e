import AudioCore
import AudioDevices
import CRealtime
import Synchronization
import TestSupport
import Testing

@testable import AudioIO

/// The mix and the clock, driven by hand.
@Suite struct OutputTests {
    private final class Constant {
        let value: Float
        let channels: Int
        let calls = Atomic<Int>(0)
        let isBusy = Atomic<Bool>(false)
        init(_ value: Float, channels: Int = 1) {
            self.value = value
            self.channels = channels
        }

        var source: OutputSource {
            OutputSource(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
                Unmanaged<Constant>.fromOpaque(context)._withUnsafeGuaranteedRef { this in
                    this.isBusy.store(true, ordering: .sequentiallyConsistent)
                    for i in 0..<Int(cycle.pointee.frames) * this.channels { cycle.pointee.samples[i] = this.value }
                    this.calls.wrappingAdd(1, ordering: .relaxed)
                    this.isBusy.store(false, ordering: .sequentiallyConsistent)
                    return Int32(cycle.pointee.frames)
                }
            }
        }
    }

    private func output(_ server: ManualServer, frames: Int = 4, channels: Int = 1) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.framesPerCycle = frames
        configuration.channels = channels
        return try Output(configuration) { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func waitUntilRunning(_ server: ManualServer) -> Bool { eventually { server.runningStreams == 1 } }

    @Test func addsItsSources() throws {
        let server = ManualServer()
        let output = try output(server)
        let one = Constant(0.25).source
        let two = Constant(0.5).source
        output.add(one)
        #expect(waitUntilRunning(server))
        #expect(server.advance(6) == Array(repeating: 0.25, count: 6))
        output.add(two)
        output.add(two)
        #expect(server.advance(4) == Array(repeating: 0.75, count: 4))
        output.remove(one)
        #expect(server.advance(4) == Array(repeating: 0.5, count: 4))
        output.remove(two)
        #expect(server.advance(4) == [0, 0, 0, 0])
        #expect(output.renderedFrames == 18)
    }

    @Test func volumesMoveOverOneCycle() throws {
        let server = ManualServer()
        let output = try output(server, frames: 4, channels: 2)
        let source = Constant(1, channels: 2).source
        output.add(source)
        #expect(waitUntilRunning(server))
        source.volume = 0
        #expect(server.advance(8) == [1, 1, 0.75, 0.75, 0.5, 0.5, 0.25, 0.25, 0, 0, 0, 0, 0, 0, 0, 0])
        source.volume = 0.5
        output.volume = 2
        _ = server.advance(4)
        #expect(server.advance(1) == [1, 1])
    }

    /// A source hears of its own frames only: silence after them, whatever it left in the memory.
    @Test func framesAfterThoseNamedAreSilent() throws {
        let server = ManualServer()
        let output = try output(server)
        let half = OutputSource(context: UnsafeMutableRawPointer(bitPattern: 8)!) { _, cycle in
            for i in 0..<Int(cycle.pointee.frames) { cycle.pointee.samples[i] = 1 }
            return cycle.pointee.sampleTime == 0 ? 2 : -5
        }
        output.add(half)
        #expect(waitUntilRunning(server))
        #expect(server.advance(8) == [1, 1, 0, 0, 0, 0, 0, 0])
    }

    @Test func sourcesLiveUntilTheirPlanIsFreed() throws {
        let server = ManualServer()
        let output = try output(server)
        weak var watched: Constant?
        do {
            let constant = Constant(1)
            watched = constant
            let source = constant.source
            output.add(source)
            #expect(waitUntilRunning(server))
            _ = server.advance(4)
            output.remove(source)
        }
        _ = server.advance(4)
        #expect(eventually { watched == nil })
    }

    /// `remove` against a device that never pauses: once it has returned, the function does not run.
    @Test func removeIsFinal() throws {
        var configuration = OutputConfiguration()
        configuration.backend = "null"
        configuration.framesPerCycle = 16
        configuration.channels = 1
        let output = try Output(configuration)
        let steady = Constant(0)
        output.add(steady.source)
        for _ in 0..<50 {
            let constant = Constant(1)
            let source = constant.source
            output.add(source)
            #expect(eventually { constant.calls.load(ordering: .relaxed) > 0 })
            output.remove(source)
            let isBusy = constant.isBusy.load(ordering: .sequentiallyConsistent)
            #expect(!isBusy)
            let calls = constant.calls.load(ordering: .relaxed)
            let later = steady.calls.load(ordering: .relaxed) + 3
            #expect(eventually { steady.calls.load(ordering: .relaxed) >= later })
            #expect(constant.calls.load(ordering: .relaxed) == calls)
        }
    }

    @Test func survivesTheServer() throws {
        let server = ManualServer()
        let output = try output(server)
        let events = LockedValue<[StreamEvent]>([])
        output.observe(noting(events))
        output.add(Constant(0.5).source)
        #expect(waitUntilRunning(server))
        _ = server.advance(8)
        server.crash()
        #expect(eventually { events.withLock { $0.unshared } == [.lost] })
        #expect(output.backendName == nil)
        #expect(server.advance(8).isEmpty)
        #expect(output.renderedFrames == 8)
        server.revive()
        let revived = HostTime.now()
        #expect(waitUntilRunning(server))
        #expect(HostTime.now() - revived < HostTime.ticksPerSecond)
        #expect(server.advance(2) == [0.5, 0.5])
        #expect(output.renderedFrames == 10)
        #expect(eventually { events.withLock { $0.unshared } == [.lost, .resumed] })
    }

    /// A server may take a stream away, or replace its device by one of the same name before anyone checks.
    @Test(arguments: [DeviceEvent.streamEnded, .devicesChanged], [nil, "manual"])
    func opensItsStreamAgain(event: DeviceEvent, device: String?) throws {
        let server = ManualServer()
        var configuration = OutputConfiguration()
        configuration.device = device
        configuration.channels = 1
        let output = try Output(configuration) { (events) throws(AudioError) in
            try Manual(server: server, events: events)
        }
        let events = LockedValue<[StreamEvent]>([])
        output.observe(noting(events))
        output.add(Constant(0.5).source)
        for round in 1...3 {
            #expect(waitUntilRunning(server))
            #expect(server.advance(8).allSatisfy { $0 == 0.5 })
            #expect(output.renderedFrames == Int64(8 * round))
            server.takeStreams(notifying: event)
            #expect(eventually { events.withLock { $0.filter { $0 != .devicesChanged }.count } == 2 * round })
        }
        #expect(server.connections == 1)
        let changes = events.withLock { $0.filter { $0 != .devicesChanged } }
        #expect(changes == [.lost, .resumed, .lost, .resumed, .lost, .resumed])
    }

    /// Silence stands in where no server answers, and only until one does.
    @Test func movesFromSilenceToAServerThatComesLater() throws {
        let server = ManualServer()
        server.crash()
        let output = try Output { (events) throws(AudioError) in
            do throws(AudioError) { return try Manual(server: server, events: events) } catch {
                return try Null(events: events)
            }
        }
        let events = LockedValue<[StreamEvent]>([])
        output.observe(noting(events))
        output.add(Constant(0.5, channels: 2).source)
        #expect(output.backendName == "null")
        #expect(eventually { output.renderedFrames > 512 })
        server.revive()
        #expect(waitUntilRunning(server))
        #expect(output.backendName == "manual")
        let position = output.renderedFrames
        #expect(server.advance(2) == [0.5, 0.5, 0.5, 0.5])
        #expect(output.renderedFrames == position + 2)
        #expect(eventually { events.withLock { $0.contains(.defaultDeviceChanged) } })
        // Once it has answered, nothing replaces it.
        server.crash()
        #expect(eventually { events.withLock { $0.contains(.lost) } })
        #expect(output.backendName == nil)
    }

    @Test func tellsOfANewDefault() throws {
        let server = ManualServer()
        let output = try output(server)
        let events = LockedValue<[StreamEvent]>([])
        output.observe(noting(events))
        server.setDevices([DeviceDescription(id: "b", name: "B", direction: .output, isDefault: true)])
        #expect(eventually { events.withLock { $0.unshared } == [.devicesChanged, .defaultDeviceChanged] })
    }

    @Test func takesTheRateOfItsDevice() throws {
        let server = ManualServer()
        server.setDevices([
            DeviceDescription(id: "a", name: "A", direction: .output, sampleRate: 44_100, isDefault: true)
        ])
        #expect(try output(server).format == .float32(sampleRate: 44_100, channels: 1))
    }

    /// The next source finds the stream that the last one has left, as long as that runs; then the stream goes.
    @Test func aSharedOutputGoesWithItsStream() throws {
        let server = ManualServer()
        weak var last: Output?
        do {
            let output = try output(server)
            output.keepsStreamOpen()
            last = output
            let source = Constant(0.5).source
            output.add(source)
            #expect(waitUntilRunning(server))
            output.remove(source)
        }
        #expect(last != nil && server.openStreams == 1)
        #expect(eventually { last == nil && server.openStreams == 0 })
    }

    @Test func aSharedOutputThatWasNeverUsedGoesAtOnce() throws {
        let server = ManualServer()
        weak var last: Output?
        do {
            let output = try output(server)
            output.keepsStreamOpen()
            last = output
            #expect(server.openStreams == 1)
        }
        #expect(last == nil)
        #expect(eventually { server.openStreams == 0 })
    }

    @Test func aForcedBackEndThatDoesNotAnswerIsAnError() throws {
        let server = ManualServer()
        server.crash()
        #expect(throws: AudioError.serverUnavailable) { _ = try output(server) }
        var configuration = OutputConfiguration()
        configuration.backend = "gramophone"
        #expect(throws: AudioError.self) { _ = try Output(configuration) }
    }
}
