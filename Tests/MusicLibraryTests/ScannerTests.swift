import AudioCore
import Foundation
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
        scanner.willRead = { _, _ in do { try copy() } catch { failure = error } }
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
