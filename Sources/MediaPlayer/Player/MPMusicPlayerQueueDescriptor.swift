import AudioCore
public import Foundation

/// What a music player is to play: one of its subclasses.
open class MPMusicPlayerQueueDescriptor: NSObject, @unchecked Sendable {
    override init() { super.init() }

    var contents: Result<MusicPlayerEngine.Contents, MPError> { .failure(MPError(.notFound)) }
}

/// Items of the library, in their order, and the parts of them that play.
open class MPMusicPlayerMediaItemQueueDescriptor: MPMusicPlayerQueueDescriptor, @unchecked Sendable {
    private struct Times {
        var start: [MPMediaEntityPersistentID: TimeInterval] = [:]
        var end: [MPMediaEntityPersistentID: TimeInterval] = [:]
        var first: MPMediaItem?
    }

    private let given: Source
    private let times = LockedValue(Times())

    private enum Source: Sendable {
        case query(MPMediaQuery)
        case collection(MPMediaItemCollection)
    }

    /// Plays what a query finds.
    ///
    /// - Parameter query: the query, which is asked when the descriptor is given to a player.
    public init(query: MPMediaQuery) {
        given = .query(query.copy() as? MPMediaQuery ?? query)
        super.init()
    }

    /// Plays the items of a collection.
    ///
    /// - Parameter itemCollection: the collection.
    public init(itemCollection: MPMediaItemCollection) {
        given = .collection(itemCollection)
        super.init()
    }

    /// The query; that of all items where there is a collection.
    open var query: MPMediaQuery {
        if case .query(let query) = given { return query.copy() as? MPMediaQuery ?? query }
        return MPMediaQuery()
    }

    /// The items.
    open var itemCollection: MPMediaItemCollection {
        switch given {
        case .query(let query): MPMediaItemCollection(items: query.items ?? [])
        case .collection(let collection): collection
        }
    }

    /// The item that plays first; nil for the first one. An item that is not there is ignored.
    open var startItem: MPMediaItem? {
        get { times.withLock(\.first) }
        set {
            // The one before may be of a class of the program's, and is freed without the lock.
            let old = times.withLock { times in
                defer { times.first = newValue }
                return times.first
            }
            _ = old
        }
    }

    /// Has an item begin later than at its beginning.
    ///
    /// - Parameters:
    ///   - startTime: seconds from the item's beginning. What is not a number, or below 0, is ignored.
    ///   - mediaItem: the item.
    open func setStartTime(_ startTime: TimeInterval, for mediaItem: MPMediaItem) {
        guard startTime.isFinite, startTime >= 0 else { return }
        let number = mediaItem.persistentID
        times.withLock { $0.start[number] = startTime }
    }

    /// Has an item end earlier than at its end.
    ///
    /// - Parameters:
    ///   - endTime: seconds from the item's beginning. What is not a number, or below 0, is ignored.
    ///   - mediaItem: the item.
    open func setEndTime(_ endTime: TimeInterval, for mediaItem: MPMediaItem) {
        guard endTime.isFinite, endTime >= 0 else { return }
        let number = mediaItem.persistentID
        times.withLock { $0.end[number] = endTime }
    }

    override var contents: Result<MusicPlayerEngine.Contents, MPError> {
        let items = itemCollection.items
        guard !items.isEmpty else { return .failure(MPError(.notFound, reason: "there is no item")) }
        let times = times.withLock { $0 }
        let pieces = items.map {
            MusicPlayerEngine.Piece(
                item: $0, start: times.start[$0.persistentID] ?? 0, end: times.end[$0.persistentID])
        }
        let first = times.first.flatMap { first in items.firstIndex { $0.isEqual(first) } }
        return .success(MusicPlayerEngine.Contents(pieces: pieces, first: first))
    }
}
