import AudioCore
import CALSA
import Glibc
import TestSupport
import Testing

@testable import AudioDevices

/// A library whose device does not run, like one that is suspended or whose server hangs: it accepts and delivers no
/// frames. A call on a blocking PCM waits five seconds, longer than any test.
enum StillDevice {
    static let calls = WaitableValue((isNonblocking: false, count: 0))

    static func transfer() -> Int {
        let isNonblocking = calls.withLock { calls in
            calls.count += 1
            return calls.isNonblocking
        }
        guard !isNonblocking else { return -Int(EAGAIN) }
        _ = calls.wait(nanoseconds: 5 * HostTime.ticksPerSecond) { _ in Bool?.none }
        return -Int(ENODEV)
    }

    static let library: ALSALibrary = {
        var library = ALSALibrary()
        library.snd_strerror = { _ in nil }
        library.snd_pcm_open = { pcm, _, _, mode in
            pcm?.pointee = OpaquePointer(bitPattern: 16)
            StillDevice.calls.withLock { $0 = (mode == Int32(ALSANonblock), 0) }
            return 0
        }
        library.snd_pcm_close = { _ in 0 }
        library.snd_pcm_drop = { _ in 0 }
        library.snd_pcm_prepare = { _ in 0 }
        library.snd_pcm_start = { _ in 0 }
        library.snd_pcm_delay = { _, _ in 0 }
        library.snd_pcm_writei = { _, _, _ in StillDevice.transfer() }
        library.snd_pcm_readi = { _, _, _ in StillDevice.transfer() }
        library.snd_pcm_wait = { _, milliseconds in
            Thread.sleep(until: HostTime.now() + UInt64(max(1, milliseconds)) * 1_000_000)
            return 0
        }
        library.snd_pcm_hw_params_malloc = { _ in 0 }
        library.snd_pcm_hw_params_free = { _ in }
        library.snd_pcm_hw_params_any = { _, _ in 0 }
        library.snd_pcm_hw_params_set_access = { _, _, _ in 0 }
        library.snd_pcm_hw_params_set_format = { _, _, _ in 0 }
        library.snd_pcm_hw_params_set_channels = { _, _, _ in 0 }
        library.snd_pcm_hw_params_set_rate_resample = { _, _, _ in 0 }
        library.snd_pcm_hw_params_set_rate = { _, _, _, _ in 0 }
        library.snd_pcm_hw_params_set_period_size_near = { _, _, _, _ in 0 }
        library.snd_pcm_hw_params_set_buffer_size_near = { _, _, _ in 0 }
        library.snd_pcm_hw_params = { _, _ in 0 }
        library.snd_pcm_sw_params_malloc = { _ in 0 }
        library.snd_pcm_sw_params_free = { _ in }
        library.snd_pcm_sw_params_current = { _, _ in 0 }
        library.snd_pcm_sw_params_set_start_threshold = { _, _, _ in 0 }
        library.snd_pcm_sw_params = { _, _ in 0 }
        return library
    }()
}

@Suite(.serialized) struct ALSAStopTests {
    /// Stopping does not wait for the device, and does not report it as gone.
    @Test(arguments: [DeviceDirection.output, .input])
    func stopsWhileTheDeviceStandsStill(direction: DeviceDirection) throws {
        let events = LockedValue(0)
        let backend = try ALSA(StillDevice.library) { _ in events.withLock { $0 += 1 } }
        var request = StreamRequest()
        request.direction = direction
        let counter = RenderCounter()
        let stream = try backend.open(request, render: counter.call)
        for _ in 0..<2 {
            try stream.start()
            let before = StillDevice.calls.withLock { $0.count }
            #expect(
                StillDevice.calls.wait(nanoseconds: 5 * HostTime.ticksPerSecond) { $0.count > before ? true : nil }
                    == true)
            let start = HostTime.now()
            stream.stop()
            #expect(HostTime.now() - start < 2 * HostTime.ticksPerSecond)
        }
        stream.close()
        #expect(counter.cycles.count == (direction == .output ? 2 : 0))
        #expect(events.withLock { $0 } == 0)
    }

    /// Also between two cycles that are far apart.
    @Test func stopsBetweenLongCycles() throws {
        var library = StillDevice.library
        library.snd_pcm_writei = { _, _, count in Int(count) }
        let backend = try ALSA(library) { _ in }
        var request = StreamRequest()
        request.shape = StreamShape(sampleRate: 1, channels: 1, framesPerCycle: 1)
        let counter = RenderCounter()
        let stream = try backend.open(request, render: counter.call)
        try stream.start()
        #expect(counter.waitForCycles(5))
        let start = HostTime.now()
        stream.close()
        #expect(HostTime.now() - start < HostTime.ticksPerSecond / 2)
    }
}
