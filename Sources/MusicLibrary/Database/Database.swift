import AudioCore
import Glibc

/// The file with the index: one connection that writes, and as many that read as threads read at once.
final class Database: Sendable {
    let path: String
    private let writer: LockedValue<Connection>
    private let readers = LockedValue<[Connection]>([])
    /// More connections are closed after their use.
    private static let mostReaders = 4

    /// Opens the index, and creates it where there is none. One that is damaged is put aside.
    ///
    /// - Throws: `operationNotSupported` without SQLite, and for an index of a later version; else `inputOutput`.
    init(_ path: String) throws {
        self.path = path
        do {
            writer = LockedValue(try Self.open(path), .file)
        } catch let failure as AudioError where failure.status == AudioError.invalidFile.status {
            Log.note("\(failure.reason); it is put aside, and a new one made")
            for ending in ["", "-wal", "-shm"] { _ = rename(path + ending, path + ".damaged" + ending) }
            writer = LockedValue(try Self.open(path), .file)
        }
    }

    private static func open(_ path: String) throws -> Connection {
        let connection = try Connection(path, isReadOnly: false)
        try connection.run(Schema.settings)
        try connection.transaction {
            let version = try connection.number("PRAGMA user_version") ?? 0
            guard version <= Schema.version else {
                throw AudioError.operationNotSupported.because("a later version of the library made the music index")
            }
            if version == 0 {
                try connection.run(Schema.tables)
                try connection.run("PRAGMA user_version = \(Schema.version)")
            }
        }
        return connection
    }

    /// Runs `body` in a transaction, alone.
    func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try writer.withLock { connection in
            // The compiler does not see that nothing else has it.
            nonisolated(unsafe) let connection = connection
            return try connection.transaction { try body(connection) }
        }
    }

    /// Runs `body` with a connection that reads one state of the index.
    func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
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
