#ifndef AudioToolbox_AudioFormat_h
#define AudioToolbox_AudioFormat_h

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread, and on several threads at the same time. The first calls may load the
// libraries of codecs. It allocates memory, and is not real-time safe.

// MARK: Types

/// Names a piece of information about formats.
typedef UInt32 AudioFormatPropertyID;

/// How a source is spread over the loudspeakers: as an ambisonic sound field, or between the nearest of them.
typedef CF_ENUM(UInt32, AudioPanningMode) {
    kPanningMode_SoundField = 3,
    kPanningMode_VectorBasedPanning = 4
};

/// The specifier of `kAudioFormatProperty_PanningMatrix`: where a source is, and which loudspeakers there are.
struct AudioPanningInfo {
    /// How the gains are computed.
    AudioPanningMode mPanningMode;
    /// `AudioChannelFlags` that state how to read `mCoordinates`.
    UInt32 mCoordinateFlags;
    /// Where the source is, by `AudioChannelCoordinateIndex`.
    Float32 mCoordinates[3];
    /// Multiplies all gains; 1 for none.
    Float32 mGainScale;
    /// The loudspeakers.
    const AudioChannelLayout *mOutputChannelMap;
};
typedef struct AudioPanningInfo AudioPanningInfo;

/// Whether no gain exceeds 1, or the power stays the same.
typedef CF_ENUM(UInt32, AudioBalanceFadeType) {
    kAudioBalanceFadeType_MaxUnityGain = 0,
    kAudioBalanceFadeType_EqualPower = 1
};

/// The specifier of `kAudioFormatProperty_BalanceFade`: where between the loudspeakers the sound is.
struct AudioBalanceFade {
    /// −1 left, 0 middle, 1 right.
    Float32 mLeftRightBalance;
    /// −1 back, 0 middle, 1 front.
    Float32 mBackFrontFade;
    /// Whether the sum of the gains or of their squares stays at most 1.
    AudioBalanceFadeType mType;
    /// The loudspeakers.
    const AudioChannelLayout *mChannelLayout;
};
typedef struct AudioBalanceFade AudioBalanceFade;

/// A specifier: a stream format, and the codec's settings that go with it.
struct AudioFormatInfo {
    /// The stream's format.
    AudioStreamBasicDescription mASBD;
    /// The codec's settings; null if the format has none.
    const void *mMagicCookie;
    /// Bytes at `mMagicCookie`.
    UInt32 mMagicCookieSize;
};
typedef struct AudioFormatInfo AudioFormatInfo;

/// A specifier: as `AudioFormatInfo`, and which codec is meant.
struct ExtendedAudioFormatInfo {
    /// The stream's format.
    AudioStreamBasicDescription mASBD;
    /// The codec's settings; null if the format has none.
    const void *_Nullable mMagicCookie;
    /// Bytes at `mMagicCookie`.
    UInt32 mMagicCookieSize;
    /// The codec that is meant.
    AudioClassDescription mClassDescription;
};
typedef struct ExtendedAudioFormatInfo ExtendedAudioFormatInfo;

// MARK: Properties

