import AudioToolbox
import Foundation
import TestSupport

/// The files that command lines begin with, made once.
enum ScriptInputs {
    static let folder: Result<ScratchFolder, any Error> = Result { try make() }

    /// Puts all of them into a folder.
    static func copy(to folder: TemporaryFolder) throws {
        let source = try self.folder.get().path
        for name in try FileManager.default.contentsOfDirectory(atPath: source) {
            try FileManager.default.copyItem(atPath: source + "/" + name, toPath: folder.path + "/" + name)
        }
    }

    private static func make() throws -> ScratchFolder {
        let folder = ScratchFolder()
        let stereo = samples(frames: 22_050, rate: 44_100, pitches: [440, 660])
        for name in ["song.wav", "original.wav"] {
            try PublicFile.create(folder.url(name), kAudioFileWAVEType, .int(16, channels: 2), bytes(stereo, 2))
        }
        let voice = samples(frames: 11_025, rate: 22_050, pitches: [220])
        try PublicFile.create(
            folder.url("voice.aiff"), kAudioFileAIFFType, .int(16, rate: 22_050, bigEndian: true),
            bytes(voice, 2, bigEndian: true))
        let fine = samples(frames: 9_600, rate: 96_000, pitches: [440, 660])
        try PublicFile.create(
            folder.url("hires.wav"), kAudioFileWAVEType, .int(24, rate: 96_000, channels: 2), bytes(fine, 3))
        let floats = samples(frames: 4_800, rate: 48_000, pitches: [440]).map { Float($0) / 32_768 }
        try PublicFile.create(
            folder.url("float.wav"), kAudioFileWAVEType, .float(rate: 48_000), littleEndianBytes(floats))
        for (fixture, name) in [
            ("MPEGAudio/vbr-stereo.mp3", "song.mp3"), ("MPEGAudio/layer2.mp2", "radio.mp2"),
            ("MPEG4/aac-stereo.m4a", "memo.m4a"), ("MPEG4/alac-mono.m4a", "lossless.m4a"),
            ("FLAC/s16-stereo.flac", "song.flac"), ("ADTS/aac-stereo.aac", "stream.aac"),
            ("CAF/ima4-stereo.caf", "beep.caf"), ("WAVE/s24-six.wav", "film.wav"), ("WAVE/s16-info.wav", "tagged.wav"),
            ("Ogg/opus-stereo.opus", "note.opus"),
        ] { try FileManager.default.copyItem(atPath: Fixture.named(fixture).file, toPath: folder.file(name)) }
        return folder
    }

    /// Sines of a quarter of the full scale, a channel each, interleaved.
    private static func samples(frames: Int, rate: Double, pitches: [Double]) -> [Int] {
        (0..<frames).flatMap { frame in
            pitches.map { Int((8192 * sin(2 * .pi * $0 * Double(frame) / rate)).rounded()) }
        }
    }

    /// Samples of so many bytes, the lowest of which are 0 where there are more than two.
    private static func bytes(_ samples: [Int], _ size: Int, bigEndian: Bool = false) -> [UInt8] {
        samples.flatMap { sample in
            let wide = sample << (8 * (size - 2))
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: wide >> (8 * $0)) }
            return bigEndian ? bytes.reversed() : bytes
        }
    }
}
