public import CoreAudioTypes
public import Foundation

/// Makes buffers of one size and format, and uses the memory of those that nobody needs any more again.
///
/// It is an object of Core Foundation, too. Any thread may use it.
public final class CVPixelBufferPool: @unchecked Sendable {
    // The first property: Core Foundation reads it.
    private let information = CFClass.pool.information
    let poolAttributes: CFDictionary?
    let bufferAttributes: CFDictionary?
    private let arrangement: PixelArrangement
    private let shelf: Shelf

    /// Memory that no buffer needs.
    private final class Shelf: @unchecked Sendable {
        private let lock = NSLock()
        private var free: [(memory: PixelMemory, since: TimeInterval)] = []
        private var lent = 0
        private let least: Int
        private let age: TimeInterval

        init(least: Int, age: TimeInterval) { (self.least, self.age) = (least, age) }

        /// Gives memory if there is some, and counts a buffer. Nil where there are as many as `most`.
        func take(most: Int?) -> (memory: PixelMemory?, Void)? {
            let now = ProcessInfo.processInfo.systemUptime
            return lock.withLock {
                if let most, lent >= most { return nil }
                lent += 1
                let memory = free.popLast()?.memory
                drop(olderThan: now)
                return (memory, ())
            }
        }

        func give(_ memory: PixelMemory?) {
            let now = ProcessInfo.processInfo.systemUptime
            lock.withLock {
                lent -= 1
                if let memory { free.append((memory, now)) }
                drop(olderThan: now)
            }
        }

        func flush(all: Bool) {
            let now = ProcessInfo.processInfo.systemUptime
            lock.withLock {
                if all { free = [] } else { drop(olderThan: now) }
            }
        }

        private func drop(olderThan now: TimeInterval) {
            guard age > 0 else { return }
            while free.count > least, let first = free.first, now - first.since > age { free.removeFirst() }
        }
    }

    init(_ poolAttributes: CFDictionary?, _ bufferAttributes: CFDictionary?) throws(Refusal) {
        func number(_ key: CFString, of attributes: CFDictionary?) -> NSNumber? {
            let value = attributes?.object(forKey: key)
            return value as? NSNumber ?? (value as? NSArray)?.firstObject as? NSNumber
        }
        guard let width = number(kCVPixelBufferWidthKey, of: bufferAttributes),
            let height = number(kCVPixelBufferHeightKey, of: bufferAttributes),
            let format = number(kCVPixelBufferPixelFormatTypeKey, of: bufferAttributes)
        else { throw Refusal(kCVReturnInvalidPixelBufferAttributes) }
        let least = number(kCVPixelBufferPoolMinimumBufferCountKey, of: poolAttributes)?.intValue ?? 0
        let age = number(kCVPixelBufferPoolMaximumBufferAgeKey, of: poolAttributes)?.doubleValue ?? 1
        guard least >= 0, age >= 0 else { throw Refusal(kCVReturnInvalidPoolAttributes) }
        arrangement = try PixelArrangement(
            width.intValue, height.intValue, OSType(truncatingIfNeeded: format.int64Value), bufferAttributes)
        (self.poolAttributes, self.bufferAttributes) = (poolAttributes, bufferAttributes)
        shelf = Shelf(least: least, age: age)
    }

    /// A buffer. Its memory goes back to the pool with its last reference.
    func buffer(most: Int?) throws(Refusal) -> CVBuffer {
        guard let (free, _) = shelf.take(most: most) else { throw Refusal(kCVReturnWouldExceedAllocationThreshold) }
        let memory: PixelMemory
        if let free {
            memory = free
        } else {
            do throws(Refusal) { memory = try PixelMemory(arrangement) } catch {
                shelf.give(nil)
                throw error
            }
        }
        let lent = PixelMemory(memory.base, memory.planes) { [shelf] in shelf.give(memory) }
        return CVBuffer(arrangement, lent, bufferAttributes)
    }

    func flush(all: Bool) { shelf.flush(all: all) }
}

// MARK: The functions of Apple's CVPixelBufferPool.h

/// The type of pools for Core Foundation.
///
/// - Returns: the type.
public func CVPixelBufferPoolGetTypeID() -> CFTypeID { CFTypeID(CFClass.pool.id) }

/// Makes a pool.
///
/// - Parameters:
///   - allocator: ignored.
///   - poolAttributes: how many buffers it keeps, and for how long; nil for none, and a second.
///   - pixelBufferAttributes: the width, height and format of its buffers, and what else they are to be.
///   - poolOut: receives the pool.
/// - Returns: 0; `kCVReturnInvalidPixelBufferAttributes`, `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize`, or
///   `kCVReturnInvalidPoolAttributes` for numbers below 0.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    poolOut.pointee = nil
    return status { () throws(Refusal) in
        poolOut.pointee = try CVPixelBufferPool(poolAttributes, pixelBufferAttributes)
    }
}

/// The attributes of a pool.
///
/// - Parameter pool: the pool.
/// - Returns: those that it was made with.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.poolAttributes }

/// The attributes of the buffers of a pool.
///
/// - Parameter pool: the pool.
/// - Returns: those that it was made with.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
    pool.bufferAttributes
}

/// Makes a buffer of a pool's memory.
///
/// Its pixels are those of an earlier one, or 0.
///
/// - Parameters:
///   - allocator: ignored.
///   - pixelBufferPool: the pool.
///   - pixelBufferOut: receives the buffer.
/// - Returns: 0, or `kCVReturnAllocationFailed` where there is no memory.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn { CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut) }

/// Makes a buffer of a pool's memory.
///
/// Its pixels are those of an earlier one, or 0.
///
/// - Parameters:
///   - allocator: ignored.
///   - pixelBufferPool: the pool.
///   - auxAttributes: `kCVPixelBufferPoolAllocationThresholdKey`, how many buffers of the pool there may be at one time; nil for any number.
///   - pixelBufferOut: receives the buffer.
/// - Returns: 0; `kCVReturnWouldExceedAllocationThreshold` where there are as many; `kCVReturnAllocationFailed` where there is no memory.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    let most = (auxAttributes?.object(forKey: kCVPixelBufferPoolAllocationThresholdKey) as? NSNumber)?.intValue
    return status { () throws(Refusal) in pixelBufferOut.pointee = try pixelBufferPool.buffer(most: most) }
}

/// Frees memory of a pool that nobody needs.
///
/// Buffers that a program holds are not touched.
///
/// - Parameters:
///   - pool: the pool.
///   - options: `excessBuffers` for all of it; otherwise what is older than the attributes say.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
    pool.flush(all: options.contains(.excessBuffers))
}
