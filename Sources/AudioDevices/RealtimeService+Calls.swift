import Glibc
import MessageBus

/// What RealtimeKit and the portal are called by, and with. Both have the same properties.
extension RealtimeService.Service {
    private var name: String {
        switch self {
        case .realtimeKit: "org.freedesktop.RealtimeKit1"
        case .portal: "org.freedesktop.portal.Desktop"
        }
    }

    private var path: String {
        switch self {
        case .realtimeKit: "/org/freedesktop/RealtimeKit1"
        case .portal: "/org/freedesktop/portal/desktop"
        }
    }

    private var interface: String {
        switch self {
        case .realtimeKit: "org.freedesktop.RealtimeKit1"
        case .portal: "org.freedesktop.portal.Realtime"
        }
    }

    /// The bus starts RealtimeKit when it is first called. A portal is not started: a program without a desktop must not bring
    /// one up.
    private var isStarted: Bool { self == .realtimeKit }

    /// Reads a property that is an integer.
    func value(of property: String, _ link: BusLink, within microseconds: UInt64) throws(BusFailure) -> Int64 {
        var call = BusCall(property: property, of: interface, name, path)
        call.startsService = isStarted
        let answer = try link.answer(to: call, returning: "v", within: microseconds)
        guard let value = answer.first?.unwrapped.integer(Int64.self) else { throw .wrongTypes }
        return value
    }

    /// Has a thread of this process made a real-time one.
    ///
    /// - Parameter thread: its number as this process knows it. The portal needs that of the process, too, to find both in their
    ///   namespace.
    func grant(
        _ priority: UInt32, to thread: UInt64, _ link: BusLink, within microseconds: UInt64
    ) throws(BusFailure) {
        var call: BusCall
        switch self {
        case .realtimeKit:
            call = BusCall(name, path, interface, "MakeThreadRealtime", .uint64(thread), .uint32(priority))
        case .portal:
            call = BusCall(
                name, path, interface, "MakeThreadRealtimeWithPID", .uint64(UInt64(getpid())), .uint64(thread),
                .uint32(priority))
        }
        call.startsService = isStarted
        _ = try link.answer(to: call, returning: "", within: microseconds)
    }
}
