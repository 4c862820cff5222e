#define _GNU_SOURCE
#include "CSystem.h"
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

int system_reserve(int descriptor, int64_t start, int64_t count) {
    return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, start, count) == 0;
}

void system_start_writing(int descriptor) { sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE); }

int system_processors(void) {
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}

uint64_t system_thread(void) { return (uint64_t)syscall(SYS_gettid); }

void system_run_in_background(void) {
    // The kernel's IOPRIO_WHO_PROCESS, and IOPRIO_CLASS_IDLE in the place of the class. Where either is refused, nothing is lost.
    enum { process = 1, idle = 3 << 13 };
    (void)syscall(SYS_ioprio_set, process, 0, idle);
    (void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 15);
}

int system_new_file(char *path) { return mkostemp(path, O_CLOEXEC); }

int64_t system_file_system(int descriptor) {
    struct statfs found;
    return fstatfs(descriptor, &found) == 0 ? (int64_t)found.f_type : 0;
}

int system_new_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

const char *system_executed_path(void) { return (const char *)getauxval(AT_EXECFN); }

void system_merge_small_blocks(void) { mallopt(M_MXFAST, 0); }

int system_poll(void *descriptors, uint64_t count, int64_t nanoseconds) {
    struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &time, NULL);
}
