import AudioCore
import AudioDevices
import TestSupport
import Testing

@testable import AudioIO

/// What names a device and what follows the default one, on one device of a real server until the default is another.
@Suite(.serialized) struct PartingServerTests {
    /// Plays `RenderCounter`'s signal, a given number of frames of it, on one of two channels.
    private static func tape(_ frames: Int, channel: Int) -> PullSource.Fill {
        let position = LockedValue(0)
        return { samples, wanted in
            position.withLock { position in
                let count = min(wanted, frames - position)
                for frame in 0..<count {
                    samples[2 * frame + channel] = RenderCounter.sample(Int64(position + frame))
                    samples[2 * frame + 1 - channel] = 0
                }
                position += count
                return count
            }
        }
    }

    /// What a channel of a recording has heard.
    private static func heard(_ samples: [Float], channel: Int) -> [Float] {
        stride(from: channel, to: samples.count, by: 2).map { samples[$0] }.filter { $0 != 0 }
    }

    /// What names a device is never heard on another, and no frame of either is lost or heard twice: not when the default
    /// changes and, on PipeWire, not when the one that names the device comes. PulseAudio reports its times to a millisecond,
    /// so that the recording of a device has a sum of frames where one stream takes over from another on it.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func whatNamesADeviceStaysThere(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let frames = (following: 120_000, named: 72_000)
        // A busy machine may drop a cycle: that is tried again.
        let attempts = Attempts()
        while true {
            server.setDefault("speakers")
            let recorders = (
                try #require(Recorder(server)), try #require(Recorder(server, sink: "headphones"))
            )
            let connection = try Connection(backend: kind.backend)
            var configuration = OutputConfiguration()
            configuration.device = "speakers"
            let early = kind == .pulse ? try Output(configuration, on: connection) : nil
            let follower = PullSource(
                output: try Output(on: connection), fill: Self.tape(frames.following, channel: 0))
            try follower.start()
            #expect(eventually { follower.position > 12_000 })
            let named = try early ?? Output(configuration, on: connection)
            let stayer = PullSource(output: named, fill: Self.tape(frames.named, channel: 1))
            try stayer.start()
            #expect(eventually { stayer.position > 24_000 })
            server.setDefault("headphones")
            #expect(stayer.wait(nanoseconds: 20 * HostTime.ticksPerSecond) == .finished)
            #expect(follower.wait(nanoseconds: 20 * HostTime.ticksPerSecond) == .finished)
            let (speakers, headphones) = (
                recorders.0.finish(frames: frames.following), recorders.1.finish(frames: frames.following)
            )
            let stayed = Self.heard(speakers, channel: 1)
            let astray = Self.heard(headphones, channel: 1).count
            let parts = [speakers, headphones].map { Self.heard($0, channel: 0) }
            let isWhole =
                stayed == (0..<Int64(frames.named)).map(RenderCounter.sample)
                && parts[0] + parts[1] == (0..<Int64(frames.following)).map(RenderCounter.sample)
            let hasParted = parts[0].count > 12_000 && parts[1].count > 12_000
            if !isWhole || astray > 0 || !hasParted, attempts.another() { continue }
            #expect(astray == 0)
            #expect(isWhole && hasParted, "\(stayed.count) and \(parts.map(\.count)) frames")
            break
        }
    }
}
