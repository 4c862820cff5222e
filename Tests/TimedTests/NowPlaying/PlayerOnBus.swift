import AudioCore
import Glibc
import MessageBus
import NowPlaying
import TestSupport

/// A player on a bus of its own, with everything that a program may offer, and a desktop that looks at it.
final class PlayerOnBus {
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let trackList = "org.mpris.MediaPlayer2.TrackList"
    static let path = "/org/mpris/MediaPlayer2"
    static let properties = "org.freedesktop.DBus.Properties"
    static let name = "org.mpris.MediaPlayer2.the_larks.instance\(getpid())"
    private static let identity = PlayerIdentity(name: "The Larks", desktopEntry: "the-larks")

    typealias News = (interface: String, member: String, values: [BusValue])

    let bus: PrivateBus
    let desktop: BusFake
    let service: PlayerService
    let commands = LockedValue<[PlayerCommand]>([])
    let news = LockedValue<[News]>([])

    init() throws {
        bus = try PrivateBus()
        let (news, commands) = (news, commands)
        let signatures = [
            "Seeked": "x", "PropertiesChanged": "sa{sv}as", "TrackListReplaced": "aoo",
            "TrackMetadataChanged": "oa{sv}",
        ]
        desktop = try BusFake(bus.address) { _, message in
            guard message.kind == .signal, message.path == Self.path, let signature = signatures[message.member],
                let values = message.values(signature)
            else { return }
            news.withLock { $0.append((message.interface, message.member, values)) }
        }
        desktop.post { $0.match("type='signal',path='\(Self.path)'") }
        service = PlayerService(.at(bus.address), Self.identity) { command in commands.withLock { $0.append(command) } }
    }

    static func track(_ number: Int, _ title: String? = nil) -> PlayerTrack {
        var track = PlayerTrack()
        (track.identifier, track.title, track.duration) = (UInt64(number), title ?? "Song \(number)", 100)
        return track
    }

    /// The state of a player with so many tracks, of which one plays.
    static func state(_ count: Int, current: Int = 1) -> PlayerState {
        var state = PlayerState()
        (state.status, state.track, state.volume) = (.paused, track(current), 0.5)
        state.track?.artwork = "file:///cover.png"
        state.position = PlayerPosition(seconds: 12, at: HostTime.now(), rate: 0)
        (state.rates, state.repeats, state.shuffles) = (0.5...2, .all, true)
        state.abilities = [
            .play, .pause, .stop, .next, .previous, .seek, .changeRate, .changeRepeat, .changeShuffle, .changeVolume,
            .quit,
        ]
        state.queue = PlayerQueue((1...count).map { track($0) })
        return state
    }

    /// Shows a state, and waits until the desktop sees it.
    func show(_ state: PlayerState) -> Bool {
        service.show(state)
        return eventually {
            all(Self.player)?["Metadata"]?.dictionary?["xesam:title"]?.text == state.track?.title
                && all(Self.root)?["HasTrackList"] == .flag(state.queue != nil)
        }
    }

    func all(_ interface: String, by fake: BusFake? = nil) -> [String: BusValue]? {
        let call = BusCall(Self.name, Self.path, Self.properties, "GetAll", .text(interface))
        return (fake ?? desktop).call(call, returning: "a{sv}")?.first?.dictionary
    }

    func call(_ interface: String, _ member: String, _ arguments: BusValue..., returning: String = "") -> [BusValue]? {
        var call = BusCall(Self.name, Self.path, interface, member)
        call.arguments = arguments
        return desktop.call(call, returning: returning)
    }
}
