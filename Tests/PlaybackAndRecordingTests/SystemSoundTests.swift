import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// A desktop whose user has chosen.
private final class Choice: InterfaceSoundSetting {
    let isOn = LockedValue<Bool?>(nil)
    func wantsInterfaceSounds() -> Bool? { isOn.withLock { $0 } }
}

/// System sounds to the sample, on a device that is driven by hand.
@Suite struct SystemSoundTests {
    /// Counts how often the device was shaken.
    private final class ShakeCounter: Vibrator {
        let count = LockedValue(0)
        /// Whether the service answers.
        let answers = WaitableValue(true)
        func vibrate() {
            count.withLock { $0 += 1 }
            _ = answers.wait { $0 ? true : nil }
        }
    }

    private final class Runner {
        let choice = Choice()
        let server = ManualServer()
        let output: Output
        let sounds: SystemSounds
        let shakes = ShakeCounter()
        let folder = ScratchFolder()

        init(rate: Double = 1000, channels: Int = 1) throws {
            let output = try server.output(rate: rate, channels: channels)
            self.output = output
            sounds = SystemSounds(output: { () throws(AudioError) in output }, vibrator: shakes, setting: choice)
        }

        deinit { sounds.end() }

        func file(_ samples: [Float], rate: Double = 1000, channels: Int = 1, _ type: FourCC = "WAVE") throws -> String
        {
            let path = folder.file("\(UUID().uuidString).sound")
            let file = try ExtendedFile.create(
                path, type: type, format: .float32(sampleRate: rate, channels: channels), layout: nil, erasing: true,
                alignsAudioData: false)
            var copy = samples
            try copy.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList.interleaved(UInt32(channels), bytes)
                try file.write(samples.count / channels, &list)
            }
            try file.dispose()
            return path
        }

