import AudioCore
import Glibc

extension FolderScanner {
    /// Reads the playlists that are new or changed, marks those that are gone, and finds the items of entries that had none.
    func scanPlaylists(_ jobs: [Job], unseen: [Int64]) throws {
        var written: Set<Int64> = []
        for job in jobs where !isStopped() {
            let path = root.below(job.folder.joined(job.name))
            guard let format = PlaylistFormat(name: job.name), let bytes = Self.contents(path) else { continue }
            let file = PlaylistFile(bytes, format)
            let id = try database.write { connection in
                let id = try write(file, job, connection)
                try Self.touch(connection, .playlists)
                return id
            }
            written.insert(id)
            count(playlist: 1)
        }
        try database.write { connection in
            var gone = 0
            for id in unseen where !written.contains(id) {
                guard
                    try connection.number("SELECT 1 FROM playlist WHERE id = ? AND missing = 0", [.integer(id)]) != nil
                else { continue }
                try connection.run(
                    "UPDATE playlist SET missing = ? WHERE id = ?", [.integer(Int64(time(nil))), .integer(id)])
                gone += 1
            }
            if outcome.added + outcome.moved > 0 { try findItems(connection) }
            if gone > 0 { try Self.touch(connection, .playlists) }
            count(playlist: gone)
        }
        if outcome.playlists > 0 { didWrite() }
    }

    static func contents(_ path: FilePath) -> [UInt8]? {
        guard let bytes = try? FileBytes.open(path), let size = try? bytes.size(), size <= PlaylistFile.largestFile
        else {
            return nil
        }
        return try? bytes.prefix(at: 0, upTo: Int(size))
    }

    /// Writes a playlist and its entries; returns its number.
    func write(_ file: PlaylistFile, _ job: Job, _ connection: Connection) throws -> Int64 {
        let folder = try folderID(job.folder, connection)
        let id = try playlistID(file, job, connection)
        let isShared = try file.uuid.map { uuid in
            try connection.number(
                "SELECT 1 FROM playlist WHERE uuid = ? AND id <> ? AND missing = 0", [.text(uuid), .integer(id)]) != nil
        }
        let name = NameLength.cut(file.title ?? Self.name(job.name))
        let sorted = SortKey(name, language)
        try connection.run(
            """
            UPDATE playlist SET missing = ? WHERE folder = ? AND file = ? AND missing = 0 AND id <> ?
            """, [.integer(Int64(time(nil))), .integer(folder), .blob(job.name), .integer(id)])
        try connection.run(
            """
            INSERT OR REPLACE INTO playlist(id, folder, file, inode, size, modified, missing, uuid, name, author, description,
                key, section, folded) VALUES(?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(id), .integer(folder), .blob(job.name), .integer(job.mark.inode), .integer(job.mark.size),
                .integer(job.mark.modified), isShared == false ? .text(file.uuid ?? "") : .null, .text(name),
                file.author.map { .text(NameLength.cut($0)) } ?? .null, file.text.map { .text($0) } ?? .null,
                .blob(sorted.bytes),
                .integer(sorted.section.code), .text(FoldedText.of(name)),
            ])
        try writeEntries(file, of: id, in: job.folder, connection)
        return id
    }

    /// The name of the file without its extension.
    private static func name(_ bytes: [UInt8]) -> String {
        let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    /// That of the place, else of the file that was moved, else of the identifier.
    private func playlistID(_ file: PlaylistFile, _ job: Job, _ connection: Connection) throws -> Int64 {
        if let known = job.known { return known }
        let folder = try folderID(job.folder, connection)
        // A program may just have made it.
        if let present = try connection.number(
            "SELECT id FROM playlist WHERE folder = ? AND file = ? AND missing = 0",
            [.integer(folder), .blob(job.name)])
        {
            return present
        }
        let statement = try connection.statement(
            """
            SELECT playlist.id, path, file FROM playlist JOIN folder ON folder.id = folder
            WHERE inode = ?1 AND size = ?2 OR uuid = ?3
            """)
        defer { statement.reset() }
        statement.bind(1, job.mark.inode)
        statement.bind(2, job.mark.size)
        statement.bind(3, file.uuid)
        while try statement.step() {
            let old = root.below(Array(statement.bytes(1)).joined(Array(statement.bytes(2))))
            if FileMark(path: old)?.inode != job.mark.inode { return statement.integer(0) }
        }
        let hash = FormerNumbers.hash(path: job.folder.joined(job.name))
        let former =
            cache.hasFormer
            ? try FormerNumbers.find(FormerNumbers.Kind.playlist, hash, in: "playlist", connection) : nil
        return former?.id ?? Identifiers.next()
    }

    private func writeEntries(
        _ file: PlaylistFile, of playlist: Int64, in folder: [UInt8], _ connection: Connection
    ) throws {
        // An item that was moved stays in the list, although the list has its old path.
        var before: [[UInt8]: Int64] = [:]
        let old = try connection.statement("SELECT path, item FROM entry WHERE playlist = ? AND item IS NOT NULL")
        old.bind(1, playlist)
        while try old.step() { before[Array(old.bytes(0))] = old.integer(1) }
        old.reset()
        try connection.run("DELETE FROM entry WHERE playlist = ?", [.integer(playlist)])
        let insertion = try connection.statement("INSERT INTO entry(playlist, position, item, path) VALUES(?, ?, ?, ?)")
        for (position, written) in file.paths.enumerated() {
            let path = PlaylistPath.inLibrary(written, from: folder, root: root)
            var found: Int64?
            if let path { found = try item(at: path, connection) ?? before[path] }
            insertion.bind(1, playlist)
            insertion.bind(2, Int64(position))
            insertion.bind(3, found)
            insertion.bind(4, path ?? written)
            try insertion.runOnce()
        }
    }

    /// The item of a file in the library.
    private func item(at path: [UInt8], _ connection: Connection) throws -> Int64? {
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { Array(path[..<$0]) } ?? []
        guard let id = folderIDs[folder] else { return nil }
        let name = slash.map { Array(path[($0 + 1)...]) } ?? path
        return try connection.number(
            "SELECT id FROM item WHERE folder = ? AND name = ? AND missing = 0", [.integer(id), .blob(name)])
    }

    /// Finds the items of entries that were written before their files were there, or whose files others have replaced.
    private func findItems(_ connection: Connection) throws {
        var found: [(playlist: Int64, position: Int64, item: Int64)] = []
        let statement = try connection.statement(
            """
            SELECT playlist, position, entry.path FROM entry LEFT JOIN item ON item.id = entry.item
            WHERE entry.item IS NULL OR item.missing <> 0
            """)
        while try statement.step() {
            guard let item = try item(at: Array(statement.bytes(2)), connection) else { continue }
            found.append((statement.integer(0), statement.integer(1), item))
        }
        statement.reset()
        for entry in found {
            try connection.run(
                "UPDATE entry SET item = ? WHERE playlist = ? AND position = ?",
                [.integer(entry.item), .integer(entry.playlist), .integer(entry.position)])
        }
        if !found.isEmpty { count(playlist: found.count) }
    }
}
