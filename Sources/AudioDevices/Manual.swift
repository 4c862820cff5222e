import AudioCore
import CRealtime
import Synchronization

/// A device that tests drive by hand: a cycle runs when `ManualServer.advance` asks for it, on the caller's thread.
///
/// Chosen by name only. Its time is a number: frames handed over, turned into nanoseconds, with no clock behind it.
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

    package func devices() throws(AudioError) -> [DeviceDescription] { server.devices }

    package func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream {
        guard wanted.shape.isSane else { throw .deviceFormat }
        guard wanted.direction == .output else { throw .noDevice.because("the manual device does not record") }
        if let device = wanted.device, !server.devices.contains(where: { $0.id == device }) { throw .noDevice }
        let stream = ManualStream(server, wanted, render)
        try server.add(stream, of: identity)
        return stream
    }

    package func close() { server.disconnect(identity) }
}

final class ManualStream: DeviceStream {
    let format: StreamShape
    let device: String?
    fileprivate let render: RenderCall
    fileprivate let running = Atomic<Bool>(false)
    fileprivate let sampleTime = Atomic<Int>(0)
    private let server: ManualServer

    init(_ server: ManualServer, _ wanted: StreamRequest, _ render: RenderCall) {
        self.server = server
        format = wanted.shape
        device = wanted.device
        self.render = render
    }

    var latency: Int { server.latency }
    var xruns: Int { 0 }

    func start() throws(AudioError) { running.store(true, ordering: .releasing) }
    func stop() { server.exclusively { running.store(false, ordering: .releasing) } }
    func close() { server.remove(self) }
}

/// The far side of the Manual device: what a test holds to let time pass, unplug, and crash.
package final class ManualServer: Sendable {
    package static let shared = ManualServer()

    private struct State {
        var nextIdentity = 1
        var clients: [Int: @Sendable (DeviceEvent) -> Void] = [:]
        var streams: [(owner: Int, stream: ManualStream)] = []
        var devices = [
            DeviceDescription(id: "manual", name: "Manual", direction: .output, isDefault: true)
        ]
        var isAlive = true
        var hostTime: UInt64 = 1_000_000_000
        var connections = 0
    }

    private let state = Monitor(State())
    private let latencyFrames = Atomic<Int>(0)

    package init() {}

    /// What streams report as their latency in frames.
    package var latency: Int {
        get { latencyFrames.load(ordering: .relaxed) }
        set { latencyFrames.store(newValue, ordering: .relaxed) }
    }

    package var devices: [DeviceDescription] { state.withLock { $0.devices } }

    /// How many times someone has connected.
    package var connections: Int { state.withLock { $0.connections } }

    /// How many streams are open and started.
    package var runningStreams: Int {
        state.withLock { $0.streams.count { $0.stream.running.load(ordering: .acquiring) } }
    }

    /// Lets `frames` pass and returns what the first running stream played, interleaved; empty where nothing runs.
    ///
    /// Runs whole cycles, and at the end a shorter one for the rest. The host time goes on by the frames' duration.
    @discardableResult
    package func advance(_ frames: Int) -> [Float] {
        state.withLock { state in
            guard state.isAlive else { return [] }
            var heard: [Float] = []
            var isFirst = true
            var passed: UInt64 = 0
            for (_, stream) in state.streams where stream.running.load(ordering: .acquiring) {
                let played = Self.run(stream, frames, from: state.hostTime)
                if isFirst {
                    heard = played
                    passed = HostTime.duration(of: Int64(frames), at: stream.format.sampleRate)
                }
                isFirst = false
            }
            state.hostTime += passed
            return heard
        }
    }

    private static func run(_ stream: ManualStream, _ frames: Int, from hostTime: UInt64) -> [Float] {
        let shape = stream.format
        return [Float](unsafeUninitializedCapacity: frames * shape.channels) { buffer, count in
            buffer.initialize(repeating: .nan)
            var done = 0
            while done < frames {
                let now = min(shape.framesPerCycle, frames - done)
                let time = stream.sampleTime.load(ordering: .relaxed)
                stream.render(
                    RenderCycle(
                        samples: buffer.baseAddress! + done * shape.channels, frames: UInt32(now),
                        channels: UInt32(shape.channels),
                        hostTime: hostTime + HostTime.duration(of: Int64(done), at: shape.sampleRate),
                        sampleTime: Int64(time)))
                stream.sampleTime.store(time + now, ordering: .relaxed)
                done += now
            }
            count = frames * shape.channels
        }
    }

    /// Ends every connection, as a crash does. Nobody can connect until `revive`.
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

    /// Replaces the list of devices and tells everyone.
    package func setDevices(_ devices: [DeviceDescription]) {
        let (clients, newDefault) = state.withLock { state in
            let changed = state.devices.first(where: \.isDefault)?.id != devices.first(where: \.isDefault)?.id
            state.devices = devices
            return (Array(state.clients.values), changed)
        }
        for client in clients {
            client(.devicesChanged)
            if newDefault { client(.defaultChanged(.output)) }
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
