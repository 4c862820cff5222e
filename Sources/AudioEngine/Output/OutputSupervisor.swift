import AudioCore
import AudioDevices
import CRealtime

/// Where back ends leave their events for the supervisor. Back ends are numbered: late words of a dead one do not count.
final class OutputInbox: Sendable {
    struct State {
        var events: [DeviceEvent] = []
        var connection = 0
        var wantsSound = false
        var plansChanged = false
        var isEnding = false
    }

    let state = Monitor(State())

    func deliver(_ event: DeviceEvent, from connection: Int) {
        state.withLock { state in
            if connection == state.connection { state.events.append(event) }
        }
    }
}

/// The thread that owns an output's connection and stream: it starts and stops the stream, and replaces a dead server.
///
/// The only one that calls the back end's blocking methods, so that an event handler, which may hold the back end's
/// lock, never waits for someone who waits for that lock.
final class OutputSupervisor: @unchecked Sendable {
    private struct Connected {
        var backend: (any Backend)?
        var stream: (any DeviceStream)?
        var pastXruns = 0
        var observers: [@Sendable (OutputEvent) -> Void] = []
    }

    private enum Job {
        case end
        case event(DeviceEvent)
        case start, sweep, idle
    }

    private let mixer: OutputMixer
    private let request: StreamRequest
    private let inbox: OutputInbox
    private let reconnect: Output.Connect
    private let connected: Monitor<Connected>
    private var thread: Thread?
    private var isRunning = false

    /// Between two attempts to reach a server, at first and at most.
    private static let retry: (first: UInt64, most: UInt64) = (10_000_000, 200_000_000)
    /// How long a stream without sources goes on playing silence.
    private static let idleTime: UInt64 = 2_000_000_000
    private static let sweepTime: UInt64 = 50_000_000

    init(
        _ mixer: OutputMixer, _ request: StreamRequest, _ backend: any Backend, _ inbox: OutputInbox,
        reconnect: @escaping Output.Connect
    ) throws(AudioError) {
        self.mixer = mixer
        self.request = request
        self.inbox = inbox
        self.reconnect = reconnect
        connected = Monitor(Connected())
        do throws(AudioError) {
            let stream = try backend.open(request, render: renderCall)
            connected.withLock {
                $0.backend = backend
                $0.stream = stream
            }
            thread = try Thread(name: "audio-output") { self.run() }
        } catch {
            disconnect()
            throw error
        }
    }

    private var renderCall: RenderCall {
        // The mixer outlives the stream: both end in `run`.
        RenderCall(context: Unmanaged.passUnretained(mixer).toOpaque()) { context, cycle in
            Unmanaged<OutputMixer>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.render(cycle.pointee) }
        }
    }

    // MARK: For the output

    var stream: (any DeviceStream)? { connected.withLock { $0.stream } }
    var backend: (any Backend)? { connected.withLock { $0.backend } }
    var backendName: String? { backend.map { type(of: $0).name } }
    var xruns: Int { connected.withLock { $0.pastXruns + ($0.stream?.xruns ?? 0) } }

    func observe(_ handler: @escaping @Sendable (OutputEvent) -> Void) {
        connected.withLock { $0.observers.append(handler) }
    }

    func plansChanged(isSilent: Bool) {
        inbox.state.withLock { state in
            state.plansChanged = true
            state.wantsSound = !isSilent
        }
    }

    func end() {
        inbox.state.withLock { $0.isEnding = true }
        if let thread, !thread.isCurrent { thread.join() }
    }

    // MARK: The thread

    private func run() {
        while true {
            switch nextJob() {
            case .end:
                disconnect()
                return
            case .event(let event): handle(event)
            case .start: startStream()
            case .sweep: mixer.freeRetired()
            case .idle: stopStream()
            }
        }
    }

    private func nextJob() -> Job {
        let patience = isRunning ? Self.idleTime : 10 * Self.idleTime
        let hasStream = stream != nil
        var isSweeping = false
        let job = inbox.state.wait(nanoseconds: mixer.hasLoosePlans ? Self.sweepTime : patience) { state -> Job? in
            if state.isEnding { return .end }
            if !state.events.isEmpty { return .event(state.events.removeFirst()) }
            if state.wantsSound, !isRunning, hasStream { return .start }
            isSweeping = state.plansChanged
            state.plansChanged = false
            return isSweeping ? .sweep : nil
        }
        if let job { return job }
        let isWanted = inbox.state.withLock { $0.wantsSound }
        return isRunning && !isWanted && !mixer.hasLoosePlans ? .idle : .sweep
    }

    private func startStream() {
        guard let stream else { return }
        do throws(AudioError) {
            try stream.start()
            isRunning = true
        } catch { handle(.connectionLost(error)) }
    }

    private func stopStream() {
        stream?.stop()
        isRunning = false
    }

    private func handle(_ event: DeviceEvent) {
        switch event {
        case .devicesChanged: tell(.devicesChanged)
        case .defaultChanged(.output): tell(.defaultDeviceChanged)
        case .defaultChanged(.input): break
        case .connectionLost:
            disconnect()
            tell(.lost)
            if findServer() { tell(.resumed) }
        }
    }

    private func tell(_ event: OutputEvent) {
        for observer in connected.withLock({ $0.observers }) { observer(event) }
    }

    private func disconnect() {
        isRunning = false
        let (stream, backend) = connected.withLock { connected in
            defer {
                connected.stream = nil
                connected.backend = nil
            }
            connected.pastXruns += connected.stream?.xruns ?? 0
            return (connected.stream, connected.backend)
        }
        stream?.close()
        backend?.close()
    }

    /// Asks again and again, ever less often, until a server answers or the output ends.
    private func findServer() -> Bool {
        var pause = Self.retry.first
        while true {
            let connection = inbox.state.withLock { state in
                state.events = []
                state.connection += 1
                return state.connection
            }
            if connect(connection) { return true }
            let isEnding = inbox.state.wait(nanoseconds: pause) { $0.isEnding ? true : nil } ?? false
            if isEnding { return false }
            pause = min(pause * 2, Self.retry.most)
        }
    }

    private func connect(_ connection: Int) -> Bool {
        do throws(AudioError) {
            let inbox = self.inbox
            let backend = try reconnect { inbox.deliver($0, from: connection) }
            do throws(AudioError) {
                let stream = try backend.open(request, render: renderCall)
                connected.withLock {
                    $0.backend = backend
                    $0.stream = stream
                }
                return true
            } catch {
                backend.close()
                return false
            }
        } catch { return false }
    }
}
