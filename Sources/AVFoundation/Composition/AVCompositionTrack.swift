import AudioCore
public import CoreMedia
import Foundation

/// A track of a composition: parts of files, one after the other. `AVMutableCompositionTrack` can be changed.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    struct Values: @unchecked Sendable {
        var list = SegmentList()
        /// Nil for that of the first segment with media.
        var timescale: CMTimeScale?
        var isEnabled = true
        var volume: Float = 1
        var language: String?
        var languageTag: String?
    }

    let values: LockedValue<Values>

    init(_ composition: AVComposition, _ id: CMPersistentTrackID, _ values: Values) {
        self.values = LockedValue(values)
        super.init(composition, id)
    }

    /// The track as it is now, also when the composition has none of it any more.
    func currentContents() throws -> TrackContents {
        try TrackContents(trackID, values.withLock { $0.list.segments })
    }

    override func loadedContents() throws -> TrackContents { try currentContents() }

    /// The parts that the track is made of, from time 0 on, without a gap: where nothing is heard, a segment is empty.
    @_disfavoredOverload
    open override var segments: [AVAssetTrackSegment] { values.withLock { $0.list.segments } }
    /// The segment at a time.
    ///
    /// - Parameter trackTime: the time.
    /// - Returns: the segment; nil for a time before the track or after its end.
    open override func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
        values.withLock { $0.list.segments }.first { CMTimeRangeContainsTime($0.target, time: trackTime) }
    }
    /// The time of the media at a time of the track.
    ///
    /// - Parameter trackTime: the time.
    /// - Returns: the time in the file; invalid where there is nothing.
    open override func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
        guard let segment = segment(forTrackTime: trackTime), !segment.isEmpty else { return .invalid }
        return CMTimeMapTimeFromRangeToRange(
            trackTime, fromRange: segment.timeMapping.target, toRange: segment.timeMapping.source)
    }
    /// From time 0 until the end of the last segment.
    open override var timeRange: CMTimeRange {
        CMTimeRange(start: .zero, duration: values.withLock { $0.list.end })
    }
    /// How many units a second of the track's times has: that of the first segment with media unless it was set, or 600 without one.
    open override var naturalTimeScale: CMTimeScale {
        let (own, segments) = values.withLock { ($0.timescale, $0.list.segments) }
        if let own { return own }
        guard let first = segments.first(where: { !$0.isEmpty }) else { return 600 }
        return (try? first.source?.contents().track(first.sourceTrackID).timescale) ?? 600
    }
    /// Whether the track is heard unless a program says otherwise.
    open override var isEnabled: Bool { values.withLock { $0.isEnabled } }
    /// Whether the media is in the composition itself: false, it is in files.
    open override var isSelfContained: Bool { false }
    /// The language by ISO 639-2; nil where none was set.
    open override var languageCode: String? { values.withLock { $0.language } }
    /// The language, as in BCP 47; nil where none was set.
    open override var extendedLanguageTag: String? { values.withLock { $0.languageTag } }
    /// The natural volume, for who plays the track: 1 at first.
    open override var preferredVolume: Float { values.withLock { $0.volume } }
}

extension AVAsynchronousKeyValueLoading where Self: AVCompositionTrack {
    /// The parts that the track is made of, from time 0 on, without a gap: where nothing is heard, a segment is empty.
    public var segments: [AVCompositionTrackSegment] { values.withLock { $0.list.segments } }
}

extension AVPartialAsyncProperty where Root: AVCompositionTrack {
    /// `segments`.
    public static var segments: AVAsyncProperty<Root, [AVCompositionTrackSegment]> {
        AVAsyncProperty<Root, [AVCompositionTrackSegment]>("segments") { track in
            track.values.withLock { $0.list.segments }
        }
    }
}
