import AudioCore
public import Foundation
import MusicLibrary

/// What a query asks of items. Subclasses of a program match nothing.
open class MPMediaPredicate: NSObject, NSSecureCoding, @unchecked Sendable {
    /// Creates a predicate that matches nothing.
    public override init() { super.init() }

    /// Reads a predicate from an archive.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) { super.init() }

    /// Does nothing.
    open func encode(with coder: NSCoder) {}

    /// Archives are secure.
    open class var supportsSecureCoding: Bool { true }

    var condition: ItemFilter.Condition { .nothing }
}

/// Asks for a value of a property.
open class MPMediaPropertyPredicate: MPMediaPredicate, @unchecked Sendable {
    /// The name of the property.
    public let property: String
    private let wanted: Value
    /// How the property is compared.
    public let comparisonType: MPMediaPredicateComparison

    private enum Value: Hashable {
        case nothing
        case text(String)
        case number(Int64)
        case other
    }

    /// Creates a predicate for a value.
    ///
    /// - Parameters:
    ///   - value: a `String` or a number, as the property has; nil for items without a value. A kind of items matches those that are one
    ///     of several.
    ///   - property: one that ``MPMediaEntity/canFilter(byProperty:)`` allows. Others match nothing.
    public convenience init(value: Any?, forProperty property: String) {
        self.init(value: value, forProperty: property, comparisonType: .equalTo)
    }

    /// Creates a predicate for a value.
    ///
    /// - Parameters:
    ///   - value: a `String` or a number, as the property has; nil for items without a value.
    ///   - property: one that ``MPMediaEntity/canFilter(byProperty:)`` allows. Others match nothing.
    ///   - comparisonType: how the property is compared.
    public init(value: Any?, forProperty property: String, comparisonType: MPMediaPredicateComparison) {
        (self.property, self.comparisonType) = (property, comparisonType)
        wanted = Self.value(value)
        super.init()
    }

    /// Reads a predicate from an archive.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
        guard let property = coder.decodeObject(of: NSString.self, forKey: Key.property) else { return nil }
        self.property = String(describing: property)
        comparisonType = MPMediaPredicateComparison(rawValue: coder.decodeInteger(forKey: Key.comparison)) ?? .equalTo
        switch coder.decodeInteger(forKey: Key.kind) {
        case 1:
            wanted = .text(
                coder.decodeObject(of: NSString.self, forKey: Key.value).map { String(describing: $0) } ?? "")
        case 2: wanted = .number(coder.decodeInt64(forKey: Key.value))
        case 3: wanted = .other
        default: wanted = .nothing
        }
        super.init(coder: coder)
    }

    private enum Key {
        static let property = "property"
        static let comparison = "comparison"
        static let kind = "kind"
        static let value = "value"
    }

    /// Archives the property, the value and the comparison.
    ///
    /// - Parameter coder: the archive.
    open override func encode(with coder: NSCoder) {
        coder.encode(NSString(string: property), forKey: Key.property)
        coder.encode(comparisonType.rawValue, forKey: Key.comparison)
        switch wanted {
        case .nothing: coder.encode(0, forKey: Key.kind)
        case .text(let text):
            coder.encode(1, forKey: Key.kind)
            coder.encode(NSString(string: text), forKey: Key.value)
        case .number(let number):
            coder.encode(2, forKey: Key.kind)
            coder.encode(number, forKey: Key.value)
        case .other: coder.encode(3, forKey: Key.kind)
        }
    }

    /// The value: a `String`, an `NSNumber`, or nil.
    open var value: Any? {
        switch wanted {
        case .nothing, .other: nil
        case .text(let text): text
        case .number(let number): NSNumber(value: number)
        }
    }

    private static func value(_ value: Any?) -> Value {
        switch value {
        case nil: .nothing
        case let text as String: .text(text)
        case let kinds as MPMediaType: .number(Int64(truncatingIfNeeded: kinds.rawValue))
        case let truth as Bool: .number(truth ? 1 : 0)
        case let number as any BinaryInteger: .number(Int64(truncatingIfNeeded: number))
        case let number as NSNumber: .number(number.int64Value)
        default: .other
        }
    }

    /// Whether the other asks for the same.
    ///
    /// - Parameter object: any object.
    /// - Returns: true where it does.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MPMediaPropertyPredicate else { return false }
        return property == other.property && wanted == other.wanted && comparisonType == other.comparisonType
    }

    /// A number that equal predicates share.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(property)
        hasher.combine(wanted)
        return hasher.finalize()
    }

    // MARK: As a condition

    override var condition: ItemFilter.Condition {
        if let text = Self.texts[property] { return texts(text) }
        guard comparisonType == .equalTo, case .number(let number) = wanted else { return refused }
        if let role = Self.numbers[property] { return .entity(role, number) }
        switch property {
        case MPMediaItemPropertyPersistentID: return .item(number)
        case MPMediaItemPropertyMediaType: return .media(number)
        case MPMediaItemPropertyIsCompilation: return .isCompilation(number != 0)
        case MPMediaItemPropertyPlayCount: return .plays(number)
        case MPMediaPlaylistPropertyPersistentID: return .playlist(number)
        // No item is so, and no playlist has attributes.
        case MPMediaItemPropertyIsCloudItem, MPMediaItemPropertyHasProtectedAsset,
            MPMediaPlaylistPropertyPlaylistAttributes:
            return number == 0 ? .media(-1) : .nothing
        default: return refused
        }
    }

    private enum Text {
        case title, playlist
        case role(Role)
    }

    private static let texts: [String: Text] = [
        MPMediaItemPropertyTitle: .title, MPMediaPlaylistPropertyName: .playlist,
        MPMediaItemPropertyAlbumTitle: .role(.album), MPMediaItemPropertyArtist: .role(.artist),
        MPMediaItemPropertyAlbumArtist: .role(.albumArtist), MPMediaItemPropertyGenre: .role(.genre),
        MPMediaItemPropertyComposer: .role(.composer), MPMediaItemPropertyPodcastTitle: .role(.podcast),
    ]
    private static let numbers: [String: Role] = [
        MPMediaItemPropertyAlbumPersistentID: .album, MPMediaItemPropertyArtistPersistentID: .artist,
        MPMediaItemPropertyAlbumArtistPersistentID: .albumArtist, MPMediaItemPropertyGenrePersistentID: .genre,
        MPMediaItemPropertyComposerPersistentID: .composer, MPMediaItemPropertyPodcastPersistentID: .podcast,
    ]

    private func texts(_ property: Text) -> ItemFilter.Condition {
        let text: ItemFilter.Text
        switch wanted {
        case .text(let value): text = comparisonType == .contains ? .containing(value) : .equal(value)
        case .nothing: text = .missing
        default: return refused
        }
        switch property {
        case .title: return .title(text)
        case .playlist: return .playlistName(text)
        case .role(let role): return .name(role, text)
        }
    }

    private var refused: ItemFilter.Condition {
        Log.note("a query cannot ask for this value of \(property), and finds nothing")
        return .nothing
    }
}
