import Dispatch
import Foundation
import Synchronization
import Testing
import ToolSupport

@testable import FileBatches

/// Journals that were cut off, that are none, and disks that are full.
@Suite struct JournalTests {
    @Test func aLineThatWasCutOffIsReplaced() throws {
        let folder = try BatchFolder()
        for name in ["a.in", "b.in"] { try folder.write("in/" + name, name) }
        let items = try folder.items(["a.in", "b.in"])
        _ = try folder.run(items).run(report: ignored, convert: uppercased)
        let whole = try folder.text("journal").split(separator: "\n").map(String.init)
        // Killed while the third line was written.
        try folder.write("journal", whole[0] + "\n" + whole[1] + "\n" + whole[2].prefix(40))
        let counts = try folder.run(items).run(report: ignored, convert: uppercased)
        #expect(counts == BatchCounts(done: 1, skipped: 1))
        #expect(try folder.lines().map(\.event) == [.began, .done, .began, .done, .ended])
        #expect(try folder.text("journal").split(separator: "\n").count == 5)
    }

    /// A machine whose clock is an hour ahead fails to convert a file that another one converts then.
    @Test func theOrderOfAJournalCountsAndNotTheClocks() throws {
        let folder = try BatchFolder()
        try folder.write("in/a.in", "a")
        let items = try folder.items(["a.in"])
        let ahead = BatchClock(date: { "2026-01-02T04:04:05Z" }, seconds: { 0 }, host: "ahead")
        let failing = try folder.run(items, clock: ahead).run(report: ignored) { (_, _) throws(ToolError) in
            throw ToolError("Decoding", -50)
        }
        #expect(failing == BatchCounts(failed: 1))
        #expect(try folder.run(items).run(report: ignored, convert: uppercased) == BatchCounts(done: 1))
        #expect(try BatchSummary([folder.path + "/journal"]).isComplete)
        #expect(try folder.run(items).run(report: ignored, convert: uppercased) == BatchCounts(skipped: 1))
        #expect(try folder.lines().map(\.event) == [.began, .failed, .ended, .began, .done, .ended, .began, .ended])
    }

