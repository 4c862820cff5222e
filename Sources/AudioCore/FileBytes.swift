import Glibc

/// The bytes of a file on disk, by `pread` and `pwrite`. Closed when the last reference goes, or by `close`.
package final class FileBytes: ByteSink {
    private var descriptor: CInt
    /// Kept so that `size` costs no system call for a file that only this process reads.
    private var knownSize: Int64
    package let isWritable: Bool

    package enum Access: Sendable { case read, readWrite }

    /// Opens an existing regular file.
    package static func open(_ path: String, _ access: Access = .read) throws(AudioError) -> FileBytes {
        try FileBytes(path, access == .read ? O_RDONLY : O_RDWR, isWritable: access == .readWrite)
    }

    /// Creates a file, or empties the one that is there where `erasing`; an existing file is else an error.
    package static func create(_ path: String, erasing: Bool) throws(AudioError) -> FileBytes {
        try FileBytes(path, O_RDWR | O_CREAT | (erasing ? O_TRUNC : O_EXCL), isWritable: true)
    }

    private init(_ path: String, _ flags: CInt, isWritable: Bool) throws(AudioError) {
        descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o666)
        self.isWritable = isWritable
        knownSize = 0
        guard descriptor >= 0 else { throw .fromErrno(errno, path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .fromErrno(errno, path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unspecified.because("\(path) is not a regular file")
        }
        knownSize = Int64(status.st_size)
    }

    deinit { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

    /// Closes now, and reports what a delayed write ran into. Later calls on it fail.
    package func close() throws(AudioError) {
        guard descriptor >= 0 else { throw .notOpen }
        let result = Glibc.close(descriptor)
        descriptor = -1
        guard result == 0 else { throw .fromErrno(errno, "close") }
    }

    package func size() throws(AudioError) -> Int64 {
        guard descriptor >= 0 else { throw .notOpen }
        return knownSize
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        var done = 0
        while done < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(position) + off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .fromErrno(errno, "read") }
            if count == 0 { break }
            done += count
        }
        return done
    }

    package func write(_ buffer: UnsafeRawBufferPointer, at position: Int64) throws(AudioError) {
        guard position >= 0 else { throw .position }
        var done = 0
        while done < buffer.count {
            let count = pwrite(
                descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(position) + off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .fromErrno(errno, "write") }
            done += count
            knownSize = max(knownSize, position + Int64(done))
        }
    }

    package func resize(to size: Int64) throws(AudioError) {
        // ext4 writes a file that was ever cut to nothing to the disk when it is closed, and keeps the caller waiting.
        if size == 0, knownSize == 0 { return }
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .fromErrno(errno, "resize") }
        knownSize = size
    }
}

extension AudioError {
    /// The status Core Audio gives for a failed system call.
    package static func fromErrno(_ code: CInt, _ what: String) -> AudioError {
        let reason = "\(what): \(String(cString: strerror(code)))"
        switch code {
        case ENOENT, ENOTDIR: return .fileNotFound.because(reason)
        case EACCES, EPERM, EROFS: return .noPermission.because(reason)
        case EEXIST: return .fileExists.because(reason)
        case ENOSPC, EDQUOT, EFBIG: return .diskFull.because(reason)
        case EBADF: return .notOpen.because(reason)
        default: return .inputOutput.because(reason)
        }
    }
}
