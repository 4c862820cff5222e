import AudioCore
import AudioDSP
import AudioDevices
import AudioIO
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Queues whose rate is not the device's: what is heard of them, and when.
@Suite struct QueueRateTests {
    private let server = ManualServer()
    private let output: Output

    init() throws { output = try server.output(rate: 48_000, cycle: 512) }

    /// A queue of a rate with a sound, which is decoded before the first cycle.
    private func runner(_ rate: Double, _ samples: [Float]) throws -> QueueRunner {
        let runner = try QueueRunner(.float32(sampleRate: rate, channels: 1), server: server, output: output)
        try runner.enqueue(samples)
        return runner
    }

    /// A converter's output, from its first frame on, for input that silence follows.
    private func converted(_ samples: [Float], from rate: Double, frames: Int) throws -> [Float] {
        guard rate != 48_000 else { return Array((samples + [Float](repeating: 0, count: frames)).prefix(frames)) }
        let resampler = try Resampler(inputRate: rate, outputRate: 48_000, channels: 1, quality: 0x40)
        var result = [Float](repeating: 0, count: frames)
        (samples + [Float](repeating: 0, count: frames * 4)).withUnsafeBufferPointer { input in
            result.withUnsafeMutableBufferPointer { output in
                var (source, target) = (input.baseAddress!, output.baseAddress!)
                _ = resampler.process(&source, inputFrames: input.count, &target, outputCapacity: frames)
            }
        }
        return result
    }

    @Test func soundsAsConverted() throws {
        let sound = Signal.sweep(from: 0.001, to: 0.4, frames: 8000)
        let runner = try runner(44_100, sound)
        defer { try? runner.end() }
        try runner.start()
        let heard = server.advance(9000)
        let isSame = heard == (try converted(sound, from: 44_100, frames: 9000))
        #expect(isSame)
        #expect(runner.queue.pipelineState.withLock { $0.voice?.sampleRate } == 44_100)
    }

    /// A sample time of the device, and a host time, are those at which the first frame is heard.
    @Test(arguments: [AudioTimeStamp.sample(960), .host(1_020_000_000)])
    func startsAtItsTime(time: AudioTimeStamp) throws {
        let sound = Signal.sine(0.02, frames: 4000)
        let runner = try runner(44_100, sound)
        defer { try? runner.end() }
        try runner.start(at: time)
        let heard = server.advance(4000)
        let wanted = try converted(sound, from: 44_100, frames: 3040)
        #expect(Measure.largestDifference(Array(heard[960...]), wanted) == 0)
        // The filter begins 32 frames of the queue before.
        #expect(heard[..<924].allSatisfy { $0 == 0 })
    }

    /// From a rate that is more than 64 times less than the device's, the queue converts half the way.
    @Test(arguments: [125.0, 200, 749]) func aRateFarFromTheDevicesIsHeard(rate: Double) throws {
        let runner = try runner(rate, [Float](repeating: 0.5, count: Int(rate)))
        defer { try? runner.end() }
        try runner.start()
        var heard: [Float] = []
        for step in 1...9 {
            // The queue's frames are those of a rate from 8000 Hz on.
            #expect(runner.waitForDecoded(step * 1000 * 8100 / 48_000 + 60))
            heard += server.advance(1000)
        }
        // Before that, the filters do not have all of their frames.
        #expect(heard[8500..<9000].allSatisfy { abs($0 - 0.5) < 1e-3 })
    }

    @Test func threeRatesStartTogether() throws {
        let sounds: [(Double, [Float])] = [44_100, 48_000, 32_000].map {
            ($0, Signal.sine(500 / $0, frames: 3000, amplitude: 0.25))
        }
        let runners = try sounds.map { try runner($0.0, $0.1) }
        defer { for runner in runners { try? runner.end() } }
        for runner in runners { try runner.start(at: .host(1_020_000_000)) }
        let heard = Array(server.advance(3000)[960...])
        let parts = try sounds.map { try converted($0.1, from: $0.0, frames: heard.count) }
        let sum = heard.indices.map { index in parts.reduce(0) { $0 + $1[index] } }
        #expect(Measure.largestDifference(heard, sum) < 0x1p-23)
        #expect(server.runningStreams == 1)
    }

