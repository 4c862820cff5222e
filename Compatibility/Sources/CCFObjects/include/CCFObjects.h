#ifndef CCFOBJECTS_H
#define CCFOBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Types of Core Foundation that are ours, and strings that are constants. Core Foundation's headers are not needed: where the package
// manager compiles C, they are not on the search path.

#pragma clang assume_nonnull begin

// MARK: Types

/// Registers a type.
///
/// - Parameter name: the name of the type, which stays in memory.
/// - Returns: the type's identifier.
unsigned long CFObjectRegister(const char *name);

/// Makes the objects of a registered type objects of a class of Swift, to which programs can cast them.
///
/// - Parameters:
///   - type: the type's identifier.
///   - class: a class that inherits NSObject, with three members: 8 bytes for Core Foundation, the payload and the function `release`. The
///     class calls the function when an object ends.
void CFObjectSetClass(unsigned long type, const void *class);

/// Creates an object of a registered type, with one reference. It holds a payload, of which it calls `release` when its last reference goes.
const void *CFObjectCreate(unsigned long type, void *payload, void (*release)(void *payload));

/// Returns the payload of an object that `CFObjectCreate` made.
void *CFObjectPayload(const void *object);

// MARK: Statuses

/// Sets what SCError returns on this thread.
void CFObjectSetStatus(int status);

// MARK: Queues

/// Adds a reference to a queue of C.
void CFObjectQueueRetain(void *queue);

/// Removes a reference from a queue of C.
void CFObjectQueueRelease(void *queue);

/// Has a function called on a queue of C.
void CFObjectQueueAsync(void *queue, void *context, void (*work)(void *context));

// MARK: Streams

/// An error of a stream: CFStreamError.
struct CFObjectStreamError {
    long domain;
    int32_t error;
};

/// What a stream that can be read is made of: version 1 of CFReadStreamCallBacks. `info` is what `CFObjectStreamCreate` got.
struct CFObjectStreamFunctions {
    /// 1.
    long version;
    void *_Nullable (*_Nullable create)(void *stream, void *info);
    void (*_Nonnull finalize)(void *stream, void *info);
    const void *_Nonnull (*_Nullable copyDescription)(void *stream, void *info);
    bool (*_Nonnull open)(void *stream, struct CFObjectStreamError *error, bool *openComplete, void *info);
    bool (*_Nullable openCompleted)(void *stream, struct CFObjectStreamError *error, void *info);
    long (*_Nonnull read)(
        void *stream, uint8_t *buffer, long length, struct CFObjectStreamError *error, bool *atEnd, void *info);
    const uint8_t *_Nullable (*_Nullable getBuffer)(
        void *stream, long most, long *count, struct CFObjectStreamError *error, bool *atEnd, void *info);
    bool (*_Nonnull canRead)(void *stream, void *info);
    void (*_Nonnull close)(void *stream, void *info);
    const void *_Nullable (*_Nonnull copyProperty)(void *stream, const void *name, void *info);
    bool (*_Nonnull setProperty)(void *stream, const void *name, const void *_Nullable value, void *info);
    void (*_Nullable requestEvents)(void *stream, unsigned long events, void *info);
    void (*_Nonnull schedule)(void *stream, void *runLoop, const void *mode, void *info);
    void (*_Nonnull unschedule)(void *stream, void *runLoop, const void *mode, void *info);
};

/// Creates a CFReadStreamRef.
void *CFObjectStreamCreate(const struct CFObjectStreamFunctions *functions, void *info);

/// Reports an event of a CFReadStreamRef, with an error for the event 8.
void CFObjectStreamSignal(void *stream, unsigned long event, const struct CFObjectStreamError *_Nullable error);

/// Has the program's function called on a queue of C for the events of a CFReadStreamRef; null ends that.
void CFObjectStreamSetQueue(void *stream, void *_Nullable queue);

// MARK: Strings

/// The memory of a string that is a constant, in the layout that Swift's Foundation has for CFSTR.
struct CFObjectString {
    const void *isa;
    uintptr_t references;
    uint64_t information;
    const char *text;
    uint32_t length;
};

/// The class of such strings.
extern const char CFObjectStringClass[] __asm__("$s10Foundation19_NSCFConstantStringCN");

/// Defines a constant that is a string.
#define CFOBJECT_STRING(name, text) \
    static struct CFObjectString name##Memory = { \
        CFObjectStringClass, (uintptr_t)0x80000004ffffffff, 0x07C8, text, sizeof text - 1}; \
    const void *const name = &name##Memory

#pragma clang assume_nonnull end

#endif
