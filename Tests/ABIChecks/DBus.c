// Compiled by ABITests where libsystemd-dev is installed: our declarations against the real ones.
#include <systemd/sd-bus.h>
#include "../../Sources/CDBus/include/CDBus.h"

// A function of theirs fits a pointer of ours in everything but the type of the error that it fills in.
void compare(DBusLibrary *library) {
    library->sd_bus_open_user = sd_bus_open_user;
    library->sd_bus_flush_close_unref = sd_bus_flush_close_unref;
    library->sd_bus_message_new_method_call = sd_bus_message_new_method_call;
    library->sd_bus_message_append_basic = sd_bus_message_append_basic;
    library->sd_bus_message_open_container = sd_bus_message_open_container;
    library->sd_bus_message_close_container = sd_bus_message_close_container;
    library->sd_bus_message_set_auto_start = sd_bus_message_set_auto_start;
    library->sd_bus_message_peek_type = sd_bus_message_peek_type;
    library->sd_bus_message_enter_container = sd_bus_message_enter_container;
    library->sd_bus_message_read_basic = sd_bus_message_read_basic;
    library->sd_bus_message_unref = sd_bus_message_unref;
    int (*call)(sd_bus *, sd_bus_message *, uint64_t, sd_bus_error *, sd_bus_message **) = sd_bus_call;
    library->sd_bus_call = (int (*)(sd_bus *, sd_bus_message *, uint64_t, void *, sd_bus_message **))call;
}
