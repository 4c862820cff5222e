import AudioCore
import AudioDevices
import CRealtime

/// Where back ends leave their events for the supervisor. Back ends are numbered, so that late events of a closed one
/// are ignored.
final class StreamInbox: Sendable {
    struct State {
        var events: [DeviceEvent] = []
        var connection = 0
        var isWanted = false
        var plansChanged = false
        var isEnding = false
    }

    let state = WaitableValue(State())

    func deliver(_ event: DeviceEvent, from connection: Int) {
        state.withLock { state in
            if connection == state.connection { state.events.append(event) }
        }
    }
}

/// What an output or an input tells about its device, on a thread of its own.
package enum StreamEvent: Equatable, Sendable {
    /// The server is gone, or the device that was asked for by name. Positions stand still until it is back.
    case lost
    /// A server answers again, with the device, and the stream goes on.
    case resumed
    /// The user chose another default device, or a server came where there was none; a stream without a device of its own
    /// has moved there.
    case defaultDeviceChanged
    case devicesChanged
    /// Something about a device is another than before: its volume, its port, whether it runs.
    case deviceChanged(String)
    /// Frames of an input were lost, in a busy machine or while the server was gone.
    case gap(StreamGap)
}

/// Frames that an input never saw. Its sample time goes on over them.
package struct StreamGap: Equatable, Sendable {
    /// The first lost frame.
    package var sampleTime: Int64
    package var frames: Int64

    @_noLocks package init(sampleTime: Int64, frames: Int64) {
        self.sampleTime = sampleTime
        self.frames = frames
    }
}

/// The half of an output or an input that a stream calls, as its supervisor sees it.
protocol StreamSide: AnyObject, Sendable {
    /// Holds no reference: the supervisor closes the stream before the side goes.
    var renderCall: RenderCall { get }
    var hasLoosePlans: Bool { get }
    /// Frees what the audio thread has done with, and tells what it has noted.
    func sweep() -> [StreamEvent]
    /// Before cycles begin: after a pause that was wanted, time that passed is no gap.
    func willStart(afterPause: Bool)
}

/// How to reach a server: given where its events go, it connects or throws.
package typealias BackendConnect =
    @Sendable (@escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) -> any Backend

/// How a supervisor treats its stream.
struct StreamPolicy {
    /// Whom to serve: "audio-output", …
    var threadName: String
    /// How long a stream that nobody wants goes on.
    var idleTime: UInt64
    /// How often to look at what the audio thread has noted, while it runs.
    var sweepTime: UInt64
    /// Whether the null device stands in for a server that is yet to come.
    var silenceIsSubstitute: Bool
}

/// The thread that owns a connection and its stream: it starts and stops the stream, and replaces a dead server.
///
/// The only one that calls the back end's blocking methods, so that an event handler, which may hold the back end's
/// lock, never waits for someone who waits for that lock.
final class StreamSupervisor: @unchecked Sendable {
    private struct Connected {
        var backend: (any Backend)?
        var stream: (any DeviceStream)?
        var pastXruns = 0
        var observers: [Observer] = []
    }

    private struct Observer {
        weak var owner: AnyObject?
        let hasOwner: Bool
        let handler: @Sendable (StreamEvent) -> Void
    }

    private enum Job {
        case end
        case event(DeviceEvent)
        case start, sweep, idle, seek
    }

    typealias Connect = BackendConnect

    private let side: (any StreamSide)?
    private let request: StreamRequest
    private let policy: StreamPolicy
    private let inbox: StreamInbox
    private let reconnect: Connect
    private let connected: LockedValue<Connected>
    private var thread: Thread?
    private var isRunning = false
    /// Whether the stream has run on this or an earlier server and was not stopped since.
    private var isInterrupted = false
    /// When to look next for what is missing: a server, while silence stands in for one, or the stream.
    private var nextSearch: UInt64?
    private var openedAt: UInt64 = 0
    private var idleSince: UInt64?

    /// Between two attempts to reach a server, or to open the stream, at first and at most.
    private static let retry: (first: UInt64, most: UInt64) = (10_000_000, 200_000_000)
    /// The same while nobody wants the stream.
    private static let idleRetry: UInt64 = 2_000_000_000
    /// How long to wait for plans that the audio thread has yet to pick up or has done with.
    private static let looseTime: UInt64 = 50_000_000
    /// Between two looks for a server while the null device stands in for one.
    private static let searchTime: UInt64 = 1_000_000_000

