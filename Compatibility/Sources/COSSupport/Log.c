// Where the messages of the log go. Nothing here takes a lock, so that no thread waits for another one.

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include "include/COSSupport.h"

enum { TYPE_INFO = 1, TYPE_DEBUG = 2, TYPE_ERROR = 16, TYPE_FAULT = 17 };
/// A line that a real-time thread writes has at most this many bytes: a pipe takes it whole or not at all.
enum { LINE_SIZE = 4096, NAME_SIZE = 255 };

struct journal {
    int socket;
    struct sockaddr_un address;
};

// Each is written by the first message, with the same values by each thread that comes at the same time.
static atomic_bool is_configured;
static atomic_int written_level;
static atomic_bool shows_private_values = true;
static _Atomic(struct journal *) journal;
static atomic_int error_output = STDERR_FILENO;
static atomic_ulong dropped;
static _Thread_local bool passes_for_realtime;

bool os_support_thread_is_realtime(void) {
    if (passes_for_realtime) return true;
    int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    return policy == SCHED_FIFO || policy == SCHED_RR || policy == 6 /* SCHED_DEADLINE */;
}

void os_support_thread_override(bool is_realtime) { passes_for_realtime = is_realtime; }

/// The journal at a path, with a socket that waits at most a second; NULL if none is there.
static struct journal *open_journal(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!*path || strlen(path) >= sizeof address.sun_path || access(path, F_OK) != 0) return NULL;
    strcpy(address.sun_path, path);
    int output = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct journal *made = output >= 0 ? malloc(sizeof *made) : NULL;
    if (!made) {
        if (output >= 0) close(output);
        return NULL;
    }
    struct timeval longest = {.tv_sec = 1};
    setsockopt(output, SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
    *made = (struct journal){output, address};
    return made;
}

static void close_journal(struct journal *old) {
    if (!old) return;
    close(old->socket);
    free(old);
}

static void configure(void) {
    if (atomic_load_explicit(&is_configured, memory_order_acquire)) return;
    int failure = errno;
    const char *wanted = getenv("COREAUDIO_LOG"), *private = getenv("COREAUDIO_LOG_PRIVATE");
    int level = 0;
    if (wanted) {
        level = strcmp(wanted, "debug") == 0 ? 2 : strcmp(wanted, "info") == 0 ? 1 : strcmp(wanted, "off") == 0 ? -1 : 0;
    }
    // A program with more rights than its user does not send its messages where that one says.
    const char *path = secure_getenv("COREAUDIO_LOG_SOCKET");
    struct journal *made = open_journal(path ? path : "/run/systemd/journal/socket"), *none = NULL;
    if (!atomic_compare_exchange_strong(&journal, &none, made)) close_journal(made);
    atomic_store(&written_level, level);
    atomic_store(&shows_private_values, !private || strcmp(private, "0") != 0);
    atomic_store_explicit(&is_configured, true, memory_order_release);
    errno = failure;
}

void os_support_log_override(const char *socket_path, int output, int level, bool shows_private) {
    close_journal(atomic_exchange(&journal, open_journal(socket_path)));
    atomic_store(&error_output, output);
    atomic_store(&written_level, level);
    atomic_store(&shows_private_values, shows_private);
    atomic_store(&dropped, 0);
    atomic_store(&is_configured, true);
}

bool os_support_log_is_enabled(uint8_t type) {
    configure();
    int level = atomic_load_explicit(&written_level, memory_order_relaxed);
    return type == TYPE_INFO ? level >= 1 : type == TYPE_DEBUG ? level >= 2 : level >= 0;
}

bool os_support_log_shows_private(void) {
    configure();
    return atomic_load_explicit(&shows_private_values, memory_order_relaxed);
}

/// The journal's number of a type of message; syslog has the same.
static char priority(uint8_t type) {
    switch (type) {
    case TYPE_FAULT: return '2';
    case TYPE_ERROR: return '3';
    case TYPE_INFO: return '6';
    case TYPE_DEBUG: return '7';
    default: return '5';
    }
}

static struct iovec part(const char *text) { return (struct iovec){(void *)(uintptr_t)text, strlen(text)}; }

struct message {
    const char *subsystem, *category;
    uint8_t type;
    const char *text;
    size_t length;
};

/// What became of a message: the journal took it, a real-time thread would have to wait, or the journal does not take it.
enum result { WRITTEN, WOULD_WAIT, REFUSED };

