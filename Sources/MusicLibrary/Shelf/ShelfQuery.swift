import AudioCore
import Glibc

/// All items of a state of the index.
package struct AllItems: Sendable {
    package let stamp: Int64
    /// Their numbers, by title.
    package let ids: [Int64]
    /// Their places in the list of numbers, by album. A damaged index may name one twice.
    package let byAlbum: [Int32]

    package init(stamp: Int64, ids: [Int64], byAlbum: [Int32]) {
        (self.stamp, self.ids, self.byAlbum) = (stamp, ids, byAlbum)
    }
}

/// Queries that a shelf answers. Each gives what the same method of `LibraryQuery` does, or nil where that one has to be asked.
struct ShelfQuery {
    let shelf: Shelf
    let connection: Connection

    /// Nil where the index has no shelf of its present state.
    init?(_ known: Shelf?, _ connection: Connection) throws {
        guard let shelf = try Shelf.current(known, connection) else { return nil }
        (self.shelf, self.connection) = (shelf, connection)
    }

    /// More items are not read ahead: their columns take tens of megabytes.
    private static let mostAhead = 200_000

    /// Makes the lists that programs show first: songs, albums and artists. It reads the titles that are searched, too.
    ///
    /// - Returns: nil where there are too many items.
    func readAhead() throws -> (items: AllItems, listings: [MusicIndex.Request: Listing])? {
        let ids = try shelf.wide(.ids, connection)
        guard ids.count <= Self.mostAhead else { return nil }
        let music = ItemFilter([.media(TrackInfo.Media.music)])
        _ = try items(ItemFilter([.title(.containing("a"))]), .title)
        var listings: [MusicIndex.Request: Listing] = [:]
        for grouping in [Grouping.title, .role(.album), .role(.artist)] {
            for isOfGroups in [false, true] {
                let listing = try isOfGroups ? groups(music, grouping) : items(music, grouping)
                listings[MusicIndex.Request(filter: music, grouping: grouping, isOfGroups: isOfGroups)] = listing
            }
        }
        let byAlbum = try shelf.narrow(.order(.album), count: ids.count, below: ids.count, connection)
        return (AllItems(stamp: shelf.stamp, ids: ids, byAlbum: byAlbum), listings)
    }

    // MARK: Lists

    func items(_ filter: ItemFilter, _ grouping: Grouping) throws -> Listing? {
        guard let chosen = try chosen(filter) else { return nil }
        let ids = try shelf.wide(.ids, connection)
        switch grouping {
        case .title, .playlist:
            let runs = try shelf.wide(.sections, connection)
            return try Self.list(ids, chosen, runs, of: shelf.stamp)
        case .role(let role):
            let groups = try shelf.wide(.entities(role), connection).count
            let codes = try Self.codes(shelf.wide(.entitySections(role), connection), count: groups)
            let order = try shelf.narrow(.order(role), count: ids.count, below: ids.count, connection)
            let first = try firsts(role, ids.count)
            var lister = Lister(mostItems: ids.count)
            for place in order where chosen.contains(Int(place)) {
                let group = Int(first[Int(place)])
                lister.begin(group < 0 ? SectionTitle.other.code : codes[group])
                lister.add(ids[Int(place)], at: place)
            }
            return lister.listing(of: shelf.stamp)
        }
    }

    func groups(_ filter: ItemFilter, _ grouping: Grouping) throws -> Listing? {
        guard case .role(let role) = grouping else { return grouping == .title ? try items(filter, .title) : nil }
        let entities = try shelf.wide(.entities(role), connection)
        let runs = try shelf.wide(.entitySections(role), connection)
        if let masks = filter.mediaAlone?.filter({ $0 != -1 }), masks.count <= 1 {
            guard let mask = masks.first else { return try Self.list(entities, Chosen(all: entities.count), runs) }
            let kinds = try shelf.narrow(.kinds(role), count: entities.count, connection)
            var chosen = Chosen(all: entities.count)
            chosen.keep { kinds[$0] & Int32(mask & Int64(Shelf.Traits.kinds)) != 0 }
            return try Self.list(entities, chosen, runs)
        }
        guard let items = try chosen(filter) else { return nil }
        let first = try firsts(role, items.count)
        var isFound = [Bool](repeating: false, count: entities.count)
        for place in first.indices where first[place] >= 0 && items.contains(place) {
            isFound[Int(first[place])] = true
        }
        for (place, group) in try others(role, items.count) where items.contains(place) { isFound[group] = true }
        var chosen = Chosen(all: entities.count)
        chosen.keep { isFound[$0] }
        return try Self.list(entities, chosen, runs)
    }

