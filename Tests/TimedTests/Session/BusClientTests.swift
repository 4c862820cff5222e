import AudioCore
import Glibc
import MessageBus
import TestSupport
import Testing

/// Connections to a bus of our own.
struct BusClientTests {
    private static let path = "/test"
    private static let interface = "test.Interface"

    private func call(_ service: BusFake, _ member: String, _ values: [BusValue] = []) -> BusCall {
        var call = BusCall(service.uniqueName, Self.path, Self.interface, member)
        call.arguments = values
        return call
    }

    /// Sends back what it gets, if that has this signature.
    private func echo(_ bus: PrivateBus, _ signature: String) throws -> BusFake {
        try BusFake(bus.address) { client, message in
            if let values = message.values(signature) {
                client.reply(to: message, .structure(values))
            } else {
                client.refuse(message, "InvalidArgs")
            }
        }
    }

    @Test(.needs("dbus-daemon")) func carriesEveryType() throws {
        let bus = try PrivateBus()
        let values: [BusValue] = [
            .byte(200), .flag(true), .int16(-3), .uint16(60_000), .int32(-70_000), .uint32(4_000_000_000),
            .int64(.min), .uint64(.max), .double(0.125), .text("für\u{1F3B5}"), .path("/a/b"), .signature("a{sv}"),
            .array(of: "i", [.int32(1), .int32(2)]), .array(of: "s", []), .structure([.byte(1), .text("")]),
            .dictionary(["one": .structure([.flag(false)])]),
            .variant(.variant(.array(of: "(y)", [.structure([.byte(9)])]))),
        ]
        let signature = values.map(\.signature).joined()
        let service = try echo(bus, signature)
        let client = try BusFake(bus.address)
        let answer = client.call(call(service, "Echo", values), returning: "(" + signature + ")")
        #expect(answer == [.structure(values)])
        #expect(client.call(call(service, "Echo", [.byte(1)]), returning: "(y)") == nil)
    }

    @Test(.needs("dbus-daemon")) func keepsADescriptorAfterItsMessage() throws {
        let bus = try PrivateBus()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let reading = LockedValue<BusDescriptor?>(BusDescriptor(owning: ends[0]))
        let writing = BusDescriptor(owning: ends[1])
        let service = try BusFake(bus.address) { client, message in
            if message.kind == .call, let end = reading.withLock({ $0.take() }) {
                client.reply(to: message, .descriptor(end))
            }
        }
        let client = try BusFake(bus.address)
        do {
            let descriptor = try #require(client.call(call(service, "Open"), returning: "h")?.first?.descriptor)
            var byte: UInt8 = 42
            #expect(write(writing.number, &byte, 1) == 1)
            byte = 0
            #expect(read(descriptor.number, &byte, 1) == 1 && byte == 42)
            #expect(!isBroken(writing))
        }
        #expect(eventually { isBroken(writing) })
    }

