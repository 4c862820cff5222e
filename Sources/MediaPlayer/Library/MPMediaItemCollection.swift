import AudioCore
public import Foundation
import MusicLibrary

/// Items that belong together, such as those of an album.
///
/// That of a query reads its items from the library when they are first asked for.
open class MPMediaItemCollection: MPMediaEntity, @unchecked Sendable {
    /// A group of a query.
    struct Group: Sendable {
        var grouping: Grouping
        var filter: ItemFilter
    }

    private let group: Group?
    private let known: LockedValue<[MPMediaItem]?>

    init(_ number: Int64, _ access: LibraryAccess, _ group: Group) {
        self.group = group
        known = LockedValue(nil)
        super.init(number, access)
    }

    /// Creates a collection of a program's own.
    ///
    /// - Parameter items: the items, in their order.
    public init(items: [MPMediaItem]) {
        group = nil
        known = LockedValue(items)
        super.init()
    }

    /// Reads the items of an archive.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
        group = nil
        let items = coder.decodeObject(of: [NSArray.self, MPMediaItem.self], forKey: Self.itemsKey) as? [MPMediaItem]
        known = LockedValue(items)
        super.init(coder: coder)
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
        if let items = known.withLock({ $0 }) { return items }
        let found = members.map { MPMediaItem($0, access) }
        return known.withLock { known in
            let items = known ?? found
            known = items
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
    func forgetItems() { known.withLock { if group != nil { $0 = nil } } }

    /// An item that stands for all of them, the first. Where the collection is one of several artists of it, that is its artist.
    open var representativeItem: MPMediaItem? {
        guard let first = items.first else { return nil }
        guard let group, case .role(let role) = group.grouping, role != .album else { return first }
        let owner = MPMediaItem.Owner(role: role, number: number, name: access.index?.name(of: number))
        return MPMediaItem(first.number, access, of: owner)
    }

    /// How many items there are.
    open var count: Int { items.count }

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
