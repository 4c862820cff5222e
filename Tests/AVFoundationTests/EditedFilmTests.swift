import AudioCore
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// Edit lists of films: parts, silence, pictures that are held, and other speeds.
@Suite struct EditedFilmTests {
    private let stage = MovieStage()
    /// Numbers that say where in the media they are.
    private static let ramp = (0..<8000).map { Int16($0) }

    private func write(_ builder: FilmBuilder, _ name: String = "edited.mov") throws -> URL {
        let url = URL(fileURLWithPath: stage.folder.file(name))
        try Data(builder.bytes()).write(to: url)
        return url
    }

    private func sound(_ edits: [FilmBuilder.Edit], isFragmented: Bool = false) throws -> URL {
        let track = FilmBuilder.Track(
            kind: "soun", timescale: 8000, entries: [FilmBuilder.pcm(rate: 8000)],
            chunks: [FilmBuilder.chunk(Self.ramp)], edits: edits)
        return try write(FilmBuilder(tracks: [track], isFragmented: isFragmented))
    }

    private func read(_ asset: AVAsset) throws -> [Int16] {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: try #require(asset.tracks(withMediaType: .audio).first), outputSettings: AssetStage.settings)
        reader.add(output)
        try #require(reader.startReading())
        var samples: [Int16] = []
        while let buffer = output.copyNextSampleBuffer() {
            let bytes = try #require(buffer.dataBuffer).dataBytes()
            samples += bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        }
        #expect(reader.status == .completed)
        return samples
    }

    /// Half a second without sound, then two parts of the media, the later one first.
    private static let parts: [FilmBuilder.Edit] = [
        .init(duration: 500, start: -1), .init(duration: 250, start: 4000), .init(duration: 125, start: 1000),
    ]
    private static let heard = [Int16](repeating: 0, count: 4000) + ramp[4000..<6000] + ramp[1000..<2000]

    @Test(arguments: [false, true]) func partsOfSoundAreHeardInTheirOrder(isFragmented: Bool) throws {
        let asset = AVURLAsset(url: try sound(Self.parts, isFragmented: isFragmented))
        #expect(try asset.duration.seconds == 0.875 && read(asset) == Self.heard)
        let segments = try #require(asset.tracks.first).segments
        #expect(segments.map(\.isEmpty) == [true, false, false])
        #expect(segments.map(\.timeMapping.target.duration.seconds) == [0.5, 0.25, 0.125])
        let track = try #require(asset.tracks.first)
        let time = CMTime(value: 6, timescale: 10)
        // The file's frames begin with the earliest that an edit has heard.
        #expect(abs(track.samplePresentationTime(forTrackTime: time).seconds - (0.375 + 0.1)) < 1e-9)
    }

    @Test func whatIsPlayedIsWhatIsRead() throws {
        let contents = try #require(AVURLAsset(url: try sound(Self.parts)).contents)
        let source = try contents.makePlayableSource()
        try #require(source.length == 7000 && source.format.channels == 1)
        var samples = [Float](repeating: 9, count: 7000)
        var done = 0
        while done < 7000 {
            let count = try samples.withUnsafeMutableBufferPointer { buffer in
                try source.read(buffer.baseAddress! + done, frames: 7000 - done)
            }
            try #require(count > 0)
            done += count
        }
        #expect(samples.map { Int16($0 * 32768) } == Self.heard)
    }