    /// - Parameters:
    ///   - side: what the stream calls; nil for a connection alone, without a stream.
    ///   - backend: connected already; its events go to `inbox` as number 0.
    init(
        _ side: (any StreamSide)?, _ request: StreamRequest, _ policy: StreamPolicy, _ backend: any Backend,
        _ inbox: StreamInbox, reconnect: @escaping Connect
    ) throws(AudioError) {
        self.side = side
        self.request = request
        self.policy = policy
        self.inbox = inbox
        self.reconnect = reconnect
        connected = LockedValue(Connected())
        do throws(AudioError) {
            connected.withLock { $0.backend = backend }
            let stream = try open(backend)
            connected.withLock { $0.stream = stream }
            if isSubstitute(backend) { nextSearch = HostTime.now() + Self.searchTime }
            thread = try Thread(name: policy.threadName) { self.run() }
        } catch {
            disconnect()
            throw error
        }
    }

    /// Connects as a program asks, for the first time and for later.
    ///
    /// - Parameter connect: how to reach a server; nil goes by the name.
    static func connect(
        _ name: String?, _ connect: Connect?
    ) throws(AudioError) -> (backend: any Backend, inbox: StreamInbox, reconnect: Connect, policyName: String?) {
        let name = Backends.forced(name)
        let inbox = StreamInbox()
        @Sendable func byName(_ events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) -> any Backend {
            try Backends.connect(name, events: events)
        }
        let reach = connect ?? byName
        return (try reach { inbox.deliver($0, from: 0) }, inbox, reach, name)
    }

    private func open(_ backend: any Backend) throws(AudioError) -> (any DeviceStream)? {
        // The side outlives the stream: both end in `run`.
        guard let side else { return nil }
        return try backend.open(request, render: side.renderCall)
    }

    /// Once a real server has answered, silence is no substitute for it.
    private func isSubstitute(_ backend: any Backend) -> Bool { policy.silenceIsSubstitute && backend is Null }

    // MARK: For the owner

    var stream: (any DeviceStream)? { connected.withLock { $0.stream } }
    var backend: (any Backend)? { connected.withLock { $0.backend } }
    var backendName: String? { backend.map { type(of: $0).name } }
    var xruns: Int { connected.withLock { $0.pastXruns + ($0.stream?.xruns ?? 0) } }

    /// Tells a handler of what happens, as long as its owner lives; for good where it has none.
    func observe(for owner: AnyObject?, _ handler: @escaping @Sendable (StreamEvent) -> Void) {
        connected.withLock { connected in
            connected.observers.removeAll { $0.hasOwner && $0.owner == nil }
            connected.observers.append(Observer(owner: owner, hasOwner: owner != nil, handler: handler))
        }
    }

