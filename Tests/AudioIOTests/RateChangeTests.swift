import AudioCore
import AudioDevices
import CCoreAudio
import TestSupport
import Testing

@testable import AudioIO

/// A device's rate changes while things play on it.
@Suite struct RateChangeTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    init() {
        let server = self.server
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    /// A source that writes down whether it is asked for one frame after the other.
    private final class Witness: Sendable {
        let state = LockedValue((next: Int64(0), isWhole: true))

        var source: OutputSource {
            OutputSource(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
                Unmanaged<Witness>.fromOpaque(context).takeUnretainedValue().state.withLock { state in
                    state.isWhole = state.isWhole && cycle.pointee.sampleTime == state.next
                    state.next = cycle.pointee.sampleTime + Int64(cycle.pointee.frames)
                }
                return 0
            }
        }
        var next: Int64 { state.withLock { $0.next } }
    }

    /// Nanoseconds that pass with so many frames of the first stream that runs.
    private func time(of frames: Int) -> UInt64 {
        let begin = server.hostTime
        server.advance(frames)
        return server.hostTime - begin
    }

    /// A stream that only waits for the next source does not keep its device at the rate that it was opened for.
    @Test func aStreamThatNothingUsesEndsWithTheRate() throws {
        server.isServer = true
        let router = try system.connection().router
        let device = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        // A busy machine may take longer than the two seconds after which the stream ends by itself.
        for round in 0..<20 {
            var output: Output? = try Output(on: system.connection())
            output?.add(Witness().source)
            #expect(eventually { server.runningStreams == 1 })
            server.advance(512)
            let start = HostTime.now()
            output = nil
            #expect(eventually { router.entries.withLock { $0.allSatisfy(\.isUnused) } })
            try set(system, device, kAudioDevicePropertyNominalSampleRate, to: round % 2 == 0 ? 44_100.0 : 48_000)
            #expect(eventually { server.openStreams == 0 })
            if HostTime.now() - start < 2 * HostTime.ticksPerSecond { return }
        }
        Issue.record("the stream ends by itself alone")
    }

    private func makeAggregate() throws -> AudioObjectID {
        server.setDevices(
            [("out", DeviceDirection.output), ("in", .input)].map { id, direction in
                var device = DeviceDescription(id: id, name: id, direction: direction, isDefault: true)
                device.rates = [44_100, 48_000, 96_000]
                return device
            })
        _ = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        return try system.createAggregate(.init(uid: "both", name: "Both", parts: ["out", "in"]))
    }

    /// Nothing that a callback has played is lost where a change does not concern it.
    @Test func anInputsOwnRateLeavesCallbacksRunning() throws {
        let both = try makeAggregate()
        let input = try number(system, 1, kAudioHardwarePropertyDefaultInputDevice)
        try set(system, both, kAudioDevicePropertyBufferFrameSize, to: UInt32(100))
        let position = LockedValue(0)
        let proc = try system.createProc(both) { _, _, _, output, _ in
            let frames = Int(output.pointee.mBuffers.mDataByteSize) / 8
            let samples = output.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self)
            position.withLock { position in
                for index in 0..<2 * frames { samples[index] = Float(position + index / 2) }
                position += frames
            }
        }
        try system.start(both, proc)
        #expect(eventually { server.runningStreams == 2 })
        var played: [Float] = []
        for rate in [96_000, 44_100.0] {
            for _ in 0..<7 { played += server.advance(36) }
            try set(system, input, kAudioDevicePropertyNominalSampleRate, to: rate)
        }
        for _ in 0..<7 { played += server.advance(36) }
        #expect(played.indices.allSatisfy { played[$0] == Float($0 / 2) })
        try system.stop(both, proc)
    }

    /// An aggregate's input is heard at the rate of its output, whatever its own device has.
    @Test func anAggregatesInputFollowsItsOutput() throws {
        let both = try makeAggregate()
        let output = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let input = try number(system, 1, kAudioHardwarePropertyDefaultInputDevice)
        let stream = try number(system, both, kAudioDevicePropertyStreams, kAudioObjectPropertyScopeInput)
        let news = try HardwareNews(system, stream)
        let proc = try system.createProc(both) { _, _, _, _, _ in }
        try system.start(both, proc)
        // The input is the first stream.
        #expect(eventually { server.runningStreams == 2 && time(of: 4800) == 100_000_000 })
        func rate(_ selector: some BinaryInteger) throws -> Double {
            try number(system, stream, selector, as: AudioStreamBasicDescription.self).mSampleRate
        }
        try set(system, output, kAudioDevicePropertyNominalSampleRate, to: 44_100.0)
        #expect(eventually { server.runningStreams == 2 && time(of: 4410) == 100_000_000 })
        #expect(try rate(kAudioStreamPropertyVirtualFormat) == 44_100)
        #expect(try rate(kAudioStreamPropertyPhysicalFormat) == 48_000)
        #expect(eventually { news.has(kAudioStreamPropertyVirtualFormat) })
        try set(system, input, kAudioDevicePropertyNominalSampleRate, to: 96_000.0)
        #expect(eventually { (try? rate(kAudioStreamPropertyPhysicalFormat)) == 96_000 })
        #expect(eventually { server.runningStreams == 2 && time(of: 4410) == 100_000_000 })
        #expect(try rate(kAudioStreamPropertyVirtualFormat) == 44_100)
        try system.stop(both, proc)
    }

    /// What plays goes on at its own rate, with no frame lost, in the one stream of the device, which has the new rate.
    @Test func theMixFollowsItsDevice() throws {
        let device = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let output = try Output(on: system.connection())
        let witness = Witness()
        output.add(witness.source)
        let news = try HardwareNews(system, device)
        let rates = LockedValue<Set<Int>>([])
        let proc = try system.createProc(device) { _, _, _, output, _ in
            rates.withLock { _ = $0.insert(Int(output.pointee.mBuffers.mDataByteSize)) }
        }
        #expect(eventually { server.runningStreams == 1 })
        for _ in 0..<10 { server.advance(100) }
        #expect(witness.next == 1000)
        for rate in [44_100.0, 96_000, 48_000] {
            try set(system, device, kAudioDevicePropertyNominalSampleRate, to: rate)
            #expect(eventually { news.has(kAudioDevicePropertyNominalSampleRate) })
            #expect(eventually { server.runningStreams == 1 && time(of: Int(rate) / 10) == 100_000_000 })
            let begin = witness.next
            server.advance(Int(rate))
            #expect(abs(witness.next - begin - 48_000) <= 1)
        }
        #expect(witness.state.withLock { $0.isWhole })
        #expect(output.format.sampleRate == 48_000)
        try set(system, device, kAudioDevicePropertyNominalSampleRate, to: 44_100.0)
        try system.start(device, proc)
        #expect(eventually { server.advance(512).isEmpty == false && !rates.withLock { $0.isEmpty } })
        // The callback is at the device's rate, in the stream of the mix, and beside it the device's input runs.
        #expect(eventually { server.runningStreams == 2 && time(of: 4410) == 100_000_000 })
        try system.stop(device, proc)
        output.remove(witness.source)
    }
}
