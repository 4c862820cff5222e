#ifndef CFFMPEG_H
#define CFFMPEG_H

#include <stddef.h>
#include <stdint.h>

// The part of libavcodec that we use. It is compiled against that library's own headers, so that its structures are right
// by construction, and finds the library itself at run time, on first need: nothing links with it. Where the headers were
// missing, everything here says that the library is not available.

/// Why there is no library, or NULL where it is there. Loads it at the first call.
const char *_Nullable FFUnavailable(void);

/// Whether the library has this codec.
int FFHasDecoder(const char *_Nonnull name);
int FFHasEncoder(const char *_Nonnull name);

/// How samples stand in memory.
enum { FFSampleOther = 0, FFSampleInt16, FFSampleInt32, FFSampleFloat };

/// What a decoder or encoder is made of. Options are `key=value` pairs with colons between.
typedef struct {
    const char *_Nullable name;
    const char *_Nullable options;
    int32_t sampleRate;
    int32_t channels;
    /// An encoder's loudspeakers, a bit each; 0 for a decoder and for the usual ones.
    uint64_t channelMask;
    /// An encoder's samples, one plane per channel or interleaved.
    int32_t sampleFormat;
    int32_t isPlanar;
    const uint8_t *_Nullable configuration;
    size_t configurationSize;
} FFConfig;

/// Decoded sound; good until the next call with the same decoder.
typedef struct {
    /// One plane per channel where planar, else one.
    const uint8_t *_Nonnull const *_Nullable planes;
    int32_t frames;
    int32_t channels;
    int32_t sampleRate;
    int32_t sampleFormat;
    int32_t isPlanar;
    /// A bit for each loudspeaker, in the order of the channels; 0 where the order is another.
    uint64_t channelMask;
} FFFrame;

typedef struct FFDecoder FFDecoder;

/// NULL where the library does not take the configuration or has no such codec.
FFDecoder *_Nullable FFDecoderOpen(const FFConfig *_Nonnull config);
void FFDecoderClose(FFDecoder *_Nonnull decoder);
void FFDecoderFlush(FFDecoder *_Nonnull decoder);
/// Hands a packet over: 0, or a negative number where it is damaged.
int FFDecoderSend(FFDecoder *_Nonnull decoder, const void *_Nonnull bytes, size_t size);
/// The next of the frames the packet decoded to: 1, 0 where there is none any more, or a negative number where it is damaged.
int FFDecoderReceive(FFDecoder *_Nonnull decoder, FFFrame *_Nonnull frame);

/// What a decoder of pictures is made of.
typedef struct {
    const char *_Nullable name;
    const uint8_t *_Nullable configuration;
    size_t configurationSize;
    int32_t width;
    int32_t height;
    /// The four characters by which files name the codec, the first one lowest.
    uint32_t tag;
    /// How many pictures the decoder holds back at least.
    int32_t reordering;
    /// Bits of a pixel as the file has it; 0 where that is not known.
    int32_t depth;
    /// Alpha, red, green and blue of the colours, for pixels that are places in a table of up to 256.
    const uint32_t *_Nullable palette;
    size_t colours;
} FFPictureConfig;

/// What the components of a picture are. A gray picture is one of luma without chroma.
enum { FFPictureOther = 0, FFPictureLumaChroma, FFPictureRGB, FFPicturePalette };

/// The range of luma and chroma: whether they have all numbers, or those of video.
enum { FFRangeUnknown = 0, FFRangeVideo, FFRangeFull };

/// A decoded picture; good until the next call with the same decoder.
typedef struct {
    const uint8_t *_Nullable planes[4];
    int64_t strides[4];
    int32_t width;
    int32_t height;
    int32_t kind;
    /// Luma, Cb, Cr and alpha, or red, green, blue and alpha: how many there are, and of each the plane, the bytes from one value to
    /// the next, those before the first one, the bits below a value and the bits of a value.
    int32_t components;
    int32_t plane[4], step[4], offset[4], shift[4], depth[4];
    int32_t hasAlpha;
    /// How many times chroma is halved across and down.
    int32_t chromaX, chromaY;
    /// The range of luma and chroma, and what the numbers mean, by ITU-T H.273; 2 where that is not known.
    int32_t range;
    int32_t primaries, transfer, matrix;
    /// The shape of a pixel; 0 where that is not known.
    int32_t pixelWidth, pixelHeight;
    /// The number of the packet that it was decoded from; below 0 where that is not known.
    int64_t number;
} FFPicture;

typedef struct FFPictureDecoder FFPictureDecoder;

/// NULL where the library does not take the configuration or has no such codec.
FFPictureDecoder *_Nullable FFPictureDecoderOpen(const FFPictureConfig *_Nonnull config);
void FFPictureDecoderClose(FFPictureDecoder *_Nonnull decoder);
/// Forgets the packets so far. Needed before the packets of another place, and after the end.
void FFPictureDecoderFlush(FFPictureDecoder *_Nonnull decoder);
/// Hands a packet over: 0, 1 where pictures must be received first, or a negative number where it is damaged.
int FFPictureDecoderSend(
    FFPictureDecoder *_Nonnull decoder, const void *_Nonnull bytes, size_t size, int64_t number, int isSync);
/// Says that there are no packets any more, so that the last pictures come.
void FFPictureDecoderFinish(FFPictureDecoder *_Nonnull decoder);
/// The next picture in the order in which they are shown: 1, 0 where there is none so far, or a negative number where it is damaged.
int FFPictureDecoderReceive(FFPictureDecoder *_Nonnull decoder, FFPicture *_Nonnull picture);

typedef struct FFEncoder FFEncoder;

/// What an open encoder reports.
typedef struct {
    /// Frames of each packet, 0 for any number.
    int32_t framesPerPacket;
    /// Frames of silence that a decoder gives first.
    int32_t primingFrames;
    int64_t bitRate;
    const uint8_t *_Nullable configuration;
    size_t configurationSize;
} FFEncoderInfo;

FFEncoder *_Nullable FFEncoderOpen(const FFConfig *_Nonnull config);
void FFEncoderClose(FFEncoder *_Nonnull encoder);
FFEncoderInfo FFEncoderGetInfo(FFEncoder *_Nonnull encoder);
/// Sets the bit rate of the packets to come, for an encoder that looks at it with each packet.
void FFEncoderSetBitRate(FFEncoder *_Nonnull encoder, int64_t bitRate);
/// The highest frequency that the next packets keep, in hertz; 0 for the library's choice.
void FFEncoderSetCutoff(FFEncoder *_Nonnull encoder, int32_t frequency);
/// Where the next frames to be sent go, a plane per channel or one; NULL without memory.
uint8_t *_Nonnull const *_Nullable FFEncoderInput(FFEncoder *_Nonnull encoder, int32_t frames);
/// Sends what was put into the planes, or, with 0 frames, the end.
int FFEncoderSend(FFEncoder *_Nonnull encoder, int32_t frames);
/// The next packet, good until the next call: 1, 0 where more must be sent first, or a negative number.
int FFEncoderReceive(
    FFEncoder *_Nonnull encoder, const uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull size);

#endif
