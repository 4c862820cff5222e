import AudioCore
import Glibc

/// Waits for a file to come into a folder, such as a server's socket. For one thread.
final class FileWatch {
    private let descriptor: Int32
    private let name: String
    /// How often, and after how many microseconds, whoever waits tries again after the file has come: a server takes a moment until it
    /// answers.
    private static let tries = 20
    private static let pause: UInt32 = 20_000
    private var triesLeft = 0

    /// Begins to watch. Nil where the folder is not there, or the user has too many watches.
    init?(_ name: String, in folder: String) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB)) >= 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.name = name
    }

    deinit { Glibc.close(descriptor) }

    /// Waits until the file comes or is changed. What came since the watch began counts.
    func wait() {
        if triesLeft > 0 {
            triesLeft -= 1
            usleep(Self.pause)
            return
        }
        repeat {} while !readNames().contains(name)
        triesLeft = Self.tries
    }

    /// The names of the files in the next events. Waits for them.
    private func readNames() -> [String] {
        var names: [String] = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { memory in
            guard let start = memory.baseAddress else { return }
            let count = read(descriptor, start, memory.count)
            // An event is its watch, mask, cookie and the room of its name, and then that name with zeros behind it.
            var place = 0
            while count - place >= 16 {
                let room = Int((start + place + 12).loadUnaligned(as: UInt32.self))
                guard room <= count - place - 16 else { return }
                if room > 0 {
                    let bytes = UnsafeRawBufferPointer(start: start + place + 16, count: room).prefix { $0 != 0 }
                    names.append(String(decoding: bytes, as: UTF8.self))
                }
                place += 16 + room
            }
        }
        return names
    }
}
