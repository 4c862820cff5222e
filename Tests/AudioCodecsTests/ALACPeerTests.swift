import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// Against ffmpeg's encoder and decoder.
@Suite(.needs("ffmpeg")) struct ALACPeerTests {
    /// ffmpeg's layouts whose channels its codec moves into the order of the format.
    static let layouts = ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "6.1(back)", "7.1(wide)"]
    /// Where each channel of a packet stands in those layouts.
    static let places = [
        [0], [0, 1], [2, 0, 1], [2, 0, 1, 3], [2, 0, 1, 3, 4], [2, 0, 1, 4, 5, 3], [2, 0, 1, 4, 5, 6, 3],
        [2, 6, 7, 0, 1, 4, 5, 3],
    ]

    @Test(arguments: ALACSignal.allCases, [(1, 16), (2, 16), (1, 24), (2, 24), (6, 16), (8, 24)])
    func decodesWhatFFmpegEncodes(signal: ALACSignal, shape: (channels: Int, bits: Int)) throws {
        let (channels, bits) = shape
        let samples = signal.samples(frames: 4096 * 3 + 777, channels: channels, bits: bits)
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        OtherProgram.write(ALACSignal.bytes(samples, bits: bits), to: "\(directory)/in.raw")
        let layout = Self.layouts[channels - 1]
        let raw = "-f s\(bits)le -ar 44100 -ac \(channels) -channel_layout '\(layout)'"
        let made = OtherProgram.run(
            "ffmpeg -v error -nostdin \(raw) -i \(directory)/in.raw -c:a alac \(directory)/a.caf")
        try #require(made == 0)
        let stream = try ALACStream(caf: try #require(OtherProgram.bytes(of: "\(directory)/a.caf")))
        let order = Self.places[channels - 1]
        let expected = samples.indices.map { samples[$0 / channels * channels + order[$0 % channels]] }
        #expect(try stream.decoded() == ALACSignal.bytes(expected, bits: bits))
    }

    @Test(arguments: ALACSignal.allCases, [(1, 16), (2, 16), (1, 20), (2, 20), (2, 24), (2, 32), (6, 16), (8, 24)])
    func ffmpegDecodesWhatIsEncoded(signal: ALACSignal, shape: (channels: Int, bits: Int)) throws {
        let (channels, bits) = shape
        // ffmpeg 5 decodes no pairs of 32 bits that are written as they are.
        guard shape != (2, 32) || signal != .noise && signal != .extremes else { return }
        let frames = 4096 * 2 + 777
        let samples = signal.samples(frames: frames, channels: channels, bits: bits)
        let stream = try ALACStream(encoding: ALACSignal.bytes(samples, bits: bits), channels: channels, bits: bits)
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        OtherProgram.write(stream.caf(frames: frames), to: "\(directory)/a.caf")
        let width = (bits + 7) / 8 * 8
        let made = OtherProgram.run(
            "ffmpeg -v error -nostdin -i \(directory)/a.caf -f s\(width)le \(directory)/out.raw")
        try #require(made == 0)
        var places = [Int](repeating: 0, count: channels)
        for (position, place) in Self.places[channels - 1].enumerated() { places[place] = position }
        let expected = samples.indices.map { samples[$0 / channels * channels + places[$0 % channels]] }
        #expect(OtherProgram.bytes(of: "\(directory)/out.raw") == ALACSignal.bytes(expected, bits: bits))
    }

    @Test(arguments: [(1, 16), (2, 16), (2, 24)])
    func isNoLargerThanFFmpegs(shape: (channels: Int, bits: Int)) throws {
        let (channels, bits) = shape
        let samples = ALACSignal.music.samples(frames: 4096 * 20, channels: channels, bits: bits)
        let pcm = ALACSignal.bytes(samples, bits: bits)
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        OtherProgram.write(pcm, to: "\(directory)/in.raw")
        let made = OtherProgram.run(
            "ffmpeg -v error -nostdin -f s\(bits)le -ar 44100 -ac \(channels) -i \(directory)/in.raw -c:a alac "
                + "\(directory)/a.caf")
        try #require(made == 0)
        let theirs = try ALACStream(caf: try #require(OtherProgram.bytes(of: "\(directory)/a.caf")))
        let ours = try ALACStream(encoding: pcm, channels: channels, bits: bits)
        #expect(ours.bytes.count * 100 < theirs.bytes.count * 101)
    }
}
