import AudioCore
import AudioDevices
import Glibc
import MessageBus
import Testing

/// RealtimeKit or the portal, as a test wants it, on a bus of the test's own.
final class PriorityFake: Sendable {
    /// What it answers; nothing where there is nil.
    struct Answers: Sendable, CustomTestStringConvertible {
        let name: String
        var mostPriority: BusValue? = .int32(20)
        var mostTime: BusValue? = .int64(200_000)
        var granting: Granting? = .granted

        var testDescription: String { name }
    }

    enum Granting: Sendable {
        case granted
        case wrongTypes
        case refused(String)
    }

    /// What it was asked for, with the limits at that time.
    struct Call: Sendable {
        let values: [BusValue]
        let limits: LimitFake.Limits
    }

    static let grants = Answers(name: "grants")
    static let denies = Answers(name: "denies", granting: .refused("AccessDenied"))
    /// Those that grant nothing, each with the reason that is reported.
    static let unwilling: [(Answers, String)] = [
        (denies, "Permission denied"),
        (Answers(name: "is silent", mostPriority: nil), "it does not answer"),
        (Answers(name: "grows silent", granting: nil), "it does not answer"),
        (Answers(name: "answers with a text", mostPriority: .text("20")), "its answer has wrong types"),
        (Answers(name: "has a fraction of time", mostTime: .double(200_000)), "its answer has wrong types"),
        (Answers(name: "has too large a priority", mostPriority: .uint64(.max)), "its answer has wrong types"),
        (Answers(name: "grants with a value", granting: .wrongTypes), "its answer has wrong types"),
        (Answers(name: "has no priority", mostPriority: .int32(0)), "it grants no priority"),
        (Answers(name: "has a negative priority", mostPriority: .int32(-1)), "it grants no priority"),
        (Answers(name: "has no time", mostTime: .int64(0)), "it grants too little time"),
        (Answers(name: "has too little time", mostTime: .int64(1)), "it grants too little time"),
        (Answers(name: "has negative time", mostTime: .int64(-200_000)), "it grants too little time"),
        (Answers(name: "has the least time", mostTime: .int64(.min)), "it grants too little time"),
    ]

    private let received: LockedValue<[Call]>
    private let fake: BusFake

    init(
        _ service: RealtimeService.Service, on bus: String, _ limits: LimitFake,
        _ answers: Answers = PriorityFake.grants
    ) throws {
        let received = LockedValue<[Call]>([])
        let isKit = service == .realtimeKit
        let interface = isKit ? "org.freedesktop.RealtimeKit1" : "org.freedesktop.portal.Realtime"
        let path = isKit ? "/org/freedesktop/RealtimeKit1" : "/org/freedesktop/portal/desktop"
        let method = isKit ? ("MakeThreadRealtime", "tu") : ("MakeThreadRealtimeWithPID", "ttu")
        fake = try BusFake(bus, named: isKit ? interface : "org.freedesktop.portal.Desktop") { client, message in
            guard message.kind == .call else { return }
            switch (message.path, message.interface, message.member) {
            case (path, "org.freedesktop.DBus.Properties", "Get"):
                let values = message.values("ss")
                guard values?[0].text == interface else { return client.refuse(message, "InvalidArgs") }
                let value = values?[1].text == "MaxRealtimePriority" ? answers.mostPriority : answers.mostTime
                if let value { client.reply(to: message, .variant(value)) }
            case (path, interface, method.0):
                let call = Call(values: message.values(method.1) ?? [], limits: limits.now)
                received.withLock { $0.append(call) }
                switch answers.granting {
                case .granted: client.reply(to: message)
                case .wrongTypes: client.reply(to: message, .flag(true))
                case .refused(let error): client.refuse(message, error)
                case nil: break
                }
            default: client.refuse(message, "UnknownMethod")
            }
        }
        self.received = received
    }

    /// The calls that ask for priority.
    var calls: [Call] { received.withLock { $0 } }
}

/// The limits of a process, in place of those of the test's own.
final class LimitFake: Sendable {
    struct Limits: Equatable, Sendable {
        var soft: UInt
        var hard: UInt
    }

    private let limits: LockedValue<Limits>
    private let isFixed: Bool

    /// - Parameter isFixed: whether the system refuses to set them.
    init(soft: UInt = .max, hard: UInt = .max, isFixed: Bool = false) {
        limits = LockedValue(Limits(soft: soft, hard: hard))
        self.isFixed = isFixed
    }

    var now: Limits { limits.withLock { $0 } }

    var limit: RealtimeTimeLimit {
        RealtimeTimeLimit {
            let now = self.now
            return rlimit(rlim_cur: now.soft, rlim_max: now.hard)
        } change: { wanted in
            // As setrlimit does for an ordinary user's program.
            self.limits.withLock { limits in
                guard !self.isFixed, wanted.rlim_cur <= wanted.rlim_max, wanted.rlim_max <= limits.hard else {
                    return false
                }
                limits = Limits(soft: wanted.rlim_cur, hard: wanted.rlim_max)
                return true
            }
        }
    }
}
