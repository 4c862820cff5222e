import AudioCore
import Foundation
import TestServers
import Testing

@testable import MusicLibrary

/// Programs that are killed while they index, and folders that are gone for a while.
@Suite struct KilledIndexTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    private static let songs = 300

    /// The bytes of the database and of its log.
    private var size: Int {
        ["", "-wal"].reduce(0) { sum, ending in
            var status = stat()
            return stat(library.index + ending, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    /// The numbers of the items by their titles, in an index that must be whole.
    private func numbers() throws -> [String: Int64] {
        try Database(library.index).read { connection in
            let check = try connection.statement("PRAGMA integrity_check")
            defer { check.reset() }
            #expect(try check.step() && check.text(0) == "ok")
            let lone = "SELECT count(*) FROM item WHERE id NOT IN (SELECT item FROM credit WHERE role = 0)"
            #expect(try connection.number(lone) == 0, "each item has its artist")
            let row = try connection.statement("SELECT title, id FROM item WHERE missing = 0")
            defer { row.reset() }
            var numbers: [String: Int64] = [:]
            while try row.step() { numbers[row.text(0) ?? ""] = row.integer(1) }
            return numbers
        }
    }

    /// Wherever a program is killed, the index is whole, has items at their numbers, and the next scan ends the work.
    @Test func aKilledProgramLeavesTheIndexWhole() throws {
        for number in 0..<Self.songs {
            try library.write(
                "\(number % 9)/\(number).mp3",
                Song(title: "Song \(number)", frames: ["TPE1": ["Artist \(number % 9)"]], seed: UInt8(number % 256)))
        }
        let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = bundle.deletingLastPathComponent().appending(path: "index-program").path
        let seed = UInt64.random(in: 0...9999)
        print("aKilledProgramLeavesTheIndexWhole: seed \(seed)")
        var state = seed
        var known: [String: Int64] = [:]
        var kills = 0
        let end = ContinuousClock.now + .seconds(1)
        for _ in 0..<8 where ContinuousClock.now < end {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // So many more bytes than there are it may write: a scan of all writes some 300,000.
            let limit = size + Int(state >> 33 % 200_000)
            let patience = ContinuousClock.now + .milliseconds(250)
            let child = try #require(ChildProcess(program, [library.folder.path, library.index]))
            while size < limit, ContinuousClock.now < patience { usleep(200) }
            if child.end(by: SIGKILL) != nil { kills += 1 }
            let numbers = try numbers()
            for (title, number) in known { #expect(numbers[title] == number, "seed \(seed): \(title)") }
            known = numbers
        }
        #expect(kills > 0)
        try library.scan()
        let numbers = try numbers()
        #expect(numbers.count == Self.songs)
        for (title, number) in known { #expect(numbers[title] == number, "seed \(seed): \(title)") }
    }

    /// A folder that goes away, as that of a disk that is unplugged, takes its items along, and brings them back as they were.
    @Test func aFolderThatReturnsHasItsItems() throws {
        for number in 0..<20 {
            try library.write(
                number < 15 ? "Disk/\(number % 3)/\(number).mp3" : "\(number).mp3",
                Song(title: "Song \(number)", frames: ["TPE1": ["Artist"]], seed: UInt8(number)))
        }
        let index = try library.open()
        index.waitUntilWhole(nanoseconds: nil)
        func count() throws -> Int { try index.items(ItemFilter(), .title).ids.count }
        let before = try index.items(ItemFilter(), .title).ids
        #expect(before.count == 20)
        try index.changeUsage(of: before[0]) { $0.plays = 3 }
        let away = library.folder.deletingLastPathComponent().appending(path: "Away")
        try FileManager.default.moveItem(at: library.url("Disk"), to: away)
        try index.waits { try count() == 5 }
        try FileManager.default.moveItem(at: away, to: library.url("Disk"))
        try index.waits { try count() == 20 }
        #expect(try index.items(ItemFilter(), .title).ids == before)
        #expect(index.record(before[0])?.usage.plays == 3)
        // The whole folder, while nothing runs.
        let home = library.folder
        try FileManager.default.moveItem(at: home, to: away)
        index.rescan()
        try index.waits { try count() == 0 }
        try FileManager.default.moveItem(at: away, to: home)
        index.rescan()
        try index.waits { try count() == 20 }
        #expect(try index.items(ItemFilter(), .title).ids == before)
    }
}

extension MusicIndex {
    /// Waits until something holds, which its thread sees to.
    fileprivate func waits(_ condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        while try !condition() {
            try #require(ContinuousClock.now < end, "nothing has come of the change")
            usleep(2000)
        }
    }
}
