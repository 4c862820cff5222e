import AVFoundation
import CoreMedia
public import Foundation

/// Metadata of a stream, such as the title of what a radio station plays.
///
/// ``MPMoviePlayerController/timedMetadata`` returns the ones that came last. It does not change.
open class MPTimedMetadata: NSObject, @unchecked Sendable {
    private let item: AVMetadataItem
    private let time: TimeInterval

    init(_ item: AVMetadataItem, at time: TimeInterval) {
        self.item = item
        self.time = item.time.isNumeric ? item.time.seconds : time
        super.init()
    }

    /// The name of the metadata in its key space, such as `TIT2` for a title.
    ///
    /// A key that is a number is its text.
    open var key: String! { item.key.map { $0 as? String ?? "\($0)" } ?? "" }
    /// Which rules keys follow, such as `org.id3`.
    ///
    /// It is the raw value of an `AVMetadataKeySpace`.
    open var keyspace: String! { item.keySpace?.rawValue ?? "" }
    /// The value: a `String`, an `NSNumber`, or the bytes as `Data`.
    ///
    /// Nil where the metadata has none.
    open var value: Any! { item.value }
    /// The time of the movie from which on the metadata holds, in seconds.
    ///
    /// It is the time at which the metadata came, where the stream does not say.
    open var timestamp: TimeInterval { time }
    /// All that is known, by the keys that begin with `MPMoviePlayerTimedMetadataKey`.
    ///
    /// What is not known is absent.
    open var allMetadata: [AnyHashable: Any]! {
        let extras = item.extraAttributes ?? [:]
        let name: String = key
        let known: [String: Any?] = [
            MPMoviePlayerTimedMetadataKeyName: name, MPMoviePlayerTimedMetadataKeyInfo: extras[.info],
            MPMoviePlayerTimedMetadataKeyDataType: item.dataType,
            MPMoviePlayerTimedMetadataKeyLanguageCode: item.extendedLanguageTag,
        ]
        return Dictionary(uniqueKeysWithValues: known.compactMap { key, value in value.map { (AnyHashable(key), $0) } })
    }
}
