#ifndef CoreMedia_CMSimpleQueue_h
#define CoreMedia_CMSimpleQueue_h

#include <CoreMedia/CMBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: One thread puts pointers in, and one takes them out.

/// A queue of pointers between one thread that puts them in and one that takes them out: an object of Core Foundation.
typedef struct opaqueCMSimpleQueue *CMSimpleQueueRef;

/// Statuses.
CF_ENUM(OSStatus) {
    /// There is no memory.
    kCMSimpleQueueError_AllocationFailed = -12770,
    /// A parameter is missing.
    kCMSimpleQueueError_RequiredParameterMissing = -12771,
    /// A number is out of range.
    kCMSimpleQueueError_ParameterOutOfRange = -12772,
    /// There is no room.
    kCMSimpleQueueError_QueueIsFull = -12773
};

// MARK: Functions

/// Returns the type of these objects for Core Foundation.
///
/// - Returns: the type.
CF_EXPORT CFTypeID CMSimpleQueueGetTypeID(void);

/// Makes a queue of pointers.
///
/// - Parameters:
///   - allocator: ignored.
///   - capacity: for how many pointers it has room.
///   - queueOut: receives the queue.
/// - Returns: 0; `kCMSimpleQueueError_ParameterOutOfRange`: a number below 0; `kCMSimpleQueueError_AllocationFailed` where there is
///   no memory.
CF_EXPORT OSStatus CMSimpleQueueCreate(
    CFAllocatorRef _Nullable allocator, int32_t capacity, CMSimpleQueueRef _Nullable *_Nonnull queueOut
);

/// Puts a pointer into a queue.
///
/// - Parameters:
///   - queue: the queue.
///   - element: the pointer.
/// - Returns: 0, or `kCMSimpleQueueError_QueueIsFull`: without room.
CF_EXPORT OSStatus CMSimpleQueueEnqueue(CMSimpleQueueRef queue, const void *element);

/// Takes a pointer out of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the pointer that was put in first; NULL for none.
CF_EXPORT const void * _Nullable CMSimpleQueueDequeue(CMSimpleQueueRef queue);

/// The pointer that comes out of a queue next.
///
/// - Parameter queue: the queue.
/// - Returns: the pointer, which stays in the queue; NULL for none.
CF_EXPORT const void * _Nullable CMSimpleQueueGetHead(CMSimpleQueueRef queue);

/// Takes all pointers out of a queue. No other thread may use it meanwhile.
///
/// - Parameter queue: the queue.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMSimpleQueueReset(CMSimpleQueueRef queue);

/// For how many pointers a queue has room.
///
/// - Parameter queue: the queue.
/// - Returns: the number.
CF_EXPORT int32_t CMSimpleQueueGetCapacity(CMSimpleQueueRef queue);

/// How many pointers are in a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the number.
CF_EXPORT int32_t CMSimpleQueueGetCount(CMSimpleQueueRef queue);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
