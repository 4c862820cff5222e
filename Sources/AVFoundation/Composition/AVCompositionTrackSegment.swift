public import CoreMedia
public import Foundation

/// A part of a track of a composition: a part of a file's track, or nothing. It does not change.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    /// The file; nil for an empty segment.
    let source: Inspection?
    private let track: CMPersistentTrackID

    /// Makes a segment of a part of a file's track.
    ///
    /// The media lasts longer or shorter than it does in the file where the two ranges have different durations.
    /// - Parameters:
    ///   - URL: the file.
    ///   - trackID: which of its tracks.
    ///   - sourceTimeRange: the part of that track.
    ///   - targetTimeRange: when it is in the composition's track.
    public convenience init(
        url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange
    ) {
        self.init(
            Inspection(URL), trackID, CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
    }

    /// Makes an empty segment.
    ///
    /// - Parameter timeRange: when there is nothing in the composition's track.
    public convenience init(timeRange: CMTimeRange) {
        self.init(nil, kCMPersistentTrackID_Invalid, CMTimeMapping(source: .invalid, target: timeRange))
    }

    init(_ source: Inspection?, _ track: CMPersistentTrackID, _ mapping: CMTimeMapping) {
        (self.source, self.track) = (source, track)
        super.init(mapping)
    }

    /// Whether nothing is there.
    open override var isEmpty: Bool { source == nil }
    /// The file; nil for an empty segment.
    open var sourceURL: URL? { source?.url }
    /// Which track of the file; `kCMPersistentTrackID_Invalid` for an empty segment.
    open var sourceTrackID: CMPersistentTrackID { track }

    // MARK: Changed ones

    var target: CMTimeRange { timeMapping.target }

    /// The part of the segment that is in a range; nil for none.
    func part(in range: CMTimeRange) -> AVCompositionTrackSegment? {
        let (start, end) = (max(range.start, target.start), min(range.end, target.end))
        guard start < end else { return nil }
        if start == target.start, end == target.end { return self }
        let part = CMTimeRange(start: start, end: end)
        guard !isEmpty else { return AVCompositionTrackSegment(timeRange: part) }
        let media = CMTimeRange(start: mediaTime(start), end: mediaTime(end))
        return AVCompositionTrackSegment(source, track, CMTimeMapping(source: media, target: part))
    }

    private func mediaTime(_ time: CMTime) -> CMTime {
        let media = timeMapping.source
        // Without a proportion the difference is exact.
        if media.duration == target.duration { return media.start + (time - target.start) }
        return CMTimeMapTimeFromRangeToRange(time, fromRange: target, toRange: media)
    }

    /// The same media at another time.
    func at(_ range: CMTimeRange) -> AVCompositionTrackSegment {
        AVCompositionTrackSegment(source, track, CMTimeMapping(source: timeMapping.source, target: range))
    }

    func moved(by time: CMTime) -> AVCompositionTrackSegment {
        at(CMTimeRange(start: target.start + time, duration: target.duration))
    }
}
