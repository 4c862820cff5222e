import AVFAudio
import AudioCore
import Foundation
import TestSupport
import Testing

/// `AVAudioPlayerNode` plays files: as a converter converts them, in parts, and whatever becomes of the file.
@Suite(.mustEnd) struct PlayerNodeFileTests {
    private let folder = ScratchFolder()

    private func fixture(_ path: String) throws -> AVAudioFile {
        try AVAudioFile(forReading: URL(fileURLWithPath: Fixture.named(path).file))
    }

    /// A file whose frames count up from 1.
    private func write(_ name: String, _ frames: Int, rate: Double = 48_000) throws -> URL {
        let url = folder.place(name)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: 1,
            AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        try file.write(from: Sample.buffer([Numbers.up(1, frames)], rate: rate))
        file.close()
        return url
    }

    /// What a converter makes of all frames of a file.
    private func converted(_ file: AVAudioFile, to format: AVAudioFormat, mixes: Bool = false) throws -> [[Float]] {
        let whole = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        file.framePosition = 0
        try file.read(into: whole)
        let converter = try #require(AVAudioConverter(from: file.processingFormat, to: format))
        converter.downmix = mixes
        let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100_000))
        let feed = Feed([whole], then: .endOfStream)
        #expect(converter.convert(to: output, error: nil, withInputFrom: feed.next) != .error)
        return Sample.channels(output)
    }

    @Test(
        arguments: [
            "MPEGAudio/vbr-stereo.mp3", "MPEG4/aac-stereo.m4a", "ADTS/aac-stereo.aac", "WAVE/s16-stereo.wav",
            "FLAC/s16-stereo.flac",
            "MPEGAudio/cbr-mono.mp3", "WAVE/speech.wav",
        ].filter { path in Fixture.all.contains { $0.path == path } })
    func filesAreConvertedLikeAConverter(path: String) throws {
        let file = try fixture(path)
        let channels = file.processingFormat.channelCount
        let stage = try PlayerNodeStage(channels: channels)
        let expected = try converted(file, to: stage.format)
        stage.player.scheduleFile(file, at: nil) { [log = stage.log] in log.note("done") }
        stage.player.play()
        let frames = Int((Double(file.length) * 48_000 / file.processingFormat.sampleRate).rounded())
        let sound = try stage.renderAll(frames + 200)
        for channel in 0..<Int(channels) {
            let count = min(frames, expected[channel].count)
            #expect(abs(expected[channel].count - frames) <= 1, "\(expected[channel].count) of \(frames)")
            #expect(zip(sound[channel], expected[channel]).prefix(count).allSatisfy { abs($0 - $1) < 1e-6 })
            #expect(sound[channel].dropFirst(count).allSatisfy { $0 == 0 })
        }
        #expect(stage.log.first(1) == ["done"])
    }

    /// A file with channels of constants.
    private func write(_ name: String, _ values: [Float]) throws -> AVAudioFile {
        let url = folder.place(name)
        var settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: values.count,
            AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ]
        let layout = values.count > 2 ? AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A) : nil
        if let layout {
            settings[AVChannelLayoutKey] = Data(
                bytes: layout.layout, count: MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions)!)
        }
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 1000))
        buffer.frameLength = 1000
        for (channel, value) in values.enumerated() {
            buffer.floatChannelData![channel].update(repeating: value, count: 1000)
        }
        try file.write(from: buffer)
        file.close()
        return try AVAudioFile(forReading: url)
    }

    /// Channels that the node does not have are mixed into those that it has, as by a converter's mix.
    @Test(
        arguments: [
            ([0.25, 0.5], 1, [0.375]), ([0.25], 2, [0.25, 0.25]), ([0.25, 0.5], 2, [0.25, 0.5]),
        ] as [([Float], AVAudioChannelCount, [Float])])
    func channelsAreMixed(file: [Float], channels: AVAudioChannelCount, wanted: [Float]) throws {
        let stage = try PlayerNodeStage(channels: channels)
        stage.player.scheduleFile(try write("a.caf", file), at: nil)
        stage.player.play()
        let sound = try stage.renderAll(1000)
        for channel in 0..<Int(channels) { #expect(sound[channel].allSatisfy { $0 == wanted[channel] }) }
    }

    /// Left, right, center, low frequencies, left and right surround: each is heard, but for the low frequencies.
    @Test(arguments: [AVAudioChannelCount(1), 2]) func surroundIsMixed(channels: AVAudioChannelCount) throws {
        let values: [Float] = [0.1, 0.2, 0.4, 0.9, 0.05, 0.025]
        let file = try write("a.caf", values)
        let stage = try PlayerNodeStage(channels: channels)
        let expected = try converted(file, to: stage.format, mixes: true)
        stage.player.scheduleFile(file, at: nil)
        stage.player.play()
        let sound = try stage.renderAll(1000)
        for channel in 0..<Int(channels) {
            #expect(zip(sound[channel], expected[channel]).allSatisfy { abs($0 - $1) < 1e-6 })
        }
        let half = Float(0.5).squareRoot()
        let sides = [values[0] + half * (values[2] + values[4]), values[1] + half * (values[2] + values[5])]
        let scale = 1 / (1 + 2 * half)
        let wanted = channels == 2 ? sides.map { $0 * scale } : [(sides[0] + sides[1]) / 2 * scale]
        for (channel, value) in wanted.enumerated() {
            // The mono mix is scaled by the sum of its gains.
            guard channels == 2 else { continue }
            #expect(abs(sound[channel][500] - value) < 1e-5)
        }
        #expect(sound.allSatisfy { $0[500] > 0.1 })
    }

    /// Buffers are played as they are: they have the channels of the output.
    @Test func aBufferIsNotMixed() throws {
        let stage = try PlayerNodeStage(channels: 2)
        stage.player.scheduleBuffer(Sample.buffer([Numbers.up(1, 100), Numbers.up(201, 100)], rate: 48_000))
        stage.player.play()
        #expect(try stage.renderAll(100) == [Numbers.up(1, 100), Numbers.up(201, 100)])
    }

    /// A seek: stop, and schedule the rest of the file.
    @Test func seeks() throws {
        let file = try AVAudioFile(forReading: write("a.caf", 100_000))
        let stage = try PlayerNodeStage(channels: 1)
        for start in [50_000, 3, 99_990, 0] {
            stage.player.stop()
            stage.player.scheduleSegment(
                file, startingFrame: AVAudioFramePosition(start), frameCount: .max, at: nil,
                completionCallbackType: .dataPlayedBack,
                completionHandler: { [log = stage.log] _ in log.note("\(start)") })
            stage.player.play()
            let count = min(1000, 100_000 - start)
            #expect(try stage.render(1000, cycle: 100) == Numbers.up(start + 1, count) + Numbers.zeros(1000 - count))
            #expect(stage.playerTime == 900)
        }
        stage.player.stop()
        #expect(stage.log.first(4) == ["50000", "3", "99990", "0"])
        #expect(file.framePosition == 0)
    }

    @Test func aFileIsPlayedSeveralTimesAtOnce() throws {
        let file = try AVAudioFile(forReading: write("a.caf", 10_000))
        let stage = try PlayerNodeStage(channels: 1)
        let other = AVAudioPlayerNode()
        stage.engine.attach(other)
        stage.engine.connect(other, to: stage.engine.mainMixerNode, format: stage.format)
        stage.player.scheduleFile(file, at: nil)
        stage.player.scheduleFile(file, at: nil)
        other.scheduleSegment(file, startingFrame: 5000, frameCount: 5000, at: nil)
        stage.player.play()
        other.play()
        let sound = try stage.render(20_000)
        let both = (0..<5000).map { Float(2 * $0 + 5002) }
        #expect(sound == both + Numbers.up(5001, 5000) + Numbers.up(1, 10_000))
    }

    /// The program closes, deletes and frees the file at once.
    @Test func aClosedFileIsPlayedToItsEnd() throws {
        let stage = try PlayerNodeStage(channels: 1)
        do {
            let url = try write("a.caf", 100_000)
            let file = try AVAudioFile(forReading: url)
            stage.player.scheduleFile(file, at: nil) { [log = stage.log] in log.note("done") }
            file.close()
            #expect(throws: (any Error).self) { try file.read(into: stage.buffer(1, from: 0)) }
            try FileManager.default.removeItem(at: url)
            // One that is closed already, and one that is written.
            stage.player.scheduleFile(file, at: nil) { [log = stage.log] in log.note("closed") }
            let written = try AVAudioFile(forWriting: folder.place("b.caf"), settings: stage.format.settings)
            stage.player.scheduleFile(written, at: nil) { [log = stage.log] in log.note("written") }
            let placeholder = AVAudioFile()
            stage.player.scheduleFile(placeholder, at: nil) { [log = stage.log] in log.note("placeholder") }
        }
        #expect(stage.log.first(3) == ["closed", "written", "placeholder"])
        stage.player.play()
        #expect(try stage.render(100_010) == Numbers.up(1, 100_000) + Numbers.zeros(10))
        #expect(stage.log.first(4).last == "done")
    }

    @Test func asyncCallsPlayFiles() async throws {
        let stage = try PlayerNodeStage(channels: 1)
        let url = try write("a.caf", 300)
        stage.player.play()
        let task = Task {
            let file = try AVAudioFile(forReading: url)
            await stage.player.scheduleFile(file, at: nil)
            let type = await stage.player.scheduleFile(file, at: nil, completionCallbackType: .dataRendered)
            #expect(type == .dataRendered)
            await stage.player.scheduleSegment(file, startingFrame: 100, frameCount: 10, at: nil)
            await stage.player.scheduleSegment(
                file, startingFrame: 200, frameCount: 10, at: nil, completionCallbackType: .dataPlayedBack)
            stage.log.note("done")
        }
        var sound: [Float] = []
        while stage.log.all.isEmpty {
            sound += try stage.render(64)
            await Task.yield()
        }
        try await task.value
        var expected = Numbers.up(1, 300) + Numbers.up(1, 300)
        expected += Numbers.up(101, 10) + Numbers.up(201, 10)
        #expect(sound.filter { $0 != 0 } == expected)
    }
}
