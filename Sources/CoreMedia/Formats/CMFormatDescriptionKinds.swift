public import CoreAudioTypes
public import Foundation

// Kinds of media and codings.

/// A kind of media, as a four-character code.
public typealias CMMediaType = FourCharCode
/// Pictures that move.
public var kCMMediaType_Video: CMMediaType { 0x7669_6465 }
/// Sound.
public var kCMMediaType_Audio: CMMediaType { 0x736f_756e }
/// Sound and pictures in one stream.
public var kCMMediaType_Muxed: CMMediaType { 0x6d75_7878 }
/// Text.
public var kCMMediaType_Text: CMMediaType { 0x7465_7874 }
/// Captions for people who do not hear.
public var kCMMediaType_ClosedCaption: CMMediaType { 0x636c_6370 }
/// Subtitles.
public var kCMMediaType_Subtitle: CMMediaType { 0x7362_746c }
/// Time codes.
public var kCMMediaType_TimeCode: CMMediaType { 0x746d_6364 }
/// Metadata that have times.
public var kCMMediaType_Metadata: CMMediaType { 0x6d65_7461 }

/// A coding of pictures, as a four-character code.
public typealias CMVideoCodecType = FourCharCode
/// JPEG pictures.
public var kCMVideoCodecType_JPEG: CMVideoCodecType { 0x6a70_6567 }
/// H.263.
public var kCMVideoCodecType_H263: CMVideoCodecType { 0x6832_3633 }
/// H.264, AVC.
public var kCMVideoCodecType_H264: CMVideoCodecType { 0x6176_6331 }
/// H.265, HEVC.
public var kCMVideoCodecType_HEVC: CMVideoCodecType { 0x6876_6331 }
/// MPEG-4 part 2.
public var kCMVideoCodecType_MPEG4Video: CMVideoCodecType { 0x6d70_3476 }
/// MPEG-2.
public var kCMVideoCodecType_MPEG2Video: CMVideoCodecType { 0x6d70_3276 }
/// MPEG-1.
public var kCMVideoCodecType_MPEG1Video: CMVideoCodecType { 0x6d70_3176 }
/// VP9.
public var kCMVideoCodecType_VP9: CMVideoCodecType { 0x7670_3039 }
/// AV1.
public var kCMVideoCodecType_AV1: CMVideoCodecType { 0x6176_3031 }
/// ProRes 422.
public var kCMVideoCodecType_AppleProRes422: CMVideoCodecType { 0x6170_636e }
/// ProRes 4444.
public var kCMVideoCodecType_AppleProRes4444: CMVideoCodecType { 0x6170_3468 }

extension CMFormatDescription {
    /// The kind of media.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        /// The four-character code.
        public let rawValue: CMMediaType

        /// Makes a kind of media of a four-character code.
        ///
        /// - Parameter rawValue: the code.
        public init(rawValue: CMMediaType) { self.rawValue = rawValue }

