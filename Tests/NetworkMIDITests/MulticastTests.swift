import AudioCore
import NetworkMIDI
import Testing

/// Multicast DNS, without sockets: the messages of one directory are those that the other gets.
struct MulticastTests {
    private struct Link {
        var directories = [MulticastDirectory(host: "aaa"), MulticastDirectory(host: "bbb")]
        var now: UInt64 = 5 * second
        /// What was sent, by whom.
        var messages: [(side: Int, message: DNSMessage)] = []

        mutating func run(for duration: UInt64) {
            let end = now + duration
            while true {
                exchange()
                let next = directories.compactMap(\.deadline).min() ?? .max
                guard next <= end else { break }
                now = max(now, next)
                for side in directories.indices { directories[side].tick(now: now) }
            }
            now = end
        }

        mutating func exchange() {
            var hasMore = true
            while hasMore {
                hasMore = false
                for side in directories.indices {
                    for message in directories[side].takeMessages() {
                        hasMore = true
                        messages.append((side, message))
                        var sent = message
                        for index in sent.answers.indices where directories[side].isOwnAddress(sent.answers[index]) {
                            sent.answers[index].data = .address(.init(version4: UInt32(side + 1)))
                        }
                        // Senders hear themselves.
                        for other in directories.indices { directories[other].receive(sent.bytes, now: now) }
                    }
                }
            }
        }
    }

    private func found(_ link: Link, _ side: Int) -> [String] { link.directories[side].services.map(\.name) }

    @Test func messagesHaveTheBytesOfDNS() throws {
        var message = DNSMessage(isResponse: true)
        message.answers = [
            .init(DNSName("a.local"), .service(port: 5004, host: DNSName("b.local")), life: 120),
            .init(DNSName("b.local"), .address(.init(version4: 0x7F00_0001)), life: 60, isUnique: false),
        ]
        let bytes: [UInt8] =
            [0, 0, 0x84, 0, 0, 0, 0, 2, 0, 0, 0, 0]
            + [
                1, 0x61, 5, 0x6C, 0x6F, 0x63, 0x61, 0x6C, 0, 0, 33, 0x80, 1, 0, 0, 0, 120, 0, 15, 0, 0, 0, 0, 0x13,
                0x8C,
            ]
            + [1, 0x62, 5, 0x6C, 0x6F, 0x63, 0x61, 0x6C, 0]
            + [1, 0x62, 5, 0x6C, 0x6F, 0x63, 0x61, 0x6C, 0, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]
        #expect(message.bytes == bytes)
        #expect(try DNSMessage(parsing: bytes) == message)
        for count in 0..<bytes.count {
            #expect(throws: AudioError.self) { try DNSMessage(parsing: Array(bytes[..<count])) }
        }
    }

    @Test func namesMayReferToOthers() throws {
        let bytes: [UInt8] =
            [
                0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0x61, 1, 0x62, 0, 0, 12, 0, 1, 0, 0, 0, 9, 0, 4, 1, 0x63,
                0xC0, 14,
            ]
        let record = try #require(try DNSMessage(parsing: bytes).answers.first)
        #expect(record.name == DNSName("A.B") && record.data == .pointer(DNSName("c.b")))
        // One that refers to itself, or ahead, has no end.
        for target in [12, 27, 28, 200] as [UInt8] {
            var loop = bytes
            loop[30] = target
            if target != 12 { #expect(throws: AudioError.self) { try DNSMessage(parsing: loop) } }
        }
        #expect(throws: AudioError.self) {
            try DNSMessage(parsing: [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xC0, 12, 0, 12, 0, 1])
        }
    }

    @Test func aServiceIsFoundAfterItsNameWasProbed() {
        var link = Link()
        link.directories[1].browse(now: link.now)
        link.directories[0].publish("Piano", port: 5004, now: link.now)
        link.run(for: second / 2)
        #expect(link.directories[0].publishedName == nil && found(link, 1) == [])
        link.run(for: second)
        #expect(link.directories[0].publishedName == "Piano")
        let service = FoundService(name: "Piano", addresses: [NetworkAddress(host: .init(version4: 1), port: 5004)])
        #expect(link.directories[1].services == [service] && link.directories[1].takeChange())
        let probes = link.messages.filter { $0.side == 0 && !$0.message.authorities.isEmpty }
        #expect(probes.count == 3 && probes[0].message.questions.first?.type == DNSType.any)
    }

    @Test func whoComesLaterFindsTheService() {
        var link = Link()
        link.directories[0].publish("Piano", port: 5004, now: link.now)
        link.run(for: 60 * second)
        link.directories[1].browse(now: link.now)
        link.run(for: second)
        #expect(found(link, 1) == ["Piano"])
        // It is kept for as long as it is there.
        link.run(for: 1000 * second)
        #expect(found(link, 1) == ["Piano"])
    }

    @Test func aServiceThatIsWithdrawnOrSilentIsForgotten() {
        var link = Link()
        link.directories[1].browse(now: link.now)
        link.directories[0].publish("Piano", port: 5004, now: link.now)
        link.run(for: 3 * second)
        link.directories[0].withdraw()
        link.run(for: second)
        #expect(found(link, 1) == [])
        link.directories[0].publish("Organ", port: 5004, now: link.now)
        link.run(for: 3 * second)
        #expect(found(link, 1) == ["Organ"])
        link.directories[0] = MulticastDirectory(host: "aaa")
        link.run(for: 130 * second)
        #expect(found(link, 1) == [])
    }

