/// Keeps the sort keys of the index in the user's language.
enum SortOrder {
    /// Changed whenever keys are made in another way.
    private static let form = "3"

    /// Makes all keys anew where they were made for another language.
    static func adopt(_ language: SortLanguage, _ connection: Connection) throws {
        let wanted = language.code + form
        let statement = try connection.statement("SELECT value FROM meta WHERE key = 'language'")
        let present = try statement.step() ? statement.text(0) : nil
        statement.reset()
        guard present != wanted else { return }
        if present != nil {
            try renew("entity", name: "name", tag: "sort", language, connection)
            try renew("item", name: "title", tag: "sort", language, connection)
            try renew("playlist", name: "name", tag: "NULL", language, connection)
            try FolderScanner.touch(connection)
        }
        try connection.run("INSERT OR REPLACE INTO meta VALUES('language', ?)", [.text(wanted)])
    }

    private static func renew(
        _ table: String, name: String, tag: String, _ language: SortLanguage, _ connection: Connection
    ) throws {
        var rows: [(id: Int64, name: String?, tag: String?)] = []
        let reading = try connection.statement("SELECT id, \(name), \(tag) FROM \(table)")
        while try reading.step() { rows.append((reading.integer(0), reading.text(1), reading.text(2))) }
        reading.reset()
        let writing = try connection.statement("UPDATE \(table) SET key = ?, section = ? WHERE id = ?")
        for row in rows {
            let sorted = SortKey(row.name, tag: row.tag, language)
            writing.bind(1, sorted.bytes)
            writing.bind(2, sorted.section.code)
            writing.bind(3, row.id)
            try writing.runOnce()
        }
    }
}
