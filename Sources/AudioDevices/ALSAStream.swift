import AudioCore
import CALSA
import CRealtime
import Glibc
import Synchronization

/// One stream on an ALSA device: a thread of ours that renders a period and writes it, which waits for room, or that waits
/// for a period and hands it over.
final class ALSAStream: DeviceStream, @unchecked Sendable {
    let format: StreamShape
    private let library: ALSALibrary
    private let events: @Sendable (DeviceEvent) -> Void
    private let isInput: Bool
    private let render: RenderCall
    private var pcm: OpaquePointer?
    private let block: UnsafeMutablePointer<Float>
    private let bufferFrames: Int
    private let measuredLatency: Atomic<Int>
    private let missed = Atomic<Int>(0)
    private let isRunning = Atomic<Bool>(false)
    /// The device is gone.
    private let ended = Atomic<Bool>(false)
    private let thread = LockedValue<Thread?>(nil)
    // The thread's own.
    private var sampleTime: Int64 = 0
    private var lastEnd: UInt64 = 0

    /// The longest time between two checks of whether the stream still runs.
    private static let patience: (milliseconds: Int32, nanoseconds: UInt64) = (20, 20_000_000)

    init(_ owner: ALSA, _ wanted: StreamRequest, _ render: RenderCall) throws(AudioError) {
        let library = owner.library
        self.library = library
        events = owner.events
        self.render = render
        isInput = wanted.direction == .input
        let (opened, status) = ALSA.open(library, wanted.device, wanted.direction)
        guard let pcm = opened else {
            throw .noDevice.because("ALSA cannot open the device: \(library.message(status))")
        }
        guard let agreed = Self.configure(library, pcm, wanted.shape, isInput: isInput) else {
            _ = library.snd_pcm_close(pcm)
            throw .deviceFormat
        }
        self.pcm = pcm
        format = agreed.shape
        bufferFrames = agreed.bufferFrames
        measuredLatency = Atomic(agreed.bufferFrames)
        block = .allocate(capacity: format.framesPerCycle * format.channels)
    }

    deinit { block.deallocate() }

