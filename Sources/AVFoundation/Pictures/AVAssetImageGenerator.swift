import AudioCore
public import CoreMedia
import CoreVideo
public import Foundation

/// Called with an image, once for each time that was asked for: gets that time, the image, the time at which it is shown, whether it
/// could be made, and why it could not.
public typealias AVAssetImageGeneratorCompletionHandler =
    @Sendable (
        _ requestedTime: CMTime, _ image: CGImage?, _ actualTime: CMTime, _ result: AVAssetImageGenerator.Result,
        _ error: (any Error)?
    ) -> Void

/// Makes images of the pictures of an asset.
///
/// Any thread may use a generator. It makes one image after the other, on another thread where a function does not return the image.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    /// Which part of a picture an image has, by its name.
    public struct ApertureMode: RawRepresentable, Hashable, Sendable {
        /// The text.
        public let rawValue: String

        /// Makes one of a text.
        ///
        /// It may be any.
        ///
        /// - Parameter rawValue: the text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The part that is meant to be shown.
        public static let cleanAperture = Self(rawValue: "CleanAperture")
        /// All of the picture, with pixels that are squares.
        public static let productionAperture = Self(rawValue: "ProductionAperture")
        /// All pixels as they are coded.
        public static let encodedPixels = Self(rawValue: "EncodedPixels")
    }

    /// Whether an image could be made.
    public enum Result: Int, Sendable {
        /// There is an image.
        case succeeded = 0
        /// There is none, for a reason.
        case failed = 1
        /// It was given up by `cancelAllCGImageGeneration()`.
        case cancelled = 2
    }

    private struct State {
        var appliesTransform = false
        var maximumSize = CGSize.zero
        var aperture: ApertureMode?
        var before = CMTime.positiveInfinity
        var after = CMTime.positiveInfinity
        /// Grows when images are given up.
        var generation = 0
    }

    private let media: AVAsset
    private let state = LockedValue(State())
    /// Held while an image is made.
    private let making = NSLock()
    private var finder: PictureFinder?
    private static let queue = DispatchQueue(label: "images", qos: .userInitiated, attributes: .concurrent)

    /// Makes a generator.
    ///
    /// Nothing is read so far.
    ///
    /// - Parameter asset: the asset.
    public init(asset: AVAsset) {
        media = asset
        super.init()
    }

    /// Generators make images of an asset.
    @available(*, unavailable)
    public override init() { fatalError("a generator makes images of an asset") }

    /// The asset.
    ///
    /// It is the object that the generator was made with.
    open var asset: AVAsset { media }
    /// Whether images are turned as the track's `preferredTransform` says: false at first.
    ///
    /// Films of phones are stored lying on their side: without it, images of them are, too.
    open var appliesPreferredTrackTransform: Bool {
        get { state.withLock { $0.appliesTransform } }
        set { state.withLock { $0.appliesTransform = newValue } }
    }
    /// The size within which images are, in their own shape; 0, which is at first, for any width or height.
    ///
    /// They are not made larger.
    open var maximumSize: CGSize {
        get { state.withLock { $0.maximumSize } }
        set { state.withLock { $0.maximumSize = newValue } }
    }
    /// Which part of a picture an image has; nil, which is at first, for the size at which pictures are shown.
    ///
    /// With `encodedPixels` pixels are as they are coded; the other modes mean the same as nil.
    open var apertureMode: ApertureMode? {
        get { state.withLock { $0.aperture } }
        set { state.withLock { $0.aperture = newValue } }
    }
    /// How long before the time that is asked for an image may be: any time at first, so that a picture is taken that needs no others.
    ///
    /// With 0 it is the picture that is shown at that time.
    open var requestedTimeToleranceBefore: CMTime {
        get { state.withLock { $0.before } }
        set { state.withLock { $0.before = newValue } }
    }
    /// How long after the time that is asked for an image may be.
    ///
    /// It is kept; images are never of a later time.
    open var requestedTimeToleranceAfter: CMTime {
        get { state.withLock { $0.after } }
        set { state.withLock { $0.after = newValue } }
    }

    // MARK: Images

    /// Makes an image.
    ///
    /// Waits until it is there.
    ///
    /// - Parameters:
    ///   - requestedTime: the time.
    ///   - actualTime: receives the time from which on the picture is shown; nil to ignore it.
    /// - Returns: the image.
    /// - Throws: an `AVError`: `noImageAtTime` for a time outside the asset or before the first picture; why there are no pictures, or
    ///   they cannot be decoded.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let made = try make(requestedTime)
        actualTime?.pointee = made.actualTime
        return made.image
    }

    /// Makes an image.
    ///
    /// - Parameter time: the time.
    /// - Returns: the image, and the time from which on the picture is shown.
    /// - Throws: as `copyCGImage(at:actualTime:)`, and `operationCancelled` where it was given up.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        try await withCheckedThrowingContinuation { continuation in
            generateCGImageAsynchronously(for: time) { image, actual, error in
                if let image {
                    continuation.resume(returning: (image, actual))
                } else {
                    continuation.resume(throwing: error ?? AVError(.unknown))
                }
            }
        }
    }

    /// Makes images, one after the other as they are asked for.
    ///
    /// - Parameter times: the times.
    /// - Returns: an image, or an error, for each.
    open func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

    /// Makes an image.
    ///
    /// - Parameters:
    ///   - requestedTime: the time.
    ///   - handler: called once, on another thread, with the image and the time from which on its picture is shown, or nil and an error.
    open func generateCGImageAsynchronously(
        for requestedTime: CMTime,
        completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) { generate([requestedTime]) { _, image, actual, _, error in handler(image, actual, error) } }

    /// Makes images.
    ///
    /// - Parameters:
    ///   - requestedTimes: the times, as values that `NSValue(time:)` makes.
    ///   - handler: called once for each time, in their order, on another thread.
    open func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
    ) { generate(requestedTimes.map(\.timeValue), handler) }

    /// Gives up the images that have not been made.
    ///
    /// Their handlers are called with `cancelled`.
    open func cancelAllCGImageGeneration() { state.withLock { $0.generation += 1 } }

    private func generate(_ times: [CMTime], _ handler: @escaping AVAssetImageGeneratorCompletionHandler) {
        let generation = state.withLock { $0.generation }
        Self.queue.async { [self] in
            for time in times {
                guard state.withLock({ $0.generation }) == generation else {
                    handler(time, nil, .invalid, .cancelled, AVError(.operationCancelled))
                    continue
                }
                do {
                    let made = try make(time)
                    handler(time, made.image, made.actualTime, .succeeded, nil)
                } catch { handler(time, nil, .invalid, .failed, error) }
            }
        }
    }

    private func make(_ time: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
        let wanted = state.withLock { $0 }
        guard let contents = try media.inspection.contents().shownPictures else {
            throw AVError(
                .operationNotSupportedForAsset,
                userInfo: [NSLocalizedFailureReasonErrorKey: "the asset has no track of pictures"])
        }
        let number = try self.number(time, in: contents, wanted.before)
        return try making.withLock {
            let finder = try self.finder ?? PictureFinder(contents, ImageDrawing.pixels)
            self.finder = finder
            guard let found = try finder.picture(number) else { throw AVError(.noImageAtTime) }
            let drawing = ImageDrawing(
                contents, isTurned: wanted.appliesTransform, maximumSize: wanted.maximumSize,
                isEncoded: wanted.aperture == .encodedPixels)
            return (
                try drawing.image(found.buffer), contents.time(contents.timeline.frame(found.number).start)
            )
        }
    }

    /// The number of the picture for a time.
    private func number(_ time: CMTime, in contents: PictureContents, _ before: CMTime) throws -> Int {
        let timeline = contents.timeline
        guard time.isNumeric, time >= .zero, time <= contents.duration, let tick = contents.tick(time),
            let exact = timeline.number(at: tick)
        else { throw AVError(.noImageAtTime) }
        guard before > .zero else { return exact }
        // The picture with which the decoder begins for that one, if it is no earlier than may be.
        let segment = timeline.segment(of: exact)
        let start = timeline.samples.start(for: timeline.sample(of: exact))
        let early = segment.start + max(0, timeline.samples.showTime(start) - segment.mediaStart)
        guard let number = timeline.number(at: early), timeline.sample(of: number) == start,
            !before.isNumeric || time - contents.time(timeline.frame(number).start) <= before
        else { return exact }
        return number
    }
}

