import AudioCore
import Glibc
import MessageBus

/// A player's place on the session bus, and the thread that serves it.
///
/// The thread begins with the first state, or earlier where that is asked for. Without a bus there is none, at no cost; one that dies is joined again when it is back.
/// Any thread may call it.
package final class PlayerService: Sendable {
    private struct Box: Sendable {
        /// Nil where there is nothing to show.
        var state: PlayerState?
        var number = 0
        var hasBegun = false
        var isConnected = false
    }

    private let box = LockedValue(Box())
    private let wakeUp = WakeUp()
    private let address: BusAddress
    private let identity: PlayerIdentity?
    private let command: @Sendable (PlayerCommand) -> Void

    /// - Parameters:
    ///   - identity: who the player is; nil for the program that runs.
    ///   - command: gets what users ask of it, on the service's thread, without locks. It is to return soon.
    package init(
        _ address: BusAddress = .session, _ identity: PlayerIdentity? = nil,
        command: @escaping @Sendable (PlayerCommand) -> Void
    ) {
        (self.address, self.identity, self.command) = (address, identity, command)
    }

    /// Whether there is a bus, on which others may see the player.
    package var isConnected: Bool { box.withLock(\.isConnected) }

    /// Looks for the bus, if it has not yet. Returns at once.
    package func connect() { begin() }

    /// Shows a state from now on; nil leaves the desktop's list of players. Returns at once.
    package func show(_ state: PlayerState?) {
        box.withLock { box in
            box.state = state
            box.number += 1
        }
        wakeUp?.signal()
        if state != nil { begin() }
    }

    private func begin() {
        guard let wakeUp else { return }
        let begins = box.withLock { box in
            defer { box.hasBegun = true }
            return !box.hasBegun
        }
        guard begins else { return }
        if let thread = try? Thread(name: "now-playing", { [self] in run(wakeUp) }) {
            thread.detach()
        } else {
            box.withLock { $0.hasBegun = false }
        }
    }

    private func run(_ wakeUp: WakeUp) {
        let client = BusClient(address)
        let identity = identity ?? .program
        let object = PlayerObject(identity, command: command)
        let presence = PlayerPresence(client, object, identity)
        var number = 0
        // Once the thread has no bus and will have none, states are kept by nobody.
        while !client.isGivenUp {
            client.turn()
            let isConnected = client.uniqueName != nil
            let (state, newest) = box.withLock { box in
                box.isConnected = isConnected
                return (box.state, box.number)
            }
            // What a bus does not take yet is not sent: the newest counts once it does.
            if newest != number, isConnected, client.isFlushed {
                number = newest
                presence.show(state)
            }
            BusClient.wait([client], wakeUp)
        }
    }
}

/// The name of a player on the bus, which it has while it shows something.
private final class PlayerPresence {
    private let client: BusClient
    private let object: PlayerObject
    private let identity: PlayerIdentity
    private var state: PlayerState?
    private var name: String?
    /// Callers, who may be anyone.
    private var callers = BusCrowd(atOnce: 200, interval: HostTime.ticksPerSecond / 200)

    init(_ client: BusClient, _ object: PlayerObject, _ identity: PlayerIdentity) {
        (self.client, self.object, self.identity) = (client, object, identity)
        client.didConnect = { [unowned self] in
            object.connect()
            if state != nil { appear() }
        }
        client.didDisconnect = { [unowned self] in name = nil }
        client.didReceive = { [unowned self] message in
            let (sender, now) = (message.sender, HostTime.now())
            guard message.kind == .call, callers.take(sender, at: now) else { return }
            object.answer(message, of: client) { callers.take(sender, $0, at: now) }
        }
    }

    func show(_ new: PlayerState?) {
        state = new
        object.update(new ?? PlayerState(), at: HostTime.now(), on: client)
        if new != nil { appear() } else { disappear() }
    }

    private func appear() {
        guard name == nil else { return }
        take(names: [
            "\(PlayerObject.root).\(identity.element).instance\(getpid())",
            // Two containers may each have a process of this number on one bus.
            "\(PlayerObject.root).\(identity.element).instance\(getpid())_\(connectionNumber)",
        ])
    }

    private var connectionNumber: String {
        (client.uniqueName ?? "").filter { $0.isASCII && $0.isNumber || $0 == "." }.replacing(".", "_")
    }

    private func take(names: [String]) {
        guard let first = names.first else { return }
        name = first
        client.request(name: first) { [unowned self] isOurs in
            if !isOurs, name == first { take(names: Array(names.dropFirst())) }
        }
    }

    private func disappear() {
        guard let name else { return }
        client.release(name: name)
        self.name = nil
    }
}

extension String {
    fileprivate func replacing(_ one: Character, _ other: Character) -> String {
        String(map { $0 == one ? other : $0 })
    }
}
