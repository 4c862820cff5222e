import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Compressed files that we write, taken and decoded alike by the codecs' own programs; what ffmpeg says is in GaplessTests.
@Suite struct AcceptanceTests {
    private let folder = ScratchFolder()
    private let frames = 30_000

    private func run(_ command: String) -> Bool { OtherProgram.run("cd '\(folder.path)' && \(command)") == 0 }

    /// Encodes music and says what of it the file decodes to here.
    private func write(
        _ name: String, _ type: AudioFileTypeID, _ format: String, rate: Double = 44_100, channels: UInt32 = 2
    ) throws -> [Int16] {
        let client = AudioStreamBasicDescription.int(16, rate: rate, channels: channels)
        try PublicFile.encode(
            folder.url(name), type, .encoded(UInt32(code: format), rate: rate, channels: channels), from: client,
            littleEndianBytes(CodecSignals.music(frames: frames, channels: Int(channels))))
        return values(try PublicFile.decode(folder.url(name), to: client), of: Int16.self)
    }

    /// The least of the largest differences, over the frames by which the two may begin apart.
    private func difference(_ ours: [Int16], _ theirs: [Int16], channels: Int, shifts: [Int]) -> Int {
        let worst = shifts.compactMap { shift -> Int? in
            let (first, second) = (max(0, -shift) * channels, max(0, shift) * channels)
            let count = min(ours.count - first, theirs.count - second)
            guard count > ours.count / 2 else { return nil }
            return (0..<count).reduce(0) { max($0, abs(Int(ours[first + $1]) - Int(theirs[second + $1]))) }
        }
        return worst.min() ?? .max
    }

    /// The program checks every frame's checksum and that of all samples.
    @Test(.needs("flac"), arguments: [(UInt32(1), 16), (2, 16), (6, 16), (2, 24)])
    func flacTakesFLAC(channels: UInt32, bits: Int) throws {
        let deep = bits == 24
        let client = AudioStreamBasicDescription.int(UInt32(bits), rate: 48_000, channels: channels)
        var format = AudioStreamBasicDescription.encoded(kAudioFormatFLAC, rate: 48_000, channels: channels)
        format.mFormatFlags = deep ? 3 : 1
        let music = CodecSignals.music(frames: frames, channels: Int(channels))
        let bytes = deep ? music.flatMap { [0x55] + littleEndianBytes([$0]) } : littleEndianBytes(music)
        try PublicFile.encode(folder.url("a.flac"), kAudioFileFLACType, format, from: client, bytes)
        #expect(run("flac -s -t a.flac > log 2>&1"), "\(String(decoding: folder.bytes("log") ?? [], as: UTF8.self))")
        #expect(run("flac -s -d -f --force-raw-format --endian=little --sign=signed -o a.raw a.flac"))
        #expect(folder.bytes("a.raw") == bytes)
    }

