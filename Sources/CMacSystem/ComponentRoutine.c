// Components of the first versions of macOS: one routine that gets the number of each call and its arguments in a block. Here such a
// component has the interface that later components have.

#include "CMacSystem.h"

#include <stdlib.h>
#include <string.h>

enum {
    open_select = -1,
    close_select = -2,
    most_parameters = 6
};

struct parameters {
    uint8_t flags;
    uint8_t size;
    int16_t what;
    uint32_t unused;
    /// The instance, then the arguments.
    long words[1 + most_parameters];
};
typedef int32_t (*routine)(struct parameters *parameters, void *storage);
typedef int32_t (*method)(void *, ...);

/// As AudioComponentPlugInInterface is, and what it needs.
struct interface {
    int32_t (*open)(struct interface *, void *);
    int32_t (*close)(struct interface *);
    method (*lookup)(int16_t);
    const void *kind;
    routine entry;
    void *instance;
    void *storage;
};

/// Its address tells these interfaces from those of programs.
static const char kind_mark = 0;

static int32_t call(struct interface *self, int16_t what, int count, const long *words) {
    struct parameters parameters = {0, (uint8_t)((1 + count) * (int)sizeof(long)), what, 0, {(long)self->instance}};
    if (count > 0) memcpy(parameters.words + 1, words, (size_t)count * sizeof(long));
    return self->entry(&parameters, self->storage);
}

static int32_t open_instance(struct interface *self, void *instance) {
    self->instance = instance;
    int32_t status = call(self, open_select, 0, NULL);
    if (status != 0) free(self);
    return status;
}

static int32_t close_instance(struct interface *self) {
    int32_t status = call(self, close_select, 0, NULL);
    free(self);
    return status;
}

// Integers and pointers are words of the same registers, so that these functions have the same form as those of a component's interface.
#define WORDS(...) (long[]){__VA_ARGS__}
#define METHOD0(name, what) static int32_t name(struct interface *self) { return call(self, what, 0, NULL); }
#define METHOD1(name, what) static int32_t name(struct interface *self, long a) { return call(self, what, 1, WORDS(a)); }
#define METHOD2(name, what) \
    static int32_t name(struct interface *self, long a, long b) { return call(self, what, 2, WORDS(a, b)); }
#define METHOD3(name, what) \
    static int32_t name(struct interface *self, long a, long b, long c) { return call(self, what, 3, WORDS(a, b, c)); }
#define METHOD4(name, what) \
    static int32_t name(struct interface *self, long a, long b, long c, long d) { \
        return call(self, what, 4, WORDS(a, b, c, d)); \
    }
#define METHOD5(name, what) \
    static int32_t name(struct interface *self, long a, long b, long c, long d, long e) { \
        return call(self, what, 5, WORDS(a, b, c, d, e)); \
    }
#define METHOD6(name, what) \
    static int32_t name(struct interface *self, long a, long b, long c, long d, long e, long f) { \
        return call(self, what, 6, WORDS(a, b, c, d, e, f)); \
    }

// The functions of units, by AudioUnit/AUComponent.h, AudioOutputUnit.h and MusicDevice.h: name, number, arguments.
#define UNIT_METHODS(METHOD) \
    METHOD(initialize, 1, 0) METHOD(uninitialize, 2, 0) METHOD(get_property_info, 3, 5) METHOD(get_property, 4, 5) \
    METHOD(set_property, 5, 5) METHOD(get_parameter, 6, 4) METHOD(reset, 9, 2) METHOD(add_listener, 10, 3) \
    METHOD(remove_listener, 11, 2) METHOD(render, 14, 5) METHOD(add_notify, 15, 2) METHOD(remove_notify, 16, 2) \
    METHOD(schedule, 17, 2) METHOD(remove_listener_with_data, 18, 3) METHOD(process, 20, 4) \
    METHOD(process_multiple, 21, 6) METHOD(midi_event, 0x101, 4) METHOD(system_exclusive, 0x102, 2) \
    METHOD(prepare, 0x103, 1) METHOD(release, 0x104, 1) METHOD(start_note, 0x105, 5) METHOD(stop_note, 0x106, 3) \
    METHOD(start, 0x201, 0) METHOD(stop, 0x202, 0)

// Those of codecs, by AudioCodec.h.
#define CODEC_METHODS(METHOD) \
    METHOD(codec_get_info, 1, 3) METHOD(codec_get, 2, 3) METHOD(codec_set, 3, 3) METHOD(codec_initialize, 4, 4) \
    METHOD(codec_uninitialize, 5, 0) METHOD(codec_append, 6, 4) METHOD(codec_produce, 7, 5) METHOD(codec_reset, 8, 0) \
    METHOD(codec_append_list, 9, 4) METHOD(codec_produce_list, 10, 4)

#define DEFINE(name, what, count) METHOD##count(name, what)
UNIT_METHODS(DEFINE)
CODEC_METHODS(DEFINE)

/// The value of a parameter is in another kind of register.
static int32_t set_parameter(
    struct interface *self, uint32_t parameter, uint32_t scope, uint32_t element, float value, uint32_t offset) {
    long word = 0;
    memcpy(&word, &value, sizeof value);
    return call(self, 7, 5, WORDS(parameter, scope, element, word, offset));
}

#define CASE(name, what, count) case what: return (method)name;
static method unit_method(int16_t what) {
    switch (what) {
        UNIT_METHODS(CASE)
    case 7: return (method)set_parameter;
    default: return NULL;
    }
}

static method codec_method(int16_t what) {
    switch (what) {
        CODEC_METHODS(CASE)
    default: return NULL;
    }
}

void *mac_component_interface(const void *entry, int is_codec) {
    struct interface *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    *made = (struct interface){
        open_instance, close_instance, is_codec ? codec_method : unit_method, &kind_mark, (routine)(uintptr_t)entry, NULL, NULL,
    };
    return made;
}

void **mac_component_storage(void *interface) {
    struct interface *self = interface;
    return self && self->kind == &kind_mark ? &self->storage : NULL;
}
