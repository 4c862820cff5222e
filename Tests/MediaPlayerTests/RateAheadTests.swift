import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import MediaPlayer

/// A rate that changes while the next item is ready, and waits for the end of the one that plays.
@Suite struct RateAheadTests {
    /// No frame has the sound of both, however near the end the change comes, and no more than a piece of the time stretch is between them.
    @Test(arguments: [24_000, 7200, 2400, 480], [(1, 0.5), (1, 2), (0.5, 2), (2, 0.5)] as [(Float, Float)])
    func twoItemsNeverSoundAtOnce(before: Int, rates: (Float, Float)) throws {
        let stage = try MusicStage()
        let frames = 36_000
        let songs = try [0.25, 0.5].enumerated().map { index, level in
            let item = try stage.song(Int64(index + 1), kAudioFormatLinearPCM, frames: 480, ending: "wav")
            try LevelFile.write(item.place, frames: frames, rate: 48_000, level: Float(level))
            return item
        }
        stage.player.setQueue(with: MPMediaItemCollection(items: songs))
        stage.player.currentPlaybackRate = rates.0
        var heard: [Float] = []
        let change = Double(frames - before) / 48_000
        while stage.player.currentPlaybackTime < change, stage.player.nowPlayingItem === songs[0] {
            heard += stage.hear(480)
        }
        stage.player.currentPlaybackRate = rates.1
        while stage.player.playbackState == .playing { heard += stage.hear(4800) }
        let left = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
        #expect(left.allSatisfy { $0 < 0.6 })
        let next = try #require(left.firstIndex { $0 > 0.4 })
        let last = try #require(left[..<next].lastIndex { $0 > 0.2 })
        #expect(next - last < 2400, "\(next - last) frames between the two")
    }
}
