import AudioCore
import MessageBus

/// What is asked of another program's player.
package enum ForeignCommand: Sendable, Equatable {
    case player(PlayerCommand)
    /// Where it is.
    case position
    /// Forward by 1, or back by -1.
    case beginSeeking(Int)
    case endSeeking
    /// Plays these addresses, from one of them on, in place of what it plays. A player that takes none of them plays nothing.
    case replace([String], first: Int)
    /// Plays these addresses after the track that plays.
    case insert([String])
    /// Plays these addresses last.
    case append([String])
    /// Goes to the track that has this address.
    case goTo(String)
}

/// Each does nothing where the player does not offer it.
extension ForeignPlayers {
    /// More addresses are not given to a player.
    static let mostAddresses = 256
    /// Nanoseconds between two steps of moving fast, and seconds of the track in one.
    private static let step = (pause: HostTime.ticksPerSecond / 5, length: 1.6)

    func carryOut(_ command: ForeignCommand, of owner: String) {
        guard let entry = entries[owner], !entry.isOwn else { return }
        switch command {
        case .position: askPosition(owner)
        case .player(let command):
            // What was to be played once the player's list is known is not any more.
            if command != .play, replacement?.owner == owner { replacement = nil }
            carryOut(command, entry.player)
            entries[owner]?.player.expect(command, at: HostTime.now())
            askSoon(owner)
        case .beginSeeking(let direction): beginSeeking(owner, direction)
        case .endSeeking: endSeeking()
        case .replace(let addresses, let first):
            replacement = nil
            replace(addresses, first: first, entry.player)
        case .insert(let addresses):
            if let path = entry.player.trackPath { add(addresses, after: path, owner) }
        case .append(let addresses): append(addresses, owner)
        case .goTo(let address): goTo(address, owner)
        }
    }

    private func carryOut(_ command: PlayerCommand, _ player: ForeignPlayer) {
        let (abilities, owner) = (player.state.abilities, player.owner)
        func press(_ member: String, _ ability: PlayerAbilities, _ arguments: BusValue...) {
            guard abilities.contains(ability) else { return }
            var call = BusCall(owner, Self.path, PlayerObject.player, member)
            call.arguments = arguments
            client.call(call, within: Self.patience)
        }
        switch command {
        // A player whose list was empty says that it can play once it has read the new one.
        case .play:
            press("Play", ownerOfNewQueue == owner ? [] : .play)
            ownerOfNewQueue = nil
        case .pause: press("Pause", .pause)
        case .toggle: press("PlayPause", .pause)
        case .stop: press("Stop", .stop)
        case .next: press("Next", .next)
        case .previous: press("Previous", .previous)
        case .skip(let seconds): press("Seek", .seek, .int64(Int64(clamping: seconds, scale: 1e6)))
        case .move(let seconds):
            if let path = player.trackPath {
                press("SetPosition", .seek, .path(path), .int64(Int64(clamping: seconds, scale: 1e6)))
            } else {
                let distance = seconds - player.seconds(at: HostTime.now())
                press("Seek", .seek, .int64(Int64(clamping: distance, scale: 1e6)))
            }
        case .rate(let rate): set("Rate", .double(rate), if: .changeRate, player)
        case .repeat(let mode): set("LoopStatus", .text(mode.rawValue), if: .changeRepeat, player)
        case .shuffle(let shuffles): set("Shuffle", .flag(shuffles), if: .changeShuffle, player)
        case .volume, .goTo, .quit, .raise: break
        }
    }

    /// Sets a property, and asks what it is then.
    private func set(_ name: String, _ value: BusValue, if ability: PlayerAbilities, _ player: ForeignPlayer) {
        guard player.state.abilities.contains(ability) else { return }
        let owner = player.owner
        call(
            owner, Self.properties, "Set", .text(PlayerObject.player), .text(name), .variant(value), returning: ""
        ) { [unowned self] _ in
            call(owner, Self.properties, "Get", .text(PlayerObject.player), .text(name), returning: "v") {
                [unowned self] answer in
                if let answer { take([name: answer.unwrapped], of: owner) }
            }
        }
    }

    // MARK: Moving fast

    private func beginSeeking(_ owner: String, _ direction: Int) {
        guard let player = entries[owner]?.player, player.state.status != .stopped, owner == active,
            player.state.abilities.contains(.seek)
        else { return }
        seeks += 1
        seek = (owner, direction, seeks)
        didSeek()
        stepOn(seeks)
    }

    private func endSeeking() {
        guard seek != nil else { return }
        seek = nil
        didSeek()
    }

