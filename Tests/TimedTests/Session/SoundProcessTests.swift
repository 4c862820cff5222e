import AudioCore
import AudioIO
import AudioSession
import Foundation
import MessageBus
import TestSupport
import Testing

/// Programs that play on one server, and whose sessions meet on one bus: what a microphone hears of them.
@Suite(.serialized) struct SoundProcessTests {
    /// What a microphone brings that hears the loudspeakers, where each of two programs plays a constant on a side of its own.
    private final class Ear {
        private let input: Input
        private let recorder = CaptureRecorder()
        private let sink: InputSink
        static let rate = 48_000

        init() throws {
            var wanted = InputConfiguration()
            wanted.backend = "pipewire"
            input = try Input(wanted)
            sink = recorder.sink
            input.add(sink)
        }

        deinit { input.remove(sink) }

        /// Waits until the last 20 ms of a side are constant with this value.
        func hears(_ value: Float, on side: Int) -> Bool {
            let channels = input.format.channels
            return eventually {
                let last = recorder.samples.suffix(Ear.rate / 50 * channels)
                guard last.count == Ear.rate / 50 * channels else { return false }
                return stride(from: last.startIndex + side, to: last.endIndex, by: channels)
                    .allSatisfy { abs(last[$0] - value) < 0.001 }
            }
        }

        /// Frames that have been heard.
        var frames: Int { recorder.samples.count / input.format.channels }

        /// The longest time without a side's constant since a frame, in milliseconds, and frames that the microphone itself has missed.
        func gap(in value: Float, on side: Int, since first: Int) -> (milliseconds: Double, missed: Int64) {
            let (channels, samples, cycles) = (input.format.channels, recorder.samples, recorder.cycles)
            var (longest, present) = (0, 0)
            for frame in first..<samples.count / channels {
                present = abs(samples[frame * channels + side] - value) < 0.001 ? 0 : present + 1
                longest = max(longest, present)
            }
            let missed = zip(cycles, cycles.dropFirst()).reduce(Int64(0)) { sum, pair in
                sum + pair.1.sampleTime - pair.0.sampleTime - Int64(pair.0.frames)
            }
            return (Double(longest) * 1000 / Double(Ear.rate), missed)
        }

        /// When the cycle came that brought the last sample of a side that is not silent.
        func end(of side: Int) -> UInt64? {
            let (channels, samples, cycles) = (input.format.channels, recorder.samples, recorder.cycles)
            var last = samples.count / channels - 1
            while last >= 0, samples[last * channels + side] == 0 { last -= 1 }
            var frame = 0
            return cycles.first { cycle in
                frame += cycle.frames
                return frame > last
            }?.calledAt
        }
    }

    private let bus: PrivateBus
    private let folder = ScratchFolder()
    private static let (left, right) = (0, 1)

    init() throws { bus = try PrivateBus() }

    /// A program that plays a constant on one side.
    ///
    /// - Parameter system: the machine's bus; nil for a machine without one.
    private func program(
        _ side: Int, _ value: Float, bus address: String? = nil, system: PrivateBus? = nil
    ) throws -> SoundProcess {
        let frames = Ear.rate
        var bytes: [UInt8] = Array("RIFF".utf8)
        func number<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        number(UInt32(36 + frames * 8))
        bytes += "WAVEfmt ".utf8
        number(UInt32(16))
        // Floating point, of two channels.
        number(UInt16(3))
        number(UInt16(2))
        number(UInt32(Ear.rate))
        number(UInt32(Ear.rate * 8))
        number(UInt16(8))
        number(UInt16(32))
        bytes += "data".utf8
        number(UInt32(frames * 8))
        for _ in 0..<frames {
            for channel in 0..<2 { number((channel == side ? value : 0).bitPattern) }
        }
        let path = folder.file("side\(side)-\(value).wav")
        try Data(bytes).write(to: URL(filePath: path))
        let variables = system.map { ["DBUS_SYSTEM_BUS_ADDRESS": $0.address] } ?? [:]
        return try SoundProcess(path, bus: address ?? bus.address, variables: variables)
    }

