internal import MessageBus

/// Announces a service, and finds those of others, by Avahi. On one thread.
final class AvahiDirectory {
    private static let name = "org.freedesktop.Avahi"
    private static let server = name + ".Server"
    private static let group = name + ".EntryGroup"
    private static let browser = name + ".ServiceBrowser"
    /// Any interface, and any protocol.
    private static let any = BusValue.int32(-1)
    /// Services that are remembered at most.
    private static let mostServices = 256

    private struct Key: Hashable {
        var interface: Int32
        var version: Int32
        var name: String
        var domain: String
    }

    /// The states of a group of entries.
    private enum GroupState {
        static let established: Int32 = 2
        static let collision: Int32 = 3
    }

    private let client: BusClient
    /// Whether Avahi is there; nil while that is not known.
    private(set) var isThere: Bool?
    private var wantsServices = false
    private var own: (name: String, port: UInt16)?
    private var groupPath: String?
    private var browserPath: String?
    private var known: [Key: NetworkAddress?] = [:]
    private(set) var publishedName: String?
    /// Something has changed.
    var didChange: () -> Void = {}

    init(_ client: BusClient) {
        self.client = client
        client.didConnect = { [unowned self] in connected() }
        client.didDisconnect = { [unowned self] in vanished() }
        client.didReceive = { [unowned self] in receive($0) }
    }

    private func connected() {
        client.match("type='signal',sender='\(Self.name)'")
        client.watch(Self.name) { [unowned self] owner in
            if owner == nil { vanished() }
        }
        // The bus starts Avahi where it may.
        var call = BusCall(Self.name, "/", Self.server, "GetVersionString")
        call.startsService = true
        client.ask(call, returning: "s", within: 2_000_000_000) { [unowned self] answer in
            isThere = answer.values != nil
            if isThere == true { begin() } else { didChange() }
        }
    }

    private func vanished() {
        (isThere, groupPath, browserPath, publishedName) = (false, nil, nil, nil)
        known = [:]
        didChange()
    }

    private func begin() {
        if let own { publish(own.name, port: own.port) }
        if wantsServices { browse() }
        didChange()
    }

    // MARK: Announcing

    func publish(_ name: String, port: UInt16) {
        own = (name, port)
        guard isThere == true else { return }
        guard let groupPath else {
            client.call(BusCall(Self.name, "/", Self.server, "EntryGroupNew"), returning: "o") {
                [unowned self] answer in
                guard let path = answer?.first?.path, let own else { return }
                groupPath = path
                publish(own.name, port: own.port)
            }
            return
        }
        client.call(BusCall(Self.name, groupPath, Self.group, "Reset"))
        let call = BusCall(
            Self.name, groupPath, Self.group, "AddService", Self.any, Self.any, .uint32(0), .text(name),
            .text(FoundService.type), .text(""), .text(""), .uint16(port), .array(of: "ay", []))
        client.ask(call, returning: "") { [unowned self] answer in
            switch answer {
            case .values: client.call(BusCall(Self.name, groupPath, Self.group, "Commit"))
            case .failure(let error) where error.hasSuffix("CollisionError"): rename()
            default: break
            }
        }
    }

    func withdraw() {
        (own, publishedName) = (nil, nil)
        guard let groupPath else { return }
        client.call(BusCall(Self.name, groupPath, Self.group, "Reset"))
    }

    private func rename() {
        guard let own else { return }
        publish(FoundService.alternative(to: own.name), port: own.port)
    }

    // MARK: Finding

    func browse() {
        wantsServices = true
        guard isThere == true, browserPath == nil else { return }
        let call = BusCall(
            Self.name, "/", Self.server, "ServiceBrowserNew", Self.any, Self.any, .text(FoundService.type), .text(""),
            .uint32(0))
        client.call(call, returning: "o") { [unowned self] in browserPath = $0?.first?.path }
    }

    var services: [FoundService] {
        var found: [Key: FoundService] = [:]
        for (key, address) in known {
            guard let address else { continue }
            let name = Key(interface: 0, version: 0, name: key.name, domain: key.domain)
            var service = found[name] ?? FoundService(name: key.name, domain: key.domain, addresses: [])
            service.addresses.append(address)
            service.addresses.sort { $0.host.preference < $1.host.preference }
            found[name] = service
        }
        return found.values.sorted { $0.name < $1.name }
    }

    private func receive(_ message: BusMessage) {
        guard message.kind == .signal else { return }
        switch (message.interface, message.member) {
        case (Self.group, "StateChanged"):
            guard message.path == groupPath, let state = message.values("is")?.first?.integer(Int32.self) else {
                return
            }
            if state == GroupState.established {
                publishedName = own?.name
                didChange()
            } else if state == GroupState.collision {
                rename()
            }
        case (Self.browser, "ItemNew"): if let key = Self.key(message) { found(key) }
        case (Self.browser, "ItemRemove"):
            guard let key = Self.key(message) else { return }
            known[key] = nil
            didChange()
        default: break
        }
    }

    /// The service of a signal; nil for one of this program.
    private static func key(_ message: BusMessage) -> Key? {
        let isOwn: UInt32 = 16
        guard let values = message.values("iisssu"), let interface = values[0].integer(Int32.self),
            let version = values[1].integer(Int32.self), let name = values[2].text, let domain = values[4].text,
            values[3].text == FoundService.type, let flags = values[5].integer(UInt32.self), flags & isOwn == 0
        else { return nil }
        return Key(interface: interface, version: version, name: name, domain: domain)
    }

    private func found(_ key: Key) {
        guard known.count < Self.mostServices else { return }
        known[key] = .some(nil)
        let call = BusCall(
            Self.name, "/", Self.server, "ResolveService", .int32(key.interface), .int32(key.version), .text(key.name),
            .text(FoundService.type), .text(key.domain), .int32(key.version), .uint32(0))
        client.call(call, returning: "iissssisqaayu") { [unowned self] values in
            guard known[key] != nil, let values, let text = values[7].text, let port = values[8].integer(UInt16.self),
                var address = NetworkAddress.resolve(text, port: port).first
            else { return }
            if address.host.isOfLink { address.host.scope = UInt32(key.interface) }
            known[key] = address
            didChange()
        }
    }
}
