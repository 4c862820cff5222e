import Glibc

extension ScratchFolder {
    /// A device like /dev/null, of the test's own; nil where a process may not make one, or not use it.
    package func nullDevice(_ name: String) -> String? {
        let path = file(name)
        guard mknod(path, S_IFCHR | 0o666, dev_t(1 << 8 | 3)) == 0 else { return nil }
        let descriptor = open(path, O_RDWR)
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        return path
    }

    /// Whether a device is where it was.
    package static func isDevice(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    }
}
