#ifndef CDBUS_H
#define CDBUS_H

// The part of libsystemd's sd-bus that we use, declared in our own words, so that neither building nor running needs its
// headers. A test compares every value with the real headers where they are installed. All functions return a negative
// errno where they fail.

#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;

/// The name of an error and a text for people.
typedef struct DBusError {
    const char *name;
    const char *message;
    int isOwned;
} DBusError;

#define DBUS_FUNCTIONS(X) \
    X(int, sd_bus_new, (sd_bus **bus)) \
    X(int, sd_bus_set_address, (sd_bus *bus, const char *address)) \
    X(int, sd_bus_set_bus_client, (sd_bus *bus, int isClient)) \
    X(int, sd_bus_negotiate_fds, (sd_bus *bus, int accepts)) \
    X(int, sd_bus_start, (sd_bus *bus)) \
    X(void, sd_bus_close, (sd_bus *bus)) \
    X(sd_bus *, sd_bus_unref, (sd_bus *bus)) \
    X(int, sd_bus_is_open, (sd_bus *bus)) \
    X(int, sd_bus_is_ready, (sd_bus *bus)) \
    X(int, sd_bus_get_unique_name, (sd_bus *bus, const char **name)) \
    X(int, sd_bus_get_fd, (sd_bus *bus)) \
    X(int, sd_bus_get_events, (sd_bus *bus)) \
    X(int, sd_bus_get_timeout, (sd_bus *bus, uint64_t *microseconds)) \
    X(int, sd_bus_process, (sd_bus *bus, sd_bus_message **message)) \
    X(int, sd_bus_send, (sd_bus *bus, sd_bus_message *message, uint64_t *cookie)) \
    X(int, sd_bus_call, \
        (sd_bus *bus, sd_bus_message *message, uint64_t microseconds, void *error, sd_bus_message **reply)) \
    X(int, sd_bus_reply_method_error, (sd_bus_message *call, const void *error)) \
    X(int, sd_bus_message_new_method_call, \
        (sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface, \
            const char *member)) \
    X(int, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **message)) \
    X(int, sd_bus_message_new_signal, \
        (sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member)) \
    X(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *message)) \
    X(int, sd_bus_message_set_auto_start, (sd_bus_message *message, int starts)) \
    X(int, sd_bus_message_set_destination, (sd_bus_message *message, const char *destination)) \
    X(int, sd_bus_message_get_type, (sd_bus_message *message, uint8_t *type)) \
    X(int, sd_bus_message_get_reply_cookie, (sd_bus_message *message, uint64_t *cookie)) \
    X(int, sd_bus_message_get_expect_reply, (sd_bus_message *message)) \
    X(const DBusError *, sd_bus_message_get_error, (sd_bus_message *message)) \
    X(const char *, sd_bus_message_get_sender, (sd_bus_message *message)) \
    X(const char *, sd_bus_message_get_path, (sd_bus_message *message)) \
    X(const char *, sd_bus_message_get_interface, (sd_bus_message *message)) \
    X(const char *, sd_bus_message_get_member, (sd_bus_message *message)) \
    X(int, sd_bus_message_has_signature, (sd_bus_message *message, const char *signature)) \
    X(int, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value)) \
    X(int, sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents)) \
    X(int, sd_bus_message_close_container, (sd_bus_message *message)) \
    X(int, sd_bus_message_peek_type, (sd_bus_message *message, char *type, const char **contents)) \
    X(int, sd_bus_message_enter_container, (sd_bus_message *message, char type, const char *contents)) \
    X(int, sd_bus_message_exit_container, (sd_bus_message *message)) \
    X(int, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value))

/// The library's functions by their own names.
typedef struct DBusLibrary {
#define X(result, name, parameters) result (*name) parameters;
    DBUS_FUNCTIONS(X)
#undef X
} DBusLibrary;

/// Loads libsystemd.so.0, or libelogind.so.0, at the first call; NULL where both are missing.
const DBusLibrary *DBusLoad(void);

#endif
