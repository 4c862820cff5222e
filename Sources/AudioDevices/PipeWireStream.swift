import AudioCore
internal import CPipeWire
import CRealtime
import Glibc
import Synchronization

/// One stream of a PipeWire connection, to a sink or from a source.
final class PipeWireStream: DeviceStream, @unchecked Sendable {
    let format: StreamShape
    let owner: PipeWire
    /// The same, to be used without counting references.
    private let ownerLink: Unmanaged<PipeWire>
    let library: PipeWireLibrary
    let isInput: Bool
    /// The device of its own; nil where it follows the default one.
    let node: BoundNode?
    private let role: StreamRole
    private let render: RenderCall
    private let measuredLatency: Atomic<Int>
    private let measuredDeviceLatency = Atomic<Int>(0)
    private let cycleFrames: Atomic<Int>
    private let missed = Atomic<Int>(0)
    /// The rate at which the server ran the last cycle; 0 before the first since the start.
    private let lastGraphRate = Atomic<Int>(0)
    /// What the audio thread signals when that changes, and of which loop.
    private let rateEvent: (loop: OpaquePointer?, event: OpaquePointer?)
    private let isRunning = Atomic<Bool>(false)
    /// Whether there has been a cycle since the last start.
    private let hasCycled = Atomic<Bool>(false)
    /// The number of the object whose cycles are rendered.
    private let turn = Atomic<Int>(0)
    /// The object of an output that this input's cycles trigger, and a number that is odd while they do.
    let triggered = Atomic<OpaquePointer?>(nil)
    let triggering = Atomic<Int>(0)
    /// Where to note when that was.
    let triggerTimes = Atomic<UnsafeMutablePointer<PipeWireMetronome.Times>?>(nil)

    // These belong to the loop: touched on its thread or with its lock held.
    private var title: String
    var port: PipeWirePort?
    /// What an input's object has instead of the connection that others share, as does the output's that it triggers.
    private var client: PipeWireClient?
    /// The object that is to take the place of `port`.
    var next: PipeWirePort?
    var nextSince: UInt64 = 0
    private var objects = 0
    /// Whether the server has ended `port`.
    var portHasEnded = false
    /// Former objects that the server has ended, to be destroyed.
    var ended: [PipeWirePort] = []
    var isTaken = false
    /// Whether cycles are to keep their length when other programs ask for shorter ones.
    private var locksCycle: Bool
    /// The rate that the objects demand of the device; 0 for any.
    private var forcedRate = 0.0
    /// The graph's rate that the connection knows.
    private var knownRate: Double?
    /// The input whose cycles an output follows, and the output that follows an input.
    weak var leader: PipeWireStream?
    weak var follower: PipeWireStream?

    // The audio thread's own.
    private var sampleTime: Int64 = 0
    private var last = Cycle()
    /// When the last cycle began that an object had the turn in, in nanoseconds; 0 while the stream is stopped.
    private var lastTurn: Int64 = 0
    /// The number of a newer object that has had a cycle behind one of the object that has the turn; 0 where there is none.
    private var waitingNumber = 0
    /// When the last cycle began in which another node triggered an object, in nanoseconds. What the server says to such an object
    /// is the time of its cycle before.
    var triggerTime: Int64 = 0

    /// Where the graph stood at a cycle of ours: time in nanoseconds, its driver's position, our frames.
    private struct Cycle {
        var now: Int64 = 0
        var ticks: Int64 = 0
        var frames: Int64 = 0
    }

    /// With the loop's lock held.
    init(
        _ owner: PipeWire, _ wanted: StreamRequest, on node: BoundNode?, _ render: RenderCall
    ) throws(AudioError) {
        self.owner = owner
        ownerLink = .passUnretained(owner)
        self.node = node
        library = owner.library
        format = wanted.shape
        isInput = wanted.direction == .input
        title = wanted.title
        role = wanted.role
        locksCycle = wanted.locksCycle
        self.render = render
        rateEvent = (owner.mainLoop, owner.rateEvent)
        measuredLatency = Atomic(wanted.shape.framesPerCycle)
        cycleFrames = Atomic(wanted.shape.framesPerCycle)
        // Only an input that names its device is grouped.
        client = isInput && node != nil ? owner.makeGroupClient() : nil
        let port = try makePort(nil)
        self.port = port
        giveTurn(to: port)
    }

    /// Another object of the server for this stream, stopped. With the loop's lock held.
    func makePort(_ leader: PipeWireStream?) throws(AudioError) -> PipeWirePort {
        objects += 1
        return try PipeWirePort(
            self, number: objects, properties(leader), leader: leader, client: leader?.client ?? client)
    }

