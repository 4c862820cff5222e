public import CoreAudioTypes
public import Foundation

// The functions of Apple's CVPixelBuffer.h.

/// Called once when a buffer does not need a program's memory any more, on the thread that frees it: gets a pointer of the program's, and
/// the memory.
public typealias CVPixelBufferReleaseBytesCallback =
    @Sendable @convention(c) (_ releaseRefCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?) -> Void
/// Called once when a buffer does not need a program's memory any more, on the thread that frees it: gets a pointer of the program's, the
/// memory with its size, and the planes.
public typealias CVPixelBufferReleasePlanarBytesCallback =
    @Sendable @convention(c) (
        _ releaseRefCon: UnsafeMutableRawPointer?, _ dataPtr: UnsafeRawPointer?, _ dataSize: Int,
        _ numberOfPlanes: Int, _ planeAddresses: UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Void

/// The type of buffers for Core Foundation.
///
/// - Returns: the type.
public func CVPixelBufferGetTypeID() -> CFTypeID { CFTypeID(CFClass.buffer.id) }

/// Makes a buffer with memory of its own, which is 0 at first.
///
/// - Parameters:
///   - allocator: ignored.
///   - width: the width in pixels.
///   - height: the height in pixels.
///   - pixelFormatType: the format.
///   - pixelBufferAttributes: what else it is to be; nil for nothing. `kCVPixelBufferBytesPerRowAlignmentKey` counts.
///   - pixelBufferOut: receives the buffer.
/// - Returns: 0; `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize`, `kCVReturnInvalidPixelBufferAttributes`, or
///   `kCVReturnAllocationFailed` where there is no memory.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    return status { () throws(Refusal) in
        let arrangement = try PixelArrangement(width, height, pixelFormatType, pixelBufferAttributes)
        pixelBufferOut.pointee = CVBuffer(arrangement, try PixelMemory(arrangement), pixelBufferAttributes)
    }
}

/// Makes a buffer of a program's memory, which is not copied.
///
/// - Parameters:
///   - allocator: ignored.
///   - width: the width in pixels.
///   - height: the height in pixels.
///   - pixelFormatType: a format of one plane.
///   - baseAddress: the memory.
///   - bytesPerRow: how many bytes a row has.
///   - releaseCallback: called when the memory is not needed any more; nil for nothing.
///   - releaseRefCon: what the callback gets.
///   - pixelBufferAttributes: what else it is to be; nil for nothing.
///   - pixelBufferOut: receives the buffer.
/// - Returns: 0; `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize`, or `kCVReturnInvalidArgument` for rows that are too short. The
///   callback is not called then.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
    _ releaseRefCon: UnsafeMutableRawPointer?, _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    return status { () throws(Refusal) in
        let least = try PixelArrangement(
            width, height, pixelFormatType, [kCVPixelBufferBytesPerRowAlignmentKey: NSNumber(value: 1)])
        guard !least.isPlanar else { throw Refusal(kCVReturnInvalidPixelFormat) }
        guard bytesPerRow >= least.planes[0].bytesPerRow, bytesPerRow <= Int(Int32.max) else {
            throw Refusal(kCVReturnInvalidArgument)
        }
        let plane = PixelPlane(width: width, height: height, bytesPerRow: bytesPerRow, offset: 0)
        let arrangement = PixelArrangement(
            width, height, pixelFormatType, isPlanar: false, planes: [plane], size: bytesPerRow * height)
        let (client, base) = (Sent(pointer: releaseRefCon), Sent(pointer: baseAddress))
        let memory = PixelMemory(baseAddress, [baseAddress]) { releaseCallback?(client.pointer, base.pointer) }
        pixelBufferOut.pointee = CVBuffer(arrangement, memory, pixelBufferAttributes)
    }
}

/// Makes a buffer of planes in a program's memory, which is not copied.
///
/// - Parameters:
///   - allocator: ignored.
///   - width: the width in pixels.
///   - height: the height in pixels.
///   - pixelFormatType: a format of planes.
///   - dataPtr: the memory with all planes, for the callback; nil for none.
///   - dataSize: its size in bytes.
///   - numberOfPlanes: how many planes there are: as many as the format has.
///   - planeBaseAddress: the memory of each plane.
///   - planeWidth: the width of each plane.
///   - planeHeight: the height of each plane.
///   - planeBytesPerRow: how many bytes a row of each plane has.
///   - releaseCallback: called when the memory is not needed any more; nil for nothing.
///   - releaseRefCon: what the callback gets.
///   - pixelBufferAttributes: what else it is to be; nil for nothing.
///   - pixelBufferOut: receives the buffer.
/// - Returns: 0; `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize`, or `kCVReturnInvalidArgument` for another number of planes, and
///   for planes that are too small. The callback is not called then.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
    _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
    _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
    _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    return status { () throws(Refusal) in
        let least = try PixelArrangement(
            width, height, pixelFormatType, [kCVPixelBufferBytesPerRowAlignmentKey: NSNumber(value: 1)])
        guard least.isPlanar else { throw Refusal(kCVReturnInvalidPixelFormat) }
        guard numberOfPlanes == least.planes.count else { throw Refusal(kCVReturnInvalidArgument) }
        var (planes, addresses, size) = ([PixelPlane](), [UnsafeMutableRawPointer?](), 0)
        for (index, needed) in least.planes.enumerated() {
            let given = PixelPlane(
                width: planeWidth[index], height: planeHeight[index], bytesPerRow: planeBytesPerRow[index], offset: 0)
            guard planeBaseAddress[index] != nil, given.width >= needed.width, given.height >= needed.height,
                given.bytesPerRow >= needed.bytesPerRow, given.bytesPerRow <= Int(Int32.max),
                given.height <= 1 << 20
            else { throw Refusal(kCVReturnInvalidArgument) }
            planes.append(given)
            addresses.append(planeBaseAddress[index])
            size += given.bytesPerRow * given.height
        }
        let arrangement = PixelArrangement(
            width, height, pixelFormatType, isPlanar: true, planes: planes, size: dataPtr == nil ? size : dataSize)
        let (client, base, kept) = (Sent(pointer: releaseRefCon), Sent(pointer: dataPtr), addresses.map(Sent.init))
        let memory = PixelMemory(dataPtr, addresses) {
            var planes = kept.map { UnsafeRawPointer($0.pointer) }
            releaseCallback?(client.pointer, base.pointer, dataSize, planes.count, &planes)
        }
        pixelBufferOut.pointee = CVBuffer(arrangement, memory, pixelBufferAttributes)
    }
}