    private func stepOn(_ number: Int) {
        client.after(HostTime.now() + Self.step.pause) { [unowned self] in
            guard let seek, seek.number == number, let player = entries[seek.owner]?.player else { return }
            let now = HostTime.now()
            let (position, distance) = (player.seconds(at: now), Double(seek.direction) * Self.step.length)
            // At the beginning it plays on; past the end would be the next track.
            if position + distance < player.state.track?.duration ?? .infinity {
                let step = max(distance, -position)
                carryOut(.skip(step), player)
                entries[seek.owner]?.player.expect(.skip(step), at: now)
                didSeek()
                if step > distance { return endSeeking() }
            }
            stepOn(number)
        }
    }

    // MARK: The queue

    private func replace(_ addresses: [String], first: Int, _ player: ForeignPlayer) {
        let owner = player.owner
        guard addresses.indices.contains(first), !player.state.abilities.isEmpty else { return }
        if player.hasTrackList, owner == active, tracks == nil {
            // Whether the list can be edited is being asked for.
            replacement = (owner, addresses, first)
            return
        }
        if canEditTracks, owner == active {
            replaceTracks(with: addresses, first: first, owner)
        } else if player.opensFiles {
            call(owner, PlayerObject.player, "OpenUri", .text(addresses[first]), returning: "")
        } else {
            return
        }
        carryOut(.player(.play), of: owner)
    }

    /// Does what waited for the player's list of tracks.
    func carryOutReplacement() {
        guard let (owner, addresses, first) = replacement else { return }
        replacement = nil
        if owner == active { carryOut(.replace(addresses, first: first), of: owner) }
    }

    private func replaceTracks(with addresses: [String], first: Int, _ owner: String) {
        ownerOfNewQueue = owner
        let old = tracks ?? []
        let end = min(addresses.count, max(first + 1, Self.mostAddresses))
        let start = max(0, end - Self.mostAddresses)
        // Each goes before those that are there, as nobody knows what the new ones are called.
        for place in (start..<end).reversed() {
            add(addresses[place], after: ForeignPlayer.noTrack, isCurrent: place == first, owner)
        }
        remove(old[...], owner)
        askSoon(owner)
    }

    /// Removes tracks, some at a time: no more calls are made than may wait for their answers.
    private func remove(_ paths: ArraySlice<String>, _ owner: String) {
        let (now, later) = (paths.prefix(Self.mostAddresses), paths.dropFirst(Self.mostAddresses))
        for (place, path) in now.enumerated() {
            call(owner, PlayerObject.trackList, "RemoveTrack", .path(path), returning: "") { [unowned self] _ in
                if place == now.count - 1, !later.isEmpty { remove(later, owner) }
            }
        }
    }

    /// Adds after the track that is the last one once the player has done what was asked before, so that additions keep their order.
    private func append(_ addresses: [String], _ owner: String) {
        guard canEditTracks, owner == active, additions.count < Self.mostAddresses else { return }
        additions.append((owner, addresses))
        if additions.count == 1 { appendNext() }
    }

    private func appendNext() {
        guard let (owner, addresses) = additions.first else { return }
        call(
            owner, Self.properties, "Get", .text(PlayerObject.trackList), .text("Tracks"), returning: "v"
        ) { [unowned self] answer in
            if let paths = answer?.unwrapped.elements {
                add(addresses, after: paths.last?.path ?? ForeignPlayer.noTrack, owner)
            }
            additions.removeFirst()
            appendNext()
        }
    }

    private func add(_ addresses: [String], after path: String, _ owner: String) {
        guard canEditTracks, owner == active else { return }
        for address in addresses.prefix(Self.mostAddresses).reversed() {
            add(address, after: path, isCurrent: false, owner)
        }
    }

    private func add(_ address: String, after path: String, isCurrent: Bool, _ owner: String) {
        call(
            owner, PlayerObject.trackList, "AddTrack", .text(address), .path(path), .flag(isCurrent), returning: "")
    }

    private func goTo(_ address: String, _ owner: String) {
        guard owner == active, let tracks, !tracks.isEmpty else { return }
        let near = PlayerQueue.places(
            of: tracks.count, around: tracks.firstIndex { $0 == entries[owner]?.player.trackPath } ?? 0)
        let paths = BusValue.array(of: "o", tracks[near].map(BusValue.path))
        call(owner, PlayerObject.trackList, "GetTracksMetadata", paths, returning: "aa{sv}") { [unowned self] answer in
            let found = answer?.elements?.lazy.compactMap(\.dictionary).first { $0["xesam:url"]?.text == address }
            guard let path = found?["mpris:trackid"]?.path else { return }
            call(owner, PlayerObject.trackList, "GoTo", .path(path), returning: "")
            askSoon(owner)
        }
    }
}
