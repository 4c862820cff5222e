import AudioCore
import CoreMedia
import CoreVideo
import Foundation
import VideoCodecs

/// Makes an image of a picture: turned, with pixels that are squares, and within a size.
struct ImageDrawing {
    /// What images are made of.
    static let pixels = PixelSettings([
        String(describing: kCVPixelBufferPixelFormatTypeKey): NSNumber(value: kCVPixelFormatType_32BGRA)
    ])!
    /// Pixels of an image.
    private static let most = 1 << 26

    private let naturalSize: CGSize
    private let transform: CGAffineTransform
    private let maximumSize: CGSize
    private let isEncoded: Bool

    init(_ contents: PictureContents, isTurned: Bool, maximumSize: CGSize, isEncoded: Bool) {
        naturalSize = contents.naturalSize
        transform = isTurned ? contents.transform : .identity
        (self.maximumSize, self.isEncoded) = (maximumSize, isEncoded)
    }

    func image(_ buffer: CVPixelBuffer) throws -> CGImage {
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let coded = CGSize(width: width, height: height)
        let shown = isEncoded ? coded : naturalSize
        // From the picture's pixels to those of the image: to its shape, turned, moved to the origin, and made smaller.
        var whole = CGAffineTransform(scaleX: shown.width / coded.width, y: shown.height / coded.height)
            .concatenating(transform)
        let turned = CGRect(origin: .zero, size: coded).applying(whole)
        let factor = self.factor(turned.size)
        whole = whole.concatenating(CGAffineTransform(translationX: -turned.minX, y: -turned.minY))
            .concatenating(CGAffineTransform(scaleX: factor, y: factor))
        let size = CGSize(width: turned.width * factor, height: turned.height * factor)
        let (columns, rows) = try Self.dimensions(of: size)
        return try draw(buffer, columns, rows, whole)
    }

    /// How many pixels an image of a size has across and down: one at least.
    ///
    /// - Throws: `noImageAtTime` for more than memory is given for.
    static func dimensions(of size: CGSize) throws -> (columns: Int, rows: Int) {
        let isKnown = size.width.isFinite && size.height.isFinite
        let (columns, rows) = (max(1, size.width.rounded()), max(1, size.height.rounded()))
        guard isKnown, columns * rows <= CGFloat(most) else { throw AVError(.noImageAtTime) }
        return (Int(columns), Int(rows))
    }

    /// How much smaller an image of a size has to be; 1 for one that is small enough.
    private func factor(_ size: CGSize) -> CGFloat {
        var factor: CGFloat = 1
        if maximumSize.width > 0, size.width > 0 { factor = min(factor, maximumSize.width / size.width) }
        if maximumSize.height > 0, size.height > 0 { factor = min(factor, maximumSize.height / size.height) }
        return factor
    }

    private func draw(
        _ buffer: CVPixelBuffer, _ width: Int, _ height: Int, _ transform: CGAffineTransform
    ) throws -> CGImage {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { throw AVError(.noImageAtTime) }
        let source = PixelDrawing.Pixels(
            base, stride: CVPixelBufferGetBytesPerRow(buffer), width: CVPixelBufferGetWidth(buffer),
            height: CVPixelBufferGetHeight(buffer))
        var pixels = Data(count: width * height * 4)
        let back = transform.inverted()
        let isDrawn = pixels.withUnsafeMutableBytes { bytes in
            guard let memory = bytes.baseAddress else { return false }
            let target = PixelDrawing.Pixels(memory, stride: width * 4, width: width, height: height)
            return PixelDrawing.draw(
                source, to: target, [back.a, back.b, back.c, back.d, back.tx, back.ty].map { Double($0) })
        }
        guard isDrawn else { throw AVError(.noImageAtTime) }
        return CGImage(width: width, height: height, bytesPerRow: width * 4, pixels: pixels)
    }
}
