import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import AudioUnits
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// `AVAudioPlayerNode` on a device that is driven by hand: host times, what has been heard, and what stops it.
@Suite(.mustEnd) struct PlayerNodeDeviceTests {
    private let server = ManualServer()
    private let engine: AVAudioEngine
    private let player = AVAudioPlayerNode()
    private let log = HandlerLog()

    init() throws {
        let server = self.server
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let devices = EngineDevices(remote: DeviceUnit.remote(on: system), voice: DeviceUnit.remote(on: system))
        engine = AVAudioEngine(devices, session: SessionCenter())
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: Sample.format(48_000, 2))
        try engine.start()
        #expect(
            eventually {
                _ = server.advance(512)
                return player.lastRenderTime != nil
            })
    }

    private func buffer(_ frames: Int, from first: Int) -> AVAudioPCMBuffer {
        Sample.buffer([Numbers.up(first, frames), Numbers.up(first, frames)], rate: 48_000)
    }

    /// The left channel of the next cycles.
    private func advance(_ frames: Int) -> [Float] {
        let samples = server.advance(frames)
        return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }

    @Test func bothTimesOfTheNodeBecomeThoseOfThePlayer() throws {
        player.scheduleBuffer(buffer(10_000, from: 1))
        player.play()
        let sound = advance(2048)
        #expect(sound.first { $0 != 0 } == 1)
        let node = try #require(player.lastRenderTime)
        let time = try #require(player.playerTime(forNodeTime: node))
        #expect(time.isHostTimeValid && time.hostTime == node.hostTime && time.sampleRate == 48_000)
        #expect(player.nodeTime(forPlayerTime: time)?.sampleTime == node.sampleTime)
        engine.pause()
        #expect(player.isPlaying && player.lastRenderTime == nil)
        engine.stop()
        #expect(!player.isPlaying)
    }

    @Test func startsAtAHostTime() throws {
        player.scheduleBuffer(buffer(100, from: 1))
        let node = try #require(player.lastRenderTime)
        let start = node.hostTime + AVAudioTime.hostTime(forSeconds: 0.1)
        player.play(at: AVAudioTime(hostTime: start))
        // A buffer at a host time of its own, 200 frames later.
        player.scheduleBuffer(
            buffer(100, from: 500), at: AVAudioTime(hostTime: start + AVAudioTime.hostTime(forSeconds: 200 / 48_000)))
        let sound = advance(8192)
        let first = try #require(sound.firstIndex { $0 != 0 })
        var expected = Numbers.up(1, 100) + Numbers.zeros(100)
        expected += Numbers.up(500, 100) + Numbers.zeros(10)
        #expect(Array(sound[first..<first + 310]) == expected)
        // 4800 frames behind the node's time at that render.
        let origin = try #require(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 0, atRate: 48_000)))
        #expect(origin.sampleTime == node.sampleTime + 4800)
    }

    /// Who waits for what is heard is called, whatever the device's clock says.
    @Test func handlersAreCalledForADevice() throws {
        let types: [AVAudioPlayerNodeCompletionCallbackType] = [.dataConsumed, .dataRendered, .dataPlayedBack]
        for type in types {
            player.scheduleBuffer(buffer(100, from: 1), completionCallbackType: type) { [log] in log.note("\($0)") }
        }
        player.play()
        _ = advance(1024)
        #expect(log.first(3) == types.map { "\($0)" })
    }

    /// Another device's rate stops the engine: its player stops, and tells so.
    @Test func aConfigurationChangeStopsThePlayer() throws {
        player.scheduleBuffer(buffer(100, from: 1), at: nil, options: .loops) { [log] in log.note("loop") }
        player.play()
        _ = advance(512)
        server.setDevices([
            DeviceDescription(id: "other", name: "Other", direction: .output, sampleRate: 44_100, isDefault: true)
        ])
        #expect(log.first(1) == ["loop"])
        #expect(!player.isPlaying)
        #expect(eventually { !engine.isRunning })
        try engine.start()
        player.scheduleBuffer(buffer(100, from: 1)) { [log] in log.note("again") }
        player.play()
        #expect(
            eventually {
                _ = server.advance(512)
                return log.all.count == 2
            })
    }

    /// As on a Mac, the program ends with the reason.
    @Test func aPlayerWithoutAnEngineCannotPlay() async throws {
        await #expect(processExitsWith: .failure) { AVAudioPlayerNode().play() }
        await #expect(processExitsWith: .failure) {
            let engine = AVAudioEngine()
            let player = AVAudioPlayerNode()
            try engine.enableManualRenderingMode(.offline, format: Sample.format(), maximumFrameCount: 512)
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            player.play()
        }
        await #expect(processExitsWith: .failure) {
            let player = AVAudioPlayerNode()
            // Two channels are expected.
            player.scheduleBuffer(Sample.buffer([[1, 2, 3]]))
        }
    }
}
