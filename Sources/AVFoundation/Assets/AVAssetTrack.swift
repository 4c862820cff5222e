import AudioCore
public import CoreMedia
public import Foundation

/// The number of a track, which stays with it.
public typealias CMPersistentTrackID = Int32
/// The number of no track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// Keeps the tracks of an asset: one object each, as long as somebody has the asset.
final class AssetTrackBox: Sendable {
    private let tracks = LockedValue<[AVAssetTrack]?>(nil)

    func tracks(of asset: AVAsset, _ contents: AssetContents) -> [AVAssetTrack] {
        tracks.withLock { tracks in
            if let tracks { return tracks }
            let made = contents.kinds.map { AVAssetTrack(asset, $0.id, $0.type) }
            tracks = made
            return made
        }
    }
}

/// A track of an asset: sound, or pictures.
///
/// It does not change, unless it is an `AVMutableCompositionTrack`.
open class AVAssetTrack: NSObject, NSCopying, Inspecting, @unchecked Sendable {
    let inspection: Inspection
    private let id: CMPersistentTrackID
    private let type: AVMediaType
    private weak var owner: AVAsset?

    init(_ asset: AVAsset, _ id: CMPersistentTrackID, _ type: AVMediaType = .audio) {
        (inspection, owner, self.id, self.type) = (asset.inspection, asset, id, type)
        super.init()
    }

    /// Tracks are assets': programs make none.
    @available(*, unavailable)
    public override init() { fatalError("tracks are made by assets") }

    private var contents: TrackContents? { type == .audio ? try? loadedContents() : nil }

    /// What is in a track of sound.
    func loadedContents() throws -> TrackContents { try inspection.contents().track(id) }

    /// Reads what is in the track, of either kind.
    ///
    /// - Throws: why it cannot be read.
    func inspect() throws {
        if type == .audio { _ = try loadedContents() } else { _ = try inspection.contents() }
    }

    /// What is in a track of pictures; nil for one of sound, and where it cannot be read.
    var pictures: PictureContents? {
        type == .video ? (try? inspection.contents()).flatMap { $0.pictures(id) } : nil
    }

    /// The asset; nil once nobody has it any more.
    open var asset: AVAsset? { owner }
    /// The number of the track, as its file has it; where the file has none, tracks are 1, 2, 3.
    open var trackID: CMPersistentTrackID { id }
    /// What kind of media it is: `audio` or `video`.
    open var mediaType: AVMediaType { type }
    /// The formats of the media: a `CMFormatDescription` each.
    open var formatDescriptions: [Any] {
        contents?.formatDescriptions ?? pictures?.formatDescriptions ?? []
    }
    /// Whether the track can be played.
    open var isPlayable: Bool { isDecodable }
    /// Whether there is a decoder for the track.
    open var isDecodable: Bool {
        contents.map { AssetDecoding.canDecode($0) } ?? pictures.map { AssetDecoding.canDecode($0) } ?? false
    }
    /// Whether the track is heard or shown unless a program says otherwise: true for sound, and for pictures what their file says.
    open var isEnabled: Bool { pictures?.track.isEnabled ?? true }
    /// Whether the track is in the file itself: true.
    open var isSelfContained: Bool { true }
    /// How many bytes of media the track has.
    open var totalSampleDataLength: Int64 { contents?.size ?? pictures?.timeline.samples.bytes ?? 0 }
    /// From when until when the track lasts.
    open var timeRange: CMTimeRange {
        contents?.timeRange ?? pictures.map { CMTimeRange(start: .zero, duration: $0.duration) } ?? .zero
    }
    /// How many units a second of the track's own times has: for sound its sample rate.
    open var naturalTimeScale: CMTimeScale { contents?.timescale ?? pictures?.timescale ?? 0 }
    /// How many bits a second the track has on average.
    open var estimatedDataRate: Float {
        if let pictures {
            let seconds = pictures.time(pictures.timeline.samples.end).seconds
            return seconds > 0 ? Float(Double(pictures.timeline.samples.bytes) * 8 / seconds) : 0
        }
        guard let contents, contents.duration > .zero else { return 0 }
        return Float(Double(contents.size) * 8 / contents.duration.seconds)
    }
    /// The language by ISO 639-2; nil where that is not known, which is so for sound.
    open var languageCode: String? { pictures?.track.language }
    /// The language, as in BCP 47; nil where that is not known.
    open var extendedLanguageTag: String? { nil }
    /// The size at which pictures are meant to be shown, before `preferredTransform`; 0 by 0 for sound.
    open var naturalSize: CGSize { pictures?.naturalSize ?? .zero }
    /// How pictures are turned before they are shown.
    ///
    /// Who draws them applies it.
    open var preferredTransform: CGAffineTransform { pictures?.transform ?? .identity }
    /// The natural volume: 1.
    open var preferredVolume: Float { 1 }
    /// Pictures in a second, on average; 0 for sound.
    open var nominalFrameRate: Float { pictures?.frameRate ?? 0 }
    /// The shortest time from one picture to the next; invalid for sound, and where there are no pictures.
    open var minFrameDuration: CMTime {
        guard let pictures, pictures.timeline.samples.shortest > 0 else { return .invalid }
        return pictures.time(pictures.timeline.samples.shortest)
    }
    /// Whether pictures are decoded in another order than they are shown; false for sound.
    open var requiresFrameReordering: Bool { (pictures?.timeline.samples.reordering ?? 0) > 0 }
    /// The parts that the track is made of: those of the file's edit list, or one.
    open var segments: [AVAssetTrackSegment] {
        if let pictures { return pictures.segments }
        return contents?.segments ?? []
    }
    /// The metadata of the track alone: none.
    ///
    /// That of the file is the asset's.
    open var metadata: [AVMetadataItem] { [] }
    /// The items with common keys of the track alone: none.
    open var commonMetadata: [AVMetadataItem] { [] }
    /// The kinds of tags of the track alone: none.
    open var availableMetadataFormats: [AVMetadataFormat] { [] }

