/// What a music player should do: its queue, its state, what is heard and what is notified, in the simplest terms.
///
/// The order of a shuffled queue is by chance: the model takes it from the player.
struct MusicPlayerModel {
    enum Run: Equatable { case stopped, playing, paused }
    enum Repetition: CaseIterable { case none, one, all }

    struct Entry: Equatable {
        let id: Int
        let item: Int64
    }

    var entries: [Entry] = []
    var index: Int?
    var run = Run.stopped
    /// Frames of the item that the device has got; nil where it is not open.
    var position: Int?
    /// What the next start plays instead.
    var pending: [Int64]?
    var repetition = Repetition.none
    /// Gives a new queue the order by chance that the player has given it; nil where that does not shuffle.
    var order: (([Entry]) -> [Entry])?
    var notified: [String] = []
    /// The entry that was notified last; -1 for one of an earlier queue.
    private var announced: Int?
    private var lastID = 0
    let damaged: Set<Int64>

    init(damaged: Set<Int64>) { self.damaged = damaged }

    /// Frames of an item.
    static func length(_ item: Int64) -> Int { 40 + Int(item) * 13 }

    var current: Entry? { index.map { entries[$0] } }
    private var wraps: Bool { repetition == .all }

    private mutating func new(_ items: [Int64]) -> [Entry] {
        items.map { item in
            lastID += 1
            return Entry(id: lastID, item: item)
        }
    }

    // MARK: The queue

    @discardableResult private mutating func load() -> Bool {
        guard let items = pending else { return false }
        pending = nil
        position = nil
        if announced != nil { announced = -1 }
        (entries, index) = (new(items), nil)
        if let order { entries = order(entries) }
        notified.append("queue")
        return true
    }

    mutating func edit(_ body: (inout MusicPlayerModel) -> Void) {
        let (isNew, playing) = (load(), current?.id)
        body(&self)
        notified.append("queue")
        if isNew || playing != nil && playing != current?.id { go() }
    }

    /// In an edit.
    mutating func insert(_ items: [Int64], after place: Int?) {
        let at = place.map { $0 + 1 } ?? 0
        entries.insert(contentsOf: new(items), at: at)
        if let index, index >= at { self.index = index + items.count }
    }

    /// In an edit.
    mutating func remove(_ item: Int64) {
        guard let place = entries.firstIndex(where: { $0.item == item }) else { return }
        entries.remove(at: place)
        guard let index else { return }
        if place < index { self.index = index - 1 }
        if place == index, index >= entries.count { self.index = nil }
    }

    mutating func select(_ item: Int64) {
        let isNew = load()
        let place = entries.firstIndex { $0.item == item }
        if let place { index = place }
        if place != nil || isNew { go() }
    }

    // MARK: Playing

    mutating func play() {
        let isNew = load()
        if index == nil, !entries.isEmpty { index = 0 }
        guard let position, !isNew, let current else { return go(starts: true) }
        if run == .paused, position >= Self.length(current.item) { return finish(starts: true) }
        set(.playing)
    }

    mutating func pause() { if run != .stopped { set(.paused) } }

    mutating func end() {
        (position, index) = (nil, nil)
        announce()
        set(.stopped)
    }

    mutating func skip(_ step: Int) {
        if load() { return go() }
        guard move(step, wraps) else { return end() }
        go(step: step)
    }

    mutating func prepare() {
        let isReplaced = pending != nil && run != .stopped
        load()
        if index == nil, !entries.isEmpty { index = 0 }
        if position == nil, !open(1) { return end() }
        announce()
        if isReplaced { set(.paused) }
    }

    mutating func move(to frame: Int) { if position != nil { position = frame } }

    private mutating func move(_ step: Int, _ wraps: Bool) -> Bool {
        guard let index, !entries.isEmpty else {
            self.index = nil
            return false
        }
        let place = index + step
        let count = entries.count
        self.index = wraps ? (place % count + count) % count : entries.indices.contains(place) ? place : nil
        return self.index != nil
    }

    private mutating func go(starts: Bool = false, step: Int = 1) {
        let plays = starts || run == .playing
        position = nil
        if plays || run != .stopped, index == nil, announced == -1, !entries.isEmpty { index = 0 }
        guard index != nil else { return end() }
        if plays, !open(step) { return end() }
        announce()
        if plays { set(.playing) }
    }

    /// Opens the current item, or the nearest one that can be opened.
    private mutating func open(_ step: Int) -> Bool {
        while let current {
            if !damaged.contains(current.item) {
                position = 0
                return true
            }
            _ = move(step > 0 ? 1 : -1, false)
        }
        return false
    }

    mutating func finish(starts: Bool = false) {
        if repetition != .one, !move(1, wraps) { return end() }
        go(starts: starts)
    }

    private mutating func set(_ new: Run) {
        guard run != new else { return }
        run = new
        notified.append("state")
    }

    private mutating func announce() {
        guard announced != current?.id else { return }
        announced = current?.id
        notified.append("item")
    }

    // MARK: The sound

    /// The samples of so many frames, until the queue ends: it has ended where `position` is behind the last frame of an item that
    /// nothing follows.
    mutating func hear(_ frames: Int) -> [Float] {
        var heard: [Float] = []
        while heard.count < frames {
            guard run == .playing, let current, let place = position else {
                heard.append(0)
                continue
            }
            if place < Self.length(current.item) {
                heard.append(Float(current.item) / 16)
                position = place + 1
                continue
            }
            var ahead = self
            ahead.finish()
            if ahead.run == .stopped {
                heard.append(0)
            } else {
                self = ahead
            }
        }
        return heard
    }

    /// Whether the item that plays is over, and nothing follows it.
    var isOver: Bool {
        guard run == .playing, let current, let position, position >= Self.length(current.item) else { return false }
        var ahead = self
        ahead.finish()
        return ahead.run == .stopped
    }
}
