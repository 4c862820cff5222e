#ifndef CoreMedia_CMBlockBuffer_h
#define CoreMedia_CMBlockBuffer_h

#include <CoreMedia/CMAttachment.h>
#include <CoreMedia/CMBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread.

/// Bytes in one or more pieces of memory: an object of Core Foundation.
typedef struct OpaqueCMBlockBuffer *CMBlockBufferRef;
/// What to do with memory when a buffer is made or appended to.
typedef uint32_t CMBlockBufferFlags;

/// A program's own functions for the memory of a block buffer.
typedef struct CMBlockBufferCustomBlockSource {
    /// kCMBlockBufferCustomBlockSourceVersion.
    uint32_t version;
    /// Allocates memory of a number of bytes; NULL where the memory is given. On the thread that first needs the bytes.
    void *_Nullable (*_Nullable AllocateBlock)(void *_Nullable refCon, size_t sizeInBytes);
    /// Frees memory; NULL to free nothing. On the thread that frees the last buffer.
    void (*_Nullable FreeBlock)(void *_Nullable refCon, void *doomedMemoryBlock, size_t sizeInBytes);
    /// What the functions get first.
    void *_Nullable refCon;
} CMBlockBufferCustomBlockSource;

/// Statuses.
CF_ENUM(OSStatus) {
    /// Success.
    kCMBlockBufferNoErr = 0,
    /// There is no memory for the object.
    kCMBlockBufferStructureAllocationFailedErr = -12700,
    /// There is no memory for the bytes.
    kCMBlockBufferBlockAllocationFailedErr = -12701,
    /// The functions for memory are not usable.
    kCMBlockBufferBadCustomBlockSourceErr = -12702,
    /// An offset is outside the bytes.
    kCMBlockBufferBadOffsetParameterErr = -12703,
    /// A number of bytes is wrong.
    kCMBlockBufferBadLengthParameterErr = -12704,
    /// A pointer is nil.
    kCMBlockBufferBadPointerParameterErr = -12705,
    /// The buffer has no bytes.
    kCMBlockBufferEmptyBBufErr = -12706,
    /// The bytes have no memory so far.
    kCMBlockBufferUnallocatedBlockErr = -12707,
    /// There is not enough room.
    kCMBlockBufferInsufficientSpaceErr = -12708
};

/// Flags of block buffers.
CF_ENUM(CMBlockBufferFlags) {
    /// Allocate memory now.
    kCMBlockBufferAssureMemoryNowFlag = 1,
    /// Copy even what could be shared.
    kCMBlockBufferAlwaysCopyDataFlag = 2,
    /// Keep references to references. Ignored.
    kCMBlockBufferDontOptimizeDepthFlag = 4,
    /// Take a reference to a buffer that has no bytes.
    kCMBlockBufferPermitEmptyReferenceFlag = 8
};

/// Versions.
CF_ENUM(UInt32) {
    /// The version of `CMBlockBufferCustomBlockSource`.
    kCMBlockBufferCustomBlockSourceVersion = 0
};

// MARK: Functions

/// Returns the type of these objects for Core Foundation.
///
/// - Returns: the type.
CF_EXPORT CFTypeID CMBlockBufferGetTypeID(void);

/// Makes a buffer without bytes, to append to.
///
/// - Parameters:
///   - structureAllocator: ignored.
///   - subBlockCapacity: ignored.
///   - flags: ignored.
///   - blockBufferOut: receives the buffer.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMBlockBufferCreateEmpty(
    CFAllocatorRef _Nullable structureAllocator, uint32_t subBlockCapacity, CMBlockBufferFlags flags,
    CMBlockBufferRef _Nullable *_Nonnull blockBufferOut
);

/// Makes a buffer of a piece of memory, which is not copied.
///
/// - Parameters:
///   - structureAllocator: ignored.
///   - memoryBlock: the memory; NULL for memory that is allocated when it is first needed.
///   - blockLength: the size of the memory in bytes.
///   - blockAllocator: what allocates the memory and frees it; NULL for the default one, `kCFAllocatorNull` to free nothing.
///   - customBlockSource: functions for the memory, in place of `blockAllocator`; NULL for none. They are copied.
///   - offsetToData: where in the memory the bytes begin.
///   - dataLength: how many bytes there are.
///   - flags: `kCMBlockBufferAssureMemoryNowFlag` to allocate the memory now.
///   - blockBufferOut: receives the buffer.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr` where the bytes are not in the memory;
///   `kCMBlockBufferBadCustomBlockSourceErr`: functions of another version, or without one that is needed;
///   `kCMBlockBufferBlockAllocationFailedErr` where there is no memory.
CF_EXPORT OSStatus CMBlockBufferCreateWithMemoryBlock(
    CFAllocatorRef _Nullable structureAllocator, void *_Nullable memoryBlock, size_t blockLength,
    CFAllocatorRef _Nullable blockAllocator, const CMBlockBufferCustomBlockSource *_Nullable customBlockSource,
    size_t offsetToData, size_t dataLength, CMBlockBufferFlags flags, CMBlockBufferRef _Nullable *_Nonnull blockBufferOut
);