/// Says that a program uses the memory of a buffer from now on.
///
/// The memory is always there: calls are only counted.
///
/// - Parameters:
///   - pixelBuffer: the buffer.
///   - lockFlags: `readOnly` for who does not change it.
/// - Returns: 0.
@discardableResult
public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.lockMemory()
    return kCVReturnSuccess
}

/// Says that a program does not use the memory of a buffer any more.
///
/// - Parameters:
///   - pixelBuffer: the buffer.
///   - unlockFlags: those with which it was locked.
/// - Returns: 0, or `kCVReturnError` for a buffer that is not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn { pixelBuffer.unlockMemory() ? kCVReturnSuccess : kCVReturnError }

/// The width of a buffer.
///
/// - Parameter pixelBuffer: the buffer.
/// - Returns: the width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.arrangement.width }

/// The height of a buffer.
///
/// - Parameter pixelBuffer: the buffer.
/// - Returns: the height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.arrangement.height }

/// The format of a buffer.
///
/// - Parameter pixelBuffer: the buffer.
/// - Returns: the format.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.arrangement.format }

/// The memory of a buffer.
///
/// - Parameter pixelBuffer: the buffer.
/// - Returns: the first row; for planes, the memory with all of them, or nil where each has its own.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.memory.base
}

/// How many bytes a row of a buffer has.
///
/// - Parameter pixelBuffer: the buffer.
/// - Returns: the number; for planes, that of the first.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.arrangement.planes[0].bytesPerRow
}

/// How many bytes a buffer has.
///
/// - Parameter pixelBuffer: the buffer.
/// - Returns: the number, of all planes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.arrangement.size }

/// Whether a buffer has planes.
///
/// - Parameter pixelBuffer: the buffer.
/// - Returns: true for a format of planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.arrangement.isPlanar }

/// How many planes a buffer has.
///
/// - Parameter pixelBuffer: the buffer.
/// - Returns: the number; 0 for a format without planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.arrangement.isPlanar ? pixelBuffer.arrangement.planes.count : 0
}

/// The width of a plane.
///
/// - Parameters:
///   - pixelBuffer: the buffer.
///   - planeIndex: the plane.
/// - Returns: the width in pixels; 0 for no plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// The height of a plane.
///
/// - Parameters:
///   - pixelBuffer: the buffer.
///   - planeIndex: the plane.
/// - Returns: the height in pixels; 0 for no plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// The memory of a plane.
///
/// - Parameters:
///   - pixelBuffer: the buffer.
///   - planeIndex: the plane.
/// - Returns: the first row; nil for no plane.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    pixelBuffer.plane(planeIndex) == nil ? nil : pixelBuffer.memory.planes[planeIndex]
}

/// How many bytes a row of a plane has.
///
/// - Parameters:
///   - pixelBuffer: the buffer.
///   - planeIndex: the plane.
/// - Returns: the number; 0 for no plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

/// The pixels around a picture.
///
/// There are none.
///
/// - Parameters:
///   - pixelBuffer: the buffer.
///   - extraColumnsOnLeft: receives 0; nil to ignore it.
///   - extraColumnsOnRight: receives 0; nil to ignore it.
///   - extraRowsOnTop: receives 0; nil to ignore it.
///   - extraRowsOnBottom: receives 0; nil to ignore it.
public func CVPixelBufferGetExtendedPixels(
    _ pixelBuffer: CVPixelBuffer, _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
    _ extraColumnsOnRight: UnsafeMutablePointer<Int>?, _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
    _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
    for place in [extraColumnsOnLeft, extraColumnsOnRight, extraRowsOnTop, extraRowsOnBottom] { place?.pointee = 0 }
}

/// The attributes that a buffer was made with.
///
/// - Parameter pixelBuffer: the buffer.
/// - Returns: the attributes, with its size and format.
public func CVPixelBufferCopyCreationAttributes(_ pixelBuffer: CVPixelBuffer) -> CFDictionary { pixelBuffer.attributes }
