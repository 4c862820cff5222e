import CoreAudioAdditions
import TerminalScreen
import ToolSupport

/// What the player on the screen knows: the songs, which one plays and how. A key changes it, and may ask for something to be
/// done.
struct PlayerModel: Equatable, Sendable {
    enum Transport: Equatable { case playing, paused, ended }

    /// What is repeated.
    enum Loop: String, CaseIterable { case off, one, all }

    /// What is to be done with the loudspeakers or the screen.
    enum Effect: Equatable {
        case play(Int)
        /// Have a song ready, which does not play yet.
        case open(Int)
        case pause, resume, stop
        /// Go to a second of the song.
        case seek(Double)
        /// Take over the volume, whether it is muted, the rate and what is repeated.
        case adjust
        /// Show the outputs to choose from.
        case listOutputs
        /// Play on the output of this UID.
        case choose(String)
        /// Press a volume key of the output so many times; below 0 for the one that lowers.
        case turn(Int)
        case quit
    }

    var songs: [Song]
    /// The song that the next `enter` plays.
    private(set) var chosen = 0
    private(set) var current: Int?
    private(set) var transport = Transport.ended
    /// Seconds.
    var position = 0.0
    var duration = 0.0
    /// From 0 to 1.
    private(set) var volume = 1.0
    private(set) var isMuted = false
    private(set) var rate = 1.0
    private(set) var loop = Loop.off
    /// For each channel the largest sample of the last moments, in decibels of full scale.
    var levels: [Float] = []
    /// What the user should know of the loudspeakers.
    var note: String?
    private(set) var showsHelp = false
    /// What the user looks for; nil while the list has all songs.
    private(set) var search: SongSearch?
    /// What is shown instead of the songs while the user chooses an output.
    var outputs: OutputList?
    private(set) var order: SongOrder
    /// Seconds until the program ends by itself; nil where it does not.
    private(set) var secondsLeft: Double?
    /// How often more has become known of a song.
    private(set) var descriptions = 0

    static let rates = [1, 1.25, 1.5, 2, 0.5, 0.75]
    private static let volumeSteps = 20.0
    /// Seconds for which what has ended stays on the screen, unless a key is pressed.
    private static let timeToClose = 5.0
    /// Seconds after which going back goes to the start of the song.
    private static let timeToTurnBack = 3.0
    private static let songsPerPage = 10

    /// - Parameter seed: the same one gives the same random orders.
    init(_ songs: [Song], volume: Double = 1, rate: Double = 1, loop: Loop = .off, seed: UInt64 = 0) {
        (self.songs, self.volume, self.rate, self.loop) = (songs, volume, rate, loop)
        order = SongOrder(seed: seed)
    }

    var currentSong: Song? { current.map { songs[$0] } }

    /// Whether no song is left that may be played.
    var isHopeless: Bool { songs.allSatisfy { $0.problem != nil } }

    /// Why the first songs are not played, and how many others are not: "a.wav: an empty file; and 2 more".
    func causes(_ most: Int) -> String {
        let broken = songs.filter { $0.problem != nil }
        let named = broken.prefix(most).compactMap { song in song.cause.map { "\(song.path): \($0)" } }
        return (named + (broken.count > most ? ["and \(broken.count - most) more"] : [])).joined(separator: "; ")
    }

    // MARK: Keys

    mutating func press(_ key: Key) -> Effect? {
        secondsLeft = nil
        if outputs != nil { return pressInOutputs(key) }
        if search != nil { return typeSearch(key) }
        switch key {
        case .character("q"): return .quit
        case .character("?"), .character("h"): showsHelp.toggle()
        case .character(" "): return toggle()
        case .character("/"): search = SongSearch(songs)
        case .enter: return playChosen()
        case .character("n"): return next()
        case .character("p"): return back()
        case .left: return seek(by: -5)
        case .right: return seek(by: 5)
        case .shiftLeft, .character("["): return seek(by: -60)
        case .shiftRight, .character("]"): return seek(by: 60)
        case .character("+"), .character("="): return setVolume(volume + 1 / Self.volumeSteps)
        case .character("-"): return setVolume(volume - 1 / Self.volumeSteps)
        case .character("m"):
            isMuted.toggle()
            return .adjust
        case .character("s"): toggleShuffle()
        case .character("o"): return .listOutputs
        case .character("l"):
            loop = Self.next(after: loop, of: Loop.allCases)
            return .adjust
        case .character("r"):
            rate = Self.next(after: rate, of: Self.rates)
            return .adjust
        default: choose(key)
        }
        return nil
    }

