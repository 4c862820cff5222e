#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdint.h>

// Calls of Linux that Swift's module for the C library leaves out.

/// Has the file system find room for `count` bytes from `start` on, without a change of the file's size. 1 where it has, else 0.
int system_reserve(int descriptor, int64_t start, int64_t count);

/// Begins to write what the system holds of a file to the disk, and does not wait for it.
void system_start_writing(int descriptor);

/// How many processors the calling thread may run on; 0 where that cannot be told.
int system_processors(void);

#endif
