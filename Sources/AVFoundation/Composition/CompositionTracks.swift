import CoreMedia
import Foundation

// Tracks of compositions, under the names that tracks of assets have. They are more than these, which a subclass cannot say of a
// property or of a list: that is why they are in extensions.

extension AVAsynchronousKeyValueLoading where Self: AVComposition {
    /// The tracks, in the order in which they were added.
    public var tracks: [AVCompositionTrack] { composedTracks }

    /// The tracks of a type.
    ///
    /// - Parameter mediaType: the type.
    /// - Returns: the tracks.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVCompositionTrack] {
        composedTracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks of a characteristic.
    ///
    /// - Parameter mediaCharacteristic: the characteristic.
    /// - Returns: the tracks.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVCompositionTrack] {
        composedTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// Loads the track of an identifier.
    ///
    /// - Parameter trackID: the identifier.
    /// - Returns: the track; nil for none.
    /// - Throws: nothing: tracks of a composition need not be read.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVCompositionTrack? {
        composedTracks.first { $0.trackID == trackID }
    }

    /// Loads the track of an identifier.
    ///
    /// - Parameters:
    ///   - trackID: the identifier.
    ///   - completionHandler: called once, on another thread, with the track; nil for none.
    public func loadTrack(
        withTrackID trackID: CMPersistentTrackID,
        completionHandler: @escaping @Sendable (AVCompositionTrack?, (any Error)?) -> Void
    ) {
        let found = composedTracks.first { $0.trackID == trackID }
        Inspection.later { completionHandler(found, nil) }
    }

    /// Loads the tracks of a type.
    ///
    /// - Parameter mediaType: the type.
    /// - Returns: the tracks.
    /// - Throws: nothing: tracks of a composition need not be read.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVCompositionTrack] {
        tracks(withMediaType: mediaType)
    }

    /// Loads the tracks of a type.
    ///
    /// - Parameters:
    ///   - mediaType: the type.
    ///   - completionHandler: called once, on another thread, with the tracks.
    public func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVCompositionTrack]?, (any Error)?) -> Void
    ) {
        let found = composedTracks.filter { $0.mediaType == mediaType }
        Inspection.later { completionHandler(found, nil) }
    }

    /// Loads the tracks of a characteristic.
    ///
    /// - Parameter mediaCharacteristic: the characteristic.
    /// - Returns: the tracks.
    /// - Throws: nothing: tracks of a composition need not be read.
    public func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) async throws
        -> [AVCompositionTrack]
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
        completionHandler: @escaping @Sendable ([AVCompositionTrack]?, (any Error)?) -> Void
    ) {
        let found = composedTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
        Inspection.later { completionHandler(found, nil) }
    }
}

extension AVPartialAsyncProperty where Root: AVComposition {
    /// `tracks`.
    public static var tracks: AVAsyncProperty<Root, [AVCompositionTrack]> {
        AVAsyncProperty<Root, [AVCompositionTrack]>("tracks") { $0.composedTracks }
    }
}
