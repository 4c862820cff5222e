import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files of the formats that libavcodec decodes, made by ffmpeg and decoded by both.
@Suite struct CompressedFileTests {
    private let folder = ScratchFolder()

    struct Row: Sendable, CustomTestStringConvertible {
        var file: String
        /// How ffmpeg makes it from the WAVE file.
        var making: String
        var channels: UInt32 = 2
        var rate = 44_100.0
        var bits: UInt32 = 16
        /// How ffmpeg decodes it, where not by the decoder it takes by itself.
        var decoder = ""
        /// Steps of the 16 bits by which samples may differ.
        var tolerance = 1
        /// Whether the file states how many frames were encoded.
        var statesLength = true
        var testDescription: String { "\(file) \(making)" }
    }

    static let rows = [
        Row(file: "a.m4a", making: "-c:a aac -aac_pns 0 -b:a 128k"),
        Row(file: "mono.m4a", making: "-c:a aac -aac_pns 0 -b:a 64k", channels: 1, rate: 22_050),
        Row(file: "six.m4a", making: "-c:a aac -b:a 256k", channels: 6, rate: 48_000),
        Row(file: "a.aac", making: "-c:a aac -aac_pns 0 -b:a 128k", statesLength: false),
        Row(file: "a.mp3", making: "-c:a libmp3lame -b:a 128k"),
        Row(file: "v.mp3", making: "-c:a libmp3lame -q:a 2"),
        Row(file: "low.mp3", making: "-c:a libmp3lame -b:a 32k", channels: 1, rate: 16_000),
        Row(file: "a.mp2", making: "-c:a mp2 -b:a 192k", rate: 48_000, statesLength: false),
        Row(file: "a.ac3", making: "-c:a ac3 -b:a 192k", rate: 48_000, statesLength: false),
        Row(file: "six.ac3", making: "-c:a ac3 -b:a 448k", channels: 6, rate: 48_000, statesLength: false),
        Row(file: "six.ec3", making: "-c:a eac3 -b:a 448k -f eac3", channels: 6, rate: 48_000, statesLength: false),
        Row(file: "a.flac", making: "-c:a flac", tolerance: 0),
        Row(file: "deep.flac", making: "-c:a flac -sample_fmt s32", rate: 96_000, bits: 24, tolerance: 0),
        Row(file: "six.flac", making: "-c:a flac -compression_level 12", channels: 6, rate: 48_000, tolerance: 0),
        Row(file: "a.opus", making: "-c:a libopus -b:a 96k", rate: 48_000, decoder: "-c:a libopus"),
        Row(file: "six.opus", making: "-c:a libopus -b:a 256k", channels: 6, rate: 48_000, decoder: "-c:a libopus"),
        Row(file: "a.ogg", making: "-c:a libvorbis -q:a 4"),
        Row(file: "mono.ogg", making: "-c:a libvorbis -q:a 1", channels: 1, rate: 22_050),
        Row(file: "six.ogg", making: "-c:a libvorbis -q:a 4", channels: 6, rate: 48_000),
        Row(file: "a.loas", making: "-c:a aac -aac_pns 0 -b:a 128k -f latm", statesLength: false),
        Row(
            file: "mono.loas", making: "-c:a aac -aac_pns 0 -b:a 48k -f latm -smc-interval 9", channels: 1,
            rate: 32_000, statesLength: false),
        Row(file: "block.ec3", making: "-c:a eac3 -b:a 6000k -f eac3", channels: 6, rate: 48_000, statesLength: false),
    ]

    private static let frames = 50_000

    private func run(_ command: String) -> Bool { OtherProgram.run("cd '\(folder.path)' && \(command)") == 0 }

