#include "CFFmpeg.h"
#include "FFCodec.h"

#if HAS_HEADERS

#include <stdlib.h>
#include <string.h>

struct FFPictureDecoder {
    struct FFCodec codec;
    /// The colours that each packet comes with; none for codings that have their own.
    uint32_t palette[256];
    int hasPalette;
};

// Pictures of 8192 by 8192 pixels. More than that is asked for by damaged files alone.
enum { most_pixels = 1 << 26, most_bytes = 1 << 28 };

FFPictureDecoder *FFPictureDecoderOpen(const FFPictureConfig *config) {
    if (FFUnavailable() || config->configurationSize > most_bytes) return NULL;
    FFPictureDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    AVCodecContext *context = FFContextMake(
        library.avcodec_find_decoder_by_name(config->name), config->configuration, config->configurationSize);
    if (context) {
        // Otherwise the last pictures after a place where decoding begins are left out, if there are few. Callers leave out those that
        // are shown before it, which need others.
        context->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT;
        context->max_pixels = most_pixels;
        context->width = config->width;
        context->height = config->height;
        context->codec_tag = config->tag;
        context->bits_per_coded_sample = config->depth;
        context->has_b_frames = config->reordering;
        // Packets have numbers in the place of times.
        context->pkt_timebase = (AVRational){1, 1};
    }
    size_t colours = config->colours < 256 ? config->colours : 256;
    if (colours > 0) memcpy(decoder->palette, config->palette, colours * sizeof *config->palette);
    decoder->hasPalette = colours > 0;
    if (FFCodecOpen(&decoder->codec, context, NULL) == 0) return decoder;
    free(decoder);
    return NULL;
}

void FFPictureDecoderClose(FFPictureDecoder *decoder) {
    FFCodecClose(&decoder->codec);
    free(decoder);
}

void FFPictureDecoderFlush(FFPictureDecoder *decoder) { library.avcodec_flush_buffers(decoder->codec.context); }

int FFPictureDecoderSend(FFPictureDecoder *decoder, const void *bytes, size_t size, int64_t number, int isSync) {
    if (FFCodecFill(&decoder->codec, bytes, size, most_bytes) < 0) return -1;
    AVPacket *packet = decoder->codec.packet;
    packet->pts = number;
    packet->flags = isSync ? AV_PKT_FLAG_KEY : 0;
    if (decoder->hasPalette) {
        uint8_t *palette = library.av_packet_new_side_data(packet, AV_PKT_DATA_PALETTE, sizeof decoder->palette);
        if (!palette) return -1;
        memcpy(palette, decoder->palette, sizeof decoder->palette);
    }
    return FFCodecSend(&decoder->codec);
}

void FFPictureDecoderFinish(FFPictureDecoder *decoder) {
    library.avcodec_send_packet(decoder->codec.context, NULL);
}

/// What the components are, for formats whose values are whole bytes apart.
static int kind_of(const AVPixFmtDescriptor *format) {
    uint64_t others = AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER
        | AV_PIX_FMT_FLAG_FLOAT;
    if (format->flags & others || strncmp(format->name, "xyz", 3) == 0) return FFPictureOther;
    if (format->flags & AV_PIX_FMT_FLAG_PAL) return FFPicturePalette;
    for (int i = 0; i < format->nb_components; i++) {
        if (format->comp[i].depth < 1 || format->comp[i].depth > 16) return FFPictureOther;
        // Values that share bytes with others.
        if (format->comp[i].depth + format->comp[i].shift > 16) return FFPictureOther;
    }
    return format->flags & AV_PIX_FMT_FLAG_RGB ? FFPictureRGB : FFPictureLumaChroma;
}

int FFPictureDecoderReceive(FFPictureDecoder *decoder, FFPicture *out) {
    int result = FFCodecReceive(&decoder->codec);
    if (result <= 0) return result;
    AVFrame *frame = decoder->codec.frame;
    memset(out, 0, sizeof *out);
    const AVPixFmtDescriptor *format = library.av_pix_fmt_desc_get(frame->format);
    if (!format) return -1;
    for (int i = 0; i < 4; i++) {
        out->planes[i] = frame->data[i];
        out->strides[i] = frame->linesize[i];
    }
    out->width = frame->width;
    out->height = frame->height;
    out->kind = kind_of(format);
    out->components = format->nb_components;
    for (int i = 0; i < format->nb_components; i++) {
        out->plane[i] = format->comp[i].plane;
        out->step[i] = format->comp[i].step;
        out->offset[i] = format->comp[i].offset;
        out->shift[i] = format->comp[i].shift;
        out->depth[i] = format->comp[i].depth;
    }
    out->hasAlpha = (format->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
    out->chromaX = format->log2_chroma_w;
    out->chromaY = format->log2_chroma_h;
    // The old formats of JPEG say it by their names.
    int isFull = strncmp(format->name, "yuvj", 4) == 0;
    // So does gray alone, except by the standards that have the range of video where the stream does not state one.
    enum AVCodecID codec = decoder->codec.context->codec_id;
    if (format->nb_components < 3 && frame->color_range == AVCOL_RANGE_UNSPECIFIED)
        isFull = codec != AV_CODEC_ID_H264 && codec != AV_CODEC_ID_HEVC;
    out->range = isFull || frame->color_range == AVCOL_RANGE_JPEG ? FFRangeFull
        : frame->color_range == AVCOL_RANGE_MPEG                  ? FFRangeVideo
                                                                  : FFRangeUnknown;
    out->primaries = frame->color_primaries;
    out->transfer = frame->color_trc;
    out->matrix = frame->colorspace;
    out->pixelWidth = frame->sample_aspect_ratio.num;
    out->pixelHeight = frame->sample_aspect_ratio.den;
    out->number = frame->pts == AV_NOPTS_VALUE ? -1 : frame->pts;
    return 1;
}

#else

FFPictureDecoder *FFPictureDecoderOpen(const FFPictureConfig *config) { return NULL; }
void FFPictureDecoderClose(FFPictureDecoder *decoder) {}
void FFPictureDecoderFlush(FFPictureDecoder *decoder) {}
int FFPictureDecoderSend(FFPictureDecoder *decoder, const void *bytes, size_t size, int64_t number, int isSync) {
    return -1;
}
void FFPictureDecoderFinish(FFPictureDecoder *decoder) {}
int FFPictureDecoderReceive(FFPictureDecoder *decoder, FFPicture *picture) { return -1; }

#endif