/// What `AudioFormatGetProperty` reports, and the specifier of each property.
CF_ENUM(AudioFormatPropertyID) {
    /// AudioStreamBasicDescription, whose missing fields the library completes. Specifier: none, or the magic cookie.
    kAudioFormatProperty_FormatInfo = 0x666D7469,  // 'fmti'
    /// CFString, the name of a format to show to users. Specifier: AudioStreamBasicDescription.
    kAudioFormatProperty_FormatName = 0x666E616D,  // 'fnam'
    /// Array of AudioFormatID, the formats that can be encoded. No specifier.
    kAudioFormatProperty_EncodeFormatIDs = 0x61636F66,  // 'acof'
    /// Array of AudioFormatID, the formats that can be decoded. No specifier.
    kAudioFormatProperty_DecodeFormatIDs = 0x61636966,  // 'acif'
    /// Array of AudioFormatListItem, the formats that a stream can be decoded as, best first. Specifier: AudioFormatInfo.
    kAudioFormatProperty_FormatList = 0x666C7374,  // 'flst'
    /// AudioStreamBasicDescription of an MPEG-4 stream. Specifier: an MPEG-4 ES descriptor.
    kAudioFormatProperty_ASBDFromESDS = 0x65737364,  // 'essd'
    /// AudioChannelLayout of an MPEG-4 stream. Specifier: an MPEG-4 ES descriptor.
    kAudioFormatProperty_ChannelLayoutFromESDS = 0x6573636C,  // 'escl'
    /// Array of AudioFormatListItem, the formats that an encoder's stream contains. Specifier: AudioFormatInfo.
    kAudioFormatProperty_OutputFormatList = 0x6F666C73,  // 'ofls'
    /// UInt32, the index of the first item that can be decoded. Specifier: array of AudioFormatListItem.
    kAudioFormatProperty_FirstPlayableFormatFromList = 0x6670666C,  // 'fpfl'
    /// UInt32, 1 if the sizes of packets differ. Specifier: AudioStreamBasicDescription.
    kAudioFormatProperty_FormatIsVBR = 0x66766272,  // 'fvbr'
    /// UInt32, 1 if packets need descriptions. Specifier: AudioStreamBasicDescription.
    kAudioFormatProperty_FormatIsExternallyFramed = 0x66657866,  // 'fexf'
    /// UInt32, 1 if packets depend on others. Specifier: AudioStreamBasicDescription.
    kAudioFormatProperty_FormatEmploysDependentPackets = 0x66646570,  // 'fdep'
    /// UInt32, 1 if the format is encrypted. Specifier: AudioFormatID.
    kAudioFormatProperty_FormatIsEncrypted = 0x63727970,  // 'cryp'
    /// Array of AudioClassDescription, the encoders of a format. Specifier: AudioFormatID.
    kAudioFormatProperty_Encoders = 0x6176656E,  // 'aven'
    /// Array of AudioClassDescription, the decoders of a format. Specifier: AudioFormatID.
    kAudioFormatProperty_Decoders = 0x61766465,  // 'avde'
    /// Array of AudioValueRange, the bit rates that the encoder supports. Specifier: AudioFormatID.
    kAudioFormatProperty_AvailableEncodeBitRates = 0x61656272,  // 'aebr'
    /// Array of AudioValueRange, the sample rates that the encoder supports. Specifier: AudioFormatID.
    kAudioFormatProperty_AvailableEncodeSampleRates = 0x61657372,  // 'aesr'
    /// Array of AudioChannelLayoutTag, the layouts that the encoder supports. Specifier: AudioStreamBasicDescription.
    kAudioFormatProperty_AvailableEncodeChannelLayoutTags = 0x6165636C,  // 'aecl'
    /// Array of UInt32, the numbers of channels that the encoder supports. Specifier: AudioStreamBasicDescription.
    kAudioFormatProperty_AvailableEncodeNumberChannels = 0x61766E63,  // 'avnc'
    /// Array of UInt32, the numbers of channels that the decoder supports. Specifier: AudioStreamBasicDescription.
    kAudioFormatProperty_AvailableDecodeNumberChannels = 0x61646E63,  // 'adnc'
    /// AudioStreamBasicDescription of a packet. Specifier: one packet of MPEG audio.
    kAudioFormatProperty_ASBDFromMPEGPacket = 0x61646D70,  // 'admp'
    /// UInt32, the channel bitmap of a layout tag. Specifier: AudioChannelLayoutTag.
    kAudioFormatProperty_BitmapForLayoutTag = 0x626D7467,  // 'bmtg'
    /// Array of Float32, the gains that mix one layout to another: a row for each input channel. Specifier: array of two
    /// AudioChannelLayout pointers.
    kAudioFormatProperty_MatrixMixMap = 0x6D6D6170,  // 'mmap'
    /// Array of SInt32, for each output channel the number of the input channel. Specifier: array of two AudioChannelLayout
    /// pointers.
    kAudioFormatProperty_ChannelMap = 0x63686D70,  // 'chmp'
    /// UInt32, the number of channels of a layout. Specifier: AudioChannelLayout.
    kAudioFormatProperty_NumberOfChannelsForLayout = 0x6E63686D,  // 'nchm'
    /// UInt32, 1 if two layouts have the same channels. Specifier: array of two AudioChannelLayout pointers.
    kAudioFormatProperty_AreChannelLayoutsEquivalent = 0x63686571,  // 'cheq'
    /// UInt32, a number that is equal for equal layouts. Specifier: AudioChannelLayout.
    kAudioFormatProperty_ChannelLayoutHash = 0x63686861,  // 'chha'
    /// UInt32, 1 if a layout is valid. Specifier: AudioChannelLayout.
    kAudioFormatProperty_ValidateChannelLayout = 0x7661636C,  // 'vacl'
    /// AudioChannelLayout with the channel descriptions of a tag. Specifier: AudioChannelLayoutTag.
    kAudioFormatProperty_ChannelLayoutForTag = 0x636D706C,  // 'cmpl'
    /// AudioChannelLayoutTag of a layout. Specifier: AudioChannelLayout.
    kAudioFormatProperty_TagForChannelLayout = 0x636D7074,  // 'cmpt'
    /// CFString, the name of a layout. Specifier: AudioChannelLayout.
    kAudioFormatProperty_ChannelLayoutName = 0x6C6F6E6D,  // 'lonm'
    /// CFString, the short name of a layout. Specifier: AudioChannelLayout.
    kAudioFormatProperty_ChannelLayoutSimpleName = 0x6C736E6D,  // 'lsnm'
    /// AudioChannelLayout with the channel descriptions of a bitmap. Specifier: UInt32.
    kAudioFormatProperty_ChannelLayoutForBitmap = 0x636D7062,  // 'cmpb'
    /// CFString, the name of a channel. Specifier: AudioChannelDescription.
    kAudioFormatProperty_ChannelName = 0x636E616D,  // 'cnam'
    /// CFString, the short name of a channel. Specifier: AudioChannelDescription.
    kAudioFormatProperty_ChannelShortName = 0x63736E6D,  // 'csnm'
    /// Array of AudioChannelLayoutTag, the tags with a number of channels. Specifier: UInt32.
    kAudioFormatProperty_TagsForNumberOfChannels = 0x74616763,  // 'tagc'
    /// Array of Float32, the gain of each output channel for a source at a position. Specifier: AudioPanningInfo.
    kAudioFormatProperty_PanningMatrix = 0x70616E6D,  // 'panm'
    /// Array of Float32, the gain of each channel for a balance and fade. Specifier: AudioBalanceFade.
    kAudioFormatProperty_BalanceFade = 0x62616C66,  // 'balf'
    /// UInt32, the size of an ID3 tag in bytes. Specifier: at least the first ten bytes of the tag.
    kAudioFormatProperty_ID3TagSize = 0x69643373,  // 'id3s'
    /// CFDictionary with the contents of an ID3 tag. Specifier: the whole tag.
    kAudioFormatProperty_ID3TagToDictionary = 0x69643364,  // 'id3d'
    /// UInt32, the number of the specified hardware codecs that can be used at the same time; 0 on Linux. Specifier: array of
    /// AudioClassDescription.
    kAudioFormatProperty_HardwareCodecCapabilities = 0x68776363  // 'hwcc'
};

