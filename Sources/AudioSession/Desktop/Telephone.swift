import MessageBus

/// Calls of the machine's modems, by ModemManager.
final class Telephone {
    private let client: BusClient
    private let news: (SessionNews) -> Void
    /// The calls that are on, from ringing to the end, by their paths.
    private var calls: Set<String> = []

    private static let service = "org.freedesktop.ModemManager1"
    private static let root = "/org/freedesktop/ModemManager1"
    private static let voice = "org.freedesktop.ModemManager1.Modem.Voice"
    private static let call = "org.freedesktop.ModemManager1.Call"
    private static let objects = "org.freedesktop.DBus.ObjectManager"
    private static let mostCalls = 64

    init(_ client: BusClient, news: @escaping (SessionNews) -> Void) {
        self.client = client
        self.news = news
    }

    func connect() {
        for interface in [Self.voice, Self.call, Self.objects] {
            client.match("type='signal',sender='\(Self.service)',interface='\(interface)'")
        }
        client.watch(Self.service) { [unowned self] owner in
            end()
            if owner != nil { list() }
        }
    }

    func disconnect() { end() }

    /// Asks for calls that are on already.
    private func list() {
        let call = BusCall(Self.service, Self.root, Self.objects, "GetManagedObjects")
        client.call(call, returning: "a{oa{sa{sv}}}") { [unowned self] answer in
            for (_, interfaces) in answer?.first?.dictionary ?? [:] {
                let voice = interfaces.dictionary?[Self.voice]?.dictionary
                for path in voice?["Calls"]?.elements ?? [] { path.path.map(ask) }
            }
        }
    }

    private func ask(_ path: String) {
        client.property("State", of: Self.call, Self.service, path) { [unowned self] state in
            set(path, state?.integer(Int.self) ?? State.unknown)
        }
    }

    func receive(_ message: BusMessage) {
        guard message.kind == .signal, message.sender == client.owner(of: Self.service) else { return }
        switch (message.interface, message.member) {
        case (Self.voice, "CallAdded"):
            message.values("o")?.first?.path.map(ask)
        case (Self.voice, "CallDeleted"):
            if let path = message.values("o")?.first?.path { set(path, State.unknown) }
        case (Self.objects, "InterfacesRemoved"):
            // A modem that is unplugged takes its calls with it, and need not say so of each.
            for path in calls { ask(path) }
        case (Self.call, "StateChanged"):
            if let state = message.values("iiu")?[1].integer(Int.self) { set(message.path, state) }
        default: break
        }
    }

    /// States of a call, with ModemManager's numbers. Dialling, ringing, active, held and waiting lie between.
    private enum State {
        static let unknown = 0
        static let terminated = 7
    }

    private func set(_ path: String, _ state: Int) {
        let wasEmpty = calls.isEmpty
        if state > State.unknown, state < State.terminated {
            if calls.count < Self.mostCalls { calls.insert(path) }
        } else {
            calls.remove(path)
        }
        if wasEmpty != calls.isEmpty { news(wasEmpty ? .callBegan : .callEnded) }
    }

    private func end() {
        guard !calls.isEmpty else { return }
        calls = []
        news(.callEnded)
    }
}
