import AudioCodecs
import AudioContainers
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AudioEngine

/// Sounds of the theme in Vorbis, made here by ffmpeg's encoder.
@Suite(.needs("ffmpeg")) struct VorbisSoundTests {
    private let folder = ScratchFolder()

    private func run(_ arguments: [String]) throws -> Bool {
        try #require(ChildProcess("/usr/bin/env", ["ffmpeg", "-nostdin", "-y"] + arguments)).wait() == 0
    }

    private func sound(channels: Int, seconds: Double = 0.5, rate: Int = 44_100) throws -> String {
        let file = folder.file("sound\(channels)-\(rate).oga")
        let input = [
            "-f", "lavfi", "-i",
            "aevalsrc="
                + (0..<channels).map { "0.3*sin(\(2000 + 500 * $0)*t)" }
                .joined(separator: "|") + ":d=\(seconds):s=\(rate)",
        ]
        try #require(try run(input + ["-c:a", "libvorbis", "-q:a", "3", file]))
        return file
    }

    /// What ffmpeg's own decode of the file has, in the order of its channels.
    private func decode(_ file: String) throws -> [Float] {
        #expect(try run(["-i", file, "-f", "f32le", folder.file("raw")]))
        let raw = try Data(contentsOf: URL(filePath: folder.file("raw")))
        return raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// How many frames libsndfile finds in a file.
    private func frames(_ file: String) throws -> Int64 {
        let arguments = ["sndfile-convert", "-float32", file, folder.file("second.wav")]
        try #require(try #require(ChildProcess("/usr/bin/env", arguments)).wait() == 0)
        return try OpenFile.open(folder.file("second.wav"), .read, hint: "WAVE").description.packets.count
    }

    private func difference(_ sound: VorbisSound, _ other: [Float]) -> Float {
        zip(sound.samples, other).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    /// The samples are ffmpeg's, the length is libsndfile's: ffmpeg cuts the end off by half a block more or less.
    @Test(.needs("sndfile-convert"), arguments: [1, 2, 6]) func decodesAsFFmpegDoes(channels: Int) throws {
        let file = try sound(channels: channels)
        let decoded = try decode(file)
        // As they are in the stream: ffmpeg has the channels in another order.
        let order = channels == 6 ? [0, 2, 1, 4, 5, 3] : Array(0..<channels)
        let wanted = decoded.indices.map { decoded[$0 / channels * channels + order[$0 % channels]] }
        let sound = try VorbisSound(file)
        #expect(sound.channels == channels && sound.sampleRate == 44_100)
        #expect(sound.samples.count == 22_050 * channels)
        #expect(abs(wanted.count / channels - 22_050) <= 1024)
        #expect(try frames(file) == 22_050)
        #expect(difference(sound, wanted) < 1e-4)
        #expect(try sound.converted(to: 48_000).count == 24_000 * channels)
    }

    /// Every prefix, and a page's bytes turned over: sound or an error.
    @Test func damageIsNoTrap() throws {
        let file = try sound(channels: 1, seconds: 0.2)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let damaged = folder.file("damaged")
        var random = SeededRandom(7)
        for length in stride(from: 0, to: bytes.count, by: 17) {
            try Data(bytes[..<length]).write(to: URL(filePath: damaged))
            _ = try? VorbisSound(damaged)
        }
        for _ in 0..<200 {
            var copy = bytes
            // Within the headers' contents; the checksum is made right again.
            let place = 28 + Int(random.next() % 30)
            copy[place] = UInt8(truncatingIfNeeded: random.next())
            for (index, byte) in Self.checksum(copy[..<58]).enumerated() { copy[22 + index] = byte }
            try Data(copy).write(to: URL(filePath: damaged))
            _ = try? VorbisSound(damaged)
        }
        #expect(throws: AudioError.self) {
            try Data(bytes[..<58]).write(to: URL(filePath: damaged))
            _ = try VorbisSound(damaged)
        }
    }

    /// Of a page, with its own bytes taken as zeros.
    private static func checksum(_ page: ArraySlice<UInt8>) -> [UInt8] {
        var sum: UInt32 = 0
        for (index, byte) in page.enumerated() {
            sum ^= UInt32((22..<26).contains(index) ? 0 : byte) << 24
            for _ in 0..<8 { sum = sum << 1 ^ (sum & 0x8000_0000 != 0 ? 0x04C1_1DB7 : 0) }
        }
        return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) }
    }

    @Test func longSoundsAreRefused() throws {
        let file = try sound(channels: 1, seconds: 32, rate: 8000)
        #expect(throws: AudioError.systemSoundTooLong) { try VorbisSound(file) }
    }

    /// A header of some bytes that tells of one codebook with gigabytes of numbers.
    @Test func setupThatAsksForTooMuchIsRefused() throws {
        let file = try sound(channels: 1, seconds: 0.2)
        let headers = try OggVorbis(FileBytes.open(file)).headers
        func make(_ setup: [UInt8]) throws -> Int {
            let all = [headers[0], headers[1], setup]
            return try VorbisDecoder.make(headers: all, channels: 1, sampleRate: 44_100).outputFormat.channels
        }
        #expect(try make(headers[2]) == 1)
        #expect(throws: AudioError.self) { try make(Array(headers[2][..<100])) }
        // The number of codebooks but one; the sync; dimensions; entries; ordered, of 16 bits, all of them; a lookup.
        let fields: [(value: Int, bits: Int)] = [
            (0, 8), (0x56_4342, 24), (65_535, 16), (65_536, 24), (1, 1), (15, 5), (65_536, 17), (1, 4), (0, 32),
            (0, 32),
            (0, 4), (0, 1), (0, 1), (0, 64),
        ]
        let bits = fields.flatMap { field in (0..<field.bits).map { field.value >> $0 & 1 } }
        let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 | UInt8(bits[start + $1]) << $1 }
        }
        #expect(throws: AudioError.self) { try make([5] + "vorbis".utf8 + bytes) }
    }

    /// What Debian's theme has, as ffmpeg decodes it.
    @Test(
        .needs("sndfile-convert"), .needs(file: "/usr/share/sounds/freedesktop/stereo", of: "sound-theme-freedesktop"))
    func theInstalledThemeSounds() throws {
        let theme = URL(filePath: "/usr/share/sounds/freedesktop/stereo")
        let files = try FileManager.default.contentsOfDirectory(at: theme, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files where file.pathExtension == "oga" {
            let sound = try VorbisSound(file.path)
            let wanted = try decode(file.path)
            #expect(abs(sound.samples.count - wanted.count) <= 1024 * sound.channels, "\(file.lastPathComponent)")
            #expect(
                sound.samples.count == Int(try frames(file.path)) * sound.channels, "\(file.lastPathComponent)")
            #expect(difference(sound, wanted) < 1e-4, "\(file.lastPathComponent)")
            let system = try SystemSound.loadFromTheme(file.path, for: .float32(sampleRate: 48_000, channels: 2))
            #expect(system.frames > 0, "\(file.lastPathComponent)")
        }
    }
}
