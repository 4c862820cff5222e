import AVFoundation
import AudioCore
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Images of the pictures of an asset.
@Suite(.needs("ffmpeg", "ffprobe")) struct ImageGeneratorTests {
    private let stage = MovieStage()

    private func exact(_ url: URL) -> AVAssetImageGenerator {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        return generator
    }

    /// The picture that is shown at a time is the one that reading in order gives.
    @Test func withoutToleranceImagesAreOfTheirTimes() async throws {
        let url = try stage.usual()
        var pictures: [(time: CMTime, end: CMTime, pixels: Data)] = []
        let bgra = MovieStage.settings(kCVPixelFormatType_32BGRA)
        _ = try MovieStage.read(url, bgra) { buffer in
            let time = buffer.presentationTimeStamp
            pictures.append((time, time + buffer.duration, MovieStage.bytes(try #require(buffer.imageBuffer))))
        }
        let generator = exact(url)
        for step in 0..<40 {
            // Forward and backward, by all distances.
            let time = CMTime(value: CMTimeValue(step * 617 % 2000), timescale: 1000)
            let expected = try #require(pictures.first { $0.time <= time && time < $0.end })
            let (image, actual) = try await generator.image(at: time)
            #expect(
                actual == expected.time && image.dataProvider?.data.map { Data(referencing: $0) } == expected.pixels)
            #expect(image.width == 96 && image.height == 64 && image.bitsPerPixel == 32 && image.bytesPerRow == 384)
        }
    }

    @Test func withToleranceImagesNeedNoOthers() throws {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: try stage.usual()))
        var actual = CMTime.invalid
        func time(_ seconds: Double) throws -> Double {
            _ = try generator.copyCGImage(at: CMTime(seconds: seconds, preferredTimescale: 600), actualTime: &actual)
            return actual.seconds
        }
        // Every tenth picture needs no others.
        #expect(try time(0.7) == 0.4 && time(1.99) == 1.6 && time(0.39) == 0)
        generator.requestedTimeToleranceBefore = CMTime(seconds: 0.1, preferredTimescale: 600)
        #expect(try time(0.49) == 0.4 && time(0.7) == 0.68)
    }

    @Test func imagesAreTurnedAndMadeSmaller() throws {
        let url = try stage.film(
            "turned.mp4",
            "-f lavfi -i color=red:size=64x32:rate=5:duration=1 -vf setsar=2 -c:v libx264 -pix_fmt yuv420p")
        try stage.turn(url, width: 32)
        let generator = exact(url)
        func size() throws -> [Int] {
            let image = try generator.copyCGImage(at: .zero, actualTime: nil)
            return [image.width, image.height]
        }
        #expect(try size() == [128, 32])
        generator.apertureMode = .encodedPixels
        #expect(try size() == [64, 32])
        generator.apertureMode = nil
        generator.appliesPreferredTrackTransform = true
        #expect(try size() == [32, 128])
        generator.maximumSize = CGSize(width: 0, height: 64)
        #expect(try size() == [16, 64])
        generator.maximumSize = CGSize(width: 1000, height: 1000)
        #expect(try size() == [32, 128])
    }

    @Test func aTurnMovesThePixels() throws {
        // The left half is black, the right half is white; after a quarter turn the upper one is black.
        let url = try stage.film(
            "halves.mp4",
            "-f lavfi -i color=black:size=64x32:rate=5:duration=1 -vf drawbox=x=32:w=32:h=32:c=white:t=fill -c:v libx264 "
                + "-pix_fmt yuv420p -qp 0")
        try stage.turn(url, width: 32)
        let generator = exact(url)
        generator.appliesPreferredTrackTransform = true
        let image = try generator.copyCGImage(at: .zero, actualTime: nil)
        let pixels = try #require(image.dataProvider?.data).map { Data(referencing: $0) }
        func blue(_ x: Int, _ y: Int) -> UInt8 { pixels?[y * image.bytesPerRow + x * 4] ?? 99 }
        #expect(image.width == 32 && image.height == 64)
        #expect(blue(16, 10) < 10 && blue(16, 50) > 245 && blue(3, 10) < 10 && blue(30, 50) > 245)
    }

    @Test func timesOutsideTheFilmHaveNoImages() async throws {
        let generator = exact(try stage.usual())
        for time in [CMTime(value: 3, timescale: 1), CMTime(value: -1, timescale: 1), .invalid, .positiveInfinity] {
            await #expect(throws: AVError.self) { try await generator.image(at: time) }
        }
        let (_, last) = try await generator.image(at: CMTime(value: 2, timescale: 1))
        #expect(last.seconds == 1.96)
        let sound = AVAssetImageGenerator(asset: AssetStage.asset("WAVE/s16-stereo.wav"))
        await #expect(throws: AVError.self) { try await sound.image(at: .zero) }
    }

    @Test func imagesComeInTheOrderOfTheirTimes() async throws {
        let generator = exact(try stage.usual())
        let times = [1.0, 0.2, 9, 0.6].map { CMTime(seconds: $0, preferredTimescale: 600) }
        var found: [Double?] = []
        for await element in generator.images(for: times) { found.append(try? element.actualTime.seconds) }
        #expect(found == [1, 0.2, nil, 0.6])
        let heard: [(Double, AVAssetImageGenerator.Result)] = await withCheckedContinuation { continuation in
            let results = LockedResults(count: times.count) { continuation.resume(returning: $0) }
            generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) {
                time, image, _, result, error in
                results.add((time.seconds, result))
                #expect((image == nil) == (error != nil))
            }
        }
        #expect(heard.map(\.0) == [1, 0.2, 9, 0.6] && heard.map(\.1) == [.succeeded, .succeeded, .failed, .succeeded])
    }

    @Test func handlersAreCalledOnceForEachTime() throws {
        let generator = exact(try stage.usual())
        generator.apertureMode = .productionAperture
        let calls = WaitableValue<[(CMTime, AVAssetImageGenerator.Result, Bool)]>([])
        let handler: AVAssetImageGeneratorCompletionHandler = { requestedTime, image, _, result, error in
            calls.withLock { $0.append((requestedTime, result, image != nil && error == nil)) }
        }
        let times = [0.0, 1, 1.5].map { CMTime(seconds: $0, preferredTimescale: 600) }
        generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }, completionHandler: handler)
        let made = calls.wait(nanoseconds: 20_000_000_000) { $0.count == 3 ? $0 : nil } ?? []
        #expect(made.map(\.0) == times && made.allSatisfy { $0.1 == .succeeded && $0.2 })
        let one = WaitableValue<[Int]>([])
        generator.generateCGImageAsynchronously(for: times[1]) { image, actual, error in
            one.withLock { $0.append(image?.bitsPerComponent ?? 0) }
        }
        #expect(one.wait(nanoseconds: 20_000_000_000) { $0.first } == 8)
    }

    @Test func imagesThatAreGivenUpAreReported() throws {
        let generator = exact(try stage.usual())
        generator.apertureMode = .cleanAperture
        let results = WaitableValue<[AVAssetImageGenerator.Result]>([])
        let gate = DispatchSemaphore(value: 0)
        let times = (0..<20).map { NSValue(time: CMTime(value: $0, timescale: 25)) }
        generator.generateCGImagesAsynchronously(forTimes: times) { _, _, _, result, _ in
            results.withLock { $0.append(result) }
            if result == .succeeded { gate.wait() }
        }
        #expect(results.wait(nanoseconds: 20_000_000_000) { $0.first } == .succeeded)
        generator.cancelAllCGImageGeneration()
        gate.signal()
        let all = results.wait(nanoseconds: 20_000_000_000) { $0.count == 20 ? $0 : nil } ?? []
        #expect(all.dropFirst().allSatisfy { $0 == .cancelled } && all.count == 20)
    }

    @Test func imagesHaveTheirPixels() throws {
        let image: CGImage = try exact(try stage.usual()).copyCGImage(at: .zero, actualTime: nil)
        let provider: CGDataProvider = try #require(image.dataProvider)
        #expect(provider.data?.length == image.bytesPerRow * image.height)
        let mode: AVAssetImageGenerator.ApertureMode = .encodedPixels
        #expect(mode.rawValue == "EncodedPixels" && AVLayerVideoGravity.resize.rawValue == "AVLayerVideoGravityResize")
    }

    @Test func transformsAreCombined() {
        let quarter = CGAffineTransform(rotationAngle: .pi / 2)
        func isNear(_ one: CGPoint, _ x: Double, _ y: Double) -> Bool { hypot(one.x - x, one.y - y) < 1e-12 }
        let point = CGPoint(x: 2, y: 1)
        #expect(isNear(point.applying(quarter), -1, 2) && isNear(point.applying(quarter.inverted()), 1, -2))
        #expect(isNear(point.applying(quarter.translatedBy(x: 1, y: 0)), -1, 3))
        #expect(isNear(point.applying(quarter.scaledBy(x: 2, y: 3)), -3, 4))
        #expect(isNear(point.applying(quarter.rotated(by: .pi / 2)), -2, -1))
        let moved = quarter.concatenating(CGAffineTransform(translationX: 5, y: 0))
        #expect(isNear(point.applying(moved), 4, 2))
        let flat = CGAffineTransform(scaleX: 0, y: 1)
        #expect(flat.inverted() == flat)
    }
}

/// Collects what comes on other threads, until it is all there.
final class LockedResults<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Value] = []
    private let count: Int
    private let done: @Sendable ([Value]) -> Void

    init(count: Int, done: @escaping @Sendable ([Value]) -> Void) { (self.count, self.done) = (count, done) }

    func add(_ value: Value) {
        let all = lock.withLock {
            values.append(value)
            return values
        }
        if all.count == count { done(all) }
    }
}
