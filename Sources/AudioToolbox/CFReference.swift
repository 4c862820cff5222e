import AudioCore
import CoreFoundation
import Foundation

// CoreFoundation objects on their way through a C signature. On this system a CFURL is an NSURL, a CFString an NSString,
// and so on: the same object behind the same pointer.

/// The object that a C function got as a parameter.
func object<Object: AnyObject>(_ reference: OpaquePointer, as type: Object.Type) throws(AudioError) -> Object {
    let pointer = UnsafeRawPointer(try nonnull(reference))
    return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
}

/// An object as C functions take it, for as long as it lives.
func reference(_ object: AnyObject?) -> OpaquePointer? {
    object.map { OpaquePointer(Unmanaged.passUnretained($0).toOpaque()) }
}

/// A constant string of CoreFoundation, which Swift imports as another class.
func string(_ constant: CoreFoundation.CFRunLoopMode) -> NSString { unsafeBitCast(constant, to: NSString.self) }
