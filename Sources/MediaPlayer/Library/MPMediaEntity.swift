import AudioCore
public import Foundation

/// The number of an item, an album, an artist or a playlist in the library. It stays when files are moved.
public typealias MPMediaEntityPersistentID = UInt64

/// What the library consists of: an item, or a collection of items.
///
/// Two of a class are equal if they have the same number.
open class MPMediaEntity: NSObject, NSSecureCoding, @unchecked Sendable {
    let number: Int64
    let access: LibraryAccess

    init(_ number: Int64, _ access: LibraryAccess) {
        (self.number, self.access) = (number, access)
        super.init()
    }

    /// Creates an entity that is not in the library. For subclasses of a program.
    public override init() {
        (number, access) = (0, .shared)
        super.init()
    }

    /// Finds the entity of an archive in the library.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
        (number, access) = (coder.decodeInt64(forKey: Self.numberKey), .shared)
        super.init()
    }

    private static let numberKey = "persistentID"

    /// Archives the number.
    ///
    /// - Parameter coder: the archive.
    open func encode(with coder: NSCoder) { coder.encode(number, forKey: Self.numberKey) }

    /// Archives are secure.
    open class var supportsSecureCoding: Bool { true }

    /// The entity's number; 0 for one that is not in the library.
    open var persistentID: MPMediaEntityPersistentID { MPMediaEntityPersistentID(bitPattern: number) }

    /// Whether a predicate may ask for a property.
    ///
    /// - Parameter property: the property's name.
    /// - Returns: true where it may.
    open class func canFilter(byProperty property: String) -> Bool { property == MPMediaEntityPropertyPersistentID }

    /// A value of the entity.
    ///
    /// - Parameter property: its name.
    /// - Returns: the value; nil where the entity has none.
    open func value(forProperty property: String) -> Any? {
        property == MPMediaEntityPropertyPersistentID ? NSNumber(value: persistentID) : nil
    }

    /// A value of the entity.
    ///
    /// - Parameter key: a property's name; others have no value.
    /// - Returns: the value; nil where the entity has none.
    open subscript(key: Any) -> Any? { (key as? String).flatMap { value(forProperty: $0) } }

    /// Calls a block with each value of some that there is.
    ///
    /// - Parameters:
    ///   - properties: the names, in no order.
    ///   - block: gets a name, the value, and a place to put true to end it. It is called before the function returns.
    open func enumerateValues(
        forProperties properties: Set<String>,
        using block: @escaping (String, Any, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var isOver = ObjCBool(false)
        for property in properties {
            guard let value = value(forProperty: property) else { continue }
            withUnsafeMutablePointer(to: &isOver) { block(property, value, $0) }
            if isOver.boolValue { return }
        }
    }

    /// Whether the other is of the same class and number.
    ///
    /// - Parameter object: any object.
    /// - Returns: true where it is.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MPMediaEntity else { return false }
        return self === other || number != 0 && number == other.number && type(of: self) == type(of: other)
    }

    /// A number that equal entities share.
    open override var hash: Int { number == 0 ? ObjectIdentifier(self).hashValue : number.hashValue }
}
