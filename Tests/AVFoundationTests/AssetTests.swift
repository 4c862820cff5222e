import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite struct AssetTests {
    @Test func anAssetSaysWhatIsInItsFile() throws {
        let asset = AssetStage.asset("WAVE/s16-stereo.wav")
        let frames = Int64(Fixture.named("WAVE/s16-stereo.wav").frames)
        let rate = Fixture.named("WAVE/s16-stereo.wav").sampleRate
        #expect(asset.duration == CMTime(value: frames, timescale: Int32(rate)) && asset.url.pathExtension == "wav")
        #expect(asset.isPlayable && asset.isReadable && asset.isExportable && asset.isComposable)
        #expect(!asset.hasProtectedContent && !asset.canContainFragments && !asset.containsFragments)
        #expect(asset.providesPreciseDurationAndTiming && asset.preferredRate == 1 && asset.preferredVolume == 1)
        let track = try #require(asset.tracks(withMediaType: .audio).first)
        #expect(
            asset.tracks == [track] && asset.tracks(withMediaType: .video).isEmpty
                && asset.track(withTrackID: 1) === track)
        #expect(asset.tracks(withMediaCharacteristic: .audible) == [track] && asset.unusedTrackID() == 2)
        #expect(asset.tracks(withMediaCharacteristic: .visual).isEmpty && asset.copy() as? AVAsset === asset)
        #expect(
            track.asset === asset && track.mediaType == .audio && track.trackID == 1
                && track.copy() as? AVAssetTrack === track)
        #expect(track.timeRange == CMTimeRange(start: .zero, duration: asset.duration))
        #expect(track.naturalTimeScale == Int32(rate) && track.totalSampleDataLength == frames * 4)
        #expect(track.estimatedDataRate == Float(rate * 32) && track.isPlayable && track.isDecodable)
        #expect(
            track.isEnabled && track.isSelfContained && track.languageCode == nil && track.extendedLanguageTag == nil)
        #expect(track.hasMediaCharacteristic(.audible) && !track.hasMediaCharacteristic(.visual))
        #expect(track.naturalSize == .zero && track.preferredVolume == 1 && track.nominalFrameRate == 0)
        #expect(!track.minFrameDuration.isValid && !track.requiresFrameReordering)
        let format = try #require(track.formatDescriptions.first as? CMFormatDescription)
        #expect(format.audioStreamBasicDescription?.mSampleRate == rate && format.mediaSubType == .linearPCM)
        let half = CMTimeMultiplyByRatio(asset.duration, multiplier: 1, divisor: 2)
        let segment: AVAssetTrackSegment = try #require(track.segment(forTrackTime: half))
        #expect(segment.timeMapping.target == track.timeRange && !segment.isEmpty && track.segments.count == 1)
        #expect(track.samplePresentationTime(forTrackTime: half) == half)
        #expect(!track.samplePresentationTime(forTrackTime: asset.duration).isValid)
        #expect(track.metadata.isEmpty && track.commonMetadata.isEmpty && track.availableMetadataFormats.isEmpty)
        #expect(track.metadata(forFormat: .id3Metadata).isEmpty)
        let persistent: CMPersistentTrackID = track.trackID
        #expect(persistent == 1)
    }

    /// Each fixture is as long as its reader says.
    @Test(arguments: Fixture.all) func durations(fixture: Fixture) throws {
        let url = URL(fileURLWithPath: fixture.file)
        let asset = AVURLAsset(url: url)
        let file = try AVAudioFile(forReading: url)
        #expect(asset.duration == CMTime(value: file.length, timescale: CMTimeScale(file.fileFormat.sampleRate)))
        #expect(asset.tracks.map(\.naturalTimeScale) == [CMTimeScale(file.fileFormat.sampleRate)])
        if file.fileFormat.streamDescription.pointee.mFormatID == kAudioFormatLinearPCM {
            #expect(asset.duration.value == Int64(fixture.frames))
        }
    }

    @Test func propertiesAreLoaded() async throws {
        let asset = AssetStage.asset("MPEG4/aac-stereo.m4a")
        guard case .notYetLoaded = asset.status(of: .duration) else {
            Issue.record("something has been loaded")
            return
        }
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .unknown)
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        #expect(duration == asset.duration && tracks.count == 1)
        #expect(asset.status(of: .duration) == .loaded(duration))
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
        let eight = try await asset.load(
            .isPlayable, .isReadable, .isExportable, .isComposable, .hasProtectedContent, .canContainFragments,
            .containsFragments, .providesPreciseDurationAndTiming)
        #expect(eight.0 && eight.1 && eight.2 && eight.3 && !eight.4 && !eight.5 && !eight.6 && eight.7)
        let three = try await asset.load(.preferredRate, .preferredVolume, .metadata)
        #expect(three.0 == 1 && three.1 == 1 && three.2 == asset.metadata)
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let four = try await track.load(.formatDescriptions, .timeRange, .naturalTimeScale, .estimatedDataRate)
        #expect(four.0.first?.mediaSubType == .mpeg4AAC && four.1.duration == duration && four.2 > 0 && four.3 > 0)
        let five = try await track.load(.isPlayable, .isDecodable, .isEnabled, .isSelfContained, .totalSampleDataLength)
        #expect(five.0 && five.1 && five.2 && five.3 && five.4 > 0)
        let six = try await track.load(
            .languageCode, .extendedLanguageTag, .naturalSize, .preferredVolume, .nominalFrameRate, .minFrameDuration)
        #expect(six.0 == nil && six.1 == nil && six.2 == .zero && six.3 == 1 && six.4 == 0 && !six.5.isValid)
        let seven = try await track.load(
            .requiresFrameReordering, .segments, .metadata, .commonMetadata, .availableMetadataFormats, .isEnabled,
            .isPlayable)
        #expect(!seven.0 && seven.1.count == 1 && seven.2.isEmpty && seven.3.isEmpty && seven.4.isEmpty)
        #expect(try await asset.loadTrack(withTrackID: 1) === track)
        #expect(try await asset.loadTrack(withTrackID: 2) == nil)
        #expect(try await asset.loadTracks(withMediaCharacteristic: .visual).isEmpty)
        #expect(try await asset.findUnusedTrackID() == 2)
        let property: AVAsyncProperty<AVAsset, CMTime> = .duration
        let partial: AVPartialAsyncProperty<AVAsset> = property
        let any: AVAnyAsyncProperty = partial
        #expect(any.description == "duration")
    }

    @Test func propertiesOfAFileThatIsNoneFail() async throws {
        for url in [URL(fileURLWithPath: "/nowhere/at all.wav"), URL(string: "https://example.com/sound.mp3")!] {
            let asset = AVAsset(url: url)
            await #expect(throws: AVError.self) { try await asset.load(.duration) }
            guard case .failed(let error) = asset.status(of: .duration) else {
                Issue.record("\(url) is loaded")
                continue
            }
            #expect(error.domain == AVFoundationErrorDomain)
            var reason: NSError?
            #expect(asset.statusOfValue(forKey: "tracks", error: &reason) == .failed && reason?.domain == error.domain)
            let nowhere: NSErrorPointer = nil
            #expect(asset.statusOfValue(forKey: "tracks", error: nowhere) == .failed)
            #expect(asset.duration == .zero && asset.tracks.isEmpty && !asset.isPlayable && asset.metadata.isEmpty)
            #expect(throws: AVError.self) { try AVAssetReader(asset: asset) }
        }
        #expect(AVAsset().tracks.isEmpty)
    }

    @Test func anAssetOfAURLIsAURLAsset() {
        let url = AssetStage.url("WAVE/s16-mono.wav")
        let asset = AVAsset(url: url)
        #expect((asset as? AVURLAsset)?.url == url)
        let options: [String: Any] = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        #expect(AVURLAsset(url: url, options: options).duration == asset.duration)
        let keys = [
            AVURLAssetReferenceRestrictionsKey, AVURLAssetHTTPCookiesKey, AVURLAssetAllowsCellularAccessKey,
        ]
        #expect(Set(keys).count == 3)
        #expect(
            AVURLAsset.audiovisualTypes().contains(.mp3) && AVURLAsset.audiovisualMIMETypes().contains("audio/mpeg"))
        #expect(AVURLAsset.isPlayableExtendedMIMEType("audio/mp4; codecs=\"mp4a.40.2\""))
        #expect(!AVURLAsset.isPlayableExtendedMIMEType("text/html"))
        #expect(AVMediaCharacteristic.legible != .frameBased)
    }

    /// Handlers are called once; values of one asset are loaded once, however many ask.
    @Test func handlersAreCalled() async throws {
        let asset = AssetStage.asset("MPEGAudio/vbr-stereo.mp3")
        func begin(_ object: some AVAsynchronousKeyValueLoading) {
            object.loadValuesAsynchronously(forKeys: ["duration"], completionHandler: nil)
        }
        begin(asset)
        await asset.loadValues(forKeys: ["duration", "tracks"])
        #expect(asset.statusOfValue(forKey: "tracks", error: nil) == AVKeyValueStatus.loaded)
        let track = try #require(asset.tracks.first)
        await track.loadValues(forKeys: ["formatDescriptions"])
        #expect(track.statusOfValue(forKey: "formatDescriptions", error: nil) == .loaded)
        asset.cancelLoading()
        let found: Int = await withCheckedContinuation { continuation in
            asset.loadTracks(withMediaType: .audio) { tracks, _ in continuation.resume(returning: tracks?.count ?? -1) }
        }
        #expect(found == 1)
        let isNone: Bool = await withCheckedContinuation { continuation in
            AVAsset().loadMetadata(for: .id3Metadata) { items, error in
                continuation.resume(returning: items == nil && error != nil)
            }
        }
        #expect(isNone)
        await withTaskGroup(of: CMTime?.self) { group in
            let other = AssetStage.asset("MPEGAudio/cbr-mono.mp3")
            for _ in 0..<20 { group.addTask { try? await other.load(.duration) } }
            for await duration in group { #expect(duration == other.duration) }
        }
        let (statusText, other) = (
            AVAsyncProperty<AVAsset, Int>.Status.loaded(3), AVAsyncProperty<AVAsset, Int>.Status.loading
        )
        #expect(
            statusText.description == "loaded(3)" && statusText != other && AVKeyValueStatus.cancelled.rawValue == 4)
    }
}
