import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files with wrong bytes in their sound: each damaged packet keeps its length, so that lengths, positions and seeks agree.
///
/// `COREAUDIO_DAMAGED=500` damages each file so many times, and prints how many kept their frames.
@Suite struct DamagedSoundTests {
    /// How a file is made: of sound by our own encoders, or by ffmpeg.
    struct Making: CustomTestStringConvertible, Sendable {
        var name: String
        var type: AudioFileTypeID = 0
        var format: AudioFormatID = 0
        var rate = 44_100.0
        var channels: UInt32 = 2
        /// Arguments for ffmpeg.
        var ffmpeg = ""
        /// Whether bytes of a file show where its packets are, and not a table apart from them.
        var marksPackets = false

        var testDescription: String { name }
    }

    static let makings = [
        Making(name: "aac.m4a", type: kAudioFileM4AType, format: kAudioFormatMPEG4AAC),
        Making(name: "aac.caf", type: kAudioFileCAFType, format: kAudioFormatMPEG4AAC),
        Making(name: "aac.aac", type: kAudioFileAAC_ADTSType, format: kAudioFormatMPEG4AAC, marksPackets: true),
        Making(name: "alac.m4a", type: kAudioFileM4AType, format: kAudioFormatAppleLossless),
        Making(name: "alac.caf", type: kAudioFileCAFType, format: kAudioFormatAppleLossless),
        Making(name: "flac.flac", type: kAudioFileFLACType, format: kAudioFormatFLAC, marksPackets: true),
        Making(name: "flac.caf", type: kAudioFileCAFType, format: kAudioFormatFLAC),
        Making(name: "opus.caf", type: kAudioFileCAFType, format: kAudioFormatOpus, rate: 48_000),
        Making(name: "opus.opus", format: kAudioFormatOpus, rate: 48_000, ffmpeg: "-c:a libopus", marksPackets: true),
        Making(name: "vorbis.ogg", ffmpeg: "-c:a libvorbis -q:a 5", marksPackets: true),
        Making(name: "flac.oga", ffmpeg: "-c:a flac -f ogg", marksPackets: true),
        Making(name: "mp3.mp3", ffmpeg: "-c:a libmp3lame -b:a 128k", marksPackets: true),
        Making(name: "vbr.mp3", ffmpeg: "-c:a libmp3lame -q:a 3", marksPackets: true),
        Making(name: "ac3.ac3", ffmpeg: "-c:a ac3 -b:a 192k", marksPackets: true),
        Making(name: "eac3.eac3", ffmpeg: "-c:a eac3 -b:a 192k", marksPackets: true),
        Making(
            name: "amr.amr", type: kAudioFileAMRType, format: kAudioFormatAMR, rate: 8000, channels: 1,
            marksPackets: true),
        Making(name: "ilbc.caf", type: kAudioFileCAFType, format: kAudioFormatiLBC, rate: 8000, channels: 1),
        Making(name: "ima4.caf", type: kAudioFileCAFType, format: kAudioFormatAppleIMA4),
        Making(name: "gsm.wav", rate: 8000, channels: 1, ffmpeg: "-c:a libgsm_ms"),
        Making(name: "adpcm.wav", ffmpeg: "-c:a adpcm_ms"),
    ]

    private static let frames = 50_000

    private static var count: Int {
        ProcessInfo.processInfo.environment["COREAUDIO_DAMAGED"].flatMap { Int($0) } ?? 6
    }

    private static func sound(_ channels: Int, seed: UInt64) -> [UInt8] {
        let noise = Signal.noise(frames: frames * channels, seed: seed, amplitude: 0.05)
        let tone = Signal.sweep(from: 0.001, to: 0.2, frames: frames, amplitude: 0.4)
        return littleEndianBytes((0..<frames * channels).map { Int16((tone[$0 / channels] + noise[$0]) * 30_000) })
    }