    @Test func addressesThatEndDoNotTakeThePlaceOfOthers() {
        var link = Link()
        link.directories[1].browse(now: link.now)
        for number in 0..<300 {
            var message = DNSMessage(isResponse: true)
            message.answers = [.init(DNSName("h\(number).local"), .address(.init(version4: 1)), life: 0)]
            link.directories[1].receive(message.bytes, now: link.now)
        }
        link.directories[0].publish("Piano", port: 5004, now: link.now)
        link.run(for: 3 * second)
        #expect(found(link, 1) == ["Piano"])
    }

    @Test func aNameThatIsTakenGetsANumber() {
        var link = Link()
        link.directories[0].publish("Piano", port: 5004, now: link.now)
        link.run(for: 3 * second)
        link.directories[1].publish("piano", port: 5006, now: link.now)
        link.run(for: 3 * second)
        #expect(link.directories[0].publishedName == "Piano" && link.directories[1].publishedName == "piano (2)")
        #expect(
            FoundService.alternative(to: "piano (2)") == "piano (3)"
                && FoundService.alternative(to: "a (b)") == "a (b) (2)")
    }

    @Test func ofTwoThatProbeForANameAtOnceOneGetsIt() {
        var link = Link()
        for side in [0, 1] { link.directories[side].publish("Piano", port: 5004, now: link.now) }
        link.run(for: 5 * second)
        #expect(link.directories.map(\.publishedName) == ["Piano (2)", "Piano"])
    }

    @Test func addressesOfIPv6AreTakenWithTheLinkThatTheyAreOf() throws {
        let addresses: [NetworkAddress.Host] = [
            .init(high: 0xFE80 << 48, low: 7), .init(high: 0x2001_0DB8 << 32, low: 1), .init(version4: 9),
        ]
        var message = DNSMessage(isResponse: true)
        let name = DNSName(["Piano", "_apple-midi", "_udp", "local"])
        message.answers = [
            .init(DNSName("_apple-midi._udp.local"), .pointer(name)),
            .init(name, .service(port: 5004, host: DNSName("h.local"))),
        ]
        message.answers += addresses.map { DNSMessage.Record(DNSName("h.local"), .address($0)) }
        #expect(message.answers.map(\.data.type).suffix(3) == [DNSType.address6, DNSType.address6, DNSType.address])
        #expect(try DNSMessage(parsing: message.bytes) == message)
        var directory = MulticastDirectory(host: "aaa")
        directory.browse(now: second)
        // Of a link that is not known, an address says nothing.
        directory.receive(message.bytes, now: second)
        #expect(directory.services.first?.addresses.map(\.host) == [addresses[2], addresses[1]])
        for interface in [3, 4, 3] as [UInt32] { directory.receive(message.bytes, interface: interface, now: second) }
        let hosts = try #require(directory.services.first).addresses.map(\.host)
        #expect(hosts.map(\.scope) == [0, 0, 4, 3] && hosts.map(\.isOfLink) == [false, false, true, true])
        #expect(hosts.prefix(2) == [addresses[2], addresses[1]])
    }

    @Test func aQuestionForAMachineAsksForBothKindsOfAddresses() {
        var directory = MulticastDirectory(host: "aaa")
        directory.browse(now: second)
        var message = DNSMessage(isResponse: true)
        let name = DNSName(["Piano", "_apple-midi", "_udp", "local"])
        message.answers = [
            .init(DNSName("_apple-midi._udp.local"), .pointer(name)),
            .init(name, .service(port: 5004, host: DNSName("h.local"))),
        ]
        directory.receive(message.bytes, now: second)
        _ = directory.takeMessages()
        directory.tick(now: 100 * second)
        let questions = directory.takeMessages().flatMap(\.questions).filter { $0.name == DNSName("h.local") }
        #expect(questions.map(\.type) == [DNSType.address, DNSType.address6])
    }

    @Test func newNetworkInterfacesGetTheAnnouncementAndTheQuestion() {
        var directory = MulticastDirectory(host: "aaa")
        directory.browse(now: second)
        directory.publish("Piano", port: 5004, now: second)
        for step in 0..<100 { directory.tick(now: second + UInt64(step) * second / 4) }
        _ = directory.takeMessages()
        directory.interfacesChanged(now: 100 * second)
        let messages = directory.takeMessages()
        #expect(messages.contains { $0.isResponse && $0.answers.count == 4 })
        #expect(messages.contains { $0.questions.first?.type == DNSType.pointer })
    }

    @Test func randomMessagesNeverTrapNorGrow() {
        var directory = MulticastDirectory(host: "aaa")
        directory.browse(now: second)
        directory.publish("Piano", port: 1, now: second)
        var random = SeededRandom(3)
        var now = second
        let valid = directory.takeMessages().map(\.bytes)
        for number in 0..<20_000 {
            now += second / 20
            var bytes = valid.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0..<12, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            directory.receive(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))), now: now)
            var response = DNSMessage(isResponse: true)
            let name = DNSName(["s\(number)", "_apple-midi", "_udp", "local"])
            response.answers = [
                .init(DNSName("_apple-midi._udp.local"), .pointer(name), life: .max),
                .init(name, .service(port: 1, host: DNSName("h\(number).local")), life: .max),
                .init(DNSName("h\(number).local"), .address(.init(version4: 1)), life: .max),
            ]
            if number < 2000 { directory.receive(response.bytes, now: now) }
            directory.tick(now: now)
            _ = directory.takeMessages()
        }
        #expect(directory.services.count <= 256)
    }
}
