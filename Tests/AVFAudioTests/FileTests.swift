import AVFAudio
import Foundation
import TestSupport
import Testing

/// A file that is written and read back: its name, what goes in, and how much samples may differ.
struct FileRow: Sendable, CustomStringConvertible {
    let name: String
    let settings: [String: any Sendable]
    let tolerance: Float
    /// Frames at the start in which an encoder has not found its step yet.
    var skipped = 0
    var description: String { name }

    static func pcm(_ name: String, _ bits: Int, float: Bool = false, big: Bool = false) -> FileRow {
        FileRow(
            name: name,
            settings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: float,
                AVLinearPCMIsBigEndianKey: big,
            ], tolerance: float ? 0 : 1 / Float(1 << (bits - 1)))
    }

    static let all = [
        pcm("a.caf", 16), pcm("b.caf", 24, big: true), pcm("c.caf", 32, float: true), pcm("d.wav", 16),
        pcm("e.wav", 8), pcm("f.wav", 32, float: true), pcm("g.wav", 24), pcm("h.aif", 16), pcm("i.aiff", 24),
        pcm("j.aifc", 32, float: true), pcm("k.wav", 64, float: true),
        FileRow(name: "l.m4a", settings: [AVFormatIDKey: kAudioFormatAppleLossless], tolerance: 1 / 32_768),
        FileRow(
            name: "m.caf", settings: [AVFormatIDKey: kAudioFormatAppleLossless, AVEncoderBitDepthHintKey: 24],
            tolerance: 1 / 8_388_608),
        FileRow(name: "n.caf", settings: [AVFormatIDKey: kAudioFormatAppleIMA4], tolerance: 0.06, skipped: 128),
        FileRow(
            name: "o.m4a", settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVEncoderBitRateKey: 192_000],
            tolerance: 0.15),
        FileRow(name: "p.caf", settings: [AVFormatIDKey: kAudioFormatULaw], tolerance: 0.03),
    ]
}

@Suite struct AudioFileClassTests {
    private let folder = ScratchFolder()

    private static let sine = [Signal.sine(0.01, frames: 10_007), Signal.sine(0.013, frames: 10_007, amplitude: 0.25)]

    private static func settings(_ id: AudioFormatID, _ channels: Int = 2, rate: Double = 44_100) -> [String: Any] {
        [AVFormatIDKey: id, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels]
    }

    private func write(_ name: String, _ settings: [String: Any], _ channels: [[Float]] = sine) throws -> URL {
        let url = folder.place(name)
        let file = try AVAudioFile(forWriting: url, settings: settings)
        try file.write(from: Sample.buffer(channels))
        return url
    }

    @Test(arguments: FileRow.all)
    func whatIsWrittenIsReadBack(row: FileRow) throws {
        var settings: [String: Any] = row.settings
        settings[AVSampleRateKey] = 44_100
        settings[AVNumberOfChannelsKey] = 2
        let url = try write(row.name, settings)
        let file = try AVAudioFile(forReading: url)
        #expect(file.length == 10_007)
        #expect(file.fileFormat.streamDescription.pointee.mFormatID == row.settings[AVFormatIDKey] as? UInt32)
        #expect(file.fileFormat.sampleRate == 44_100)
        #expect(file.processingFormat == Sample.format(44_100, 2))
        let heard = try file.rest()
        for (heard, sine) in zip(heard, Self.sine) {
            let (heard, sine) = (Array(heard.dropFirst(row.skipped)), Array(sine.dropFirst(row.skipped)))
            #expect(Measure.largestDifference(heard, sine) <= row.tolerance)
        }
        #expect(file.framePosition == 10_007)
    }

