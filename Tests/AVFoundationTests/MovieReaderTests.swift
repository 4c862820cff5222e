import AVFoundation
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

/// Pictures as a reader gives them.
@Suite(.needs("ffmpeg", "ffprobe")) struct MovieReaderTests {
    private let stage = MovieStage()

    /// Films of several codecs and arrangements.
    private static let films: [(name: String, arguments: String)] = [
        ("reordered.mp4", "-c:v libx264 -pix_fmt yuv420p -bf 3 -g 12"),
        ("open.mp4", "-c:v libx264 -pix_fmt yuv420p -bf 3 -g 12 -x264-params open-gop=1"),
        ("fragments.mp4", "-c:v libx264 -pix_fmt yuv420p -bf 2 -movflags +frag_keyframe+empty_moov"),
        ("hevc.mp4", "-c:v libx265 -pix_fmt yuv420p -x265-params log-level=none -tag:v hvc1"),
        ("mpeg4.mov", "-c:v mpeg4 -bf 2"),
        ("vp9.mp4", "-c:v libvpx-vp9 -pix_fmt yuv420p -b:v 200k"),
        ("motion.mov", "-c:v mpeg2video -bf 2"),
    ]

    @Test(arguments: films.indices) func everyPictureIsThatOfFFmpeg(film: Int) throws {
        let (name, arguments) = Self.films[film]
        let url = try stage.film(name, "-f lavfi -i testsrc2=size=98x66:rate=25:duration=2 \(arguments)")
        let reference = try stage.reference(url, pixels: "nv12")
        var (times, pixels) = ([Int64](), Data())
        let reader = try MovieStage.read(url, MovieStage.luma) { buffer in
            let image = try #require(CMSampleBufferGetImageBuffer(buffer))
            times.append(buffer.presentationTimeStamp.value)
            pixels.append(MovieStage.bytes(image))
            #expect(buffer.numSamples == 1 && buffer.dataBuffer == nil && buffer.duration.seconds > 0)
        }
        #expect(reader.status == .completed && times == reference.times && times.count == 50)
        #expect(pixels == reference.pixels)
    }

    @Test func aRangeHasThePicturesThatAreShownInIt() throws {
        let url = try stage.usual()
        func times(_ start: Double, _ duration: Double) throws -> [Double] {
            var times: [Double] = []
            let range = CMTimeRange(
                start: CMTime(seconds: start, preferredTimescale: 600),
                duration: CMTime(seconds: duration, preferredTimescale: 600))
            _ = try MovieStage.read(url, MovieStage.luma, range) { times.append($0.presentationTimeStamp.seconds) }
            return times
        }
        #expect(
            try times(0.5, 0.1) == [0.48, 0.52, 0.56] && times(1, 0.04) == [1] && times(1.9, 9) == [1.88, 1.92, 1.96])
        #expect(try times(3, 1).isEmpty)
    }

    @Test func withoutSettingsSamplesAreAsTheyAreStored() throws {
        let url = try stage.usual()
        var (decoded, shown, sizes, syncs) = ([CMTime](), [CMTime](), 0, 0)
        let reader = try MovieStage.read(url, nil) { buffer in
            decoded.append(buffer.decodeTimeStamp)
            shown.append(buffer.presentationTimeStamp)
            sizes += buffer.dataBuffer?.dataLength ?? 0
            let own = (CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false)?.firstObject)
            let isNotSync = (own as? NSDictionary)?.object(forKey: kCMSampleAttachmentKey_NotSync) != nil
            syncs += isNotSync ? 0 : 1
            #expect(buffer.imageBuffer == nil && buffer.formatDescription?.mediaSubType == .h264)
        }
        let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
        #expect(reader.status == .completed && decoded == decoded.sorted() && shown != shown.sorted())
        #expect(Set(shown).count == 50 && Int64(sizes) == track.totalSampleDataLength && syncs == 5)
    }

    @Test func pixelsOfOtherArrangementsAreConverted() throws {
        let url = try stage.film(
            "colours.mov", "-f lavfi -i smptebars=size=64x64:rate=5:duration=1 -c:v libx264 -pix_fmt yuv444p")
        let reference = try stage.reference(url, pixels: "bgra")
        let bgra = MovieStage.settings(kCVPixelFormatType_32BGRA)
        var pixels = Data()
        _ = try MovieStage.read(url, bgra) { pixels.append(MovieStage.bytes(try #require($0.imageBuffer))) }
        try #require(pixels.count == reference.pixels.count)
        let farthest = zip(pixels, reference.pixels).map { abs(Int($0) - Int($1)) }.max()
        #expect(farthest ?? 255 <= 3)
    }

    @Test func theRangeOfNumbersIsThatOfThePictures() throws {
        let url = try stage.film(
            "full.mp4", "-f lavfi -i testsrc2=size=32x32:rate=5:duration=1 -c:v libx264 -pix_fmt yuvj420p")
        _ = try MovieStage.read(url, [:]) { buffer in
            let image = try #require(buffer.imageBuffer)
            #expect(CVPixelBufferGetPixelFormatType(image) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        }
    }

    @Test func aDamagedSampleIsAnError() throws {
        let url = try stage.usual("damaged.mp4")
        var bytes = try Data(contentsOf: url)
        let start = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
        for place in start + 2000..<start + 6000 { bytes[place] = 0xFF }
        try bytes.write(to: url)
        var count = 0
        let reader = try MovieStage.read(url, MovieStage.luma) { _ in count += 1 }
        #expect(reader.status == .failed && count < 50 && (reader.error as? AVError)?.code == .decodeFailed)
    }

    /// A reader of a long film keeps no more pictures than a decoder needs.
    @Test func memoryOfALongFilmIsBounded() throws {
        let url = try stage.film(
            "long.mp4",
            "-f lavfi -i color=size=640x480:rate=50:duration=40 -c:v libx264 -preset ultrafast -pix_fmt yuv420p")
        var (count, addresses) = (0, Set<UnsafeMutableRawPointer>())
        _ = try MovieStage.read(url, MovieStage.luma) { buffer in
            count += 1
            if let image = buffer.imageBuffer, let base = CVPixelBufferGetBaseAddress(image) { addresses.insert(base) }
        }
        // The pool uses the memory of a buffer that is gone again.
        #expect(count == 2000 && addresses.count <= 4)
    }
}
