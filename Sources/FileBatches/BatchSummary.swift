import AudioToolbox
import ToolSupport

/// What the journals of a batch say of it, over all shards.
package struct BatchSummary: Sendable, Equatable {
    /// Files that were converted and recorded, whether or not a later run skipped them.
    package private(set) var done = 0
    /// Files whose last conversion failed.
    package private(set) var failed: [Failure] = []
    /// Files that have neither been converted nor failed, in the shards that have begun.
    package private(set) var left = 0
    /// Shards of which no run has begun, as `K/N`.
    package private(set) var missingShards: [String] = []
    package private(set) var shardCount: UInt64 = 1
    /// Seconds that the conversions took, added up.
    package private(set) var seconds = 0.0
    package private(set) var outputBytes: Int64 = 0

    package struct Failure: Sendable, Equatable {
        package let input: String
        package let cause: String
    }

    /// At most so many missing shards are listed.
    private static let mostShards = 100_000

    /// Reads journals.
    ///
    /// - Parameter paths: files, and folders with a file for each shard.
    /// - Throws: where there is no journal.
    package init(_ paths: [String]) throws(ToolError) {
        var files: [[JournalLine]] = []
        for path in paths {
            let names = FolderIdentity(path) != nil ? try Journal.files(in: path) : [path]
            guard !names.isEmpty else {
                throw ToolError("Reading the folder \(path)", kAudio_FileNotFoundError, because: "it has no journal")
            }
            for name in names { files.append(try JournalFile(name, makes: false).newLines()) }
        }
        self.init(files)
    }

    /// - Parameter files: the lines of each journal.
    package init(_ files: [[JournalLine]]) {
        // The newest run determines the settings and the number of shards: what others have done is of another batch.
        let starts = files.flatMap { $0 }.filter { $0.event == .began }
        guard let newest = starts.max(by: { $0.time < $1.time }) else { return }
        let count = newest.shard.flatMap { Shard($0) }?.count ?? 1
        shardCount = count
        var listed: [String: Int] = [:]
        for start in starts.sorted(by: { $0.time < $1.time }) where start.settings == newest.settings {
            guard let shard = start.shard.flatMap({ Shard($0) }), shard.count == count else { continue }
            listed[shard.text] = start.files.map { max(0, $0) }
        }
        add(files, newest.settings)
        left = max(0, listed.values.reduce(0, Self.sum) - done - failed.count)
        var shard: UInt64 = 0
        while shard < count, missingShards.count < Self.mostShards {
            if listed["\(shard)/\(count)"] == nil { missingShards.append("\(shard)/\(count)") }
            shard += 1
        }
    }

    /// The sum of two numbers that are not negative, or the largest number. A journal may state any.
    private static func sum<Number: FixedWidthInteger>(_ first: Number, _ second: Number) -> Number {
        let (sum, overflows) = first.addingReportingOverflow(second)
        return overflows ? .max : sum
    }

    private mutating func add(_ files: [[JournalLine]], _ settings: String) {
        var last: [String: (file: Int, line: JournalLine)] = [:]
        for (file, lines) in files.enumerated() {
            for line in lines where line.settings == settings {
                guard let key = line.key else { continue }
                // The clocks of the machines that extend one journal may differ. Its lines are in the right order.
                if let known = last[key], known.file != file, known.line.time > line.time { continue }
                last[key] = (file, line)
            }
        }
        for (_, line) in last.values {
            if line.event == .failed {
                failed.append(Failure(input: line.input ?? "", cause: line.cause ?? ""))
            } else {
                done += 1
                seconds += line.seconds ?? 0
                outputBytes = Self.sum(outputBytes, max(0, line.outputSize ?? 0))
            }
        }
        failed.sort { ($0.input, $0.cause) < ($1.input, $1.cause) }
    }

    /// Whether every file is converted.
    package var isComplete: Bool { failed.isEmpty && left == 0 && missingShards.isEmpty }

    /// Lines of text: the numbers, then each failure.
    package var text: String {
        var text = "done: \(done)\nfailed: \(failed.count)\nnot converted yet: \(left)\n"
        if !missingShards.isEmpty {
            let some = missingShards.prefix(10).joined(separator: ", ") + (missingShards.count > 10 ? ", …" : "")
            text += "shards that have not begun: \(missingShards.count) of \(shardCount) (\(some))\n"
        }
        for failure in failed { text += "failed: \(failure.input): \(failure.cause)\n" }
        return text
    }

    package var json: JSON {
        .object([
            ("done", .integer(Int64(done))), ("failed", .integer(Int64(failed.count))), ("left", .integer(Int64(left))),
            ("shards", .integer(Int64(clamping: shardCount))),
            ("missingShards", .array(missingShards.map { .string($0) })), ("seconds", .number(seconds)),
            ("outputBytes", .integer(outputBytes)),
            (
                "failures",
                .array(failed.map { .object([("input", .string($0.input)), ("cause", .string($0.cause))]) })
            ),
        ])
    }
}