    @Test func partsOfEditedSoundGoIntoACompositionAsTheyAreHeard() throws {
        let asset = AVURLAsset(url: try sound(Self.parts))
        let composition = AVMutableComposition()
        let range = CMTimeRange(start: CMTime(value: 4, timescale: 10), duration: CMTime(value: 4, timescale: 10))
        let track = try #require(
            composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
        try track.insertTimeRange(range, of: try #require(asset.tracks.first), at: .zero)
        #expect(try read(composition) == Array(Self.heard[3200..<6400]))
    }

    @Test func oneEditIsStillATableOfPackets() throws {
        let asset = AVURLAsset(url: try sound([.init(duration: 500, start: 2000)]))
        #expect(try read(asset) == Array(Self.ramp[2000..<6000]) && asset.contents?.tracks.first?.wholeFile != nil)
    }

    @Test func aMomentOfSoundThatLastsIsSilence() throws {
        let asset = AVURLAsset(
            url: try sound([
                .init(duration: 125, start: 3000), .init(duration: 250, start: 4000, rate: 0),
                .init(duration: 125, start: 4000),
            ]))
        let silence = [Int16](repeating: 0, count: 2000)
        #expect(try read(asset) == Array(Self.ramp[3000..<4000]) + silence + Array(Self.ramp[4000..<5000]))
    }

    @Test func anEditBeyondTheSoundIsSilence() throws {
        let asset = AVURLAsset(
            url: try sound([.init(duration: 125, start: 0), .init(duration: 250, start: 7000)]))
        let silence = [Int16](repeating: 0, count: 1000)
        #expect(try read(asset) == Array(Self.ramp[0..<1000]) + Array(Self.ramp[7000..<8000]) + silence)
    }

    @Test func anEditWithoutALengthIsFollowedByTheNext() throws {
        let asset = AVURLAsset(
            url: try sound([
                .init(duration: 0, start: 4000), .init(duration: 250, start: 1000), .init(duration: 125, start: -1),
                .init(duration: 125, start: 0),
            ]))
        let silence = [Int16](repeating: 0, count: 1000)
        let expected = Array(Self.ramp[4000...]) + Array(Self.ramp[1000..<3000]) + silence + Array(Self.ramp[..<1000])
        #expect(try read(asset) == expected)
    }

    /// A segment of a composition may be of times that its track does not have.
    @Test func timesBeyondATrackAreSilence() throws {
        let url = try sound(Self.parts)
        func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }
        let composition = AVMutableComposition()
        let track = try #require(
            composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
        func segment(_ start: Int64, at time: Int64) -> AVCompositionTrackSegment {
            AVCompositionTrackSegment(
                url: url, trackID: AVURLAsset(url: url).tracks[0].trackID,
                sourceTimeRange: CMTimeRange(start: seconds(start), duration: seconds(250)),
                targetTimeRange: CMTimeRange(start: seconds(time), duration: seconds(250)))
        }
        // Half of the first and all of the second are beyond the end, after 0.875 seconds.
        track.segments = [segment(750, at: 0), segment(2000, at: 250), segment(500, at: 500)]
        let silence = [Int16](repeating: 0, count: 3000)
        #expect(try read(composition) == Array(Self.heard[6000..<7000]) + silence + Array(Self.heard[4000..<6000]))
    }

