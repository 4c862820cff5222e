import CCoreMedia
import Foundation

// What the functions for programs in C make of their parameters and results.

/// A callback of C's, which gets a buffer and what the program gave with it.
package typealias ReadyFunction = @Sendable @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> OSStatus
package typealias InvalidateFunction = @Sendable @convention(c) (UnsafeRawPointer, UInt64) -> Void
package typealias TriggerFunction = @Sendable @convention(c) (UnsafeMutableRawPointer?, OpaquePointer) -> Void
package typealias ValidationFunction =
    @Sendable @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer?) -> OSStatus
package typealias BufferFunction = @Sendable @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Void
package typealias BufferStatusFunction =
    @Sendable @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> OSStatus
package typealias SampleFunction =
    @Sendable @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer?) -> OSStatus

/// The object of a reference. As on a Mac, a reference to something else is not noticed.
func object<Object: AnyObject>(_ reference: UnsafeRawPointer?) -> Object? {
    reference.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}

func object(_ reference: UnsafeRawPointer?) -> AnyObject? {
    reference.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
}

/// The reference of an object that somebody else keeps.
func address(_ object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}

/// The reference of an object, which the program releases.
func retained(_ object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque())
}

// The structs of C and those of Swift have the same fields.

extension CMTime {
    init(_ time: CCoreMedia.CMTime) { self = unsafeBitCast(time, to: CMTime.self) }
    var c: CCoreMedia.CMTime { unsafeBitCast(self, to: CCoreMedia.CMTime.self) }
}

extension CMTimeRange {
    init(_ range: CCoreMedia.CMTimeRange) { self = unsafeBitCast(range, to: CMTimeRange.self) }
    var c: CCoreMedia.CMTimeRange { unsafeBitCast(self, to: CCoreMedia.CMTimeRange.self) }
}

extension CMTimeMapping {
    init(_ mapping: CCoreMedia.CMTimeMapping) { self = unsafeBitCast(mapping, to: CMTimeMapping.self) }
    var c: CCoreMedia.CMTimeMapping { unsafeBitCast(self, to: CCoreMedia.CMTimeMapping.self) }
}
