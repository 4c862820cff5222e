import Foundation
import ToolSupport

/// A line of a journal, as a JSON object: what became of a file, or that a run began or ended.
package struct JournalLine: Codable, Sendable, Equatable {
    package enum Event: String, Codable, Sendable { case began, done, failed, skipped, ended }

    package var event: Event
    /// When the line was written: 2026-11-30T01:02:03.456Z.
    package var time: String
    /// The machine that wrote it.
    package var host: String
    /// The first 16 digits of the hash of the settings. Lines of other settings are about other outputs.
    package var settings: String
    /// The run's shard, of the lines that begin and end a run.
    package var shard: String?
    /// The settings in words, of the line that begins a run.
    package var options: String?
    /// The files of the shard, of the line that begins a run.
    package var files: Int?
    /// The number of files of each kind, of the line that ends a run.
    package var counts: BatchCounts?
    /// The file's ``BatchItem/key``.
    package var key: String?
    package var input: String?
    package var inputSize: Int64?
    /// When the input was changed last, in nanoseconds from 1970.
    package var inputTime: Int64?
    package var output: String?
    package var outputSize: Int64?
    /// The output's hash, as `sha256sum` prints it.
    package var sha256: String?
    package var seconds: Double?
    /// Why the file failed or was skipped.
    package var cause: String?

    package init(_ event: Event, time: String, host: String, settings: String) {
        (self.event, self.time, self.host, self.settings) = (event, time, host, settings)
    }

    /// Nil where the bytes are no line of a journal.
    package init?(_ bytes: some Collection<UInt8>) {
        guard let line = try? JSONDecoder().decode(JournalLine.self, from: Data(bytes)) else { return nil }
        self = line
    }

    /// The line with its end.
    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // What it has are texts and numbers that JSON can hold.
        return ((try? encoder.encode(self)).map { Array($0) } ?? []) + [UInt8(ascii: "\n")]
    }
}

/// How many files of a run were converted, failed, and were left as they are.
package struct BatchCounts: Codable, Sendable, Equatable {
    package var done = 0
    package var failed = 0
    package var skipped = 0

    package init(done: Int = 0, failed: Int = 0, skipped: Int = 0) {
        (self.done, self.failed, self.skipped) = (done, failed, skipped)
    }
}
