// What C's library spells: real numbers, errors and signals.

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "include/COSSupport.h"

size_t os_support_format_double(
    char *text, size_t size, const char *flags, int width, int precision, char letter, double value) {
    char format[32];
    if (precision > 128) precision = 128;
    if (width > 256) width = 256;
    snprintf(format, sizeof format, precision < 0 ? "%%%.8s*%c" : "%%%.8s*.*%c", flags, letter);
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    int count = precision < 0 ? snprintf(text, size, format, width, value)
                              : snprintf(text, size, format, width, precision, value);
#pragma clang diagnostic pop
    return count < 0 ? 0 : (size_t)count < size ? (size_t)count : size - 1;
}

const char *os_support_error_name(int error, char *text, size_t size) { return strerror_r(error, text, size); }

const char *os_support_signal_name(int number) { return sigabbrev_np(number); }
const char *os_support_signal_description(int number) { return sigdescr_np(number); }
