import AudioCore
import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// Movies with numbers that no camera writes.
@Suite struct HostileMovieTests {
    @Test func tracksHaveIdentifiersOfTheirOwn() {
        let last = TrackIdentifiers(sounds: [0x7FFF_FFFF], pictures: [0, 0x8000_0000, 0x7FFF_FFFF, 5, 5])
        #expect(last.sounds == [.max] && last.pictures == [1, 2, 3, 5, 4] && last.keepsSounds)
        let unnumbered = TrackIdentifiers(sounds: [0, 7], pictures: [1, 9])
        #expect(unnumbered.sounds == [1, 2] && unnumbered.pictures == [3, 9] && !unnumbered.keepsSounds)
        let same = TrackIdentifiers(sounds: [4, 4], pictures: [2])
        #expect(same.sounds == [1, 2] && same.pictures == [3])
    }

    /// 10,000 tracks of sound cost no more than those that are read.
    @Test func anyNumberOfTracksIsReadSoon() throws {
        let ramp = FilmBuilder.chunk([1, 2, 3])
        let track = FilmBuilder.Track(
            kind: "soun", timescale: 8000, entries: [FilmBuilder.pcm(rate: 8000)], chunks: [ramp])
        let bytes = FilmBuilder(tracks: [FilmBuilder.Track](repeating: track, count: 10_000)).bytes()
        let source = CountedBytes(bytes)
        let contents = try AssetContents(.bytes(FourCC(0), { _ in source }))
        // Each track that is read is looked for among all.
        #expect(contents.tracks.map(\.id) == Array(1...6) && contents.kinds.count == 6)
        #expect(contents.order.count == 10_000 && source.reads.withLock { $0 } < 1_500_000)
    }

    /// Bytes in memory, and how often they were read.
    private final class CountedBytes: ByteSource, Sendable {
        private let bytes: [UInt8]
        let reads = LockedValue(0)

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func size() -> Int64 { Int64(bytes.count) }

        func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) -> Int {
            reads.withLock { $0 += 1 }
            let start = min(max(0, Int(position)), bytes.count)
            let count = min(buffer.count, bytes.count - start)
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
            }
            return count
        }
    }

    private static func track(_ id: CMPersistentTrackID) -> TrackContents {
        TrackContents(
            id: id, format: .float32(sampleRate: 8000, channels: 1, interleaved: true), formatDescriptions: [], size: 0,
            duration: .zero, parts: [])
    }

    @Test func tracksAreInTheOrderOfTheirFile() throws {
        let none = AssetContents(
            tracks: [3, 9, 1].map(Self.track), metadata: [], metadataFormat: .unknown, chapters: [],
            order: [1, 2, 3, 1])
        #expect(none.kinds.map(\.id) == [9, 1, 3])
    }

    @Test func silenceLastsNoLongerThanFramesCanBeCounted() throws {
        let source = try CompositionSource([.silence(CMTime(value: 200_000_000_000_000, timescale: 1))])
        #expect(source.length == 44_100 << 31)
        try source.setSampleRate(48_000)
        try source.seek(to: source.length - 147)
        var samples = [Float](repeating: 1, count: 400)
        #expect(try source.read(&samples, frames: 200) == 160)
        #expect(samples.prefix(320).allSatisfy { $0 == 0 } && samples.dropFirst(320).allSatisfy { $0 == 1 })
    }

    @Test func framesOfOtherRatesAreClamped() {
        #expect(FrameRange.frame(44_100, of: 44_100, at: 48_000) == 48_000)
        #expect(FrameRange.frame(.max, of: 1, at: 1e9) == 1_000_000_000_000_000_000)
        #expect(FrameRange.frame(0, of: 0, at: 1) == 0)
    }

    @Test func imagesHaveNoMorePixelsThanMemoryIsGivenFor() throws {
        let small = try ImageDrawing.dimensions(of: CGSize(width: 0.2, height: 2.6))
        #expect(small.columns == 1 && small.rows == 3)
        for size in [
            CGSize(width: 2_000_000_000, height: 0.01), CGSize(width: CGFloat.nan, height: 1),
            CGSize(width: 8193, height: 8192),
        ] {
            #expect(throws: AVError.self) { try ImageDrawing.dimensions(of: size) }
        }
    }

    @Test(.needs("ffmpeg")) func picturesThatAreDisabledAreNotShownBesideSound() throws {
        let stage = MovieStage()
        func isShown(_ url: URL) throws -> Bool {
            var bytes = try Data(contentsOf: url)
            let flags = try #require(bytes.range(of: Data("tkhd".utf8))).upperBound + 3
            bytes[flags] &= 0xFE
            try bytes.write(to: url)
            return AVURLAsset(url: url).contents?.shownPictures != nil
        }
        let film = try stage.usual()
        #expect(AVURLAsset(url: film).contents?.shownPictures != nil)
        #expect(try !isShown(film))
        // Without sound there is nothing else to play.
        let silent = try stage.film(
            "silent.mov", "-f lavfi -i testsrc2=size=32x32:rate=10:duration=1 -c:v mpeg4 -an")
        #expect(try isShown(silent))
    }
}
