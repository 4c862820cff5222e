import AudioCore
import AudioDevices
import CCoreAudio
import TestSupport
import Testing

@testable import AudioIO

/// The frames and times that callbacks get, whatever cycles the device has.
@Suite struct HardwareCycleTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    init() {
        let server = self.server
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private struct Call: Equatable {
        var frames: Int
        var input: Double
        var output: Double
        var outputHost: UInt64
        var nowHost: UInt64
    }

    /// A callback that plays a counter and writes down its calls, and what it hears.
    private func proc(
        _ device: AudioObjectID, _ calls: LockedValue<[Call]>, _ heard: LockedValue<[Float]> = LockedValue([])
    ) throws -> UInt {
        let position = LockedValue<Float>(0)
        return try system.createProc(device) { now, input, inputTime, output, outputTime in
            let (from, to) = (input.pointee.mBuffers, output.pointee.mBuffers)
            let isPlaying = output.pointee.mNumberBuffers == 1
            let frames = Int(isPlaying ? to.mDataByteSize : from.mDataByteSize) / 8
            if isPlaying, let samples = to.mData?.assumingMemoryBound(to: Float.self) {
                position.withLock { position in
                    for frame in 0..<frames {
                        samples[2 * frame] = position
                        samples[2 * frame + 1] = -position
                        position += 1
                    }
                }
            }
            if input.pointee.mNumberBuffers == 1, let samples = from.mData?.assumingMemoryBound(to: Float.self) {
                heard.withLock { $0 += (0..<frames).map { samples[2 * $0] } }
            }
            calls.withLock {
                $0.append(
                    Call(
                        frames: frames, input: inputTime.pointee.mSampleTime, output: outputTime.pointee.mSampleTime,
                        outputHost: outputTime.pointee.mHostTime, nowHost: now.pointee.mHostTime))
            }
        }
    }

    private func outputOnly() throws -> AudioObjectID {
        server.setDevices([DeviceDescription(id: "a", name: "A", direction: .output, isDefault: true)])
        return try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
    }

    /// Cycles of the device that divide the callback's, are longer, or fit badly: each call has the same frames, and no
    /// sample is lost.
    @Test(arguments: [64, 100, 480, 512], [[64], [512], [100, 28, 512, 1, 7], [480, 1023]])
    func callsHaveAConstantLength(frames: Int, cycles: [Int]) throws {
        let device = try outputOnly()
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(frames))
        let calls = LockedValue<[Call]>([])
        let proc = try proc(device, calls)
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 1 })
        let begin = server.hostTime
        var samples: [Float] = []
        while samples.count < 2 * 8192 {
            for cycle in cycles { samples += server.advance(cycle) }
        }
        let all = calls.withLock { $0.unshared }
        #expect(all.allSatisfy { $0.frames == frames })
        #expect(all.map(\.output) == all.indices.map { Double($0 * frames) })
        // The device's clock rounds each cycle to whole nanoseconds.
        let isOnTime = all.allSatisfy { call in
            let due = begin + HostTime.duration(of: Int64(call.output), at: 48_000)
            return max(due, call.outputHost) - min(due, call.outputHost) < 10_000
        }
        #expect(isOnTime)
        #expect(all.allSatisfy { $0.nowHost <= $0.outputHost })
        let wrong = samples.indices.first { samples[$0] != ($0 & 1 == 0 ? 1 : -1) * Float($0 / 2) }
        #expect(wrong == nil)
        try system.stop(device, proc)
    }

    @Test(arguments: [64, 100], [[64], [100, 28, 512, 1, 7]])
    func inputsHaveAConstantLength(frames: Int, cycles: [Int]) throws {
        server.setDevices([DeviceDescription(id: "m", name: "M", direction: .input, isDefault: true)])
        let device: AudioObjectID = try number(system, 1, kAudioHardwarePropertyDefaultInputDevice)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(frames))
        let (calls, heard) = (LockedValue<[Call]>([]), LockedValue<[Float]>([]))
        let proc = try proc(device, calls, heard)
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 1 })
        var position = 0
        while position < 8192 {
            for cycle in cycles {
                server.advance(cycle, input: (0..<2 * cycle).map { Float(position + $0 / 2) })
                position += cycle
            }
        }
        let all = calls.withLock { $0.unshared }
        #expect(all.allSatisfy { $0.frames == frames })
        #expect(all.map(\.input) == all.indices.map { Double($0 * frames) })
        #expect(heard.withLock { $0.unshared } == (0..<all.count * frames).map { Float($0) })
        try system.stop(device, proc)
    }

    /// A queue's source and a callback on one device hear of the same frame at the same time.
    @Test func aCallbackAndASourceShareTheTimeLine() throws {
        server.latency = 96
        let device = try outputOnly()
        let calls = LockedValue<[Call]>([])
        let proc = try proc(device, calls)
        var configuration = OutputConfiguration()
        configuration.framesPerCycle = 48
        let output = try Output(configuration, on: system.connection())
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(48))
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 1 })
        let begin = server.hostTime
        server.advance(480)
        #expect(server.runningStreams == 1)
        let last = try #require(calls.withLock { $0.last })
        let clock = try #require(output.clock)
        #expect(last.output == Double(clock.sampleTime) && last.outputHost == clock.hostTime)
        // The first frame is heard 96 frames after it was asked for.
        #expect(calls.withLock { $0.first?.outputHost } == begin + 2_000_000)
        #expect(calls.withLock { $0.first?.nowHost } == begin)
        try system.stop(device, proc)
    }

    /// Another number of frames from the next call on, while the stream and its time line go on.
    @Test func theLengthChangesWhileItRuns() throws {
        let device = try outputOnly()
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(64))
        let calls = LockedValue<[Call]>([])
        let proc = try proc(device, calls)
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 1 })
        _ = server.advance(256)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(128))
        _ = server.advance(256)
        #expect(calls.withLock { $0.map(\.frames) } == [64, 64, 64, 64, 128, 128])
        #expect(calls.withLock { $0.map(\.output) } == [0, 64, 128, 192, 256, 384])
        #expect(server.connections == 1)
        try system.stop(device, proc)
    }
}
