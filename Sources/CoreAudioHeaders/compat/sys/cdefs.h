// The system's <sys/cdefs.h>, which each of C's headers includes, and a macro that only the Mac's has.
#pragma GCC system_header
#include_next <sys/cdefs.h>

#ifndef __deprecated_msg
#define __deprecated_msg(message) __attribute__((__deprecated__(message)))
#endif
