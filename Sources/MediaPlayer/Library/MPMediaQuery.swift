import AudioCore
public import Foundation
import MusicLibrary

/// Asks the library for items, alone or in groups.
///
/// What it finds stays the same until its predicates or its grouping change: make another query after
/// `MPMediaLibraryDidChange`. While the folder is scanned for the first time, a query waits for it for
/// five seconds at most. Any thread may call.
///
/// ```swift
/// import MediaPlayer
///
/// let query = MPMediaQuery.albums()
/// query.addFilterPredicate(MPMediaPropertyPredicate(value: "The Larks", forProperty: MPMediaItemPropertyArtist))
/// for album in query.collections ?? [] {
///     print(album.representativeItem?.albumTitle ?? "", album.count)
/// }
/// ```
open class MPMediaQuery: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private struct State {
        var predicates: Set<MPMediaPredicate>?
        var grouping = MPMediaGrouping.title
        /// What was found for these.
        var items: (items: [MPMediaItem], sections: [MPMediaQuerySection])?
        var collections: (collections: [MPMediaItemCollection], sections: [MPMediaQuerySection])?
        /// Changes with the predicates and the grouping.
        var version = 0
    }

    private let state: LockedValue<State>
    private let access: LibraryAccess

    init(_ predicates: Set<MPMediaPredicate>?, _ grouping: MPMediaGrouping, _ access: LibraryAccess = .shared) {
        state = LockedValue(State(predicates: predicates, grouping: grouping))
        self.access = access
        super.init()
    }

    /// Creates a query for all items.
    public override convenience init() { self.init(nil, .title) }

    /// Creates a query for items that meet all predicates.
    ///
    /// - Parameter filterPredicates: the predicates; none for all items.
    public convenience init(filterPredicates: Set<MPMediaPredicate>?) { self.init(filterPredicates, .title) }

    // MARK: What it asks for

    /// What items must meet, all of it.
    open var filterPredicates: Set<MPMediaPredicate>? {
        get { state.withLock(\.predicates) }
        set { change { $0.predicates = newValue } }
    }

    /// Adds a predicate.
    ///
    /// - Parameter predicate: what items must meet, too.
    open func addFilterPredicate(_ predicate: MPMediaPredicate) {
        // Predicates of a program compare themselves here, without the lock.
        let all = (filterPredicates ?? []).union([predicate])
        change { $0.predicates = all }
    }

    /// Removes a predicate.
    ///
    /// - Parameter predicate: one that is equal to it is removed.
    open func removeFilterPredicate(_ predicate: MPMediaPredicate) {
        let rest = filterPredicates?.subtracting([predicate])
        change { $0.predicates = rest }
    }

    /// By what collections are made; title at first, which makes one of each item.
    open var groupingType: MPMediaGrouping {
        get { state.withLock(\.grouping) }
        set { change { $0.grouping = newValue } }
    }

    private func change(_ body: (inout State) -> Void) {
        // What was there is freed without the lock.
        let old = state.withLock { state in
            let old = state
            body(&state)
            (state.items, state.collections) = (nil, nil)
            state.version += 1
            return old
        }
        _ = old
    }

    private var filter: (filter: ItemFilter, grouping: MPMediaGrouping, version: Int) {
        let state = self.state.withLock { $0 }
        let conditions = (state.predicates ?? []).map(\.condition)
        return (ItemFilter(conditions), state.grouping, state.version)
    }

    // MARK: What it finds

    /// The items, in the order of the grouping: by title, or by album, artist and so on, and in these by disc and track. Nil where the
    /// library may not be read.
    open var items: [MPMediaItem]? { foundItems?.items }

    /// Ranges of ``items`` with the letters that their names begin with.
    open var itemSections: [MPMediaQuerySection]? { foundItems?.sections }

    /// The groups, by name. Nil where the library may not be read.
    open var collections: [MPMediaItemCollection]? { foundCollections?.collections }

    /// Ranges of ``collections`` with the letters that their names begin with.
    open var collectionSections: [MPMediaQuerySection]? { foundCollections?.sections }

    private var foundItems: (items: [MPMediaItem], sections: [MPMediaQuerySection])? {
        if let known = state.withLock(\.items) { return known }
        let (filter, grouping, version) = filter
        guard let listing = list({ try $0.items(filter, grouping.engine) }) else { return nil }
        let found = (listing.ids.map { MPMediaItem($0, access) }, listing.sections.map { MPMediaQuerySection($0) })
        state.withLock { if $0.version == version { $0.items = found } }
        return found
    }

    private var foundCollections: (collections: [MPMediaItemCollection], sections: [MPMediaQuerySection])? {
        if let known = state.withLock(\.collections) { return known }
        let (filter, grouping, version) = filter
        guard let listing = list({ try $0.groups(filter, grouping.engine) }) else { return nil }
        let group = MPMediaItemCollection.Group(grouping: grouping.engine, filter: filter)
        let collections = listing.ids.map { id in
            grouping == .playlist ? MPMediaPlaylist(id, access, filter) : MPMediaItemCollection(id, access, group)
        }
        let found = (collections, listing.sections.map { MPMediaQuerySection($0) })
        state.withLock { if $0.version == version { $0.collections = found } }
        return found
    }

    private func list(_ body: (MusicIndex) throws -> Listing) -> Listing? {
        guard let index = access.ready else { return nil }
        do { return try body(index) } catch {
            Log.note("the music library cannot be read: \((error as? AudioError)?.reason ?? "\(error)")")
            return nil
        }
    }

    // MARK: Ready ones

    private static func kind(_ type: MPMediaType) -> Set<MPMediaPredicate> {
        [MPMediaPropertyPredicate(value: type, forProperty: MPMediaItemPropertyMediaType)]
    }

    /// Creates a query for music by album.
    ///
    /// - Returns: the query.
    open class func albums() -> MPMediaQuery { MPMediaQuery(kind(.music), .album) }

    /// Creates a query for music by artist.
    ///
    /// - Returns: the query.
    open class func artists() -> MPMediaQuery { MPMediaQuery(kind(.music), .artist) }

    /// Creates a query for music by title.
    ///
    /// - Returns: the query.
    open class func songs() -> MPMediaQuery { MPMediaQuery(kind(.music), .title) }

    /// Creates a query for items of any kind by playlist.
    ///
    /// - Returns: the query.
    open class func playlists() -> MPMediaQuery { MPMediaQuery(nil, .playlist) }

    /// Creates a query for podcasts by their titles.
    ///
    /// - Returns: the query.
    open class func podcasts() -> MPMediaQuery { MPMediaQuery(kind(.podcast), .podcastTitle) }

    /// Creates a query for audiobooks by title.
    ///
    /// - Returns: the query.
    open class func audiobooks() -> MPMediaQuery { MPMediaQuery(kind(.audioBook), .title) }

    /// Creates a query for albums of several artists, by album.
    ///
    /// - Returns: the query.
    open class func compilations() -> MPMediaQuery {
        let predicate = MPMediaPropertyPredicate(value: true, forProperty: MPMediaItemPropertyIsCompilation)
        return MPMediaQuery([predicate], .album)
    }

    /// Creates a query for items of any kind by composer.
    ///
    /// - Returns: the query.
    open class func composers() -> MPMediaQuery { MPMediaQuery(nil, .composer) }

    /// Creates a query for items of any kind by genre.
    ///
    /// - Returns: the query.
    open class func genres() -> MPMediaQuery { MPMediaQuery(nil, .genre) }

    // MARK: Copies and archives

    /// Creates a query that asks for the same.
    ///
    /// - Parameter zone: is ignored.
    /// - Returns: an ``MPMediaQuery``.
    open func copy(with zone: NSZone? = nil) -> Any { MPMediaQuery(filterPredicates, groupingType, access) }

    private static let predicatesKey = "predicates"
    private static let groupingKey = "grouping"

    /// Reads a query from an archive.
    ///
    /// - Parameter coder: the archive.
    public required convenience init?(coder: NSCoder) {
        let classes = [NSArray.self, MPMediaPredicate.self, MPMediaPropertyPredicate.self]
        let predicates = coder.decodeObject(of: classes, forKey: Self.predicatesKey) as? [MPMediaPredicate]
        let grouping = MPMediaGrouping(rawValue: coder.decodeInteger(forKey: Self.groupingKey)) ?? .title
        self.init(predicates.map { Set($0) }, grouping)
    }

    /// Archives what the query asks for.
    ///
    /// - Parameter coder: the archive.
    open func encode(with coder: NSCoder) {
        if let predicates = filterPredicates { coder.encode(Array(predicates) as NSArray, forKey: Self.predicatesKey) }
        coder.encode(groupingType.rawValue, forKey: Self.groupingKey)
    }

    /// Archives are secure.
    open class var supportsSecureCoding: Bool { true }
}

