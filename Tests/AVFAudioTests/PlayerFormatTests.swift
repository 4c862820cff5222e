import AudioCore
import AudioDevices
import AudioIO
import Foundation
import TestSupport
import Testing

@testable import AVFAudio
@testable import PlaybackAndRecording

/// Players of compressed and of damaged files, and the device that a player is assigned.
@Suite struct PlayerFormatTests {
    private final class Delegate: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
        private let notified = WaitableValue<[String]>([])

        func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
            notified.withLock { $0.append("finished \(flag)") }
        }
        func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
            let error = error as? NSError
            let isOne = error?.domain == NSOSStatusErrorDomain && error?.code != 0
            notified.withLock { $0.append(isOne ? "failed" : "failed without an error") }
        }
        var all: [String] { notified.withLock { $0.map { $0 } } }
    }

    private func data(_ fixture: String) throws -> Data { Data(try Fixture.named(fixture).bytes()) }

    /// What opens plays, however far its rate is from the device's; the rest is refused when it is opened.
    @Test(arguments: [(125.0, true), (200, true), (749, true), (768_000, true), (1, false), (124, false), (1e6, false)])
    func aRateIsPlayedOrRefused(rate: Double, isPlayed: Bool) throws {
        let folder = ScratchFolder()
        let settings = Sample.format(rate).settings
        let file = try AVAudioFile(forWriting: folder.place("sound.caf"), settings: settings)
        // A second, of the slow ones.
        let frames = min(Int(rate), 48_000)
        try file.write(from: Sample.buffer([[Float](repeating: 0.5, count: frames)], rate: rate))
        file.close()
        let server = ManualServer()
        let output = try server.output(rate: 48_000, channels: 1, cycle: 512)
        func open() throws -> AVAudioPlayer {
            try AVAudioPlayer(
                data: Data(contentsOf: folder.place("sound.caf")), timeline: PlayerTimeline(),
                output: { (_) throws(AudioError) in output })
        }
        guard isPlayed else {
            let error = #expect(throws: NSError.self) { _ = try open() }
            #expect(error?.domain == NSOSStatusErrorDomain && error?.code == 1_718_449_215)
            return
        }
        let player = try open()
        #expect(abs(player.duration - Double(frames) / rate) < 1e-6)
        #expect(player.play() && player.isPlaying && eventually { server.runningStreams == 1 })
        // A tenth of a second, or what there is of a fast one.
        let heard = server.advance(rate < 8000 ? 9000 : 2000)
        #expect(heard[rate < 8000 ? 8500..<9000 : 1000..<2000].allSatisfy { abs($0 - 0.5) < 1e-3 })
        player.stop()
    }

    /// The format of the file, not that of the samples which the player makes of it.
    @Test(
        arguments: [
            ("MPEGAudio/vbr-stereo.mp3", kAudioFormatMPEGLayer3), ("CAF/alac-stereo.caf", kAudioFormatAppleLossless),
            ("CAF/aac-stereo.caf", kAudioFormatMPEG4AAC), ("CAF/ima4-stereo.caf", kAudioFormatAppleIMA4),
            ("CAF/ulaw-stereo.caf", kAudioFormatULaw),
        ])
    func compressedFilesAreDescribedAsTheyAre(_ path: String, _ format: AudioFormatID) throws {
        let (player, fixture) = (try AVAudioPlayer(data: data(path)), Fixture.named(path))
        #expect(player.format.streamDescription.pointee.mFormatID == format)
        #expect(player.format.commonFormat == .otherFormat && player.format.sampleRate == fixture.sampleRate)
        #expect(Int(player.format.channelCount) == fixture.channels && player.numberOfChannels == fixture.channels)
        let settings = player.settings
        #expect((settings[AVFormatIDKey] as? NSNumber)?.uint32Value == format)
        #expect(settings[AVSampleRateKey] as? Double == fixture.sampleRate)
        #expect((settings[AVNumberOfChannelsKey] as? NSNumber)?.intValue == fixture.channels)
        #expect(settings[AVLinearPCMIsFloatKey] == nil || format == kAudioFormatLinearPCM)
        #expect(abs(player.duration - Double(fixture.frames) / fixture.sampleRate) < 0.1)
        let cookie = player.format.magicCookie
        #expect((cookie != nil) == [kAudioFormatAppleLossless, kAudioFormatMPEG4AAC].contains(format))
    }

    /// An Apple Lossless file of noise at 8 kHz, and the noise.
    private func lossless() throws -> (bytes: Data, noise: [Float]) {
        let folder = ScratchFolder()
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 8000.0, AVNumberOfChannelsKey: 1,
        ]
        let file = try AVAudioFile(forWriting: folder.place("sound.caf"), settings: settings)
        let noise = Signal.noise(frames: 40_960, seed: 1, amplitude: 0.5)
        try file.write(from: Sample.buffer([noise], rate: 8000))
        file.close()
        return (try Data(contentsOf: folder.place("sound.caf")), noise)
    }

    /// What a player of these bytes plays and reports, until it has reported so much.
    private func played(_ bytes: Data, events count: Int) throws -> (heard: [Float], events: [String]) {
        let server = ManualServer()
        let output = try server.output(rate: 8000)
        let player = try AVAudioPlayer(
            data: bytes, timeline: PlayerTimeline(), output: { (_) throws(AudioError) in output })
        let delegate = Delegate()
        player.delegate = delegate
        #expect(player.play())
        var heard: [Float] = []
        #expect(
            eventually(seconds: 60) {
                _ = player.player.work()
                heard += server.advance(256)
                return delegate.all.count == count
            })
        #expect(!player.isPlaying && player.currentTime == 0)
        return (heard, delegate.all)
    }

    /// Damaged packets are silence: what follows them is heard when it should be.
    @Test func damagedPacketsKeepTheirTime() throws {
        var (bytes, noise) = try lossless()
        let middle = bytes.count / 2
        for index in middle..<middle + bytes.count / 4 { bytes[index] = 0xFF }
        let (heard, events) = try played(bytes, events: 1)
        #expect(events == ["finished true"])
        let first = try #require(heard.firstIndex { $0 != 0 })
        let isSame = zip(heard[first...], noise).map { abs($0 - $1) < 1e-4 }
        #expect(isSame.count == noise.count && isSame.prefix(12_000).allSatisfy { $0 })
        #expect(isSame.suffix(4096).allSatisfy { $0 } && !isSame[24_576..<28_000].contains(true))
        #expect(heard[(first + 24_576)..<(first + 28_000)].allSatisfy { $0 == 0 })
    }

    /// Bytes without a name whose start is not a frame: only the hint tells what they are.
    @Test func theHintTellsWhatTheBytesDoNot() throws {
        let sound = try data("MPEGAudio/cbr-mono.mp3")
        // What a download or a container leaves before the first frame.
        let bytes = Data(repeating: 0x20, count: 700) + sound
        let folder = ScratchFolder()
        let url = folder.place("download")
        try bytes.write(to: url)
        func code(_ body: () throws -> AVAudioPlayer) -> Int {
            do { return Int(try body().duration) } catch { return (error as NSError).code }
        }
        let unknown = 1_954_115_647
        #expect(code { try AVAudioPlayer(data: bytes) } == unknown)
        #expect(code { try AVAudioPlayer(contentsOf: url) } == unknown)
        #expect(code { try AVAudioPlayer(data: bytes, fileTypeHint: "com.microsoft.waveform-audio") } == 1_685_348_671)
        let plain = try AVAudioPlayer(data: sound)
        for player in [
            try AVAudioPlayer(data: bytes, fileTypeHint: "public.mp3"),
            try AVAudioPlayer(contentsOf: url, fileTypeHint: "public.mp3"),
        ] {
            #expect(player.format.streamDescription.pointee.mFormatID == kAudioFormatMPEGLayer3)
            #expect(abs(player.duration - plain.duration) < 0.06)
        }
    }

    /// Where libmpg123 is installed, a player of MP3 does not load libavcodec and what that needs.
    @Test(.needs(library: "libmpg123.so.0")) func mp3IsPlayedWithoutLibavcodec() async {
        await #expect(processExitsWith: .success) {
            setenv("COREAUDIO_BACKEND", "null", 1)
            let player = try AVAudioPlayer(data: Data(try Fixture.named("MPEGAudio/vbr-stereo.mp3").bytes()))
            #expect(player.prepareToPlay() && player.play())
            player.stop()
            let libraries = String(decoding: OtherProgram.bytes(of: "/proc/self/maps") ?? [], as: UTF8.self)
            #expect(libraries.contains("libmpg123") && !libraries.contains("libavcodec"))
        }
    }

    /// The player goes to the output of the device, at once, with its place in the sound.
    @Test func playsOnTheDeviceThatItIsAssigned() throws {
        let servers = ["first": ManualServer(), "second": ManualServer()]
        let outputs = try servers.mapValues { try $0.output(rate: 1000) }
        let (asked, samples) = (LockedValue<[String]>([]), (1...4000).map { Float($0) / 4096 })
        let folder = ScratchFolder()
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 1000.0, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(forWriting: folder.place("sound.caf"), settings: settings)
        try file.write(from: Sample.buffer([samples], rate: 1000))
        file.close()
        let player = try AVAudioPlayer(
            data: Data(contentsOf: folder.place("sound.caf")), timeline: PlayerTimeline(),
            output: { (device) throws(AudioError) in
                asked.withLock { $0.append(device ?? "default") }
                guard let output = outputs[device ?? "first"] else { throw .noDevice }
                return output
            })
        #expect(player.currentDevice == nil && player.play())
        let first = try #require(servers["first"])
        let second = try #require(servers["second"])
        var heard: [Float] = []
        #expect(
            eventually {
                heard += first.advance(64).filter { $0 != 0 }
                return heard.count >= 256
            })
        player.currentDevice = "second"
        #expect(player.currentDevice == "second" && player.isPlaying)
        #expect(
            eventually {
                heard += second.advance(64).filter { $0 != 0 }
                return heard.count >= 1024
            })
        #expect(heard == Array(samples.prefix(heard.count)))
        #expect(first.advance(64).allSatisfy { $0 == 0 })
        // One that cannot be opened is refused.
        player.currentDevice = "third"
        #expect(player.currentDevice == "second" && player.isPlaying)
        player.currentDevice = nil
        #expect(player.currentDevice == nil && asked.withLock { $0.last } == "default")
    }
}
