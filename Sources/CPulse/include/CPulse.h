#ifndef CPULSE_H
#define CPULSE_H

// The part of libpulse's binary interface that we use, declared in our own words, so that neither building nor running
// needs its headers. A test compares every size, offset and value with the real headers where they are installed.

#include <stddef.h>
#include <stdint.h>

typedef struct pa_threaded_mainloop pa_threaded_mainloop;
typedef struct pa_mainloop_api pa_mainloop_api;
typedef struct pa_context pa_context;
typedef struct pa_stream pa_stream;
typedef struct pa_operation pa_operation;
typedef struct pa_time_event pa_time_event;

enum {
    PulseChannelsMax = 32,
    PulseSampleFloat32 = 5,
    PulseChannelMapWAVE = 3,
    PulseContextNoAutospawn = 1,
    PulseContextReady = 4,
    PulseContextFailed = 5,
    PulseContextTerminated = 6,
    PulseStreamReady = 2,
    PulseStreamFailed = 3,
    PulseStreamTerminated = 4,
    PulseStreamStartCorked = 0x0001,
    PulseStreamInterpolateTiming = 0x0002,
    PulseStreamDontMove = 0x0200,
    PulseStreamAdjustLatency = 0x2000,
    PulseSubscribeSink = 0x0001,
    PulseSubscribeSource = 0x0002,
    PulseSubscribeServer = 0x0080,
    PulseEventFacilityMask = 0x000f,
    PulseEventSink = 0,
    PulseEventSource = 1,
    PulseEventServer = 7,
    PulseEventTypeMask = 0x0030,
    PulseEventNew = 0x0000,
    PulseEventChange = 0x0010,
    PulseEventRemove = 0x0020,
    PulseSeekRelative = 0,
    PulseOperationRunning = 0,
    PulseInvalidIndex = 0xffffffffu,
    PulseDeviceRunning = 0,
    PulseDeviceNetwork = 0x0008,
    PulseSinkDynamicLatency = 0x0080,
    PulseSourceDynamicLatency = 0x0040,
    PulseVolumeFull = 0x10000,
};

typedef struct PulseSampleSpec { int32_t format; uint32_t rate; uint8_t channels; } PulseSampleSpec;
typedef struct PulseChannelMap { uint8_t channels; int32_t map[PulseChannelsMax]; } PulseChannelMap;
typedef struct PulseVolume { uint8_t channels; uint32_t values[PulseChannelsMax]; } PulseVolume;
typedef struct PulseBufferAttributes {
    uint32_t maximumLength;
    uint32_t targetLength;
    uint32_t prebuffering;
    uint32_t minimumRequest;
    uint32_t fragmentSize;
} PulseBufferAttributes;

/// The beginning that pa_sink_port_info and pa_source_port_info share.
/// The beginning of pa_sink_port_info and of pa_source_port_info.
typedef struct PulsePort {
    const char *name;
    const char *description;
    uint32_t priority;
    int available;
} PulsePort;
enum { PulsePortUnplugged = 1 };

typedef struct pa_proplist pa_proplist;

/// pa_sink_info and pa_source_info, which have one form. In a source, `monitor` is the sink whose monitor it is.
typedef struct PulseDevice {
    const char *name;
    uint32_t index;
    const char *description;
    PulseSampleSpec sample;
    PulseChannelMap channels;
    uint32_t ownerModule;
    PulseVolume volume;
    int mute;
    uint32_t monitor;
    const char *monitorName;
    uint64_t latency;
    const char *driver;
    int32_t flags;
    pa_proplist *properties;
    uint64_t configuredLatency;
    uint32_t baseVolume;
    int32_t state;
    uint32_t volumeSteps;
    uint32_t card;
    uint32_t portCount;
    PulsePort **ports;
    PulsePort *port;
} PulseDevice;

/// The beginning of pa_server_info.
typedef struct PulseServer {
    const char *userName;
    const char *hostName;
    const char *serverVersion;
    const char *serverName;
    PulseSampleSpec sample;
    const char *defaultSink;
    const char *defaultSource;
} PulseServer;

/// The beginning of pa_timing_info: when it was current, by the system's clock.
typedef struct PulseTiming { long seconds; long microseconds; } PulseTiming;

