import AudioCore
import CSQLiteLoader
import Glibc

/// What keeps the numbers of an index that is damaged: the rows of it that can be read, and a copy of the numbers beside it.
enum IndexRescue {
    /// The copy of the numbers.
    static func copy(of index: String) -> String { index + ".numbers" }

    /// Takes the numbers out of an index, and empties it. The damaged file is kept beside it.
    static func empty(_ path: String) throws -> FormerNumbers {
        let damaged = path + ".damaged"
        for ending in ["", "-wal"] {
            _ = unlink(damaged + ending)
            copyFile(path + ending, to: damaged + ending)
        }
        _ = unlink(damaged + "-shm")
        var numbers = FormerNumbers()
        for source in [damaged, copy(of: path)] {
            guard access(source, R_OK) == 0,
                let connection = try? Connection(source, isReadOnly: false, settings: "")
            else { continue }
            let found = FormerNumbers(reading: connection)
            numbers.rows += found.rows
            numbers.usage += found.usage
        }
        // Other programs may have the file open, which may therefore not be replaced: SQLite would take the log of one for the other's.
        if (try? Connection(path, isReadOnly: false, settings: "").reset()) == nil {
            for ending in ["", "-wal", "-shm"] { _ = unlink(path + ending) }
        }
        return numbers
    }

    /// Files that were copied. They stay open: who closes a file ends all locks that the process has on it, also those of SQLite, for which
    /// other programs then take the log away.
    private static let copied = LockedValue<[FileBytes]>([])

    private static func copyFile(_ path: String, to other: String) {
        guard let bytes = try? FileBytes.open(path) else { return }
        copied.withLock { $0.append(bytes) }
        guard let size = try? bytes.size(), let made = try? FileBytes.create(other, erasing: true) else { return }
        var at: Int64 = 0
        while at < size, let part = try? bytes.prefix(at: at, upTo: 1 << 20), !part.isEmpty {
            guard (try? made.write(part, at: at)) != nil else { return }
            at += Int64(part.count)
        }
        try? made.close()
    }

    /// Writes the copy of the numbers anew where it is old and the index has changed.
    ///
    /// - Parameter age: seconds after which it is old.
    /// - Throws: where it cannot be written, and where not all numbers can be read: the old copy has more then.
    static func keepCopy(_ database: Database, age: Int64) throws {
        guard !database.isInMemory else { return }
        let path = copy(of: database.path)
        var status = stat()
        if stat(path, &status) == 0, Int64(time(nil)) - Int64(status.st_mtim.tv_sec) < age { return }
        let modified = try database.read { try $0.number("SELECT value FROM meta WHERE key = 'modified'") } ?? 0
        if modified <= Int64(status.st_mtim.tv_sec) &* 1_000_000_000 { return }
        let numbers = try database.read { FormerNumbers(reading: $0) }
        guard numbers.isWhole else { throw AudioError.inputOutput.because("not all of the music index can be read") }
        let new = path + ".new"
        _ = unlink(new)
        let connection = try Connection(new, isReadOnly: false, settings: "PRAGMA journal_mode = OFF")
        try connection.run(Schema.formerNumbers)
        try connection.run(Schema.usage)
        try connection.transaction { try numbers.write(connection) }
        guard rename(new, path) == 0 else { throw AudioError.fromErrno(errno, path) }
    }
}
