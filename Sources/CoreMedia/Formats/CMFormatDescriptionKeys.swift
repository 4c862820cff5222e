public import CoreAudioTypes
public import Foundation

// The names of what else is said of the format of pictures: of Apple's CMFormatDescription.h.

/// The boxes of the sample description of a file, by their four characters: a dictionary of `Data`.
///
/// The string is `SampleDescriptionExtensionAtoms`.
public var kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString { "SampleDescriptionExtensionAtoms" }
/// The name of the coding: a string.
///
/// The string is `FormatName`.
public var kCMFormatDescriptionExtension_FormatName: CFString { "FormatName" }
/// How many bits a pixel has: a number. 24 for colours, 32 for colours with alpha.
///
/// The string is `Depth`.
public var kCMFormatDescriptionExtension_Depth: CFString { "Depth" }
/// The part of the picture that is to be shown: a dictionary.
///
/// The string is `CVCleanAperture`.
public var kCMFormatDescriptionExtension_CleanAperture: CFString { "CVCleanAperture" }
/// The width in pixels of the part that is to be shown: a number.
///
/// The string is `Width`.
public var kCMFormatDescriptionKey_CleanApertureWidth: CFString { "Width" }
/// The height in pixels of the part that is to be shown: a number.
///
/// The string is `Height`.
public var kCMFormatDescriptionKey_CleanApertureHeight: CFString { "Height" }
/// How far the centre of the part that is to be shown is to the right of the picture's: a number.
///
/// The string is `HorizontalOffset`.
public var kCMFormatDescriptionKey_CleanApertureHorizontalOffset: CFString { "HorizontalOffset" }
/// How far the centre of the part that is to be shown is below the picture's: a number.
///
/// The string is `VerticalOffset`.
public var kCMFormatDescriptionKey_CleanApertureVerticalOffset: CFString { "VerticalOffset" }
/// The shape of a pixel: a dictionary.
///
/// The string is `CVPixelAspectRatio`.
public var kCMFormatDescriptionExtension_PixelAspectRatio: CFString { "CVPixelAspectRatio" }
/// How wide a pixel is, in relation to its height: a number.
///
/// The string is `HorizontalSpacing`.
public var kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: CFString { "HorizontalSpacing" }
/// How high a pixel is, in relation to its width: a number.
///
/// The string is `VerticalSpacing`.
public var kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: CFString { "VerticalSpacing" }
/// The primary colours: a string.
///
/// The string is `CVImageBufferColorPrimaries`.
public var kCMFormatDescriptionExtension_ColorPrimaries: CFString { "CVImageBufferColorPrimaries" }
/// How light becomes numbers: a string.
///
/// The string is `CVImageBufferTransferFunction`.
public var kCMFormatDescriptionExtension_TransferFunction: CFString { "CVImageBufferTransferFunction" }
/// How colours become luma and chroma: a string.
///
/// The string is `CVImageBufferYCbCrMatrix`.
public var kCMFormatDescriptionExtension_YCbCrMatrix: CFString { "CVImageBufferYCbCrMatrix" }
/// Whether luma and chroma have the full range of numbers: a boolean.
///
/// The string is `FullRangeVideo`.
public var kCMFormatDescriptionExtension_FullRangeVideo: CFString { "FullRangeVideo" }
/// How many bytes a row of a picture in memory has: a number.
///
/// The string is `CVBytesPerRow`.
public var kCMFormatDescriptionExtension_BytesPerRow: CFString { "CVBytesPerRow" }

/// The primary colours of ITU-R BT.709.
///
/// The string is `ITU_R_709_2`.
public var kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// The primary colours of the EBU.
///
/// The string is `EBU_3213`.
public var kCMFormatDescriptionColorPrimaries_EBU_3213: CFString { "EBU_3213" }
/// The primary colours of SMPTE-C.
///
/// The string is `SMPTE_C`.
public var kCMFormatDescriptionColorPrimaries_SMPTE_C: CFString { "SMPTE_C" }
/// The primary colours of DCI P3.
///
/// The string is `DCI_P3`.
public var kCMFormatDescriptionColorPrimaries_DCI_P3: CFString { "DCI_P3" }
/// The primary colours of P3 with the white of daylight.
///
/// The string is `P3_D65`.
public var kCMFormatDescriptionColorPrimaries_P3_D65: CFString { "P3_D65" }
/// The primary colours of ITU-R BT.2020.
///
/// The string is `ITU_R_2020`.
public var kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString { "ITU_R_2020" }
/// The transfer function of ITU-R BT.709.
///
/// The string is `ITU_R_709_2`.
public var kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// The transfer function of SMPTE 240M.
///
/// The string is `SMPTE_240M_1995`.
public var kCMFormatDescriptionTransferFunction_SMPTE_240M_1995: CFString { "SMPTE_240M_1995" }
/// A straight transfer function.
///
/// The string is `Linear`.
public var kCMFormatDescriptionTransferFunction_Linear: CFString { "Linear" }
/// The transfer function of sRGB.
///
/// The string is `IEC_sRGB`.
public var kCMFormatDescriptionTransferFunction_sRGB: CFString { "IEC_sRGB" }
/// The transfer function of ITU-R BT.2020.
///
/// The string is `ITU_R_2020`.
public var kCMFormatDescriptionTransferFunction_ITU_R_2020: CFString { "ITU_R_2020" }
/// The transfer function of SMPTE ST 2084, PQ.
///
/// The string is `SMPTE_ST_2084_PQ`.
public var kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString { "SMPTE_ST_2084_PQ" }
/// The transfer function of SMPTE ST 428-1.
///
/// The string is `SMPTE_ST_428_1`.
public var kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1: CFString { "SMPTE_ST_428_1" }
/// The transfer function of hybrid log-gamma.
///
/// The string is `ITU_R_2100_HLG`.
public var kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString { "ITU_R_2100_HLG" }
/// The matrix of ITU-R BT.709.
///
/// The string is `ITU_R_709_2`.
public var kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// The matrix of ITU-R BT.601.
///
/// The string is `ITU_R_601_4`.
public var kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString { "ITU_R_601_4" }
/// The matrix of SMPTE 240M.
///
/// The string is `SMPTE_240M_1995`.
public var kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995: CFString { "SMPTE_240M_1995" }
/// The matrix of ITU-R BT.2020.
///
/// The string is `ITU_R_2020`.
public var kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString { "ITU_R_2020" }
