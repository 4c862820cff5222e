import AudioCore
import MessageBus
import TestSupport

/// A ModemManager with a modem and calls.
final class ModemFake: Sendable {
    static let service = "org.freedesktop.ModemManager1"
    static let path = "/org/freedesktop/ModemManager1/Modem/0"
    static let voice = "org.freedesktop.ModemManager1.Modem.Voice"
    static let call = "org.freedesktop.ModemManager1.Call"
    let calls: LockedValue<[String: Int32]>
    /// How often calls were asked for their states.
    let asked = LockedValue<[String: Int]>([:])
    let fake: BusFake

    init(_ bus: PrivateBus, _ calls: [String: Int32] = [:]) throws {
        let calls = LockedValue(calls)
        self.calls = calls
        fake = try BusFake(bus.address, named: Self.service) { [asked] client, message in
            guard message.kind == .call else { return }
            let path = message.path
            asked.withLock { $0[path, default: 0] += 1 }
            let state = calls.withLock { $0[path] }
            if message.member == "GetManagedObjects" {
                client.reply(to: message, Self.objects(calls.withLock { Array($0.keys) }))
            } else if let state {
                client.reply(to: message, .variant(.int32(state)))
            } else {
                client.refuse(message, "UnknownObject")
            }
        }
    }

    private static func objects(_ calls: [String]) -> BusValue {
        let voice = BusValue.dictionary(["Calls": .array(of: "o", calls.map(BusValue.path))])
        let interfaces = BusValue.array(of: "{sa{sv}}", [.entry(.text(Self.voice), voice)])
        return .array(of: "{oa{sa{sv}}}", [.entry(.path(Self.path), interfaces)])
    }

    func add(_ path: String, _ state: Int32) {
        calls.withLock { $0[path] = state }
        fake.emit(Self.path, Self.voice, "CallAdded", .path(path))
    }

    func move(_ path: String, to state: Int32) {
        let old = calls.withLock { calls in
            defer { calls[path] = state }
            return calls[path] ?? 0
        }
        fake.emit(path, Self.call, "StateChanged", .int32(old), .int32(state), .uint32(0))
    }

    func delete(_ path: String) {
        calls.withLock { $0[path] = nil }
        fake.emit(Self.path, Self.voice, "CallDeleted", .path(path))
    }

    /// Is unplugged, with all its calls but those of another one.
    func leave(keeping others: Set<String> = []) {
        calls.withLock { $0 = $0.filter { others.contains($0.key) } }
        fake.emit(
            "/org/freedesktop/ModemManager1", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved",
            .path(Self.path), .array(of: "s", [.text(Self.voice)]))
    }
}
