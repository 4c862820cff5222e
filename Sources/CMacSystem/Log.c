// The functions of os/log.h and os/signpost.h.

#include <CRealtime.h>
#include <errno.h>
#include <os/signpost.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "Log.h"
#include "Object.h"

struct os_log_s {
    struct object head;
    const char *subsystem;
    const char *category;
    struct os_log_s *next;
};

/// Logs are never freed.
const struct kind log_kind = {NULL};

struct os_log_s _os_log_default = {{&log_kind, 0}, "", "", NULL};
struct os_log_s _os_log_disabled = {{&log_kind, 0}, "", "", NULL};

// MARK: Where messages go

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int journal = -1;
/// How much is written: 0 what is always, 1 information too, 2 all, -1 nothing.
static int level = 0;
static bool shows_private = true;

static void open_log(void) {
    const char *wanted = getenv("COREAUDIO_LOG"), *private = getenv("COREAUDIO_LOG_PRIVATE");
    if (wanted) {
        level = strcmp(wanted, "debug") == 0 ? 2 : strcmp(wanted, "info") == 0 ? 1 : strcmp(wanted, "off") == 0 ? -1 : 0;
    }
    shows_private = !private || strcmp(private, "0") != 0;

    // A program with more rights than its user does not send its messages where that one says.
    const char *place = secure_getenv("COREAUDIO_LOG_SOCKET");
    if (!place) place = "/run/systemd/journal/socket";
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!*place || strlen(place) >= sizeof address.sun_path) return;
    strcpy(address.sun_path, place);
    int made = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (made >= 0 && connect(made, (struct sockaddr *)&address, sizeof address) == 0) {
        journal = made;
    } else if (made >= 0) {
        close(made);
    }
}

/// The journal's number of a kind of message; syslog has the same.
static char priority(os_log_type_t type) {
    switch (type) {
    case OS_LOG_TYPE_FAULT: return '2';
    case OS_LOG_TYPE_ERROR: return '3';
    case OS_LOG_TYPE_INFO: return '6';
    case OS_LOG_TYPE_DEBUG: return '7';
    default: return '5';
    }
}

static struct iovec part(const char *text) { return (struct iovec){(void *)(uintptr_t)text, strlen(text)}; }

/// Writes to the journal without waiting. The form is its own: a field a line, a message with line ends after its length.
static bool write_journal(os_log_t log, os_log_type_t type, const char *message) {
    char kind[] = {priority(type), '\n', 0};
    uint64_t length = strlen(message);
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(length >> (8 * i));
    struct iovec parts[] = {
        part("SYSLOG_IDENTIFIER="), part(program_invocation_short_name), part("\nSUBSYSTEM="), part(log->subsystem),
        part("\nCATEGORY="), part(log->category), part("\nPRIORITY="), part(kind), part("MESSAGE\n"), {bytes, 8},
        part(message), part("\n"),
    };
    struct msghdr header = {.msg_iov = parts, .msg_iovlen = sizeof parts / sizeof *parts};
    return sendmsg(journal, &header, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0;
}

/// Writes a line to the standard error output. On an audio thread a message that would have to wait is lost.
static void write_error_output(os_log_t log, const char *message) {
    struct pollfd output = {STDERR_FILENO, POLLOUT, 0};
    if (realtime_is_in_cycle() && poll(&output, 1, 0) != 1) return;
    char head[96];
    snprintf(head, sizeof head, "%s[%d]: ", program_invocation_short_name, (int)getpid());
    bool is_named = *log->subsystem || *log->category;
    struct iovec parts[] = {
        part(head), part(is_named ? "[" : ""), part(log->subsystem), part(is_named ? ":" : ""), part(log->category),
        part(is_named ? "] " : ""), part(message), part("\n"),
    };
    // A message that cannot be written has nowhere to go.
    ssize_t ignored = writev(STDERR_FILENO, parts, sizeof parts / sizeof *parts);
    (void)ignored;
}

static void write_message(os_log_t log, os_log_type_t type, const char *message) {
    if (journal < 0 || !write_journal(log, type, message)) write_error_output(log, message);
}

// MARK: The calls

/// A log's names are made of the client's, without line ends, which would end a field of the journal.
static char *copy_name(const char *name) {
    char *copy = strdup(name ? name : "");
    for (char *at = copy; at && *at; at++) {
        if ((unsigned char)*at < ' ') *at = ' ';
    }
    return copy;
}

os_log_t os_log_create(const char *subsystem, const char *category) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static os_log_t all = NULL;
    char *first = copy_name(subsystem), *second = copy_name(category);
    os_log_t found = NULL;
    if (first && second) {
        pthread_mutex_lock(&mutex);
        found = all;
        while (found && (strcmp(found->subsystem, first) != 0 || strcmp(found->category, second) != 0)) found = found->next;
        if (!found && (found = malloc(sizeof *found))) {
            *found = (struct os_log_s){{&log_kind, 0}, first, second, all};
            all = found;
            first = second = NULL;
        }
        pthread_mutex_unlock(&mutex);
    }
    free(first);
    free(second);
    return found ? found : OS_LOG_DEFAULT;
}