    @Test func clientsSeeTheDevicesTime() throws {
        let runner = try runner(44_100, Signal.sine(0.02, frames: 8000))
        defer { try? runner.end() }
        let queue = runner.queue
        try runner.start(at: .sample(480))
        _ = server.advance(160)
        #expect(abs(try queue.currentTime().mSampleTime + 294) < 0.001)
        _ = server.advance(800)
        #expect(queue.deviceTime().mSampleTime == 960)
        #expect(queue.deviceTime().mHostTime == 1_020_000_000)
        #expect(abs(try queue.currentTime().mSampleTime - 441) < 0.001)
        #expect(try queue.translate(.sample(4800), wanted: .hostTimeValid).mHostTime == 1_100_000_000)
        // 32 frames of the queue are on their way to the filter: 35 of the device.
        #expect(try queue.nearestStart(to: .sample(0)).mSampleTime == 995)
        #expect(try queue.nearestStart(to: .sample(2000)).mSampleTime == 2000)
        guard case .bytes(let rate) = try queue.property(kAudioQueueDeviceProperty_SampleRate) else {
            Issue.record("the rate is not a number")
            return
        }
        #expect(rate.withUnsafeBytes { $0.loadUnaligned(as: Double.self) } == 48_000)
    }

    @Test func itsEndIsHeardBeforeItStops() throws {
        let sound = [Float](repeating: 0.5, count: 2000)
        let runner = try runner(44_100, sound)
        defer { try? runner.end() }
        try runner.start()
        try runner.queue.stop(immediately: false)
        #expect(eventually { runner.queue.pipelineState.withLock { $0.voice?.marks.room ?? 0 } == 1023 })
        var heard: [Float] = []
        #expect(
            eventually {
                heard += server.advance(64)
                return heard.count > 2000 && !runner.isRunning
            })
        let wanted = try converted(sound, from: 44_100, frames: heard.count)
        #expect(Measure.largestDifference(heard, wanted) == 0)
    }

    /// A quality of its own is a conversion of its own, at the device's rate.
    @Test func anotherQualityIsItsOwn() throws {
        let sound = Signal.sine(0.02, frames: 4000)
        let runner = try runner(44_100, sound)
        defer { try? runner.end() }
        try withUnsafeBytes(of: UInt32(0x7F)) {
            try runner.queue.setProperty(kAudioConverterSampleRateConverterQuality, .bytes($0))
        }
        try runner.start()
        #expect(runner.queue.pipelineState.withLock { $0.voice?.sampleRate } == 48_000)
        let resampler = try Resampler(inputRate: 44_100, outputRate: 48_000, channels: 1, quality: 0x7F)
        #expect(resampler.latency > 32)
        let fit = Measure.sineFit(server.advance(4000)[500..<3500], frequency: 0.02 * 44_100 / 48_000)
        #expect(fit.residual < -130)
    }

    /// Distortion and noise of a tone, and what folds back, as the converter's tests have them for this quality.
    @Test(arguments: [(44_100.0, 1000.0), (44_100, 15_000), (96_000, 1000), (96_000, 15_000), (32_000, 10_000)])
    func tonesAreClean(rate: Double, frequency: Double) throws {
        let runner = try runner(rate, Signal.sine(frequency / rate, frames: Int(rate / 8)))
        defer { try? runner.end() }
        try runner.start()
        let fit = Measure.sineFit(server.advance(6000)[500..<5500], frequency: frequency / 48_000)
        #expect(fit.residual <= -104, "\(rate) \(frequency): \(fit.residual)")
        #expect(abs(Measure.decibels(fit.amplitude / 0.5)) < 0.001)
    }

    @Test func nothingFoldsBack() throws {
        let runner = try runner(96_000, Signal.sine(25_200 / 96_000, frames: 12_000))
        defer { try? runner.end() }
        try runner.start()
        let heard = server.advance(5500)[500...]
        #expect(Measure.decibels(Measure.rms(heard) * 2.0.squareRoot() / 0.5) <= -93)
    }
}
