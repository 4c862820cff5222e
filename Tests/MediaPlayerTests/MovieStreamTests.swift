import AVFoundation
import AudioCore
import AudioFiles
import Foundation
import TestSupport
import Testing

@testable import AVFoundation
@testable import MediaPlayer
@testable import PlaybackAndRecording

/// A source whose frames come when a test lets them.
private final class SlowSource: PlayableSource, @unchecked Sendable {
    let format = StreamFormat.float32(sampleRate: 48_000, channels: 2)
    let layout: ChannelLayout? = nil
    let length: Int64
    private let condition = NSCondition()
    private var place: Int64 = 0
    private var allowed: Int64 = 0
    private var kept: Int64 = -1
    private var isOver = false
    private var handler: (@Sendable (SourceEvent) -> Void)?

    init(length: Int64) { self.length = length }

    func allow(_ frames: Int64) {
        condition.withLock { allowed = frames }
        condition.broadcast()
        condition.withLock { handler }?(.changed)
    }

    func report(_ event: SourceEvent) { condition.withLock { handler }?(event) }

    /// The frame at which the reader asks for more.
    var asked: Int64 { condition.withLock { kept } }
    var waits: Bool { true }
    var bufferedRanges: [Range<Int64>] { condition.withLock { [0..<allowed] } }
    var accessEvents: [SourceAccess] {
        var access = SourceAccess(url: "http://radio/a", serverAddress: "1.2.3.4", requests: 3, bytes: 1000)
        (access.transferTime, access.indicatedBitrate, access.kind) = (2, 128_000, "VOD")
        return [access]
    }
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
        while place >= allowed, place < length, !isOver { condition.wait() }
        guard !isOver else { throw .endOfFile }
        let count = Int(max(0, min(Int64(frames), allowed - place, length - place)))
        samples.update(repeating: 0.25, count: 2 * count)
        place += Int64(count)
        return count
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

/// Movies that come from a server: what they wait for, what they say, and what was received.
@Suite struct MovieStreamTests {
    private let source = SlowSource(length: 40_000)

    private func makeStage() throws -> MovieStage {
        let stage = try MovieStage(asset: { [source] _ in SlowAsset(source) })
        stage.movie.contentURL = URL(string: "http://radio/a")
        return stage
    }

    /// The reader has all that has come, and the player has heard of it.
    private func receive(_ frames: Int64, _ stage: MovieStage) {
        source.allow(frames)
        #expect(eventually { source.asked == frames })
        stage.settle()
    }

    /// What was posted, without stalls that are over at once: on a busy machine a player may report one more of them.
    private func withoutShortStalls(_ posted: [String]) -> [String] {
        let (stalled, resumed) = (["load 5", "state paused"], ["load 3", "state playing"])
        var left: [String] = []
        for each in posted {
            left.append(each)
            if left.suffix(4) == stalled + resumed { left.removeLast(4) }
        }
        return left
    }

