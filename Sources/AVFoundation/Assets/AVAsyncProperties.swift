public import CoreMedia
public import Foundation

// The properties that `load(_:)` takes. What cannot be read fails with the file's error.

extension AVPartialAsyncProperty where Root: AVAsset {
    /// `duration`.
    public static var duration: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty<Root, CMTime>("duration") { try $0.loadedDuration() }
    }
    /// `preferredRate`.
    public static var preferredRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty<Root, Float>("preferredRate") { try $0.inspected.preferredRate }
    }
    /// `preferredVolume`.
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        AVAsyncProperty<Root, Float>("preferredVolume") { try $0.inspected.preferredVolume }
    }
    /// `providesPreciseDurationAndTiming`.
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("providesPreciseDurationAndTiming") {
            try $0.inspected.providesPreciseDurationAndTiming
        }
    }
    /// `tracks`.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> {
        AVAsyncProperty<Root, [AVAssetTrack]>("tracks") { try $0.loadedTracks() }
    }
    /// `isPlayable`.
    public static var isPlayable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("isPlayable") { try $0.inspected.isPlayable }
    }
    /// `isReadable`.
    public static var isReadable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("isReadable") { try $0.inspected.isReadable }
    }
    /// `isExportable`.
    public static var isExportable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("isExportable") { try $0.inspected.isExportable }
    }
    /// `isComposable`.
    public static var isComposable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("isComposable") { try $0.inspected.isComposable }
    }
    /// `hasProtectedContent`.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("hasProtectedContent") { try $0.inspected.hasProtectedContent }
    }
    /// `canContainFragments`.
    public static var canContainFragments: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("canContainFragments") { try $0.inspected.canContainFragments }
    }
    /// `containsFragments`.
    public static var containsFragments: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("containsFragments") { try $0.inspected.containsFragments }
    }
    /// `metadata`.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty<Root, [AVMetadataItem]>("metadata") { try $0.inspected.metadata }
    }
    /// `commonMetadata`.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty<Root, [AVMetadataItem]>("commonMetadata") { try $0.inspected.commonMetadata }
    }
    /// `availableMetadataFormats`.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        AVAsyncProperty<Root, [AVMetadataFormat]>("availableMetadataFormats") {
            try $0.inspected.availableMetadataFormats
        }
    }
    /// `creationDate`.
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
        AVAsyncProperty<Root, AVMetadataItem?>("creationDate") { try $0.inspected.creationDate }
    }
    /// `lyrics`.
    public static var lyrics: AVAsyncProperty<Root, String?> {
        AVAsyncProperty<Root, String?>("lyrics") { try $0.inspected.lyrics }
    }
    /// `availableChapterLocales`.
    public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
        AVAsyncProperty<Root, [Locale]>("availableChapterLocales") { try $0.inspected.availableChapterLocales }
    }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// `formatDescriptions`.
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        AVAsyncProperty<Root, [CMFormatDescription]>("formatDescriptions") { track in
            try track.inspect()
            return track.formatDescriptions.compactMap { $0 as? CMFormatDescription }
        }
    }
    /// `isPlayable`.
    public static var isPlayable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("isPlayable") { try $0.inspected.isPlayable }
    }
    /// `isDecodable`.
    public static var isDecodable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("isDecodable") { try $0.inspected.isDecodable }
    }
    /// `isEnabled`.
    public static var isEnabled: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("isEnabled") { try $0.inspected.isEnabled }
    }
    /// `isSelfContained`.
    public static var isSelfContained: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("isSelfContained") { try $0.inspected.isSelfContained }
    }
    /// `totalSampleDataLength`.
    public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
        AVAsyncProperty<Root, Int64>("totalSampleDataLength") { try $0.inspected.totalSampleDataLength }
    }
    /// `timeRange`.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> {
        AVAsyncProperty<Root, CMTimeRange>("timeRange") { try $0.inspected.timeRange }
    }
    /// `naturalTimeScale`.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
        AVAsyncProperty<Root, CMTimeScale>("naturalTimeScale") { try $0.inspected.naturalTimeScale }
    }
    /// `estimatedDataRate`.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty<Root, Float>("estimatedDataRate") { try $0.inspected.estimatedDataRate }
    }
    /// `languageCode`.
    public static var languageCode: AVAsyncProperty<Root, String?> {
        AVAsyncProperty<Root, String?>("languageCode") { try $0.inspected.languageCode }
    }
    /// `extendedLanguageTag`.
    public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
        AVAsyncProperty<Root, String?>("extendedLanguageTag") { try $0.inspected.extendedLanguageTag }
    }
    /// `naturalSize`.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> {
        AVAsyncProperty<Root, CGSize>("naturalSize") { try $0.inspected.naturalSize }
    }
    /// `preferredTransform`.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty<Root, CGAffineTransform>("preferredTransform") { try $0.inspected.preferredTransform }
    }
    /// `preferredVolume`.
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        AVAsyncProperty<Root, Float>("preferredVolume") { try $0.inspected.preferredVolume }
    }
    /// `nominalFrameRate`.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty<Root, Float>("nominalFrameRate") { try $0.inspected.nominalFrameRate }
    }
    /// `minFrameDuration`.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty<Root, CMTime>("minFrameDuration") { try $0.inspected.minFrameDuration }
    }
    /// `requiresFrameReordering`.
    public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty<Root, Bool>("requiresFrameReordering") { try $0.inspected.requiresFrameReordering }
    }
    /// `segments`.
    public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> {
        AVAsyncProperty<Root, [AVAssetTrackSegment]>("segments") { try $0.inspected.segments }
    }
    /// `metadata`.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty<Root, [AVMetadataItem]>("metadata") { try $0.inspected.metadata }
    }
    /// `commonMetadata`.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty<Root, [AVMetadataItem]>("commonMetadata") { try $0.inspected.commonMetadata }
    }
    /// `availableMetadataFormats`.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        AVAsyncProperty<Root, [AVMetadataFormat]>("availableMetadataFormats") {
            try $0.inspected.availableMetadataFormats
        }
    }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    /// `stringValue`.
    public static var stringValue: AVAsyncProperty<Root, String?> {
        AVAsyncProperty<Root, String?>("stringValue") { $0.stringValue }
    }
    /// `numberValue`.
    public static var numberValue: AVAsyncProperty<Root, NSNumber?> {
        AVAsyncProperty<Root, NSNumber?>("numberValue") { $0.numberValue }
    }
    /// `dateValue`.
    public static var dateValue: AVAsyncProperty<Root, Date?> {
        AVAsyncProperty<Root, Date?>("dateValue") { $0.dateValue }
    }
    /// `dataValue`.
    public static var dataValue: AVAsyncProperty<Root, Data?> {
        AVAsyncProperty<Root, Data?>("dataValue") { $0.dataValue }
    }
    /// `value`.
    public static var value: AVAsyncProperty<Root, Any?> {
        AVAsyncProperty<Root, Any?>("value") { $0.value }
    }
    /// `extraAttributes`.
    public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
        AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?>("extraAttributes") { $0.extraAttributes }
    }
}

extension AVAsset {
    /// The asset once it has been read.
    fileprivate var inspected: AVAsset {
        get throws {
            _ = try inspection.contents()
            return self
        }
    }
}

extension AVAssetTrack {
    /// The track once its file has been read.
    fileprivate var inspected: AVAssetTrack {
        get throws {
            try inspect()
            return self
        }
    }
}
