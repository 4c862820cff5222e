import Foundation

/// A list of a media picker: items, or groups of items.
struct MediaPickerPage: Sendable {
    /// What the list shows.
    enum Source: Sendable {
        /// All of a kind.
        case kind(MediaPickerKind)
        /// What a group has.
        case group(MPMediaItemCollection)
    }

    /// What was found.
    enum Found: Sendable {
        case items([MPMediaItem])
        case groups([MPMediaItemCollection])
        case denied

        var count: Int {
            switch self {
            case .items(let items): items.count
            case .groups(let groups): groups.count
            case .denied: 0
            }
        }
    }

    let title: String
    let source: Source
    /// What the user looks for in the list.
    var search = ""
    /// Nil until it was looked for.
    var found: Found?

    /// Finds the list, or what of it has all the words of `search`. Takes as long as the library does: not for the main thread.
    ///
    /// - Parameter filter: what the picker's properties ask for, by which a kind's list is found.
    static func find(_ source: Source, _ filter: MediaPickerFilter, _ search: String) -> Found {
        let words = search.split(whereSeparator: \.isWhitespace).map(String.init)
        switch source {
        case .group(let group):
            return .items(words.isEmpty ? group.items : group.items.filter { item in words.allSatisfy(item.contains) })
        case .kind(let kind) where kind.isOfItems:
            // A new query, since one finds the same each time.
            let query = filter.query(kind)
            guard let items = query.items else { return .denied }
            guard !words.isEmpty else { return .items(items) }
            let wanted = identifiers(query, words)
            return .items(items.filter { wanted.contains($0.persistentID) })
        case .kind(let kind):
            let narrow = narrowed(filter.query(kind), words.map { ($0, kind.nameProperty) })
            guard let groups = narrow.collections else { return .denied }
            // An item of two artists is in the groups of both, whose names need not have the words.
            return .groups(groups.filter { group in words.allSatisfy { kind.name(of: group).has($0) } })
        }
    }

    /// The items whose title, artist and album have all the words between them.
    private static func identifiers(_ query: MPMediaQuery, _ words: [String]) -> Set<MPMediaEntityPersistentID> {
        let properties = [MPMediaItemPropertyTitle, MPMediaItemPropertyArtist, MPMediaItemPropertyAlbumTitle]
        let sets = words.map { word in
            properties.reduce(into: Set()) { found, property in
                found.formUnion((narrowed(query, [(word, property)]).items ?? []).map(\.persistentID))
            }
        }
        return sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
    }

    private static func narrowed(_ query: MPMediaQuery, _ words: [(word: String, property: String)]) -> MPMediaQuery {
        let narrow = MPMediaQuery(filterPredicates: query.filterPredicates)
        narrow.groupingType = query.groupingType
        for (word, property) in words {
            narrow.addFilterPredicate(
                MPMediaPropertyPredicate(value: word, forProperty: property, comparisonType: .contains))
        }
        return narrow
    }
}

extension MPMediaItem {
    /// Whether the title, the artist or the album has a word.
    fileprivate func contains(_ word: String) -> Bool {
        [title, artist, albumTitle].contains { $0?.has(word) == true }
    }
}

extension String {
    /// Whether the text has a word, large or small, with accents or without.
    fileprivate func has(_ word: String) -> Bool {
        range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
}
