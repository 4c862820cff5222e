import CoreMedia
import Foundation

/// What is inserted into compositions.
enum Insertion {
    /// Segments of a range of a track, the first of which begins at 0. Reads the track's file.
    static func parts(of track: AVAssetTrack, _ range: CMTimeRange) throws -> [AVCompositionTrackSegment] {
        guard range.start.isNumeric else { throw AVError(.invalidCompositionTrackSegmentSourceStartTime) }
        guard range.isValid, !range.isIndefinite else { throw AVError(.invalidCompositionTrackSegmentSourceDuration) }
        let own: [AVCompositionTrackSegment]
        if let composed = track as? AVCompositionTrack {
            own = composed.values.withLock { $0.list.segments }
        } else {
            let whole = try track.loadedContents().timeRange
            own = [
                AVCompositionTrackSegment(
                    track.inspection, track.trackID, CMTimeMapping(source: whole, target: whole))
            ]
        }
        let end = own.last?.target.end ?? .zero
        let heard = CMTimeRangeGetIntersection(range, otherRange: CMTimeRange(start: .zero, end: end))
        guard heard.duration > .zero else { throw AVError(.invalidCompositionTrackSegmentSourceStartTime) }
        return own.compactMap { $0.part(in: heard)?.moved(by: .zero - heard.start) }
    }

    /// Whether a time may be inserted at: a number, or invalid for the end.
    static func check(_ time: CMTime) throws {
        guard !time.isValid || time.isNumeric && time >= .zero else { throw AVError(.operationNotAllowed) }
    }

    static func isRange(_ range: CMTimeRange) -> Bool {
        range.isValid && range.start.isNumeric && !range.duration.isIndefinite
    }
}
