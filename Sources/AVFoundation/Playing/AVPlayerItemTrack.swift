import AudioCore
import CoreMedia
public import Foundation

/// A track of an `AVPlayerItem`: whether it is heard.
open class AVPlayerItemTrack: NSObject, AVKeyValueObservable, ReportsProperties, @unchecked Sendable {
    private let track: AVAssetTrack?
    private weak var item: AVPlayerItem?
    let properties = ObservedProperties()

    init(_ track: AVAssetTrack, of item: AVPlayerItem) {
        (self.track, self.item) = (track, item)
        super.init()
    }

    /// Tracks are items': programs make none.
    @available(*, unavailable)
    public override init() { fatalError("tracks are made by items") }

    /// The track of the asset.
    open var assetTrack: AVAssetTrack? { track }
    /// Whether the track is heard: true at first.
    open var isEnabled: Bool {
        get {
            properties.read("isEnabled")
            return item?.settings.silent.contains(trackID) != true
        }
        set {
            item?.setting { settings in
                if newValue { settings.silent.remove(trackID) } else { settings.silent.insert(trackID) }
            }
            properties.changed("isEnabled", to: newValue, by: .shared)
            MainDeliveries.shared.deliver()
        }
    }
    private var trackID: CMPersistentTrackID { track?.trackID ?? 1 }
    /// Pictures in a second: none.
    open var currentVideoFrameRate: Float { 0 }
}
