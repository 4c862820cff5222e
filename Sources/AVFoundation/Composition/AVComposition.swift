import AudioCore
public import CoreMedia
public import Foundation

/// An asset of parts of other assets, in tracks that sound together. `AVMutableComposition` can be changed.
///
/// The media stays in its files, which have to be there for as long as the composition is read.
open class AVComposition: AVAsset, NSMutableCopying, @unchecked Sendable {
    let composed: CompositionInspection
    private let options: Sent<[String: Any]>
    let size = LockedValue(CGSize.zero)

    /// Makes a composition without tracks.
    public override convenience init() { self.init(options: [:]) }

    init(options: [String: Any]) {
        self.options = Sent(value: options)
        composed = CompositionInspection()
        super.init(composed)
    }

    /// Takes tracks that are like those of another.
    func adopt(_ other: AVComposition) {
        let naturalSize = other.naturalSize
        size.withLock { $0 = naturalSize }
        let tracks = other.composedTracks.map { makeTrack($0.trackID, $0.values.withLock { $0 }) }
        composed.tracks.withLock { $0 = tracks }
    }

    func makeTrack(_ id: CMPersistentTrackID, _ values: AVCompositionTrack.Values) -> AVCompositionTrack {
        AVCompositionTrack(self, id, values)
    }

    var composedTracks: [AVCompositionTrack] { composed.tracks.withLock { $0 } }

    override func loadedTracks() throws -> [AVAssetTrack] { composedTracks }

    override func loadedDuration() throws -> CMTime { duration }

    override func makePlayableSource() throws -> any PlayableSource {
        do {
            return try CompositionSource(enabledContents())
        } catch let error as AudioError { throw AVError(error) }
    }

    /// The tracks, in the order in which they were added.
    @_disfavoredOverload
    open override var tracks: [AVAssetTrack] { composedTracks }
    /// The track of an identifier.
    ///
    /// - Parameter trackID: the identifier.
    /// - Returns: the track; nil for none.
    open override func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
        composedTracks.first { $0.trackID == trackID }
    }
    /// Until when the longest track lasts.
    open override var duration: CMTime { composedTracks.map(\.timeRange.end).max() ?? .zero }
    /// The size of pictures: that which was set, or none.
    open var naturalSize: CGSize { size.withLock { $0 } }
    /// The options for the assets of the composition's files, by the keys `AVURLAsset…Key`.
    open var urlAssetInitializationOptions: [String: Any] { options.value }

    /// A copy that does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: an `AVComposition`.
    open override func copy(with zone: NSZone? = nil) -> Any { self }

    /// A copy that can be changed.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: an `AVMutableComposition`.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = AVMutableComposition(options: options.value)
        copy.adopt(self)
        return copy
    }
}

