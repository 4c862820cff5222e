import AudioCore

/// What the index has of an item.
package struct ItemRecord: Sendable {
    package var id: Int64
    package var path: FilePath
    package var media: Int64
    package var title: String
    /// The numbers of the first of each role.
    package var entities: [Role: Int64] = [:]
    /// All names of each role as one text.
    package var names: [Role: String] = [:]
    package var duration: Double
    package var track: (number: Int, count: Int)
    package var disc: (number: Int, count: Int)
    package var isCompilation: Bool
    package var isExplicit: Bool
    package var tempo: Int
    /// Seconds since 1970, as all dates.
    package var released: Int64?
    package var added: Int64
    package var comments: String?
    package var lyrics: String?
    package var grouping: String?
    package var usage: ItemUsage

    /// The address of the file, in which bytes that are not ASCII have percent signs.
    package var address: String { "file://" + PlaylistPath.encoded(path.plainBytes) }

    /// About how many bytes it takes in memory.
    package var size: Int {
        let texts = [title, comments ?? "", lyrics ?? "", grouping ?? ""] + names.values
        return 512 + path.plainBytes.count + texts.reduce(0) { $0 + $1.utf8.count }
    }

    private static let text = """
        SELECT path, name, media, title, artist, albumArtist, album, genre, composer, podcast, artistText, albumArtistText,
            albumText, genreText, composerText, podcastText, duration, track, trackCount, disc, discCount, compilation,
            explicit, tempo, released, added, comments, lyrics, grouping, rated, plays, skips, rating, played, bookmark
        FROM item JOIN folder ON folder.id = folder LEFT JOIN usage ON usage.item = item.id WHERE item.id = ?
        """

    /// Nil for an item that the index does not have. One whose file is gone is still there.
    init?(_ id: Int64, _ root: FilePath, _ connection: Connection) throws {
        let row = try connection.statement(Self.text)
        defer { row.reset() }
        row.bind(1, id)
        guard try row.step() else { return nil }
        self.id = id
        path = root.below(Array(row.bytes(0)).joined(Array(row.bytes(1))))
        media = row.integer(2)
        title = row.text(3) ?? ""
        for role in Role.allCases {
            let column = Int32(role.rawValue) + 4
            if !row.isNull(column) { entities[role] = row.integer(column) }
            names[role] = row.text(column + 6)
        }
        duration = row.real(16)
        track = (Int(row.integer(17)), Int(row.integer(18)))
        disc = (Int(row.integer(19)), Int(row.integer(20)))
        (isCompilation, isExplicit) = (row.integer(21) != 0, row.integer(22) != 0)
        tempo = Int(row.integer(23))
        released = row.isNull(24) ? nil : row.integer(24)
        added = row.integer(25)
        (comments, lyrics, grouping) = (row.text(26), row.text(27), row.text(28))
        usage = ItemUsage()
        (usage.plays, usage.skips) = (Int(row.integer(30)), Int(row.integer(31)))
        usage.rating = Int(row.isNull(32) ? row.integer(29) : row.integer(32))
        usage.played = row.isNull(33) ? nil : row.integer(33)
        usage.bookmark = row.real(34)
    }
}

/// What the user has done with an item. It stays when the file is moved, changed, or gone for a while.
package struct ItemUsage: Sendable, Equatable {
    package var plays = 0
    package var skips = 0
    /// 0 to 5; the file's own where the user has given none.
    package var rating = 0
    /// When it was last played, in seconds since 1970.
    package var played: Int64?
    /// Seconds from the start.
    package var bookmark = 0.0
}

/// What the index has of a playlist.
package struct PlaylistRecord: Sendable, Equatable {
    package var id: Int64
    package var name: String
    package var author: String?
    package var text: String?

    init?(_ id: Int64, _ connection: Connection) throws {
        let row = try connection.statement("SELECT name, author, description FROM playlist WHERE id = ?")
        defer { row.reset() }
        row.bind(1, id)
        guard try row.step() else { return nil }
        (self.id, name, author, text) = (id, row.text(0) ?? "", row.text(1), row.text(2))
    }
}
