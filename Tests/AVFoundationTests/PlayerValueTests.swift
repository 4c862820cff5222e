import AVFoundation
import AudioCore
import AudioFiles
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// Values of players and items, and calls that a program makes less often.
@Suite struct PlayerValueTests {
    @Test func ratesHaveBoundsAndReasons() throws {
        let stage = try PlaybackStage()
        let player = stage.player(try stage.item(1, frames: 48_000))
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
        ) { note in
            let reason = note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
            stage.note("\(reason == .setRateCalled) \(reason == .audioSessionInterrupted)")
        }
        defer { NotificationCenter.default.removeObserver(token) }
        player.rate = 9
        #expect(player.rate == 2)
        player.rate = 0.1
        #expect(player.rate == 0.5)
        player.rate = -1
        #expect(player.rate == 0)
        player.defaultRate = 1.5
        player.play()
        #expect(player.rate == 1.5 && player.defaultRate == 1.5)
        player.playImmediately(atRate: 1)
        _ = stage.hear(player, 4800)
        #expect(player.timeControlStatus == .playing)
        let sound = try #require(player.engine.work.sync { player.engine.sounds.values.first })
        sound.player.sessionWasInterrupted()
        stage.work(player)
        stage.settleMain()
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        #expect(stage.notes.dropLast().allSatisfy { $0 == "true false" } && stage.notes.last == "false true")
        let others: [AVPlayer.RateDidChangeReason] = [.setRateFailed, .appBackgrounded]
        #expect(others.map(\.rawValue).allSatisfy { $0.hasPrefix("AVPlayerRateDidChangeReason") })
        #expect(AVPlayer.WaitingReason.waitingForCoordinatedPlayback.rawValue.hasSuffix("Reason"))
        #expect(
            AVPlayer.ActionAtItemEnd(rawValue: 1) == .pause
                && AVPlayer.ActionAtItemEnd(rawValue: 2) == AVPlayer.ActionAtItemEnd.none)
    }

    @Test func prerollsEndOnce() async throws {
        let stage = try PlaybackStage()
        let player = stage.player(try stage.item(1, frames: 48_000))
        stage.work(player)
        #expect(eventually { player.status == .readyToPlay })
        player.preroll(atRate: 1) { stage.note("\($0)") }
        stage.work(player)
        stage.settleMain()
        #expect(stage.notes == ["true"])
        player.engine.work.suspend()
        player.preroll(atRate: 1) { stage.note("\($0)") }
        player.cancelPendingPrerolls()
        player.engine.work.resume()
        stage.work(player)
        stage.settleMain()
        #expect(stage.notes == ["true", "false"])
        #expect(await player.preroll(atRate: 1))
    }

    /// A time of the item is heard at a moment.
    @Test func aStartCanHaveATime() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 48_000)
        let player = stage.player(item)
        player.automaticallyWaitsToMinimizeStalling = false
        stage.work(player)
        player.setRate(1, time: CMTime(frames: 4800), atHostTime: .invalid)
        let sound = sounding(stage.hear(player, 9600))
        #expect(sound.prefix(4800).elementsEqual(try stage.decoded(item)[9600...].prefix(4800)))
    }

    @Test func itemsSayWhatTheyCan() async throws {
        let stage = try PlaybackStage()
        let item = AVPlayerItem(
            asset: AVURLAsset(url: try stage.file(1, frames: 4800)), automaticallyLoadedAssetKeys: ["duration"])
        #expect(item.automaticallyLoadedAssetKeys == ["duration"] && !item.canPlayFastForward)
        #expect(item.accessLog() == nil && item.errorLog() == nil && item.seekableTimeRanges.isEmpty)
        item.seek(to: CMTime(frames: 480)) { stage.note("\($0)") }
        #expect(item.currentTime() == CMTime(frames: 480))
        let player = stage.player(item)
        stage.work(player)
        #expect(eventually { item.status == .readyToPlay } && item.currentTime() == CMTime(frames: 480))
        #expect(item.canPlayFastForward && item.canPlaySlowForward && !item.canPlayReverse)
        #expect(!item.canPlaySlowReverse && !item.canPlayFastReverse && !item.canStepForward && !item.canStepBackward)
        item.step(byCount: 1)
        #expect(item.presentationSize == .zero && item.currentDate() == nil)
        let seeksByDate = { item.seek(to: Date(), completionHandler: nil) }
        #expect(!seeksByDate())
        #expect(await !item.seek(to: Date()))
        #expect(item.seekableTimeRanges.first?.timeRangeValue.duration == item.duration)
        #expect(item.accessLog()?.events.isEmpty == true && item.tracks[0].currentVideoFrameRate == 0)
        (item.preferredForwardBufferDuration, item.preferredPeakBitRate) = (3, 64_000)
        item.reversePlaybackEndTime = CMTime(frames: 1)
        item.canUseNetworkResourcesForLiveStreamingWhilePaused = false
        #expect(item.canUseNetworkResourcesForLiveStreamingWhilePaused && item.reversePlaybackEndTime.value == 1)
        item.tracks[0].isEnabled = false
        let copy = try #require(item.copy() as? AVPlayerItem)
        #expect(copy.preferredForwardBufferDuration == 3 && copy.preferredPeakBitRate == 64_000)
        #expect(copy.status == .unknown && copy.asset === item.asset && copy.template == nil)
        player.play()
        #expect(stage.hear(player, 9600).allSatisfy { $0 == 0 } && !item.tracks[0].isEnabled)
        let timebase = try #require(item.timebase)
        #expect(CMTimebaseGetRate(timebase) == 0 && CMTimebaseGetTime(timebase) == item.duration)
        stage.settleMain()
        #expect(stage.notes == ["true"])
        #expect(AVPlayerItem.timeJumpedNotification == .AVPlayerItemTimeJumped)
        #expect(AVPlayerItem.mediaSelectionDidChangeNotification.rawValue.hasPrefix("AVPlayerItem"))
        #expect(NSNotification.Name.AVPlayerItemNewAccessLogEntry.rawValue.hasSuffix("Notification"))
    }

    @Test func whatIsOfFilmsIsKept() {
        let player = AVPlayer()
        #expect(player.allowsExternalPlayback && !player.isExternalPlaybackActive && !AVPlayer.eligibleForHDRPlayback)
        player.allowsExternalPlayback = false
        player.preventsDisplaySleepDuringVideoPlayback = false
        player.audiovisualBackgroundPlaybackPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.pauses
        player.appliesMediaSelectionCriteriaAutomatically = false
        #expect(!player.allowsExternalPlayback && !player.preventsDisplaySleepDuringVideoPlayback)
        #expect(player.audiovisualBackgroundPlaybackPolicy == .pauses)
        #expect(!player.appliesMediaSelectionCriteriaAutomatically)
        let criteria = AVPlayerMediaSelectionCriteria(
            preferredLanguages: ["de"], preferredMediaCharacteristics: [.audible])
        player.setMediaSelectionCriteria(criteria, forMediaCharacteristic: .audible)
        #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .audible) === criteria)
        #expect(criteria.preferredLanguages == ["de"] && criteria.preferredMediaCharacteristics == [.audible])
        #expect(criteria.principalMediaCharacteristics == nil)
    }

    @Test func logsSayWhatIsKnown() {
        var access = SourceAccess()
        (access.url, access.serverAddress, access.requests, access.bytes) = ("http://a/b", "1.2.3.4", 3, 1000)
        (access.transferTime, access.indicatedBitrate, access.kind) = (2, 64_000, "VOD")
        let event = AVPlayerItemAccessLogEvent(access, start: Date(timeIntervalSince1970: 5), stalls: 2)
        let log: AVPlayerItemAccessLog = AVPlayerItemAccessLog([event])
        #expect(log.events == [event] && log.extendedLogData() == nil && log.copy() as AnyObject === log)
        #expect(log.extendedLogDataStringEncoding == String.Encoding.utf8.rawValue)
        #expect(event.uri == "http://a/b" && event.serverAddress == "1.2.3.4" && event.numberOfMediaRequests == 3)
        #expect(event.numberOfBytesTransferred == 1000 && event.transferDuration == 2 && event.observedBitrate == 4000)
        #expect(event.indicatedBitrate == 64_000 && event.indicatedAverageBitrate == 64_000)
        #expect(event.playbackType == "VOD" && event.numberOfStalls == 2 && event.playbackSessionID == nil)
        #expect(event.playbackStartDate == Date(timeIntervalSince1970: 5) && event.numberOfServerAddressChanges == 0)
        #expect(event.numberOfDroppedVideoFrames == 0 && event.averageVideoBitrate == 0)
        let unknown = [
            event.playbackStartOffset, event.segmentsDownloadedDuration, event.durationWatched, event.startupTime,
            event.averageAudioBitrate, event.observedBitrateStandardDeviation, event.switchBitrate,
            Double(event.downloadOverdue), Double(event.mediaRequestsWWAN),
        ]
        #expect(unknown.allSatisfy { $0 == -1 })
        let failure = NSError(
            domain: "Test", code: 7, userInfo: [NSLocalizedFailureReasonErrorKey: "it broke"])
        let errorEvent = AVPlayerItemErrorLogEvent(failure, "http://a/b")
        let errors: AVPlayerItemErrorLog = AVPlayerItemErrorLog([errorEvent])
        #expect(errors.events == [errorEvent] && errors.extendedLogData() == nil)
        #expect(errors.extendedLogDataStringEncoding == String.Encoding.utf8.rawValue)
        #expect(errorEvent.errorStatusCode == 7 && errorEvent.errorDomain == "Test" && errorEvent.uri == "http://a/b")
        #expect(errorEvent.errorComment == "it broke" && errorEvent.date != nil && errorEvent.serverAddress == nil)
        #expect(errorEvent.playbackSessionID == nil)
        #expect(NSNotification.Name.AVPlayerItemNewErrorLogEntry.rawValue.hasPrefix("AVPlayerItem"))
    }

    @Test func outputsKnowTheTimeOfTheirItem() throws {
        final class Nobody: NSObject, AVPlayerItemMetadataOutputPushDelegate {}
        let output = AVPlayerItemMetadataOutput(identifiers: ["icy/StreamTitle"])
        let base: AVPlayerItemOutput = output
        #expect(!base.itemTime(forHostTime: 1).isValid && !base.suppressesPlayerRendering)
        base.suppressesPlayerRendering = true
        output.advanceIntervalForDelegateInvocation = 2
        let (nobody, queue) = (Nobody(), DispatchQueue(label: "outputs"))
        output.setDelegate(nobody, queue: queue)
        #expect(output.delegate === nobody && output.delegateQueue === queue && base.suppressesPlayerRendering)
        #expect(output.advanceIntervalForDelegateInvocation == 2)
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 4800)
        item.add(output)
        item.seek(to: CMTime(frames: 480), completionHandler: nil)
        #expect(abs(output.itemTime(forMachAbsoluteTime: 5).seconds - 0.01) < 1e-6)
        let push: any AVPlayerItemOutputPushDelegate = nobody
        push.outputSequenceWasFlushed(output)
        nobody.metadataOutput(output, didOutputTimedMetadataGroups: [], from: nil)
    }

    @Test func changesHaveAKind() throws {
        let player = AVPlayer()
        let kinds = LockedValue<[NSKeyValueChange]>([])
        let observed: any AVKeyValueObservable = player
        let token = player.observe(\.volume, options: [.initial]) { _, change in
            #expect(change.indexes == nil && change.newValue == nil)
            kinds.withLock { $0.append(change.kind) }
        }
        #expect(observed === player && kinds.withLock { $0 } == [.setting])
        token.invalidate()
    }
}
