import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// Against ffmpeg's encoder and decoder.
@Suite struct ALACPeerTests {
    static let hasPeer = OtherProgram.exists("ffmpeg")

    /// ffmpeg's layouts whose channels its codec moves into the order of the format.
    static let layouts = ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "6.1(back)", "7.1(wide)"]
    /// Where each channel of a packet stands in those layouts.
    static let places = [
        [0], [0, 1], [2, 0, 1], [2, 0, 1, 3], [2, 0, 1, 3, 4], [2, 0, 1, 4, 5, 3], [2, 0, 1, 4, 5, 6, 3],
        [2, 6, 7, 0, 1, 4, 5, 3],
    ]

    @Test(arguments: ALACSignal.allCases, [(1, 16), (2, 16), (1, 24), (2, 24), (6, 16), (8, 24)])
    func decodesWhatFFmpegEncodes(signal: ALACSignal, shape: (channels: Int, bits: Int)) throws {
        guard Self.hasPeer else {
            print("skipped: there is no ffmpeg to compare Apple Lossless with")
            return
        }
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
}
