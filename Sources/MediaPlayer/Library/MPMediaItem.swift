import AudioCore
public import Foundation
import MusicLibrary

/// A sound of the user's library.
///
/// Its values are those of the moment when the first of them is asked for. Any thread may call.
///
/// ```swift
/// import MediaPlayer
///
/// for item in MPMediaQuery.songs().items ?? [] {
///     print(item.title ?? "", item.artist ?? "", item.playbackDuration)
/// }
/// ```
open class MPMediaItem: MPMediaEntity, @unchecked Sendable {
    /// An artist, an album or the like whose item this is, in the place of all of the file.
    struct Owner: Sendable {
        let role: Role
        let number: Int64
        let name: String?
    }

    /// What is known of the item.
    private final class Details: EntityDetails, @unchecked Sendable {
        let owner: Owner?
        // To be touched under `lock`.
        var record: ItemRecord?
        var picture: MPMediaItemArtwork?

        init(_ number: Int64, _ library: LibraryAccess?, _ owner: Owner? = nil) {
            self.owner = owner
            super.init(number, library)
        }
    }

    /// That of all items, which hold it for a moment.
    private static let lock = LockedValue(())

    private final var details: Details { kept { Details($0, nil) } }

    /// Creates an item of the user's library.
    init(shared number: Int64) { super.init(number) }

    init(_ number: Int64, _ access: LibraryAccess) {
        if access.isShared { super.init(number) } else { super.init(Details(number, access)) }
    }

    /// Creates an item that stands for those of an owner.
    init(_ number: Int64, _ access: LibraryAccess, of owner: Owner) { super.init(Details(number, access, owner)) }

    /// Creates an item that is not in the library. For subclasses of a program.
    public override init() { super.init() }

    /// Finds the item of an archive in the library.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// What the library has of it; nil for one that is not there.
    final var record: ItemRecord? {
        guard number != 0 else { return nil }
        let details = details
        if let known = Self.lock.withLock({ _ in details.record }) { return known }
        guard var record = details.access.index?.record(details.number) else { return nil }
        if let owner = details.owner {
            record.entities[owner.role] = owner.number
            record.names[owner.role] = owner.name
        }
        details.access.prepared.count(record.size)
        let found = record
        return Self.lock.withLock { _ in
            let record = details.record ?? found
            details.record = record
            return record
        }
    }

    // MARK: Groups

    /// The property with the number of the group that an item is in.
    ///
    /// - Parameter groupingType: by what items are grouped.
    /// - Returns: the property's name.
    open class func persistentIDProperty(forGroupingType groupingType: MPMediaGrouping) -> String {
        switch groupingType {
        case .title: MPMediaItemPropertyPersistentID
        case .album: MPMediaItemPropertyAlbumPersistentID
        case .artist: MPMediaItemPropertyArtistPersistentID
        case .albumArtist: MPMediaItemPropertyAlbumArtistPersistentID
        case .composer: MPMediaItemPropertyComposerPersistentID
        case .genre: MPMediaItemPropertyGenrePersistentID
        case .playlist: MPMediaPlaylistPropertyPersistentID
        case .podcastTitle: MPMediaItemPropertyPodcastPersistentID
        }
    }

    /// The property with the name of the group that an item is in.
    ///
    /// - Parameter groupingType: by what items are grouped.
    /// - Returns: the property's name.
    open class func titleProperty(forGroupingType groupingType: MPMediaGrouping) -> String {
        switch groupingType {
        case .title: MPMediaItemPropertyTitle
        case .album: MPMediaItemPropertyAlbumTitle
        case .artist: MPMediaItemPropertyArtist
        case .albumArtist: MPMediaItemPropertyAlbumArtist
        case .composer: MPMediaItemPropertyComposer
        case .genre: MPMediaItemPropertyGenre
        case .playlist: MPMediaPlaylistPropertyName
        case .podcastTitle: MPMediaItemPropertyPodcastTitle
        }
    }

    private static let filters: Set = [
        MPMediaItemPropertyPersistentID, MPMediaItemPropertyMediaType, MPMediaItemPropertyTitle,
        MPMediaItemPropertyAlbumTitle, MPMediaItemPropertyAlbumPersistentID, MPMediaItemPropertyArtist,
        MPMediaItemPropertyArtistPersistentID, MPMediaItemPropertyAlbumArtist,
        MPMediaItemPropertyAlbumArtistPersistentID, MPMediaItemPropertyGenre, MPMediaItemPropertyGenrePersistentID,
        MPMediaItemPropertyComposer, MPMediaItemPropertyComposerPersistentID, MPMediaItemPropertyPodcastTitle,
        MPMediaItemPropertyPodcastPersistentID, MPMediaItemPropertyIsCompilation, MPMediaItemPropertyIsCloudItem,
        MPMediaItemPropertyHasProtectedAsset, MPMediaItemPropertyPlayCount,
    ]

