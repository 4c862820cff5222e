import CoreMedia
import CoreVideo
import Foundation
import Testing

/// The names of what is said of pictures.
@Suite struct PictureNameTests {
    /// An attachment of a buffer and an extension of a format have the same name and the same values.
    @Test func namesOfFormatsAreThoseOfBuffers() {
        let pairs: [(CFString, CFString)] = [
            (kCMFormatDescriptionColorPrimaries_DCI_P3, kCVImageBufferColorPrimaries_DCI_P3),
            (kCMFormatDescriptionColorPrimaries_EBU_3213, kCVImageBufferColorPrimaries_EBU_3213),
            (kCMFormatDescriptionColorPrimaries_ITU_R_2020, kCVImageBufferColorPrimaries_ITU_R_2020),
            (kCMFormatDescriptionColorPrimaries_ITU_R_709_2, kCVImageBufferColorPrimaries_ITU_R_709_2),
            (kCMFormatDescriptionColorPrimaries_P3_D65, kCVImageBufferColorPrimaries_P3_D65),
            (kCMFormatDescriptionColorPrimaries_SMPTE_C, kCVImageBufferColorPrimaries_SMPTE_C),
            (kCMFormatDescriptionExtension_CleanAperture, kCVImageBufferCleanApertureKey),
            (kCMFormatDescriptionExtension_ColorPrimaries, kCVImageBufferColorPrimariesKey),
            (kCMFormatDescriptionExtension_PixelAspectRatio, kCVImageBufferPixelAspectRatioKey),
            (kCMFormatDescriptionExtension_TransferFunction, kCVImageBufferTransferFunctionKey),
            (
                kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing,
                kCVImageBufferPixelAspectRatioHorizontalSpacingKey
            ),
            (kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing, kCVImageBufferPixelAspectRatioVerticalSpacingKey),
            (kCMFormatDescriptionTransferFunction_ITU_R_2020, kCVImageBufferTransferFunction_ITU_R_2020),
            (kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG, kCVImageBufferTransferFunction_ITU_R_2100_HLG),
            (kCMFormatDescriptionTransferFunction_ITU_R_709_2, kCVImageBufferTransferFunction_ITU_R_709_2),
            (kCMFormatDescriptionTransferFunction_Linear, kCVImageBufferTransferFunction_Linear),
            (kCMFormatDescriptionTransferFunction_SMPTE_240M_1995, kCVImageBufferTransferFunction_SMPTE_240M_1995),
            (kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ),
            (kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1, kCVImageBufferTransferFunction_SMPTE_ST_428_1),
            (kCMFormatDescriptionTransferFunction_sRGB, kCVImageBufferTransferFunction_sRGB),
            (kCMFormatDescriptionYCbCrMatrix_ITU_R_2020, kCVImageBufferYCbCrMatrix_ITU_R_2020),
            (kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
            (kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995, kCVImageBufferYCbCrMatrix_SMPTE_240M_1995),
            (kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2, kCVImageBufferYCbCrMatrix_ITU_R_709_2),
            (kCMFormatDescriptionExtension_YCbCrMatrix, kCVImageBufferYCbCrMatrixKey),
        ]
        for (ofFormats, ofBuffers) in pairs { #expect(ofFormats == ofBuffers) }
    }

    @Test func namesDiffer() {
        let extensions: [CFString] = [
            kCMFormatDescriptionExtension_BytesPerRow, kCMFormatDescriptionExtension_CleanAperture,
            kCMFormatDescriptionExtension_ColorPrimaries, kCMFormatDescriptionExtension_Depth,
            kCMFormatDescriptionExtension_FormatName, kCMFormatDescriptionExtension_FullRangeVideo,
            kCMFormatDescriptionExtension_PixelAspectRatio, kCMFormatDescriptionExtension_TransferFunction,
            kCMFormatDescriptionExtension_YCbCrMatrix,
        ]
        #expect(Set(extensions.map { String(describing: $0) }).count == extensions.count)
        let attributes: [CFString] = [
            kCVPixelBufferCGBitmapContextCompatibilityKey, kCVPixelBufferCGImageCompatibilityKey,
            kCVPixelBufferIOSurfacePropertiesKey, kCVPixelBufferMemoryAllocatorKey,
            kCVPixelBufferMetalCompatibilityKey, kCVPixelBufferOpenGLCompatibilityKey,
            kCVPixelBufferPlaneAlignmentKey, kCVPixelBufferPoolMinimumBufferCountKey,
        ]
        #expect(Set(attributes.map { String(describing: $0) }).count == attributes.count)
        #expect([kCVReturnAllocationFailed, kCVReturnUnsupported] == [-6662, -6663])
        #expect([kCVReturnPoolAllocationFailed, kCVReturnInvalidPoolAttributes] == [-6690, -6691])
        let (options, lock, flush): (CVOptionFlags, CVPixelBufferLockFlags, CVPixelBufferPoolFlushFlags) = (
            1, .readOnly, .excessBuffers
        )
        #expect(lock.rawValue == options && flush.rawValue == options)
    }
}
