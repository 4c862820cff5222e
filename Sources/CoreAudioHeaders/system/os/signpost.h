#ifndef os_signpost_h
#define os_signpost_h

// Marks in time, in the log. They are written if COREAUDIO_LOG is `debug`: each has its name and identifier, and the end of an interval
// its length.

#include <os/log.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Tells intervals apart that have the same name and are open at the same time.
typedef uint64_t os_signpost_id_t;
#define OS_SIGNPOST_ID_NULL ((os_signpost_id_t)0)
#define OS_SIGNPOST_ID_INVALID ((os_signpost_id_t) ~(uint64_t)0)
#define OS_SIGNPOST_ID_EXCLUSIVE ((os_signpost_id_t)0xEEEEB0B5B2B2EEEEu)

typedef uint8_t os_signpost_type_t;
enum {
    OS_SIGNPOST_EVENT = 0,
    OS_SIGNPOST_INTERVAL_BEGIN = 1,
    OS_SIGNPOST_INTERVAL_END = 2
};

#define OS_LOG_CATEGORY_POINTS_OF_INTEREST "PointsOfInterest"
#define OS_LOG_CATEGORY_DYNAMIC_TRACING "DynamicTracing"
#define OS_LOG_CATEGORY_DYNAMIC_STACK_TRACING "DynamicStackTracing"

/// An identifier that no other call in this process returns.
os_signpost_id_t os_signpost_id_generate(os_log_t log);

/// The identifier that belongs to a pointer.
os_signpost_id_t os_signpost_id_make_with_pointer(os_log_t log, const void *pointer);
#define os_signpost_id_make_with_id(log, pointer) os_signpost_id_make_with_pointer(log, (const void *)(pointer))

/// Whether signposts are written.
bool os_signpost_enabled(os_log_t log);

/// Writes a signpost. Programs use the macros below; the text after the name is optional.
void coreaudio_signpost(os_log_t log, os_signpost_type_t type, os_signpost_id_t identifier, const char *name, ...);

#define os_signpost_emit_with_type(log, type, identifier, ...) \
    __extension__({ \
        os_log_t coreaudio_log = (log); \
        if (os_signpost_enabled(coreaudio_log)) { \
            coreaudio_signpost(coreaudio_log, type, identifier, __VA_ARGS__, (const char *)0); \
        } \
    })
#define os_signpost_interval_begin(log, identifier, ...) \
    os_signpost_emit_with_type(log, OS_SIGNPOST_INTERVAL_BEGIN, identifier, __VA_ARGS__)
#define os_signpost_animation_interval_begin(log, identifier, ...) \
    os_signpost_emit_with_type(log, OS_SIGNPOST_INTERVAL_BEGIN, identifier, __VA_ARGS__)
#define os_signpost_interval_end(log, identifier, ...) \
    os_signpost_emit_with_type(log, OS_SIGNPOST_INTERVAL_END, identifier, __VA_ARGS__)
#define os_signpost_event_emit(log, identifier, ...) \
    os_signpost_emit_with_type(log, OS_SIGNPOST_EVENT, identifier, __VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
