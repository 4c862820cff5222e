import AudioCore
import AudioFiles
import AudioIO
import Foundation
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Players that several threads call at random, while time passes quickly: what they come to in the end.
@Suite struct PlayerRandomTests {
    /// One call of all that there are.
    private static func call(_ player: Player, _ random: inout SeededRandom, now: UInt64) {
        let number = Int(random.next() % 1000)
        switch random.next() % 15 {
        case 0, 1: _ = player.play()
        case 2: player.pause()
        case 3: player.stop()
        case 4: _ = player.prepare()
        case 5: player.seek(to: Double(number))
        case 6: player.setLoops(number % 4 - 1)
        case 7: player.rate = Float(number % 16 + 5) / 10
        case 8: player.changesRate = number % 2 == 0
        case 9: _ = player.play(at: now + UInt64(number) * 100_000)
        case 10: player.setAssignments(number % 2 == 0 ? [] : [1])
        case 11: player.setVolume(Float(number) / 1000, over: Float(number) / 1000)
        case 12: player.isMetering = number % 2 == 0
        case 13: player.setDevice(number % 2 == 0 ? nil : "another")
        default:
            player.updateLevels()
            _ = (player.position, player.duration, player.isPlaying, player.deviceTime, player.level(0))
        }
    }

    @Test(arguments: [FourCC.linearPCM, "ima4"]) func manyThreadsMakeAllCalls(id: FourCC) throws {
        let samples = (1...600).map { Float($0) / 1024 }
        let runner = try PlayerRunner(PlayerRunner.file(samples, id))
        let (player, server) = (runner.player, runner.server)
        let left = WaitableValue(4)
        for seed in 0..<4 {
            Thread.detachNewThread {
                var random = SeededRandom(UInt64(seed) + 1)
                for _ in 0..<PlayerRunner.rounds {
                    Self.call(player, &random, now: server.hostTime)
                    let place = player.position
                    if !(place >= 0 && place <= 1000) { Issue.record("at \(place)") }
                }
                left.withLock { $0 -= 1 }
            }
        }
        var random = SeededRandom(99)
        while left.withLock({ $0 > 0 }) {
            // Ten seconds, now and then, let the output rest.
            _ = server.advance(random.next() % 8 == 0 ? 11_000 : 8)
        }
        // Whoever has read the time last while nothing played lets it run until another start ends.
        #expect(player.play())
        player.stop()
        #expect(!player.isPlaying)
        #expect(player.pipeline.withLock { $0.voice == nil && !$0.isMixed })
        #expect(player.state.withLock { $0.job } == nil)
        #expect(player.timeline.seconds(at: server.hostTime) == 0)
        #expect(server.advance(16).allSatisfy { $0 == 0 })
        player.changesRate = false
        player.setLoops(0)
        player.setAssignments([])
        player.setVolume(1, over: 0)
        player.seek(to: 0)
        let before = runner.events.count
        #expect(runner.play())
        #expect(runner.hear(700, step: 8).prefix(600).contains { $0 != 0 })
        #expect(eventually { runner.events.count == before + 1 } && runner.events.last == "finished true")
    }
}
