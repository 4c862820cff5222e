import AudioCore
import CPipeWire
import CRealtime
import Synchronization

/// One playback stream of a PipeWire connection.
final class PipeWireStream: DeviceStream, @unchecked Sendable {
    let format: StreamShape
    private let owner: PipeWire
    private let library: PipeWireLibrary
    private let render: RenderCall
    private var stream: OpaquePointer!
    private let hook = UnsafeMutablePointer<PWHook>.allocateZeroed()
    private let measuredLatency: Atomic<Int>
    private let missed = Atomic<Int>(0)
    private let isRunning = Atomic<Bool>(false)

    // The audio thread's own.
    private var sampleTime: Int64 = 0
    private var lastCycle: UInt64 = 0
    private var lastFrames: Int64 = 0

    /// With the loop's lock held.
    init(_ owner: PipeWire, _ wanted: StreamRequest, _ render: RenderCall) throws(AudioError) {
        self.owner = owner
        library = owner.library
        format = wanted.shape
        self.render = render
        measuredLatency = Atomic(wanted.shape.framesPerCycle)
        let properties = library.properties(Self.properties(wanted))
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
                stream, Int32(PWDirectionOutput), UInt32(PWIdAny), UInt32(flags), &parameter, 1)
        }
        guard status >= 0 else {
            library.pw_stream_destroy(stream)
            throw .serverUnavailable.because("PipeWire refuses the stream")
        }
    }

    deinit { hook.deallocate() }

    private static func properties(_ wanted: StreamRequest) -> [(String, String)] {
        var properties = [
            ("media.type", "Audio"), ("media.category", "Playback"), ("media.role", "Music"),
            ("media.name", wanted.title),
            ("node.latency", "\(wanted.shape.framesPerCycle)/\(Int(wanted.shape.sampleRate))"),
        ]
        if let device = wanted.device {
            properties += [("target.object", device), ("node.dont-reconnect", "true")]
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

    func close() {
        library.pw_thread_loop_lock(owner.loop)
        if stream != nil { library.pw_stream_destroy(stream) }
        stream = nil
        library.pw_thread_loop_unlock(owner.loop)
    }

    private nonisolated(unsafe) static let events = {
        let table = UnsafeMutablePointer<PWStreamEvents>.allocateZeroed()
        table.pointee.version = UInt32(PWStreamEventsVersion)
        table.pointee.process = { data in
            Unmanaged<PipeWireStream>.fromOpaque(data!)._withUnsafeGuaranteedRef { $0.process() }
        }
        return table
    }()

    /// One cycle of the graph, on PipeWire's data thread.
    @_noLocks private func process() {
        var buffer: UnsafeMutablePointer<PWBuffer>?
        var time = PWTime()
        let (library, stream) = (self.library, self.stream)
        // Both are documented as safe for the data thread.
        realtimeTrusted {
            buffer = library.pw_stream_dequeue_buffer(stream)
            _ = library.pw_stream_get_time_n(stream, &time, MemoryLayout<PWTime>.size)
        }
        guard let buffer, let data = buffer.pointee.memory.pointee.datas, let samples = data.pointee.data
        else { return }
        let stride = format.channels * MemoryLayout<Float>.size
        let room = Int(data.pointee.maximumSize) / stride
        let wanted = buffer.pointee.requested == 0 ? format.framesPerCycle : Int(buffer.pointee.requested)
        let frames = min(wanted, room)
        if isRunning.load(ordering: .acquiring) {
            measure(time, frames: frames)
            fill(samples.assumingMemoryBound(to: Float.self), frames, at: UInt64(max(time.now, 0)))
        } else {
            _ = realtime_fill(samples, 0, frames * stride)
            lastCycle = 0
        }
        data.pointee.chunk.pointee.offset = 0
        data.pointee.chunk.pointee.stride = Int32(stride)
        data.pointee.chunk.pointee.size = UInt32(frames * stride)
        buffer.pointee.size = UInt64(frames)
        // Documented as safe for the data thread.
        realtimeTrusted { _ = library.pw_stream_queue_buffer(stream, buffer) }
    }

    /// Renders `frames` in calls of at most the agreed size.
    @_noLocks private func fill(_ samples: UnsafeMutablePointer<Float>, _ frames: Int, at hostTime: UInt64) {
        var done = 0
        while done < frames {
            let now = min(frames - done, format.framesPerCycle)
            render(
                RenderCycle(
                    samples: samples + done * format.channels, frames: UInt32(now), channels: UInt32(format.channels),
                    hostTime: hostTime + HostTime.duration(of: Int64(done), at: format.sampleRate),
                    sampleTime: sampleTime))
            sampleTime += Int64(now)
            done += now
        }
    }

    /// Notes the latency, and a gap where the graph went on without us.
    @_noLocks private func measure(_ time: PWTime, frames: Int) {
        var latency = Double(frames) + Double(time.queued) + Double(time.buffered)
        if time.rateDenominator > 0 {
            let seconds = Double(time.delay) * Double(time.rateNumerator) / Double(time.rateDenominator)
            latency += seconds * format.sampleRate
        }
        if latency >= 0, latency < format.sampleRate * 60 { measuredLatency.store(Int(latency), ordering: .relaxed) }
        let now = UInt64(max(time.now, 0))
        let expected = HostTime.duration(of: lastFrames, at: format.sampleRate)
        if lastCycle > 0, expected > 0, now > lastCycle + expected + expected / 2 {
            missed.wrappingAdd(1, ordering: .relaxed)
        }
        lastCycle = now
        lastFrames = Int64(frames)
    }
}
