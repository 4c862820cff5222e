import AudioCore
import CSQLiteLoader

/// A connection to an SQLite database, for one thread at a time. Statements are kept by their text.
final class Connection {
    let library: UnsafePointer<SQLiteLibrary>
    let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// How long a statement waits for another process that writes, in milliseconds.
    private static let patience: Int32 = 10_000

    /// Opens the file at `path`, and creates it where it may be written and is missing.
    ///
    /// - Parameters:
    ///   - path: `:memory:` for a database without a file.
    ///   - settings: statements that are run first.
    /// - Throws: `operationNotSupported` where there is no SQLite, `inputOutput` where the file cannot be opened.
    init(_ path: String, isReadOnly: Bool, settings: String = Schema.memory) throws {
        guard let library = SQLiteLoad() else {
            throw AudioError.operationNotSupported.because("libsqlite3 is not there (Debian: libsqlite3-0)")
        }
        var access = isReadOnly ? SQLiteOpenReadOnly : SQLiteOpenReadWrite | SQLiteOpenCreate
        // It is one that reads others by addresses.
        if path == ":memory:" { access |= SQLiteOpenURI }
        var opened: OpaquePointer?
        let result = library.pointee.sqlite3_open_v2(path, &opened, Int32(access | SQLiteOpenNoMutex), nil)
        guard result == SQLiteOK, let opened else {
            _ = library.pointee.sqlite3_close_v2(opened)
            throw AudioError.inputOutput.because("\(path) cannot be opened as a database (\(result))")
        }
        (self.library, handle) = (library, opened)
        _ = library.pointee.sqlite3_busy_timeout(handle, Self.patience)
        try run(settings)
    }

    deinit {
        statements = [:]
        _ = library.pointee.sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows.
    func run(_ text: String) throws {
        let result = library.pointee.sqlite3_exec(handle, text, nil, nil, nil)
        if result != SQLiteOK { throw failure(result) }
    }

    /// The statement of a text, ready to be bound and stepped.
    func statement(_ text: String) throws -> Statement {
        if let known = statements[text] {
            known.reset()
            return known
        }
        let statement = try Statement(text, self)
        statements[text] = statement
        return statement
    }

    /// Empties the database, also one that is damaged, and while other connections have it open.
    func reset() throws {
        statements = [:]
        // Whoever has read the schema keeps the mode of the log.
        _ = library.pointee.sqlite3_exec(handle, "SELECT 1 FROM sqlite_master", nil, nil, nil)
        _ = SQLiteReset(library, handle, 1)
        defer { _ = SQLiteReset(library, handle, 0) }
        try run("VACUUM")
    }

    /// Runs `body` in a transaction that writes; what it throws undoes all of it.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            if library.pointee.sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// The first column of the first row as a number; nil where there is no row, or no value.
    func number(_ text: String, _ values: [SQLValue] = []) throws -> Int64? {
        let statement = try statement(text)
        statement.bind(values)
        defer { statement.reset() }
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }

    /// Runs a statement that gives no rows.
    func run(_ text: String, _ values: [SQLValue]) throws {
        let statement = try statement(text)
        statement.bind(values)
        defer { statement.reset() }
        _ = try statement.step()
    }

    func failure(_ result: Int32) -> AudioError {
        let text = library.pointee.sqlite3_errmsg(handle).map { String(cString: $0) } ?? "error"
        let isDamaged = result & 0xFF == SQLiteCorrupt || result & 0xFF == SQLiteNotADatabase
        return (isDamaged ? AudioError.invalidFile : .inputOutput).because("the music index: \(text) (\(result))")
    }
}

/// What a parameter of a statement is set to.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A statement of a connection. Its parameters are counted from 1, its columns from 0.
final class Statement {
    private let library: UnsafePointer<SQLiteLibrary>
    private let handle: OpaquePointer
    private unowned let connection: Connection

