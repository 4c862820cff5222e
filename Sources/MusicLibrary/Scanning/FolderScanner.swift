import AudioCore
import Glibc

/// Compares folders with the index, and writes what has changed.
///
/// A scan looks at all names first, then reads the files that are new or changed, some at a time: each transaction leaves the
/// index whole. Files that are gone are marked last, so that one that was moved is never missing in between.
final class FolderScanner {
    /// Folders by their paths from the library's.
    struct Scope {
        /// Nil for everything.
        var folders: [[UInt8]: Extent]?
        enum Extent { case files, tree }

        static let everything = Scope(folders: nil)

        /// The folders without those that are in another one whose tree is scanned.
        var starts: [(path: [UInt8], isTree: Bool)] {
            guard let folders else { return [([], true)] }
            let trees = folders.filter { $0.value == .tree }.map(\.key)
            return folders.filter { path, _ in !trees.contains { path.isBelow($0) } }.map {
                ($0.key, $0.value == .tree)
            }
        }

        func contains(_ path: [UInt8]) -> Bool {
            guard let folders else { return true }
            if folders[path] != nil { return true }
            return folders.contains { $0.value == .tree && path.isBelow($0.key) }
        }
    }

    struct Outcome: Equatable {
        var added = 0
        var changed = 0
        var moved = 0
        var missing = 0
        var playlists = 0
        /// Whether the scan looked at everything it was asked to.
        var isWhole = true

        var hasChanges: Bool { added + changed + moved + missing + playlists > 0 }
    }

    struct Job {
        let folder: [UInt8]
        let name: [UInt8]
        let mark: FileMark
        /// What the index has at this place: an item, 0 for a file that was no sound.
        let known: Int64?
    }

    let root: FilePath
    let database: Database
    let language: SortLanguage
    let cache: EntityCache
    /// Called before a folder is read, so that what changes in it afterwards is noticed. Gets its path, that from the library's
    /// folder, and the kind of its file system.
    var willRead: (FilePath, [UInt8], Int64) -> Void = { _, _, _ in }
    /// Asked between files; true ends the scan early.
    var isStopped: () -> Bool = { false }
    /// Called after each transaction that has changed something.
    var didWrite: () -> Void = {}

    private var jobs: [Job] = []
    private var playlists: [Job] = []
    private var unseen: [Int64] = []
    /// Whether a folder could not be read, though it may be there.
    private var hasGaps = false
    private var moved: Set<Int64> = []
    private(set) var outcome = Outcome()
    /// Numbers of folders that the index has, by paths.
    var folderIDs: [[UInt8]: Int64] = [:]

    /// Files in a transaction: few at first, so that a new library shows soon, then more, which write each page of the index less often.
    static let batch = 64
    private static let largestBatch = 512

    init(_ root: FilePath, _ database: Database, _ language: SortLanguage) {
        (self.root, self.database, self.language) = (root, database, language)
        cache = EntityCache(language)
    }

    /// - Throws: `inputOutput` where the index cannot be read or written. What was written before stays.
    @discardableResult
    func scan(_ scope: Scope) throws -> Outcome {
        (jobs, playlists, unseen, moved, outcome, hasGaps) = ([], [], [], [], Outcome(), false)
        defer { (jobs, playlists) = ([], []) }
        var known = try database.read { try KnownFiles($0, scope.contains) }
        folderIDs = known.folders
        cache.hasFormer = try database.read { try FormerNumbers.areThere($0) }
        var visited: Set<[Int64]> = []
        for start in scope.starts where !isStopped() { walk(start.path, &known, isTree: start.isTree, &visited) }
        // Those of folders that are gone; an item and a playlist do not have the same number.
        let lost = known.rest
        unseen += lost.map(\.id).filter { $0 != 0 }
        guard !isStopped() else { return stopped() }
        var (rest, batch) = (jobs[...], Self.batch)
        while !rest.isEmpty {
            guard !isStopped() else { return stopped() }
            rest = rest.dropFirst(try index(rest.prefix(batch)))
            batch = min(2 * batch, Self.largestBatch)
        }
        // What stands in a folder that could not be read this time may be there.
        if hasGaps { unseen = [] }
        try hideUnseen()
        try scanPlaylists(playlists, unseen: unseen)
        if scope.folders == nil {
            try database.write { try $0.run("INSERT OR REPLACE INTO meta VALUES('complete', 1)") }
        }
        return outcome
    }

    private func stopped() -> Outcome {
        outcome.isWhole = false
        return outcome
    }

    func count(playlist change: Int) { outcome.playlists += change }

    // MARK: Names

