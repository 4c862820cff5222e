#define _GNU_SOURCE
#include "CSystem.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { kind = SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, mostWaiting = 256 };

static int named(const char *path, struct sockaddr_un *name) {
    if (strlen(path) >= sizeof name->sun_path) return 0;
    *name = (struct sockaddr_un){.sun_family = AF_UNIX};
    strcpy(name->sun_path, path);
    return 1;
}

int system_listen(const char *path) {
    struct sockaddr_un name;
    if (!named(path, &name)) return -1;
    int made = socket(AF_UNIX, kind, 0);
    if (made < 0) return -1;
    unlink(path);
    if (bind(made, (struct sockaddr *)&name, sizeof name) == 0 && chmod(path, 0600) == 0 && listen(made, mostWaiting) == 0) return made;
    close(made);
    return -1;
}

int system_connect(const char *path) {
    struct sockaddr_un name;
    if (!named(path, &name)) return -1;
    int made = socket(AF_UNIX, kind, 0);
    if (made < 0) return -1;
    if (connect(made, (struct sockaddr *)&name, sizeof name) == 0) return made;
    close(made);
    return -1;
}

int system_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int64_t system_peer_user(int socket) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? (int64_t)peer.uid : -1;
}

int system_send(int socket, const void *head, size_t headSize, const void *body, size_t bodySize) {
    struct iovec parts[2] = {{(void *)head, headSize}, {(void *)body, bodySize}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = bodySize > 0 ? 2 : 1};
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent >= 0) return 1;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS ? 0 : -1;
}

int system_pair(int sockets[2]) { return socketpair(AF_UNIX, kind, 0, sockets) == 0; }

/// Room for one descriptor. On 64 bits, it would hold two, as its size is rounded up: what is sent and received has `descriptorSize`.
union descriptorRoom {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
};

/// The size of what carries one descriptor. The system closes descriptors for which there is no room.
enum { descriptorSize = CMSG_LEN(sizeof(int)) };

/// Takes the one descriptor that came with a message, and closes any other. -1 where none came.
static int takeDescriptor(struct msghdr *message) {
    int taken = -1;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(message); head; head = CMSG_NXTHDR(message, head)) {
        if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS || head->cmsg_len < CMSG_LEN(0)) continue;
        size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(head) + i * sizeof descriptor, sizeof descriptor);
            if (taken < 0)
                taken = descriptor;
            else
                close(descriptor);
        }
    }
    return taken;
}

int system_send_descriptor(int socket, const void *bytes, size_t size, int descriptor) {
    struct iovec part = {(void *)bytes, size};
    union descriptorRoom room;
    memset(&room, 0, sizeof room);
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = descriptorSize};
    room.head = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(&room.head), &descriptor, sizeof descriptor);
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent >= 0) return 1;
    // Too many descriptors are on their way: the receiver has to do without this one.
    if (errno == ETOOMANYREFS) return system_send(socket, bytes, size, NULL, 0);
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS ? 0 : -1;
}

int64_t system_receive(int socket, void *memory, size_t size) {
    return system_receive_descriptor(socket, memory, size, NULL);
}

int64_t system_receive_descriptor(int socket, void *memory, size_t size, int *descriptor) {
    struct iovec part = {memory, size};
    union descriptorRoom room;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor) {
        *descriptor = -1;
        message.msg_control = &room;
        message.msg_controllen = descriptorSize;
    }
    ssize_t count;
    // A peer that has closed its socket with messages unread causes ECONNRESET once, before the messages that it has sent.
    int resets = 0;
    do count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    while (count < 0 && (errno == EINTR || (errno == ECONNRESET && resets++ < 2)));
    if (descriptor && count >= 0) *descriptor = takeDescriptor(&message);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return -1;
    if (count <= 0) return -2;
    return message.msg_flags & MSG_TRUNC ? -2 : count;
}

int system_wait(struct pollfd *descriptors, size_t count, int64_t nanoseconds) {
    struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return ppoll(descriptors, count, nanoseconds >= 0 ? &time : NULL, NULL);
}

int system_new_watch(void) { return epoll_create1(EPOLL_CLOEXEC); }

int system_watch(int watch, int descriptor, int isNew, int forRoom) {
    struct epoll_event event = {.events = EPOLLIN | (forRoom ? EPOLLOUT : 0), .data.fd = descriptor};
    return epoll_ctl(watch, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event) == 0;
}

void system_stop_watching(int watch, int descriptor) { epoll_ctl(watch, EPOLL_CTL_DEL, descriptor, NULL); }

int system_watched(int watch, int *descriptors, int count) {
    struct epoll_event events[64];
    int found = epoll_wait(watch, events, count < 64 ? count : 64, 0);
    for (int i = 0; i < found; i++) descriptors[i] = events[i].data.fd;
    return found;
}

const char *system_library_path(void) {
    Dl_info info;
    return dladdr((void *)system_library_path, &info) ? info.dli_fname : NULL;
}

int system_run(const char *path) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, 0, 1);
    posix_spawn_file_actions_adddup2(&actions, 0, 2);
    // What the program has open and passes on to its children is not for one that outlives it.
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    char *arguments[] = {(char *)path, NULL};
    pid_t child = -1;
    int failed = posix_spawn(&child, path, &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed) return -1;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void system_raise_file_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

int system_leave_parent(void) { return daemon(0, 0) == 0; }
