#define _GNU_SOURCE
#include "CRealtime.h"
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

// Defined by the sanitizer's runtime where a program is linked with it, absent otherwise.
extern void __rtsan_disable(void) __attribute__((weak));
extern void __rtsan_enable(void) __attribute__((weak));

void realtime_wait_for_change(const uint32_t *word, uint32_t value) {
    syscall(SYS_futex, word, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

void realtime_wake_waiting(const uint32_t *word) {
    // The sanitizer takes any system call for one that may block. This one does not.
    if (__rtsan_disable) __rtsan_disable();
    syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, INT_MAX, NULL, NULL, 0);
    if (__rtsan_enable) __rtsan_enable();
}