    /// Makes the file and has ffmpeg decode it.
    private func make(_ row: Row) throws -> [Int] {
        let samples = CodecSignals.music(frames: Self.frames, channels: Int(row.channels))
        let wave = folder.url("in.wav")
        try PublicFile.create(
            wave, kAudioFileWAVEType, .int(16, rate: row.rate, channels: row.channels), littleEndianBytes(samples))
        let layout = row.channels == 6 ? "-channel_layout 5.1" : ""
        let form = row.bits == 16 ? "s16le" : "s32le"
        #expect(
            run(
                "ffmpeg -nostdin -v error -y \(layout) -i in.wav \(row.making) \(row.file) && ffmpeg -nostdin -v error -y"
                    + " \(row.decoder) -i \(row.file) -f \(form) out.raw"))
        let bytes = try #require(folder.bytes("out.raw"))
        return row.bits == 16
            ? values(bytes, of: Int16.self).map(Int.init) : values(bytes, of: Int32.self).map(Int.init)
    }

    @Test(.needs("ffmpeg"), arguments: rows) func decodesLikeFFmpeg(row: Row) throws {
        let theirs = try make(row)
        let width: UInt32 = row.bits == 16 ? 16 : 32
        let client = AudioStreamBasicDescription.int(width, rate: row.rate, channels: row.channels)
        let bytes = try PublicFile.withReader(folder.url(row.file), to: client) { file in
            if row.channels == 6 {
                // ffmpeg's order, that of WAVE.
                let layout = AudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
                try PublicFile.set(file, kExtAudioFileProperty_ClientChannelLayout, layout)
            }
            return try PublicFile.rest(file)
        }
        let ours =
            width == 16 ? values(bytes, of: Int16.self).map(Int.init) : values(bytes, of: Int32.self).map(Int.init)
        let count = min(ours.count, theirs.count)
        #expect(count > (Self.frames - 2048) * Int(row.channels))
        if row.statesLength { #expect(ours.count == Self.frames * Int(row.channels)) }
        let worst = zip(ours, theirs).map { abs($0 - $1) }.max() ?? .max
        #expect(
            worst <= row.tolerance,
            "\(row.file): a sample differs by \(worst) at \(zip(ours, theirs).enumerated().first { abs($0.element.0 - $0.element.1) > row.tolerance }?.offset ?? -1), \(ours.count) of \(theirs.count)"
        )
    }

    /// No program encodes layer I; a writer of ours makes the file.
    @Test(.needs("ffmpeg"), arguments: [UInt32(1), 2]) func decodesLayerOneLikeFFmpeg(channels: UInt32) throws {
        _ = folder.write(LayerOne.file(packets: 130, channels: Int(channels)), "a.mp1")
        #expect(run("ffmpeg -nostdin -v error -y -i a.mp1 -f s16le out.raw"))
        let theirs = values(try #require(folder.bytes("out.raw")), of: Int16.self).map(Int.init)
        let client = AudioStreamBasicDescription.int(16, rate: 44_100, channels: channels)
        let ours = values(try PublicFile.decode(folder.url("a.mp1"), to: client), of: Int16.self).map(Int.init)
        #expect(ours.count == 130 * 384 * Int(channels) && theirs.count == ours.count)
        let worst = zip(ours, theirs).map { abs($0 - $1) }.max() ?? .max
        #expect(worst <= 1 && ours.contains { abs($0) > 3000 })
        // From anywhere in the file come the same frames.
        for frame in [383, 384, 1000, 30_001] {
            let rest = try PublicFile.withReader(folder.url("a.mp1"), to: client) { file in
                try must("ExtAudioFileSeek", ExtAudioFileSeek(file, Int64(frame)))
                return try PublicFile.rest(file, limit: 2000)
            }
            #expect(
                values(rest, of: Int16.self).map(Int.init)
                    == Array(ours[(frame * Int(channels))...].prefix(2000 * Int(channels))))
        }
    }

    /// Where libmpg123 is installed, a program that reads MP3 does not load libavcodec and what that needs.
    @Test(.needs(library: "libmpg123.so.0")) func mp3IsReadWithoutLibavcodec() async {
        await #expect(processExitsWith: .success) {
            let url = URL(fileURLWithPath: Fixture.named("MPEGAudio/vbr-stereo.mp3").file) as CFURL
            let decoded = try? PublicFile.decode(url, to: .int(16, rate: 44_100, channels: 2))
            #expect(decoded?.count == 4999 * 4)
            let libraries = String(decoding: OtherProgram.bytes(of: "/proc/self/maps") ?? [], as: UTF8.self)
            #expect(libraries.contains("libmpg123") && !libraries.contains("libavcodec"))
        }
    }

    /// From anywhere in the file the same frames come as from its start: exactly where packets stand alone, and nearly so
    /// where they lean on those before.
    @Test(.needs("ffmpeg"), arguments: rows.filter { $0.channels < 3 && $0.statesLength })
    func seeksToTheFrame(row: Row) throws {
        _ = try make(row)
        let client = AudioStreamBasicDescription.float(32, rate: row.rate, channels: row.channels)
        let channels = Int(row.channels)
        let whole = values(try PublicFile.decode(folder.url(row.file), to: client), of: Float.self)
        var random = SeededRandom(5)
        for _ in 0..<12 {
            let frame = Int.random(in: 0..<Self.frames - 3000, using: &random)
            let bytes = try PublicFile.withReader(folder.url(row.file), to: client) { file in
                try must("ExtAudioFileSeek", ExtAudioFileSeek(file, Int64(frame)))
                return try PublicFile.rest(file, limit: 3000)
            }
            let part = values(bytes, of: Float.self)
            let expected = whole[(frame * channels)..<((frame + 3000) * channels)]
            let worst = zip(part, expected).map { abs($0 - $1) }.max() ?? 1
            #expect(part.count == expected.count)
            #expect(
                worst <= (row.tolerance == 0 ? 0 : row.file.contains("opus") ? 0.2 : 0.01), "\(row.file) at \(frame)")
        }
    }
}

extension AudioChannelLayout {
    /// A layout of a tag alone.
    init(tag: AudioChannelLayoutTag) {
        self.init()
        mChannelLayoutTag = tag
    }
}
