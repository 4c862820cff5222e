import AVFoundation
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// What players play of compositions.
@Suite struct CompositionPlayingTests {
    private func add(_ asset: AVAsset, to composition: AVMutableComposition) throws -> AVMutableCompositionTrack {
        let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
        let source = asset.tracks[0]
        try track.insertTimeRange(source.timeRange, of: source, at: .zero)
        return track
    }

    /// What is heard until the player pauses, without silence: another thread reads ahead.
    private func play(_ stage: PlaybackStage, _ player: AVPlayer) -> [Float] {
        var heard: [Float] = []
        player.play()
        #expect(
            eventually {
                heard += stage.hear(player, 480)
                return player.rate == 0
            })
        return heard.filter { $0 != 0 }
    }

    /// A file that is to be scanned before a seek is played.
    @Test(arguments: ["MPEGAudio/cbr-mono.mp3", "MPEGAudio/vbr-stereo.mp3"])
    func compressedFilesArePlayed(name: String) throws {
        let stage = try PlaybackStage()
        let composition = AVMutableComposition()
        _ = try add(AssetStage.asset(name), to: composition)
        let item = AVPlayerItem(asset: composition)
        let player = stage.player(item)
        #expect(!play(stage, player).isEmpty)
        #expect(item.status == .readyToPlay && item.error == nil && player.currentTime() == item.duration)
        let middle = CMTimeMultiplyByRatio(item.duration, multiplier: 1, divisor: 2)
        player.seek(to: middle, toleranceBefore: .zero, toleranceAfter: .zero)
        #expect(!play(stage, player).isEmpty && player.currentTime() == item.duration)
    }

    /// Each track has its own volume, and can be silent alone.
    @Test func tracksAreMixedByTheirParameters() throws {
        let stage = try PlaybackStage()
        let files = try [6000, 4800].enumerated().map { AVURLAsset(url: try stage.file($0 + 1, frames: $1)) }
        let samples = try files.map { try stage.decoded(AVPlayerItem(asset: $0)) }
        let composition = AVMutableComposition()
        let tracks = try files.map { try add($0, to: composition) }
        let mix = AVMutableAudioMix()
        mix.inputParameters = zip(tracks, [Float(0.5), 0.25]).map { track, volume in
            let part = AVMutableAudioMixInputParameters(track: track)
            part.setVolume(volume, at: .zero)
            return part
        }
        func sum(_ gains: [Float]) -> [Float] {
            samples[0].indices.map { index in
                samples[0][index] * gains[0] + (index < samples[1].count ? samples[1][index] * gains[1] : 0)
            }.filter { $0 != 0 }
        }
        let item = AVPlayerItem(asset: composition)
        item.audioMix = mix
        let player = stage.player(item)
        func expect(_ gains: [Float], _ note: Comment) {
            let (heard, wanted) = (play(stage, player), sum(gains))
            let worst = zip(heard, wanted).map { abs($0 - $1) }.max() ?? 1
            #expect(abs(heard.count - wanted.count) < 16 && worst < 1e-5, "\(note): \(worst), \(heard.count)")
            #expect(player.currentTime() == item.duration, note)
            player.seek(to: .zero)
        }
        expect([0.5, 0.25], "both")
        item.tracks[0].isEnabled = false
        #expect(!item.tracks[0].isEnabled && item.tracks[1].isEnabled)
        expect([0, 0.25], "the second")
        item.tracks[0].isEnabled = true
        item.tracks[1].isEnabled = false
        expect([0.5, 0], "the first")
        item.tracks[1].isEnabled = true
        item.audioMix = nil
        expect([1, 1], "no mix")
    }
}
