public import Foundation

// Names that programs have from Foundation on Apple's systems: docs/ObjectiveC.md.

/// Where a method that does not throw puts its error: `&error` of a variable of the type `NSError?`, or nil.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Calls `body`. Objects here go away with their last reference, so that no pool holds any.
///
/// - Parameter body: what to call, once.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
