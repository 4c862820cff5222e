#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdint.h>

// Calls of the system that Swift's own modules leave out.

/// Has the file system find room for `count` bytes from `start` on, without a change of the file's size. 1 where it has, else 0.
int system_reserve(int descriptor, int64_t start, int64_t count);

/// Begins to write what the system holds of a file to the disk, and does not wait for it.
void system_start_writing(int descriptor);

/// How many processors the calling thread may run on; 0 where that cannot be told.
int system_processors(void);

/// Dispatch's own functions, which it keeps from Swift: one more and one fewer owner of a queue.
void system_retain_queue(void *queue) __asm__("dispatch_retain");
void system_release_queue(void *queue) __asm__("dispatch_release");

/// The runtime of blocks, which has no module in Swift: a block on the heap, and one fewer owner of it.
void *system_copy_block(const void *block) __asm__("_Block_copy");
void system_release_block(const void *block) __asm__("_Block_release");

#endif