    private mutating func choose(_ key: Key) {
        var row = chosenRow
        switch key {
        case .up, .character("k"): row -= 1
        case .down, .character("j"): row += 1
        case .pageUp: row -= Self.songsPerPage
        case .pageDown: row += Self.songsPerPage
        case .home: row = 0
        case .end: row = rows
        default: return
        }
        if rows > 0 { chosen = song(inRow: max(0, min(row, rows - 1))) }
    }

    private mutating func playChosen() -> Effect? {
        order.put(chosen, after: current)
        return play(chosen)
    }

    // MARK: The list, which has all songs or those that are looked for

    /// How many songs the list has.
    var rows: Int { search?.found.count ?? songs.count }
    /// Where the chosen song is in the list.
    var chosenRow: Int { search.map { $0.found.firstIndex(of: chosen) ?? 0 } ?? chosen }

    func song(inRow row: Int) -> Int { search?.found[row] ?? row }

    /// A key while the user types what to look for.
    private mutating func typeSearch(_ key: Key) -> Effect? {
        switch key {
        case .character(let character): search?.type(character, in: songs)
        case .backspace: if search?.erase(in: songs) == false { search = nil }
        case .escape: search = nil
        case .enter:
            guard rows > 0 else { return nil }
            search = nil
            return playChosen()
        default: choose(key)
        }
        keepChoiceInList()
        return nil
    }

    /// Chooses the next song in the list where the chosen one is not in it.
    private mutating func keepChoiceInList() {
        guard let found = search?.found, !found.contains(chosen) else { return }
        chosen = found.first { $0 > chosen } ?? found.last ?? chosen
    }

    /// More is known of a song now.
    mutating func didDescribe(_ index: Int) {
        descriptions += 1
        search?.update(index, in: songs)
        keepChoiceInList()
    }

    private static func next<T: Equatable>(after value: T, of values: [T]) -> T {
        let place = values.firstIndex(of: value) ?? -1
        return values[(place + 1) % values.count]
    }

    mutating func toggle() -> Effect? {
        switch transport {
        case .playing:
            transport = .paused
            fallSilent()
            return .pause
        case .paused:
            transport = .playing
            return .resume
        case .ended: return playChosen()
        }
    }

    private mutating func toggleShuffle() {
        order.isShuffled ? order.unshuffle() : order.shuffle(songs.count, from: current)
    }

    private mutating func fallSilent() { levels = levels.map { _ in -160 } }

    private mutating func setVolume(_ value: Double) -> Effect {
        isMuted = false
        volume = max(0, min((value * Self.volumeSteps).rounded() / Self.volumeSteps, 1))
        return .adjust
    }

    private mutating func seek(by seconds: Double) -> Effect? { seek(to: position + seconds) }

    private mutating func seek(to seconds: Double) -> Effect? {
        guard transport != .ended else { return nil }
        position = max(0, min(seconds, duration))
        return .seek(position)
    }

    /// - Parameter asDesktop: whether what is paused or has ended stays so, as desktops expect it.
    private mutating func back(asDesktop: Bool = false) -> Effect? {
        guard let current, transport != .ended || asDesktop else { return play(chosen) }
        if position <= Self.timeToTurnBack || transport == .ended,
            let before = next(after: current, by: -1, wraps: loop == .all)
        {
            return asDesktop ? goTo(before) : play(before)
        }
        guard transport != .ended else { return nil }
        position = 0
        return .seek(0)
    }

    // MARK: The desktop

    /// Whether there is a song to go on to.
    var hasNext: Bool { nextSong != nil }

