import AudioCore
import AudioDevices
import AudioIO
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// `AVAudioPlayer` on a Manual device.
@Suite struct PlayerTests {
    /// What a delegate was notified of, and on which queue.
    private final class Delegate: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
        let notified = WaitableValue<[String]>([])
        let body = LockedValue<(@Sendable (AVAudioPlayer) -> Void)?>(nil)

        func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
            note("finished \(flag) \(MainQueue.isCurrent)", player)
        }

        func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
            note("failed \((error as? NSError)?.domain ?? "") \(MainQueue.isCurrent)", player)
        }

        private func note(_ text: String, _ player: AVAudioPlayer) {
            body.withLock { $0 }?(player)
            notified.withLock { $0.append(text) }
        }

        /// Waits for so many notifications.
        func hears(_ count: Int) -> Bool {
            notified.wait(nanoseconds: 20_000_000_000) { $0.count >= count ? true : nil } ?? false
        }

        var all: [String] { notified.withLock { $0 } }
    }

    private struct Stage {
        let server = ManualServer()
        let output: Output
        let timeline = PlayerTimeline()

        init(rate: Double = 1000) throws { output = try server.output(rate: rate) }

        func player(_ data: Data) throws -> AVAudioPlayer {
            let output = output
            return try AVAudioPlayer(data: data, timeline: timeline, output: { (_) throws(AudioError) in output })
        }

        /// Lets time pass until `condition` holds; false where it does not.
        func advance(until condition: () -> Bool) -> Bool {
            eventually {
                if condition() { return true }
                _ = server.advance(32)
                return condition()
            }
        }
    }

    private func ramp(_ range: ClosedRange<Int>) -> [Float] { range.map { Float($0) / 1024 } }

    private func data(_ samples: [Float], rate: Double = 1000, name: String = "sound.caf") throws -> Data {
        let folder = ScratchFolder()
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(forWriting: folder.place(name), settings: settings)
        try file.write(from: Sample.buffer([samples], rate: rate))
        file.close()
        return try Data(contentsOf: folder.place(name))
    }

    @Test func notifiesTheDelegateOnceOnTheMainQueue() throws {
        let stage = try Stage()
        let (player, delegate) = (try stage.player(data(ramp(1...100))), Delegate())
        player.delegate = delegate
        #expect(player.play() && player.isPlaying)
        #expect(stage.advance { !player.isPlaying })
        #expect(delegate.hears(1))
        #expect(delegate.all == ["finished true true"])
        #expect(player.currentTime == 0)
        player.delegate = nil
        #expect(player.play())
        #expect(stage.advance { !player.isPlaying })
        #expect(delegate.all.count == 1)
    }

    @Test func aDelegateMayMakeEveryCall() throws {
        let stage = try Stage()
        for body: @Sendable (AVAudioPlayer) -> Void in [
            { $0.play() }, { $0.stop() }, { $0.pause() }, { $0.prepareToPlay() }, { $0.currentTime = 0.01 },
            { $0.numberOfLoops = 2 }, { $0.delegate = nil },
        ] {
            let (player, delegate) = (try stage.player(data(ramp(1...20))), Delegate())
            player.delegate = delegate
            delegate.body.withLock { $0 = body }
            #expect(player.play())
            #expect(stage.advance { !delegate.all.isEmpty })
            player.stop()
            #expect(delegate.all.first == "finished true true")
        }
    }

    /// A sanitizer tells of a race.
    @Test func theDelegateMayBeSetOnAnyThread() throws {
        let stage = try Stage()
        let delegate = Delegate()
        nonisolated(unsafe) let player = try stage.player(data(ramp(1...20)))
        let isOver = LockedValue(false)
        let threads = WaitableValue(0)
        for _ in 0..<3 {
            Thread.detachNewThread {
                while !isOver.withLock({ $0 }) {
                    player.delegate = player.delegate == nil ? delegate : nil
                }
                threads.withLock { $0 += 1 }
            }
        }
        for _ in 0..<20 {
            #expect(player.play())
            #expect(stage.advance { !player.isPlaying })
        }
        isOver.withLock { $0 = true }
        #expect(threads.wait(nanoseconds: 10_000_000_000) { $0 == 3 ? true : nil } ?? false)
        player.delegate = delegate
        let before = delegate.all.count
        #expect(player.play() && stage.advance { !player.isPlaying })
        #expect(delegate.hears(before + 1))
        #expect(delegate.all.allSatisfy { $0 == "finished true true" })
    }

    /// Nothing keeps a player that plays: it falls silent, and notifies nobody.
    @Test func goesWithItsLastReference() throws {
        let stage = try Stage()
        let delegate = Delegate()
        var player: AVAudioPlayer? = try stage.player(data([Float](repeating: 0.5, count: 1000)))
        weak let last = player
        player?.delegate = delegate
        #expect(player?.play() == true)
        #expect(stage.advance { last?.currentTime ?? 0 > 0 })
        player = nil
        #expect(last == nil)
        #expect(stage.server.advance(2000).allSatisfy { $0 == 0 })
        #expect(delegate.all.isEmpty)
    }

    /// The last reference may go in the delegate.
    @Test func mayEndInItsDelegate() throws {
        let stage = try Stage()
        let delegate = Delegate()
        let box = LockedValue<AVAudioPlayer?>(try stage.player(data(ramp(1...20))))
        delegate.body.withLock { body in
            body = { _ in
                let player = box.withLock { player in
                    defer { player = nil }
                    return player
                }
                withExtendedLifetime(player) {}
            }
        }
        weak let last = box.withLock { $0 }
        last?.delegate = delegate
        #expect(last?.play() == true)
        #expect(stage.advance { !delegate.all.isEmpty })
        #expect(eventually { last == nil })
    }

    @Test func describesItsFile() throws {
        let bytes = try data(ramp(1...500))
        let player = try AVAudioPlayer(data: bytes)
        #expect(player.duration == 0.5 && player.numberOfChannels == 1 && !player.isPlaying)
        #expect(player.url == nil && player.data == bytes)
        #expect(player.format.sampleRate == 1000 && player.format.commonFormat == .pcmFormatFloat32)
        #expect(player.settings[AVSampleRateKey] as? Double == 1000)
        #expect(player.volume == 1 && player.pan == 0 && player.rate == 1 && !player.enableRate)
        #expect(player.numberOfLoops == 0 && player.channelAssignments == nil && player.currentDevice == nil)
        #expect(player.averagePower(forChannel: 0) == -160 && player.peakPower(forChannel: 3) == -160)
        let folder = ScratchFolder()
        let url = folder.place("sound.caf")
        try bytes.write(to: url)
        #expect(try AVAudioPlayer(contentsOf: url).url == url)
        #expect(try AVAudioPlayer(contentsOf: url, fileTypeHint: "com.apple.coreaudio-format").duration == 0.5)
        #expect(try AVAudioPlayer(data: bytes[...], fileTypeHint: "no.such.type").duration == 0.5)
    }

    @Test func valuesStayInTheirRanges() throws {
        let player = try AVAudioPlayer(data: data(ramp(1...500)))
        player.volume = 7
        player.pan = -3
        player.rate = 100
        player.currentTime = -5
        #expect(player.volume == 1 && player.pan == -1 && player.rate == 2 && player.currentTime == 0)
        player.volume = .nan
        player.rate = 0
        player.currentTime = 99
        #expect(player.volume == 1 && player.rate == 0.5 && player.currentTime == 0.5)
        player.currentTime = .nan
        #expect(player.currentTime == 0.5)
        player.currentTime = -1e300
        #expect(player.currentTime == 0)
        player.currentTime = .infinity
        #expect(player.currentTime == 0.5)
        player.setVolume(0.25, fadeDuration: 1e300)
        player.numberOfLoops = .min
        #expect(player.numberOfLoops == .min)
        player.numberOfLoops = .max
        player.setVolume(0.25, fadeDuration: 4)
        #expect(player.volume == 0.25)
        player.channelAssignments = []
        #expect(player.channelAssignments == nil)
        #expect(!player.play(atTime: .nan))
    }

    @Test func refusesWhatIsNoSound() throws {
        let folder = ScratchFolder()
        func code(_ body: () throws -> Void) -> Int? {
            do { try body() } catch let error as NSError {
                return error.domain == NSOSStatusErrorDomain ? error.code : nil
            }
            return 0
        }
        let text = folder.place("text.txt")
        try Data("no sound at all, but words".utf8).write(to: text)
        #expect(code { _ = try AVAudioPlayer(contentsOf: folder.place("none.wav")) } == 2_003_334_207)
        #expect(code { _ = try AVAudioPlayer(contentsOf: URL(string: "http://example.com/a.mp3")!) } == 2_003_334_207)
        #expect(code { _ = try AVAudioPlayer(contentsOf: text) } == 1_954_115_647)
        // A path as a URL without a scheme is a file's.
        #expect(code { _ = try AVAudioPlayer(contentsOf: URL(string: text.path)!) } == 1_954_115_647)
        #expect(code { _ = try AVAudioPlayer(data: Data()) } == 1_954_115_647)
    }

    /// A pipe that nobody writes into is opened by nobody else.
    @Test func refusesAPipeWithoutWaiting() throws {
        let folder = ScratchFolder()
        let path = folder.file("pipe.wav")
        try #require(mkfifo(path, 0o600) == 0)
        let codes = WaitableValue<[Int]>([])
        Thread.detachNewThread {
            let url = URL(fileURLWithPath: path)
            for body: () throws -> Void in [
                { _ = try AVAudioPlayer(contentsOf: url) }, { _ = try AVAudioFile(forReading: url) },
            ] {
                do { try body() } catch { codes.withLock { $0.append((error as NSError).code) } }
            }
        }
        let told = codes.wait(nanoseconds: 10_000_000_000) { $0.count == 2 ? $0 : nil }
        #expect(told == [2_003_334_207, 2_003_334_207])
        // Lets a reader that waits go on.
        close(open(path, O_WRONLY | O_NONBLOCK))
    }

    @Test func startsTogetherAtATimeOfTheDevice() throws {
        let stage = try Stage()
        let bytes = try data([Float](repeating: 1 / 64, count: 10))
        let players = try (0..<32).map { _ in try stage.player(bytes) }
        for player in players { player.prepareToPlay() }
        #expect(eventually { stage.server.runningStreams == 1 })
        let now = players[0].deviceCurrentTime
        for player in players { #expect(player.play(atTime: now + 0.009)) }
        let silence = [Float](repeating: 0, count: 9)
        #expect(stage.server.advance(24) == silence + .init(repeating: 0.5, count: 10) + silence.prefix(5))
        // Nothing else keeps them.
        withExtendedLifetime(players) {}
    }

    @Test func metersInDecibels() throws {
        let stage = try Stage()
        let player = try stage.player(data((0..<1000).map { $0 % 2 == 0 ? 0.5 : -0.5 }))
        player.isMeteringEnabled = true
        player.prepareToPlay()
        #expect(eventually { stage.server.runningStreams == 1 })
        #expect(player.play())
        _ = stage.server.advance(160)
        #expect(player.peakPower(forChannel: 0) == -160)
        player.updateMeters()
        #expect(abs(player.peakPower(forChannel: 0) - 20 * log10(0.5)) < 1e-4)
        // Twenty cycles of 8 ms, each of which leaves 0.84 of the squares before.
        let average = 20 * log10(0.5) + 10 * log10(1 - pow(0.84, 20))
        #expect(abs(player.averagePower(forChannel: 0) - Float(average)) < 0.01)
    }
}
