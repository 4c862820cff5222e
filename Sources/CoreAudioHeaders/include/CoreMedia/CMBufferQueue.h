#ifndef CoreMedia_CMBufferQueue_h
#define CoreMedia_CMBufferQueue_h

#include <CoreFoundation/CFString.h>
#include <CoreMedia/CMBase.h>
#include <CoreMedia/CMSampleBuffer.h>
#include <CoreMedia/CMTime.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread.

/// A queue of buffers between the threads that put them in and those that take them out: an object of Core Foundation.
typedef struct opaqueCMBufferQueue *CMBufferQueueRef;
/// What a queue of buffers holds: any object of Core Foundation.
typedef CFTypeRef CMBufferRef;
/// A trigger of a queue, for its removal.
typedef struct opaqueCMBufferQueueTriggerToken *CMBufferQueueTriggerToken;
/// When a trigger of a queue is pulled.
typedef int32_t CMBufferQueueTriggerCondition;

/// Gives a time of a buffer.
///
/// Threads: Called on the thread that puts the buffer in.
///
/// - Parameters:
///   - buf: the buffer.
///   - refcon: what the program gave with the callbacks.
/// - Returns: the time.
typedef CMTime (*CMBufferGetTimeCallback)(CMBufferRef buf, void *_Nullable refcon);
/// Says whether the data of a buffer is ready.
///
/// Threads: Called on the thread that asks the queue, or changes it.
///
/// - Parameters:
///   - buf: the buffer.
///   - refcon: what the program gave with the callbacks.
/// - Returns: whether it is.
typedef Boolean (*CMBufferGetBooleanCallback)(CMBufferRef buf, void *_Nullable refcon);
/// Says which of two buffers comes first.
///
/// Threads: Called on the thread that puts a buffer in.
///
/// - Parameters:
///   - buf1: a buffer.
///   - buf2: another.
///   - refcon: what the program gave with the callbacks.
/// - Returns: kCFCompareLessThan if the first does.
typedef CFComparisonResult (*CMBufferCompareCallback)(CMBufferRef buf1, CMBufferRef buf2, void *_Nullable refcon);
/// Gives the size of a buffer.
///
/// Threads: Called on the thread that puts the buffer in.
///
/// - Parameters:
///   - buf: the buffer.
///   - refcon: what the program gave with the callbacks.
/// - Returns: the size in bytes.
typedef size_t (*CMBufferGetSizeCallback)(CMBufferRef buf, void *_Nullable refcon);
/// Reports that a trigger is pulled.
///
/// Threads: Called on the thread that has changed the queue.
///
/// - Parameters:
///   - triggerRefcon: what the program gave with the trigger.
///   - triggerToken: the trigger.
typedef void (*CMBufferQueueTriggerCallback)(void *_Nullable triggerRefcon, CMBufferQueueTriggerToken triggerToken);
/// Judges a buffer before it is put in.
///
/// Threads: Called on the thread that puts the buffer in.
///
/// - Parameters:
///   - queue: the queue.
///   - buf: the buffer.
///   - validationRefCon: what the program gave with the callback.
/// - Returns: 0, or why the buffer is refused.
typedef OSStatus (*CMBufferValidationCallback)(
    CMBufferQueueRef queue, CMBufferRef buf, void *_Nullable validationRefCon);

/// What a queue asks of its buffers.
typedef struct CMBufferCallbacks {
    /// 0 or 1: getSize is of version 1.
    uint32_t version;
    /// What each function gets last.
    void *_Nullable refcon;
    /// NULL for buffers without a decoding time.
    CMBufferGetTimeCallback _Nullable getDecodeTimeStamp;
    /// NULL for buffers without a presentation time.
    CMBufferGetTimeCallback _Nullable getPresentationTimeStamp;
    /// Not NULL.
    CMBufferGetTimeCallback getDuration;
    /// NULL for buffers whose data always is ready.
    CMBufferGetBooleanCallback _Nullable isDataReady;
    /// NULL for the order in which buffers are put in.
    CMBufferCompareCallback _Nullable compare;
    /// The notification that says that the data of a buffer has become ready; NULL for none.
    CFStringRef _Nullable dataBecameReadyNotification;
    /// NULL for buffers without a size.
    CMBufferGetSizeCallback _Nullable getSize;
} CMBufferCallbacks;

/// Statuses.
CF_ENUM(OSStatus) {
    /// There is no memory.
    kCMBufferQueueError_AllocationFailed = -12760,
    /// A parameter is missing.
    kCMBufferQueueError_RequiredParameterMissing = -12761,
    /// The callbacks are of another version, or one that is needed is missing.
    kCMBufferQueueError_InvalidCMBufferCallbacksStruct = -12762,
    /// The end of the data was marked before.
    kCMBufferQueueError_EnqueueAfterEndOfData = -12763,
    /// There is no room.
    kCMBufferQueueError_QueueIsFull = -12764,
    /// The time of a trigger is not a number.
    kCMBufferQueueError_BadTriggerDuration = -12765,
    /// A trigger's callback must not change the queue. No queue says so: here it may.
    kCMBufferQueueError_CannotModifyQueueFromTriggerCallback = -12766,
    /// There is no such condition, or it takes another kind of threshold.
    kCMBufferQueueError_InvalidTriggerCondition = -12767,
    /// The queue has no such trigger.
    kCMBufferQueueError_InvalidTriggerToken = -12768,
    /// The buffer was refused.
    kCMBufferQueueError_InvalidBuffer = -12769
};

