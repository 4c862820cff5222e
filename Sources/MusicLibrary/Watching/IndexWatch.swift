import AudioCore
import Glibc

/// The right to scan, which one process has at a time, and what other processes do to the index.
final class IndexWatch {
    private let lock: Int32
    private let descriptor: Int32
    private(set) var isHeld = false

    /// - Parameter index: the path of the database.
    init(_ index: String) {
        lock = open(index + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        let folder = FilePath(index).folder
        if descriptor >= 0 {
            _ = inotify_add_watch(descriptor, folder.bytes, UInt32(IN_MODIFY | IN_CLOSE_WRITE))
        }
    }

    deinit {
        // Before the file is closed, which wakes who waits for the right.
        if lock >= 0 {
            _ = flock(lock, LOCK_UN)
            close(lock)
        }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Readable when the index was written, or when another process has given up the right.
    var poll: pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }

    /// Takes the right to scan, unless another process has it. A process that ends gives it up.
    func take() {
        if !isHeld { isHeld = lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0 }
    }

    /// Forgets the events that there are; says whether there was one.
    func clear() -> Bool {
        var memory = [UInt8](repeating: 0, count: 4096)
        var hasEvent = false
        while read(descriptor, &memory, memory.count) > 0 { hasEvent = true }
        return hasEvent
    }
}
