import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Players that follow one another to the sample, and sounds that end before their file does.
@Suite struct PlayerFollowingTests {
    /// Players of one output at 1000 frames a second.
    private final class Stage {
        let server = ManualServer()
        let output: Output
        let events = LockedValue<[String]>([])
        private(set) var players: [Player] = []

        init() throws { output = try server.output() }

        deinit { for player in players { player.close() } }

        func player(_ name: String, _ samples: [Float], until end: Double? = nil) throws -> Player {
            let (output, events) = (output, events)
            let provider: Player.OutputProvider = { (_) throws(AudioError) in output }
            let player = try Player(
                PlayerRunner.file(samples), until: end, timeline: PlayerTimeline(), session: SessionCenter(),
                output: provider
            ) { event in
                switch event {
                case .nearsEnd: events.withLock { $0.append("\(name) nears its end") }
                case .endIsKnown: events.withLock { $0.append("\(name) knows its end") }
                case .finished(let isWhole): events.withLock { $0.append("\(name) finished \(isWhole)") }
                default: break
                }
            }
            players.append(player)
            return player
        }

        func hear(_ frames: Int) -> [Float] {
            _ = eventually { server.runningStreams == 1 }
            var heard: [Float] = []
            while heard.count < frames {
                work()
                heard += server.advance(min(8, frames - heard.count))
            }
            work()
            return heard
        }

        private func work() {
            for player in players where player.state.withLock({ $0.job }) != nil {
                while let delay = player.work(), delay.latest == 2_000_000, delay.earliest == 1_000_000 {}
            }
        }
    }

    private func ramp(_ numbers: ClosedRange<Int>) -> [Float] { numbers.map { Float($0) / 1024 } }
    private func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

    @Test func oneBeginsWhereTheOtherEnds() throws {
        let stage = try Stage()
        let first = try stage.player("a", ramp(1...29))
        let second = try stage.player("b", ramp(101...110))
        #expect(first.end == nil && !first.hasBegun)
        #expect(first.play())
        // It has no place before the first cycle.
        #expect(first.end == nil)
        #expect(stage.hear(8) == ramp(1...8))
        let end = try #require(first.end)
        #expect(end.frame == stage.output.renderedFrames + 21 && end.isSame(as: first.end) && first.hasBegun)
        #expect(second.play(after: end) && second.isPlaying && !second.hasBegun)
        #expect(stage.hear(16) == ramp(9...24) && !second.hasBegun)
        #expect(stage.hear(24) == ramp(25...29) + ramp(101...110) + zeros(9))
        #expect(second.hasBegun || !second.isPlaying)
        let events = stage.events.withLock { $0 }
        #expect(events.filter { $0.hasPrefix("a") } == ["a nears its end", "a knows its end", "a finished true"])
        #expect(events.filter { $0.hasPrefix("b") } == ["b nears its end", "b knows its end", "b finished true"])
    }

    /// A pause moves the end, and one that waits can begin at once.
    @Test func aPauseMovesTheEnd() throws {
        let stage = try Stage()
        let first = try stage.player("a", ramp(1...29))
        let second = try stage.player("b", ramp(101...110))
        #expect(first.play() && stage.hear(8) == ramp(1...8))
        let end = try #require(first.end)
        #expect(second.play(after: end))
        first.pause()
        #expect(first.end == nil && !first.isPlayedOut && stage.hear(8) == zeros(8))
        #expect(first.play() && first.end == nil && stage.hear(8) == ramp(9...16))
        #expect(first.end?.frame == end.frame + 8 && first.end?.isSame(as: end) == false)
        second.pause()
        #expect(stage.hear(8) == ramp(17...24))
        first.pause()
        second.seek(to: 0)
        #expect(second.play(after: end))
        second.beginNow()
        #expect(stage.hear(16) == ramp(101...110) + zeros(6))
    }

    @Test func aPauseBehindTheLastFrameIsKnown() throws {
        let stage = try Stage()
        let player = try stage.player("a", ramp(1...16))
        #expect(player.play() && stage.hear(8) == ramp(1...8) && !player.isPlayedOut)
        _ = stage.server.advance(8)
        player.pause()
        #expect(player.isPlayedOut)
        player.seek(to: 4)
        #expect(!player.isPlayedOut)
    }

    /// A sound may end before its file, in each pass.
    @Test(arguments: [0.01, 0.0104, 0.0096]) func aPartOfAFileEndsAtItsFrame(end: Double) throws {
        let stage = try Stage()
        let player = try stage.player("a", ramp(1...30), until: end)
        #expect(player.duration == 0.01)
        player.setLoops(1)
        #expect(player.play() && stage.hear(32) == ramp(1...10) + ramp(1...10) + zeros(12))
        player.setLoops(0)
        player.seek(to: 25)
        #expect(player.position == 10)
        player.seek(to: 7)
        #expect(player.play() && stage.hear(8) == ramp(8...10) + zeros(5))
    }

    @Test func anEndThatIsNoneIsTheFiles() throws {
        let stage = try Stage()
        for end in [Double.infinity, 1e300, 0.03, 7] {
            #expect(try stage.player("a", ramp(1...30), until: end).duration == 0.03)
        }
        for end in [-1, 0, -Double.infinity, Double.nan] {
            let player = try stage.player("b", ramp(1...30), until: end)
            #expect(player.duration == 0)
        }
    }
}
