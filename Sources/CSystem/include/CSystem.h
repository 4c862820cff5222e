#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <poll.h>
#include <stddef.h>
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

/// Waits as poll does, for `count` descriptors, with nanoseconds instead of milliseconds; less than 0 for ever.
int system_poll(void *descriptors, uint64_t count, int64_t nanoseconds);

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

// Sockets between processes of one machine, which keep messages apart. None of these calls waits for another process, but for
// `system_wait` and `system_run`.

/// Listens at a path, in the place of what is there. -1 where it cannot.
int system_listen(const char *path);

/// Connects to who listens at a path; -1 where nobody does, or too many wait there.
int system_connect(const char *path);

/// A connection that waits at a listening socket; -1 where none does.
int system_accept(int listener);

/// The user whose process has the other end of a connection; -1 where the system does not report it.
int64_t system_peer_user(int socket);

/// Sends a message of two parts. 1 where it is sent, 0 where there is no room for it now, -1 where the connection has ended or does not take
/// messages of this size.
int system_send(int socket, const void *head, size_t headSize, const void *body, size_t bodySize);

/// Two connected sockets, as those of a connection are. 0 where there are none to have.
int system_pair(int sockets[2]);

/// Sends a message with a descriptor, which the receiver gets a duplicate of. Without it where too many are on their
/// way. Returns what `system_send` does.
int system_send_descriptor(int socket, const void *bytes, size_t size, int descriptor);

/// Receives a message as `system_receive` does, and the descriptor that came with it: -1 where none came. It belongs to the caller.
int64_t system_receive_descriptor(int socket, void *memory, size_t size, int *descriptor);

/// Receives a message. Descriptors that came with it are closed. Its size; -1 where none is there, -2 where the connection has ended or the message is larger than the memory.
int64_t system_receive(int socket, void *memory, size_t size);

/// Waits for events of descriptors, for so many nanoseconds, or without an end where they are less than 0.
int system_wait(struct pollfd *descriptors, size_t count, int64_t nanoseconds);

/// A descriptor that is readable where there are events of those that it watches; -1 where there is none.
int system_new_watch(void);

/// Watches a descriptor for messages, and for room to send where `forRoom` is not 0. `isNew` is 0 for one that is watched already. 0
/// where it cannot.
int system_watch(int watch, int descriptor, int isNew, int forRoom);
void system_stop_watching(int watch, int descriptor);

/// The descriptors that have events now, 64 at most. How many there are.
int system_watched(int watch, int *descriptors, int count);

/// The file that this code was loaded from; null where the system does not report it.
const char *system_library_path(void);

/// Runs a program without arguments, with the environment, without this process's signals, files and standard streams, and waits for its end. Its exit
/// status; -1 where it could not be started or a signal ended it.
int system_run(const char *path);

/// Goes on in a child process, in a session of its own, in the root folder; the calling process ends. Not once there are threads. 0
/// where that fails.
int system_leave_parent(void);

/// Lets the process have as many files open as the system allows.
void system_raise_file_limit(void);

#endif
