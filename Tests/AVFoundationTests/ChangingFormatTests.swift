import AudioCore
import AudioFiles
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// Tracks whose samples have several descriptions.
@Suite struct ChangingFormatTests {
    private let stage = MovieStage()

    private func write(_ builder: FilmBuilder, _ name: String = "changing.mov") throws -> URL {
        let url = URL(fileURLWithPath: stage.folder.file(name))
        try Data(builder.bytes()).write(to: url)
        return url
    }

    private func pixels(_ url: URL) throws -> [Data] {
        var made: [Data] = []
        let reader = try MovieStage.read(url, MovieStage.settings(kCVPixelFormatType_32BGRA)) {
            made.append(MovieStage.bytes(try #require($0.imageBuffer)))
        }
        #expect(reader.status == .completed, "\(String(describing: reader.error))")
        return made
    }

    /// Two films of other codecs and sizes one after the other, and the first one again.
    private func changing(isFragmented: Bool = false) throws -> (url: URL, pictures: [Data]) {
        let one = try stage.film("one.mov", "-f lavfi -i testsrc2=size=32x32:rate=10:duration=1 -c:v mjpeg")
        let other = try stage.film(
            "other.mov", "-f lavfi -i testsrc=size=64x48:rate=10:duration=1 -c:v mpeg4 -bf 0 -g 1")
        let first = try FilmBuilder.pictures(of: one)
        var second = try FilmBuilder.pictures(of: other, description: 2)
        second.chunk.ticks = first.chunk.ticks
        let track = FilmBuilder.Track(
            kind: "vide", timescale: first.timescale, entries: [first.entry, second.entry],
            chunks: [first.chunk, second.chunk, first.chunk])
        let url = try write(FilmBuilder(tracks: [track], isFragmented: isFragmented))
        let (own, others) = (try pixels(one), try pixels(other))
        return (url, own + others + own)
    }

    @Test(.needs("ffmpeg"), arguments: [false, true])
    func picturesOfEachFormatAreDecodedByTheirDecoder(isFragmented: Bool) throws {
        let (url, expected) = try changing(isFragmented: isFragmented)
        try #require(expected.count == 30)
        #expect(try pixels(url) == expected)
        let asset = AVURLAsset(url: url)
        let track = try #require(asset.tracks.first)
        let formats = track.formatDescriptions.map { $0 as! CMVideoFormatDescription }
        #expect(formats.map(\.mediaSubType.rawValue) == [0x6A70_6567, 0x6D70_3476])
        #expect(formats.map(\.dimensions.width) == [32, 64] && track.isDecodable)
        // Forward and backward, from one format to the other.
        let generator = AVAssetImageGenerator(asset: asset)
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        generator.apertureMode = .encodedPixels
        for step in 0..<40 {
            let number = step * 17 % 30
            let time = CMTime(value: CMTimeValue(number * 10 + 5), timescale: 100)
            let image = try generator.copyCGImage(at: time, actualTime: nil)
            #expect(image.dataProvider?.data.map { Data(referencing: $0) } == expected[number], "picture \(number)")
        }
    }

    @Test(.needs("ffmpeg")) func storedSamplesHaveTheDescriptionOfTheirFormat() throws {
        var widths: [Int32] = []
        _ = try MovieStage.read(changing().url, nil) { widths.append($0.formatDescription?.dimensions.width ?? 0) }
        #expect(
            widths == Array(repeating: 32, count: 10) + Array(repeating: 64, count: 10)
                + Array(repeating: 32, count: 10))
    }

    @Test(.needs("ffmpeg")) func aFormatWithoutADecoderIsAnErrorWhereItBegins() throws {
        let one = try stage.film("one.mov", "-f lavfi -i testsrc2=size=32x32:rate=10:duration=1 -c:v mjpeg")
        let made = try FilmBuilder.pictures(of: one)
        let first = FilmBuilder.Chunk(samples: Array(made.chunk.samples.prefix(4)), ticks: made.chunk.ticks)
        var second = made.chunk
        second.description = 2
        var unknown = made.entry
        unknown.replaceSubrange(4..<8, with: Array("zzzz".utf8))
        let track = FilmBuilder.Track(
            kind: "vide", timescale: made.timescale, entries: [made.entry, unknown], chunks: [first, second])
        let url = try write(FilmBuilder(tracks: [track]))
        var count = 0
        let reader = try MovieStage.read(url, MovieStage.luma) { _ in count += 1 }
        let error = try #require(reader.error as? AVError)
        #expect(reader.status == .failed && count == 4 && error.code == .decoderNotFound)
        #expect(AVURLAsset(url: url).tracks.first?.isDecodable == false)
    }

    /// Each change opens a decoder: configurations of megabytes that change with each picture are refused after a while.
    @Test(.needs("ffmpeg"), arguments: [0, 3 << 20])
    func changesWithLargeConfigurationsAreCounted(size: Int) throws {
        let one = try stage.film("one.mov", "-f lavfi -i testsrc2=size=16x16:rate=10:duration=0.2 -c:v mjpeg")
        let made = try FilmBuilder.pictures(of: one)
        var entry = made.entry + (size > 0 ? FilmBuilder.atom("glbl", [UInt8](repeating: 0, count: size)) : [])
        entry.replaceSubrange(0..<4, with: FilmBuilder.numbers([UInt32(entry.count)]))
        let chunks = (0..<400).map { number in
            FilmBuilder.Chunk(
                description: UInt32(number % 2) + 1, samples: [made.chunk.samples[0]], ticks: made.chunk.ticks)
        }
        let track = FilmBuilder.Track(
            kind: "vide", timescale: made.timescale, entries: [entry, entry], chunks: chunks)
        let url = try write(FilmBuilder(tracks: [track]))
        var count = 0
        let reader = try MovieStage.read(url, MovieStage.luma) { _ in count += 1 }
        guard size > 0 else {
            #expect(reader.status == .completed && count == 400)
            return
        }
        #expect(reader.status == .failed && reader.error is AVError && (300..<400).contains(count), "\(count)")
    }

    // MARK: Sound

    private func sound(_ entries: [[UInt8]], _ chunks: [FilmBuilder.Chunk], isFragmented: Bool = false) throws -> URL {
        let track = FilmBuilder.Track(kind: "soun", timescale: 8000, entries: entries, chunks: chunks)
        return try write(FilmBuilder(tracks: [track], isFragmented: isFragmented))
    }

    private static let ramp = (0..<800).map { Int16($0) }

    @Test(arguments: [false, true]) func theDescriptionOfSoundIsTheOneThatIsUsed(isFragmented: Bool) throws {
        // 16 bits, highest byte first, which no sample is, and twice the same that all are.
        let entries = [
            FilmBuilder.pcm(rate: 8000, id: "twos"), FilmBuilder.pcm(rate: 8000), FilmBuilder.pcm(rate: 8000),
        ]
        let chunks = [
            FilmBuilder.chunk(Array(Self.ramp[..<300]), description: 2),
            FilmBuilder.chunk(Array(Self.ramp[300...]), description: 3),
        ]
        // Without tables the first description of a track is that of its defaults.
        guard !isFragmented else {
            let url = try sound(
                Array(entries.dropFirst()),
                chunks.map { chunk in
                    var chunk = chunk
                    chunk.description -= 1
                    return chunk
                }, isFragmented: true)
            #expect(AVURLAsset(url: url).duration == CMTime(value: 800, timescale: 8000))
            #expect(try AssetStage.extAudioFile(url) == Self.ramp)
            return
        }
        let asset = AVURLAsset(url: try sound(entries, chunks))
        #expect(asset.duration == CMTime(value: 800, timescale: 8000))
        #expect(try AssetStage.extAudioFile(sound(entries, chunks)) == Self.ramp)
    }

    /// The first track of sound of a film: its description and its samples.
    private func coded(_ name: String, _ arguments: String) throws -> (entry: [UInt8], samples: [[UInt8]]) {
        let url = try stage.film(name, "-f lavfi -i sine=sample_rate=48000:duration=0.5 \(arguments)")
        let bytes = [UInt8](try Data(contentsOf: url))
        let place = try #require(Data(bytes).range(of: Data("stsd".utf8))).upperBound + 8
        let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        let opened = try OpenFile.open(FilePath(url.path), .read, hint: FourCC(0))
        defer { try? opened.close() }
        let packets = opened.description.packets
        let samples = (0..<packets.count).map { number in
            let packet = packets[number]
            let offset = Int(opened.description.dataOffset + packet.offset)
            return Array(bytes[offset..<offset + Int(packet.size)])
        }
        return (Array(bytes[place..<place + size]), samples)
    }

    /// Descriptions that differ in what no decoder needs are one: here in the bit rates of `esds`.
    @Test(.needs("ffmpeg"), arguments: [false, true])
    func descriptionsOfOtherBitRatesAreTheSame(isFragmented: Bool) throws {
        let (entry, samples) = try coded("plain.mp4", "-c:a aac")
        try #require(samples.count > 10)
        // The numbers of the decoder's configuration: the object type, a byte, three of the buffer, then two rates.
        let place = try #require(Data(entry).range(of: Data([0x40, 0x15]))).lowerBound
        var other = entry
        other.replaceSubrange(place + 2..<place + 13, with: [0, 0x12, 0x34, 0, 1, 2, 3, 0, 3, 2, 1])
        // Another size: an atom of bit rates more.
        let rates = FilmBuilder.atom("btrt", FilmBuilder.numbers([0, 64_000, 64_000]))
        var longer = other + rates
        longer.replaceSubrange(0..<4, with: FilmBuilder.numbers([UInt32(longer.count)]))
        let parts = [samples[..<4], samples[4..<8], samples[8...]]
        let chunks = parts.enumerated().map { index, part in
            FilmBuilder.Chunk(description: UInt32(index) + 1, samples: Array(part), ticks: 1024)
        }
        func film(_ entries: [[UInt8]]) throws -> URL {
            let track = FilmBuilder.Track(kind: "soun", timescale: 48_000, entries: entries, chunks: chunks)
            return try write(FilmBuilder(tracks: [track], isFragmented: isFragmented))
        }
        let single = FilmBuilder.Track(
            kind: "soun", timescale: 48_000, entries: [entry],
            chunks: [FilmBuilder.Chunk(samples: samples, ticks: 1024)])
        let expected = try AssetStage.extAudioFile(write(FilmBuilder(tracks: [single]), "single.mov"))
        try #require(expected.contains { abs($0) > 1000 })
        #expect(try AssetStage.extAudioFile(film([entry, other, longer])) == expected)
        // The same bytes with another object type are another coding.
        var mpeg2 = entry
        mpeg2[place] = 0x67
        #expect(throws: AVError.self) {
            _ = try AVURLAsset(url: film([entry, mpeg2, entry])).inspection.contents()
        }
    }

