import CCFObjects
package import CSystemConfiguration
import CoreFoundation
package import Dispatch

/// A program's function with its pointer, for which the program counts references. It has one as long as anyone needs the function.
package final class Callout {
    private let call: (UnsafeRawPointer, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void
    private let info: UnsafeMutableRawPointer?
    private let release: ((UnsafeRawPointer) -> Void)?

    /// Creates a callout, and adds a reference to its pointer.
    ///
    /// - Parameters:
    ///   - call: the function.
    ///   - info: the pointer that it gets.
    ///   - retain: adds a reference to the pointer, and returns what takes its place; nil if it needs none.
    ///   - release: removes one.
    package init(
        call: @escaping (UnsafeRawPointer, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void,
        info: UnsafeMutableRawPointer?, retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?,
        release: ((UnsafeRawPointer) -> Void)?
    ) {
        self.call = call
        self.info = info.flatMap { info in retain.map { UnsafeMutableRawPointer(mutating: $0(info)) } ?? info }
        self.release = release
    }

    deinit {
        if let info { release?(info) }
    }

    /// Calls the function.
    ///
    /// - Parameters:
    ///   - object: the object of Core Foundation.
    ///   - flags: its flags.
    package func callAsFunction(_ object: UnsafeRawPointer, _ flags: SCNetworkReachabilityFlags) {
        call(object, flags, info)
    }
}

/// A queue: Swift's, or C's.
package enum Queue {
    case swift(DispatchQueue)
    case c(QueueOfC)

    /// Calls a function later.
    func async(_ work: @escaping @Sendable () -> Void) {
        switch self {
        case .swift(let queue): queue.async(execute: work)
        case .c(let queue): queue.async(work)
        }
    }
}

/// A reference to a queue of C.
package final class QueueOfC {
    private let queue: UnsafeMutableRawPointer

    private final class Work {
        let call: @Sendable () -> Void
        init(_ call: @escaping @Sendable () -> Void) { self.call = call }
    }

    /// Adds a reference to a queue.
    ///
    /// - Parameter queue: a `dispatch_queue_t`.
    package init(_ queue: UnsafeMutableRawPointer) {
        self.queue = queue
        CFObjectQueueRetain(queue)
    }

    deinit { CFObjectQueueRelease(queue) }

    func async(_ call: @escaping @Sendable () -> Void) {
        CFObjectQueueAsync(queue, Unmanaged.passRetained(Work(call)).toOpaque()) {
            Unmanaged<Work>.fromOpaque($0).takeRetainedValue().call()
        }
    }
}

/// Where a program's function is called: on a queue, or by run loops in modes.
enum Delivery {
    case queue(Queue)
    case runLoops([Place], source: CFRunLoopSource)

    /// A mode of a run loop.
    struct Place {
        let loop: CFRunLoop
        let mode: CoreFoundation.CFString

        func isSame(_ other: Place) -> Bool { CFEqual(loop, other.loop) && CFEqual(mode, other.mode) }
        func add(_ source: CFRunLoopSource) { CFRunLoopAddSource(loop, source, mode) }
        func remove(_ source: CFRunLoopSource) { CFRunLoopRemoveSource(loop, source, mode) }
    }
}
