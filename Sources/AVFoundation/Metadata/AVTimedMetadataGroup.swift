public import CoreMedia
public import Foundation

/// Items of metadata that belong together.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
    /// The items.
    open var items: [AVMetadataItem] { [] }
}

/// Items of metadata that hold for a time, such as the title of a chapter. It does not change.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, @unchecked Sendable {
    private let held: [AVMetadataItem]
    private let range: CMTimeRange

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - items: the items.
    ///   - timeRange: the time for which they hold.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        (held, range) = (items, timeRange)
        super.init()
    }

    /// The items.
    open override var items: [AVMetadataItem] { held }
    /// The time for which they hold.
    open var timeRange: CMTimeRange { range }

    /// The group itself: it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the group.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
