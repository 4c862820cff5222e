import AudioCore

/// What the index has of the files in some folders, for a scan to compare with what is there.
struct KnownFiles {
    struct File {
        /// An item's number, or a playlist's; 0 for a file that is no sound.
        let id: Int64
        let mark: FileMark
    }

    /// Folders by their paths from the library's.
    private(set) var folders: [[UInt8]: Int64] = [:]
    /// By folder, and by the hash of the name.
    private var files: [Int64: [UInt64: File]] = [:]

    /// - Parameter isWanted: whether a folder is scanned.
    init(_ connection: Connection, _ isWanted: ([UInt8]) -> Bool) throws {
        var wanted: Set<Int64> = []
        let statement = try connection.statement("SELECT id, path FROM folder")
        while try statement.step() {
            let (id, path) = (statement.integer(0), Array(statement.bytes(1)))
            folders[path] = id
            if isWanted(path) { wanted.insert(id) }
        }
        statement.reset()
        // Each folder by itself, unless it is most of them.
        if wanted.count * 4 < folders.count {
            for folder in wanted { try load(connection, " = ?1", folder) { _ in true } }
        } else {
            try load(connection, " >= ?1", 0) { wanted.contains($0) }
        }
    }

    private mutating func load(
        _ connection: Connection, _ condition: String, _ value: Int64, _ isWanted: (Int64) -> Bool
    ) throws {
        let statement = try connection.statement(
            """
            SELECT folder, name, id, device, inode, size, modified FROM item WHERE missing = 0 AND folder\(condition)
            UNION ALL SELECT folder, name, 0, device, inode, size, modified FROM refused WHERE folder\(condition)
            UNION ALL SELECT folder, file, id, 0, inode, size, modified FROM playlist
                WHERE missing = 0 AND folder\(condition)
            """)
        statement.bind(1, value)
        defer { statement.reset() }
        while try statement.step() {
            let folder = statement.integer(0)
            guard isWanted(folder) else { continue }
            var mark = FileMark()
            (mark.device, mark.inode) = (statement.integer(3), statement.integer(4))
            (mark.size, mark.modified) = (statement.integer(5), statement.integer(6))
            files[folder, default: [:]][Self.hash(statement.bytes(1))] = File(id: statement.integer(2), mark: mark)
        }
    }

    private static func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
        var hash = Hash64()
        hash.add(name)
        return hash.value
    }

    /// The files of a folder that were not met yet.
    mutating func take(folder path: [UInt8]) -> [UInt64: File] {
        guard let id = folders[path] else { return [:] }
        return files.removeValue(forKey: id) ?? [:]
    }

    static func take(_ name: UnsafeBufferPointer<UInt8>, from files: inout [UInt64: File]) -> File? {
        files.removeValue(forKey: hash(UnsafeRawBufferPointer(name)))
    }

    /// The files of folders that are not there.
    var rest: [File] { files.values.flatMap(\.values) }
}
