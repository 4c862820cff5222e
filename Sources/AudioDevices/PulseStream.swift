import AudioCore
import CPulse
import CRealtime
import Glibc
import Synchronization

/// One stream of a PulseAudio connection, to a sink or from a source. The connection's renderer runs its cycles.
final class PulseStream: DeviceStream, @unchecked Sendable {
    let format: StreamShape
    private let owner: PulseAudio
    /// The owner's, to be used without counting references.
    private let renderer: Unmanaged<PulseRenderer>
    private let library: PulseLibrary
    private let isInput: Bool
    private let render: RenderCall
    private var stream: OpaquePointer!
    private let measuredLatency: Atomic<Int>
    private let cycleFrames: Atomic<Int>
    private let missed = Atomic<Int>(0)
    private let isTimed = Atomic<Bool>(false)
    private let state = WaitableValue(0)

    /// Cycles that the server gathers before it plays.
    private static let startCycles = 2
    /// Cycles of an input that are delivered before other streams have their turns. With more, a client that is slower than its
    /// sound would keep the outputs waiting.
    private static let mostCycles = 1
    /// Cycles between a frame and the loudspeaker that the server is asked for.
    private static let targetCycles = 4

    // These belong to the loop: touched on its thread or with its lock held.
    private var isRunning = false
    /// The number of the request that the renderer is yet to serve; 0 for none.
    private(set) var request = 0
    /// The next one in the renderer's list.
    var nextStream: Unmanaged<PulseStream>?
    /// Whether the renderer is in a cycle of this stream. It releases the lock then.
    private var isInCycle = false
    /// Whether the server is to begin once the stream has its first frames.
    private(set) var isHeld = false
    /// The server's beginning that has been asked for last; nil once it has answered.
    private var beginning: OpaquePointer?
    /// Whether the server has asked for frames, or has sent some, since it has answered the last beginning.
    private var hasAsked = false
    /// Bytes of the next request beyond those that the server asks for.
    private var extraBytes = 0
    private var sampleTime: Int64 = 0
    /// What clients read and write.
    private var memory: UnsafeMutableRawBufferPointer
    /// As many frames as a cycle may have (`StreamShape.isSane`).
    private static let mostFrames = 16_384
    /// When the stream was started, by the system's clock, in microseconds.
    private var startTime: Int64 = 0
    /// When to ask the server for the next report of its times, and how long to wait then.
    private var nextReport: UInt64 = 0
    private var reportPause: UInt64 = 0

    /// Between two reports, at first and at most.
    private static let reportPauses: (first: UInt64, most: UInt64) = (10_000_000, 1_000_000_000)

    init(_ owner: PulseAudio, _ wanted: StreamRequest, _ render: RenderCall) throws(AudioError) {
        self.owner = owner
        renderer = .passUnretained(owner.renderer)
        library = owner.library
        format = wanted.shape
        isInput = wanted.direction == .input
        self.render = render
        let frameBytes = wanted.shape.channels * MemoryLayout<Float>.size
        memory = .allocate(byteCount: Self.mostFrames * frameBytes, alignment: 64)
        measuredLatency = Atomic(wanted.shape.framesPerCycle * Self.targetCycles)
        cycleFrames = Atomic(wanted.shape.framesPerCycle)
        var sample = PulseSampleSpec(
            format: Int32(PulseSampleFloat32), rate: UInt32(format.sampleRate), channels: UInt8(format.channels))
        var map = PulseChannelMap()
        _ = library.pa_channel_map_init_extend(&map, UInt32(format.channels), Int32(PulseChannelMapWAVE))
        try owner.locked { () throws(AudioError) in
            let properties = library.pa_proplist_new()
            defer { library.pa_proplist_free(properties) }
            let icon = owner.identity.icon(of: wanted.direction, key: "icon_name")
            _ = library.pa_proplist_sets(properties, icon.0, icon.1)
            switch wanted.role {
            case .sound: break
            case .event: _ = library.pa_proplist_sets(properties, "media.role", "event")
            case .communication: _ = library.pa_proplist_sets(properties, "media.role", "phone")
            }
            stream = library.pa_stream_new_with_proplist(owner.context, wanted.title, &sample, &map, properties)
            guard stream != nil else { throw .deviceFormat.because("PulseAudio refuses the format") }
            owner.renderer.add(self)
            connect(to: wanted.device)
        }
        let isReady = state.wait(nanoseconds: owner.locked { owner.longestWait }) { state in
            state == Int(PulseStreamReady) ? true : state >= Int(PulseStreamFailed) ? false : nil
        }
        guard isReady == true else {
            close()
            throw .serverUnavailable.because("PulseAudio \(isReady == nil ? "does not answer" : "refuses the stream")")
        }
    }

