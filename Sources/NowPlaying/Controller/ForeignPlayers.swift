import AudioCore
import Glibc
import MessageBus

/// The players of other programs on a bus, and the one among them that is the desktop's.
///
/// That is one that plays, if there is one, and of several the one that has begun last; else the one that has changed last. One thread
/// uses it, that of its client. How many players and names it keeps, and how often it listens to each of them, is bounded.
final class ForeignPlayers {
    /// What is known of a player, and what was asked of it.
    struct Entry {
        var player: ForeignPlayer
        /// Whether it has said what it does.
        var isKnown = false
        /// Whether it belongs to this process, or whether that is not known yet.
        var isOwn = true
        /// Grows with each change: that of the one that has changed last is the highest.
        var changed: UInt64
        var budget = BusBudget()
        /// Whether it has said too much, and is not listened to for a while.
        var isMuted = false
        var isAsking = false
        var asksAgain = false
        /// How often it has not answered.
        var failures = 0
        var willAsk = false
        var isAskingPosition = false
    }

    static let path = PlayerObject.path
    static let namespace = PlayerObject.root + "."
    static let properties = "org.freedesktop.DBus.Properties"
    /// Passes on what it gets to one of the others.
    private static let mediator = namespace + "playerctld"
    private static let mostPlayers = 64
    private static let mostNames = 256
    /// Names of one program that are kept.
    private static let mostNamesOfOne = 4
    /// Names whose owners are asked for.
    private static let mostListed = 4096
    /// Owners of names that are asked for at once.
    private static let mostQuestions = 32
    private static let mostFailures = 4
    static let mostTracks = 1024
    private static let longestPath = 512
    /// Nanoseconds after which a player that does not answer is passed over.
    static let patience = 5 * HostTime.ticksPerSecond

    let client: BusClient
    private let isOwnProcess: ((UInt32) -> Bool)?
    /// What the bus takes this process for: in a sandbox the one that stands between the two.
    private var ownProcess = UInt32(getpid())
    private let changed: () -> Void

    var entries: [String: Entry] = [:]
    /// The owners of names.
    private var owners: [String: String] = [:]
    private var unresolved: [String] = []
    private var questions = 0
    private var isListing = false
    private var willList = false
    /// Whether there were more players or names than are kept.
    private var hasMore = false
    private var count: UInt64 = 0
    private var sources = BusCrowd()
    /// Whether all players that there were in the beginning have answered, or have not in time.
    private(set) var isSettled = false
    /// The desktop's player.
    private(set) var active: String?
    /// The objects of its tracks; nil where it has no list of them.
    private(set) var tracks: [String]?
    private(set) var canEditTracks = false
    private var isAskingTracks = false
    private var willAskTracks = false
    /// Addresses that wait to be added after the last track, and whose player they are for.
    var additions: [(owner: String, addresses: [String])] = []
    /// What is to be played once the player's list of tracks is known.
    var replacement: (owner: String, addresses: [String], first: Int)?
    /// The player whose list was replaced, until it is asked to play.
    var ownerOfNewQueue: String?
    /// The player that moves fast, and its direction.
    var seek: (owner: String, direction: Int, number: Int)?
    var seeks = 0

    /// - Parameters:
    ///   - isOwn: whether a process is this one, whose players are left out; nil for the one that the bus takes it for.
    ///   - changed: called after each change.
    init(_ client: BusClient, isOwn: ((UInt32) -> Bool)?, changed: @escaping () -> Void) {
        (self.client, isOwnProcess, self.changed) = (client, isOwn, changed)
        client.didConnect = { [unowned self] in connect() }
        client.didDisconnect = { [unowned self] in disconnect() }
        client.didReceive = { [unowned self] in receive($0) }
        client.didChangeOwner = { [unowned self] in change($0, from: $1, to: $2) }
    }

    /// What the desktop's player is and does.
    var activePlayer: ForeignPlayer? { active.flatMap { entries[$0]?.player } }

