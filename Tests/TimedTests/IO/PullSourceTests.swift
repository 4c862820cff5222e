import AudioCore
import AudioDevices
import Synchronization
import TestSupport
import Testing

@testable import AudioIO

@Suite struct PullSourceTests {
    /// Delivers a known signal of a given length.
    private final class Tape: Sendable {
        let frames: Int
        let channels: Int
        private let position = LockedValue(0)
        let callsAfterTheEnd = Atomic<Int>(0)
        private let hasEnded = Atomic<Bool>(false)

        init(frames: Int, channels: Int) {
            self.frames = frames
            self.channels = channels
        }

        func fill(_ samples: UnsafeMutablePointer<Float>, _ wanted: Int) -> Int {
            if hasEnded.load(ordering: .relaxed) { callsAfterTheEnd.wrappingAdd(1, ordering: .relaxed) }
            return position.withLock { position in
                let count = min(wanted, frames - position)
                for i in 0..<count * channels {
                    samples[i] = RenderCounter.sample(Int64(position * channels + i))
                }
                position += count
                if count == 0 { hasEnded.store(true, ordering: .relaxed) }
                return count
            }
        }
    }

    private func output(_ server: ManualServer) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.framesPerCycle = 64
        return try Output(configuration) { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    /// Advances until the source has ended, and gives what was heard from its first frame on.
    private func play(_ pull: PullSource, on server: ManualServer, atMost frames: Int) -> [Float] {
        var heard: [Float] = []
        #expect(eventually { server.runningStreams == 1 })
        while pull.wait(nanoseconds: 0) == nil, heard.count < frames * 2 {
            // The reader fills the ring in its own time: the test's time waits for it.
            _ = pull.wait(nanoseconds: 1_000_000)
            heard += server.advance(64)
        }
        return heard
    }

    @Test(arguments: [0, 1, 63, 64, 65, 5000, 50_000]) func playsEveryFrameOnceAndEnds(frames: Int) throws {
        let server = ManualServer()
        server.latency = 200
        let output = try output(server)
        let tape = Tape(frames: frames, channels: 2)
        let pull = PullSource(output: output, readingAhead: 0.1) { tape.fill($0, $1) }
        let ended = LockedValue<[PullSource.Ending]>([])
        try pull.start { ending in ended.withLock { $0.append(ending) } }
        let heard = play(pull, on: server, atMost: frames + 100_000)
        #expect(pull.wait() == .finished)
        #expect(eventually { ended.withLock { $0.unshared } == [.finished] })
        #expect(pull.position == frames)
        let expected = (0..<frames * 2).map { RenderCounter.sample(Int64($0)) }
        // Cycles that found the ring empty are silent, and counted; the frames themselves keep their order.
        #expect(heard.filter { $0 != 0 } == expected)
        #expect(tape.callsAfterTheEnd.load(ordering: .relaxed) == 0)
    }

    /// The end is reported when the device has been given its latency's worth of frames after the last one, not before.
    @Test func endsExactlyWhenHeard() throws {
        let server = ManualServer()
        server.latency = 1000
        let output = try output(server)
        let tape = Tape(frames: 100, channels: 2)
        let pull = PullSource(output: output) { tape.fill($0, $1) }
        try pull.start()
        #expect(eventually { server.runningStreams == 1 })
        #expect(
            eventually {
                _ = server.advance(64)
                return pull.position == 100
            })
        let last = output.renderedFrames
        _ = server.advance(1000 - 64 - 64)
        #expect(output.renderedFrames == last + 872)
        #expect(pull.wait(nanoseconds: 50_000_000) == nil)
        #expect(pull.heardPosition < 100)
        _ = server.advance(128 + 64)
        #expect(pull.wait(nanoseconds: 5 * HostTime.ticksPerSecond) == .finished)
    }

    @Test func pauseHoldsThePosition() throws {
        let server = ManualServer()
        let output = try output(server)
        let tape = Tape(frames: 10_000, channels: 2)
        let pull = PullSource(output: output) { tape.fill($0, $1) }
        try pull.start()
        #expect(eventually { server.runningStreams == 1 })
        let first = server.advance(640)
        #expect(first == (0..<1280).map { RenderCounter.sample(Int64($0)) })
        pull.pause()
        #expect(server.advance(640).allSatisfy { $0 == 0 })
        #expect(pull.position == 640)
        pull.resume()
        #expect(server.advance(64) == (1280..<1408).map { RenderCounter.sample(Int64($0)) })
        #expect(pull.takePeak(channel: 0) == RenderCounter.sample(1406))
        #expect(pull.takePeak(channel: 0) == 0)
        pull.stop()
        #expect(pull.wait() == .stopped)
        #expect(server.advance(64).allSatisfy { $0 == 0 })
    }

    @Test func keepsItsPositionWhileTheServerIsGone() throws {
        let server = ManualServer()
        let output = try output(server)
        let tape = Tape(frames: 8000, channels: 2)
        let pull = PullSource(output: output) { tape.fill($0, $1) }
        try pull.start()
        #expect(eventually { server.runningStreams == 1 })
        var heard = server.advance(1280)
        server.crash()
        #expect(eventually { output.backendName == nil })
        #expect(pull.position == 1280)
        server.revive()
        #expect(eventually { server.runningStreams == 1 })
        heard += play(pull, on: server, atMost: 20_000)
        #expect(pull.wait() == .finished)
        #expect(heard.filter { $0 != 0 } == (0..<16_000).map { RenderCounter.sample(Int64($0)) })
    }
}