    /// Whether a predicate may ask for a property: kinds, names, numbers, and how often an item was played.
    ///
    /// - Parameter property: the property's name.
    /// - Returns: true where it may.
    open override class func canFilter(byProperty property: String) -> Bool { filters.contains(property) }

    // MARK: Values

    /// A value of the item.
    ///
    /// - Parameter property: one of the names that begin with `MPMediaItemProperty`.
    /// - Returns: the value, of the type that the name's page states; nil where the item has none.
    open override func value(forProperty property: String) -> Any? {
        switch property {
        case MPMediaItemPropertyPersistentID: NSNumber(value: persistentID)
        case MPMediaItemPropertyMediaType: NSNumber(value: mediaType.rawValue)
        case MPMediaItemPropertyPlaybackDuration: NSNumber(value: playbackDuration)
        case MPMediaItemPropertyArtwork: artwork
        case MPMediaItemPropertyReleaseDate: releaseDate
        case MPMediaItemPropertyAssetURL: assetURL
        case MPMediaItemPropertyLastPlayedDate: lastPlayedDate
        case MPMediaItemPropertyBookmarkTime: NSNumber(value: bookmarkTime)
        case MPMediaItemPropertyDateAdded: dateAdded
        default: text(property) ?? count(property) ?? truth(property) ?? entity(property)
        }
    }

    private func text(_ property: String) -> Any? {
        switch property {
        case MPMediaItemPropertyTitle: title
        case MPMediaItemPropertyAlbumTitle: albumTitle
        case MPMediaItemPropertyArtist: artist
        case MPMediaItemPropertyAlbumArtist: albumArtist
        case MPMediaItemPropertyGenre: genre
        case MPMediaItemPropertyComposer: composer
        case MPMediaItemPropertyPodcastTitle: podcastTitle
        case MPMediaItemPropertyLyrics: lyrics
        case MPMediaItemPropertyComments: comments
        case MPMediaItemPropertyUserGrouping: userGrouping
        case MPMediaItemPropertyPlaybackStoreID: playbackStoreID
        default: nil
        }
    }

    private func count(_ property: String) -> NSNumber? {
        let value: Int? =
            switch property {
            case MPMediaItemPropertyAlbumTrackNumber: albumTrackNumber
            case MPMediaItemPropertyAlbumTrackCount: albumTrackCount
            case MPMediaItemPropertyDiscNumber: discNumber
            case MPMediaItemPropertyDiscCount: discCount
            case MPMediaItemPropertyBeatsPerMinute: beatsPerMinute
            case MPMediaItemPropertyPlayCount: playCount
            case MPMediaItemPropertySkipCount: skipCount
            case MPMediaItemPropertyRating: rating
            default: nil
            }
        return value.map { NSNumber(value: $0) }
    }

    private func truth(_ property: String) -> NSNumber? {
        let value: Bool? =
            switch property {
            case MPMediaItemPropertyIsCompilation: isCompilation
            case MPMediaItemPropertyIsExplicit: isExplicitItem
            case MPMediaItemPropertyIsCloudItem: isCloudItem
            case MPMediaItemPropertyHasProtectedAsset: hasProtectedAsset
            case MPMediaItemPropertyIsPreorder: isPreorder
            default: nil
            }
        return value.map { NSNumber(value: $0) }
    }

    private func entity(_ property: String) -> NSNumber? {
        let value: MPMediaEntityPersistentID? =
            switch property {
            case MPMediaItemPropertyAlbumPersistentID: albumPersistentID
            case MPMediaItemPropertyArtistPersistentID: artistPersistentID
            case MPMediaItemPropertyAlbumArtistPersistentID: albumArtistPersistentID
            case MPMediaItemPropertyGenrePersistentID: genrePersistentID
            case MPMediaItemPropertyComposerPersistentID: composerPersistentID
            case MPMediaItemPropertyPodcastPersistentID: podcastPersistentID
            default: nil
            }
        return value.map { NSNumber(value: $0) }
    }

    private func number(_ role: Role) -> MPMediaEntityPersistentID {
        MPMediaEntityPersistentID(bitPattern: record?.entities[role] ?? 0)
    }

    /// The item's number; 0 for one that is not in the library.
    open override var persistentID: MPMediaEntityPersistentID { super.persistentID }

    /// The kind of the item.
    open var mediaType: MPMediaType { MPMediaType(rawValue: UInt(truncatingIfNeeded: record?.media ?? 0)) }

    /// The title: the name of the file where it has none.
    open var title: String? { record?.title }

    /// The title of the album.
    open var albumTitle: String? { record?.names[.album] }

