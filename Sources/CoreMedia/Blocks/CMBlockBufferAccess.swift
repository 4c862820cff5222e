import Foundation

// The functions of Apple's CMBlockBuffer.h that read and write the bytes.

/// Gives bytes in one piece: where they are, or a copy where they lie in several.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - offset: where in its bytes those wanted begin.
///   - length: how many there are.
///   - temporaryBlock: memory of at least `length` bytes, for the copy.
///   - returnedPointerOut: receives the address of the bytes, which lives as long as the buffer and `temporaryBlock`.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr` for bytes that are not there;
///   `kCMBlockBufferEmptyBBufErr` for none; `kCMBlockBufferUnallocatedBlockErr` where they have no memory so far.
@discardableResult
public func CMBlockBufferAccessDataBytes(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int, temporaryBlock: UnsafeMutableRawPointer,
    returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
    returnedPointerOut.pointee = nil
    let pieces = theBuffer.pieces
    return status { () throws(Refusal) in
        let found = try pieces.range(offset, length)
        let head = try found.head()
        var start = head.baseAddress!
        if head.count < length {
            try found.copy(to: temporaryBlock)
            start = temporaryBlock
        }
        returnedPointerOut.pointee = start.assumingMemoryBound(to: CChar.self)
    }
}

/// Copies bytes out of a buffer.
///
/// - Parameters:
///   - theSourceBuffer: the buffer.
///   - offsetToData: where in its bytes those wanted begin.
///   - dataLength: how many there are.
///   - destination: memory of as many bytes.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr` for bytes that are not there;
///   `kCMBlockBufferUnallocatedBlockErr` where they have no memory so far.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer
) -> OSStatus {
    let pieces = theSourceBuffer.pieces
    return status { () throws(Refusal) in try pieces.range(offsetToData, dataLength).copy(to: destination) }
}

/// Copies bytes into a buffer, in place of those that are there. Allocates the buffer's memory where it has none so far.
///
/// - Parameters:
///   - sourceBytes: the bytes.
///   - destinationBuffer: the buffer.
///   - offsetIntoDestination: where in its bytes the new ones begin.
///   - dataLength: how many there are.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr` for bytes that the buffer does not
///   have; `kCMBlockBufferBlockAllocationFailedErr` where there is no memory.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
    with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int,
    dataLength: Int
) -> OSStatus {
    let pieces = destinationBuffer.pieces
    return status { () throws(Refusal) in
        let found = try pieces.range(offsetIntoDestination, dataLength)
        try found.assure()
        try found.eachPiece { $0.baseAddress!.copyMemory(from: sourceBytes + $1, byteCount: $0.count) }
    }
}

/// Sets each of a number of bytes of a buffer to one value. Allocates the buffer's memory where it has none so far.
///
/// - Parameters:
///   - fillByte: the value.
///   - destinationBuffer: the buffer.
///   - offsetIntoDestination: where in its bytes those to set begin.
///   - dataLength: how many there are; 0 for all that follow.
/// - Returns: as `CMBlockBufferReplaceDataBytes`: `kCMBlockBufferBadLengthParameterErr` for bytes that the buffer does not have.
@discardableResult
public func CMBlockBufferFillDataBytes(
    with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
    let pieces = destinationBuffer.pieces
    return status { () throws(Refusal) in
        try pieces.require(offsetIntoDestination, 0)
        let count = dataLength == 0 ? pieces.length - offsetIntoDestination : dataLength
        let found = try pieces.range(offsetIntoDestination, count)
        try found.assure()
        try found.eachPiece { bytes, _ in
            bytes.baseAddress!.initializeMemory(as: CChar.self, repeating: fillByte, count: bytes.count)
        }
    }
}

/// Gives the address of a byte, and how many follow it in the same memory.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - offset: the number of the byte.
///   - lengthAtOffsetOut: receives how many bytes are there from the address on; nil to ignore it. Where it is fewer than follow, the
///     bytes lie in several pieces of memory.
///   - totalLengthOut: receives how many bytes the buffer has; nil to ignore it.
///   - dataPointerOut: receives the address, which lives as long as the buffer; nil to ignore it.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` for a byte that is not there; `kCMBlockBufferEmptyBBufErr` where there are
///   none; `kCMBlockBufferUnallocatedBlockErr` where it has no memory so far.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    let pieces = theBuffer.pieces
    lengthAtOffsetOut?.pointee = 0
    totalLengthOut?.pointee = pieces.length
    dataPointerOut?.pointee = nil
    return status { () throws(Refusal) in
        guard pieces.length > 0 else { throw Refusal(status: kCMBlockBufferEmptyBBufErr) }
        guard offset >= 0, offset < pieces.length else { throw Refusal(status: kCMBlockBufferBadOffsetParameterErr) }
        let head = try pieces.range(offset, pieces.length - offset).head()
        lengthAtOffsetOut?.pointee = head.count
        dataPointerOut?.pointee = head.baseAddress?.assumingMemoryBound(to: CChar.self)
    }
}

/// How many bytes a buffer has.
///
/// - Parameter theBuffer: the buffer.
/// - Returns: the number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.pieces.length }

/// Whether bytes of a buffer lie in one piece of memory.
///
/// - Parameters:
///   - theBuffer: the buffer.
///   - offset: where in its bytes those in question begin.
///   - length: how many there are; 0 for all that follow.
/// - Returns: true if they do; false for bytes that are not there.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
    let pieces = theBuffer.pieces
    guard offset >= 0, offset <= pieces.length else { return false }
    return (try? pieces.range(offset, length == 0 ? pieces.length - offset : length).isContiguous) ?? false
}

/// Whether a buffer has no bytes.
///
/// - Parameter theBuffer: the buffer.
/// - Returns: true if it has none.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.pieces.length == 0 }
