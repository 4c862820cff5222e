/// Plays items one after the other, without a gap between them.
///
/// An item that has ended, or that cannot be opened, leaves the queue, and the next one becomes the current one. After the last one the
/// player waits for another (`reasonForWaitingToPlay`).
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    override init(_ item: AVPlayerItem?, _ action: PlaybackModel.EndAction, on device: PlaybackDevice) {
        super.init(item, action, on: device)
    }

    /// Makes a player of an item.
    ///
    /// - Parameter item: the item; nil for none so far. Ends the program if it is another player's.
    public override init(playerItem item: AVPlayerItem?) { super.init(item, .advance, on: PlaybackDevice()) }

    /// Makes a player of items.
    ///
    /// - Parameter items: the items, in order. Ends the program if one is another player's, or is there twice.
    public init(items: [AVPlayerItem]) {
        super.init(nil, .advance, on: PlaybackDevice())
        add(items)
    }

    /// Adds items to the end of the queue.
    func add(_ items: [AVPlayerItem]) { for item in items { insert(item, after: nil) } }

    /// The current item and those after it.
    ///
    /// - Returns: the items.
    open func items() -> [AVPlayerItem] {
        engine.read { inside in inside.model.items.compactMap { inside.items[$0.id] } }
    }

    /// Advances to the next item.
    ///
    /// The current one leaves the queue.
    open func advanceToNextItem() { engine.change { $0.model.advance() } }

    /// Whether an item can be added to the queue.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - afterItem: the item before it; nil for the end of the queue.
    /// - Returns: false for an item of a player, and where the item before it is not in the queue.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        guard item.engine == nil || item.engine === engine else { return false }
        return engine.read { $0.model.canInsert(item.id, after: afterItem?.id) }
    }

    /// Adds an item to the queue.
    ///
    /// - Parameters:
    ///   - item: the item. Ends the program if it is a player's.
    ///   - afterItem: the item before it; nil for the end of the queue. Ends the program if it is not in the queue.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        engine.claim(item)
        var isInserted = false
        engine.change { inside in
            guard let effects = inside.model.insert(item.id, after: afterItem?.id) else { return [] }
            isInserted = true
            inside.items[item.id] = item
            return effects
        }
        requireAsset(
            isInserted, "An AVPlayerItem can occupy only one position in a player's queue, after an item of it")
    }

    /// Removes an item from the queue.
    ///
    /// Where it is the current one, the next one plays.
    ///
    /// - Parameter item: the item. Nothing happens if it is not in the queue.
    open func remove(_ item: AVPlayerItem) { engine.change { $0.model.remove(item.id) } }

    /// Removes all items.
    open func removeAllItems() { engine.change { $0.model.replaceItems(with: nil) } }
}