    private func properties(_ leader: PipeWireStream?) -> [(String, String)] {
        var properties = [
            ("media.type", "Audio"), ("media.category", isInput ? "Capture" : "Playback"), Self.titleProperty(title),
            // The object's own name, in graphs of nodes, where it does not change.
            ("node.name", owner.identity.name), owner.identity.icon(of: isInput ? .input : .output, key: "icon-name"),
            cycleProperty,
        ]
        // Session managers remember volumes by role first: programs that name one share the volume of all that do. Next they go by
        // the stream's application, of which the connection has the name alone.
        properties += owner.identity.properties + owner.dataLoop
        switch role {
        case .sound: break
        case .event: properties.append(("media.role", "Notification"))
        case .communication: properties.append(("media.role", "Communication"))
        }
        if let node {
            // The last is for session managers that would link the stream to the default device instead.
            properties += [
                ("target.object", node.target), ("node.dont-reconnect", "true"), ("node.dont-fallback", "true"),
            ]
        }
        if let leader { properties.append(("node.group", leader.group)) }
        if locksCycle { properties.append(Self.lockProperty(true)) }
        // The server gives the device this rate where that is allowed and nothing else runs there.
        if let rate = owner.unlikeRate(of: self) { properties.append(("node.rate", "1/\(Int(rate))")) }
        if let rate = owner.rate(for: self) {
            forcedRate = rate
            properties.append(("node.force-rate", "\(Int(rate))"))
        }
        return properties
    }

    private static func titleProperty(_ title: String) -> (String, String) { ("media.name", title) }

    private static func lockProperty(_ locks: Bool) -> (String, String) { ("node.lock-quantum", "\(locks)") }

    private var cycleProperty: (String, String) {
        ("node.latency", "\(cycleFrames.load(ordering: .relaxed))/\(Int(format.sampleRate))")
    }

    /// The group of an input and the output that follows it: a name that no other has.
    var group: String { "coreaudio-\(getpid())-\(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))" }

    var latency: Int { measuredLatency.load(ordering: .relaxed) }
    var deviceLatency: Int { measuredDeviceLatency.load(ordering: .relaxed) }
    var xruns: Int { missed.load(ordering: .relaxed) }
    /// The rate at which the server runs the device; nil until a cycle has it.
    var graphRate: Double? {
        let rate = lastGraphRate.load(ordering: .relaxed)
        return rate > 0 ? Double(rate) : nil
    }
    /// The graph's rate where the connection knows another. With the loop's lock held.
    func takeNewRate() -> Double? {
        guard let rate = graphRate, rate != knownRate else { return nil }
        knownRate = rate
        return rate
    }

    var isActive: Bool { @_noLocks get { isRunning.load(ordering: .acquiring) } }

    var firstCycle: FirstCycle {
        let isDue = owner.locked { isActive && port?.isStreaming == true }
        return !isDue ? .notDue : hasCycled.load(ordering: .relaxed) ? .came : .due
    }

    func start() throws(AudioError) {
        let follower = setActive(true)
        follower?.waitForChange()
    }

    func stop() {
        let follower = owner.locked { self.follower }
        owner.locked { follower?.uncouple() }
        follower?.waitForChange()
        _ = setActive(false)
    }

    /// - Returns: the output that follows this input.
    private func setActive(_ active: Bool) -> PipeWireStream? {
        owner.locked {
            lastGraphRate.store(0, ordering: .relaxed)
            hasCycled.store(false, ordering: .relaxed)
            isRunning.store(active, ordering: .releasing)
            port?.setActive(active)
            next?.setActive(active)
            if active { follower?.couple() }
            return follower
        }
    }

    func setFramesPerCycle(_ frames: Int) -> Bool {
        owner.locked {
            guard let port else { return false }
            cycleFrames.store(frames, ordering: .relaxed)
            for port in [port, next].compactMap({ $0 }) {
                // A locked cycle ignores the wishes of its own stream, too.
                if locksCycle { port.update([Self.lockProperty(false)]) }
                port.update([cycleProperty])
                if locksCycle { port.update([Self.lockProperty(true)]) }
            }
            return true
        }
    }

    func setLocksCycle(_ locks: Bool) {
        owner.locked {
            guard locks != locksCycle else { return }
            locksCycle = locks
            for port in [port, next] { port?.update([Self.lockProperty(locks)]) }
        }
    }

    func setTitle(_ title: String) {
        owner.locked {
            self.title = title
            for port in [port, next] { port?.update([Self.titleProperty(title)]) }
        }
    }

    /// Demands the rate that has been set for the device on which the stream is now.
    func updateRate() {
        let rate = owner.rate(for: self) ?? 0
        guard rate != forcedRate else { return }
        forcedRate = rate
        for port in [port, next] { port?.update([("node.force-rate", "\(Int(rate))")]) }
    }

