import Foundation

// The functions of Apple's CMBlockBuffer.h that make buffers and append to them.

/// Makes a buffer without bytes, to append to.
///
/// - Parameters:
///   - structureAllocator: ignored.
///   - subBlockCapacity: ignored.
///   - flags: ignored.
///   - blockBufferOut: receives the buffer.
/// - Returns: 0.
@discardableResult
public func CMBlockBufferCreateEmpty(
    allocator structureAllocator: CFAllocator?, capacity subBlockCapacity: UInt32, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = CMBlockBuffer(BlockPieces())
    return 0
}

/// Makes a buffer of a piece of memory, which is not copied.
///
/// - Parameters:
///   - structureAllocator: ignored.
///   - memoryBlock: the memory; nil for memory that is allocated when it is first needed.
///   - blockLength: the size of the memory in bytes.
///   - blockAllocator: what allocates the memory and frees it; nil for the default one, `kCFAllocatorNull` to free nothing.
///   - customBlockSource: functions for the memory, in place of `blockAllocator`; nil for none. They are copied.
///   - offsetToData: where in the memory the bytes begin.
///   - dataLength: how many bytes there are.
///   - flags: `kCMBlockBufferAssureMemoryNowFlag` to allocate the memory now.
///   - blockBufferOut: receives the buffer.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr` where the bytes are not in the memory;
///   `kCMBlockBufferBadCustomBlockSourceErr` for functions of another version, or without one that is needed;
///   `kCMBlockBufferBlockAllocationFailedErr` where there is no memory.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
    allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
    blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
    dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = nil
    return status { () throws(Refusal) in
        let given = try clientPieces(
            memoryBlock, blockLength, blockAllocator, customBlockSource, offsetToData, dataLength, flags)
        blockBufferOut.pointee = CMBlockBuffer(given)
    }
}

/// Checked before the memory is taken over: a call that fails frees none of the client's.
private func clientPieces(
    _ memoryBlock: UnsafeMutableRawPointer?, _ blockLength: Int, _ allocator: CFAllocator?,
    _ source: UnsafePointer<CMBlockBufferCustomBlockSource>?, _ offset: Int, _ length: Int, _ flags: CMBlockBufferFlags
) throws(Refusal) -> BlockPieces {
    guard blockLength >= 0 else { throw Refusal(status: kCMBlockBufferBadLengthParameterErr) }
    guard offset >= 0, offset <= blockLength else { throw Refusal(status: kCMBlockBufferBadOffsetParameterErr) }
    guard length >= 0, length <= blockLength - offset else {
        throw Refusal(status: kCMBlockBufferBadLengthParameterErr)
    }
    let memory = try BlockMemory.client(memoryBlock, length: blockLength, allocator: allocator, source: source)
    if flags & kCMBlockBufferAssureMemoryNowFlag != 0 { try memory.assure() }
    var pieces = BlockPieces()
    try pieces.append(memory, offset: offset, length: length)
    return pieces
}

/// A range of a buffer; a length of 0 stands for all that follows the offset.
private func range(
    of buffer: CMBlockBuffer, _ offset: Int, _ length: Int, _ flags: CMBlockBufferFlags
) throws(Refusal) -> BlockPieces {
    let pieces = buffer.pieces
    guard pieces.length > 0 || flags & kCMBlockBufferPermitEmptyReferenceFlag != 0 else {
        throw Refusal(status: kCMBlockBufferEmptyBBufErr)
    }
    guard offset >= 0, offset <= pieces.length else { throw Refusal(status: kCMBlockBufferBadOffsetParameterErr) }
    let found = try pieces.range(offset, length == 0 ? pieces.length - offset : length)
    if flags & kCMBlockBufferAssureMemoryNowFlag != 0 { try found.assure() }
    return found
}

/// Makes a buffer of the bytes of another, which are not copied.
///
/// - Parameters:
///   - structureAllocator: ignored.
///   - bufferReference: the other buffer. What is appended to it later does not change the new one.
///   - offsetToData: where in its bytes those of the new buffer begin.
///   - dataLength: how many there are; 0 for all that follow.
///   - flags: `kCMBlockBufferPermitEmptyReferenceFlag` to take a buffer that has no bytes.
///   - blockBufferOut: receives the buffer.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr` for bytes that the other buffer does
///   not have; `kCMBlockBufferEmptyBBufErr` where it has none.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
    allocator structureAllocator: CFAllocator?, referenceBuffer bufferReference: CMBlockBuffer, offsetToData: Int,
    dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = nil
    return status { () throws(Refusal) in
        blockBufferOut.pointee = CMBlockBuffer(try range(of: bufferReference, offsetToData, dataLength, flags))
    }
}