    /// Agrees with the device on Float32, the rate, a period near the wanted cycle, and three periods of buffer.
    private static func configure(
        _ library: ALSALibrary, _ pcm: OpaquePointer, _ wanted: StreamShape, isInput: Bool
    ) -> (shape: StreamShape, bufferFrames: Int)? {
        var hardware: OpaquePointer?
        var software: OpaquePointer?
        guard library.snd_pcm_hw_params_malloc(&hardware) >= 0, library.snd_pcm_sw_params_malloc(&software) >= 0 else {
            return nil
        }
        defer {
            library.snd_pcm_hw_params_free(hardware)
            library.snd_pcm_sw_params_free(software)
        }
        var period = UInt(wanted.framesPerCycle)
        var buffer = period * 3
        var direction: Int32 = 0
        guard library.snd_pcm_hw_params_any(pcm, hardware) >= 0,
            library.snd_pcm_hw_params_set_rate_resample(pcm, hardware, 1) >= 0,
            library.snd_pcm_hw_params_set_access(pcm, hardware, Int32(ALSAInterleaved)) >= 0,
            library.snd_pcm_hw_params_set_format(pcm, hardware, Int32(ALSAFloat32)) >= 0,
            library.snd_pcm_hw_params_set_channels(pcm, hardware, UInt32(wanted.channels)) >= 0,
            library.snd_pcm_hw_params_set_rate(pcm, hardware, UInt32(wanted.sampleRate), 0) >= 0,
            library.snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, &direction) >= 0,
            library.snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer) >= 0,
            library.snd_pcm_hw_params(pcm, hardware) >= 0,
            library.snd_pcm_sw_params_current(pcm, software) >= 0,
            library.snd_pcm_sw_params_set_start_threshold(
                pcm, software, isInput ? 1 : min(buffer, max(period, buffer - period))) >= 0,
            library.snd_pcm_sw_params(pcm, software) >= 0
        else { return nil }
        // The device may have periods of its own; render calls keep to what was asked for, or less.
        var shape = wanted
        shape.framesPerCycle = min(wanted.framesPerCycle, Int(max(1, buffer / 2)))
        return (shape, Int(buffer))
    }

    var hasEnded: Bool { ended.load(ordering: .acquiring) }
    var latency: Int { measuredLatency.load(ordering: .relaxed) }
    var xruns: Int { missed.load(ordering: .relaxed) }

    func start() throws(AudioError) {
        try thread.withLock { thread throws(AudioError) in
            guard thread == nil, pcm != nil else { return }
            isRunning.store(true, ordering: .releasing)
            thread = try Thread(name: "alsa-audio") { self.run() }
        }
    }

    func stop() {
        isRunning.store(false, ordering: .releasing)
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    func close() {
        stop()
        if let pcm {
            _ = library.snd_pcm_drop(pcm)
            _ = library.snd_pcm_close(pcm)
        }
        pcm = nil
    }

    private func run() {
        RealtimeService.shared.request()
        guard let pcm else { return }
        _ = library.snd_pcm_prepare(pcm)
        if isInput { _ = library.snd_pcm_start(pcm) }
        let start = HostTime.now()
        lastEnd = 0
        var passed: Int64 = 0
        while isRunning.load(ordering: .acquiring) {
            guard let count = isInput ? capture(pcm) : play(pcm) else {
                isRunning.store(false, ordering: .releasing)
                ended.store(true, ordering: .releasing)
                events(.streamEnded)
                return
            }
            passed += Int64(count)
            keepPace(passed, since: start)
        }
    }

    private func play(_ pcm: OpaquePointer) -> Int? {
        // What waits in the device is heard first.
        var delay = 0
        if library.snd_pcm_delay(pcm, &delay) < 0 { delay = 0 }
        let now = HostTime.now()
        let wait = HostTime.duration(of: Int64(max(0, delay)), at: format.sampleRate)
        renderCycle(format.framesPerCycle, at: now &+ wait, requestedAt: now)
        return write(pcm)
    }

    @_noLocks private func renderCycle(_ frames: Int, at hostTime: UInt64, requestedAt requestTime: UInt64) {
        render(
            RenderCycle(
                samples: block, frames: UInt32(frames), channels: UInt32(format.channels), hostTime: hostTime,
                requestTime: requestTime, sampleTime: sampleTime, rateScalar: 1))
        sampleTime += Int64(frames)
    }

    /// Waits for one cycle and hands it over; nil where the device is gone.
    private func capture(_ pcm: OpaquePointer) -> Int? {
        var done = 0
        while done < format.framesPerCycle, isRunning.load(ordering: .acquiring) {
            let count = library.snd_pcm_readi(
                pcm, block + done * format.channels, UInt(format.framesPerCycle - done))
            guard count <= 0 else {
                done += count
                continue
            }
            let xruns = self.xruns
            guard goOn(pcm, after: count) else { return nil }
            if self.xruns != xruns {
                // What the device overwrote is lost, with the part of a cycle that came before it.
                done = 0
                skipToNow()
            }
        }
        guard done > 0 else { return 0 }
        var delay = 0
        if library.snd_pcm_delay(pcm, &delay) < 0 { delay = 0 }
        let age = max(0, delay) + done
        measuredLatency.store(age, ordering: .relaxed)
        let now = HostTime.now()
        renderCycle(done, at: now &- HostTime.duration(of: Int64(age), at: format.sampleRate), requestedAt: now)
        lastEnd = now
        return done
    }

    /// Moves the sample time on by the time that has passed on the clock since the last cycle.
    private func skipToNow() {
        guard lastEnd > 0 else { return }
        let now = HostTime.now()
        sampleTime += Int64(Double(now - lastEnd) * format.sampleRate / 1e9)
        lastEnd = now
    }

    /// Transfers one cycle, or the part of it that the device accepts until the stream stops; nil if the device is
    /// gone.
    private func write(_ pcm: OpaquePointer) -> Int? {
        var done = 0
        while done < format.framesPerCycle, isRunning.load(ordering: .acquiring) {
            let count = library.snd_pcm_writei(
                pcm, block + done * format.channels, UInt(format.framesPerCycle - done))
            if count > 0 { done += count } else if !goOn(pcm, after: count) { return nil }
        }
        var delay = 0
        if library.snd_pcm_delay(pcm, &delay) >= 0, delay >= 0 {
            measuredLatency.store(delay + format.framesPerCycle, ordering: .relaxed)
        }
        return done
    }

    /// Handles a call that did not return a number of frames: waits briefly for the device, or resumes the stream after
    /// an xrun or a suspension.
    ///
    /// The PCM never blocks: a device that does not run would keep the thread for ever.
    /// - Returns: false where the device is gone.
    private func goOn(_ pcm: OpaquePointer, after status: Int) -> Bool {
        switch -Int32(status) {
        case 0, EAGAIN:
            // The next call returns an error that occurs while waiting.
            _ = library.snd_pcm_wait(pcm, Self.patience.milliseconds)
            return true
        case EINTR: return true
        case EPIPE, ESTRPIPE:
            missed.wrappingAdd(1, ordering: .relaxed)
            return library.snd_pcm_prepare(pcm) >= 0 && (!isInput || library.snd_pcm_start(pcm) >= 0)
        default: return false
        }
    }

    /// Sleeps where a device takes or gives frames faster than its rate, as those that are files or nothing do.
    private func keepPace(_ passed: Int64, since start: UInt64) {
        let ahead = Int64(isInput ? 0 : bufferFrames + 2 * format.framesPerCycle)
        guard passed > ahead else { return }
        let due = start + HostTime.duration(of: passed - ahead, at: format.sampleRate)
        while isRunning.load(ordering: .acquiring) {
            let now = HostTime.now()
            guard now < due else { return }
            Thread.sleep(until: min(due, now + Self.patience.nanoseconds))
        }
    }
}
