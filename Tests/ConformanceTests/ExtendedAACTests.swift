import AudioToolbox
import Foundation
import TestSupport
import Testing

/// HE-AAC, HE-AAC v2, AAC-LD and AAC-ELD in files, through the public calls.
@Suite struct ExtendedAACTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let format: AudioFormatID
        let type: AudioFileTypeID
        let name: String
        var testDescription: String { "\(statusText(Int32(bitPattern: format))) in \(name)" }
        var framesPerPacket: UInt32 { isExtended ? 2048 : 512 }
        var isExtended: Bool { format == kAudioFormatMPEG4AAC_HE || format == kAudioFormatMPEG4AAC_HE_V2 }

        static let formats = [
            kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_LD, kAudioFormatMPEG4AAC_ELD,
        ]
        static let types: [(AudioFileTypeID, String)] = [
            (kAudioFileCAFType, "a.caf"), (kAudioFileM4AType, "a.m4a"), (kAudioFileMPEG4Type, "a.mp4"),
            (kAudioFile3GPType, "a.3gp"),
        ]
        static let all = formats.flatMap { format in
            types.map { Kind(format: format, type: $0.0, name: $0.1) }
        }
    }

    /// The formats that encoders are listed for.
    private static let listed: [AudioFormatID] = {
        var size: UInt32 = 0
        let property = kAudioFormatProperty_EncodeFormatIDs
        guard AudioFormatGetPropertyInfo(property, 0, nil, &size) == noErr else { return [] }
        var ids = [AudioFormatID](repeating: 0, count: Int(size) / 4)
        return AudioFormatGetProperty(property, 0, nil, &size, &ids) == noErr ? ids : []
    }()
    /// Whether libfdk-aac is installed, which is not in Debian's main section.
    static let isThere = listed.contains(kAudioFormatMPEG4AAC_HE)
    private static let missing: Comment = "libfdk-aac is not installed"

    private let folder = ScratchFolder()
    private static let client = AudioStreamBasicDescription.float(32, channels: 2)

    /// Tones and noise below 4 kHz, the same in both channels, so that parametric stereo has nothing to lose.
    private static func sound(_ frames: Int) -> [Float] {
        let noise = Signal.noise(frames: frames, seed: 8, amplitude: 0.5)
        var (first, second) = (Float(0), Float(0))
        return (0..<frames).flatMap { frame in
            first += 0.2 * (noise[frame] - first)
            second += 0.2 * (first - second)
            let value = second * abs(sin(Float(frame) * 0.0003)) + 0.1 * sin(Float(frame) * 0.05)
            return [value, value]
        }
    }

    private func make(_ kind: Kind, frames: Int) throws -> [Float] {
        let samples = Self.sound(frames)
        try PublicFile.encode(
            folder.url(kind.name), kind.type, .encoded(kind.format, channels: 2), from: Self.client,
            littleEndianBytes(samples), block: 700)
        return samples
    }

    /// Whether or not the library is there, a converter can be made exactly for the formats that are listed.
    @Test(arguments: Kind.formats) func whatIsListedCanBeMade(format: AudioFormatID) {
        var (from, to) = (Self.client, AudioStreamBasicDescription.encoded(format, channels: 2))
        var converter: AudioConverterRef?
        let status = AudioConverterNew(&from, &to, &converter)
        if let converter { AudioConverterDispose(converter) }
        #expect(status == (Self.listed.contains(format) ? noErr : kAudioConverterErr_FormatNotSupported))
    }

    /// Length, place and format, as the file states them.
    @Test(.enabled(if: isThere, missing), arguments: Kind.all, [30_000, 30_001])
    func soundComesBackInItsPlace(kind: Kind, frames: Int) throws {
        let samples = try make(kind, frames: frames)
        let format = try PublicFile.with(folder.url(kind.name)) {
            try PublicFile.property($0, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
        }
        #expect(format.mFormatID == kind.format && format.mFramesPerPacket == kind.framesPerPacket)
        #expect(format.mSampleRate == 44_100 && format.mChannelsPerFrame == 2)
        let back = values(try PublicFile.decode(folder.url(kind.name), to: Self.client), of: Float.self)
        #expect(back.count == frames * 2)
        try #require(back.count >= frames * 2)
        let fits = (-20...20).map { shift in
            (4000..<20_000).reduce(Float(0)) { $0 + samples[$1 * 2] * back[($1 + shift) * 2] }
        }
        let lag = fits.firstIndex(of: fits.max()!)! - 20
        #expect(abs(lag) <= (kind.isExtended ? 1 : 0))
    }

    /// In ADTS the header describes the core alone, and the packets signal the rest.
    @Test(
        .enabled(if: isThere, missing),
        arguments: [(kAudioFormatMPEG4AAC_HE, UInt8(0x5C), UInt8(0x80)), (kAudioFormatMPEG4AAC_HE_V2, 0x5C, 0x40)])
    func headersOfADTSDescribeTheCore(format: AudioFormatID, second: UInt8, third: UInt8) throws {
        let kind = Kind(format: format, type: kAudioFileAAC_ADTSType, name: "a.aac")
        _ = try make(kind, frames: 60_000)
        let bytes = try #require(folder.bytes("a.aac"))
        // AAC-LC of 22,050 Hz, with two channels or one.
        #expect(bytes[0] == 0xFF && bytes[1] == 0xF1 && bytes[2] == second && bytes[3] & 0xC0 == third)
        let found = try PublicFile.with(folder.url("a.aac")) {
            try PublicFile.property($0, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
        }
        #expect(found.mFormatID == format && found.mFramesPerPacket == 2048 && found.mSampleRate == 44_100)
        #expect(found.mChannelsPerFrame == 2)
    }

    @Test(.enabled(if: isThere, missing), arguments: Kind.all) func aStreamIsTheFile(kind: Kind) throws {
        _ = try make(kind, frames: 60_000)
        let file = try PublicFile.packets(folder.url(kind.name))
        let bytes = try #require(folder.bytes(kind.name))
        var random = SeededRandom(UInt64(bytes.count))
        for largest in [7, 300, 100_000] {
            let stream = try StreamClient()
            let status = stream.parseAll(bytes) { Int.random(in: 1...largest, using: &random) }
            if status == kAudioFileStreamError_NotOptimized { return }
            try #require(status == noErr)
            #expect(stream.record.difference(from: file) == nil, "\(stream.record.difference(from: file) ?? "")")
        }
    }

    /// Reading on several threads, and from anywhere, gives what reading from the start on one thread gives.
    @Test(.enabled(if: isThere, missing), arguments: Kind.formats) func threadsAndSeeksAreExact(format: AudioFormatID)
        throws
    {
        let kind = Kind(format: format, type: kAudioFileCAFType, name: "a.caf")
        let frames = 1_300_000
        _ = try make(kind, frames: frames)
        let url = folder.url(kind.name)
        let whole = try PublicFile.decode(url, to: Self.client)
        #expect(whole.count == frames * 8)
        for threads: UInt32 in [2, 3] {
            #expect(try PublicFile.decode(url, to: Self.client, block: 50_000, threads: threads) == whole)
        }
        var random = SeededRandom(3)
        for threads: UInt32 in [1, 3] {
            try PublicFile.withReader(url, to: Self.client, threads: threads) { file in
                for _ in 0..<12 {
                    let start = Int.random(in: 0..<frames - 5000, using: &random)
                    try must("ExtAudioFileSeek", ExtAudioFileSeek(file, Int64(start)))
                    let part = try PublicFile.rest(file, limit: 5000)
                    #expect(part.elementsEqual(whole[start * 8..<(start + 5000) * 8]), "from \(start)")
                }
            }
        }
    }

    /// ffmpeg finds the same format in the files.
    @Test(
        .enabled(if: isThere, missing), .needs("ffprobe"), arguments: Kind.all.filter { $0.type != kAudioFileCAFType })
    func ffmpegKnowsThem(kind: Kind) throws {
        _ = try make(kind, frames: 30_000)
        let command =
            "ffprobe -v error -show_entries stream=codec_name,profile,sample_rate,channels -of csv=p=0 \(kind.name)"
            + " > reported"
        #expect(OtherProgram.run("cd '\(folder.path)' && \(command)") == 0)
        let reported = String(decoding: try #require(folder.bytes("reported")), as: UTF8.self)
        let profiles = ["HE-AAC", "HE-AACv2", "LD", "ELD"]
        let profile = profiles[Kind.formats.firstIndex(of: kind.format)!]
        #expect(reported.trimmingCharacters(in: .whitespacesAndNewlines) == "aac,\(profile),44100,2")
    }
}
