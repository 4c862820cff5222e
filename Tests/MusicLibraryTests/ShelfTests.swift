import AudioCore
import Foundation
import Testing

@testable import MusicLibrary

/// Lists that are kept in columns, beside the rows that they are made of.
@Suite struct ShelfTests {
    let library: TestLibrary
    let database: Database

    /// A library in which names repeat, are missing, are several, and are of several languages.
    init() throws {
        library = try TestLibrary()
        database = try Database(library.index)
        let artists = [["Ann"], ["Äda", "Bob"], ["Bob"], [], ["The Cats", "Ann", "Äda"], ["élan"], ["Zoo; Ann"]]
        let titles = ["Ebb", "ebb", "Éclat", "", "The Ebb", "10cc", "音楽", "a b", "River", "ribs"]
        for number in 0..<120 {
            var frames: [String: [String]] = ["TPE1": artists[number % artists.count], "TRCK": ["\(number % 9)"]]
            if number % 3 != 0 { frames["TALB"] = ["Album \(number % 5)"] }
            if number % 4 == 0 { frames["TPE2"] = ["Owner \(number % 2)"] }
            if number % 5 != 0 { frames["TCON"] = number % 10 == 1 ? ["Folk", "Jazz"] : ["Rock"] }
            if number % 11 == 0 { frames["TCON"] = ["Podcast"] }
            if number % 13 == 0 { frames["TCON"] = ["Audiobook"] }
            if number % 7 == 0 { frames["TCMP"] = ["1"] }
            if number % 2 == 0 { frames["TCOM"] = ["B. Reed", "B. Reed"] }
            try library.write(
                "\(number % 6)/\(number).mp3",
                Song(title: titles[number % titles.count], frames: frames, seed: UInt8(number)))
        }
        try database.write { try SortOrder.adopt(SortLanguage(code: "en"), $0) }
        try FolderScanner(library.root, database, SortLanguage(code: "en")).scan(.everything)
        for (offset, item) in try library.items().enumerated() where offset % 3 == 0 {
            let plays = SQLValue.integer(Int64(offset % 9 / 3))
            try database.write { try $0.run("INSERT INTO usage(item, plays) VALUES(?, ?)", [.integer(item), plays]) }
        }
    }

    private var filters: [ItemFilter] {
        get throws {
            var one: [ItemFilter.Condition] = [
                .media(-1), .media(1), .media(2), .media(4), .media(6), .media(0), .media(0x100), .isCompilation(true),
                .isCompilation(false), .plays(0), .plays(1), .plays(2), .plays(7), .plays(-1), .nothing,
                .title(.missing),
            ]
            let texts = [
                "", "ebb", "Ebb", "E", "b", "élan", "音", "Ann", "Zoo; Ann", "Rock", "Album 1", "B. Reed", "a\0b", "b\0",
            ]
            one += texts.flatMap { [.title(.equal($0)), .title(.containing($0))] }
            for role in Role.allCases {
                one += texts.flatMap { [.name(role, .equal($0)), .name(role, .containing($0))] }
                one.append(.name(role, .missing))
                one += try library.read { try $0.groups(ItemFilter(), .role(role)).ids }.map { .entity(role, $0) }
                one.append(.entity(role, 12))
            }
            let pairs = zip(one, one.dropFirst(5)).map { ItemFilter([$0, $1]) }
            return [ItemFilter()] + one.map { ItemFilter([$0]) } + pairs + [ItemFilter([.media(1), .media(4)])]
        }
    }

