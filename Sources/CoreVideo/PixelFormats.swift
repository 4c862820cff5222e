public import CoreAudioTypes

// The formats of pixels that buffers can be made in.

/// Three bytes: red, green, blue.
///
/// The code is 24.
public var kCVPixelFormatType_24RGB: OSType { 0x0000_0018 }
/// Three bytes: blue, green, red.
///
/// The code is `'24BG'`.
public var kCVPixelFormatType_24BGR: OSType { 0x3234_4247 }
/// Four bytes: alpha, red, green, blue.
///
/// The code is 32.
public var kCVPixelFormatType_32ARGB: OSType { 0x0000_0020 }
/// Four bytes: blue, green, red, alpha.
///
/// The code is `'BGRA'`.
public var kCVPixelFormatType_32BGRA: OSType { 0x4247_5241 }
/// Four bytes: alpha, blue, green, red.
///
/// The code is `'ABGR'`.
public var kCVPixelFormatType_32ABGR: OSType { 0x4142_4752 }
/// Four bytes: red, green, blue, alpha.
///
/// The code is `'RGBA'`.
public var kCVPixelFormatType_32RGBA: OSType { 0x5247_4241 }
/// Four big-endian numbers of 16 bits: alpha, red, green, blue.
///
/// The code is `'b64a'`.
public var kCVPixelFormatType_64ARGB: OSType { 0x6236_3461 }
/// Four little-endian numbers of 16 bits: red, green, blue, alpha.
///
/// The code is `'l64r'`.
public var kCVPixelFormatType_64RGBALE: OSType { 0x6C36_3472 }
/// Three big-endian numbers of 16 bits: red, green, blue.
///
/// The code is `'b48r'`.
public var kCVPixelFormatType_48RGB: OSType { 0x6234_3872 }
/// Two big-endian numbers of 16 bits: alpha, gray.
///
/// The code is `'b32a'`.
public var kCVPixelFormatType_32AlphaGray: OSType { 0x6233_3261 }
/// A big-endian number of 16 bits: gray.
///
/// The code is `'b16g'`.
public var kCVPixelFormatType_16Gray: OSType { 0x6231_3667 }
/// Ten bits each of red, green, blue, and two that are unused, big-endian.
///
/// The code is `'R10k'`.
public var kCVPixelFormatType_30RGB: OSType { 0x5231_306B }
/// Two bits of alpha, and ten each of red, green, blue, little-endian.
///
/// The code is `'l10r'`.
public var kCVPixelFormatType_ARGB2101010LEPacked: OSType { 0x6C31_3072 }
/// Five bits each of red, green, blue, big-endian.
///
/// The code is 16.
public var kCVPixelFormatType_16BE555: OSType { 0x0000_0010 }
/// Five bits each of red, green, blue, little-endian.
///
/// The code is `'L555'`.
public var kCVPixelFormatType_16LE555: OSType { 0x4C35_3535 }
/// Five bits each of red, green, blue, and one of alpha, little-endian.
///
/// The code is `'5551'`.
public var kCVPixelFormatType_16LE5551: OSType { 0x3535_3531 }
/// Five, six and five bits of red, green, blue, big-endian.
///
/// The code is `'B565'`.
public var kCVPixelFormatType_16BE565: OSType { 0x4235_3635 }
/// Five, six and five bits of red, green, blue, little-endian.
///
/// The code is `'L565'`.
public var kCVPixelFormatType_16LE565: OSType { 0x4C35_3635 }
/// Two pixels in four bytes: Cb, Y, Cr, Y.
///
/// The code is `'2vuy'`.
public var kCVPixelFormatType_422YpCbCr8: OSType { 0x3276_7579 }
/// Two pixels in four bytes: Y, Cb, Y, Cr.
///
/// The code is `'yuvs'`.
public var kCVPixelFormatType_422YpCbCr8_yuvs: OSType { 0x7975_7673 }
/// Two pixels in four bytes of the full range: Y, Cb, Y, Cr.
///
/// The code is `'yuvf'`.
public var kCVPixelFormatType_422YpCbCr8FullRange: OSType { 0x7975_7666 }
/// Three bytes: Cr, Y, Cb.
///
/// The code is `'v308'`.
public var kCVPixelFormatType_444YpCbCr8: OSType { 0x7633_3038 }
/// Four bytes: Cb, Y, Cr, alpha.
///
/// The code is `'v408'`.
public var kCVPixelFormatType_4444YpCbCrA8: OSType { 0x7634_3038 }
/// Four bytes: Y, Cb, Cr, alpha.
///
/// The code is `'r408'`.
public var kCVPixelFormatType_4444YpCbCrA8R: OSType { 0x7234_3038 }
/// Four bytes: alpha, Y, Cb, Cr.
///
/// The code is `'y408'`.
public var kCVPixelFormatType_4444AYpCbCr8: OSType { 0x7934_3038 }
/// Four little-endian numbers of 16 bits: alpha, Y, Cb, Cr.
///
/// The code is `'y416'`.
public var kCVPixelFormatType_4444AYpCbCr16: OSType { 0x7934_3136 }
/// Two pixels in four little-endian numbers of 10 to 16 bits.
///
/// The code is `'v216'`.
public var kCVPixelFormatType_422YpCbCr16: OSType { 0x7632_3136 }
/// Six pixels in 16 bytes, of ten bits each. A row is a multiple of 128 bytes.
///
/// The code is `'v210'`.
public var kCVPixelFormatType_422YpCbCr10: OSType { 0x7632_3130 }
/// Three numbers of ten bits: Cb, Y, Cr.
///
/// The code is `'v410'`.
public var kCVPixelFormatType_444YpCbCr10: OSType { 0x7634_3130 }
/// Y, and Cb and Cr of four pixels each, in three planes.
///
/// The code is `'y420'`.
public var kCVPixelFormatType_420YpCbCr8Planar: OSType { 0x7934_3230 }
/// Y, and Cb and Cr of four pixels each, in three planes, of the full range.
///
/// The code is `'f420'`.
public var kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType { 0x6634_3230 }
/// Y, and CbCr of four pixels, in two planes.
///
/// The code is `'420v'`.
public var kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType { 0x3432_3076 }
/// Y, and CbCr of four pixels, in two planes, of the full range.
///
/// The code is `'420f'`.
public var kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType { 0x3432_3066 }
/// Y, and CbCr of two pixels, in two planes.
///
/// The code is `'422v'`.
public var kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType { 0x3432_3276 }
/// Y, and CbCr of two pixels, in two planes, of the full range.
///
/// The code is `'422f'`.
public var kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType { 0x3432_3266 }
/// Y, and CbCr of each pixel, in two planes.
///
/// The code is `'444v'`.
public var kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType { 0x3434_3476 }
/// Y, and CbCr of each pixel, in two planes, of the full range.
///
/// The code is `'444f'`.
public var kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType { 0x3434_3466 }
/// Y, and CbCr of four pixels, in two planes, of ten bits in 16.
///
/// The code is `'x420'`.
public var kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType { 0x7834_3230 }
/// Y, and CbCr of four pixels, in two planes, of ten bits in 16 and the full range.
///
/// The code is `'xf20'`.
public var kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType { 0x7866_3230 }
/// Y, and CbCr of two pixels, in two planes, of ten bits in 16.
///
/// The code is `'x422'`.
public var kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType { 0x7834_3232 }
/// Y, and CbCr of two pixels, in two planes, of ten bits in 16 and the full range.
///
/// The code is `'xf22'`.
public var kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType { 0x7866_3232 }
/// Y, and CbCr of each pixel, in two planes, of ten bits in 16.
///
/// The code is `'x444'`.
public var kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType { 0x7834_3434 }
/// Y, and CbCr of each pixel, in two planes, of ten bits in 16 and the full range.
///
/// The code is `'xf44'`.
public var kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType { 0x7866_3434 }
/// A byte.
///
/// The code is `'L008'`.
public var kCVPixelFormatType_OneComponent8: OSType { 0x4C30_3038 }
/// Two bytes.
///
/// The code is `'2C08'`.
public var kCVPixelFormatType_TwoComponent8: OSType { 0x3243_3038 }
/// Ten bits in 16, little-endian.
///
/// The code is `'L010'`.
public var kCVPixelFormatType_OneComponent10: OSType { 0x4C30_3130 }
/// Twelve bits in 16, little-endian.
///
/// The code is `'L012'`.
public var kCVPixelFormatType_OneComponent12: OSType { 0x4C30_3132 }
/// A little-endian number of 16 bits.
///
/// The code is `'L016'`.
public var kCVPixelFormatType_OneComponent16: OSType { 0x4C30_3136 }
/// Two little-endian numbers of 16 bits.
///
/// The code is `'2C16'`.
public var kCVPixelFormatType_TwoComponent16: OSType { 0x3243_3136 }
/// A number of 16 bits with a point.
///
/// The code is `'L00h'`.
public var kCVPixelFormatType_OneComponent16Half: OSType { 0x4C30_3068 }
/// A number of 32 bits with a point.
///
/// The code is `'L00f'`.
public var kCVPixelFormatType_OneComponent32Float: OSType { 0x4C30_3066 }
/// Two numbers of 16 bits with a point.
///
/// The code is `'2C0h'`.
public var kCVPixelFormatType_TwoComponent16Half: OSType { 0x3243_3068 }
/// Two numbers of 32 bits with a point.
///
/// The code is `'2C0f'`.
public var kCVPixelFormatType_TwoComponent32Float: OSType { 0x3243_3066 }
/// Four numbers of 16 bits with a point: red, green, blue, alpha.
///
/// The code is `'RGhA'`.
public var kCVPixelFormatType_64RGBAHalf: OSType { 0x5247_6841 }
/// Four numbers of 32 bits with a point: red, green, blue, alpha.
///
/// The code is `'RGfA'`.
public var kCVPixelFormatType_128RGBAFloat: OSType { 0x5247_6641 }
/// Disparity, as a number of 16 bits with a point.
///
/// The code is `'hdis'`.
public var kCVPixelFormatType_DisparityFloat16: OSType { 0x6864_6973 }
/// Disparity, as a number of 32 bits with a point.
///
/// The code is `'fdis'`.
public var kCVPixelFormatType_DisparityFloat32: OSType { 0x6664_6973 }
/// Depth, as a number of 16 bits with a point.
///
/// The code is `'hdep'`.
public var kCVPixelFormatType_DepthFloat16: OSType { 0x6864_6570 }
/// Depth, as a number of 32 bits with a point.
///
/// The code is `'fdep'`.
public var kCVPixelFormatType_DepthFloat32: OSType { 0x6664_6570 }

