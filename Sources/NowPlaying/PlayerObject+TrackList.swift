import MessageBus

/// The queue of a player, for desktops that list it. Nobody else edits it.
extension PlayerObject {
    /// Stands for no track.
    private static let nothing = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    /// How many tracks are described for what a call costs.
    private static let tracksInCall = 8

    var trackListInterface: BusObject.Interface {
        typealias Argument = BusObject.Argument
        typealias Method = BusObject.Method
        typealias Signal = BusObject.Signal
        let (track, metadata) = (Argument("TrackId", "o"), Argument("Metadata", "a{sv}"))
        let after = Argument("AfterTrack", "o")
        return BusObject.Interface(
            Self.trackList,
            methods: [
                Method(
                    "GetTracksMetadata", [Argument("TrackIds", "ao")], gives: [Argument("Metadata", "aa{sv}")],
                    cost: { (Self.wanted($0).count + Self.tracksInCall - 1) / Self.tracksInCall }
                ) { [unowned self] values in
                    .values([.array(of: "a{sv}", descriptions(of: Self.wanted(values)))])
                },
                // By the specification they do nothing where the list cannot be edited.
                Method("AddTrack", [Argument("Uri", "s"), after, Argument("SetAsCurrent", "b")]) { _ in .done },
                Method("RemoveTrack", [track]) { _ in .done },
                Method("GoTo", [track]) { [unowned self] values in
                    if let track = listed.first(where: { $0.path == values[0].path }) { send(.goTo(track.identifier)) }
                    return .done
                },
            ],
            properties: [
                BusObject.Property("Tracks", "ao", announces: .invalidation) { [unowned self] in paths(listed) },
                BusObject.Property("CanEditTracks", "b") { .flag(false) },
            ],
            signals: [
                Signal("TrackListReplaced", [Argument("Tracks", "ao"), Argument("CurrentTrack", "o")]),
                Signal("TrackMetadataChanged", [track, metadata]), Signal("TrackAdded", [metadata, after]),
                Signal("TrackRemoved", [track]),
            ])
    }

    private var listed: [PlayerTrack] { state.queue?.tracks ?? [] }

    private func paths(_ tracks: [PlayerTrack]) -> BusValue { .array(of: "o", tracks.map { .path($0.path) }) }

    private static func wanted(_ values: [BusValue]) -> [BusValue] {
        Array((values[0].elements ?? []).prefix(PlayerQueue.most))
    }

    /// Those of the tracks that are listed, in the order in which they are asked for.
    private func descriptions(of tracks: [BusValue]) -> [BusValue] {
        let known = Dictionary(listed.map { ($0.path, $0) }) { first, _ in first }
        return tracks.compactMap { track in
            guard let path = track.path, let found = known[path] else { return nil }
            // More is known of what plays.
            let current = state.track?.path == path ? state.track : nil
            return .dictionary((current ?? found).metadata)
        }
    }

    /// Reports what is new in the queue.
    func reportQueue(after old: PlayerState, _ object: BusObject, to client: BusClient) {
        guard let queue = state.queue, queue != old.queue else { return }
        let before = old.queue?.tracks ?? []
        guard queue.tracks.map(\.identifier) == before.map(\.identifier) else {
            let current = queue.tracks.first { $0.identifier == state.track?.identifier }?.path ?? Self.nothing
            client.emit(Self.path, Self.trackList, "TrackListReplaced", [paths(queue.tracks), .path(current)])
            return object.announce([:], invalidated: ["Tracks"], of: Self.trackList, to: client)
        }
        for (track, other) in zip(queue.tracks, before) where track != other {
            client.emit(
                Self.path, Self.trackList, "TrackMetadataChanged", [.path(track.path), .dictionary(track.metadata)])
        }
    }
}