    /// What the user asks for with a media key, or in another program.
    mutating func obey(_ command: DesktopCommand) -> Effect? {
        secondsLeft = nil
        switch command {
        case .play: return transport == .playing ? nil : togglePlayback()
        case .pause: return transport == .playing ? toggle() : nil
        case .toggle: return togglePlayback()
        case .stop: return stop()
        case .next: return nextSong.flatMap { goTo($0) }
        case .previous: return back(asDesktop: true)
        case .skip(let seconds): return seek(by: seconds)
        case .move(let seconds): return seek(to: seconds)
        case .goTo(let track): return song(track).flatMap { play($0) }
        case .rate(let value): rate = max(Afplay.streamRates.lowerBound, min(value, Afplay.streamRates.upperBound))
        case .repeat(let mode): loop = Self.loop(mode)
        case .volume(let value): (isMuted, volume) = (false, max(0, min(value, 1)))
        case .shuffle(let shuffles):
            if shuffles != order.isShuffled { toggleShuffle() }
            return nil
        case .quit: return .quit
        case .raise: return nil
        }
        return .adjust
    }

    /// As `toggle`, and what has ended begins again, whatever song is chosen.
    private mutating func togglePlayback() -> Effect? { transport == .ended ? play(current ?? chosen) : toggle() }

    private mutating func stop() -> Effect? {
        guard transport != .ended else { return nil }
        (transport, position) = (.ended, 0)
        fallSilent()
        return .stop
    }

    /// The song by the number that the desktop knows it by.
    private func song(_ track: UInt64) -> Int? {
        Int(exactly: track).flatMap { songs.indices.contains($0 - 1) ? $0 - 1 : nil }
    }

    private static func loop(_ mode: DesktopState.Repeat) -> Loop {
        switch mode {
        case .off: .off
        case .one: .one
        case .all: .all
        }
    }

    // MARK: From song to song

    private var nextSong: Int? { next(after: current ?? chosen, wraps: loop == .all) }

    private mutating func next() -> Effect? { nextSong.flatMap { play($0) } }

    /// Makes a song the current one, also where it was found broken before: the user may have mended it.
    mutating func play(_ index: Int) -> Effect? {
        transport = .playing
        take(index)
        return .play(index)
    }

    /// Makes a song the current one. What is paused, or has ended, stays so.
    private mutating func goTo(_ index: Int) -> Effect? {
        take(index)
        switch transport {
        case .playing: return .play(index)
        case .paused: return .open(index)
        case .ended: return nil
        }
    }

    private mutating func take(_ index: Int) {
        // The choice stays where the user has put it.
        if search == nil, chosen == current || current == nil { chosen = index }
        (current, position, duration) = (index, 0, 0)
        songs[index].problem = nil
        secondsLeft = nil
    }

    /// The current song was heard to its end.
    mutating func finish() -> Effect? {
        guard let current, let next = next(after: current, wraps: loop != .off) else { return end() }
        return play(next)
    }

    /// The current song cannot be played.
    mutating func fail(_ problem: String) -> Effect? {
        guard let current else { return nil }
        songs[current].problem = problem
        guard let next = next(after: current, wraps: loop != .off) else { return end() }
        return goTo(next)
    }

    private mutating func end() -> Effect? {
        transport = .ended
        fallSilent()
        if isHopeless { return .quit }
        secondsLeft = Self.timeToClose
        return nil
    }

    /// The time continues for a screen that is about to close.
    mutating func pass(_ seconds: Double) -> Effect? {
        guard let left = secondsLeft else { return nil }
        secondsLeft = left - seconds
        return left <= seconds ? .quit : nil
    }

    /// The nearest song after `index` in the order that may be played; the same one only by going around.
    private func next(after index: Int, by step: Int = 1, wraps: Bool) -> Int? {
        let place = order.place(of: index)
        return (1...songs.count).lazy.map { place + step * $0 }
            .map { wraps ? ($0 % songs.count + songs.count) % songs.count : $0 }
            .filter { songs.indices.contains($0) }.map(order.song(at:))
            .first { songs[$0].problem == nil }
    }
}