/// A composition that can be changed. Any thread may change it.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    /// Makes a composition without tracks.
    ///
    /// - Parameter URLAssetInitializationOptions: the options for the assets of its files, by the keys `AVURLAsset…Key`; nil for none.
    public convenience init(urlAssetInitializationOptions URLAssetInitializationOptions: [String: Any]? = nil) {
        self.init(options: URLAssetInitializationOptions ?? [:])
    }

    override func makeTrack(_ id: CMPersistentTrackID, _ values: AVCompositionTrack.Values) -> AVCompositionTrack {
        AVMutableCompositionTrack(self, id, values)
    }

    var mutableTracks: [AVMutableCompositionTrack] { composedTracks.compactMap { $0 as? AVMutableCompositionTrack } }

    /// The track of an identifier.
    ///
    /// - Parameter trackID: the identifier.
    /// - Returns: the track; nil for none.
    open override func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
        mutableTracks.first { $0.trackID == trackID }
    }

    /// The size of pictures, for who shows them: none at first.
    open override var naturalSize: CGSize {
        get { super.naturalSize }
        set { size.withLock { $0 = newValue } }
    }

    /// A copy that does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: an `AVComposition`.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVComposition(options: urlAssetInitializationOptions)
        copy.adopt(self)
        return copy
    }

    // MARK: Tracks

    /// Adds a track without segments.
    ///
    /// - Parameters:
    ///   - mediaType: `audio`.
    ///   - preferredTrackID: its identifier; `kCMPersistentTrackID_Invalid`, or one that a track has, for one that no track has.
    /// - Returns: the track; nil for another type: this machine's compositions are of sound.
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        guard mediaType == .audio else { return nil }
        return composed.tracks.withLock { tracks in
            let isFree = preferredTrackID > 0 && !tracks.contains { $0.trackID == preferredTrackID }
            let id = isFree ? preferredTrackID : Self.unusedID(tracks)
            let track = AVMutableCompositionTrack(self, id, AVCompositionTrack.Values())
            tracks.append(track)
            return track
        }
    }

    private static func unusedID(_ tracks: [AVCompositionTrack]) -> CMPersistentTrackID {
        let highest = tracks.map(\.trackID).max() ?? 0
        guard highest == .max else { return highest + 1 }
        let used = Set(tracks.map(\.trackID))
        return (1...CMPersistentTrackID.max).first { !used.contains($0) } ?? kCMPersistentTrackID_Invalid
    }

    /// Removes a track. Nothing happens for a track of another composition.
    ///
    /// - Parameter track: the track, which has no `asset` that has it any more.
    open func removeTrack(_ track: AVCompositionTrack) {
        let removed = composed.tracks.withLock { tracks in
            tracks.firstIndex { $0 === track }.map { tracks.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    /// Finds a track that any part of a track can be inserted into.
    ///
    /// - Parameter track: a track of an asset.
    /// - Returns: the first track of the same type of media; nil for none.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        mutableTracks.first { $0.mediaType == track.mediaType }
    }

    // MARK: Time ranges of all tracks

    /// Inserts a part of all tracks of an asset. What is at the time or after it moves, in all tracks, by the part's duration.
    ///
    /// The first track of the asset goes into the first track of the composition, and so on. Tracks are added as they are needed.
    /// - Parameters:
    ///   - timeRange: the part; what is outside the asset is not inserted.
    ///   - asset: an asset of a file, or a composition. Its file is read.
    ///   - startTime: when the part is to begin; invalid for the end.
    /// - Throws: why the file cannot be read; `invalidCompositionTrackSegmentSourceStartTime`, `…SourceDuration` for a range without a
    ///   number, or without any of the asset.
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        try Insertion.check(startTime)
        // Compositions are of sound.
        let sources = try asset.loadedTracks().filter { $0.mediaType == .audio }
        let whole = CMTimeRange(start: .zero, duration: try asset.loadedDuration())
        let heard = CMTimeRangeGetIntersection(timeRange, otherRange: whole)
        guard timeRange.start.isNumeric else { throw AVError(.invalidCompositionTrackSegmentSourceStartTime) }
        guard timeRange.isValid, !timeRange.isIndefinite else {
            throw AVError(.invalidCompositionTrackSegmentSourceDuration)
        }
        guard heard.duration > .zero else { throw AVError(.invalidCompositionTrackSegmentSourceStartTime) }
        // A track that ends before the range begins has no part in it.
        guard !sources.isEmpty else { throw AVError(.operationNotSupportedForAsset) }
        let parts = try sources.map { source in
            source.timeRange.end > heard.start ? try Insertion.parts(of: source, heard) : []
        }
        let time = startTime.isValid ? startTime : duration
        while mutableTracks.count < parts.count {
            guard addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid) != nil else {
                break
            }
        }
        for (index, track) in mutableTracks.enumerated() {
            if index < parts.count, !parts[index].isEmpty {
                try track.insert(parts[index], heard.duration, at: time)
            } else {
                track.insertEmptyTimeRange(CMTimeRange(start: time, duration: heard.duration))
            }
        }
    }

    /// Inserts nothing into all tracks. What is at the start of the range or after it moves by its duration.
    ///
    /// - Parameter timeRange: when nothing is to be.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        for track in mutableTracks { track.insertEmptyTimeRange(timeRange) }
    }

    /// Removes a part of all tracks. What is after it moves to its start. Tracks stay, also without segments.
    ///
    /// - Parameter timeRange: the part.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        for track in mutableTracks { track.removeTimeRange(timeRange) }
    }

    /// Makes a part of all tracks longer or shorter. What is after it moves.
    ///
    /// - Parameters:
    ///   - timeRange: the part.
    ///   - duration: how long it is to be.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        for track in mutableTracks { track.scaleTimeRange(timeRange, toDuration: duration) }
    }
}
