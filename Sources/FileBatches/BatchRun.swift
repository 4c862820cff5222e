import AudioToolbox
import CoreAudioAdditions
import Glibc
import ToolSupport

/// Converts the files of a shard, each once, and writes down what became of them.
package struct BatchRun: Sendable {
    /// What became of a file.
    package enum Outcome: Sendable {
        case done(seconds: Double)
        /// With the call that failed and the cause, in words.
        case failed(String)
        /// Left as it is, with the cause.
        case skipped(String)
    }

    package let items: [BatchItem]
    package let shard: Shard
    /// The settings in words; see ``settingsKey(_:)``.
    package let settings: String
    package let journal: Journal?
    package let claims: Claims?
    package let workers: Int
    package let wait: DiskWait
    package let clock: BatchClock

    /// - Parameters:
    ///   - items: those of the shard.
    ///   - journal: the path of a file or a folder; nil for none, and for conversions that are never skipped.
    /// - Throws: where the journal cannot be used.
    package init(
        _ items: [BatchItem], shard: Shard, settings: String, journal: String?, workers: Int, wait: DiskWait,
        clock: BatchClock = .system
    ) throws(ToolError) {
        (self.items, self.shard, self.settings) = (items, shard, settings)
        (self.workers, self.wait, self.clock) = (workers, wait, clock)
        let key = Self.settingsKey(settings)
        self.journal = try journal.map { (path: String) throws(ToolError) in
            try wait.retrying { () throws(ToolError) in try Journal(path, shard: shard, settings: key) }
        }
        claims = self.journal.map { Claims($0.claimsFolder) }
    }

    /// What lines of a journal know settings by.
    package static func settingsKey(_ settings: String) -> String {
        String(SHA256.hash(Array(settings.utf8)).text.prefix(16))
    }

    /// Converts the files that the journal does not have as done.
    ///
    /// Files that another process converts at the moment come last: this one waits for the other, and converts them where it failed
    /// to finish.
    ///
    /// - Parameters:
    ///   - report: called for each file when it is settled, on any thread.
    ///   - convert: makes the output of a file, whose state it returns. The input has the state that it is given. Any thread.
    /// - Throws: where the journal cannot be written.
    package func run(
        report: @escaping @Sendable (BatchItem, Outcome) -> Void,
        convert: @escaping @Sendable (BatchItem, InputState) throws(ToolError) -> OutputState
    ) throws(ToolError) -> BatchCounts {
        var first = line(.began)
        (first.shard, first.options, first.files) = (shard.text, settings, items.count)
        try append(first)
        let attempt = Attempt(run: self, report: report, convert: convert)
        let busy = zip(items, inParallel(items, workers: workers) { attempt.settle($0, waits: false) })
            .filter { !$0.1 }.map(\.0)
        _ = inParallel(busy, workers: workers) { attempt.settle($0, waits: true) }
        var last = line(.ended)
        (last.shard, last.counts) = (shard.text, attempt.counts)
        if attempt.fault == nil { try append(last) }
        journal?.synchronize()
        claims?.removeFolder()
        if let fault = attempt.fault { throw fault }
        return attempt.counts
    }

    func line(_ event: JournalLine.Event) -> JournalLine {
        JournalLine(event, time: clock.date(), host: clock.host, settings: Self.settingsKey(settings))
    }

    func append(_ line: JournalLine) throws(ToolError) {
        guard let journal else { return }
        try wait.retrying { () throws(ToolError) in try journal.append(line) }
    }
}

/// Where a batch has its times from.
package struct BatchClock: Sendable {
    /// The date and the time of day: 2026-11-30T01:02:03.456Z.
    package let date: @Sendable () -> String
    /// Seconds from any moment.
    package let seconds: @Sendable () -> Double
    package let host: String

    package init(
        date: @escaping @Sendable () -> String, seconds: @escaping @Sendable () -> Double, host: String
    ) {
        (self.date, self.seconds, self.host) = (date, seconds, host)
    }

    package static let system = BatchClock(
        date: {
            var (now, parts) = (timespec(), tm())
            clock_gettime(CLOCK_REALTIME, &now)
            gmtime_r(&now.tv_sec, &parts)
            let (year, month) = (parts.tm_year + 1900, parts.tm_mon + 1)
            return formatted("%04d-%02d-%02d", year, month, parts.tm_mday)
                + formatted("T%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
                + formatted(".%03dZ", now.tv_nsec / 1_000_000)
        },
        seconds: {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
        },
        host: {
            var name = [CChar](repeating: 0, count: 256)
            return gethostname(&name, 255) == 0 ? String(fileSystemPath: name).asPlainText : ""
        }())
}
