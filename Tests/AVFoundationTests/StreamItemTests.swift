import AVFoundation
import AudioCore
import AudioFiles
import Foundation
import TestSupport
import Testing

@testable import AVFoundation
@testable import PlaybackAndRecording

/// A stream whose frames come when the test says.
private final class SlowSource: PlayableSource, @unchecked Sendable {
    let format = StreamFormat.float32(sampleRate: 48_000, channels: 2)
    let layout: ChannelLayout? = nil
    let length: Int64
    private let condition = NSCondition()
    private var allowed: Int64 = 0
    private var place: Int64 = 0
    /// The frames before it have been kept by who reads.
    private var kept: Int64 = -1
    private var isOver = false
    private var fails = false
    private var handler: (@Sendable (SourceEvent) -> Void)?

    init(length: Int64) { self.length = length }

    static func sample(_ frame: Int64, _ channel: Int) -> Float { Float(frame % 1000 + 1) / 2000 + Float(channel) / 4 }

    func allow(_ frames: Int64) {
        condition.withLock { allowed = frames }
        condition.broadcast()
        condition.withLock { handler }?(.changed)
    }

    func fail() {
        condition.withLock { fails = true }
        condition.broadcast()
    }

    func report(_ event: SourceEvent) { condition.withLock { handler }?(event) }

    /// The frame at which the reader asks for more, so that it has kept all before it; -1 after a seek.
    var asked: Int64 { condition.withLock { kept } }
    var waits: Bool { true }
    var bufferedRanges: [Range<Int64>] { condition.withLock { [0..<allowed] } }
    func observe(_ handler: @escaping @Sendable (SourceEvent) -> Void) { condition.withLock { self.handler = handler } }
    func setSampleRate(_ rate: Double) throws(AudioError) {}
    func seek(to frame: Int64) throws(AudioError) { condition.withLock { (place, kept) = (frame, -1) } }

    func interrupt() {
        condition.withLock { isOver = true }
        condition.broadcast()
    }

    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioError) -> Int {
        condition.lock()
        defer { condition.unlock() }
        kept = place
        while place >= allowed, place < length, !isOver, !fails { condition.wait() }
        guard !isOver, !fails || place < allowed else { throw .endOfFile }
        let count = Int(min(Int64(frames), allowed - place, length - place))
        for frame in 0..<max(0, count) {
            for channel in 0..<2 { samples[2 * frame + channel] = Self.sample(place + Int64(frame), channel) }
        }
        place += Int64(max(0, count))
        return max(0, count)
    }
}

private final class SlowAsset: AVAsset, @unchecked Sendable {
    let source: SlowSource
    init(_ source: SlowSource) {
        self.source = source
        super.init()
    }
    override func makePlayableSource() throws -> any PlayableSource { source }
}

@Suite struct StreamItemTests {
    private func start(
        _ stage: PlaybackStage, _ length: Int64
    ) -> (source: SlowSource, item: AVPlayerItem, player: AVPlayer) {
        let source = SlowSource(length: length)
        let item = AVPlayerItem(asset: SlowAsset(source))
        return (source, item, stage.player(item))
    }

    /// The reader has all that has come, and the engine has heard of it.
    private func receive(_ stage: PlaybackStage, _ source: SlowSource, _ player: AVPlayer, _ frames: Int64) {
        source.allow(frames)
        #expect(eventually { source.asked == frames })
        stage.work(player)
    }