    /// A server whose microphone hears its loudspeakers.
    private func withEar(_ body: (Ear) throws -> Void) throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        server.linkMicrophone()
        try body(Ear())
    }

    private func milliseconds(_ from: UInt64, _ to: UInt64) -> Double { (Double(to) - Double(from)) / 1e6 }

    @Test(.needs(.pipewire), .needs("dbus-daemon")) func interruptedSoundEndsAndMayGoOn() throws {
        try withEar { ear in
            let (first, second) = (try program(Self.left, 0.5), try program(Self.right, 0.25))
            first.tell("set playback 0", "activate", "play")
            second.tell("set playback 0")
            #expect(first.reports("playing true") != nil && ear.hears(0.5, on: Self.left))
            for _ in 0..<3 {
                for program in [first, second] { program.forget() }
                second.tell("activate")
                let start = try #require(second.reports("activating"))
                let active = try #require(second.reports("active"))
                let told = try #require(first.reports("began"))
                #expect(ear.hears(0, on: Self.left))
                let end = try #require(ear.end(of: Self.left))
                print(
                    "from the call: active after \(milliseconds(start, active)) ms, silent at the microphone after "
                        + "\(milliseconds(start, end)) ms, the program told after \(milliseconds(start, told)) ms")
                #expect(milliseconds(start, active) <= 100)
                #expect(milliseconds(start, end) <= 250)
                second.tell("play")
                #expect(second.reports("playing true") != nil && ear.hears(0.25, on: Self.right))
                #expect(ear.hears(0, on: Self.left))
                second.tell("resume")
                #expect(first.reports("ended true") != nil && ear.hears(0, on: Self.right))
                // Nothing plays by itself.
                #expect(ear.hears(0, on: Self.left) && first.lines == ["began", "ended true"])
                first.tell("play")
                #expect(first.reports("playing true") != nil && ear.hears(0.5, on: Self.left))
            }
            #expect(!second.lines.contains("began"))
        }
    }

    @Test(.needs(.pipewire), .needs("dbus-daemon")) func mixableSoundGoesOnAndIsDucked() throws {
        try withEar { ear in
            let (first, second) = (try program(Self.left, 0.5), try program(Self.right, 0.25))
            let (mixes, ducks) = (1, 2)
            first.tell("set playback 0", "activate", "play")
            #expect(first.reports("playing true") != nil && ear.hears(0.5, on: Self.left))
            second.tell("set playback \(mixes)", "activate", "play")
            #expect(second.reports("playing true") != nil && ear.hears(0.25, on: Self.right))
            #expect(ear.hears(0.5, on: Self.left))
            second.tell("set playback \(ducks)")
            #expect(ear.hears(0.125, on: Self.left) && ear.hears(0.25, on: Self.right))
            second.tell("deactivate")
            #expect(ear.hears(0.5, on: Self.left) && ear.hears(0, on: Self.right))
            #expect(!first.lines.contains("began") && !second.lines.contains("began"))
        }
    }

    /// Two that do not mix take the sound from each other, and one of them crashes. One that mixes plays through all of it without
    /// a gap.
    @Test(.needs(.pipewire), .needs("dbus-daemon")) func threeProgramsOfWhichOneMixes() throws {
        let attempts = Attempts()
        while true {
            var gap = (milliseconds: 0.0, missed: Int64(0))
            try withEar { ear in
                let bystander = try program(Self.left, 0.5)
                let (first, second) = (try program(Self.right, 0.25), try program(Self.right, 0.125))
                bystander.tell("set playback 1", "activate", "play")
                #expect(bystander.reports("playing true") != nil && ear.hears(0.5, on: Self.left))
                let start = ear.frames
                first.tell("set playback 0", "activate", "play")
                #expect(first.reports("playing true") != nil && ear.hears(0.25, on: Self.right))
                second.tell("set playback 0", "activate", "play")
                #expect(second.reports("playing true") != nil && first.reports("began") != nil)
                #expect(ear.hears(0.125, on: Self.right))
                let crash = HostTime.now()
                second.kill()
                let told = try #require(first.reports("ended false"))
                print("the crash was told after \(milliseconds(crash, told)) ms")
                #expect(milliseconds(crash, told) <= 1000)
                #expect(ear.hears(0, on: Self.right))
                first.tell("activate", "play")
                #expect(ear.hears(0.25, on: Self.right) && ear.hears(0.5, on: Self.left))
                #expect(!bystander.lines.contains("began") && first.lines.filter { $0 == "began" }.count == 1)
                gap = ear.gap(in: 0.5, on: Self.left, since: start)
            }
            print("the longest gap of the one that mixes: \(gap.milliseconds) ms; \(gap.missed) frames not recorded")
            // A machine that stalls tears holes into everything.
            if gap.milliseconds > 0 || gap.missed > 0, attempts.another() { continue }
            #expect(gap.milliseconds == 0)
            break
        }
    }

    @Test(.needs(.pipewire), .needs("dbus-daemon")) func aCrashReleasesTheSound() throws {
        try withEar { ear in
            let first = try program(Self.left, 0.5)
            first.tell("set playback 0", "activate", "play")
            #expect(first.reports("playing true") != nil && ear.hears(0.5, on: Self.left))
            let second = try program(Self.right, 0.25)
            second.tell("set playback 0", "ask", "activate", "play")
            #expect(second.reports("others true") != nil && first.reports("began") != nil)
            #expect(ear.hears(0, on: Self.left) && ear.hears(0.25, on: Self.right))
            second.kill()
            #expect(first.reports("ended false") != nil && ear.hears(0, on: Self.right))
            #expect(ear.hears(0, on: Self.left))
            first.tell("ask", "play")
            #expect(first.reports("others false") != nil && ear.hears(0.5, on: Self.left))
            #expect(first.lines.filter { $0 == "began" }.count == 1)
        }
    }

    /// One that lowers the others and crashes leaves them at their level.
    @Test(.needs(.pipewire), .needs("dbus-daemon")) func aCrashEndsTheDucking() throws {
        try withEar { ear in
            let (first, second) = (try program(Self.left, 0.5), try program(Self.right, 0.25))
            let (mixes, ducks) = (1, 2)
            first.tell("set playback \(mixes)", "activate", "play")
            #expect(first.reports("playing true") != nil && ear.hears(0.5, on: Self.left))
            second.tell("set playback \(ducks)", "activate", "play")
            #expect(second.reports("playing true") != nil && ear.hears(0.25, on: Self.right))
            #expect(ear.hears(0.125, on: Self.left))
            second.kill()
            #expect(ear.hears(0.5, on: Self.left) && ear.hears(0, on: Self.right))
            #expect(!first.lines.contains { $0 == "began" || $0.hasPrefix("ended") })
        }
    }

    /// The silent profile, the locked screen and a call, of which fakes tell on buses of our own.
    @Test(.needs(.pipewire), .needs("dbus-daemon")) func theDesktopSilencesWhatTheCategorySays() throws {
        let system = try PrivateBus()
        let modem = try ModemFake(system)
        let (profile, isLocked) = (LockedValue("full"), LockedValue(false))
        let feedback = try BusFake(bus.address, named: "org.sigxcpu.Feedback") { client, message in
            guard message.kind == .call else { return }
            client.reply(to: message, .variant(.text(profile.withLock(\.self))))
        }
        let saver = try BusFake(bus.address, named: "org.gnome.ScreenSaver") { client, message in
            guard message.member == "GetActive" else { return }
            client.reply(to: message, .flag(isLocked.withLock(\.self)))
        }
        func choose(_ name: String) {
            profile.withLock { $0 = name }
            feedback.emit(
                "/org/sigxcpu/Feedback", "org.freedesktop.DBus.Properties", "PropertiesChanged",
                .text("org.sigxcpu.Feedback"), .dictionary(["Profile": .variant(.text(name))]), .array(of: "s", []))
        }
        func lock(_ locks: Bool) {
            isLocked.withLock { $0 = locks }
            saver.emit("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "ActiveChanged", .flag(locks))
        }
        try withEar { ear in
            let program = try program(Self.left, 0.5, system: system)
            program.tell("set soloAmbient 0", "activate", "play")
            #expect(program.reports("playing true") != nil && ear.hears(0.5, on: Self.left))
            choose("silent")
            #expect(ear.hears(0, on: Self.left))
            // Music is heard all the same.
            program.tell("set playback 0")
            #expect(ear.hears(0.5, on: Self.left))
            program.tell("set soloAmbient 0")
            #expect(ear.hears(0, on: Self.left))
            choose("full")
            #expect(ear.hears(0.5, on: Self.left))
            lock(true)
            #expect(ear.hears(0, on: Self.left))
            program.tell("set playback 0")
            #expect(ear.hears(0.5, on: Self.left))
            lock(false)
            #expect(!program.lines.contains("began"))
            // A call interrupts every category.
            let (path, ringing, terminated) = ("/org/freedesktop/ModemManager1/Call/1", Int32(3), Int32(7))
            modem.add(path, ringing)
            #expect(program.reports("began") != nil && ear.hears(0, on: Self.left))
            modem.move(path, to: terminated)
            #expect(program.reports("ended true") != nil && ear.hears(0, on: Self.left))
            program.tell("play")
            #expect(ear.hears(0.5, on: Self.left))
        }
    }

    /// What is heard with the screen locked keeps the machine awake, until it stops or its program crashes.
    @Test(.needs(.pipewire), .needs("dbus-daemon")) func musicKeepsTheMachineAwake() throws {
        let system = try PrivateBus()
        let logind = try LogindFake(system)
        try withEar { ear in
            let program = try program(Self.left, 0.5, system: system)
            program.tell("set soloAmbient 0", "activate", "play")
            #expect(program.reports("playing true") != nil && ear.hears(0.5, on: Self.left))
            #expect(logind.held == (0, of: 0))
            program.tell("set playback 0")
            #expect(eventually { logind.held == (1, of: 1) })
            #expect(logind.state.withLock { $0.inhibitors[0].words[0] } == "idle")
            program.tell("deactivate")
            #expect(ear.hears(0, on: Self.left) && eventually { logind.held == (0, of: 1) })
            program.tell("play")
            #expect(ear.hears(0.5, on: Self.left) && eventually { logind.held == (1, of: 2) })
            program.kill()
            #expect(ear.hears(0, on: Self.left) && eventually { logind.held == (0, of: 2) })
        }
    }

    /// A bus that takes connections and never answers delays a call by 100 ms at most, and once.
    @Test(.needs(.pipewire)) func aBusThatHangsDelaysNobody() throws {
        try withEar { ear in
            let listener = try SilentListener()
            let program = try program(Self.left, 0.5, bus: listener.address)
            program.tell("set playback 0", "activate", "play")
            let start = try #require(program.reports("activating"))
            #expect(milliseconds(start, try #require(program.reports("active"))) <= 100)
            #expect(program.reports("playing true") != nil && ear.hears(0.5, on: Self.left))
            var longest = 0.0
            for round in 0..<5 {
                program.forget()
                program.tell("ask")
                let (asked, answered) = (program.reports("asking"), program.reports("others false"))
                let time = milliseconds(try #require(asked), try #require(answered))
                longest = max(longest, time)
                if round > 0 { #expect(time <= 50) }
            }
            print("the first question took \(longest) ms")
            #expect(longest <= 200)
            let end = HostTime.now()
            program.tell("deactivate", "exit")
            program.waitForEnd()
            print("it ended after \(milliseconds(end, HostTime.now())) ms")
            #expect(milliseconds(end, HostTime.now()) <= 1000)
        }
    }
}
