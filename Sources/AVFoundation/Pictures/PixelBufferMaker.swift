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
    private var pool = PixelPool()
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
        let buffer = try pool.buffer(picture.width, picture.height, format, settings.attributes)
        if pool.isNew { description = nil }
        picture.convert(to: buffer, format, colours)
        attach(colours, shown, to: buffer)
        return buffer
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
