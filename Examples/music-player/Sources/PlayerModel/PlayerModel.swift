/// What the player knows: the songs, which one plays and how. A command changes it, and may ask for something to be done.
///
/// `afplay --tui` has a model of the same kind, with the same words for the same things.
package struct PlayerModel: Equatable, Sendable {
    package enum Transport: Equatable, Sendable { case playing, paused, ended }

    /// What the user can ask for, by a button or a key.
    package enum Command: Equatable, Sendable {
        /// Pause, or play on; where nothing is at hand, start.
        case toggle
        case next, previous
        /// Play a song of the list.
        case choose(Int)
        /// Go so many seconds on, or back.
        case skip(Double)
        /// Go to a second of the song.
        case seek(Double)
        /// From 0 to 1.
        case setVolume(Double)
        /// So many steps louder, or quieter.
        case changeVolume(Int)
    }

    /// What is to be done with the loudspeakers.
    package enum Effect: Equatable, Sendable {
        case play(Int)
        /// Have a song ready, which does not play yet.
        case open(Int)
        case pause, resume, stop
        case seek(Double)
        /// Take over the volume.
        case adjust
    }

    /// The entries, which `add` and `update` change.
    package private(set) var songs: [Song] = []
    package private(set) var current: Int?
    package private(set) var transport = Transport.ended
    /// Seconds.
    package private(set) var position = 0.0
    package private(set) var duration = 0.0
    /// From 0 to 1.
    package private(set) var volume = 1.0
    /// One for each channel.
    package private(set) var meters: [Meter] = []
    /// Whether the sound server is gone, for which the song waits.
    package private(set) var waitsForServer = false
    /// Whether something else has paused it, and may let it play on.
    private var isInterrupted = false

    private static let volumeSteps = 20.0
    /// Seconds after which going back goes to the start of the song.
    private static let timeToTurnBack = 3.0

    package init() {}

    package var currentSong: Song? { current.map { songs[$0] } }

    /// Whether there is a song to pause, to play on or to go back and forth in.
    package var isAtHand: Bool { current != nil && transport != .ended }

    package var hasNext: Bool { current.map { neighbour(of: $0, by: 1) != nil } ?? false }

    package var hasPrevious: Bool {
        isAtHand || current.map { neighbour(of: $0, by: -1) != nil } ?? false
    }

    // MARK: The list

    package mutating func add(_ more: [Song]) { songs += more }

    /// Takes over what a file says of itself. How long it is and what is wrong with it, the player knows better that has tried, or plays it.
    package mutating func update(_ song: Song, at index: Int) {
        guard songs.indices.contains(index), songs[index].url == song.url else { return }
        let known = songs[index]
        songs[index] = song
        songs[index].duration = known.duration ?? song.duration
        songs[index].problem = known.problem ?? (index == current ? nil : song.problem)
    }

    // MARK: Commands

    package mutating func perform(_ command: Command) -> Effect? {
        switch command {
        case .toggle: toggle()
        case .next: current.flatMap { neighbour(of: $0, by: 1) }.flatMap { goTo($0) }
        case .previous: back()
        case .choose(let index): songs.indices.contains(index) ? play(index) : nil
        case .skip(let seconds): seek(to: position + seconds)
        case .seek(let seconds): seek(to: seconds)
        case .setVolume(let value): setVolume(value)
        case .changeVolume(let steps):
            setVolume(((volume * Self.volumeSteps).rounded() + Double(steps)) / Self.volumeSteps)
        }
    }

    private mutating func toggle() -> Effect? {
        isInterrupted = false
        switch transport {
        case .playing: return pause()
        case .paused:
            transport = .playing
            return .resume
        // Where none may be played, the user has perhaps mended the first, and is told if not.
        case .ended: return (neighbour(of: -1, by: 1) ?? songs.indices.first).flatMap { play($0) }
        }
    }

    private mutating func pause() -> Effect? {
        transport = .paused
        fallSilent()
        return .pause
    }

    private mutating func fallSilent() { for channel in meters.indices { meters[channel].fallSilent() } }

    private mutating func setVolume(_ value: Double) -> Effect? {
        let new = max(0, min(value, 1))
        guard new != volume else { return nil }
        volume = new
        return .adjust
    }

    private mutating func seek(to seconds: Double) -> Effect? {
        guard isAtHand else { return nil }
        position = max(0, min(seconds, duration))
        return .seek(position)
    }

    private mutating func back() -> Effect? {
        guard let current else { return nil }
        if position <= Self.timeToTurnBack || transport == .ended, let before = neighbour(of: current, by: -1) {
            return goTo(before)
        }
        return seek(to: 0)
    }

    // MARK: From song to song

    /// Makes a song the current one, also where it was found broken before: the user may have mended it.
    private mutating func play(_ index: Int) -> Effect? {
        transport = .playing
        take(index)
        return .play(index)
    }

    /// Makes a song the current one. A player that is paused stays so, as desktops expect it.
    private mutating func goTo(_ index: Int) -> Effect? {
        guard transport == .paused else { return play(index) }
        take(index)
        return .open(index)
    }

    private mutating func take(_ index: Int) {
        (current, position, duration) = (index, 0, songs[index].duration ?? 0)
        songs[index].problem = nil
        isInterrupted = false
        meters = []
    }

    /// The current song plays: it is so long, and has so many channels.
    package mutating func start(duration: Double, channels: Int) {
        guard let current else { return }
        self.duration = duration
        songs[current].duration = duration
        meters = Array(repeating: Meter(), count: channels)
    }

    /// The current song was heard to its end.
    package mutating func finish() -> Effect? {
        guard let current, let next = neighbour(of: current, by: 1) else { return end() }
        return play(next)
    }

    /// The current song cannot be played.
    package mutating func fail(_ problem: String) -> Effect? {
        guard let current else { return nil }
        songs[current].problem = problem
        guard let next = neighbour(of: current, by: 1) else { return end() }
        return goTo(next)
    }

    private mutating func end() -> Effect? {
        (transport, position) = (.ended, 0)
        fallSilent()
        return .stop
    }

    /// The nearest song from `index` on that may be played.
    private func neighbour(of index: Int, by step: Int) -> Int? {
        stride(from: index + step, to: step > 0 ? songs.count : -1, by: step).first { songs[$0].problem == nil }
    }

    // MARK: What happens meanwhile

    /// The current song may not be played now, through no fault of its own. The user may try again.
    package mutating func refuse() {
        guard transport == .playing else { return }
        _ = pause()
    }

    /// Takes over where the player is, and how loud each channel, in decibels of full scale, so many seconds after the last time.
    package mutating func follow(position: Double, levels: [Double], after seconds: Double) {
        guard transport == .playing, !waitsForServer else { return }
        self.position = position
        for (channel, level) in levels.enumerated() where meters.indices.contains(channel) {
            meters[channel].show(level, after: seconds)
        }
    }

    /// The sound server has ended, or runs again.
    package mutating func setServer(isThere: Bool) {
        waitsForServer = !isThere
        if waitsForServer { fallSilent() }
    }

    /// Another program, or a call, has silenced the player.
    package mutating func beginInterruption() {
        guard transport == .playing else { return }
        _ = pause()
        isInterrupted = true
    }

    /// The interruption is over.
    package mutating func endInterruption(shouldResume: Bool) -> Effect? {
        defer { isInterrupted = false }
        guard isInterrupted, shouldResume else { return nil }
        transport = .playing
        return .resume
    }

    /// The headphones are gone, which has paused the player: nobody else shall hear the sound.
    package mutating func loseDevice() -> Effect? { transport == .playing ? pause() : nil }
}