    // MARK: Names

    private func connect() {
        client.match(
            "type='signal',sender='\(BusClient.bus)',interface='\(BusClient.bus)',member='NameOwnerChanged',"
                + "arg0namespace='\(PlayerObject.root)'")
        // The bus answers in order: before it answers for any player.
        client.call(
            BusCall(bus: "GetConnectionUnixProcessID", .text(client.uniqueName ?? "")), returning: "u",
            within: Self.patience
        ) { [unowned self] answer in
            if let process = answer?.first?.integer(UInt32.self) { ownProcess = process }
        }
        list()
    }

    private func disconnect() {
        (entries, owners, unresolved, questions) = ([:], [:], [], 0)
        (isListing, willList, hasMore, isSettled) = (false, false, false, true)
        (isAskingTracks, willAskTracks, seek, additions, replacement) = (false, false, nil, [], nil)
        publish()
    }

    private func isOwn(_ process: UInt32) -> Bool { isOwnProcess?(process) ?? (process == ownProcess) }

    private static func isPlayer(_ name: String) -> Bool {
        name.hasPrefix(namespace) && name != mediator && name.utf8.count <= 255
    }

    private func list() {
        guard !isListing else { return listSoon() }
        isListing = true
        client.call(BusCall(bus: "ListNames"), returning: "as", within: Self.patience) { [unowned self] answer in
            let names = (answer?.first?.elements ?? []).lazy.compactMap(\.text)
            unresolved = Array(names.filter { Self.isPlayer($0) && self.owners[$0] == nil }.prefix(Self.mostListed))
            resolve()
        }
    }

    /// Asks for names again, later and once.
    private func listSoon() {
        guard !willList else { return }
        willList = true
        client.after(HostTime.now() + HostTime.ticksPerSecond) { [unowned self] in
            willList = false
            list()
        }
    }

    private func resolve() {
        while questions < Self.mostQuestions, let name = unresolved.popLast() {
            questions += 1
            client.call(BusCall(bus: "GetNameOwner", .text(name)), returning: "s", within: Self.patience) {
                [unowned self] answer in
                questions -= 1
                if let owner = answer?.first?.text { appear(name, owner) }
                resolve()
            }
        }
        guard questions == 0, unresolved.isEmpty, isListing else { return }
        isListing = false
        publish()
    }

    private func change(_ name: String, from old: String, to new: String) {
        guard Self.isPlayer(name) else { return }
        if !old.isEmpty { disappear(name) }
        guard !new.isEmpty else { return }
        // Whoever takes names all the time is looked at when it rests.
        if sources.take(new, at: HostTime.now()) { appear(name, new) } else { listSoon() }
    }

    private func appear(_ name: String, _ owner: String) {
        guard owner != client.uniqueName, owners[name] == nil else { return }
        let hasRoom =
            entries[owner] == nil
            ? entries.count < Self.mostPlayers : owners.values.count { $0 == owner } < Self.mostNamesOfOne
        guard hasRoom, owners.count < Self.mostNames else {
            hasMore = true
            return
        }
        owners[name] = owner
        // One program may have several names.
        guard entries[owner] == nil else { return }
        count += 1
        entries[owner] = Entry(player: ForeignPlayer(owner), changed: count)
        client.call(
            BusCall(bus: "GetConnectionUnixProcessID", .text(owner)), returning: "u", within: Self.patience
        ) { [unowned self] answer in
            // One that gave its name up and took it again is asked twice, and is listened to once.
            guard let process = answer?.first?.integer(UInt32.self), let entry = entries[owner], entry.isOwn else {
                return
            }
            entries[owner]?.isKnown = isOwn(process)
            guard !isOwn(process) else { return publish() }
            entries[owner]?.isOwn = false
            client.match(Self.rule(owner))
            ask(owner)
        }
    }

