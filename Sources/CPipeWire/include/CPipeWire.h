#ifndef CPIPEWIRE_H
#define CPIPEWIRE_H

// The part of libpipewire-0.3's binary interface that we use, declared in our own words, so that neither building nor
// running needs its headers. A test compares every size, offset and value with the real headers where they are installed.

#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef struct pw_thread_loop pw_thread_loop;
typedef struct pw_loop pw_loop;
typedef struct pw_context pw_context;
typedef struct pw_core pw_core;
typedef struct pw_registry pw_registry;
typedef struct pw_proxy pw_proxy;
typedef struct pw_stream pw_stream;
typedef struct pw_filter pw_filter;
typedef struct pw_properties pw_properties;

enum {
    PWIdAny = 0xffffffffu,
    PWIdCore = 0,
    PWDirectionInput = 0,
    PWDirectionOutput = 1,
    PWStreamAutoconnect = 1 << 0,
    PWStreamInactive = 1 << 1,
    PWStreamMapBuffers = 1 << 2,
    PWStreamRealtimeProcess = 1 << 4,
    PWStreamTrigger = 1 << 9,
    PWStreamStateError = -1,
    PWStreamStateUnconnected = 0,
    PWStreamStateStreaming = 3,
    PWRegistryVersion = 3,
    PWMetadataVersion = 3,
    PWNodeVersion = 3,
    PWNodeStateSuspended = 1,
    PWNodeStateRunning = 3,
    PWNodeChangeState = 1 << 2,
    PWNodeChangeProperties = 1 << 3,
    PWStreamEventsVersion = 2,
    PWFilterInactive = 1 << 0,
    PWFilterRealtimeProcess = 1 << 2,
    PWFilterEventsVersion = 1,
    PWFilterStatePaused = 2,
    PWFilterStateStreaming = 3,
    PWFilterPortMapBuffers = 1 << 0,
    PWLinkVersion = 3,
    PWLinkStateActive = 4,
};

/// struct spa_hook: a listener's place in a list; ours to keep, zeroed, until the object is destroyed.
typedef struct PWHook { void *words[6]; } PWHook;

typedef struct PWItem { const char *key; const char *value; } PWItem;
typedef struct PWDictionary { uint32_t flags; uint32_t count; const PWItem *items; } PWDictionary;

/// struct spa_interface: what every proxy starts with.
typedef struct PWInterface { const char *type; uint32_t version; const void *methods; void *object; } PWInterface;

/// struct pw_loop. `name` is there from version 1.2 on.
typedef struct PWLoop {
    const void *system;
    const void *loop;
    const void *control;
    const PWInterface *utilities;
    const char *name;
} PWLoop;

/// struct spa_chunk, spa_data and spa_buffer: the memory behind a stream's buffer.
typedef struct PWChunk { uint32_t offset; uint32_t size; int32_t stride; int32_t flags; } PWChunk;
typedef struct PWData {
    uint32_t type;
    uint32_t flags;
    int64_t descriptor;
    uint32_t mapOffset;
    uint32_t maximumSize;
    void *data;
    PWChunk *chunk;
} PWData;
typedef struct PWMemory { uint32_t metaCount; uint32_t dataCount; void *metas; PWData *datas; } PWMemory;

/// struct pw_buffer up to `requested`, which is in frames.
typedef struct PWBuffer { PWMemory *memory; void *user; uint64_t size; uint64_t requested; } PWBuffer;

/// struct pw_time.
typedef struct PWTime {
    int64_t now;
    uint32_t rateNumerator;
    uint32_t rateDenominator;
    uint64_t ticks;
    int64_t delay;
    uint64_t queued;
    uint64_t buffered;
    uint32_t queuedBuffers;
    uint32_t availableBuffers;
} PWTime;

/// struct pw_stream_events.
typedef struct PWStreamEvents {
    uint32_t version;
    void (*destroy)(void *data);
    void (*stateChanged)(void *data, int previous, int state, const char *error);
    void (*controlInfo)(void *data, uint32_t id, const void *control);
    void (*ioChanged)(void *data, uint32_t id, void *area, uint32_t size);
    void (*parameterChanged)(void *data, uint32_t id, const void *parameter);
    void (*addBuffer)(void *data, PWBuffer *buffer);
    void (*removeBuffer)(void *data, PWBuffer *buffer);
    void (*process)(void *data);
    void (*drained)(void *data);
    void (*command)(void *data, const void *command);
    void (*triggerDone)(void *data);
} PWStreamEvents;

