import AudioCore
import CoreFoundation

/// Calls functions in a run loop, in a mode of it: a source there, which also keeps the loop from ending for want of one.
final class RunLoopCaller: @unchecked Sendable {
    private let loop: CFRunLoop
    private let source: CFRunLoopSource
    private let inbox = Inbox()

    /// - Parameter mode: nil for the common modes.
    init(_ loop: CFRunLoop, mode: CoreFoundation.CFRunLoopMode?) {
        self.loop = loop
        var context = CFRunLoopSourceContext()
        context.info = Unmanaged.passUnretained(inbox).toOpaque()
        context.retain = { UnsafeRawPointer(Inbox.reference($0).retain().toOpaque()) }
        context.release = { Inbox.reference($0).release() }
        context.perform = { Inbox.reference($0).takeUnretainedValue().open() }
        source = CFRunLoopSourceCreate(nil, 0, &context)
        // CoreFoundation knows the common modes by the very object, not by the name.
        let isCommon = mode.map { CFEqual($0, kCFRunLoopCommonModes) } ?? true
        CFRunLoopAddSource(loop, source, isCommon ? kCFRunLoopCommonModes : mode)
    }

    deinit { CFRunLoopSourceInvalidate(source) }

    /// Has `body` called when the loop runs. On any thread.
    func perform(_ body: @escaping @Sendable () -> Void) {
        inbox.put(body)
        CFRunLoopSourceSignal(source)
        CFRunLoopWakeUp(loop)
    }

    var isCurrent: Bool { CFRunLoopGetCurrent() === loop }
}

/// What is to be called in a run loop, in order.
private final class Inbox: Sendable {
    private let bodies = Monitor<[@Sendable () -> Void]>([])

    static func reference(_ info: UnsafeRawPointer?) -> Unmanaged<Inbox> {
        .fromOpaque(info.unsafelyUnwrapped)
    }

    func put(_ body: @escaping @Sendable () -> Void) { bodies.withLock { $0.append(body) } }

    /// Calls one after the other until none is left. A function may run the loop itself, which then goes on with the rest.
    func open() {
        while let body = bodies.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { body() }
    }
}
