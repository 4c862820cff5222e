import AudioCore
import Glibc

/// Who has a device for itself, among the programs of one user that use this library.
///
/// The sound server goes on mixing what other programs play: hog mode keeps out only those that ask. It is a record lock on
/// a file in the user's runtime folder, which tells its owner's process and ends with it. Without such a folder only this
/// process knows.
struct HardwareHog {
    /// What this process hogs: files by the devices' names, -1 where there is none. Closing a file gives up its lock, so
    /// that nobody opens one again that is here.
    private static let held = Monitor<[String: Int32]>([:])

    private let device: String

    init(device: String) { self.device = device }

    /// The process that has the device; nil where all may use it.
    var owner: pid_t? {
        Self.held.withLock { held in
            if held[device] != nil { return getpid() }
            guard let path, case let file = open(path, O_RDWR | O_CLOEXEC), file >= 0 else { return nil }
            defer { close(file) }
            return Self.holder(of: file)
        }
    }

    /// Whether another process keeps this one out.
    var isForeign: Bool { owner.map { $0 != getpid() } ?? false }

    /// Takes a device that nobody has, and gives back one that this process has.
    func toggle() throws(AudioError) {
        try Self.held.withLock { held throws(AudioError) in
            if let file = held.removeValue(forKey: device) {
                if file >= 0 { close(file) }
                return
            }
            guard let path, case let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), file >= 0 else {
                held[device] = -1
                return
            }
            var lock = Self.wholeFile
            guard fcntl(file, F_SETLK, &lock) == 0 else {
                close(file)
                throw .deviceIsHogged
            }
            held[device] = file
        }
    }

    private static var wholeFile: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }

    private static func holder(of file: Int32) -> pid_t? {
        var lock = wholeFile
        guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    /// A file for the device, whose name may hold anything.
    private var path: String? {
        guard let folder = getenv("XDG_RUNTIME_DIR"), folder.pointee != 0 else { return nil }
        let hash = device.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(cString: folder) + "/coreaudio-hog-" + String(hash, radix: 16)
    }
}