/// struct spa_io_clock up to `duration`: what struct spa_io_position begins with. `duration` is in units of the rate's
/// inverse.
typedef struct PWPosition {
    uint32_t flags;
    uint32_t id;
    char name[64];
    uint64_t nanoseconds;
    uint32_t rateNumerator;
    uint32_t rateDenominator;
    uint64_t position;
    uint64_t duration;
} PWPosition;

/// struct pw_filter_events.
typedef struct PWFilterEvents {
    uint32_t version;
    void (*destroy)(void *data);
    void (*stateChanged)(void *data, int previous, int state, const char *error);
    void (*ioChanged)(void *data, void *port, uint32_t id, void *area, uint32_t size);
    void (*parameterChanged)(void *data, void *port, uint32_t id, const void *parameter);
    void (*addBuffer)(void *data, void *port, PWBuffer *buffer);
    void (*removeBuffer)(void *data, void *port, PWBuffer *buffer);
    void (*process)(void *data, const PWPosition *position);
    void (*drained)(void *data);
    void (*command)(void *data, const void *command);
} PWFilterEvents;

/// struct pw_core_info up to `version`.
typedef struct PWCoreInfo {
    uint32_t id;
    uint32_t cookie;
    const char *user;
    const char *host;
    const char *version;
} PWCoreInfo;

/// struct pw_core_events and pw_core_methods.
typedef struct PWCoreEvents {
    uint32_t version;
    void (*info)(void *data, const PWCoreInfo *info);
    void (*done)(void *data, uint32_t id, int sequence);
    void (*ping)(void *data, uint32_t id, int sequence);
    void (*error)(void *data, uint32_t id, int sequence, int result, const char *message);
    void (*removeId)(void *data, uint32_t id);
    void (*boundId)(void *data, uint32_t id, uint32_t global);
    void (*addMemory)(void *data, uint32_t id, uint32_t type, int descriptor, uint32_t flags);
    void (*removeMemory)(void *data, uint32_t id);
} PWCoreEvents;
typedef struct PWCoreMethods {
    uint32_t version;
    int (*addListener)(void *object, PWHook *listener, const PWCoreEvents *events, void *data);
    int (*hello)(void *object, uint32_t version);
    int (*sync)(void *object, uint32_t id, int sequence);
    int (*pong)(void *object, uint32_t id, int sequence);
    int (*error)(void *object, uint32_t id, int sequence, int result, const char *message);
    pw_registry *(*getRegistry)(void *object, uint32_t version, size_t userSize);
    void *(*createObject)(
        void *object, const char *factory, const char *type, uint32_t version, const PWDictionary *properties, size_t userSize);
    int (*destroy)(void *object, void *proxy);
} PWCoreMethods;

/// struct pw_registry_events and pw_registry_methods.
typedef struct PWRegistryEvents {
    uint32_t version;
    void (*global)(
        void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version, const PWDictionary *properties);
    void (*globalRemove)(void *data, uint32_t id);
} PWRegistryEvents;
typedef struct PWRegistryMethods {
    uint32_t version;
    int (*addListener)(void *object, PWHook *listener, const PWRegistryEvents *events, void *data);
    void *(*bind)(void *object, uint32_t id, const char *type, uint32_t version, size_t userSize);
} PWRegistryMethods;

/// struct pw_metadata_events and pw_metadata_methods.
typedef struct PWMetadataEvents {
    uint32_t version;
    int (*property)(void *data, uint32_t subject, const char *key, const char *type, const char *value);
} PWMetadataEvents;
typedef struct PWMetadataMethods {
    uint32_t version;
    int (*addListener)(void *object, PWHook *listener, const PWMetadataEvents *events, void *data);
    int (*setProperty)(void *object, uint32_t subject, const char *key, const char *type, const char *value);
} PWMetadataMethods;

/// struct spa_loop_utils_methods. What we do not call has no parameters here.
typedef struct PWSource PWSource;
typedef struct PWLoopMethods {
    uint32_t version;
    void (*addIO)(void);
    void (*updateIO)(void);
    void (*addIdle)(void);
    void (*enableIdle)(void);
    PWSource *(*addEvent)(void *object, void (*function)(void *data, uint64_t count), void *data);
    int (*signalEvent)(void *object, PWSource *event);
    void (*addTimer)(void);
    void (*updateTimer)(void);
    void (*addSignal)(void);
    void (*destroySource)(void *object, PWSource *source);
} PWLoopMethods;