    var device: String? {
        owner.locked { port.flatMap { owner.device(linkedTo: library.pw_stream_get_node_id($0.object)) } }
    }

    var hasEnded: Bool { owner.locked { isTaken || node?.isGone == true } }

    func close() {
        let follower = owner.locked { self.follower }
        follower?.leave()
        owner.locked {
            leader?.follower = nil
            leader?.port?.update([("node.group", "")])
            leader = nil
            closeEnded()
            next?.close()
            port?.close()
            (port, next, client) = (nil, nil, nil)
        }
    }

    // MARK: Objects that take turns

    func hasTurn(_ port: PipeWirePort) -> Bool { turn.load(ordering: .acquiring) == port.number }

    func giveTurn(to port: PipeWirePort) { turn.store(port.number, ordering: .releasing) }

    /// Whether an object's cycle is the stream's. A newer object takes over in a cycle that the older one has not rendered. Where the
    /// older one always comes first, it leaves one out for that.
    @_noLocks private func takesTurn(_ number: Int, at now: Int64) -> Bool {
        let present = turn.load(ordering: .relaxed)
        if number == present {
            let isWaitedFor = waitingNumber > number
            waitingNumber = 0
            return !isWaitedFor
        }
        guard number > present else { return false }
        let half = Int64(HostTime.duration(of: last.frames, at: format.sampleRate)) / 2
        let since = lastTurn == 0 ? Int64.max : now - lastTurn
        guard since > half else {
            waitingNumber = number
            return false
        }
        turn.store(number, ordering: .releasing)
        waitingNumber = 0
        // The server counts for each object by itself.
        last = Cycle()
        return true
    }

    // MARK: The audio thread

    /// One cycle of one of the stream's objects.
    @_noLocks func process(
        _ object: OpaquePointer, _ number: Int, _ converter: UnsafeMutablePointer<PipeWireConverter>
    ) {
        if isActive { hasCycled.store(true, ordering: .relaxed) }
        if isInput {
            triggerFollower(capture(object))
        } else {
            play(object, number, converter)
        }
    }

    /// The next buffer, and the time, on PipeWire's data thread.
    @_noLocks private func dequeue(_ object: OpaquePointer, _ time: inout PWTime) -> UnsafeMutablePointer<PWBuffer>? {
        var buffer: UnsafeMutablePointer<PWBuffer>?
        let library = self.library
        // Both are documented as safe for the data thread.
        realtimeTrusted {
            buffer = library.pw_stream_dequeue_buffer(object)
            _ = library.pw_stream_get_time_n(object, &time, MemoryLayout<PWTime>.size)
        }
        return buffer
    }

    @_noLocks private func queue(_ object: OpaquePointer, _ buffer: UnsafeMutablePointer<PWBuffer>) {
        let library = self.library
        // Documented as safe for the data thread.
        realtimeTrusted { _ = library.pw_stream_queue_buffer(object, buffer) }
    }

    private var stride: Int { @_noLocks get { format.channels * MemoryLayout<Float>.size } }

    /// One cycle of the graph, to a sink.
    @_noLocks private func play(
        _ object: OpaquePointer, _ number: Int, _ converter: UnsafeMutablePointer<PipeWireConverter>
    ) {
        var time = PWTime()
        guard let buffer = dequeue(object, &time), let data = buffer.pointee.memory.pointee.datas,
            let samples = data.pointee.data
        else { return }
        let room = Int(data.pointee.maximumSize) / stride
        let requested = Int(buffer.pointee.requested)
        let wanted = requested == 0 ? cycleFrames.load(ordering: .relaxed) : requested
        let frames = min(wanted, room)
        // In a silent cycle, too: the server's converter takes its frames.
        let delay = converter.pointee.take(frames, keeping: time.buffered)
        let begin = max(time.now, triggerTime)
        let now = begin > 0 ? UInt64(begin) : HostTime.now()
        if !takesTurn(number, at: Int64(now)) {
            _ = realtime_fill(samples, 0, frames * stride)
        } else if isActive {
            lastTurn = Int64(now)
            _ = measure(time, frames: frames, delay: delay)
            let wait = HostTime.duration(of: Int64(latency), at: format.sampleRate)
            renderAll(samples.assumingMemoryBound(to: Float.self), frames, at: now &+ wait, requestedAt: now)
        } else {
            _ = realtime_fill(samples, 0, frames * stride)
            last = Cycle()
            lastTurn = 0
        }
        data.pointee.chunk.pointee.offset = 0
        data.pointee.chunk.pointee.stride = Int32(stride)
        data.pointee.chunk.pointee.size = UInt32(frames * stride)
        buffer.pointee.size = UInt64(frames)
        queue(object, buffer)
    }

