import AudioCore
import AudioDevices
import Glibc
import MessageBus

/// The user's session of logind: its lock, the machine's sleep, and what keeps the machine awake.
final class LoginSession {
    private let client: BusClient
    private let news: (SessionNews) -> Void
    private let changed: () -> Void
    private var path: String?
    /// What signals of the session have.
    private var rule: String?
    private var hint: ServiceValue?
    private(set) var isLocked = false
    /// What the screen was asked for, until it says that it has done so, or until a host time.
    private var anticipated: (isLocked: Bool, end: UInt64)?
    private var budget = BusBudget()
    /// Whether the end of what is anticipated is waited for.
    private var waits = false
    private var isSleeping = false
    private var keepsAwake = false
    private var inhibitor: BusDescriptor?
    /// Counts what was asked, so that an answer that comes too late is ignored.
    private var request = 0

    private static let service = "org.freedesktop.login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    /// logind's name for the session that the caller is in, or else has the screen.
    private static let automatic = "auto"
    private static let root = "/org/freedesktop/login1"
    /// How long a screen may take to lock after it was asked to.
    private static let lockingTime = 5 * HostTime.ticksPerSecond

    /// - Parameter changed: `hasSession` or `isLocked` are others now.
    init(_ client: BusClient, news: @escaping (SessionNews) -> Void, changed: @escaping () -> Void) {
        self.client = client
        self.news = news
        self.changed = changed
    }

    /// Whether logind says whether the screen is locked.
    var hasSession: Bool { path != nil }

    func connect() {
        client.match("type='signal',sender='\(Self.service)',interface='\(Self.manager)',member='PrepareForSleep'")
        client.watch(Self.service) { [unowned self] owner in
            leave()
            guard owner != nil else { return }
            find(getenv("XDG_SESSION_ID").map { String(cString: $0) } ?? Self.automatic)
            if keepsAwake { inhibit() }
        }
    }

    func disconnect() {
        waits = false
        leave()
    }

    private func leave() {
        hint?.end()
        if let rule { client.endMatch(rule) }
        (hint, rule) = (nil, nil)
        path = nil
        inhibitor = nil
        request += 1
        (isLocked, anticipated) = (false, nil)
        changed()
        // Nobody would report that it is awake again.
        if isSleeping { setSleeping(false) }
    }

    private func setSleeping(_ sleeps: Bool) {
        isSleeping = sleeps
        news(.sleeping(sleeps))
    }

    /// Looks for the session that the process is in; for a service of the user's, for the one that has the screen.
    private func find(_ id: String) {
        let call = BusCall(Self.service, Self.root, Self.manager, "GetSession", .text(id))
        client.call(call, returning: "o") { [unowned self] answer in
            guard client.owner(of: Self.service) != nil else { return }
            if let path = answer?.first?.path { follow(path) } else if id != Self.automatic { find(Self.automatic) }
        }
    }

    private func follow(_ path: String) {
        self.path = path
        let rule = "type='signal',sender='\(Self.service)',path='\(path)',interface='\(Self.session)'"
        client.match(rule)
        self.rule = rule
        let read = BusCall(property: "LockedHint", of: Self.session, Self.service, path)
        hint = ServiceValue(client, read, hint: ServiceValue.properties) { [unowned self] value in
            take(value?.flag ?? false)
        }
        hint?.begin()
        changed()
    }

    func receive(_ message: BusMessage) {
        guard message.kind == .signal, message.sender == client.owner(of: Self.service) else { return }
        switch (message.interface, message.member) {
        case (Self.manager, "PrepareForSleep"):
            if let begins = message.values("b")?.first?.flag { setSleeping(begins) }
        case (Self.session, "Lock") where message.path == path: anticipate(true)
        case (Self.session, "Unlock") where message.path == path: anticipate(false)
        default: hint?.receive(message)
        }
    }

    /// The screen is asked to lock. If it does not say later that it has, it cannot, or does not say so at all. Where it is
    /// asked too often, it is only what it says that counts.
    private func anticipate(_ locks: Bool) {
        let now = HostTime.now()
        guard anticipated?.isLocked == locks || budget.take(at: now) else {
            anticipated = nil
            hint?.read()
            return
        }
        anticipated = (locks, now + Self.lockingTime)
        setLocked(locks)
        if !waits { wait(until: now + Self.lockingTime) }
    }

    private func wait(until end: UInt64) {
        waits = true
        client.after(end) { [weak self] in
            guard let self else { return }
            if let end = anticipated?.end, HostTime.now() < end { return wait(until: end) }
            waits = false
            hint?.read()
        }
    }

    /// What the session's hint says. Before the screen has done what it was asked for, that is of before.
    private func take(_ locked: Bool) {
        if let anticipated, anticipated.isLocked != locked, HostTime.now() < anticipated.end { return }
        anticipated = nil
        setLocked(locked)
    }

    private func setLocked(_ locked: Bool) {
        guard locked != isLocked else { return }
        isLocked = locked
        changed()
    }

    // MARK: Staying awake

    func setKeepsAwake(_ keeps: Bool) {
        guard keeps != keepsAwake else { return }
        keepsAwake = keeps
        request += 1
        inhibitor = nil
        if keeps, client.owner(of: Self.service) != nil { inhibit() }
    }

    /// Keeps the machine from going to sleep by itself, and not a person from sending it to sleep.
    private func inhibit() {
        let number = request
        let call = BusCall(
            Self.service, Self.root, Self.manager, "Inhibit", .text("idle"), .text(ProgramIdentity.present.name),
            .text("Playing audio"), .text("block"))
        client.call(call, returning: "h") { [unowned self] answer in
            if number == request { inhibitor = answer?.first?.descriptor }
        }
    }
}