    private func disappear(_ name: String) {
        guard let owner = owners.removeValue(forKey: name), !owners.values.contains(owner) else { return }
        if let entry = entries.removeValue(forKey: owner), !entry.isOwn, !entry.isMuted {
            client.endMatch(Self.rule(owner))
        }
        if hasMore {
            hasMore = false
            listSoon()
        }
        publish()
    }

    /// A player's signals alone, so that they can be had no longer.
    private static func rule(_ owner: String) -> String { "type='signal',sender='\(owner)',path='\(path)'" }

    // MARK: Asking

    /// Asks a player for all that it is and does.
    func ask(_ owner: String) {
        guard let entry = entries[owner], !entry.isOwn else { return }
        if entry.isAsking {
            entries[owner]!.asksAgain = true
            return
        }
        entries[owner]!.isAsking = true
        call(owner, Self.properties, "GetAll", .text(PlayerObject.root), returning: "a{sv}") { [unowned self] answer in
            if let values = answer?.dictionary { entries[owner]?.player.take(root: values) }
        }
        call(owner, Self.properties, "GetAll", .text(PlayerObject.player), returning: "a{sv}") {
            [unowned self] answer in
            guard entries[owner] != nil else { return }
            entries[owner]!.isAsking = false
            if entries[owner]!.asksAgain {
                entries[owner]!.asksAgain = false
                askSoon(owner)
            }
            guard let values = answer?.dictionary else { return fail(owner) }
            take(values, of: owner)
            if values["Position"] == nil { askPosition(owner) }
        }
    }

    /// One that takes its name before it can answer is asked again.
    private func fail(_ owner: String) {
        guard let entry = entries[owner], !entry.isKnown else { return }
        entries[owner]!.failures += 1
        if entry.failures < Self.mostFailures { askSoon(owner, after: 500_000_000 << UInt64(entry.failures)) }
        publish()
    }

    /// Asks a player later, once for all reasons that there are until then.
    func askSoon(_ owner: String, after nanoseconds: UInt64 = 300_000_000) {
        guard let entry = entries[owner], !entry.willAsk else { return }
        entries[owner]!.willAsk = true
        client.after(HostTime.now() + nanoseconds) { [unowned self] in
            guard entries[owner] != nil else { return }
            entries[owner]!.willAsk = false
            ask(owner)
        }
    }

    func askPosition(_ owner: String) {
        guard let entry = entries[owner], !entry.isOwn, !entry.isAskingPosition else { return }
        entries[owner]!.isAskingPosition = true
        call(
            owner, Self.properties, "Get", .text(PlayerObject.player), .text("Position"), returning: "v"
        ) { [unowned self] answer in
            entries[owner]?.isAskingPosition = false
            guard let position = answer?.unwrapped.integer(Int64.self) else { return }
            entries[owner]?.player.take(position: position, at: HostTime.now())
            publish()
        }
    }

    /// Calls a method of a player; the completion gets the first value of the answer.
    func call(
        _ owner: String, _ interface: String, _ member: String, _ arguments: BusValue..., returning signature: String,
        _ completion: @escaping (BusValue?) -> Void = { _ in }
    ) {
        var call = BusCall(owner, Self.path, interface, member)
        call.arguments = arguments
        client.call(call, returning: signature, within: Self.patience) { completion($0?.first) }
    }

    // MARK: Hearing

    private func receive(_ message: BusMessage) {
        let (sender, now) = (message.sender, HostTime.now())
        if message.kind == .call {
            // There is nothing here to call.
            if sources.take(sender, at: now) { client.refuse(message, "UnknownObject") }
            return
        }
        guard message.path == Self.path, let entry = entries[sender], !entry.isOwn, !entry.isMuted else { return }
        guard entries[sender]!.budget.take(at: now) else { return mute(sender) }
        switch (message.interface, message.member) {
        case (Self.properties, "PropertiesChanged"):
            guard let values = message.values("sa{sv}as", BusLimits.track), let changed = values[1].dictionary else {
                return
            }
            hear(sender, values[0].text ?? "", changed, hasMore: values[2].elements?.isEmpty == false)
        case (PlayerObject.player, "Seeked"):
            guard let position = message.values("x")?.first?.integer(Int64.self) else { return }
            entries[sender]!.player.take(position: position, at: now)
            publish()
        case (PlayerObject.trackList, _): if sender == active { askTracksSoon() }
        default: break
        }
    }

