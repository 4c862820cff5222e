import AudioCore
import Foundation
import Testing

@testable import MusicLibrary

/// Indexes that are damaged, and places where none can be written.
@Suite struct RescueTests {
    let library: TestLibrary
    init() throws { library = try TestLibrary() }

    private func fill(_ count: Int) throws {
        for number in 0..<count {
            try library.write(
                "\(number % 7)/\(number).mp3",
                Song(
                    title: "Song \(number)",
                    frames: ["TPE1": ["Artist \(number % 9)"], "TALB": ["Album \(number % 20)"]],
                    seed: UInt8(number % 250), seconds: number < 250 ? 0.1 : 0.2))
        }
        try library.write("list.m3u", Data("0/7.mp3\n1/8.mp3\n".utf8))
    }

    /// The numbers by paths and names.
    private struct Numbers: Equatable {
        var items: [String: Int64] = [:]
        var artists: [String: Int64] = [:]
        var playlists: [Int64] = []
        var added: Set<Int64> = []

        init(_ library: TestLibrary) throws {
            for id in try library.items() {
                let record = try #require(try library.record(id))
                items[record.path.description] = id
                added.insert(record.added)
            }
            try library.read { query in
                for id in try query.groups(ItemFilter(), .role(.artist)).ids {
                    artists[try query.name(of: id) ?? ""] = id
                }
                playlists = try query.groups(ItemFilter(), .playlist).ids
            }
        }
    }

    private func usage(_ item: Int64) throws -> ItemUsage? { try library.record(item)?.usage }

