import AVFoundation
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

/// Images of films of others at any time.
@Suite(.needsCorpus, .needs("ffmpeg", "ffprobe")) struct MovieSeekTests {
    private let stage = MovieStage()
    /// Pictures of a film that are kept to compare with.
    private static let most = 300

    /// A film, the times of its pictures as ffprobe has them, and its pictures as they are read in their order.
    private struct Film {
        var name: String
        var generator: AVAssetImageGenerator
        var times: [Int64]
        var timescale: CMTimeScale
        var end: CMTime
        var pictures: [Data]
    }

    private func film(_ url: URL, _ name: String) throws -> Film? {
        let times = try stage.reference(url, pixels: "gray", most: 1).times
        guard times.count > 1, times.count <= Self.most, times == times.sorted() else { return nil }
        let asset = AVURLAsset(url: url)
        guard let track = asset.tracks(withMediaType: .video).first else { return nil }
        var (pictures, starts) = ([Data](), [Int64]())
        let reader = try MovieStage.read(url, MovieStage.settings(kCVPixelFormatType_32BGRA)) { buffer in
            pictures.append(MovieStage.bytes(try #require(buffer.imageBuffer)))
            starts.append(buffer.presentationTimeStamp.value)
        }
        guard reader.status == .completed, starts == times else { return nil }
        let generator = AVAssetImageGenerator(asset: asset)
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        generator.apertureMode = .encodedPixels
        return Film(
            name: name, generator: generator, times: times, timescale: track.naturalTimeScale,
            end: track.timeRange.end, pictures: pictures)
    }

    private func films() throws -> [Film] {
        var films: [Film] = []
        for url in try MovieCorpusTests.films(in: "mp4", ["mp4", "mov", "m4v", "3gp"]) {
            if let film = try film(url, url.lastPathComponent) { films.append(film) }
        }
        for url in try MovieCorpusTests.films(in: "video", ["264", "jsv"]) {
            let copy = stage.folder.file("\(url.lastPathComponent).mp4")
            guard OtherProgram.run("ffmpeg -v quiet -nostdin -y -f h264 -i '\(url.path)' -c copy '\(copy)'") == 0 else {
                continue
            }
            if let film = try film(URL(fileURLWithPath: copy), url.lastPathComponent) { films.append(film) }
        }
        return films
    }

    @Test func aThousandSeeksFindThePictureOfTheirTime() throws {
        let films = try films()
        try #require(films.count >= 10)
        let seed: UInt64 = 20_261_130
        var random = SeededRandom(seed)
        for number in 0..<1000 {
            let film = films[number % films.count]
            let first = film.times[0]
            let end = max(first + 1, CMTimeConvertScale(film.end, timescale: film.timescale, method: .default).value)
            let tick = Int64.random(in: first..<end, using: &random)
            let expected = try #require(film.times.lastIndex { $0 <= tick })
            var actual = CMTime.invalid
            let image = try film.generator.copyCGImage(
                at: CMTime(value: tick, timescale: film.timescale), actualTime: &actual)
            let pixels = image.dataProvider?.data.map { Data(referencing: $0) }
            #expect(
                actual.value == film.times[expected] && pixels == film.pictures[expected],
                "\(film.name), tick \(tick), seed \(seed)")
        }
    }
}
