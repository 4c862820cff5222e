import AudioCore
import AudioDevices
import AudioIO
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// Where recorders write, and what they record from.
@Suite struct RecorderPlaceTests {
    // MARK: Names

    /// As on a Mac, a name without an extension that is known is that of a CAF file.
    @Test(arguments: ["RecordedFile", "x.tmp", "v.lpcm", "a.nothing", "a."])
    func aNameWithoutATypeIsThatOfACAFFile(name: String) throws {
        let stage = try RecorderStage(name, [AVFormatIDKey: kAudioFormatAppleLossless])
        #expect(stage.recorder.record())
        #expect(stage.bring([Float](repeating: 0.5, count: 800)))
        stage.recorder.stop()
        #expect(stage.folder.bytes(name)?.prefix(4) == Array("caff".utf8)[...])
        #expect(try stage.read() == [Float](repeating: 0.5, count: 800))
        // Of another type where the settings say so.
        let other = try RecorderStage(name, [AVAudioFileTypeKey: kAudioFileWAVEType])
        #expect(other.recorder.prepareToRecord())
        other.recorder.stop()
        #expect(other.folder.bytes(name)?.prefix(4) == Array("RIFF".utf8)[...])
    }

    @Test(arguments: ["RecordedFile", "x.tmp"]) func aFileWithoutATypeIsACAFFile(name: String) throws {
        let folder = ScratchFolder()
        let buffer = Sample.buffer([[0.5, -0.5, 0.25]])
        let file = try AVAudioFile(forWriting: folder.place(name), settings: buffer.format.settings)
        try file.write(from: buffer)
        file.close()
        #expect(folder.bytes(name)?.prefix(4) == Array("caff".utf8)[...])
        #expect(try AVAudioFile(forReading: folder.place(name)).rest() == [[0.5, -0.5, 0.25]])
    }

    // MARK: Devices

    /// What level meters do: record into /dev/null.
    @Test(arguments: [kAudioFormatAppleLossless, kAudioFormatLinearPCM])
    func aRecorderForNothingMeasuresLevels(id: AudioFormatID) throws {
        let folder = ScratchFolder()
        let path = folder.nullDevice("null") ?? "/dev/null"
        let server = ManualServer()
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let settings: [String: Any] = [
            AVFormatIDKey: Int(id), AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 0,
            AVEncoderAudioQualityKey: AVAudioQuality.max.rawValue,
        ]
        let recorder = try AVAudioRecorder(
            url: URL(fileURLWithPath: path), settings: settings, timeline: PlayerTimeline(),
            input: { (device) throws(AudioError) in try Input.shared(device: device, on: connection) })
        for _ in 0..<2 {
            recorder.isMeteringEnabled = true
            #expect(recorder.prepareToRecord() && recorder.record())
            #expect(recorder.format.channelCount == 2)
            #expect(eventually { server.runningStreams == 1 })
            server.advance(4800, input: [Float](repeating: 0.5, count: 9600))
            recorder.updateMeters()
            #expect(abs(recorder.peakPower(forChannel: 0) - 20 * log10(0.5)) < 1e-3)
            recorder.stop()
            #expect(eventually { server.runningStreams == 0 } && ScratchFolder.isDevice(path))
        }
    }

    @Test func aDeviceIsNotDeleted() throws {
        let folder = ScratchFolder()
        guard let path = folder.nullDevice("null") else { try Test.cancel("this process may not make a device") }
        let place = URL(fileURLWithPath: path)
        let recorder = try AVAudioRecorder(url: place, settings: [AVSampleRateKey: 8000])
        #expect(!recorder.deleteRecording() && ScratchFolder.isDevice(path))
        // An encoder that does not take its settings leaves the device alone, too.
        _ = try? AVAudioFile(
            forWriting: place,
            settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
                AVEncoderBitRateKey: 7,
            ])
        #expect(ScratchFolder.isDevice(path))
        let buffer = Sample.buffer([[0.5, -0.5]])
        let file = try AVAudioFile(forWriting: place, settings: buffer.format.settings)
        try file.write(from: buffer)
        #expect(file.length == 2)
        file.close()
        #expect(ScratchFolder.isDevice(path))
    }

    // MARK: The input

    /// The device is open while a recording is prepared or runs, and each recording has the format that the device has by then.
    @Test func eachRecordingTakesTheDeviceAsItIs() throws {
        let server = ManualServer()
        server.isServer = true
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let folder = ScratchFolder()
        let recorder = try AVAudioRecorder(
            url: folder.place("a.caf"), settings: [:], timeline: PlayerTimeline(),
            input: { (device) throws(AudioError) in try Input.shared(device: device, on: connection) })
        for (rate, channels) in [(16_000.0, 1), (48_000, 2), (8000, 1)] {
            var device = ManualServer.firstDevices[1]
            (device.sampleRate, device.channels) = (rate, channels)
            server.setDevices([device])
            #expect(server.openStreams == 0)
            #expect(recorder.prepareToRecord() && server.openStreams == 1)
            #expect(recorder.record() && eventually { server.runningStreams == 1 })
            server.advance(800, input: [Float](repeating: 0.5, count: 800 * channels))
            recorder.stop()
            #expect(eventually { server.openStreams == 0 })
            // The clock goes on without the device.
            #expect(recorder.deviceCurrentTime >= 0 && server.openStreams == 0)
            let file = try AVAudioFile(forReading: recorder.url)
            #expect(file.fileFormat.sampleRate == rate && Int(file.fileFormat.channelCount) == channels)
            #expect(try file.rest()[0] == [Float](repeating: 0.5, count: 800))
        }
    }

    /// A recorder that goes lets the device go, though it has only prepared.
    @Test func aPreparedRecorderThatGoesLetsTheDeviceGo() throws {
        let server = ManualServer()
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let folder = ScratchFolder()
        var recorder: AVAudioRecorder? = try AVAudioRecorder(
            url: folder.place("a.caf"), settings: [:], timeline: PlayerTimeline(),
            input: { (device) throws(AudioError) in try Input.shared(device: device, on: connection) })
        #expect(recorder?.prepareToRecord() == true && server.openStreams == 1)
        recorder = nil
        #expect(eventually { server.openStreams == 0 })
    }
}
