/// What a player's queue has around the track that plays: as much of it as the desktop lists.
package struct PlayerQueue: Sendable, Equatable {
    /// In the order in which they play. Each has an identifier of its own; that of the track that plays is the state's.
    package let tracks: [PlayerTrack]

    /// The most tracks that are listed.
    package static let most = 256

    package init(_ tracks: [PlayerTrack]) { self.tracks = Array(tracks.prefix(Self.most)) }

    /// Which places of a queue are listed: those around one of them, and the same ones as long as that one is not near their end.
    package static func places(of count: Int, around current: Int) -> Range<Int> {
        let step = most / 2
        let first = max(0, min(current / step * step - step / 2, count - most))
        return first..<min(count, first + most)
    }
}