    /// The items of a kind of tags of the track alone: none.
    ///
    /// - Parameter format: the kind.
    /// - Returns: no items.
    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { [] }

    /// Whether the track has a characteristic.
    ///
    /// - Parameter mediaCharacteristic: the characteristic.
    /// - Returns: true for `audible` of sound, and for `visual` and `frameBased` of pictures.
    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        switch mediaCharacteristic {
        case .audible: type == .audio
        case .visual, .frameBased: type == .video
        default: false
        }
    }

    /// The part of the track at a time.
    ///
    /// - Parameter trackTime: the time.
    /// - Returns: the part; nil for a time before the track or after its end.
    open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
        segments.first { CMTimeRangeContainsTime($0.timeMapping.target, time: trackTime) }
    }

    /// The time of the media at a time of the track.
    ///
    /// Times of sound begin with the first frame that the track has heard: those that an encoder adds, and those before the earliest
    /// edit, do not count. So the time of sound that is heard once, from the beginning on and at its own speed, is that of the track.
    /// Times of pictures are those of their samples.
    ///
    /// - Parameter trackTime: the time.
    /// - Returns: the time of the media; invalid for a time before the track or after its end, and where nothing is shown.
    open func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
        guard let segment = segment(forTrackTime: trackTime), !segment.isEmpty else { return .invalid }
        let mapping = segment.timeMapping
        if mapping.source.duration == mapping.target.duration {
            return trackTime - mapping.target.start + mapping.source.start
        }
        // A moment of the media may last.
        guard mapping.source.duration > .zero else { return mapping.source.start }
        return CMTimeMapTimeFromRangeToRange(trackTime, fromRange: mapping.target, toRange: mapping.source)
    }

    /// How far a value has been loaded.
    ///
    /// - Parameters:
    ///   - key: the name of the property.
    ///   - outError: receives why it cannot be had; nil to ignore that.
    /// - Returns: how far.
    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        if let failure = inspection.failure { outError?.pointee = failure }
        return inspection.status
    }

    /// Loads values.
    ///
    /// - Parameters:
    ///   - keys: the names of their properties.
    ///   - handler: called once, on another thread, when they are loaded or have failed; nil for nothing.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
    {
        Inspection.later { [inspection] in
            _ = try? inspection.contents()
            handler?()
        }
    }

    /// The track itself: it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the track.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A part of a track, and which part of the media it is.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    private let mapping: CMTimeMapping

    init(_ mapping: CMTimeMapping) {
        self.mapping = mapping
        super.init()
    }

    /// From a time of the media to a time of the track.
    open var timeMapping: CMTimeMapping { mapping }
    /// Whether the part has no media.
    open var isEmpty: Bool { !mapping.source.isValid }
}

/// A characteristic of media, by its name.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Makes one of a text.
    ///
    /// It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes one of a text.
    ///
    /// It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// It can be seen.
    public static let visual = Self("AVMediaCharacteristicVisual")
    /// It can be heard.
    public static let audible = Self("AVMediaCharacteristicAudible")
    /// It can be read.
    public static let legible = Self("AVMediaCharacteristicLegible")
    /// It consists of pictures.
    public static let frameBased = Self("AVMediaCharacteristicFrameBased")
}
