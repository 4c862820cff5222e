import AudioContainers
import AudioCore

/// A file's place: its folder's number, and its name.
struct FilePlace: Hashable, Sendable {
    var folder: Int64
    var name: [UInt8]
}

/// Writes items in a transaction.
struct ItemWriter {
    let connection: Connection
    let cache: EntityCache
    let language: SortLanguage
    /// Seconds since 1970.
    let now: Int64

    // MARK: Rows

    private static let columns = [
        "folder", "name", "device", "inode", "size", "modified", "fingerprint", "media", "title", "sort", "key",
        "section",
        "folded", "album", "artist", "albumArtist", "genre", "composer", "podcast", "albumText", "artistText",
        "albumArtistText", "genreText", "composerText", "podcastText", "duration", "track", "trackCount", "disc",
        "discCount", "compilation", "explicit", "tempo", "released", "rated", "comments", "lyrics", "grouping",
    ]
    private static let insertion =
        "INSERT INTO item(" + columns.joined(separator: ", ") + ", id, added) VALUES("
        + String(repeating: "?, ", count: columns.count + 1) + "?)"
    private static let update =
        "UPDATE item SET missing = 0, " + columns.map { $0 + " = ?" }.joined(separator: ", ") + " WHERE id = ?"

    /// Writes what a file has, as a new item or as one that is known.
    ///
    /// - Parameters:
    ///   - known: the item that the file is; nil for a new one.
    ///   - former: the number of a new one, and its date, where an earlier index had it.
    @discardableResult
    func write(
        _ info: TrackInfo, at place: FilePlace, _ mark: FileMark, known: Int64?, former: FormerNumbers.Row? = nil
    ) throws -> Int64 {
        let id = known ?? former?.id ?? Identifiers.next()
        try free(place, for: id)
        if known != nil { try connection.run("DELETE FROM credit WHERE item = ?", [.integer(id)]) }
        let first = try credit(info, to: id)
        let statement = try connection.statement(known == nil ? Self.insertion : Self.update)
        bindFile(statement, place, mark, info)
        bindTexts(statement, info, first)
        bindNumbers(statement, info)
        let next = Int32(Self.columns.count + 1)
        statement.bind(next, id)
        if known == nil { statement.bind(next + 1, former?.added ?? now) }
        try statement.runOnce()
        return id
    }

    private func bindFile(_ statement: Statement, _ place: FilePlace, _ mark: FileMark, _ info: TrackInfo) {
        statement.bind(1, place.folder)
        statement.bind(2, place.name)
        statement.bind(3, mark.device)
        statement.bind(4, mark.inode)
        statement.bind(5, mark.size)
        statement.bind(6, mark.modified)
        statement.bind(7, info.fingerprint)
        statement.bind(8, info.media)
    }

    private func bindTexts(_ statement: Statement, _ info: TrackInfo, _ first: [Role: Int64]) {
        let sorted = SortKey(info.title, tag: info.sortTitle, language)
        statement.bind(9, info.title)
        statement.bind(10, info.sortTitle)
        statement.bind(11, sorted.bytes)
        statement.bind(12, sorted.section.code)
        statement.bind(13, FoldedText.of(info.title))
        statement.bind(14, first[.album])
        statement.bind(15, first[.artist])
        statement.bind(16, first[.albumArtist])
        statement.bind(17, first[.genre])
        statement.bind(18, first[.composer])
        statement.bind(19, first[.podcast])
        statement.bind(20, info.album)
        statement.bind(21, Self.joined(info.artists))
        statement.bind(22, Self.joined(info.albumArtists))
        statement.bind(23, Self.joined(info.genres))
        statement.bind(24, Self.joined(info.composers))
        statement.bind(25, info.podcast)
    }

    private func bindNumbers(_ statement: Statement, _ info: TrackInfo) {
        statement.bind(26, info.duration)
        statement.bind(27, Int64(info.track.number))
        statement.bind(28, Int64(info.track.count))
        statement.bind(29, Int64(info.disc.number))
        statement.bind(30, Int64(info.disc.count))
        statement.bind(31, Int64(info.isCompilation ? 1 : 0))
        statement.bind(32, Int64(info.isExplicit ? 1 : 0))
        statement.bind(33, Int64(info.tempo))
        statement.bind(34, info.released)
        statement.bind(35, Int64(info.rating))
        statement.bind(36, info.comments)
        statement.bind(37, info.lyrics)
        statement.bind(38, info.grouping)
    }

