import CoreVideo
import Foundation
import Testing

/// The numbers of formats, and where buffers of them have their pixels.
@Suite struct PixelFormatTests {
    /// Four characters, or a number.
    struct Code: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        let value: OSType
        init(stringLiteral text: String) { value = text.utf8.reduce(0) { $0 << 8 | OSType($1) } }
        init(integerLiteral number: OSType) { value = number }
    }

    /// Formats, their numbers, and the bytes that 12 pixels have in a row of each plane.
    private static let formats: [(OSType, Code, [Int])] = [
        (kCVPixelFormatType_128RGBAFloat, "RGfA", [192]),
        (kCVPixelFormatType_16BE555, 16, [24]),
        (kCVPixelFormatType_16BE565, "B565", [24]),
        (kCVPixelFormatType_16Gray, "b16g", [24]),
        (kCVPixelFormatType_16LE555, "L555", [24]),
        (kCVPixelFormatType_16LE5551, "5551", [24]),
        (kCVPixelFormatType_16LE565, "L565", [24]),
        (kCVPixelFormatType_24BGR, "24BG", [36]),
        (kCVPixelFormatType_30RGB, "R10k", [48]),
        (kCVPixelFormatType_32ABGR, "ABGR", [48]),
        (kCVPixelFormatType_32ARGB, 32, [48]),
        (kCVPixelFormatType_32AlphaGray, "b32a", [48]),
        (kCVPixelFormatType_32RGBA, "RGBA", [48]),
        (kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, "xf20", [24, 24]),
        (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, "x420", [24, 24]),
        (kCVPixelFormatType_420YpCbCr8Planar, "y420", [12, 6, 6]),
        (kCVPixelFormatType_420YpCbCr8PlanarFullRange, "f420", [12, 6, 6]),
        (kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, "xf22", [24, 24]),
        (kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, "x422", [24, 24]),
        (kCVPixelFormatType_422YpCbCr16, "v216", [48]),
        (kCVPixelFormatType_422YpCbCr8, "2vuy", [24]),
        (kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, "422f", [12, 12]),
        (kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, "422v", [12, 12]),
        (kCVPixelFormatType_422YpCbCr8FullRange, "yuvf", [24]),
        (kCVPixelFormatType_422YpCbCr8_yuvs, "yuvs", [24]),
        (kCVPixelFormatType_4444AYpCbCr16, "y416", [96]),
        (kCVPixelFormatType_4444AYpCbCr8, "y408", [48]),
        (kCVPixelFormatType_4444YpCbCrA8, "v408", [48]),
        (kCVPixelFormatType_4444YpCbCrA8R, "r408", [48]),
        (kCVPixelFormatType_444YpCbCr10, "v410", [48]),
        (kCVPixelFormatType_444YpCbCr10BiPlanarFullRange, "xf44", [24, 48]),
        (kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, "x444", [24, 48]),
        (kCVPixelFormatType_444YpCbCr8, "v308", [36]),
        (kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, "444f", [12, 24]),
        (kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, "444v", [12, 24]),
        (kCVPixelFormatType_48RGB, "b48r", [72]),
        (kCVPixelFormatType_64ARGB, "b64a", [96]),
        (kCVPixelFormatType_64RGBAHalf, "RGhA", [96]),
        (kCVPixelFormatType_64RGBALE, "l64r", [96]),
        (kCVPixelFormatType_ARGB2101010LEPacked, "l10r", [48]),
        (kCVPixelFormatType_DepthFloat16, "hdep", [24]),
        (kCVPixelFormatType_DepthFloat32, "fdep", [48]),
        (kCVPixelFormatType_DisparityFloat16, "hdis", [24]),
        (kCVPixelFormatType_DisparityFloat32, "fdis", [48]),
        (kCVPixelFormatType_OneComponent10, "L010", [24]),
        (kCVPixelFormatType_OneComponent12, "L012", [24]),
        (kCVPixelFormatType_OneComponent16, "L016", [24]),
        (kCVPixelFormatType_OneComponent16Half, "L00h", [24]),
        (kCVPixelFormatType_OneComponent32Float, "L00f", [48]),
        (kCVPixelFormatType_TwoComponent16, "2C16", [48]),
        (kCVPixelFormatType_TwoComponent16Half, "2C0h", [48]),
        (kCVPixelFormatType_TwoComponent32Float, "2C0f", [96]),
        (kCVPixelFormatType_TwoComponent8, "2C08", [24]),
    ]

    @Test func buffersHaveTheRowsOfTheirFormats() throws {
        let dense: CFDictionary = [kCVPixelBufferBytesPerRowAlignmentKey: NSNumber(value: 1)]
        for (format, code, rows) in Self.formats {
            #expect(format == code.value)
            var made: CVPixelBuffer?
            #expect(CVPixelBufferCreate(nil, 12, 4, format, dense, &made) == kCVReturnSuccess, "\(format)")
            let buffer = try #require(made)
            #expect(
                CVPixelBufferGetPixelFormatType(buffer) == format && CVPixelBufferIsPlanar(buffer) == (rows.count > 1))
            let found =
                rows.count == 1
                ? [CVPixelBufferGetBytesPerRow(buffer)]
                : rows.indices.map { CVPixelBufferGetBytesPerRowOfPlane(buffer, $0) }
            #expect(found == rows, "\(format)")
        }
    }
}