    /// The items of a group, but those of an album or a playlist, which are few or in an order of their own.
    func members(of group: Int64, _ grouping: Grouping, _ filter: ItemFilter) throws -> [Int64]? {
        guard case .role(let role) = grouping, role != .album,
            let chosen = try chosen(ItemFilter(filter.conditions + [.entity(role, group)]))
        else { return nil }
        let ids = try shelf.wide(.ids, connection)
        let order = try shelf.narrow(.order(.album), count: ids.count, below: ids.count, connection)
        return order.lazy.filter { chosen.contains(Int($0)) }.map { ids[Int($0)] }
    }

    /// - Parameters:
    ///   - runs: codes of sections, each with the first place of it.
    ///   - stamp: the shelf's, where the numbers are those of its items.
    private static func list(
        _ ids: [Int64], _ chosen: Chosen, _ runs: [Int64], of stamp: Int64? = nil
    ) throws -> Listing {
        let places = try Self.ranges(runs, count: ids.count)
        guard chosen.hasAll else {
            var lister = Lister(mostItems: ids.count)
            for (code, range) in places {
                lister.begin(code)
                for place in range where chosen.contains(place) { lister.add(ids[place], at: Int32(place)) }
            }
            return lister.listing(of: stamp)
        }
        return Listing(
            ids: ids,
            sections: places.map { Listing.Section(title: SectionTitle(code: $0.code), range: $0.range) },
            places: stamp.map { Listing.Places(stamp: $0, order: nil) })
    }

    private static func ranges(_ runs: [Int64], count: Int) throws -> [(code: Int64, range: Range<Int>)] {
        guard runs.count.isMultiple(of: 2), runs.isEmpty == (count == 0) else { throw Shelf.Unusable() }
        var ranges: [(code: Int64, range: Range<Int>)] = []
        for index in stride(from: 0, to: runs.count, by: 2) {
            let (start, end) = (runs[index + 1], index + 3 < runs.count ? runs[index + 3] : Int64(count))
            guard start == ranges.last.map({ Int64($0.range.upperBound) }) ?? 0, start < end, end <= Int64(count) else {
                throw Shelf.Unusable()
            }
            ranges.append((runs[index], Int(start)..<Int(end)))
        }
        return ranges
    }

    private static func codes(_ runs: [Int64], count: Int) throws -> [Int64] {
        try ranges(runs, count: count).flatMap { run in run.range.map { _ in run.code } }
    }

    private func firsts(_ role: Role, _ count: Int) throws -> [Int32] {
        let groups = try shelf.wide(.entities(role), connection).count
        return try shelf.narrow(.first(role), count: count, least: -1, below: groups, connection)
    }

    private func others(_ role: Role, _ count: Int) throws -> [(place: Int, group: Int)] {
        let groups = try shelf.wide(.entities(role), connection).count
        let pairs = try shelf.narrow(.others(role), count: nil, connection)
        return try stride(from: 0, to: pairs.count, by: 2).map { index in
            guard Int(pairs[index]) < count, Int(pairs[index + 1]) < groups else { throw Shelf.Unusable() }
            return (Int(pairs[index]), Int(pairs[index + 1]))
        }
    }

    // MARK: Conditions