    /// Each list that the columns give is the one that the rows give.
    @Test func columnsGiveWhatRowsGive() throws {
        #expect(try ShelfBuilder.renew(database))
        let groupings: [Grouping] = [.title] + Role.allCases.map { .role($0) }
        var answers = 0
        let filters = try filters
        try database.read { connection in
            let (query, rows) = (try #require(try ShelfQuery(nil, connection)), LibraryQuery(connection: connection))
            for filter in filters {
                for grouping in groupings {
                    if let items = try query.items(filter, grouping) {
                        #expect(try items == rows.items(filter, grouping), "items \(filter) \(grouping)")
                        answers += 1
                    }
                    if let groups = try query.groups(filter, grouping) {
                        #expect(try groups == rows.groups(filter, grouping), "groups \(filter) \(grouping)")
                        answers += 1
                    }
                }
            }
            for role in Role.allCases {
                for group in try rows.groups(ItemFilter(), .role(role)).ids + [12] {
                    for filter in [ItemFilter(), ItemFilter([.media(1)]), ItemFilter([.isCompilation(false)])] {
                        guard let members = try query.members(of: group, .role(role), filter) else { continue }
                        #expect(try members == rows.members(of: group, .role(role), filter))
                        answers += 1
                    }
                }
            }
        }
        // All but names of several, empty ones, and those with a zero.
        #expect(answers > filters.count * groupings.count * 2 * 3 / 4)
    }

    /// A shelf is of one state: after a change there is none until it is made anew.
    @Test func changesPutItAside() throws {
        try ShelfBuilder.renew(database)
        #expect(try database.read { try ShelfQuery(nil, $0) } != nil)
        #expect(try ShelfBuilder.isCurrent(database, fewest: 1))
        try library.write("new.mp3", Song(title: "New", seed: 200))
        #expect(try library.scan().added == 1)
        #expect(try database.read { try ShelfQuery(nil, $0) } == nil)
        #expect(try !ShelfBuilder.isCurrent(database, fewest: 121) && ShelfBuilder.isCurrent(database, fewest: 122))
        try ShelfBuilder.renew(database)
        let all = try database.read { try ShelfQuery(nil, $0)?.items(ItemFilter(), .title)?.ids.count }
        #expect(all == 121)
        // How often items were played changes no list.
        try database.write { try FolderScanner.touch($0, .usage) }
        #expect(try ShelfBuilder.isCurrent(database, fewest: 1))
    }

    /// Columns that do not fit together are not believed.
    @Test func damagedColumnsAreNotUsed() throws {
        try ShelfBuilder.renew(database)
        let index = try library.open { $0.shelfItems = 1 }
        index.waitUntilWhole(nanoseconds: nil)
        let filter = ItemFilter([.media(1), .name(.artist, .containing("a"))])
        let (items, groups) = (try index.items(filter, .role(.artist)), try index.groups(filter, .role(.album)))
        let names = try database.read { connection in
            let row = try connection.statement("SELECT name FROM shelf")
            defer { row.reset() }
            var names: [String] = []
            while try row.step() { names.append(row.text(0) ?? "") }
            return names
        }
        #expect(names.count == 6 + 8 * Role.allCases.count)
        for name in names {
            for damage in ["substr(data, 1, length(data) - 1)", "zeroblob(8)", "x'FFFFFF7FFFFFFF7F'", "x''"] {
                try database.write {
                    try $0.run("UPDATE shelf SET data = ifnull(\(damage), x'') WHERE name = ?", [.text(name)])
                }
                let (found, foundGroups) = try database.read { connection in
                    let (shelf, rows) = (
                        try #require(try ShelfQuery(nil, connection)), LibraryQuery(connection: connection)
                    )
                    func safely(_ body: () throws -> Listing?) throws -> Listing? {
                        do { return try body() } catch is Shelf.Unusable { return nil }
                    }
                    return (
                        try safely { try shelf.items(filter, .role(.artist)) } ?? rows.items(filter, .role(.artist)),
                        try safely { try shelf.groups(filter, .role(.album)) } ?? rows.groups(filter, .role(.album))
                    )
                }
                // What is not noticed may be another list, but never a trap.
                #expect(found.ids.count <= 120 && foundGroups.ids.count <= 120)
            }
            try database.write { try $0.run("DELETE FROM meta WHERE key = 'shelf'") }
            try ShelfBuilder.renew(database)
        }
        try database.write { try $0.run("DELETE FROM shelf") }
        let other = try library.open { $0.shelfItems = 1000 }
        #expect(try other.items(filter, .role(.artist)) == items && other.groups(filter, .role(.album)) == groups)
    }

    /// An index of the first version gets the table.
    @Test func anEarlierIndexGetsOne() throws {
        try database.write { connection in
            try connection.run(
                "DROP TABLE shelf; DROP TABLE former; DELETE FROM meta WHERE key = 'items'; PRAGMA user_version = 1")
        }
        let before = try library.items()
        let index = try library.open { $0.shelfItems = 1 }
        index.waitUntilWhole(nanoseconds: nil)
        #expect(try database.read { try ShelfQuery(nil, $0) } != nil)
        #expect(try index.items(ItemFilter(), .title).ids == before)
    }
}
