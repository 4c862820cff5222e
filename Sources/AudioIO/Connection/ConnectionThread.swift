import AudioCore
import AudioDevices

/// How to reach a server: given where its events go, it connects or throws.
package typealias BackendConnect =
    @Sendable (@escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) -> any Backend

/// The thread that owns a connection and its streams: it opens, starts and stops them, and replaces a dead server.
///
/// The only one that calls the back end's blocking methods, so that an event handler, which may hold the back end's
/// lock, never waits for a thread that waits for that lock.
final class ConnectionThread: @unchecked Sendable {
    /// What the other threads leave for this one.
    private struct Inbox {
        /// Back ends are numbered. Events of those that are not in use, nor being tried, are ignored.
        var accepted: Set<Int> = [0]
        var events: [(connection: Int, event: DeviceEvent)] = []
        var calls: [@Sendable () -> Void] = []
        /// The streams that have sources or sinks.
        var wanted: Set<ObjectIdentifier> = []
        var plansChanged = false
        var isEnding = false
    }

    private enum Job {
        case end
        case event(DeviceEvent)
        case call(@Sendable () -> Void)
        case start(StreamKeeper)
        case tend
    }

    private let reconnect: BackendConnect
    /// Whether the null device stands in for a server that is yet to come.
    private let silenceIsSubstitute: Bool
    private let inbox: WaitableValue<Inbox>
    /// What `list` has returned last.
    let lastDevices = LockedValue<[DeviceDescription]>([], .state)
    private let published: LockedValue<(backend: (any Backend)?, observers: StreamObservers)>
    private var thread: Thread?

    // The thread's own.
    private var keepers: [StreamKeeper] = []
    /// Called after every event that may have moved a stream or changed the devices.
    var didChangeDevices: (() -> Void)?
    /// What is to be done at a time.
    private var timers: [(time: UInt64, body: () -> Void)] = []
    /// When to try next to connect to a server, while there is none or silence stands in for one.
    private var nextSearch: UInt64?
    private var searchPause: UInt64 = 0
    private var connectedAt = HostTime.now()
    private var lastConnection = 0
    /// Events and calls since streams were last started and tended.
    private var jobsInARow = 0
    /// The most of these while others wait: under a steady flow of calls streams start and servers are found, too.
    private static let mostJobsInARow = 32

    /// Between two attempts to reach a server, at first and at most.
    private static let retry: (first: UInt64, most: UInt64) = (10_000_000, 200_000_000)
    /// The same while no client needs a stream.
    private static let idleRetry: UInt64 = 2_000_000_000
    /// Between two attempts to reach a server while the null device stands in for one.
    private static let substituteTime: UInt64 = 1_000_000_000

    /// Connects, or throws where the back end that was asked for does not answer.
    ///
    /// - Parameters:
    ///   - name: a back end's name; nil for the one in `COREAUDIO_BACKEND`, or else the first that answers.
    ///   - connect: how to reach a server, again after each loss of it; nil goes by the name.
    init(_ name: String?, _ connect: BackendConnect?) throws(AudioError) {
        let name = Backends.forced(name)
        @Sendable func byName(_ events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) -> any Backend {
            try Backends.connect(name, events: events)
        }
        ForkedChild.watch()
        let inbox = WaitableValue(Inbox(), .inbox)
        self.inbox = inbox
        reconnect = connect ?? byName
        silenceIsSubstitute = name == nil
        let backend = try reconnect { Self.deliver($0, from: 0, to: inbox) }
        published = LockedValue((backend, StreamObservers()), .observers)
        if silenceIsSubstitute, backend is Null { nextSearch = HostTime.now() + Self.substituteTime }
        do throws(AudioError) {
            // The thread waits for this lock, so that it finds `thread` set.
            try inbox.withLock { (_) throws(AudioError) in
                thread = try Thread(name: "audio-control") { self.run() }
            }
        } catch {
            backend.close()
            throw error
        }
    }

    private static func deliver(_ event: DeviceEvent, from connection: Int, to inbox: WaitableValue<Inbox>) {
        inbox.withLock { inbox in
            if inbox.accepted.contains(connection) { inbox.events.append((connection, event)) }
        }
    }

    // MARK: Any thread

    var backend: (any Backend)? { published.withLock { $0.backend } }

    /// The devices of a back end. Callbacks then have this list.
    func list(_ backend: any Backend) throws(AudioError) -> [DeviceDescription] {
        let devices = try backend.devices()
        lastDevices.withLock { $0 = devices }
        return devices
    }

    func observe(for owner: AnyObject?, _ handler: @escaping @Sendable (StreamEvent) -> Void) {
        published.withLock { $0.observers.add(for: owner, handler) }
    }

