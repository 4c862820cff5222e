package import AudioCore
internal import CSystem
internal import Glibc
package import MessageBus

/// Announces this machine's session, and finds those of others: by Avahi where it runs, else by multicast DNS of our own.
package final class SessionDirectory: Sendable {
    /// How the network is asked.
    package enum Way: Sendable {
        case avahi, multicast
    }

    /// How long after the network has changed its addresses may become usable.
    private static let settlingTime: UInt64 = 5_000_000_000

    private struct State {
        var name: String?
        var port: UInt16 = 0
        var browses = false
        var hasEnded = false
        var services: [FoundService] = []
        var publishedName: String?
        var way: Way?
    }

    private let state = LockedValue(State())
    private let hasLeft = WaitableValue(false)
    private let wakeUp: WakeUp
    private let bus: BusAddress
    private let changed: @Sendable () -> Void

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - bus: where Avahi is.
    ///   - last: the directory before, which has been stopped: its name is free once it has left the network.
    ///   - changed: is called on the thread after services have come or gone, or the session has got its name.
    package init(
        bus: BusAddress = .system, after last: SessionDirectory? = nil, changed: @escaping @Sendable () -> Void
    ) throws(AudioError) {
        guard let wakeUp = WakeUp() else { throw .midiServerStart.because("the process has too many files open") }
        self.wakeUp = wakeUp
        self.bus = bus
        self.changed = changed
        try Thread(name: "midi-bonjour") { [self] in
            // It may call a client, which nobody waits for without end.
            _ = last?.hasLeft.wait(nanoseconds: 2_000_000_000) { $0 ? () : nil }
            run()
            hasLeft.withLock { $0 = true }
        }.detach()
    }

    /// Announces the session.
    package func publish(_ name: String, port: UInt16) { change { ($0.name, $0.port) = (name, port) } }

    /// Announces it no longer.
    package func withdraw() { change { $0.name = nil } }

    /// Looks for sessions from now on.
    package func browse() { change { $0.browses = true } }

    /// Withdraws the session, and ends the thread.
    package func stop() { change { $0.hasEnded = true } }

    package var services: [FoundService] { state.withLock { $0.services } }
    /// The name that the session has been announced by; nil until that has happened.
    package var publishedName: String? { state.withLock { $0.publishedName } }
    /// How the network is asked; nil until that is settled.
    package var way: Way? { state.withLock { $0.way } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock(body)
        wakeUp.signal()
    }

    private func note(_ way: Way, _ services: [FoundService], _ publishedName: String?) {
        let isNew = state.withLock { state in
            defer { (state.way, state.services, state.publishedName) = (way, services, publishedName) }
            return state.way != way || state.services != services || state.publishedName != publishedName
        }
        if isNew { changed() }
    }

    // MARK: The thread

    private func run() {
        let wants = runWithAvahi()
        if wants { runWithMulticast() }
    }

    /// Returns false once the directory has ended, and true where Avahi does not run, or has ended.
    private func runWithAvahi() -> Bool {
        let client = BusClient(bus)
        let avahi = AvahiDirectory(client)
        avahi.didChange = { [unowned self, unowned avahi] in
            if avahi.isThere == true { note(.avahi, avahi.services, avahi.publishedName) }
        }
        var known = State()
        while true {
            client.turn()
            if client.isGivenUp || avahi.isThere == false { return true }
            let wanted = state.withLock { $0 }
            if wanted.name != known.name || wanted.port != known.port {
                if let name = wanted.name { avahi.publish(name, port: wanted.port) } else { avahi.withdraw() }
            }
            if wanted.browses, !known.browses { avahi.browse() }
            known = wanted
            if wanted.hasEnded { return false }
            BusClient.wait([client], wakeUp)
        }
    }

    private func runWithMulticast() {
        let sockets = [true, false].compactMap { MulticastSocket(isVersion6: $0) }
        let changes = InterfaceChanges()
        var interfaces = NetworkInterface.all()
        var changeTime = HostTime.now()
        guard !sockets.isEmpty else { return note(.multicast, [], nil) }
        for socket in sockets { socket.join(interfaces) }
        var directory = MulticastDirectory(host: "coreaudio-" + String(UInt64.random(in: 0 ... .max), radix: 36))
        var known = State()
        note(.multicast, [], nil)
        while true {
            let (now, wanted) = (HostTime.now(), state.withLock { $0 })
            if changes?.take() ?? true {
                let present = NetworkInterface.all()
                if present != interfaces { (interfaces, changeTime) = (present, now) }
                for socket in sockets { socket.join(interfaces) }
                // A new address of IPv6 can be used only after a while, which is reported, too.
                if changes != nil, now < changeTime + Self.settlingTime { directory.interfacesChanged(now: now) }
            }
            if wanted.name != known.name || wanted.port != known.port {
                if let name = wanted.name {
                    directory.publish(name, port: wanted.port, now: now)
                } else {
                    directory.withdraw()
                }
            }
            if wanted.browses { directory.browse(now: now) }
            if wanted.hasEnded { directory.withdraw() }
            known = wanted
            for socket in sockets {
                for _ in 0..<64 {
                    guard let (bytes, interface) = socket.receive() else { break }
                    directory.receive(bytes, interface: interface, now: now)
                }
            }
            directory.tick(now: now)
            for message in directory.takeMessages() {
                for socket in sockets { socket.send(message, of: directory, on: interfaces) }
            }
            if directory.takeChange() { note(.multicast, directory.services, directory.publishedName) }
            if wanted.hasEnded { return }
            var polls = sockets.map(\.poll) + [wakeUp.poll] + (changes.map { [$0.poll] } ?? [])
            let wait = directory.deadline.map { $0 > now ? Int64(clamping: $0 - now) : 0 } ?? -1
            _ = system_poll(&polls, UInt64(polls.count), wait)
            wakeUp.clear()
        }
    }
}
