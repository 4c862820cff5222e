import AudioCore
import Foundation
import Glibc
import Testing

@testable import MusicLibrary

/// What a scan makes of a folder.
@Suite struct ScannerTests {
    let library: TestLibrary
    init() throws { library = try TestLibrary() }

    @Test func keepsWhatTagsSay() throws {
        try library.write(
            "Larks/Low Tide/03.mp3",
            Song(
                title: "Ebb",
                frames: [
                    "TPE1": ["The Larks", "Anna Åberg"], "TPE2": ["The Larks"], "TALB": ["Low Tide"],
                    "TCON": ["Folk", "Jazz"],
                    "TCOM": ["B. Reed"], "TRCK": ["3/12"], "TPOS": ["1/2"], "TBPM": ["96"], "TDRC": ["1987-06-05"],
                    "TIT1": ["Sea"], "TCMP": ["1"], "TSOT": ["Ebbe"],
                ], seconds: 2))
        #expect(try library.scan().added == 1)
        let record = try #require(try library.record(library.items()[0]))
        #expect(record.title == "Ebb" && record.names[.artist] == "The Larks; Anna Åberg")
        #expect(
            record.names[.album] == "Low Tide" && record.names[.genre] == "Folk; Jazz"
                && record.names[.composer] == "B. Reed")
        #expect(record.track == (3, 12) && record.disc == (1, 2) && record.tempo == 96 && record.isCompilation)
        #expect(record.released == 549_849_600 && record.grouping == "Sea" && abs(record.duration - 2) < 0.05)
        #expect(record.path.description == library.url("Larks/Low Tide/03.mp3").path)
        // Two artists are two, and the item is of both.
        try library.read { query in
            let artists = try query.groups(ItemFilter(), .role(.artist)).ids
            #expect(try artists.map { try query.name(of: $0) } == ["Anna Åberg", "The Larks"])
            for artist in artists {
                #expect(try query.members(of: artist, .role(.artist), ItemFilter()) == [record.id])
            }
            #expect(try query.groups(ItemFilter(), .role(.genre)).ids.count == 2)
        }
    }

    @Test func aScanWithoutChangesReadsNothing() throws {
        for number in 0..<5 { try library.write("\(number)/a.mp3", Song(title: "\(number)")) }
        try library.write("broken.mp3", Data("nothing".utf8))
        #expect(try library.scan().added == 5)
        // A file that was read again would be refused again, or changed.
        let database = try Database(library.index)
        let before = try database.read { try $0.number("SELECT value FROM meta WHERE key = 'modified'") }
        let scanner = FolderScanner(library.root, database, SortLanguage(code: "en"))
        var transactions = 0
        scanner.didWrite = { transactions += 1 }
        #expect(try scanner.scan(.everything) == FolderScanner.Outcome() && transactions == 0)
        #expect(try database.read { try $0.number("SELECT value FROM meta WHERE key = 'modified'") } == before)
    }

    /// A date that no number of nanoseconds reaches.
    @Test func aFileOfAnotherCenturyIsAnItem() throws {
        try library.write("a.mp3", Song(title: "Late"))
        let date = Date(timeIntervalSince1970: 10_413_792_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: library.url("a.mp3").path)
        #expect(try library.scan().added == 1)
        #expect(try library.scan() == FolderScanner.Outcome())
        #expect(try library.titles() == ["Late"])
    }

    @Test func movesKeepTheNumber() throws {
        try library.write("A/one.mp3", Song(title: "One", seed: 1))
        try library.write("A/two.mp3", Song(title: "Two", seed: 2))
        try library.scan()
        let before = try library.items()
        // Another name, another folder, the folder itself, and two that change places.
        try library.move("A/one.mp3", to: "B/1.mp3")
        #expect(try library.scan() == FolderScanner.Outcome(moved: 1))
        try library.move("B", to: "C")
        #expect(try library.scan() == FolderScanner.Outcome(moved: 1))
        try library.move("C/1.mp3", to: "swap")
        try library.move("A/two.mp3", to: "C/1.mp3")
        try library.move("swap", to: "A/two.mp3")
        #expect(try library.scan().missing == 0)
        #expect(try library.items() == before && library.titles() == ["One", "Two"])
        #expect(try library.record(before[0])?.path.description == library.url("A/two.mp3").path)
        // A copy elsewhere, of which the first is removed, as between disks; then its tags change.
        let contents = try Data(contentsOf: library.url("A/two.mp3"))
        try library.remove("A/two.mp3")
        try library.write("D/copy.mp3", contents)
        #expect(try library.scan() == FolderScanner.Outcome(moved: 1))
        try library.write("D/copy.mp3", Song(title: "One more", seed: 1))
        #expect(try library.scan() == FolderScanner.Outcome(changed: 1))
        #expect(try library.items() == before && library.titles() == ["One more", "Two"])
    }

    @Test func whatComesBackIsTheSame() throws {
        try library.write("a.mp3", Song(title: "One", frames: ["TPE1": ["X"]]))
        try library.scan()
        let id = try #require(try library.items().first)
        try library.open().changeUsage(of: id) { ($0.plays, $0.rating, $0.played, $0.bookmark) = (7, 4, 1000, 2.5) }
        let contents = try Data(contentsOf: library.url("a.mp3"))
        try library.remove("a.mp3")
        try library.scan()
        #expect(try library.items().isEmpty)
        #expect(try library.read { try $0.groups(ItemFilter(), .role(.artist)).ids }.isEmpty)
        try library.write("b.mp3", contents)
        try library.scan()
        #expect(try library.items() == [id])
        #expect(try library.record(id)?.usage == ItemUsage(plays: 7, rating: 4, played: 1000, bookmark: 2.5))
        #expect(try library.read { try $0.groups(ItemFilter(), .role(.artist)).ids }.count == 1)
    }

    /// Thousands of files may have the same sound: each is looked for among few of them.
    @Test func manyFilesOfOneSoundAreManyItems() throws {
        for number in 0..<60 { try library.write("\(number).mp3", Song(title: "Same", seed: 7)) }
        #expect(try library.scan().added == 60)
        let before = try Set(library.items())
        #expect(before.count == 60)
        try library.write("more.mp3", Song(title: "Same", seed: 7))
        #expect(try library.scan() == FolderScanner.Outcome(added: 1))
        #expect(try before.isSubset(of: library.items()))
    }

    /// Names are bytes, of any encoding, and lists may name each other, or themselves.
    @Test func namesThatAreNotUnicodeAreItems() throws {
        let name = Array("caf".utf8) + [0xE9] + Array(".mp3".utf8)
        let folder = library.root.below([0xFF, 0xFE])
        #expect(mkdir(folder.bytes, 0o700) == 0)
        let file = try FileBytes.create(folder.below(name), erasing: false)
        try file.write(Song(title: nil).bytes, at: 0)
        try file.close()
        try library.write(
            "one.m3u", Data("two.m3u\none.m3u\n".utf8) + Data([0xFF, 0xFE, 0x2F]) + Data(name) + Data("\n".utf8))
        try library.write("two.m3u", Data("one.m3u\n.\n..\n../..\n/\n".utf8))
        #expect(try library.scan().added == 1)
        #expect(try library.scan() == FolderScanner.Outcome())
        let item = try #require(try library.items().first)
        let record = try #require(try library.record(item))
        #expect(record.path.plainBytes == folder.below(name).plainBytes && record.title == "caf\u{FFFD}")
        try library.read { query in
            for list in try query.groups(ItemFilter(), .playlist).ids {
                #expect(try query.members(of: list, .playlist, ItemFilter()).count <= 1)
            }
        }
    }

    @Test func aFileWithTwoNamesIsTwoItems() throws {
        try library.write("a.mp3", Song())
        try FileManager.default.linkItem(at: library.url("a.mp3"), to: library.url("b.mp3"))
        // A folder that leads to itself is read once.
        try FileManager.default.createSymbolicLink(at: library.url("loop"), withDestinationURL: library.folder)
        #expect(try library.scan().added == 2)
        #expect(try library.scan() == FolderScanner.Outcome())
        try library.remove("a.mp3")
        #expect(try library.scan() == FolderScanner.Outcome(missing: 1))
        #expect(try library.items().count == 1)
    }

    /// Links that lead to themselves, to each other and nowhere, and what is no file though it is called like one.
    @Test func linksAndPipesHoldUpNoScan() throws {
        try library.write("A/a.mp3", Song(title: "One"))
        let root = library.folder.path
        for (link, target) in [
            ("a.mp3", "b.mp3"), ("b.mp3", "a.mp3"), ("self", "self"), ("lost.mp3", "nowhere.mp3"), ("A/up", ".."),
            ("A/here", "."), ("B", "A"), ("list.m3u", "list.m3u"),
        ] {
            #expect(symlink(target, "\(root)/\(link)") == 0)
        }
        for name in ["pipe.mp3", "pipe.m3u", "A/cover.jpg"] { #expect(mkfifo("\(root)/\(name)", 0o600) == 0) }
        try FileManager.default.createDirectory(at: library.url("folder.mp3"), withIntermediateDirectories: true)
        #expect(try library.scan().added == 1)
        #expect(try library.scan() == FolderScanner.Outcome())
        #expect(try library.titles() == ["One"])
        let index = try library.open()
        index.waitUntilWhole(nanoseconds: nil)
        #expect(try index.artwork(library.items()[0]).isEmpty)
    }

    /// What may not be read now is not in the library. Once it may be read it is the same as before.
    @Test func aFolderThatMayNotBeReadComesBack() throws {
        try library.write("A/a.mp3", Song(title: "One"))
        try library.write("B/b.mp3", Song(title: "Two", seed: 2))
        try library.scan()
        let before = try library.items()
        let closed = library.url("A").path
        let database = try Database(library.index)
        // The user root may read everything, unless its thread is another user to the file system.
        let scan = {
            let isRoot = geteuid() == 0
            if isRoot { Self.setFileSystemUser(65534) }
            defer { if isRoot { Self.setFileSystemUser(0) } }
            return try FolderScanner(library.root, database, SortLanguage(code: "en")).scan(.everything)
        }
        for path in [library.folder.deletingLastPathComponent().path, library.folder.path, library.url("B").path] {
            #expect(chmod(path, 0o777) == 0)
        }
        let place = URL(fileURLWithPath: library.index).deletingLastPathComponent()
        #expect(chmod(place.path, 0o777) == 0)
        for file in try FileManager.default.contentsOfDirectory(atPath: place.path) {
            #expect(chmod(place.appending(path: file).path, 0o666) == 0)
        }
        for name in ["A/a.mp3", "B/b.mp3"] { #expect(chmod(library.url(name).path, 0o666) == 0) }
        #expect(chmod(closed, 0) == 0)
        #expect(try scan() == FolderScanner.Outcome(missing: 1))
        #expect(try library.titles() == ["Two"])
        #expect(chmod(closed, 0o755) == 0)
        #expect(try scan() == FolderScanner.Outcome(moved: 1))
        #expect(try library.items() == before)
    }

    /// Makes the calling thread another user to the file system. Swift's Glibc leaves `setfsuid` out.
    private static func setFileSystemUser(_ user: uid_t) {
        let call = unsafeBitCast(dlsym(nil, "setfsuid"), to: (@convention(c) (uid_t) -> CInt).self)
        _ = call(user)
    }

    /// A megabyte of name is kept in part, so that an index of such files stays small, and no scan holds many of them.
    @Test func namesOfAMillionCharactersAreCut() throws {
        let count = 1_000_000
        let marks = "e" + String(repeating: "\u{301}", count: count / 2)
        try library.write(
            "a.mp3",
            Song(
                title: String(repeating: "é", count: count / 2),
                frames: ["TPE1": [String(repeating: "x", count: count)]]))
        try library.write(
            "b.mp3", Song(title: marks, frames: ["TALB": [String(repeating: " ", count: count)]], seed: 2))
        try library.write(
            "c.mp3", Song(title: "Whole", frames: ["USLT": ["eng\0" + String(repeating: "l", count: count)]], seed: 3))
        let title = "<title>" + String(repeating: "p", count: count) + "</title>"
        let list = "<?xml version=\"1.0\"?><playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">"
        try library.write("d.xspf", Data((list + title + "<trackList/></playlist>").utf8))
        #expect(try library.scan().added == 3)
        let records = try library.items().map { try #require(try library.record($0)) }
        let first = try #require(records.first { $0.path.description.hasSuffix("a.mp3") })
        #expect(first.title == String(repeating: "é", count: 2048))
        #expect(first.names[.artist] == String(repeating: "x", count: 4096))
        let second = try #require(records.first { $0.path.description.hasSuffix("b.mp3") })
        // All of it is one character. What a mark in two bytes leaves of 4096 is not used.
        #expect(second.title.count == 1 && second.title.utf8.count == 4095 && second.names[.album] == nil)
        let third = try #require(records.first { $0.path.description.hasSuffix("c.mp3") })
        #expect(third.title == "Whole" && third.lyrics?.count == count)
        try library.read { query in
            let list = try #require(try query.groups(ItemFilter(), .playlist).ids.first)
            #expect(try PlaylistRecord(list, query.connection)?.name == String(repeating: "p", count: 4096))
        }
        #expect(try library.items([.title(.containing(String(repeating: "é", count: count / 2)))]).isEmpty)
        #expect(try library.items([.title(.equal("Whole"))]) == [third.id])
    }

    @Test func onlyWhatIsAskedForIsScanned() throws {
        try library.write("A/B/a.mp3", Song(title: "One"))
        try library.write("C/c.mp3", Song(title: "Two", seed: 2))
        try library.scan()
        let both: [[UInt8]: FolderScanner.Scope.Extent] = [Array("A".utf8): .tree, Array("A/B".utf8): .tree]
        #expect(try library.scan(FolderScanner.Scope(folders: both)) == FolderScanner.Outcome())
        try library.remove("C")
        try library.remove("A/B/a.mp3")
        try library.write("A/b.mp3", Song(title: "Three", seed: 3))
        let folder = Array("A".utf8)
        #expect(try library.scan(FolderScanner.Scope(folders: [folder: .files])) == FolderScanner.Outcome(added: 1))
        #expect(try library.titles() == ["One", "Three", "Two"])
        #expect(try library.scan(FolderScanner.Scope(folders: [folder: .tree])) == FolderScanner.Outcome(missing: 1))
        #expect(try library.titles() == ["Three", "Two"])
        // A folder that is gone.
        #expect(
            try library.scan(FolderScanner.Scope(folders: [Array("C".utf8): .tree]))
                == FolderScanner.Outcome(missing: 1))
    }

    /// Whatever moment a program is killed at, the database on the disk is whole, and the next scan ends the work.
    @Test func aKilledScanLeavesTheIndexWhole() throws {
        for number in 0..<200 {
            try library.write(
                "\(number % 7)/\(number).mp3",
                Song(title: "Song \(number)", frames: ["TPE1": ["Artist \(number % 9)"]], seed: UInt8(number)))
        }
        let database = try Database(library.index)
        let scanner = FolderScanner(library.root, database, SortLanguage(code: "en"))
        var copies: [TestLibrary] = []
        // What the disk has then is what a program that is killed leaves: also in the middle of a transaction.
        func copy() throws {
            let other = try TestLibrary()
            for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: library.index + ending) {
                try FileManager.default.copyItem(atPath: library.index + ending, toPath: other.index + ending)
            }
            copies.append(other)
        }
        var failure: (any Error)?
        scanner.willRead = { _, _, _ in do { try copy() } catch { failure = error } }
        scanner.didWrite = { do { try copy() } catch { failure = error } }
        #expect(try scanner.scan(.everything).added == 200)
        if let failure { throw failure }
        try database.write { connection in
            try connection.run("UPDATE item SET title = 'half'")
            try copy()
        }
        #expect(copies.count > 10)
        for other in copies {
            let database = try Database(other.index)
            try database.read { connection in
                let check = try connection.statement("PRAGMA integrity_check")
                #expect(try check.step() && check.text(0) == "ok")
                check.reset()
                // Each item has its artist, and no title is half written.
                #expect(try connection.number("SELECT count(*) FROM item WHERE title = 'half'") == 0)
                let lone = "SELECT count(*) FROM item WHERE id NOT IN (SELECT item FROM credit WHERE role = 0)"
                #expect(try connection.number(lone) == 0)
            }
            try FolderScanner(library.root, database, SortLanguage(code: "en")).scan(.everything)
            #expect(try database.read { try $0.number("SELECT count(*) FROM item WHERE missing = 0") } == 200)
            #expect(try database.read { try $0.number("SELECT count(*) FROM entity WHERE kind = 0") } == 9)
        }
    }

    @Test func aDamagedIndexIsMadeAnew() throws {
        try library.write("a.mp3", Song())
        try Data(repeating: 0x55, count: 8192).write(to: URL(fileURLWithPath: library.index))
        try library.scan()
        #expect(try library.items().count == 1)
        #expect(FileManager.default.fileExists(atPath: library.index + ".damaged"))
    }

    @Test func anotherLanguageSortsAnew() throws {
        try library.write("a.mp3", Song(title: "Åbo", frames: ["TPE1": ["Åke"]]))
        try library.write("b.mp3", Song(title: "Zoo", frames: ["TPE1": ["Zara"]], seed: 2))
        let (english, swedish) = (SortLanguage(code: "en"), SortLanguage(code: "sv"))
        let database = try Database(library.index)
        try database.write { try SortOrder.adopt(english, $0) }
        try library.scan()
        #expect(try library.titles() == ["Åbo", "Zoo"])
        try database.write { try SortOrder.adopt(swedish, $0) }
        #expect(try library.titles() == ["Zoo", "Åbo"])
        #expect(
            try library.read { try $0.groups(ItemFilter(), .role(.artist)).sections.map(\.title.text) } == ["Z", "Å"])
    }
}