    /// Runs `body` on the thread, after the events that have come by now, and waits for it.
    ///
    /// - Throws: `serverUnavailable` in a client's callback, which must not wait; what `body` throws.
    func perform<Result: Sendable>(
        _ body: @escaping @Sendable () throws(AudioError) -> Result
    ) throws(AudioError) -> Result {
        guard !DeferredWork.isNeeded else {
            throw .serverUnavailable.because("a callback cannot wait for a device to open")
        }
        try ForkedChild.refuse(with: .serverUnavailable)
        if thread?.isCurrent ?? false { return try body() }
        LockOrder.willWait(under: .connection)
        let outcome = WaitableValue<Swift.Result<Result, AudioError>?>(nil)
        post {
            do throws(AudioError) {
                let result = try body()
                outcome.withLock { $0 = .success(result) }
            } catch { outcome.withLock { $0 = .failure(error) } }
        }
        return try outcome.wait { $0 }!.get()
    }

    /// Runs `body` on the thread. Does not wait.
    func post(_ body: @escaping @Sendable () -> Void) { inbox.withLock { $0.calls.append(body) } }

    /// A stream has another plan.
    func plansChanged(_ keeper: StreamKeeper, isWanted: Bool) {
        inbox.withLock { inbox in
            inbox.plansChanged = true
            if isWanted {
                inbox.wanted.insert(ObjectIdentifier(keeper))
            } else {
                inbox.wanted.remove(ObjectIdentifier(keeper))
            }
        }
    }

    /// Ends the connection with its streams, once what was posted has run. Waits for that, unless the thread itself calls.
    func end() {
        inbox.withLock { $0.isEnding = true }
        guard let thread else { return }
        guard !thread.isCurrent else { return thread.detach() }
        LockOrder.willWait(under: .connection)
        thread.join()
    }

    // MARK: Streams, on the thread

    /// Keeps a stream from now on. One that cannot be opened is not kept, unless its device is to come.
    func keep(_ keeper: StreamKeeper, waitingForDevice: Bool = false) throws(AudioError) {
        do throws(AudioError) { try keeper.open(on: try requireBackend()) } catch {
            guard waitingForDevice else { throw error }
            keepers.append(keeper)
            if let backend { keeper.check(on: backend) }
            return
        }
        keepers.append(keeper)
    }

    /// The back end; tries to connect at once where the last one is gone.
    func requireBackend() throws(AudioError) -> any Backend {
        if backend == nil { search() }
        guard let backend else { throw .serverUnavailable }
        return backend
    }

    func drop(_ keeper: StreamKeeper) {
        keepers.removeAll { $0 === keeper }
        inbox.withLock { _ = $0.wanted.remove(ObjectIdentifier(keeper)) }
        keeper.close()
    }

    /// Runs `body` on the thread after some nanoseconds, unless the connection ends before.
    func after(_ nanoseconds: UInt64, _ body: @escaping () -> Void) {
        timers.append((HostTime.now() + nanoseconds, body))
    }

    private func runTimers() {
        let now = HostTime.now()
        let due = timers.filter { $0.time <= now }
        timers.removeAll { $0.time <= now }
        for timer in due { timer.body() }
    }

    // MARK: The thread

    private func run() {
        while true {
            switch nextJob() {
            case .end:
                timers = []
                disconnect()
                return
            case .event(let event):
                handle(event)
                takeTurn()
            case .call(let call):
                call()
                takeTurn()
            case .start(let keeper): keeper.start()
            case .tend:
                jobsInARow = 0
                tend()
            }
        }
    }

    /// Starts and tends streams where enough events and calls have come before them.
    private func takeTurn() {
        jobsInARow += 1
        guard jobsInARow >= Self.mostJobsInARow else { return }
        jobsInARow = 0
        let wanted = inbox.withLockQuietly { $0.wanted }
        for keeper in keepers where wanted.contains(ObjectIdentifier(keeper)) && keeper.isIdle { keeper.start() }
        tend()
    }

    private func nextJob() -> Job {
        let now = HostTime.now()
        let wanted = inbox.withLockQuietly { $0.wanted }
        var times = keepers.compactMap { $0.patience(isWanted: wanted.contains(ObjectIdentifier($0)), now) }
        times += (timers.map(\.time) + [nextSearch].compactMap { $0 }).map { $0 > now ? $0 - now : 0 }
        let job = inbox.wait(nanoseconds: times.min()) { inbox -> Job? in
            while !inbox.events.isEmpty {
                let (connection, event) = inbox.events.removeFirst()
                if inbox.accepted.contains(connection) { return .event(event) }
            }
            if !inbox.calls.isEmpty { return .call(inbox.calls.removeFirst()) }
            if inbox.isEnding { return .end }
            let idle = keepers.first { keeper in
                keeper.isIdle && inbox.wanted.contains(ObjectIdentifier(keeper))
            }
            if let idle { return .start(idle) }
            defer { inbox.plansChanged = false }
            return inbox.plansChanged ? .tend : nil
        }
        return job ?? .tend
    }