/// Makes a buffer whose bytes lie in one piece of memory. It shares the other's memory where that is so already.
///
/// - Parameters:
///   - structureAllocator: ignored.
///   - sourceBuffer: the other buffer.
///   - blockAllocator: what allocates the memory of the copy; nil for the default one.
///   - customBlockSource: functions for the memory of the copy, in place of `blockAllocator`; nil for none.
///   - offsetToData: where in the bytes of the other those of the new buffer begin.
///   - dataLength: how many there are; 0 for all that follow.
///   - flags: `kCMBlockBufferAlwaysCopyDataFlag` to copy in any case.
///   - blockBufferOut: receives the buffer.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr` for bytes that the other buffer does
///   not have; `kCMBlockBufferEmptyBBufErr` where it has none; `kCMBlockBufferUnallocatedBlockErr` where they have no memory so far;
///   the statuses of `CMBlockBufferCreateWithMemoryBlock`.
@discardableResult
public func CMBlockBufferCreateContiguous(
    allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer, blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int, dataLength: Int,
    flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = nil
    return status { () throws(Refusal) in
        let found = try range(of: sourceBuffer, offsetToData, dataLength, flags)
        if found.isContiguous, flags & kCMBlockBufferAlwaysCopyDataFlag == 0 {
            blockBufferOut.pointee = CMBlockBuffer(found)
            return
        }
        let made = try clientPieces(
            nil, found.length, blockAllocator, customBlockSource, 0, found.length, kCMBlockBufferAssureMemoryNowFlag)
        if let start = made.pieces.first?.start { try found.copy(to: start) }
        blockBufferOut.pointee = CMBlockBuffer(made)
    }
}

/// Appends a piece of memory, which is not copied.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - memoryBlock: the memory; nil for memory that is allocated when it is first needed.
///   - blockLength: the size of the memory in bytes.
///   - blockAllocator: what allocates the memory and frees it; nil for the default one, `kCFAllocatorNull` to free nothing.
///   - customBlockSource: functions for the memory, in place of `blockAllocator`; nil for none. They are copied.
///   - offsetToData: where in the memory the bytes begin.
///   - dataLength: how many bytes there are.
///   - flags: `kCMBlockBufferAssureMemoryNowFlag` to allocate the memory now.
/// - Returns: as `CMBlockBufferCreateWithMemoryBlock`: `kCMBlockBufferBadLengthParameterErr` where the bytes are not in the memory.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
    _ theBuffer: CMBlockBuffer, memoryBlock: UnsafeMutableRawPointer?, length blockLength: Int,
    blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
    dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
    status { () throws(Refusal) in
        try theBuffer.append(
            clientPieces(memoryBlock, blockLength, blockAllocator, customBlockSource, offsetToData, dataLength, flags))
    }
}

/// Appends bytes of another buffer, which are not copied.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - targetBBuf: the other buffer. What is appended to it later does not change this one.
///   - offsetToData: where in its bytes those to append begin.
///   - dataLength: how many there are; 0 for all that follow.
///   - flags: `kCMBlockBufferPermitEmptyReferenceFlag` to take a buffer that has no bytes.
/// - Returns: as `CMBlockBufferCreateWithBufferReference`: `kCMBlockBufferEmptyBBufErr` where the other buffer has no bytes.
@discardableResult
public func CMBlockBufferAppendBufferReference(
    _ theBuffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
    status { () throws(Refusal) in try theBuffer.append(range(of: targetBBuf, offsetToData, dataLength, flags)) }
}

/// Allocates the memory of a buffer that has none so far.
///
/// - Parameter theBuffer: the buffer.
/// - Returns: 0, or `kCMBlockBufferBlockAllocationFailedErr` where there is no memory.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus {
    let pieces = theBuffer.pieces
    return status { () throws(Refusal) in try pieces.assure() }
}
