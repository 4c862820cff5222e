import AudioCore

/// Makes the shelf of an index from its rows.
struct ShelfBuilder {
    /// Libraries with fewer items have none: their queries are fast without.
    static let fewestItems: Int64 = 2000

    private var ids: [Int64] = []
    private var traits: [Int32] = []
    private var sections: [Int64] = []
    private var titles: [UInt8] = []
    private var foldedTitles: [UInt8] = []
    /// Disc and track as one number.
    private var tracks: [Int64] = []
    /// The number of the first entity of each role, or 0.
    private var owners: [[Int64]] = Role.allCases.map { _ in [] }

    /// Whether the index has the shelf of its present state, or needs none.
    static func isCurrent(_ database: Database, fewest: Int64) throws -> Bool {
        try database.read { connection in
            guard let stamp = try connection.number("SELECT value FROM meta WHERE key = 'items'") else { return true }
            if try connection.number("SELECT value FROM meta WHERE key = 'shelf'") == stamp { return true }
            // No more rows are counted than decide it.
            return try connection.number(
                "SELECT count(*) FROM (SELECT 1 FROM item WHERE missing = 0 LIMIT ?)", [.integer(fewest)]) ?? 0 < fewest
        }
    }

    /// Makes the shelf of the present state.
    ///
    /// - Returns: whether one was made: not where the rows do not fit into columns, or have changed meanwhile.
    @discardableResult
    static func renew(_ database: Database) throws -> Bool {
        let made: (stamp: Int64, columns: [(Shelf.Column, [UInt8])])? = try database.read { connection in
            guard let stamp = try connection.number("SELECT value FROM meta WHERE key = 'items'") else { return nil }
            return try Self.columns(connection).map { (stamp, $0) }
        }
        guard let made else { return false }
        return try database.write { connection in
            guard try connection.number("SELECT value FROM meta WHERE key = 'items'") == made.stamp else {
                return false
            }
            try connection.run("DELETE FROM shelf")
            for (column, bytes) in made.columns {
                try bytes.withUnsafeBytes { try Shelf.store(column, $0, connection) }
            }
            try connection.run("INSERT OR REPLACE INTO meta VALUES('shelf', ?)", [.integer(made.stamp)])
            return true
        }
    }

    /// Nil where the rows do not fit into columns.
    private static func columns(_ connection: Connection) throws -> [(Shelf.Column, [UInt8])]? {
        var builder = ShelfBuilder()
        guard try builder.readItems(connection), builder.ids.count < Int(Int32.max) else { return nil }
        let byNumber = builder.ids.indices.sorted { builder.ids[$0] < builder.ids[$1] }.map { Int32($0) }
        var columns: [(Shelf.Column, [UInt8])] = [
            (.ids, bytes(builder.ids)), (.traits, bytes(builder.traits)), (.sections, bytes(builder.sections)),
            (.titles, builder.titles), (.foldedTitles, builder.foldedTitles), (.byNumber, bytes(byNumber)),
        ]
        var places: [Int64: Int32] = [:]
        places.reserveCapacity(builder.ids.count)
        for (place, id) in builder.ids.enumerated() { places[id] = Int32(place) }
        // Albums first: their order is that within other groups.
        var albums: [Int32] = []
        for role in [Role.album] + Role.allCases.filter({ $0 != .album }) {
            let entities = try Entities(role, builder.owners[Int(role.rawValue)], places, builder.traits, connection)
            if role == .album { albums = entities.first }
            columns += [
                (.order(role), bytes(builder.order(by: entities.first, albums))), (.first(role), bytes(entities.first)),
                (.others(role), bytes(entities.others)), (.entities(role), bytes(entities.ids)),
                (.names(role), entities.names), (.foldedNames(role), entities.foldedNames),
                (.kinds(role), bytes(entities.kinds)), (.entitySections(role), bytes(entities.sections)),
            ]
        }
        return columns
    }

