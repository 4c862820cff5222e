import AudioCore
public import CoreMedia
public import Foundation

/// Plays an item again and again, without a gap: it adds copies of the item to the queue of an `AVQueuePlayer`.
///
/// Looping ends with the looper's last reference, which the program has to keep.
open class AVPlayerLooper: NSObject, AVKeyValueObservable, ReportsProperties, @unchecked Sendable {
    /// Whether a looper loops.
    public enum Status: Int, @unchecked Sendable {
        /// It has not begun.
        case unknown = 0
        /// It loops.
        case ready = 1
        /// It cannot: `error` says why.
        case failed = 2
        /// It does no more.
        case cancelled = 3
    }

    private struct State {
        var status = Status.unknown
        var error: NSError?
        var count = 0
        var items: [AVPlayerItem] = []
    }

    private let state = LockedValue(State())
    let properties = ObservedProperties()
    private let start: CMTime
    private weak var player: AVQueuePlayer?
    private let engine: PlaybackEngine
    private var key: ObjectIdentifier { ObjectIdentifier(self) }

    /// How many copies stand in the queue.
    private static let copies = 3

    /// Loops an item.
    ///
    /// - Parameters:
    ///   - player: the player, whose items are removed.
    ///   - itemToLoop: the item. It is copied, and may be no player's.
    public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
    }

    /// Loops a part of an item.
    ///
    /// - Parameters:
    ///   - player: the player, whose items are removed.
    ///   - itemToLoop: the item. It is copied, and may be no player's.
    ///   - loopRange: the part; invalid for all. Ends the program for one without a length.
    public init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange) {
        requireAsset(
            !loopRange.isValid || (loopRange.start.isNumeric && loopRange.duration > .zero),
            "the time range of a looper must have a start and a length")
        start = loopRange.isValid ? loopRange.start : .zero
        (self.player, engine) = (player, player.engine)
        super.init()
        let items = (0..<Self.copies).compactMap { _ -> AVPlayerItem? in
            let copy = itemToLoop.copy() as? AVPlayerItem
            copy?.state.withLock { state in
                (state.template, state.held) = (itemToLoop, start)
                if loopRange.isValid { state.settings.end = loopRange.end }
            }
            return copy
        }
        state.withLock { ($0.items, $0.status) = (items, .ready) }
        let key = key
        engine.setQuietly { inside in
            inside.listeners[key] = { [weak self] in self?.hear($0) }
        }
        player.removeAllItems()
        player.actionAtItemEnd = .advance
        player.add(items)
    }

    deinit { stop() }

    /// Whether the looper loops.
    ///
    /// Observable.
    open var status: Status { observed("status") { $0.status } }
    /// Why the looper cannot loop; nil unless `status` is `failed`.
    ///
    /// Observable.
    open var error: (any Error)? { observed("error") { $0.error } }
    /// How often the item has been heard to its end.
    ///
    /// Observable.
    open var loopCount: Int { observed("loopCount") { $0.count } }
    /// The copies of the item that play by turns.
    ///
    /// Observable.
    open var loopingPlayerItems: [AVPlayerItem] { observed("loopingPlayerItems") { $0.items } }

    private func observed<Value>(_ key: String, _ body: (State) -> Value) -> Value {
        properties.read(key)
        return state.withLock { body($0) }
    }

    /// Loops no more: the item that plays is heard to its end.
    open func disableLooping() {
        stop()
        set(.cancelled)
    }

    private func stop() {
        let (key, items) = (key, state.withLock { $0.items })
        var isEnded = false
        engine.setQuietly { isEnded = $0.listeners.removeValue(forKey: key) != nil }
        guard isEnded else { return }
        engine.change { inside in
            items.flatMap { $0.id == inside.model.current?.id ? [] : inside.model.remove($0.id) }
        }
    }

    private func set(_ status: Status) {
        state.withLock { $0.status = status }
        properties.changed("status", to: status, by: engine.deliveries)
        engine.deliveries.deliver()
    }

    /// Puts an item that has ended back into the queue. On the engine's queue.
    private func hear(_ effect: PlaybackModel.Effect) {
        let items = state.withLock { $0.items }
        switch effect {
        case .playedToEnd(let id):
            guard let item = items.first(where: { $0.id == id }) else { return }
            let count = state.withLock { state in
                state.count += 1
                return state.count
            }
            properties.changed("loopCount", to: count, by: engine.deliveries)
            putBack(item)
        case .itemStatus(let id):
            guard let item = items.first(where: { $0.id == id }), item.status == .failed else { return }
            state.withLock { $0.error = item.error as NSError? }
            stop()
            set(.failed)
        default: break
        }
    }

    private func putBack(_ item: AVPlayerItem) {
        engine.sounds.removeValue(forKey: item.id)?.close()
        item.state.withLock { $0.held = start }
        guard item.join(engine) else { return }
        engine.change { inside in
            guard let effects = inside.model.insert(item.id, after: nil) else { return [] }
            inside.items[item.id] = item
            return effects
        }
    }
}