/// Conditions of triggers.
CF_ENUM(CMBufferQueueTriggerCondition) {
    /// When the buffers become shorter than a time.
    kCMBufferQueueTrigger_WhenDurationBecomesLessThan = 1,
    /// When the buffers become no longer than a time.
    kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo = 2,
    /// When the buffers become longer than a time.
    kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan = 3,
    /// When the buffers become as long as a time, or longer.
    kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo = 4,
    /// When the earliest presentation time changes.
    kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges = 5,
    /// When the latest presentation time changes.
    kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges = 6,
    /// When the data of the next buffer becomes ready.
    kCMBufferQueueTrigger_WhenDataBecomesReady = 7,
    /// When the queue is empty, and the end of the data was marked.
    kCMBufferQueueTrigger_WhenEndOfDataReached = 8,
    /// When the queue is reset.
    kCMBufferQueueTrigger_WhenReset = 9,
    /// When there become fewer buffers than a number.
    kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan = 10,
    /// When there become more buffers than a number.
    kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan = 11
};

// MARK: Functions

/// Returns the type of these objects for Core Foundation.
///
/// - Returns: the type.
CF_EXPORT CFTypeID CMBufferQueueGetTypeID(void);

/// Makes a queue.
///
/// - Parameters:
///   - allocator: ignored.
///   - capacity: how many buffers there may be; 0 for any number.
///   - callbacks: what the queue asks of its buffers. They are copied.
///   - queueOut: receives the queue.
/// - Returns: 0; `kCMBufferQueueError_InvalidCMBufferCallbacksStruct`: callbacks without one for the duration.
CF_EXPORT OSStatus CMBufferQueueCreate(
    CFAllocatorRef _Nullable allocator, CMItemCount capacity, const CMBufferCallbacks *callbacks,
    CMBufferQueueRef _Nullable *_Nonnull queueOut
);

/// Returns callbacks for sample buffers, which come out in the order in which they are put in.
///
/// - Returns: the callbacks, which are always there.
CF_EXPORT const CMBufferCallbacks *CMBufferQueueGetCallbacksForUnsortedSampleBuffers(void);

/// Returns callbacks for sample buffers, which come out in the order of the times at which they are to be heard or seen.
///
/// - Returns: the callbacks, which are always there.
CF_EXPORT const CMBufferCallbacks *CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS(void);

/// Puts a buffer into a queue.
///
/// - Parameters:
///   - queue: the queue.
///   - buf: the buffer.
/// - Returns: 0; `kCMBufferQueueError_QueueIsFull`: there is no room; `kCMBufferQueueError_EnqueueAfterEndOfData`: the end was marked; or what
///   the validation gives.
CF_EXPORT OSStatus CMBufferQueueEnqueue(CMBufferQueueRef queue, CMBufferRef buf);

/// Takes the first buffer out of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the buffer; NULL for none.
CF_EXPORT CMBufferRef _Nullable CMBufferQueueDequeueAndRetain(CMBufferQueueRef queue);

/// Takes the first buffer out of a queue if its data is ready.
///
/// - Parameter queue: the queue.
/// - Returns: the buffer; NULL for none, or one that is not ready.
CF_EXPORT CMBufferRef _Nullable CMBufferQueueDequeueIfDataReadyAndRetain(CMBufferQueueRef queue);

/// The first buffer of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the buffer, which stays; NULL for none.
CF_EXPORT CMBufferRef _Nullable CMBufferQueueGetHead(CMBufferQueueRef queue);

/// Whether a queue has no buffers.
///
/// - Parameter queue: the queue.
/// - Returns: true if it has none.
CF_EXPORT Boolean CMBufferQueueIsEmpty(CMBufferQueueRef queue);

/// Says that no more buffers come.
///
/// - Parameter queue: the queue.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMBufferQueueMarkEndOfData(CMBufferQueueRef queue);

/// Whether the end of the data was marked.
///
/// - Parameter queue: the queue.
/// - Returns: true if it was.
CF_EXPORT Boolean CMBufferQueueContainsEndOfData(CMBufferQueueRef queue);

/// Whether a queue is empty, and the end of the data was marked.
///
/// - Parameter queue: the queue.
/// - Returns: true if both are so.
CF_EXPORT Boolean CMBufferQueueIsAtEndOfData(CMBufferQueueRef queue);

/// Takes all buffers out of a queue. More may come then.
///
/// - Parameter queue: the queue.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMBufferQueueReset(CMBufferQueueRef queue);

/// Takes all buffers out of a queue. More may come then.
///
/// - Parameters:
///   - queue: the queue.
///   - callback: called with each of them, in their order.
///   - refcon: what the callback gets beside the buffer.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMBufferQueueResetWithCallback(
    CMBufferQueueRef queue, void (* _Nonnull callback)(CMBufferRef _Nonnull, void * _Nullable), void *_Nullable refcon
);