        /// A sound, with the device running.
        func sound(_ samples: [Float], rate: Double = 1000, channels: Int = 1) throws -> UInt32 {
            let id = try sounds.create(path: file(samples, rate: rate, channels: channels))
            guard eventually({ self.server.runningStreams == 1 }) else { throw AudioError.serverUnavailable }
            return id
        }
    }

    private let ramp = (1...12).map { Float($0) / 128 }

    private static func output(_ server: ManualServer) throws(AudioError) -> Output {
        var configuration = OutputConfiguration()
        configuration.sampleRate = 1000
        configuration.channels = 1
        return try Output(
            configuration, on: Connection { (events) throws(AudioError) in try Manual(server: server, events: events) })
    }

    @Test func isSilentWhereTheUserWantsNoSoundsOfInterfaces() throws {
        let runner = try Runner()
        runner.choice.isOn.withLock { $0 = false }
        let id = try runner.sound(ramp)
        #expect(eventually { !runner.sounds.wantsInterfaceSounds })
        let isDone = LockedValue(false)
        runner.sounds.play(id) { isDone.withLock { $0 = true } }
        #expect(eventually { isDone.withLock { $0 } })
        #expect(runner.server.advance(16).allSatisfy { $0 == 0 })
        try runner.sounds.setFollowsInterfaceSetting(false, of: id)
        runner.sounds.play(id)
        #expect(Array(runner.server.advance(16).prefix(12)) == ramp)
        try runner.sounds.setFollowsInterfaceSetting(true, of: id)
        // The change is seen by a play that comes a second after the last check, and heard in the one after that.
        runner.choice.isOn.withLock { $0 = true }
        var heard: [Float] = []
        #expect(
            eventually {
                runner.sounds.play(id)
                heard += runner.server.advance(16)
                return heard.contains { $0 != 0 }
            })
        #expect(runner.sounds.wantsInterfaceSounds)
    }

    @Test func startsInTheNextCycle() throws {
        let runner = try Runner()
        let id = try runner.sound(ramp)
        #expect(runner.server.advance(16) == [Float](repeating: 0, count: 16))
        runner.sounds.play(id)
        #expect(runner.server.advance(16) == ramp + [0, 0, 0, 0])
        runner.sounds.play(id)
        #expect(runner.server.advance(16) == ramp + [0, 0, 0, 0])
    }

    @Test func soundsAreMixed() throws {
        let runner = try Runner()
        let id = try runner.sound([Float](repeating: 0.25, count: 20))
        let other = try runner.sound([Float](repeating: 0.5, count: 4))
        runner.sounds.play(id)
        #expect(runner.server.advance(8) == [Float](repeating: 0.25, count: 8))
        runner.sounds.play(other)
        runner.sounds.play(id)
        #expect(
            runner.server.advance(24) == [Float](repeating: 1, count: 4) + .init(repeating: 0.5, count: 8)
                + .init(repeating: 0.25, count: 8) + [0, 0, 0, 0])
    }

    @Test func oneChannelIsHeardOnBothSides() throws {
        let runner = try Runner(channels: 2)
        let id = try runner.sound([0.25, 0.5])
        runner.sounds.play(id)
        #expect(runner.server.advance(3) == [0.25, 0.25, 0.5, 0.5, 0, 0])
        let stereo = try runner.sound([0.25, 0.5, 0.75, 1], channels: 2)
        runner.sounds.play(stereo)
        #expect(runner.server.advance(3) == [0.25, 0.5, 0.75, 1, 0, 0])
    }

    @Test func isConvertedToTheOutputsRate() throws {
        let runner = try Runner(rate: 48_000)
        let tone = Signal.sine(440.0 / 44_100, frames: 44_100)
        let id = try runner.sound(tone, rate: 44_100)
        runner.sounds.play(id)
        let heard = runner.server.advance(48_000)
        #expect(Measure.level(heard[1000..<47_000], at: 440.0 / 48_000) > 0.49)
        #expect(runner.server.advance(480).allSatisfy { $0 == 0 })
    }

    @Test(arguments: ["caff", "WAVE", "RF64"] as [FourCC]) func readsContainers(type: FourCC) throws {
        let runner = try Runner()
        let id = try runner.sounds.create(path: runner.file(ramp, type))
        #expect(eventually { runner.server.runningStreams == 1 })
        runner.sounds.play(id)
        #expect(runner.server.advance(12) == ramp)
    }

    @Test func tellsWhenASoundIsOver() throws {
        let runner = try Runner()
        runner.server.latency = 4
        let id = try runner.sound(ramp)
        let done = LockedValue<[String]>([])
        try runner.sounds.setCompletion(of: id, .ownThread) { done.withLock { $0.append("function") } }
        runner.sounds.play(id) { done.withLock { $0.append("block") } }
        runner.server.advance(15)
        // The last frame is heard 4 frames after it was handed over.
        #expect(done.withLock { $0.isEmpty })
        runner.server.advance(8)
        #expect(eventually { done.withLock { Set($0) } == ["block", "function"] })
        runner.sounds.removeCompletion(of: id)
        runner.sounds.play(id) { done.withLock { $0.append("again") } }
        runner.server.advance(24)
        #expect(eventually { done.withLock { $0.last } == "again" })
        #expect(done.withLock { $0.count } == 3)
    }

    @Test func disposingEndsWhatPlays() throws {
        let runner = try Runner()
        let id = try runner.sound([Float](repeating: 1, count: 100))
        let isDone = LockedValue(false)
        runner.sounds.play(id) { isDone.withLock { $0 = true } }
        #expect(runner.server.advance(8) == [Float](repeating: 1, count: 8))
        try runner.sounds.dispose(id)
        // It fades out over a cycle.
        #expect(runner.server.advance(16) == (0..<8).map { 1 - Float($0) / 8 } + [Float](repeating: 0, count: 8))
        #expect(eventually { isDone.withLock { $0 } })
        #expect(throws: AudioError.systemSound) { try runner.sounds.dispose(id) }
        isDone.withLock { $0 = false }
        runner.sounds.play(id) { isDone.withLock { $0 = true } }
        #expect(eventually { isDone.withLock { $0 } })
    }

    @Test func refusesWhatIsTooLong() throws {
        let runner = try Runner()
        let long = try runner.file([Float](repeating: 0, count: 40_000))
        #expect(throws: AudioError.systemSoundTooLong) { try runner.sounds.create(path: long) }
        _ = try runner.sounds.create(path: runner.file([Float](repeating: 0, count: 30_000)))
        let failure = #expect(throws: AudioError.self) { try runner.sounds.create(path: "/nonexistent/sound.wav") }
        #expect(failure?.status == AudioError.fileNotFound.status)
        let text = runner.folder.file("text.wav")
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: text))
        #expect(throws: AudioError.self) { try runner.sounds.create(path: text) }
    }

    @Test func alertsShakeTheDevice() throws {
        let runner = try Runner()
        let id = try runner.sound(ramp)
        func shakes(_ count: Int) -> Bool { eventually { runner.shakes.count.withLock { $0 } == count } }
        runner.sounds.play(id)
        runner.sounds.play(id, isAlert: true)
        #expect(shakes(1))
        runner.sounds.play(SoundTheme.vibrate)
        #expect(shakes(2))
        runner.sounds.play(1011)
        #expect(shakes(3))
        #expect(runner.server.advance(12) == ramp.map { 2 * $0 })
    }

    /// What is asked for meanwhile would come late, and would have to be waited for.
    @Test func oneVibrationWaitsForASilentService() throws {
        let runner = try Runner()
        func count() -> Int { runner.shakes.count.withLock { $0 } }
        runner.shakes.answers.withLock { $0 = false }
        runner.sounds.play(SoundTheme.vibrate)
        #expect(eventually { count() == 1 })
        for _ in 0..<100 { runner.sounds.play(SoundTheme.vibrate) }
        runner.shakes.answers.withLock { $0 = true }
        #expect(eventually { count() == 2 })
        // Behind all that wait.
        runner.sounds.play(SoundTheme.vibrate)
        #expect(eventually { count() == 3 })
    }

    @Test func propertiesBelongToASound() throws {
        let runner = try Runner()
        let id = try runner.sound(ramp)
        #expect(try runner.sounds.followsInterfaceSetting(id))
        #expect(try !runner.sounds.outlivesProgram(id))
        try runner.sounds.setFollowsInterfaceSetting(false, of: id)
        try runner.sounds.setOutlivesProgram(true, of: 1007)
        #expect(try !runner.sounds.followsInterfaceSetting(id))
        #expect(try runner.sounds.outlivesProgram(1007))
        #expect(throws: AudioError.systemSound) { try runner.sounds.outlivesProgram(77) }
    }

    /// Two threads set one property each, and neither loses what the other sets. A sound that is gone stays gone.
    @Test func changesOfOneSoundMeet() throws {
        let runner = try Runner()
        let (sounds, id) = (runner.sounds, try runner.sound(ramp))
        let setter = try AudioCore.Thread(name: "setter") {
            for round in 0..<2000 {
                try? sounds.setFollowsInterfaceSetting(round % 2 == 0, of: id)
                #expect((try? sounds.followsInterfaceSetting(id)) == (round % 2 == 0))
            }
        }
        for round in 0..<2000 {
            try sounds.setOutlivesProgram(round % 2 == 0, of: id)
            #expect(try sounds.outlivesProgram(id) == (round % 2 == 0))
        }
        setter.join()
        let other = try AudioCore.Thread(name: "other") {
            for _ in 0..<100_000 where (try? sounds.setFollowsInterfaceSetting(false, of: id)) == nil { break }
        }
        try sounds.dispose(id)
        other.join()
        #expect(throws: AudioError.systemSound) { try sounds.followsInterfaceSetting(id) }
        #expect(throws: AudioError.systemSound) { try sounds.setOutlivesProgram(true, of: id) }
    }

    @Test func aProgramsEndWaitsForWhatIsToOutliveIt() throws {
        let runner = try Runner()
        let id = try runner.sound([Float](repeating: 1, count: 100))
        try runner.sounds.setOutlivesProgram(true, of: id)
        runner.sounds.play(id)
        let isOver = LockedValue(false)
        let sounds = runner.sounds
        let waiter = try AudioCore.Thread(name: "waiter") {
            sounds.waitForThoseThatOutlive()
            isOver.withLock { $0 = true }
        }
        runner.server.advance(96)
        #expect(!isOver.withLock { $0 })
        runner.server.advance(8)
        waiter.join()
        #expect(isOver.withLock { $0 })
    }

    /// A server that is gone may never come back.
    @Test func aProgramsEndDoesNotWaitForAServerThatIsGone() throws {
        let runner = try Runner()
        let id = try runner.sound([Float](repeating: 1, count: 100))
        try runner.sounds.setOutlivesProgram(true, of: id)
        runner.sounds.play(id)
        runner.server.advance(8)
        runner.server.crash()
        let start = HostTime.now()
        runner.sounds.waitForThoseThatOutlive(patience: HostTime.ticksPerSecond / 10)
        // Without that the wait takes 31 seconds.
        #expect(HostTime.now() - start < 15 * HostTime.ticksPerSecond)
    }

    /// The thread that waits for the ends of sounds sleeps until the first of them, or until the server is back.
    @Test func theThreadSleepsUntilASoundEnds() throws {
        let runner = try Runner()
        let id = try runner.sound([Float](repeating: 0.5, count: 20_000))
        let isDone = LockedValue(false)
        runner.sounds.play(id) { isDone.withLock { $0 = true } }
        runner.server.advance(8)
        #expect(runner.sounds.collect() ?? 0 > 19 * HostTime.ticksPerSecond)
        runner.server.crash()
        #expect(eventually { runner.output.standsStill })
        #expect(runner.sounds.collect() == nil)
        runner.server.revive()
        #expect(eventually { runner.server.runningStreams == 1 })
        runner.server.advance(20_000)
        try runner.sounds.dispose(id)
        #expect(eventually { isDone.withLock { $0 } })
    }

    /// The stream goes on for two seconds behind its last source: together it is inactive, and nothing wakes, within three.
    @Test func theOutputIsLeftHalfASecondBehindTheLastSound() throws {
        let runner = try Runner()
        let id = try runner.sound([Float](repeating: 0.5, count: 8))
        let isDone = LockedValue(false)
        runner.sounds.play(id) { isDone.withLock { $0 = true } }
        #expect(runner.server.advance(16).prefix(8).allSatisfy { $0 == 0.5 })
        runner.server.advance(16)
        #expect(eventually { isDone.withLock { $0 } })
        #expect(runner.sounds.collect() ?? 0 <= HostTime.ticksPerSecond / 2)
        #expect(eventually { runner.sounds.collect() == nil })
    }

    /// A callback that must not wait cannot open the output: the sound is read later.
    @Test func isMadeInATapBeforeThereIsAnOutput() throws {
        let (server, folder) = (ManualServer(), ScratchFolder())
        let sounds = SystemSounds(output: { () throws(AudioError) in try Self.output(server) }, setting: Choice())
        defer { sounds.end() }
        let runner = try Runner()
        let (path, text) = (try runner.file(ramp), folder.file("text.wav"))
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: text))
        let queue = try QueueRunner()
        defer { try? queue.end() }
        let made = LockedValue<UInt32?>(nil)
        _ = try queue.queue.addTap(.preEffects) { _, _, _, _, _ in
            guard made.withLock({ $0 == nil }) else { return }
            #expect(throws: AudioError.self) { try sounds.create(path: text) }
            let id = try? sounds.create(path: path)
            made.withLock { $0 = id }
        }
        try queue.enqueue([0.5, 0.5])
        try queue.start()
        let id = try #require(made.withLock { $0 })
        #expect(eventually { server.runningStreams == 1 })
        sounds.play(id)
        var heard: [Float] = []
        #expect(
            eventually {
                heard += server.advance(8)
                return heard.filter { $0 != 0 } == ramp
            })
    }

    /// A client's object that asks the system sounds when it is freed.
    private final class Asker: Sendable {
        let sounds: SystemSounds
        let id: UInt32
        let frees: LockedValue<Int>

        init(_ sounds: SystemSounds, _ id: UInt32, _ frees: LockedValue<Int>) {
            (self.sounds, self.id, self.frees) = (sounds, id, frees)
        }

        func note() {}

        deinit {
            _ = try? sounds.outlivesProgram(id)
            frees.withLock { $0 += 1 }
        }
    }

    @Test(.mustEnd) func completionsAreFreedWithoutALock() throws {
        let runner = try Runner()
        let id = try runner.sound(ramp)
        let frees = LockedValue(0)
        func setCompletion() throws {
            let asker = Asker(runner.sounds, id, frees)
            try runner.sounds.setCompletion(of: id, .ownThread) { asker.note() }
        }
        try setCompletion()
        try setCompletion()
        #expect(frees.withLock { $0 } == 1)
        runner.sounds.removeCompletion(of: id)
        #expect(frees.withLock { $0 } == 2)
        try setCompletion()
        try runner.sounds.dispose(id)
        #expect(frees.withLock { $0 } == 3)
    }

    /// What is played while the server is gone is not heard behind its return, and is over as late as if it had been.
    @Test func whatIsPlayedWhileTheServerIsGoneIsLeftOut() throws {
        let runner = try Runner()
        let id = try runner.sound(ramp)
        runner.server.crash()
        #expect(eventually { runner.output.standsStill })
        let done = LockedValue(0)
        let start = HostTime.now()
        for _ in 0..<100 {
            runner.sounds.play(id) {
                // Of 12 frames at 1000 Hz.
                #expect(HostTime.now() - start >= 12_000_000)
                done.withLock { $0 += 1 }
            }
        }
        #expect(eventually { done.withLock { $0 } == 100 })
        runner.server.revive()
        #expect(eventually { !runner.output.standsStill })
        runner.sounds.play(id)
        var heard: [Float] = []
        #expect(
            eventually {
                heard += runner.server.advance(16)
                return heard.count { $0 != 0 } >= ramp.count
            })
        #expect(heard.filter { $0 != 0 } == ramp)
    }

    /// Disposing of a sound ends its plays that are not heard, too.
    @Test func disposingEndsWhatIsLeftOut() throws {
        let runner = try Runner()
        let id = try runner.sound([Float](repeating: 0.5, count: 29_000))
        runner.server.crash()
        #expect(eventually { runner.output.standsStill })
        let isDone = LockedValue(false)
        runner.sounds.play(id) { isDone.withLock { $0 = true } }
        try runner.sounds.dispose(id)
        #expect(eventually { isDone.withLock { $0 } })
    }

    @Test func moreSoundsThanVoicesAreLeftOut() throws {
        let runner = try Runner()
        let id = try runner.sound([Float](repeating: 1 / 64, count: 8))
        let done = LockedValue(0)
        for _ in 0..<SystemSoundMixer.voiceCount + 6 { runner.sounds.play(id) { done.withLock { $0 += 1 } } }
        #expect(eventually { done.withLock { $0 } == 6 })
        #expect(runner.server.advance(8) == [Float](repeating: 1, count: 8))
        #expect(eventually { done.withLock { $0 } == 70 })
    }
}

