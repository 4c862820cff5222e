#ifndef COSSUPPORT_H
#define COSSUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// System calls for the module os that Swift cannot make: locks of the kernel, the log's output, and C's spelling of numbers.

#pragma clang assume_nonnull begin

// MARK: Where messages go

/// Whether messages of a type are written. The first call reads the environment.
bool os_support_log_is_enabled(uint8_t type);

/// Whether private values are written.
bool os_support_log_shows_private(void);

/// Writes a message to the journal, or in one line to the standard error output. On a real-time thread it drops the message rather than wait.
void os_support_log_write(
    const char *subsystem, const char *category, uint8_t type, const char *message, size_t length);

/// Whether the calling thread has a real-time priority.
bool os_support_thread_is_realtime(void);

/// For tests: where messages go and which ones, in place of what the environment says. An empty path is no journal. `level` is 0 for what
/// is always written, 1 for information too, 2 for all, -1 for nothing.
void os_support_log_override(const char *socket_path, int error_output, int level, bool shows_private);

/// For tests: makes the calling thread pass for a real-time thread.
void os_support_thread_override(bool is_realtime);

// MARK: Spelling

/// Writes a number as `printf` does with one of the letters a, e, f and g, and returns how many bytes it took.
/// `flags` are those of `printf`. A negative precision is none; the largest is 128.
size_t os_support_format_double(
    char *text, size_t size, const char *flags, int width, int precision, char letter, double value);

/// Writes the name of an error.
const char *os_support_error_name(int error, char *text, size_t size);

/// The name of a signal without "SIG", and its description; NULL for a number that is none.
const char *_Nullable os_support_signal_name(int number);
const char *_Nullable os_support_signal_description(int number);

// MARK: Locks

bool os_support_lock_try(uint32_t *word);
void os_support_lock_acquire(uint32_t *word);
void os_support_lock_release(uint32_t *word);
void os_support_lock_assert_owner(const uint32_t *word);
void os_support_lock_assert_not_owner(const uint32_t *word);

#pragma clang assume_nonnull end

#endif
