import AudioCore
import CoreMedia
import CoreVideo
import Foundation
import MovieFiles
import VideoCodecs

/// Makes buffers of pixels of decoded pictures. The memory of buffers that nobody has any more is used again. One thread at a time.
final class PixelBufferMaker {
    private let settings: PixelSettings
    private let contents: PictureContents
    private var pool: CVPixelBufferPool?
    private var poolKey: [Int] = []
    private var description: CMVideoFormatDescription?

    init(_ settings: PixelSettings, _ contents: PictureContents) {
        (self.settings, self.contents) = (settings, contents)
    }

    /// - Throws: an `AVError` for a picture that cannot be converted, and where there is no memory.
    func buffer(_ shown: PictureReader.Shown) throws -> CVPixelBuffer {
        let picture = shown.picture
        guard picture.canBeConverted else {
            throw AVError(
                AudioError.unsupportedDataFormat.because("pixels of a format that is not known"), .decodeFailed)
        }
        // What the file says counts before what the decoder knows.
        let colours = contents.colours[shown.format].or(picture.colours)
        let format = settings.format(isFullRange: picture.isFullRange(colours))
        let buffer = try empty(picture.width, picture.height, format)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        if format == kCVPixelFormatType_32BGRA {
            if let base = CVPixelBufferGetBaseAddress(buffer) {
                picture.convertToBGRA(
                    base.assumingMemoryBound(to: UInt8.self), stride: CVPixelBufferGetBytesPerRow(buffer), colours)
            }
        } else if let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
            let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
        {
            picture.convertToBiPlanar(
                luma.assumingMemoryBound(to: UInt8.self), stride: CVPixelBufferGetBytesPerRowOfPlane(buffer, 0),
                chroma.assumingMemoryBound(to: UInt8.self),
                chromaStride: CVPixelBufferGetBytesPerRowOfPlane(buffer, 1),
                isFullRange: format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, colours)
        }
        attach(colours, shown, to: buffer)
        return buffer
    }

    private func empty(_ width: Int, _ height: Int, _ format: OSType) throws -> CVPixelBuffer {
        let key = [width, height, Int(format)]
        if pool == nil || poolKey != key {
            var attributes = settings.attributes
            attributes[String(describing: kCVPixelBufferWidthKey)] = NSNumber(value: width)
            attributes[String(describing: kCVPixelBufferHeightKey)] = NSNumber(value: height)
            attributes[String(describing: kCVPixelBufferPixelFormatTypeKey)] = NSNumber(value: format)
            pool = nil
            try Self.check(CVPixelBufferPoolCreate(nil, nil, NSDictionary(dictionary: attributes), &pool))
            (poolKey, description) = (key, nil)
        }
        var made: CVPixelBuffer?
        if let pool { try Self.check(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made)) }
        guard let made else { throw AVError(.unknown) }
        return made
    }

    private static func check(_ status: CVReturn) throws {
        guard status != kCVReturnSuccess else { return }
        throw AVError(
            status == kCVReturnAllocationFailed ? .outOfMemory : .unsupportedOutputSettings,
            userInfo: [NSUnderlyingErrorKey: NSError(domain: NSOSStatusErrorDomain, code: Int(status))])
    }

    /// What is known of the colours and the shape of the pixels.
    private func attach(_ colours: PictureColours, _ shown: PictureReader.Shown, to buffer: CVPixelBuffer) {
        for (key, value) in PictureColourNames.attachments(colours) {
            CVBufferSetAttachment(buffer, key as NSString, value, .shouldPropagate)
        }
        let key = String(describing: kCVImageBufferPixelAspectRatioKey)
        if let shape = contents.formatDescriptions[shown.format].extensions[key] as? NSDictionary {
            CVBufferSetAttachment(buffer, key as NSString, shape, .shouldPropagate)
        } else if let (width, height) = shown.picture.pixelShape, width != height {
            let shape: NSDictionary = [
                kCVImageBufferPixelAspectRatioHorizontalSpacingKey: NSNumber(value: width),
                kCVImageBufferPixelAspectRatioVerticalSpacingKey: NSNumber(value: height),
            ]
            CVBufferSetAttachment(buffer, key as NSString, shape, .shouldPropagate)
        }
    }

    /// The format of a buffer that this made. Buffers of the same format have the same description.
    func format(of buffer: CVPixelBuffer) throws -> CMVideoFormatDescription {
        if let description, description.matchesImageBuffer(buffer) { return description }
        let made = try CMFormatDescription(imageBuffer: buffer)
        description = made
        return made
    }
}
