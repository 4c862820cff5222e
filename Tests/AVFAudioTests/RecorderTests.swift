import AudioCodecs
import AudioCore
import AudioDevices
import AudioIO
import CRealtime
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// `AVAudioRecorder` on a Manual device.
@Suite struct RecorderTests {
    private final class Delegate: NSObject, AVAudioRecorderDelegate, @unchecked Sendable {
        let notified = WaitableValue<[String]>([])
        let body = LockedValue<(@Sendable (AVAudioRecorder) -> Void)?>(nil)

        func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
            body.withLock { $0 }?(recorder)
            notified.withLock { $0.append("finished \(flag) \(MainQueue.isCurrent)") }
        }

        func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
            notified.withLock { $0.append("failed \(MainQueue.isCurrent)") }
        }

        func hears(_ count: Int) -> Bool {
            notified.wait(nanoseconds: 20_000_000_000) { $0.count >= count ? true : nil } ?? false
        }

        var all: [String] { notified.withLock { $0 } }
    }

    /// Samples that 16 bits hold exactly.
    private static func sound(_ frames: Int) -> [Float] {
        Signal.sine(300.0 / 8000, frames: frames).map { ($0 * 32_768).rounded() / 32_768 }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var id: AudioFormatID
        var error: Float = 0
        var testDescription: String { "\(FourCC(id)) \(name)" }
    }

    static let rows = [
        Row(name: "a.caf", id: kAudioFormatLinearPCM), Row(name: "a.wav", id: kAudioFormatLinearPCM),
        Row(name: "a.aiff", id: kAudioFormatLinearPCM), Row(name: "a.caf", id: kAudioFormatAppleLossless),
        Row(name: "a.m4a", id: kAudioFormatAppleLossless), Row(name: "a.caf", id: kAudioFormatULaw, error: 0.02),
        Row(name: "a.wav", id: kAudioFormatALaw, error: 0.02),
        Row(name: "a.caf", id: kAudioFormatAppleIMA4, error: 0.05),
    ]

    private static let hasAAC =
        Codecs.named(.aac).map { $0.abilities.encodes && $0.isInstalled(encoding: true) } ?? false

    @Test(arguments: rows) func whatIsRecordedCanBeRead(row: Row) throws {
        let (sound, read) = try recorded(row.name, row.id)
        let pairs = zip(read, sound).dropFirst(row.error > 0 ? 1024 : 0)
        #expect(pairs.map { abs($0 - $1) }.max() ?? 1 <= row.error)
        if row.error == 0 { #expect(read.count == sound.count) }
    }

    @Test func whatIsRecordedInAACCanBeRead() throws {
        guard Self.hasAAC else {
            // Where no encoder of AAC is installed, that is told before anything is recorded.
            let error = #expect(throws: NSError.self) {
                _ = try RecorderStage("a.m4a", [AVFormatIDKey: kAudioFormatMPEG4AAC])
            }
            #expect(error?.code == 1_718_449_215)
            return
        }
        let (sound, read) = try recorded("a.m4a", kAudioFormatMPEG4AAC)
        #expect(read.count == sound.count)
        #expect(Measure.largestDifference(Array(read.dropFirst(1024)), Array(sound.dropFirst(1024))) <= 0.1)
    }

    /// A speech codec keeps the tone and its level, not the samples.
    @Test func whatIsRecordedInILBCCanBeRead() throws {
        let (sound, read) = try recorded("a.caf", kAudioFormatiLBC)
        let middle = try #require(read.count > 7424 ? read[1024..<7424] : nil)
        let tone = Measure.level(middle, at: 300.0 / 8000)
        let rms = Measure.rms(middle)
        #expect(abs(Measure.decibels(tone / 0.5)) < 1)
        // What is not the tone.
        let rest = (rms * rms - tone * tone / 2).squareRoot()
        #expect(Measure.decibels(rest / rms) < -20, "\(Measure.decibels(rest / rms)) dB")
        // The samples are those that the encoder makes of the whole sound at once.
        let folder = ScratchFolder()
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatiLBC, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
        ]
        let file = try AVAudioFile(forWriting: folder.place("a.caf"), settings: settings)
        try file.write(from: Sample.buffer([sound], rate: 8000))
        file.close()
        #expect(try AVAudioFile(forReading: folder.place("a.caf")).rest()[0] == read)
    }

    /// A second of a sound, and what can be read of its recording.
    private func recorded(_ name: String, _ id: AudioFormatID) throws -> (sound: [Float], read: [Float]) {
        let stage = try RecorderStage(name, [AVFormatIDKey: id])
        let sound = Self.sound(8000)
        #expect(stage.recorder.record() && stage.recorder.isRecording)
        #expect(stage.bring(sound))
        stage.recorder.stop()
        #expect(!stage.recorder.isRecording && stage.recorder.currentTime == 0)
        let read = try stage.read()
        #expect(read.count >= sound.count && read.count < sound.count + 2048)
        return (sound, read)
    }

    @Test func pausesAndGoesOnInTheSameFile() throws {
        let stage = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
        let sound = Self.sound(3200)
        #expect(stage.recorder.record())
        #expect(stage.bring(Array(sound[..<1600])))
        stage.recorder.pause()
        #expect(!stage.recorder.isRecording && stage.recorder.currentTime > 0)
        _ = stage.server.advance(640, input: [Float](repeating: 0.75, count: 640))
        #expect(stage.recorder.record())
        #expect(stage.bring(Array(sound[1600...])))
        stage.recorder.stop()
        #expect(try stage.read() == sound)
    }

    @Test func recordsAsLongAsItIsTold() throws {
        let stage = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
        let delegate = Delegate()
        stage.recorder.delegate = delegate
        let sound = Self.sound(4096)
        #expect(stage.recorder.record(forDuration: 0.3))
        #expect(stage.bring(Array(sound[..<1024])))
        stage.recorder.pause()
        // The whole duration, not what is left of it.
        #expect(stage.recorder.record(forDuration: 0.3))
        #expect(stage.bring(Array(sound[1024...])))
        #expect(delegate.hears(1))
        #expect(delegate.all == ["finished true true"] && !stage.recorder.isRecording)
        #expect(try stage.read() == Array(sound[..<2400]))
    }

    @Test func aPlainRecordAfterAPauseDropsTheLimit() throws {
        let stage = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
        let sound = Self.sound(4096)
        #expect(stage.recorder.record(forDuration: 0.2))
        #expect(stage.bring(Array(sound[..<1024])))
        stage.recorder.pause()
        #expect(stage.recorder.record())
        #expect(stage.bring(Array(sound[1024...])))
        #expect(stage.recorder.isRecording)
        stage.recorder.stop()
        #expect(try stage.read() == sound)
    }

    @Test func recordsFromATimeOnAndAfterAPauseToo() throws {
        let stage = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
        let sound = Self.sound(3200)
        // Before the first recording, too, the time is the device's.
        #expect(stage.recorder.deviceCurrentTime == 0)
        #expect(stage.recorder.record(atTime: 0.1) && stage.recorder.isRecording)
        #expect(stage.bring(Array(sound[..<640])))
        #expect(stage.recorder.currentTime == 0)
        #expect(stage.bring(Array(sound[640..<1600])))
        #expect(stage.recorder.deviceCurrentTime == 0.2)
        stage.recorder.pause()
        #expect(stage.recorder.record(atTime: stage.recorder.deviceCurrentTime + 0.05))
        #expect(stage.bring(Array(sound[1600...])))
        stage.recorder.stop()
        #expect(try stage.read() == Array(sound[800..<1600] + sound[2000...]))
        // A time that is past, and a duration from a time on.
        #expect(stage.recorder.record(atTime: -5))
        #expect(stage.bring(Array(sound[..<800])))
        stage.recorder.stop()
        #expect(try stage.read() == Array(sound[..<800]))
        #expect(stage.recorder.record(atTime: stage.recorder.deviceCurrentTime + 0.025, forDuration: 0.05))
        #expect(stage.bring(Array(sound[..<800])))
        #expect(eventually { !stage.recorder.isRecording })
        #expect(try stage.read() == Array(sound[200..<600]))
    }

    /// Between two cycles of 64 frames.
    @Test func theTimeGoesOnWithTheDevice() throws {
        let stage = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
        #expect(stage.recorder.record() && stage.bring(Self.sound(256)))
        let frames = { Int((stage.recorder.currentTime * 8000).rounded()) }
        #expect(frames() == 192)
        var seen: [Int] = []
        for _ in 0..<10 {
            stage.server.skip(8)
            seen.append(frames())
        }
        #expect(seen == [200, 208, 216, 224, 232, 240, 248, 256, 256, 256])
        stage.recorder.pause()
        #expect(frames() == 256)
        stage.recorder.stop()
    }

    @Test(arguments: [1, 2, 6]) func takesTheRateAndTheChannelsOfTheDevice(channels: Int) throws {
        let stage = try RecorderStage("sound.wav", [:], rate: 22_050, channels: channels)
        #expect(stage.recorder.prepareToRecord())
        let format = stage.recorder.format
        #expect(format.sampleRate == 22_050 && Int(format.channelCount) == min(channels, 2))
        #expect(stage.recorder.settings[AVSampleRateKey] as? Double == 22_050)
        stage.recorder.stop()
        let file = try AVAudioFile(forReading: stage.recorder.url)
        #expect(file.fileFormat.sampleRate == 22_050 && Int(file.fileFormat.channelCount) == min(channels, 2))
        // What is said counts.
        let other = try RecorderStage("sound.wav", [AVNumberOfChannelsKey: 1], rate: 22_050, channels: channels)
        #expect(other.recorder.prepareToRecord() && other.recorder.format.channelCount == 1)
        // No file of this type holds that rate.
        let speech = try RecorderStage(
            "sound.caf", [AVFormatIDKey: kAudioFormatiLBC, AVSampleRateKey: 8000], rate: 22_050)
        #expect(speech.recorder.prepareToRecord() && speech.recorder.format.sampleRate == 8000)
    }

    /// The converter's quality is the highest but where the settings say another.
    @Test func convertsTheRateAsItIsTold() throws {
        func recorded(_ settings: [String: Any]) throws -> [Float] {
            let stage = try RecorderStage("sound.caf", settings.merging([AVSampleRateKey: 8000]) { $1 }, rate: 12_000)
            #expect(stage.recorder.record() && stage.bring(Signal.sine(3700.0 / 12_000, frames: 6000)))
            stage.recorder.stop()
            return try stage.read()
        }
        let best = try recorded([:])
        #expect(best == (try recorded([AVSampleRateConverterAudioQualityKey: AVAudioQuality.max.rawValue])))
        #expect(best != (try recorded([AVSampleRateConverterAudioQualityKey: AVAudioQuality.min.rawValue])))
        let algorithm = [AVSampleRateConverterAlgorithmKey: AVSampleRateConverterAlgorithm_MinimumPhase]
        #expect(best != (try recorded(algorithm)))
    }

    /// 0 is the device's.
    @Test(arguments: [-1, 0.5, .nan, .infinity, 1e7, 1e300, .leastNonzeroMagnitude])
    func strangeRatesAreRefused(rate: Double) {
        let folder = ScratchFolder()
        for name in ["a.caf", "a.wav", "a.aiff", "a.m4a"] {
            let error = #expect(throws: NSError.self) {
                _ = try AVAudioRecorder(url: folder.place(name), settings: [AVSampleRateKey: rate])
            }
            #expect(error?.code == 1_718_449_215)
            #expect(folder.bytes(name) == nil)
        }
    }

    /// Refused before the file that is there is lost. Rates may be 64 times apart.
    @Test(arguments: [(700.0, 48_000.0), (768_000.0, 8000.0)])
    func aRateTooFarFromTheDevicesErasesNothing(rate: Double, device: Double) throws {
        let before = Data("before".utf8)
        for more: [String: Any] in [[:], [AVNumberOfChannelsKey: 1]] {
            let stage = try RecorderStage("a.caf", more.merging([AVSampleRateKey: rate]) { $1 }, rate: device)
            try before.write(to: stage.recorder.url)
            #expect(!stage.recorder.prepareToRecord())
            #expect(!stage.recorder.record() && !stage.recorder.isRecording)
            #expect(try Data(contentsOf: stage.recorder.url) == before)
        }
        #expect(throws: AudioError.outputSampleRate) {
            try Recorder.check(
                .float32(sampleRate: rate, channels: 1), from: .float32(sampleRate: device, channels: 1))
        }
        let near = try RecorderStage("a.caf", [AVSampleRateKey: 750.0], rate: 48_000)
        #expect(near.recorder.prepareToRecord())
    }

    @Test func aNewRecordingReplacesTheOneBefore() throws {
        let stage = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
        #expect(stage.recorder.record() && stage.bring(Self.sound(2048)))
        stage.recorder.stop()
        #expect(try stage.read().count == 2048)
        #expect(stage.recorder.prepareToRecord())
        #expect(stage.recorder.record() && stage.bring(Self.sound(1024)))
        #expect(!stage.recorder.deleteRecording())
        stage.recorder.stop()
        #expect(try stage.read().count == 1024)
        #expect(stage.recorder.deleteRecording() && !stage.recorder.deleteRecording())
        #expect(!FileManager.default.fileExists(atPath: stage.recorder.url.path))
    }

    @Test func aDelegateMayMakeEveryCall() throws {
        for body: @Sendable (AVAudioRecorder) -> Void in [
            { $0.stop() }, { $0.pause() }, { $0.prepareToRecord() }, { $0.record() }, { $0.deleteRecording() },
        ] {
            let stage = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
            let delegate = Delegate()
            stage.recorder.delegate = delegate
            delegate.body.withLock { $0 = body }
            #expect(stage.recorder.record() && stage.bring(Self.sound(1024)))
            stage.recorder.stop()
            #expect(delegate.hears(1))
            #expect(delegate.all == ["finished true true"])
        }
    }

    /// What a callback asks for is done before what another thread asks for later: the stop completes the file.
    @Test func aStopEndsWhatACallbackHasBegun() throws {
        let stage = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
        for _ in 0..<40 {
            realtime_enter_tap()
            let isAccepted = stage.recorder.record()
            realtime_exit_tap()
            stage.recorder.stop()
            #expect(isAccepted && !stage.recorder.isRecording)
            #expect(stage.recorder.deleteRecording())
        }
    }

    @Test func aDeletionComesBehindWhatACallbackHasAskedFor() throws {
        let stage = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
        for _ in 0..<40 {
            realtime_enter_tap()
            stage.recorder.record()
            realtime_exit_tap()
            #expect(!stage.recorder.deleteRecording() && stage.recorder.isRecording)
            realtime_enter_tap()
            stage.recorder.stop()
            realtime_exit_tap()
            #expect(stage.recorder.deleteRecording() && !stage.recorder.isRecording)
        }
    }

    @Test func aRecorderThatGoesCompletesItsFile() throws {
        var stage: RecorderStage? = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
        let folder = stage?.folder
        let url = try #require(stage?.recorder.url)
        #expect(stage?.recorder.record() == true && stage?.bring(Self.sound(1024)) == true)
        weak let recorder = stage?.recorder
        stage = nil
        #expect(recorder == nil)
        #expect(try AVAudioFile(forReading: url).length == 1024)
        withExtendedLifetime(folder) {}
    }

    @Test func metersInDecibels() throws {
        let stage = try RecorderStage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
        stage.recorder.isMeteringEnabled = true
        #expect(stage.recorder.record())
        #expect(stage.bring((0..<2048).map { $0 % 2 == 0 ? 0.5 : -0.5 }))
        #expect(stage.recorder.peakPower(forChannel: 0) == -160)
        stage.recorder.updateMeters()
        #expect(abs(stage.recorder.peakPower(forChannel: 0) - 20 * log10(0.5)) < 1e-4)
        // Cycles of 64 frames, each of which leaves 0.84 of the squares before.
        let average = 20 * log10(0.5) + 10 * log10(1 - pow(0.84, 32))
        #expect(abs(stage.recorder.averagePower(forChannel: 0) - Float(average)) < 0.02)
        stage.recorder.isMeteringEnabled = false
        #expect(stage.recorder.averagePower(forChannel: 0) == -160)
    }

    @Test func refusesWhatNoFileHolds() {
        func code(_ name: String, _ settings: [String: Any]) -> Int? {
            do {
                _ = try AVAudioRecorder(url: URL(fileURLWithPath: "/" + name), settings: settings)
                return 0
            } catch let error as NSError { return error.domain == NSOSStatusErrorDomain ? error.code : nil }
        }
        #expect(code("a.wav", [AVFormatIDKey: kAudioFormatAppleLossless]) == 1_718_449_215)
        #expect(code("a.m4a", [AVFormatIDKey: kAudioFormatLinearPCM]) == 1_718_449_215)
        // A type that is only read.
        #expect(code("a.mp3", [:]) == 1_954_115_647)
        #expect(code("a.caf", [:]) == 0)
    }

    @Test func aFolderThatIsNotThereIsAnError() throws {
        let folder = ScratchFolder()
        try Data("text".utf8).write(to: folder.place("text"))
        for name in ["none/a.caf", "text/a.caf"] {
            let error = #expect(throws: NSError.self) {
                _ = try AVAudioRecorder(url: folder.place(name), settings: [:])
            }
            #expect(error?.domain == NSOSStatusErrorDomain && error?.code == 2_003_334_207)
        }
        #expect(throws: NSError.self) {
            _ = try AVAudioRecorder(url: #require(URL(string: "https://example.org/a.caf")), settings: [:])
        }
        // A folder that goes away later.
        try FileManager.default.createDirectory(at: folder.place("gone"), withIntermediateDirectories: false)
        let recorder = try AVAudioRecorder(url: folder.place("gone/a.caf"), settings: [:])
        try FileManager.default.removeItem(at: folder.place("gone"))
        #expect(!recorder.prepareToRecord() && !recorder.record() && !recorder.isRecording)
    }

    @Test func describesItsFile() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 22_050, channels: 2))
        let folder = ScratchFolder()
        let recorder = try AVAudioRecorder(url: folder.place("a.caf"), format: format)
        #expect(recorder.format.sampleRate == 22_050 && recorder.format.channelCount == 2)
        #expect(recorder.settings[AVNumberOfChannelsKey] as? Int == 2)
        #expect(recorder.currentTime == 0 && recorder.channelAssignments == nil && !recorder.isRecording)
        #expect(recorder.averagePower(forChannel: 0) == -160)
        #expect(!recorder.record(atTime: .nan) && !recorder.record(forDuration: .infinity))
    }

    @Test func deletesNoFolder() throws {
        let folder = ScratchFolder()
        let path = folder.file("folder.wav")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(fileURLWithPath: path + "/kept"))
        let recorder = try AVAudioRecorder(url: URL(fileURLWithPath: path), settings: [AVSampleRateKey: 44_100])
        #expect(!recorder.deleteRecording())
        #expect(FileManager.default.fileExists(atPath: path + "/kept"))
    }
}