typedef void (*PulseContextNotify)(pa_context *context, void *user);
typedef void (*PulseSubscription)(pa_context *context, int event, uint32_t index, void *user);
typedef void (*PulseDeviceCallback)(pa_context *context, const PulseDevice *device, int end, void *user);
typedef void (*PulseServerCallback)(pa_context *context, const PulseServer *server, void *user);
typedef void (*PulseDone)(pa_context *context, int success, void *user);
typedef void (*PulseStreamNotify)(pa_stream *stream, void *user);
typedef void (*PulseStreamDone)(pa_stream *stream, int success, void *user);
typedef void (*PulseStreamRequest)(pa_stream *stream, size_t bytes, void *user);

struct timeval;
typedef void (*PulseTimeCallback)(pa_mainloop_api *api, pa_time_event *event, const struct timeval *time, void *user);

#define PULSE_FUNCTIONS(X) \
    X(pa_threaded_mainloop *, pa_threaded_mainloop_new, (void)) \
    X(void, pa_threaded_mainloop_free, (pa_threaded_mainloop *loop)) \
    X(int, pa_threaded_mainloop_start, (pa_threaded_mainloop *loop)) \
    X(void, pa_threaded_mainloop_stop, (pa_threaded_mainloop *loop)) \
    X(void, pa_threaded_mainloop_lock, (pa_threaded_mainloop *loop)) \
    X(void, pa_threaded_mainloop_unlock, (pa_threaded_mainloop *loop)) \
    X(void, pa_threaded_mainloop_wait, (pa_threaded_mainloop *loop)) \
    X(void, pa_threaded_mainloop_signal, (pa_threaded_mainloop *loop, int waitForAccept)) \
    X(pa_mainloop_api *, pa_threaded_mainloop_get_api, (pa_threaded_mainloop *loop)) \
    X(pa_context *, pa_context_new_with_proplist, \
        (pa_mainloop_api *api, const char *name, const pa_proplist *properties)) \
    X(void, pa_context_unref, (pa_context *context)) \
    X(void, pa_context_set_state_callback, (pa_context *context, PulseContextNotify callback, void *user)) \
    X(int, pa_context_connect, (pa_context *context, const char *server, int flags, const void *spawn)) \
    X(void, pa_context_disconnect, (pa_context *context)) \
    X(int, pa_context_get_state, (const pa_context *context)) \
    X(pa_time_event *, pa_context_rttime_new, \
        (const pa_context *context, uint64_t microseconds, PulseTimeCallback callback, void *user)) \
    X(void, pa_context_rttime_restart, (const pa_context *context, pa_time_event *event, uint64_t microseconds)) \
    X(int, pa_context_errno, (const pa_context *context)) \
    X(const char *, pa_strerror, (int error)) \
    X(void, pa_context_set_subscribe_callback, (pa_context *context, PulseSubscription callback, void *user)) \
    X(pa_operation *, pa_context_subscribe, (pa_context *context, int mask, void *callback, void *user)) \
    X(pa_operation *, pa_context_get_server_info, (pa_context *context, PulseServerCallback callback, void *user)) \
    X(pa_operation *, pa_context_get_sink_info_list, (pa_context *context, PulseDeviceCallback callback, void *user)) \
    X(pa_operation *, pa_context_get_source_info_list, (pa_context *context, PulseDeviceCallback callback, void *user)) \
    X(const char *, pa_proplist_gets, (const pa_proplist *properties, const char *key)) \
    X(pa_operation *, pa_context_set_default_sink, \
        (pa_context *context, const char *name, PulseDone callback, void *user)) \
    X(pa_operation *, pa_context_set_default_source, \
        (pa_context *context, const char *name, PulseDone callback, void *user)) \
    X(pa_operation *, pa_context_set_sink_volume_by_name, \
        (pa_context *context, const char *name, const PulseVolume *volume, PulseDone callback, void *user)) \
    X(pa_operation *, pa_context_set_source_volume_by_name, \
        (pa_context *context, const char *name, const PulseVolume *volume, PulseDone callback, void *user)) \
    X(pa_operation *, pa_context_set_sink_mute_by_name, \
        (pa_context *context, const char *name, int mute, PulseDone callback, void *user)) \
    X(pa_operation *, pa_context_set_source_mute_by_name, \
        (pa_context *context, const char *name, int mute, PulseDone callback, void *user)) \
    X(pa_operation *, pa_context_set_sink_port_by_name, \
        (pa_context *context, const char *name, const char *port, PulseDone callback, void *user)) \
    X(pa_operation *, pa_context_set_source_port_by_name, \
        (pa_context *context, const char *name, const char *port, PulseDone callback, void *user)) \
    X(void, pa_operation_cancel, (pa_operation *operation)) \
    X(void, pa_operation_unref, (pa_operation *operation)) \
    X(int, pa_operation_get_state, (const pa_operation *operation)) \
    X(PulseChannelMap *, pa_channel_map_init_extend, (PulseChannelMap *map, unsigned channels, int definition)) \
    X(pa_proplist *, pa_proplist_new, (void)) \
    X(void, pa_proplist_free, (pa_proplist *properties)) \
    X(int, pa_proplist_sets, (pa_proplist *properties, const char *key, const char *value)) \
    X(pa_stream *, pa_stream_new_with_proplist, \
        (pa_context *context, const char *name, const PulseSampleSpec *sample, const PulseChannelMap *map, \
         pa_proplist *properties)) \
    X(void, pa_stream_set_moved_callback, (pa_stream *stream, PulseStreamNotify callback, void *user)) \
    X(const char *, pa_stream_get_device_name, (const pa_stream *stream)) \
    X(pa_operation *, pa_stream_set_name, \
        (pa_stream *stream, const char *name, PulseStreamDone callback, void *user)) \
    X(pa_operation *, pa_stream_set_buffer_attr, \
        (pa_stream *stream, const PulseBufferAttributes *attributes, void *callback, void *user)) \
    X(void, pa_stream_unref, (pa_stream *stream)) \
    X(int, pa_stream_connect_playback, \
        (pa_stream *stream, const char *device, const PulseBufferAttributes *attributes, int flags, const void *volume, \
         pa_stream *synchronised)) \
    X(int, pa_stream_connect_record, \
        (pa_stream *stream, const char *device, const PulseBufferAttributes *attributes, int flags)) \
    X(void, pa_stream_set_read_callback, (pa_stream *stream, PulseStreamRequest callback, void *user)) \
    X(void, pa_stream_set_overflow_callback, (pa_stream *stream, PulseStreamNotify callback, void *user)) \
    X(int, pa_stream_peek, (pa_stream *stream, const void **data, size_t *bytes)) \
    X(int, pa_stream_drop, (pa_stream *stream)) \
    X(size_t, pa_stream_readable_size, (const pa_stream *stream)) \
    X(int, pa_stream_disconnect, (pa_stream *stream)) \
    X(int, pa_stream_get_state, (const pa_stream *stream)) \
    X(void, pa_stream_set_state_callback, (pa_stream *stream, PulseStreamNotify callback, void *user)) \
    X(void, pa_stream_set_write_callback, (pa_stream *stream, PulseStreamRequest callback, void *user)) \
    X(void, pa_stream_set_underflow_callback, (pa_stream *stream, PulseStreamNotify callback, void *user)) \
    X(int, pa_stream_write, \
        (pa_stream *stream, const void *data, size_t bytes, void *release, int64_t offset, int seek)) \
    X(size_t, pa_stream_writable_size, (const pa_stream *stream)) \
    X(pa_operation *, pa_stream_cork, (pa_stream *stream, int corked, PulseStreamDone callback, void *user)) \
    X(pa_operation *, pa_stream_flush, (pa_stream *stream, void *callback, void *user)) \
    X(int, pa_stream_get_latency, (pa_stream *stream, uint64_t *microseconds, int *isNegative)) \
    X(const PulseTiming *, pa_stream_get_timing_info, (pa_stream *stream)) \
    X(pa_operation *, pa_stream_update_timing_info, (pa_stream *stream, void *callback, void *user))

/// The library's functions by their own names.
typedef struct PulseLibrary {
#define X(result, name, parameters) result (*name) parameters;
    PULSE_FUNCTIONS(X)
#undef X
} PulseLibrary;

/// Loads libpulse.so.0 at the first call; NULL where it is missing.
const PulseLibrary *PulseLoad(void);

#endif