    private func hear(_ owner: String, _ interface: String, _ values: [String: BusValue], hasMore: Bool) {
        switch interface {
        case PlayerObject.player:
            take(values, of: owner)
            if hasMore { askSoon(owner, after: 50_000_000) }
        case PlayerObject.root:
            entries[owner]?.player.take(root: values)
            publish()
        case PlayerObject.trackList: if owner == active { askTracksSoon() }
        default: break
        }
    }

    /// One that says too much is asked how it is once a second.
    private func mute(_ owner: String) {
        entries[owner]!.isMuted = true
        client.endMatch(Self.rule(owner))
        client.after(HostTime.now() + HostTime.ticksPerSecond) { [unowned self] in
            // Not where it was gone meanwhile: it is listened to already.
            guard entries[owner]?.isMuted == true else { return }
            entries[owner]!.isMuted = false
            client.match(Self.rule(owner))
            ask(owner)
        }
    }

    /// Takes what a player says.
    func take(_ values: [String: BusValue], of owner: String) {
        guard entries[owner] != nil else { return }
        let news = entries[owner]!.player.take(values, at: HostTime.now())
        let isPlaying = entries[owner]!.player.state.status == .playing
        if news.contains(.status) || !news.isEmpty && !isPlaying {
            count += 1
            entries[owner]!.changed = count
        }
        entries[owner]!.isKnown = true
        if !news.isDisjoint(with: [.status, .track]), values["Position"] == nil { askPosition(owner) }
        publish()
    }

    // MARK: The desktop's player

    private func publish() {
        if !isSettled, !isListing {
            isSettled = entries.values.allSatisfy { $0.isKnown || $0.failures > 0 }
        }
        let candidates = entries.values.lazy.filter { $0.isKnown && !$0.isOwn }
        let best = candidates.max { one, other in
            let (first, second) = (one.player.state.status == .playing, other.player.state.status == .playing)
            return first == second ? one.changed < other.changed : !first
        }
        if active != best?.player.owner {
            active = best?.player.owner
            (tracks, canEditTracks) = (nil, false)
        }
        if best?.player.hasTrackList == true, tracks == nil { askTracks() }
        if best?.player.hasTrackList == false { (tracks, canEditTracks) = (nil, false) }
        if seek != nil, seek?.owner != active || best?.player.state.status == .stopped { seek = nil }
        changed()
    }

    private func askTracksSoon() {
        guard !willAskTracks else { return }
        willAskTracks = true
        client.after(HostTime.now() + 100_000_000) { [unowned self] in
            willAskTracks = false
            askTracks()
        }
    }

    private func askTracks() {
        guard let owner = active, !isAskingTracks else { return }
        isAskingTracks = true
        call(owner, Self.properties, "GetAll", .text(PlayerObject.trackList), returning: "a{sv}") {
            [unowned self] answer in
            isAskingTracks = false
            guard owner == active else { return publish() }
            let paths = answer?.dictionary?["Tracks"]?.elements?.lazy.compactMap(\.path)
            tracks = Array(
                (paths.map(Array.init) ?? []).filter { $0.utf8.count <= Self.longestPath }.prefix(Self.mostTracks))
            canEditTracks = answer?.dictionary?["CanEditTracks"]?.flag ?? false
            publish()
            carryOutReplacement()
        }
    }

    /// Reports that the player moves fast, or does no longer.
    func didSeek() { publish() }
}
