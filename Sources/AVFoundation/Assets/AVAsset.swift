import AudioCore
public import CoreMedia
public import Foundation
import RemoteMedia

/// Makes an object of another initializer's: that of a subclass.
protocol MadeElsewhere {}

extension MadeElsewhere {
    init(making: () -> Self) { self = making() }
}

/// A piece of media: sound and pictures of a file, with its metadata. What is in it is read when it is first asked for.
///
/// Getters read the file and wait for it the first time; `load(_:)` does not hold up its thread. Any thread may use an asset. Files of
/// sound are supported, and movies of the family of MPEG-4 and QuickTime.
open class AVAsset: NSObject, NSCopying, MadeElsewhere, Inspecting, @unchecked Sendable {
    let inspection: Inspection
    /// Made when they are first asked for, so that a track is one object.
    private let tracksMade = AssetTrackBox()

    init(_ inspection: Inspection) {
        self.inspection = inspection
        super.init()
    }

    /// Makes an asset of what is at a URL: an `AVURLAsset`.
    ///
    /// - Parameter url: the URL, of a file.
    public convenience init(url: URL) {
        self.init(making: { unsafeDowncast(AVURLAsset(url: url, options: nil), to: Self.self) })
    }

    /// Makes an asset without media. `AVURLAsset` has some.
    public override init() {
        inspection = Inspection(nil)
        super.init()
    }

    var contents: AssetContents? { try? inspection.contents() }

    func loadedTracks() throws -> [AVAssetTrack] {
        tracksMade.tracks(of: self, try inspection.contents())
    }

    func loadedDuration() throws -> CMTime { try inspection.contents().duration }

    /// Opens the sound for an item that plays it. May wait for disk or network.
    ///
    /// - Throws: an `AVError` where there is no sound, or no decoder for it.
    func makePlayableSource() throws -> any PlayableSource {
        do {
            return try inspection.contents().makePlayableSource()
        } catch let error as AudioError {
            throw AVError(error)
        } catch let error as HTTPSource.Failure { throw AVError(error) }
    }

    // MARK: Media

    /// How long the asset is; 0 where that cannot be read, and indefinite for a stream without an end. It is exact for files.
    open var duration: CMTime { contents?.duration ?? .zero }
    /// The natural rate: 1.
    open var preferredRate: Float { 1 }
    /// The natural volume: 1.
    open var preferredVolume: Float { 1 }
    /// Whether `duration` and times are exact: true for files.
    open var providesPreciseDurationAndTiming: Bool { contents?.isStream != true }
    /// The tracks; none where they cannot be read.
    @_disfavoredOverload
    open var tracks: [AVAssetTrack] { (try? loadedTracks()) ?? [] }
    /// Whether the asset can be played.
    open var isPlayable: Bool { contents.map { AssetDecoding.canDecode($0) } ?? false }
    /// Whether an `AVAssetReader` can read the asset: whether there is a decoder for it, and it is not a stream.
    open var isReadable: Bool { contents.map { AssetDecoding.canDecode($0) && !$0.isStream } ?? false }
    /// Whether an `AVAssetExportSession` can export the asset: whether it can be read and has sound.
    open var isExportable: Bool { isReadable && contents?.tracks.isEmpty == false }
    /// Whether the asset may be a part of a composition: whether it has a track of sound that can be read.
    open var isComposable: Bool { contents.map { !$0.tracks.isEmpty && !$0.isStream } ?? false }
    /// Whether the asset is protected: false.
    open var hasProtectedContent: Bool { false }
    /// Whether the asset may come in fragments that are added to it: false.
    open var canContainFragments: Bool { false }
    /// Whether the asset has such fragments: false.
    open var containsFragments: Bool { false }

    /// The track of an identifier.
    ///
    /// - Parameter trackID: the identifier.
    /// - Returns: the track; nil for none.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// The tracks of a type.
    ///
    /// - Parameter mediaType: the type.
    /// - Returns: the tracks.
    @_disfavoredOverload
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks of a characteristic.
    ///
    /// - Parameter mediaCharacteristic: the characteristic.
    /// - Returns: the tracks.
    @_disfavoredOverload
    open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// An identifier that no track has.
    ///
    /// - Returns: the identifier.
    open func unusedTrackID() -> CMPersistentTrackID { (tracks.map(\.trackID).max() ?? 0) + 1 }

    // MARK: Metadata

    /// All items of metadata; none where they cannot be read.
    open var metadata: [AVMetadataItem] { contents?.metadata ?? [] }
    /// The items that have a common key.
    open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
    /// The kinds of tags that the items are of.
    open var availableMetadataFormats: [AVMetadataFormat] {
        contents.map { $0.metadata.isEmpty ? [] : [$0.metadataFormat] } ?? []
    }
    /// The item that says when the asset was made; nil for none.
    open var creationDate: AVMetadataItem? { metadata.first { $0.commonKey == .commonKeyCreationDate } }
    /// The lyrics; nil for none.
    open var lyrics: String? {
        metadata.first { item in
            [.iTunesMetadataLyrics, .id3MetadataUnsynchronizedLyric, AVMetadataIdentifier("caaf/lyrics")].contains(
                item.identifier)
        }?.stringValue
    }

    /// The items of a kind of tags.
    ///
    /// - Parameter format: the kind.
    /// - Returns: the items.
    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        availableMetadataFormats.contains(format) ? metadata : []
    }

    // MARK: Chapters

    /// The locales that chapters have titles in: one that is not determined, or none without chapters.
    open var availableChapterLocales: [Locale] {
        contents?.chapters.isEmpty ?? true ? [] : [Locale(identifier: "und")]
    }

    /// The chapters, with their titles.
    ///
    /// - Parameter preferredLanguages: ignored: the languages of titles are not known.
    /// - Returns: a group of items for each chapter, with its time.
    open func chapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String])
        -> [AVTimedMetadataGroup]
    {
        contents?.chapters ?? []
    }

    /// The chapters, with their titles.
    ///
    /// - Parameters:
    ///   - locale: one of `availableChapterLocales`.
    ///   - commonKeys: ignored: chapters have titles alone.
    /// - Returns: a group of items for each chapter, with its time; none for another locale.
    open func chapterMetadataGroups(
        withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]?
    ) -> [AVTimedMetadataGroup] {
        availableChapterLocales.contains(locale) ? contents?.chapters ?? [] : []
    }

    // MARK: Loading by names

    /// How far a value has been loaded.
    ///
    /// - Parameters:
    ///   - key: the name of the property.
    ///   - outError: receives why it cannot be had; nil to ignore that.
    /// - Returns: how far. All values are loaded at once.
    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        if let failure = inspection.failure { outError?.pointee = failure }
        return inspection.status
    }

    /// Loads values.
    ///
    /// - Parameters:
    ///   - keys: the names of their properties. All values are loaded at once.
    ///   - handler: called once, on another thread, when they are loaded or have failed; nil for nothing.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
    {
        inspection.begin()
        Inspection.later { [inspection] in
            _ = try? inspection.contents()
            handler?()
        }
    }

    /// Gives up what is being requested from a server: what was to be loaded then fails. Files are loaded to their end.
    open func cancelLoading() { inspection.cancel() }

    /// The asset itself: it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the asset.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