    func plansChanged(isWanted: Bool) {
        inbox.state.withLock { state in
            state.plansChanged = true
            state.isWanted = isWanted
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
            case .sweep: sweep()
            case .idle: stopStream()
            case .seek: lookForWhatIsMissing()
            }
        }
    }

    private func nextJob() -> Job {
        let hasStream = stream != nil
        let hasLoosePlans = side?.hasLoosePlans ?? false
        var patience = isRunning ? min(policy.idleTime, policy.sweepTime) : 10 * Self.searchTime
        if hasLoosePlans { patience = Self.looseTime }
        if let nextSearch {
            let now = HostTime.now()
            patience = min(patience, nextSearch > now ? nextSearch - now : 0)
        }
        var isSweeping = false
        let job = inbox.state.wait(nanoseconds: patience) { state -> Job? in
            if state.isEnding { return .end }
            if !state.events.isEmpty { return .event(state.events.removeFirst()) }
            if state.isWanted, !isRunning, hasStream { return .start }
            isSweeping = state.plansChanged
            state.plansChanged = false
            return isSweeping ? .sweep : nil
        }
        if let job { return job }
        let now = HostTime.now()
        if let nextSearch, now >= nextSearch { return .seek }
        let isWanted = inbox.state.withLock { $0.isWanted }
        if isWanted { idleSince = nil } else if idleSince == nil { idleSince = now }
        let isIdle = idleSince.map { now - $0 >= policy.idleTime } ?? false
        return isRunning && isIdle && !hasLoosePlans ? .idle : .sweep
    }

    private func startStream() {
        guard let stream else { return }
        do throws(AudioError) {
            side?.willStart(afterPause: !isInterrupted)
            try stream.start()
            isRunning = true
            isInterrupted = true
            idleSince = nil
        } catch { handle(.connectionLost(error)) }
    }

    private func stopStream() {
        stream?.stop()
        isRunning = false
        isInterrupted = false
    }

    private func sweep() {
        for event in side?.sweep() ?? [] { notify(event) }
    }

    private func handle(_ event: DeviceEvent) {
        switch event {
        case .devicesChanged:
            notify(.devicesChanged)
            checkStream()
        case .streamEnded: checkStream()
        case .deviceChanged(let device): notify(.deviceChanged(device))
        case .defaultChanged(let direction):
            if side == nil || direction == request.direction { notify(.defaultDeviceChanged) }
        case .connectionLost:
            disconnect()
            notify(.lost)
            if findServer() { notify(.resumed) }
        }
    }

    /// A stream that has ended is opened again. One on a device of its own ends with it, and is opened when the device is back.
    private func checkStream() {
        guard side != nil, let backend, let devices = try? backend.devices() else { return }
        let isThere =
            request.device == nil
            || devices.contains { $0.id == request.device && $0.direction == request.direction }
        if let stream, stream.hasEnded || !isThere {
            closeStream()
            notify(.lost)
        }
        guard isThere, stream == nil else { return }
        // One that cannot be opened, or ends at once, is tried again and again, but not without a pause.
        guard HostTime.now() >= openedAt + Self.retry.most else {
            nextSearch = openedAt + Self.retry.most
            return
        }
        openedAt = HostTime.now()
        guard let stream = try? open(backend) else {
            nextSearch = HostTime.now() + Self.retry.most
            return
        }
        connected.withLock { $0.stream = stream }
        notify(.resumed)
    }

    private func closeStream() {
        isRunning = false
        let stream = connected.withLock { connected in
            defer { connected.stream = nil }
            connected.pastXruns += connected.stream?.xruns ?? 0
            return connected.stream
        }
        stream?.close()
        sweep()
    }

    private func notify(_ event: StreamEvent) {
        for handler in connected.withLock({ $0.observers.map(\.handler) }) { handler(event) }
    }

    private func disconnect() {
        closeStream()
        let backend = connected.withLock { connected in
            defer { connected.backend = nil }
            return connected.backend
        }
        backend?.close()
    }

    private func lookForWhatIsMissing() {
        nextSearch = nil
        if let backend, isSubstitute(backend) { lookForServer() } else { checkStream() }
    }

    /// Moves from the null device to a server, if there is one by now.
    private func lookForServer() {
        nextSearch = HostTime.now() + Self.searchTime
        guard let (backend, stream) = connect() else { return }
        nextSearch = nil
        disconnect()
        adopt(backend, stream)
        notify(.devicesChanged)
        notify(.defaultDeviceChanged)
    }

    /// Asks again and again, ever less often, until a server answers or the output ends.
    private func findServer() -> Bool {
        var pause = Self.retry.first
        while true {
            if let (backend, stream) = connect() {
                adopt(backend, stream)
                return true
            }
            let isWanted = inbox.state.withLock { $0.isWanted }
            let most = isWanted ? Self.retry.most : Self.idleRetry
            let isEnding = inbox.state.wait(nanoseconds: pause) { state -> Bool? in
                state.isEnding ? true : state.isWanted && !isWanted ? false : nil
            }
            if isEnding == true { return false }
            pause = isEnding == nil ? min(pause * 2, most) : Self.retry.first
        }
    }

    private func adopt(_ backend: any Backend, _ stream: (any DeviceStream)?) {
        connected.withLock {
            $0.backend = backend
            $0.stream = stream
        }
    }

    /// A connection to a real server with the stream, or nil.
    private func connect() -> (any Backend, (any DeviceStream)?)? {
        let connection = inbox.state.withLock { state in
            state.events = []
            state.connection += 1
            return state.connection
        }
        do throws(AudioError) {
            let inbox = self.inbox
            let backend = try reconnect { inbox.deliver($0, from: connection) }
            do throws(AudioError) {
                if isSubstitute(backend) { throw .serverUnavailable }
                return (backend, try open(backend))
            } catch {
                backend.close()
                return nil
            }
        } catch { return nil }
    }
}

extension Backend {
    /// The device of a name, or the default one, as it is now; nil where there is none.
    func device(_ id: String?, _ direction: DeviceDirection) -> DeviceDescription? {
        let devices = ((try? devices()) ?? []).filter { $0.direction == direction }
        return devices.first { id == nil ? $0.isDefault : $0.id == id } ?? devices.first
    }
}