    @Test func aStreamWaitsStallsAndGoesOn() throws {
        let stage = try makeStage()
        let movie = stage.movie
        movie.prepareToPlay()
        let opened = stage.take()
        #expect(
            opened.prefix(2) == ["types 2", "source streaming"] && opened.suffix(2) == ["prepared true", "load 1"])
        #expect(movie.playbackState == .stopped && movie.playableDuration == 0)
        receive(20_000, stage)
        #expect(
            eventually {
                stage.settle()
                return movie.playbackState == .playing
            })
        #expect(withoutShortStalls(stage.take()) == ["load 3", "movie", "state playing"])
        #expect(abs(movie.playableDuration - 20_000 / 48_000) < 1e-6)
        #expect(
            eventually {
                _ = stage.hear(480)
                return movie.loadState.contains(.stalled)
            })
        #expect(movie.playbackState == .paused && movie.loadState == [.playable, .stalled])
        #expect(withoutShortStalls(stage.take()) == ["load 5", "state paused"])
        receive(40_000, stage)
        #expect(
            eventually {
                stage.settle()
                return movie.playbackState == .playing
            })
        #expect(
            eventually {
                _ = stage.hear(480)
                return movie.playbackState == .stopped
            })
        #expect(
            withoutShortStalls(stage.take()) == ["load 3", "state playing", "state stopped", "finish 0"])
    }

    @Test func metadataComes() throws {
        let stage = try makeStage()
        let movie = stage.movie
        let posted = LockedNotes()
        let token = NotificationCenter.default.addObserver(
            forName: .MPMoviePlayerTimedMetadataUpdated, object: movie, queue: nil
        ) { note in
            let metadata = note.userInfo?[MPMoviePlayerTimedMetadataUserInfoKey] as? [MPTimedMetadata]
            posted.add(metadata?.first?.value as? String ?? "none")
        }
        defer { NotificationCenter.default.removeObserver(token) }
        movie.prepareToPlay()
        stage.settle()
        let item = AVMutableMetadataItem()
        item.key = "TIT2"
        item.keySpace = .id3
        item.value = "Low Tide"
        (item.extendedLanguageTag, item.dataType) = ("eng", "public.utf8")
        item.extraAttributes = [.info: "title"]
        source.report(.metadata(AVTimedMetadataGroup(items: [item], timeRange: .invalid)))
        #expect(
            eventually {
                stage.settle()
                return posted.all == ["Low Tide"]
            })
        let metadata = try #require((movie.timedMetadata as? [MPTimedMetadata])?.first)
        #expect(metadata.key == "TIT2" && metadata.keyspace == AVMetadataKeySpace.id3.rawValue)
        #expect(metadata.timestamp == 0 && metadata.value as? String == "Low Tide")
        let all = metadata.allMetadata ?? [:]
        #expect(all[MPMoviePlayerTimedMetadataKeyName] as? String == "TIT2")
        #expect(all[MPMoviePlayerTimedMetadataKeyInfo] as? String == "title")
        #expect(all[MPMoviePlayerTimedMetadataKeyLanguageCode] as? String == "eng")
        #expect(all[MPMoviePlayerTimedMetadataKeyDataType] as? String == "public.utf8")
        #expect(all[MPMoviePlayerTimedMetadataKeyMIMEType] == nil)
        // What comes of a movie that is not played any more is not posted.
        let old = try #require(movie.engine.item)
        let number = movie.engine.read { $0.generation }
        movie.engine.noteMetadata(old, number)
        stage.settle()
        #expect(posted.all == ["Low Tide", "Low Tide"])
        movie.engine.noteMetadata(old, number - 1)
        movie.contentURL = URL(string: "http://radio/b")
        #expect(movie.engine.item == nil && movie.timedMetadata == nil)
        movie.engine.noteMetadata(old, number)
        stage.settle()
        #expect(posted.all == ["Low Tide", "Low Tide"] && movie.timedMetadata == nil)
    }

    @Test func logsSayWhatWasReceived() throws {
        let stage = try makeStage()
        let movie = stage.movie
        #expect(movie.accessLog == nil)
        movie.prepareToPlay()
        stage.settle()
        let log = try #require(movie.accessLog)
        #expect(log.extendedLogData == nil && log.extendedLogDataStringEncoding == String.Encoding.utf8.rawValue)
        #expect(log.copy() as? MPMovieAccessLog === log)
        let event = try #require(log.events.first as? MPMovieAccessLogEvent)
        #expect(event.uri == "http://radio/a" && event.serverAddress == "1.2.3.4")
        #expect(event.numberOfSegmentsDownloaded == 3 && event.numberOfBytesTransferred == 1000)
        #expect(event.observedBitrate == 4000 && event.indicatedBitrate == 128_000 && event.playbackStartDate != nil)
        #expect(event.numberOfServerAddressChanges == 0 && event.playbackSessionID == nil)
        #expect(event.playbackStartOffset < 0 && event.segmentsDownloadedDuration < 0 && event.durationWatched < 0)
        #expect(event.numberOfStalls == 0 && event.numberOfDroppedVideoFrames == 0)
        #expect(event.copy() as? MPMovieAccessLogEvent === event && movie.errorLog == nil)
        source.report(.failed(.endOfFile, url: "http://radio/b"))
        #expect(
            eventually {
                stage.settle()
                return movie.errorLog != nil
            })
        let errors = try #require(movie.errorLog)
        #expect(
            errors.extendedLogData == nil && errors.extendedLogDataStringEncoding == log.extendedLogDataStringEncoding)
        #expect(errors.copy() as? MPMovieErrorLog === errors)
        let error = try #require(errors.events.first as? MPMovieErrorLogEvent)
        #expect(error.uri == "http://radio/b" && error.serverAddress == nil && error.playbackSessionID == nil)
        #expect(error.errorStatusCode == -39 && error.errorDomain == NSOSStatusErrorDomain)
        #expect(error.errorComment != nil && error.date != nil && error.copy() as? MPMovieErrorLogEvent === error)
    }
}
