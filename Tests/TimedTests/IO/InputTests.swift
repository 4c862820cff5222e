import AudioCore
import AudioDevices
import TestSupport
import Testing

@testable import AudioIO

/// The input's clock, gaps and sinks, driven by hand.
@Suite struct InputTests {
    private func input(_ server: ManualServer, frames: Int = 4, device: String? = nil) throws -> Input {
        var configuration = InputConfiguration()
        configuration.framesPerCycle = frames
        configuration.channels = 1
        configuration.device = device
        return try Input(configuration) { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func waitUntilRunning(_ server: ManualServer) -> Bool { eventually { server.runningStreams == 1 } }

    private final class EventLog: Sendable {
        private let list = LockedValue<[StreamEvent]>([])
        init(_ input: Input) { input.observe { event in self.list.withLock { $0.append(event) } } }
        /// But for cycles that took the machine too long.
        var events: [StreamEvent] {
            list.withLock { $0.unshared }.filter { if case .overload = $0 { false } else { true } }
        }
        var gaps: [StreamGap] {
            events.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
        }
    }

    @Test func everySinkHearsEverySample() throws {
        let server = ManualServer()
        let input = try input(server)
        let (one, two) = (CaptureRecorder(), CaptureRecorder())
        let sink = one.sink
        input.add(sink)
        input.add(sink)
        #expect(waitUntilRunning(server))
        let start = server.hostTime
        #expect(server.advance(6, input: [1, 2, 3, 4, 5, 6]).isEmpty)
        input.add(two.sink)
        server.advance(2, input: [7])
        input.remove(sink)
        server.advance(4, input: [8, 9, 10, 11])
        #expect(one.samples == [1, 2, 3, 4, 5, 6, 7, 0])
        #expect(two.samples == [7, 0, 8, 9, 10, 11])
        #expect(one.cycles.map(\.sampleTime) == [0, 4, 6])
        #expect(one.cycles.map { $0.hostTime - start } == [0, 83_333, 125_000])
        #expect(input.capturedFrames == 12 && input.lostFrames == 0 && input.xruns == 0)
        let anchor = try #require(input.clock)
        #expect(anchor == ClockAnchor(sampleTime: 8, hostTime: start + 166_667, sampleRate: 48_000))
        #expect(anchor.hostTime(of: 48_008) == start + 1_000_166_667)
        #expect(anchor.sampleTime(at: start + 1_000_166_667) == 48_008)
    }

    /// What the machine missed is reported with its place and length, and the sample time goes on over it.
    @Test func missedFramesAreAGap() throws {
        let server = ManualServer()
        let input = try input(server)
        let log = EventLog(input)
        let recorder = CaptureRecorder()
        input.add(recorder.sink)
        #expect(waitUntilRunning(server))
        server.advance(4, input: [1, 2, 3, 4])
        server.skip(10)
        server.advance(4, input: [5, 6, 7, 8])
        server.skip(1)
        server.advance(4)
        #expect(recorder.cycles.map(\.sampleTime) == [0, 14, 19])
        #expect(input.capturedFrames == 23 && input.lostFrames == 11 && input.xruns == 2)
        let expected = [StreamGap(sampleTime: 4, frames: 10), StreamGap(sampleTime: 18, frames: 1)]
        #expect(eventually { log.gaps == expected })
        #expect(log.events.count == 2)
    }

    @Test func theServersDeathIsAGapOfItsLength() throws {
        let server = ManualServer()
        let input = try input(server)
        let log = EventLog(input)
        let recorder = CaptureRecorder()
        input.add(recorder.sink)
        #expect(waitUntilRunning(server))
        server.advance(8, input: [1, 2, 3, 4, 5, 6, 7, 8])
        server.crash()
        #expect(eventually { log.events == [.lost] })
        #expect(input.backendName == nil)
        server.skip(4800)
        server.revive()
        #expect(waitUntilRunning(server))
        server.advance(2, input: [9, 10])
        #expect(recorder.samples == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(recorder.cycles.map(\.sampleTime) == [0, 4, 4808])
        #expect(eventually { log.events == [.lost, .resumed, .gap(StreamGap(sampleTime: 8, frames: 4800))] })
        #expect(input.backendName == "manual" && input.capturedFrames == 4810)
    }

    /// Time that passes while nobody listens is not lost.
    @Test func aPauseIsNoGap() throws {
        let server = ManualServer()
        let input = try input(server)
        let log = EventLog(input)
        let recorder = CaptureRecorder()
        let sink = recorder.sink
        input.add(sink)
        #expect(waitUntilRunning(server))
        server.advance(4)
        input.remove(sink)
        server.advance(4)
        #expect(eventually { server.runningStreams == 0 })
        server.skip(100)
        input.add(sink)
        #expect(waitUntilRunning(server))
        server.advance(4)
        #expect(recorder.cycles.map(\.sampleTime) == [0, 8])
        #expect(input.lostFrames == 0 && log.events.isEmpty)
    }

    @Test func aDeviceOfItsOwnThatGoesAndComesBack() throws {
        let server = ManualServer()
        let input = try input(server, device: "manual")
        let log = EventLog(input)
        let recorder = CaptureRecorder()
        input.add(recorder.sink)
        #expect(waitUntilRunning(server))
        server.advance(4)
        server.setDevices([])
        #expect(eventually { log.events.contains(.lost) })
        server.skip(48)
        server.setDevices(ManualServer.firstDevices)
        #expect(waitUntilRunning(server))
        server.advance(4)
        #expect(eventually { log.gaps == [StreamGap(sampleTime: 4, frames: 48)] })
        #expect(log.events.filter { $0 == .lost || $0 == .resumed } == [.lost, .resumed])
        #expect(recorder.cycles.map(\.sampleTime) == [0, 52])
    }

    @Test func takesTheShapeOfItsDevice() throws {
        let server = ManualServer()
        server.setDevices([
            DeviceDescription(
                id: "a", name: "A", direction: .input, sampleRate: 16_000, channels: 3, isDefault: true)
        ])
        let input = try Input { (events) throws(AudioError) in try Manual(server: server, events: events) }
        #expect(input.format == .float32(sampleRate: 16_000, channels: 3))
        var configuration = InputConfiguration()
        configuration.device = "gramophone"
        #expect(throws: AudioError.noDevice.because("there is no device \"gramophone\" to record from")) {
            _ = try Input(configuration) { (events) throws(AudioError) in try Manual(server: server, events: events) }
        }
    }

    /// An input and an output of one device: what is played and what is heard are in one time.
    @Test func bothDirectionsShareOneClock() throws {
        let server = ManualServer()
        let input = try input(server, frames: 64)
        var configuration = OutputConfiguration()
        configuration.framesPerCycle = 128
        configuration.channels = 1
        let output = try Output(configuration) { (events) throws(AudioError) in
            try Manual(server: server, events: events)
        }
        let recorder = CaptureRecorder()
        input.add(recorder.sink)
        let silence = OutputSource(context: UnsafeMutableRawPointer(bitPattern: 8)!) { _, _ in 0 }
        output.add(silence)
        #expect(eventually { server.runningStreams == 2 })
        #expect(server.advance(256, input: [Float](repeating: 1, count: 256)).count == 256)
        let (heard, played) = (try #require(input.clock), try #require(output.clock))
        #expect(heard.sampleTime == 192 && played.sampleTime == 128)
        // Each rounds to nanoseconds from where it stands.
        #expect(abs(Int64(heard.hostTime(of: 256)) - Int64(played.hostTime(of: 256))) <= 1)
    }

    @Test func anchorsKeepWithinTime() {
        let anchor = ClockAnchor(sampleTime: 100, hostTime: 1_000_000, sampleRate: 48_000)
        #expect(anchor.hostTime(of: -1e6) == 0)
        #expect(anchor.hostTime(of: .infinity) == .max && anchor.hostTime(of: -.infinity) == 0)
        #expect(anchor.hostTime(of: 52) == 0)
        #expect(anchor.hostTime(of: 100.5) == 1_010_417)
        #expect(anchor.sampleTime(at: 0) == 52)
    }

    /// Longer than the nanoseconds of 64 bits, with whole frames and with fractions, at rates of both kinds.
    @Test(arguments: [48_000, 44_100.5, 1, 768_000]) func distantMomentsAreClamped(rate: Double) {
        let anchor = ClockAnchor(sampleTime: 100, hostTime: 1_000_000, sampleRate: rate)
        for frames in [1e11 * rate, 1e11 * rate + 0.5, 1e18 * rate, 1e300, .greatestFiniteMagnitude, .infinity] {
            #expect(anchor.hostTime(of: frames) == .max && anchor.hostTime(of: -frames) == 0)
            #expect(HostTime.duration(ofFractional: frames, at: rate) == .max)
            #expect(HostTime.duration(ofFractional: -frames, at: rate) == 0)
        }
        // 2048 ns lie between neighbours in Double.
        #expect(abs(Double(anchor.hostTime(of: 100 + 1e10 * rate)) - 1.000_000_000_000_1e19) <= 4096)
        #expect(HostTime.duration(of: .max, at: 1) == .max && HostTime.duration(of: .min, at: 1) == 0)
        for odd in [0, -1, .nan, .infinity, -.infinity] as [Double] {
            #expect(HostTime.duration(of: 48, at: odd) == 0 && HostTime.duration(ofFractional: 48.5, at: odd) == 0)
        }
        #expect(HostTime.duration(ofFractional: .nan, at: rate) == 0)
    }
}
