import AudioCore
import Glibc
import MessageBus

/// The sessions of other programs on the session bus, and what they are notified of by this one: docs/Sessions.md.
///
/// A peer is a connection that owns the name that follows from its unique name. What others send is ignored.
final class SessionPeers {
    static let interface = "org.swift.corelibs.audio.Session1"
    static let path = "/org/swift/corelibs/audio/Session"
    /// Names begin with this.
    static let namespace = "org.swift.corelibs.audio.Session"
    private static let changed = "StateChanged"
    /// How long a peer that has sent too much is not listened to.
    private static let silence = HostTime.ticksPerSecond
    private static let mostPeers = 128
    /// How long it takes until names are listed again where a session found no place.
    private static let pause = HostTime.ticksPerSecond

    private struct Peer {
        /// What was last told of it.
        var state = PeerState.inactive
        /// As the bus knows it; 0 as long as it has not answered.
        var process: UInt32 = 0
        var budget = BusBudget()
        /// Whether it has sent too much, and is not listened to for a while.
        var isMuted = false
        /// For what it calls.
        var calls = BusBudget()
        /// Whether it has been asked for its state and has not answered, and whether that answer may come too early.
        var isAsked = false
        var isAskedTooEarly = false
        /// The question that was sent.
        var question: UInt64?
    }

    private let client: BusClient
    private let inbox: DesktopInbox
    private let news: (SessionNews) -> Void
    private(set) var own: PeerState?
    private var peers: [String: Peer] = [:]
    /// Connections that call and are no peers, and those that take names of sessions.
    private var strangers = BusCrowd()
    private var newcomers = BusCrowd()
    /// Whether names are going to be listed again.
    private var looksAgain = false
    /// This process as the bus knows it: in a container it may have another number.
    private var ownProcess = UInt32(getpid())
    /// Whether it is known who is there.
    private var isComplete = false

    init(_ client: BusClient, _ inbox: DesktopInbox, news: @escaping (SessionNews) -> Void) {
        self.client = client
        self.inbox = inbox
        self.news = news
    }

    /// The name that a connection has to own.
    static func name(of uniqueName: String) -> String {
        var name = namespace + ".c"
        for byte in uniqueName.utf8.dropFirst() {
            name.unicodeScalars.append(byte == UInt8(ascii: ".") ? "_" : Unicode.Scalar(byte))
        }
        return name
    }

    /// Whether a process, as the bus knows it, is this one or that of a peer.
    func contains(process: UInt32) -> Bool {
        process == ownProcess || peers.values.contains { $0.process == process }
    }

    // MARK: This session

    /// Notifies all that the session is in another state.
    func announce(_ state: PeerState) {
        let isFirst = own == nil
        own = state
        guard let name = client.uniqueName else { return }
        if isFirst { client.request(name: Self.name(of: name)) }
        client.emit(Self.path, Self.interface, Self.changed, [state.message])
    }

    func connect(as name: String) {
        client.match(
            "type='signal',sender='\(BusClient.bus)',interface='\(BusClient.bus)',member='NameOwnerChanged',"
                + "arg0namespace='\(Self.namespace)'")
        if let own {
            client.request(name: Self.name(of: name))
            client.emit(Self.path, Self.interface, Self.changed, [own.message])
        }
        askForProcess(of: name) { [unowned self] in ownProcess = $0 }
        look()
    }

    /// Finds those that are there.
    private func look() {
        client.call(BusCall(bus: "ListNames"), returning: "as") { [unowned self] answer in
            let names = Set((answer?.first?.elements ?? []).compactMap(\.text))
            for name in names where name.hasPrefix(":") && names.contains(Self.name(of: name)) { add(name) }
            isComplete = true
            catchUp()
        }
    }

    private func askForProcess(of name: String, _ body: @escaping (UInt32) -> Void) {
        client.call(BusCall(bus: "GetConnectionUnixProcessID", .text(name)), returning: "u") { answer in
            if let process = answer?.first?.integer(UInt32.self) { body(process) }
        }
    }

    func disconnect() {
        (strangers, newcomers) = (BusCrowd(), BusCrowd())
        (looksAgain, isComplete) = (false, false)
        for name in peers.keys { remove(name) }
    }

    // MARK: Others

    /// Its signals alone, so that they can be had no longer.
    private static func rule(_ name: String) -> String {
        "type='signal',sender='\(name)',interface='\(interface)',member='\(changed)',path='\(path)'"
    }

    func didChangeOwner(_ name: String, _ old: String, _ new: String) {
        if peers[old] != nil, Self.name(of: old) == name { remove(old) }
        if !new.isEmpty, Self.name(of: new) == name { add(new) }
    }

