public import Foundation

// Names that programs have from Foundation on Apple's systems: docs/ObjectiveC.md.

/// Where a method that does not throw puts its error: `&error` of a variable of the type `NSError?`, or nil.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
