import AudioCore
import CSQLiteLoader
import Glibc

/// The file with the index: one connection that writes, and as many that read as threads read at once.
///
/// Where the file cannot be written, the index is in memory, and begins with what the file has. All use one connection then.
final class Database: Sendable {
    let path: String
    /// Whether what is written goes with the program.
    let isInMemory: Bool
    private let writer: LockedValue<Connection>
    private let readers = LockedValue<[Connection]>([])
    /// A file beside the index, of which a byte is written after each transaction, for who watches the folder; -1 for none. When SQLite
    /// writes its own files, others do not see the transaction yet.
    private let notice: Int32
    /// More connections are closed after their use.
    private static let mostReaders = 4

    /// Opens the index, and creates it where there is none. One that is damaged is made anew, with the numbers of the old one.
    ///
    /// - Throws: `operationNotSupported` without SQLite, and for an index of a later version; `memoryFull` without memory.
    init(_ path: String) throws {
        self.path = path
        do {
            writer = LockedValue(try Self.openOrRestore(path), .file)
            isInMemory = false
            notice = Glibc.open(path + ".lock", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        } catch let failure as AudioError where failure.status == AudioError.inputOutput.status {
            Log.note("\(failure.reason); the index is kept in memory")
            writer = LockedValue(try Self.inMemory(path), .file)
            isInMemory = true
            notice = -1
        }
    }

    deinit { if notice >= 0 { close(notice) } }

    private static func openOrRestore(_ path: String) throws -> Connection {
        do { return try open(path) } catch let failure as AudioError where isDamage(failure) {
            Log.note("\(failure.reason); it is made anew, and its numbers are kept")
            let numbers = try IndexRescue.empty(path)
            let connection = try open(path)
            try connection.transaction { try numbers.write(connection) }
            return connection
        }
    }

    static func isDamage(_ failure: any Error) -> Bool {
        (failure as? AudioError)?.status == AudioError.invalidFile.status
    }

    private static func open(_ path: String) throws -> Connection {
        let connection = try Connection(path, isReadOnly: false)
        try connection.run(Schema.settings)
        try prepare(connection)
        return connection
    }

    /// Makes the tables, or what an earlier version has not.
    private static func prepare(_ connection: Connection) throws {
        // An index of this version is not written to, so that it opens while another program writes and where the disk is full.
        guard try version(of: connection) < Schema.version else { return }
        try connection.transaction {
            let version = try version(of: connection)
            guard version < Schema.version else { return }
            try connection.run(version == 0 ? Schema.tables : Schema.second)
            try connection.run("PRAGMA user_version = \(Schema.version)")
        }
    }

    private static func version(of connection: Connection) throws -> Int64 {
        let version = try connection.number("PRAGMA user_version") ?? 0
        guard version <= Schema.version else {
            throw AudioError.operationNotSupported.because("a later version of the library made the music index")
        }
        return version
    }

    /// An index in memory with what the file has, as far as it can be read.
    private static func inMemory(_ path: String) throws -> Connection {
        let connection = try Connection(":memory:", isReadOnly: false)
        try prepare(connection)
        // The second form reads a file beside which nothing can be written, and not the log of its last changes.
        for form in ["mode=ro", "immutable=1"] {
            let address = "file:" + PlaylistPath.encoded(Array(path.utf8)) + "?" + form
            guard (try? connection.run("ATTACH ? AS old", [.text(address)])) != nil else { continue }
            defer { try? connection.run("DETACH old") }
            guard let version = try? connection.number("PRAGMA old.user_version"), version == Schema.version else {
                continue
            }
            let copied: Void? = try? connection.transaction {
                for table in Schema.names {
                    try connection.run("INSERT OR REPLACE INTO \(table) SELECT * FROM old.\(table)")
                }
            }
            if copied != nil { break }
        }
        return connection
    }

    /// Makes an index anew that turned out to be damaged, with the numbers of the old one.
    ///
    /// - Throws: what keeps it from being written.
    func restore() throws {
        guard !isInMemory else { return }
        let numbers = try IndexRescue.empty(path)
        try writer.withLock { connection in
            nonisolated(unsafe) let connection = connection
            try Self.prepare(connection)
            try connection.transaction { try numbers.write(connection) }
        }
    }

    /// Runs `body` in a transaction, alone.
    func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let result = try writer.withLock { connection in
            // The compiler does not see that nothing else has it.
            nonisolated(unsafe) let connection = connection
            return try connection.transaction { try body(connection) }
        }
        if notice >= 0 { _ = pwrite(notice, "\n", 1, 0) }
        return result
    }

    /// Runs `body` with a connection that reads one state of the index. Not to be called from `write`.
    func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        guard !isInMemory else {
            return try writer.withLock { connection in
                nonisolated(unsafe) let connection = connection
                return try body(connection)
            }
        }
        nonisolated(unsafe) let free = readers.withLock { $0.popLast() }
        let connection = try free ?? Connection(path, isReadOnly: false)
        defer {
            // Its statements hold no state of the index between uses.
            nonisolated(unsafe) let connection = connection
            nonisolated(unsafe) let surplus: Connection? = readers.withLock { readers in
                guard readers.count < Self.mostReaders else { return connection }
                readers.append(connection)
                return nil
            }
            _ = surplus
        }
        try connection.run("BEGIN")
        defer { try? connection.run("COMMIT") }
        return try body(connection)
    }
}
