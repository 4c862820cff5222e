#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdint.h>

// Calls of the system that Swift's own modules leave out.

/// Has the file system find room for `count` bytes from `start` on, without a change of the file's size. 1 where it has, else 0.
int system_reserve(int descriptor, int64_t start, int64_t count);

/// Begins to write what the system holds of a file to the disk, and does not wait for it.
void system_start_writing(int descriptor);

/// How many processors the calling thread may run on; 0 where the system does not report it.
int system_processors(void);

/// The kernel's number of the calling thread, by which other processes know it.
uint64_t system_thread(void);

/// Lets other threads go first to the processors and to the disks, from now on. For the calling thread.
void system_run_in_background(void);

/// Makes a file whose name no other has, and opens it to be read and written. The path ends in XXXXXX, in whose place the function
/// puts other letters. -1 where it cannot. Programs that are started do not inherit the descriptor.
int system_new_file(char *path);

/// A variable of the environment; null where it is not set, and in a program that has more rights than whoever starts it.
const char *system_trusted_variable(const char *name) __asm__("secure_getenv");

/// The kernel's number for the kind of file system that a file is on; 0 where the system does not report it.
int64_t system_file_system(int descriptor);

/// A descriptor that becomes readable when eight bytes are written to it; -1 where the process has too many open.
int system_new_event(void);

/// The path by which the process was started, which may be that of a link or of a script; null where the kernel does not say. It
/// does not depend on the arguments, which the program that starts the process chooses.
const char *system_executed_path(void);

/// Lets the heap merge small blocks with their neighbours as they are freed. By default it keeps them, and merges them all whenever
/// a large block is allocated or freed, which libavcodec's AAC decoder does for many packets.
void system_merge_small_blocks(void);

/// Retain and release a dispatch queue. Dispatch does not expose these functions to Swift.
void system_retain_queue(void *queue) __asm__("dispatch_retain");
void system_release_queue(void *queue) __asm__("dispatch_release");

/// Copy a block to the heap, and release it. The blocks runtime has no Swift module.
void *system_copy_block(const void *block) __asm__("_Block_copy");
void system_release_block(const void *block) __asm__("_Block_release");

#endif
