import AudioCore
import Foundation
import MessageBus
import TestSupport

/// A player of another program on a bus, with the calls that came. It does what it is told, and says so by signals.
final class FakePlayer: Sendable {
    struct State: Sendable {
        var player: [String: BusValue]
        var root: [String: BusValue] = [
            "Identity": .text("Fake"), "HasTrackList": .flag(false), "SupportedUriSchemes": .array(of: "s", []),
        ]
        /// The addresses of its tracks by their objects, in order; nil for no list.
        var tracks: [(path: String, address: String)]?
        var canEdit = true
        var calls: [String] = []
        var added = 0
        /// Whether it does what it is told without a signal.
        var isSilent = false
        /// Whether it answers nothing.
        var isHung = false
        /// Members that it refuses.
        var refuses: Set<String> = []
    }

    static let path = PlayerOnBus.path
    let state: LockedValue<State>
    let fake: BusFake

    /// - Parameters:
    ///   - name: the end of its name on the bus.
    ///   - addresses: those of its tracks; nil for a player without a list.
    ///   - change: makes it another one before it is on the bus.
    init(
        _ bus: PrivateBus, _ name: String, _ status: String = "Playing", tracks addresses: [String]? = nil,
        _ change: (inout State) -> Void = { _ in }
    ) throws {
        var first = State(player: Self.properties(status, "Song 1", "/track/1", nil))
        if let addresses {
            first.tracks = addresses.enumerated().map { ("/track/\($0.offset + 1)", $0.element) }
            first.root["HasTrackList"] = .flag(true)
            first.player["Metadata"] = Self.metadata("Song 1", "/track/1", addresses.first)
        }
        change(&first)
        let state = LockedValue(first)
        self.state = state
        fake = try BusFake(bus.address, named: PlayerOnBus.root + "." + name) { client, message in
            if message.kind == .call { Self.answer(message, client, state) }
        }
    }

    func stop() { fake.stop() }
    var calls: [String] { state.withLock(\.calls) }

    static func metadata(_ title: String, _ path: String, _ address: String?) -> BusValue {
        var values: [String: BusValue] = [
            "mpris:trackid": .path(path), "xesam:title": .text(title), "mpris:length": .int64(100_000_000),
        ]
        if let address { values["xesam:url"] = .text(address) }
        return .dictionary(values)
    }

    private static func properties(
        _ status: String, _ title: String, _ path: String, _ address: String?
    ) -> [String: BusValue] {
        [
            "PlaybackStatus": .text(status), "LoopStatus": .text("None"), "Rate": .double(1), "Shuffle": .flag(false),
            "Metadata": metadata(title, path, address), "Volume": .double(0.5), "Position": .int64(12_000_000),
            "MinimumRate": .double(0.5), "MaximumRate": .double(2), "CanGoNext": .flag(true),
            "CanGoPrevious": .flag(true), "CanPlay": .flag(true), "CanPause": .flag(true), "CanSeek": .flag(true),
            "CanControl": .flag(true),
        ]
    }

    // MARK: What its user does

    /// Changes properties, and says so unless it is silent.
    func become(_ values: [String: BusValue]) {
        fake.post { [state] client in Self.change(values, client, state) }
    }

    func emit(_ interface: String, _ member: String, _ values: [BusValue]) {
        fake.post { client in client.emit(Self.path, interface, member, values) }
    }

    private static func change(_ values: [String: BusValue], _ client: BusClient, _ state: LockedValue<State>) {
        let isSilent = state.withLock { state in
            state.player.merge(values) { $1 }
            return state.isSilent
        }
        guard !isSilent else { return }
        client.emit(
            path, PlayerOnBus.properties, "PropertiesChanged",
            [.text(PlayerOnBus.player), .dictionary(values.filter { $0.key != "Position" }), .array(of: "s", [])])
    }

    // MARK: What it is asked

