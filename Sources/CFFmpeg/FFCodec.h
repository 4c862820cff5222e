#ifndef FFCODEC_H
#define FFCODEC_H

#include "FFLibrary.h"

#if HAS_HEADERS

// What decoders and encoders of sound and pictures have in common. The functions are there once FFUnavailable() has returned NULL.

#define HIDDEN __attribute__((visibility("hidden")))

/// An open codec, and what goes in and comes out.
struct FFCodec {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
    /// Where packets are copied to, with the room after them that the library asks for.
    AVBufferRef *buffer;
};

/// A context that works on the calling thread alone and writes nothing to the console; NULL where there is no codec.
HIDDEN AVCodecContext *FFContextMake(const AVCodec *codec, const uint8_t *configuration, size_t size);
/// Opens a codec with a context, which belongs to it from then on: 0, or -1 where that failed and nothing is left.
///
/// - Parameter options: `key=value` pairs with colons between, or NULL.
HIDDEN int FFCodecOpen(struct FFCodec *codec, AVCodecContext *context, const char *options);
HIDDEN void FFCodecClose(struct FFCodec *codec);
/// Copies bytes into the packet, which is lent to the library with the next call of FFCodecSend: 0, or -1 without memory.
///
/// - Parameter most: bytes beyond which a packet is refused, as is an empty one: it would mean the end.
HIDDEN int FFCodecFill(struct FFCodec *codec, const void *bytes, size_t size, size_t most);
/// Sends the packet, and empties it: 0, 1 where frames must be received first, or -1 where it is damaged.
HIDDEN int FFCodecSend(struct FFCodec *codec);
/// Receives a frame: 1, 0 where there is none so far and at the end, or -1 where it is damaged.
HIDDEN int FFCodecReceive(struct FFCodec *codec);

#endif

#endif
