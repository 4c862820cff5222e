import CSystem
import Glibc

/// The bytes of a file on disk, by `pread` and `pwrite`. Closed when the last reference goes, or by `close`.
///
/// A file can also be created on a device that takes bytes, such as /dev/null. What the device has taken is gone, and is read as
/// zeros.
package final class FileBytes: ByteSink {
    private var descriptor: CInt
    /// Kept so that `size` costs no system call for a file that only this process reads.
    private var knownSize: Int64
    package let isWritable: Bool
    /// Whether it was created on a device, which stays what it is: nothing may delete or replace it.
    package let isDevice: Bool
    /// Where the room ends that the file system keeps for what will be written; it is no part of the file's size.
    private var reservedEnd: Int64 = 0
    private var canReserve = true

    /// Files of these sizes have room reserved when they grow: as much as they have, and no more than this.
    private static let reservingSizes: Range<Int64> = 1 << 20..<1 << 60
    private static let mostReserved: Int64 = 8 << 20

    package enum Access: Sendable { case read, readWrite }

    /// Opens an existing regular file.
    ///
    /// A pipe is refused before it is opened: a program that writes to it would take this for the reader, and lose what it writes.
    package static func open(_ path: some FileName, _ access: Access = .read) throws(AudioError) -> FileBytes {
        let path = path.filePath
        var status = stat()
        guard stat(path.bytes, &status) != 0 || status.st_mode & S_IFMT != S_IFIFO else { throw .irregular(path) }
        // Without waiting for a writer where a pipe has taken the file's place since. It has no effect on a regular file.
        let flags = access == .read ? O_RDONLY | O_NONBLOCK : O_RDWR
        return try FileBytes(path, flags, isWritable: access == .readWrite)
    }

    /// Creates a file, or empties the one that is there where `erasing`; an existing file is else an error.
    ///
    /// - Throws: `unspecified` for a folder, and for what takes no bytes at positions, such as a pipe or a terminal.
    package static func create(_ path: some FileName, erasing: Bool) throws(AudioError) -> FileBytes {
        let flags = O_RDWR | O_CREAT | O_NOCTTY | (erasing ? O_TRUNC : O_EXCL)
        return try FileBytes(path.filePath, flags, isWritable: true, takesDevices: erasing)
    }

    private init(
        _ path: FilePath, _ flags: CInt, isWritable: Bool, takesDevices: Bool = false
    ) throws(AudioError) {
        // Set before the first error, after which the file is closed.
        descriptor = Glibc.open(path.bytes, flags | O_CLOEXEC, 0o666)
        self.isWritable = isWritable
        knownSize = 0
        var status = stat()
        let (isOpen, isKnown) = (descriptor >= 0, descriptor >= 0 && fstat(descriptor, &status) == 0)
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        isDevice = isKnown && status.st_mode & S_IFMT == S_IFCHR
        guard isOpen, isKnown else { throw .fromErrno(errno, "\(path)") }
        // A terminal has no positions.
        guard isRegular || takesDevices && isDevice && lseek(descriptor, 0, SEEK_CUR) >= 0 else {
            throw .irregular(path)
        }
        knownSize = isRegular ? Int64(status.st_size) : 0
        canReserve = isRegular
    }

    deinit {
        guard descriptor >= 0 else { return }
        returnReserved()
        _ = Glibc.close(descriptor)
    }

    /// Closes now, and reports what a delayed write ran into. Later calls on it fail.
    package func close() throws(AudioError) {
        guard descriptor >= 0 else { throw .notOpen }
        returnReserved()
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
        guard !isDevice else {
            let count = Int(max(0, min(Int64(buffer.count), knownSize - position)))
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).initializeMemory(as: UInt8.self, repeating: 0)
            return count
        }
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
        reserve(from: position, count: Int64(buffer.count))
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
        guard isDevice || ftruncate(descriptor, off_t(size)) == 0 else { throw .fromErrno(errno, "resize") }
        knownSize = size
        reservedEnd = 0
    }

    /// Waits until all written bytes are on the disk.
    package func synchronize() throws(AudioError) {
        guard descriptor >= 0 else { throw .notOpen }
        guard isDevice || fsync(descriptor) == 0 else { throw .fromErrno(errno, "fsync") }
    }

    /// Asks the file system to reserve room for more than the next `count` bytes of a growing file.
    ///
    /// With the reservation each block costs less time, and the file lies in one piece. A failure is ignored: the write that
    /// follows needs no reservation, and throws its own error where the disk is full.
    private func reserve(from position: Int64, count: Int64) {
        guard canReserve, position == knownSize, Self.reservingSizes.contains(position),
            position + count > reservedEnd
        else { return }
        let start = max(reservedEnd, position)
        let end = start + count + min(position, Self.mostReserved)
        // Some file systems end a program that asks for more than it may write.
        var limit = rlimit()
        canReserve =
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && UInt64(end) <= UInt64(limit.rlim_cur)
            && system_reserve(descriptor, start, end - start) != 0
        if canReserve { reservedEnd = end }
    }

    private func returnReserved() {
        var status = stat()
        guard reservedEnd > knownSize, fstat(descriptor, &status) == 0, Int64(status.st_size) == knownSize else {
            return
        }
        // Where this fails the file is still correct; it only occupies more of the disk than it needs.
        _ = ftruncate(descriptor, off_t(knownSize))
    }
}

extension AudioError {
    fileprivate static func irregular(_ path: FilePath) -> AudioError {
        .unspecified.because("\(path) is not a regular file")
    }

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
