public import AVFoundation
public import Foundation

/// The picture of an item.
open class MPMediaItemArtwork: NSObject, @unchecked Sendable {
    /// A picture as a file has it, PNG or JPEG: what `UIImage` and `NSImage` are here.
    public final class Image: NSObject, Sendable {
        /// The bytes of the file.
        public let data: Data
        /// Width and height in points, which are its pixels.
        public let size: CGSize
        let fileExtension: String

        /// Takes the bytes of a PNG or JPEG file.
        ///
        /// - Parameter data: all of the file.
        /// - Returns: nil where the bytes are neither.
        public init?(data: Data) {
            guard let kind = PictureHeader(data) else { return nil }
            (self.data, self.size, fileExtension) = (data, kind.size, kind.fileExtension)
        }

        /// Makes a PNG file of a picture in memory, as `UIImage(cgImage:)` takes one.
        ///
        /// The file is not made smaller: it has three bytes a pixel.
        ///
        /// - Parameter cgImage: the picture. That it has no alpha is taken for granted.
        /// - Returns: nil for a picture without pixels.
        public convenience init?(cgImage: CGImage) {
            guard let data = PNGFile.data(of: cgImage) else { return nil }
            self.init(data: data)
        }

        /// Reads a PNG or JPEG file.
        ///
        /// - Parameter path: the file's.
        /// - Returns: nil where there is no such file, or where it is neither.
        public convenience init?(contentsOfFile path: String) {
            guard let data = FileManager.default.contents(atPath: path) else { return nil }
            self.init(data: data)
        }
    }

    /// The size of the picture where it is not scaled.
    public let bounds: CGRect
    private let handler: (CGSize) -> Image?

    /// Creates the picture from a block that makes it in a size.
    ///
    /// - Parameters:
    ///   - boundsSize: the size of the picture where it is not scaled.
    ///   - requestHandler: makes the picture for a size. It is called on a queue of the library, and may be called on any thread.
    public init(boundsSize: CGSize, requestHandler: @escaping @Sendable (CGSize) -> Image) {
        bounds = CGRect(origin: .zero, size: boundsSize)
        handler = requestHandler
    }

    /// Creates the picture from one of a fixed size.
    ///
    /// - Parameter image: what ``image(at:)`` returns for each size.
    public convenience init(image: Image) { self.init(boundsSize: image.size) { _ in image } }

    /// Makes the picture in a size.
    ///
    /// - Parameter size: width and height in points. The picture may have another size.
    /// - Returns: the picture.
    open func image(at size: CGSize) -> Image? { handler(size) }

    /// All of the picture.
    open var imageCropRect: CGRect { bounds }
}

/// What the first bytes of a picture's file say of it.
struct PictureHeader {
    let size: CGSize
    let fileExtension: String

    init?(_ data: Data) {
        let bytes = [UInt8](data.prefix(1 << 20))
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
            size = CGSize(width: Self.number(bytes[16..<20]), height: Self.number(bytes[20..<24]))
            fileExtension = "png"
        } else if let size = Self.sizeOfJPEG(bytes) {
            self.size = size
            fileExtension = "jpg"
        } else {
            return nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// The size that the first frame's header has.
    private static func sizeOfJPEG(_ bytes: [UInt8]) -> CGSize? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var at = 2
        while at + 9 <= bytes.count {
            guard bytes[at] == 0xFF else { return nil }
            let marker = bytes[at + 1]
            // A marker may have any number of these before it.
            if marker == 0xFF {
                at += 1
                continue
            }
            // 0xC4, 0xC8 and 0xCC are tables and an extension.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return CGSize(width: number(bytes[at + 7..<at + 9]), height: number(bytes[at + 5..<at + 7]))
            }
            at += 2 + number(bytes[at + 2..<at + 4])
        }
        return nil
    }
}
