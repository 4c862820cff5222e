/// Announces a service, and finds those of others, by multicast DNS. Without sockets and without a clock.
package struct MulticastDirectory: Sendable {
    /// Services that are remembered at most.
    private static let mostServices = 256
    private static let second: UInt64 = 1_000_000_000
    private static let probePause: UInt64 = 250_000_000
    /// Probes before a name is one's own, and messages that then announce it.
    private static let probes = 3
    private static let announcements = 3
    /// The longest pause between questions.
    private static let longestPause = 3600 * second
    private static let life: UInt32 = 120

    private struct Own: Sendable {
        var name: String
        var port: UInt16
        var step = 0
        var due: UInt64?
    }

    private struct Known: Sendable {
        var name: String
        var end: UInt64
        var service: (port: UInt16, host: DNSName)?
        /// When to ask again for what is missing, or about to end.
        var due: UInt64
        var asked = 0
    }

    private let type = DNSName(FoundService.type + ".local")
    /// The name of this machine: one that nobody else has.
    private let host: DNSName
    private var own: Own?
    private var known: [DNSName: Known] = [:]
    private var hosts: [DNSName: [(address: NetworkAddress.Host, end: UInt64)]] = [:]
    private var browsing: (due: UInt64, pause: UInt64)?
    private var messages: [DNSMessage] = []
    /// Whether the services have changed, or the own name, since it was asked.
    private var hasChanged = false

    /// - Parameter host: a name for this machine that no other one has, one label.
    package init(host: String) { self.host = DNSName([host, "local"]) }

    /// The messages that are to be sent to all. In place of the addresses of this machine's name, each network interface gets its own.
    package mutating func takeMessages() -> [DNSMessage] {
        defer { messages = [] }
        return messages
    }

    /// Whether anything has changed since the last call.
    package mutating func takeChange() -> Bool {
        defer { hasChanged = false }
        return hasChanged
    }

    // MARK: Announcing

    /// The name that the service has: another one than was wanted where that was taken. Nil until it is known that nobody has it.
    package var publishedName: String? { own.flatMap { $0.step > Self.probes ? $0.name : nil } }

    package mutating func publish(_ name: String, port: UInt16, now: UInt64) {
        own = Own(name: name, port: port, due: now)
        tick(now: now)
    }

    package mutating func withdraw() {
        guard let own else { return }
        self.own = nil
        guard own.step > Self.probes else { return }
        var message = DNSMessage(isResponse: true)
        message.answers = [.init(type, .pointer(instance(own.name)), life: 0, isUnique: false)]
        messages.append(message)
    }

    private func instance(_ name: String) -> DNSName { DNSName([name] + type.labels) }

    private func records(_ own: Own) -> [DNSMessage.Record] {
        [
            .init(type, .pointer(instance(own.name)), life: Self.life, isUnique: false),
            .init(instance(own.name), .service(port: own.port, host: host), life: Self.life),
            .init(instance(own.name), .text([]), life: Self.life),
            .init(host, .address(.init(version4: 0)), life: Self.life),
        ]
    }

    /// Whether a record stands for the addresses of this machine.
    package func isOwnAddress(_ record: DNSMessage.Record) -> Bool {
        record.name == host && record.data.type == DNSType.address
    }

    /// Probes for the name, or announces it.
    private mutating func announce(_ now: UInt64) {
        guard var own else { return }
        own.step += 1
        if own.step <= Self.probes {
            var message = DNSMessage(isResponse: false)
            message.questions = [.init(instance(own.name), DNSType.any)]
            message.authorities = Array(records(own)[1...2])
            messages.append(message)
            own.due = now + Self.probePause
        } else {
            var message = DNSMessage(isResponse: true)
            message.answers = records(own)
            messages.append(message)
            let count = own.step - Self.probes
            if count == 1 { hasChanged = true }
            own.due = count < Self.announcements ? now + Self.second << UInt64(count - 1) : nil
        }
        self.own = own
    }

    private mutating func answer(_ message: DNSMessage) {
        guard let own, own.step > Self.probes else { return }
        let isAsked = message.questions.contains { question in
            question.name == type && [DNSType.pointer, DNSType.any].contains(question.type)
                || question.name == instance(own.name) || question.name == host
        }
        // Who asks may know the answer already.
        let isKnown = message.answers.contains { record in
            record.data == .pointer(instance(own.name)) && record.life >= Self.life / 2
        }
        guard isAsked, !isKnown || message.questions.contains(where: { $0.name != type }) else { return }
        var response = DNSMessage(isResponse: true)
        response.answers = records(own)
        messages.append(response)
    }

    /// Takes another name where somebody else has this one.
    ///
    /// - Parameter areProbes: whether the other one does not have it yet. One of the two gets it then.
    private mutating func checkName(_ records: [DNSMessage.Record], _ now: UInt64, areProbes: Bool) {
        guard let own, own.step <= Self.probes else { return }
        let isTaken = records.contains { record in
            guard record.name == instance(own.name), case .service(_, let host) = record.data else { return false }
            return host != self.host && !(areProbes && host.labels.lexicographicallyPrecedes(self.host.labels))
        }
        guard isTaken else { return }
        self.own = Own(name: FoundService.alternative(to: own.name), port: own.port, due: now + Self.probePause)
    }

    // MARK: Finding

    /// Looks for services from now on.
    package mutating func browse(now: UInt64) {
        guard browsing == nil else { return }
        browsing = (now, Self.second)
        tick(now: now)
    }

    /// The services whose addresses are known, by name.
    package var services: [FoundService] {
        known.values.compactMap { known in
            guard let service = known.service, let addresses = hosts[service.host], !addresses.isEmpty else {
                return nil
            }
            return FoundService(
                name: known.name, addresses: addresses.map { NetworkAddress(host: $0.address, port: service.port) })
        }.sorted { $0.name < $1.name }
    }

    /// Takes a message that has arrived.
    ///
    /// - Parameter interface: the number of its network interface; 0 where that is unknown.
    package mutating func receive(_ bytes: [UInt8], interface: UInt32 = 0, now: UInt64) {
        guard let message = try? DNSMessage(parsing: bytes) else { return }
        guard message.isResponse else {
            answer(message)
            return checkName(message.authorities, now, areProbes: true)
        }
        checkName(message.answers + message.additional, now, areProbes: false)
        guard browsing != nil else { return }
        let before = services
        for record in message.answers + message.additional { note(record, interface, now) }
        if services != before { hasChanged = true }
    }

    private mutating func note(_ record: DNSMessage.Record, _ interface: UInt32, _ now: UInt64) {
        let end = now + UInt64(record.life) * Self.second
        switch record.data {
        case .pointer(let name):
            guard record.name == type, name.isIn(type), let label = name.labels.first else { return }
            if let own, name == instance(own.name), own.step > Self.probes { return }
            guard record.life > 0 else {
                known[name] = nil
                return
            }
            guard known[name] != nil || known.count < Self.mostServices else { return }
            var entry = known[name] ?? Known(name: label, end: end, due: now)
            (entry.end, entry.asked) = (end, 0)
            if entry.service != nil { entry.due = now + (end - now) / 5 * 4 }
            known[name] = entry
        case .service(let port, let host):
            guard record.life > 0, known[record.name] != nil else { return }
            known[record.name]?.service = (port, host)
            known[record.name]?.due = now + UInt64(record.life) * Self.second / 5 * 4
        case .address(var address):
            if address.isOfLink {
                // Without the link it says nothing.
                guard interface != 0 else { return }
                address.scope = interface
            }
            note(address, of: record, now)
        case .text: break
        }
    }

    private mutating func note(_ address: NetworkAddress.Host, of record: DNSMessage.Record, _ now: UInt64) {
        guard hosts[record.name] != nil || hosts.count < Self.mostServices else { return }
        var addresses = (hosts[record.name] ?? []).filter { $0.address != address }
        if record.life > 0, addresses.count < 16 {
            addresses.append((address, now + UInt64(record.life) * Self.second))
        }
        addresses.sort { $0.address.preference < $1.address.preference }
        hosts[record.name] = addresses.isEmpty ? nil : addresses
    }

    // MARK: Timing

    /// Announces the service again, and asks for others again, on network interfaces that are new.
    package mutating func interfacesChanged(now: UInt64) {
        if let own, own.step > Self.probes { self.own?.due = now }
        if browsing != nil { browsing = (now, Self.second) }
        tick(now: now)
    }

    /// When `tick` has something to do next; nil for never.
    package var deadline: UInt64? {
        let times = [own?.due, browsing?.due] + (browsing == nil ? [] : known.values.map { min($0.due, $0.end) })
        return times.compactMap(\.self).min()
    }

    package mutating func tick(now: UInt64) {
        if let due = own?.due, due <= now { announce(now) }
        guard let browsing else { return }
        if browsing.due <= now {
            var message = DNSMessage(isResponse: false)
            message.questions = [.init(type, DNSType.pointer)]
            message.answers = known.filter { $0.value.end > now + UInt64(Self.life / 2) * Self.second }.prefix(32).map {
                .init(type, .pointer($0.key), life: Self.life, isUnique: false)
            }
            messages.append(message)
            self.browsing = (now + browsing.pause, min(Self.longestPause, 3 * browsing.pause))
        }
        refresh(now)
    }

    /// Asks for what is missing of a service, or ends soon, and forgets what has ended.
    private mutating func refresh(_ now: UInt64) {
        let before = known.count
        known = known.filter { $0.value.end > now }
        if known.count != before { hasChanged = true }
        for (host, addresses) in hosts {
            let left = addresses.filter { $0.end > now }
            if left.count != addresses.count { hosts[host] = left.isEmpty ? nil : left }
        }
        for (name, entry) in known where entry.due <= now {
            var message = DNSMessage(isResponse: false)
            message.questions = [.init(name, DNSType.service), .init(type, DNSType.pointer)]
            if let host = entry.service?.host {
                message.questions += [.init(host, DNSType.address), .init(host, DNSType.address6)]
            }
            messages.append(message)
            known[name]?.asked += 1
            known[name]?.due = now + Self.second << UInt64(min(entry.asked, 6))
        }
    }
}
