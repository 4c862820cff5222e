import AudioCore
import AudioDevices
import AudioIO
import CRealtime
import TestSupport
import Testing

/// What runs on the audio thread, run under the sanitizer's eyes where it is linked in (Scripts/rtsan).
@Suite(.serialized) struct OutputRealtimeTests {
    private static func tape(_ frames: Int) -> PullSource.Fill {
        let left = LockedValue(frames)
        return { samples, wanted in
            left.withLock { left in
                let count = min(wanted, left)
                for i in 0..<count * 2 { samples[i] = 0.25 }
                left -= count
                return count
            }
        }
    }

    /// Several sources, ramps, pauses, ends, and plans that change all the while, on a device with a clock.
    @Test(arguments: [16, 256]) func theMixIsRealtimeSafe(framesPerCycle: Int) throws {
        var configuration = OutputConfiguration()
        configuration.backend = "null"
        configuration.framesPerCycle = framesPerCycle
        let output = try Output(configuration)
        var sources: [PullSource] = []
        for round in 0..<12 {
            let pull = PullSource(output: output, readingAhead: 0.05, fill: Self.tape(2000 + 500 * round))
            try pull.start()
            pull.volume = Float(round) / 8
            output.volume = 1 / Float(round + 1)
            if round % 3 == 1 { pull.pause() }
            if round % 4 == 3 { sources[round - 2].stop() }
            sources.append(pull)
            let position = output.renderedFrames
            #expect(eventually { output.renderedFrames >= position + 4 * framesPerCycle })
            pull.resume()
        }
        for (index, source) in sources.enumerated() {
            #expect(source.wait(nanoseconds: 20 * HostTime.ticksPerSecond) != nil)
            if source.wait() == .finished { #expect(source.position == 2000 + 500 * index) }
        }
        #expect(sources.contains { $0.wait() == .finished })
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func playingOnAServerIsRealtimeSafe(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        var configuration = OutputConfiguration()
        configuration.backend = kind.backend
        let output = try Output(configuration)
        let pull = PullSource(output: output, fill: Self.tape(24_000))
        try pull.start()
        #expect(pull.wait(nanoseconds: 20 * HostTime.ticksPerSecond) == .finished)
        #expect(pull.position == 24_000)
    }

    @Test func theRingIsRealtimeSafeOnBothSides() {
        final class Both: Sendable {
            let ring = Ring(frames: 64, channels: 2)
        }
        let both = Both()
        let call = RenderCall(context: Unmanaged.passUnretained(both).toOpaque()) { context, cycle in
            Unmanaged<Both>.fromOpaque(context)._withUnsafeGuaranteedRef { both in
                let count = both.ring.write(cycle.pointee.samples, frames: Int(cycle.pointee.frames))
                _ = both.ring.read(cycle.pointee.samples, frames: count)
            }
        }
        var samples = [Float](repeating: 1, count: 96)
        samples.withUnsafeMutableBufferPointer { samples in
            for time in 0..<20 {
                call(
                    RenderCycle(
                        samples: samples.baseAddress!, frames: 48, channels: 2, hostTime: 0, requestTime: 0,
                        sampleTime: Int64(time), rateScalar: 1))
            }
        }
        #expect(both.ring.readFrames == 960)
    }
}
