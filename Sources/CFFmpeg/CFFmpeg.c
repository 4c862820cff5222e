#include "CFFmpeg.h"
#include "FFCodec.h"

#if HAS_HEADERS

#include <stdlib.h>
#include <string.h>

int FFHasDecoder(const char *name) { return !FFUnavailable() && library.avcodec_find_decoder_by_name(name); }
int FFHasEncoder(const char *name) { return !FFUnavailable() && library.avcodec_find_encoder_by_name(name); }

/// A context for sound; NULL where there is no such codec.
static AVCodecContext *make_context(const FFConfig *config, const AVCodec *codec) {
    AVCodecContext *context = FFContextMake(codec, config->configuration, config->configurationSize);
    if (!context) return NULL;
    context->sample_rate = config->sampleRate;
    // No packet of any codec here has more, whatever it claims. The samples of all channels count: up to 48 times 65,535.
    context->max_samples = 1 << 22;
    context->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
    context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    context->time_base = (AVRational){1, config->sampleRate > 0 ? config->sampleRate : 1};
    context->pkt_timebase = context->time_base;
    int result = 0;
    if (config->channelMask)
        result = library.av_channel_layout_from_mask(&context->ch_layout, config->channelMask);
    else if (config->channels > 0)
        library.av_channel_layout_default(&context->ch_layout, config->channels);
    if (config->sampleFormat == FFSampleInt16)
        context->sample_fmt = config->isPlanar ? AV_SAMPLE_FMT_S16P : AV_SAMPLE_FMT_S16;
    if (config->sampleFormat == FFSampleInt32)
        context->sample_fmt = config->isPlanar ? AV_SAMPLE_FMT_S32P : AV_SAMPLE_FMT_S32;
    if (config->sampleFormat == FFSampleFloat)
        context->sample_fmt = config->isPlanar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT;
    context->request_sample_fmt = context->sample_fmt;
    if (config->sampleFormat == FFSampleInt32) context->bits_per_raw_sample = 24;
    if (result < 0) library.avcodec_free_context(&context);
    return context;
}

// Decoding.

struct FFDecoder {
    struct FFCodec codec;
};

FFDecoder *FFDecoderOpen(const FFConfig *config) {
    if (FFUnavailable()) return NULL;
    FFDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    AVCodecContext *context = make_context(config, library.avcodec_find_decoder_by_name(config->name));
    if (FFCodecOpen(&decoder->codec, context, config->options) == 0) return decoder;
    free(decoder);
    return NULL;
}

void FFDecoderClose(FFDecoder *decoder) {
    FFCodecClose(&decoder->codec);
    free(decoder);
}

void FFDecoderFlush(FFDecoder *decoder) { library.avcodec_flush_buffers(decoder->codec.context); }

int FFDecoderSend(FFDecoder *decoder, const void *bytes, size_t size) {
    if (FFCodecFill(&decoder->codec, bytes, size, 1 << 22) < 0) return -1;
    // Frames of the packet before have all been received.
    return FFCodecSend(&decoder->codec) == 0 ? 0 : -1;
}

static int sample_format(int format) {
    switch (format) {
    case AV_SAMPLE_FMT_S16: case AV_SAMPLE_FMT_S16P: return FFSampleInt16;
    case AV_SAMPLE_FMT_S32: case AV_SAMPLE_FMT_S32P: return FFSampleInt32;
    case AV_SAMPLE_FMT_FLT: case AV_SAMPLE_FMT_FLTP: return FFSampleFloat;
    default: return FFSampleOther;
    }
}

int FFDecoderReceive(FFDecoder *decoder, FFFrame *out) {
    int result = FFCodecReceive(&decoder->codec);
    if (result <= 0) return result;
    AVFrame *frame = decoder->codec.frame;
    out->planes = (const uint8_t *const *)frame->extended_data;
    out->frames = frame->nb_samples;
    out->channels = frame->ch_layout.nb_channels;
    out->sampleRate = frame->sample_rate;
    out->sampleFormat = sample_format(frame->format);
    out->isPlanar = frame->format == AV_SAMPLE_FMT_S16P || frame->format == AV_SAMPLE_FMT_S32P
        || frame->format == AV_SAMPLE_FMT_FLTP;
    out->channelMask = frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame->ch_layout.u.mask : 0;
    return 1;
}

// Encoding.

