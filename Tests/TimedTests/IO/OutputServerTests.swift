import AudioCore
import AudioDevices
import TestSupport
import Testing

@testable import AudioIO

/// An output against real servers of its own: every sample, through crashes and changes of the device.
@Suite(.serialized) struct OutputServerTests {
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

    private func output(_ kind: PrivateServer.Kind) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.backend = kind == .pipewire ? "pipewire" : "pulseaudio"
        configuration.framesPerCycle = 1024
        return try Output(configuration)
    }

    private static func equalSamples(_ heard: [Float], _ count: Int) -> Int {
        (0..<min(count, heard.count)).prefix { heard[$0] == RenderCounter.sample(Int64($0)) }.count
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func playsEverySampleToTheLast(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let frames = 60_000
        // A busy machine may drop a cycle: that is counted, and tried again.
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let output = try output(kind)
            let pull = PullSource(output: output, fill: Self.tape(frames))
            try pull.start()
            #expect(pull.wait(nanoseconds: 20 * HostTime.ticksPerSecond) == .finished)
            let heard = recorder.finish(frames: frames)
            let same = Self.equalSamples(heard, frames * 2)
            if same < frames * 2, attempts.another() {
                print("\(kind): \(same) of \(frames * 2) samples equal, \(output.xruns) xruns; again")
                continue
            }
            #expect(same == frames * 2)
            #expect(pull.position == frames && pull.starvedCycles == 0)
            break
        }
    }

    /// As the server lists it, and without a gap in what is heard.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theTitleChangesWhileItPlays(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let frames = 120_000
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let output = try output(kind)
            let pull = PullSource(output: output, fill: Self.tape(frames))
            try pull.start()
            #expect(eventually { pull.position > 0 })
            for title in ["Étude", "a song", "日本語"] {
                output.setTitle(title, of: pull.source)
                #expect(eventually { (try? server.streams(.output))?.contains { $0["media.name"] == title } == true })
            }
            #expect(pull.position < frames, "the titles came while it played")
            #expect(pull.wait(nanoseconds: 20 * HostTime.ticksPerSecond) == .finished)
            let same = Self.equalSamples(recorder.finish(frames: frames), frames * 2)
            if same < frames * 2, attempts.another() { continue }
            #expect(same == frames * 2)
            break
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func playsOnAfterTheServersDeath(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let output = try output(kind)
        let pull = PullSource(output: output, fill: Self.tape(96_000))
        try pull.start()
        #expect(eventually { pull.position > 12_000 })
        server.crash()
        #expect(eventually { output.backendName == nil })
        let position = pull.position
        #expect(position < 96_000)
        server.revive()
        let revived = HostTime.now()
        #expect(pull.position - position < 24_000)
        #expect(eventually(seconds: 5) { pull.position > position })
        let seconds = Double(HostTime.now() - revived) / 1e9
        print("\(kind): playing again \(seconds) s after the server's return")
        #expect(seconds < 1)
        #expect(pull.wait(nanoseconds: 20 * HostTime.ticksPerSecond) == .finished)
        #expect(pull.position == 96_000)
    }

    /// As people do with a mixer's program.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func opensAStreamAgainThatTheServerRemoves(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        for device in [nil, "headphones"] {
            var configuration = OutputConfiguration()
            configuration.backend = kind.backend
            configuration.device = device
            let output = try Output(configuration)
            let events = LockedValue<[StreamEvent]>([])
            output.observe(noting(events))
            let pull = PullSource(output: output, fill: Self.tape(2_880_000))
            try pull.start()
            #expect(eventually { pull.position > 12_000 })
            #expect(server.removeStreams())
            #expect(eventually { events.withLock { $0.contains(.resumed) } })
            let position = pull.position
            #expect(eventually { pull.position > position + 12_000 })
            pull.stop()
        }
    }

    /// The session manager may learn of a device later than we do, and removes streams on devices that it does not know.
    @Test(.needs(.pipewire), arguments: ["Audio/Sink", "Audio/Duplex"])
    func playsOnADeviceThatHasJustCome(mediaClass: String) throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        for round in 0..<8 {
            let name = "newcomer-\(round)"
            var configuration = OutputConfiguration()
            configuration.backend = "pipewire"
            configuration.device = name
            let command = server.launch("pw-cli", PrivateServer.nodeCommand(name, mediaClass))
            var output: Output?
            #expect(
                eventually {
                    output = try? Output(configuration)
                    return output != nil
                })
            let pull = PullSource(output: try #require(output), fill: Self.tape(480_000))
            try pull.start()
            #expect(eventually { pull.position > 12_000 })
            pull.stop()
            #expect(command?.wait() == 0)
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func followsTheDefaultDevice(kind: PrivateServer.Kind) throws {
        // A busy machine may drop a cycle: that shows, and is tried again.
        let attempts = Attempts()
        while true {
            let heard = try heardOnTheNextDefaultDevice(kind)
            #expect(heard.count >= 48_000)
            // What was played before the move is not heard here; what comes after is, in order.
            let gaps = RenderCounter.gaps(in: heard.prefix(2000))
            if !gaps.isEmpty, attempts.another() {
                print("\(kind): \(gaps) in the first 2000 samples; again")
                continue
            }
            #expect(gaps.isEmpty)
            break
        }
    }

    /// What a sink plays from the moment on in which it becomes the default device.
    private func heardOnTheNextDefaultDevice(_ kind: PrivateServer.Kind) throws -> [Float] {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let recorder = try #require(Recorder(server, sink: "headphones"))
        let output = try output(kind)
        let events = LockedValue<[StreamEvent]>([])
        output.observe(noting(events))
        let pull = PullSource(output: output, fill: Self.tape(120_000))
        try pull.start()
        #expect(eventually { pull.position > 24_000 })
        #expect(recorder.samples.allSatisfy { $0 == 0 })
        server.setDefault("headphones")
        #expect(eventually { events.withLock { $0.contains(.defaultDeviceChanged) } })
        #expect(pull.wait(nanoseconds: 20 * HostTime.ticksPerSecond) == .finished)
        let heard = recorder.finish(frames: 24_000)
        #expect(events.withLock { !$0.contains(.lost) })
        return heard
    }

    /// Every back end refused: silence that keeps time, unless the program insists.
    @Test func withoutAServerSilenceKeepsTime() throws {
        var configuration = OutputConfiguration()
        configuration.backend = "null"
        let output = try Output(configuration)
        let pull = PullSource(output: output, fill: Self.tape(4800))
        let start = HostTime.now()
        try pull.start()
        #expect(pull.wait(nanoseconds: 20 * HostTime.ticksPerSecond) == .finished)
        #expect(HostTime.now() - start >= HostTime.duration(of: 4800 - 512, at: 48_000))
        #expect(output.backendName == "null")
    }
}
