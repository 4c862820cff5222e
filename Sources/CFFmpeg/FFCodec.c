#include "FFCodec.h"

#if HAS_HEADERS

#include <string.h>

AVCodecContext *FFContextMake(const AVCodec *codec, const uint8_t *configuration, size_t size) {
    AVCodecContext *context = codec && size < INT32_MAX / 2 ? library.avcodec_alloc_context3(codec) : NULL;
    if (!context) return NULL;
    // Every message is also an error returned, which is where it belongs.
    context->log_level_offset = 1 << 7;
    context->thread_count = 1;
    if (size == 0) return context;
    context->extradata = library.av_mallocz(size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (context->extradata) {
        memcpy(context->extradata, configuration, size);
        context->extradata_size = (int)size;
    } else {
        library.avcodec_free_context(&context);
    }
    return context;
}

int FFCodecOpen(struct FFCodec *codec, AVCodecContext *context, const char *options) {
    memset(codec, 0, sizeof *codec);
    codec->context = context;
    if (context) {
        AVDictionary *parsed = NULL;
        int result = options ? library.av_dict_parse_string(&parsed, options, "=", ":", 0) : 0;
        if (result >= 0) result = library.avcodec_open2(context, context->codec, &parsed);
        library.av_dict_free(&parsed);
        codec->packet = library.av_packet_alloc();
        codec->frame = library.av_frame_alloc();
        if (result >= 0 && codec->packet && codec->frame) return 0;
    }
    FFCodecClose(codec);
    return -1;
}

void FFCodecClose(struct FFCodec *codec) {
    library.avcodec_free_context(&codec->context);
    library.av_packet_free(&codec->packet);
    library.av_frame_free(&codec->frame);
    library.av_buffer_unref(&codec->buffer);
}

int FFCodecFill(struct FFCodec *codec, const void *bytes, size_t size, size_t most) {
    if (size == 0 || size > most) return -1;
    size_t needed = size + AV_INPUT_BUFFER_PADDING_SIZE;
    if (!codec->buffer || codec->buffer->size < needed || !library.av_buffer_is_writable(codec->buffer)) {
        library.av_buffer_unref(&codec->buffer);
        codec->buffer = library.av_buffer_alloc(needed + needed / 2);
        if (!codec->buffer) return -1;
    }
    memcpy(codec->buffer->data, bytes, size);
    memset(codec->buffer->data + size, 0, AV_INPUT_BUFFER_PADDING_SIZE);
    codec->packet->data = codec->buffer->data;
    codec->packet->size = (int)size;
    return 0;
}

int FFCodecSend(struct FFCodec *codec) {
    AVPacket *packet = codec->packet;
    // Lent: the library makes a reference of its own.
    packet->buf = codec->buffer;
    int result = library.avcodec_send_packet(codec->context, packet);
    packet->buf = NULL;
    library.av_packet_unref(packet);
    if (result == AVERROR(EAGAIN)) return 1;
    return result < 0 ? -1 : 0;
}

int FFCodecReceive(struct FFCodec *codec) {
    int result = library.avcodec_receive_frame(codec->context, codec->frame);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
    return result < 0 ? -1 : 1;
}

#endif
