// The program of all tools. It is installed under one name, and the others are links to it.
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

// Gives Swift's runtime the arguments of the program. It reads them from /proc otherwise, and has none where that is missing.
void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) __attribute__((weak));

// SwiftPM's names for the `main` functions of the tools.
int afconvert_main(int, char **);
int afinfo_main(int, char **);
int afplay_main(int, char **);
int afrecord_main(int, char **);
int auvalidate_main(int, char **);

static const struct {
    const char *name;
    int (*main)(int, char **);
} tools[] = {
    {"afconvert", afconvert_main},
    {"afinfo", afinfo_main},
    {"afplay", afplay_main},
    {"afrecord", afrecord_main},
    {"auvalidate", auvalidate_main},
};

static int (*tool_named(const char *path))(int, char **) {
    const char *slash = strrchr(path, '/');
    for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
        if (strcmp(slash ? slash + 1 : path, tools[i].name) == 0) return tools[i].main;
    return NULL;
}

// Follows a link of another name, `ln -s PREFIX/bin/afinfo info`, until it comes to one of ours.
static int (*tool_behind(const char *path))(int, char **) {
    char current[PATH_MAX], target[PATH_MAX];
    snprintf(current, sizeof(current), "%s", path);
    for (int hops = 0; hops < 40; hops++) {
        int (*found)(int, char **) = tool_named(current);
        if (found) return found;
        ssize_t length = readlink(current, target, sizeof(target) - 1);
        if (length < 0) return NULL;
        target[length] = 0;
        char *slash = strrchr(current, '/');
        // A relative target starts at the folder of its link.
        char *end = target[0] == '/' || !slash ? current : slash + 1;
        snprintf(end, sizeof(current) - (size_t)(end - current), "%s", target);
    }
    return NULL;
}

int main(int argc, char **argv) {
    // Older kernels start a program without any argument. Swift's programs expect a name.
    static char *nameless[] = {"", NULL};
    if (argc < 1) {
        argc = 1;
        argv = nameless;
    }
    if (_swift_stdlib_overrideUnsafeArgvArgc) _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
    int (*tool)(int, char **) = tool_named(argv[0]);
    // The executed path. argv[0] may be a name found in PATH, or anything else.
    const char *executed = (const char *)getauxval(AT_EXECFN);
    if (!tool && executed) tool = tool_behind(executed);
    if (tool) return tool(argc, argv);
    fputs("This program is afconvert, afinfo, afplay, afrecord or auvalidate, as the name says under which it is called.\n", stderr);
    return 2;
}