    fileprivate init(_ text: String, _ connection: Connection) throws {
        var prepared: OpaquePointer?
        let library = connection.library
        let result = library.pointee.sqlite3_prepare_v3(
            connection.handle, text, -1, UInt32(SQLitePreparePersistent), &prepared, nil)
        guard result == SQLiteOK, let prepared else { throw connection.failure(result) }
        (self.library, handle, self.connection) = (library, prepared, connection)
    }

    deinit { _ = library.pointee.sqlite3_finalize(handle) }

    func reset() { _ = library.pointee.sqlite3_reset(handle) }

    /// Moves to the next row; false after the last.
    func step() throws -> Bool {
        let result = library.pointee.sqlite3_step(handle)
        switch result {
        case Int32(SQLiteRow): return true
        case Int32(SQLiteDone): return false
        default:
            let failure = connection.failure(result)
            reset()
            throw failure
        }
    }

    /// Steps a statement that gives no rows, and makes it ready for the next values.
    func runOnce() throws {
        _ = try step()
        reset()
    }

    // MARK: Parameters

    func bind(_ index: Int32, _ value: Int64) { _ = library.pointee.sqlite3_bind_int64(handle, index, value) }

    func bind(_ index: Int32, _ value: Double) { _ = library.pointee.sqlite3_bind_double(handle, index, value) }

    func bindNull(_ index: Int32) { _ = library.pointee.sqlite3_bind_null(handle, index) }

    func bind(_ index: Int32, _ text: String) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // An empty text may have no address, which would stand for null.
                guard let start = characters.baseAddress, !characters.isEmpty else {
                    _ = library.pointee.sqlite3_bind_text(handle, index, "", 0, SQLiteCopies())
                    return
                }
                _ = library.pointee.sqlite3_bind_text(
                    handle, index, start, Int32(clamping: characters.count), SQLiteCopies())
            }
        }
    }

    func bind(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            _ = library.pointee.sqlite3_bind_blob(handle, index, "", 0, SQLiteCopies())
            return
        }
        _ = library.pointee.sqlite3_bind_blob(handle, index, start, Int32(clamping: bytes.count), SQLiteCopies())
    }

    func bind(_ index: Int32, _ bytes: [UInt8]) { bytes.withUnsafeBytes { bind(index, $0) } }

    func bind(_ index: Int32, _ text: String?) {
        if let text { bind(index, text) } else { bindNull(index) }
    }

    func bind(_ index: Int32, _ value: Int64?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    /// Sets parameters from the first one on.
    func bind(_ values: [SQLValue]) {
        for (offset, value) in values.enumerated() {
            let index = Int32(offset + 1)
            switch value {
            case .null: bindNull(index)
            case .integer(let value): bind(index, value)
            case .real(let value): bind(index, value)
            case .text(let value): bind(index, value)
            case .blob(let value): bind(index, value)
            }
        }
    }

    // MARK: Columns

    func isNull(_ column: Int32) -> Bool { library.pointee.sqlite3_column_type(handle, column) == SQLiteNull }

    func integer(_ column: Int32) -> Int64 { library.pointee.sqlite3_column_int64(handle, column) }

    func real(_ column: Int32) -> Double { library.pointee.sqlite3_column_double(handle, column) }

    /// The value as it is stored.
    func value(_ column: Int32) -> SQLValue {
        switch library.pointee.sqlite3_column_type(handle, column) {
        case 1: .integer(integer(column))
        case 2: .real(real(column))
        case 3: .text(text(column) ?? "")
        case 4: .blob(Array(bytes(column)))
        default: .null
        }
    }

    /// Nil for null.
    func text(_ column: Int32) -> String? {
        guard let start = library.pointee.sqlite3_column_text(handle, column) else { return nil }
        let count = Int(library.pointee.sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes, until the next step.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = library.pointee.sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(library.pointee.sqlite3_column_bytes(handle, column)))
    }
}