    @Test func aStreamWaitsStallsAndGoesOn() throws {
        let stage = try PlaybackStage()
        let (source, item, player) = start(stage, 40_000)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemPlaybackStalled, object: item, queue: nil
        ) { _ in stage.note("stalled") }
        defer { NotificationCenter.default.removeObserver(token) }
        player.play()
        stage.work(player)
        #expect(player.reasonForWaitingToPlay == .toMinimizeStalls && !item.isPlaybackLikelyToKeepUp)
        receive(stage, source, player, 20_000)
        #expect(eventually { player.timeControlStatus == .playing })
        #expect(item.loadedTimeRanges.first?.timeRangeValue.end == CMTime(frames: 20_000))
        var heard: [Float] = []
        #expect(
            eventually {
                heard += stage.hear(player, 480)
                return player.timeControlStatus == .waitingToPlayAtSpecifiedRate
            })
        stage.settleMain()
        #expect(stage.notes == ["stalled"] && player.rate == 1)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate && item.isPlaybackBufferEmpty)
        #expect(player.currentTime() == CMTime(frames: 20_000))
        receive(stage, source, player, 40_000)
        #expect(eventually { player.timeControlStatus == .playing })
        #expect(
            eventually {
                heard += stage.hear(player, 480)
                return player.rate == 0
            })
        let sound = heard.filter { $0 != 0 }
        let wanted = (0..<40_000 as Range<Int64>).flatMap { [SlowSource.sample($0, 0), SlowSource.sample($0, 1)] }
        #expect(sound == wanted)
        #expect(player.rate == 0 && player.currentTime() == item.duration)
    }

    @Test func aPlayerThatDoesNotWaitPauses() throws {
        let stage = try PlaybackStage()
        let (source, _, player) = start(stage, 40_000)
        player.automaticallyWaitsToMinimizeStalling = false
        receive(stage, source, player, 10_000)
        player.play()
        #expect(player.timeControlStatus == .playing || player.reasonForWaitingToPlay == .evaluatingBufferingRate)
        #expect(
            eventually {
                _ = stage.hear(player, 480)
                return player.rate == 0
            })
        #expect(player.timeControlStatus == .paused)
    }

    @Test func aStreamThatBreaksFailsToEnd() throws {
        let stage = try PlaybackStage()
        let (source, item, player) = start(stage, 40_000)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemFailedToPlayToEndTime, object: item, queue: nil
        ) { stage.note("failed \($0.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] is NSError)") }
        defer { NotificationCenter.default.removeObserver(token) }
        receive(stage, source, player, 10_000)
        source.fail()
        player.play()
        #expect(
            eventually {
                _ = stage.hear(player, 480)
                return player.rate == 0
            })
        stage.settleMain()
        #expect(stage.notes == ["failed true"] && item.status == .readyToPlay)
    }

    @Test func metadataComesAtItsTime() throws {
        final class Titles: NSObject, AVPlayerItemMetadataOutputPushDelegate, @unchecked Sendable {
            let note: @Sendable (String) -> Void
            init(_ note: @escaping @Sendable (String) -> Void) { self.note = note }
            func metadataOutput(
                _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
                from track: AVPlayerItemTrack?
            ) { note("\(groups.first?.timeRange.start.value ?? -1)") }
        }
        let stage = try PlaybackStage()
        let (source, item, player) = start(stage, 40_000)
        let titles = Titles { stage.note($0) }
        let output = AVPlayerItemMetadataOutput(identifiers: nil)
        output.setDelegate(titles, queue: nil)
        item.add(output)
        #expect(item.outputs == [output])
        receive(stage, source, player, 40_000)
        for start in [0, 24_000] {
            source.report(
                .metadata(
                    AVTimedMetadataGroup(
                        items: [], timeRange: CMTimeRange(start: CMTime(frames: start), duration: CMTime(frames: 1)))))
        }
        player.play()
        _ = stage.hear(player, 12_000)
        stage.settleMain()
        #expect(stage.notes == ["0"])
        #expect(
            eventually {
                _ = stage.hear(player, 480)
                stage.settleMain()
                return stage.notes.count > 1
            })
        #expect(player.currentTime() >= CMTime(frames: 24_000))
        #expect(stage.notes == ["0", "24000"] && item.timedMetadata?.isEmpty == true)
        item.remove(output)
        #expect(item.outputs.isEmpty)
    }

    /// A start where the stream begins requests nothing again.
    @Test func aStartKeepsWhatIsReadAhead() throws {
        let source = SlowSource(length: 40_000)
        let ahead = ReadAhead(source, seconds: 0) {}
        source.allow(10_000)
        #expect(eventually { source.asked == 10_000 })
        ahead.seek(to: 0)
        var samples = [Float](repeating: 0, count: 2 * 10_000)
        #expect(try ahead.read(&samples, frames: 10_000) == 10_000)
        #expect(samples[0] == SlowSource.sample(0, 0) && samples[19_998] == SlowSource.sample(9_999, 0))
    }

    /// A player that goes away ends a read that waits.
    @Test func aReadThatWaitsEndsWithThePlayer() throws {
        let stage = try PlaybackStage()
        weak var source: SlowSource?
        do {
            let (made, _, player) = start(stage, 40_000)
            source = made
            player.play()
            stage.work(player)
        }
        #expect(eventually { source == nil })
    }
}
