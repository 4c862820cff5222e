#ifndef CoreMedia_CMFormatDescription_h
#define CoreMedia_CMFormatDescription_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFString.h>
#include <CoreMedia/CMBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread.

/// What a stream of media consists of: an object of Core Foundation.
typedef const struct opaqueCMFormatDescription *CMFormatDescriptionRef;
/// The format of sound.
typedef CMFormatDescriptionRef CMAudioFormatDescriptionRef;
/// The format of pictures.
typedef CMFormatDescriptionRef CMVideoFormatDescriptionRef;
/// A kind of media.
typedef FourCharCode CMMediaType;
/// A coding of pictures.
typedef FourCharCode CMVideoCodecType;
/// A coding of sound.
typedef FourCharCode CMAudioCodecType;
/// Parts of a format of sound that may differ.
typedef uint32_t CMAudioFormatDescriptionMask;

/// Statuses.
CF_ENUM(OSStatus) {
    /// A parameter is wrong.
    kCMFormatDescriptionError_InvalidParameter = -12710,
    /// There is no memory.
    kCMFormatDescriptionError_AllocationFailed = -12711,
    /// The description does not have the value.
    kCMFormatDescriptionError_ValueNotAvailable = -12718
};

/// Kinds of media.
CF_ENUM(CMMediaType) {
    /// Pictures that move.
    kCMMediaType_Video = 0x76696465,  // ''vide''
    /// Sound.
    kCMMediaType_Audio = 0x736F756E,  // ''soun''
    /// Sound and pictures in one stream.
    kCMMediaType_Muxed = 0x6D757878,  // ''muxx''
    /// Text.
    kCMMediaType_Text = 0x74657874,  // ''text''
    /// Captions for people who do not hear.
    kCMMediaType_ClosedCaption = 0x636C6370,  // ''clcp''
    /// Subtitles.
    kCMMediaType_Subtitle = 0x7362746C,  // ''sbtl''
    /// Time codes.
    kCMMediaType_TimeCode = 0x746D6364,  // ''tmcd''
    /// Metadata that have times.
    kCMMediaType_Metadata = 0x6D657461  // ''meta''
};

/// Parts of a format of sound.
CF_ENUM(CMAudioFormatDescriptionMask) {
    /// The stream description.
    kCMAudioFormatDescriptionMask_StreamBasicDescription = 1,
    /// The magic cookie.
    kCMAudioFormatDescriptionMask_MagicCookie = 2,
    /// The channel layout.
    kCMAudioFormatDescriptionMask_ChannelLayout = 4,
    /// The extensions.
    kCMAudioFormatDescriptionMask_Extensions = 8,
    /// All parts.
    kCMAudioFormatDescriptionMask_All = 15
};

/// Codings of pictures.
CF_ENUM(CMVideoCodecType) {
    /// JPEG pictures.
    kCMVideoCodecType_JPEG = 0x6A706567,  // ''jpeg''
    /// H.263.
    kCMVideoCodecType_H263 = 0x68323633,  // ''h263''
    /// H.264, AVC.
    kCMVideoCodecType_H264 = 0x61766331,  // ''avc1''
    /// H.265, HEVC.
    kCMVideoCodecType_HEVC = 0x68766331,  // ''hvc1''
    /// MPEG-4 part 2.
    kCMVideoCodecType_MPEG4Video = 0x6D703476,  // ''mp4v''
    /// MPEG-2.
    kCMVideoCodecType_MPEG2Video = 0x6D703276,  // ''mp2v''
    /// MPEG-1.
    kCMVideoCodecType_MPEG1Video = 0x6D703176,  // ''mp1v''
    /// VP9.
    kCMVideoCodecType_VP9 = 0x76703039,  // ''vp09''
    /// ProRes 4444.
    kCMVideoCodecType_AppleProRes4444 = 0x61703468,  // ''ap4h''
    /// ProRes 422.
    kCMVideoCodecType_AppleProRes422 = 0x6170636E,  // ''apcn''
    /// AV1.
    kCMVideoCodecType_AV1 = 0x61763031  // ''av01''
};

// MARK: Functions

/// Returns the type of these objects for Core Foundation.
///
/// - Returns: the type.
CF_EXPORT CFTypeID CMFormatDescriptionGetTypeID(void);

/// Makes a description of any kind of media.
///
/// - Parameters:
///   - allocator: ignored.
///   - mediaType: the kind.
///   - mediaSubType: the coding.
///   - extensions: what else is said of the format; NULL for nothing.
///   - formatDescriptionOut: receives the description.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMFormatDescriptionCreate(
    CFAllocatorRef _Nullable allocator, CMMediaType mediaType, FourCharCode mediaSubType,
    CFDictionaryRef _Nullable extensions, CMFormatDescriptionRef _Nullable *_Nonnull formatDescriptionOut
);

/// Whether two formats are equal.
///
/// - Parameters:
///   - formatDescription: a format.
///   - otherFormatDescription: another.
/// - Returns: true if their stream descriptions, layouts, magic cookies and extensions are equal, or both are NULL.
CF_EXPORT Boolean CMFormatDescriptionEqual(
    CMFormatDescriptionRef _Nullable formatDescription, CMFormatDescriptionRef _Nullable otherFormatDescription
);

