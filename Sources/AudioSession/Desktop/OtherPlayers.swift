import AudioCore
import MessageBus

/// Players of other vendors, by MPRIS: pauses those that play, and lets exactly those go on.
///
/// A player that its user has started or stopped in between is left alone then.
final class OtherPlayers {
    private static let namespace = "org.mpris.MediaPlayer2."
    /// Passes on what it gets to one of the others.
    private static let mediator = "org.mpris.MediaPlayer2.playerctld"
    private static let path = "/org/mpris/MediaPlayer2"
    private static let interface = "org.mpris.MediaPlayer2.Player"
    private static let mostPlayers = 64

    private enum Status: String {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    /// A player that was asked to pause.
    private struct Player {
        /// The round in which it was asked.
        var round: Int
        /// What it was when it had stopped playing; nil before it has.
        var rest: Status?
        var budget = BusBudget()
        /// Whether it has said too much, and is not listened to any longer.
        var isMuted = false
    }

    private let client: BusClient
    /// Whether a process has a session, which interrupts it, or is this one.
    private let isPeer: (UInt32) -> Bool
    private var isPausing = false
    /// The number of the last wish for pauses.
    private var number = 0
    /// Counts what was wished, so that answers that come too late are known.
    private var round = 0
    private var players: [String: Player] = [:]

    init(_ client: BusClient, isPeer: @escaping (UInt32) -> Bool) {
        self.client = client
        self.isPeer = isPeer
    }

    /// - Parameter number: counts the wishes for pauses. A new one pauses those that have begun since, too.
    func setPauses(_ pauses: Bool, number: Int) {
        guard pauses != isPausing || pauses && number != self.number else { return }
        (isPausing, self.number) = (pauses, number)
        round += 1
        if pauses { pauseAll() } else { resumeAll() }
    }

    func connect() {
        if isPausing { pauseAll() }
    }

    /// Who has been paused cannot be known any longer.
    func disconnect() {
        players = [:]
        round += 1
    }

    /// A player's signals alone, so that they can be had no longer.
    private static func rule(_ player: String) -> String {
        "type='signal',sender='\(player)',path='\(path)',interface='org.freedesktop.DBus.Properties',"
            + "member='PropertiesChanged',arg0='\(interface)'"
    }

    // MARK: Pausing

    private func pauseAll() {
        let round = round
        client.call(BusCall(bus: "ListNames"), returning: "as") { [unowned self] answer in
            let names = (answer?.first?.elements ?? []).compactMap(\.text)
            let found = names.filter { $0.hasPrefix(Self.namespace) && $0 != Self.mediator }
            for name in found.prefix(Self.mostPlayers) { look(at: name, round) }
        }
    }

    /// Continues with each step as long as players are to be paused.
    private func step(_ round: Int, _ call: BusCall, returning signature: String, _ next: @escaping (BusValue) -> Void)
    {
        client.call(call, returning: signature) { [unowned self] answer in
            if round == self.round, let value = answer?.first { next(value) }
        }
    }

    private func look(at name: String, _ round: Int) {
        step(round, BusCall(bus: "GetNameOwner", .text(name)), returning: "s") { [unowned self] owner in
            guard let owner = owner.text, owner != client.uniqueName else { return }
            step(round, BusCall(bus: "GetConnectionUnixProcessID", .text(owner)), returning: "u") {
                [unowned self] process in
                guard let process = process.integer(UInt32.self), !isPeer(process) else { return }
                step(round, status(of: owner), returning: "v") { [unowned self] value in
                    if value.unwrapped.text == Status.playing.rawValue { pause(owner) }
                }
            }
        }
    }

    private func status(of player: String) -> BusCall {
        BusCall(property: "PlaybackStatus", of: Self.interface, player, Self.path)
    }

    private func pause(_ player: String) {
        // One program may have several names.
        guard players[player]?.round != round else { return }
        if players[player] == nil { client.match(Self.rule(player)) }
        players[player, default: Player(round: round)].round = round
        players[player]?.rest = nil
        client.call(BusCall(player, Self.path, Self.interface, "Pause"))
    }

    // MARK: Meanwhile

    /// A change of what a player does. Until it rests, it is our pause that it follows; from then on it is its user.
    func receive(_ message: BusMessage) {
        let sender = message.sender
        guard message.kind == .signal, message.member == "PropertiesChanged", message.path == Self.path,
            var player = players[sender], !player.isMuted
        else { return }
        player.isMuted = !player.budget.take(at: HostTime.now())
        players[sender] = player
        if player.isMuted { return client.endMatch(Self.rule(sender)) }
        guard let values = message.values("sa{sv}as"), values[0].text == Self.interface,
            let text = values[1].dictionary?["PlaybackStatus"]?.text, let status = Status(rawValue: text)
        else { return }
        if player.rest == nil {
            if status == .playing { return }
            player.rest = status
            players[sender] = player
        } else if player.rest != status {
            forget(sender)
        }
    }

    @discardableResult private func forget(_ name: String) -> Player? {
        guard let player = players.removeValue(forKey: name) else { return nil }
        if !player.isMuted { client.endMatch(Self.rule(name)) }
        return player
    }

    // MARK: Going on

    /// Until a player has answered it stays one that this session has paused, in case that pauses it again before.
    private func resumeAll() {
        let round = round
        for name in players.keys {
            client.call(status(of: name), returning: "v") { [unowned self] answer in
                guard round == self.round, let player = forget(name) else { return }
                // It may not have said yet that it rests, or never say so. One that plays is not changed by it.
                let status = answer?.first?.unwrapped.text.flatMap(Status.init)
                guard let status, status == player.rest ?? status || status == .playing else { return }
                client.call(BusCall(name, Self.path, Self.interface, "Play"))
            }
        }
    }
}