// MARK: Codecs

/// Types of codecs, for `AudioClassDescription`.
CF_ENUM(UInt32) {
    kAudioDecoderComponentType = 0x61646563,  // 'adec'
    kAudioEncoderComponentType = 0x61656E63  // 'aenc'
};

/// Makers of codecs, for `AudioClassDescription`. Nothing here is done in hardware.
CF_ENUM(UInt32) {
    kAppleSoftwareAudioCodecManufacturer = 0x6170706C,  // 'appl'
    kAppleHardwareAudioCodecManufacturer = 0x61706877  // 'aphw'
};

// MARK: Status

/// Statuses of the calls below.
CF_ENUM(OSStatus) {
    /// An error that no other status describes.
    kAudioFormatUnspecifiedError = 0x77686174,  // 'what'
    /// There is no such property.
    kAudioFormatUnsupportedPropertyError = 0x70726F70,  // 'prop'
    /// The size is not that of the property's value.
    kAudioFormatBadPropertySizeError = 0x2173697A,  // '!siz'
    /// The size is not that of the specifier.
    kAudioFormatBadSpecifierSizeError = 0x21737063,  // '!spc'
    /// The format is not supported here.
    kAudioFormatUnsupportedDataFormatError = 0x666D743F,  // 'fmt?'
    /// No format, codec or layout of that kind is known.
    kAudioFormatUnknownFormatError = 0x21666D74  // '!fmt'
};

