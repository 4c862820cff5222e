import AudioCore
import Glibc
import MessageBus

/// A player as MPRIS 2 describes it: the object that desktops, keys and headsets control players by.
///
/// One thread uses it. A command for which the player has no ability does nothing, as the specification wants it.
final class PlayerObject {
    static let path = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let trackList = "org.mpris.MediaPlayer2.TrackList"
    /// A position that is further than this from where it should be has been changed: seconds.
    private static let jump = 1.0

    private(set) var state = PlayerState()
    private let identity: PlayerIdentity
    private let command: (PlayerCommand) -> Void
    private var object: BusObject?
    /// What others know: values by interface, and the position.
    private var told: (values: [String: [String: BusValue]], position: PlayerPosition) = ([:], PlayerPosition())

    init(_ identity: PlayerIdentity, command: @escaping (PlayerCommand) -> Void) {
        self.identity = identity
        self.command = command
        object = BusObject(Self.path, interfaces)
    }

    // MARK: News

    /// Nobody knows anything yet: whoever is there asks.
    func connect() {
        for interface in Self.announced { told.values[interface] = object?.announced(of: interface) }
    }

    /// The interfaces that announce values.
    private static let announced = [root, player]

    /// Takes a new state, and reports what has changed.
    func update(_ new: PlayerState, at time: UInt64, on client: BusClient) {
        let old = state
        state = new
        guard let object else { return }
        if (old.queue == nil) != (new.queue == nil) { object.interfaces = interfaces }
        for interface in Self.announced {
            let now = object.announced(of: interface)
            let changed = now.filter { told.values[interface]?[$0.key] != $0.value }
            told.values[interface] = now
            object.announce(changed, of: interface, to: client)
        }
        reportQueue(after: old, object, to: client)
        if isElsewhere(than: old, at: time) {
            client.emit(Self.path, Self.player, "Seeked", [.int64(position(at: time))])
        }
    }

    /// Whether the player is not where others take it to be: they add the time to the last position that they know. From now on they know
    /// the new one.
    private func isElsewhere(than old: PlayerState, at time: UInt64) -> Bool {
        let rate = state.status == .playing ? state.rate : 0
        told.position = PlayerPosition(
            seconds: told.position.seconds(at: time, of: old.track?.duration), at: time, rate: rate)
        guard state.status != .stopped else { return false }
        let now = state.position.seconds(at: time, of: state.track?.duration)
        let isSame = old.track?.identifier == state.track?.identifier
        if isSame, abs(now - told.position.seconds) <= Self.jump { return false }
        told.position.seconds = now
        return true
    }

    /// - Parameter pays: whether the caller may cost so many calls more.
    func answer(_ call: BusMessage, of client: BusClient, pays: (Int) -> Bool) {
        object?.answer(call, of: client, pays: pays)
    }

    // MARK: Interfaces

    private var interfaces: [BusObject.Interface] {
        state.queue == nil ? [rootInterface, playerInterface] : [rootInterface, playerInterface, trackListInterface]
    }

    private var rootInterface: BusObject.Interface {
        typealias Property = BusObject.Property
        return BusObject.Interface(
            Self.root,
            methods: [
                BusObject.Method("Raise") { [unowned self] _ in send(.raise, if: .raise) },
                BusObject.Method("Quit") { [unowned self] _ in send(.quit, if: .quit) },
            ],
            properties: [
                flag("CanQuit", .quit), flag("CanRaise", .raise),
                Property("HasTrackList", "b") { [unowned self] in .flag(state.queue != nil) },
                Property("Identity", "s") { [identity] in .text(identity.name) },
                Property("DesktopEntry", "s") { [identity] in .text(identity.desktopEntry) },
                Property("SupportedUriSchemes", "as") { .array(of: "s", []) },
                Property("SupportedMimeTypes", "as") { .array(of: "s", []) },
            ])
    }

    private var playerInterface: BusObject.Interface {
        BusObject.Interface(
            Self.player, methods: methods, properties: properties,
            signals: [BusObject.Signal("Seeked", [BusObject.Argument("Position", "x")])])
    }

    private var methods: [BusObject.Method] {
        typealias Method = BusObject.Method
        let (track, address) = (BusObject.Argument("TrackId", "o"), BusObject.Argument("Uri", "s"))
        return [
            Method("Next") { [unowned self] _ in send(.next, if: .next) },
            Method("Previous") { [unowned self] _ in send(.previous, if: .previous) },
            Method("Pause") { [unowned self] _ in send(.pause, if: .pause) },
            Method("PlayPause") { [unowned self] _ in
                // By the specification an error where a player cannot pause.
                guard state.abilities.contains(.pause) else { return .refused("NotSupported") }
                return send(.toggle, if: .pause)
            },
            Method("Stop") { [unowned self] _ in send(.stop, if: .stop) },
            Method("Play") { [unowned self] _ in send(.play, if: .play) },
            Method("Seek", [BusObject.Argument("Offset", "x")]) { [unowned self] values in
                seek(by: values[0].integer() ?? 0)
            },
            Method("SetPosition", [track, BusObject.Argument("Position", "x")]) { [unowned self] values in
                setPosition(values[0].path ?? "", values[1].integer() ?? 0)
            },
            Method("OpenUri", [address]) { _ in .refused("NotSupported") },
        ]
    }

