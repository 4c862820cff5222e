import Foundation
import Testing
import ToolSupport

@testable import FileBatches

/// What a run converts, skips and writes down.
@Suite struct BatchRunTests {
    @Test func filesAreConvertedOnce() throws {
        let folder = try BatchFolder()
        for name in ["a.in", "b/c.in"] { try folder.write("in/" + name, name) }
        try folder.write("in/d.in", "bad")
        let items = try folder.items(["a.in", "b/c.in", "d.in", "none.in"])
        let outcomes = Outcomes()
        let counts = try folder.run(items).run(report: outcomes.add, convert: uppercased)
        #expect(counts == BatchCounts(done: 2, failed: 2))
        #expect(try folder.text("out/b/c.txt") == "B/C.IN")
        #expect(outcomes.sorted.filter { $0.hasSuffix("done") } == ["a.in done", "b/c.in done"])
        #expect(outcomes.sorted.contains("d.in failed: Decoding failed (-50): damaged"))
        #expect(try folder.lines().map(\.event) == [.began, .done, .done, .failed, .failed, .ended])
        let attributes = try [folder.path + "/in/a.in", folder.path + "/out/a.txt"].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
        }
        #expect(attributes[0] == attributes[1])
        // What failed is tried again, and what is done is not.
        try folder.write("in/none.in", "now")
        let again = try folder.run(items).run(report: ignored, convert: uppercased)
        #expect(again == BatchCounts(done: 1, failed: 1, skipped: 2))
        #expect(!folder.exists("journal.claims"))
        let summary = try BatchSummary([folder.path + "/journal"])
        #expect(summary.done == 3 && summary.left == 0 && summary.missingShards.isEmpty)
        #expect(summary.failed == [.init(input: "d.in", cause: "Decoding failed (-50): damaged")])
    }

    /// Each of these makes a file that was done one that is not.
    @Test(arguments: ["content", "time", "output", "no output", "settings"]) func changesAreNoticed(change: String)
        throws
    {
        let folder = try BatchFolder()
        let input = try folder.write("in/a.in", "one")
        let items = try folder.items(["a.in"])
        _ = try folder.run(items).run(report: ignored, convert: uppercased)
        var settings = "upper"
        switch change {
        case "content": try folder.write("in/a.in", "three")
        case "time": utimes(input, [timeval(tv_sec: 5, tv_usec: 0), timeval(tv_sec: 5, tv_usec: 0)])
        case "output": try folder.write("out/a.txt", "YYY")
        case "no output": unlink(folder.path + "/out/a.txt")
        default: settings = "upper; more"
        }
        let counts = try folder.run(items, settings: settings).run(report: ignored, convert: uppercased)
        #expect(counts == BatchCounts(done: 1))
        #expect(try folder.text("out/a.txt") == (change == "content" ? "THREE" : "ONE"))
    }

    /// Names do not decide: the list may begin with other files than before.
    @Test func positionsDoNotMatter() throws {
        let folder = try BatchFolder()
        for name in ["0.in", "a.in", "b.in"] { try folder.write("in/" + name, name) }
        _ = try folder.run(folder.items(["b.in", "a.in"])).run(report: ignored, convert: uppercased)
        let outcomes = Outcomes()
        _ = try folder.run(folder.items(["0.in", "a.in", "b.in"])).run(report: outcomes.add, convert: uppercased)
        #expect(outcomes.sorted.map { $0.split(separator: ":")[0] } == ["0.in done", "a.in skipped", "b.in skipped"])
    }

    @Test func otherShardsOfTheFolderCount() throws {
        let folder = try BatchFolder()
        let names = (0..<12).map { "\($0).in" }
        for name in names { try folder.write("in/" + name, name) }
        let items = try folder.items(names)
        for index in 0..<2 {
            let shard = try #require(Shard("\(index)/2"))
            _ = try folder.run(items.filter { shard.contains($0.input) }, shard: shard, journal: "journals/")
                .run(report: ignored, convert: uppercased)
        }
        #expect(try BatchSummary([folder.path + "/journals"]).isComplete)
        let first = try #require(Shard("0/2"))
        _ = try folder.run(items.filter { first.contains($0.input) }, shard: first, journal: "journals/")
            .run(report: ignored, convert: uppercased)
        #expect(try folder.lines("journals/shard-0-of-2.jsonl").allSatisfy { $0.event != .skipped })
        var skipped = 0
        let later = BatchClock(date: { "2026-01-02T03:04:06Z" }, seconds: { 0 }, host: "here")
        for index in 0..<3 {
            let shard = try #require(Shard("\(index)/3"))
            skipped += try folder.run(
                items.filter { shard.contains($0.input) }, shard: shard, journal: "journals", clock: later
            )
            .run(report: ignored, convert: uppercased).skipped
        }
        #expect(skipped == 12)
        let summary = try BatchSummary([folder.path + "/journals"])
        #expect(summary.done == 12 && summary.isComplete && summary.shardCount == 3)
    }

    /// Two runs at a time, as where a job is sent twice or its first process lives on.
    @Test func filesThatAnotherConvertsAreLeftToIt() throws {
        let folder = try BatchFolder()
        for name in ["a.in", "b.in"] { try folder.write("in/" + name, name) }
        try folder.write("in/c.in", "bad")
        let items = try folder.items(["a.in", "b.in", "c.in"])
        let (first, second) = (Outcomes(), Outcomes())
        let other = try folder.run(items)
        let counts = try folder.run(items).run(report: first.add) { (item, state) throws(ToolError) in
            if item.place == "b.txt" {
                let claim = try claim(folder, item)
                #expect(claim == nil)
            }
            return try uppercased(item, state)
        }
        #expect(counts == BatchCounts(done: 2, failed: 1))
        // The second run began before these files were converted, and repeats none of them.
        let others = try other.run(report: second.add, convert: uppercased)
        #expect(others == BatchCounts(failed: 1, skipped: 2))
        #expect(try folder.lines().filter { $0.key != nil }.map(\.event) == [.done, .done, .failed])
    }

    private func claim(_ folder: BatchFolder, _ item: BatchItem) throws(ToolError) -> Claim? {
        try Claims(folder.path + "/journal.claims").claim(item.claim, waits: false)
    }

    @Test func twoRunsAtATimeConvertEachFileOnce() throws {
        let folder = try BatchFolder()
        let names = (0..<40).map { "\($0).in" }
        for name in names { try folder.write("in/" + name, name) }
        let items = try folder.items(names)
        let converted = Outcomes()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            do {
                let counts = try folder.run(items).run(report: ignored) { (item, state) throws(ToolError) in
                    converted.add(item, .done(seconds: 0))
                    return try uppercased(item, state)
                }
                #expect(counts.failed == 0 && counts.done + counts.skipped == 40)
            } catch { Issue.record(error) }
        }
        #expect(converted.sorted == names.map { "\($0) done" }.sorted())
        #expect(try folder.lines().filter { $0.event == .done }.count == 40)
    }
}
