import AudioCore
import Foundation

@testable import MusicLibrary

/// A short MP3 file with tags of version 2.4.
struct Song {
    var title: String? = "Ebb"
    /// Frames by their IDs; several values have a zero between them.
    var frames: [String: [String]] = [:]
    /// What the sound is made of.
    var seed: UInt8 = 1
    var seconds = 0.1

    var bytes: [UInt8] {
        var texts = frames
        if let title { texts["TIT2"] = [title] }
        var body: [UInt8] = []
        for (id, values) in texts.sorted(by: { $0.key < $1.key }) {
            let text = [3] + Array(values.joined(separator: "\0").utf8)
            body += Array(id.utf8) + Self.number(text.count) + [0, 0] + text
        }
        let tag = Array("ID3".utf8) + [4, 0, 0] + Self.number(body.count) + body
        // Frames of 417 bytes: layer III, 128 kbit/s, 44,100 Hz, 1152 samples.
        let count = max(4, Int(seconds * 44_100 / 1152))
        let frame = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 32) + [UInt8](repeating: seed, count: 381)
        return tag + [[UInt8]](repeating: frame, count: count).joined()
    }

    private static func number(_ value: Int) -> [UInt8] {
        [UInt8(value >> 21 & 0x7F), UInt8(value >> 14 & 0x7F), UInt8(value >> 7 & 0x7F), UInt8(value & 0x7F)]
    }
}

/// A music folder and an index of it, which go with the object.
final class TestLibrary: @unchecked Sendable {
    let folder: URL
    let index: String
    private let home: URL

    init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "music-\(UUID().uuidString)")
        folder = home.appending(path: "Music")
        index = home.appending(path: "index/music.sqlite").path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: home.appending(path: "index"), withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: home) }

    var root: FilePath { FilePath(folder.path) }

    func url(_ path: String) -> URL { folder.appending(path: path) }

    func write(_ path: String, _ song: Song) throws { try write(path, Data(song.bytes)) }

    func write(_ path: String, _ data: Data) throws {
        try FileManager.default.createDirectory(
            at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url(path))
    }

    func move(_ path: String, to other: String) throws {
        try FileManager.default.createDirectory(
            at: url(other).deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: url(path), to: url(other))
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: url(path)) }

    /// Scans everything, as a program that starts does.
    @discardableResult
    func scan(_ scope: FolderScanner.Scope = .everything, language: String = "en") throws -> FolderScanner.Outcome {
        try FolderScanner(root, Database(index), SortLanguage(code: language)).scan(scope)
    }

    /// Starts the thread that follows the folder.
    func open(_ change: (inout MusicIndex.Configuration) -> Void = { _ in }) throws -> MusicIndex {
        var configuration = MusicIndex.Configuration(folder: root, index: index)
        configuration.language = SortLanguage(code: "en")
        configuration.quiet = 1
        change(&configuration)
        return try MusicIndex(configuration)
    }

    /// Reads one state of the index.
    func read<Result>(_ body: (LibraryQuery) throws -> Result) throws -> Result {
        try Database(index).read { try body(LibraryQuery(connection: $0)) }
    }

    /// The items by title.
    func items(_ conditions: [ItemFilter.Condition] = []) throws -> [Int64] {
        try read { try $0.items(ItemFilter(conditions), .title).ids }
    }

    func record(_ id: Int64) throws -> ItemRecord? {
        try Database(index).read { try ItemRecord(id, root, $0) }
    }

    /// The titles of items.
    func titles(_ ids: [Int64]) throws -> [String] { try ids.map { try record($0)?.title ?? "" } }

    func titles(_ conditions: ItemFilter.Condition...) throws -> [String] { try titles(items(conditions)) }
}