    /// The items that a filter lets through; nil where the shelf does not know.
    private func chosen(_ filter: ItemFilter) throws -> Chosen? {
        let count = try shelf.wide(.ids, connection).count
        var chosen = Chosen(all: count)
        for condition in filter.conditions {
            switch condition {
            case .nothing, .title(.missing): chosen.keep { _ in false }
            case .media(-1): break
            case .media(let mask):
                let traits = try traits(count)
                let bits = Int32(mask & Int64(Shelf.Traits.kinds))
                chosen.keep { traits[$0] & bits != 0 }
            case .isCompilation(let wanted):
                let traits = try traits(count)
                chosen.keep { (traits[$0] & Shelf.Traits.compilation != 0) == wanted }
            case .entity(let role, let id):
                try keep(&chosen, role, shelf.wide(.entities(role), connection).map { $0 == id })
            case .name(let role, .missing):
                let traits = try traits(count)
                chosen.keep { traits[$0] & Shelf.Traits.missing(role) != 0 }
            case .name(let role, let text):
                guard let found = try entities(role, text) else { return nil }
                try keep(&chosen, role, found)
            case .title(let text):
                guard let found = try texts(text, .titles, folded: .foldedTitles, count) else { return nil }
                chosen.keep { found[$0] }
            case .plays(let plays): try keep(&chosen, plays: plays)
            case .item, .playlist, .playlistName: return nil
            }
        }
        return chosen
    }

    private func traits(_ count: Int) throws -> [Int32] {
        try shelf.narrow(.traits, count: count, least: .min, connection)
    }

    /// - Parameter isWanted: says it of each entity.
    private func keep(_ chosen: inout Chosen, _ role: Role, _ isWanted: [Bool]) throws {
        let (first, others) = (try firsts(role, chosen.count), try others(role, chosen.count))
        var found = first.map { $0 >= 0 && isWanted[Int($0)] }
        for (place, group) in others where isWanted[group] { found[place] = true }
        chosen.keep { found[$0] }
    }

    /// Few items were played, or were not: those are looked for among the others.
    private func keep(_ chosen: inout Chosen, plays: Int64) throws {
        let ids = try shelf.wide(.ids, connection)
        let order = try shelf.narrow(.byNumber, count: ids.count, below: ids.count, connection)
        var found = [Bool](repeating: false, count: chosen.count)
        let row = try connection.statement(
            plays == 0 ? "SELECT item FROM usage WHERE plays <> ?" : "SELECT item FROM usage WHERE plays = ?")
        defer { row.reset() }
        row.bind(1, plays)
        while try row.step() {
            let id = row.integer(0)
            var (low, high) = (0, order.count)
            while low < high {
                let middle = (low + high) / 2
                if ids[Int(order[middle])] < id { low = middle + 1 } else { high = middle }
            }
            if low < order.count, ids[Int(order[low])] == id { found[Int(order[low])] = true }
        }
        chosen.keep { found[$0] == (plays != 0) }
    }

    // MARK: Texts

    /// Says of each entity whether it has a name; nil where the shelf does not know.
    private func entities(_ role: Role, _ text: ItemFilter.Text) throws -> [Bool]? {
        // A text of several names is not the name of one.
        if case .equal(let name) = text, name.contains("; ") { return nil }
        let count = try shelf.wide(.entities(role), connection).count
        return try texts(text, .names(role), folded: .foldedNames(role), count)
    }

    /// Says of each row whether its text is one; nil where the shelf does not know.
    ///
    /// - Parameters:
    ///   - column: of texts.
    ///   - folded: of the same as searches compare them.
    private func texts(
        _ text: ItemFilter.Text, _ column: Shelf.Column, folded: Shelf.Column, _ count: Int
    ) throws -> [Bool]? {
        switch text {
        case .missing: return nil
        case .equal(let text):
            // An entity without a name has an empty one here.
            let wanted = Array(text.utf8)
            guard !wanted.isEmpty, wanted.allSatisfy({ $0 > ShelfText.mark }) else { return nil }
            return try ShelfText.containing(
                [ShelfText.mark] + wanted + [ShelfText.mark], shelf.bytes(column, connection), count)
        case .containing(let text):
            let wanted = Array(FoldedText.of(text).utf8)
            guard wanted.allSatisfy({ $0 > ShelfText.mark }) else { return nil }
            // SQL finds an empty text in all.
            if wanted.isEmpty { return [Bool](repeating: true, count: count) }
            return try ShelfText.containing(wanted, shelf.bytes(folded, connection), count)
        }
    }
}

/// Texts of a column: each with a mark before it, then a mark, and a zero.
enum ShelfText {
    static let mark: UInt8 = 1

    static func add(_ text: String, to texts: inout [UInt8]) {
        texts.append(mark)
        texts += text.utf8.lazy.filter { $0 > mark }
    }

