import AudioCore
import Glibc

/// The process that hogs a device, among the processes of one user that use this library.
///
/// The sound server still mixes what other programs play: hog mode only excludes programs that check it. It is a record
/// lock on a file in the user's runtime folder, which identifies the owner's process and ends with it. Without such a
/// folder, hog mode works within this process only.
struct HardwareHog {
    /// The devices that a process hogs.
    private struct Held {
        /// Open files by the devices' names, -1 without a file. Closing any descriptor of a file releases its lock, so a
        /// file in here is never opened again.
        var files: [String: Int32] = [:]
        private var process = getpid()

        /// Forgets what a process before `fork` held: its child inherits the memory and the files, and not the locks.
        mutating func update() {
            guard process != getpid() else { return }
            for file in files.values where file >= 0 { close(file) }
            self = Held()
        }
    }

    private static let held = LockedValue(Held())

    private let device: String

    init(device: String) { self.device = device }

    /// The process that has the device; nil where all may use it.
    var owner: pid_t? {
        Self.held.withLock { held in
            held.update()
            if held.files[device] != nil { return getpid() }
            guard let path, case let file = open(path, O_RDWR | O_CLOEXEC), file >= 0 else { return nil }
            defer { close(file) }
            return Self.holder(of: file)
        }
    }

    /// Whether another process hogs the device.
    var isForeign: Bool { owner.map { $0 != getpid() } ?? false }

    /// Hogs a device that no process hogs, and releases one that this process hogs.
    func toggle() throws(AudioError) {
        try Self.held.withLock { held throws(AudioError) in
            held.update()
            if let file = held.files.removeValue(forKey: device) {
                if file >= 0 { close(file) }
                return
            }
            guard let path, case let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), file >= 0 else {
                held.files[device] = -1
                return
            }
            var lock = Self.wholeFile
            guard fcntl(file, F_SETLK, &lock) == 0 else {
                close(file)
                throw .deviceIsHogged
            }
            held.files[device] = file
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

    /// The lock file of a device. The device's name may contain any characters.
    private var path: String? {
        guard let folder = TrustedVariable.text("XDG_RUNTIME_DIR") else { return nil }
        let hash = device.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return folder + "/coreaudio-hog-" + String(hash, radix: 16)
    }
}