    /// - Parameter visited: the folders that this scan has read. A link may lead to one of them.
    private func walk(_ start: [UInt8], _ known: inout KnownFiles, isTree: Bool, _ visited: inout Set<[Int64]>) {
        var stack = [start]
        while let path = stack.popLast(), !isStopped() {
            let absolute = root.below(path)
            var isThere = true
            guard let folder = FolderReader(absolute, isThere: &isThere) else {
                hasGaps = hasGaps || isThere
                continue
            }
            defer { folder.close() }
            let mark = folder.mark
            guard visited.insert([mark.device, mark.inode]).inserted else { continue }
            willRead(absolute, path, folder.fileSystem)
            var files = known.take(folder: path)
            let isWhole = folder.readNames { name, entry in
                switch entry {
                case .folder: if isTree { stack.append(path.joined(name)) }
                case .file(let kind, let mark): note(kind, name, mark, in: path, &files)
                }
            }
            hasGaps = hasGaps || !isWhole
            unseen += files.values.map(\.id).filter { $0 != 0 }
        }
    }

    private func note(
        _ kind: FileKind, _ name: UnsafeBufferPointer<UInt8>, _ mark: FileMark, in folder: [UInt8],
        _ files: inout [UInt64: KnownFiles.File]
    ) {
        let known = KnownFiles.take(name, from: &files)
        if let known, kind == .sound ? known.mark.isSame(mark) : known.mark.isMoved(mark) { return }
        let job = Job(folder: folder, name: Array(name), mark: mark, known: known?.id)
        if kind == .sound { jobs.append(job) } else { playlists.append(job) }
    }

    // MARK: Files

    private enum Finding {
        case moved(Int64)
        case read(TrackInfo)
        case refused
    }

    private static func mayBeReadLater(_ error: any Error) -> Bool {
        let later: [AudioError] = [.noPermission, .inputOutput, .fileNotFound, .memoryFull]
        return (error as? AudioError).map { error in later.contains { $0.status == error.status } } ?? false
    }

    /// Bytes of long texts in a transaction.
    private static let mostText = 4 << 20

    /// Reads files and writes what they have.
    ///
    /// - Returns: how many of the files it took, at least one.
    private func index(_ jobs: ArraySlice<Job>) throws -> Int {
        var found: [(job: Job, finding: Finding)] = []
        var (taken, text) = (0, 0)
        for job in jobs where !isStopped() {
            taken += 1
            if let id = try movedItem(job) {
                found.append((job, .moved(id)))
                continue
            }
            do {
                let info = try TrackInfo(reading: root.below(job.folder.joined(job.name)))
                found.append((job, .read(info)))
                text += (info.lyrics?.utf8.count ?? 0) + (info.comments?.utf8.count ?? 0)
            } catch  where Self.mayBeReadLater(error) {
                // Nothing is noted: the next scan tries again.
            } catch {
                found.append((job, .refused))
            }
            if text > Self.mostText { break }
        }
        guard !found.isEmpty else { return max(1, taken) }
        do {
            try database.write { connection in
                let writer = ItemWriter(connection: connection, cache: cache, language: language, now: Int64(time(nil)))
                for (job, finding) in found { try write(job, finding, writer) }
                try Self.touch(connection)
            }
        } catch {
            cache.clear()
            folderIDs = [:]
            throw error
        }
        didWrite()
        return taken
    }

    private func write(_ job: Job, _ finding: Finding, _ writer: ItemWriter) throws {
        let place = FilePlace(folder: try folderID(job.folder, writer.connection), name: job.name)
        let known = job.known == 0 ? nil : try job.known ?? present(place, writer.connection)
        if job.known == 0 { try writer.forgetRefused(place) }
        switch finding {
        case .moved(let id):
            try writer.move(id, to: place, job.mark)
            moved.insert(id)
            outcome.moved += 1
        case .read(let info):
            // One that was moved away in this scan keeps its number.
            let own = known.flatMap { moved.contains($0) ? nil : $0 }
            let id = try own ?? twin(info, writer.connection)
            let former = id == nil ? try former(job, info, writer.connection) : nil
            try writer.write(info, at: place, job.mark, known: id, former: former)
            if let id, id != own {
                moved.insert(id)
                outcome.moved += 1
            } else {
                if own == nil { outcome.added += 1 } else { outcome.changed += 1 }
            }
        case .refused:
            Log.note("\(root.below(job.folder.joined(job.name))) is no sound for the library")
            if let known, !moved.contains(known) {
                try writer.hide(known)
                outcome.missing += 1
            }
            try writer.refuse(place, job.mark)
        }
    }

    /// What an earlier index, which was damaged, had of a file.
    private func former(_ job: Job, _ info: TrackInfo, _ connection: Connection) throws -> FormerNumbers.Row? {
        guard cache.hasFormer else { return nil }
        let hash = FormerNumbers.hash(path: job.folder.joined(job.name))
        return try FormerNumbers.find(FormerNumbers.Kind.item, hash, in: "item", connection)
            ?? FormerNumbers.find(FormerNumbers.Kind.sound, info.fingerprint, in: "item", connection)
    }