    private static func answer(_ message: BusMessage, _ client: BusClient, _ state: LockedValue<State>) {
        let (member, interface) = (message.member, message.interface)
        let (isHung, refuses) = state.withLock { ($0.isHung, $0.refuses) }
        if isHung { return state.withLock { $0.calls.append(member) } }
        if refuses.contains(member) { return client.refuse(message, "NotSupported") }
        switch (interface, member) {
        case (PlayerOnBus.properties, "GetAll"):
            let name = message.values("s")?.first?.text ?? ""
            client.reply(to: message, .dictionary(state.withLock { properties(name, $0) }))
        case (PlayerOnBus.properties, "Get"):
            let values = message.values("ss") ?? [.text(""), .text("")]
            let found = state.withLock { properties(values[0].text ?? "", $0)[values[1].text ?? ""] }
            guard let found else { return client.refuse(message, "UnknownProperty") }
            client.reply(to: message, .variant(found))
        case (PlayerOnBus.properties, "Set"):
            guard let values = message.values("ssv"), let name = values[1].text else { return }
            state.withLock { $0.calls.append("\(name) \(values[2].unwrapped)") }
            client.reply(to: message)
            change([name: values[2].unwrapped], client, state)
        case (PlayerOnBus.trackList, _): edit(message, client, state)
        default: press(message, client, state)
        }
    }

    private static func properties(_ interface: String, _ state: State) -> [String: BusValue] {
        switch interface {
        case PlayerOnBus.root: state.root
        case PlayerOnBus.player: state.player
        case PlayerOnBus.trackList:
            [
                "Tracks": .array(of: "o", (state.tracks ?? []).map { .path($0.path) }),
                "CanEditTracks": .flag(state.canEdit),
            ]
        default: [:]
        }
    }

    private static func press(_ message: BusMessage, _ client: BusClient, _ state: LockedValue<State>) {
        let member = message.member
        func note(_ text: String) { state.withLock { $0.calls.append(text) } }
        client.reply(to: message)
        switch member {
        case "Seek":
            let distance = message.values("x")?.first?.integer(Int64.self) ?? 0
            note("Seek \(distance)")
            move(to: (state.withLock { $0.player["Position"]?.integer(Int64.self) } ?? 0) + distance, client, state)
        case "SetPosition":
            let values = message.values("ox") ?? [.path(""), .int64(0)]
            note("SetPosition \(values[0].path ?? "") \(values[1].integer(Int64.self) ?? -1)")
            move(to: values[1].integer() ?? 0, client, state)
        case "OpenUri":
            let address = message.values("s")?.first?.text ?? ""
            note("OpenUri \(address)")
            change(["Metadata": metadata("Opened", "/track/opened", address)], client, state)
        case "Play", "Pause", "Stop":
            note(member)
            let statuses = ["Play": "Playing", "Pause": "Paused", "Stop": "Stopped"]
            change(["PlaybackStatus": .text(statuses[member] ?? "")], client, state)
        default: note(member)
        }
    }

    private static func move(to position: Int64, _ client: BusClient, _ state: LockedValue<State>) {
        let isSilent = state.withLock { state in
            state.player["Position"] = .int64(max(0, position))
            return state.isSilent
        }
        if !isSilent { client.emit(path, PlayerOnBus.player, "Seeked", [.int64(max(0, position))]) }
    }

    private static func edit(_ message: BusMessage, _ client: BusClient, _ state: LockedValue<State>) {
        switch message.member {
        case "AddTrack":
            guard let values = message.values("sob") else { return }
            let (address, after) = (values[0].text ?? "", values[1].path ?? "")
            let path = state.withLock { state in
                state.added += 1
                let path = "/track/added\(state.added)"
                let place = (state.tracks ?? []).firstIndex { $0.path == after }.map { $0 + 1 } ?? 0
                state.tracks?.insert((path, address), at: place)
                return path
            }
            if values[2].flag == true { change(["Metadata": metadata("Added", path, address)], client, state) }
            client.emit(
                Self.path, PlayerOnBus.trackList, "TrackAdded", [metadata("Added", path, address), .path(after)])
        case "RemoveTrack":
            guard let path = message.values("o")?.first?.path else { return }
            state.withLock { $0.tracks?.removeAll { $0.path == path } }
            client.emit(Self.path, PlayerOnBus.trackList, "TrackRemoved", [.path(path)])
        case "GetTracksMetadata":
            let wanted = (message.values("ao")?.first?.elements ?? []).compactMap(\.path)
            let known = state.withLock { $0.tracks ?? [] }
            let found = wanted.compactMap { path in known.first { $0.path == path } }
            return client.reply(to: message, .array(of: "a{sv}", found.map { metadata("Listed", $0.path, $0.address) }))
        case "GoTo":
            guard let path = message.values("o")?.first?.path,
                let track = state.withLock({ $0.tracks?.first { $0.path == path } })
            else { return }
            state.withLock { $0.calls.append("GoTo \(path)") }
            change(["Metadata": metadata("Gone to", path, track.address)], client, state)
        default: break
        }
        client.reply(to: message)
    }
}
