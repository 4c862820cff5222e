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
        var items = Found<MPMediaItem>()
        var collections = Found<MPMediaItemCollection>()
        /// Changes with the predicates and the grouping.
        var version = 0
    }

    /// What was found, of which the objects are made when they are first asked for: whoever asks for sections alone needs none.
    private struct Found<Entity: MPMediaEntity> {
        var listing: Listing?
        var entities: [Entity]?
        var sections: [MPMediaQuerySection]?
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
            (state.items, state.collections) = (Found(), Found())
            state.version += 1
            return old
        }
        _ = old
    }

    /// What the query asks for at one moment.
    private struct Asked {
        let filter: ItemFilter
        let grouping: MPMediaGrouping
        /// That of the state.
        let version: Int
    }

    private var asked: Asked {
        let state = self.state.withLock { ($0.predicates, $0.grouping, $0.version) }
        let conditions = (state.0 ?? []).map(\.condition)
        return Asked(filter: ItemFilter(conditions), grouping: state.1, version: state.2)
    }

    // MARK: What it finds

    /// The items, in the order of the grouping: by title, or by album, artist and so on, and in these by disc and track. Nil where the
    /// library may not be read.
    open var items: [MPMediaItem]? { entities(\.items, Self.items, makeItems) }

    /// Ranges of ``items`` with the letters that their names begin with.
    open var itemSections: [MPMediaQuerySection]? { sections(\.items, Self.items) }

    /// The groups, by name. Nil where the library may not be read.
    open var collections: [MPMediaItemCollection]? { entities(\.collections, Self.groups, makeCollections) }

    /// Ranges of ``collections`` with the letters that their names begin with.
    open var collectionSections: [MPMediaQuerySection]? { sections(\.collections, Self.groups) }

    private typealias Place<Entity: MPMediaEntity> = WritableKeyPath<State, Found<Entity>>
    private typealias Question = (MusicIndex, ItemFilter, Grouping) throws -> Listing

    private static func items(_ index: MusicIndex, _ filter: ItemFilter, _ grouping: Grouping) throws -> Listing {
        try index.items(filter, grouping)
    }

    private static func groups(_ index: MusicIndex, _ filter: ItemFilter, _ grouping: Grouping) throws -> Listing {
        try index.groups(filter, grouping)
    }

    private func makeItems(_ listing: Listing, _ filter: ItemFilter, _ grouping: MPMediaGrouping) -> [MPMediaItem] {
        access.preparedItems(listing, grouping)
            ?? [MPMediaItem](of: listing.ids) { [access] in MPMediaItem($0, access) }
    }

    private func makeCollections(
        _ listing: Listing, _ filter: ItemFilter, _ grouping: MPMediaGrouping
    ) -> [MPMediaItemCollection] {
        if grouping == .playlist { return listing.ids.map { MPMediaPlaylist($0, access, filter) } }
        if grouping == .title, let prepared = access.preparedCollections(listing) { return prepared }
        let group = MPMediaItemCollection.Group(grouping: grouping.engine, filter: filter)
        return [MPMediaItemCollection](of: listing.ids) { [access] in MPMediaItemCollection($0, access, group) }
    }

    /// What the predicates and the grouping find, which stays the same as long as these do.
    private func listing<Entity>(_ place: Place<Entity>, _ question: Question, _ asked: Asked) -> Listing? {
        let known = state.withLock { $0.version == asked.version ? $0[keyPath: place].listing : nil }
        if let known { return known }
        guard let found = list({ try question($0, asked.filter, asked.grouping.engine) }) else { return nil }
        return state.withLock { state in
            guard state.version == asked.version else { return found }
            // Another thread may have asked at the same time.
            let listing = state[keyPath: place].listing ?? found
            state[keyPath: place].listing = listing
            return listing
        }
    }

    private func entities<Entity>(
        _ place: Place<Entity>, _ question: Question, _ make: (Listing, ItemFilter, MPMediaGrouping) -> [Entity]
    ) -> [Entity]? {
        if let known = state.withLock({ $0[keyPath: place].entities }) { return known }
        let asked = asked
        guard let listing = listing(place, question, asked) else { return nil }
        let made = make(listing, asked.filter, asked.grouping)
        return state.withLock { state in
            guard state.version == asked.version else { return made }
            let entities = state[keyPath: place].entities ?? made
            state[keyPath: place].entities = entities
            return entities
        }
    }

    private func sections<Entity>(_ place: Place<Entity>, _ question: Question) -> [MPMediaQuerySection]? {
        if let known = state.withLock({ $0[keyPath: place].sections }) { return known }
        let asked = asked
        guard let listing = listing(place, question, asked) else { return nil }
        let made = listing.sections.map { MPMediaQuerySection($0) }
        return state.withLock { state in
            guard state.version == asked.version else { return made }
            let sections = state[keyPath: place].sections ?? made
            state[keyPath: place].sections = sections
            return sections
        }
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
