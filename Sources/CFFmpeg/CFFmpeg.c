#define _GNU_SOURCE
#include "CFFmpeg.h"

// Where a system has the headers in a folder `ffmpeg`, Package.swift looks there.
#if __has_include(<libavcodec/avcodec.h>) && __has_include(<libavutil/channel_layout.h>)
#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
// Channel layouts as structures came with libavutil 57.24, that of FFmpeg 5.1.
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100)
#define HAS_HEADERS 1
#endif
#endif

#if HAS_HEADERS

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X) \
    X(avcodec_find_decoder_by_name) X(avcodec_find_encoder_by_name) X(avcodec_alloc_context3) \
    X(avcodec_free_context) X(avcodec_open2) X(avcodec_send_packet) X(avcodec_receive_frame) \
    X(avcodec_send_frame) X(avcodec_receive_packet) X(avcodec_flush_buffers) \
    X(av_packet_alloc) X(av_packet_free) X(av_packet_unref) X(av_frame_alloc) X(av_frame_free) X(av_frame_unref) \
    X(av_frame_get_buffer) X(av_frame_is_writable) X(av_buffer_alloc) X(av_buffer_unref) X(av_buffer_is_writable) \
    X(av_mallocz) X(av_dict_parse_string) X(av_dict_free) X(av_channel_layout_default) \
    X(av_channel_layout_from_mask) X(av_channel_layout_copy)

static struct {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
#undef X
} library;

#define STRING(number) #number
#define SONAME(number) "libavcodec.so." STRING(number)

static char reason[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Whether the library is of the major version of the headers, and with it has their structures.
static int is_version(void *handle, const char *path, const char *name, const char *function, unsigned wanted) {
    unsigned (*version)(void) = (unsigned (*)(void))dlsym(handle, function);
    if (!version) {
        snprintf(reason, sizeof reason, "%s has no %s", path, function);
        return 0;
    }
    unsigned found = AV_VERSION_MAJOR(version());
    if (found == wanted) return 1;
    snprintf(
        reason, sizeof reason, "%s is %s %u, and this was built with the headers of %s %u", path, name, found, name,
        wanted);
    return 0;
}

static void load(void) {
    static const char *const names[] = {
#define X(name) #name,
        FUNCTIONS(X)
#undef X
    };
    const char *chosen = secure_getenv("COREAUDIO_LIBAVCODEC");
    const char *path = chosen ? chosen : SONAME(LIBAVCODEC_VERSION_MAJOR);
    void *handle = dlopen(path, RTLD_NOW | RTLD_NODELETE);
    if (!handle) {
        snprintf(
            reason, sizeof reason, "%s is not there (Debian: libavcodec%d; Fedora: libavcodec-free)", path,
            LIBAVCODEC_VERSION_MAJOR);
        return;
    }
    if (!is_version(handle, path, "libavcodec", "avcodec_version", LIBAVCODEC_VERSION_MAJOR)
        || !is_version(handle, path, "libavutil", "avutil_version", LIBAVUTIL_VERSION_MAJOR))
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        // What the library itself depends on is looked through, too: libavutil's functions are found there.
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) {
            snprintf(reason, sizeof reason, "%s has no %s", path, names[i]);
            return;
        }
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
}

const char *FFUnavailable(void) {
    pthread_once(&once, load);
    return reason[0] ? reason : NULL;
}

int FFHasDecoder(const char *name) { return !FFUnavailable() && library.avcodec_find_decoder_by_name(name); }
int FFHasEncoder(const char *name) { return !FFUnavailable() && library.avcodec_find_encoder_by_name(name); }

/// A context that works on the calling thread alone and says nothing to the console.
static AVCodecContext *open_context(const FFConfig *config, const AVCodec *codec) {
    AVCodecContext *context = codec ? library.avcodec_alloc_context3(codec) : NULL;
    if (!context) return NULL;
    // Every message is also an error returned, which is where it belongs.
    context->log_level_offset = 1 << 7;
    context->thread_count = 1;
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
    if (config->configurationSize > 0) {
        context->extradata = library.av_mallocz(config->configurationSize + AV_INPUT_BUFFER_PADDING_SIZE);
        if (context->extradata) {
            memcpy(context->extradata, config->configuration, config->configurationSize);
            context->extradata_size = (int)config->configurationSize;
        } else {
            result = -1;
        }
    }
    AVDictionary *options = NULL;
    if (result >= 0) result = library.av_dict_parse_string(&options, config->options, "=", ":", 0);
    if (result >= 0) result = library.avcodec_open2(context, codec, &options);
    library.av_dict_free(&options);
    if (result < 0) library.avcodec_free_context(&context);
    return context;
}

// Decoding.

struct FFDecoder {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
    /// Where packets are copied to, with the room behind that the library asks for.
    AVBufferRef *buffer;
};

FFDecoder *FFDecoderOpen(const FFConfig *config) {
    if (FFUnavailable()) return NULL;
    FFDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->context = open_context(config, library.avcodec_find_decoder_by_name(config->name));
    decoder->packet = library.av_packet_alloc();
    decoder->frame = library.av_frame_alloc();
    if (decoder->context && decoder->packet && decoder->frame) return decoder;
    FFDecoderClose(decoder);
    return NULL;
}

