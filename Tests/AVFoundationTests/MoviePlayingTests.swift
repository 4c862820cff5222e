import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// Films that are played.
@Suite(.needs("ffmpeg", "ffprobe")) struct MoviePlayingTests {
    private let movies = MovieStage()

    /// Has an item opened by a player.
    private func open(_ stage: PlaybackStage, _ item: AVPlayerItem) -> AVPlayer {
        let player = stage.player(item)
        stage.work(player)
        #expect(eventually { item.status != .unknown })
        stage.work(player)
        return player
    }

    /// Has the player play, and waits until it does.
    private func play(_ stage: PlaybackStage, _ player: AVPlayer) {
        player.play()
        #expect(
            eventually {
                stage.work(player)
                return player.timeControlStatus == .playing
            })
    }

    @Test func picturesFollowThePlayersTime() throws {
        let url = try movies.usual()
        var times: [CMTime] = []
        var pixels: [Data] = []
        _ = try MovieStage.read(url, MovieStage.luma) { buffer in
            times.append(buffer.presentationTimeStamp)
            pixels.append(MovieStage.bytes(try #require(buffer.imageBuffer)))
        }
        let stage = try PlaybackStage()
        let item = AVPlayerItem(url: url)
        let output = AVPlayerItemVideoOutput(pixelBufferAttributes: MovieStage.luma)
        item.add(output)
        #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
        #expect(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil) == nil)
        let player = open(stage, item)
        #expect(item.status == .readyToPlay && item.presentationSize == CGSize(width: 96, height: 64))
        #expect(item.tracks.map { $0.assetTrack?.mediaType } == [.video, .audio])
        play(stage, player)
        var shown: Set<Int> = []
        for _ in 0..<50 {
            _ = stage.hear(player, 960)
            let time = item.currentTime()
            let number = try #require(times.lastIndex { $0 <= time })
            #expect(output.hasNewPixelBuffer(forItemTime: time) == !shown.contains(number))
            var display = CMTime.invalid
            let buffer = try #require(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &display))
            #expect(display == times[number] && MovieStage.bytes(buffer) == pixels[number])
            #expect(!output.hasNewPixelBuffer(forItemTime: time))
            shown.insert(number)
        }
        // 50 steps of 20 ms, of which the first ones are the device's latency, have most of the pictures of 40 ms of their time.
        #expect(shown.count > 15)
    }

    @Test func aFilmIsPlayedUntilItsLastPicture() throws {
        let stage = try PlaybackStage()
        let item = AVPlayerItem(url: try movies.usual())
        let player = open(stage, item)
        #expect(abs(item.duration.seconds - 2) < 0.01)
        play(stage, player)
        let heard = stage.hear(player, 48_000 * 2 - 4800)
        let hasSound = heard[48_000..<72_000].contains { abs($0) > 0.01 }
        #expect(hasSound && player.timeControlStatus == .playing)
        // The sound is over.
        let isSilent = heard.suffix(24_000).allSatisfy { $0 == 0 }
        #expect(isSilent)
    }

    @Test func aFilmWithoutSoundHasAClock() throws {
        let stage = try PlaybackStage()
        let url = try movies.film("silent.mov", "-f lavfi -i testsrc2=size=32x32:rate=10:duration=1 -c:v mpeg4 -an")
        let item = AVPlayerItem(url: url)
        let player = open(stage, item)
        #expect(item.status == .readyToPlay && abs(item.duration.seconds - 1) < 0.001)
        play(stage, player)
        // The first cycles may come before the player has anything to play.
        let hasBegun = eventually {
            _ = stage.hear(player, 480)
            return item.currentTime().seconds > 0.1
        }
        let begin = item.currentTime().seconds
        _ = stage.hear(player, 24_000)
        let passed = item.currentTime().seconds - begin
        #expect(hasBegun && abs(passed - 0.5) < 0.05, "\(passed)")
    }

    @Test func layersSayWhatIsShown() throws {
        let stage = try PlaybackStage()
        let item = AVPlayerItem(url: try movies.usual())
        let layer = AVPlayerLayer(player: nil)
        #expect(!layer.isReadyForDisplay && layer.displayedPixelBuffer() == nil && layer.videoGravity == .resizeAspect)
        layer.player = open(stage, item)
        layer.bounds = CGRect(x: 0, y: 0, width: 192, height: 192)
        #expect(layer.isReadyForDisplay && layer.videoRect == CGRect(x: 0, y: 32, width: 192, height: 128))
        layer.videoGravity = .resizeAspectFill
        #expect(layer.videoRect == CGRect(x: -48, y: 0, width: 288, height: 192))
        layer.videoGravity = .resize
        #expect(layer.videoRect == layer.bounds)
        let buffer = try #require(layer.displayedPixelBuffer())
        #expect(CVPixelBufferGetWidth(buffer) == 96)
        layer.pixelBufferAttributes = MovieStage.settings(kCVPixelFormatType_32BGRA)
        #expect(layer.displayedPixelBuffer().map { CVPixelBufferGetPixelFormatType($0) } == kCVPixelFormatType_32BGRA)
    }

    private final class Delegate: NSObject, AVPlayerItemOutputPullDelegate, @unchecked Sendable {
        let calls = LockedNotes()
        func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) { calls.add("media") }
        func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { calls.add("flushed") }
    }

    final class LockedNotes: @unchecked Sendable {
        private let lock = NSLock()
        private var notes: [String] = []
        func add(_ note: String) { lock.withLock { notes.append(note) } }
        var all: [String] { lock.withLock { notes } }
    }

    @Test func delegatesAreToldOfPicturesAndOfSeeks() throws {
        let stage = try PlaybackStage()
        let item = AVPlayerItem(url: try movies.usual())
        let output = AVPlayerItemVideoOutput(outputSettings: nil)
        let delegate = Delegate()
        output.setDelegate(delegate, queue: DispatchQueue(label: "delegate"))
        item.add(output)
        output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0.1)
        #expect(delegate.calls.all.isEmpty && output.delegate === delegate)
        _ = open(stage, item)
        #expect(eventually { delegate.calls.all == ["media"] })
        item.seek(to: CMTime(value: 1, timescale: 1)) { _ in }
        #expect(eventually { delegate.calls.all == ["media", "flushed"] })
    }
}
