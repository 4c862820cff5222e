public import CoreMedia
public import Foundation

/// What else is known of an item of metadata.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Makes one of a text. It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The description that a tag gives of a text of its own, such as that of ID3's `TXXX`.
    public static let info = Self(rawValue: "info")
    /// A URL that the value is at.
    public static let valueURI = Self(rawValue: "valueURI")
    /// A URL that others are relative to.
    public static let baseURI = Self(rawValue: "baseURI")
}

/// What an item of metadata consists of.
struct ItemContents: @unchecked Sendable {
    var space: AVMetadataKeySpace?
    /// The key as text: for iTunes' tags, four characters.
    var key: String?
    var value: (any NSCopying & NSObjectProtocol)?
    var dataType: String?
    var language: String?
    var locale: Locale?
    var time = CMTime.invalid
    var duration = CMTime.invalid
    var startDate: Date?
    var extras: [AVMetadataExtraAttributeKey: Any]?
}

/// An item of the metadata of an asset or of a track: a title, a picture. It does not change.
open class AVMetadataItem: NSObject, AVAsynchronousKeyValueLoading, NSCopying, NSMutableCopying, @unchecked Sendable {
    var contents: ItemContents

    init(_ contents: ItemContents) {
        self.contents = contents
        super.init()
    }

    /// Makes an item without a key and a value.
    public override init() {
        contents = ItemContents()
        super.init()
    }

    /// The key with its key space; nil without them.
    open var identifier: AVMetadataIdentifier? {
        contents.key.flatMap { key in contents.space.flatMap { Self.identifier(forKey: key, keySpace: $0) } }
    }
    /// The key: text, or for iTunes' tags the number of its four characters. `as? String` and `as? NSString` both give a text.
    open var key: Any? {
        guard let key = contents.key else { return nil }
        if contents.space == .iTunes, let number = MetadataKeys.number(key) { return number }
        return key as NSString
    }
    /// The kind of tags that the key belongs to.
    open var keySpace: AVMetadataKeySpace? { contents.space }
    /// The key that several kinds of tags have for the same; nil for none.
    open var commonKey: AVMetadataKey? {
        guard let key = contents.key, let space = contents.space else { return nil }
        return MetadataRows.common(key, space).map { AVMetadataKey($0) }
    }
    /// The value: text, a number, a date or data. `as? String` and `as? NSString` both give a text.
    open var value: Any? { contents.value }
    /// The type of the value, by Core Media's name for it, such as "com.apple.metadata.datatype.UTF-8".
    open var dataType: String? { contents.dataType }
    /// The language of the value, as in BCP 47; nil where that is not known.
    open var extendedLanguageTag: String? { contents.language }
    /// The locale of the value; nil where that is not known.
    open var locale: Locale? { contents.locale }
    /// When in the asset the value holds; invalid for all of it.
    open var time: CMTime { contents.time }
    /// How long the value holds; invalid for all of the asset.
    open var duration: CMTime { contents.duration }
    /// The date from which the value holds; nil for none.
    open var startDate: Date? { contents.startDate }
    /// What else is known of the item; nil for nothing.
    open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { contents.extras }

    // MARK: Values by their types

    /// The value as text: text, a number in decimal, or a date as in ISO 8601; nil for bytes.
    open var stringValue: String? {
        switch contents.value {
        case let text as NSString: String(describing: text)
        case let number as NSNumber: number.stringValue
        case let date as NSDate: ISO8601DateFormatter().string(from: date as Date)
        default: nil
        }
    }
    /// The value as a number; nil for what is none.
    open var numberValue: NSNumber? { contents.value as? NSNumber }
    /// The value as a date: a date, or text as in ISO 8601, which may be a year alone; nil for what is none.
    open var dateValue: Date? {
        if let date = contents.value as? NSDate { return date as Date }
        return (contents.value as? NSString).flatMap { MetadataKeys.date(String(describing: $0)) }
    }
    /// The value as bytes: bytes, or text in UTF-8; nil for others.
    open var dataValue: Data? {
        if let data = contents.value as? NSData { return data as Data }
        return (contents.value as? NSString).map { Data(String(describing: $0).utf8) }
    }

    // MARK: Copies and loading

    /// The item itself: it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the item.
    open func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(contents) }

    /// A copy that can be changed.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: an `AVMutableMetadataItem`.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(contents) }

    /// How far a value has been loaded: the values of items are there.
    ///
    /// - Parameters:
    ///   - key: the name of the property.
    ///   - outError: not touched.
    /// - Returns: `loaded`.
    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus { .loaded }

    /// Calls the handler: the values of items are there.
    ///
    /// - Parameters:
    ///   - keys: the names of properties.
    ///   - handler: called once, on another thread; nil for nothing.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
    {
        if let handler { Inspection.later(handler) }
    }

    /// The item in words, for debugging.
    open override var description: String {
        "<AVMetadataItem: identifier=\(identifier?.rawValue ?? "(null)"), commonKey=\(commonKey?.rawValue ?? "(null)"), "
            + "dataType=\(dataType ?? "(null)"), value=\(stringValue ?? "\(dataValue?.count ?? 0) bytes")>"
    }
}

/// An item of metadata that can be changed.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    /// The key with its key space; nil without them.
    open override var identifier: AVMetadataIdentifier? {
        get { super.identifier }
        set {
            contents.space = newValue.flatMap { Self.keySpace(forIdentifier: $0) }
            contents.key = newValue.flatMap { MetadataKeys.text($0) }
        }
    }
    /// The key: text, or for iTunes' tags the number of its four characters.
    open override var key: Any? {
        get { super.key }
        set { contents.key = newValue.flatMap { MetadataKeys.text(ofKey: $0) } }
    }
    /// The kind of tags that the key belongs to.
    open override var keySpace: AVMetadataKeySpace? {
        get { super.keySpace }
        set { contents.space = newValue }
    }
    /// The value: text, a number, a date or data. What is none of these becomes nil.
    open override var value: Any? {
        get { super.value }
        set { contents.value = newValue.flatMap { MetadataKeys.object($0) } }
    }
    /// The type of the value, by Core Media's name for it.
    open override var dataType: String? {
        get { super.dataType }
        set { contents.dataType = newValue }
    }
    /// The language of the value, as in BCP 47.
    open override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { contents.language = newValue }
    }
    /// The locale of the value.
    open override var locale: Locale? {
        get { super.locale }
        set { contents.locale = newValue }
    }
    /// When in the asset the value holds.
    open override var time: CMTime {
        get { super.time }
        set { contents.time = newValue }
    }
    /// How long the value holds.
    open override var duration: CMTime {
        get { super.duration }
        set { contents.duration = newValue }
    }
    /// The date from which the value holds.
    open override var startDate: Date? {
        get { super.startDate }
        set { contents.startDate = newValue }
    }
    /// What else is known of the item.
    open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
        get { super.extraAttributes }
        set { contents.extras = newValue }
    }
}
