import AudioCore
import AudioDevices
import AudioIO
import Foundation
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// System sounds with real servers: how soon they are heard, and what shakes.
@Suite(.serialized) struct SystemSoundServerTests {
    private struct NoDesktop: InterfaceSoundSetting {
        func wantsInterfaceSounds() -> Bool? { nil }
    }

    /// Writes down when the output asked for each cycle.
    private final class Witness: @unchecked Sendable {
        private let calls = LockedValue<[UInt64]>([])

        var source: OutputSource {
            OutputSource(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, _ in
                let now = HostTime.now()
                Unmanaged<Witness>.fromOpaque(context)._withUnsafeGuaranteedRef { this in
                    this.calls.withLock { $0.append(now) }
                }
                return 0
            }
        }

        func first(after time: UInt64) -> UInt64? { calls.withLock { $0.first { $0 > time } } }
    }

    /// From the call to the moment at which a microphone that hears the loudspeakers brings the first sample.
    ///
    /// A call comes at any time of a cycle, and is in the next one that the graph asks for. The loudspeakers drive the
    /// graph and so come last in it: their monitor, and with it the microphone, has a cycle's sound one cycle later.
    @Test(.needs(.pipewire), .needs("sox")) func isHeardWithinTwoPeriods() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        server.linkMicrophone()
        var configuration = OutputConfiguration()
        configuration.backend = "pipewire"
        let output = try Output(configuration)
        var wanted = InputConfiguration()
        wanted.backend = "pipewire"
        let input = try Input(wanted)
        let recorder = CaptureRecorder()
        let sink = recorder.sink
        input.add(sink)
        defer { input.remove(sink) }
        let witness = Witness()
        let source = witness.source
        output.add(source)
        defer { output.remove(source) }
        let sounds = SystemSounds(output: { () throws(AudioError) in output }, setting: NoDesktop())
        defer { sounds.end() }
        let folder = ScratchFolder()
        let id = try sounds.create(path: click(in: folder))
        #expect(recorder.waitForSamples(48_000))
        let channels = input.format.channels
        let period = Double(output.framesPerCycle) / output.format.sampleRate * 1000
        var delays: [Double] = []
        var toMix: [Double] = []
        var moments = SeededRandom(4)
        for _ in 0..<15 {
            // The recorder wakes us just after a cycle; a finger does not.
            let moment = moments.next() % UInt64(period * 1e6)
            _ = WaitableValue(0).wait(nanoseconds: moment) { _ -> Bool? in nil }
            let before = recorder.samples.count
            let start = HostTime.now()
            sounds.play(id)
            #expect(recorder.waitForSamples(before + 12_000 * channels))
            guard let first = recorder.samples[before...].firstIndex(where: { $0 != 0 }) else {
                Issue.record("the sound was not heard")
                continue
            }
            var position = 0
            let cycle = recorder.cycles.first { cycle in
                position += cycle.frames * channels
                return position > first
            }
            delays.append(Double(try #require(cycle).calledAt - start) / 1e6)
            toMix.append(Double(try #require(witness.first(after: start)) - start) / 1e6)
        }
        delays.sort()
        toMix.sort()
        print("from the call to the microphone's first sample: median \(delays[7]) ms, worst \(delays[14]) ms")
        print("from the call to the mix: median \(toMix[7]) ms, worst \(toMix[14]) ms; a period is \(period) ms")
        #expect(delays[7] <= 2 * period)
        #expect(toMix[7] <= period)
    }

    /// A file with 10 ms of a tone that begins with its first sample.
    private func click(in folder: ScratchFolder) throws -> String {
        let path = folder.file("click.wav")
        let sox = ["-n", "-r", "48000", "-c", "1", "-b", "16", path, "synth", "0.01", "square", "1000", "vol", "0.5"]
        let process = try #require(ChildProcess("/usr/bin/sox", sox))
        #expect(process.wait() == 0)
        return path
    }

    /// Runs `body` with a session bus of its own.
    private func withBus(_ body: (ScratchFolder, [String: String]) throws -> Void) throws {
        let bus = try PrivateBus()
        try withVariable("DBUS_SESSION_BUS_ADDRESS", bus.address) {
            let environment = ProcessInfo.processInfo.environment
            try body(ScratchFolder(), environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
        }
    }

    private func withVariable(_ name: String, _ value: String, _ body: () throws -> Void) rethrows {
        let before = getenv(name).map { String(cString: $0) }
        setenv(name, value, 1)
        defer { if let before { setenv(name, before, 1) } else { unsetenv(name) } }
        try body()
    }

    /// What the feedback service is asked for, as a monitor of the bus sees it.
    @Test(.needs("dbus-daemon", "dbus-monitor")) func asksTheFeedbackService() throws {
        try withBus { folder, environment in
            let monitor = try #require(
                ChildProcess(
                    "/usr/bin/dbus-monitor", ["--session", "interface=org.sigxcpu.Feedback"],
                    environment: environment, output: folder.file("calls")))
            defer { _ = monitor.end(SIGTERM) }
            let service = FeedbackService()
            // The monitor may need a moment to listen.
            var calls = ""
            #expect(
                eventually {
                    service.vibrate()
                    calls = (try? String(contentsOfFile: folder.file("calls"), encoding: .utf8)) ?? ""
                    return calls.contains("int32 -1")
                })
            for part in [
                "path=/org/sigxcpu/Feedback", "member=TriggerFeedback", "string \"message-new-instant\"",
                "string \"profile\"", "variant             string \"quiet\"",
                "string \"\(ProgramIdentity.present.id)\"",
            ] {
                #expect(calls.contains(part), "\(calls)")
            }
        }
    }

    // MARK: The user's choice

    /// A portal, with a user who has chosen; it ends with the bus.
    @Test(
        .needs("dbus-daemon"), .enabled(if: OtherProgram.finds("libsystemd"), "libsystemd's headers are not installed"))
    func asksThePortalForTheUsersChoice() throws {
        let folder = ScratchFolder()
        let source = PrivateServer.projectRoot.appending(path: "Tests/TimedTests/Playback/Programs/portal.c").path
        func shell(_ command: String) throws -> Int32 {
            try #require(ChildProcess("/bin/sh", ["-c", command])).wait()
        }
        // The compiler that comes with Swift: there need not be another.
        let build = "clang -o \(folder.file("portal")) \(source) $(pkg-config --cflags --libs libsystemd)"
        try #require(shell(build) == 0)
        try withBus { _, environment in
            let settings = DesktopSettings()
            #expect(settings.wantsInterfaceSounds() == nil)
            for (answer, wanted) in [("on", true), ("off", false), ("nested", false), ("text", nil), ("none", nil)] {
                let portal = try #require(
                    ChildProcess(
                        folder.file("portal"), [answer], environment: environment, output: folder.file(answer)))
                #expect(
                    eventually {
                        (try? String(contentsOfFile: folder.file(answer), encoding: .utf8)) == "ready\n"
                    })
                #expect(settings.wantsInterfaceSounds() == wanted, "\(answer)")
                _ = portal.end(SIGTERM)
            }
            #expect(settings.wantsInterfaceSounds() == nil)
        }
    }

    @Test func withoutABusNobodyHasChosen() {
        withVariable("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus") {
            #expect(DesktopSettings().wantsInterfaceSounds() == nil)
        }
    }

    @Test func withoutABusNothingShakes() {
        let start = HostTime.now()
        withVariable("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus") { FeedbackService().vibrate() }
        #expect(HostTime.now() - start < HostTime.ticksPerSecond)
    }
}
