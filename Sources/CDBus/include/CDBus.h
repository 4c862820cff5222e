#ifndef CDBUS_H
#define CDBUS_H

// The part of libsystemd's sd-bus that we use, declared in our own words, so that neither building nor running needs its
// headers. A test compares every value with the real headers where they are installed. All functions return a negative
// errno where they fail.

#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;

#define DBUS_FUNCTIONS(X) \
    X(int, sd_bus_open_user, (sd_bus **bus)) \
    X(sd_bus *, sd_bus_flush_close_unref, (sd_bus *bus)) \
    X(int, sd_bus_message_new_method_call, \
        (sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface, \
            const char *member)) \
    X(int, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value)) \
    X(int, sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents)) \
    X(int, sd_bus_message_close_container, (sd_bus_message *message)) \
    X(int, sd_bus_message_set_auto_start, (sd_bus_message *message, int starts)) \
    X(int, sd_bus_message_peek_type, (sd_bus_message *message, char *type, const char **contents)) \
    X(int, sd_bus_message_enter_container, (sd_bus_message *message, char type, const char *contents)) \
    X(int, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value)) \
    X(int, sd_bus_call, \
        (sd_bus *bus, sd_bus_message *message, uint64_t microseconds, void *error, sd_bus_message **reply)) \
    X(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *message))

/// The library's functions by their own names.
typedef struct DBusLibrary {
#define X(result, name, parameters) result (*name) parameters;
    DBUS_FUNCTIONS(X)
#undef X
} DBusLibrary;

/// Loads libsystemd.so.0, or libelogind.so.0, at the first call; NULL where both are missing.
const DBusLibrary *DBusLoad(void);

#endif