    @Test func partsThatLeaveAGapHaveSilenceBetweenThem() {
        func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
            CMTimeRange(start: CMTime(value: start, timescale: 10), end: CMTime(value: end, timescale: 10))
        }
        let parts = [range(2, 4), range(7, 9)].map { SoundPart(file: nil, source: .invalid, target: $0) }
        let pieces = PartedFrames.pieces(parts, 100)
        #expect(pieces.map(\.start).first == 0 && pieces.last?.end == 90)
        #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.end == $1.start })
    }

    /// Six channels of AAC are centre, left, right, the surrounds and the low frequencies, with an edit list as without one.
    @Test(.needs("ffmpeg"), arguments: [false, true]) func editedSoundKeepsItsLayout(hasPictures: Bool) throws {
        let pictures = hasPictures ? "-f lavfi -i testsrc2=size=32x32:rate=10:duration=2 -map 1:v -c:v mpeg4" : ""
        let sound = "-f lavfi -i anullsrc=channel_layout=5.1:sample_rate=48000:duration=1"
        let url = try stage.film("surround.mp4", "\(sound) \(pictures) -map 0:a -c:a aac")
        let plain = try #require(AVURLAsset(url: url).contents).tracks[0]
        let file = try #require(plain.wholeFile)
        try #require(file.format.channels == 6)
        #expect(file.layout == ChannelLayout(tag: 124 << 16 | 6))
        // Without pictures the sound's parts change places; with pictures there is silence until the last one.
        let half = CMTime(value: file.frames / 2, timescale: file.timescale)
        let parts = [
            SoundPart(
                file: file, source: CMTimeRange(start: half, duration: half),
                target: CMTimeRange(start: .zero, duration: half)),
            SoundPart(
                file: file, source: CMTimeRange(start: .zero, duration: half),
                target: CMTimeRange(start: half, duration: half)),
        ]
        let edited = TrackContents(
            id: 1, format: file.format, formatDescriptions: [file.formatDescription], size: file.size,
            duration: half + half, parts: parts)
        let source =
            hasPictures
            ? try #require(AVURLAsset(url: url).contents).makePlayableSource() : try CompositionSource([edited])
        #expect(source is CompositionSource && source.layout == file.layout && source.format.channels == 6)
        // Sound of another layout has no channels in common that have the same places.
        let stereo = TrackContents.silence(half)
        #expect(try CompositionSource([edited, stereo]).layout == file.layout)
        #expect(try CompositionSource([stereo]).layout == nil)
    }

    /// A tone that is heard at twice the speed lasts half as long, and keeps its height.
    @Test func soundOfAnotherSpeedIsStretched() throws {
        let tone = (0..<16_000).map { Int16(8000 * sin(Double($0) * 2 * .pi * 500 / 16_000)) }
        let track = FilmBuilder.Track(
            kind: "soun", timescale: 16_000, entries: [FilmBuilder.pcm(rate: 16_000)],
            chunks: [FilmBuilder.chunk(tone)], edits: [.init(duration: 500, start: 0, rate: 2)])
        let asset = AVURLAsset(url: try write(FilmBuilder(tracks: [track])))
        let samples = try read(asset)
        #expect(abs(asset.duration.seconds - 0.5) < 1e-4 && abs(samples.count - 8000) <= 1)
        let middle = samples[2000..<6000]
        let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect((120...130).contains(crossings) && middle.max() ?? 0 > 4000)
    }

    /// Edits of AAC from ffmpeg: the sound begins a second late.
    @Test(.needs("ffmpeg")) func soundThatBeginsLateIsHeardLate() throws {
        let url = try stage.film(
            "late.mp4",
            "-f lavfi -i testsrc2=size=32x32:rate=10:duration=2 -itsoffset 1 -f lavfi -i sine=sample_rate=48000:duration=1 "
                + "-map 0:v -map 1:a -c:v mpeg4 -c:a aac")
        let samples = try read(AVURLAsset(url: url))
        // The encoder's frames before the sound are within the second; its packets may end before or after the next one.
        #expect((95_000...98_000).contains(samples.count))
        #expect(samples[0..<46_900].allSatisfy { $0 == 0 } && samples[48_200..<90_000].contains { abs($0) > 2000 })
    }

    // MARK: Pictures

    private func film(_ edits: [FilmBuilder.Edit]) throws -> URL {
        let url = try stage.film("plain.mov", "-f lavfi -i testsrc2=size=32x32:rate=10:duration=1 -c:v mjpeg")
        let (entry, chunk, timescale) = try FilmBuilder.pictures(of: url)
        // One picture lasts 100 ticks.
        try #require(timescale == chunk.ticks * 10)
        let track = FilmBuilder.Track(
            kind: "vide", timescale: timescale, entries: [entry], chunks: [chunk],
            edits: edits.map { edit in
                var edit = edit
                if edit.start > 0 { edit.start = edit.start * Int32(chunk.ticks) / 100 }
                return edit
            })
        return try write(FilmBuilder(tracks: [track]), "edited-pictures.mov")
    }

    private func pictures(_ url: URL) throws -> [(time: Double, length: Double, pixels: Data)] {
        var made: [(time: Double, length: Double, pixels: Data)] = []
        let reader = try MovieStage.read(url, MovieStage.settings(kCVPixelFormatType_32BGRA)) { buffer in
            made.append(
                (
                    buffer.presentationTimeStamp.seconds, buffer.duration.seconds,
                    MovieStage.bytes(try #require(buffer.imageBuffer))
                ))
        }
        #expect(reader.status == .completed)
        return made
    }

    @Test(.needs("ffmpeg")) func picturesAreHeldAndShownAtOtherSpeeds() throws {
        let plain = try pictures(film([]))
        try #require(plain.count == 10)
        // The sixth for a second, all from the third to the sixth at twice the speed, the first two at half.
        let url = try film([
            .init(duration: 1000, start: 550, rate: 0), .init(duration: 200, start: 200, rate: 2),
            .init(duration: 400, start: 0, rate: 0.5),
        ])
        let edited = try pictures(url)
        #expect(edited.map { ($0.time * 100).rounded() } == [0, 100, 105, 110, 115, 120, 140])
        #expect(edited.map { ($0.length * 100).rounded() } == [100, 5, 5, 5, 5, 20, 20])
        #expect(edited.map(\.pixels) == [5, 2, 3, 4, 5, 0, 1].map { plain[$0].pixels })
        let asset = AVURLAsset(url: url)
        #expect(abs(asset.duration.seconds - 1.6) < 1e-9)
        let generator = AVAssetImageGenerator(asset: asset)
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        for (time, picture) in [(0.0, 5), (0.99, 5), (1.0, 2), (1.12, 4), (1.3, 0), (1.59, 1)] {
            let image = try generator.copyCGImage(at: CMTime(seconds: time, preferredTimescale: 1000), actualTime: nil)
            #expect(image.dataProvider?.data.map { Data(referencing: $0) } == plain[picture].pixels, "at \(time)")
        }
        let track = try #require(asset.tracks.first)
        #expect(track.segments.map(\.timeMapping.source.duration.seconds) == [0, 0.4, 0.2])
        func source(_ time: Double) -> Double {
            track.samplePresentationTime(forTrackTime: CMTime(seconds: time, preferredTimescale: 1000)).seconds
        }
        #expect(abs(source(0.7) - 0.55) < 1e-6 && abs(source(1.1) - 0.4) < 1e-6 && abs(source(1.4) - 0.1) < 1e-6)
    }

    @Test(.needs("ffmpeg")) func storedSamplesHaveTheTimesOfTheirEdits() throws {
        let url = try film([.init(duration: 300, start: 400, rate: 0), .init(duration: 200, start: 200, rate: 2)])
        var times: [[Double]] = []
        _ = try MovieStage.read(url, nil) { buffer in
            times.append([buffer.presentationTimeStamp.seconds, buffer.duration.seconds].map { ($0 * 100).rounded() })
        }
        #expect(times == [[0, 30], [30, 5], [35, 5], [40, 5], [45, 5]])
    }
}
