import AudioCore
import Glibc

extension MusicIndex {
    /// The folder in the library's for playlists that programs make.
    private static let playlistFolder = Array("Playlists".utf8)

    /// The playlist with an identifier; nil where there is none.
    ///
    /// - Parameter uuid: in capital letters.
    package func playlist(uuid: String) throws -> Int64? {
        try database.read {
            try $0.number("SELECT id FROM playlist WHERE uuid = ? AND missing = 0", [.text(uuid)])
        }
    }

    /// Makes a playlist without items: a file in the library's folder.
    ///
    /// - Throws: what the file or the index cannot take.
    package func makePlaylist(uuid: String, name: String, author: String?, text: String?) throws -> Int64 {
        let folder = configuration.folder.below(Self.playlistFolder)
        // It may be there. A failure shows when the file is made.
        _ = mkdir(folder.bytes, 0o777)
        let title = String(name.prefix(60).map { $0 == "/" || $0 == "\0" ? "_" : $0 })
        let start = title.isEmpty || title.hasPrefix(".") ? "_" + title : title
        let bytes = XSPF.empty(title: name, author: author, text: text, uuid: uuid)
        for number in 1...Self.mostOfAName {
            let file = Array((number == 1 ? "\(start).xspf" : "\(start) \(number).xspf").utf8)
            if try Self.create(folder.below(file), bytes) {
                return try note(bytes, .xspf, Self.playlistFolder, file, known: nil)
            }
        }
        throw AudioError.fileExists
    }

    /// Playlists that have the same name.
    private static let mostOfAName = 10_000

    /// Writes a new file; false where there is one.
    private static func create(_ path: FilePath, _ bytes: [UInt8]) throws -> Bool {
        var status = stat()
        if lstat(path.bytes, &status) == 0 { return false }
        let made = try FileBytes.create(path, erasing: false)
        try made.write(bytes, at: 0)
        try made.close()
        return true
    }

    /// Adds items to the end of a playlist's file.
    ///
    /// - Throws: `fileNotFound` for a playlist that is gone, and what the file or the index cannot take.
    package func append(_ items: [Int64], to playlist: Int64) throws {
        let (folder, file) = try database.read { connection in
            let row = try connection.statement(
                "SELECT path, file FROM playlist JOIN folder ON folder.id = folder WHERE playlist.id = ? AND missing = 0"
            )
            defer { row.reset() }
            row.bind(1, playlist)
            guard try row.step() else { throw AudioError.fileNotFound.because("the playlist is gone") }
            return (Array(row.bytes(0)), Array(row.bytes(1)))
        }
        let path = configuration.folder.below(folder.joined(file))
        guard let format = PlaylistFormat(name: file), let old = FolderScanner.contents(path) else {
            throw AudioError.fileNotFound.because("\(path) cannot be read")
        }
        let paths = try items.map { item in
            guard let place = try place(of: item) else { throw AudioError.fileNotFound.because("an item is gone") }
            return PlaylistPath.relative(place, from: folder)
        }
        guard let bytes = PlaylistFile.appending(paths, to: old, format) else {
            throw AudioError.invalidFile.because("\(path) has no list of tracks")
        }
        try replace(path, by: bytes)
        _ = try note(bytes, format, folder, file, known: playlist)
    }

    /// The path of an item from the library's folder; nil where its file is gone.
    private func place(of item: Int64) throws -> [UInt8]? {
        try database.read { connection in
            let row = try connection.statement(
                "SELECT path, name FROM item JOIN folder ON folder.id = folder WHERE item.id = ? AND missing = 0")
            defer { row.reset() }
            row.bind(1, item)
            return try row.step() ? Array(row.bytes(0)).joined(Array(row.bytes(1))) : nil
        }
    }

    /// Whoever reads the file meanwhile has the old one or the new one.
    private func replace(_ path: FilePath, by bytes: [UInt8]) throws {
        let other = path.appending(".\(UInt64.random(in: 0...UInt64.max)).new")
        let made = try FileBytes.create(other, erasing: false)
        var status = stat()
        try made.write(bytes, at: 0)
        try made.synchronize()
        try made.close()
        if stat(path.bytes, &status) == 0 { _ = chmod(other.bytes, status.st_mode & 0o777) }
        guard rename(other.bytes, path.bytes) == 0 else {
            let failure = AudioError.fromErrno(errno, "\(path)")
            _ = unlink(other.bytes)
            throw failure
        }
    }

    /// Puts a playlist into the index that was just written, before a scan finds it.
    private func note(
        _ bytes: [UInt8], _ format: PlaylistFormat, _ folder: [UInt8], _ file: [UInt8], known: Int64?
    ) throws -> Int64 {
        let scanner = FolderScanner(configuration.folder, database, configuration.language)
        guard let mark = FileMark(path: configuration.folder.below(folder.joined(file))) else {
            throw AudioError.fileNotFound
        }
        let job = FolderScanner.Job(folder: folder, name: file, mark: mark, known: known)
        let contents = PlaylistFile(bytes, format)
        return try database.write { connection in
            try scanner.loadFolders(connection)
            let id = try scanner.write(contents, job, connection)
            try FolderScanner.touch(connection, .playlists)
            return id
        }
    }
}
