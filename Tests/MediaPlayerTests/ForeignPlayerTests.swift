import AudioCore
import MessageBus
import Testing

@testable import NowPlaying

/// What another program's player says of itself.
@Suite struct ForeignPlayerTests {
    private static let second = HostTime.ticksPerSecond

    private static func track(_ path: String?, _ title: String? = nil, _ url: String? = nil) -> BusValue {
        var values: [String: BusValue] = [:]
        values["mpris:trackid"] = path.map(BusValue.path)
        values["xesam:title"] = title.map(BusValue.text)
        values["xesam:url"] = url.map(BusValue.text)
        return .dictionary(values)
    }

    @Test func thePositionMovesWhileItPlays() {
        var player = ForeignPlayer(":1.5")
        let values: [String: BusValue] = [
            "PlaybackStatus": .text("Playing"), "Rate": .double(2), "Position": .int64(10_000_000),
            "Metadata": .dictionary(["mpris:trackid": .path("/a"), "mpris:length": .int64(20_000_000)]),
        ]
        #expect(player.take(values, at: 0) == [.status, .track])
        #expect(player.seconds(at: 0) == 10 && player.seconds(at: 3 * Self.second) == 16)
        // No further than the end.
        #expect(player.seconds(at: 30 * Self.second) == 20)
        #expect(player.take(["PlaybackStatus": .text("Paused")], at: 2 * Self.second) == .status)
        #expect(player.seconds(at: 9 * Self.second) == 14)
        #expect(player.take(["PlaybackStatus": .text("Playing"), "Rate": .double(1)], at: 10 * Self.second) == .status)
        #expect(player.seconds(at: 11 * Self.second) == 15)
        player.take(position: 3_000_000, at: 11 * Self.second)
        #expect(player.seconds(at: 12 * Self.second) == 4)
        player.take(position: .max, at: 12 * Self.second)
        #expect(player.seconds(at: 12 * Self.second) == 20)
        player.take(position: .min, at: 12 * Self.second)
        #expect(player.seconds(at: 12 * Self.second) == 0)
    }

    @Test func anotherTrackBeginsAtItsStart() {
        var player = ForeignPlayer(":1.5")
        _ = player.take(["Metadata": Self.track("/a", "A"), "Position": .int64(5_000_000)], at: 0)
        let first = player.state.track?.identifier
        #expect(player.take(["Metadata": Self.track("/a", "A, with its picture")], at: 1) == .other)
        #expect(player.state.track?.identifier == first && player.seconds(at: 1) == 5)
        #expect(player.take(["Metadata": Self.track("/b", "A")], at: 2) == .track)
        #expect(player.seconds(at: 2) == 0)
        // Others have the same object for all tracks.
        #expect(player.take(["Metadata": Self.track("/b", "A", "file:///a")], at: 3) == .track)
        #expect(player.take(["Metadata": Self.track(nil, "One")], at: 4) == .track)
        #expect(player.take(["Metadata": Self.track(nil, "Two")], at: 5) == .track)
        #expect(player.take(["Metadata": .dictionary([:])], at: 6) == .track)
        #expect(player.state.track == nil && player.trackPath == nil)
        #expect(player.take(["Metadata": Self.track(ForeignPlayer.noTrack)], at: 7) == [])
        #expect(player.state.track == nil)
        // The same one after none is another one.
        #expect(player.take(["Metadata": Self.track(nil, "Two")], at: 8) == .track)
    }

    @Test func nothingMayBeDoneWithOneThatCannotBeControlled() {
        var player = ForeignPlayer(":1.5")
        let values: [String: BusValue] = [
            "CanPlay": .flag(true), "CanSeek": .flag(true), "CanGoNext": .flag(false), "LoopStatus": .text("Track"),
            "MinimumRate": .double(0.5), "MaximumRate": .double(2),
        ]
        _ = player.take(values, at: 0)
        #expect(player.state.abilities == [.play, .seek, .stop, .changeRepeat, .changeRate])
        #expect(player.take(["CanControl": .flag(false)], at: 0) == .other)
        #expect(player.state.abilities == [])
        _ = player.take(["CanGoNext": .flag(true)], at: 0)
        #expect(player.state.abilities == [])
        _ = player.take(["CanControl": .flag(true), "CanSeek": .flag(false)], at: 0)
        #expect(player.state.abilities == [.play, .next, .stop, .changeRepeat, .changeRate])
    }

    /// What is of no use leaves the player as it was.
    @Test func valuesOfOtherTypesAreIgnored() {
        var player = ForeignPlayer(":1.5")
        _ = player.take(["PlaybackStatus": .text("Playing"), "Metadata": Self.track("/a", "A")], at: 0)
        let before = player
        let values: [String: BusValue] = [
            "PlaybackStatus": .text("Humming"), "LoopStatus": .int32(3), "Rate": .double(0), "Shuffle": .text("yes"),
            "Volume": .double(.nan), "Position": .double(3), "MinimumRate": .double(2), "MaximumRate": .double(1),
            "CanPlay": .int32(1), "Metadata": .text("none"), "Nonsense": .byte(1),
        ]
        #expect(player.take(values, at: 0) == [] && player == before)
        for rate in [-1, .nan, .infinity] as [Double] { _ = player.take(["Rate": .double(rate)], at: 0) }
        #expect(player == before)
        player.take(root: ["HasTrackList": .byte(1), "SupportedUriSchemes": .text("file")])
        #expect(!player.hasTrackList && !player.opensFiles)
        player.take(root: ["HasTrackList": .flag(true), "SupportedUriSchemes": .array(of: "s", [.text("FILE")])])
        #expect(player.hasTrackList && player.opensFiles)
    }

    @Test func longTextsAreCut() {
        var player = ForeignPlayer(":1.5")
        let title = String(repeating: "ä", count: 100_000)
        _ = player.take(["Metadata": Self.track("/a", title)], at: 0)
        #expect(player.state.track?.title == String(repeating: "ä", count: 1024))
    }

    @Test func whatWasAskedForIsExpected() {
        var player = ForeignPlayer(":1.5")
        let values: [String: BusValue] = [
            "Metadata": .dictionary(["mpris:trackid": .path("/a"), "mpris:length": .uint64(20_000_000)]),
            "Shuffle": .flag(false),
        ]
        _ = player.take(values, at: 0)
        player.expect(.move(50), at: 0)
        player.expect(.skip(15), at: 0)
        #expect(player.seconds(at: 0) == 0, "it cannot seek")
        _ = player.take(["CanSeek": .flag(true)], at: 0)
        player.expect(.move(50), at: 0)
        #expect(player.seconds(at: 0) == 20)
        player.expect(.skip(-15), at: 0)
        #expect(player.seconds(at: 0) == 5)
        player.expect(.skip(-15), at: 0)
        #expect(player.seconds(at: 0) == 0)
        player.expect(.shuffle(true), at: 0)
        player.expect(.repeat(.one), at: 0)
        // It has no such property.
        #expect(player.state.shuffles == true && player.state.repeats == nil)
    }
}
