import Foundation
import TestSupport
import Testing

@testable import AVFoundation
@testable import MediaPlayer

/// The pictures of movies: when they can be shown, where, and as thumbnails.
@Suite(.needs("ffmpeg")) struct MoviePictureTests {
    @Test func aFilmIsShown() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        movie.contentURL = try stage.film()
        movie.play()
        #expect(
            stage.take() == [
                "types 3", "source file", "size 96x64", "duration \(movie.duration)", "prepared true", "load 3",
                "movie", "state playing", "display true",
            ])
        #expect(abs(movie.duration - 2) < 0.01 && movie.naturalSize == CGSize(width: 96, height: 64))
        #expect(movie.movieMediaTypes == [.video, .audio] && movie.readyForDisplay)
        #expect(movie.playerLayer === movie.playerLayer && movie.playerLayer.isReadyForDisplay)
        let buffer = try #require(movie.playerLayer.displayedPixelBuffer())
        #expect(CVPixelBufferGetWidth(buffer) == 96 && CVPixelBufferGetHeight(buffer) == 64)
        let bounds = CGRect(x: 10, y: 0, width: 192, height: 192)
        #expect(movie.pictureRect(in: bounds) == CGRect(x: 10, y: 32, width: 192, height: 128))
        movie.scalingMode = .aspectFill
        #expect(movie.pictureRect(in: bounds) == CGRect(x: -38, y: 0, width: 288, height: 192))
        movie.scalingMode = .fill
        #expect(movie.pictureRect(in: bounds) == bounds)
        movie.scalingMode = .none
        #expect(movie.pictureRect(in: bounds) == CGRect(x: 58, y: 64, width: 96, height: 64))
        movie.contentURL = nil
        #expect(
            stage.take() == [
                "scaling", "scaling", "scaling", "prepared false", "load 0", "state stopped", "display false",
            ])
        #expect(movie.pictureRect(in: bounds) == bounds && movie.naturalSize == .zero)
    }

    /// The pixels of an image, red, green and blue, as another program reads the file.
    private func pixels(_ image: MPMediaItemArtwork.Image, _ stage: MovieStage) throws -> [UInt8] {
        let (file, raw) = (stage.folder.file("image.png"), stage.folder.file("image.raw"))
        try image.data.write(to: URL(fileURLWithPath: file))
        try #require(
            OtherProgram.run("ffmpeg -v error -nostdin -y -i '\(file)' -f rawvideo -pix_fmt rgb24 '\(raw)'") == 0)
        return try #require(OtherProgram.bytes(of: raw))
    }

    /// The same picture, from AVFoundation.
    private func reference(_ url: URL, _ time: Double, exact: Bool) throws -> [UInt8] {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        if exact { generator.requestedTimeToleranceBefore = .zero }
        let image = try generator.copyCGImage(at: CMTime(seconds: time, preferredTimescale: 1000), actualTime: nil)
        let bytes = [UInt8](Data(referencing: try #require(image.dataProvider?.data)))
        return (0..<image.height).flatMap { row -> [UInt8] in
            (0..<image.width).flatMap { column -> [UInt8] in
                let place = row * image.bytesPerRow + 4 * column
                return [bytes[place + 2], bytes[place + 1], bytes[place]]
            }
        }
    }

    @Test func aThumbnailIsThePictureOfItsTime() throws {
        let stage = try MovieStage()
        let (movie, url) = (stage.movie, try stage.film())
        #expect(movie.thumbnailImage(atTime: 0, timeOption: .exact) == nil)
        movie.contentURL = url
        for option in [MPMovieTimeOption.exact, .nearestKeyFrame] {
            let image = try #require(movie.thumbnailImage(atTime: 1.25, timeOption: option))
            #expect(image.size == CGSize(width: 96, height: 64))
            #expect(try pixels(image, stage) == reference(url, 1.25, exact: option == .exact))
        }
        #expect(try reference(url, 1.25, exact: true) != reference(url, 1.25, exact: false))
        for time in [-1, 99, Double.nan, .infinity, -.infinity, 1e300] {
            #expect(movie.thumbnailImage(atTime: time, timeOption: .exact) == nil)
        }
        #expect(!movie.isPreparedToPlay && stage.take() == [])
    }

    @Test func eachRequestedThumbnailIsReportedOnce() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        let images = LockedNotes()
        let token = NotificationCenter.default.addObserver(
            forName: .MPMoviePlayerThumbnailImageRequestDidFinish, object: movie, queue: nil
        ) { note in
            let time = note.userInfo?[MPMoviePlayerThumbnailTimeKey] as? NSNumber
            let image = note.userInfo?[MPMoviePlayerThumbnailImageKey] as? MPMediaItemArtwork.Image
            let error = note.userInfo?[MPMoviePlayerThumbnailErrorKey] as? NSError
            images.add("\(time?.doubleValue ?? -1) \(image != nil) \(error?.code ?? 0)")
        }
        defer { NotificationCenter.default.removeObserver(token) }
        movie.requestThumbnailImages(atTimes: [0.5], timeOption: .exact)
        movie.contentURL = try stage.film()
        movie.requestThumbnailImages(atTimes: nil, timeOption: .exact)
        movie.requestThumbnailImages(
            atTimes: [0.5, NSNumber(value: 99), 1, "no number", 0.25], timeOption: .nearestKeyFrame)
        #expect(eventually { images.all.count == 4 })
        #expect(images.all == ["0.5 true 0", "99.0 false -11832", "1.0 true 0", "0.25 true 0"])
        movie.requestThumbnailImages(atTimes: (0..<400).map { Double($0) / 200 }, timeOption: .exact)
        movie.cancelAllThumbnailImageRequests()
        // What is asked for afterwards comes, and nothing before it.
        let count = images.all.count
        movie.requestThumbnailImages(atTimes: [1.5], timeOption: .exact)
        #expect(eventually { images.all.last == "1.5 true 0" })
        stage.settle()
        #expect(images.all.count < count + 400 && images.all.last == "1.5 true 0")
    }

    @Test func imagesOfPicturesAreFiles() throws {
        let image = CGImage(
            width: 2, height: 2, bytesPerRow: 12,
            pixels: Data([1, 2, 3, 255, 4, 5, 6, 255, 0, 0, 0, 0, 7, 8, 9, 255, 10, 11, 12, 255]))
        let file = try #require(MPMediaItemArtwork.Image(cgImage: image))
        let stage = try MovieStage()
        #expect(file.size == CGSize(width: 2, height: 2))
        #expect(try pixels(file, stage) == [3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10])
        #expect(MPMediaItemArtwork.Image(cgImage: CGImage(width: 0, height: 0, bytesPerRow: 0, pixels: Data())) == nil)
        // More than one block of 65,535 bytes.
        let wide = CGImage(
            width: 300, height: 100, bytesPerRow: 1200, pixels: Data((0..<120_000).map { UInt8($0 % 251) }))
        let large = try pixels(try #require(MPMediaItemArtwork.Image(cgImage: wide)), stage)
        #expect(large.count == 90_000 && large[89_997] == UInt8((119_996 + 2) % 251))
    }
}
