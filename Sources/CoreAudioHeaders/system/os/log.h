#ifndef os_log_h
#define os_log_h

// The log of the system. Messages go to the journal where there is one, else to the standard error output; docs/CClients.md has the
// variables of the environment.

#include <os/base.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A subsystem and a category, which each message of the log has.
typedef struct os_log_s *os_log_t;

/// How important a message is.
typedef uint8_t os_log_type_t;
enum {
    OS_LOG_TYPE_DEFAULT = 0,
    /// Written only if `COREAUDIO_LOG` is `info` or `debug`.
    OS_LOG_TYPE_INFO = 1,
    /// Written only if `COREAUDIO_LOG` is `debug`.
    OS_LOG_TYPE_DEBUG = 2,
    OS_LOG_TYPE_ERROR = 16,
    OS_LOG_TYPE_FAULT = 17
};

extern struct os_log_s _os_log_default, _os_log_disabled;
/// The log without a subsystem.
#define OS_LOG_DEFAULT (&_os_log_default)
/// The log that writes nothing.
#define OS_LOG_DISABLED (&_os_log_disabled)

/// The log of a subsystem and a category. The same names give the same log, which is never freed and never null.
os_log_t os_log_create(const char *subsystem, const char *category);

/// Whether messages of a type are written.
bool os_log_type_enabled(os_log_t log, os_log_type_t type);

#if defined(__clang__)
#define COREAUDIO_LOG_FORMAT(text, first) __attribute__((__format__(__os_log__, text, first)))
#else
#define COREAUDIO_LOG_FORMAT(text, first)
#endif
/// Writes a message. Programs use the macros below, which evaluate the arguments only if the message is written.
void _os_log_internal(void *image, os_log_t log, os_log_type_t type, const char *message, ...) COREAUDIO_LOG_FORMAT(4, 5);

#define os_log_with_type(log, type, ...) \
    __extension__({ \
        os_log_t coreaudio_log = (log); \
        os_log_type_t coreaudio_type = (type); \
        if (os_log_type_enabled(coreaudio_log, coreaudio_type)) { \
            _os_log_internal(0, coreaudio_log, coreaudio_type, __VA_ARGS__); \
        } \
    })
#define os_log(log, ...) os_log_with_type(log, OS_LOG_TYPE_DEFAULT, __VA_ARGS__)
#define os_log_info(log, ...) os_log_with_type(log, OS_LOG_TYPE_INFO, __VA_ARGS__)
#define os_log_debug(log, ...) os_log_with_type(log, OS_LOG_TYPE_DEBUG, __VA_ARGS__)
#define os_log_error(log, ...) os_log_with_type(log, OS_LOG_TYPE_ERROR, __VA_ARGS__)
#define os_log_fault(log, ...) os_log_with_type(log, OS_LOG_TYPE_FAULT, __VA_ARGS__)

#define os_log_info_enabled(log) os_log_type_enabled(log, OS_LOG_TYPE_INFO)
#define os_log_debug_enabled(log) os_log_type_enabled(log, OS_LOG_TYPE_DEBUG)
#define os_log_is_enabled(log) os_log_type_enabled(log, OS_LOG_TYPE_DEFAULT)
#define os_log_is_debug_enabled(log) os_log_type_enabled(log, OS_LOG_TYPE_DEBUG)

#ifdef __cplusplus
}
#endif

#endif