bool os_log_type_enabled(os_log_t log, os_log_type_t type) {
    if (!log || log == OS_LOG_DISABLED) return false;
    pthread_once(&once, open_log);
    switch (type) {
    case OS_LOG_TYPE_INFO: return level >= 1;
    case OS_LOG_TYPE_DEBUG: return level >= 2;
    default: return level >= 0;
    }
}

void _os_log_internal(void *image, os_log_t log, os_log_type_t type, const char *message, ...) {
    (void)image;
    int failure = errno;
    if (!message || !os_log_type_enabled(log, type)) return;
    char text[LOG_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, message);
    log_format(text, sizeof text, message, arguments, failure, shows_private);
    va_end(arguments);
    write_message(log, type, text);
    errno = failure;
}

// MARK: Signposts

os_signpost_id_t os_signpost_id_generate(os_log_t log) {
    (void)log;
    static uint64_t last = 0;
    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

os_signpost_id_t os_signpost_id_make_with_pointer(os_log_t log, const void *pointer) {
    (void)log;
    return pointer ? (os_signpost_id_t)(uintptr_t)pointer : OS_SIGNPOST_ID_INVALID;
}

bool os_signpost_enabled(os_log_t log) { return os_log_type_enabled(log, OS_LOG_TYPE_DEBUG); }

/// Intervals that are under way. One that finds no place here ends without its length.
static struct {
    os_log_t log;
    char name[48];
    os_signpost_id_t identifier;
    uint64_t start;
} intervals[64];
static pthread_mutex_t interval_mutex = PTHREAD_MUTEX_INITIALIZER;

/// Notes the start of an interval, or returns how long the one took that ends, in nanoseconds; 0 if that is not known. The audio thread
/// does not wait for another one that is here.
static uint64_t follow_interval(os_log_t log, os_signpost_type_t type, os_signpost_id_t identifier, const char *name) {
    if (type == OS_SIGNPOST_EVENT || pthread_mutex_trylock(&interval_mutex) != 0) return 0;
    bool begins = type == OS_SIGNPOST_INTERVAL_BEGIN;
    uint64_t length = 0;
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
        if (begins && !intervals[i].log) {
            intervals[i].log = log;
            strncpy(intervals[i].name, name, sizeof intervals[i].name);
            intervals[i].identifier = identifier;
            intervals[i].start = realtime_now();
            break;
        }
        bool agrees = intervals[i].log == log && intervals[i].identifier == identifier;
        if (!begins && agrees && strncmp(intervals[i].name, name, sizeof intervals[i].name) == 0) {
            length = realtime_now() - intervals[i].start;
            intervals[i].log = NULL;
            break;
        }
    }
    pthread_mutex_unlock(&interval_mutex);
    return length;
}

void coreaudio_signpost(os_log_t log, os_signpost_type_t type, os_signpost_id_t identifier, const char *name, ...) {
    if (identifier == OS_SIGNPOST_ID_NULL || identifier == OS_SIGNPOST_ID_INVALID || !name) return;
    if (!os_signpost_enabled(log)) return;
    int failure = errno;
    uint64_t length = follow_interval(log, type, identifier, name);
    static const char *const kinds[] = {"event", "begin", "end"};
    char text[LOG_MESSAGE_SIZE];
    int used = snprintf(
        text, sizeof text, "%s %s %#llx", kinds[type <= 2 ? type : 0], name, (unsigned long long)identifier);
    if (length > 0 && used > 0 && (size_t)used < sizeof text) {
        used += snprintf(text + used, sizeof text - (size_t)used, " after %.6f s", (double)length / 1e9);
    }
    va_list arguments;
    va_start(arguments, name);
    const char *format = va_arg(arguments, const char *);
    if (format && *format && used > 0 && (size_t)used + 2 < sizeof text) {
        text[used++] = ':';
        text[used++] = ' ';
        log_format(text + used, sizeof text - (size_t)used, format, arguments, failure, shows_private);
    }
    va_end(arguments);
    write_message(log, OS_LOG_TYPE_DEBUG, text);
    errno = failure;
}
