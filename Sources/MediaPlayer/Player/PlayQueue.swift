/// The items of a music player, in the order in which they play. A value: it knows neither time nor devices.
///
/// The same item may be in a queue more than once, so that each entry has a number of its own.
struct PlayQueue<Item: Sendable>: Sendable {
    struct Entry: Sendable {
        let number: Int
        var item: Item
    }

    /// What follows the end of an item, and the last item of the queue.
    enum Repetition { case none, one, all }

    /// In the order in which they play.
    private(set) var entries: [Entry] = []
    /// The place of the item that plays in `entries`; nil for none.
    private(set) var index: Int?
    /// The numbers of the entries in the order in which they were given.
    private var given: [Int] = []
    private var isShuffled = false
    /// The number of the next new entry. None is given again, also where its entry was removed: by its number it is known which entry plays.
    private var nextNumber = 0

    init(_ items: [Item] = []) {
        entries = items.enumerated().map { Entry(number: $0.offset, item: $0.element) }
        given = entries.map(\.number)
        nextNumber = entries.count
    }

    private mutating func new(_ items: [Item]) -> [Entry] {
        defer { nextNumber += items.count }
        return items.enumerated().map { Entry(number: nextNumber + $0.offset, item: $0.element) }
    }

    var current: Entry? { index.map { entries[$0] } }

    // MARK: Moving

    /// Goes to an entry.
    ///
    /// - Parameter place: the place in `entries`; nil for none of them.
    mutating func select(_ place: Int?) { index = place.flatMap { entries.indices.contains($0) ? $0 : nil } }

    /// Selects what follows the end of an item.
    ///
    /// - Returns: false at the end of the queue, after which no item is the current one.
    mutating func advance(_ repetition: Repetition) -> Bool {
        guard repetition != .one || index == nil else { return true }
        return move(by: 1, repetition)
    }

    /// Selects the item after or before as the user asks, also from an item that repeats.
    ///
    /// - Returns: false past either end of the queue, where no item is the current one.
    mutating func move(by step: Int, _ repetition: Repetition) -> Bool {
        guard !entries.isEmpty, let index else {
            self.index = nil
            return false
        }
        let place = index + step
        switch repetition {
        case .all: self.index = (place % entries.count + entries.count) % entries.count
        case .none, .one: select(place)
        }
        return self.index != nil
    }

    // MARK: Order

    /// Puts the items in an order by chance. The item that plays continues, with the items of its group first.
    ///
    /// - Parameters:
    ///   - group: what items that stay together have in common; nil for an item that stands alone.
    ///   - generator: where the order comes from.
    mutating func shuffle(
        by group: (Item) -> UInt64? = { _ in nil }, using generator: inout some RandomNumberGenerator
    ) {
        let playing = current?.number
        sort()
        var groups: [[Entry]] = []
        var places: [UInt64: Int] = [:]
        for entry in entries {
            if let name = group(entry.item) {
                if let place = places[name] {
                    groups[place].append(entry)
                    continue
                }
                places[name] = groups.count
            }
            groups.append([entry])
        }
        groups.shuffle(using: &generator)
        if let playing, let first = groups.firstIndex(where: { $0.contains { $0.number == playing } }) {
            groups.swapAt(0, first)
        }
        entries = Array(groups.joined())
        index = entries.firstIndex { $0.number == playing }
        isShuffled = true
    }

    /// Puts the items back in the order in which they were given. The item that plays continues.
    mutating func unshuffle() {
        guard isShuffled else { return }
        let playing = current?.number
        sort()
        index = entries.firstIndex { $0.number == playing }
        isShuffled = false
    }

    private mutating func sort() {
        let places = Dictionary(uniqueKeysWithValues: given.enumerated().map { ($0.element, $0.offset) })
        entries.sort { places[$0.number, default: 0] < places[$1.number, default: 0] }
    }

    // MARK: Editing

    /// Inserts items so that they play one after the other.
    ///
    /// - Parameters:
    ///   - items: the new items.
    ///   - place: the place in `entries` of the item that they follow; nil for the beginning.
    mutating func insert(_ items: [Item], after place: Int?) {
        let new = new(items)
        let at = place.map { min($0 + 1, entries.count) } ?? 0
        let before = place.flatMap { entries.indices.contains($0) ? given.firstIndex(of: entries[$0].number) : nil }
        given.insert(contentsOf: new.map(\.number), at: before.map { $0 + 1 } ?? 0)
        entries.insert(contentsOf: new, at: at)
        if let index, index >= at { self.index = index + new.count }
    }

    /// Adds items that play last.
    mutating func append(_ items: [Item]) {
        let new = new(items)
        entries += new
        given += new.map(\.number)
    }

    /// Removes an entry. Where it is the one that plays, the one after it becomes the current one, if there is one.
    mutating func remove(at place: Int) {
        let entry = entries.remove(at: place)
        given.removeAll { $0 == entry.number }
        guard let index else { return }
        if place < index { self.index = index - 1 }
        if place == index { select(index) }
    }
}