        /// Pictures that move.
        public static let video = Self(rawValue: kCMMediaType_Video)
        /// Sound.
        public static let audio = Self(rawValue: kCMMediaType_Audio)
        /// Sound and pictures in one stream.
        public static let muxed = Self(rawValue: kCMMediaType_Muxed)
        /// Text.
        public static let text = Self(rawValue: kCMMediaType_Text)
        /// Captions for people who do not hear.
        public static let closedCaption = Self(rawValue: kCMMediaType_ClosedCaption)
        /// Subtitles.
        public static let subtitle = Self(rawValue: kCMMediaType_Subtitle)
        /// Time codes.
        public static let timeCode = Self(rawValue: kCMMediaType_TimeCode)
        /// Metadata that have times.
        public static let metadata = Self(rawValue: kCMMediaType_Metadata)
    }

    /// The coding of media; for sound, an `AudioFormatID`.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        /// The four-character code.
        public let rawValue: FourCharCode

        /// Makes a coding of a four-character code.
        ///
        /// - Parameter rawValue: the code.
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }

        /// Linear PCM.
        public static let linearPCM = Self(rawValue: kAudioFormatLinearPCM)
        /// AC-3.
        public static let ac3 = Self(rawValue: kAudioFormatAC3)
        /// E-AC-3.
        public static let enhancedAC3 = Self(rawValue: kAudioFormatEnhancedAC3)
        /// IMA 4:1.
        public static let appleIMA4 = Self(rawValue: kAudioFormatAppleIMA4)
        /// AAC-LC.
        public static let mpeg4AAC = Self(rawValue: kAudioFormatMPEG4AAC)
        /// HE-AAC.
        public static let mpeg4AAC_HE = Self(rawValue: kAudioFormatMPEG4AAC_HE)
        /// HE-AAC with parametric stereo.
        public static let mpeg4AAC_HE_V2 = Self(rawValue: kAudioFormatMPEG4AAC_HE_V2)
        /// AAC-LD.
        public static let mpeg4AAC_LD = Self(rawValue: kAudioFormatMPEG4AAC_LD)
        /// AAC-ELD.
        public static let mpeg4AAC_ELD = Self(rawValue: kAudioFormatMPEG4AAC_ELD)
        /// µ-law.
        public static let uLaw = Self(rawValue: kAudioFormatULaw)
        /// A-law.
        public static let aLaw = Self(rawValue: kAudioFormatALaw)
        /// MPEG audio, layer 1.
        public static let mpegLayer1 = Self(rawValue: kAudioFormatMPEGLayer1)
        /// MPEG audio, layer 2.
        public static let mpegLayer2 = Self(rawValue: kAudioFormatMPEGLayer2)
        /// MPEG audio, layer 3: MP3.
        public static let mpegLayer3 = Self(rawValue: kAudioFormatMPEGLayer3)
        /// Apple Lossless.
        public static let appleLossless = Self(rawValue: kAudioFormatAppleLossless)
        /// FLAC.
        public static let flac = Self(rawValue: kAudioFormatFLAC)
        /// Opus.
        public static let opus = Self(rawValue: kAudioFormatOpus)
        /// AMR.
        public static let amr = Self(rawValue: kAudioFormatAMR)
        /// Wide-band AMR.
        public static let amr_WB = Self(rawValue: kAudioFormatAMR_WB)
        /// iLBC.
        public static let iLBC = Self(rawValue: kAudioFormatiLBC)
        /// GSM as WAVE files have it.
        public static let microsoftGSM = Self(rawValue: kAudioFormatMicrosoftGSM)
        /// IMA ADPCM as WAVE files have it.
        public static let dviIntelIMA = Self(rawValue: kAudioFormatDVIIntelIMA)
        /// JPEG pictures.
        public static let jpeg = Self(rawValue: kCMVideoCodecType_JPEG)
        /// H.263.
        public static let h263 = Self(rawValue: kCMVideoCodecType_H263)
        /// H.264, AVC.
        public static let h264 = Self(rawValue: kCMVideoCodecType_H264)
        /// H.265, HEVC.
        public static let hevc = Self(rawValue: kCMVideoCodecType_HEVC)
        /// MPEG-4 part 2.
        public static let mpeg4Video = Self(rawValue: kCMVideoCodecType_MPEG4Video)
        /// MPEG-2.
        public static let mpeg2Video = Self(rawValue: kCMVideoCodecType_MPEG2Video)
        /// MPEG-1.
        public static let mpeg1Video = Self(rawValue: kCMVideoCodecType_MPEG1Video)
        /// ProRes 422.
        public static let proRes422 = Self(rawValue: kCMVideoCodecType_AppleProRes422)
        /// ProRes 4444.
        public static let proRes4444 = Self(rawValue: kCMVideoCodecType_AppleProRes4444)
    }

    /// The errors of formats, of the domain `NSOSStatusErrorDomain`.
    public struct Error {
        /// A parameter is wrong.
        public static var invalidParameter: NSError { failure(kCMFormatDescriptionError_InvalidParameter) }
        /// There is no memory.
        public static var allocationFailed: NSError { failure(kCMFormatDescriptionError_AllocationFailed) }
        /// The description does not have the value.
        public static var valueNotAvailable: NSError { failure(kCMFormatDescriptionError_ValueNotAvailable) }
    }
}
