import AudioCore
import MessageBus

/// The desktop's player, whichever program it belongs to, and the thread that follows it on the session bus.
///
/// The thread begins when something is first asked. The first question waits for the answer for some milliseconds, and no other call
/// waits. Without a bus there is no player; one that dies is joined again when it is back. Any thread may call it.
package final class PlayerController: Sendable {
    /// What is known of the desktop's player.
    package struct Snapshot: Sendable, Equatable {
        /// Nil where there is none.
        package var player: ForeignPlayer?
        /// The objects of its tracks; nil where it has no list of them.
        package var tracks: [String]?
        package var canEditTracks = false
        /// 1 while it moves forward fast, -1 while it moves back.
        package var seeking = 0

        /// Whether the player takes addresses to play. One whose list of tracks has yet to be read may.
        package var takesQueue: Bool {
            guard let player else { return false }
            return canEditTracks || player.opensFiles || player.hasTrackList && tracks == nil
        }
    }

    private struct State: Sendable {
        var snapshot = Snapshot()
        /// What is not carried out yet, and by whom.
        var commands: [(owner: String, command: ForeignCommand)] = []
        var hasBegun = false
        var isSettled = false
        var hasWaited = false
        var isEnding = false
    }

    /// What the thread and its owner share, so that the owner may end.
    private final class Shared: Sendable {
        let state = WaitableValue(State())
        let wakeUp = WakeUp()
    }

    private let shared = Shared()
    private let address: BusAddress
    private let isOwn: (@Sendable (UInt32) -> Bool)?
    private let changed: @Sendable () -> Void

    /// Nanoseconds for which the first question waits at most.
    private static let patience: UInt64 = 50_000_000
    /// More commands do not wait for the thread.
    private static let mostCommands = 64

    /// - Parameters:
    ///   - isOwn: whether a process is the program itself, whose player is not the desktop's; nil for the one that the bus takes it for.
    ///   - changed: called on the thread after each change, without locks. It is to return soon.
    package init(
        _ address: BusAddress = .session, isOwn: (@Sendable (UInt32) -> Bool)? = nil,
        changed: @escaping @Sendable () -> Void
    ) {
        (self.address, self.isOwn, self.changed) = (address, isOwn, changed)
    }

    deinit {
        shared.state.withLock { $0.isEnding = true }
        shared.wakeUp?.signal()
    }

    // MARK: Asking

    /// What the desktop's player does, with what was asked of it and is not done yet.
    package var snapshot: Snapshot {
        begin()
        if shared.state.withLockQuietly({ !$0.isSettled && !$0.hasWaited }) {
            LockOrder.willWait()
            _ = shared.state.wait(nanoseconds: Self.patience) { $0.isSettled ? true : nil }
            shared.state.withLockQuietly { $0.hasWaited = true }
        }
        let now = HostTime.now()
        return shared.state.withLockQuietly { state in
            var snapshot = state.snapshot
            for case (let owner, .player(let command)) in state.commands where owner == snapshot.player?.owner {
                snapshot.player?.expect(command, at: now)
            }
            return snapshot
        }
    }

    /// Asks something of the player that a snapshot has. Returns at once.
    ///
    /// - Returns: false where so much waits that this is left out.
    @discardableResult
    package func send(_ command: ForeignCommand, to player: ForeignPlayer) -> Bool {
        let hasRoom = shared.state.withLockQuietly { state in
            if command == .position, state.commands.contains(where: { $0.command == .position }) { return true }
            guard state.commands.count < Self.mostCommands else { return false }
            state.commands.append((player.owner, command))
            return true
        }
        shared.wakeUp?.signal()
        return hasRoom
    }

    /// Looks for the desktop's player, if it has not yet. Returns at once.
    package func begin() {
        guard let wakeUp = shared.wakeUp else { return }
        let begins = shared.state.withLockQuietly { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard begins else { return }
        let (address, isOwn, changed, shared) = (address, isOwn, changed, shared)
        let body: @Sendable () -> Void = { Self.run(address, isOwn, changed, shared, wakeUp) }
        if let thread = try? Thread(name: "player-control", body) {
            thread.detach()
        } else {
            shared.state.withLock { $0.hasBegun = false }
        }
    }

    // MARK: The thread

    private static func run(
        _ address: BusAddress, _ isOwn: (@Sendable (UInt32) -> Bool)?, _ changed: @Sendable () -> Void,
        _ shared: Shared, _ wakeUp: WakeUp
    ) {
        let client = BusClient(address)
        var isChanged = false
        let players = ForeignPlayers(client, isOwn: isOwn) { isChanged = true }
        var known = Snapshot()
        while !client.isGivenUp, !shared.state.withLockQuietly(\.isEnding) {
            client.turn()
            let commands = shared.state.withLockQuietly(\.commands)
            for (owner, command) in commands { players.carryOut(command, of: owner) }
            if isChanged || !commands.isEmpty {
                isChanged = false
                let snapshot = Snapshot(
                    player: players.activePlayer, tracks: players.tracks, canEditTracks: players.canEditTracks,
                    seeking: players.seek?.direction ?? 0)
                // At once, so that nobody sees what was before a command.
                shared.state.withLock { state in
                    state.commands.removeFirst(commands.count)
                    state.snapshot = snapshot
                    state.isSettled = players.isSettled
                }
                if snapshot != known { changed() }
                known = snapshot
            }
            BusClient.wait([client], wakeUp)
        }
        // Nobody carries out what is asked from now on.
        shared.state.withLock { state in
            (state.snapshot, state.commands, state.isSettled) = (Snapshot(), [], true)
        }
    }
}
