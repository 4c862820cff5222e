package import AudioCore
internal import AudioDevices
internal import CSystem
internal import Glibc
internal import MessageBus

/// A session with its sockets, and the thread that serves them.
package final class SessionService: Sendable {
    /// Commands that wait to be sent, at most.
    private static let mostWaiting = 65_536
    /// How many datagrams the thread reads before it sends what is due.
    private static let datagramsInTurn = 64

    private struct Inbox {
        var commands: [TimedCommand] = []
        var hasEnded = false
    }

    /// What the thread does. Whoever ends the session uses the sockets while the thread calls a client.
    private enum Turn: Equatable {
        /// It uses the sockets.
        case sockets
        case client
        /// Another thread uses the sockets to end the session.
        case ending
        /// The sockets are closed. A client is still to get what has come of that.
        case ended([SessionMachine.Output])
    }

    private let sockets: SessionSockets
    private let machine: LockedValue<SessionMachine>
    private let inbox = LockedValue(Inbox())
    private let turn = WaitableValue(Turn.sockets)
    private let wakeUp: WakeUp
    private let received: @Sendable ([TimedCommand]) -> Void
    private let changed: @Sendable () -> Void

    /// Opens the sockets and starts the thread.
    ///
    /// - Parameters:
    ///   - name: what peers see.
    ///   - port: as for `SessionSockets`.
    ///   - received: gets what peers send, on the thread of the service.
    ///   - changed: is called on that thread after connections have come, gone or changed.
    package init(
        name: String, port: UInt16 = SessionSockets.usualPort, received: @escaping @Sendable ([TimedCommand]) -> Void,
        changed: @escaping @Sendable () -> Void
    ) throws(AudioError) {
        guard let wakeUp = WakeUp() else { throw .midiServerStart.because("the process has too many files open") }
        self.wakeUp = wakeUp
        sockets = try SessionSockets(port: port)
        machine = LockedValue(SessionMachine(name: name) { UInt32.random(in: 1 ... .max) })
        self.received = received
        self.changed = changed
        try Thread(name: "midi-network") { [self] in run() }.detach()
    }

    package var port: UInt16 { sockets.port }

    /// The peers, as they are.
    package var peers: [Peer] { machine.withLock { $0.peers } }

    /// Changes the session: policy, contacts, invitations.
    @discardableResult
    package func change<Result>(_ body: (inout SessionMachine, UInt64) -> Result) -> Result {
        defer { wakeUp.signal() }
        return machine.withLock { body(&$0, HostTime.now()) }
    }

    /// Sends commands to all peers, soon. Those for which there is no room are lost.
    package func send(_ commands: [TimedCommand]) {
        inbox.withLock { inbox in
            guard inbox.commands.count + commands.count <= Self.mostWaiting else { return }
            inbox.commands += commands
        }
        wakeUp.signal()
    }

    /// Ends the connections, closes the sockets, and ends the thread.
    ///
    /// The ports are free after the call, on any thread: it does not wait for a client that the thread of the service calls.
    package func stop() {
        inbox.withLock { $0.hasEnded = true }
        wakeUp.signal()
        LockOrder.willWait(under: .connection)
        let isOurs = turn.wait { turn -> Bool? in
            switch turn {
            case .sockets, .ending: return nil
            case .ended: return false
            case .client:
                turn = .ending
                return true
            }
        }
        guard isOurs == true else { return }
        let outputs = end()
        turn.withLock { $0 = .ended(outputs) }
    }

    // MARK: The thread

    private func run() {
        RealtimeService.shared.request()
        while true {
            wait()
            let inbox = inbox.withLock { inbox in
                defer { inbox.commands = [] }
                return inbox
            }
            if !inbox.commands.isEmpty { machine.withLock { $0.send(inbox.commands, now: HostTime.now()) } }
            for port in [SessionPort.control, .data] { receive(port) }
            machine.withLock { $0.tick(now: HostTime.now()) }
            var outputs = sendDatagrams()
            if inbox.hasEnded {
                outputs += end()
                turn.withLock { $0 = .ended([]) }
                return call(with: outputs)
            }
            guard !outputs.isEmpty else { continue }
            turn.withLock { $0 = .client }
            call(with: outputs)
            if let rest = takeTurn() { return call(with: rest) }
        }
    }

    /// Takes the sockets again after a client was called. Returns what a client is still to get where they have been closed.
    private func takeTurn() -> [SessionMachine.Output]? {
        let rest = turn.wait { turn -> [SessionMachine.Output]?? in
            switch turn {
            case .ending: return nil
            case .ended(let outputs): return .some(outputs)
            case .client, .sockets:
                turn = .sockets
                return .some(nil)
            }
        }
        return rest ?? nil
    }

    /// Ends the connections and closes the sockets. Returns what a client is to get.
    private func end() -> [SessionMachine.Output] {
        machine.withLock { $0.endAll(now: HostTime.now()) }
        defer { sockets.close() }
        return sendDatagrams()
    }

    private func wait() {
        var polls = sockets.polls + [wakeUp.poll]
        let deadline = machine.withLock { $0.deadline }
        let now = HostTime.now()
        let nanoseconds = deadline.map { $0 > now ? Int64(clamping: $0 - now) : 0 } ?? -1
        _ = system_poll(&polls, UInt64(polls.count), nanoseconds)
        wakeUp.clear()
    }

    private func receive(_ port: SessionPort) {
        for _ in 0..<Self.datagramsInTurn {
            guard let (bytes, address) = sockets.receive(port) else { return }
            machine.withLock { $0.receive(bytes[...], from: address, at: port, now: HostTime.now()) }
        }
    }

    /// Sends the datagrams that are due. Returns the rest of what is to be carried out.
    private func sendDatagrams() -> [SessionMachine.Output] {
        machine.withLock { $0.takeOutputs() }.filter { output in
            guard case .datagram(let bytes, let address, let port) = output else { return true }
            sockets.send(bytes, to: address, by: port)
            return false
        }
    }

    private func call(with outputs: [SessionMachine.Output]) {
        for case .commands(let commands) in outputs { received(commands) }
        if outputs.contains(.changed) { changed() }
    }
}
