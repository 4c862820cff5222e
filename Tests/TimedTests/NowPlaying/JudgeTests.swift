import AudioCore
import Foundation
import MessageBus
import NowPlaying
import TestSupport
import Testing

@testable import MediaPlayer

/// A program's player as desktops see it that ask once and believe signals from then on, as those of GNOME and KDE do.
@Suite(.serialized, .needs("dbus-daemon")) struct JudgeTests {
    private static let name = "org.mpris.MediaPlayer2.the_larks.instance\(getpid())"

    /// What a desktop knows: what it was answered when the player came, and what signals have told since.
    private final class Desktop: Sendable {
        struct Known: Sendable {
            var values: [String: [String: BusValue]] = [:]
            var position: (seconds: Double, time: UInt64) = (0, 0)
            /// The picture was not there when its address was told.
            var missingPictures = 0
        }

        let known = LockedValue(Known())
        let fake: BusFake

        init(_ bus: PrivateBus) throws {
            let known = known
            fake = try BusFake(bus.address) { client, message in
                guard message.kind == .signal else { return }
                if message.member == "NameOwnerChanged" { return Self.greet(client, known) }
                guard message.path == PlayerOnBus.path else { return }
                switch message.member {
                case "Seeked":
                    guard let position = message.values("x")?.first?.integer(Int64.self) else { return }
                    known.withLock { $0.position = (Double(position) / 1e6, HostTime.now()) }
                case "PropertiesChanged":
                    guard let values = message.values("sa{sv}as"), let changed = values[1].dictionary else { return }
                    known.withLock { known in
                        Self.hold(&known)
                        known.values[values[0].text ?? "", default: [:]].merge(changed) { $1 }
                        Self.look(&known)
                    }
                default: break
                }
            }
            fake.post { client in
                client.match("type='signal',path='\(PlayerOnBus.path)'")
                client.watch(JudgeTests.name) { owner in if owner != nil { Self.greet(client, known) } }
            }
        }

        /// GetAll on both interfaces: KDE takes a player that fails at one of them for broken.
        private static func greet(_ client: BusClient, _ known: LockedValue<Known>) {
            for interface in [PlayerOnBus.root, PlayerOnBus.player] {
                let call = BusCall(
                    JudgeTests.name, PlayerOnBus.path, PlayerOnBus.properties, "GetAll", .text(interface))
                client.call(call, returning: "a{sv}") { answer in
                    guard let values = answer?.first?.dictionary else { return }
                    known.withLock { known in
                        known.values[interface] = values
                        if let position = values["Position"]?.integer(Int64.self) {
                            known.position = (Double(position) / 1e6, HostTime.now())
                        }
                        look(&known)
                    }
                }
            }
        }

        /// The rate may change: until now it was the old one.
        private static func hold(_ known: inout Known) { known.position = (seconds(known), HostTime.now()) }

        static func seconds(_ known: Known) -> Double {
            let player = known.values[PlayerOnBus.player]
            let isPlaying = player?["PlaybackStatus"] == .text("Playing")
            var rate = 0.0
            if isPlaying, case .double(let value)? = player?["Rate"] { rate = value }
            let passed = Double(HostTime.now() - known.position.time) / 1e9
            let length = player?["Metadata"]?.dictionary?["mpris:length"]?.integer(Int64.self).map { Double($0) / 1e6 }
            return max(0, min(known.position.seconds + rate * passed, length ?? .infinity))
        }

        private static func look(_ known: inout Known) {
            let metadata = known.values[PlayerOnBus.player]?["Metadata"]?.dictionary
            guard let address = metadata?["mpris:artUrl"]?.text else { return }
            let isThere = URL(string: address).map { FileManager.default.fileExists(atPath: $0.path) } ?? false
            if !isThere { known.missingPictures += 1 }
        }
    }

    private let bus: PrivateBus
    private let desktop: Desktop
    private let asker: BusFake
    private let link: NowPlayingLink

    init() throws {
        bus = try PrivateBus()
        desktop = try Desktop(bus)
        asker = try BusFake(bus.address)
        let address = bus.address
        link = NowPlayingLink({
            PlayerService(.at(address), PlayerIdentity(name: "The Larks", desktopEntry: "the-larks"), command: $0)
        })
    }

    /// What the player answers now.
    private func truth(_ interface: String) -> [String: BusValue]? {
        let call = BusCall(Self.name, PlayerOnBus.path, PlayerOnBus.properties, "GetAll", .text(interface))
        return asker.call(call, returning: "a{sv}")?.first?.dictionary
    }

    private static func withoutPosition(_ values: [String: BusValue]?) -> [String: BusValue]? {
        values?.filter { $0.key != "Position" }
    }

    /// One that no other test has: they share the folder.
    private func picture(_ seed: UInt64, _ byte: UInt8) throws -> MPMediaItemArtwork {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let image = try #require(
            MPMediaItemArtwork.Image(
                data: Data(head + [0, 0, 0, 1, 0, 0, 0, 1, 0x4A, UInt8(truncatingIfNeeded: seed), byte])))
        return MPMediaItemArtwork(boundsSize: image.size) { _ in image }
    }

    /// After each of many changes the desktop knows what the player would answer, without asking.
    @Test(arguments: [UInt64(1), 2, 3]) func signalsTellEverything(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let center = link.center
        let commands = [
            center.playCommand, center.pauseCommand, center.togglePlayPauseCommand, center.stopCommand,
            center.nextTrackCommand, center.previousTrackCommand, center.skipForwardCommand,
            center.changePlaybackPositionCommand, center.changePlaybackRateCommand, center.changeRepeatModeCommand,
            center.changeShuffleModeCommand,
        ]
        var info: [String: Any] = [MPMediaItemPropertyTitle: "Song 0", MPMediaItemPropertyPlaybackDuration: 100.0]
        link.info = info
        for step in 0..<60 {
            let command = commands[Int.random(in: 0..<commands.count, using: &random)]
            switch Int.random(in: 0..<9, using: &random) {
            case 0: command.addTarget { _ in .success }
            case 1: command.removeTarget(nil)
            case 2: command.isEnabled.toggle()
            case 3:
                info[MPMediaItemPropertyTitle] = "Song \(step)"
                info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = 0.0
            case 4: info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = Double.random(in: 0...90, using: &random)
            case 5: info[MPNowPlayingInfoPropertyPlaybackRate] = [0.0, 0.5, 1, 2].randomElement(using: &random)!
            case 6: info[MPMediaItemPropertyArtwork] = try picture(seed, UInt8(step))
            case 7: link.playbackState = [.playing, .paused, .stopped, .unknown].randomElement(using: &random)!
            default: center.changeRepeatModeCommand.currentRepeatType = .all
            }
            link.info = info
            let agrees = eventually {
                let known = desktop.known.withLock { $0 }
                return [PlayerOnBus.root, PlayerOnBus.player].allSatisfy { interface in
                    guard let truth = truth(interface) else { return false }
                    return Self.withoutPosition(known.values[interface]) == Self.withoutPosition(truth)
                }
            }
            #expect(agrees, "step \(step)")
            // A position that has jumped by less than a second is not told, nor that of a player that has stopped.
            // A player that says that it plays, and that its rate is 0, is wherever one takes it to be.
            let stalls = link.playbackState == .playing && info[MPNowPlayingInfoPropertyPlaybackRate] as? Double == 0
            let near =
                stalls
                || eventually {
                    if truth(PlayerOnBus.player)?["PlaybackStatus"] == .text("Stopped") { return true }
                    guard let position = truth(PlayerOnBus.player)?["Position"]?.integer(Int64.self) else {
                        return false
                    }
                    return abs(Desktop.seconds(desktop.known.withLock { $0 }) - Double(position) / 1e6) <= 1.5
                }
            #expect(near, "step \(step)")
        }
        #expect(desktop.known.withLock(\.missingPictures) == 0)
    }

    /// What a player describes of itself is what it has: Introspect's properties are those of GetAll, with their types.
    @Test func theDescriptionIsTrue() throws {
        link.info = [MPMediaItemPropertyTitle: "Low Tide"]
        #expect(eventually { truth(PlayerOnBus.player) != nil })
        let call = BusCall(Self.name, PlayerOnBus.path, "org.freedesktop.DBus.Introspectable", "Introspect")
        let text = try #require(asker.call(call, returning: "s")?.first?.text)
        for interface in [PlayerOnBus.root, PlayerOnBus.player] {
            let values = try #require(truth(interface))
            #expect(Self.properties(of: interface, text) == values.mapValues(\.signature))
        }
        for name in ["Seeked", "PropertiesChanged"] { #expect(text.contains("<signal name=\"\(name)\"")) }
    }

    /// The types of an interface's properties by their names, of a description in XML.
    private static func properties(of interface: String, _ text: String) -> [String: String] {
        let body = text.components(separatedBy: "<interface name=\"\(interface)\">").dropFirst().first ?? ""
        let lines = body.components(separatedBy: "</interface>")[0].components(separatedBy: "<property ").dropFirst()
        func value(_ name: String, _ line: String) -> String {
            let rest = line.components(separatedBy: "\(name)=\"").dropFirst().first ?? ""
            return rest.components(separatedBy: "\"")[0]
        }
        return Dictionary(lines.map { (value("name", $0), value("type", $0)) }) { $1 }
    }
}