    private func add(_ name: String) {
        guard name != client.uniqueName, peers[name] == nil else { return }
        guard peers.count < Self.mostPeers, newcomers.take(name, at: HostTime.now()) else { return lookAgain() }
        peers[name] = Peer()
        client.match(Self.rule(name))
        askForProcess(of: name) { [unowned self] in peers[name]?.process = $0 }
        ask(name)
    }

    /// For a session that has found no place. One that has one by then stays what it is.
    private func lookAgain() {
        guard !looksAgain else { return }
        looksAgain = true
        client.after(HostTime.now() + Self.pause) { [unowned self] in
            looksAgain = false
            look()
        }
    }

    private func remove(_ name: String) {
        guard let peer = peers.removeValue(forKey: name) else { return }
        if !peer.isMuted { client.endMatch(Self.rule(name)) }
        // Its answer may never come, and the client has room for so many.
        if let question = peer.question { client.cancel(question) }
        if peer.state != .inactive { news(.peerEnded(name)) }
        catchUp()
    }

    private func ask(_ name: String) {
        // One question at a time, so that a peer that answers none does not cost more and more.
        guard peers[name]?.isAsked == false else {
            peers[name]?.isAskedTooEarly = true
            return
        }
        // A program that is stopped answers when it continues, however late that is.
        let call = BusCall(name, Self.path, Self.interface, "GetState")
        let question = client.call(call, returning: "a{sv}", within: .max) { [unowned self] answer in
            if let answer { take(answer, from: name) }
            let isAskedTooEarly = peers[name]?.isAskedTooEarly ?? false
            noteQuestion(nil, isAsked: false, to: name)
            if isAskedTooEarly { ask(name) }
            catchUp()
        }
        noteQuestion(question, isAsked: true, to: name)
    }

    private func noteQuestion(_ question: UInt64?, isAsked: Bool, to name: String) {
        peers[name]?.isAsked = isAsked
        peers[name]?.isAskedTooEarly = false
        peers[name]?.question = question
    }

    private func catchUp() { if isComplete, !peers.values.contains(where: \.isAsked) { inbox.catchUp() } }

    /// What comes in from others: signals about their states, and calls that ask for this one's.
    func receive(_ message: BusMessage) {
        let sender = message.sender
        guard sender != client.uniqueName, message.interface == Self.interface, message.path == Self.path else {
            if message.kind == .call { refuse(message, from: sender) }
            return
        }
        if message.kind == .call { return answer(message, from: sender) }
        guard message.member == Self.changed, peers[sender] != nil else { return }
        guard isPaid(sender) else { return mute(sender) }
        if let values = message.values("a{sv}") { take(values, from: sender) }
    }

    private func isPaid(_ name: String) -> Bool { peers[name]?.budget.take(at: HostTime.now()) ?? false }

    /// Does not listen to a peer that has sent too much, so that the bus keeps its signals to itself. Later it is asked for its
    /// state, of which only the last one counts.
    private func mute(_ name: String) {
        guard peers[name]?.isMuted == false else { return }
        peers[name]?.isMuted = true
        client.endMatch(Self.rule(name))
        client.after(HostTime.now() + Self.silence) { [unowned self] in
            guard peers[name]?.isMuted == true else { return }
            peers[name]?.isMuted = false
            client.match(Self.rule(name))
            ask(name)
        }
    }

    private func take(_ values: [BusValue], from name: String) {
        guard let state = PeerState(values, at: HostTime.now()), let old = peers[name]?.state, state != old else {
            return
        }
        peers[name]?.state = state
        if !state.isActive {
            if old.isActive { news(.peerInactive(name, notifiesOthers: state.notifiesOthers)) }
            return
        }
        let moment = SessionMoment(since: state.since, peer: name, own: client.uniqueName ?? "")
        inbox.deliver(moment)
        guard let own = inbox.newest.wishes.own, own.isActive, moment.isBefore(own.since) else {
            return news(.peerActive(name, state.setting))
        }
        // This session became active after it, and interrupts it if neither mixes.
        if own.setting.isMixable || state.setting.isMixable {
            news(.peerActive(name, state.setting.withoutInterrupting))
        }
    }

    // MARK: Calls

    private func answer(_ call: BusMessage, from sender: String) {
        guard call.member == "GetState" else { return refuse(call, from: sender) }
        guard mayCost(sender) else { return }
        client.reply(to: call, (own ?? .inactive).message)
    }

    private func refuse(_ call: BusMessage, from sender: String) {
        if mayCost(sender) { client.refuse(call, "UnknownMethod") }
    }

    /// Whether a connection is answered. One that asks too often is not, and strangers are not where they are a crowd.
    private func mayCost(_ sender: String) -> Bool {
        let now = HostTime.now()
        return peers[sender]?.calls.take(at: now) ?? strangers.take(sender, at: now)
    }
}
