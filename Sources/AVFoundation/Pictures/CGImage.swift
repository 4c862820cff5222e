public import CoreMedia
import CoreVideo
public import Foundation

/// A picture in memory that does not change, of four bytes a pixel: blue, green, red, and one that is alpha or unused.
///
/// On a Mac it is Core Graphics', with much more around it. Here it has what programs need to store it or to show it.
public final class CGImage: Sendable {
    /// The number of pixels in a row.
    ///
    /// It is that of the picture after it was turned, cut and made smaller.
    public let width: Int
    /// The number of rows.
    ///
    /// It is that of the picture after it was turned, cut and made smaller. The first row is the uppermost.
    public let height: Int
    /// How many bytes a row has.
    ///
    /// There may be more of them than pixels need: what follows the last pixel of a row has no meaning.
    public let bytesPerRow: Int
    private let pixels: Data

    init(width: Int, height: Int, bytesPerRow: Int, pixels: Data) {
        (self.width, self.height, self.bytesPerRow, self.pixels) = (width, height, bytesPerRow, pixels)
    }

    /// The bits of each colour: 8.
    ///
    /// Pictures of more bits are brought to 8.
    public var bitsPerComponent: Int { 8 }
    /// The bits of a pixel: 32.
    ///
    /// They are a byte each of blue, green and red, and one that is not used.
    public var bitsPerPixel: Int { 32 }
    /// Gives the bytes of the pixels.
    ///
    /// There always is one. It shares the memory of the image.
    public var dataProvider: CGDataProvider? { CGDataProvider(pixels) }
}

/// Gives bytes.
public final class CGDataProvider: Sendable {
    private let bytes: Data

    init(_ bytes: Data) { self.bytes = bytes }

    /// The bytes, row after row from the top.
    ///
    /// There are `bytesPerRow` of the image for each row.
    public var data: CFData? { NSData(data: bytes) }
}