    /// One cycle of the graph, from a source.
    ///
    /// - Returns: when it began, in nanoseconds.
    @_noLocks private func capture(_ object: OpaquePointer) -> Int64 {
        var time = PWTime()
        guard let buffer = dequeue(object, &time) else { return time.now }
        if let data = buffer.pointee.memory.pointee.datas, let memory = data.pointee.data {
            let offset = min(data.pointee.chunk.pointee.offset, data.pointee.maximumSize)
            let size = min(data.pointee.chunk.pointee.size, data.pointee.maximumSize - offset)
            let frames = Int(size) / stride
            if isActive {
                sampleTime += measure(time, frames: frames, delay: Double(frames) + Double(time.buffered))
                let age = HostTime.duration(of: Int64(latency), at: format.sampleRate)
                let samples = (memory + Int(offset)).assumingMemoryBound(to: Float.self)
                let now = time.now > 0 ? UInt64(time.now) : HostTime.now()
                renderAll(samples, frames, at: now &- age, requestedAt: now)
            } else {
                last = Cycle()
            }
        }
        queue(object, buffer)
        return time.now
    }

    /// Passes `frames` in calls of at most the agreed size.
    @_noLocks private func renderAll(
        _ samples: UnsafeMutablePointer<Float>, _ frames: Int, at hostTime: UInt64, requestedAt requestTime: UInt64
    ) {
        let most = cycleFrames.load(ordering: .relaxed)
        ownerLink._withUnsafeGuaranteedRef { $0.cycleBegin.store(HostTime.now(), ordering: .relaxed) }
        var done = 0
        while done < frames {
            let now = min(frames - done, most)
            render(
                RenderCycle(
                    samples: samples + done * format.channels, frames: UInt32(now), channels: UInt32(format.channels),
                    hostTime: hostTime &+ HostTime.duration(of: Int64(done), at: format.sampleRate),
                    requestTime: requestTime, sampleTime: sampleTime, rateScalar: 1))
            sampleTime += Int64(now)
            done += now
        }
        ownerLink._withUnsafeGuaranteedRef { $0.cycleBegin.store(0, ordering: .relaxed) }
    }

    /// Where the rate is another than that of the cycle before, the connection is notified.
    @_noLocks private func note(graphRate rate: Int) {
        guard rate != lastGraphRate.load(ordering: .relaxed) else { return }
        lastGraphRate.store(rate, ordering: .relaxed)
        let loop = rateEvent.loop
        guard let event = rateEvent.event else { return }
        // For any thread: a write to a descriptor that does not block.
        realtimeTrusted { PWLoopSignalEvent(loop, event) }
    }

    /// Notes the latency, and counts an xrun where the graph went on without us or was late itself.
    ///
    /// - Parameter delay: frames that the graph's cycle and the server's converter take.
    /// - Returns: how many frames passed unseen between the last cycle and this one.
    @_noLocks private func measure(_ time: PWTime, frames: Int, delay: Double) -> Int64 {
        var latency = delay + Double(time.queued)
        let tick = time.rateDenominator > 0 ? Double(time.rateNumerator) / Double(time.rateDenominator) : 0
        // What the ports on the way to the device declare.
        let beyond = Double(time.delay) * tick * format.sampleRate
        latency += beyond
        if latency >= 0, latency < format.sampleRate * 60 {
            measuredLatency.store(Int(latency), ordering: .relaxed)
            measuredDeviceLatency.store(Int(max(0, beyond)), ordering: .relaxed)
        }
        if time.rateNumerator > 0 {
            note(graphRate: Int(time.rateDenominator / time.rateNumerator))
        }
        let now = Cycle(now: time.now, ticks: Int64(truncatingIfNeeded: time.ticks), frames: Int64(frames))
        defer { last = now }
        guard last.now > 0, last.frames > 0 else { return 0 }
        let cycle = Double(last.frames)
        let half = cycle / 2
        let byClock = Double(now.now &- last.now) * format.sampleRate / 1e9 - cycle
        var byPosition = Double(now.ticks &- last.ticks) * tick * format.sampleRate - cycle
        // Another driver counts from elsewhere.
        if byPosition < -half { byPosition = byClock }
        if byPosition > byClock + 2 * cycle { byPosition = byClock }
        if max(byClock, byPosition) > half { missed.wrappingAdd(1, ordering: .relaxed) }
        return byPosition > half ? Int64(min(byPosition, 86_400 * format.sampleRate) + 0.5) : 0
    }
}
