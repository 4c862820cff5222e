import AudioCore
import AudioFiles
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Each kind of file in a player: its passes, its places and its length are those of the decoded file.
@Suite struct PlayerFixtureTests {
    private static let playable = Fixture.all.filter { (try? decoded($0))?.isEmpty == false }

    private static func decoded(_ fixture: Fixture) throws -> [Float] {
        let reader = try PlayerReader(PlayerRunner.open(fixture.bytes()))
        try reader.seek(to: 0)
        let channels = reader.format.channels
        var (all, block) = ([Float](), [Float](repeating: 0, count: 1000 * channels))
        while true {
            let count = block.withUnsafeMutableBufferPointer { reader.read($0.baseAddress!, frames: 1000) }
            if count == 0 { break }
            all += block.prefix(count * channels)
        }
        return all
    }

    @Test func mostFixturesArePlayable() { #expect(Self.playable.count > Fixture.all.count / 2) }

    @Test(arguments: playable) func passesFollowAndPlacesAreFound(fixture: Fixture) throws {
        let once = try Self.decoded(fixture)
        let channels = fixture.channels
        let frames = once.count / channels
        let runner = try PlayerRunner(
            PlayerRunner.open(fixture.bytes()), rate: fixture.sampleRate, channels: channels)
        // A file may count its last packet whole: then the first pass tells.
        #expect(runner.player.duration >= Double(frames) / fixture.sampleRate)
        runner.player.setLoops(1)
        #expect(runner.play())
        // More than the passes: silence, and the end.
        let heard = runner.hear(2 * frames + 600, step: 512)
        // The player puts channels in the device's order.
        let pass = Array(heard.prefix(once.count))
        if channels <= 2 { #expect(pass == once) }
        #expect(heard.dropFirst(once.count).prefix(once.count).elementsEqual(pass))
        #expect(heard.dropFirst(2 * once.count).allSatisfy { $0 == 0 })
        #expect(eventually { runner.events == ["finished true"] })
        #expect(runner.player.duration == Double(frames) / fixture.sampleRate)
        runner.player.setLoops(0)
        for place in [frames / 3, frames - 1, 1, frames / 2] {
            runner.player.seek(to: Double(place))
            #expect(runner.frame == place)
            #expect(runner.play())
            let rest = runner.hear(256, step: 64)
            let wanted = pass.dropFirst(place * channels).prefix(256 * channels)
            let worst = zip(rest, wanted).map { abs($0 - $1) }.max() ?? 1
            #expect(worst < 1e-3, "from frame \(place): \(worst)")
            runner.player.stop()
        }
    }
}
