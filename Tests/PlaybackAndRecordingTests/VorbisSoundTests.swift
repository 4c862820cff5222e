import AudioCodecs
import AudioContainers
import AudioCore
import AudioFiles
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Sound in Vorbis, made here by ffmpeg's encoder, against the decoders of Xiph's library.
@Suite(.needs("ffmpeg")) struct VorbisSoundTests {
    private let folder = ScratchFolder()

    private func run(_ program: String, _ arguments: [String]) throws -> Bool {
        try #require(ChildProcess("/usr/bin/env", [program] + arguments)).wait() == 0
    }

    private func sound(channels: Int, seconds: Double = 0.5, rate: Int = 44_100) throws -> String {
        let file = folder.file("sound\(channels)-\(rate).oga")
        let tones = (0..<channels).map { "0.3*sin(\(2000 + 500 * $0)*t)" }.joined(separator: "|")
        let input = ["-f", "lavfi", "-i", "aevalsrc=" + tones + ":d=\(seconds):s=\(rate)"]
        try #require(try run("ffmpeg", ["-nostdin", "-y"] + input + ["-c:a", "libvorbis", "-q:a", "3", file]))
        return file
    }

    private static func samples(_ file: String, channels: Int, rate: Double) throws -> [Float] {
        let sound = try ExtendedFile.open(file)
        try sound.setClientFormat(.float32(sampleRate: rate, channels: channels))
        var samples: [Float] = []
        var block = [Float](repeating: 0, count: 5000 * channels)
        while true {
            let count = try block.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: UInt32(channels), mDataByteSize: UInt32(bytes.count),
                        mData: bytes.baseAddress))
                return try sound.read(5000, into: &list)
            }
            guard count > 0 else { break }
            samples += block[..<(count * channels)]
        }
        try sound.dispose()
        return samples
    }

    /// As libsndfile decodes it, which uses Xiph's library: as long, and the same within a float's rounding. Both have the
    /// channels as they are in the stream.
    @Test(.needs("sndfile-convert"), arguments: [1, 2, 3, 6]) func decodesAsXiphDoes(channels: Int) throws {
        let file = try sound(channels: channels)
        try #require(try run("sndfile-convert", ["-float32", file, folder.file("second.wav")]))
        let wanted = try Self.samples(folder.file("second.wav"), channels: channels, rate: 44_100)
        let ours = try Self.samples(file, channels: channels, rate: 44_100)
        #expect(ours.count == 22_050 * channels && wanted.count == ours.count)
        let difference = zip(ours, wanted).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(difference < 1e-4, "\(difference)")
    }

    /// Both links of a chain come out as they do alone; between them is what ends the last block of the first.
    @Test func aChainIsPlayedThrough() throws {
        let first = try sound(channels: 2)
        let alone = try Self.samples(first, channels: 2, rate: 44_100)
        var chain = try Data(contentsOf: URL(fileURLWithPath: first))
        let second = try sound(channels: 2, seconds: 0.3)
        let next = try Self.samples(second, channels: 2, rate: 44_100)
        chain.append(try Data(contentsOf: URL(fileURLWithPath: second)))
        let file = folder.file("chain.oga")
        try chain.write(to: URL(fileURLWithPath: file))
        let samples = try Self.samples(file, channels: 2, rate: 44_100)
        #expect(alone.count == 44_100 && next.count == 26_460)
        #expect((0..<2 * 2048).contains(samples.count - alone.count - next.count))
        #expect(Array(samples.prefix(alone.count)) == alone)
        #expect(Array(samples.suffix(next.count)) == next)
    }

    /// To the bit of 16, as Xiph's own player writes it.
    @Test(.needs("oggdec"), arguments: [1, 2]) func decodesAsOggdecDoes(channels: Int) throws {
        let file = try sound(channels: channels)
        try #require(try run("oggdec", ["-Q", "-b", "16", "-o", folder.file("second.wav"), file]))
        let wanted = try Self.samples(folder.file("second.wav"), channels: channels, rate: 44_100)
        let ours = try Self.samples(file, channels: channels, rate: 44_100)
        #expect(wanted.count == ours.count)
        let difference = zip(ours, wanted).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(difference < 1.01 / 32_768, "\(difference)")
    }

    /// Every prefix, and bytes of the headers changed: sound or an error.
    @Test func damageIsNoTrap() throws {
        let file = try sound(channels: 1, seconds: 0.2)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let damaged = folder.file("damaged.oga")
        func open() { _ = try? Self.samples(damaged, channels: 1, rate: 44_100) }
        for length in stride(from: 0, to: bytes.count, by: 37) {
            try Data(bytes[..<length]).write(to: URL(filePath: damaged))
            open()
        }
        var random = SeededRandom(7)
        for _ in 0..<200 {
            var copy = bytes
            // Within the headers' contents; the checksum is made right again.
            let place = 28 + Int(random.next() % 30)
            copy[place] = UInt8(truncatingIfNeeded: random.next())
            for (index, byte) in Self.checksum(copy[..<58]).enumerated() { copy[22 + index] = byte }
            try Data(copy).write(to: URL(filePath: damaged))
            open()
        }
        try Data(bytes[..<58]).write(to: URL(filePath: damaged))
        #expect(throws: AudioError.self) { _ = try OpenFile.open(damaged, .read, hint: FourCC(0)) }
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

    @Test func longSoundsAreNoSystemSounds() throws {
        let file = try sound(channels: 1, seconds: 32, rate: 8000)
        #expect(throws: AudioError.systemSoundTooLong) {
            _ = try SystemSound.load(file, for: .float32(sampleRate: 48_000, channels: 2))
        }
    }

    /// What Debian's theme has.
    @Test(
        .needs("sndfile-convert"), .needs(file: "/usr/share/sounds/freedesktop/stereo", of: "sound-theme-freedesktop"))
    func theInstalledThemeSounds() throws {
        let theme = URL(filePath: "/usr/share/sounds/freedesktop/stereo")
        let files = try FileManager.default.contentsOfDirectory(at: theme, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files where file.pathExtension == "oga" {
            let format = try OpenFile.open(file.path, .read, hint: FourCC(0)).format
            #expect(format.formatID == "vorb")
            try #require(try run("sndfile-convert", ["-float32", file.path, folder.file("second.wav")]))
            let wanted = try Self.samples(
                folder.file("second.wav"), channels: format.channels, rate: format.sampleRate)
            let ours = try Self.samples(file.path, channels: format.channels, rate: format.sampleRate)
            #expect(ours.count == wanted.count, "\(file.lastPathComponent)")
            let difference = zip(ours, wanted).reduce(0) { max($0, abs($1.0 - $1.1)) }
            #expect(difference < 1e-4, "\(file.lastPathComponent)")
            let system = try SystemSound.load(file.path, for: .float32(sampleRate: 48_000, channels: 2))
            #expect(system.frames > 0, "\(file.lastPathComponent)")
        }
    }
}