    /// An index of which pages are damaged keeps the numbers of what can be read; the files are read again.
    @Test func damagedPagesKeepNumbers() throws {
        try fill(300)
        try library.scan()
        let before = try Numbers(library)
        let item = try #require(before.items.values.first)
        try library.open().changeUsage(of: item) { $0.plays = 5 }
        try Database(library.index).write { try $0.run("UPDATE item SET added = 1000") }
        _ = try Database(library.index).read { try $0.number("PRAGMA wal_checkpoint(TRUNCATE)") }
        // Without the copy of the numbers: what is kept comes from the rows.
        _ = try? FileManager.default.removeItem(atPath: IndexRescue.copy(of: library.index))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: library.index))
        let pages = bytes.count / 4096
        #expect(pages > 60)
        for page in stride(from: 9, to: pages, by: 23) {
            bytes.replaceSubrange(page * 4096..<page * 4096 + 512, with: Data(repeating: 0x55, count: 512))
        }
        try? FileManager.default.removeItem(atPath: library.index + "-wal")
        try bytes.write(to: URL(fileURLWithPath: library.index))
        try Database(library.index).restore()
        try library.scan()
        let after = try Numbers(library)
        #expect(Set(after.items.keys) == Set(before.items.keys))
        let kept = before.items.count { after.items[$0.key] == $0.value }
        #expect(kept > 200, "\(kept) of 300")
        #expect(after.added.contains(1000))
        try check(library.index)
    }

    private func check(_ index: String) throws {
        try Database(index).read { connection in
            let row = try connection.statement("PRAGMA integrity_check")
            #expect(try row.step() && row.text(0) == "ok")
            row.reset()
        }
    }

    /// Of a file that is no database any more, the copy beside it has the numbers.
    @Test func theCopyHasAllNumbers() throws {
        try fill(40)
        var index: MusicIndex? = try library.open { $0.copyAge = 0 }
        index?.waitUntilWhole(nanoseconds: nil)
        index = nil
        let before = try Numbers(library)
        let item = try #require(before.items.values.first)
        try library.open().changeUsage(of: item) { ($0.plays, $0.rating) = (5, 3) }
        try IndexRescue.keepCopy(Database(library.index), age: 0)
        #expect(FileManager.default.fileExists(atPath: IndexRescue.copy(of: library.index)))
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: library.index + ending) }
        try Data(repeating: 0x55, count: 8192).write(to: URL(fileURLWithPath: library.index))
        try library.scan()
        #expect(try Numbers(library) == before)
        #expect(try usage(item) == ItemUsage(plays: 5, rating: 3))
        #expect(FileManager.default.fileExists(atPath: library.index + ".damaged"))
        try check(library.index)
        // A number is given once, also where two files have the same sound.
        try library.write("again.mp3", Song(title: "Song 3", seed: 3))
        #expect(try library.scan().added == 1)
        #expect(try Set(library.items()).count == 41)
    }

    /// The copy of the numbers stays where not all of them can be read.
    @Test func aDamagedIndexLeavesTheCopy() throws {
        try fill(300)
        try library.scan()
        try IndexRescue.keepCopy(Database(library.index), age: 0)
        let copy = URL(fileURLWithPath: IndexRescue.copy(of: library.index))
        let before = try Data(contentsOf: copy)
        _ = try Database(library.index).read { try $0.number("PRAGMA wal_checkpoint(TRUNCATE)") }
        try? FileManager.default.removeItem(atPath: library.index + "-wal")
        // The first half has what the file needs to open.
        var bytes = try Data(contentsOf: URL(fileURLWithPath: library.index))
        let start = bytes.count / 4096 / 2 * 4096
        bytes.replaceSubrange(start..<bytes.count, with: Data(repeating: 0x55, count: bytes.count - start))
        try bytes.write(to: URL(fileURLWithPath: library.index))
        try Database(library.index).write { try FolderScanner.touch($0) }
        #expect(throws: AudioError.self) { try IndexRescue.keepCopy(Database(library.index), age: 0) }
        #expect(try Data(contentsOf: copy) == before)
    }

    /// Damage that a scan meets is mended by it.
    @Test func aScanMendsWhatItMeets() throws {
        try fill(300)
        try library.scan()
        let before = try Numbers(library)
        try IndexRescue.keepCopy(Database(library.index), age: 0)
        _ = try Database(library.index).read { try $0.number("PRAGMA wal_checkpoint(TRUNCATE)") }
        try? FileManager.default.removeItem(atPath: library.index + "-wal")
        // The first page stays, so that the file opens.
        var bytes = try Data(contentsOf: URL(fileURLWithPath: library.index))
        bytes.replaceSubrange(4096..<bytes.count, with: Data(repeating: 0x55, count: bytes.count - 4096))
        try bytes.write(to: URL(fileURLWithPath: library.index))
        let index = try library.open()
        index.waitUntilWhole(nanoseconds: 60_000_000_000)
        #expect(try Numbers(library) == before)
    }

    /// Where no file can be made, the index is in memory, and does all that another does.
    @Test func whatCannotBeWrittenIsInMemory() throws {
        try fill(20)
        // Below a file there is no folder.
        let place = library.url("0/0.mp3").path + "/music.sqlite"
        var configuration = MusicIndex.Configuration(folder: library.root, index: place)
        configuration.language = SortLanguage(code: "en")
        let index = try MusicIndex(configuration)
        #expect(index.database.isInMemory)
        index.waitUntilWhole(nanoseconds: nil)
        let items = try index.items(ItemFilter(), .title).ids
        #expect(items.count == 20)
        try index.changeUsage(of: items[0]) { $0.plays = 2 }
        #expect(index.record(items[0])?.usage.plays == 2)
        #expect(try index.items(ItemFilter([.plays(2)]), .title).ids == [items[0]])
        #expect(try index.groups(ItemFilter(), .playlist).ids.count == 1)
    }

    /// An index that may only be read is where the one in memory begins.
    @Test func anIndexThatMayOnlyBeReadIsCopied() throws {
        try fill(20)
        try library.scan()
        let before = try Numbers(library)
        _ = try Database(library.index).read { try $0.number("PRAGMA wal_checkpoint(TRUNCATE)") }
        // A folder in the place of the log keeps everyone from writing, the superuser too.
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: library.index + ending) }
        try FileManager.default.createDirectory(atPath: library.index + "-wal/a", withIntermediateDirectories: true)
        let database = try Database(library.index)
        #expect(database.isInMemory)
        let found = try database.read { try LibraryQuery(connection: $0).items(ItemFilter(), .title).ids }
        #expect(Set(found) == Set(before.items.values))
    }
}
