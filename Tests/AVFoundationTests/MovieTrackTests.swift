import AVFoundation
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

/// Tracks of pictures.
@Suite(.needs("ffmpeg", "ffprobe")) struct MovieTrackTests {
    private let stage = MovieStage()

    @Test func aFilmHasTracksOfPicturesAndOfSound() async throws {
        let asset = AVURLAsset(url: try stage.usual())
        #expect(asset.tracks.map(\.mediaType) == [.video, .audio] && asset.tracks.map(\.trackID) == [1, 2])
        #expect(asset.tracks(withMediaCharacteristic: .visual).count == 1 && asset.isPlayable && asset.isReadable)
        #expect(asset.duration == CMTime(seconds: 2, preferredTimescale: 25))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let (size, rate, transform) = try await track.load(.naturalSize, .nominalFrameRate, .preferredTransform)
        #expect(size == CGSize(width: 96, height: 64) && rate == 25 && transform.isIdentity)
        #expect(track.minFrameDuration == CMTime(value: 1, timescale: 25) && track.requiresFrameReordering)
        #expect(track.timeRange.duration.seconds == 2 && track.totalSampleDataLength > 0)
        #expect(track.estimatedDataRate == Float(track.totalSampleDataLength) * 4 && track.isDecodable)
        #expect(track.segments.count == 1 && track.segments[0].timeMapping.target.duration.seconds == 2)
        let format = try #require(track.formatDescriptions.first) as! CMVideoFormatDescription
        #expect(format.mediaType == .video && format.mediaSubType == .h264)
        #expect(format.dimensions.width == 96 && format.dimensions.height == 64)
        let atoms =
            format.extensions[String(describing: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)]
            as? NSDictionary
        #expect((atoms?.object(forKey: "avcC" as NSString) as? NSData)?.length ?? 0 > 10)
    }

    @Test func aFilmWithoutSoundIsAnAsset() throws {
        let url = try stage.film(
            "silent.mov", "-f lavfi -i testsrc2=size=32x32:rate=10:duration=1 -c:v mpeg4 -an")
        let asset = AVURLAsset(url: url)
        #expect(asset.tracks.map(\.mediaType) == [.video] && asset.isPlayable && asset.isReadable)
        #expect(!asset.isExportable && !asset.isComposable && asset.duration.seconds == 1)
        #expect(throws: AVError.self) {
            try AVMutableComposition().insertTimeRange(
                CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: .zero)
        }
    }

    @Test func turnedFilmsSaySo() throws {
        let url = try stage.film("turned.mp4", "-f lavfi -i testsrc2=size=64x32:rate=5:duration=1 -c:v mpeg4")
        try stage.turn(url, width: 32)
        let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
        let turned = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
        #expect(
            track.naturalSize == CGSize(width: 64, height: 32) && turned == CGRect(x: 0, y: 0, width: 32, height: 64))
        #expect(track.preferredTransform == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 32, ty: 0))
    }

    @Test func pixelsThatAreNoSquaresAreDescribed() throws {
        let url = try stage.film(
            "wide.mp4",
            "-f lavfi -i testsrc2=size=64x32:rate=5:duration=1 -vf setsar=2 -c:v libx264 -pix_fmt yuv420p "
                + "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -movflags +write_colr")
        let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
        let format = try #require(track.formatDescriptions.first) as! CMVideoFormatDescription
        #expect(track.naturalSize == CGSize(width: 128, height: 32) && format.dimensions.width == 64)
        #expect(format.presentationDimensions() == CGSize(width: 128, height: 32))
        let matrix = format.extensions[String(describing: kCMFormatDescriptionExtension_YCbCrMatrix)] as? NSString
        #expect(matrix == kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2)
    }

    @Test func partsThatShowNothingAreSegments() throws {
        let url = try stage.film(
            "late.mp4",
            "-f lavfi -i sine=duration=1 -itsoffset 1 -f lavfi -i testsrc2=size=32x32:rate=10:duration=1 -map 0:a -map 1:v "
                + "-vsync passthrough -c:v mpeg4 -c:a aac")
        let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
        let segments = track.segments
        try #require(segments.count == 2)
        #expect(segments[0].isEmpty && segments[0].timeMapping.target.duration.seconds == 1 && !segments[1].isEmpty)
        #expect(track.timeRange.duration.seconds == 2)
        #expect(!track.samplePresentationTime(forTrackTime: CMTime(value: 1, timescale: 2)).isValid)
        #expect(track.samplePresentationTime(forTrackTime: CMTime(value: 3, timescale: 2)).seconds == 0.5)
    }

    /// Every beginning of a film is an error, or a film with fewer pictures.
    @Test func filmsThatAreCutGiveWhatIsWhole() throws {
        let whole = try stage.film(
            "fragments.mp4",
            "-f lavfi -i testsrc2=size=32x32:rate=10:duration=1 -c:v mpeg4 -g 2 -movflags +frag_keyframe+empty_moov")
        let bytes = try Data(contentsOf: whole)
        var counts: Set<Int> = []
        for length in stride(from: 0, to: bytes.count, by: 61) {
            let url = URL(fileURLWithPath: stage.folder.file("cut.mp4"))
            try bytes.prefix(length).write(to: url)
            guard !AVURLAsset(url: url).tracks(withMediaType: .video).isEmpty else { continue }
            var count = 0
            let reader = try MovieStage.read(url, MovieStage.luma) { _ in count += 1 }
            #expect(reader.status == .completed || reader.error is AVError)
            counts.insert(count)
        }
        #expect(counts.count > 3 && counts.allSatisfy { (0...10).contains($0) })
    }
}
