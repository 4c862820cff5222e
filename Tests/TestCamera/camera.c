// A camera for tests: a video source of PipeWire whose pictures can be computed from their numbers.
//
// camera NAME yuy2|nv12|bgra WIDTH HEIGHT RATE   until it is killed; each picture's number and time go to standard output, a line each
//
// The byte at a place of picture n is (place / 4 + 16 n) modulo 256, but for the first four of a row of the first plane, which hold n,
// the highest byte first. It is written with the real headers, so that ours are compared with them.
#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    struct pw_main_loop *loop;
    struct pw_stream *stream;
    struct spa_source *timer;
    enum spa_video_format format;
    uint32_t width, height, rate, number;
    int isStreaming;
} camera;

static uint32_t stride(void) {
    return camera.format == SPA_VIDEO_FORMAT_BGRA ? 4 * camera.width
           : camera.format == SPA_VIDEO_FORMAT_YUY2 ? 2 * camera.width : camera.width;
}

static uint32_t size(void) {
    return camera.format == SPA_VIDEO_FORMAT_NV12 ? stride() * camera.height * 3 / 2 : stride() * camera.height;
}

static void process(void *data) {
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(camera.stream);
    if (!buffer) return;
    struct spa_data *memory = &buffer->buffer->datas[0];
    uint8_t *bytes = memory->data;
    if (bytes && memory->maxsize >= size()) {
        uint32_t n = camera.number++;
        for (uint32_t i = 0; i < size(); i++) bytes[i] = (uint8_t)(i / 4 + 16 * n);
        for (uint32_t row = 0; row < camera.height; row++)
            for (int i = 0; i < 4; i++) bytes[row * stride() + i] = (uint8_t)(n >> (24 - 8 * i));
        memory->chunk->offset = 0;
        memory->chunk->stride = (int32_t)stride();
        memory->chunk->size = size();
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t time = SPA_TIMESPEC_TO_NSEC(&now);
        struct spa_meta_header *header = spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
        if (header) {
            header->pts = time;
            header->flags = 0;
            header->seq = n;
            header->dts_offset = 0;
        }
        printf("%u %lld %d\n", n, (long long)time, header != NULL);
        fflush(stdout);
    }
    pw_stream_queue_buffer(camera.stream, buffer);
}

static void tick(void *data, uint64_t expirations) { pw_stream_trigger_process(camera.stream); }

static void stateChanged(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    struct timespec interval = {0, camera.isStreaming = state == PW_STREAM_STATE_STREAMING};
    if (camera.isStreaming) interval.tv_nsec = 1000000000 / camera.rate;
    struct timespec first = interval;
    pw_loop_update_timer(pw_main_loop_get_loop(camera.loop), camera.timer, &first, &interval, false);
}

static void parameterChanged(void *data, uint32_t id, const struct spa_pod *parameter) {
    if (!parameter || id != SPA_PARAM_Format) return;
    uint8_t room[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    const struct spa_pod *parameters[2] = {
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
            SPA_POD_CHOICE_RANGE_Int(8, 2, 16), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1), SPA_PARAM_BUFFERS_size,
            SPA_POD_Int(size()), SPA_PARAM_BUFFERS_stride, SPA_POD_Int(stride())),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
            SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
    };
    pw_stream_update_params(camera.stream, parameters, 2);
}

static const struct pw_stream_events events = {
    PW_VERSION_STREAM_EVENTS,
    .process = process,
    .state_changed = stateChanged,
    .param_changed = parameterChanged,
};

int main(int count, char **words) {
    if (count != 6) return 2;
    pw_init(NULL, NULL);
    camera.format = !strcmp(words[2], "yuy2")   ? SPA_VIDEO_FORMAT_YUY2
                    : !strcmp(words[2], "nv12") ? SPA_VIDEO_FORMAT_NV12 : SPA_VIDEO_FORMAT_BGRA;
    camera.width = (uint32_t)atoi(words[3]);
    camera.height = (uint32_t)atoi(words[4]);
    camera.rate = (uint32_t)atoi(words[5]);
    camera.loop = pw_main_loop_new(NULL);
    struct pw_loop *loop = pw_main_loop_get_loop(camera.loop);
    camera.timer = pw_loop_add_timer(loop, tick, NULL);
    camera.stream = pw_stream_new_simple(
        loop, words[1],
        pw_properties_new(
            PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_NODE_NAME, words[1], PW_KEY_NODE_DESCRIPTION, "A test camera",
            "device.vendor.name", "A maker", "api.libcamera.location", "front", NULL),
        &events, NULL);
    uint8_t room[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    struct spa_rectangle area = SPA_RECTANGLE(camera.width, camera.height);
    struct spa_fraction rate = SPA_FRACTION(camera.rate, 1), half = SPA_FRACTION(camera.rate, 2);
    const struct spa_pod *parameters[1] = {spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat, SPA_FORMAT_mediaType,
        SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw),
        SPA_FORMAT_VIDEO_format, SPA_POD_Id(camera.format), SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&area),
        SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_ENUM_Fraction(3, &rate, &rate, &half))};
    pw_stream_connect(
        camera.stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS, parameters, 1);
    pw_main_loop_run(camera.loop);
    return 0;
}
