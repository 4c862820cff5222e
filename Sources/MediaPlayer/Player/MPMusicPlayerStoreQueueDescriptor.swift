import AudioCore
public import Foundation

/// Items of a shop. There is none here: a player's `prepareToPlay` fails with `MPError.notFound`.
open class MPMusicPlayerStoreQueueDescriptor: MPMusicPlayerQueueDescriptor, @unchecked Sendable {
    private let times: LockedValue<ItemTimes>
    private let state: LockedValue<(ids: [String]?, first: String?)>

    /// Asks for items.
    ///
    /// - Parameter storeIDs: the identifiers of the items.
    public init(storeIDs: [String]) {
        times = LockedValue(ItemTimes())
        state = LockedValue((storeIDs, nil))
        super.init()
    }

    /// The identifiers of the items.
    open var storeIDs: [String]? {
        get { state.withLock(\.ids) }
        set { state.withLock { $0.ids = newValue } }
    }

    /// The item that plays first; nil for the first one.
    open var startItemID: String? {
        get { state.withLock(\.first) }
        set { state.withLock { $0.first = newValue } }
    }

    /// Has an item begin later than at its beginning.
    ///
    /// - Parameters:
    ///   - startTime: seconds from the item's beginning. What is not a number, or below 0, is ignored.
    ///   - storeID: the item's identifier.
    open func setStartTime(_ startTime: TimeInterval, forItemWithStoreID storeID: String) {
        times.withLock { $0.setStart(startTime, storeID) }
    }

    /// Has an item end earlier than at its end.
    ///
    /// - Parameters:
    ///   - endTime: seconds from the item's beginning. What is not a number, or below 0, is ignored.
    ///   - storeID: the item's identifier.
    open func setEndTime(_ endTime: TimeInterval, forItemWithStoreID storeID: String) {
        times.withLock { $0.setEnd(endTime, storeID) }
    }

    override var contents: Result<MusicPlayerEngine.Contents, MPError> {
        .failure(MPError(.notFound, reason: "there is no shop"))
    }
}

/// The parts of items that play, by what the items are called.
struct ItemTimes {
    private(set) var start: [String: TimeInterval] = [:]
    private(set) var end: [String: TimeInterval] = [:]

    mutating func setStart(_ seconds: TimeInterval, _ item: String) {
        if seconds.isFinite, seconds >= 0 { start[item] = seconds }
    }

    mutating func setEnd(_ seconds: TimeInterval, _ item: String) {
        if seconds.isFinite, seconds >= 0 { end[item] = seconds }
    }
}