/// The freedesktop sound theme. Tests that set variables of the environment are alone.
@Suite(.serialized) struct SoundThemeTests {
    /// A theme with three sounds in a folder of its own.
    private func withTheme(_ body: (ScratchFolder) throws -> Void) throws {
        let folder = ScratchFolder()
        let sounds = folder.file("sounds/freedesktop/stereo")
        try FileManager.default.createDirectory(atPath: sounds, withIntermediateDirectories: true)
        for name in ["bell.oga", "message.wav", "camera-shutter.disabled", "camera.wav"] {
            try Data().write(to: URL(fileURLWithPath: sounds + "/" + name))
        }
        let names = ["XDG_DATA_HOME", "XDG_DATA_DIRS"]
        let before = names.map { getenv($0).map { String(cString: $0) } }
        setenv(names[0], "/nonexistent", 1)
        setenv(names[1], folder.path, 1)
        defer {
            for (name, value) in zip(names, before) { if let value { setenv(name, value, 1) } else { unsetenv(name) } }
        }
        try body(folder)
    }

    @Test func findsFilesByName() throws {
        try withTheme { folder in
            let stereo = folder.file("sounds/freedesktop/stereo/")
            #expect(SoundTheme.file(of: ["bell-window-system"]) == stereo + "bell.oga")
            #expect(SoundTheme.file(of: ["message-new-instant"]) == stereo + "message.wav")
            #expect(SoundTheme.file(of: ["camera-shutter"]) == nil)
            #expect(SoundTheme.file(of: ["button-pressed", "bell"]) == stereo + "bell.oga")
            #expect(SoundTheme.file(of: ["phone-incoming-call"]) == nil)
        }
    }