    /// What time, or a change of the plans, has brought.
    private func tend() {
        runTimers()
        let wanted = inbox.withLockQuietly { $0.wanted }
        let now = HostTime.now()
        var hasReopened = false
        for keeper in keepers {
            keeper.tend(isWanted: wanted.contains(ObjectIdentifier(keeper)))
            if let nextTry = keeper.nextTry, now >= nextTry, let backend {
                keeper.check(on: backend)
                hasReopened = hasReopened || keeper.stream != nil
            }
        }
        if hasReopened { didChangeDevices?() }
        guard let nextSearch else { return }
        // A stream that is wanted now does not wait for a search that was put off.
        if now >= nextSearch || backend == nil && !wanted.isEmpty && nextSearch > now + Self.retry.most { search() }
    }

    /// Notifies the observers of the connection, and no stream's.
    func notifyObservers(_ event: StreamEvent) {
        for handler in published.withLock({ $0.observers.handlers }) { handler(event) }
    }

    private func handle(_ event: DeviceEvent) {
        switch event {
        case .devicesChanged:
            finishChanges()
            notify(.devicesChanged)
            checkStreams()
        case .streamEnded:
            finishChanges()
            checkStreams()
        case .streamMoved:
            finishChanges()
            didChangeDevices?()
            notifyObservers(.streamMoved)
        case .deviceChanged(let device):
            notify(.deviceChanged(device))
            didChangeDevices?()
        case .defaultChanged(let direction):
            notify(.defaultDeviceChanged) { $0.request.direction == direction }
            didChangeDevices?()
        case .connectionLost:
            disconnect()
            notify(.lost)
            searchPause = Self.retry.first
            // A server that dies at once, again and again, is not asked without a pause.
            if HostTime.now() - connectedAt > Self.substituteTime {
                search()
            } else {
                nextSearch = HostTime.now() + Self.retry.most
            }
        }
    }

    /// Lets streams end their changes. One that changes over waits for its new object, whose link the event may have brought:
    /// its first cycle makes no event. Others, and those whose new object is late, only check.
    private func finishChanges() {
        for keeper in keepers { keeper.stream?.waitForChange() }
    }

    private func checkStreams() {
        guard let backend else { return }
        for keeper in keepers { keeper.check(on: backend) }
        didChangeDevices?()
    }

    /// Notifies the connection's observers, and those of the streams that `isMeant` selects.
    private func notify(_ event: StreamEvent, _ isMeant: (StreamKeeper) -> Bool = { _ in true }) {
        LockOrder.willCallClient()
        for handler in published.withLock({ $0.observers.handlers }) { handler(event) }
        for keeper in keepers where isMeant(keeper) { keeper.notify(event) }
    }

    private func disconnect() {
        for keeper in keepers { keeper.close() }
        let backend = published.withLock { published in
            defer { published.backend = nil }
            return published.backend
        }
        backend?.close()
    }

    // MARK: Servers

    /// Once a real server has answered, silence is no substitute for it.
    private func isSubstitute(_ backend: any Backend) -> Bool { silenceIsSubstitute && backend is Null }

    /// Tries to connect to a server: ever less often while there is none, and steadily while the null device stands in for one.
    private func search() {
        let isReplacing = backend != nil
        guard let found = connect() else {
            let isWanted = inbox.withLockQuietly { !$0.wanted.isEmpty }
            let pause = isReplacing ? Self.substituteTime : searchPause
            nextSearch = HostTime.now() + pause
            searchPause = min(searchPause * 2, isWanted ? Self.retry.most : Self.idleRetry)
            return
        }
        nextSearch = nil
        if isReplacing { disconnect() }
        connectedAt = HostTime.now()
        published.withLock { $0.backend = found }
        if isReplacing { notify(.devicesChanged) }
        for handler in published.withLock({ $0.observers.handlers }) {
            handler(isReplacing ? .defaultDeviceChanged : .resumed)
        }
        for keeper in keepers where keeper.stream == nil {
            do throws(AudioError) {
                try keeper.open(on: found)
                keeper.notify(isReplacing ? .defaultDeviceChanged : .resumed)
            } catch {
                if isReplacing { keeper.notify(.lost) }
                keeper.check(on: found)
            }
        }
        didChangeDevices?()
    }

    /// A connection to a real server, or nil.
    private func connect() -> (any Backend)? {
        lastConnection += 1
        let connection = lastConnection
        let inbox = self.inbox
        inbox.withLock { _ = $0.accepted.insert(connection) }
        let found = try? reconnect({ Self.deliver($0, from: connection, to: inbox) })
        if let found, !isSubstitute(found) {
            inbox.withLock { $0.accepted = [connection] }
            return found
        }
        inbox.withLock { _ = $0.accepted.remove(connection) }
        found?.close()
        return nil
    }
}
