import AudioCore
import MessageBus

/// A session's connections to the two buses, and what it follows there. One thread uses it.
final class Desktop {
    private let inbox: DesktopInbox
    private let user: BusClient
    private let machine: BusClient
    private let peers: SessionPeers
    private let players: OtherPlayers
    private let microphone: MicrophonePortal
    private let silentSwitch: SilentSwitch
    private let screenSaver: ScreenSaver
    private let login: LoginSession
    private let telephone: Telephone
    private let news: (SessionNews) -> Void
    private var isLocked = false
    /// The number of the wishes that have been carried out.
    private var number = 0

    /// For what was announced last, where the surroundings end.
    private static let farewell = HostTime.ticksPerSecond / 10

    init(
        _ addresses: (session: BusAddress, system: BusAddress), _ patience: UInt64, _ inbox: DesktopInbox,
        news: @escaping (SessionNews) -> Void
    ) {
        self.inbox = inbox
        self.news = news
        user = BusClient(addresses.session, patience: patience)
        machine = BusClient(addresses.system, acceptsDescriptors: true, patience: patience)
        let changes = Changes()
        peers = SessionPeers(user, inbox, news: news)
        players = OtherPlayers(user) { [peers] in peers.contains(process: $0) }
        microphone = MicrophonePortal(user) { [inbox] in inbox.hasPortal = $0 }
        silentSwitch = SilentSwitch(user, news: news)
        screenSaver = ScreenSaver(user) { changes.body() }
        login = LoginSession(machine, news: news) { changes.body() }
        telephone = Telephone(machine, news: news)
        changes.body = { [unowned self] in updateLock() }
        join()
    }

    /// What is called where the lock may have changed, known once all parts are there.
    private final class Changes {
        var body: () -> Void = {}
    }

    private func join() {
        user.didConnect = { [unowned self] in
            // First, as it is to be known once the peers are.
            microphone.connect()
            peers.connect(as: user.uniqueName ?? "")
            silentSwitch.connect()
            screenSaver.connect()
            players.connect()
        }
        user.didDisconnect = { [unowned self] in
            microphone.disconnect()
            peers.disconnect()
            silentSwitch.disconnect()
            screenSaver.disconnect()
            players.disconnect()
        }
        user.didChangeOwner = { [unowned self] in peers.didChangeOwner($0, $1, $2) }
        user.didReceive = { [unowned self] message in
            peers.receive(message)
            players.receive(message)
            microphone.receive(message)
            silentSwitch.receive(message)
            screenSaver.receive(message)
        }
        machine.didConnect = { [unowned self] in
            login.connect()
            telephone.connect()
        }
        machine.didDisconnect = { [unowned self] in
            login.disconnect()
            telephone.disconnect()
        }
        machine.didReceive = { [unowned self] message in
            login.receive(message)
            telephone.receive(message)
        }
    }

    /// Serves the session until its surroundings end, or until there turns out to be no bus.
    func run() {
        while true {
            for client in [user, machine] { client.turn() }
            // After a turn, in which a bus may have begun to take what it did not take before.
            carryOut()
            askUser()
            if user.isFlushed, machine.isFlushed, user.isSettled { inbox.finish(number) }
            if user.isGivenUp { inbox.catchUp() }
            if user.isGivenUp, machine.isGivenUp { break }
            if inbox.newest.wishes.isEnding { return leave() }
            BusClient.wait([user, machine], inbox.wakeUp)
        }
        inbox.close()
    }

    /// A bus that was never there asks nobody.
    private func askUser() {
        if user.isGivenUp { microphone.disconnect() }
        for answer in inbox.takeQuestions() { microphone.ask(answer) }
    }

    private func leave() {
        let deadline = HostTime.now() + Self.farewell
        carryOut()
        while !(user.isFlushed && user.isSettled), HostTime.now() < deadline {
            BusClient.wait([user], inbox.wakeUp, until: deadline)
            user.turn()
            carryOut()
        }
        inbox.close()
    }

    /// A bus that takes nothing gets the newest wishes once it does, and nothing piles up before.
    private func carryOut() {
        let (wishes, newest) = inbox.newest
        guard newest != number else { return }
        let (userTakes, machineTakes) = (user.isFlushed, machine.isFlushed)
        if userTakes {
            if let own = wishes.own, own != peers.own { peers.announce(own) }
            players.setPauses(wishes.pausesPlayers, number: wishes.pauses)
        }
        if machineTakes { login.setKeepsAwake(wishes.keepsAwake) }
        if userTakes, machineTakes { number = newest }
    }

    private func updateLock() {
        let locked = login.hasSession ? login.isLocked : screenSaver.isActive
        guard locked != isLocked else { return }
        isLocked = locked
        news(.screenLocked(locked))
    }
}
