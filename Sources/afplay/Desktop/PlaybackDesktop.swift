import CoreAudioAdditions

/// What the desktop's player of one run of `afplay` shows, which plays one entry after the other. The watching thread uses it.
final class PlaybackDesktop {
    let entries: [String]
    /// The entry that plays.
    var index = 0
    /// From 0 to 1. Those who make players read it, too.
    let volume: LockedValue<Float>
    /// Whether the user has paused, which stays so where the user chooses the next entry or the one before. Those who make players
    /// read it, too.
    let isPaused = LockedValue(false)
    private let desktop = Desktop()
    private let details = SongDetails()
    private var listed: (places: Range<Int>, queue: DesktopQueue)?

    init(_ entries: [String], volume: Float) {
        (self.entries, self.volume) = (entries, LockedValue(volume))
    }

    /// What users have asked for since the last call.
    func take() -> [DesktopCommand] { desktop.take() }

    var isWatched: Bool { desktop.isWatched }

    var hasNext: Bool { index + 1 < entries.count }

    /// What the file of the entry that plays says of it; nil while that is being found out.
    func track(of path: String) -> DesktopTrack? { details.track(of: path) }

    /// Shows the entry that plays, and the queue around it.
    func show(_ state: DesktopState) {
        var state = state
        state.track?.identifier = Self.identifier(index)
        state.volume = Double(volume.withLock { $0 })
        state.abilities.formUnion([.play, .pause, .stop, .quit, .changeVolume])
        if hasNext { state.abilities.insert(.next) }
        if index > 0 || state.abilities.contains(.seek) { state.abilities.insert(.previous) }
        if entries.count > 1 { state.queue = queue }
        desktop.show(state)
    }

    private var queue: DesktopQueue {
        let places = DesktopQueue.places(of: entries.count, around: index)
        if let listed, listed.places == places { return listed.queue }
        let queue = DesktopQueue(
            places.map { place in
                var track = DesktopTrack([:], path: entries[place])
                track.identifier = Self.identifier(place)
                return track
            })
        listed = (places, queue)
        return queue
    }

    private static func identifier(_ place: Int) -> UInt64 { UInt64(place + 1) }

    /// The entry with an identifier.
    func place(of identifier: UInt64) -> Int? {
        Int(exactly: identifier).flatMap { entries.indices.contains($0 - 1) ? $0 - 1 : nil }
    }
}
