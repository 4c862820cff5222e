import AVFoundation
import Foundation
import TestSupport
import Testing

/// Tracks of assets that a track of a composition can take parts of, and several parts at once.
@Suite struct CompatibleTrackTests {
    private let speech = AssetStage.asset("WAVE/speech.wav")

    private func track(of composition: AVMutableComposition) throws -> AVMutableCompositionTrack {
        try #require(
            composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
    }

    @Test func anAssetNamesItsTrack() async throws {
        let track = try track(of: AVMutableComposition())
        #expect(speech.compatibleTrack(for: track) === speech.tracks[0])
        #expect(try await speech.findCompatibleTrack(for: track) === speech.tracks[0])
        let missing = AVURLAsset(url: URL(fileURLWithPath: "/missing.wav"))
        #expect(missing.compatibleTrack(for: track) == nil)
        await #expect(throws: AVError.self) { try await missing.findCompatibleTrack(for: track) }
        let isFailed = await withCheckedContinuation { continuation in
            missing.findCompatibleTrack(for: track) { continuation.resume(returning: $0 == nil && $1 != nil) }
        }
        #expect(isFailed)
    }

    @Test func severalPartsAreInsertedAtOnce() throws {
        let composition = AVMutableComposition()
        let track = try track(of: composition)
        let source = speech.tracks[0]
        let ranges = [CompositionEditingTests.range(100, 50), CompositionEditingTests.range(10, 20)]
        try track.insertTimeRanges(ranges, of: [source, source], at: .invalid)
        #expect(track.segments.map(\.timeMapping.source) == ranges)
        #expect(track.segments.map { $0.timeMapping.target.start.seconds } == [0, 50 / 8000])
        #expect(throws: AVError.self) { try track.insertTimeRanges(ranges, of: [source], at: .invalid) }
        #expect(track.segments.count == 2)
    }

    @Test func optionsOfAssetsAreKept() {
        let options: [String: Any] = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let composition = AVMutableComposition(urlAssetInitializationOptions: options)
        let kept = composition.urlAssetInitializationOptions[AVURLAssetPreferPreciseDurationAndTimingKey]
        #expect(kept as? Bool == true)
        #expect(AVMutableComposition().urlAssetInitializationOptions.isEmpty)
    }
}