/// Makes a buffer of the bytes of another, which are not copied.
///
/// - Parameters:
///   - structureAllocator: ignored.
///   - bufferReference: the other buffer. What is appended to it later does not change the new one.
///   - offsetToData: where in its bytes those of the new buffer begin.
///   - dataLength: how many there are; 0 for all that follow.
///   - flags: `kCMBlockBufferPermitEmptyReferenceFlag` to take a buffer that has no bytes.
///   - blockBufferOut: receives the buffer.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr`: bytes that the other buffer does
///   not have; `kCMBlockBufferEmptyBBufErr` where it has none.
CF_EXPORT OSStatus CMBlockBufferCreateWithBufferReference(
    CFAllocatorRef _Nullable structureAllocator, CMBlockBufferRef bufferReference, size_t offsetToData,
    size_t dataLength, CMBlockBufferFlags flags, CMBlockBufferRef _Nullable *_Nonnull blockBufferOut
);

/// Makes a buffer whose bytes lie in one piece of memory. It shares the other's memory where that is so already.
///
/// - Parameters:
///   - structureAllocator: ignored.
///   - sourceBuffer: the other buffer.
///   - blockAllocator: what allocates the memory of the copy; NULL for the default one.
///   - customBlockSource: functions for the memory of the copy, in place of `blockAllocator`; NULL for none.
///   - offsetToData: where in the bytes of the other those of the new buffer begin.
///   - dataLength: how many there are; 0 for all that follow.
///   - flags: `kCMBlockBufferAlwaysCopyDataFlag` to copy in any case.
///   - blockBufferOut: receives the buffer.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr`: bytes that the other buffer does
///   not have; `kCMBlockBufferEmptyBBufErr` where it has none; `kCMBlockBufferUnallocatedBlockErr` where they have no memory so far;
///   the statuses of `CMBlockBufferCreateWithMemoryBlock`.
CF_EXPORT OSStatus CMBlockBufferCreateContiguous(
    CFAllocatorRef _Nullable structureAllocator, CMBlockBufferRef sourceBuffer, CFAllocatorRef _Nullable blockAllocator,
    const CMBlockBufferCustomBlockSource *_Nullable customBlockSource, size_t offsetToData, size_t dataLength,
    CMBlockBufferFlags flags, CMBlockBufferRef _Nullable *_Nonnull blockBufferOut
);

/// Appends a piece of memory, which is not copied.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - memoryBlock: the memory; NULL for memory that is allocated when it is first needed.
///   - blockLength: the size of the memory in bytes.
///   - blockAllocator: what allocates the memory and frees it; NULL for the default one, `kCFAllocatorNull` to free nothing.
///   - customBlockSource: functions for the memory, in place of `blockAllocator`; NULL for none. They are copied.
///   - offsetToData: where in the memory the bytes begin.
///   - dataLength: how many bytes there are.
///   - flags: `kCMBlockBufferAssureMemoryNowFlag` to allocate the memory now.
/// - Returns: as `CMBlockBufferCreateWithMemoryBlock`: `kCMBlockBufferBadLengthParameterErr` where the bytes are not in the memory.
CF_EXPORT OSStatus CMBlockBufferAppendMemoryBlock(
    CMBlockBufferRef theBuffer, void *_Nullable memoryBlock, size_t blockLength,
    CFAllocatorRef _Nullable blockAllocator, const CMBlockBufferCustomBlockSource *_Nullable customBlockSource,
    size_t offsetToData, size_t dataLength, CMBlockBufferFlags flags
);

/// Appends bytes of another buffer, which are not copied.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - targetBBuf: the other buffer. What is appended to it later does not change this one.
///   - offsetToData: where in its bytes those to append begin.
///   - dataLength: how many there are; 0 for all that follow.
///   - flags: `kCMBlockBufferPermitEmptyReferenceFlag` to take a buffer that has no bytes.
/// - Returns: as `CMBlockBufferCreateWithBufferReference`: `kCMBlockBufferEmptyBBufErr` where the other buffer has no bytes.
CF_EXPORT OSStatus CMBlockBufferAppendBufferReference(
    CMBlockBufferRef theBuffer, CMBlockBufferRef targetBBuf, size_t offsetToData, size_t dataLength,
    CMBlockBufferFlags flags
);

