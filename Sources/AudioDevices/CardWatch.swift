import AudioCore
import Glibc
import MessageBus
import Synchronization

/// Notices that sound cards come and go: the kernel makes a file for each of their parts, and removes it.
///
/// Its thread sleeps until that happens.
final class CardWatch: Sendable {
    private let folder: String
    private let parent: String
    private let didChange: @Sendable () -> Void
    private let descriptor: Int32
    private let wakeUp: WakeUp
    private let isEnding = Atomic<Bool>(false)
    private let thread = LockedValue<Thread?>(nil)

    /// For how many milliseconds nothing happens in the folder before a change counts. A card has several files, and the system
    /// lets users open each of them some time after the kernel has made it.
    private static let rest: Int32 = 200
    /// Nanoseconds after which a change counts although more happens.
    private static let longestWait: UInt64 = 2_000_000_000

    /// - Parameters:
    ///   - name: the folder of the files. It is there only while a card is.
    ///   - parent: the folder that it is in.
    ///   - didChange: called on a thread of the watch's own.
    /// - Returns: nil where the process has too many files open, or the user too many watches.
    init?(_ name: String, in parent: String, _ didChange: @escaping @Sendable () -> Void) {
        guard let wakeUp = WakeUp() else { return nil }
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        self.wakeUp = wakeUp
        self.descriptor = descriptor
        self.parent = parent
        self.didChange = didChange
        folder = "\(parent)/\(name)"
        watch()
        let thread = try? Thread(name: "alsa-cards") { self.run() }
        self.thread.withLock { $0 = thread }
        if thread == nil { return nil }
    }

    deinit { close(descriptor) }

    /// Ends the watch. When this returns, `didChange` does not run and will not be called again, unless it is `didChange`
    /// itself that calls.
    func end() {
        isEnding.store(true, ordering: .releasing)
        wakeUp.signal()
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let ended else { return }
        if ended.isCurrent { ended.detach() } else { ended.join() }
    }

    private func run() {
        var changedAt: UInt64?
        while !isEnding.load(ordering: .acquiring) {
            var descriptors = [wakeUp.poll, pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
            let count = Glibc.poll(&descriptors, nfds_t(descriptors.count), changedAt == nil ? -1 : Self.rest)
            // What never rests is looked at now and then.
            let isLate = changedAt.map { HostTime.now() > $0 + Self.longestWait } ?? false
            if count == 0 || isLate {
                changedAt = nil
                didChange()
            } else if forgetEvents() {
                changedAt = changedAt ?? HostTime.now()
                // The folder may have come just now.
                watch()
            }
        }
    }

    /// Watches what there is. A folder that is watched already stays so.
    private func watch() {
        _ = inotify_add_watch(descriptor, parent, UInt32(IN_CREATE))
        _ = inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB))
    }

    /// Reads the events that there are; says whether there was one.
    private func forgetEvents() -> Bool {
        var memory = [UInt8](repeating: 0, count: 4096)
        var hasEvent = false
        while read(descriptor, &memory, memory.count) > 0 { hasEvent = true }
        return hasEvent
    }
}