/// How many buffers a queue has.
///
/// - Parameter queue: the queue.
/// - Returns: the number.
CF_EXPORT CMItemCount CMBufferQueueGetBufferCount(CMBufferQueueRef queue);

/// How long all buffers of a queue are together.
///
/// - Parameter queue: the queue.
/// - Returns: the duration; 0 for none.
CF_EXPORT CMTime CMBufferQueueGetDuration(CMBufferQueueRef queue);

/// The earliest decoding time of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
CF_EXPORT CMTime CMBufferQueueGetMinDecodeTimeStamp(CMBufferQueueRef queue);

/// The decoding time of the first buffer of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
CF_EXPORT CMTime CMBufferQueueGetFirstDecodeTimeStamp(CMBufferQueueRef queue);

/// The earliest presentation time of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
CF_EXPORT CMTime CMBufferQueueGetMinPresentationTimeStamp(CMBufferQueueRef queue);

/// The presentation time of the first buffer of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
CF_EXPORT CMTime CMBufferQueueGetFirstPresentationTimeStamp(CMBufferQueueRef queue);

/// The latest presentation time of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
CF_EXPORT CMTime CMBufferQueueGetMaxPresentationTimeStamp(CMBufferQueueRef queue);

/// The latest end of a buffer of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
CF_EXPORT CMTime CMBufferQueueGetEndPresentationTimeStamp(CMBufferQueueRef queue);

/// The size of all buffers of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the size in bytes.
CF_EXPORT size_t CMBufferQueueGetTotalSize(CMBufferQueueRef queue);

/// Installs a trigger.
///
/// - Parameters:
///   - queue: the queue.
///   - callback: called when it is pulled, on the thread that has changed the queue; NULL for a trigger that is only tested.
///   - refcon: what the callback gets beside the trigger.
///   - condition: when it is pulled: when the condition becomes true.
///   - time: the time of a condition that has one.
///   - triggerTokenOut: receives the trigger; NULL to ignore it.
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerCondition`: a condition that there is not, or that has a number of buffers;
///   `kCMBufferQueueError_BadTriggerDuration` for
///   a time that is not a number.
CF_EXPORT OSStatus CMBufferQueueInstallTrigger(
    CMBufferQueueRef queue, CMBufferQueueTriggerCallback _Nullable callback, void *_Nullable refcon,
    CMBufferQueueTriggerCondition condition, CMTime time, CMBufferQueueTriggerToken _Nullable *_Nullable triggerTokenOut
);

/// Installs a trigger with a number of buffers.
///
/// - Parameters:
///   - queue: the queue.
///   - callback: called when it is pulled, on the thread that has changed the queue; NULL for a trigger that is only tested.
///   - refcon: what the callback gets beside the trigger.
///   - condition: when it is pulled: when the condition becomes true.
///   - threshold: the number.
///   - triggerTokenOut: receives the trigger; NULL to ignore it.
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerCondition`: another condition than those of a number of buffers.
CF_EXPORT OSStatus CMBufferQueueInstallTriggerWithIntegerThreshold(
    CMBufferQueueRef queue, CMBufferQueueTriggerCallback _Nullable callback, void *_Nullable refcon,
    CMBufferQueueTriggerCondition condition, CMItemCount threshold,
    CMBufferQueueTriggerToken _Nullable *_Nullable triggerTokenOut
);

/// Removes a trigger.
///
/// - Parameters:
///   - queue: the queue.
///   - triggerToken: the trigger.
/// - Returns: 0, or `kCMBufferQueueError_InvalidTriggerToken`: one that the queue does not have.
CF_EXPORT OSStatus CMBufferQueueRemoveTrigger(CMBufferQueueRef queue, CMBufferQueueTriggerToken triggerToken);

/// Whether the condition of a trigger is true now.
///
/// - Parameters:
///   - queue: the queue.
///   - triggerToken: the trigger.
/// - Returns: false also for a change, and for a trigger that the queue does not have.
CF_EXPORT Boolean CMBufferQueueTestTrigger(CMBufferQueueRef queue, CMBufferQueueTriggerToken triggerToken);

/// Calls a function for each buffer of a queue, in their order.
///
/// - Parameters:
///   - queue: the queue.
///   - callback: called with each of those that there are when this begins, until it returns something other than 0.
///   - refcon: what the callback gets beside the buffer.
/// - Returns: 0; `kCMBufferQueueError_RequiredParameterMissing`: a parameter is NULL; or what the callback has returned.
CF_EXPORT OSStatus CMBufferQueueCallForEachBuffer(
    CMBufferQueueRef queue, OSStatus (* _Nonnull callback)(CMBufferRef _Nonnull, void * _Nullable),
    void *_Nullable refcon
);

/// Sets what judges a buffer before it is put in.
///
/// - Parameters:
///   - queue: the queue.
///   - callback: judges it.
///   - refcon: what the callback gets beside the buffer.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMBufferQueueSetValidationCallback(
    CMBufferQueueRef queue, CMBufferValidationCallback callback, void *_Nullable refcon
);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