    /// The item that has a place by now.
    private func present(_ place: FilePlace, _ connection: Connection) throws -> Int64? {
        try connection.number(
            "SELECT id FROM item WHERE folder = ? AND name = ? AND missing = 0",
            [.integer(place.folder), .blob(place.name)])
    }

    /// The item whose file this is under another name than before; nil where there is none.
    private func movedItem(_ job: Job) throws -> Int64? {
        try database.read { connection in
            let statement = try connection.statement(
                """
                SELECT item.id, path, name, size, modified, missing FROM item JOIN folder ON folder.id = folder
                WHERE inode = ? AND item.id <> ?
                """)
            defer { statement.reset() }
            statement.bind(1, job.mark.inode)
            statement.bind(2, job.known ?? 0)
            while try statement.step() {
                guard statement.integer(3) == job.mark.size, statement.integer(4) == job.mark.modified else { continue }
                let old = root.below(Array(statement.bytes(1)).joined(Array(statement.bytes(2))))
                // A file may have two names.
                if statement.integer(5) != 0 || FileMark(path: old)?.inode != job.mark.inode {
                    return statement.integer(0)
                }
            }
            return nil
        }
    }

    /// Files that are looked for: of some sounds, such as silence, there are thousands.
    private static let mostTwins: Int64 = 16

    /// An item of the same sound whose file is gone.
    private func twin(_ info: TrackInfo, _ connection: Connection) throws -> Int64? {
        let statement = try connection.statement(
            """
            SELECT item.id, path, name, missing FROM item JOIN folder ON folder.id = folder WHERE fingerprint = ?
            ORDER BY title = ? DESC, missing DESC LIMIT ?
            """)
        defer { statement.reset() }
        statement.bind(1, info.fingerprint)
        statement.bind(2, info.title)
        statement.bind(3, Self.mostTwins)
        while try statement.step() {
            let old = root.below(Array(statement.bytes(1)).joined(Array(statement.bytes(2))))
            if statement.integer(3) != 0 || FileMark(path: old) == nil { return statement.integer(0) }
        }
        return nil
    }

    private func hideUnseen() throws {
        let gone = unseen.filter { !moved.contains($0) }
        for start in stride(from: 0, to: gone.count, by: 4 * Self.batch) {
            let part = gone[start..<min(start + 4 * Self.batch, gone.count)]
            let count = try database.write { connection in
                let writer = ItemWriter(connection: connection, cache: cache, language: language, now: Int64(time(nil)))
                var count = 0
                for id in part
                where try connection.number("SELECT 1 FROM item WHERE id = ? AND missing = 0", [.integer(id)]) != nil {
                    try writer.hide(id)
                    count += 1
                }
                if count > 0 { try Self.touch(connection) }
                return count
            }
            outcome.missing += count
            if count > 0 { didWrite() }
        }
    }

    // MARK: Tables

    /// The number of a folder, which it gets when a file in it is first written.
    func folderID(_ path: [UInt8], _ connection: Connection) throws -> Int64 {
        if let known = folderIDs[path] { return known }
        try connection.run("INSERT OR IGNORE INTO folder(path) VALUES(?)", [.blob(path)])
        let id = try connection.number("SELECT id FROM folder WHERE path = ?", [.blob(path)]) ?? 0
        folderIDs[path] = id
        return id
    }

    /// Takes up the folders that the index has. For what writes without a scan.
    func loadFolders(_ connection: Connection) throws {
        let statement = try connection.statement("SELECT id, path FROM folder")
        while try statement.step() { folderIDs[Array(statement.bytes(1))] = statement.integer(0) }
        statement.reset()
    }

    /// What a transaction has changed.
    enum Change { case usage, playlists, items }

    /// Notes when the library was changed, and which lists may have.
    static func touch(_ connection: Connection, _ change: Change = .items) throws {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = SQLValue.integer(Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
        try connection.run("INSERT OR REPLACE INTO meta VALUES('modified', ?)", [time])
        if change != .usage { try connection.run("INSERT OR REPLACE INTO meta VALUES('listed', ?)", [time]) }
        if change == .items { try connection.run("INSERT OR REPLACE INTO meta VALUES('items', ?)", [time]) }
    }
}

extension FilePath {
    /// The path of something below this one, by its path from here.
    func below(_ path: [UInt8]) -> FilePath {
        path.isEmpty ? self : FilePath(bytes: plainBytes + [UInt8(ascii: "/")] + path)
    }
}

extension [UInt8] {
    /// A name in the folder with this path.
    func joined(_ name: some Sequence<UInt8>) -> [UInt8] { isEmpty ? Array(name) : self + [UInt8(ascii: "/")] + name }

    /// Whether this path is of something in a folder, at any depth.
    func isBelow(_ folder: [UInt8]) -> Bool {
        guard !folder.isEmpty else { return !isEmpty }
        return count > folder.count && starts(with: folder) && self[folder.count] == UInt8(ascii: "/")
    }
}
