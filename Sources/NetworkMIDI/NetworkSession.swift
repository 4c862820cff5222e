internal import AudioCore
internal import Glibc
package import MIDIDevices
package import MessageBus

/// The session of a process: its device in Core MIDI, its peers, and how it is found and finds others.
///
/// Any call may be made on any thread. No client is called under the lock.
package final class NetworkSession: Sendable {
    /// Where a peer is.
    package enum Place: Hashable, Sendable {
        /// The name or the address of a machine, and the port of commands.
        case address(String, UInt16)
        /// The name of a session that is announced, and the domain.
        case service(String, String)
    }

    /// A connection to a peer.
    package struct Connection: Equatable, Sendable {
        /// 0 for one whose peer is still looked for.
        package var id: Int
        package var name: String
        package var place: Place
        /// Whether messages go back and forth.
        package var isConnected: Bool
    }

    private struct State {
        var service: SessionService?
        var directory: SessionDirectory?
        /// The directory before, which may still be withdrawing the session.
        var lastDirectory: SessionDirectory?
        var policy = SessionMachine.Policy.noOne
        /// By the place, the name that it has for the user.
        var contacts: [Place: String] = [:]
        var invited: [Place: String] = [:]
        /// The connections to invited peers, and the addresses that were found for places.
        var ids: [Place: Int] = [:]
        var addresses: [Place: [NetworkAddress]] = [:]
    }

    /// The one of the process.
    package static let shared = NetworkSession(.shared)

    /// The name that peers and users of the network see: that of the machine.
    package static let machineName: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "Linux" }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: ".").first.map(String.init) ?? "Linux"
    }()

    private let state = LockedValue(State())
    private let enabling = LockedValue(false, .connection)
    private let device: SessionDevice?
    private let out: Outlet
    private let bus: BusAddress
    private let port: UInt16
    private let isAnnounced: Bool
    private let observer = LockedValue<(@Sendable () -> Void)?>(nil)
    private let lookups = SerialCaller(name: "midi-lookup")

    /// Where the device's messages go: nowhere while the session is not enabled.
    private final class Outlet: Sendable {
        let service = LockedValue<SessionService?>(nil)
    }

    /// - Parameters:
    ///   - bus: where Avahi is.
    ///   - port: that of commands, if it is free.
    ///   - isAnnounced: whether the session is announced on the network, and looks for others.
    package init(
        _ system: MIDISystem, bus: BusAddress = .system, port: UInt16 = SessionSockets.usualPort,
        isAnnounced: Bool = true
    ) {
        let out = Outlet()
        self.out = out
        self.bus = bus
        self.port = port
        self.isAnnounced = isAnnounced
        device = try? SessionDevice(system) { commands in out.service.withLock { $0 }?.send(commands) }
    }

    /// Is called after connections have come, gone or changed, on a thread of the session.
    package func observe(_ body: @escaping @Sendable () -> Void) { observer.withLock { $0 = body } }

    package var source: UInt32 { device?.source ?? 0 }
    package var destination: UInt32 { device?.destination ?? 0 }

    // MARK: Enabling

    /// Whether the session has its ports and is announced.
    package var isEnabled: Bool { state.withLock { $0.service != nil } }

    /// The port of commands; 0 while the session is not enabled.
    package var networkPort: UInt16 { state.withLock { $0.service }?.port ?? 0 }

    /// Opens the ports and announces the session, or ends all that. The ports are free again after the call.
    package func setEnabled(_ isEnabled: Bool) {
        enabling.withLock { _ in
            guard isEnabled != self.isEnabled else { return }
            if isEnabled { enable() } else { disable() }
        }
        if isEnabled { for place in state.withLock({ Array($0.invited.keys) }) { lookUp(place) } }
        notify()
    }

    private func enable() {
        guard let device else { return }
        let service = try? SessionService(
            name: Self.machineName, port: port, received: { device.receive($0) },
            changed: { [weak self] in self?.update() })
        guard let service else { return }
        let last = state.withLock { $0.lastDirectory }
        let directory =
            isAnnounced ? try? SessionDirectory(bus: bus, after: last) { [weak self] in self?.update() } : nil
        state.withLock { ($0.service, $0.directory) = (service, directory) }
        out.service.withLock { $0 = service }
        directory?.publish(Self.machineName, port: service.port)
        device.setOffline(false)
        applyPolicy()
    }

    private func disable() {
        let (service, directory) = state.withLock { state in
            defer { (state.service, state.directory, state.ids) = (nil, nil, [:]) }
            state.lastDirectory = state.directory
            return (state.service, state.directory)
        }
        out.service.withLock { $0 = nil }
        device?.setOffline(true)
        directory?.stop()
        service?.stop()
    }

    private func notify() { observer.withLock { $0 }?() }

    // MARK: Policy and contacts

    package var policy: SessionMachine.Policy {
        get { state.withLock { $0.policy } }
        set {
            state.withLock { $0.policy = newValue }
            applyPolicy()
        }
    }

    /// Sets who is a contact: by the place, the name.
    package func setContacts(_ contacts: [Place: String]) {
        state.withLock { $0.contacts = contacts }
        for place in contacts.keys { lookUp(place) }
        applyPolicy()
    }

    private func applyPolicy() {
        let (service, policy, hosts) = state.withLock { state in
            let addresses = state.contacts.keys.flatMap { state.addresses[$0] ?? [] }
            return (state.service, state.policy, Set(addresses.map(\.host)))
        }
        service?.change { machine, _ in (machine.policy, machine.contacts) = (policy, hosts) }
    }

    // MARK: Connections

    /// Invites a peer, as soon as it is found and the session is enabled, until `disconnect`.
    ///
    /// - Returns: false where that has been asked for already.
    package func connect(_ place: Place, name: String) -> Bool {
        let isNew = state.withLock { $0.invited.updateValue(name, forKey: place) == nil }
        if isNew { lookUp(place) }
        return isNew
    }

    /// Ends the connection to a peer that was invited. False where there is none.
    package func disconnect(_ place: Place) -> Bool {
        let (service, id, wasThere) = state.withLock { state in
            let wasThere = state.invited.removeValue(forKey: place) != nil
            return (state.service, state.ids.removeValue(forKey: place), wasThere)
        }
        if let id { service?.change { $0.end(id, now: $1) } }
        return wasThere
    }

    /// Ends the connection to a peer by its number. False where there is none.
    package func disconnect(_ id: Int) -> Bool {
        guard let service = state.withLock({ $0.service }), service.peers.contains(where: { $0.id == id }) else {
            return false
        }
        service.change { $0.end(id, now: $1) }
        return true
    }

    /// The connections: those to invited peers, and those of peers that have invited this side.
    package var connections: [Connection] {
        let (service, invited, ids) = state.withLock { ($0.service, $0.invited, $0.ids) }
        let peers = service?.peers ?? []
        var connections = invited.map { place, name in
            let id = ids[place] ?? 0
            return Connection(
                id: id, name: name, place: place, isConnected: peers.contains { $0.id == id && $0.phase == .connected })
        }
        let own = Set(ids.values)
        for peer in peers where !own.contains(peer.id) && peer.phase == .connected {
            connections.append(
                Connection(
                    id: peer.id, name: peer.name, place: .address(peer.address.text, peer.address.port),
                    isConnected: true))
        }
        return connections.sorted { $0.id < $1.id }
    }

    /// Sessions that are announced on the network, while the session is enabled.
    package var services: [FoundService] { state.withLock { $0.directory }?.services ?? [] }

    /// Looks for sessions from now on.
    package func browse() { state.withLock { $0.directory }?.browse() }

    // MARK: Looking up

    /// Finds the address of a place, on a thread for that.
    private func lookUp(_ place: Place) {
        switch place {
        case .service:
            browse()
            update()
        case .address(let name, let port):
            lookups.perform { [weak self] in self?.found(NetworkAddress.resolve(name, port: port), of: place) }
        }
    }

    private func found(_ addresses: [NetworkAddress], of place: Place) {
        guard !addresses.isEmpty else { return }
        state.withLock { $0.addresses[place] = addresses }
        applyPolicy()
        inviteAll()
    }

    /// Takes over what the directory has found, and what has become of the peers.
    private func update() {
        let services = services
        dropEnded()
        let found = state.withLock { state in
            var hasFound = false
            for place in Set(state.contacts.keys).union(state.invited.keys) {
                guard case .service(let name, let domain) = place,
                    let service = services.first(where: { $0.name == name && Self.isSame($0.domain, domain) }),
                    state.addresses[place] != service.addresses
                else { continue }
                state.addresses[place] = service.addresses
                hasFound = true
            }
            return hasFound
        }
        if found { applyPolicy() }
        inviteAll()
        notify()
    }

    /// Forgets connections whose peers have refused them, or ended them: these are not invited again.
    private func dropEnded() {
        let (service, ids) = state.withLock { ($0.service, $0.ids) }
        guard let service else { return }
        let peers = Set(service.peers.map(\.id))
        state.withLock { state in
            for (place, id) in ids where !peers.contains(id) && state.ids[place] == id {
                state.ids[place] = nil
                state.invited[place] = nil
            }
        }
    }

    /// An empty domain is that of the network, and dots at the ends do not count.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        func plain(_ text: String) -> String {
            text.isEmpty ? "local" : text.hasSuffix(".") ? String(text.dropLast()) : text
        }
        return plain(one).lowercased() == plain(other).lowercased()
    }

    /// Invites the peers that have not been, now that their addresses are known.
    private func inviteAll() {
        let (service, invitations) = state.withLock { state in
            let waiting = state.invited.filter { state.ids[$0.key] == nil }
            return (
                state.service,
                waiting.compactMap { place, name in state.addresses[place]?.first.map { (place, name, $0) } }
            )
        }
        guard let service else { return }
        for (place, name, address) in invitations {
            guard let id = service.change({ $0.invite(address, name: name, now: $1) }) else { continue }
            // It may have been given up in the meantime.
            let isWanted = state.withLock { state in
                guard state.invited[place] != nil else { return false }
                state.ids[place] = id
                return true
            }
            if !isWanted { service.change { $0.end(id, now: $1) } }
        }
        guard !invitations.isEmpty else { return }
        // An answer may have come before the number of the connection was known here.
        dropEnded()
        notify()
    }
}