    /// The number of the album.
    open var albumPersistentID: MPMediaEntityPersistentID { number(.album) }

    /// Who performs the item. Several names have a semicolon between them, but for the item that represents an artist's collection.
    open var artist: String? { record?.names[.artist] }

    /// The number of the artist, of the first where there are several.
    open var artistPersistentID: MPMediaEntityPersistentID { number(.artist) }

    /// Who the album is by, where the file says so.
    open var albumArtist: String? { record?.names[.albumArtist] }

    /// The number of the album's artist. Where the file names none it is that of the artist.
    open var albumArtistPersistentID: MPMediaEntityPersistentID { number(.albumArtist) }

    /// The genre.
    open var genre: String? { record?.names[.genre] }

    /// The number of the genre; 0 for none.
    open var genrePersistentID: MPMediaEntityPersistentID { number(.genre) }

    /// Who wrote the item.
    open var composer: String? { record?.names[.composer] }

    /// The number of the composer; 0 for none.
    open var composerPersistentID: MPMediaEntityPersistentID { number(.composer) }

    /// How long the item is, in seconds.
    open var playbackDuration: TimeInterval { record?.duration ?? 0 }

    /// The item's number on its disc; 0 where the file states none.
    open var albumTrackNumber: Int { record?.track.number ?? 0 }

    /// How many items the disc has; 0 where the file does not state it.
    open var albumTrackCount: Int { record?.track.count ?? 0 }

    /// The number of the item's disc; 0 where the file states none.
    open var discNumber: Int { record?.disc.number ?? 0 }

    /// How many discs the album has; 0 where the file does not state it.
    open var discCount: Int { record?.disc.count ?? 0 }

    /// The picture: that in the file, else a file such as cover.jpg beside it. The file is read when it is first asked for.
    open var artwork: MPMediaItemArtwork? {
        guard number != 0 else { return nil }
        let details = details
        if let picture = Self.lock.withLock({ _ in details.picture }) { return picture }
        guard let bytes = details.access.index?.artwork(details.number), !bytes.isEmpty,
            let image = MPMediaItemArtwork.Image(data: Data(bytes))
        else { return nil }
        details.access.prepared.count(bytes.count)
        let made = MPMediaItemArtwork(image: image)
        return Self.lock.withLock { _ in
            let picture = details.picture ?? made
            details.picture = picture
            return picture
        }
    }

    /// Whether the words are not for children.
    open var isExplicitItem: Bool { record?.isExplicit ?? false }

    /// The words.
    open var lyrics: String? { record?.lyrics }

    /// Whether the album has several artists.
    open var isCompilation: Bool { record?.isCompilation ?? false }

    /// When the item was published. Where only the year is known, its beginning.
    open var releaseDate: Date? { record?.released.map { Date(timeIntervalSince1970: Double($0)) } }

    /// Beats per minute; 0 where the file does not state them.
    open var beatsPerMinute: Int { record?.tempo ?? 0 }

    /// Remarks.
    open var comments: String? { record?.comments }

    /// The file.
    open var assetURL: URL? {
        guard let record else { return nil }
        // Foundation makes Unicode of a path, and leaves the bytes of an address as they are.
        return String(validating: record.path.plainBytes, as: UTF8.self).map { URL(fileURLWithPath: $0) }
            ?? URL(string: record.address)
    }

    /// Whether the item is not on this machine. It always is.
    open var isCloudItem: Bool { false }

    /// Whether the item's file is protected. Protected files are not in the library.
    open var hasProtectedAsset: Bool { false }

    /// The title of the podcast.
    open var podcastTitle: String? { record?.names[.podcast] }

    /// The number of the podcast; 0 for none.
    open var podcastPersistentID: MPMediaEntityPersistentID { number(.podcast) }

    /// How often the item was played.
    open var playCount: Int { record?.usage.plays ?? 0 }

    /// How often the item was skipped.
    open var skipCount: Int { record?.usage.skips ?? 0 }

    /// What the user thinks of the item, 0 to 5; what the file says where the user has said nothing.
    open var rating: Int { record?.usage.rating ?? 0 }

    /// When the item was last played.
    open var lastPlayedDate: Date? { record?.usage.played.map { Date(timeIntervalSince1970: Double($0)) } }

    /// What the user groups the item by.
    open var userGrouping: String? { record?.grouping }

    /// Where the user stopped listening, in seconds.
    open var bookmarkTime: TimeInterval { record?.usage.bookmark ?? 0 }

    /// When the item came into the library.
    open var dateAdded: Date { Date(timeIntervalSince1970: Double(record?.added ?? 0)) }

    /// The item's identifier in a shop: none.
    open var playbackStoreID: String { "" }

    /// Whether the item can be bought before it is published. Nothing is sold here.
    open var isPreorder: Bool { false }
}
