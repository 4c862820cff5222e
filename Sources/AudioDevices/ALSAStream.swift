import AudioCore
import CALSA
import CRealtime
import Glibc
import Synchronization

/// One playback stream on an ALSA device: a thread of ours that renders a period and writes it, which waits for room.
final class ALSAStream: DeviceStream, @unchecked Sendable {
    let format: StreamShape
    private let library: ALSALibrary
    private let events: @Sendable (DeviceEvent) -> Void
    private let render: RenderCall
    private var pcm: OpaquePointer?
    private let block: UnsafeMutablePointer<Float>
    private let bufferFrames: Int
    private let measuredLatency: Atomic<Int>
    private let missed = Atomic<Int>(0)
    private let isRunning = Atomic<Bool>(false)
    private let thread = Monitor<Thread?>(nil)
    private var sampleTime: Int64 = 0

    init(_ owner: ALSA, _ wanted: StreamRequest, _ render: RenderCall) throws(AudioError) {
        let library = owner.library
        self.library = library
        events = owner.events
        self.render = render
        var pcm: OpaquePointer?
        let status = library.snd_pcm_open(&pcm, wanted.device ?? "default", Int32(ALSAPlayback), Int32(ALSANonblock))
        guard status >= 0, let pcm else {
            throw .noDevice.because("ALSA cannot open the device: \(library.message(status))")
        }
        guard let agreed = Self.configure(library, pcm, wanted.shape) else {
            _ = library.snd_pcm_close(pcm)
            throw .deviceFormat
        }
        _ = library.snd_pcm_nonblock(pcm, 0)
        self.pcm = pcm
        format = agreed.shape
        bufferFrames = agreed.bufferFrames
        measuredLatency = Atomic(agreed.bufferFrames)
        block = .allocate(capacity: format.framesPerCycle * format.channels)
    }

    deinit { block.deallocate() }

    /// Agrees with the device on Float32, the rate, a period near the wanted cycle, and three periods of buffer.
    private static func configure(
        _ library: ALSALibrary, _ pcm: OpaquePointer, _ wanted: StreamShape
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
            library.snd_pcm_sw_params_set_start_threshold(pcm, software, min(buffer, max(period, buffer - period)))
                >= 0,
            library.snd_pcm_sw_params(pcm, software) >= 0
        else { return nil }
        // The device may have periods of its own; render calls keep to what was asked for, or less.
        var shape = wanted
        shape.framesPerCycle = min(wanted.framesPerCycle, Int(max(1, buffer / 2)))
        return (shape, Int(buffer))
    }

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
        Thread.requestRealtime()
        guard let pcm else { return }
        _ = library.snd_pcm_prepare(pcm)
        let start = HostTime.now()
        var written: Int64 = 0
        while isRunning.load(ordering: .acquiring) {
            renderCycle()
            guard let count = write(pcm) else {
                isRunning.store(false, ordering: .releasing)
                events(.connectionLost(.noDevice.because("the ALSA device is gone")))
                return
            }
            written += Int64(count)
            keepPace(written, since: start)
        }
    }

    @_noLocks private func renderCycle() {
        render(
            RenderCycle(
                samples: block, frames: UInt32(format.framesPerCycle), channels: UInt32(format.channels),
                hostTime: HostTime.now(), sampleTime: sampleTime))
        sampleTime += Int64(format.framesPerCycle)
    }

    /// Hands one cycle over; nil where the device is gone.
    private func write(_ pcm: OpaquePointer) -> Int? {
        var done = 0
        while done < format.framesPerCycle {
            let count = library.snd_pcm_writei(
                pcm, block + done * format.channels, UInt(format.framesPerCycle - done))
            if count < 0 {
                if count == -Int(EPIPE) { missed.wrappingAdd(1, ordering: .relaxed) }
                guard library.snd_pcm_recover(pcm, Int32(count), 1) >= 0 else { return nil }
                continue
            }
            done += count
        }
        var delay = 0
        if library.snd_pcm_delay(pcm, &delay) >= 0, delay >= 0 {
            measuredLatency.store(delay + format.framesPerCycle, ordering: .relaxed)
        }
        return done
    }

    /// Sleeps where a device takes frames faster than its rate, as those that write to a file or to nowhere do.
    private func keepPace(_ written: Int64, since start: UInt64) {
        let ahead = Int64(bufferFrames + 2 * format.framesPerCycle)
        guard written > ahead else { return }
        let due = start + HostTime.duration(of: written - ahead, at: format.sampleRate)
        if due > HostTime.now() { Thread.sleep(until: due) }
    }
}