void FFDecoderClose(FFDecoder *decoder) {
    library.avcodec_free_context(&decoder->context);
    library.av_packet_free(&decoder->packet);
    library.av_frame_free(&decoder->frame);
    library.av_buffer_unref(&decoder->buffer);
    free(decoder);
}

void FFDecoderFlush(FFDecoder *decoder) { library.avcodec_flush_buffers(decoder->context); }

int FFDecoderSend(FFDecoder *decoder, const void *bytes, size_t size) {
    // An empty packet would mean the end of the stream.
    if (size == 0 || size > 1 << 22) return -1;
    size_t needed = size + AV_INPUT_BUFFER_PADDING_SIZE;
    if (!decoder->buffer || decoder->buffer->size < needed || !library.av_buffer_is_writable(decoder->buffer)) {
        library.av_buffer_unref(&decoder->buffer);
        decoder->buffer = library.av_buffer_alloc(needed + needed / 2);
        if (!decoder->buffer) return -1;
    }
    memcpy(decoder->buffer->data, bytes, size);
    memset(decoder->buffer->data + size, 0, AV_INPUT_BUFFER_PADDING_SIZE);
    AVPacket *packet = decoder->packet;
    // Lent: the library makes a reference of its own, and has let go of it when the last frame was received.
    packet->buf = decoder->buffer;
    packet->data = decoder->buffer->data;
    packet->size = (int)size;
    int result = library.avcodec_send_packet(decoder->context, packet);
    packet->buf = NULL;
    packet->data = NULL;
    packet->size = 0;
    return result < 0 ? -1 : 0;
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
    AVFrame *frame = decoder->frame;
    int result = library.avcodec_receive_frame(decoder->context, frame);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
    if (result < 0) return -1;
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
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
    /// Frames that the planes of `frame` have room for.
    int32_t capacity;
    int64_t position;
};

FFEncoder *FFEncoderOpen(const FFConfig *config) {
    if (FFUnavailable()) return NULL;
    FFEncoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    encoder->context = open_context(config, library.avcodec_find_encoder_by_name(config->name));
    encoder->packet = library.av_packet_alloc();
    encoder->frame = library.av_frame_alloc();
    if (encoder->context && encoder->packet && encoder->frame) return encoder;
    FFEncoderClose(encoder);
    return NULL;
}

void FFEncoderClose(FFEncoder *encoder) {
    library.avcodec_free_context(&encoder->context);
    library.av_packet_free(&encoder->packet);
    library.av_frame_free(&encoder->frame);
    free(encoder);
}

FFEncoderInfo FFEncoderGetInfo(FFEncoder *encoder) {
    AVCodecContext *context = encoder->context;
    return (FFEncoderInfo){
        .framesPerPacket = context->frame_size,
        .primingFrames = context->initial_padding,
        .bitRate = context->bit_rate,
        .configuration = context->extradata,
        .configurationSize = context->extradata_size > 0 ? (size_t)context->extradata_size : 0,
    };
}

void FFEncoderSetBitRate(FFEncoder *encoder, int64_t bitRate) { encoder->context->bit_rate = bitRate; }

void FFEncoderSetCutoff(FFEncoder *encoder, int32_t frequency) { encoder->context->cutoff = frequency; }

uint8_t *const *FFEncoderInput(FFEncoder *encoder, int32_t frames) {
    AVFrame *frame = encoder->frame;
    if (frames <= 0 || frames > 1 << 16) return NULL;
    if (frames > encoder->capacity || !frame->buf[0] || !library.av_frame_is_writable(frame)) {
        library.av_frame_unref(frame);
        frame->nb_samples = frames;
        frame->format = encoder->context->sample_fmt;
        frame->sample_rate = encoder->context->sample_rate;
        encoder->capacity = 0;
        if (library.av_channel_layout_copy(&frame->ch_layout, &encoder->context->ch_layout) < 0
            || library.av_frame_get_buffer(frame, 0) < 0)
            return NULL;
        encoder->capacity = frames;
    }
    return frame->extended_data;
}

int FFEncoderSend(FFEncoder *encoder, int32_t frames) {
    if (frames <= 0) return library.avcodec_send_frame(encoder->context, NULL) < 0 ? -1 : 0;
    if (frames > encoder->capacity) return -1;
    encoder->frame->nb_samples = frames;
    encoder->frame->pts = encoder->position;
    encoder->position += frames;
    return library.avcodec_send_frame(encoder->context, encoder->frame) < 0 ? -1 : 0;
}

int FFEncoderReceive(FFEncoder *encoder, const uint8_t **bytes, size_t *size) {
    library.av_packet_unref(encoder->packet);
    int result = library.avcodec_receive_packet(encoder->context, encoder->packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
    if (result < 0) return -1;
    *bytes = encoder->packet->data;
    *size = encoder->packet->size > 0 ? (size_t)encoder->packet->size : 0;
    return 1;
}

#else

const char *FFUnavailable(void) {
    return "this was built without libavcodec's headers (Debian: libavcodec-dev; Fedora: libavcodec-free-devel)";
}
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
