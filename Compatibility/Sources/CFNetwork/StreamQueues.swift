// Core Foundation's call that takes a queue, which is C's there, as a Mac's programs write it: with Swift's.

import CCFObjects
public import CoreFoundation
public import Dispatch

/// Has a stream's function called on a queue, in place of a run loop.
///
/// - Parameters:
///   - stream: the stream, whose function `CFReadStreamSetClient` has set.
///   - q: the queue; nil to end that.
public func CFReadStreamSetDispatchQueue(_ stream: CFReadStream!, _ q: DispatchQueue!) {
    // A queue of Swift's is an object with one member: the queue of C.
    let queue = q.flatMap { Mirror(reflecting: $0 as DispatchQueue).children.first?.value as? OpaquePointer }
    CFObjectStreamSetQueue(Unmanaged.passUnretained(stream).toOpaque(), queue.map { UnsafeMutableRawPointer($0) })
}
