// The log of the system: to the standard error output, and to a journal, which is a socket here. The argument is the place of the socket.
#include "system.h"
#include <errno.h>
#include <os/log.h>
#include <os/signpost.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

static int evaluations = 0;
static int evaluated(void) { return ++evaluations; }

static void write_messages(os_log_t log) {
    const char *text = "text";
    unsigned char identifier[16] = {0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 1, 2, 3, 4, 5, 6, 7, 8};
    os_log(log, "plain");
    os_log(log, "%d %5.2f %{public}s %s %x %c %%", -3, 1.5, "shown", text, 255u, 'z');
    os_log_error(log, "%lld %zu %-4dend %.*s", 1LL << 40, sizeof(int), 7, 2, "abc");
    os_log_fault(log, "%{public, uuid_t}.16P %{bool}d %{time_t}ld %{errno}d", identifier, 1, 0L, ENOENT);
    errno = EACCES;
    os_log(log, "%m");
    CHECK(errno == EACCES);
    CFStringRef string = CFStringCreateWithCString(kCFAllocatorDefault, "caf\xc3\xa9", kCFStringEncodingUTF8);
    os_log(log, "%{public}@ %{private}d", string, 9);
    CFRelease(string);
    os_log_info(log, "not written %d", evaluated());
    os_log_debug(log, "not written %d", evaluated());
    os_log(OS_LOG_DISABLED, "not written %d", evaluated());
    CHECK(evaluations == 0);
}

/// Writes with another environment in a process of its own, and returns what arrives at the error output.
static char *messages(const char *name, const char *value, void (*write_them)(os_log_t)) {
    static char buffer[4096];
    int ends[2];
    CHECK(pipe(ends) == 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        setenv("COREAUDIO_LOG_SOCKET", "", 1);
        if (name) setenv(name, value, 1);
        write_them(os_log_create("org.example", "tests"));
        _exit(0);
    }
    close(ends[1]);
    size_t used = 0;
    ssize_t count;
    while ((count = read(ends[0], buffer + used, sizeof buffer - 1 - used)) > 0) used += (size_t)count;
    buffer[used] = 0;
    close(ends[0]);
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    return buffer;
}

/// What follows the name and the process at the start of each line.
static void expect_lines(char *text, const char *const *lines) {
    for (char *line = strtok(text, "\n"); *lines; lines++, line = strtok(NULL, "\n")) {
        CHECK(line != NULL);
        char *rest = strstr(line, "]: ");
        if (!rest || strcmp(rest + 3, *lines) != 0) {
            printf("expected: %s\nfound: %s\n", *lines, line);
            exit(1);
        }
    }
    CHECK(strtok(NULL, "\n") == NULL);
}

static void write_signposts(os_log_t log) {
    os_signpost_id_t one = os_signpost_id_generate(log), other = os_signpost_id_generate(log);
    CHECK(one != other && one != OS_SIGNPOST_ID_NULL && one != OS_SIGNPOST_ID_INVALID);
    CHECK(os_signpost_enabled(log));
    os_signpost_event_emit(log, one, "Event");
    os_signpost_interval_begin(log, one, "Work", "%d frames", 512);
    os_signpost_event_emit(log, OS_SIGNPOST_ID_INVALID, "Lost");
    os_log_debug(log, "written %d", evaluated());
}

static void test_journal(const char *place) {
    struct sockaddr_un address;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    CHECK(strlen(place) < sizeof address.sun_path);
    strcpy(address.sun_path, place);
    int receiver = socket(AF_UNIX, SOCK_DGRAM, 0);
    CHECK(receiver >= 0 && bind(receiver, (struct sockaddr *)&address, sizeof address) == 0);
    setenv("COREAUDIO_LOG_SOCKET", place, 1);
    os_log_t log = os_log_create("org.example", "two\nlines");
    os_log_error(log, "first\nsecond");
    char bytes[1024];
    ssize_t count = recv(receiver, bytes, sizeof bytes - 1, 0);
    CHECK(count > 0);
    bytes[count] = 0;
    static const char head[] = "SYSLOG_IDENTIFIER=client\nSUBSYSTEM=org.example\nCATEGORY=two lines\nPRIORITY=3\nMESSAGE\n";
    CHECK(strncmp(bytes, head, sizeof head - 1) == 0);
    CHECK(memcmp(bytes + sizeof head - 1, "\x0c\0\0\0\0\0\0\0" "first\nsecond\n", 8 + 13) == 0);
    CHECK(count == (ssize_t)(sizeof head - 1 + 8 + 13));
    close(receiver);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    os_log_t log = os_log_create("a", "b");
    CHECK(log != NULL && log == os_log_create("a", "b") && log != os_log_create("a", "c"));
    CHECK(os_retain(log) == log);
    os_release(log);

    const char *const usual[] = {
        "[org.example:tests] plain",
        "[org.example:tests] -3  1.50 shown text ff z %",
        "[org.example:tests] 1099511627776 4 7   end ab",
        "[org.example:tests] 12345678-9ABC-DEF0-0102-030405060708 true 1970-01-01 00:00:00Z [2: No such file or directory]",
        "[org.example:tests] Permission denied",
        "[org.example:tests] caf\xc3\xa9 9",
        NULL};
    expect_lines(messages(NULL, NULL, write_messages), usual);
    char *hidden = messages("COREAUDIO_LOG_PRIVATE", "0", write_messages);
    CHECK(strstr(hidden, "shown <private> ff") != NULL && strstr(hidden, "caf\xc3\xa9 <private>") != NULL);
    CHECK(*messages("COREAUDIO_LOG", "off", write_messages) == 0);

    const char *const signposts[] = {
        "[org.example:tests] event Event 0x1", "[org.example:tests] begin Work 0x1: 512 frames",
        "[org.example:tests] written 1", NULL};
    expect_lines(messages("COREAUDIO_LOG", "debug", write_signposts), signposts);
    test_journal(argv[1]);
    return 0;
}