    private mutating func readItems(_ connection: Connection) throws -> Bool {
        let texts = Role.allCases.map { "\($0.column)Text IS NULL" }.joined(separator: ", ")
        let owners = Role.allCases.map { "ifnull(\($0.column), 0)" }.joined(separator: ", ")
        let row = try connection.statement(
            """
            SELECT id, media, compilation, section, title, folded, disc, track, \(texts), \(owners) FROM item WHERE missing = 0
            ORDER BY key, id
            """)
        defer { row.reset() }
        while try row.step() {
            let media = row.integer(1)
            guard media & ~Int64(Shelf.Traits.kinds) == 0 else { return false }
            var trait = Int32(media) | (row.integer(2) != 0 ? Shelf.Traits.compilation : 0)
            for role in Role.allCases {
                let column = Int32(role.rawValue)
                if row.integer(8 + column) != 0 { trait |= Shelf.Traits.missing(role) }
                self.owners[Int(role.rawValue)].append(row.integer(8 + Int32(Role.allCases.count) + column))
            }
            Self.add(row.integer(3), at: ids.count, to: &sections)
            ids.append(row.integer(0))
            traits.append(trait)
            ShelfText.add(row.text(4) ?? "", to: &titles)
            ShelfText.add(row.text(5) ?? "", to: &foldedTitles)
            let bounded = { (value: Int64) in min(max(value, 0), Int64(Int32.max)) }
            tracks.append(bounded(row.integer(6)) << 32 | bounded(row.integer(7)))
        }
        ShelfText.end(&titles)
        ShelfText.end(&foldedTitles)
        return true
    }

    fileprivate static func add(_ section: Int64, at place: Int, to sections: inout [Int64]) {
        if sections.isEmpty || sections[sections.count - 2] != section { sections += [section, Int64(place)] }
    }

    /// Places by group, then by album, disc and track; those without a group come last.
    private func order(by groups: [Int32], _ albums: [Int32]) -> [Int32] {
        let last = Int64(Int32.max)
        let keys = zip(groups, albums).map { group, album in
            (group < 0 ? last : Int64(group)) << 32 | (album < 0 ? last : Int64(album))
        }
        return ids.indices.sorted { one, other in
            if keys[one] != keys[other] { return keys[one] < keys[other] }
            return tracks[one] != tracks[other] ? tracks[one] < tracks[other] : one < other
        }.map { Int32($0) }
    }

    private static func bytes(_ values: [some BitwiseCopyable]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }
}

/// The entities of a role that have items which are there.
private struct Entities {
    var ids: [Int64] = []
    var names: [UInt8] = []
    var foldedNames: [UInt8] = []
    var sections: [Int64] = []
    var kinds: [Int32]
    var first: [Int32]
    var others: [Int32] = []

    /// - Parameters:
    ///   - owners: the number of each item's first entity, by the item's place.
    ///   - places: the items' places by their numbers.
    init(
        _ role: Role, _ owners: [Int64], _ places: [Int64: Int32], _ traits: [Int32], _ connection: Connection
    ) throws {
        var ranks: [Int64: Int32] = [:]
        let row = try connection.statement(
            """
            SELECT e.id, e.section, e.\(role.nameColumn), e.folded FROM entity e WHERE e.kind = ? AND EXISTS (
                SELECT 1 FROM credit c WHERE c.role = ? AND c.entity = e.id) ORDER BY e.key, e.id
            """)
        defer { row.reset() }
        row.bind([.integer(role.kind.rawValue), .integer(role.rawValue)])
        while try row.step() {
            ShelfBuilder.add(row.integer(1), at: ids.count, to: &sections)
            ranks[row.integer(0)] = Int32(ids.count)
            ids.append(row.integer(0))
            ShelfText.add(row.text(2) ?? "", to: &names)
            ShelfText.add(row.text(3) ?? "", to: &foldedNames)
        }
        ShelfText.end(&names)
        ShelfText.end(&foldedNames)
        first = owners.map { ranks[$0] ?? -1 }
        kinds = [Int32](repeating: 0, count: ids.count)
        let credit = try connection.statement("SELECT entity, item FROM credit WHERE role = ?")
        defer { credit.reset() }
        credit.bind(1, role.rawValue)
        while try credit.step() {
            guard let rank = ranks[credit.integer(0)], let place = places[credit.integer(1)] else { continue }
            kinds[Int(rank)] |= traits[Int(place)] & Shelf.Traits.kinds
            if first[Int(place)] != rank { others += [place, rank] }
        }
    }
}