    static func end(_ texts: inout [UInt8]) { texts += [mark, 0] }

    /// Says which texts contain some bytes, which may be a whole text with its marks.
    static func containing(_ wanted: [UInt8], _ texts: [UInt8], _ count: Int) throws -> [Bool] {
        var found = [Bool](repeating: false, count: count)
        guard texts.count >= 2, texts.first == mark, texts[texts.count - 2] == mark, texts.last == 0 else {
            throw Shelf.Unusable()
        }
        let isWhole = wanted[0] == mark
        try texts.withUnsafeBytes { texts in
            try (wanted + [0]).withUnsafeBytes { wanted in
                let (start, end) = (texts.baseAddress!, texts.baseAddress! + texts.count - 1)
                let needle = wanted.baseAddress!.assumingMemoryBound(to: CChar.self)
                // The mark after the text at `place`.
                var next = Self.mark(after: start, end)
                var (place, from) = (0, start)
                while let match = strstr(from.assumingMemoryBound(to: CChar.self), needle), let text = next {
                    let at = UnsafeRawPointer(match) + (isWhole ? 1 : 0)
                    var last = text
                    while last < at, let following = Self.mark(after: last, end) {
                        (place, last) = (place + 1, following)
                    }
                    guard place < count, last > at else { throw Shelf.Unusable() }
                    found[place] = true
                    (next, from) = (last, last)
                }
                while let last = next { (place, next) = (place + 1, Self.mark(after: last, end)) }
                if place != count { throw Shelf.Unusable() }
            }
        }
        return found
    }

    private static func mark(after place: UnsafeRawPointer, _ end: UnsafeRawPointer) -> UnsafeRawPointer? {
        memchr(place + 1, Int32(mark), end - place - 1).map { UnsafeRawPointer($0) }
    }
}

/// Makes a listing of numbers that come in order, many of one section after the other.
private struct Lister {
    private var ids: [Int64] = []
    private var places: [Int32] = []
    private var sections: [Listing.Section] = []
    private var code: Int64?
    private var start = 0

    init(mostItems: Int) {
        ids.reserveCapacity(mostItems)
        places.reserveCapacity(mostItems)
    }

    @inline(__always) mutating func add(_ id: Int64, at place: Int32) {
        ids.append(id)
        places.append(place)
    }

    /// Says of which section the numbers are that come next.
    mutating func begin(_ code: Int64) {
        guard code != self.code else { return }
        end()
        (self.code, start) = (code, ids.count)
    }

    private mutating func end() {
        guard let code, start < ids.count else { return }
        // Nothing of a section in between was chosen.
        if let last = sections.indices.last, sections[last].title.code == code {
            sections[last].range = sections[last].range.lowerBound..<ids.count
            return
        }
        sections.append(Listing.Section(title: SectionTitle(code: code), range: start..<ids.count))
    }

    /// - Parameter stamp: the shelf's, where the numbers are those of its items.
    consuming func listing(of stamp: Int64?) -> Listing {
        end()
        let order = places
        return Listing(
            ids: ids, sections: sections, places: stamp.map { Listing.Places(stamp: $0, order: order) })
    }
}

/// Which rows of a column are meant.
private struct Chosen {
    let count: Int
    /// Nil for all.
    private var marks: [Bool]?

    init(all count: Int) { self.count = count }

    var hasAll: Bool { marks == nil }

    @inline(__always) func contains(_ place: Int) -> Bool { marks?[place] ?? true }

    /// Leaves out what does not meet a condition.
    @inline(__always) mutating func keep(_ condition: (Int) -> Bool) {
        guard var kept = marks else {
            // What all meet, such as being music, leaves the column as it is.
            var place = 0
            while place < count, condition(place) { place += 1 }
            guard place < count else { return }
            var kept = [Bool](repeating: true, count: count)
            kept.withUnsafeMutableBufferPointer { kept in
                while place < count {
                    kept[place] = condition(place)
                    place += 1
                }
            }
            marks = kept
            return
        }
        // Nobody else has the marks then, so that they are not copied.
        marks = nil
        kept.withUnsafeMutableBufferPointer { kept in
            for place in kept.indices where kept[place] { kept[place] = condition(place) }
        }
        marks = kept
    }
}