    @Test(arguments: [false, true]) func soundThatChangesItsFormatIsAnError(isFragmented: Bool) throws {
        let url = try sound(
            [FilmBuilder.pcm(rate: 8000), FilmBuilder.pcm(rate: 8000, id: "twos")],
            [FilmBuilder.chunk(Self.ramp), FilmBuilder.chunk(Self.ramp, description: 2)], isFragmented: isFragmented)
        let error = try #require(throws: AVError.self) { _ = try AVURLAsset(url: url).inspection.contents() }
        #expect(error.code == .decoderNotFound)
        #expect(
            (error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(AudioError.unsupportedDataFormat.status))
    }

    @Test func aDescriptionThatIsNotThereIsAnError() throws {
        let url = try sound(
            [FilmBuilder.pcm(rate: 8000), FilmBuilder.pcm(rate: 8000, id: "twos")],
            [FilmBuilder.chunk(Self.ramp, description: 7)])
        let error = try #require(throws: AVError.self) { _ = try AVURLAsset(url: url).inspection.contents() }
        #expect(error.code == .fileFailedToParse)
        // A single description is that of all samples, whatever they say.
        let single = try sound([FilmBuilder.pcm(rate: 8000)], [FilmBuilder.chunk(Self.ramp, description: 7)])
        #expect(try AssetStage.extAudioFile(single) == Self.ramp)
    }
}