/// A range of what a query finds, with the letter that its names begin with.
open class MPMediaQuerySection: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The letter; `#` for what begins with none.
    public let title: String
    /// Indexes of the query's array.
    public let range: NSRange

    init(_ section: Listing.Section) {
        title = section.title.text
        range = NSRange(location: section.range.lowerBound, length: section.range.count)
        super.init()
    }

    /// Reads a section from an archive.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
        guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else { return nil }
        self.title = String(describing: title)
        range = NSRange(
            location: coder.decodeInteger(forKey: "location"), length: coder.decodeInteger(forKey: "length"))
        super.init()
    }

    /// Archives the section.
    ///
    /// - Parameter coder: the archive.
    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: title), forKey: "title")
        coder.encode(range.location, forKey: "location")
        coder.encode(range.length, forKey: "length")
    }

    /// Archives are secure.
    open class var supportsSecureCoding: Bool { true }

    /// Returns the section itself, which does not change.
    ///
    /// - Parameter zone: is ignored.
    /// - Returns: the section.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension MPMediaGrouping {
    /// What the library calls it.
    var engine: Grouping {
        switch self {
        case .title: .title
        case .album: .role(.album)
        case .artist: .role(.artist)
        case .albumArtist: .role(.albumArtist)
        case .composer: .role(.composer)
        case .genre: .role(.genre)
        case .playlist: .playlist
        case .podcastTitle: .role(.podcast)
        }
    }
}
