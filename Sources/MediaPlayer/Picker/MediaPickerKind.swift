/// A list that a media picker offers.
enum MediaPickerKind: CaseIterable, Sendable {
    case playlists, artists, albums, songs, genres, composers, podcasts, audiobooks

    /// The lists that items of these types are found in.
    static func offered(for types: MPMediaType) -> [MediaPickerKind] {
        var kinds: [MediaPickerKind] = []
        let special: MPMediaType = [.podcast, .audioBook]
        if !types.subtracting(special).isEmpty {
            kinds += [.playlists, .artists, .albums, .songs, .genres, .composers]
        }
        if types.contains(.podcast) { kinds.append(.podcasts) }
        if types.contains(.audioBook) { kinds.append(.audiobooks) }
        return kinds
    }

    var name: String {
        switch self {
        case .playlists: "Playlists"
        case .artists: "Artists"
        case .albums: "Albums"
        case .songs: "Songs"
        case .genres: "Genres"
        case .composers: "Composers"
        case .podcasts: "Podcasts"
        case .audiobooks: "Audiobooks"
        }
    }

    var grouping: MPMediaGrouping {
        switch self {
        case .playlists: .playlist
        case .artists: .artist
        case .albums: .album
        case .songs, .audiobooks: .title
        case .genres: .genre
        case .composers: .composer
        case .podcasts: .podcastTitle
        }
    }

    /// Whether the list has items, and no groups of them.
    var isOfItems: Bool { grouping == .title }

    /// What a query of the list must find beside what the picker asks for.
    var type: MPMediaType? {
        switch self {
        case .podcasts: .podcast
        case .audiobooks: .audioBook
        default: nil
        }
    }

    /// The property that a group is called by.
    var nameProperty: String {
        self == .playlists ? MPMediaPlaylistPropertyName : MPMediaItem.titleProperty(forGroupingType: grouping)
    }

    /// What one of the list's groups is called.
    func name(of group: MPMediaItemCollection) -> String {
        if let playlist = group as? MPMediaPlaylist { return playlist.name ?? "" }
        let name = group.groupName ?? group.representativeItem?.value(forProperty: nameProperty) as? String
        return name ?? "Unknown"
    }
}
