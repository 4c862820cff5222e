import AudioCore
import CPipeWire
import CRealtime
import Synchronization

/// One stream of a PipeWire connection, to a sink or from a source.
final class PipeWireStream: DeviceStream, @unchecked Sendable {
    let format: StreamShape
    private let owner: PipeWire
    private let library: PipeWireLibrary
    private let isInput: Bool
    private let render: RenderCall
    private var stream: OpaquePointer!
    private let hook = UnsafeMutablePointer<PWHook>.allocateZeroed()
    /// The device of its own; nil where it follows the default one.
    private let node: BoundNode?
    private let measuredLatency: Atomic<Int>
    private let cycleFrames: Atomic<Int>
    private let missed = Atomic<Int>(0)
    private let isRunning = Atomic<Bool>(false)

    // These belong to the loop: touched on its thread or with its lock held.
    private var isTaken = false
    private var isClosing = false

    // The audio thread's own.
    private var sampleTime: Int64 = 0
    private var last = Cycle()

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
        self.node = node
        library = owner.library
        format = wanted.shape
        isInput = wanted.direction == .input
        self.render = render
        measuredLatency = Atomic(wanted.shape.framesPerCycle)
        cycleFrames = Atomic(wanted.shape.framesPerCycle)
        let properties = library.properties(Self.properties(wanted, node))
        stream = library.pw_stream_new(owner.core, wanted.title, properties)
        guard stream != nil else { throw .memoryFull }
        library.pw_stream_add_listener(stream, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
        let flags = PWStreamAutoconnect | PWStreamMapBuffers | PWStreamRealtimeProcess | PWStreamInactive
        let status = withUnsafeTemporaryAllocation(byteCount: 4 * Int(PWFormatWords), alignment: 8) { pod in
            let words = pod.bindMemory(to: UInt32.self)
            PWBuildFormat(
                words.baseAddress, UInt32(format.sampleRate), UInt32(format.channels),
                PipeWire.positions(format.channels))
            var parameter = UnsafeRawPointer(pod.baseAddress)
            return library.pw_stream_connect(
                stream, Int32(isInput ? PWDirectionInput : PWDirectionOutput), UInt32(PWIdAny), UInt32(flags),
                &parameter, 1)
        }
        guard status >= 0 else {
            library.pw_stream_destroy(stream)
            throw .serverUnavailable.because("PipeWire refuses the stream")
        }
        owner.add(stream)
    }

    deinit { hook.deallocate() }

    private static func properties(_ wanted: StreamRequest, _ node: BoundNode?) -> [(String, String)] {
        var properties = [
            ("media.type", "Audio"), ("media.category", wanted.direction == .input ? "Capture" : "Playback"),
            ("media.name", wanted.title),
            ("node.latency", "\(wanted.shape.framesPerCycle)/\(Int(wanted.shape.sampleRate))"),
        ]
        // Session managers remember volumes by role first: programs that name one share the volume of all that do.
        if wanted.role == .event { properties.append(("media.role", "Notification")) }
        if let node {
            // The last is for session managers that would link the stream to the default device instead.
            properties += [
                ("target.object", node.target), ("node.dont-reconnect", "true"), ("node.dont-fallback", "true"),
            ]
        }
        return properties
    }

    var latency: Int { measuredLatency.load(ordering: .relaxed) }
    var xruns: Int { missed.load(ordering: .relaxed) }

    func start() throws(AudioError) { setActive(true) }
    func stop() { setActive(false) }

    private func setActive(_ active: Bool) {
        library.pw_thread_loop_lock(owner.loop)
        isRunning.store(active, ordering: .releasing)
        if stream != nil { _ = library.pw_stream_set_active(stream, active) }
        library.pw_thread_loop_unlock(owner.loop)
    }

    func setFramesPerCycle(_ frames: Int) -> Bool {
        library.pw_thread_loop_lock(owner.loop)
        defer { library.pw_thread_loop_unlock(owner.loop) }
        guard stream != nil else { return false }
        cycleFrames.store(frames, ordering: .relaxed)
        library.withDictionary([("node.latency", "\(frames)/\(Int(format.sampleRate))")]) { dictionary in
            _ = library.pw_stream_update_properties(stream, dictionary)
        }
        return true
    }

    var device: String? {
        library.pw_thread_loop_lock(owner.loop)
        defer { library.pw_thread_loop_unlock(owner.loop) }
        return stream == nil ? nil : owner.device(linkedTo: library.pw_stream_get_node_id(stream))
    }

    var hasEnded: Bool {
        library.pw_thread_loop_lock(owner.loop)
        defer { library.pw_thread_loop_unlock(owner.loop) }
        return isTaken || node?.isGone == true
    }

    func close() {
        library.pw_thread_loop_lock(owner.loop)
        isClosing = true
        if let stream {
            owner.remove(stream)
            library.pw_stream_destroy(stream)
        }
        stream = nil
        library.pw_thread_loop_unlock(owner.loop)
    }

