/// The numbers of artists, albums and the like that a scan has seen. They are made when a name is first seen, and kept for ever.
final class EntityCache {
    private struct Name: Hashable {
        let kind: EntityKind
        let identity: String
    }

    private struct Known {
        let id: Int64
        var hasTag: Bool
    }

    private var known: [Name: Known] = [:]
    private let language: SortLanguage
    /// Whether the index has numbers of an earlier one.
    var hasFormer = false

    init(_ language: SortLanguage) { self.language = language }

    /// Forgets what a transaction that failed has added.
    func clear() { known = [:] }

    /// The number of an entity.
    ///
    /// - Parameters:
    ///   - identity: what only this one has of its kind.
    ///   - name: what people read; nil for what has no name.
    ///   - tag: what it is sorted by, where a file says so. The first file that does counts.
    func id(_ kind: EntityKind, _ identity: String, name: String?, tag: String?, _ connection: Connection) throws
        -> Int64
    {
        let key = Name(kind: kind, identity: identity)
        var entry = try known[key] ?? load(key, connection)
        if let found = entry {
            guard let tag, !found.hasTag else {
                known[key] = found
                return found.id
            }
            let sorted = SortKey(name, tag: tag, language)
            try connection.run(
                "UPDATE entity SET sort = ?, key = ?, section = ? WHERE id = ?",
                [.text(tag), .blob(sorted.bytes), .integer(sorted.section.code), .integer(found.id)])
            entry?.hasTag = true
            known[key] = entry
            return found.id
        }
        let former =
            hasFormer
            ? try FormerNumbers.find(kind.rawValue, FormerNumbers.hash(identity: identity), in: "entity", connection)
            : nil
        let (id, sorted) = (former?.id ?? Identifiers.next(), SortKey(name, tag: tag, language))
        try connection.run(
            "INSERT INTO entity(id, kind, identity, name, sort, key, section, folded) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(id), .integer(kind.rawValue), .text(identity), name.map { .text($0) } ?? .null,
                tag.map { .text($0) } ?? .null, .blob(sorted.bytes), .integer(sorted.section.code),
                .text(FoldedText.of(name ?? "")),
            ])
        known[key] = Known(id: id, hasTag: tag != nil)
        return id
    }

    private func load(_ name: Name, _ connection: Connection) throws -> Known? {
        let statement = try connection.statement("SELECT id, sort FROM entity WHERE kind = ? AND identity = ?")
        defer { statement.reset() }
        statement.bind(1, name.kind.rawValue)
        statement.bind(2, name.identity)
        return try statement.step() ? Known(id: statement.integer(0), hasTag: !statement.isNull(1)) : nil
    }
}
