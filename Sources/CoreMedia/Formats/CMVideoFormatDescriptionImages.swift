public import CoreAudioTypes
public import CoreVideo
public import Foundation

// Formats of pictures in memory, and the size at which pictures are shown.

/// Makes the description of a picture in memory.
///
/// - Parameters:
///   - allocator: ignored.
///   - imageBuffer: the picture.
///   - formatDescriptionOut: receives the description: the size and the format of the pixels, and the picture's attachments that are
///     about its colours and its shape.
/// - Returns: 0.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(of: imageBuffer)
    return 0
}

/// Whether a description is that of a picture in memory.
///
/// - Parameters:
///   - desc: the description.
///   - imageBuffer: the picture.
/// - Returns: true if size, format of pixels, colours and shape are the same.
public func CMVideoFormatDescriptionMatchesImageBuffer(
    _ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool { desc.matchesImageBuffer(imageBuffer) }

/// The names of extensions that are attachments of pictures in memory, too.
///
/// - Returns: the names.
public func CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers() -> CFArray {
    CMFormatDescription.namesOfImages as NSArray
}

/// The size at which pictures are to be shown.
///
/// - Parameters:
///   - videoDesc: their format.
///   - usePixelAspectRatio: whether the shape of a pixel counts.
///   - useCleanAperture: whether only the part counts that is to be shown.
/// - Returns: the size in pixels of a square shape.
public func CMVideoFormatDescriptionGetPresentationDimensions(
    _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
    videoDesc.presentationDimensions(usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
}

/// The part of pictures that is to be shown.
///
/// - Parameters:
///   - videoDesc: their format.
///   - originIsAtTopLeft: whether y grows downward.
/// - Returns: the part in pixels: all of the picture where the format does not say otherwise.
public func CMVideoFormatDescriptionGetCleanAperture(
    _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect { videoDesc.cleanAperture(originIsAtTopLeft: originIsAtTopLeft) }

extension CMFormatDescription {
    static let namesOfImages = [
        kCMFormatDescriptionExtension_CleanAperture, kCMFormatDescriptionExtension_PixelAspectRatio,
        kCMFormatDescriptionExtension_ColorPrimaries, kCMFormatDescriptionExtension_TransferFunction,
        kCMFormatDescriptionExtension_YCbCrMatrix,
    ].map { String(describing: $0) }

    /// Makes the description of a picture in memory: its size, the format of its pixels, its colours and its shape.
    ///
    /// - Parameter imageBuffer: the picture.
    /// - Throws: nothing.
    public convenience init(imageBuffer: CVImageBuffer) throws { self.init(of: imageBuffer) }

    convenience init(of image: CVImageBuffer) {
        let size = CMVideoDimensions(
            width: Int32(clamping: CVPixelBufferGetWidth(image)), height: Int32(clamping: CVPixelBufferGetHeight(image))
        )
        self.init(
            .video, MediaSubType(rawValue: CVPixelBufferGetPixelFormatType(image)), size,
            extensions: Self.extensions(of: image))
    }

    private static func extensions(of image: CVImageBuffer) -> [String: Any] {
        var extensions: [String: Any] = [
            String(describing: kCMFormatDescriptionExtension_BytesPerRow): NSNumber(
                value: CVPixelBufferGetBytesPerRow(image))
        ]
        for name in namesOfImages { extensions[name] = CVBufferCopyAttachment(image, name as NSString, nil) }
        return extensions
    }

    /// Whether this is the description of a picture in memory.
    ///
    /// - Parameter imageBuffer: the picture.
    /// - Returns: true if size, format of pixels, colours and shape are the same.
    public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
        guard mediaType == .video, mediaSubType.rawValue == CVPixelBufferGetPixelFormatType(imageBuffer),
            Int(dimensions.width) == CVPixelBufferGetWidth(imageBuffer),
            Int(dimensions.height) == CVPixelBufferGetHeight(imageBuffer)
        else { return false }
        let other = Self.extensions(of: imageBuffer)
        return Self.namesOfImages.allSatisfy { name in
            let (own, wanted) = (extensions[name] as AnyObject?, other[name] as AnyObject?)
            return own == nil && wanted == nil || (own as? NSObject)?.isEqual(wanted) ?? false
        }
    }

    /// The size at which pictures are to be shown.
    ///
    /// - Parameters:
    ///   - usePixelAspectRatio: whether the shape of a pixel counts.
    ///   - useCleanAperture: whether only the part counts that is to be shown.
    /// - Returns: the size in pixels of a square shape.
    public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
        var size =
            useCleanAperture
            ? cleanAperture(originIsAtTopLeft: true).size
            : CGSize(width: CGFloat(dimensions.width), height: CGFloat(dimensions.height))
        guard usePixelAspectRatio,
            let across = number(
                kCMFormatDescriptionExtension_PixelAspectRatio,
                kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing),
            let down = number(
                kCMFormatDescriptionExtension_PixelAspectRatio, kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing),
            across > 0, down > 0
        else { return size }
        size.width = (size.width * across / down).rounded()
        return size
    }

    /// The part of pictures that is to be shown.
    ///
    /// - Parameter originIsAtTopLeft: whether y grows downward.
    /// - Returns: the part in pixels: all of the picture where the format does not say otherwise.
    public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
        let whole = CGSize(width: CGFloat(dimensions.width), height: CGFloat(dimensions.height))
        let aperture = kCMFormatDescriptionExtension_CleanAperture
        guard let width = number(aperture, kCMFormatDescriptionKey_CleanApertureWidth),
            let height = number(aperture, kCMFormatDescriptionKey_CleanApertureHeight),
            width > 0, height > 0, width <= whole.width, height <= whole.height
        else { return CGRect(origin: .zero, size: whole) }
        let right = number(aperture, kCMFormatDescriptionKey_CleanApertureHorizontalOffset) ?? 0
        let below = number(aperture, kCMFormatDescriptionKey_CleanApertureVerticalOffset) ?? 0
        return CGRect(
            x: (whole.width - width) / 2 + right,
            y: (whole.height - height) / 2 + (originIsAtTopLeft ? below : -below), width: width, height: height)
    }

    /// A finite number of a dictionary among the extensions.
    private func number(_ name: CFString, _ key: CFString) -> Double? {
        let table = extensions[String(describing: name)] as? NSDictionary
        let value = (table?.object(named: String(describing: key)) as? NSNumber)?.doubleValue
        return value.flatMap { $0.isFinite ? $0 : nil }
    }
}
