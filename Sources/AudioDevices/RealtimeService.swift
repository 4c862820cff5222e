import AudioCore
import Glibc
import MessageBus

/// Gets real-time priority for threads that play and record, and for those that help them: from the system, or where it refuses,
/// as most do for an ordinary user's program, from RealtimeKit or the desktop's portal.
///
/// Services are asked on a thread that ends when no request is left, once for each request. Where none of them grants the priority,
/// the thread runs as it is.
package final class RealtimeService: Sendable {
    package static let shared = RealtimeService()

    /// Who grants priority to threads of other processes, in the order in which they are asked. The portal is for programs in a
    /// sandbox, which do not see RealtimeKit, and whose threads RealtimeKit knows by other numbers.
    package enum Service: String, CaseIterable, Sendable {
        case realtimeKit = "RealtimeKit"
        case portal
    }

    /// How a request ended.
    package enum Outcome: Equatable, Sendable {
        /// The system granted it.
        case direct
        case granted(by: Service, priority: UInt32)
        /// Nobody granted it: the reasons, for people.
        case refused(String)
    }

    /// A request that has ended.
    package struct Ended: Equatable, Sendable {
        /// The kernel's number of the thread, which may have ended since.
        package let thread: UInt64
        package let outcome: Outcome
    }

    private struct Request {
        let thread: UInt64
        let isHelper: Bool
    }

    private struct State {
        var waiting: [Request] = []
        var hasThread = false
        var ended: [Ended] = []
    }

    /// How many requests wait at most, and how many that have ended are kept.
    package static let mostWaiting = 64
    package static let mostKept = 64
    /// A thread that may use the processor for less time than this, in microseconds, is in danger in cycles of usual length.
    private static let shortestTime: Int64 = 50_000

    private let addresses: (session: BusAddress, system: BusAddress)
    private let patience: UInt64
    private let limit: RealtimeTimeLimit
    private let direct: @Sendable (Bool) -> Bool
    private let state = LockedValue(State())

    /// - Parameters:
    ///   - session: the user's bus, with the portal.
    ///   - system: the machine's bus, with RealtimeKit.
    ///   - patience: microseconds for which a bus, and then an answer, is expected.
    ///   - limit: what RealtimeKit wants to be lowered first.
    ///   - direct: asks the system for the calling thread; gets whether it is a helper, returns whether the system granted it.
    package init(
        session: BusAddress = .session, system: BusAddress = .system, patience: UInt64 = 1_000_000,
        limit: RealtimeTimeLimit = .process,
        direct: @escaping @Sendable (Bool) -> Bool = { Thread.requestRealtime(isHelper: $0) }
    ) {
        addresses = (session, system)
        self.patience = patience
        self.limit = limit
        self.direct = direct
    }

    /// The last requests that have ended, the latest last.
    package var ended: [Ended] { state.withLock { $0.ended } }

    /// Asks for real-time priority for the calling thread. Waits for no other process; the thread gets the priority later, or not.
    ///
    /// - Parameter isHelper: below the audio threads, too, which then need not wait for work that is done ahead.
    package func request(isHelper: Bool = false) {
        let request = Request(thread: Thread.kernelID, isHelper: isHelper)
        guard !direct(isHelper) else { return end(request, .direct) }
        let refusal: String? = state.withLock { state in
            guard state.waiting.count < Self.mostWaiting else { return "too many threads wait for it" }
            if !state.hasThread {
                guard let thread = try? Thread(name: "audio-priority", { [self] in run() }) else {
                    return "no thread could be started"
                }
                thread.detach()
                state.hasThread = true
            }
            state.waiting.append(request)
            return nil
        }
        if let refusal { end(request, .refused(refusal)) }
    }

    private func end(_ request: Request, _ outcome: Outcome) {
        Log.note("thread \(request.thread) \(outcome)")
        state.withLock { state in
            if state.ended.count == Self.mostKept { state.ended.removeFirst() }
            state.ended.append(Ended(thread: request.thread, outcome: outcome))
        }
    }

    // MARK: The thread

    private func run() {
        while let request = next() { end(request, ask(request)) }
    }

    private func next() -> Request? {
        state.withLock { state in
            state.hasThread = !state.waiting.isEmpty
            return state.hasThread ? state.waiting.removeFirst() : nil
        }
    }

    private func ask(_ request: Request) -> Outcome {
        var reasons: [String] = []
        for service in Service.allCases {
            let outcome = ask(request, of: service)
            guard case .refused(let reason) = outcome else { return outcome }
            reasons.append("\(service.rawValue): \(reason)")
        }
        return .refused(reasons.joined(separator: "; "))
    }

    private func ask(_ request: Request, of service: Service) -> Outcome {
        do throws(BusFailure) {
            guard let link = BusLink(service == .portal ? addresses.session : addresses.system) else { throw .noBus }
            let most = try service.value(of: "MaxRealtimePriority", link, within: patience)
            guard most > 0 else { return .refused("it grants no priority") }
            let time = try service.value(of: "RTTimeUSecMax", link, within: patience)
            guard time >= Self.shortestTime else { return .refused("it grants too little time") }
            // RealtimeKit refuses a process whose hard limit is larger.
            guard limit.lower(to: UInt(time)) else { return .refused("the time limit cannot be set") }
            let wanted = Int64(Thread.realtimePriority(isHelper: request.isHelper))
            let priority = UInt32(max(1, min(wanted, request.isHelper ? most - 1 : most)))
            try service.grant(priority, to: request.thread, link, within: patience)
            return .granted(by: service, priority: priority)
        } catch {
            return .refused(error.reason)
        }
    }
}

extension RealtimeService.Outcome: CustomStringConvertible {
    package var description: String {
        switch self {
        case .direct: "has real-time priority"
        case .granted(let service, let priority): "has real-time priority \(priority) by \(service.rawValue)"
        case .refused(let reason): "has no real-time priority: \(reason)"
        }
    }
}
