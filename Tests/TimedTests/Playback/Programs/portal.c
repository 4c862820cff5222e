// The part of a desktop's portal that is asked for settings. Its argument says how it answers: "on" or "off", "nested" with a
// variant in a variant, "text" with a value of another type, "none" with an error.
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>

static const char *answer;

static int settings_read(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)data;
    const char *space, *key;
    int result = sd_bus_message_read(message, "ss", &space, &key);
    if (result < 0) return result;
    if (strcmp(space, "org.gnome.desktop.sound") || strcmp(key, "event-sounds") || !strcmp(answer, "none"))
        return sd_bus_error_set(error, "org.freedesktop.portal.Error.NotFound", "no such setting");
    if (!strcmp(answer, "text")) return sd_bus_reply_method_return(message, "v", "s", "loud");
    if (!strcmp(answer, "nested")) return sd_bus_reply_method_return(message, "v", "v", "b", 0);
    return sd_bus_reply_method_return(message, "v", "b", !strcmp(answer, "on"));
}

static const sd_bus_vtable table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Read", "ss", "v", settings_read, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

int main(int count, char **arguments) {
    sd_bus *bus = NULL;
    answer = count > 1 ? arguments[1] : "on";
    if (sd_bus_open_user(&bus) < 0 ||
        sd_bus_add_object_vtable(
            bus, NULL, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", table, NULL) < 0 ||
        sd_bus_request_name(bus, "org.freedesktop.portal.Desktop", 0) < 0)
        return 1;
    puts("ready");
    fflush(stdout);
    for (;;) {
        int result = sd_bus_process(bus, NULL);
        if (result < 0 || (result == 0 && sd_bus_wait(bus, UINT64_MAX) < 0)) return 0;
    }
}