    private static func joined(_ values: [String]) -> String? {
        values.isEmpty ? nil : values.count == 1 ? values[0] : values.joined(separator: InfoDictionary.separator)
    }

    // MARK: Entities

    /// Joins an item with its artists and so on; the first of each role is the item's own.
    private func credit(_ info: TrackInfo, to item: Int64) throws -> [Role: Int64] {
        let albumArtists =
            !info.albumArtists.isEmpty ? info.albumArtists : info.isCompilation ? [] : info.artists
        let albumTags = !info.albumArtists.isEmpty ? info.sortAlbumArtists : info.isCompilation ? [] : info.sortArtists
        var first: [Role: Int64] = [:]
        let statement = try connection.statement(
            "INSERT OR IGNORE INTO credit(role, entity, item, media) VALUES(?, ?, ?, ?)")
        func add(_ role: Role, _ identity: String, _ name: String?, _ tag: String?) throws {
            let entity = try cache.id(role.kind, identity, name: name, tag: tag, connection)
            if first[role] == nil { first[role] = entity }
            statement.bind(1, role.rawValue)
            statement.bind(2, entity)
            statement.bind(3, item)
            statement.bind(4, info.media)
            try statement.runOnce()
        }
        func add(_ role: Role, _ names: [String], _ tags: [String]) throws {
            for (index, name) in names.enumerated() {
                // A file that sorts several names as one does not say how each is sorted.
                try add(role, name, name, tags.count == names.count ? tags[index] : nil)
            }
        }
        try add(.artist, info.artists, info.sortArtists)
        try add(.albumArtist, albumArtists, albumTags)
        try add(.genre, info.genres, [])
        try add(.composer, info.composers, info.sortComposers)
        // What has no artist and no album is listed, too.
        if info.artists.isEmpty { try add(.artist, "", nil, nil) }
        if albumArtists.isEmpty { try add(.albumArtist, "", nil, nil) }
        if let album = info.album {
            // A song with a guest is of the same album as the others.
            let owner =
                info.albumArtists.isEmpty
                ? albumArtists.first ?? "" : albumArtists.joined(separator: InfoDictionary.separator)
            try add(.album, album + "\u{1}" + owner, album, info.sortAlbum)
        } else {
            try add(.album, "", nil, nil)
        }
        if let podcast = info.podcast { try add(.podcast, podcast, podcast, nil) }
        return first
    }

    // MARK: Places

    /// Gives an item another place, and makes one that was missing present.
    func move(_ id: Int64, to place: FilePlace, _ mark: FileMark) throws {
        try free(place, for: id)
        try show(id)
        try connection.run(
            "UPDATE item SET missing = 0, folder = ?, name = ?, device = ? WHERE id = ?",
            [.integer(place.folder), .blob(place.name), .integer(mark.device), .integer(id)])
    }

    /// Marks an item as missing.
    func hide(_ id: Int64) throws {
        try connection.run("UPDATE item SET missing = ? WHERE id = ?", [.integer(now), .integer(id)])
        try connection.run(
            "UPDATE credit SET role = role + \(Role.hidden) WHERE item = ? AND role < \(Role.hidden)", [.integer(id)])
    }

    private func show(_ id: Int64) throws {
        try connection.run(
            "UPDATE credit SET role = role - \(Role.hidden) WHERE item = ? AND role >= \(Role.hidden)", [.integer(id)])
    }

    /// Marks the item that had a place as missing, unless it is the one that gets it.
    private func free(_ place: FilePlace, for id: Int64) throws {
        let other = try connection.number(
            "SELECT id FROM item WHERE folder = ? AND name = ? AND missing = 0 AND id <> ?",
            [.integer(place.folder), .blob(place.name), .integer(id)])
        if let other { try hide(other) }
    }

    /// Notes a file that is no sound, so that the next scan does not read it.
    func refuse(_ place: FilePlace, _ mark: FileMark) throws {
        try connection.run(
            "INSERT OR REPLACE INTO refused(folder, name, device, inode, size, modified) VALUES(?, ?, ?, ?, ?, ?)",
            [
                .integer(place.folder), .blob(place.name), .integer(mark.device), .integer(mark.inode),
                .integer(mark.size),
                .integer(mark.modified),
            ])
    }

    func forgetRefused(_ place: FilePlace) throws {
        try connection.run(
            "DELETE FROM refused WHERE folder = ? AND name = ?", [.integer(place.folder), .blob(place.name)])
    }
}
