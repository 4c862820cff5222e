import AudioCore
import AudioDevices
import TestSupport
import Testing

@testable import AudioIO

/// An input against real servers of its own, whose microphone hears their speakers.
@Suite(.serialized) struct InputServerTests {
    private final class EventLog: Sendable {
        private let list = LockedValue<[StreamEvent]>([])
        func add(_ event: StreamEvent) { list.withLock { $0.append(event) } }
        /// But for cycles that took the machine too long.
        var events: [StreamEvent] {
            list.withLock { $0.unshared }.filter { if case .overload = $0 { false } else { true } }
        }
        var gaps: [StreamGap] {
            events.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
        }
    }

    private func name(_ kind: PrivateServer.Kind) -> String { kind == .pipewire ? "pipewire" : "pulseaudio" }

    private func input(
        _ kind: PrivateServer.Kind, device: String? = nil, on connection: Connection? = nil
    ) throws -> Input {
        var configuration = InputConfiguration()
        configuration.backend = name(kind)
        configuration.framesPerCycle = 1024
        configuration.device = device
        return try Input(configuration, on: connection)
    }

    private func output(_ kind: PrivateServer.Kind) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.backend = name(kind)
        configuration.framesPerCycle = 1024
        return try Output(configuration)
    }

    /// Delivers `RenderCounter`'s signal, a given number of stereo frames of it.
    private static func tape(_ frames: Int) -> PullSource.Fill {
        let position = LockedValue(0)
        return { samples, wanted in
            position.withLock { position in
                let count = min(wanted, frames - position)
                for i in 0..<count * 2 { samples[i] = RenderCounter.sample(Int64(position * 2 + i)) }
                position += count
                return count
            }
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func hearsEverySample(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        server.linkMicrophone()
        let count = 96_000
        // A busy machine may drop a cycle: that is counted, and tried again.
        let attempts = Attempts()
        while true {
            let input = try input(kind)
            #expect(input.format == .float32(sampleRate: 48_000, channels: 2))
            let recorder = CaptureRecorder()
            let sink = recorder.sink
            input.add(sink)
            #expect(recorder.waitForSamples(4096))
            let output = try output(kind)
            let pull = PullSource(output: output, fill: Self.tape(count / 2))
            try pull.start()
            let heard = recorder.signal(samples: count)
            input.remove(sink)
            pull.stop()
            let same = heard.enumerated().prefix { $1 == RenderCounter.sample(Int64($0)) }.count
            if same < count, attempts.another() {
                print("\(kind): \(same) of \(count) samples equal, \(input.xruns), \(output.xruns) xruns; again")
                continue
            }
            #expect(same == count)
            let cycles = recorder.cycles
            #expect(cycles.allSatisfy { $0.frames <= 1024 && $0.hostTime < $0.calledAt })
            #expect(zip(cycles, cycles.dropFirst()).allSatisfy { $0.sampleTime + Int64($0.frames) <= $1.sampleTime })
            #expect(input.latency > 0 && input.latency < 48_000)
            break
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func hearsOnAfterTheServersDeath(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let input = try input(kind)
        let log = EventLog()
        input.observe { log.add($0) }
        let recorder = CaptureRecorder()
        input.add(recorder.sink)
        #expect(recorder.waitForSamples(20_000))
        server.crash()
        #expect(eventually { log.events.contains(.lost) })
        let (before, last) = (recorder.cycles.count, recorder.cycles.last)
        server.revive()
        #expect(eventually { log.events.contains(.resumed) && recorder.cycles.count > before + 4 })
        #expect(eventually { log.gaps.contains { $0.frames > 0 } })
        let (end, next) = (try #require(last), recorder.cycles[before])
        let gap = next.sampleTime - end.sampleTime - Int64(end.frames)
        let seconds = Double(next.hostTime - end.hostTime) / 1e9
        print("\(kind): a gap of \(gap) frames, \(seconds) s by the clock")
        #expect(abs(Double(gap + Int64(end.frames)) - seconds * 48_000) < 2)
        #expect(log.gaps.contains { $0.frames == gap && $0.sampleTime == end.sampleTime + Int64(end.frames) })
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func followsTheDefaultDevice(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let input = try input(kind)
        let log = EventLog()
        input.observe { log.add($0) }
        let recorder = CaptureRecorder()
        input.add(recorder.sink)
        #expect(recorder.waitForSamples(8192))
        server.addSource("gramophone")
        server.setDefaultInput("gramophone")
        #expect(eventually { log.events.contains(.defaultDeviceChanged) })
        let count = recorder.samples.count
        #expect(recorder.waitForSamples(count + 48_000))
        #expect(!log.events.contains(.lost))
    }

    /// What names a microphone hears it whole while another becomes the default one, though something that follows the default
    /// microphone records from it first.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func whatNamesAMicrophoneStaysThere(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        server.linkMicrophone()
        server.addSource("gramophone")
        let count = 192_000
        // A busy machine may drop a cycle: that is counted, and tried again.
        let attempts = Attempts()
        while true {
            server.setDefaultInput("microphone")
            let connection = try Connection(backend: kind.backend)
            let follower = try input(kind, on: connection)
            let following = CaptureRecorder()
            follower.add(following.sink)
            #expect(following.waitForSamples(4096))
            let input = try input(kind, device: "microphone", on: connection)
            let recorder = CaptureRecorder()
            let sink = recorder.sink
            input.add(sink)
            #expect(recorder.waitForSamples(4096))
            let output = try output(kind)
            let pull = PullSource(output: output, fill: Self.tape(count / 2))
            try pull.start()
            #expect(eventually { recorder.samples.contains { $0 != 0 } })
            server.setDefaultInput("gramophone")
            let heard = recorder.signal(samples: count)
            input.remove(sink)
            pull.stop()
            let same = heard.enumerated().prefix { $1 == RenderCounter.sample(Int64($0)) }.count
            if same < count, attempts.another() { continue }
            #expect(same == count)
            // The other one has gone to where nothing is heard.
            #expect(following.samples.count { $0 != 0 } < count)
            break
        }
    }
}
