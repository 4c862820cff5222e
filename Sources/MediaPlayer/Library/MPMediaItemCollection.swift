import AudioCore
public import Foundation
import MusicLibrary

/// Items that belong together, such as those of an album.
///
/// That of a query reads its items from the library when they are first asked for.
open class MPMediaItemCollection: MPMediaEntity, @unchecked Sendable {
    /// What the groups of a query have in common. One object, so that a collection in a list of many takes little.
    final class Group: Sendable {
        let grouping: Grouping
        let filter: ItemFilter

        init(grouping: Grouping, filter: ItemFilter) { (self.grouping, self.filter) = (grouping, filter) }
    }

    private final class Details: EntityDetails, @unchecked Sendable {
        /// Nil for a collection of a program's own.
        let group: Group?
        /// To be touched under `lock`.
        var items: [MPMediaItem]?

        init(_ number: Int64, _ library: LibraryAccess?, _ group: Group?, _ items: [MPMediaItem]? = nil) {
            (self.group, self.items) = (group, items)
            super.init(number, library)
        }
    }

    /// The bytes of an item without details, and of its place in an array.
    private static let sizeOfItem = 40
    /// That of all collections, which hold it for a moment.
    private static let lock = LockedValue(())
    /// The group of collections of one item, whose number is the item's.
    private static let alone = Group(grouping: .title, filter: ItemFilter())

    private final var details: Details { kept { Details($0, nil, Self.alone) } }
    private final var group: Group? { details.group }

    /// Creates a collection of one item of the user's library, whose number it has.
    init(shared number: Int64) { super.init(number) }

    init(_ number: Int64, _ access: LibraryAccess, _ group: Group) {
        if access.isShared, group.grouping == .title {
            super.init(number)
        } else {
            super.init(Details(number, access, group))
        }
    }

    /// Creates a collection of a program's own.
    ///
    /// - Parameter items: the items, in their order.
    public init(items: [MPMediaItem]) {
        super.init(Details(0, nil, nil, items))
    }

    /// Reads the items of an archive.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
        let items = coder.decodeObject(of: [NSArray.self, MPMediaItem.self], forKey: Self.itemsKey) as? [MPMediaItem]
        super.init(Details(Self.number(coder), nil, nil, items))
    }

    private static let itemsKey = "items"

    /// Archives the number and the items.
    ///
    /// - Parameter coder: the archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(items as NSArray, forKey: Self.itemsKey)
    }

    /// The items: of an album by disc and track, of an artist by album, of a playlist in its order.
    open var items: [MPMediaItem] {
        let (details, access) = (details, access)
        if let items = Self.lock.withLock({ _ in details.items }) { return items }
        let found = [MPMediaItem](of: members) { MPMediaItem($0, access) }
        access.prepared.count((found.count + 4) * Self.sizeOfItem)
        return Self.lock.withLock { _ in
            let items = details.items ?? found
            details.items = items
            return items
        }
    }

    private var members: [Int64] {
        guard let group, let index = access.index else { return [] }
        do { return try index.members(of: number, group.grouping, group.filter) } catch {
            Log.note("the music library cannot be read: \((error as? AudioError)?.reason ?? "\(error)")")
            return []
        }
    }

    /// Has the items read again when they are next asked for.
    func forgetItems() {
        let details = details
        guard details.group != nil else { return }
        // They are freed without the lock.
        let old = Self.lock.withLock { _ in
            defer { details.items = nil }
            return details.items
        }
        _ = old
    }

    /// An item that stands for all of them, the first. Where the collection is one of several artists of it, that is its artist.
    open var representativeItem: MPMediaItem? {
        guard let first = items.first else { return nil }
        guard let group, case .role(let role) = group.grouping, role != .album else { return first }
        let owner = MPMediaItem.Owner(role: role, number: number, name: access.index?.name(of: number))
        return MPMediaItem(first.number, access, of: owner)
    }

    /// How many items there are.
    open var count: Int {
        // A list of many groups shows how large each is, and needs no items for it.
        let details = details
        if details.group == nil { return items.count }
        return Self.lock.withLock { _ in details.items?.count } ?? members.count
    }

    /// What a group of a query is called, without its items; nil where the library has no name of it.
    var groupName: String? {
        guard let group, case .role = group.grouping else { return nil }
        return access.index?.name(of: number)
    }

    /// The kinds of all items.
    open var mediaTypes: MPMediaType { items.reduce(into: []) { $0.formUnion($1.mediaType) } }

    /// A value of the item that stands for the others; the number is the collection's own.
    ///
    /// - Parameter property: its name.
    /// - Returns: the value; nil where there is none.
    open override func value(forProperty property: String) -> Any? {
        super.value(forProperty: property) ?? representativeItem?.value(forProperty: property)
    }
}
