// The system's LAPACK, which is loaded on need.

#ifndef LAPACK_LIBRARY_H
#define LAPACK_LIBRARY_H

#include <stddef.h>

/// The address of a routine, which is kept in `found` from the first call on. Ends the program if there is none.
void *lapackRoutine(void **found, const char *name);

#endif