/// The kind of media of a format.
///
/// - Parameter desc: the format.
/// - Returns: the four-character code, such as `kCMMediaType_Audio`.
CF_EXPORT CMMediaType CMFormatDescriptionGetMediaType(CMFormatDescriptionRef desc);

/// The coding of a format.
///
/// - Parameter desc: the format.
/// - Returns: the four-character code; for sound, an `AudioFormatID`.
CF_EXPORT FourCharCode CMFormatDescriptionGetMediaSubType(CMFormatDescriptionRef desc);

/// Makes a description of sound.
///
/// - Parameters:
///   - allocator: NULL.
///   - asbd: the stream description, which is copied. Its format must not be 0.
///   - layoutSize: the size of the layout in bytes; 0 for none.
///   - layout: the channel layout, which is copied.
///   - magicCookieSize: the size of the magic cookie in bytes; 0 for none.
///   - magicCookie: the magic cookie, which is copied.
///   - extensions: what else is said of the format; NULL for nothing.
///   - formatDescriptionOut: receives the description.
/// - Returns: 0, or `kCMFormatDescriptionError_InvalidParameter`: a format of 0, for a size without bytes or below 0, and for a
///   layout that has more channel descriptions than bytes for them.
CF_EXPORT OSStatus CMAudioFormatDescriptionCreate(
    CFAllocatorRef _Nullable allocator, const AudioStreamBasicDescription *asbd, size_t layoutSize,
    const AudioChannelLayout *_Nullable layout, size_t magicCookieSize, const void *_Nullable magicCookie,
    CFDictionaryRef _Nullable extensions, CMAudioFormatDescriptionRef _Nullable *_Nonnull formatDescriptionOut
);

/// The stream description of a format.
///
/// - Parameter desc: the format.
/// - Returns: the stream description, which lives as long as the format; NULL for what is not sound.
CF_EXPORT const AudioStreamBasicDescription * _Nullable CMAudioFormatDescriptionGetStreamBasicDescription(
    CMAudioFormatDescriptionRef desc
);

/// The magic cookie of a format.
///
/// - Parameters:
///   - desc: the format.
///   - sizeOut: receives the size of the magic cookie in bytes; NULL to ignore it.
/// - Returns: the bytes, which live as long as the format; NULL for none.
CF_EXPORT const void * _Nullable CMAudioFormatDescriptionGetMagicCookie(
    CMAudioFormatDescriptionRef desc, size_t *_Nullable sizeOut
);

/// The channel layout of a format.
///
/// - Parameters:
///   - desc: the format.
///   - sizeOut: receives the size of the layout in bytes; NULL to ignore it.
/// - Returns: the layout, which lives as long as the format; NULL for none.
CF_EXPORT const AudioChannelLayout * _Nullable CMAudioFormatDescriptionGetChannelLayout(
    CMAudioFormatDescriptionRef desc, size_t *_Nullable sizeOut
);

/// Compares parts of two formats of sound.
///
/// - Parameters:
///   - formatDescription: a format.
///   - otherFormatDescription: another.
///   - equalityMask: the parts to compare.
///   - equalityMaskOut: receives those that are equal; NULL to ignore them.
/// - Returns: true if all of them are equal.
CF_EXPORT Boolean CMAudioFormatDescriptionEqual(
    CMAudioFormatDescriptionRef formatDescription, CMAudioFormatDescriptionRef otherFormatDescription,
    CMAudioFormatDescriptionMask equalityMask, CMAudioFormatDescriptionMask *_Nullable equalityMaskOut
);

/// Makes a description of pictures.
///
/// - Parameters:
///   - allocator: ignored.
///   - codecType: the coding.
///   - width: the number of pixels in a row.
///   - height: the number of rows.
///   - extensions: what else is said of the format; NULL for nothing.
///   - formatDescriptionOut: receives the description.
/// - Returns: 0, or `kCMFormatDescriptionError_InvalidParameter`: a size below 0.
CF_EXPORT OSStatus CMVideoFormatDescriptionCreate(
    CFAllocatorRef _Nullable allocator, CMVideoCodecType codecType, int32_t width, int32_t height,
    CFDictionaryRef _Nullable extensions, CMVideoFormatDescriptionRef _Nullable *_Nonnull formatDescriptionOut
);

/// Returns what else is said of a format.
///
/// - Parameter desc: the format.
/// - Returns: the extensions by their names, which are there as long as the format; NULL for none.
CF_EXPORT CFDictionaryRef _Nullable CMFormatDescriptionGetExtensions(CMFormatDescriptionRef desc);

/// Returns one thing that is said of a format.
///
/// - Parameters:
///   - desc: the format.
///   - extensionKey: the name.
/// - Returns: the value, which is there as long as the format; NULL for none.
CF_EXPORT CFTypeRef _Nullable CMFormatDescriptionGetExtension(CMFormatDescriptionRef desc, CFStringRef extensionKey);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
