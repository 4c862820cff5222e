import AudioCore
import AudioDevices
import Foundation
import TestSupport
import Testing

@testable import AudioEngine

/// System sounds with real servers: how soon they are heard, and what shakes.
@Suite(.serialized) struct SystemSoundServerTests {
    /// From the call to the moment at which a microphone that hears the loudspeakers brings the first sample.
    @Test func isHeardWithinTwoPeriods() throws {
        guard let server = PrivateServer(.pipewire) else { return }
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
        let sounds = SystemSounds(output: { () throws(AudioError) in output })
        defer { sounds.end() }
        let id = try sounds.create(path: click())
        #expect(recorder.waitForSamples(48_000))
        let channels = input.format.channels
        var delays: [Double] = []
        var pauses = SeededRandom(4)
        for _ in 0..<15 {
            let before = recorder.samples.count
            let start = HostTime.now()
            sounds.play(id)
            #expect(recorder.waitForSamples(before + 12_000 * channels + Int(pauses.next() % 2000)))
            guard let first = recorder.samples[before...].firstIndex(where: { $0 != 0 }) else {
                Issue.record("the sound was not heard")
                continue
            }
            var position = 0
            let cycle = recorder.cycles.first { cycle in
                position += cycle.frames * channels
                return position > first
            }
            let arrival = try #require(cycle).calledAt
            delays.append(Double(arrival - start) / 1e6)
        }
        delays.sort()
        let period = Double(output.framesPerCycle) / output.format.sampleRate * 1000
        print("from the call to the microphone's first sample: median \(delays[7]) ms, worst \(delays[14]) ms")
        print("a period is \(period) ms")
        #expect(delays[7] <= 2 * period)
    }

    /// 10 ms of a tone that begins with its first sample.
    private func click() throws -> String {
        let path = NSTemporaryDirectory() + "click-\(UUID().uuidString).wav"
        let sox = ["-n", "-r", "48000", "-c", "1", "-b", "16", path, "synth", "0.01", "square", "1000", "vol", "0.5"]
        let process = try #require(ChildProcess("/usr/bin/sox", sox))
        #expect(process.wait() == 0)
        return path
    }

    /// What the feedback service is asked for, as a monitor of the bus sees it.
    @Test func asksTheFeedbackService() throws {
        let folder = ScratchFolder()
        let address = "unix:path=" + folder.file("bus")
        guard
            let bus = ChildProcess("/usr/bin/dbus-daemon", ["--session", "--nofork", "--address=" + address])
        else {
            print("skipped: there is no D-Bus daemon")
            return
        }
        defer { _ = bus.end(SIGTERM) }
        #expect(eventually { FileManager.default.fileExists(atPath: folder.file("bus")) })
        let environment = ProcessInfo.processInfo.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
        let monitor = try #require(
            ChildProcess(
                "/usr/bin/dbus-monitor", ["--session", "interface=org.sigxcpu.Feedback"], environment: environment,
                output: folder.file("calls")))
        defer { _ = monitor.end(SIGTERM) }
        let before = getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) }
        setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        defer {
            if let before {
                setenv("DBUS_SESSION_BUS_ADDRESS", before, 1)
            } else {
                unsetenv("DBUS_SESSION_BUS_ADDRESS")
            }
        }
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
        ] {
            #expect(calls.contains(part), "\(calls)")
        }
    }

    @Test func withoutABusNothingShakes() {
        let before = getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) }
        setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
        defer {
            if let before {
                setenv("DBUS_SESSION_BUS_ADDRESS", before, 1)
            } else {
                unsetenv("DBUS_SESSION_BUS_ADDRESS")
            }
        }
        let start = HostTime.now()
        FeedbackService().vibrate()
        #expect(HostTime.now() - start < HostTime.ticksPerSecond)
    }
}