    /// Of two journals of a folder, the dates say which line is newer.
    @Test func theNewerOfTwoJournalsCounts() throws {
        func line(_ event: JournalLine.Event, _ time: String) -> JournalLine {
            var line = JournalLine(event, time: time, host: "h", settings: "s")
            if event == .began { (line.shard, line.files) = ("0/1", 1) } else { (line.key, line.input) = ("a", "a") }
            return line
        }
        let failed = [line(.began, "2026-01-01T00:00:00Z"), line(.failed, "2026-01-01T00:00:03Z")]
        let older = [line(.began, "2026-01-01T00:00:00Z"), line(.done, "2026-01-01T00:00:02Z")]
        let newer = [line(.began, "2026-01-01T00:00:00Z"), line(.done, "2026-01-01T00:00:04Z")]
        for pair in [[failed, older], [older, failed]] { #expect(BatchSummary(pair).failed.count == 1) }
        for pair in [[failed, newer], [newer, failed]] { #expect(BatchSummary(pair).isComplete) }
    }

    /// Every prefix of a journal is one, and loses no more than the file of its last line.
    @Test func everyPrefixIsAJournal() throws {
        let folder = try BatchFolder()
        try folder.write("in/a.in", "a")
        let items = try folder.items(["a.in"])
        _ = try folder.run(items).run(report: ignored, convert: uppercased)
        let bytes = Array(try folder.text("journal"))
        for length in stride(from: 0, through: bytes.count, by: 7) {
            try folder.write("journal", String(bytes[..<length]))
            let counts = try folder.run(items).run(report: ignored, convert: uppercased)
            #expect(counts.done + counts.skipped == 1, "\(length)")
            #expect(try BatchSummary([folder.path + "/journal"]).isComplete, "\(length)")
        }
    }

    @Test(arguments: ["RIFF", "{\"event\":1}\n", "x", "{}\n", "\n\n", "{\"a\":1}", "{\"event\":\"done\"}", "{\"e\": 1"])
    func otherFilesAreLeftAlone(text: String) throws {
        let folder = try BatchFolder()
        try folder.write("journal", text)
        #expect(throws: ToolError.self) { try folder.run([]) }
        #expect(try folder.text("journal") == text)
        #expect(throws: ToolError.self) { try BatchSummary([folder.path + "/journal"]) }
        #expect(throws: ToolError.self) { try BatchSummary([folder.path + "/none"]) }
    }

    @Test func claimsEndWithTheirObject() throws {
        let folder = try BatchFolder()
        let claims = Claims(folder.path + "/claims")
        var claim = try claims.claim("a", waits: false)
        #expect(claim != nil)
        #expect(try claims.claim("a", waits: false) == nil)
        #expect(try claims.claim("b", waits: false) != nil)
        claim = nil
        #expect(try claims.claim("a", waits: false) != nil)
        claims.removeFolder()
        #expect(!folder.exists("claims"))
    }

    /// Processes that end remove the folder while others claim files in it.
    @Test func aFolderThatIsRemovedMeanwhileIsMadeAgain() throws {
        let folder = try BatchFolder()
        let failures = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            let claims = Claims(folder.path + "/claims")
            for _ in 0..<300 {
                let claim = try? claims.claim("\(number)", waits: false)
                if claim == nil { failures.wrappingAdd(1, ordering: .relaxed) }
                withExtendedLifetime(claim) {}
                claims.removeFolder()
            }
        }
        #expect(failures.load(ordering: .relaxed) == 0)
        // A folder whose own folder is missing cannot be made.
        #expect(throws: ToolError.self) { try Claims(folder.path + "/none/claims").claim("a", waits: false) }
    }

    @Test func fullDisksAreWaitedFor() throws {
        let pauses = Pauses()
        var attempts = 0
        let wait = DiskWait(limit: 40) { pauses.add($0) }
        let result = try wait.retrying { () throws(ToolError) -> Int in
            attempts += 1
            if attempts < 4 { throw ToolError("Writing", SystemFault.diskFull) }
            return attempts
        }
        #expect(result == 4 && pauses.all == [1, 2, 4])
        #expect(throws: ToolError.self) {
            try wait.retrying { () throws(ToolError) in throw ToolError("Writing", SystemFault.diskFull) }
        }
        #expect(pauses.all.dropFirst(3) == [1, 2, 4, 8, 16, 9])
        attempts = 0
        #expect(throws: ToolError.self) {
            try wait.retrying { () throws(ToolError) in
                attempts += 1
                throw ToolError("Decoding", -50)
            }
        }
        #expect(attempts == 1)
    }

    @Test func aFileIsConvertedWhenThereIsRoomAgain() throws {
        let folder = try BatchFolder()
        try folder.write("in/a.in", "a")
        let pauses = Pauses()
        let wait = DiskWait(limit: 9) { pauses.add($0) }
        let run = try folder.run(folder.items(["a.in"]), wait: wait)
        let counts = try run.run(report: ignored) { (item, state) throws(ToolError) in
            if pauses.all.isEmpty { throw ToolError("Writing", SystemFault.diskFull) }
            return try uppercased(item, state)
        }
        #expect(counts == BatchCounts(done: 1))
        #expect(try folder.lines().map(\.event) == [.began, .done, .ended])
    }

    @Test func summariesMergeShards() {
        func line(_ event: JournalLine.Event, _ shard: Int, key: String? = nil) -> JournalLine {
            var line = JournalLine(event, time: "2026-01-01T00:00:00Z", host: "h", settings: "s")
            if event == .began { (line.shard, line.files) = ("\(shard)/3", 4) }
            (line.key, line.input) = (key, key)
            if event == .failed { line.cause = "damaged" }
            return line
        }
        let summary = BatchSummary([
            [
                line(.began, 0), line(.failed, 0, key: "a"), line(.done, 0, key: "b"), line(.began, 0),
                line(.done, 0, key: "a"),
            ],
            [line(.began, 2), line(.failed, 2, key: "c")],
        ])
        #expect(summary.done == 2 && summary.failed == [.init(input: "c", cause: "damaged")])
        #expect(summary.left == 5 && summary.missingShards == ["1/3"] && !summary.isComplete)
        #expect(
            summary.text == """
                done: 2
                failed: 1
                not converted yet: 5
                shards that have not begun: 1 of 3 (1/3)
                failed: c: damaged

                """)
        #expect(summary.json.text.hasPrefix(#"{"done":2,"failed":1,"left":5,"shards":3,"missingShards":["1/3"],"#))
    }

    /// A journal may state any number.
    @Test func summariesOfImpossibleNumbersAreClamped() {
        func summary(files: [Int], sizes: [Int64]) -> BatchSummary {
            var lines = files.enumerated().map { number, count in
                var line = JournalLine(.began, time: "2026-01-01T00:00:00Z", host: "h", settings: "s")
                (line.shard, line.files) = ("\(number)/\(files.count)", count)
                return line
            }
            for (number, size) in sizes.enumerated() {
                var line = JournalLine(.done, time: "2026-01-01T00:00:00Z", host: "h", settings: "s")
                (line.key, line.outputSize) = ("\(number)", size)
                lines.append(line)
            }
            return BatchSummary([lines])
        }
        let least = summary(files: [.min], sizes: [.min, 5])
        #expect(least.left == 0 && least.done == 2 && least.outputBytes == 5)
        let most = summary(files: [.max, .max], sizes: [.max, .max])
        #expect(most.left == Int.max - 2 && most.outputBytes == .max)
    }

    @Test func progressIsALine() {
        var progress = BatchProgress(total: 10, start: 100)
        #expect(progress.text(at: 100) == "0 of 10 files")
        progress.add(.skipped(""))
        #expect(progress.text(at: 101) == "1 of 10 files")
        progress.add(.done(seconds: 4))
        progress.add(.failed(""))
        #expect(progress.text(at: 120) == "3 of 10 files, 1 failed, 1:10 left")
    }
}

/// The pauses of a wait, which does not wait.
final class Pauses: @unchecked Sendable {
    private let lock = NSLock()
    private var seconds: [Double] = []

    func add(_ seconds: Double) { lock.withLock { self.seconds.append(seconds) } }

    var all: [Double] { lock.withLock { seconds } }
}
