/// Which items a query asks for: those that meet all conditions.
package struct ItemFilter: Hashable, Sendable {
    package enum Condition: Hashable, Sendable {
        case item(Int64)
        /// Kinds that have a bit in common with these.
        case media(Int64)
        case title(Text)
        case entity(Role, Int64)
        case name(Role, Text)
        case isCompilation(Bool)
        case plays(Int64)
        case playlist(Int64)
        case playlistName(Text)
        case nothing
    }

    package enum Text: Hashable, Sendable {
        case equal(String)
        /// Whatever marks and capitals there are.
        case containing(String)
        case missing
    }

    package var conditions: [Condition]

    package init(_ conditions: [Condition] = []) { self.conditions = conditions }

    /// The bits of which an item's kind must have one; nil where there are other conditions than those on kinds.
    var mediaAlone: [Int64]? {
        var masks: [Int64] = []
        for condition in conditions {
            guard case .media(let mask) = condition else { return nil }
            masks.append(mask)
        }
        return masks
    }

    /// Whether what the user does with items changes what is found.
    var dependsOnUse: Bool {
        conditions.contains { if case .plays = $0 { true } else { false } }
    }

    /// The conditions that are of playlists themselves, and those of items.
    var split: (playlists: [Condition], items: ItemFilter) {
        let own = conditions.filter {
            switch $0 {
            case .playlist, .playlistName: true
            default: false
            }
        }
        return (own, ItemFilter(conditions.filter { !own.contains($0) }))
    }
}

/// A piece of a statement with the values of its parameters.
struct Clause {
    var text: String
    var values: [SQLValue] = []

    init(_ text: String, _ values: [SQLValue] = []) { (self.text, self.values) = (text, values) }

    static func + (first: Clause, second: Clause) -> Clause {
        Clause(first.text + second.text, first.values + second.values)
    }

    /// All of them, as an addition to other conditions.
    static func all(_ clauses: [Clause]) -> Clause {
        clauses.reduce(Clause("")) { $0 + Clause(" AND (") + $1 + Clause(")") }
    }
}

extension ItemFilter {
    /// The conditions on a row of `item`, which the statement calls `i`. They begin with AND.
    var clause: Clause { .all(conditions.map(\.clause)) }
}

extension ItemFilter.Condition {
    fileprivate var clause: Clause {
        switch self {
        case .item(let id): Clause("i.id = ?", [.integer(id)])
        // All bits are for any kind, which leaves the index of sorted titles the only one to read.
        case .media(-1): Clause("1")
        case .media(let mask): Clause("i.media & ? <> 0", [.integer(mask)])
        case .title(let text): text.clause(of: "i.title", folded: "i.folded")
        case .entity(let role, let id):
            Clause(
                "i.id IN (SELECT item FROM credit WHERE role = ? AND entity = ?)",
                [.integer(role.rawValue), .integer(id)])
        case .name(let role, let text): Self.clause(role, text)
        case .isCompilation(let wanted): Clause("i.compilation = ?", [.integer(wanted ? 1 : 0)])
        case .plays(let count):
            Clause("ifnull((SELECT plays FROM usage WHERE usage.item = i.id), 0) = ?", [.integer(count)])
        case .playlist, .playlistName:
            Clause("i.id IN (SELECT item FROM entry JOIN playlist p ON p.id = playlist WHERE p.missing = 0 AND ")
                + playlistClause + Clause(")")
        case .nothing: Clause("0")
        }
    }

    /// The condition on a row of `playlist`, which the statement calls `p`.
    var playlistClause: Clause {
        switch self {
        case .playlist(let id): Clause("p.id = ?", [.integer(id)])
        case .playlistName(let text): text.clause(of: "p.name", folded: "p.folded")
        default: Clause("1")
        }
    }

    /// The columns with all names of a role as one text.
    private static func column(_ role: Role) -> String {
        switch role {
        case .artist: "i.artistText"
        case .albumArtist: "i.albumArtistText"
        case .album: "i.albumText"
        case .genre: "i.genreText"
        case .composer: "i.composerText"
        case .podcast: "i.podcastText"
        }
    }

    private static func clause(_ role: Role, _ text: ItemFilter.Text) -> Clause {
        let column = column(role)
        switch text {
        case .missing: return Clause("\(column) IS NULL")
        // A text of several names is not the name of one.
        case .equal(let name) where name.contains("; "): return Clause("\(column) = ?", [.text(name)])
        default:
            let start = Clause(
                "i.id IN (SELECT item FROM entity e JOIN credit c ON c.entity = e.id AND c.role = ? WHERE e.kind = ? AND ",
                [.integer(role.rawValue), .integer(role.kind.rawValue)])
            return start + text.clause(of: "e.\(role.nameColumn)", folded: "e.folded") + Clause(")")
        }
    }
}

extension ItemFilter.Text {
    fileprivate func clause(of column: String, folded: String) -> Clause {
        switch self {
        case .equal(let text): Clause("\(column) = ?", [.text(text)])
        case .containing(let text): Clause("instr(\(folded), ?) > 0", [.text(FoldedText.of(text))])
        case .missing: Clause("\(column) IS NULL")
        }
    }
}
