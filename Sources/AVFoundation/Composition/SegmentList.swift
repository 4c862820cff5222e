import CoreMedia
import Foundation

/// The segments of a track of a composition: they follow each other from time 0 on, and the last is not empty.
struct SegmentList {
    private(set) var segments: [AVCompositionTrackSegment] = []

    init() {}

    /// - Throws: what is wrong with segments that a program gives.
    init(checking segments: [AVCompositionTrackSegment]) throws {
        var end = CMTime.zero
        for segment in segments {
            let target = segment.target
            guard target.start == end else { throw AVError(.compositionTrackSegmentsNotContiguous) }
            guard target.duration.isNumeric, target.duration > .zero else {
                throw AVError(.invalidCompositionTrackSegmentDuration)
            }
            end = target.end
            guard !segment.isEmpty else { continue }
            let media = segment.timeMapping.source
            guard media.start.isNumeric, media.start >= .zero else {
                throw AVError(.invalidCompositionTrackSegmentSourceStartTime)
            }
            guard media.duration.isNumeric, media.duration > .zero else {
                throw AVError(.invalidCompositionTrackSegmentSourceDuration)
            }
        }
        self.segments = segments
    }

    /// Until when the track lasts.
    var end: CMTime { segments.last?.target.end ?? .zero }

    /// Segments of a range, at the times that they have.
    func parts(in range: CMTimeRange) -> [AVCompositionTrackSegment] { segments.compactMap { $0.part(in: range) } }

    /// Puts segments between what is before a time and what is after it, which moves. Between the end and a later time there is nothing.
    ///
    /// - Parameters:
    ///   - inserted: segments, whose first begins at 0.
    ///   - length: how long they are, or more.
    mutating func insert(_ inserted: [AVCompositionTrackSegment], length: CMTime, at time: CMTime) {
        guard length > .zero else { return }
        var result = parts(in: CMTimeRange(start: .zero, end: time))
        let before = result.last?.target.end ?? .zero
        if before < time {
            result.append(AVCompositionTrackSegment(timeRange: CMTimeRange(start: before, end: time)))
        }
        result += inserted.map { $0.moved(by: time) }
        let inside = result.last?.target.end ?? .zero
        if inside < time + length {
            result.append(AVCompositionTrackSegment(timeRange: CMTimeRange(start: inside, end: time + length)))
        }
        result += after(time).map { $0.moved(by: length) }
        set(result)
    }

    mutating func remove(_ range: CMTimeRange) {
        let range = clipped(range)
        guard range.duration > .zero else { return }
        let before = parts(in: CMTimeRange(start: .zero, end: range.start))
        set(before + after(range.end).map { $0.moved(by: .zero - range.duration) })
    }

    /// Makes what is in a range longer or shorter. What is after it moves.
    mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
        let range = clipped(range)
        guard range.duration > .zero else { return }
        let target = CMTimeRange(start: range.start, duration: duration)
        // Each begins where the one before ends, also where a timescale cannot express the proportion.
        var start = range.start
        let scaled = parts(in: range).map { segment in
            let isLast = segment.target.end == range.end
            let end =
                isLast
                ? target.end : CMTimeMapTimeFromRangeToRange(segment.target.end, fromRange: range, toRange: target)
            defer { start = end }
            return segment.at(CMTimeRange(start: start, end: end))
        }
        let before = parts(in: CMTimeRange(start: .zero, end: range.start))
        let rest = after(range.end).map { $0.moved(by: duration - range.duration) }
        set(before + scaled.filter { $0.target.duration > .zero } + rest)
    }

    private func after(_ time: CMTime) -> [AVCompositionTrackSegment] {
        time < end ? parts(in: CMTimeRange(start: time, end: end)) : []
    }

    private func clipped(_ range: CMTimeRange) -> CMTimeRange {
        CMTimeRangeGetIntersection(range, otherRange: CMTimeRange(start: .zero, end: end))
    }

    /// Takes segments, of which empty ones that follow each other become one, and those at the end go.
    private mutating func set(_ new: [AVCompositionTrackSegment]) {
        var result: [AVCompositionTrackSegment] = []
        for segment in new {
            if let last = result.last, last.isEmpty, segment.isEmpty {
                let whole = CMTimeRange(start: last.target.start, end: segment.target.end)
                result[result.count - 1] = AVCompositionTrackSegment(timeRange: whole)
            } else {
                result.append(segment)
            }
        }
        while result.last?.isEmpty == true { result.removeLast() }
        segments = result
    }
}
