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

    private let sockets: SessionSockets
    private let machine: LockedValue<SessionMachine>
    private let inbox = LockedValue(Inbox())
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

    /// Ends the connections, and then the thread and the sockets.
    package func stop() {
        inbox.withLock { $0.hasEnded = true }
        wakeUp.signal()
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
            if inbox.hasEnded { machine.withLock { $0.endAll(now: HostTime.now()) } }
            carryOut()
            if inbox.hasEnded { return }
        }
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

    private func carryOut() {
        var hasChanged = false
        for output in machine.withLock({ $0.takeOutputs() }) {
            switch output {
            case .datagram(let bytes, let address, let port): sockets.send(bytes, to: address, by: port)
            case .commands(let commands): received(commands)
            case .changed: hasChanged = true
            }
        }
        if hasChanged { changed() }
    }
}