    private func flag(_ name: String, _ ability: PlayerAbilities) -> BusObject.Property {
        BusObject.Property(name, "b") { [unowned self] in .flag(state.abilities.contains(ability)) }
    }

    private var properties: [BusObject.Property] {
        typealias Property = BusObject.Property
        return [
            Property("PlaybackStatus", "s") { [unowned self] in .text(state.status.rawValue) },
            Property(
                "LoopStatus", "s", { [unowned self] in .text((state.repeats ?? .off).rawValue) },
                write: { [unowned self] value in
                    guard let mode = value.text.flatMap(PlayerState.Repeat.init) else { return .refused("InvalidArgs") }
                    return send(.repeat(mode), if: .changeRepeat)
                }),
            Property(
                "Rate", "d", { [unowned self] in .double(state.rate) },
                write: { [unowned self] in setRate($0.number ?? .nan) }),
            Property(
                "Shuffle", "b", { [unowned self] in .flag(state.shuffles ?? false) },
                write: { [unowned self] in send(.shuffle($0.flag ?? false), if: .changeShuffle) }),
            Property("Metadata", "a{sv}") { [unowned self] in .dictionary(state.track?.metadata ?? [:]) },
            Property(
                "Volume", "d", { [unowned self] in .double(state.volume ?? 1) },
                write: { [unowned self] value in
                    guard let volume = value.number, volume.isFinite else { return .refused("InvalidArgs") }
                    return send(.volume(max(0, min(volume, 1))), if: .changeVolume)
                }),
            Property("Position", "x", announces: .nothing) { [unowned self] in .int64(position(at: HostTime.now())) },
            Property("MinimumRate", "d") { [unowned self] in .double(state.rates.lowerBound) },
            Property("MaximumRate", "d") { [unowned self] in .double(state.rates.upperBound) },
            flag("CanGoNext", .next), flag("CanGoPrevious", .previous), flag("CanPlay", .play),
            flag("CanPause", .pause), flag("CanSeek", .seek),
            Property("CanControl", "b", announces: .nothing) { .flag(true) },
        ]
    }

    // MARK: Commands

    func send(_ command: PlayerCommand, if ability: PlayerAbilities) -> BusObject.Result {
        if state.abilities.contains(ability) { self.command(command) }
        return .done
    }

    func send(_ command: PlayerCommand) { self.command(command) }

    /// Microseconds, as in all of MPRIS.
    private func position(at time: UInt64) -> Int64 {
        Int64(clamping: state.position.seconds(at: time, of: state.track?.duration), scale: 1e6)
    }

    private func seek(by offset: Int64) -> BusObject.Result {
        let now = state.position.seconds(at: HostTime.now(), of: state.track?.duration)
        let seconds = Double(offset) / 1e6
        // By the specification, past the end is the next track.
        if let duration = state.track?.duration, now + seconds > duration { return send(.next, if: .next) }
        return send(.skip(seconds), if: .seek)
    }

    /// A position in a track that is over, or outside of the track, is none.
    private func setPosition(_ track: String, _ position: Int64) -> BusObject.Result {
        guard let current = state.track, track == current.path, position >= 0 else { return .done }
        let seconds = Double(position) / 1e6
        if let duration = current.duration, seconds > duration { return .done }
        return send(.move(seconds), if: .seek)
    }

    /// By the specification, a rate of 0 is a pause.
    private func setRate(_ rate: Double) -> BusObject.Result {
        guard rate.isFinite else { return .refused("InvalidArgs") }
        if rate == 0 { return send(.pause, if: .pause) }
        guard state.rates.contains(rate) else { return .done }
        return send(.rate(rate), if: .changeRate)
    }
}

extension Int64 {
    /// A number times a scale; the nearest there is for one that is too large, and 0 for what is no number.
    init(clamping value: Double, scale: Double) {
        let scaled = (value * scale).rounded()
        self = scaled.isNaN ? 0 : Int64(exactly: scaled) ?? (scaled < 0 ? .min : .max)
    }
}

extension BusValue {
    var number: Double? { if case .double(let value) = self { value } else { nil } }
}
