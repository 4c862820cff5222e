import AudioCore
import MusicLibrary

/// The items of a large library, and collections of one item each, as objects that are made before somebody asks for a list of them.
///
/// Memory that nothing has used yet makes 50,000 new objects expensive. All lists of one state of the library share these, and a list in
/// another order takes no more than references. An object whose values were read is replaced by a new one for queries that come after a
/// change of what the user does with items, and where many have been read, so that their values do not stay in memory.
final class PreparedEntities: Sendable {
    private struct Entities {
        /// The state of the index whose items these are, by title.
        let stamp: Int64
        /// When the library had been changed last; nil where nobody has got one of them yet.
        var modified: Int64?
        var items: [MPMediaItem]
        var collections: [MPMediaItemCollection]
    }

    private let entities = LockedValue<Entities?>(nil)
    /// The bytes that entities have read since they were replaced last.
    private let bytesRead = LockedValue(0)

    /// Bytes of values that are kept at most.
    private static let mostBytes = 8 << 20

    /// Makes the objects of all items.
    func make(_ all: AllItems) {
        let collections = [MPMediaItemCollection](of: all.ids) { MPMediaItemCollection(shared: $0) }
        replace(Entities(stamp: all.stamp, modified: nil, items: Self.items(all), collections: collections))
    }

    /// The items by title. Their memory is in the order of albums, as lists of albums, artists and genres are for the most part: who goes
    /// through memory here and there waits for each item.
    private static func items(_ all: AllItems) -> [MPMediaItem] {
        var made = [MPMediaItem?](repeating: nil, count: all.ids.count)
        for place in all.byAlbum where made.indices.contains(Int(place)) && made[Int(place)] == nil {
            made[Int(place)] = MPMediaItem(shared: all.ids[Int(place)])
        }
        return zip(made, all.ids).map { $0 ?? MPMediaItem(shared: $1) }
    }

    /// The items of a list; nil where they are not ready.
    ///
    /// - Parameters:
    ///   - isByTitle: whether the list is in the order of titles. Some of them are made faster than they are found in memory.
    ///   - modified: when the library was changed last.
    func items(_ listing: Listing, isByTitle: Bool, modified: @autoclosure () -> Int64) -> [MPMediaItem]? {
        isByTitle && listing.places?.order != nil ? nil : list(\.items, listing, modified)
    }

    /// The collections of one item each of a list of all by title; nil where they are not ready.
    ///
    /// - Parameter modified: when the library was changed last.
    func collections(_ listing: Listing, modified: @autoclosure () -> Int64) -> [MPMediaItemCollection]? {
        listing.places?.order != nil ? nil : list(\.collections, listing, modified)
    }

    private func list<Entity: MPMediaEntity>(
        _ kind: KeyPath<Entities, [Entity]>, _ listing: Listing, _ modified: () -> Int64
    ) -> [Entity]? {
        guard let places = listing.places else { return nil }
        // It is read first: what has values of before is then replaced now, or by the next query.
        let modified = modified()
        guard let known = entities.withLock({ $0 }), known.stamp == places.stamp else { return nil }
        let all = current(known, modified)[keyPath: kind]
        guard let order = places.order else { return all.count == listing.ids.count ? all : nil }
        // A list may have been read from a damaged index.
        guard order.count == listing.ids.count, order.allSatisfy({ all.indices.contains(Int($0)) }) else { return nil }
        return [Entity](unsafeUninitializedCapacity: order.count) { memory, count in
            all.withUnsafeBufferPointer { all in
                for place in order {
                    memory.initializeElement(at: count, to: all[Int(place)])
                    count += 1
                }
            }
        }
    }

    /// Those of a moment, none of which has values of before.
    private func current(_ known: Entities, _ modified: Int64) -> Entities {
        guard known.modified != modified else { return known }
        var current = known.modified == nil ? known : Self.renewed(known)
        current.modified = modified
        replace(current, ifOf: known.stamp)
        return current
    }

    /// Counts what an entity has read of the library, which it keeps. What is too much goes with those that have it, unless the program
    /// holds them.
    func count(_ bytes: Int) {
        let isTooMuch = bytesRead.withLock { read in
            read += min(max(0, bytes), Self.mostBytes)
            guard read >= Self.mostBytes else { return false }
            read = 0
            return true
        }
        guard isTooMuch, let known = entities.withLock({ $0 }) else { return }
        replace(Self.renewed(known), ifOf: known.stamp)
    }

    private static func renewed(_ known: Entities) -> Entities {
        var renewed = known
        renewed.items = known.items.map { $0.hasDetails ? MPMediaItem(shared: $0.number) : $0 }
        renewed.collections = known.collections.map { $0.hasDetails ? MPMediaItemCollection(shared: $0.number) : $0 }
        return renewed
    }

    /// - Parameter stamp: nothing is replaced where those of another state are there by now.
    private func replace(_ new: Entities, ifOf stamp: Int64? = nil) {
        // What was there is freed without the lock.
        let old = entities.withLock { entities in
            let old = entities
            if stamp == nil || entities?.stamp == stamp { entities = new }
            return old
        }
        _ = old
    }
}

extension LibraryAccess {
    /// The items of a list, where they were made before.
    func preparedItems(_ listing: Listing, _ grouping: MPMediaGrouping) -> [MPMediaItem]? {
        prepared.items(listing, isByTitle: grouping == .title, modified: index?.modified ?? 0)
    }

    /// The collections of a list of items, where they were made before.
    func preparedCollections(_ listing: Listing) -> [MPMediaItemCollection]? {
        prepared.collections(listing, modified: index?.modified ?? 0)
    }
}
