import AVFoundation
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

@Suite struct PlayerTests {
    private func expect(_ heard: [Float], toBe wanted: [Float], _ note: Comment? = nil) {
        let sound = sounding(heard)
        #expect(sound.count > wanted.count, note)
        let place = zip(sound, wanted).enumerated().first { $1.0 != $1.1 }?.offset
        #expect(place == nil, "differs from sample \(place ?? 0)")
        #expect(sound.dropFirst(wanted.count).allSatisfy { $0 == 0 }, note)
    }

    @Test(arguments: [kAudioFormatLinearPCM, kAudioFormatAppleLossless, kAudioFormatMPEG4AAC])
    func theSamplesAreThoseOfTheFile(format: AudioFormatID) throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 31_337, format: format)
        #expect(item.status == .unknown && item.duration.isIndefinite)
        let player = stage.player(item)
        #expect(player.timeControlStatus == .paused)
        player.play()
        #expect(player.rate == 1)
        let heard = stage.hear(player, 36_000)
        expect(heard, toBe: try stage.decoded(item))
        #expect(item.status == .readyToPlay && item.error == nil && item.duration == CMTime(frames: 31_337))
        #expect(item.tracks.count == 1 && item.tracks[0].assetTrack?.mediaType == .audio)
        #expect(item.loadedTimeRanges.map(\.timeRangeValue) == [CMTimeRange(start: .zero, duration: item.duration)])
        #expect(item.isPlaybackLikelyToKeepUp && !item.isPlaybackBufferEmpty && item.isPlaybackBufferFull)
    }

    /// At the end a player pauses, once, and a start is silent before a seek.
    @Test func theEndIsAPause() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 9600)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { _ in stage.note("ended") }
        defer { NotificationCenter.default.removeObserver(token) }
        let player = stage.player(item)
        player.play()
        let first = stage.hear(player, 14_400)
        stage.settleMain()
        #expect(stage.notes == ["ended"])
        #expect(player.rate == 0 && player.timeControlStatus == .paused && player.currentTime() == item.duration)
        player.play()
        #expect(player.rate == 0)
        #expect(stage.hear(player, 4800).allSatisfy { $0 == 0 })
        player.seek(to: .zero)
        player.play()
        let second = stage.hear(player, 14_400)
        #expect(sounding(second).prefix(19_200).elementsEqual(sounding(first).prefix(19_200)))
        stage.settleMain()
        #expect(stage.notes == ["ended", "ended"])
    }

    @Test func seeksAreExact() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 48_000, format: kAudioFormatMPEG4AAC)
        let player = stage.player(item)
        let wanted = try stage.decoded(item)
        player.seek(to: CMTime(frames: 12_345), toleranceBefore: .zero, toleranceAfter: .zero) {
            stage.note("seek \($0)")
        }
        player.play()
        let heard = stage.hear(player, 9600)
        stage.settleMain()
        #expect(stage.notes == ["seek true"])
        let sound = Array(sounding(heard).prefix(9600))
        #expect(sound.count == 9600)
        let worst = zip(sound, wanted[(2 * 12_345)...]).map { abs($0 - $1) }.max() ?? 1
        #expect(worst < 1e-3, "\(worst)")
        #expect(abs(player.currentTime().seconds - Double(12_345 + sound.count / 2) / 48_000) < 0.2)
    }

    /// A newer seek ends the one before it.
    @Test func eachSeekEndsOnce() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 48_000)
        let player = stage.player(nil)
        player.seek(to: CMTime(frames: 1)) { stage.note("none \($0)") }
        // No sound follows before the work is let go on.
        player.engine.work.suspend()
        player.replaceCurrentItem(with: item)
        for number in 1...3 { player.seek(to: CMTime(frames: 4800 * number)) { stage.note("\(number) \($0)") } }
        #expect(player.currentTime() == .zero)
        player.engine.work.resume()
        stage.work(player)
        stage.settleMain()
        #expect(stage.notes == ["none false", "1 false", "2 false", "3 true"])
        #expect(player.currentTime() == CMTime(frames: 14_400))
        player.engine.work.suspend()
        player.seek(to: .zero) { stage.note("last \($0)") }
        item.cancelPendingSeeks()
        player.engine.work.resume()
        stage.work(player)
        stage.settleMain()
        #expect(stage.notes.last == "last false" && player.currentTime() == CMTime(frames: 14_400))
    }

    @Test(arguments: [Float(0.5), 0.8, 1.5, 2]) func ratesChangeTheLength(rate: Float) throws {
        for algorithm in [AVAudioTimePitchAlgorithm.timeDomain, .spectral, .varispeed] {
            let stage = try PlaybackStage()
            let item = try stage.item(1, frames: 24_000)
            item.audioTimePitchAlgorithm = algorithm
            let player = stage.player(item)
            player.rate = rate
            #expect(player.rate == rate)
            let heard = stage.hear(player, 60_000)
            let count = Double((heard.lastIndex { $0 != 0 } ?? 0) - (heard.firstIndex { $0 != 0 } ?? 0)) / 2
            #expect(abs(count - 24_000 / Double(rate)) < 2400, "\(algorithm) \(count)")
            #expect(player.rate == 0 && player.currentTime() == item.duration)
        }
    }

    @Test func pausesLoseNothing() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 20_000)
        let player = stage.player(item)
        player.play()
        var heard = stage.hear(player, 4321, step: 97)
        player.pause()
        #expect(player.timeControlStatus == .paused)
        stage.work(player)
        #expect(stage.hear(player, 2400).allSatisfy { $0 == 0 })
        player.play()
        heard += stage.hear(player, 24_000)
        expect(heard, toBe: try stage.decoded(item))
    }

    @Test func anEndThatIsSetEndsTheItemThere() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 20_000)
        item.forwardPlaybackEndTime = CMTime(frames: 12_345)
        let player = stage.player(item)
        player.play()
        expect(stage.hear(player, 20_000), toBe: Array(try stage.decoded(item).prefix(2 * 12_345)))
        #expect(player.rate == 0 && player.currentTime() == CMTime(frames: 12_345))
    }

    @Test(arguments: [CMTime(value: .max, timescale: 1), CMTime(value: .min + 1, timescale: 1)])
    func anEndMayBeAnyTime(end: CMTime) throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 9600)
        item.forwardPlaybackEndTime = end
        let player = stage.player(item)
        player.play()
        let heard = stage.hear(player, 14_400)
        #expect(player.rate == 0)
        if end > .zero { expect(heard, toBe: try stage.decoded(item)) } else { #expect(heard.allSatisfy { $0 == 0 }) }
    }

    @Test func volumeAndMuteScaleTheSound() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 9600)
        let player = stage.player(item)
        player.volume = 0.5
        player.play()
        expect(stage.hear(player, 14_400), toBe: try stage.decoded(item).map { $0 * 0.5 })
        player.isMuted = true
        player.seek(to: .zero)
        player.play()
        #expect(stage.hear(player, 14_400).allSatisfy { $0 == 0 })
        #expect(player.volume == 0.5 && player.isMuted)
    }

    @Test func whatIsNoSoundFails() async throws {
        let stage = try PlaybackStage()
        let place = URL(fileURLWithPath: stage.folder.path + "/text.wav")
        try Data("no sound".utf8).write(to: place)
        for url in [place, URL(fileURLWithPath: stage.folder.path + "/none.wav")] {
            let item = AVPlayerItem(url: url)
            let player = stage.player(item)
            player.seek(to: .zero) { stage.note("seek \($0)") }
            player.play()
            #expect(player.reasonForWaitingToPlay == .evaluatingBufferingRate || item.status == .failed)
            _ = eventually { item.status == .failed }
            // The error is in the log after the status has changed.
            player.engine.work.sync {}
            #expect(item.error != nil && player.status == .unknown && player.error == nil)
            #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
            #expect(item.errorLog()?.events.count == 1 && item.currentTime() == .zero)
        }
        stage.settleMain()
        #expect(stage.notes == ["seek false", "seek false"])
    }

    @Test func anAudioMixIsHeard() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 20_000)
        let part = AVMutableAudioMixInputParameters(track: item.asset.tracks.first)
        part.setVolumeRamp(
            fromStartVolume: 1, toEndVolume: 0,
            timeRange: CMTimeRange(start: CMTime(frames: 4800), duration: CMTime(frames: 9600)))
        let mix = AVMutableAudioMix()
        mix.inputParameters = [part]
        item.audioMix = mix
        let player = stage.player(item)
        player.play()
        let sound = sounding(stage.hear(player, 24_000))
        let wanted = try stage.decoded(item)
        let start = sound.startIndex
        for frame in stride(from: 0, to: 14_400, by: 7) {
            let gain = frame < 4800 ? 1 : 1 - Float(frame - 4800) / 9600
            #expect(abs(sound[start + 2 * frame] - wanted[2 * frame] * gain) < 1e-3, "frame \(frame)")
        }
        #expect(sound[(start + 2 * 14_400)...].allSatisfy { $0 == 0 })
    }

    /// Each callback may call the player.
    @Test func callbacksMayCallThePlayer() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 9600)
        let player = stage.player(item)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { [weak player] _ in
            stage.note("ended")
            guard let player else { return }
            player.seek(to: .zero) { _ in
                stage.note("sought")
                player.play()
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let times = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 20), queue: nil) {
            [weak player] _ in _ = player?.currentTime()
        }
        player.play()
        for _ in 0..<12 {
            _ = stage.hear(player, 2400)
            stage.settleMain()
        }
        player.removeTimeObserver(times)
        #expect(stage.notes.filter { $0 == "ended" }.count >= 2)
    }

    /// A preroll without anything to read ends.
    @Test func prerollsEndWithoutAnItem() throws {
        let stage = try PlaybackStage()
        let player = stage.player(try stage.item(1, frames: 480))
        stage.work(player)
        player.preroll(atRate: 1) { stage.note("ready \($0)") }
        stage.work(player)
        player.replaceCurrentItem(with: nil)
        player.preroll(atRate: 1) { stage.note("none \($0)") }
        stage.work(player)
        let none = URL(fileURLWithPath: stage.folder.path + "/none.wav")
        player.replaceCurrentItem(with: AVPlayerItem(url: none))
        player.preroll(atRate: 1) { stage.note("failed \($0)") }
        stage.work(player)
        stage.settleMain()
        #expect(stage.notes == ["ready true", "none false", "failed false"])
    }

    @Test func playersGoAway() throws {
        let stage = try PlaybackStage()
        let place = try stage.file(1, frames: 480)
        weak var last: AVPlayer?
        for number in 0..<1000 {
            let player = stage.player(AVPlayerItem(url: place))
            if number % 2 == 0 { player.play() }
            if number % 3 == 0 {
                _ = player.addPeriodicTimeObserver(forInterval: .init(frames: 480), queue: nil) { _ in }
            }
            last = player
        }
        #expect(eventually { last == nil })
    }
}