/// struct pw_node_info, pw_node_events and pw_node_methods.
typedef struct PWNodeInfo {
    uint32_t id;
    uint32_t maximumInputs;
    uint32_t maximumOutputs;
    uint64_t changeMask;
    uint32_t inputCount;
    uint32_t outputCount;
    int32_t state;
    const char *error;
    const PWDictionary *properties;
} PWNodeInfo;
typedef struct PWNodeEvents {
    uint32_t version;
    void (*info)(void *data, const PWNodeInfo *info);
    void (*parameter)(void *data, int sequence, uint32_t id, uint32_t index, uint32_t next, const void *pod);
} PWNodeEvents;
typedef struct PWNodeMethods {
    uint32_t version;
    int (*addListener)(void *object, PWHook *listener, const PWNodeEvents *events, void *data);
    int (*subscribe)(void *object, uint32_t *ids, uint32_t count);
    int (*enumerate)(void *object, int sequence, uint32_t id, uint32_t start, uint32_t count, const void *filter);
    int (*setParameter)(void *object, uint32_t id, uint32_t flags, const void *pod);
} PWNodeMethods;

/// struct pw_link_info up to `state`, pw_link_events and pw_link_methods.
typedef struct PWLinkInfo {
    uint32_t id;
    uint32_t outputNode;
    uint32_t outputPort;
    uint32_t inputNode;
    uint32_t inputPort;
    uint64_t changeMask;
    int32_t state;
} PWLinkInfo;
typedef struct PWLinkEvents {
    uint32_t version;
    void (*info)(void *data, const PWLinkInfo *info);
} PWLinkEvents;
typedef struct PWLinkMethods {
    uint32_t version;
    int (*addListener)(void *object, PWHook *listener, const PWLinkEvents *events, void *data);
} PWLinkMethods;

// What the real headers offer as macros over the method tables.

static inline void PWCoreAddListener(pw_core *core, PWHook *hook, const PWCoreEvents *events, void *data) {
    const PWInterface *face = (const PWInterface *)core;
    ((const PWCoreMethods *)face->methods)->addListener(face->object, hook, events, data);
}

static inline int PWCoreSync(pw_core *core, uint32_t id, int sequence) {
    const PWInterface *face = (const PWInterface *)core;
    return ((const PWCoreMethods *)face->methods)->sync(face->object, id, sequence);
}

static inline pw_registry *PWCoreGetRegistry(pw_core *core) {
    const PWInterface *face = (const PWInterface *)core;
    return ((const PWCoreMethods *)face->methods)->getRegistry(face->object, PWRegistryVersion, 0);
}

/// Has the server link two ports, as long as the proxy and this connection are there.
static inline pw_proxy *PWCoreCreateLink(pw_core *core, const PWDictionary *properties) {
    const PWInterface *face = (const PWInterface *)core;
    return (pw_proxy *)((const PWCoreMethods *)face->methods)
        ->createObject(face->object, "link-factory", "PipeWire:Interface:Link", PWLinkVersion, properties, 0);
}

static inline void PWLinkAddListener(pw_proxy *link, PWHook *hook, const PWLinkEvents *events, void *data) {
    const PWInterface *face = (const PWInterface *)link;
    ((const PWLinkMethods *)face->methods)->addListener(face->object, hook, events, data);
}

static inline void PWRegistryAddListener(
    pw_registry *registry, PWHook *hook, const PWRegistryEvents *events, void *data) {
    const PWInterface *face = (const PWInterface *)registry;
    ((const PWRegistryMethods *)face->methods)->addListener(face->object, hook, events, data);
}

static inline pw_proxy *PWRegistryBindNode(pw_registry *registry, uint32_t id) {
    const PWInterface *face = (const PWInterface *)registry;
    return (pw_proxy *)((const PWRegistryMethods *)face->methods)
        ->bind(face->object, id, "PipeWire:Interface:Node", PWNodeVersion, 0);
}

static inline void PWNodeAddListener(pw_proxy *node, PWHook *hook, const PWNodeEvents *events, void *data) {
    const PWInterface *face = (const PWInterface *)node;
    ((const PWNodeMethods *)face->methods)->addListener(face->object, hook, events, data);
}

/// Asks for the values of two parameters, now and after each change.
static inline void PWNodeSubscribe(pw_proxy *node, uint32_t parameter, uint32_t other) {
    const PWInterface *face = (const PWInterface *)node;
    uint32_t parameters[] = {parameter, other};
    ((const PWNodeMethods *)face->methods)->subscribe(face->object, parameters, 2);
}

static inline int PWNodeSetParameter(pw_proxy *node, uint32_t id, const void *pod) {
    const PWInterface *face = (const PWInterface *)node;
    return ((const PWNodeMethods *)face->methods)->setParameter(face->object, id, 0, pod);
}

