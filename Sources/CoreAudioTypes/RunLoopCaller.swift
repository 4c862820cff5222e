import AudioCore
package import CoreFoundation

/// Calls functions in a mode of a run loop, through a source. The source also keeps the loop from ending because it has
/// none.
package final class RunLoopCaller: @unchecked Sendable {
    private let loop: CFRunLoop
    private let source: CFRunLoopSource
    private let inbox = Inbox()

    /// - Parameter mode: nil for the common modes.
    package init(_ loop: CFRunLoop, mode: CoreFoundation.CFRunLoopMode?) {
        self.loop = loop
        var context = CFRunLoopSourceContext()
        context.info = Unmanaged.passUnretained(inbox).toOpaque()
        context.retain = { UnsafeRawPointer(Inbox.reference($0).retain().toOpaque()) }
        context.release = { Inbox.reference($0).release() }
        context.perform = { Inbox.reference($0).takeUnretainedValue().open() }
        source = CFRunLoopSourceCreate(nil, 0, &context)
        // CoreFoundation identifies the common modes by the object, not by the name.
        let isCommon = mode.map { CFEqual($0, kCFRunLoopCommonModes) } ?? true
        CFRunLoopAddSource(loop, source, isCommon ? kCFRunLoopCommonModes : mode)
    }

    deinit { CFRunLoopSourceInvalidate(source) }

    /// Schedules `body` to be called when the loop runs. May be called on any thread.
    package func perform(_ body: @escaping @Sendable () -> Void) {
        inbox.put(body)
        CFRunLoopSourceSignal(source)
        CFRunLoopWakeUp(loop)
    }

    package var isCurrent: Bool { CFRunLoopGetCurrent() === loop }
}

/// Functions to call in a run loop, in order.
private final class Inbox: Sendable {
    private let bodies = LockedValue<[@Sendable () -> Void]>([])

    static func reference(_ info: UnsafeRawPointer?) -> Unmanaged<Inbox> {
        .fromOpaque(info.unsafelyUnwrapped)
    }

    func put(_ body: @escaping @Sendable () -> Void) { bodies.withLock { $0.append(body) } }

    /// Calls the functions that are there now, one after the other. A function may run the loop itself, which then calls
    /// the rest.
    ///
    /// Each function added meanwhile signals the source again and is called in the loop's next turn, so that other sources
    /// and timers have theirs between.
    func open() {
        for _ in 0..<bodies.withLock({ $0.count }) {
            guard let body = bodies.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
            ProgramEnd.call(body)
        }
    }
}
