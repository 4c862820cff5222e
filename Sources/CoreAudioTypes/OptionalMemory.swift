import Glibc

// Functions of <string.h> with pointers that may be nil, as programs for Apple's systems call them with the `mData` of a buffer.
// Linux's own take no nil. They are preferred where both fit, so that other calls stay what they are.

/// Copies bytes between regions that do not overlap. Nothing is copied where a pointer is nil.
///
/// - Parameters:
///   - destination: where to copy to.
///   - source: where to copy from.
///   - count: the number of bytes.
/// - Returns: `destination`.
@_disfavoredOverload
@discardableResult
public func memcpy(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer! {
    memmove(destination, source, count)
}

/// Copies bytes between regions that may overlap. Nothing is copied where a pointer is nil.
///
/// - Parameters:
///   - destination: where to copy to.
///   - source: where to copy from.
///   - count: the number of bytes.
/// - Returns: `destination`.
@_disfavoredOverload
@discardableResult
public func memmove(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer! {
    if let destination, let source, count > 0 { destination.copyMemory(from: source, byteCount: count) }
    return destination
}

/// Compares regions byte by byte. Nothing is compared where a pointer is nil.
///
/// - Parameters:
///   - first: a region.
///   - second: another.
///   - count: the number of bytes.
/// - Returns: less than 0, 0 or more than 0, as the first bytes that differ are; 0 where none do or a pointer is nil.
@_disfavoredOverload
public func memcmp(_ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?, _ count: Int) -> Int32 {
    guard let first, let second, count > 0 else { return 0 }
    return Glibc.memcmp(first, second, count)
}

/// Fills a region with a byte. Nothing is written where the pointer is nil.
///
/// - Parameters:
///   - destination: the region.
///   - byte: the byte, in the low eight bits.
///   - count: the number of bytes.
/// - Returns: `destination`.
@_disfavoredOverload
@discardableResult
public func memset(
    _ destination: UnsafeMutableRawPointer?, _ byte: Int32, _ count: Int
) -> UnsafeMutableRawPointer! {
    if let destination, count > 0 {
        destination.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: byte), count: count)
    }
    return destination
}

/// Fills a region with zeros. Nothing is written where the pointer is nil.
///
/// - Parameters:
///   - destination: the region.
///   - count: the number of bytes.
@_disfavoredOverload
public func bzero(_ destination: UnsafeMutableRawPointer?, _ count: Int) { memset(destination, 0, count) }
