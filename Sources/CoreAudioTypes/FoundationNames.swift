public import CoreFoundation
public import Foundation

// Names that programs have from Foundation on Apple's systems, and that Foundation lacks on Linux: docs/ObjectiveC.md.

/// The nanoseconds of a second.
public var NSEC_PER_SEC: UInt64 { 1_000_000_000 }
/// The nanoseconds of a millisecond.
public var NSEC_PER_MSEC: UInt64 { 1_000_000 }
/// The nanoseconds of a microsecond.
public var NSEC_PER_USEC: UInt64 { 1000 }
/// The microseconds of a second.
public var USEC_PER_SEC: UInt64 { 1_000_000 }

/// Calls `body`. Objects here go away with their last reference, so that no pool holds any.
///
/// - Parameter body: what to call, once.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

extension RunLoop {
    /// Returns the run loop as CoreFoundation's object, which functions with callbacks on a run loop take.
    ///
    /// - Returns: the run loop.
    public func getCFRunLoop() -> CFRunLoop {
        if self === RunLoop.current { return CFRunLoopGetCurrent() }
        if self === RunLoop.main { return CFRunLoopGetMain() }
        // Foundation's own function of this name is internal, and so is the property behind it.
        for (label, value) in Mirror(reflecting: self).children where label == "_cfRunLoopStorage" {
            let object = value as AnyObject
            guard CFGetTypeID(object) == CFRunLoopGetTypeID() else { break }
            return Unmanaged.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
        }
        return CFRunLoopGetMain()
    }
}

/// Creates the URL of a file or folder.
///
/// - Parameters:
///   - allocator: the allocator; nil for the default.
///   - filePath: the path, which may be relative to the current folder.
///   - pathStyle: the style of the path.
///   - isDirectory: whether the path is that of a folder.
/// - Returns: the URL, or nil if the path has none.
public func CFURLCreateWithFileSystemPath(
    _ allocator: CFAllocator!, _ filePath: CFString!, _ pathStyle: CFURLPathStyle, _ isDirectory: Bool
) -> CFURL! {
    guard let filePath else { return nil }
    let path = unsafeBitCast(filePath, to: CoreFoundation.CFString.self)
    let url = CoreFoundation.CFURLCreateWithFileSystemPath(allocator, path, pathStyle, isDirectory)
    return url.map { unsafeBitCast($0, to: CFURL.self) }
}