    /// Every alert of a Mac has a sound here, at its own place and as that type alone.
    @Test func standsInForTheAlertsOfAMac() throws {
        try withTheme { folder in
            let stereo = folder.file("sounds/freedesktop/stereo/")
            let names = [
                "Basso", "Blow", "Bottle", "Frog", "Funk", "Glass", "Hero", "Morse", "Ping", "Pop", "Purr", "Sosumi",
                "Submarine", "Tink",
            ]
            for name in names {
                let sound = SoundTheme.file(forAlertAt: "/System/Library/Sounds/\(name).aiff")
                let isMessage = ["Ping", "Submarine", "Glass"].contains(name)
                #expect(sound == stereo + (isMessage ? "message.wav" : "bell.oga"), "\(name)")
            }
            for path in [
                "/System/Library/Sounds/Nothing.aiff", "/System/Library/Sounds/Glass.wav", "Glass.aiff",
                "/Library/Sounds/Glass.aiff", "/System/Library/Sounds/.aiff", "/System/Library/Sounds/x/Glass.aiff",
            ] { #expect(SoundTheme.file(forAlertAt: path) == nil, "\(path)") }
        }
    }

    @Test func knowsTheNumbers() {
        #expect(SoundTheme.meaning(of: 1007) == .sound(["message-new-instant", "message"]))
        #expect(SoundTheme.meaning(of: 0xFFF) == .vibration)
        #expect(SoundTheme.meaning(of: 1351) == .vibration)
        #expect(SoundTheme.meaning(of: 0xFFE) == .nothing)
        #expect(SoundTheme.meaning(of: 999) == nil)
        for id in [1000, 1025, 1057, 1104, 1108, 1210, 1255, 1336] as [UInt32] {
            guard case .sound(let names) = SoundTheme.meaning(of: id) else {
                Issue.record("\(id) has no sound")
                continue
            }
            #expect(!names.isEmpty)
        }
    }

    @Test func playsAKnownNumber() throws {
        try withTheme { folder in
            let server = ManualServer()
            let output = try server.output()
            let sounds = SystemSounds(output: { () throws(AudioError) in output }, setting: Choice())
            defer { sounds.end() }
            let file = try ExtendedFile.create(
                folder.file("sounds/freedesktop/stereo/message.wav"), type: "WAVE",
                format: .float32(sampleRate: 1000, channels: 1), layout: nil, erasing: true, alignsAudioData: false)
            var samples: [Float] = [0.25, 0.5, 0.75]
            try samples.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 12, mData: bytes.baseAddress))
                try file.write(3, &list)
            }
            try file.dispose()
            let isDone = LockedValue(false)
            sounds.play(1003) { isDone.withLock { $0 = true } }
            var heard: [Float] = []
            #expect(
                eventually {
                    heard += server.advance(8)
                    return heard.contains { $0 != 0 }
                })
            #expect(heard.filter { $0 != 0 } == [0.25, 0.5, 0.75])
            #expect(
                eventually {
                    server.advance(8)
                    return isDone.withLock { $0 }
                })
            // Without a sound in the theme the completion comes all the same.
            isDone.withLock { $0 = false }
            sounds.play(1151) { isDone.withLock { $0 = true } }
            #expect(eventually { isDone.withLock { $0 } })
        }
    }
}
