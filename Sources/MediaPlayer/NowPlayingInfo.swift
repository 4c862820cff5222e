import Foundation
import NowPlaying

/// What a dictionary of what plays says, in the types that it is shown in.
struct NowPlayingInfo: Sendable {
    var track = PlayerTrack()
    /// Seconds; nil where the dictionary does not say it.
    var elapsed: Double?
    var rate = 1.0
    var defaultRate = 1.0
    var isLive = false
    /// Differs between items.
    var key: String

    init(_ values: [String: Any]) {
        func text(_ key: String) -> String? { values[key].flatMap(Self.text) }
        func texts(_ key: String) -> [String] { text(key).map { [$0] } ?? [] }
        func number(_ key: String) -> Double? { values[key].flatMap(Self.number) }
        func count(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0.rounded()) } }
        func positive(_ key: String) -> Int? { count(key).flatMap { $0 > 0 ? $0 : nil } }
        func date(_ key: String) -> String? {
            (values[key] as? Date).map { ISO8601DateFormatter().string(from: $0) }
        }

        track.title = text(MPMediaItemPropertyTitle)
        track.album = text(MPMediaItemPropertyAlbumTitle)
        track.artists = texts(MPMediaItemPropertyArtist)
        track.albumArtists = texts(MPMediaItemPropertyAlbumArtist)
        track.composers = texts(MPMediaItemPropertyComposer)
        track.genres = texts(MPMediaItemPropertyGenre)
        track.comments = texts(MPMediaItemPropertyComments)
        track.lyrics = text(MPMediaItemPropertyLyrics)
        track.trackNumber = positive(MPMediaItemPropertyAlbumTrackNumber)
        track.discNumber = positive(MPMediaItemPropertyDiscNumber)
        track.beatsPerMinute = positive(MPMediaItemPropertyBeatsPerMinute)
        track.playCount = count(MPMediaItemPropertyPlayCount)
        track.rating = number(MPMediaItemPropertyRating).map { $0 / 5 }
        track.created = date(MPMediaItemPropertyReleaseDate)
        track.lastPlayed = date(MPMediaItemPropertyLastPlayedDate)
        let url = values[MPNowPlayingInfoPropertyAssetURL] ?? values[MPMediaItemPropertyAssetURL]
        track.url = (url as? URL)?.absoluteString
        isLive = (number(MPNowPlayingInfoPropertyIsLiveStream) ?? 0) != 0
        if !isLive { track.duration = number(MPMediaItemPropertyPlaybackDuration).flatMap { $0 > 0 ? $0 : nil } }

        elapsed = number(MPNowPlayingInfoPropertyElapsedPlaybackTime)
        rate = number(MPNowPlayingInfoPropertyPlaybackRate) ?? 1
        defaultRate = number(MPNowPlayingInfoPropertyDefaultPlaybackRate) ?? 1
        if defaultRate <= 0 { defaultRate = 1 }
        let identifiers = [
            text(MPNowPlayingInfoPropertyExternalContentIdentifier),
            number(MPMediaItemPropertyPersistentID).map { String($0) },
        ]
        // Names of an item with an identifier may come later, or change.
        let names =
            identifiers.allSatisfy { $0 == nil } ? [track.title, track.album, track.artists.first, track.url] : []
        key = (identifiers + names).map { $0 ?? "" }.joined(separator: "\u{1F}")
    }

    private static func text(_ value: Any) -> String? {
        (value as? String) ?? (value as? NSString)?.description
    }

    /// A number of any type; nil for what is none, or not finite.
    private static func number(_ value: Any) -> Double? {
        let number: Double? =
            switch value {
            case let value as Bool: value ? 1 : 0
            case let value as any BinaryInteger: Double(value)
            case let value as any BinaryFloatingPoint: Double(value)
            case let value as NSNumber: value.doubleValue
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}