/// How the pixels of a format are in memory.
struct PixelLayout {
    /// Some pixels of a row.
    struct Plane {
        /// Bytes of a group of pixels.
        let bytes: Int
        /// Pixels of a group.
        let pixels: Int
        /// How many pixels of the picture one of the plane stands for.
        let across: Int
        let down: Int
        /// Bytes that a row is a multiple of.
        let alignment: Int

        init(_ bytes: Int, pixels: Int = 1, across: Int = 1, down: Int = 1, alignment: Int = 1) {
            (self.bytes, self.pixels, self.across, self.down) = (bytes, pixels, across, down)
            self.alignment = alignment
        }
    }

    let planes: [Plane]
    /// Whether there is more than one.
    let isPlanar: Bool

    static func packed(_ bytes: Int, pixels: Int = 1, alignment: Int = 1) -> PixelLayout {
        PixelLayout(planes: [Plane(bytes, pixels: pixels, alignment: alignment)], isPlanar: false)
    }

    static func planar(_ planes: [Plane]) -> PixelLayout { PixelLayout(planes: planes, isPlanar: true) }

    /// Nil for a format that buffers cannot be made in.
    init?(_ format: OSType) {
        guard let layout = Self.byFormat[format] else { return nil }
        self = layout
    }

    private init(planes: [Plane], isPlanar: Bool) { (self.planes, self.isPlanar) = (planes, isPlanar) }