    private nonisolated(unsafe) static let events = {
        let table = UnsafeMutablePointer<PWStreamEvents>.allocateZeroed()
        table.pointee.version = UInt32(PWStreamEventsVersion)
        table.pointee.stateChanged = { data, _, state, _ in
            let this = Unmanaged<PipeWireStream>.fromOpaque(data!).takeUnretainedValue()
            let isOver = state == PWStreamStateUnconnected || state == Int32(PWStreamStateError)
            guard isOver, !this.isClosing else { return }
            this.isTaken = true
            this.owner.didEnd()
        }
        table.pointee.process = { data in
            Unmanaged<PipeWireStream>.fromOpaque(data!)._withUnsafeGuaranteedRef { this in
                if this.isInput { this.capture() } else { this.play() }
            }
        }
        return table
    }()

    /// The next buffer, and the time, on PipeWire's data thread.
    @_noLocks private func dequeue(_ time: inout PWTime) -> UnsafeMutablePointer<PWBuffer>? {
        var buffer: UnsafeMutablePointer<PWBuffer>?
        let (library, stream) = (self.library, self.stream)
        // Both are documented as safe for the data thread.
        realtimeTrusted {
            buffer = library.pw_stream_dequeue_buffer(stream)
            _ = library.pw_stream_get_time_n(stream, &time, MemoryLayout<PWTime>.size)
        }
        return buffer
    }

    @_noLocks private func queue(_ buffer: UnsafeMutablePointer<PWBuffer>) {
        let (library, stream) = (self.library, self.stream)
        // Documented as safe for the data thread.
        realtimeTrusted { _ = library.pw_stream_queue_buffer(stream, buffer) }
    }

    private var stride: Int { @_noLocks get { format.channels * MemoryLayout<Float>.size } }

    /// One cycle of the graph, to a sink.
    @_noLocks private func play() {
        var time = PWTime()
        guard let buffer = dequeue(&time), let data = buffer.pointee.memory.pointee.datas,
            let samples = data.pointee.data
        else { return }
        let room = Int(data.pointee.maximumSize) / stride
        let requested = Int(buffer.pointee.requested)
        let wanted = requested == 0 ? cycleFrames.load(ordering: .relaxed) : requested
        let frames = min(wanted, room)
        if isRunning.load(ordering: .acquiring) {
            _ = measure(time, frames: frames)
            let now = time.now > 0 ? UInt64(time.now) : HostTime.now()
            let wait = HostTime.duration(of: Int64(latency), at: format.sampleRate)
            renderAll(samples.assumingMemoryBound(to: Float.self), frames, at: now &+ wait, requestedAt: now)
        } else {
            _ = realtime_fill(samples, 0, frames * stride)
            last = Cycle()
        }
        data.pointee.chunk.pointee.offset = 0
        data.pointee.chunk.pointee.stride = Int32(stride)
        data.pointee.chunk.pointee.size = UInt32(frames * stride)
        buffer.pointee.size = UInt64(frames)
        queue(buffer)
    }

    /// One cycle of the graph, from a source.
    @_noLocks private func capture() {
        var time = PWTime()
        guard let buffer = dequeue(&time) else { return }
        if let data = buffer.pointee.memory.pointee.datas, let memory = data.pointee.data {
            let offset = min(data.pointee.chunk.pointee.offset, data.pointee.maximumSize)
            let size = min(data.pointee.chunk.pointee.size, data.pointee.maximumSize - offset)
            let frames = Int(size) / stride
            if isRunning.load(ordering: .acquiring) {
                sampleTime += measure(time, frames: frames)
                let age = HostTime.duration(of: Int64(latency), at: format.sampleRate)
                let samples = (memory + Int(offset)).assumingMemoryBound(to: Float.self)
                let now = time.now > 0 ? UInt64(time.now) : HostTime.now()
                renderAll(samples, frames, at: now &- age, requestedAt: now)
            } else {
                last = Cycle()
            }
        }
        queue(buffer)
    }

    /// Hands over `frames` in calls of at most the agreed size.
    @_noLocks private func renderAll(
        _ samples: UnsafeMutablePointer<Float>, _ frames: Int, at hostTime: UInt64, requestedAt requestTime: UInt64
    ) {
        let most = cycleFrames.load(ordering: .relaxed)
        var done = 0
        while done < frames {
            let now = min(frames - done, most)
            render(
                RenderCycle(
                    samples: samples + done * format.channels, frames: UInt32(now), channels: UInt32(format.channels),
                    hostTime: hostTime &+ HostTime.duration(of: Int64(done), at: format.sampleRate),
                    requestTime: requestTime, sampleTime: sampleTime))
            sampleTime += Int64(now)
            done += now
        }
    }

    /// Notes the latency, and counts an xrun where the graph went on without us or was late itself.
    ///
    /// - Returns: how many frames passed unseen between the last cycle and this one.
    @_noLocks private func measure(_ time: PWTime, frames: Int) -> Int64 {
        var latency = Double(frames) + Double(time.queued) + Double(time.buffered)
        let tick = time.rateDenominator > 0 ? Double(time.rateNumerator) / Double(time.rateDenominator) : 0
        latency += Double(time.delay) * tick * format.sampleRate
        if latency >= 0, latency < format.sampleRate * 60 { measuredLatency.store(Int(latency), ordering: .relaxed) }
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
