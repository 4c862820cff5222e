import AVFoundation
import AudioCore
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

/// Codings of QuickTime and MPEG-4 films of all times, picture by picture as ffmpeg decodes them.
@Suite(.needs("ffmpeg", "ffprobe")) struct MovieCodecTests {
    private let stage = MovieStage()

    enum Comparison: Sendable {
        /// Luma and chroma are the same.
        case lumaChroma
        /// Luma is the same; chroma of other arrangements is converted in another way.
        case luma
        /// Red, green and blue are the same but for rounding.
        case colours
    }

    struct Film: Sendable, CustomTestStringConvertible {
        var name: String
        var arguments: String
        var comparison: Comparison
        var size = "64x48"
        /// The four characters that the film must have.
        var coding: String

        var testDescription: String { "\(coding) \(arguments)" }
    }

    private static func film(
        _ coding: String, _ arguments: String, _ comparison: Comparison, _ name: String = "film.mov",
        size: String = "64x48"
    ) -> Film { Film(name: name, arguments: arguments, comparison: comparison, size: size, coding: coding) }

    static let films: [Film] = [
        film("rle ", "-c:v qtrle -pix_fmt rgb24", .colours), film("rle ", "-c:v qtrle -pix_fmt rgb555be", .colours),
        film("rle ", "-c:v qtrle -pix_fmt argb", .colours), film("rle ", "-c:v qtrle -pix_fmt gray", .colours),
        film("rpza", "-c:v rpza -pix_fmt rgb555", .colours), film("smc ", "-c:v smc -pix_fmt pal8", .colours),
        film("SVQ1", "-c:v svq1", .luma), film("cvid", "-c:v cinepak -pix_fmt rgb24", .colours),
        film("jpeg", "-c:v mjpeg -pix_fmt yuvj420p -q:v 3", .luma),
        film("mjp2", "-c:v jpeg2000 -pix_fmt rgb24", .colours),
        film("png ", "-c:v png -pix_fmt rgb24", .colours), film("png ", "-c:v png -pix_fmt rgba", .colours),
        film("mp4v", "-c:v mpeg4", .lumaChroma), film("mp4v", "-c:v mpeg4", .lumaChroma, "film.mp4"),
        film("s263", "-c:v h263", .lumaChroma, "film.3gp", size: "176x144"),
        film("h263", "-c:v h263", .lumaChroma, size: "176x144"),
        film("m2v1", "-c:v mpeg2video", .lumaChroma), film("mp4v", "-c:v mpeg2video", .lumaChroma, "film.mp4"),
        film("m1v ", "-c:v mpeg1video", .lumaChroma),
        film("avc1", "-c:v libx264 -pix_fmt yuv420p -bf 2", .lumaChroma, "film.mp4"),
        film("avc1", "-c:v libx264 -pix_fmt yuv420p10le", .luma, "film.mp4"),
        film("hev1", "-c:v libx265 -pix_fmt yuv420p -x265-params log-level=none", .lumaChroma, "film.mp4"),
        film("vp09", "-c:v libvpx-vp9 -pix_fmt yuv420p -b:v 200k", .lumaChroma, "film.mp4"),
        film("av01", "-c:v libaom-av1 -cpu-used 8 -pix_fmt yuv420p -b:v 200k", .lumaChroma, "film.mp4"),
        film("apcn", "-c:v prores_ks -profile:v standard", .luma),
        film("ap4h", "-c:v prores_ks -profile:v 4444", .luma),
        film("AVdh", "-c:v dnxhd -profile:v dnxhr_lb -pix_fmt yuv422p", .luma, size: "256x128"),
        film("CFHD", "-c:v cfhd -pix_fmt yuv422p10le", .luma, size: "256x128"),
        film("dvcp", "-c:v dvvideo -pix_fmt yuv420p -s 720x576 -r 25", .lumaChroma, size: "720x576"),
        film("v210", "-c:v v210", .luma), film("r210", "-c:v r210", .colours),
        film("2vuy", "-c:v rawvideo -pix_fmt uyvy422", .luma), film("yuvs", "-c:v rawvideo -pix_fmt yuyv422", .luma),
        film("raw ", "-c:v rawvideo -pix_fmt rgb24", .colours), film("FFV1", "-c:v ffv1 -pix_fmt yuv420p", .lumaChroma),
        film("HFYU", "-c:v huffyuv -pix_fmt rgb24", .colours),
    ]

    @Test(arguments: films) func picturesAreThoseOfFFmpeg(film: Film) throws {
        let url = try stage.film(
            film.name, "-f lavfi -i testsrc=size=\(film.size):rate=25 -frames:v 6 \(film.arguments)")
        let isColours = film.comparison == .colours
        let reference = try stage.reference(url, pixels: isColours ? "bgra" : "nv12")
        let asset = AVURLAsset(url: url)
        let track = try #require(asset.tracks(withMediaType: .video).first)
        let format = try #require(track.formatDescriptions.first) as! CMVideoFormatDescription
        #expect(FourCC(format.mediaSubType.rawValue).description == film.coding)
        var (times, pictures) = ([Int64](), [Data]())
        let wanted = isColours ? MovieStage.settings(kCVPixelFormatType_32BGRA) : MovieStage.luma
        let reader = try MovieStage.read(url, wanted) { buffer in
            times.append(buffer.presentationTimeStamp.value)
            pictures.append(MovieStage.bytes(try #require(buffer.imageBuffer)))
        }
        try #require(reader.status == .completed, "\(String(describing: reader.error))")
        #expect(times.count == 6 && times == reference.times)
        let size = reference.pixels.count / 6
        try #require(pictures.allSatisfy { $0.count == size } && size > 0)
        for (number, picture) in pictures.enumerated() {
            let expected = reference.pixels[number * size..<(number + 1) * size]
            let count = film.comparison == .luma ? size * 2 / 3 : size
            let farthest =
                zip(picture.prefix(count), expected.prefix(count)).map { abs(Int($0) - Int($1)) }.max() ?? 255
            let most =
                switch film.comparison {
                case .lumaChroma: 0
                case .luma: 2
                case .colours: 4
                }
            #expect(farthest <= most, "picture \(number)")
        }
    }

    @Test func aCodingThatNothingDecodesIsAnErrorWithItsName() throws {
        let url = try stage.film("film.mov", "-f lavfi -i testsrc=size=32x32:rate=5:duration=1 -c:v mjpeg")
        var bytes = try Data(contentsOf: url)
        let place = try #require(bytes.range(of: Data("stsd".utf8))).upperBound + 12
        bytes.replaceSubrange(place..<place + 4, with: Data("zygo".utf8))
        try bytes.write(to: url)
        let asset = AVURLAsset(url: url)
        #expect(asset.tracks.first?.isDecodable == false && !asset.isPlayable)
        let reader = try MovieStage.read(url, MovieStage.luma) { _ in Issue.record("there is no decoder") }
        let error = try #require(reader.error as? AVError)
        #expect(reader.status == .failed && error.code == .decoderNotFound)
        #expect((error.userInfo[NSLocalizedFailureReasonErrorKey] as? String)?.contains("'zygo'") == true)
    }

    // MARK: The range of numbers

    /// A film of black pictures whose codec says nothing of the range, and whose file does.
    private func black(_ codec: String, isFull: Bool) throws -> URL {
        let url = try stage.film(
            "range.mp4",
            "-f lavfi -i color=black:size=32x32:rate=5:duration=1 \(codec) -color_primaries bt709 -color_trc bt709 "
                + "-colorspace bt709 -movflags +write_colr")
        var bytes = try Data(contentsOf: url)
        let box = try #require(bytes.range(of: Data("colrnclx".utf8))).upperBound
        bytes[box + 6] = isFull ? 0x80 : 0
        try bytes.write(to: url)
        return url
    }

    /// The format of the first picture, the first number of its first plane, and one of chroma or of green.
    private func first(_ url: URL, _ settings: [String: Any]) throws -> [Int] {
        var found: [Int]?
        _ = try MovieStage.read(url, settings) { buffer in
            let image = try #require(buffer.imageBuffer)
            let bytes = MovieStage.bytes(image)
            found = found ?? [Int(CVPixelBufferGetPixelFormatType(image)), Int(bytes[0]), Int(bytes[bytes.count - 2])]
        }
        return try #require(found)
    }

    /// Gray alone has the full range where nothing states it.
    @Test func grayHasTheFullRange() throws {
        let url = try stage.film(
            "gray.mov",
            "-f lavfi -i color=black:size=32x32:rate=5:duration=1 -c:v ffv1 -vf format=gray,lutyuv=y=40 -pix_fmt gray")
        #expect(try first(url, MovieStage.settings(kCVPixelFormatType_32BGRA))[1] == 40)
        #expect(try first(url, MovieStage.settings(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))[1] == 40)
        // 40 of 255 is 50 of 16 to 235.
        #expect(try first(url, MovieStage.luma)[1] == 50)
    }

    @Test func theRangeOfAFileCountsBeforeThatOfItsCodec() throws {
        let (video, full) = (
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        )
        // Black of video is 16: in the full range it is a dark gray.
        for codec in ["-c:v mpeg4 -q:v 2", "-c:v libx264 -pix_fmt yuv420p"] {
            let narrow = try black(codec, isFull: false)
            #expect(try first(narrow, [:]) == [Int(video), 16, 128])
            #expect(try first(narrow, MovieStage.settings(full)) == [Int(full), 0, 128])
            #expect(try first(narrow, MovieStage.settings(kCVPixelFormatType_32BGRA))[1] == 0)
            let wide = try black(codec, isFull: true)
            #expect(try first(wide, [:]) == [Int(full), 16, 128])
            // 16 of 255 is 30 of 16 to 235.
            #expect(try first(wide, MovieStage.settings(video)) == [Int(video), 30, 128])
            #expect(try first(wide, MovieStage.settings(kCVPixelFormatType_32BGRA))[1] == 16)
        }
        // The stream says that it has the full range, and the file that it has that of video.
        let other = try black("-c:v libx264 -pix_fmt yuvj420p -color_range pc", isFull: false)
        #expect(try first(other, [:])[0] == Int(video))
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: try black("-c:v mpeg4 -q:v 2", isFull: true)))
        let image = try generator.copyCGImage(at: .zero, actualTime: nil)
        #expect(image.dataProvider?.data.map { Data(referencing: $0)[0] } == 16)
    }
}