    /// Whether nobody has a pipe's other end.
    private func isBroken(_ end: BusDescriptor) -> Bool {
        var state = pollfd(fd: end.number, events: 0, revents: 0)
        return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR) != 0
    }

    /// Nested deeply, of many values, or of much text.
    @Test(.needs("dbus-daemon")) func leavesWhatIsTooLargeUnread() throws {
        let bus = try PrivateBus()
        let service = try echo(bus, "v")
        let client = try BusFake(bus.address)
        func isRead(_ value: BusValue) -> Bool {
            client.call(call(service, "Echo", [.variant(value)]), returning: "(v)") != nil
        }
        func nested(_ depth: Int) -> BusValue { (0..<depth).reduce(.byte(1)) { value, _ in .variant(value) } }
        #expect(isRead(nested(10)))
        #expect(!isRead(nested(40)))
        #expect(isRead(.array(of: "y", Array(repeating: .byte(0), count: 10_000))))
        #expect(!isRead(.array(of: "y", Array(repeating: .byte(0), count: 100_000))))
        #expect(isRead(.text(String(repeating: "a", count: 100_000))))
        #expect(!isRead(.text(String(repeating: "a", count: 2_000_000))))
        #expect(isRead(.byte(1)))
    }

    @Test(.needs("dbus-daemon")) func doesNotWaitForWhoDoesNotAnswer() throws {
        let bus = try PrivateBus()
        let service = try BusFake(bus.address)
        let client = try BusFake(bus.address)
        let start = HostTime.now()
        #expect(client.call(call(service, "Wait"), returning: "", seconds: 0.05) == nil)
        #expect(HostTime.now() - start < HostTime.ticksPerSecond)
        // The bus says at once who is not there.
        for name in ["test.nobody", ":1.9999"] {
            #expect(client.call(BusCall(name, "/", "test.A", "B"), returning: "", seconds: 60) == nil)
        }
        #expect(HostTime.now() - start < 10 * HostTime.ticksPerSecond)
    }

    /// Counts what a client reports.
    private struct Reports: Sendable {
        var connected = 0
        var disconnected = 0
        var owners: [String?] = []
    }

    @Test(.needs("dbus-daemon")) func connectsAgainWhereTheBusIsLost() throws {
        let bus = try PrivateBus()
        let reports = WaitableValue(Reports())
        let wakeUp = try #require(WakeUp())
        let isEnding = LockedValue(false)
        let address = bus.address
        let thread = try Thread(name: "client") {
            let client = BusClient(.at(address))
            client.didConnect = { [unowned client] in
                reports.withLock { $0.connected += 1 }
                client.watch("test.Name") { owner in reports.withLock { $0.owners.append(owner) } }
            }
            client.didDisconnect = { reports.withLock { $0.disconnected += 1 } }
            while !isEnding.withLock({ $0 }) {
                client.turn()
                BusClient.wait([client], wakeUp)
            }
        }
        func comes(_ condition: (Reports) -> Bool) -> Bool {
            reports.wait(nanoseconds: 10_000_000_000) { condition($0) ? true : nil } ?? false
        }
        #expect(comes { $0.connected == 1 })
        do {
            let service = try BusFake(address, named: "test.Name")
            let owner = service.uniqueName
            #expect(comes { $0.owners.last == owner })
        }
        #expect(comes { $0.owners.count > 1 && $0.owners.last == .some(nil) })
        bus.crash()
        #expect(comes { $0.disconnected == 1 })
        try bus.revive()
        #expect(comes { $0.connected == 2 })
        isEnding.withLock { $0 = true }
        wakeUp.signal()
        thread.join()
    }

    /// In the order of their times, and those of one time in that in which they came.
    @Test func runsWhatIsDueInOrder() {
        let client = BusClient(.at("disabled:"))
        let log = LockedValue<[Int]>([])
        for (time, number) in [(5, 3), (1, 1), (5, 4), (UInt64.max, 6), (3, 2), (5, 5)] as [(UInt64, Int)] {
            client.after(time) { log.withLock { $0.append(number) } }
        }
        client.turn()
        #expect(log.withLock(\.self) == [1, 2, 3, 4, 5])
    }

    @Test(.needs("dbus-daemon")) func tellsWhatAnErrorSays() throws {
        let bus = try PrivateBus()
        let service = try echo(bus, "s")
        let client = try BusFake(bus.address)
        let names = WaitableValue<[String]>([])
        let calls = [call(service, "Echo", [.byte(1)]), BusCall("test.nobody", "/", "test.A", "B")]
        client.post { client in
            for call in calls {
                client.ask(call, returning: "") { answer in
                    if case .failure(let name) = answer { names.withLock { $0.append(name) } }
                }
            }
        }
        let found = names.wait(nanoseconds: 10_000_000_000) { $0.count == 2 ? Set($0) : nil }
        let errors = ["InvalidArgs", "NameHasNoOwner", "ServiceUnknown"].map { "org.freedesktop.DBus.Error." + $0 }
        #expect(found?.isSubset(of: errors) == true && found?.contains(errors[0]) == true)
    }

    @Test(.needs("dbus-daemon")) func readsNoMoreThanIsAskedFor() throws {
        let bus = try PrivateBus()
        let first = WaitableValue<[BusValue]??>(nil)
        let service = try BusFake(bus.address) { _, message in
            guard message.kind == .call else { return }
            first.withLock { $0 = .some(message.values("uas", first: 1)) }
        }
        let client = try BusFake(bus.address)
        let many = BusValue.array(of: "s", Array(repeating: .text(""), count: 20_000))
        _ = client.call(call(service, "Take", [.uint32(7), many]), returning: "", seconds: 0.01)
        #expect(first.wait(nanoseconds: 10_000_000_000) { $0 } == .some([.uint32(7)]))
    }

    /// Of connections that come and go, only so many are known at once; who rests makes room.
    @Test func aCrowdIsNoMoreThanItsNumber() {
        var crowd = BusCrowd(most: 2)
        let start = 100 * BusBudget.interval
        let rest = (1..<BusBudget.atOnce).map { _ in crowd.take("a", at: start) }
        #expect(rest.allSatisfy { $0 })
        let first = ["a", "b", "c", "a"].map { crowd.take($0, at: start) }
        #expect(first == [true, true, false, false])
        let later = ["c", "a", "b"].map { crowd.take($0, at: start + BusBudget.interval) }
        #expect(later == [true, true, false])
    }

    @Test(arguments: ["unix:path=/nonexistent/bus", "disabled:", "nonsense"])
    func givesUpWhereThereNeverWasABus(address: String) throws {
        let wakeUp = try #require(WakeUp())
        let client = BusClient(.at(address))
        client.turn()
        #expect(client.isGivenUp)
        let start = HostTime.now()
        BusClient.wait([client], wakeUp, until: start + 10_000_000)
        // Nothing is due before.
        #expect(HostTime.now() - start >= 9_000_000)
    }
}
