import Foundation

// CMBlockBuffer.h for programs in C: each function calls that of Swift.

@c(CMBlockBufferCreateEmpty)
package func cBlockBufferCreateEmpty(
    _ structureAllocator: UnsafeRawPointer?, _ subBlockCapacity: UInt32, _ flags: UInt32,
    _ blockBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let blockBufferOut else { return kCMBlockBufferBadPointerParameterErr }
    var made: CMBlockBuffer?
    let status = CMBlockBufferCreateEmpty(
        allocator: object(structureAllocator), capacity: subBlockCapacity, flags: flags, blockBufferOut: &made)
    blockBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMBlockBufferCreateWithMemoryBlock)
package func cBlockBufferCreateWithMemoryBlock(
    _ structureAllocator: UnsafeRawPointer?, _ memoryBlock: UnsafeMutableRawPointer?, _ blockLength: Int,
    _ blockAllocator: UnsafeRawPointer?, _ customBlockSource: UnsafeRawPointer?, _ offsetToData: Int, _ dataLength: Int,
    _ flags: UInt32, _ blockBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let blockBufferOut else { return kCMBlockBufferBadPointerParameterErr }
    var made: CMBlockBuffer?
    let status = CMBlockBufferCreateWithMemoryBlock(
        allocator: object(structureAllocator), memoryBlock: memoryBlock, blockLength: blockLength,
        blockAllocator: object(blockAllocator),
        customBlockSource: customBlockSource?.assumingMemoryBound(to: CMBlockBufferCustomBlockSource.self),
        offsetToData: offsetToData, dataLength: dataLength, flags: flags, blockBufferOut: &made)
    blockBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMBlockBufferCreateWithBufferReference)
package func cBlockBufferCreateWithBufferReference(
    _ structureAllocator: UnsafeRawPointer?, _ bufferReference: UnsafeRawPointer?, _ offsetToData: Int,
    _ dataLength: Int, _ flags: UInt32, _ blockBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let bufferReference: CMBlockBuffer = object(bufferReference), let blockBufferOut
    else { return kCMBlockBufferBadPointerParameterErr }
    var made: CMBlockBuffer?
    let status = CMBlockBufferCreateWithBufferReference(
        allocator: object(structureAllocator), referenceBuffer: bufferReference, offsetToData: offsetToData,
        dataLength: dataLength, flags: flags, blockBufferOut: &made)
    blockBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMBlockBufferCreateContiguous)
package func cBlockBufferCreateContiguous(
    _ structureAllocator: UnsafeRawPointer?, _ sourceBuffer: UnsafeRawPointer?, _ blockAllocator: UnsafeRawPointer?,
    _ customBlockSource: UnsafeRawPointer?, _ offsetToData: Int, _ dataLength: Int, _ flags: UInt32,
    _ blockBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let sourceBuffer: CMBlockBuffer = object(sourceBuffer), let blockBufferOut
    else { return kCMBlockBufferBadPointerParameterErr }
    var made: CMBlockBuffer?
    let status = CMBlockBufferCreateContiguous(
        allocator: object(structureAllocator), sourceBuffer: sourceBuffer, blockAllocator: object(blockAllocator),
        customBlockSource: customBlockSource?.assumingMemoryBound(to: CMBlockBufferCustomBlockSource.self),
        offsetToData: offsetToData, dataLength: dataLength, flags: flags, blockBufferOut: &made)
    blockBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMBlockBufferAppendMemoryBlock)
package func cBlockBufferAppendMemoryBlock(
    _ theBuffer: UnsafeRawPointer?, _ memoryBlock: UnsafeMutableRawPointer?, _ blockLength: Int,
    _ blockAllocator: UnsafeRawPointer?, _ customBlockSource: UnsafeRawPointer?, _ offsetToData: Int, _ dataLength: Int,
    _ flags: UInt32
) -> OSStatus {
    guard let theBuffer: CMBlockBuffer = object(theBuffer) else { return kCMBlockBufferBadPointerParameterErr }
    return CMBlockBufferAppendMemoryBlock(
        theBuffer, memoryBlock: memoryBlock, length: blockLength, blockAllocator: object(blockAllocator),
        customBlockSource: customBlockSource?.assumingMemoryBound(to: CMBlockBufferCustomBlockSource.self),
        offsetToData: offsetToData, dataLength: dataLength, flags: flags)
}

@c(CMBlockBufferAppendBufferReference)
package func cBlockBufferAppendBufferReference(
    _ theBuffer: UnsafeRawPointer?, _ targetBBuf: UnsafeRawPointer?, _ offsetToData: Int, _ dataLength: Int,
    _ flags: UInt32
) -> OSStatus {
    guard let theBuffer: CMBlockBuffer = object(theBuffer), let targetBBuf: CMBlockBuffer = object(targetBBuf)
    else { return kCMBlockBufferBadPointerParameterErr }
    return CMBlockBufferAppendBufferReference(
        theBuffer, targetBBuf: targetBBuf, offsetToData: offsetToData, dataLength: dataLength, flags: flags)
}

