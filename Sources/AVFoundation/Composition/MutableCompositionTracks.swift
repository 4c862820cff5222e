public import CoreMedia
import Foundation

// Tracks of compositions, under the names that tracks of assets have. They are more than these, which a subclass cannot say of a
// property or of a list: that is why they are in extensions.

extension AVAsynchronousKeyValueLoading where Self: AVMutableComposition {
    /// The tracks, in the order in which they were added.
    public var tracks: [AVMutableCompositionTrack] { mutableTracks }

    /// The tracks of a type.
    ///
    /// - Parameter mediaType: the type.
    /// - Returns: the tracks.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
        mutableTracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks of a characteristic.
    ///
    /// - Parameter mediaCharacteristic: the characteristic.
    /// - Returns: the tracks.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic)
        -> [AVMutableCompositionTrack]
    {
        mutableTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// Loads the track of an identifier.
    ///
    /// - Parameter trackID: the identifier.
    /// - Returns: the track; nil for none.
    /// - Throws: nothing: tracks of a composition need not be read.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVMutableCompositionTrack? {
        mutableTracks.first { $0.trackID == trackID }
    }

    /// Loads the track of an identifier.
    ///
    /// - Parameters:
    ///   - trackID: the identifier.
    ///   - completionHandler: called once, on another thread, with the track; nil for none.
    public func loadTrack(
        withTrackID trackID: CMPersistentTrackID,
        completionHandler: @escaping @Sendable (AVMutableCompositionTrack?, (any Error)?) -> Void
    ) {
        let found = mutableTracks.first { $0.trackID == trackID }
        Inspection.later { completionHandler(found, nil) }
    }

    /// Loads the tracks of a type.
    ///
    /// - Parameter mediaType: the type.
    /// - Returns: the tracks.
    /// - Throws: nothing: tracks of a composition need not be read.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVMutableCompositionTrack] {
        tracks(withMediaType: mediaType)
    }

    /// Loads the tracks of a type.
    ///
    /// - Parameters:
    ///   - mediaType: the type.
    ///   - completionHandler: called once, on another thread, with the tracks.
    public func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVMutableCompositionTrack]?, (any Error)?) -> Void
    ) {
        let found = mutableTracks.filter { $0.mediaType == mediaType }
        Inspection.later { completionHandler(found, nil) }
    }

    /// Loads the tracks of a characteristic.
    ///
    /// - Parameter mediaCharacteristic: the characteristic.
    /// - Returns: the tracks.
    /// - Throws: nothing: tracks of a composition need not be read.
    public func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) async throws
        -> [AVMutableCompositionTrack]
    {
        tracks(withMediaCharacteristic: mediaCharacteristic)
    }

    /// Loads the tracks of a characteristic.
    ///
    /// - Parameters:
    ///   - mediaCharacteristic: the characteristic.
    ///   - completionHandler: called once, on another thread, with the tracks.
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable ([AVMutableCompositionTrack]?, (any Error)?) -> Void
    ) {
        let found = mutableTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
        Inspection.later { completionHandler(found, nil) }
    }
}

extension AVPartialAsyncProperty where Root: AVMutableComposition {
    /// `tracks`.
    public static var tracks: AVAsyncProperty<Root, [AVMutableCompositionTrack]> {
        AVAsyncProperty<Root, [AVMutableCompositionTrack]>("tracks") { $0.mutableTracks }
    }
}

extension AVMutableComposition {
    /// Inserts a part of all tracks of an asset. What is at the time or after it moves, in all tracks, by the part's duration.
    ///
    /// The file is read on another thread.
    /// - Parameters:
    ///   - timeRange: the part; what is outside the asset is not inserted.
    ///   - asset: an asset of a file, or a composition.
    ///   - startTime: when the part is to begin; invalid for the end.
    /// - Throws: what the function that waits throws.
    public func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) async throws {
        let work = Sent<() throws -> Void>(value: { try self.insert(timeRange, asset, startTime) })
        _ = try await Inspection.value(work)
    }

    /// Inserts a part of all tracks of an asset. What is at the time or after it moves, in all tracks, by the part's duration.
    ///
    /// - Parameters:
    ///   - timeRange: the part; what is outside the asset is not inserted.
    ///   - asset: an asset of a file, or a composition.
    ///   - startTime: when the part is to begin; invalid for the end.
    ///   - completionHandler: called once, on another thread, with nil, or with what the function that waits throws.
    public func insertTimeRange(
        _ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        Inspection.later {
            do {
                try self.insert(timeRange, asset, startTime)
                completionHandler(nil)
            } catch { completionHandler(error) }
        }
    }

    private func insert(_ timeRange: CMTimeRange, _ asset: AVAsset, _ time: CMTime) throws {
        try insertTimeRange(timeRange, of: asset, at: time)
    }
}
