// The kernel's messages about links, addresses and routes: rtnetlink(7). Numbers are in the machine's order, addresses in the
// network's. Each message begins with its length, and so does each attribute within.

/// Collects messages of the kernel into a state.
package struct RouteMessages {
    private var links: [Link] = []
    private var addresses: [LinkAddress] = []
    private var routes: [Route] = []
    /// Finds out what an interface is connected to, by its name, its hardware and whether it is a loopback.
    private let kind: (String, UInt16, Bool) -> Link.Kind

    /// Whether the kernel's tables changed while it made an answer, which must then be asked for again.
    package private(set) var wasInterrupted = false

    /// What the messages of one answer to a question said in the end.
    package enum Progress: Equatable {
        /// More messages follow.
        case goesOn
        /// That was all.
        case done
        /// The kernel refused, with a number of `errno`.
        case refused(Int32)
    }

    /// Creates a collection without messages.
    ///
    /// - Parameter kind: finds out what an interface is connected to.
    package init(kind: @escaping (String, UInt16, Bool) -> Link.Kind = Link.Kind.init(name:hardware:isLoopback:)) {
        self.kind = kind
    }

    /// What the messages said.
    package var state: NetworkState { NetworkState(links: links, addresses: addresses, routes: routes) }

    /// Takes messages of one answer.
    ///
    /// - Parameters:
    ///   - bytes: whole messages, as the kernel sent them. What is cut off is ignored.
    ///   - sequence: the question's number. Messages with another are ignored.
    /// - Returns: whether more will come.
    package mutating func take(_ bytes: ArraySlice<UInt8>, sequence: UInt32) -> Progress {
        var rest = bytes
        while let length = rest.number(at: 0, as: UInt32.self).map({ Int($0) }), length >= 16, length <= rest.count {
            let message = rest.prefix(length)
            rest = rest.dropFirst((length + 3) & ~3)
            guard message.number(at: 8, as: UInt32.self) == sequence else { continue }
            if message.number(at: 6, as: UInt16.self)! & Kernel.interrupted != 0 { wasInterrupted = true }
            let body = message.dropFirst(16)
            switch message.number(at: 4, as: UInt16.self)! {
            case Kernel.done: return .done
            case Kernel.error: return .refused(0 &- (body.number(at: 0, as: Int32.self) ?? 0))
            case Kernel.newLink: takeLink(body)
            case Kernel.newAddress: takeAddress(body)
            case Kernel.newRoute: takeRoute(body)
            default: break
            }
        }
        return .goesOn
    }

    private mutating func takeLink(_ body: ArraySlice<UInt8>) {
        guard let hardware = body.number(at: 2, as: UInt16.self), let index = body.number(at: 4, as: Int32.self),
            let flags = body.number(at: 8, as: UInt32.self),
            let name = Attributes(body.dropFirst(16))[Kernel.linkName]
        else { return }
        let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        let running = Kernel.isUp | Kernel.isRunning
        links.append(
            Link(
                index: Int(index), name: text, kind: kind(text, hardware, flags & Kernel.isLoopback != 0),
                isRunning: flags & running == running, isPointToPoint: flags & Kernel.isPointToPoint != 0))
    }

    private mutating func takeAddress(_ body: ArraySlice<UInt8>) {
        guard let link = body.number(at: 4, as: UInt32.self) else { return }
        let attributes = Attributes(body.dropFirst(8))
        // The attribute has more flags than the field; the local address is that of this end.
        let flags = attributes[Kernel.addressFlags]?.number(at: 0, as: UInt32.self) ?? UInt32(body[body.startIndex + 2])
        guard flags & (Kernel.isTentative | Kernel.isDuplicate) == 0,
            let bytes = attributes[Kernel.localAddress] ?? attributes[Kernel.addressOfOtherEnd],
            let address = IPAddress(bytes: bytes)
        else { return }
        addresses.append(
            LinkAddress(link: Int(link), address: address, prefixLength: Int(body[body.startIndex + 1])))
    }

    private mutating func takeRoute(_ body: ArraySlice<UInt8>) {
        guard body.count >= 12, let family = IPAddress.Family(rawValue: body[body.startIndex]),
            let flags = body.number(at: 8, as: UInt32.self), flags & Kernel.isCopy == 0,
            let kind = Kernel.kind(ofRoute: body[body.startIndex + 7])
        else { return }
        let attributes = Attributes(body.dropFirst(12))
        let number = attributes[Kernel.routeTable]?.number(at: 0, as: UInt32.self) ?? UInt32(body[body.startIndex + 4])
        let any = [UInt8](repeating: 0, count: family == .v4 ? 4 : 16)
        guard let table = Route.Table(rawValue: number),
            let destination = IPAddress(bytes: attributes[Kernel.destination] ?? any[...]), destination.family == family
        else { return }
        let length = min(Int(body[body.startIndex + 1]), any.count * 8)
        let metric = attributes[Kernel.metric]?.number(at: 0, as: UInt32.self) ?? 0
        func add(link: Int, gateway: IPAddress?, flags: UInt32) {
            routes.append(
                Route(
                    to: destination, prefixLength: length, kind: kind, table: table, link: link, gateway: gateway,
                    metric: metric, isDead: flags & Kernel.isDead != 0))
        }
        if let hops = attributes[Kernel.severalHops] {
            for hop in Hops(hops) { add(link: hop.link, gateway: hop.attributes.gateway, flags: hop.flags) }
        } else {
            let link = attributes[Kernel.outgoingLink]?.number(at: 0, as: UInt32.self) ?? 0
            add(link: Int(link), gateway: attributes.gateway, flags: flags)
        }
    }
}