static inline pw_proxy *PWRegistryBindMetadata(pw_registry *registry, uint32_t id) {
    const PWInterface *face = (const PWInterface *)registry;
    return (pw_proxy *)((const PWRegistryMethods *)face->methods)
        ->bind(face->object, id, "PipeWire:Interface:Metadata", PWMetadataVersion, 0);
}

static inline void PWMetadataAddListener(
    pw_proxy *metadata, PWHook *hook, const PWMetadataEvents *events, void *data) {
    const PWInterface *face = (const PWInterface *)metadata;
    ((const PWMetadataMethods *)face->methods)->addListener(face->object, hook, events, data);
}

static inline int PWMetadataSet(pw_proxy *metadata, const char *key, const char *type, const char *value) {
    const PWInterface *face = (const PWInterface *)metadata;
    return ((const PWMetadataMethods *)face->methods)->setProperty(face->object, 0, key, type, value);
}

/// Makes an event: the loop's thread calls the function, once for all signals since the last call.
static inline PWSource *PWLoopAddEvent(pw_loop *loop, void (*function)(void *data, uint64_t count), void *data) {
    const PWInterface *face = ((const PWLoop *)loop)->utilities;
    return ((const PWLoopMethods *)face->methods)->addEvent(face->object, function, data);
}

/// Any thread may do this, that of the audio too: it writes to a descriptor that does not block.
static inline void PWLoopSignalEvent(pw_loop *loop, PWSource *event) {
    const PWInterface *face = ((const PWLoop *)loop)->utilities;
    ((const PWLoopMethods *)face->methods)->signalEvent(face->object, event);
}

static inline void PWLoopDestroySource(pw_loop *loop, PWSource *source) {
    const PWInterface *face = ((const PWLoop *)loop)->utilities;
    ((const PWLoopMethods *)face->methods)->destroySource(face->object, source);
}

/// struct spa_pod_sequence: messages with their times, followed by controls.
typedef struct PWSequence { uint32_t size; uint32_t type; uint32_t unit; uint32_t padding; } PWSequence;

/// struct spa_pod_control, followed by `size` bytes, which are padded to a multiple of 8. `offset` is in frames from the beginning of
/// the cycle.
typedef struct PWControl { uint32_t offset; uint32_t kind; uint32_t size; uint32_t type; } PWControl;

enum {
    PWControlMIDI = 2,
    /// Universal MIDI Packets: from version 1.3.81 on.
    PWControlUMP = 4,
    PWTypeBytes = 9,
    PWTypeSequence = 16,
};

enum {
    PWFormatWords = 128,
    PWTypeBool = 2,
    PWTypeId = 3,
    PWTypeInt = 4,
    PWTypeFloat = 6,
    PWTypeArray = 13,
    PWTypeObject = 15,
    PWTypeChoice = 19,
    PWObjectProps = 0x40002,
    PWObjectFormat = 0x40003,
    PWObjectBuffers = 0x40004,
    PWParameterProps = 2,
    PWParameterEnumFormat = 3,
    PWParameterFormat = 4,
    PWParameterBuffers = 5,
    PWKeyBufferBlocks = 2,
    PWKeyBufferSize = 3,
    PWKeyBufferStride = 4,
    PWChoiceRange = 1,
    PWKeyMute = 0x10004,
    PWKeyChannelVolumes = 0x10008,
    PWKeyMediaType = 1,
    PWKeyMediaSubtype = 2,
    PWKeyAudioFormat = 0x10001,
    PWKeyAudioRate = 0x10003,
    PWKeyAudioChannels = 0x10004,
    PWKeyAudioPosition = 0x10005,
    PWMediaTypeAudio = 1,
    PWMediaSubtypeRaw = 1,
    PWFormatFloat32 = 0x11b,
    PWPositionMono = 2,
    PWPositionFrontLeft = 3,
    PWPositionFrontRight = 4,
    PWPositionFrontCentre = 5,
    PWPositionLowFrequency = 6,
    PWPositionSideLeft = 7,
    PWPositionSideRight = 8,
    PWPositionRearCentre = 11,
    PWPositionRearLeft = 12,
    PWPositionRearRight = 13,
    PWPositionAuxiliary = 0x1000,
};

/// Writes the parameter "interleaved native Float32, this rate, these channels" as a pod of at most PWFormatWords words,
/// which must start at a multiple of 8 bytes. At most 64 channels.
void PWBuildFormat(uint32_t *words, uint32_t rate, uint32_t channels, const uint32_t *positions);

