import AudioCore
import AudioDevices
import AudioIO
import AudioPlayback
import Foundation
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

    /// A recorder on a device that is driven by hand.
    private final class Stage {
        let server = ManualServer()
        let folder = ScratchFolder()
        let rate: Double
        let recorder: AVAudioRecorder

        init(_ name: String, _ settings: [String: Any], rate: Double = 8000) throws {
            self.rate = rate
            let server = server
            var configuration = InputConfiguration()
            configuration.sampleRate = rate
            configuration.framesPerCycle = 64
            configuration.channels = 1
            let input = try Input(configuration) { (events) throws(AudioError) in
                try Manual(server: server, events: events)
            }
            let all: [String: Any] = [AVSampleRateKey: rate, AVNumberOfChannelsKey: 1]
            recorder = try AVAudioRecorder(
                url: folder.place(name), settings: all.merging(settings) { _, own in own },
                timeline: PlayerTimeline(), input: { (_) throws(AudioError) in input })
        }

        /// Lets the device bring a sound, no faster than it is written: buffers hold 160 frames.
        func bring(_ sound: [Float]) -> Bool {
            for start in stride(from: 0, to: sound.count, by: 1024) {
                guard eventually({ self.server.runningStreams == 1 }) else { return false }
                let part = Array(sound[start..<min(sound.count, start + 1024)])
                let before = recorder.currentTime
                _ = server.advance(part.count, input: part)
                let least = Double(part.count - 320) / rate
                guard eventually({ !self.recorder.isRecording || self.recorder.currentTime >= before + least })
                else { return false }
            }
            return true
        }

        func read() throws -> [Float] { try AVAudioFile(forReading: recorder.url).rest()[0] }
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
        Row(name: "a.caf", id: kAudioFormatiLBC, error: 0.3), Row(name: "a.m4a", id: kAudioFormatMPEG4AAC, error: 0.1),
    ]

    @Test(arguments: rows) func whatIsRecordedCanBeRead(row: Row) throws {
        let stage: Stage
        do { stage = try Stage(row.name, [AVFormatIDKey: row.id]) } catch {
            // The encoder is not installed.
            #expect(row.id == kAudioFormatMPEG4AAC, "\(error)")
            return
        }
        let sound = Self.sound(8000)
        #expect(stage.recorder.record() && stage.recorder.isRecording)
        #expect(stage.bring(sound))
        stage.recorder.stop()
        #expect(!stage.recorder.isRecording && stage.recorder.currentTime == 0)
        let read = try stage.read()
        #expect(read.count >= sound.count && read.count < sound.count + 2048)
        // A speech codec keeps the sound, not its samples.
        let pairs = zip(read, sound).dropFirst(row.error > 0 ? 1024 : 0)
        let wrong = pairs.map { abs($0 - $1) }.max() ?? 1
        if row.id != kAudioFormatiLBC { #expect(wrong <= row.error) }
        #expect(pairs.contains { abs($0.0) > 0.3 })
        if row.error == 0 { #expect(read.count == sound.count) }
    }

    @Test func pausesAndGoesOnInTheSameFile() throws {
        let stage = try Stage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
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
        let stage = try Stage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
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

    @Test func aNewRecordingReplacesTheOneBefore() throws {
        let stage = try Stage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
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
            let stage = try Stage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
            let delegate = Delegate()
            stage.recorder.delegate = delegate
            delegate.body.withLock { $0 = body }
            #expect(stage.recorder.record() && stage.bring(Self.sound(1024)))
            stage.recorder.stop()
            #expect(delegate.hears(1))
            #expect(delegate.all == ["finished true true"])
        }
    }

    @Test func aRecorderThatGoesCompletesItsFile() throws {
        var stage: Stage? = try Stage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
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
        let stage = try Stage("sound.caf", [AVFormatIDKey: kAudioFormatLinearPCM])
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
        #expect(code("a.nothing", [:]) == 1_954_115_647)
        #expect(code("a.caf", [:]) == 0)
    }

    @Test func aFolderThatIsNotThereFailsWhenItIsNeeded() throws {
        let folder = ScratchFolder()
        let recorder = try AVAudioRecorder(url: folder.place("none/a.caf"), settings: [:])
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
}
