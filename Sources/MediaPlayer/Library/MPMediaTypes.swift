/// The kinds of items. A query for several finds what is any of them.
public struct MPMediaType: OptionSet, @unchecked Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates kinds from bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Music.
    public static var music: MPMediaType { MPMediaType(rawValue: 1) }
    /// Podcasts: files that say so, or whose genre does.
    public static var podcast: MPMediaType { MPMediaType(rawValue: 2) }
    /// Audiobooks: files whose extension is m4b, or whose genre says so.
    public static var audioBook: MPMediaType { MPMediaType(rawValue: 4) }
    /// Lectures.
    public static var audioITunesU: MPMediaType { MPMediaType(rawValue: 8) }
    /// All that is sound alone.
    public static var anyAudio: MPMediaType { MPMediaType(rawValue: 0xFF) }
    /// Films.
    public static var movie: MPMediaType { MPMediaType(rawValue: 0x100) }
    /// Programs of television.
    public static var tvShow: MPMediaType { MPMediaType(rawValue: 0x200) }
    /// Podcasts with pictures.
    public static var videoPodcast: MPMediaType { MPMediaType(rawValue: 0x400) }
    /// Music with pictures.
    public static var musicVideo: MPMediaType { MPMediaType(rawValue: 0x800) }
    /// Lectures with pictures.
    public static var videoITunesU: MPMediaType { MPMediaType(rawValue: 0x1000) }
    /// The user's own films.
    public static var homeVideo: MPMediaType { MPMediaType(rawValue: 0x2000) }
    /// All that has pictures.
    public static var anyVideo: MPMediaType { MPMediaType(rawValue: 0xFF00) }
    /// Everything.
    public static var any: MPMediaType { MPMediaType(rawValue: .max) }
}

/// By what a query groups items.
public enum MPMediaGrouping: Int, @unchecked Sendable {
    /// Each item by itself.
    case title = 0
    /// The album: those of the same title that are by others are others.
    case album = 1
    /// Who performs the item. An item of two artists is in both groups.
    case artist = 2
    /// Who the album is by.
    case albumArtist = 3
    /// Who wrote the item.
    case composer = 4
    /// The genre.
    case genre = 5
    /// The playlist, in its own order.
    case playlist = 6
    /// The podcast.
    case podcastTitle = 7
}

/// How a predicate compares.
public enum MPMediaPredicateComparison: Int, @unchecked Sendable {
    /// The value is the same.
    case equalTo = 0
    /// The text contains the value, whatever marks and capitals both have.
    case contains = 1
}

/// Whether the program may use the library.
public enum MPMediaLibraryAuthorizationStatus: Int, @unchecked Sendable {
    /// Nobody was asked yet. It does not occur here.
    case notDetermined = 0
    /// The user's music folder may not be read.
    case denied = 1
    /// There is no library: no home, or no SQLite.
    case restricted = 2
    /// The program may use it.
    case authorized = 3
}

/// What kind of playlist one is.
public struct MPMediaPlaylistAttribute: OptionSet, @unchecked Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates attributes from bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Made on a player.
    public static var onTheGo: MPMediaPlaylistAttribute { MPMediaPlaylistAttribute(rawValue: 1) }
    /// Made by rules.
    public static var smart: MPMediaPlaylistAttribute { MPMediaPlaylistAttribute(rawValue: 2) }
    /// Made from one item.
    public static var genius: MPMediaPlaylistAttribute { MPMediaPlaylistAttribute(rawValue: 4) }
}