/// Allocates the memory of a buffer that has none so far.
///
/// - Parameter theBuffer: the buffer.
/// - Returns: 0, or `kCMBlockBufferBlockAllocationFailedErr` where there is no memory.
CF_EXPORT OSStatus CMBlockBufferAssureBlockMemory(CMBlockBufferRef theBuffer);

/// Gives bytes in one piece: where they are, or a copy where they lie in several.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - offset: where in its bytes those wanted begin.
///   - length: how many there are.
///   - temporaryBlock: memory of at least `length` bytes, for the copy.
///   - returnedPointerOut: receives the address of the bytes, which lives as long as the buffer and `temporaryBlock`.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr`: bytes that are not there;
///   `kCMBlockBufferEmptyBBufErr`: none; `kCMBlockBufferUnallocatedBlockErr` where they have no memory so far.
CF_EXPORT OSStatus CMBlockBufferAccessDataBytes(
    CMBlockBufferRef theBuffer, size_t offset, size_t length, void *temporaryBlock, char *_Nullable *_Nonnull returnedPointerOut
);

/// Copies bytes out of a buffer.
///
/// - Parameters:
///   - theSourceBuffer: the buffer.
///   - offsetToData: where in its bytes those wanted begin.
///   - dataLength: how many there are.
///   - destination: memory of as many bytes.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr`: bytes that are not there;
///   `kCMBlockBufferUnallocatedBlockErr` where they have no memory so far.
CF_EXPORT OSStatus CMBlockBufferCopyDataBytes(
    CMBlockBufferRef theSourceBuffer, size_t offsetToData, size_t dataLength, void *destination
);

/// Copies bytes into a buffer, in place of those that are there. Allocates the buffer's memory where it has none so far.
///
/// - Parameters:
///   - sourceBytes: the bytes.
///   - destinationBuffer: the buffer.
///   - offsetIntoDestination: where in its bytes the new ones begin.
///   - dataLength: how many there are.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr`: bytes that the buffer does not
///   have; `kCMBlockBufferBlockAllocationFailedErr` where there is no memory.
CF_EXPORT OSStatus CMBlockBufferReplaceDataBytes(
    const void *sourceBytes, CMBlockBufferRef destinationBuffer, size_t offsetIntoDestination, size_t dataLength
);

/// Sets each of a number of bytes of a buffer to one value. Allocates the buffer's memory where it has none so far.
///
/// - Parameters:
///   - fillByte: the value.
///   - destinationBuffer: the buffer.
///   - offsetIntoDestination: where in its bytes those to set begin.
///   - dataLength: how many there are; 0 for all that follow.
/// - Returns: as `CMBlockBufferReplaceDataBytes`: `kCMBlockBufferBadLengthParameterErr`: bytes that the buffer does not have.
CF_EXPORT OSStatus CMBlockBufferFillDataBytes(
    char fillByte, CMBlockBufferRef destinationBuffer, size_t offsetIntoDestination, size_t dataLength
);

/// Gives the address of a byte, and how many follow it in the same memory.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - offset: the number of the byte.
///   - lengthAtOffsetOut: receives how many bytes are there from the address on; NULL to ignore it. Where it is fewer than follow, the
///     bytes lie in several pieces of memory.
///   - totalLengthOut: receives how many bytes the buffer has; NULL to ignore it.
///   - dataPointerOut: receives the address, which lives as long as the buffer; NULL to ignore it.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr`: a byte that is not there; `kCMBlockBufferEmptyBBufErr` where there are
///   none; `kCMBlockBufferUnallocatedBlockErr` where it has no memory so far.
CF_EXPORT OSStatus CMBlockBufferGetDataPointer(
    CMBlockBufferRef theBuffer, size_t offset, size_t *_Nullable lengthAtOffsetOut, size_t *_Nullable totalLengthOut,
    char *_Nullable *_Nullable dataPointerOut
);

/// How many bytes a buffer has.
///
/// - Parameter theBuffer: the buffer.
/// - Returns: the number of bytes.
CF_EXPORT size_t CMBlockBufferGetDataLength(CMBlockBufferRef theBuffer);

/// Whether bytes of a buffer lie in one piece of memory.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - offset: where in its bytes those in question begin.
///   - length: how many there are; 0 for all that follow.
/// - Returns: true if they do; false for bytes that are not there.
CF_EXPORT Boolean CMBlockBufferIsRangeContiguous(CMBlockBufferRef theBuffer, size_t offset, size_t length);

/// Whether a buffer has no bytes.
///
/// - Parameter theBuffer: the buffer.
/// - Returns: true if it has none.
CF_EXPORT Boolean CMBlockBufferIsEmpty(CMBlockBufferRef theBuffer);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
