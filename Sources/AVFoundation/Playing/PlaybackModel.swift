/// What a player does and where its items stand: a value, without threads, times and sound.
///
/// Each change returns its effects, in the order in which programs learn of them. Whoever changes it sees to the sound afterwards.
struct PlaybackModel {
    typealias ItemID = Int
    typealias SeekID = Int

    enum ItemStatus: Int { case unknown, ready, failed }
    enum TimeControl: Int { case paused, waiting, playing }
    enum Waiting { case minimizingStalls, evaluatingBuffering, noItem }
    enum EndAction: Int { case advance, pause, none }
    enum RateReason { case set, failed, interrupted }
    enum Property { case rate, timeControl, waiting, currentItem, status }

    struct Seek: Equatable {
        let id: SeekID
        /// Seconds of the item.
        let time: Double
    }

    struct Item {
        let id: ItemID
        var status = ItemStatus.unknown
        /// Whether its source keeps up.
        var keepsUp = true
        /// Whether its sound has run out while it played, and waits for more.
        var hasStalled = false
        /// Whether it stands at its end, so that nothing sounds before a seek.
        var hasEnded = false
        /// What it goes to, once it is ready.
        var seek: Seek?
    }

    enum Effect: Equatable {
        case changed(Property)
        case rateChanged(RateReason)
        case itemStatus(ItemID)
        case seekEnded(SeekID, finished: Bool)
        case jumped(ItemID)
        case playedToEnd(ItemID)
        case failedToEnd(ItemID)
        case stalled(ItemID)
        /// The item is the player's no more.
        case removed(ItemID)
    }

    private(set) var items: [Item] = []
    /// The rate that is wished for; 0: paused.
    private(set) var rate: Float = 0
    private(set) var isReady = false
    /// Whether the present start waits for nothing.
    private(set) var isImmediate = false
    var endAction = EndAction.pause
    private(set) var waitsForStalls = true

    var current: Item? { items.first }

    var waiting: Waiting? {
        guard rate != 0 else { return nil }
        guard let item = current else { return .noItem }
        switch item.status {
        case .unknown: return .evaluatingBuffering
        // Nothing will come of it.
        case .failed: return .noItem
        case .ready: break
        }
        guard waitsForStalls, !isImmediate || item.hasStalled, !item.keepsUp else { return nil }
        return .minimizingStalls
    }

    var timeControl: TimeControl { rate == 0 ? .paused : waiting == nil ? .playing : .waiting }

    /// Whether the current item is to sound.
    var sounds: Bool { timeControl == .playing && current?.hasEnded == false }

    // MARK: Changes

    /// Makes a change, and returns its effects and those of what follows from it.
    private mutating func change(_ body: (inout Self, inout [Effect]) -> Void) -> [Effect] {
        let before = self
        var effects: [Effect] = []
        body(&self, &effects)
        if before.current?.id != current?.id { effects.append(.changed(.currentItem)) }
        if !before.isReady, isReady { effects.append(.changed(.status)) }
        if before.rate != rate { effects.append(.changed(.rate)) }
        if before.waiting != waiting { effects.append(.changed(.waiting)) }
        if before.timeControl != timeControl { effects.append(.changed(.timeControl)) }
        return effects
    }

    /// - Parameter immediately: whether it does not wait for a source that may not keep up.
    mutating func setRate(_ new: Float, immediately: Bool = false, because reason: RateReason = .set) -> [Effect] {
        change { model, effects in
            let isAtEnd = model.current?.hasEnded == true && model.endAction != .none
            let new = isAtEnd ? 0 : new
            if model.rate != new { effects.append(.rateChanged(reason)) }
            model.rate = new
            model.isImmediate = immediately
            if model.waitsForStalls == false, !model.items.isEmpty { model.items[0].hasStalled = false }
        }
    }

    mutating func setWaitsForStalls(_ new: Bool) -> [Effect] { change { model, _ in model.waitsForStalls = new } }

    /// Replaces the items by one, or by none.
    mutating func replaceItems(with id: ItemID?) -> [Effect] {
        guard id == nil || current?.id != id else { return [] }
        return change { model, effects in
            let kept = id.flatMap { id in model.items.first { $0.id == id } }
            let old = model.items.filter { $0.id != id }
            model.items = id.map { [kept ?? Item(id: $0)] } ?? []
            for item in old { model.remove(item, &effects) }
        }
    }

    /// Adds an item to the queue.
    ///
    /// - Parameter after: the item before it; nil for the end of the queue.
    /// - Returns: nil for an item that is in the queue, or for one before it that is not.
    mutating func insert(_ id: ItemID, after: ItemID?) -> [Effect]? {
        guard canInsert(id, after: after) else { return nil }
        return change { model, effects in
            let place = after.flatMap { after in model.items.firstIndex { $0.id == after } }
            model.items.insert(Item(id: id), at: place.map { $0 + 1 } ?? model.items.count)
            if model.endAction == .advance, model.items[0].status == .failed {
                model.remove(model.items.remove(at: 0), &effects)
            }
        }
    }

