import AudioToolbox
import Foundation
import ToolSupport

/// An entry of the list.
struct Song: Equatable, Sendable {
    let path: String
    /// As the file says, or its name.
    var title: String
    var artist = ""
    /// Seconds; nil where nobody has looked.
    var duration: Double?
    /// Why it is not played, or not to its end: how far it came and the cause.
    var problem: String?

    /// What the problem of a song begins with that does not play at all.
    static let notPlayed = "not played: "

    init(_ path: String) {
        self.path = path
        title = path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The problem without the words that many songs share, for places with little room.
    var cause: String? {
        problem.map { $0.hasPrefix(Self.notPlayed) ? String($0.dropFirst(Self.notPlayed.count)) : $0 }
    }

    /// The song with what its file says of itself. Reads from disk.
    func described() -> Song {
        var song = self
        do throws(ToolError) {
            // A pipe would be read to its end.
            guard SongList.kind(of: path) == .file else { throw ToolError("Opening", kAudioFileUnspecifiedError) }
            let file = try AudioFileHandle(reading: path)
            let texts = file.id.infoDictionary
            if let title = texts[kAFInfoDictionary_Title], !title.isEmpty { song.title = title }
            song.artist = texts[kAFInfoDictionary_Artist] ?? ""
            song.duration = file.value(kAudioFilePropertyEstimatedDuration, Float64(0))
        } catch {
            song.problem = Self.notPlayed + FileFault.causeOfReading(path, error.status)
        }
        return song
    }
}

/// The songs that files and folders stand for.
enum SongList {
    enum Kind { case folder, other, file }

    /// Nothing counts as a file, which fails when it is opened.
    static func kind(of path: String) -> Kind {
        var found = stat()
        guard path.withFileSystemPath({ stat($0, &found) }) == 0 else { return .file }
        switch found.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file
        default: return .other
        }
    }

    /// The files, and those in the folders that are called like sounds, by their names, folders within them too.
    static func songs(_ paths: [String]) -> [Song] {
        paths.flatMap { path in kind(of: path) == .folder ? sounds(in: path) : [path] }.map(Song.init)
    }

    /// A folder's path, and that it cannot be looked into where that is so.
    static func named(_ folder: String) -> String {
        let isOpen = folder.withFileSystemPath { access($0, R_OK | X_OK) } == 0
        return isOpen ? folder : "\(folder): no permission to read it"
    }

    private static let extensions = Set(
        globalCodes(kAudioFileGlobalInfo_ReadableTypes).flatMap {
            globalTexts(kAudioFileGlobalInfo_ExtensionsForType, type: $0)
        })

    private static func sounds(in folder: String) -> [String] {
        var paths: [String] = []
        for name in names(in: folder) {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            switch kind(of: path) {
            // A link to a folder may lead back to where it stands.
            case .folder: if !isLink(path) { paths += sounds(in: path) }
            case .file: if isSound(name) { paths.append(path) }
            case .other: break
            }
        }
        return paths
    }

    private static func isSound(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }

    private static func isLink(_ path: String) -> Bool {
        var found = stat()
        return path.withFileSystemPath { lstat($0, &found) } == 0 && found.st_mode & S_IFMT == S_IFLNK
    }

    /// The names that are not hidden, in the order of their numbers and letters.
    private static func names(in folder: String) -> [String] {
        guard let handle = folder.withFileSystemPath(opendir) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(fileSystemPath: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { first, second in
            let order = first.compare(second, options: [.numeric, .caseInsensitive])
            return order == .orderedSame ? first < second : order == .orderedAscending
        }
    }
}