/// The attributes of a message, by their numbers.
private struct Attributes {
    private var values: [UInt16: ArraySlice<UInt8>] = [:]

    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let length = rest.number(at: 0, as: UInt16.self).map({ Int($0) }), length >= 4, length <= rest.count {
            values[rest.number(at: 2, as: UInt16.self)! & 0x3FFF] = rest.dropFirst(4).prefix(length - 4)
            rest = rest.dropFirst((length + 3) & ~3)
        }
    }

    subscript(number: UInt16) -> ArraySlice<UInt8>? { values[number] }

    /// The router of a route. That of an IPv4 route may have an IPv6 address, in an attribute of its own.
    var gateway: IPAddress? {
        (self[Kernel.gateway] ?? self[Kernel.gatewayOfOtherFamily]?.dropFirst(2)).flatMap { IPAddress(bytes: $0) }
    }
}

/// The ways of a route that has several.
private struct Hops: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> (link: Int, flags: UInt32, attributes: Attributes)? {
        guard let length = rest.number(at: 0, as: UInt16.self).map({ Int($0) }), length >= 8, length <= rest.count,
            let link = rest.number(at: 4, as: Int32.self)
        else { return nil }
        let hop = rest.prefix(length)
        rest = rest.dropFirst((length + 3) & ~3)
        return (Int(link), UInt32(hop[hop.startIndex + 2]), Attributes(hop.dropFirst(8)))
    }
}

extension ArraySlice<UInt8> {
    /// A number of the machine's order at a place; nil past the end.
    fileprivate func number<T: FixedWidthInteger>(at place: Int, as type: T.Type) -> T? {
        guard place + MemoryLayout<T>.size <= count else { return nil }
        return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: T.self) }
    }
}

/// The kernel's numbers.
package enum Kernel {
    static let error: UInt16 = 2, done: UInt16 = 3
    static let newLink: UInt16 = 16, newAddress: UInt16 = 20, newRoute: UInt16 = 24
    static let getLink: UInt16 = 18, getAddress: UInt16 = 22, getRoute: UInt16 = 26
    /// A message's flags: a question, for all there is, and an answer that changed while it was made.
    static let request: UInt16 = 1, dump: UInt16 = 0x300, interrupted: UInt16 = 0x10

    static let isUp: UInt32 = 1, isLoopback: UInt32 = 8, isPointToPoint: UInt32 = 0x10, isRunning: UInt32 = 0x40
    static let linkName: UInt16 = 3

    static let isDuplicate: UInt32 = 8, isTentative: UInt32 = 0x40
    static let addressOfOtherEnd: UInt16 = 1, localAddress: UInt16 = 2, addressFlags: UInt16 = 8

    /// A route's flags: one that was made for a destination in use, and one without a carrier.
    static let isCopy: UInt32 = 0x200, isDead: UInt32 = 0x11
    static let destination: UInt16 = 1, outgoingLink: UInt16 = 4, gateway: UInt16 = 5, metric: UInt16 = 6
    static let severalHops: UInt16 = 9, routeTable: UInt16 = 15, gatewayOfOtherFamily: UInt16 = 18

    /// What a route's type means; nil for routes that no packet of a program takes, such as those of broadcasts.
    static func kind(ofRoute type: UInt8) -> Route.Kind? {
        switch type {
        case 1: .unicast
        case 2: .local
        case 6, 7, 8: .refused
        case 9: .next
        default: nil
        }
    }
}