    private static func make(_ making: Making, in folder: ScratchFolder) throws -> [UInt8] {
        let client = AudioStreamBasicDescription.int(16, rate: making.rate, channels: making.channels)
        let data = sound(Int(making.channels), seed: 4)
        if making.ffmpeg.isEmpty {
            let format = AudioStreamBasicDescription.encoded(
                making.format, rate: making.rate, channels: making.channels)
            try PublicFile.encode(folder.url(making.name), making.type, format, from: client, data)
        } else {
            try PublicFile.create(folder.url("in.wav"), kAudioFileWAVEType, client, data)
            let command = "ffmpeg -nostdin -v error -y -i in.wav \(making.ffmpeg) \(making.name)"
            guard OtherProgram.run("cd '\(folder.path)' && \(command)") == 0 else {
                try Test.cancel("ffmpeg cannot \(making.ffmpeg)")
            }
        }
        return try #require(folder.bytes(making.name))
    }

    private struct Found: Equatable {
        var length: Int64
        var samples: [UInt8]
        /// How many frames are left after a seek.
        var rest: Int
    }

    private static func read(_ url: CFURL, seekingTo place: Int64, threads: UInt32 = 1) throws -> Found {
        try PublicFile.withReader(url, threads: threads) { file in
            let format = try PublicFile.extProperty(
                file, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
            let client = AudioStreamBasicDescription.int(
                16, rate: format.mSampleRate, channels: format.mChannelsPerFrame)
            try PublicFile.set(file, kExtAudioFileProperty_ClientDataFormat, client)
            let length = try PublicFile.extProperty(file, kExtAudioFileProperty_FileLengthFrames, Int64(0))
            let samples = try PublicFile.rest(file)
            try must("ExtAudioFileSeek", ExtAudioFileSeek(file, min(place, length)))
            let rest = try PublicFile.rest(file).count / Int(client.mBytesPerFrame)
            return Found(length: length, samples: samples, rest: rest)
        }
    }

    /// Where sound stands in a file.
    private static func audioData(_ url: CFURL) throws -> Range<Int> {
        try PublicFile.with(url) { id in
            let start = Int(try PublicFile.property(id, kAudioFilePropertyDataOffset, Int64(0)))
            let size = Int(try PublicFile.property(id, kAudioFilePropertyAudioDataByteCount, UInt64(0)))
            return start..<start + size
        }
    }

    @Test(.needs("ffmpeg"), arguments: makings) func framesAreKept(making: Making) throws {
        let folder = ScratchFolder()
        let bytes = try Self.make(making, in: folder)
        let data = try Self.audioData(folder.url(making.name))
        let place = Int64(Self.frames / 2)
        let whole = try Self.read(folder.url(making.name), seekingTo: place)
        let frameSize = 2 * Int(making.channels)
        #expect(whole.samples.count == Int(whole.length) * frameSize && whole.rest == Int(whole.length - place))
        let url = folder.url("damaged-" + making.name)
        var (kept, failures) = (0, [String]())
        for seed in 0..<Self.count {
            var random = SeededRandom(UInt64(seed) + 1)
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let start = Int.random(in: data, using: &random)
                for index in start..<min(start + Int.random(in: 1...12, using: &random), data.upperBound) {
                    damaged[index] = UInt8.random(in: 0...255, using: &random)
                }
            }
            try Data(damaged).write(to: URL(fileURLWithPath: folder.path + "/damaged-" + making.name))
            do {
                let found = try Self.read(url, seekingTo: place)
                let isRight =
                    found.length == whole.length && found.samples.count == whole.samples.count
                    && found.rest == whole.rest && found.samples.contains { $0 != 0 }
                let isTheSame = try seed % 5 > 0 || Self.read(url, seekingTo: place, threads: 3) == found
                if isRight, isTheSame {
                    kept += 1
                } else {
                    failures.append(
                        "\(seed): \(found.length) \(found.samples.count / frameSize) \(found.rest)"
                            + (isTheSame ? "" : " threads"))
                }
            } catch { failures.append("\(seed): \(error)") }
        }
        if Self.count > 6 { print("damaged: \(making.name) \(kept) of \(Self.count)", failures.prefix(12)) }
        #expect(failures.isEmpty, "of \(whole.length): \(failures)")
    }
}
