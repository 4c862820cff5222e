import AudioCore
import AudioDevices
import CCoreAudio
import TestSupport
import Testing

@testable import AudioIO

/// Callbacks with both sides: what is heard is played a constant number of frames later, whatever the cycles are.
@Suite struct HardwareDuplexTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    init() {
        let server = self.server
        server.setDevices([
            DeviceDescription(id: "out", name: "Out", direction: .output, isDefault: true),
            DeviceDescription(id: "in", name: "In", direction: .input, isDefault: true),
        ])
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func aggregate() throws -> AudioObjectID {
        try system.createAggregate(.init(uid: "both", name: "Both", parts: ["out", "in"]))
    }

    /// A callback that copies its input.
    private func copier(_ device: AudioObjectID) throws -> UInt {
        try system.createProc(device) { _, input, _, output, _ in
            let (from, to) = (input.pointee.mBuffers, output.pointee.mBuffers)
            if let source = from.mData, let target = to.mData, input.pointee.mNumberBuffers == 1 {
                target.copyMemory(from: source, byteCount: Int(min(from.mDataByteSize, to.mDataByteSize)))
            }
        }
    }

    /// Lets cycles pass whose input counts from 1, and returns what was played in the left channel.
    private func run(_ cycles: Int, of frames: Int, _ position: inout Int) -> [Float] {
        var played: [Float] = []
        for _ in 0..<cycles {
            let samples = server.advance(frames, input: (0..<2 * frames).map { Float(position + $0 / 2 + 1) })
            played += stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
            position += frames
        }
        return played
    }

    private func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }

    /// No frame later than the number of frames requires: what calls are ahead of the ends of cycles.
    @Test(arguments: [32, 64, 100, 128, 256, 480], [16, 30, 32])
    func whatIsHeardIsPlayedInTheSameCycle(frames: Int, cycle: Int) throws {
        let device = try aggregate()
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(frames))
        let proc = try copier(device)
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 2 })
        #expect(server.followingStreams == 1)
        var position = 0
        let played = run(8192 / cycle, of: cycle, &position)
        let delay = frames - divisor(frames, cycle)
        let begin = try #require(played.firstIndex { $0 != 0 })
        #expect(begin <= 2 * (frames + cycle))
        #expect((begin..<played.count).allSatisfy { played[$0] == Float($0 - delay + 1) })
        try system.stop(device, proc)
    }

    /// What has been played beyond a cycle's end is heard, and the next call goes on after it.
    @Test(arguments: [(100, 48), (48, 100), (64, 512), (512, 64)])
    func nothingIsLostWhenTheLengthChanges(from: Int, to: Int) throws {
        server.setDevices([DeviceDescription(id: "out", name: "Out", direction: .output, isDefault: true)])
        let device = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(from))
        let calls = LockedValue<[(time: Double, frames: Int)]>([])
        let proc = try system.createProc(device) { _, _, _, output, time in
            let frames = Int(output.pointee.mBuffers.mDataByteSize) / 8
            let samples = output.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self)
            for index in 0..<2 * frames { samples[index] = Float(Int(time.pointee.mSampleTime) + index / 2) }
            calls.withLock { $0.append((time.pointee.mSampleTime, frames)) }
        }
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 1 })
        var played: [Float] = []
        for _ in 0..<7 { played += server.advance(36) }
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(to))
        for _ in 0..<50 { played += server.advance(36) }
        #expect(played.indices.allSatisfy { played[$0] == Float($0 / 2) })
        let all = calls.withLock { $0 }
        var next = 0.0
        for call in all {
            #expect(call.time == next)
            next += Double(call.frames)
        }
        #expect(Set(all.map(\.frames)) == [from, to])
        #expect(all.last?.frames == to)
        try system.stop(device, proc)
    }

    @Test(arguments: [(100, 48), (48, 100), (512, 64)])
    func nothingHeardIsLostWhenTheLengthChanges(from: Int, to: Int) throws {
        server.setDevices([DeviceDescription(id: "in", name: "In", direction: .input, isDefault: true)])
        let device = try number(system, 1, kAudioHardwarePropertyDefaultInputDevice)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(from))
        let heard = LockedValue<[Float]>([])
        let times = LockedValue<[Double]>([])
        let proc = try system.createProc(device) { _, input, time, _, _ in
            let frames = Int(input.pointee.mBuffers.mDataByteSize) / 8
            let samples = input.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self)
            let place = heard.withLock { heard in
                defer { heard += (0..<frames).map { samples[2 * $0] } }
                return heard.count
            }
            times.withLock { $0.append(time.pointee.mSampleTime - Double(place)) }
        }
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 1 })
        var position = 0
        _ = run(7, of: 36, &position)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(to))
        _ = run(50, of: 36, &position)
        let all = heard.withLock { $0.unshared }
        #expect(all.count > position - max(from, to))
        #expect(all.indices.allSatisfy { all[$0] == Float($0 + 1) })
        #expect(times.withLock { $0.allSatisfy { $0 == 0 } })
        try system.stop(device, proc)
    }

    /// The output of an aggregate runs on, frame by frame, when its microphone is unplugged, and follows the next one.
    @Test func theOutputOutlivesTheMicrophone() throws {
        let device = try aggregate()
        let position = LockedValue(0)
        let proc = try system.createProc(device) { _, _, _, output, _ in
            let frames = Int(output.pointee.mBuffers.mDataByteSize) / 8
            let samples = output.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self)
            position.withLock { position in
                for index in 0..<2 * frames { samples[index] = Float(position + index / 2) }
                position += frames
            }
        }
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 2 && server.followingStreams == 1 })
        // In the middle of what a call has played.
        var played = server.advance(500)
        let all = server.devices
        server.setDevices([all[0]])
        #expect(eventually { server.runningStreams == 1 && server.followingStreams == 0 })
        #expect(eventually { system.device(uid: "in") == nil })
        played += heardOf(device, 2048)
        server.setDevices(all)
        #expect(eventually { server.runningStreams == 2 && server.followingStreams == 1 })
        played += heardOf(device, 2048)
        let sound = played.filter { $0 != 0 }
        #expect(sound.count >= 2 * 4000)
        #expect(sound.indices.allSatisfy { sound[$0] == sound[0] + Float($0 / 2) })
        #expect(server.connections == 1)
        try system.stop(device, proc)
    }

    /// What is played in cycles of 64 frames until so many have sounded.
    private func heardOf(_ device: AudioObjectID, _ frames: Int) -> [Float] {
        var played: [Float] = []
        _ = eventually {
            played += server.advance(64)
            return played.count { $0 != 0 } >= 2 * frames
        }
        return played
    }
}
