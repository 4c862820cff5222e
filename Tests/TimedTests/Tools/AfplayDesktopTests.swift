import AudioCore
import Foundation
import MessageBus
import NowPlaying
import TestSupport
import Testing

@testable import MediaPlayer

/// `afplay` as a player of a desktop of the test's own, on a device that keeps time in silence.
@Suite(.serialized, .needsInstallation, .needs("dbus-daemon")) struct AfplayDesktopTests {
    private static let tool = Installed.tool("afplay")
    private static let path = "/org/mpris/MediaPlayer2"
    private static let root = "org.mpris.MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let trackList = "org.mpris.MediaPlayer2.TrackList"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let bus: PrivateBus
    private let desktop: BusFake
    private let folder: TemporaryFolder

    init() throws {
        bus = try PrivateBus()
        desktop = try BusFake(bus.address)
        folder = try TemporaryFolder()
        for (index, title) in ["One", "Two", "Three"].enumerated() {
            try AfplayScreenTests.makeSong(folder, "\(index).caf", seconds: 90, title: title, artist: "The Larks")
        }
        try Data([0x89, 0x50, 0x4E, 0x47]).write(to: URL(fileURLWithPath: folder.path + "/cover.png"))
    }

    private var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "COREAUDIO_BACKEND": "null", "XDG_RUNTIME_DIR": folder.path,
            "PATH": "/usr/bin:/bin",
        ]
    }

    /// The only player's name on the bus.
    private var name: String? {
        let names = desktop.call(BusCall(bus: "ListNames"), returning: "as")?.first?.elements ?? []
        return names.compactMap(\.text).first { $0.hasPrefix(Self.root + ".afplay.instance") }
    }

    private func all(_ interface: String) -> [String: BusValue] {
        guard let name else { return [:] }
        let call = BusCall(name, Self.path, Self.properties, "GetAll", .text(interface))
        return desktop.call(call, returning: "a{sv}")?.first?.dictionary ?? [:]
    }

    private var metadata: [String: BusValue] { all(Self.player)["Metadata"]?.dictionary ?? [:] }

    private func plays(_ title: String) -> Bool { eventually { metadata["xesam:title"] == .text(title) } }

    private func shows(_ property: String, _ value: BusValue) -> Bool {
        eventually { all(Self.player)[property] == value }
    }

    /// The position in seconds.
    private var position: Double { (all(Self.player)["Position"]?.integer(Int64.self)).map { Double($0) / 1e6 } ?? -1 }

    private func call(_ interface: String, _ member: String, _ arguments: [BusValue] = []) -> Bool {
        guard let name else { return false }
        var call = BusCall(name, Self.path, interface, member)
        call.arguments = arguments
        return desktop.call(call, returning: "") != nil
    }

    private func press(_ member: String, _ arguments: BusValue...) -> Bool { call(Self.player, member, arguments) }

    private func set(_ property: String, _ value: BusValue) -> Bool {
        call(Self.properties, "Set", [.text(Self.player), .text(property), .variant(value)])
    }

    private func launch(_ arguments: String...) throws -> ChildProcess {
        try #require(
            ChildProcess(
                "/usr/bin/env", ["-C", folder.path, Self.tool] + arguments, environment: environment,
                errors: folder.path + "/errors"))
    }

    @Test func aFileIsShownAndObeys() throws {
        let child = try launch("-v", "0.5", "0.caf")
        #expect(plays("One"))
        let shown = metadata
        #expect(shown["xesam:artist"] == .array(of: "s", [.text("The Larks")]))
        #expect(shown["mpris:length"] == .int64(90_000_000))
        #expect(shown["mpris:artUrl"]?.text?.hasSuffix("/cover.png") == true)
        #expect(shown["xesam:url"]?.text?.hasSuffix("/0.caf") == true)
        #expect(all(Self.root)["HasTrackList"] == .flag(false) && all(Self.root)["CanQuit"] == .flag(true))
        #expect(all(Self.player)["CanGoNext"] == .flag(false) && all(Self.player)["CanSeek"] == .flag(true))
        #expect(shows("PlaybackStatus", .text("Playing")) && shows("Volume", .double(0.5)))
        #expect(set("Volume", .double(0.25)) && shows("Volume", .double(0.25)))
        #expect(press("Pause") && shows("PlaybackStatus", .text("Paused")))
        #expect(press("Seek", .int64(30_000_000)) && eventually { position >= 30 })
        let track = try #require(shown["mpris:trackid"])
        #expect(press("SetPosition", track, .int64(10_000_000)) && eventually { position == 10 })
        #expect(press("PlayPause") && shows("PlaybackStatus", .text("Playing")) && eventually { position > 10 })
        #expect(call(Self.root, "Quit"))
        #expect(child.wait(atMost: 10) == 0)
        #expect(try folder.bytes("errors").isEmpty)
        #expect(eventually { name == nil })
    }

    @Test func aPlaylistIsAQueue() throws {
        try Data("2.caf\n1.caf\n0.caf\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/list.m3u"))
        let child = try launch("list.m3u")
        #expect(plays("Three"))
        let tracks = try #require(all(Self.trackList)["Tracks"]?.elements)
        #expect(tracks.count == 3 && metadata["mpris:trackid"] == tracks[0])
        #expect(press("Next") && plays("Two"))
        #expect(call(Self.trackList, "GoTo", [tracks[2]]) && plays("One"))
        #expect(all(Self.player)["CanGoNext"] == .flag(false))
        #expect(press("Seek", .int64(30_000_000)) && eventually { position >= 30 })
        // Paused, so that it is still at its start where this test was kept waiting.
        #expect(press("Pause") && shows("PlaybackStatus", .text("Paused")))
        #expect(press("Previous") && eventually { position < 20 } && plays("One"))
        #expect(press("Previous") && plays("Two") && shows("PlaybackStatus", .text("Paused")))
        // What is paused stays so on the next entry, too, unless the user has chosen it in the list.
        #expect(press("Next") && plays("One") && shows("PlaybackStatus", .text("Paused")) && position == 0)
        #expect(call(Self.trackList, "GoTo", [tracks[1]]) && plays("Two"))
        #expect(shows("PlaybackStatus", .text("Playing")))
        #expect(press("Stop"))
        #expect(child.wait(atMost: 10) == 0)
    }

    /// A pause counts for a sound that has not come yet.
    @Test func aPauseBeforeThereIsAPlayerIsKept() throws {
        #expect(mkfifo(folder.path + "/late.caf", 0o600) == 0)
        try Data("0.caf\nlate.caf\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/list.m3u"))
        let child = try launch("list.m3u")
        #expect(plays("One"))
        #expect(press("Next"))
        // Opened for writing without waiting once the player reads.
        let pipe = LockedValue<Int32>(-1)
        #expect(
            eventually {
                pipe.withLock { $0 = open(folder.path + "/late.caf", O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
                return pipe.withLock { $0 } >= 0
            })
        let descriptor = pipe.withLock { $0 }
        defer { close(descriptor) }
        #expect(press("Pause"))
        // Nearly two seconds, which the pipe holds.
        let song = try folder.bytes("1.caf").prefix(60_000)
        #expect(song.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == 60_000)
        #expect(eventually { metadata["xesam:title"] != .text("One") })
        #expect(shows("PlaybackStatus", .text("Paused")))
        #expect(press("Play") && shows("PlaybackStatus", .text("Playing")))
        #expect(press("Stop"))
        #expect(child.wait(atMost: 10) == 0)
    }

    @Test func theScreenIsShownAndObeys() throws {
        let terminal = try PseudoTerminal([Self.tool, "--tui", "."], in: folder, environment: environment)
        #expect(terminal.shows("▸ One") && plays("One"))
        #expect(eventually { metadata["mpris:artUrl"] != nil })
        #expect(all(Self.trackList)["Tracks"]?.elements?.count == 3)
        #expect(press("Next") && terminal.shows("▸ Two") && plays("Two"))
        #expect(press("Pause") && terminal.shows("paused") && shows("PlaybackStatus", .text("Paused")))
        #expect(set("LoopStatus", .text("Track")) && terminal.shows("loop one"))
        #expect(set("Shuffle", .flag(true)) && terminal.shows("shuffle"))
        #expect(set("Rate", .double(1.5)) && terminal.shows("speed 1.5"))
        #expect(press("Stop") && terminal.shows("ended") && shows("PlaybackStatus", .text("Stopped")))
        terminal.type("m")
        #expect(shows("Volume", .double(0)))
        #expect(call(Self.root, "Quit"))
        #expect(terminal.end() == 0 && terminal.isRestored)
    }

    /// It is the system player of another program.
    @Test func itIsTheSystemPlayerOfOthers() throws {
        try Data("0.caf\n1.caf\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/list.m3u"))
        let child = try launch("list.m3u")
        #expect(plays("One"))
        let player = SystemMusicPlayer(
            { [bus] in PlayerController(.at(bus.address), changed: $0) }, find: { _ in nil },
            watch: { _ in })
        #expect(eventually { player.playbackState == .playing } && player.nowPlayingItem == nil)
        // The list of tracks is asked for once the player is known.
        #expect(eventually { player.indexOfNowPlayingItem == 0 })
        player.pause()
        #expect(shows("PlaybackStatus", .text("Paused")) && eventually { player.playbackState == .paused })
        player.currentPlaybackTime = 40
        #expect(player.currentPlaybackTime == 40)
        // A position that afplay has reported before it may arrive after the call.
        #expect(eventually { abs(position - 40) < 0.01 && abs(player.currentPlaybackTime - 40) < 0.01 })
        player.skipToNextItem()
        #expect(plays("Two") && eventually { player.indexOfNowPlayingItem == 1 && player.currentPlaybackTime < 1 })
        player.currentPlaybackTime = 30
        #expect(eventually { abs(position - 30) < 0.01 })
        // afplay, as most players, would go to the beginning of this one.
        player.skipToPreviousItem()
        #expect(plays("One") && eventually { player.indexOfNowPlayingItem == 0 })
        player.stop()
        #expect(child.wait(atMost: 10) == 0)
        #expect(eventually { player.playbackState == .stopped })
    }

    /// playerctl as a user has it.
    @Test(.needs("playerctl")) func playerctlControlsIt() throws {
        let child = try launch("0.caf")
        #expect(plays("One"))
        func playerctl(_ arguments: String...) throws -> String {
            let output = folder.path + "/output"
            let variables = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "PATH": "/usr/local/bin:/usr/bin:/bin"]
            let control = try #require(
                ChildProcess("/usr/bin/env", ["playerctl"] + arguments, environment: variables, output: output))
            #expect(control.wait() == 0)
            return try String(contentsOfFile: output, encoding: .utf8).trimmingCharacters(in: .newlines)
        }
        #expect(try playerctl("metadata", "--format", "{{artist}}/{{title}}/{{status}}") == "The Larks/One/Playing")
        #expect(try playerctl("pause") == "" && shows("PlaybackStatus", .text("Paused")))
        #expect(try playerctl("position", "20") == "" && eventually { abs(position - 20) < 0.01 })
        #expect(try playerctl("position") == "20.000000")
        #expect(try playerctl("position", "5+") == "" && eventually { abs(position - 25) < 0.01 })
        #expect(try playerctl("volume", "0.25") == "" && shows("Volume", .double(0.25)))
        #expect(try playerctl("play-pause") == "" && shows("PlaybackStatus", .text("Playing")))
        #expect(try playerctl("stop") == "")
        #expect(child.wait(atMost: 10) == 0)
    }

    /// Where there is no bus, none is looked for again, and nobody hears of it.
    @Test func withoutABusNothingIsDifferent() throws {
        bus.crash()
        try Data("0.caf\n1.caf\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/list.m3u"))
        let child = try launch("-t", "0.5", "--debug", "list.m3u")
        #expect(child.wait(atMost: 20) == 0)
        let errors = try String(contentsOfFile: folder.path + "/errors", encoding: .utf8)
        #expect(errors.contains("frames played: 24000, breaks: 0"))
        #expect(errors.split(separator: "\n").count == 3, "\(errors)")
    }
}