/// Writes to the journal in its own form: a field a line, and the message after its length.
static enum result write_journal(const struct message *message, bool is_realtime) {
    struct journal *output = atomic_load_explicit(&journal, memory_order_acquire);
    if (!output) return REFUSED;
    char kind[] = {priority(message->type), 0}, thread[16];
    snprintf(thread, sizeof thread, "%d", (int)syscall(SYS_gettid));
    unsigned char size[8];
    for (int i = 0; i < 8; i++) size[i] = (unsigned char)((uint64_t)message->length >> (8 * i));
    struct iovec parts[] = {
        part("PRIORITY="), part(kind), part("\nSYSLOG_IDENTIFIER="), part(program_invocation_short_name),
        part("\nSUBSYSTEM="), part(message->subsystem), part("\nCATEGORY="), part(message->category),
        part("\nTID="), part(thread), part("\nMESSAGE\n"), {size, 8},
        {(void *)(uintptr_t)message->text, message->length}, part("\n"),
    };
    struct msghdr header = {
        .msg_name = &output->address, .msg_namelen = sizeof output->address,
        .msg_iov = parts, .msg_iovlen = sizeof parts / sizeof *parts,
    };
    ssize_t sent;
    do sent = sendmsg(output->socket, &header, MSG_NOSIGNAL | (is_realtime ? MSG_DONTWAIT : 0));
    while (sent < 0 && errno == EINTR && !is_realtime);
    if (sent >= 0) return WRITTEN;
    return is_realtime && (errno == EAGAIN || errno == EINTR) ? WOULD_WAIT : REFUSED;
}

/// Makes the line of a message in `line`, with \n for a line end, and returns its bytes; what is beyond `size` is lost.
static size_t make_line(const struct message *message, char *line, size_t size) {
    bool is_named = *message->subsystem || *message->category;
    int head = snprintf(
        line, size, "%s[%d]: %s%.*s%s%.*s%s", program_invocation_short_name, (int)getpid(), is_named ? "[" : "", NAME_SIZE,
        message->subsystem, is_named ? ":" : "", NAME_SIZE, message->category, is_named ? "] " : "");
    size_t used = head > 0 ? (size_t)head : 0;
    for (size_t i = 0; i < message->length && used + 3 <= size; i++) {
        if (message->text[i] == '\n') {
            line[used++] = '\\';
            line[used++] = 'n';
        } else {
            line[used++] = message->text[i];
        }
    }
    line[used++] = '\n';
    return used;
}

/// Writes a line that a pipe takes whole, without waiting.
static bool write_now(int output, const char *line, size_t length) {
    struct iovec whole = {(void *)(uintptr_t)line, length};
    if (pwritev2(output, &whole, 1, -1, RWF_NOWAIT) >= 0) return true;
    if (errno != EOPNOTSUPP && errno != ENOSYS && errno != EINVAL) return false;
    // A kernel that cannot be asked not to wait for this kind of output.
    struct pollfd ready = {output, POLLOUT, 0};
    return poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT) && write(output, line, length) >= 0;
}

static bool write_error_output(const struct message *message, bool is_realtime) {
    int output = atomic_load_explicit(&error_output, memory_order_relaxed);
    char line[LINE_SIZE];
    if (is_realtime) return write_now(output, line, make_line(message, line, sizeof line));
    size_t size = 2 * message->length + 2 * NAME_SIZE + 512;
    char *longer = size > sizeof line ? malloc(size) : NULL;
    char *text = longer ? longer : line;
    size_t length = make_line(message, text, longer ? size : sizeof line);
    for (size_t done = 0; done < length;) {
        ssize_t count = write(output, text + done, length - done);
        struct pollfd ready = {output, POLLOUT, 0};
        if (count < 0 && errno == EAGAIN && poll(&ready, 1, 1000) == 1) continue;
        if (count < 0 && errno == EINTR) continue;
        // A message that cannot be written has nowhere to go.
        if (count < 0) break;
        done += (size_t)count;
    }
    free(longer);
    return true;
}

static bool write_message(const struct message *message, bool is_realtime) {
    switch (write_journal(message, is_realtime)) {
    case WRITTEN: return true;
    case WOULD_WAIT: return false;
    case REFUSED: return write_error_output(message, is_realtime);
    }
    return false;
}

void os_support_log_write(
    const char *subsystem, const char *category, uint8_t type, const char *text, size_t length) {
    int failure = errno;
    configure();
    bool is_realtime = os_support_thread_is_realtime();
    struct message message = {subsystem, category, type, text, length};
    if (!write_message(&message, is_realtime)) {
        atomic_fetch_add_explicit(&dropped, 1, memory_order_relaxed);
    } else if (atomic_load_explicit(&dropped, memory_order_relaxed) > 0) {
        unsigned long count = atomic_exchange_explicit(&dropped, 0, memory_order_relaxed);
        char sentence[80];
        int used = snprintf(sentence, sizeof sentence, "%lu messages of real-time threads were dropped", count);
        struct message report = {"", "", TYPE_ERROR, sentence, used > 0 ? (size_t)used : 0};
        if (count > 0 && !write_message(&report, is_realtime)) atomic_fetch_add_explicit(&dropped, count, memory_order_relaxed);
    }
    errno = failure;
}
