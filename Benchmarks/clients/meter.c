// Hears a sink of PipeWire by its monitor, in a real-time thread and in memory, and writes it down at the end.
//
//     meter SINK SECONDS FILE [passive | filter]
//
// Passive: it does not keep the sink awake. A filter: it has the ports meter:left and meter:right and is linked by others. A stream's
// converter takes as many frames as the cycle has, and the monitor is a cycle late: where cycles become shorter it loses
// the rest of the last long one, and a filter does not.
// Stereo, 32-bit float, 48 kHz. By the chunks' sizes, not by the clock's: behind a change of the cycle the first chunk still has
// the old size. Behind the samples' file, FILE.cycles has a line for each cycle in which anything came: the host time in
// nanoseconds, and the frame. Ends with SIGINT, SIGTERM, or when the memory is full.
#include <errno.h>
#include <pipewire/filter.h>
#include <pipewire/pipewire.h>
#include <spa/param/audio/format-utils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct Cycle {
    int64_t time;
    size_t frame;
} Cycle;

static struct pw_main_loop *loop;
static struct pw_stream *stream;
static struct pw_filter *filter;
static void *ports[2];
static float *samples;
static Cycle *cycles;
static size_t frames, room, cycle_count, cycle_room;

static void process(void *data) {
    struct pw_buffer *buffer;
    (void)data;
    while ((buffer = pw_stream_dequeue_buffer(stream))) {
        const struct spa_data *memory = &buffer->buffer->datas[0];
        size_t count = memory->chunk->size / 8;
        if (count > room - frames) count = room - frames;
        if (memory->data && count > 0) {
            struct pw_time now;
            pw_stream_get_time_n(stream, &now, sizeof now);
            if (cycle_count < cycle_room) cycles[cycle_count++] = (Cycle){now.now, frames};
            memcpy(samples + 2 * frames, (const char *)memory->data + memory->chunk->offset, count * 8);
            frames += count;
        }
        pw_stream_queue_buffer(stream, buffer);
    }
}

// A filter has a buffer for each port.
static void process_filter(void *data, struct spa_io_position *position) {
    size_t most = 0;
    (void)data;
    for (int side = 0; side < 2; side++) {
        struct pw_buffer *buffer = ports[side] ? pw_filter_dequeue_buffer(ports[side]) : NULL;
        if (!buffer) continue;
        const struct spa_data *memory = &buffer->buffer->datas[0];
        size_t count = memory->chunk->size / 4;
        const float *heard = (const float *)((const char *)memory->data + memory->chunk->offset);
        if (count > room - frames) count = room - frames;
        for (size_t i = 0; memory->data && i < count; i++) samples[2 * (frames + i) + side] = heard[i];
        if (memory->data && count > most) most = count;
        pw_filter_queue_buffer(ports[side], buffer);
    }
    if (most > 0 && cycle_count < cycle_room) cycles[cycle_count++] = (Cycle){(int64_t)position->clock.nsec, frames};
    frames += most;
}

static const struct pw_filter_events filter_events = {PW_VERSION_FILTER_EVENTS, .process = process_filter};

static void make_filter(void) {
    const char *names[] = {"left", "right"};
    filter = pw_filter_new_simple(
        pw_main_loop_get_loop(loop), "meter", pw_properties_new(PW_KEY_NODE_NAME, "meter", NULL), &filter_events, NULL);
    if (!filter) exit(6);
    for (int side = 0; side < 2; side++)
        ports[side] = pw_filter_add_port(
            filter, PW_DIRECTION_INPUT, PW_FILTER_PORT_FLAG_MAP_BUFFERS, 1,
            pw_properties_new(PW_KEY_FORMAT_DSP, "32 bit float mono audio", PW_KEY_PORT_NAME, names[side], NULL), NULL, 0);
    if (pw_filter_connect(filter, PW_FILTER_FLAG_RT_PROCESS, NULL, 0) < 0) exit(4);
    printf("linked\n"), fflush(stdout);
}

static void changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    (void)data, (void)old;
    if (state == PW_STREAM_STATE_ERROR) fprintf(stderr, "meter: %s\n", error), pw_main_loop_quit(loop);
    if (state == PW_STREAM_STATE_PAUSED || state == PW_STREAM_STATE_STREAMING) printf("linked\n"), fflush(stdout);
}

static const struct pw_stream_events events = {PW_VERSION_STREAM_EVENTS, .process = process, .state_changed = changed};

static void make_stream(const char *sink, int is_passive) {
    uint8_t space[1024];
    struct pw_properties *properties = pw_properties_new(
        PW_KEY_MEDIA_TYPE, "Audio", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_STREAM_CAPTURE_SINK, "true", PW_KEY_TARGET_OBJECT,
        sink, "node.dont-reconnect", "true", PW_KEY_NODE_NAME, "meter", NULL);
    if (is_passive) pw_properties_set(properties, PW_KEY_NODE_PASSIVE, "true");
    stream = pw_stream_new_simple(pw_main_loop_get_loop(loop), "meter", properties, &events, NULL);
    // There is no server.
    if (!stream) exit(6);
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(space, sizeof space);
    struct spa_audio_info_raw format = {
        .format = SPA_AUDIO_FORMAT_F32, .rate = 48000, .channels = 2, .position = {SPA_AUDIO_CHANNEL_FL, SPA_AUDIO_CHANNEL_FR}};
    const struct spa_pod *parameters[] = {spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &format)};
    int flags = PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_RT_PROCESS;
    if (pw_stream_connect(stream, PW_DIRECTION_INPUT, PW_ID_ANY, flags, parameters, 1) < 0) exit(4);
}

static void quit(void *data, int number) { (void)data, (void)number, pw_main_loop_quit(loop); }

// Memory that is there: the audio thread is not to wait for pages.
static void *memory(size_t bytes) {
    void *found = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (found == MAP_FAILED) exit(3);
    return found;
}

int main(int argc, char **argv) {
    char name[1024];
    if (argc < 4) return 2;
    setenv("PIPEWIRE_CONFIG_NAME", "client-rt.conf", 1);
    pw_init(NULL, NULL);
    room = (size_t)atoi(argv[2]) * 48000, cycle_room = room / 32;
    samples = memory(room * 8), cycles = memory(cycle_room * sizeof *cycles);
    loop = pw_main_loop_new(NULL);
    pw_loop_add_signal(pw_main_loop_get_loop(loop), SIGINT, quit, NULL);
    pw_loop_add_signal(pw_main_loop_get_loop(loop), SIGTERM, quit, NULL);
    if (argc > 4 && !strcmp(argv[4], "filter")) make_filter();
    else make_stream(argv[1], argc > 4);
    pw_main_loop_run(loop);
    if (stream) pw_stream_destroy(stream);
    if (filter) pw_filter_destroy(filter);
    FILE *file = fopen(argv[3], "wb");
    if (!file || fwrite(samples, 8, frames, file) != frames || fclose(file) != 0) return 5;
    snprintf(name, sizeof name, "%s.cycles", argv[3]);
    file = fopen(name, "w");
    for (size_t i = 0; file && i < cycle_count; i++) fprintf(file, "%lld %zu\n", (long long)cycles[i].time, cycles[i].frame);
    if (file) fclose(file);
    return 0;
}