    func canInsert(_ id: ItemID, after: ItemID?) -> Bool {
        !items.contains { $0.id == id } && (after == nil || items.contains { $0.id == after })
    }

    mutating func remove(_ id: ItemID) -> [Effect] {
        guard let place = items.firstIndex(where: { $0.id == id }) else { return [] }
        return change { model, effects in model.remove(model.items.remove(at: place), &effects) }
    }

    /// Advances to the next item, whatever the end action is.
    mutating func advance() -> [Effect] { current.map { remove($0.id) } ?? [] }

    private func remove(_ item: Item, _ effects: inout [Effect]) {
        if let seek = item.seek { effects.append(.seekEnded(seek.id, finished: false)) }
        effects.append(.removed(item.id))
    }

    private mutating func changeItem(_ id: ItemID, _ body: (inout Self, Int, inout [Effect]) -> Void) -> [Effect] {
        guard let place = items.firstIndex(where: { $0.id == id }) else { return [] }
        return change { body(&$0, place, &$1) }
    }

    // MARK: What the sound reports

    /// The item can be played, or not.
    mutating func opened(_ id: ItemID, _ status: ItemStatus) -> [Effect] {
        changeItem(id) { model, place, effects in
            guard model.items[place].status == .unknown, status != .unknown else { return }
            model.items[place].status = status
            effects.append(.itemStatus(id))
            if status == .ready {
                model.isReady = true
            } else {
                if let seek = model.items[place].seek { effects.append(.seekEnded(seek.id, finished: false)) }
                model.items[place].seek = nil
                // A queue continues with the next item.
                if model.endAction == .advance, model.items.count > 1 {
                    model.remove(model.items.remove(at: place), &effects)
                }
            }
        }
    }

    mutating func setKeepsUp(_ id: ItemID, _ keepsUp: Bool) -> [Effect] {
        changeItem(id) { model, place, _ in
            model.items[place].keepsUp = keepsUp
            if keepsUp { model.items[place].hasStalled = false }
        }
    }

    /// The sound has run out while the item played.
    mutating func stalled(_ id: ItemID) -> [Effect] {
        changeItem(id) { model, place, effects in
            guard place == 0, model.rate != 0 else { return }
            (model.items[0].hasStalled, model.items[0].keepsUp) = (true, false)
            effects.append(.stalled(id))
            guard !model.waitsForStalls else { return }
            model.rate = 0
            effects.append(.rateChanged(.failed))
        }
    }

    /// The last frame of the item has been heard.
    mutating func ended(_ id: ItemID) -> [Effect] { end(id, .playedToEnd(id)) }

    /// The item could not be read to its end.
    mutating func failedToEnd(_ id: ItemID) -> [Effect] { end(id, .failedToEnd(id)) }

    private mutating func end(_ id: ItemID, _ effect: Effect) -> [Effect] {
        changeItem(id) { model, place, effects in
            guard place == 0, !model.items[0].hasEnded, model.items[0].seek == nil else { return }
            model.items[0].hasEnded = true
            effects.append(effect)
            switch model.endAction {
            case .advance: model.remove(model.items.remove(at: 0), &effects)
            case .pause:
                if model.rate != 0 { effects.append(.rateChanged(.set)) }
                model.rate = 0
            case .none: break
            }
        }
    }

    // MARK: Seeks

    /// Has an item go to a time, once it is ready. A seek before it that is not done ends.
    mutating func seek(_ id: ItemID, _ seek: Seek) -> [Effect] {
        guard items.contains(where: { $0.id == id && $0.status != .failed }) else {
            return [.seekEnded(seek.id, finished: false)]
        }
        return changeItem(id) { model, place, effects in
            if let old = model.items[place].seek { effects.append(.seekEnded(old.id, finished: false)) }
            model.items[place].seek = seek
            model.items[place].hasEnded = false
        }
    }

    mutating func cancelSeeks(_ id: ItemID) -> [Effect] {
        changeItem(id) { model, place, effects in
            guard let old = model.items[place].seek else { return }
            effects.append(.seekEnded(old.id, finished: false))
            model.items[place].seek = nil
        }
    }

    /// The sound stands where a seek goes to. A seek that a newer one has ended is not reported again.
    mutating func sought(_ id: ItemID, _ seek: SeekID) -> [Effect] {
        changeItem(id) { model, place, effects in
            guard model.items[place].seek?.id == seek else { return }
            model.items[place].seek = nil
            effects.append(.jumped(id))
            effects.append(.seekEnded(seek, finished: true))
        }
    }
}