    @Test(.needs("faad"), arguments: [("a.m4a", kAudioFileM4AType), ("a.aac", kAudioFileAAC_ADTSType)])
    func faadDecodesAACAlike(name: String, type: AudioFileTypeID) throws {
        let ours = try write(name, type, "aac ")
        #expect(run("faad -q -f 2 -o a.raw \(name) > log 2>&1"))
        let theirs = values(try #require(folder.bytes("a.raw")), of: Int16.self)
        // The program ignores the priming, which ours drops from MPEG-4, or drops a packet of it.
        #expect(difference(ours, theirs, channels: 2, shifts: [0, 1024, -1024, 64, 1088, 2112]) <= 2)
    }

    @Test(
        .needs("sndfile-convert"),
        arguments: [("a.flac", kAudioFileFLACType, "flac"), ("a.caf", kAudioFileCAFType, "alac")])
    func libsndfileDecodesLosslessFormats(name: String, type: AudioFileTypeID, format: String) throws {
        let ours = try write(name, type, format)
        #expect(run("sndfile-convert -pcm16 \(name) a.wav > log 2>&1"))
        let theirs = values(try PublicFile.data(folder.url("a.wav")), of: Int16.self)
        #expect(ours == theirs && ours.count == frames * 2)
    }

    /// The program decodes what we read from a file, from the first audible frame to the last.
    @Test(
        .needs("mpg123"),
        arguments: [
            "MPEGAudio/vbr-stereo.mp3", "MPEGAudio/cbr-mono.mp3", "MPEGAudio/layer2.mp2", "MPEGAudio/layer1.mp1",
        ])
    func mpg123DecodesAlike(path: String) throws {
        let fixture = Fixture.named(path)
        let client = AudioStreamBasicDescription.int(16, rate: fixture.sampleRate, channels: UInt32(fixture.channels))
        let url = URL(fileURLWithPath: fixture.file) as CFURL
        let ours = values(try PublicFile.decode(url, to: client), of: Int16.self)
        #expect(run("mpg123 -q -s '\(fixture.file)' > a.raw 2> log"))
        let theirs = values(try #require(folder.bytes("a.raw")), of: Int16.self)
        #expect(abs(ours.count - theirs.count) <= 1152 * fixture.channels)
        #expect(difference(ours, theirs, channels: fixture.channels, shifts: [0]) <= 2)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var file: String
        var type: AudioFileTypeID
        var format: String
        /// The program's name for the format.
        var name: String
        var rate = 48_000
        var channels: UInt32 = 2
        /// Whether the program reports the frames that count.
        var tellsLength = true
        /// What the program says of the channels: of Opus in MPEG-4 nothing, whoever wrote it.
        var said: String { file == "f.mp4" ? "" : "\(channels)" }
        var testDescription: String { "\(format) in \(file)" }
    }

    static let rows = [
        Row(file: "a.m4a", type: kAudioFileM4AType, format: "aac ", name: "AAC", rate: 44_100),
        Row(file: "six.m4a", type: kAudioFileM4AType, format: "aac ", name: "AAC", channels: 6),
        Row(file: "b.m4a", type: kAudioFileM4AType, format: "alac", name: "ALAC", rate: 44_100),
        Row(file: "c.m4a", type: kAudioFileM4AType, format: "ac-3", name: "AC-3"),
        Row(file: "d.m4a", type: kAudioFileM4AType, format: "ec-3", name: "E-AC-3"),
        Row(file: "e.mp4", type: kAudioFileMPEG4Type, format: "flac", name: "FLAC", rate: 44_100),
        Row(file: "f.mp4", type: kAudioFileMPEG4Type, format: "opus", name: "Opus"),
        Row(file: "g.3gp", type: kAudioFile3GPType, format: "samr", name: "AMR", rate: 8000, channels: 1),
        Row(file: "h.aac", type: kAudioFileAAC_ADTSType, format: "aac ", name: "AAC", tellsLength: false),
        Row(file: "i.flac", type: kAudioFileFLACType, format: "flac", name: "FLAC"),
        Row(file: "j.ac3", type: kAudioFileAC3Type, format: "ac-3", name: "AC-3", tellsLength: false),
    ]

    @Test(.needs("mediainfo"), arguments: rows) func mediainfoSaysTheSame(row: Row) throws {
        do {
            _ = try write(row.file, row.type, row.format, rate: Double(row.rate), channels: row.channels)
        } catch  where row.format == "samr" {
            try Test.cancel("the libraries for AMR are not installed")
        }
        let fields = "%Format%|%SamplingRate%|%Channel(s)%|%SamplingCount%"
        #expect(run("mediainfo --Output='Audio;\(fields)' \(row.file) > said"))
        let text = String(decoding: folder.bytes("said") ?? [], as: UTF8.self)
        let said = text.split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        try #require(said.count == 4)
        #expect(Array(said[..<3]) == [row.name, "\(row.rate)", row.said])
        // It counts whole milliseconds.
        if row.tellsLength { #expect(abs((Int(said[3]) ?? 0) - frames) <= row.rate / 1000 + 1, "\(said[3])") }
    }

    /// Every atom ends where the next begins, and the last at the file's end.
    @Test(.needs("AtomicParsley")) func atomicParsleyFollowsTheAtoms() throws {
        _ = try write("a.m4a", kAudioFileM4AType, "aac ")
        #expect(run("AtomicParsley a.m4a -T > said 2>&1"))
        let said = String(decoding: folder.bytes("said") ?? [], as: UTF8.self)
        #expect(said.contains("Total size: \(folder.bytes("a.m4a")?.count ?? 0) bytes"), "\(said)")
    }
}
