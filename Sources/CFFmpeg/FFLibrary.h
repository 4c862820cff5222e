#ifndef FFLIBRARY_H
#define FFLIBRARY_H

// Where a system has the headers in a folder `ffmpeg`, Package.swift looks there.
#if __has_include(<libavcodec/avcodec.h>) && __has_include(<libavutil/channel_layout.h>)
#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
// Channel layouts as structures came with libavutil 57.24, that of FFmpeg 5.1.
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100)
#define HAS_HEADERS 1
#endif
#endif

#if HAS_HEADERS

#define FUNCTIONS(X) \
    X(avcodec_find_decoder_by_name) X(avcodec_find_encoder_by_name) X(avcodec_alloc_context3) \
    X(avcodec_free_context) X(avcodec_open2) X(avcodec_send_packet) X(avcodec_receive_frame) \
    X(avcodec_send_frame) X(avcodec_receive_packet) X(avcodec_flush_buffers) \
    X(av_packet_alloc) X(av_packet_free) X(av_packet_unref) X(av_packet_new_side_data) \
    X(av_frame_alloc) X(av_frame_free) X(av_frame_unref) X(av_frame_get_buffer) X(av_frame_is_writable) \
    X(av_buffer_alloc) X(av_buffer_unref) X(av_buffer_is_writable) \
    X(av_mallocz) X(av_dict_parse_string) X(av_dict_free) X(av_channel_layout_default) \
    X(av_channel_layout_from_mask) X(av_channel_layout_copy) X(av_pix_fmt_desc_get)

/// The library's functions. They are there once FFUnavailable() has returned NULL.
struct FFLibrary {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
#undef X
};

extern __attribute__((visibility("hidden"))) struct FFLibrary FFLoaded;
#define library FFLoaded

#endif

#endif
