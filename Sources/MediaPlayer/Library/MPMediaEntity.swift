public import Foundation
import Synchronization

/// The number of an item, an album, an artist or a playlist in the library. It stays when files are moved.
public typealias MPMediaEntityPersistentID = UInt64

/// What the library consists of: an item, or a collection of items.
///
/// Two of a class are equal if they have the same number.
open class MPMediaEntity: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The number of an entity of the user's library, shifted, and a one behind it. Once there is more to keep, it is the address of the
    /// entity's `EntityDetails`, which the entity retains.
    ///
    /// It is one word, because a list has tens of thousands of items, which are all made at once. With two words each takes half as much
    /// memory again.
    private let word: Atomic<UInt>

    /// Creates an entity of the user's library.
    ///
    /// - Parameter number: 0 for one that is not there; not negative.
    init(_ number: Int64) {
        word = Atomic(Self.word(number))
        super.init()
    }

    init(_ details: EntityDetails) {
        word = Atomic(UInt(bitPattern: Unmanaged.passRetained(details).toOpaque()))
        super.init()
    }

    /// Creates an entity that is not in the library. For subclasses of a program.
    public override init() {
        word = Atomic(Self.word(0))
        super.init()
    }

    /// Finds the entity of an archive in the library.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
        word = Atomic(Self.word(Self.number(coder)))
        super.init()
    }

    deinit {
        let word = word.load(ordering: .acquiring)
        if !Self.isNumber(word) { Self.details(word).release() }
    }

    private static let numberKey = "persistentID"

    /// The number in an archive. The library gives no negative ones.
    static func number(_ coder: NSCoder) -> Int64 { max(0, coder.decodeInt64(forKey: numberKey)) }

    private static func word(_ number: Int64) -> UInt { UInt(truncatingIfNeeded: number) << 1 | 1 }

    private static func isNumber(_ word: UInt) -> Bool { word & 1 != 0 }

    private static func details(_ word: UInt) -> Unmanaged<EntityDetails> {
        guard let address = UnsafeRawPointer(bitPattern: word) else { fatalError("an entity has a number or details") }
        return Unmanaged.fromOpaque(address)
    }

    /// The details; nil as long as nothing has asked for more than the number.
    private var known: EntityDetails? {
        let word = word.load(ordering: .acquiring)
        return Self.isNumber(word) ? nil : Self.details(word).takeUnretainedValue()
    }

    /// The details, which are made when they are first asked for. A class has details of one type.
    ///
    /// - Parameter make: makes them, of the number. Where several threads ask at once, all get those that one of them has made.
    func kept<Details: EntityDetails>(_ make: (Int64) -> Details) -> Details {
        let word = word.load(ordering: .acquiring)
        guard Self.isNumber(word) else {
            return unsafeDowncast(Self.details(word).takeUnretainedValue(), to: Details.self)
        }
        let made = make(Int64(word >> 1))
        let kept = Unmanaged.passRetained(made as EntityDetails)
        let (isKept, other) = self.word.compareExchange(
            expected: word, desired: UInt(bitPattern: kept.toOpaque()), ordering: .acquiringAndReleasing)
        guard !isKept else { return made }
        kept.release()
        return unsafeDowncast(Self.details(other).takeUnretainedValue(), to: Details.self)
    }

    /// Whether something has asked for more than the number.
    final var hasDetails: Bool { !Self.isNumber(word.load(ordering: .acquiring)) }

    /// The number in the library; 0 for an entity that is not there.
    final var number: Int64 {
        let word = word.load(ordering: .acquiring)
        return Self.isNumber(word) ? Int64(word >> 1) : Self.details(word)._withUnsafeGuaranteedRef(\.number)
    }

    /// The library that it is of.
    final var access: LibraryAccess { known?.access ?? .shared }

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

/// What an entity keeps beside its number, in a subclass for each kind.
class EntityDetails {
    let number: Int64
    /// Nil for the user's library.
    private let library: LibraryAccess?

    init(_ number: Int64, _ library: LibraryAccess?) { (self.number, self.library) = (number, library) }

    final var access: LibraryAccess { library ?? .shared }
}

extension Array where Element: MPMediaEntity {
    /// Makes the entities of a list. The memory is written once: an array that grows would check its room for each.
    ///
    /// - Parameters:
    ///   - ids: their numbers.
    ///   - make: makes the entity of a number.
    @inline(__always) init(of ids: [Int64], _ make: (Int64) -> Element) {
        self.init(unsafeUninitializedCapacity: ids.count) { memory, count in
            for id in ids {
                memory.initializeElement(at: count, to: make(id))
                count += 1
            }
        }
    }
}
