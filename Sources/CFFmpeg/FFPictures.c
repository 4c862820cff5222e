#include "CFFmpeg.h"
#include "FFLibrary.h"

#if HAS_HEADERS

#include <stdlib.h>
#include <string.h>

struct FFPictureDecoder {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
    /// Where packets are copied to, with the room behind that the library asks for.
    AVBufferRef *buffer;
};

// Pictures of 8192 by 8192 pixels. More than that is asked for by damaged files alone.
enum { most_pixels = 1 << 26, most_bytes = 1 << 28 };

static AVCodecContext *open_context(const FFPictureConfig *config, const AVCodec *codec) {
    AVCodecContext *context = codec ? library.avcodec_alloc_context3(codec) : NULL;
    if (!context) return NULL;
    // Every message is also an error returned, which is where it belongs.
    context->log_level_offset = 1 << 7;
    // The order and the number of pictures held back are those of one thread.
    context->thread_count = 1;
    // Otherwise the last pictures behind a place where decoding begins are left out, if there are few. Callers leave out those that are
    // shown before it, which need others.
    context->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT;
    context->max_pixels = most_pixels;
    context->width = config->width;
    context->height = config->height;
    context->codec_tag = config->tag;
    context->has_b_frames = config->reordering;
    // Packets have numbers in the place of times.
    context->pkt_timebase = (AVRational){1, 1};
    int result = 0;
    if (config->configurationSize > 0) {
        context->extradata = library.av_mallocz(config->configurationSize + AV_INPUT_BUFFER_PADDING_SIZE);
        if (context->extradata) {
            memcpy(context->extradata, config->configuration, config->configurationSize);
            context->extradata_size = (int)config->configurationSize;
        } else {
            result = -1;
        }
    }
    if (result >= 0) result = library.avcodec_open2(context, codec, NULL);
    if (result < 0) library.avcodec_free_context(&context);
    return context;
}

FFPictureDecoder *FFPictureDecoderOpen(const FFPictureConfig *config) {
    if (FFUnavailable() || config->configurationSize > most_bytes) return NULL;
    FFPictureDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->context = open_context(config, library.avcodec_find_decoder_by_name(config->name));
    decoder->packet = library.av_packet_alloc();
    decoder->frame = library.av_frame_alloc();
    if (decoder->context && decoder->packet && decoder->frame) return decoder;
    FFPictureDecoderClose(decoder);
    return NULL;
}

void FFPictureDecoderClose(FFPictureDecoder *decoder) {
    library.avcodec_free_context(&decoder->context);
    library.av_packet_free(&decoder->packet);
    library.av_frame_free(&decoder->frame);
    library.av_buffer_unref(&decoder->buffer);
    free(decoder);
}

void FFPictureDecoderFlush(FFPictureDecoder *decoder) { library.avcodec_flush_buffers(decoder->context); }

int FFPictureDecoderSend(FFPictureDecoder *decoder, const void *bytes, size_t size, int64_t number, int isSync) {
    // An empty packet would mean the end of the stream.
    if (size == 0 || size > most_bytes) return -1;
    size_t needed = size + AV_INPUT_BUFFER_PADDING_SIZE;
    if (!decoder->buffer || decoder->buffer->size < needed || !library.av_buffer_is_writable(decoder->buffer)) {
        library.av_buffer_unref(&decoder->buffer);
        decoder->buffer = library.av_buffer_alloc(needed + needed / 2);
        if (!decoder->buffer) return -1;
    }
    memcpy(decoder->buffer->data, bytes, size);
    memset(decoder->buffer->data + size, 0, AV_INPUT_BUFFER_PADDING_SIZE);
    AVPacket *packet = decoder->packet;
    // Lent: the library makes a reference of its own.
    packet->buf = decoder->buffer;
    packet->data = decoder->buffer->data;
    packet->size = (int)size;
    packet->pts = number;
    packet->flags = isSync ? AV_PKT_FLAG_KEY : 0;
    int result = library.avcodec_send_packet(decoder->context, packet);
    packet->buf = NULL;
    packet->data = NULL;
    packet->size = 0;
    if (result == AVERROR(EAGAIN)) return 1;
    return result < 0 ? -1 : 0;
}

void FFPictureDecoderFinish(FFPictureDecoder *decoder) { library.avcodec_send_packet(decoder->context, NULL); }

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
    AVFrame *frame = decoder->frame;
    int result = library.avcodec_receive_frame(decoder->context, frame);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
    if (result < 0) return -1;
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
    int isJPEG = strncmp(format->name, "yuvj", 4) == 0;
    out->isFullRange = isJPEG || frame->color_range == AVCOL_RANGE_JPEG;
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
