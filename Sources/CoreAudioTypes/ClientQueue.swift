import CDispatch
import CSystem
package import Dispatch

/// A client's dispatch queue: the C object, retained.
///
/// C programs pass this object itself. In Swift, `DispatchQueue` is a class that wraps it, and `.main` and `.global()`
/// make a new wrapper at each use, so only the object identifies the queue.
package final class ClientQueue: @unchecked Sendable {
    private let object: OpaquePointer

    /// The queue of a C program.
    package init(_ object: OpaquePointer) {
        self.object = object
        system_retain_queue(UnsafeMutableRawPointer(object))
    }

    deinit { system_release_queue(UnsafeMutableRawPointer(object)) }

    /// The queue of a Swift program.
    package convenience init(_ queue: DispatchQueue) {
        self.init(queue.object)
    }

    /// The address of the C object, the same for all wrappers of one queue.
    package var address: UInt { UInt(bitPattern: object) }

    package func async(_ body: @escaping @Sendable () -> Void) { dispatch_async(object, body) }

    /// Calls `body` on the queue and returns when it has.
    package func sync(_ body: () -> Void) {
        withoutActuallyEscaping(body) { dispatch_sync(object, $0) }
    }
}

extension DispatchQueue {
    /// The C object, valid as long as this wrapper lives. Dispatch does not expose it, so it is read from the stored
    /// properties.
    package var object: OpaquePointer {
        guard let object = Mirror(reflecting: self).descendant("__wrapped") as? OpaquePointer else {
            preconditionFailure("DispatchQueue wraps its queue in another way than it did")
        }
        return object
    }
}
