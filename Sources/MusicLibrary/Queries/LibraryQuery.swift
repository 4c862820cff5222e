/// By what a query groups items.
package enum Grouping: Hashable, Sendable {
    case title
    case role(Role)
    case playlist
}

/// Numbers in the order of a list, and the sections of it.
package struct Listing: Sendable, Equatable {
    package struct Section: Sendable, Equatable {
        package var title: SectionTitle
        package var range: Range<Int>
    }

    /// Where the numbers are among those of all items.
    package struct Places: Sendable {
        /// The state of the index whose items they are.
        package let stamp: Int64
        /// A place for each number; nil where the list has all items by title.
        package let order: [Int32]?
    }

    package var ids: [Int64] = []
    /// They cover the list, in its order.
    package var sections: [Section] = []
    /// Nil for numbers of anything but items, and for items that were read from rows.
    package var places: Places?

    /// Where the numbers were read from makes no difference.
    package static func == (one: Self, other: Self) -> Bool { one.ids == other.ids && one.sections == other.sections }

    mutating func add(_ id: Int64, _ section: Int64) {
        if let last = sections.indices.last, sections[last].title.code == section {
            sections[last].range = sections[last].range.lowerBound..<ids.count + 1
        } else {
            sections.append(Section(title: SectionTitle(code: section), range: ids.count..<ids.count + 1))
        }
        ids.append(id)
    }
}

/// The statements of queries. Each reads one state of the index.
struct LibraryQuery {
    let connection: Connection

    /// The items that a filter lets through, in the order of their groups, and in these in that of an album.
    func items(_ filter: ItemFilter, _ grouping: Grouping) throws -> Listing {
        let conditions = filter.clause
        switch grouping {
        case .title, .playlist:
            return try listing(
                Clause("SELECT i.id, i.section FROM item i WHERE i.missing = 0") + conditions
                    + Clause(" ORDER BY i.key, i.id"))
        case .role(let role):
            return try listing(
                Clause(
                    """
                    SELECT i.id, ifnull(g.section, \(SectionTitle.other.code)) FROM item i
                    LEFT JOIN entity g ON g.id = i.\(role.column) LEFT JOIN entity a ON a.id = i.album WHERE i.missing = 0
                    """) + conditions
                    + Clause(" ORDER BY g.key IS NULL, g.key, g.id, a.key, a.id, i.disc, i.track, i.key, i.id"))
        }
    }

    /// The groups of the items that a filter lets through, by name.
    func groups(_ filter: ItemFilter, _ grouping: Grouping) throws -> Listing {
        switch grouping {
        case .title: return try items(filter, .title)
        case .playlist: return try playlists(filter)
        case .role(let role):
            let values: [SQLValue] = [.integer(role.kind.rawValue), .integer(role.rawValue)]
            let end = Clause(") ORDER BY e.key, e.id")
            guard let masks = filter.mediaAlone else {
                return try listing(
                    Clause(
                        """
                        SELECT e.id, e.section FROM entity e WHERE e.kind = ? AND e.id IN (
                            SELECT c.entity FROM item i JOIN credit c ON c.item = i.id AND c.role = ? WHERE i.missing = 0
                        """, values) + filter.clause + end)
            }
            let kinds = masks.filter { $0 != -1 }
            return try listing(
                Clause(
                    """
                    SELECT e.id, e.section FROM entity e WHERE e.kind = ? AND EXISTS (
                        SELECT 1 FROM credit c WHERE c.role = ? AND c.entity = e.id
                    """, values) + .all(kinds.map { Clause("c.media & ? <> 0", [.integer($0)]) }) + end)
        }
    }

    private func playlists(_ filter: ItemFilter) throws -> Listing {
        let (own, items) = filter.split
        var conditions = own.map(\.playlistClause)
        // Playlists without items are listed, unless only some items are asked for.
        if !items.conditions.isEmpty {
            let found = Clause(
                """
                EXISTS (SELECT 1 FROM entry JOIN item i ON i.id = entry.item
                    WHERE entry.playlist = p.id AND i.missing = 0
                """)
            conditions.append(found + items.clause + Clause(")"))
        }
        return try listing(
            Clause("SELECT p.id, p.section FROM playlist p WHERE p.missing = 0") + .all(conditions)
                + Clause(" ORDER BY p.key, p.id"))
    }

    /// The items of a group that a filter lets through: an album's by disc and track, a playlist's in its order.
    func members(of group: Int64, _ grouping: Grouping, _ filter: ItemFilter) throws -> [Int64] {
        switch grouping {
        case .title: return [group]
        case .playlist:
            return try listing(
                Clause(
                    """
                    SELECT i.id, 0 FROM entry JOIN item i ON i.id = entry.item
                    WHERE entry.playlist = ? AND i.missing = 0
                    """, [.integer(group)]) + filter.split.items.clause + Clause(" ORDER BY entry.position")
            ).ids
        case .role(let role):
            return try listing(
                Clause(
                    """
                    SELECT i.id, 0 FROM credit c JOIN item i ON i.id = c.item LEFT JOIN entity a ON a.id = i.album
                    WHERE c.role = ? AND c.entity = ? AND i.missing = 0
                    """, [.integer(role.rawValue), .integer(group)]) + filter.clause
                    + Clause(" ORDER BY a.key, a.id, i.disc, i.track, i.key, i.id")
            ).ids
        }
    }

    /// The name of an artist, an album and so on; nil for one without.
    func name(of entity: Int64) throws -> String? {
        let statement = try connection.statement("SELECT name FROM entity WHERE id = ?")
        defer { statement.reset() }
        statement.bind(1, entity)
        return try statement.step() ? statement.text(0) : nil
    }

    private func listing(_ clause: Clause) throws -> Listing {
        let statement = try connection.statement(clause.text)
        defer { statement.reset() }
        statement.bind(clause.values)
        var listing = Listing()
        while try statement.step() { listing.add(statement.integer(0), statement.integer(1)) }
        return listing
    }
}

extension Role {
    /// The column of an entity with what it is found by. All but albums are found by their names.
    var nameColumn: String { self == .album ? "name" : "identity" }

    /// The column of an item with its first entity of this role.
    var column: String {
        switch self {
        case .artist: "artist"
        case .albumArtist: "albumArtist"
        case .album: "album"
        case .genre: "genre"
        case .composer: "composer"
        case .podcast: "podcast"
        }
    }
}
