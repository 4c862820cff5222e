// The system's <features.h>, which each of C's headers includes first. The strict modes of C hide what is in a Mac's headers in all
// modes. A program may define the macro itself, before its first header.
#pragma GCC system_header
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include_next <features.h>
