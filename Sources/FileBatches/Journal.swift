import AudioToolbox
import CoreAudioAdditions
import Glibc
import ToolSupport

/// What is known of the files of a batch: by whom they were converted, from what and to what. Any thread, and any process.
///
/// A journal is a file, or a folder with a file for each shard. The lines of all files of a folder count, so that a batch may be
/// divided into another number of shards.
package final class Journal: Sendable {
    /// The folder of the claims.
    package let claimsFolder: String
    private let path: String
    private let settings: String
    private let state: LockedValue<State>

    private struct State {
        let own: JournalFile
        let others: [JournalFile]
        /// The last line of each file that the settings apply to, and the name of the journal that has it.
        var lines: [String: Entry] = [:]
    }

    /// The last line on a file.
    package struct Entry: Sendable {
        package let line: JournalLine
        /// The path of the journal with the line.
        package let path: String
        /// Whether another process wrote it after this journal was opened.
        package let isNews: Bool
    }

    /// Opens a journal, and makes it where it is missing.
    ///
    /// - Parameters:
    ///   - path: a file; or a folder, which is there or whose path ends with a slash.
    ///   - shard: names the file in a folder.
    ///   - settings: the identity of the settings, as lines have it.
    package init(_ path: String, shard: Shard, settings: String) throws(ToolError) {
        self.settings = settings
        let isFolder = path.utf8.last == UInt8(ascii: "/") || FolderIdentity(path) != nil
        if isFolder {
            try Folders.make(path)
            let folder = Self.withoutSlash(path)
            self.path = folder + "/shard-\(shard.index)-of-\(shard.count)" + Self.suffix
            claimsFolder = folder + "/claims"
        } else {
            self.path = path
            claimsFolder = path + ".claims"
        }
        let ownPath = self.path
        let own = try JournalFile(ownPath, makes: true)
        let others = isFolder ? try Self.files(in: Self.withoutSlash(path)).filter { !$0.isSameBytes(as: ownPath) } : []
        let open = try others.map { (path: String) throws(ToolError) in try JournalFile(path, makes: false) }
        var state = State(own: own, others: open)
        try Self.readNews(&state, settings, isNews: false)
        self.state = LockedValue(state, .client)
    }

    static let suffix = ".jsonl"

    private static func withoutSlash(_ path: String) -> String {
        path.utf8.count > 1 && path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path
    }

    /// The journals in a folder, in the order of their names.
    static func files(in folder: String) throws(ToolError) -> [String] {
        guard let list = (folder + "/").withFileSystemPath({ opendir($0) }) else {
            throw SystemFault.error("Reading the folder \(folder)")
        }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let name = String(fileSystemBytes: bytes)
            if name.hasPrefix("shard-"), name.hasSuffix(suffix) { names.append(folder + "/" + name) }
        }
        return names.sorted()
    }

    /// Reads what other processes have written since.
    package func refresh() throws(ToolError) {
        try state.withLock { (state: inout State) throws(ToolError) in
            try Self.readNews(&state, settings, isNews: true)
        }
    }

    /// The last line on a file; nil where there is none.
    package func entry(_ key: String) -> Entry? { state.withLock { $0.lines[key] } }

    /// Whether the line is in the file that this process extends.
    package func isOwn(_ entry: Entry) -> Bool { entry.path.isSameBytes(as: path) }

    /// Adds a line.
    package func append(_ line: JournalLine) throws(ToolError) {
        try state.withLock { (state: inout State) throws(ToolError) in
            let others = try state.own.append(line)
            for other in others { Self.add(other, state.own, settings, isNews: true, &state.lines) }
            Self.add(line, state.own, settings, isNews: false, &state.lines)
        }
    }

    /// Waits until the lines are on the disk.
    package func synchronize() { state.withLock { $0.own.synchronize() } }

    private static func readNews(_ state: inout State, _ settings: String, isNews: Bool) throws(ToolError) {
        for file in state.others {
            for line in try file.newLines() { add(line, file, settings, isNews: isNews, &state.lines) }
        }
        for line in try state.own.newestLines() { add(line, state.own, settings, isNews: isNews, &state.lines) }
    }

    private static func add(
        _ line: JournalLine, _ file: JournalFile, _ settings: String, isNews: Bool, _ lines: inout [String: Entry]
    ) {
        guard let key = line.key, line.settings == settings else { return }
        // The order of a journal's lines is that of time, whatever the clocks of the machines that wrote them. Two journals of a folder
        // may have the file: of these, only the dates say which line is newer, text whose order is that of time.
        if let known = lines[key], known.line.time > line.time, !known.path.isSameBytes(as: file.path) { return }
        lines[key] = Entry(line: line, path: file.path, isNews: isNews)
    }
}

/// Folders of outputs.
package enum Folders {
    /// Makes a folder and those above it.
    package static func make(_ path: String) throws(ToolError) {
        if FolderIdentity(path) != nil { return }
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        var folder = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
        for part in parts {
            folder += part + "/"
            if folder.withFileSystemPath({ mkdir($0, 0o777) }) == 0 || errno == EEXIST { continue }
            // The folders above may be on a disk that only has to be read.
            let error = SystemFault.error("Making the folder \(folder)")
            if FolderIdentity(folder) == nil { throw error }
        }
        guard FolderIdentity(path) != nil else {
            throw ToolError("Making the folder \(path)", kAudio_FilePermissionError, because: "a file has its name")
        }
    }
}
