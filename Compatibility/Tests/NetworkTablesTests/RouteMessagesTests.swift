import Testing

@testable import NetworkTables

/// Messages as the kernel writes them, by rtnetlink(7), without the code that reads them.
struct Message {
    var bytes: [UInt8] = []

    init(_ type: UInt16, flags: UInt16 = 2, sequence: UInt32 = 7, _ body: [UInt8] = [], _ attributes: [[UInt8]] = []) {
        let all = body + attributes.joined()
        bytes =
            number(UInt32(16 + all.count)) + number(type) + number(flags) + number(sequence) + number(UInt32(0)) + all
        bytes += [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}

func number<T: FixedWidthInteger>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    number(UInt16(4 + value.count)) + number(type) + value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
}

func link(_ index: Int32, _ name: String, hardware: UInt16 = 1, flags: UInt32 = 0x41) -> Message {
    Message(
        16, [0, 0] + number(hardware) + number(index) + number(flags) + number(UInt32(0)),
        [attribute(3, Array(name.utf8) + [0]), attribute(0x8000 | 26, [1, 2, 3])])
}

func address(_ bytes: [UInt8], link: UInt32, prefix: UInt8, flags: UInt32 = 0x80) -> Message {
    Message(
        20, [bytes.count == 4 ? 2 : 10, prefix, UInt8(truncatingIfNeeded: flags), 0] + number(link),
        [attribute(1, bytes), attribute(8, number(flags))])
}

func route(
    _ destination: [UInt8]?, prefix: UInt8, family: UInt8 = 2, table: UInt8 = 254, type: UInt8 = 1, flags: UInt32 = 0,
    _ attributes: [[UInt8]]
) -> Message {
    Message(
        24, [family, prefix, 0, 0, table, 3, 0, type] + number(flags),
        (destination.map { [attribute(1, $0)] } ?? []) + attributes)
}

@Suite struct RouteMessagesTests {
    let ethernet: (String, UInt16, Bool) -> Link.Kind = { $2 ? .loopback : $1 == 1 ? .ethernet : .other }

