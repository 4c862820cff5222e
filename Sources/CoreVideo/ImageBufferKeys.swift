public import CoreAudioTypes
public import Foundation

// The names of the attachments of Apple's CVImageBuffer.h, and their values.

/// The attachment of the primary colours: a string.
///
/// The string is `CVImageBufferColorPrimaries`.
public var kCVImageBufferColorPrimariesKey: CFString { "CVImageBufferColorPrimaries" }
/// The attachment of how light becomes numbers: a string.
///
/// The string is `CVImageBufferTransferFunction`.
public var kCVImageBufferTransferFunctionKey: CFString { "CVImageBufferTransferFunction" }
/// The attachment of how colours become luma and chroma: a string.
///
/// The string is `CVImageBufferYCbCrMatrix`.
public var kCVImageBufferYCbCrMatrixKey: CFString { "CVImageBufferYCbCrMatrix" }
/// The attachment of the shape of a pixel: a dictionary.
///
/// The string is `CVPixelAspectRatio`.
public var kCVImageBufferPixelAspectRatioKey: CFString { "CVPixelAspectRatio" }
/// How wide a pixel is, in relation to its height: a number.
///
/// The string is `HorizontalSpacing`.
public var kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString { "HorizontalSpacing" }
/// How high a pixel is, in relation to its width: a number.
///
/// The string is `VerticalSpacing`.
public var kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString { "VerticalSpacing" }
/// The attachment of the part of a picture that is to be shown: a dictionary.
///
/// The string is `CVCleanAperture`.
public var kCVImageBufferCleanApertureKey: CFString { "CVCleanAperture" }
/// The primary colours of ITU-R BT.709.
///
/// The string is `ITU_R_709_2`.
public var kCVImageBufferColorPrimaries_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// The primary colours of the EBU.
///
/// The string is `EBU_3213`.
public var kCVImageBufferColorPrimaries_EBU_3213: CFString { "EBU_3213" }
/// The primary colours of SMPTE-C.
///
/// The string is `SMPTE_C`.
public var kCVImageBufferColorPrimaries_SMPTE_C: CFString { "SMPTE_C" }
/// The primary colours of DCI P3.
///
/// The string is `DCI_P3`.
public var kCVImageBufferColorPrimaries_DCI_P3: CFString { "DCI_P3" }
/// The primary colours of P3 with the white of daylight.
///
/// The string is `P3_D65`.
public var kCVImageBufferColorPrimaries_P3_D65: CFString { "P3_D65" }
/// The primary colours of ITU-R BT.2020.
///
/// The string is `ITU_R_2020`.
public var kCVImageBufferColorPrimaries_ITU_R_2020: CFString { "ITU_R_2020" }
/// The transfer function of ITU-R BT.709.
///
/// The string is `ITU_R_709_2`.
public var kCVImageBufferTransferFunction_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// The transfer function of SMPTE 240M.
///
/// The string is `SMPTE_240M_1995`.
public var kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString { "SMPTE_240M_1995" }
/// A straight transfer function.
///
/// The string is `Linear`.
public var kCVImageBufferTransferFunction_Linear: CFString { "Linear" }
/// The transfer function of sRGB.
///
/// The string is `IEC_sRGB`.
public var kCVImageBufferTransferFunction_sRGB: CFString { "IEC_sRGB" }
/// The transfer function of ITU-R BT.2020.
///
/// The string is `ITU_R_2020`.
public var kCVImageBufferTransferFunction_ITU_R_2020: CFString { "ITU_R_2020" }
/// The transfer function of SMPTE ST 2084, PQ.
///
/// The string is `SMPTE_ST_2084_PQ`.
public var kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString { "SMPTE_ST_2084_PQ" }
/// The transfer function of SMPTE ST 428-1.
///
/// The string is `SMPTE_ST_428_1`.
public var kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString { "SMPTE_ST_428_1" }
/// The transfer function of hybrid log-gamma.
///
/// The string is `ITU_R_2100_HLG`.
public var kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString { "ITU_R_2100_HLG" }
/// The matrix of ITU-R BT.709.
///
/// The string is `ITU_R_709_2`.
public var kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// The matrix of ITU-R BT.601.
///
/// The string is `ITU_R_601_4`.
public var kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString { "ITU_R_601_4" }
/// The matrix of SMPTE 240M.
///
/// The string is `SMPTE_240M_1995`.
public var kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString { "SMPTE_240M_1995" }
/// The matrix of ITU-R BT.2020.
///
/// The string is `ITU_R_2020`.
public var kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString { "ITU_R_2020" }