// MARK: Asking

/// Returns the size of information about formats, codecs or channel layouts.
///
/// - Parameters:
///   - inPropertyID: the property, such as `kAudioFormatProperty_EncodeFormatIDs`.
///   - inSpecifierSize: the size of `inSpecifier` in bytes; 0 if there is no specifier.
///   - inSpecifier: the subject of the question, such as a format; null without one. The page of each property says what it
///     takes.
///   - outPropertyDataSize: on return, the size of the value in bytes.
/// - Returns: 0, or
///   - `kAudio_ParamError`: the pointer is null
///   - `kAudioFormatUnsupportedPropertyError`, `'prop'`: there is no such property
///   - `kAudioFormatBadSpecifierSizeError`, `'!spc'`: the specifier has a wrong size
///   - `kAudioFormatUnknownFormatError`, `'!fmt'`: no codec of that name is known
///   - `kAudioFormatUnsupportedDataFormatError`, `'fmt?'`: the format cannot be what it says, or is only decoded
CF_EXPORT OSStatus AudioFormatGetPropertyInfo(
    AudioFormatPropertyID inPropertyID,
    UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier,
    UInt32 *outPropertyDataSize);

/// Returns information about formats, codecs or channel layouts.
///
/// This example completes a format of which only the codec, rate and channels are known:
///
/// ```c
/// #include <AudioToolbox/AudioToolbox.h>
///
/// OSStatus describeAAC(AudioStreamBasicDescription *format) {
///     *format = (AudioStreamBasicDescription){
///         .mFormatID = kAudioFormatMPEG4AAC, .mSampleRate = 44100, .mChannelsPerFrame = 2};
///     UInt32 size = sizeof *format;
///     // Sets mFramesPerPacket to 1024.
///     return AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, NULL, &size, format);
/// }
/// ```
///
/// - Parameters:
///   - inPropertyID: the property, such as `kAudioFormatProperty_FormatInfo`.
///   - inSpecifierSize: the size of `inSpecifier` in bytes; 0 if there is no specifier.
///   - inSpecifier: the subject of the question, such as a format; null without one. The page of each property says what it
///     takes.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value. Some properties read what is there and complete it. If the value is a string, release it.
/// - Returns: 0, or
///   - `kAudio_ParamError`: a pointer other than that to the specifier is null
///   - `kAudioFormatBadPropertySizeError`: the buffer is too small
///   - the statuses of `AudioFormatGetPropertyInfo`
CF_EXPORT OSStatus AudioFormatGetProperty(
    AudioFormatPropertyID inPropertyID,
    UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier,
    UInt32 *_Nullable ioPropertyDataSize,
    void *_Nullable outPropertyData);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
