import AudioCore
import CRealtime
import Synchronization

/// A device that tests drive by hand: a cycle runs when `ManualServer.advance` asks for it, on the caller's thread.
///
/// Chosen by name only. Its time is a number: the frames so far, turned into nanoseconds, without a clock.
package final class Manual: Backend {
    package static let name = "manual"

    private let server: ManualServer
    private let identity: Int

    /// Connects to the server that all users of the name share.
    package convenience init(events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {
        try self.init(server: .shared, events: events)
    }

    package init(server: ManualServer, events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {
        self.server = server
        identity = try server.connect(events)
    }

    package var now: UInt64 { server.hostTime }
    package var isServer: Bool { server.isServer }

    package func devices() throws(AudioError) -> [DeviceDescription] {
        guard server.answers else { throw .serverTimeout }
        return server.devices
    }

    package func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream {
        guard wanted.shape.isSane else { throw .deviceFormat }
        guard
            server.devices.contains(where: {
                $0.direction == wanted.direction && ($0.id == wanted.device || wanted.device == nil)
            })
        else { throw .noDevice }
        if let device = wanted.device, device == server.refusedDevice { throw .noDevice.because("the device is busy") }
        let stream = ManualStream(server, wanted, render)
        try server.add(stream, of: identity)
        return stream
    }

    package func apply(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        try server.apply(change, to: device, direction, of: identity)
    }

    package func close() { server.disconnect(identity) }
}

final class ManualStream: DeviceStream {
    let format: StreamShape
    let direction: DeviceDirection
    let role: StreamRole
    private let wantedDevice: String?
    fileprivate let render: RenderCall
    fileprivate let cycleFrames: Atomic<Int>
    fileprivate let running = Atomic<Bool>(false)
    fileprivate let sampleTime = Atomic<Int>(0)
    fileprivate let missed = Atomic<Int>(0)
    fileprivate let ended = Atomic<Bool>(false)
    fileprivate let title: LockedValue<String>
    /// The input that an output follows.
    private let leader = LockedValue<ManualStream?>(nil)
    private let server: ManualServer

    init(_ server: ManualServer, _ wanted: StreamRequest, _ render: RenderCall) {
        self.server = server
        format = wanted.shape
        wantedDevice = wanted.device
        direction = wanted.direction
        role = wanted.role
        title = LockedValue(wanted.title)
        cycleFrames = Atomic(wanted.shape.framesPerCycle)
        self.render = render
    }

    /// The device that was asked for, or else the default one.
    var device: String? { device(among: server.devices) }

    fileprivate func device(among devices: [DeviceDescription]) -> String? {
        wantedDevice ?? devices.first { $0.isDefault && $0.direction == direction }?.id
    }
    /// Whether the stream's own device is not among `devices`.
    fileprivate func hasLostItsDevice(_ devices: [DeviceDescription]) -> Bool {
        wantedDevice.map { id in !devices.contains { $0.id == id && $0.direction == direction } } ?? false
    }

    func setFramesPerCycle(_ frames: Int) -> Bool {
        cycleFrames.store(frames, ordering: .relaxed)
        return true
    }

    func setTitle(_ title: String) { self.title.withLock { $0 = title } }

    func follow(_ input: (any DeviceStream)?) -> Bool {
        guard direction == .output, server.letsOutputsFollow || input == nil else { return false }
        // Returned, so that it is released without the lock.
        _ = leader.withLock { leader in
            defer { leader = input as? ManualStream }
            return leader
        }
        return input is ManualStream
    }

    /// The input whose cycles this output has; nil where it has its own.
    fileprivate var runningLeader: ManualStream? {
        leader.withLock { $0 }.flatMap { $0.running.load(ordering: .acquiring) && !$0.hasEnded ? $0 : nil }
    }

    /// The most frames of a cycle now.
    fileprivate var cycleLength: Int { (runningLeader ?? self).cycleFrames.load(ordering: .relaxed) }

    var latency: Int { server.latency }
    var deviceLatency: Int { server.latency }
    var burst: Int { server.burst }
    var xruns: Int { missed.load(ordering: .relaxed) }
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    /// Whether the server has lost the last start.
    private let isForgotten = Atomic<Bool>(false)
    var firstCycle: FirstCycle { isForgotten.load(ordering: .acquiring) ? .due : .came }

    func start() throws(AudioError) {
        let isLost = server.losesStart()
        isForgotten.store(isLost, ordering: .releasing)
        running.store(!isLost, ordering: .releasing)
    }
    func stop() {
        isForgotten.store(false, ordering: .releasing)
        server.exclusively { running.store(false, ordering: .releasing) }
    }
    func close() {
        server.remove(self)
        _ = follow(nil)
    }
}

/// The far side of the Manual device: what a test holds to let time pass, unplug, and crash.
package final class ManualServer: Sendable {
    package static let shared = ManualServer()

    private struct State {
        var nextIdentity = 1
        var clients: [Int: @Sendable (DeviceEvent) -> Void] = [:]
        var streams: [(owner: Int, stream: ManualStream)] = []
        var devices = ManualServer.firstDevices
        var isAlive = true
        var connections = 0
        var refusedDevice: String?
        /// By how much less than a frame the next frame begins after the present, for each number of frames in a second.
        var delays: [Double: Double] = [:]

        mutating func end(_ isMeant: (ManualStream) -> Bool) {
            for (_, stream) in streams where isMeant(stream) { stream.ended.store(true, ordering: .releasing) }
            streams.removeAll { isMeant($0.stream) }
        }
    }

    private let state = LockedValue(State(), .cycle)
    private let latencyFrames = Atomic<Int>(0)
    private let burstFrames = Atomic<Int>(0)
    private let serves = Atomic<Bool>(false)
    private let follows = Atomic<Bool>(true)
    private let counts = Atomic<Bool>(false)
    private let isSilent = Atomic<Bool>(false)
    private let losses = Atomic<Int>(0)
    private let drifts = LockedValue<[String: Double]>([:])
    private let time = Atomic<UInt64>(1_000_000_000)

    package init() {}

    /// What streams report as their latency in frames.
    package var latency: Int {
        get { latencyFrames.load(ordering: .relaxed) }
        set { latencyFrames.store(newValue, ordering: .relaxed) }
    }

    /// What streams report that they may ask for at once.
    package var burst: Int {
        get { burstFrames.load(ordering: .relaxed) }
        set { burstFrames.store(newValue, ordering: .relaxed) }
    }

    /// Whether back ends say that they are a sound server's.
    package var isServer: Bool {
        get { serves.load(ordering: .relaxed) }
        set { serves.store(newValue, ordering: .relaxed) }
    }

    /// Whether the server says which devices there are.
    package var answers: Bool {
        get { !isSilent.load(ordering: .relaxed) }
        set { isSilent.store(!newValue, ordering: .relaxed) }
    }

    /// How many starts the server is to lose: it says that the stream runs, and has no cycles of it.
    package var lostStarts: Int {
        get { losses.load(ordering: .relaxed) }
        set { losses.store(newValue, ordering: .relaxed) }
    }

    fileprivate func losesStart() -> Bool {
        guard lostStarts > 0 else { return false }
        losses.wrappingSubtract(1, ordering: .relaxed)
        return true
    }

    /// Whether outputs can have the cycles of an input.
    package var letsOutputsFollow: Bool {
        get { follows.load(ordering: .relaxed) }
        set { follows.store(newValue, ordering: .relaxed) }
    }

    /// Whether each input hears the numbers of its own frames, from 1 to `countedFrames` and again, in all channels.
    package var countsInput: Bool {
        get { counts.load(ordering: .relaxed) }
        set { counts.store(newValue, ordering: .relaxed) }
    }

    /// Few enough that sums of such numbers in Float32 are good to a small part of 1.
    package static let countedFrames = 1 << 13

    /// Sets how much faster than the host's clock the inputs of a device run: 0.001 for a frame more in a thousand.
    package func setDrift(_ drift: Double, of device: String) { drifts.withLock { $0[device] = drift } }

    /// A device that is there, and of which no stream opens by its name.
    package var refusedDevice: String? {
        get { state.withLock { $0.refusedDevice } }
        set { state.withLock { $0.refusedDevice = newValue } }
    }

    package var devices: [DeviceDescription] { state.withLock { $0.devices } }

    /// How many times someone has connected.
    package var connections: Int { state.withLock { $0.connections } }

    /// How many streams are open.
    package var openStreams: Int { state.withLock { $0.streams.count } }

    /// What the open streams are for, in the order in which they were opened.
    package var roles: [StreamRole] { state.withLock { $0.streams.map(\.stream.role) } }

    /// What the open streams are shown as, in the same order.
    package var titles: [String] { state.withLock { $0.streams.map(\.stream) }.map { $0.title.withLock { $0 } } }

    /// How many streams are open and started.
    package var runningStreams: Int {
        state.withLock { $0.streams.count { $0.stream.running.load(ordering: .acquiring) } }
    }

    /// How many outputs have the cycles of an input.
    package var followingStreams: Int {
        state.withLock { $0.streams.count { $0.stream.runningLeader != nil } }
    }

    /// One device of both directions, with everything that can be set.
    package static let firstDevices: [DeviceDescription] = [DeviceDirection.output, .input].map { direction in
        var device = DeviceDescription(id: "manual", name: "Manual", direction: direction, isDefault: true)
        device.rates = [8000, 44_100, 48_000, 96_000]
        device.transport = .virtual
        device.maker = "Tests"
        device.isRunning = false
        device.volume = [1, 1]
        device.isMuted = false
        device.ports = [DevicePort(id: "front", name: "Front"), DevicePort(id: "back", name: "Back")]
        device.port = "front"
        return device
    }

    /// The device's time, which moves by `advance` and `skip` alone.
    package var hostTime: UInt64 { time.load(ordering: .acquiring) }

    private func pass(_ frames: Int, at rate: Double) {
        time.wrappingAdd(HostTime.duration(of: Int64(frames), at: rate), ordering: .acquiringAndReleasing)
    }

    /// Lets the time of `frames` pass for all streams. Returns what the first running output played, interleaved; empty where
    /// none runs.
    ///
    /// Runs whole cycles, and at the end a shorter one for the rest, in the order in which they begin, of two that begin at
    /// once the input's first. The host time continues by the frames' duration; a cycle's is where its first frame is.
    /// - Parameters:
    ///   - givenRate: the rate of these frames; nil for that of the first running stream, of an input before an output.
    ///   - input: what the inputs hear, interleaved in their channels; what is missing of it is silent.
    @discardableResult
    package func advance(_ frames: Int, at givenRate: Double? = nil, input: [Float] = []) -> [Float] {
        state.withLock { state in
            guard state.isAlive else { return [] }
            let streams = state.streams.map(\.stream).filter { $0.running.load(ordering: .acquiring) }
                .sorted { $0.direction == .input && $1.direction == .output }
            guard let rate = streams.isEmpty ? nil : givenRate ?? streams[0].format.sampleRate else { return [] }
            let rates = streams.map { $0.format.sampleRate * (1 + drift(of: $0, state.devices)) }
            for rate in rates where state.delays[rate] == nil { state.delays[rate] = 0 }
            let passed = state.delays.map { (rate: $0, delay: $1, frames: Self.beginning(frames, at: rate, $0, $1)) }
            var runs = zip(streams, rates).map { stream, ownRate in
                let clock = passed.first { $0.rate == ownRate }!
                return Run(
                    stream, frames: clock.frames, at: ownRate, delay: clock.delay, input, counts: countsInput)
            }
            while let next = runs.indices.filter({ !runs[$0].isDone }).min(by: { runs[$0].start < runs[$1].start }) {
                runs[next].cycle(from: hostTime)
            }
            for clock in passed {
                state.delays[clock.rate]! += Double(clock.frames) - Double(frames) * clock.rate / rate
            }
            pass(frames, at: rate)
            return runs.first { $0.stream.direction == .output }?.samples ?? []
        }
    }

    /// How many frames of one rate begin while so many of another pass.
    private static func beginning(_ frames: Int, at hostRate: Double, _ rate: Double, _ delay: Double) -> Int {
        // Sums of rounded numbers are a little too large now and then.
        Int(max(0, (Double(frames) * rate / hostRate - delay - 1e-6).rounded(.up)))
    }

    private func drift(of stream: ManualStream, _ devices: [DeviceDescription]) -> Double {
        guard stream.direction == .input, let device = stream.device(among: devices) else { return 0 }
        return drifts.withLock { $0[device, default: 0] }
    }

    /// Lets `frames` pass without asking the streams, as a machine does that is too busy: they miss them.
    package func skip(_ frames: Int) {
        state.withLock { state in
            let running = state.streams.map(\.stream).filter { $0.running.load(ordering: .acquiring) }
            for stream in running {
                stream.missed.wrappingAdd(1, ordering: .relaxed)
                if stream.direction == .input { stream.sampleTime.wrappingAdd(frames, ordering: .relaxed) }
            }
            pass(frames, at: running.first?.format.sampleRate ?? 48_000)
        }
    }

    /// Sets the host's clock forward or back, without a cycle of any stream: a clock that was wrong, or that of another machine.
    package func setClock(by nanoseconds: Int64) {
        time.wrappingAdd(UInt64(bitPattern: nanoseconds), ordering: .acquiringAndReleasing)
    }

    /// One stream's part in an `advance`.
    private struct Run {
        let stream: ManualStream
        var samples: [Float]
        var done = 0
        /// The stream's own frames.
        let frames: Int
        /// The stream's frames in a second of the host's clock.
        let rate: Double
        /// By how much less than a frame the first one begins after this advance does.
        let delay: Double
        let counts: Bool

        init(
            _ stream: ManualStream, frames: Int, at rate: Double, delay: Double, _ input: [Float], counts: Bool
        ) {
            self.stream = stream
            self.frames = frames
            self.rate = rate
            self.delay = delay
            self.counts = counts && stream.direction == .input
            let count = frames * stream.format.channels
            samples = [Float](repeating: stream.direction == .input ? 0 : .nan, count: count)
            if stream.direction == .input {
                for index in 0..<min(count, input.count) { samples[index] = input[index] }
            }
        }

        var isDone: Bool { done == frames }
        /// When the next cycle begins, in seconds after the advance did.
        var start: Double { (Double(done) + delay) / rate }

        mutating func cycle(from hostTime: UInt64) {
            let shape = stream.format
            let now = min(stream.cycleLength, frames - done)
            // Each frame has its own time, whatever the lengths of the advances are.
            let start = hostTime + HostTime.duration(of: Int64(done), at: rate) + UInt64(max(0, delay) * 1e9 / rate)
            let (isInput, latency) = (stream.direction == .input, stream.latency)
            let time = stream.sampleTime.load(ordering: .relaxed)
            if counts {
                for index in 0..<now * shape.channels {
                    samples[done * shape.channels + index] =
                        Float((time + index / shape.channels) % ManualServer.countedFrames + 1)
                }
            }
            samples.withUnsafeMutableBufferPointer { samples in
                stream.render(
                    RenderCycle(
                        samples: samples.baseAddress! + done * shape.channels, frames: UInt32(now),
                        channels: UInt32(shape.channels),
                        hostTime: isInput ? start : start + HostTime.duration(of: Int64(latency), at: shape.sampleRate),
                        requestTime: start, sampleTime: Int64(time), rateScalar: 1))
            }
            stream.sampleTime.store(time + now, ordering: .relaxed)
            done += now
        }
    }

    /// Ends every connection, as a crash does. Connecting fails until `revive`.
    package func crash() {
        let clients = state.withLock { state in
            state.isAlive = false
            state.streams = []
            defer { state.clients = [:] }
            return Array(state.clients.values)
        }
        for client in clients { client(.connectionLost(.serverUnavailable)) }
    }

    package func revive() { state.withLock { $0.isAlive = true } }

    /// Replaces the list of devices and notifies all connections. The streams of a device that goes end.
    package func setDevices(_ devices: [DeviceDescription]) {
        change { state in
            state.devices = devices
            state.end { stream in stream.hasLostItsDevice(devices) }
            return [.devicesChanged]
        }
    }

    /// Ends all streams and notifies all connections of that, or of the devices, as where each goes and comes at once.
    package func takeStreams(notifying event: DeviceEvent = .streamEnded) {
        change { state in
            state.end { _ in true }
            return [event]
        }
    }

    fileprivate func apply(
        _ change: DeviceChange, to device: String, _ direction: DeviceDirection, of owner: Int
    ) throws(AudioError) {
        try self.change { state throws(AudioError) in
            guard state.clients[owner] != nil else { throw .serverUnavailable }
            guard let index = state.devices.firstIndex(where: { $0.id == device && $0.direction == direction })
            else { throw .noDevice }
            switch change {
            case .becomeDefault:
                for other in state.devices.indices where state.devices[other].direction == direction {
                    state.devices[other].isDefault = other == index
                }
                return []
            case .volume(let volume): state.devices[index].volume = volume
            case .muted(let muted): state.devices[index].isMuted = muted
            case .port(let port): state.devices[index].port = port
            case .sampleRate(let rate):
                for other in state.devices.indices where state.devices[other].id == device {
                    state.devices[other].sampleRate = rate
                }
            }
            return [.deviceChanged(device)]
        }
    }

    /// Runs `body` under the lock, and notifies all connections of the event that it returns and of new defaults.
    private func change<Failure: Error>(
        _ body: (inout State) throws(Failure) -> [DeviceEvent]
    ) throws(Failure) {
        let (clients, events) = try state.withLock { state throws(Failure) in
            let before = state.devices
            var events = try body(&state)
            for direction in [DeviceDirection.output, .input] {
                let isTheOne = { (device: DeviceDescription) in device.isDefault && device.direction == direction }
                if before.first(where: isTheOne)?.id != state.devices.first(where: isTheOne)?.id {
                    events.append(.defaultChanged(direction))
                }
            }
            return (Array(state.clients.values), events)
        }
        for client in clients {
            for event in events { client(event) }
        }
    }

    fileprivate func connect(_ events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) -> Int {
        try state.withLock { state throws(AudioError) in
            guard state.isAlive else { throw .serverUnavailable }
            defer { state.nextIdentity += 1 }
            state.connections += 1
            state.clients[state.nextIdentity] = events
            return state.nextIdentity
        }
    }

    fileprivate func disconnect(_ identity: Int) {
        state.withLock { state in
            state.clients[identity] = nil
            state.streams.removeAll { $0.owner == identity }
        }
    }

    fileprivate func add(_ stream: ManualStream, of owner: Int) throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            guard state.clients[owner] != nil else { throw .serverUnavailable }
            state.streams.append((owner, stream))
        }
    }

    fileprivate func remove(_ stream: ManualStream) {
        state.withLock { state in state.streams.removeAll { $0.stream === stream } }
    }

    /// Runs `body` while no cycle runs.
    fileprivate func exclusively(_ body: () -> Void) { state.withLock { _ in body() } }
}