#define PIPEWIRE_FUNCTIONS(X) \
    X(void, pw_init, (int *argumentCount, char ***arguments)) \
    X(const char *, pw_get_library_version, (void)) \
    X(pw_thread_loop *, pw_thread_loop_new, (const char *name, const PWDictionary *properties)) \
    X(void, pw_thread_loop_destroy, (pw_thread_loop *loop)) \
    X(int, pw_thread_loop_start, (pw_thread_loop *loop)) \
    X(void, pw_thread_loop_stop, (pw_thread_loop *loop)) \
    X(void, pw_thread_loop_lock, (pw_thread_loop *loop)) \
    X(void, pw_thread_loop_unlock, (pw_thread_loop *loop)) \
    X(int, pw_thread_loop_get_time, (pw_thread_loop *loop, struct timespec *deadline, int64_t nanoseconds)) \
    X(int, pw_thread_loop_timed_wait_full, (pw_thread_loop *loop, struct timespec *deadline)) \
    X(void, pw_thread_loop_signal, (pw_thread_loop *loop, _Bool waitForAccept)) \
    X(pw_loop *, pw_thread_loop_get_loop, (pw_thread_loop *loop)) \
    X(pw_context *, pw_context_new, (pw_loop *loop, pw_properties *properties, size_t userSize)) \
    X(void, pw_context_destroy, (pw_context *context)) \
    X(pw_core *, pw_context_connect, (pw_context *context, pw_properties *properties, size_t userSize)) \
    X(int, pw_core_disconnect, (pw_core *core)) \
    X(void, pw_proxy_destroy, (pw_proxy *proxy)) \
    X(pw_properties *, pw_properties_new_dict, (const PWDictionary *dictionary)) \
    X(pw_stream *, pw_stream_new, (pw_core *core, const char *name, pw_properties *properties)) \
    X(void, pw_stream_destroy, (pw_stream *stream)) \
    X(void, pw_stream_add_listener, (pw_stream *stream, PWHook *hook, const PWStreamEvents *events, void *data)) \
    X(int, pw_stream_connect, \
        (pw_stream *stream, int direction, uint32_t target, uint32_t flags, const void **parameters, uint32_t count)) \
    X(int, pw_stream_set_active, (pw_stream *stream, _Bool active)) \
    X(uint32_t, pw_stream_get_node_id, (pw_stream *stream)) \
    X(int, pw_stream_update_properties, (pw_stream *stream, const PWDictionary *dictionary)) \
    X(PWBuffer *, pw_stream_dequeue_buffer, (pw_stream *stream)) \
    X(int, pw_stream_queue_buffer, (pw_stream *stream, PWBuffer *buffer)) \
    X(int, pw_stream_trigger_process, (pw_stream *stream)) \
    X(int, pw_stream_get_time_n, (pw_stream *stream, PWTime *time, size_t size)) \
    X(pw_filter *, pw_filter_new, (pw_core *core, const char *name, pw_properties *properties)) \
    X(void, pw_filter_destroy, (pw_filter *filter)) \
    X(void, pw_filter_add_listener, (pw_filter *filter, PWHook *hook, const PWFilterEvents *events, void *data)) \
    X(int, pw_filter_set_active, (pw_filter *filter, _Bool active)) \
    X(int, pw_filter_update_properties, (pw_filter *filter, void *port, const PWDictionary *properties)) \
    X(int, pw_filter_connect, (pw_filter *filter, uint32_t flags, const void **parameters, uint32_t count)) \
    X(uint32_t, pw_filter_get_node_id, (pw_filter *filter)) \
    X(void *, pw_filter_add_port, \
        (pw_filter *filter, int direction, uint32_t flags, size_t userSize, pw_properties *properties, \
         const void **parameters, uint32_t count)) \
    X(PWBuffer *, pw_filter_dequeue_buffer, (void *port)) \
    X(int, pw_filter_queue_buffer, (void *port, PWBuffer *buffer)) \
    X(pw_proxy *, pw_core_get_client, (pw_core *core)) \
    X(uint32_t, pw_proxy_get_bound_id, (pw_proxy *proxy))

/// The library's functions by their own names.
typedef struct PipeWireLibrary {
#define X(result, name, parameters) result (*name) parameters;
    PIPEWIRE_FUNCTIONS(X)
#undef X
} PipeWireLibrary;

/// The name of a loop of a context that runs nodes, for those that are to run in one loop, and so on one thread: from version 1.2 on
/// the client's configuration may ask for several. NULL before that version.
const char *PWDataLoopName(pw_context *context);

/// Loads libpipewire-0.3.so.0 at the first call; NULL where it is missing or older than 0.3.50.
const PipeWireLibrary *PipeWireLoad(void);

#endif
