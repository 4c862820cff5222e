import AudioCore
import CSQLiteLoader
import Glibc

/// The library: an index of the sounds in a folder, which follows the folder. Any thread may call.
package final class MusicIndex: Sendable {
    package struct Configuration: Sendable {
        package var folder: FilePath
        /// The path of the database. Its folder is made.
        package var index: String
        package var language = SortLanguage(environment: TrustedVariable.text)
        /// Milliseconds for which nothing happens before a change is scanned.
        package var quiet: Int32 = 300
        /// Milliseconds between scans where not everything can be watched.
        package var rescanInterval: Int32 = 300_000
        /// Milliseconds between two times at which the shelf is made anew.
        package var shelfInterval: Int32 = 5000
        /// How many items a library with a shelf has at least.
        package var shelfItems = ShelfBuilder.fewestItems
        /// Seconds after which the copy of the numbers is made anew where the index has changed.
        package var copyAge: Int64 = 86_400
        /// How many folders are watched at most.
        package var watchLimit = Int.max

        package init(folder: FilePath, index: String) { (self.folder, self.index) = (folder, index) }
    }

    package let configuration: Configuration
    let database: Database
    let keeper: LibraryKeeper
    private let observers = Observers()
    private let found = LockedValue(Found())
    private let shelf = LockedValue<Shelf?>(nil)

    /// Who is notified of changes.
    private final class Observers: Sendable {
        let list = LockedValue<[@Sendable () -> Void]>([])
        func notify() { for observer in list.withLock({ $0 }) { observer() } }
    }

    /// Opens the index, and begins to bring it up to date.
    ///
    /// Where the index cannot be written, it is kept in memory, and goes with the object.
    ///
    /// - Parameters:
    ///   - configuration: which folder it is of, and where it is.
    ///   - didReadAhead: called on the index's thread with all items, when lists of them are ready: not of small libraries, nor of very
    ///     large ones.
    /// - Throws: `operationNotSupported` without SQLite, `memoryFull` where no thread can be started.
    package init(
        _ configuration: Configuration, didReadAhead: @escaping @Sendable (AllItems) -> Void = { _ in }
    ) throws {
        self.configuration = configuration
        Self.makeFolders(FilePath(configuration.index).folder)
        database = try Database(configuration.index)
        do { try Self.adopt(configuration, database) } catch  where Database.isDamage(error) {
            try database.restore()
            try Self.adopt(configuration, database)
        }
        let (observers, database, shelf, found) = (observers, database, shelf, found)
        keeper = try LibraryKeeper(database, configuration) {
            if let items = Self.readAhead(shelf, found, database) { didReadAhead(items) }
        } didChange: {
            observers.notify()
        }
    }

    deinit { keeper.end() }

    /// Notes the language and the folder that the index is of.
    static func adopt(_ configuration: Configuration, _ database: Database) throws {
        try database.write { connection in
            try SortOrder.adopt(configuration.language, connection)
            try adopt(configuration.folder, connection)
        }
    }

    /// An index that was made of another folder is not complete.
    private static func adopt(_ folder: FilePath, _ connection: Connection) throws {
        let statement = try connection.statement("SELECT value FROM meta WHERE key = 'root'")
        let known = try statement.step() ? Array(statement.bytes(0)) : nil
        statement.reset()
        guard known != folder.plainBytes else { return }
        try connection.run("DELETE FROM meta WHERE key = 'complete'")
        try connection.run("INSERT OR REPLACE INTO meta VALUES('root', ?)", [.blob(folder.plainBytes)])
    }

    /// Whether all of the folder was scanned before, by this process or by an earlier one.
    package var isComplete: Bool {
        (try? database.read { try $0.number("SELECT value FROM meta WHERE key = 'complete'") }) != nil
    }

    private static func makeFolders(_ path: FilePath) {
        let bytes = path.plainBytes
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && offset > 0 {
            _ = mkdir(FilePath(bytes: bytes[..<offset]).bytes, 0o700)
        }
        _ = mkdir(path.bytes, 0o700)
    }

    /// Whether there is SQLite on this machine, which an index needs.
    package static var isAvailable: Bool { SQLiteLoad() != nil }

    // MARK: Its state

    /// Waits until the index has everything that the folder had when this process opened it. Later scans are not waited for.
    ///
    /// - Returns: false when the time is up.
    @discardableResult
    package func waitUntilWhole(nanoseconds: UInt64?) -> Bool {
        LockOrder.willWait()
        return keeper.state.wait(nanoseconds: nanoseconds) { $0.isWhole || $0.isEnding ? true : nil } ?? false
    }

    /// Has the folder scanned from the start, as after a change that nothing reports.
    package func rescan() { keeper.rescan() }

    /// Nanoseconds since 1970 at which the index was changed last; 0 for never.
    package var modified: Int64 {
        (try? database.read { try $0.number("SELECT value FROM meta WHERE key = 'modified'") }) ?? 0
    }

    /// Adds a function that is called, on a thread of the index, after items or playlists have changed.
    package func observe(_ observer: @escaping @Sendable () -> Void) { observers.list.withLock { $0.append(observer) } }

    // MARK: Queries

    package func items(_ filter: ItemFilter, _ grouping: Grouping) throws -> Listing {
        try list(Request(filter: filter, grouping: grouping, isOfGroups: false)) { connection, shelf in
            try shelf?.items(filter, grouping) ?? LibraryQuery(connection: connection).items(filter, grouping)
        }
    }

    package func groups(_ filter: ItemFilter, _ grouping: Grouping) throws -> Listing {
        try list(Request(filter: filter, grouping: grouping, isOfGroups: true)) { connection, shelf in
            try shelf?.groups(filter, grouping) ?? LibraryQuery(connection: connection).groups(filter, grouping)
        }
    }

    /// What a list is of.
    struct Request: Hashable {
        let filter: ItemFilter
        let grouping: Grouping
        let isOfGroups: Bool
    }

    /// What was found since the files changed last.
    private struct Found {
        var modified: Int64 = -1
        var listings: [Request: Listing] = [:]
    }

    /// More listings are found anew.
    private static let mostListings = 32

    private func list(_ request: Request, _ body: (Connection, ShelfQuery?) throws -> Listing) throws -> Listing {
        try read { connection in
            // How often items were played changes without them.
            guard !request.filter.dependsOnUse else { return try withShelf(connection, body) }
            let modified = try Self.listed(connection)
            if let known = found.withLock({ $0.modified == modified ? $0.listings[request] : nil }) { return known }
            let listing = try withShelf(connection, body)
            found.withLock { found in
                if found.modified != modified || found.listings.count >= Self.mostListings {
                    found = Found(modified: modified)
                }
                found.listings[request] = listing
            }
            return listing
        }
    }

    /// When items or playlists were changed last.
    private static func listed(_ connection: Connection) throws -> Int64 {
        try connection.number("SELECT value FROM meta WHERE key = 'listed'") ?? 0
    }

    package func members(of group: Int64, _ grouping: Grouping, _ filter: ItemFilter) throws -> [Int64] {
        try read { connection in
            try withShelf(connection) { connection, shelf in
                try shelf?.members(of: group, grouping, filter)
                    ?? LibraryQuery(connection: connection).members(of: group, grouping, filter)
            }
        }
    }

    /// Reads one state of the index. What finds it damaged has it made anew.
    private func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        do { return try database.read(body) } catch {
            if Database.isDamage(error) { keeper.restoreSoon() }
            throw error
        }
    }

    /// Makes the lists that are asked for first of a shelf that nobody has read yet.
    private static func readAhead(
        _ shelf: LockedValue<Shelf?>, _ found: LockedValue<Found>, _ database: Database
    ) -> AllItems? {
        // What fails here fails again for the query, which throws it.
        try? database.read { connection in
            let before = shelf.withLock { $0 }
            guard let query = try ShelfQuery(before, connection), query.shelf !== before else { return nil }
            shelf.withLock { $0 = query.shelf }
            let modified = try listed(connection)
            guard let ahead = try query.readAhead() else { return nil }
            found.withLock { found in
                if found.modified != modified { found = Found(modified: modified) }
                found.listings.merge(ahead.listings) { known, _ in known }
            }
            return ahead.items
        }
    }

    /// Runs `body` with the shelf, where the index has that of its present state, and again without where its columns are damaged.
    private func withShelf<Result>(
        _ connection: Connection, _ body: (Connection, ShelfQuery?) throws -> Result
    ) throws -> Result {
        let query = try ShelfQuery(shelf.withLock { $0 }, connection)
        shelf.withLock { $0 = query?.shelf }
        do { return try body(connection, query) } catch is Shelf.Unusable { return try body(connection, nil) }
    }

    package func name(of entity: Int64) -> String? {
        try? database.read { try LibraryQuery(connection: $0).name(of: entity) }
    }

    /// What is known of an item; nil for one that never was in the library.
    package func record(_ item: Int64) -> ItemRecord? {
        try? database.read { try ItemRecord(item, configuration.folder, $0) }
    }

    /// The item of a file; nil where the file is not in the library.
    package func item(at path: FilePath) -> Int64? {
        let file = path.plainBytes
        let root = configuration.folder.plainBytes
        guard file.isBelow(root) else { return nil }
        let place = Array(file[(root.count + 1)...])
        let slash = place.lastIndex(of: UInt8(ascii: "/"))
        let (folder, name) = (slash.map { Array(place[..<$0]) } ?? [], slash.map { Array(place[($0 + 1)...]) } ?? place)
        return try? database.read { connection in
            try connection.number(
                """
                SELECT item.id FROM item JOIN folder ON folder.id = folder WHERE path = ? AND name = ? AND missing = 0
                """, [.blob(folder), .blob(name)])
        }
    }

    package func playlist(_ id: Int64) -> PlaylistRecord? {
        try? database.read { try PlaylistRecord(id, $0) }
    }

    /// The picture of an item, the bytes of an image file: that in its file, else one beside it. Empty where there is none.
    package func artwork(_ item: Int64) -> [UInt8] {
        guard let path = record(item)?.path else { return [] }
        let own = TrackInfo.artwork(path)
        return own.isEmpty ? FolderPicture.read(path.folder) : own
    }

    // MARK: Use

    /// Changes what the user has done with an item.
    ///
    /// - Throws: `inputOutput` where the index cannot be written.
    package func changeUsage(of item: Int64, _ change: (inout ItemUsage) -> Void) throws {
        try database.write { connection in
            guard var usage = try ItemRecord(item, configuration.folder, connection)?.usage else { return }
            let before = usage
            change(&usage)
            guard usage != before else { return }
            let hasRating = try connection.number("SELECT rating FROM usage WHERE item = ?", [.integer(item)]) != nil
            let keepsRating = !hasRating && usage.rating == before.rating
            try connection.run(
                "INSERT OR REPLACE INTO usage(item, plays, skips, rating, played, bookmark) VALUES(?, ?, ?, ?, ?, ?)",
                [
                    .integer(item), .integer(Int64(usage.plays)), .integer(Int64(usage.skips)),
                    keepsRating ? .null : .integer(Int64(min(5, max(0, usage.rating)))),
                    usage.played.map { .integer($0) } ?? .null, .real(usage.bookmark),
                ])
            try FolderScanner.touch(connection, .usage)
        }
    }
}

/// Pictures that are files of their own, in the folder of an album.
enum FolderPicture {
    private static let names = ["cover", "folder", "front", "album"]
    private static let endings = ["jpg", "jpeg", "png"]
    private static let largest: Int64 = 16 << 20

    /// The first picture by these names, in this order; empty where there is none.
    static func read(_ folder: FilePath) -> [UInt8] {
        for name in names {
            for ending in endings {
                for spelling in [name, name.prefix(1).uppercased() + name.dropFirst()] {
                    guard let bytes = try? FileBytes.open(folder.appending(spelling + "." + ending)),
                        let size = try? bytes.size(), size <= largest,
                        let image = try? bytes.prefix(at: 0, upTo: Int(size))
                    else { continue }
                    return image
                }
            }
        }
        return []
    }
}
