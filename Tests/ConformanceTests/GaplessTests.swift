import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Sound encoded to each lossy and lossless format, in each container, and decoded again: the same frames in the same place.
@Suite struct GaplessTests {
    private let folder = ScratchFolder()

    struct Row: Sendable, CustomTestStringConvertible {
        var file: String
        var type: AudioFileTypeID
        var format: String
        var rate = 44_100.0
        var channels: UInt32 = 2
        /// What the sound may lose: signal to noise in dB. Nil where nothing may be lost.
        var quality: Double?
        var testDescription: String { "\(format) in \(file), \(channels) at \(Int(rate))" }
    }

    private static let ogg = UInt32(code: "Oggf")

    static let rows = [
        Row(file: "a.m4a", type: kAudioFileM4AType, format: "aac ", quality: 12),
        Row(file: "a.caf", type: kAudioFileCAFType, format: "aac ", quality: 12),
        Row(file: "low.m4a", type: kAudioFileM4AType, format: "aac ", rate: 22_050, channels: 1, quality: 10),
        Row(file: "six.m4a", type: kAudioFileM4AType, format: "aac ", rate: 48_000, channels: 6, quality: 5),
        Row(file: "a.caf", type: kAudioFileCAFType, format: "opus", rate: 48_000, quality: 8),
        Row(file: "mono.caf", type: kAudioFileCAFType, format: "opus", rate: 48_000, channels: 1, quality: 8),
        Row(file: "six.caf", type: kAudioFileCAFType, format: "opus", rate: 48_000, channels: 6, quality: 6),
        Row(file: "a.caf", type: kAudioFileCAFType, format: "ac-3", rate: 48_000, quality: 8),
        Row(file: "six.caf", type: kAudioFileCAFType, format: "ac-3", rate: 48_000, channels: 6, quality: 8),
        Row(file: "a.caf", type: kAudioFileCAFType, format: "ec-3", quality: 8),
        Row(file: "a.caf", type: kAudioFileCAFType, format: "flac"),
        Row(file: "six.caf", type: kAudioFileCAFType, format: "flac", rate: 96_000, channels: 6),
        Row(file: "a.caf", type: kAudioFileCAFType, format: "alac"),
        Row(file: "a.m4a", type: kAudioFileM4AType, format: "alac"),
        Row(file: "a.mp4", type: kAudioFileMPEG4Type, format: "flac"),
        Row(file: "six.mp4", type: kAudioFileMPEG4Type, format: "flac", rate: 48_000, channels: 6),
        Row(file: "a.mp4", type: kAudioFileMPEG4Type, format: "opus", rate: 48_000, quality: 8),
        Row(file: "six.mp4", type: kAudioFileMPEG4Type, format: "opus", rate: 48_000, channels: 6, quality: 6),
        Row(file: "a.ogg", type: ogg, format: "opus", rate: 48_000, quality: 8),
        Row(file: "mono.opus", type: ogg, format: "opus", rate: 48_000, channels: 1, quality: 8),
        Row(file: "six.ogg", type: ogg, format: "opus", rate: 48_000, channels: 6, quality: 6),
        Row(file: "b.caf", type: kAudioFileCAFType, format: "opus", rate: 24_000, quality: 6),
        Row(file: "c.caf", type: kAudioFileCAFType, format: "opus", rate: 16_000, channels: 1, quality: 6),
        Row(file: "d.caf", type: kAudioFileCAFType, format: "opus", rate: 12_000, quality: 6),
        Row(file: "e.caf", type: kAudioFileCAFType, format: "opus", rate: 8000, channels: 1, quality: 6),
        Row(file: "a.mp4", type: kAudioFileMPEG4Type, format: "ac-3", rate: 48_000, channels: 6, quality: 8),
        Row(file: "a.m4a", type: kAudioFileM4AType, format: "ec-3", rate: 48_000, quality: 8),
    ]

    /// Lengths around the borders of packets.
    @Test(arguments: rows, [20_000, 1, 1024, 4095, 4097])
    func sameFramesInTheSamePlace(row: Row, frames: Int) throws {
        let samples = CodecSignals.music(frames: frames, channels: Int(row.channels))
        let client = AudioStreamBasicDescription.int(16, rate: row.rate, channels: row.channels)
        try PublicFile.encode(
            folder.url(row.file), row.type,
            .encoded(UInt32(code: row.format), rate: row.rate, channels: row.channels), from: client,
            littleEndianBytes(samples), block: 1000)
        let back = values(try PublicFile.decode(folder.url(row.file), to: client), of: Int16.self)
        #expect(back.count == samples.count)
        guard back.count == samples.count else { return }
        guard let quality = row.quality else {
            #expect(back == samples)
            return
        }
        guard frames > 10_000 else { return }
        let channels = Int(row.channels)
        for channel in 0..<channels {
            let original = stride(from: channel, to: samples.count, by: channels).map { Double(samples[$0]) }
            let decoded = stride(from: channel, to: back.count, by: channels).map { Double(back[$0]) }
            #expect(Self.lag(of: decoded, to: original) == 0)
            let noise = zip(original, decoded).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
            let signal = original.reduce(0) { $0 + $1 * $1 }
            let ratio = 10 * log10(signal / max(noise, 1))
            #expect(ratio > quality, "channel \(channel): \(ratio) dB")
        }
    }

    /// By how many frames one has to be moved to be most like the other.
    private static func lag(of decoded: [Double], to original: [Double]) -> Int {
        let range = 2000..<original.count - 2000
        func likeness(_ lag: Int) -> Double { range.reduce(0) { $0 + original[$1] * decoded[$1 + lag] } }
        let near = (-40...40).map { ($0, likeness($0)) }
        let far = [-2112, -1536, -1024, -960, -529, -512, -312, -256, 256, 312, 512, 529, 960, 1024, 1536]
        return (near + far.filter { abs($0) < 2000 }.map { ($0, likeness($0)) }).max { $0.1 < $1.1 }!.0
    }

    /// ffmpeg takes what we write for what it is.
    @Test(
        .needs("ffmpeg"),
        arguments: rows.filter {
            ["aac ", "flac", "opus", "ac-3"].contains($0.format) && $0.channels == 2
                && ($0.format != "opus" || $0.rate == 48_000)
        })
    func ffmpegDecodesItAlike(row: Row) throws {
        let samples = CodecSignals.music(frames: 30_000, channels: 2)
        let client = AudioStreamBasicDescription.int(16, rate: row.rate, channels: 2)
        try PublicFile.encode(
            folder.url(row.file), row.type, .encoded(UInt32(code: row.format), rate: row.rate, channels: 2),
            from: client, littleEndianBytes(samples))
        let decoder = row.format == "opus" ? "-c:a libopus" : ""
        let made = OtherProgram.run(
            "cd '\(folder.path)' && ffmpeg -nostdin -v error -y \(decoder) -i \(row.file) -f s16le out.raw")
        #expect(made == 0)
        let theirs = values(try #require(folder.bytes("out.raw")), of: Int16.self)
        let ours = values(try PublicFile.decode(folder.url(row.file), to: client), of: Int16.self)
        // ffmpeg leaves the priming of CAF files in, or takes another for it.
        let surplus = theirs.count - ours.count
        #expect(surplus >= 0)
        let starts = stride(from: 0, through: max(0, surplus), by: 2)
        let best = starts.map { start in
            zip(ours, theirs[start...]).map { abs(Int($0) - Int($1)) }.max() ?? .max
        }.min()
        #expect(best ?? .max <= (row.quality == nil ? 0 : 1))
    }
}