struct FFEncoder {
    struct FFCodec codec;
    /// Frames that the planes of `frame` have room for.
    int32_t capacity;
    int64_t position;
};

FFEncoder *FFEncoderOpen(const FFConfig *config) {
    if (FFUnavailable()) return NULL;
    FFEncoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    AVCodecContext *context = make_context(config, library.avcodec_find_encoder_by_name(config->name));
    if (FFCodecOpen(&encoder->codec, context, config->options) == 0) return encoder;
    free(encoder);
    return NULL;
}

void FFEncoderClose(FFEncoder *encoder) {
    FFCodecClose(&encoder->codec);
    free(encoder);
}

FFEncoderInfo FFEncoderGetInfo(FFEncoder *encoder) {
    AVCodecContext *context = encoder->codec.context;
    return (FFEncoderInfo){
        .framesPerPacket = context->frame_size,
        .primingFrames = context->initial_padding,
        .bitRate = context->bit_rate,
        .configuration = context->extradata,
        .configurationSize = context->extradata_size > 0 ? (size_t)context->extradata_size : 0,
    };
}

void FFEncoderSetBitRate(FFEncoder *encoder, int64_t bitRate) { encoder->codec.context->bit_rate = bitRate; }

void FFEncoderSetCutoff(FFEncoder *encoder, int32_t frequency) { encoder->codec.context->cutoff = frequency; }

uint8_t *const *FFEncoderInput(FFEncoder *encoder, int32_t frames) {
    AVFrame *frame = encoder->codec.frame;
    if (frames <= 0 || frames > 1 << 16) return NULL;
    if (frames > encoder->capacity || !frame->buf[0] || !library.av_frame_is_writable(frame)) {
        library.av_frame_unref(frame);
        frame->nb_samples = frames;
        frame->format = encoder->codec.context->sample_fmt;
        frame->sample_rate = encoder->codec.context->sample_rate;
        encoder->capacity = 0;
        if (library.av_channel_layout_copy(&frame->ch_layout, &encoder->codec.context->ch_layout) < 0
            || library.av_frame_get_buffer(frame, 0) < 0)
            return NULL;
        encoder->capacity = frames;
    }
    return frame->extended_data;
}

int FFEncoderSend(FFEncoder *encoder, int32_t frames) {
    if (frames <= 0) return library.avcodec_send_frame(encoder->codec.context, NULL) < 0 ? -1 : 0;
    if (frames > encoder->capacity) return -1;
    encoder->codec.frame->nb_samples = frames;
    encoder->codec.frame->pts = encoder->position;
    encoder->position += frames;
    return library.avcodec_send_frame(encoder->codec.context, encoder->codec.frame) < 0 ? -1 : 0;
}

int FFEncoderReceive(FFEncoder *encoder, const uint8_t **bytes, size_t *size) {
    library.av_packet_unref(encoder->codec.packet);
    int result = library.avcodec_receive_packet(encoder->codec.context, encoder->codec.packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
    if (result < 0) return -1;
    *bytes = encoder->codec.packet->data;
    *size = encoder->codec.packet->size > 0 ? (size_t)encoder->codec.packet->size : 0;
    return 1;
}

#else

int FFHasDecoder(const char *name) { return 0; }
int FFHasEncoder(const char *name) { return 0; }
FFDecoder *FFDecoderOpen(const FFConfig *config) { return NULL; }
void FFDecoderClose(FFDecoder *decoder) {}
void FFDecoderFlush(FFDecoder *decoder) {}
int FFDecoderSend(FFDecoder *decoder, const void *bytes, size_t size) { return -1; }
int FFDecoderReceive(FFDecoder *decoder, FFFrame *frame) { return -1; }
FFEncoder *FFEncoderOpen(const FFConfig *config) { return NULL; }
void FFEncoderClose(FFEncoder *encoder) {}
FFEncoderInfo FFEncoderGetInfo(FFEncoder *encoder) { return (FFEncoderInfo){0}; }
void FFEncoderSetBitRate(FFEncoder *encoder, int64_t bitRate) {}
void FFEncoderSetCutoff(FFEncoder *encoder, int32_t frequency) {}
uint8_t *const *FFEncoderInput(FFEncoder *encoder, int32_t frames) { return NULL; }
int FFEncoderSend(FFEncoder *encoder, int32_t frames) { return -1; }
int FFEncoderReceive(FFEncoder *encoder, const uint8_t **bytes, size_t *size) { return -1; }

#endif