    @Test(arguments: [
        "MPEG4/aac-stereo.m4a", "CAF/aac-stereo.caf", "MPEG4/alac-mono.m4a", "CAF/ima4-stereo.caf",
        "ADTS/aac-stereo.aac",
        "MPEGAudio/vbr-stereo.mp3", "FLAC/s24-mono.flac", "AIFF/s24-stereo.aiff", "WAVE/gsm-mono.wav",
        "Ogg/opus-stereo.opus",
    ])
    func readsWhatExtAudioFileReads(path: String) throws {
        let fixture = Fixture.named(path)
        let url = URL(fileURLWithPath: fixture.file)
        let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatFloat32, interleaved: true)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length) + 100))
        try file.read(into: buffer)
        let channels = file.processingFormat.channelCount
        let client = AudioStreamBasicDescription.float(rate: file.processingFormat.sampleRate, channels: channels)
        let expected = values(try PublicFile.decode(url as CFURL, to: client), of: Float.self)
        let count = Int(buffer.frameLength) * Int(channels)
        let heard = Array(UnsafeBufferPointer(start: try #require(buffer.floatChannelData)[0], count: count))
        #expect(heard == expected)
        #expect(AVAudioFramePosition(buffer.frameLength) == file.length)
        #expect(Int(channels) == fixture.channels)
    }

    @Test func readsGiveAllFramesAndThenAnError() throws {
        let file = try AVAudioFile(forReading: try write("a.caf", Self.settings(kAudioFormatLinearPCM)))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 8000))
        try file.read(into: buffer, frameCount: 0)
        #expect(buffer.frameLength == 0)
        try file.read(into: buffer, frameCount: 3)
        #expect(buffer.frameLength == 3)
        #expect(file.framePosition == 3)
        try file.read(into: buffer, frameCount: 100_000)
        #expect(buffer.frameLength == 8000)
        try file.read(into: buffer)
        #expect(buffer.frameLength == 10_007 - 8003)
        let error = try #require(throws: NSError.self) { try file.read(into: buffer) }
        #expect(error.domain == "Foundation._GenericObjCError")
        #expect(error.code == 0)
        #expect(buffer.frameLength == 0)
        #expect(file.framePosition == file.length)
    }

    @Test(arguments: [("a.caf", kAudioFormatLinearPCM), ("b.m4a", kAudioFormatMPEG4AAC)])
    func thePositionMoves(name: String, id: AudioFormatID) throws {
        let file = try AVAudioFile(forReading: try write(name, Self.settings(id)))
        let all = try file.rest()
        for place in [0, 1, 1024, 5000, 10_006] as [AVAudioFramePosition] {
            file.framePosition = place
            #expect(file.framePosition == place)
            let rest = try file.rest()
            #expect(rest[1].count == 10_007 - Int(place))
            #expect(Measure.largestDifference(rest[1], Array(all[1][Int(place)...])) < 1e-4)
        }
        file.framePosition = -5
        #expect(file.framePosition == 0)
        file.framePosition = 20_000
        #expect(file.framePosition == 10_007)
    }

    @Test func integersAreReadAndWritten() throws {
        let url = folder.place("a.wav")
        let writer = try AVAudioFile(
            forWriting: url, settings: Self.settings(kAudioFormatLinearPCM), commonFormat: .pcmFormatInt16,
            interleaved: true)
        #expect(writer.processingFormat == Sample.format(44_100, 2, .pcmFormatInt16, interleaved: true))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: writer.processingFormat, frameCapacity: 3))
        buffer.frameLength = 3
        let samples: [Int16] = [1, -2, 3, -4, 32_767, -32_768]
        buffer.int16ChannelData![0].update(from: samples, count: 6)
        try writer.write(from: buffer)
        #expect(writer.length == 3)
        #expect(writer.framePosition == 3)
        writer.close()
        #expect(!writer.isOpen)
        #expect(writer.length == 3)
        #expect(try values(PublicFile.decode(url as CFURL), of: Int16.self) == samples)
        let reader = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt16, interleaved: false)
        let apart = try #require(AVAudioPCMBuffer(pcmFormat: reader.processingFormat, frameCapacity: 3))
        try reader.read(into: apart)
        #expect((0..<3).map { apart.int16ChannelData![1][$0] } == [-2, -4, -32_768])
    }

    @Test func aFileIsCompleteWhenItIsClosed() throws {
        let url = folder.place("a.m4a")
        let file = try AVAudioFile(forWriting: url, settings: Self.settings(kAudioFormatMPEG4AAC))
        #expect(file.isOpen)
        #expect(file.url == url)
        try file.write(from: Sample.buffer(Self.sine))
        file.close()
        file.close()
        #expect(try AVAudioFile(forReading: url).length == 10_007)
        let buffer = Sample.buffer(Self.sine)
        #expect(throws: NSError.self) { try file.write(from: buffer) }
        #expect(throws: NSError.self) { try file.read(into: buffer) }
    }

    @Test(arguments: [("a.wav", kAudioFormatLinearPCM), ("b.m4a", kAudioFormatMPEG4AAC)])
    func aFileWithoutSoundIsAFile(name: String, id: AudioFormatID) throws {
        let url = folder.place(name)
        let file = try AVAudioFile(forWriting: url, settings: Self.settings(id))
        #expect(file.length == 0)
        file.close()
        #expect(try AVAudioFile(forReading: url).length == 0)
    }

    @Test func aFormatOfSixChannelsKeepsItsLayout() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        let url = folder.place("six.caf")
        let samples = (0..<6).map { Signal.sine(0.001 * Double($0 + 1), frames: 500) }
        do {
            let file = try AVAudioFile(forWriting: url, settings: format.settings)
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 500))
            buffer.frameLength = 500
            for (index, samples) in samples.enumerated() {
                buffer.floatChannelData![index].update(from: samples, count: 500)
            }
            try file.write(from: buffer)
        }
        let file = try AVAudioFile(forReading: url)
        #expect(file.processingFormat == format)
        #expect(try file.rest() == samples)
    }

    @Test func theTypeIsTheKeysOrTheNames() throws {
        var settings = Self.settings(kAudioFormatLinearPCM)
        settings[AVAudioFileTypeKey] = kAudioFileWAVEType
        let url = try write("sound.anything", settings)
        #expect(folder.bytes("sound.anything")?.prefix(4) == [0x52, 0x49, 0x46, 0x46])
        #expect(try AVAudioFile(forReading: url).length == 10_007)
        settings[AVAudioFileTypeKey] = nil
        // A name without a type is that of a CAF.
        _ = try write("sound.nothing", settings)
        #expect(folder.bytes("sound.nothing")?.prefix(4) == [0x63, 0x61, 0x66, 0x66])
    }

    /// The code of the error of the files' domain that `body` throws.
    private static func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch let error as NSError {
            guard error.domain == "com.apple.coreaudio.avfaudio", error.userInfo["failed call"] is String else {
                return nil
            }
            return error.code
        }
    }

    @Test func errorsTellTheStatus() throws {
        let missing = folder.place("missing.wav")
        #expect(Self.code { _ = try AVAudioFile(forReading: missing) } == 2_003_334_207)
        #expect(Self.code { _ = try AVAudioFile(forReading: URL(string: "https://example.org/a.wav")!) } == -50)
        // The status is that of the C call.
        let text = folder.write(Array("no sound".utf8), "text.wav")
        var opened: ExtAudioFileRef?
        let status = ExtAudioFileOpenURL(text, &opened)
        #expect(status != noErr)
        #expect(Self.code { _ = try AVAudioFile(forReading: folder.place("text.wav")) } == Int(status))
        let wrong = folder.place("wrong.wav")
        #expect(
            Self.code { _ = try AVAudioFile(forWriting: wrong, settings: Self.settings(kAudioFormatMPEGLayer3)) } != nil
        )
        #expect(Self.code { _ = try AVAudioFile(forWriting: wrong, settings: [:]) } == 1_718_449_215)
        #expect(
            Self.code { _ = try AVAudioFile(forWriting: wrong, settings: Self.settings(kAudioFormatLinearPCM, 6)) }
                == 1_718_449_215)
        #expect(folder.bytes("wrong.wav") == nil)
        let nowhere = folder.place("none/a.wav")
        #expect(
            Self.code { _ = try AVAudioFile(forWriting: nowhere, settings: Self.settings(kAudioFormatLinearPCM)) }
                != nil)
    }

    @Test func buffersOfAnotherFormatAreRefused() throws {
        let url = try write("a.caf", Self.settings(kAudioFormatLinearPCM))
        let file = try AVAudioFile(forReading: url)
        let mono = Sample.buffer([Self.sine[0]])
        #expect(Self.code { try file.read(into: mono) } == -50)
        #expect(mono.frameLength == 10_007)
        #expect(
            Self.code { try file.write(from: Sample.buffer(Self.sine)) }
                == Int(kExtAudioFileError_InvalidOperationOrder))
        let writer = try AVAudioFile(forWriting: folder.place("b.caf"), settings: Self.settings(kAudioFormatLinearPCM))
        #expect(Self.code { try writer.write(from: mono) } == -50)
        #expect(writer.length == 0)
        #expect(
            Self.code { try writer.read(into: Sample.buffer(Self.sine)) }
                == Int(kExtAudioFileError_InvalidOperationOrder))
    }

    /// The encoder would keep a few more frames without an error, which would not get into the file.
    @Test func onceTheDiskIsFullNothingIsWritten() async throws {
        let path = folder.file("full.caf")
        await #expect(processExitsWith: .success) { [path = path as String] in
            let url = URL(fileURLWithPath: path)
            let file = try AVAudioFile(forWriting: url, settings: Self.settings(kAudioFormatAppleLossless, 1))
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 60_000, rlim_max: .max)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let noise = Sample.buffer([Signal.noise(frames: 17_000, seed: 15)])
            var failure: Int?
            for _ in 0..<100 where failure == nil { failure = Self.code { try file.write(from: noise) } }
            #expect(failure == -34)
            let length = file.length
            #expect(Self.code { try file.write(from: Sample.buffer([[0.5, 0.5]])) } == -34)
            #expect(length > 0 && file.length == length && file.framePosition == length)
            file.close()
            #expect(file.length == length)
            #expect(try AVAudioFile(forReading: url).length == length)
        }
    }

    @Test func encoderSettingsReachTheEncoder() throws {
        func size(_ name: String, _ more: [String: Any]) throws -> Int {
            let noise = [Signal.noise(frames: 44_100, seed: 3, amplitude: 0.3)]
            let settings = Self.settings(kAudioFormatMPEG4AAC, 1).merging(more) { $1 }
            _ = try write(name, settings, noise)
            return try #require(folder.bytes(name)).count
        }
        let low = try size("low.m4a", [AVEncoderBitRateKey: 32_000, AVLinearPCMBitDepthKey: 16])
        let high = try size("high.m4a", [AVEncoderBitRatePerChannelKey: 128_000])
        #expect(Double(high) > 1.5 * Double(low))
        let rate: [String: Any] = [AVEncoderBitRateKey: 64_000, AVEncoderAudioQualityKey: AVAudioQuality.high]
        // A rate that no encoder of AAC has is refused, and one for a lossless encoder ignored.
        #expect(Self.code { _ = try size("none.m4a", [AVEncoderBitRateKey: 4_000_000]) } == -50)
        #expect(folder.bytes("none.m4a") == nil)
        let lossless = try write(
            "lossless.m4a", Self.settings(kAudioFormatAppleLossless).merging(rate) { $1 })
        #expect(try AVAudioFile(forReading: lossless).length == 10_007)
    }
}
