import CGTK

/// Lets GLib's main loop do what the main dispatch queue has to do.
///
/// The delegates of players and most notifications of the session come on the main queue, and so does the main actor's work. That
/// queue does nothing by itself: on Linux it is served by `RunLoop.main`, by `dispatchMain()`, or by the loop of another library that
/// takes part in it, as here. libdispatch has an eventfd that can be read while the queue is not empty, and a function that
/// empties the queue. GLib watches the one and calls the other, on the main thread.
///
/// Foundation's timers and other sources of `RunLoop.main` are not served. Use those of GLib, or `DispatchQueue.main`.
@MainActor public enum MainQueue {
    /// To be called once, before the main loop runs.
    public static func attachToMainLoop() {
        g_unix_fd_add(
            _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                // The event is taken first: what is added while the queue is emptied is a new event.
                var events: UInt64 = 0
                read(descriptor, &events, MemoryLayout<UInt64>.size)
                _dispatch_main_queue_callback_4CF(nil)
                return gboolean(1)
            }, nil)
    }
}
