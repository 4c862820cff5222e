public import CGTK

// GObject's signals for Swift closures.

/// What a signal calls.
@MainActor private final class Handler<Argument, Result> {
    let run: @MainActor (Argument) -> Result
    init(_ run: @escaping @MainActor (Argument) -> Result) { self.run = run }
}

/// Calls a closure for each emission of a signal, until the object is gone. Arguments of the signal are left out.
@MainActor public func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping @MainActor () -> Void
) {
    let callback: @convention(c) (UnsafeMutableRawPointer) -> Void = { call($0, ()) }
    connect(object, signal, unsafeBitCast(callback, to: GCallback.self), Handler<Void, Void>(handler))
}

/// The same, with the signal's argument, an object.
@MainActor public func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping @MainActor (OpaquePointer) -> Void
) {
    let callback: @convention(c) (UnsafeMutableRawPointer, OpaquePointer) -> Void = { call($0, $1) }
    connect(object, signal, unsafeBitCast(callback, to: GCallback.self), Handler<OpaquePointer, Void>(handler))
}

/// The same, with the signal's argument, a number.
@MainActor public func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping @MainActor (Int32) -> Void
) {
    let callback: @convention(c) (UnsafeMutableRawPointer, Int32) -> Void = { call($0, $1) }
    connect(object, signal, unsafeBitCast(callback, to: GCallback.self), Handler<Int32, Void>(handler))
}

/// A key that was pressed, as `GtkEventControllerKey` has it.
public struct PressedKey {
    public let value: Int32
    public let modifiers: GdkModifierType
}

/// Calls a closure for each key, which says whether it has dealt with it.
@MainActor public func connectKeys(_ controller: OpaquePointer, _ handler: @escaping @MainActor (PressedKey) -> Bool) {
    typealias Callback = @convention(c) (UnsafeMutableRawPointer, UInt32, UInt32, GdkModifierType) -> gboolean
    let callback: Callback = { data, value, _, modifiers in
        call(data, PressedKey(value: Int32(bitPattern: value), modifiers: modifiers)) ? 1 : 0
    }
    connect(
        UnsafeMutableRawPointer(controller), "key-pressed", unsafeBitCast(callback, to: GCallback.self),
        Handler<PressedKey, Bool>(handler))
}

/// Calls a closure where the user asks for a window to be closed, which stays.
@MainActor public func connectClose(_ window: Widget, _ handler: @escaping @MainActor () -> Void) {
    let callback: @convention(c) (UnsafeMutableRawPointer) -> gboolean = { data in
        call(data, ()) as Void
        return 1
    }
    connect(window, "close-request", unsafeBitCast(callback, to: GCallback.self), Handler<Void, Void>(handler))
}

/// Connects a callback that gets its data first: a callback may leave out the arguments that it has no use for, and the object.
@MainActor private func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback?, _ handler: AnyObject
) {
    g_signal_connect_data(
        object, signal, callback, Unmanaged.passRetained(handler).toOpaque(),
        { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, G_CONNECT_SWAPPED)
}

/// GTK emits signals on the main thread.
private func call<Argument, Result>(_ data: UnsafeMutableRawPointer, _ argument: Argument) -> Result {
    nonisolated(unsafe) let (data, argument) = (data, argument)
    nonisolated(unsafe) var result: Result?
    MainActor.assumeIsolated {
        result = Unmanaged<Handler<Argument, Result>>.fromOpaque(data).takeUnretainedValue().run(argument)
    }
    return result!
}

/// Calls a closure about 30 times a second while it is on, with the seconds that have passed.
@MainActor public final class Ticker {
    private static let milliseconds: UInt32 = 33
    private let tick: @MainActor (Double) -> Void
    private var source: UInt32 = 0
    private var last: gint64 = 0

    /// - Parameter tick: called on the main thread, as long as the ticker lives.
    public init(_ tick: @escaping @MainActor (Double) -> Void) { self.tick = tick }

    public var isOn: Bool {
        get { source != 0 }
        set {
            guard newValue != isOn else { return }
            if newValue { start() } else { stop() }
        }
    }

    private func start() {
        last = g_get_monotonic_time()
        source = g_timeout_add(
            Self.milliseconds,
            { data in
                nonisolated(unsafe) let data = data
                MainActor.assumeIsolated { Unmanaged<Ticker>.fromOpaque(data!).takeUnretainedValue().pass() }
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func stop() {
        g_source_remove(source)
        source = 0
    }

    private func pass() {
        let now = g_get_monotonic_time()
        let seconds = Double(now - last) / 1e6
        last = now
        tick(seconds)
    }
}
