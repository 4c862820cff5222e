import AVFoundation
import Foundation
import TestSupport
import Testing

/// What is in tracks of compositions after they were edited.
@Suite struct CompositionEditingTests {
    static func time(_ value: Int64, _ scale: Int32 = 8000) -> CMTime { CMTime(value: value, timescale: scale) }

    static func range(_ start: Int64, _ duration: Int64, _ scale: Int32 = 8000) -> CMTimeRange {
        CMTimeRange(start: time(start, scale), duration: time(duration, scale))
    }

    private let speech = AssetStage.asset("WAVE/speech.wav")
    private let mono = AssetStage.asset("WAVE/s16-mono.wav")

    private func track() throws -> (AVMutableComposition, AVMutableCompositionTrack) {
        let composition = AVMutableComposition()
        let track = composition.addMutableTrack(
            withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
        return (composition, try #require(track))
    }

    /// "source start + duration at target start + duration", with - for nothing, in frames of 8 kHz.
    private func text(_ track: AVCompositionTrack) -> [String] {
        track.segments.map { segment in
            func frames(_ time: CMTime) -> String {
                let frames = time.seconds * 8000
                return frames == frames.rounded() ? "\(Int(frames))" : "\(frames)"
            }
            let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
            let from = segment.isEmpty ? "-" : frames(source.start) + "+" + frames(source.duration)
            return from + " at " + frames(target.start) + "+" + frames(target.duration)
        }
    }

    @Test func tracksAreAddedAndRemoved() throws {
        let composition = AVMutableComposition()
        #expect(composition.tracks.isEmpty && composition.duration == .zero)
        let one = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
        let two = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
        let three = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
        #expect([one, two, three].map(\.trackID) == [7, 8, 9] && composition.unusedTrackID() == 10)
        #expect(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0) == nil)
        let tracks: [AVMutableCompositionTrack] = composition.tracks
        #expect(tracks == [one, two, three] && composition.tracks(withMediaType: .audio) == tracks)
        let plain: AVAsset = composition
        #expect(plain.tracks == tracks && plain.tracks(withMediaType: .audio).count == 3)
        #expect(composition.track(withTrackID: 8) === two && composition.track(withTrackID: 1) == nil)
        #expect(composition.mutableTrack(compatibleWith: mono.tracks[0]) === one && one.asset === composition)
        composition.removeTrack(one)
        composition.removeTrack(one)
        #expect(composition.tracks == [two, three])
        #expect(two.naturalTimeScale == 600 && two.formatDescriptions.isEmpty && two.segments.isEmpty)
    }

    @Test func insertedPartsMoveWhatFollows() throws {
        let (composition, track) = try track()
        let source = mono.tracks[0]
        try track.insertTimeRange(Self.range(10, 100), of: source, at: .zero)
        try track.insertTimeRange(Self.range(200, 50), of: source, at: Self.time(40))
        #expect(text(track) == ["10+40 at 0+40", "200+50 at 40+50", "50+60 at 90+60"])
        // Invalid is the end; between the end and a later time there is nothing.
        try track.insertTimeRange(Self.range(0, 5), of: source, at: .invalid)
        try track.insertTimeRange(Self.range(0, 5), of: source, at: Self.time(200))
        #expect(text(track).suffix(3) == ["0+5 at 150+5", "- at 155+45", "0+5 at 200+5"])
        #expect(track.naturalTimeScale == 8000 && track.timeRange == Self.range(0, 205))
        #expect(composition.duration == Self.time(205) && composition.isComposable && composition.isReadable)
        #expect(track.segment(forTrackTime: Self.time(160))?.isEmpty == true)
        #expect(track.samplePresentationTime(forTrackTime: Self.time(45)) == Self.time(205))
        #expect(!track.samplePresentationTime(forTrackTime: Self.time(160)).isValid)
        let segment = try #require(track.segment(forTrackTime: Self.time(41)))
        #expect(segment.sourceURL == mono.url && segment.sourceTrackID == 1 && !segment.isEmpty)
        // What is outside the file is left out; none of it is an error.
        try track.insertTimeRange(Self.range(390, 1000), of: source, at: .zero)
        #expect(text(track)[0] == "390+11 at 0+11")
        #expect(throws: AVError(.invalidCompositionTrackSegmentSourceStartTime)) {
            try track.insertTimeRange(Self.range(500, 10), of: source, at: .zero)
        }
        #expect(throws: AVError.self) { try track.insertTimeRange(.invalid, of: source, at: .zero) }
        #expect(throws: AVError.self) { try track.insertTimeRange(Self.range(0, 10), of: source, at: .indefinite) }
        #expect(throws: AVError.self) { try track.insertTimeRange(Self.range(0, 10), of: source, at: Self.time(-1)) }
        #expect(track.timeRange.duration == Self.time(216))
    }

    @Test func partsAreEmptiedRemovedAndScaled() throws {
        let (composition, track) = try track()
        try track.insertTimeRange(Self.range(0, 100), of: mono.tracks[0], at: .zero)
        track.insertEmptyTimeRange(Self.range(40, 20))
        #expect(text(track) == ["0+40 at 0+40", "- at 40+20", "40+60 at 60+60"])
        // Nothing is added to the end.
        track.insertEmptyTimeRange(Self.range(120, 20))
        composition.insertEmptyTimeRange(Self.range(500, 20))
        #expect(composition.duration == Self.time(120))
        track.removeTimeRange(Self.range(30, 20))
        #expect(text(track) == ["0+30 at 0+30", "- at 30+10", "40+60 at 40+60"])
        track.scaleTimeRange(Self.range(40, 30), toDuration: Self.time(60))
        #expect(text(track) == ["0+30 at 0+30", "- at 30+10", "40+30 at 40+60", "70+30 at 100+30"])
        // A part of a scaled part.
        track.removeTimeRange(Self.range(60, 20))
        #expect(text(track) == ["0+30 at 0+30", "- at 30+10", "40+10 at 40+20", "60+10 at 60+20", "70+30 at 80+30"])
        composition.scaleTimeRange(CMTimeRange(start: .zero, duration: composition.duration), toDuration: Self.time(55))
        #expect(text(track) == ["0+30 at 0+15", "- at 15+5", "40+10 at 20+10", "60+10 at 30+10", "70+30 at 40+15"])
        composition.removeTimeRange(Self.range(20, 1000))
        #expect(text(track) == ["0+30 at 0+15"])
        composition.removeTimeRange(CMTimeRange(start: .zero, duration: .positiveInfinity))
        #expect(track.segments.isEmpty && composition.tracks.count == 1)
        for bad in [CMTimeRange.invalid, CMTimeRange(start: .indefinite, duration: Self.time(1))] {
            track.removeTimeRange(bad)
            track.insertEmptyTimeRange(bad)
            track.scaleTimeRange(bad, toDuration: Self.time(1))
        }
        #expect(track.segments.isEmpty)
    }

    @Test func segmentsAreJudged() throws {
        let (_, track) = try track()
        func segment(_ source: CMTimeRange, _ target: CMTimeRange) -> AVCompositionTrackSegment {
            AVCompositionTrackSegment(url: mono.url, trackID: 1, sourceTimeRange: source, targetTimeRange: target)
        }
        let good = [
            segment(Self.range(5, 10), Self.range(0, 10)), AVCompositionTrackSegment(timeRange: Self.range(10, 10)),
            segment(Self.range(5, 10), Self.range(20, 20)),
        ]
        try track.validateSegments(good)
        track.segments = good
        #expect(text(track) == ["5+10 at 0+10", "- at 10+10", "5+10 at 20+20"])
        #expect(throws: AVError(.compositionTrackSegmentsNotContiguous)) { try track.validateSegments([good[2]]) }
        #expect(throws: AVError(.compositionTrackSegmentsNotContiguous)) {
            try track.validateSegments([good[0], good[2]])
        }
        #expect(throws: AVError(.invalidCompositionTrackSegmentDuration)) {
            try track.validateSegments([segment(Self.range(0, 1), Self.range(0, 0))])
        }
        #expect(throws: AVError(.invalidCompositionTrackSegmentSourceStartTime)) {
            try track.validateSegments([segment(Self.range(-5, 10), Self.range(0, 10))])
        }
        #expect(throws: AVError(.invalidCompositionTrackSegmentSourceDuration)) {
            try track.validateSegments([segment(Self.range(5, 0), Self.range(0, 10))])
        }
    }

    @Test func compositionsTakeWholeAssetsAndCompositions() async throws {
        let composition = AVMutableComposition()
        try await composition.insertTimeRange(
            CMTimeRange(start: .zero, duration: .positiveInfinity), of: mono, at: .zero)
        let second = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
        try second.insertTimeRange(Self.range(0, 300), of: speech.tracks[0], at: .zero)
        // All tracks move, also those that get nothing.
        try await composition.insertTimeRange(Self.range(0, 50), of: speech, at: Self.time(100))
        #expect(text(composition.tracks[0]) == ["0+100 at 0+100", "0+50 at 100+50", "100+301 at 150+301"])
        #expect(text(second) == ["0+100 at 0+100", "- at 100+50", "100+200 at 150+200"])
        #expect(composition.tracks.count == 2 && composition.duration == Self.time(451))
        // A composition in a composition refers to the files.
        let outer = AVMutableComposition()
        try await outer.insertTimeRange(Self.range(90, 70), of: composition, at: .zero)
        #expect(text(outer.tracks[0]) == ["90+10 at 0+10", "0+50 at 10+50", "100+10 at 60+10"])
        #expect(text(outer.tracks[1]) == ["90+10 at 0+10", "- at 10+50", "100+10 at 60+10"])
        await #expect(throws: AVError.self) {
            try await outer.insertTimeRange(Self.range(9000, 70), of: mono, at: .zero)
        }
        let missing = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/sound.wav"))
        await #expect(throws: (any Error).self) {
            try await outer.insertTimeRange(Self.range(0, 70), of: missing, at: .zero)
        }
        #expect(outer.duration == Self.time(70))
        let (duration, tracks) = try await outer.load(.duration, .tracks)
        #expect(duration == outer.duration && tracks == outer.tracks)
        #expect(try await outer.loadTracks(withMediaType: .audio).count == 2)
        #expect(try await outer.tracks[0].load(.segments).count == 3)
    }

    @Test func copiesAreIndependent() throws {
        let (composition, track) = try track()
        try track.insertTimeRange(Self.range(0, 100), of: mono.tracks[0], at: .zero)
        track.preferredVolume = 0.5
        track.languageCode = "eng"
        track.extendedLanguageTag = "en-GB"
        track.isEnabled = false
        track.naturalTimeScale = 1000
        composition.naturalSize = CGSize(width: 3, height: 4)
        let frozen = try #require(composition.copy() as? AVComposition)
        let other = try #require(frozen.mutableCopy() as? AVMutableComposition)
        track.removeTimeRange(Self.range(0, 50))
        other.tracks[0].removeTimeRange(Self.range(0, 20))
        #expect(!(frozen is AVMutableComposition) && frozen.copy() as? AVComposition === frozen)
        #expect([composition, frozen, other].map(\.duration) == [50, 100, 80].map { Self.time($0) })
        let copied = frozen.tracks[0]
        #expect(copied.preferredVolume == 0.5 && copied.languageCode == "eng" && copied.naturalTimeScale == 1000)
        #expect(copied.extendedLanguageTag == "en-GB" && !copied.isEnabled && copied.trackID == track.trackID)
        #expect(other.naturalSize == CGSize(width: 3, height: 4) && copied.asset === frozen)
    }

    /// Edits at random keep what must be: contiguous segments from 0 on, the last of which is not empty, and lengths that add up.
    @Test(arguments: 0..<20) func editsKeepTheOrder(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let (composition, track) = try track()
        for _ in 0..<60 {
            let length = composition.duration
            let frames = Int64((length.seconds * 8000).rounded())
            let start = Int64.random(in: 0...frames, using: &random)
            let part = Int64.random(in: 1...150, using: &random)
            let inside = min(part, frames - start)
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                let from = Int64.random(in: 0..<200, using: &random)
                try track.insertTimeRange(Self.range(from, part), of: mono.tracks[0], at: Self.time(start))
                #expect(composition.duration == length + Self.time(part))
            case 2:
                track.insertEmptyTimeRange(Self.range(start, part))
                #expect(composition.duration == (start < frames ? length + Self.time(part) : length))
            case 3:
                track.removeTimeRange(Self.range(start, part))
                #expect(composition.duration <= length - Self.time(inside))
            default:
                track.scaleTimeRange(Self.range(start, part), toDuration: Self.time(inside * 2))
                #expect(composition.duration == length + Self.time(inside))
            }
            try track.validateSegments(track.segments)
            #expect(track.segments.last?.isEmpty != true)
        }
    }
}
