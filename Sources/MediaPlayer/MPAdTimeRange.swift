import AudioCore
public import CoreMedia
public import Foundation

/// The part of an item that is an advertisement: an element of ``MPNowPlayingInfoPropertyAdTimeRanges``.
open class MPAdTimeRange: NSObject, NSCopying, @unchecked Sendable {
    private let range: LockedValue<CMTimeRange>

    /// Names a part.
    ///
    /// - Parameter timeRange: when it begins, and how long it is.
    public init(_ timeRange: CMTimeRange) {
        range = LockedValue<CMTimeRange>(timeRange)
        super.init()
    }

    /// When it begins, and how long it is.
    open var timeRange: CMTimeRange {
        get { range.withLock { $0 } }
        set { range.withLock { $0 = newValue } }
    }

    /// Creates a part with the same times.
    ///
    /// - Parameter zone: is ignored.
    /// - Returns: an ``MPAdTimeRange``.
    open func copy(with zone: NSZone? = nil) -> Any { MPAdTimeRange(timeRange) }
}
