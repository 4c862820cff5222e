import AVFoundation
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

/// Films that are cut, and films with bytes that nobody wrote.
@Suite(.needs("ffmpeg"), .mustEnd) struct DamagedFilmTests {
    private let stage = MovieStage()

    private static let films: [(name: String, arguments: String)] = [
        ("h264.mp4", "-c:v libx264 -pix_fmt yuv420p -bf 2 -g 5 -c:a aac"),
        ("fragments.mp4", "-c:v libx264 -pix_fmt yuv420p -g 5 -c:a aac -movflags +frag_keyframe+empty_moov"),
        ("mpeg4.mov", "-c:v mpeg4 -bf 2 -c:a pcm_s16le"), ("rle.mov", "-c:v qtrle -c:a alac"),
        ("vp9.mp4", "-c:v libvpx-vp9 -pix_fmt yuv420p -b:v 100k -c:a aac"),
    ]

    /// Bytes of a film are changed, or its end is missing, or both.
    private static func damage(_ whole: Data, _ seed: UInt64) -> Data {
        var random = SeededRandom(seed)
        var bytes = whole
        if seed % 3 != 1 {
            // Half of all changes are in the tables, which are at one of the ends.
            let tables = whole.range(of: Data("moov".utf8)).map {
                $0.lowerBound..<min(whole.count, $0.lowerBound + 2000)
            }
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let places = Bool.random(using: &random) ? tables ?? 0..<whole.count : 0..<whole.count
                let place = Int.random(in: places, using: &random)
                for offset in 0..<Int.random(in: 1...8, using: &random) where place + offset < bytes.count {
                    bytes[place + offset] =
                        Bool.random(using: &random)
                        ? UInt8.random(in: 0...255, using: &random)
                        : [0, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
                }
            }
        }
        return seed % 3 == 0 ? bytes : bytes.prefix(Int.random(in: 0...bytes.count, using: &random))
    }

    /// Reads all of an output, and returns how many samples there were.
    private func count(_ asset: AVAsset, _ type: AVMediaType, _ settings: [String: Any]) throws -> Int {
        guard let track = asset.tracks(withMediaType: type).first else { return 0 }
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        // A table may say that nothing is heard for days.
        reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))
        guard reader.startReading() else {
            #expect(reader.status == .failed && reader.error is AVError)
            return 0
        }
        var count = 0
        while let buffer = output.copyNextSampleBuffer() {
            count += buffer.numSamples
            // More than ten seconds can have.
            guard count < 1 << 21 else {
                Issue.record("there is no end")
                break
            }
        }
        #expect(reader.status == .completed || reader.error is AVError, "\(String(describing: reader.error))")
        return count
    }

    private static func residentBytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }

    /// Reads what is left of a film for each seed.
    private func read(_ film: Int, _ seeds: Range<UInt64>) throws -> (pictures: Int, errors: Int) {
        let (name, arguments) = Self.films[film]
        let whole = try stage.film(
            name, "-f lavfi -i testsrc2=size=64x48:rate=20:duration=1 -f lavfi -i sine=duration=1 \(arguments)")
        let bytes = try Data(contentsOf: whole)
        let url = URL(fileURLWithPath: stage.folder.file("damaged-\(name)"))
        var (read, errors) = (0, 0)
        for seed in seeds {
            try Self.damage(bytes, seed).write(to: url)
            let asset = AVURLAsset(url: url)
            do {
                let pictures = try count(asset, .video, MovieStage.luma)
                #expect(pictures <= 1 << 12, "\(name), seed \(seed)")
                read += pictures
                _ = try count(asset, .audio, AssetStage.settings)
                let generator = AVAssetImageGenerator(asset: asset)
                (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
                _ = try generator.copyCGImage(at: CMTime(value: CMTimeValue(seed), timescale: 100), actualTime: nil)
            } catch {
                #expect(error is AVError, "\(name), seed \(seed): \(error)")
                errors += 1
            }
        }
        return (read, errors)
    }

    @Test(arguments: films.indices) func damagedFilmsGiveWhatIsWholeOrAnError(film: Int) throws {
        let (read, errors) = try read(film, 0..<100)
        // Some of them are whole enough, and some are not.
        #expect(read > 100 && errors > 5, "\(read) pictures, \(errors) errors")
    }

    /// In a process of its own: tests beside it take memory, too.
    @Test func damagedFilmsTakeLittleMemory() async {
        await #expect(processExitsWith: .success) {
            let tests = DamagedFilmTests()
            let before = DamagedFilmTests.residentBytes()
            var pictures = 0
            for film in DamagedFilmTests.films.indices { pictures += try tests.read(film, 0..<30).pictures }
            let grown = DamagedFilmTests.residentBytes() - before
            #expect(pictures > 100 && grown < 256 << 20, "\(pictures) pictures, \(grown) bytes")
        }
    }
}
