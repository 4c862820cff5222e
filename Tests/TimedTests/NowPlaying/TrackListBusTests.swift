import AudioCore
import MessageBus
import NowPlaying
import TestSupport
import Testing

/// A player's queue on a bus, and what only programs with players of their own offer: a volume and their end.
@Suite(.serialized, .needs("dbus-daemon")) struct TrackListBusTests {
    private let player: PlayerOnBus

    init() throws { player = try PlayerOnBus() }

    private static func path(_ number: Int) -> BusValue { .path("/org/swift/corelibs/audio/track/t\(number)") }

    private static func paths(_ numbers: Int...) -> BusValue { .array(of: "o", numbers.map(path)) }

    /// The texts of one name in what describes tracks.
    private static func texts(_ name: String, _ answer: [BusValue]?) -> [String?]? {
        answer?.first?.elements?.map { $0.dictionary?[name]?.text }
    }

    private func news(_ member: String) -> [[BusValue]] {
        player.news.withLock { $0.filter { $0.member == member }.map(\.values) }
    }

    @Test func theQueueIsListedAndObeyed() throws {
        #expect(player.show(PlayerOnBus.state(3, current: 2)))
        #expect(
            player.all(PlayerOnBus.trackList) == ["Tracks": Self.paths(1, 2, 3), "CanEditTracks": .flag(false)])
        let tracks = BusValue.array(of: "o", [Self.path(3), Self.path(9), Self.path(2)])
        let answer = player.call(PlayerOnBus.trackList, "GetTracksMetadata", tracks, returning: "aa{sv}")
        #expect(Self.texts("xesam:title", answer) == ["Song 3", "Song 2"])
        #expect(Self.texts("mpris:artUrl", answer) == [nil, "file:///cover.png"])
        for (member, arguments) in [
            ("GoTo", [Self.path(3)]), ("GoTo", [Self.path(9)]), ("RemoveTrack", [Self.path(3)]),
            ("AddTrack", [BusValue.text("file:///a"), Self.path(1), .flag(true)]),
        ] {
            var call = BusCall(PlayerOnBus.name, PlayerOnBus.path, PlayerOnBus.trackList, member)
            call.arguments = arguments
            #expect(player.desktop.call(call, returning: "") == [], "\(member)")
        }
        #expect(player.call(PlayerOnBus.root, "Quit") == [])
        // No window to show is offered.
        #expect(player.call(PlayerOnBus.root, "Raise") == [])
        let volume = BusValue.variant(.double(0.25))
        #expect(player.call(PlayerOnBus.properties, "Set", .text(PlayerOnBus.player), .text("Volume"), volume) == [])
        #expect(eventually { player.commands.withLock { $0 } == [.goTo(3), .quit, .volume(0.25)] })
        let root = try #require(player.all(PlayerOnBus.root))
        #expect(root["CanQuit"] == .flag(true) && root["CanRaise"] == .flag(false))
        let description =
            player.call(
                "org.freedesktop.DBus.Introspectable", "Introspect", returning: "s")?.first?.text ?? ""
        #expect(description.contains("\"TrackListReplaced\"") && description.contains("value=\"invalidates\""))
    }

    @Test func changesOfTheQueueAreReported() throws {
        var state = PlayerOnBus.state(3)
        #expect(player.show(state))
        player.news.withLock { $0 = [] }
        state.queue = PlayerQueue([1, 2, 3].map { PlayerOnBus.track($0, $0 == 3 ? "Ebb" : nil) })
        player.service.show(state)
        #expect(eventually { news("TrackMetadataChanged").count == 1 })
        let changed = try #require(news("TrackMetadataChanged").first)
        #expect(changed[0] == Self.path(3) && changed[1].dictionary?["xesam:title"] == .text("Ebb"))
        state.queue = PlayerQueue([3, 1].map { PlayerOnBus.track($0) })
        player.service.show(state)
        #expect(eventually { news("PropertiesChanged").count == 1 })
        #expect(news("TrackListReplaced") == [[Self.paths(3, 1), Self.path(1)]])
        let invalidated: [BusValue] = [
            .text(PlayerOnBus.trackList), .dictionary([:]), .array(of: "s", [.text("Tracks")]),
        ]
        #expect(news("PropertiesChanged") == [invalidated])
        state.queue = nil
        #expect(player.show(state))
        #expect(news("PropertiesChanged").last?[1].dictionary == ["HasTrackList": .flag(false)])
        #expect(player.all(PlayerOnBus.trackList) == nil)
        #expect(player.call(PlayerOnBus.trackList, "GoTo", Self.path(1)) == nil)
    }
}
