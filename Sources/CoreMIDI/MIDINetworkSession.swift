import AudioCore
import CCoreMIDI
import Foundation
import NetworkMIDI

// CoreMIDI/MIDINetworkSession.h. Each call goes to `NetworkSession`.

/// The Bonjour type of the service that sessions are announced as.
///
/// It is `_apple-midi._udp`, for which Macs and iOS devices look.
public let MIDINetworkBonjourServiceType: String = FoundService.type
/// The name of the notification that the contacts of a session have changed.
///
/// It is posted on the main thread.
public let MIDINetworkNotificationContactsDidChange: String = "MIDINetworkNotificationContactsDidChange"
/// The name of the notification that a session has changed: its connections, its policy, or whether it is enabled.
///
/// It is posted on the main thread.
public let MIDINetworkNotificationSessionDidChange: String = "MIDINetworkNotificationSessionDidChange"

/// The process's session of MIDI on the network.
///
/// The session is a device of Core MIDI with a source and a destination. Messages that are sent to the destination go to all
/// connections, and messages of all connections come from the source.
open class MIDINetworkSession: NSObject, @unchecked Sendable {
    private static let shared = MIDINetworkSession(.shared)

    private struct State {
        var contacts: Set<MIDINetworkHost> = []
        var connections: [NetworkSession.Place: MIDINetworkConnection] = [:]
        /// The connections at the last notification.
        var noted: [NetworkSession.Connection] = []
    }

    private let session: NetworkSession
    private let state = LockedValue(State())

    /// The session of the process.
    ///
    /// It is not enabled at first.
    ///
    /// - Returns: the same object each time.
    open class func `default`() -> MIDINetworkSession { shared }

    init(_ session: NetworkSession) {
        self.session = session
        super.init()
        session.observe { [weak self] in self?.sessionDidChange() }
    }

    /// Whether the session has its ports, is announced by Bonjour, and has connections.
    ///
    /// Setting it to true takes two ports and announces the session; setting it to false ends all connections first.
    open var isEnabled: Bool {
        get { session.isEnabled }
        set { session.setEnabled(newValue) }
    }

    /// The UDP port of the session, after which comes that of its messages; 0 while the session is not enabled.
    ///
    /// It is 5004 where that and 5005 are free, else the next pair.
    open var networkPort: Int { Int(session.networkPort) }

    /// The name by which others find the session: that of the machine.
    ///
    /// Where another machine of the network has the name already, a number is added to what is announced.
    open var networkName: String { NetworkSession.machineName }

    /// The name of the session in Core MIDI.
    ///
    /// The device of the session is "Network", and this is the name of its entity.
    open var localName: String { SessionDevice.sessionName }

    /// Whose invitations are accepted: nobody's at first.
    ///
    /// It counts for invitations that come later; connections that exist stay.
    open var connectionPolicy: MIDINetworkConnectionPolicy {
        get { MIDINetworkConnectionPolicy(rawValue: session.policy.rawValue) ?? .noOne }
        set {
            session.policy = SessionMachine.Policy(rawValue: newValue.rawValue) ?? .noOne
            post(MIDINetworkNotificationSessionDidChange)
        }
    }

    // MARK: Contacts

    /// The hosts that the program has added as contacts.
    ///
    /// - Returns: the objects that were added.
    open func contacts() -> Set<MIDINetworkHost> { state.withLock { $0.contacts } }

    /// Adds a contact.
    ///
    /// - Parameter contact: the host.
    /// - Returns: false where there is a contact with the same address.
    @discardableResult
    open func addContact(_ contact: MIDINetworkHost) -> Bool {
        changeContacts { contacts in
            guard !contacts.contains(where: { $0.hasSameAddress(as: contact) }) else { return false }
            contacts.insert(contact)
            return true
        }
    }

    /// Removes a contact.
    ///
    /// - Parameter contact: a host with the address of the contact.
    /// - Returns: false where there is no contact with the address.
    @discardableResult
    open func removeContact(_ contact: MIDINetworkHost) -> Bool {
        changeContacts { contacts in
            let left = contacts.filter { !$0.hasSameAddress(as: contact) }
            defer { contacts = left }
            return left.count < contacts.count
        }
    }

    private func changeContacts(_ body: (inout Set<MIDINetworkHost>) -> Bool) -> Bool {
        // Hosts are a client's objects, which may be of its subclasses: none is called under the lock.
        var contacts = contacts()
        guard body(&contacts) else { return false }
        state.withLock { $0.contacts = contacts }
        session.setContacts(Dictionary(contacts.map { ($0.place, $0.name) }) { first, _ in first })
        post(MIDINetworkNotificationContactsDidChange)
        return true
    }

    // MARK: Connections

    /// The connections of the session: those that the program has added, and those of hosts that have invited it.
    ///
    /// - Returns: an object for each connection, the same each time.
    open func connections() -> Set<MIDINetworkConnection> {
        let present = session.connections
        return state.withLock { state in
            let places = Set(present.map(\.place))
            state.connections = state.connections.filter { places.contains($0.key) }
            for connection in present where state.connections[connection.place] == nil {
                state.connections[connection.place] = MIDINetworkConnection(
                    MIDINetworkHost(connection.name, connection.place))
            }
            return Set(state.connections.values)
        }
    }