extension AVAssetImageGenerator {
    /// Images for times, or errors.
    public struct Images: AsyncSequence, AsyncIteratorProtocol {
        /// An image for a time, or why there is none.
        public enum Element: Sendable {
            /// There is an image.
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            /// There is none.
            case failure(requestedTime: CMTime, error: any Error)

            /// The time that was asked for.
            ///
            /// Elements come in the order of the times that were given.
            public var requestedTime: CMTime {
                switch self {
                case .success(let time, _, _), .failure(let time, _): time
                }
            }
            /// The image.
            ///
            /// - Throws: why there is none.
            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): image
                    case .failure(_, let error): throw error
                    }
                }
            }
            /// The time from which on the picture is shown.
            ///
            /// - Throws: why there is none.
            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let time): time
                    case .failure(_, let error): throw error
                    }
                }
            }
        }

        /// What makes the elements: the sequence itself.
        ///
        /// A loop over the images makes each one when it asks for it.
        public typealias AsyncIterator = Images

        private let generator: AVAssetImageGenerator
        private var times: ArraySlice<CMTime>

        init(generator: AVAssetImageGenerator, times: [CMTime]) {
            (self.generator, self.times) = (generator, times[...])
        }

        /// Begins with the first time.
        ///
        /// - Returns: the sequence itself.
        public func makeAsyncIterator() -> Images { self }

        /// Makes the next image.
        ///
        /// - Returns: it, or an error; nil after the last time.
        public mutating func next() async -> Element? {
            guard let time = times.popFirst() else { return nil }
            do {
                let made = try await generator.image(at: time)
                return .success(requestedTime: time, image: made.image, actualTime: made.actualTime)
            } catch { return .failure(requestedTime: time, error: error) }
        }
    }
}
