import AudioCore
import CFFmpeg
import CKernels

/// A picture as a decoder has it, until the decoder's next call.
package struct DecodedPicture {
    private let picture: FFPicture

    init(_ picture: FFPicture) { self.picture = picture }

    package var width: Int { Int(picture.width) }
    package var height: Int { Int(picture.height) }
    /// The number of its sample; below 0 where that is not known.
    package var number: Int { Int(picture.number) }
    /// What the decoder knows of the colours.
    package var colours: PictureColours {
        var colours = PictureColours(
            primaries: Int(picture.primaries), transfer: Int(picture.transfer), matrix: Int(picture.matrix))
        if picture.range != FFRangeUnknown { colours.isFullRange = picture.range == FFRangeFull }
        return colours
    }

    /// Whether the numbers have the full range: those of red, green and blue do. What is not known is taken for the range of video.
    ///
    /// - Parameter colours: what is known of the colours.
    package func isFullRange(_ colours: PictureColours) -> Bool {
        picture.kind != FFPictureLumaChroma || colours.isFullRange ?? false
    }
    /// The shape of a pixel; nil where that is not known.
    package var pixelShape: (width: Int, height: Int)? {
        picture.pixelWidth > 0 && picture.pixelHeight > 0
            ? (Int(picture.pixelWidth), Int(picture.pixelHeight)) : nil
    }

    /// Whether the picture can be converted.
    package var canBeConverted: Bool {
        guard (1...1 << 20).contains(width), (1...1 << 20).contains(height) else { return false }
        switch Int(picture.kind) {
        case FFPicturePalette: return picture.planes.0 != nil && picture.planes.1 != nil
        case FFPictureRGB: return picture.components >= 3
        case FFPictureLumaChroma: return [1, 2, 3, 4].contains(picture.components)
        default: return false
        }
    }

    /// Converts to four bytes a pixel: blue, green, red, alpha.
    ///
    /// - Parameters:
    ///   - target: room for `height` rows.
    ///   - stride: bytes from one row to the next, at least four times `width`.
    ///   - colours: what is known of the colours.
    package func convertToBGRA(_ target: UnsafeMutablePointer<UInt8>, stride: Int, _ colours: PictureColours) {
        withKernel(colours) { picture, scratch in CKPictureToBGRA(picture, target, Int64(stride), scratch) }
    }

    /// Converts to a plane of luma, and one of Cb and Cr for two by two pixels.
    ///
    /// - Parameters:
    ///   - luma: room for `height` rows of `width` bytes.
    ///   - chroma: room for half as many rows of as many bytes, each number rounded up to an even one.
    ///   - isFullRange: whether the numbers are to have the full range.
    ///   - colours: what is known of the colours.
    package func convertToBiPlanar(
        _ luma: UnsafeMutablePointer<UInt8>, stride: Int, _ chroma: UnsafeMutablePointer<UInt8>, chromaStride: Int,
        isFullRange: Bool, _ colours: PictureColours
    ) {
        withKernel(colours) { picture, scratch in
            CKPictureToBiPlanar(
                picture, luma, Int64(stride), chroma, Int64(chromaStride), isFullRange ? 1 : 0, scratch)
        }
    }

    private func withKernel(
        _ colours: PictureColours, _ body: (UnsafePointer<CKPicture>, UnsafeMutablePointer<UInt8>) -> Void
    ) {
        guard canBeConverted else { return }
        let shares = colours.shares(height: height)
        var kernel = CKPicture()
        kernel.planes = picture.planes
        kernel.strides = picture.strides
        (kernel.width, kernel.height) = (picture.width, picture.height)
        kernel.kind =
            switch Int(picture.kind) {
            case FFPicturePalette: CKPicturePalette
            case FFPictureRGB: CKPictureRGB
            default: CKPictureLumaChroma
            }
        kernel.components = picture.components
        (kernel.plane, kernel.step, kernel.offset) = (picture.plane, picture.step, picture.offset)
        (kernel.shift, kernel.depth) = (picture.shift, picture.depth)
        kernel.hasAlpha = picture.hasAlpha
        (kernel.chromaX, kernel.chromaY) = (picture.chromaX, picture.chromaY)
        kernel.isFullRange = isFullRange(colours) ? 1 : 0
        (kernel.red, kernel.blue) = (shares.red, shares.blue)
        let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(CKPictureScratch(picture.width)))
        defer { scratch.deallocate() }
        withUnsafePointer(to: kernel) { body($0, scratch) }
    }
}

/// What the numbers of a picture mean, by ITU-T H.273. 2 stands for what is not known.
package struct PictureColours: Hashable, Sendable {
    package var primaries = 2
    package var transfer = 2
    package var matrix = 2
    /// Whether luma and chroma have the full range of numbers, and not that of video; nil where that is not known.
    package var isFullRange: Bool?

    package init() {}

    package init(primaries: Int, transfer: Int, matrix: Int) {
        (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
    }

    /// These, and what others know where these do not.
    package func or(_ others: PictureColours) -> PictureColours {
        var colours = PictureColours(
            primaries: primaries == 2 ? others.primaries : primaries,
            transfer: transfer == 2 ? others.transfer : transfer, matrix: matrix == 2 ? others.matrix : matrix)
        colours.isFullRange = isFullRange ?? others.isFullRange
        return colours
    }

    /// The shares of red and blue in luma. What is not known is taken for BT.709 from 720 rows on, and below for BT.601.
    package func shares(height: Int) -> (red: Double, blue: Double) {
        switch matrix {
        case 1: (0.2126, 0.0722)
        case 4: (0.30, 0.11)
        case 5, 6: (0.299, 0.114)
        case 7: (0.212, 0.087)
        case 9, 10: (0.2627, 0.0593)
        default: height >= 720 ? (0.2126, 0.0722) : (0.299, 0.114)
        }
    }
}