    private static let byFormat: [OSType: PixelLayout] = [
        kCVPixelFormatType_24RGB: .packed(3),
        kCVPixelFormatType_24BGR: .packed(3),
        kCVPixelFormatType_32ARGB: .packed(4),
        kCVPixelFormatType_32BGRA: .packed(4),
        kCVPixelFormatType_32ABGR: .packed(4),
        kCVPixelFormatType_32RGBA: .packed(4),
        kCVPixelFormatType_64ARGB: .packed(8),
        kCVPixelFormatType_64RGBALE: .packed(8),
        kCVPixelFormatType_48RGB: .packed(6),
        kCVPixelFormatType_32AlphaGray: .packed(4),
        kCVPixelFormatType_16Gray: .packed(2),
        kCVPixelFormatType_30RGB: .packed(4),
        kCVPixelFormatType_ARGB2101010LEPacked: .packed(4),
        kCVPixelFormatType_16BE555: .packed(2),
        kCVPixelFormatType_16LE555: .packed(2),
        kCVPixelFormatType_16LE5551: .packed(2),
        kCVPixelFormatType_16BE565: .packed(2),
        kCVPixelFormatType_16LE565: .packed(2),
        kCVPixelFormatType_422YpCbCr8: .packed(4, pixels: 2),
        kCVPixelFormatType_422YpCbCr8_yuvs: .packed(4, pixels: 2),
        kCVPixelFormatType_422YpCbCr8FullRange: .packed(4, pixels: 2),
        kCVPixelFormatType_444YpCbCr8: .packed(3),
        kCVPixelFormatType_4444YpCbCrA8: .packed(4),
        kCVPixelFormatType_4444YpCbCrA8R: .packed(4),
        kCVPixelFormatType_4444AYpCbCr8: .packed(4),
        kCVPixelFormatType_4444AYpCbCr16: .packed(8),
        kCVPixelFormatType_422YpCbCr16: .packed(8, pixels: 2),
        kCVPixelFormatType_422YpCbCr10: .packed(16, pixels: 6, alignment: 128),
        kCVPixelFormatType_444YpCbCr10: .packed(4),
        kCVPixelFormatType_420YpCbCr8Planar: .planar([
            .init(1), .init(1, across: 2, down: 2), .init(1, across: 2, down: 2),
        ]),
        kCVPixelFormatType_420YpCbCr8PlanarFullRange: .planar([
            .init(1), .init(1, across: 2, down: 2), .init(1, across: 2, down: 2),
        ]),
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: .planar([.init(1), .init(2, across: 2, down: 2)]),
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: .planar([.init(1), .init(2, across: 2, down: 2)]),
        kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: .planar([.init(1), .init(2, across: 2, down: 1)]),
        kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: .planar([.init(1), .init(2, across: 2, down: 1)]),
        kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: .planar([.init(1), .init(2, across: 1, down: 1)]),
        kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: .planar([.init(1), .init(2, across: 1, down: 1)]),
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: .planar([.init(2), .init(4, across: 2, down: 2)]),
        kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: .planar([.init(2), .init(4, across: 2, down: 2)]),
        kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: .planar([.init(2), .init(4, across: 2, down: 1)]),
        kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: .planar([.init(2), .init(4, across: 2, down: 1)]),
        kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: .planar([.init(2), .init(4, across: 1, down: 1)]),
        kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: .planar([.init(2), .init(4, across: 1, down: 1)]),
        kCVPixelFormatType_OneComponent8: .packed(1),
        kCVPixelFormatType_TwoComponent8: .packed(2),
        kCVPixelFormatType_OneComponent10: .packed(2),
        kCVPixelFormatType_OneComponent12: .packed(2),
        kCVPixelFormatType_OneComponent16: .packed(2),
        kCVPixelFormatType_TwoComponent16: .packed(4),
        kCVPixelFormatType_OneComponent16Half: .packed(2),
        kCVPixelFormatType_OneComponent32Float: .packed(4),
        kCVPixelFormatType_TwoComponent16Half: .packed(4),
        kCVPixelFormatType_TwoComponent32Float: .packed(8),
        kCVPixelFormatType_64RGBAHalf: .packed(8),
        kCVPixelFormatType_128RGBAFloat: .packed(16),
        kCVPixelFormatType_DisparityFloat16: .packed(2),
        kCVPixelFormatType_DisparityFloat32: .packed(4),
        kCVPixelFormatType_DepthFloat16: .packed(2),
        kCVPixelFormatType_DepthFloat32: .packed(4),
    ]
}