@c(CMBlockBufferAssureBlockMemory)
package func cBlockBufferAssureBlockMemory(_ theBuffer: UnsafeRawPointer?) -> OSStatus {
    guard let theBuffer: CMBlockBuffer = object(theBuffer) else { return kCMBlockBufferBadPointerParameterErr }
    return CMBlockBufferAssureBlockMemory(theBuffer)
}

@c(CMBlockBufferAccessDataBytes)
package func cBlockBufferAccessDataBytes(
    _ theBuffer: UnsafeRawPointer?, _ offset: Int, _ length: Int, _ temporaryBlock: UnsafeMutableRawPointer?,
    _ returnedPointerOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let theBuffer: CMBlockBuffer = object(theBuffer), let temporaryBlock, let returnedPointerOut
    else { return kCMBlockBufferBadPointerParameterErr }
    return CMBlockBufferAccessDataBytes(
        theBuffer, atOffset: offset, length: length, temporaryBlock: temporaryBlock,
        returnedPointerOut: returnedPointerOut.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self))
}

@c(CMBlockBufferCopyDataBytes)
package func cBlockBufferCopyDataBytes(
    _ theSourceBuffer: UnsafeRawPointer?, _ offsetToData: Int, _ dataLength: Int,
    _ destination: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let theSourceBuffer: CMBlockBuffer = object(theSourceBuffer), let destination
    else { return kCMBlockBufferBadPointerParameterErr }
    return CMBlockBufferCopyDataBytes(
        theSourceBuffer, atOffset: offsetToData, dataLength: dataLength, destination: destination)
}

@c(CMBlockBufferReplaceDataBytes)
package func cBlockBufferReplaceDataBytes(
    _ sourceBytes: UnsafeRawPointer?, _ destinationBuffer: UnsafeRawPointer?, _ offsetIntoDestination: Int,
    _ dataLength: Int
) -> OSStatus {
    guard let sourceBytes, let destinationBuffer: CMBlockBuffer = object(destinationBuffer)
    else { return kCMBlockBufferBadPointerParameterErr }
    return CMBlockBufferReplaceDataBytes(
        with: sourceBytes, blockBuffer: destinationBuffer, offsetIntoDestination: offsetIntoDestination,
        dataLength: dataLength)
}

@c(CMBlockBufferFillDataBytes)
package func cBlockBufferFillDataBytes(
    _ fillByte: CChar, _ destinationBuffer: UnsafeRawPointer?, _ offsetIntoDestination: Int, _ dataLength: Int
) -> OSStatus {
    guard let destinationBuffer: CMBlockBuffer = object(destinationBuffer)
    else { return kCMBlockBufferBadPointerParameterErr }
    return CMBlockBufferFillDataBytes(
        with: fillByte, blockBuffer: destinationBuffer, offsetIntoDestination: offsetIntoDestination,
        dataLength: dataLength)
}

@c(CMBlockBufferGetDataPointer)
package func cBlockBufferGetDataPointer(
    _ theBuffer: UnsafeRawPointer?, _ offset: Int, _ lengthAtOffsetOut: UnsafeMutableRawPointer?,
    _ totalLengthOut: UnsafeMutableRawPointer?, _ dataPointerOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let theBuffer: CMBlockBuffer = object(theBuffer) else { return kCMBlockBufferBadPointerParameterErr }
    return CMBlockBufferGetDataPointer(
        theBuffer, atOffset: offset, lengthAtOffsetOut: lengthAtOffsetOut?.assumingMemoryBound(to: Int.self),
        totalLengthOut: totalLengthOut?.assumingMemoryBound(to: Int.self),
        dataPointerOut: dataPointerOut?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self))
}

@c(CMBlockBufferGetDataLength)
package func cBlockBufferGetDataLength(_ theBuffer: UnsafeRawPointer?) -> Int {
    guard let theBuffer: CMBlockBuffer = object(theBuffer) else { return 0 }
    return CMBlockBufferGetDataLength(theBuffer)
}

@c(CMBlockBufferIsRangeContiguous)
package func cBlockBufferIsRangeContiguous(_ theBuffer: UnsafeRawPointer?, _ offset: Int, _ length: Int) -> UInt8 {
    guard let theBuffer: CMBlockBuffer = object(theBuffer) else { return 0 }
    return CMBlockBufferIsRangeContiguous(theBuffer, atOffset: offset, length: length) ? 1 : 0
}

@c(CMBlockBufferIsEmpty)
package func cBlockBufferIsEmpty(_ theBuffer: UnsafeRawPointer?) -> UInt8 {
    guard let theBuffer: CMBlockBuffer = object(theBuffer) else { return 0 }
    return CMBlockBufferIsEmpty(theBuffer) ? 1 : 0
}

@c(CMBlockBufferGetTypeID)
package func cBlockBufferGetTypeID() -> UInt { CFClass.blockBuffer.id }