    /// Adds a connection: its host is invited, again and again until it accepts.
    ///
    /// - Parameter connection: the connection.
    /// - Returns: false where there is a connection to the address of the host.
    @discardableResult
    open func addConnection(_ connection: MIDINetworkConnection) -> Bool {
        let host = connection.host
        guard !session.connections.contains(where: { $0.place == host.place }) else { return false }
        state.withLock { $0.connections[host.place] = connection }
        guard session.connect(host.place, name: host.name) else { return false }
        sessionDidChange()
        return true
    }

    /// Ends a connection.
    ///
    /// - Parameter connection: a connection to the address of its host.
    /// - Returns: false where there is none.
    @discardableResult
    open func removeConnection(_ connection: MIDINetworkConnection) -> Bool {
        let place = connection.host.place
        let ids = session.connections.filter { $0.place == place }.map(\.id)
        let wasThere = session.disconnect(place) || ids.contains { session.disconnect($0) }
        if wasThere { sessionDidChange() }
        return wasThere
    }

    // MARK: Endpoints

    /// The source from which the messages of all connections come.
    ///
    /// - Returns: the endpoint.
    open func sourceEndpoint() -> MIDIEndpointRef { session.source }

    /// The destination whose messages go to all connections.
    ///
    /// - Returns: the endpoint.
    open func destinationEndpoint() -> MIDIEndpointRef { session.destination }

    // MARK: Notifications

    private func sessionDidChange() {
        let present = session.connections
        let hasChanged = state.withLock { state in
            defer { state.noted = present }
            return state.noted != present
        }
        if hasChanged { post(MIDINetworkNotificationSessionDidChange) }
    }

    private func post(_ name: String) {
        OperationQueue.main.addOperation {
            NotificationCenter.default.post(name: Notification.Name(name), object: self)
        }
    }
}

/// A host of a session on the network: its name, and its address or the name of its Bonjour service.
open class MIDINetworkHost: NSObject, @unchecked Sendable {
    let place: NetworkSession.Place
    private let hostName: String

    init(_ name: String, _ place: NetworkSession.Place) {
        hostName = name
        self.place = place
    }

    /// Creates a host with an address.
    ///
    /// Nothing is looked up or sent: a session does that when the host is added as a connection.
    ///
    /// - Parameters:
    ///   - name: the name for the user.
    ///   - address: the IP address, or the name of the machine.
    ///   - port: the UDP port of the session. Of other numbers than those of ports the lowest 16 bits count.
    public convenience init(name: String, address: String, port: Int) {
        self.init(name, .address(address, UInt16(truncatingIfNeeded: port)))
    }

    /// Creates a host with the name of a Bonjour service.
    ///
    /// The address is looked up when a session connects to the host.
    ///
    /// - Parameters:
    ///   - name: the name for the user.
    ///   - netServiceName: the name of the service, whose type is `MIDINetworkBonjourServiceType`.
    ///   - netServiceDomain: the domain of the service, `local.` as a rule.
    public convenience init(name: String, netServiceName: String, netServiceDomain: String) {
        self.init(name, .service(netServiceName, netServiceDomain))
    }

    /// The name for the user.
    ///
    /// It need not be the name of the machine, and is not compared by `hasSameAddress(as:)`.
    open var name: String { hostName }

    /// The IP address or the name of the machine; empty where the host has the name of a service.
    ///
    /// It is the text that was given: a name is not looked up.
    open var address: String { if case .address(let address, _) = place { address } else { "" } }

    /// The UDP port of the session; 0 where the host has the name of a service.
    ///
    /// It is the port of the session itself; messages go to the one after it.
    open var port: Int { if case .address(_, let port) = place { Int(port) } else { 0 } }

    /// The name of the Bonjour service; nil where the host has an address.
    ///
    /// It is the name that users see, such as "Studio".
    open var netServiceName: String? { if case .service(let name, _) = place { name } else { nil } }

    /// The domain of the Bonjour service; nil where the host has an address.
    ///
    /// It is `local.` for services of the own network.
    open var netServiceDomain: String? { if case .service(_, let domain) = place { domain } else { nil } }

    /// Whether another host has the same address and port, or the same service.
    ///
    /// - Parameter other: the other host.
    /// - Returns: whether both are the same machine's session, as far as their addresses say it.
    open func hasSameAddress(as other: MIDINetworkHost) -> Bool { place == other.place }
}

/// A connection to a host.
open class MIDINetworkConnection: NSObject, @unchecked Sendable {
    private let connectedHost: MIDINetworkHost

    init(_ host: MIDINetworkHost) { connectedHost = host }

    /// Creates a connection, which a session is to add.
    ///
    /// It invites nobody until `MIDINetworkSession.addConnection(_:)` is called with it.
    ///
    /// - Parameter host: the host to connect to.
    public convenience init(host: MIDINetworkHost) { self.init(host) }

    /// The host.
    ///
    /// It is the object that was given, or one that the session made of a host that has invited it.
    open var host: MIDINetworkHost { connectedHost }
}
