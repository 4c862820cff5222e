import AudioCore

/// The numbers of items, entities and playlists, by what a scan of the same files finds again: what is kept of an index that is lost.
struct FormerNumbers {
    /// What a number is of. An entity's kind is that of `EntityKind`.
    enum Kind {
        /// An item, by its path from the library's folder.
        static let item: Int64 = 100
        /// An item, by its sound.
        static let sound: Int64 = 101
        /// A playlist, by its path.
        static let playlist: Int64 = 102
    }

    struct Row {
        let kind: Int64
        let hash: Int64
        let id: Int64
        /// Seconds since 1970; 0 for what has no date.
        let added: Int64
    }

    struct Usage {
        let item: Int64
        let values: [SQLValue]
    }

    var rows: [Row] = []
    var usage: [Usage] = []
    /// Whether all rows could be read that they are from.
    private(set) var isWhole = true

    static func hash(path: [UInt8]) -> Int64 {
        var hash = Hash64()
        path.withUnsafeBytes { hash.add($0) }
        return Int64(bitPattern: hash.value)
    }

    static func hash(identity: String) -> Int64 { hash(path: Array(identity.utf8)) }

    // MARK: In an index

    /// Adds the numbers to an index. Those that it has already are kept.
    func write(_ connection: Connection) throws {
        let former = try connection.statement("INSERT OR IGNORE INTO former(kind, hash, id, added) VALUES(?, ?, ?, ?)")
        for row in rows {
            former.bind([.integer(row.kind), .integer(row.hash), .integer(row.id), .integer(row.added)])
            try former.runOnce()
        }
        for row in usage {
            try connection.run(
                "INSERT OR IGNORE INTO usage(item, plays, skips, rating, played, bookmark) VALUES(?, ?, ?, ?, ?, ?)",
                [.integer(row.item)] + row.values)
        }
    }

    /// Whether an index has numbers of an earlier one.
    static func areThere(_ connection: Connection) throws -> Bool {
        try connection.number("SELECT 1 FROM former LIMIT 1") != nil
    }

    /// The number that something had; nil where it had none, or where something else has it by now.
    static func find(_ kind: Int64, _ hash: Int64, in table: String, _ connection: Connection) throws -> Row? {
        let statement = try connection.statement("SELECT id, added FROM former WHERE kind = ? AND hash = ?")
        defer { statement.reset() }
        statement.bind(1, kind)
        statement.bind(2, hash)
        guard try statement.step() else { return nil }
        let row = Row(kind: kind, hash: hash, id: statement.integer(0), added: statement.integer(1))
        guard row.id > 0, try connection.number("SELECT 1 FROM \(table) WHERE id = ?", [.integer(row.id)]) == nil else {
            return nil
        }
        return row
    }

    // MARK: From an index

    /// The numbers that can be read of an index, which may be damaged.
    init(reading connection: Connection) {
        for row in Self.rows("SELECT kind, hash, id, added FROM former", connection, 4, &isWhole) {
            rows.append(Row(kind: row.integer(0), hash: row.integer(1), id: row.integer(2), added: row.integer(3)))
        }
        var folders: [Int64: [UInt8]] = [:]
        for row in Self.rows("SELECT id, path FROM folder", connection, 2, id: "id", &isWhole) {
            folders[row.integer(0)] = row.bytes(1)
        }
        let items = "SELECT id, folder, name, fingerprint, added FROM item"
        for row in Self.rows(items, connection, 5, id: "id", &isWhole) {
            let (id, added) = (row.integer(0), row.integer(4))
            if let folder = folders[row.integer(1)] {
                let hash = Self.hash(path: folder.joined(row.bytes(2)))
                rows.append(Row(kind: Kind.item, hash: hash, id: id, added: added))
            }
            rows.append(Row(kind: Kind.sound, hash: row.integer(3), id: id, added: added))
        }
        for row in Self.rows("SELECT id, kind, identity FROM entity", connection, 3, id: "id", &isWhole) {
            let hash = Self.hash(path: row.bytes(2))
            rows.append(Row(kind: row.integer(1), hash: hash, id: row.integer(0), added: 0))
        }
        for row in Self.rows("SELECT id, folder, file FROM playlist", connection, 3, id: "id", &isWhole) {
            guard let folder = folders[row.integer(1)] else { continue }
            let hash = Self.hash(path: folder.joined(row.bytes(2)))
            rows.append(Row(kind: Kind.playlist, hash: hash, id: row.integer(0), added: 0))
        }
        let usages = "SELECT item, plays, skips, rating, played, bookmark FROM usage"
        for row in Self.rows(usages, connection, 6, id: "item", &isWhole) {
            usage.append(Usage(item: row.integer(0), values: Array(row.values[1...])))
        }
    }

    init() {}

    private struct Values {
        var values: [SQLValue] = []

        func integer(_ column: Int) -> Int64 { if case .integer(let value) = values[column] { value } else { 0 } }

        func bytes(_ column: Int) -> [UInt8] {
            switch values[column] {
            case .blob(let bytes): bytes
            case .text(let text): Array(text.utf8)
            default: []
            }
        }
    }

    /// More than any library has.
    private static let mostRows = 1 << 21

    /// The numbers of a table are taken in so many parts, each from both ends, so that a page that is damaged hides few.
    private static let parts: Int64 = 256

    /// The rows that a statement gives, as far as they can be read.
    ///
    /// - Parameters:
    ///   - id: the column with the number of the row; nil for reading the table once.
    ///   - isWhole: becomes false where rows may be left out.
    private static func rows(
        _ text: String, _ connection: Connection, _ columns: Int32, id: String? = nil, _ isWhole: inout Bool
    ) -> [Values] {
        var found: [Values] = []
        if read(text, [], connection, columns, &found) { return found }
        isWhole = false
        guard let id else { return found }
        found = []
        // Numbers are by chance, but for those of folders, which are counted from 1.
        let least = text.contains("FROM folder") ? Int64(64) : Int64.max / parts
        for part in 0..<parts {
            let range: [SQLValue] = [
                .integer(part * least), .integer(part == parts - 1 ? Int64.max : (part + 1) * least - 1),
            ]
            let condition = " WHERE \(id) BETWEEN ? AND ? ORDER BY \(id)"
            let before = found.count
            if read(text + condition, range, connection, columns, &found) { continue }
            let first = Set(found[before...].map { $0.integer(0) })
            var others: [Values] = []
            _ = read(text + condition + " DESC", range, connection, columns, &others)
            found += others.filter { !first.contains($0.integer(0)) }
        }
        return found
    }

    /// Adds rows; false where not all can be read.
    private static func read(
        _ text: String, _ values: [SQLValue], _ connection: Connection, _ columns: Int32, _ found: inout [Values]
    ) -> Bool {
        guard let statement = try? connection.statement(text) else { return false }
        defer { statement.reset() }
        statement.bind(values)
        do {
            while try statement.step() {
                // Pages of a file that was made to do harm may lead to one another for ever.
                guard found.count < mostRows else { return false }
                found.append(Values(values: (0..<columns).map { statement.value($0) }))
            }
            return true
        } catch { return false }
    }
}
