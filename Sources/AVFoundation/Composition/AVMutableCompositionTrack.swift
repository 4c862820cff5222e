public import CoreMedia
import Foundation

/// A track of a composition that can be changed. Any thread may change it.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    /// How many units a second of the track's times has: that of the first segment with media unless it was set, or 600 without one.
    open override var naturalTimeScale: CMTimeScale {
        get { super.naturalTimeScale }
        set { values.withLock { $0.timescale = newValue > 0 ? newValue : nil } }
    }
    /// Whether the track is heard unless a program says otherwise: true at first.
    open override var isEnabled: Bool {
        get { super.isEnabled }
        set { values.withLock { $0.isEnabled = newValue } }
    }
    /// The language by ISO 639-2; nil at first.
    open override var languageCode: String? {
        get { super.languageCode }
        set { values.withLock { $0.language = newValue } }
    }
    /// The language, as in BCP 47; nil at first.
    open override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { values.withLock { $0.languageTag = newValue } }
    }
    /// The natural volume, for who plays the track: 1 at first.
    open override var preferredVolume: Float {
        get { super.preferredVolume }
        set { values.withLock { $0.volume = newValue } }
    }

    /// Inserts a part of a track. What is at the time or after it moves by the part's duration.
    ///
    /// - Parameters:
    ///   - timeRange: the part; what is outside the track is not inserted.
    ///   - track: a track of an asset of a file, or of a composition. Its file is read.
    ///   - startTime: when the part is to begin; invalid for the end. Between the end and a later time there is nothing.
    /// - Throws: why the file cannot be read; `invalidCompositionTrackSegmentSourceStartTime`, `…SourceDuration` for a range without a
    ///   number, or without any of the track.
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        let parts = try Insertion.parts(of: track, timeRange)
        let length = parts.last?.target.end ?? .zero
        try insert(parts, length, at: startTime)
    }

    /// Inserts parts of tracks, one after the other. They are no `NSValue`s, as Foundation's have none of Core Media.
    ///
    /// - Parameters:
    ///   - timeRanges: the parts.
    ///   - tracks: the track of each.
    ///   - startTime: when the first is to begin; invalid for the end.
    /// - Throws: why one of them cannot be inserted; then none is. `operationNotAllowed` for other numbers of ranges and tracks.
    open func insertTimeRanges(_ timeRanges: [CMTimeRange], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
        guard timeRanges.count == tracks.count else { throw AVError(.operationNotAllowed) }
        var (all, length) = ([AVCompositionTrackSegment](), CMTime.zero)
        for (track, range) in zip(tracks, timeRanges) {
            let parts = try Insertion.parts(of: track, range)
            all += parts.map { $0.moved(by: length) }
            length = length + (parts.last?.target.end ?? .zero)
        }
        try insert(all, length, at: startTime)
    }

    func insert(_ parts: [AVCompositionTrackSegment], _ length: CMTime, at time: CMTime) throws {
        try Insertion.check(time)
        edit { $0.insert(parts, length: length, at: time.isValid ? time : $0.end) }
    }

    /// Changes the segments. Those that go may be the last that refer to a file: they end without the lock.
    private func edit(_ body: (inout SegmentList) -> Void) {
        let old = values.withLock { values in
            defer { body(&values.list) }
            return values.list
        }
        withExtendedLifetime(old) {}
    }

    /// Inserts nothing. What is at the start of the range or after it moves by its duration.
    ///
    /// - Parameter timeRange: when nothing is to be. Nothing happens at the end of the track, or after it.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        guard Insertion.isRange(timeRange) else { return }
        edit { list in
            guard timeRange.start < list.end else { return }
            list.insert([], length: timeRange.duration, at: timeRange.start)
        }
    }

    /// Removes a part. What is after it moves to its start.
    ///
    /// - Parameter timeRange: the part.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        guard Insertion.isRange(timeRange) else { return }
        edit { $0.remove(timeRange) }
    }

    /// Makes a part longer or shorter. What is after it moves.
    ///
    /// - Parameters:
    ///   - timeRange: the part.
    ///   - duration: how long it is to be. Its media is heard slower or faster; beyond 1/32 and 32 times it is silent.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        guard Insertion.isRange(timeRange), duration.isNumeric, duration >= .zero else { return }
        edit { $0.scale(timeRange, to: duration) }
    }

    /// Judges segments.
    ///
    /// - Parameter trackSegments: the segments.
    /// - Throws: `compositionTrackSegmentsNotContiguous` where the first does not begin at 0 or one does not begin at the end of the one
    ///   before, and the error for a duration or a part of a file that cannot be.
    open func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
        _ = try SegmentList(checking: trackSegments)
    }
}

extension AVAsynchronousKeyValueLoading where Self: AVMutableCompositionTrack {
    /// The parts that the track is made of, from time 0 on, without a gap: where nothing is heard, a segment is empty. Setting segments
    /// that `validateSegments(_:)` does not accept ends the program, as it does on a Mac.
    public var segments: [AVCompositionTrackSegment]! {
        get { values.withLock { $0.list.segments } }
        nonmutating set {
            do {
                let list = try SegmentList(checking: newValue ?? [])
                let old = values.withLock { values in
                    defer { values.list = list }
                    return values.list
                }
                withExtendedLifetime(old) {}
            } catch { requireAsset(false, "the segments are not valid: \(error)") }
        }
    }
}
