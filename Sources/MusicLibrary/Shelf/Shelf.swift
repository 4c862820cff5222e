import AudioCore

/// The lists of the library in columns, as the index keeps them: what a query of a large library reads in place of the rows.
///
/// A row of a column is an item that is there; rows are in the order of titles, and an item's row is its place in it. An entity's place
/// is that in the order of the names of its role. A shelf is of one state of the index. Its columns are read when they are first needed,
/// and believed only if they fit together: an index may be damaged.
final class Shelf: Sendable {
    /// The columns, by their names in the table `shelf`.
    enum Column: Hashable {
        /// The items' numbers.
        case ids
        /// An item's kind, and its `Traits`.
        case traits
        /// Sections of the list of titles: a code, then the place of the first item, and so on.
        case sections
        /// The items' places in the order of their numbers.
        case byNumber
        /// The titles, as `ShelfText` has them, and as searches compare them.
        case titles, foldedTitles
        /// The items' places in the order of a role.
        case order(Role)
        /// The place of an item's first entity of a role, or -1.
        case first(Role)
        /// The other entities of items that have several: an item's place, then an entity's, and so on.
        case others(Role)
        /// The entities' numbers, by name.
        case entities(Role)
        /// What the entities are found by, as `ShelfText` has it, and their names as searches compare them.
        case names(Role)
        case foldedNames(Role)
        /// The bits of the kinds of all items of an entity.
        case kinds(Role)
        /// Sections of the list of entities.
        case entitySections(Role)

        var name: String {
            switch self {
            case .ids: "ids"
            case .traits: "traits"
            case .sections: "sections"
            case .byNumber: "byNumber"
            case .titles: "titles"
            case .foldedTitles: "foldedTitles"
            case .order(let role): "order \(role.rawValue)"
            case .first(let role): "first \(role.rawValue)"
            case .others(let role): "others \(role.rawValue)"
            case .entities(let role): "entities \(role.rawValue)"
            case .names(let role): "names \(role.rawValue)"
            case .foldedNames(let role): "foldedNames \(role.rawValue)"
            case .kinds(let role): "kinds \(role.rawValue)"
            case .entitySections(let role): "entitySections \(role.rawValue)"
            }
        }
    }

    /// What an item's entry in `traits` has above the 16 bits of its kind.
    enum Traits {
        static let kinds: Int32 = 0xFFFF
        static let compilation: Int32 = 1 << 16
        /// The item has no text of a role.
        static func missing(_ role: Role) -> Int32 { 1 << (17 + Int32(role.rawValue)) }
    }

    private struct Columns {
        var wide: [Column: [Int64]] = [:]
        var narrow: [Column: [Int32]] = [:]
        var bytes: [Column: [UInt8]] = [:]
    }

    /// The state of the index that it is of.
    let stamp: Int64
    private let columns = LockedValue(Columns())

    init(stamp: Int64) { self.stamp = stamp }

    /// The shelf of the state that a connection reads; nil where the index has none, or that of an earlier state.
    ///
    /// - Parameter known: one that was made before, which has read columns.
    static func current(_ known: Shelf?, _ connection: Connection) throws -> Shelf? {
        guard let stamp = try connection.number("SELECT value FROM meta WHERE key = 'shelf'"),
            try connection.number("SELECT value FROM meta WHERE key = 'items'") == stamp
        else { return nil }
        return known?.stamp == stamp ? known : Shelf(stamp: stamp)
    }

    // MARK: Columns

    func wide(_ column: Column, _ connection: Connection) throws -> [Int64] {
        if let known = columns.withLock({ $0.wide[column] }) { return known }
        let values: [Int64] = try Self.load(column, connection)
        columns.withLock { $0.wide[column] = values }
        return values
    }

    func bytes(_ column: Column, _ connection: Connection) throws -> [UInt8] {
        if let known = columns.withLock({ $0.bytes[column] }) { return known }
        let values: [UInt8] = try Self.load(column, connection)
        columns.withLock { $0.bytes[column] = values }
        return values
    }

    /// A column of small numbers.
    ///
    /// - Parameters:
    ///   - count: how many there have to be; nil for any even number.
    ///   - bound: all are less than it, and at least `least`.
    func narrow(
        _ column: Column, count: Int?, least: Int32 = 0, below bound: Int = .max, _ connection: Connection
    ) throws -> [Int32] {
        if let known = columns.withLock({ $0.narrow[column] }) { return known }
        let values: [Int32] = try Self.load(column, connection)
        let fits = values.allSatisfy { $0 >= least && Int($0) < bound }
        guard fits, count.map({ $0 == values.count }) ?? values.count.isMultiple(of: 2) else { throw Unusable() }
        columns.withLock { $0.narrow[column] = values }
        return values
    }

    /// The columns do not fit together, or are not there.
    struct Unusable: Error {}

    private static func load<Value: BitwiseCopyable>(_ column: Column, _ connection: Connection) throws -> [Value] {
        let statement = try connection.statement("SELECT data FROM shelf WHERE name = ?")
        defer { statement.reset() }
        statement.bind(1, column.name)
        guard try statement.step() else { throw Unusable() }
        let bytes = statement.bytes(0)
        let (count, rest) = bytes.count.quotientAndRemainder(dividingBy: MemoryLayout<Value>.stride)
        guard rest == 0 else { throw Unusable() }
        return [Value](unsafeUninitializedCapacity: count) { values, initialized in
            UnsafeMutableRawBufferPointer(values).copyMemory(from: bytes)
            initialized = count
        }
    }

    static func store(_ column: Column, _ bytes: UnsafeRawBufferPointer, _ connection: Connection) throws {
        let statement = try connection.statement("INSERT INTO shelf(name, data) VALUES(?, ?)")
        statement.bind(1, column.name)
        statement.bind(2, bytes)
        try statement.runOnce()
    }
}
