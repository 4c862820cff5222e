import AudioCore
import Glibc
import MessageBus
import TestSupport

/// A logind with one session.
final class LogindFake: Sendable {
    static let name = "org.freedesktop.login1"
    static let manager = "org.freedesktop.login1.Manager"
    static let session = "org.freedesktop.login1.Session"
    static let root = "/org/freedesktop/login1"
    static let path = "/org/freedesktop/login1/session/_31"

    struct State {
        var isLocked = false
        /// How often it was asked whether the screen is locked.
        var questions = 0
        /// What was asked for, and the writing ends of what was given.
        var inhibitors: [(words: [String], end: BusDescriptor)] = []
    }

    let state = LockedValue(State())
    let fake: BusFake

    init(_ bus: PrivateBus) throws {
        fake = try BusFake(bus.address, named: Self.name) { [state] client, message in
            switch message.member {
            case "GetSession": client.reply(to: message, .path(Self.path))
            case "Get":
                let isLocked = state.withLock { state in
                    state.questions += 1
                    return state.isLocked
                }
                client.reply(to: message, .variant(.flag(isLocked)))
            case "Inhibit":
                let words = message.values("ssss")?.compactMap(\.text) ?? []
                var ends: [Int32] = [0, 0]
                pipe(&ends)
                state.withLock { $0.inhibitors.append((words, BusDescriptor(owning: ends[1]))) }
                client.reply(to: message, .descriptor(BusDescriptor(owning: ends[0])))
            default: client.refuse(message, "UnknownMethod")
            }
        }
    }

    /// Those that are held, of how many that were given.
    var held: (Int, of: Int) {
        let ends = state.withLock { $0.inhibitors.map(\.end) }
        let held = ends.filter { end in
            var state = pollfd(fd: end.number, events: 0, revents: 0)
            return poll(&state, 1, 0) == 0
        }
        return (held.count, ends.count)
    }
}
