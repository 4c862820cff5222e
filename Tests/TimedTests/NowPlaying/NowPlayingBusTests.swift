import AudioCore
import Foundation
import MessageBus
import NowPlaying
import TestSupport
import Testing

@testable import MediaPlayer

/// A program's player on a bus: what desktops see of it, and the commands that they send.
@Suite(.serialized, .needs("dbus-daemon", "playerctl")) struct NowPlayingBusTests {
    private static let root = "org.mpris.MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let path = "/org/mpris/MediaPlayer2"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let name = "org.mpris.MediaPlayer2.the_larks.instance\(getpid())"

    private let bus: PrivateBus
    private let desktop: BusFake
    private let link: NowPlayingLink
    private let news = LockedValue<[(member: String, values: [BusValue])]>([])

    init() throws {
        bus = try PrivateBus()
        let (address, news) = (bus.address, news)
        desktop = try BusFake(address) { _, message in
            guard message.kind == .signal, message.path == Self.path else { return }
            let signature = message.member == "Seeked" ? "x" : "sa{sv}as"
            if let values = message.values(signature) { news.withLock { $0.append((message.member, values)) } }
        }
        desktop.post { $0.match("type='signal',path='\(Self.path)'") }
        link = NowPlayingLink({
            PlayerService(.at(address), PlayerIdentity(name: "The Larks", desktopEntry: "the-larks"), command: $0)
        })
    }

    private var center: MPRemoteCommandCenter { link.center }

    /// Waits until the player is on the bus.
    private func expectPlayer() { #expect(eventually { owner != nil }) }

    private var owner: String? {
        desktop.call(BusCall(bus: "GetNameOwner", .text(Self.name)), returning: "s")?.first?.text
    }

    private func all(_ interface: String) throws -> [String: BusValue] {
        let call = BusCall(Self.name, Self.path, Self.properties, "GetAll", .text(interface))
        return try #require(desktop.call(call, returning: "a{sv}")?.first?.dictionary)
    }

    private func call(_ member: String, _ arguments: BusValue...) -> [BusValue]? {
        var call = BusCall(Self.name, Self.path, Self.player, member)
        call.arguments = arguments
        return desktop.call(call, returning: "")
    }

    private func set(_ property: String, _ value: BusValue) -> [BusValue]? {
        let call = BusCall(
            Self.name, Self.path, Self.properties, "Set", .text(Self.player), .text(property), .variant(value))
        return desktop.call(call, returning: "")
    }

    private static var song: [String: Any] {
        [
            MPMediaItemPropertyTitle: "Low Tide", MPMediaItemPropertyArtist: "The Larks",
            MPMediaItemPropertyAlbumTitle: "Tides", MPMediaItemPropertyAlbumTrackNumber: 3,
            MPMediaItemPropertyPlaybackDuration: 215.5, MPNowPlayingInfoPropertyElapsedPlaybackTime: 12.0,
            MPNowPlayingInfoPropertyPlaybackRate: 0.0,
        ]
    }

    @Test func everythingIsThereAtOnce() throws {
        link.info = Self.song
        center.togglePlayPauseCommand.addTarget { _ in .success }
        center.nextTrackCommand.addTarget { _ in .success }
        expectPlayer()
        #expect(eventually { (try? all(Self.player)["CanGoNext"]) == .flag(true) })
        let player = try all(Self.player)
        let metadata = try #require(player["Metadata"]?.dictionary)
        #expect(metadata["xesam:title"] == .text("Low Tide"))
        #expect(metadata["xesam:artist"] == .array(of: "s", [.text("The Larks")]))
        #expect(metadata["xesam:album"] == .text("Tides"))
        #expect(metadata["xesam:trackNumber"] == .int32(3))
        #expect(metadata["mpris:length"] == .int64(215_500_000))
        #expect(metadata["mpris:trackid"]?.path?.hasPrefix("/org/swift/") == true)
        let expected: [String: BusValue] = [
            "PlaybackStatus": .text("Paused"), "LoopStatus": .text("None"), "Rate": .double(1), "Shuffle": .flag(false),
            "Volume": .double(1), "Position": .int64(12_000_000), "MinimumRate": .double(1), "MaximumRate": .double(1),
            "CanGoNext": .flag(true), "CanGoPrevious": .flag(false), "CanPlay": .flag(true), "CanPause": .flag(true),
            "CanSeek": .flag(false), "CanControl": .flag(true),
        ]
        #expect(player.filter { $0.key != "Metadata" } == expected)
        #expect(
            try all(Self.root) == [
                "CanQuit": .flag(false), "CanRaise": .flag(false), "HasTrackList": .flag(false),
                "Identity": .text("The Larks"), "DesktopEntry": .text("the-larks"),
                "SupportedUriSchemes": .array(of: "s", []), "SupportedMimeTypes": .array(of: "s", []),
            ])
        #expect(try all(Self.properties).isEmpty)
    }

    @Test func commandsCallTheirTargets() throws {
        let calls = LockedValue<[String]>([])
        func note(_ command: MPRemoteCommand, _ body: @escaping @Sendable (MPRemoteCommandEvent) -> String) {
            command.addTarget { event in
                dispatchPrecondition(condition: .onQueue(.main))
                calls.withLock { $0.append(body(event)) }
                return .success
            }
        }
        note(center.playCommand) { _ in "play" }
        note(center.pauseCommand) { _ in "pause" }
        note(center.stopCommand) { _ in "stop" }
        note(center.nextTrackCommand) { _ in "next" }
        note(center.previousTrackCommand) { _ in "previous" }
        note(center.skipForwardCommand) { "forward \(($0 as! MPSkipIntervalCommandEvent).interval)" }
        note(center.changePlaybackPositionCommand) {
            "move \(($0 as! MPChangePlaybackPositionCommandEvent).positionTime)"
        }
        note(center.changePlaybackRateCommand) { "rate \(($0 as! MPChangePlaybackRateCommandEvent).playbackRate)" }
        note(center.changeRepeatModeCommand) { "repeat \(($0 as! MPChangeRepeatModeCommandEvent).repeatType)" }
        note(center.changeShuffleModeCommand) { "shuffle \(($0 as! MPChangeShuffleModeCommandEvent).shuffleType)" }
        center.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 1, 2]
        center.skipForwardCommand.preferredIntervals = [5, 15]
        link.info = Self.song
        expectPlayer()
        #expect(eventually { (try? all(Self.player)["MaximumRate"]) == .double(2) })
        let track = try #require(try all(Self.player)["Metadata"]?.dictionary?["mpris:trackid"])
        for member in ["Play", "Pause", "PlayPause", "Stop", "Next", "Previous"] { #expect(call(member) == []) }
        #expect(call("Seek", .int64(5_000_000)) == [])
        // No interval that the program prefers.
        #expect(call("Seek", .int64(7_000_000)) == [])
        #expect(call("Seek", .int64(-20_000_000)) == [])
        // Past the end.
        #expect(call("Seek", .int64(300_000_000)) == [])
        #expect(call("SetPosition", track, .int64(1_500_000)) == [])
        #expect(call("SetPosition", .path("/other"), .int64(1_500_000)) == [])
        #expect(call("SetPosition", track, .int64(-1)) == [])
        #expect(call("SetPosition", track, .int64(999_000_000)) == [])
        #expect(set("Rate", .double(1.9)) == [])
        #expect(set("Rate", .double(0)) == [])
        #expect(set("Rate", .double(7)) == [])
        #expect(set("LoopStatus", .text("Track")) == [])
        #expect(set("Shuffle", .flag(true)) == [])
        #expect(set("Volume", .double(0.5)) == [])
        let expected = [
            "play", "pause", "play", "stop", "next", "previous", "forward 5.0", "move 19.0", "move 0.0", "next",
            "move 1.5", "rate 2.0", "pause", "repeat one", "shuffle items",
        ]
        #expect(eventually { calls.withLock { $0.count } >= expected.count })
        #expect(
            calls.withLock { $0 }.map {
                $0.replacingOccurrences(of: "MPRepeatType.", with: "").replacingOccurrences(
                    of: "MPShuffleType.", with: "")
            } == expected)
    }

    /// A program that takes events is a player for as long as it does, without a target and without a title.
    @Test func eventsComeFromTheDesktop() throws {
        let events = LockedValue<[RemoteEvent]>([])
        link.send(eventsTo: { event in
            dispatchPrecondition(condition: .onQueue(.main))
            events.withLock { $0.append(event) }
        })
        expectPlayer()
        let flags = try all(Self.player).filter {
            $0.key.hasPrefix("CanGo") || ["CanPlay", "CanPause"].contains($0.key)
        }
        #expect(flags.count == 4 && flags.values.allSatisfy { $0 == .flag(true) })
        for member in ["Play", "Pause", "PlayPause", "Stop", "Next", "Previous"] { #expect(call(member) == []) }
        #expect(
            eventually {
                events.withLock { $0 } == [.play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack]
            })
        // A target takes its event away.
        center.nextTrackCommand.addTarget { _ in .success }
        #expect(call("Next") == [] && call("Previous") == [])
        #expect(eventually { events.withLock { $0.count } == 7 })
        center.nextTrackCommand.removeTarget(nil)
        link.send(eventsTo: nil)
        #expect(eventually { owner == nil })
    }

    /// A command that nobody has taken on does nothing; what does not fit is an error.
    @Test func wrongCallsAreRefused() throws {
        link.info = Self.song
        expectPlayer()
        for member in ["Play", "Pause", "Stop", "Next", "Previous"] { #expect(call(member) == []) }
        #expect(call("PlayPause") == nil)
        #expect(call("Seek", .text("1")) == nil)
        #expect(call("Seek") == nil)
        #expect(call("SetPosition", .int64(1)) == nil)
        #expect(call("OpenUri", .text("file:///a.mp3")) == nil)
        #expect(call("Nonsense") == nil)
        #expect(set("Rate", .double(.nan)) == nil)
        #expect(set("Rate", .text("1")) == nil)
        #expect(set("LoopStatus", .text("Sometimes")) == nil)
        #expect(set("PlaybackStatus", .text("Playing")) == nil)
        #expect(set("Nonsense", .flag(true)) == nil)
        #expect(desktop.call(BusCall(property: "Rate", of: "org.other", Self.name, Self.path), returning: "v") == nil)
        #expect(desktop.call(BusCall(property: "Other", of: Self.player, Self.name, Self.path), returning: "v") == nil)
        #expect(
            desktop.call(BusCall(Self.name, "/other", Self.player, "Play"), returning: "") == nil)
    }

    /// Changes are told once, whole, and the position by jumps alone.
    @Test func changesAreTold() throws {
        link.info = Self.song
        expectPlayer()
        #expect(eventually { (try? all(Self.player)["PlaybackStatus"]) == .text("Paused") })
        news.withLock { $0 = [] }
        var song = Self.song
        song[MPNowPlayingInfoPropertyPlaybackRate] = 1.0
        link.info = song
        center.playCommand.addTarget { _ in .success }
        #expect(eventually { changed.contains { $0.keys.contains("CanPlay") } })
        #expect(changed.map { Set($0.keys) }.reduce(Set()) { $0.union($1) } == ["PlaybackStatus", "CanPlay"])
        #expect(seeks == [])
        song[MPNowPlayingInfoPropertyElapsedPlaybackTime] = 100.0
        link.info = song
        #expect(eventually { seeks.count == 1 })
        #expect((100_000_000...101_000_000).contains(seeks[0]))
        song[MPMediaItemPropertyTitle] = "Ebb"
        song[MPNowPlayingInfoPropertyElapsedPlaybackTime] = 0
        link.info = song
        #expect(eventually { seeks.count == 2 && changed.last?["Metadata"] != nil })
        #expect(changed.last?["Metadata"]?.dictionary?["xesam:title"] == .text("Ebb"))
        #expect((0...1_000_000).contains(seeks[1]))
        #expect(!changed.contains { $0.keys.contains("Position") })
    }

    private var changed: [[String: BusValue]] {
        news.withLock { $0.filter { $0.member == "PropertiesChanged" }.compactMap { $0.values[1].dictionary } }
    }
    private var seeks: [Int64] {
        news.withLock { $0.filter { $0.member == "Seeked" }.compactMap { $0.values[0].integer() } }
    }

    @Test func thePlayerComesAndGoes() throws {
        let token = center.playCommand.addTarget { _ in .success }
        expectPlayer()
        center.playCommand.removeTarget(token)
        #expect(eventually { owner == nil })
        link.info = Self.song
        expectPlayer()
        link.info = nil
        #expect(eventually { owner == nil })
    }

    @Test func aBusThatComesBackHasThePlayerAgain() throws {
        link.info = Self.song
        expectPlayer()
        bus.crash()
        var song = Self.song
        song[MPMediaItemPropertyTitle] = "Ebb"
        link.info = song
        try bus.revive()
        let desktop = try BusFake(bus.address)
        #expect(
            eventually(seconds: 30) {
                let call = BusCall(Self.name, Self.path, Self.properties, "Get", .text(Self.player), .text("Metadata"))
                let value = desktop.call(call, returning: "v")?.first?.unwrapped.dictionary
                return value?["xesam:title"] == .text("Ebb")
            })
    }

    @Test func picturesAreFiles() throws {
        func picture(_ byte: UInt8) throws -> MPMediaItemArtwork {
            let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            let image = try #require(MPMediaItemArtwork.Image(data: Data(head + [0, 0, 0, 1, 0, 0, 0, 1, byte])))
            return MPMediaItemArtwork(boundsSize: image.size) { _ in image }
        }
        func address() throws -> String? {
            try all(Self.player)["Metadata"]?.dictionary?["mpris:artUrl"]?.text
        }
        func file(_ address: String?) throws -> URL {
            let address = try #require(address)
            return try #require(URL(string: address))
        }
        var song = Self.song
        song[MPMediaItemPropertyArtwork] = try picture(1)
        link.info = song
        expectPlayer()
        #expect(eventually { (try? address()) != nil })
        let first = try file(address())
        #expect(try Data(contentsOf: first).last == 1)
        song[MPMediaItemPropertyArtwork] = try picture(2)
        link.info = song
        #expect(eventually { (try? address()).flatMap { $0 } != nil && (try? address()) != first.absoluteString })
        let second = try file(address())
        #expect(try Data(contentsOf: second).last == 2)
        // A desktop may be about to read the one before.
        #expect(FileManager.default.fileExists(atPath: first.path))
        song[MPMediaItemPropertyArtwork] = try picture(3)
        link.info = song
        #expect(eventually { (try? address()).flatMap { $0 } != nil && (try? address()) != second.absoluteString })
        #expect(!FileManager.default.fileExists(atPath: first.path))
        song[MPMediaItemPropertyArtwork] = nil
        link.info = song
        #expect(eventually { (try? address()) == .some(nil) })
    }

    @Test func playerctlReadsIt() throws {
        let calls = LockedValue(0)
        // playerctl reads the names of those players only that can play.
        center.togglePlayPauseCommand.addTarget { _ in .success }
        center.nextTrackCommand.addTarget { _ in
            calls.withLock { $0 += 1 }
            return .success
        }
        link.info = Self.song
        expectPlayer()
        let folder = ScratchFolder()
        func playerctl(_ arguments: String...) throws -> String {
            let output = folder.file("output")
            let child = try #require(
                ChildProcess(
                    "/usr/bin/env", ["playerctl", "-p", "the_larks"] + arguments,
                    environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "PATH": "/usr/local/bin:/usr/bin:/bin"],
                    output: output, errors: folder.file("errors")))
            #expect(child.wait() == 0, "\(String(decoding: folder.bytes("errors") ?? [], as: UTF8.self))")
            return try String(contentsOfFile: output, encoding: .utf8).trimmingCharacters(in: .newlines)
        }
        #expect(try playerctl("status") == "Paused")
        #expect(
            try playerctl("metadata", "--format", "{{artist}}/{{title}}/{{album}}/{{mpris:length}}")
                == "The Larks/Low Tide/Tides/215500000")
        #expect(try playerctl("position") == "12.000000")
        #expect(try playerctl("next") == "")
        #expect(eventually { calls.withLock { $0 } == 1 })
    }

    /// 10,000 calls of nonsense from one that is not answered any more; another one waits for 100 ms at most.
    @Test func aFloodDelaysNobody() throws {
        link.info = Self.song
        expectPlayer()
        let flood = try BusFake(bus.address)
        for _ in 0..<100 {
            flood.post { client in
                for number in 0..<100 {
                    var call = BusCall(Self.name, Self.path, Self.player, number % 2 == 0 ? "Seek" : "Nonsense")
                    call.arguments = [.text(String(repeating: "x", count: 1000)), .array(of: "v", [])]
                    // It does not wait for answers, so that there is no end to what it sends.
                    if let call = client.ask(call, returning: "", { _ in }) { client.cancel(call) }
                }
            }
        }
        var longest: UInt64 = 0
        #expect(try all(Self.root).count == 7)
        for _ in 0..<20 {
            let start = HostTime.now()
            #expect(try all(Self.root).count == 7)
            longest = max(longest, HostTime.now() - start)
        }
        #expect(longest < 100_000_000, "\(longest) ns")
    }
}
