import CoreMedia
public import Foundation

// What takes a parameter and time: as functions that wait, and with handlers that are called on another thread.

extension AVAsset {
    /// Loads the track of an identifier.
    ///
    /// - Parameter trackID: the identifier.
    /// - Returns: the track; nil for none.
    /// - Throws: why the file cannot be read.
    @_disfavoredOverload
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        let found = try await Inspection.run { Sent(value: try self.loadedTracks().first { $0.trackID == trackID }) }
        return found.value
    }

    /// Loads the track of an identifier.
    ///
    /// - Parameters:
    ///   - trackID: the identifier.
    ///   - completionHandler: called once, on another thread, with the track; nil for none, or nil and why the file cannot be read.
    @_disfavoredOverload
    public func loadTrack(
        withTrackID trackID: CMPersistentTrackID,
        completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
    ) {
        Inspection.later {
            do { completionHandler(try self.loadedTracks().first { $0.trackID == trackID }, nil) } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Loads the tracks of a type.
    ///
    /// - Parameter mediaType: the type.
    /// - Returns: the tracks.
    /// - Throws: why the file cannot be read.
    @_disfavoredOverload
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        let found = try await Inspection.run {
            Sent(value: try self.loadedTracks().filter { $0.mediaType == mediaType })
        }
        return found.value
    }

    /// Loads the tracks of a type.
    ///
    /// - Parameters:
    ///   - mediaType: the type.
    ///   - completionHandler: called once, on another thread, with the tracks, or nil and why the file cannot be read.
    @_disfavoredOverload
    public func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        Inspection.later {
            do { completionHandler(try self.loadedTracks().filter { $0.mediaType == mediaType }, nil) } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Loads the tracks of a characteristic.
    ///
    /// - Parameter mediaCharacteristic: the characteristic.
    /// - Returns: the tracks.
    /// - Throws: why the file cannot be read.
    @_disfavoredOverload
    public func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) async throws
        -> [AVAssetTrack]
    {
        let found = try await Inspection.run {
            Sent(value: try self.loadedTracks().filter { $0.hasMediaCharacteristic(mediaCharacteristic) })
        }
        return found.value
    }

    /// Loads the tracks of a characteristic.
    ///
    /// - Parameters:
    ///   - mediaCharacteristic: the characteristic.
    ///   - completionHandler: called once, on another thread, with the tracks, or nil and why the file cannot be read.
    @_disfavoredOverload
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        Inspection.later {
            do {
                completionHandler(
                    try self.loadedTracks().filter { $0.hasMediaCharacteristic(mediaCharacteristic) }, nil)
            } catch { completionHandler(nil, error) }
        }
    }

    /// Loads the metadata of a kind of tags.
    ///
    /// - Parameter format: the kind.
    /// - Returns: the items.
    /// - Throws: why the file cannot be read.
    public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        let found = try await Inspection.run { Sent(value: try self.loadedMetadata(format)) }
        return found.value
    }

    /// Loads the metadata of a kind of tags.
    ///
    /// - Parameters:
    ///   - format: the kind.
    ///   - completionHandler: called once, on another thread, with the items, or nil and why the file cannot be read.
    public func loadMetadata(
        for format: AVMetadataFormat, completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
    ) {
        Inspection.later {
            do { completionHandler(try self.loadedMetadata(format), nil) } catch { completionHandler(nil, error) }
        }
    }

    /// Loads the chapters, with their titles.
    ///
    /// - Parameter preferredLanguages: ignored: the languages of titles are not known.
    /// - Returns: a group of items for each chapter, with its time.
    /// - Throws: why the file cannot be read.
    public func loadChapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String]) async throws
        -> [AVTimedMetadataGroup]
    {
        let found = try await Inspection.run { Sent(value: try self.inspection.contents().chapters) }
        return found.value
    }

    /// Loads the chapters, with their titles.
    ///
    /// - Parameters:
    ///   - preferredLanguages: ignored: the languages of titles are not known.
    ///   - completionHandler: called once, on another thread, with a group of items for each chapter, with its time, or nil and why the file cannot be read.
    public func loadChapterMetadataGroups(
        bestMatchingPreferredLanguages preferredLanguages: [String],
        completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
    ) {
        Inspection.later {
            do { completionHandler(try self.inspection.contents().chapters, nil) } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Loads the chapters, with their titles.
    ///
    /// - Parameters:
    ///   - locale: one of `availableChapterLocales`.
    ///   - commonKeys: ignored: chapters have titles alone.
    /// - Returns: a group of items for each chapter, with its time; none for another locale.
    /// - Throws: why the file cannot be read.
    public func loadChapterMetadataGroups(
        withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
    ) async throws -> [AVTimedMetadataGroup] {
        let chapters = try await loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
        return availableChapterLocales.contains(locale) ? chapters : []
    }

    /// Finds an identifier that no track has.
    ///
    /// - Returns: the identifier.
    /// - Throws: why the file cannot be read.
    public func findUnusedTrackID() async throws -> CMPersistentTrackID {
        try await Inspection.run {
            _ = try self.loadedTracks()
            return self.unusedTrackID()
        }
    }

    private func loadedMetadata(_ format: AVMetadataFormat) throws -> [AVMetadataItem] {
        let contents = try inspection.contents()
        return contents.metadataFormat == format ? contents.metadata : []
    }
}
