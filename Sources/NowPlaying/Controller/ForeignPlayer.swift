import AudioCore
import MessageBus

/// A player of another program, as it describes itself by MPRIS. A value: it knows no bus.
///
/// What a player says may have any size and any type. Texts are kept up to a length, and what does not fit is ignored.
package struct ForeignPlayer: Sendable, Equatable {
    /// What a description brings that was not known before.
    package struct News: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let status = Self(rawValue: 1)
        package static let track = Self(rawValue: 2)
        package static let other = Self(rawValue: 4)
    }

    /// The connection of its program, by the bus's name for it.
    package let owner: String
    package private(set) var state = PlayerState()
    /// The object that stands for the track; nil where there is no track.
    package private(set) var trackPath: String?
    package private(set) var hasTrackList = false
    /// Whether it opens addresses of files.
    package private(set) var opensFiles = false
    /// Host time at which it last said its position; 0 for never.
    package private(set) var positionTime: UInt64 = 0
    /// What it says that it can do, which counts as long as it can be controlled at all.
    private var told: PlayerAbilities = []
    private var canBeControlled = true

    /// Bytes of a text that are kept.
    private static let longestText = 4096
    /// Stands for no track.
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    package init(_ owner: String) { self.owner = owner }

    // MARK: What it says

    /// Takes properties of the interface `org.mpris.MediaPlayer2.Player`: all of them, or those that have changed.
    package mutating func take(_ values: [String: BusValue], at time: UInt64) -> News {
        let old = self
        // Its rate may change: until now it was the old one.
        hold(at: time)
        if let status = values["PlaybackStatus"]?.text.flatMap(PlayerState.Status.init) { state.status = status }
        if let mode = values["LoopStatus"]?.text.flatMap(PlayerState.Repeat.init) { state.repeats = mode }
        if let shuffles = values["Shuffle"]?.flag { state.shuffles = shuffles }
        if let volume = values["Volume"]?.number, volume.isFinite { state.volume = max(0, min(volume, 1)) }
        takeRates(values)
        if let metadata = values["Metadata"]?.dictionary { take(metadata: metadata) }
        if let position = values["Position"]?.integer(Int64.self) { take(position: position, at: time) }
        takeAbilities(values)
        state.position.rate = state.status == .playing ? state.rate : 0
        var news: News = []
        if state.status != old.state.status { news.insert(.status) }
        if state.track?.identifier != old.state.track?.identifier { news.insert(.track) }
        if news.isEmpty, isOther(than: old) { news.insert(.other) }
        return news
    }

    private func isOther(than old: ForeignPlayer) -> Bool {
        var (one, other) = (self, old)
        (one.state.position, other.state.position) = (PlayerPosition(), PlayerPosition())
        (one.positionTime, other.positionTime) = (0, 0)
        return one != other
    }

    /// Takes properties of the interface `org.mpris.MediaPlayer2`.
    package mutating func take(root values: [String: BusValue]) {
        if let hasTrackList = values["HasTrackList"]?.flag { self.hasTrackList = hasTrackList }
        if let schemes = values["SupportedUriSchemes"]?.elements {
            opensFiles = schemes.contains { $0.text?.lowercased() == "file" }
        }
    }

    /// Takes a position in microseconds, as all of MPRIS has them.
    package mutating func take(position: Int64, at time: UInt64) {
        let duration = state.track?.duration ?? .infinity
        state.position.seconds = max(0, min(Double(position) / 1e6, duration))
        state.position.hostTime = time
        positionTime = time
    }

    private mutating func hold(at time: UInt64) {
        state.position = PlayerPosition(
            seconds: seconds(at: time), at: time, rate: state.position.rate)
    }

    private mutating func takeRates(_ values: [String: BusValue]) {
        // By the specification it is never 0.
        if let rate = values["Rate"]?.number, rate.isFinite, rate > 0 { state.rate = rate }
        let lowest = values["MinimumRate"]?.number ?? state.rates.lowerBound
        let highest = values["MaximumRate"]?.number ?? state.rates.upperBound
        if lowest.isFinite, highest.isFinite, lowest > 0, lowest <= highest { state.rates = lowest...highest }
    }

    private mutating func takeAbilities(_ values: [String: BusValue]) {
        let names: [(String, PlayerAbilities)] = [
            ("CanGoNext", .next), ("CanGoPrevious", .previous), ("CanPlay", .play), ("CanPause", .pause),
            ("CanSeek", .seek),
        ]
        for (name, ability) in names {
            guard let can = values[name]?.flag else { continue }
            if can { told.insert(ability) } else { told.remove(ability) }
        }
        if let can = values["CanControl"]?.flag { canBeControlled = can }
        guard canBeControlled else {
            state.abilities = []
            return
        }
        state.abilities = told.union(.stop)
        if state.repeats != nil { state.abilities.insert(.changeRepeat) }
        if state.shuffles != nil { state.abilities.insert(.changeShuffle) }
        if state.rates.lowerBound < state.rates.upperBound { state.abilities.insert(.changeRate) }
    }

    // MARK: The track

    private mutating func take(metadata: [String: BusValue]) {
        let path = Self.text(metadata["mpris:trackid"]).flatMap { $0 == Self.noTrack || $0.isEmpty ? nil : $0 }
        var track = PlayerTrack()
        track.title = Self.text(metadata["xesam:title"])
        track.url = Self.text(metadata["xesam:url"])
        track.duration = Self.seconds(metadata["mpris:length"])
        guard path != nil || track.url != nil || track.title != nil else {
            (trackPath, state.track) = (nil, nil)
            state.position.seconds = 0
            return
        }
        let (known, number) = (state.track, state.track?.identifier ?? lastNumber)
        // The title of a stream changes while it plays on.
        let hasName = path != nil || track.url != nil
        let isSame =
            known != nil && path == trackPath && track.url == known?.url && (hasName || track.title == known?.title)
        track.identifier = isSame ? number : number + 1
        if !isSame { state.position.seconds = 0 }
        (trackPath, state.track, lastNumber) = (path, track, track.identifier)
    }

    /// The number of the last track that there was.
    private var lastNumber: UInt64 = 0

    private static func text(_ value: BusValue?) -> String? {
        guard let text = value?.text ?? value?.path else { return nil }
        if text.utf8.count <= longestText { return text }
        return String(text.unicodeScalars.prefix(longestText / 4))
    }

    /// Of any type of number: players differ.
    private static func seconds(_ value: BusValue?) -> Double? {
        let microseconds = value?.integer(Int64.self).map(Double.init) ?? value?.number
        return microseconds.flatMap { $0.isFinite && $0 > 0 ? $0 / 1e6 : nil }
    }

    // MARK: Time

    /// The position at a host time, in seconds.
    package func seconds(at time: UInt64) -> Double { state.position.seconds(at: time, of: state.track?.duration) }

    /// Shows what was asked of it as if it were done, until it says what it has done.
    mutating func expect(_ command: PlayerCommand, at time: UInt64) {
        switch command {
        case .move(let seconds) where state.abilities.contains(.seek):
            state.position.seconds = max(0, min(seconds, state.track?.duration ?? .infinity))
            state.position.hostTime = time
        case .skip(let seconds) where state.abilities.contains(.seek):
            let wanted = self.seconds(at: time) + seconds
            state.position.seconds = max(0, min(wanted, state.track?.duration ?? .infinity))
            state.position.hostTime = time
        case .repeat(let mode): if state.abilities.contains(.changeRepeat) { state.repeats = mode }
        case .shuffle(let shuffles): if state.abilities.contains(.changeShuffle) { state.shuffles = shuffles }
        default: break
        }
    }
}
