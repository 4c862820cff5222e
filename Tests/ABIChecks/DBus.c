// Compiled by ABITests where libsystemd-dev is installed: our declarations against the real ones.
#include <stddef.h>
#include <systemd/sd-bus.h>
#include "../../Sources/CDBus/include/CDBus.h"

_Static_assert(sizeof(DBusError) == sizeof(sd_bus_error), "");
_Static_assert(offsetof(DBusError, name) == offsetof(sd_bus_error, name), "");
_Static_assert(offsetof(DBusError, message) == offsetof(sd_bus_error, message), "");

// A function of theirs fits a pointer of ours in everything but the type of the error.
void compare(DBusLibrary *library) {
    library->sd_bus_new = sd_bus_new;
    library->sd_bus_set_address = sd_bus_set_address;
    library->sd_bus_set_bus_client = sd_bus_set_bus_client;
    library->sd_bus_negotiate_fds = sd_bus_negotiate_fds;
    library->sd_bus_start = sd_bus_start;
    library->sd_bus_close = sd_bus_close;
    library->sd_bus_unref = sd_bus_unref;
    library->sd_bus_is_open = sd_bus_is_open;
    library->sd_bus_is_ready = sd_bus_is_ready;
    library->sd_bus_get_unique_name = sd_bus_get_unique_name;
    library->sd_bus_get_fd = sd_bus_get_fd;
    library->sd_bus_get_events = sd_bus_get_events;
    library->sd_bus_get_timeout = sd_bus_get_timeout;
    library->sd_bus_process = sd_bus_process;
    library->sd_bus_send = sd_bus_send;
    library->sd_bus_message_new_method_call = sd_bus_message_new_method_call;
    library->sd_bus_message_new_method_return = sd_bus_message_new_method_return;
    library->sd_bus_message_new_signal = sd_bus_message_new_signal;
    library->sd_bus_message_unref = sd_bus_message_unref;
    library->sd_bus_message_set_auto_start = sd_bus_message_set_auto_start;
    library->sd_bus_message_set_destination = sd_bus_message_set_destination;
    library->sd_bus_message_get_type = sd_bus_message_get_type;
    library->sd_bus_message_get_reply_cookie = sd_bus_message_get_reply_cookie;
    library->sd_bus_message_get_expect_reply = sd_bus_message_get_expect_reply;
    library->sd_bus_message_get_sender = sd_bus_message_get_sender;
    library->sd_bus_message_get_path = sd_bus_message_get_path;
    library->sd_bus_message_get_interface = sd_bus_message_get_interface;
    library->sd_bus_message_get_member = sd_bus_message_get_member;
    library->sd_bus_message_has_signature = sd_bus_message_has_signature;
    library->sd_bus_message_append_basic = sd_bus_message_append_basic;
    library->sd_bus_message_open_container = sd_bus_message_open_container;
    library->sd_bus_message_close_container = sd_bus_message_close_container;
    library->sd_bus_message_peek_type = sd_bus_message_peek_type;
    library->sd_bus_message_enter_container = sd_bus_message_enter_container;
    library->sd_bus_message_exit_container = sd_bus_message_exit_container;
    library->sd_bus_message_read_basic = sd_bus_message_read_basic;
    const sd_bus_error *(*error)(sd_bus_message *) = sd_bus_message_get_error;
    library->sd_bus_message_get_error = (const DBusError *(*)(sd_bus_message *))error;
    int (*call)(sd_bus *, sd_bus_message *, uint64_t, sd_bus_error *, sd_bus_message **) = sd_bus_call;
    library->sd_bus_call = (int (*)(sd_bus *, sd_bus_message *, uint64_t, void *, sd_bus_message **))call;
    int (*refuse)(sd_bus_message *, const sd_bus_error *) = sd_bus_reply_method_error;
    library->sd_bus_reply_method_error = (int (*)(sd_bus_message *, const void *))refuse;
}