    deinit { memory.deallocate() }

    private func connect(to device: String?) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        library.pa_stream_set_state_callback(
            stream,
            { stream, user in
                let this = Unmanaged<PulseStream>.fromOpaque(user!).takeUnretainedValue()
                let now = Int(this.library.pa_stream_get_state(stream))
                let before = this.state.withLock { state in
                    defer { state = now }
                    return state
                }
                if before == Int(PulseStreamReady) { this.owner.didEnd() }
            }, this)
        library.pa_stream_set_moved_callback(
            stream,
            { _, user in
                let this = Unmanaged<PulseStream>.fromOpaque(user!).takeUnretainedValue()
                this.didMove()
                this.owner.didMove()
            }, this)
        var attributes = attributes(framesPerCycle: format.framesPerCycle)
        var flags = PulseStreamStartCorked | PulseStreamInterpolateTiming | PulseStreamAdjustLatency
        if device != nil { flags |= PulseStreamDontMove }
        isInput ? listen(this) : play(this)
        let status =
            isInput
            ? library.pa_stream_connect_record(stream, device, &attributes, Int32(flags))
            : library.pa_stream_connect_playback(stream, device, &attributes, Int32(flags), nil, nil)
        if status < 0 { state.withLock { $0 = Int(PulseStreamFailed) } }
    }

    private func attributes(framesPerCycle: Int) -> PulseBufferAttributes {
        let cycle = UInt32(framesPerCycle * stride)
        return PulseBufferAttributes(
            maximumLength: .max, targetLength: cycle * UInt32(Self.targetCycles),
            prebuffering: cycle * UInt32(Self.startCycles), minimumRequest: cycle, fragmentSize: cycle)
    }

    func setFramesPerCycle(_ frames: Int) -> Bool {
        owner.locked {
            guard stream != nil else { return false }
            cycleFrames.store(frames, ordering: .relaxed)
            askForCycle()
            return true
        }
    }

    func setTitle(_ title: String) {
        owner.locked {
            guard let stream, let operation = library.pa_stream_set_name(stream, title, nil, nil) else { return }
            library.pa_operation_unref(operation)
        }
    }

    private func askForCycle() {
        var attributes = attributes(framesPerCycle: cycleFrames.load(ordering: .relaxed))
        if let operation = library.pa_stream_set_buffer_attr(stream, &attributes, nil, nil) {
            library.pa_operation_unref(operation)
        }
        askForReports()
    }

    /// The stream is on another device now.
    ///
    /// The server has taken for granted that this device has the latency that was asked for. A network's, for one, has more than the
    /// whole buffer, and would find it empty in each cycle. The server measures it where the attributes are set again.
    ///
    /// The device leaves out as many frames as it has passed on already, up to its latency, and the server asks for
    /// others only when it takes what comes behind them. The frames that are written now keep the buffer from being empty then, when
    /// it would gather `startCycles` in silence. The next requests are smaller by as many, so that the latency stays as it was.
    private func didMove() {
        askForCycle()
        if !isInput, isRunning {
            extraBytes = Self.startCycles * cycleFrames.load(ordering: .relaxed) * stride
            requestCycles()
        }
    }

    /// The server asks for frames, or has sent some. On the loop's thread, which sends what is queued next: the server's report
    /// is the more exact the less time passes until it has the question.
    @_noLocks private func didAsk() {
        if isRunning { askForReport(HostTime.now()) }
        if beginning == nil, !isHeld { hasAsked = true }
        requestCycles()
    }

    @_noLocks private func requestCycles() {
        if request == 0 { request = renderer._withUnsafeGuaranteedRef { $0.nextRequest() } }
    }

    var device: String? {
        owner.locked { stream == nil ? nil : library.pa_stream_get_device_name(stream).map { String(cString: $0) } }
    }

    private func play(_ this: UnsafeMutableRawPointer) {
        library.pa_stream_set_write_callback(
            stream,
            { _, _, user in
                Unmanaged<PulseStream>.fromOpaque(user!)._withUnsafeGuaranteedRef { $0.didAsk() }
            }, this)
        library.pa_stream_set_underflow_callback(
            stream,
            { _, user in
                Unmanaged<PulseStream>.fromOpaque(user!)._withUnsafeGuaranteedRef { $0.didMiss() }
            }, this)
    }

    private func listen(_ this: UnsafeMutableRawPointer) {
        library.pa_stream_set_read_callback(
            stream,
            { _, _, user in
                Unmanaged<PulseStream>.fromOpaque(user!)._withUnsafeGuaranteedRef { $0.didAsk() }
            }, this)
        library.pa_stream_set_overflow_callback(
            stream,
            { _, user in
                Unmanaged<PulseStream>.fromOpaque(user!)._withUnsafeGuaranteedRef { $0.didMiss() }
            }, this)
    }

    private var stride: Int { @_noLocks get { format.channels * MemoryLayout<Float>.size } }

    var latency: Int { measuredLatency.load(ordering: .relaxed) }
    /// A server that was late asks for all that it gathers.
    var burst: Int { isInput ? 0 : Self.targetCycles * cycleFrames.load(ordering: .relaxed) }
    var xruns: Int { missed.load(ordering: .relaxed) }
    var hasTimes: Bool { isInput || isTimed.load(ordering: .acquiring) }

    /// The server removes a stream when its device goes and no other takes it, or when a user ends it.
    var hasEnded: Bool { state.withLock { $0 >= Int(PulseStreamFailed) } }

    var firstCycle: FirstCycle {
        owner.locked { !isRunning || isHeld || beginning != nil ? .notDue : hasAsked ? .came : .due }
    }

    func start() throws(AudioError) {
        owner.locked {
            guard stream != nil, !isRunning else { return }
            var time = timeval()
            gettimeofday(&time, nil)
            startTime = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_usec)
            isTimed.store(false, ordering: .relaxed)
            if !isInput { writeSilence() }
            (isRunning, isHeld, hasAsked) = (true, true, false)
            // The server asked for frames while the stream was held, and does not ask twice.
            requestCycles()
        }
    }

    func stop() {
        owner.locked {
            guard stream != nil, isRunning else { return }
            endCycles()
            cork()
            // What is left would be the first of the next start.
            if isInput {
                while takePiece() != nil {}
            } else if let operation = library.pa_stream_flush(stream, nil, nil) {
                library.pa_operation_unref(operation)
            }
        }
    }

    /// What gets a stream going: a sink that wakes up may skip the first of it.
    ///
    /// As much as the server gathers before it plays, whatever it has asked for: it would wait for the rest where it has asked for less
    /// before it dropped what it had, at the last stop. It asks for that much less then.
    private func writeSilence() {
        let frames = Self.startCycles * cycleFrames.load(ordering: .relaxed)
        let silence = [UInt8](repeating: 0, count: frames * stride)
        _ = library.pa_stream_write(stream, silence, silence.count, nil, 0, Int32(PulseSeekRelative))
    }

    /// Lets the server play or record no more.
    private func cork() {
        if let operation = library.pa_stream_cork(stream, 1, nil, nil) { library.pa_operation_unref(operation) }
    }

    /// Begins no more cycles and waits for the end of one that runs. With the loop's lock held.
    private func endCycles() {
        (isRunning, isHeld, extraBytes) = (false, false, 0)
        while isInCycle { library.pa_threaded_mainloop_wait(owner.loop) }
    }

    func close() {
        owner.locked {
            endCycles()
            guard let stream else { return }
            owner.renderer.remove(self)
            forgetBeginning()
            library.pa_stream_set_state_callback(stream, nil, nil)
            library.pa_stream_set_moved_callback(stream, nil, nil)
            library.pa_stream_set_write_callback(stream, nil, nil)
            library.pa_stream_set_underflow_callback(stream, nil, nil)
            library.pa_stream_set_read_callback(stream, nil, nil)
            library.pa_stream_set_overflow_callback(stream, nil, nil)
            _ = library.pa_stream_disconnect(stream)
            library.pa_stream_unref(stream)
            self.stream = nil
        }
    }

    @_noLocks private func didMiss() {
        if isRunning { missed.wrappingAdd(1, ordering: .relaxed) }
        askForReports()
    }

    // MARK: The renderer's thread, with the loop's lock held but in a client's code

    /// Renders what the server has asked for, or delivers what it has sent.
    @_noLocks func serve() {
        request = 0
        isInCycle = true
        if isInput { read() } else { writeAll() }
        if isHeld { begin() }
        isInCycle = false
        // `endCycles` may wait for that.
        if !isRunning { renderer._withUnsafeGuaranteedRef { $0.wake() } }
    }

    /// Lets the server play or record.
    @_noLocks private func begin() {
        isHeld = false
        forgetBeginning()
        let (library, stream, this) = (self.library, self.stream, Unmanaged.passUnretained(self).toOpaque())
        let didBegin: PulseStreamDone = { _, _, user in
            Unmanaged<PulseStream>.fromOpaque(user!)._withUnsafeGuaranteedRef { $0.didBegin() }
        }
        var operation: OpaquePointer?
        // Queues a message for the loop to send.
        realtimeTrusted { operation = library.pa_stream_cork(stream, 0, didBegin, this) }
        beginning = operation
    }

    /// The server plays or records. On the loop's thread.
    @_noLocks private func didBegin() {
        forgetBeginning()
        askForReports()
        if isRunning { askForReport(HostTime.now()) }
    }

    /// Has `didBegin` called no more for what was asked. libpulse itself would call it until the server has ended the stream, which may
    /// be long after `close`.
    @_noLocks private func forgetBeginning() {
        guard let operation = beginning else { return }
        beginning = nil
        let library = library
        realtimeTrusted {
            library.pa_operation_cancel(operation)
            library.pa_operation_unref(operation)
        }
    }

    /// Renders all frames that the server asks for, cycle by cycle.
    @_noLocks private func writeAll() {
        let (library, stream) = (self.library, self.stream)
        var bytes = 0
        // A number that libpulse keeps.
        realtimeTrusted { bytes = library.pa_stream_writable_size(stream) }
        // The server names no number where it has failed.
        guard isRunning, bytes >= 0 else { return }
        bytes += extraBytes
        extraBytes = 0
        guard bytes > 0 else { return }
        // One timing report serves all cycles of a burst: each is heard after the one before it.
        let now = HostTime.now()
        let wait = HostTime.duration(of: Int64(measure()), at: format.sampleRate)
        let burst = (start: now &+ wait, sampleTime: sampleTime)
        let samples = memory.baseAddress!.assumingMemoryBound(to: Float.self)
        var left = bytes / stride
        while left > 0 {
            let frames = min(left, min(cycleFrames.load(ordering: .relaxed), Self.mostFrames))
            let cycle = RenderCycle(
                samples: samples, frames: UInt32(frames), channels: UInt32(format.channels),
                hostTime: burst.start &+ HostTime.duration(of: sampleTime - burst.sampleTime, at: format.sampleRate),
                requestTime: now, sampleTime: sampleTime, rateScalar: 1)
            renderer._withUnsafeGuaranteedRef { $0.unlock() }
            render(cycle)
            renderer._withUnsafeGuaranteedRef { $0.lock() }
            guard isRunning else { return }
            sampleTime += Int64(frames)
            left -= frames
            let count = frames * stride
            // Queues a copy for the loop to send.
            realtimeTrusted { _ = library.pa_stream_write(stream, samples, count, nil, 0, Int32(PulseSeekRelative)) }
        }
    }

    /// Delivers captured frames, cycle by cycle, with the times of one timing report. After `mostCycles` other streams have their
    /// turns first, which a slow client of this one would silence.
    @_noLocks private func read() {
        var left = min(readableBytes, Self.mostCycles * cycleFrames.load(ordering: .relaxed) * stride)
        let firstSample = sampleTime
        let age = HostTime.duration(of: Int64(measure()), at: format.sampleRate)
        let requestTime = HostTime.now()
        let start = requestTime &- age
        while left > 0, let piece = takePiece() {
            left -= piece.frames * stride
            guard isRunning else { continue }
            if piece.isHole {
                missed.wrappingAdd(1, ordering: .relaxed)
                sampleTime += Int64(piece.frames)
            } else {
                let time = start &+ HostTime.duration(of: sampleTime - firstSample, at: format.sampleRate)
                let samples = memory.baseAddress!.assumingMemoryBound(to: Float.self)
                renderer._withUnsafeGuaranteedRef { $0.unlock() }
                renderAll(samples, piece.frames, at: time, requestedAt: requestTime)
                renderer._withUnsafeGuaranteedRef { $0.lock() }
            }
        }
        if readableBytes > 0 { requestCycles() }
    }

    /// What has been captured and not been delivered.
    private var readableBytes: Int {
        @_noLocks get {
            let (library, stream) = (self.library, self.stream)
            var bytes = 0
            // A number that libpulse keeps.
            realtimeTrusted { bytes = library.pa_stream_readable_size(stream) }
            return bytes
        }
    }

    /// Copies the next captured frames to `memory`. libpulse may free its own while a client reads.
    ///
    /// - Returns: nil where there are none. In a hole the server had nothing for this time.
    @_noLocks private func takePiece() -> (frames: Int, isHole: Bool)? {
        let (library, stream) = (self.library, self.stream)
        var captured: UnsafeRawPointer?
        var bytes = 0
        var status: Int32 = 0
        // Memory that came with a message.
        realtimeTrusted { status = library.pa_stream_peek(stream, &captured, &bytes) }
        guard status >= 0, bytes > 0 else { return nil }
        if let captured {
            // A server sends no more than that, if it goes by the size that was asked for.
            if bytes > memory.count {
                var memory = memory
                realtimeTrusted {
                    memory.deallocate()
                    memory = .allocate(byteCount: bytes, alignment: 64)
                }
                self.memory = memory
            }
            _ = realtime_copy(memory.baseAddress!, captured, bytes)
        }
        realtimeTrusted { _ = library.pa_stream_drop(stream) }
        return (bytes / stride, captured == nil)
    }

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
                    requestTime: requestTime, sampleTime: sampleTime, rateScalar: 1))
            sampleTime += Int64(now)
            done += now
        }
    }

    /// Has the server asked for its times soon and then ever less often: they are other ones than before.
    @_noLocks private func askForReports() { (nextReport, reportPause) = (0, Self.reportPauses.first) }

    /// Asks the server for a report of its times, if the last one is old. libpulse's own timer would do so while the stream
    /// is held, too, and wake the process for it.
    @_noLocks private func askForReport(_ now: UInt64) {
        guard now >= nextReport else { return }
        nextReport = now &+ reportPause
        reportPause = min(reportPause * 2, Self.reportPauses.most)
        let (library, stream) = (self.library, self.stream)
        // Queues a message for the loop to send.
        realtimeTrusted {
            if let operation = library.pa_stream_update_timing_info(stream, nil, nil) {
                library.pa_operation_unref(operation)
            }
        }
    }

    /// Whether the server has reported its times since the start.
    @_noLocks private func hasReport() -> Bool {
        let (library, stream) = (self.library, self.stream)
        var report: UnsafePointer<PulseTiming>?
        // A part of the stream.
        realtimeTrusted { report = library.pa_stream_get_timing_info(stream) }
        guard let report else { return false }
        return Int64(report.pointee.seconds) * 1_000_000 + Int64(report.pointee.microseconds) > startTime
    }

    /// Asks how late the next frame is or will be, and notes it with a cycle added.
    ///
    /// - Returns: frames; while the server has not reported it yet, of an output what it was asked to gather, of an input 0. An
    ///   output's are a cycle at least: a report from before the first frames has 0.
    @discardableResult @_noLocks private func measure() -> Int {
        let (library, stream) = (self.library, self.stream)
        var microseconds: UInt64 = 0
        var isNegative: Int32 = 0
        var status: Int32 = -1
        // Arithmetic on the last timing report.
        realtimeTrusted { status = library.pa_stream_get_latency(stream, &microseconds, &isNegative) }
        guard status == 0, isNegative == 0, microseconds < 60_000_000 else {
            return isInput ? 0 : Self.targetCycles * cycleFrames.load(ordering: .relaxed)
        }
        if !isTimed.load(ordering: .relaxed), hasReport() { isTimed.store(true, ordering: .releasing) }
        let frames = Int(Double(microseconds) * format.sampleRate / 1e6)
        let cycle = cycleFrames.load(ordering: .relaxed)
        measuredLatency.store(isInput ? frames : frames + cycle, ordering: .relaxed)
        return isInput ? frames : max(frames, cycle)
    }
}