    /// Messages of all kinds.
    static var sent: [UInt8] {
        [
            link(1, "lo", hardware: 772, flags: 0x49), link(2, "eth0"), link(3, "down0", flags: 1),
            link(4, "tun0", hardware: 65534, flags: 0x51),
            address([192, 0, 2, 5], link: 2, prefix: 24),
            address([0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [9], link: 2, prefix: 64, flags: 0x40),
            route(
                nil, prefix: 0,
                [attribute(5, [192, 0, 2, 1]), attribute(4, number(UInt32(2))), attribute(6, number(UInt32(100)))]),
            route([192, 0, 2, 0], prefix: 24, [attribute(4, number(UInt32(2)))]),
            route([192, 0, 2, 5], prefix: 32, table: 255, type: 2, [attribute(4, number(UInt32(2)))]),
            route([192, 0, 2, 255], prefix: 32, table: 255, type: 3, [attribute(4, number(UInt32(2)))]),
            route(
                [10, 0, 0, 0], prefix: 8, table: 252,
                [attribute(4, number(UInt32(2))), attribute(15, number(UInt32(1000)))]),
            route([10, 1, 0, 0], prefix: 16, flags: 0x200, [attribute(4, number(UInt32(2)))]),
            // Two ways, of which one has no carrier; and a router of the other version.
            route(
                [198, 51, 100, 0], prefix: 24,
                [
                    attribute(
                        9,
                        number(UInt16(16)) + [0, 0] + number(Int32(2)) + attribute(5, [192, 0, 2, 7])
                            + number(UInt16(8)) + [16, 0] + number(Int32(4)))
                ]),
            route(
                [203, 0, 113, 0], prefix: 24,
                [
                    attribute(18, number(UInt16(10)) + [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]),
                    attribute(4, number(UInt32(2))),
                ]),
            Message(3),
        ].flatMap(\.bytes)
    }

    @Test func readsAllKinds() {
        var messages = RouteMessages(kind: ethernet)
        // Another question's answer is ignored.
        let others = Message(16, sequence: 6, [UInt8](repeating: 0, count: 16), [attribute(3, [65, 0])]).bytes
        #expect(messages.take((others + Self.sent)[...], sequence: 7) == .done)
        #expect(!messages.wasInterrupted)

        expectAll(messages.state)
    }

    private func expectAll(_ state: NetworkState) {
        let any = IPAddress(text: "0.0.0.0")!
        #expect(
            state.links == [
                Link(index: 1, name: "lo", kind: .loopback), Link(index: 2, name: "eth0", kind: .ethernet),
                Link(index: 3, name: "down0", kind: .ethernet, isRunning: false),
                Link(index: 4, name: "tun0", kind: .other, isPointToPoint: true),
            ])
        #expect(state.addresses == [LinkAddress(link: 2, address: IPAddress(text: "192.0.2.5")!, prefixLength: 24)])
        #expect(
            Set(state.routes) == [
                Route(to: any, prefixLength: 0, link: 2, gateway: IPAddress(text: "192.0.2.1"), metric: 100),
                Route(to: IPAddress(text: "192.0.2.0")!, prefixLength: 24, link: 2),
                Route(to: IPAddress(text: "192.0.2.5")!, prefixLength: 32, kind: .local, table: .local, link: 2),
                Route(
                    to: IPAddress(text: "198.51.100.0")!, prefixLength: 24, link: 2,
                    gateway: IPAddress(text: "192.0.2.7")),
                Route(to: IPAddress(text: "198.51.100.0")!, prefixLength: 24, link: 4, isDead: true),
                Route(
                    to: IPAddress(text: "203.0.113.0")!, prefixLength: 24, link: 2, gateway: IPAddress(text: "fe80::1")),
            ])
    }

    @Test func reportsWhatWentWrong() {
        var messages = RouteMessages(kind: ethernet)
        #expect(
            messages.take(Message(16, flags: 0x12, [UInt8](repeating: 0, count: 16)).bytes[...], sequence: 7) == .goesOn
        )
        #expect(messages.wasInterrupted)
        #expect(messages.take(Message(2, number(Int32(-12))).bytes[...], sequence: 7) == .refused(12))
        // No kernel sends this number, which has no opposite.
        #expect(messages.take(Message(2, number(Int32.min)).bytes[...], sequence: 7) == .refused(.min))
    }

    /// Whatever the lengths in a message say, none is believed past its end.
    @Test func neverTraps() {
        let whole =
            (link(2, "eth0").bytes
                + route([10, 0, 0, 0], prefix: 8, [attribute(9, number(UInt16(8)) + [0, 0] + number(Int32(2)))]).bytes)
        var random = SystemRandomNumberGenerator()
        for length in 0...whole.count {
            var messages = RouteMessages(kind: ethernet)
            _ = messages.take(whole[..<length], sequence: 7)
        }
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var messages = RouteMessages(kind: ethernet)
            _ = messages.take(bytes[...], sequence: 7)
            _ = messages.state.route(to: IPAddress(text: "10.1.2.3")!)
        }
    }

    @Test func readsAddresses() {
        #expect(IPAddress(text: "2001:db8::1")?.description == "2001:db8::1")
        #expect(IPAddress(text: "nothing") == nil)
        let network = IPAddress(text: "10.128.0.0")!
        for (text, length, isIn) in [
            ("10.191.1.1", 10, true), ("10.192.0.0", 10, false), ("::1", 0, false), ("1.2.3.4", 0, true),
        ] {
            #expect(IPAddress(text: text)!.isIn(network, prefixLength: length) == isIn, "\(text)/\(length)")
        }
        let mapped = IPAddress(text: "::ffff:192.0.2.1")
        #expect(mapped?.family == .v6)
    }
}
