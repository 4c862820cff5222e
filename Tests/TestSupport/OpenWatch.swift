import Glibc

/// Whether any process has opened a file since this was made.
package final class OpenWatch {
    private let descriptor: CInt

    /// Nil where the file cannot be watched.
    package init?(_ path: String) {
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0, inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    package var wasOpened: Bool {
        var events = [UInt8](repeating: 0, count: 4096)
        return read(descriptor, &events, events.count) > 0
    }
}
