#ifndef CMACSYSTEM_LOG_H
#define CMACSYSTEM_LOG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/// Bytes of the longest message, with the zero at its end. A longer one is cut.
#define LOG_MESSAGE_SIZE 1024

/// Writes a message as os_log's format says: as printf's, with `%{public}s`, `%{private}d`, `%{errno}d`, `%.*P` and others.
///
/// Neither locks nor allocates, but for `%@`, which an audio thread therefore writes as an address. `failure` is what `%m` names.
void log_format(char *text, size_t size, const char *format, va_list arguments, int failure, bool shows_private);

#endif
